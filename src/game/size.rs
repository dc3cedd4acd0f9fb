//! Which number of tiles each question takes, and why a question has no answer.

use crate::hand::{Hand, HandError};
use crate::rules::RuleSet;
use crate::size::HandSize;
use crate::solver::SolverFault;
use crate::tile::Tile;

/// Why a question has no answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum QuestionError {
    /// The rule set does not have these tiles.
    #[error(transparent)]
    Hand(#[from] HandError),
    /// The number of concealed tiles does not suit the question.
    #[error(
        "{}: {}{}",
        counted(*.tiles, "concealed tile"),
        takers(*.wanted),
        other_question(*.tiles, *.wanted)
    )]
    WrongSize {
        /// The number of concealed tiles.
        tiles: usize,
        /// What the question takes.
        wanted: HandSize,
    },
    /// The number of concealed tiles is that of no hand, neither of a complete one nor of one that
    /// waits.
    #[error(
        "{}: a hand has 3n+1 to wait (1, 4, 7, 10, 13 …) or 3n+2 to be complete (2, 5, 8, 11, 14 …); \
         add a tile or two, or take some away",
        counted(*.tiles, "concealed tile")
    )]
    NoHandSize {
        /// The number of concealed tiles.
        tiles: usize,
    },
    /// More melds than the rule set has.
    #[error(
        "{} and {} make {}; the rule set {rules} has {most}",
        counted(*.concealed, "concealed tile"),
        counted(*.called, "called meld"),
        counted(HandSize::melds_of(*.concealed) + .called, "meld")
    )]
    TooManyMelds {
        /// The number of concealed tiles.
        concealed: usize,
        /// The number of called melds.
        called: usize,
        /// The rule set's melds.
        most: u8,
        /// The rule set's name.
        rules: String,
    },
    /// Tiles in the hand and seen elsewhere are more than there are.
    #[error(
        "{tile} is seen {}, in the hand and elsewhere; the rule set {rules} has {copies}",
        counted(*.seen, "time")
    )]
    TooManyVisible {
        /// The tile.
        tile: Tile,
        /// How often it is seen.
        seen: usize,
        /// How many there are.
        copies: u8,
        /// The rule set's name.
        rules: String,
    },
    /// More draws than chances are counted for.
    #[error("{draws} draws are too many to count: up to {most} can be asked about")]
    TooManyDraws {
        /// The number of draws asked about.
        draws: u8,
        /// The most that can be.
        most: u8,
    },
    /// A fault of the solver itself.
    #[error(transparent)]
    Solver(#[from] SolverFault),
}

impl HandSize {
    /// Checks that the number of a hand's tiles suits a question, and that the rules have so many
    /// melds.
    pub(super) fn check(self, hand: &Hand, rules: &RuleSet) -> Result<(), QuestionError> {
        let (tiles, called) = (hand.concealed().total(), hand.called().len());
        if hand.size() != Some(self) {
            return Err(QuestionError::WrongSize { tiles, wanted: self });
        }
        if hand.melds() > usize::from(rules.melds()) {
            return Err(QuestionError::TooManyMelds {
                concealed: tiles,
                called,
                most: rules.melds(),
                rules: rules.name().to_owned(),
            });
        }
        Ok(())
    }
}

/// A number of things as a person says it: `1 meld`, `2 melds`.
fn counted(number: usize, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}

/// Which questions take hands of a size.
fn takers(wanted: HandSize) -> &'static str {
    match wanted {
        HandSize::Complete => "win, decompose and discards take 3n+2 (2, 5, 8, 11, 14 …)",
        HandSize::Waiting => "waits takes 3n+1 (1, 4, 7, 10, 13 …)",
    }
}

/// Which question takes so many tiles, or what to do when none does.
fn other_question(tiles: usize, wanted: HandSize) -> &'static str {
    match (HandSize::of(tiles), wanted) {
        (Some(HandSize::Waiting), HandSize::Complete) => "; `waits` answers for this number",
        (Some(HandSize::Complete), HandSize::Waiting) => {
            "; `win`, `decompose` and `discards` answer for this number"
        }
        _ => "; add a tile or two, or take some away",
    }
}
