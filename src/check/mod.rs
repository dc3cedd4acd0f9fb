//! The independent verifier: is this decomposition one of this hand under these rules?
//!
//! Written from the meaning of the answers, it shares no code with the generation of columns or
//! with any solver, and it reads the rules for itself. Everything that a solver lists can be passed
//! through it.

mod fault;
mod nearest;
mod rules;

pub use fault::CheckFault;
pub use nearest::check_nearest;

use crate::answer::Decomposition;
use crate::group::{Call, Group, GroupType, PartialGroup, Slot, WaitShape};
use crate::hand::Hand;
use crate::rules::{Count, DeadWaits, Pattern, PatternSort, RestSize, RuleSet, RunSort, Spacing};
use crate::tile::{Kind, Suit, Tile, TileCounts};
use rules::Rules;
use std::collections::HashSet;

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
    hand.check_under(rules)?;
    check_tiles(hand, rules, decomposition)
}

/// As [`check`], for tiles that need not all be there at once.
fn check_tiles(
    hand: &Hand,
    rules: &RuleSet,
    decomposition: &Decomposition,
) -> Result<(), CheckFault> {
    let rules = Rules::of(rules, decomposition.form(), hand)
        .ok_or_else(|| CheckFault::NoForm(decomposition.form().to_owned()))?;
    let checker = Checker { hand, rules, decomposition };
    checker.tiles()?;
    checker.groups()?;
    match decomposition.partial() {
        None => checker.whole(None),
        Some(open) => checker.open(open),
    }
}

struct Checker<'a> {
    hand: &'a Hand,
    rules: Rules<'a>,
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
        let open = self.decomposition.partial().into_iter().flat_map(PartialGroup::tiles);
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
        for group in groups() {
            let kinds: Vec<Kind> = group.kinds().collect();
            if !self.is_group(group.group_type(), &kinds, self.rules.runs)
                && !self.has_place(&(group.group_type(), kinds))
            {
                return Err(CheckFault::NoGroup(group.to_string()));
            }
            for &slot in group.slots() {
                if group.is_called() {
                    self.stands_in_meld(slot, group)?;
                } else {
                    self.stands(slot, &(group.group_type(), group.kinds().collect()))?;
                }
            }
        }
        Ok(())
    }

    /// Whether a tile may take the place of a kind in a meld of the hand's.
    fn stands_in_meld(&self, slot: Slot, meld: &Group) -> Result<(), CheckFault> {
        let Slot { kind, tile } = slot;
        let allowed = self.rules.has_room_for(slot, meld.group_type(), meld.call());
        if self.rules.meaning(tile).contains(kind) && allowed {
            Ok(())
        } else {
            Err(CheckFault::MayNotStand { tile, kind })
        }
    }

    /// Whether a tile may take the place of a kind in a concealed group, complete or completed.
    fn stands(&self, slot: Slot, group: &Read) -> Result<(), CheckFault> {
        let Slot { kind, tile } = slot;
        if group.0 == GroupType::Rest {
            return self.is_read_free_as(tile, kind);
        }
        let pattern = self.rules.patterns.iter().find(|pattern| self.fits_pattern(pattern, group));
        let wild_here = pattern.is_some_and(|pattern| pattern.wilds);
        let allowed = self.rules.has_room_for(slot, group.0, Call::Concealed)
            && (wild_here || !self.rules.is_wild_as(slot));
        if self.rules.meaning_in_form(tile).contains(kind) && allowed {
            Ok(())
        } else {
            Err(CheckFault::MayNotStand { tile, kind })
        }
    }

    /// Free tiles are read as their own faces where the form takes these, else as the first kind
    /// that they may stand for; and where the form says so all are blue.
    fn is_read_free_as(&self, tile: Tile, kind: Kind) -> Result<(), CheckFault> {
        let readings = self.free_readings(tile);
        let own = tile.kind().filter(|own| readings.contains(own));
        if own.or_else(|| readings.first().copied()) == Some(kind) {
            Ok(())
        } else {
            Err(CheckFault::NotFree { tile, kind })
        }
    }

    /// All that a tile could be read as among free tiles.
    fn free_readings(&self, tile: Tile) -> Vec<Kind> {
        let Some(free) = self.free_pattern() else { return Vec::new() };
        let wild = |kind: &Kind| free.wilds && self.rules.meaning_in_form(tile).contains(*kind);
        let takes = |kind: &Kind| free.kinds.contains(*kind) && !self.rules.absent.contains(*kind);
        let is_one = |kind: &Kind| takes(kind) && (tile.kind() == Some(*kind) || wild(kind));
        let may_be_here = tile.is_galaxy() || !self.rest_is_blue();
        Kind::all().filter(|kind| may_be_here && is_one(kind)).collect()
    }

    /// Whether a tile drawn may fill a hole among free tiles: as any of its readings, or, where the
    /// number of suits is limited, as it is read in the complete hand.
    fn fills_free(&self, tile: Tile, kind: Kind) -> bool {
        if self.rules.most_suits < 3 {
            self.is_read_free_as(tile, kind).is_ok()
        } else {
            self.free_readings(tile).contains(&kind)
        }
    }

    /// The form holds for the complete groups and, with a partial group, for what one hole makes of
    /// it.
    fn whole(&self, completed: Option<Read>) -> Result<(), CheckFault> {
        let as_read = |group: &Group| (group.group_type(), group.kinds().collect());
        let mut groups: Vec<Read> = self.concealed_groups().map(as_read).collect();
        groups.extend(completed);
        let numbers_hold = self.rules.patterns.iter().all(|pattern| {
            let found = groups.iter().filter(|group| self.fits_pattern(pattern, group)).count();
            found == self.wanted(pattern)
        });
        let each_has_a_place = groups.iter().all(|group| self.has_place(group));
        if !numbers_hold || !each_has_a_place || !self.size_holds() || !self.called_fit() {
            return Err(CheckFault::WrongNumbers(self.decomposition.form().to_owned()));
        }
        let mut seen = HashSet::new();
        for (group_type, kinds) in &groups {
            let apart = matches!(group_type, GroupType::Single | GroupType::Pair);
            if apart && !self.rules.quads_as_two_pairs && !seen.insert(kinds[0]) {
                return Err(CheckFault::PairsAlike(kinds[0]));
            }
        }
        self.free_wilds()?;
        self.apart(&groups)?;
        self.suits_and_copies(&groups)
    }

    /// No two groups of a pattern are too near each other.
    fn apart(&self, groups: &[Read]) -> Result<(), CheckFault> {
        for pattern in self.rules.patterns {
            let own: Vec<&Read> =
                groups.iter().filter(|group| self.fits_pattern(pattern, group)).collect();
            for (at, (group, kinds)) in own.iter().enumerate() {
                for (_, others) in &own[at + 1..] {
                    let pairs =
                        kinds.iter().flat_map(|&one| others.iter().map(move |&other| (one, other)));
                    let near = |(one, other): (Kind, Kind)| match pattern.apart {
                        Spacing::Free => false,
                        Spacing::Gap(gap) => {
                            one.suit() == other.suit()
                                && one.suit() != Suit::Honour
                                && one.number().abs_diff(other.number()) < gap
                        }
                        // A suit has tiles of one remainder, and no other suit has that one.
                        Spacing::Knitted => {
                            let numbered =
                                one.suit() != Suit::Honour && other.suit() != Suit::Honour;
                            let alike = one.number() % 3 == other.number() % 3;
                            let same = one.suit() == other.suit();
                            numbered && (same != alike || (same && *group == GroupType::Run))
                        }
                    };
                    if let Some((one, other)) = pairs.into_iter().find(|&pair| near(pair)) {
                        return Err(CheckFault::TooNear(one, other));
                    }
                }
            }
        }
        Ok(())
    }

    /// As few suits as the rules say, no kind that must be absent, no copy too many of a kind, no
    /// wild tile too many.
    fn suits_and_copies(&self, groups: &[Read]) -> Result<(), CheckFault> {
        let called = || self.hand.called().flat_map(Group::kinds);
        let kinds = || groups.iter().flat_map(|(_, kinds)| kinds).copied().chain(called());
        let suits: HashSet<Suit> =
            kinds().map(Kind::suit).filter(|&suit| suit != Suit::Honour).collect();
        if suits.len() > usize::from(self.rules.most_suits) {
            return Err(CheckFault::TooManySuits);
        }
        if let Some(kind) = kinds().find(|&kind| self.rules.absent.contains(kind)) {
            return Err(CheckFault::MustBeAbsent(kind));
        }
        let in_groups = groups.iter().filter(|(group, _)| *group != GroupType::Rest);
        let read: Vec<Kind> =
            in_groups.flat_map(|(_, kinds)| kinds).copied().chain(called()).collect();
        for &kind in &read {
            let alike = read.iter().filter(|&&other| other == kind).count();
            // Called melds alone are as they are; nothing more may be read as their kind then.
            let of_called = called().filter(|&other| other == kind).count();
            if alike > self.rules.most_read_as(kind).max(of_called) {
                return Err(CheckFault::TooManyAlike(kind));
            }
        }
        if self.wilds_used() > self.rules.most_wilds {
            return Err(CheckFault::TooManyWilds);
        }
        Ok(())
    }

    /// Complete free tiles have as many wild ones among them as the form wants.
    fn free_wilds(&self) -> Result<(), CheckFault> {
        let mut rests =
            self.concealed_groups().filter(|group| group.group_type() == GroupType::Rest);
        if rests.all(|rest| self.wilds_among(rest.tiles()) >= self.least_wilds()) {
            Ok(())
        } else {
            Err(CheckFault::TooFewWilds)
        }
    }

    /// How many of these tiles are wild, whatever they are used as; stand-ins are not.
    fn wilds_among(&self, tiles: impl Iterator<Item = Tile>) -> usize {
        tiles.filter(|&tile| self.rules.may_be_wild(tile)).count()
    }

    /// The tiles used as wild in the groups and the partial group, free ones left out.
    fn wilds_used(&self) -> usize {
        let placed = |group: &&Group| group.group_type() != GroupType::Rest;
        // An open rest beside other groups has no tiles yet.
        let is_rest = |pattern: &Pattern| matches!(pattern.sort, PatternSort::Rest { .. });
        let all_free = self.rules.patterns.iter().all(is_rest);
        let open = self.decomposition.partial().filter(|_| !all_free);
        let slots = self.decomposition.groups().filter(placed).flat_map(Group::slots);
        let slots = slots.chain(open.map(PartialGroup::slots).unwrap_or_default());
        slots.filter(|&&slot| self.rules.is_wild_as(slot)).count()
    }

    fn has_place(&self, group: &Read) -> bool {
        self.rules.patterns.iter().any(|pattern| self.fits_pattern(pattern, group))
    }

    /// Where the form says what melds there are, called ones are such melds; a kan is a triplet.
    fn called_fit(&self) -> bool {
        let grown: Vec<&Pattern> =
            self.rules.patterns.iter().filter(|pattern| is_of_any_size(pattern)).collect();
        let fits = |meld: &Group| {
            let kinds: Vec<Kind> = meld.kinds().take(3).collect();
            let group_type = match meld.group_type() {
                GroupType::Run => GroupType::Run,
                _ => GroupType::Triplet,
            };
            let wild = meld.slots().iter().any(|&slot| self.rules.is_wild_as(slot));
            let here = |pattern: &Pattern| match pattern.sort {
                PatternSort::Rest { .. } => kinds.iter().all(|&kind| pattern.kinds.contains(kind)),
                PatternSort::Groups(_) => self.fits_pattern(pattern, &(group_type, kinds.clone())),
            };
            grown.iter().any(|pattern| (pattern.wilds || !wild) && here(pattern))
        };
        grown.is_empty() || self.hand.called().all(fits)
    }

    fn wanted(&self, pattern: &Pattern) -> usize {
        let Count::Exactly(count) = pattern.count else {
            // What other groups leave of the tiles, and of the one waited for, is divided in threes.
            let tiles =
                self.hand.concealed().total() + usize::from(self.decomposition.partial().is_some());
            let others = self.rules.patterns.iter().filter_map(|other| match other.count {
                Count::Exactly(count) => Some(size_of(other, tiles) * usize::from(count)),
                Count::Melds => None,
            });
            return tiles.saturating_sub(others.sum()) / 3;
        };
        count.into()
    }

    /// Melds concealed and called are not more than the rules have; a form without a growing part
    /// has no room beside called melds, unless it says how many.
    fn size_holds(&self) -> bool {
        let called = self.hand.called().count();
        let grows = self.rules.patterns.iter().any(is_of_any_size);
        let melds = self.hand.concealed().total() / 3 + called;
        let admitted = match self.rules.called {
            Some(count) => usize::from(count) == called,
            None => grows || called == 0,
        };
        let opened = called >= usize::from(self.rules.least_called);
        melds <= usize::from(self.rules.melds) && admitted && opened
    }

    /// The partial group has exactly the holes that the rules say, each of which makes the form.
    fn open(&self, open: &PartialGroup) -> Result<(), CheckFault> {
        let has: Vec<Kind> = open.kinds().collect();
        let expected: Vec<(Kind, WaitShape, Vec<Tile>)> = Kind::all()
            .filter_map(|kind| {
                let completed = self.completed(&has, kind)?;
                self.whole(Some(completed.clone())).ok()?;
                open.slots().iter().try_for_each(|&slot| self.stands(slot, &completed)).ok()?;
                let fillers = self.fillers(kind, &completed, open)?;
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

    /// What these kinds and one more make, if it is a group of the form that is still lacking.
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
        let lacking = |group: &Read| {
            let found = |pattern: &Pattern| {
                let groups = self.concealed_groups();
                let as_read = groups.map(|group| (group.group_type(), group.kinds().collect()));
                as_read.filter(|group| self.fits_pattern(pattern, group)).count()
            };
            self.rules.patterns.iter().any(|pattern| {
                self.fits_pattern(pattern, group) && found(pattern) < self.wanted(pattern)
            })
        };
        types.into_iter().map(|group_type| (group_type, kinds.clone())).find(lacking)
    }

    /// The tiles left that fill a hole; `None` when there is none and dead holes do not count.
    fn fillers(&self, kind: Kind, completed: &Read, open: &PartialGroup) -> Option<Vec<Tile>> {
        let held = self.hand.all_tiles();
        let more_wilds = self.wilds_used() < self.rules.most_wilds;
        let accepts = |tile: Tile| match completed.0 {
            GroupType::Rest => {
                let wilds = self.wilds_among(open.tiles().chain([tile]));
                wilds >= self.least_wilds() && self.fills_free(tile, kind)
            }
            _ => {
                let slot = Slot { kind, tile };
                let fits = more_wilds || !self.rules.is_wild_as(slot);
                fits && self.stands(slot, completed).is_ok()
            }
        };
        let could = Tile::all().filter(|&tile| self.rules.in_wall(tile) > 0 && accepts(tile));
        let left = |tile: &Tile| held.get(*tile) < self.rules.in_wall(*tile);
        let live: Vec<Tile> = could.clone().filter(left).collect();
        match (live.is_empty(), self.rules.dead_waits) {
            (false, _) => Some(live),
            (true, DeadWaits::Count) => {
                Some(could.collect()).filter(|tiles: &Vec<_>| !tiles.is_empty())
            }
            (true, DeadWaits::Drop) => None,
        }
    }

    /// The pattern that leaves its tiles free.
    fn free_pattern(&self) -> Option<&Pattern> {
        let rest = |pattern: &&Pattern| matches!(pattern.sort, PatternSort::Rest { .. });
        self.rules.patterns.iter().find(rest)
    }

    fn rest_is_blue(&self) -> bool {
        let blue = |pattern: &Pattern| matches!(pattern.sort, PatternSort::Rest { blue: true, .. });
        self.rules.patterns.iter().any(blue)
    }

    fn least_wilds(&self) -> usize {
        match self.free_pattern().map(|pattern| pattern.sort) {
            Some(PatternSort::Rest { least_wilds, .. }) => least_wilds.into(),
            _ => 0,
        }
    }

    fn shape(&self, completed: &Read, hole: Kind) -> WaitShape {
        let mut patterns = self.rules.patterns.iter();
        let pattern = patterns.find(|pattern| self.fits_pattern(pattern, completed));
        if let Some(shape) = pattern.and_then(|pattern| pattern.wait) {
            return shape;
        }
        let numbers: Vec<u8> = completed.1.iter().map(|kind| kind.number()).collect();
        match completed.0 {
            GroupType::Triplet | GroupType::Kan => WaitShape::Shanpon,
            GroupType::Single => WaitShape::OrphansSingle,
            GroupType::Pair => WaitShape::Tanki,
            GroupType::Rest => WaitShape::Any,
            GroupType::Run if !is_run(RunSort::Suit, &completed.1) => WaitShape::RunOther,
            GroupType::Run if hole.number() == numbers[1] => WaitShape::Kanchan,
            GroupType::Run if hole.number() == 3 && numbers[0] == 1 => WaitShape::Penchan,
            GroupType::Run if hole.number() == 7 && numbers[2] == 9 => WaitShape::Penchan,
            GroupType::Run => WaitShape::Ryanmen,
        }
    }

    /// Whether these kinds, sorted, are a group of the type.
    fn is_group(&self, group_type: GroupType, kinds: &[Kind], runs: &[RunSort]) -> bool {
        let alike = |size: usize| kinds.len() == size && kinds.iter().all(|&kind| kind == kinds[0]);
        match group_type {
            GroupType::Single => alike(1),
            GroupType::Pair => alike(2),
            GroupType::Triplet => alike(3),
            GroupType::Kan => alike(4),
            GroupType::Rest => !kinds.is_empty(),
            GroupType::Run => runs.iter().any(|&sort| is_run(sort, kinds)),
        }
    }

    /// Whether a group is one that the pattern asks for.
    fn fits_pattern(&self, pattern: &Pattern, (group_type, kinds): &Read) -> bool {
        let Pattern {
            sort,
            kinds: of_pattern,
            runs,
            // How many, what keeps them apart, what fills them, how one waits: each is asked for where
            // it is checked.
            count: _,
            apart: _,
            wilds: _,
            wait: _,
        } = pattern;
        let runs = runs.as_deref().unwrap_or(self.rules.runs);
        let sort_fits = match sort {
            PatternSort::Groups(types) => {
                types.contains(group_type) && self.is_group(*group_type, kinds, runs)
            }
            PatternSort::Rest { .. } => {
                let tiles = self.hand.concealed().total()
                    + usize::from(self.decomposition.partial().is_some());
                *group_type == GroupType::Rest && kinds.len() == size_of(pattern, tiles)
            }
        };
        sort_fits && kinds.iter().all(|&kind| of_pattern.contains(kind))
    }
}

/// Whether there are as many groups of the pattern as the hand's size asks for.
fn is_of_any_size(pattern: &Pattern) -> bool {
    let whole = matches!(pattern.sort, PatternSort::Rest { size: RestSize::Hand, .. });
    pattern.count == Count::Melds || whole
}

/// How many tiles a group of the pattern has in a hand of so many.
fn size_of(pattern: &Pattern, tiles: usize) -> usize {
    match pattern.sort {
        PatternSort::Rest { size: RestSize::Exactly(size), .. } => size.into(),
        PatternSort::Rest { size: RestSize::Hand, .. } => tiles,
        PatternSort::Groups([GroupType::Single]) => 1,
        PatternSort::Groups([GroupType::Pair]) => 2,
        PatternSort::Groups(_) => 3,
    }
}

/// Whether these kinds, sorted, are a run of the sort.
fn is_run(sort: RunSort, kinds: &[Kind]) -> bool {
    let &[a, b, c] = kinds else { return false };
    let all = |suit: fn(Kind) -> bool| [a, b, c].into_iter().all(suit);
    let in_suit = a.suit() == b.suit() && b.suit() == c.suit() && a.suit() != Suit::Honour;
    let steps = |step| b.number() == a.number() + step && c.number() == b.number() + step;
    let winds = all(|kind| kind.suit() == Suit::Honour && kind.number() <= 4);
    match sort {
        RunSort::Suit => in_suit && steps(1),
        RunSort::Knitted => in_suit && steps(3),
        RunSort::Winds => winds && a != b && b != c,
        RunSort::WindsInOrder => winds && steps(1),
        RunSort::Dragons => {
            all(|kind| kind.suit() == Suit::Honour && kind.number() >= 5) && a != b && b != c
        }
        RunSort::Listed(run) => run == [a, b, c],
    }
}
