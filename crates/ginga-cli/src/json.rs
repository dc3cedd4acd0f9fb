//! JSON, schema 1: the documents that other programs read.

use super::answers::{Answer, Answered};
use super::request::QuestionRequest;
use ginga::notation::Span;
use ginga::{
    Counts, Decomposition, Direction, KindSet, NearMiss, NearMisses, Objective, Overrides, Reading,
    Report, RuleSet,
};
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::{self, Write};
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
    objective: Option<ObjectivePart<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    decompositions: Option<ListPart<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    readings: Option<Vec<ReadingPart<'a>>>,
    counts: &'a Counts,
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<WhyPart<'a>>,
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

/// Decompositions in canonical order, or with their values, best first.
#[derive(Serialize)]
#[serde(untagged)]
enum ListPart<'a> {
    Plain(&'a [Decomposition]),
    Ranked(Vec<ValuedPart<'a>>),
}

#[derive(Serialize)]
struct ValuedPart<'a> {
    value: i64,
    #[serde(flatten)]
    decomposition: &'a Decomposition,
}

#[derive(Serialize)]
struct ObjectivePart<'a> {
    direction: &'a str,
    terms: BTreeMap<&'a str, i32>,
}

/// The nearest misses: how few tiles stay out at best, and which.
#[derive(Serialize)]
struct WhyPart<'a> {
    out: usize,
    complete: bool,
    misses: Vec<MissPart<'a>>,
}

#[derive(Serialize)]
struct MissPart<'a> {
    out: Vec<String>,
    #[serde(flatten)]
    placed: &'a Decomposition,
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

/// Writes the document of an answer, without a line end; `line` is its number in a batch, from 1.
pub fn write_answer(
    out: &mut dyn Write,
    request: &QuestionRequest,
    answered: &Answered<'_>,
    line: Option<usize>,
) -> io::Result<()> {
    let decompositions = match &answered.answer {
        Answer::Win(_) | Answer::Ranked(_) => None,
        Answer::Decompositions(all) => Some(all.list.as_slice()),
        Answer::Waits(waits) => Some(waits.decompositions.as_slice()),
    };
    let all_readings = decompositions.filter(|_| request.readings).map(ginga::readings);
    let listed = match &answered.answer {
        Answer::Ranked(ranked) => Some(ListPart::Ranked(ranked.list.iter().map(valued).collect())),
        _ => decompositions.filter(|_| !request.readings).map(ListPart::Plain),
    };
    let report = answered.answer.report();
    let document = Document {
        schema: SCHEMA,
        line,
        command: request.question.name(),
        hand: answered.hand.to_string(),
        rules: answered.rules.set().name(),
        overrides: overrides(&answered.rules.overrides, answered.rules.set()),
        solver: report.solver,
        complete: report.completeness.is_complete(),
        stopped_by: answered.stopped_by(),
        win: match &answered.answer {
            Answer::Win(win) => Some(win.is_win()),
            _ => None,
        },
        waits: waits(request, answered),
        objective: request.objective.as_ref().map(objective_part),
        decompositions: listed,
        readings: all_readings.as_ref().map(|all| all.iter().map(reading_part).collect()),
        counts: answered.answer.counts(),
        why: answered.near.as_ref().map(why_part),
        stats: request.options.stats.then(|| stats(report, answered.elapsed)),
    };
    Ok(serde_json::to_writer(out, &document)?)
}

fn valued((decomposition, value): &(Decomposition, i64)) -> ValuedPart<'_> {
    ValuedPart { decomposition, value: *value }
}

fn objective_part(objective: &Objective) -> ObjectivePart<'_> {
    let direction = match objective.direction() {
        Direction::Minimize => "minimize",
        Direction::Maximize => "maximize",
    };
    ObjectivePart { direction, terms: objective.terms().collect() }
}

fn why_part(near: &NearMisses) -> WhyPart<'_> {
    WhyPart {
        out: near.out,
        complete: near.report.completeness.is_complete(),
        misses: near.list.iter().map(miss_part).collect(),
    }
}

fn miss_part(miss: &NearMiss) -> MissPart<'_> {
    MissPart { out: strings(miss.out.tiles()), placed: &miss.placed }
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
fn overrides(overrides: &Overrides, rules: &RuleSet) -> BTreeMap<String, OverrideValue> {
    let value = |text: String| match (text.parse(), text.parse()) {
        (Ok(boolean), _) => OverrideValue::Boolean(boolean),
        (_, Ok(integer)) => OverrideValue::Integer(integer),
        _ => OverrideValue::Text(text),
    };
    overrides.changes(rules).into_iter().map(|(key, text)| (key, value(text))).collect()
}

/// Overrides as a JSON value, for documents of other commands.
pub fn overrides_value(changed: &Overrides, rules: &RuleSet) -> serde_json::Value {
    serde_json::to_value(overrides(changed, rules)).unwrap_or_default()
}

fn waits(request: &QuestionRequest, answered: &Answered<'_>) -> Option<WaitsPart> {
    let Answer::Waits(waits) = &answered.answer else { return None };
    let listed = super::answers::listed_waits(request, waits).into_iter();
    let listed = listed.map(|(tile, left)| WaitPart { tile, left }).collect();
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
