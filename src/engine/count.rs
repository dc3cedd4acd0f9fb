//! Counting decompositions without listing them.
//!
//! The kinds are gone through [in turn](in_turn). What is left of each tile, and what groups are still to
//! come, is all that the rest depends on; how many ways lead to each such state is carried from kind to
//! kind.

use super::deck::{Deck, Place, padded};
use super::list::{Setting, run_from};
use super::piece::OpenPiece;
use super::plan::Shape;
use super::special::{Layout, Orphans, Pairs};
use super::tables::Tables;
use crate::group::GroupType;
use crate::problem::Suits;
use crate::tile::{Kind, KindSet, Tile};
use rustc_hash::FxHashMap;

/// The kinds in the order in which they are gone through. Where blue tiles may be of any suit, number by
/// number, 1m 1p 1s 2m … 9s, so that each has its last chance soon; else suit by suit, so that the runs
/// of one suit alone are under way at any time. The honours come last.
pub(super) fn in_turn(blue: KindSet) -> impl Iterator<Item = Kind> + Clone {
    let by_number = blue.iter().any(|kind| kind.suit().is_numbered());
    let kind = move |at: usize| if by_number && at < 27 { at % 3 * 9 + at / 3 } else { at };
    (0..Kind::COUNT).map(kind).filter_map(Kind::from_index)
}

/// What groups are made so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
struct Made {
    /// Melds, pairs of a form of pairs, or orphans.
    groups: u8,
    pair: bool,
    open: bool,
    suits: Suits,
}

/// What is left of each tile, five bits each, and what is made.
type State = (u128, Made);

const LEFT_BITS: usize = 5;

/// Counts the decompositions of one form.
pub(super) struct Counter<'a> {
    setting: Setting,
    shape: Shape,
    tables: &'static Tables,
    deck: Deck,
    /// The kinds of the blue tiles.
    blue: KindSet,
    /// For each place, the last kind in the counter's order that the tile may stand for.
    last: Vec<Kind>,
    next: FxHashMap<State, u128>,
    ways: u128,
    stop: &'a mut dyn FnMut() -> bool,
}

/// Where the next group of a kind may begin.
type Cursor = (GroupType, [Place; 3]);

impl<'a> Counter<'a> {
    /// `stop` is polled at every state.
    pub fn new(
        setting: Setting,
        shape: Shape,
        deck: Deck,
        stop: &'a mut dyn FnMut() -> bool,
    ) -> Counter<'a> {
        let tiles = (0..deck.len()).map(|place| deck.tile(place));
        let blue = tiles.filter(|tile| tile.is_galaxy()).filter_map(Tile::kind).collect();
        let last_of =
            |place| in_turn(blue).filter(|&kind| deck.meaning(place).contains(kind)).last();
        let last = (0..deck.len()).map(|place| last_of(place).unwrap_or(Kind::FIRST)).collect();
        let (tables, next) = (Tables::get(), FxHashMap::default());
        Counter { setting, shape, tables, deck, blue, last, next, ways: 0, stop }
    }

    /// The number of decompositions; `None` when stopped.
    pub fn count(mut self) -> Option<u128> {
        let mut states = FxHashMap::from_iter([((self.left(), Made::default()), 1)]);
        let kinds = self.deck.reached().union(self.orphans());
        for kind in in_turn(self.blue).filter(|&kind| kinds.contains(kind)) {
            for ((left, made), ways) in states.drain() {
                if (self.stop)() {
                    return None;
                }
                self.restore(left);
                self.ways = ways;
                self.at_kind(kind, made);
            }
            std::mem::swap(&mut states, &mut self.next);
        }
        let full = self.full();
        let done = |((left, made), ways): ((u128, Made), u128)| {
            let complete = left == 0 && (made.groups, made.pair, made.open) == full;
            complete.then_some(ways)
        };
        Some(states.into_iter().filter_map(done).sum())
    }

    fn full(&self) -> (u8, bool, bool) {
        self.shape.full(&self.setting)
    }

    fn orphans(&self) -> KindSet {
        match self.shape {
            Shape::Apart(Layout::Orphans(Orphans { kinds, .. })) => kinds,
            _ => KindSet::EMPTY,
        }
    }

    fn left(&self) -> u128 {
        let of = |place| u128::from(self.deck.left(place)) << (LEFT_BITS * place);
        (0..self.deck.len()).map(of).sum()
    }

    fn restore(&mut self, left: u128) {
        for place in 0..self.deck.len() {
            let wanted = (left >> (LEFT_BITS * place) & 0x1f) as u8;
            while self.deck.left(place) > wanted {
                self.deck.take(place);
            }
            while self.deck.left(place) < wanted {
                self.deck.give(place);
            }
        }
    }

    /// All that may be made at a kind.
    fn at_kind(&mut self, kind: Kind, made: Made) {
        match self.shape {
            Shape::Standard => {
                self.melds_at(kind, (GroupType::Single, [0; 3]), made);
                if self.setting.waits && !made.open {
                    self.open_melds_at(kind, made);
                }
            }
            Shape::Apart(Layout::Pairs(Pairs { quads_as_two, .. })) => {
                self.pairs_at(kind, [0; 2], quads_as_two, made);
                if self.setting.waits && !made.open {
                    self.open_pairs_at(kind, quads_as_two, made);
                }
            }
            Shape::Apart(Layout::Orphans(Orphans { kinds, .. })) => {
                self.orphans_at(kind, kinds, made)
            }
        }
    }

    /// Notes the state after a kind, unless it leads nowhere.
    fn pass(&mut self, kind: Kind, made: Made) {
        let too_late = |place: Place| self.last[place] == kind && self.deck.left(place) > 0;
        if (0..self.deck.len()).any(too_late) {
            return;
        }
        if self.shape == Shape::Standard {
            let more = u32::from(self.setting.waits && !made.open);
            if !self.deck.can_be_completed(self.tables, made.pair, more) {
                return;
            }
        }
        *self.next.entry((self.left(), made)).or_default() += self.ways;
    }

    /// With a group more in this kind's suit, if the limit on suits allows.
    fn with_suit(&self, kind: Kind, made: Made) -> Option<Made> {
        let suits = made.suits.union(Suits::of([kind]));
        self.setting.allows(suits).then_some(Made { suits, ..made })
    }

    fn melds_at(&mut self, kind: Kind, from: Cursor, made: Made) {
        self.pass(kind, made);
        let Some(with) = self.with_suit(kind, made) else { return };
        if !made.pair && from.0 <= GroupType::Pair {
            let after = Made { pair: true, ..with };
            self.each(GroupType::Pair, [kind; 2], from, after);
        }
        if made.groups == self.full().0 {
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
        for places in self.deck.fillings(kinds).skip_while(|&places| padded(places) < first) {
            self.deck.take_all(&places);
            self.melds_at(kinds[0], (group_type, padded(places)), made);
            self.deck.give_all(&places);
        }
    }

    /// An open group that begins with the kind, then the complete ones.
    fn open_melds_at(&mut self, kind: Kind, made: Made) {
        let Some(with) = self.with_suit(kind, made) else { return };
        let with = Made { open: true, ..with };
        if !made.pair {
            for [place] in self.deck.fillings([kind]) {
                let open = self.setting.open_pair(&self.deck, place, kind);
                self.go_on(open, kind, &[place], Made { pair: true, ..with });
            }
        }
        if made.groups < self.full().0 {
            let with = Made { groups: made.groups + 1, ..with };
            for second in [Some(kind), kind.shifted(1), kind.shifted(2)].into_iter().flatten() {
                for places in self.deck.fillings([kind, second]) {
                    let open = self.setting.open_meld(&self.deck, places, [kind, second]);
                    self.go_on(open, kind, &places, with);
                }
            }
        }
    }

    fn go_on(&mut self, open: Option<OpenPiece>, kind: Kind, places: &[Place], made: Made) {
        if open.is_some() {
            self.deck.take_all(places);
            self.melds_at(kind, (GroupType::Single, [0; 3]), made);
            self.deck.give_all(places);
        }
    }

    fn pairs_at(&mut self, kind: Kind, first: [Place; 2], quads_as_two: bool, made: Made) {
        self.pass(kind, made);
        let Some(with) = self.with_suit(kind, made) else { return };
        if made.groups == self.full().0 {
            return;
        }
        let with = Made { groups: made.groups + 1, ..with };
        for places in self.deck.fillings([kind; 2]).skip_while(|&places| places < first) {
            self.deck.take_all(&places);
            if quads_as_two {
                self.pairs_at(kind, places, true, with);
            } else {
                self.pass(kind, with);
            }
            self.deck.give_all(&places);
        }
    }

    /// An open pair of the kind; beside it complete ones where quads are two pairs.
    fn open_pairs_at(&mut self, kind: Kind, quads_as_two: bool, made: Made) {
        let Some(with) = self.with_suit(kind, made) else { return };
        let made = Made { open: true, groups: made.groups + 1, ..with };
        for [place] in self.deck.fillings([kind]) {
            if self.setting.open_pair(&self.deck, place, kind).is_none() {
                continue;
            }
            self.deck.take(place);
            if quads_as_two {
                self.pairs_at(kind, [0; 2], true, made);
            } else {
                self.pass(kind, made);
            }
            self.deck.give(place);
        }
    }

    fn orphans_at(&mut self, kind: Kind, kinds: KindSet, made: Made) {
        if !kinds.contains(kind) {
            return self.pass(kind, made);
        }
        let Some(with) = self.with_suit(kind, made) else { return };
        let with = Made { groups: made.groups + 1, ..with };
        for [place] in self.deck.fillings([kind]) {
            self.deck.take(place);
            self.pass(kind, with);
            if self.setting.waits
                && !made.open
                && !made.pair
                && self.setting.open_pair(&self.deck, place, kind).is_some()
            {
                self.pass(kind, Made { pair: true, open: true, ..with });
            }
            self.deck.give(place);
        }
        if !made.pair {
            for places in self.deck.fillings([kind; 2]) {
                self.deck.take_all(&places);
                self.pass(kind, Made { pair: true, ..with });
                self.deck.give_all(&places);
            }
        }
        if self.setting.waits && !made.open && self.setting.live.contains(kind) {
            self.pass(kind, Made { open: true, ..with });
        }
    }
}
