//! What is known on the way from kind to kind, when places may be filled by tiles that are drawn.

use crate::engine::sweep::fields::Fields;
use crate::engine::sweep::state::{Begun, LastNumbers};
use crate::tile::{Kind, Suits};
use rustc_hash::FxHashMap;
use std::collections::hash_map::Entry;

/// All on which it depends how a choice of groups can go on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(super) struct Key {
    /// Groups of each pattern, tiles of the hand of each class, uses as wild, residues.
    pub fields: Fields,
    /// Tiles drawn of each class.
    pub drawn: Fields,
    pub begun: Begun,
    pub last: LastNumbers,
    /// The suits read, where it matters how many they are.
    pub suits: Suits,
}

/// How many tiles a choice draws at least, and the kinds as which it may draw them: a set for each of `S`
/// sorts of places. Where uses as wild are limited, the second half of the sets are the kinds as which it
/// draws tiles that use the limit; with one set nothing is limited.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Drawn<const S: usize> {
    pub cost: u8,
    pub kinds: [u64; S],
}

impl<const S: usize> Drawn<S> {
    pub const NOTHING: Drawn<S> = Drawn { cost: 0, kinds: [0; S] };

    /// Notes that a tile is drawn for a place of this sort.
    pub fn note(&mut self, sort: usize, kind: Kind) {
        self.kinds[sort] |= 1 << kind.index();
    }

    /// Notes that the tile drawn is used as wild.
    pub fn note_wild(&mut self, sort: usize, kind: Kind) {
        if let Some(kinds) = self.kinds.get_mut(S / 2 + sort).filter(|_| S > 1) {
            *kinds |= 1 << kind.index();
        }
    }

    /// What two choices at different kinds draw together.
    pub fn plus(&self, other: &Drawn<S>) -> Drawn<S> {
        let mut sum = Drawn { cost: self.cost + other.cost, kinds: self.kinds };
        sum.kinds.iter_mut().zip(other.kinds).for_each(|(kinds, more)| *kinds |= more);
        sum
    }

    /// The better of two; where they draw as many tiles, all that either draws.
    fn join(&mut self, other: &Drawn<S>) {
        if other.cost < self.cost {
            *self = *other;
        } else if other.cost == self.cost {
            self.kinds.iter_mut().zip(other.kinds).for_each(|(kinds, more)| *kinds |= more);
        }
    }
}

/// A choice of groups.
pub(super) type Reached<const S: usize> = (Key, Drawn<S>);

/// Choices as they are found; of those that go on alike the best is kept.
#[derive(Debug, Default)]
pub(super) struct ReachedSet<const S: usize> {
    found: FxHashMap<Key, Drawn<S>>,
    pushed: usize,
}

impl<const S: usize> ReachedSet<S> {
    /// More than these take too long: some hundred milliseconds.
    const MOST_PUSHED: usize = 1 << 22;

    #[inline]
    pub fn push(&mut self, key: Key, drawn: Drawn<S>) {
        self.pushed += 1;
        match self.found.entry(key) {
            Entry::Vacant(entry) => {
                entry.insert(drawn);
            }
            Entry::Occupied(mut entry) => entry.get_mut().join(&drawn),
        }
    }

    /// Whether more were found than is worth the time.
    pub fn are_too_many(&self) -> bool {
        self.pushed > Self::MOST_PUSHED
    }

    /// Moves the choices to the place of others, and begins anew.
    pub fn replace(&mut self, reached: &mut Vec<Reached<S>>) {
        reached.clear();
        reached.extend(self.found.drain());
    }
}
