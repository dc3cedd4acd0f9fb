//! `ginga bench`: what it measures and says. Never how long anything takes.

use crate::common::command::{Ran, ginga};
use serde_json::Value;

fn bench(options: &str) -> Ran {
    let call = format!("bench {options}");
    ginga(&call.split_whitespace().collect::<Vec<_>>(), b"")
}

/// The rows, each as what is the same in every run.
fn rows(options: &str) -> Vec<String> {
    let ran = bench(&format!("{options} --format json"));
    assert_eq!(ran.code, 0, "{ran:?}");
    let document: Value = serde_json::from_str(&ran.stdout).unwrap();
    let row = |row: &Value| {
        let keys = ["task", "rules", "set", "wild", "hands", "answers", "compared"];
        keys.map(|key| row[key].to_string()).join(" ").replace('"', "")
    };
    document["results"].as_array().unwrap().iter().map(row).collect()
}

#[test]
fn everything_is_measured() {
    let ran = bench("--hands 50 --format json");
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
    let document: Value = serde_json::from_str(&ran.stdout).unwrap();
    let head = r#"{"schema":1,"command":"bench","seed":1,"complete":true,"machine":{"cores":"#;
    assert!(ran.stdout.starts_with(head), "{}", ran.stdout);
    assert_eq!(document["machine"]["os"], std::env::consts::OS);
    let results = document["results"].as_array().unwrap();
    let of = |task: &str, rules: &str| -> Vec<(String, u64)> {
        let rows = results.iter().filter(|row| row["task"] == task && row["rules"] == rules);
        rows.map(|row| (row["set"].as_str().unwrap().to_owned(), row["wild"].as_u64().unwrap()))
            .collect()
    };
    for (task, made) in [
        ("win", "winning"),
        ("waits", "waiting"),
        ("distance", "waiting"),
        ("count", "winning"),
        ("decompositions", "winning"),
    ] {
        let with =
            |wild: &[u64]| wild.iter().map(|&wild| (made.to_owned(), wild)).collect::<Vec<_>>();
        assert_eq!(of(task, "laizi"), with(&[1, 2, 3, 4, 5, 6, 7, 8]), "{task}");
        assert_eq!(of(task, "galaxy"), with(&[1, 2, 3, 4, 8, 13]), "{task}");
        let random = ["win", "waits", "distance"].contains(&task);
        for (rules, prefix) in [("riichi", ""), ("chinitsu", "one suit, ")] {
            let mut sets = vec![(format!("{prefix}{made}"), 0)];
            if random {
                sets.insert(0, (format!("{prefix}random"), 0));
            }
            assert_eq!(of(task, rules), sets, "{task}");
        }
    }
    for row in results {
        let [hands, answers, compared, speed] =
            ["hands", "answers", "compared", "hands_per_second"]
                .map(|key| row[key].as_u64().unwrap_or_else(|| panic!("{key}: {row}")));
        assert!((1..=50).contains(&hands) && answers <= hands && compared <= 50, "{row}");
        assert!(speed > 0 && row["nanoseconds"].is_number(), "{row}");
        if row["set"].as_str().unwrap().contains("winning") {
            assert_eq!(answers, hands, "{row}");
        }
        if row["wild"].as_u64().unwrap() < 3 {
            assert_eq!(compared, 50, "{row}");
        }
    }
}

#[test]
fn the_seed_makes_the_hands() {
    let options = "--hands 50 --only waits,win";
    let of_seed = |seed: u64| rows(&format!("{options} --seed {seed}"));
    assert_eq!(rows(options), of_seed(1));
    assert_ne!(of_seed(1), of_seed(2));
    let waits = rows("--hands 50 --only waits");
    let same: Vec<String> = of_seed(1).into_iter().filter(|row| row.starts_with("waits")).collect();
    assert_eq!(waits, same, "other tasks change no hand");
}

#[test]
fn the_text_is_a_table_a_task() {
    let ran = bench("--hands 20 --only win,waits");
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
    let tasks: Vec<&str> = ran.stdout.lines().filter(|line| line.contains(": ")).collect();
    assert_eq!(
        tasks,
        ["win: is it complete? 14 tiles", "waits: the winning tiles of 13 tiles"],
        "{}",
        ran.stdout
    );
    let table: Vec<&str> = ran.stdout.lines().filter(|line| line.starts_with("  ")).collect();
    assert_eq!(table.len(), 2 * (1 + 18), "{}", ran.stdout);
    assert!(table.iter().all(|line| line.len() == table[0].len()), "{}", ran.stdout);
    assert!(table[0].ends_with("hands/s  ns/hand"), "{}", ran.stdout);
}

#[test]
fn every_rule_set_has_a_line_for_each_sort_of_hands() {
    let names: Vec<&str> = ginga::RuleSet::builtin_names().collect();
    let ran = bench("--rules all --hands 4");
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
    let lines: Vec<&str> = ran.stdout.lines().filter(|line| line.starts_with("  ")).collect();
    assert_eq!(lines.len(), 4 * (1 + names.len()), "{}", ran.stdout);
    assert!(lines.iter().all(|line| line.len() == lines[0].len()), "{}", ran.stdout);
    for table in lines.chunks(1 + names.len()) {
        let first: Vec<&str> =
            table.iter().map(|line| line.split_whitespace().next().unwrap()).collect();
        assert_eq!((first[0], &first[1..]), ("rules", &names[..]));
        let head: Vec<&str> = table[0].split_whitespace().collect();
        assert_eq!(head, ["rules", "hands", "new", "known", "slowest", "x", "riichi"]);
    }
    let titles: Vec<&str> = ran.stdout.lines().filter(|line| line.ends_with("a hand")).collect();
    assert_eq!(
        titles,
        [
            "win, random hands: ns a hand",
            "win, near-winning hands: ns a hand",
            "waits, random hands: ns a hand",
            "waits, near-winning hands: ns a hand",
        ]
    );
}

#[test]
fn near_winning_hands_win_or_wait_often_under_every_rule_set() {
    let ran = bench("--rules all --hands 12 --format json");
    assert_eq!(ran.code, 0, "{ran:?}");
    let document: Value = serde_json::from_str(&ran.stdout).unwrap();
    let results = document["results"].as_array().unwrap();
    assert_eq!(results.len(), 4 * ginga::RuleSet::builtin_names().count());
    for row in results {
        assert!(row["compared"].as_u64() <= Some(10) && row["hands"] == 12, "{row}");
        let times = ["nanoseconds", "first_nanoseconds", "slowest_nanoseconds"];
        assert!(times.iter().all(|key| row[key].is_number()), "{row}");
    }
    let answers = |set: &str| -> u64 {
        let of_set = results.iter().filter(|row| row["set"] == set);
        of_set.map(|row| row["answers"].as_u64().unwrap()).sum()
    };
    assert!(answers("near-winning") > 8 * answers("random"), "{}", ran.stdout);
    assert_eq!(rows("--rules all --hands 3"), rows("--rules all --hands 3 --seed 1"));
}

#[test]
fn a_call_at_fault_says_what_there_is() {
    for (options, expected) in [
        ("--only wins", "[possible values: win, waits, distance, count, decompositions]"),
        ("--hands 0", "0 is not in 1..=1000000"),
        ("--hands many", "invalid digit"),
        ("--seed -1", "unexpected argument"),
        ("--rules riichi", "[possible values: all]"),
        ("--rules all --only win", "cannot be used with"),
        ("--format makeplex", "[possible values: text, json]"),
    ] {
        let ran = bench(options);
        assert_eq!((ran.code, ran.stdout.as_str()), (2, ""), "{options}");
        assert!(ran.stderr.contains(expected), "{options}: {}", ran.stderr);
    }
}
