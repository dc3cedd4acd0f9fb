//! Which tile to discard: how far each discard leaves the hand, and which tiles help then, best first.

use super::answers::{are_all_left, exit_code};
use super::args::{DiscardArgs, PlainFormat};
use super::clock::Clock;
use super::failure::Failure;
use super::json;
use super::note;
use super::request::{AnswerOptions, HandUnderRules, ReadyRules, SolverPolicy};
use super::shanten;
use super::text::{FAINT, YES, blue, limit_name};
use crate::output::printed;
use ginga::document::{self, Options};
use ginga::{Discard, Discards, Hand, RuleSet, VerifyError};
use std::io::{self, Write};
use std::time::Duration;

/// Answers and prints; 0 whatever the answer is, 3 when a limit ended the run.
pub fn run(args: &DiscardArgs, out: &mut dyn Write) -> Result<u8, Failure> {
    // A dozen hands are asked about: the native solver is the one at once.
    let options = args.discard.of(args.answer.options(SolverPolicy::Fastest)?);
    let rules = args.rules.choice()?;
    let input = args.hand.request().read()?;
    let HandUnderRules { hand, rules } = HandUnderRules::new(&input, &rules)?;
    if args.format == PlainFormat::Text {
        note::all_blue(&input, rules.set());
    }
    let clock = Clock::start(options.time_limit);
    let found = answer(&options, hand, &rules, &clock)?;
    drop(clock);
    let written = match args.format {
        PlainFormat::Text => write_text(out, &found, options.stats),
        PlainFormat::Json => json::write_line(out, &found.document(&options, None)),
    };
    printed(written, exit_code(true, found.discards.completeness()))
}

/// What to discard of a hand, with the rules that it is about.
pub struct FoundDiscards<'a> {
    hand: Hand,
    pub rules: &'a ReadyRules,
    pub discards: Discards,
    elapsed: Duration,
    interrupted: bool,
}

/// Answers about one hand under its rules.
pub fn answer<'a>(
    options: &AnswerOptions,
    hand: Hand,
    rules: &'a ReadyRules,
    clock: &Clock,
) -> Result<FoundDiscards<'a>, VerifyError> {
    let settings = options.settings(clock);
    let discards = if options.verify {
        rules.game.verified_discards(&hand, &settings)?
    } else {
        rules.game.discards_with(&hand, &settings)?
    };
    let (elapsed, interrupted) = (clock.elapsed(), clock.interrupted());
    Ok(FoundDiscards { hand, rules, discards, elapsed, interrupted })
}

impl FoundDiscards<'_> {
    /// What cut the answer short, as JSON and `--…` options name it.
    pub fn stopped_by(&self) -> Option<&'static str> {
        document::stopped_by(self.discards.completeness(), self.interrupted)
    }

    /// The document of the answer; `line` is its number among many, from 1.
    pub fn document(&self, options: &AnswerOptions, line: Option<usize>) -> document::Discards<'_> {
        let options = Options {
            line,
            interrupted: self.interrupted,
            elapsed: options.stats.then_some(self.elapsed),
            ..Options::default()
        };
        document::discards(self.rules.about(&self.hand), &self.discards, &options)
    }
}

fn write_text(out: &mut dyn Write, found: &FoundDiscards<'_>, stats: bool) -> io::Result<()> {
    let FoundDiscards { hand, discards, elapsed, .. } = found;
    let rules = found.rules.set();
    let verdict = match discards.is_win() {
        true => format!("{YES}win{YES:#}"),
        false => shanten::verdict(&discards.distance),
    };
    writeln!(out, "{}  {verdict}  {FAINT}{}{FAINT:#}", blue(&hand.to_string()), rules.name())?;
    let deep = discards.list.iter().any(|discard| discard.next_copies.is_some());
    let next = if deep { "     next" } else { "" };
    writeln!(out, "\n  {FAINT}discard  shanten  left{next}  tiles{FAINT:#}")?;
    let far = |discard: &Discard| discard.acceptance.distance.tiles();
    let least = discards.list.first().and_then(far);
    for discard in &discards.list {
        write_row(out, hand, rules, discard, far(discard) == least)?;
    }
    if let Some(by) = found.stopped_by() {
        writeln!(out, "\nincomplete: stopped by {}", limit_name(by))?;
    }
    if stats {
        writeln!(out, "\n{} µs", elapsed.as_micros())?;
    }
    Ok(())
}

/// A discard; of one that does not keep the distance the first tiles that help alone.
fn write_row(
    out: &mut dyn Write,
    hand: &Hand,
    rules: &RuleSet,
    discard: &Discard,
    keeps: bool,
) -> io::Result<()> {
    let Discard { tile, acceptance, next_copies, .. } = discard;
    let pad = " ".repeat(7usize.saturating_sub(tile.name().len()));
    let shanten = shanten::number(&acceptance.distance);
    let next = next_copies.map(|copies| format!("  {copies:>7}")).unwrap_or_default();
    let every = are_all_left(hand, rules, &acceptance.tiles);
    let every = if every { "every tile: " } else { "" };
    let tiles = if keeps { shanten::tiles } else { shanten::first_tiles };
    let line = format!(
        "  {}{pad}  {shanten:>7}  {:>4}{next}  {every}{}",
        blue(tile.name()),
        acceptance.copies(),
        tiles(&acceptance.tiles)
    );
    writeln!(out, "{}", line.trim_end())
}
