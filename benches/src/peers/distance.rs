//! What peers say of the way to a win: shanten, and which kinds lessen it.
//!
//! Both take a hand as counts by kind. Called melds they do not see: a hand of fewer tiles than a full one
//! lacks a meld for every three, and what those melds hold is not missing from the set.

use crate::hands::Counts;
use ginga::{Kind, KindSet};
use riichienv_core::shanten::calc_shanten_from_counts;
use xiangting::{PlayerCount, calculate_necessary_tiles, calculate_unnecessary_tiles};

/// An answer: −1 is a win, 0 tenpai.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Said {
    pub shanten: i8,
    /// The kinds that, drawn, lessen the shanten of a hand of 3n+1 tiles; none for one of 3n+2.
    pub accepted: KindSet,
    /// The kinds that a hand of 3n+2 tiles may discard and keep its shanten; none for one of 3n+1, and for a
    /// win.
    pub discards: KindSet,
}

fn sizes(hand: &Counts) -> (u8, u8) {
    let tiles: u8 = hand.iter().sum();
    (tiles / 3, tiles % 3)
}

/// xiangting has a call for each.
pub fn xiangting(hand: &Counts) -> Said {
    let listed = |bits| KindSet::from_bits(bits).expect("34 kinds");
    let (number, necessary) = calculate_necessary_tiles(hand, PlayerCount::Four).expect("a hand");
    let (_, unnecessary) = calculate_unnecessary_tiles(hand, PlayerCount::Four).expect("a hand");
    let is_waiting = sizes(hand).1 == 1;
    let if_so = |so: bool, bits| if so { listed(bits) } else { KindSet::EMPTY };
    Said {
        shanten: number as i8 - 1,
        accepted: if_so(is_waiting, necessary),
        discards: if_so(!is_waiting && number > 0, unnecessary),
    }
}

/// riichienv-core has a call for the shanten; each kind is drawn and discarded in turn, as its own functions
/// for Python do.
pub fn riichienv(hand: &Counts) -> Said {
    let (melds, over) = sizes(hand);
    let shanten_with = |kind: Kind, change: i8| {
        let mut hand = *hand;
        hand[kind.index()] = hand[kind.index()].wrapping_add_signed(change);
        calc_shanten_from_counts(&hand, melds)
    };
    let shanten = calc_shanten_from_counts(hand, melds);
    let lessens = |kind: &Kind| hand[kind.index()] < 4 && shanten_with(*kind, 1) < shanten;
    let keeps = |kind: &Kind| hand[kind.index()] > 0 && shanten_with(*kind, -1) == shanten;
    Said {
        shanten,
        accepted: Kind::all().filter(|kind| over == 1 && lessens(kind)).collect(),
        discards: Kind::all().filter(|kind| over == 2 && shanten >= 0 && keeps(kind)).collect(),
    }
}
