//! `ginga discards`.

use crate::common::command::{json_of, run};
use serde_json::{Value, json};

fn list(found: &Value) -> &[Value] {
    found["discards"].as_array().unwrap()
}

fn of<'a>(found: &'a Value, tile: &str) -> &'a Value {
    list(found).iter().find(|discard| discard["discard"] == tile).unwrap()
}

/// By hand: without 5m, 23m waits for 1m and 4m, four copies each; without 2m, 35m for 4m. Without 3m
/// the hand lacks two tiles of the runs 123m, 234m, 345m, 456m, 567m with 2m or 5m, of triplets of 2m,
/// 5m or 5p.
#[test]
fn discards_come_best_first() {
    let found = json_of("discards 235m55p123s");
    let order: Vec<(&str, i64, i64)> = list(&found)
        .iter()
        .map(|discard| {
            let number = |key: &str| discard[key].as_i64().unwrap();
            (discard["discard"].as_str().unwrap(), number("shanten"), number("copies"))
        })
        .collect();
    assert_eq!(order[..3], [("5m", 0, 8), ("2m", 0, 4), ("3m", 1, 27)]);
    // Each tile of the hand once; as good as each other, in tile order.
    assert_eq!(order[4..], [("1s", 1, 15), ("2s", 1, 11), ("3s", 1, 11)]);
    let five = of(&found, "5m");
    let waits = json!([{"tile": "1m", "left": 4}, {"tile": "4m", "left": 4}]);
    assert_eq!((&five["acceptance"], &five["waits"]), (&waits, &waits));
    assert_eq!((&five["left"], &five["kinds"]), (&json!(8), &json!(["1m", "4m"])));
    // The keys of a wait are there where the hand waits.
    assert!(of(&found, "3m").get("waits").is_none());
    assert_eq!(found["distance"], 1);
    // The discarded tile itself is gone: of 5m, waited for by the pair, one is left.
    let found = json_of("discards 555m22p");
    let five = of(&found, "5m");
    assert_eq!(five["waits"], json!([{"tile": "5m", "left": 1}, {"tile": "2p", "left": 2}]));
    assert_eq!(run("discards 235m55p123s --verify").code, 0);
}

/// `24m6M17p2334s1S3z14Z` under galaxy, worked out by a program of its own: 18 copies.
#[test]
fn a_galaxy_hand_that_is_far_off_has_its_discards() {
    let ran = run("discards 24m6M17p2334s1S3z14Z9m");
    let mut lines = ran.stdout.lines();
    assert_eq!(lines.next(), Some("249m6M17p2334s1S3z14Z  1-shanten  galaxy"));
    assert_eq!(lines.nth(1), Some("  discard  shanten  left  tiles"));
    let help = "3m×3 3M×1 5M×1 8M×1 3P×1 5p×3 5P×1 8p×3 8P×1 3S×1 5S×1 8S×1";
    assert_eq!(lines.next().unwrap(), format!("  9m             1    18  {help}"));
    // Fourteen tiles, 3s twice among them.
    assert_eq!(lines.count(), 12);
}

/// A list is complete, and each tile of the hand in it, whatever it says.
#[test]
fn the_exit_code_says_whether_the_list_is_complete() {
    for (hand, tiles) in [("147m25p", 5), ("22m", 1), ("235m55p123s", 7), ("123m55p", 4)] {
        for options in ["", "--verify", "--solver ilp", "--format json", "--deep"] {
            let call = format!("discards {hand} --rules riichi {options}");
            let ran = run(&call);
            assert_eq!((ran.code, ran.stderr.as_str()), (0, ""), "{call}");
        }
        let found = json_of(&format!("discards {hand}"));
        assert_eq!(list(&found).len(), tiles, "{hand}");
        assert_eq!(found["complete"], true);
    }
    // Discarding 2p leaves a hand with eleven tenpai decompositions, none of which is listed here.
    assert_eq!(run("discards 1112345678999m2p --limit 1").code, 0);
    for fault in [
        "discards 123m",
        "discards 1234m",
        "discards 12x",
        "discards 1m1M --rules riichi",
        "discards 11111m",
        "discards 235m55p --strict-visible",
        "discards 235m55p --visible 55555p",
    ] {
        let ran = run(fault);
        assert_eq!((ran.code, ran.stdout.as_str()), (2, ""), "{fault}");
    }
    let hand = "1m5M9p3P7s2S1z3Z5z6Z2m4p8s4Z";
    let ran = run(&format!("discards {hand} --time-limit 1ns --format json"));
    let cut: Value = serde_json::from_str(&ran.stdout).unwrap();
    assert_eq!(
        (ran.code, &cut["complete"], &cut["stopped_by"]),
        (3, &false.into(), &"time-limit".into())
    );
    assert_eq!((&cut["distance"], &cut["at_least"]), (&Value::Null, &0.into()));
    assert_eq!(
        (&cut["discards"][0]["distance"], &cut["discards"][0]["at_least"]),
        (&Value::Null, &0.into())
    );
    let ran = run(&format!("discards {hand} --time-limit 1ns"));
    assert_eq!(ran.code, 3);
    assert!(ran.stdout.contains("  unknown  galaxy\n"), "{}", ran.stdout);
    assert!(ran.stdout.ends_with("\nincomplete: stopped by --time-limit\n"), "{}", ran.stdout);
}

/// Without 1z, 46m55p waits for 5m; whatever comes then wins, after which nothing helps. Without 4m,
/// 6m55p1z is two away. A 4m (three are left) makes 46m, for four 5m; a 5m makes 56m, for three 4m and four
/// 7m; a 6m two pairs, for two 6m and two 5p; a 7m makes 67m, for four 5m and four 8m; an 8m makes 68m, for
/// four 7m; a 5p a triplet, beside which 6m or 1z waits for three of its own; a 1z two pairs, for two 1z and
/// two 5p.
#[test]
fn copies_after_the_next_discard_are_told_where_they_are_asked_for() {
    let found = json_of("discards 46m55p1z --deep");
    assert_eq!(of(&found, "1z")["next_copies"], 0);
    let sum = 3 * 4 + 4 * (3 + 4) + 3 * (2 + 2) + 4 * (4 + 4) + 4 * 4 + 2 * 3 + 3 * (2 + 2);
    let help: Vec<&str> = of(&found, "4m")["acceptance"]
        .as_array()
        .unwrap()
        .iter()
        .map(|wait| wait["tile"].as_str().unwrap())
        .collect();
    assert_eq!(help, ["4m", "5m", "6m", "7m", "8m", "5p", "1z"]);
    assert_eq!(of(&found, "4m")["next_copies"], sum);
    assert!(of(&json_of("discards 46m55p1z"), "4m").get("next_copies").is_none());
    let text = run("discards 46m55p1z --deep").stdout;
    assert!(text.contains("  discard  shanten  left     next  tiles\n"), "{text}");
    let places = list(&found).windows(2).map(|two| {
        let rank = |at: &Value| {
            let number = |key: &str| at[key].as_i64().unwrap();
            (number("distance"), -number("copies"), -number("next_copies"))
        };
        rank(&two[0]) <= rank(&two[1])
    });
    assert!(places.clone().count() == 3 && places.into_iter().all(|ordered| ordered));
}

/// All four 5m are seen: they cannot be drawn, if that is said, so that 46m is worth no more than 4m.
#[test]
fn tiles_seen_elsewhere_may_be_out_of_reach() {
    let found = json_of("discards 46m55p1z --visible 5555m");
    assert_eq!(of(&found, "1z")["acceptance"], json!([{"tile": "5m", "left": 0}]));
    assert_eq!(of(&found, "1z")["distance"], 1);
    let found = json_of("discards 46m55p1z --visible 5555m --strict-visible");
    assert_eq!(of(&found, "1z")["distance"], 2);
    // All tiles are seen: nothing can be drawn.
    let suit = "111122223333444455556666777788889999";
    let seen = format!("{suit}m{suit}p{suit}s1112223333444455556666777 7z").replace(' ', "");
    let call = format!("discards 12z --visible {seen} --strict-visible");
    let text = run(&call).stdout;
    let rows =
        "  discard  shanten  left  tiles\n  1z         never     0\n  2z         never     0\n";
    assert_eq!(text, format!("12z  never  riichi\n\n{rows}"));
    let found = json_of(&call);
    assert_eq!((&found["distance"], &found["complete"]), (&Value::Null, &true.into()));
    assert_eq!(of(&found, "1z")["acceptance"], json!([]));
    assert!(of(&found, "1z").get("at_least").is_none());
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
            assert_eq!(first.contains("  win  "), win["win"] == true, "{call}: {first}");
            // Without the tile drawn it is the hand that waits.
            assert!(win["win"] == true || first.contains("  tenpai  "), "{call}: {first}");
            wins[usize::from(win["win"] == true)] += 1;
        }
    }
    assert!(wins.iter().all(|&wins| wins > 10 * share), "{wins:?}");
    let text = run("discards 123m55p").stdout;
    assert!(text.starts_with("123m55p  win  riichi\n"), "{text}");
    // 1m leaves 23m 55p, which waits for 1m and 4m; 2m leaves 13m 55p, for 2m; 3m leaves 12m 55p, for
    // 3m; 5p leaves 123m 5p, for 5p.
    let found = json_of("discards 123m55p");
    assert!(list(&found).iter().all(|discard| discard["distance"] == 1), "{found}");
}
