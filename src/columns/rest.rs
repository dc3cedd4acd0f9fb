//! Free tiles: the group `rest`.

use super::caps::Taken;
use super::{Generator, ModelQuestion};
use crate::group::{Group, GroupType, Hole, PartialGroup, Slot, WaitShape};
use crate::rules::{Pattern, PatternSort, RestSize};
use crate::tile::{Kind, KindSet, Suits, Tile};

impl Generator<'_> {
    /// What a free tile of a complete hand is read as: its own face where the pattern takes that, even
    /// one that may not stand for itself in a group; else the first kind that it may stand for.
    pub(super) fn free_kind(&self, tile: Tile, pattern: &Pattern) -> Option<Kind> {
        let kinds = self.free_kinds(tile, pattern);
        tile.kind().filter(|&own| kinds.contains(own)).or_else(|| kinds.iter().next())
    }

    /// What a tile may be read as where the pattern leaves it free: its own face, and where wild tiles
    /// may be wild whatever it may stand for.
    pub(super) fn free_kinds(&self, tile: Tile, pattern: &Pattern) -> KindSet {
        let PatternSort::Rest { blue, .. } = pattern.sort else { return KindSet::EMPTY };
        if blue && !tile.is_galaxy() {
            return KindSet::EMPTY;
        }
        let own: KindSet = tile.kind().into_iter().collect();
        let kinds = if pattern.wilds { own.union(self.stands_for(tile)) } else { own };
        kinds.intersection(pattern.kinds).intersection(self.context.readable)
    }

    /// Whether a tile drawn may be a kind among free tiles. Where suits are limited, it counts with the
    /// suit that it has in the complete hand, and is what it is read as there.
    fn is_free_as(&self, tile: Tile, kind: Kind, pattern: &Pattern) -> bool {
        match self.suit_limit {
            None => self.free_kinds(tile, pattern).contains(kind),
            Some(_) => self.free_kind(tile, pattern) == Some(kind),
        }
    }

    /// Whether a tile counts as a wild one, whatever it is used as; a stand-in does not.
    pub(super) fn is_wild(&self, tile: Tile) -> bool {
        self.rules.stands_for(tile).iter().any(|kind| self.rules.is_wild_use(tile, kind))
    }

    /// Every free rest that leaves nothing else to be placed, or a single tile beside other groups.
    pub(super) fn rests(&self, pattern: &Pattern) -> Vec<Group> {
        let PatternSort::Rest { size, least_wilds, .. } = pattern.sort else { return Vec::new() };
        let group = |tiles: Vec<Tile>| {
            let wilds = tiles.iter().filter(|&&tile| self.is_wild(tile)).count();
            let slot = |tile| Some(Slot { kind: self.free_kind(tile, pattern)?, tile });
            let slots: Vec<Slot> = tiles.into_iter().map(slot).collect::<Option<_>>()?;
            Group::new(GroupType::Rest, slots).filter(|_| wilds >= usize::from(least_wilds))
        };
        let concealed = self.concealed.total();
        match size {
            RestSize::Exactly(1) => {
                self.concealed.iter().filter_map(|(tile, _)| group(vec![tile])).collect()
            }
            RestSize::Exactly(size) if concealed != usize::from(size) => Vec::new(),
            _ => group(self.concealed.tiles().collect()).into_iter().collect(),
        }
    }

    /// Every free rest that lacks a tile: of the whole hand one partial group with all its holes, of a
    /// single tile, which has none, a column for each hole.
    pub(super) fn open_rests(&self, pattern: &Pattern) -> Vec<(PartialGroup, Taken)> {
        let PatternSort::Rest { size, .. } = pattern.sort else { return Vec::new() };
        let held: Vec<Tile> = match size {
            RestSize::Exactly(1) => Vec::new(),
            RestSize::Exactly(size) if self.concealed.total() + 1 != usize::from(size) => {
                return Vec::new();
            }
            _ => self.concealed.tiles().collect(),
        };
        let slot = |&tile: &Tile| Some(Slot { kind: self.free_kind(tile, pattern)?, tile });
        let Some(slots) = held.iter().map(slot).collect::<Option<Vec<_>>>() else {
            return Vec::new();
        };
        let holes = self.free_holes(pattern, &held, &slots);
        let joined = if slots.is_empty() { 1 } else { holes.len().max(1) };
        let open =
            |holes: &[Hole]| (PartialGroup::new(slots.clone(), holes.to_vec()), Taken::default());
        holes.chunks(joined).filter(|holes| self.asks_for(holes)).map(open).collect()
    }

    fn free_holes(&self, pattern: &Pattern, held: &[Tile], slots: &[Slot]) -> Vec<Hole> {
        let PatternSort::Rest { least_wilds, .. } = pattern.sort else { return Vec::new() };
        let wilds = held.iter().filter(|&&tile| self.is_wild(tile)).count();
        let suits = Suits::of(slots.iter().map(|slot| slot.kind));
        let allowed = |kind: &Kind| {
            let with_hole = suits.union(Suits::of([*kind]));
            self.suit_limit.is_none_or(|limit| with_hole.union(limit.used).len() <= limit.most)
        };
        let fills = |tile: Tile, kind: Kind| {
            let enough = wilds + usize::from(self.is_wild(tile)) >= least_wilds.into();
            enough && self.is_free_as(tile, kind, pattern)
        };
        let kinds: KindSet = self.context.readable.intersection(pattern.kinds);
        let hole = |kind| self.hole(kind, WaitShape::Any, |tile| fills(tile, kind));
        kinds.iter().filter(allowed).filter_map(hole).collect()
    }

    /// Whether these are holes that the question asks for.
    pub(super) fn asks_for(&self, holes: &[Hole]) -> bool {
        match self.context.question {
            ModelQuestion::TenpaiOn(kind) => holes.iter().any(|hole| hole.kind == kind),
            _ => !holes.is_empty(),
        }
    }
}
