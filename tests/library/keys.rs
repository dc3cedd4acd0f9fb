//! Every key of the rule format, by the table of keys: what it takes, what it is by default, and that it
//! changes something. Each test goes through the whole table, so that no key is left out.

use crate::common::overrides;
use ginga::rules::{KEYS, RuleKey, Takes, starter};
use ginga::{RuleSet, RulesError};
use std::collections::BTreeSet;

/// A rule set in which every table is there and little is said.
const BASE: &str = r#"
    format = 1
    name = "own"
    [tiles]
    [wild]
    [blue]
    [jokers.a]
    [classes.white]
    kinds = "5z"
    stands_for = "1z"
    [forms.own]
    groups = [{ type = "pair" }, { type = "meld", count = "melds" }]
"#;

fn read(text: &str, sets: &[String]) -> Result<RuleSet, RulesError> {
    RuleSet::from_toml(text, &overrides(sets))
}

/// The assignments that say a key's value: one, or for what a group may say one for each type.
fn saying(key: &RuleKey, value: &str) -> Vec<String> {
    let path = ["jokers.*", "classes.*", "forms.*"]
        .iter()
        .zip(["jokers.a", "classes.white", "forms.own"])
        .fold(key.path.to_owned(), |path, (general, own)| path.replace(general, own));
    match path.strip_prefix("forms.own.groups[].") {
        None => vec![format!("{path}={value}")],
        Some("type") => vec![format!("forms.own.groups=[{{ type = {value} }}]")],
        Some(name) => types()
            .map(|word| format!("forms.own.groups=[{{ type = {word:?}, {name} = {value} }}]"))
            .collect(),
    }
}

/// The types that a group may have.
fn types() -> impl Iterator<Item = &'static str> {
    let words = KEYS.iter().find(|key| key.path == "forms.*.groups[].type").map(|key| key.takes);
    let Some(Takes::Word(words)) = words else { panic!("{words:?}") };
    words.iter().copied()
}

/// What the file says to a key's value; for what a group may say, to that in each type of group.
fn results(key: &RuleKey, value: &str) -> Vec<Result<RuleSet, String>> {
    let read = |set| read(BASE, &[set]).map_err(|error| error.to_string());
    saying(key, value).into_iter().map(read).collect()
}

/// Whether the value is one of the key's, though it may not go with the rest of the file.
fn is_taken(key: &RuleKey, result: &Result<RuleSet, String>) -> bool {
    let of_group = key.path.contains("[]");
    match result {
        Ok(_) => true,
        Err(fault) => !(fault.contains(" takes ") || of_group && fault.contains("goes with")),
    }
}

/// Values that a key takes, and values that it does not.
fn values(key: &RuleKey) -> (Vec<String>, Vec<String>) {
    let bounds = |least: u8, most: u8| {
        let outside = [i16::from(least) - 1, i16::from(most) + 1].map(|number| number.to_string());
        (vec![least.to_string(), most.to_string()], outside.to_vec())
    };
    let quoted = |words: &[&str]| words.iter().map(|word| format!("{word:?}")).collect::<Vec<_>>();
    let no_word = || vec!["\"no-such-word\"".to_owned(), "3".to_owned(), "[3]".to_owned()];
    match key.takes {
        Takes::Text => (Vec::new(), vec!["3".to_owned(), "[]".to_owned()]),
        Takes::Boolean => (vec!["true".to_owned(), "false".to_owned()], no_word()),
        Takes::Integer(least, most) => bounds(least, most),
        Takes::WordOrInteger(word, least, most) => {
            let (mut right, mut wrong) = bounds(least, most);
            right.extend(quoted(&[word]));
            wrong.extend(quoted(&["no-such-word"]));
            (right, wrong)
        }
        Takes::Word(words) => (quoted(words), no_word()),
        Takes::Words(words) | Takes::WordsOrKinds(words) => {
            let lists = words.iter().map(|word| format!("[{word:?}]"));
            (quoted(words).into_iter().chain(lists).collect(), no_word())
        }
        Takes::Kinds => (vec!["\"19m5z\"".to_owned()], vec!["3".to_owned()]),
        Takes::Copies(least, most) => {
            let (right, wrong) = bounds(least, most);
            let copies = |count: String| format!("{{ 7z = {count} }}");
            (right.into_iter().map(copies).collect(), wrong.into_iter().map(copies).collect())
        }
        Takes::Flips => (vec!["{ 7z = \"5z\" }".to_owned()], vec!["{ 7z = 5 }".to_owned()]),
    }
}

#[test]
fn a_key_takes_what_the_table_says_and_nothing_else() {
    for key in KEYS {
        let (right, wrong) = values(key);
        for value in right {
            let results = results(key, &value);
            let taken = results.iter().any(|result| is_taken(key, result));
            assert!(taken, "{} = {value}: {results:?}", key.path);
        }
        for value in wrong {
            let results = results(key, &value);
            // A fault says what would be right: the bounds, or one of the words.
            let says = |fault: &String| match key.takes {
                Takes::Integer(least, most) | Takes::Copies(least, most)
                    if key.path != "format" =>
                {
                    fault.contains(&format!("an integer from {least} to {most}"))
                }
                Takes::WordOrInteger(word, least, most) => {
                    fault.contains(&format!("{word:?} or an integer from {least} to {most}"))
                }
                Takes::Word(words) | Takes::Words(words) if value.contains("no-such-word") => {
                    words.iter().any(|word| fault.contains(word))
                }
                _ => true,
            };
            let refused = results.iter().all(Result::is_err);
            let told = results.iter().any(|result| result.as_ref().is_err_and(says));
            assert!(refused && told, "{} = {value}: {results:?}", key.path);
        }
    }
}

#[test]
fn a_key_that_says_its_default_says_nothing_new() {
    for key in KEYS.iter().filter(|key| !key.default.is_empty()) {
        let without_key = |set: &String| match set.split_once(", ") {
            Some((group, _)) if key.path.contains("[]") => vec![format!("{group} }}]")],
            _ => Vec::new(),
        };
        let same = saying(key, key.default).iter().any(|set| {
            let said = read(BASE, std::slice::from_ref(set));
            said.is_ok_and(|said| read(BASE, &without_key(set)).unwrap() == said)
        });
        assert!(same, "{} = {}", key.path, key.default);
    }
}

/// Each last assignment changes the rule set that those before it make.
const CHANGES: &[&[&str]] = &[
    &["name=other"],
    &["summary=other"],
    &["source=other"],
    &["runs=suit winds"],
    &["runs=none"],
    &["absent=honours"],
    &["calls=triplet"],
    &["melds=5"],
    &["max_suits=2"],
    &["dead_waits=count"],
    &["tiles.copies.7z=6"],
    &["tiles.copies.5Z=3"],
    &["tiles.plain=3"],
    &["tiles.blue=1"],
    &["tiles.jokers=2"],
    &["tiles.jokers_drawn=false"],
    &["tiles.kinds=suited 56z"],
    &["classes.white.kinds=5s", "tiles.kinds=suited", "tiles.one_suit=true"],
    &["wild.kinds=7z"],
    &["wild.kinds=6z", "wild.stands_for=suited"],
    &["wild.joker_stands_for=suited"],
    &["wild.kinds=6z", "wild.own_kind=false"],
    &["wild.kinds=6z", "wild.groups=run"],
    &["wild.kinds=6z", "wild.called_groups=run"],
    &["wild.most=2"],
    &["wild.fifth_copy=false"],
    &["wild.flip=next"],
    &["wild.flip=next", "wild.flipped=9m"],
    &["wild.flip=next", "wild.flipped=9m", "wild.flip_out=false"],
    &["wild.flip=next", "wild.flipped=7z", "wild.flips.7z=1m"],
    &["wild.flip=next", "wild.flipped=7z", "wild.cycles=1234567z"],
    &["blue.stands_for=suited"],
    &["blue.own_kind=false", "tiles.kinds=-suited 6z"],
    &["blue.own_kind=false"],
    &["blue.groups=pair"],
    &["blue.called_groups=none"],
    &["jokers.a.stands_for=honours"],
    &["jokers.a.copies=1"],
    &["jokers.a.drawn=false"],
    &["jokers.a.groups=pair"],
    &["jokers.a.called_groups=none"],
    &["jokers.b.copies=1"],
    &["classes.white.kinds=4z"],
    &["classes.white.stands_for=1m"],
    &["classes.white.own_kind=false"],
    &["classes.white.groups=run"],
    &["classes.white.called_groups=run"],
    &["classes.white.counts_as_wild=false"],
    &["classes.white.enabled=false"],
    &["forms.other.groups=[{type=\"pair\"}]", "forms.own.enabled=false"],
    &["forms.own.max_suits=1"],
    &["forms.own.most_wilds=1"],
    &["forms.own.own_kind=false"],
    &["forms.own.called=2"],
    &["forms.own.least_called=1"],
    &["forms.own.quads_as_two_pairs=true"],
    &["forms.own.groups=[{type=\"triplet\"}]"],
    &["forms.own.groups=[{type=\"pair\"}]", "forms.own.groups=[{type=\"pair\",count=7}]"],
    &["forms.own.groups=[{type=\"pair\"}]", "forms.own.groups=[{type=\"pair\",wilds=false}]"],
    &["forms.own.groups=[{type=\"pair\"}]", "forms.own.groups=[{type=\"pair\",kinds=\"258m\"}]"],
    &["forms.own.groups=[{type=\"run\"}]", "forms.own.groups=[{type=\"run\",runs=\"suit winds\"}]"],
    &[
        "forms.own.groups=[{type=\"pair\"}]",
        "forms.own.groups=[{type=\"pair\",wait=\"seven-pairs\"}]",
    ],
    &["forms.own.groups=[{type=\"single\"}]", "forms.own.groups=[{type=\"single\",gap=3}]"],
    &["forms.own.groups=[{type=\"single\"}]", "forms.own.groups=[{type=\"single\",knitted=true}]"],
    &["forms.own.groups=[{type=\"rest\"}]", "forms.own.groups=[{type=\"rest\",size=\"hand\"}]"],
    &["forms.own.groups=[{type=\"rest\"}]", "forms.own.groups=[{type=\"rest\",tiles=\"blue\"}]"],
    &["forms.own.groups=[{type=\"rest\"}]", "forms.own.groups=[{type=\"rest\",least_wilds=2}]"],
];

#[test]
fn every_key_does_something() {
    let mut changed: BTreeSet<String> = BTreeSet::new();
    for sets in CHANGES {
        let sets: Vec<String> = sets.iter().map(|set| (*set).to_owned()).collect();
        let (last, before) = sets.split_last().unwrap();
        let all = read(BASE, &sets).unwrap_or_else(|error| panic!("{sets:?}: {error}"));
        let without = read(BASE, before).unwrap_or_else(|error| panic!("{sets:?}: {error}"));
        assert_ne!(all, without, "{last} does nothing after {before:?}");
        changed.extend(KEYS.iter().filter(|key| is_said(key, last)).map(|key| key.path.to_owned()));
    }
    // A file is read or not by these two alone.
    let others = ["format", "extends"].map(str::to_owned);
    let listed: BTreeSet<String> = KEYS.iter().map(|key| key.path.to_owned()).collect();
    assert_eq!(listed.difference(&changed).cloned().collect::<Vec<_>>(), {
        let mut others = others.to_vec();
        others.sort();
        others
    });
}

/// Whether an assignment says this key.
fn is_said(key: &RuleKey, set: &str) -> bool {
    let (path, value) = set.split_once('=').unwrap();
    let steps: Vec<&str> = path.split('.').collect();
    match key.path.split_once("[].") {
        Some((list, name)) => {
            let begins =
                |word: &str| word.trim_start_matches(['[', '{']).starts_with(&format!("{name}="));
            fits(list, &steps) && value.split(',').any(begins)
        }
        // An entry of a table from tiles or kinds says that table.
        None => fits(key.path, &steps) || fits(&format!("{}.*", key.path), &steps),
    }
}

fn fits(general: &str, steps: &[&str]) -> bool {
    let general: Vec<&str> = general.split('.').collect();
    let alike = |(one, other): (&&str, &&str)| *one == "*" || one == other;
    general.len() == steps.len() && general.iter().zip(steps).all(alike)
}

/// A new file has every key: under the header of its table, or among what a group may say.
#[test]
fn a_new_file_has_every_key() {
    let text = starter("riichi", "own").unwrap();
    let (tables, groups) = text.split_once("# What an entry of groups may say:").unwrap();
    let header = |line: &str| {
        let line = line.trim_start_matches("# ");
        let name = line.strip_prefix('[')?.split_once(']')?.0.to_owned();
        name.starts_with(|first: char| first.is_ascii_lowercase()).then_some(name)
    };
    let mut said = BTreeSet::new();
    let mut table = String::new();
    for line in tables.lines() {
        if let Some(name) = header(line) {
            table = name + ".";
        } else if let Some((name, _)) = line.trim_start_matches("# ").split_once(" = ") {
            said.insert(format!("{table}{name}"));
        }
    }
    for key in KEYS {
        let found = match key.path.split_once("[].") {
            Some((_, name)) => groups.lines().any(|line| line.starts_with(&format!("#   {name} "))),
            None => said.iter().any(|path| fits(key.path, &path.split('.').collect::<Vec<_>>())),
        };
        assert!(found, "{}: {said:?}", key.path);
    }
}
