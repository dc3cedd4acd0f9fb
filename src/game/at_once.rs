//! Verdicts and winning tiles alone, for hands in bulk: no decomposition is made.

use super::{Game, QuestionError, Settings};
use crate::engine::WinningTiles;
use crate::hand::Hand;
use crate::size::HandSize;

impl Game {
    /// Whether the hand is complete, and nothing more.
    ///
    /// # Errors
    /// As [`Game::win`].
    ///
    /// ```
    /// use ginga::Game;
    /// let mcr = Game::builtin("mcr")?;
    /// let knitted = mcr.hand("147m258p369s55567z")?;
    /// assert!(!mcr.is_win(&knitted)?);
    /// assert!(mcr.is_win(&mcr.hand("147m258p36s123456z")?)?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn is_win(&self, hand: &Hand) -> Result<bool, QuestionError> {
        let settings = Settings::default();
        let query = self.query(hand, HandSize::Complete, &settings)?;
        match query.is_win() {
            Some(wins) => Ok(wins),
            None => Ok(query.counts()?.0.decompositions() > 0),
        }
    }

    /// The winning tiles of a hand that waits for one, and nothing more.
    ///
    /// # Errors
    /// As [`Game::waits`].
    ///
    /// ```
    /// use ginga::Game;
    /// let galaxy = Game::builtin("galaxy")?;
    /// let winning = galaxy.winning_tiles(&galaxy.hand("23m5p5P")?)?;
    /// assert_eq!(winning.kinds().to_string(), "1m4m");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn winning_tiles(&self, hand: &Hand) -> Result<WinningTiles, QuestionError> {
        // A hand with too many choices is counted, never listed: there may be millions of decompositions.
        let settings = Settings { no_list: true, ..Settings::default() };
        let query = self.query(hand, HandSize::Waiting, &settings)?;
        match query.winning_tiles() {
            Some(winning) => Ok(winning),
            None => {
                let waits = query.waits()?;
                let tiles = waits.tiles.iter().map(|wait| wait.tile).collect();
                Ok(WinningTiles::new(tiles, waits.kinds, waits.dead))
            }
        }
    }
}
