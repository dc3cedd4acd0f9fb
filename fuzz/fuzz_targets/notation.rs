//! Any text through the readers of the notation: what parses prints, and parses back to the same;
//! what does not has an error whose place lies in the text.

#![no_main]

use ginga::notation::{
    HandText, MeldText, NotationError, PlacedTile, RedFives, Span, parse_hand, parse_kinds,
    parse_meld, parse_tiles, write_sequence, write_tiles,
};
use ginga::{Hand, Overrides, RuleSet, Suit, Tile, TileCounts};
use libfuzzer_sys::fuzz_target;
use std::sync::LazyLock;

/// The built-in rule sets, and one in which every tile of the notation exists.
static RULES: LazyLock<Vec<RuleSet>> = LazyLock::new(|| {
    let mut everything = Overrides::default();
    for set in ["tiles.blue=4", "tiles.jokers=16", "tiles.plain=16"] {
        everything.set(set).unwrap();
    }
    everything.add_wild(parse_kinds("5m9s7z").unwrap());
    let builtin = RuleSet::builtin_names().map(|name| RuleSet::builtin(name).unwrap());
    builtin.chain([RuleSet::builtin_with("galaxy", &everything).unwrap()]).collect()
});

fuzz_target!(|data: &[u8]| {
    let text = &*String::from_utf8_lossy(data);
    for bare_suit in [None, Some(Suit::Sou), Some(Suit::Honour)] {
        tiles(text, bare_suit);
        meld(text, bare_suit);
        if let Some(written) = in_place(parse_hand(text, bare_suit), text) {
            RULES.iter().for_each(|rules| hand(&written, rules, text));
        }
    }
    if let Some(kinds) = in_place(parse_kinds(text), text) {
        assert_eq!(parse_kinds(&kinds.to_string()), Ok(kinds));
    }
});

fn holds(text: &str, span: Span) -> bool {
    span.start <= span.end && span.end <= text.chars().count()
}

/// What was read; an error must lie in the text and have words.
fn in_place<T>(read: Result<T, NotationError>, text: &str) -> Option<T> {
    let error = match read {
        Ok(value) => return Some(value),
        Err(error) => error,
    };
    assert!(holds(text, error.span), "{error:?}");
    assert!(!error.to_string().is_empty());
    None
}

fn plain(placed: &[PlacedTile]) -> Vec<Tile> {
    placed.iter().map(|placed| placed.tile).collect()
}

fn tiles(text: &str, bare_suit: Option<Suit>) {
    let Some(read) = in_place(parse_tiles(text, bare_suit), text) else { return };
    assert!(read.iter().all(|placed| holds(text, placed.span)));
    let counts: TileCounts = plain(&read).into_iter().collect();
    // At 255 copies a count stays where it is.
    if counts.total() == read.len() {
        let printed = write_tiles(&counts, RedFives::of(&read));
        let again = parse_tiles(&printed, None).unwrap();
        assert_eq!(plain(&again).into_iter().collect::<TileCounts>(), counts, "{printed}");
        assert_eq!(RedFives::of(&again), RedFives::of(&read), "{printed}");
        assert_eq!(write_tiles(&counts, RedFives::of(&again)), printed);
    }
    let sequence = write_sequence(plain(&read));
    assert_eq!(plain(&parse_tiles(&sequence, None).unwrap()), plain(&read), "{sequence}");
}

/// A meld reads the same with its brackets, in a hand, as without.
fn meld(text: &str, bare_suit: Option<Suit>) {
    let parts = |meld: &MeldText| {
        let faces = |placed: &[PlacedTile]| -> Vec<_> {
            placed.iter().map(|placed| (placed.tile, placed.red)).collect()
        };
        (faces(&meld.tiles), meld.reading.as_deref().map(faces), meld.concealed)
    };
    for (concealed, brackets) in [(false, ['[', ']']), (true, ['(', ')'])] {
        let Some(read) = in_place(parse_meld(text, concealed, bare_suit), text) else { return };
        assert!(holds(text, read.span));
        let hand = format!("{}{text}{}", brackets[0], brackets[1]);
        let hand = parse_hand(&hand, bare_suit).unwrap();
        assert_eq!(hand.melds.iter().map(parts).collect::<Vec<_>>(), [parts(&read)]);
    }
}

fn hand(written: &HandText, rules: &RuleSet, text: &str) {
    let hand = match Hand::from_text(written, rules) {
        Ok(hand) => hand,
        Err(error) => {
            assert!(error.span.is_some_and(|span| holds(text, span)), "{error:?}");
            assert!(!error.to_string().is_empty());
            return;
        }
    };
    let printed = hand.to_string();
    let again = Hand::parse(&printed, rules).unwrap_or_else(|error| panic!("{printed}: {error}"));
    assert_eq!(again, hand, "{printed}");
    assert_eq!(again.to_string(), printed);
}
