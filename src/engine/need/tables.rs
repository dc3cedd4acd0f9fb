//! The tables of needs: what every suit and all honours need, and which tiles lessen that need.
//!
//! A numbered suit is looked up as two halves. What numbers 1–5 add to a suit falls into one of some
//! 160 classes and what numbers 6–9 add into one of some 100, and one small table by both classes holds
//! the need of every suit. Which kinds help is looked up for each half by the finer class of that half
//! and the class of the other. Winds and dragons are looked up by their counts and by how many of them
//! are blue. The tables are built at first use, and read by every win, wait, list and count.

use crate::engine::digits::{
    ALL_DRAGONS, ALL_WINDS, BlueCounts, DRAGONS, FIRST, FIRST_HALVES, KindDigits, LAST,
    LAST_HALVES, PARTS, PartDigits, WINDS,
};
use crate::engine::need::automaton::{Automaton, Need};
use crate::engine::need::half_suits::{Half, Halves};
use std::sync::LazyLock;

/// The sum of the needs of several parts: their wild tiles, and how many of the parts hold a pair.
///
/// A hand holds exactly one pair. A pair becomes a triplet with one wild tile more, and two wild tiles
/// are a pair of their own. So the hand needs the sum, one more for each pair beyond the first, and two
/// more when there is none.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(in crate::engine) struct Cost(u32);

/// The bits of a cost that count wild tiles; those above count pairs.
const PAIR_SHIFT: u32 = 7;
const WILDS: u32 = (1 << PAIR_SHIFT) - 1;

impl std::ops::Add for Cost {
    type Output = Cost;

    #[inline]
    fn add(self, other: Cost) -> Cost {
        Cost(self.0 + other.0)
    }
}

impl Cost {
    /// The wild tiles that the parts need, each of them with or without a pair as is cheaper.
    #[inline]
    pub fn wilds(self) -> u32 {
        self.0 & WILDS
    }

    /// The sum without one of the parts.
    #[inline]
    pub fn less(self, part: Cost) -> Cost {
        Cost(self.0 - part.0)
    }

    /// How many parts hold a pair.
    #[inline]
    pub fn pairs(self) -> u32 {
        self.0 >> PAIR_SHIFT
    }

    /// The wild tiles needed with exactly one pair in all parts.
    #[inline]
    pub fn with_one_pair(self) -> u32 {
        self.wilds() + if self.pairs() == 0 { 2 } else { self.pairs() - 1 }
    }

    /// The wild tiles needed with no pair in any part.
    #[inline]
    pub fn without_pair(self) -> u32 {
        self.wilds() + self.pairs()
    }

    /// A bound: together with further parts no less than this is needed.
    #[inline]
    pub fn at_least(self) -> u32 {
        self.wilds() + self.pairs().saturating_sub(1)
    }
}

/// The need of one part in a byte: its wild tiles and whether it then holds a pair.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(in crate::engine) struct PartCost(u8);

impl PartCost {
    pub fn of(need: Need) -> PartCost {
        PartCost(need.wilds | u8::from(need.pair) << PAIR_SHIFT)
    }

    #[inline]
    fn cost(self) -> Cost {
        Cost(self.0.into())
    }
}

/// The kinds that help a part when one more tile of them is added, one bit a kind. The low `PLACES` bits
/// are the kinds that lessen its need by one. The bits above are the kinds that turn the part's pair
/// into a meld at the same need, so that another part may hold the pair.
struct Helps<const PLACES: u32>;

type HelpsOfFirst = Helps<{ FIRST as u32 }>;
type HelpsOfLast = Helps<{ LAST as u32 }>;
type HelpsOfHonours = Helps<4>;

impl<const PLACES: u32> Helps<PLACES> {
    /// The bits for a part that needs `now`, where `after` is what it needs with one more tile of the kind at
    /// this place.
    #[inline]
    fn bit(now: PartCost, after: PartCost, place: u32) -> u32 {
        // The same need but for one wild tile; the same wild tiles but for the pair.
        let lessens = after.0.wrapping_add(1) == now.0;
        let frees = after.0 ^ now.0 == 1 << PAIR_SHIFT && after.0 < now.0;
        (u32::from(lessens) | u32::from(frees) << PLACES) << place
    }

    /// The bits for a part that needs `now`, where `after` is what it needs with one more tile of each kind.
    fn of(now: PartCost, after: impl Iterator<Item = PartCost>) -> u32 {
        (0..).zip(after).fold(0, |helps, (place, after)| helps | Self::bit(now, after, place))
    }

    /// The bits for halves of a suit, by the class of the other half. `costs` has what the suit needs, by the
    /// class of this half and then by that of the other; `around` is the class of the half itself, then
    /// of the half with one tile more of each of its numbers.
    fn of_half<const OTHERS: usize>(costs: &[[PartCost; OTHERS]], around: &[u16]) -> [u16; OTHERS] {
        let mut helps = [0; OTHERS];
        let Some((&itself, more)) = around.split_first() else { return helps };
        let now = &costs[usize::from(itself)];
        for (place, &class) in (0..).zip(more) {
            let after = &costs[usize::from(class)];
            for ((helps, &now), &after) in helps.iter_mut().zip(now).zip(after) {
                *helps |= Self::bit(now, after, place) as u16;
            }
        }
        helps
    }

    /// The kinds that lessen the need of the hand; `many` when more than one part holds a pair.
    #[inline]
    fn kinds(helps: u32, many: bool) -> u64 {
        let freeing = if many { helps >> PLACES } else { 0 };
        u64::from((helps | freeing) & ((1 << PLACES) - 1))
    }
}

/// How many classes the tables have room for. [`Halves`] has somewhat more than half as many.
const CLASSES_OF_FIRST: usize = 256;
const CLASSES_OF_LAST: usize = 128;

/// The part that holds the honours.
const HONOURS_PART: usize = PARTS - 1;

/// Both classes of half a suit: the one that the need depends on in the lower 16 bits, and above it the
/// finer one, which says what helps.
#[derive(Debug, Clone, Copy, Default)]
struct Classes(u32);

impl Classes {
    const FINER: u32 = 16;

    fn new(class: u16, finer: u16) -> Classes {
        Classes(u32::from(class) | u32::from(finer) << Classes::FINER)
    }

    #[inline]
    fn class(self) -> usize {
        self.0 as u16 as usize
    }

    #[inline]
    fn finer(self) -> usize {
        (self.0 >> Classes::FINER) as usize
    }
}

/// A numbered suit as the tables are indexed: by the classes of its halves.
#[derive(Debug, Clone, Copy)]
pub(in crate::engine) struct SuitClasses {
    first: Classes,
    last: Classes,
}

pub(in crate::engine) struct Tables {
    /// The classes of a suit's first half, and of its last.
    first: Box<[Classes; FIRST_HALVES]>,
    last: Box<[Classes; LAST_HALVES]>,
    /// What a suit needs, by either class.
    costs: Box<[[PartCost; CLASSES_OF_LAST]; CLASSES_OF_FIRST]>,
    /// Which of the first five numbers help, by the finer class of their half and the class of the
    /// other; then which of the last four.
    helps_of_first: Vec<[u16; CLASSES_OF_LAST]>,
    helps_of_last: Vec<[u8; CLASSES_OF_FIRST]>,
    winds: Honours<ALL_WINDS>,
    dragons: Honours<ALL_DRAGONS>,
}

/// What winds or dragons need and which kinds help, by how many of the tiles are blue (none to four)
/// and by the digits of the others.
type Honours<const ALL: usize> = Box<[[(PartCost, u8); ALL]; 5]>;

static TABLES: LazyLock<Tables> = LazyLock::new(Tables::build);

impl Tables {
    /// The tables, built by the first call.
    pub fn get() -> &'static Tables {
        &TABLES
    }

    fn build() -> Tables {
        let Halves { first, last, needs } = Halves::new(&Automaton::build());
        let mut costs = Box::new([[PartCost::default(); CLASSES_OF_LAST]; CLASSES_OF_FIRST]);
        for (costs, needs) in costs.iter_mut().zip(&needs) {
            for (cost, &need) in costs.iter_mut().zip(needs) {
                *cost = PartCost::of(need);
            }
        }
        let mut by_last = vec![[PartCost::default(); CLASSES_OF_FIRST]; CLASSES_OF_LAST];
        for (first, costs) in costs.iter().enumerate() {
            for (by_last, &cost) in by_last.iter_mut().zip(costs) {
                by_last[first] = cost;
            }
        }
        let helps_of_first =
            first.around.iter().map(|around| HelpsOfFirst::of_half(&*costs, around));
        let helps_of_last = last
            .around
            .iter()
            .map(|around| HelpsOfLast::of_half(&by_last, around).map(|helps| helps as u8));
        Tables {
            helps_of_first: helps_of_first.collect(),
            helps_of_last: helps_of_last.collect(),
            first: classes(&first),
            last: classes(&last),
            costs,
            winds: honours::<WINDS, ALL_WINDS>(),
            dragons: honours::<DRAGONS, ALL_DRAGONS>(),
        }
    }

    /// What a hand's fixed tiles and blue honours need.
    #[inline]
    pub fn hand(&self, fixed: &KindDigits, blue: BlueCounts) -> Cost {
        let &[man, pin, sou, honours] = fixed.parts();
        let numbers = self.numbers(man) + self.numbers(pin) + self.numbers(sou);
        numbers + self.honours(honours, blue)
    }

    /// What a part without blue tiles needs.
    #[inline]
    pub fn part(&self, part: usize, digits: PartDigits) -> Cost {
        if part == HONOURS_PART {
            self.honours(digits, BlueCounts::default())
        } else {
            self.numbers(digits)
        }
    }

    /// What a numbered suit needs.
    #[inline]
    pub fn numbers(&self, digits: PartDigits) -> Cost {
        self.cost(self.suit(digits))
    }

    /// The classes of a numbered suit.
    #[inline]
    pub fn suit(&self, digits: PartDigits) -> SuitClasses {
        SuitClasses { first: self.first[digits.first_half()], last: self.last[digits.last_half()] }
    }

    /// What a numbered suit needs.
    #[inline]
    pub fn cost(&self, SuitClasses { first, last }: SuitClasses) -> Cost {
        self.costs[first.class() % CLASSES_OF_FIRST][last.class() % CLASSES_OF_LAST].cost()
    }

    /// The numbers of a suit, a bit each, that lessen the need of the hand; `many` when more than one
    /// part holds a pair.
    #[inline(always)]
    pub fn helping(&self, SuitClasses { first, last }: SuitClasses, many: bool) -> u64 {
        let of_first = self.helps_of_first[first.finer()][last.class() % CLASSES_OF_LAST];
        let of_last = self.helps_of_last[last.finer()][first.class() % CLASSES_OF_FIRST];
        HelpsOfFirst::kinds(of_first.into(), many)
            | HelpsOfLast::kinds(of_last.into(), many) << FIRST
    }

    /// What winds and dragons need, some of them blue.
    #[inline]
    pub fn honours(&self, digits: PartDigits, blue: BlueCounts) -> Cost {
        let winds = self.winds[blue.winds as usize][digits.winds()].0;
        let dragons = self.dragons[blue.dragons as usize][digits.dragons()].0;
        winds.cost() + dragons.cost()
    }

    /// The honours that lessen the need of the hand, as [`Tables::helping`].
    #[inline]
    pub fn helping_honours(&self, digits: PartDigits, blue: BlueCounts, many: bool) -> u64 {
        let winds = self.winds[blue.winds as usize][digits.winds()].1;
        let dragons = self.dragons[blue.dragons as usize][digits.dragons()].1;
        HelpsOfHonours::kinds(winds.into(), many)
            | HelpsOfHonours::kinds(dragons.into(), many) << WINDS
    }

    /// How many bytes the tables take.
    #[cfg(test)]
    fn bytes(&self) -> usize {
        size_of_val(&*self.first)
            + size_of_val(&*self.last)
            + size_of_val(&*self.costs)
            + size_of_val(&*self.helps_of_first)
            + size_of_val(&*self.helps_of_last)
            + size_of_val(&*self.winds)
            + size_of_val(&*self.dragons)
    }
}

/// The classes of each half.
fn classes<const AROUND: usize, const HALVES: usize>(
    half: &Half<AROUND>,
) -> Box<[Classes; HALVES]> {
    let of = |finer: u16| Classes::new(half.around[usize::from(finer)][0], finer);
    Box::new(std::array::from_fn(|at| of(half.finer[at])))
}

/// The needs of the `KINDS` winds or dragons.
fn honours<const KINDS: usize, const ALL: usize>() -> Honours<ALL> {
    // What is needed depends on what each count leaves over of triplets: fewer cases, each computed once.
    let of_remainders: [Vec<PartCost>; 5] = std::array::from_fn(|blue| {
        let cost = |remainders| {
            let counts = std::array::from_fn::<_, KINDS, _>(|kind| remainders / THREES[kind] % 3);
            PartCost::of(honours_need(&counts, blue as u32))
        };
        (0..THREES[KINDS]).map(cost).collect()
    });
    let mut all = Box::new([[Default::default(); ALL]; 5]);
    for digits in 0..ALL {
        let counts = PartDigits::of_bits(digits as u32);
        let remainders = std::array::from_fn::<_, KINDS, _>(|kind| u32::from(counts.get(kind)) % 3);
        let number = |remainders: [u32; KINDS]| -> usize {
            remainders.iter().zip(THREES).map(|(&one, three)| (one * three) as usize).sum()
        };
        let now = number(remainders);
        let after = std::array::from_fn::<_, KINDS, _>(|kind| {
            let mut more = remainders;
            more[kind] = (more[kind] + 1) % 3;
            number(more)
        });
        for (costs, all) in of_remainders.iter().zip(all.iter_mut()) {
            let helps = HelpsOfHonours::of(costs[now], after.iter().map(|&after| costs[after]));
            all[digits] = (costs[now], helps as u8);
        }
    }
    all
}

/// The powers of three, up to one a wind.
const THREES: [u32; WINDS + 1] = [1, 3, 9, 27, 81];

/// What winds or dragons need to be triplets and at most one pair with every blue tile used.
fn honours_need(counts: &[u32], blue: u32) -> Need {
    let need = |pair: Option<usize>| {
        let tiles = counts.iter().enumerate().map(|(kind, &count)| match pair {
            Some(pair) if pair == kind => 2 + count.saturating_sub(2).div_ceil(3) * 3,
            _ => count.div_ceil(3) * 3,
        });
        let places = tiles.sum::<u32>() - counts.iter().sum::<u32>();
        let more = blue.saturating_sub(places).div_ceil(3) * 3;
        let wilds = (places + more - blue) as u8;
        Need { wilds, pair: pair.is_some() }
    };
    let needs = (0..counts.len()).map(|kind| need(Some(kind))).chain([need(None)]);
    // Needs with a pair and without are never equal: their sums with the tiles leave 2 and 0 over when
    // divided by three.
    needs.min_by_key(|need| need.wilds).unwrap_or(Need { wilds: 0, pair: false })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::digits::NUMBERS;

    #[test]
    fn the_tables_are_as_large_as_documented() {
        let bytes = Tables::get().bytes();
        assert!((800_000..1_000_000).contains(&bytes), "{bytes}");
    }

    #[test]
    fn the_tables_say_what_the_automaton_says() {
        let (tables, automaton) = (Tables::get(), Automaton::build());
        for seed in 0..100_000_u32 {
            // Nine digits of a number that looks random.
            let random = seed.wrapping_mul(0x9e37_79b9) >> 5;
            let counts: [u8; NUMBERS] =
                std::array::from_fn(|place| (random >> (3 * place) & 7) as u8);
            let digits = PartDigits::of_counts(&counts);
            let now = PartCost::of(automaton.need_of(&counts));
            assert_eq!(tables.numbers(digits), now.cost(), "{counts:?}");
            let after = (0..NUMBERS).map(|place| {
                let mut counts = counts;
                counts[place] += 1;
                PartCost::of(automaton.need_of(&counts))
            });
            let helps = Helps::<{ NUMBERS as u32 }>::of(now, after);
            for many in [false, true] {
                let kinds = Helps::<{ NUMBERS as u32 }>::kinds(helps, many);
                assert_eq!(tables.helping(tables.suit(digits), many), kinds, "{counts:?}");
            }
        }
    }

    #[test]
    fn honours_need_what_their_counts_say() {
        let tables = Tables::get();
        for digits in 0..ALL_WINDS {
            let digits = PartDigits::of_bits(digits as u32);
            let counts = std::array::from_fn::<u32, WINDS, _>(|wind| digits.get(wind).into());
            for winds in 0..=4 {
                let blue = BlueCounts { winds, ..BlueCounts::default() };
                let need = PartCost::of(honours_need(&counts, winds));
                assert_eq!(tables.honours(digits, blue), need.cost(), "{counts:?}, {winds} blue");
            }
        }
    }

    #[test]
    fn honours_are_where_their_kinds_are() {
        let tables = Tables::get();
        let cost = |wilds, pair| PartCost::of(Need { wilds, pair }).cost();
        for place in 0..WINDS + DRAGONS {
            let class = if place < WINDS { 0..WINDS } else { WINDS..WINDS + DRAGONS };
            let blue = match place {
                0..WINDS => BlueCounts { winds: 1, ..BlueCounts::default() },
                _ => BlueCounts { dragons: 1, ..BlueCounts::default() },
            };
            let of = |count, blue| tables.honours(PartDigits::one(place).times(count), blue);
            let helping = |count, blue| {
                tables.helping_honours(PartDigits::one(place).times(count), blue, false)
            };
            let no_blue = BlueCounts::default();
            // One tile is a pair with one more; two are one, and with a third a triplet.
            assert_eq!((of(1, no_blue), helping(1, no_blue)), (cost(1, true), 1 << place));
            assert_eq!((of(2, no_blue), helping(2, no_blue)), (cost(0, true), 0));
            assert_eq!(
                tables.helping_honours(PartDigits::one(place).times(2), no_blue, true),
                1 << place
            );
            assert_eq!((of(3, no_blue), helping(3, no_blue)), (cost(0, false), 0));
            // A blue tile beside one is a pair with it, beside three a pair with any of its class.
            assert_eq!(of(1, blue), cost(0, true));
            let any = class.fold(0, |kinds, place| kinds | 1 << place);
            assert_eq!((of(3, blue), helping(3, blue)), (cost(1, true), any));
        }
    }
}
