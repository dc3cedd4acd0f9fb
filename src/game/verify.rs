//! Answers that prove themselves: two solvers must agree, and the checker must accept everything.

use super::{Discards, Game, QuestionError, Ranked, Settings, SolverChoice};
use crate::answer::{Completeness, Decomposition, Decompositions, Report, StoppedBy, Waits, Win};
use crate::check::{CheckFault, check};
use crate::group::Hole;
use crate::hand::Hand;
use crate::objective::Objective;
#[cfg(feature = "ilp")]
use crate::solver::NoGood;
use crate::tile::Tile;

/// Why an answer could not be verified.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum VerifyError {
    /// The question has no answer at all.
    #[error(transparent)]
    Question(#[from] QuestionError),
    /// The solvers differ.
    #[error("the solvers {} and {} differ on {what}", .solvers[0], .solvers[1])]
    Differ {
        /// The two solvers.
        solvers: [&'static str; 2],
        /// In what they differ.
        what: &'static str,
    },
    /// The checker rejects a decomposition.
    #[error("the checker rejects a decomposition of solver {solver}: {fault}")]
    Rejected {
        /// The solver that listed it.
        solver: &'static str,
        /// Why.
        fault: CheckFault,
    },
}

/// The solver to compare an answer with: the search, and with the search the ILP. A build without the
/// ILP compares the search with the engine, where that serves.
fn second_opinion(report: &Report) -> SolverChoice {
    #[cfg(feature = "ilp")]
    const BESIDE_SEARCH: SolverChoice = SolverChoice::Ilp(NoGood::Bounds);
    #[cfg(not(feature = "ilp"))]
    const BESIDE_SEARCH: SolverChoice = SolverChoice::Fastest;
    if report.solver == "search" { BESIDE_SEARCH } else { SolverChoice::Search }
}

impl Game {
    /// [`Game::win`], confirmed by a second solver and by checking every decomposition.
    ///
    /// # Errors
    /// [`VerifyError`]; a difference between runs that were cut short is none.
    pub fn verified_win(&self, hand: &Hand, settings: &Settings<'_>) -> Result<Win, VerifyError> {
        let answer = self.win_with(hand, settings)?;
        let second = settings.with_solver(second_opinion(&answer.report));
        let (counts, report) = if settings.no_list {
            let second = self.win_with(hand, &second)?;
            (second.counts, second.report)
        } else {
            let list = self.decompose_with(hand, &second)?;
            self.accept(hand, &list.list, &list.report)?;
            (list.counts, list.report)
        };
        let what = "the number of decompositions";
        agree_on_all(settings, &answer.report, &report, what, || answer.counts == counts)?;
        Ok(answer)
    }

    /// [`Game::decompose`], confirmed by a second solver and by checking every decomposition.
    ///
    /// # Errors
    /// As [`Game::verified_win`].
    pub fn verified_decompose(
        &self,
        hand: &Hand,
        settings: &Settings<'_>,
    ) -> Result<Decompositions, VerifyError> {
        let answer = self.decompose_with(hand, settings)?;
        self.accept(hand, &answer.list, &answer.report)?;
        let second = settings.with_solver(second_opinion(&answer.report));
        let second = self.decompose_with(hand, &second)?;
        agree(&answer.report, &second.report, "the decompositions", || answer.list == second.list)?;
        let what = "the counts";
        agree_on_all(settings, &answer.report, &second.report, what, || {
            answer.counts == second.counts
        })?;
        Ok(answer)
    }

    /// [`Game::ranked`], confirmed by a second solver and by checking every decomposition.
    ///
    /// # Errors
    /// As [`Game::verified_win`].
    pub fn verified_ranked(
        &self,
        hand: &Hand,
        settings: &Settings<'_>,
        objective: &Objective,
    ) -> Result<Ranked, VerifyError> {
        let answer = self.ranked(hand, settings, objective)?;
        let list = answer.list.iter().map(|(decomposition, _)| decomposition);
        self.accept(hand, list, &answer.report)?;
        let second = settings.with_solver(second_opinion(&answer.report));
        let second = self.ranked(hand, &second, objective)?;
        agree(&answer.report, &second.report, "the order", || answer.list == second.list)?;
        Ok(answer)
    }

    /// [`Game::waits`], confirmed by a second solver and by checking every decomposition.
    ///
    /// # Errors
    /// As [`Game::verified_win`].
    pub fn verified_waits(
        &self,
        hand: &Hand,
        settings: &Settings<'_>,
    ) -> Result<Waits, VerifyError> {
        let answer = self.waits_with(hand, settings)?;
        match settings.accept {
            None => self.accept(hand, &answer.decompositions, &answer.report)?,
            // The checker does not know the rule, which drops holes and tiles: it sees what the tiles
            // make without the rule, and of that the answer must be a part.
            Some(_) => {
                let without_rule = Settings { accept: None, ..settings.clone() };
                let all = self.waits_with(hand, &without_rule)?;
                self.accept(hand, &all.decompositions, &all.report)?;
                let mut found = answer.decompositions.iter();
                let is_part = || found.all(|found| is_among(found, &all.decompositions));
                agree(&answer.report, &all.report, "what the rule leaves", is_part)?;
            }
        }
        let second = settings.with_solver(second_opinion(&answer.report));
        let second = self.waits_with(hand, &second)?;
        agree(&answer.report, &second.report, "the tenpai decompositions", || {
            answer.decompositions == second.decompositions
        })?;
        agree_on_all(settings, &answer.report, &second.report, "the winning tiles", || {
            (&answer.tiles, answer.kinds, answer.dead) == (&second.tiles, second.kinds, second.dead)
        })?;
        agree_on_all(settings, &answer.report, &second.report, "the counts", || {
            answer.counts == second.counts
        })?;
        Ok(answer)
    }

    /// [`Game::discards`], the waits that each leaves confirmed by a second solver and by checking every
    /// decomposition.
    ///
    /// # Errors
    /// As [`Game::verified_win`].
    pub fn verified_discards(
        &self,
        hand: &Hand,
        settings: &Settings<'_>,
    ) -> Result<Discards, VerifyError> {
        let answer = self.discards_with(hand, settings)?;
        for discard in &answer.list {
            let rest = self.checked(hand.without(discard.tile));
            let waits = self.verified_waits(&rest, settings)?;
            let distance = &discard.acceptance.distance;
            agree(&distance.report, &waits.report, "the waits after a discard", || {
                let is_left = |tile| tile != discard.tile || self.left(hand, tile) > 0;
                let waits = waits.tiles.iter().map(|wait| wait.tile).filter(|&tile| is_left(tile));
                let helping = discard.acceptance.tiles.iter().map(|wait| wait.tile);
                match distance.tiles() {
                    Some(1) => waits.eq(helping),
                    _ => waits.count() == 0,
                }
            })?;
        }
        Ok(answer)
    }

    /// How many copies of a tile the hand leaves.
    fn left(&self, hand: &Hand, tile: Tile) -> u8 {
        self.prepared(hand).wall.unseen(hand).copies(tile)
    }

    /// Passes every decomposition through the checker.
    fn accept<'d>(
        &self,
        hand: &Hand,
        decompositions: impl IntoIterator<Item = &'d Decomposition>,
        report: &Report,
    ) -> Result<(), VerifyError> {
        decompositions.into_iter().try_for_each(|decomposition| {
            check(hand, self.rules(), decomposition)
                .map_err(|fault| VerifyError::Rejected { solver: report.solver, fault })
        })
    }
}

/// Whether a tenpai decomposition is one of these but for holes and tiles that it lacks.
fn is_among(found: &Decomposition, all: &[Decomposition]) -> bool {
    all.iter().any(|other| {
        let (Some(open), Some(whole)) = (found.partial(), other.partial()) else { return false };
        let has_hole = |hole: &Hole| {
            let same = |other: &&Hole| other.kind == hole.kind && other.shape == hole.shape;
            let other = whole.holes().iter().find(same);
            other.is_some_and(|other| hole.tiles.iter().all(|tile| other.tiles.contains(tile)))
        };
        found.form() == other.form()
            && found.groups().eq(other.groups())
            && open.slots() == whole.slots()
            && open.holes().iter().all(has_hole)
    })
}

/// Two complete answers must be the same; of incomplete ones nothing can be said.
fn agree(
    one: &Report,
    other: &Report,
    what: &'static str,
    same: impl FnOnce() -> bool,
) -> Result<(), VerifyError> {
    let both_complete = one.completeness.is_complete() && other.completeness.is_complete();
    if both_complete && !same() {
        return Err(VerifyError::Differ { solvers: [one.solver, other.solver], what });
    }
    Ok(())
}

/// As [`agree`], for what a limit does not cut: where the caller has no rule of its own, it cuts the list
/// alone.
fn agree_on_all(
    settings: &Settings<'_>,
    one: &Report,
    other: &Report,
    what: &'static str,
    same: impl FnOnce() -> bool,
) -> Result<(), VerifyError> {
    let whole = |report: &Report| match report.completeness {
        Completeness::Stopped(StoppedBy::Limit) => settings.accept.is_none(),
        completeness => completeness.is_complete(),
    };
    if whole(one) && whole(other) && !same() {
        return Err(VerifyError::Differ { solvers: [one.solver, other.solver], what });
    }
    Ok(())
}
