//! Forms: the shapes that win, as lists of group patterns.

use super::RuleSet;
use super::run::RunSort;
use crate::group::{Group, GroupType, Slot, WaitShape};
use crate::tile::{Kind, KindSet};
use std::sync::Arc;

/// One way to win: so many groups of each pattern, together using every concealed tile.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Form {
    pub(crate) name: Arc<str>,
    pub(crate) patterns: Vec<Pattern>,
    pub(crate) quads_as_two_pairs: bool,
    pub(crate) max_suits: Option<u8>,
    pub(crate) most_wilds: Option<u8>,
    pub(crate) own_kind: Option<bool>,
    pub(crate) called: Option<u8>,
    pub(crate) least_called: u8,
}

/// So many groups of one sort, read as kinds of one set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pattern {
    /// Which groups fit.
    pub sort: PatternSort,
    /// How many of them the form has.
    pub count: Count,
    /// The kinds that the groups may be read as.
    pub kinds: KindSet,
    /// Whether wild tiles may be used as wild in these groups.
    pub wilds: bool,
    /// The runs that fit; `None` for those of the rule set.
    pub runs: Option<Vec<RunSort>>,
    /// What keeps the groups apart.
    pub apart: Spacing,
    /// The wait shape of such a group when it is open; `None` takes the ordinary name (tanki,
    /// shanpon, ryanmen …).
    pub wait: Option<WaitShape>,
}

/// Which groups fit a pattern.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PatternSort {
    /// Any of these types; a meld is a triplet or a run.
    Groups(&'static [GroupType]),
    /// Free tiles as one group.
    Rest {
        /// How many tiles.
        size: RestSize,
        /// True when each must be a blue tile.
        blue: bool,
        /// How many of them must be wild at least.
        least_wilds: u8,
    },
}

/// The words in rule files for sorts of groups, each with the types that fit it; none for free tiles.
pub(super) const SORTS: [(&str, Option<&[GroupType]>); 6] = [
    ("meld", Some(&[GroupType::Triplet, GroupType::Run])),
    ("triplet", Some(&[GroupType::Triplet])),
    ("run", Some(&[GroupType::Run])),
    ("pair", Some(&[GroupType::Pair])),
    ("single", Some(&[GroupType::Single])),
    ("rest", None),
];

/// The words in rule files for the tiles that a free rest takes, and whether they are the blue ones.
pub(super) const REST_TILES: [(&str, bool); 2] = [("all", false), ("blue", true)];

/// How many tiles a free rest has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RestSize {
    /// This many.
    Exactly(u8),
    /// The whole concealed hand, of any size.
    Hand,
}

/// What two groups of a pattern may not be together, beside what the form says of pairs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Spacing {
    /// Nothing more.
    Free,
    /// Numbers of one suit differ by so many at least (scattered hands: 3).
    Gap(u8),
    /// Each suit has numbers of one of 1-4-7, 2-5-8 and 3-6-9 alone, and each suit of another (MCR's
    /// knitted tiles).
    Knitted,
}

impl Spacing {
    /// Whether tiles read as these two different kinds may be of one hand.
    ///
    /// ```
    /// use ginga::rules::Spacing;
    /// use ginga::{Kind, Suit};
    /// let kind = |suit, number| Kind::new(suit, number).unwrap();
    /// let (one, four) = (kind(Suit::Man, 1), kind(Suit::Man, 4));
    /// assert!(Spacing::Gap(3).allows(one, four) && !Spacing::Gap(4).allows(one, four));
    /// assert!(Spacing::Knitted.allows(one, four));
    /// assert!(!Spacing::Knitted.allows(one, kind(Suit::Pin, 4)));
    /// ```
    pub fn allows(self, one: Kind, other: Kind) -> bool {
        if !one.suit().is_numbered() || !other.suit().is_numbered() {
            return true;
        }
        let same_suit = one.suit() == other.suit();
        match self {
            Spacing::Free => true,
            Spacing::Gap(gap) => !same_suit || one.number().abs_diff(other.number()) >= gap,
            Spacing::Knitted => same_suit == (one.number() % 3 == other.number() % 3),
        }
    }
}

/// How many groups of a pattern a form has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Count {
    /// As many as the hand's size asks for.
    Melds,
    /// This many.
    Exactly(u8),
}

impl Pattern {
    /// How many tiles one group of the pattern has, in a hand of so many concealed tiles.
    fn group_size(&self, tiles: usize) -> usize {
        match self.sort {
            PatternSort::Groups(types) => types.first().and_then(|first| first.size()).unwrap_or(0),
            PatternSort::Rest { size: RestSize::Exactly(size), .. } => size.into(),
            PatternSort::Rest { size: RestSize::Hand, .. } => tiles,
        }
    }

    /// True for a free rest that is the whole hand.
    fn is_whole_hand(&self) -> bool {
        matches!(self.sort, PatternSort::Rest { size: RestSize::Hand, .. })
    }

    /// True for groups of which there are as many as the hand's size asks for.
    fn grows(&self) -> bool {
        self.count == Count::Melds || self.is_whole_hand()
    }

    fn limits_wilds(&self) -> bool {
        // What else a pattern says binds all tiles alike.
        let Pattern { wilds, sort: _, count: _, kinds: _, runs: _, apart: _, wait: _ } = self;
        !wilds
    }

    /// True for singles and pairs: two of a form are of distinct kinds unless it says otherwise.
    pub(crate) fn is_of_pairs(&self) -> bool {
        let apart = |group: &GroupType| matches!(group, GroupType::Single | GroupType::Pair);
        matches!(self.sort, PatternSort::Groups(types) if types.iter().any(apart))
    }

    /// The runs that fit the pattern, `of_rules` being the rule set's; empty where none does.
    pub fn run_sorts<'a>(&'a self, of_rules: &'a [RunSort]) -> &'a [RunSort] {
        match self.sort {
            PatternSort::Groups(types) if types.contains(&GroupType::Run) => {
                self.runs.as_deref().unwrap_or(of_rules)
            }
            _ => &[],
        }
    }

    /// Whether a called meld may stand in the place of a group of the pattern; a kan is a triplet
    /// here.
    fn takes_called(&self, meld: &Group, rules: &RuleSet) -> bool {
        let wild = |slot: &Slot| rules.is_wild_use(slot.tile, slot.kind);
        let fits = meld.kinds().all(|kind| self.kinds.contains(kind));
        if !fits || (!self.wilds && meld.slots().iter().any(wild)) {
            return false;
        }
        match (self.sort, meld.group_type()) {
            (PatternSort::Rest { .. }, _) => self.is_whole_hand(),
            (PatternSort::Groups(_), GroupType::Run) => {
                let run: Vec<Kind> = meld.kinds().collect();
                let sorts = self.run_sorts(rules.run_sorts()).iter();
                sorts.flat_map(|sort| sort.runs()).any(|known| known[..] == run[..])
            }
            (PatternSort::Groups(types), _) => types.contains(&GroupType::Triplet),
        }
    }
}

impl Form {
    /// The form's name in answers.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The same name, shared by all answers.
    pub(crate) fn shared_name(&self) -> Arc<str> {
        self.name.clone()
    }

    /// Its patterns, in the rule file's order.
    pub fn patterns(&self) -> &[Pattern] {
        &self.patterns
    }

    /// True when any number of pairs may be read as one kind; otherwise singles and pairs of one
    /// decomposition are of distinct kinds.
    pub fn quads_as_two_pairs(&self) -> bool {
        self.quads_as_two_pairs
    }

    /// In how many numbered suits this form may be read, 3 being any; `None` for as many as the rule
    /// set says.
    pub fn max_suits(&self) -> Option<u8> {
        self.max_suits
    }

    /// How many wild tiles may be used as wild in this form, as many as a hand has being any; `None` for
    /// as many as the rule set says.
    pub fn most_wilds(&self) -> Option<u8> {
        self.most_wilds
    }

    /// Whether wild tiles may be their own kind in this form; `None` for what each tile's own rule
    /// says.
    pub fn own_kind(&self) -> Option<bool> {
        self.own_kind
    }

    /// How many called melds a hand of this form has; `None` for any number where the form grows with
    /// the hand, and for none where it has a fixed size.
    pub fn called(&self) -> Option<u8> {
        self.called
    }

    /// How many called melds a hand of this form has at least.
    pub fn least_called(&self) -> u8 {
        self.least_called
    }

    /// True when the form limits what wild tiles are used for, beside their number.
    pub(super) fn limits_wilds(&self) -> bool {
        let Form {
            patterns,
            own_kind,
            // The number is asked for beside the rule set's.
            most_wilds: _,
            // These bind all tiles alike.
            quads_as_two_pairs: _,
            max_suits: _,
            called: _,
            least_called: _,
            name: _,
        } = self;
        own_kind.is_some() || patterns.iter().any(Pattern::limits_wilds)
    }

    /// True when the form leaves tiles free.
    pub(crate) fn has_rest(&self) -> bool {
        let is_rest = |pattern: &Pattern| matches!(pattern.sort, PatternSort::Rest { .. });
        self.patterns.iter().any(is_rest)
    }

    /// True when the form is of any size that a hand has.
    pub fn grows(&self) -> bool {
        self.patterns.iter().any(Pattern::grows)
    }

    /// How many groups of each pattern fill exactly `tiles` concealed tiles beside `called` melds;
    /// `None` when the form cannot be that large. What other groups leave is divided into melds where
    /// a pattern counts `melds`.
    pub fn counts(&self, tiles: usize, called: usize) -> Option<Vec<u8>> {
        let melds = self.melds(tiles, called)?;
        let count = |pattern: &Pattern| match pattern.count {
            Count::Melds => melds,
            Count::Exactly(count) => count,
        };
        Some(self.patterns.iter().map(count).collect())
    }

    /// How many groups the growing part has in a hand of so many concealed tiles and called melds: 0
    /// for a form without one, `None` where the form has no such hand.
    pub(crate) fn melds(&self, tiles: usize, called: usize) -> Option<u8> {
        let admitted = match self.called {
            Some(count) => usize::from(count) == called,
            None => self.grows() || called == 0,
        };
        let fixed = |pattern: &Pattern| match pattern.count {
            Count::Melds => 0,
            Count::Exactly(count) => pattern.group_size(tiles) * usize::from(count),
        };
        let left = tiles.checked_sub(self.patterns.iter().map(fixed).sum())?;
        let melds = self.patterns.iter().any(|pattern| pattern.count == Count::Melds);
        let filled = if melds { left.is_multiple_of(3) } else { left == 0 };
        let opened = called >= usize::from(self.least_called);
        if admitted && opened && filled { u8::try_from(left / 3).ok() } else { None }
    }

    /// Whether a hand of this form may have this called meld under a rule set.
    pub fn takes_called(&self, meld: &Group, rules: &RuleSet) -> bool {
        let mut grown = self.patterns.iter().filter(|pattern| pattern.grows()).peekable();
        // A form of a fixed size beside called melds says nothing of them.
        grown.peek().is_none() || grown.any(|pattern| pattern.takes_called(meld, rules))
    }
}
