//! What can be written on the command line. Nothing here acts; it only checks the words, and makes
//! requests of them.

pub mod batch;
pub mod bench;
pub mod compare;
mod elsewhere;
pub mod requests;

pub use elsewhere::parse;

use super::request::time_limit;
use batch::BatchCommand;
use bench::BenchArgs;
use clap::{Args, Parser, Subcommand, ValueEnum};
use compare::CompareArgs;
use ginga::{Chances, Suit};
#[cfg(feature = "serve")]
use std::net::SocketAddr;
use std::num::{NonZeroU64, NonZeroUsize};
use std::path::PathBuf;
use std::time::Duration;

const EXAMPLES: &str = "\
Examples:
  ginga waits 1m1M23m4M56p456s3Z4z4Z     the winning tiles of a hand with blue tiles
  ginga discards 24m6M17p2334s1S3z14Z9m  what to discard, and which tiles help then
  ginga win 22334455667788s              is it complete, and in how many ways
  ginga decompose 1334444556m34sjj --rules laizi
  ginga waits 1112224588899 --suit m --rules chinitsu --format makeplex
  ginga waits 123m456p1p '[777z]'        called melds in brackets, or by --meld 777z

Tiles: 123m 406p 77z, m man, p pin, s sou, z East South West North White Green Red,
0 a red five; 14M or '1*m' blue; j a joker, ja one of class a; '[123m]' called, '(1111p)' a concealed kan.
Full-width characters, kanji (一萬 四筒 五索 東 白) and commas or hyphens between suits are read, too.

Exit codes: 0 yes or not empty, 1 no or empty, 2 the input is at fault,
3 cut short by a limit, 4 a fault of the program's own.";

/// Ginga (銀河): wins, waits and every decomposition of mahjong hands with wild tiles.
#[derive(Debug, Parser)]
#[command(name = "ginga", version, about, after_help = EXAMPLES, max_term_width = 100)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Is it a complete hand, in how many decompositions and readings?
    Win(WinArgs),
    /// Every decomposition of a complete hand
    Decompose(DecomposeArgs),
    /// Every winning tile with copies left, its wait forms, every tenpai decomposition
    Waits(WaitsArgs),
    /// The set-partition model of a hand: rows, columns, side constraints
    Model(ModelArgs),
    /// The rule sets: list them, show one, check a file
    #[command(subcommand)]
    Rules(RulesCommand),
    /// The same question under several rule sets, side by side, differences marked
    Compare(CompareArgs),
    /// Which tile to discard: how far each discard leaves the hand, and which tiles help, best first
    Discards(DiscardArgs),
    /// How far a hand is from a win (shanten), which tiles help, the nearest wins, the chances
    Distance(DistanceArgs),
    /// Random hands of a rule set's real tile set
    Random(RandomArgs),
    /// A picture of a hand, its waits and decompositions
    Render(RenderArgs),
    /// A page in the browser and an HTTP interface, at http://127.0.0.1:8080
    #[cfg(feature = "serve")]
    Serve(ServeArgs),
    /// Hands a second on this machine, by task and number of wild tiles
    Bench(BenchArgs),
    /// Many hands in, an answer for each out, in their order: lines, CSV or Parquet
    #[command(subcommand)]
    Batch(BatchCommand),
    /// A completion script for a shell, to be sourced or installed
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// The manual page, in roff: `ginga man | man -l -`
    Man,
}

/// What every question about one hand takes.
#[derive(Debug, Args)]
pub struct AskArgs {
    #[command(flatten)]
    pub hand: HandArgs,
    #[command(flatten)]
    pub rules: RulesArgs,
    #[command(flatten)]
    pub answer: AnswerArgs,
    /// List the nearest wins of a hand that is no win or not tenpai: what to draw, what to discard;
    /// --limit says how many [default: 1000]
    #[arg(long)]
    pub why: bool,
    /// When to colour: blue tiles in blue
    #[arg(long, value_enum, default_value_t, value_name = "WHEN")]
    pub color: Color,
}

/// Is it a complete hand?
#[derive(Debug, Args)]
pub struct WinArgs {
    #[command(flatten)]
    pub ask: AskArgs,
    /// How the answer is printed
    #[arg(long, value_enum, default_value_t)]
    pub format: PlainFormat,
}

/// The decompositions of a complete hand.
#[derive(Debug, Args)]
// Without a list nothing is left of it: whoever writes --no-list is told so.
#[command(mut_arg("no_list", |no_list| no_list.hide(true)))]
pub struct DecomposeArgs {
    #[command(flatten)]
    pub ask: AskArgs,
    /// How the answer is printed
    #[arg(long, value_enum, default_value_t)]
    pub format: Format,
    /// List readings (fillings forgotten) instead of decompositions
    #[arg(long)]
    pub readings: bool,
    /// The best first, with the smallest sum of KEY=WEIGHT, such as wilds or wilds=2,runs (wilds,
    /// runs, triplets, pairs, singles, kans, honours, terminals, or a kind such as 5m)
    #[arg(long, value_name = "KEY[=WEIGHT],…", conflicts_with = "maximize")]
    pub minimize: Option<String>,
    /// The best first, with the greatest sum of KEY=WEIGHT, such as runs or triplets,5m=3
    #[arg(long, value_name = "KEY[=WEIGHT],…")]
    pub maximize: Option<String>,
}

/// The waits of a hand.
#[derive(Debug, Args)]
pub struct WaitsArgs {
    #[command(flatten)]
    pub ask: AskArgs,
    /// How the answer is printed
    #[arg(long, value_enum, default_value_t)]
    pub format: Format,
    /// Fold the winning tiles to kinds
    #[arg(long)]
    pub kinds: bool,
    /// List readings (fillings forgotten) instead of decompositions
    #[arg(long)]
    pub readings: bool,
}

/// The hand itself.
#[derive(Debug, Args)]
pub struct HandArgs {
    /// The hand, such as 123m406p77z or 14M56p (blue 1m, 4m), in one argument or several; `-` reads
    /// it from standard input
    #[arg(required = true, value_name = "HAND")]
    pub hand: Vec<String>,
    /// A called meld without brackets, such as 123m or 3M3P3S=333p; may be repeated
    #[arg(long, value_name = "TILES")]
    pub meld: Vec<String>,
    /// A concealed kan, such as 1111p; may be repeated
    #[arg(long, value_name = "TILES")]
    pub concealed_kan: Vec<String>,
    /// Read digits without a suit letter as this suit
    #[arg(long, value_parser = suit, value_name = "m|p|s")]
    pub suit: Option<Suit>,
}

/// The rules for this call.
#[derive(Debug, Args)]
pub struct RulesArgs {
    /// A rule set's name, or a TOML file [default: galaxy if the hand holds a blue tile, else riichi]
    #[arg(long, value_name = "NAME|FILE")]
    pub rules: Option<String>,
    /// Make these plain kinds wild (laizi), such as 5m or 19m7z
    #[arg(long, value_name = "TILES")]
    pub wild: Option<String>,
    /// Turn this tile up, from which the rule set finds its wild kinds, such as 3p
    #[arg(long, value_name = "TILES")]
    pub indicator: Option<String>,
    /// Override a key of the rule set by its dotted name (`ginga rules new` lists them all); may
    /// be repeated
    #[arg(long, value_name = "KEY=VALUE")]
    pub set: Vec<String>,
}

/// How the answer is found.
#[derive(Debug, Args)]
pub struct AnswerArgs {
    /// Which solver: auto takes the ILP up to 2,000 decompositions, else the engine (batch, discards,
    /// compare --random: always the engine)
    #[arg(long, value_enum, default_value_t)]
    pub solver: SolverName,
    /// How the ILP forbids what it found
    #[arg(long, value_enum, default_value_t)]
    pub no_good: NoGoodName,
    /// Answer by two solvers and check every decomposition; fail loudly on any difference
    #[arg(long)]
    pub verify: bool,
    /// List at most so many decompositions; winning tiles, verdict and counts are of all there are
    #[arg(long, value_parser = limit, allow_hyphen_values = true, value_name = "N")]
    pub limit: Option<NonZeroU64>,
    /// List no decompositions: winning tiles, verdict and counts alone
    #[arg(long)]
    pub no_list: bool,
    /// Stop after this long, such as 5s or 200ms
    #[arg(long, value_parser = time_limit, allow_hyphen_values = true, value_name = "TIME")]
    pub time_limit: Option<Duration>,
    /// Tiles seen elsewhere on the table: they lower the copies left
    #[arg(long, value_name = "TILES")]
    pub visible: Option<String>,
    /// Show rows, columns, solves, cuts and time
    #[arg(long)]
    pub stats: bool,
}

/// What to discard.
#[derive(Debug, Args)]
pub struct DiscardArgs {
    #[command(flatten)]
    pub hand: HandArgs,
    #[command(flatten)]
    pub rules: RulesArgs,
    #[command(flatten)]
    pub answer: AnswerArgs,
    #[command(flatten)]
    pub discard: DiscardOptions,
    /// How the answer is printed
    #[arg(long, value_enum, default_value_t)]
    pub format: PlainFormat,
    /// When to colour
    #[arg(long, value_enum, default_value_t, value_name = "WHEN")]
    pub color: Color,
}

/// How discards are told.
#[derive(Debug, Args)]
pub struct DiscardOptions {
    /// Tiles seen elsewhere cannot be drawn: a win that needs one is none
    #[arg(long, requires = "visible")]
    pub strict_visible: bool,
    /// Tell, too, for every copy that helps how many copies help after the best discard that
    /// follows, added up; of discards with as many copies the one with most of these comes first
    #[arg(long)]
    pub deep: bool,
}

/// What is told of how far a hand is.
#[derive(Debug, Args)]
pub struct DistanceOptions {
    /// List the nearest wins: what to draw, what to discard, and the decompositions
    #[arg(long)]
    pub list: bool,
    /// List at most so many decompositions of nearest wins [default: 1000]
    #[arg(
        long,
        value_parser = limit,
        allow_hyphen_values = true,
        requires = "list",
        value_name = "N"
    )]
    pub limit: Option<NonZeroU64>,
    /// Tell the chances to win and to be tenpai within so many draws of one's own, 12 at most
    #[arg(long, value_parser = draws, allow_hyphen_values = true, value_name = "K")]
    pub draws: Option<u8>,
    /// Fold the tiles that help to kinds
    #[arg(long)]
    pub kinds: bool,
    /// Tiles seen elsewhere on the table: they lower the copies left
    #[arg(long, value_name = "TILES")]
    pub visible: Option<String>,
    /// Tiles seen elsewhere cannot be drawn: a win that needs one is none
    #[arg(long, requires = "visible")]
    pub strict_visible: bool,
    /// Stop after this long, such as 5s or 200ms
    #[arg(long, value_parser = time_limit, allow_hyphen_values = true, value_name = "TIME")]
    pub time_limit: Option<Duration>,
    /// Show the time
    #[arg(long)]
    pub stats: bool,
}

/// How far a hand is.
#[derive(Debug, Args)]
pub struct DistanceArgs {
    #[command(flatten)]
    pub hand: HandArgs,
    #[command(flatten)]
    pub rules: RulesArgs,
    #[command(flatten)]
    pub distance: DistanceOptions,
    /// How the answer is printed
    #[arg(long, value_enum, default_value_t)]
    pub format: PlainFormat,
    /// When to colour
    #[arg(long, value_enum, default_value_t, value_name = "WHEN")]
    pub color: Color,
}

/// Random hands.
#[derive(Debug, Args)]
#[command(mut_arg("rules", |rules| {
    rules.help("A rule set's name, or a TOML file [default: galaxy with --blue, else riichi]")
}))]
pub struct RandomArgs {
    #[command(flatten)]
    pub rules: RulesArgs,
    /// How many hands
    #[arg(long, default_value_t = 1, value_name = "N")]
    pub count: u64,
    /// The same seed gives the same hands; without one they differ each time
    #[arg(long, value_name = "S")]
    pub seed: Option<u64>,
    /// How many concealed tiles each has
    #[arg(long, default_value_t = 13, value_name = "N")]
    pub tiles: usize,
    /// Only hands that wait for a tile, drawn until one does
    #[arg(long)]
    pub tenpai: bool,
    /// Only hands of this shanten number, drawn until one has it: 0 waits or lacks but a discard
    /// before it does, -1 is complete, of 3n+2 tiles
    #[arg(
        long,
        value_parser = shanten,
        allow_hyphen_values = true,
        conflicts_with = "tenpai",
        value_name = "N"
    )]
    pub shanten: Option<i8>,
    /// Exactly so many blue tiles in each hand [default: as they come]
    #[arg(long, value_name = "N")]
    pub blue: Option<usize>,
    /// Stop after this long, such as 5s or 200ms
    #[arg(long, value_parser = time_limit, allow_hyphen_values = true, value_name = "TIME")]
    pub time_limit: Option<Duration>,
    /// A hand a line, or a JSON array
    #[arg(long, value_enum, default_value_t)]
    pub format: PlainFormat,
}

/// A picture.
#[derive(Debug, Args)]
pub struct RenderArgs {
    #[command(flatten)]
    pub hand: HandArgs,
    #[command(flatten)]
    pub rules: RulesArgs,
    /// The file, a .svg or a .png
    #[arg(long, short, value_name = "FILE")]
    pub out: PathBuf,
    /// Tiles seen elsewhere on the table: they lower the copies left
    #[arg(long, value_name = "TILES")]
    pub visible: Option<String>,
    /// At most so many decompositions
    #[arg(long, default_value_t = 12, value_name = "N")]
    pub decompositions: u64,
}

/// The server.
#[cfg(feature = "serve")]
#[derive(Debug, Args)]
pub struct ServeArgs {
    /// The address and port to listen at; port 0 takes any free one
    #[arg(long, default_value = "127.0.0.1:8080", value_name = "ADDRESS:PORT")]
    pub bind: SocketAddr,
    /// The longest that a question may take
    #[arg(long, value_parser = time_limit, default_value = "2s", value_name = "TIME")]
    pub time_limit: Duration,
    /// How long a client may take to send a request or to read on
    #[arg(long, value_parser = time_limit, default_value = "10s", value_name = "TIME")]
    pub patience: Duration,
}

/// The model of one hand.
#[derive(Debug, Args)]
pub struct ModelArgs {
    #[command(flatten)]
    pub hand: HandArgs,
    #[command(flatten)]
    pub rules: RulesArgs,
    /// How the model is printed
    #[arg(long = "as", value_enum, default_value_t)]
    pub format: ModelFormat,
    /// What the model asks
    #[arg(long, value_enum, default_value_t)]
    pub question: Modelled,
    /// The form whose model is shown [default: all that fit; for lp, mps and dlx the first]
    #[arg(long, value_name = "NAME")]
    pub form: Option<String>,
}

#[derive(Debug, Subcommand)]
pub enum RulesCommand {
    /// The built-in rule sets, a line each
    List {
        /// Only those in whose name, summary or source all these words are
        words: Vec<String>,
        /// How the list is printed
        #[arg(long, value_enum, default_value_t)]
        format: PlainFormat,
    },
    /// The TOML text of a built-in rule set
    Show {
        /// Its name
        name: String,
        /// All keys, those that it has from another rule set by `extends` as well
        #[arg(long)]
        whole: bool,
    },
    /// Check rule files: their faults and contradictions with line and column
    Check {
        /// The TOML files
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
        /// How the faults are printed: text goes to standard error
        #[arg(long, value_enum, default_value_t)]
        format: PlainFormat,
    },
    /// A rule file to start from: every key with its value and meaning, behind a #
    New {
        /// The built-in rule set that it is laid over
        #[arg(long, default_value = "riichi", value_name = "NAME")]
        from: String,
        /// What it is called
        #[arg(long, default_value = "my-rules", value_name = "NAME")]
        name: String,
        /// The file to write, which must not be there yet [default: standard output]
        #[arg(long, short, value_name = "FILE")]
        out: Option<PathBuf>,
    },
    /// The JSON Schema of rule files, for editors
    Schema,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum SolverName {
    #[default]
    Auto,
    /// Integer programs, solved again and again
    Ilp,
    /// Exact cover by recursion
    Search,
    /// Tables; the search for a rule set that they cannot serve
    Engine,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum NoGoodName {
    /// Split what remains: each part a smaller model
    #[default]
    Bounds,
    /// One more row a solution, the textbook form
    Rows,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum Format {
    #[default]
    Text,
    Json,
    /// One line a decomposition: (111)(222)[45](888)(99)
    Makeplex,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum PlainFormat {
    #[default]
    Text,
    Json,
}

impl From<PlainFormat> for Format {
    fn from(format: PlainFormat) -> Format {
        match format {
            PlainFormat::Text => Format::Text,
            PlainFormat::Json => Format::Json,
        }
    }
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum ModelFormat {
    /// A line a column, to read
    #[default]
    Table,
    /// CPLEX LP text, for ILP solvers
    Lp,
    /// Free MPS text, for ILP solvers
    Mps,
    /// All of it, every form in one object
    Json,
    /// An exact cover with multiplicities and colours, for Knuth's DLX3
    Dlx,
}

/// What a model asks of a hand.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum Modelled {
    /// The hand's decompositions: complete ones, or of a hand of 3n+1 tiles those that lack one
    #[default]
    Decompositions,
    /// The fewest tiles to draw for a win
    Distance,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum Color {
    #[default]
    Auto,
    Always,
    Never,
}

fn suit(text: &str) -> Result<Suit, String> {
    let mut letters = text.chars();
    let suit = letters.next().and_then(Suit::from_letter).filter(|suit| suit.is_numbered());
    suit.filter(|_| letters.next().is_none()).ok_or_else(|| "write m, p or s".to_owned())
}

fn limit(text: &str) -> Result<NonZeroU64, String> {
    let wanted = "write a whole number from 1 up";
    text.parse().map_err(|_| wanted.to_owned())
}

fn shanten(text: &str) -> Result<i8, String> {
    let number = text.parse().ok().filter(|&shanten: &i8| shanten >= -1);
    number.ok_or_else(|| "write a whole number from -1 (complete) up".to_owned())
}

fn draws(text: &str) -> Result<u8, String> {
    const MOST: u8 = Chances::MOST_DRAWS;
    let number = text.parse().ok().filter(|draws| (1..=MOST).contains(draws));
    number.ok_or_else(|| format!("write a whole number from 1 to {MOST}"))
}

fn threads(text: &str) -> Result<NonZeroUsize, String> {
    /// More threads than any machine has cores: a number beyond it is a slip.
    const MOST: usize = 1024;
    let number = text.parse().ok().filter(|threads: &NonZeroUsize| threads.get() <= MOST);
    number.ok_or_else(|| format!("write a whole number from 1 to {MOST}"))
}
