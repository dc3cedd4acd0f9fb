//! Every key of the rule format, with what it takes and what it means: the one list from which rule
//! files are read, and starting files, the JSON Schema and the reference are made.

use super::form::{REST_TILES, SORTS};
use super::run::{NO_RUNS, RunSort};
use super::wild::{CALLED_TYPES, GROUP_TYPES};
use super::{DeadWaits, FORMAT, flip::Step};
use crate::group::WaitShape;
use crate::size::HandSize;

/// A key of the rule format.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RuleKey {
    /// Its dotted name; `*` stands for a name of the file's own, `[]` for an entry of a list.
    pub path: &'static str,
    /// What it takes.
    pub takes: Takes,
    /// What it is when it is not there, as TOML; empty where nothing is.
    pub default: &'static str,
    /// What it means, in one line.
    pub about: &'static str,
}

/// What a key takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Takes {
    /// Any text.
    Text,
    /// `true` or `false`.
    Boolean,
    /// A whole number within these bounds, both included.
    Integer(u8, u8),
    /// A word, or a whole number within these bounds.
    WordOrInteger(&'static str, u8, u8),
    /// One of these words.
    Word(&'static [&'static str]),
    /// A list of these words, or one of them.
    Words(&'static [&'static str]),
    /// A list of words or of kinds written out, or one of them.
    WordsOrKinds(&'static [&'static str]),
    /// Kinds, as in `"19m5z"` or `"all -1s"`.
    Kinds,
    /// A table from tiles to numbers of copies within these bounds, both included.
    Copies(u8, u8),
    /// A table from kinds to kinds.
    Flips,
}

/// The most melds that a hand may have; with its pair that is twenty tiles.
pub(super) const MOST_MELDS: u8 = 6;
/// The most tiles that a hand may have, called melds counted as three.
pub(crate) const MOST_TILES: u8 = HandSize::Complete.tiles(MOST_MELDS as usize) as u8;
/// The numbered suits: as many as a hand may be read in.
const MOST_SUITS: u8 = 3;
/// The most copies of one physical tile; sixteen allows four sets mixed.
const MOST_COPIES: u8 = 16;

/// The types of groups.
const TYPES: &[&str] = &words(&GROUP_TYPES);
/// The types of groups that are called; a kan is a triplet.
const CALLS: &[&str] = &words(&CALLED_TYPES);
/// The sorts of runs.
const RUNS: &[&str] = {
    let [suit, winds, winds_in_order, dragons, knitted] = words(&RunSort::NAMED);
    &[suit, winds, winds_in_order, dragons, knitted, NO_RUNS]
};
/// The names of waits.
const WAITS: &[&str] = &{
    let mut names = [""; WaitShape::ALL.len()];
    let mut at = 0;
    while at < names.len() {
        names[at] = WaitShape::ALL[at].name();
        at += 1;
    }
    names
};

/// The words alone of a list of words with their meanings.
const fn words<T: Copy, const N: usize>(named: &[(&'static str, T); N]) -> [&'static str; N] {
    let mut words = [""; N];
    let mut at = 0;
    while at < N {
        words[at] = named[at].0;
        at += 1;
    }
    words
}

const fn key(
    path: &'static str,
    takes: Takes,
    default: &'static str,
    about: &'static str,
) -> RuleKey {
    RuleKey { path, takes, default, about }
}

/// Every key, in the order in which a file has them.
///
/// ```
/// let melds = ginga::rules::KEYS.iter().find(|key| key.path == "melds").unwrap();
/// assert_eq!(melds.default, "4");
/// ```
pub const KEYS: &[RuleKey] = &[
    key("format", Takes::Integer(FORMAT, FORMAT), "", "the version of this format"),
    key("name", Takes::Text, "", "what answers call the rule set: letters, digits, - and _"),
    key("summary", Takes::Text, "\"\"", "what game this is, in one line"),
    key("source", Takes::Text, "\"\"", "where the rules come from, in words"),
    key("extends", Takes::Text, "", "a built-in rule set: what this file does not say is as there"),
    key("melds", Takes::Integer(1, MOST_MELDS), "4", "melds of a full hand, called ones included"),
    key(
        "max_suits",
        Takes::Integer(1, MOST_SUITS),
        "3",
        "in how many of man, pin and sou a win may be read; honours go with any",
    ),
    key("runs", Takes::WordsOrKinds(RUNS), "\"suit\"", "which runs there are"),
    key(
        "absent",
        Takes::Kinds,
        "\"\"",
        "kinds that no tile of a win may be read as; a wild tile is what it is read as",
    ),
    key(
        "calls",
        Takes::Words(CALLS),
        "\"any\"",
        "which melds may be called: run, triplet (with kans)",
    ),
    key(
        "dead_waits",
        Takes::Word(&words(&DeadWaits::NAMES)),
        "\"drop\"",
        "whether a wait of which no copy is left counts",
    ),
    key("tiles.kinds", Takes::Kinds, "\"all\"", "the kinds of the tile set"),
    key("tiles.plain", Takes::Integer(0, MOST_COPIES), "4", "plain copies of each kind"),
    key("tiles.blue", Takes::Integer(0, MOST_COPIES), "0", "blue (galaxy) copies of each kind"),
    key(
        "tiles.copies",
        Takes::Copies(0, MOST_COPIES),
        "{}",
        "tiles of which there are more or fewer: { 7z = 6, 5Z = 1 }",
    ),
    key("tiles.jokers", Takes::Integer(0, MOST_COPIES), "0", "jokers"),
    key(
        "tiles.jokers_drawn",
        Takes::Boolean,
        "true",
        "false: a hand may hold jokers, none is left to draw",
    ),
    key(
        "tiles.one_suit",
        Takes::Boolean,
        "false",
        "true: a hand's set has but the suit that the hand shows",
    ),
    key("wild.kinds", Takes::Kinds, "\"\"", "plain kinds that are wild (laizi)"),
    key("wild.stands_for", Takes::Kinds, "\"all\"", "what they may be used as"),
    key("wild.own_kind", Takes::Boolean, "true", "whether they may be used as their own kind"),
    key("wild.joker_stands_for", Takes::Kinds, "\"all\"", "what jokers may be used as"),
    key(
        "wild.groups",
        Takes::Words(TYPES),
        "\"any\"",
        "the groups in which they may be used as wild",
    ),
    key(
        "wild.called_groups",
        Takes::Words(CALLS),
        "\"any\"",
        "the same, in melds called from others; a concealed kan is not",
    ),
    key(
        "wild.most",
        Takes::WordOrInteger("any", 0, MOST_TILES),
        "\"any\"",
        "how many tiles a hand may use as wild",
    ),
    key(
        "wild.fifth_copy",
        Takes::Boolean,
        "true",
        "false: no more tiles are read as a kind than the set has of it",
    ),
    key(
        "wild.flip",
        Takes::Words(&words(&Step::NAMES)),
        "\"\"",
        "what a tile turned up makes wild: its own kind, the next, the one before",
    ),
    key("wild.flipped", Takes::Kinds, "\"\"", "the tile turned up, as --indicator names it"),
    key("wild.flip_out", Takes::Boolean, "true", "whether the tile turned up is out of the game"),
    key(
        "wild.cycles",
        Takes::WordsOrKinds(&[]),
        "[\"1234z\", \"567z\"]",
        "how honours follow each other, each list going round",
    ),
    key(
        "wild.flips",
        Takes::Flips,
        "{}",
        "tiles turned up that make these kinds wild in place of wild.flip: { 7z = \"5z\" }",
    ),
    key(
        "blue.stands_for",
        Takes::Kinds,
        "",
        "what blue tiles may be used as, instead of their galaxy class",
    ),
    key("blue.own_kind", Takes::Boolean, "true", "whether they may be used as their own kind"),
    key(
        "blue.groups",
        Takes::Words(TYPES),
        "\"any\"",
        "the groups in which they may be used as wild",
    ),
    key(
        "blue.called_groups",
        Takes::Words(CALLS),
        "\"any\"",
        "the same, in melds called from others; a concealed kan is not",
    ),
    key(
        "jokers.*.copies",
        Takes::Integer(1, MOST_COPIES),
        "4",
        "jokers of the class; jokers.a is written ja in hands",
    ),
    key(
        "jokers.*.drawn",
        Takes::Boolean,
        "true",
        "false: a hand may hold them, none is left to draw",
    ),
    key("jokers.*.stands_for", Takes::Kinds, "\"all\"", "what they may be used as"),
    key("jokers.*.groups", Takes::Words(TYPES), "\"any\"", "the groups in which they may be used"),
    key(
        "jokers.*.called_groups",
        Takes::Words(CALLS),
        "\"any\"",
        "the same, in melds called from others; a concealed kan is not",
    ),
    key("classes.*.enabled", Takes::Boolean, "true", "whether the class is there"),
    key(
        "classes.*.kinds",
        Takes::Kinds,
        "",
        "plain kinds with a meaning of their own; not those that are wild",
    ),
    key(
        "classes.*.stands_for",
        Takes::Kinds,
        "",
        "what they may be used as; \"wild\": the wild kinds",
    ),
    key("classes.*.own_kind", Takes::Boolean, "true", "whether they may be used as their own kind"),
    key(
        "classes.*.groups",
        Takes::Words(TYPES),
        "\"any\"",
        "the groups in which they may be another kind",
    ),
    key(
        "classes.*.called_groups",
        Takes::Words(CALLS),
        "\"any\"",
        "the same, in melds called from others; a concealed kan is not",
    ),
    key(
        "classes.*.counts_as_wild",
        Takes::Boolean,
        "true",
        "false for a stand-in: limits on wild tiles do not concern it",
    ),
    key("forms.*.enabled", Takes::Boolean, "true", "whether the form wins"),
    key("forms.*.quads_as_two_pairs", Takes::Boolean, "false", "true: four alike are two pairs"),
    key(
        "forms.*.max_suits",
        Takes::WordOrInteger("any", 0, MOST_SUITS),
        "",
        "max_suits, for this form",
    ),
    key(
        "forms.*.most_wilds",
        Takes::WordOrInteger("any", 0, MOST_TILES),
        "",
        "wild.most, for this form",
    ),
    key("forms.*.own_kind", Takes::Boolean, "", "own_kind of every wild tile, for this form"),
    key("forms.*.called", Takes::Integer(0, MOST_MELDS), "", "exactly so many called melds"),
    key(
        "forms.*.least_called",
        Takes::Integer(0, MOST_MELDS),
        "0",
        "so many called melds at least",
    ),
    key(
        "forms.*.groups[].type",
        Takes::Word(&words(&SORTS)),
        "",
        "a meld is a triplet or a run; rest: free tiles",
    ),
    key(
        "forms.*.groups[].count",
        Takes::WordOrInteger("melds", 1, MOST_TILES),
        "1",
        "how many; \"melds\": what the other groups leave, in threes",
    ),
    key(
        "forms.*.groups[].kinds",
        Takes::Kinds,
        "\"every\"",
        "the kinds that the groups may be read as",
    ),
    key(
        "forms.*.groups[].wilds",
        Takes::Boolean,
        "true",
        "false: no tile is used as wild in these groups",
    ),
    key(
        "forms.*.groups[].runs",
        Takes::WordsOrKinds(RUNS),
        "",
        "the runs that fit, instead of the rule set's",
    ),
    key(
        "forms.*.groups[].gap",
        Takes::Integer(1, 8),
        "1",
        "singles: numbers of one suit differ by so many at least",
    ),
    key(
        "forms.*.groups[].knitted",
        Takes::Boolean,
        "false",
        "singles, runs: each suit has one of 147, 258 and 369, each another",
    ),
    key(
        "forms.*.groups[].wait",
        Takes::Word(WAITS),
        "",
        "what the wait for such a group is called",
    ),
    key(
        "forms.*.groups[].size",
        Takes::WordOrInteger("hand", 1, MOST_TILES),
        "14",
        "rest: how many tiles; \"hand\": all that are concealed, beside any called melds",
    ),
    key(
        "forms.*.groups[].tiles",
        Takes::Word(&words(&REST_TILES)),
        "\"all\"",
        "rest: which tiles it takes",
    ),
    key(
        "forms.*.groups[].least_wilds",
        Takes::Integer(0, MOST_TILES),
        "0",
        "rest: how many of them must be wild",
    ),
];

/// The keys that are a file's own: none of them is inherited by `extends`.
pub(super) const OF_THE_FILE: [&str; 5] = ["format", "name", "summary", "source", "extends"];
