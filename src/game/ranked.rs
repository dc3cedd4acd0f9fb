//! The best decompositions first.

use super::query::{Listed, Query};
use super::{Game, QuestionError, Settings};
use crate::answer::{Completeness, Counts, Decomposition, FormCounts, Report, StoppedBy};
use crate::hand::Hand;
use crate::objective::{Direction, Objective};
use crate::solver::SolverFault;
use std::cmp::Reverse;
use std::collections::HashSet;
use std::num::NonZeroU64;

/// Decompositions with their values, best first.
#[derive(Debug, Clone, PartialEq, Eq)]
#[must_use]
pub struct Ranked {
    /// The decompositions with the objective's value of each; equal values in canonical order.
    pub list: Vec<(Decomposition, i64)>,
    /// How many there are, those that a limit cut off among them; under a rule of the caller's own, how
    /// many are in the list. The ILP finds the best ones without seeing the others: these are counted by
    /// the fastest way.
    pub counts: Counts,
    /// How the answer came about. Even when a limit cut the list short, every one listed is
    /// proven to be at least as good as all that are not.
    pub report: Report,
}

impl Game {
    /// The decompositions of a hand, best first, complete ones or tenpai ones as its size says.
    ///
    /// The ILP, if it is asked for by name, solves each part to proven optimality and takes the best
    /// part next, so that a limit makes it faster; the others list everything and sort.
    ///
    /// # Errors
    /// As [`Game::win_with`] and [`Game::waits_with`].
    ///
    /// ```
    /// use ginga::{Direction, Game, Objective, Settings};
    /// let riichi = Game::builtin("riichi")?;
    /// let hand = riichi.hand("11122233344455m")?;
    /// let objective = Objective::parse(Direction::Maximize, "triplets")?;
    /// let ranked = riichi.ranked(&hand, &Settings::default(), &objective)?;
    /// let values: Vec<i64> = ranked.list.iter().map(|(_, value)| *value).collect();
    /// assert_eq!(values, [4, 1, 1, 1]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn ranked(
        &self,
        hand: &Hand,
        settings: &Settings<'_>,
        objective: &Objective,
    ) -> Result<Ranked, QuestionError> {
        let query = self.sized_query(hand, settings)?;
        #[cfg(feature = "ilp")]
        if let super::SolverChoice::Ilp(_) = settings.solver {
            let models = super::model_query::ModelQuery::new(query, query.question());
            let best = best_first(by_ilp::list(&models, objective)?, settings, objective);
            let fastest = settings.with_solver(super::SolverChoice::Fastest);
            return Ok(best.counted(settings, || Query { settings: &fastest, ..query }.counts())?);
        }
        let all = Settings { limit: None, ..settings.clone() };
        let found = Query { settings: &all, ..query }.list()?;
        let counts = (found.counts.clone(), found.report);
        Ok(best_first(found, settings, objective).counted(settings, || Ok(counts))?)
    }
}

impl Ranked {
    /// With counts of all there are where a limit cut the list.
    fn counted(
        mut self,
        settings: &Settings<'_>,
        counts: impl FnOnce() -> Result<(Counts, Report), SolverFault>,
    ) -> Result<Ranked, SolverFault> {
        if settings.accept.is_some()
            || self.report.completeness != Completeness::Stopped(StoppedBy::Limit)
        {
            return Ok(self);
        }
        let (counts, report) = counts()?;
        self.counts = counts.at_least(&self.counts);
        if !report.completeness.is_complete() {
            self.report.completeness = report.completeness;
        }
        Ok(self)
    }
}

/// Which sign makes the better value the greater one.
fn sign(objective: &Objective) -> i64 {
    match objective.direction() {
        Direction::Minimize => -1,
        Direction::Maximize => 1,
    }
}

/// Puts decompositions in canonical order by their values, and keeps as many as the limit says.
fn best_first(found: Listed, settings: &Settings<'_>, objective: &Objective) -> Ranked {
    let Listed { list, counts, mut report } = found;
    let valued = |decomposition: Decomposition| {
        let value = objective.value(&decomposition);
        (decomposition, value)
    };
    let mut list: Vec<(Decomposition, i64)> = list.into_iter().map(valued).collect();
    // Forms keep their order among equals, and so do decompositions within a form.
    list.sort_by_key(|(_, value)| Reverse(sign(objective) * value));
    let limit = settings.limit.map_or(u64::MAX, NonZeroU64::get);
    if list.len() as u64 > limit {
        list.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
        if report.completeness.is_complete() {
            report.completeness = Completeness::Stopped(StoppedBy::Limit);
        }
    }
    let of_form = |form: &FormCounts| {
        let found = || list.iter().filter(|(found, _)| found.form() == &*form.form);
        let readings: HashSet<_> = found().map(|(found, _)| found.reading()).collect();
        FormCounts {
            form: form.form.clone(),
            decompositions: found().count() as u128,
            readings: readings.len() as u128,
        }
    };
    let counts = Counts::new(counts.by_form().iter().map(of_form).collect());
    Ranked { list, counts, report }
}

/// The best ones first by the ILP.
#[cfg(feature = "ilp")]
mod by_ilp {
    use super::super::model_query::{ModelQuery, note};
    use super::super::query::Listed;
    use super::sign;
    use crate::answer::{Counts, Decomposition, FormCounts, StoppedBy};
    use crate::objective::Objective;
    use crate::solver::{Ilp, Solution, SolverFault};
    use std::ops::ControlFlow;

    /// Of each form the best ones, as many as the limit allows and one more, in canonical order. How
    /// many readings they have is not counted.
    pub fn list(query: &ModelQuery<'_>, objective: &Objective) -> Result<Listed, SolverFault> {
        let (sign, limit) = (sign(objective), query.query().limit());
        let mut report = query.report();
        let (mut list, mut by_form) = (Vec::new(), Vec::new());
        for model in &query.models {
            let value =
                |column: &crate::problem::Column| sign * objective.of_column(column.meaning());
            let weights: Vec<i64> = model.columns().iter().map(value).collect();
            let mut of_form: Vec<(Solution, Decomposition)> = Vec::new();
            let visit = &mut |solution, _| {
                let Some(decomposition) = query.accepted(model, &solution) else {
                    return ControlFlow::Continue(());
                };
                if of_form.len() as u64 > limit {
                    return ControlFlow::Break(());
                }
                of_form.push((solution, decomposition));
                ControlFlow::Continue(())
            };
            let stop = query.query().settings.stop;
            let run = Ilp::default().enumerate_ranked(model, &weights, stop, visit)?;
            note(&mut report, run, StoppedBy::Limit);
            of_form.sort_by(|(one, _), (other, _)| one.cmp(other));
            let decompositions = of_form.len() as u128;
            by_form.push(FormCounts { form: model.form().clone(), decompositions, readings: 0 });
            list.extend(of_form.into_iter().map(|(_, decomposition)| decomposition));
        }
        Ok(Listed { list, counts: Counts::new(by_form), report })
    }
}
