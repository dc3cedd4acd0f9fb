//! The questions that a game answers.

use super::query::{Listed, Query};
use super::{Game, QuestionError, Settings};
use crate::answer::{Decomposition, Decompositions, Report, Waits, Win};
use crate::hand::Hand;
use crate::problem::Problem;
use crate::size::HandSize;
use std::ops::ControlFlow;

impl Game {
    /// Is the hand complete, and in how many decompositions and readings?
    ///
    /// # Errors
    /// [`QuestionError`] when the hand is not of this rule set or not of 3n+2 concealed tiles, and when
    /// a solver failed.
    ///
    /// ```
    /// use ginga::Game;
    /// let riichi = Game::builtin("riichi")?;
    /// let win = riichi.win(&riichi.hand("22334455667788s")?)?;
    /// assert!(win.is_win());
    /// assert_eq!(win.counts.of_form("standard").unwrap().decompositions, 3);
    /// assert_eq!(win.counts.of_form("seven-pairs").unwrap().decompositions, 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn win(&self, hand: &Hand) -> Result<Win, QuestionError> {
        self.win_with(hand, &Settings::default())
    }

    /// [`Game::win`] with settings.
    ///
    /// # Errors
    /// As [`Game::win`], and when [`Settings::visible`] holds tiles that cannot be left.
    pub fn win_with(&self, hand: &Hand, settings: &Settings<'_>) -> Result<Win, QuestionError> {
        let (counts, report) = self.query(hand, HandSize::Complete, settings)?.counts()?;
        Ok(Win { counts, report })
    }

    /// Every decomposition of a complete hand.
    ///
    /// # Errors
    /// As [`Game::win`].
    ///
    /// ```
    /// use ginga::Game;
    /// let galaxy = Game::builtin("galaxy")?;
    /// let found = galaxy.decompose(&galaxy.hand("55p5P67s")?)?;
    /// let groups: Vec<String> = found.list[0].groups().map(|group| group.to_string()).collect();
    /// assert_eq!(groups, ["55p", "5P67s=567s"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn decompose(&self, hand: &Hand) -> Result<Decompositions, QuestionError> {
        self.decompose_with(hand, &Settings::default())
    }

    /// [`Game::decompose`] with settings.
    ///
    /// # Errors
    /// As [`Game::win_with`].
    pub fn decompose_with(
        &self,
        hand: &Hand,
        settings: &Settings<'_>,
    ) -> Result<Decompositions, QuestionError> {
        let Listed { list, counts, report } =
            self.query(hand, HandSize::Complete, settings)?.list_and_counts()?;
        Ok(Decompositions { list, counts, report })
    }

    /// Every winning tile of a hand that waits for one, and every tenpai decomposition.
    ///
    /// # Errors
    /// [`QuestionError`] when the hand is not of this rule set or not of 3n+1 concealed tiles, and when
    /// a solver failed.
    ///
    /// ```
    /// use ginga::Game;
    /// let galaxy = Game::builtin("galaxy")?;
    /// let waits = galaxy.waits(&galaxy.hand("23m5p5P")?)?;
    /// assert_eq!(waits.kinds.to_string(), "1m4m");
    /// let tiles: String = waits.tiles.iter().map(|wait| wait.tile.to_string()).collect();
    /// assert_eq!(tiles, "1m1M4m4M1P4P1S4S");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn waits(&self, hand: &Hand) -> Result<Waits, QuestionError> {
        self.waits_with(hand, &Settings::default())
    }

    /// [`Game::waits`] with settings.
    ///
    /// # Errors
    /// As [`Game::waits`], and when [`Settings::visible`] holds tiles that cannot be left.
    pub fn waits_with(&self, hand: &Hand, settings: &Settings<'_>) -> Result<Waits, QuestionError> {
        Ok(self.query(hand, HandSize::Waiting, settings)?.waits()?)
    }

    /// Shows each decomposition as it is found: of a complete hand when it has 3n+2 concealed tiles, of a
    /// tenpai one when it has 3n+1. The visitor may break off. If the engine answers they come in
    /// canonical order, else in none.
    ///
    /// Nothing is kept, so that memory does not grow with the number of decompositions.
    ///
    /// # Errors
    /// As [`Game::win_with`] and [`Game::waits_with`].
    ///
    /// ```
    /// use ginga::{Game, Settings};
    /// use std::ops::ControlFlow;
    /// let laizi = Game::builtin("laizi")?;
    /// let hand = laizi.hand("123456mjjjjjjjj")?; // 194,026 decompositions
    /// let mut seen = 0;
    /// let report = laizi.visit(&hand, &Settings::default(), &mut |_| {
    ///     seen += 1;
    ///     if seen < 10 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    /// })?;
    /// assert_eq!(seen, 10);
    /// assert!(!report.completeness.is_complete());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn visit(
        &self,
        hand: &Hand,
        settings: &Settings<'_>,
        visitor: &mut dyn FnMut(Decomposition) -> ControlFlow<()>,
    ) -> Result<Report, QuestionError> {
        Ok(self.sized_query(hand, settings)?.visit(visitor)?)
    }

    /// The models of a hand, one for each form that has its size, in the rule set's order: of its
    /// complete decompositions when it has 3n+2 concealed tiles, of its tenpai ones when it has 3n+1.
    ///
    /// # Errors
    /// [`QuestionError`] when the hand is not of this rule set or has 3n concealed tiles.
    ///
    /// ```
    /// use ginga::Game;
    /// let galaxy = Game::builtin("galaxy")?;
    /// let models = galaxy.models(&galaxy.hand("23m5p5P")?)?;
    /// assert_eq!(models[0].rows().len(), 4);
    /// let mut text = String::new();
    /// models[0].write_lp(&mut text)?;
    /// assert!(text.contains("row_5P"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn models(&self, hand: &Hand) -> Result<Vec<Problem>, QuestionError> {
        let settings = Settings::default();
        let query = self.sized_query(hand, &settings)?;
        Ok(query.models(query.question()))
    }

    /// A question that takes hands of one size, once nothing speaks against it.
    pub(super) fn query<'a>(
        &'a self,
        hand: &'a Hand,
        wanted: HandSize,
        settings: &'a Settings<'a>,
    ) -> Result<Query<'a>, QuestionError> {
        wanted.check(hand, self.rules())?;
        self.check(hand)?;
        let query = Query { prepared: self.prepared(hand), hand, settings };
        query.check_visible()?;
        Ok(query)
    }

    /// A question that takes complete hands and such as wait.
    pub(super) fn sized_query<'a>(
        &'a self,
        hand: &'a Hand,
        settings: &'a Settings<'a>,
    ) -> Result<Query<'a>, QuestionError> {
        let tiles = hand.concealed().total();
        self.query(hand, hand.size().ok_or(QuestionError::NoHandSize { tiles })?, settings)
    }
}
