//! How far given hands are under several rule sets, each hand a table.

use super::candidates::{Candidate, cell, titles};
use super::table::Table;
use crate::args::compare::CompareArgs;
use crate::args::{AnswerArgs, NoGoodName, PlainFormat, SolverName};
use crate::clock::Clock;
use crate::distance::{FoundDistance, answer};
use crate::failure::{Failure, INCOMPLETE};
use crate::json;
use crate::note;
use crate::output::printed;
use crate::request::{DistanceRequest, HandInput, SolverPolicy};
use crate::shanten;
use crate::text::{FAINT, blue};
use ginga::document::{self, Compared};
use ginga::{Distance, Tile};
use itertools::Itertools;
use std::collections::BTreeSet;
use std::io::{self, Write};

/// What the documents call the question.
const QUESTION: &str = "distance";

/// An answer, or why this rule set has none for this hand.
type Cell<'a> = Result<FoundDistance<'a>, String>;

/// Answers and prints.
pub fn run(
    args: &CompareArgs,
    hands: &[HandInput],
    candidates: &[Candidate],
    out: &mut dyn Write,
) -> Result<u8, Failure> {
    let request = request(&args.answer)?;
    let mut rows = Vec::new();
    for hand in hands {
        let cells = candidates.iter().map(|candidate| {
            let ask = |hand, rules, clock: &Clock| answer(&request, hand, rules, clock);
            cell(request.options.time_limit, candidate, hand, ask)
        });
        let cells = cells.collect::<Result<Vec<Cell<'_>>, Failure>>()?;
        if args.format == PlainFormat::Text
            && let Some(found) = cells.iter().flatten().next()
        {
            note::all_blue(hand, found.rules.set());
        }
        rows.push((hand, cells));
    }
    let result = match args.format {
        PlainFormat::Text => rows.iter().enumerate().try_for_each(|(place, (input, cells))| {
            if place > 0 {
                writeln!(out)?;
            }
            write_table(out, input, candidates, cells)
        }),
        PlainFormat::Json => write_json(out, &request, candidates, &rows),
    };
    let mut found = rows.iter().flat_map(|(_, cells)| cells).flatten();
    let cut = found.any(|found| !found.completeness().is_complete());
    printed(result, if cut { INCOMPLETE } else { 0 })
}

/// The request; options that say how decompositions are found are none of it.
fn request(args: &AnswerArgs) -> Result<DistanceRequest, Failure> {
    let AnswerArgs { solver, no_good, verify, limit, no_list, .. } = args;
    let of_lists = *verify || limit.is_some() || *no_list;
    if *solver != SolverName::Auto || *no_good != NoGoodName::Bounds || of_lists {
        let message = "--question distance lists no decompositions: of the options of an answer it \
                       goes with --visible, --time-limit and --stats alone";
        return Err(Failure::input(message));
    }
    let options = args.options(SolverPolicy::Fastest)?;
    Ok(DistanceRequest { options, list: false, draws: None, kinds: false })
}

fn write_table(
    out: &mut dyn Write,
    input: &HandInput,
    candidates: &[Candidate],
    cells: &[Cell<'_>],
) -> io::Result<()> {
    let mut table = Table::new(titles(candidates), true);
    let mut fact = |name: &str, value: &dyn Fn(&FoundDistance<'_>) -> String| {
        let values = cells.iter().map(|cell| cell.as_ref().map_or("–".to_owned(), value));
        table.add(name, values.collect());
    };
    fact("verdict", &|found| shanten::word(distance(found)));
    for form in forms(cells) {
        fact(&form, &|found| {
            let of_form = distance(found).by_form.iter().find(|one| *one.form == *form);
            let tiles = of_form.map(|one| one.distance);
            let never = || "never".to_owned();
            tiles.map_or("–".to_owned(), |tiles| tiles.map_or_else(never, shanten::name))
        });
    }
    fact("copies", &|found| found.acceptance.copies().to_string());
    for tile in helping(cells) {
        fact(tile.name(), &|found| {
            let wait = found.acceptance.tiles.iter().find(|wait| wait.tile == tile);
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

fn distance<'a>(found: &'a FoundDistance<'_>) -> &'a Distance {
    &found.acceptance.distance
}

/// The forms of all answers, where there is more than one.
fn forms(cells: &[Cell<'_>]) -> Vec<String> {
    let all = cells.iter().flatten().flat_map(|found| &distance(found).by_form);
    let all = all.map(|form| form.form.to_string()).unique().collect_vec();
    if all.len() > 1 { all } else { Vec::new() }
}

/// Every tile that helps under some rule set.
fn helping(cells: &[Cell<'_>]) -> BTreeSet<Tile> {
    let tiles = cells.iter().flatten().flat_map(|found| &found.acceptance.tiles);
    tiles.map(|wait| wait.tile).collect()
}

fn write_json(
    out: &mut dyn Write,
    request: &DistanceRequest,
    candidates: &[Candidate],
    rows: &[(&HandInput, Vec<Cell<'_>>)],
) -> io::Result<()> {
    let mut answers = Vec::new();
    for (input, cells) in rows {
        let all = candidates.iter().zip(cells);
        answers.extend(all.map(|(candidate, cell)| match cell {
            Ok(found) => Compared::Distance(found.document(request, None)),
            Err(message) => {
                let rules = candidate.rules.set();
                Compared::None(document::no_answer(QUESTION, input.text(), rules, message))
            }
        }));
    }
    json::write_line(out, &document::comparison(QUESTION, answers))
}
