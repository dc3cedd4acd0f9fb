//! The tiles of a suit, or of a class of honours, as one number.

use super::automaton::NUMBERS;

/// Bits of one count: up to seven tiles, four plain ones and three blue ones.
pub(super) const DIGIT: u32 = 3;

/// How many numbers the last half of a suit has; the first has one more.
pub(super) const LAST: usize = 4;

/// How many numbers the first half of a suit has.
pub(super) const FIRST: usize = NUMBERS - LAST;

/// One more than the highest number of either half, for tables to be as long.
pub(super) const FIRST_HALVES: usize = 1 << (DIGIT * FIRST as u32);
pub(super) const LAST_HALVES: usize = 1 << (DIGIT * LAST as u32);

/// How many tiles of each of nine places there are, the first highest. Winds and dragons are in the
/// last four and the last three places.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub(super) struct Row(u32);

impl Row {
    /// The most tiles of a place.
    pub const MOST: u32 = (1 << DIGIT) - 1;

    /// No tile.
    pub const EMPTY: Row = Row(0);

    /// One tile at a place.
    pub const fn one(place: usize) -> Row {
        Row(1 << (DIGIT * (NUMBERS - 1 - place) as u32))
    }

    /// The row of these two halves.
    pub const fn of_halves(first: u32, last: u32) -> Row {
        Row(first << (DIGIT * LAST as u32) | last)
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
        (self.0 >> (DIGIT * (NUMBERS - 1 - place) as u32) & Row::MOST) as u8
    }

    /// The first place that has tiles; of an empty row there is none.
    #[inline]
    pub const fn first_place(self) -> usize {
        NUMBERS - 1 - (self.0.ilog2() / DIGIT) as usize
    }

    /// The tiles of both, at most seven of a place.
    #[inline]
    pub const fn plus(self, other: Row) -> Row {
        Row(self.0 + other.0)
    }

    /// The tiles without those of the other row, which are among them.
    #[inline]
    pub const fn minus(self, other: Row) -> Row {
        Row(self.0 - other.0)
    }

    /// The tiles so many times, at most seven of a place.
    #[inline]
    pub const fn times(self, factor: u32) -> Row {
        Row(self.0 * factor)
    }

    /// The first five places as a number.
    #[inline]
    pub const fn first_half(self) -> usize {
        (self.0 >> (DIGIT * LAST as u32)) as usize % FIRST_HALVES
    }

    /// The last four places as a number.
    #[inline]
    pub const fn last_half(self) -> usize {
        self.0 as usize % LAST_HALVES
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_holds_its_counts() {
        for counts in [[3, 1, 1, 1, 1, 1, 1, 1, 3], [0, 2, 4, 1, 0, 0, 0, 3, 0], [7; NUMBERS]] {
            let places = counts.iter().enumerate();
            let row = places.fold(Row::default(), |row, (place, &count)| {
                row.plus(Row::one(place).times(count.into()))
            });
            assert_eq!(std::array::from_fn(|place| row.get(place)), counts);
            assert_eq!(row, Row::of_halves(row.first_half() as u32, row.last_half() as u32));
            assert_eq!(counts.iter().position(|&count| count > 0), Some(row.first_place()));
            assert!(row.minus(row).is_empty());
        }
    }
}
