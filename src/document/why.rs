//! Why an answer is no.

use super::nearest::EachTile;
use crate::answer::{Decomposition, Decompositions};
use crate::game::{Nearest, NearestWin};
use serde::Serialize;
use std::collections::BTreeSet;

/// How few tiles stay out of a win, and which: for each form and each choice of tiles one of the nearest
/// wins.
#[derive(Debug, Clone, Serialize)]
pub(super) struct WhyPart<'a> {
    out: usize,
    complete: bool,
    misses: Vec<MissPart<'a>>,
}

/// Tiles that stay out of a win, the tiles that it lacks, and its groups.
#[derive(Debug, Clone, Serialize)]
struct MissPart<'a> {
    out: EachTile<'a>,
    draw: EachTile<'a>,
    #[serde(flatten)]
    decomposition: &'a Decomposition,
}

impl<'a> WhyPart<'a> {
    /// `None` for a hand that can never win.
    pub(super) fn of(
        nearest: &'a Nearest,
        decompositions: &'a [Decompositions],
    ) -> Option<WhyPart<'a>> {
        let first = nearest.wins.first()?;
        let mut told = BTreeSet::new();
        let mut misses = Vec::new();
        for (NearestWin { draw, discard, .. }, read) in nearest.wins.iter().zip(decompositions) {
            for decomposition in &read.list {
                if told.insert((decomposition.form(), discard.tiles().collect::<Vec<_>>())) {
                    let (out, draw) = (EachTile(discard), EachTile(draw));
                    misses.push(MissPart { out, draw, decomposition });
                }
            }
        }
        let complete = nearest.completeness.is_complete();
        Some(WhyPart { out: first.discard.total(), complete, misses })
    }
}
