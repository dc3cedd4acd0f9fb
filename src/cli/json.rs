//! JSON, schema 1: the documents that other programs read.

use super::answers::{Answer, Asked, Found};
use ginga::notation::Span;
use ginga::{Completeness, Counts, Decomposition, KindSet, Overrides, Reading, Report, StoppedBy};
use serde::Serialize;
use std::collections::BTreeMap;
use std::time::Duration;

/// The version of every document.
pub const SCHEMA: u8 = 1;

/// The answer to a question.
#[derive(Serialize)]
struct Document<'a> {
    schema: u8,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    command: &'a str,
    hand: String,
    rules: &'a str,
    overrides: BTreeMap<String, OverrideValue>,
    solver: &'a str,
    complete: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    stopped_by: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    win: Option<bool>,
    #[serde(flatten)]
    waits: Option<WaitsPart>,
    #[serde(skip_serializing_if = "Option::is_none")]
    decompositions: Option<&'a [Decomposition]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    readings: Option<Vec<ReadingPart<'a>>>,
    counts: &'a Counts,
    #[serde(skip_serializing_if = "Option::is_none")]
    stats: Option<Stats>,
}

/// The value of an override: a number or a truth value where it is one, else its text.
#[derive(Serialize)]
#[serde(untagged)]
enum OverrideValue {
    Boolean(bool),
    Integer(i64),
    Text(String),
}

#[derive(Serialize)]
struct WaitsPart {
    waits: Vec<WaitPart>,
    kinds: KindSet,
    dead: KindSet,
}

#[derive(Serialize)]
struct WaitPart {
    tile: String,
    left: u32,
}

#[derive(Serialize)]
struct ReadingPart<'a> {
    #[serde(flatten)]
    reading: &'a Reading,
    fillings: u64,
}

#[derive(Serialize)]
struct Stats {
    rows: usize,
    columns: usize,
    solves: u64,
    cuts: u64,
    micros: u64,
}

/// A line of a batch that could not be answered.
#[derive(Serialize)]
struct LineFault<'a> {
    schema: u8,
    line: usize,
    input: &'a str,
    error: FaultPart<'a>,
}

#[derive(Serialize)]
struct FaultPart<'a> {
    message: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    span: Option<[usize; 2]>,
}

/// The document of an answer; `line` is its number in a batch, from 1.
pub fn answer(asked: &Asked, found: &Found, line: Option<usize>) -> serde_json::Result<String> {
    let (decompositions, counts, report) = match &found.answer {
        Answer::Win(win) => (None, &win.counts, &win.report),
        Answer::Decompositions(all) => (Some(&all.list), &all.counts, &all.report),
        Answer::Waits(waits) => (Some(&waits.decompositions), &waits.counts, &waits.report),
    };
    let all_readings = decompositions.filter(|_| asked.readings).map(|all| ginga::readings(all));
    let readings = all_readings.as_ref().map(|all| all.iter().map(reading_part).collect());
    let document = Document {
        schema: SCHEMA,
        line,
        command: asked.question.name(),
        hand: found.hand.to_string(),
        rules: found.rules.name(),
        overrides: overrides(&asked.overrides),
        solver: report.solver,
        complete: report.completeness.is_complete(),
        stopped_by: stopped_by(report.completeness),
        win: match &found.answer {
            Answer::Win(win) => Some(win.is_win()),
            _ => None,
        },
        waits: waits(asked, found),
        decompositions: decompositions.filter(|_| !asked.readings).map(Vec::as_slice),
        readings,
        counts,
        stats: asked.stats.then(|| stats(report, found.elapsed)),
    };
    serde_json::to_string(&document)
}

fn reading_part((reading, fillings): &(Reading, u64)) -> ReadingPart<'_> {
    ReadingPart { reading, fillings: *fillings }
}

/// The document of a batch line at fault.
pub fn line_fault(
    line: usize,
    input: &str,
    message: &str,
    span: Option<Span>,
) -> serde_json::Result<String> {
    let span = span.map(|span| [span.start, span.end]);
    serde_json::to_string(&LineFault {
        schema: SCHEMA,
        line,
        input,
        error: FaultPart { message, span },
    })
}

/// Overrides as a JSON map.
fn overrides(overrides: &Overrides) -> BTreeMap<String, OverrideValue> {
    let value = |text: String| match (text.parse(), text.parse()) {
        (Ok(boolean), _) => OverrideValue::Boolean(boolean),
        (_, Ok(integer)) => OverrideValue::Integer(integer),
        _ => OverrideValue::Text(text),
    };
    overrides.iter().map(|(key, text)| (key.to_owned(), value(text))).collect()
}

/// Overrides as a JSON value, for documents of other commands.
pub fn overrides_value(changed: &Overrides) -> serde_json::Value {
    serde_json::to_value(overrides(changed)).unwrap_or_default()
}

fn stopped_by(completeness: Completeness) -> Option<&'static str> {
    match completeness {
        Completeness::Complete => None,
        Completeness::Stopped(StoppedBy::Limit) => Some("limit"),
        Completeness::Stopped(StoppedBy::Caller | StoppedBy::Visitor) => Some("time-limit"),
    }
}

fn waits(asked: &Asked, found: &Found) -> Option<WaitsPart> {
    let Answer::Waits(waits) = &found.answer else { return None };
    let part = |tile: String, left: u32| WaitPart { tile, left };
    let listed = if asked.kinds {
        let by_kind = super::answers::left_by_kind(waits);
        by_kind.into_iter().map(|(kind, left)| part(kind.to_string(), left)).collect()
    } else {
        waits.tiles.iter().map(|wait| part(wait.tile.to_string(), wait.left.into())).collect()
    };
    Some(WaitsPart { waits: listed, kinds: waits.kinds, dead: waits.dead })
}

/// Tiles or kinds, each a string.
pub fn strings<T: ToString>(items: impl Iterator<Item = T>) -> Vec<String> {
    items.map(|item| item.to_string()).collect()
}

fn stats(report: &Report, elapsed: Duration) -> Stats {
    Stats {
        rows: report.rows,
        columns: report.columns,
        solves: report.work.solves,
        cuts: report.work.cuts,
        micros: u64::try_from(elapsed.as_micros()).unwrap_or(u64::MAX),
    }
}
