//! A question about a hand, put to the library with the options of the command line.

use super::args::{AnswerArgs, AskArgs, RulesArgs, SolverName};
use super::clock::Clock;
use super::failure::{Failure, INCOMPLETE};
use super::input::{self, Written};
use super::policy::{self, Auto};
use ginga::{
    Completeness, Counts, Decompositions, Direction, Game, Hand, HandSize, Kind, NearMisses,
    NoGood, Objective, Overrides, Ranked, Report, RuleSet, Settings, SolverChoice, StoppedBy,
    VerifyError, Waits, Win,
};
use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroU64;
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

/// How much is said about a hand that is no win or not tenpai.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Why {
    /// Nothing.
    No,
    /// One nearest miss.
    One,
    /// Every nearest miss, up to the limit on decompositions.
    All,
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
    pub why: Why,
    pub objective: Option<Objective>,
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
            why: Why::No,
            objective: None,
        })
    }

    /// The question of a command with all its options; each must have something to act on.
    pub fn from_args(question: QuestionName, args: &AskArgs) -> Result<Asked, Failure> {
        let objective = match (&args.minimize, &args.maximize) {
            (Some(terms), _) => Some((Direction::Minimize, terms)),
            (None, Some(terms)) => Some((Direction::Maximize, terms)),
            (None, None) => None,
        };
        let goes_with = |given: bool, option: &str, questions: &[QuestionName]| {
            if given && !questions.contains(&question) {
                let names: Vec<_> = questions.iter().map(|question| question.name()).collect();
                return Err(Failure::input(format!("{option} goes with {}", names.join(" and "))));
            }
            Ok(())
        };
        goes_with(args.kinds, "--kinds", &[QuestionName::Waits])?;
        goes_with(args.readings, "--readings", &[QuestionName::Decompose, QuestionName::Waits])?;
        goes_with(objective.is_some(), "an objective", &[QuestionName::Decompose])?;
        if objective.is_some() && args.readings {
            return Err(Failure::input("an objective orders decompositions, not --readings"));
        }
        let objective = objective
            .map(|(direction, terms)| Objective::parse(direction, terms))
            .transpose()
            .map_err(Failure::input)?;
        Ok(Asked {
            kinds: args.kinds,
            readings: args.readings,
            stats: args.answer.stats,
            objective,
            ..Asked::new(question, &args.rules)?
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
        auto: Auto,
        clock: &Clock,
    ) -> Result<Found, Failure> {
        let mut settings = input::settings(options, clock)?;
        let game = Game::new(rules.clone());
        settings.solver = if self.objective.is_some() && options.solver == SolverName::Auto {
            // It proves the best ones to be so without listing the others.
            SolverChoice::Ilp(NoGood::Bounds)
        } else if self.fits(&hand) {
            policy::solver(&game, &hand, &settings, options, auto)?
        } else {
            settings.solver
        };
        let answer = self.answer(&hand, &rules, &settings, options.verify)?;
        let no = answer.report().completeness.is_complete() && !answer.is_yes();
        let near = if no { self.near_misses(&hand, &rules, &settings)? } else { None };
        let (elapsed, interrupted) = (clock.elapsed(), clock.interrupted());
        Ok(Found { hand, rules, answer, near, elapsed, interrupted })
    }

    /// Whether the hand has a size that the question takes.
    fn fits(&self, hand: &Hand) -> bool {
        let wanted = match self.question {
            QuestionName::Waits => HandSize::Waiting,
            QuestionName::Win | QuestionName::Decompose => HandSize::Complete,
        };
        hand.size() == Some(wanted)
    }

    fn near_misses(
        &self,
        hand: &Hand,
        rules: &RuleSet,
        settings: &Settings<'_>,
    ) -> Result<Option<NearMisses>, Failure> {
        let limit = match self.why {
            Why::No => return Ok(None),
            Why::One => NonZeroU64::new(1),
            Why::All => settings.limit,
        };
        let settings = Settings { limit, ..settings.clone() };
        Ok(Some(ginga::near_misses(hand, rules, &settings)?))
    }

    fn answer(
        &self,
        hand: &Hand,
        rules: &RuleSet,
        settings: &Settings<'_>,
        verify: bool,
    ) -> Result<Answer, VerifyError> {
        if let Some(objective) = &self.objective {
            let ranked = if verify {
                ginga::verified_ranked(hand, rules, settings, objective)?
            } else {
                ginga::ranked(hand, rules, settings, objective)?
            };
            return Ok(Answer::Ranked(ranked));
        }
        Ok(match (self.question, verify) {
            (QuestionName::Win, false) => Answer::Win(ginga::win(hand, rules, settings)?),
            (QuestionName::Win, true) => Answer::Win(ginga::verified_win(hand, rules, settings)?),
            (QuestionName::Decompose, false) => {
                Answer::Decompositions(ginga::decompose(hand, rules, settings)?)
            }
            (QuestionName::Decompose, true) => {
                Answer::Decompositions(ginga::verified_decompose(hand, rules, settings)?)
            }
            (QuestionName::Waits, false) => Answer::Waits(ginga::waits(hand, rules, settings)?),
            (QuestionName::Waits, true) => {
                Answer::Waits(ginga::verified_waits(hand, rules, settings)?)
            }
        })
    }
}

/// What the library answered.
pub enum Answer {
    Win(Win),
    Decompositions(Decompositions),
    /// Decompositions by the objective.
    Ranked(Ranked),
    Waits(Waits),
}

impl Answer {
    /// How the answer came about.
    pub fn report(&self) -> &Report {
        match self {
            Answer::Win(win) => &win.report,
            Answer::Decompositions(all) => &all.report,
            Answer::Ranked(ranked) => &ranked.report,
            Answer::Waits(waits) => &waits.report,
        }
    }

    /// How many decompositions and readings there are.
    pub fn counts(&self) -> &Counts {
        match self {
            Answer::Win(win) => &win.counts,
            Answer::Decompositions(all) => &all.counts,
            Answer::Ranked(ranked) => &ranked.counts,
            Answer::Waits(waits) => &waits.counts,
        }
    }

    /// Yes, or not empty.
    pub fn is_yes(&self) -> bool {
        match self {
            Answer::Win(win) => win.is_win(),
            Answer::Decompositions(all) => !all.list.is_empty(),
            Answer::Ranked(ranked) => !ranked.list.is_empty(),
            Answer::Waits(waits) => waits.is_tenpai(),
        }
    }
}

/// An answer with what it is about.
pub struct Found {
    pub hand: Hand,
    pub rules: RuleSet,
    pub answer: Answer,
    /// The nearest misses, where the answer is no and they were asked for.
    pub near: Option<NearMisses>,
    pub elapsed: Duration,
    interrupted: bool,
}

impl Found {
    /// The exit code: 0 yes, 1 no, 3 cut short.
    pub fn exit_code(&self) -> u8 {
        exit_code(self.answer.is_yes(), self.answer.report().completeness)
    }

    /// What cut the answer short, as JSON and `--…` options name it.
    pub fn stopped_by(&self) -> Option<&'static str> {
        stopped_by(self.answer.report().completeness, self.interrupted)
    }
}

/// 0 yes, 1 no, 3 cut short.
pub fn exit_code(yes: bool, completeness: Completeness) -> u8 {
    if completeness.is_complete() { u8::from(!yes) } else { INCOMPLETE }
}

/// What cut an answer short; `interrupted` says that a person did.
pub fn stopped_by(completeness: Completeness, interrupted: bool) -> Option<&'static str> {
    match completeness {
        Completeness::Complete => None,
        Completeness::Stopped(StoppedBy::Limit) => Some("limit"),
        Completeness::Stopped(_) if interrupted => Some("interrupt"),
        Completeness::Stopped(_) => Some("time-limit"),
    }
}

/// The winning tiles with the copies left of each, or with `--kinds` the kinds that they complete the
/// hand as.
pub fn listed_waits(asked: &Asked, waits: &Waits) -> Vec<(String, u32)> {
    if asked.kinds {
        left_by_kind(waits).into_iter().map(|(kind, left)| (kind.to_string(), left)).collect()
    } else {
        waits.tiles.iter().map(|wait| (wait.tile.to_string(), wait.left.into())).collect()
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
