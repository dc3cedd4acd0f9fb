//! The integer program: good_lp's model of a part of the problem, solved by microlp.
//!
//! A fresh model is built for each solve, of the columns that still fit alone. Whatever comes back
//! is rounded and checked in whole numbers before anyone sees it.

use super::enumerate::{self, Oracle, Part, Verdict};
use super::{NoGood, Run, Solution, Solver, SolverFault, Stop, Visit, VisitRanked};
use crate::problem::{ColumnId, Linear, Problem};
use crate::tile::Suit;
use good_lp::solvers::SolutionStatus;
use good_lp::solvers::microlp::MicroLpProblem;
use good_lp::{
    Constraint, Expression, ProblemVariables, ResolutionError, Solution as _, SolverModel,
    Variable, WithTimeLimit, microlp, variable,
};

/// The ILP solver: one model a solution, every solution found forbidden to the next.
#[derive(Debug, Clone, Copy, Default)]
pub struct Ilp {
    no_good: NoGood,
}

const NAME: &str = "ilp";

/// microlp's time limit is in seconds; a longer wish (eleven days) is as good as none.
const LONGEST_SECONDS: f64 = 1e6;

impl Ilp {
    /// The solver with this way to forbid what it found.
    pub const fn new(no_good: NoGood) -> Ilp {
        Ilp { no_good }
    }
}

impl Solver for Ilp {
    fn name(&self) -> &'static str {
        NAME
    }

    fn enumerate(
        &self,
        problem: &Problem,
        stop: &dyn Stop,
        visit: &mut Visit<'_>,
    ) -> Result<Run, SolverFault> {
        let unroll = self.no_good == NoGood::Rows;
        let mut oracle = MicroLp { stop, unroll, weights: None };
        enumerate::enumerate(&mut oracle, problem, self.no_good, stop, visit)
    }
}

impl Ilp {
    /// Tells every solution with its value, best first: the value of a solution is the sum of its
    /// columns' weights, the greatest comes first, and each is proven to be the best of those not
    /// yet told. Forbids what it found by bounds, whatever the solver's own form.
    ///
    /// # Errors
    /// As [`Solver::enumerate`].
    ///
    /// # Panics
    /// If `weights` has not a weight for each column.
    pub fn enumerate_ranked(
        &self,
        problem: &Problem,
        weights: &[i64],
        stop: &dyn Stop,
        visit: &mut VisitRanked<'_>,
    ) -> Result<Run, SolverFault> {
        assert_eq!(weights.len(), problem.columns().len(), "a weight for each column");
        let mut oracle = MicroLp { stop, unroll: false, weights: Some(weights) };
        enumerate::enumerate_ranked(&mut oracle, problem, weights, stop, visit)
    }
}

struct MicroLp<'a> {
    stop: &'a dyn Stop,
    /// Whether columns are unrolled into binaries, as cuts over whole solutions need it.
    unroll: bool,
    /// A weight for each column, their sum to be as great as possible; without them any solution
    /// will do.
    weights: Option<&'a [i64]>,
}

impl Oracle for MicroLp<'_> {
    fn solve(&mut self, part: &Part<'_>) -> Result<Verdict, SolverFault> {
        let (model, choices) = self.model(part);
        let timed = self.stop.remaining();
        let solution = match timed {
            Some(time) => model.with_time_limit(time.as_secs_f64().min(LONGEST_SECONDS)).solve(),
            None => model.solve(),
        };
        let solution = match solution {
            // A solution that time cut short is one, but nothing proves it the best.
            Ok(found) if self.weights.is_some() && !is_proven(&found) => {
                return Ok(Verdict::Unknown);
            }
            Ok(found) => found,
            Err(ResolutionError::Infeasible) => return Ok(Verdict::Infeasible),
            // This is how good_lp says that the time ran out before there was any solution.
            Err(ResolutionError::Other(_)) if timed.is_some() => return Ok(Verdict::Unknown),
            Err(error) => {
                return Err(SolverFault::Failed { solver: NAME, message: error.to_string() });
            }
        };
        let wrong = || SolverFault::WrongSolution { solver: NAME };
        let mut chosen = part.taken.clone();
        for choice in &choices {
            let value: f64 = choice.variables.iter().map(|&x| solution.value(x)).sum();
            let times = whole(value).ok_or_else(wrong)?;
            chosen.extend(std::iter::repeat_n(choice.id, usize::from(times)));
        }
        // No float is trusted: the solution must hold in whole numbers.
        let holds = part.problem.is_solved_by(&chosen);
        if holds { Ok(Verdict::Solved(Solution::new(chosen))) } else { Err(wrong()) }
    }
}

impl MicroLp<'_> {
    /// A fresh model of a part, with the variables of each candidate.
    fn model(&self, part: &Part<'_>) -> (MicroLpProblem, Vec<Choice>) {
        let mut variables = ProblemVariables::new();
        let mut choice = |&id: &ColumnId| {
            let entries = part.problem.column_at(id).entries().iter();
            let most =
                entries.map(|entry| part.left[entry.constraint.index()] / entry.amount).min();
            let most = most.unwrap_or(0);
            let variables = if self.unroll {
                (0..most).map(|_| variables.add(variable().binary())).collect()
            } else {
                vec![variables.add(variable().integer().min(0).max(most))]
            };
            Choice { id, variables }
        };
        let choices: Vec<Choice> = part.candidates.iter().map(&mut choice).collect();
        let mut constraints = item_constraints(part, &choices);
        constraints.extend(suit_constraints(part, &choices, &mut variables));
        constraints.extend(cuts(part, &choices));
        let mut model = variables.maximise(objective(&choices, self.weights)).using(microlp);
        constraints.into_iter().for_each(|constraint| {
            model.add_constraint(constraint);
        });
        (model, choices)
    }
}

/// A column that may be chosen, with its variables: one that counts, or ordered binaries.
struct Choice {
    id: ColumnId,
    variables: Vec<Variable>,
}

fn is_proven(solution: &impl good_lp::Solution) -> bool {
    matches!(solution.status(), SolutionStatus::Optimal)
}

/// The sum of the chosen columns' weights; nothing where any solution will do.
fn objective(choices: &[Choice], weights: Option<&[i64]>) -> Expression {
    let mut sum = Expression::default();
    for choice in choices {
        let weight = weights.map_or(0, |weights| weights[choice.id.index()]);
        if weight != 0 {
            choice.variables.iter().for_each(|&x| sum.add_mul(weight as f64, x));
        }
    }
    sum
}

/// The whole number that a value of the solver means, if it is close to one.
fn whole(value: f64) -> Option<u8> {
    const TOLERANCE: f64 = 1e-4;
    let rounded = value.round();
    let close =
        (value - rounded).abs() <= TOLERANCE && (0.0..=f64::from(u8::MAX)).contains(&rounded);
    close.then_some(rounded as u8)
}

/// One constraint a constraint that some choice takes of; binaries of one column come in order.
fn item_constraints(part: &Part<'_>, choices: &[Choice]) -> Vec<Constraint> {
    let mut sums: Vec<Option<Expression>> = vec![None; part.left.len()];
    let mut constraints = Vec::new();
    for choice in choices {
        for entry in part.problem.column_at(choice.id).entries() {
            let sum = sums[entry.constraint.index()].get_or_insert_default();
            choice.variables.iter().for_each(|&x| sum.add_mul(entry.amount, x));
        }
        let ordered = choice.variables.windows(2).map(|two| (two[1] - two[0]).leq(0));
        constraints.extend(ordered);
    }
    let bounds = part.left.iter().zip(part.problem.constraints());
    for (sum, (&bound, constraint)) in sums.into_iter().zip(bounds) {
        // A constraint without a choice is met already, or no solver would have been asked.
        if let Some(sum) = sum {
            constraints.push(if constraint.exact { sum.eq(bound) } else { sum.leq(bound) });
        }
    }
    constraints
}

/// At most so many suits: a binary a suit, which any column of the suit needs.
fn suit_constraints(
    part: &Part<'_>,
    choices: &[Choice],
    variables: &mut ProblemVariables,
) -> Vec<Constraint> {
    let Some(limit) = part.problem.suit_limit() else { return Vec::new() };
    let column = |id: &ColumnId| part.problem.column_at(*id);
    let used =
        part.taken.iter().map(column).fold(limit.used, |used, column| used.union(column.suits()));
    let mut constraints = Vec::new();
    let mut in_use = Expression::default();
    for suit in Suit::NUMBERED.into_iter().filter(|&suit| !used.contains(suit)) {
        let uses_suit = variables.add(variable().binary());
        in_use += uses_suit;
        for choice in choices.iter().filter(|choice| column(&choice.id).suits().contains(suit)) {
            let most = f64::from(column(&choice.id).most());
            let chosen: Expression = choice.variables.iter().sum();
            constraints.push((chosen - most * uses_suit).leq(0));
        }
    }
    let free = i32::from(limit.most) - i32::from(used.len());
    constraints.push(in_use.leq(free));
    constraints
}

/// The textbook no-good, exact because every solution of a form has equally many groups: of the
/// binaries that a found solution sets, one at least is not set again.
fn cuts(part: &Part<'_>, choices: &[Choice]) -> Vec<Constraint> {
    let cut_off = |cut: &Solution| {
        let mut sum = Expression::default();
        for choice in choices {
            let times = cut.columns().iter().filter(|&&id| id == choice.id).count();
            choice.variables.iter().take(times).for_each(|&x| sum += x);
        }
        let most = cut.columns().len() as i32 - 1;
        sum.leq(most)
    };
    part.cuts.iter().map(cut_off).collect()
}

/// What microlp says of linear constraints.
pub(super) enum Outcome {
    /// The values of the variables, checked in whole numbers; where there is an objective, none are better.
    Solved(Vec<u8>),
    /// There are none.
    Infeasible,
    /// The time ran out.
    Unknown,
}

/// Solves linear constraints, each variable within its range, the objective's sum as small as possible.
pub(super) fn minimise(
    linear: &Linear,
    ranges: &[(u8, u8)],
    stop: &dyn Stop,
) -> Result<Outcome, SolverFault> {
    if ranges.iter().any(|(least, most)| least > most) {
        return Ok(Outcome::Infeasible);
    }
    let mut variables = ProblemVariables::new();
    let of_ranges = linear.variables.iter().zip(ranges).map(|(known, &(least, most))| {
        let variable = variable().min(least).max(most);
        variables.add(if known.whole { variable.integer() } else { variable })
    });
    let all: Vec<Variable> = of_ranges.collect();
    let mut sum = Expression::default();
    linear.objective.iter().for_each(|&(factor, at)| sum.add_mul(factor as f64, all[at]));
    let mut model = variables.minimise(sum).using(microlp);
    for constraint in &linear.constraints {
        let mut sum = Expression::default();
        constraint.terms.iter().for_each(|&(factor, at)| sum.add_mul(factor as f64, all[at]));
        let bound = constraint.bound as f64;
        model.add_constraint(if constraint.exact { sum.eq(bound) } else { sum.leq(bound) });
    }
    let timed = stop.remaining();
    let solution = match timed {
        Some(time) => model.with_time_limit(time.as_secs_f64().min(LONGEST_SECONDS)).solve(),
        None => model.solve(),
    };
    let solution = match solution {
        Ok(found) if !linear.objective.is_empty() && !is_proven(&found) => {
            return Ok(Outcome::Unknown);
        }
        Ok(found) => found,
        Err(ResolutionError::Infeasible) => return Ok(Outcome::Infeasible),
        Err(ResolutionError::Other(_)) if timed.is_some() => return Ok(Outcome::Unknown),
        Err(error) => {
            return Err(SolverFault::Failed { solver: NAME, message: error.to_string() });
        }
    };
    let values = all.iter().map(|&x| whole(solution.value(x))).collect::<Option<Vec<u8>>>();
    let holds = |values: &Vec<u8>| {
        let mut within = values.iter().zip(ranges);
        within.all(|(value, (least, most))| (least..=most).contains(&value))
            && linear.constraints.iter().all(|constraint| constraint.holds(values))
    };
    let wrong = SolverFault::WrongSolution { solver: NAME };
    values.filter(holds).map(Outcome::Solved).ok_or(wrong)
}
