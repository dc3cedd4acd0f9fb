//! What places that are to be filled say: which tiles help, and which wins there are.

use super::matching::Matching;
use super::{DrawnWin, Helping, VisitWins, Watch};
use crate::problem::DrawModel;
use crate::solver::Ended;
use crate::tile::{Tile, TileCounts, TileSet};
use smallvec::SmallVec;
use std::ops::ControlFlow;

/// A place of a group, with the tiles that may fill it: those of its sort, or of these the ones that are
/// used as wild, or the others.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place {
    pub sort: usize,
    pub tiles: TileSet,
}

/// The places of all groups of a win.
pub(super) type PlaceList = SmallVec<[Place; 18]>;

/// The tiles of a model: the hand, and the hand with all that is left.
pub(super) struct Stock<'m> {
    pub model: &'m DrawModel,
    pub all: TileCounts,
}

impl<'m> Stock<'m> {
    pub fn new(model: &'m DrawModel) -> Stock<'m> {
        Stock { model, all: plus(model.held(), model.left()) }
    }

    /// How many of these places are filled at most by these tiles.
    fn filled(tiles: &TileCounts, places: &[Place]) -> usize {
        let mut matching = Matching::of(tiles);
        places.iter().for_each(|place| {
            matching.fill(place.tiles);
        });
        matching.size()
    }

    /// How many tiles must be drawn to fill the places; `None` where those left do not do.
    pub fn missing(&self, places: &[Place]) -> Option<u8> {
        let filled = |tiles: &TileCounts| Stock::filled(tiles, places);
        (filled(&self.all) == places.len())
            .then(|| (places.len() - filled(self.model.held())) as u8)
    }

    /// Notes the tiles that are drawn for some place when as few as possible are, so many.
    pub fn note_helping(&self, places: &[Place], missing: u8, helping: &mut Helping) {
        for (number, place) in places.iter().enumerate() {
            if places[..number]
                .iter()
                .any(|other| other.tiles == place.tiles && other.sort == place.sort)
            {
                continue;
            }
            let kinds_of = |tile| self.model.places()[place.sort].kinds_of(tile);
            let left = place.tiles.iter().filter(|&tile| self.model.left().get(tile) > 0);
            let new = left.filter(|&tile| !helping.has(tile, kinds_of(tile)));
            let new: SmallVec<[Tile; 8]> = new.collect();
            if new.is_empty() {
                continue;
            }
            let mut others: PlaceList = places.iter().copied().collect();
            others.remove(number);
            // The place is among those that the hand does not fill.
            if Stock::filled(self.model.held(), &others) + usize::from(missing) != places.len() {
                continue;
            }
            for tile in new {
                let mut all = self.all.clone();
                all.remove(tile);
                if Stock::filled(&all, &others) == others.len() {
                    helping.add(tile, kinds_of(tile));
                }
            }
        }
    }

    /// Shows each choice of tiles for the places that draws as few as possible, so many.
    pub fn wins(
        &self,
        places: &[Place],
        missing: u8,
        watch: &mut Watch<'_>,
        visit: &mut VisitWins<'_>,
    ) -> ControlFlow<Ended> {
        let tiles = places.iter().fold(TileSet::EMPTY, |all, place| all.union(place.tiles));
        let tiles: Vec<Tile> = tiles.iter().filter(|&tile| self.all.get(tile) > 0).collect();
        let (draw, keep) = (TileCounts::EMPTY, TileCounts::EMPTY);
        let choice = Choice { stock: self, places, tiles: &tiles, missing };
        choice.go(0, DrawnWin { draw, keep }, watch, visit)
    }
}

fn plus(one: &TileCounts, other: &TileCounts) -> TileCounts {
    one.tiles().chain(other.tiles()).collect()
}

/// Goes through the tiles of a win, one after the other.
struct Choice<'c> {
    stock: &'c Stock<'c>,
    places: &'c [Place],
    tiles: &'c [Tile],
    missing: u8,
}

impl Choice<'_> {
    fn go(
        &self,
        at: usize,
        win: DrawnWin,
        watch: &mut Watch<'_>,
        visit: &mut VisitWins<'_>,
    ) -> ControlFlow<Ended> {
        watch.node()?;
        if !self.may_be(at, &win) {
            return ControlFlow::Continue(());
        }
        let Some(&tile) = self.tiles.get(at) else {
            return visit(win).map_break(|()| Ended::ByVisitor);
        };
        let (held, left) = (self.stock.model.held().get(tile), self.stock.model.left().get(tile));
        for kept in 0..=held {
            let mut win = win.clone();
            (0..kept).for_each(|_| win.keep.add(tile));
            self.go(at + 1, win.clone(), watch, visit)?;
            // A tile is drawn where the hand has no other.
            for _ in 0..if kept == held { left } else { 0 } {
                win.draw.add(tile);
                if win.draw.total() > usize::from(self.missing) {
                    break;
                }
                self.go(at + 1, win.clone(), watch, visit)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Whether the tiles chosen can all have places, with others after them for the places left.
    fn may_be(&self, at: usize, win: &DrawnWin) -> bool {
        let chosen = plus(&win.draw, &win.keep);
        let kept = self.places.len() - usize::from(self.missing);
        if win.draw.total() > usize::from(self.missing) || win.keep.total() > kept {
            return false;
        }
        let mut kept_later = win.keep.clone();
        let mut all = chosen.clone();
        for &tile in &self.tiles[at..] {
            (0..self.stock.all.get(tile)).for_each(|_| all.add(tile));
            (0..self.stock.model.held().get(tile)).for_each(|_| kept_later.add(tile));
        }
        kept_later.total() >= kept
            && Stock::filled(&chosen, self.places) == chosen.total()
            && Stock::filled(&all, self.places) == self.places.len()
    }
}
