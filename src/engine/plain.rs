//! Decompositions of melds and a pair where no tile is wild: suit by suit, then put together.
//!
//! Every way to use a suit's tiles is written as one number, so that the ways of a suit are few words
//! in canonical order. Suits do not touch each other then: a decomposition is a way for each suit, and
//! since a suit's groups come before the next suit's, going through the ways in their order goes
//! through the decompositions in theirs. The tables leave no way to be tried in vain.

use super::packed::Indices;
use super::piece::{Division, MOST_GROUPS, OpenPiece, Piece, Visitor, holes_between};
use super::tables::{Cost, Tables, counts_of};
use crate::group::{GroupType, Slot};
use crate::tile::{Kind, KindSet, Tile};
use std::ops::ControlFlow;

/// Three suits, winds, dragons: where their kinds begin.
const BEGINS: [usize; 6] = [0, 9, 18, 27, 31, 34];

/// All ways of all suits of one hand, at most; more of them are rare and another walk's.
const MOST_WAYS: usize = 48;

/// A way to use one suit's tiles.
///
/// A byte a group, in order, the first one highest: four times its number and its type. Bytes without
/// a group are all ones: of two ways that begin alike the longer one comes first, since its next
/// group is before any of a later suit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Way {
    groups: u64,
    open: u8,
}

/// No group, no open group.
const NOTHING: Way = Way { groups: u64::MAX, open: u8::MAX };

/// A group's type in its code, and how an open group's tiles stand in theirs.
const PAIR: u8 = 0;
const TRIPLET: u8 = 1;
const RUN: u8 = 2;
const LONE: u8 = 0;
const ALIKE: u8 = 1;

impl Way {
    fn with(self, length: u32, code: u8) -> Way {
        let shift = 56 - 8 * length;
        Way { groups: self.groups ^ u64::from(u8::MAX ^ code) << shift, ..self }
    }

    fn codes(self) -> impl Iterator<Item = u8> {
        self.groups.to_be_bytes().into_iter().take_while(|&code| code != u8::MAX)
    }
}

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
    left: u32,
}

/// Finds the ways of one suit.
struct Suit<'a> {
    tables: &'static Tables,
    part: usize,
    role: Role,
    /// Whether the pair is to be made of this suit's tiles.
    pair: bool,
    live: KindSet,
    ways: &'a mut Ways,
}

/// The ways found.
struct Ways {
    ways: [Way; MOST_WAYS],
    len: usize,
    overflow: bool,
}

impl Ways {
    fn push(&mut self, way: Way) {
        match self.ways.get_mut(self.len) {
            Some(place) => {
                *place = way;
                self.len += 1;
            }
            None => self.overflow = true,
        }
    }
}

/// What a part needs.
fn cost(tables: &Tables, part: usize, index: u32) -> Cost {
    match part {
        3 => tables.winds(index, 0).cost(),
        4 => tables.dragons(index, 0).cost(),
        _ => tables.numbers(index).cost(),
    }
}

fn weight(part: usize, number: u32) -> u32 {
    Kind::from_index(BEGINS[part] + number as usize).map_or(0, |kind| super::packed::role(kind).1)
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
        let own = weight(self.part, number);
        if self.pair && !chosen.has_pair && count >= 2 && least == PAIR {
            self.take(chosen, number, PAIR, 2 * one, 2 * own);
        }
        if count >= 3 && least <= TRIPLET {
            self.take(chosen, number, TRIPLET, 3 * one, 3 * own);
        }
        if self.part < 3 && number < 7 && at(1) > 0 && at(2) > 0 {
            let weights = own + weight(self.part, number + 1) + weight(self.part, number + 2);
            self.take(chosen, number, RUN, one | one << 4 | one << 8, weights);
        }
        if self.role == Role::Open && chosen.left + count as u32 <= 2 {
            let mut next = Chosen { row: chosen.row & !(0xf * one), ..chosen };
            for _ in 0..count {
                next.behind[next.left as usize] = number;
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
        let open = low as u8 * 4 + stands;
        if !open_piece(self.part, open).holes().intersection(self.live).is_empty() {
            self.ways.push(Way { open, ..chosen.way });
        }
    }
}

fn kind_of(part: usize, number: u8) -> Kind {
    Kind::from_index(BEGINS[part] + usize::from(number)).unwrap_or(Kind::FIRST)
}

fn piece(part: usize, code: u8) -> Piece {
    let first = kind_of(part, code / 4);
    let plain = |offset: u8| Tile::plain(kind_of(part, code / 4 + offset));
    match code % 4 {
        PAIR => Piece::new(GroupType::Pair, first, [plain(0); 3]),
        TRIPLET => Piece::new(GroupType::Triplet, first, [plain(0); 3]),
        _ => Piece::new(GroupType::Run, first, [plain(0), plain(1), plain(2)]),
    }
}

fn open_piece(part: usize, code: u8) -> OpenPiece {
    let slot = |kind: Kind| Slot { kind, tile: Tile::plain(kind) };
    let low = kind_of(part, code / 4);
    match code % 4 {
        LONE => OpenPiece::new(&[slot(low)], std::iter::once(low).collect()),
        stands => {
            let high = kind_of(part, code / 4 + stands - ALIKE);
            OpenPiece::new(&[slot(low), slot(high)], holes_between(low, high))
        }
    }
}

/// The decompositions of a hand of plain tiles that stand for their own kinds.
pub(super) struct PlainWalk {
    form: usize,
    waits: bool,
    ways: Ways,
    /// Where the ways of each part end.
    ends: [usize; 5],
}

impl PlainWalk {
    /// Finds the ways of each suit. The tables must have found the hand complete, or one tile off;
    /// `None` when there are more ways than there is room.
    pub fn new(form: usize, fixed: &Indices, waits: bool, live: KindSet) -> Option<PlainWalk> {
        let tables = Tables::get();
        let costs: [Cost; 5] = std::array::from_fn(|part| cost(tables, part, fixed.parts[part]));
        let whole = costs.iter().fold(Cost::default(), |whole, &cost| whole + cost);
        let ways = Ways { ways: [NOTHING; MOST_WAYS], len: 0, overflow: false };
        let mut walk = PlainWalk { form, waits, ways, ends: [0; 5] };
        for (part, &of_part) in costs.iter().enumerate() {
            let begin = walk.ways.len;
            let row = row_of(part, fixed);
            let mut find = |role, pair| {
                let ways = &mut walk.ways;
                let mut suit = Suit { tables, part, role, pair, live, ways };
                if suit.may_go_on(fixed.parts[part], false) {
                    suit.choose(Chosen::all(row, fixed.parts[part]));
                }
            };
            if row == 0 {
                walk.ways.push(NOTHING);
            } else {
                // The parts beside this one hold these pairs, and lack so much.
                let others = whole.less(of_part);
                let holds_pair = of_part.pairs() == 1;
                if of_part.wilds() == 0 {
                    find(Role::Complete, holds_pair);
                }
                if waits && others.wilds() == 0 && others.pairs() <= 1 {
                    find(Role::Open, others.pairs() == 0);
                }
            }
            let found = &mut walk.ways.ways[begin..walk.ways.len];
            if waits && found.len() > 1 {
                found.sort_unstable();
            }
            walk.ends[part] = walk.ways.len;
        }
        (!walk.ways.overflow).then_some(walk)
    }

    /// Shows every decomposition.
    pub fn run(&self, visit: &mut impl Visitor) -> ControlFlow<()> {
        let nothing = Piece::new(GroupType::Single, Kind::FIRST, [Tile::plain(Kind::FIRST); 3]);
        let mut groups = [nothing; MOST_GROUPS / 2];
        self.combine(0, &mut groups, 0, None, visit)
    }

    fn combine(
        &self,
        part: usize,
        groups: &mut [Piece; MOST_GROUPS / 2],
        depth: usize,
        open: Option<(usize, u8)>,
        visit: &mut impl Visitor,
    ) -> ControlFlow<()> {
        let Some(&end) = self.ends.get(part) else {
            if open.is_some() != self.waits {
                return ControlFlow::Continue(());
            }
            visit.step()?;
            let open = open.map(|(part, code)| open_piece(part, code));
            let groups = &groups[..depth];
            return visit.see(&Division { form: self.form, groups, open: open.as_ref() });
        };
        let begin = part.checked_sub(1).map_or(0, |before| self.ends[before]);
        for way in &self.ways.ways[begin..end] {
            let mut length = depth;
            for code in way.codes() {
                groups[length] = piece(part, code);
                length += 1;
            }
            let open = match (open, way.open) {
                (open, u8::MAX) => open,
                (None, code) => Some((part, code)),
                (Some(_), _) => continue,
            };
            self.combine(part + 1, groups, length, open, visit)?;
        }
        ControlFlow::Continue(())
    }
}

impl Chosen {
    fn all(row: u64, index: u32) -> Chosen {
        Chosen {
            row,
            index,
            way: NOTHING,
            length: 0,
            has_pair: false,
            from: (0, PAIR),
            behind: [0; 2],
            left: 0,
        }
    }
}

/// The tiles of a part, four bits a number.
fn row_of(part: usize, fixed: &Indices) -> u64 {
    if fixed.parts[part] == 0 {
        return 0;
    }
    if part < 3 {
        let counts = counts_of(fixed.parts[part]);
        return counts.iter().rev().fold(0, |row, &count| row << 4 | u64::from(count));
    }
    (BEGINS[part]..BEGINS[part + 1]).rev().fold(0, |row, kind| {
        row << 4 | fixed.at_least.iter().map(|kinds| kinds >> kind & 1).sum::<u64>()
    })
}
