//! Verdicts and winning tiles alone, against the search that lists every decomposition.

use crate::common::{settings, share};
use crate::every_rule_set::deal::{self, Table};
use fastrand::Rng;
use ginga::{Game, Hand, HandSize, KindSet, SolverChoice, Tile};

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
