//! The contract of the command line: exit codes, JSON schema 1, makeplex, limits.

use crate::common::command::{ginga, json_of, run};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

#[test]
fn exit_codes_say_yes_and_no() {
    for (call, code) in [
        ("win 11m", 0),
        ("win 12m", 1),
        ("decompose 11m", 0),
        ("decompose 12m", 1),
        ("waits 1m", 0),
        ("waits 1111m[123p][456p][789p]", 1),
        ("rules list", 0),
        ("rules show galaxy", 0),
        ("model 1m", 0),
        ("--help", 0),
        ("--version", 0),
    ] {
        let ran = run(call);
        assert_eq!(ran.code, code, "{call}: {ran:?}");
        assert!(!ran.stdout.is_empty(), "{call}");
    }
}

#[test]
fn waits_as_json_are_those_of_the_contract() {
    let expected = json!({"schema": 1, "command": "waits", "hand": "23m5p5P", "rules": "galaxy",
        "overrides": {}, "solver": "ilp", "complete": true,
        "waits": [{"tile": "1m", "left": 3}, {"tile": "1M", "left": 1}, {"tile": "4m", "left": 3},
            {"tile": "4M", "left": 1}, {"tile": "1P", "left": 1}, {"tile": "4P", "left": 1},
            {"tile": "1S", "left": 1}, {"tile": "4S", "left": 1}],
        "kinds": ["1m", "4m"], "dead": [],
        "decompositions": [
            {"form": "standard",
             "groups": [{"type": "pair", "kinds": ["5p", "5p"], "tiles": ["5p", "5P"]}],
             "open": {"kinds": ["2m", "3m"], "tiles": ["2m", "3m"],
                "holes": [
                    {"kind": "1m", "shape": "ryanmen", "tiles": ["1m", "1M", "1P", "1S"]},
                    {"kind": "4m", "shape": "ryanmen", "tiles": ["4m", "4M", "4P", "4S"]}]}}],
        "counts": {"decompositions": 1, "readings": 1,
            "by_form": {"standard": {"decompositions": 1, "readings": 1}}}});
    assert_eq!(json_of("waits 23m5p5P"), expected);
    let ran = run("waits 23m5p5P --format json");
    assert!(ran.stdout.starts_with(r#"{"schema":1,"command":"waits","hand":"23m5p5P","#));
}

#[test]
fn win_as_json_has_no_list() {
    let win = json_of("win 22334455667788s");
    assert_eq!(win["win"], true);
    assert_eq!(win["counts"]["decompositions"], 4);
    assert_eq!(
        win["counts"]["by_form"],
        json!({"standard": {"decompositions": 3, "readings": 3},
            "seven-pairs": {"decompositions": 1, "readings": 1},
            "thirteen-orphans": {"decompositions": 0, "readings": 0}})
    );
    assert!(win.get("decompositions").is_none() && win.get("waits").is_none());
}

#[test]
fn called_melds_are_marked() {
    let found = json_of("decompose 11m[3M3P3S=333p](2222z) --rules galaxy --set tiles.plain=4");
    assert_eq!(found["hand"], "11m[3M3P3S=333p](2222z)");
    assert_eq!(
        found["decompositions"][0]["groups"],
        json!([
            {"type": "pair", "kinds": ["1m", "1m"], "tiles": ["1m", "1m"]},
            {"type": "triplet", "kinds": ["3p", "3p", "3p"], "tiles": ["3M", "3P", "3S"], "called": true},
            {"type": "kan", "kinds": ["2z", "2z", "2z", "2z"], "tiles": ["2z", "2z", "2z", "2z"],
             "called": true, "concealed": true}])
    );
    let by_options = json_of(
        "decompose 11m --meld 3M3P3S=333p --concealed-kan 2222z --rules galaxy --set tiles.plain=4",
    );
    assert_eq!(by_options, found);
}

#[test]
fn overrides_are_listed() {
    let found = json_of(
        "waits 1m --rules laizi --wild 5m7z --set melds=5 --set dead_waits=count --set wild.own_kind=true",
    );
    assert_eq!(
        found["overrides"],
        json!({"melds": 5, "dead_waits": "count", "wild.own_kind": true, "wild.kinds": "5m7z"})
    );
}

#[test]
fn readings_forget_the_fillings() {
    let found = json_of("decompose 224777z14Z --readings");
    assert!(found.get("decompositions").is_none());
    let readings = found["readings"].as_array().unwrap();
    let fillings: u64 = readings.iter().map(|reading| reading["fillings"].as_u64().unwrap()).sum();
    assert_eq!(found["counts"]["readings"], readings.len());
    assert_eq!(found["counts"]["decompositions"], fillings);
    // South by its two plain tiles, or with a blue East or North beside them as a triplet.
    assert_eq!(readings[0]["groups"][0], json!({"type": "pair", "kinds": ["2z", "2z"]}));
    assert_eq!((&readings[0]["fillings"], &readings[1]["fillings"]), (&json!(1), &json!(2)));
    let tenpai = json_of("waits 23m5p5P --readings");
    assert_eq!(tenpai["readings"][0]["open"], json!({"kinds": ["2m", "3m"]}));
}

#[test]
fn kinds_fold_the_winning_tiles() {
    let folded = json_of("waits 23m5p5P --kinds");
    // 1m by 1m (3), 1M, 1P or 1S.
    assert_eq!(folded["waits"], json!([{"tile": "1m", "left": 6}, {"tile": "4m", "left": 6}]));
}

#[test]
fn makeplex_prints_decompositions_and_nothing_else() {
    let ran = run("waits 1112224588899 --suit m --rules chinitsu --format makeplex");
    assert_eq!((ran.stdout.as_str(), ran.code), ("(111)(222)[45](888)(99)\n", 0));
    let none = run("waits 1112224788899 --suit m --rules chinitsu --format makeplex");
    assert_eq!((none.stdout.as_str(), none.code), ("", 1));
    let mixed = run("waits 23m5p5P --format makeplex");
    assert_eq!(mixed.stdout, "[23m](5p5P)\n");
    let complete = run("decompose 11122233344455p --format makeplex");
    assert_eq!(complete.stdout.lines().count(), 4);
}

#[test]
fn a_limit_that_cuts_something_off_is_incomplete() {
    for solver in ["ilp", "search", "engine"] {
        let call = |limit: u32| format!("waits 1112345678999m --solver {solver} --limit {limit}");
        let all = json_of(&call(11));
        assert_eq!((all["complete"].clone(), all.get("stopped_by")), (json!(true), None));
        assert_eq!(run(&call(11)).code, 0);
        let cut = json_of(&call(10));
        assert_eq!((cut["complete"].clone(), &cut["stopped_by"]), (json!(false), &json!("limit")));
        assert_eq!(cut["decompositions"].as_array().unwrap().len(), 10);
        let ran = run(&call(10));
        assert_eq!(ran.code, 3);
        assert!(ran.stdout.contains("incomplete: stopped by --limit"));
        assert!(ran.stdout.contains("\n10 of 11 tenpai decompositions, 11 readings\n"));
        // It cuts the list and nothing else.
        let (mut list_aside, mut cut_aside) = (all, cut);
        for answer in [&mut list_aside, &mut cut_aside] {
            let answer = answer.as_object_mut().unwrap();
            answer.retain(|key, _| {
                !["complete", "stopped_by", "decompositions"].contains(&key.as_str())
            });
        }
        assert_eq!(list_aside, cut_aside, "{solver}");
        // A verdict is no list.
        let win = json_of(&format!("win 22334455667788s --solver {solver} --limit 1"));
        assert_eq!((&win["win"], &win["complete"]), (&json!(true), &json!(true)));
        assert_eq!(win["counts"]["decompositions"], 4);
    }
    let best = json_of("decompose 11122233344455m --maximize triplets --limit 1");
    assert_eq!(best["counts"]["decompositions"], 4);
    assert_eq!(best["decompositions"].as_array().unwrap().len(), 1);
}

#[test]
fn without_a_list_the_answer_is_whole() {
    let hands =
        ["1112345678999m", "23m5p5P", "19m19p19s1234567z", "12m34p45sjjjjjjj --rules laizi"];
    for hand in hands {
        for solver in ["auto", "search", "engine"] {
            let call = format!("waits {hand} --solver {solver} --no-list");
            let mut whole = json_of(&format!("waits {hand} --solver {solver} --limit 100000"));
            whole.as_object_mut().unwrap().remove("decompositions");
            let mut found = json_of(&call);
            assert_eq!(found["complete"], true);
            // Where nothing is listed, `auto` is the engine for every hand.
            let said = found["solver"].take();
            assert_eq!(said, if solver == "search" { "search" } else { "engine" }, "{call}");
            whole["solver"].take();
            assert_eq!(found, whole, "{call}");
            assert_eq!(run(&call).code, 0);
        }
    }
    assert!(
        run("waits 23m5p5P --no-list").stdout.contains("\n1 tenpai decomposition, 1 reading\n")
    );
    assert_eq!(run("waits 23m5p5P --no-list --verify").code, 0);
    assert_eq!(json_of("win 11m --no-list")["counts"]["decompositions"], 1);
    let compared = json_of("compare 1112345678999m --rules riichi,sichuan --no-list");
    assert_eq!(compared["answers"][1].get("decompositions"), None);
    for call in [
        "decompose 11m --no-list",
        "waits 1m --readings --no-list",
        "decompose 11m --minimize wilds --no-list",
        "batch decompose --no-list",
        "batch waits --readings --no-list",
        "waits 1m --format makeplex --no-list",
    ] {
        let ran = run(call);
        assert_eq!((ran.code, ran.stdout.as_str()), (2, ""), "{call}");
        assert!(ran.stderr.contains("--no-list"), "{call}: {}", ran.stderr);
    }
}

/// The engine's long lists are written while they are found, the search's once they are sorted.
#[test]
fn a_long_list_is_the_same_however_it_is_written() {
    let hand = "1234567M1234567P"; // 13,851 decompositions
    let by = |solver: &str| json_of(&format!("decompose {hand} --solver {solver}"));
    let (mut streamed, mut kept) = (by("engine"), by("search"));
    assert_eq!(streamed["decompositions"].as_array().unwrap().len(), 13_851);
    (streamed["solver"], kept["solver"]) = (json!(null), json!(null));
    assert!(streamed == kept);
    let cut = json_of(&format!("decompose {hand} --solver engine --limit 12000"));
    assert_eq!((&cut["complete"], &cut["stopped_by"]), (&json!(false), &json!("limit")));
    let first = &streamed["decompositions"].as_array().unwrap()[..12_000];
    assert!(cut["decompositions"].as_array().unwrap() == first);
    assert_eq!(cut["counts"], streamed["counts"]);
    let lines = |solver: &str, format: &str| {
        let ran = run(&format!("decompose {hand} --solver {solver} --format {format}"));
        assert_eq!(ran.code, 0);
        // The columns of a list that is written block by block may be narrower at first.
        let words = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
        ran.stdout.lines().map(words).collect::<Vec<String>>()
    };
    for format in ["text", "makeplex"] {
        assert!(lines("engine", format) == lines("search", format), "{format}");
    }
    let cut = run(&format!("decompose {hand} --solver engine --limit 12000"));
    assert!(cut.stdout.contains("\n12000 of 13851 decompositions, 2511 readings\n"));
    assert!(cut.stdout.ends_with("incomplete: stopped by --limit, there is more\n"));
    assert_eq!(cut.code, 3);
}

/// The limit is that of the last byte, not of the last decomposition found.
#[test]
fn a_time_limit_covers_what_is_written() {
    let hands = [
        "decompose 123456789m1234p2p --wild 123456789m --rules laizi --solver engine",
        "decompose 123456789m1234p2p --wild 123456789m --rules laizi --solver search",
        "waits 123456789m1234p --wild 123456789m --rules laizi --solver engine",
        "waits 123456789m1234p --wild 123456789m --rules laizi --solver engine --readings",
        "waits jajajajnjnjnjhjhjh5p5p8s8s --rules vietnam",
    ];
    for hand in hands {
        for format in ["text", "json"] {
            let started = Instant::now();
            // The search has a fifth of the time to find its list, and makes a model first.
            let limit = if hand.ends_with("search") { "1s" } else { "300ms" };
            let ran = run(&format!("{hand} --time-limit {limit} --format {format}"));
            // So long it is on a machine with nothing else to do.
            assert!(started.elapsed() < Duration::from_secs(3), "{hand} {format}");
            assert_eq!(ran.code, 3, "{hand} {format}");
            assert!(ran.stdout.len() > 1_000, "{hand} {format}: what was found is there");
            assert!(ran.stdout.contains("time-limit"), "{hand} {format}");
        }
    }
}

#[test]
fn a_hand_that_waits_for_everything_says_so_first() {
    let ran = run("waits 12m34p45sjjjjjjj --rules laizi --no-list");
    assert_eq!(ran.stdout.lines().nth(1), Some("every tile wins"), "{}", ran.stdout);
    assert!(!run("waits 1112345678999m").stdout.contains("every tile"));
    let discards = run("discards 12m34p45sjjjjjjjj --rules laizi").stdout;
    let row = discards.lines().find(|line| line.starts_with("  1m ")).unwrap();
    assert!(row.contains("  every tile: 1m×3"), "{row}");
}

#[test]
fn a_rule_file_that_the_engine_does_not_serve_is_told_when_it_takes_long() {
    // Seventeen classes of jokers, each for a number of its own in one suit, and no form to be had.
    let classes = "abcdefghiklmnopqr".chars().zip(1..);
    let jokers: String = classes
        .map(|(class, number)| {
            let suit = if number > 9 { 'p' } else { 'm' };
            format!("[jokers.{class}]\nstands_for = \"{}{suit}5z\"\n", (number - 1) % 9 + 1)
        })
        .collect();
    let form = "[forms.one]\ngroups = [{ type = \"meld\", count = \"melds\", kinds = \"1m\" }, { type = \"pair\" }]\n";
    let file = std::env::temp_dir().join(format!("ginga-not-served-{}.toml", std::process::id()));
    std::fs::write(
        &file,
        format!("format = 1\nname = \"many\"\n[tiles]\nkinds = \"all\"\n{jokers}{form}"),
    )
    .unwrap();
    let rules = format!("--rules {}", file.display());
    let slow = run(&format!("random --tenpai --count 1000000 --time-limit 1500ms {rules}"));
    let quick = run(&format!("random --count 10 {rules}"));
    let stats = run(&format!("waits 1m1p1z1z --stats {rules}"));
    std::fs::remove_file(&file).unwrap();
    let refused = "more than sixteen classes of wild tiles in the form one";
    assert!(slow.stderr.starts_with("note: under many the search answers"), "{slow:?}");
    assert!(slow.stderr.contains(refused), "{slow:?}");
    assert!(!quick.stderr.contains("note:"), "{quick:?}");
    assert!(stats.stdout.contains(refused), "{stats:?}");
}

#[test]
fn a_time_limit_ends_the_run() {
    // Eight jokers and distinct laizi: far more than any solver lists in a millisecond.
    for solver in ["ilp", "search", "engine"] {
        let call = format!(
            "decompose 123456789m1234p2p --wild 123456789m --rules laizi --solver {solver} --time-limit 1ms"
        );
        let found = json_of(&call);
        assert_eq!(
            (&found["complete"], &found["stopped_by"]),
            (&json!(false), &json!("time-limit"))
        );
        let ran = run(&call);
        assert_eq!(ran.code, 3, "{ran:?}");
        assert!(ran.stdout.contains("incomplete: stopped by --time-limit"));
    }
}

#[test]
fn stats_tell_what_it_cost() {
    let found = json_of("waits 1m1M23m4M56p456s3Z4z4Z --solver ilp --stats");
    let stats = &found["stats"];
    for key in ["rows", "columns", "solves", "cuts", "micros"] {
        assert!(stats[key].as_u64().is_some_and(|number| number > 0), "{key}: {stats}");
    }
    assert!(json_of("waits 1m").get("stats").is_none());
}

#[test]
fn the_solver_is_named_and_auto_changes_over_at_two_thousand() {
    assert_eq!(json_of("win 11m")["solver"], "ilp");
    assert_eq!(json_of("win 11m --solver search")["solver"], "search");
    assert_eq!(json_of("win 12345m45p7sjjjjjj --rules laizi")["counts"]["decompositions"], 1686);
    assert_eq!(json_of("win 12345m45p7sjjjjjj --rules laizi")["solver"], "ilp");
    assert_eq!(json_of("win 2345m45p45sjjjjjj --rules laizi")["solver"], "engine");
    assert_eq!(json_of("win 11m --solver engine")["solver"], "engine");
    // Tables cannot leave a laizi's own kind out: the engine's sweep lists.
    let by_sweep = "win 11m --solver engine --wild 5m --set wild.own_kind=false";
    assert_eq!(json_of(by_sweep)["solver"], "engine");
}

#[test]
fn verify_answers_the_same() {
    for call in ["win 22334455667788s", "decompose 224777z14Z", "waits 1m1M23m4M56p456s3Z4z4Z"] {
        let (plain, verified) = (run(call), run(&format!("{call} --verify")));
        assert_eq!((plain.stdout, plain.code), (verified.stdout, verified.code));
    }
}

#[test]
fn the_hand_comes_from_standard_input_or_in_pieces() {
    let whole = run("waits 23m5p5P");
    assert_eq!(ginga(&["waits", "-"], b"\n23m 5p 5P\r\n\n").stdout, whole.stdout);
    assert_eq!(run("waits 5P 3m 2m 5p").stdout, whole.stdout);
}

#[test]
fn unicode_tiles_are_read_in_their_own_order() {
    // The block has winds, Red, Green, White, man, sou, pin.
    let symbols: String = ('\u{1F000}'..='\u{1F021}').collect();
    let ran = ginga(&["waits", &symbols], b"");
    assert!(ran.stderr.contains("34 concealed tiles"), "{ran:?}");
    for (symbol, tile) in [
        ("🀀", "1z"),
        ("🀄", "7z"),
        ("🀄\u{FE0E}", "7z"),
        ("🀅", "6z"),
        ("🀆", "5z"),
        ("🀇", "1m"),
        ("🀏", "9m"),
        ("🀐", "1s"),
        ("🀘", "9s"),
        ("🀙", "1p"),
        ("🀡\u{FE0F}", "9p"),
    ] {
        let ran = ginga(&["waits", symbol, "--format", "json"], b"");
        assert_eq!(serde_json::from_str::<Value>(&ran.stdout).unwrap()["hand"], tile);
    }
    let joker = ginga(&["win", "🀪🀪", "--rules", "laizi", "--format", "json"], b"");
    assert_eq!(serde_json::from_str::<Value>(&joker.stdout).unwrap()["hand"], "jj");
}

#[test]
fn rules_shown_are_rules_that_check() {
    let folder = std::env::temp_dir().join(format!("ginga-rules-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    for name in ["riichi", "galaxy", "laizi", "hongzhong", "sichuan", "chinitsu"] {
        let file = folder.join(format!("{name}.toml"));
        std::fs::write(&file, run(&format!("rules show {name}")).stdout).unwrap();
        let checked = ginga(&["rules", "check", file.to_str().unwrap()], b"");
        assert_eq!(checked.code, 0, "{checked:?}");
        let by_file =
            ginga(&["win", "11m", "--rules", file.to_str().unwrap(), "--format", "json"], b"");
        let by_name = ginga(&["win", "11m", "--rules", name, "--format", "json"], b"");
        assert_eq!(by_file.stdout, by_name.stdout);
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn overrides_say_all_that_is_wild() {
    let found = json_of("waits 23m55p --rules laizi --set wild.kinds=5m --wild 6m");
    assert_eq!(found["overrides"], json!({"wild.kinds": "5m6m"}));
    let found = json_of("waits 111m7z --rules hongzhong --wild 5m --set melds=0x5");
    assert_eq!(found["overrides"]["wild.kinds"], "5m7z");
}

#[test]
fn makeplex_names_suits_where_wild_tiles_are_read_in_others() {
    let ran = run("waits 5553m --wild 5m --rules laizi --format makeplex");
    let lines: Vec<&str> = ran.stdout.lines().collect();
    let distinct: std::collections::HashSet<&&str> = lines.iter().collect();
    assert_eq!(lines.len(), distinct.len());
    assert!(ran.stdout.contains("[5m=1p]"), "{}", ran.stdout);
}

/// 46p lacks 5p, and 1s is over. The hand that waits lacks 5p and the pair of 1s or of 2z: four copies, three
/// and three.
#[test]
fn a_hand_that_is_no_win_says_how_near_it_is() {
    let ran = run("win 123m46p77z1s");
    let told = "tenpai, 1 tile from a win:\n\n  123m 456p 77z  draw 5p, discard 1s\n";
    assert_eq!((ran.code, ran.stdout.split_once('\n').unwrap().1), (1, told));
    let ran = run("waits 123m46p1s2z");
    let told = "1-shanten, 2 tiles from a win; 10 tiles left help: 5p×4 1s×3 2z×3\n\n  \
                123m 456p 11s  draw 5p1s, discard 2z\n  123m 456p 22z  draw 5p2z, discard 1s\n";
    assert_eq!((ran.code, ran.stdout.split_once('\n').unwrap().1), (1, told));
    // 12m lacks 3m.
    let one = json_of("win 12m3p44s");
    assert_eq!((&one["distance"], &one["shanten"]), (&json!(1), &json!(0)));
    assert!(one.get("why").is_none() && one.get("nearest").is_none());
    let all = json_of("win 12m3p44s --why");
    assert_eq!(
        (&all["nearest"][0]["draw"], &all["nearest"][0]["discard"]),
        (&json!(["3m"]), &json!(["3p"]))
    );
    assert_eq!(all["nearest"].as_array().unwrap().len(), 1);
    assert_eq!((&all["why"]["out"], &all["why"]["complete"]), (&json!(1), &json!(true)));
    let miss = &all["why"]["misses"][0];
    assert_eq!((&miss["out"], &miss["draw"]), (&json!(["3p"]), &json!(["3m"])));
    assert_eq!(miss["groups"].as_array().unwrap().len(), 2);
    // Which of the two stays out: one of the nearest wins for each.
    let all = json_of("waits 123m46p1s2z --why");
    let out: Vec<&serde_json::Value> =
        all["why"]["misses"].as_array().unwrap().iter().map(|miss| &miss["out"]).collect();
    assert_eq!(out, [&json!(["2z"]), &json!(["1s"])]);
    assert_eq!((&all["shanten"], &all["copies"]), (&json!(1), &json!(10)));
    assert_eq!(all["acceptance"][0], json!({"tile": "5p", "left": 4}));
    let limited = json_of("waits 123m46p1s2z --why --limit 1");
    assert_eq!(limited["nearest"].as_array().unwrap().len(), 1);
    assert_eq!((&limited["complete"], &limited["why"]["complete"]), (&json!(true), &json!(false)));
    // A hand that waits says nothing of the kind, nor does a batch.
    for call in ["waits 23m55p", "win 123m55p"] {
        assert!(json_of(call).get("distance").is_none(), "{call}");
    }
    let batch = ginga(&["batch", "waits"], b"147m2p\n");
    assert!(!batch.stdout.contains("distance"), "{}", batch.stdout);
    // The fifth 1m is none: 2m or 3m, or the pair of another tile.
    let dead = run("waits 1111m[123p][456p][789p]").stdout;
    assert!(dead.contains("1-shanten, 2 tiles from a win; "), "{dead}");
}

#[test]
fn the_best_decomposition_comes_first() {
    for solver in ["auto", "ilp", "search", "engine"] {
        let found =
            json_of(&format!("decompose 11122233344455m --solver {solver} --maximize triplets"));
        let values: Vec<i64> = found["decompositions"]
            .as_array()
            .unwrap()
            .iter()
            .map(|decomposition| decomposition["value"].as_i64().unwrap())
            .collect();
        assert_eq!(values, [4, 1, 1, 1]);
        assert_eq!(found["objective"], json!({"direction": "maximize", "terms": {"triplets": 1}}));
    }
    let best = run("decompose 11122233344455m --minimize triplets --limit 1");
    assert_eq!(best.code, 3);
    assert!(best.stdout.contains("best first: minimize 1 triplets, proven"));
    let verified = run("decompose 1334444556m34sjj --rules laizi --minimize wilds=2,runs --verify");
    assert_eq!(verified.code, 0, "{verified:?}");
}

/// The jokers complete 1245m in any case; 45p are of another suit, of which the rules allow one.
#[test]
fn a_no_says_at_once_how_near_the_hand_came() {
    let ran = run("win 1245m45pjjjjjjjj --rules laizi --set max_suits=1");
    assert_eq!(ran.code, 1);
    let told: Vec<&str> = ran.stdout.lines().skip(1).collect();
    assert_eq!(told[0], "1-shanten, 2 tiles from a win:");
    assert!(
        told[2].ends_with(", discard 45p") && told.last() == Some(&"  … and more"),
        "{}",
        ran.stdout
    );
}

#[test]
fn completions_and_the_manual_page_come_from_the_program() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = run(&format!("completions {shell}"));
        assert!(script.code == 0 && script.stdout.contains("decompose"), "{shell}");
    }
    assert!(run("man").stdout.contains(".TH ginga"));
}

#[cfg(unix)]
#[test]
fn a_reader_that_goes_away_is_no_fault() {
    let input = "1112345678999m\n".repeat(20_000);
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_ginga"))
        .args(["batch", "waits"])
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let mut stdin = child.stdin.take().unwrap();
    let _ = std::io::Write::write_all(&mut stdin, input.as_bytes());
    drop(stdin);
    let ended = child.wait_with_output().unwrap();
    assert_eq!((ended.status.code(), ended.stderr.len()), (Some(0), 0));
}

#[cfg(unix)]
#[test]
fn a_standard_error_that_is_full_changes_no_exit_code() {
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full");
    let Ok(full) = full else { return };
    let status = std::process::Command::new(env!("CARGO_BIN_EXE_ginga"))
        .args(["waits", "x"])
        .stderr(full)
        .status()
        .unwrap();
    assert_eq!(status.code(), Some(2));
}

#[test]
fn many_laizi_are_counted_at_once() {
    // Distinct laizi that may stand for the same kinds are one meaning to a reading.
    let found = json_of("win 123456789m11p --wild 123456789m --rules laizi");
    assert_eq!(found["complete"], true);
    assert!(found["counts"]["readings"].as_u64() < found["counts"]["decompositions"].as_u64());
    let set = "--set forms.standard.enabled=false --set forms.thirteen-orphans.enabled=true";
    let all_wild = "win 19m19p19s12345677z --wild 19m19p19s1234567z --rules laizi";
    assert_eq!(json_of(&format!("{all_wild} {set}"))["counts"]["readings"], 13);
}

#[test]
fn blue_tiles_are_blue_on_request_alone() {
    let plain = run("waits 23m5p5P");
    assert!(!plain.stdout.contains('\u{1b}'), "a pipe gets no colour");
    let coloured = run("waits 23m5p5P --color always");
    assert!(coloured.stdout.contains("\u{1b}["));
    assert_eq!(anstream::adapter::strip_str(&coloured.stdout).to_string(), plain.stdout);
}

/// Somebody who writes a hand in capitals may not mean blue tiles: the answer stands, a note says what
/// they are.
#[test]
fn a_hand_in_capitals_alone_is_noted() {
    let note = |args: &[&str]| {
        let ran = ginga(args, b"");
        assert!(ran.code < 2 && !ran.stdout.is_empty(), "{args:?}: {ran:?}");
        ran.stderr
    };
    let wanted =
        "note: all tiles of 123M456P77Z are blue: M P S Z are blue tiles, m p s z plain ones\n";
    let picture = std::env::temp_dir().join(format!("ginga-capitals-{}.svg", std::process::id()));
    let picture = picture.to_str().unwrap();
    let rules = ["--rules", "galaxy", "--set", "tiles.blue=2"];
    for command in [
        &["win"][..],
        &["decompose"],
        &["discards"],
        &["model"],
        &["render", "-o", picture],
        &["compare"],
    ] {
        let asked = |hand| [command, &[hand], &rules].concat();
        assert_eq!(note(&asked("123M456P77Z")), wanted, "{command:?}");
        for hand in ["123M456P77z", "1*23M456P77Z", "123M456P7*7*z", "123m456p77z"] {
            assert_eq!(note(&asked(hand)), "", "{command:?} {hand}");
        }
        // Where there are no others, nothing needs to be said.
        assert_eq!(note(&[&asked("123M456P77Z")[..], &["--set", "tiles.plain=0"]].concat()), "");
    }
    std::fs::remove_file(picture).unwrap();
    // Programs are told nothing: they read the answer.
    for command in ["win", "decompose", "discards", "compare"] {
        assert_eq!(note(&[&[command, "123M456P77Z", "--format", "json"], &rules[..]].concat()), "");
    }
    let ran = ginga(&[&["batch", "win"], &rules[..]].concat(), b"123M456P77Z\n");
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
}
