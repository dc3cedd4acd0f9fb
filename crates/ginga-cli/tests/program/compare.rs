//! `ginga compare`: given hands; random ones, their numbers counted another way; and its pictures.

use crate::common::command::{ginga, json_of, run};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::PathBuf;

/// The answers of `batch waits` by the search, a line a hand.
fn batch(hands: &str, options: &str) -> Vec<Value> {
    let call = format!("batch waits --solver search {options}");
    let ran = ginga(&call.split_whitespace().collect::<Vec<_>>(), hands.as_bytes());
    ran.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn list<'a>(value: &'a Value, key: &str) -> &'a Vec<Value> {
    value[key].as_array().unwrap()
}

fn number(value: &Value, key: &str) -> u64 {
    value[key].as_u64().unwrap_or_else(|| panic!("{key}: {value}"))
}

fn tenpai(line: &Value) -> bool {
    line.get("decompositions").is_some_and(|list| !list.as_array().unwrap().is_empty())
}

fn winning(line: &Value) -> Vec<&Value> {
    list(line, "waits").iter().map(|wait| &wait["tile"]).collect()
}

/// The calls of the comparison below, and for each rule set the options of `batch`.
const CASES: [(&str, &str, &[&str]); 4] = [
    ("--tiles 4 --seed 3", "riichi,galaxy,sichuan", &["riichi", "galaxy", "sichuan"]),
    ("--tiles 7 --seed 5 --tenpai", "galaxy,riichi", &["galaxy", "riichi"]),
    (
        "--tiles 7 --seed 8 --blue 3",
        "galaxy --switch tiles.plain=4 --switch forms.standard.enabled=false",
        &["galaxy", "galaxy --set tiles.plain=4", "galaxy --set forms.standard.enabled=false"],
    ),
    // Tables cannot leave a laizi's own kind out: the search answers in the comparison as well.
    (
        "--tiles 4 --seed 9",
        "laizi --wild 5m --switch wild.own_kind=false",
        &["laizi --wild 5m", "laizi --wild 5m --set wild.own_kind=false"],
    ),
];

#[test]
fn compare_marks_what_differs() {
    let ran = run("compare 22334455667788s --rules riichi,chinitsu");
    assert_eq!(ran.code, 0);
    assert!(ran.stdout.contains("≠ decompositions  4       3"), "{}", ran.stdout);
    assert!(ran.stdout.contains("  verdict         win     win"), "{}", ran.stdout);
    let call = ["compare", "-", "--rules", "galaxy,riichi", "--format", "json"];
    let ran = ginga(&call, b"23m5p5P\n23m55p\n");
    let found: Value = serde_json::from_str(&ran.stdout).unwrap();
    assert_eq!((&found["command"], &found["question"]), (&json!("compare"), &json!("waits")));
    let answers = found["answers"].as_array().unwrap();
    assert_eq!(answers.len(), 4);
    assert_eq!(answers[0], json_of("waits 23m5p5P"));
    assert_eq!((&answers[1]["rules"], &answers[1]["hand"]), (&json!("riichi"), &json!("23m5p5P")));
    assert!(answers[1]["error"]["message"].as_str().unwrap().contains("no 5P"));
    assert_eq!(answers[3], json_of("waits 23m55p --rules riichi"));
}

#[test]
fn the_numbers_are_those_of_random_and_batch() {
    const HANDS: usize = 300;
    for (draw, rules, alone) in CASES {
        let found =
            json_of(&format!("compare --random {HANDS} {draw} --rules {rules} --show 1000"));
        let dealt = run(&format!("random --count {HANDS} {draw} --rules {}", alone[0])).stdout;
        let says: Vec<Vec<Value>> =
            alone.iter().map(|rules| batch(&dealt, &format!("--rules {rules}"))).collect();
        assert_eq!((found["complete"].clone(), says[0].len()), (json!(true), HANDS), "{draw}");
        for (part, lines) in list(&found, "rules").iter().zip(&says) {
            check_rules(part, lines);
        }
        for (pair, lines) in list(&found, "pairs").iter().zip(&says[1..]) {
            check_pair(pair, &says[0], lines);
        }
        check_shown(&found, &dealt, &says);
    }
}

/// A number that an answer holds.
type Number<'a> = &'a dyn Fn(&Value) -> u64;

fn check_rules(part: &Value, lines: &[Value]) {
    let admitted: Vec<&Value> = lines.iter().filter(|line| line.get("error").is_none()).collect();
    let waiting: Vec<&&Value> = admitted.iter().filter(|line| tenpai(line)).collect();
    assert_eq!(number(part, "admitted"), admitted.len() as u64);
    assert_eq!(number(part, "not_admitted"), (lines.len() - admitted.len()) as u64);
    assert_eq!(number(part, "yes"), waiting.len() as u64);
    let mut by_tiles: BTreeMap<u64, u64> = BTreeMap::new();
    for line in &admitted {
        *by_tiles.entry(list(line, "waits").len() as u64).or_default() += 1;
    }
    let told = list(part, "by_winning_tiles").iter();
    let told = told.map(|part| (number(part, "winning_tiles"), number(part, "hands")));
    assert_eq!(told.collect::<BTreeMap<_, _>>(), by_tiles);
    let left = |line: &Value| list(line, "waits").iter().map(|wait| number(wait, "left")).sum();
    let means: [(&str, Number<'_>); 3] = [
        ("winning_tiles", &|line| list(line, "waits").len() as u64),
        ("winning_kinds", &|line| list(line, "kinds").len() as u64),
        ("copies_left", &left),
    ];
    for (key, of) in means {
        let sum: u64 = waiting.iter().map(|line| of(line)).sum();
        match waiting.len() {
            0 => assert!(part.get(key).is_none()),
            count => {
                let mean = part[key]["mean"].as_f64().unwrap();
                assert!((mean - sum as f64 / count as f64).abs() < 1e-9, "{key}: {part}");
            }
        }
    }
}

fn check_pair(pair: &Value, first: &[Value], other: &[Value]) {
    let both = first.iter().zip(other);
    let both: Vec<_> = both
        .filter(|(one, two)| one.get("error").is_none() && two.get("error").is_none())
        .collect();
    let count = |of: &dyn Fn(&Value, &Value) -> bool| {
        both.iter().filter(|(one, two)| of(one, two)).count() as u64
    };
    assert_eq!(number(pair, "admitted"), both.len() as u64);
    assert_eq!(number(pair, "differing"), count(&|one, two| winning(one) != winning(two)));
    let copies =
        |one: &Value, two: &Value| winning(one) == winning(two) && one["waits"] != two["waits"];
    assert_eq!(number(pair, "other_copies"), count(&copies));
    assert_eq!(number(pair, "both"), count(&|one, two| tenpai(one) && tenpai(two)));
    let (first, second) = (
        count(&|one, two| tenpai(one) && !tenpai(two)),
        count(&|one, two| !tenpai(one) && tenpai(two)),
    );
    assert_eq!((number(pair, "first_alone"), number(pair, "second_alone")), (first, second));
    assert_eq!(number(pair, "neither"), count(&|one, two| !tenpai(one) && !tenpai(two)));
    if !both.is_empty() {
        let difference = (second as f64 - first as f64) / both.len() as f64;
        assert!((pair["difference"].as_f64().unwrap() - difference).abs() < 1e-12, "{pair}");
        let [low, high] = [0, 1].map(|end| pair["interval"][end].as_f64().unwrap());
        assert!(low <= difference && difference <= high, "{pair}");
    }
}

/// The hands shown are those that differ from the first rule set, all of them and in order, with what
/// each rule set says of them alone.
fn check_shown(found: &Value, dealt: &str, says: &[Vec<Value>]) {
    let mut expected = Vec::new();
    for (place, hand) in dealt.lines().enumerate() {
        let of_hand: Vec<&Value> = says.iter().map(|lines| &lines[place]).collect();
        let differs = |line: &&&Value| {
            line.get("error").is_none()
                && of_hand[0].get("error").is_none()
                && winning(line) != winning(of_hand[0])
        };
        if of_hand.iter().skip(1).any(|line| differs(&line)) {
            let answer = |line: &&Value| match line.get("error") {
                Some(_) => json!({"admitted": false}),
                None => json!({"admitted": true, "yes": tenpai(line), "waits": line["waits"]}),
            };
            let answers: Vec<Value> = of_hand.iter().map(answer).collect();
            expected.push(json!({"hand": hand, "answers": answers}));
        }
    }
    assert_eq!(number(found, "differing"), expected.len() as u64);
    assert_eq!(list(found, "shown"), &expected);
}

#[test]
fn a_pair_of_two_tiles_is_as_likely_as_it_must_be() {
    // Of the 135 other tiles three match: 1 in 45. Every single tile waits, for its like.
    let found = json_of("compare --random 40000 --tiles 2 --seed 1 --rules riichi");
    let part = &found["rules"][0];
    assert_eq!((&found["question"], part["share"].is_number()), (&json!("win"), true));
    let [low, high] = [0, 1].map(|end| part["interval"][end].as_f64().unwrap());
    assert!(low < 1.0 / 45.0 && 1.0 / 45.0 < high && high - low < 0.003, "{part}");
    let found = json_of("compare --random 500 --tiles 1 --seed 1 --rules riichi");
    assert_eq!(found["rules"][0]["by_winning_tiles"], json!([{"winning_tiles": 1, "hands": 500}]));
    assert_eq!(found["rules"][0]["copies_left"]["mean"], json!(3.0));
}

#[test]
fn hands_tenpai_under_one_rule_set_at_least_are_all_there_are() {
    let found = json_of(
        "compare --random 60 --tiles 4 --tenpai=any --seed 4 --rules sichuan,galaxy --deck galaxy",
    );
    let drawn = number(&found["random"], "drawn");
    let dealt = run(&format!("random --count {drawn} --tiles 4 --seed 4 --rules galaxy")).stdout;
    let says = ["sichuan", "galaxy"].map(|rules| batch(&dealt, &format!("--rules {rules}")));
    let any = |place: &usize| says.iter().any(|lines| tenpai(&lines[*place]));
    assert_eq!((0..drawn as usize).filter(any).count(), 60);
    assert!(any(&(drawn as usize - 1)), "the last one drawn is the last one counted");
    assert_eq!(number(&found["random"], "answered"), 60);
}

#[test]
fn nothing_depends_on_the_number_of_threads() {
    for draw in ["--random 5000", "--random 40 --tenpai=any --tiles 10"] {
        for format in ["text", "json"] {
            let call = format!("compare {draw} --rules galaxy,riichi --seed 2 --format {format}");
            let alone = run(&format!("{call} --threads 1"));
            assert_eq!(alone.code, 0, "{alone:?}");
            for threads in [2, 5] {
                assert_eq!(run(&format!("{call} --threads {threads}")).stdout, alone.stdout);
            }
        }
    }
}

#[test]
fn every_solver_says_the_same() {
    let base = "compare --random 30 --rules galaxy,riichi --seed 6";
    let call = format!("{base} --tiles 4");
    let by_tables = run(&call).stdout;
    for options in ["--solver search", "--solver ilp", "--verify"] {
        assert_eq!(run(&format!("{call} {options}")).stdout, by_tables, "{options}");
    }
    let solver =
        |options: &str| json_of(&format!("{call} {options}"))["rules"][0]["solver"].clone();
    assert_eq!((solver(""), solver("--solver search")), (json!("engine"), json!("search")));
    // Tiles seen elsewhere lower the copies left and nothing else.
    let seen = json_of(&format!("{base} --tiles 1 --visible 123456789m123456789p123456789s"));
    let unseen = json_of(&format!("{base} --tiles 1"));
    assert_eq!(seen["rules"][0]["by_winning_tiles"], unseen["rules"][0]["by_winning_tiles"]);
    assert_ne!(seen["rules"][0]["copies_left"], unseen["rules"][0]["copies_left"]);
}

#[test]
fn the_seed_is_told() {
    let call = "compare --random 50 --tiles 4 --rules riichi,galaxy";
    let found = json_of(call);
    let seed = &found["random"]["seed"];
    assert_eq!(json_of(&format!("{call} --seed {seed}")), found);
    assert!(run(&format!("{call} --seed 12")).stdout.starts_with("50 random hands, seed 12\n"));
}

#[test]
fn a_given_hand_whose_answer_is_cut_short_exits_with_3() {
    // One rule set is enough; a list that fits is whole, and text has no lists.
    for (call, code) in [
        ("compare 12345mjjjjjjjj --rules laizi,riichi --format json --limit 5", 3),
        ("compare 123m1p --rules laizi,riichi --format json --limit 5", 0),
        ("compare 12345mjjjjjjjj --rules laizi,riichi --limit 5", 0),
    ] {
        assert_eq!(run(call).code, code, "{call}");
    }
}

#[test]
fn a_time_limit_ends_the_run_and_says_so() {
    let calls = [
        // Hands that never wait are drawn until the time is over.
        "compare --random 5 --tenpai --rules riichi,galaxy --time-limit 100ms \
         --set tiles.kinds=147m147p147s1234z --set forms.standard.enabled=false \
         --set forms.seven-pairs.enabled=false",
        "compare --random 10000000 --rules riichi,galaxy --time-limit 200ms",
    ];
    for call in calls {
        let ran = run(call);
        assert_eq!(ran.code, 3, "{ran:?}");
        assert!(ran.stdout.contains("incomplete: stopped by --time-limit"), "{ran:?}");
        let found = json_of(call);
        assert_eq!(
            (&found["complete"], &found["stopped_by"]),
            (&json!(false), &json!("time-limit"))
        );
        let answered = number(&found["random"], "answered");
        assert!(answered < number(&found["random"], "hands"));
        let part = &found["rules"][0];
        assert_eq!(number(part, "admitted") + number(part, "not_admitted"), answered);
    }
}

#[test]
fn what_was_drawn_in_time_is_counted() {
    // Fewer than a chunk of them are found.
    let found =
        json_of("compare --random 100000 --tenpai --seed 1 --rules riichi,galaxy --time-limit 1s");
    let answered = number(&found["random"], "answered");
    assert!(answered > 0, "{found}");
    let beginning = format!("compare --random {answered} --tenpai --seed 1 --rules riichi,galaxy");
    let whole = json_of(&beginning);
    assert_eq!((&found["rules"], &found["shown"]), (&whole["rules"], &whole["shown"]));
}

#[test]
fn a_search_that_time_ends_leaves_a_beginning() {
    let call =
        "compare --random 3000 --tiles 13 --blue 4 --seed 1 --rules galaxy,riichi --solver ilp";
    let found = json_of(&format!("{call} --time-limit 300ms"));
    let answered = number(&found["random"], "answered");
    assert!(answered < 3000 && found["complete"] == json!(false), "{found}");
    if answered > 0 {
        let whole = json_of(&call.replace("--random 3000", &format!("--random {answered}")));
        assert_eq!(found["rules"], whole["rules"]);
    }
}

#[test]
fn calls_at_fault_are_refused() {
    for (call, message) in [
        ("compare --rules riichi", "HAND"),
        ("compare 1m --random 5 --rules riichi", "cannot be used with"),
        ("compare 1m --seed 5 --rules riichi", "cannot be used with"),
        ("compare 1m --threads 2 --rules riichi", "cannot be used with"),
        ("compare --random 0 --rules riichi", "--random is from 1 to"),
        ("compare --random 5 --tiles 15 --rules riichi", "--tiles is from 1 to 14"),
        ("compare --random 5 --tiles 14 --tenpai --rules riichi", "--tenpai needs 3n+1 tiles"),
        ("compare --random 5 --tiles 14 --tenpai=any --rules riichi", "--tenpai needs 3n+1 tiles"),
        ("compare --random 5 --blue 2 --rules riichi", "0 such tiles"),
        ("compare --random 5 --limit 3 --rules riichi", "--limit"),
        ("compare --random 5 --stats --rules riichi", "--stats"),
        ("compare --random 5 --switch melds=many --rules riichi", "melds"),
        ("compare --random 5 --deck nowhere --rules riichi", "nowhere"),
        ("compare --random 5 --heatmap waits.jpg --rules riichi", "a .svg or a .png file"),
        ("compare --random 5 --tiles 14 --heatmap waits.svg --rules riichi", "3n+1 tiles"),
        ("compare 11m --heatmap waits.svg --rules riichi", "3n+1 tiles"),
        ("compare 1m --heatmap no/such/folder/waits.svg --rules riichi", "no/such/folder"),
    ] {
        let ran = run(call);
        assert_eq!((ran.code, ran.stdout.as_str()), (2, ""), "{call}: {ran:?}");
        assert!(ran.stderr.contains(message), "{call}: {}", ran.stderr);
    }
}

#[test]
fn a_switch_is_a_rule_set_of_its_own() {
    let found = json_of(
        "compare 223344m1199p77s1z --rules riichi --switch forms.seven-pairs.enabled=false",
    );
    let answers = list(&found, "answers");
    assert_eq!(answers.len(), 2);
    assert_eq!(answers[0], json_of("waits 223344m1199p77s1z"));
    let switched = "waits 223344m1199p77s1z --set forms.seven-pairs.enabled=false";
    assert_eq!(answers[1], json_of(switched));
    let text = run("compare 1m --rules riichi --switch dead_waits=count").stdout;
    assert!(text.contains("riichi  dead_waits=count"), "{text}");
}

/// A file of this test alone, gone at its end.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Scratch {
        Scratch(std::env::temp_dir().join(format!("ginga-{}-{name}", std::process::id())))
    }

    fn path(&self) -> &str {
        self.0.to_str().unwrap()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

/// The texts of an SVG in their order, with where they stand.
fn texts(svg: &str) -> Vec<(f64, f64, &str)> {
    let attribute = |line: &str, name: &str| -> f64 {
        let start = line.find(&format!("{name}=\"")).unwrap() + name.len() + 2;
        line[start..].split('"').next().unwrap().parse().unwrap()
    };
    svg.lines()
        .filter(|line| line.starts_with("<text "))
        .map(|line| {
            let inner = line.split('>').nth(1).unwrap().split('<').next().unwrap();
            (attribute(line, " x"), attribute(line, " y"), inner)
        })
        .collect()
}

#[test]
fn the_heat_map_shows_the_shares() {
    let picture = Scratch::new("shares.svg");
    let call = "compare --random 400 --tiles 4 --seed 3 --rules galaxy,riichi";
    let found = json_of(&format!("{call} --heatmap {}", picture.path()));
    let svg = std::fs::read_to_string(picture.path()).unwrap();
    let texts = texts(&svg);
    assert!(texts.iter().any(|(_, _, text)| *text == "Winning tiles of 400 random hands, seed 3"));
    for (place, title) in ["galaxy", "riichi *"].into_iter().enumerate() {
        let part = &found["rules"][place];
        let (x, y, _) = texts.iter().find(|(_, _, text)| *text == title).unwrap();
        let row: Vec<&str> = texts
            .iter()
            .filter(|(at, height, _)| at > x && (height - y).abs() < 1.0)
            .map(|(_, _, text)| *text)
            .collect();
        for number_of in list(part, "by_winning_tiles") {
            let at = number(number_of, "winning_tiles") as usize;
            let share = 100.0 * number(number_of, "hands") as f64 / number(part, "admitted") as f64;
            let shown: f64 = row[at].parse().unwrap();
            assert!((shown - share).abs() < 0.05, "{title} {at}: {shown} is not {share}");
        }
        let some = row.iter().filter(|text| **text != "0").count();
        assert_eq!(some, list(part, "by_winning_tiles").len(), "{row:?}");
    }
}

#[test]
fn the_heat_map_of_given_hands_shows_the_numbers() {
    let picture = Scratch::new("hands.svg");
    let call =
        ["compare", "23m5p5P", "--also", "123m456p1p", "--rules", "galaxy,riichi", "--heatmap"];
    let ran = ginga(&[&call[..], &[picture.path()]].concat(), b"");
    assert_eq!(ran.code, 0, "{ran:?}");
    let svg = std::fs::read_to_string(picture.path()).unwrap();
    let texts = texts(&svg);
    let row = |hand: &str| -> Vec<&str> {
        let (x, y, _) = texts.iter().find(|(_, _, text)| *text == hand).unwrap();
        let beside = |(at, height, _): &&(f64, f64, &str)| at > x && (height - y).abs() < 1.0;
        texts.iter().filter(beside).map(|(_, _, text)| *text).collect()
    };
    // A rule set that lacks a blue tile has no answer; a single 1p waits for 1p, 1P, 1M and 1S.
    assert_eq!(row("23m5p5P"), ["8", "–"]);
    assert_eq!(row("123m456p1p"), ["4", "1"]);
}

#[cfg(feature = "picture")]
#[test]
fn the_heat_map_as_a_png_is_twice_as_large() {
    let (svg, png) = (Scratch::new("size.svg"), Scratch::new("size.png"));
    for picture in [&svg, &png] {
        let call = format!(
            "compare --random 50 --tiles 4 --seed 1 --rules galaxy,riichi --heatmap {}",
            picture.path()
        );
        assert_eq!(run(&call).code, 0);
    }
    let svg = std::fs::read_to_string(svg.path()).unwrap();
    let png = std::fs::read(png.path()).unwrap();
    assert_eq!(png[..8], *b"\x89PNG\r\n\x1a\n");
    let size = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().unwrap());
    let head = format!("width=\"{}\" height=\"{}\"", size(16) / 2, size(20) / 2);
    assert!(svg.contains(&head), "{head}: {}", &svg[..200]);
}

/// 1111p lacks a pair, or 23p, wherever there are four 1p. Sichuan has no honours: 1z is none of its tiles, and 7z
/// is no help there.
#[test]
fn how_far_a_hand_is_can_be_compared() {
    let call = "compare 1111p --question distance --rules laizi,riichi,sichuan";
    let found = json_of(call);
    assert_eq!((&found["command"], &found["question"]), (&json!("compare"), &json!("distance")));
    let answers = found["answers"].as_array().unwrap();
    assert!(answers.len() == 3 && answers.iter().all(|answer| answer["distance"] == 2), "{found}");
    assert_eq!(answers[0], json_of("distance 1111p --rules laizi"));
    // Honours help where there are some.
    let text = run(call).stdout;
    let row = |name: &str| {
        let line = text.lines().find(|line| line.contains(&format!(" {name} ")));
        line.unwrap_or_else(|| panic!("{text}")).split_whitespace().collect::<Vec<_>>()
    };
    assert_eq!(row("verdict"), ["verdict", "1-shanten", "1-shanten", "1-shanten"]);
    assert_eq!(row("7z"), ["≠", "7z", "4", "left", "4", "left", "·"]);

    let found = json_of("compare 1z --question distance --rules riichi,sichuan");
    assert_eq!(found["answers"][0]["shanten"], 0);
    assert!(found["answers"][1]["error"]["message"].is_string(), "{found}");
    assert!(run("compare 1z --question distance --rules riichi,sichuan").stdout.contains("–"));
    // Hands of both sizes are asked the same.
    let both = json_of("compare 1z --also 11z --question distance --rules riichi");
    assert_eq!(both["answers"][1]["distance"], 0);
    for fault in [
        "--question distance --solver ilp",
        "--question distance --verify",
        "--question distance --no-list",
        "--question distance --limit 3",
        "--question distance --no-good rows",
        "--question win",
        "--question distance --heatmap x.svg",
    ] {
        let ran = run(&format!("compare 1m --rules riichi {fault}"));
        assert_eq!((ran.code, ran.stdout.as_str()), (2, ""), "{fault}");
    }
    let random = run("compare --random 3 --rules riichi --question distance");
    assert_eq!(random.code, 2);
}
