//! How many tiles are lacking for so many melds, with a pair and without.

/// A byte for each number of melds, lowest first, in two words: without a pair, and with one.
///
/// Words are added and compared byte by byte. No byte reaches 128, so that none carries into the next.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Lacking([u64; 2]);

/// The most melds that are told apart.
pub(super) const MOST_MELDS: usize = 4;

/// More than any hand lacks.
pub(super) const NEVER: u8 = 30;

const ONES: u64 = u64::MAX / 255;
const HIGHEST: u64 = ONES << 7;
const ALL_NEVER: u64 = ONES * NEVER as u64;
const IN_USE: u64 = (1 << (8 * (MOST_MELDS + 1))) - 1;

/// The lesser of each two bytes.
#[inline]
const fn least(one: u64, other: u64) -> u64 {
    let not_less = (((one | HIGHEST) - other) & HIGHEST) >> 7;
    let mask = not_less * 255;
    other & mask | one & !mask
}

/// The bytes for so many melds more.
#[inline]
const fn with_melds(word: u64, melds: usize) -> u64 {
    if melds == 0 { word } else { word << (8 * melds) | ALL_NEVER >> (64 - 8 * melds) }
}

impl Lacking {
    /// Nothing can be made.
    pub const NEVER: Lacking = Lacking([ALL_NEVER; 2]);

    /// Nothing at all is made, of no tiles.
    pub const NOTHING: Lacking = Lacking([ALL_NEVER - NEVER as u64, ALL_NEVER]);

    /// What is lacking for so many melds, with a pair or without.
    #[inline]
    pub const fn get(self, melds: usize, pair: bool) -> u8 {
        (self.0[pair as usize] >> (8 * melds)) as u8
    }

    /// Takes what another way lacks where that is less: the way with so many melds more, perhaps a
    /// pair, and so many tiles that are lacking.
    #[inline]
    pub fn join(&mut self, way: Lacking, melds: usize, pair: bool, lacking: u8) {
        let more = |word| {
            let more = with_melds(word, melds) + ONES * u64::from(lacking);
            more & IN_USE | ALL_NEVER & !IN_USE
        };
        let [without, with] = &mut self.0;
        if pair {
            *with = least(*with, more(way.0[0]));
        } else {
            *without = least(*without, more(way.0[0]));
            *with = least(*with, more(way.0[1]));
        }
    }

    /// What two parts lack together.
    pub fn beside(self, other: Lacking) -> Lacking {
        let mut both = Lacking::NEVER;
        both.join_beside(self, other);
        both
    }

    /// Takes what two parts lack together where that is less.
    pub fn join_beside(&mut self, one: Lacking, other: Lacking) {
        for melds in 0..=MOST_MELDS {
            for pair in [false, true] {
                let lacking = one.get(melds, pair);
                if lacking < NEVER {
                    self.join(other, melds, pair, lacking);
                }
            }
        }
    }

    /// What two parts lack together for so many melds and a pair.
    pub fn hand(self, other: Lacking, melds: usize) -> u8 {
        let sums = (0..=melds).flat_map(|here| {
            [false, true].map(|pair| self.get(here, pair) + other.get(melds - here, !pair))
        });
        sums.min().unwrap_or(NEVER).min(NEVER)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The least sum over all ways to share melds and the pair, number by number.
    fn beside_by_number(one: Lacking, other: Lacking, melds: usize, pair: bool) -> u8 {
        let shares = (0..=melds).flat_map(|here| [(here, false), (here, true)]);
        let sums = shares.filter(|&(_, here)| pair || !here).map(|(here, pair_here)| {
            one.get(here, pair_here) + other.get(melds - here, pair && !pair_here)
        });
        sums.min().unwrap_or(NEVER).min(NEVER)
    }

    #[test]
    fn words_do_what_numbers_do() {
        let mut rng = fastrand::Rng::with_seed(1);
        let mut lacking = || {
            let mut all = Lacking::NEVER;
            for _ in 0..rng.usize(..6) {
                let (melds, pair) = (rng.usize(..=MOST_MELDS), rng.bool());
                all.join(Lacking::NOTHING, melds, pair, rng.u8(..NEVER));
            }
            all
        };
        for _ in 0..2_000 {
            let (one, other) = (lacking(), lacking());
            let both = one.beside(other);
            for melds in 0..=MOST_MELDS {
                for pair in [false, true] {
                    let right = beside_by_number(one, other, melds, pair);
                    assert_eq!(both.get(melds, pair), right, "{one:?} {other:?}");
                }
                assert_eq!(one.hand(other, melds), both.get(melds, true));
            }
        }
    }
}
