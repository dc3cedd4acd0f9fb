//! Models as texts for other programs: their names read back, and the exact cover has the
//! solutions that the search finds.

use crate::common::dlx::Cover;
use crate::common::hands::Table;
use crate::common::models::Named;
use crate::common::rules;
use fastrand::Rng;
use ginga::problem::{ColumnId, Problem};
use ginga::{Hand, RuleSet};
use std::collections::BTreeSet;

/// The most solutions that the naive reader is to find.
const MOST: usize = 100;

type Write = fn(&Problem, &mut dyn std::fmt::Write) -> std::fmt::Result;

fn text(problem: &Problem, write: Write) -> String {
    let mut text = String::new();
    write(problem, &mut text).unwrap();
    text
}

/// The models of random hands of every sort of rule set.
fn random_models(seed: u64, count: usize) -> Vec<Named> {
    let quads = ["forms.seven-pairs.quads_as_two_pairs=true".to_owned()];
    let one_suit = ["tiles.jokers=4".to_owned(), "max_suits=1".to_owned()];
    let table = |rules, wild, jokers| Table { rules, wild, jokers };
    let tables = [
        table(rules("riichi", &["melds=3".into()], ""), 0, 0),
        table(rules("riichi", &[], ""), 0, 0),
        table(rules("galaxy", &quads, "5m"), 4, 0),
        table(rules("laizi", &["melds=2".into()], "1m7z"), 2, 2),
        table(rules("hongzhong", &[], ""), 2, 0),
        table(rules("sichuan", &["tiles.jokers=4".into()], "9s"), 2, 1),
        table(rules("sichuan", &one_suit, "9s"), 2, 2),
        table(rules("chinitsu", &["forms.seven-pairs.enabled=true".into()], ""), 0, 0),
    ];
    let mut rng = Rng::with_seed(seed);
    let of_round = |round: usize| {
        let table = &tables[round % tables.len()];
        let hand = crate::common::hands::hand(&mut rng, table);
        let name = format!("{hand} ({})", table.rules.name());
        let models = ginga::models(&hand, &table.rules).unwrap();
        models.into_iter().map(move |problem| Named { name: name.clone(), problem })
    };
    (0..count).flat_map(of_round).collect()
}

/// Checks that a word of a text names a column, and returns the column.
fn read_back(problem: &Problem, name: &str) -> ColumnId {
    let id = problem.column_by_name(name).unwrap_or_else(|| panic!("{name} names no column"));
    assert_eq!(problem.column_name(id), name);
    id
}

#[test]
fn every_name_reads_back() {
    for Named { name: model, problem } in
        random_models(1, 400).into_iter().chain(crate::common::models::all())
    {
        let mut names = BTreeSet::new();
        for (id, _) in problem.columns_with_ids() {
            let name = problem.column_name(id);
            assert_eq!(problem.column_by_name(&name), Some(id), "{model}: {name}");
            let short = format!("x{}", id.index());
            assert_eq!(problem.column_by_name(&short), Some(id), "{model}: {short}");
            let fitting = |c: char| c.is_ascii_alphanumeric() || c == '_';
            assert!(name.chars().all(fitting), "{model}: {name}");
            assert!(names.insert(name.clone()), "{model}: {name} comes twice");
            for other in [format!("{name}_"), format!("{short}_"), name.replacen('x', "x0", 1)] {
                assert_eq!(problem.column_by_name(&other), None, "{model}: {other}");
            }
        }
        let beyond = format!("x{}", problem.columns().len());
        for no_name in ["", "x", "x-1", "x+0", "nothing", "suit_m", "open", "X0", " x0", &beyond] {
            assert_eq!(problem.column_by_name(no_name), None, "{model}: {no_name:?}");
        }
    }
}

#[test]
fn a_name_of_another_model_is_no_name() {
    let rules = RuleSet::builtin("riichi").unwrap();
    let model =
        |hand| ginga::models(&Hand::parse(hand, &rules).unwrap(), &rules).unwrap().remove(0);
    let (one, other) = (model("123m55p"), model("123s55p"));
    let run = one.column_name(one.columns_with_ids().next().unwrap().0);
    assert_eq!(run, "x0_run_1m2m3m");
    assert!(one.column_by_name(&run).is_some());
    assert_eq!(other.column_by_name(&run), None);
}

#[test]
fn every_text_names_every_column_alike() {
    for Named { name: model, problem } in
        random_models(2, 100).into_iter().chain(crate::common::models::all())
    {
        let all: BTreeSet<ColumnId> = problem.columns_with_ids().map(|(id, _)| id).collect();
        let lp = text(&problem, Problem::write_lp);
        let general = lp.split("General\n").nth(1).unwrap();
        let general = general.lines().take_while(|line| line.starts_with(" x"));
        let named: BTreeSet<ColumnId> =
            general.map(|line| read_back(&problem, line.trim())).collect();
        assert_eq!(named, all, "{model} as LP text");
        let mps = text(&problem, Problem::write_mps);
        let bounds = mps.lines().filter_map(|line| line.strip_prefix(" UP bounds x"));
        let names = bounds.map(|bound| format!("x{}", bound.split(' ').next().unwrap()));
        let named: BTreeSet<ColumnId> = names.map(|name| read_back(&problem, &name)).collect();
        assert_eq!(named, all, "{model} as MPS text");
        let dlx = text(&problem, Problem::write_dlx);
        let comments = dlx.lines().filter_map(|line| line.strip_prefix("| x"));
        let names = comments.map(|line| format!("x{}", line.split(',').next().unwrap()));
        let named: BTreeSet<ColumnId> = names.map(|name| read_back(&problem, &name)).collect();
        assert_eq!(named, all, "{model} as DLX text");
    }
}

/// Reads the exact cover back and compares its solutions, repeats of one included.
fn same_solutions_in_dlx(Named { name, problem }: &Named) -> Option<usize> {
    let expected = crate::common::models::solutions(problem, MOST)?;
    let cover = Cover::read(&text(problem, Problem::write_dlx));
    let columns = |solution: Vec<&str>| {
        let named = solution.into_iter().filter(|name| name.starts_with('x'));
        let mut columns: Vec<ColumnId> =
            named.map(|name| problem.column_by_name(name).unwrap()).collect();
        columns.sort_unstable();
        columns
    };
    let mut found: Vec<Vec<ColumnId>> = cover.solutions().into_iter().map(columns).collect();
    found.sort_unstable();
    assert_eq!(found, expected, "{name}");
    Some(found.len())
}

#[test]
fn the_limit_on_suits_decides_in_some_of_the_models() {
    let count =
        |model: Named| crate::common::models::solutions(&model.problem, MOST).unwrap().len();
    let counts = |suits| {
        crate::common::models::limited_to(suits).into_iter().map(count).collect::<Vec<usize>>()
    };
    assert_eq!([1, 2, 3].map(counts), [[0, 0, 0, 0], [11, 15, 5, 18], [15, 25, 7, 18]]);
}

#[test]
fn the_exact_cover_has_the_solutions_of_the_search() {
    let models = crate::common::models::all();
    let counts: Vec<usize> = models.iter().filter_map(same_solutions_in_dlx).collect();
    assert!(counts.len() > 90, "{} compared", counts.len());
    assert!(counts.iter().filter(|&&count| count > 1).count() > 30);
    assert!(counts.iter().filter(|&&count| count == 0).count() > 20);
}

#[test]
fn the_exact_cover_of_a_random_hand_has_the_solutions_of_the_search() {
    let models = random_models(3, 300);
    let counts: Vec<usize> = models.iter().filter_map(same_solutions_in_dlx).collect();
    assert!(counts.len() > 250, "{} compared", counts.len());
    assert!(counts.iter().filter(|&&count| count > 0).count() > 100);
}
