//! riichienv-core: a game engine. It has both a search for wins and shanten by tables.

use crate::answers::{Group, Listing, Mask, shape};
use crate::hands::{Counts, Deal, counts};
use crate::measure::Contestant;
use riichienv_core::agari::{Division, Mentsu, find_divisions, is_agari};
use riichienv_core::hand_evaluator::HandEvaluator;
use riichienv_core::shanten::calc_shanten_from_counts;
use riichienv_core::types::Hand;

fn hands(deals: &[Deal]) -> Vec<Hand> {
    deals.iter().map(|deal| Hand { counts: deal.plain }).collect()
}

/// A win by a shanten of −1.
pub fn win_by_shanten(deals: &[Deal]) -> Contestant<'static, bool> {
    let call = |hand: &mut Counts| calc_shanten_from_counts(hand, 4) == -1;
    Contestant::new("riichienv-core, shanten", counts(deals), call, |win| win)
}

/// A win by its search; it changes the hand while it searches and restores it.
pub fn win_by_search(deals: &[Deal]) -> Contestant<'static, bool> {
    Contestant::new("riichienv-core, is_agari", hands(deals), is_agari, |win| win)
}

/// Waits by its own call: each kind that is not held four times is tried with `is_agari`.
pub fn waits(deals: &[Deal]) -> Contestant<'static, Mask> {
    let evaluators = hands(deals)
        .into_iter()
        .map(|hand| HandEvaluator {
            full_hand: hand.clone(),
            hand,
            melds: Vec::new(),
            aka_dora_count: 0,
        })
        .collect();
    let call = |hand: &mut HandEvaluator| hand.get_waits_u8();
    let read = |kinds: Vec<u8>| Mask::of(kinds.into_iter().map(usize::from));
    Contestant::new("riichienv-core, get_waits", evaluators, call, read)
}

/// Waits by its shanten, each kind tried in turn once the hand is known to wait: not a call that it
/// offers, but the fastest that can be made of what it has.
pub fn waits_by_shanten(deals: &[Deal]) -> Contestant<'static, Mask> {
    let call = |hand: &mut Counts| {
        let mut waits = 0;
        if calc_shanten_from_counts(hand, 4) == 0 {
            for kind in 0..hand.len() {
                if hand[kind] < 4 {
                    hand[kind] += 1;
                    waits |= u128::from(calc_shanten_from_counts(hand, 4) == -1) << kind;
                    hand[kind] -= 1;
                }
            }
        }
        Mask(waits)
    };
    Contestant::new("riichienv-core, shanten ×34", counts(deals), call, |waits| waits)
}

/// All divisions, of the standard form alone; some come more than once.
pub fn decompositions(deals: &[Deal]) -> Contestant<'static, Listing> {
    let read = |found: Vec<Division>| Listing {
        standard: found
            .iter()
            .map(|division| {
                let melds = division.body.iter().map(|meld| match *meld {
                    Mentsu::Koutsu(kind) => Group::Triplet(usize::from(kind)),
                    Mentsu::Shuntsu(kind) => Group::Run(usize::from(kind)),
                });
                shape(melds.chain([Group::Pair(usize::from(division.head))]), None)
            })
            .collect(),
        ..Listing::default()
    };
    let call = |hand: &mut Hand| find_divisions(hand);
    Contestant::new("riichienv-core, find_divisions", hands(deals), call, read)
}
