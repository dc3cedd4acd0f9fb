//! Why a request cannot be answered, before any solver is asked.

use ginga::notation::NotationError;
use ginga::{HandError, RulesError};
use std::io;

/// A fault in a hand or in the choice of its rules.
#[derive(Debug)]
pub enum RequestFault {
    /// A text is not in the notation.
    Notation {
        #[cfg_attr(not(feature = "serve"), expect(dead_code, reason = "HTTP names the field"))]
        part: HandPart,
        text: String,
        error: NotationError,
    },
    /// The rule set does not have this hand; a place in the error counts in `text`.
    Hand { text: String, error: HandError },
    /// Standard input cannot be read.
    StandardInput(io::Error),
    /// Standard input has several lines where one hand is read.
    SeveralLines,
    /// A rule file cannot be read.
    RuleFile { path: String, error: io::Error },
    /// There is no such rule set, or it has faults; `name` is how it was named.
    Rules { name: String, error: RulesError },
    /// The rule set finds its wild kinds by a tile turned up, and none is.
    LacksIndicator { name: String },
}

/// The part of a hand that a text gives.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HandPart {
    Hand,
    Meld,
    ConcealedKan,
}
