//! Which tile to discard.

use super::{QuestionError, Settings, SizeWanted, sized, waits};
use crate::answer::Waits;
use crate::hand::Hand;
use crate::rules::RuleSet;
use crate::tile::Tile;
use std::cmp::Reverse;

/// A discard that leaves the hand waiting.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Discard {
    /// The tile to discard.
    pub tile: Tile,
    /// The waits of what remains; the discarded tile itself counts as seen.
    pub waits: Waits,
    /// How many copies of winning tiles are left in all.
    pub left: u32,
}

/// For each discard from a hand of 3n+2 concealed tiles that leaves it tenpai the waits it leaves:
/// most copies left first, then most winning tiles, then in tile order.
///
/// # Errors
/// As [`waits`], for a hand of 3n+2 concealed tiles.
///
/// ```
/// use ginga::{Hand, RuleSet, Settings};
/// let riichi = RuleSet::builtin("riichi")?;
/// let hand = Hand::parse("235m55p", &riichi)?;
/// let discards = ginga::discards(&hand, &riichi, &Settings::default())?;
/// let best: Vec<String> =
///     discards.iter().map(|discard| format!("{} {}", discard.tile, discard.left)).collect();
/// assert_eq!(best, ["5m 8", "2m 4"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn discards(
    hand: &Hand,
    rules: &RuleSet,
    settings: &Settings<'_>,
) -> Result<Vec<Discard>, QuestionError> {
    sized(hand, rules, SizeWanted::Complete)?;
    let mut discards = Vec::new();
    for (tile, _) in hand.concealed().iter() {
        let mut settings = settings.clone();
        settings.visible.add(tile);
        let waits = waits(&hand.without(tile), rules, &settings)?;
        if waits.is_tenpai() || !waits.report.completeness.is_complete() {
            let left = waits.tiles.iter().map(|wait| u32::from(wait.left)).sum();
            discards.push(Discard { tile, waits, left });
        }
    }
    discards
        .sort_by_key(|discard| (Reverse((discard.left, discard.waits.tiles.len())), discard.tile));
    Ok(discards)
}
