//! How far a hand is, in the words of players.

use super::text::{NO, YES, blue};
use ginga::{Distance, Wait};
use itertools::Itertools;

/// `complete`, `tenpai`, `2-shanten`, `never`; what is known of it after a run that was cut short.
pub fn verdict(distance: &Distance) -> String {
    if !distance.report.completeness.is_complete() {
        return format!("unknown, {} at least", name(distance.at_least));
    }
    match distance.tiles() {
        None => format!("{NO}never{NO:#}"),
        Some(tiles @ (0 | 1)) => format!("{YES}{}{YES:#}", name(tiles)),
        Some(tiles) => name(tiles),
    }
}

/// The word for a distance.
pub fn name(distance: u8) -> String {
    match distance {
        0 => "complete".to_owned(),
        1 => "tenpai".to_owned(),
        tiles => format!("{}-shanten", tiles - 1),
    }
}

/// The shanten number in a table.
pub fn number(distance: &Distance) -> String {
    match distance.shanten() {
        Some(0) => "tenpai".to_owned(),
        Some(shanten) => shanten.to_string(),
        None if distance.report.completeness.is_complete() => "never".to_owned(),
        None => format!("{}+", i16::from(distance.at_least) - 1),
    }
}

/// Tiles with the copies left of each: `5m×3 8p×1`.
pub fn tiles(tiles: &[Wait]) -> String {
    blue(&tiles.iter().map(|wait| format!("{}×{}", wait.tile, wait.left)).join(" "))
}
