//! Given hands, each a table.

use super::document::{self, Document};
use super::table::Table;
use super::{Contender, check_heatmap, contenders, heatmap, titles};
use crate::answers::{Answer, Found, QuestionName};
use crate::args::{CompareArgs, PlainFormat};
use crate::clock::Clock;
use crate::failure::{Failure, OWN_FAULT};
use crate::input::{self, Written};
use crate::json;
use crate::policy::Auto;
use crate::text::{FAINT, blue};
use crate::{picture, printed};
use itertools::Itertools;
use serde_json::value::RawValue;
use std::collections::BTreeSet;
use std::io::{self, Write};

/// Answers and prints.
pub fn run(args: &CompareArgs, out: &mut dyn Write) -> Result<u8, Failure> {
    let hands = hands(args)?;
    let question = document::question(&hands)?;
    check_heatmap(args, question)?;
    let contenders = contenders(args, question)?;
    // Faults of the options are the call's, not each answer's.
    input::settings(&args.answer, &Clock::start_quietly(None))?;
    let mut rows = Vec::new();
    for written in &hands {
        let cells = contenders.iter().map(|contender| cell(args, contender, written));
        rows.push((written, cells.collect::<Result<Vec<Cell>, Failure>>()?));
    }
    if let Some(file) = &args.heatmap {
        picture::write(file, &heatmap::of_hands(&titles(&contenders), &heatmap_rows(&rows)))?;
    }
    let result = match args.format {
        PlainFormat::Text => rows.iter().enumerate().try_for_each(|(place, (written, cells))| {
            if place > 0 {
                writeln!(out)?;
            }
            write_table(out, written, &contenders, cells, args.answer.stats)
        }),
        PlainFormat::Json => write_json(out, question, &contenders, &rows),
    };
    printed(result, 0)
}

/// For each hand how many winning tiles it has under each rule set, as far as it has an answer.
fn heatmap_rows(rows: &[(&Written, Vec<Cell>)]) -> Vec<(String, Vec<Option<usize>>)> {
    let number = |cell: &Cell| match cell.as_ref().map(|found| (&found.answer, found)) {
        Ok((Answer::Waits(waits), found)) if found.stopped_by().is_none() => {
            Some(waits.tiles.len())
        }
        _ => None,
    };
    let row = |(written, cells): &(&Written, Vec<Cell>)| {
        (written.text().to_owned(), cells.iter().map(number).collect())
    };
    rows.iter().map(row).collect()
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

/// An answer, or why this rule set has none for this hand.
type Cell = Result<Found, String>;

fn cell(args: &CompareArgs, contender: &Contender, written: &Written) -> Result<Cell, Failure> {
    let Contender { rules, asked, .. } = contender;
    let clock = Clock::start(args.answer.time_limit);
    let found = written
        .under(rules)
        .and_then(|hand| asked.ask(hand, rules.clone(), &args.answer, Auto::IlpUpToMany, &clock));
    match found {
        Ok(found) => Ok(Ok(found)),
        Err(failure) if failure.code == OWN_FAULT => Err(failure),
        Err(failure) => Ok(Err(failure.message)),
    }
}

fn write_table(
    out: &mut dyn Write,
    written: &Written,
    contenders: &[Contender],
    cells: &[Cell],
    stats: bool,
) -> io::Result<()> {
    let mut table = Table::new(titles(contenders), true);
    let mut fact = |name: &str, value: &dyn Fn(&Found) -> String| {
        let values = cells.iter().map(|cell| cell.as_ref().map_or("–".to_owned(), value));
        table.add(name, values.collect());
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
    table.write(out)?;
    for (contender, cell) in contenders.iter().zip(cells) {
        if let Err(message) = cell {
            writeln!(out, "  {FAINT}{}: {message}{FAINT:#}", contender.title)?;
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

fn write_json(
    out: &mut dyn Write,
    question: QuestionName,
    contenders: &[Contender],
    rows: &[(&Written, Vec<Cell>)],
) -> io::Result<()> {
    let question = question.name();
    let answer = |written: &Written, contender: &Contender, cell: &Cell| {
        let text = match cell {
            Ok(found) => {
                let mut text = Vec::new();
                json::write_answer(&mut text, &contender.asked, found, None)?;
                String::from_utf8_lossy(&text).into_owned()
            }
            Err(message) => document::no_answer(question, written, &contender.rules, message)?,
        };
        io::Result::Ok(RawValue::from_string(text)?)
    };
    let mut answers = Vec::new();
    for (written, cells) in rows {
        for (contender, cell) in contenders.iter().zip(cells) {
            answers.push(answer(written, contender, cell)?);
        }
    }
    serde_json::to_writer(&mut *out, &Document::of(question, answers))?;
    writeln!(out)
}
