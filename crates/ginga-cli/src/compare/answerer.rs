//! What one rule set says about one random hand: by the tables where they serve, else as `batch` asks.

use super::Contender;
use crate::answers::{Answer, QuestionName};
use crate::args::AnswerArgs;
use crate::clock::Clock;
use crate::failure::Failure;
use crate::input;
use crate::policy::Auto;
use ginga::engine::{Engine, PackedHand};
use ginga::{Hand, SolverChoice, Stop, Tile};

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
    contender: &'a Contender,
    options: &'a AnswerArgs,
    /// The tables, where they serve the rule set and nothing more is asked of the answer.
    engine: Option<Engine>,
}

impl<'a> Answerer<'a> {
    /// Makes ready; a fault of the options is the call's.
    pub fn new(contender: &'a Contender, options: &'a AnswerArgs) -> Result<Answerer<'a>, Failure> {
        let quiet = Clock::start_quietly(None);
        let settings = input::settings(options, &quiet)?;
        let plain = !options.verify && options.visible.is_none();
        let plain = plain && settings.solver == SolverChoice::Fastest;
        let engine = Engine::new(&contender.rules).ok().filter(|_| plain);
        Ok(Answerer { contender, options, engine })
    }

    /// Asks.
    pub fn answer(&self, tiles: &[Tile], clock: &Clock) -> Result<Reply, Failure> {
        let Contender { rules, asked, .. } = self.contender;
        let Ok(hand) = Hand::from_tiles(tiles.iter().copied(), rules) else {
            return Ok(Reply::NotAdmitted);
        };
        if let Some(engine) = &self.engine
            && let Some(packed) = PackedHand::of(&hand)
        {
            return Ok(Reply::Said(by_tables(engine, &packed, asked.question)));
        }
        // By tables a hand is answered before a clock could tell.
        if clock.should_stop() {
            return Ok(Reply::CutShort);
        }
        let found = asked.ask(hand, rules.clone(), self.options, Auto::Fastest, clock)?;
        if found.stopped_by().is_some() {
            return Ok(Reply::CutShort);
        }
        let (tiles, kinds) = match &found.answer {
            Answer::Waits(waits) => {
                let tiles = waits.tiles.iter().map(|wait| (wait.tile, wait.left));
                (tiles.collect(), waits.kinds.len() as u64)
            }
            _ => (Vec::new(), 0),
        };
        let solver = found.answer.report().solver;
        Ok(Reply::Said(Said { yes: found.answer.is_yes(), tiles, kinds, solver }))
    }
}

fn by_tables(engine: &Engine, hand: &PackedHand, question: QuestionName) -> Said {
    let solver = "engine";
    if question != QuestionName::Waits {
        return Said { yes: engine.is_win(hand), tiles: Vec::new(), kinds: 0, solver };
    }
    let waits = engine.waits(hand);
    let tiles = waits.tiles().map(|tile| (tile, engine.unseen(hand, tile))).collect();
    Said { yes: !waits.is_empty(), tiles, kinds: waits.kinds().len() as u64, solver }
}
