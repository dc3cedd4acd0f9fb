//! Answers that prove themselves: two solvers must agree, and the checker must accept everything.

use crate::answer::{Decomposition, Decompositions, Report, Waits, Win};
use crate::check::{CheckFault, check};
use crate::group::Hole;
use crate::hand::Hand;
use crate::objective::Objective;
use crate::question::{
    QuestionError, Ranked, Settings, SolverChoice, decompose, ranked, waits, win,
};
use crate::rules::RuleSet;
use crate::solver::NoGood;

/// Why an answer could not be verified.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum VerifyError {
    /// The question has no answer at all.
    #[error(transparent)]
    Question(#[from] QuestionError),
    /// The solvers differ.
    #[error("the solvers {} and {} differ on {what}", .solvers[0], .solvers[1])]
    Differ {
        /// The two solvers.
        solvers: [&'static str; 2],
        /// In what they differ.
        what: &'static str,
    },
    /// The checker rejects a decomposition.
    #[error("the checker rejects a decomposition of solver {solver}: {fault}")]
    Rejected {
        /// The solver that listed it.
        solver: &'static str,
        /// Why.
        fault: CheckFault,
    },
}

/// The solver to compare an answer with.
fn second_opinion(report: &Report) -> SolverChoice {
    if report.solver == "search" { SolverChoice::Ilp(NoGood::Bounds) } else { SolverChoice::Search }
}

/// [`win`], confirmed by a second solver and by checking every decomposition.
///
/// # Errors
/// [`VerifyError`]; a difference between runs that were cut short is none.
pub fn verified_win(
    hand: &Hand,
    rules: &RuleSet,
    settings: &Settings<'_>,
) -> Result<Win, VerifyError> {
    let answer = win(hand, rules, settings)?;
    let second = settings.with_solver(second_opinion(&answer.report));
    let list = decompose(hand, rules, &second)?;
    accept(hand, rules, &list.list, &list.report)?;
    agree(&answer.report, &list.report, "the number of decompositions", || {
        answer.counts == list.counts
    })?;
    Ok(answer)
}

/// [`decompose`], confirmed by a second solver and by checking every decomposition.
///
/// # Errors
/// As [`verified_win`].
pub fn verified_decompose(
    hand: &Hand,
    rules: &RuleSet,
    settings: &Settings<'_>,
) -> Result<Decompositions, VerifyError> {
    let answer = decompose(hand, rules, settings)?;
    accept(hand, rules, &answer.list, &answer.report)?;
    let second = settings.with_solver(second_opinion(&answer.report));
    let second = decompose(hand, rules, &second)?;
    agree(&answer.report, &second.report, "the decompositions", || answer.list == second.list)?;
    agree(&answer.report, &second.report, "the counts", || answer.counts == second.counts)?;
    Ok(answer)
}

/// [`ranked`], confirmed by a second solver and by checking every decomposition.
///
/// # Errors
/// As [`verified_win`].
pub fn verified_ranked(
    hand: &Hand,
    rules: &RuleSet,
    settings: &Settings<'_>,
    objective: &Objective,
) -> Result<Ranked, VerifyError> {
    let answer = ranked(hand, rules, settings, objective)?;
    let list = answer.list.iter().map(|(decomposition, _)| decomposition);
    accept(hand, rules, list, &answer.report)?;
    let second = settings.with_solver(second_opinion(&answer.report));
    let second = ranked(hand, rules, &second, objective)?;
    agree(&answer.report, &second.report, "the order", || answer.list == second.list)?;
    Ok(answer)
}

/// [`waits`], confirmed by a second solver and by checking every decomposition.
///
/// # Errors
/// As [`verified_win`].
pub fn verified_waits(
    hand: &Hand,
    rules: &RuleSet,
    settings: &Settings<'_>,
) -> Result<Waits, VerifyError> {
    let answer = waits(hand, rules, settings)?;
    match settings.accept {
        None => accept(hand, rules, &answer.decompositions, &answer.report)?,
        // The checker does not know the rule, which drops holes and tiles: it sees what the tiles
        // make without the rule, and of that the answer must be a part.
        Some(_) => {
            let without_rule = Settings { accept: None, ..settings.clone() };
            let all = waits(hand, rules, &without_rule)?;
            accept(hand, rules, &all.decompositions, &all.report)?;
            let is_part =
                || answer.decompositions.iter().all(|found| is_among(found, &all.decompositions));
            agree(&answer.report, &all.report, "what the rule leaves", is_part)?;
        }
    }
    let second = settings.with_solver(second_opinion(&answer.report));
    let second = waits(hand, rules, &second)?;
    agree(&answer.report, &second.report, "the tenpai decompositions", || {
        answer.decompositions == second.decompositions && answer.counts == second.counts
    })?;
    agree(&answer.report, &second.report, "the winning tiles", || {
        (&answer.tiles, answer.kinds, answer.dead) == (&second.tiles, second.kinds, second.dead)
    })?;
    Ok(answer)
}

/// Whether a tenpai decomposition is one of these but for holes and tiles that it lacks.
fn is_among(found: &Decomposition, all: &[Decomposition]) -> bool {
    all.iter().any(|other| {
        let (Some(open), Some(whole)) = (found.open(), other.open()) else { return false };
        let has_hole = |hole: &Hole| {
            let same = |other: &&Hole| other.kind == hole.kind && other.shape == hole.shape;
            let other = whole.holes().iter().find(same);
            other.is_some_and(|other| hole.tiles.iter().all(|tile| other.tiles.contains(tile)))
        };
        found.form() == other.form()
            && found.groups().eq(other.groups())
            && open.slots() == whole.slots()
            && open.holes().iter().all(has_hole)
    })
}

/// Passes every decomposition through the checker.
fn accept<'d>(
    hand: &Hand,
    rules: &RuleSet,
    decompositions: impl IntoIterator<Item = &'d Decomposition>,
    report: &Report,
) -> Result<(), VerifyError> {
    decompositions.into_iter().try_for_each(|decomposition| {
        check(hand, rules, decomposition)
            .map_err(|fault| VerifyError::Rejected { solver: report.solver, fault })
    })
}

/// Two complete answers must be the same; of incomplete ones nothing can be said.
fn agree(
    one: &Report,
    other: &Report,
    what: &'static str,
    same: impl FnOnce() -> bool,
) -> Result<(), VerifyError> {
    let both_complete = one.completeness.is_complete() && other.completeness.is_complete();
    if both_complete && !same() {
        return Err(VerifyError::Differ { solvers: [one.solver, other.solver], what });
    }
    Ok(())
}
