//! Nearest wins from the model of a hand that draws, by a solver that takes any such model.

use super::query::Query;
use super::{Acceptance, Distance, FormDistance, Game, QuestionError, Settings, SolverChoice};
use crate::answer::{Completeness, Report, StoppedBy};
use crate::columns::{Supply, draw_models};
use crate::hand::Hand;
use crate::problem::DrawModel;
#[cfg(feature = "ilp")]
use crate::solver::IlpDraws;
use crate::solver::{
    DrawSolver, DrawnWin, Ended, Far, Helping, SearchDraws, SolverFault, Watch, Work,
};
use crate::tile::{Tile, TileCounts};
use std::collections::BTreeSet;
use std::ops::ControlFlow;

impl Game {
    /// The models of the nearest wins of a hand, one for each form that has its size, in the rule set's
    /// order. Of the settings, the tiles seen elsewhere count where they cannot be drawn.
    ///
    /// # Errors
    /// As [`Game::distance_with`].
    ///
    /// ```
    /// use ginga::{Game, Settings};
    /// let riichi = Game::builtin("riichi")?;
    /// let models = riichi.draw_models(&riichi.hand("1235p")?, &Settings::default())?;
    /// assert_eq!((&**models[0].form(), models[0].tiles()), ("standard", 5));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn draw_models(
        &self,
        hand: &Hand,
        settings: &Settings<'_>,
    ) -> Result<Vec<DrawModel>, QuestionError> {
        let query = self.sized_query(hand, settings)?;
        Ok(query.draw_models(hand.concealed(), &query.supply()))
    }
}

/// The models of nearest wins and the solver that answers them.
pub(super) struct DrawQuery<'a> {
    query: Query<'a>,
    models: Vec<DrawModel>,
    solver: Box<dyn DrawSolver>,
}

/// The tiles to draw and to discard for a win, each in order.
pub(super) type DrawAndDiscard = (Vec<Tile>, Vec<Tile>);

impl<'a> Query<'a> {
    fn draw_models(&self, tiles: &TileCounts, left: &TileCounts) -> Vec<DrawModel> {
        let supply = Supply { held: tiles, left, complete: self.complete_tiles() };
        draw_models(self.hand, &self.prepared.rules, &self.prepared.wall, &supply)
    }

    /// The models for these concealed tiles and this supply.
    pub(super) fn draws(&self, tiles: &TileCounts, supply: &TileCounts) -> DrawQuery<'a> {
        let solver: Box<dyn DrawSolver> = match self.settings.solver {
            #[cfg(feature = "ilp")]
            SolverChoice::Ilp(no_good) => Box::new(IlpDraws { no_good }),
            SolverChoice::Search | SolverChoice::Fastest => Box::new(SearchDraws),
        };
        DrawQuery { query: *self, models: self.draw_models(tiles, supply), solver }
    }
}

impl DrawQuery<'_> {
    fn watch(&self) -> Watch<'_> {
        Watch { stop: self.query.settings.stop, work: Work::default() }
    }

    fn report(&self) -> Report {
        let linear = self.models.iter().map(DrawModel::size);
        let (rows, columns) =
            linear.fold((0, 0), |(rows, columns), size| (rows + size.0, columns + size.1));
        let completeness = Completeness::Complete;
        Report { solver: self.solver.name(), completeness, rows, columns, work: Work::default() }
    }

    /// How far the tiles are from a win.
    pub fn distance(&self) -> Result<Distance, SolverFault> {
        let mut watch = self.watch();
        let mut report = self.report();
        let mut by_form = Vec::new();
        let mut at_least = u8::MAX;
        for model in &self.models {
            let distance = match self.solver.distance(model, &mut watch)? {
                Far::At(distance) => Some(distance),
                Far::Never => None,
                Far::AtLeast(least) => {
                    at_least = at_least.min(least);
                    report.completeness = Completeness::Stopped(StoppedBy::Caller);
                    continue;
                }
            };
            at_least = at_least.min(distance.unwrap_or(u8::MAX));
            by_form.push(FormDistance { form: model.form().clone(), distance });
        }
        report.work = watch.work;
        Ok(Distance { by_form, at_least, report })
    }

    /// How far the tiles are from a win, and which of the tiles left help.
    pub fn acceptance(&self) -> Result<Acceptance, SolverFault> {
        let mut distance = self.distance()?;
        let mut watch = self.watch();
        let mut all = Helping::default();
        if let Some(least) = distance.tiles().filter(|&least| least > 0) {
            for model in self.nearest_models(&distance, least) {
                let Some(helping) = self.solver.helping(model, least, &mut watch)? else {
                    distance.report.completeness = Completeness::Stopped(StoppedBy::Caller);
                    break;
                };
                all.tiles = all.tiles.union(helping.tiles);
                all.kinds = all.kinds.union(helping.kinds);
            }
        }
        distance.report.work += watch.work;
        Ok(Acceptance { distance, tiles: self.query.left(all.tiles), kinds: all.kinds })
    }

    /// The models of the forms that are so far away.
    fn nearest_models(&self, distance: &Distance, least: u8) -> Vec<&DrawModel> {
        let forms = self.models.iter().zip(&distance.by_form);
        forms.filter(|(_, form)| form.distance == Some(least)).map(|(model, _)| model).collect()
    }

    /// The nearest wins, which are so far away, in order, the first so many that are found; and how it ended.
    pub fn wins(
        &self,
        distance: &mut Distance,
        least: u8,
        most: u64,
    ) -> Result<(BTreeSet<DrawAndDiscard>, Completeness), SolverFault> {
        let mut wins = BTreeSet::new();
        let mut watch = self.watch();
        let mut completeness = Completeness::Complete;
        for model in self.nearest_models(distance, least) {
            let mut note = |DrawnWin { draw, keep }: DrawnWin| {
                let discard = model.held().minus(&keep);
                wins.insert((draw.tiles().collect(), discard.tiles().collect()));
                if wins.len() as u64 == most {
                    return ControlFlow::Break(());
                }
                ControlFlow::Continue(())
            };
            completeness = match self.solver.wins(model, least, &mut watch, &mut note)? {
                Ended::Exhausted => continue,
                Ended::ByVisitor => Completeness::Stopped(StoppedBy::Limit),
                Ended::ByStop => Completeness::Stopped(StoppedBy::Caller),
            };
            break;
        }
        distance.report.work += watch.work;
        Ok((wins, completeness))
    }
}
