//! The reader of the notation: one pass over the characters, digits held until their suit comes.

use super::spelling::{SEPARATOR, half_width, honour, plain};
use super::{HandText, MeldText, NotationError, NotationFault, PlacedTile, Span};
use crate::tile::{Kind, KindSet, Suit, Tile};
use std::iter::Peekable;
use std::ops::RangeInclusive;

/// Reads a hand: concealed tiles and called melds in brackets.
///
/// `bare_suit` is the suit that digits without a suit letter take; `None` makes them an error.
/// The text is not yet checked against a rule set: [`Hand::from_text`](crate::Hand::from_text)
/// does that.
///
/// # Errors
/// A [`NotationError`] with the place of the first fault; an empty hand is one, too.
///
/// ```
/// use ginga::notation::parse_hand;
/// let hand = parse_hand("23m5p5P [777z]", None)?;
/// assert_eq!((hand.concealed.len(), hand.melds.len()), (4, 1));
/// assert_eq!(parse_hand("二三萬、東東", None)?.concealed.len(), 4);
/// assert_eq!(parse_hand("12x", None).unwrap_err().span, ginga::notation::Span::new(2, 3));
/// # Ok::<(), ginga::NotationError>(())
/// ```
pub fn parse_hand(text: &str, bare_suit: Option<Suit>) -> Result<HandText, NotationError> {
    let mut reader = Reader::new(text, bare_suit);
    let mut hand = HandText::default();
    while let Some((at, character)) = reader.next() {
        match character {
            '[' | '(' => {
                reader.finish_digits()?;
                hand.concealed.append(&mut reader.tiles);
                hand.melds.push(reader.meld(at, character)?);
            }
            ']' | ')' => return fault(NotationFault::UnopenedMeld(character), at, at + 1),
            '=' => return fault(NotationFault::StrayReading, at, at + 1),
            _ => reader.tile_character(at, character)?,
        }
    }
    reader.finish_digits()?;
    match hand.concealed.is_empty() {
        true => hand.concealed = reader.tiles,
        false => hand.concealed.append(&mut reader.tiles),
    }
    if hand.concealed.is_empty() && hand.melds.is_empty() {
        return fault(NotationFault::Empty, 0, reader.position);
    }
    Ok(hand)
}

/// Reads a list of tiles without melds; the list may be empty.
///
/// # Errors
/// A [`NotationError`] with the place of the first fault.
pub fn parse_tiles(text: &str, bare_suit: Option<Suit>) -> Result<Vec<PlacedTile>, NotationError> {
    let mut reader = Reader::new(text, bare_suit);
    while let Some((at, character)) = reader.next() {
        match character {
            '[' | '(' | ']' | ')' => return fault(NotationFault::MeldNotExpected, at, at + 1),
            '=' => return fault(NotationFault::StrayReading, at, at + 1),
            _ => reader.tile_character(at, character)?,
        }
    }
    reader.finish_digits()?;
    Ok(reader.tiles)
}

/// Reads one called meld without its brackets, as in `3M3P3S=333p`; `concealed` says that it is a
/// concealed kan.
///
/// # Errors
/// A [`NotationError`] with the place of the first fault; an empty meld is one, too.
pub fn parse_meld(
    text: &str,
    concealed: bool,
    bare_suit: Option<Suit>,
) -> Result<MeldText, NotationError> {
    let mut reader = Reader::new(text, bare_suit);
    let mut physical = None;
    while let Some((at, character)) = reader.next() {
        match character {
            '[' | '(' | ']' | ')' => return fault(NotationFault::NestedMeld, at, at + 1),
            '=' => reader.reading_mark(at, &mut physical)?,
            _ => reader.tile_character(at, character)?,
        }
    }
    let span = Span::new(0, reader.position);
    reader.finish_meld(physical, concealed, span)
}

/// Reads a set of kinds: plain tiles only, repeats allowed.
///
/// # Errors
/// A [`NotationError`] with the place of the first fault, among them a blue tile, a red five or a
/// joker.
///
/// ```
/// use ginga::notation::parse_kinds;
/// assert_eq!(parse_kinds("19m7z")?.to_string(), "1m9m7z");
/// assert!(parse_kinds("4M").is_err());
/// # Ok::<(), ginga::NotationError>(())
/// ```
pub fn parse_kinds(text: &str) -> Result<KindSet, NotationError> {
    parse_tiles(text, None)?.iter().map(plain_kind).collect()
}

/// The kind of a plain tile as written.
pub(super) fn plain_kind(placed: &PlacedTile) -> Result<Kind, NotationError> {
    match placed.tile.kind() {
        Some(kind) if placed.tile == Tile::plain(kind) && !placed.red => Ok(kind),
        _ => {
            let written =
                if placed.red { "a red five".to_owned() } else { placed.tile.to_string() };
            fault(NotationFault::NotAKind(written), placed.span.start, placed.span.end)
        }
    }
}

pub(super) fn fault<T>(fault: NotationFault, start: usize, end: usize) -> Result<T, NotationError> {
    Err(NotationError { fault, span: Span::new(start, end) })
}

/// A digit that waits for its suit letter.
struct Digit {
    character: char,
    starred: bool,
    span: Span,
}

/// Room for the tiles of a hand; there may be more.
const ROOM: usize = 16;

/// Characters in, tiles out.
struct Reader<'a> {
    text: &'a str,
    characters: Peekable<std::str::Chars<'a>>,
    /// How many characters were taken so far.
    position: usize,
    bare_suit: Option<Suit>,
    digits: Vec<Digit>,
    tiles: Vec<PlacedTile>,
}

impl<'a> Reader<'a> {
    fn new(text: &'a str, bare_suit: Option<Suit>) -> Reader<'a> {
        let characters = text.chars().peekable();
        let (digits, tiles) = (Vec::with_capacity(ROOM), Vec::with_capacity(ROOM));
        Reader { text, characters, position: 0, bare_suit, digits, tiles }
    }

    /// The next character that is not ignored, in the notation's own spelling, with its place.
    fn next(&mut self) -> Option<(usize, char)> {
        loop {
            let character = plain(self.characters.next()?);
            self.position += 1;
            if !is_ignored(character) {
                return Some((self.position - 1, character));
            }
        }
    }

    /// Whether the next character that is not ignored is a digit.
    fn is_before_digit(&self) -> bool {
        let next = self.characters.clone().map(plain).find(|&character| !is_ignored(character));
        next.is_some_and(|character| character.is_ascii_digit())
    }

    /// A character as the text has it.
    fn as_written(&self, at: usize, character: char) -> char {
        self.text.chars().nth(at).unwrap_or(character)
    }

    /// Takes a character that belongs to tiles, not to brackets.
    fn tile_character(&mut self, at: usize, character: char) -> Result<(), NotationError> {
        match character {
            '0'..='9' => {
                let span = Span::new(at, at + 1);
                self.digits.push(Digit { character, starred: false, span });
                Ok(())
            }
            '*' => match self.digits.last_mut() {
                Some(digit) if !digit.starred => {
                    digit.starred = true;
                    digit.span.end = at + 1;
                    Ok(())
                }
                _ => fault(NotationFault::StrayStar, at, at + 1),
            },
            'j' => self.joker(at),
            // Digits before it must have their suit: which one behind it would be a guess.
            SEPARATOR => self.finish_digits(),
            UNICODE_FIRST..=UNICODE_LAST => self.unicode_tile(at, character),
            _ => match (Suit::from_letter(character.to_ascii_lowercase()), honour(character)) {
                (Some(suit), _) => self.suit_letter(at, character, suit),
                (None, Some(tile)) => {
                    self.finish_digits()?;
                    self.push(tile, false, at);
                    Ok(())
                }
                (None, None) => fault(self.unknown(at, character), at, at + 1),
            },
        }
    }

    /// What is wrong with a character that means nothing: letters of other notations are told how it
    /// is written in this one.
    fn unknown(&self, at: usize, character: char) -> NotationFault {
        let written = self.as_written(at, character);
        let beside_digit = !self.digits.is_empty() || self.is_before_digit();
        match character.to_ascii_uppercase() {
            // Bamboo, characters, dots; wan, tong and tiao.
            'B' | 'C' | 'D' | 'T' | 'W' if beside_digit => NotationFault::OtherSuitLetter(written),
            // East, North, West; green and red; bai, fa and chun.
            'E' | 'N' | 'W' | 'G' | 'R' => NotationFault::HonourLetter(written),
            'B' | 'F' | 'C' if !beside_digit => NotationFault::HonourLetter(written),
            _ => NotationFault::UnknownCharacter(written),
        }
    }

    /// A joker, with the letter of its class if one follows at once.
    fn joker(&mut self, at: usize) -> Result<(), NotationError> {
        self.finish_digits()?;
        let of_class = |letter: &char| Tile::joker_of(half_width(*letter)).is_some();
        let letter = self.characters.next_if(of_class).map(half_width);
        self.position += usize::from(letter.is_some());
        let tile = letter.and_then(Tile::joker_of).unwrap_or(Tile::JOKER);
        self.tiles.push(PlacedTile { tile, red: false, span: Span::new(at, self.position) });
        Ok(())
    }

    fn push(&mut self, tile: Tile, red: bool, at: usize) {
        self.tiles.push(PlacedTile { tile, red, span: Span::new(at, at + 1) });
    }

    /// Gives the waiting digits their suit.
    fn suit_letter(&mut self, at: usize, letter: char, suit: Suit) -> Result<(), NotationError> {
        if self.digits.is_empty() {
            let written = self.as_written(at, letter);
            let lonely = match letter {
                _ if self.is_before_digit() => NotationFault::SuitBeforeDigits(written),
                // South, in notations of winds by their initials.
                'S' => NotationFault::HonourLetter(written),
                _ => NotationFault::SuitWithoutDigits(written),
            };
            return fault(lonely, at, at + 1);
        }
        for digit in self.digits.drain(..) {
            let placed = digit_tile(&digit, letter, suit)?;
            self.tiles.push(placed);
        }
        Ok(())
    }

    /// Digits that no suit letter followed: an error, unless the caller named a suit for them.
    fn finish_digits(&mut self) -> Result<(), NotationError> {
        let (Some(first), Some(last)) = (self.digits.first(), self.digits.last()) else {
            return Ok(());
        };
        let (start, end) = (first.span.start, last.span.end);
        match self.bare_suit {
            Some(suit) => self.suit_letter(end, suit.letter(), suit),
            None => fault(NotationFault::DigitsWithoutSuit, start, end),
        }
    }

    fn unicode_tile(&mut self, at: usize, character: char) -> Result<(), NotationError> {
        self.finish_digits()?;
        let Some(tile) = tile_of_symbol(character) else {
            return fault(NotationFault::NotAHandTile(character), at, at + 1);
        };
        self.push(tile, false, at);
        // U+FE0E and U+FE0F only choose between text and picture.
        if self.characters.next_if(|next| ('\u{FE0E}'..='\u{FE0F}').contains(next)).is_some() {
            self.position += 1;
        }
        Ok(())
    }

    /// The rest of a called meld whose opening bracket stood at `start`.
    fn meld(&mut self, start: usize, opening: char) -> Result<MeldText, NotationError> {
        let closing = if opening == '[' { ']' } else { ')' };
        let mut physical = None;
        while let Some((at, character)) = self.next() {
            match character {
                _ if character == closing => {
                    let span = Span::new(start, at + 1);
                    return self.finish_meld(physical, opening == '(', span);
                }
                ']' | ')' => return fault(NotationFault::UnopenedMeld(character), at, at + 1),
                '[' | '(' => return fault(NotationFault::NestedMeld, at, at + 1),
                '=' => self.reading_mark(at, &mut physical)?,
                _ => self.tile_character(at, character)?,
            }
        }
        fault(NotationFault::UnclosedMeld(opening), start, start + 1)
    }

    /// An `=` in a meld: what came before it are the physical tiles.
    fn reading_mark(
        &mut self,
        at: usize,
        physical: &mut Option<Vec<PlacedTile>>,
    ) -> Result<(), NotationError> {
        self.finish_digits()?;
        if physical.is_some() {
            return fault(NotationFault::StrayReading, at, at + 1);
        }
        *physical = Some(std::mem::take(&mut self.tiles));
        Ok(())
    }

    fn finish_meld(
        &mut self,
        physical: Option<Vec<PlacedTile>>,
        concealed: bool,
        span: Span,
    ) -> Result<MeldText, NotationError> {
        self.finish_digits()?;
        let last = std::mem::take(&mut self.tiles);
        let (tiles, reading) = match physical {
            Some(tiles) => (tiles, Some(last)),
            None => (last, None),
        };
        if tiles.is_empty() || reading.as_ref().is_some_and(Vec::is_empty) {
            return fault(NotationFault::EmptyMeld, span.start, span.end);
        }
        for placed in reading.iter().flatten() {
            plain_kind(placed)?;
        }
        Ok(MeldText { tiles, concealed, reading, span })
    }
}

fn is_ignored(character: char) -> bool {
    character.is_whitespace() || character == '_'
}

/// The tile of one digit under a suit letter.
fn digit_tile(digit: &Digit, letter: char, suit: Suit) -> Result<PlacedTile, NotationError> {
    let blue = letter.is_ascii_uppercase() || digit.starred;
    let red = digit.character == '0' && suit.is_numbered() && !blue;
    let number = if red { Some(5) } else { digit.character.to_digit(10) };
    let kind = number.and_then(|number| Kind::new(suit, u8::try_from(number).ok()?));
    let Some(kind) = kind else {
        let known = match (digit.character, suit) {
            ('0', suit) if suit.is_numbered() => "a red five is a plain tile, there is no blue one",
            (_, Suit::Honour) => "honours are 1z to 7z",
            _ => "numbers are 1 to 9, 0 for a red five",
        };
        let no_such = NotationFault::NoSuchTile { digit: digit.character, letter, known };
        return fault(no_such, digit.span.start, digit.span.end);
    };
    let tile = if blue { Tile::galaxy(kind) } else { Tile::plain(kind) };
    Ok(PlacedTile { tile, red, span: digit.span })
}

const UNICODE_FIRST: char = '\u{1F000}';
const UNICODE_LAST: char = '\u{1F02B}';

/// The Unicode block's order is its own: winds, then Red, Green, White; man, then *sou*, then pin;
/// flowers and seasons; the joker; a tile's back. Source: Unicode chart U+1F000–U+1F02F.
fn tile_of_symbol(symbol: char) -> Option<Tile> {
    const BLOCKS: [(RangeInclusive<char>, Suit, u8); 4] = [
        ('\u{1F000}'..='\u{1F003}', Suit::Honour, 1),
        ('\u{1F007}'..='\u{1F00F}', Suit::Man, 1),
        ('\u{1F010}'..='\u{1F018}', Suit::Sou, 1),
        ('\u{1F019}'..='\u{1F021}', Suit::Pin, 1),
    ];
    let (suit, number) = match symbol {
        '\u{1F004}' => (Suit::Honour, 7),
        '\u{1F005}' => (Suit::Honour, 6),
        '\u{1F006}' => (Suit::Honour, 5),
        '\u{1F02A}' => return Some(Tile::JOKER),
        _ => BLOCKS.iter().find(|(range, ..)| range.contains(&symbol)).and_then(
            |(range, suit, first)| {
                let offset = u32::from(symbol) - u32::from(*range.start());
                Some((*suit, first + u8::try_from(offset).ok()?))
            },
        )?,
    };
    Kind::new(suit, number).map(Tile::plain)
}
