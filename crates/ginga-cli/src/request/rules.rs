//! From the choice of rules to a rule set, and a hand under it.

use super::fault::RequestFault;
use super::hand::HandInput;
use ginga::document::About;
use ginga::{Game, Hand, KindSet, Overrides, RuleSet};
use std::borrow::Cow;

/// Which rules: a rule set, and what this call changes of it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RulesChoice {
    /// The rule set, if one is named.
    pub source: Option<RulesSource>,
    pub overrides: Overrides,
    /// Tiles turned up for a rule set that finds its wild kinds by them; any other goes without.
    pub turned_up: Option<KindSet>,
}

/// Where a rule set is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RulesSource {
    /// Compiled in, under this name.
    Builtin(String),
    /// In a TOML file.
    File(String),
    /// The TOML itself.
    #[cfg_attr(not(feature = "serve"), expect(dead_code, reason = "a request over HTTP has it"))]
    Text(String),
}

impl RulesSource {
    /// How a person named it; a text has the name that it gives itself.
    pub fn name(&self) -> Option<&str> {
        match self {
            RulesSource::Builtin(name) | RulesSource::File(name) => Some(name),
            RulesSource::Text(_) => None,
        }
    }

    fn read(&self, overrides: &Overrides) -> Result<RuleSet, RequestFault> {
        let read = match self {
            RulesSource::Builtin(name) => RuleSet::builtin_with(name, overrides),
            RulesSource::File(path) => RuleSet::from_toml(&rule_file(path)?, overrides),
            RulesSource::Text(text) => RuleSet::from_toml(text, overrides),
        };
        read.map_err(|error| {
            let name = self.name().unwrap_or("rules").to_owned();
            RequestFault::Rules { name, error }
        })
    }
}

/// The text of a rule file.
pub fn rule_file(path: &str) -> Result<String, RequestFault> {
    std::fs::read_to_string(path)
        .map_err(|error| RequestFault::RuleFile { path: path.to_owned(), error })
}

impl RulesChoice {
    /// A rule set as it is.
    pub fn unchanged(source: RulesSource) -> RulesChoice {
        RulesChoice { source: Some(source), ..RulesChoice::default() }
    }

    /// The rules, ready to be asked under; `by_default` is the built-in rule set where none is named.
    pub fn ready(&self, by_default: &str) -> Result<ReadyRules, RequestFault> {
        let ready = self.read(by_default)?;
        if ready.set().lacks_indicator() {
            let named = self.source.as_ref().map_or(Some(by_default), RulesSource::name);
            let name = named.unwrap_or(ready.set().name()).to_owned();
            return Err(RequestFault::LacksIndicator { name });
        }
        Ok(ready)
    }

    /// The rules, which may yet need a tile turned up: the one place where a rule set is made of a
    /// request.
    pub fn read(&self, by_default: &str) -> Result<ReadyRules, RequestFault> {
        let source = match &self.source {
            Some(source) => Cow::Borrowed(source),
            None => Cow::Owned(RulesSource::Builtin(by_default.to_owned())),
        };
        let mut overrides = self.overrides.clone();
        let mut set = source.read(&overrides)?;
        if let Some(kinds) = self.turned_up
            && set.takes_indicator()
        {
            overrides.turn_up(kinds);
            set = source.read(&overrides)?;
        }
        Ok(ReadyRules { game: Game::new(set), overrides })
    }
}

/// Rules that questions are asked under, with what the request changed of the rule set.
#[derive(Debug, Clone)]
pub struct ReadyRules {
    pub game: Game,
    pub overrides: Overrides,
}

impl ReadyRules {
    /// The rule set, with its changes made.
    pub fn set(&self) -> &RuleSet {
        self.game.rules()
    }

    /// What the document of an answer says about these rules and a hand.
    pub fn about<'a>(&'a self, hand: &'a Hand) -> About<'a> {
        About { hand, rules: self.set(), overrides: &self.overrides }
    }
}

/// A hand with the rules that it plays under.
pub struct HandUnderRules {
    pub hand: Hand,
    pub rules: ReadyRules,
}

impl HandUnderRules {
    /// The hand under the rules chosen, or those that it suggests.
    pub fn new(input: &HandInput, choice: &RulesChoice) -> Result<HandUnderRules, RequestFault> {
        let rules = choice.ready(input.default_rules())?;
        let hand = input.under(&rules.game)?;
        Ok(HandUnderRules { hand, rules })
    }
}
