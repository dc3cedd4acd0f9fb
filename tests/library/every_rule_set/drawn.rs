//! Tenpai decompositions without their holes.

use ginga::{Decomposition, Group, Hole, Kind, Slot, Tile};
use std::collections::{BTreeMap, BTreeSet};

/// A tenpai decomposition but for its holes: the form, the complete groups, the open group's tiles.
pub type Open = (String, Vec<Group>, Vec<Slot>);

/// The kinds that complete an open group, with the tiles that can be them.
pub type Holes = BTreeMap<Kind, BTreeSet<Tile>>;

/// A decomposition as [`Open`] and [`Holes`] has it.
pub fn open_of(decomposition: &Decomposition) -> (Open, Holes) {
    let open = decomposition.open().expect("an open group");
    let hole = |hole: &Hole| (hole.kind, hole.tiles.iter().copied().collect());
    let groups = decomposition.groups().cloned().collect();
    let open_key = (decomposition.form().to_owned(), groups, open.slots().to_vec());
    (open_key, open.holes().iter().map(hole).collect())
}
