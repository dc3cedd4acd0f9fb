//! The best decompositions first: what a limit leaves is the best of all, by any solver.

use crate::common::{rules, settings};
use ginga::{Direction, Hand, NoGood, Objective, Settings, SolverChoice};
use std::num::NonZeroU64;

#[test]
fn the_first_few_are_the_best_of_all() {
    let mut compared = 0;
    for (name, wild, text) in [
        ("riichi", "", "11122233344455m"),
        ("laizi", "", "2233445m55567sjj"),
        ("laizi", "5m", "1134455m667788s"),
        ("galaxy", "", "2m2M3m3M4m4M567p1Z11z7z7Z"),
        ("galaxy", "", "1M2M3M1P2P3P445566s7z7Z"),
    ] {
        let rules = rules(name, &[], wild);
        let hand = Hand::parse(text, &rules).unwrap();
        for (direction, terms) in [
            (Direction::Minimize, "wilds"),
            (Direction::Maximize, "wilds"),
            (Direction::Minimize, "runs=2,pairs"),
            (Direction::Maximize, "triplets,5m=-3"),
        ] {
            let objective = Objective::parse(direction, terms).unwrap();
            let by = |solver, limit| {
                let settings = Settings { limit: NonZeroU64::new(limit), ..settings(solver) };
                let ranked = ginga::ranked(&hand, &rules, &settings, &objective).unwrap();
                ranked.list.into_iter().map(|(_, value)| value).collect::<Vec<i64>>()
            };
            let all: Vec<i64> = by(SolverChoice::Search, 0);
            let mut sorted = all.clone();
            sorted.sort_unstable();
            if direction == Direction::Maximize {
                sorted.reverse();
            }
            assert_eq!(all, sorted, "{text} {terms}");
            for few in [1, 2, 5] {
                let first = by(SolverChoice::Ilp(NoGood::Bounds), few);
                let best = &all[..all.len().min(few as usize)];
                assert_eq!(first, best, "{text} {direction:?} {terms}, the first {few}");
                compared += usize::from(all.first() != all.last());
            }
        }
    }
    assert!(compared >= 15, "{compared} comparisons of lists with several values");
}
