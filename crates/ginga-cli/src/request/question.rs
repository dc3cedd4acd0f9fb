//! What is asked about a hand, and how the answer is to be found.

use ginga::{HandSize, Objective, Settings, SolverChoice, Stop, TileCounts};
use std::num::NonZeroU64;
use std::time::Duration;

/// Which question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Question {
    Win,
    Decompose,
    Waits,
}

impl Question {
    /// The command's name.
    pub const fn name(self) -> &'static str {
        match self {
            Question::Win => "win",
            Question::Decompose => "decompose",
            Question::Waits => "waits",
        }
    }

    /// The hands that it is asked about.
    pub const fn hand_size(self) -> HandSize {
        match self {
            Question::Win | Question::Decompose => HandSize::Complete,
            Question::Waits => HandSize::Waiting,
        }
    }

    /// Yes and no to this question, as a person reads them.
    pub const fn verdicts(self) -> (&'static str, &'static str) {
        match self {
            Question::Win | Question::Decompose => ("win", "no win"),
            Question::Waits => ("tenpai", "not tenpai"),
        }
    }
}

/// How much is said about a hand that is no win or not tenpai.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Why {
    /// Nothing.
    No,
    /// How far it is.
    Distance,
    /// How far it is, and a few of the nearest wins.
    Few,
    /// How far it is, and the nearest wins, up to the limit on decompositions.
    All,
}

/// A question with everything that does not depend on the hand and its rules.
pub struct QuestionRequest {
    pub question: Question,
    pub options: AnswerOptions,
    /// Decompositions come best first by it.
    pub objective: Option<Objective>,
    /// Winning tiles are folded to the kinds that they complete the hand as.
    pub kinds: bool,
    /// Readings are listed instead of decompositions.
    pub readings: bool,
    pub why: Why,
}

impl QuestionRequest {
    /// The question with nothing beside it.
    pub fn new(question: Question, options: AnswerOptions) -> QuestionRequest {
        QuestionRequest {
            question,
            options,
            objective: None,
            kinds: false,
            readings: false,
            why: Why::No,
        }
    }

    /// What of the question asks for a list, if anything does.
    pub fn list_asked_for(&self) -> Option<&'static str> {
        match self {
            QuestionRequest { objective: Some(_), .. } => Some("an objective"),
            QuestionRequest { readings: true, .. } => Some("readings"),
            QuestionRequest { question: Question::Decompose, .. } => Some("decompose"),
            _ => None,
        }
    }
}

/// How far a hand is, and what of it is told.
pub struct DistanceRequest {
    pub options: AnswerOptions,
    /// The nearest wins are listed.
    pub list: bool,
    /// The chances within so many draws are told.
    pub draws: Option<u8>,
    /// The tiles that help are folded to kinds.
    pub kinds: bool,
}

/// How the solver of an answer is chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SolverPolicy {
    /// This one.
    Named(SolverChoice),
    /// The fastest: many hands are asked about. With an objective the ILP.
    Fastest,
    /// The ILP up to [`MOST_BY_ILP`](crate::policy::MOST_BY_ILP) decompositions, as the search counts
    /// them; beyond, and where none is listed, the fastest. With an objective the ILP.
    IlpUpToMany,
}

/// How an answer is found, and what is told of the way to it.
#[derive(Debug, Clone)]
pub struct AnswerOptions {
    pub solver: SolverPolicy,
    /// Two solvers answer, and every decomposition is checked.
    pub verify: bool,
    /// The most decompositions in a list.
    pub limit: Option<NonZeroU64>,
    /// No decompositions are listed.
    pub no_list: bool,
    pub time_limit: Option<Duration>,
    /// Tiles seen elsewhere on the table.
    pub visible: TileCounts,
    /// Those cannot be drawn either.
    pub strict_visible: bool,
    /// Discards tell how many copies help after the discard that follows.
    pub deep: bool,
    /// Rows, columns, solves, cuts and time are shown.
    pub stats: bool,
}

impl AnswerOptions {
    /// A solver by this policy, without limits and whatever else there is.
    pub fn by(solver: SolverPolicy) -> AnswerOptions {
        AnswerOptions {
            solver,
            verify: false,
            limit: None,
            no_list: false,
            time_limit: None,
            visible: TileCounts::EMPTY,
            strict_visible: false,
            deep: false,
            stats: false,
        }
    }

    /// The library's settings; `stop` carries the time limit. Where no solver is named, it is the fastest.
    pub fn settings<'a>(&self, stop: &'a (dyn Stop + Sync)) -> Settings<'a> {
        Settings {
            solver: match self.solver {
                SolverPolicy::Named(solver) => solver,
                SolverPolicy::Fastest | SolverPolicy::IlpUpToMany => SolverChoice::Fastest,
            },
            limit: self.limit,
            no_list: self.no_list,
            visible: self.visible.clone(),
            strict_visible: self.strict_visible,
            deep: self.deep,
            stop,
            ..Settings::default()
        }
    }
}

/// Reads a duration with its unit.
pub fn time_limit(text: &str) -> Result<Duration, String> {
    let only_number = !text.is_empty() && text.chars().all(|c| c.is_ascii_digit() || c == '.');
    match humantime::parse_duration(text) {
        Ok(time) if time.is_zero() => {
            Err("a time limit of 0 leaves no time; write 200ms or 5s".into())
        }
        Ok(time) => Ok(time),
        Err(_) if only_number => Err(format!("the unit is missing; write {text}s or {text}ms")),
        Err(error) => Err(format!("{error}; write a number and its unit, such as 5s or 200ms")),
    }
}
