//! Verdicts and winning tiles alone, against the search that lists every decomposition.

use crate::common::{settings, share};
use crate::every_rule_set::deal::{self, Table};
use fastrand::Rng;
use ginga::{
    Counts, Decomposition, Game, Hand, HandSize, KindSet, Report, Settings, SolverChoice, Tile,
};
use std::num::NonZeroU64;

/// The game's verdict on a hand is what the search finds by listing; true when the hand has an answer.
fn agrees(game: &Game, hand: &Hand, arguments: &str) -> bool {
    let search = settings(SolverChoice::Search);
    if hand.size() == Some(HandSize::Complete) {
        let right = game.win_with(hand, &search).unwrap().is_win();
        assert_eq!(game.is_win(hand).unwrap(), right, "{hand} {arguments}");
        return right;
    }
    let right = game.waits_with(hand, &search).unwrap();
    let found = game.winning_tiles(hand).unwrap();
    let tiles: Vec<Tile> = right.tiles.iter().map(|wait| wait.tile).collect();
    let all: (Vec<Tile>, KindSet, KindSet) = (found.tiles().collect(), found.kinds(), found.dead());
    assert_eq!(all, (tiles, right.kinds, right.dead), "{hand} {arguments}");
    right.is_tenpai()
}

/// A hand dealt from the wall.
fn dealt(rng: &mut Rng, table: &Table, size: usize) -> Option<Hand> {
    let mut wall: Vec<Tile> = table.rules.wall().collect();
    rng.shuffle(&mut wall);
    Hand::from_tiles(wall.into_iter().take(size), &table.rules).ok()
}

#[test]
fn verdicts_and_winning_tiles_are_those_of_the_search() {
    let mut rng = Rng::with_seed(21);
    let (mut hands, mut with_answers) = (0, 0);
    // A limit that no hand reaches keeps the tables out, so that the sweep answers for every form.
    let mut tables = deal::tables(&mut rng, &[]);
    tables.extend(deal::tables(&mut rng, &["wild.most=19"]));
    for table in tables {
        let game = Game::new(table.rules.clone());
        for round in 0..share(300) {
            let size = 3 * rng.usize(0..=usize::from(table.rules.melds())) + 1 + round % 2;
            let hand = match round % 4 {
                0 => dealt(&mut rng, &table, size),
                _ => Some(deal::hand(&mut rng, &table.rules, round % 2 == 0)),
            };
            let Some(hand) = hand else { continue };
            hands += 1;
            with_answers += usize::from(agrees(&game, &hand, &table.arguments()));
        }
    }
    assert!(
        hands > 100 * share(200) && 2 * with_answers > hands,
        "{with_answers} of {hands} hands"
    );
}

/// Hands with more decompositions are left out.
const MOST: u64 = 500;

/// What is listed of a hand, with the counts by form, and who answered.
fn told(game: &Game, hand: &Hand, solver: SolverChoice) -> (Vec<Decomposition>, Counts, Report) {
    let settings = Settings { limit: NonZeroU64::new(MOST), ..settings(solver) };
    if hand.size() == Some(HandSize::Complete) {
        let found = game.decompose_with(hand, &settings).unwrap();
        return (found.list, found.counts, found.report);
    }
    let found = game.waits_with(hand, &settings).unwrap();
    (found.decompositions, found.counts, found.report)
}

#[test]
fn lists_and_counts_are_those_of_the_search() {
    let mut rng = Rng::with_seed(22);
    let (mut compared, mut by_engine) = (0, 0);
    // As above: under a limit that no hand reaches the sweep lists for every form.
    let mut tables = deal::tables(&mut rng, &[]);
    tables.extend(deal::tables(&mut rng, &["wild.most=19"]));
    for table in tables {
        let game = Game::new(table.rules.clone());
        for round in 0..share(100) {
            let hand = deal::hand(&mut rng, &table.rules, round % 2 == 0);
            let (right, counts, report) = told(&game, &hand, SolverChoice::Search);
            if right.is_empty() || !report.completeness.is_complete() {
                continue;
            }
            let (found, found_counts, report) = told(&game, &hand, SolverChoice::Fastest);
            let context = format!("{hand} {}", table.arguments());
            assert_eq!(found, right, "{context}");
            assert_eq!(found_counts, counts, "{context}");
            compared += 1;
            by_engine += usize::from(report.solver == "engine");
        }
    }
    assert!(
        compared > 50 * share(100) && 20 * by_engine > 19 * compared,
        "{by_engine} of {compared}"
    );
}
