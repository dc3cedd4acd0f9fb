//! Wild kinds that a tile turned up names: itself, the next one, the one before.

use crate::tile::{Kind, KindSet};

/// How a wild kind follows from the tile turned up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Step {
    /// The tile's own kind.
    Same,
    /// The kind after it.
    Next,
    /// The kind before it.
    Previous,
}

impl Step {
    /// The names in rule files.
    pub const NAMES: [(&'static str, Step); 3] =
        [("same", Step::Same), ("next", Step::Next), ("previous", Step::Previous)];
}

/// In which order honours follow each other, each row leading back to its first.
pub(super) type Cycles = Vec<Vec<Kind>>;

/// The kind that a step leads to among the kinds of a set; `None` for an honour in no cycle.
///
/// Numbers go round within their suit, 9 to 1. A kind that the set lacks is passed over.
pub(super) fn follow(step: Step, from: Kind, set: KindSet, cycles: &Cycles) -> Option<Kind> {
    let ring: Vec<Kind> = if from.suit().is_numbered() {
        Kind::all().filter(|kind| kind.suit() == from.suit()).collect()
    } else {
        cycles.iter().find(|cycle| cycle.contains(&from))?.clone()
    };
    let ring: Vec<Kind> =
        ring.into_iter().filter(|&kind| kind == from || set.contains(kind)).collect();
    let at = ring.iter().position(|&kind| kind == from)?;
    let to = match step {
        Step::Same => at,
        Step::Next => (at + 1) % ring.len(),
        Step::Previous => (at + ring.len() - 1) % ring.len(),
    };
    ring.get(to).copied()
}
