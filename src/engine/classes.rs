//! The classes of the halves of a suit: what the first five numbers mean to the last four, and these
//! to them.
//!
//! Two first halves are of one class when every last half makes the same of both, and the other way
//! round (Myhill and Nerode's equivalence, on either side). There are thousands of halves and few
//! classes. Finer classes tell apart, too, what one tile more of each number of the half itself would
//! make of it.

use super::automaton::{Automaton, COUNTS, NUMBERS, Need, Reading};
use super::row::{FIRST, FIRST_HALVES, LAST, LAST_HALVES, Row};
use std::collections::HashMap;
use std::hash::Hash;

/// The number of a class.
type Class = u16;

/// What comes of each class by so many tiles of the next number.
type Step = Vec<[Class; COUNTS]>;
type Steps = Vec<Step>;

/// The halves of a suit by their class.
pub(super) struct Halves {
    pub first: Half<{ FIRST + 1 }>,
    pub last: Half<{ LAST + 1 }>,
    /// What a suit needs, by the class of its first half, then by that of its last.
    pub needs: Vec<Vec<Need>>,
}

/// One half of a suit.
pub(super) struct Half<const AROUND: usize> {
    /// The finer class of each, by its tiles.
    pub finer: Vec<Class>,
    /// For each finer class the class of the half itself, then of the half with one tile more of each
    /// of its numbers, in their order.
    pub around: Vec<[Class; AROUND]>,
}

/// Numbers things as they are first seen.
struct Numbering<T> {
    numbers: HashMap<T, Class>,
    seen: Vec<T>,
}

impl<T> Default for Numbering<T> {
    fn default() -> Self {
        Numbering { numbers: HashMap::new(), seen: Vec::new() }
    }
}

impl<T: Clone + Eq + Hash> Numbering<T> {
    fn of(&mut self, thing: T) -> Class {
        *self.numbers.entry(thing).or_insert_with_key(|thing| {
            self.seen.push(thing.clone());
            self.seen.len() as Class - 1
        })
    }
}

impl Halves {
    pub fn new(automaton: &Automaton) -> Halves {
        let (mut steps, needs) = read_all(automaton);
        // From the last number back: what each reading before it needs in the end.
        let mut endings = vec![needs];
        let mut last_steps = Steps::new();
        for step in steps.drain(FIRST..).rev() {
            let mut numbering = Numbering::default();
            let before = |ending: &Vec<Need>, count: usize| -> Vec<Need> {
                step.iter().map(|next| ending[usize::from(next[count])]).collect()
            };
            let counts = |ending| std::array::from_fn(|count| numbering.of(before(ending, count)));
            last_steps.push(endings.iter().map(counts).collect());
            endings = numbering.seen;
        }
        // Readings that no ending tells apart are one class.
        let mut numbering = Numbering::default();
        let needs = |reading: Class| -> Vec<Need> {
            endings.iter().map(|ending| ending[usize::from(reading)]).collect()
        };
        for next in &mut steps[FIRST - 1] {
            *next = next.map(|reading| numbering.of(needs(reading)));
        }
        Halves {
            first: Half::new(&steps, 0..FIRST, FIRST_HALVES),
            last: Half::new(&last_steps, (FIRST..NUMBERS).rev(), LAST_HALVES),
            needs: numbering.seen,
        }
    }
}

/// The readings of the automaton, numbered anew for each number, and what each needs in the end.
fn read_all(automaton: &Automaton) -> (Steps, Vec<Need>) {
    let mut readings = vec![Reading::default()];
    let mut step = |number| {
        let mut numbering = Numbering::default();
        let mut next = |&reading: &Reading| {
            std::array::from_fn(|count| numbering.of(automaton.read(reading, number, count)))
        };
        let step = readings.iter().map(&mut next).collect();
        readings = numbering.seen;
        step
    };
    let steps = (0..NUMBERS).map(&mut step).collect();
    (steps, readings.iter().map(|&reading| automaton.need(reading)).collect())
}

impl<const AROUND: usize> Half<AROUND> {
    /// Goes through all halves; `places` are those of the steps' numbers.
    fn new(steps: &[Step], places: impl Iterator<Item = usize>, halves: usize) -> Half<AROUND> {
        let places: Vec<usize> = places.collect();
        let begin = places.iter().copied().min().unwrap_or(0);
        let mut filling = Filling {
            steps,
            places,
            begin,
            numbering: Numbering::default(),
            finer: vec![0; halves],
        };
        filling.fill(0, Row::default(), [0; AROUND]);
        Half { finer: filling.finer, around: filling.numbering.seen }
    }
}

/// Goes through the halves number by number.
struct Filling<'a, const AROUND: usize> {
    steps: &'a [Step],
    places: Vec<usize>,
    begin: usize,
    numbering: Numbering<[Class; AROUND]>,
    finer: Vec<Class>,
}

impl<const AROUND: usize> Filling<'_, AROUND> {
    fn fill(&mut self, at: usize, row: Row, around: [Class; AROUND]) {
        let Some(&place) = self.places.get(at) else {
            // One of the halves is empty.
            self.finer[row.first_half() + row.last_half()] = self.numbering.of(around);
            return;
        };
        let step = &self.steps[at];
        let after = |class: Class, count: u32| step[usize::from(class)][count as usize];
        for count in 0..=Row::MOST {
            let mut next = around.map(|class| after(class, count));
            next[place - self.begin + 1] = after(around[0], count + 1);
            self.fill(at + 1, row.plus(Row::one(place).times(count)), next);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_classes_say_all_that_the_automaton_says() {
        let automaton = Automaton::build();
        let halves = Halves::new(&automaton);
        assert!(halves.needs.len() < 256 && halves.needs[0].len() < 128);
        let need = |row: Row| {
            let first = halves.first.around[usize::from(halves.first.finer[row.first_half()])][0];
            let last = halves.last.around[usize::from(halves.last.finer[row.last_half()])][0];
            halves.needs[usize::from(first)][usize::from(last)]
        };
        for seed in 0..200_000_u32 {
            // Nine digits of a number that looks random.
            let digits = seed.wrapping_mul(0x9e37_79b9) >> 5;
            let counts = std::array::from_fn(|place| (digits >> (3 * place) & 7) as u8);
            let row = Row::of_counts(&counts);
            assert_eq!(need(row), automaton.need_of(&counts), "{counts:?}");
        }
    }
}
