//! The list of pairs alone, and of orphans, for hands with wild tiles: every decomposition, in canonical
//! order and without allocation.

use crate::engine::decomposition::{DecompositionRef, Visitor};
use crate::engine::list::concealed::{ConcealedTiles, Place, padded};
use crate::engine::list::context::WalkContext;
use crate::engine::need::pairs_and_orphans::{Orphans, Pairs, PairsOrOrphans};
use crate::engine::packed_group::{MOST_GROUPS, PackedGroup, PackedPartial};
use crate::group::GroupType;
use crate::tile::{Kind, Suits};
use std::ops::ControlFlow;

/// Goes through the decompositions of a form of pairs alone or of orphans.
pub(in crate::engine) struct PairsAndOrphansWalk<'v, V> {
    context: WalkContext,
    form: PairsOrOrphans,
    visit: &'v mut V,
    concealed: ConcealedTiles,
    chosen: [PackedGroup; MOST_GROUPS],
    depth: usize,
    has_pair: bool,
    suits: Suits,
}

impl<'v, V: Visitor> PairsAndOrphansWalk<'v, V> {
    pub fn new(
        context: WalkContext,
        form: PairsOrOrphans,
        concealed: ConcealedTiles,
        visit: &'v mut V,
    ) -> Self {
        let nothing = PackedGroup::new(GroupType::Single, Kind::FIRST, [concealed.tile(0); 3]);
        PairsAndOrphansWalk {
            context,
            form,
            visit,
            concealed,
            chosen: [nothing; MOST_GROUPS],
            depth: 0,
            has_pair: false,
            suits: Suits::default(),
        }
    }

    /// Shows every decomposition.
    pub fn run(&mut self) -> ControlFlow<()> {
        match self.form {
            PairsOrOrphans::Pairs(pairs) => self.choose_pairs(pairs, 0, [0; 2]),
            PairsOrOrphans::Orphans(Orphans { kinds, .. }) => {
                self.choose_orphans(kinds.bits(), None)
            }
        }
    }

    fn show(&mut self, open: Option<&PackedPartial>) -> ControlFlow<()> {
        let groups = &self.chosen[..self.depth];
        self.visit.see(&DecompositionRef { form: self.context.form, groups, open })
    }

    /// Takes each filling of a group in turn, and calls `next` with it.
    fn each_group<const SIZE: usize>(
        &mut self,
        group_type: GroupType,
        kind: Kind,
        first: [Place; SIZE],
        next: &mut dyn FnMut(&mut Self, [Place; SIZE]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let (suits, has_pair) = (self.suits, self.has_pair);
        let with_group = suits.union(Suits::of([kind]));
        if !self.context.allows(with_group) {
            return ControlFlow::Continue(());
        }
        for places in self.concealed.fillings([kind; SIZE]).skip_while(|&places| places < first) {
            let tiles = padded(places).map(|place| self.concealed.tile(place));
            self.chosen[self.depth] = PackedGroup::new(group_type, kind, tiles);
            self.concealed.take_all(&places);
            self.suits = with_group;
            self.has_pair |= group_type == GroupType::Pair;
            self.depth += 1;
            let flow = next(self, places);
            self.depth -= 1;
            (self.suits, self.has_pair) = (suits, has_pair);
            self.concealed.put_back_all(&places);
            flow?;
        }
        ControlFlow::Continue(())
    }

    fn choose_pairs(&mut self, pairs: Pairs, from: usize, first: [Place; 2]) -> ControlFlow<()> {
        self.visit.step()?;
        let complete = usize::from(pairs.count) - usize::from(self.context.waits);
        if self.depth == complete {
            return if self.context.waits { self.show_open_pair(pairs) } else { self.show(None) };
        }
        let last = self.last_start();
        for kind in self.concealed.kinds().iter() {
            let index = kind.index();
            if index < from || index > last {
                continue;
            }
            let first = if index == from { first } else { [0; 2] };
            self.each_group(GroupType::Pair, kind, first, &mut |walk, places| {
                if pairs.quads_as_two {
                    walk.choose_pairs(pairs, index, places)
                } else {
                    walk.choose_pairs(pairs, index + 1, [0; 2])
                }
            })?;
        }
        ControlFlow::Continue(())
    }

    /// The last kind that the next pair may be of: some tile can be in no later pair. A tenpai hand may
    /// leave one tile for its open pair.
    fn last_start(&self) -> usize {
        let spare = u32::from(self.context.waits);
        let mut last = Kind::COUNT;
        for place in self.concealed.remaining_places() {
            let deadline = self.concealed.meaning(place).bits().max(1).ilog2() as usize;
            let by_then = self.concealed.remaining_places().filter(|&other| {
                self.concealed.meaning(other).bits().max(1).ilog2() as usize <= deadline
            });
            if by_then.map(|other| u32::from(self.concealed.remaining(other))).sum::<u32>() > spare
            {
                last = last.min(deadline);
            }
        }
        last
    }

    fn show_open_pair(&mut self, pairs: Pairs) -> ControlFlow<()> {
        let Some(place) = self.concealed.remaining_places().next() else {
            return ControlFlow::Continue(());
        };
        for kind in self.concealed.meaning(place).iter() {
            let taken = self.chosen[..self.depth].iter().any(|group| group.first() == kind);
            if taken && !pairs.quads_as_two
                || !self.context.allows(self.suits.union(Suits::of([kind])))
            {
                continue;
            }
            if let Some(open) = self.context.open_pair(&self.concealed, place, kind) {
                self.show(Some(&open))?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Chooses a group for the lowest of `kinds`, then for the others. `missing` is the kind without a
    /// complete group, which the partial group of a tenpai hand is of.
    fn choose_orphans(&mut self, kinds: u64, missing: Option<Kind>) -> ControlFlow<()> {
        self.visit.step()?;
        let Some(kind) = Kind::from_index(kinds.trailing_zeros() as usize) else {
            return self.show_orphans(missing);
        };
        let rest = kinds & (kinds - 1);
        self.each_group(GroupType::Single, kind, [0], &mut |walk, _| {
            walk.choose_orphans(rest, missing)
        })?;
        if !self.has_pair {
            self.each_group(GroupType::Pair, kind, [0; 2], &mut |walk, _| {
                walk.choose_orphans(rest, missing)
            })?;
        }
        if self.context.waits && missing.is_none() {
            self.choose_orphans(rest, Some(kind))?;
        }
        ControlFlow::Continue(())
    }

    fn show_orphans(&mut self, missing: Option<Kind>) -> ControlFlow<()> {
        let place = self.concealed.remaining_places().next();
        let open = match (missing, place) {
            (None, None) if self.has_pair && !self.context.waits => return self.show(None),
            (Some(kind), None) if self.has_pair && self.context.live.contains(kind) => {
                Some(PackedPartial::new(&[], std::iter::once(kind).collect()))
            }
            (Some(kind), Some(place)) if !self.has_pair && self.concealed.remaining(place) == 1 => {
                self.context.open_pair(&self.concealed, place, kind)
            }
            _ => None,
        };
        match open {
            Some(open) if self.concealed.remaining_places().count() <= 1 => self.show(Some(&open)),
            _ => ControlFlow::Continue(()),
        }
    }
}
