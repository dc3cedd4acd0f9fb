//! The contract of the command line: exit codes, JSON schema 1, makeplex, batch, limits.

#[path = "common/command.rs"]
mod command;

use command::{Ran, ginga};
use serde_json::{Value, json};

fn run(call: &str) -> Ran {
    ginga(&call.split(' ').collect::<Vec<_>>(), b"")
}

fn json_of(call: &str) -> Value {
    let ran = run(&format!("{call} --format json"));
    assert!(ran.stderr.is_empty(), "{ran:?}");
    serde_json::from_str(&ran.stdout).unwrap()
}

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
    for solver in ["ilp", "search"] {
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
        let win = json_of(&format!("win 22334455667788s --solver {solver} --limit 1"));
        assert_eq!((&win["win"], &win["complete"]), (&json!(true), &json!(false)));
    }
}

#[test]
fn a_time_limit_ends_the_run() {
    // Eight jokers and distinct laizi: far more than any solver lists in a millisecond.
    for solver in ["ilp", "search"] {
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
    assert_eq!(json_of("win 2345m45p45sjjjjjj --rules laizi")["solver"], "search");
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
    assert_eq!(ginga(&["waits", "-"], b"23m 5p\n5P\n").stdout, whole.stdout);
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
fn batch_answers_each_line_and_goes_on_past_bad_ones() {
    let input = "23m55p\n12x\r\n\n1M\n\u{fffd}\n123m\n1112345678999m";
    let ran = ginga(&["batch", "waits"], input.as_bytes());
    assert_eq!(ran.code, 2);
    let lines: Vec<Value> =
        ran.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 7);
    for (number, line) in lines.iter().enumerate() {
        assert_eq!((&line["schema"], &line["line"]), (&json!(1), &json!(number + 1)));
    }
    assert_eq!(lines[0]["kinds"], json!(["1m", "4m"]));
    assert_eq!((&lines[0]["solver"], &lines[0]["rules"]), (&json!("search"), &json!("riichi")));
    assert_eq!(lines[1]["input"], "12x");
    assert_eq!(lines[1]["error"]["span"], json!([2, 3]));
    for bad in &lines[1..6] {
        assert!(bad["error"]["message"].is_string(), "{bad}");
    }
    assert_eq!(lines[6]["counts"]["decompositions"], 11);
}

#[test]
fn batch_survives_bytes_that_are_no_text() {
    let ran = ginga(&["batch", "win", "-"], b"11m\n\xff\xfe\n22m\n");
    let lines: Vec<Value> =
        ran.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((ran.code, lines.len()), (2, 3));
    assert_eq!(lines[1]["error"]["message"], "the line is not UTF-8");
    assert_eq!(lines[2]["win"], true);
}

#[test]
fn batch_exit_codes() {
    assert_eq!(ginga(&["batch", "win"], b"11m\n12m\n").code, 0);
    assert_eq!(ginga(&["batch", "win"], b"").code, 0);
    assert_eq!(ginga(&["batch", "waits", "--limit", "1"], b"1112345678999m\n").code, 3);
    assert_eq!(ginga(&["batch", "waits", "--limit", "1"], b"1112345678999m\n1\n").code, 2);
    assert_eq!(ginga(&["batch", "decompose", "--rules", "galaxy"], b"1m1M\n").code, 0);
}

#[test]
fn the_model_is_shown_in_five_formats() {
    let table = run("model 23m5p5P");
    assert!(table.stdout.contains("open [23m] for 1m 4m"), "{}", table.stdout);
    let lp = run("model 23m5p5P --as lp");
    for part in ["Minimize", "Subject To", "row_5P: ", "open: ", "General", "End"] {
        assert!(lp.stdout.contains(part), "{part}: {}", lp.stdout);
    }
    let mps = run("model 23m5p5P --as mps");
    for part in ["ROWS\n", " E row_5P\n", " E open\n", "'INTORG'\n", "ENDATA\n"] {
        assert!(mps.stdout.contains(part), "{part}: {}", mps.stdout);
    }
    let dlx = run("model 23m5p5P --as dlx");
    for part in ["\n2m 3m 5p 5P open g1 g2 | x0 x1\n", "\ng1 2m 3m open x1:=\n"] {
        assert!(dlx.stdout.contains(part), "{part}: {}", dlx.stdout);
    }
    let model: Value = serde_json::from_str(&run("model 23m5p5P --as json").stdout).unwrap();
    assert_eq!(model["models"][0]["rows"][0], json!({"tile": "2m", "count": 1}));
    assert_eq!(model["models"][0]["columns"].as_array().unwrap().len(), 2);
    let all = run("model 22334455667788s");
    assert_eq!(all.stdout.matches("form ").count(), 3);
    let one = run("model 22334455667788s --form seven-pairs");
    assert!(one.stdout.starts_with("form seven-pairs"));
}

#[test]
fn formats_of_other_solvers_say_one_model() {
    for (format, title) in [("lp", "\\"), ("mps", "*"), ("dlx", "|")] {
        let call = format!("model 22334455667788s --as {format}");
        let title = |form| format!("{title} Ginga set-partition model, form {form}\n");
        assert!(run(&call).stdout.starts_with(&title("standard")), "{format}");
        let chosen = run(&format!("{call} --form seven-pairs"));
        assert!(chosen.stdout.starts_with(&title("seven-pairs")), "{format}");
        for fault in ["model 12x", "model 123m", "model 1m --form none", "model 1m --rules none"] {
            let ran = run(&format!("{fault} --as {format}"));
            assert_eq!((ran.code, ran.stdout.as_str()), (2, ""), "{fault}");
            assert!(ran.stderr.starts_with("error: "), "{ran:?}");
        }
    }
    let unknown = run("model 1m --as xml");
    assert_eq!((unknown.code, unknown.stdout.as_str()), (2, ""));
    assert!(unknown.stderr.contains("table, lp, mps, json, dlx"), "{unknown:?}");
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
fn blue_tiles_are_blue_on_request_alone() {
    let plain = run("waits 23m5p5P");
    assert!(!plain.stdout.contains('\u{1b}'), "a pipe gets no colour");
    let coloured = run("waits 23m5p5P --color always");
    assert!(coloured.stdout.contains("\u{1b}["));
    assert_eq!(anstream::adapter::strip_str(&coloured.stdout).to_string(), plain.stdout);
}
