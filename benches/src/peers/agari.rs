//! agari: a scorer whose hands are hash maps from tile to count.

use crate::answers::{Group, Listing, Mask, shape};
use crate::hands::Deal;
use crate::measure::Contestant;
use agari::hand::{HandStructure, Meld, decompose_hand, is_winning_hand};
use agari::parse::TileCounts;
use agari::shanten::{array_to_tilecounts, calculate_ukeire, tile_to_index};

fn maps(deals: &[Deal]) -> Vec<TileCounts> {
    deals.iter().map(|deal| array_to_tilecounts(&deal.plain)).collect()
}

/// A win by its own yes-or-no function.
pub fn win(deals: &[Deal]) -> Contestant<'static, bool> {
    Contestant::new("agari, is_winning_hand", maps(deals), |hand| is_winning_hand(hand), |win| win)
}

/// Waits by the tiles that lower a shanten of 0.
pub fn waits(deals: &[Deal]) -> Contestant<'static, Mask> {
    let read = |answer: agari::shanten::UkeireResult| match answer.shanten {
        0 => Mask::of(answer.tiles.iter().map(|accepted| tile_to_index(accepted.tile))),
        _ => Mask::default(),
    };
    Contestant::new("agari, ukeire", maps(deals), |hand| calculate_ukeire(hand), read)
}

/// All structures, of all forms. It takes duplicates out, but keeps the two orders of a triplet and
/// a run that begin with the same kind apart.
pub fn decompositions(deals: &[Deal]) -> Contestant<'static, Listing> {
    let read = |found: Vec<HandStructure>| {
        let mut listing = Listing::default();
        for structure in found {
            let HandStructure::Standard { melds, pair } = structure else {
                listing.other += 1;
                continue;
            };
            let groups = melds.iter().map(group).chain([Group::Pair(tile_to_index(pair))]);
            listing.standard.push(shape(groups, None));
        }
        listing
    };
    Contestant::new("agari, decompose_hand", maps(deals), |hand| decompose_hand(hand), read)
}

fn group(meld: &Meld) -> Group {
    let kind = tile_to_index(meld.tile());
    if meld.is_sequence() { Group::Run(kind) } else { Group::Triplet(kind) }
}
