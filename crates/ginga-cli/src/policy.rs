//! Which solver answers about a hand.

use super::request::{QuestionRequest, SolverPolicy};
use ginga::{Completeness, Game, Hand, NoGood, QuestionError, Settings, SolverChoice};
use std::num::NonZeroU64;
use std::ops::ControlFlow;

/// Up to how many decompositions the ILP answers.
pub const MOST_BY_ILP: u64 = 2_000;

/// The solver that a request's policy comes to for a hand.
pub fn solver(
    request: &QuestionRequest,
    game: &Game,
    hand: &Hand,
    settings: &Settings<'_>,
) -> Result<SolverChoice, QuestionError> {
    match request.options.solver {
        SolverPolicy::Named(solver) => return Ok(solver),
        SolverPolicy::Fastest => return Ok(SolverChoice::Fastest),
        // It proves the best ones to be so without listing the others.
        _ if request.objective.is_some() => return Ok(SolverChoice::Ilp(NoGood::Bounds)),
        // Nothing is enumerated where no list is wanted.
        _ if request.options.no_list => return Ok(SolverChoice::Fastest),
        // The question itself says that the hand is not of its size.
        _ if hand.size() != Some(request.question.hand_size()) => {
            return Ok(SolverChoice::Fastest);
        }
        SolverPolicy::IlpUpToMany => {}
    }
    let limit = NonZeroU64::new(MOST_BY_ILP);
    let count = Settings { solver: SolverChoice::Search, limit, accept: None, ..settings.clone() };
    let report = game.visit(hand, &count, &mut |_| ControlFlow::Continue(()))?;
    Ok(match report.completeness {
        Completeness::Complete => SolverChoice::Ilp(NoGood::Bounds),
        Completeness::Stopped(_) => SolverChoice::Fastest,
    })
}
