//! Wild tiles: what a physical tile may be used as, and where.

use crate::group::{GroupType, GroupTypes};
use crate::tile::{Kind, KindSet, Tile};

/// What tiles of one meaning may be used for where they are not their own kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Use {
    /// The groups of the concealed hand.
    pub groups: GroupTypes,
    /// The groups that may be called with them.
    pub called: GroupTypes,
    /// Whether such a use is one of a wild tile; a stand-in's is not.
    pub counts: bool,
}

impl Use {
    /// Everywhere, as a wild tile.
    pub const FREE: Use = Use { groups: GroupTypes::ALL, called: GroupTypes::ALL, counts: true };
}

/// What every physical tile may be used as.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Meanings {
    stands_for: [KindSet; Tile::COUNT],
    uses: Vec<Use>,
    use_of: [u8; Tile::COUNT],
}

impl Meanings {
    /// No tile may be used as anything.
    pub fn none() -> Meanings {
        Meanings {
            stands_for: [KindSet::EMPTY; Tile::COUNT],
            uses: vec![Use::FREE],
            use_of: [0; Tile::COUNT],
        }
    }

    /// Says what a tile may be used as, and where it may be what it is not.
    pub fn set(&mut self, tile: Tile, kinds: KindSet, used: Use) {
        self.stands_for[tile.index()] = kinds;
        let known = self.uses.iter().position(|&known| known == used);
        let at = known.unwrap_or_else(|| {
            self.uses.push(used);
            self.uses.len() - 1
        });
        self.use_of[tile.index()] = at as u8;
    }

    pub fn stands_for(&self, tile: Tile) -> KindSet {
        self.stands_for[tile.index()]
    }

    pub fn use_of(&self, tile: Tile) -> Use {
        self.uses[usize::from(self.use_of[tile.index()])]
    }

    /// True when no use of any tile is limited to some groups.
    pub fn are_free(&self) -> bool {
        self.uses.iter().all(|used| used.groups == GroupTypes::ALL)
    }

    /// Leaves only these kinds to be stood for.
    pub fn narrow(&mut self, kinds: KindSet) {
        for stands_for in &mut self.stands_for {
            *stands_for = stands_for.intersection(kinds);
        }
    }

    /// Whether the tile may take the place of this kind in a concealed group.
    pub fn allow(&self, tile: Tile, kind: Kind, group: GroupType) -> bool {
        tile.kind() == Some(kind) || self.use_of(tile).groups.contains(group)
    }

    /// Whether the tile may take the place of this kind in a called meld.
    pub fn allow_called(&self, tile: Tile, kind: Kind, group: GroupType) -> bool {
        tile.kind() == Some(kind) || self.use_of(tile).called.contains(group)
    }

    /// Whether the tile as this kind is a wild tile used as one.
    pub fn is_wild_use(&self, tile: Tile, kind: Kind) -> bool {
        tile.kind() != Some(kind) && self.use_of(tile).counts
    }
}
