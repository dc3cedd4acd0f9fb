//! Choices of parts, kept for later hands.

use super::Ended;
use super::reached::Reached;
use super::walk::{Bounds, PartStock};
use rustc_hash::FxHashMap;
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

#[derive(Debug)]
pub(super) struct KeptParts<const S: usize>(RwLock<Known<S>>);

#[derive(Debug)]
struct Known<const S: usize> {
    parts: FxHashMap<PartKey, Arc<[Reached<S>]>>,
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
        compute: impl FnOnce(&PartKey) -> Result<Vec<Reached<S>>, Ended>,
    ) -> Result<Arc<[Reached<S>]>, Ended> {
        let known = self.0.read().unwrap_or_else(PoisonError::into_inner).parts.get(&key).cloned();
        if let Some(known) = known {
            return Ok(known);
        }
        let outcomes: Arc<[Reached<S>]> = compute(&key)?.into();
        let bytes = size_of_val(&*outcomes) + size_of::<PartKey>() + 64;
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
