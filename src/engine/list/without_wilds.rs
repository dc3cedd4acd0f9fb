//! The lists of hands without wild tiles: suit by suit from a table, or from sets of kinds.
//!
//! Without wild tiles the suits are independent, and a decomposition of the hand is a decomposition of
//! each suit. A suit's groups come before the next suit's. So going through the suits' decompositions in
//! their order goes through the hand's in canonical order. This serves hands of up to 14 tiles; longer
//! ones take the walk for wild tiles.

use crate::engine::decomposition::{DecompositionRef, Visitor};
use crate::engine::digits::{PARTS, PartDigits};
use crate::engine::list::suit_decompositions::{MOST_IN_PART, SuitDecomposition};
use crate::engine::list::suit_table::{MOST_IN_SUIT_TABLE, SuitTable};
use crate::engine::need::pairs_and_orphans::{Orphans, PairsOrOrphans};
use crate::engine::need::tables::{Cost, Tables};
use crate::engine::packed_group::{MOST_GROUPS, PackedGroup, PackedPartial};
use crate::engine::packed_hand::PackedHand;
use crate::group::{GroupType, Slot};
use crate::tile::{Kind, KindSet, Tile};
use std::ops::ControlFlow;

/// The decompositions of one part of the hand: those of complete groups, and those with a partial group.
#[derive(Clone, Copy)]
struct PartDecompositions {
    part: usize,
    complete: &'static [SuitDecomposition],
    open: &'static [SuitDecomposition],
}

/// Room for the groups of a hand, and for the unused entries that are copied behind them.
const ROOM: usize = 2 * MOST_IN_PART;

struct SuitBySuitWalk<'v, V> {
    form: usize,
    waits: bool,
    live: KindSet,
    playable: KindSet,
    /// The parts that have tiles.
    parts: [PartDecompositions; PARTS],
    len: usize,
    groups: [PackedGroup; ROOM],
    visit: &'v mut V,
}

/// Shows every decomposition of a hand without wild tiles as melds and a pair. `None`, and nothing is
/// shown, when the hand has more tiles than the table of suits. Partial groups have holes among the
/// playable kinds, and at least one of these holes is live.
pub(in crate::engine) fn walk_melds_and_pair(
    form: usize,
    hand: &PackedHand,
    live: KindSet,
    playable: KindSet,
    visit: &mut impl Visitor,
) -> Option<ControlFlow<()>> {
    if hand.tiles() > MOST_IN_SUIT_TABLE {
        return None;
    }
    let waits = hand.waits();
    let tables = Tables::get();
    let parts = hand.digits().parts();
    let costs: [Cost; PARTS] = std::array::from_fn(|part| tables.part(part, parts[part]));
    let whole = costs.iter().fold(Cost::default(), |whole, &cost| whole + cost);
    if whole.with_one_pair() > u32::from(waits) {
        return Some(ControlFlow::Continue(()));
    }
    let groups = [PackedGroup::plain(GroupType::Pair, Kind::FIRST); ROOM];
    let nothing = PartDecompositions { part: 0, complete: &[], open: &[] };
    let mut walk = SuitBySuitWalk {
        form,
        waits,
        live,
        playable,
        parts: [nothing; PARTS],
        len: 0,
        groups,
        visit,
    };
    // No branches here, since processors cannot predict which parts have tiles and decompositions. An
    // empty part is looked up like any other, and has no decompositions.
    for (part, &digits) in parts.iter().enumerate() {
        let only_if = |applies: bool| if applies { digits } else { PartDigits::EMPTY };
        let mut of_part = PartDecompositions { part, ..nothing };
        of_part.complete = SuitTable::complete().of(part, only_if(costs[part].wilds() == 0));
        if waits {
            // Beside a partial group the other parts are complete, and one of them at most holds the pair.
            let others = whole.less(costs[part]);
            let applies = others.wilds() == 0 && others.pairs() <= 1;
            of_part.open = SuitTable::open().of(part, only_if(applies));
        }
        walk.parts[walk.len] = of_part;
        walk.len += usize::from(!digits.is_empty());
    }
    Some(walk.combine(0, 0, None))
}

impl<V: Visitor> SuitBySuitWalk<'_, V> {
    /// Goes through the decompositions of the part at this place and of the parts after it. `depth`
    /// groups are chosen already.
    fn combine(
        &mut self,
        mut at: usize,
        mut depth: usize,
        open: Option<&PackedPartial>,
    ) -> ControlFlow<()> {
        let (part, mut complete, mut with_open) = loop {
            let Some(&PartDecompositions { part, complete, open: with_open }) =
                self.parts[..self.len].get(at)
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
            let list = if of_open { &mut with_open } else { &mut complete };
            let [first, rest @ ..] = *list else { continue };
            *list = rest;
            let opened = first.open(part);
            if opened.is_some_and(|open| open.holes().intersection(self.live).is_empty()) {
                continue;
            }
            let after = self.put(*first, part, depth);
            let open = opened.or(open);
            if at + 1 == self.len {
                self.see(after, open)?;
            } else {
                self.combine(at + 1, after, open)?;
            }
        }
    }

    /// Copies the groups of a part behind the `depth` groups chosen, and returns their new number.
    #[inline]
    fn put(&mut self, of_part: SuitDecomposition, part: usize, depth: usize) -> usize {
        if let Some(room) = self.groups[depth..].first_chunk_mut() {
            of_part.put_groups(part, room);
        }
        depth + of_part.len()
    }

    /// Shows the chosen groups.
    #[inline]
    fn see(&mut self, depth: usize, open: Option<&PackedPartial>) -> ControlFlow<()> {
        if open.is_some() != self.waits {
            return ControlFlow::Continue(());
        }
        self.visit.step()?;
        let groups = &self.groups[..depth];
        // A hole may be a number that is not in play, where others of its suit are.
        let within;
        let open = match open {
            Some(open) if !open.holes().without(self.playable).is_empty() => {
                within = PackedPartial::new(open.slots(), open.holes().intersection(self.playable));
                Some(&within)
            }
            open => open,
        };
        self.visit.see(&DecompositionRef { form: self.form, groups, open })
    }
}

/// Shows every decomposition of a hand without wild tiles as pairs or as orphans. The hand must be
/// complete or tenpai in that form.
pub(in crate::engine) fn walk_pairs_or_orphans(
    form: usize,
    pairs_or_orphans: PairsOrOrphans,
    hand: &PackedHand,
    live: KindSet,
    visit: &mut impl Visitor,
) -> ControlFlow<()> {
    let held = [1, 2, 3, 4].map(|count| hand.digits().at_least(count));
    let mut show = |groups: &Groups, open: Option<PackedPartial>| {
        visit.step()?;
        visit.see(&DecompositionRef {
            form,
            groups: &groups.groups[..groups.len],
            open: open.as_ref(),
        })
    };
    match pairs_or_orphans {
        PairsOrOrphans::Pairs(_) => show_pairs(held, hand.waits(), live, &mut show),
        PairsOrOrphans::Orphans(orphans) => {
            show_orphans(orphans, held, hand.waits(), live, &mut show)
        }
    }
}

/// Shows groups, and perhaps an open one.
trait Show: FnMut(&Groups, Option<PackedPartial>) -> ControlFlow<()> {}

impl<F: FnMut(&Groups, Option<PackedPartial>) -> ControlFlow<()>> Show for F {}

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
    // Canonical order: the later the kind of the partial group, the earlier the decomposition.
    let mut opens = opens.intersection(live).bits();
    while let Some(open) = opens.checked_ilog2().and_then(|at| Kind::from_index(at as usize)) {
        opens ^= 1 << open.index();
        let others = orphans.kinds.without(std::iter::once(open).collect());
        show(&groups_of(others), Some(open_at(open, one)))?;
    }
    ControlFlow::Continue(())
}

/// The partial group that lacks a tile of this kind, with the tile of it that is held, if one is.
fn open_at(kind: Kind, held: KindSet) -> PackedPartial {
    let slots = [Slot { kind, tile: Tile::plain(kind) }];
    let held = usize::from(held.contains(kind));
    PackedPartial::new(&slots[..held], std::iter::once(kind).collect())
}

/// The groups of a decomposition, one added after the other.
struct Groups {
    groups: [PackedGroup; MOST_GROUPS],
    len: usize,
}

impl Default for Groups {
    fn default() -> Groups {
        Groups { groups: [PackedGroup::plain(GroupType::Pair, Kind::FIRST); MOST_GROUPS], len: 0 }
    }
}

impl Groups {
    fn push(&mut self, group_type: GroupType, kind: Kind) {
        self.groups[self.len] = PackedGroup::plain(group_type, kind);
        self.len += 1;
    }
}
