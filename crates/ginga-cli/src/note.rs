//! Notes to a person on standard error, which change nothing about the answer.

use super::request::HandInput;
use ginga::{RuleSet, Tile};
use std::io::{self, Write};

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

/// A note that a run was cut short whose output has no place to say so, and how far it came.
pub fn cut_short(interrupted: bool, so_far: &str) {
    let by = if interrupted { "Ctrl-C" } else { "--time-limit" };
    let _ = writeln!(io::stderr(), "incomplete: stopped by {by}, {so_far}");
}
