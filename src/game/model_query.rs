//! Answers from the set-partition model, by a solver that takes any model.

use super::query::{Listed, Query, Visitor, accepted, fillers};
use super::settings::{Settings, SolverChoice};
use crate::answer::{
    Completeness, Counts, Decomposition, Fillers, FormCounts, Report, StoppedBy, Waits,
};
use crate::columns::ModelQuestion;
use crate::group::Group;
use crate::problem::{ColumnMeaning, Problem};
use crate::rules::{DeadWaits, Form};
#[cfg(feature = "ilp")]
use crate::solver::Ilp;
use crate::solver::{Ended, Run, Search, Solution, Solver, SolverFault, Tally, reading};
use crate::tile::KindSet;
use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::Arc;

/// The models of a question, one a form, and the solver that answers them.
pub(super) struct ModelQuery<'a> {
    pub models: Vec<Problem>,
    query: Query<'a>,
    solver: Box<dyn Solver>,
    /// The hand's called melds, which every decomposition has.
    called: Vec<Arc<Group>>,
}

impl<'a> ModelQuery<'a> {
    pub fn new(query: Query<'a>, question: ModelQuestion) -> ModelQuery<'a> {
        let models = query.models(question);
        ModelQuery::of_models(query, models)
    }

    pub fn of_models(query: Query<'a>, models: Vec<Problem>) -> ModelQuery<'a> {
        let solver: Box<dyn Solver> = match query.settings.solver {
            #[cfg(feature = "ilp")]
            SolverChoice::Ilp(no_good) => Box::new(Ilp::new(no_good)),
            SolverChoice::Search | SolverChoice::Fastest => Box::new(Search),
        };
        let called = query.hand.called().cloned().map(Arc::new).collect();
        ModelQuery { models, query, solver, called }
    }

    #[cfg(feature = "ilp")]
    pub fn query(&self) -> Query<'a> {
        self.query
    }

    fn settings(&self) -> &'a Settings<'a> {
        self.query.settings
    }

    /// The report of a run that has found nothing yet.
    pub fn report(&self) -> Report {
        Report {
            solver: self.solver.name(),
            completeness: Completeness::Complete,
            rows: self.models.iter().map(|model| model.rows().len()).sum(),
            columns: self.models.iter().map(|model| model.columns().len()).sum(),
            work: Default::default(),
        }
    }

    /// Counts without keeping a list. The caller's own rule is not asked.
    pub fn counts(&self) -> Result<(Counts, Report), SolverFault> {
        let (counts, _, report) = self.tally()?;
        Ok((counts, report))
    }

    /// Counts and winning tiles without keeping a list. The caller's own rule is not asked.
    fn tally(&self) -> Result<(Counts, Fillers, Report), SolverFault> {
        let mut report = self.report();
        let mut by_form = Vec::new();
        let mut fillers = Fillers::default();
        for model in &self.models {
            let Tally { decompositions, readings, partials, run } =
                self.solver.tally(model, self.settings().stop)?;
            note(&mut report, run, StoppedBy::Caller);
            let form = model.form().clone();
            by_form.push(FormCounts { form, decompositions, readings });
            for id in partials {
                if let ColumnMeaning::Partial(partial) = model.column_at(id).meaning() {
                    fillers.add(partial);
                }
            }
        }
        Ok((Counts::new(by_form), fillers, report))
    }

    /// The decompositions up to the limit, with the counts of all there are.
    pub fn list_and_counts(&self) -> Result<Listed, SolverFault> {
        let listed = self.list()?;
        if listed.is_cut() && !self.query.sees_each() {
            return Ok(listed.counted(self.counts()?));
        }
        Ok(listed)
    }

    /// Every decomposition that the caller's own rule accepts, up to the limit, in canonical order.
    pub fn list(&self) -> Result<Listed, SolverFault> {
        let mut report = self.report();
        let (mut list, mut by_form) = (Vec::new(), Vec::new());
        let mut taker = self.query.taker();
        for model in &self.models {
            let mut of_form: Vec<(Solution, Decomposition)> = Vec::new();
            let run = self.solver.enumerate(model, self.settings().stop, &mut |solution| {
                let Some(decomposition) = self.told(model, &solution) else {
                    return ControlFlow::Continue(());
                };
                if let Some(taken) = taker.take(decomposition).map_break(|_| ())? {
                    of_form.push((solution, taken));
                }
                ControlFlow::Continue(())
            })?;
            note(&mut report, run, StoppedBy::Limit);
            of_form.sort_unstable_by(|(one, _), (other, _)| one.cmp(other));
            let readings: HashSet<_> =
                of_form.iter().map(|(solution, _)| reading(model, solution)).collect();
            by_form.push(FormCounts {
                form: model.form().clone(),
                decompositions: of_form.len() as u128,
                readings: readings.len() as u128,
            });
            list.extend(of_form.into_iter().map(|(_, decomposition)| decomposition));
        }
        Ok(Listed { list, counts: Counts::new(by_form), report })
    }

    /// Shows each decomposition that the caller's own rule accepts as it is found, up to the limit.
    pub fn visit(&self, visitor: &mut Visitor<'_>) -> Result<Report, SolverFault> {
        let mut report = self.report();
        let mut taker = self.query.taker();
        for model in &self.models {
            let mut ended_by = StoppedBy::Visitor;
            let run = self.solver.enumerate(model, self.settings().stop, &mut |solution| {
                let Some(decomposition) = self.told(model, &solution) else {
                    return ControlFlow::Continue(());
                };
                match taker.take(decomposition).map_break(|by| ended_by = by)? {
                    Some(taken) => visitor(taken),
                    None => ControlFlow::Continue(()),
                }
            })?;
            note(&mut report, run, ended_by);
            if run.ended != Ended::Exhausted {
                break;
            }
        }
        Ok(report)
    }

    /// All about the hand's waits.
    pub fn waits(&self) -> Result<Waits, SolverFault> {
        let sees_each = self.query.sees_each();
        let (mut listed, fillers) = if self.settings().no_list && !sees_each {
            let (counts, fillers, report) = self.tally()?;
            (Listed::none((counts, report)), fillers)
        } else {
            let listed = self.list()?;
            if listed.is_cut() && !sees_each {
                let (counts, mut found, report) = self.tally()?;
                // A tally that was stopped may lack some of them.
                listed.list.iter().filter_map(Decomposition::partial).for_each(|it| found.add(it));
                (listed.counted((counts, report)), found)
            } else {
                let fillers = fillers(&listed.list);
                (listed, fillers)
            }
        };
        let dead = self.dead(fillers.kinds(), &mut listed.report)?;
        Ok(self.query.waits_of(fillers, dead, listed))
    }

    /// The kinds that would complete the hand, had a tile been left to fill them. When not all that are
    /// filled were found, those alone that no tile left may be used as.
    fn dead(&self, found: KindSet, report: &mut Report) -> Result<KindSet, SolverFault> {
        let Query { hand, prepared, settings } = self.query;
        let rules = &prepared.rules;
        let mut dead = KindSet::EMPTY;
        if rules.dead_waits() == DeadWaits::Count {
            return Ok(dead);
        }
        // Where uses are limited or tiles left free, a tile that may be used as a kind need not fill a
        // hole of it, and only all decompositions tell which kinds are filled.
        let limited = rules.limits_wilds() || rules.forms().iter().any(Form::has_rest);
        let mut known = found;
        let all_found = match report.completeness {
            Completeness::Stopped(StoppedBy::Limit) => !self.query.sees_each(),
            completeness => completeness.is_complete(),
        };
        if !limited || !all_found {
            let unseen = prepared.wall.unseen(hand);
            for (tile, _) in unseen.iter().filter(|(_, copies)| *copies > 0) {
                known = known.union(rules.stands_for(tile));
                // Some form may let it be its own face.
                tile.kind().filter(|_| limited).into_iter().for_each(|own| known.insert(own));
            }
        }
        for kind in rules.kinds_in_play().without(known).iter() {
            // To make the models takes time as well.
            if settings.stop.should_stop() {
                report.completeness = Completeness::Stopped(StoppedBy::Caller);
                break;
            }
            for model in self.query.models(ModelQuestion::TenpaiOn(kind)) {
                let run = self.solver.enumerate(&model, settings.stop, &mut |solution| {
                    let open = self.accepted(&model, &solution);
                    let open = open.as_ref().and_then(Decomposition::partial);
                    let found =
                        open.is_some_and(|open| open.holes().iter().any(|hole| hole.kind == kind));
                    if found { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                })?;
                report.work += run.work;
                match run.ended {
                    Ended::ByVisitor => dead.insert(kind),
                    Ended::Exhausted => {}
                    Ended::ByStop => {
                        report.completeness = Completeness::Stopped(StoppedBy::Caller);
                    }
                }
            }
        }
        Ok(dead)
    }

    /// The decomposition that a solution means, as far as the caller's own rule accepts it; `None` also
    /// where another solution tells the same one.
    pub fn accepted(&self, model: &Problem, solution: &Solution) -> Option<Decomposition> {
        accepted(self.settings(), self.told(model, solution)?)
    }

    /// The decomposition that a solution means; `None` where another solution tells the same one.
    fn told(&self, model: &Problem, solution: &Solution) -> Option<Decomposition> {
        model.is_told(solution.columns()).then(|| self.decomposition(model, solution))
    }

    /// The decomposition that a solution means.
    pub fn decomposition(&self, model: &Problem, solution: &Solution) -> Decomposition {
        let mut groups = Vec::with_capacity(solution.columns().len() + self.called.len());
        groups.extend(solution.columns().iter().filter_map(|&id| {
            match model.column_at(id).meaning() {
                ColumnMeaning::Complete(group) => Some(group.clone()),
                // Tiles that stay out belong to no group.
                ColumnMeaning::Partial(_) | ColumnMeaning::Spare(_) => None,
            }
        }));
        groups.extend(self.called.iter().cloned());
        let open = model.open_group(solution.columns());
        Decomposition::new(model.form().clone(), groups, open)
    }
}

/// Adds a run to a report; `visitor` is what a run that its visitor ended was stopped by.
pub(super) fn note(report: &mut Report, run: Run, visitor: StoppedBy) {
    report.work += run.work;
    match run.ended {
        Ended::Exhausted => {}
        Ended::ByVisitor => report.completeness = Completeness::Stopped(visitor),
        Ended::ByStop => report.completeness = Completeness::Stopped(StoppedBy::Caller),
    }
}
