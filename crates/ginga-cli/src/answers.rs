//! Answers to requests: the library is asked, and what it says is kept with what it is about.

use super::clock::Clock;
use super::failure::{Failure, INCOMPLETE};
use super::nearest::NearestWins;
use super::policy;
use super::request::{Question, QuestionRequest, ReadyRules, Why};
use ginga::document::{self, Options};
use ginga::{
    Acceptance, Completeness, Counts, Decomposition, Decompositions, Game, Hand, Objective, Ranked,
    Report, RuleSet, Settings, SolverChoice, Tile, VerifyError, Wait, Waits, Win,
};
use std::num::NonZeroU64;
use std::time::Duration;

/// Answers a question about one hand under its rules.
pub fn answer<'a>(
    request: &QuestionRequest,
    hand: Hand,
    rules: &'a ReadyRules,
    clock: &Clock,
) -> Result<Answered<'a>, Failure> {
    let solver = solver(request, &hand, rules, clock)?;
    answer_by(solver, request, hand, rules, clock)
}

/// The solver that a request's policy comes to for a hand.
pub fn solver(
    request: &QuestionRequest,
    hand: &Hand,
    rules: &ReadyRules,
    clock: &Clock,
) -> Result<SolverChoice, Failure> {
    let settings = request.options.settings(clock);
    Ok(policy::solver(request, &rules.game, hand, &settings)?)
}

/// Answers by this solver.
pub fn answer_by<'a>(
    solver: SolverChoice,
    request: &QuestionRequest,
    hand: Hand,
    rules: &'a ReadyRules,
    clock: &Clock,
) -> Result<Answered<'a>, Failure> {
    let settings = request.options.settings(clock);
    let answer = answer_of(request, &hand, &rules.game, &settings.with_solver(solver))?;
    let no = answer.report().completeness.is_complete() && !answer.is_yes();
    // How far it is, the fastest solver says unless another is named.
    let near = if no { Near::of(request, &hand, &rules.game, &settings)? } else { None };
    let (elapsed, interrupted) = (clock.elapsed(), clock.interrupted());
    Ok(Answered { hand, rules, answer, near, elapsed, interrupted })
}

/// How far a hand is that is no win or not tenpai.
pub struct Near {
    pub acceptance: Acceptance,
    /// Some nearest wins, or all up to the limit.
    pub wins: Option<NearestWins>,
}

impl Near {
    /// As much of it as the request asks for; `None`, too, where time ran out before the distance was known.
    fn of(
        request: &QuestionRequest,
        hand: &Hand,
        game: &Game,
        settings: &Settings<'_>,
    ) -> Result<Option<Near>, Failure> {
        let limit = match request.why {
            Why::No => return Ok(None),
            Why::Distance => None,
            Why::Few => Some(FEW),
            Why::All => Some(request.options.limit),
        };
        let acceptance = game.acceptance_with(hand, settings)?;
        if !acceptance.distance.report.completeness.is_complete() {
            return Ok(None);
        }
        let wins = limit.map(|limit| NearestWins::of(game, hand, settings, limit)).transpose()?;
        Ok(Some(Near { acceptance, wins }))
    }
}

/// How many nearest wins are shown to a person who did not ask for them.
const FEW: Option<NonZeroU64> = NonZeroU64::new(3);

fn answer_of(
    request: &QuestionRequest,
    hand: &Hand,
    game: &Game,
    settings: &Settings<'_>,
) -> Result<Answer, VerifyError> {
    let verify = request.options.verify;
    if let Some(objective) = &request.objective {
        let ranked = if verify {
            game.verified_ranked(hand, settings, objective)?
        } else {
            game.ranked(hand, settings, objective)?
        };
        return Ok(Answer::Ranked(ranked, objective.clone()));
    }
    Ok(match (request.question, verify) {
        (Question::Win, false) => Answer::Win(game.win_with(hand, settings)?),
        (Question::Win, true) => Answer::Win(game.verified_win(hand, settings)?),
        (Question::Decompose, false) => {
            Answer::Decompositions(game.decompose_with(hand, settings)?)
        }
        (Question::Decompose, true) => {
            Answer::Decompositions(game.verified_decompose(hand, settings)?)
        }
        (Question::Waits, false) => Answer::Waits(game.waits_with(hand, settings)?),
        (Question::Waits, true) => Answer::Waits(game.verified_waits(hand, settings)?),
    })
}

/// What the library answered.
pub enum Answer {
    Win(Win),
    Decompositions(Decompositions),
    /// Decompositions by an objective.
    Ranked(Ranked, Objective),
    Waits(Waits),
}

impl Answer {
    /// Sets how the list of an answer came about that was found without it.
    pub fn set_report(&mut self, found: Report) {
        match self {
            Answer::Win(Win { report, .. })
            | Answer::Decompositions(Decompositions { report, .. })
            | Answer::Ranked(Ranked { report, .. }, _)
            | Answer::Waits(Waits { report, .. }) => *report = found,
        }
    }

    /// The decompositions in canonical order.
    pub fn list(&self) -> &[Decomposition] {
        match self {
            Answer::Decompositions(all) => &all.list,
            Answer::Waits(waits) => &waits.decompositions,
            Answer::Win(_) | Answer::Ranked(..) => &[],
        }
    }

    /// Takes the decompositions out of the answer.
    pub fn take_list(&mut self) -> Vec<Decomposition> {
        match self {
            Answer::Decompositions(all) => std::mem::take(&mut all.list),
            Answer::Waits(waits) => std::mem::take(&mut waits.decompositions),
            Answer::Win(_) | Answer::Ranked(..) => Vec::new(),
        }
    }

    /// How the answer came about.
    pub fn report(&self) -> &Report {
        match self {
            Answer::Win(win) => &win.report,
            Answer::Decompositions(all) => &all.report,
            Answer::Ranked(ranked, _) => &ranked.report,
            Answer::Waits(waits) => &waits.report,
        }
    }

    /// How many decompositions and readings there are.
    pub fn counts(&self) -> &Counts {
        match self {
            Answer::Win(win) => &win.counts,
            Answer::Decompositions(all) => &all.counts,
            Answer::Ranked(ranked, _) => &ranked.counts,
            Answer::Waits(waits) => &waits.counts,
        }
    }

    /// Yes, or not empty.
    pub fn is_yes(&self) -> bool {
        match self {
            Answer::Win(win) => win.is_win(),
            // Without its list it says how many there are.
            Answer::Decompositions(all) => !all.list.is_empty() || all.counts.decompositions() > 0,
            Answer::Ranked(ranked, _) => !ranked.list.is_empty(),
            Answer::Waits(waits) => waits.is_tenpai(),
        }
    }
}

/// An answer with the hand and the rules that it is about.
pub struct Answered<'a> {
    pub hand: Hand,
    pub rules: &'a ReadyRules,
    pub answer: Answer,
    /// How far the hand is, where the answer is no.
    pub near: Option<Near>,
    pub elapsed: Duration,
    interrupted: bool,
}

impl<'a> Answered<'a> {
    /// An answer without its list.
    pub fn without_list(hand: Hand, rules: &'a ReadyRules, answer: Answer, clock: &Clock) -> Self {
        let (elapsed, interrupted) = (clock.elapsed(), clock.interrupted());
        Answered { hand, rules, answer, near: None, elapsed, interrupted }
    }

    /// Sets how the list came about.
    pub fn end(&mut self, report: Report, clock: &Clock) {
        self.answer.set_report(report);
        (self.elapsed, self.interrupted) = (clock.elapsed(), clock.interrupted());
    }

    /// The exit code: 0 yes, 1 no, 3 cut short.
    pub fn exit_code(&self) -> u8 {
        exit_code(self.answer.is_yes(), self.answer.report().completeness)
    }

    /// The document of the answer; `line` is its number among many, from 1.
    pub fn document(&self, request: &QuestionRequest, line: Option<usize>) -> document::Answer<'_> {
        self.document_of(request, line, request.options.no_list)
    }

    /// The document without its list.
    pub fn head_document(&self, request: &QuestionRequest) -> document::Answer<'_> {
        self.document_of(request, None, true)
    }

    fn document_of(
        &self,
        request: &QuestionRequest,
        line: Option<usize>,
        no_list: bool,
    ) -> document::Answer<'_> {
        let about = self.rules.about(&self.hand);
        let options = Options {
            line,
            kinds: request.kinds,
            readings: request.readings,
            no_list,
            interrupted: self.interrupted,
            elapsed: request.options.stats.then_some(self.elapsed),
        };
        let document = match &self.answer {
            Answer::Win(win) => document::win(about, win, &options),
            Answer::Decompositions(all) => document::decompose(about, all, &options),
            Answer::Ranked(ranked, objective) => {
                document::ranked(about, ranked, objective, &options)
            }
            Answer::Waits(waits) => document::waits(about, waits, &options),
        };
        let Some(Near { acceptance, wins }) = &self.near else { return document };
        let document = document.as_far_as(about, acceptance, &options);
        match wins {
            Some(wins) => document.because(&wins.nearest, &wins.decompositions),
            None => document,
        }
    }

    /// What cut the answer short, as JSON and `--…` options name it.
    pub fn stopped_by(&self) -> Option<&'static str> {
        document::stopped_by(self.answer.report().completeness, self.interrupted)
    }
}

/// 0 yes, 1 no, 3 cut short.
pub fn exit_code(yes: bool, completeness: Completeness) -> u8 {
    if completeness.is_complete() { u8::from(!yes) } else { INCOMPLETE }
}

/// The winning tiles with the copies left of each, or folded to the kinds that they complete the hand
/// as.
pub fn listed_waits(request: &QuestionRequest, waits: &Waits) -> Vec<(&'static str, u32)> {
    if request.kinds {
        waits.left_by_kind().into_iter().map(|(kind, left)| (kind.name(), left)).collect()
    } else {
        waits.tiles.iter().map(|wait| (wait.tile.name(), wait.left.into())).collect()
    }
}

/// Whether these are all tiles that a hand leaves of the set, and at least one.
pub fn are_all_left(hand: &Hand, rules: &RuleSet, tiles: &[Wait]) -> bool {
    let held = hand.all_tiles();
    let among = |tile: Tile| tiles.iter().any(|wait| wait.tile == tile);
    let is_left = |&tile: &Tile| rules.drawable(tile) > held.get(tile);
    !tiles.is_empty() && Tile::all().filter(is_left).all(among)
}
