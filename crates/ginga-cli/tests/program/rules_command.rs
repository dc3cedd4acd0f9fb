//! `ginga rules` and the files that describe the rule format.

use ginga::rules::{KEYS, RuleKey, Takes, starter, whole_text};
use ginga::{Overrides, RuleSet, examine};
use std::path::Path;
use std::process::{Command, Output};

fn ginga(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_ginga")).args(args).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

#[test]
fn the_guide_shows_the_file_that_it_runs() {
    let guide = include_str!("../../../../docs/write-your-own-rules.md");
    let file = include_str!("../../../../docs/write-your-own-rules.in/river.toml");
    assert!(guide.contains(&format!("```toml\n{file}```")));
}

/// A line of the reference.
fn row(key: &RuleKey) -> String {
    let list =
        |words: &[&str]| words.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(" ");
    let takes = match key.takes {
        Takes::Text => "text".to_owned(),
        Takes::Boolean => "`true` `false`".to_owned(),
        Takes::Integer(least, most) => format!("{least}–{most}"),
        Takes::WordOrInteger(word, least, most) => format!("`{word}` or {least}–{most}"),
        Takes::Word(words) => list(words),
        Takes::Words(words) => format!("a list of {}", list(words)),
        Takes::WordsOrKinds([]) => "a list of kinds".to_owned(),
        Takes::WordsOrKinds(words) => format!("a list of {}, or of kinds", list(words)),
        Takes::Kinds => "kinds".to_owned(),
        Takes::Copies(..) => "tiles = copies".to_owned(),
        Takes::Flips => "kind = kinds".to_owned(),
    };
    let default = if key.default.is_empty() { String::new() } else { format!("`{}`", key.default) };
    format!("| `{}` | {takes} | {default} | {} |", key.path, key.about)
}

#[test]
fn the_guide_lists_every_key() {
    let guide = include_str!("../../../../docs/write-your-own-rules.md");
    let rows: Vec<String> = KEYS.iter().map(row).collect();
    let table =
        format!("| key | takes | default | meaning |\n|---|---|---|---|\n{}\n", rows.join("\n"));
    assert!(guide.ends_with(&table), "the guide should end with\n{table}");
}

#[test]
fn the_schema_in_the_docs_is_the_one_printed() {
    let printed = text(&ginga(&["rules", "schema"]).stdout);
    assert_eq!(printed, include_str!("../../../../docs/rules.schema.json"));
}

/// A rule file as JSON.
fn as_json(text: &str) -> serde_json::Value {
    serde_json::to_value(text.parse::<toml::Table>().unwrap()).unwrap()
}

#[test]
fn the_schema_takes_every_built_in_file_and_no_broken_one() {
    let schema = serde_json::from_str(include_str!("../../../../docs/rules.schema.json")).unwrap();
    let schema = jsonschema::validator_for(&schema).unwrap();
    for name in RuleSet::builtin_names() {
        for text in [RuleSet::builtin_text(name).unwrap().to_owned(), whole_text(name).unwrap()] {
            schema.validate(&as_json(&text)).unwrap_or_else(|error| panic!("{name}: {error}"));
        }
    }
    let river = include_str!("../../../../docs/write-your-own-rules.in/river.toml");
    schema.validate(&as_json(river)).unwrap();
    for (right, broken) in [
        ("format = 1", "format = 2"),
        ("[wild]", "[wilds]"),
        ("flip = \"next\"", "flip = [\"after\"]"),
        ("counts_as_wild = false", "counts_as_wild = \"no\""),
        ("own_kind = false", "own_kinds = false"),
        ("type = \"pair\"", "type = \"pairs\""),
        ("count = \"melds\"", "count = 0"),
        ("jokers = 0 ", "jokers = 99 "),
    ] {
        let text = river.replacen(right, broken, 1);
        assert!(text != river && !schema.is_valid(&as_json(&text)), "{broken}");
    }
}

/// A rule file as JSON in which one key is said; `*` is a name, `[]` a list of one.
fn saying(path: &str, value: &serde_json::Value) -> serde_json::Value {
    let mut said = value.clone();
    for step in path.rsplit('.') {
        said = match (step, step.strip_suffix("[]")) {
            (_, Some(list)) => serde_json::json!({ list: [said] }),
            ("*", None) => serde_json::json!({ "a": said }),
            (name, None) => serde_json::json!({ name: said }),
        };
    }
    let mut file = serde_json::json!({ "format": 1, "name": "own" });
    file.as_object_mut().unwrap().append(said.as_object_mut().unwrap());
    file
}

/// The schema has each key of the table, with its meaning, default, bounds and words.
#[test]
fn the_schema_has_every_key() {
    let text: serde_json::Value =
        serde_json::from_str(include_str!("../../../../docs/rules.schema.json")).unwrap();
    let schema = jsonschema::validator_for(&text).unwrap();
    let takes =
        |key: &RuleKey, value: &serde_json::Value| schema.is_valid(&saying(key.path, value));
    for key in KEYS {
        let mut of_key = &text;
        for step in key.path.split('.') {
            of_key = match (step, step.strip_suffix("[]")) {
                (_, Some(list)) => &of_key["properties"][list]["items"],
                ("*", None) => &of_key["additionalProperties"],
                (name, None) => &of_key["properties"][name],
            };
        }
        assert_eq!(of_key["description"], key.about, "{}", key.path);
        if !key.default.is_empty() {
            let default = serde_json::from_str(key.default).unwrap();
            assert!(of_key["default"] == default && takes(key, &default), "{}", key.path);
        }
        match key.takes {
            Takes::Integer(least, most) | Takes::WordOrInteger(_, least, most) => {
                let outside = [i16::from(least) - 1, i16::from(most) + 1];
                assert!([least, most].iter().all(|&number| takes(key, &number.into())));
                assert!(!outside.iter().any(|&number| takes(key, &number.into())), "{}", key.path);
            }
            Takes::Word(words) => {
                assert!(words.iter().all(|&word| takes(key, &word.into())), "{}", key.path);
                assert!(!takes(key, &"no-such-word".into()), "{}", key.path);
            }
            _ => assert!(!takes(key, &serde_json::json!(0.5)), "{}", key.path),
        }
    }
}

#[test]
fn built_in_files_have_no_contradiction() {
    for name in RuleSet::builtin_names() {
        let rules = examine(RuleSet::builtin_text(name).unwrap());
        assert_eq!(rules.unwrap_or_else(|error| panic!("{name}: {error}")).name(), name);
    }
}

#[test]
fn a_new_file_plays_as_the_one_it_is_laid_over() {
    for base in RuleSet::builtin_names() {
        let rules =
            RuleSet::from_toml(&starter(base, "own").unwrap(), &Overrides::default()).unwrap();
        let built_in = RuleSet::builtin(base).unwrap();
        assert_eq!(rules.forms(), built_in.forms(), "{base}");
        for tile in ginga::Tile::all() {
            assert_eq!(rules.stands_for(tile), built_in.stands_for(tile), "{base}, {tile}");
            assert_eq!(rules.drawable(tile), built_in.drawable(tile), "{base}, {tile}");
        }
    }
}

/// The file with the `#` taken from before every key that has a value.
fn uncommented(starter: &str) -> String {
    let mut within = false;
    let line = |line: &str| {
        let bare = line.strip_prefix("# ").unwrap_or(line);
        let begins = bare.starts_with("groups = [") && bare.trim_end() == "groups = [";
        within = (within || begins) && !bare.starts_with(']');
        let keyed = bare.split(" = ").next().is_some_and(|key| {
            key.chars().all(|letter| letter.is_ascii_lowercase() || letter == '_')
        });
        let ended = bare.trim_end() == "]";
        if keyed || within || ended { bare.to_owned() } else { line.to_owned() }
    };
    starter.lines().map(line).collect::<Vec<_>>().join("\n")
}

#[test]
fn every_key_of_a_new_file_may_be_uncommented_as_it_stands() {
    for base in RuleSet::builtin_names() {
        // Optional tables are examples: their headers stay behind the #, so do their keys.
        let text = starter(base, "own").unwrap();
        let (top, rest) = text.split_once("\n# [blue]").unwrap();
        let forms = &rest[rest.find("\n[forms.").unwrap()..];
        let forms = forms.split("\n# [forms.a-form-of-your-own]").next().unwrap();
        // A key without a value of its own is not part of what may be said.
        let forms: String = forms
            .lines()
            .filter(|line| !line.contains(" =  "))
            .map(|line| format!("{line}\n"))
            .collect();
        let whole = uncommented(&format!("{top}\n{forms}"));
        let rules = RuleSet::from_toml(&whole, &Overrides::default());
        let rules = rules.unwrap_or_else(|error| panic!("{base}: {error}\n{whole}"));
        assert_eq!(rules.forms(), RuleSet::builtin(base).unwrap().forms(), "{base}");
    }
}

#[test]
fn the_whole_of_a_built_in_file_is_the_same_rule_set() {
    for name in RuleSet::builtin_names() {
        let whole = RuleSet::from_toml(&whole_text(name).unwrap(), &Overrides::default()).unwrap();
        assert_eq!(whole, RuleSet::builtin(name).unwrap());
        let shown = ginga(&["rules", "show", name, "--whole"]);
        assert_eq!(text(&shown.stdout), whole_text(name).unwrap());
    }
}

#[test]
fn the_list_is_searched_by_words() {
    let all = text(&ginga(&["rules", "list"]).stdout);
    assert_eq!(all.lines().count(), RuleSet::builtin_names().len());
    let found = text(&ginga(&["rules", "list", "JAPANESE", "orphans"]).stdout);
    assert!(found.lines().count() < all.lines().count() && found.contains("riichi"), "{found}");
    let none = ginga(&["rules", "list", "no-such-game"]);
    assert!(none.stdout.is_empty() && none.status.success());
    assert!(text(&none.stderr).contains("no-such-game"));
    let json: serde_json::Value =
        serde_json::from_slice(&ginga(&["rules", "list", "japanese", "--format", "json"]).stdout)
            .unwrap();
    assert_eq!(json["schema"], 1);
    assert!(json["rules"].as_array().unwrap().iter().any(|rules| rules["name"] == "riichi"));
}

#[test]
fn a_new_file_is_written_once() {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("new-rules.toml");
    let _ = std::fs::remove_file(&file);
    let path = file.to_str().unwrap();
    let new = ["rules", "new", "--from", "galaxy", "--name", "own", "--out", path];
    assert!(ginga(&new).status.success());
    assert_eq!(std::fs::read_to_string(&file).unwrap(), starter("galaxy", "own").unwrap());
    assert!(ginga(&["rules", "check", path]).status.success());
    let again = ginga(&new);
    assert_eq!(again.status.code(), Some(2));
    assert!(text(&again.stderr).contains("new-rules.toml"));
    let bad = ginga(&["rules", "new", "--name", "a b"]);
    assert_eq!(bad.status.code(), Some(2));
}

#[test]
fn faults_come_as_json_too() {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("faulty-rules.toml");
    std::fs::write(&file, "format = 1\nname = \"x\"\nextends = \"riichi\"\nmelts = 5\n").unwrap();
    let output = ginga(&["rules", "check", file.to_str().unwrap(), "--format", "json"]);
    assert_eq!(output.status.code(), Some(2));
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(json["faults"][0]["line"], 4);
    assert_eq!(json["faults"][0]["column"], 1);
    assert!(json["faults"][0]["message"].as_str().unwrap().contains("melds"));
    assert!(json["rules"].is_null());
}

/// A rule file with a contradiction: what is laid over which set, where it is, what is said of it.
const CONTRADICTIONS: &[(&str, &str, &str, &str)] = &[
    ("riichi", "[wild]\nstands_for = \"suited\"\n", "line 5, column 14", "nothing is wild"),
    ("riichi", "[wild]\nown_kind = false\n", "line 5, column 12", "nothing is wild"),
    ("riichi", "[wild]\nmost = 2\n", "line 5, column 8", "no tile of the set is wild"),
    ("riichi", "[wild]\nfifth_copy = false\n", "line 5, column 14", "no tile of the set is wild"),
    ("riichi", "[wild]\nflip_out = false\n", "line 5, column 12", "wild.flip"),
    ("riichi", "[wild]\ncycles = [\"4321z\"]\n", "line 5, column 10", "wild.flip"),
    ("riichi", "[wild]\njoker_stands_for = \"man\"\n", "line 5, column 20", "tiles.jokers"),
    ("riichi", "[tiles]\njokers_drawn = false\n", "line 5, column 16", "tiles.jokers"),
    ("riichi", "[blue]\nstands_for = \"man\"\n", "line 5, column 14", "tiles.blue"),
    (
        "hongzhong",
        "[classes.red]\nkinds = \"7z\"\nstands_for = \"1m\"\n",
        "line 5, column 9",
        "are wild by wild.kinds",
    ),
    (
        "riichi",
        "[classes.red]\nkinds = \"7z\"\nstands_for = \"7z\"\n",
        "line 6, column 14",
        "stand for themselves anyway",
    ),
    (
        "riichi",
        "[forms.six]\ngroups = [{ type = \"pair\", count = 6 }]\n",
        "line 5, column 10",
        "no hand is of the size",
    ),
    (
        "riichi",
        "[forms.eight]\ngroups = [{ type = \"pair\", count = 10 }]\n",
        "line 5, column 10",
        "no hand is of the size",
    ),
    (
        "riichi",
        "[forms.winds]\ngroups = [{ type = \"pair\", count = 7, kinds = \"winds\" }]\n",
        "line 5, column 10",
        "no hand of this tile set fills",
    ),
    (
        "riichi",
        "[forms.apart]\ngroups = [{ type = \"single\", count = 14, kinds = \"suited\", gap = 3 }]\n",
        "line 5, column 10",
        "no hand of this tile set fills",
    ),
    (
        "sichuan",
        "[forms.dragons]\ngroups = [{ type = \"triplet\", count = \"melds\" }, { type = \"pair\", kinds = \"dragons\" }]\n",
        "line 5, column 10",
        "no hand of this tile set fills",
    ),
    (
        "riichi",
        "[forms.wilds]\ngroups = [{ type = \"rest\", size = \"hand\", least_wilds = 4 }]\n",
        "line 5, column 10",
        "no hand of this tile set fills",
    ),
    (
        "riichi",
        "[forms.called]\ncalled = 3\ngroups = [{ type = \"pair\", count = 7 }]\n",
        "line 5, column 10",
        "beside 3 called melds",
    ),
    (
        "riichi",
        "[forms.alike]\nquads_as_two_pairs = true\ngroups = [{ type = \"run\", count = \"melds\" }, { type = \"pair\" }]\n",
        "line 5, column 22",
        "no two pairs",
    ),
    (
        "riichi",
        "[forms.again]\ngroups = [{ type = \"pair\" }, { type = \"meld\", count = \"melds\" }]\n",
        "line 4, column 1",
        "again",
    ),
    (
        "riichi",
        "[forms.standard]\nmost_wilds = 1\n",
        "line 5, column 14",
        "no tile of the set is wild",
    ),
];

#[test]
fn contradictions_are_found_and_placed() {
    for (base, own, place, said) in CONTRADICTIONS {
        let file = format!("format = 1\nname = \"own\"\nextends = \"{base}\"\n{own}");
        let error = examine(&file).expect_err(own).to_string();
        assert!(error.starts_with(place) && error.contains(said), "{own}: {error}");
        // They are no faults: the rule set may be played.
        RuleSet::from_toml(&file, &Overrides::default()).unwrap();
    }
}
