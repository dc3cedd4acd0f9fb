//! What a batch asks about each hand, and what it answers.

use crate::answers::{Answered, answer};
use crate::clock::Clock;
use crate::discards::{self, FoundDiscards};
use crate::distance::{self, FoundDistance};
use crate::failure::Failure;
use crate::request::{AnswerOptions, DistanceRequest, QuestionRequest, ReadyRules};
use ginga::{Completeness, Hand, document};
use serde::Serialize;

/// What is asked about each hand.
pub enum BatchRequest {
    Question(QuestionRequest),
    Distance(DistanceRequest),
    Discards(AnswerOptions),
}

impl BatchRequest {
    /// How the answers are found.
    pub fn options(&self) -> &AnswerOptions {
        match self {
            BatchRequest::Question(request) => &request.options,
            BatchRequest::Distance(request) => &request.options,
            BatchRequest::Discards(options) => options,
        }
    }

    /// What it asks for that a row of a table has no place for.
    pub fn beyond_tables(&self) -> Option<&'static str> {
        let of_distance = |given: fn(&DistanceRequest) -> bool| match self {
            BatchRequest::Distance(request) => given(request),
            _ => false,
        };
        let readings = matches!(self, BatchRequest::Question(request) if request.readings);
        let all = [
            (readings, "--readings"),
            (of_distance(|request| request.list), "--list"),
            (of_distance(|request| request.draws.is_some()), "--draws"),
            (self.options().deep, "--deep"),
            (self.options().stats, "--stats"),
        ];
        all.into_iter().find_map(|(given, option)| given.then_some(option))
    }

    /// Answers about one hand under its rules.
    pub fn answer<'a>(
        &self,
        hand: Hand,
        rules: &'a ReadyRules,
        clock: &Clock,
    ) -> Result<BatchAnswer<'a>, Failure> {
        Ok(match self {
            BatchRequest::Question(request) => {
                BatchAnswer::Question(answer(request, hand, rules, clock)?)
            }
            BatchRequest::Distance(request) => {
                BatchAnswer::Distance(distance::answer(request, hand, rules, clock)?)
            }
            BatchRequest::Discards(options) => {
                BatchAnswer::Discards(discards::answer(options, hand, rules, clock)?)
            }
        })
    }
}

/// The answer about one hand.
pub enum BatchAnswer<'a> {
    Question(Answered<'a>),
    Distance(FoundDistance<'a>),
    Discards(FoundDiscards<'a>),
}

impl<'a> BatchAnswer<'a> {
    /// The rules that it is about.
    pub fn rules(&self) -> &'a ReadyRules {
        match self {
            BatchAnswer::Question(answered) => answered.rules,
            BatchAnswer::Distance(found) => found.rules,
            BatchAnswer::Discards(found) => found.rules,
        }
    }

    /// The solver that answered.
    pub fn solver(&self) -> &'static str {
        match self {
            BatchAnswer::Question(answered) => answered.answer.report().solver,
            BatchAnswer::Distance(found) => found.acceptance.distance.report.solver,
            BatchAnswer::Discards(found) => found.discards.distance.report.solver,
        }
    }

    /// Whether all of it is known.
    pub fn completeness(&self) -> Completeness {
        match self {
            BatchAnswer::Question(answered) => answered.answer.report().completeness,
            BatchAnswer::Distance(found) => found.completeness(),
            BatchAnswer::Discards(found) => found.discards.completeness(),
        }
    }

    /// What cut the answer short, as JSON and `--…` options name it.
    pub fn stopped_by(&self) -> Option<&'static str> {
        match self {
            BatchAnswer::Question(answered) => answered.stopped_by(),
            BatchAnswer::Distance(found) => found.stopped_by(),
            BatchAnswer::Discards(found) => found.stopped_by(),
        }
    }

    /// The document of the answer to this request; `line` is its number, from 1.
    pub fn document(&self, request: &BatchRequest, line: usize) -> Option<Document<'_>> {
        let line = Some(line);
        Some(match (self, request) {
            (BatchAnswer::Question(answered), BatchRequest::Question(request)) => {
                Document::Question(answered.document(request, line))
            }
            (BatchAnswer::Distance(found), BatchRequest::Distance(request)) => {
                Document::Distance(found.document(request, line))
            }
            (BatchAnswer::Discards(found), BatchRequest::Discards(options)) => {
                Document::Discards(found.document(options, line))
            }
            _ => return None,
        })
    }
}

/// A document of any of the questions.
#[derive(Serialize)]
#[serde(untagged)]
pub enum Document<'a> {
    Question(document::Answer<'a>),
    Distance(document::Distance<'a>),
    Discards(document::Discards<'a>),
}
