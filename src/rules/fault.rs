//! What is wrong with a rule file, each fault with its line and column or the override it is in.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::fmt;

/// Where a value came from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Origin {
    /// The byte of the file at which it starts.
    File(usize),
    /// The override with this number, from 0.
    Override(usize),
    /// The wild kinds added for one call.
    AddedWild,
}

/// One fault of a rule file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RuleFault {
    /// Where it is.
    pub place: RulePlace,
    /// What is wrong and what would be right.
    pub message: String,
}

/// The place of a [`RuleFault`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RulePlace {
    /// A place in the file, both counted from 1; the column in characters.
    File {
        /// The line.
        line: usize,
        /// The column.
        column: usize,
    },
    /// The override `key=value` with this key.
    Override(String),
}

impl fmt::Display for RuleFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.place {
            RulePlace::File { line, column } => {
                write!(f, "line {line}, column {column}: {}", self.message)
            }
            RulePlace::Override(key) => write!(f, "override {key}: {}", self.message),
        }
    }
}

/// Why there is no rule set.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RulesError {
    /// No built-in rule set has this name.
    #[error("there is no rule set {name:?}{}; the built-in ones are {}", did_you_mean(.nearest.as_deref()), .known.join(", "))]
    UnknownName {
        /// The name asked for.
        name: String,
        /// The built-in name most like it, if one is.
        nearest: Option<String>,
        /// All built-in names.
        known: Vec<&'static str>,
    },
    /// An override that is not `key=value`.
    #[error("an override is written key=value, as in melds=5; there is no key or no '=' in {0:?}")]
    BadOverride(String),
    /// A name that no rule set can have.
    #[error("a rule set's name has letters, digits, - and _ alone, not {0:?}")]
    BadName(String),
    /// The file is at fault; at least one fault.
    #[error("{}", join_faults(.0))]
    Faults(Vec<RuleFault>),
}

fn join_faults(faults: &[RuleFault]) -> String {
    faults.iter().map(RuleFault::to_string).collect::<Vec<_>>().join("\n")
}

fn did_you_mean(nearest: Option<&str>) -> String {
    nearest.map_or(String::new(), |nearest| format!(" (did you mean {nearest:?}?)"))
}

/// How many unknown keys get a line of their own.
const MOST_UNKNOWN: usize = 20;

/// The candidate most like a word, if one is like it at all: at most two letters in five differ.
pub(super) fn nearest<'a>(
    word: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    candidates
        .into_iter()
        .filter_map(|candidate| Some((distance(word, candidate)?, candidate)))
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// In how many letters two words differ; `None` when those are more than two in five of the
/// candidate's. Lengths that differ by more are not compared letter by letter: that takes memory
/// for the product of the lengths, and a key may be of any length.
fn distance(word: &str, candidate: &str) -> Option<usize> {
    let length = candidate.chars().count();
    let most = length * 2 / 5;
    let comparable = word.chars().count().abs_diff(length) <= most;
    let distance = comparable.then(|| strsim::damerau_levenshtein(word, candidate));
    distance.filter(|&distance| distance <= most)
}

/// The known key most like an unknown one: of the same table where one is like it; else, for a key
/// written at the top, the same key of another table (`own_kind` for `wild.own_kind`).
fn nearest_key<'a>(dotted: &str, known: &'a BTreeSet<String>) -> Option<&'a str> {
    let (table, key) = dotted.rsplit_once('.').unwrap_or(("", dotted));
    let split = |known: &'a String| known.rsplit_once('.').unwrap_or(("", known));
    let beside = known.iter().filter(|known| split(known).0 == table);
    let likest = nearest(key, beside.clone().map(|known| split(known).1));
    let of_table = beside.into_iter().find(|known| Some(split(known).1) == likest);
    // Of several tables the one least deep, as a key of one form is seldom meant, and among those
    // [wild], the one that most rule files have.
    let elsewhere = || {
        let same = known.iter().filter(|known| table.is_empty() && split(known).1 == key);
        same.min_by_key(|known| {
            (known.matches('.').count(), !known.starts_with("wild."), known.len())
        })
    };
    of_table.or_else(elsewhere).map(String::as_str)
}

/// Collects the faults of one file and the keys that it could have used.
#[derive(Debug, Default)]
pub(super) struct Faults {
    found: RefCell<Vec<(Origin, String)>>,
    known: RefCell<BTreeSet<String>>,
    unknown: RefCell<Vec<(Origin, String)>>,
}

impl Faults {
    pub fn add(&self, origin: Origin, message: String) {
        self.found.borrow_mut().push((origin, message));
    }

    /// Notes a key that exists, for suggestions.
    pub fn know(&self, dotted: String) {
        self.known.borrow_mut().insert(dotted);
    }

    /// The keys that exist, as far as they were asked for.
    #[cfg(test)]
    pub fn known(&self) -> BTreeSet<String> {
        self.known.borrow().clone()
    }

    pub fn unknown_key(&self, origin: Origin, dotted: String) {
        self.unknown.borrow_mut().push((origin, dotted));
    }

    /// Ends the collection: an error if there was any fault. `keys` are the overrides' keys.
    pub fn finish(self, text: &str, keys: &[&str]) -> Result<(), RulesError> {
        let known = self.known.into_inner();
        let mut found = self.found.into_inner();
        let unknown = self.unknown.into_inner();
        if let Some(beyond) = unknown.len().checked_sub(MOST_UNKNOWN + 1) {
            let message = format!("unknown keys: this one and {beyond} more");
            found.push((unknown[MOST_UNKNOWN].0, message));
        }
        for (origin, dotted) in unknown.into_iter().take(MOST_UNKNOWN) {
            let hint = match nearest_key(&dotted, &known) {
                Some(nearest) => format!("did you mean {nearest}?"),
                None => "`ginga rules new` writes a file with every key".to_owned(),
            };
            found.push((origin, format!("unknown key {dotted}; {hint}")));
        }
        found.sort();
        let place = |origin| match origin {
            Origin::File(offset) => line_and_column(text, offset),
            Origin::AddedWild => RulePlace::Override("wild.kinds".to_owned()),
            Origin::Override(number) => {
                RulePlace::Override(keys.get(number).copied().unwrap_or_default().to_owned())
            }
        };
        let faults: Vec<_> = found
            .into_iter()
            .map(|(origin, message)| RuleFault { place: place(origin), message })
            .collect();
        if faults.is_empty() { Ok(()) } else { Err(RulesError::Faults(faults)) }
    }
}

fn line_and_column(text: &str, offset: usize) -> RulePlace {
    let before = text.get(..offset).unwrap_or(text);
    let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
    RulePlace::File {
        line: before.matches('\n').count() + 1,
        column: before[line_start..].chars().count() + 1,
    }
}
