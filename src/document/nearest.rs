//! The nearest wins in documents.

use crate::answer::{Decomposition, Decompositions};
use crate::game::{Nearest, NearestWin};
use crate::tile::TileCounts;
use serde::{Serialize, Serializer};

/// A nearest win: what to draw, what to discard, and the ways to read it.
#[derive(Debug, Clone, Serialize)]
pub(super) struct NearestPart<'a> {
    draw: EachTile<'a>,
    discard: EachTile<'a>,
    decompositions: &'a [Decomposition],
}

/// The parts of all nearest wins.
pub(super) fn parts<'a>(
    nearest: &'a Nearest,
    decompositions: &'a [Decompositions],
) -> Vec<NearestPart<'a>> {
    let part = |(win, read): (&'a NearestWin, &'a Decompositions)| NearestPart {
        draw: EachTile(&win.draw),
        discard: EachTile(&win.discard),
        decompositions: &read.list,
    };
    nearest.wins.iter().zip(decompositions).map(part).collect()
}

/// Tiles, a copy each.
#[derive(Debug, Clone, Copy)]
pub(super) struct EachTile<'a>(pub(super) &'a TileCounts);

impl Serialize for EachTile<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.tiles())
    }
}
