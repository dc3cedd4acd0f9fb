//! Wins and waits of the forms of pairs alone and of orphans: a few operations on sets of kinds.
//!
//! This runs for every win and every wait under a rule set with such forms, when the hand has their
//! number of tiles and no called meld, and before lists and counts of these forms.

use crate::engine::digits::{KindDigits, PartDigits};
use crate::engine::packed_hand::PackedHand;
use crate::tile::{Kind, KindSet};
use std::sync::LazyLock;

/// The classes of kinds that a blue tile may be used as: nine numbers, winds, dragons.
pub(in crate::engine) static GALAXY_CLASSES: LazyLock<[u64; 11]> = LazyLock::new(|| {
    let of = |index| Kind::from_index(index).map_or(KindSet::EMPTY, Kind::galaxy_class).bits();
    std::array::from_fn(|class| match class {
        9 => of(27),
        10 => of(31),
        number => of(number),
    })
});

const ALL: u64 = KindSet::ALL.bits();

/// The fixed tiles of a hand, those that may be used as their own kind alone, as sets of kinds by
/// their count; and the blue tiles.
#[derive(Debug, Clone, Copy)]
pub(in crate::engine) struct KindsByCount {
    /// The kinds of which there are at least one, two, three, four fixed tiles.
    at_least: [u64; 4],
    /// The kinds of the blue tiles.
    blue: u64,
}

/// A galaxy class of which the hand has blue tiles.
struct GalaxyClass {
    kinds: u64,
    /// The number of fixed tiles, of their kinds, and of kinds with an odd number of fixed tiles.
    fixed: u32,
    present: u32,
    odd: u32,
    blue: u32,
}

impl KindsByCount {
    /// The tiles of a hand. The plain tiles of the kinds `laizi` are wild, and are left out.
    pub fn new(hand: &PackedHand, laizi: KindSet) -> KindsByCount {
        let at_least =
            [1, 2, 3, 4].map(|count| hand.digits().at_least(count).without(laizi).bits());
        KindsByCount { at_least, blue: hand.blue() }
    }

    fn odd(&self) -> u64 {
        let [one, two, three, four] = self.at_least;
        one & !two | three & !four
    }

    fn classes(&self) -> impl Iterator<Item = GalaxyClass> + '_ {
        let with_blue = GALAXY_CLASSES.iter().filter(|&&kinds| self.blue & kinds != 0);
        with_blue.map(|&kinds| GalaxyClass {
            kinds,
            fixed: self.at_least.iter().map(|of| (of & kinds).count_ones()).sum(),
            present: (self.at_least[0] & kinds).count_ones(),
            odd: (self.odd() & kinds).count_ones(),
            blue: (self.blue & kinds).count_ones(),
        })
    }

    /// The kinds that share a class with a blue tile.
    fn beside_blue(&self) -> u64 {
        self.classes().fold(0, |kinds, class| kinds | class.kinds)
    }
}

/// A form of pairs alone, or of orphans.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::engine) enum PairsOrOrphans {
    Pairs(Pairs),
    Orphans(Orphans),
}

impl PairsOrOrphans {
    /// How many tiles the form has.
    #[inline]
    pub fn tiles(&self) -> usize {
        match self {
            PairsOrOrphans::Pairs(pairs) => 2 * usize::from(pairs.count),
            PairsOrOrphans::Orphans(_) => Orphans::SIZE,
        }
    }

    /// The same as [`PairsOrOrphans::win`] for a hand without wild tiles, from its digits.
    #[inline(always)]
    pub fn win_without_wilds(&self, hand: &PackedHand) -> bool {
        match self {
            PairsOrOrphans::Pairs(pairs) => !hand.digits().has_odd() && pairs.may_be(hand.digits()),
            PairsOrOrphans::Orphans(orphans) => {
                orphans.may_be(hand.digits()) && self.win_by_sets(hand)
            }
        }
    }

    /// The same as [`PairsOrOrphans::holes`] for a hand without wild tiles.
    #[inline(always)]
    pub fn holes_without_wilds(&self, hand: &PackedHand) -> u64 {
        match self {
            PairsOrOrphans::Pairs(pairs)
                if hand.digits().has_one_odd() && pairs.may_be(hand.digits()) =>
            {
                hand.digits().odd().bits()
            }
            PairsOrOrphans::Orphans(orphans) if orphans.may_be(hand.digits()) => {
                self.holes_by_sets(hand)
            }
            _ => 0,
        }
    }

    /// Whether the tiles, as many as the form has, are complete in it.
    pub fn win(&self, tiles: &KindsByCount) -> bool {
        match self {
            PairsOrOrphans::Pairs(pairs) => pairs.win(tiles),
            PairsOrOrphans::Orphans(orphans) => orphans.win(tiles),
        }
    }

    /// The kinds whose addition completes the form; the tiles are one fewer than it has.
    pub fn holes(&self, tiles: &KindsByCount) -> u64 {
        match self {
            PairsOrOrphans::Pairs(pairs) => pairs.holes(tiles),
            PairsOrOrphans::Orphans(orphans) => orphans.holes(tiles),
        }
    }

    #[inline(never)]
    fn win_by_sets(&self, hand: &PackedHand) -> bool {
        self.win(&KindsByCount::new(hand, KindSet::EMPTY))
    }

    #[inline(never)]
    fn holes_by_sets(&self, hand: &PackedHand) -> u64 {
        self.holes(&KindsByCount::new(hand, KindSet::EMPTY))
    }
}

/// A form of pairs alone: how many, and whether four tiles of a kind may be two of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::engine) struct Pairs {
    pub count: u8,
    pub quads_as_two: bool,
}

impl Pairs {
    /// Whether no kind has too many tiles for pairs. This excludes most hands at once.
    #[inline]
    fn may_be(self, digits: &KindDigits) -> bool {
        self.quads_as_two || !digits.has_three()
    }

    /// The least number of pairs that can hold all fixed and blue tiles, with wild tiles in the rest of
    /// their places. `None` where a kind or a class has too many tiles.
    fn least(self, tiles: &KindsByCount) -> Option<u32> {
        let [one, _, three, _] = tiles.at_least;
        if !self.quads_as_two && three != 0 {
            return None;
        }
        if tiles.blue == 0 {
            return Some(one.count_ones() + three.count_ones());
        }
        let beside = tiles.beside_blue();
        let mut least = (one & !beside).count_ones() + (three & !beside).count_ones();
        for class in tiles.classes() {
            least += self.of_class(class.fixed, class.present, class.odd, class.blue, &class)?;
        }
        Some(least)
    }

    /// The least number of pairs that can hold these tiles of a galaxy class.
    fn of_class(
        self,
        fixed: u32,
        present: u32,
        odd: u32,
        blue: u32,
        class: &GalaxyClass,
    ) -> Option<u32> {
        if self.quads_as_two {
            return Some((fixed + odd) / 2 + blue.saturating_sub(odd).div_ceil(2));
        }
        let pairs = present.max((fixed + blue).div_ceil(2));
        (pairs <= class.kinds.count_ones()).then_some(pairs)
    }

    /// See [`PairsOrOrphans::win`].
    fn win(self, tiles: &KindsByCount) -> bool {
        self.least(tiles).is_some_and(|least| least <= self.count.into())
    }

    /// See [`PairsOrOrphans::holes`].
    fn holes(self, tiles: &KindsByCount) -> u64 {
        let count = u32::from(self.count);
        let Some(least) = self.least(tiles) else { return 0 };
        if least > count {
            return 0;
        }
        let [_, two, _, _] = tiles.at_least;
        let taken = if self.quads_as_two { 0 } else { two };
        // A tile of a kind with an odd count completes a pair and needs no further one.
        let mut holes = if least < count { ALL & !taken } else { tiles.odd() & !taken };
        if tiles.blue == 0 {
            return holes;
        }
        for class in tiles.classes() {
            holes &= !class.kinds;
            let of = |fixed, present, odd| self.of_class(fixed, present, odd, class.blue, &class);
            let Some(now) = of(class.fixed, class.present, class.odd) else { return 0 };
            let fits = |after: Option<u32>| after.is_some_and(|pairs| least - now + pairs <= count);
            let (odd, even) = (class.kinds & tiles.odd(), class.kinds & !tiles.odd() & !taken);
            if odd != 0 && fits(of(class.fixed + 1, class.present, class.odd - 1)) {
                holes |= odd;
            }
            if fits(of(class.fixed + 1, class.present + 1, class.odd + 1)) {
                holes |= even;
            }
        }
        holes
    }
}

/// A form of one tile of each kind of a set, and one of them twice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::engine) struct Orphans {
    pub kinds: KindSet,
    /// A mask of digits: two bits, so up to three tiles, for each of the kinds.
    room: KindDigits,
    /// A mask of all digits of the kinds.
    pub whole: KindDigits,
}

impl Orphans {
    /// How many tiles the form has: thirteen kinds, one of them twice.
    pub const SIZE: usize = 14;

    /// The form with these kinds, thirteen.
    pub fn new(kinds: KindSet) -> Orphans {
        Orphans {
            kinds,
            room: KindDigits::of_kinds(kinds, 3),
            whole: KindDigits::of_kinds(kinds, PartDigits::MOST),
        }
    }

    /// Whether no tile is of another kind, and none four times. This excludes nearly all hands at once.
    #[inline]
    fn may_be(&self, digits: &KindDigits) -> bool {
        !digits.exceeds(&self.room)
    }

    /// How many kinds must be held twice. `None` where some tile has no place in the form.
    fn twice(self, tiles: &KindsByCount) -> Option<u32> {
        let [one, two, three, _] = tiles.at_least;
        if one & !self.kinds.bits() != 0 || three != 0 {
            return None;
        }
        if tiles.blue == 0 {
            return Some(two.count_ones());
        }
        let mut twice = (two & !tiles.beside_blue()).count_ones();
        for class in tiles.classes() {
            twice += self.of_class(&class, class.fixed, class.fixed - class.present)?;
        }
        Some(twice)
    }

    /// How many kinds of a galaxy class must be held twice; `twice` of them are already.
    fn of_class(self, class: &GalaxyClass, fixed: u32, twice: u32) -> Option<u32> {
        let kinds = (class.kinds & self.kinds.bits()).count_ones();
        let more = (fixed + class.blue).saturating_sub(kinds);
        (more <= 1 && kinds > 0).then_some(twice.max(more))
    }

    /// See [`PairsOrOrphans::win`].
    fn win(self, tiles: &KindsByCount) -> bool {
        self.twice(tiles).is_some_and(|twice| twice <= 1)
    }

    /// See [`PairsOrOrphans::holes`].
    fn holes(self, tiles: &KindsByCount) -> u64 {
        let Some(twice) = self.twice(tiles) else { return 0 };
        if twice > 1 {
            return 0;
        }
        let [one, two, ..] = tiles.at_least;
        let mut holes = self.kinds.bits() & !if twice == 1 { one } else { two };
        if tiles.blue == 0 {
            return holes;
        }
        for class in tiles.classes() {
            holes &= !class.kinds;
            let of_class = |fixed, twice| self.of_class(&class, fixed, twice);
            let doubled = class.fixed - class.present;
            let Some(now) = of_class(class.fixed, doubled) else { return 0 };
            let fits = |after: Option<u32>| after.is_some_and(|of| twice - now + of <= 1);
            let of = class.kinds & self.kinds.bits();
            if fits(of_class(class.fixed + 1, doubled)) {
                holes |= of & !one;
            }
            if fits(of_class(class.fixed + 1, doubled + 1)) {
                holes |= of & one & !two;
            }
        }
        holes
    }
}
