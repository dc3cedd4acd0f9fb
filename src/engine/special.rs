//! Pairs alone, and orphans: forms that sets of kinds answer by a few operations on bits.

use super::packed::PackedHand;
use super::row::Rows;
use crate::tile::{Kind, KindSet};
use std::sync::LazyLock;

/// The classes of kinds that a blue tile may be used as: nine numbers, winds, dragons.
static CLASSES: LazyLock<[u64; 11]> = LazyLock::new(|| {
    let of = |index| Kind::from_index(index).map_or(KindSet::EMPTY, Kind::galaxy_class).bits();
    std::array::from_fn(|class| match class {
        9 => of(27),
        10 => of(31),
        number => of(number),
    })
});

const ALL: u64 = KindSet::ALL.bits();

/// Tiles as far as these forms look at them.
#[derive(Debug, Clone, Copy)]
pub(super) struct Tiles {
    /// The kinds of which there are one, two, three, four tiles that stand for that kind alone.
    at_least: [u64; 4],
    /// The kinds of the blue tiles.
    blue: u64,
}

/// One class with blue tiles in it.
struct Class {
    kinds: u64,
    /// Fixed tiles, kinds that they are of, and kinds of which there is an odd number.
    fixed: u32,
    present: u32,
    odd: u32,
    blue: u32,
}

impl Tiles {
    /// The tiles of a hand; of some kinds the plain ones are wild.
    pub fn new(hand: &PackedHand, laizi: KindSet) -> Tiles {
        let at_least = [1, 2, 3, 4].map(|count| hand.rows().at_least(count).without(laizi).bits());
        Tiles { at_least, blue: hand.blue() }
    }

    fn odd(&self) -> u64 {
        let [one, two, three, four] = self.at_least;
        one & !two | three & !four
    }

    fn classes(&self) -> impl Iterator<Item = Class> + '_ {
        let with_blue = CLASSES.iter().filter(|&&kinds| self.blue & kinds != 0);
        with_blue.map(|&kinds| Class {
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

/// A form whose groups stand apart from each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Layout {
    Pairs(Pairs),
    Orphans(Orphans),
}

impl Layout {
    /// How many tiles it has.
    #[inline]
    pub fn tiles(&self) -> usize {
        match self {
            Layout::Pairs(pairs) => 2 * usize::from(pairs.count),
            Layout::Orphans(_) => Orphans::SIZE,
        }
    }

    /// [`Layout::win`] of tiles that stand for their own kinds: a look at their counts.
    #[inline(always)]
    pub fn win_plain(&self, hand: &PackedHand) -> bool {
        match self {
            Layout::Pairs(pairs) => !hand.rows().has_odd() && pairs.may_be(hand.rows()),
            Layout::Orphans(orphans) => orphans.may_be(hand.rows()) && self.win_by_sets(hand),
        }
    }

    /// [`Layout::holes`] of tiles that stand for their own kinds.
    #[inline(always)]
    pub fn holes_plain(&self, hand: &PackedHand) -> u64 {
        match self {
            Layout::Pairs(pairs) if hand.rows().has_one_odd() && pairs.may_be(hand.rows()) => {
                hand.rows().odd().bits()
            }
            Layout::Orphans(orphans) if orphans.may_be(hand.rows()) => self.holes_by_sets(hand),
            _ => 0,
        }
    }

    /// Whether so many tiles are such a form.
    pub fn win(&self, tiles: &Tiles) -> bool {
        match self {
            Layout::Pairs(pairs) => pairs.win(tiles),
            Layout::Orphans(orphans) => orphans.win(tiles),
        }
    }

    /// The kinds whose addition makes the tiles, one too few, such a form.
    pub fn holes(&self, tiles: &Tiles) -> u64 {
        match self {
            Layout::Pairs(pairs) => pairs.holes(tiles),
            Layout::Orphans(orphans) => orphans.holes(tiles),
        }
    }

    #[inline(never)]
    fn win_by_sets(&self, hand: &PackedHand) -> bool {
        self.win(&Tiles::new(hand, KindSet::EMPTY))
    }

    #[inline(never)]
    fn holes_by_sets(&self, hand: &PackedHand) -> u64 {
        self.holes(&Tiles::new(hand, KindSet::EMPTY))
    }
}

/// A form of pairs alone: so many, and whether several may be of one kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Pairs {
    pub count: u8,
    pub quads_as_two: bool,
}

impl Pairs {
    /// Whether no kind has too many tiles.
    #[inline]
    fn may_be(self, rows: &Rows) -> bool {
        self.quads_as_two || !rows.has_three()
    }

    /// The least number of pairs that hold all tiles that are not wild; the wild ones make the rest.
    /// `None` where a kind or a class has too many tiles.
    fn least(self, tiles: &Tiles) -> Option<u32> {
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

    /// The least number of pairs of a class with these tiles in it.
    fn of_class(self, fixed: u32, present: u32, odd: u32, blue: u32, class: &Class) -> Option<u32> {
        if self.quads_as_two {
            return Some((fixed + odd) / 2 + blue.saturating_sub(odd).div_ceil(2));
        }
        let pairs = present.max((fixed + blue).div_ceil(2));
        (pairs <= class.kinds.count_ones()).then_some(pairs)
    }

    /// Whether the tiles, twice as many as pairs, are pairs.
    fn win(self, tiles: &Tiles) -> bool {
        self.least(tiles).is_some_and(|least| least <= self.count.into())
    }

    /// The kinds whose addition makes the tiles, one less than twice as many as pairs, pairs.
    fn holes(self, tiles: &Tiles) -> u64 {
        let count = u32::from(self.count);
        let Some(least) = self.least(tiles) else { return 0 };
        if least > count {
            return 0;
        }
        let [_, two, _, _] = tiles.at_least;
        let taken = if self.quads_as_two { 0 } else { two };
        // A tile that finds its like needs no further pair.
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
pub(super) struct Orphans {
    pub kinds: KindSet,
    /// As many tiles of each of the kinds as two bits can say.
    room: Rows,
}

impl Orphans {
    /// How many tiles the form has: thirteen kinds, one of them twice.
    pub const SIZE: usize = 14;

    /// The form with these kinds, thirteen.
    pub fn new(kinds: KindSet) -> Orphans {
        Orphans { kinds, room: Rows::of_kinds(kinds, 3) }
    }

    /// Whether no tile is in the way: hardly a hand gets further.
    #[inline]
    fn may_be(&self, rows: &Rows) -> bool {
        !rows.exceeds(&self.room)
    }

    /// How many kinds must be there twice; `None` where some tile finds no place.
    fn twice(self, tiles: &Tiles) -> Option<u32> {
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

    /// How many kinds of a class must be there twice, of which `twice` are already.
    fn of_class(self, class: &Class, fixed: u32, twice: u32) -> Option<u32> {
        let kinds = (class.kinds & self.kinds.bits()).count_ones();
        let more = (fixed + class.blue).saturating_sub(kinds);
        (more <= 1 && kinds > 0).then_some(twice.max(more))
    }

    /// Whether as many tiles as the form has are such tiles.
    fn win(self, tiles: &Tiles) -> bool {
        self.twice(tiles).is_some_and(|twice| twice <= 1)
    }

    /// The kinds whose addition completes the form.
    fn holes(self, tiles: &Tiles) -> u64 {
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
