//! What was measured, for people and for programs.

use super::measure::{Measured, Passes};
use super::sets::HandSet;
use crate::args::bench::{BenchArgs, Task};
use crate::json;
use crate::text::grouped;
use ginga::document::SCHEMA;
use serde::Serialize;
use std::io::{self, Write};

/// What was measured.
pub struct Report {
    pub rows: Vec<Row>,
    /// How many rows there are when nothing ends the run.
    pub wanted: usize,
    /// How many hands the search has answered as well.
    pub compared: usize,
}

/// One task on one set.
pub struct Row {
    pub task: Task,
    pub set: HandSet,
    /// How many hands were measured.
    pub hands: usize,
    /// How many hands of the set the search has answered as well.
    pub compared: usize,
    pub measured: Measured,
    /// In a table of all rule sets.
    pub passes: Option<Passes>,
}

impl Report {
    /// Whether every row is there; only Ctrl-C leaves some out.
    pub fn is_complete(&self) -> bool {
        self.rows.len() == self.wanted
    }
}

impl Row {
    fn hands_per_second(&self) -> u64 {
        // What is too quick for the clock took a nanosecond for all hands.
        (1e9 / self.measured.nanoseconds.max(1.0 / self.hands as f64)).round() as u64
    }
}

/// The heads of the columns; the first two are words, the others numbers.
const HEAD: [&str; 6] = ["rules", "set", "wild", "hands", "hands/s", "ns/hand"];

/// The heads of a table of all rule sets: hands with new parts, hands with known parts, the slowest hand,
/// and how many times as long as under riichi hands with known parts take.
const HEAD_OF_ALL: [&str; 6] = ["rules", "hands", "new", "known", "slowest", "x riichi"];

/// A table a task.
pub fn write_text(out: &mut dyn Write, args: &BenchArgs, report: &Report) -> io::Result<()> {
    let machine = Machine::this();
    let (os, arch, cores) = (machine.os, machine.arch, machine.cores);
    let cores = if cores == 1 { "1 core".to_owned() } else { format!("{cores} cores") };
    writeln!(out, "{os} {arch}, {cores}, one thread measured, seed {}", args.seed)?;
    if cfg!(debug_assertions) {
        writeln!(out, "built with debug assertions; a release build is quicker")?;
    }
    let all_rules = report.rows.iter().any(|row| row.passes.is_some());
    let (head, words) = if all_rules { (HEAD_OF_ALL, 1) } else { (HEAD, 2) };
    let line = |row| if all_rules { line_of_all(row, report) } else { line(row) };
    let lines: Vec<[String; 6]> = report.rows.iter().map(line).collect();
    let widths = widths(&head, &lines);
    let shared = |one: &&Row, other: &&Row| {
        one.task == other.task && (!all_rules || one.set.source() == other.set.source())
    };
    let mut lines = lines.iter();
    let rows: Vec<&Row> = report.rows.iter().collect();
    for rows in rows.chunk_by(shared) {
        let Some(Row { task, set, .. }) = rows.first() else { continue };
        match all_rules {
            true => writeln!(out, "\n{}, {} hands: ns a hand\n", task.name(), set.source())?,
            false => writeln!(out, "\n{}: {}\n", task.name(), task.title())?,
        }
        write_line(out, &head, &widths, words)?;
        for line in lines.by_ref().take(rows.len()) {
            write_line(out, line, &widths, words)?;
        }
    }
    writeln!(out, "\nthe search agrees on {} hands", grouped(report.compared as u64))?;
    if !report.is_complete() {
        let (measured, wanted) = (report.rows.len(), report.wanted);
        writeln!(out, "incomplete: stopped by interrupt, {measured} of {wanted} rows measured")?;
    }
    Ok(())
}

fn line(row: &Row) -> [String; 6] {
    let nanoseconds = row.measured.nanoseconds;
    [
        row.set.rules.to_owned(),
        row.set.name().to_owned(),
        row.set.wild.to_string(),
        grouped(row.hands as u64),
        grouped(row.hands_per_second()),
        nanoseconds_of(nanoseconds),
    ]
}

fn line_of_all(row: &Row, report: &Report) -> [String; 6] {
    let slowest = row.passes.map_or(0, |passes| passes.slowest_nanoseconds());
    [
        row.set.rules.to_owned(),
        grouped(row.hands as u64),
        nanoseconds_of(row.passes.map_or(0.0, |passes| passes.first)),
        nanoseconds_of(row.measured.nanoseconds),
        grouped(slowest),
        row.times_riichi(report).map_or_else(String::new, |times| format!("{times:.1}")),
    ]
}

fn nanoseconds_of(nanoseconds: f64) -> String {
    if nanoseconds < 100.0 {
        format!("{nanoseconds:.1}")
    } else {
        grouped(nanoseconds.round() as u64)
    }
}

/// The same for all tasks, so that their columns stand below each other.
fn widths(head: &[&str; 6], lines: &[[String; 6]]) -> [usize; 6] {
    std::array::from_fn(|column| {
        let cells = lines.iter().map(|line| line[column].len());
        cells.chain([head[column].len()]).max().unwrap_or_default()
    })
}

fn write_line(
    out: &mut dyn Write,
    cells: &[impl AsRef<str>; 6],
    widths: &[usize; 6],
    words: usize,
) -> io::Result<()> {
    for (column, (cell, width)) in cells.iter().zip(widths).enumerate() {
        let cell = cell.as_ref();
        match column < words {
            true => write!(out, "  {cell:width$}")?,
            false => write!(out, "  {cell:>width$}")?,
        }
    }
    writeln!(out)
}

/// Where the figures are from.
#[derive(Serialize)]
struct Machine {
    cores: usize,
    os: &'static str,
    arch: &'static str,
}

impl Machine {
    fn this() -> Machine {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Machine { cores, os: std::env::consts::OS, arch: std::env::consts::ARCH }
    }
}

#[derive(Serialize)]
struct Document {
    schema: u8,
    command: &'static str,
    seed: u64,
    complete: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    stopped_by: Option<&'static str>,
    machine: Machine,
    results: Vec<RowPart>,
}

#[derive(Serialize)]
struct RowPart {
    task: &'static str,
    rules: &'static str,
    set: &'static str,
    wild: u8,
    hands: usize,
    answers: usize,
    compared: usize,
    nanoseconds: f64,
    hands_per_second: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    first_nanoseconds: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    slowest_nanoseconds: Option<u64>,
}

/// One object.
pub fn write_json(out: &mut dyn Write, args: &BenchArgs, report: &Report) -> io::Result<()> {
    let complete = report.is_complete();
    let document = Document {
        schema: SCHEMA,
        command: "bench",
        seed: args.seed,
        complete,
        stopped_by: (!complete).then_some("interrupt"),
        machine: Machine::this(),
        results: report.rows.iter().map(part).collect(),
    };
    json::write_line(out, &document)
}

fn part(row: &Row) -> RowPart {
    RowPart {
        task: row.task.name(),
        rules: row.set.rules,
        set: row.set.name(),
        wild: row.set.wild,
        hands: row.hands,
        answers: row.measured.answers,
        compared: row.compared,
        nanoseconds: to_a_tenth(row.measured.nanoseconds),
        hands_per_second: row.hands_per_second(),
        first_nanoseconds: row.passes.map(|passes| to_a_tenth(passes.first)),
        slowest_nanoseconds: row.passes.map(|passes| passes.slowest_nanoseconds()),
    }
}

/// A tenth of a nanosecond is more than a clock can mean.
fn to_a_tenth(nanoseconds: f64) -> f64 {
    (nanoseconds * 10.0).round() / 10.0
}
