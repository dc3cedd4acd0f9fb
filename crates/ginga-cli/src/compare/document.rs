//! The document of a comparison, and the one question that its hands ask: for the command line and
//! over HTTP.

use super::question_of;
use crate::answers::QuestionName;
use crate::failure::Failure;
use crate::input::Written;
use crate::json::SCHEMA;
use ginga::RuleSet;
use itertools::Itertools;
use serde::Serialize;
use serde_json::value::RawValue;

/// All answers, each the document of its question.
#[derive(Serialize)]
pub struct Document<'a> {
    schema: u8,
    command: &'a str,
    question: &'a str,
    answers: Vec<Box<RawValue>>,
}

impl<'a> Document<'a> {
    /// The document of these answers.
    pub fn of(question: &'a str, answers: Vec<Box<RawValue>>) -> Document<'a> {
        Document { schema: SCHEMA, command: "compare", question, answers }
    }
}

/// A rule set that has no answer for a hand.
#[derive(Serialize)]
struct NoAnswer<'a> {
    schema: u8,
    command: &'a str,
    hand: &'a str,
    rules: &'a str,
    error: Message<'a>,
}

#[derive(Serialize)]
struct Message<'a> {
    message: &'a str,
}

/// What stands in the place of an answer where a rule set has none.
pub fn no_answer(
    command: &str,
    written: &Written,
    rules: &RuleSet,
    message: &str,
) -> serde_json::Result<String> {
    let (hand, rules, error) = (written.text(), rules.name(), Message { message });
    serde_json::to_string(&NoAnswer { schema: SCHEMA, command, hand, rules, error })
}

/// The one question that all hands ask by their size.
pub fn question(hands: &[Written]) -> Result<QuestionName, Failure> {
    match hands.iter().map(|written| question_of(written.concealed())).all_equal_value() {
        Ok(question) => Ok(question),
        Err(_) => Err(Failure::input(
            "the hands ask different questions: some have 3n+1 concealed tiles, others 3n+2",
        )),
    }
}
