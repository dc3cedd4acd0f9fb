//! A rule set made ready, and the questions that it answers.

mod answerer;
mod at_once;
mod chances;
mod discards;
mod distance;
mod draw_query;
mod engine_query;
mod model_query;
mod nearest;
mod query;
mod questions;
mod ranked;
mod settings;
mod size;
mod sweep_query;
mod verify;

pub use chances::{Chances, Odds};
pub use discards::{Discard, Discards};
pub use distance::{Acceptance, Distance, FormDistance};
pub use nearest::{Nearest, NearestWin};
pub use ranked::Ranked;
pub use settings::{Accept, Settings, SolverChoice};
pub use size::QuestionError;
pub use verify::VerifyError;

use crate::engine::{Engine, NotServed, Verdicts};
use crate::group::Group;
use crate::hand::{Hand, HandError};
use crate::notation::HandText;
use crate::rules::{Overrides, RuleSet, RulesError};
use crate::tile::{Kind, Suit, Tile};
use crate::wall::Wall;
use std::num::NonZeroU64;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

/// A rule set made ready: the rules, the tiles that can be drawn, the engine where it serves them.
///
/// Make one game for a rule set and ask it about any number of hands. A clone is the same game, costs
/// next to nothing, and may go to another thread. A hand that a game made is not checked again when the
/// game is asked about it; a hand that was made with a [`RuleSet`] is checked each time.
///
/// ```
/// use ginga::Game;
/// let galaxy = Game::builtin("galaxy")?;
/// let hand = galaxy.hand("23m5p5P")?;
/// let waits = galaxy.waits(&hand)?;
/// assert_eq!(waits.kinds.to_string(), "1m4m");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Each question has a second form that takes [`Settings`]: which solver answers, a limit, tiles seen
/// elsewhere, a rule of your own.
///
/// ```
/// use ginga::{Game, Settings, SolverChoice};
/// let riichi = Game::builtin("riichi")?;
/// let hand = riichi.hand("22334455667788s")?;
/// let settings = Settings { solver: SolverChoice::Search, ..Settings::default() };
/// assert_eq!(riichi.win_with(&hand, &settings)?.report.solver, "search");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Game {
    ready: Arc<Ready>,
}

#[derive(Debug)]
struct Ready {
    number: NonZeroU64,
    whole: Prepared,
    /// Where a hand has one suit alone: the rules of each suit, in the order of [`Suit::ALL`].
    of_suits: Vec<Prepared>,
}

/// What all questions under one rule set have in common.
#[derive(Debug)]
struct Prepared {
    rules: RuleSet,
    wall: Wall,
    /// Made when a question asks for it first: its tables take time that a single question may not need.
    engine: OnceLock<Result<Engine, NotServed>>,
    verdicts: OnceLock<Result<Verdicts, NotServed>>,
}

impl Prepared {
    fn new(rules: RuleSet) -> Prepared {
        Prepared {
            wall: Wall::of(&rules),
            rules,
            engine: OnceLock::new(),
            verdicts: OnceLock::new(),
        }
    }

    fn engine(&self) -> Result<&Engine, &NotServed> {
        self.engine.get_or_init(|| Engine::new(&self.rules)).as_ref()
    }

    fn verdicts(&self) -> Result<&Verdicts, &NotServed> {
        self.verdicts.get_or_init(|| Verdicts::new(&self.rules)).as_ref()
    }
}

/// The number of the game made last.
static GAMES: AtomicU64 = AtomicU64::new(0);

impl Game {
    /// Makes a rule set ready.
    pub fn new(rules: RuleSet) -> Game {
        let number = NonZeroU64::MIN.saturating_add(GAMES.fetch_add(1, Ordering::Relaxed));
        let narrowed = |suit| Prepared::new(rules.narrowed_to(suit));
        let of_suits =
            Suit::ALL.into_iter().filter(|_| rules.is_one_suit()).map(narrowed).collect();
        Game { ready: Arc::new(Ready { number, of_suits, whole: Prepared::new(rules) }) }
    }

    /// A built-in rule set, made ready.
    ///
    /// # Errors
    /// [`RulesError::UnknownName`].
    pub fn builtin(name: &str) -> Result<Game, RulesError> {
        RuleSet::builtin(name).map(Game::new)
    }

    /// A built-in rule set with some keys overridden, made ready.
    ///
    /// # Errors
    /// As [`RuleSet::builtin_with`].
    pub fn builtin_with(name: &str, overrides: &Overrides) -> Result<Game, RulesError> {
        RuleSet::builtin_with(name, overrides).map(Game::new)
    }

    /// The rule set.
    pub fn rules(&self) -> &RuleSet {
        &self.ready.whole.rules
    }

    /// The tables for hands in bulk. The first call for a game makes them.
    ///
    /// # Errors
    /// [`NotServed`] names what the tables cannot express; the search answers then.
    ///
    /// ```
    /// use ginga::Game;
    /// assert!(Game::builtin("riichi")?.engine().is_ok());
    /// # Ok::<(), ginga::RulesError>(())
    /// ```
    pub fn engine(&self) -> Result<&Engine, &NotServed> {
        self.ready.whole.engine()
    }

    /// Whether [`Game::is_win`] and [`Game::winning_tiles`] answer without a search. The first call for a
    /// game compiles the rules.
    ///
    /// # Errors
    /// [`NotServed`] names what neither the tables nor the sweep serve; the search answers then.
    ///
    /// ```
    /// use ginga::Game;
    /// let joker_deck = Game::builtin("joker-deck")?;
    /// assert!(joker_deck.engine().is_err() && joker_deck.served().is_ok());
    /// # Ok::<(), ginga::RulesError>(())
    /// ```
    pub fn served(&self) -> Result<(), &NotServed> {
        let Ready { whole, of_suits, .. } = &*self.ready;
        let prepared = if of_suits.is_empty() { std::slice::from_ref(whole) } else { of_suits };
        prepared.iter().try_for_each(|prepared| prepared.verdicts().map(|_| ()))
    }

    /// Reads a hand in the [`notation`](crate::notation).
    ///
    /// # Errors
    /// As [`Hand::parse`].
    pub fn hand(&self, text: &str) -> Result<Hand, HandError> {
        Hand::parse(text, self.rules()).map(|hand| self.checked(hand))
    }

    /// A hand from a text already read.
    ///
    /// # Errors
    /// As [`Hand::from_text`].
    pub fn hand_from_text(&self, text: &HandText) -> Result<Hand, HandError> {
        Hand::from_text(text, self.rules()).map(|hand| self.checked(hand))
    }

    /// A hand of concealed tiles, in any order.
    ///
    /// # Errors
    /// As [`Hand::from_tiles`].
    ///
    /// ```
    /// use ginga::{Game, Tile};
    /// let laizi = Game::builtin("laizi")?;
    /// assert!(laizi.win(&laizi.hand_from_tiles([Tile::JOKER; 2])?)?.is_win());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn hand_from_tiles(
        &self,
        tiles: impl IntoIterator<Item = Tile>,
    ) -> Result<Hand, HandError> {
        Hand::from_tiles(tiles, self.rules()).map(|hand| self.checked(hand))
    }

    /// A hand of plain tiles from their counts by kind, see [`Hand::from_counts`].
    ///
    /// # Errors
    /// As [`Hand::from_tiles`].
    pub fn hand_from_counts(&self, counts: &[u8; Kind::COUNT]) -> Result<Hand, HandError> {
        Hand::from_counts(counts, self.rules()).map(|hand| self.checked(hand))
    }

    /// Checks a hand that was made under other rules, once for all questions to come.
    ///
    /// # Errors
    /// As [`Hand::from_tiles`].
    pub fn admit(&self, hand: Hand) -> Result<Hand, HandError> {
        self.check(&hand)?;
        Ok(self.checked(hand))
    }

    fn checked(&self, hand: Hand) -> Hand {
        hand.checked_by(self.ready.number)
    }

    fn check(&self, hand: &Hand) -> Result<(), HandError> {
        if hand.is_checked_by(self.ready.number) { Ok(()) } else { hand.check_under(self.rules()) }
    }

    /// The rules as the hand plays them: the rule set itself, or its one suit.
    fn prepared(&self, hand: &Hand) -> &Prepared {
        let called = hand.called().flat_map(Group::tiles);
        match self.rules().shown_suit(hand.concealed().tiles().chain(called)) {
            None => &self.ready.whole,
            Some(suit) => &self.ready.of_suits[suit as usize],
        }
    }
}
