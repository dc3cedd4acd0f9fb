//! The chance to win or to be tenpai within some draws, exactly.

use super::query::Query;
use super::{Game, QuestionError, Settings};
use crate::answer::{Completeness, StoppedBy};
use crate::hand::Hand;
use crate::size::HandSize;
use crate::solver::SolverFault;
use crate::tile::{Tile, TileCounts, TileSet};
use rustc_hash::FxHashMap;

/// More hands than these are not looked at, once three draws are known.
const MOST_STATES: usize = 10_000_000;

/// So many draws are looked at whatever it takes.
const ALWAYS: u8 = 3;

/// So many hands are remembered, for each goal.
const MOST_KEPT: usize = 1 << 20;

/// How many of all orders of the tiles left lead to something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Odds {
    /// The orders of the tiles drawn that do.
    pub ways: u128,
    /// All orders of so many tiles; each is equally likely.
    pub of: u128,
}

/// The chances of a hand within some draws of its own, with the best discards in between.
///
/// Whoever discards knows the tiles drawn so far and none that come. The best play to win and the best to
/// be tenpai may differ.
#[derive(Debug, Clone, PartialEq, Eq)]
#[must_use]
pub struct Chances {
    /// Within how many draws: as many as were asked about, or fewer after a run that was cut short.
    pub draws: u8,
    /// To win.
    pub win: Odds,
    /// To be tenpai or to win.
    pub tenpai: Odds,
    /// Of a hand of 3n+2 tiles: the first discard that is best to win, unless no discard ever wins.
    pub discard: Option<Tile>,
    /// Whether all draws asked about were looked at.
    pub completeness: Completeness,
}

impl Game {
    /// The chances of a hand to win, and to be tenpai, within so many draws of its own: of 3n+1 concealed
    /// tiles, or of 3n+2 when it is to discard first.
    ///
    /// All tiles that are not in the hand and not seen are equally likely to come. Three draws are always
    /// looked at; more as long as there are fewer than some ten million hands to look at.
    ///
    /// # Errors
    /// As [`Game::distance_with`], and [`QuestionError::TooManyDraws`].
    ///
    /// ```
    /// use ginga::{Game, Settings};
    /// let riichi = Game::builtin("riichi")?;
    /// let hand = riichi.hand("123m456p789s1155z")?;
    /// let chances = riichi.chances(&hand, 1, &Settings::default())?;
    /// assert_eq!((chances.win.ways, chances.win.of), (4, 123));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn chances(
        &self,
        hand: &Hand,
        draws: u8,
        settings: &Settings<'_>,
    ) -> Result<Chances, QuestionError> {
        let most = Chances::MOST_DRAWS;
        if draws > most {
            return Err(QuestionError::TooManyDraws { draws, most });
        }
        let query = self.sized_query(hand, settings)?;
        let unseen = query.prepared.wall.unseen(hand).without(&settings.visible);
        let left = unseen.counts();
        let draws = draws.min(u8::try_from(left.total()).unwrap_or(u8::MAX));
        let mut best = Chances::within(0, [0, 0], left.total(), None);
        for draws in 0..=draws {
            let mut walk = Walk { query, draws, states: 0, known: Default::default() };
            match walk.chances(left) {
                Ok(chances) => best = chances,
                Err(Cut::Fault(fault)) => return Err(fault.into()),
                Err(Cut::Short) => {
                    let by_states = draws > ALWAYS && walk.states > MOST_STATES;
                    let by = if by_states { StoppedBy::Limit } else { StoppedBy::Caller };
                    best.completeness = Completeness::Stopped(by);
                    break;
                }
            }
        }
        Ok(best)
    }
}

impl Chances {
    /// The most draws that can be asked about: with more, the numbers of orders would not fit.
    pub const MOST_DRAWS: u8 = 12;

    fn within(draws: u8, [win, tenpai]: [u128; 2], left: usize, discard: Option<Tile>) -> Chances {
        let odds = |ways| Odds { ways, of: orders(left, draws) };
        let completeness = Completeness::Complete;
        Chances { draws, win: odds(win), tenpai: odds(tenpai), discard, completeness }
    }
}

/// In how many orders so many tiles can be drawn of those left.
fn orders(left: usize, draws: u8) -> u128 {
    (0..usize::from(draws)).map(|drawn| left.saturating_sub(drawn) as u128).product()
}

/// What is known of hands of 3n+1 tiles, by their tiles and the tiles left, the number of draws left with
/// them.
type Memo = FxHashMap<(TileCounts, TileCounts), u128>;

/// Goes through all draws and the discards that follow.
struct Walk<'a> {
    query: Query<'a>,
    /// How many draws there are in all.
    draws: u8,
    /// How many hands were looked at.
    states: usize,
    /// By goal.
    known: [Memo; 2],
}

/// Why the chances were not counted to the end.
enum Cut {
    Short,
    Fault(SolverFault),
}

impl From<SolverFault> for Cut {
    fn from(fault: SolverFault) -> Cut {
        Cut::Fault(fault)
    }
}

/// What is to be reached.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Goal {
    Win,
    /// To be tenpai: one tile before a win.
    Tenpai,
}

impl Goal {
    /// The distance at which it is reached.
    fn distance(self) -> u8 {
        match self {
            Goal::Win => 0,
            Goal::Tenpai => 1,
        }
    }
}

impl Walk<'_> {
    fn chances(&mut self, left: &TileCounts) -> Result<Chances, Cut> {
        let tiles = self.query.hand.concealed();
        let (mut ways, mut discard) = ([0, 0], None);
        if self.query.hand.size() == Some(HandSize::Waiting) {
            ways = [
                self.ways(Goal::Win, tiles, left, self.draws)?,
                self.ways(Goal::Tenpai, tiles, left, self.draws)?,
            ];
        } else if self.query.hold_win(tiles)?.ok_or(Cut::Short)? {
            ways = [orders(left.total(), self.draws); 2];
        } else {
            (ways[0], discard) = self.best_discard(Goal::Win, tiles, left, self.draws)?;
            ways[1] = self.best_discard(Goal::Tenpai, tiles, left, self.draws)?.0;
        }
        Ok(Chances::within(self.draws, ways, left.total(), discard))
    }

    /// The most ways that a discard leaves, and the first discard that leaves them.
    fn best_discard(
        &mut self,
        goal: Goal,
        tiles: &TileCounts,
        left: &TileCounts,
        draws: u8,
    ) -> Result<(u128, Option<Tile>), Cut> {
        let mut best = (0, None);
        for (discard, _) in tiles.iter() {
            let mut rest = tiles.clone();
            rest.remove(discard);
            let ways = self.ways(goal, &rest, left, draws)?;
            if ways > best.0 {
                best = (ways, Some(discard));
            }
        }
        Ok(best)
    }

    /// In how many orders of the next draws a hand of 3n+1 tiles reaches the goal.
    fn ways(
        &mut self,
        goal: Goal,
        tiles: &TileCounts,
        left: &TileCounts,
        draws: u8,
    ) -> Result<u128, Cut> {
        let key = (tiles.clone(), left.clone());
        if let Some(&ways) = self.known[goal as usize].get(&key) {
            return Ok(ways);
        }
        let ways = self.count(goal, tiles, left, draws)?;
        let memo = &mut self.known[goal as usize];
        if memo.len() < MOST_KEPT {
            memo.insert(key, ways);
        }
        Ok(ways)
    }

    fn count(
        &mut self,
        goal: Goal,
        tiles: &TileCounts,
        left: &TileCounts,
        draws: u8,
    ) -> Result<u128, Cut> {
        self.states += 1;
        if self.draws > ALWAYS && self.states > MOST_STATES
            || self.query.settings.stop.should_stop()
        {
            return Err(Cut::Short);
        }
        let acceptance = self.query.acceptance_of(tiles, left)?;
        if !acceptance.distance.report.completeness.is_complete() {
            return Err(Cut::Short);
        }
        let Some(distance) = acceptance.distance.tiles() else { return Ok(0) };
        let lacking = distance.saturating_sub(goal.distance());
        if lacking == 0 {
            return Ok(orders(left.total(), draws));
        }
        if lacking > draws {
            return Ok(0);
        }
        let helping: TileSet = acceptance.tiles.iter().map(|wait| wait.tile).collect();
        if lacking == 1 && draws == 1 {
            return Ok(helping.iter().map(|tile| u128::from(left.get(tile))).sum());
        }
        let mut ways = 0;
        for (tile, copies) in left.iter() {
            // With no draw to spare, each must help.
            if lacking == draws && !helping.contains(tile) {
                continue;
            }
            let mut rest = left.clone();
            rest.remove(tile);
            let follow = if lacking == 1 && helping.contains(tile) {
                orders(rest.total(), draws - 1)
            } else {
                let mut drawn = tiles.clone();
                drawn.add(tile);
                self.best_discard(goal, &drawn, &rest, draws - 1)?.0
            };
            ways += u128::from(copies) * follow;
        }
        Ok(ways)
    }
}
