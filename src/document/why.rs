//! Why an answer is no.

use crate::answer::Decomposition;
use crate::game::{NearMiss, NearMisses};
use crate::tile::TileCounts;
use serde::{Serialize, Serializer};

/// The nearest misses: how few tiles stay out at best, and which.
#[derive(Debug, Clone, Serialize)]
pub(super) struct WhyPart<'a> {
    out: usize,
    complete: bool,
    misses: Vec<MissPart<'a>>,
}

#[derive(Debug, Clone, Serialize)]
struct MissPart<'a> {
    #[serde(serialize_with = "each_tile")]
    out: &'a TileCounts,
    #[serde(flatten)]
    placed: &'a Decomposition,
}

fn each_tile<S: Serializer>(tiles: &TileCounts, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(tiles.tiles())
}

impl<'a> WhyPart<'a> {
    pub(super) fn of(near: &'a NearMisses) -> WhyPart<'a> {
        fn miss(miss: &NearMiss) -> MissPart<'_> {
            MissPart { out: &miss.out, placed: &miss.placed }
        }
        WhyPart {
            out: near.out,
            complete: near.report.completeness.is_complete(),
            misses: near.list.iter().map(miss).collect(),
        }
    }
}
