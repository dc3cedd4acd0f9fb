//! Which tile to discard: the waits that each discard leaves, best first.

use super::answers::{exit_code, stopped_by};
use super::args::{DiscardArgs, PlainFormat};
use super::clock::{Clock, is_interrupted};
use super::failure::Failure;
use super::json::{self, SCHEMA};
use super::request::{HandUnderRules, ReadyRules, SolverPolicy};
use super::text::{FAINT, blue};
use ginga::{Completeness, Counts, Discard, Hand, KindSet, RuleSet, Wait};
use itertools::Itertools;
use serde::Serialize;
use serde_json::Value;
use std::io::{self, Write};

/// Answers and prints; 0 when some discard leaves the hand waiting.
pub fn run(args: &DiscardArgs, out: &mut dyn Write) -> Result<u8, Failure> {
    // A dozen hands are asked about: the native solver is the one at once.
    let options = args.answer.options(SolverPolicy::Fastest)?;
    let rules = args.rules.choice()?;
    let HandUnderRules { hand, rules } = HandUnderRules::new(&args.hand.request().read()?, &rules)?;
    let clock = Clock::start(options.time_limit);
    let settings = options.settings(&clock);
    let discards = if options.verify {
        rules.game.verified_discards(&hand, &settings)?
    } else {
        rules.game.discards_with(&hand, &settings)?
    };
    let elapsed = clock.elapsed();
    drop(clock);
    let completeness = completeness(&discards);
    let printed = match args.format {
        PlainFormat::Text => write_text(out, &hand, rules.set(), &discards, completeness),
        PlainFormat::Json => {
            let micros = u64::try_from(elapsed.as_micros()).unwrap_or(u64::MAX);
            let stats = options.stats.then_some(StatsPart { micros });
            write_json(out, &hand, &rules, &discards, completeness, stats)
        }
    };
    if options.stats && args.format == PlainFormat::Text {
        let line = writeln!(out, "\n{} µs", elapsed.as_micros());
        super::printed(line, 0)?;
    }
    super::printed(printed, exit_code(!discards.is_empty(), completeness))
}

/// Whether the waits of every discard are complete, or what cut one of them short.
pub fn completeness(discards: &[Discard]) -> Completeness {
    let mut found = discards.iter().map(|discard| discard.waits.report.completeness);
    found.find(|found| !found.is_complete()).unwrap_or(Completeness::Complete)
}

fn write_text(
    out: &mut dyn Write,
    hand: &Hand,
    rules: &RuleSet,
    discards: &[Discard],
    completeness: Completeness,
) -> io::Result<()> {
    let verdict = match discards.len() {
        0 => "no discard leaves it tenpai".to_owned(),
        1 => "1 discard leaves it tenpai".to_owned(),
        many => format!("{many} discards leave it tenpai"),
    };
    writeln!(out, "{}  {verdict}  {FAINT}{}{FAINT:#}", blue(&hand.to_string()), rules.name())?;
    if !discards.is_empty() {
        writeln!(out, "\n  {FAINT}discard  left  waits{FAINT:#}")?;
    }
    for Discard { tile, waits, left } in discards {
        let tiles = waits.tiles.iter().map(|wait| format!("{}×{}", wait.tile, wait.left)).join(" ");
        let pad = " ".repeat(7usize.saturating_sub(tile.to_string().len()));
        writeln!(out, "  {}{pad}  {left:>4}  {}", blue(&tile.to_string()), blue(&tiles))?;
    }
    if let Some(by) = stopped_by(completeness, is_interrupted()) {
        writeln!(out, "\nincomplete: stopped by {by}, there may be more")?;
    }
    Ok(())
}

/// The answer as JSON.
#[derive(Serialize)]
struct Document<'a> {
    schema: u8,
    command: &'a str,
    hand: String,
    rules: &'a str,
    overrides: Value,
    complete: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    stopped_by: Option<&'a str>,
    discards: Vec<DiscardPart<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stats: Option<StatsPart>,
}

#[derive(Serialize)]
pub struct StatsPart {
    pub micros: u64,
}

#[derive(Serialize)]
struct DiscardPart<'a> {
    discard: String,
    left: u32,
    solver: &'a str,
    waits: &'a [Wait],
    kinds: KindSet,
    dead: KindSet,
    counts: &'a Counts,
}

fn part(discard: &Discard) -> DiscardPart<'_> {
    let Discard { tile, waits, left } = discard;
    DiscardPart {
        discard: tile.to_string(),
        left: *left,
        solver: waits.report.solver,
        waits: &waits.tiles,
        kinds: waits.kinds,
        dead: waits.dead,
        counts: &waits.counts,
    }
}

/// Writes the answer as JSON.
pub fn write_json(
    out: &mut dyn Write,
    hand: &Hand,
    rules: &ReadyRules,
    discards: &[Discard],
    completeness: Completeness,
    stats: Option<StatsPart>,
) -> io::Result<()> {
    let document = Document {
        schema: SCHEMA,
        command: "discards",
        hand: hand.to_string(),
        rules: rules.set().name(),
        overrides: json::overrides_value(&rules.overrides, rules.set()),
        complete: completeness.is_complete(),
        stopped_by: stopped_by(completeness, is_interrupted()),
        discards: discards.iter().map(part).collect(),
        stats,
    };
    serde_json::to_writer(&mut *out, &document)?;
    writeln!(out)
}
