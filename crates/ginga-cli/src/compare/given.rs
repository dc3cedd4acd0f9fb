//! Given hands, each a table.

use super::candidates::{
    Candidate, candidates, cell, check_heatmap, common_question, compared, titles,
};
use super::distance;
use super::heatmap;
use super::table::Table;
use crate::answers::{Answer, Answered, answer};
use crate::args::PlainFormat;
use crate::args::compare::{CompareArgs, ComparedQuestion};
use crate::args::requests::hand_source;
use crate::clock::Clock;
use crate::failure::{Failure, INCOMPLETE};
use crate::json;
use crate::note;
use crate::output::printed;
use crate::picture;
use crate::request::{
    HandInput, HandSource, Question, QuestionRequest, SolverPolicy, Why, standard_input,
};
use crate::text::{FAINT, blue};
use ginga::document;
use itertools::Itertools;
use std::collections::BTreeSet;
use std::io::{self, Write};

/// Answers and prints.
pub fn run(args: &CompareArgs, out: &mut dyn Write) -> Result<u8, Failure> {
    let hands = hands(args)?;
    if args.question == Some(ComparedQuestion::Distance) {
        return distance::run(args, &hands, &candidates(args)?, out);
    }
    let question = common_question(&hands)?;
    check_heatmap(args, question)?;
    let candidates = candidates(args)?;
    let mut options = args.answer.options(SolverPolicy::IlpUpToMany)?;
    // A table has no room for lists: they are made to be checked, or for what it cost to make them.
    options.no_list |= args.format == PlainFormat::Text && !options.verify && !options.stats;
    // JSON says what the single questions say.
    let why = if args.format == PlainFormat::Json { Why::Distance } else { Why::No };
    let request = QuestionRequest { why, ..QuestionRequest::new(question, options) };
    let mut rows = Vec::new();
    for hand in &hands {
        let cells = candidates.iter().map(|candidate| {
            let ask = |hand, rules, clock: &Clock| answer(&request, hand, rules, clock);
            cell(request.options.time_limit, candidate, hand, ask)
        });
        let cells = cells.collect::<Result<Vec<Cell<'_>>, Failure>>()?;
        if args.format == PlainFormat::Text
            && let Some(answered) = cells.iter().flatten().next()
        {
            note::all_blue(hand, answered.rules.set());
        }
        rows.push((hand, cells));
    }
    if let Some(file) = &args.heatmap {
        picture::write(file, &heatmap::of_hands(&titles(&candidates), &heatmap_rows(&rows)))?;
    }
    let result = match args.format {
        PlainFormat::Text => rows.iter().enumerate().try_for_each(|(place, (input, cells))| {
            if place > 0 {
                writeln!(out)?;
            }
            write_table(out, input, &candidates, cells, args.answer.stats)
        }),
        PlainFormat::Json => write_json(out, &request, &candidates, &rows),
    };
    let mut answered = rows.iter().flat_map(|(_, cells)| cells).flatten();
    let cut = answered.any(|answered| answered.stopped_by().is_some());
    printed(result, if cut { INCOMPLETE } else { 0 })
}

/// For each hand how many winning tiles it has under each rule set, as far as it has an answer.
fn heatmap_rows(rows: &[(&HandInput, Vec<Cell<'_>>)]) -> Vec<(String, Vec<Option<usize>>)> {
    let number = |cell: &Cell<'_>| match cell.as_ref().map(|answered| (&answered.answer, answered))
    {
        Ok((Answer::Waits(waits), answered)) if answered.stopped_by().is_none() => {
            Some(waits.tiles.len())
        }
        _ => None,
    };
    let row = |(input, cells): &(&HandInput, Vec<Cell<'_>>)| {
        (input.text().to_owned(), cells.iter().map(number).collect())
    };
    rows.iter().map(row).collect()
}

/// The hands: the argument's, the further ones, or those of standard input, one a line.
fn hands(args: &CompareArgs) -> Result<Vec<HandInput>, Failure> {
    let texts: Vec<String> = match hand_source(&args.hand) {
        HandSource::StandardInput => {
            let text = standard_input()?;
            text.lines().map(str::to_owned).filter(|line| !line.trim().is_empty()).collect()
        }
        HandSource::Text(text) => vec![text],
    };
    let all = texts.iter().chain(&args.also);
    let hands: Vec<HandInput> =
        all.map(|text| HandInput::read(text, args.suit)).collect::<Result<_, _>>()?;
    if hands.is_empty() { Err(Failure::input("there is no hand to compare")) } else { Ok(hands) }
}

/// An answer, or why this rule set has none for this hand.
type Cell<'a> = Result<Answered<'a>, String>;

fn write_table(
    out: &mut dyn Write,
    input: &HandInput,
    candidates: &[Candidate],
    cells: &[Cell<'_>],
    stats: bool,
) -> io::Result<()> {
    let mut table = Table::new(titles(candidates), true);
    let mut fact = |name: &str, value: &dyn Fn(&Answered<'_>) -> String| {
        let values = cells.iter().map(|cell| cell.as_ref().map_or("–".to_owned(), value));
        table.add(name, values.collect());
    };
    fact("verdict", &verdict);
    fact("decompositions", &|answered| answered.answer.counts().decompositions().to_string());
    fact("readings", &|answered| answered.answer.counts().readings().to_string());
    if stats {
        fact("solves", &|answered| answered.answer.report().work.solves.to_string());
        fact("µs", &|answered| answered.elapsed.as_micros().to_string());
    }
    for form in forms(cells) {
        fact(&form, &|answered| {
            let of_form = answered.answer.counts().of_form(&form);
            of_form.map_or("–".to_owned(), |counts| counts.decompositions.to_string())
        });
    }
    for tile in winning_tiles(cells) {
        fact(&tile.to_string(), &|answered| {
            let Answer::Waits(waits) = &answered.answer else { return String::new() };
            let wait = waits.tiles.iter().find(|wait| wait.tile == tile);
            wait.map_or("·".to_owned(), |wait| format!("{} left", wait.left))
        });
    }
    writeln!(out, "{}", blue(input.text()))?;
    table.write(out)?;
    for (candidate, cell) in candidates.iter().zip(cells) {
        if let Err(message) = cell {
            writeln!(out, "  {FAINT}{}: {message}{FAINT:#}", candidate.title)?;
        }
    }
    Ok(())
}

fn verdict(answered: &Answered<'_>) -> String {
    let (yes, no) = match &answered.answer {
        Answer::Waits(_) => Question::Waits.verdicts(),
        _ => Question::Win.verdicts(),
    };
    let verdict = if answered.answer.is_yes() { yes } else { no };
    match answered.stopped_by() {
        None => verdict.to_owned(),
        Some(by) if answered.answer.is_yes() => format!("{verdict}, cut short by {by}"),
        Some(by) => format!("unknown, cut short by {by}"),
    }
}

/// The forms that some answer has decompositions of, where there is more than one.
fn forms(cells: &[Cell<'_>]) -> Vec<String> {
    let answered = cells.iter().flatten().flat_map(|answered| answered.answer.counts().by_form());
    let some = answered.filter(|form| form.decompositions > 0).map(|form| form.form.to_string());
    let some = some.unique().collect_vec();
    if some.len() > 1 { some } else { Vec::new() }
}

/// Every tile that wins under some rule set.
fn winning_tiles(cells: &[Cell<'_>]) -> BTreeSet<ginga::Tile> {
    let waits = cells.iter().flatten().filter_map(|answered| match &answered.answer {
        Answer::Waits(waits) => Some(&waits.tiles),
        _ => None,
    });
    waits.flatten().map(|wait| wait.tile).collect()
}

fn write_json(
    out: &mut dyn Write,
    request: &QuestionRequest,
    candidates: &[Candidate],
    rows: &[(&HandInput, Vec<Cell<'_>>)],
) -> io::Result<()> {
    let mut answers = Vec::new();
    for (input, cells) in rows {
        let all = candidates.iter().zip(cells);
        answers.extend(all.map(|(candidate, cell)| {
            compared(request, input, &candidate.rules, cell.as_ref().map_err(String::as_str))
        }));
    }
    json::write_line(out, &document::comparison(request.question.name(), answers))
}
