//! What the walks and the counts have in common: the hand's size, the kinds in play, the partial groups.

use crate::engine::compile::CompiledForm;
use crate::engine::list::concealed::{ConcealedTiles, Place};
use crate::engine::need::pairs_and_orphans::{Orphans, PairsOrOrphans};
use crate::engine::packed_group::{PackedPartial, holes_between};
use crate::group::Slot;
use crate::size::HandSize;
use crate::tile::{Kind, KindSet, Suits};

/// What every walk needs to know of the hand and the rules.
#[derive(Debug, Clone, Copy)]
pub(in crate::engine) struct WalkContext {
    /// The position of the form, as [`DecompositionRef::form`](crate::engine::DecompositionRef::form) gives it.
    pub form: usize,
    /// How many concealed tiles there are, and whether there are 3n+1: then one
    /// group is open.
    pub tiles: usize,
    pub waits: bool,
    /// The kinds that some tile can fill: a partial group must have a hole among them.
    pub live: KindSet,
    /// The kinds that groups may be read as, holes included.
    pub playable: KindSet,
    pub max_suits: u8,
    pub called_suits: Suits,
}

impl WalkContext {
    /// True when groups of these suits are within the limit.
    pub fn allows(&self, suits: Suits) -> bool {
        self.max_suits >= 3 || suits.union(self.called_suits).len() <= self.max_suits
    }

    /// The partial group of one tile that is to be a pair, if it may be used as the kind.
    pub fn open_pair(
        &self,
        concealed: &ConcealedTiles,
        place: Place,
        kind: Kind,
    ) -> Option<PackedPartial> {
        let fits = concealed.meaning(place).contains(kind) && self.live.contains(kind);
        let slot = Slot { kind, tile: concealed.tile(place) };
        fits.then(|| PackedPartial::new(&[slot], std::iter::once(kind).collect()))
    }

    /// The partial group of two tiles that are to be a meld, if they may be used as the kinds.
    pub fn open_meld(
        &self,
        concealed: &ConcealedTiles,
        places: [Place; 2],
        kinds: [Kind; 2],
    ) -> Option<PackedPartial> {
        let fits = |at: usize| concealed.meaning(places[at]).contains(kinds[at]);
        let holes = holes_between(kinds[0], kinds[1]).intersection(self.playable);
        if !fits(0) || !fits(1) || holes.intersection(self.live).is_empty() {
            return None;
        }
        let slot = |at: usize| Slot { kind: kinds[at], tile: concealed.tile(places[at]) };
        Some(PackedPartial::new(&[slot(0), slot(1)], holes))
    }

    /// What a decomposition in this form has in the end: how many groups beside the pair of melds,
    /// whether that pair, and whether a partial group. The partial group counts as a group or as the pair.
    pub fn goal(&self, form: CompiledForm) -> (u8, bool, bool) {
        match form {
            CompiledForm::MeldsAndPair => (HandSize::melds_of(self.tiles) as u8, true, self.waits),
            CompiledForm::PairsOrOrphans(PairsOrOrphans::Pairs(pairs)) => {
                (pairs.count, false, self.waits)
            }
            CompiledForm::PairsOrOrphans(PairsOrOrphans::Orphans(_)) => {
                (Orphans::SIZE as u8 - 1, true, self.waits)
            }
        }
    }
}
