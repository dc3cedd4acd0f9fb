//! Groups and decompositions without allocation.

use crate::group::{Group, GroupType, Slot};
use crate::tile::{Kind, KindSet, Tile};
use std::ops::ControlFlow;

/// The most groups of a decomposition: twelve singles and a pair.
pub(super) const MOST_GROUPS: usize = 13;

/// A complete group by value: what [`Group`] says, in four bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(align(4))]
pub struct Piece {
    /// Four times the index of the first kind, and the type's place in [`GroupType::ALL`].
    code: u8,
    tiles: [Tile; 3],
}

impl Piece {
    /// A single, pair, triplet or run. Tiles beyond the type's size are ignored.
    pub(super) fn new(group_type: GroupType, first: Kind, tiles: [Tile; 3]) -> Piece {
        let mut piece = Piece { code: Piece::code(group_type, first), tiles };
        let size = piece.size();
        for place in size..3 {
            piece.tiles[place] = piece.tiles[0];
        }
        piece
    }

    const fn code(group_type: GroupType, first: Kind) -> u8 {
        first.index() as u8 * 4 + group_type as u8 % 4
    }

    /// A group of plain tiles that begins with a kind; a run where two numbers follow it.
    pub(super) const fn plain(group_type: GroupType, first: Kind) -> Piece {
        let mut tiles = [Tile::plain(first); 3];
        if matches!(group_type, GroupType::Run)
            && let (Some(second), Some(third)) =
                (Kind::from_index(first.index() + 1), Kind::from_index(first.index() + 2))
        {
            tiles = [tiles[0], Tile::plain(second), Tile::plain(third)];
        }
        Piece { code: Piece::code(group_type, first), tiles }
    }

    /// The lowest kind.
    #[inline]
    pub(super) fn first(&self) -> Kind {
        Kind::from_index(usize::from(self.code / 4)).unwrap_or(Kind::FIRST)
    }

    fn size(&self) -> usize {
        self.group_type().size().unwrap_or(0).min(3)
    }

    /// What sort of group it is: a single, pair, triplet or run.
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
        Group::of(self.group_type(), self.slots())
    }
}

/// The group that lacks a tile: none, one or two tiles with the kinds they are read as.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct OpenPiece {
    slots: [Slot; 2],
    len: u8,
    holes: KindSet,
}

impl OpenPiece {
    pub(super) fn new(slots: &[Slot], holes: KindSet) -> OpenPiece {
        let nothing = Slot { kind: Kind::FIRST, tile: Tile::plain(Kind::FIRST) };
        let mut open = OpenPiece { slots: [nothing; 2], len: slots.len() as u8, holes };
        open.slots[..slots.len()].copy_from_slice(slots);
        open
    }

    /// The tiles with the kinds they are read as, by kind, then by tile.
    pub fn slots(&self) -> &[Slot] {
        &self.slots[..usize::from(self.len)]
    }

    /// The kinds that complete the group, whether a tile is left for them or not.
    pub fn holes(&self) -> KindSet {
        self.holes
    }
}

/// The kinds that complete a group of these kinds, lower one first; none where they begin no group.
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

/// Sees what a walk finds.
pub(crate) trait Visitor {
    /// Sees a decomposition; breaking ends the walk.
    fn see(&mut self, division: &Division<'_>) -> ControlFlow<()>;

    /// Called at every step of the walk; breaking ends it.
    fn step(&mut self) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

impl<F: FnMut(&Division<'_>) -> ControlFlow<()>> Visitor for F {
    fn see(&mut self, division: &Division<'_>) -> ControlFlow<()> {
        self(division)
    }
}

/// A decomposition as it is found: complete groups in canonical order, those concealed alone, and
/// the open one of a hand that waits.
#[derive(Debug, Clone, Copy)]
pub struct Division<'a> {
    pub(super) form: usize,
    pub(super) groups: &'a [Piece],
    pub(super) open: Option<&'a OpenPiece>,
}

impl<'a> Division<'a> {
    /// The position of the form among the rule set's forms.
    pub fn form(&self) -> usize {
        self.form
    }

    /// The complete concealed groups, in canonical order; called melds are not among them.
    pub fn groups(&self) -> &'a [Piece] {
        self.groups
    }

    /// The open group of a hand that waits.
    pub fn open(&self) -> Option<&'a OpenPiece> {
        self.open
    }

    /// A number for what the groups of one hand in one form are read as: a one, so that lists of
    /// several lengths differ, then a byte a group, its first kind and two bits of its type, then a
    /// byte a kind of the open group.
    pub(crate) fn reading(&self) -> u128 {
        let of_piece = |piece: &Piece| match piece.group_type() {
            // Singles and triplets are never in one form.
            GroupType::Single | GroupType::Triplet => 0,
            GroupType::Pair => 1,
            _ => 2,
        };
        let groups = self.groups.iter().fold(1, |number: u128, piece| {
            number << 8 | (piece.first().index() as u128) << 2 | of_piece(piece)
        });
        let open = self.open.map_or(&[][..], |open| open.slots());
        open.iter().fold(groups, |number, slot| number << 8 | slot.kind.index() as u128)
    }
}
