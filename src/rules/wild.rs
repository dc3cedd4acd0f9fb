//! Wild tiles: what a physical tile may be used as, and where.

use crate::group::{GroupType, GroupTypes};
use crate::tile::KindSet;

const ANY: &[GroupType] = &[GroupType::Single, GroupType::Pair, GroupType::Triplet, GroupType::Run];

/// The words in rule files for types of groups, and what they mean.
pub(super) const GROUP_TYPES: [(&str, &[GroupType]); 6] = [
    ("any", ANY),
    ("none", &[]),
    ("single", &[GroupType::Single]),
    ("pair", &[GroupType::Pair]),
    ("triplet", &[GroupType::Triplet]),
    ("run", &[GroupType::Run]),
];

/// The same for groups that are called: triplets, a kan among them, and runs.
pub(super) const CALLED_TYPES: [(&str, &[GroupType]); 4] =
    [("any", ANY), ("none", &[]), ("triplet", &[GroupType::Triplet]), ("run", &[GroupType::Run])];

/// What a physical tile may be used as, and where it may be another kind than its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Use {
    /// The kinds that it may be used as.
    pub kinds: KindSet,
    /// The groups of the concealed hand in which it may be another kind.
    pub groups: GroupTypes,
    /// The groups called from others in which it may be another kind.
    pub called: GroupTypes,
    /// Whether it is a wild tile where it is another kind; a stand-in is none.
    pub counts_as_wild: bool,
}

impl Use {
    /// As these kinds in every group.
    pub const fn anywhere(kinds: KindSet) -> Use {
        Use { kinds, groups: GroupTypes::ALL, called: GroupTypes::ALL, counts_as_wild: true }
    }

    /// True when it may be another kind in some concealed groups alone.
    pub fn is_limited(&self) -> bool {
        // Called melds come with the hand; the kinds and what they count as are no matter of groups.
        let Use { groups, called: _, kinds: _, counts_as_wild: _ } = self;
        *groups != GroupTypes::ALL
    }
}
