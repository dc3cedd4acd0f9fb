//! Which tile to discard.

use super::{Game, QuestionError, Settings};
use crate::answer::Waits;
use crate::hand::Hand;
use crate::size::HandSize;
use crate::tile::Tile;
use std::cmp::Reverse;

/// A discard that leaves the hand waiting.
#[derive(Debug, Clone, PartialEq, Eq)]
#[must_use]
pub struct Discard {
    /// The tile to discard.
    pub tile: Tile,
    /// The waits of what remains, without their list; the discarded tile itself counts as seen.
    pub waits: Waits,
    /// How many copies of winning tiles are left in all.
    pub left: u32,
}

impl Game {
    /// For each discard from a hand of 3n+2 concealed tiles that leaves it tenpai the waits it leaves:
    /// most copies left first, then most winning tiles, then in tile order.
    ///
    /// # Errors
    /// As [`Game::waits`], for a hand of 3n+2 concealed tiles.
    ///
    /// ```
    /// use ginga::Game;
    /// let riichi = Game::builtin("riichi")?;
    /// let discards = riichi.discards(&riichi.hand("235m55p")?)?;
    /// let best: Vec<String> =
    ///     discards.iter().map(|discard| format!("{} {}", discard.tile, discard.left)).collect();
    /// assert_eq!(best, ["5m 8", "2m 4"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn discards(&self, hand: &Hand) -> Result<Vec<Discard>, QuestionError> {
        self.discards_with(hand, &Settings::default())
    }

    /// [`Game::discards`] with settings.
    ///
    /// # Errors
    /// As [`Game::waits_with`], for a hand of 3n+2 concealed tiles.
    pub fn discards_with(
        &self,
        hand: &Hand,
        settings: &Settings<'_>,
    ) -> Result<Vec<Discard>, QuestionError> {
        let settings = Settings { no_list: true, ..settings.clone() };
        self.discards_by(hand, &settings, |hand, settings| self.waits_with(hand, settings))
    }

    /// The discards, with the waits that a question of the caller's finds.
    pub(super) fn discards_by<E: From<QuestionError>>(
        &self,
        hand: &Hand,
        settings: &Settings<'_>,
        waits: impl Fn(&Hand, &Settings<'_>) -> Result<Waits, E>,
    ) -> Result<Vec<Discard>, E> {
        HandSize::Complete.check(hand, self.rules())?;
        self.check(hand).map_err(QuestionError::from)?;
        let mut discards = Vec::new();
        for (tile, _) in hand.concealed().iter() {
            let mut settings = settings.clone();
            settings.visible.add(tile);
            let mut waits = waits(&self.checked(hand.without(tile)), &settings)?;
            waits.decompositions = Vec::new();
            if waits.is_tenpai() || !waits.report.completeness.is_complete() {
                let left = waits.tiles.iter().map(|wait| u32::from(wait.left)).sum();
                discards.push(Discard { tile, waits, left });
            }
        }
        let order =
            |discard: &Discard| (Reverse((discard.left, discard.waits.tiles.len())), discard.tile);
        discards.sort_by_key(order);
        Ok(discards)
    }
}
