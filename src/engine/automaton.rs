//! The least number of wild tiles that completes one numbered suit, as a finite automaton.
//!
//! It reads how many tiles of each number there are, 1 to 9, and keeps for every way in which runs
//! may be under way the least number of wild tiles spent so far. Those costs, less the smallest of
//! them, are a state; there are few, so that a suit is nine steps.

use std::collections::HashMap;

/// The numbers of a suit.
pub(super) const NUMBERS: usize = 9;

/// How many tiles of one number a step can read, one more than the most: four plain ones and three
/// blue ones, and one drawn.
pub(super) const COUNTS: usize = 9;

/// Three runs alike are three triplets, so that at most two runs alike need to be followed.
const RUNS: usize = 3;

/// Runs begun at the last number, runs begun at the one before, whether the pair is made.
const WAYS: usize = RUNS * RUNS * 2;

/// No way to get there.
const NEVER: u8 = u8::MAX;

type Costs = [u8; WAYS];

const fn way(begun: usize, older: usize, pair: usize) -> usize {
    (begun * RUNS + older) * 2 + pair
}

/// A step: the next state, and what it adds to the cost.
#[derive(Clone, Copy, Default)]
struct Step {
    to: u16,
    cost: u8,
}

/// What a suit needs: its least number of wild tiles, and whether it then holds the pair.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Need {
    pub wilds: u8,
    pub pair: bool,
}

/// A place in the reading of a suit.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub(super) struct Reading {
    state: u16,
    cost: u8,
}

pub(super) struct Automaton {
    /// Steps at the numbers where a run may begin, then at the last two.
    steps: [Vec<[Step; COUNTS]>; 2],
    ends: Vec<Need>,
}

impl Automaton {
    pub fn build() -> Automaton {
        let mut start = [NEVER; WAYS];
        start[way(0, 0, 0)] = 0;
        let mut states = vec![start];
        let mut known = HashMap::from([(start, 0)]);
        let mut steps = [Vec::new(), Vec::new()];
        let mut ends = Vec::new();
        let mut next = 0;
        while let Some(&costs) = states.get(next) {
            for (late, steps) in steps.iter_mut().enumerate() {
                let step = |count| {
                    let mut after = costs_after(&costs, count, late == 1);
                    let cost = after.iter().copied().min().unwrap_or(NEVER);
                    for cell in after.iter_mut().filter(|cell| **cell != NEVER) {
                        *cell -= cost;
                    }
                    let to = *known.entry(after).or_insert_with(|| {
                        states.push(after);
                        states.len() as u16 - 1
                    });
                    Step { to, cost }
                };
                steps.push(std::array::from_fn(step));
            }
            let [without, with] = [costs[way(0, 0, 0)], costs[way(0, 0, 1)]];
            ends.push(Need { wilds: without.min(with), pair: with < without });
            next += 1;
        }
        Automaton { steps, ends }
    }

    /// Reads how many tiles of the next number there are.
    pub fn read(&self, reading: Reading, number: usize, count: usize) -> Reading {
        let late = usize::from(number + 3 > NUMBERS);
        let step = self.steps[late][usize::from(reading.state)][count];
        Reading { state: step.to, cost: reading.cost + step.cost }
    }

    /// What the suit needs once all nine numbers are read.
    pub fn need(&self, reading: Reading) -> Need {
        let end = self.ends[usize::from(reading.state)];
        Need { wilds: end.wilds.saturating_add(reading.cost), pair: end.pair }
    }

    /// What a suit of these counts needs.
    #[cfg(test)]
    pub fn need_of(&self, counts: &[u8; NUMBERS]) -> Need {
        let read = |reading, (number, &count): (usize, &u8)| {
            self.read(reading, number, usize::from(count))
        };
        self.need(counts.iter().enumerate().fold(Reading::default(), read))
    }
}

/// The costs after `count` tiles of the next number; at the last two numbers no run begins.
fn costs_after(costs: &Costs, count: usize, late: bool) -> Costs {
    let mut after = [NEVER; WAYS];
    for begun in 0..RUNS {
        for older in 0..RUNS {
            for pair in 0..2 {
                let cost = costs[way(begun, older, pair)];
                if cost == NEVER {
                    continue;
                }
                for begins in 0..if late { 1 } else { RUNS } {
                    for makes_pair in 0..2 - pair {
                        let used = begun + older + begins + 2 * makes_pair;
                        // As many triplets as the tiles still ask for; one more only costs three.
                        let read = used + count.saturating_sub(used).div_ceil(3) * 3;
                        let to = way(begins, begun, pair + makes_pair);
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
