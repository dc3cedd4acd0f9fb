//! What can be written behind `ginga batch`.

use super::{AnswerArgs, DiscardOptions, DistanceOptions, RulesArgs, suit, threads};
use clap::{Args, Subcommand, ValueEnum};
use ginga::Suit;
use std::num::NonZeroUsize;
use std::path::PathBuf;

#[derive(Debug, Subcommand)]
pub enum BatchCommand {
    /// `win` for each hand
    Win(BatchArgs),
    /// `waits` for each hand
    Waits(BatchWaitsArgs),
    /// `decompose` for each hand
    Decompose(BatchDecomposeArgs),
    /// `distance` for each hand
    Distance(BatchDistanceArgs),
    /// `discards` for each hand
    Discards(BatchDiscardArgs),
}

/// The waits of many hands.
#[derive(Debug, Args)]
pub struct BatchWaitsArgs {
    #[command(flatten)]
    pub batch: BatchArgs,
    /// Fold the winning tiles to kinds
    #[arg(long)]
    pub kinds: bool,
    /// List readings (fillings forgotten) instead of decompositions
    #[arg(long)]
    pub readings: bool,
}

/// The decompositions of many hands.
#[derive(Debug, Args)]
#[command(mut_arg("no_list", |no_list| no_list.hide(true)))]
pub struct BatchDecomposeArgs {
    #[command(flatten)]
    pub batch: BatchArgs,
    /// List readings (fillings forgotten) instead of decompositions
    #[arg(long)]
    pub readings: bool,
}

/// How far many hands are.
#[derive(Debug, Args)]
pub struct BatchDistanceArgs {
    #[command(flatten)]
    pub files: BatchFiles,
    #[command(flatten)]
    pub distance: DistanceOptions,
}

/// What to discard of many hands.
#[derive(Debug, Args)]
#[command(mut_arg("no_list", |no_list| no_list.hide(true)))]
pub struct BatchDiscardArgs {
    #[command(flatten)]
    pub batch: BatchArgs,
    #[command(flatten)]
    pub discard: DiscardOptions,
}

/// Many hands, each a record.
#[derive(Debug, Args)]
pub struct BatchArgs {
    #[command(flatten)]
    pub files: BatchFiles,
    #[command(flatten)]
    pub answer: AnswerArgs,
}

/// Where the hands are, where the answers go, and the rules.
#[derive(Debug, Args)]
// A batch never guesses by the hand.
#[command(mut_arg("rules", |rules| rules.help("A rule set's name, or a TOML file [default: riichi]")))]
pub struct BatchFiles {
    /// The file of hands; `-` reads standard input
    #[arg(default_value = "-", value_name = "FILE")]
    pub file: PathBuf,
    /// What FILE holds [default: by its extension, .csv or .parquet, else lines]
    #[arg(long, value_enum, value_name = "FORM")]
    pub from: Option<InputForm>,
    /// The column of hands in CSV and Parquet [default: hand]
    #[arg(long, value_name = "NAME")]
    pub column: Option<String>,
    /// How the answers are written
    #[arg(long, value_enum, default_value_t, value_name = "FORM")]
    pub to: OutputForm,
    /// Where the answers go; `-` is standard output. The file is there once the run has ended
    #[arg(long, default_value = "-", hide_default_value = true, value_name = "FILE")]
    pub out: PathBuf,
    /// How many hands are answered at once [default: as many as there are cores]
    #[arg(long, value_parser = threads, allow_hyphen_values = true, value_name = "N")]
    pub threads: Option<NonZeroUsize>,
    /// Read digits without a suit letter as this suit
    #[arg(long, value_parser = suit, value_name = "m|p|s")]
    pub suit: Option<Suit>,
    #[command(flatten)]
    pub rules: RulesArgs,
}

/// What a batch reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum InputForm {
    /// A hand a line
    Lines,
    /// Comma-separated, with a header
    Csv,
    /// Apache Parquet
    Parquet,
}

/// What a batch writes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum OutputForm {
    /// One JSON object a line: everything there is to say
    #[default]
    Ndjson,
    /// Comma-separated, with a header: a row a hand
    Csv,
    /// Apache Parquet, the same columns; needs --out
    Parquet,
}
