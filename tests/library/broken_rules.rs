//! Broken rule files: each kind of fault with the place that its message names and the words that
//! name the remedy; and no panic on anything.

use fastrand::Rng;
use ginga::{Hand, Overrides, RuleSet, RulesError, Settings};

/// The lines before the broken ones, which begin at line 4.
const HEAD: &str = "format = 1\nname = \"house\"\nextends = \"laizi\"\n";
/// The lines before a form's, which begin at line 5.
const FORM: &str = "[forms.own]\n";

fn read(text: &str, sets: &[&str]) -> Result<RuleSet, RulesError> {
    let mut overrides = Overrides::default();
    sets.iter().for_each(|set| overrides.set(set).unwrap());
    RuleSet::from_toml(text, &overrides)
}

/// What comes after [`HEAD`], where the fault is, and parts of the message.
type Broken = (&'static str, &'static str, &'static [&'static str]);

/// Faults of whole tables and of the keys at the top.
const ROOT: &[Broken] = &[
    ("tiles = 3", "4:9", &["tiles takes a table, not 3"]),
    ("forms = [1]", "4:9", &["forms takes a table, not an array"]),
    ("melds = 7", "4:9", &["melds takes an integer from 1 to 6, not 7"]),
    ("melds = 9223372036854775808", "4:9", &["an integer from 1 to 6", "out of range"]),
    ("max_suits = 0", "4:13", &["an integer from 1 to 3, not 0"]),
    ("dead_waits = \"keep\"", "4:14", &["one of \"drop\", \"count\", not \"keep\""]),
    ("run = \"suit\"", "4:1", &["unknown key run; did you mean runs?"]),
    ("most = 1", "4:1", &["unknown key most; did you mean wild.most?"]),
    ("runs = \"suits\"", "4:8", &["a list of suit, winds", "such as \"1s2z3z\", not \"suits\""]),
    ("runs = [\"suit\", 3]", "4:17", &["a list of strings, not an integer"]),
    ("runs = \"112s\"", "4:8", &["three different kinds, \"112s\" is not"]),
    ("runs = [\"suit\", \"1s2z9z\"]", "4:17", &["characters 5 to 5", "there is no 9z"]),
    ("runs = \"none suit\"", "4:8", &["runs is \"none\" or a list without it"]),
    ("calls = \"pair\"", "4:9", &["calls takes a list of \"any\", \"none\", \"triplet\", \"run\""]),
    (
        "max_suits = 2\nruns = \"suit 1m2m3p\"",
        "5:8",
        &["1m2m3m and 1m2m3p wait in different suits", "max_suits = 3"],
    ),
    ("absent = \"sow\"", "4:10", &["no kinds are called \"sow\"; did you mean \"sou\"?"]),
    ("absent = \"all -\"", "4:10", &["a - stands right before what it takes away"]),
    ("absent = \"suited 5q\"", "4:10", &["characters 2 to 2 of \"5q\": unknown character 'q'"]),
];

/// Faults of the tile set and of wild tiles.
const TILES: &[Broken] = &[
    ("[tiles]\nkinds = \"5z -5z\"", "5:9", &["tiles.kinds names no kind at all"]),
    ("[tiles]\nplain = 17", "5:9", &["an integer from 0 to 16, not 17"]),
    ("[tiles]\ncopies = 3", "5:10", &["tiles.copies takes a table"]),
    ("[tiles.copies]\n9z = 3", "5:1", &["one tile at a time, as in 7z = 6", "not \"9z\""]),
    ("[tiles.copies]\n7z = \"six\"", "5:6", &["tiles.copies.7z takes an integer from 0 to 16"]),
    ("[tiles.copies]\njb = 2", "5:1", &["tiles.jokers and jokers.X.copies"]),
    ("[tiles.copies]\n7z = 2\n\"7 z\" = 3", "6:1", &["tiles.copies counts 7z twice"]),
    ("tiles.kinds = \"suited\"\ntiles.copies.7z = 2", "5:14", &["7z is not in tiles.kinds"]),
    ("[wild]\nmost = -1", "5:8", &["wild.most takes", "from 0 to 20, not -1"]),
    ("[wild]\ngroups = \"kan\"", "5:10", &["\"pair\", \"triplet\", \"run\", not \"kan\""]),
    ("[wild]\ngroups = \"any run\"", "5:10", &["wild.groups is \"any\" or a list without it"]),
    ("[wild]\ncalled_groups = \"pair\"", "5:17", &["\"triplet\", \"run\", not \"pair\""]),
    ("[wild]\nkinds = \"wild\"", "5:9", &["wild.kinds says which kinds are wild"]),
    (
        "[wild]\nstands_for = \"\"\nkinds = \"5z\"\nown_kind = false",
        "5:14",
        &["5z may stand for nothing"],
    ),
    ("[wild]\nflip = \"after\"", "5:8", &["\"same\", \"next\", \"previous\", not \"after\""]),
    (
        "[wild]\nflipped = \"3p\"",
        "5:11",
        &["say flip = \"next\", or name the wild kinds by wild.kinds"],
    ),
    ("[wild]\nflip = \"next\"\nflipped = \"wild\"", "6:11", &["it cannot name them so"]),
    ("[wild]\nflip = \"next\"\ncycles = \"1234Z\"", "6:10", &["1Z is no plain kind"]),
    ("[wild]\nflip = \"next\"\ncycles = [\"\"]", "6:11", &["a cycle of wild.cycles has no kind"]),
    (
        "[wild]\nflip = \"next\"\ncycles = [\"1234z\", \"45z\"]",
        "6:20",
        &["wild.cycles has 4z twice"],
    ),
    (
        "[wild]\nflip = \"next\"\ncycles = \"567z\"\nflipped = \"1z\"",
        "7:11",
        &["no cycle says what comes after 1z; add it to wild.cycles"],
    ),
    ("[wild.flips]\n67z = \"5z\"", "5:1", &["from one kind, as in 7z = \"5z\", not \"67z\""]),
    (
        "tiles.kinds = \"suited\"\nwild.flips = { 1m = \"5z\" }",
        "5:21",
        &["5z is not in the tile set"],
    ),
    ("[blue]\nstands_for = \"none\"", "5:14", &["no kinds are called \"none\"; the words are all"]),
    ("[jokers.j]", "4:1", &["one letter from a to z other than j"]),
    ("[jokers]\na = 4", "5:5", &["jokers.a takes a table"]),
    ("[jokers.a]\ncopies = 0", "5:10", &["an integer from 1 to 16, not 0"]),
    ("[jokers.a]\nown_kind = true", "5:12", &["goes with tiles that have a kind"]),
    ("[classes.white]\nkinds = \"5z\"", "4:1", &["the class white needs stands_for"]),
    ("[classes.white]\nkinds = \"wild\"\nstands_for = \"1m\"", "5:9", &["names no kind", "[wild]"]),
    (
        "[classes.a]\nkinds = \"5z\"\nstands_for = \"1m\"\n[classes.b]\nkinds = \"5z\"\nstands_for = \"2m\"",
        "8:9",
        &["5z is of two classes, a and b"],
    ),
];

/// Faults of a form, after [`FORM`].
const FORMS: &[Broken] = &[
    ("", "4:1", &["the form \"own\" has no groups"]),
    ("groups = [{ type = \"kan\" }]", "5:20", &["one of \"meld\"", "not \"kan\""]),
    (
        "groups = [{ type = \"pair\", kind = \"1m\" }]",
        "5:28",
        &["did you mean forms.own.groups.kinds?"],
    ),
    ("groups = [{ type = \"pair\", count = 0 }]", "5:36", &["an integer from 1 to 20, not 0"]),
    (
        "groups = [{ type = \"pair\", count = \"melds\" }]",
        "5:36",
        &["goes with meld, triplet and run"],
    ),
    (
        "groups = [{ type = \"pair\", runs = \"suit\" }]",
        "5:35",
        &["goes with type = \"meld\" or \"run\""],
    ),
    ("groups = [{ type = \"pair\", gap = 3 }]", "5:34", &["goes with type = \"single\" alone"]),
    ("groups = [{ type = \"single\", count = 5, gap = 9 }]", "5:47", &["from 1 to 8, not 9"]),
    (
        "groups = [{ type = \"single\", count = 5, gap = 3, knitted = true }]",
        "5:47",
        &["knitted or has a gap, not both"],
    ),
    (
        "groups = [{ type = \"meld\", knitted = true }]",
        "5:38",
        &["type = \"single\" or \"run\" alone"],
    ),
    (
        "groups = [{ type = \"run\", knitted = true }, { type = \"pair\" }]",
        "5:37",
        &["or runs = \"knitted\" in the same group"],
    ),
    ("groups = [{ type = \"pair\", size = 1 }]", "5:35", &["goes with type = \"rest\" alone"]),
    (
        "groups = [{ type = \"rest\", size = 2, least_wilds = 3 }]",
        "5:52",
        &["of 2 tiles 3 cannot be wild"],
    ),
    (
        "groups = [{ type = \"pair\" }, { type = \"rest\", size = 3 }]",
        "5:10",
        &["stands alone in its form, or is of size 1"],
    ),
    (
        "groups = [{ type = \"run\" }, { type = \"meld\", count = \"melds\" }, { type = \"pair\" }]",
        "5:10",
        &["could both be the same run"],
    ),
    ("groups = [{ type = \"pair\", wait = \"ryanmen\" }]", "5:35", &["one of \"tanki\""]),
    (
        "groups = [{ type = \"pair\", wilds = \"no\" }]",
        "5:36",
        &["takes true or false, not \"no\""],
    ),
    ("groups = [{ type = \"pair\", kinds = \"honers\" }]", "5:36", &["did you mean \"honours\"?"]),
    ("groups = [{ type = \"pair\" }]\ncalled = 7", "6:10", &["from 0 to 6, not 7"]),
    ("groups = [{ type = \"pair\" }]\nmax_suits = 4", "6:13", &["from 0 to 3, not 4"]),
];

/// Whole files.
const FILES: &[Broken] = &[
    ("name = \"x\"\nextends = \"laizi\"\n", "1:1", &["begins with format = 1"]),
    ("format = 2\nname = \"x\"\nextends = \"laizi\"\n", "1:10", &["format = 1"]),
    ("format = 1\nextends = \"laizi\"\n", "1:1", &["needs a name of letters", "\"house-rules\""]),
    ("format = 1\nname = \"x\"\nextends = \"laisi\"\n", "3:11", &["did you mean \"laizi\"?"]),
    ("format = 1\nname = \"x\"\nextends = 3\n", "3:11", &["as in extends = \"riichi\""]),
    (
        "format = 1\nname = \"x\"\nextends = \"laizi\"\n[tiles]\n[tiles]\n",
        "5:2",
        &["duplicate key"],
    ),
    ("format = 1\nname = \n", "2:8", &["string values must be quoted"]),
];

#[test]
fn every_kind_of_broken_file_names_its_place_and_remedy() {
    let whole = FILES.iter().map(|(text, ..)| (*text).to_owned());
    let rooted = ROOT.iter().chain(TILES).map(|(text, ..)| format!("{HEAD}{text}\n"));
    let forms = FORMS.iter().map(|(text, ..)| format!("{HEAD}{FORM}{text}\n"));
    let rows = FILES.iter().chain(ROOT).chain(TILES).chain(FORMS);
    let mut wrong = Vec::new();
    for (text, (_, place, parts)) in whole.chain(rooted).chain(forms).zip(rows) {
        let message = match read(&text, &[]) {
            Ok(_) => "no fault".to_owned(),
            Err(error) => error.to_string(),
        };
        let (line, column) = place.split_once(':').unwrap();
        let start = format!("line {line}, column {column}: ");
        // One fault brings one message: what follows from it is none.
        let one = message.lines().count() == 1 && message.starts_with(&start);
        if !one || !parts.iter().all(|part| message.contains(part)) {
            wrong.push(format!("{text}\n  expected {start}{parts:?}\n  found    {message}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

/// Overrides that are at fault, each with the key that the message names.
#[test]
fn broken_overrides_name_their_key() {
    for (set, part) in [
        ("tiles.copies.7q=6", "override tiles.copies.7q: "),
        ("tiles.copies=6", "override tiles.copies: tiles.copies takes a table"),
        ("jokers.j.copies=2", "override jokers.j.copies: "),
        ("wild.flips.7z=8z", "override wild.flips.7z: "),
        ("wild.most=lots", "takes \"any\" or an integer from 0 to 20, not \"lots\""),
        ("dead_waits=true", "takes one of \"drop\", \"count\", not true"),
        ("wild.most=-1", "takes \"any\" or an integer from 0 to 20, not -1"),
        ("forms.standard.groups.0.type=pair", "override forms.standard.groups.0.type: "),
        ("forms.standard=none", "override forms.standard: forms.standard takes a table"),
        ("forms.standard.groups=[{type=\"pair\",count=true}]", "override forms.standard.groups: "),
        ("melds.x=1", "override melds.x: melds takes an integer"),
        ("extends=nothing", "override extends: extends takes the name of a built-in rule set"),
        ("wild.kinds=5", "override wild.kinds: wild.kinds takes a string, not 5"),
        ("runs=[", "override runs: runs takes a list of suit"),
    ] {
        let message =
            read(RuleSet::builtin_text("laizi").unwrap(), &[set]).unwrap_err().to_string();
        assert!(message.contains(part), "{set}: {message}");
    }
}

/// A form that says `any` is not bound by what the rule set says for all.
#[test]
fn any_in_a_form_lifts_the_limit_of_the_rule_set() {
    let text = RuleSet::builtin_text("laizi").unwrap();
    for (limit, lifted) in [
        ("wild.most=0", "forms.standard.most_wilds=any"),
        ("max_suits=1", "forms.standard.max_suits=any"),
    ] {
        let (with, without) = (read(text, &[limit, lifted]), read(text, &[limit]));
        assert_ne!(with.unwrap(), without.unwrap(), "{lifted} does nothing after {limit}");
    }
}

/// What a file inherits can be said anew: tables key by key, lists as a whole.
#[test]
fn inherited_keys_are_overridden_key_by_key() {
    let text =
        "format = 1\nname = \"house\"\nextends = \"mcr\"\n[forms.seven-pairs]\nenabled = false\n";
    let rules = read(text, &[]).unwrap();
    let names = |rules: &RuleSet| -> Vec<String> {
        rules.forms().iter().map(|form| form.name().to_owned()).collect()
    };
    let mut of_mcr = names(&RuleSet::builtin("mcr").unwrap());
    assert_eq!((rules.name(), rules.summary()), ("house", ""));
    assert!(of_mcr.contains(&"seven-pairs".to_owned()));
    assert_eq!(names(&read(text, &["forms.seven-pairs.enabled=true"]).unwrap()), of_mcr);
    of_mcr.retain(|name| name != "seven-pairs");
    assert_eq!(names(&rules), of_mcr);
    // A fault in what is inherited is told at the line that inherits it.
    let error = read(text, &["tiles=1"]).unwrap_err().to_string();
    assert!(error.contains("override tiles: "), "{error}");
}

/// Damaged files of every sort end in an answer or in faults with places, never in a panic; the rule
/// sets that come out of them can be played.
#[test]
fn nothing_panics() {
    let mut rng = Rng::with_seed(1);
    let texts: Vec<String> = RuleSet::builtin_names()
        .map(|name| RuleSet::builtin_text(name).unwrap().to_owned())
        .chain(ROOT.iter().chain(TILES).map(|(text, ..)| format!("{HEAD}{text}\n")))
        .chain(FORMS.iter().map(|(text, ..)| format!("{HEAD}{FORM}{text}\n")))
        .collect();
    let pieces: Vec<&str> = texts.iter().flat_map(|text| text.split([' ', '\n', '"'])).collect();
    let mut sound = 0;
    for _ in 0..6_000 {
        let mut text = texts[rng.usize(..texts.len())].clone();
        for _ in 0..rng.usize(1..=3) {
            let starts: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
            let Some(&at) = starts.get(rng.usize(..starts.len().max(1))) else { continue };
            match rng.u8(..4) {
                0 => text.insert_str(at, pieces[rng.usize(..pieces.len())]),
                1 => drop(text.remove(at)),
                2 => text.truncate(at),
                _ => {
                    let piece = pieces[rng.usize(..pieces.len())];
                    let with = pieces[rng.usize(..pieces.len())];
                    if !piece.is_empty() {
                        text = text.replacen(piece, with, 1);
                    }
                }
            }
        }
        match read(&text, &[]) {
            Err(RulesError::Faults(faults)) => assert!(!faults.is_empty(), "{text}"),
            Err(other) => panic!("{other}: {text}"),
            Ok(rules) => {
                sound += 1;
                let tiles: Vec<_> = rules.wall().step_by(5).take(4).collect();
                if let Ok(hand) = Hand::from_tiles(tiles, &rules)
                    && hand.concealed().total() == 4
                    && rules.melds() > 0
                {
                    let _ = ginga::waits(&hand, &rules, &Settings::default()).unwrap();
                }
            }
        }
    }
    assert!(sound > 300, "{sound}");
    for deep in ["[", "{ a = "] {
        let text = format!("{HEAD}runs = {}", deep.repeat(50_000));
        assert!(read(&text, &[]).is_err());
        assert!(read(HEAD, &[&format!("runs={}", deep.repeat(50_000))]).is_err());
    }
}

/// Every key of the laizi rules and more, with values of every type and size.
#[test]
fn absurd_values_are_faults_or_sound() {
    const VALUES: [&str; 24] = [
        "",
        "0",
        "-1",
        "255",
        "256",
        "99999999999999999999",
        "1.5",
        "nan",
        "true",
        "1979-05-27",
        "[]",
        "[[]]",
        "[{}]",
        "{}",
        "{ a = 1 }",
        "\"\\u0000\"",
        "wild",
        "all -wild",
        "-every",
        "j",
        "0m",
        "1Z",
        "🀄",
        "1m1m1m1m",
    ];
    let keys: Vec<&str> = ginga::rules::KEYS.iter().map(|key| key.path).collect();
    assert!(keys.len() > 40);
    for key in keys {
        for value in VALUES {
            for name in ["a", "standard", "j", "\u{0}", "wild"] {
                let key = key.replace("groups[].", "groups.").replace('*', name);
                if let Ok(rules) =
                    read(RuleSet::builtin_text("laizi").unwrap(), &[&format!("{key}={value}")])
                    && let Ok(hand) = Hand::parse("1m", &rules)
                {
                    let _ = ginga::waits(&hand, &rules, &Settings::default()).unwrap();
                }
            }
        }
    }
}
