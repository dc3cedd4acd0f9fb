//! Called melds: three or four tiles with one reading.

use super::HandFault;
use crate::group::{Call, Group, GroupType, Slot};
use crate::notation::{MeldText, RedFives, write_tiles};
use crate::rules::RuleSet;
use crate::tile::{Kind, Tile};
use itertools::Itertools;
use std::collections::BTreeMap;
use std::fmt;

/// A called meld with its one reading.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct CalledMeld {
    group: Group,
    red: RedFives,
    /// True when the tiles allow another reading, so that this one must be written out.
    ambiguous: bool,
}

impl CalledMeld {
    /// Reads a meld as it stood in a text.
    pub fn from_text(meld: &MeldText, rules: &RuleSet) -> Result<CalledMeld, HandFault> {
        let tiles: Vec<Tile> = meld.tiles.iter().map(|placed| placed.tile).collect();
        let written = meld.reading.as_ref();
        let reading: Option<Vec<Kind>> =
            written.map(|kinds| kinds.iter().filter_map(|placed| placed.tile.kind()).collect());
        let red = RedFives::of(&meld.tiles);
        CalledMeld::read(&tiles, red, meld.concealed, reading.as_deref(), rules)
    }

    /// Reads a meld: as the reading given, else as the only possible one.
    pub fn read(
        tiles: &[Tile],
        red: RedFives,
        concealed: bool,
        reading: Option<&[Kind]>,
        rules: &RuleSet,
    ) -> Result<CalledMeld, HandFault> {
        let text = write_tiles(&tiles.iter().copied().collect(), red);
        let readings = meld_readings(tiles, rules, Some(concealed));
        if readings.is_empty() && !meld_readings(tiles, rules, None).is_empty() {
            return Err(HandFault::WildNotInCalls { tiles: text, rules: rules.name().to_owned() });
        }
        if readings.is_empty() {
            return Err(HandFault::NoMeld { tiles: text });
        }
        if concealed && tiles.len() != 4 {
            return Err(HandFault::NoConcealedKan { tiles: text });
        }
        let possible = || readings.values().map(reading_text).collect();
        let group = match reading {
            Some(kinds) => {
                let kinds: Vec<Kind> = kinds.iter().copied().sorted().collect();
                readings.get(&kinds).ok_or_else(|| HandFault::WrongReading {
                    tiles: text,
                    reading: kinds_text(kinds.iter().copied()),
                    possible: possible(),
                })?
            }
            None => readings
                .values()
                .exactly_one()
                .map_err(|_| HandFault::AmbiguousMeld { tiles: text, readings: possible() })?,
        };
        if !concealed && !rules.calls().contains(group.group_type()) {
            let meld = if group.group_type() == GroupType::Run { "run" } else { "triplet" };
            return Err(HandFault::NotCalled { meld, rules: rules.name().to_owned() });
        }
        let call = if concealed { Call::ConcealedKan } else { Call::Open };
        let ambiguous = readings.len() > 1;
        Ok(CalledMeld { group: group.clone().called(call), red, ambiguous })
    }

    /// The meld as a group.
    pub fn group(&self) -> &Group {
        &self.group
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
    kinds_text(group.kinds())
}

fn kinds_text(kinds: impl Iterator<Item = Kind>) -> String {
    write_tiles(&kinds.map(Tile::plain).collect(), RedFives::default())
}

/// Every reading of three or four tiles as one meld: the kinds read, and the group with the first
/// filling in canonical order (a called meld counts by its reading alone).
///
/// `concealed` tells a concealed kan from melds called from others: in which groups wild tiles may be
/// used differs. Without it they may be used everywhere.
fn meld_readings(
    tiles: &[Tile],
    rules: &RuleSet,
    concealed: Option<bool>,
) -> BTreeMap<Vec<Kind>, Group> {
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
                let fits = |&Slot { kind, tile }: &Slot| {
                    let allowed = match concealed {
                        None => true,
                        Some(true) => rules.allows(tile, kind, group_type),
                        Some(false) => rules.allows_called(tile, kind, group_type),
                    };
                    rules.stands_for(tile).contains(kind) && allowed
                };
                slots.iter().all(fits).then(|| Group::new(group_type, slots))?
            });
            let wilds = |group: &Group| {
                let slots = group.slots().iter();
                slots.filter(|slot| rules.is_wild_use(slot.tile, slot.kind)).count()
            };
            Some((kinds.clone(), allowed.min_by_key(|group| (wilds(group), group.clone()))?))
        })
        .collect()
}
