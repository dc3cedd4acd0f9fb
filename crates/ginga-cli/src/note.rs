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
