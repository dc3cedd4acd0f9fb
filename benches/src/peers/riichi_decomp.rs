//! riichi-decomp: the waits of a hand with their forms, by tables made when it is compiled.
//!
//! It has no question for less, so that the same call answers both for the waits alone and for
//! their decompositions. One decomposer serves all hands, as its documentation advises.

use crate::answers::{Group, Listing, Mask, shape};
use crate::hands::Deal;
use crate::measure::Contestant;
use riichi_decomp::{Decomposer, RegularWait, WaitSet, WaitingKind};
use riichi_elements::prelude::{HandGroup, Tile, TileSet34};

const NAME: &str = "riichi-decomp, WaitSet";

fn keys(deals: &[Deal]) -> Vec<[u32; 4]> {
    deals.iter().map(|deal| TileSet34(deal.plain).packed_34()).collect()
}

fn call() -> impl FnMut(&mut [u32; 4]) -> WaitSet {
    let mut decomposer = Decomposer::new();
    move |keys| WaitSet::from_keys(&mut decomposer, keys)
}

/// The waits, by way of all decompositions.
pub fn waits(deals: &[Deal]) -> Contestant<'static, Mask> {
    Contestant::new(NAME, keys(deals), call(), |found| Mask(u128::from(found.waiting_tiles.0)))
}

/// The waits with all decompositions, each once for each tile it waits for.
pub fn waits_with_decompositions(deals: &[Deal]) -> Contestant<'static, Listing> {
    let read = |found: WaitSet| Listing {
        standard: found.regular.iter().map(one).collect(),
        other: found.irregular.map_or(0, |wait| wait.to_waiting_set().0.count_ones() as usize),
        waits: Mask(u128::from(found.waiting_tiles.0)),
    };
    Contestant::new(NAME, keys(deals), call(), read)
}

fn one(wait: &RegularWait) -> crate::answers::Shape {
    let kind = |tile: Tile| usize::from(tile.normal_encoding());
    let whole = wait.groups().map(|group| match group {
        HandGroup::Koutsu(tile) => Group::Triplet(kind(tile)),
        HandGroup::Shuntsu(tile) => Group::Run(kind(tile)),
    });
    let pair = wait.pair.map(|tile| Group::Pair(kind(tile)));
    let lacking = kind(wait.waiting_tile);
    let open = match wait.waiting_kind {
        WaitingKind::Tanki => Group::Pair(lacking),
        WaitingKind::Shanpon => Group::Triplet(lacking),
        _ => Group::Run(lacking.min(kind(wait.pattern_tile))),
    };
    shape(whole.chain(pair), Some((open, lacking)))
}
