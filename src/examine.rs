//! A rule file looked through: its faults, keys that can have no effect, forms that no hand fills.
//!
//! Whether a hand of the tile set has a form is a question for the model and its solvers, so that this
//! stands above them and above the rules.

use crate::columns;
use crate::problem::Problem;
use crate::rules::{
    Form, Pattern, PatternSort, RestSize, RuleSet, RulesError, free_of_contradictions,
};
#[cfg(feature = "ilp")]
use crate::solver::Ilp;
use crate::solver::{Ended, Search, Solver, Stop};
use crate::tile::{KindSet, Suit, Tile};
use std::cell::Cell;
use std::ops::ControlFlow;

/// Reads a rule file as [`RuleSet::from_toml`] does, and finds contradictions as well: keys that can
/// have no effect, forms that no hand of the tile set fills.
///
/// # Errors
/// [`RulesError::Faults`] with every fault, or else every contradiction, each with its place.
///
/// ```
/// let text = ginga::RuleSet::builtin_text("riichi")?.replace("kinds = \"all\" ", "kinds = \"suited\" ");
/// let faults = ginga::examine(&text).unwrap_err().to_string();
/// assert!(faults.contains("thirteen-orphans"), "{faults}");
/// # Ok::<(), ginga::RulesError>(())
/// ```
pub fn examine(text: &str) -> Result<RuleSet, RulesError> {
    free_of_contradictions(text, &may_be_filled)
}

/// How often a solver may ask whether to stop before it has to.
const MOST_LOOKS: u32 = 100;

/// Stops a search that takes too long to be worth it.
struct Patience(Cell<u32>);

impl Stop for Patience {
    fn should_stop(&self) -> bool {
        self.0.set(self.0.get() + 1);
        self.0.get() > MOST_LOOKS
    }
}

/// Whether some hand of the tile set has the form; true as well where that was not found out.
fn may_be_filled(rules: &RuleSet, form: &Form, tiles: usize, called: usize) -> bool {
    if !rules.is_one_suit() {
        return is_filled_under(rules, form, tiles, called);
    }
    // A hand is of one suit; which tiles there are may differ from suit to suit.
    let mut suits = Suit::NUMBERED.into_iter();
    suits.any(|suit| is_filled_under(&rules.narrowed_to(suit), form, tiles, called))
}

/// As [`may_be_filled`], under rules whose hands may have every suit of the set.
fn is_filled_under(rules: &RuleSet, form: &Form, tiles: usize, called: usize) -> bool {
    let rest = |pattern: &Pattern| match pattern.sort {
        PatternSort::Rest { size, least_wilds, .. } => {
            Some((size, usize::from(least_wilds), pattern.kinds))
        }
        PatternSort::Groups(_) => None,
    };
    if let Some((size, least_wilds, kinds)) = form.patterns().iter().find_map(rest)
        && size != RestSize::Exactly(1)
    {
        return rest_may_be_filled(rules, tiles, least_wilds, kinds);
    }
    if rules.lacks_indicator() {
        return true;
    }
    let Some(problem) = columns::problem_of_set(rules, form, tiles, called) else {
        return false;
    };
    // Most forms show a hand at once. Where the search does not end, that too few tiles can be
    // apart is seen by linear programming.
    let solvers: &[&dyn Solver] = &[
        &Search,
        #[cfg(feature = "ilp")]
        &Ilp::default(),
    ];
    let answers = solvers.iter().map(|solver| has_solution(*solver, &problem));
    answers.flatten().next().unwrap_or(true)
}

fn rest_may_be_filled(rules: &RuleSet, tiles: usize, least_wilds: usize, kinds: KindSet) -> bool {
    let reads = |tile: &Tile| {
        let own: KindSet = tile.kind().into_iter().collect();
        let read = rules.stands_for(*tile).union(own).intersection(kinds);
        !read.without(rules.absent()).is_empty()
    };
    let copies = |tile: Tile| usize::from(rules.copies(tile));
    let usable = Tile::all().filter(reads).map(copies).sum::<usize>();
    let wilds = Tile::all().filter(|&tile| rules.is_wild(tile)).map(copies).sum::<usize>();
    usable >= tiles && (wilds >= least_wilds || rules.lacks_indicator())
}

/// Whether a problem has a solution; `None` when that took too long.
fn has_solution(solver: &dyn Solver, problem: &Problem) -> Option<bool> {
    let mut found = false;
    let patience = Patience(Cell::new(0));
    let run = solver.enumerate(problem, &patience, &mut |_| {
        found = true;
        ControlFlow::Break(())
    });
    let exhausted = run.is_ok_and(|run| run.ended == Ended::Exhausted);
    (found || exhausted).then_some(found)
}
