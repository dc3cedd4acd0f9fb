//! The document of one question under several rule sets.

use super::answer::Answer;
use super::distance::Distance;
use super::head::{Head, SCHEMA};
use crate::rules::RuleSet;
use serde::Serialize;

/// The document of a comparison: all answers to one question (`win`, `decompose`, `waits` or `distance`), those of
/// the first hand under each rule set first.
///
/// ```
/// use ginga::document::{self, About, Compared, Options};
/// use ginga::{Game, Overrides};
///
/// let [riichi, sichuan] = [Game::builtin("riichi")?, Game::builtin("sichuan")?];
/// let hand = riichi.hand("55m77z")?;
/// let waits = riichi.waits(&hand)?;
/// let about = About { hand: &hand, rules: riichi.rules(), overrides: &Overrides::default() };
/// let none = sichuan.hand("55m77z").unwrap_err().to_string(); // Sichuan has no honours.
/// let answers = vec![
///     Compared::Answer(document::waits(about, &waits, &Options::default())),
///     Compared::None(document::no_answer("waits", "55m77z", sichuan.rules(), &none)),
/// ];
/// let document = serde_json::to_value(document::comparison("waits", answers))?;
/// assert_eq!(document["answers"][0]["kinds"], serde_json::json!(["5m", "7z"]));
/// assert_eq!(document["answers"][1]["error"]["message"], none);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn comparison<'a>(question: &'a str, answers: Vec<Compared<'a>>) -> Comparison<'a> {
    Comparison { schema: SCHEMA, command: "compare", question, answers }
}

/// The document of [`comparison`].
#[derive(Debug, Clone, Serialize)]
pub struct Comparison<'a> {
    schema: u8,
    command: &'static str,
    question: &'a str,
    answers: Vec<Compared<'a>>,
}

/// The answer of one rule set about one hand.
#[derive(Debug, Clone, Serialize)]
#[serde(untagged)]
pub enum Compared<'a> {
    /// An answer.
    Answer(Answer<'a>),
    /// How far the hand is.
    Distance(Distance<'a>),
    /// The rule set has none.
    None(NoAnswer<'a>),
}

/// What stands in the place of an answer where a rule set has none for a hand's text.
pub fn no_answer<'a>(
    question: &'a str,
    text: &'a str,
    rules: &'a RuleSet,
    message: &'a str,
) -> NoAnswer<'a> {
    NoAnswer { head: Head::of_text(question, text, rules), error: Message { message } }
}

/// The document of [`no_answer`].
#[derive(Debug, Clone, Serialize)]
pub struct NoAnswer<'a> {
    #[serde(flatten)]
    head: Head<'a>,
    error: Message<'a>,
}

#[derive(Debug, Clone, Serialize)]
struct Message<'a> {
    message: &'a str,
}
