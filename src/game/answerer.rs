//! Who answers a question.

use super::engine_query::EngineQuery;
use super::model_query::ModelQuery;
use super::query::{Listed, Query, Visitor};
use super::settings::SolverChoice;
use crate::answer::{Counts, Report, Waits};
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

    /// How many decompositions and readings there are: without a list, unless a limit or the caller's
    /// own rule asks for each decomposition itself.
    pub fn counts(self) -> Result<(Counts, Report), SolverFault> {
        if self.settings.limit.is_some() || self.settings.accept.is_some() {
            let Listed { counts, report, .. } = self.list()?;
            return Ok((counts, report));
        }
        self.by_engine().map_or_else(|| self.by_model().tally(), |query| Ok(query.tally()))
    }

    /// Every decomposition, up to the limit.
    pub fn list(self) -> Result<Listed, SolverFault> {
        self.by_engine().map_or_else(|| self.by_model().list(), |query| Ok(query.list()))
    }

    /// All about the hand's waits.
    pub fn waits(self) -> Result<Waits, SolverFault> {
        self.by_engine().map_or_else(|| self.by_model().waits(), |query| Ok(query.waits()))
    }

    /// Shows each decomposition as it is found, up to the limit.
    pub fn visit(self, visitor: &mut Visitor<'_>) -> Result<Report, SolverFault> {
        match self.by_engine() {
            Some(query) => Ok(query.visit(visitor)),
            None => self.by_model().visit(visitor),
        }
    }
}
