//! Decompositions of melds and a pair where no tile is wild: suit by suit, then put together.
//!
//! Suits do not touch each other then: a decomposition is a way for each suit, and since a suit's
//! groups come before the next suit's, going through the ways in their order goes through the
//! decompositions in theirs.

use super::packed::PackedHand;
use super::piece::{Division, MOST_GROUPS, OpenPiece, Piece, Visitor};
use super::row::{PARTS, Row};
use super::special::{Layout, Orphans};
use super::tables::{Cost, Tables};
use super::way_table::{MOST_WITH_WAYS, WayTable};
use super::ways::{MOST_IN_PART, Way};
use crate::group::{GroupType, Slot};
use crate::tile::{Kind, KindSet, Tile};
use std::ops::ControlFlow;

/// The ways of one part of the hand, those with an open group apart.
#[derive(Clone, Copy)]
struct Part {
    part: usize,
    complete: &'static [Way],
    open: &'static [Way],
}

/// Room for the groups, and for those beyond them that are put there for nothing.
const ROOM: usize = 2 * MOST_IN_PART;

struct PlainWalk<'v, V> {
    form: usize,
    waits: bool,
    live: KindSet,
    playable: KindSet,
    /// The parts that have tiles.
    parts: [Part; PARTS],
    len: usize,
    groups: [Piece; ROOM],
    visit: &'v mut V,
}

/// Shows every decomposition of a hand of plain tiles that stand for their own kinds; `None`, and
/// nothing is shown, when it has more tiles than the table of ways. Open groups have their holes among
/// the playable kinds, one of them at least live.
pub(super) fn walk(
    form: usize,
    hand: &PackedHand,
    live: KindSet,
    playable: KindSet,
    visit: &mut impl Visitor,
) -> Option<ControlFlow<()>> {
    if hand.tiles() > MOST_WITH_WAYS {
        return None;
    }
    let waits = hand.waits();
    let tables = Tables::get();
    let rows = hand.rows().parts();
    let costs: [Cost; PARTS] = std::array::from_fn(|part| tables.part(part, rows[part]));
    let whole = costs.iter().fold(Cost::default(), |whole, &cost| whole + cost);
    if whole.with_one_pair() > u32::from(waits) {
        return Some(ControlFlow::Continue(()));
    }
    let groups = [Piece::plain(GroupType::Pair, Kind::FIRST); ROOM];
    let nothing = Part { part: 0, complete: &[], open: &[] };
    let mut walk =
        PlainWalk { form, waits, live, playable, parts: [nothing; PARTS], len: 0, groups, visit };
    // Which parts have tiles, and which ways, no processor foresees: nothing is asked, an empty row
    // has no ways.
    for (part, &row) in rows.iter().enumerate() {
        let only_if = |applies: bool| if applies { row } else { Row::EMPTY };
        let mut of_part = Part { part, ..nothing };
        of_part.complete = WayTable::complete().of(part, only_if(costs[part].wilds() == 0));
        if waits {
            // Beside an open group the other parts are complete, and one of them at most holds the pair.
            let others = whole.less(costs[part]);
            let applies = others.wilds() == 0 && others.pairs() <= 1;
            of_part.open = WayTable::open().of(part, only_if(applies));
        }
        walk.parts[walk.len] = of_part;
        walk.len += usize::from(!row.is_empty());
    }
    Some(walk.combine(0, 0, None))
}

impl<V: Visitor> PlainWalk<'_, V> {
    /// Goes through the ways of the part at this place and of those after it; so many groups are there.
    fn combine(
        &mut self,
        mut at: usize,
        mut depth: usize,
        open: Option<&OpenPiece>,
    ) -> ControlFlow<()> {
        let (part, mut complete, mut with_open) = loop {
            let Some(&Part { part, complete, open: with_open }) = self.parts[..self.len].get(at)
            else {
                return self.see(depth, open);
            };
            match (complete, if open.is_some() { &[] } else { with_open }) {
                (&[only], []) => depth = self.put(only, part, depth),
                (complete, with_open) => break (part, complete, with_open),
            }
            at += 1;
        };
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
            let after = self.put(*way, part, depth);
            let open = opened.or(open);
            if at + 1 == self.len {
                self.see(after, open)?;
            } else {
                self.combine(at + 1, after, open)?;
            }
        }
    }

    /// Puts a way's groups after so many others; says how many there are then.
    #[inline]
    fn put(&mut self, way: Way, part: usize, depth: usize) -> usize {
        if let Some(room) = self.groups[depth..].first_chunk_mut() {
            way.put_groups(part, room);
        }
        depth + way.len()
    }

    /// Shows what is put together.
    #[inline]
    fn see(&mut self, depth: usize, open: Option<&OpenPiece>) -> ControlFlow<()> {
        if open.is_some() != self.waits {
            return ControlFlow::Continue(());
        }
        self.visit.step()?;
        let groups = &self.groups[..depth];
        // In suits of which some numbers are not in play a hole may be one of those.
        let within;
        let open = match open {
            Some(open) if !open.holes().without(self.playable).is_empty() => {
                within = OpenPiece::new(open.slots(), open.holes().intersection(self.playable));
                Some(&within)
            }
            open => open,
        };
        self.visit.see(&Division { form: self.form, groups, open })
    }
}

/// Shows every decomposition of plain tiles that are pairs or orphans, or wait to be: one, but for
/// thirteen different orphans, each of which may be the pair.
pub(super) fn walk_apart(
    form: usize,
    layout: Layout,
    hand: &PackedHand,
    live: KindSet,
    visit: &mut impl Visitor,
) -> ControlFlow<()> {
    let held = [1, 2, 3, 4].map(|count| hand.rows().at_least(count));
    let mut show = |groups: &Groups, open: Option<OpenPiece>| {
        visit.step()?;
        visit.see(&Division { form, groups: &groups.pieces[..groups.len], open: open.as_ref() })
    };
    match layout {
        Layout::Pairs(_) => show_pairs(held, hand.waits(), live, &mut show),
        Layout::Orphans(orphans) => show_orphans(orphans, held, hand.waits(), live, &mut show),
    }
}

/// Shows groups, and perhaps an open one.
trait Show: FnMut(&Groups, Option<OpenPiece>) -> ControlFlow<()> {}

impl<F: FnMut(&Groups, Option<OpenPiece>) -> ControlFlow<()>> Show for F {}

/// The kinds of which there are one, two, three, four tiles.
type Held = [KindSet; 4];

fn show_pairs(
    [one, two, three, four]: Held,
    waits: bool,
    live: KindSet,
    show: &mut impl Show,
) -> ControlFlow<()> {
    let mut groups = Groups::default();
    for kind in two.iter() {
        let pairs = 1 + usize::from(four.contains(kind));
        (0..pairs).for_each(|_| groups.push(GroupType::Pair, kind));
    }
    if !waits {
        return show(&groups, None);
    }
    let odd = one.without(two).union(three.without(four)).intersection(live);
    odd.iter().try_for_each(|kind| show(&groups, Some(open_at(kind, one))))
}

fn show_orphans(
    orphans: Orphans,
    [one, two, ..]: Held,
    waits: bool,
    live: KindSet,
    show: &mut impl Show,
) -> ControlFlow<()> {
    let groups_of = |kinds: KindSet| {
        let mut groups = Groups::default();
        for kind in kinds.iter() {
            let pair = two.contains(kind);
            groups.push(if pair { GroupType::Pair } else { GroupType::Single }, kind);
        }
        groups
    };
    if !waits {
        return show(&groups_of(orphans.kinds), None);
    }
    let missing = orphans.kinds.without(one);
    let opens = if missing.is_empty() { orphans.kinds } else { missing };
    // The later an open group's kind, the earlier the decomposition.
    let mut opens = opens.intersection(live).bits();
    while let Some(open) = opens.checked_ilog2().and_then(|at| Kind::from_index(at as usize)) {
        opens ^= 1 << open.index();
        let others = orphans.kinds.without(std::iter::once(open).collect());
        show(&groups_of(others), Some(open_at(open, one)))?;
    }
    ControlFlow::Continue(())
}

/// The open group that lacks a tile of this kind: with the tile that is there, if one is.
fn open_at(kind: Kind, held: KindSet) -> OpenPiece {
    let slots = [Slot { kind, tile: Tile::plain(kind) }];
    let held = usize::from(held.contains(kind));
    OpenPiece::new(&slots[..held], std::iter::once(kind).collect())
}

/// Groups as they are put together.
struct Groups {
    pieces: [Piece; MOST_GROUPS],
    len: usize,
}

impl Default for Groups {
    fn default() -> Groups {
        Groups { pieces: [Piece::plain(GroupType::Pair, Kind::FIRST); MOST_GROUPS], len: 0 }
    }
}

impl Groups {
    fn push(&mut self, group_type: GroupType, kind: Kind) {
        self.pieces[self.len] = Piece::plain(group_type, kind);
        self.len += 1;
    }
}
