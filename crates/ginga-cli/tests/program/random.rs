//! `ginga random`.

use crate::common::command::{json_of, run};
use serde_json::Value;

#[test]
fn random_hands_cut_short_say_so() {
    for format in ["text", "json"] {
        let call = format!("random --tenpai --count 1000000 --time-limit 50ms --format {format}");
        let ran = run(&call);
        assert_eq!(ran.code, 3);
        assert!(ran.stderr.starts_with("incomplete: stopped by --time-limit, "), "{}", ran.stderr);
    }
}

#[test]
fn random_hands_have_the_shanten_number_that_is_asked_for() {
    for (tiles, shanten) in [("13", "3"), ("14", "2"), ("8", "0"), ("5", "-1"), ("4", "1")] {
        let call = format!("random --tiles {tiles} --shanten {shanten} --count 5 --seed 5");
        let ran = run(&call);
        assert_eq!((ran.code, ran.stdout.lines().count()), (0, 5), "{call}");
        for hand in ran.stdout.lines() {
            let found = json_of(&format!("distance {hand} --rules riichi"));
            assert_eq!(found["shanten"].to_string(), shanten, "{hand}");
        }
    }
    for (fault, said) in [
        ("random --shanten -1", "--shanten -1 needs 3n+2 tiles"),
        ("random --shanten 1 --tiles 12", "--shanten needs 3n+1 or 3n+2 tiles"),
        ("random --shanten 14", "no hand of 13 tiles is so far off"),
        ("random --shanten -2", "from -1"),
        ("random --shanten x", "from -1"),
        ("random --shanten 1 --tenpai", "--tenpai"),
    ] {
        let ran = run(fault);
        assert!(ran.code == 2 && ran.stderr.contains(said), "{fault}: {}", ran.stderr);
    }
}

#[test]
fn random_hands_are_of_the_real_tile_set() {
    let twice = || run("random --count 50 --seed 7 --rules galaxy").stdout;
    assert_eq!(twice(), twice());
    for line in run("random --count 200 --seed 1 --rules galaxy --blue 3").stdout.lines() {
        let hand: Value = json_of(&format!("waits {line} --rules galaxy --solver search"));
        assert_eq!(hand["hand"], line);
    }
    for line in run("random --count 5 --seed 2 --tenpai --tiles 7").stdout.lines() {
        assert_eq!(run(&format!("waits {line}")).code, 0, "{line}");
    }
    let array: Value =
        serde_json::from_str(&run("random --count 3 --format json --rules sichuan").stdout)
            .unwrap();
    assert_eq!(array.as_array().unwrap().len(), 3);
    assert!(
        !run("random --count 30 --rules laizi").stdout.contains('j'),
        "no joker is left to draw"
    );
    for line in run("random --count 20 --rules chinitsu").stdout.lines() {
        assert!(line.ends_with('m') && line.len() == 14, "{line}");
    }
    // Twelve orphans' kinds alone never wait in the standard form: time ends the search.
    let never = "random --tenpai --tiles 13 --time-limit 50ms --set tiles.kinds=147m147p147s1234z \
                 --set forms.standard.enabled=false --set forms.seven-pairs.enabled=false";
    assert_eq!(run(&never.split_whitespace().collect::<Vec<_>>().join(" ")).code, 3);
}
