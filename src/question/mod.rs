//! The questions: [`win`], [`decompose`], [`waits`], and those built on them.

mod asked;
mod discards;
mod near_miss;
mod quick;
mod ranked;

pub use discards::{Discard, discards};
pub use near_miss::{NearMiss, NearMisses, near_misses};
pub use ranked::{Ranked, ranked};

use crate::answer::{
    Completeness, Decomposition, Decompositions, Report, StoppedBy, Wait, Waits, Win,
};
use crate::columns::{Question, copies_left, problems};
use crate::group::{Hole, OpenGroup};
use crate::hand::{Hand, HandError};
use crate::problem::Problem;
use crate::rules::{DeadWaits, RuleSet};
use crate::solver::{NoGood, SolverFault, Stop, Unlimited};
use crate::tile::{KindSet, Tile, TileCounts};
use asked::{Asked, Found};
use quick::{Listed, Quick};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroU64;
use std::ops::ControlFlow;

/// Which solver answers.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum SolverChoice {
    /// The ILP up to [`AUTO_ILP_LIMIT`] decompositions, as the search counts them; beyond, as
    /// [`SolverChoice::Engine`].
    #[default]
    Auto,
    /// The ILP, with this way to forbid what it found.
    Ilp(NoGood),
    /// The exact-cover search.
    Search,
    /// The tables of the [`engine`](crate::engine); the search for a rule set that they cannot
    /// serve. The report names which of them answered.
    Engine,
}

/// Up to how many decompositions [`SolverChoice::Auto`] takes the ILP.
pub const AUTO_ILP_LIMIT: u128 = 2_000;

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
    /// Stop once so many decompositions were found and there is one more.
    pub limit: Option<NonZeroU64>,
    /// Tiles seen elsewhere on the table: they lower the copies left and decide nothing else.
    pub visible: TileCounts,
    /// Polled often; ends the run when it says so.
    pub stop: &'a (dyn Stop + Sync),
    /// A rule of the caller's own: decompositions that it rejects are none, in every list, count and
    /// wait. It always sees a complete decomposition: of a hand that waits, each tenpai one as each
    /// winning tile completes it; holes and tiles that it rejects are dropped. [`near_misses`] does
    /// not ask it.
    pub accept: Option<&'a Accept<'a>>,
}

/// A caller's own rule: whether a complete decomposition counts.
pub type Accept<'a> = dyn Fn(&Decomposition) -> bool + Sync + 'a;

impl Default for Settings<'_> {
    fn default() -> Self {
        let visible = TileCounts::EMPTY;
        Settings {
            solver: SolverChoice::Auto,
            limit: None,
            visible,
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

/// Why a question has no answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum QuestionError {
    /// The rule set does not have these tiles.
    #[error(transparent)]
    Hand(#[from] HandError),
    /// The number of concealed tiles does not suit the question.
    #[error("{tiles} concealed tiles: {wanted}{}", other_question(*.tiles, .wanted))]
    WrongSize {
        /// The number of concealed tiles.
        tiles: usize,
        /// What the question takes.
        wanted: SizeWanted,
    },
    /// More melds than the rule set has.
    #[error("{concealed} concealed tiles and {called} called melds make {} melds; the rule set {rules} has {most}", .concealed / 3 + .called)]
    TooManyMelds {
        /// The number of concealed tiles.
        concealed: usize,
        /// The number of called melds.
        called: usize,
        /// The rule set's melds.
        most: u8,
        /// The rule set's name.
        rules: String,
    },
    /// Tiles in the hand and seen elsewhere are more than there are.
    #[error(
        "{tile} is seen {seen} times, in the hand and elsewhere; the rule set {rules} has {copies}"
    )]
    TooManyVisible {
        /// The tile.
        tile: Tile,
        /// How often it is seen.
        seen: usize,
        /// How many there are.
        copies: u8,
        /// The rule set's name.
        rules: String,
    },
    /// A fault of the solver itself.
    #[error(transparent)]
    Solver(#[from] SolverFault),
}

/// How many concealed tiles a question takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SizeWanted {
    /// 3n+2, a complete hand.
    Complete,
    /// 3n+1, a hand that waits for one tile.
    Waiting,
}

impl SizeWanted {
    fn fits(self, tiles: usize) -> bool {
        tiles % 3 == self.remainder()
    }

    const fn remainder(self) -> usize {
        match self {
            SizeWanted::Complete => 2,
            SizeWanted::Waiting => 1,
        }
    }
}

impl std::fmt::Display for SizeWanted {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            SizeWanted::Complete => "win, decompose and discards take 3n+2 (2, 5, 8, 11, 14 …)",
            SizeWanted::Waiting => "waits takes 3n+1 (1, 4, 7, 10, 13 …)",
        })
    }
}

/// Which question takes so many tiles, or what to do when none does.
fn other_question(tiles: usize, wanted: &SizeWanted) -> &'static str {
    match (tiles % 3, wanted) {
        (1, SizeWanted::Complete) => "; `waits` answers for this number",
        (2, SizeWanted::Waiting) => "; `win`, `decompose` and `discards` answer for this number",
        _ => "; add a tile or two, or take some away",
    }
}

/// Is the hand complete, and in how many decompositions and readings?
///
/// # Errors
/// [`QuestionError`] when the hand is not of this rule set or not of 3n+2 concealed tiles, and when
/// a solver failed.
///
/// ```
/// use ginga::{Hand, RuleSet, Settings};
/// let riichi = RuleSet::builtin("riichi")?;
/// let hand = Hand::parse("22334455667788s", &riichi)?;
/// let win = ginga::win(&hand, &riichi, &Settings::default())?;
/// assert!(win.is_win());
/// assert_eq!(win.counts.of_form("standard").unwrap().decompositions, 3);
/// assert_eq!(win.counts.of_form("seven-pairs").unwrap().decompositions, 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn win(hand: &Hand, rules: &RuleSet, settings: &Settings<'_>) -> Result<Win, QuestionError> {
    let rules = &*ready(hand, rules, settings)?;
    if let Some(quick) = Quick::new(hand, rules, settings) {
        let (counts, report) = match settings.limit {
            None => quick.tally(),
            Some(_) => {
                let listed = quick.list();
                (listed.counts, listed.report)
            }
        };
        return Ok(Win { counts, report });
    }
    let asked = Asked::complete(hand, rules, settings)?;
    // A limit and a caller's own rule both ask for each decomposition itself.
    let (counts, report) = if settings.limit.is_none() && settings.accept.is_none() {
        asked.tally()?
    } else {
        let found = asked.list()?;
        (found.counts, found.report)
    };
    Ok(Win { counts, report })
}

/// Every decomposition of a complete hand.
///
/// # Errors
/// As [`win`].
///
/// ```
/// use ginga::{Hand, RuleSet, Settings};
/// let galaxy = RuleSet::builtin("galaxy")?;
/// let hand = Hand::parse("55p5P67s", &galaxy)?;
/// let found = ginga::decompose(&hand, &galaxy, &Settings::default())?;
/// let groups: Vec<String> = found.list[0].groups().map(|group| group.to_string()).collect();
/// assert_eq!(groups, ["55p", "5P67s=567s"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn decompose(
    hand: &Hand,
    rules: &RuleSet,
    settings: &Settings<'_>,
) -> Result<Decompositions, QuestionError> {
    let rules = &*ready(hand, rules, settings)?;
    if let Some(quick) = Quick::new(hand, rules, settings) {
        let Listed { list, counts, report } = quick.list();
        return Ok(Decompositions { list, counts, report });
    }
    let asked = Asked::complete(hand, rules, settings)?;
    let found = asked.list()?;
    let list = asked.decompositions(&found);
    Ok(Decompositions { list, counts: found.counts, report: found.report })
}

/// Every winning tile of a hand that waits for one, and every tenpai decomposition.
///
/// # Errors
/// [`QuestionError`] when the hand is not of this rule set or not of 3n+1 concealed tiles, when
/// `visible` holds tiles that cannot be left, and when a solver failed.
///
/// ```
/// use ginga::{Hand, RuleSet, Settings};
/// let galaxy = RuleSet::builtin("galaxy")?;
/// let hand = Hand::parse("23m5p5P", &galaxy)?;
/// let waits = ginga::waits(&hand, &galaxy, &Settings::default())?;
/// assert_eq!(waits.kinds.to_string(), "1m4m");
/// let tiles: String = waits.tiles.iter().map(|wait| wait.tile.to_string()).collect();
/// assert_eq!(tiles, "1m1M4m4M1P4P1S4S");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn waits(
    hand: &Hand,
    rules: &RuleSet,
    settings: &Settings<'_>,
) -> Result<Waits, QuestionError> {
    let rules = sized(hand, rules, SizeWanted::Waiting)?;
    let left = left_unseen(hand, &rules, &settings.visible)?;
    if let Some(quick) = Quick::new(hand, &rules, settings) {
        return Ok(quick.waits(&left));
    }
    let asked = Asked::new(hand, &rules, problems(hand, &rules, Question::Tenpai), settings)?;
    let Found { solutions, counts, mut report } = asked.list()?;
    let decompositions = asked.decompositions_of(&solutions);
    let open = || decompositions.iter().filter_map(Decomposition::open);
    let winning: BTreeSet<Tile> = open().flat_map(|open| open.winning_tiles().iter()).collect();
    let copies = |tile| left.get(&tile).copied().unwrap_or(0);
    let kinds: KindSet = open().flat_map(OpenGroup::holes).map(|hole: &Hole| hole.kind).collect();
    let dead = dead_kinds(hand, &rules, &asked, kinds, &mut report)?;
    let tiles = winning.into_iter().map(|tile| Wait { tile, left: copies(tile) }).collect();
    Ok(Waits { tiles, kinds, dead, decompositions, counts, report })
}

/// Shows each decomposition as it is found, in no particular order: of a complete hand when it has
/// 3n+2 concealed tiles, of a tenpai one when it has 3n+1. The visitor may break off.
///
/// Nothing is kept, so that memory does not grow with the number of decompositions.
///
/// # Errors
/// As [`win`] and [`waits`].
///
/// ```
/// use ginga::{Hand, RuleSet, Settings};
/// use std::ops::ControlFlow;
/// let laizi = RuleSet::builtin("laizi")?;
/// let hand = Hand::parse("123456mjjjjjjjj", &laizi)?; // 194,026 decompositions
/// let mut seen = 0;
/// let report = ginga::visit(&hand, &laizi, &Settings::default(), &mut |_| {
///     seen += 1;
///     if seen < 10 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
/// })?;
/// assert_eq!(seen, 10);
/// assert!(!report.completeness.is_complete());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn visit(
    hand: &Hand,
    rules: &RuleSet,
    settings: &Settings<'_>,
    visitor: &mut dyn FnMut(Decomposition) -> ControlFlow<()>,
) -> Result<Report, QuestionError> {
    let (rules, question) = by_size(hand, rules)?;
    left_unseen(hand, &rules, &settings.visible)?;
    Asked::new(hand, &rules, problems(hand, &rules, question), settings)?.visit(visitor)
}

/// The models of a hand, one for each form that has its size, in the rule set's order: of its
/// complete decompositions when it has 3n+2 concealed tiles, of its tenpai ones when it has 3n+1.
///
/// # Errors
/// [`QuestionError`] when the hand is not of this rule set or has 3n concealed tiles.
///
/// ```
/// use ginga::{Hand, RuleSet};
/// let galaxy = RuleSet::builtin("galaxy")?;
/// let hand = Hand::parse("23m5p5P", &galaxy)?;
/// let models = ginga::models(&hand, &galaxy)?;
/// assert_eq!(models[0].rows().len(), 4);
/// let mut text = String::new();
/// models[0].write_lp(&mut text)?;
/// assert!(text.contains("row_5P"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn models(hand: &Hand, rules: &RuleSet) -> Result<Vec<Problem>, QuestionError> {
    let (rules, question) = by_size(hand, rules)?;
    Ok(problems(hand, &rules, question))
}

/// The question that a hand's size asks, with the rules as the hand plays them.
fn by_size<'r>(
    hand: &Hand,
    rules: &'r RuleSet,
) -> Result<(Cow<'r, RuleSet>, Question), QuestionError> {
    if SizeWanted::Waiting.fits(hand.concealed().total()) {
        Ok((sized(hand, rules, SizeWanted::Waiting)?, Question::Tenpai))
    } else {
        Ok((sized(hand, rules, SizeWanted::Complete)?, Question::Complete))
    }
}

/// The rules as a complete hand plays them, once nothing speaks against the question.
fn ready<'r>(
    hand: &Hand,
    rules: &'r RuleSet,
    settings: &Settings<'_>,
) -> Result<Cow<'r, RuleSet>, QuestionError> {
    let rules = sized(hand, rules, SizeWanted::Complete)?;
    left_unseen(hand, &rules, &settings.visible)?;
    Ok(rules)
}

/// The rules as the hand plays them, if its size suits the question.
fn sized<'r>(
    hand: &Hand,
    rules: &'r RuleSet,
    wanted: SizeWanted,
) -> Result<Cow<'r, RuleSet>, QuestionError> {
    let tiles = hand.concealed().total();
    if !wanted.fits(tiles) {
        return Err(QuestionError::WrongSize { tiles, wanted });
    }
    let called = hand.called().len();
    if tiles / 3 + called > usize::from(rules.melds()) {
        return Err(QuestionError::TooManyMelds {
            concealed: tiles,
            called,
            most: rules.melds(),
            rules: rules.name().to_owned(),
        });
    }
    Ok(hand.admitted_by(rules)?)
}

/// The copies left of each tile, less those seen elsewhere.
fn left_unseen(
    hand: &Hand,
    rules: &RuleSet,
    visible: &TileCounts,
) -> Result<BTreeMap<Tile, u8>, QuestionError> {
    let held = hand.all_tiles();
    for (tile, elsewhere) in visible.iter() {
        let seen = usize::from(held.get(tile)) + usize::from(elsewhere);
        let copies = rules.copies(tile);
        if seen > usize::from(copies) {
            let rules = rules.name().to_owned();
            return Err(QuestionError::TooManyVisible { tile, seen, copies, rules });
        }
    }
    let unseen = |(tile, left): (Tile, u8)| (tile, left.saturating_sub(visible.get(tile)));
    Ok(copies_left(hand, rules).into_iter().map(unseen).collect())
}

/// The kinds that would complete the hand, had a tile been left to fill them.
fn dead_kinds(
    hand: &Hand,
    rules: &RuleSet,
    asked: &Asked<'_>,
    found: KindSet,
    report: &mut Report,
) -> Result<KindSet, QuestionError> {
    let mut dead = KindSet::EMPTY;
    if rules.dead_waits() == DeadWaits::Count {
        return Ok(dead);
    }
    let left = copies_left(hand, rules);
    let present = left.iter().filter(|(_, left)| **left > 0);
    let live =
        present.fold(KindSet::EMPTY, |kinds, (&tile, _)| kinds.union(rules.stands_for(tile)));
    // Where uses are limited, a tile that could be of a kind need not fill a hole of it.
    let known = if rules.limits_wilds() { found } else { live.union(found) };
    for kind in rules.kinds_in_play().without(known).iter() {
        for problem in problems(hand, rules, Question::TenpaiOn(kind)) {
            let exists = asked.exists(&problem, &mut report.work)?;
            match exists {
                Some(true) => dead.insert(kind),
                Some(false) => {}
                None => report.completeness = Completeness::Stopped(StoppedBy::Caller),
            }
        }
    }
    Ok(dead)
}
