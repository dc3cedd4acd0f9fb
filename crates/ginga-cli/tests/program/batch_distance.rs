//! `ginga batch distance` and `batch discards`: the answers of the single commands, a line or a row each.

use crate::common::command::{Ran, ginga, json_of};
use serde_json::{Value, json};

fn batch(words: &str, input: &str) -> Ran {
    let words: Vec<&str> = std::iter::once("batch").chain(words.split_whitespace()).collect();
    ginga(&words, input.as_bytes())
}

const HANDS: &str = "123m46p1s2z\n123m46p11s1z\n12x\n123m\n19m19p19s1234567z\n";

#[test]
fn each_line_is_the_answer_of_the_single_command() {
    for (command, hands) in [
        ("distance", ["123m46p1s2z", "123m46p11s1z", "123m55p"]),
        ("discards", ["123m55p", "46m55p1z", "147m25p"]),
    ] {
        let ran = batch(command, &hands.join("\n"));
        assert_eq!(ran.code, 0, "{ran:?}");
        let mut lines = ran.stdout.lines();
        for (number, hand) in (1..).zip(hands) {
            let mut found: Value = serde_json::from_str(lines.next().unwrap()).unwrap();
            assert_eq!(found.as_object_mut().unwrap().remove("line"), Some(json!(number)));
            assert_eq!(found, json_of(&format!("{command} {hand} --rules riichi")), "{hand}");
        }
    }
    let ran = batch("distance --list --draws 1 --kinds", "123m46p1s2z");
    let found: Value = serde_json::from_str(&ran.stdout).unwrap();
    assert_eq!(found["nearest"].as_array().unwrap().len(), 2);
    assert_eq!(found["chances"]["draws"], 1);
    let ran = batch("discards --deep --visible 5555m --strict-visible", "46m55p1z");
    let found: Value = serde_json::from_str(&ran.stdout).unwrap();
    let best = &found["discards"][0];
    assert!(best["next_copies"].is_u64() && best["distance"] == 2, "{found}");
}

/// 123m46p1s2z lacks 5p, and a second 1s or 2z: four copies, three and three. Thirteen orphans wait for each of
/// thirteen, of which three copies are left. Without 1z, 123m46p11s1z waits for 5p.
#[test]
fn rows_hold_what_a_row_has_room_for() {
    let ran = batch("distance --to csv", HANDS);
    assert_eq!(ran.code, 2);
    let mut rows = ran.stdout.lines();
    let head = "line,input,error,rules,solver,complete,stopped_by,distance,shanten,acceptance,copies,kinds";
    assert_eq!(rows.next(), Some(head));
    assert_eq!(
        rows.next(),
        Some("1,123m46p1s2z,,riichi,engine,true,,2,1,5p:4 1s:3 2z:3,10,5p 1s 2z")
    );
    assert_eq!(rows.next(), Some("2,123m46p11s1z,,riichi,engine,true,,1,0,5p:4,4,5p"));
    assert!(rows.next().unwrap().starts_with("3,12x,"));
    let fault = rows.next().unwrap();
    assert!(fault.contains("3 concealed tiles") && fault.ends_with(",,,,,,,,,"), "{fault}");
    assert!(rows.next().unwrap().contains(",1,0,1m:3 9m:3 1p:3 "));

    let ran = batch("discards --to csv", "123m46p11s1z\n22m\n");
    let mut rows = ran.stdout.lines();
    let head =
        "line,input,error,rules,solver,complete,stopped_by,win,distance,shanten,best,discards";
    assert_eq!(rows.next(), Some(head));
    let row = rows.next().unwrap();
    assert!(
        row.starts_with("1,123m46p11s1z,,riichi,engine,true,,false,1,0,1z,1z:tenpai:4 "),
        "{row}"
    );
    assert_eq!(rows.next(), Some("2,22m,,riichi,engine,true,,true,0,-1,2m,2m:tenpai:2"));
    for words in ["distance --list", "distance --draws 1", "discards --deep", "discards --stats"] {
        let ran = batch(&format!("{words} --to csv"), "22m");
        let option = words.split(' ').nth(1).unwrap();
        assert!(ran.code == 2 && ran.stderr.contains(&format!("{option} adds")), "{ran:?}");
    }
}

#[test]
fn any_number_of_threads_writes_the_same_bytes() {
    let seeded = |tiles: &str| {
        let args =
            ["random", "--count", "300", "--seed", "3", "--rules", "galaxy", "--tiles", tiles];
        ginga(&args, b"").stdout
    };
    for (command, tiles) in [("distance", "10"), ("discards", "8")] {
        let hands = seeded(tiles) + "12x\n";
        let run =
            |threads: &str| batch(&format!("{command} --rules galaxy --threads {threads}"), &hands);
        let one = run("1");
        assert_eq!((one.code, one.stdout.lines().count()), (2, 301));
        assert!(run("4").stdout == one.stdout, "{command}");
    }
}

#[test]
fn a_run_cut_short_ends_with_3() {
    let hand = "1m5M9p3P7s2S1z3Z5z6Z2m4p8s";
    for (command, hand) in [("distance", hand.to_owned()), ("discards", format!("{hand}9m"))] {
        let ran = batch(&format!("{command} --rules galaxy --time-limit 1ns"), &hand);
        assert_eq!(ran.code, 3, "{ran:?}");
        let found: Value = serde_json::from_str(&ran.stdout).unwrap();
        assert_eq!((&found["distance"], &found["complete"]), (&Value::Null, &json!(false)));
        let ran = batch(&format!("{command} --rules galaxy --time-limit 1ns --to csv"), &hand);
        assert!(ran.code == 3 && ran.stdout.contains(",false,time-limit,"), "{ran:?}");
    }
}
