//! What is known while the sweep goes from kind to kind.

use super::fields::Fields;
use super::plan::Apart;
use crate::rules::Spacing;
use crate::tile::{Kind, KindSet, Suits};

/// Whether a place waits for a tile, and what may fill it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum HolePlace {
    /// No place waits.
    None,
    /// A place of a group, which natural tiles and those of these classes may fill.
    Of(u16),
    /// A free tile.
    Free,
}

/// Runs that are begun and not ended: three bits for each of a part's runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub(super) struct Begun(u64);

impl Begun {
    #[inline]
    pub fn of(self, run: u8) -> u8 {
        (self.0 >> (3 * run)) as u8 & 7
    }

    #[inline]
    pub fn with(self, run: u8, count: u8) -> Begun {
        Begun(self.0 + (u64::from(count) << (3 * run)))
    }

    #[inline]
    pub fn without(self, run: u8) -> Begun {
        Begun(self.0 & !(7 << (3 * run)))
    }

    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub fn bits(self) -> u64 {
        self.0
    }
}

/// The number of the last group in this suit, for each pattern that keeps its groups apart; zero where
/// there is none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub(super) struct LastNumbers(u32);

impl LastNumbers {
    pub fn bits(self) -> u32 {
        self.0
    }

    fn get(self, place: u8) -> u8 {
        (self.0 >> (4 * place)) as u8 & 15
    }

    fn with(self, place: u8, number: u8) -> LastNumbers {
        let cleared = self.0 & !(15 << (4 * place));
        LastNumbers(cleared | u32::from(number) << (4 * place))
    }

    /// The numbers once a group of the pattern begins at this kind, and whether it is the suit's first;
    /// `None` where it may not.
    pub fn begin(self, apart: Apart, kind: Kind) -> Option<(LastNumbers, bool)> {
        // Of runs, those that do not begin with one of the first three numbers are not bound.
        let binds = kind.suit().is_numbered() && !(apart.of_runs && kind.number() > 3);
        if !binds {
            return Some((self, false));
        }
        let (last, number) = (self.get(apart.place), kind.number());
        let fits = last == 0
            || match apart.by {
                Spacing::Free => true,
                Spacing::Gap(gap) => number - last >= gap,
                Spacing::Knitted => !apart.of_runs && number != last && number % 3 == last % 3,
            };
        fits.then(|| (self.with(apart.place, number), last == 0))
    }
}

/// A choice of groups up to some kind. Two choices that are alike in all but the hole's kinds go on as
/// one. Kept small, for they are sorted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub(super) struct State {
    pub fields: Fields,
    pub begun: Begun,
    marks: Marks,
    /// The kinds that the hole may be of, one bit each.
    kinds: u64,
}

/// Last numbers, suits, the hole, and how many wild tiles are their own kind at the kind in hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
struct Marks(u64);

impl Marks {
    const SUITS: u32 = 32;
    const HOLE: u32 = 35;
    const OWN: u32 = 53;

    /// A hole's code: its classes above two bits that say which sort it is.
    const OF: u64 = 1;
    const FREE: u64 = 2;

    #[inline]
    fn part(self, from: u32, bits: u32) -> u64 {
        self.0 >> from & ((1 << bits) - 1)
    }

    #[inline]
    fn with(self, from: u32, bits: u32, part: u64) -> Marks {
        Marks(self.0 & !(((1 << bits) - 1) << from) | part << from)
    }
}

impl State {
    #[inline]
    pub fn last(&self) -> LastNumbers {
        LastNumbers(self.marks.part(0, 32) as u32)
    }

    #[inline]
    pub fn set_last(&mut self, last: LastNumbers) {
        self.marks = self.marks.with(0, 32, last.0.into());
    }

    #[inline]
    pub fn suits(&self) -> Suits {
        Suits::of_bits(self.marks.part(Marks::SUITS, 3) as u8)
    }

    #[inline]
    pub fn use_suits(&mut self, suits: Suits) {
        self.marks.0 |= u64::from(suits.bits()) << Marks::SUITS;
    }

    #[inline]
    pub fn hole(&self) -> HolePlace {
        let code = self.marks.part(Marks::HOLE, 18);
        match code & 3 {
            Marks::OF => HolePlace::Of((code >> 2) as u16),
            Marks::FREE => HolePlace::Free,
            _ => HolePlace::None,
        }
    }

    #[inline]
    pub fn waits(&self) -> bool {
        self.marks.part(Marks::HOLE, 2) != 0
    }

    /// The same with a hole of this kind.
    pub fn waiting(mut self, hole: HolePlace, kind: Kind) -> State {
        let code = match hole {
            HolePlace::None => 0,
            HolePlace::Of(classes) => u64::from(classes) << 2 | Marks::OF,
            HolePlace::Free => Marks::FREE,
        };
        self.marks = self.marks.with(Marks::HOLE, 18, code);
        self.kinds |= 1 << kind.index();
        self
    }

    /// The same, whatever kinds the hole may be of.
    pub fn of_any_hole(mut self) -> State {
        self.kinds = 0;
        self
    }

    pub fn hole_kinds(&self) -> KindSet {
        KindSet::of_bits(self.kinds)
    }

    /// How many wild tiles of a sort are their own kind at the kind in hand.
    #[inline]
    pub fn own(&self, sort: usize) -> u8 {
        self.marks.part(Marks::OWN + 5 * sort as u32, 5) as u8
    }

    #[inline]
    pub fn use_own(&mut self, sort: usize) {
        self.marks.0 += 1 << (Marks::OWN + 5 * sort as u32);
    }

    #[inline]
    pub fn forget_own(&mut self) {
        self.marks.0 &= (1 << Marks::OWN) - 1;
    }

    /// Joins states that go on alike.
    pub fn merge(states: &mut Vec<State>) {
        states.sort_unstable();
        states.dedup_by(|later, first| {
            let same = later.fields == first.fields
                && later.begun == first.begun
                && later.marks == first.marks;
            if same {
                first.kinds |= later.kinds;
            }
            same
        });
    }

    /// What both choices have used together, made at different kinds; at most one has a hole, and neither
    /// has runs that are not ended.
    #[inline]
    pub fn beside(&self, other: &State) -> State {
        State {
            fields: self.fields.plus(other.fields),
            begun: Begun::default(),
            marks: Marks(self.marks.0 | other.marks.0),
            kinds: self.kinds | other.kinds,
        }
    }
}

/// Choices as they are found; those that go on alike become one.
#[derive(Debug, Default)]
pub(super) struct States {
    found: Vec<State>,
    /// How many of the first are known to differ.
    merged: usize,
    /// How many were found since the beginning, those among them that became one.
    pushed: usize,
}

impl States {
    /// So many may wait to be merged, and as many as are merged.
    const MOST_WAITING: usize = 1 << 12;

    /// More than these take too long: some hundred milliseconds.
    const MOST_PUSHED: usize = 1 << 21;

    #[inline]
    pub fn push(&mut self, state: State) {
        self.pushed += 1;
        if self.are_too_many() {
            return;
        }
        self.found.push(state);
        if self.found.len() > 2 * self.merged + States::MOST_WAITING {
            self.merge();
        }
    }

    pub fn extend(&mut self, states: impl Iterator<Item = State>) {
        states.for_each(|state| self.push(state));
    }

    /// Whether more were found than is worth the time. Those beyond are forgotten.
    pub fn are_too_many(&self) -> bool {
        self.pushed > States::MOST_PUSHED
    }

    fn merge(&mut self) {
        State::merge(&mut self.found);
        self.merged = self.found.len();
    }

    /// Puts the choices, in order, in the place of others, and begins anew.
    pub fn replace(&mut self, states: &mut Vec<State>) {
        self.merge();
        std::mem::swap(&mut self.found, states);
        self.found.clear();
        self.merged = 0;
    }
}
