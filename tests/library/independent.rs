//! Answers that an independent program gave: a plain recursion written from the meaning of the
//! answers alone, which lists tenpai decompositions directly and confirms each winning tile by
//! drawing it. `tests/data/independent.jsonl` holds its questions and answers.

use crate::common::{decompose, rules, settings, tiles_text, waits};
use ginga::{Counts, Decomposition, Group, Hand, RuleSet, Slot, SolverChoice};
use serde_json::Value;
use std::collections::BTreeMap;

/// The independent program's rule parameters as overrides of the rule file.
fn overrides(set: &Value) -> Vec<String> {
    const ORPHANS: &str = r#"forms.thirteen-orphans.groups=[
        { type = "single", count = 12, kinds = "19m19p19s1234567z", wait = "orphans-single" },
        { type = "pair", kinds = "19m19p19s1234567z", wait = "orphans-thirteen" }]"#;
    let mut overrides = Vec::new();
    for (key, value) in set.as_object().into_iter().flatten() {
        let text = value.as_str().unwrap_or_default();
        match key.as_str() {
            "melds" | "own_kind" | "max_suits" | "dead_waits" | "jokers" => {
                let table = match key.as_str() {
                    "own_kind" => "wild.",
                    "jokers" => "tiles.",
                    _ => "",
                };
                overrides.push(format!("{table}{key}={}", value.to_string().replace('"', "")));
            }
            "std" => overrides.push(format!("forms.standard.enabled={value}")),
            "seven_pairs" => {
                overrides.push(format!("forms.seven-pairs.enabled={}", text != "off"));
                let quads = text == "quads";
                overrides.push(format!("forms.seven-pairs.quads_as_two_pairs={quads}"));
            }
            "orphans" => {
                overrides.push(format!("forms.thirteen-orphans.enabled={value}"));
                overrides.push(ORPHANS.to_owned());
            }
            "kinds" => overrides.push(format!("tiles.kinds={value}")),
            "pair_kinds" => overrides.push(format!(
                "forms.standard.groups=[{{type=\"meld\",count=\"melds\"}},{{type=\"pair\",kinds={value}}}]"
            )),
            "stands_for" => {
                let kinds = match text {
                    "any" => "all",
                    "suited" => "123456789m123456789p123456789s",
                    list => list,
                };
                overrides.push(format!("wild.stands_for=\"{kinds}\""));
                overrides.push(format!("wild.joker_stands_for=\"{kinds}\""));
            }
            other => panic!("unknown parameter {other}"),
        }
    }
    overrides
}

/// A decomposition as the independent program writes it.
fn canonical(decomposition: &Decomposition) -> String {
    let list = |slots: &[Slot]| {
        let kinds: String = slots.iter().map(|slot| slot.kind.to_string()).collect();
        let tiles: String = slots.iter().map(|slot| slot.tile.to_string()).collect();
        (kinds, tiles)
    };
    let group = |group: &Group| {
        let (kinds, tiles) = list(group.slots());
        format!("{}:{kinds}:{tiles}", group.group_type().name())
    };
    let concealed = decomposition.groups().filter(|group| !group.is_called());
    let mut text =
        format!("{}:{}", decomposition.form(), concealed.map(group).collect::<Vec<_>>().join(" "));
    if let Some(open) = decomposition.partial() {
        let (kinds, tiles) = list(open.slots());
        let holes: String = open.holes().iter().map(|hole| hole.kind.to_string()).collect();
        text += &format!(" open:{kinds}:{tiles}:{holes}");
    }
    text.replace(": ", ":")
}

fn same_counts(counts: &Counts, expected: &Value, context: &str) {
    let number = |value: &Value| u128::from(value.as_u64().unwrap_or(0));
    assert_eq!(counts.decompositions(), number(&expected["decompositions"]), "{context}");
    assert_eq!(counts.readings(), number(&expected["readings"]), "{context}");
    for form in counts.by_form() {
        let expected = &expected["by_form"][&*form.form];
        assert_eq!(form.decompositions, number(&expected["decompositions"]), "{context}");
        assert_eq!(form.readings, number(&expected["readings"]), "{context}");
    }
}

fn same_decompositions(found: &[Decomposition], expected: &Value, context: &str) {
    let Some(expected) = expected.as_array() else { return };
    let mut found: Vec<String> = found.iter().map(canonical).collect();
    let mut expected: Vec<String> =
        expected.iter().map(|text| text.as_str().unwrap().replace(": ", ":")).collect();
    found.sort();
    expected.sort();
    assert_eq!(found, expected, "{context}");
}

/// Where the independent program names no list, its laizi stand for every kind of the full set by
/// name, the own kind included whatever `own_kind` says.
fn spell_out_any(rules: &str, set: &Value, overrides: &mut Vec<String>) {
    let deck_is_full = matches!(rules, "laizi" | "riichi" | "galaxy") && set.get("kinds").is_none();
    let says_any = set.get("stands_for").is_none_or(|list| list == "any");
    if deck_is_full && says_any && set.get("own_kind") == Some(&Value::Bool(false)) {
        let all = "123456789m123456789p123456789s1234567z";
        overrides.push(format!("wild.stands_for=\"{all}\""));
    }
}

/// Rules under which nothing wins are a contradiction to Ginga, not a question.
fn nothing_wins(set: &Value) -> bool {
    let off = |key: &str, value: Value| set.get(key).is_none_or(|set| *set == value);
    set.get("std") == Some(&Value::Bool(false))
        && off("seven_pairs", "off".into())
        && off("orphans", false.into())
}

fn answers_alike(question: &Value, expected: &Value) {
    let text = |key: &str| question[key].as_str().unwrap_or_default();
    let mut overrides = overrides(&question["set"]);
    spell_out_any(text("rules"), &question["set"], &mut overrides);
    let rules: RuleSet = rules(text("rules"), &overrides, text("wild"));
    let hand =
        Hand::parse(text("hand"), &rules).unwrap_or_else(|error| panic!("{question}: {error}"));
    let context = question.to_string();
    if text("question") == "win" {
        let found = decompose(&hand, &rules);
        assert_eq!(Value::from(!found.list.is_empty()), expected["win"], "{context}");
        same_counts(&found.counts, &expected["counts"], &context);
        same_decompositions(&found.list, &expected["decompositions"], &context);
    } else {
        let found = waits(&hand, &rules);
        let left = found.tiles.iter().map(|wait| (wait.tile.to_string(), Value::from(wait.left)));
        assert_eq!(Value::Object(left.collect()), expected["waits"], "{context}");
        let kinds = |kinds: ginga::KindSet| {
            Value::from(kinds.iter().map(|kind| kind.to_string()).collect::<Vec<_>>())
        };
        assert_eq!(kinds(found.kinds), expected["kinds"], "{context}");
        assert_eq!(kinds(found.dead), expected["dead"], "{context}");
        same_counts(&found.counts, &expected["counts"], &context);
        same_decompositions(&found.decompositions, &expected["decompositions"], &context);
        assert!(found.is_tenpai() || tiles_text(&found).is_empty());
    }
}

#[test]
fn the_independent_program_gives_the_same_answers() {
    let data = std::env::var("GINGA_INDEPENDENT_ANSWERS");
    let data = data.map(|path| std::fs::read_to_string(path).unwrap());
    let data = data.unwrap_or_else(|_| include_str!("../data/independent.jsonl").to_owned());
    let mut asked = 0;
    for line in data.lines() {
        let pair: Value = serde_json::from_str(line).unwrap();
        if pair["a"].get("error").is_none() && !nothing_wins(&pair["q"]["set"]) {
            answers_alike(&pair["q"], &pair["a"]);
            asked += 1;
        }
    }
    assert!(asked >= 500, "{asked} questions");
}

/// How many multisets of `size` there are of so many things.
fn multisets(things: u128, size: u128) -> u128 {
    (0..size).fold(1, |count, at| count * (things + at) / (at + 1))
}

/// In how many ways sets that hold these tiles, each once, can be parted into groups' own tiles, by
/// the number of groups; `with` says how many groups have exactly a set as their own tiles.
fn partings(tiles: u8, with: &BTreeMap<u8, u128>) -> BTreeMap<u128, u128> {
    if tiles == 0 {
        return BTreeMap::from([(0, 1)]);
    }
    let mut all = BTreeMap::new();
    let lowest = tiles & tiles.wrapping_neg();
    for (&set, &groups) in with.iter().filter(|(set, _)| **set & lowest > 0 && **set & !tiles == 0)
    {
        for (parts, ways) in partings(tiles & !set, with) {
            *all.entry(parts + 1).or_default() += groups * ways;
        }
    }
    all
}

/// 123456m and eight jokers without making a single decomposition: a meld is told by its kinds and by
/// which of its places have a tile of their own; melds of jokers alone repeat, others do not.
#[test]
fn six_tiles_and_eight_jokers_counted_by_parts() {
    let runs = (0..3).flat_map(|suit| (0..7).map(move |first| 9 * suit + first));
    let runs = runs.map(|first| vec![first, first + 1, first + 2]);
    let melds = (0..34_u32).map(|kind| vec![kind]).chain(runs);
    let mut with: BTreeMap<u8, u128> = BTreeMap::new();
    for meld in melds {
        let own = meld.iter().filter(|kind| **kind < 6).fold(0_u8, |own, kind| own | 1 << kind);
        for set in (0..=own).filter(|set| set & !own == 0) {
            *with.entry(set).or_default() += 1;
        }
    }
    let free = with.remove(&0).unwrap();
    let by_rest = |tiles| -> u128 {
        let partings = partings(tiles, &with).into_iter().filter(|(parts, _)| *parts <= 4);
        partings.map(|(parts, ways)| ways * multisets(free, 4 - parts)).sum()
    };
    const SIX: u8 = 0b11_1111;
    let pair_of_jokers = 34 * by_rest(SIX);
    let pair_with_a_tile: u128 = (0..6).map(|tile| by_rest(SIX & !(1 << tile))).sum();
    let rules = rules("laizi", &[], "");
    let hand = Hand::parse("123456mjjjjjjjj", &rules).unwrap();
    for solver in [SolverChoice::Search, SolverChoice::Fastest] {
        let win = ginga::win(&hand, &rules, &settings(solver)).unwrap();
        assert_eq!(win.counts.decompositions(), pair_of_jokers + pair_with_a_tile);
        assert_eq!(win.counts.decompositions(), 194_026);
    }
}
