//! Notes to a person on standard error, which change nothing about the answer.

use super::request::HandInput;
use ginga::{Game, RuleSet, Tile};
use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// A note about a hand in capitals alone: its writer may not have meant blue tiles.
pub fn all_blue(hand: &HandInput, rules: &RuleSet) {
    if hand.is_in_capitals() && !rules.wall().all(Tile::is_galaxy) {
        let hand = hand.text();
        let note =
            format!("all tiles of {hand} are blue: M P S Z are blue tiles, m p s z plain ones");
        // A standard error that takes nothing changes nothing either.
        let _ = writeln!(io::stderr(), "note: {note}");
    }
}

/// A note, once a run has taken a second, that the search answers for a rule set that the engine does not
/// serve: some hundred times slower.
pub struct SlowNote {
    since: Instant,
    refused: Option<String>,
    told: AtomicBool,
}

impl SlowNote {
    /// Begins a run under these games.
    pub fn new<'g>(games: impl IntoIterator<Item = &'g Game>) -> SlowNote {
        let refused = |game: &Game| {
            let refused = game.served().err()?;
            Some(format!(
                "under {} the search answers, some 200 hands/s: {refused}",
                game.rules().name()
            ))
        };
        let refused = games.into_iter().find_map(refused);
        SlowNote { since: Instant::now(), refused, told: AtomicBool::new(false) }
    }

    /// Writes the note if it is time.
    pub fn look(&self) {
        let Some(refused) = &self.refused else { return };
        if self.since.elapsed() > Duration::from_secs(1) && !self.told.swap(true, Ordering::Relaxed)
        {
            let _ = writeln!(io::stderr(), "note: {refused}");
        }
    }
}

/// A note that a run was cut short whose output has no place to say so, and how far it came.
pub fn cut_short(interrupted: bool, so_far: &str) {
    let by = if interrupted { "Ctrl-C" } else { "--time-limit" };
    let _ = writeln!(io::stderr(), "incomplete: stopped by {by}, {so_far}");
}
