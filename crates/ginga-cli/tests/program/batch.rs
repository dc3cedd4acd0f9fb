//! Many hands at once: threads, lines, CSV and Parquet, in and out.

use crate::common::command::{Ran, ginga};
use serde_json::{Value, json};
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// A place for a test's own file, with nothing there.
fn place(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("batch-{name}"));
    let _ = fs::remove_file(&path);
    path
}

/// A test's own file.
fn file(name: &str, content: &[u8]) -> PathBuf {
    let path = place(name);
    fs::write(&path, content).unwrap();
    path
}

/// Runs `ginga batch` with these words and a file or two behind them.
fn batch(words: &str, paths: &[&Path]) -> Ran {
    let words = words.split_whitespace().map(|word| word.to_owned());
    let paths = paths.iter().map(|path| path.to_str().unwrap().to_owned());
    ginga(&["batch".to_owned()].into_iter().chain(words).chain(paths).collect::<Vec<_>>(), b"")
}

fn start(args: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_ginga"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// The records of a CSV text, header first.
fn records(text: &str) -> Vec<Vec<String>> {
    let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(text.as_bytes());
    let fields = |record: csv::StringRecord| record.iter().map(str::to_owned).collect();
    reader.records().map(|record| fields(record.unwrap())).collect()
}

/// Hands of very different weight with faults among them.
fn mixed_hands() -> String {
    let seeded = |rules: &str| {
        let args = ["random", "--count", "400", "--seed", "7", "--rules", rules, "--tiles", "10"];
        ginga(&args, b"").stdout
    };
    let (plain, laizi) = (seeded("riichi"), seeded("laizi"));
    let faults = ["", "12x", "1m1m1m1m1m", "\u{fffd}", "123m"].into_iter().cycle();
    let triples = plain.lines().zip(laizi.lines()).zip(faults);
    let heavy = "12345m45p78sjjjj\n";
    let lines = triples.map(|((plain, laizi), fault)| format!("{plain}\n{laizi}\r\n{fault}\n"));
    heavy.to_owned() + &lines.collect::<String>() + heavy.trim_end()
}

#[test]
fn any_number_of_threads_writes_the_same_bytes() {
    let hands = file("threads.txt", mixed_hands().as_bytes());
    for form in ["ndjson", "csv"] {
        let run = |threads: &str| {
            batch(&format!("waits --rules laizi --to {form} --threads {threads}"), &[&hands])
        };
        let one = run("1");
        assert_eq!(one.code, 2);
        for threads in ["2", "8"] {
            let many = run(threads);
            assert!(many.stdout == one.stdout && many.code == one.code, "{form}, {threads}");
        }
    }
}

#[test]
fn answers_come_in_the_order_of_the_input() {
    let hands = mixed_hands();
    let ran = ginga(&["batch", "waits", "--rules", "laizi", "--threads", "8"], hands.as_bytes());
    let answers: Vec<Value> =
        ran.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let there = hands.lines().enumerate().filter(|(_, hand)| !hand.trim().is_empty());
    assert_eq!(answers.len(), there.clone().count());
    for (answer, (number, hand)) in answers.iter().zip(there) {
        assert_eq!(answer["line"], number + 1);
        if answer["error"].is_object() {
            assert_eq!(answer["input"], hand);
        }
    }
}

#[test]
fn threads_are_a_number_of_threads() {
    for number in ["0", "-1", "x", "1025"] {
        assert_eq!(ginga(&["batch", "win", "--threads", number], b"11m\n").code, 2, "{number}");
    }
}

#[test]
fn an_answer_comes_before_the_next_record_is_sent() {
    for (form, header) in [("lines", ""), ("csv", "hand,name\r\n")] {
        let mut child = start(&["batch", "waits", "--from", form, "--threads", "2"]);
        let mut stdin = child.stdin.take().unwrap();
        let mut answers = BufReader::new(child.stdout.take().unwrap()).lines();
        let mut answered = |hand: &str| {
            let answer: Value = serde_json::from_str(&answers.next().unwrap().unwrap()).unwrap();
            assert_eq!(answer["hand"], hand);
        };
        let mut send = |text: &str| {
            stdin.write_all(text.as_bytes()).unwrap();
            stdin.flush().unwrap();
        };
        send(header);
        send("1m\n");
        answered("1m");
        // Two at once, and the beginning of a third.
        send("2m\r\n3m\r\n23m");
        answered("2m");
        answered("3m");
        send("55p\n");
        answered("23m55p");
        send("4m");
        drop(stdin);
        assert_eq!(answers.next().unwrap().unwrap().matches("\"hand\":\"4m\"").count(), 1);
        assert!(child.wait().unwrap().success());
    }
}

#[test]
fn csv_is_read_with_all_its_quoting() {
    let text = "\u{feff}id,\"the \"\"hand\"\"\",note\r\n\
                1,11m,\"a, b\"\r\n\
                2,\"22\np\",\"two\r\nlines\"\n\
                \n\
                3,\"3\"\"3s\",\n\
                4\n\
                5,44m,more,fields,than,names\r\n\
                6,\"55m\"";
    let path = file("quoting.csv", text.as_bytes());
    let ran = batch("win --column the\u{a0}hand", &[&path]);
    assert_eq!((ran.code, ran.stdout.as_str()), (2, ""));
    let ran = ginga(&["batch", "win", "--column", "the \"hand\"", path.to_str().unwrap()], b"");
    let answers: Vec<Value> =
        ran.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let hands: Vec<&str> =
        answers.iter().map(|answer| answer["hand"].as_str().unwrap_or("-")).collect();
    assert_eq!(hands, ["11m", "22p", "-", "-", "44m", "55m"]);
    assert!(answers.iter().map(|answer| &answer["line"]).eq([1, 2, 3, 4, 5, 6]));
    assert_eq!(answers[2]["input"], "3\"3s");
    let short = answers[3]["error"]["message"].as_str().unwrap();
    assert!(short.contains("\"the \\\"hand\\\"\", number 2"), "{short}");
    assert_eq!(ran.code, 2);
}

#[test]
fn csv_that_ends_within_quotes_loses_nothing_in_silence() {
    let ran = ginga(&["batch", "win", "--from", "csv"], b"note,hand\nx,11m\n\"y,22m\nz,33m\n");
    let last: Value = serde_json::from_str(ran.stdout.lines().last().unwrap()).unwrap();
    assert_eq!((ran.code, ran.stdout.lines().count()), (2, 2));
    assert_eq!(last["error"]["message"], "the record has a quote that is not closed");
}

#[test]
fn long_records_are_read_over_many_reads() {
    let long = format!("{}11m", " ".repeat(60_000));
    let text = format!("hand\n\"{long}\"\n22m\n\"{long}\"");
    for (form, text) in [("csv", text.as_str()), ("lines", &format!("{long}\n22m\n{long}"))] {
        let ran = ginga(&["batch", "win", "--from", form], text.as_bytes());
        assert_eq!((ran.code, ran.stdout.matches("\"win\":true").count()), (0, 3), "{form}");
    }
}

#[test]
fn a_column_that_is_not_there_is_the_calls_fault() {
    let path = file("columns.csv", b"id,tiles\n1,11m\n");
    let out = place("columns.out");
    let ran = batch("win --to csv --out", &[&out, &path]);
    assert_eq!((ran.code, ran.stdout.as_str()), (2, ""));
    assert!(ran.stderr.contains("no column \"hand\": the columns are \"id\", \"tiles\""));
    assert!(!out.exists(), "nothing is written for a call at fault");
    assert_eq!(batch("win --column tiles", &[&path]).code, 0);
    assert_eq!(batch("win --column tiles --from lines", &[&path]).code, 2);
    let empty = ginga(&["batch", "win", "--from", "csv"], b"");
    assert!(empty.code == 2 && empty.stderr.contains("no columns"), "{}", empty.stderr);
}

#[test]
fn a_record_beyond_all_measure_is_at_fault_alone() {
    let long = "1m".repeat(40 << 10);
    let lines = format!("11m\n{long}\n22m\n");
    let csv = format!("hand,note\n11m,\n{long},\n\"1m\",\"{long}\"\n22m,\n");
    let commas = format!("hand,note\n11m,\n1m{}\n22m,\n", ",".repeat(70 << 10));
    for (form, input, faults) in
        [("lines", &lines, vec![2]), ("csv", &csv, vec![2, 3]), ("csv", &commas, vec![2])]
    {
        let ran = ginga(&["batch", "win", "--from", form], input.as_bytes());
        assert_eq!(ran.code, 2);
        let answers: Vec<Value> =
            ran.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(answers.len(), faults.len() + 2, "{form}");
        for answer in answers {
            let line = answer["line"].as_u64().unwrap();
            let message = answer["error"]["message"].as_str().unwrap_or_default();
            assert_eq!(message.ends_with("has more than 65536 bytes"), faults.contains(&line));
            assert_eq!(answer.get("win").is_some(), !faults.contains(&line), "{form} {line}");
        }
    }
}

#[test]
fn a_byte_order_mark_and_empty_lines_are_passed_over() {
    let lines = ginga(&["batch", "win"], b"\xEF\xBB\xBF11m\n\n \r\n22m\n\n");
    let csv = ginga(&["batch", "win", "--from", "csv"], b"\xEF\xBB\xBFhand\n\n11m\n\n\n22m\n\n");
    for ran in [&lines, &csv] {
        assert_eq!((ran.code, ran.stdout.lines().count()), (0, 2), "{ran:?}");
    }
    assert!(lines.stdout.contains(r#""line":4,"#), "{}", lines.stdout);
    let nothing = ginga(&["batch", "win"], b"\n\n");
    assert_eq!((nothing.code, nothing.stdout.as_str()), (0, ""));
}

#[test]
fn a_column_named_twice_is_a_fault() {
    let twice = ginga(&["batch", "win", "--from", "csv"], b"hand,hand\n11m,22m\n");
    assert_eq!((twice.code, twice.stdout.as_str()), (2, ""));
    assert!(twice.stderr.contains("2 columns are named \"hand\""), "{}", twice.stderr);
    let other = ginga(&["batch", "win", "--from", "csv"], b"note,note,hand\n1,2,11m\n");
    assert_eq!(other.code, 0);
}

#[test]
fn rows_of_waits_hold_no_list() {
    // Some two hundred thousand decompositions: hundreds of megabytes, had they been listed.
    let hand = b"12m34p45sjjjjjjj\n".repeat(50);
    let csv = ginga(&["batch", "waits", "--rules", "laizi", "--to", "csv"], &hand);
    assert_eq!((csv.code, csv.stdout.lines().count()), (0, 51));
    let json = ginga(&["batch", "waits", "--rules", "laizi", "--no-list"], &hand);
    assert_eq!((json.code, json.stdout.lines().count()), (0, 50));
    assert!(json.stdout.len() < 200_000, "{}", json.stdout.len());
    let first: Value = serde_json::from_str(json.stdout.lines().next().unwrap()).unwrap();
    assert_eq!((&first["complete"], first.get("decompositions")), (&Value::Bool(true), None));
}

#[test]
fn csv_answers_are_rows_faults_too() {
    let hands = b"23m55p\n1m2m,\"\n1112345678999m\n147m\n";
    let ran = ginga(&["batch", "waits", "--to", "csv"], hands);
    let rows = records(&ran.stdout);
    assert_eq!(ran.code, 2);
    assert_eq!(
        rows[0].join(","),
        "line,input,error,rules,solver,complete,stopped_by,tenpai,waits,kinds,dead,\
         decompositions,readings"
    );
    assert_eq!(
        rows[1][..],
        [
            "1",
            "23m55p",
            "",
            "riichi",
            "engine",
            "true",
            "",
            "true",
            "1m:4 4m:4",
            "1m 4m",
            "",
            "1",
            "1"
        ]
    );
    assert_eq!(rows[2][1], "1m2m,\"");
    assert!(!rows[2][2].is_empty() && rows[2][3..].iter().all(String::is_empty));
    assert_eq!(rows[3][11], "11");
    assert_eq!(rows.len(), 5);
}

#[test]
fn groups_are_the_lines_of_makeplex() {
    let ran = ginga(&["batch", "decompose", "--to", "csv"], b"11122233344455m\n123m11p\n");
    let rows = records(&ran.stdout);
    assert_eq!(rows[0][7..], ["decompositions", "readings", "groups"]);
    let lines = ginga(&["decompose", "11122233344455m", "--format", "makeplex"], b"").stdout;
    assert_eq!(rows[1][9].split(' ').collect::<Vec<_>>(), lines.lines().collect::<Vec<_>>());
    assert_eq!(rows[2][7..], ["1", "1", "(123m)(11p)"]);
    let kinds = ginga(&["batch", "waits", "--to", "csv", "--kinds", "--rules", "galaxy"], b"4M\n");
    assert_eq!(records(&kinds.stdout).len(), 2);
    for option in ["--readings", "--stats"] {
        let ran = ginga(&["batch", "decompose", "--to", "csv", option], b"11m\n");
        assert_eq!((ran.code, ran.stdout.as_str()), (2, ""), "{option} has no column");
    }
}

#[test]
fn a_limit_ends_with_3_and_a_fault_with_2() {
    for (question, form, hand) in
        [("waits", "ndjson", "1112345678999m"), ("decompose", "csv", "22334455667788s")]
    {
        let limited = ["batch", question, "--limit", "1", "--to", form];
        let ran = ginga(&limited, format!("{hand}\n11m222p\n").as_bytes());
        assert_eq!(ran.code, if question == "waits" { 2 } else { 3 });
        assert!(ran.stdout.contains("limit"));
        assert_eq!(ginga(&limited, format!("{hand}\n1\n").as_bytes()).code, 2);
        assert_eq!(ginga(&limited, format!("{hand}\n").as_bytes()).code, 3);
    }
    // A row of waits shows no list: nothing is cut.
    let rows = ginga(&["batch", "waits", "--limit", "1", "--to", "csv"], b"1112345678999m\n");
    assert_eq!(rows.code, 0);
    assert_eq!(ginga(&["batch", "waits"], b"1m4p7s1z\n").code, 0);
}

#[test]
fn a_file_appears_when_all_of_it_is_there() {
    let path = file("replaced.csv", b"hand\n11m\n12m\n");
    // The input itself: it is read to its end before it is replaced.
    let ran = batch("win --to csv --out", &[&path, &path]);
    assert_eq!((ran.code, ran.stdout.as_str()), (0, ""));
    assert_eq!(records(&fs::read_to_string(&path).unwrap()).len(), 3);
    let ours = |entry: &fs::DirEntry| entry.file_name().to_string_lossy().contains("replaced");
    let beside = fs::read_dir(path.parent().unwrap()).unwrap().map(Result::unwrap);
    assert_eq!(beside.filter(ours).count(), 1, "no other name is left");
    let nowhere = Path::new("/no/such/directory/out.csv");
    assert_eq!(batch("win --to csv --out", &[nowhere, &path]).code, 2);
}

#[cfg(unix)]
#[test]
fn devices_are_written_to() {
    let path = file("device.txt", b"11m\n");
    assert_eq!(batch("win --out /dev/null", &[&path]).code, 0);
    let full = batch("win --out /dev/full", &[&path]);
    assert!(!Path::new("/dev/full").exists() || full.code == 4, "{full:?}");
}

#[cfg(unix)]
#[test]
fn a_reader_that_goes_away_ends_the_run() {
    let hands = file("closed.txt", "1112345678999m\n".repeat(50_000).as_bytes());
    let mut child = start(&["batch", "waits", "--threads", "4", hands.to_str().unwrap()]);
    let mut answers = BufReader::new(child.stdout.take().unwrap());
    answers.read_line(&mut String::new()).unwrap();
    drop(answers);
    let ended = child.wait_with_output().unwrap();
    assert_eq!((ended.status.code(), ended.stderr.len()), (Some(0), 0));
}

#[cfg(unix)]
fn interrupt(child: &Child) {
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(sent.success());
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_a_wait_for_input() {
    let out = place("interrupted.csv");
    let mut child =
        start(&["batch", "waits", "--to", "csv", "--threads", "2", "--out", out.to_str().unwrap()]);
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(b"1m\n2m\n3").unwrap();
    // What is written is hidden until the end; a moment is enough for two hands.
    std::thread::sleep(std::time::Duration::from_millis(500));
    assert!(!out.exists());
    interrupt(&child);
    assert_eq!(child.wait().unwrap().code(), Some(3));
    assert_eq!(records(&fs::read_to_string(&out).unwrap()).len(), 3);
}

/// 200,000 lines; what the program held at most is asked before its input ends.
#[cfg(target_os = "linux")]
#[test]
fn memory_does_not_grow_with_the_input() {
    const LINES: usize = 200_000;
    let mut child = start(&["batch", "waits", "--threads", "4"]);
    let mut stdin = child.stdin.take().unwrap();
    let writer = std::thread::spawn(move || {
        stdin.write_all("23m55p\n".repeat(LINES).as_bytes()).unwrap();
        stdin
    });
    let answers = BufReader::new(child.stdout.take().unwrap()).lines().take(LINES);
    let last = answers.map(Result::unwrap).last().unwrap();
    assert!(last.contains(&format!("\"line\":{LINES},")));
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    let kilobytes: u64 = peak.trim().trim_end_matches(" kB").parse().unwrap();
    assert!(kilobytes < 100_000, "{kilobytes} kB");
    drop(writer.join().unwrap());
    assert!(child.wait().unwrap().success());
}

#[cfg(not(feature = "parquet"))]
#[test]
fn parquet_says_which_feature_is_missing() {
    let out = place("none.parquet");
    let hands = file("none.txt", b"11m\n");
    for ran in [
        batch("win --to parquet --out", &[&out, &hands]),
        batch("win --from parquet", &[&hands]),
        batch("win missing.parquet", &[]),
    ] {
        assert_eq!((ran.code, ran.stdout.as_str()), (2, ""));
        assert!(ran.stderr.contains("the cargo feature `parquet`"), "{}", ran.stderr);
    }
    assert!(!out.exists());
}

#[cfg(feature = "parquet")]
mod parquet_files {
    use super::*;
    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::record::Field;

    /// The rows of a file as CSV would have them, header first.
    fn rows(path: &Path) -> Vec<Vec<String>> {
        let reader = SerializedFileReader::new(fs::File::open(path).unwrap()).unwrap();
        let text = |field: &Field| match field {
            Field::Null => String::new(),
            Field::Str(text) => text.clone(),
            other => other.to_string(),
        };
        let schema = reader.metadata().file_metadata().schema_descr();
        let names = schema.columns().iter().map(|column| column.name().to_owned()).collect();
        let row = |row: parquet::record::Row| {
            row.get_column_iter().map(|(_, field)| text(field)).collect()
        };
        let rows = reader.get_row_iter(None).unwrap().map(|read| row(read.unwrap()));
        std::iter::once(names).chain(rows).collect()
    }

    #[test]
    fn parquet_holds_what_csv_holds() {
        let hands = file("both.txt", mixed_hands().as_bytes());
        for question in ["waits", "win", "decompose", "distance", "discards"] {
            let out = place(&format!("both-{question}.parquet"));
            let words = format!("{question} --rules laizi --threads 3 --to");
            let csv = batch(&format!("{words} csv"), &[&hands]);
            let ran = batch(&format!("{words} parquet --out"), &[&out, &hands]);
            assert_eq!((ran.code, ran.stdout.as_str()), (csv.code, ""));
            assert_eq!(rows(&out), records(&csv.stdout), "{question}");
        }
    }

    #[test]
    fn parquet_is_read_as_it_is_written() {
        // An empty line is no row of the table, so that the lines behind it have other numbers there.
        let mixed = mixed_hands();
        let lines: Vec<&str> = mixed.lines().filter(|line| !line.trim().is_empty()).collect();
        let hands = file("again.txt", lines.join("\n").as_bytes());
        let table = place("again.parquet");
        batch("waits --rules laizi --to parquet --out", &[&table, &hands]);
        let again = batch("waits --rules laizi --column input", &[&table]);
        assert_eq!(again.stdout, batch("waits --rules laizi", &[&hands]).stdout);
        // Where a line had no fault its `error` is null.
        let nulls = batch("win --column error --threads 2", &[&table]);
        let first: Value = serde_json::from_str(nulls.stdout.lines().next().unwrap()).unwrap();
        assert_eq!(first["error"]["message"], "the hand is null");
    }

    #[test]
    fn faults_of_parquet_files_are_the_calls() {
        let hands = file("fault.txt", b"11m\n");
        let table = place("fault.parquet");
        assert_eq!(batch("win --to parquet", &[&hands]).code, 2, "--out is missing");
        batch("win --to parquet --out", &[&table, &hands]);
        let missing = batch("win", &[&table]);
        assert!(missing.stderr.contains("the columns are \"line\", \"input\""));
        let number = batch("win --column line", &[&table]);
        assert!(number.stderr.contains("holds INT64, not text"), "{}", number.stderr);
        let text = batch("win --from parquet", &[&hands]);
        let pipe = ginga(&["batch", "win", "--from", "parquet"], b"");
        for ran in [missing, number, text, pipe] {
            assert_eq!((ran.code, ran.stdout.as_str()), (2, ""), "{}", ran.stderr);
        }
        // Cut off or bent anywhere, a file is at fault and nothing worse.
        let whole = fs::read(&table).unwrap();
        for at in (0..whole.len()).step_by(32) {
            let cut = file("cut.parquet", &whole[..at]);
            assert_eq!(batch("win --column input", &[&cut]).code, 2, "cut at {at}");
            for bits in [0x01, 0x80, 0xff] {
                let mut bent = whole.clone();
                bent[at] ^= bits;
                let ran = batch("win --column input", &[&file("bent.parquet", &bent)]);
                assert!([0, 2].contains(&ran.code), "bent at {at}: {ran:?}");
            }
        }
    }

    #[cfg(unix)]
    #[test]
    fn an_interrupted_file_is_whole() {
        let out = place("interrupted.parquet");
        let path = out.to_str().unwrap();
        let mut child = start(&["batch", "waits", "--to", "parquet", "--out", path]);
        let mut stdin = child.stdin.take().unwrap();
        stdin.write_all(b"1m\n2m\n").unwrap();
        std::thread::sleep(std::time::Duration::from_millis(500));
        interrupt(&child);
        assert_eq!(child.wait().unwrap().code(), Some(3));
        assert_eq!(rows(&out).len(), 3);
    }
}

#[test]
fn batch_answers_each_line_and_goes_on_past_bad_ones() {
    let input = "23m55p\n12x\r\n\n1M\n\u{fffd}\n123m\n1112345678999m";
    let ran = ginga(&["batch", "waits"], input.as_bytes());
    assert_eq!(ran.code, 2);
    let lines: Vec<Value> =
        ran.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    // The third line is empty.
    assert_eq!(lines.len(), 6);
    for (number, line) in [1, 2, 4, 5, 6, 7].iter().zip(&lines) {
        assert_eq!((&line["schema"], &line["line"]), (&json!(1), &json!(number)));
    }
    assert_eq!(lines[0]["kinds"], json!(["1m", "4m"]));
    assert_eq!((&lines[0]["solver"], &lines[0]["rules"]), (&json!("engine"), &json!("riichi")));
    assert_eq!(lines[1]["input"], "12x");
    assert_eq!(lines[1]["error"]["span"], json!([2, 3]));
    for bad in &lines[1..5] {
        assert!(bad["error"]["message"].is_string(), "{bad}");
    }
    assert_eq!(lines[5]["counts"]["decompositions"], 11);
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
fn batch_answers_before_the_next_line_is_written() {
    use std::io::{BufRead, BufReader, Write};
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_ginga"))
        .args(["batch", "waits"])
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    for hand in ["1m", "2m", "23m55p"] {
        writeln!(stdin, "{hand}").unwrap();
        let answer: Value = serde_json::from_str(&lines.next().unwrap().unwrap()).unwrap();
        assert_eq!(answer["hand"], hand);
    }
    drop(stdin);
    assert!(child.wait().unwrap().success());
}
