//! What one rule set says about one random hand: by the engine where it serves, else as `batch` asks.

use super::candidates::Candidate;
use crate::answers::{Answer, answer};
use crate::clock::Clock;
use crate::failure::Failure;
use crate::request::{Question, QuestionRequest, SolverPolicy};
use ginga::{Game, Hand, SolverChoice, Stop, Tile};

/// What a rule set says about a hand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Said {
    /// Whether it is tenpai, or a win.
    pub yes: bool,
    /// The winning tiles with the copies left.
    pub tiles: Vec<(Tile, u8)>,
    /// How many kinds they complete the hand as.
    pub kinds: u64,
    /// The solver that answered.
    pub solver: &'static str,
}

impl Said {
    /// Whether both say the same but for the copies left.
    pub fn agrees(&self, other: &Said) -> bool {
        let tiles = |said: &Said| said.tiles.iter().map(|(tile, _)| *tile).collect::<Vec<_>>();
        self.yes == other.yes && tiles(self) == tiles(other)
    }

    /// How many tiles are left that win.
    pub fn left(&self) -> u64 {
        self.tiles.iter().map(|(_, left)| u64::from(*left)).sum()
    }
}

/// A hand under a rule set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reply {
    Said(Said),
    /// The rule set has no such hand.
    NotAdmitted,
    /// Time ran out first.
    CutShort,
}

/// A rule set, ready to answer.
pub struct Answerer<'a> {
    candidate: &'a Candidate,
    request: &'a QuestionRequest,
    /// Whether the engine serves the rule set, and nothing more is asked of the answer.
    by_engine: bool,
}

impl<'a> Answerer<'a> {
    /// Makes ready.
    pub fn new(candidate: &'a Candidate, request: &'a QuestionRequest) -> Answerer<'a> {
        let options = &request.options;
        let plain = !options.verify && options.visible.total() == 0;
        let native = matches!(
            options.solver,
            SolverPolicy::Fastest | SolverPolicy::Named(SolverChoice::Fastest)
        );
        let by_engine = plain && native && candidate.rules.game.served().is_ok();
        Answerer { candidate, request, by_engine }
    }

    /// Asks.
    pub fn answer(&self, tiles: &[Tile], clock: &Clock) -> Result<Reply, Failure> {
        let rules = &self.candidate.rules;
        let Ok(hand) = rules.game.hand_from_tiles(tiles.iter().copied()) else {
            return Ok(Reply::NotAdmitted);
        };
        if self.by_engine {
            return Ok(Reply::Said(by_engine(&rules.game, &hand, self.request.question)?));
        }
        // By the engine a hand is answered before a clock could tell.
        if clock.should_stop() {
            return Ok(Reply::CutShort);
        }
        let answered = answer(self.request, hand, rules, clock)?;
        if answered.stopped_by().is_some() {
            return Ok(Reply::CutShort);
        }
        let (tiles, kinds) = match &answered.answer {
            Answer::Waits(waits) => {
                let tiles = waits.tiles.iter().map(|wait| (wait.tile, wait.left));
                (tiles.collect(), waits.kinds.len() as u64)
            }
            _ => (Vec::new(), 0),
        };
        let solver = answered.answer.report().solver;
        Ok(Reply::Said(Said { yes: answered.answer.is_yes(), tiles, kinds, solver }))
    }
}

fn by_engine(game: &Game, hand: &Hand, question: Question) -> Result<Said, Failure> {
    let solver = "engine";
    if question != Question::Waits {
        return Ok(Said { yes: game.is_win(hand)?, tiles: Vec::new(), kinds: 0, solver });
    }
    let waits = game.winning_tiles(hand)?;
    let held = hand.all_tiles();
    let left = |tile| game.rules().drawable(tile).saturating_sub(held.get(tile));
    let tiles = waits.tiles().map(|tile| (tile, left(tile))).collect();
    Ok(Said { yes: !waits.is_empty(), tiles, kinds: waits.kinds().len() as u64, solver })
}
