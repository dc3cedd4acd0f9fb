//! A question put to a solver: choosing it, running it over the forms, collecting what it found.

use super::{AUTO_ILP_LIMIT, QuestionError, Settings, SolverChoice};
use crate::answer::{Completeness, Counts, Decomposition, FormCounts, Report, StoppedBy};
use crate::columns::{Question, problems};
use crate::engine::Engine;
use crate::group::{Group, Hole, OpenGroup, Slot};
use crate::hand::Hand;
use crate::problem::{Content, Problem};
use crate::rules::RuleSet;
use crate::solver::{Ended, Ilp, Run, Search, Solution, Solver, SolverFault, Tally, Work, reading};
use crate::tile::Tile;
use std::collections::HashSet;
use std::num::NonZeroU64;
use std::ops::ControlFlow;
use std::sync::Arc;

/// The problems of a question with the solver that answers them.
pub(super) struct Asked<'a> {
    pub problems: Vec<Problem>,
    settings: &'a Settings<'a>,
    solver: Box<dyn Solver>,
    /// The hand's called melds, which every decomposition has.
    called: Vec<Arc<Group>>,
    /// What choosing the solver cost.
    work: Work,
}

/// Solutions found, in canonical order, each with the place of its problem.
pub(super) struct Found {
    pub solutions: Vec<(usize, Solution)>,
    pub counts: Counts,
    pub report: Report,
}

impl<'a> Asked<'a> {
    /// The question of a complete hand, under the rules that it plays.
    pub fn complete(
        hand: &Hand,
        rules: &RuleSet,
        settings: &'a Settings<'a>,
    ) -> Result<Self, SolverFault> {
        Asked::new(hand, rules, problems(hand, rules, Question::Complete), settings)
    }

    /// A question as problems; chooses the solver.
    pub fn new(
        hand: &Hand,
        rules: &RuleSet,
        problems: Vec<Problem>,
        settings: &'a Settings<'a>,
    ) -> Result<Self, SolverFault> {
        let mut work = Work::default();
        let solver: Box<dyn Solver> = match settings.solver {
            SolverChoice::Ilp(no_good) => Box::new(Ilp::new(no_good)),
            SolverChoice::Search => Box::new(Search),
            SolverChoice::Engine => fastest(rules),
            SolverChoice::Auto => {
                let mut total = 0;
                for problem in &problems {
                    let most = AUTO_ILP_LIMIT + 1;
                    let (count, cost) = Search.count_up_to(problem, most, settings.stop)?;
                    work += cost;
                    total += count;
                }
                if total > AUTO_ILP_LIMIT { fastest(rules) } else { Box::new(Ilp::default()) }
            }
        };
        let called = hand.called().cloned().map(Arc::new).collect();
        Ok(Asked { problems, settings, solver, called, work })
    }

    /// The report of a run that has found nothing yet.
    pub fn report(&self) -> Report {
        Report {
            solver: self.solver.name(),
            completeness: Completeness::Complete,
            rows: self.problems.iter().map(|problem| problem.rows().len()).sum(),
            columns: self.problems.iter().map(|problem| problem.columns().len()).sum(),
            work: self.work,
        }
    }

    /// Counts without keeping a list.
    pub fn tally(&self) -> Result<(Counts, Report), SolverFault> {
        let mut report = self.report();
        let mut by_form = Vec::new();
        for problem in &self.problems {
            let Tally { decompositions, readings, run } =
                self.solver.tally(problem, self.settings.stop)?;
            note(&mut report, run, StoppedBy::Caller);
            let form = problem.form().clone();
            by_form.push(FormCounts { form, decompositions, readings });
        }
        Ok((Counts::new(by_form), report))
    }

    /// Whether a problem has a solution that the caller's own rule accepts; `None` if stopped.
    pub fn exists(&self, problem: &Problem, work: &mut Work) -> Result<Option<bool>, SolverFault> {
        let run = self.solver.enumerate(problem, self.settings.stop, &mut |solution| {
            if self.accepts(problem, &solution) {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        })?;
        *work += run.work;
        Ok(match run.ended {
            Ended::ByVisitor => Some(true),
            Ended::Exhausted => Some(false),
            Ended::ByStop => None,
        })
    }

    fn accepts(&self, problem: &Problem, solution: &Solution) -> bool {
        let no_rule = self.settings.accept.is_none();
        no_rule || self.accepted(self.decomposition(problem, solution)).is_some()
    }

    /// What the caller's own rule leaves of a decomposition: all or nothing of a complete one; of a
    /// tenpai one the holes, and of those the tiles, that complete it to one that the rule accepts.
    fn accepted(&self, decomposition: Decomposition) -> Option<Decomposition> {
        let Some(accept) = self.settings.accept else { return Some(decomposition) };
        let Some(open) = decomposition.open() else {
            return accept(&decomposition).then_some(decomposition);
        };
        let holes = open.holes().iter().filter_map(|hole| {
            // A dead hole that no tile could ever fill is judged by its kind.
            let fillers =
                if hole.tiles.is_empty() { &[Tile::plain(hole.kind)][..] } else { &hole.tiles };
            let fits = |&&tile: &&Tile| {
                decomposition
                    .completed(Slot { kind: hole.kind, tile })
                    .is_some_and(|all| accept(&all))
            };
            let accepted: Vec<Tile> = fillers.iter().filter(fits).copied().collect();
            let tiles = if hole.tiles.is_empty() { Vec::new() } else { accepted.clone() };
            (!accepted.is_empty()).then(|| Hole { tiles, ..hole.clone() })
        });
        let holes: Vec<Hole> = holes.collect();
        let open = OpenGroup::new(open.slots().to_vec(), holes);
        (!open.holes().is_empty()).then(|| decomposition.with_open(open))
    }

    /// Lists the solutions of all forms, up to the limit.
    pub fn list(&self) -> Result<Found, SolverFault> {
        let mut report = self.report();
        let mut solutions: Vec<(usize, Solution)> = Vec::new();
        let mut by_form = Vec::new();
        let limit = self.settings.limit.map_or(u64::MAX, NonZeroU64::get);
        for (place, problem) in self.problems.iter().enumerate() {
            let before = solutions.len();
            let run = self.solver.enumerate(problem, self.settings.stop, &mut |solution| {
                if !self.accepts(problem, &solution) {
                    return ControlFlow::Continue(());
                }
                // One more than the limit proves that the limit cut something off.
                if solutions.len() as u64 >= limit {
                    return ControlFlow::Break(());
                }
                solutions.push((place, solution));
                ControlFlow::Continue(())
            })?;
            note(&mut report, run, StoppedBy::Limit);
            let of_form = &mut solutions[before..];
            of_form.sort_unstable();
            let readings: HashSet<_> =
                of_form.iter().map(|(_, solution)| reading(problem, solution)).collect();
            by_form.push(FormCounts {
                form: problem.form().clone(),
                decompositions: of_form.len() as u128,
                readings: readings.len() as u128,
            });
        }
        Ok(Found { solutions, counts: Counts::new(by_form), report })
    }

    /// Shows each accepted decomposition as it is found, up to the limit.
    pub fn visit(
        &self,
        visitor: &mut dyn FnMut(Decomposition) -> ControlFlow<()>,
    ) -> Result<Report, QuestionError> {
        let mut report = self.report();
        let limit = self.settings.limit.map_or(u64::MAX, NonZeroU64::get);
        let mut shown = 0;
        for problem in &self.problems {
            let mut ended_by = StoppedBy::Visitor;
            let run = self.solver.enumerate(problem, self.settings.stop, &mut |solution| {
                let decomposition = self.decomposition(problem, &solution);
                let Some(decomposition) = self.accepted(decomposition) else {
                    return ControlFlow::Continue(());
                };
                if shown >= limit {
                    ended_by = StoppedBy::Limit;
                    return ControlFlow::Break(());
                }
                shown += 1;
                visitor(decomposition)
            })?;
            note(&mut report, run, ended_by);
            if run.ended != Ended::Exhausted {
                break;
            }
        }
        Ok(report)
    }

    /// The decomposition that a solution means, as far as the caller's own rule accepts it.
    pub fn accepted_decomposition(
        &self,
        problem: &Problem,
        solution: &Solution,
    ) -> Option<Decomposition> {
        self.accepted(self.decomposition(problem, solution))
    }

    /// The decomposition that a solution means.
    pub fn decomposition(&self, problem: &Problem, solution: &Solution) -> Decomposition {
        let mut groups = Vec::with_capacity(solution.columns().len() + self.called.len());
        let mut open = None;
        for &id in solution.columns() {
            match problem.column_at(id).content() {
                Content::Complete(group) => groups.push(group.clone()),
                Content::Open(group) => open = Some(group.clone()),
                // Tiles that stay out belong to no group.
                Content::Spare(_) => {}
            }
        }
        groups.extend(self.called.iter().cloned());
        Decomposition::new(problem.form().clone(), groups, open)
    }

    /// What was found, as decompositions.
    pub fn decompositions(&self, found: &Found) -> Vec<Decomposition> {
        self.decompositions_of(&found.solutions)
    }

    /// Solutions with the places of their problems, as decompositions.
    pub fn decompositions_of(&self, solutions: &[(usize, Solution)]) -> Vec<Decomposition> {
        let problems = &self.problems;
        solutions
            .iter()
            .filter_map(|(place, solution)| {
                self.accepted(self.decomposition(&problems[*place], solution))
            })
            .collect()
    }
}

/// The engine where its tables serve the rule set, else the search.
fn fastest(rules: &RuleSet) -> Box<dyn Solver> {
    Engine::new(rules).map_or_else(|_| Box::new(Search) as _, |engine| Box::new(engine) as _)
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
