//! Answers that prove themselves: two solvers must agree, and the checker must accept everything.

use super::{
    Acceptance, Discards, Distance, Game, Nearest, QuestionError, Ranked, Settings, SolverChoice,
};
use crate::answer::{Completeness, Decomposition, Decompositions, Report, StoppedBy, Waits, Win};
use crate::check::{CheckFault, check, check_nearest};
use crate::group::Hole;
use crate::hand::Hand;
use crate::objective::Objective;
#[cfg(feature = "ilp")]
use crate::solver::NoGood;
use crate::tile::TileCounts;
use std::num::NonZeroU64;

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

    /// [`Game::distance`], confirmed by a second solver and by checking the nearest wins: of many those that
    /// come first.
    ///
    /// # Errors
    /// As [`Game::verified_win`].
    ///
    /// ```
    /// use ginga::{Game, Settings};
    /// let galaxy = Game::builtin("galaxy")?;
    /// let hand = galaxy.hand("24m6M17p2334s1S")?;
    /// let distance = galaxy.verified_distance(&hand, &Settings::default())?;
    /// assert_eq!(distance, galaxy.distance(&hand)?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn verified_distance(
        &self,
        hand: &Hand,
        settings: &Settings<'_>,
    ) -> Result<Distance, VerifyError> {
        let answer = self.distance_with(hand, settings)?;
        let second = settings.with_solver(second_opinion(&answer.report));
        same_distance(&answer, &self.distance_with(hand, &second)?)?;
        self.accept_nearest(hand, settings)?;
        Ok(answer)
    }

    /// [`Game::acceptance`], confirmed as [`Game::verified_distance`] is.
    ///
    /// # Errors
    /// As [`Game::verified_win`].
    pub fn verified_acceptance(
        &self,
        hand: &Hand,
        settings: &Settings<'_>,
    ) -> Result<Acceptance, VerifyError> {
        let answer = self.acceptance_with(hand, settings)?;
        let second = settings.with_solver(second_opinion(&answer.distance.report));
        same_acceptance(&answer, &self.acceptance_with(hand, &second)?)?;
        self.accept_nearest(hand, settings)?;
        Ok(answer)
    }

    /// [`Game::nearest`], confirmed by a second solver; of many wins those that come first are checked.
    ///
    /// # Errors
    /// As [`Game::verified_win`].
    pub fn verified_nearest(
        &self,
        hand: &Hand,
        settings: &Settings<'_>,
    ) -> Result<Nearest, VerifyError> {
        let answer = self.nearest(hand, settings)?;
        let second = settings.with_solver(second_opinion(&answer.distance.report));
        let second = self.nearest(hand, &second)?;
        same_distance(&answer.distance, &second.distance)?;
        let of = |nearest: &Nearest| Report {
            completeness: nearest.completeness,
            ..nearest.distance.report
        };
        agree(&of(&answer), &of(&second), "the nearest wins", || answer.wins == second.wins)?;
        self.accept_nearest(hand, settings)?;
        Ok(answer)
    }

    /// [`Game::discards`], each confirmed by a second solver; the nearest wins of the hand are checked.
    ///
    /// # Errors
    /// As [`Game::verified_win`].
    pub fn verified_discards(
        &self,
        hand: &Hand,
        settings: &Settings<'_>,
    ) -> Result<Discards, VerifyError> {
        let answer = self.discards_with(hand, settings)?;
        let second = settings.with_solver(second_opinion(&answer.distance.report));
        let second = self.discards_with(hand, &second)?;
        same_distance(&answer.distance, &second.distance)?;
        let reports = [&answer.distance.report, &second.distance.report];
        let whole = answer.completeness().is_complete() && second.completeness().is_complete();
        for (one, other) in answer.list.iter().zip(&second.list).take_while(|_| whole) {
            let same = || {
                (one.tile, one.dead, one.next_copies) == (other.tile, other.dead, other.next_copies)
            };
            agree(reports[0], reports[1], "the discards", same)?;
            same_acceptance(&one.acceptance, &other.acceptance)?;
        }
        self.accept_nearest(hand, settings)?;
        Ok(answer)
    }

    /// Passes the nearest wins through the checker, up to so many, each with one decomposition.
    fn accept_nearest(&self, hand: &Hand, settings: &Settings<'_>) -> Result<(), VerifyError> {
        const MOST_CHECKED: NonZeroU64 = NonZeroU64::new(32).unwrap();
        let limited = Settings { limit: Some(MOST_CHECKED), ..settings.clone() };
        let Nearest { distance, wins, .. } = self.nearest(hand, &limited)?;
        let seen = match settings.strict_visible {
            true => settings.visible.clone(),
            false => TileCounts::EMPTY,
        };
        let one = Settings {
            limit: Some(NonZeroU64::MIN),
            visible: TileCounts::EMPTY,
            accept: None,
            ..settings.clone()
        };
        let solver = distance.report.solver;
        for win in wins {
            let rejected = |fault| VerifyError::Rejected { solver, fault };
            let list = self.decompose_nearest(&win, &one)?;
            if list.list.is_empty() && list.report.completeness.is_complete() {
                return Err(rejected(CheckFault::OtherWin));
            }
            for decomposition in &list.list {
                check_nearest(hand, &win.hand, self.rules(), &seen, decomposition)
                    .map_err(rejected)?;
            }
        }
        Ok(())
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

/// Two distances must be the same, form by form.
fn same_distance(one: &Distance, other: &Distance) -> Result<(), VerifyError> {
    agree(&one.report, &other.report, "the distance", || one.by_form == other.by_form)
}

/// The same distance, and the same tiles that help.
fn same_acceptance(one: &Acceptance, other: &Acceptance) -> Result<(), VerifyError> {
    same_distance(&one.distance, &other.distance)?;
    agree(&one.distance.report, &other.distance.report, "the tiles that help", || {
        (&one.tiles, one.kinds) == (&other.tiles, other.kinds)
    })
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
