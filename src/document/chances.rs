//! Chances in documents.

use crate::game::{Chances, Odds};
use crate::tile::Tile;
use serde::Serialize;

/// The chances of a hand within some draws.
#[derive(Debug, Clone, Serialize)]
pub(super) struct ChancesPart {
    draws: u8,
    win: OddsPart,
    tenpai: OddsPart,
    #[serde(skip_serializing_if = "Option::is_none")]
    discard: Option<Tile>,
}

/// Whole numbers as texts, since they may be beyond what programs read as numbers, and their quotient.
#[derive(Debug, Clone, Serialize)]
struct OddsPart {
    ways: String,
    of: String,
    p: f64,
}

impl ChancesPart {
    pub(super) fn of(chances: &Chances) -> ChancesPart {
        let Chances { draws, win, tenpai, discard, completeness: _ } = chances;
        ChancesPart {
            draws: *draws,
            win: OddsPart::of(win),
            tenpai: OddsPart::of(tenpai),
            discard: *discard,
        }
    }
}

impl OddsPart {
    fn of(odds: &Odds) -> OddsPart {
        let p = odds.ways as f64 / odds.of as f64;
        OddsPart { ways: odds.ways.to_string(), of: odds.of.to_string(), p }
    }
}
