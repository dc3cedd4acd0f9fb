//! How far a hand is, in documents.

use crate::game::Distance;
use serde::Serialize;

/// The keys that say how far a hand is.
#[derive(Debug, Clone, Copy, Serialize)]
pub(super) struct DistancePart {
    distance: Option<u8>,
    shanten: Option<i8>,
    /// After a run that was cut short.
    #[serde(skip_serializing_if = "Option::is_none")]
    at_least: Option<u8>,
}

impl DistancePart {
    pub(super) fn of(distance: &Distance) -> DistancePart {
        let is_known = distance.report.completeness.is_complete();
        DistancePart {
            distance: distance.tiles(),
            shanten: distance.shanten(),
            at_least: (!is_known).then_some(distance.at_least),
        }
    }
}
