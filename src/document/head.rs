//! What every document begins with.

use super::Options;
use crate::answer::{Completeness, Report, StoppedBy};
use crate::hand::Hand;
use crate::rules::{Overrides, RuleSet};
use serde::{Serialize, Serializer};

/// The schema of every document: keys may be added under it; none changes its meaning.
pub const SCHEMA: u8 = 1;

/// What an answer is about.
#[derive(Debug, Clone, Copy)]
pub struct About<'a> {
    /// The hand.
    pub hand: &'a Hand,
    /// The rule set, with its changes made.
    pub rules: &'a RuleSet,
    /// What was changed of the rule set.
    pub overrides: &'a Overrides,
}

/// The first keys, in their order.
#[derive(Debug, Clone, Serialize)]
pub(super) struct Head<'a> {
    schema: u8,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    command: &'a str,
    hand: HandText<'a>,
    rules: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    overrides: Option<Changes<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    solver: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    complete: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stopped_by: Option<&'a str>,
}

/// A hand in canonical notation, or as it was written where the rules do not have it.
#[derive(Debug, Clone)]
enum HandText<'a> {
    Canonical(&'a Hand),
    Written(&'a str),
}

impl Serialize for HandText<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            HandText::Canonical(hand) => serializer.collect_str(hand),
            HandText::Written(text) => serializer.serialize_str(text),
        }
    }
}

impl<'a> Head<'a> {
    /// The head of a document about a hand under its rules.
    pub fn new(command: &'a str, about: About<'a>) -> Head<'a> {
        let overrides = Some(changes(about.overrides, about.rules));
        let hand = HandText::Canonical(about.hand);
        Head { overrides, ..Head::bare(command, hand, about.rules) }
    }

    /// The head in the place of an answer to a text that the rules have no answer for.
    pub fn of_text(command: &'a str, text: &'a str, rules: &'a RuleSet) -> Head<'a> {
        Head::bare(command, HandText::Written(text), rules)
    }

    fn bare(command: &'a str, hand: HandText<'a>, rules: &'a RuleSet) -> Head<'a> {
        Head {
            schema: SCHEMA,
            line: None,
            command,
            hand,
            rules: rules.name(),
            overrides: None,
            solver: None,
            complete: None,
            stopped_by: None,
        }
    }

    /// The head of an answer that one solver gave.
    pub fn of_report(
        command: &'a str,
        about: About<'a>,
        report: &Report,
        options: &Options,
    ) -> Head<'a> {
        let head = Head::new(command, about).ended(report.completeness, options);
        Head { solver: Some(report.solver), ..head }
    }

    /// Ends as a further part of the answer did, if that was cut short and nothing before it.
    pub fn cut_short(&mut self, completeness: Completeness, options: &Options) {
        if self.complete == Some(true) {
            self.complete = Some(completeness.is_complete());
            self.stopped_by = stopped_by(completeness, options.interrupted);
        }
    }

    /// Without saying how the run ended.
    pub fn end_later(&mut self) {
        (self.complete, self.stopped_by) = (None, None);
    }

    /// The same, with how the run ended.
    pub fn ended(self, completeness: Completeness, options: &Options) -> Head<'a> {
        Head {
            line: options.line,
            complete: Some(completeness.is_complete()),
            stopped_by: stopped_by(completeness, options.interrupted),
            ..self
        }
    }
}

/// The name of what cut an answer short: `limit`, `interrupt` where a person did, else `time-limit`.
pub fn stopped_by(completeness: Completeness, interrupted: bool) -> Option<&'static str> {
    match completeness {
        Completeness::Complete => None,
        Completeness::Stopped(StoppedBy::Limit) => Some("limit"),
        Completeness::Stopped(_) if interrupted => Some("interrupt"),
        Completeness::Stopped(_) => Some("time-limit"),
    }
}

/// What was changed of a rule set that was read with these overrides: a map of dotted keys with their new
/// values, which are numbers and truth values where they can be, else texts.
///
/// ```
/// use ginga::{Overrides, RuleSet, document};
/// let mut overrides = Overrides::default();
/// overrides.set("forms.seven-pairs.enabled=true")?;
/// overrides.add_wild(ginga::notation::parse_kinds("7z")?);
/// let rules = RuleSet::builtin_with("laizi", &overrides)?;
/// let changes = serde_json::to_string(&document::changes(&overrides, &rules))?;
/// assert_eq!(changes, r#"{"forms.seven-pairs.enabled":true,"wild.kinds":"7z"}"#);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn changes<'a>(overrides: &'a Overrides, rules: &'a RuleSet) -> Changes<'a> {
    Changes { overrides, rules }
}

/// The document of [`changes`].
#[derive(Debug, Clone, Copy)]
pub struct Changes<'a> {
    overrides: &'a Overrides,
    rules: &'a RuleSet,
}

impl Serialize for Changes<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        #[serde(untagged)]
        enum Value {
            Boolean(bool),
            Integer(i64),
            Text(String),
        }
        let value = |text: String| match (text.parse(), text.parse()) {
            (Ok(boolean), _) => Value::Boolean(boolean),
            (_, Ok(integer)) => Value::Integer(integer),
            _ => Value::Text(text),
        };
        let changes = self.overrides.changes(self.rules);
        serializer.collect_map(changes.into_iter().map(|(key, text)| (key, value(text))))
    }
}
