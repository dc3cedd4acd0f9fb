//! A hand: concealed tiles and called melds, checked against a rule set's tiles.

mod meld;

use crate::group::Group;
use crate::notation::{HandText, NotationError, RedFives, Span, parse_hand, write_tiles};
use crate::rules::RuleSet;
use crate::size::HandSize;
use crate::tile::{Kind, Mark, Suit, Tile, TileCounts};
use meld::CalledMeld;
use std::fmt;
use std::num::NonZeroU64;

/// A hand whose tiles a rule set has, and whose called melds have one reading each.
///
/// Its `Display` is the notation in canonical order; reading that back gives the same hand.
///
/// ```
/// use ginga::{Hand, RuleSet};
/// let galaxy = RuleSet::builtin("galaxy")?;
/// let hand = Hand::parse("5P 0p 3m2m [3M3P3S=333p]", &galaxy)?;
/// assert_eq!(hand.to_string(), "23m0p5P[3M3P3S=333p]");
/// assert_eq!(hand.concealed().total(), 4);
///
/// let five = Hand::parse("11111m", &galaxy).unwrap_err();
/// assert_eq!(five.span, Some(ginga::notation::Span::new(3, 4)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hand {
    concealed: TileCounts,
    red: RedFives,
    called: Vec<CalledMeld>,
    checked: Checked,
}

/// The game under whose rules a hand was checked, by a number of its own; none for a hand that was
/// checked under a rule set alone. It makes no difference between two hands.
#[derive(Debug, Clone, Copy, Default)]
struct Checked(Option<NonZeroU64>);

impl PartialEq for Checked {
    fn eq(&self, _: &Checked) -> bool {
        true
    }
}

impl Eq for Checked {}

/// Why tiles are no hand under a rule set.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{fault}")]
pub struct HandError {
    /// What is wrong.
    pub fault: HandFault,
    /// The characters at fault, when the hand came from a text.
    pub span: Option<Span>,
}

/// The ways in which tiles are no hand under a rule set.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum HandFault {
    /// The text itself is at fault.
    #[error(transparent)]
    Notation(#[from] crate::notation::NotationFault),
    /// A tile that the rule set does not use.
    #[error("the rule set {rules} has no {tile}{}", hint(*.tile))]
    NotInSet {
        /// The tile.
        tile: Tile,
        /// The rule set's name.
        rules: String,
    },
    /// A tile of another suit, where the tile set has the hand's own suit alone.
    #[error("the rule set {rules} has one suit alone, here {suit}: {tile} is of another", suit = .suit.letter())]
    OtherSuit {
        /// The tile.
        tile: Tile,
        /// The suit of the hand's first tile.
        suit: Suit,
        /// The rule set's name.
        rules: String,
    },
    /// More copies than there are.
    #[error("one {tile} too many: the rule set {rules} has {copies} of it")]
    TooManyCopies {
        /// The tile.
        tile: Tile,
        /// How many copies there are.
        copies: u8,
        /// The rule set's name.
        rules: String,
    },
    /// A tile number beyond the 136 of a set.
    #[error("there is no tile number {0}: they go from 0 to 135")]
    NoSuchId(u8),
    /// A tile number that comes twice.
    #[error("tile number {0} comes twice")]
    RepeatedId(u8),
    /// A bracket that holds no meld.
    #[error("{tiles} is no meld: three tiles alike, a run of three, or four alike")]
    NoMeld {
        /// The tiles in the bracket.
        tiles: String,
    },
    /// A meld in which a wild tile would be used where it may not be.
    #[error(
        "{tiles} would be a meld with a wild tile as another kind, which the rule set {rules} does \
         not allow in such a meld (groups and called_groups of its wild tiles)"
    )]
    WildNotInCalls {
        /// The tiles in the bracket.
        tiles: String,
        /// The rule set's name.
        rules: String,
    },
    /// A called meld of a sort that is not called.
    #[error("no {meld} is called in the rule set {rules}")]
    NotCalled {
        /// The sort of meld.
        meld: &'static str,
        /// The rule set's name.
        rules: String,
    },
    /// Round brackets around something else than a kan.
    #[error("round brackets hold a concealed kan, four tiles alike; {tiles} is none")]
    NoConcealedKan {
        /// The tiles in the bracket.
        tiles: String,
    },
    /// A called meld that could be read in more than one way.
    #[error("{tiles} can be read as {}; write the one meant, as in [{tiles}={}]", .readings.join(" or "), .readings.first().map_or("", |first| first))]
    AmbiguousMeld {
        /// The tiles in the bracket.
        tiles: String,
        /// The possible readings.
        readings: Vec<String>,
    },
    /// A written reading that the tiles do not allow.
    #[error("{tiles} cannot be read as {reading}; it can be read as {}", .possible.join(" or "))]
    WrongReading {
        /// The tiles in the bracket.
        tiles: String,
        /// The reading as written.
        reading: String,
        /// The possible readings.
        possible: Vec<String>,
    },
}

/// What to do about a tile that a rule set does not have.
fn hint(tile: Tile) -> &'static str {
    match tile.mark() {
        Mark::Plain => "",
        Mark::Galaxy => "; blue tiles belong to the rule set galaxy",
        Mark::Joker => "; the rule set laizi takes jokers",
    }
}

impl From<NotationError> for HandError {
    fn from(error: NotationError) -> HandError {
        HandError { fault: error.fault.into(), span: Some(error.span) }
    }
}

impl Hand {
    /// Reads a hand in the notation, see [`notation`](crate::notation).
    ///
    /// # Errors
    /// [`HandError`] with the place of the first fault: in the notation, of a tile that the rule
    /// set does not have (so often), or of a called meld.
    pub fn parse(text: &str, rules: &RuleSet) -> Result<Hand, HandError> {
        Hand::from_text(&parse_hand(text, None)?, rules)
    }

    /// A hand of concealed tiles, in any order.
    ///
    /// # Errors
    /// [`HandError`] without a place, when the rule set has not these tiles.
    pub fn from_tiles(
        tiles: impl IntoIterator<Item = Tile>,
        rules: &RuleSet,
    ) -> Result<Hand, HandError> {
        let concealed: TileCounts = tiles.into_iter().collect();
        check_tiles(concealed.tiles().map(|tile| (tile, None)), rules)?;
        let (red, checked) = (RedFives::default(), Checked::default());
        Ok(Hand { concealed, red, called: Vec::new(), checked })
    }

    /// A hand of plain tiles from their counts by kind: `counts[k]` copies of the kind with index `k`
    /// (`1m`–`9m`, `1p`–`9p`, `1s`–`9s`, `1z`–`7z`).
    ///
    /// # Errors
    /// As [`Hand::from_tiles`].
    ///
    /// ```
    /// use ginga::{Hand, RuleSet};
    /// let riichi = RuleSet::builtin("riichi")?;
    /// let mut counts = [0; 34];
    /// counts[1] = 1; // 2m
    /// counts[2] = 1; // 3m
    /// counts[31] = 2; // white dragons
    /// assert_eq!(Hand::from_counts(&counts, &riichi)?.to_string(), "23m55z");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_counts(counts: &[u8; Kind::COUNT], rules: &RuleSet) -> Result<Hand, HandError> {
        let copies = |(kind, &count)| std::iter::repeat_n(Tile::plain(kind), usize::from(count));
        Hand::from_tiles(Kind::all().zip(counts).flat_map(copies), rules)
    }

    /// A hand from the numbers of the 136 tiles of a riichi set, as online clients use them: tile
    /// `n` is of the kind with index `n / 4`; 16, 52 and 88 are the red fives.
    ///
    /// # Errors
    /// [`HandFault::NoSuchId`] for a number from 136 on, [`HandFault::RepeatedId`] for one that
    /// comes twice, else as [`Hand::from_tiles`].
    ///
    /// ```
    /// use ginga::{Hand, RuleSet};
    /// let riichi = RuleSet::builtin("riichi")?;
    /// assert_eq!(Hand::from_ids(&[16, 17, 4, 135], &riichi)?.to_string(), "205m7z");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_ids(ids: &[u8], rules: &RuleSet) -> Result<Hand, HandError> {
        const RED_FIVES: [u8; 3] = [16, 52, 88];
        let fault = |fault| HandError { fault, span: None };
        let mut seen = [false; 4 * Kind::COUNT];
        let mut tiles = Vec::with_capacity(ids.len());
        for &id in ids {
            let kind = Kind::from_index(usize::from(id / 4));
            let kind = kind.ok_or_else(|| fault(HandFault::NoSuchId(id)))?;
            if std::mem::replace(&mut seen[usize::from(id)], true) {
                return Err(fault(HandFault::RepeatedId(id)));
            }
            tiles.push(Tile::plain(kind));
        }
        let mut hand = Hand::from_tiles(tiles, rules)?;
        hand.red = RedFives::from_counts(RED_FIVES.map(|id| u8::from(seen[usize::from(id)])));
        Ok(hand)
    }

    /// The hand with one more called meld: its three or four tiles, whether it is a concealed kan,
    /// and the kinds that it is read as where its tiles leave a choice.
    ///
    /// # Errors
    /// [`HandError`] without a place when the rule set has not these tiles, and when the meld is
    /// none, cannot be read so, or needs its reading.
    ///
    /// ```
    /// use ginga::{Hand, RuleSet, Tile, notation::parse_tiles};
    /// let galaxy = RuleSet::builtin("galaxy")?;
    /// let tiles = |text| parse_tiles(text, None).unwrap().iter().map(|p| p.tile).collect::<Vec<_>>();
    /// let hand = Hand::from_tiles(tiles("23m5p5P"), &galaxy)?;
    /// let hand = hand.with_meld(&tiles("1z1Z2Z"), false, None, &galaxy)?;
    /// assert_eq!(hand.to_string(), "23m5p5P[1z12Z]");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn with_meld(
        mut self,
        tiles: &[Tile],
        concealed: bool,
        reading: Option<&[Kind]>,
        rules: &RuleSet,
    ) -> Result<Hand, HandError> {
        let all = self.all_tiles();
        let all = all.tiles().chain(tiles.iter().copied());
        check_tiles(all.clone().map(|tile| (tile, None)), rules)?;
        let rules = &*rules.as_played_by(all);
        let meld = CalledMeld::read(tiles, RedFives::default(), concealed, reading, rules)
            .map_err(|fault| HandError { fault, span: None })?;
        self.called.push(meld);
        self.called.sort();
        self.checked = Checked::default();
        Ok(self)
    }

    /// A hand from a text already read.
    ///
    /// # Errors
    /// [`HandError`] with the place of the first tile that the rule set does not have (so often),
    /// or of a called meld that is none or lacks its reading.
    pub fn from_text(text: &HandText, rules: &RuleSet) -> Result<Hand, HandError> {
        let melds = text.melds.iter().flat_map(|meld| &meld.tiles);
        let placed = text.concealed.iter().chain(melds);
        check_tiles(placed.clone().map(|placed| (placed.tile, Some(placed.span))), rules)?;
        let rules = &*rules.as_played_by(placed.map(|placed| placed.tile));
        let called = text.melds.iter().map(|meld| {
            let fault = |fault| HandError { fault, span: Some(meld.span) };
            CalledMeld::from_text(meld, rules).map_err(fault)
        });
        let mut called = called.collect::<Result<Vec<_>, _>>()?;
        called.sort();
        Ok(Hand {
            concealed: text.concealed.iter().map(|placed| placed.tile).collect(),
            red: RedFives::of(&text.concealed),
            called,
            checked: Checked::default(),
        })
    }

    /// The hand with one concealed copy of a tile less, a red five last of all; the hand itself where
    /// it has no such tile.
    pub fn without(&self, tile: Tile) -> Hand {
        let mut hand = self.clone();
        hand.concealed.remove(tile);
        hand.red = hand.red.at_most(&hand.concealed);
        hand
    }

    /// The hand with other concealed tiles, none of them a red five.
    pub(crate) fn with_concealed(&self, concealed: TileCounts) -> Hand {
        Hand { red: RedFives::default(), concealed, ..self.clone() }
    }

    /// The concealed tiles.
    pub fn concealed(&self) -> &TileCounts {
        &self.concealed
    }

    /// The called melds as groups, in canonical order.
    pub fn called(&self) -> impl ExactSizeIterator<Item = &Group> + Clone {
        self.called.iter().map(CalledMeld::group)
    }

    /// All physical tiles, those of the called melds included.
    pub fn all_tiles(&self) -> TileCounts {
        let mut tiles = self.concealed.clone();
        tiles.extend(self.called().flat_map(Group::tiles));
        tiles
    }

    /// What the number of concealed tiles makes the hand: complete, waiting for a tile, or neither.
    pub fn size(&self) -> Option<HandSize> {
        HandSize::of(self.concealed.total())
    }

    /// How many melds the concealed tiles and the called melds make together.
    pub fn melds(&self) -> usize {
        HandSize::melds_of(self.concealed.total()) + self.called.len()
    }

    /// True when some tile, concealed or called, is blue.
    pub fn holds_galaxy(&self) -> bool {
        self.all_tiles().iter().any(|(tile, _)| tile.is_galaxy())
    }

    /// Notes that the hand was checked under the rules of a game, which has this number.
    pub(crate) fn checked_by(mut self, game: NonZeroU64) -> Hand {
        self.checked = Checked(Some(game));
        self
    }

    /// Whether the hand was checked under the rules of the game with this number.
    pub(crate) fn is_checked_by(&self, game: NonZeroU64) -> bool {
        self.checked.0 == Some(game)
    }

    /// Checks a hand that may have been made under rules that allow more.
    ///
    /// # Errors
    /// As [`Hand::from_tiles`].
    pub(crate) fn check_under(&self, rules: &RuleSet) -> Result<(), HandError> {
        check_tiles(self.all_tiles().tiles().map(|tile| (tile, None)), rules)
    }
}

impl fmt::Display for Hand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&write_tiles(&self.concealed, self.red))?;
        self.called.iter().try_for_each(|meld| meld.fmt(f))
    }
}

/// Checks that the rule set has every tile, and as many copies as come.
fn check_tiles(
    tiles: impl Iterator<Item = (Tile, Option<Span>)>,
    rules: &RuleSet,
) -> Result<(), HandError> {
    let mut seen = TileCounts::EMPTY;
    let mut only_suit = None;
    for (tile, span) in tiles {
        let name = || rules.name().to_owned();
        let copies = rules.copies(tile);
        let suit = tile.kind().map(Kind::suit);
        if rules.is_one_suit() {
            only_suit = only_suit.or(suit);
        }
        seen.add(tile);
        let fault = match only_suit {
            _ if copies == 0 => HandFault::NotInSet { tile, rules: name() },
            Some(only) if suit.is_some_and(|suit| suit != only) => {
                HandFault::OtherSuit { tile, suit: only, rules: name() }
            }
            _ if seen.get(tile) > copies => {
                HandFault::TooManyCopies { tile, copies, rules: name() }
            }
            _ => continue,
        };
        return Err(HandError { fault, span });
    }
    Ok(())
}
