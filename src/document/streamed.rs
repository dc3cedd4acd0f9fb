//! Documents of lists that are found while they are written.

use super::answer::{Answer, Stats, stats};
use super::{Options, stopped_by};
use crate::answer::{Counts, Decomposition, FormCounts, Report};
use serde::ser::SerializeSeq;
use serde::{Serialize, Serializer};
use std::cell::{Cell, RefCell};
use std::ops::ControlFlow;

/// Shows each decomposition of a list to a writer, until it breaks off; says in the end how the run went,
/// and of the options whether it was interrupted and how long it took.
pub type ShowEach<'a> =
    dyn Fn(&mut dyn FnMut(&Decomposition) -> ControlFlow<()>) -> (Report, Options) + 'a;

/// An answer that was asked for [without a list](crate::Settings::no_list), with the list, which is found
/// while it is written: memory does not grow with it. Whether it is whole shows in the end, so `counts`,
/// `complete` and `stopped_by` are the last keys.
///
/// ```
/// use ginga::document::{self, About, Options};
/// use ginga::{Game, Overrides, Settings};
/// use std::ops::ControlFlow;
///
/// let laizi = Game::builtin("laizi")?;
/// let hand = laizi.hand("123456mjjjjjjjj")?;
/// let about = About { hand: &hand, rules: laizi.rules(), overrides: &Overrides::default() };
/// let win = laizi.win(&hand)?;
/// let head = document::win(about, &win, &Options::default());
/// let some = |write: &mut dyn FnMut(&ginga::Decomposition) -> ControlFlow<()>| {
///     let mut left = 3;
///     let report = laizi.visit(&hand, &Settings::default(), &mut |decomposition| {
///         left -= 1;
///         if left < 0 { ControlFlow::Break(()) } else { write(&decomposition) }
///     });
///     (report.unwrap(), Options::default())
/// };
/// let document = serde_json::to_value(document::streamed(head, &some))?;
/// assert_eq!(document["counts"]["decompositions"], 194_026);
/// assert_eq!(document["decompositions"].as_array().unwrap().len(), 3);
/// assert_eq!(document["complete"], false);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn streamed<'a>(mut answer: Answer<'a>, each: &'a ShowEach<'a>) -> Streamed<'a> {
    let counts = answer.end_later();
    Streamed { answer, counts, each }
}

/// The document of [`streamed`]. To write it is to go through the list.
#[derive(Clone)]
pub struct Streamed<'a> {
    answer: Answer<'a>,
    counts: Option<&'a Counts>,
    each: &'a ShowEach<'a>,
}

impl std::fmt::Debug for Streamed<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Streamed").field("answer", &self.answer).finish_non_exhaustive()
    }
}

impl Serialize for Streamed<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Whole<'s, 'a> {
            #[serde(flatten)]
            answer: &'s Answer<'a>,
            decompositions: List<'s, 'a>,
            // Written last, when the list has ended.
            #[serde(flatten)]
            end: End<'s>,
        }
        let ended = Ended::default();
        let decompositions = List { each: self.each, ended: &ended };
        let end = End { counts: self.counts, ended: &ended };
        Whole { answer: &self.answer, decompositions, end }.serialize(serializer)
    }
}

/// How a list ended, once it has, and how many decompositions of each form it has.
#[derive(Default)]
struct Ended {
    run: Cell<Option<(Report, Options)>>,
    listed: RefCell<Vec<FormCounts>>,
}

impl Ended {
    fn count(&self, form: &str) {
        let mut listed = self.listed.borrow_mut();
        match listed.last_mut().filter(|last| &*last.form == form) {
            Some(last) => last.decompositions += 1,
            None => listed.push(FormCounts { form: form.into(), decompositions: 1, readings: 1 }),
        }
    }
}

struct List<'s, 'a> {
    each: &'s ShowEach<'a>,
    ended: &'s Ended,
}

impl Serialize for List<'_, '_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(None)?;
        let mut failed = None;
        let run = (self.each)(&mut |decomposition| {
            self.ended.count(decomposition.form());
            match list.serialize_element(decomposition) {
                Ok(()) => ControlFlow::Continue(()),
                Err(error) => {
                    failed = Some(error);
                    ControlFlow::Break(())
                }
            }
        });
        self.ended.run.set(Some(run));
        failed.map_or_else(|| list.end(), Err)
    }
}

struct End<'s> {
    counts: Option<&'s Counts>,
    ended: &'s Ended,
}

impl Serialize for End<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Part {
            counts: Option<Counts>,
            complete: bool,
            #[serde(skip_serializing_if = "Option::is_none")]
            stopped_by: Option<&'static str>,
            #[serde(skip_serializing_if = "Option::is_none")]
            stats: Option<Stats>,
        }
        // Where time did not suffice to count, there are at least those listed.
        let listed = Counts::new(self.ended.listed.take());
        let part = self.ended.run.get().map(|(report, options)| Part {
            counts: self.counts.map(|counts| counts.clone().at_least(&listed)),
            complete: report.completeness.is_complete(),
            stopped_by: stopped_by(report.completeness, options.interrupted),
            stats: options.micros().map(|micros| stats(&report, micros)),
        });
        part.serialize(serializer)
    }
}
