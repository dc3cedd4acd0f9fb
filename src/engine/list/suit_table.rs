//! The tables of every suit's decompositions and of the honours'.
//!
//! There is one table of complete groups and one of groups with an open one. Each is built at first use
//! and holds the digits of up to 14 tiles. Digits are found in one step, without a search: each bucket of
//! digits has a displacement that sends them to places which no other digits have (hash and displace, a
//! perfect hash). Lists and counts of hands without wild tiles read them.

use crate::engine::digits::{DRAGONS, MOST_PLAIN, NUMBERS, PARTS, PartDigits, WINDS};
use crate::engine::list::suit_decompositions::{SuitDecomposition, Target, find};
use itertools::Itertools;
use std::cmp::Reverse;
use std::sync::LazyLock;

/// The most tiles of a hand in the tables.
pub(in crate::engine) const MOST_IN_SUIT_TABLE: usize = 14;

/// The decompositions of suits and honours by their digits.
pub(in crate::engine) struct SuitTable {
    entries: PerfectHash,
    /// The decompositions of digits that have several.
    several: Vec<SuitDecomposition>,
}

/// The decompositions of some digits.
#[derive(Debug, Clone, Copy)]
struct Entry {
    /// See [`key`]; zero in an unused place.
    key: u32,
    count: u32,
    /// The decomposition, where there is one; else the index of the first in the list of several.
    only_or_begin: SuitDecomposition,
}

const NONE: Entry = Entry { key: 0, count: 0, only_or_begin: SuitDecomposition::NOTHING };

static COMPLETE: LazyLock<SuitTable> = LazyLock::new(|| SuitTable::build(Target::Complete));
static OPEN: LazyLock<SuitTable> = LazyLock::new(|| SuitTable::build(Target::Open));

impl SuitTable {
    /// The decompositions of complete groups alone.
    pub fn complete() -> &'static SuitTable {
        &COMPLETE
    }

    /// The decompositions of complete groups and an open one.
    pub fn open() -> &'static SuitTable {
        &OPEN
    }

    fn build(target: Target) -> SuitTable {
        let mut entries = Vec::new();
        let mut several = Vec::new();
        let mut found = Vec::new();
        // A tenpai hand has one tile fewer.
        let most = MOST_IN_SUIT_TABLE - usize::from(target == Target::Open);
        for (part, kinds) in [(0, NUMBERS), (PARTS - 1, WINDS + DRAGONS)] {
            each_digits(kinds, most, &mut |digits, tiles| {
                found.clear();
                find(target, part, digits, tiles, &mut found);
                let only_or_begin = match *found {
                    [] => return,
                    [only] => only,
                    _ => SuitDecomposition::of_index(several.len()),
                };
                if found.len() > 1 {
                    several.extend_from_slice(&found);
                }
                entries.push(Entry {
                    key: key(part, digits),
                    count: found.len() as u32,
                    only_or_begin,
                });
            });
        }
        // At least a fifth of the places stays free, and more if some bucket has no displacement.
        let mut room = (entries.len() + entries.len() / 4).next_power_of_two();
        loop {
            if let Some(entries) = PerfectHash::new(&entries, room) {
                return SuitTable { entries, several };
            }
            room *= 2;
        }
    }

    /// The decompositions of a part's digits, in canonical order.
    #[inline]
    pub fn of(&self, part: usize, digits: PartDigits) -> &[SuitDecomposition] {
        let entry = self.entries.at(key(part, digits));
        let count = if entry.key == key(part, digits) { entry.count as usize } else { 0 };
        if count > 1 {
            let begin = entry.only_or_begin.index();
            &self.several[begin..begin + count]
        } else {
            &std::slice::from_ref(&entry.only_or_begin)[..count]
        }
    }
}

/// A number for a part's digits, never zero. The three suits share theirs.
#[inline]
fn key(part: usize, digits: PartDigits) -> u32 {
    (1 + (part / (PARTS - 1)) as u32) << 27 | digits.bits()
}

/// A key, well mixed.
#[derive(Clone, Copy)]
struct Hash(u64);

impl Hash {
    /// 2⁶⁴ by the golden ratio, and the multipliers of SplitMix64 (Steele, Lea and Flood, 2014): odd
    /// numbers whose multiples spread well over the high bits.
    const FACTORS: [u64; 3] = [0x9e37_79b9_7f4a_7c15, 0xbf58_476d_1ce4_e5b9, 0x94d0_49bb_1331_11eb];

    #[inline]
    fn of(key: u32) -> Hash {
        Hash(u64::from(key).wrapping_mul(Hash::FACTORS[0]))
    }

    /// The bucket among `buckets`, a power of two.
    #[inline]
    fn bucket(self, buckets: usize) -> usize {
        (self.0 >> 32) as usize & (buckets - 1)
    }

    /// The place among `places`, a power of two.
    #[inline]
    fn place(self, displacement: u8, places: usize) -> usize {
        let displaced = self.0 ^ u64::from(displacement).wrapping_mul(Hash::FACTORS[1]);
        (displaced.wrapping_mul(Hash::FACTORS[2]) >> 32) as usize & (places - 1)
    }
}

/// The entries, each in a place of its own.
struct PerfectHash {
    /// For each bucket the number that displaces its entries.
    displacements: Box<[u8]>,
    entries: Box<[Entry]>,
}

impl PerfectHash {
    /// Spreads the entries over `places` places, a power of two. `None` where some bucket has no
    /// displacement that works.
    fn new(entries: &[Entry], places: usize) -> Option<PerfectHash> {
        let mut buckets = vec![Vec::new(); places / 4];
        for entry in entries {
            buckets[Hash::of(entry.key).bucket(places / 4)].push(entry);
        }
        let mut displacements = vec![0; buckets.len()];
        let mut placed = vec![NONE; places];
        let fullest_first =
            buckets.iter().enumerate().sorted_by_key(|(_, entries)| Reverse(entries.len()));
        for (bucket, entries) in fullest_first {
            let to_be = |displacement| {
                let place = move |entry: &&Entry| Hash::of(entry.key).place(displacement, places);
                entries.iter().map(place)
            };
            let all_free = |&displacement: &u8| {
                to_be(displacement).all(|place| placed[place].key == 0)
                    && to_be(displacement).array_combinations().all(|[one, other]| one != other)
            };
            let displacement = (0..=u8::MAX).find(all_free)?;
            displacements[bucket] = displacement;
            for (place, &&entry) in to_be(displacement).zip(entries) {
                placed[place] = entry;
            }
        }
        Some(PerfectHash { displacements: displacements.into(), entries: placed.into() })
    }

    /// The entry at a key's place. Its key may be another one.
    #[inline]
    fn at(&self, key: u32) -> &Entry {
        let hash = Hash::of(key);
        let displacement = self.displacements[hash.bucket(self.displacements.len())];
        &self.entries[hash.place(displacement, self.entries.len())]
    }
}

/// Shows all digits of at most `most` tiles in the first places, up to four of a kind, with the number
/// of tiles.
fn each_digits(places: usize, most: usize, see: &mut impl FnMut(PartDigits, usize)) {
    each_digits_before(PartDigits::EMPTY, 0, places, most, see);
}

/// The same, with these digits and as many tiles after the first places.
fn each_digits_before(
    digits: PartDigits,
    tiles: usize,
    places: usize,
    most: usize,
    see: &mut impl FnMut(PartDigits, usize),
) {
    let Some(place) = places.checked_sub(1) else { return see(digits, tiles) };
    for count in 0..=(most - tiles).min(MOST_PLAIN.into()) {
        let digits = digits.plus(PartDigits::one(place).times(count as u32));
        each_digits_before(digits, tiles + count, place, most, see);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tile::Kind;

    #[test]
    fn the_tables_hold_what_they_promise() {
        let [complete, open] = [SuitTable::complete(), SuitTable::open()].map(|table| {
            size_of_val(&*table.entries.displacements)
                + size_of_val(&*table.entries.entries)
                + size_of_val(&*table.several)
        });
        assert!(complete < 800_000 && open < 4_400_000, "{complete} and {open} bytes");
    }

    #[test]
    fn all_digits_have_their_own_decompositions() {
        for (target, table) in
            [(Target::Complete, SuitTable::complete()), (Target::Open, SuitTable::open())]
        {
            for (part, kinds) in [(0, NUMBERS), (2, NUMBERS), (PARTS - 1, WINDS + DRAGONS)] {
                each_digits(kinds, 8, &mut |digits, tiles| {
                    let mut found = Vec::new();
                    find(target, part, digits, tiles, &mut found);
                    assert_eq!(table.of(part, digits), found);
                });
            }
        }
    }

    #[test]
    fn the_decompositions_of_a_full_flush_are_the_census() {
        // 101,465 tenpai decompositions of 13 tiles, dead waits dropped, are an independent count.
        let (mut all, mut most) = (0, 0);
        each_digits(NUMBERS, 13, &mut |digits, tiles| {
            if tiles == 13 {
                let spare = |kind: Kind| digits.get(kind.index()) < 4;
                let live =
                    |one: &&SuitDecomposition| one.open(0).unwrap().holes().iter().any(spare);
                let count = SuitTable::open().of(0, digits).iter().filter(live).count();
                (all, most) = (all + count, most.max(count));
            }
        });
        assert_eq!((all, most), (101_465, 14));
    }
}
