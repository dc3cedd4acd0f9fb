//! The built-in rule sets, each by hands whose answer turns on what makes it special:
//! `tests/data/builtin_rules.tsv`. The right answers are derived by hand from the rules' words, as
//! the last column says in short; all solvers give them, and every decomposition passes the check.
//!
//! `fits`: all forms that the complete hand fits, in the rule set's order; `waits`: the winning
//! tiles; `refused`: the rule set has no such hand.

use crate::common::{decompose, rules_turned_up, tiles_text, waits};
use ginga::{Hand, RuleSet, Settings};
use std::collections::{BTreeMap, BTreeSet};

/// The sets whose hands are in other test files: the fixed examples and the collected cases.
const TESTED_ELSEWHERE: [&str; 6] =
    ["riichi", "galaxy", "laizi", "hongzhong", "sichuan", "chinitsu"];

/// A rule set with tiles turned up and overrides, each `-` where there are none.
fn rules_of(name: &str, turned_up: &str, set: &str) -> RuleSet {
    let given = |column: &&str| *column != "-";
    let set: Vec<String> = set.split(' ').filter(given).map(str::to_owned).collect();
    rules_turned_up(name, &set, Some(turned_up).filter(given).unwrap_or_default())
}

fn answer(question: &str, text: &str, rules: &RuleSet) -> String {
    let hand = match Hand::parse(text, rules) {
        Ok(hand) => hand,
        Err(_) if question == "refused" => return "-".to_owned(),
        Err(error) => return format!("error: {error}"),
    };
    let said = match question {
        "waits" => tiles_text(&waits(&hand, rules)),
        "fits" => {
            let counts = decompose(&hand, rules).counts;
            let fits =
                |form: &&str| counts.of_form(form).is_some_and(|form| form.decompositions > 0);
            let names = rules.forms().iter().map(ginga::rules::Form::name);
            names.filter(fits).collect::<Vec<_>>().join(" ")
        }
        _ => match ginga::win(&hand, rules, &Settings::default()) {
            Ok(_) => "taken".to_owned(),
            Err(_) => "-".to_owned(),
        },
    };
    if said.is_empty() { "none".to_owned() } else { said }
}

#[test]
fn hands_that_turn_on_the_rules() {
    let mut wrong = Vec::new();
    let mut rows: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for line in include_str!("../data/builtin_rules.tsv").lines().skip(1) {
        let row: Vec<&str> = line.split('\t').collect();
        let [name, turned_up, set, hand, question, right, why] = row[..] else { panic!("{line}") };
        let rules = rules_of(name, turned_up, set);
        let said = answer(question, hand, &rules);
        if said != right {
            wrong.push(format!(
                "{name} {turned_up} {set} {hand} {question}: {said}, not {right} ({why})"
            ));
        }
        assert!(rows.entry(name).or_default().insert(line), "twice: {line}");
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    for name in RuleSet::builtin_names().filter(|name| !TESTED_ELSEWHERE.contains(name)) {
        let hands = rows.get(name).map_or(0, BTreeSet::len);
        assert!(hands >= 3, "{name} has {hands} hands");
    }
}

#[test]
fn every_built_in_set_loads_and_says_what_it_is() {
    let mut names = BTreeSet::new();
    for name in RuleSet::builtin_names() {
        let rules = RuleSet::builtin(name).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(rules.name(), name);
        assert!(names.insert(name), "{name} twice");
        for (key, text) in [("summary", rules.summary()), ("source", rules.source())] {
            let line = text.len() > 15 && !text.contains('\n') && text.trim() == text;
            assert!(line, "{name}: {key} = {text:?}");
        }
        assert!(!rules.forms().is_empty(), "{name}");
        assert!(rules.wall().count() >= 36, "{name}");
        // Where a tile is turned up nothing is wild before it is.
        let flips = RuleSet::builtin_text(name).unwrap().contains("\nflip = [\"");
        assert_eq!(rules.lacks_indicator(), flips, "{name}");
    }
}

#[test]
fn every_rule_file_is_a_built_in_set() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/rules");
    let files: BTreeSet<String> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    let named: BTreeSet<String> =
        RuleSet::builtin_names().map(|name| format!("{name}.toml")).collect();
    assert_eq!(files, named);
}

#[test]
fn every_tile_turned_up_makes_kinds_wild() {
    let mut turned_up = 0;
    for name in RuleSet::builtin_names() {
        let rules = RuleSet::builtin(name).unwrap();
        for kind in rules.kinds().iter().filter(|_| rules.lacks_indicator()) {
            let with = rules_of(name, &kind.to_string(), "-");
            assert!(!with.laizi().is_empty() && !with.lacks_indicator(), "{name}, {kind}");
            turned_up += 1;
        }
    }
    assert!(turned_up > 400, "{turned_up}");
}
