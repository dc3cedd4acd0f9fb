//! The list of melds and a pair for hands with wild tiles: every decomposition, in canonical order.
//!
//! Groups are chosen in ascending order, so each decomposition comes once and in its place. A tile that
//! can be in no later group limits where the next group may begin. At every step the tables say whether
//! the remaining tiles can still be completed; only blue tiles, which count as wild there, can lead the
//! walk into a dead end. The partial group of a tenpai hand is made of the tiles that remain in the end:
//! two tiles, or one where no pair was chosen.
//!
//! This walk also serves hands of more than 14 tiles without wild ones. It allocates nothing.

use crate::engine::decomposition::{DecompositionRef, Visitor};
use crate::engine::list::concealed::{ConcealedTiles, Place, padded};
use crate::engine::list::context::WalkContext;
use crate::engine::need::tables::Tables;
use crate::engine::packed_group::{MOST_GROUPS, PackedGroup, PackedPartial, run_from};
use crate::engine::packed_hand::MOST_TILES;
use crate::group::GroupType;
use crate::size::HandSize;
use crate::tile::{Kind, Suits};
use std::ops::ControlFlow;

/// The last kind that a tile may be used as, and the place of the tile.
type Deadline = (u8, u8);

/// The least group that may come next, by kind, type and filling.
type Cursor = (usize, GroupType, [Place; 3]);

const START: Cursor = (0, GroupType::Single, [0; 3]);

/// Goes through the decompositions of melds and a pair.
pub(in crate::engine) struct MeldsAndPairWalk<'v, V> {
    context: WalkContext,
    tables: &'static Tables,
    visit: &'v mut V,
    concealed: ConcealedTiles,
    /// The tiles by the last kind that they may be used as.
    deadlines: [Deadline; MOST_TILES],
    /// How many complete groups there are.
    groups: usize,
    chosen: [PackedGroup; MOST_GROUPS],
    depth: usize,
    has_pair: bool,
    suits: Suits,
}

impl<'v, V: Visitor> MeldsAndPairWalk<'v, V> {
    pub fn new(
        context: WalkContext,
        concealed: ConcealedTiles,
        visit: &'v mut V,
    ) -> MeldsAndPairWalk<'v, V> {
        let mut deadlines = [(0, 0); MOST_TILES];
        for (place, deadline) in deadlines[..concealed.len()].iter_mut().enumerate() {
            let last = concealed.meaning(place).bits().max(1).ilog2();
            *deadline = (last as u8, place as u8);
        }
        deadlines[..concealed.len()].sort_unstable();
        MeldsAndPairWalk {
            context,
            tables: Tables::get(),
            visit,
            deadlines,
            groups: HandSize::melds_of(context.tiles) + usize::from(!context.waits),
            chosen: [PackedGroup::new(GroupType::Single, Kind::FIRST, [concealed.tile(0); 3]);
                MOST_GROUPS],
            concealed,
            depth: 0,
            has_pair: false,
            suits: Suits::default(),
        }
    }

    /// Shows every decomposition.
    pub fn run(&mut self) -> ControlFlow<()> {
        if self.can_be_completed() { self.choose(START) } else { ControlFlow::Continue(()) }
    }

    fn can_be_completed(&self) -> bool {
        let more = u32::from(self.context.waits);
        self.concealed.can_be_completed(self.tables, self.has_pair, more)
    }

    /// Chooses the next group and those after it.
    fn choose(&mut self, from: Cursor) -> ControlFlow<()> {
        self.visit.step()?;
        if self.depth == self.groups {
            return if self.context.waits { self.show_open() } else { self.show(None) };
        }
        let keep_for_pair = usize::from(!self.has_pair && !self.context.waits);
        let may_meld = self.depth + keep_for_pair < self.groups;
        let last = self.last_start();
        let mut kinds = self.concealed.kinds().bits() >> from.0 << from.0;
        while kinds != 0 {
            let index = kinds.trailing_zeros() as usize;
            kinds &= kinds - 1;
            let Some(kind) = Kind::from_index(index).filter(|_| index <= last) else { break };
            let from = if index == from.0 { from } else { (index, GroupType::Single, [0; 3]) };
            if !self.has_pair && from.1 <= GroupType::Pair {
                self.each_group(GroupType::Pair, [kind; 2], from)?;
            }
            if may_meld && from.1 <= GroupType::Triplet {
                self.each_group(GroupType::Triplet, [kind; 3], from)?;
            }
            if may_meld && let Some(run) = run_from(kind) {
                self.each_group(GroupType::Run, run, from)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// The last kind that the next group may begin with: some tile can be in no later group. A tenpai
    /// hand may leave two tiles for its partial group.
    fn last_start(&self) -> usize {
        let mut spare = if self.context.waits { 2 } else { 0 };
        for &(last, place) in &self.deadlines[..self.concealed.len()] {
            let remaining = self.concealed.remaining(place.into());
            if remaining > spare {
                return last.into();
            }
            spare -= remaining;
        }
        Kind::COUNT
    }

    /// Takes each filling of a group in turn and goes on from there.
    fn each_group<const SIZE: usize>(
        &mut self,
        group_type: GroupType,
        kinds: [Kind; SIZE],
        from: Cursor,
    ) -> ControlFlow<()> {
        let (suits, has_pair) = (self.suits, self.has_pair);
        let with_group = suits.union(Suits::of([kinds[0]]));
        if !self.concealed.may_fill(&kinds) || !self.context.allows(with_group) {
            return ControlFlow::Continue(());
        }
        let first = if from.1 == group_type { from.2 } else { [0; 3] };
        for places in self.concealed.fillings(kinds).skip_while(|&places| padded(places) < first) {
            let filling = padded(places);
            self.concealed.take_all(&places);
            self.has_pair = has_pair || group_type == GroupType::Pair;
            let mut flow = ControlFlow::Continue(());
            if self.can_be_completed() {
                let tiles = filling.map(|place| self.concealed.tile(place));
                self.chosen[self.depth] = PackedGroup::new(group_type, kinds[0], tiles);
                self.suits = with_group;
                self.depth += 1;
                flow = self.choose((kinds[0].index(), group_type, filling));
                self.depth -= 1;
            }
            (self.suits, self.has_pair) = (suits, has_pair);
            self.concealed.put_back_all(&places);
            flow?;
        }
        ControlFlow::Continue(())
    }

    fn show(&mut self, open: Option<&PackedPartial>) -> ControlFlow<()> {
        let groups = &self.chosen[..self.depth];
        self.visit.see(&DecompositionRef { form: self.context.form, groups, open })
    }

    /// Shows the chosen groups with each partial group that the remaining tiles make, in order.
    fn show_open(&mut self) -> ControlFlow<()> {
        let (low, high) = {
            let mut places = self.concealed.remaining_places();
            let Some(low) = places.next() else { return ControlFlow::Continue(()) };
            (low, places.next().unwrap_or(low))
        };
        let [of_low, of_high] = [low, high].map(|place| self.concealed.meaning(place));
        let first_kinds = if self.has_pair { of_low.union(of_high) } else { of_low };
        for first in first_kinds.iter() {
            if !self.context.allows(self.suits.union(Suits::of([first]))) {
                continue;
            }
            if !self.has_pair {
                self.show_if(self.context.open_pair(&self.concealed, low, first))?;
                continue;
            }
            let follows = [Some(first), first.shifted(1), first.shifted(2)];
            let orders = [(low, high, 0), (high, low, 1)];
            for (one, other, skipped) in orders.into_iter().take(1 + usize::from(low != high)) {
                if !self.concealed.meaning(one).contains(first) {
                    continue;
                }
                for second in follows.into_iter().skip(skipped).flatten() {
                    let kinds = [first, second];
                    self.show_if(self.context.open_meld(&self.concealed, [one, other], kinds))?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn show_if(&mut self, open: Option<PackedPartial>) -> ControlFlow<()> {
        open.map_or(ControlFlow::Continue(()), |open| self.show(Some(&open)))
    }
}
