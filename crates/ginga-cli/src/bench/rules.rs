//! Wins and winning tiles under every built-in rule set.

use super::measure::{self, Passes};
use super::sets::{HandSet, of_rules};
use super::table::{Report, Row};
use super::{own_fault, progress};
use crate::args::bench::BenchArgs;
use crate::clock::is_interrupted;
use crate::failure::{Failure, OWN_FAULT};
use fastrand::Rng;
use ginga::{Game, Hand, Kind, KindSet, Overrides, RuleSet, Tile};

/// How many hands of a set the search answers as well: it takes milliseconds for one.
const SAMPLE: usize = 10;

/// Goes through all rule sets; the rows come by task, then by the sort of hands.
pub fn measure_all(args: &BenchArgs) -> Result<Report, Failure> {
    let mut rng = Rng::with_seed(args.seed);
    let planned: Vec<(HandSet, Rng)> =
        RuleSet::builtin_names().flat_map(of_rules).map(|set| (set, rng.fork())).collect();
    let progress = progress(planned.len());
    let mut report = Report { rows: Vec::new(), wanted: planned.len(), compared: 0 };
    for (set, rng) in planned {
        progress.set_message(format!("{} {}", set.rules, set.name()));
        match measure_set(args, set, rng)? {
            Some(row) => report.rows.push(row),
            None => break,
        }
        progress.inc(1);
    }
    report.compared = report.rows.iter().map(|row| row.compared).sum();
    report.rows.sort_by_key(|row| (row.task, std::cmp::Reverse(row.set.source())));
    Ok(report)
}

/// One set: its hands are made, compared, and measured; `None` when Ctrl-C ended it.
fn measure_set(args: &BenchArgs, set: HandSet, mut rng: Rng) -> Result<Option<Row>, Failure> {
    let rules = rules(set, &mut rng)?;
    let wanted = usize::try_from(args.hands).unwrap_or(usize::MAX);
    let dealt = set.deal(&rules, &mut rng, wanted);
    let dealt = dealt.ok_or_else(|| own_fault(&set, "no such hand was found"))?;
    let Some(&task) = set.tasks().first().filter(|_| !is_interrupted()) else { return Ok(None) };
    let (game, hands) = ready(&rules, &dealt)?;
    let mut compared = 0;
    for hand in hands.iter().take(SAMPLE) {
        compared += usize::from(super::check::game_agrees(task, &game, hand)?);
    }
    // What has answered the sample knows its parts: others are measured.
    let games = [ready(&rules, &dealt)?, ready(&rules, &dealt)?, ready(&rules, &dealt)?];
    let Some((measured, passes)) = measure::passes(task, games) else { return Ok(None) };
    Ok(Some(Row { task, set, hands: dealt.len(), compared, measured, passes: Some(passes) }))
}

/// The rule set; where it finds its wild kinds by a tile turned up, one is.
fn rules(set: HandSet, rng: &mut Rng) -> Result<RuleSet, Failure> {
    let rules = RuleSet::builtin(set.rules).map_err(|error| Failure::rules(&error, set.rules))?;
    if !rules.takes_indicator() {
        return Ok(rules);
    }
    let kinds: KindSet =
        Kind::all().filter(|&kind| rules.drawable(Tile::plain(kind)) > 0).collect();
    let mut overrides = Overrides::default();
    overrides.turn_up(rng.choice(kinds.iter().collect::<Vec<_>>()).into_iter().collect());
    RuleSet::builtin_with(set.rules, &overrides).map_err(|error| Failure::rules(&error, set.rules))
}

/// A game that has answered nothing, and its hands.
fn ready(rules: &RuleSet, dealt: &[Vec<Tile>]) -> Result<(Game, Vec<Hand>), Failure> {
    let game = Game::new(rules.clone());
    // Its tables are there before the clock runs.
    let _ = game.served();
    let hand = |tiles: &Vec<Tile>| game.hand_from_tiles(tiles.iter().copied());
    let hands: Result<Vec<Hand>, _> = dealt.iter().map(hand).collect();
    let hands = hands.map_err(|error| Failure { code: OWN_FAULT, ..Failure::input(error) })?;
    Ok((game, hands))
}

impl Row {
    /// How many times as long as under riichi a hand takes whose parts are known.
    pub fn times_riichi(&self, report: &Report) -> Option<f64> {
        let alike = |row: &&Row| {
            let shared = row.task == self.task && row.set.source() == self.set.source();
            shared && row.set.rules == "riichi"
        };
        let riichi = report.rows.iter().find(alike)?;
        Some(self.measured.nanoseconds / riichi.measured.nanoseconds.max(0.1))
    }
}

impl Passes {
    /// The slowest hand's time.
    pub fn slowest_nanoseconds(&self) -> u64 {
        self.slowest.as_nanos().try_into().unwrap_or(u64::MAX)
    }
}
