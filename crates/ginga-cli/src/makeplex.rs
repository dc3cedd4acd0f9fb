//! One line a decomposition: `(111)(222)[45](888)(99)`.

use super::answers::{Answer, Answered};
use ginga::{Decomposition, Hand, Kind, RuleSet, Suit};
use std::io::{self, Write};

/// Writes the lines of an answer that lists decompositions.
pub fn write(out: &mut dyn Write, answered: &Answered<'_>) -> io::Result<()> {
    lines(answered).try_for_each(|line| writeln!(out, "{line}"))
}

/// The lines of an answer, one a decomposition.
pub fn lines<'a>(answered: &'a Answered<'_>) -> impl Iterator<Item = String> + use<'a> {
    let decompositions: Vec<&Decomposition> = match &answered.answer {
        Answer::Win(_) => Vec::new(),
        Answer::Decompositions(all) => all.list.iter().collect(),
        Answer::Ranked(ranked, _) => {
            ranked.list.iter().map(|(decomposition, _)| decomposition).collect()
        }
        Answer::Waits(waits) => waits.decompositions.iter().collect(),
    };
    let line = line_of(answered);
    decompositions.into_iter().map(line)
}

/// Writes a decomposition of an answer: in a hand of one suit without its letter.
pub fn line_of(answered: &Answered<'_>) -> impl Fn(&Decomposition) -> String + use<> {
    let bare = shown_suit(&answered.hand, answered.rules.set()).is_some();
    let letters = move |c: char| bare && c.is_ascii_alphabetic();
    move |decomposition| line(decomposition).replace(letters, "")
}

/// The one numbered suit of a hand without wild tiles: its letter needs no mention.
fn shown_suit(hand: &Hand, rules: &RuleSet) -> Option<Suit> {
    let tiles = hand.all_tiles();
    let mut kinds = tiles.iter().map(|(tile, _)| tile.kind().filter(|_| !rules.is_wild(tile)));
    let suit = kinds.next()??.suit();
    let same = |kind: Option<Kind>| kind.is_some_and(|kind| kind.suit() == suit);
    (suit.is_numbered() && kinds.all(same)).then_some(suit)
}

/// The groups by first kind, the open one after those that begin alike; called ones last.
pub fn line(decomposition: &Decomposition) -> String {
    let mut parts: Vec<_> = decomposition
        .groups()
        .map(|group| (group.is_called(), group.first_kind(), false, format!("({group})")))
        .collect();
    if let Some(open) = decomposition.partial() {
        parts.push((false, open.first_kind(), true, format!("[{open}]")));
    }
    parts.sort_by_key(|&(called, first, open, _)| (called, first, open));
    parts.into_iter().map(|(.., text)| text).collect()
}
