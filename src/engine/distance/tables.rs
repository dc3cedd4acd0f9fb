//! The tables of distances: what every suit and all honours lack, and what parts lack together.
//!
//! What a suit lacks depends on the class of its first half and that of its last. Few things that parts
//! lack differ: some 180 of one part, and some 200 of two or three together. So each is a byte, and every
//! sum of parts is looked up by two bytes, and so is the distance of the hand in the end.

use super::half_suits::{Halves, MOST_HELD};
use super::lacking::{Lacking, MOST_MELDS};
use crate::engine::digits::{
    ALL_DRAGONS, ALL_WINDS, BlueCounts, DRAGONS, FIRST, PartDigits, WINDS,
};
use rustc_hash::FxHashMap;
use std::sync::LazyLock;

/// What one part lacks: its place in a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Part(u8);

/// What two or three parts lack together: its place in a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Parts(u8);

/// Bytes by two numbers.
#[derive(Debug)]
struct Grid {
    columns: usize,
    cells: Vec<u8>,
}

impl Grid {
    fn new(rows: usize, columns: usize, mut cell: impl FnMut(usize, usize) -> u8) -> Grid {
        let cells = (0..rows * columns).map(|at| cell(at / columns, at % columns)).collect();
        Grid { columns, cells }
    }

    #[inline]
    fn row(&self, row: usize) -> &[u8] {
        &self.cells[row * self.columns..][..self.columns]
    }

    #[inline]
    fn get(&self, row: usize, column: usize) -> u8 {
        self.cells[row * self.columns + column]
    }
}

/// The tables of wins that have so many tiles of a kind at most.
#[derive(Debug)]
pub(super) struct Tables {
    /// The classes of a suit's first half, and of its last.
    first: Vec<u16>,
    last: Vec<u16>,
    /// The part that a suit is, by both classes.
    suits: Grid,
    /// The classes of winds and of dragons: by how many are blue, and by the digits of the others.
    winds: [Vec<u8>; WINDS + 1],
    dragons: [Vec<u8>; DRAGONS + 1],
    /// The part that honours are, by both classes.
    honours: Grid,
    /// Two parts, and one beside others.
    two: Grid,
    beside: Grid,
    /// The distance for each number of melds: of three parts, and the fourth.
    distances: [Grid; MOST_MELDS + 1],
    /// A part of which no tile is in play.
    absent: Part,
}

static FOUR_ALIKE: LazyLock<Tables> = LazyLock::new(|| Tables::build(MOST_HELD));
static ANY_ALIKE: LazyLock<Tables> = LazyLock::new(|| Tables::build(MOST_ALIKE));

/// More tiles of a kind than any win has: a triplet, a pair, and a run in each place.
const MOST_ALIKE: u8 = 12;

/// What is lacking, in the order in which it was first seen.
#[derive(Default)]
struct List {
    places: FxHashMap<Lacking, u8>,
    all: Vec<Lacking>,
}

impl List {
    fn of(&mut self, lacking: Lacking) -> u8 {
        *self.places.entry(lacking).or_insert_with(|| {
            self.all.push(lacking);
            (self.all.len() - 1) as u8
        })
    }
}

impl Tables {
    /// The tables of wins with four tiles of a kind at most. The first call builds them.
    pub fn four_alike() -> &'static Tables {
        &FOUR_ALIKE
    }

    /// The tables of wins with any number of tiles of a kind. The first call builds them.
    pub fn any_alike() -> &'static Tables {
        &ANY_ALIKE
    }

    fn build(most: u8) -> Tables {
        let Halves { first, last, suits, lacking } = Halves::new(most);
        let (mut parts, mut several) = (List::default(), List::default());
        let suit_parts: Vec<u8> = lacking.into_iter().map(|suit| parts.of(suit)).collect();
        let suits = Grid::new(suits.len(), suits[0].len(), |first, last| {
            suit_parts[usize::from(suits[first][last])]
        });
        let absent = Part(parts.of(Lacking::NOTHING));
        let (winds, of_winds) = honours::<WINDS, { WINDS + 1 }>(ALL_WINDS, most);
        let (dragons, of_dragons) = honours::<DRAGONS, { DRAGONS + 1 }>(ALL_DRAGONS, most);
        let honours = Grid::new(of_winds.len(), of_dragons.len(), |winds, dragons| {
            parts.of(of_winds[winds].beside(of_dragons[dragons]))
        });
        let parts = parts.all;
        let two = Grid::new(parts.len(), parts.len(), |one, other| {
            several.of(parts[one].beside(parts[other]))
        });
        let twos = several.all.clone();
        // Sums of three are found by those of two; a sum of three is itself never added to.
        let beside = Grid::new(parts.len(), twos.len(), |part, others| {
            several.of(parts[part].beside(twos[others]))
        });
        let several = several.all;
        let distances = std::array::from_fn(|melds| {
            Grid::new(several.len(), parts.len(), |others, part| {
                several[others].hand(parts[part], melds)
            })
        });
        Tables { first, last, suits, winds, dragons, honours, two, beside, distances, absent }
    }

    /// The part that a numbered suit is, of four tiles of a number at most.
    #[inline]
    pub fn suit(&self, digits: PartDigits) -> Part {
        let first = self.first[digits.first_half()];
        let last = self.last[digits.last_half()];
        Part(self.suits.get(first.into(), last.into()))
    }

    /// The parts that a suit is with one tile more of each number.
    #[inline]
    pub fn suits_around(&self, digits: PartDigits) -> [Part; 9] {
        let first = usize::from(self.first[digits.first_half()]);
        let last = usize::from(self.last[digits.last_half()]);
        std::array::from_fn(|place| {
            // A fifth tile of a number adds nothing where there are four at most.
            if digits.get(place) >= MOST_HELD {
                return Part(self.suits.get(first, last));
            }
            let more = digits.plus(PartDigits::one(place));
            Part(if place < FIRST {
                self.suits.get(self.first[more.first_half()].into(), last)
            } else {
                self.suits.get(first, self.last[more.last_half()].into())
            })
        })
    }

    /// The part that the honours are, some of them blue.
    #[inline]
    pub fn honours(&self, digits: PartDigits, blue: BlueCounts) -> Part {
        let winds = self.winds[blue.winds as usize][digits.winds()];
        let dragons = self.dragons[blue.dragons as usize][digits.dragons()];
        Part(self.honours.get(winds.into(), dragons.into()))
    }

    /// A part of which no tile is in play.
    pub fn absent(&self) -> Part {
        self.absent
    }

    /// Two parts together.
    #[inline]
    pub fn two(&self, one: Part, other: Part) -> Parts {
        Parts(self.two.get(one.0.into(), other.0.into()))
    }

    /// A part beside two others.
    #[inline]
    pub fn three(&self, part: Part, others: Parts) -> Parts {
        Parts(self.beside.get(part.0.into(), others.0.into()))
    }

    /// How many tiles three parts and a fourth lack for so many melds and a pair.
    #[inline]
    pub fn distance(&self, three: Parts, part: Part, melds: usize) -> u8 {
        self.distances[melds].get(three.0.into(), part.0.into())
    }

    /// Which parts bring three others, with so many melds and a pair, nearer than so far.
    #[inline]
    pub fn nearer(&self, three: Parts, melds: usize, than: u8) -> Nearer<'_> {
        Nearer { distances: self.distances[melds].row(three.0.into()), than }
    }

    /// How many bytes the tables take.
    #[cfg(test)]
    fn bytes(&self) -> usize {
        let grids = [&self.suits, &self.honours, &self.two, &self.beside];
        let cells = grids.into_iter().chain(&self.distances).map(|grid| grid.cells.len());
        let honours = self.winds.iter().chain(&self.dragons).map(Vec::len);
        2 * (self.first.len() + self.last.len()) + cells.chain(honours).sum::<usize>()
    }
}

/// See [`Tables::nearer`].
pub(super) struct Nearer<'a> {
    distances: &'a [u8],
    than: u8,
}

impl Nearer<'_> {
    #[inline]
    pub fn with(&self, part: Part) -> bool {
        self.distances[usize::from(part.0)] < self.than
    }
}

/// The classes of winds or dragons by how many are blue and by the digits of the others, and what each
/// class lacks.
fn honours<const KINDS: usize, const BLUE: usize>(
    all_digits: usize,
    most: u8,
) -> ([Vec<u8>; BLUE], Vec<Lacking>) {
    let mut list = List::default();
    let classes = std::array::from_fn(|blue| {
        let class = |digits| {
            let digits = PartDigits::of_bits(digits as u32);
            let counts: [u8; KINDS] = std::array::from_fn(|kind| digits.get(kind).min(most));
            let mut lacking = Lacking::NEVER;
            deal(counts, blue, most, 0, &mut |counts| {
                lacking.join(of_counts(counts, most), 0, false, 0);
            });
            list.of(lacking)
        };
        (0..all_digits).map(class).collect()
    });
    (classes, list.all)
}

/// Goes through the ways to use so many blue honours as these kinds, from one on.
fn deal<const KINDS: usize>(
    counts: [u8; KINDS],
    blue: usize,
    most: u8,
    from: usize,
    see: &mut dyn FnMut(&[u8]),
) {
    if blue == 0 || from == KINDS {
        return see(&counts);
    }
    for used in 0..=blue {
        let mut counts = counts;
        counts[from] = (counts[from] + used as u8).min(most);
        deal(counts, blue - used, most, from + 1, see);
    }
}

/// What honours lack: each kind is triplets, perhaps a pair, or nothing.
fn of_counts(counts: &[u8], most: u8) -> Lacking {
    let kind = |&held: &u8| {
        let mut kind = Lacking::NEVER;
        for triplets in 0..=most / 3 {
            for pair in [false, true] {
                let used = 3 * triplets + 2 * u8::from(pair);
                if used <= most {
                    let lacking = used.saturating_sub(held);
                    kind.join(Lacking::NOTHING, triplets.into(), pair, lacking);
                }
            }
        }
        kind
    };
    counts.iter().map(kind).fold(Lacking::NOTHING, Lacking::beside)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_are_as_large_as_documented() {
        let bytes = Tables::four_alike().bytes() + Tables::any_alike().bytes();
        assert!((500_000..1_300_000).contains(&bytes), "{bytes}");
    }
}
