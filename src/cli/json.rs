//! JSON, schema 1: the documents that other programs read.

use super::answers::{Answer, Asked, Found};
use ginga::notation::Span;
use ginga::{
    Call, Completeness, Counts, Decomposition, Group, Hole, Kind, OpenGroup, Overrides, Reading,
    Report, StoppedBy,
};
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
    decompositions: Option<Vec<DecompositionPart<'a>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    readings: Option<Vec<ReadingPart>>,
    counts: CountsPart,
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
    kinds: Vec<String>,
    dead: Vec<String>,
}

#[derive(Serialize)]
struct WaitPart {
    tile: String,
    left: u32,
}

#[derive(Serialize)]
struct DecompositionPart<'a> {
    form: &'a str,
    groups: Vec<GroupPart>,
    #[serde(skip_serializing_if = "Option::is_none")]
    open: Option<OpenPart>,
}

#[derive(Serialize)]
struct GroupPart {
    #[serde(rename = "type")]
    group_type: &'static str,
    kinds: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tiles: Option<Vec<String>>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    called: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    concealed: bool,
}

#[derive(Serialize)]
struct OpenPart {
    kinds: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tiles: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    holes: Option<Vec<HolePart>>,
}

#[derive(Serialize)]
struct HolePart {
    kind: String,
    shape: &'static str,
    tiles: Vec<String>,
}

#[derive(Serialize)]
struct ReadingPart {
    form: String,
    groups: Vec<GroupPart>,
    #[serde(skip_serializing_if = "Option::is_none")]
    open: Option<OpenPart>,
    fillings: u64,
}

#[derive(Serialize)]
struct CountsPart {
    decompositions: u128,
    readings: u128,
    by_form: FormsPart,
}

/// The counts by form, a map in the rule set's order.
struct FormsPart(Vec<(String, FormPart)>);

#[derive(Serialize)]
struct FormPart {
    decompositions: u128,
    readings: u128,
}

impl Serialize for FormsPart {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(form, counts)| (form, counts)))
    }
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
    let (listed, readings) = match decompositions {
        Some(all) if asked.readings => {
            (None, Some(ginga::readings(all).iter().map(reading).collect()))
        }
        Some(all) => (Some(all.iter().map(decomposition).collect()), None),
        None => (None, None),
    };
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
        decompositions: listed,
        readings,
        counts: counts_part(counts),
        stats: asked.stats.then(|| stats(report, found.elapsed)),
    };
    serde_json::to_string(&document)
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
        Completeness::Stopped(StoppedBy::Caller) => Some("time-limit"),
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
    Some(WaitsPart {
        waits: listed,
        kinds: strings(waits.kinds.iter()),
        dead: strings(waits.dead.iter()),
    })
}

/// Tiles or kinds, each a string.
pub fn strings<T: ToString>(items: impl Iterator<Item = T>) -> Vec<String> {
    items.map(|item| item.to_string()).collect()
}

fn decomposition(decomposition: &Decomposition) -> DecompositionPart<'_> {
    DecompositionPart {
        form: decomposition.form(),
        groups: decomposition.groups().map(group).collect(),
        open: decomposition.open().map(open),
    }
}

fn group(group: &Group) -> GroupPart {
    GroupPart {
        group_type: group.group_type().name(),
        kinds: strings(group.kinds()),
        tiles: Some(strings(group.tiles())),
        called: group.is_called(),
        concealed: group.call() == Call::ConcealedKan,
    }
}

fn open(open: &OpenGroup) -> OpenPart {
    let hole = |hole: &Hole| HolePart {
        kind: hole.kind.to_string(),
        shape: hole.shape.name(),
        tiles: strings(hole.tiles.iter()),
    };
    OpenPart {
        kinds: strings(open.kinds()),
        tiles: Some(strings(open.tiles())),
        holes: Some(open.holes().iter().map(hole).collect()),
    }
}

fn reading((reading, fillings): &(Reading, u64)) -> ReadingPart {
    let group = |group: &ginga::ReadGroup| GroupPart {
        group_type: group.group_type.name(),
        kinds: strings(group.kinds.iter()),
        tiles: None,
        called: false,
        concealed: false,
    };
    let open = |kinds: &[Kind]| OpenPart { kinds: strings(kinds.iter()), tiles: None, holes: None };
    ReadingPart {
        form: reading.form().to_owned(),
        groups: reading.groups().iter().map(group).collect(),
        open: reading.open().map(open),
        fillings: *fillings,
    }
}

fn counts_part(counts: &Counts) -> CountsPart {
    let form = |form: &ginga::FormCounts| {
        let part = FormPart { decompositions: form.decompositions, readings: form.readings };
        (form.form.to_string(), part)
    };
    CountsPart {
        decompositions: counts.decompositions(),
        readings: counts.readings(),
        by_form: FormsPart(counts.by_form().iter().map(form).collect()),
    }
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
