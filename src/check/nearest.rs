//! The check of a nearest win: what is drawn can be drawn, and its groups need no fewer tiles.

use super::rules::Rules;
use super::{CheckFault, Checker, Read, check_tiles};
use crate::answer::Decomposition;
use crate::group::{GroupType, Slot};
use crate::hand::Hand;
use crate::rules::{DeadWaits, RuleSet};
use crate::tile::{Kind, Tile, TileCounts};

/// Checks one decomposition of a win that a hand comes to by drawing and discarding, where tiles seen
/// elsewhere cannot be drawn: the tiles drawn are left, the win has the size that the hand asks for, the
/// decomposition is one of the win's, and no win of the same groups draws fewer tiles.
///
/// # Errors
/// The first [`CheckFault`] found.
///
/// ```
/// use ginga::{Game, Settings, TileCounts, check_nearest};
/// let galaxy = Game::builtin("galaxy")?;
/// let (hand, settings) = (galaxy.hand("23m5p5P79s1z")?, Settings::default());
/// for win in galaxy.nearest(&hand, &settings)?.wins {
///     for decomposition in galaxy.decompose_nearest(&win, &settings)?.list {
///         check_nearest(&hand, &win.hand, galaxy.rules(), &TileCounts::EMPTY, &decomposition)?;
///     }
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn check_nearest(
    hand: &Hand,
    win: &Hand,
    rules: &RuleSet,
    seen: &TileCounts,
    decomposition: &Decomposition,
) -> Result<(), CheckFault> {
    hand.check_under(rules)?;
    let size = hand.concealed().total() / 3 * 3 + 2;
    if win.concealed().total() != size || !win.called().eq(hand.called()) {
        return Err(CheckFault::OtherWin);
    }
    // One suit is what the hand shows, drawn tiles or not.
    let of_hand = Rules::of(rules, decomposition.form(), hand)
        .ok_or_else(|| CheckFault::NoForm(decomposition.form().to_owned()))?;
    let draw = win.concealed().minus(hand.concealed());
    let held = hand.all_tiles();
    for (tile, drawn) in draw.iter() {
        let in_wall = of_hand.in_wall(tile);
        let left = match of_hand.dead_waits {
            DeadWaits::Count if in_wall > 0 => u8::MAX,
            _ => in_wall.saturating_sub(held.get(tile)).saturating_sub(seen.get(tile)),
        };
        if drawn > left {
            return Err(CheckFault::NotLeft(tile));
        }
    }
    check_tiles(win, rules, decomposition)?;
    let checker = Checker { hand: win, rules: of_hand, decomposition };
    match checker.fewest_drawn(hand.concealed()) {
        Some(fewest) if fewest < draw.total() => Err(CheckFault::Nearer(fewest)),
        _ => Ok(()),
    }
}

impl Checker<'_> {
    /// How many places of the groups these tiles cannot fill. `None` where limits beside the places decide:
    /// on the number of wild tiles, on what free tiles are.
    fn fewest_drawn(&self, held: &TileCounts) -> Option<usize> {
        let mut places: Vec<(Kind, Read)> = Vec::new();
        for group in self.concealed_groups() {
            if group.group_type() == GroupType::Rest {
                return None;
            }
            let read: Read = (group.group_type(), group.kinds().collect());
            places.extend(group.kinds().map(|kind| (kind, read.clone())));
        }
        if self.rules.most_wilds != usize::MAX {
            return None;
        }
        let tiles: Vec<Tile> = held.tiles().collect();
        let fits = |place: usize, tile: Tile| {
            let (kind, read) = &places[place];
            self.stands(Slot { kind: *kind, tile }, read).is_ok()
        };
        let mut place_of = vec![None; tiles.len()];
        let mut filled = 0;
        for place in 0..places.len() {
            let mut tried = vec![false; tiles.len()];
            filled += usize::from(fill(place, &tiles, &fits, &mut place_of, &mut tried));
        }
        Some(places.len() - filled)
    }
}

/// Puts a tile in a place, moving those of other places if need be.
fn fill(
    place: usize,
    tiles: &[Tile],
    fits: &dyn Fn(usize, Tile) -> bool,
    place_of: &mut [Option<usize>],
    tried: &mut [bool],
) -> bool {
    for (number, &tile) in tiles.iter().enumerate() {
        if tried[number] || !fits(place, tile) {
            continue;
        }
        tried[number] = true;
        let free = match place_of[number] {
            None => true,
            Some(other) => fill(other, tiles, fits, place_of, tried),
        };
        if free {
            place_of[number] = Some(place);
            return true;
        }
    }
    false
}
