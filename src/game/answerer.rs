//! Who answers a question.

use super::engine_query::{self, EngineQuery};
use super::model_query::ModelQuery;
use super::query::{Listed, Query, Visitor};
use super::settings::SolverChoice;
use crate::answer::{Counts, Fillers, FormCounts, Report, Waits};
use crate::columns::ModelQuestion;
use crate::engine::{Verdicts, WinningTiles};
use crate::rules::Form;
use crate::solver::SolverFault;

impl<'a> Query<'a> {
    /// The engine if it serves rules and hand and nobody else is asked for by name, else a solver over
    /// the model answers. This is decided here alone.
    fn by_engine(self) -> Option<EngineQuery<'a>> {
        if self.settings.solver != SolverChoice::Fastest {
            return None;
        }
        EngineQuery::new(self, self.prepared.engine().ok()?)
    }

    fn by_model(self) -> ModelQuery<'a> {
        ModelQuery::new(self, self.question())
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

    /// No decomposition, where the verdict says that there is none: most hands need no model.
    fn nothing(self) -> Option<Listed> {
        let verdicts = self.verdicts()?;
        let answers = match self.question() {
            ModelQuestion::Complete => verdicts.is_win(self.hand)?,
            _ => !verdicts.waits(self.hand)?.is_empty(),
        };
        (!answers).then(|| self.nothing_in(verdicts))
    }

    fn nothing_in(self, verdicts: &Verdicts) -> Listed {
        let none =
            |form: &Form| FormCounts { form: form.name().into(), decompositions: 0, readings: 0 };
        let counts = verdicts.in_question(self.hand).map(none).collect();
        Listed { list: Vec::new(), counts: Counts::new(counts), report: engine_query::report() }
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
            None => match self.nothing() {
                Some(Listed { counts, report, .. }) => Ok((counts, report)),
                None => self.by_model().counts(),
            },
        }
    }

    /// The decompositions up to the limit, with the counts of these.
    pub fn list(self) -> Result<Listed, SolverFault> {
        match self.by_engine() {
            Some(query) => Ok(query.list()),
            None => self.nothing().map_or_else(|| self.by_model().list(), Ok),
        }
    }

    /// The decompositions up to the limit, with the counts of all there are.
    pub fn list_and_counts(self) -> Result<Listed, SolverFault> {
        match self.by_engine() {
            Some(query) => Ok(query.list_and_counts()),
            None => self.nothing().map_or_else(|| self.by_model().list_and_counts(), Ok),
        }
    }

    /// All about the hand's waits.
    pub fn waits(self) -> Result<Waits, SolverFault> {
        if let Some(query) = self.by_engine() {
            return Ok(query.waits());
        }
        match self.verdicts().filter(|_| !self.sees_each()) {
            Some(verdicts) => self.waits_by(verdicts),
            None => self.by_model().waits(),
        }
    }

    /// All about the hand's waits: winning tiles by verdict, the list and counts by the model.
    fn waits_by(self, verdicts: &Verdicts) -> Result<Waits, SolverFault> {
        let Some(filled) = verdicts.filled(self.hand) else { return self.by_model().waits() };
        let fillers: Fillers = filled.fillers().collect();
        let listed = if fillers.kinds().is_empty() {
            self.nothing_in(verdicts)
        } else if self.settings.no_list {
            Listed::none(self.by_model().counts()?)
        } else {
            self.by_model().list_and_counts()?
        };
        Ok(self.waits_of(fillers, filled.dead(), listed))
    }

    /// Shows each decomposition as it is found, up to the limit.
    pub fn visit(self, visitor: &mut Visitor<'_>) -> Result<Report, SolverFault> {
        match self.by_engine() {
            Some(query) => Ok(query.visit(visitor)),
            None => match self.nothing() {
                Some(Listed { report, .. }) => Ok(report),
                None => self.by_model().visit(visitor),
            },
        }
    }
}
