//! Text for people: aligned, blue tiles in blue.

use super::answers::{Answer, Asked, Found, left_by_kind};
use anstyle::{AnsiColor, Style};
use ginga::notation::write_sequence;
use ginga::{
    Completeness, Counts, Decomposition, Kind, Reading, Report, StoppedBy, Tile, WaitShape, Waits,
};
use itertools::Itertools;
use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};

const BLUE: Style = AnsiColor::BrightBlue.on_default().bold();
const YES: Style = AnsiColor::Green.on_default().bold();
const NO: Style = AnsiColor::Red.on_default().bold();
const FAINT: Style = Style::new().dimmed();

/// Writes an answer.
pub fn write(out: &mut dyn Write, asked: &Asked, found: &Found) -> io::Result<()> {
    let hand = found.hand.to_string();
    let overrides =
        asked.overrides.iter().map(|(key, value)| format!(", {key} = {value}")).join("");
    let rules = found.rules.name();
    match &found.answer {
        Answer::Win(win) => {
            let verdict = verdict(win.is_win(), &win.report, "win", "no win");
            writeln!(out, "{}  {verdict}  {FAINT}{rules}{overrides}{FAINT:#}", blue(&hand))?;
            counts(out, &win.counts, "decomposition")?;
            finish(out, asked, found, &win.report)
        }
        Answer::Decompositions(all) => {
            let verdict = verdict(!all.list.is_empty(), &all.report, "win", "no win");
            writeln!(out, "{}  {verdict}  {FAINT}{rules}{overrides}{FAINT:#}", blue(&hand))?;
            counts(out, &all.counts, "decomposition")?;
            list(out, asked, &all.list)?;
            finish(out, asked, found, &all.report)
        }
        Answer::Waits(waits) => {
            let verdict = verdict(waits.is_tenpai(), &waits.report, "tenpai", "not tenpai");
            writeln!(out, "{}  {verdict}  {FAINT}{rules}{overrides}{FAINT:#}", blue(&hand))?;
            winning_tiles(out, asked, waits)?;
            counts(out, &waits.counts, "tenpai decomposition")?;
            list(out, asked, &waits.decompositions)?;
            finish(out, asked, found, &waits.report)
        }
    }
}

/// Yes, no, or that nobody knows.
fn verdict(yes: bool, report: &Report, yes_word: &str, no_word: &str) -> String {
    match (yes, report.completeness) {
        (true, _) => format!("{YES}{yes_word}{YES:#}"),
        (false, Completeness::Complete) => format!("{NO}{no_word}{NO:#}"),
        (false, Completeness::Stopped(_)) => "unknown".to_owned(),
    }
}

/// Colours the blue tiles of a text in the notation: digits before an upper-case suit letter.
pub fn blue(text: &str) -> String {
    let mut coloured = String::with_capacity(text.len());
    let mut digits = String::new();
    for character in text.chars() {
        match character {
            '0'..='9' => digits.push(character),
            'M' | 'P' | 'S' | 'Z' if !digits.is_empty() => {
                coloured += &format!("{BLUE}{}{character}{BLUE:#}", std::mem::take(&mut digits));
            }
            _ => {
                coloured += &std::mem::take(&mut digits);
                coloured.push(character);
            }
        }
    }
    coloured + &digits
}

fn plural(count: u128, word: &str) -> String {
    format!("{count} {word}{}", if count == 1 { "" } else { "s" })
}

/// How many ways, and by form where more than one form has some.
fn counts(out: &mut dyn Write, counts: &Counts, word: &str) -> io::Result<()> {
    if counts.decompositions() == 0 {
        return Ok(());
    }
    let ways = |decompositions: u128, readings: u128| {
        format!("{}, {}", plural(decompositions, word), plural(readings, "reading"))
    };
    writeln!(out, "{}", ways(counts.decompositions(), counts.readings()))?;
    let some: Vec<_> = counts.by_form().iter().filter(|form| form.decompositions > 0).collect();
    if let [only] = some.as_slice() {
        if &*only.form != "standard" {
            writeln!(out, "  all of the form {}", only.form)?;
        }
        return Ok(());
    }
    let width = some.iter().map(|form| form.form.len()).max().unwrap_or(0);
    for form in some {
        let ways = ways(form.decompositions, form.readings);
        writeln!(out, "  {:width$}  {ways}", form.form)?;
    }
    Ok(())
}

/// A table of the winning tiles, or of their kinds: copies left and wait forms.
fn winning_tiles(out: &mut dyn Write, asked: &Asked, waits: &Waits) -> io::Result<()> {
    let mut by_tile: BTreeMap<Tile, BTreeSet<WaitShape>> = BTreeMap::new();
    let mut by_kind: BTreeMap<Kind, BTreeSet<WaitShape>> = BTreeMap::new();
    let open = waits.decompositions.iter().filter_map(Decomposition::open);
    for hole in open.flat_map(|open| open.holes()) {
        by_kind.entry(hole.kind).or_default().insert(hole.shape);
        hole.tiles.iter().for_each(|&tile| {
            by_tile.entry(tile).or_default().insert(hole.shape);
        });
    }
    let shapes = |shapes: Option<&BTreeSet<WaitShape>>| {
        shapes.into_iter().flatten().map(|shape| shape.name()).join(", ")
    };
    if waits.is_tenpai() {
        writeln!(out, "\n  {FAINT}wait  left  form{FAINT:#}")?;
    }
    let mut row = |tile: String, left: u32, shapes: String| {
        let pad = " ".repeat(4usize.saturating_sub(tile.len()));
        writeln!(out, "  {}{pad}  {left:>4}  {shapes}", blue(&tile))
    };
    if asked.kinds {
        for (kind, left) in left_by_kind(waits) {
            row(kind.to_string(), left, shapes(by_kind.get(&kind)))?;
        }
    } else {
        for wait in &waits.tiles {
            row(wait.tile.to_string(), wait.left.into(), shapes(by_tile.get(&wait.tile)))?;
        }
    }
    if waits.is_tenpai() {
        let kinds = waits.kinds.iter().join(" ");
        let total: u32 = waits.tiles.iter().map(|wait| u32::from(wait.left)).sum();
        writeln!(out, "\n{total} tiles left, as the kinds {kinds}")?;
    }
    if !waits.dead.is_empty() {
        let dead = waits.dead.iter().join(" ");
        writeln!(out, "dead: {dead} would complete the hand, but no tile is left for it")?;
    }
    Ok(())
}

/// The decompositions or readings, one a line, their groups in columns.
fn list(out: &mut dyn Write, asked: &Asked, decompositions: &[Decomposition]) -> io::Result<()> {
    if asked.readings {
        let readings = ginga::readings(decompositions);
        let lines = readings.iter().map(|(reading, fillings)| {
            (reading_parts(reading), plural(u128::from(*fillings), "filling"))
        });
        return aligned(out, lines.collect());
    }
    let lines = decompositions.iter().map(|decomposition| {
        let mut parts: Vec<String> =
            decomposition.groups().map(|group| group.to_string()).collect();
        parts.extend(decomposition.open().map(|open| format!("[{open}]")));
        (parts, holes(decomposition))
    });
    aligned(out, lines.collect())
}

fn reading_parts(reading: &Reading) -> Vec<String> {
    let kinds = |kinds: &[Kind]| write_sequence(kinds.iter().map(|&kind| Tile::plain(kind)));
    let mut parts: Vec<String> = reading.groups().iter().map(|group| kinds(&group.kinds)).collect();
    parts.extend(reading.open().map(|open| format!("[{}]", kinds(open))));
    parts
}

/// The holes of a tenpai decomposition by shape: `ryanmen 1m 4m`.
fn holes(decomposition: &Decomposition) -> String {
    let holes = decomposition.open().map(|open| open.holes()).unwrap_or_default();
    let by_shape = holes.chunk_by(|one, other| one.shape == other.shape);
    by_shape
        .map(|holes| {
            let kinds = holes.iter().map(|hole| hole.kind).join(" ");
            format!("{} {kinds}", holes[0].shape.name())
        })
        .join(", ")
}

/// Lines of parts, each part in a column as wide as its widest, then a remark.
fn aligned(out: &mut dyn Write, lines: Vec<(Vec<String>, String)>) -> io::Result<()> {
    if lines.is_empty() {
        return Ok(());
    }
    writeln!(out)?;
    let mut widths: Vec<usize> = Vec::new();
    for (parts, _) in &lines {
        widths.resize(widths.len().max(parts.len()), 0);
        for (width, part) in widths.iter_mut().zip(parts) {
            *width = part.len().max(*width);
        }
    }
    for (parts, remark) in lines {
        let mut line = String::from(" ");
        for (part, &width) in parts.iter().zip(&widths) {
            line += &format!(" {part:width$}");
        }
        let line =
            if remark.is_empty() { line } else { format!("{line}  {FAINT}{remark}{FAINT:#}") };
        writeln!(out, "{}", blue(line.trim_end()))?;
    }
    Ok(())
}

/// What cut the run short, and what it cost.
fn finish(out: &mut dyn Write, asked: &Asked, found: &Found, report: &Report) -> io::Result<()> {
    match report.completeness {
        Completeness::Complete => {}
        Completeness::Stopped(StoppedBy::Limit) => {
            writeln!(out, "\nincomplete: stopped by --limit, there is more")?;
        }
        Completeness::Stopped(StoppedBy::Caller | StoppedBy::Visitor) => {
            writeln!(out, "\nincomplete: stopped by --time-limit, there may be more")?;
        }
    }
    if asked.stats {
        let Report { solver, rows, columns, work, .. } = report;
        let micros = found.elapsed.as_micros();
        writeln!(
            out,
            "\nsolver {solver}: {rows} rows, {columns} columns, {} solves, {} cuts, {micros} µs",
            work.solves, work.cuts
        )?;
    }
    Ok(())
}
