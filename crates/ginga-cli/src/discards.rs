//! Which tile to discard: the waits that each discard leaves, best first.

use super::answers::{exit_code, waits_for_every_tile};
use super::args::{DiscardArgs, PlainFormat};
use super::clock::{Clock, is_interrupted};
use super::failure::Failure;
use super::json;
use super::note;
use super::request::{HandUnderRules, SolverPolicy};
use super::text::{FAINT, YES, blue};
use crate::output::printed;
use ginga::document::{self, Options, completeness, stopped_by};
use ginga::{Completeness, Discard, Hand, RuleSet};
use itertools::Itertools;
use std::io::{self, Write};

/// Answers and prints; 0 also when no discard leaves the hand waiting, 3 when a limit ended the run.
pub fn run(args: &DiscardArgs, out: &mut dyn Write) -> Result<u8, Failure> {
    // A dozen hands are asked about: the native solver is the one at once.
    let options = args.answer.options(SolverPolicy::Fastest)?;
    let rules = args.rules.choice()?;
    let input = args.hand.request().read()?;
    let HandUnderRules { hand, rules } = HandUnderRules::new(&input, &rules)?;
    if args.format == PlainFormat::Text {
        note::all_blue(&input, rules.set());
    }
    let clock = Clock::start(options.time_limit);
    let settings = options.settings(&clock);
    let (win, discards) = if options.verify {
        let win = rules.game.verified_win(&hand, &settings)?;
        (win, rules.game.verified_discards(&hand, &settings)?)
    } else {
        (rules.game.win_with(&hand, &settings)?, rules.game.discards_with(&hand, &settings)?)
    };
    let elapsed = clock.elapsed();
    drop(clock);
    let completeness = completeness(&win, &discards);
    let written = match args.format {
        PlainFormat::Text => {
            write_text(out, &hand, rules.set(), win.is_win(), &discards, completeness)
        }
        PlainFormat::Json => {
            let about = rules.about(&hand);
            let options = Options {
                interrupted: is_interrupted(),
                elapsed: options.stats.then_some(elapsed),
                ..Options::default()
            };
            json::write_line(out, &document::discards(about, &win, &discards, &options))
        }
    };
    if options.stats && args.format == PlainFormat::Text {
        let line = writeln!(out, "\n{} µs", elapsed.as_micros());
        printed(line, 0)?;
    }
    printed(written, exit_code(true, completeness))
}

fn write_text(
    out: &mut dyn Write,
    hand: &Hand,
    rules: &RuleSet,
    win: bool,
    discards: &[Discard],
    completeness: Completeness,
) -> io::Result<()> {
    let win = if win { format!("{YES}win{YES:#}, and ") } else { String::new() };
    let verdict = match discards.len() {
        0 => "no discard leaves it tenpai".to_owned(),
        1 => "1 discard leaves it tenpai".to_owned(),
        many => format!("{many} discards leave it tenpai"),
    };
    writeln!(out, "{}  {win}{verdict}  {FAINT}{}{FAINT:#}", blue(&hand.to_string()), rules.name())?;
    if !discards.is_empty() {
        writeln!(out, "\n  {FAINT}discard  left  waits{FAINT:#}")?;
    }
    for Discard { tile, waits, left } in discards {
        let tiles = waits.tiles.iter().map(|wait| format!("{}×{}", wait.tile, wait.left)).join(" ");
        let pad = " ".repeat(7usize.saturating_sub(tile.to_string().len()));
        let every = waits_for_every_tile(hand, rules, waits);
        let every = if every { "every tile: " } else { "" };
        writeln!(out, "  {}{pad}  {left:>4}  {every}{}", blue(&tile.to_string()), blue(&tiles))?;
    }
    if let Some(by) = stopped_by(completeness, is_interrupted()) {
        writeln!(out, "\nincomplete: stopped by {by}, there may be more")?;
    }
    Ok(())
}
