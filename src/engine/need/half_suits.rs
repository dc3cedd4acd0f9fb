//! The classes of half suits, numbers 1–5 and numbers 6–9.
//!
//! Two first halves are of one class when every last half gives a suit of the same need with both, and
//! the other way round (the equivalence of Myhill and Nerode, for both sides). There are thousands of
//! halves and few classes, so a table by both classes is small. The finer classes also distinguish what
//! the half would be with one tile more of each of its own numbers. This runs only while the tables are
//! built.

use crate::engine::digits::{FIRST, FIRST_HALVES, LAST, LAST_HALVES, NUMBERS, PartDigits};
use crate::engine::need::automaton::{Automaton, AutomatonState, COUNTS, Need};
use rustc_hash::FxHashMap;
use std::hash::Hash;

/// The number of a class.
type ClassNumber = u16;

/// For each class the class after so many tiles of the next number.
type Step = Vec<[ClassNumber; COUNTS]>;
type Steps = Vec<Step>;

/// The halves of a suit by class.
pub(in crate::engine) struct Halves {
    pub first: Half<{ FIRST + 1 }>,
    pub last: Half<{ LAST + 1 }>,
    /// What a suit needs, by the class of its first half, then by that of its last.
    pub needs: Vec<Vec<Need>>,
}

/// One half of a suit.
pub(in crate::engine) struct Half<const AROUND: usize> {
    /// The finer class of each, by its tiles.
    pub finer: Vec<ClassNumber>,
    /// For each finer class the class of the half itself, then of the half with one tile more of each
    /// of its numbers, in their order.
    pub around: Vec<[ClassNumber; AROUND]>,
}

/// Numbers things as they are first seen.
struct Numbering<T> {
    numbers: FxHashMap<T, ClassNumber>,
    seen: Vec<T>,
}

impl<T> Default for Numbering<T> {
    fn default() -> Self {
        Numbering { numbers: FxHashMap::default(), seen: Vec::new() }
    }
}

impl<T: Clone + Eq + Hash> Numbering<T> {
    fn of(&mut self, thing: T) -> ClassNumber {
        *self.numbers.entry(thing).or_insert_with_key(|thing| {
            self.seen.push(thing.clone());
            self.seen.len() as ClassNumber - 1
        })
    }
}

impl Halves {
    pub fn new(automaton: &Automaton) -> Halves {
        let (mut steps, needs) = steps_and_needs(automaton);
        // From the last number back: the need in the end, for each state before it.
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
        // States from which every ending leads to the same need are one class.
        let mut numbering = Numbering::default();
        let needs = |state: ClassNumber| -> Vec<Need> {
            endings.iter().map(|ending| ending[usize::from(state)]).collect()
        };
        for next in &mut steps[FIRST - 1] {
            *next = next.map(|state| numbering.of(needs(state)));
        }
        Halves {
            first: Half::new(&steps, 0..FIRST, FIRST_HALVES),
            last: Half::new(&last_steps, (FIRST..NUMBERS).rev(), LAST_HALVES),
            needs: numbering.seen,
        }
    }
}

/// The steps of the automaton with its states numbered anew for each number, and the need of a suit
/// that ends in each state.
fn steps_and_needs(automaton: &Automaton) -> (Steps, Vec<Need>) {
    let mut states = vec![AutomatonState::default()];
    let mut step = |number| {
        let mut numbering = Numbering::default();
        let mut next = |&state: &AutomatonState| {
            std::array::from_fn(|count| numbering.of(automaton.read(state, number, count)))
        };
        let step = states.iter().map(&mut next).collect();
        states = numbering.seen;
        step
    };
    let steps = (0..NUMBERS).map(&mut step).collect();
    (steps, states.iter().map(|&state| automaton.need(state)).collect())
}

impl<const AROUND: usize> Half<AROUND> {
    /// Classes all halves. `places` are the places of the numbers, in the order of the steps.
    fn new(steps: &[Step], places: impl Iterator<Item = usize>, halves: usize) -> Half<AROUND> {
        let places: Vec<usize> = places.collect();
        let begin = places.iter().copied().min().unwrap_or(0);
        let mut each_half = EachHalf {
            steps,
            places,
            begin,
            numbering: Numbering::default(),
            finer: vec![0; halves],
        };
        each_half.fill(0, PartDigits::default(), [0; AROUND]);
        Half { finer: each_half.finer, around: each_half.numbering.seen }
    }
}

/// Goes through the halves number by number.
struct EachHalf<'a, const AROUND: usize> {
    steps: &'a [Step],
    places: Vec<usize>,
    begin: usize,
    numbering: Numbering<[ClassNumber; AROUND]>,
    finer: Vec<ClassNumber>,
}

impl<const AROUND: usize> EachHalf<'_, AROUND> {
    fn fill(&mut self, at: usize, digits: PartDigits, around: [ClassNumber; AROUND]) {
        let Some(&place) = self.places.get(at) else {
            // One of the halves is empty.
            self.finer[digits.first_half() + digits.last_half()] = self.numbering.of(around);
            return;
        };
        let step = &self.steps[at];
        let after = |class: ClassNumber, count: u32| step[usize::from(class)][count as usize];
        for count in 0..=PartDigits::MOST {
            let mut next = around.map(|class| after(class, count));
            next[place - self.begin + 1] = after(around[0], count + 1);
            self.fill(at + 1, digits.plus(PartDigits::one(place).times(count)), next);
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
        let need = |digits: PartDigits| {
            let first =
                halves.first.around[usize::from(halves.first.finer[digits.first_half()])][0];
            let last = halves.last.around[usize::from(halves.last.finer[digits.last_half()])][0];
            halves.needs[usize::from(first)][usize::from(last)]
        };
        for seed in 0..200_000_u32 {
            // Nine digits of a number that looks random.
            let random = seed.wrapping_mul(0x9e37_79b9) >> 5;
            let counts = std::array::from_fn(|place| (random >> (3 * place) & 7) as u8);
            let digits = PartDigits::of_counts(&counts);
            assert_eq!(need(digits), automaton.need_of(&counts), "{counts:?}");
        }
    }
}
