//! The nearest wins of a hand that draws, by solvers over a [`DrawModel`].

#[cfg(feature = "ilp")]
mod ilp;
mod matching;
mod search;
mod wins;

#[cfg(feature = "ilp")]
pub(crate) use ilp::IlpDraws;
pub(crate) use search::SearchDraws;

use super::{Ended, SolverFault, Stop, Work};
use crate::problem::DrawModel;
use crate::tile::{KindSet, TileCounts, TileSet};
use std::ops::ControlFlow;

/// How far a hand is from a win of a form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Far {
    /// So many tiles must be drawn.
    At(u8),
    /// No draw ever makes a win.
    Never,
    /// The run was stopped; it is not less than this.
    AtLeast(u8),
}

/// The tiles that bring a hand nearer to a win, and the kinds as which they do.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Helping {
    pub tiles: TileSet,
    pub kinds: KindSet,
}

impl Helping {
    /// Adds a tile that helps as these kinds.
    fn add(&mut self, tile: crate::tile::Tile, kinds: KindSet) {
        self.tiles.insert(tile);
        self.kinds = self.kinds.union(kinds);
    }

    /// Whether a tile that helps as these kinds would be nothing new.
    fn has(&self, tile: crate::tile::Tile, kinds: KindSet) -> bool {
        self.tiles.contains(tile) && kinds.without(self.kinds).is_empty()
    }
}

/// A win: the tiles drawn, and those of the hand that are kept.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct DrawnWin {
    pub draw: TileCounts,
    pub keep: TileCounts,
}

/// Sees each win.
pub(crate) type VisitWins<'v> = dyn FnMut(DrawnWin) -> ControlFlow<()> + 'v;

/// How a run is watched.
pub(crate) struct Watch<'a> {
    /// Ends it.
    pub stop: &'a dyn Stop,
    /// What it has cost.
    pub work: Work,
}

impl Watch<'_> {
    /// How many nodes of a search go by between two looks at the caller's wish to stop.
    const NODES_BETWEEN: u64 = 1 << 6;

    /// One node more of a search; a break where the run should end.
    fn node(&mut self) -> ControlFlow<Ended> {
        if self.work.solves.is_multiple_of(Watch::NODES_BETWEEN) && self.stop.should_stop() {
            return ControlFlow::Break(Ended::ByStop);
        }
        self.work.solves += 1;
        ControlFlow::Continue(())
    }
}

/// A way to find the nearest wins.
pub(crate) trait DrawSolver {
    /// The name in answers.
    fn name(&self) -> &'static str;

    /// The least number of tiles to draw.
    fn distance(&self, model: &DrawModel, watch: &mut Watch<'_>) -> Result<Far, SolverFault>;

    /// The tiles that are drawn for some win of this distance, which is the least; `None` after a stop.
    fn helping(
        &self,
        model: &DrawModel,
        distance: u8,
        watch: &mut Watch<'_>,
    ) -> Result<Option<Helping>, SolverFault>;

    /// Shows each win of this distance, which is the least, once, in no order.
    fn wins(
        &self,
        model: &DrawModel,
        distance: u8,
        watch: &mut Watch<'_>,
        visit: &mut VisitWins<'_>,
    ) -> Result<Ended, SolverFault>;
}
