//! The no-good loop: from a solver that finds *one* solution to all of them.

use super::propagate::Propagation;
use super::{Ended, NoGood, Run, Solution, SolverFault, Stop, Visit, VisitRanked, Work};
use crate::problem::{Column, ColumnId, Entry, Problem, fits, take};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::ops::ControlFlow;
use std::rc::Rc;

/// A part of a problem: some columns are taken already, some may not be taken again, and whole
/// solutions may be cut off.
pub(super) struct Part<'p> {
    pub problem: &'p Problem,
    /// The columns taken.
    pub taken: Vec<ColumnId>,
    /// What they leave of each constraint.
    pub left: Vec<u8>,
    /// The columns that may still be taken: each fits what is left, none is refused.
    pub candidates: Vec<ColumnId>,
    /// Solutions found, each forbidden as a whole.
    pub cuts: Vec<Solution>,
}

/// A part that was split off and not looked at since.
struct Waiting<'p> {
    problem: &'p Problem,
    taken: Vec<ColumnId>,
    left: Vec<u8>,
    /// The candidates of the part that it was split off, shared with its siblings.
    candidates: Rc<[ColumnId]>,
    refused: Option<ColumnId>,
    cuts: Vec<Solution>,
}

/// What a solver says of a part.
pub(super) enum Verdict {
    /// A solution of the whole problem, the taken columns included.
    Solved(Solution),
    /// There is none.
    Infeasible,
    /// It was stopped before it knew.
    Unknown,
}

/// A solver that finds one solution of a part.
pub(super) trait Oracle {
    /// Solves a part in which every unmet constraint has a candidate and something is left to be taken.
    fn solve(&mut self, part: &Part<'_>) -> Result<Verdict, SolverFault>;
}

/// Tells every solution of a problem, forbidding each one found in the way asked for.
pub(super) fn enumerate(
    oracle: &mut dyn Oracle,
    problem: &Problem,
    no_good: NoGood,
    stop: &dyn Stop,
    visit: &mut Visit<'_>,
) -> Result<Run, SolverFault> {
    let scarcity = scarcity(problem);
    let propagation = Propagation::new(problem);
    let mut work = Work::default();
    let mut waiting = vec![Waiting::whole(problem)];
    while let Some(next) = waiting.pop() {
        if stop.should_stop() {
            return Ok(Run { ended: Ended::ByStop, work });
        }
        let mut part = next.part();
        let known = match no_good {
            NoGood::Bounds => propagation.known(&mut part),
            // A cut is a row over all columns, the taken ones as well.
            NoGood::Rows => None,
        };
        let verdict = match known {
            Some(verdict) => verdict,
            None => verdict(oracle, &part, &mut work)?,
        };
        let solution = match verdict {
            Verdict::Solved(solution) => solution,
            Verdict::Infeasible => continue,
            Verdict::Unknown => return Ok(Run { ended: Ended::ByStop, work }),
        };
        let remaining = match no_good {
            NoGood::Bounds => split(&part, &solution, &scarcity),
            NoGood::Rows => vec![cut_off(part, &solution)],
        };
        work.cuts += remaining.len() as u64;
        waiting.extend(remaining);
        if let ControlFlow::Break(()) = visit(solution) {
            return Ok(Run { ended: Ended::ByVisitor, work });
        }
    }
    Ok(Run { ended: Ended::Exhausted, work })
}

/// Tells every solution of a problem with its value, best first; `weights` has a weight for each
/// column, and the oracle finds a solution of the greatest value in a part, proven.
///
/// This is the partition of [`enumerate`] with the best part next (Lawler 1972, as in Murty's
/// ranking of assignments): the best solution of each part waits in a heap.
pub(super) fn enumerate_ranked(
    oracle: &mut dyn Oracle,
    problem: &Problem,
    weights: &[i64],
    stop: &dyn Stop,
    visit: &mut VisitRanked<'_>,
) -> Result<Run, SolverFault> {
    let scarcity = scarcity(problem);
    let mut work = Work::default();
    let mut best_first: BinaryHeap<Best<'_>> = BinaryHeap::new();
    let mut waiting = vec![Waiting::whole(problem)];
    loop {
        for part in waiting.drain(..).map(Waiting::part) {
            if stop.should_stop() {
                return Ok(Run { ended: Ended::ByStop, work });
            }
            match verdict(oracle, &part, &mut work)? {
                Verdict::Solved(solution) => {
                    let value = solution.columns().iter().map(|id| weights[id.index()]).sum();
                    best_first.push(Best { value, solution, part });
                }
                Verdict::Infeasible => {}
                Verdict::Unknown => return Ok(Run { ended: Ended::ByStop, work }),
            }
        }
        let Some(Best { value, solution, part }) = best_first.pop() else {
            return Ok(Run { ended: Ended::Exhausted, work });
        };
        waiting = split(&part, &solution, &scarcity);
        work.cuts += waiting.len() as u64;
        if let ControlFlow::Break(()) = visit(solution, value) {
            return Ok(Run { ended: Ended::ByVisitor, work });
        }
    }
}

/// The best solution of a part, ordered by value, then by the solution, the first one greatest.
struct Best<'p> {
    value: i64,
    solution: Solution,
    part: Part<'p>,
}

impl Best<'_> {
    fn key(&self) -> (i64, Reverse<&Solution>) {
        (self.value, Reverse(&self.solution))
    }
}

impl PartialEq for Best<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.key() == other.key()
    }
}

impl Eq for Best<'_> {}

impl PartialOrd for Best<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Best<'_> {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.key().cmp(&other.key())
    }
}

/// Asks the solver, unless the part shows its answer: an unmet constraint that no candidate covers, or
/// nothing left to be covered at all.
fn verdict(
    oracle: &mut dyn Oracle,
    part: &Part<'_>,
    work: &mut Work,
) -> Result<Verdict, SolverFault> {
    if !part.is_coverable() {
        return Ok(Verdict::Infeasible);
    }
    if part.candidates.is_empty() {
        let found_before = !part.cuts.is_empty();
        let solution = || Solution::new(part.taken.clone());
        return Ok(if found_before { Verdict::Infeasible } else { Verdict::Solved(solution()) });
    }
    work.solves += 1;
    oracle.solve(part)
}

impl Part<'_> {
    /// True when each unmet constraint has a candidate that takes some of it.
    fn is_coverable(&self) -> bool {
        let mut covered = vec![false; self.left.len()];
        for &id in &self.candidates {
            for entry in self.problem.column_at(id).entries() {
                covered[entry.constraint.index()] = true;
            }
        }
        let constraints = self.problem.constraints().iter().zip(&self.left).zip(covered);
        constraints
            .into_iter()
            .all(|((constraint, &left), covered)| covered || !constraint.exact || left == 0)
    }
}

impl<'p> Waiting<'p> {
    fn whole(problem: &'p Problem) -> Waiting<'p> {
        Waiting {
            problem,
            taken: Vec::new(),
            left: problem.constraints().iter().map(|constraint| constraint.bound).collect(),
            candidates: problem.columns_with_ids().map(|(id, _)| id).collect(),
            refused: None,
            cuts: Vec::new(),
        }
    }

    /// The part itself: of the candidates shared with its siblings those that still fit.
    fn part(self) -> Part<'p> {
        let Waiting { problem, taken, left, candidates, refused, cuts } = self;
        let may_be_taken =
            |id: &ColumnId| Some(*id) != refused && fits(problem.column_at(*id), &left);
        let candidates = candidates.iter().copied().filter(may_be_taken).collect();
        Part { problem, taken, left, candidates, cuts }
    }
}

/// Lawler's partition: with c₁ … cₙ the columns of the solution that were not taken before, part i
/// takes c₁ … cᵢ₋₁ and never cᵢ again. Another solution x lies in exactly one part, the first i for
/// which it does not hold all of c₁ … cᵢ; a solution that holds them all is the one found.
fn split<'p>(part: &Part<'p>, solution: &Solution, scarcity: &[usize]) -> Vec<Waiting<'p>> {
    let mut chosen = solution.columns().to_vec();
    for taken in &part.taken {
        if let Some(at) = chosen.iter().position(|id| id == taken) {
            chosen.remove(at);
        }
    }
    // Refusing a column that covers a scarce tile leaves little: the largest parts come last,
    // with most columns taken and so the smallest models.
    chosen.sort_by_key(|id| (scarcity[id.index()], *id));
    let candidates: Rc<[ColumnId]> = part.candidates.as_slice().into();
    let mut taken = part.taken.clone();
    let mut left = part.left.clone();
    let mut parts = Vec::with_capacity(chosen.len());
    for id in chosen {
        parts.push(Waiting {
            problem: part.problem,
            taken: taken.clone(),
            left: left.clone(),
            candidates: candidates.clone(),
            refused: Some(id),
            cuts: Vec::new(),
        });
        taken.push(id);
        take(part.problem.column_at(id), &mut left);
    }
    parts
}

/// The textbook no-good: the same problem without this solution.
fn cut_off<'p>(part: Part<'p>, solution: &Solution) -> Waiting<'p> {
    let Part { problem, taken, left, candidates, mut cuts } = part;
    cuts.push(solution.clone());
    Waiting { problem, taken, left, candidates: candidates.into(), refused: None, cuts }
}

/// For each column the number of columns that cover its scarcest constraint.
fn scarcity(problem: &Problem) -> Vec<usize> {
    let covering = problem.columns_by_constraint();
    let of_column = |column: &Column| {
        let exact = |entry: &&Entry| problem.constraints()[entry.constraint.index()].exact;
        let covers = |entry: &Entry| covering[entry.constraint.index()].len();
        column.entries().iter().filter(exact).map(covers).min().unwrap_or(usize::MAX)
    };
    problem.columns().iter().map(of_column).collect()
}
