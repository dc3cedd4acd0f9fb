//! From the text of a hand to the hand.

use super::fault::{HandPart, RequestFault};
use ginga::notation::{HandText, parse_hand, parse_meld};
use ginga::{Game, Hand, Suit, Tile};
use std::io::Read;

/// A hand as it is given: its text, and the called melds beside it.
pub struct HandRequest {
    pub source: HandSource,
    /// Called melds without brackets.
    pub melds: Vec<String>,
    pub concealed_kans: Vec<String>,
    /// The suit of digits without a letter.
    pub suit: Option<Suit>,
}

/// Where the text of a hand is.
pub enum HandSource {
    Text(String),
    StandardInput,
}

impl HandRequest {
    /// Reads all texts of the hand.
    pub fn read(&self) -> Result<HandInput, RequestFault> {
        let mut input = match &self.source {
            HandSource::Text(text) => HandInput::read(text, self.suit)?,
            HandSource::StandardInput => HandInput::read(&one_line(standard_input()?)?, self.suit)?,
        };
        for meld in &self.melds {
            input.add_meld(meld, HandPart::Meld, self.suit)?;
        }
        for kan in &self.concealed_kans {
            input.add_meld(kan, HandPart::ConcealedKan, self.suit)?;
        }
        Ok(input)
    }
}

/// A hand as it was written, with the text that its places refer to.
pub struct HandInput {
    text: String,
    hand: HandText,
    /// Whether a place counts in `text`; the places of melds count in texts of their own.
    placed: bool,
}

impl HandInput {
    /// Reads one text.
    pub fn read(text: &str, suit: Option<Suit>) -> Result<HandInput, RequestFault> {
        let hand = parse_hand(text, suit).map_err(|error| RequestFault::Notation {
            part: HandPart::Hand,
            text: text.to_owned(),
            error,
        })?;
        Ok(HandInput { text: text.to_owned(), hand, placed: true })
    }

    /// Adds a called meld, written without brackets.
    fn add_meld(
        &mut self,
        meld: &str,
        part: HandPart,
        suit: Option<Suit>,
    ) -> Result<(), RequestFault> {
        let read = parse_meld(meld, part == HandPart::ConcealedKan, suit);
        let read =
            read.map_err(|error| RequestFault::Notation { part, text: meld.to_owned(), error })?;
        self.hand.melds.push(read);
        self.placed = false;
        Ok(())
    }

    /// The text as written.
    pub fn text(&self) -> &str {
        self.text.trim()
    }

    /// How many concealed tiles there are.
    pub fn concealed(&self) -> usize {
        self.hand.concealed.len()
    }

    /// All tiles, concealed and called.
    fn tiles(&self) -> impl Iterator<Item = Tile> {
        let called = self.hand.melds.iter().flat_map(|meld| &meld.tiles);
        self.hand.concealed.iter().chain(called).map(|placed| placed.tile)
    }

    fn holds_galaxy(&self) -> bool {
        self.tiles().any(Tile::is_galaxy)
    }

    /// Whether all tiles are blue, by their capitals; a star is not written by chance.
    pub fn is_in_capitals(&self) -> bool {
        !self.text.contains(['*', '＊']) && self.tiles().all(Tile::is_galaxy)
    }

    /// The rule set that this hand suggests where none is named.
    pub fn default_rules(&self) -> &'static str {
        if self.holds_galaxy() { "galaxy" } else { "riichi" }
    }

    /// The hand under these rules: the one place where a hand is made of a text.
    pub fn under(&self, game: &Game) -> Result<Hand, RequestFault> {
        game.hand_from_text(&self.hand).map_err(|mut error| {
            error.span = error.span.filter(|_| self.placed);
            RequestFault::Hand { text: self.text.clone(), error }
        })
    }
}

/// All of standard input, without the line ends behind it.
pub fn standard_input() -> Result<String, RequestFault> {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).map_err(RequestFault::StandardInput)?;
    Ok(text.trim_end().to_owned())
}

/// The text of one hand: several lines would be read as one hand of all their tiles.
fn one_line(text: String) -> Result<String, RequestFault> {
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    if lines.count() > 1 { Err(RequestFault::SeveralLines) } else { Ok(text) }
}
