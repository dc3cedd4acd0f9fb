//! How far a hand is, in the words of players.

use super::text::{NO, YES, blue};
use ginga::{Acceptance, Distance, RuleSet, Wait};
use itertools::Itertools;

/// As [`word`], coloured.
pub fn verdict(distance: &Distance) -> String {
    let word = word(distance);
    match distance.tiles() {
        None if distance.report.completeness.is_complete() => format!("{NO}{word}{NO:#}"),
        Some(0 | 1) => format!("{YES}{word}{YES:#}"),
        _ => word,
    }
}

/// `complete`, `tenpai`, `2-shanten`, `never`; what is known of it after a run that was cut short.
pub fn word(distance: &Distance) -> String {
    match distance.tiles() {
        Some(tiles) => name(tiles),
        None if distance.report.completeness.is_complete() => "never".to_owned(),
        None if distance.at_least == 0 => "unknown".to_owned(),
        None => format!("unknown, at least {}", name(distance.at_least)),
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
        None if distance.at_least == 0 => "unknown".to_owned(),
        None => format!("{}+", distance.at_least - 1),
    }
}

/// Tiles with the copies left of each: `5m×3 8P×1`.
pub fn tiles(tiles: &[Wait]) -> String {
    blue(&tiles.iter().map(|wait| format!("{}×{}", wait.tile, wait.left)).join(" "))
}

/// As [`tiles`], but of many the first ones alone: most of a set may help a hand that is far off.
pub fn first_tiles(all: &[Wait]) -> String {
    const TOLD: usize = 12;
    let told = tiles(&all[..all.len().min(TOLD)]);
    match all.len().saturating_sub(TOLD) {
        0 => told,
        more => format!("{told} … and {more} more"),
    }
}

/// The kinds as which tiles help, with the tiles left for each: `5m×6 8p×6`.
pub fn kinds(acceptance: &Acceptance, rules: &RuleSet) -> String {
    let by_kind = acceptance.left_by_kind(rules);
    by_kind.iter().map(|(kind, left)| format!("{kind}×{left}")).join(" ")
}
