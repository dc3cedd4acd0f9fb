//! Answers from the set-partition model, by a solver that takes any model.

use super::query::{Listed, Query, Visitor, accepted, winning};
use super::settings::{Settings, SolverChoice};
use crate::answer::{
    Completeness, Counts, Decomposition, FormCounts, Report, StoppedBy, Wait, Waits,
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
    pub fn tally(&self) -> Result<(Counts, Report), SolverFault> {
        let mut report = self.report();
        let mut by_form = Vec::new();
        for model in &self.models {
            let Tally { decompositions, readings, run } =
                self.solver.tally(model, self.settings().stop)?;
            note(&mut report, run, StoppedBy::Caller);
            let form = model.form().clone();
            by_form.push(FormCounts { form, decompositions, readings });
        }
        Ok((Counts::new(by_form), report))
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
        let Listed { list, counts, mut report } = self.list()?;
        let (winning, kinds) = winning(&list);
        let dead = self.dead(kinds, &mut report)?;
        let unseen = self.query.prepared.wall.unseen(self.query.hand);
        let unseen = unseen.without(&self.settings().visible);
        let wait = |tile| Wait { tile, left: unseen.copies(tile) };
        let tiles = winning.into_iter().map(wait).collect();
        Ok(Waits { tiles, kinds, dead, decompositions: list, counts, report })
    }

    /// The kinds that would complete the hand, had a tile been left to fill them. When the list was cut
    /// short, those alone that no tile left may be used as.
    fn dead(&self, found: KindSet, report: &mut Report) -> Result<KindSet, SolverFault> {
        let Query { hand, prepared, settings } = self.query;
        let rules = &prepared.rules;
        let mut dead = KindSet::EMPTY;
        if rules.dead_waits() == DeadWaits::Count {
            return Ok(dead);
        }
        // Where uses are limited or tiles left free, a tile that may be used as a kind need not fill a
        // hole of it, and only a whole list tells which kinds are filled.
        let limited = rules.limits_wilds() || rules.forms().iter().any(Form::has_rest);
        let mut known = found;
        if !limited || !report.completeness.is_complete() {
            let unseen = prepared.wall.unseen(hand);
            for (tile, _) in unseen.iter().filter(|(_, copies)| *copies > 0) {
                known = known.union(rules.stands_for(tile));
                // Some form may let it be its own face.
                tile.kind().filter(|_| limited).into_iter().for_each(|own| known.insert(own));
            }
        }
        for kind in rules.kinds_in_play().without(known).iter() {
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
