//! What can be written behind `ginga bench`.

use super::PlainFormat;
use clap::builder::RangedU64ValueParser;
use clap::{Args, ValueEnum};

const EXAMPLE: &str = "\
Examples:
  ginga bench                                         everything, in some ten seconds
  ginga bench --only win,waits --hands 100000
  ginga bench --only count --seed 7 --format json
  ginga bench --rules all --hands 2000                a line for every built-in rule set

Each time is the median of three rounds or more, on one thread. Before a set is measured, up to 100
of its hands are answered by the search as well; a difference ends the run with exit code 4.

With --rules all there is a table each for random and for near-winning hands, wins and winning tiles. `new`
are the nanoseconds a hand of the first pass over the hands, `known` those of a later pass, when the engine
knows their parts, `slowest` the slowest hand of a first pass, and `x riichi` how many times as long as
under riichi a known hand takes. Up to 10 hands of each set are answered by the search as well. A rule set
that takes an indicator has one turned up by the seed.";

/// What this machine does: hands a second by task and number of wild tiles.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLE)]
pub struct BenchArgs {
    /// How many hands each set has; of hands that take long, a part of them is measured
    #[arg(long, default_value_t = 10_000, value_name = "N", value_parser = hands())]
    pub hands: u64,
    /// The same seed gives the same hands
    #[arg(long, default_value_t = 1, value_name = "S")]
    pub seed: u64,
    /// Every built-in rule set: wins and winning tiles, random and near-winning hands
    #[arg(long, value_enum, value_name = "all", conflicts_with = "only")]
    pub rules: Option<WhichRules>,
    /// Only these tasks, separated by commas [default: all]
    #[arg(long, value_enum, value_delimiter = ',', value_name = "TASK,…")]
    pub only: Vec<Task>,
    /// How the figures are printed
    #[arg(long, value_enum, default_value_t)]
    pub format: PlainFormat,
}

impl BenchArgs {
    /// The tasks to measure.
    pub fn tasks(&self) -> Vec<Task> {
        let wanted = |task: &Task| self.only.is_empty() || self.only.contains(task);
        Task::value_variants().iter().copied().filter(wanted).collect()
    }
}

/// All hands of a set are in memory at once.
const MOST_HANDS: u64 = 1_000_000;

fn hands() -> RangedU64ValueParser {
    RangedU64ValueParser::new().range(1..=MOST_HANDS)
}

/// The rule sets of a table of their own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum WhichRules {
    /// Every built-in one
    All,
}

/// What is asked of every hand of a set; the order is that of the tables.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
pub enum Task {
    /// Is it complete?
    Win,
    /// The winning tiles
    Waits,
    /// How far from a win, and the tiles that help
    Distance,
    /// How many decompositions and readings there are
    Count,
    /// Every decomposition shown
    Decompositions,
}

impl Task {
    /// The name, as `--only` takes it.
    pub const fn name(self) -> &'static str {
        match self {
            Task::Win => "win",
            Task::Waits => "waits",
            Task::Distance => "distance",
            Task::Count => "count",
            Task::Decompositions => "decompositions",
        }
    }

    /// What a person reads above the task's table.
    pub const fn title(self) -> &'static str {
        match self {
            Task::Win => "is it complete? 14 tiles",
            Task::Waits => "the winning tiles of 13 tiles",
            Task::Distance => "how far 13 tiles are from a win, and which tiles help",
            Task::Count => "how many decompositions and readings, 14 tiles",
            Task::Decompositions => "every decomposition shown, 14 tiles",
        }
    }
}
