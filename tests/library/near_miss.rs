//! The nearest miss: one integer program a form, and what the list of all misses begins with.

use crate::common::rules;
use fastrand::Rng;
use ginga::{Game, RuleSet, Settings, Tile};
use std::num::NonZeroU64;

/// Under every rule set, of random hands of both sizes.
#[test]
fn the_nearest_miss_is_one_of_all_and_costs_a_solve_a_form() {
    let mut rng = Rng::with_seed(3);
    for name in RuleSet::builtin_names() {
        let game = Game::builtin(name).unwrap();
        let wall: Vec<Tile> = game.rules().wall().collect();
        for tiles in [4, 5, 7, 8, 10, 11] {
            let hand = game.hand_from_tiles(rng.choose_multiple(wall.iter().copied(), tiles));
            // A rule set of one suit at most, or of fewer melds, admits not all of them.
            let Ok(hand) = hand else { continue };
            let one = Settings { limit: NonZeroU64::new(1), ..Settings::default() };
            let Ok(nearest) = game.nearest_miss(&hand, &Settings::default()) else { continue };
            let all = game.near_misses(&hand, &one).unwrap();
            assert_eq!((nearest.out, &nearest.list), (all.out, &all.list), "{name} {hand}");
            assert!(nearest.report.completeness.is_complete(), "{name} {hand}");
            let forms = game.models(&hand).unwrap().len() as u64;
            assert!(nearest.report.work.solves <= forms, "{name} {hand}: {:?}", nearest.report);
        }
    }
}

/// All misses of this hand take 1,700 solves: 129 columns, many of them alike.
#[test]
fn the_nearest_miss_of_a_hand_of_jokers_is_found_at_once() {
    let laizi = Game::new(rules("laizi", &["max_suits=1".to_owned()], ""));
    let hand = laizi.hand("1245m45pjjjjjjjj").unwrap();
    let nearest = laizi.nearest_miss(&hand, &Settings::default()).unwrap();
    assert_eq!((nearest.out, nearest.list.len(), nearest.report.work.solves), (2, 1, 1));
    let out: String = nearest.list[0].out.tiles().map(|tile| tile.to_string()).collect();
    assert_eq!(out, "4p5p");
}
