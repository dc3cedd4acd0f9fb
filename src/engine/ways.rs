//! Ways to use the plain tiles of one suit, or of the honours.
//!
//! A [`Way`] is one number, so that the ways of a suit are few words in canonical order. They are
//! found once, for their [table](super::way_table).

use super::automaton::NUMBERS;
use super::piece::{OpenPiece, Piece, holes_between};
use super::row::{PARTS, Row};
use super::tables::Tables;
use crate::group::{GroupType, Slot};
use crate::tile::{Kind, KindSet, Tile};
use std::sync::LazyLock;

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

    /// Not a way but where ways begin.
    pub fn of_index(index: usize) -> Way {
        Way(index as u64)
    }

    /// See [`Way::of_index`].
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }

    fn with(self, length: u32, code: u8) -> Way {
        Way(self.0 ^ u64::from(!code) << (56 - 8 * length))
    }

    fn with_open(self, code: u8) -> Way {
        Way(self.0 ^ u64::from(!code))
    }

    /// How many complete groups there are.
    #[inline]
    pub fn len(self) -> usize {
        // The bytes that stand for nothing are the lowest ones, that of the open group among them.
        7 - ((self.0 >> 8).trailing_ones() / 8) as usize
    }

    /// Puts the complete groups, read as kinds of this part, at the beginning of `groups`. What comes
    /// after them there is of no meaning: how many there are hangs on the hand, and a loop as long
    /// would be foreseen by no processor.
    #[inline]
    pub fn put_groups(self, part: usize, groups: &mut [Piece; MOST_IN_PART]) {
        for (at, group) in groups.iter_mut().enumerate() {
            let code = (self.0 >> (56 - 8 * at)) as u8;
            *group = PIECES[part][usize::from(code) % CODES];
        }
    }

    /// The open group, read as kinds of this part.
    pub fn open(self, part: usize) -> Option<&'static OpenPiece> {
        let code = self.0 as u8;
        (code != u8::MAX).then(|| &OPEN_PIECES[part][usize::from(code) % CODES])
    }
}

/// How many codes of groups there is room for in their tables.
const CODES: usize = 64;

/// The most complete groups of a part in the tables: four melds and a pair.
pub(super) const MOST_IN_PART: usize = 5;

/// The groups of plain tiles by part and code. Codes that no way has stand for any.
static PIECES: [[Piece; CODES]; PARTS] = {
    let mut pieces = [[Piece::plain(GroupType::Pair, Kind::FIRST); CODES]; PARTS];
    let mut index = 0;
    while let Some(first) = Kind::from_index(index) {
        let codes = &mut pieces[index / NUMBERS];
        let number = 4 * (index % NUMBERS);
        codes[number + PAIR as usize] = Piece::plain(GroupType::Pair, first);
        codes[number + TRIPLET as usize] = Piece::plain(GroupType::Triplet, first);
        codes[number + RUN as usize] = Piece::plain(GroupType::Run, first);
        index += 1;
    }
    pieces
};

/// The open groups of plain tiles by part and code: their lowest kind and how their tiles stand.
static OPEN_PIECES: LazyLock<[[OpenPiece; CODES]; PARTS]> = LazyLock::new(|| {
    let slot = |kind: Kind| Slot { kind, tile: Tile::plain(kind) };
    std::array::from_fn(|part| {
        std::array::from_fn(|code| {
            let kind = |offset: usize| Kind::from_index(NUMBERS * part + code / 4 + offset);
            let low = kind(0).unwrap_or(Kind::FIRST);
            match (code % 4).checked_sub(ALIKE.into()) {
                None => OpenPiece::new(&[slot(low)], std::iter::once(low).collect::<KindSet>()),
                Some(apart) => {
                    let high = kind(apart).unwrap_or(low);
                    OpenPiece::new(&[slot(low), slot(high)], holes_between(low, high))
                }
            }
        })
    })
});

/// What a suit is to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
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

/// Adds the ways of a part's tiles, so many in all, in order.
pub(super) fn find(role: Role, part: usize, row: Row, tiles: usize, ways: &mut Vec<Way>) {
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
