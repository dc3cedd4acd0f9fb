//! Real hands with right answers, collected from bug reports, questions and rule documents:
//! `tests/data/*.tsv`. Each row is answered by both solvers, every decomposition checked.

use crate::common::{decompose, rules, tiles_text, waits};
use ginga::notation::{RedFives, write_tiles};
use ginga::{Decomposition, GroupType, Hand, Kind, RuleSet, Tile, Waits};
use std::collections::BTreeSet;

fn rows(data: &'static str) -> impl Iterator<Item = Vec<&'static str>> {
    data.lines().skip(1).map(|line| line.split('\t').collect())
}

#[test]
fn galaxy_hands() {
    let mut asked = 0;
    for row in rows(include_str!("../data/galaxy.tsv")) {
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
    for row in rows(include_str!("../data/laizi.tsv")) {
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

/// A row of `cases.tsv` in Ginga's terms: the rule set `laizi` (standard form alone, jokers with any
/// meaning, none left to draw) with assignments.
struct Case {
    set: Vec<String>,
    wild: String,
    hand: String,
    /// The typed wilds' meanings so far, a joker class each.
    classes: Vec<String>,
    /// Whether a wild tile has a face of its own that it may be used at.
    faces: bool,
}

const STANDARD_WITH_258_EYE: &str = r#"forms.standard.groups=[
    { type = "meld", count = "melds" }, { type = "pair", kinds = "258m258p258s" }]"#;
const SCATTERED: &str = r#"forms.scattered.groups=[{ type = "single", count = 14, gap = 3 }]"#;
const SEVEN_HONOURS: &str = r#"forms.seven-honours.groups=[
    { type = "single", count = 7, kinds = "honours", wilds = false },
    { type = "single", count = 7, kinds = "suited", gap = 3 }]"#;
const KNITTED: &str = r#"forms.knitted.groups=[
    { type = "run", count = 3, runs = "knitted", knitted = true },
    { type = "meld", count = "melds" }, { type = "pair" }]"#;
const SEVEN_PAIRS_AND_TRIPLET: &str =
    r#"forms.ligu.groups=[{ type = "pair", count = 7 }, { type = "triplet" }]"#;
const EIGHT_PAIRS_AND_ONE: &str =
    r#"forms.eight-pairs.groups=[{ type = "pair", count = 8 }, { type = "rest", size = 1 }]"#;

impl Case {
    fn new(row: &[&str]) -> Case {
        let mut case = Case {
            set: Vec::new(),
            wild: String::new(),
            hand: String::new(),
            classes: Vec::new(),
            faces: row[1].contains("maxwild"),
        };
        // Some rows hold more wild tiles than the rule set's eight jokers.
        case.set.push("tiles.jokers=16".into());
        for rule in row[1].split_whitespace() {
            let (key, value) = rule.split_once('=').unwrap();
            case.rule(key, value);
        }
        for word in row[2].split_whitespace() {
            case.tiles(word);
        }
        if row[3] != "-" {
            case.hand.extend(row[3].split(',').map(|meld| format!("[{meld}]")));
        }
        case
    }

    fn rule(&mut self, key: &str, value: &str) {
        let class = |class: &str, key: &str, value: &str| format!("classes.{class}.{key}={value}");
        let sets: Vec<String> = match (key, value) {
            ("melds", melds) => vec![format!("melds={melds}")],
            ("seven", "no") | ("std", "yes") | ("fifth", "ok") => Vec::new(),
            ("seven", kind) => vec![
                "forms.seven-pairs.enabled=true".into(),
                format!("forms.seven-pairs.quads_as_two_pairs={}", kind == "quad"),
            ],
            ("orphans", "yes") => vec!["forms.thirteen-orphans.enabled=true".into()],
            ("std", "no") => vec!["forms.standard.enabled=false".into()],
            ("eye", "258") => vec![STANDARD_WITH_258_EYE.into()],
            ("deck", "27") => vec!["tiles.kinds=suited".into()],
            ("deck", list) => vec![format!("tiles.kinds={list}")],
            ("exhausted", "keep") => vec!["dead_waits=count".into()],
            ("wildset", kinds) => {
                let kinds = match kinds.strip_prefix("any-") {
                    Some(without) => format!("all -{without}"),
                    None => kinds.to_owned(),
                };
                vec![format!("wild.stands_for={kinds}"), format!("wild.joker_stands_for={kinds}")]
            }
            ("wildface", list) => {
                self.wild = list.to_owned();
                Vec::new()
            }
            ("fifth", "no") => vec!["wild.fifth_copy=false".into()],
            ("standin" | "standinmay", pair) => {
                let (white, wild) = pair.split_once(':').unwrap();
                vec![
                    class("white", "kinds", white),
                    class("white", "stands_for", wild),
                    class("white", "own_kind", if key == "standin" { "false" } else { "true" }),
                    class("white", "counts_as_wild", "false"),
                ]
            }
            ("lim", kinds) => vec![class("limited", "stands_for", kinds)],
            ("limface", kinds) => vec![class("limited", "kinds", kinds)],
            ("lan", "yes") => vec![SCATTERED.into()],
            ("qifeng", "yes") => vec![SEVEN_HONOURS.into()],
            ("knitted", "yes") => vec![KNITTED.into()],
            ("ligu", "yes") => vec![SEVEN_PAIRS_AND_TRIPLET.into()],
            ("eight", "plus1") => vec![EIGHT_PAIRS_AND_ONE.into()],
            ("runs", sorts) => {
                let sort = |sort| match sort {
                    "wind3" => "winds",
                    "windorder" => "winds-in-order",
                    "dragon" => "dragons",
                    other => other,
                };
                let sorts: Vec<&str> = sorts.split(',').map(sort).collect();
                vec![format!("runs={}", sorts.join(" "))]
            }
            ("use", "notpair") => vec!["wild.groups=triplet run single".into()],
            ("use", "onlyrun") => vec!["wild.groups=run".into()],
            ("use", "onlytrip") => vec!["wild.groups=triplet".into()],
            ("maxwild", most) => vec![format!("wild.most={most}")],
            ("void", suit) => vec![format!(
                "absent={}",
                match suit {
                    "m" => "man",
                    "p" => "pin",
                    _ => "sou",
                }
            )],
            ("nohonor", "yes") => vec!["absent=honours".into()],
            ("instant", count) => vec![format!(
                "forms.wilds.groups=[{{ type = \"rest\", size = \"hand\", least_wilds = {count} }}]"
            )],
            other => panic!("{other:?}"),
        };
        self.set.extend(sets);
    }

    fn tiles(&mut self, word: &str) {
        if let Some(laizi) = word.strip_prefix("laizi:") {
            if self.faces {
                self.wild = laizi.to_owned();
            }
            if !self.wild.is_empty() {
                self.hand.push_str(laizi);
                return;
            }
            // The printed face is a label: such a tile is a joker.
            let count = laizi.chars().filter(char::is_ascii_digit).count();
            self.hand.extend(std::iter::repeat_n('j', count));
        } else if let Some(typed) = word.strip_prefix("joker:") {
            typed.trim_matches(['{', '}']).split("}{").for_each(|class| self.typed_joker(class));
        } else {
            self.hand.push_str(word.strip_prefix("lim:").unwrap_or(word));
        }
    }

    /// A typed wild is a joker of a class, of which none is left to draw.
    fn typed_joker(&mut self, class: &str) {
        let known = self.classes.iter().position(|known| known == class);
        let number = known.unwrap_or(self.classes.len());
        let letter = char::from(b"abcdefghiklmnopqrstuvwxyz"[number]);
        if known.is_none() {
            self.classes.push(class.to_owned());
            let kinds = if class == "any" { "all".to_owned() } else { class.replace('|', " ") };
            self.set.extend([
                format!("jokers.{letter}.copies=16"),
                format!("jokers.{letter}.drawn=false"),
                format!("jokers.{letter}.stands_for={kinds}"),
            ]);
        }
        self.hand.push('j');
        self.hand.push(letter);
    }

    fn rules(&self) -> RuleSet {
        rules("laizi", &self.set, &self.wild)
    }
}

#[test]
fn hands_whose_answer_turns_on_one_rule() {
    assert_eq!(ask_cases(include_str!("../data/cases.tsv")), 123);
}

/// Switches that no collected row turns; the answers were worked out by hand from the rules' words.
#[test]
fn hands_for_every_other_switch() {
    assert_eq!(ask_cases(include_str!("../data/own_cases.tsv")), 29);
}

/// Asks the rows that are in Ginga's terms; how many they are.
fn ask_cases(data: &'static str) -> usize {
    let mut asked = 0;
    for row in rows(data) {
        let (id, right) = (row[0], row[5]);
        if row[4] == "itmedia decompositions" {
            continue;
        }
        let case = Case::new(&row);
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
    asked
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
    for row in rows(include_str!("../data/cases.tsv")) {
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
                let open = decomposition.partial().map(|open| format!("[{open}]"));
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
