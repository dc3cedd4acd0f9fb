//! Groups by value, without allocation: what lists of the engine are made of.

use crate::group::{Group, GroupType, Slot};
use crate::tile::{Kind, KindSet, Tile};

/// The most groups of a decomposition: twelve singles and a pair.
pub(super) const MOST_GROUPS: usize = 13;

/// A complete group in four bytes: the same as a [`Group`], by value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(align(4))]
pub struct PackedGroup {
    /// Four times the index of the first kind, and the type's place in [`GroupType::ALL`].
    code: u8,
    tiles: [Tile; 3],
}

impl PackedGroup {
    /// A single, pair, triplet or run. Tiles beyond the type's size are ignored.
    pub(super) fn new(group_type: GroupType, first: Kind, tiles: [Tile; 3]) -> PackedGroup {
        let mut group = PackedGroup { code: PackedGroup::code(group_type, first), tiles };
        let size = group.size();
        for place in size..3 {
            group.tiles[place] = group.tiles[0];
        }
        group
    }

    const fn code(group_type: GroupType, first: Kind) -> u8 {
        first.index() as u8 * 4 + group_type as u8 % 4
    }

    /// A group of plain tiles that begins with a kind; a run where two numbers follow it.
    pub(super) const fn plain(group_type: GroupType, first: Kind) -> PackedGroup {
        let mut tiles = [Tile::plain(first); 3];
        if matches!(group_type, GroupType::Run)
            && let (Some(second), Some(third)) =
                (Kind::from_index(first.index() + 1), Kind::from_index(first.index() + 2))
        {
            tiles = [tiles[0], Tile::plain(second), Tile::plain(third)];
        }
        PackedGroup { code: PackedGroup::code(group_type, first), tiles }
    }

    /// The lowest kind.
    #[inline]
    pub(super) fn first(&self) -> Kind {
        Kind::from_index(usize::from(self.code / 4)).unwrap_or(Kind::FIRST)
    }

    fn size(&self) -> usize {
        self.group_type().size().unwrap_or(0).min(3)
    }

    /// The type: a single, pair, triplet or run.
    #[inline]
    pub fn group_type(&self) -> GroupType {
        GroupType::ALL[usize::from(self.code % 4)]
    }

    /// The tiles with the kinds they are read as, by kind, then by tile.
    pub fn slots(&self) -> impl ExactSizeIterator<Item = Slot> + Clone + '_ {
        self.tiles[..self.size()].iter().enumerate().map(|(place, &tile)| {
            let offset = if self.group_type() == GroupType::Run { place } else { 0 };
            // A run's kinds are its first and the two that follow it in the suit.
            let kind = Kind::from_index(self.first().index() + offset).unwrap_or(self.first());
            Slot { kind, tile }
        })
    }

    /// The same as a [`Group`].
    pub fn to_group(&self) -> Option<Group> {
        Some(self.group())
    }

    /// See [`PackedGroup::to_group`].
    pub(crate) fn group(&self) -> Group {
        Group::of_sorted(self.group_type(), self.slots())
    }
}

/// The group of a tenpai hand that lacks a tile: none, one or two tiles with the kinds they are read as.
/// For example, 2m3m, which 1m and 4m complete.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct PackedPartial {
    slots: [Slot; 2],
    len: u8,
    holes: KindSet,
}

impl PackedPartial {
    pub(super) fn new(slots: &[Slot], holes: KindSet) -> PackedPartial {
        let nothing = Slot { kind: Kind::FIRST, tile: Tile::plain(Kind::FIRST) };
        let mut partial = PackedPartial { slots: [nothing; 2], len: slots.len() as u8, holes };
        partial.slots[..slots.len()].copy_from_slice(slots);
        partial
    }

    /// The tiles with the kinds they are read as, by kind, then by tile.
    pub fn slots(&self) -> &[Slot] {
        &self.slots[..usize::from(self.len)]
    }

    /// The kinds that complete the group, dead ones included.
    pub fn holes(&self) -> KindSet {
        self.holes
    }
}

/// The kinds that complete a meld of two tiles of these kinds, the lower one first. None where they are
/// not part of a meld.
pub(super) fn holes_between(low: Kind, high: Kind) -> KindSet {
    let at = |kind: Option<Kind>| kind.into_iter().collect::<KindSet>();
    match high.index() - low.index() {
        0 => at(Some(low)),
        _ if low.suit() != high.suit() || !low.suit().is_numbered() => KindSet::EMPTY,
        1 => at(low.shifted(-1)).union(at(high.shifted(1))),
        2 => at(low.shifted(1)),
        _ => KindSet::EMPTY,
    }
}

/// The run that begins with a kind.
pub(super) fn run_from(kind: Kind) -> Option<[Kind; 3]> {
    Some([kind, kind.shifted(1)?, kind.shifted(2)?])
}
