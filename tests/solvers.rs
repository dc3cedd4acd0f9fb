//! The solvers against each other on random hands of every rule set.

mod common;
#[path = "common/hands.rs"]
mod hands;

use common::{decompose, rules, settings, waits};
use fastrand::Rng;
use ginga::{Hand, NoGood, RuleSet, SolverChoice};
use hands::Table;

/// The most decompositions that the ILP is asked to list; counted by search first.
const MOST: u128 = 2_000;
/// The most for the textbook no-good, whose rows pile up.
const MOST_ROWS: u128 = 200;

fn tables() -> Vec<Table> {
    let all_forms = ["forms.seven-pairs.enabled=true", "forms.thirteen-orphans.enabled=true"];
    let all_forms = all_forms.map(str::to_owned);
    let quads = ["forms.seven-pairs.quads_as_two_pairs=true".to_owned()];
    let table = |rules, wild, jokers| Table { rules, wild, jokers };
    vec![
        table(rules("riichi", &[], ""), 0, 0),
        table(rules("galaxy", &[], ""), 5, 0),
        table(rules("galaxy", &quads, "5m"), 4, 0),
        table(rules("laizi", &all_forms, "3p"), 2, 2),
        table(rules("laizi", &[], "1m7z"), 3, 2),
        table(rules("laizi", &["wild.own_kind=false".into()], "5s"), 3, 0),
        table(rules("hongzhong", &[], ""), 3, 0),
        table(rules("sichuan", &[], ""), 0, 0),
        table(rules("sichuan", &["tiles.jokers=4".into()], "9s"), 2, 1),
        table(rules("chinitsu", &[], ""), 0, 0),
        table(rules("riichi", &["melds=5".into(), "dead_waits=count".into()], ""), 0, 0),
    ]
}

fn count(hand: &Hand, rules: &RuleSet) -> u128 {
    let search = settings(SolverChoice::Search);
    if hand.concealed().total() % 3 == 2 {
        ginga::win(hand, rules, &search).unwrap().counts.decompositions()
    } else {
        let limited =
            ginga::Settings { limit: std::num::NonZeroU64::new(MOST as u64 + 1), ..search };
        ginga::waits(hand, rules, &limited).unwrap().counts.decompositions()
    }
}

/// Both solvers, every decomposition checked; both forms of no-good where there are few.
fn all_agree(hand: &Hand, rules: &RuleSet) -> u128 {
    let count = count(hand, rules);
    if count > MOST {
        return count;
    }
    let by_rows = settings(SolverChoice::Ilp(NoGood::Rows));
    if hand.concealed().total() % 3 == 2 {
        let found = decompose(hand, rules);
        assert_eq!(found.counts.decompositions(), count, "{hand}");
        if count <= MOST_ROWS {
            assert_eq!(ginga::decompose(hand, rules, &by_rows).unwrap().list, found.list, "{hand}");
        }
    } else {
        let found = waits(hand, rules);
        assert_eq!(found.counts.decompositions(), count, "{hand}");
        if count <= MOST_ROWS {
            let by_rows = ginga::waits(hand, rules, &by_rows).unwrap();
            assert_eq!(by_rows.decompositions, found.decompositions, "{hand}");
        }
    }
    count
}

#[test]
fn all_solvers_give_one_answer_on_random_hands() {
    let mut rng = Rng::with_seed(20_261_129);
    let tables = tables();
    let (mut compared, mut with_answers) = (0, 0);
    for round in 0..1_500 {
        let table = &tables[round % tables.len()];
        let hand = hands::hand(&mut rng, table);
        let count = all_agree(&hand, &table.rules);
        compared += usize::from(count <= MOST);
        with_answers += usize::from((1..=MOST).contains(&count));
    }
    assert!(compared > 1_200, "{compared} hands compared");
    assert!(with_answers > 500, "{with_answers} of them with an answer");
}
