//! A question about a hand, put to the library with the options of the command line.

use super::args::{AnswerArgs, RulesArgs};
use super::clock::Clock;
use super::failure::{Failure, INCOMPLETE};
use super::input::{self, Written};
use ginga::{
    Decompositions, Hand, Kind, Overrides, QuestionError, RuleSet, Settings, SolverChoice,
    VerifyError, Waits, Win,
};
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

/// Which question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum QuestionName {
    Win,
    Decompose,
    Waits,
}

impl QuestionName {
    /// The command's name.
    pub const fn name(self) -> &'static str {
        match self {
            QuestionName::Win => "win",
            QuestionName::Decompose => "decompose",
            QuestionName::Waits => "waits",
        }
    }
}

/// A question with everything that does not depend on the hand.
pub struct Asked {
    pub question: QuestionName,
    /// The rule set named, if one is.
    pub rules: Option<String>,
    pub overrides: Overrides,
    pub kinds: bool,
    pub readings: bool,
    pub stats: bool,
}

impl Asked {
    /// The question with the options of the rules.
    pub fn new(question: QuestionName, rules: &RulesArgs) -> Result<Asked, Failure> {
        Ok(Asked {
            question,
            rules: rules.rules.clone(),
            overrides: input::overrides(rules)?,
            kinds: false,
            readings: false,
            stats: false,
        })
    }

    /// The rule set for a hand.
    pub fn rules_for(&self, written: &Written) -> Result<RuleSet, Failure> {
        let named = self.rules.as_deref().unwrap_or_else(|| written.default_rules());
        input::rule_set(named, &self.overrides)
    }

    /// Asks about one hand under its rules.
    pub fn ask(
        &self,
        hand: Hand,
        rules: RuleSet,
        options: &AnswerArgs,
        auto: SolverChoice,
        clock: &Clock,
    ) -> Result<Found, Failure> {
        let settings = input::settings(options, auto, clock)?;
        let answer = if options.verify {
            self.verified(&hand, &rules, &settings)?
        } else {
            self.unverified(&hand, &rules, &settings)?
        };
        Ok(Found { hand, rules, answer, elapsed: clock.elapsed() })
    }

    fn unverified(
        &self,
        hand: &Hand,
        rules: &RuleSet,
        settings: &Settings<'_>,
    ) -> Result<Answer, QuestionError> {
        Ok(match self.question {
            QuestionName::Win => Answer::Win(ginga::win(hand, rules, settings)?),
            QuestionName::Decompose => {
                Answer::Decompositions(ginga::decompose(hand, rules, settings)?)
            }
            QuestionName::Waits => Answer::Waits(ginga::waits(hand, rules, settings)?),
        })
    }

    fn verified(
        &self,
        hand: &Hand,
        rules: &RuleSet,
        settings: &Settings<'_>,
    ) -> Result<Answer, VerifyError> {
        Ok(match self.question {
            QuestionName::Win => Answer::Win(ginga::verified_win(hand, rules, settings)?),
            QuestionName::Decompose => {
                Answer::Decompositions(ginga::verified_decompose(hand, rules, settings)?)
            }
            QuestionName::Waits => Answer::Waits(ginga::verified_waits(hand, rules, settings)?),
        })
    }
}

/// What the library answered.
pub enum Answer {
    Win(Win),
    Decompositions(Decompositions),
    Waits(Waits),
}

/// An answer with what it is about.
pub struct Found {
    pub hand: Hand,
    pub rules: RuleSet,
    pub answer: Answer,
    pub elapsed: Duration,
}

impl Found {
    /// The exit code: 0 yes, 1 no, 3 cut short.
    pub fn exit_code(&self) -> u8 {
        let (yes, report) = match &self.answer {
            Answer::Win(win) => (win.is_win(), &win.report),
            Answer::Decompositions(all) => (!all.list.is_empty(), &all.report),
            Answer::Waits(waits) => (waits.is_tenpai(), &waits.report),
        };
        if report.completeness.is_complete() { u8::from(!yes) } else { INCOMPLETE }
    }
}

/// For each kind that a winning tile completes the hand as, how many tiles are left that do so.
pub fn left_by_kind(waits: &Waits) -> BTreeMap<Kind, u32> {
    let mut fillers: BTreeMap<Kind, BTreeSet<_>> = BTreeMap::new();
    let open = waits.decompositions.iter().filter_map(|decomposition| decomposition.open());
    for hole in open.flat_map(|open| open.holes()) {
        fillers.entry(hole.kind).or_default().extend(hole.tiles.iter().copied());
    }
    let left = |tile| waits.tiles.iter().find(|wait| wait.tile == tile).map_or(0, |wait| wait.left);
    let sum = |tiles: BTreeSet<_>| tiles.into_iter().map(|tile| u32::from(left(tile))).sum();
    fillers.into_iter().map(|(kind, tiles)| (kind, sum(tiles))).collect()
}
