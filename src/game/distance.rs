//! How far a hand is from a win, and which tiles help.

use super::query::Query;
use super::{Game, QuestionError, Settings, SolverChoice};
use crate::answer::{Completeness, Report, StoppedBy, Wait};
use crate::engine::{Asked, FormAnswer, Unanswered};
use crate::hand::Hand;
use crate::rules::{DeadWaits, RuleSet};
use crate::size::HandSize;
use crate::solver::SolverFault;
use crate::tile::{Kind, KindSet, Tile, TileCounts, TileSet};
use std::collections::BTreeMap;
use std::sync::Arc;

/// How far a hand is from a win of one form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FormDistance {
    /// The form's name.
    pub form: Arc<str>,
    /// How many tiles must be drawn; `None` where no draw ever makes the hand one of this form.
    pub distance: Option<u8>,
}

/// How far a hand is from a win.
///
/// The distance is the least number of tiles that must be drawn, of those that are left, so that the hand
/// and the tiles drawn hold a win: 0 for a complete hand, 1 for one that waits. Tiles that the win does not
/// need are discarded on the way.
#[derive(Debug, Clone, PartialEq, Eq)]
#[must_use]
pub struct Distance {
    /// For each form that the hand's size allows, in the rule set's order. After a run that was cut short,
    /// the forms that were looked at.
    pub by_form: Vec<FormDistance>,
    /// The distance is not less than this, even after a run that was cut short.
    pub at_least: u8,
    /// How the answer came about.
    pub report: Report,
}

impl Distance {
    /// The least of all forms; `None` where the hand can never win, and after a run that was cut short.
    pub fn tiles(&self) -> Option<u8> {
        let least = || self.by_form.iter().filter_map(|form| form.distance).min();
        self.report.completeness.is_complete().then(least).flatten()
    }

    /// The distance as players count it, one less: 0 for a hand that waits, −1 for a complete one.
    ///
    /// ```
    /// let riichi = ginga::Game::builtin("riichi")?;
    /// let distance = riichi.distance(&riichi.hand("123m456889p1135s")?)?;
    /// assert_eq!(distance.shanten(), Some(1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn shanten(&self) -> Option<i8> {
        self.tiles().map(|tiles| tiles as i8 - 1)
    }
}

/// Which tiles bring a hand nearer to a win.
#[derive(Debug, Clone, PartialEq, Eq)]
#[must_use]
pub struct Acceptance {
    /// How far the hand is.
    pub distance: Distance,
    /// The tiles of which one brings the hand nearer, in order, each with the copies left; none for a
    /// complete hand.
    pub tiles: Vec<Wait>,
    /// The kinds as which they do.
    pub kinds: KindSet,
}

impl Acceptance {
    /// How many copies are left of the tiles that help.
    pub fn copies(&self) -> u32 {
        self.tiles.iter().map(|wait| u32::from(wait.left)).sum()
    }

    /// For each kind as which a tile helps, how many copies are left of the tiles that may be used as it
    /// under these rules and that help.
    ///
    /// ```
    /// let galaxy = ginga::Game::builtin("galaxy")?;
    /// let acceptance = galaxy.acceptance(&galaxy.hand("23m5p5P")?)?;
    /// let left: Vec<String> = acceptance
    ///     .left_by_kind(galaxy.rules())
    ///     .iter()
    ///     .map(|(kind, left)| format!("{kind}x{left}"))
    ///     .collect();
    /// assert_eq!(left, ["1mx6", "4mx6"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn left_by_kind(&self, rules: &RuleSet) -> BTreeMap<Kind, u32> {
        let left = |kind: Kind| {
            let used_as = |wait: &&Wait| rules.stands_for(wait.tile).contains(kind);
            self.tiles.iter().filter(used_as).map(|wait| u32::from(wait.left)).sum()
        };
        self.kinds.iter().map(|kind| (kind, left(kind))).collect()
    }
}

impl Game {
    /// How far a hand is from a win: of 3n+1 concealed tiles or of 3n+2.
    ///
    /// # Errors
    /// [`QuestionError`] when the hand is not of this rule set or has 3n concealed tiles.
    ///
    /// ```
    /// let galaxy = ginga::Game::builtin("galaxy")?;
    /// let distance = galaxy.distance(&galaxy.hand("24m6M17p2334s1S3z14Z")?)?;
    /// assert_eq!(distance.tiles(), Some(2));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn distance(&self, hand: &Hand) -> Result<Distance, QuestionError> {
        self.distance_with(hand, &Settings::default())
    }

    /// [`Game::distance`] with settings. A rule of the caller's own is not asked.
    ///
    /// # Errors
    /// As [`Game::distance`], when [`Settings::visible`] holds tiles that cannot be left, and when a solver
    /// failed.
    pub fn distance_with(
        &self,
        hand: &Hand,
        settings: &Settings<'_>,
    ) -> Result<Distance, QuestionError> {
        let query = self.sized_query(hand, settings)?;
        Ok(query.distance_of(hand.concealed(), &query.supply())?)
    }

    /// The tiles that bring a hand nearer to a win: where it waits, those that it waits for.
    ///
    /// # Errors
    /// As [`Game::distance`].
    ///
    /// ```
    /// let riichi = ginga::Game::builtin("riichi")?;
    /// let acceptance = riichi.acceptance(&riichi.hand("123m456789p1135s")?)?;
    /// let tiles: String = acceptance.tiles.iter().map(|wait| wait.tile.to_string()).collect();
    /// assert_eq!((tiles.as_str(), acceptance.copies()), ("4s", 4));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn acceptance(&self, hand: &Hand) -> Result<Acceptance, QuestionError> {
        self.acceptance_with(hand, &Settings::default())
    }

    /// [`Game::acceptance`] with settings.
    ///
    /// # Errors
    /// As [`Game::distance_with`].
    pub fn acceptance_with(
        &self,
        hand: &Hand,
        settings: &Settings<'_>,
    ) -> Result<Acceptance, QuestionError> {
        let query = self.sized_query(hand, settings)?;
        Ok(query.acceptance_of(hand.concealed(), &query.supply())?)
    }
}

impl Query<'_> {
    /// The tiles that may be drawn.
    pub(super) fn supply(&self) -> TileCounts {
        if self.prepared.rules.dead_waits() == DeadWaits::Count {
            return self.boundless_supply();
        }
        let unseen = self.prepared.wall.unseen(self.hand);
        match self.settings.strict_visible {
            true => unseen.without(&self.settings.visible).counts().clone(),
            false => unseen.counts().clone(),
        }
    }

    /// Any number of each tile of the wall.
    pub(super) fn boundless_supply(&self) -> TileCounts {
        let all = self.prepared.wall.unseen(self.hand);
        let tiles = all.iter().map(|(tile, _)| tile);
        tiles.flat_map(|tile| std::iter::repeat_n(tile, usize::from(u8::MAX))).collect()
    }

    /// How many concealed tiles the hand has when it is complete.
    pub(super) fn complete_tiles(&self) -> usize {
        self.hand.concealed().total() + self.hand.size().map_or(0, HandSize::lacking)
    }

    /// The nearest wins of each form, for these concealed tiles and this supply, by the engine.
    fn nearest_of(
        &self,
        tiles: &TileCounts,
        supply: &TileCounts,
    ) -> Result<Vec<(usize, Option<FormAnswer>)>, Unanswered> {
        self.check_engine_is_asked()?;
        let verdicts = self.prepared.verdicts().map_err(|_| Unanswered::NotServed)?;
        self.asking(tiles, supply, |asked| verdicts.nearest(asked))
    }

    /// Whether these concealed tiles hold a win; `None` after a stop.
    pub(super) fn hold_win(&self, tiles: &TileCounts) -> Result<Option<bool>, SolverFault> {
        let supply = &TileCounts::EMPTY;
        let by_engine = self.check_engine_is_asked().and_then(|()| {
            let verdicts = self.prepared.verdicts().map_err(|_| Unanswered::NotServed)?;
            self.asking(tiles, supply, |asked| verdicts.wins_within(asked, 0))
        });
        match by_engine {
            Ok(holds) => Ok(Some(holds)),
            Err(Unanswered::Stopped { .. }) => Ok(None),
            Err(Unanswered::NotServed) => {
                let distance = self.draws(tiles, supply).distance()?;
                let complete = distance.report.completeness.is_complete();
                Ok(complete.then(|| distance.tiles() == Some(0)))
            }
        }
    }

    /// The engine serves those who name no solver.
    fn check_engine_is_asked(&self) -> Result<(), Unanswered> {
        match self.settings.solver {
            SolverChoice::Fastest => Ok(()),
            _ => Err(Unanswered::NotServed),
        }
    }

    fn asking<T>(
        &self,
        tiles: &TileCounts,
        supply: &TileCounts,
        ask: impl FnOnce(&Asked<'_>) -> T,
    ) -> T {
        let stop = || self.settings.stop.should_stop();
        let complete = self.complete_tiles();
        ask(&Asked { hand: self.hand, tiles, supply, complete, stop: &stop })
    }

    /// How far these concealed tiles are from a win of the hand's size.
    pub(super) fn distance_of(
        &self,
        tiles: &TileCounts,
        supply: &TileCounts,
    ) -> Result<Distance, SolverFault> {
        match self.nearest_of(tiles, supply) {
            Err(Unanswered::NotServed) => self.draws(tiles, supply).distance(),
            answer => Ok(self.told_by_engine(answer).distance),
        }
    }

    /// How far these concealed tiles are from a win of the hand's size, and which of the tiles of a supply
    /// help.
    pub(super) fn acceptance_of(
        &self,
        tiles: &TileCounts,
        supply: &TileCounts,
    ) -> Result<Acceptance, SolverFault> {
        match self.nearest_of(tiles, supply) {
            Err(Unanswered::NotServed) => self.draws(tiles, supply).acceptance(),
            answer => Ok(self.told_by_engine(answer)),
        }
    }

    fn told_by_engine(
        &self,
        answer: Result<Vec<(usize, Option<FormAnswer>)>, Unanswered>,
    ) -> Acceptance {
        let mut report = super::engine_query::report();
        let nearest = match answer {
            Ok(nearest) => nearest,
            Err(unanswered) => {
                report.completeness = Completeness::Stopped(StoppedBy::Caller);
                let at_least = match unanswered {
                    Unanswered::Stopped { at_least } => at_least,
                    Unanswered::NotServed => 0,
                };
                let distance = Distance { by_form: Vec::new(), at_least, report };
                return Acceptance { distance, tiles: Vec::new(), kinds: KindSet::EMPTY };
            }
        };
        let forms = self.prepared.rules.forms();
        let of_form = |(place, answer): &(usize, Option<FormAnswer>)| FormDistance {
            form: forms[*place].shared_name(),
            distance: answer.map(|answer| answer.distance),
        };
        let by_form: Vec<FormDistance> = nearest.iter().map(of_form).collect();
        let least = by_form.iter().filter_map(|form| form.distance).min();
        let distance = Distance { at_least: least.unwrap_or(u8::MAX), by_form, report };
        let (mut helping, mut kinds) = (TileSet::EMPTY, KindSet::EMPTY);
        for answer in nearest.iter().filter_map(|(_, answer)| *answer) {
            if Some(answer.distance) == least {
                helping = helping.union(answer.tiles);
                kinds = kinds.union(answer.kinds);
            }
        }
        Acceptance { distance, tiles: self.left(helping), kinds }
    }

    /// Tiles with the copies left of each, those seen elsewhere taken off.
    pub(super) fn left(&self, tiles: TileSet) -> Vec<Wait> {
        if tiles.is_empty() {
            return Vec::new();
        }
        let unseen = self.prepared.wall.unseen(self.hand).without(&self.settings.visible);
        let wait = |tile: Tile| Wait { tile, left: unseen.copies(tile) };
        tiles.iter().map(wait).collect()
    }
}
