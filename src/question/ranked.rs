//! The best decompositions first.

use super::asked::{Asked, note};
use super::{QuestionError, Settings, SolverChoice, by_size, left_unseen};
use crate::answer::{Counts, Decomposition, FormCounts, Report, StoppedBy};
use crate::columns::problems;
use crate::hand::Hand;
use crate::objective::{Direction, Objective};
use crate::problem::Problem;
use crate::rules::RuleSet;
use crate::solver::{Ilp, NoGood, SolverFault};
use std::cmp::Reverse;
use std::num::NonZeroU64;
use std::ops::ControlFlow;

/// Decompositions with their values, best first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ranked {
    /// The decompositions with the objective's value of each; equal values in canonical order.
    pub list: Vec<(Decomposition, i64)>,
    /// How many there are in the list.
    pub counts: Counts,
    /// How the answer came about. Even when a limit cut the list short, every one listed is
    /// proven to be at least as good as all that are not.
    pub report: Report,
}

/// The decompositions of a hand, best first, complete ones or tenpai ones as its size says.
///
/// The ILP solves each part to proven optimality and takes the best part next; the search, if it
/// is asked for, lists everything and sorts.
///
/// # Errors
/// As [`win`](super::win) and [`waits`](super::waits).
///
/// ```
/// use ginga::{Direction, Hand, Objective, RuleSet, Settings};
/// let riichi = RuleSet::builtin("riichi")?;
/// let hand = Hand::parse("11122233344455m", &riichi)?;
/// let objective = Objective::parse(Direction::Maximize, "triplets")?;
/// let ranked = ginga::ranked(&hand, &riichi, &Settings::default(), &objective)?;
/// let values: Vec<i64> = ranked.list.iter().map(|(_, value)| *value).collect();
/// assert_eq!(values, [4, 1, 1, 1]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn ranked(
    hand: &Hand,
    rules: &RuleSet,
    settings: &Settings<'_>,
    objective: &Objective,
) -> Result<Ranked, QuestionError> {
    let (rules, question) = by_size(hand, rules)?;
    left_unseen(hand, &rules, &settings.visible)?;
    let native = matches!(settings.solver, SolverChoice::Search | SolverChoice::Engine);
    let ilp = SolverChoice::Ilp(NoGood::Bounds);
    let settings = settings.with_solver(if native { settings.solver } else { ilp });
    let all = Settings { limit: settings.limit.filter(|_| !native), ..settings.clone() };
    let asked = Asked::new(hand, &rules, problems(hand, &rules, question), &all)?;
    let (mut list, mut report) =
        if native { listed(&asked, objective)? } else { by_ilp(&asked, &all, objective)? };
    let sign = sign(objective);
    // Forms keep their order among equals, and so do decompositions within a form.
    list.sort_by_key(|found| Reverse(sign * found.value));
    let limit = settings.limit.map_or(u64::MAX, NonZeroU64::get);
    if list.len() as u64 > limit {
        list.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
        note_limit(&mut report);
    }
    let counts = counts(&asked.problems, &list);
    let list = list.into_iter().map(|found| (found.decomposition, found.value)).collect();
    Ok(Ranked { list, counts, report })
}

struct Valued {
    decomposition: Decomposition,
    value: i64,
    form: usize,
}

fn sign(objective: &Objective) -> i64 {
    match objective.direction() {
        Direction::Minimize => -1,
        Direction::Maximize => 1,
    }
}

fn note_limit(report: &mut Report) {
    if report.completeness.is_complete() {
        report.completeness = crate::answer::Completeness::Stopped(StoppedBy::Limit);
    }
}

/// Everything there is, by the solver of the question, in canonical order.
fn listed(asked: &Asked<'_>, objective: &Objective) -> Result<(Vec<Valued>, Report), SolverFault> {
    let found = asked.list()?;
    let forms = found.solutions.iter().map(|(form, _)| *form);
    let list = forms.zip(asked.decompositions(&found)).map(|(form, decomposition)| {
        let value = objective.value(&decomposition);
        Valued { decomposition, value, form }
    });
    Ok((list.collect(), found.report))
}

/// Of each form the best ones, as many as the limit allows and one more, in canonical order among
/// equals.
fn by_ilp(
    asked: &Asked<'_>,
    settings: &Settings<'_>,
    objective: &Objective,
) -> Result<(Vec<Valued>, Report), SolverFault> {
    let sign = sign(objective);
    let limit = settings.limit.map_or(u64::MAX, NonZeroU64::get);
    let mut report = asked.report();
    let mut list = Vec::new();
    for (form, problem) in asked.problems.iter().enumerate() {
        let weights: Vec<i64> = problem
            .columns()
            .iter()
            .map(|column| sign * objective.of_content(column.content()))
            .collect();
        let mut of_form = Vec::new();
        let visit = &mut |solution, _| {
            let Some(decomposition) = asked.accepted_decomposition(problem, &solution) else {
                return ControlFlow::Continue(());
            };
            if of_form.len() as u64 > limit {
                return ControlFlow::Break(());
            }
            let value = objective.value(&decomposition);
            of_form.push((solution, Valued { decomposition, value, form }));
            ControlFlow::Continue(())
        };
        let run = Ilp::default().enumerate_ranked(problem, &weights, settings.stop, visit)?;
        note(&mut report, run, StoppedBy::Limit);
        of_form.sort_by(|one, other| one.0.cmp(&other.0));
        list.extend(of_form.into_iter().map(|(_, found)| found));
    }
    Ok((list, report))
}

/// The counts of what is listed.
fn counts(problems: &[Problem], list: &[Valued]) -> Counts {
    let of_form = |(place, problem): (usize, &Problem)| {
        let found = || list.iter().filter(|found| found.form == place);
        let readings: std::collections::HashSet<_> =
            found().map(|found| found.decomposition.reading()).collect();
        FormCounts {
            form: problem.form().clone(),
            decompositions: found().count() as u128,
            readings: readings.len() as u128,
        }
    };
    Counts::new(problems.iter().enumerate().map(of_form).collect())
}
