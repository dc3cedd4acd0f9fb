//! What random hands came to under each rule set.

use super::candidates::Candidate;
use super::tally::Tallies;
use crate::args::compare::TenpaiUnder;
use crate::random::Draw;
use crate::text::grouped;
use ginga::{Game, HandSize};

/// What was asked, and what it came to.
pub struct Survey {
    pub candidates: Vec<Candidate>,
    /// The rule set whose tiles are drawn.
    pub deck: Game,
    pub draw: Draw,
    pub tenpai: Option<TenpaiUnder>,
    pub seed: u64,
    pub wanted: u64,
    /// How many hands the generator gave; more than were counted where only some are wanted.
    pub drawn: u64,
    pub tallies: Tallies,
    pub stopped_by: Option<&'static str>,
}

impl Survey {
    pub fn asks_waits(&self) -> bool {
        HandSize::of(self.draw.tiles) == Some(HandSize::Waiting)
    }

    /// `tenpai` or `win`.
    pub fn verdict(&self) -> &'static str {
        if self.asks_waits() { "tenpai" } else { "win" }
    }

    /// `Winning tiles of 10,000 random hands, seed 7`.
    pub fn title(&self) -> String {
        format!("Winning tiles of {}, seed {}", self.hands_in_words(), self.seed)
    }

    pub fn hands_in_words(&self) -> String {
        let hands = self.tallies.hands;
        format!("{} random {}", grouped(hands), if hands == 1 { "hand" } else { "hands" })
    }

    /// What is special about the hands: `13 tiles from the tile set of riichi`.
    pub fn draw_in_words(&self) -> String {
        let deck = self.deck.rules().name();
        let mut words = format!("{} tiles from the tile set of {deck}", self.draw.tiles);
        if let Some(blue) = self.draw.blue {
            words += &format!(", {blue} of them blue");
        }
        match self.tenpai {
            None => {}
            Some(TenpaiUnder::Deck) => words += &format!("; tenpai under {deck}"),
            Some(TenpaiUnder::Any) => {
                let drawn = grouped(self.drawn);
                words +=
                    &format!("; tenpai under one rule set at least, as of {drawn} hands drawn");
            }
        }
        words
    }
}
