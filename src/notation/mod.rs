//! Text to tiles and tiles to text: one language for input and output.
//!
//! - `123m406p77z`: digits, then their suit; `0` is a red five; an upper-case suit letter makes the
//!   digits blue (galaxy) tiles, as does a star behind a digit (`4*m`); `j` is a joker, `ja` one of the class `a` of a rule set that
//!   declares it.
//! - `[123m]` a called meld, `[1111p]` an open kan, `(1111p)` a concealed one,
//!   `[3M3P3S=333p]` a called meld whose reading is written out.
//! - Unicode mahjong tiles are plain tiles, `🀪` is a joker.
//! - Spaces and `_` are ignored. Commas and hyphens may stand between suits, tiles and melds.
//! - Hands pasted from elsewhere: full-width characters (`１２３ｍ`), kanji numerals with their suit
//!   (`一二三萬`, `四筒`, `五索`) and honours (`東南西北白發中`) are plain tiles, too.
//! - Anything else is an error that names its place.
//!
//! [`parse_hand`] and [`parse_tiles`] read; [`write_tiles`] and the `Display` of
//! [`Hand`](crate::Hand) write.

mod from_str;
mod parse;
mod spelling;

pub use parse::{parse_hand, parse_kinds, parse_meld, parse_tiles};

use crate::tile::{Kind, Suit, Tile, TileCounts};

/// A place in a text, counted in characters (not bytes): from `start` up to, not including, `end`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Span {
    /// The first character.
    pub start: usize,
    /// One past the last character.
    pub end: usize,
}

impl Span {
    /// The place from `start` up to `end`.
    pub const fn new(start: usize, end: usize) -> Span {
        Span { start, end }
    }
}

/// A tile as it stood in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlacedTile {
    /// The tile.
    pub tile: Tile,
    /// True for a red five, written `0`: a copy of the plain 5 in every answer.
    pub red: bool,
    /// Where it stood.
    pub span: Span,
}

/// A called meld as it stood in a text, not yet read under a rule set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MeldText {
    /// Its physical tiles, as written.
    pub tiles: Vec<PlacedTile>,
    /// True for `(…)`, a concealed kan.
    pub concealed: bool,
    /// The kinds after `=`, if the reading was written out.
    pub reading: Option<Vec<PlacedTile>>,
    /// The whole meld, brackets included.
    pub span: Span,
}

/// A hand as it stood in a text: what [`parse_hand`] returns.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct HandText {
    /// The concealed tiles in the order written.
    pub concealed: Vec<PlacedTile>,
    /// The called melds in the order written.
    pub melds: Vec<MeldText>,
}

/// What is wrong with a text, and where.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{fault}")]
pub struct NotationError {
    /// What is wrong.
    pub fault: NotationFault,
    /// The characters at fault.
    pub span: Span,
}

/// The ways in which a text is no hand.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NotationFault {
    /// A character that means nothing here.
    #[error(
        "unknown character {0:?}; tiles are digits and a suit letter (m p s z, M P S Z for blue), or j"
    )]
    UnknownCharacter(char),
    /// A Unicode mahjong symbol that is no tile of a hand.
    #[error("{0} is a flower, a season or a tile's back: no tile of a hand")]
    NotAHandTile(char),
    /// Digits that no suit letter follows.
    #[error("digits without a suit: write the suit letter (m p s z) after them")]
    DigitsWithoutSuit,
    /// A suit letter without digits before it.
    #[error("the suit letter '{0}' has no digit before it")]
    SuitWithoutDigits(char),
    /// A suit letter that stands before its digits, as in `m123`.
    #[error("the suit letter '{0}' comes behind its digits, as in 123m456p")]
    SuitBeforeDigits(char),
    /// A suit letter of another notation, as in `1B2C3D`.
    #[error(
        "'{0}' is no suit letter here: characters are m, dots p, bamboo s, honours z, as in \
         123m456p789s11z"
    )]
    OtherSuitLetter(char),
    /// An honour by its initial, as in `E S W N`.
    #[error(
        "'{0}' alone names no tile: East South West North are 1z 2z 3z 4z, White Green Red 5z 6z 7z"
    )]
    HonourLetter(char),
    /// A number that the suit does not have.
    #[error("there is no {digit}{letter}: {known}")]
    NoSuchTile {
        /// The digit as written.
        digit: char,
        /// The suit letter as written.
        letter: char,
        /// What the suit has.
        known: &'static str,
    },
    /// A star that follows no digit.
    #[error("a star marks the digit right before it as a blue tile; there is none here")]
    StrayStar,
    /// A bracket that nothing closes.
    #[error("the bracket '{0}' is not closed")]
    UnclosedMeld(char),
    /// A closing bracket that nothing opened, or of the other sort.
    #[error("the bracket '{0}' closes nothing")]
    UnopenedMeld(char),
    /// A bracket inside of a meld.
    #[error("a called meld may not hold another bracket")]
    NestedMeld,
    /// An `=` outside of a meld, or a second one.
    #[error("'=' gives the reading of a called meld, once, inside its brackets")]
    StrayReading,
    /// A meld, or its reading, without tiles.
    #[error("there is no tile in this meld")]
    EmptyMeld,
    /// A meld where only tiles are expected.
    #[error("only tiles are expected here, no called meld")]
    MeldNotExpected,
    /// A blue tile, a red five or a joker where kinds are expected.
    #[error("{0} is no plain kind: kinds are written like 5m or 7z")]
    NotAKind(String),
    /// No tile at all.
    #[error("there is no tile here")]
    Empty,
    /// Another tile where one alone is expected.
    #[error("only one tile is expected here")]
    MoreThanOne,
}

/// Red fives of a list of tiles: how many of its plain 5m, 5p and 5s are red.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RedFives([u8; 3]);

impl RedFives {
    /// Counts the red fives among tiles as written.
    pub fn of<'a>(tiles: impl IntoIterator<Item = &'a PlacedTile>) -> RedFives {
        let mut red = RedFives::default();
        let kinds =
            tiles.into_iter().filter(|placed| placed.red).filter_map(|placed| placed.tile.kind());
        for kind in kinds {
            if let Some(count) = red.0.get_mut(kind.suit() as usize) {
                *count = count.saturating_add(1);
            }
        }
        red
    }

    /// Red fives by suit: m, p, s.
    pub const fn from_counts(counts: [u8; 3]) -> RedFives {
        RedFives(counts)
    }

    /// The same red fives, but in no suit more than there are plain fives.
    pub(crate) fn at_most(self, tiles: &TileCounts) -> RedFives {
        let fives = Suit::NUMBERED
            .map(|suit| Kind::new(suit, 5).map_or(0, |five| tiles.get(Tile::plain(five))));
        let mut red = self.0;
        for (red, fives) in red.iter_mut().zip(fives) {
            *red = fives.min(*red);
        }
        RedFives(red)
    }

    /// How many of the plain fives of this suit are red.
    pub fn in_suit(self, suit: Suit) -> u8 {
        self.0.get(suit as usize).copied().unwrap_or(0)
    }
}

/// Writes tiles in the compact form: for each suit its plain digits, then its blue ones; jokers
/// last. Red fives come just before the other fives.
///
/// ```
/// use ginga::notation::{parse_tiles, write_tiles, RedFives};
/// let tiles = parse_tiles("4M 1z 0p 5p 1m j 4m", None)?;
/// let red = RedFives::of(&tiles);
/// let counts = tiles.iter().map(|placed| placed.tile).collect();
/// assert_eq!(write_tiles(&counts, red), "14m4M05p1zj");
/// # Ok::<(), ginga::NotationError>(())
/// ```
pub fn write_tiles(tiles: &TileCounts, red: RedFives) -> String {
    let mut text = String::with_capacity(32);
    for suit in Suit::ALL {
        let plain = (Tile::plain as fn(Kind) -> Tile, suit.letter(), red.in_suit(suit));
        let blue = (Tile::galaxy as fn(Kind) -> Tile, suit.letter().to_ascii_uppercase(), 0);
        for (tile, letter, mut reds) in [plain, blue] {
            let before = text.len();
            for (digit, kind) in ('1'..='9').zip(suit.kinds()) {
                for _ in 0..tiles.get(tile(kind)) {
                    let is_red = digit == '5' && reds > 0;
                    reds -= u8::from(is_red);
                    text.push(if is_red { '0' } else { digit });
                }
            }
            if text.len() > before {
                text.push(letter);
            }
        }
    }
    for joker in Tile::all().skip(Tile::JOKER.index()) {
        (0..tiles.get(joker)).for_each(|_| text.push_str(joker.name()));
    }
    text
}

/// Writes tiles in the order given, as in `3m4P5m`: neighbours of one suit and mark share their
/// letter.
///
/// ```
/// use ginga::notation::{parse_tiles, write_sequence};
/// let tiles = parse_tiles("3m4m5P6Pj", None)?;
/// assert_eq!(write_sequence(tiles.iter().map(|placed| placed.tile)), "34m56Pj");
/// # Ok::<(), ginga::NotationError>(())
/// ```
pub fn write_sequence(tiles: impl IntoIterator<Item = Tile>) -> String {
    let mut text = String::new();
    for tile in tiles {
        let written = tile.name();
        // The letter before a tile of the same suit and mark is left out.
        if tile.kind().is_some() && text.ends_with(&written[1..]) {
            text.pop();
        }
        text.push_str(written);
    }
    text
}
