//! Ways to use the plain tiles of one suit, every one of them in a table.
//!
//! A [`Way`] is one number, so that the ways of a suit are few words in canonical order. The table of
//! complete ways and that of ways with an open group are built when first asked for; they hold the
//! suits of up to 14 tiles.

use super::automaton::NUMBERS;
use super::packed::MOST_PLAIN;
use super::piece::{OpenPiece, Piece, holes_between};
use super::row::{PARTS, Row};
use super::tables::Tables;
use crate::group::{GroupType, Slot};
use crate::tile::{Kind, KindSet, Tile};
use std::sync::LazyLock;

/// Where the kinds of each part begin.
const BEGINS: [usize; PARTS] = [0, 9, 18, 27];

/// How many honours there are.
const HONOURS: usize = 7;

/// The most tiles of a suit in the tables.
pub(super) const MOST_IN_SUIT: usize = 14;

/// A way to use one suit's tiles: complete groups, and perhaps an open one.
///
/// A byte a group, in order, the first one highest: four times its number and its type. The lowest
/// byte is the open group. Bytes that stand for nothing are all ones: of two ways that begin alike
/// the longer one comes first, since its next group is before any of a later suit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Way(u64);

/// A group's type in its code, and how an open group's tiles stand in theirs.
const PAIR: u8 = 0;
const TRIPLET: u8 = 1;
const RUN: u8 = 2;
const LONE: u8 = 0;
const ALIKE: u8 = 1;

impl Way {
    /// No group, no open group.
    pub const NOTHING: Way = Way(u64::MAX);

    fn with(self, length: u32, code: u8) -> Way {
        Way(self.0 ^ u64::from(!code) << (56 - 8 * length))
    }

    fn with_open(self, code: u8) -> Way {
        Way(self.0 ^ u64::from(!code))
    }

    /// The complete groups, read as kinds of this part.
    #[inline]
    pub fn groups(self, part: usize) -> impl Iterator<Item = Piece> {
        let mut rest = self.0 | 0xff;
        std::iter::from_fn(move || {
            let code = (rest >> 56) as u8;
            rest = rest << 8 | 0xff;
            let kind = BEGINS[part] + usize::from(code / 4);
            (code != u8::MAX).then(|| PIECES[kind][usize::from(code % 4)])
        })
    }

    /// The open group, read as kinds of this part.
    pub fn open(self, part: usize) -> Option<&'static OpenPiece> {
        let code = self.0 as u8;
        let kind = BEGINS[part] + usize::from(code / 4);
        (code != u8::MAX).then(|| &OPEN_PIECES[kind][usize::from(code % 4)])
    }
}

/// The groups of plain tiles that begin with each kind, by type.
static PIECES: [[Piece; 3]; Kind::COUNT] = {
    let mut pieces = [[Piece::plain(GroupType::Pair, Kind::FIRST); 3]; Kind::COUNT];
    let mut index = 0;
    while let Some(first) = Kind::from_index(index) {
        pieces[index][PAIR as usize] = Piece::plain(GroupType::Pair, first);
        pieces[index][TRIPLET as usize] = Piece::plain(GroupType::Triplet, first);
        pieces[index][RUN as usize] = Piece::plain(GroupType::Run, first);
        index += 1;
    }
    pieces
};

/// The open groups of plain tiles that begin with each kind, by how their tiles stand.
static OPEN_PIECES: LazyLock<[[OpenPiece; 4]; Kind::COUNT]> = LazyLock::new(|| {
    let slot = |kind: Kind| Slot { kind, tile: Tile::plain(kind) };
    std::array::from_fn(|index| {
        let low = Kind::from_index(index).unwrap_or(Kind::FIRST);
        std::array::from_fn(|stands| match stands.checked_sub(ALIKE.into()) {
            None => OpenPiece::new(&[slot(low)], std::iter::once(low).collect::<KindSet>()),
            // Where there is no such number no way has this code.
            Some(apart) => {
                let high = Kind::from_index(index + apart).unwrap_or(low);
                OpenPiece::new(&[slot(low), slot(high)], holes_between(low, high))
            }
        })
    })
});

/// What a suit is to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Role {
    Complete,
    Open,
}

/// What is chosen of a suit so far.
#[derive(Clone, Copy)]
struct Chosen {
    /// Tiles to be used yet, and those with the tiles left behind.
    row: Row,
    all: Row,
    way: Way,
    length: u32,
    has_pair: bool,
    /// The number at work and the least type of its next group.
    from: (u32, u8),
    /// The numbers of the tiles left behind.
    behind: [u32; 2],
    left: usize,
}

/// Finds the ways of one suit, in order.
struct Suit<'a> {
    tables: &'a Tables,
    part: usize,
    role: Role,
    /// Whether the pair is to be made of this suit's tiles.
    pair: bool,
    ways: &'a mut Vec<Way>,
}

impl Suit<'_> {
    /// Whether what is left may become groups.
    fn may_go_on(&self, all: Row, has_pair: bool) -> bool {
        let cost = self.tables.part(self.part, all);
        let need = if self.pair && !has_pair { cost.with_one_pair() } else { cost.without_pair() };
        need <= u32::from(self.role == Role::Open)
    }

    fn choose(&mut self, chosen: Chosen) {
        if chosen.row.is_empty() {
            return self.note(chosen);
        }
        let place = chosen.row.first_place();
        let number = place as u32;
        let count = chosen.row.get(place);
        let least = if chosen.from.0 == number { chosen.from.1 } else { PAIR };
        let one = Row::one(place);
        if self.pair && !chosen.has_pair && count >= 2 && least == PAIR {
            self.take(chosen, number, PAIR, one.times(2));
        }
        if count >= 3 && least <= TRIPLET {
            self.take(chosen, number, TRIPLET, one.times(3));
        }
        if self.part < 3 && number < 7 {
            let follow = [place + 1, place + 2];
            if follow.iter().all(|&place| chosen.row.get(place) > 0) {
                let run = follow.iter().fold(one, |run, &place| run.plus(Row::one(place)));
                self.take(chosen, number, RUN, run);
            }
        }
        if self.role == Role::Open && chosen.left + usize::from(count) <= 2 {
            let row = chosen.row.minus(one.times(count.into()));
            let mut next = Chosen { row, ..chosen };
            for _ in 0..count {
                next.behind[next.left] = number;
                next.left += 1;
            }
            self.choose(next);
        }
    }

    fn take(&mut self, chosen: Chosen, number: u32, code: u8, tiles: Row) {
        let all = chosen.all.minus(tiles);
        let has_pair = chosen.has_pair || code == PAIR;
        if self.may_go_on(all, has_pair) {
            self.choose(Chosen {
                row: chosen.row.minus(tiles),
                all,
                way: chosen.way.with(chosen.length, number as u8 * 4 + code),
                length: chosen.length + 1,
                has_pair,
                from: (number, code.max(TRIPLET)),
                ..chosen
            });
        }
    }

    fn note(&mut self, chosen: Chosen) {
        if self.role == Role::Complete {
            return self.ways.push(chosen.way);
        }
        let [low, high] = chosen.behind;
        let lone = self.pair && !chosen.has_pair;
        let stands = match (chosen.left, high.wrapping_sub(low)) {
            (1, _) if lone => LONE,
            (2, 0) if !lone => ALIKE,
            (2, apart @ 1..=2) if !lone && self.part < 3 => ALIKE + apart as u8,
            _ => return,
        };
        self.ways.push(chosen.way.with_open(low as u8 * 4 + stands));
    }
}

/// The ways of suits, winds and dragons, found by their tiles.
pub(super) struct WayTable {
    /// For each row with ways its key, and where its ways begin; a row that finds its place taken is
    /// in the next free one.
    slots: Box<[(u32, u32)]>,
    ways: Vec<Way>,
}

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
        let mut ways = Vec::new();
        for (part, kinds) in [(0, NUMBERS), (3, HONOURS)] {
            each_row(kinds, Row::EMPTY, MOST_IN_SUIT, &mut |row, tiles| {
                // Before a row's ways stands their number.
                let begin = ways.len();
                ways.push(Way::NOTHING);
                find(role, part, row, tiles, &mut ways);
                match ways.len() - begin - 1 {
                    0 => ways.truncate(begin),
                    count => {
                        ways[begin] = Way(count as u64);
                        rows.push((key(part, row), begin as u32));
                    }
                }
            });
        }
        let mut slots = vec![(0, 0); (2 * rows.len()).next_power_of_two()].into_boxed_slice();
        for (key, begin) in rows {
            let mut slot = place(key, slots.len());
            while slots[slot].0 != 0 {
                slot = (slot + 1) % slots.len();
            }
            slots[slot] = (key, begin);
        }
        WayTable { slots, ways }
    }

    /// The ways of a part's tiles, up to 14.
    pub fn of(&self, part: usize, row: Row) -> &[Way] {
        let key = key(part, row);
        let mut slot = place(key, self.slots.len());
        loop {
            match self.slots[slot] {
                (found, begin) if found == key => {
                    let begin = begin as usize;
                    let count = self.ways[begin].0 as usize;
                    return &self.ways[begin + 1..=begin + count];
                }
                (0, _) => return &[],
                _ => slot = (slot + 1) % self.slots.len(),
            }
        }
    }
}

/// A number for a part's tiles, never nought; suits share theirs.
fn key(part: usize, row: Row) -> u32 {
    (1 + part as u32 / 3) << 27 | row.bits()
}

/// Where a key is looked for first, by multiplicative hashing.
fn place(key: u32, slots: usize) -> usize {
    let mixed = key.wrapping_mul(0x9e37_79b9);
    (mixed ^ mixed >> 15) as usize & (slots - 1)
}

fn find(role: Role, part: usize, row: Row, tiles: usize, ways: &mut Vec<Way>) {
    let pair = match role {
        Role::Complete => tiles % 3 == 2,
        Role::Open => tiles % 3 == 1,
    };
    let begin = ways.len();
    let mut suit = Suit { tables: Tables::get(), part, role, pair, ways };
    if tiles == 0 || tiles.is_multiple_of(3) && role == Role::Open || !suit.may_go_on(row, false) {
        return;
    }
    let from = (0, PAIR);
    suit.choose(Chosen {
        row,
        all: row,
        way: Way::NOTHING,
        length: 0,
        has_pair: false,
        from,
        behind: [0; 2],
        left: 0,
    });
    ways[begin..].sort_unstable();
}

/// Every row of so many tiles at most in the first places, four of a kind: the row and how many tiles.
fn each_row(places: usize, row: Row, room: usize, see: &mut impl FnMut(Row, usize)) {
    let Some(place) = places.checked_sub(1) else {
        return see(row, MOST_IN_SUIT - room);
    };
    for count in 0..=room.min(MOST_PLAIN.into()) {
        let row = row.plus(Row::one(place).times(count as u32));
        each_row(place, row, room - count, see);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_hold_what_they_promise() {
        let [complete, open] = [WayTable::complete(), WayTable::open()]
            .map(|table| size_of_val(&*table.ways) + size_of_val(&*table.slots));
        assert!(complete < 2_000_000 && open < 12_000_000, "{complete} and {open} bytes");
    }

    #[test]
    fn the_ways_of_a_full_flush_are_the_census() {
        // 101,465 tenpai decompositions of 13 tiles, dead waits dropped, are an independent count.
        let (mut all, mut most) = (0, 0);
        each_row(NUMBERS, Row::EMPTY, MOST_IN_SUIT, &mut |row, tiles| {
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
