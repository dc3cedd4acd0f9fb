//! The tasks: who takes part in which, on which hands.

use crate::answers::{Draws, Helping, Listing, Mask};
use crate::args::Options;
use crate::hands::{self, Counts, Deal};
use crate::measure::{Contestant, Table};
use crate::ours::Ours;
use crate::peers::{agari, mahc, riichi_decomp, riichienv, xiangting};
use crate::reference::Reference;
use fastrand::Rng;
use ginga::Hand;
use ginga::engine::PackedHand;
use std::error::Error;

/// Runs the tasks that are asked for.
pub fn run(options: &Options) -> Result<(), Box<dyn Error>> {
    let riichi = Ours::new("riichi")?;
    if options.wants(1) {
        win(&riichi, options);
    }
    if options.wants(2) {
        waits(&riichi, options);
    }
    if options.wants(3) {
        decompositions(&riichi, options);
    }
    if options.wants(4) {
        waits_with_decompositions(&riichi, options);
    }
    if options.wants(5) {
        laizi(&Ours::new("laizi")?, options);
    }
    if options.wants(6) {
        galaxy(&Ours::new("galaxy")?, options);
    }
    if options.wants(7) {
        distances(&riichi, &Ours::new("galaxy")?, options);
    }
    Ok(())
}

fn win(riichi: &Ours, options: &Options) {
    let mut table = Table::begin("1. Is it a win? 14 tiles, all riichi forms", "wins", options);
    let sets = [
        ("random", hands::set(11, options.hands, |rng| hands::random(rng, 14))),
        ("winning", hands::set(12, options.hands, hands::winning)),
        ("waiting, one drawn", hands::set(13, options.hands, waiting_and_drawn)),
    ];
    for (name, deals) in &sets {
        let who = vec![
            ours_win(riichi, deals),
            ours_win_from_counts(riichi, deals),
            xiangting::win(deals),
            riichienv::win_by_shanten(deals),
            riichienv::win_by_search(deals),
            agari::win(deals),
            mahc::win(deals),
        ];
        table.run(name, deals, who);
    }
    table.end();
}

fn waits(riichi: &Ours, options: &Options) {
    let mut table = Table::begin("2. All waits of 13 tiles, all riichi forms", "waits", options);
    let sets = [
        ("random", hands::set(21, options.hands, |rng| hands::random(rng, 13))),
        ("waiting", hands::set(22, options.hands, waiting)),
        ("one suit", hands::set(23, options.hands, |rng| hands::one_suit(rng, 13))),
        ("five kinds", hands::set(24, options.hands, |rng| hands::crowded(rng, 13))),
    ];
    for (name, deals) in &sets {
        let who = vec![
            ours_waits(riichi, deals),
            ours_waits_from_counts(riichi, deals),
            xiangting::waits(deals),
            xiangting::waits_if_any(deals),
            riichi_decomp::waits(deals),
            riichienv::waits_by_shanten(deals),
            riichienv::waits(deals),
            agari::waits(deals),
        ];
        table.run(name, deals, who);
    }
    table.end();
}

fn decompositions(riichi: &Ours, options: &Options) {
    let title = "3. All decompositions of 14 tiles that win";
    let mut table = Table::begin(title, "listed", options);
    let sets = [
        ("winning", hands::set(31, options.hands, hands::winning)),
        ("winning, one suit", hands::set(32, options.hands, hands::winning_one_suit)),
    ];
    for (name, deals) in &sets {
        let who = vec![
            ours_list(riichi, deals),
            riichienv::decompositions(deals),
            agari::decompositions(deals),
            mahc::decompositions(deals),
        ];
        table.run(name, deals, who);
    }
    table.end();
}

fn waits_with_decompositions(riichi: &Ours, options: &Options) {
    let title = "4. Waits of 13 tiles with form and decompositions";
    let mut table = Table::begin(title, "listed", options);
    let one_suit = |rng: &mut Rng| {
        let winning = hands::winning_one_suit(rng);
        hands::less_one(rng, winning)
    };
    let sets = [
        ("waiting", hands::set(41, options.hands, waiting)),
        ("one suit, random", hands::set(42, options.hands, |rng| hands::one_suit(rng, 13))),
        ("one suit, waiting", hands::set(43, options.hands, one_suit)),
        ("five kinds", hands::set(44, options.hands, |rng| hands::crowded(rng, 13))),
    ];
    for (name, deals) in &sets {
        let who = vec![ours_list(riichi, deals), riichi_decomp::waits_with_decompositions(deals)];
        table.run(name, deals, who);
    }
    table.end();
}

fn laizi(laizi: &Ours, options: &Options) {
    let reference = Reference::new();
    let title = "5. Standard form with jokers: is it a win? 14 tiles";
    let mut table = Table::begin(title, "wins", options);
    for jokers in 0..=8 {
        let seed = 500 + u64::from(jokers);
        let winning = |rng: &mut Rng| {
            let winning = hands::winning_standard(rng);
            hands::with_jokers(rng, winning, jokers)
        };
        let random = |rng: &mut Rng| {
            let random = hands::random(rng, 14);
            hands::with_jokers(rng, random, jokers)
        };
        for (sort, deals) in [
            ("winning", hands::set(seed, options.hands, winning)),
            ("random", hands::set(seed + 10, options.hands, random)),
        ] {
            let who =
                vec![ours_win(laizi, &deals), reference.win(&deals), search_win(laizi, &deals)];
            table.run(&format!("{sort}, {jokers} wild"), &deals, who);
        }
    }
    table.end();

    let title = "5. Standard form with jokers: all waits of 13 tiles";
    let mut table = Table::begin(title, "waits", options);
    for jokers in 0..=8 {
        let seed = 550 + u64::from(jokers);
        let waiting = |rng: &mut Rng| {
            let winning = hands::winning_standard(rng);
            let waiting = hands::less_one(rng, winning);
            hands::with_jokers(rng, waiting, jokers)
        };
        let random = |rng: &mut Rng| {
            let random = hands::random(rng, 13);
            hands::with_jokers(rng, random, jokers)
        };
        for (sort, deals) in [
            ("waiting", hands::set(seed, options.hands, waiting)),
            ("random", hands::set(seed + 10, options.hands, random)),
        ] {
            let who = vec![
                ours_waits(laizi, &deals),
                reference.waits(&deals),
                reference.thirty_four_wins(&deals),
                search_waits(laizi, &deals),
            ];
            table.run(&format!("{sort}, {jokers} wild"), &deals, who);
        }
    }
    table.end();
}

fn galaxy(galaxy: &Ours, options: &Options) {
    let mut table = Table::begin("6. Galaxy hands: is it a win? 14 tiles", "wins", options);
    let all_blue = |rng: &mut Rng| {
        let waiting = hands::all_blue(rng, 13);
        hands::and_one(rng, waiting)
    };
    for (name, deals) in galaxy_sets(60, options, "winning", hands::galaxy_winning, all_blue) {
        table.run(&name, &deals, vec![ours_win(galaxy, &deals), search_win(galaxy, &deals)]);
    }
    table.end();

    let mut table = Table::begin("6. Galaxy hands: all waits of 13 tiles", "waits", options);
    let all_blue = |rng: &mut Rng| hands::all_blue(rng, 13);
    for (name, deals) in galaxy_sets(65, options, "waiting", hands::galaxy_waiting, all_blue) {
        table.run(&name, &deals, vec![ours_waits(galaxy, &deals), search_waits(galaxy, &deals)]);
    }
    table.end();
}

/// One to four blue tiles, and thirteen.
fn galaxy_sets(
    seed: u64,
    options: &Options,
    sort: &str,
    few: impl Fn(&mut Rng, u8) -> Deal,
    all: impl Fn(&mut Rng) -> Deal,
) -> Vec<(String, Vec<Deal>)> {
    let mut sets: Vec<_> = (1..=4)
        .map(|blue| {
            let deals = hands::set(seed + u64::from(blue), options.hands, |rng| few(rng, blue));
            (format!("{sort}, {blue} blue"), deals)
        })
        .collect();
    sets.push(("13 blue".to_owned(), hands::set(seed, options.hands, all)));
    sets
}

fn distances(riichi: &Ours, galaxy: &Ours, options: &Options) {
    let sets = || {
        [
            ("random", hands::set(71, options.hands, |rng| hands::random(rng, 13))),
            ("waiting", hands::set(72, options.hands, waiting)),
            ("one suit", hands::set(73, options.hands, |rng| hands::one_suit(rng, 13))),
        ]
    };
    let mut table = Table::begin("7. How far 13 tiles are from a win", "to draw", options);
    for (name, deals) in &sets() {
        let who = vec![plain_distance(riichi, deals), xiangting::distance(deals)];
        table.run(name, deals, who);
    }
    table.end();

    let title = "7. How far 13 tiles are from a win, and which tiles help";
    let mut table = Table::begin(title, "help", options);
    for (name, deals) in &sets() {
        let who = vec![plain_acceptance(riichi, deals), xiangting::acceptance(deals)];
        table.run(name, deals, who);
    }
    table.end();

    let mut table = Table::begin("7. Galaxy hands: how far 13 tiles are", "to draw", options);
    for blue in [0, 2, 4, 6, 8] {
        let seed = 770 + u64::from(blue);
        let deals = hands::set(seed, options.hands, |rng| hands::galaxy_random(rng, 13, blue));
        table.run(&format!("{blue} blue"), &deals, vec![ours_distance(galaxy, &deals)]);
    }
    table.end();

    let title = "7. Galaxy hands: how far 13 tiles are, and which tiles help";
    let mut table = Table::begin(title, "help", options);
    for blue in [0, 2, 4, 6, 8] {
        let seed = 780 + u64::from(blue);
        let deals = hands::set(seed, options.hands, |rng| hands::galaxy_random(rng, 13, blue));
        table.run(&format!("{blue} blue"), &deals, vec![ours_acceptance(galaxy, &deals)]);
    }
    table.end();
}

fn plain_distance<'a>(ours: &'a Ours, deals: &[Deal]) -> Contestant<'a, Draws> {
    let call = |hand: &mut PackedHand| ours.plain_distance(hand);
    Contestant::new("Ginga", ours.pack(deals), call, Draws)
}

fn plain_acceptance<'a>(ours: &'a Ours, deals: &[Deal]) -> Contestant<'a, Helping> {
    let call = |hand: &mut PackedHand| ours.plain_acceptance(hand);
    Contestant::new("Ginga", ours.pack(deals), call, Ours::helping)
}

fn packed_and_whole(ours: &Ours, deals: &[Deal]) -> Vec<(PackedHand, Hand)> {
    ours.pack(deals).into_iter().zip(ours.pack_to_search(deals)).collect()
}

fn ours_distance<'a>(ours: &'a Ours, deals: &[Deal]) -> Contestant<'a, Draws> {
    let call = |(packed, whole): &mut (PackedHand, Hand)| ours.distance(packed, whole);
    Contestant::new("Ginga", packed_and_whole(ours, deals), call, Draws)
}

fn ours_acceptance<'a>(ours: &'a Ours, deals: &[Deal]) -> Contestant<'a, Helping> {
    let call = |(packed, whole): &mut (PackedHand, Hand)| ours.acceptance(packed, whole);
    Contestant::new("Ginga", packed_and_whole(ours, deals), call, |found| found)
}

fn ours_win<'a>(ours: &'a Ours, deals: &[Deal]) -> Contestant<'a, bool> {
    Contestant::new("Ginga", ours.pack(deals), |hand| ours.is_win(hand), |win| win)
}

fn ours_waits<'a>(ours: &'a Ours, deals: &[Deal]) -> Contestant<'a, Mask> {
    let read = |found| Ours::mask(&found);
    Contestant::new("Ginga", ours.pack(deals), |hand| ours.waits(hand), read)
}

/// With what it costs to pack a hand: peers whose form are counts need not.
fn ours_win_from_counts<'a>(ours: &'a Ours, deals: &[Deal]) -> Contestant<'a, bool> {
    let call = |hand: &mut Counts| ours.is_win(&Ours::packed(hand));
    Contestant::new("Ginga, packing included", hands::counts(deals), call, |win| win)
}

fn ours_waits_from_counts<'a>(ours: &'a Ours, deals: &[Deal]) -> Contestant<'a, Mask> {
    let call = |hand: &mut Counts| ours.waits(&Ours::packed(hand));
    let read = |found| Ours::mask(&found);
    Contestant::new("Ginga, packing included", hands::counts(deals), call, read)
}

fn ours_list<'a>(ours: &'a Ours, deals: &[Deal]) -> Contestant<'a, Listing> {
    let read = |(found, hand)| ours.listing(&found, &hand);
    Contestant::new("Ginga", ours.pack(deals), |hand| (ours.list(hand), *hand), read)
}

/// Ginga's own slow answer, to hold the quick one to where there is no peer.
fn search_win<'a>(ours: &'a Ours, deals: &[Deal]) -> Contestant<'a, bool> {
    let call = |hand: &mut _| ours.is_win_by_search(hand);
    Contestant::new("Ginga, exact cover", ours.pack_to_search(deals), call, |win| win)
}

fn search_waits<'a>(ours: &'a Ours, deals: &[Deal]) -> Contestant<'a, Mask> {
    let call = |hand: &mut _| ours.waits_by_search(hand);
    let read = |found| Ours::mask_by_search(&found);
    Contestant::new("Ginga, exact cover", ours.pack_to_search(deals), call, read)
}

fn waiting(rng: &mut Rng) -> Deal {
    let winning = hands::winning(rng);
    hands::less_one(rng, winning)
}

fn waiting_and_drawn(rng: &mut Rng) -> Deal {
    let waiting = waiting(rng);
    hands::and_one(rng, waiting)
}
