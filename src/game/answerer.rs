//! Who answers a question.

use super::engine_query::EngineQuery;
use super::model_query::ModelQuery;
use super::query::{Listed, Query, Visitor};
use super::settings::SolverChoice;
use super::sweep_query::SweepQuery;
use crate::answer::{Counts, FormCounts, Report, Waits};
use crate::engine::{Judgement, Verdicts, WinningTiles};
use crate::solver::SolverFault;
use std::sync::Arc;

impl<'a> Query<'a> {
    /// The engine if it serves rules and hand and nobody else is asked for by name, else a solver over
    /// the model answers. This is decided here alone.
    fn by_engine(self) -> Option<EngineQuery<'a>> {
        if self.settings.solver != SolverChoice::Fastest {
            return None;
        }
        EngineQuery::new(self, self.prepared.engine().ok()?)
    }

    /// The sweep where it lists the hand, under the same condition, else a solver over the model.
    fn otherwise(self) -> Result<SweepQuery<'a>, Modelled<'a>> {
        self.judged(self.verdicts().and_then(|verdicts| verdicts.judge(self.hand)))
    }

    /// As [`Query::otherwise`], for those forms alone that may have an answer: most hands have none at all.
    fn judged(self, judged: Option<Judgement>) -> Result<SweepQuery<'a>, Modelled<'a>> {
        let Some((verdicts, Judgement { forms, .. })) = self.verdicts().zip(judged) else {
            return Err(Modelled { query: ModelQuery::new(self, self.question()), forms: None });
        };
        SweepQuery::new(self, verdicts, &forms).ok_or_else(|| {
            let models = self.models_of(self.question(), &|place| forms[place]);
            let names = verdicts.in_question(self.hand).map(|(_, form)| form.shared_name());
            let forms = Some(names.collect());
            Modelled { query: ModelQuery::of_models(self, models), forms }
        })
    }

    /// Who tells verdicts and winning tiles without any decomposition, under the same condition.
    fn verdicts(self) -> Option<&'a Verdicts> {
        let wanted = self.settings.solver == SolverChoice::Fastest;
        self.prepared.verdicts().ok().filter(|_| wanted)
    }

    /// Whether the hand is complete; `None` where only its decompositions tell.
    pub fn is_win(self) -> Option<bool> {
        self.verdicts()?.is_win(self.hand)
    }

    /// The winning tiles of the hand; `None` where only its decompositions tell.
    pub fn winning_tiles(self) -> Option<WinningTiles> {
        self.verdicts()?.waits(self.hand)
    }

    /// How many decompositions and readings there are: without a list, unless the caller's own rule has
    /// to see each decomposition.
    pub fn counts(self) -> Result<(Counts, Report), SolverFault> {
        if self.sees_each() {
            let Listed { counts, report, .. } = self.list()?;
            return Ok((counts, report));
        }
        match self.by_engine() {
            Some(query) => Ok(query.counts()),
            None => counts(&self.otherwise()),
        }
    }

    /// The decompositions up to the limit, with the counts of these.
    pub fn list(self) -> Result<Listed, SolverFault> {
        match self.by_engine() {
            Some(query) => Ok(query.list()),
            None => match self.otherwise() {
                Ok(swept) => Ok(swept.list()),
                Err(modelled) => modelled.list(ModelQuery::list),
            },
        }
    }

    /// The decompositions up to the limit, with the counts of all there are.
    pub fn list_and_counts(self) -> Result<Listed, SolverFault> {
        match self.by_engine() {
            Some(query) => Ok(query.list_and_counts()),
            None => list_and_counts(&self.otherwise()),
        }
    }

    /// All about the hand's waits.
    pub fn waits(self) -> Result<Waits, SolverFault> {
        if let Some(query) = self.by_engine() {
            return Ok(query.waits());
        }
        let judged = self.verdicts().and_then(|verdicts| verdicts.judge(self.hand));
        let filling = judged.as_ref().and_then(|judged| judged.filling.as_ref());
        let found = filling.filter(|_| !self.sees_each());
        let Some((fillers, dead)) = found.map(|found| (found.fillers().collect(), found.dead()))
        else {
            return ModelQuery::new(self, self.question()).waits();
        };
        // Winning tiles by verdict; the list and the counts, if there are any, for themselves.
        let query = self.judged(judged);
        let listed = match self.settings.no_list {
            true => Listed::none(counts(&query)?),
            false => list_and_counts(&query)?,
        };
        Ok(self.waits_of(fillers, dead, listed))
    }

    /// Shows each decomposition as it is found, up to the limit.
    pub fn visit(self, visitor: &mut Visitor<'_>) -> Result<Report, SolverFault> {
        match self.by_engine() {
            Some(query) => Ok(query.visit(visitor)),
            None => match self.otherwise() {
                Ok(swept) => Ok(swept.visit(visitor)),
                Err(modelled) => modelled.query.visit(visitor),
            },
        }
    }
}

fn counts(query: &Result<SweepQuery<'_>, Modelled<'_>>) -> Result<(Counts, Report), SolverFault> {
    match query {
        Ok(swept) => Ok(swept.counts()),
        Err(modelled) => modelled.counts(),
    }
}

fn list_and_counts(query: &Result<SweepQuery<'_>, Modelled<'_>>) -> Result<Listed, SolverFault> {
    match query {
        Ok(swept) => Ok(swept.list_and_counts()),
        Err(modelled) => modelled.list(ModelQuery::list_and_counts),
    }
}

/// Models of forms that may have an answer, among the forms that are in question.
struct Modelled<'a> {
    query: ModelQuery<'a>,
    /// The names of all forms in question, where they were judged.
    forms: Option<Vec<Arc<str>>>,
}

impl<'a> Modelled<'a> {
    fn counts(&self) -> Result<(Counts, Report), SolverFault> {
        let (counts, report) = self.query.counts()?;
        Ok((self.whole(counts), report))
    }

    fn list(
        &self,
        list: impl FnOnce(&ModelQuery<'a>) -> Result<Listed, SolverFault>,
    ) -> Result<Listed, SolverFault> {
        let Listed { list, counts, report } = list(&self.query)?;
        Ok(Listed { list, counts: self.whole(counts), report })
    }

    /// The counts of all forms in question: none for those that were not modelled.
    fn whole(&self, counts: Counts) -> Counts {
        let Some(forms) = &self.forms else { return counts };
        let of_form = |form: &Arc<str>| {
            let nothing = || FormCounts { form: form.clone(), decompositions: 0, readings: 0 };
            counts.of_form(form).cloned().unwrap_or_else(nothing)
        };
        Counts::new(forms.iter().map(of_form).collect())
    }
}
