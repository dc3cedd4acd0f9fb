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

    /// How many decompositions and readings there are: without a list, unless the caller's own rule has
    /// to see each decomposition.
    pub fn counts(self) -> Result<(Counts, Report), SolverFault> {
        if self.sees_each() {
            let Listed { counts, report, .. } = self.list()?;
            return Ok((counts, report));
        }
        self.by_engine().map_or_else(|| self.by_model().counts(), |query| Ok(query.counts()))
    }

    /// The decompositions up to the limit, with the counts of these.
    pub fn list(self) -> Result<Listed, SolverFault> {
        self.by_engine().map_or_else(|| self.by_model().list(), |query| Ok(query.list()))
    }

    /// The decompositions up to the limit, with the counts of all there are.
    pub fn list_and_counts(self) -> Result<Listed, SolverFault> {
        match self.by_engine() {
            Some(query) => Ok(query.list_and_counts()),
            None => self.by_model().list_and_counts(),
        }
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
