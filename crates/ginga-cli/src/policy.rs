//! What `--solver auto` means where one hand is asked about: the ILP for all but large answers.

use super::args::{AnswerArgs, NoGoodName, SolverName};
use super::failure::Failure;
use ginga::{Completeness, Game, Hand, NoGood, Settings, SolverChoice};
use std::num::NonZeroU64;
use std::ops::ControlFlow;

/// Up to how many decompositions the ILP answers.
pub const MOST_BY_ILP: u64 = 2_000;

/// What `auto` stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Auto {
    /// The ILP up to [`MOST_BY_ILP`] decompositions, as the search counts them; beyond, the fastest.
    IlpUpToMany,
    /// The fastest: many hands are asked about.
    Fastest,
}

/// The solver that answers about a hand.
pub fn solver(
    game: &Game,
    hand: &Hand,
    settings: &Settings<'_>,
    options: &AnswerArgs,
    auto: Auto,
) -> Result<SolverChoice, Failure> {
    let named = options.solver != SolverName::Auto || options.no_good == NoGoodName::Rows;
    if named || auto == Auto::Fastest {
        return Ok(settings.solver);
    }
    let limit = NonZeroU64::new(MOST_BY_ILP);
    let count = Settings { solver: SolverChoice::Search, limit, accept: None, ..settings.clone() };
    let report = game.visit(hand, &count, &mut |_| ControlFlow::Continue(()))?;
    Ok(match report.completeness {
        Completeness::Complete => SolverChoice::Ilp(NoGood::Bounds),
        Completeness::Stopped(_) => SolverChoice::Fastest,
    })
}
