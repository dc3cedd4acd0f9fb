//! Answers as JSON: every document begins alike, and the parts go there and back unchanged; what is no
//! answer does not come back.

use crate::common::overrides;
use ginga::document::{self, About, Compared, Options};
use ginga::{
    Counts, Decomposition, Direction, Game, Group, Hand, HandSize, Kind, Objective, Overrides,
    RuleSet, Settings, Tile, Wait,
};
use serde::Serialize;
use serde::de::DeserializeOwned;

fn round_trip<T: Serialize + DeserializeOwned + PartialEq + std::fmt::Debug>(value: &T) {
    let text = serde_json::to_string(value).unwrap();
    assert_eq!(&serde_json::from_str::<T>(&text).unwrap(), value, "{text}");
}

#[test]
fn answers_come_back_unchanged() {
    for (rules, text) in [
        ("galaxy", "1m1M23m4M56p456s3Z4z4Z"),
        ("galaxy", "4M"),
        ("galaxy", "23m5p5P[3M3P3S=333p]"),
        ("riichi", "19m19p19s1234566z"),
        ("riichi", "23m55p[123m](4444z)[5555s]"),
        ("laizi", "1134m34sjj"),
    ] {
        let rules = RuleSet::builtin(rules).unwrap();
        let hand = Hand::parse(text, &rules).unwrap();
        let (list, counts) = if hand.size() == Some(HandSize::Waiting) {
            let found = ginga::waits(&hand, &rules, &Settings::default()).unwrap();
            found.tiles.iter().for_each(round_trip::<Wait>);
            round_trip(&found.kinds);
            (found.decompositions, found.counts)
        } else {
            let found = ginga::decompose(&hand, &rules, &Settings::default()).unwrap();
            (found.list, found.counts)
        };
        assert!(!list.is_empty(), "{text}");
        list.iter().for_each(round_trip::<Decomposition>);
        list.iter().map(Decomposition::reading).for_each(|reading| round_trip(&reading));
        round_trip(&counts);
    }
}

#[test]
fn what_is_no_answer_is_refused() {
    fn refused<T: DeserializeOwned>(text: &str) {
        assert!(serde_json::from_str::<T>(text).is_err(), "{text}");
    }
    refused::<Kind>("\"4M\"");
    refused::<Kind>("\"10m\"");
    refused::<Tile>("\"0m\"");
    refused::<Tile>("\"12m\"");
    refused::<Tile>("\"\"");
    refused::<Group>(r#"{"type":"pair","kinds":["5m","5p"],"tiles":["5m","5p"]}"#);
    refused::<Group>(r#"{"type":"pair","kinds":["5m"],"tiles":["5m"]}"#);
    refused::<Group>(r#"{"type":"run","kinds":["5m","5m","6m"],"tiles":["5m","5m","6m"]}"#);
    refused::<Group>(r#"{"type":"pair","kinds":["5m","5m"],"tiles":["5m"]}"#);
    refused::<Group>(r#"{"type":"pair","kinds":["5m","5m"],"tiles":["5m","5m"],"concealed":true}"#);
    refused::<Group>(r#"{"type":"heap","kinds":["5m","5m"],"tiles":["5m","5m"]}"#);
    refused::<Counts>(r#"{"decompositions":2,"readings":1,"by_form":{}}"#);
}

fn line(document: &impl Serialize) -> String {
    serde_json::to_string(document).unwrap()
}

/// The documents of a hand, each after the name of its command.
fn documents(text: &str, overrides: &Overrides, options: &Options) -> Vec<(&'static str, String)> {
    let game = Game::builtin_with("galaxy", overrides).unwrap();
    let hand = game.hand(text).unwrap();
    let about = About { hand: &hand, rules: game.rules(), overrides };
    let mut all = vec![("model", line(&document::models(about, &game.models(&hand).unwrap())))];
    let acceptance = game.acceptance(&hand).unwrap();
    all.push(("distance", line(&document::distance(about, &acceptance, options))));
    if hand.size() == Some(HandSize::Waiting) {
        let waits = game.waits(&hand).unwrap();
        all.push(("waits", line(&document::waits(about, &waits, options))));
        all.push(("waits", line(&document::visited(about, &waits.report, 3, options))));
        return all;
    }
    let objective = Objective::parse(Direction::Minimize, "wilds").unwrap();
    let ranked = game.ranked(&hand, &Settings::default(), &objective).unwrap();
    let found = game.decompose(&hand).unwrap();
    let discards = game.discards(&hand).unwrap();
    let win = game.win(&hand).unwrap();
    all.push(("win", line(&document::win(about, &win, options))));
    all.push(("decompose", line(&document::decompose(about, &found, options))));
    all.push(("decompose", line(&document::ranked(about, &ranked, &objective, options))));
    all.push(("discards", line(&document::discards(about, &discards, options))));
    all
}

#[test]
fn every_document_begins_with_the_same_head() {
    let overrides = overrides(&["forms.seven-pairs.enabled=false".to_owned()]);
    for text in ["23m5p5P", "55p5P67s", "22334455667788s"] {
        for (command, document) in documents(text, &overrides, &Options::default()) {
            let head = format!(
                r#"{{"schema":1,"command":"{command}","hand":"{text}","rules":"galaxy","overrides":{{"forms.seven-pairs.enabled":false}},"#
            );
            assert!(document.starts_with(&head), "{document}");
            let rest = &document[head.len()..];
            let next = match command {
                "model" => r#""models":"#,
                "discards" => r#""complete":true,"win":"#,
                _ => r#""solver":"#,
            };
            assert!(rest.starts_with(next), "{document}");
        }
    }
}

#[test]
fn options_add_to_a_document_and_change_nothing_else_of_it() {
    let value = |text: &str| serde_json::from_str::<serde_json::Value>(text).unwrap();
    let elapsed = Some(std::time::Duration::from_micros(7));
    let options = Options { line: Some(3), elapsed, ..Options::default() };
    for text in ["23m5p5P", "22334455667788s"] {
        let overrides = Overrides::default();
        let plain = documents(text, &overrides, &Options::default());
        let more = documents(text, &overrides, &options);
        for ((command, plain), (_, more)) in
            plain.iter().zip(&more).filter(|(plain, _)| plain.0 != "model")
        {
            let mut more = value(more);
            assert_eq!(more["line"], 3, "{command}");
            let told = more.get("told").is_some();
            let fields = more.as_object_mut().unwrap();
            fields.remove("line");
            let stats = fields.remove("stats");
            assert_eq!(stats.is_none(), told, "{command}");
            assert!(stats.is_none_or(|stats| stats["micros"] == 7), "{command}");
            assert_eq!(more, value(plain), "{command}");
        }
    }
}

#[test]
fn a_rule_set_without_an_answer_has_its_place_in_a_comparison() {
    let sichuan = Game::builtin("sichuan").unwrap();
    let none = document::no_answer("waits", "55m77z", sichuan.rules(), "no honours");
    let document = document::comparison("waits", vec![Compared::None(none)]);
    assert_eq!(
        serde_json::to_string(&document).unwrap(),
        r#"{"schema":1,"command":"compare","question":"waits","answers":[{"schema":1,"command":"waits","hand":"55m77z","rules":"sichuan","error":{"message":"no honours"}}]}"#
    );
}
