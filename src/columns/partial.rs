//! Partial groups: a group that lacks one tile, with the kinds that complete it.

use super::caps::{Caps, Lacking, Taken};
use super::{Generator, ModelQuestion};
use crate::group::{Hole, PartialGroup, WaitShape};
use crate::rules::{DeadWaits, Pattern};
use crate::tile::{Kind, Tile};
use itertools::Itertools;
use std::collections::BTreeMap;

impl Generator<'_> {
    /// Every partial group of a pattern of groups.
    pub(super) fn open_groups(&self, pattern: &Pattern, caps: &Caps) -> Vec<(PartialGroup, Taken)> {
        // The same tiles under the same kinds are one partial group, however many holes complete it.
        let mut lacking: BTreeMap<Vec<Kind>, Vec<Lacking>> = BTreeMap::new();
        for (group, kinds) in self.shapes(pattern) {
            for &kind in kinds.iter().dedup() {
                let mut has = kinds.clone();
                has.remove(kinds.iter().position(|&other| other == kind).unwrap_or(0));
                let shape = pattern.wait.unwrap_or_else(|| WaitShape::of(group, kind, &kinds));
                lacking.entry(has).or_default().push(Lacking { kind, shape, group });
            }
        }
        let mut groups = Vec::new();
        for (kinds, lacking) in lacking {
            // Without tiles each hole is a column of its own: what keeps groups apart tells them apart.
            // Answers have them as one partial group, see [`crate::problem::Problem::is_told`].
            let joined = if kinds.is_empty() { 1 } else { lacking.len() };
            for lacking in lacking.chunks(joined) {
                let Some(group) = lacking.first().map(|lacking| lacking.group) else { continue };
                for slots in self.fillings(&kinds, group, pattern) {
                    for (holes, taken) in caps.cases(self, pattern, &slots, lacking) {
                        if self.asks_for(&holes) {
                            groups.push((PartialGroup::new(slots.clone(), holes), taken));
                        }
                    }
                }
            }
        }
        groups
    }

    /// The hole of a kind, if it counts: some tile is left to fill it, or dead holes count as well. A
    /// kind that no tile of the set could fill is no hole.
    pub(super) fn hole(
        &self,
        kind: Kind,
        shape: WaitShape,
        fills: impl Fn(Tile) -> bool,
    ) -> Option<Hole> {
        let (tiles, live) = self.context.unseen.fillers_that(fills);
        let dead_counts = self.context.dead_waits == DeadWaits::Count
            || self.context.question == ModelQuestion::TenpaiOn(kind);
        (live || (dead_counts && !tiles.is_empty())).then_some(Hole { kind, shape, tiles })
    }
}
