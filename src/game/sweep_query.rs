//! Answers from the sweep: what it lists of a hand becomes decompositions.

use super::engine_query::report;
use super::query::{Listed, Query, Visitor};
use crate::answer::{Completeness, Counts, Decomposition, FormCounts, Report, StoppedBy};
use crate::engine::{SweptList, Verdicts};
use crate::group::Group;
use crate::solver::Polled;
use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::Arc;

/// A question that the sweep has answered: the decompositions of each form in question.
pub(super) struct SweepQuery<'a> {
    query: Query<'a>,
    forms: Vec<(Arc<str>, SweptList)>,
    called: Vec<Arc<Group>>,
}

impl<'a> SweepQuery<'a> {
    /// Lists the decompositions of those forms that may have any; `None` where the sweep does not list one
    /// of them.
    pub fn new(
        query: Query<'a>,
        verdicts: &'a Verdicts,
        judged: &[bool],
    ) -> Option<SweepQuery<'a>> {
        let mut polled = Polled::new(query.settings.stop);
        let mut stopped = false;
        let mut forms = Vec::new();
        for (place, form) in verdicts.in_question(query.hand) {
            let list = match judged[place] && !stopped {
                true => verdicts.list(query.hand, place, &mut || polled.step())?,
                false => SweptList::default(),
            };
            stopped |= list.stopped;
            forms.push((form.shared_name(), list));
        }
        let called = query.hand.called().cloned().map(Arc::new).collect();
        Some(SweepQuery { query, forms, called })
    }

    /// The report of the run, before a limit cuts what it found.
    fn report(&self) -> Report {
        let mut report = report();
        report.work.solves = self.forms.iter().map(|(_, list)| list.steps).sum();
        if self.forms.iter().any(|(_, list)| list.stopped) {
            report.completeness = Completeness::Stopped(StoppedBy::Caller);
        }
        report
    }

    /// The counts of all decompositions. The caller's own rule is not asked.
    pub fn counts(&self) -> (Counts, Report) {
        let by_form = self.forms.iter().map(|(form, list)| FormCounts {
            form: form.clone(),
            decompositions: list.len() as u128,
            readings: list.readings as u128,
        });
        (Counts::new(by_form.collect()), self.report())
    }

    /// The decompositions of a list, each with a number for what it is read as.
    fn decompositions<'s>(
        &'s self,
        form: &'s Arc<str>,
        list: &'s SweptList,
    ) -> impl Iterator<Item = (Decomposition, usize)> + 's {
        list.iter().map(|(groups, partial, reading)| {
            (Decomposition::of_walk(form.clone(), groups, &self.called, partial), reading)
        })
    }

    /// Every decomposition that the caller's own rule accepts, up to the limit.
    pub fn list(&self) -> Listed {
        let mut report = self.report();
        let (mut list, mut by_form) = (Vec::new(), Vec::new());
        let mut taker = self.query.taker();
        for (form, swept) in &self.forms {
            let before = list.len();
            let mut readings = HashSet::new();
            let taken =
                self.decompositions(form, swept).try_for_each(|(decomposition, reading)| {
                    if let Some(decomposition) = taker.take(decomposition)? {
                        readings.insert(reading);
                        list.push(decomposition);
                    }
                    ControlFlow::Continue(())
                });
            if let ControlFlow::Break(by) = taken {
                report.completeness = Completeness::Stopped(by);
            }
            by_form.push(FormCounts {
                form: form.clone(),
                decompositions: (list.len() - before) as u128,
                readings: readings.len() as u128,
            });
        }
        Listed { list, counts: Counts::new(by_form), report }
    }

    /// The decompositions up to the limit, with the counts of all there are.
    pub fn list_and_counts(&self) -> Listed {
        let listed = self.list();
        if listed.is_cut() && !self.query.sees_each() {
            let Listed { list, report, .. } = listed;
            let (counts, whole) = self.counts();
            let report = if whole.completeness.is_complete() { report } else { whole };
            return Listed { list, counts, report };
        }
        listed
    }

    /// Shows each decomposition that the caller's own rule accepts, up to the limit.
    pub fn visit(&self, visitor: &mut Visitor<'_>) -> Report {
        let mut report = self.report();
        let mut taker = self.query.taker();
        let mut all = self.forms.iter().flat_map(|(form, list)| self.decompositions(form, list));
        let shown = all.try_for_each(|(decomposition, _)| match taker.take(decomposition)? {
            Some(taken) => visitor(taken).map_break(|()| StoppedBy::Visitor),
            None => ControlFlow::Continue(()),
        });
        if let ControlFlow::Break(by) = shown {
            report.completeness = Completeness::Stopped(by);
        }
        report
    }
}
