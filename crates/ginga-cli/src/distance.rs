//! How far a hand is from a win: which tiles help, the nearest wins, the chances.

use super::answers::exit_code;
use super::args::{DistanceArgs, PlainFormat};
use super::clock::Clock;
use super::failure::Failure;
use super::json;
use super::nearest::NearestWins;
use super::note;
use super::request::{DistanceRequest, HandUnderRules, ReadyRules};
use super::shanten;
use super::text::{FAINT, blue, grouped, limit_name, plural};
use crate::output::printed;
use ginga::document::{self, Options};
use ginga::{Acceptance, Chances, Completeness, Distance, Hand, Odds, QuestionError, TileCounts};
use std::io::{self, Write};
use std::time::Duration;

/// Answers and prints; 1 where no draws ever make the hand a win, 3 when a limit ended the run.
pub fn run(args: &DistanceArgs, out: &mut dyn Write) -> Result<u8, Failure> {
    let request = args.distance.request()?;
    let rules = args.rules.choice()?;
    let input = args.hand.request().read()?;
    let HandUnderRules { hand, rules } = HandUnderRules::new(&input, &rules)?;
    if args.format == PlainFormat::Text {
        note::all_blue(&input, rules.set());
    }
    let clock = Clock::start(request.options.time_limit);
    let found = answer(&request, hand, &rules, &clock)?;
    drop(clock);
    let written = match args.format {
        PlainFormat::Text => found.write(out, &request),
        PlainFormat::Json => json::write_line(out, &found.document(&request, None)),
    };
    printed(written, found.exit_code())
}

/// How far a hand is, with the hand and the rules that it is about.
pub struct FoundDistance<'a> {
    pub hand: Hand,
    pub rules: &'a ReadyRules,
    pub acceptance: Acceptance,
    /// What a hand lacks that can never win.
    lacking: Option<TileCounts>,
    wins: Option<NearestWins>,
    chances: Option<Chances>,
    elapsed: Duration,
    interrupted: bool,
}

/// Answers about one hand under its rules.
pub fn answer<'a>(
    request: &DistanceRequest,
    hand: Hand,
    rules: &'a ReadyRules,
    clock: &Clock,
) -> Result<FoundDistance<'a>, QuestionError> {
    let DistanceRequest { options, list, draws, kinds: _ } = request;
    let settings = options.settings(clock);
    let game = &rules.game;
    let acceptance = game.acceptance_with(&hand, &settings)?;
    let wins = list.then(|| NearestWins::of(game, &hand, &settings, options.limit)).transpose()?;
    let chances = draws.map(|draws| game.chances(&hand, draws, &settings)).transpose()?;
    let (elapsed, interrupted) = (clock.elapsed(), clock.interrupted());
    let never = acceptance.distance.tiles().is_none();
    let lacking = if never { game.lacking(&hand, &settings)? } else { None };
    Ok(FoundDistance { hand, rules, acceptance, lacking, wins, chances, elapsed, interrupted })
}

impl FoundDistance<'_> {
    /// Whether all of the answer is known, or what cut a part of it short.
    pub fn completeness(&self) -> Completeness {
        let wins = self.wins.as_ref().map(|wins| wins.nearest.completeness);
        let chances = self.chances.as_ref().map(|chances| chances.completeness);
        let all = [Some(self.acceptance.distance.report.completeness), wins, chances];
        let mut cut = all.into_iter().flatten().filter(|part| !part.is_complete());
        cut.next().unwrap_or(Completeness::Complete)
    }

    /// What cut the answer short, as JSON and `--…` options name it.
    pub fn stopped_by(&self) -> Option<&'static str> {
        document::stopped_by(self.completeness(), self.interrupted)
    }

    /// The exit code: 0 where draws can make the hand a win, 1 where they cannot, 3 cut short.
    pub fn exit_code(&self) -> u8 {
        exit_code(self.acceptance.distance.tiles().is_some(), self.completeness())
    }

    /// The document of the answer; `line` is its number among many, from 1.
    pub fn document(
        &self,
        request: &DistanceRequest,
        line: Option<usize>,
    ) -> document::Distance<'_> {
        let options = Options {
            line,
            kinds: request.kinds,
            interrupted: self.interrupted,
            elapsed: request.options.stats.then_some(self.elapsed),
            ..Options::default()
        };
        let about = self.rules.about(&self.hand);
        let mut document = document::distance(about, &self.acceptance, &options);
        if let Some(lacking) = &self.lacking {
            document = document.with_lacking(lacking);
        }
        if let Some(wins) = &self.wins {
            document = document.listing(&wins.nearest, &wins.decompositions, &options);
        }
        if let Some(chances) = &self.chances {
            document = document.with_chances(chances, &options);
        }
        document
    }

    fn write(&self, out: &mut dyn Write, request: &DistanceRequest) -> io::Result<()> {
        let distance = &self.acceptance.distance;
        let changes = self.rules.overrides.changes(self.rules.set());
        let changes: String =
            changes.iter().map(|(key, value)| format!(", {key} = {value}")).collect();
        let (hand, verdict) = (blue(&self.hand.to_string()), shanten::verdict(distance));
        writeln!(out, "{hand}  {verdict}  {FAINT}{}{changes}{FAINT:#}", self.rules.set().name())?;
        self.write_forms(out, distance)?;
        self.write_help(out, request)?;
        if let Some(wins) = &self.wins {
            wins.write(out)?;
        }
        if let Some(chances) = &self.chances {
            write_chances(out, chances)?;
        }
        if let Some(by) = self.stopped_by() {
            let cut = self.chances.as_ref().filter(|chances| !chances.completeness.is_complete());
            let why = match (cut, by) {
                (Some(_), "limit") => "more draws have too many hands to look at".to_owned(),
                _ => format!("stopped by {}, there may be more", limit_name(by)),
            };
            writeln!(out, "\nincomplete: {why}")?;
        }
        if request.options.stats {
            writeln!(out, "\n{} µs", self.elapsed.as_micros())?;
        }
        Ok(())
    }

    /// How far the hand is, over all forms and by each.
    fn write_forms(&self, out: &mut dyn Write, distance: &Distance) -> io::Result<()> {
        let from = |tiles: Option<u8>| match tiles {
            None => "never".to_owned(),
            Some(0) => "complete".to_owned(),
            Some(tiles) => plural(tiles.into(), "tile"),
        };
        match distance.tiles() {
            _ if !distance.report.completeness.is_complete() => return Ok(()),
            None => self.write_never(out)?,
            Some(0) => {}
            tiles => writeln!(out, "{} from a win", from(tiles))?,
        }
        if distance.by_form.len() > 1 {
            let width = distance.by_form.iter().map(|form| form.form.len()).max().unwrap_or(0);
            for form in &distance.by_form {
                writeln!(out, "  {:width$}  {}", form.form, from(form.distance))?;
            }
        }
        Ok(())
    }

    /// That no draw makes it a win, and which tiles it would take.
    fn write_never(&self, out: &mut dyn Write) -> io::Result<()> {
        let lacking = self.lacking.iter().flat_map(TileCounts::tiles);
        let lacking: Vec<&str> = lacking.map(|tile| tile.name()).collect();
        match lacking.is_empty() {
            true => writeln!(out, "no tiles left make it a win"),
            false => writeln!(
                out,
                "no tiles left make it a win: it lacks {}, more than are left",
                blue(&lacking.join(" "))
            ),
        }
    }

    /// A table of the tiles that help.
    fn write_help(&self, out: &mut dyn Write, request: &DistanceRequest) -> io::Result<()> {
        let Acceptance { tiles, kinds, .. } = &self.acceptance;
        if tiles.is_empty() {
            return Ok(());
        }
        writeln!(out, "\n  {FAINT}draw  left{FAINT:#}")?;
        let mut row = |tile: &str, left: u32| {
            let pad = " ".repeat(4usize.saturating_sub(tile.len()));
            writeln!(out, "  {}{pad}  {left:>4}", blue(tile))
        };
        if request.kinds {
            for (kind, left) in self.acceptance.left_by_kind(self.rules.set()) {
                row(kind.name(), left)?;
            }
        } else {
            tiles.iter().try_for_each(|wait| row(wait.tile.name(), wait.left.into()))?;
        }
        let kinds: Vec<&str> = kinds.iter().map(|kind| kind.name()).collect();
        let copies = self.acceptance.copies();
        writeln!(out, "\n{copies} tiles left help, as the kinds {}", kinds.join(" "))
    }
}

fn write_chances(out: &mut dyn Write, chances: &Chances) -> io::Result<()> {
    let Chances { draws, win, tenpai, discard, .. } = chances;
    writeln!(
        out,
        "\nwithin {} of its own, with the best discards:",
        plural((*draws).into(), "draw")
    )?;
    let rows = [("win", win), ("tenpai", tenpai)]
        .map(|(name, odds)| (name, grouped(odds.ways), grouped(odds.of), percent(odds)));
    let width = |number: fn(&(&str, String, String, String)) -> usize| {
        rows.iter().map(number).max().unwrap_or(0)
    };
    let (ways, percents) = (width(|row| row.1.len()), width(|row| row.3.len()));
    for (name, of_these, all, percent) in &rows {
        writeln!(out, "  {name:6}  {percent:>percents$} %  {of_these:>ways$} of {all} orders")?;
    }
    match discard {
        Some(tile) => writeln!(out, "  first discard to win: {}", blue(tile.name())),
        None => Ok(()),
    }
}

/// Hundredths with three digits behind the point, rounded down: what is not certain is never 100.
fn percent(odds: &Odds) -> String {
    let thousandths = thousandths(odds);
    format!("{}.{:03}", thousandths / 1_000, thousandths % 1_000)
}

/// Thousandths of a hundredth.
fn thousandths(odds: &Odds) -> u128 {
    odds.ways.saturating_mul(100_000) / odds.of.max(1)
}
