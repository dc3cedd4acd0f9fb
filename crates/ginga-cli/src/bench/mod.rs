//! Hands a second of the engine on this machine, by task and number of wild tiles.

mod check;
mod measure;
mod rules;
mod sets;
mod table;

use super::args::PlainFormat;
use super::args::bench::{BenchArgs, Task, WhichRules};
use super::clock::is_interrupted;
use super::failure::{Failure, INCOMPLETE, OWN_FAULT};
use crate::output::printed;
use fastrand::Rng;
use ginga::engine::{Engine, PackedHand};
use ginga::{Game, Hand, Tile};
use indicatif::{ProgressBar, ProgressFinish, ProgressStyle};
use sets::HandSet;
use std::io::Write;
use table::{Report, Row};

/// How many hands of a set the search answers as well.
const SAMPLE: usize = 100;

/// The fewest hands that are measured where a hand takes long.
const FEWEST: usize = 10;

/// Measures and prints; 3 when Ctrl-C came first.
pub fn run(args: &BenchArgs, out: &mut dyn Write) -> Result<u8, Failure> {
    let report = match args.rules {
        Some(WhichRules::All) => rules::measure_all(args)?,
        None => measure_all(args, &args.tasks())?,
    };
    let written = match args.format {
        PlainFormat::Text => table::write_text(out, args, &report),
        PlainFormat::Json => table::write_json(out, args, &report),
    };
    printed(written, if report.is_complete() { 0 } else { INCOMPLETE })
}

/// Goes through the sets, since tasks share them; the rows come in the order of the tasks.
fn measure_all(args: &BenchArgs, tasks: &[Task]) -> Result<Report, Failure> {
    let mut rng = Rng::with_seed(args.seed);
    // Every set draws its seed, wanted or not: `--only` changes no hand.
    let of_set = |set: &HandSet| -> Vec<Task> {
        set.tasks().iter().copied().filter(|task| tasks.contains(task)).collect()
    };
    let planned: Vec<(HandSet, Rng, Vec<Task>)> =
        sets::all().map(|set| (set, rng.fork(), of_set(&set))).collect();
    let wanted = planned.iter().map(|(_, _, tasks)| tasks.len()).sum();
    let progress = progress(wanted);
    let mut report = Report { rows: Vec::with_capacity(wanted), wanted, compared: 0 };
    for (set, rng, tasks) in planned.into_iter().filter(|(_, _, tasks)| !tasks.is_empty()) {
        progress.set_message(format!("{} {}, {} wild", set.rules, set.name(), set.wild));
        measure_set(args, set, rng, &tasks, &mut report, &progress)?;
        if is_interrupted() {
            break;
        }
    }
    report.rows.sort_by_key(|row| row.task);
    Ok(report)
}

/// One set: its hands are made, compared, and measured.
fn measure_set(
    args: &BenchArgs,
    set: HandSet,
    mut rng: Rng,
    tasks: &[Task],
    report: &mut Report,
    progress: &ProgressBar,
) -> Result<(), Failure> {
    let game = Game::builtin(set.rules).map_err(|error| Failure::rules(&error, set.rules))?;
    let engine = game.engine().map_err(|error| own_fault(&set, &error.to_string()))?;
    let wanted = usize::try_from(args.hands).unwrap_or(usize::MAX);
    let dealt = set.deal(game.rules(), &mut rng, wanted);
    let dealt = dealt.ok_or_else(|| own_fault(&set, "no such hand was found"))?;
    let whole = whole_hands(&game, &dealt)?;
    let compared = compare(tasks, engine, &game, &whole)?;
    report.compared += compared;
    let packed: Option<Vec<PackedHand>> = dealt.iter().map(|tiles| pack(tiles)).collect();
    let packed = packed.ok_or_else(|| own_fault(&set, "a hand has no room in the engine"))?;
    drop(dealt);
    for &task in tasks {
        let hands = (packed.len() / set.share(task)).max(FEWEST).min(packed.len());
        let Some(hands) = packed.get(..hands).filter(|_| !is_interrupted()) else { break };
        let measured = measure::measure(task, engine, &game, hands, &whole);
        let Some(measured) = measured else { break };
        report.rows.push(Row { task, set, hands: hands.len(), compared, measured, passes: None });
        progress.inc(1);
    }
    Ok(())
}

/// Has the search answer the first hands as well; says how many it could.
fn compare(tasks: &[Task], engine: &Engine, game: &Game, hands: &[Hand]) -> Result<usize, Failure> {
    let mut compared = 0;
    for hand in hands.iter().take(SAMPLE).take_while(|_| !is_interrupted()) {
        compared += usize::from(check::agree(tasks, engine, game, hand)?);
    }
    Ok(compared)
}

fn whole_hands(game: &Game, dealt: &[Vec<Tile>]) -> Result<Vec<Hand>, Failure> {
    let hand = |tiles: &Vec<Tile>| game.hand_from_tiles(tiles.iter().copied());
    let hands = dealt.iter().map(hand).collect::<Result<Vec<Hand>, _>>();
    hands.map_err(|error| Failure { code: OWN_FAULT, ..Failure::input(error) })
}

fn pack(tiles: &[Tile]) -> Option<PackedHand> {
    let mut hand = PackedHand::default();
    tiles.iter().all(|&tile| hand.add(tile)).then_some(hand)
}

fn own_fault(set: &HandSet, what: &str) -> Failure {
    let (rules, name, wild) = (set.rules, set.name(), set.wild);
    let message = format!("hand set {name}, {wild} wild, of {rules}: {what}");
    Failure { code: OWN_FAULT, message, place: None }
}

/// A bar on a terminal, drawn between measurements and never during one.
fn progress(steps: usize) -> ProgressBar {
    // A fault clears it, too.
    let progress = ProgressBar::new(steps as u64).with_finish(ProgressFinish::AndClear);
    if let Ok(style) = ProgressStyle::with_template("{bar:40} {pos}/{len}, {msg}") {
        progress.set_style(style);
    }
    progress
}
