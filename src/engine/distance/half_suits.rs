//! The classes of half suits, numbers 1–5 and numbers 6–9, by what they lack for melds and a pair.
//!
//! A first half is told by what it lacks for so many melds when so many runs go on into the last half; a
//! last half by what it lacks when so many runs come in. Halves that lack the same with every other half
//! are one class. This runs only while the tables are built.

use super::lacking::Lacking;
use crate::engine::digits::{FIRST, LAST, PartDigits};
use rustc_hash::FxHashMap;
use std::hash::Hash;

/// Three runs alike are three triplets of the same tiles, so that none needs more than two alike.
const RUNS: u8 = 3;

/// What is lacking, by how many runs lack one number more and how many lack two.
type Begun = [Lacking; (RUNS * RUNS) as usize];

fn begun(lack_one: u8, lack_two: u8) -> usize {
    usize::from(lack_one * RUNS + lack_two)
}

/// The most tiles of a kind in a hand as it comes.
pub(super) const MOST_HELD: u8 = 4;

/// The classes of all halves, and what whole suits lack.
pub(super) struct Halves {
    /// The class of each first half by its digits, of each last half by its own.
    pub first: Vec<u16>,
    pub last: Vec<u16>,
    /// For each class of first halves and then of last halves, which of the suits below it is.
    pub suits: Vec<Vec<u8>>,
    /// What suits lack that differ.
    pub lacking: Vec<Lacking>,
}

/// Numbers things as they are first seen.
struct Numbering<T> {
    numbers: FxHashMap<T, usize>,
    seen: Vec<T>,
}

impl<T: Clone + Eq + Hash> Numbering<T> {
    fn new() -> Numbering<T> {
        Numbering { numbers: FxHashMap::default(), seen: Vec::new() }
    }

    fn of(&mut self, thing: T) -> usize {
        *self.numbers.entry(thing).or_insert_with_key(|thing| {
            self.seen.push(thing.clone());
            self.seen.len() - 1
        })
    }
}

/// Goes through the ways to use tiles of a number: how many runs began one and two numbers before, how
/// many begin here, how many melds that makes, whether there is a pair, and how many tiles are lacking.
/// With so many tiles of the number, and so many in all that there may be.
fn each_way(held: u8, most: u8, mut see: impl FnMut([u8; 3], usize, bool, u8)) {
    for lack_one in 0..RUNS {
        for lack_two in 0..RUNS {
            for begin in 0..RUNS {
                for triplets in 0..=most / 3 {
                    for pair in [false, true] {
                        let used = lack_one + lack_two + begin + 3 * triplets + 2 * u8::from(pair);
                        if used <= most {
                            let melds = usize::from(begin + triplets);
                            let lacking = used.saturating_sub(held);
                            see([lack_one, lack_two, begin], melds, pair, lacking);
                        }
                    }
                }
            }
        }
    }
}

/// What the numbers up to the next one lack, given those before it.
fn after(before: &Begun, held: u8, most: u8) -> Begun {
    let mut after = [Lacking::NEVER; _];
    each_way(held, most, |[lack_one, lack_two, begin], melds, pair, lacking| {
        let way = before[begun(lack_one, lack_two)];
        after[begun(lack_two, begin)].join(way, melds, pair, lacking);
    });
    after
}

/// What the numbers from one on lack, given those behind it.
fn before(behind: &Begun, held: u8, most: u8) -> Begun {
    let mut before = [Lacking::NEVER; _];
    each_way(held, most, |[lack_one, lack_two, begin], melds, pair, lacking| {
        let way = behind[begun(lack_two, begin)];
        before[begun(lack_one, lack_two)].join(way, melds, pair, lacking);
    });
    before
}

fn ends() -> Begun {
    let mut ends = [Lacking::NEVER; _];
    ends[begun(0, 0)] = Lacking::NOTHING;
    ends
}

/// What a suit of these halves lacks.
fn whole(first: &Begun, last: &Begun) -> Lacking {
    let mut whole = Lacking::NEVER;
    for (&first, &last) in first.iter().zip(last) {
        whole.join_beside(first, last);
    }
    whole
}

/// The halves of these places by their digits, each told by what it lacks, and what differs of that.
fn halves(
    places: impl Iterator<Item = usize>,
    step: impl Fn(&Begun, u8) -> Begun,
) -> (Vec<(PartDigits, usize)>, Vec<Begun>) {
    let mut all = vec![(PartDigits::EMPTY, 0)];
    let mut seen = vec![ends()];
    for place in places {
        let mut numbering = Numbering::new();
        let next: Vec<Vec<usize>> = seen
            .iter()
            .map(|half| (0..=MOST_HELD).map(|held| numbering.of(step(half, held))).collect())
            .collect();
        let with = |&(digits, half): &(PartDigits, usize)| {
            let next = &next[half];
            let more = move |held: u8| digits.plus(PartDigits::one(place).times(held.into()));
            (0..=MOST_HELD).map(move |held| (more(held), next[usize::from(held)]))
        };
        all = all.iter().flat_map(with).collect();
        seen = numbering.seen;
    }
    (all, seen)
}

impl Halves {
    /// The halves where a win has so many tiles of a kind at most.
    pub fn new(most: u8) -> Halves {
        let (first, of_first) = halves(0..FIRST, |half, held| after(half, held, most));
        let (last, of_last) =
            halves((FIRST..FIRST + LAST).rev(), |half, held| before(half, held, most));
        let mut lacking = Numbering::new();
        let rows: Vec<Vec<u8>> = of_first
            .iter()
            .map(|first| of_last.iter().map(|last| lacking.of(whole(first, last)) as u8).collect())
            .collect();
        let mut columns = Numbering::new();
        let last_class: Vec<usize> = (0..of_last.len())
            .map(|last| columns.of(rows.iter().map(|row| row[last]).collect::<Vec<u8>>()))
            .collect();
        let mut classes = Numbering::new();
        let first_class: Vec<usize> = (0..of_first.len())
            .map(|first| {
                classes.of(columns.seen.iter().map(|column| column[first]).collect::<Vec<u8>>())
            })
            .collect();
        let by_digits = |halves: &[(PartDigits, usize)],
                         classes: &[usize],
                         index: &dyn Fn(PartDigits) -> usize| {
            let mut all =
                vec![0; 1 + halves.iter().map(|(digits, _)| index(*digits)).max().unwrap_or(0)];
            halves.iter().for_each(|(digits, half)| all[index(*digits)] = classes[*half] as u16);
            all
        };
        Halves {
            first: by_digits(&first, &first_class, &PartDigits::first_half),
            last: by_digits(&last, &last_class, &PartDigits::last_half),
            suits: classes.seen,
            lacking: lacking.seen,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::digits::NUMBERS;

    /// What a suit lacks, number by number.
    fn lacking(counts: &[u8; NUMBERS], most: u8) -> Lacking {
        let reached = counts.iter().fold(ends(), |reached, &held| after(&reached, held, most));
        reached[begun(0, 0)]
    }

    #[test]
    fn classes_say_what_the_numbers_say() {
        let mut rng = fastrand::Rng::with_seed(1);
        for most in [4, 12] {
            let halves = Halves::new(most);
            assert!(halves.lacking.len() < 128 && halves.suits.len() < 1024, "{most}");
            assert!(halves.suits[0].len() < 512, "{most}");
            for _ in 0..20_000 {
                let counts = std::array::from_fn(|_| rng.u8(..=MOST_HELD));
                let digits = PartDigits::of_counts(&counts);
                let first = usize::from(halves.first[digits.first_half()]);
                let last = usize::from(halves.last[digits.last_half()]);
                let suit = usize::from(halves.suits[first][last]);
                assert_eq!(halves.lacking[suit], lacking(&counts, most), "{counts:?}");
            }
        }
    }
}
