//! What does a question cost beside the engine's own part of it? Waiting hands of two rule sets, each asked
//! by `Game::waits`, whose answer lists every tenpai decomposition, and by `Engine::waits`, which tells the
//! winning tiles alone.
//!
//! `cargo bench --bench game` prints the table. Each figure is the least of several rounds, in
//! nanoseconds a hand; nothing passes or fails by time.

use ginga::engine::PackedHand;
use ginga::{Game, Hand, Tile};
use std::hint::black_box;
use std::time::Instant;

/// How many waiting hands of each sort.
const HANDS: usize = 500;

/// How often all of them are asked about; the least time counts.
const ROUNDS: usize = 9;

fn main() {
    println!(
        "| hands | decompositions a hand | Engine::waits | Game::waits | Game::waits, no wait |"
    );
    println!("|---|--:|--:|--:|--:|");
    for (rules, blue, name) in [
        ("riichi", 0, "riichi, waiting"),
        ("galaxy", 1, "galaxy, waiting, one blue"),
        ("galaxy", 2, "galaxy, waiting, two blue"),
        ("galaxy", 4, "galaxy, waiting, four blue"),
    ] {
        let game = Game::builtin(rules).expect("a built-in rule set");
        let (waiting, others) = hands(&game, blue);
        let engine = game.engine().expect("a rule set of the tables");
        let packed: Vec<PackedHand> = waiting
            .iter()
            .map(|hand| PackedHand::of(hand).expect("a hand of the tables"))
            .collect();
        let listed: usize =
            waiting.iter().map(|hand| game.waits(hand).expect("a hand").decompositions.len()).sum();
        let by_engine = least(packed.len(), || {
            packed.iter().for_each(|hand| {
                let _ = black_box(engine.waits(hand));
            });
        });
        let by_game = least(waiting.len(), || {
            waiting.iter().for_each(|hand| drop(black_box(game.waits(hand))));
        });
        let by_game_of_others = least(others.len(), || {
            others.iter().for_each(|hand| drop(black_box(game.waits(hand))));
        });
        println!(
            "| {name} | {:.1} | {by_engine:.0} | {by_game:.0} | {by_game_of_others:.0} |",
            listed as f64 / HANDS as f64
        );
    }
}

/// Waiting hands with so many blue tiles, and as many that do not wait.
fn hands(game: &Game, blue: usize) -> (Vec<Hand>, Vec<Hand>) {
    let mut rng = fastrand::Rng::with_seed(20_261_130);
    let (blues, plain): (Vec<Tile>, Vec<Tile>) =
        game.rules().wall().partition(|tile| tile.is_galaxy());
    let engine = game.engine().expect("a rule set of the tables");
    let (mut waiting, mut others) = (Vec::new(), Vec::new());
    while waiting.len() < HANDS {
        let tiles = rng.choose_multiple(plain.iter().copied(), 13 - blue);
        let tiles = tiles.into_iter().chain(rng.choose_multiple(blues.iter().copied(), blue));
        let hand = game.hand_from_tiles(tiles).expect("tiles of the wall");
        let packed = PackedHand::of(&hand).expect("a hand of the tables");
        let list = if engine.waits(&packed).is_empty() { &mut others } else { &mut waiting };
        if list.len() < HANDS {
            list.push(hand);
        }
    }
    (waiting, others)
}

/// The least time of several rounds, in nanoseconds a hand.
fn least(hands: usize, mut round: impl FnMut()) -> f64 {
    let time = |round: &mut dyn FnMut()| {
        let start = Instant::now();
        round();
        start.elapsed().as_nanos() as f64 / hands as f64
    };
    (0..ROUNDS).map(|_| time(&mut round)).fold(f64::INFINITY, f64::min)
}
