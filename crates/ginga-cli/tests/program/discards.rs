//! `ginga discards`.

use crate::common::command::{json_of, run};
use serde_json::{Value, json};

#[test]
fn discards_come_best_first() {
    let found = json_of("discards 235m55p123s");
    let discards = found["discards"].as_array().unwrap();
    let best: Vec<(&Value, &Value)> =
        discards.iter().map(|discard| (&discard["discard"], &discard["left"])).collect();
    assert_eq!(best, [(&json!("5m"), &json!(8)), (&json!("2m"), &json!(4))]);
    // The discarded tile itself is gone: of 5m, waited for by the pair, one is left.
    let found = json_of("discards 555m22p");
    let of_five =
        &found["discards"].as_array().unwrap().iter().find(|d| d["discard"] == "5m").unwrap();
    assert_eq!(of_five["waits"], json!([{"tile": "5m", "left": 1}, {"tile": "2p", "left": 2}]));
    assert_eq!(run("discards 235m55p123s --verify").code, 0);
}

/// A complete list is 0, however long it is, and whether or not the hand wins as it is.
#[test]
fn the_exit_code_says_whether_the_list_is_complete() {
    for (hand, discards) in [("147m25p", 0), ("22m", 1), ("235m55p123s", 2), ("123m55p", 4)] {
        for options in ["", "--verify", "--solver ilp", "--format json"] {
            let call = format!("discards {hand} --rules riichi {options}");
            let ran = run(&call);
            assert_eq!((ran.code, ran.stderr.as_str()), (0, ""), "{call}");
        }
        let found = json_of(&format!("discards {hand}"));
        assert_eq!(found["discards"].as_array().unwrap().len(), discards, "{hand}");
        assert_eq!(found["complete"], true);
    }
    let none = run("discards 147m25p").stdout;
    assert_eq!(none, "147m25p  no discard leaves it tenpai  riichi\n");
    // Discarding 2p leaves a hand with eleven tenpai decompositions, none of which is listed here.
    assert_eq!(run("discards 1112345678999m2p --limit 1").code, 0);
    for fault in ["discards 123m", "discards 12x", "discards 1m1M --rules riichi"] {
        let ran = run(fault);
        assert_eq!((ran.code, ran.stdout.as_str()), (2, ""), "{fault}");
    }
}

/// Whoever discards from a complete hand is told first that it wins: as `win` says, under every rule
/// set, for waiting hands with each winning tile and with tiles that do not win.
#[test]
fn discards_say_first_whether_the_hand_wins() {
    // A third of the tiles, unless the environment variable `GINGA_SHARE` is `all`.
    let share = if std::env::var("GINGA_SHARE").is_ok_and(|share| share == "all") { 3 } else { 1 };
    let mut wins = [0, 0];
    for name in ginga::RuleSet::builtin_names() {
        let needs_indicator = ginga::RuleSet::builtin(name).unwrap().lacks_indicator();
        let indicator = if needs_indicator { " --indicator 3p" } else { "" };
        let rules = format!("--rules {name}{indicator}");
        let hand = run(&format!("random --tiles 7 --tenpai --seed 4 {rules}")).stdout;
        let hand = hand.trim();
        let waits = json_of(&format!("waits {hand} {rules}"));
        let waits = waits["waits"].as_array().unwrap().iter().filter(|wait| wait["left"] != 0);
        let winning = waits.map(|wait| wait["tile"].as_str().unwrap()).take(share);
        for tile in winning.chain(["1m", "6p", "9s"].into_iter().take(share)) {
            let win = run(&format!("win {hand} {tile} {rules} --format json"));
            if win.code == 2 {
                continue;
            }
            let win: Value = serde_json::from_str(&win.stdout).unwrap();
            let call = format!("discards {hand} {tile} {rules}");
            assert_eq!(json_of(&format!("{call} --verify"))["win"], win["win"], "{call}");
            let text = run(&call).stdout;
            let first = text.lines().next().unwrap();
            assert_eq!(first.contains("  win, and "), win["win"] == true, "{call}: {first}");
            assert!(first.contains("tenpai  "), "{first}");
            wins[usize::from(win["win"] == true)] += 1;
        }
    }
    assert!(wins.iter().all(|&wins| wins > 10 * share), "{wins:?}");
    // 1m leaves 23m 55p, which waits for 1m and 4m; 2m leaves 13m 55p, for 2m; 3m leaves 12m 55p, for
    // 3m; 5p leaves 123m 5p, for 5p. There is no other tile to discard: four discards.
    let text = run("discards 123m55p").stdout;
    assert!(text.starts_with("123m55p  win, and 4 discards leave it tenpai  riichi\n"), "{text}");
}
