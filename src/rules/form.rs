//! Forms: the shapes that win, as lists of group patterns.

use crate::group::{GroupType, WaitShape};
use crate::tile::KindSet;

/// One way to win: so many groups of each pattern, together using every concealed tile.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Form {
    pub(super) name: String,
    pub(super) patterns: Vec<Pattern>,
    pub(super) quads_as_two_pairs: bool,
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
    /// The wait shape of such a group when it is open; `None` takes the ordinary name (tanki,
    /// shanpon, ryanmen …).
    pub wait: Option<WaitShape>,
}

/// Which groups fit a pattern.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PatternSort {
    /// Any of these types; a meld is a triplet or a run.
    Groups(&'static [GroupType]),
    /// All tiles of the form as one free group of this size.
    Rest {
        /// How many tiles.
        size: u8,
        /// True when each must be a blue tile.
        blue: bool,
    },
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
    /// How many tiles one group of the pattern has.
    pub fn group_size(&self) -> usize {
        match self.sort {
            PatternSort::Groups(types) => types.first().and_then(|first| first.size()).unwrap_or(0),
            PatternSort::Rest { size, .. } => usize::from(size),
        }
    }
}

impl Form {
    /// The form's name in answers.
    pub fn name(&self) -> &str {
        &self.name
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

    /// How many groups of each pattern fill exactly `tiles` concealed tiles; `None` when the form
    /// cannot be that large. A form of a fixed size has no room beside called melds.
    pub fn counts(&self, tiles: usize, called: usize) -> Option<Vec<u8>> {
        let melds = u8::try_from(tiles / 3).ok()?;
        let counts: Vec<u8> = self
            .patterns
            .iter()
            .map(|pattern| match pattern.count {
                Count::Melds => melds,
                Count::Exactly(count) => count,
            })
            .collect();
        let used: usize = self
            .patterns
            .iter()
            .zip(&counts)
            .map(|(pattern, &count)| pattern.group_size() * usize::from(count))
            .sum();
        let grows = self.patterns.iter().any(|pattern| pattern.count == Count::Melds);
        (used == tiles && (grows || called == 0)).then_some(counts)
    }
}
