//! What is kept for later hands: the needs and outcomes of parts.

use super::need::Need;
use super::state::State;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::sync::{Arc, PoisonError, RwLock};

/// About how much memory is used; beyond it all is forgotten.
const MOST_BYTES: usize = 32 << 20;

/// A part's natural tiles: the places of form and part, the digits of its suits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Naturals {
    pub part: u32,
    pub digits: u128,
}

/// All that the outcomes of a part depend on, in words.
pub(super) type OutcomeKey = SmallVec<[u64; 8]>;

/// Needs and outcomes of parts, shared by all threads that use a game.
#[derive(Debug, Default)]
pub(super) struct Kept {
    needs: RwLock<FxHashMap<Naturals, Need>>,
    outcomes: RwLock<Outcomes>,
}

#[derive(Debug, Default)]
struct Outcomes {
    known: FxHashMap<OutcomeKey, Option<Arc<[State]>>>,
    bytes: usize,
}

impl Kept {
    /// The need of a part, computed where it is not known.
    pub fn need(&self, naturals: Naturals, compute: impl FnOnce() -> Need) -> Need {
        let known =
            self.needs.read().unwrap_or_else(PoisonError::into_inner).get(&naturals).copied();
        known.unwrap_or_else(|| {
            let need = compute();
            let mut needs = self.needs.write().unwrap_or_else(PoisonError::into_inner);
            if needs.len() * size_of::<(Naturals, Need)>() > MOST_BYTES / 4 {
                needs.clear();
            }
            needs.insert(naturals, need);
            need
        })
    }

    /// The outcomes of a part, computed where they are not known; `None` where they are too many.
    pub fn outcomes(
        &self,
        key: OutcomeKey,
        compute: impl FnOnce() -> Option<Vec<State>>,
    ) -> Option<Arc<[State]>> {
        let known =
            self.outcomes.read().unwrap_or_else(PoisonError::into_inner).known.get(&key).cloned();
        known.unwrap_or_else(|| {
            let states: Option<Arc<[State]>> = compute().map(Arc::from);
            let bytes = states.as_deref().map_or(0, size_of_val) + size_of::<OutcomeKey>() + 64;
            let mut outcomes = self.outcomes.write().unwrap_or_else(PoisonError::into_inner);
            if outcomes.bytes + bytes > MOST_BYTES / 4 * 3 {
                *outcomes = Outcomes::default();
            }
            outcomes.bytes += bytes;
            outcomes.known.insert(key, states.clone());
            states
        })
    }
}
