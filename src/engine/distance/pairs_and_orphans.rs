//! How far a hand is from pairs alone, or from orphans: sets of kinds, and blue tiles class by class.
//!
//! Wild tiles of any kind each take the place of a tile to be drawn. Blue tiles are used greedily: beside a
//! single tile first, for it becomes a pair by one tile alone.

use super::{InForm, TilesLeft};
use crate::engine::digits::KindDigits;
use crate::engine::need::melds_and_pair::TilesByUse;
use crate::engine::need::pairs_and_orphans::{GALAXY_CLASSES, Orphans, Pairs};
use crate::tile::{Kind, KindSet, Suits};

/// The tiles of a hand as sets of kinds.
pub(super) struct Kinds {
    /// The kinds of which there are at least one, two, three, four tiles that are of their kind alone.
    at_least: [u64; 4],
    blue: u64,
    wilds: u8,
    playable: u64,
}

impl Kinds {
    pub fn new(tiles: &TilesByUse<'_>, blue: u64, playable: KindSet) -> Kinds {
        let at_least = [1, 2, 3, 4].map(|count| tiles.fixed.at_least(count).bits());
        Kinds { at_least, blue, wilds: tiles.wilds as u8, playable: playable.bits() }
    }

    /// The same without the kinds of other numbered suits.
    pub fn in_suits(&self, suits: Suits) -> Kinds {
        let allowed =
            Kind::all().filter(|kind| !kind.suit().is_numbered() || suits.contains(kind.suit()));
        let allowed = allowed.collect::<KindSet>().bits();
        let at_least = self.at_least.map(|kinds| kinds & allowed);
        Kinds { at_least, playable: self.playable & allowed, ..*self }
    }

    /// The classes of which the hand has blue tiles, and how many.
    fn classes(&self) -> impl Iterator<Item = (u64, u32)> + '_ {
        let classes = if self.blue == 0 { [].iter() } else { GALAXY_CLASSES.iter() };
        let count = |&kinds: &u64| (kinds, (self.blue & kinds).count_ones());
        classes.map(count).filter(|(_, blue)| *blue > 0)
    }

    /// The answer where so many tiles are lacking without wild ones.
    fn answer(&self, lacking: u32, kinds: impl FnOnce() -> u64) -> InForm {
        let distance = (lacking as u8).saturating_sub(self.wilds);
        let kinds = if distance == 0 { 0 } else { kinds() };
        InForm { distance, kinds: KindSet::of_bits(kinds & self.playable) }
    }
}

/// Kinds of a class, or of all classes: how many pairs there are, how many single tiles beside them, and of
/// how many kinds there is none.
#[derive(Clone, Copy)]
struct Pairing {
    pairs: u32,
    singles: u32,
    empty: u32,
}

impl Pairing {
    /// The pairs and singles with so many blue tiles more. Each kind is one pair at most unless quads are
    /// two.
    fn with_blue(self, blue: u32, quads_as_two: bool) -> Pairing {
        let beside = blue.min(self.singles);
        let room = if quads_as_two { u32::MAX } else { 2 * self.empty };
        let alone = (blue - beside).min(room);
        Pairing {
            pairs: self.pairs + beside + alone / 2,
            singles: self.singles - beside + alone % 2,
            empty: self.empty.saturating_sub(alone.div_ceil(2)),
        }
    }

    fn plus(self, other: Pairing) -> Pairing {
        Pairing {
            pairs: self.pairs + other.pairs,
            singles: self.singles + other.singles,
            empty: self.empty + other.empty,
        }
    }

    /// One tile more, of a kind of which there is a single one.
    fn beside_single(self) -> Pairing {
        Pairing { pairs: self.pairs + 1, singles: self.singles - 1, ..self }
    }

    /// One tile more, of a kind that has none beside its pairs.
    fn single_more(self) -> Pairing {
        Pairing { singles: self.singles + 1, empty: self.empty.saturating_sub(1), ..self }
    }

    /// How many tiles are lacking for so many pairs.
    fn lacking(self, count: u32) -> u32 {
        let pairs = count.saturating_sub(self.pairs);
        pairs.max((2 * pairs).saturating_sub(self.singles))
    }
}

/// How far the hand is from so many pairs.
pub(super) fn pairs(form: Pairs, hand: &Kinds) -> InForm {
    let [one, two, three, four] = hand.at_least;
    let quads = form.quads_as_two;
    let odd = if quads { one & !two | three & !four } else { one & !two };
    let even = if quads { !odd } else { !one } & hand.playable;
    let count = u32::from(form.count);
    let pairing = |kinds: u64| Pairing {
        pairs: (two & kinds).count_ones() + if quads { (four & kinds).count_ones() } else { 0 },
        singles: (odd & kinds).count_ones(),
        empty: (hand.playable & !one & kinds).count_ones(),
    };
    let beside_blue = hand.classes().fold(0, |all, (kinds, _)| all | kinds);
    let others = pairing(!beside_blue);
    let class = |(kinds, blue)| pairing(kinds).with_blue(blue, quads);
    let whole = hand.classes().map(class).fold(others, Pairing::plus);
    let lacking = whole.lacking(count);
    hand.answer(lacking, || {
        let lessens = |pairing: Pairing| pairing.lacking(count) < lacking;
        let mut helping = 0;
        if lessens(Pairing {
            pairs: whole.pairs + 1,
            singles: whole.singles.wrapping_sub(1),
            ..whole
        }) && others.singles > 0
        {
            helping |= odd & !beside_blue;
        }
        if lessens(whole.single_more()) {
            helping |= even & !beside_blue;
        }
        for (kinds, blue) in hand.classes() {
            let (before, now) = (pairing(kinds), pairing(kinds).with_blue(blue, quads));
            let instead = |class: Pairing| {
                let class = class.with_blue(blue, quads);
                Pairing {
                    pairs: whole.pairs - now.pairs + class.pairs,
                    singles: whole.singles - now.singles + class.singles,
                    empty: whole.empty,
                }
            };
            if odd & kinds != 0 && lessens(instead(before.beside_single())) {
                helping |= odd & kinds;
            }
            if even & kinds != 0 && lessens(instead(before.single_more())) {
                helping |= even & kinds;
            }
        }
        helping
    })
}

/// Whether a tile that is lacking may be one of which too few are left to say so here.
pub(super) fn pairs_lack_tiles(form: Pairs, fixed: &KindDigits, left: &TilesLeft) -> bool {
    left.short().any(|(kind, left)| {
        let held = fixed.get(kind);
        left < 2 && if form.quads_as_two { held % 2 == 1 || left > 0 } else { held < 2 }
    })
}

/// How far the hand is from orphans.
pub(super) fn orphans(form: &Orphans, hand: &Kinds) -> InForm {
    let [one, two, ..] = hand.at_least;
    let of = form.kinds.bits();
    let classes = || hand.classes().filter(|(kinds, _)| kinds & of != 0);
    // Of a class how many kinds its blue tiles add, and whether a tile is left over for the pair.
    let class = |missing: u32, blue: u32| (blue.min(missing), blue > missing);
    let missing = |kinds: u64| (of & kinds & !one).count_ones();
    let added: u32 = classes().map(|(kinds, blue)| class(missing(kinds), blue).0).sum();
    let doubled = two & of != 0;
    let spare =
        |kinds: u64| classes().any(|(other, blue)| other != kinds && class(missing(other), blue).1);
    let singles = (one & of).count_ones() + added;
    let pair = doubled || spare(0);
    let lacking = Orphans::SIZE as u32 - singles - u32::from(pair);
    hand.answer(lacking, || {
        let beside_blue = classes().fold(0, |all, (kinds, _)| all | kinds);
        let mut helping = of & !one & !beside_blue;
        if !pair {
            helping |= of & one;
        }
        for (kinds, blue) in classes() {
            let missing = missing(kinds);
            if missing == 0 {
                continue;
            }
            let (before, after) = (class(missing, blue), class(missing - 1, blue));
            let singles = singles - before.0 + after.0 + 1;
            let pair = doubled || after.1 || spare(kinds);
            if Orphans::SIZE as u32 - singles - u32::from(pair) < lacking {
                helping |= of & !one & kinds;
            }
        }
        helping
    })
}

/// As [`pairs_lack_tiles`].
pub(super) fn orphans_lack_tiles(form: &Orphans, fixed: &KindDigits, left: &TilesLeft) -> bool {
    left.short().any(|(kind, left)| form.kinds.contains(kind) && left == 0 && fixed.get(kind) < 2)
}
