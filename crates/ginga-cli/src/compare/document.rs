//! The document of a comparison, for the command line and over HTTP.

use crate::json::SCHEMA;
use crate::request::HandInput;
use ginga::RuleSet;
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
    input: &HandInput,
    rules: &RuleSet,
    message: &str,
) -> serde_json::Result<String> {
    let (hand, rules, error) = (input.text(), rules.name(), Message { message });
    serde_json::to_string(&NoAnswer { schema: SCHEMA, command, hand, rules, error })
}
