//! Whole answers as JSON documents of schema 1, and their parts (feature `serde`).
//!
//! Every document begins with the same head: the schema, the command, the hand, the rule set, what was
//! changed of it, and whether the answer is all there is. The program writes these documents, on the
//! command line, in batches and over HTTP; `docs/json.md` lists their keys. A document is a value that any
//! serializer of [`serde`] writes.
//!
//! ```
//! use ginga::document::{self, About, Options};
//! use ginga::{Game, Overrides};
//!
//! let galaxy = Game::builtin("galaxy")?;
//! let hand = galaxy.hand("23m5p5P")?;
//! let waits = galaxy.waits(&hand)?;
//!
//! let about = About { hand: &hand, rules: galaxy.rules(), overrides: &Overrides::default() };
//! let text = serde_json::to_string(&document::waits(about, &waits, &Options::default()))?;
//! assert!(text.starts_with(r#"{"schema":1,"command":"waits","hand":"23m5p5P","rules":"galaxy","#));
//!
//! let read: serde_json::Value = serde_json::from_str(&text)?;
//! assert_eq!(read["waits"][1], serde_json::json!({"tile": "1M", "left": 1}));
//! assert_eq!(read["kinds"], serde_json::json!(["1m", "4m"]));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The parts of an answer ([`Tile`](crate::Tile), [`Group`](crate::Group),
//! [`Decomposition`](crate::Decomposition), [`Reading`](crate::Reading), [`Counts`](crate::Counts) …) are
//! written alone as within a document, and read back.

mod answer;
mod chances;
mod compare;
mod discards;
mod distance;
mod draw_model;
mod head;
mod model;
mod nearest;
mod parts;
mod streamed;
mod why;

pub use answer::{Answer, decompose, ranked, waits, win};
pub use compare::{Compared, Comparison, NoAnswer, comparison, no_answer};
pub use discards::{Discards, discards};
pub use distance::{Distance, distance};
pub use draw_model::{DrawModels, draw_models};
pub use head::{About, Changes, SCHEMA, changes, stopped_by};
pub use model::{Models, models};
pub use streamed::{ShowEach, Streamed, streamed};

use crate::answer::Report;
use crate::notation::Span;
use crate::size::HandSize;
use head::Head;
use serde::Serialize;
use std::time::Duration;

/// What a document says beside the answer itself, and in which of its forms.
#[derive(Debug, Clone, Copy, Default)]
pub struct Options {
    /// The number of the line that the hand stands on, from 1, for an answer among many.
    pub line: Option<usize>,
    /// Winning tiles are folded to the kinds that they complete the hand as.
    pub kinds: bool,
    /// Readings are listed instead of decompositions.
    pub readings: bool,
    /// Decompositions are not listed, nor are readings: the answer was asked for with
    /// [`Settings::no_list`](crate::Settings::no_list).
    pub no_list: bool,
    /// Whether a person ended a run that the caller's [`Stop`](crate::Stop) cut short: it is then
    /// stopped by `interrupt`, else by `time-limit`.
    pub interrupted: bool,
    /// How long the answer took, where the document is to say what it cost.
    pub elapsed: Option<Duration>,
}

impl Options {
    fn micros(&self) -> Option<u64> {
        let elapsed = self.elapsed?;
        Some(u64::try_from(elapsed.as_micros()).unwrap_or(u64::MAX))
    }
}

/// The last line behind decompositions that [`visit`](crate::visit) found and that were written one by
/// one: the head, and how many there were.
///
/// ```
/// use ginga::document::{self, About, Options};
/// use ginga::{Game, Overrides, Settings};
/// use std::ops::ControlFlow;
///
/// let riichi = Game::builtin("riichi")?;
/// let hand = riichi.hand("22334455667788s")?;
/// let mut lines = Vec::new();
/// let report = riichi.visit(&hand, &Settings::default(), &mut |decomposition| {
///     lines.extend(serde_json::to_string(&decomposition));
///     ControlFlow::Continue(())
/// })?;
/// let about = About { hand: &hand, rules: riichi.rules(), overrides: &Overrides::default() };
/// let last = document::visited(about, &report, lines.len() as u64, &Options::default());
/// let last = serde_json::to_value(&last)?;
/// assert_eq!((&last["command"], &last["told"]), (&"decompose".into(), &4.into()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn visited<'a>(about: About<'a>, report: &Report, told: u64, options: &Options) -> Visited<'a> {
    let waits = about.hand.size() == Some(HandSize::Waiting);
    let command = if waits { "waits" } else { "decompose" };
    Visited { head: Head::of_report(command, about, report, options), told }
}

/// The document of [`visited`].
#[derive(Debug, Clone, Serialize)]
pub struct Visited<'a> {
    #[serde(flatten)]
    head: Head<'a>,
    told: u64,
}

/// What stands in the place of an answer among many whose text is at fault: `line` is its number from
/// 1, and the place counts in `input`.
///
/// ```
/// use ginga::{Game, document};
/// let error = Game::builtin("riichi")?.hand("12x").unwrap_err();
/// let fault = document::line_fault(17, "12x", "no such suit", error.span);
/// let text = serde_json::to_string(&fault)?;
/// assert!(text.starts_with(r#"{"schema":1,"line":17,"input":"12x","error":{"message":"no such suit","#));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn line_fault<'a>(
    line: usize,
    input: &'a str,
    message: &'a str,
    span: Option<Span>,
) -> LineFault<'a> {
    let span = span.map(|span| [span.start, span.end]);
    LineFault { schema: SCHEMA, line, input, error: Fault { message, span } }
}

/// The document of [`line_fault`].
#[derive(Debug, Clone, Serialize)]
pub struct LineFault<'a> {
    schema: u8,
    line: usize,
    input: &'a str,
    error: Fault<'a>,
}

/// What is wrong, and where: from this character up to that one.
#[derive(Debug, Clone, Serialize)]
struct Fault<'a> {
    message: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    span: Option<[usize; 2]>,
}
