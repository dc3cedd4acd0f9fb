//! Real hands with right answers, collected from bug reports, questions and rule documents:
//! `tests/data/*.tsv`. Each row is answered by both solvers, every decomposition checked.

mod common;

use common::{decompose, rules, tiles_text, waits};
use ginga::notation::{RedFives, write_tiles};
use ginga::{Decomposition, GroupType, Hand, Kind, RuleSet, Tile, Waits};
use std::collections::{BTreeMap, BTreeSet};

fn rows(data: &'static str) -> impl Iterator<Item = Vec<&'static str>> {
    data.lines().skip(1).map(|line| line.split('\t').collect())
}

#[test]
fn galaxy_hands() {
    let mut asked = 0;
    for row in rows(include_str!("data/galaxy.tsv")) {
        let [id, name, hand, question, right] = row[..] else { panic!("{row:?}") };
        let rules = rules(name, &[], "");
        let hand = Hand::parse(hand, &rules).unwrap();
        let answer = match question {
            "waits" => tiles_text(&waits(&hand, &rules)),
            _ => galaxy_win(&hand, &rules),
        };
        assert_eq!(answer, right, "{id}");
        asked += 1;
    }
    assert_eq!(asked, 33);
}

fn galaxy_win(hand: &Hand, rules: &RuleSet) -> String {
    let counts = decompose(hand, rules).counts;
    let of = |form: &str| {
        counts.of_form(form).map_or((0, 0), |form| (form.decompositions, form.readings))
    };
    let standard = of("standard");
    format!(
        "{} decompositions={} readings={} seven-pairs-readings={} orphans={}",
        if counts.decompositions() > 0 { "win" } else { "no" },
        standard.0,
        standard.1,
        of("seven-pairs").1,
        if of("thirteen-orphans").0 > 0 { "yes" } else { "no" }
    )
}

#[test]
fn laizi_hands() {
    let mut asked = 0;
    for row in rows(include_str!("data/laizi.tsv")) {
        let [id, name, hand, question, right] = row[..] else { panic!("{row:?}") };
        let rules = rules(name, &[], "");
        let hand = Hand::parse(hand, &rules).unwrap();
        let answer = match question {
            "waits" => tiles_text(&waits(&hand, &rules)),
            _ => yes_or_no(!decompose(&hand, &rules).list.is_empty()),
        };
        assert_eq!(answer, right, "{id}");
        asked += 1;
    }
    assert_eq!(asked, 19);
}

fn yes_or_no(yes: bool) -> String {
    if yes { "yes" } else { "no" }.to_owned()
}

/// A row of `cases.tsv` in Ginga's terms.
struct Case {
    name: &'static str,
    set: Vec<String>,
    wild: String,
    hand: String,
}

/// Why a row cannot be said with the rule keys that there are.
type CannotSay = &'static str;

const STANDARD_WITH_258_EYE: &str = r#"forms.standard.groups=[
    { type = "meld", count = "melds" }, { type = "pair", kinds = "258m258p258s" }]"#;

impl Case {
    /// The base is `laizi`: standard form alone, jokers with any meaning, none left to draw.
    fn new(row: &[&str]) -> Result<Case, CannotSay> {
        let mut case =
            Case { name: "laizi", set: Vec::new(), wild: String::new(), hand: String::new() };
        // Some rows hold more wild tiles than the rule set's eight jokers.
        case.set.push("tiles.jokers=16".into());
        for rule in row[1].split_whitespace() {
            let (key, value) = rule.split_once('=').unwrap();
            case.rule(key, value)?;
        }
        for word in row[2].split_whitespace() {
            case.tiles(word)?;
        }
        if row[3] != "-" {
            case.hand.extend(row[3].split(',').map(|meld| format!("[{meld}]")));
        }
        Ok(case)
    }

    fn rule(&mut self, key: &str, value: &str) -> Result<(), CannotSay> {
        let set = match (key, value) {
            ("melds", melds) => format!("melds={melds}"),
            ("seven", "no") | ("std", "yes") | ("fifth", "ok") => return Ok(()),
            ("seven", kind) => {
                self.set.push("forms.seven-pairs.enabled=true".into());
                format!("forms.seven-pairs.quads_as_two_pairs={}", kind == "quad")
            }
            ("orphans", "yes") => "forms.thirteen-orphans.enabled=true".into(),
            ("std", "no") => "forms.standard.enabled=false".into(),
            ("eye", "258") => STANDARD_WITH_258_EYE.into(),
            ("deck", "27") => "tiles.kinds=\"123456789m123456789p123456789s\"".into(),
            ("deck", list) => format!("tiles.kinds=\"{list}\""),
            ("exhausted", "keep") => "dead_waits=count".into(),
            ("wildset", "suited") => {
                "wild.joker_stands_for=\"123456789m123456789p123456789s\"".into()
            }
            ("wildface", list) => {
                self.wild = list.to_owned();
                return Ok(());
            }
            ("fifth", _) => return Err("fifth"),
            ("standin", _) => return Err("standin"),
            ("lan", _) | ("qifeng", _) => return Err("lan"),
            ("knitted", _) => return Err("knitted"),
            ("ligu", _) => return Err("ligu"),
            ("runs", _) => return Err("runs"),
            ("use", _) => return Err("use"),
            ("maxwild", _) => return Err("maxwild"),
            ("void", _) => return Err("void"),
            other => panic!("{other:?}"),
        };
        self.set.push(set);
        Ok(())
    }

    fn tiles(&mut self, word: &str) -> Result<(), CannotSay> {
        if let Some(laizi) = word.strip_prefix("laizi:") {
            if !self.wild.is_empty() {
                self.hand.push_str(laizi);
                return Ok(());
            }
            // The printed face is a label: such a tile is a joker.
            let count = laizi.chars().filter(char::is_ascii_digit).count();
            self.hand.extend(std::iter::repeat_n('j', count));
        } else if let Some(typed) = word.strip_prefix("joker:") {
            for class in typed.trim_matches(['{', '}']).split("}{") {
                self.typed_joker(class)?;
            }
        } else {
            self.hand.push_str(word);
        }
        Ok(())
    }

    /// A wild with the meanings of a blue tile is one; a free copy in the class stands for it.
    fn typed_joker(&mut self, class: &str) -> Result<(), CannotSay> {
        if class == "any" {
            self.hand.push('j');
            return Ok(());
        }
        let kinds: Vec<&str> = class.split('|').collect();
        let blue = |kind: &&&str| !self.hand.contains(&kind.to_uppercase());
        let free = kinds.iter().find(blue).ok_or("joker class")?;
        self.name = "galaxy";
        self.hand.push_str(&free.to_uppercase());
        Ok(())
    }

    fn rules(&self) -> RuleSet {
        let mut set = self.set.clone();
        if self.name == "galaxy" {
            // The rows' rules have orphans only where they say so.
            set.push("forms.thirteen-orphans.enabled=false".into());
        }
        rules(self.name, &set, &self.wild)
    }
}

#[test]
fn hands_whose_answer_turns_on_one_rule() {
    let mut asked = 0;
    let mut left_out: BTreeMap<CannotSay, BTreeSet<&str>> = BTreeMap::new();
    for row in rows(include_str!("data/cases.tsv")) {
        let (id, right) = (row[0], row[5]);
        if row[4] == "itmedia decompositions" {
            continue;
        }
        let case = match Case::new(&row) {
            Ok(case) => case,
            Err(reason) => {
                left_out.entry(reason).or_default().insert(id);
                continue;
            }
        };
        let rules = case.rules();
        let hand = Hand::parse(&case.hand, &rules).unwrap_or_else(|error| panic!("{id}: {error}"));
        let answer = match row[4] {
            "win" => match ginga::win(&hand, &rules, &ginga::Settings::default()) {
                Err(_) => "error".to_owned(),
                Ok(_) => yes_or_no(!decompose(&hand, &rules).list.is_empty()),
            },
            "waits" => kinds_text(&waits(&hand, &rules)),
            "decompositions" => {
                readings_text(&decompose(&hand, &rules).list, right, hand.called().len())
            }
            other => panic!("{other}"),
        };
        assert_eq!(answer, right, "{id}: {}", case.hand);
        asked += 1;
    }
    let left_out: Vec<String> =
        left_out.iter().map(|(reason, ids)| format!("{reason}: {ids:?}")).collect();
    insta::assert_snapshot!(left_out.join("\n"), @r#"
    fifth: {"LZ03d", "Q14n"}
    knitted: {"GB07"}
    lan: {"CS11", "CS13", "CS15", "CS15b"}
    ligu: {"TW02"}
    maxwild: {"LZ18", "LZ19"}
    runs: {"LT03", "LT05", "LT06", "LT08"}
    standin: {"CS01", "DZ01", "WZ07"}
    use: {"LZ15", "LZ16"}
    void: {"SC02"}
    "#);
    assert_eq!(asked, 103);
}

/// The kinds that win, as the rows list them: natural kinds of tiles that exist, laizi included.
fn kinds_text(waits: &Waits) -> String {
    let kinds: BTreeSet<Kind> = waits
        .tiles
        .iter()
        .filter(|wait| !wait.tile.is_galaxy())
        .filter_map(|wait| wait.tile.kind())
        .collect();
    match kinds.len() {
        0 => "none".into(),
        34 => "all 34".into(),
        _ => write_tiles(&kinds.into_iter().map(Tile::plain).collect(), RedFives::default()),
    }
}

/// The number of readings, and the readings where the row lists them: `1: 33m+111m+123m+222m`.
fn readings_text(list: &[Decomposition], right: &str, called: usize) -> String {
    let readings = ginga::readings(list);
    if !right.contains(':') {
        return readings.len().to_string();
    }
    let text = |kinds: &[Kind]| {
        write_tiles(&kinds.iter().map(|&kind| Tile::plain(kind)).collect(), RedFives::default())
    };
    let mut lines: Vec<String> = readings
        .iter()
        .map(|(reading, _)| {
            // The rows put the pair first and leave called melds out.
            let concealed = reading.groups().len() - called;
            let mut groups = reading.groups()[..concealed].to_vec();
            groups.sort_by_key(|group| (group.group_type != GroupType::Pair, group.kinds.clone()));
            groups.iter().map(|group| text(&group.kinds)).collect::<Vec<_>>().join("+")
        })
        .collect();
    lines.sort();
    format!("{}: {}", lines.len(), lines.join(" | "))
}

#[test]
fn the_one_suit_wait_problem() {
    let mut asked = 0;
    for row in rows(include_str!("data/cases.tsv")) {
        if row[4] != "itmedia decompositions" {
            continue;
        }
        let rules = rules("chinitsu", &[], "");
        let hand = Hand::parse(&format!("{}m", row[2]), &rules).unwrap();
        let digits = |text: String| text.replace('m', "");
        let mut lines: Vec<String> = waits(&hand, &rules)
            .decompositions
            .iter()
            .map(|decomposition| {
                let groups = decomposition.groups().map(|group| format!("({group})"));
                let open = decomposition.open().map(|open| format!("[{open}]"));
                digits(groups.chain(open).collect())
            })
            .collect();
        lines.sort();
        let answer = match lines.len() {
            0 => "0: none".to_owned(),
            count => format!("{count}: {}", lines.join(" ")),
        };
        assert_eq!(answer, row[5], "{}", row[0]);
        asked += 1;
    }
    assert_eq!(asked, 11);
}
