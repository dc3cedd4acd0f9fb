//! The no-good loop: from an engine that finds *one* solution to all of them.

use super::{Ended, NoGood, Run, Solution, SolverFault, Stop, Visit, Work};
use crate::problem::{ColumnId, Problem};
use std::collections::BTreeSet;
use std::ops::ControlFlow;

/// A part of a problem: some columns are taken already, some may not be taken again, and whole
/// solutions may be cut off.
pub(super) struct Part<'p> {
    pub problem: &'p Problem,
    pub taken: Vec<ColumnId>,
    pub refused: BTreeSet<ColumnId>,
    pub cuts: Vec<Solution>,
}

/// What an engine says of a part.
pub(super) enum Verdict {
    /// A solution of the whole problem, the taken columns included.
    Solved(Solution),
    /// There is none.
    Infeasible,
    /// It was stopped before it knew.
    Unknown,
}

/// An engine that finds one solution of a part.
pub(super) trait Oracle {
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
    let mut work = Work::default();
    let whole = Part { problem, taken: Vec::new(), refused: BTreeSet::new(), cuts: Vec::new() };
    let mut parts = vec![whole];
    while let Some(part) = parts.pop() {
        if stop.should_stop() {
            return Ok(Run { ended: Ended::ByStop, work });
        }
        work.solves += 1;
        let solution = match oracle.solve(&part)? {
            Verdict::Solved(solution) => solution,
            Verdict::Infeasible => continue,
            Verdict::Unknown => return Ok(Run { ended: Ended::ByStop, work }),
        };
        let remaining = match no_good {
            NoGood::Bounds => split(&part, &solution, &scarcity),
            NoGood::Rows => vec![cut_off(part, &solution)],
        };
        work.cuts += remaining.len() as u64;
        parts.extend(remaining);
        if let ControlFlow::Break(()) = visit(solution) {
            return Ok(Run { ended: Ended::ByVisitor, work });
        }
    }
    Ok(Run { ended: Ended::Exhausted, work })
}

/// Lawler's partition: with c₁ … cₙ the columns of the solution that were not taken before, part i
/// takes c₁ … cᵢ₋₁ and never cᵢ again. Another solution x lies in exactly one part, the first i for
/// which it does not hold all of c₁ … cᵢ; a solution that holds them all is the one found.
fn split<'p>(part: &Part<'p>, solution: &Solution, scarcity: &[usize]) -> Vec<Part<'p>> {
    let mut chosen = solution.columns().to_vec();
    for taken in &part.taken {
        if let Some(at) = chosen.iter().position(|id| id == taken) {
            chosen.remove(at);
        }
    }
    // Refusing a column that covers a scarce tile leaves little: the largest parts come last,
    // with most columns taken and so the smallest models.
    chosen.sort_by_key(|id| (scarcity[id.index()], *id));
    (0..chosen.len())
        .map(|at| Part {
            problem: part.problem,
            taken: part.taken.iter().chain(&chosen[..at]).copied().collect(),
            refused: part.refused.iter().copied().chain([chosen[at]]).collect(),
            cuts: Vec::new(),
        })
        .collect()
}

/// The textbook no-good: the same problem without this solution.
fn cut_off<'p>(mut part: Part<'p>, solution: &Solution) -> Part<'p> {
    part.cuts.push(solution.clone());
    part
}

/// For each column the number of columns that cover its scarcest item.
fn scarcity(problem: &Problem) -> Vec<usize> {
    let covering = problem.columns_by_item();
    let of_column = |column: &crate::problem::Column| {
        let exact = |entry: &&crate::problem::Entry| problem.items()[entry.item.index()].exact;
        let covers = |entry: &crate::problem::Entry| covering[entry.item.index()].len();
        column.entries().iter().filter(exact).map(covers).min().unwrap_or(usize::MAX)
    };
    problem.columns().iter().map(of_column).collect()
}
