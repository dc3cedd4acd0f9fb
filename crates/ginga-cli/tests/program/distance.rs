//! `ginga distance`.

use crate::common::command::{json_of, run};
use serde_json::{Value, json};

/// All tiles of riichi but 12z.
fn all_but_two() -> String {
    let suit = "111122223333444455556666777788889999";
    format!("{suit}m{suit}p{suit}s11122233334444555566667777z")
}

/// The galaxy hand of the specification, worked out by a program of its own.
#[test]
fn a_galaxy_hand_has_its_distance_and_the_tiles_that_help() {
    let found = json_of("distance 24m6M17p2334s1S3z14Z");
    assert_eq!((&found["distance"], &found["shanten"]), (&json!(2), &json!(1)));
    let help: Vec<String> = found["acceptance"]
        .as_array()
        .unwrap()
        .iter()
        .map(|wait| format!("{}×{}", wait["tile"].as_str().unwrap(), wait["left"]))
        .collect();
    let right = "3m×3 3M×1 5M×1 8M×1 3P×1 5p×3 5P×1 8p×3 8P×1 3S×1 5S×1 8S×1";
    assert_eq!((help.join(" ").as_str(), &found["copies"]), (right, &json!(18)));
    assert_eq!(found["kinds"], json!(["3m", "5p", "8p"]));
    assert_eq!(found["by_form"]["standard"], json!({"distance": 2}));
    // 33s, 1p1S and 3z1Z are pairs, and there are no more: four of seven are lacking.
    assert_eq!(found["by_form"]["seven-pairs"]["distance"], 4);
    let text = run("distance 24m6M17p2334s1S3z14Z").stdout;
    let head = "24m6M17p2334s1S3z14Z  1-shanten  galaxy\n2 tiles from a win\n";
    assert!(text.starts_with(head), "{text}");
    assert!(text.ends_with("\n18 tiles left help, as the kinds 3m 5p 8p\n"), "{text}");
    // By kinds: 3m, three plain ones and 3M 3P 3S; 5p likewise, and 8p.
    let folded = json_of("distance 24m6M17p2334s1S3z14Z --kinds");
    let six = |tile: &str| json!({"tile": tile, "left": 6});
    assert_eq!(folded["acceptance"], json!([six("3m"), six("5p"), six("8p")]));
    let text = run("distance 24m6M17p2334s1S3z14Z --kinds").stdout;
    assert!(text.contains("\n  3m       6\n  5p       6\n  8p       6\n"), "{text}");
}

/// What players call it, for hands of both sizes.
#[test]
fn the_text_names_the_distance_as_players_do() {
    for (hand, word, distance, code) in [
        ("123m55p", "complete", json!(0), 0),
        ("123m5p", "tenpai", json!(1), 0),
        ("124m55p", "tenpai", json!(1), 0),
        ("123m46p1s2z", "1-shanten", json!(2), 0),
        ("147m258p369s1234z", "8-shanten", json!(7), 0),
        ("19m19p19s1234567z", "tenpai", json!(1), 0),
    ] {
        let word = if hand.starts_with("147m258p") { "6-shanten" } else { word };
        let ran = run(&format!("distance {hand} --rules riichi"));
        let first = ran.stdout.lines().next().unwrap();
        assert!(ran.code == code && first.contains(&format!("  {word}  riichi")), "{first}");
        let found = json_of(&format!("distance {hand} --rules riichi"));
        assert_eq!(found["distance"], distance, "{hand}");
        assert_eq!(found["shanten"], distance.as_i64().unwrap() - 1, "{hand}");
        assert_eq!(found["complete"], true);
    }
}

/// Wild tiles are no tiles off the distance: a joker makes 1111p a win, but 1111p alone lacks two tiles,
/// since there is no fifth 1p.
#[test]
fn a_joker_may_save_more_than_one_draw() {
    assert_eq!(json_of("distance 1111pj --rules laizi")["distance"], 0);
    assert_eq!(json_of("distance 1111p --rules laizi")["distance"], 2);
}

/// 46p lacks 5p; of 1s and 2z one is the pair. So there are two nearest wins.
#[test]
fn the_nearest_wins_are_listed_with_their_decompositions() {
    let found = json_of("distance 123m46p1s2z --list");
    let wins = found["nearest"].as_array().unwrap();
    let told: Vec<(&Value, &Value)> =
        wins.iter().map(|win| (&win["draw"], &win["discard"])).collect();
    let right = [(json!(["5p", "1s"]), json!(["2z"])), (json!(["5p", "2z"]), json!(["1s"]))];
    assert_eq!(told, [(&right[0].0, &right[0].1), (&right[1].0, &right[1].1)]);
    let groups = &wins[0]["decompositions"][0]["groups"];
    assert_eq!(groups[1]["tiles"], json!(["4p", "5p", "6p"]));
    assert_eq!(found["complete"], true);
    let text = run("distance 123m46p1s2z --list").stdout;
    assert!(
        text.ends_with(
            "\n  123m 456p 11s  draw 5p1s, discard 2z\n  123m 456p 22z  draw 5p2z, discard 1s\n"
        ),
        "{text}"
    );

    let ran = run("distance 123m46p1s2z --list --limit 1 --format json");
    let found: Value = serde_json::from_str(&ran.stdout).unwrap();
    assert_eq!(
        (ran.code, &found["stopped_by"], &found["complete"]),
        (3, &json!("limit"), &json!(false))
    );
    assert_eq!((found["nearest"].as_array().unwrap().len(), &found["distance"]), (1, &json!(2)));
    let ran = run("distance 123m46p1s2z --list --limit 1");
    assert!(
        ran.stdout.ends_with("  … and more\n\nincomplete: stopped by --limit, there may be more\n"),
        "{ran:?}"
    );
    // As many as there are is all of them.
    assert_eq!(run("distance 123m46p1s2z --list --limit 2").code, 0);
    // A complete hand is its own nearest win.
    let found = json_of("distance 123m55p --list");
    assert_eq!(found["nearest"][0]["draw"], json!([]));
    assert_eq!(found["nearest"][0]["decompositions"].as_array().unwrap().len(), 1);
}

/// 123m 456p 789s 11z 55z waits for two 1z and two 5z among 123 tiles: within a draw 4 of 123; it waits in
/// any case. Two draws: for 119 of 123 the first misses. What it waits for then depends on the discard, but
/// no hand waits for more than the two shanpon kinds do unless a tile drawn stands beside a run: by
/// hand only the first draw is told here, and that chances grow.
#[test]
fn chances_are_whole_numbers() {
    let of = |draws: u8| {
        json_of(&format!("distance 123m456p789s1155z --draws {draws}"))["chances"].clone()
    };
    let one = of(1);
    assert_eq!(
        (&one["draws"], &one["win"]["ways"], &one["win"]["of"]),
        (&json!(1), &json!("4"), &json!("123"))
    );
    assert!((one["win"]["p"].as_f64().unwrap() - 4.0 / 123.0).abs() < 1e-12);
    assert_eq!((&one["tenpai"]["ways"], &one["tenpai"]["p"]), (&json!("123"), &json!(1.0)));
    assert!(one.get("discard").is_none());
    let two = of(2);
    assert_eq!(two["win"]["of"], (123 * 122).to_string());
    assert!(two["win"]["p"].as_f64() > one["win"]["p"].as_f64());
    // 1z alone is over: without it 46p waits for four 5p among 128 tiles.
    let found = json_of("distance 123m46p11s1z --draws 1");
    assert_eq!(found["chances"]["discard"], "1z");
    assert_eq!(found["chances"]["win"], json!({"ways": "4", "of": "128", "p": 0.03125}));
    let text = run("distance 123m46p11s1z --draws 1").stdout;
    let told = "within 1 draw of its own, with the best discards:\n  \
                win       3.125 %    4 of 128 orders\n  \
                tenpai  100.000 %  128 of 128 orders\n  first discard to win: 1z\n";
    assert!(text.ends_with(told), "{text}");
    // Tiles seen are out: three 5p are.
    let seen = json_of("distance 123m46p11s1z --draws 1 --visible 555p");
    assert_eq!(
        (&seen["chances"]["win"]["ways"], &seen["chances"]["win"]["of"]),
        (&json!("1"), &json!("125"))
    );
}

/// Where nothing can be drawn there is no way to a win: 1.
#[test]
fn a_hand_that_can_never_win_is_a_no() {
    let call = format!("distance 1z --visible {}2z --strict-visible", all_but_two());
    let ran = run(&call);
    assert_eq!((ran.code, ran.stderr.as_str()), (1, ""));
    // A second 1z would make the pair, and all are seen.
    let lacking = "no tiles left make it a win: it lacks 1z, more than are left";
    assert_eq!(ran.stdout, format!("1z  never  riichi\n{lacking}\n"));
    let ran = run(&format!("{call} --format json --list --draws 1"));
    let found: Value = serde_json::from_str(&ran.stdout).unwrap();
    assert_eq!((ran.code, &found["complete"]), (1, &json!(true)));
    assert_eq!((&found["distance"], &found["shanten"]), (&Value::Null, &Value::Null));
    assert_eq!(found["by_form"]["standard"], json!({"distance": null}));
    assert_eq!((&found["acceptance"], &found["nearest"]), (&json!([]), &json!([])));
    assert_eq!(found["lacking"], json!(["1z"]));
    assert!(found.get("at_least").is_none());
    // The copies left are told, and decide nothing, where it is not said that they cannot be drawn.
    let seen = json_of("distance 23m55p --visible 1111m");
    assert_eq!(seen["acceptance"], json!([{"tile": "1m", "left": 0}, {"tile": "4m", "left": 4}]));
    let strict = json_of("distance 23m55p --visible 1111m --strict-visible");
    assert_eq!(strict["acceptance"], json!([{"tile": "4m", "left": 4}]));
}

#[test]
fn a_run_that_was_cut_short_says_so() {
    let hand = "1m5M9p3P7s2S1z3Z5z6Z2m4p8s";
    let ran = run(&format!("distance {hand} --time-limit 1ns --format json --stats"));
    let found: Value = serde_json::from_str(&ran.stdout).unwrap();
    assert_eq!(
        (ran.code, &found["complete"], &found["stopped_by"]),
        (3, &json!(false), &json!("time-limit"))
    );
    assert_eq!((&found["distance"], &found["shanten"]), (&Value::Null, &Value::Null));
    assert!(found["at_least"].is_u64() && found["stats"]["micros"].is_u64(), "{found}");
    let ran = run(&format!("distance {hand} --time-limit 1ns"));
    assert_eq!(ran.code, 3);
    assert!(ran.stdout.contains("  unknown"), "{}", ran.stdout);
    assert!(ran.stdout.ends_with("\nincomplete: stopped by --time-limit, there may be more\n"));
    assert!(run("distance 1m --stats").stdout.ends_with(" µs\n"));
}

#[test]
fn bad_input_is_a_fault() {
    for (fault, said) in [
        ("distance 123m", "3 concealed tiles: a hand has 3n+1"),
        ("distance 12x", "12x"),
        ("distance 11111m2p", "1m"),
        ("distance 1m1M --rules riichi", "1M"),
        ("distance 123m4p --draws 50", "write a whole number from 1 to 12"),
        ("distance 123m4p --draws 0", "write a whole number from 1 to 12"),
        ("distance 123m4p --draws -1", "write a whole number from 1 to 12"),
        ("distance 123m4p --limit 3", "--list"),
        ("distance 123m4p --strict-visible", "--visible"),
        ("distance 123m4p --visible 44444p", "4p"),
        ("distance 123m4p --time-limit 3", "the unit is missing"),
        ("distance 1m --rules nothing", "nothing"),
        ("distance 123456789m12345678p --rules riichi", "melds"),
    ] {
        let ran = run(fault);
        assert_eq!((ran.code, ran.stdout.as_str()), (2, ""), "{fault}");
        assert!(ran.stderr.contains(said), "{fault}: {}", ran.stderr);
    }
}
