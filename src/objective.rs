//! What makes one decomposition better than another: weights for its groups and tiles.

use crate::answer::Decomposition;
use crate::group::{Group, GroupType, Slot};
use crate::notation::parse_kinds;
#[cfg(feature = "ilp")]
use crate::problem::ColumnMeaning;
use crate::tile::Kind;
use std::fmt;

/// Which way is better.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// The smallest value first.
    Minimize,
    /// The greatest value first.
    Maximize,
}

/// Something of a decomposition that can be counted, called groups included.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Feature {
    /// Tiles read as another kind than their own.
    Wilds,
    /// Complete groups of this type.
    Groups(GroupType),
    /// Tiles read as honours.
    Honours,
    /// Tiles read as a 1 or a 9.
    Terminals,
    /// Tiles read as this kind.
    Kind(Kind),
}

/// The names of the features, besides kinds such as `5m`.
const NAMES: [(&str, Feature); 8] = [
    ("wilds", Feature::Wilds),
    ("runs", Feature::Groups(GroupType::Run)),
    ("triplets", Feature::Groups(GroupType::Triplet)),
    ("pairs", Feature::Groups(GroupType::Pair)),
    ("singles", Feature::Groups(GroupType::Single)),
    ("kans", Feature::Groups(GroupType::Kan)),
    ("honours", Feature::Honours),
    ("terminals", Feature::Terminals),
];

/// A weighted sum of features, and which way is better.
///
/// ```
/// use ginga::{Direction, Objective};
/// let objective = Objective::parse(Direction::Maximize, "runs=2,wilds=-1,5m")?;
/// assert_eq!(objective.to_string(), "maximize 2 runs - 1 wilds + 1 5m");
/// assert!(Objective::parse(Direction::Maximize, "dragons").is_err());
/// # Ok::<(), ginga::ObjectiveError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Objective {
    direction: Direction,
    terms: Vec<(String, Feature, i32)>,
}

/// Why a text is no objective.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ObjectiveError {
    /// A feature that there is not.
    #[error(
        "there is nothing called {0:?} to count; it is one of wilds, runs, triplets, pairs, \
         singles, kans, honours, terminals, or a kind such as 5m"
    )]
    UnknownFeature(String),
    /// A weight that is no whole number, or too large.
    #[error("the weight {0:?} is no whole number between -1000000 and 1000000")]
    BadWeight(String),
}

impl Objective {
    /// The largest weight.
    pub const MOST: i32 = 1_000_000;

    /// Reads `KEY` or `KEY=WEIGHT`, several separated by commas; a weight is 1 where none is given.
    ///
    /// # Errors
    /// [`ObjectiveError`] with the part at fault.
    pub fn parse(direction: Direction, text: &str) -> Result<Objective, ObjectiveError> {
        let terms = text.split(',').map(|term| {
            let (name, weight) = term.split_once('=').unwrap_or((term, "1"));
            let (name, weight) = (name.trim(), weight.trim());
            let number = weight.parse().ok().filter(|w: &i32| w.abs() <= Objective::MOST);
            let number = number.ok_or_else(|| ObjectiveError::BadWeight(weight.to_owned()))?;
            Ok((name.to_owned(), feature(name)?, number))
        });
        Ok(Objective { direction, terms: terms.collect::<Result<_, ObjectiveError>>()? })
    }

    /// Which way is better.
    pub fn direction(&self) -> Direction {
        self.direction
    }

    /// The features' names with their weights, in the order given.
    pub fn terms(&self) -> impl ExactSizeIterator<Item = (&str, i32)> {
        self.terms.iter().map(|(name, _, weight)| (name.as_str(), *weight))
    }

    /// The value of a decomposition, called groups included.
    pub fn value(&self, decomposition: &Decomposition) -> i64 {
        let groups: i64 = decomposition.groups().map(|group| self.of_group(group)).sum();
        groups + decomposition.partial().map_or(0, |open| self.of_slots(open.slots()))
    }

    /// The value of what a column adds.
    #[cfg(feature = "ilp")]
    pub(crate) fn of_column(&self, content: &ColumnMeaning) -> i64 {
        match content {
            ColumnMeaning::Complete(group) => self.of_group(group),
            ColumnMeaning::Partial(open) => self.of_slots(open.slots()),
            ColumnMeaning::Spare(_) => 0,
        }
    }

    fn of_group(&self, group: &Group) -> i64 {
        let of_type = |feature: Feature| feature == Feature::Groups(group.group_type());
        let types = self.terms.iter().filter(|(_, feature, _)| of_type(*feature));
        types.map(|(.., weight)| i64::from(*weight)).sum::<i64>() + self.of_slots(group.slots())
    }

    fn of_slots(&self, slots: &[Slot]) -> i64 {
        let count = |feature: Feature| slots.iter().filter(|slot| counts(feature, slot)).count();
        let value = |(_, feature, weight): &(String, Feature, i32)| {
            count(*feature) as i64 * i64::from(*weight)
        };
        self.terms.iter().map(value).sum()
    }
}

/// Whether a feature counts a tile.
fn counts(feature: Feature, slot: &Slot) -> bool {
    match feature {
        Feature::Wilds => slot.tile.kind() != Some(slot.kind),
        Feature::Groups(_) => false,
        Feature::Honours => !slot.kind.suit().is_numbered(),
        Feature::Terminals => slot.kind.suit().is_numbered() && matches!(slot.kind.number(), 1 | 9),
        Feature::Kind(kind) => slot.kind == kind,
    }
}

fn feature(name: &str) -> Result<Feature, ObjectiveError> {
    let named = NAMES.iter().find(|(known, _)| *known == name).map(|(_, feature)| *feature);
    let kind = || parse_kinds(name).ok()?.iter().next().filter(|kind| kind.to_string() == name);
    let found = named.or_else(|| kind().map(Feature::Kind));
    found.ok_or_else(|| ObjectiveError::UnknownFeature(name.to_owned()))
}

impl fmt::Display for Objective {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.direction {
            Direction::Minimize => "minimize",
            Direction::Maximize => "maximize",
        })?;
        for (place, (name, _, weight)) in self.terms.iter().enumerate() {
            let sign = match (place, *weight < 0) {
                (0, false) => "",
                (_, true) => "- ",
                (_, false) => "+ ",
            };
            write!(f, " {sign}{} {name}", weight.unsigned_abs())?;
        }
        Ok(())
    }
}
