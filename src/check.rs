//! The independent verifier: is this decomposition one of this hand under these rules?
//!
//! Written from the meaning of the answers, it shares no code with the generation of columns or
//! with any solver. Everything that a solver lists can be passed through it.

use crate::answer::Decomposition;
use crate::group::{Group, GroupType, OpenGroup, Slot, WaitShape};
use crate::hand::{Hand, HandError};
use crate::rules::{Count, DeadWaits, Form, Pattern, PatternSort, RuleSet};
use crate::tile::{Kind, Suit, Tile, TileCounts};
use std::collections::HashSet;

/// What is wrong with a decomposition.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CheckFault {
    /// The rule set does not have the hand's tiles.
    #[error(transparent)]
    Hand(#[from] HandError),
    /// The rule set has no such form, or it is not of the hand's size.
    #[error("there is no form {0:?} for this hand")]
    NoForm(String),
    /// The groups use other tiles than the hand has.
    #[error("the groups do not use exactly the hand's tiles")]
    OtherTiles,
    /// The called groups are not the hand's.
    #[error("the called groups are not those of the hand")]
    OtherCalled,
    /// A tile is read as a kind that it may not stand for.
    #[error("{tile} may not stand for {kind}")]
    MayNotStand {
        /// The tile.
        tile: Tile,
        /// The kind it is read as.
        kind: Kind,
    },
    /// A free tile is read as another kind than its face, or is plain where blue ones are free.
    #[error("{tile} as {kind} is none of the form's free tiles")]
    NotFree {
        /// The tile.
        tile: Tile,
        /// The kind it is read as.
        kind: Kind,
    },
    /// A group is none of its type.
    #[error("{0} is no group of its type")]
    NoGroup(String),
    /// The groups do not have the form's numbers.
    #[error("the groups do not make the form {0:?}")]
    WrongNumbers(String),
    /// Two pairs or singles are read as one kind.
    #[error("two pairs are read as {0}")]
    PairsAlike(Kind),
    /// The groups are read in too many suits.
    #[error("the groups are read in more suits than the rules allow")]
    TooManySuits,
    /// The open group's holes, their shapes or their tiles are not what the rules say.
    #[error("the open group [{0}] should have the holes {1:?}")]
    WrongHoles(String, Vec<(Kind, WaitShape, Vec<Tile>)>),
}

/// Checks one decomposition, complete or tenpai, of a hand.
///
/// # Errors
/// The first [`CheckFault`] found.
///
/// ```
/// use ginga::{Hand, RuleSet, Settings, check};
/// let galaxy = RuleSet::builtin("galaxy")?;
/// let hand = Hand::parse("23m5p5P", &galaxy)?;
/// for decomposition in ginga::waits(&hand, &galaxy, &Settings::default())?.decompositions {
///     check(&hand, &galaxy, &decomposition)?;
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn check(
    hand: &Hand,
    rules: &RuleSet,
    decomposition: &Decomposition,
) -> Result<(), CheckFault> {
    let rules = &*hand.admitted_by(rules)?;
    let form = rules
        .forms()
        .iter()
        .find(|form| form.name() == decomposition.form())
        .ok_or_else(|| CheckFault::NoForm(decomposition.form().to_owned()))?;
    let checker = Checker { hand, rules, form, decomposition };
    checker.tiles()?;
    checker.groups()?;
    match decomposition.open() {
        None => checker.whole(None),
        Some(open) => checker.open(open),
    }
}

struct Checker<'a> {
    hand: &'a Hand,
    rules: &'a RuleSet,
    form: &'a Form,
    decomposition: &'a Decomposition,
}

/// A group by what it is read as.
type Read = (GroupType, Vec<Kind>);

impl Checker<'_> {
    fn concealed_groups(&self) -> impl Iterator<Item = &Group> {
        self.decomposition.groups().filter(|group| !group.is_called())
    }

    /// Exactly the hand's tiles, and its called melds as they are.
    fn tiles(&self) -> Result<(), CheckFault> {
        let open = self.decomposition.open().into_iter().flat_map(OpenGroup::tiles);
        let used: TileCounts = self.concealed_groups().flat_map(Group::tiles).chain(open).collect();
        if used != *self.hand.concealed() {
            return Err(CheckFault::OtherTiles);
        }
        let called: Vec<&Group> =
            self.decomposition.groups().filter(|group| group.is_called()).collect();
        if called != self.hand.called().collect::<Vec<_>>() {
            return Err(CheckFault::OtherCalled);
        }
        Ok(())
    }

    /// Each filling allowed, each group one of its type.
    fn groups(&self) -> Result<(), CheckFault> {
        let groups = || self.decomposition.groups();
        for &Slot { kind, tile } in
            groups().filter(|group| group.is_called()).flat_map(Group::slots)
        {
            self.stands(tile, kind)?;
        }
        let open = self.decomposition.open().map(OpenGroup::slots).unwrap_or_default();
        let fits = if self.is_free() { Self::is_itself } else { Self::stands };
        for &Slot { kind, tile } in self.concealed_groups().flat_map(Group::slots).chain(open) {
            fits(self, tile, kind)?;
        }
        match groups()
            .find(|group| !is_group(group.group_type(), &group.kinds().collect::<Vec<_>>()))
        {
            Some(group) => Err(CheckFault::NoGroup(group.to_string())),
            None => Ok(()),
        }
    }

    fn stands(&self, tile: Tile, kind: Kind) -> Result<(), CheckFault> {
        if self.may_stand(tile, kind) {
            Ok(())
        } else {
            Err(CheckFault::MayNotStand { tile, kind })
        }
    }

    /// Free tiles are read as their own faces, and where the form says so all are blue.
    fn is_itself(&self, tile: Tile, kind: Kind) -> Result<(), CheckFault> {
        if tile.kind() == Some(kind) && (tile.is_galaxy() || !self.rest_is_blue()) {
            Ok(())
        } else {
            Err(CheckFault::NotFree { tile, kind })
        }
    }

    fn may_stand(&self, tile: Tile, kind: Kind) -> bool {
        match tile.kind() {
            Some(face) if tile.is_galaxy() => {
                let same_class = if face.suit() == Suit::Honour {
                    // Winds are 1z to 4z, dragons 5z to 7z.
                    kind.suit() == Suit::Honour && (face.number() < 5) == (kind.number() < 5)
                } else {
                    kind.suit() != Suit::Honour && kind.number() == face.number()
                };
                // A class is of the set's kinds, all of which have a blue copy if one has.
                same_class && self.rules.copies(Tile::galaxy(kind)) > 0
            }
            _ => self.rules.stands_for(tile).contains(kind),
        }
    }

    /// The form holds for the complete groups and, with an open group, for what one hole makes of
    /// it.
    fn whole(&self, completed: Option<Read>) -> Result<(), CheckFault> {
        let as_read = |group: &Group| (group.group_type(), group.kinds().collect());
        let mut groups: Vec<Read> = self.concealed_groups().map(as_read).collect();
        groups.extend(completed);
        let numbers_hold = self.form.patterns().iter().all(|pattern| {
            let found = groups.iter().filter(|group| fits_pattern(pattern, group)).count();
            found == self.wanted(pattern)
        });
        let each_has_a_place = groups
            .iter()
            .all(|group| self.form.patterns().iter().any(|pattern| fits_pattern(pattern, group)));
        if !numbers_hold || !each_has_a_place || !self.size_holds() {
            return Err(CheckFault::WrongNumbers(self.form.name().to_owned()));
        }
        let mut seen = HashSet::new();
        for (group_type, kinds) in &groups {
            let apart = matches!(group_type, GroupType::Single | GroupType::Pair);
            if apart && !self.form.quads_as_two_pairs() && !seen.insert(kinds[0]) {
                return Err(CheckFault::PairsAlike(kinds[0]));
            }
        }
        let called = self.hand.called().flat_map(Group::kinds);
        let kinds = groups.iter().flat_map(|(_, kinds)| kinds).copied().chain(called);
        let suits: HashSet<Suit> =
            kinds.map(Kind::suit).filter(|&suit| suit != Suit::Honour).collect();
        if suits.len() > usize::from(self.rules.max_suits()) {
            return Err(CheckFault::TooManySuits);
        }
        Ok(())
    }

    fn wanted(&self, pattern: &Pattern) -> usize {
        match pattern.count {
            // 3n+2 tiles, or 3n+1 and the tile waited for, are n melds and a pair.
            Count::Melds => self.hand.concealed().total() / 3,
            Count::Exactly(count) => usize::from(count),
        }
    }

    /// Melds concealed and called are not more than the rules have; a form without a growing part
    /// has no room beside called melds.
    fn size_holds(&self) -> bool {
        let called = self.hand.called().count();
        let grows = self.form.patterns().iter().any(|pattern| pattern.count == Count::Melds);
        let melds = self.hand.concealed().total() / 3 + called;
        melds <= usize::from(self.rules.melds()) && (grows || called == 0)
    }

    /// The open group has exactly the holes that the rules say, each of which makes the form.
    fn open(&self, open: &OpenGroup) -> Result<(), CheckFault> {
        let has: Vec<Kind> = open.kinds().collect();
        let expected: Vec<(Kind, WaitShape, Vec<Tile>)> = Kind::all()
            .filter(|&kind| self.is_free() || self.rules.kinds_in_play().contains(kind))
            // Without tiles nothing joins the holes; each is an open group of its own.
            .filter(|&kind| !has.is_empty() || open.holes().iter().all(|hole| hole.kind == kind))
            .filter_map(|kind| {
                let completed = self.completed(&has, kind)?;
                self.whole(Some(completed.clone())).ok()?;
                let fillers = self.fillers(kind, completed.0)?;
                Some((kind, self.shape(&completed, kind), fillers))
            })
            .collect();
        let found: Vec<(Kind, WaitShape, Vec<Tile>)> =
            open.holes().iter().map(|hole| (hole.kind, hole.shape, hole.tiles.clone())).collect();
        if expected.is_empty() || found != expected {
            return Err(CheckFault::WrongHoles(open.to_string(), expected));
        }
        Ok(())
    }

    /// What these kinds and one more make, if it is a group of the form.
    fn completed(&self, has: &[Kind], hole: Kind) -> Option<Read> {
        let mut kinds = [has, &[hole]].concat();
        kinds.sort();
        let types = [
            GroupType::Single,
            GroupType::Pair,
            GroupType::Triplet,
            GroupType::Run,
            GroupType::Rest,
        ];
        let fits = |group: &Read| {
            let in_form = self.form.patterns().iter().any(|pattern| fits_pattern(pattern, group));
            is_group(group.0, &group.1) && in_form
        };
        types.into_iter().map(|group_type| (group_type, kinds.clone())).find(fits)
    }

    /// The tiles left that fill a hole; `None` when there is none and dead holes do not count.
    fn fillers(&self, kind: Kind, group_type: GroupType) -> Option<Vec<Tile>> {
        let held = self.hand.all_tiles();
        let accepts = |tile: Tile| match group_type {
            GroupType::Rest => self.is_itself(tile, kind).is_ok(),
            _ => self.may_stand(tile, kind),
        };
        let could = Tile::all().filter(|&tile| self.rules.drawable(tile) > 0 && accepts(tile));
        let left = |tile: &Tile| held.get(*tile) < self.rules.drawable(*tile);
        let live: Vec<Tile> = could.clone().filter(left).collect();
        match (live.is_empty(), self.rules.dead_waits()) {
            (false, _) => Some(live),
            (true, DeadWaits::Count) => {
                Some(could.collect()).filter(|tiles: &Vec<_>| !tiles.is_empty())
            }
            (true, DeadWaits::Drop) => None,
        }
    }

    /// Whether the form leaves its tiles free; such a group stands alone in its form.
    fn is_free(&self) -> bool {
        let rest = |pattern: &Pattern| matches!(pattern.sort, PatternSort::Rest { .. });
        self.form.patterns().iter().any(rest)
    }

    fn rest_is_blue(&self) -> bool {
        let blue = |pattern: &Pattern| matches!(pattern.sort, PatternSort::Rest { blue: true, .. });
        self.form.patterns().iter().any(blue)
    }

    fn shape(&self, completed: &Read, hole: Kind) -> WaitShape {
        let pattern = self.form.patterns().iter().find(|pattern| fits_pattern(pattern, completed));
        if let Some(shape) = pattern.and_then(|pattern| pattern.wait) {
            return shape;
        }
        let numbers: Vec<u8> = completed.1.iter().map(|kind| kind.number()).collect();
        match completed.0 {
            GroupType::Triplet | GroupType::Kan => WaitShape::Shanpon,
            GroupType::Single => WaitShape::OrphansSingle,
            GroupType::Pair => WaitShape::Tanki,
            GroupType::Rest => WaitShape::Any,
            GroupType::Run if hole.number() == numbers[1] => WaitShape::Kanchan,
            GroupType::Run if hole.number() == 3 && numbers[0] == 1 => WaitShape::Penchan,
            GroupType::Run if hole.number() == 7 && numbers[2] == 9 => WaitShape::Penchan,
            GroupType::Run => WaitShape::Ryanmen,
        }
    }
}

/// Whether these kinds, sorted, are a group of the type.
fn is_group(group_type: GroupType, kinds: &[Kind]) -> bool {
    let alike = |size: usize| kinds.len() == size && kinds.iter().all(|&kind| kind == kinds[0]);
    match group_type {
        GroupType::Single => alike(1),
        GroupType::Pair => alike(2),
        GroupType::Triplet => alike(3),
        GroupType::Kan => alike(4),
        GroupType::Rest => !kinds.is_empty(),
        GroupType::Run => {
            let [a, b, c] = kinds else { return false };
            let one_suit = a.suit() == b.suit() && b.suit() == c.suit() && a.suit() != Suit::Honour;
            one_suit && b.number() == a.number() + 1 && c.number() == b.number() + 1
        }
    }
}

/// Whether a group is one that the pattern asks for.
fn fits_pattern(pattern: &Pattern, (group_type, kinds): &Read) -> bool {
    let sort_fits = match pattern.sort {
        PatternSort::Groups(types) => types.contains(group_type),
        PatternSort::Rest { size, .. } => {
            *group_type == GroupType::Rest && kinds.len() == usize::from(size)
        }
    };
    sort_fits && kinds.iter().all(|&kind| pattern.kinds.contains(kind))
}
