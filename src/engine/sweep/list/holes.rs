//! The holes of partial groups, and the tiles that fill them.

use super::counts;
use super::fillings::ToFill;
use super::shapes::Uses;
use crate::group::{GroupType, Hole, WaitShape};
use crate::rules::DeadWaits;
use crate::tile::{Kind, Tile};
use crate::wall::Unseen;
use smallvec::SmallVec;
use std::cell::RefCell;
use std::rc::Rc;

/// A kind that would complete a partial group, before it is known which tiles may fill it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Lacking {
    pub kind: Kind,
    pub shape: WaitShape,
    pub group: GroupType,
}

/// The holes of a reading: where wild tiles may still be used, and where they are used up.
pub(super) struct HolesOfReading {
    lacking: SmallVec<[Lacking; 2]>,
    pattern: u8,
    found: [Option<Vec<Hole>>; 2],
}

/// What tells a hole's tiles: its kind, type and pattern, and whether wild tiles are used up.
type FillersKey = (Lacking, u8, bool);

/// Finds holes.
pub(super) struct Holes<'a> {
    uses: Uses<'a>,
    unseen: Unseen,
    dead_count: bool,
    /// How many tiles of called melds are read as each kind that a limit is on.
    called_as: [u8; Kind::COUNT],
    /// Holes found, or that there is none.
    known: RefCell<Vec<(FillersKey, Option<Rc<Hole>>)>>,
}

impl<'a> Holes<'a> {
    pub fn new(uses: Uses<'a>, unseen: Unseen, called_as: [u8; Kind::COUNT]) -> Holes<'a> {
        let dead_count = uses.rules.dead_waits() == DeadWaits::Count;
        Holes { uses, unseen, dead_count, called_as, known: RefCell::new(Vec::new()) }
    }

    /// The holes of a reading whose partial group stands last among its groups.
    pub fn of(&self, groups: &[ToFill<'_>], lacking: &[Lacking]) -> HolesOfReading {
        let mut lacking: SmallVec<[Lacking; 2]> = lacking.iter().copied().collect();
        lacking.sort_unstable();
        lacking.dedup();
        lacking.retain(|lacking| self.has_room(groups, lacking));
        let pattern = groups.last().map_or(0, |group| group.shape.pattern);
        HolesOfReading { lacking, pattern, found: [None, None] }
    }

    /// Whether one more tile may be read as a kind.
    fn has_room(&self, groups: &[ToFill<'_>], lacking: &Lacking) -> bool {
        let Some(most) = self.uses.rules.most_alike(lacking.kind) else { return true };
        if !counts(lacking.group) {
            return true;
        }
        let read: usize = groups
            .iter()
            .filter(|group| counts(group.shape.group))
            .flat_map(|group| {
                let kinds = group.shape.kinds.iter().enumerate();
                kinds.filter(|(place, _)| group.without != Some(*place))
            })
            .filter(|(_, kind)| **kind == lacking.kind)
            .count();
        read + usize::from(self.called_as[lacking.kind.index()]) < usize::from(most)
    }

    /// The holes where wild tiles are used up, or not.
    pub fn found<'h>(&self, of: &'h mut HolesOfReading, used_up: bool) -> &'h [Hole] {
        let HolesOfReading { lacking, pattern, found } = of;
        found[usize::from(used_up)].get_or_insert_with(|| {
            let holes = lacking.iter().filter_map(|&lacking| self.hole(lacking, *pattern, used_up));
            holes.map(|hole| Hole::clone(&hole)).collect()
        })
    }

    fn hole(&self, lacking: Lacking, pattern: u8, used_up: bool) -> Option<Rc<Hole>> {
        let key = (lacking, pattern, used_up);
        let mut known = self.known.borrow_mut();
        if let Some((_, hole)) = known.iter().find(|(known, _)| *known == key) {
            return hole.clone();
        }
        let fills = |tile: Tile| self.fills(tile, lacking, pattern, used_up);
        let (tiles, live) = self.unseen.fillers_that(fills);
        let is_hole = live || self.dead_count && !tiles.is_empty();
        let Lacking { kind, shape, .. } = lacking;
        let hole = is_hole.then(|| Rc::new(Hole { kind, shape, tiles }));
        known.push((key, hole.clone()));
        hole
    }

    fn fills(&self, tile: Tile, lacking: Lacking, pattern: u8, used_up: bool) -> bool {
        let Lacking { kind, group, .. } = lacking;
        if !counts(group) {
            return self.uses.free_kinds(tile).contains(kind);
        }
        let pattern = &self.uses.form.patterns()[usize::from(pattern)];
        self.uses.fits(tile, kind, group, pattern)
            && !(used_up && self.uses.rules.is_wild_use(tile, kind))
    }
}
