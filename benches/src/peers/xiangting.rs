//! xiangting: the deficiency number (shanten + 1) by tables, and the tiles that lower it.
//!
//! It checks each hand (four of a kind at most, 3n+1 or 3n+2 tiles), and so does what is timed.

use crate::answers::{Draws, Helping, Mask};
use crate::hands::{Deal, counts};
use crate::measure::Contestant;
use xiangting::{PlayerCount, calculate_necessary_tiles, calculate_replacement_number};

/// A win by a deficiency of 0.
pub fn win(deals: &[Deal]) -> Contestant<'static, bool> {
    let call = |hand: &mut _| calculate_replacement_number(hand, PlayerCount::Four);
    let read = |answer| matches!(answer, Ok(0));
    Contestant::new("xiangting, deficiency", counts(deals), call, read)
}

/// Waits by its own call: the necessary tiles at a deficiency of 1. Of a hand further away, too, it
/// finds the tiles that help, more than was asked.
pub fn waits(deals: &[Deal]) -> Contestant<'static, Mask> {
    let call = |hand: &mut _| calculate_necessary_tiles(hand, PlayerCount::Four);
    let read = |answer| match answer {
        Ok((1, tiles)) => Mask(u128::from(tiles)),
        _ => Mask::default(),
    };
    Contestant::new("xiangting, necessary tiles", counts(deals), call, read)
}

/// Waits by both calls, the second for hands that wait alone: the fastest that can be made of what
/// it has when most hands do not.
pub fn waits_if_any(deals: &[Deal]) -> Contestant<'static, Mask> {
    let call = |hand: &mut _| match calculate_replacement_number(hand, PlayerCount::Four) {
        Ok(1) => calculate_necessary_tiles(hand, PlayerCount::Four).map_or(0, |(_, tiles)| tiles),
        _ => 0,
    };
    let read = |tiles| Mask(u128::from(tiles));
    Contestant::new("xiangting, necessary tiles if 1 lacks", counts(deals), call, read)
}

/// The deficiency number.
pub fn distance(deals: &[Deal]) -> Contestant<'static, Draws> {
    let call = |hand: &mut _| calculate_replacement_number(hand, PlayerCount::Four);
    let read = |answer: Result<u8, _>| Draws(answer.expect("a hand"));
    Contestant::new("xiangting, deficiency", counts(deals), call, read)
}

/// The deficiency number with the tiles that lower it.
pub fn acceptance(deals: &[Deal]) -> Contestant<'static, Helping> {
    let call = |hand: &mut _| calculate_necessary_tiles(hand, PlayerCount::Four);
    let read = |answer: Result<(u8, u64), _>| {
        let (number, tiles) = answer.expect("a hand");
        Helping(Draws(number), Mask(tiles.into()))
    };
    Contestant::new("xiangting, necessary tiles", counts(deals), call, read)
}
