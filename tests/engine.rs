//! The engine against the search on random hands of many rule sets.

mod common;
#[path = "common/hands.rs"]
mod hands;

use common::{rules, settings};
use fastrand::Rng;
use ginga::engine::{Engine, PackedHand};
use ginga::{Hand, RuleSet, SolverChoice, Tile};
use hands::Table;

fn tables() -> Vec<Table> {
    let both = ["forms.seven-pairs.enabled=true", "forms.thirteen-orphans.enabled=true"];
    let both = both.map(str::to_owned);
    let quads = ["forms.seven-pairs.quads_as_two_pairs=true".to_owned()];
    let table = |rules, wild, jokers| Table { rules, wild, jokers };
    vec![
        table(rules("riichi", &[], ""), 0, 0),
        table(rules("galaxy", &[], ""), 3, 0),
        table(rules("galaxy", &[], ""), 13, 0),
        table(rules("galaxy", &quads, "5m"), 4, 0),
        table(rules("laizi", &both, "3p"), 2, 2),
        table(rules("laizi", &[], "1m7z"), 3, 2),
        table(rules("hongzhong", &[], ""), 3, 0),
        table(rules("sichuan", &[], ""), 0, 0),
        table(rules("sichuan", &["tiles.jokers=4".into()], "9s"), 2, 1),
        table(rules("chinitsu", &[], ""), 0, 0),
        table(rules("chinitsu", &["tiles.jokers=2".into()], ""), 0, 2),
        table(rules("riichi", &["melds=5".into(), "dead_waits=count".into()], ""), 0, 0),
        table(rules("galaxy", &["dead_waits=count".into()], ""), 3, 0),
    ]
}

fn agrees(engine: &Engine, hand: &Hand, rules: &RuleSet) -> bool {
    let search = settings(SolverChoice::Search);
    let packed = PackedHand::of(hand).unwrap();
    if hand.concealed().total() % 3 == 2 {
        let win = ginga::win(hand, rules, &search).unwrap().is_win();
        assert_eq!(engine.is_win(&packed), win, "{hand} under {}", rules.name());
        return win;
    }
    let waits = ginga::waits(hand, rules, &search).unwrap();
    let answer = engine.waits(&packed);
    let tiles: Vec<Tile> = waits.tiles.iter().map(|wait| wait.tile).collect();
    assert_eq!(answer.tiles().collect::<Vec<_>>(), tiles, "{hand} under {}", rules.name());
    assert_eq!((answer.kinds(), answer.dead()), (waits.kinds, waits.dead), "{hand}");
    for wait in waits.tiles {
        assert_eq!(engine.left(&packed, wait.tile), wait.left, "{} of {hand}", wait.tile);
    }
    !answer.is_empty()
}

#[test]
fn engine_and_search_give_one_answer_on_random_hands() {
    let mut rng = Rng::with_seed(20_261_130);
    let tables = tables();
    let engines: Vec<Engine> =
        tables.iter().map(|table| Engine::new(&table.rules).unwrap()).collect();
    let mut with_answers = 0;
    for round in 0..20_000 {
        let at = round % tables.len();
        let hand = hands::hand(&mut rng, &tables[at]);
        with_answers += usize::from(agrees(&engines[at], &hand, &tables[at].rules));
    }
    assert!(with_answers >= 7_000, "{with_answers} hands with an answer");
}
