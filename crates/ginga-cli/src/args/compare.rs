//! What can be written behind `ginga compare`.

use super::{AnswerArgs, Color, PlainFormat, suit, threads};
use clap::{ArgGroup, Args, ValueEnum};
use ginga::Suit;
use std::num::NonZeroUsize;
use std::path::PathBuf;

/// One question under several rule sets: of given hands, or of random ones.
#[derive(Debug, Args)]
#[command(group = ArgGroup::new("hands").required(true).args(["hand", "random"]))]
pub struct CompareArgs {
    /// The hand, in one argument or several; `-` reads hands from standard input, one a line
    #[arg(value_name = "HAND")]
    pub hand: Vec<String>,
    /// Another hand; may be repeated
    #[arg(long, value_name = "HAND", conflicts_with = "random")]
    pub also: Vec<String>,
    /// Read digits without a suit letter as this suit
    #[arg(long, value_parser = suit, value_name = "m|p|s", conflicts_with = "random")]
    pub suit: Option<Suit>,
    /// Ask this instead of what the size of the hands asks
    #[arg(long, value_enum, value_name = "WHAT", conflicts_with_all = ["random", "heatmap"])]
    pub question: Option<ComparedQuestion>,
    /// The rule sets: names or TOML files, separated by commas
    #[arg(long, required = true, value_delimiter = ',', value_name = "A,B[,C…]")]
    pub rules: Vec<String>,
    /// One more rule set: the first with this key overridden; may be repeated, each a rule set of its
    /// own
    #[arg(long, value_name = "KEY=VALUE")]
    pub switch: Vec<String>,
    /// Make these plain kinds wild (laizi) in each of them
    #[arg(long, value_name = "TILES")]
    pub wild: Option<String>,
    /// Turn this tile up, such as 3p, for those of them that find their wild kinds by it
    #[arg(long, value_name = "TILES")]
    pub indicator: Option<String>,
    /// Override a key of each rule set by its dotted name; may be repeated
    #[arg(long, value_name = "KEY=VALUE")]
    pub set: Vec<String>,
    #[command(flatten)]
    pub draw: DrawArgs,
    #[command(flatten)]
    pub answer: AnswerArgs,
    /// How many random hands are answered at once [default: as many as there are cores]
    #[arg(long, help_heading = RANDOM_HANDS, value_parser = threads, allow_hyphen_values = true, value_name = "N", conflicts_with = "hand")]
    pub threads: Option<NonZeroUsize>,
    /// Draw how many winning tiles there are as a picture, .svg or .png. Random hands: a row a rule
    /// set, a column each number of winning tiles, coloured by the share of the hands that have it.
    /// Given hands: a row a hand, a column a rule set, coloured by the number itself
    #[arg(long, value_name = "FILE")]
    pub heatmap: Option<PathBuf>,
    /// How the answers are printed
    #[arg(long, value_enum, default_value_t)]
    pub format: PlainFormat,
    /// When to colour
    #[arg(long, value_enum, default_value_t, value_name = "WHEN")]
    pub color: Color,
}

/// Where `--help` lists the options of random hands.
const RANDOM_HANDS: &str = "Random hands";

/// The random hands of a comparison.
#[derive(Debug, Args)]
pub struct DrawArgs {
    /// Compare over so many random hands, the hands of `ginga random` with this seed
    #[arg(long, help_heading = RANDOM_HANDS, value_name = "N")]
    pub random: Option<u64>,
    /// How many concealed tiles each has
    #[arg(long, help_heading = RANDOM_HANDS, default_value_t = 13, value_name = "N", conflicts_with = "hand")]
    pub tiles: usize,
    /// The same seed gives the same hands; without one they differ each time, and the answer says which
    /// it was
    #[arg(long, help_heading = RANDOM_HANDS, value_name = "S", conflicts_with = "hand")]
    pub seed: Option<u64>,
    /// Exactly so many blue tiles in each hand [default: as they come]
    #[arg(long, help_heading = RANDOM_HANDS, value_name = "N", conflicts_with = "hand")]
    pub blue: Option<usize>,
    /// The rule set whose tile set is drawn from [default: the first of --rules]
    #[arg(long, help_heading = RANDOM_HANDS, value_name = "NAME|FILE", conflicts_with = "hand")]
    pub deck: Option<String>,
    /// Only hands that are tenpai: under the rule set that is drawn from, or (--tenpai=any) under one at
    /// least of those compared
    #[arg(long, help_heading = RANDOM_HANDS, value_enum, value_name = "UNDER", num_args = 0..=1, require_equals = true,
          default_missing_value = "deck", conflicts_with = "hand")]
    pub tenpai: Option<TenpaiUnder>,
    /// Show so many of the hands that differ, in the order drawn
    #[arg(long, help_heading = RANDOM_HANDS, default_value_t = 10, value_name = "K", conflicts_with = "hand")]
    pub show: usize,
}

/// What is asked whatever the size of the hands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ComparedQuestion {
    /// How far they are from a win, and which tiles help
    Distance,
}

/// Which rule set random hands are tenpai under.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum TenpaiUnder {
    /// The one whose tile set is drawn from, as `ginga random --tenpai`
    Deck,
    /// One at least of those compared
    Any,
}
