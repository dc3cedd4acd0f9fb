//! The same question under several rule sets, side by side.

use super::answers::{Answer, Asked, Found, QuestionName};
use super::args::{CompareArgs, PlainFormat, RulesArgs};
use super::clock::Clock;
use super::failure::{Failure, OWN_FAULT};
use super::input::{self, Written};
use super::json::{self, SCHEMA};
use super::text::{FAINT, blue};
use ginga::{RuleSet, SolverChoice};
use itertools::Itertools;
use serde::Serialize;
use serde_json::value::RawValue;
use std::collections::BTreeSet;
use std::io::{self, Write};

/// Answers and prints.
pub fn run(args: &CompareArgs, out: &mut dyn Write) -> Result<u8, Failure> {
    let hands = hands(args)?;
    let question = question(&hands)?;
    let rules_args =
        RulesArgs { rules: None, wild: args.wild.clone(), indicator: None, set: args.set.clone() };
    let mut asked = Asked::new(question, &rules_args)?;
    asked.stats = args.answer.stats;
    let rules: Vec<RuleSet> = args
        .rules
        .iter()
        .map(|named| input::rule_set(named, &asked.overrides))
        .collect::<Result<_, _>>()?;
    // Faults of the options are the call's, not each answer's.
    input::settings(&args.answer, SolverChoice::Auto, &Clock::start_quietly(None))?;
    let mut rows = Vec::new();
    for written in &hands {
        let mut cells = Vec::new();
        for rules in &rules {
            cells.push(cell(args, &asked, written, rules)?);
        }
        rows.push((written, cells));
    }
    let printed = match args.format {
        PlainFormat::Text => rows.iter().enumerate().try_for_each(|(place, (written, cells))| {
            if place > 0 {
                writeln!(out)?;
            }
            write_table(out, written, &rules, cells, asked.stats)
        }),
        PlainFormat::Json => write_json(out, &asked, &rules, &rows),
    };
    super::printed(printed, 0)
}

/// The hands: the argument's, the further ones, or those of standard input, one a line.
fn hands(args: &CompareArgs) -> Result<Vec<Written>, Failure> {
    let texts: Vec<String> = match args.hand.as_slice() {
        [dash] if dash == "-" => {
            let text = input::standard_input()?;
            text.lines().map(str::to_owned).filter(|line| !line.trim().is_empty()).collect()
        }
        words => vec![words.join(" ")],
    };
    let all = texts.iter().chain(&args.also);
    let hands: Vec<Written> =
        all.map(|text| Written::read(text, args.suit)).collect::<Result<_, _>>()?;
    if hands.is_empty() { Err(Failure::input("there is no hand to compare")) } else { Ok(hands) }
}

/// The one question that all hands ask by their size.
fn question(hands: &[Written]) -> Result<QuestionName, Failure> {
    let of = |written: &Written| match written.concealed() % 3 {
        1 => QuestionName::Waits,
        _ => QuestionName::Win,
    };
    match hands.iter().map(of).all_equal_value() {
        Ok(question) => Ok(question),
        Err(_) => Err(Failure::input(
            "the hands ask different questions: some have 3n+1 concealed tiles, others 3n+2",
        )),
    }
}

/// An answer, or why this rule set has none for this hand.
type Cell = Result<Found, String>;

fn cell(
    args: &CompareArgs,
    asked: &Asked,
    written: &Written,
    rules: &RuleSet,
) -> Result<Cell, Failure> {
    let clock = Clock::start(args.answer.time_limit);
    let found = written
        .under(rules)
        .and_then(|hand| asked.ask(hand, rules.clone(), &args.answer, SolverChoice::Auto, &clock));
    match found {
        Ok(found) => Ok(Ok(found)),
        Err(failure) if failure.code == OWN_FAULT => Err(failure),
        Err(failure) => Ok(Err(failure.message)),
    }
}

/// A row a fact, a column a rule set; rows that differ are marked.
fn write_table(
    out: &mut dyn Write,
    written: &Written,
    rules: &[RuleSet],
    cells: &[Cell],
    stats: bool,
) -> io::Result<()> {
    let titles = rules.iter().map(|rules| rules.name().to_owned()).collect_vec();
    let mut lines: Vec<(String, Vec<String>)> = vec![(String::new(), titles)];
    let mut fact = |name: &str, value: &dyn Fn(&Found) -> String| {
        let values = cells.iter().map(|cell| cell.as_ref().map_or("–".to_owned(), value));
        lines.push((name.to_owned(), values.collect()));
    };
    fact("verdict", &verdict);
    fact("decompositions", &|found| found.answer.counts().decompositions().to_string());
    fact("readings", &|found| found.answer.counts().readings().to_string());
    if stats {
        fact("solves", &|found| found.answer.report().work.solves.to_string());
        fact("µs", &|found| found.elapsed.as_micros().to_string());
    }
    for form in forms(cells) {
        fact(&form, &|found| {
            let of_form = found.answer.counts().of_form(&form);
            of_form.map_or("–".to_owned(), |counts| counts.decompositions.to_string())
        });
    }
    for tile in winning_tiles(cells) {
        fact(&tile.to_string(), &|found| {
            let Answer::Waits(waits) = &found.answer else { return String::new() };
            let wait = waits.tiles.iter().find(|wait| wait.tile == tile);
            wait.map_or("·".to_owned(), |wait| format!("{} left", wait.left))
        });
    }
    writeln!(out, "{}", blue(written.text()))?;
    let width = |place: usize| {
        lines.iter().map(|(_, values)| values[place].chars().count()).max().unwrap_or(0)
    };
    let widths = (0..rules.len()).map(width).collect_vec();
    let name_width = lines.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
    for (place, (name, values)) in lines.iter().enumerate() {
        let mark = if place > 0 && !values.iter().all_equal() { '≠' } else { ' ' };
        let pad = " ".repeat(name_width - name.chars().count());
        let cells = values.iter().zip(&widths).map(|(value, &width)| format!("{value:width$}"));
        let line = format!("{mark} {name}{pad}  {}", cells.collect_vec().join("  "));
        writeln!(out, "{}", blue(line.trim_end()))?;
    }
    for (rules, cell) in rules.iter().zip(cells) {
        if let Err(message) = cell {
            writeln!(out, "  {FAINT}{}: {message}{FAINT:#}", rules.name())?;
        }
    }
    Ok(())
}

fn verdict(found: &Found) -> String {
    let (yes, no) = match &found.answer {
        Answer::Waits(_) => ("tenpai", "not tenpai"),
        _ => ("win", "no win"),
    };
    let verdict = if found.answer.is_yes() { yes } else { no };
    match found.stopped_by() {
        None => verdict.to_owned(),
        Some(by) if found.answer.is_yes() => format!("{verdict}, cut short by {by}"),
        Some(by) => format!("unknown, cut short by {by}"),
    }
}

/// The forms that some answer has decompositions of, where there is more than one.
fn forms(cells: &[Cell]) -> Vec<String> {
    let found = cells.iter().flatten().flat_map(|found| found.answer.counts().by_form());
    let some = found.filter(|form| form.decompositions > 0).map(|form| form.form.to_string());
    let some = some.unique().collect_vec();
    if some.len() > 1 { some } else { Vec::new() }
}

/// Every tile that wins under some rule set.
fn winning_tiles(cells: &[Cell]) -> BTreeSet<ginga::Tile> {
    let waits = cells.iter().flatten().filter_map(|found| match &found.answer {
        Answer::Waits(waits) => Some(&waits.tiles),
        _ => None,
    });
    waits.flatten().map(|wait| wait.tile).collect()
}

/// All answers, each the document of its question.
#[derive(Serialize)]
struct Document<'a> {
    schema: u8,
    command: &'a str,
    question: &'a str,
    answers: Vec<Box<RawValue>>,
}

/// A rule set that has no answer for a hand.
#[derive(Serialize)]
struct NoAnswer<'a> {
    schema: u8,
    command: &'a str,
    hand: &'a str,
    rules: &'a str,
    error: NoAnswerError<'a>,
}

#[derive(Serialize)]
struct NoAnswerError<'a> {
    message: &'a str,
}

fn write_json(
    out: &mut dyn Write,
    asked: &Asked,
    rules: &[RuleSet],
    rows: &[(&Written, Vec<Cell>)],
) -> io::Result<()> {
    let answer = |written: &Written, rules: &RuleSet, cell: &Cell| -> io::Result<Box<RawValue>> {
        let text = match cell {
            Ok(found) => {
                let mut text = Vec::new();
                json::write_answer(&mut text, asked, found, None)?;
                String::from_utf8_lossy(&text).into_owned()
            }
            Err(message) => serde_json::to_string(&NoAnswer {
                schema: SCHEMA,
                command: asked.question.name(),
                hand: written.text(),
                rules: rules.name(),
                error: NoAnswerError { message },
            })?,
        };
        Ok(RawValue::from_string(text)?)
    };
    let mut answers = Vec::new();
    for (written, cells) in rows {
        for (rules, cell) in rules.iter().zip(cells) {
            answers.push(answer(written, rules, cell)?);
        }
    }
    let question = asked.question.name();
    let document = Document { schema: SCHEMA, command: "compare", question, answers };
    serde_json::to_writer(&mut *out, &document)?;
    writeln!(out)
}
