//! The decompositions of one suit's plain tiles, or of the honours, each packed into one number.
//!
//! They are found by a search, which runs only while the [table of suits](super::suit_table) is built.
//! Reading the groups out of the number is two look-ups.

use crate::engine::digits::{NUMBERS, PARTS, PartDigits};
use crate::engine::need::tables::Tables;
use crate::engine::packed_group::{PackedGroup, PackedPartial, holes_between};
use crate::group::{GroupType, Slot};
use crate::size::HandSize;
use crate::tile::{Kind, KindSet, Tile};
use std::sync::LazyLock;

/// A decomposition of one suit's tiles: complete groups, and perhaps an open one.
///
/// Each complete group is a byte, the first one the highest: four times the group's first number, plus
/// its type. The lowest byte is the partial group. Unused bytes are all ones. So comparing the numbers
/// compares in canonical order: of two decompositions that begin alike the longer one comes first, since
/// its next group comes before any group of a later suit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::engine) struct SuitDecomposition(u64);

/// The types of complete groups in their codes; the types of partial groups in theirs: one tile, two tiles
/// alike. Two tiles of different numbers are `ALIKE` plus the difference.
const PAIR: u8 = 0;
const TRIPLET: u8 = 1;
const RUN: u8 = 2;
const LONE: u8 = 0;
const ALIKE: u8 = 1;

impl SuitDecomposition {
    /// No group, no partial group.
    pub const NOTHING: SuitDecomposition = SuitDecomposition(u64::MAX);

    /// Not a decomposition but an index into a list of them, in the same number.
    pub fn of_index(index: usize) -> SuitDecomposition {
        SuitDecomposition(index as u64)
    }

    /// See [`SuitDecomposition::of_index`].
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }

    fn with(self, length: u32, code: u8) -> SuitDecomposition {
        SuitDecomposition(self.0 ^ u64::from(!code) << (56 - 8 * length))
    }

    fn with_open(self, code: u8) -> SuitDecomposition {
        SuitDecomposition(self.0 ^ u64::from(!code))
    }

    /// How many complete groups there are.
    #[inline]
    pub fn len(self) -> usize {
        // The unused bytes are the lowest of the seven above the partial group's.
        7 - ((self.0 >> 8).trailing_ones() / 8) as usize
    }

    /// Copies the complete groups, as kinds of this part, to the beginning of `groups`. The entries after
    /// them have no meaning. All five are copied whatever their number, since processors cannot predict
    /// the end of a loop that depends on the hand.
    #[inline]
    pub fn put_groups(self, part: usize, groups: &mut [PackedGroup; MOST_IN_PART]) {
        for (at, group) in groups.iter_mut().enumerate() {
            let code = (self.0 >> (56 - 8 * at)) as u8;
            *group = GROUPS[part][usize::from(code) % CODES];
        }
    }

    /// The partial group, as kinds of this part.
    pub fn open(self, part: usize) -> Option<&'static PackedPartial> {
        let code = self.0 as u8;
        (code != u8::MAX).then(|| &PARTIALS[part][usize::from(code) % CODES])
    }
}

/// The length of the tables of groups by code.
const CODES: usize = 64;

/// The most complete groups of a part in the tables: four melds and a pair.
pub(in crate::engine) const MOST_IN_PART: usize = 5;

/// The groups of plain tiles by part and code. Unused codes have any group.
static GROUPS: [[PackedGroup; CODES]; PARTS] = {
    let mut groups = [[PackedGroup::plain(GroupType::Pair, Kind::FIRST); CODES]; PARTS];
    let mut index = 0;
    while let Some(first) = Kind::from_index(index) {
        let codes = &mut groups[index / NUMBERS];
        let number = 4 * (index % NUMBERS);
        codes[number + PAIR as usize] = PackedGroup::plain(GroupType::Pair, first);
        codes[number + TRIPLET as usize] = PackedGroup::plain(GroupType::Triplet, first);
        codes[number + RUN as usize] = PackedGroup::plain(GroupType::Run, first);
        index += 1;
    }
    groups
};

/// The partial groups of plain tiles by part and code.
static PARTIALS: LazyLock<[[PackedPartial; CODES]; PARTS]> = LazyLock::new(|| {
    let slot = |kind: Kind| Slot { kind, tile: Tile::plain(kind) };
    std::array::from_fn(|part| {
        std::array::from_fn(|code| {
            let kind = |offset: usize| Kind::from_index(NUMBERS * part + code / 4 + offset);
            let low = kind(0).unwrap_or(Kind::FIRST);
            match (code % 4).checked_sub(ALIKE.into()) {
                None => PackedPartial::new(&[slot(low)], std::iter::once(low).collect::<KindSet>()),
                Some(difference) => {
                    let high = kind(difference).unwrap_or(low);
                    PackedPartial::new(&[slot(low), slot(high)], holes_between(low, high))
                }
            }
        })
    })
});

/// What the tiles of a suit are to become: complete groups alone, or complete groups and an open one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::engine) enum Target {
    Complete,
    Open,
}

/// What the search has chosen so far.
#[derive(Clone, Copy)]
struct Chosen {
    /// The tiles that the search has not come to, and these with the tiles set aside.
    remaining: PartDigits,
    unused: PartDigits,
    decomposition: SuitDecomposition,
    length: u32,
    has_pair: bool,
    /// The number that the search is at, and the least type of its next group.
    from: (u32, u8),
    /// The numbers of the tiles set aside for the partial group, and how many there are.
    aside: [u32; 2],
    count_aside: usize,
}

/// Finds the decompositions of one suit.
struct SuitSearch<'a> {
    tables: &'a Tables,
    part: usize,
    target: Target,
    /// Whether the suit's tiles are to hold the pair.
    pair: bool,
    found: &'a mut Vec<SuitDecomposition>,
}

impl SuitSearch<'_> {
    /// Whether the unused tiles can become groups.
    fn can_be_completed(&self, unused: PartDigits, has_pair: bool) -> bool {
        let cost = self.tables.part(self.part, unused);
        let need = if self.pair && !has_pair { cost.with_one_pair() } else { cost.without_pair() };
        need <= u32::from(self.target == Target::Open)
    }

    fn choose(&mut self, chosen: Chosen) {
        if chosen.remaining.is_empty() {
            return self.note(chosen);
        }
        let place = chosen.remaining.first_place();
        let number = place as u32;
        let count = chosen.remaining.get(place);
        let least = if chosen.from.0 == number { chosen.from.1 } else { PAIR };
        let one = PartDigits::one(place);
        if self.pair && !chosen.has_pair && count >= 2 && least == PAIR {
            self.take(chosen, number, PAIR, one.times(2));
        }
        if count >= 3 && least <= TRIPLET {
            self.take(chosen, number, TRIPLET, one.times(3));
        }
        if self.part < 3 && number < 7 {
            let follow = [place + 1, place + 2];
            if follow.iter().all(|&place| chosen.remaining.get(place) > 0) {
                let run = follow.iter().fold(one, |run, &place| run.plus(PartDigits::one(place)));
                self.take(chosen, number, RUN, run);
            }
        }
        if self.target == Target::Open && chosen.count_aside + usize::from(count) <= 2 {
            let remaining = chosen.remaining.minus(one.times(count.into()));
            let mut next = Chosen { remaining, ..chosen };
            for _ in 0..count {
                next.aside[next.count_aside] = number;
                next.count_aside += 1;
            }
            self.choose(next);
        }
    }

    fn take(&mut self, chosen: Chosen, number: u32, code: u8, tiles: PartDigits) {
        let unused = chosen.unused.minus(tiles);
        let has_pair = chosen.has_pair || code == PAIR;
        if self.can_be_completed(unused, has_pair) {
            self.choose(Chosen {
                remaining: chosen.remaining.minus(tiles),
                unused,
                decomposition: chosen.decomposition.with(chosen.length, number as u8 * 4 + code),
                length: chosen.length + 1,
                has_pair,
                from: (number, code.max(TRIPLET)),
                ..chosen
            });
        }
    }

    fn note(&mut self, chosen: Chosen) {
        if self.target == Target::Complete {
            return self.found.push(chosen.decomposition);
        }
        let [low, high] = chosen.aside;
        let lone = self.pair && !chosen.has_pair;
        let open_type = match (chosen.count_aside, high.wrapping_sub(low)) {
            (1, _) if lone => LONE,
            (2, 0) if !lone => ALIKE,
            (2, difference @ 1..=2) if !lone && self.part < 3 => ALIKE + difference as u8,
            _ => return,
        };
        self.found.push(chosen.decomposition.with_open(low as u8 * 4 + open_type));
    }
}

/// Appends the decompositions of a part's tiles to `found`, in order; `tiles` is their number.
pub(in crate::engine) fn find(
    target: Target,
    part: usize,
    digits: PartDigits,
    tiles: usize,
    found: &mut Vec<SuitDecomposition>,
) {
    let size = HandSize::of(tiles);
    let pair = match target {
        Target::Complete => size == Some(HandSize::Complete),
        Target::Open => size == Some(HandSize::Waiting),
    };
    let begin = found.len();
    let mut search = SuitSearch { tables: Tables::get(), part, target, pair, found };
    if tiles == 0
        || size.is_none() && target == Target::Open
        || !search.can_be_completed(digits, false)
    {
        return;
    }
    let from = (0, PAIR);
    search.choose(Chosen {
        remaining: digits,
        unused: digits,
        decomposition: SuitDecomposition::NOTHING,
        length: 0,
        has_pair: false,
        from,
        aside: [0; 2],
        count_aside: 0,
    });
    found[begin..].sort_unstable();
}
