//! Every way of every suit and of the honours, in tables.
//!
//! The table of complete ways and that of ways with an open group are built when first asked for; they
//! hold the rows of up to 14 tiles. A row is found at once, without a search: each bucket of rows has a
//! number of its own that sends all of them to places that no other row has (hash and displace).

use super::automaton::NUMBERS;
use super::packed::MOST_PLAIN;
use super::row::{DRAGONS, PARTS, Row, WINDS};
use super::ways::{Role, Way, find};
use itertools::Itertools;
use std::cmp::Reverse;
use std::sync::LazyLock;

/// The most tiles of a hand in the tables.
pub(super) const MOST_WITH_WAYS: usize = 14;

/// The ways of suits and honours, found by their tiles.
pub(super) struct WayTable {
    rows: Places,
    /// The ways of rows that have several.
    several: Vec<Way>,
}

/// A row with its ways.
#[derive(Debug, Clone, Copy)]
struct Ways {
    /// See [`key`]; nought where there is none.
    key: u32,
    count: u32,
    /// The way, where there is one; else where the ways begin.
    only_or_begin: Way,
}

const NONE: Ways = Ways { key: 0, count: 0, only_or_begin: Way::NOTHING };

static COMPLETE: LazyLock<WayTable> = LazyLock::new(|| WayTable::build(Role::Complete));
static OPEN: LazyLock<WayTable> = LazyLock::new(|| WayTable::build(Role::Open));

impl WayTable {
    /// The ways of complete groups.
    pub fn complete() -> &'static WayTable {
        &COMPLETE
    }

    /// The ways of complete groups and an open one.
    pub fn open() -> &'static WayTable {
        &OPEN
    }

    fn build(role: Role) -> WayTable {
        let mut rows = Vec::new();
        let mut several = Vec::new();
        let mut ways = Vec::new();
        // A hand with an open group is to draw a tile.
        let most = MOST_WITH_WAYS - usize::from(role == Role::Open);
        for (part, kinds) in [(0, NUMBERS), (PARTS - 1, WINDS + DRAGONS)] {
            each_row(kinds, most, &mut |row, tiles| {
                ways.clear();
                find(role, part, row, tiles, &mut ways);
                let only_or_begin = match *ways {
                    [] => return,
                    [only] => only,
                    _ => Way::of_index(several.len()),
                };
                if ways.len() > 1 {
                    several.extend_from_slice(&ways);
                }
                rows.push(Ways { key: key(part, row), count: ways.len() as u32, only_or_begin });
            });
        }
        // A fifth of the places at least stays free, or more where some bucket finds none.
        let mut room = (rows.len() + rows.len() / 4).next_power_of_two();
        loop {
            if let Some(rows) = Places::new(&rows, room) {
                return WayTable { rows, several };
            }
            room *= 2;
        }
    }

    /// The ways of a part's tiles, as many as a hand of the tables has.
    #[inline]
    pub fn of(&self, part: usize, row: Row) -> &[Way] {
        let ways = self.rows.at(key(part, row));
        let count = if ways.key == key(part, row) { ways.count as usize } else { 0 };
        if count > 1 {
            let begin = ways.only_or_begin.index();
            &self.several[begin..begin + count]
        } else {
            &std::slice::from_ref(&ways.only_or_begin)[..count]
        }
    }
}

/// A number for a part's tiles, never nought; suits share theirs.
#[inline]
fn key(part: usize, row: Row) -> u32 {
    (1 + (part / (PARTS - 1)) as u32) << 27 | row.bits()
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

    /// Which of so many buckets, a power of two.
    #[inline]
    fn bucket(self, buckets: usize) -> usize {
        (self.0 >> 32) as usize & (buckets - 1)
    }

    /// Which of so many places, a power of two.
    #[inline]
    fn place(self, displacement: u8, places: usize) -> usize {
        let displaced = self.0 ^ u64::from(displacement).wrapping_mul(Hash::FACTORS[1]);
        (displaced.wrapping_mul(Hash::FACTORS[2]) >> 32) as usize & (places - 1)
    }
}

/// The rows with ways, each in a place of its own.
struct Places {
    /// For each bucket what displaces its rows.
    displacements: Box<[u8]>,
    ways: Box<[Ways]>,
}

impl Places {
    /// Spreads the rows over so many places, a power of two; `None` where some bucket finds no
    /// displacement.
    fn new(rows: &[Ways], places: usize) -> Option<Places> {
        let mut buckets = vec![Vec::new(); places / 4];
        for row in rows {
            buckets[Hash::of(row.key).bucket(places / 4)].push(row);
        }
        let mut displacements = vec![0; buckets.len()];
        let mut ways = vec![NONE; places];
        let fullest_first =
            buckets.iter().enumerate().sorted_by_key(|(_, rows)| Reverse(rows.len()));
        for (bucket, rows) in fullest_first {
            let to_be = |displacement| {
                let place = move |row: &&Ways| Hash::of(row.key).place(displacement, places);
                rows.iter().map(place)
            };
            let all_free = |&displacement: &u8| {
                to_be(displacement).all(|place| ways[place].key == 0)
                    && to_be(displacement).array_combinations().all(|[one, other]| one != other)
            };
            let displacement = (0..=u8::MAX).find(all_free)?;
            displacements[bucket] = displacement;
            for (place, &&row) in to_be(displacement).zip(rows) {
                ways[place] = row;
            }
        }
        Some(Places { displacements: displacements.into(), ways: ways.into() })
    }

    /// What is at a key's place, perhaps of another key.
    #[inline]
    fn at(&self, key: u32) -> &Ways {
        let hash = Hash::of(key);
        let displacement = self.displacements[hash.bucket(self.displacements.len())];
        &self.ways[hash.place(displacement, self.ways.len())]
    }
}

/// Every row of so many tiles at most in the first places, four of a kind: the row and how many tiles.
fn each_row(places: usize, most: usize, see: &mut impl FnMut(Row, usize)) {
    each_row_with(Row::EMPTY, 0, places, most, see);
}

/// Those that have these tiles, so many, after the first places.
fn each_row_with(
    row: Row,
    tiles: usize,
    places: usize,
    most: usize,
    see: &mut impl FnMut(Row, usize),
) {
    let Some(place) = places.checked_sub(1) else { return see(row, tiles) };
    for count in 0..=(most - tiles).min(MOST_PLAIN.into()) {
        let row = row.plus(Row::one(place).times(count as u32));
        each_row_with(row, tiles + count, place, most, see);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tile::Kind;

    #[test]
    fn the_tables_hold_what_they_promise() {
        let [complete, open] = [WayTable::complete(), WayTable::open()].map(|table| {
            size_of_val(&*table.rows.displacements)
                + size_of_val(&*table.rows.ways)
                + size_of_val(&*table.several)
        });
        assert!(complete < 800_000 && open < 4_400_000, "{complete} and {open} bytes");
    }

    #[test]
    fn every_row_has_its_own_ways() {
        for (role, table) in
            [(Role::Complete, WayTable::complete()), (Role::Open, WayTable::open())]
        {
            for (part, kinds) in [(0, NUMBERS), (2, NUMBERS), (PARTS - 1, WINDS + DRAGONS)] {
                each_row(kinds, 8, &mut |row, tiles| {
                    let mut ways = Vec::new();
                    find(role, part, row, tiles, &mut ways);
                    assert_eq!(table.of(part, row), ways);
                });
            }
        }
    }

    #[test]
    fn the_ways_of_a_full_flush_are_the_census() {
        // 101,465 tenpai decompositions of 13 tiles, dead waits dropped, are an independent count.
        let (mut all, mut most) = (0, 0);
        each_row(NUMBERS, 13, &mut |row, tiles| {
            if tiles == 13 {
                let spare = |kind: Kind| row.get(kind.index()) < 4;
                let live = |way: &&Way| way.open(0).unwrap().holes().iter().any(spare);
                let ways = WayTable::open().of(0, row).iter().filter(live).count();
                (all, most) = (all + ways, most.max(ways));
            }
        });
        assert_eq!((all, most), (101_465, 14));
    }
}
