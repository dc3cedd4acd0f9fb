//! The number of decompositions, without listing them.
//!
//! Kind by kind, every choice of groups that begin at the kind is made. What can follow depends only on
//! how many of each tile remain and on how many groups are made: this is a state. For each state the
//! number of ways to it is kept. This runs for a hand with wild tiles that has many decompositions.

use crate::engine::compile::CompiledForm;
use crate::engine::count::kind_order::kinds_in_order;
use crate::engine::list::concealed::{ConcealedTiles, Place, padded};
use crate::engine::list::context::WalkContext;
use crate::engine::need::pairs_and_orphans::{Orphans, Pairs, PairsOrOrphans};
use crate::engine::need::tables::Tables;
use crate::engine::packed_group::{PackedPartial, run_from};
use crate::group::GroupType;
use crate::tile::{Kind, KindSet, Suits, Tile};
use rustc_hash::FxHashMap;

/// The groups made so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
struct Made {
    /// Melds, pairs of a form of pairs, or orphans.
    groups: u8,
    pair: bool,
    open: bool,
    suits: Suits,
}

/// How many of each tile remain, five bits a tile, and the groups made.
type State = (u128, Made);

const REMAINING_BITS: usize = 5;

/// Counts the decompositions of one form.
pub(in crate::engine) struct DecompositionCounter<'a> {
    context: WalkContext,
    form: CompiledForm,
    tables: &'static Tables,
    concealed: ConcealedTiles,
    /// The kinds of the blue tiles.
    blue: KindSet,
    /// For each tile the last kind in the order of the count that it may be used as.
    last: Vec<Kind>,
    next: FxHashMap<State, u128>,
    ways: u128,
    stop: &'a mut dyn FnMut() -> bool,
    /// How many groups were chosen since `stop` was polled, and whether it stopped the count: at one kind
    /// many wild tiles make many groups.
    unpolled: u32,
    stopped: bool,
}

/// Where the next group of a kind may begin.
type Cursor = (GroupType, [Place; 3]);

impl<'a> DecompositionCounter<'a> {
    /// `stop` is polled at every state.
    pub fn new(
        context: WalkContext,
        form: CompiledForm,
        concealed: ConcealedTiles,
        stop: &'a mut dyn FnMut() -> bool,
    ) -> DecompositionCounter<'a> {
        let tiles = (0..concealed.len()).map(|place| concealed.tile(place));
        let blue = tiles.filter(|tile| tile.is_galaxy()).filter_map(Tile::kind).collect();
        let last_of = |place| {
            kinds_in_order(blue).filter(|&kind| concealed.meaning(place).contains(kind)).last()
        };
        let last =
            (0..concealed.len()).map(|place| last_of(place).unwrap_or(Kind::FIRST)).collect();
        let (tables, next) = (Tables::get(), FxHashMap::default());
        DecompositionCounter {
            context,
            form,
            tables,
            concealed,
            blue,
            last,
            next,
            ways: 0,
            stop,
            unpolled: 0,
            stopped: false,
        }
    }

    /// The number of decompositions; `None` when stopped.
    pub fn count(mut self) -> Option<u128> {
        let mut states = FxHashMap::from_iter([((self.remaining(), Made::default()), 1)]);
        let kinds = self.concealed.kinds().union(self.orphans());
        for kind in kinds_in_order(self.blue).filter(|&kind| kinds.contains(kind)) {
            for ((remaining, made), ways) in states.drain() {
                if (self.stop)() {
                    return None;
                }
                self.restore(remaining);
                self.ways = ways;
                self.at_kind(kind, made);
                if self.stopped {
                    return None;
                }
            }
            std::mem::swap(&mut states, &mut self.next);
        }
        let goal = self.goal();
        let done = |((remaining, made), ways): (State, u128)| {
            let complete = remaining == 0 && (made.groups, made.pair, made.open) == goal;
            complete.then_some(ways)
        };
        Some(states.into_iter().filter_map(done).sum())
    }

    fn goal(&self) -> (u8, bool, bool) {
        self.context.goal(self.form)
    }

    fn orphans(&self) -> KindSet {
        match self.form {
            CompiledForm::PairsOrOrphans(PairsOrOrphans::Orphans(Orphans { kinds, .. })) => kinds,
            _ => KindSet::EMPTY,
        }
    }

    fn remaining(&self) -> u128 {
        let of = |place| u128::from(self.concealed.remaining(place)) << (REMAINING_BITS * place);
        (0..self.concealed.len()).map(of).sum()
    }

    fn restore(&mut self, remaining: u128) {
        for place in 0..self.concealed.len() {
            let wanted = (remaining >> (REMAINING_BITS * place) & 0x1f) as u8;
            while self.concealed.remaining(place) > wanted {
                self.concealed.take(place);
            }
            while self.concealed.remaining(place) < wanted {
                self.concealed.put_back(place);
            }
        }
    }

    /// Makes every choice of groups at a kind.
    fn at_kind(&mut self, kind: Kind, made: Made) {
        match self.form {
            CompiledForm::MeldsAndPair => {
                self.melds_at(kind, (GroupType::Single, [0; 3]), made);
                if self.context.waits && !made.open {
                    self.open_melds_at(kind, made);
                }
            }
            CompiledForm::PairsOrOrphans(PairsOrOrphans::Pairs(Pairs { quads_as_two, .. })) => {
                self.pairs_at(kind, [0; 2], quads_as_two, made);
                if self.context.waits && !made.open {
                    self.open_pairs_at(kind, quads_as_two, made);
                }
            }
            CompiledForm::PairsOrOrphans(PairsOrOrphans::Orphans(Orphans { kinds, .. })) => {
                self.orphans_at(kind, kinds, made)
            }
        }
    }

    /// Adds the state after a kind, unless it cannot be completed.
    fn pass(&mut self, kind: Kind, made: Made) {
        let too_late =
            |place: Place| self.last[place] == kind && self.concealed.remaining(place) > 0;
        if (0..self.concealed.len()).any(too_late) {
            return;
        }
        if self.form == CompiledForm::MeldsAndPair {
            let more = u32::from(self.context.waits && !made.open);
            if !self.concealed.can_be_completed(self.tables, made.pair, more) {
                return;
            }
        }
        *self.next.entry((self.remaining(), made)).or_default() += self.ways;
    }

    /// The groups made with one more in this kind's suit, if the limit on suits allows it.
    fn with_suit(&self, kind: Kind, made: Made) -> Option<Made> {
        let suits = made.suits.union(Suits::of([kind]));
        self.context.allows(suits).then_some(Made { suits, ..made })
    }

    fn is_stopped(&mut self) -> bool {
        const BETWEEN_POLLS: u32 = 1 << 10;
        self.unpolled += 1;
        if self.unpolled == BETWEEN_POLLS {
            self.unpolled = 0;
            self.stopped |= (self.stop)();
        }
        self.stopped
    }

    fn melds_at(&mut self, kind: Kind, from: Cursor, made: Made) {
        if self.is_stopped() {
            return;
        }
        self.pass(kind, made);
        let Some(with) = self.with_suit(kind, made) else { return };
        if !made.pair && from.0 <= GroupType::Pair {
            let after = Made { pair: true, ..with };
            self.each(GroupType::Pair, [kind; 2], from, after);
        }
        if made.groups == self.goal().0 {
            return;
        }
        let after = Made { groups: made.groups + 1, ..with };
        if from.0 <= GroupType::Triplet {
            self.each(GroupType::Triplet, [kind; 3], from, after);
        }
        if let Some(run) = run_from(kind) {
            self.each(GroupType::Run, run, from, after);
        }
    }

    fn each<const SIZE: usize>(
        &mut self,
        group_type: GroupType,
        kinds: [Kind; SIZE],
        from: Cursor,
        made: Made,
    ) {
        let first = if from.0 == group_type { from.1 } else { [0; 3] };
        for places in self.concealed.fillings(kinds).skip_while(|&places| padded(places) < first) {
            self.concealed.take_all(&places);
            self.melds_at(kinds[0], (group_type, padded(places)), made);
            self.concealed.put_back_all(&places);
        }
    }

    /// A partial group that begins with the kind, then complete ones.
    fn open_melds_at(&mut self, kind: Kind, made: Made) {
        let Some(with) = self.with_suit(kind, made) else { return };
        let with = Made { open: true, ..with };
        if !made.pair {
            for [place] in self.concealed.fillings([kind]) {
                let open = self.context.open_pair(&self.concealed, place, kind);
                self.go_on(open, kind, &[place], Made { pair: true, ..with });
            }
        }
        if made.groups < self.goal().0 {
            let with = Made { groups: made.groups + 1, ..with };
            for second in [Some(kind), kind.shifted(1), kind.shifted(2)].into_iter().flatten() {
                for places in self.concealed.fillings([kind, second]) {
                    let open = self.context.open_meld(&self.concealed, places, [kind, second]);
                    self.go_on(open, kind, &places, with);
                }
            }
        }
    }

    fn go_on(&mut self, open: Option<PackedPartial>, kind: Kind, places: &[Place], made: Made) {
        if open.is_some() {
            self.concealed.take_all(places);
            self.melds_at(kind, (GroupType::Single, [0; 3]), made);
            self.concealed.put_back_all(places);
        }
    }

    fn pairs_at(&mut self, kind: Kind, first: [Place; 2], quads_as_two: bool, made: Made) {
        self.pass(kind, made);
        let Some(with) = self.with_suit(kind, made) else { return };
        if made.groups == self.goal().0 {
            return;
        }
        let with = Made { groups: made.groups + 1, ..with };
        for places in self.concealed.fillings([kind; 2]).skip_while(|&places| places < first) {
            self.concealed.take_all(&places);
            if quads_as_two {
                self.pairs_at(kind, places, true, with);
            } else {
                self.pass(kind, with);
            }
            self.concealed.put_back_all(&places);
        }
    }

    /// An open pair of the kind; beside it complete ones where quads are two pairs.
    fn open_pairs_at(&mut self, kind: Kind, quads_as_two: bool, made: Made) {
        let Some(with) = self.with_suit(kind, made) else { return };
        let made = Made { open: true, groups: made.groups + 1, ..with };
        for [place] in self.concealed.fillings([kind]) {
            if self.context.open_pair(&self.concealed, place, kind).is_none() {
                continue;
            }
            self.concealed.take(place);
            if quads_as_two {
                self.pairs_at(kind, [0; 2], true, made);
            } else {
                self.pass(kind, made);
            }
            self.concealed.put_back(place);
        }
    }

    fn orphans_at(&mut self, kind: Kind, kinds: KindSet, made: Made) {
        if !kinds.contains(kind) {
            return self.pass(kind, made);
        }
        let Some(with) = self.with_suit(kind, made) else { return };
        let with = Made { groups: made.groups + 1, ..with };
        for [place] in self.concealed.fillings([kind]) {
            self.concealed.take(place);
            self.pass(kind, with);
            if self.context.waits
                && !made.open
                && !made.pair
                && self.context.open_pair(&self.concealed, place, kind).is_some()
            {
                self.pass(kind, Made { pair: true, open: true, ..with });
            }
            self.concealed.put_back(place);
        }
        if !made.pair {
            for places in self.concealed.fillings([kind; 2]) {
                self.concealed.take_all(&places);
                self.pass(kind, Made { pair: true, ..with });
                self.concealed.put_back_all(&places);
            }
        }
        if self.context.waits && !made.open && self.context.live.contains(kind) {
            self.pass(kind, Made { open: true, ..with });
        }
    }
}
