//! `ginga model`.

use crate::common::command::run;
use serde_json::{Value, json};

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
fn the_model_of_a_distance_is_shown_in_four_formats() {
    let table = run("model 1235p --question distance");
    assert!(table.stdout.starts_with("form standard: 5 tiles, "), "{}", table.stdout);
    assert!(table.stdout.contains("hand   1p×1 2p×1 3p×1 5p×1\n"), "{}", table.stdout);
    let lp = run("model 1235p --question distance --as lp");
    for part in ["+ draw_5p", "melds: ", "draws_5p: ", "keeps_5p: ", "_pair_5p5p", "General", "End"]
    {
        assert!(lp.stdout.contains(part), "{part}: {}", lp.stdout);
    }
    let mps = run("model 1235p --question distance --as mps");
    for part in [" draw_5p obj 1\n", " E melds\n", "ENDATA\n"] {
        assert!(mps.stdout.contains(part), "{part}: {}", mps.stdout);
    }
    let json = run("model 1235p --question distance --as json").stdout;
    let model: Value = serde_json::from_str(&json).unwrap();
    assert_eq!((&model["question"], &model["models"][0]["tiles"]), (&json!("distance"), &json!(5)));
    assert_eq!(model["models"][0]["held"][0], json!({"tile": "1p", "count": 1}));
    let dlx = run("model 1235p --question distance --as dlx");
    assert_eq!((dlx.code, dlx.stdout.as_str()), (2, ""));
    assert!(dlx.stderr.contains("no objective"), "{dlx:?}");
}
