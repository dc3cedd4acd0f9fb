//! The concealed tiles of one hand during a walk: which remain to be placed in groups, and what each
//! may be used as.
//!
//! A walk takes the tiles of a group, goes on, and puts them back. This runs at every step of a list of
//! a hand with wild tiles, and of a count that does not list.

use crate::engine::digits::{BlueCounts, KindDigits, PartDigits, digit_of};
use crate::engine::need::tables::Tables;
use crate::engine::packed_hand::{MOST_TILES, PackedHand};
use crate::tile::{Kind, KindSet, Tile};

/// What one tile adds to the counts by which the tables are read: a digit, or a wild tile.
#[derive(Debug, Clone, Copy)]
struct Weight {
    digit: (usize, PartDigits),
    wild: u8,
}

/// The weight of a tile that may be used as another kind than its own.
const WILD: Weight = Weight { digit: (0, PartDigits::EMPTY), wild: 1 };

/// The place of a tile among the different tiles of a hand.
pub(in crate::engine) type Place = usize;

/// The different concealed tiles of a hand, in tile order, and how many of each remain to be placed.
#[derive(Clone)]
pub(in crate::engine) struct ConcealedTiles {
    tiles: [Tile; MOST_TILES],
    meanings: [KindSet; MOST_TILES],
    weights: [Weight; MOST_TILES],
    remaining: [u8; MOST_TILES],
    /// The places of which a copy remains, one bit each.
    places: u32,
    len: usize,
    /// For each kind the tiles that may be used as it, one bit a place.
    usable: [u32; Kind::COUNT],
    /// The kinds that some tile may be used as.
    kinds: KindSet,
    /// The remaining tiles that may be used as one kind alone, and how many others remain.
    fixed: KindDigits,
    wilds: u8,
}

impl ConcealedTiles {
    /// `meaning` says what a tile may be used as.
    pub fn new(hand: &PackedHand, meaning: impl Fn(Tile) -> KindSet) -> ConcealedTiles {
        let mut concealed = ConcealedTiles {
            tiles: [Tile::JOKER; MOST_TILES],
            meanings: [KindSet::EMPTY; MOST_TILES],
            weights: [WILD; MOST_TILES],
            remaining: [0; MOST_TILES],
            places: 0,
            len: 0,
            usable: [0; Kind::COUNT],
            kinds: KindSet::EMPTY,
            fixed: KindDigits::EMPTY,
            wilds: 0,
        };
        hand.each_tile(|tile, count| {
            let place = concealed.len;
            let kinds = meaning(tile);
            (concealed.tiles[place], concealed.meanings[place]) = (tile, kinds);
            concealed.kinds = concealed.kinds.union(kinds);
            let mut bits = kinds.bits();
            while bits != 0 {
                concealed.usable[bits.trailing_zeros() as usize] |= 1 << place;
                bits &= bits - 1;
            }
            let own = tile.kind().filter(|&kind| tile == Tile::plain(kind));
            if let Some(kind) = own.filter(|&kind| kinds == std::iter::once(kind).collect()) {
                concealed.weights[place] = Weight { digit: digit_of(kind), wild: 0 };
            }
            concealed.len += 1;
            for _ in 0..count {
                concealed.put_back(place);
            }
        });
        concealed
    }

    /// How many different tiles there are.
    pub fn len(&self) -> usize {
        self.len
    }

    pub fn tile(&self, place: Place) -> Tile {
        self.tiles[place]
    }

    pub fn meaning(&self, place: Place) -> KindSet {
        self.meanings[place]
    }

    /// How many copies of a tile remain to be placed.
    pub fn remaining(&self, place: Place) -> u8 {
        self.remaining[place]
    }

    /// The kinds that some tile may be used as.
    pub fn kinds(&self) -> KindSet {
        self.kinds
    }

    /// The places of the tiles of which a copy remains.
    pub fn remaining_places(&self) -> impl Iterator<Item = Place> + '_ {
        (0..self.len).filter(|&place| self.remaining[place] > 0)
    }

    pub fn take(&mut self, place: Place) {
        let Weight { digit, wild } = self.weights[place];
        self.remaining[place] -= 1;
        self.places &= !(u32::from(self.remaining[place] == 0) << place);
        self.fixed.take(digit, 1);
        self.wilds -= wild;
    }

    pub fn put_back(&mut self, place: Place) {
        let Weight { digit, wild } = self.weights[place];
        self.remaining[place] += 1;
        self.places |= 1 << place;
        self.fixed.add(digit, 1);
        self.wilds += wild;
    }

    pub fn take_all(&mut self, places: &[Place]) {
        places.iter().for_each(|&place| self.take(place));
    }

    pub fn put_back_all(&mut self, places: &[Place]) {
        places.iter().for_each(|&place| self.put_back(place));
    }

    /// Whether the remaining tiles and `more` wild ones may be melds, and a pair unless there is one.
    /// Blue tiles count as wild ones here, so the answer yes may be wrong, but never the answer no.
    pub fn can_be_completed(&self, tables: &Tables, has_pair: bool, more: u32) -> bool {
        let cost = tables.hand(&self.fixed, BlueCounts::default());
        let need = if has_pair { cost.without_pair() } else { cost.with_one_pair() };
        need <= u32::from(self.wilds) + more
    }

    /// Whether each of these kinds has a remaining tile that may be used as it.
    #[inline]
    pub fn may_fill(&self, kinds: &[Kind]) -> bool {
        kinds.iter().all(|kind| self.usable[kind.index()] & self.places != 0)
    }

    /// Every way to fill a group of these kinds with remaining tiles, in order. Equal kinds are filled
    /// in tile order, so that no filling comes twice.
    pub fn fillings<const SIZE: usize>(&self, kinds: [Kind; SIZE]) -> Fillings<SIZE> {
        let usable = kinds.map(|kind| self.usable[kind.index()] & self.places);
        Fillings {
            kinds,
            usable,
            untried: usable,
            remaining: self.remaining,
            filling: [0; SIZE],
            at: 0,
        }
    }
}

/// A filling of any size as an array of three places, for comparison.
pub(in crate::engine) fn padded<const SIZE: usize>(places: [Place; SIZE]) -> [Place; 3] {
    let mut filling = [0; 3];
    filling[..SIZE].copy_from_slice(&places);
    filling
}

/// See [`ConcealedTiles::fillings`].
pub(in crate::engine) struct Fillings<const SIZE: usize> {
    kinds: [Kind; SIZE],
    usable: [u32; SIZE],
    untried: [u32; SIZE],
    remaining: [u8; MOST_TILES],
    filling: [Place; SIZE],
    at: usize,
}

impl<const SIZE: usize> Iterator for Fillings<SIZE> {
    type Item = [Place; SIZE];

    fn next(&mut self) -> Option<[Place; SIZE]> {
        loop {
            let at = self.at;
            let untried = self.untried[at];
            if untried == 0 {
                self.at = at.checked_sub(1)?;
                self.remaining[self.filling[self.at]] += 1;
                continue;
            }
            let place = untried.trailing_zeros() as usize;
            self.untried[at] &= untried - 1;
            if self.remaining[place] == 0 {
                continue;
            }
            self.filling[at] = place;
            if at + 1 == SIZE {
                return Some(self.filling);
            }
            self.remaining[place] -= 1;
            self.at += 1;
            let alike = self.kinds[at] == self.kinds[at + 1];
            self.untried[at + 1] = self.usable[at + 1] & if alike { !0 << place } else { !0 };
        }
    }
}
