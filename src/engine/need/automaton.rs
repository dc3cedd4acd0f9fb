//! The need of one numbered suit, by a finite automaton: the least number of wild tiles that makes the
//! suit groups alone.
//!
//! The automaton reads how many tiles there are of number 1, then of number 2, up to 9. It keeps, for
//! every number of runs that are begun and not finished, the least number of wild tiles spent so far.
//! A state is these costs less the smallest of them. There are few states, so a suit is nine steps in a
//! table. This runs only while the tables are built.

use crate::engine::digits::NUMBERS;
use rustc_hash::FxHashMap;

/// How many counts a step can read: 0 to 8, since there are four plain and three blue tiles of a number,
/// and one is drawn.
pub(in crate::engine) const COUNTS: usize = 9;

/// Three runs alike are three triplets, so at most two runs alike need to be tracked: 0, 1 or 2.
const RUNS: usize = 3;

/// The cells of the costs: by runs begun at the last number, runs begun at the one before, and whether
/// the pair is made.
const CELLS: usize = RUNS * RUNS * 2;

/// The cost of what cannot be reached.
const NEVER: u8 = u8::MAX;

type Costs = [u8; CELLS];

const fn cell(begun: usize, older: usize, pair: usize) -> usize {
    (begun * RUNS + older) * 2 + pair
}

/// A step: the next state, and what it adds to the cost.
#[derive(Clone, Copy, Default)]
struct Step {
    to: u16,
    cost: u8,
}

/// What a suit needs to be groups alone: the least number of wild tiles, and whether one of the groups
/// is then the pair. For example, 1m1m4m needs two wild tiles, for the pair 11m and the
/// triplet 444m.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(in crate::engine) struct Need {
    pub wilds: u8,
    pub pair: bool,
}

/// Where the automaton is: the number of its state, and the wild tiles spent so far.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub(in crate::engine) struct AutomatonState {
    at: u16,
    cost: u8,
}

pub(in crate::engine) struct Automaton {
    /// The steps at numbers 1 to 7, where a run may begin, then at 8 and 9.
    steps: [Vec<[Step; COUNTS]>; 2],
    ends: Vec<Need>,
}

impl Automaton {
    pub fn build() -> Automaton {
        let mut start = [NEVER; CELLS];
        start[cell(0, 0, 0)] = 0;
        let mut states = vec![start];
        let mut known = FxHashMap::from_iter([(start, 0)]);
        let mut steps = [Vec::new(), Vec::new()];
        let mut ends = Vec::new();
        let mut next = 0;
        while let Some(&costs) = states.get(next) {
            for (late, steps) in steps.iter_mut().enumerate() {
                let step = |count| {
                    let mut after = costs_after(&costs, count, late == 1);
                    let cost = after.iter().copied().min().unwrap_or(NEVER);
                    for reached in after.iter_mut().filter(|reached| **reached != NEVER) {
                        *reached -= cost;
                    }
                    let to = *known.entry(after).or_insert_with(|| {
                        states.push(after);
                        states.len() as u16 - 1
                    });
                    Step { to, cost }
                };
                steps.push(std::array::from_fn(step));
            }
            let [without, with] = [costs[cell(0, 0, 0)], costs[cell(0, 0, 1)]];
            ends.push(Need { wilds: without.min(with), pair: with < without });
            next += 1;
        }
        Automaton { steps, ends }
    }

    /// Reads how many tiles of the next number there are.
    pub fn read(&self, state: AutomatonState, number: usize, count: usize) -> AutomatonState {
        let late = usize::from(number + 3 > NUMBERS);
        let step = self.steps[late][usize::from(state.at)][count];
        AutomatonState { at: step.to, cost: state.cost + step.cost }
    }

    /// What the suit needs once all nine numbers are read.
    pub fn need(&self, state: AutomatonState) -> Need {
        let end = self.ends[usize::from(state.at)];
        Need { wilds: end.wilds.saturating_add(state.cost), pair: end.pair }
    }

    /// What a suit of these counts needs.
    #[cfg(test)]
    pub fn need_of(&self, counts: &[u8; NUMBERS]) -> Need {
        let read =
            |state, (number, &count): (usize, &u8)| self.read(state, number, usize::from(count));
        self.need(counts.iter().enumerate().fold(AutomatonState::default(), read))
    }
}

/// The costs after `count` tiles of the next number; at the last two numbers no run begins.
fn costs_after(costs: &Costs, count: usize, late: bool) -> Costs {
    let mut after = [NEVER; CELLS];
    for begun in 0..RUNS {
        for older in 0..RUNS {
            for pair in 0..2 {
                let cost = costs[cell(begun, older, pair)];
                if cost == NEVER {
                    continue;
                }
                for begins in 0..if late { 1 } else { RUNS } {
                    for makes_pair in 0..2 - pair {
                        let used = begun + older + begins + 2 * makes_pair;
                        // As many triplets as the tiles that are not used yet need. One more would only cost
                        // three wild tiles.
                        let read = used + count.saturating_sub(used).div_ceil(3) * 3;
                        let to = cell(begins, begun, pair + makes_pair);
                        after[to] = after[to].min(cost + (read - count) as u8);
                    }
                }
            }
        }
    }
    after
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_states() {
        let automaton = Automaton::build();
        assert!(automaton.ends.len() < 4_000, "{} states", automaton.ends.len());
    }

    #[test]
    fn known_needs() {
        let automaton = Automaton::build();
        let need = |counts| automaton.need_of(counts);
        assert_eq!(need(&[0; 9]), Need { wilds: 0, pair: false });
        assert_eq!(need(&[3, 1, 1, 1, 1, 1, 1, 1, 3]), Need { wilds: 1, pair: true });
        assert_eq!(need(&[0, 0, 0, 1, 0, 0, 0, 0, 0]), Need { wilds: 1, pair: true });
        assert_eq!(need(&[0, 1, 0, 0, 1, 0, 0, 1, 0]), Need { wilds: 5, pair: true });
        // Six tiles of one number: two triplets, or runs on every side.
        assert_eq!(need(&[2, 2, 6, 2, 2, 0, 0, 0, 0]), Need { wilds: 0, pair: true });
    }
}
