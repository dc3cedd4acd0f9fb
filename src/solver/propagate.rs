//! What a part of a problem shows by itself, before a solver is asked.
//!
//! - A constraint with one candidate left has that candidate taken.
//! - Where at most three groups remain to be chosen, one of them covers the scarcest constraint, one of the others the
//!   scarcest of what that leaves, and the last takes all that is left. This decides the part. It is given up
//!   when there is too much to be tried, and then the solver decides.
//!
//! Most parts of Lawler's partition are of the second sort: all but a few columns are taken.

use super::Solution;
use super::enumerate::{Part, Verdict};
use crate::problem::{Column, ColumnId, Problem, fits, take};
use crate::tile::Suits;
use smallvec::{SmallVec, smallvec};

/// Up to so many groups the rest of a part is decided here.
const MOST_REMAINING: u32 = 3;

/// After so many columns tried a solver is asked.
const MOST_TRIES: usize = 4_096;

/// What the deductions need to know of a problem.
pub(super) struct Propagation<'p> {
    problem: &'p Problem,
    /// For each column what it takes of all constraints that must be reached together. A column that fits
    /// and takes as much of them as is left leaves nothing.
    amounts: Vec<u32>,
    /// The constraints that count groups, if each of them must be reached: what is left of them is how
    /// many columns remain to be chosen.
    patterns: Option<Vec<usize>>,
}

impl<'p> Propagation<'p> {
    pub fn new(problem: &'p Problem) -> Propagation<'p> {
        let is_exact = |constraint: usize| problem.constraints()[constraint].exact;
        let amount = |column: &Column| {
            let exact = column.entries().iter().filter(|entry| is_exact(entry.constraint.index()));
            exact.map(|entry| u32::from(entry.amount)).sum()
        };
        let mut patterns: Vec<usize> =
            problem.columns().iter().map(|column| column.pattern().index()).collect();
        patterns.sort_unstable();
        patterns.dedup();
        let all_exact = patterns.iter().all(|&pattern| is_exact(pattern));
        Propagation {
            problem,
            amounts: problem.columns().iter().map(amount).collect(),
            patterns: all_exact.then_some(patterns),
        }
    }

    /// Takes what must be taken; the verdict, if the part is decided then.
    pub fn known(&self, part: &mut Part<'_>) -> Option<Verdict> {
        loop {
            if let Some(remaining @ 1..=MOST_REMAINING) = self.remaining(part) {
                return self.filled(part, remaining);
            }
            let (choices, constraint) = self.scarcest(&part.candidates, &part.left)?;
            match choices {
                0 => return Some(Verdict::Infeasible),
                1 => self.take_only(part, constraint),
                _ => return None,
            }
            if !self.allows(self.suits(&part.taken)) {
                return Some(Verdict::Infeasible);
            }
        }
    }

    /// How many columns remain to be chosen, if that is fixed.
    fn remaining(&self, part: &Part<'_>) -> Option<u32> {
        let patterns = self.patterns.as_ref()?;
        Some(patterns.iter().map(|&pattern| u32::from(part.left[pattern])).sum())
    }

    /// The constraint still to be reached that the fewest candidates take of, and how many do; `None` when
    /// there is no such constraint.
    fn scarcest(&self, candidates: &[ColumnId], left: &[u8]) -> Option<(usize, usize)> {
        let mut choices: SmallVec<[usize; 64]> = smallvec![0; left.len()];
        for &id in candidates {
            for entry in self.problem.column_at(id).entries() {
                choices[entry.constraint.index()] += 1;
            }
        }
        let constraints = self.problem.constraints().iter().zip(left).enumerate();
        let unmet = constraints.filter(|(_, (constraint, left))| constraint.exact && **left > 0);
        unmet.map(|(at, _)| (choices[at], at)).min()
    }

    /// Takes the only candidate of a constraint once.
    fn take_only(&self, part: &mut Part<'_>, constraint: usize) {
        let only = part.candidates.iter().copied().find(|&id| self.takes_of(id, constraint));
        if let Some(id) = only {
            take(self.problem.column_at(id), &mut part.left);
            part.taken.push(id);
            let left = &part.left;
            part.candidates.retain(|&id| fits(self.problem.column_at(id), left));
        }
    }

    fn takes_of(&self, id: ColumnId, constraint: usize) -> bool {
        let entries = self.problem.column_at(id).entries();
        entries.iter().any(|entry| entry.constraint.index() == constraint)
    }

    /// The verdict on a part with so few columns to be chosen; `None` when that is too much to try.
    fn filled(&self, part: &mut Part<'_>, remaining: u32) -> Option<Verdict> {
        if remaining == 1 {
            let left = self.exact_left(&part.left);
            part.candidates.retain(|id| self.amounts[id.index()] == left);
        }
        let mut filling = Filling { of: self, tries: MOST_TRIES, chosen: part.taken.clone() };
        let used = self.suits(&part.taken);
        Some(match filling.fill(&part.candidates, &part.left, used, remaining)? {
            true => Verdict::Solved(Solution::new(filling.chosen)),
            false => Verdict::Infeasible,
        })
    }

    /// What is left of all constraints that must be reached.
    fn exact_left(&self, left: &[u8]) -> u32 {
        let constraints = self.problem.constraints().iter().zip(left);
        constraints
            .filter(|(constraint, _)| constraint.exact)
            .map(|(_, &left)| u32::from(left))
            .sum()
    }

    /// The suits that count for the limit: none without one.
    fn suits(&self, taken: &[ColumnId]) -> Suits {
        let Some(limit) = self.problem.suit_limit() else { return Suits::default() };
        let suits = taken.iter().map(|&id| self.problem.column_at(id).suits());
        suits.fold(limit.used, Suits::union)
    }

    fn allows(&self, suits: Suits) -> bool {
        self.problem.suit_limit().is_none_or(|limit| suits.len() <= limit.most)
    }
}

/// Columns tried for what remains.
struct Filling<'a, 'p> {
    of: &'a Propagation<'p>,
    /// How many columns may be tried yet.
    tries: usize,
    chosen: Vec<ColumnId>,
}

impl Filling<'_, '_> {
    /// Chooses `remaining` of the candidates that take all that is left, if there are such; `None` when there
    /// is too much to try.
    fn fill(
        &mut self,
        candidates: &[ColumnId],
        left: &[u8],
        used: Suits,
        remaining: u32,
    ) -> Option<bool> {
        let Filling { of: propagation, .. } = *self;
        self.tries = self.tries.checked_sub(candidates.len())?;
        let column = |id: ColumnId| propagation.problem.column_at(id);
        let used_with = |id: ColumnId| used.union(column(id).suits());
        if remaining == 1 {
            let all = propagation.exact_left(left);
            let last = candidates.iter().copied().find(|&id| {
                propagation.amounts[id.index()] == all && propagation.allows(used_with(id))
            });
            self.chosen.extend(last);
            return Some(last.is_some());
        }
        let Some((_, constraint)) = propagation.scarcest(candidates, left) else {
            return Some(false);
        };
        let mut after = SmallVec::<[u8; 64]>::from_slice(left);
        let mut fitting = Vec::with_capacity(candidates.len());
        for &id in candidates.iter().filter(|&&id| propagation.takes_of(id, constraint)) {
            if !propagation.allows(used_with(id)) {
                continue;
            }
            after.copy_from_slice(left);
            take(column(id), &mut after);
            fitting.clear();
            fitting.extend(candidates.iter().filter(|&&id| fits(column(id), &after)));
            self.chosen.push(id);
            if self.fill(&fitting, &after, used_with(id), remaining - 1)? {
                return Some(true);
            }
            self.chosen.pop();
        }
        Some(false)
    }
}
