//! Answers go to JSON and back unchanged; what is no answer does not come back.

use ginga::{Counts, Decomposition, Group, Hand, Kind, RuleSet, Settings, Tile, Wait};
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
        let (list, counts) = if hand.concealed().total() % 3 == 1 {
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
