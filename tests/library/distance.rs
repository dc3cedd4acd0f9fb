//! How far hands are from a win, by a second method: small decks, all of whose hands can be listed.
//!
//! What the two brute forces say is held against each other here.

mod answers;
mod brute;
mod decks;

use crate::common::share;
use brute::{Brute, Nearest, Played, with_melds_of};
use decks::{DECKS, Dealt, Deck};
use fastrand::Rng;
use ginga::{Game, Hand, Settings, Tile, TileCounts};
use std::collections::BTreeSet;

/// Beyond so many states a hand is not played further.
const MOST_STATES: usize = 6_000;

/// Every deck's hands, each deck with a seed of its own.
fn each_hand(hands: usize, mut see: impl FnMut(&Deck, &Brute, Dealt, &mut Rng)) {
    for (seed, deck) in DECKS.iter().enumerate() {
        let mut rng = Rng::with_seed(seed as u64);
        let (rules, brute) = (deck.rules(None), deck.brute(None));
        for _ in 0..hands {
            let dealt = deck.deal(&mut rng, &rules, &brute);
            see(deck, &brute, dealt, &mut rng);
        }
    }
}

#[test]
fn list_and_play_agree() {
    let (mut near, mut never) = ([0; 8], 0);
    each_hand(share(320), |deck, brute, Dealt { hand, supply, .. }, _| {
        let label = format!("{}: {hand}, left {supply:?}", deck.name);
        let nearest = brute.nearest(&hand, &supply);
        match (brute.played(&hand, &supply, MOST_STATES), nearest.distance) {
            (Played::Complete(draws), distance) => {
                assert_eq!(distance, Some(draws), "{label}");
                near[usize::from(draws)] += 1;
            }
            (Played::Never, distance) => {
                assert_eq!(distance, None, "{label}");
                never += 1;
            }
            (Played::Beyond(draws), distance) => {
                assert!(distance.is_none_or(|distance| distance > draws), "{label}");
            }
        }
        accepted_is_what_nearest_wins_draw(&hand, &nearest, &label);
    });
    println!("played to a win after so many draws: {near:?}, to the end without one: {never}");
    assert!(near[..4].iter().all(|&hands| hands > 20) && never > 5, "{near:?} {never}");
}

fn accepted_is_what_nearest_wins_draw(hand: &Hand, nearest: &Nearest, label: &str) {
    let drawn: BTreeSet<Tile> = nearest.wins.iter().flat_map(|(draw, _)| draw).copied().collect();
    if hand.concealed().total() % 3 == 1 {
        assert_eq!(nearest.accepted, drawn.into_iter().collect::<Vec<_>>(), "{label}");
    }
}

#[test]
fn discards_that_keep_the_distance_are_what_nearest_wins_discard() {
    each_hand(share(160), |deck, brute, Dealt { hand, supply, .. }, _| {
        let nearest = brute.nearest(&hand, &supply);
        if hand.concealed().total() % 3 == 1 || nearest.distance == Some(0) {
            return;
        }
        let discards = brute.discards(&hand, &supply);
        let keeps = discards.iter().filter(|(_, left)| left.distance == nearest.distance);
        let keeps: BTreeSet<Tile> = keeps.map(|(tile, _)| *tile).collect();
        let discarded = nearest.wins.iter().flat_map(|(_, discard)| discard).copied();
        let label = format!("{}: {hand}, left {supply:?}", deck.name);
        match nearest.distance {
            Some(_) => assert_eq!(keeps, discarded.collect(), "{label}"),
            None => assert_eq!(keeps.len(), discards.len(), "{label}"),
        }
    });
}

/// Over all forms a hand is as near as in the nearest form, and its nearest wins are those of such forms.
#[test]
fn each_form_alone() {
    for (seed, deck) in DECKS.iter().enumerate().filter(|(_, deck)| deck.forms().len() > 1) {
        let mut rng = Rng::with_seed(seed as u64);
        let (rules, whole) = (deck.rules(None), deck.brute(None));
        let alone: Vec<Brute> = deck.forms().iter().map(|form| deck.brute(Some(form))).collect();
        let mut met = BTreeSet::new();
        for _ in 0..share(160) {
            let Dealt { hand, supply, .. } = deck.deal(&mut rng, &rules, &whole);
            let of_all = whole.nearest(&hand, &supply);
            let of_forms: Vec<Nearest> =
                alone.iter().map(|brute| brute.nearest(&hand, &supply)).collect();
            let label = format!("{}: {hand}, left {supply:?}", deck.name);
            let least = of_forms.iter().filter_map(|nearest| nearest.distance).min();
            assert_eq!(of_all.distance, least, "{label}");
            let in_reach = (0..alone.len()).filter(|&form| of_forms[form].distance.is_some());
            met.extend(in_reach);
            let nearest = of_forms.into_iter().filter(|nearest| nearest.distance == least);
            let wins: BTreeSet<_> = nearest.flat_map(|nearest| nearest.wins).collect();
            assert_eq!(of_all.wins, wins, "{label}");
        }
        assert_eq!(met.len(), alone.len(), "{}: a form that no hand comes near", deck.name);
    }
}

/// Distance 1 is tenpai, and what is accepted then are the winning tiles, those of which a copy is left.
/// (Where copies do not count, a hole that a tile left fills does not name those of which none is left.)
#[test]
fn distance_one_is_tenpai() {
    let mut tenpai = 0;
    each_hand(share(320), |deck, brute, Dealt { hand, seen, supply }, _| {
        if hand.concealed().total() % 3 == 2 {
            return;
        }
        let rules = deck.rules(None);
        let settings = Settings { visible: seen.clone(), no_list: true, ..Settings::default() };
        let waits = ginga::waits(&hand, &rules, &settings).unwrap();
        let winning: Vec<Tile> =
            waits.tiles.iter().filter(|wait| wait.left > 0).map(|wait| wait.tile).collect();
        let nearest = brute.nearest(&hand, &supply);
        let label = format!("{}: {hand}, left {supply:?}", deck.name);
        let is_tenpai = if deck.is_unbounded() { waits.is_tenpai() } else { !winning.is_empty() };
        assert_eq!(nearest.distance == Some(1), is_tenpai, "{label}");
        if is_tenpai {
            let held = hand.all_tiles();
            let is_left = |tile: &Tile| rules.copies(*tile) > held.get(*tile) + seen.get(*tile);
            let accepted: Vec<Tile> = nearest.accepted.into_iter().filter(is_left).collect();
            assert_eq!(accepted, winning, "{label}");
            tenpai += 1;
        }
    });
    assert!(tenpai > 300, "{tenpai}");
}

#[test]
fn chances_are_those_of_every_order_played_out() {
    let (mut hands, mut won) = (0, 0);
    each_hand(share(24), |deck, brute, Dealt { hand, supply, .. }, rng| {
        let left = few(rng, &supply);
        let draws = if left.len() < 7 { 3 } else { 2 };
        if hand.concealed().total() % 3 == 2 || left.len() < draws || deck.is_unbounded() {
            return;
        }
        let game = Game::new(deck.rules(None));
        let is_win = |tiles: &[Tile]| {
            game.is_win(&with_melds_of(&hand, tiles.to_vec(), game.rules()).unwrap()).unwrap()
        };
        let held: Vec<Tile> = hand.concealed().tiles().collect();
        let right =
            [Goal::Win, Goal::Tenpai].map(|goal| reached(goal, &is_win, &held, &left, draws));
        let supply = left.iter().copied().collect();
        let found = brute.chances(&hand, &supply, draws as u8);
        let label = format!("{}: {hand}, left {supply:?}", deck.name);
        assert_eq!([found.win, found.tenpai], right.map(|orders| orders as u128), "{label}");
        assert_eq!(found.of, all_orders(left.len(), draws) as u128, "{label}");
        hands += 1;
        won += usize::from(right[0] > 0);
    });
    println!("{hands} hands, {won} that can win");
    assert!(won > 40 && hands > won, "{hands} {won}");
}

/// Ten of the tiles left at most.
fn few(rng: &mut Rng, supply: &TileCounts) -> Vec<Tile> {
    let mut left: Vec<Tile> = supply.tiles().collect();
    rng.shuffle(&mut left);
    left.truncate(rng.usize(3..=10));
    left
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Goal {
    Win,
    Tenpai,
}

fn all_orders(left: usize, draws: usize) -> usize {
    (0..draws).map(|drawn| left - drawn).product()
}

/// In how many orders of the tiles left, each drawn on its own, some discards reach the goal.
fn reached(
    goal: Goal,
    is_win: &dyn Fn(&[Tile]) -> bool,
    held: &[Tile],
    left: &[Tile],
    draws: usize,
) -> usize {
    let waits = || left.iter().any(|&tile| is_win(&[held, &[tile]].concat()));
    if goal == Goal::Tenpai && waits() {
        return all_orders(left.len(), draws);
    }
    if draws == 0 {
        return 0;
    }
    let without = |tiles: &[Tile], at: usize| [&tiles[..at], &tiles[at + 1..]].concat();
    let of_draw = |at: usize| {
        let (drawn, left) = ([held, &[left[at]]].concat(), without(left, at));
        if goal == Goal::Win && is_win(&drawn) {
            return all_orders(left.len(), draws - 1);
        }
        let discards = (0..drawn.len()).map(|out| without(&drawn, out));
        let after = discards.map(|held| reached(goal, is_win, &held, &left, draws - 1));
        after.max().unwrap_or(0)
    };
    (0..left.len()).map(of_draw).sum()
}
