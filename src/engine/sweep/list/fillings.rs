//! Fillings: which tiles of a hand stand in which places of its groups.

use super::shapes::{Fitting, Shape};
use crate::hand::Hand;
use crate::tile::{Kind, Tile};
use smallvec::SmallVec;
use std::ops::ControlFlow;

/// A group whose places are to be filled.
#[derive(Clone, Copy)]
pub(super) struct ToFill<'a> {
    pub shape: &'a Shape,
    /// The place that stays open.
    pub without: Option<usize>,
    /// Whether the group before it is the same.
    pub again: bool,
}

/// The places of the tiles in a filling, group by group.
pub(super) type Filled = SmallVec<[u8; 18]>;

/// Sees a filling, and how many of its tiles are wild.
pub(super) type SeeFilling<'a> = dyn FnMut(&Filled, u8) -> ControlFlow<()> + 'a;

/// A place of a group.
struct Slot<'a> {
    kind: Kind,
    fitting: &'a [Fitting],
    /// Whether the place before it is of the same kind and group: tiles come in order there.
    alike: bool,
    /// How many places before it the same place of the same group is: groups come in order.
    again: Option<usize>,
    first: bool,
}

/// The tiles of a hand, and which are left while places are filled.
#[derive(Clone)]
pub(super) struct TilesLeft {
    left: SmallVec<[u8; 14]>,
    /// For each tile its kind, where it has but one.
    only: SmallVec<[Option<Kind>; 14]>,
    /// For each kind how many tiles are left that have no other.
    bound: [u8; Kind::COUNT],
}

impl TilesLeft {
    pub fn new(hand: &Hand, only_kind: impl Fn(Tile) -> Option<Kind>) -> TilesLeft {
        let mut tiles =
            TilesLeft { left: SmallVec::new(), only: SmallVec::new(), bound: [0; Kind::COUNT] };
        for (tile, count) in hand.concealed().iter() {
            let only = only_kind(tile);
            tiles.left.push(count);
            tiles.only.push(only);
            only.into_iter().for_each(|kind| tiles.bound[kind.index()] += count);
        }
        tiles
    }
}

/// Shows every filling of groups by all tiles of a hand, each once, with no more wild tiles than these. A
/// break as well where no tries are left.
pub(super) fn fillings(
    tiles: &TilesLeft,
    groups: &[ToFill<'_>],
    most_wild: u8,
    tries: &mut u32,
    see: &mut SeeFilling<'_>,
) -> ControlFlow<()> {
    let slots = slots(groups);
    let mut places = [0_u8; Kind::COUNT];
    slots.iter().for_each(|slot| places[slot.kind.index()] += 1);
    if places.iter().zip(&tiles.bound).any(|(places, bound)| places < bound) {
        return ControlFlow::Continue(());
    }
    let mut filler = Filler {
        slots: &slots,
        tiles: tiles.clone(),
        places,
        most_wild,
        tries,
        wild: 0,
        filled: Filled::new(),
        see,
    };
    filler.fill(false)
}

fn slots<'a>(groups: &[ToFill<'a>]) -> SmallVec<[Slot<'a>; 18]> {
    let mut slots: SmallVec<[Slot<'a>; 18]> = SmallVec::new();
    for group in groups {
        let shape = group.shape;
        let places = (0..shape.kinds.len()).filter(|&place| group.without != Some(place));
        let mut before = None;
        for place in places {
            let kind = shape.kinds[place];
            slots.push(Slot {
                kind,
                fitting: &shape.fitting[place],
                alike: before == Some(kind),
                again: group.again.then_some(shape.kinds.len()),
                first: before.is_none(),
            });
            before = Some(kind);
        }
    }
    slots
}

struct Filler<'a, 's> {
    slots: &'a [Slot<'a>],
    tiles: TilesLeft,
    /// For each kind how many places are still to be filled.
    places: [u8; Kind::COUNT],
    most_wild: u8,
    /// How often a place may still be tried to fill.
    tries: &'a mut u32,
    wild: u8,
    filled: Filled,
    see: &'a mut SeeFilling<'s>,
}

impl Filler<'_, '_> {
    /// Fills the next place; `tied` where its group is so far filled as the same one before it.
    fn fill(&mut self, tied: bool) -> ControlFlow<()> {
        let Some(slot) = self.slots.get(self.filled.len()) else {
            return (self.see)(&self.filled, self.wild);
        };
        let Some(tries) = self.tries.checked_sub(1) else { return ControlFlow::Break(()) };
        *self.tries = tries;
        let at = self.filled.len();
        let other = slot.again.map(|back| self.filled[at - back]);
        let tied = if slot.first { other.is_some() } else { tied };
        let least = other.filter(|_| tied).unwrap_or(0);
        let least = if slot.alike { least.max(self.filled[at - 1]) } else { least };
        for fitting in slot.fitting {
            let tile = usize::from(fitting.tile);
            if fitting.tile < least || self.tiles.left[tile] == 0 {
                continue;
            }
            let kind = slot.kind.index();
            let is_bound = u8::from(self.tiles.only[tile] == Some(slot.kind));
            let wild = u8::from(fitting.wild);
            // A tile of this kind alone has no place elsewhere.
            let crowded = is_bound == 0 && self.places[kind] == self.tiles.bound[kind];
            if crowded || self.wild + wild > self.most_wild {
                continue;
            }
            self.places[kind] -= 1;
            self.tiles.bound[kind] -= is_bound;
            self.tiles.left[tile] -= 1;
            self.wild += wild;
            self.filled.push(fitting.tile);
            let flow = self.fill(tied && other == Some(fitting.tile));
            self.filled.pop();
            self.wild -= wild;
            self.tiles.left[tile] += 1;
            self.tiles.bound[kind] += is_bound;
            self.places[kind] += 1;
            flow?;
        }
        ControlFlow::Continue(())
    }
}
