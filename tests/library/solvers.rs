//! The solvers against each other on random hands of every rule set.

use crate::common::hands::Table;
use crate::common::{decompose, rules, settings, share, waits};
use fastrand::Rng;
use ginga::{Hand, NoGood, RuleSet, SolverChoice};

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

/// Both solvers, every decomposition checked.
fn both_agree(hand: &Hand, rules: &RuleSet, count: u128) {
    let counts = if hand.concealed().total() % 3 == 2 {
        decompose(hand, rules).counts
    } else {
        waits(hand, rules).counts
    };
    assert_eq!(counts.decompositions(), count, "{hand}");
}

/// Both forms of no-good list the same.
fn no_goods_agree(hand: &Hand, rules: &RuleSet) {
    let [rows, bounds] = [NoGood::Rows, NoGood::Bounds].map(|no_good| {
        let ilp = settings(SolverChoice::Ilp(no_good));
        if hand.concealed().total() % 3 == 2 {
            ginga::decompose(hand, rules, &ilp).unwrap().list
        } else {
            ginga::waits(hand, rules, &ilp).unwrap().decompositions
        }
    });
    assert_eq!(rows, bounds, "{hand}");
}

/// Random hands of every table in turn, with their numbers of decompositions.
fn each_hand(seed: u64, rounds: usize, mut see: impl FnMut(&Hand, &RuleSet, u128)) {
    let mut rng = Rng::with_seed(seed);
    let tables = tables();
    for round in 0..rounds {
        let table = &tables[round % tables.len()];
        let hand = crate::common::hands::hand(&mut rng, table);
        see(&hand, &table.rules, count(&hand, &table.rules));
    }
}

/// The rounds are dealt to two tests, so that two cores share them.
fn solvers_agree(seed: u64) {
    let (mut compared, mut with_answers) = (0, 0);
    each_hand(seed, share(5_400), |hand, rules, count| {
        if count <= MOST {
            both_agree(hand, rules, count);
            compared += 1;
            with_answers += usize::from(count > 0);
        }
    });
    assert!(compared >= share(5_000), "{compared} hands compared");
    assert!(with_answers >= share(2_000), "{with_answers} of them with an answer");
}

#[test]
fn ilp_and_search_give_one_answer_on_random_hands() {
    solvers_agree(20_261_129);
}

#[test]
fn ilp_and_search_give_one_answer_on_more_random_hands() {
    solvers_agree(20_261_130);
}

#[test]
fn both_forms_of_no_good_give_one_answer_on_random_hands() {
    let mut compared = 0;
    each_hand(7, share(700), |hand, rules, count| {
        if count <= MOST_ROWS {
            no_goods_agree(hand, rules);
            compared += 1;
        }
    });
    assert!(compared >= share(500), "{compared} hands compared");
}
