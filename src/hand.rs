//! A hand: concealed tiles and called melds, checked against a rule set's tiles.

use crate::group::{Call, Group, GroupType, Slot};
use crate::notation::{
    HandText, MeldText, NotationError, PlacedTile, RedFives, Span, parse_hand, write_tiles,
};
use crate::rules::RuleSet;
use crate::tile::{Kind, Mark, Suit, Tile, TileCounts};
use itertools::Itertools;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;

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
}

/// A called meld with its one reading.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct CalledMeld {
    group: Group,
    red: RedFives,
    /// True when the tiles allow another reading, so that this one must be written out.
    ambiguous: bool,
}

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
    /// A bracket that holds no meld.
    #[error("{tiles} is no meld: three tiles alike, a run of three, or four alike")]
    NoMeld {
        /// The tiles in the bracket.
        tiles: String,
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
        Ok(Hand { concealed, red: RedFives::default(), called: Vec::new() })
    }

    /// A hand from a text already read.
    ///
    /// # Errors
    /// [`HandError`] with the place of the first tile that the rule set does not have (so often),
    /// or of a called meld that is none or lacks its reading.
    pub fn from_text(text: &HandText, rules: &RuleSet) -> Result<Hand, HandError> {
        let melds = text.melds.iter().flat_map(|meld| &meld.tiles);
        let placed = text.concealed.iter().chain(melds);
        check_tiles(placed.map(|placed| (placed.tile, Some(placed.span))), rules)?;
        let called = text.melds.iter().map(|meld| read_meld(meld, rules));
        let mut called = called.collect::<Result<Vec<_>, _>>()?;
        called.sort();
        Ok(Hand {
            concealed: text.concealed.iter().map(|placed| placed.tile).collect(),
            red: RedFives::of(&text.concealed),
            called,
        })
    }

    /// The concealed tiles.
    pub fn concealed(&self) -> &TileCounts {
        &self.concealed
    }

    /// The called melds as groups, in canonical order.
    pub fn called(&self) -> impl ExactSizeIterator<Item = &Group> + Clone {
        self.called.iter().map(|meld| &meld.group)
    }

    /// All physical tiles, those of the called melds included.
    pub fn all_tiles(&self) -> TileCounts {
        let mut tiles = self.concealed.clone();
        tiles.extend(self.called().flat_map(Group::tiles));
        tiles
    }

    /// True when some tile, concealed or called, is blue.
    pub fn holds_galaxy(&self) -> bool {
        self.all_tiles().iter().any(|(tile, _)| tile.is_galaxy())
    }

    /// The rules as this hand plays them: the rule set itself, or its one suit.
    ///
    /// # Errors
    /// [`HandError`] when the hand was checked against other rules that allow more.
    pub(crate) fn admitted_by<'r>(
        &self,
        rules: &'r RuleSet,
    ) -> Result<Cow<'r, RuleSet>, HandError> {
        let tiles = self.all_tiles();
        check_tiles(tiles.tiles().map(|tile| (tile, None)), rules)?;
        if !rules.is_one_suit() {
            return Ok(Cow::Borrowed(rules));
        }
        // A hand of jokers alone shows no suit; the puzzle's own is man.
        let suit = tiles.iter().find_map(|(tile, _)| tile.kind()).map_or(Suit::Man, Kind::suit);
        Ok(Cow::Owned(rules.narrowed_to(suit)))
    }
}

impl fmt::Display for Hand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&write_tiles(&self.concealed, self.red))?;
        self.called.iter().try_for_each(|meld| meld.fmt(f))
    }
}

impl fmt::Display for CalledMeld {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let brackets =
            if self.group.call() == Call::ConcealedKan { ("(", ")") } else { ("[", "]") };
        let tiles = self.group.tiles().collect();
        write!(f, "{}{}", brackets.0, write_tiles(&tiles, self.red))?;
        if self.ambiguous {
            write!(f, "={}", reading_text(&self.group))?;
        }
        f.write_str(brackets.1)
    }
}

/// The kinds that a group is read as, in the compact notation.
fn reading_text(group: &Group) -> String {
    write_tiles(&group.kinds().map(Tile::plain).collect(), RedFives::default())
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

/// Reads a called meld: the reading written out, else the only possible one.
fn read_meld(meld: &MeldText, rules: &RuleSet) -> Result<CalledMeld, HandError> {
    let fault = |fault| HandError { fault, span: Some(meld.span) };
    let tiles: Vec<Tile> = meld.tiles.iter().map(|placed| placed.tile).collect();
    let as_text = |placed: &[PlacedTile]| {
        write_tiles(&placed.iter().map(|placed| placed.tile).collect(), RedFives::of(placed))
    };
    let text = as_text(&meld.tiles);
    let readings = meld_readings(&tiles, rules);
    if readings.is_empty() {
        return Err(fault(HandFault::NoMeld { tiles: text }));
    }
    if meld.concealed && tiles.len() != 4 {
        return Err(fault(HandFault::NoConcealedKan { tiles: text }));
    }
    let possible = || readings.values().map(reading_text).collect();
    let group = match &meld.reading {
        Some(written) => {
            let kinds: Vec<Kind> =
                written.iter().filter_map(|placed| placed.tile.kind()).sorted().collect();
            let wrong = || HandFault::WrongReading {
                tiles: text.clone(),
                reading: as_text(written),
                possible: possible(),
            };
            readings.get(&kinds).ok_or_else(|| fault(wrong()))?
        }
        None => match readings.values().exactly_one() {
            Ok(only) => only,
            Err(_) => {
                let readings = possible();
                return Err(fault(HandFault::AmbiguousMeld { tiles: text, readings }));
            }
        },
    };
    let call = if meld.concealed { Call::ConcealedKan } else { Call::Open };
    Ok(CalledMeld {
        group: group.clone().called(call),
        red: RedFives::of(&meld.tiles),
        ambiguous: readings.len() > 1,
    })
}

/// Every reading of three or four tiles as one meld: the kinds read, and the group with the first
/// filling in canonical order (a called meld counts by its reading alone).
fn meld_readings(tiles: &[Tile], rules: &RuleSet) -> BTreeMap<Vec<Kind>, Group> {
    let group_type = match tiles.len() {
        3 => GroupType::Triplet,
        4 => GroupType::Kan,
        _ => return BTreeMap::new(),
    };
    let alike = rules.kinds_in_play().iter().map(|kind| (group_type, vec![kind; tiles.len()]));
    let runs = rules.runs().filter(|_| tiles.len() == 3);
    let candidates = alike.chain(runs.map(|run| (GroupType::Run, run.to_vec())));
    candidates
        .filter_map(|(group_type, kinds)| {
            let fillings = tiles.iter().copied().permutations(tiles.len());
            let allowed = fillings.filter_map(|filling| {
                let slots = kinds.iter().zip(filling).map(|(&kind, tile)| Slot { kind, tile });
                let slots = slots.collect_vec();
                let fits = |slot: &Slot| rules.stands_for(slot.tile).contains(slot.kind);
                slots.iter().all(fits).then(|| Group::new(group_type, slots))?
            });
            Some((kinds.clone(), allowed.min()?))
        })
        .collect()
}
