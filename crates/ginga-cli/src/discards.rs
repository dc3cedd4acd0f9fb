//! Which tile to discard: how far each discard leaves the hand, and which tiles help then, best first.

use super::answers::{are_all_left, exit_code};
use super::args::{DiscardArgs, PlainFormat};
use super::clock::{Clock, is_interrupted};
use super::failure::Failure;
use super::json;
use super::note;
use super::request::{AnswerOptions, HandUnderRules, SolverPolicy};
use super::shanten;
use super::text::{FAINT, YES, blue};
use crate::output::printed;
use ginga::document::{self, Options, stopped_by};
use ginga::{Discard, Discards, Hand, RuleSet};
use std::io::{self, Write};

/// Answers and prints; 0 whatever the answer is, 3 when a limit ended the run.
pub fn run(args: &DiscardArgs, out: &mut dyn Write) -> Result<u8, Failure> {
    // A dozen hands are asked about: the native solver is the one at once.
    let options = AnswerOptions {
        deep: args.deep,
        strict_visible: args.strict_visible,
        ..args.answer.options(SolverPolicy::Fastest)?
    };
    let rules = args.rules.choice()?;
    let input = args.hand.request().read()?;
    let HandUnderRules { hand, rules } = HandUnderRules::new(&input, &rules)?;
    if args.format == PlainFormat::Text {
        note::all_blue(&input, rules.set());
    }
    let clock = Clock::start(options.time_limit);
    let settings = options.settings(&clock);
    let discards = if options.verify {
        rules.game.verified_discards(&hand, &settings)?
    } else {
        rules.game.discards_with(&hand, &settings)?
    };
    let elapsed = clock.elapsed();
    drop(clock);
    let written = match args.format {
        PlainFormat::Text => write_text(out, &hand, rules.set(), &discards),
        PlainFormat::Json => {
            let options = Options {
                interrupted: is_interrupted(),
                elapsed: options.stats.then_some(elapsed),
                ..Options::default()
            };
            json::write_line(out, &document::discards(rules.about(&hand), &discards, &options))
        }
    };
    if options.stats && args.format == PlainFormat::Text {
        let line = writeln!(out, "\n{} µs", elapsed.as_micros());
        printed(line, 0)?;
    }
    printed(written, exit_code(true, discards.completeness()))
}

fn write_text(
    out: &mut dyn Write,
    hand: &Hand,
    rules: &RuleSet,
    discards: &Discards,
) -> io::Result<()> {
    let verdict = match discards.is_win() {
        true => format!("{YES}win{YES:#}"),
        false => shanten::verdict(&discards.distance),
    };
    writeln!(out, "{}  {verdict}  {FAINT}{}{FAINT:#}", blue(&hand.to_string()), rules.name())?;
    let deep = discards.list.iter().any(|discard| discard.next_copies.is_some());
    let next = if deep { "     next" } else { "" };
    writeln!(out, "\n  {FAINT}discard  shanten  left{next}  tiles{FAINT:#}")?;
    for discard in &discards.list {
        write_row(out, hand, rules, discard)?;
    }
    if let Some(by) = stopped_by(discards.completeness(), is_interrupted()) {
        writeln!(out, "\nincomplete: stopped by {by}")?;
    }
    Ok(())
}

fn write_row(
    out: &mut dyn Write,
    hand: &Hand,
    rules: &RuleSet,
    discard: &Discard,
) -> io::Result<()> {
    let Discard { tile, acceptance, next_copies, .. } = discard;
    let pad = " ".repeat(7usize.saturating_sub(tile.name().len()));
    let shanten = shanten::number(&acceptance.distance);
    let next = next_copies.map(|copies| format!("  {copies:>7}")).unwrap_or_default();
    let every = are_all_left(hand, rules, &acceptance.tiles);
    let every = if every { "every tile: " } else { "" };
    let line = format!(
        "  {}{pad}  {shanten:>7}  {:>4}{next}  {every}{}",
        blue(tile.name()),
        acceptance.copies(),
        shanten::tiles(acceptance, None)
    );
    writeln!(out, "{}", line.trim_end())
}
