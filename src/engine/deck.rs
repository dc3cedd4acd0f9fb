//! The concealed tiles of one hand as a walk takes them: how many are left, what each may stand for.

use super::packed::{MOST_TILES, PackedHand};
use super::row::{Row, Rows, role};
use super::standard::Blue;
use super::tables::Tables;
use crate::tile::{Kind, KindSet, Tile};

/// What one tile of a place adds to what the tables look at.
#[derive(Debug, Clone, Copy)]
struct Weight {
    role: (usize, Row),
    wild: u8,
}

/// A tile that may stand for another kind than its own.
const WILD: Weight = Weight { role: (0, Row::EMPTY), wild: 1 };

/// A place in a deck.
pub(super) type Place = usize;

/// The different tiles of a hand, in tile order, and how many of each no group has taken.
#[derive(Clone)]
pub(super) struct Deck {
    tiles: [Tile; MOST_TILES],
    meanings: [KindSet; MOST_TILES],
    weights: [Weight; MOST_TILES],
    left: [u8; MOST_TILES],
    len: usize,
    /// For each kind the tiles that may stand for it, one bit a place.
    can: [u32; Kind::COUNT],
    /// The kinds that some tile may stand for.
    reached: KindSet,
    /// The tiles left that stand for one kind, and how many others are.
    rows: Rows,
    wilds: u8,
}

impl Deck {
    /// `meaning` says what a tile may stand for.
    pub fn new(hand: &PackedHand, meaning: impl Fn(Tile) -> KindSet) -> Deck {
        let mut deck = Deck {
            tiles: [Tile::JOKER; MOST_TILES],
            meanings: [KindSet::EMPTY; MOST_TILES],
            weights: [WILD; MOST_TILES],
            left: [0; MOST_TILES],
            len: 0,
            can: [0; Kind::COUNT],
            reached: KindSet::EMPTY,
            rows: Rows::EMPTY,
            wilds: 0,
        };
        hand.each_tile(|tile, count| {
            let place = deck.len;
            let kinds = meaning(tile);
            (deck.tiles[place], deck.meanings[place]) = (tile, kinds);
            deck.reached = deck.reached.union(kinds);
            let mut bits = kinds.bits();
            while bits != 0 {
                deck.can[bits.trailing_zeros() as usize] |= 1 << place;
                bits &= bits - 1;
            }
            let own = tile.kind().filter(|&kind| tile == Tile::plain(kind));
            if let Some(kind) = own.filter(|&kind| kinds == std::iter::once(kind).collect()) {
                deck.weights[place] = Weight { role: role(kind), wild: 0 };
            }
            deck.len += 1;
            for _ in 0..count {
                deck.give(place);
            }
        });
        deck
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

    pub fn left(&self, place: Place) -> u8 {
        self.left[place]
    }

    /// The kinds that some tile may stand for.
    pub fn reached(&self) -> KindSet {
        self.reached
    }

    /// The places of the tiles that are left.
    pub fn remaining(&self) -> impl Iterator<Item = Place> + '_ {
        (0..self.len).filter(|&place| self.left[place] > 0)
    }

    pub fn take(&mut self, place: Place) {
        let Weight { role, wild } = self.weights[place];
        self.left[place] -= 1;
        self.rows.take(role, 1);
        self.wilds -= wild;
    }

    pub fn give(&mut self, place: Place) {
        let Weight { role, wild } = self.weights[place];
        self.left[place] += 1;
        self.rows.add(role, 1);
        self.wilds += wild;
    }

    pub fn take_all(&mut self, places: &[Place]) {
        places.iter().for_each(|&place| self.take(place));
    }

    pub fn give_all(&mut self, places: &[Place]) {
        places.iter().for_each(|&place| self.give(place));
    }

    /// Whether what is left may be melds, and a pair unless there is one, with so many more wild
    /// tiles. Blue tiles are taken for wild ones, so that a yes may be wrong, a no never.
    pub fn can_be_completed(&self, tables: &Tables, has_pair: bool, more: u32) -> bool {
        let cost = tables.rows(&self.rows, Blue::default());
        let need = if has_pair { cost.without_pair() } else { cost.with_one_pair() };
        need <= u32::from(self.wilds) + more
    }

    /// Every way to put tiles that are left in the places of these kinds, in order; equal kinds are
    /// filled in tile order, so that no filling comes twice.
    pub fn fillings<const SIZE: usize>(&self, kinds: [Kind; SIZE]) -> Fillings<SIZE> {
        let can = kinds.map(|kind| self.can[kind.index()]);
        Fillings { kinds, can, todo: can, left: self.left, filling: [0; SIZE], at: 0 }
    }
}

/// A filling as all of them are compared, whatever their size.
pub(super) fn padded<const SIZE: usize>(places: [Place; SIZE]) -> [Place; 3] {
    let mut filling = [0; 3];
    filling[..SIZE].copy_from_slice(&places);
    filling
}

/// See [`Deck::fillings`].
pub(super) struct Fillings<const SIZE: usize> {
    kinds: [Kind; SIZE],
    can: [u32; SIZE],
    todo: [u32; SIZE],
    left: [u8; MOST_TILES],
    filling: [Place; SIZE],
    at: usize,
}

impl<const SIZE: usize> Iterator for Fillings<SIZE> {
    type Item = [Place; SIZE];

    fn next(&mut self) -> Option<[Place; SIZE]> {
        loop {
            let at = self.at;
            let todo = self.todo[at];
            if todo == 0 {
                self.at = at.checked_sub(1)?;
                self.left[self.filling[self.at]] += 1;
                continue;
            }
            let place = todo.trailing_zeros() as usize;
            self.todo[at] &= todo - 1;
            if self.left[place] == 0 {
                continue;
            }
            self.filling[at] = place;
            if at + 1 == SIZE {
                return Some(self.filling);
            }
            self.left[place] -= 1;
            self.at += 1;
            let alike = self.kinds[at] == self.kinds[at + 1];
            self.todo[at + 1] = self.can[at + 1] & if alike { !0 << place } else { !0 };
        }
    }
}
