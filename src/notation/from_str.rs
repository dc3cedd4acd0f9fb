//! Single tiles, kinds and sets of kinds as `FromStr`.

use super::parse::{fault, plain_kind};
use super::{NotationError, NotationFault, PlacedTile, parse_kinds, parse_tiles};
use crate::tile::{Kind, KindSet, Tile};
use std::str::FromStr;

/// Reads one tile as a hand may have it. A red five is a plain 5, as in every answer.
///
/// # Errors
/// A [`NotationError`] with the place of the fault; no tile and more than one are faults, too.
///
/// ```
/// use ginga::{Kind, Suit, Tile};
/// let five = Kind::new(Suit::Pin, 5).unwrap();
/// assert_eq!("5p".parse(), Ok(Tile::plain(five)));
/// assert_eq!("5P".parse(), Ok(Tile::galaxy(five)));
/// assert_eq!("j".parse(), Ok(Tile::JOKER));
/// assert_eq!("55p".parse::<Tile>().unwrap_err().to_string(), "only one tile is expected here");
/// ```
impl FromStr for Tile {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Tile, NotationError> {
        only(text).map(|placed| placed.tile)
    }
}

/// Reads one kind, written as its plain tile.
///
/// # Errors
/// A [`NotationError`] with the place of the fault: besides those of a [`Tile`], a blue tile, a red five
/// or a joker.
///
/// ```
/// use ginga::{Kind, Suit};
/// assert_eq!("7z".parse(), Ok(Kind::new(Suit::Honour, 7).unwrap()));
/// assert!("7Z".parse::<Kind>().is_err());
/// ```
impl FromStr for Kind {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Kind, NotationError> {
        plain_kind(&only(text)?)
    }
}

/// Reads kinds as [`parse_kinds`]; a text without tiles is the set without kinds.
///
/// # Errors
/// As [`parse_kinds`].
///
/// ```
/// use ginga::KindSet;
/// assert_eq!("19m7z".parse::<KindSet>()?.to_string(), "1m9m7z");
/// assert_eq!("".parse(), Ok(KindSet::EMPTY));
/// # Ok::<(), ginga::NotationError>(())
/// ```
impl FromStr for KindSet {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<KindSet, NotationError> {
        parse_kinds(text)
    }
}

/// The only tile of a text.
fn only(text: &str) -> Result<PlacedTile, NotationError> {
    match *parse_tiles(text, None)? {
        [placed] => Ok(placed),
        [] => fault(NotationFault::Empty, 0, text.chars().count()),
        [_, second, ..] => fault(NotationFault::MoreThanOne, second.span.start, second.span.end),
    }
}
