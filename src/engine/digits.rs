//! Counts of tiles as octal digits of one number: three bits a kind.
//!
//! Counts are added by adding numbers, and the number of half a suit is an index into a table. For
//! example, 1m1m3m is the digits 0o102: two of number 1, none of number 2, one of number 3. Every hand
//! is kept in this form, and every walk works on it.

use crate::tile::{Kind, KindSet};

/// The numbers of a suit.
pub(super) const NUMBERS: usize = 9;

/// The winds and the dragons, one bit a kind.
pub(super) const WIND_KINDS: u64 = 0b1111 << 27;
pub(super) const DRAGON_KINDS: u64 = 0b111 << 31;

/// How many plain copies of a kind a hand may hold.
pub(super) const MOST_PLAIN: u8 = 4;

/// The bits of one digit. A number of a suit has up to seven tiles: four plain and three blue ones.
pub(super) const DIGIT: u32 = 3;

/// How many numbers the first half of a suit has.
pub(super) const FIRST: usize = 5;

/// How many numbers the last half of a suit has.
pub(super) const LAST: usize = NUMBERS - FIRST;

/// How many values the digits of either half have: the lengths of tables indexed by them.
pub(super) const FIRST_HALVES: usize = 1 << (DIGIT * FIRST as u32);
pub(super) const LAST_HALVES: usize = 1 << (DIGIT * LAST as u32);

/// How many winds and dragons there are, and how many values their digits have.
pub(super) const WINDS: usize = 4;
pub(super) const DRAGONS: usize = 3;
pub(super) const ALL_WINDS: usize = 1 << (DIGIT * WINDS as u32);
pub(super) const ALL_DRAGONS: usize = 1 << (DIGIT * DRAGONS as u32);

/// The digits of one part of a hand: how many tiles there are of each number of a suit, or of each
/// wind and dragon. There are up to nine places; the first one is the lowest digit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(super) struct PartDigits(u32);

impl PartDigits {
    /// No tile.
    pub const EMPTY: PartDigits = PartDigits(0);

    /// The most tiles of a place.
    pub const MOST: u32 = (1 << DIGIT) - 1;

    /// One tile at a place.
    #[inline]
    pub const fn one(place: usize) -> PartDigits {
        PartDigits(1 << (DIGIT * place as u32))
    }

    /// The digits with these bits, three a place.
    pub const fn of_bits(bits: u32) -> PartDigits {
        PartDigits(bits)
    }

    /// The digits of these counts, up to seven each.
    #[cfg(test)]
    pub fn of_counts(counts: &[u8; NUMBERS]) -> PartDigits {
        counts.iter().enumerate().fold(PartDigits::EMPTY, |digits, (place, &count)| {
            digits.plus(PartDigits::one(place).times(count.into()))
        })
    }

    /// The counts as one number of 27 bits.
    #[inline]
    pub const fn bits(self) -> u32 {
        self.0
    }

    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many tiles of the place.
    #[inline]
    pub const fn get(self, place: usize) -> u8 {
        (self.0 >> (DIGIT * place as u32) & PartDigits::MOST) as u8
    }

    /// The first place that has tiles; where there are no tiles, one past the last.
    #[inline]
    pub const fn first_place(self) -> usize {
        (self.0.trailing_zeros() / DIGIT) as usize
    }

    /// The tiles of both, at most seven of a place.
    #[inline]
    pub const fn plus(self, other: PartDigits) -> PartDigits {
        PartDigits(self.0 + other.0)
    }

    /// The tiles without those of `other`, which are among them.
    #[inline]
    pub const fn minus(self, other: PartDigits) -> PartDigits {
        PartDigits(self.0 - other.0)
    }

    /// The tiles so many times, at most seven of a place.
    #[inline]
    pub const fn times(self, factor: u32) -> PartDigits {
        PartDigits(self.0 * factor)
    }

    /// The first five places as a number.
    #[inline]
    pub const fn first_half(self) -> usize {
        self.0 as usize % FIRST_HALVES
    }

    /// The last four places as a number.
    #[inline]
    pub const fn last_half(self) -> usize {
        self.0 as usize / FIRST_HALVES % LAST_HALVES
    }

    /// The winds of the honours as a number.
    #[inline]
    pub const fn winds(self) -> usize {
        self.0 as usize % ALL_WINDS
    }

    /// The dragons of the honours as a number.
    #[inline]
    pub const fn dragons(self) -> usize {
        self.0 as usize / ALL_WINDS % ALL_DRAGONS
    }
}

/// The parts of a hand: man, pin, sou, honours.
pub(super) const PARTS: usize = 4;

/// The digits of every part: how many tiles of each kind there are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(super) struct KindDigits([PartDigits; PARTS]);

impl KindDigits {
    /// No tile.
    pub const EMPTY: KindDigits = KindDigits([PartDigits::EMPTY; PARTS]);

    /// The digits of these parts.
    pub const fn of_parts(parts: [PartDigits; PARTS]) -> KindDigits {
        KindDigits(parts)
    }

    /// So many tiles of each of these kinds.
    pub fn of_kinds(kinds: KindSet, count: u32) -> KindDigits {
        let mut digits = KindDigits::EMPTY;
        kinds.iter().for_each(|kind| digits.add(digit_of(kind), count));
        digits
    }

    #[inline]
    pub const fn parts(&self) -> &[PartDigits; PARTS] {
        &self.0
    }

    #[inline]
    pub fn add(&mut self, (part, one): (usize, PartDigits), count: u32) {
        self.0[part] = self.0[part].plus(one.times(count));
    }

    #[inline]
    pub fn take(&mut self, (part, one): (usize, PartDigits), count: u32) {
        self.0[part] = self.0[part].minus(one.times(count));
    }

    /// All digits as one number, each part in bits of its own.
    #[inline]
    pub fn bits(&self) -> u128 {
        let [front, back] = self.lanes();
        u128::from(front) | u128::from(back) << 64
    }

    /// How many tiles of a kind.
    #[inline]
    pub fn get(&self, kind: Kind) -> u8 {
        self.0[kind.index() / NUMBERS].get(kind.index() % NUMBERS)
    }

    /// The tiles of both, at most seven of a kind.
    #[inline]
    pub fn plus(&self, other: &KindDigits) -> KindDigits {
        KindDigits(std::array::from_fn(|part| self.0[part].plus(other.0[part])))
    }

    /// Two parts in a word, the first one lowest.
    #[inline]
    fn lanes(&self) -> [u64; 2] {
        let [man, pin, sou, honours] = self.0.map(|digits| u64::from(digits.0));
        [man | pin << LANE, sou | honours << LANE]
    }

    /// The kinds of which there are at least so many, one to four.
    #[inline]
    pub fn at_least(&self, count: usize) -> KindSet {
        kinds_of(self.lanes_at_least(count))
    }

    /// How many kinds there are of which there are at least so many, one to four.
    #[inline]
    pub fn kinds_at_least(&self, count: usize) -> u32 {
        self.lanes_at_least(count).map(|lane| (lane & UNITS).count_ones()).iter().sum()
    }

    /// The lanes with the lowest bit of each digit set that is at least so much; bits that moved in from
    /// another digit are to be masked out.
    #[inline]
    fn lanes_at_least(&self, count: usize) -> [u64; 2] {
        self.lanes().map(|lane| match count {
            1 => lane | lane >> 1 | lane >> 2,
            2 => lane >> 1 | lane >> 2,
            3 => lane & lane >> 1 | lane >> 2,
            _ => lane >> 2,
        })
    }

    /// The tiles of the kinds whose digits the mask has.
    #[inline]
    pub fn masked(&self, mask: &KindDigits) -> KindDigits {
        KindDigits(std::array::from_fn(|part| PartDigits(self.0[part].0 & mask.0[part].0)))
    }

    /// The kinds of which there are four or more. Most hands have none, and one comparison says so.
    #[inline]
    pub fn at_least_four(&self) -> KindSet {
        let lanes = self.lanes().map(|lane| lane >> 2 & UNITS);
        if lanes == [0; 2] { KindSet::EMPTY } else { kinds_of(lanes) }
    }

    /// The kinds of which there is an odd number.
    #[inline]
    pub fn odd(&self) -> KindSet {
        kinds_of(self.lanes())
    }

    /// Whether of any kind there are three or more.
    #[inline]
    pub fn has_three(&self) -> bool {
        let [front, back] = self.lanes().map(|lane| lane & lane >> 1 | lane >> 2);
        (front | back) & UNITS != 0
    }

    /// Whether of any kind there is an odd number.
    #[inline]
    pub fn has_odd(&self) -> bool {
        let [front, back] = self.lanes();
        (front | back) & UNITS != 0
    }

    /// Whether of one kind alone there is an odd number.
    #[inline]
    pub fn has_one_odd(&self) -> bool {
        match self.lanes().map(|lane| lane & UNITS) {
            [one, 0] | [0, one] => one.is_power_of_two(),
            _ => false,
        }
    }

    /// Whether some digit has a bit that the mask's digit lacks.
    #[inline]
    pub fn exceeds(&self, mask: &KindDigits) -> bool {
        let [front, back] = self.lanes();
        let [of_front, of_back] = mask.lanes();
        front & !of_front | back & !of_back != 0
    }
}

/// Blue tiles by what they may be used as: a number in any suit, any wind, any dragon.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct BlueCounts {
    pub numbers: PartDigits,
    pub winds: u32,
    pub dragons: u32,
}

/// The part that a kind belongs to, and the digits of one tile of it there.
#[inline]
pub(super) fn digit_of(kind: Kind) -> (usize, PartDigits) {
    (kind.index() / NUMBERS, PartDigits::one(kind.index() % NUMBERS))
}

/// The bits of a word that one part takes: a word holds two parts, its lanes.
const LANE: u32 = 32;

/// The lowest bit of each digit of both lanes.
const UNITS: u64 = {
    let lane = 0o111_111_111;
    lane | lane << LANE
};

/// The kinds whose digits have their lowest bit set.
#[inline]
fn kinds_of(lanes: [u64; 2]) -> KindSet {
    /// The same bits of either lane.
    const fn both(lane: u64) -> u64 {
        lane | lane << LANE
    }
    let [front, back] = lanes.map(|lane| {
        // Moves every third bit next to the others: in pairs, then in fours, in eights, and the ninth.
        let ones = lane & UNITS;
        let twos = (ones | ones >> 2) & both(0o303_030_303);
        let fours = (twos | twos >> 4) & both(0x0300_f00f);
        // From here on the bits of one lane would reach the other's.
        let eights = fours & both(0x0300_000f) | fours >> 8 & both(0xf0);
        eights & both(0xff) | eights >> 16 & both(0x100)
    });
    const SUIT: u32 = NUMBERS as u32;
    let pairs = [front, back].map(|lanes| lanes & 0x1ff | lanes >> (LANE - SUIT));
    KindSet::of_bits(pairs[0] | pairs[1] << (2 * SUIT))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_hold_their_counts() {
        for counts in [[3, 1, 1, 1, 1, 1, 1, 1, 3], [0, 2, 4, 1, 0, 0, 0, 3, 0], [7; NUMBERS]] {
            let digits = PartDigits::of_counts(&counts);
            assert_eq!(std::array::from_fn(|place| digits.get(place)), counts);
            assert_eq!(
                digits.first_half() + digits.last_half() * FIRST_HALVES,
                digits.bits() as usize
            );
            assert_eq!(counts.iter().position(|&count| count > 0), Some(digits.first_place()));
            assert!(digits.minus(digits).is_empty());
        }
    }

    #[test]
    fn sets_of_kinds_are_those_of_the_counts() {
        // Each kind beside each other one, in every number of copies.
        for (kind, other) in
            Kind::all().flat_map(|kind| Kind::all().map(move |other| (kind, other)))
        {
            for counts in (0..=7).flat_map(|one| (0..=7).map(move |two| [one, two])) {
                let mut digits = KindDigits::EMPTY;
                digits.add(digit_of(kind), counts[0]);
                if kind != other {
                    digits.add(digit_of(other), counts[1]);
                }
                let of = |test: &dyn Fn(u8) -> bool| -> KindSet {
                    Kind::all().filter(|&kind| test(digits.get(kind))).collect()
                };
                for count in 1..=4 {
                    assert_eq!(digits.at_least(count), of(&|held| usize::from(held) >= count));
                }
                let odd = of(&|held| held % 2 == 1);
                assert_eq!(digits.odd(), odd);
                assert_eq!(
                    (digits.has_odd(), digits.has_one_odd()),
                    (!odd.is_empty(), odd.len() == 1)
                );
                assert_eq!(digits.has_three(), !of(&|held| held >= 3).is_empty());
                assert_eq!(digits.at_least_four(), digits.at_least(4));
                let mask = KindDigits::of_kinds(std::iter::once(kind).collect(), 3);
                let exceeds = digits.get(kind) > 3 || kind != other && digits.get(other) > 0;
                assert_eq!(digits.exceeds(&mask), exceeds);
            }
        }
    }
}
