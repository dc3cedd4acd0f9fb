//! Small numbers side by side in one word: what a choice of groups has used of each limit.

/// Up to 21 numbers of five bits, each with a bit to spare. They are added, and held against limits, all at
/// once.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub(super) struct Fields(u128);

/// The bits of one number with its spare bit, which is the highest.
const WIDTH: u32 = 6;

impl Fields {
    /// How many numbers there is room for.
    pub const ROOM: usize = (u128::BITS / WIDTH) as usize;

    /// The largest number.
    pub const MOST: u8 = (1 << (WIDTH - 1)) - 1;

    /// The spare bit of every number.
    const SPARE: u128 = {
        let (mut bits, mut place) = (0, 0);
        while place < Fields::ROOM {
            bits |= 1 << (WIDTH * place as u32 + WIDTH - 1);
            place += 1;
        }
        bits
    };

    /// A number at a place, zero elsewhere.
    #[inline]
    pub const fn at(place: usize, number: u8) -> Fields {
        Fields((number as u128) << (WIDTH * place as u32))
    }

    #[inline]
    pub const fn get(self, place: usize) -> u8 {
        (self.0 >> (WIDTH * place as u32)) as u8 & Fields::MOST
    }

    /// The sums of the numbers, none above [`Fields::MOST`].
    #[inline]
    pub const fn plus(self, other: Fields) -> Fields {
        Fields(self.0 + other.0)
    }

    /// The differences of the numbers, none below zero.
    #[inline]
    pub const fn minus(self, other: Fields) -> Fields {
        Fields(self.0 - other.0)
    }

    /// True when no number is above that of the limits.
    #[inline]
    pub const fn within(self, limits: Fields) -> bool {
        ((limits.0 | Fields::SPARE) - self.0) & Fields::SPARE == Fields::SPARE
    }

    /// All numbers as two words.
    pub const fn words(self) -> [u64; 2] {
        [self.0 as u64, (self.0 >> 64) as u64]
    }

    /// The numbers at the places of a mask, zero elsewhere.
    #[inline]
    pub const fn masked(self, mask: Fields) -> Fields {
        Fields(self.0 & mask.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_hold_for_each_number_alone() {
        for place in 0..Fields::ROOM {
            for (number, limit) in [(0, 0), (1, 0), (3, 4), (4, 4), (5, 4), (31, 31), (31, 30)] {
                let others = (0..Fields::ROOM).filter(|&other| other != place);
                let full =
                    others.fold(Fields::default(), |all, other| all.plus(Fields::at(other, 31)));
                let numbers = full.plus(Fields::at(place, number));
                assert_eq!(numbers.get(place), number);
                assert_eq!(numbers.within(full.plus(Fields::at(place, limit))), number <= limit);
            }
        }
    }
}
