//! How a question is to be answered.

use crate::answer::Decomposition;
#[cfg(feature = "ilp")]
use crate::solver::NoGood;
use crate::solver::{Stop, Unlimited};
use crate::tile::TileCounts;
use std::num::NonZeroU64;

/// Which solver answers.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum SolverChoice {
    /// The [`engine`](crate::engine), or the search where the engine does not serve the rule set or the
    /// hand. The report names which of them answered.
    #[default]
    Fastest,
    /// The ILP, with this way to forbid what it found.
    #[cfg(feature = "ilp")]
    Ilp(NoGood),
    /// The exact-cover search.
    Search,
}

#[allow(non_upper_case_globals, reason = "the names that were variants before")]
impl SolverChoice {
    /// The former name of [`SolverChoice::Fastest`].
    #[deprecated(since = "0.3.0", note = "it is called SolverChoice::Fastest")]
    pub const Engine: SolverChoice = SolverChoice::Fastest;

    /// The former default. The policy of the program, the ILP up to 2,000 decompositions, is the
    /// program's alone.
    #[deprecated(since = "0.3.0", note = "the library's default is SolverChoice::Fastest")]
    pub const Auto: SolverChoice = SolverChoice::Fastest;
}

/// How a question is to be answered. More fields may come: build it with `..Settings::default()`.
///
/// ```
/// use ginga::{Settings, SolverChoice};
/// let settings = Settings { solver: SolverChoice::Search, ..Settings::default() };
/// assert!(settings.limit.is_none());
///
/// // A rule of one's own: the pair must be of honours.
/// let honour_pair = |decomposition: &ginga::Decomposition| {
///     let mut groups = decomposition.groups();
///     groups.any(|group| group.kinds().len() == 2 && !group.kinds().all(|kind| kind.suit().is_numbered()))
/// };
/// let settings = Settings { accept: Some(&honour_pair), ..Settings::default() };
/// let riichi = ginga::RuleSet::builtin("riichi")?;
/// let hand = ginga::Hand::parse("123m55p", &riichi)?;
/// assert!(!ginga::win(&hand, &riichi, &settings)?.is_win());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Settings<'a> {
    /// Which solver answers.
    pub solver: SolverChoice,
    /// The most decompositions in a list. It cuts the list alone: winning tiles, kinds, verdict and counts
    /// are of all decompositions, unless a rule of the caller's own ([`Settings::accept`]) has to see
    /// each of them.
    pub limit: Option<NonZeroU64>,
    /// Whether waits go without their list of decompositions. Winning tiles and counts are found without
    /// one. Questions whose answer is a list pay no attention to it; nor do waits under a rule of the
    /// caller's own, which has to see each decomposition.
    pub no_list: bool,
    /// Tiles seen elsewhere on the table: they lower the copies left and decide nothing else.
    pub visible: TileCounts,
    /// Whether tiles seen elsewhere cannot be drawn either. It concerns distances, whose wins are made of
    /// tiles that are left.
    pub strict_visible: bool,
    /// Whether discards also tell how many copies help after the best discard that follows.
    pub deep: bool,
    /// Polled often; ends the run when it says so.
    pub stop: &'a (dyn Stop + Sync),
    /// A rule of the caller's own: decompositions that it rejects are none, in every list, count and
    /// wait. It always sees a complete decomposition: of a hand that waits, each tenpai one as each
    /// winning tile completes it; holes and tiles that it rejects are dropped. Distances do
    /// not ask it.
    pub accept: Option<&'a Accept<'a>>,
}

/// A caller's own rule: whether a complete decomposition counts.
pub type Accept<'a> = dyn Fn(&Decomposition) -> bool + Sync + 'a;

impl Default for Settings<'_> {
    fn default() -> Self {
        let visible = TileCounts::EMPTY;
        Settings {
            solver: SolverChoice::Fastest,
            limit: None,
            no_list: false,
            visible,
            strict_visible: false,
            deep: false,
            stop: &Unlimited,
            accept: None,
        }
    }
}

impl Settings<'_> {
    /// The same settings with another solver.
    pub fn with_solver(&self, solver: SolverChoice) -> Self {
        Settings { solver, ..self.clone() }
    }
}
