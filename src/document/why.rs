//! Why an answer is no.

use super::answer::Answer;
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

impl<'a> Answer<'a> {
    /// The document with the nearest misses, which say why the answer is no (feature `ilp`).
    ///
    /// ```
    /// use ginga::document::{self, About, Options};
    /// use ginga::{Game, Overrides, Settings};
    ///
    /// let riichi = Game::builtin("riichi")?;
    /// let hand = riichi.hand("123m46p77z1s")?;
    /// let (win, near) = (riichi.win(&hand)?, riichi.near_misses(&hand, &Settings::default())?);
    /// let about = About { hand: &hand, rules: riichi.rules(), overrides: &Overrides::default() };
    /// let document = document::win(about, &win, &Options::default()).because(&near);
    /// let document = serde_json::to_value(document)?;
    /// assert_eq!(document["why"]["misses"][0]["out"], serde_json::json!(["4p", "6p", "1s"]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn because(mut self, near: &'a NearMisses) -> Answer<'a> {
        fn miss(miss: &NearMiss) -> MissPart<'_> {
            MissPart { out: &miss.out, placed: &miss.placed }
        }
        self.why = Some(WhyPart {
            out: near.out,
            complete: near.report.completeness.is_complete(),
            misses: near.list.iter().map(miss).collect(),
        });
        self
    }
}
