//! The nearest wins: what to draw and what to discard for each.

use super::query::Query;
use super::{Distance, Game, QuestionError, Settings};
use crate::answer::{Completeness, Decompositions, StoppedBy};
use crate::hand::Hand;
use crate::solver::SolverFault;
use crate::tile::{Tile, TileCounts};
use std::ops::ControlFlow;

/// A win for which as few tiles must be drawn as for any.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NearestWin {
    /// The tiles to draw.
    pub draw: TileCounts,
    /// The tiles of the hand that the win does not need.
    pub discard: TileCounts,
    /// The complete hand.
    pub hand: Hand,
}

/// The nearest wins of a hand.
#[derive(Debug, Clone, PartialEq, Eq)]
#[must_use]
pub struct Nearest {
    /// How far they are.
    pub distance: Distance,
    /// The wins: by the tiles to draw, then by the tiles to discard, each in tile order.
    pub wins: Vec<NearestWin>,
    /// Whether these are all of them.
    pub completeness: Completeness,
}

/// Sees each win as it is found.
type Visitor<'a> = dyn FnMut(NearestWin) -> ControlFlow<()> + 'a;

impl Game {
    /// The nearest wins of a hand of 3n+1 or 3n+2 concealed tiles, up to the limit of the settings: by the
    /// engine those that come first, by a solver over the model those that it finds first. A complete hand is
    /// its own nearest win.
    ///
    /// # Errors
    /// As [`Game::distance_with`].
    ///
    /// ```
    /// use ginga::{Game, Settings};
    /// let riichi = Game::builtin("riichi")?;
    /// let nearest = riichi.nearest(&riichi.hand("123m46p11s1z")?, &Settings::default())?;
    /// let draw: Vec<String> = nearest.wins[0].draw.tiles().map(|tile| tile.to_string()).collect();
    /// assert_eq!((draw.concat().as_str(), nearest.wins.len()), ("5p", 1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn nearest(&self, hand: &Hand, settings: &Settings<'_>) -> Result<Nearest, QuestionError> {
        let query = self.sized_query(hand, settings)?;
        let mut wins = Vec::new();
        let limit = query.limit();
        let mut cut = false;
        // One more shows that the limit cut something off.
        let (distance, ended) = query.visit_nearest(limit.saturating_add(1), &mut |win| {
            cut = wins.len() as u64 >= limit;
            if cut {
                return ControlFlow::Break(());
            }
            wins.push(win);
            ControlFlow::Continue(())
        })?;
        let completeness = match ended {
            _ if cut => Completeness::Stopped(StoppedBy::Limit),
            ended => ended,
        };
        Ok(Nearest { distance, wins, completeness })
    }

    /// Shows each nearest win, in order; the visitor may break off. The engine finds one after the other, so
    /// that memory does not grow with their number; a solver over the model finds them in no order, and they
    /// are shown when all are found. The limit of the settings is not asked.
    ///
    /// # Errors
    /// As [`Game::distance_with`].
    pub fn visit_nearest(
        &self,
        hand: &Hand,
        settings: &Settings<'_>,
        visitor: &mut dyn FnMut(NearestWin) -> ControlFlow<()>,
    ) -> Result<(Distance, Completeness), QuestionError> {
        Ok(self.sized_query(hand, settings)?.visit_nearest(u64::MAX, visitor)?)
    }

    /// The decompositions of a nearest win that this game found.
    ///
    /// # Errors
    /// As [`Game::decompose_with`].
    pub fn decompose_nearest(
        &self,
        win: &NearestWin,
        settings: &Settings<'_>,
    ) -> Result<Decompositions, QuestionError> {
        self.decompose_with(&self.checked(win.hand.clone()), settings)
    }
}

impl Game {
    /// What a hand that can never win lacks: the tiles of a nearest win, had any number of each tile of the
    /// set been left, that are more than are left. `None` for a hand that can win, for one that could not even
    /// then, and after a run that was cut short.
    ///
    /// # Errors
    /// As [`Game::distance_with`].
    ///
    /// ```
    /// use ginga::{Game, Overrides, Settings};
    /// let mut few = Overrides::default();
    /// few.set("tiles.kinds=123m1z")?;
    /// few.set("tiles.plain=1")?;
    /// let game = Game::builtin_with("laizi", &few)?;
    /// let lacking = game.lacking(&game.hand("1m")?, &Settings::default())?.unwrap();
    /// assert_eq!(lacking.tiles().map(|tile| tile.to_string()).collect::<String>(), "1m");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn lacking(
        &self,
        hand: &Hand,
        settings: &Settings<'_>,
    ) -> Result<Option<TileCounts>, QuestionError> {
        let query = self.sized_query(hand, settings)?;
        let (left, boundless) = (query.supply(), query.boundless_supply());
        let distance = query.distance_of(hand.concealed(), &left)?;
        if distance.tiles().is_some() || !distance.report.completeness.is_complete() {
            return Ok(None);
        }
        let (mut tiles, mut draw) = (hand.concealed().clone(), TileCounts::EMPTY);
        loop {
            let acceptance = query.acceptance_of(&tiles, &boundless)?;
            match (acceptance.distance.tiles(), acceptance.tiles.first()) {
                (Some(0), _) => return Ok(Some(draw.minus(&left))),
                (Some(_), Some(wait)) => {
                    tiles.add(wait.tile);
                    draw.add(wait.tile);
                }
                _ => return Ok(None),
            }
        }
    }
}

/// Goes through the nearest wins.
struct Walk<'q, 'v> {
    query: &'q Query<'q>,
    visitor: &'v mut Visitor<'v>,
    complete: usize,
}

/// Why a walk ended before its end.
enum Ended {
    Visitor,
    Unanswered,
    Fault(SolverFault),
}

impl From<SolverFault> for Ended {
    fn from(fault: SolverFault) -> Ended {
        Ended::Fault(fault)
    }
}

impl Query<'_> {
    fn visit_nearest(
        &self,
        most: u64,
        visitor: &mut Visitor<'_>,
    ) -> Result<(Distance, Completeness), SolverFault> {
        let supply = self.supply();
        let tiles = self.hand.concealed();
        let distance = self.distance_of(tiles, &supply)?;
        let Some(lacking) = distance.tiles() else {
            let completeness = distance.report.completeness;
            return Ok((distance, completeness));
        };
        let mut visitor = |win| visitor(win);
        if !super::engine_query::is_of_engine(&distance.report) {
            return self.visit_modelled(distance, lacking, most, &mut visitor);
        }
        let mut walk = Walk { query: self, visitor: &mut visitor, complete: self.complete_tiles() };
        let draw = TileCounts::EMPTY;
        let completeness = match walk.draw(tiles, &supply, draw, Tile::all().next(), lacking) {
            Ok(()) => Completeness::Complete,
            Err(Ended::Visitor) => Completeness::Stopped(StoppedBy::Visitor),
            Err(Ended::Unanswered) => Completeness::Stopped(StoppedBy::Caller),
            Err(Ended::Fault(fault)) => return Err(fault),
        };
        Ok((distance, completeness))
    }

    /// The nearest wins by a solver over the model.
    fn visit_modelled(
        &self,
        mut distance: Distance,
        lacking: u8,
        most: u64,
        visitor: &mut Visitor<'_>,
    ) -> Result<(Distance, Completeness), SolverFault> {
        let tiles = self.hand.concealed();
        let draws = self.draws(tiles, &self.supply());
        let (wins, completeness) = draws.wins(&mut distance, lacking, most)?;
        for (draw, discard) in wins {
            let (draw, discard): (TileCounts, TileCounts) =
                (draw.into_iter().collect(), discard.into_iter().collect());
            let kept = tiles.minus(&discard);
            let hand = self.hand.with_concealed(kept.tiles().chain(draw.tiles()).collect());
            if visitor(NearestWin { draw, discard, hand }).is_break() {
                return Ok((distance, Completeness::Stopped(StoppedBy::Visitor)));
            }
        }
        Ok((distance, completeness))
    }
}

impl Walk<'_, '_> {
    /// Draws tiles in order, from one on: each brings the hand nearer, whichever comes first.
    fn draw(
        &mut self,
        tiles: &TileCounts,
        supply: &TileCounts,
        draw: TileCounts,
        from: Option<Tile>,
        lacking: u8,
    ) -> Result<(), Ended> {
        if lacking == 0 {
            let over = tiles.total() - self.complete;
            return self.discard(tiles, &draw, TileCounts::EMPTY, over);
        }
        let acceptance = self.query.acceptance_of(tiles, supply)?;
        if acceptance.distance.tiles() != Some(lacking) {
            return Err(Ended::Unanswered);
        }
        for wait in acceptance.tiles.iter().filter(|wait| Some(wait.tile) >= from) {
            let (mut tiles, mut supply, mut draw) = (tiles.clone(), supply.clone(), draw.clone());
            tiles.add(wait.tile);
            supply.remove(wait.tile);
            draw.add(wait.tile);
            self.draw(&tiles, &supply, draw, Some(wait.tile), lacking - 1)?;
        }
        Ok(())
    }

    /// Discards so many tiles in order, of those that were not drawn.
    fn discard(
        &mut self,
        tiles: &TileCounts,
        draw: &TileCounts,
        discard: TileCounts,
        over: usize,
    ) -> Result<(), Ended> {
        if over == 0 {
            let hand = self.query.hand.with_concealed(tiles.clone());
            let win = NearestWin { draw: draw.clone(), discard, hand };
            return match (self.visitor)(win) {
                ControlFlow::Continue(()) => Ok(()),
                ControlFlow::Break(()) => Err(Ended::Visitor),
            };
        }
        let last = discard.iter().last().map(|(tile, _)| tile);
        for (tile, _) in tiles.iter().filter(|(tile, _)| draw.get(*tile) == 0) {
            if last.is_some_and(|last| tile < last) {
                continue;
            }
            let (mut tiles, mut discard) = (tiles.clone(), discard.clone());
            tiles.remove(tile);
            discard.add(tile);
            let Some(holds) = self.query.hold_win(&tiles)? else {
                return Err(Ended::Unanswered);
            };
            if holds {
                self.discard(&tiles, draw, discard, over - 1)?;
            }
        }
        Ok(())
    }
}
