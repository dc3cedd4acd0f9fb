//! Ways to use the plain tiles of one suit, every one of them in a table.
//!
//! A [`Way`] is one number, so that the ways of a suit are few words in canonical order. The table of
//! complete ways and that of ways with an open group are built when first asked for; they hold the
//! suits of up to 14 tiles.

use super::automaton::NUMBERS;
use super::packed::weight_of;
use super::piece::{OpenPiece, Piece, holes_between};
use super::tables::{BASE, Cost, Tables, WEIGHTS};
use crate::group::{GroupType, Slot};
use crate::tile::{Kind, KindSet, Tile};
use std::sync::LazyLock;

/// The parts of a hand: three suits, winds, dragons. Where their kinds begin, and where they end.
pub(super) const BEGINS: [usize; 6] = [0, 9, 18, 27, 31, 34];

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
    /// Tiles to be used yet, four bits a number, the first one lowest.
    row: u64,
    /// Those and the tiles left behind, as the tables take them.
    index: u32,
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

/// What a part needs.
pub(super) fn cost(tables: &Tables, part: usize, index: u32) -> Cost {
    match part {
        3 => tables.winds(index, 0).cost(),
        4 => tables.dragons(index, 0).cost(),
        _ => tables.numbers_cost(index),
    }
}

impl Suit<'_> {
    /// Whether what is left may become groups.
    fn may_go_on(&self, index: u32, has_pair: bool) -> bool {
        let cost = cost(self.tables, self.part, index);
        let need = if self.pair && !has_pair { cost.with_one_pair() } else { cost.without_pair() };
        need <= u32::from(self.role == Role::Open)
    }

    fn choose(&mut self, chosen: Chosen) {
        if chosen.row == 0 {
            return self.note(chosen);
        }
        let number = chosen.row.trailing_zeros() / 4;
        let at = |offset: u32| chosen.row >> (4 * (number + offset)) & 0xf;
        let count = at(0);
        let least = if chosen.from.0 == number { chosen.from.1 } else { PAIR };
        let one = 1u64 << (4 * number);
        let kind = BEGINS[self.part] + number as usize;
        let own = weight_of(kind);
        if self.pair && !chosen.has_pair && count >= 2 && least == PAIR {
            self.take(chosen, number, PAIR, 2 * one, 2 * own);
        }
        if count >= 3 && least <= TRIPLET {
            self.take(chosen, number, TRIPLET, 3 * one, 3 * own);
        }
        if self.part < 3 && number < 7 && at(1) > 0 && at(2) > 0 {
            let weights = own + weight_of(kind + 1) + weight_of(kind + 2);
            self.take(chosen, number, RUN, one | one << 4 | one << 8, weights);
        }
        if self.role == Role::Open && chosen.left + count as usize <= 2 {
            let mut next = Chosen { row: chosen.row & !(0xf * one), ..chosen };
            for _ in 0..count {
                next.behind[next.left] = number;
                next.left += 1;
            }
            self.choose(next);
        }
    }

    fn take(&mut self, chosen: Chosen, number: u32, code: u8, tiles: u64, weights: u32) {
        let index = chosen.index - weights;
        let has_pair = chosen.has_pair || code == PAIR;
        if self.may_go_on(index, has_pair) {
            self.choose(Chosen {
                row: chosen.row - tiles,
                index,
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

/// The ways of many suits, found by the suits' indices.
pub(super) struct WayTable {
    /// For each suit its index, one up, and where its ways begin; a suit that finds its place taken is
    /// in the next free one.
    slots: Box<[(u32, u32)]>,
    ways: Vec<Way>,
    honours: [Vec<Vec<Way>>; 2],
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
        let mut suits = Vec::new();
        let mut ways = Vec::new();
        each_suit(0, 0, 0, MOST_IN_SUIT, &mut |row, index, tiles| {
            // Before a suit's ways stands their number.
            let begin = ways.len();
            ways.push(Way::NOTHING);
            find(role, 0, row, index, tiles, &mut ways);
            match ways.len() - begin - 1 {
                0 => ways.truncate(begin),
                count => {
                    ways[begin] = Way(count as u64);
                    suits.push((index + 1, begin as u32));
                }
            }
        });
        let mut slots = vec![(0, 0); (2 * suits.len()).next_power_of_two()].into_boxed_slice();
        for (key, begin) in suits {
            let mut slot = place(key, slots.len());
            while slots[slot].0 != 0 {
                slot = (slot + 1) % slots.len();
            }
            slots[slot] = (key, begin);
        }
        let honours = [3, 4].map(|part| of_honours(role, part));
        WayTable { slots, ways, honours }
    }

    /// The ways of a part's tiles; `index` is that of up to 14 tiles.
    pub fn of(&self, part: usize, index: u32) -> &[Way] {
        if index == 0 {
            return &[];
        }
        if part >= 3 {
            return self.honours[part - 3].get(index as usize).map_or(&[], Vec::as_slice);
        }
        let key = index + 1;
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

/// Where a suit is looked for first, by multiplicative hashing.
fn place(key: u32, slots: usize) -> usize {
    let mixed = key.wrapping_mul(0x9e37_79b9);
    (mixed ^ mixed >> 15) as usize & (slots - 1)
}

fn find(role: Role, part: usize, row: u64, index: u32, tiles: usize, ways: &mut Vec<Way>) {
    let pair = match role {
        Role::Complete => tiles % 3 == 2,
        Role::Open => tiles % 3 == 1,
    };
    let begin = ways.len();
    let mut suit = Suit { tables: Tables::get(), part, role, pair, ways };
    if tiles.is_multiple_of(3) && role == Role::Open || !suit.may_go_on(index, false) {
        return;
    }
    let from = (0, PAIR);
    suit.choose(Chosen {
        row,
        index,
        way: Way::NOTHING,
        length: 0,
        has_pair: false,
        from,
        behind: [0; 2],
        left: 0,
    });
    ways[begin..].sort_unstable();
}

/// Every suit of so many tiles at most, four of a number: its row, its index and how many tiles.
fn each_suit(
    number: usize,
    row: u64,
    index: u32,
    room: usize,
    see: &mut impl FnMut(u64, u32, usize),
) {
    if number == NUMBERS {
        return see(row, index, MOST_IN_SUIT - room);
    }
    for count in 0..=room.min(BASE as usize - 1) {
        let row = row | (count as u64) << (4 * number);
        let index = index + count as u32 * WEIGHTS[number];
        each_suit(number + 1, row, index, room - count, see);
    }
}

/// The ways of winds or dragons, by their index.
fn of_honours(role: Role, part: usize) -> Vec<Vec<Way>> {
    let kinds = (BEGINS[part + 1] - BEGINS[part]) as u32;
    let of_index = |index: u32| {
        let counts = (0..kinds).map(|kind| index / BASE.pow(kinds - 1 - kind) % BASE);
        let row = counts.clone().rev().fold(0, |row, count| row << 4 | u64::from(count));
        let mut ways = Vec::new();
        find(role, part, row, index, counts.sum::<u32>() as usize, &mut ways);
        ways
    };
    (0..BASE.pow(kinds)).map(of_index).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_hold_what_they_promise() {
        let [complete, open] = [WayTable::complete(), WayTable::open()]
            .map(|table| table.ways.len() * 8 + table.slots.len() * 8);
        assert!(complete < 2_000_000 && open < 12_000_000, "{complete} and {open} bytes");
    }

    #[test]
    fn the_ways_of_a_full_flush_are_the_census() {
        // 101,465 tenpai decompositions of 13 tiles, dead waits dropped, are an independent count.
        let (mut all, mut most) = (0, 0);
        each_suit(0, 0, 0, MOST_IN_SUIT, &mut |row, index, tiles| {
            if tiles == 13 {
                let spare = |kind: Kind| row >> (4 * kind.index()) & 0xf < 4;
                let live = |way: &&Way| way.open(0).unwrap().holes().iter().any(spare);
                let ways = WayTable::open().of(0, index).iter().filter(live).count();
                (all, most) = (all + ways, most.max(ways));
            }
        });
        assert_eq!((all, most), (101_465, 14));
    }
}
