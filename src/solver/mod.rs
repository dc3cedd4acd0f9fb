//! Solvers, interchangeable: each answers any [`Problem`].
//!
//! Every solver implements [`Solver`] and passes the same suite. A solver tells each solution to a
//! visitor as it finds it, in no particular order, and says at the end whether that were all.

mod draws;
#[cfg(feature = "ilp")]
mod enumerate;
#[cfg(feature = "ilp")]
mod ilp;
#[cfg(feature = "ilp")]
mod propagate;
mod readings;
mod search;

#[cfg(feature = "ilp")]
pub use ilp::Ilp;
pub use search::Search;

#[cfg(feature = "ilp")]
pub(crate) use draws::IlpDraws;
pub(crate) use draws::{DrawSolver, DrawnWin, Far, Helping, SearchDraws, Watch};

use crate::problem::{ColumnId, Problem};
use std::collections::{BTreeSet, HashSet};
use std::ops::ControlFlow;
use std::time::Duration;

/// A caller's wish to end a run early. Solvers poll it often; they have no clock of their own.
pub trait Stop {
    /// True as soon as the run should end.
    fn should_stop(&self) -> bool;

    /// How long the run may still take, if the caller knows; an ILP hands it to its solver.
    fn remaining(&self) -> Option<Duration> {
        None
    }
}

/// Never stops a run.
#[derive(Debug, Clone, Copy, Default)]
pub struct Unlimited;

impl Stop for Unlimited {
    fn should_stop(&self) -> bool {
        false
    }
}

/// Counts the steps of a run, and looks at the caller's [`Stop`] now and then.
pub(crate) struct Polled<'a> {
    stop: &'a dyn Stop,
    /// The steps so far.
    pub steps: u64,
}

impl<'a> Polled<'a> {
    /// How many steps go by between two looks.
    const STEPS_BETWEEN: u64 = 1 << 8;

    pub fn new(stop: &'a dyn Stop) -> Polled<'a> {
        Polled { stop, steps: 0 }
    }

    /// One step more; true when the run should end.
    pub fn step(&mut self) -> bool {
        let stopped = self.steps.is_multiple_of(Self::STEPS_BETWEEN) && self.stop.should_stop();
        self.steps += u64::from(!stopped);
        stopped
    }
}

/// How the ILP forbids the solutions that it has found.
#[cfg(feature = "ilp")]
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum NoGood {
    /// Split what remains by the columns of the solution found, each part a smaller ILP (Lawler's
    /// partition). Nothing grows with the number of solutions.
    #[default]
    Bounds,
    /// The textbook form: one more row a solution, over columns unrolled into binaries. The
    /// reference for comparisons, up to some hundreds of solutions.
    Rows,
}

/// A solution: the chosen columns in canonical order, each as often as it is chosen.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Solution(Box<[ColumnId]>);

impl Solution {
    pub(crate) fn new(mut columns: Vec<ColumnId>) -> Solution {
        columns.sort_unstable();
        Solution(columns.into())
    }

    /// The chosen columns.
    pub fn columns(&self) -> &[ColumnId] {
        &self.0
    }
}

/// Why a run ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ended {
    /// Every solution was told; there is no other.
    Exhausted,
    /// The visitor wanted no more.
    ByVisitor,
    /// The caller's [`Stop`] ended it.
    ByStop,
}

/// What a run cost.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Work {
    /// Models solved by an ILP, nodes visited by a search.
    pub solves: u64,
    /// No-good cuts made: one a solution as rows, one a part of the partition as bounds.
    pub cuts: u64,
}

impl std::ops::AddAssign for Work {
    fn add_assign(&mut self, other: Work) {
        self.solves += other.solves;
        self.cuts += other.cuts;
    }
}

/// How a run went.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Run {
    /// Why it ended.
    pub ended: Ended,
    /// What it cost.
    pub work: Work,
}

/// How many solutions there are. After a run that was stopped, at least so many.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tally {
    /// Decompositions: the solutions that are [told](Problem::is_told).
    pub decompositions: u128,
    /// Those of them that differ in more than their filling: readings.
    pub readings: u128,
    /// The columns of partial groups in these solutions, sorted: for each different choice of holes one
    /// at least.
    pub partials: Vec<ColumnId>,
    /// How the run went.
    pub run: Run,
}

/// A fault of the solver itself: never "no", always an error.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SolverFault {
    /// The numbers that came back do not solve the model when checked in whole numbers.
    #[error("solver {solver} answered a choice of columns that does not solve the model")]
    WrongSolution {
        /// The solver's name.
        solver: &'static str,
    },
    /// The solver gave up.
    #[error("solver {solver} failed: {message}")]
    Failed {
        /// The solver's name.
        solver: &'static str,
        /// What it said.
        message: String,
    },
}

/// Sees each solution; breaking ends the run.
pub type Visit<'v> = dyn FnMut(Solution) -> ControlFlow<()> + 'v;

/// Sees each solution with its value; breaking ends the run.
#[cfg(feature = "ilp")]
pub type VisitRanked<'v> = dyn FnMut(Solution, i64) -> ControlFlow<()> + 'v;

/// A way to find all solutions of any problem.
///
/// # Writing one
/// Tell every solution exactly once, whatever the order, poll `stop`, and never report
/// [`Ended::Exhausted`] unless there is no other solution.
pub trait Solver: Sync {
    /// The name in answers and on the command line.
    fn name(&self) -> &'static str;

    /// Tells every solution to `visit`, each once.
    ///
    /// # Errors
    /// A [`SolverFault`] when the solver itself failed.
    fn enumerate(
        &self,
        problem: &Problem,
        stop: &dyn Stop,
        visit: &mut Visit<'_>,
    ) -> Result<Run, SolverFault>;

    /// Counts decompositions and readings, and finds their partial groups; by listing them, unless the solver knows better.
    ///
    /// # Errors
    /// As [`Solver::enumerate`].
    fn tally(&self, problem: &Problem, stop: &dyn Stop) -> Result<Tally, SolverFault> {
        tally_up_to(u128::MAX, |visit| self.enumerate(problem, stop, visit), problem)
    }
}

/// Counts the solutions that a run shows. It is ended by its visitor at the first beyond so many.
fn tally_up_to(
    most: u128,
    enumerate: impl FnOnce(&mut Visit<'_>) -> Result<Run, SolverFault>,
    problem: &Problem,
) -> Result<Tally, SolverFault> {
    let mut decompositions = 0;
    let mut readings = HashSet::new();
    let mut partials = BTreeSet::new();
    let run = enumerate(&mut |solution| {
        partials.extend(problem.partial_of(solution.columns()));
        if problem.is_told(solution.columns()) {
            if decompositions == most {
                return ControlFlow::Break(());
            }
            decompositions += 1;
            readings.insert(reading(problem, &solution));
        }
        ControlFlow::Continue(())
    })?;
    let (readings, partials) = (readings.len() as u128, partials.into_iter().collect());
    Ok(Tally { decompositions, readings, partials, run })
}

/// What a solution is read as: its columns' readings, sorted.
pub(crate) fn reading(problem: &Problem, solution: &Solution) -> Box<[usize]> {
    let mut readings: Vec<usize> =
        solution.columns().iter().map(|&id| problem.column_at(id).reading()).collect();
    readings.sort_unstable();
    readings.into()
}
