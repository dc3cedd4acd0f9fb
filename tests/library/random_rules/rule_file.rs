//! Random rule files: keys drawn from the key table, each with a value that the table allows.

use fastrand::Rng;
use ginga::rules::{KEYS, RuleKey, RulePlace, Takes};
use ginga::{Kind, Overrides, RuleSet, RulesError};
use std::collections::BTreeSet;

/// How far the files go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scale {
    /// As a designer of games might write them.
    Usual,
    /// Many classes of wild tiles, many runs, many copies: what would make tables explode.
    Extreme,
}

/// A rule file, a key a line.
#[derive(Debug, Clone)]
pub struct RuleFile {
    lines: Vec<String>,
}

impl RuleFile {
    /// A file that the reader takes, and its rules.
    pub fn sound(rng: &mut Rng, scale: Scale) -> (RuleFile, RuleSet) {
        loop {
            let mut file = Draft::new(rng, scale).draw();
            if let Some(rules) = file.mend() {
                return (file, rules);
            }
        }
    }

    pub fn rules(&self) -> Result<RuleSet, RulesError> {
        RuleSet::from_toml(&self.text(), &Overrides::default())
    }

    pub fn text(&self) -> String {
        self.lines.join("\n")
    }

    /// Leaves out the lines that the reader faults; `None` where that does not make a rule set.
    fn mend(&mut self) -> Option<RuleSet> {
        for _ in 0..6 {
            let faults = match self.rules() {
                Ok(rules) => return Some(rules),
                Err(RulesError::Faults(faults)) => faults,
                Err(error) => panic!("{}\n{error}", self.text()),
            };
            let line = |place: &RulePlace| match place {
                RulePlace::File { line, .. } => line - 1,
                RulePlace::Override(_) => usize::MAX,
            };
            let at_fault: BTreeSet<usize> = faults.iter().map(|fault| line(&fault.place)).collect();
            let mut place = 0..;
            self.lines.retain(|_| !place.next().is_some_and(|place| at_fault.contains(&place)));
        }
        None
    }

    /// The keys that the file says, as the key table has them.
    pub fn keys(&self) -> impl Iterator<Item = &'static str> {
        KEYS.iter().map(|key| key.path).filter(|path| {
            self.lines.iter().any(|line| {
                let (key, value) = line.split_once(" = ").unwrap_or_default();
                match path.split_once("[].") {
                    Some((groups, word)) => {
                        is_path(groups, key) && value.contains(&format!(" {word} = "))
                    }
                    None => is_path(path, key),
                }
            })
        })
    }

    /// The file with as few lines as a fault needs.
    pub fn shrunk(&self, is_at_fault: impl Fn(&RuleSet) -> bool) -> RuleFile {
        let mut file = self.clone();
        let mut at = 0;
        while at < file.lines.len() {
            let mut fewer = file.clone();
            fewer.lines.remove(at);
            match fewer.rules() {
                Ok(rules) if is_at_fault(&rules) => file = fewer,
                _ => at += 1,
            }
        }
        file
    }
}

/// Whether a dotted key is one that a path of the key table means.
fn is_path(path: &str, key: &str) -> bool {
    let (path, key): (Vec<&str>, Vec<&str>) = (path.split('.').collect(), key.split('.').collect());
    path.len() == key.len()
        && path.iter().zip(key).all(|(part, name)| *part == "*" || *part == name)
}

/// Groups of forms that some hand of 3n+2 tiles has: types and counts.
const FORMS: &[&[(&str, &str)]] = &[
    &[("meld", "melds"), ("pair", "1")],
    &[("meld", "melds"), ("pair", "1")],
    &[("meld", "melds"), ("pair", "1")],
    &[("triplet", "melds"), ("pair", "1")],
    &[("run", "melds"), ("pair", "1")],
    &[("run", "1"), ("triplet", "melds"), ("pair", "1")],
    &[("meld", "1"), ("meld", "melds"), ("pair", "1")],
    &[("meld", "4"), ("pair", "1")],
    &[("meld", "melds"), ("single", "2")],
    &[("meld", "melds"), ("single", "1"), ("single", "1")],
    &[("meld", "melds"), ("pair", "4")],
    &[("triplet", "1"), ("run", "melds"), ("pair", "4")],
    &[("pair", "4")],
    &[("pair", "7")],
    &[("pair", "7")],
    &[("pair", "3"), ("pair", "4")],
    &[("single", "5")],
    &[("single", "14")],
    &[("single", "6"), ("pair", "1")],
    &[("single", "12"), ("pair", "1")],
    &[("single", "7"), ("single", "7")],
    &[("single", "3"), ("pair", "1"), ("meld", "melds")],
    &[("knitted", "1"), ("meld", "melds"), ("pair", "1")],
    &[("knitted", "3"), ("meld", "melds"), ("pair", "1")],
    &[("rest", "1")],
    &[("rest", "1")],
    &[("one", "1"), ("single", "1"), ("meld", "melds")],
    &[("one", "1"), ("single", "1"), ("triplet", "melds")],
    &[("one", "1"), ("pair", "2")],
    &[("one", "1"), ("pair", "5")],
    &[("one", "1"), ("pair", "2"), ("run", "melds")],
];

/// Kinds in two sets that share none.
const HALVES: &[[&str; 2]] = &[
    ["suited", "honours"],
    ["simples", "orphans"],
    ["man", "every -man"],
    ["pin dragons", "man sou winds"],
    ["every -123m5z", "123m5z"],
];

const WORDS: &[&str] = &[
    "every",
    "all",
    "suited",
    "honours",
    "winds",
    "dragons",
    "man",
    "pin",
    "sou",
    "terminals",
    "simples",
    "orphans",
    "wild",
];

struct Draft<'r> {
    rng: &'r mut Rng,
    scale: Scale,
    lines: Vec<String>,
}

impl Draft<'_> {
    fn new(rng: &mut Rng, scale: Scale) -> Draft<'_> {
        Draft { rng, scale, lines: Vec::new() }
    }

    fn draw(mut self) -> RuleFile {
        self.say("format", "1");
        self.say("name", "\"random\"");
        let base = self.one_in(3).then(|| {
            let names: Vec<&str> = RuleSet::builtin_names().collect();
            self.pick(&names)
        });
        if let Some(base) = base {
            self.say("extends", &format!("{base:?}"));
        } else {
            let kinds = ["all", "all", "all", "suited", "man honours", "pin", "all -1m9s5z"];
            let kinds = self.pick(&kinds);
            self.say("tiles.kinds", &format!("{kinds:?}"));
        }
        for table in ["", "tiles.", "wild.", "blue."] {
            self.table(table, table);
        }
        let most = if self.scale == Scale::Extreme { 25 } else { 3 };
        for name in self.names("abcdefghiklmnopqrstuvwxyz", most) {
            self.table("jokers.*.", &format!("jokers.{name}."));
        }
        for name in self.names("abcdefghiklmnopqrstuvwxyz", most) {
            self.table("classes.*.", &format!("classes.{name}."));
        }
        self.forms(base);
        RuleFile { lines: self.lines }
    }

    fn say(&mut self, key: &str, value: &str) {
        let start = format!("{key} = ");
        self.lines.retain(|line| !line.starts_with(&start));
        self.lines.push(start + value);
    }

    fn one_in(&mut self, of: u8) -> bool {
        self.rng.u8(..of) == 0
    }

    fn pick<'s>(&mut self, from: &[&'s str]) -> &'s str {
        from[self.rng.usize(..from.len())]
    }

    /// Names of tables: most often none.
    fn names(&mut self, letters: &str, most: usize) -> Vec<String> {
        let count = if self.rng.bool() { 0 } else { self.rng.usize(0..=most) };
        letters.chars().take(count).map(String::from).collect()
    }

    /// Draws keys of a table, each with its chance; `path` is the table's in the key table.
    fn table(&mut self, path: &str, name: &str) {
        let of_table = |key: &&RuleKey| {
            let word = key.path.strip_prefix(path);
            word.is_some_and(|word| !word.contains(['.', '[', '*']))
        };
        for key in KEYS.iter().filter(of_table) {
            if self.is_drawn(key) {
                let value = self.value(key);
                self.say(&format!("{name}{}", &key.path[path.len()..]), &value);
            }
        }
    }

    fn is_drawn(&mut self, key: &RuleKey) -> bool {
        let percent = match key.path {
            "format" | "name" | "summary" | "source" | "extends" => 0,
            "classes.*.kinds" | "classes.*.stands_for" | "jokers.*.copies" => 100,
            "jokers.*.stands_for" => 70,
            "tiles.kinds" | "tiles.one_suit" | "forms.*.called" | "forms.*.enabled" => 5,
            "absent" | "calls" | "forms.*.least_called" | "classes.*.enabled" => 10,
            "runs" | "wild.kinds" | "tiles.blue" => 40,
            path if path.starts_with("wild.flip") || path == "wild.cycles" => 6,
            _ => 18,
        };
        self.rng.u8(..100) < percent
    }

    /// A value that the key takes, as TOML.
    fn value(&mut self, key: &RuleKey) -> String {
        match key.takes {
            Takes::Text => "\"\"".to_owned(),
            Takes::Boolean => self.rng.bool().to_string(),
            Takes::Integer(least, most) => self.number(key.path, least, most).to_string(),
            Takes::WordOrInteger(word, least, most) => match self.one_in(4) {
                true => format!("{word:?}"),
                false => self.number(key.path, least, most).to_string(),
            },
            Takes::Word(words) => format!("{:?}", self.pick(words)),
            Takes::Words(words) => {
                let count = self.rng.usize(1..=2);
                self.list(count, |draft| draft.pick(words).to_owned())
            }
            Takes::WordsOrKinds([]) => self.cycles(),
            Takes::WordsOrKinds(words) => {
                let most = if self.scale == Scale::Extreme { 30 } else { 3 };
                let count = self.rng.usize(1..=most);
                self.list(count, |draft| match draft.one_in(3) {
                    true => draft.listed(3),
                    false => draft.pick(words).to_owned(),
                })
            }
            Takes::Kinds => format!("{:?}", self.kinds(key.path)),
            Takes::Copies(least, most) => {
                let tiles: BTreeSet<String> = (0..self.rng.usize(1..=4))
                    .map(|_| {
                        let kind = self.listed(1);
                        if self.one_in(3) { kind.to_uppercase() } else { kind }
                    })
                    .collect();
                let each = |tile| format!("{tile} = {}", self.rng.u8(least..=most));
                format!("{{ {} }}", tiles.into_iter().map(each).collect::<Vec<_>>().join(", "))
            }
            Takes::Flips => {
                let from: BTreeSet<String> = (0..2).map(|_| self.listed(1)).collect();
                let each = |from| format!("{from} = \"{}\"", self.listed(1));
                format!("{{ {} }}", from.into_iter().map(each).collect::<Vec<_>>().join(", "))
            }
        }
    }

    /// A number within bounds, most often one that games have.
    fn number(&mut self, path: &str, least: u8, most: u8) -> u8 {
        let (from, to) = match path {
            _ if self.scale == Scale::Extreme || self.one_in(8) => (least, most),
            "tiles.plain" => (2, 5),
            "tiles.blue" => (1, 2),
            "tiles.jokers" => (1, 6),
            "jokers.*.copies" => (1, 4),
            "wild.most" | "forms.*.most_wilds" => (0, 5),
            "forms.*.called" | "forms.*.least_called" => (0, 2),
            _ => (least, most),
        };
        self.rng.u8(from.max(least)..=to.min(most))
    }

    /// A list of words, or the one word alone.
    fn list(&mut self, count: usize, mut word: impl FnMut(&mut Self) -> String) -> String {
        let mut words: BTreeSet<String> = (0..count).map(|_| word(self)).collect();
        let alone = words.iter().find(|word| matches!(word.as_str(), "any" | "none")).cloned();
        if let Some(alone) = alone {
            words = [alone].into();
        }
        let words: Vec<String> = words.iter().map(|word| format!("{word:?}")).collect();
        match words.as_slice() {
            [word] => word.clone(),
            _ => format!("[{}]", words.join(", ")),
        }
    }

    /// The honours in cycles.
    fn cycles(&mut self) -> String {
        let mut honours: Vec<u8> = (1..=7).collect();
        self.rng.shuffle(&mut honours);
        let text =
            |part: &[u8]| format!("\"{}z\"", part.iter().map(u8::to_string).collect::<String>());
        let (one, other) = honours.split_at(self.rng.usize(1..=6));
        format!("[{}, {}]", text(one), text(other))
    }

    /// So many different kinds written out.
    fn listed(&mut self, count: usize) -> String {
        let mut kinds: BTreeSet<Kind> = BTreeSet::new();
        while kinds.len() < count {
            kinds.extend(Kind::from_index(self.rng.usize(..Kind::COUNT)));
        }
        kinds.iter().map(Kind::to_string).collect()
    }

    fn kinds(&mut self, path: &str) -> String {
        let some = self.rng.usize(1..=4);
        let few = match path {
            "wild.flipped" => return self.listed(1),
            "wild.kinds" | "classes.*.kinds" | "absent" => !self.one_in(8),
            _ => self.one_in(3),
        };
        match self.rng.u8(..4) {
            _ if few => self.listed(some),
            0 => format!("{} -{}", self.pick(WORDS), self.listed(some)),
            1 => format!("{} {}", self.pick(WORDS), self.listed(some)),
            _ => self.pick(WORDS).to_owned(),
        }
    }

    fn forms(&mut self, base: Option<&str>) {
        let own = if base.is_some() { self.rng.usize(0..=2) } else { self.rng.usize(1..=3) };
        for name in ["one", "two", "three"].into_iter().take(own) {
            let groups = self.groups();
            self.say(&format!("forms.{name}.groups"), &groups);
            self.table("forms.*.", &format!("forms.{name}."));
        }
        let inherited = base.map(|base| RuleSet::builtin(base).unwrap());
        for form in inherited.iter().flat_map(RuleSet::forms) {
            if self.rng.bool() {
                self.table("forms.*.", &format!("forms.{}.", form.name()));
            }
        }
    }

    /// The groups of a form, as TOML.
    fn groups(&mut self) -> String {
        let form = FORMS[self.rng.usize(..FORMS.len())];
        let alike = |one: &str, other: &str| {
            one == other || one == "meld" && matches!(other, "run" | "triplet")
        };
        let halves = HALVES[self.rng.usize(..HALVES.len())];
        let mut groups = Vec::new();
        for (place, &(word, count)) in form.iter().enumerate() {
            let shared = form.iter().enumerate().any(|(other, (named, _))| {
                other != place && (alike(word, named) || alike(named, word))
            });
            let half = shared.then(|| halves[place % 2]);
            groups.push(self.group(word, count, half));
        }
        format!("[{}]", groups.join(", "))
    }

    fn group(&mut self, word: &str, count: &str, half: Option<&str>) -> String {
        let (sort, words): (&str, &[&str]) = match word {
            "knitted" => ("run", &["kinds"]),
            "one" => ("rest", &[]),
            "rest" => ("rest", &["kinds", "wilds", "size", "tiles", "least_wilds"]),
            "single" => ("single", &["kinds", "wilds", "gap", "knitted", "wait"]),
            "meld" | "run" => (word, &["kinds", "wilds", "runs", "wait"]),
            _ => (word, &["kinds", "wilds", "wait"]),
        };
        let mut group = format!("{{ type = {sort:?}, count = {count}");
        if count == "melds" {
            group = format!("{{ type = {sort:?}, count = \"melds\"");
        }
        match word {
            "knitted" => group += ", runs = \"knitted\", knitted = true",
            "one" => group += ", size = 1",
            _ => {}
        }
        let mut said = BTreeSet::new();
        for &word in words {
            let chance = if self.scale == Scale::Extreme { 4 } else { 6 };
            if !self.one_in(chance) || said.contains("gap") && word == "knitted" {
                continue;
            }
            said.insert(word);
            let path = format!("forms.*.groups[].{word}");
            let key = KEYS.iter().find(|key| key.path == path).unwrap();
            let value = match (word, half) {
                ("kinds", Some(_)) => continue,
                ("wait", _) => format!("{:?}", wait(sort)),
                ("gap", _) => self.rng.u8(1..=4).to_string(),
                ("size", _) if !self.one_in(4) => self.pick(&["14", "\"hand\"", "5"]).to_owned(),
                ("least_wilds", _) if !self.one_in(4) => self.rng.u8(0..=3).to_string(),
                _ => self.value(key),
            };
            group += &format!(", {word} = {value}");
        }
        if let Some(half) = half {
            group += &format!(", kinds = {half:?}");
        }
        group + " }"
    }
}

/// A name that the wait for such a group may have.
fn wait(sort: &str) -> &'static str {
    match sort {
        "single" => "orphans-single",
        "pair" => "seven-pairs",
        "triplet" => "shanpon",
        _ => "kanchan",
    }
}
