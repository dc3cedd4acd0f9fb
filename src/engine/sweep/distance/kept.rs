//! Choices of parts, kept for later hands.

use super::Ended;
use super::reached::Reached;
use super::walk::{Bounds, PartStock};
use crate::engine::sweep::fields::Fields;
use rustc_hash::FxHashMap;
use std::ops::Range;
use std::sync::{Arc, PoisonError, RwLock};

/// About how much memory is used; beyond it all is forgotten.
const MOST_BYTES: usize = 32 << 20;

/// All that the choices of a part depend on.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct PartKey {
    pub form: usize,
    pub part: usize,
    pub stock: PartStock,
    pub bounds: Bounds,
}

/// The choices of a part, by how many groups of each pattern they have, those that draw fewest first.
#[derive(Debug)]
pub(super) struct Outcomes<const S: usize> {
    pub states: Vec<Reached<S>>,
    pub groups: Vec<Groups>,
}

/// The choices that have so many groups of each pattern.
#[derive(Debug)]
pub(super) struct Groups {
    pub patterns: Fields,
    /// Where they are among the choices.
    pub states: Range<usize>,
    /// How many tiles they draw at least.
    pub least: u8,
}

impl<const S: usize> Outcomes<S> {
    /// The choices in order; `patterns` are the places of the numbers of groups.
    pub fn new(mut states: Vec<Reached<S>>, patterns: Fields) -> Outcomes<S> {
        let groups_of = |(key, _): &Reached<S>| key.fields.masked(patterns);
        states.sort_unstable_by_key(|state| (groups_of(state), state.1.cost));
        let mut groups: Vec<Groups> = Vec::new();
        for chunk in states.chunk_by(|one, other| groups_of(one) == groups_of(other)) {
            let from = groups.last().map_or(0, |groups| groups.states.end);
            groups.push(Groups {
                patterns: groups_of(&chunk[0]),
                states: from..from + chunk.len(),
                least: chunk[0].1.cost,
            });
        }
        Outcomes { states, groups }
    }
}

#[derive(Debug)]
pub(super) struct KeptParts<const S: usize>(RwLock<Known<S>>);

#[derive(Debug)]
struct Known<const S: usize> {
    parts: FxHashMap<PartKey, Arc<Outcomes<S>>>,
    bytes: usize,
}

impl<const S: usize> Default for KeptParts<S> {
    fn default() -> KeptParts<S> {
        KeptParts(RwLock::new(Known { parts: FxHashMap::default(), bytes: 0 }))
    }
}

impl<const S: usize> KeptParts<S> {
    /// The choices of a part, computed where they are not known.
    pub fn outcomes(
        &self,
        key: PartKey,
        compute: impl FnOnce(&PartKey) -> Result<Outcomes<S>, Ended>,
    ) -> Result<Arc<Outcomes<S>>, Ended> {
        let known = self.0.read().unwrap_or_else(PoisonError::into_inner).parts.get(&key).cloned();
        if let Some(known) = known {
            return Ok(known);
        }
        let outcomes = Arc::new(compute(&key)?);
        let bytes = size_of_val(&*outcomes.states) + size_of::<PartKey>() + 64;
        let mut known = self.0.write().unwrap_or_else(PoisonError::into_inner);
        if known.bytes + bytes > MOST_BYTES {
            known.parts.clear();
            known.bytes = 0;
        }
        known.bytes += bytes;
        known.parts.insert(key, outcomes.clone());
        Ok(outcomes)
    }
}
