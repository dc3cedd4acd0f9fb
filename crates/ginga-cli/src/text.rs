//! Text for people: aligned, blue tiles in blue.

use super::answers::{Answer, Answered, Near, are_all_left};
use super::request::{Question, QuestionRequest};
use super::shanten;
use anstyle::{AnsiColor, Style};
use ginga::notation::write_sequence;
use ginga::{
    Completeness, Counts, Decomposition, Kind, Objective, Ranked, Reading, Report, StoppedBy, Tile,
    WaitShape, Waits,
};
use itertools::Itertools;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::io::{self, Write};

const BLUE: Style = AnsiColor::BrightBlue.on_default().bold();
pub const YES: Style = AnsiColor::Green.on_default().bold();
pub const NO: Style = AnsiColor::Red.on_default().bold();
/// For what matters less.
pub const FAINT: Style = Style::new().dimmed();

/// Writes an answer.
pub fn write(
    out: &mut dyn Write,
    request: &QuestionRequest,
    answered: &Answered<'_>,
) -> io::Result<()> {
    write_head(out, request, answered)?;
    match &answered.answer {
        Answer::Win(_) => {}
        Answer::Decompositions(all) => list(out, request, &all.list)?,
        Answer::Ranked(ranked, objective) => best_first(out, ranked, objective)?,
        Answer::Waits(waits) => list(out, request, &waits.decompositions)?,
    }
    if let Some(near) = &answered.near {
        how_far(out, request, answered, near)?;
    }
    finish(out, request, answered)
}

/// Writes what stands above the list: verdict, winning tiles, counts.
pub fn write_head(
    out: &mut dyn Write,
    request: &QuestionRequest,
    answered: &Answered<'_>,
) -> io::Result<()> {
    let report = answered.answer.report();
    let (yes, no) = request.question.verdicts();
    let verdict = verdict(answered.answer.is_yes(), report, yes, no);
    let changes = answered.rules.overrides.changes(answered.rules.set());
    let overrides = changes.iter().map(|(key, value)| format!(", {key} = {value}")).join("");
    let (hand, rules) = (blue(&answered.hand.to_string()), answered.rules.set().name());
    writeln!(out, "{hand}  {verdict}  {FAINT}{rules}{overrides}{FAINT:#}")?;
    if let Answer::Waits(waits) = &answered.answer {
        if are_all_left(&answered.hand, answered.rules.set(), &waits.tiles) {
            writeln!(out, "every tile wins")?;
        }
        winning_tiles(out, request, waits)?;
        return counts(out, request, answered, "tenpai decomposition");
    }
    counts(out, request, answered, "decomposition")
}

/// How far a hand is that is no win or not tenpai, which tiles help, and nearest wins.
fn how_far(
    out: &mut dyn Write,
    request: &QuestionRequest,
    answered: &Answered<'_>,
    near: &Near,
) -> io::Result<()> {
    let Near { acceptance, wins } = near;
    let Some(distance) = acceptance.distance.tiles() else {
        return writeln!(out, "never: no tiles left make it a win");
    };
    write!(out, "{}, {} from a win", shanten::name(distance), plural(distance.into(), "tile"))?;
    if request.question == Question::Waits {
        let (copies, rules) = (acceptance.copies(), answered.rules.set());
        let listed = match request.kinds {
            true => shanten::kinds(acceptance, rules),
            false if are_all_left(&answered.hand, rules, &acceptance.tiles) => {
                "every tile".to_owned()
            }
            false => shanten::first_tiles(&acceptance.tiles),
        };
        write!(out, "; {copies} tiles left help: {listed}")?;
    }
    let Some(wins) = wins else { return writeln!(out) };
    writeln!(out, "{}", if request.question == Question::Waits { "" } else { ":" })?;
    wins.write(out)
}

/// Decompositions by the objective, each with its value.
fn best_first(out: &mut dyn Write, ranked: &Ranked, objective: &Objective) -> io::Result<()> {
    writeln!(out, "\nbest first: {objective}, proven")?;
    aligned(out, || {
        ranked.list.iter().map(|(decomposition, value)| (parts(decomposition), value.to_string()))
    })
}

/// The groups of a decomposition, the open one in square brackets.
fn parts(decomposition: &Decomposition) -> Vec<String> {
    let groups = decomposition.groups().map(|group| group.to_string());
    groups.chain(decomposition.partial().map(|open| format!("[{open}]"))).collect()
}

/// Yes, no, or that nobody knows. What a limit cuts off the list changes nothing about it.
fn verdict(yes: bool, report: &Report, yes_word: &str, no_word: &str) -> String {
    match (yes, report.completeness) {
        (true, Completeness::Complete | Completeness::Stopped(StoppedBy::Limit)) => {
            format!("{YES}{yes_word}{YES:#}")
        }
        (true, Completeness::Stopped(_)) => {
            format!("{YES}{yes_word}{YES:#} (incomplete: what was found by then)")
        }
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

/// A number of things: `1 tile`, `2 tiles`.
pub fn plural(count: u128, word: &str) -> String {
    format!("{count} {word}{}", if count == 1 { "" } else { "s" })
}

/// How many ways, those listed of all there are, and by form where more than one form has some.
fn counts(
    out: &mut dyn Write,
    request: &QuestionRequest,
    answered: &Answered<'_>,
    word: &str,
) -> io::Result<()> {
    let counts = answered.answer.counts();
    if counts.decompositions() == 0 {
        return Ok(());
    }
    let ways = |decompositions: u128, readings: u128| {
        format!("{}, {}", plural(decompositions, word), plural(readings, "reading"))
    };
    let cut = answered.answer.report().completeness == Completeness::Stopped(StoppedBy::Limit);
    let listed = request.options.limit.filter(|_| cut).map(|limit| format!("{limit} of "));
    let all = ways(counts.decompositions(), counts.readings());
    writeln!(out, "{}{all}", listed.unwrap_or_default())?;
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

/// A table of the winning tiles, or of their kinds: copies left and wait shapes.
fn winning_tiles(out: &mut dyn Write, request: &QuestionRequest, waits: &Waits) -> io::Result<()> {
    let mut by_tile: BTreeMap<Tile, BTreeSet<WaitShape>> = BTreeMap::new();
    let mut by_kind: BTreeMap<Kind, BTreeSet<WaitShape>> = BTreeMap::new();
    let open = waits.decompositions.iter().filter_map(Decomposition::partial);
    for hole in open.flat_map(|open| open.holes()) {
        by_kind.entry(hole.kind).or_default().insert(hole.shape);
        hole.tiles.iter().for_each(|&tile| {
            by_tile.entry(tile).or_default().insert(hole.shape);
        });
    }
    let shapes = |shapes: Option<&BTreeSet<WaitShape>>| {
        shapes.into_iter().flatten().map(|shape| shape.name()).join(", ")
    };
    // How a hand waits for a tile is known of the decompositions that are listed: of all, or of none.
    let all_listed = waits.decompositions.len() as u128 == waits.counts.decompositions();
    if waits.is_tenpai() {
        let form = if all_listed { "  form" } else { "" };
        writeln!(out, "\n  {FAINT}wait  left{form}{FAINT:#}")?;
    }
    let mut row = |tile: String, left: u32, shapes: String| {
        let pad = " ".repeat(4usize.saturating_sub(tile.len()));
        let shapes = if all_listed { format!("  {shapes}") } else { String::new() };
        writeln!(out, "  {}{pad}  {left:>4}{shapes}", blue(&tile))
    };
    if request.kinds {
        for (kind, left) in waits.left_by_kind() {
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
fn list(
    out: &mut dyn Write,
    request: &QuestionRequest,
    decompositions: &[Decomposition],
) -> io::Result<()> {
    let several = !decompositions.iter().map(Decomposition::form).all_equal();
    if request.readings {
        let readings = ginga::readings(decompositions);
        return aligned(out, || {
            readings.iter().map(|(reading, fillings)| {
                let remark = plural(u128::from(*fillings), "filling");
                (reading_parts(reading), with_form(remark, reading.form(), several))
            })
        });
    }
    aligned(out, || decompositions.iter().map(|decomposition| line(decomposition, several)))
}

/// A decomposition's groups, and how it waits.
fn line(decomposition: &Decomposition, several: bool) -> (Vec<String>, String) {
    let remark = with_form(holes(decomposition), decomposition.form(), several);
    (parts(decomposition), remark)
}

/// A remark, with the form where several forms have some: each line then says of which it is, but for
/// those of the usual one.
fn with_form(remark: String, form: &str, several: bool) -> String {
    let named = !several || form == "standard" || remark.contains(form);
    let form = if named { "" } else { form };
    [remark.as_str(), form].into_iter().filter(|part| !part.is_empty()).join(", ")
}

/// A list that is written while it is found, a block at a time, each aligned with those before it.
pub struct LongList<'o> {
    out: &'o mut dyn Write,
    columns: Columns,
    block: Vec<(Vec<String>, String)>,
    several: bool,
}

impl<'o> LongList<'o> {
    /// How many lines a block has.
    const BLOCK: usize = 1 << 10;

    /// The list of an answer whose head is written.
    pub fn begin(out: &'o mut dyn Write, counts: &Counts) -> io::Result<LongList<'o>> {
        writeln!(out)?;
        let with_some = counts.by_form().iter().filter(|form| form.decompositions > 0);
        let several = with_some.count() > 1;
        Ok(LongList { out, columns: Columns::default(), block: Vec::new(), several })
    }

    /// Adds a decomposition.
    pub fn add(&mut self, decomposition: &Decomposition) -> io::Result<()> {
        self.block.push(line(decomposition, self.several));
        if self.block.len() >= Self::BLOCK { self.flush() } else { Ok(()) }
    }

    /// Writes what is not written yet.
    pub fn flush(&mut self) -> io::Result<()> {
        self.block.iter().for_each(|(parts, _)| self.columns.widen(parts));
        for (parts, remark) in self.block.drain(..) {
            self.columns.write(self.out, &parts, &remark)?;
        }
        Ok(())
    }
}

fn reading_parts(reading: &Reading) -> Vec<String> {
    let kinds = |kinds: &[Kind]| write_sequence(kinds.iter().map(|&kind| Tile::plain(kind)));
    let mut parts: Vec<String> = reading.groups().iter().map(|group| kinds(&group.kinds)).collect();
    parts.extend(reading.partial().map(|open| format!("[{}]", kinds(open))));
    parts
}

/// The holes of a tenpai decomposition by shape: `ryanmen 1m 4m`.
fn holes(decomposition: &Decomposition) -> String {
    let holes = decomposition.partial().map(|open| open.holes()).unwrap_or_default();
    let by_shape = holes.chunk_by(|one, other| one.shape == other.shape);
    by_shape
        .map(|holes| {
            let kinds = holes.iter().map(|hole| hole.kind).join(" ");
            format!("{} {kinds}", holes[0].shape.name())
        })
        .join(", ")
}

/// Lines of parts, each part in a column as wide as its widest, then a remark. The lines are made
/// twice, for the widths and for the text: there may be many of them.
pub fn aligned<L: Iterator<Item = (Vec<String>, String)>>(
    out: &mut dyn Write,
    lines: impl Fn() -> L,
) -> io::Result<()> {
    let mut columns = Columns::default();
    lines().for_each(|(parts, _)| columns.widen(&parts));
    if !columns.widths.is_empty() {
        writeln!(out)?;
    }
    lines().try_for_each(|(parts, remark)| columns.write(out, &parts, &remark))
}

/// The widths of the columns of a list.
#[derive(Default)]
struct Columns {
    widths: Vec<usize>,
}

impl Columns {
    /// Makes room for these parts.
    fn widen(&mut self, parts: &[String]) {
        self.widths.resize(self.widths.len().max(parts.len()), 0);
        for (width, part) in self.widths.iter_mut().zip(parts) {
            *width = part.len().max(*width);
        }
    }

    fn write(&self, out: &mut dyn Write, parts: &[String], remark: &str) -> io::Result<()> {
        let mut line = String::from(" ");
        for (part, &width) in parts.iter().zip(&self.widths) {
            line += &format!(" {part:width$}");
        }
        if !remark.is_empty() {
            line += &format!("  {FAINT}{remark}{FAINT:#}");
        }
        writeln!(out, "{}", blue(line.trim_end()))
    }
}

/// What cut the run short, and what it cost.
pub fn finish(
    out: &mut dyn Write,
    request: &QuestionRequest,
    answered: &Answered<'_>,
) -> io::Result<()> {
    if let Some(by) = answered.stopped_by() {
        let more = if by == "limit" { "there is more" } else { "there may be more" };
        writeln!(out, "\nincomplete: stopped by {}, {more}", limit_name(by))?;
    }
    if request.options.stats {
        let Report { solver, rows, columns, work, .. } = answered.answer.report();
        let micros = answered.elapsed.as_micros();
        writeln!(
            out,
            "\nsolver {solver}: {rows} rows, {columns} columns, {} solves, {} cuts, {micros} µs",
            work.solves, work.cuts
        )?;
        if let Err(refused) = answered.rules.game.served() {
            writeln!(out, "{refused}: the search answers")?;
        }
    }
    Ok(())
}

/// What cut a run short, as it is written on the command line.
pub fn limit_name(stopped_by: &str) -> String {
    if stopped_by == "interrupt" { "Ctrl-C".to_owned() } else { format!("--{stopped_by}") }
}

/// A number with a comma after every three digits from the right.
pub fn grouped(number: impl fmt::Display) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped_by_threes() {
        let texts = [0, 12, 999, 1000, 123_456, 1_234_567].map(grouped);
        assert_eq!(texts, ["0", "12", "999", "1,000", "123,456", "1,234,567"]);
    }
}
