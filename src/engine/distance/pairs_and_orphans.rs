//! How far a hand is from pairs alone, or from orphans: sets of kinds, and blue tiles class by class.
//!
//! Wild tiles of any kind each take the place of a tile to be drawn. Blue tiles are used greedily: beside a
//! single tile first, for it becomes a pair by one tile alone.

use super::TilesLeft;
use crate::engine::digits::KindDigits;
use crate::engine::need::melds_and_pair::TilesByUse;
use crate::engine::need::pairs_and_orphans::{GALAXY_CLASSES, Orphans, Pairs, PairsOrOrphans};
use crate::tile::{Kind, KindSet, Suits};

/// The tiles of a hand for forms that are told by sets of kinds.
#[derive(Clone, Copy)]
pub(super) struct Kinds<'a> {
    /// The tiles that are of their kind alone.
    fixed: &'a KindDigits,
    blue: u64,
    wilds: u8,
    /// The kinds that groups may be read as.
    playable: KindSet,
}

impl<'a> Kinds<'a> {
    pub fn new(tiles: &TilesByUse<'a>, blue: u64, playable: KindSet) -> Kinds<'a> {
        Kinds { fixed: tiles.fixed, blue, wilds: tiles.wilds as u8, playable }
    }

    /// The same without the kinds of other numbered suits.
    pub fn in_suits(&self, suits: Suits) -> Kinds<'a> {
        let allowed = |kind: &Kind| !kind.suit().is_numbered() || suits.contains(kind.suit());
        Kinds { playable: self.playable.iter().filter(allowed).collect(), ..*self }
    }

    /// The kinds of which there are at least one, two, three, four tiles.
    fn at_least(&self) -> [u64; 4] {
        [1, 2, 3, 4].map(|count| self.fixed.at_least(count).intersection(self.playable).bits())
    }

    /// The classes of which the hand has blue tiles, and how many.
    fn classes(&self) -> impl Iterator<Item = (u64, u32)> + '_ {
        let classes = if self.blue == 0 { [].iter() } else { GALAXY_CLASSES.iter() };
        let count = |&kinds: &u64| (kinds, (self.blue & kinds).count_ones());
        classes.map(count).filter(|(_, blue)| *blue > 0)
    }

    fn distance(&self, lacking: u32) -> u8 {
        (lacking as u8).saturating_sub(self.wilds)
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

/// The pairs and single tiles of a hand.
struct Pairings<'k> {
    form: Pairs,
    hand: &'k Kinds<'k>,
    odd: u64,
    even: u64,
    sets: [u64; 4],
}

impl<'k> Pairings<'k> {
    fn new(form: Pairs, hand: &'k Kinds<'k>) -> Pairings<'k> {
        let sets = hand.at_least();
        let [one, two, three, four] = sets;
        let (odd, even) = match form.quads_as_two {
            true => (one & !two | three & !four, !one | two & !three | four),
            false => (one & !two, !one),
        };
        Pairings { form, hand, odd, even: even & hand.playable.bits(), sets }
    }

    /// The tiles of some kinds that are of their kind alone.
    fn fixed(&self, kinds: u64) -> Pairing {
        let [one, two, _, four] = self.sets;
        let seconds = if self.form.quads_as_two { (four & kinds).count_ones() } else { 0 };
        Pairing {
            pairs: (two & kinds).count_ones() + seconds,
            singles: (self.odd & kinds).count_ones(),
            empty: (self.hand.playable.bits() & !one & kinds).count_ones(),
        }
    }

    fn class(&self, (kinds, blue): (u64, u32)) -> Pairing {
        self.fixed(kinds).with_blue(blue, self.form.quads_as_two)
    }

    fn beside_blue(&self) -> u64 {
        self.hand.classes().fold(0, |all, (kinds, _)| all | kinds)
    }

    fn whole(&self) -> Pairing {
        let others = self.fixed(!self.beside_blue());
        self.hand.classes().map(|class| self.class(class)).fold(others, Pairing::plus)
    }

    /// The kinds of which one tile more lessens what is lacking.
    fn helping(&self) -> u64 {
        let whole = self.whole();
        let count = u32::from(self.form.count);
        let lacking = whole.lacking(count);
        let lessens = |pairing: Pairing| pairing.lacking(count) < lacking;
        let others = !self.beside_blue();
        let (mut helping, odd, even) = (0, self.odd & others, self.even & others);
        if odd != 0 && lessens(whole.beside_single()) {
            helping |= odd;
        }
        if lessens(whole.single_more()) {
            helping |= even;
        }
        for (kinds, blue) in self.hand.classes() {
            let (before, now) = (self.fixed(kinds), self.class((kinds, blue)));
            let instead = |class: Pairing| {
                let class = class.with_blue(blue, self.form.quads_as_two);
                Pairing {
                    pairs: whole.pairs - now.pairs + class.pairs,
                    singles: whole.singles - now.singles + class.singles,
                    empty: whole.empty,
                }
            };
            let (odd, even) = (self.odd & kinds, self.even & kinds);
            if odd != 0 && lessens(instead(before.beside_single())) {
                helping |= odd;
            }
            if even != 0 && lessens(instead(before.single_more())) {
                helping |= even;
            }
        }
        helping
    }
}

/// How far the hand is from so many pairs. Where every kind is in play and no tile is blue, a few counts say
/// so.
#[inline]
pub(super) fn from_pairs(form: Pairs, hand: &Kinds<'_>, all_suits: bool) -> u8 {
    let pairing = if hand.blue == 0 && all_suits {
        let [one, two, three, four] = [1, 2, 3, 4].map(|count| hand.fixed.kinds_at_least(count));
        match form.quads_as_two {
            true => Pairing { pairs: two + four, singles: one - two + three - four, empty: 0 },
            false => Pairing { pairs: two, singles: one - two, empty: 0 },
        }
    } else {
        Pairings::new(form, hand).whole()
    };
    hand.distance(pairing.lacking(form.count.into()))
}

/// The kinds that bring the hand nearer to pairs.
pub(super) fn helping_pairs(form: Pairs, hand: &Kinds<'_>) -> KindSet {
    KindSet::of_bits(Pairings::new(form, hand).helping())
}

/// The kinds of a class that are no orphans of the hand yet, and its blue tiles: how many kinds these add,
/// and whether one of them is left over for the pair.
fn add_blue(missing: u32, blue: u32) -> (u32, bool) {
    (blue.min(missing), blue > missing)
}

/// The orphans of a hand: how many kinds it has of them, and whether one of them twice.
struct OrphansHeld {
    kinds: u32,
    pair: bool,
}

impl OrphansHeld {
    #[inline]
    fn of(form: &Orphans, hand: &Kinds<'_>) -> OrphansHeld {
        let fixed = hand.fixed.masked(&form.whole);
        let mut held =
            OrphansHeld { kinds: fixed.kinds_at_least(1), pair: fixed.kinds_at_least(2) > 0 };
        for (kinds, blue) in classes(form, hand) {
            let (added, spare) = add_blue(missing(form, hand, kinds), blue);
            held.kinds += added;
            held.pair |= spare;
        }
        held
    }

    fn lacking(&self) -> u32 {
        Orphans::SIZE as u32 - self.kinds - u32::from(self.pair)
    }
}

/// The classes of orphans of which the hand has blue tiles.
fn classes<'h>(form: &Orphans, hand: &'h Kinds<'_>) -> impl Iterator<Item = (u64, u32)> + 'h {
    let of = form.kinds.bits();
    hand.classes().filter(move |(kinds, _)| kinds & of != 0)
}

/// How many orphans of these kinds the hand has no tile of.
fn missing(form: &Orphans, hand: &Kinds<'_>, kinds: u64) -> u32 {
    (form.kinds.bits() & kinds & !hand.fixed.at_least(1).bits()).count_ones()
}

/// How far the hand is from orphans.
#[inline]
pub(super) fn from_orphans(form: &Orphans, hand: &Kinds<'_>) -> u8 {
    hand.distance(OrphansHeld::of(form, hand).lacking())
}

/// The kinds that bring the hand nearer to orphans.
pub(super) fn helping_orphans(form: &Orphans, hand: &Kinds<'_>) -> KindSet {
    let (of, one) = (form.kinds.bits(), hand.fixed.at_least(1).bits());
    let held = OrphansHeld::of(form, hand);
    let beside_blue = classes(form, hand).fold(0, |all, (kinds, _)| all | kinds);
    let mut helping = of & !one & !beside_blue;
    if !held.pair {
        helping |= of & one;
    }
    for (kinds, blue) in classes(form, hand) {
        let missing = missing(form, hand, kinds);
        // With one kind more of its own, the class needs its blue tiles for one fewer.
        let spares = missing > 0 && blue >= missing;
        if missing > blue || spares && !held.pair {
            helping |= of & !one & kinds;
        }
    }
    KindSet::of_bits(helping)
}

/// Whether a tile that is lacking may be one of which too few are left to say so here.
#[inline]
pub(super) fn lack_tiles(form: &PairsOrOrphans, fixed: &KindDigits, left: &TilesLeft) -> bool {
    left.short().any(|(kind, left)| {
        let held = fixed.get(kind);
        match form {
            PairsOrOrphans::Pairs(form) if form.quads_as_two => {
                left < 2 && (held % 2 == 1 || left > 0)
            }
            PairsOrOrphans::Pairs(_) => left < 2 && held < 2,
            PairsOrOrphans::Orphans(form) => form.kinds.contains(kind) && left == 0 && held < 2,
        }
    })
}
