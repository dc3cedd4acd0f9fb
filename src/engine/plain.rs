//! Decompositions of melds and a pair where no tile is wild: suit by suit, then put together.
//!
//! Suits do not touch each other then: a decomposition is a way for each suit, and since a suit's
//! groups come before the next suit's, going through the ways in their order goes through the
//! decompositions in theirs.

use super::packed::PackedHand;
use super::piece::{Division, MOST_GROUPS, OpenPiece, Piece, Visitor};
use super::row::PARTS;
use super::tables::{Cost, Tables};
use super::ways::{MOST_IN_SUIT, Way, WayTable};
use crate::group::GroupType;
use crate::tile::{Kind, KindSet, Tile};
use std::ops::ControlFlow;

/// The ways of one part of the hand, those with an open group apart.
#[derive(Clone, Copy)]
struct Part {
    part: usize,
    complete: &'static [Way],
    open: &'static [Way],
}

struct PlainWalk<'v, V> {
    form: usize,
    waits: bool,
    live: KindSet,
    parts: [Part; PARTS],
    len: usize,
    groups: [Piece; MOST_GROUPS / 2],
    visit: &'v mut V,
}

/// Shows every decomposition of a hand of plain tiles that stand for their own kinds; `None`, and
/// nothing is shown, when it has more tiles than the table of ways.
pub(super) fn walk(
    form: usize,
    hand: &PackedHand,
    waits: bool,
    live: KindSet,
    visit: &mut impl Visitor,
) -> Option<ControlFlow<()>> {
    if hand.tiles() > MOST_IN_SUIT {
        return None;
    }
    let tables = Tables::get();
    let parts = hand.rows().parts();
    let costs: [Cost; PARTS] = std::array::from_fn(|part| tables.part(part, parts[part]));
    let whole = costs.iter().fold(Cost::default(), |whole, &cost| whole + cost);
    if whole.with_one_pair() > u32::from(waits) {
        return Some(ControlFlow::Continue(()));
    }
    let nothing = Piece::new(GroupType::Single, Kind::FIRST, [Tile::plain(Kind::FIRST); 3]);
    let none = Part { part: 0, complete: &[], open: &[] };
    let groups = [nothing; MOST_GROUPS / 2];
    let mut walk = PlainWalk { form, waits, live, parts: [none; PARTS], len: 0, groups, visit };
    for (part, &row) in parts.iter().enumerate().filter(|(_, row)| !row.is_empty()) {
        let mut of_part = Part { part, ..none };
        if costs[part].wilds() == 0 {
            of_part.complete = WayTable::complete().of(part, row);
        }
        // Beside an open group the other parts are complete, and one of them at most holds the pair.
        let others = whole.less(costs[part]);
        if waits && others.wilds() == 0 && others.pairs() <= 1 {
            of_part.open = WayTable::open().of(part, row);
        }
        walk.parts[walk.len] = of_part;
        walk.len += 1;
    }
    Some(walk.combine(0, 0, None))
}

impl<V: Visitor> PlainWalk<'_, V> {
    /// Goes through the ways of the part at this place and of those after it.
    fn combine(&mut self, at: usize, depth: usize, open: Option<&OpenPiece>) -> ControlFlow<()> {
        if at == self.len {
            if open.is_some() != self.waits {
                return ControlFlow::Continue(());
            }
            self.visit.step()?;
            let groups = &self.groups[..depth];
            return self.visit.see(&Division { form: self.form, groups, open });
        }
        let Part { part, mut complete, open: mut with_open } = self.parts[at];
        if open.is_some() {
            with_open = &[];
        }
        loop {
            let of_open = match (complete, with_open) {
                ([], []) => return ControlFlow::Continue(()),
                ([], _) => true,
                (_, []) => false,
                ([one, ..], [other, ..]) => other < one,
            };
            let ways = if of_open { &mut with_open } else { &mut complete };
            let [way, rest @ ..] = *ways else { continue };
            *ways = rest;
            let opened = way.open(part);
            if opened.is_some_and(|open| open.holes().intersection(self.live).is_empty()) {
                continue;
            }
            let mut length = depth;
            for piece in way.groups(part) {
                self.groups[length] = piece;
                length += 1;
            }
            self.combine(at + 1, length, opened.or(open))?;
        }
    }
}
