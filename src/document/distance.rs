//! The document of `distance`, and how far a hand is in other documents.

use super::Options;
use super::chances::ChancesPart;
use super::head::{About, Head};
use super::nearest::{NearestPart, parts};
use crate::answer::{Decompositions, Wait};
use crate::game::{Acceptance, Chances, Distance as HowFar, FormDistance, Nearest};
use crate::tile::{Kind, KindSet, Tile, TileCounts};
use serde::{Serialize, Serializer};
use std::collections::BTreeMap;

/// The document of how far a hand is from a win, and which tiles help. [`Distance::listing`] and
/// [`Distance::with_chances`] add to it.
///
/// ```
/// use ginga::document::{self, About, Options};
/// use ginga::{Game, Overrides};
///
/// let riichi = Game::builtin("riichi")?;
/// let hand = riichi.hand("123m456889p1135s")?;
/// let acceptance = riichi.acceptance(&hand)?;
/// let about = About { hand: &hand, rules: riichi.rules(), overrides: &Overrides::default() };
/// let document = document::distance(about, &acceptance, &Options::default());
/// let document = serde_json::to_value(document)?;
/// assert_eq!((&document["distance"], &document["shanten"]), (&2.into(), &1.into()));
/// assert_eq!(document["by_form"]["seven-pairs"]["distance"], 5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn distance<'a>(
    about: About<'a>,
    acceptance: &'a Acceptance,
    options: &Options,
) -> Distance<'a> {
    let far = &acceptance.distance;
    Distance {
        head: Head::of_report("distance", about, &far.report, options),
        distance: DistancePart::of(far),
        by_form: ByForm(&far.by_form),
        acceptance: AcceptancePart::of(acceptance, about, options),
        kinds: acceptance.kinds,
        lacking: None,
        nearest: None,
        chances: None,
        stats: options.micros().map(|micros| Micros { micros }),
    }
}

/// The document of [`distance`].
#[derive(Debug, Clone, Serialize)]
pub struct Distance<'a> {
    #[serde(flatten)]
    head: Head<'a>,
    #[serde(flatten)]
    distance: DistancePart,
    by_form: ByForm<'a>,
    #[serde(flatten)]
    acceptance: AcceptancePart<'a>,
    kinds: KindSet,
    #[serde(skip_serializing_if = "Option::is_none")]
    lacking: Option<Vec<Tile>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    nearest: Option<Vec<NearestPart<'a>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    chances: Option<ChancesPart>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stats: Option<Micros>,
}

impl<'a> Distance<'a> {
    /// The same with the nearest wins, and the decompositions of each in the same order.
    ///
    /// ```
    /// use ginga::document::{self, About, Options};
    /// use ginga::{Game, Overrides, Settings};
    ///
    /// let (riichi, settings) = (Game::builtin("riichi")?, Settings::default());
    /// let hand = riichi.hand("123m46p11s1z")?;
    /// let (acceptance, nearest) = (riichi.acceptance(&hand)?, riichi.nearest(&hand, &settings)?);
    /// let decompositions = [riichi.decompose_nearest(&nearest.wins[0], &settings)?];
    /// let about = About { hand: &hand, rules: riichi.rules(), overrides: &Overrides::default() };
    /// let options = Options::default();
    /// let document = document::distance(about, &acceptance, &options);
    /// let document = serde_json::to_value(document.listing(&nearest, &decompositions, &options))?;
    /// let win = &document["nearest"][0];
    /// assert_eq!((&win["draw"][0], &win["discard"][0]), (&"5p".into(), &"1z".into()));
    /// assert_eq!(win["decompositions"][0]["groups"].as_array().unwrap().len(), 3);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn listing(
        mut self,
        nearest: &'a Nearest,
        decompositions: &'a [Decompositions],
        options: &Options,
    ) -> Distance<'a> {
        self.head.cut_short(nearest.completeness, options);
        Distance { nearest: Some(parts(nearest, decompositions)), ..self }
    }

    /// The same with what a hand lacks that can never win, see [`Game::lacking`](crate::Game::lacking).
    pub fn with_lacking(self, lacking: &TileCounts) -> Distance<'a> {
        Distance { lacking: Some(lacking.tiles().collect()), ..self }
    }

    /// The same with the chances within some draws.
    ///
    /// ```
    /// use ginga::document::{self, About, Options};
    /// use ginga::{Game, Overrides, Settings};
    ///
    /// let riichi = Game::builtin("riichi")?;
    /// let hand = riichi.hand("123m456p789s1155z")?;
    /// let chances = riichi.chances(&hand, 1, &Settings::default())?;
    /// let acceptance = riichi.acceptance(&hand)?;
    /// let about = About { hand: &hand, rules: riichi.rules(), overrides: &Overrides::default() };
    /// let options = Options::default();
    /// let document = document::distance(about, &acceptance, &options);
    /// let document = serde_json::to_value(document.with_chances(&chances, &options))?;
    /// // 2 of 1z and 2 of 5z, among 123 tiles.
    /// let win = &document["chances"]["win"];
    /// assert_eq!((&win["ways"], &win["of"]), (&"4".into(), &"123".into()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn with_chances(mut self, chances: &Chances, options: &Options) -> Distance<'a> {
        self.head.cut_short(chances.completeness, options);
        Distance { chances: Some(ChancesPart::of(chances)), ..self }
    }
}

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
    pub(super) fn of(distance: &HowFar) -> DistancePart {
        let is_known = distance.report.completeness.is_complete();
        DistancePart {
            distance: distance.tiles(),
            shanten: distance.shanten(),
            at_least: (!is_known).then_some(distance.at_least),
        }
    }
}

/// The distances of all forms, by name in the rule set's order.
#[derive(Debug, Clone)]
struct ByForm<'a>(&'a [FormDistance]);

impl Serialize for ByForm<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct FormPart {
            distance: Option<u8>,
        }
        let part = |form: &FormDistance| FormPart { distance: form.distance };
        serializer.collect_map(self.0.iter().map(|form| (&*form.form, part(form))))
    }
}

/// The tiles that help, or the kinds as which they do, and how many copies are left in all.
#[derive(Debug, Clone, Serialize)]
pub(super) struct AcceptancePart<'a> {
    acceptance: TileList<'a>,
    copies: u32,
}

impl<'a> AcceptancePart<'a> {
    pub(super) fn of(
        found: &'a Acceptance,
        about: About<'_>,
        options: &Options,
    ) -> AcceptancePart<'a> {
        let acceptance = if options.kinds {
            TileList::Kinds(found.left_by_kind(about.rules))
        } else {
            TileList::Tiles(&found.tiles)
        };
        AcceptancePart { acceptance, copies: found.copies() }
    }
}

/// Tiles with the copies left, or kinds with the tiles left that help as them.
#[derive(Debug, Clone)]
pub(super) enum TileList<'a> {
    Tiles(&'a [Wait]),
    Kinds(BTreeMap<Kind, u32>),
}

impl Serialize for TileList<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct KindPart {
            tile: Kind,
            left: u32,
        }
        match self {
            TileList::Tiles(tiles) => tiles.serialize(serializer),
            TileList::Kinds(kinds) => {
                serializer.collect_seq(kinds.iter().map(|(&tile, &left)| KindPart { tile, left }))
            }
        }
    }
}

/// What an answer cost that no single solver gave.
#[derive(Debug, Clone, Copy, Serialize)]
pub(super) struct Micros {
    pub(super) micros: u64,
}
