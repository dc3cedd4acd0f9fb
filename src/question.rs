//! The three questions: [`win`], [`decompose`] and [`waits`].

use crate::answer::{
    Completeness, Counts, Decomposition, Decompositions, FormCounts, Report, StoppedBy, Wait,
    Waits, Win,
};
use crate::columns::{Question, copies_left, problems};
use crate::group::{Group, Hole, OpenGroup};
use crate::hand::{Hand, HandError};
use crate::problem::{Content, Problem};
use crate::rules::{DeadWaits, RuleSet};
use crate::solver::{
    Ended, Ilp, NoGood, Search, Solution, Solver, SolverFault, Stop, Tally, Unlimited, Work,
    reading,
};
use crate::tile::{KindSet, Tile, TileCounts};
use std::collections::{BTreeMap, HashSet};
use std::num::NonZeroU64;
use std::ops::ControlFlow;
use std::sync::Arc;

/// Which solver answers.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum SolverChoice {
    /// The ILP up to [`AUTO_ILP_LIMIT`] decompositions, as a native count says; beyond, a native
    /// solver.
    #[default]
    Auto,
    /// The ILP, with this way to forbid what it found.
    Ilp(NoGood),
    /// The exact-cover search.
    Search,
}

/// Up to how many decompositions [`SolverChoice::Auto`] takes the ILP.
pub const AUTO_ILP_LIMIT: u128 = 2_000;

/// How a question is to be answered.
///
/// ```
/// use ginga::{Settings, SolverChoice};
/// let settings = Settings { solver: SolverChoice::Search, ..Settings::default() };
/// assert!(settings.limit.is_none());
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
}

impl Default for Settings<'_> {
    fn default() -> Self {
        let visible = TileCounts::EMPTY;
        Settings { solver: SolverChoice::Auto, limit: None, visible, stop: &Unlimited }
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
            SizeWanted::Complete => "win and decompose take 3n+2 (2, 5, 8, 11, 14 …)",
            SizeWanted::Waiting => "waits takes 3n+1 (1, 4, 7, 10, 13 …)",
        })
    }
}

/// Which question takes so many tiles, or what to do when none does.
fn other_question(tiles: usize, wanted: &SizeWanted) -> &'static str {
    match (tiles % 3, wanted) {
        (1, SizeWanted::Complete) => "; `waits` answers for this number",
        (2, SizeWanted::Waiting) => "; `win` and `decompose` answer for this number",
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
    let rules = sized(hand, rules, SizeWanted::Complete)?;
    left_unseen(hand, &rules, &settings.visible)?;
    let asked = Asked::new(problems(hand, &rules, Question::Complete), settings)?;
    let (counts, report) = match settings.limit {
        None => asked.tally()?,
        Some(_) => {
            let found = asked.list()?;
            (found.counts, found.report)
        }
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
    let rules = sized(hand, rules, SizeWanted::Complete)?;
    left_unseen(hand, &rules, &settings.visible)?;
    let asked = Asked::new(problems(hand, &rules, Question::Complete), settings)?;
    let found = asked.list()?;
    Ok(Decompositions {
        list: found.decompositions(hand, &asked.problems),
        counts: found.counts,
        report: found.report,
    })
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
    let asked = Asked::new(problems(hand, &rules, Question::Tenpai), settings)?;
    let mut found = asked.list()?;
    let decompositions = found.decompositions(hand, &asked.problems);
    let open = || decompositions.iter().filter_map(Decomposition::open);
    let winning: std::collections::BTreeSet<Tile> =
        open().flat_map(|open| open.winning_tiles().iter()).collect();
    let copies = |tile| left.get(&tile).copied().unwrap_or(0);
    let kinds = open().flat_map(OpenGroup::holes).map(|hole: &Hole| hole.kind).collect();
    let dead = dead_kinds(hand, &rules, &asked, &mut found.report)?;
    Ok(Waits {
        tiles: winning.into_iter().map(|tile| Wait { tile, left: copies(tile) }).collect(),
        kinds,
        dead,
        decompositions,
        counts: found.counts,
        report: found.report,
    })
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
    let waiting = SizeWanted::Waiting.fits(hand.concealed().total());
    let (wanted, question) = if waiting {
        (SizeWanted::Waiting, Question::Tenpai)
    } else {
        (SizeWanted::Complete, Question::Complete)
    };
    let rules = sized(hand, rules, wanted)?;
    Ok(problems(hand, &rules, question))
}

/// The rules as the hand plays them, if its size suits the question.
fn sized<'r>(
    hand: &Hand,
    rules: &'r RuleSet,
    wanted: SizeWanted,
) -> Result<std::borrow::Cow<'r, RuleSet>, QuestionError> {
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
    for kind in rules.kinds_in_play().iter().filter(|&kind| !live.contains(kind)) {
        for problem in problems(hand, rules, Question::TenpaiOn(kind)) {
            let (exists, work) = asked.solver.exists(&problem, asked.settings.stop)?;
            report.work += work;
            match exists {
                Some(true) => dead.insert(kind),
                Some(false) => {}
                None => report.completeness = Completeness::Stopped(StoppedBy::Caller),
            }
        }
    }
    Ok(dead)
}

/// The problems of a question with the solver that answers them.
struct Asked<'a> {
    problems: Vec<Problem>,
    settings: &'a Settings<'a>,
    solver: Box<dyn Solver>,
    /// What choosing the solver cost.
    work: Work,
}

/// Solutions found, in canonical order, each with the place of its problem.
struct Found {
    solutions: Vec<(usize, Solution)>,
    counts: Counts,
    report: Report,
}

impl<'a> Asked<'a> {
    fn new(problems: Vec<Problem>, settings: &'a Settings<'a>) -> Result<Self, SolverFault> {
        let mut work = Work::default();
        let solver: Box<dyn Solver> = match settings.solver {
            SolverChoice::Ilp(no_good) => Box::new(Ilp::new(no_good)),
            SolverChoice::Search => Box::new(Search),
            SolverChoice::Auto => {
                let mut total = 0;
                for problem in &problems {
                    let tally = Search.count_up_to(problem, AUTO_ILP_LIMIT + 1, settings.stop)?;
                    work += tally.1;
                    total += tally.0;
                }
                if total > AUTO_ILP_LIMIT { Box::new(Search) } else { Box::new(Ilp::default()) }
            }
        };
        Ok(Asked { problems, settings, solver, work })
    }

    fn report(&self) -> Report {
        Report {
            solver: self.solver.name(),
            completeness: Completeness::Complete,
            rows: self.problems.iter().map(|problem| problem.rows().len()).sum(),
            columns: self.problems.iter().map(|problem| problem.columns().len()).sum(),
            work: self.work,
        }
    }

    /// Counts without keeping a list.
    fn tally(&self) -> Result<(Counts, Report), SolverFault> {
        let mut report = self.report();
        let mut by_form = Vec::new();
        for problem in &self.problems {
            let Tally { decompositions, readings, run } =
                self.solver.tally(problem, self.settings.stop)?;
            report.work += run.work;
            if run.ended != Ended::Exhausted {
                report.completeness = Completeness::Stopped(StoppedBy::Caller);
            }
            let form = problem.form().clone();
            by_form.push(FormCounts { form, decompositions, readings });
        }
        Ok((Counts::new(by_form), report))
    }

    /// Lists the solutions of all forms, up to the limit.
    fn list(&self) -> Result<Found, SolverFault> {
        let mut report = self.report();
        let mut solutions: Vec<(usize, Solution)> = Vec::new();
        let mut by_form = Vec::new();
        let limit = self.settings.limit.map_or(u64::MAX, NonZeroU64::get);
        let room = |found: usize| (found as u64) < limit;
        for (place, problem) in self.problems.iter().enumerate() {
            let before = solutions.len();
            let run = self.solver.enumerate(problem, self.settings.stop, &mut |solution| {
                // One more than the limit proves that the limit cut something off.
                if !room(solutions.len()) {
                    return ControlFlow::Break(());
                }
                solutions.push((place, solution));
                ControlFlow::Continue(())
            })?;
            report.work += run.work;
            match run.ended {
                Ended::Exhausted => {}
                Ended::ByVisitor => report.completeness = Completeness::Stopped(StoppedBy::Limit),
                Ended::ByStop => report.completeness = Completeness::Stopped(StoppedBy::Caller),
            }
            let of_form = &mut solutions[before..];
            of_form.sort_unstable();
            let readings: HashSet<_> =
                of_form.iter().map(|(_, solution)| reading(problem, solution)).collect();
            by_form.push(FormCounts {
                form: problem.form().clone(),
                decompositions: of_form.len() as u128,
                readings: readings.len() as u128,
            });
        }
        Ok(Found { solutions, counts: Counts::new(by_form), report })
    }
}

impl Found {
    /// The solutions as decompositions of the hand.
    fn decompositions(&self, hand: &Hand, problems: &[Problem]) -> Vec<Decomposition> {
        let called: Vec<Arc<Group>> = hand.called().cloned().map(Arc::new).collect();
        let decomposition = |(place, solution): &(usize, Solution)| {
            let problem = &problems[*place];
            let mut groups = Vec::with_capacity(solution.columns().len() + called.len());
            let mut open = None;
            for &id in solution.columns() {
                match problem.column_at(id).content() {
                    Content::Complete(group) => groups.push(group.clone()),
                    Content::Open(group) => open = Some(group.clone()),
                }
            }
            groups.extend(called.iter().cloned());
            Decomposition::new(problem.form().clone(), groups, open)
        };
        self.solutions.iter().map(decomposition).collect()
    }
}
