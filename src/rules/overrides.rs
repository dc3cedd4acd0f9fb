//! Changes to a rule set for one call.

use super::RuleSet;
use super::fault::{Origin, RulesError};
use super::tree::{Value, override_value};
use crate::tile::KindSet;
use std::collections::BTreeMap;

/// Changes to a rule set for one call: keys by their dotted TOML name, and more wild kinds.
///
/// ```
/// use ginga::{Overrides, RuleSet};
/// let mut overrides = Overrides::default();
/// overrides.set("forms.seven-pairs.enabled=true")?;
/// overrides.add_wild(ginga::notation::parse_kinds("5m").unwrap());
/// let rules = RuleSet::builtin_with("laizi", &overrides)?;
/// assert_eq!(rules.forms().len(), 2);
/// # Ok::<(), ginga::RulesError>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Overrides {
    pub(super) set: Vec<(String, String)>,
    pub(super) wild: KindSet,
}

impl Overrides {
    /// Adds `key=value`: the value is TOML, or a string without its quotes.
    ///
    /// # Errors
    /// [`RulesError::BadOverride`] when there is no key or no `=`. Whether the key exists shows
    /// when a rule set is read with these overrides.
    pub fn set(&mut self, assignment: &str) -> Result<(), RulesError> {
        let bad = || RulesError::BadOverride(assignment.to_owned());
        let (key, value) = assignment.split_once('=').ok_or_else(bad)?;
        let (key, value) = (key.trim(), value.trim());
        if key.split('.').any(str::is_empty) {
            return Err(bad());
        }
        self.set.push((key.to_owned(), value.to_owned()));
        Ok(())
    }

    /// Makes these plain kinds wild, beside those that the rule set makes so.
    pub fn add_wild(&mut self, kinds: KindSet) {
        self.wild = self.wild.union(kinds);
    }

    /// Turns these tiles up as indicators, from which rule sets with `wild.flip` find their wild
    /// kinds.
    ///
    /// ```
    /// use ginga::{Overrides, RuleSet};
    /// let mut overrides = Overrides::default();
    /// overrides.set("wild.flip=next")?;
    /// overrides.turn_up(ginga::notation::parse_kinds("9p").unwrap());
    /// assert_eq!(RuleSet::builtin_with("laizi", &overrides)?.laizi().to_string(), "1p");
    /// # Ok::<(), ginga::RulesError>(())
    /// ```
    pub fn turn_up(&mut self, kinds: KindSet) {
        self.set.push(("wild.flipped".to_owned(), kinds.to_string()));
    }

    /// The keys changed with their new values, each key once and in order: of a value that was
    /// overridden twice the last, and of `wild.kinds` all that are wild under `rules`, which were read
    /// with these overrides.
    pub fn changes(&self, rules: &RuleSet) -> BTreeMap<String, String> {
        let value = |text: &str| match override_value(text, Origin::Override(0)).value {
            Value::Text(text) => text,
            Value::Integer(number) => number.to_string(),
            _ => text.to_owned(),
        };
        let mut changes: BTreeMap<String, String> =
            self.set.iter().map(|(key, text)| (key.clone(), value(text))).collect();
        if !self.wild.is_empty() {
            changes.insert("wild.kinds".to_owned(), rules.laizi().to_string());
        }
        changes
    }
}
