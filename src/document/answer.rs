//! The documents of `win`, `decompose` and `waits`.

use super::Options;
use super::distance::{AcceptancePart, DistancePart, TileList};
use super::head::{About, Head};
use super::nearest::{NearestPart, parts};
use super::why::WhyPart;
use crate::answer::{Counts, Decomposition, Decompositions, Reading, Report, Waits, Win, readings};
use crate::game::{Acceptance, Nearest, Ranked};
use crate::objective::{Direction, Objective};
use crate::tile::KindSet;
use serde::Serialize;
use std::collections::BTreeMap;

/// The answer to a question about one hand: the document of [`win`], [`decompose`], [`ranked`] and
/// [`waits`].
#[derive(Debug, Clone, Serialize)]
pub struct Answer<'a> {
    #[serde(flatten)]
    head: Head<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    win: Option<bool>,
    #[serde(flatten)]
    waits: Option<WaitsPart<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    objective: Option<ObjectivePart<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    decompositions: Option<ListPart<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    readings: Option<Vec<ReadingPart>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    counts: Option<&'a Counts>,
    #[serde(flatten)]
    distance: Option<DistancePart>,
    #[serde(flatten)]
    acceptance: Option<AcceptancePart<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    nearest: Option<Vec<NearestPart<'a>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<WhyPart<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stats: Option<Stats>,
}

/// The document of a [`Win`].
pub fn win<'a>(about: About<'a>, win: &'a Win, options: &Options) -> Answer<'a> {
    let answer = Answer::new("win", about, &win.report, &win.counts, options);
    Answer { win: Some(win.is_win()), ..answer }
}

/// The document of [`Decompositions`].
pub fn decompose<'a>(about: About<'a>, found: &'a Decompositions, options: &Options) -> Answer<'a> {
    let answer = Answer::new("decompose", about, &found.report, &found.counts, options);
    answer.listing(&found.list, options)
}

/// The document of decompositions in the order of an objective; readings have no such order, and are
/// not listed.
pub fn ranked<'a>(
    about: About<'a>,
    ranked: &'a Ranked,
    objective: &'a Objective,
    options: &Options,
) -> Answer<'a> {
    let direction = match objective.direction() {
        Direction::Minimize => "minimize",
        Direction::Maximize => "maximize",
    };
    let valued = |(decomposition, value): &'a (Decomposition, i64)| ValuedPart {
        value: *value,
        decomposition,
    };
    Answer {
        objective: Some(ObjectivePart { direction, terms: objective.terms().collect() }),
        decompositions: Some(ListPart::BestFirst(ranked.list.iter().map(valued).collect())),
        ..Answer::new("decompose", about, &ranked.report, &ranked.counts, options)
    }
}

/// The document of [`Waits`].
///
/// ```
/// use ginga::document::{self, About, Options};
/// use ginga::{Game, Overrides};
///
/// let galaxy = Game::builtin("galaxy")?;
/// let hand = galaxy.hand("23m5p5P")?;
/// let waits = galaxy.waits(&hand)?;
/// let about = About { hand: &hand, rules: galaxy.rules(), overrides: &Overrides::default() };
/// // By kinds: 3 tiles 1m, and the blue 1m, 1p and 1s, which may be used as 1m.
/// let options = Options { kinds: true, ..Options::default() };
/// let document = serde_json::to_value(document::waits(about, &waits, &options))?;
/// assert_eq!(document["waits"][0], serde_json::json!({"tile": "1m", "left": 6}));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn waits<'a>(about: About<'a>, waits: &'a Waits, options: &Options) -> Answer<'a> {
    let list = if options.kinds {
        TileList::Kinds(waits.left_by_kind())
    } else {
        TileList::Tiles(&waits.tiles)
    };
    let part = WaitsPart { waits: list, kinds: waits.kinds, dead: waits.dead };
    let answer = Answer::new("waits", about, &waits.report, &waits.counts, options);
    Answer { waits: Some(part), ..answer.listing(&waits.decompositions, options) }
}

impl<'a> Answer<'a> {
    /// All that every question's answer has.
    fn new(
        command: &'a str,
        about: About<'a>,
        report: &Report,
        counts: &'a Counts,
        options: &Options,
    ) -> Answer<'a> {
        Answer {
            head: Head::of_report(command, about, report, options),
            win: None,
            waits: None,
            objective: None,
            decompositions: None,
            readings: None,
            counts: Some(counts),
            distance: None,
            acceptance: None,
            nearest: None,
            why: None,
            stats: options.micros().map(|micros| stats(report, micros)),
        }
    }

    /// The document of a no with how far the hand is; of waits also with the tiles that help.
    ///
    /// ```
    /// use ginga::document::{self, About, Options};
    /// use ginga::{Game, Overrides};
    ///
    /// let riichi = Game::builtin("riichi")?;
    /// let hand = riichi.hand("123m46p1s2z")?;
    /// let (waits, acceptance) = (riichi.waits(&hand)?, riichi.acceptance(&hand)?);
    /// let about = About { hand: &hand, rules: riichi.rules(), overrides: &Overrides::default() };
    /// let options = Options::default();
    /// let document = document::waits(about, &waits, &options).as_far_as(about, &acceptance, &options);
    /// let document = serde_json::to_value(document)?;
    /// // 5p, and 1s or 2z for the pair.
    /// assert_eq!((&document["shanten"], &document["copies"]), (&1.into(), &10.into()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn as_far_as(
        self,
        about: About<'a>,
        acceptance: &'a Acceptance,
        options: &Options,
    ) -> Answer<'a> {
        let distance = Some(DistancePart::of(&acceptance.distance));
        let of_waits = self.waits.is_some();
        let acceptance = of_waits.then(|| AcceptancePart::of(acceptance, about, options));
        Answer { distance, acceptance, ..self }
    }

    /// The document of a no with the nearest wins, and the decompositions of each in the same order.
    ///
    /// ```
    /// use ginga::document::{self, About, Options};
    /// use ginga::{Game, Overrides, Settings};
    ///
    /// let (riichi, settings) = (Game::builtin("riichi")?, Settings::default());
    /// let hand = riichi.hand("123m46p77z1s")?;
    /// let (win, nearest) = (riichi.win(&hand)?, riichi.nearest(&hand, &settings)?);
    /// let decompositions = [riichi.decompose_nearest(&nearest.wins[0], &settings)?];
    /// let about = About { hand: &hand, rules: riichi.rules(), overrides: &Overrides::default() };
    /// let document = document::win(about, &win, &Options::default());
    /// let document = serde_json::to_value(document.because(&nearest, &decompositions))?;
    /// assert_eq!(document["nearest"][0]["draw"], serde_json::json!(["5p"]));
    /// assert_eq!(document["why"]["misses"][0]["out"], serde_json::json!(["1s"]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn because(self, nearest: &'a Nearest, decompositions: &'a [Decompositions]) -> Answer<'a> {
        let why = WhyPart::of(nearest, decompositions);
        Answer { nearest: Some(parts(nearest, decompositions)), why, ..self }
    }

    /// Without saying whether the answer is complete, how many decompositions there are and what it cost:
    /// that shows later. Hands back the counts.
    pub(super) fn end_later(&mut self) -> Option<&'a Counts> {
        self.head.end_later();
        self.stats = None;
        self.counts.take()
    }

    /// With decompositions, or their readings in their place, if there is to be a list.
    fn listing(mut self, list: &'a [Decomposition], options: &Options) -> Answer<'a> {
        if options.no_list {
            return self;
        }
        if options.readings {
            let part = |(reading, fillings)| ReadingPart { reading, fillings };
            self.readings = Some(readings(list).into_iter().map(part).collect());
        } else {
            self.decompositions = Some(ListPart::InOrder(list));
        }
        self
    }
}

#[derive(Debug, Clone, Serialize)]
struct WaitsPart<'a> {
    waits: TileList<'a>,
    kinds: KindSet,
    dead: KindSet,
}

/// Decompositions in canonical order, or best first with their values.
#[derive(Debug, Clone, Serialize)]
#[serde(untagged)]
enum ListPart<'a> {
    InOrder(&'a [Decomposition]),
    BestFirst(Vec<ValuedPart<'a>>),
}

#[derive(Debug, Clone, Serialize)]
struct ValuedPart<'a> {
    value: i64,
    #[serde(flatten)]
    decomposition: &'a Decomposition,
}

#[derive(Debug, Clone, Serialize)]
struct ObjectivePart<'a> {
    direction: &'a str,
    terms: BTreeMap<&'a str, i32>,
}

#[derive(Debug, Clone, Serialize)]
struct ReadingPart {
    #[serde(flatten)]
    reading: Reading,
    fillings: u64,
}

/// What the answer cost.
#[derive(Debug, Clone, Serialize)]
pub(super) struct Stats {
    rows: usize,
    columns: usize,
    solves: u64,
    cuts: u64,
    micros: u64,
}

pub(super) fn stats(report: &Report, micros: u64) -> Stats {
    let &Report { rows, columns, work, .. } = report;
    Stats { rows, columns, solves: work.solves, cuts: work.cuts, micros }
}
