//! The questions as functions, for a single hand. Who asks about more than a few makes a
//! [`Game`] and asks that.

use crate::answer::{Decomposition, Decompositions, Report, Waits, Win};
use crate::game::{Discards, Game, QuestionError, Ranked, Settings, VerifyError};
use crate::hand::Hand;
use crate::objective::Objective;
use crate::problem::Problem;
use crate::rules::RuleSet;
use std::ops::ControlFlow;

fn game(rules: &RuleSet) -> Game {
    Game::new(rules.clone())
}

/// Is the hand complete, and in how many decompositions and readings? See [`Game::win_with`].
///
/// # Errors
/// As [`Game::win_with`].
pub fn win(hand: &Hand, rules: &RuleSet, settings: &Settings<'_>) -> Result<Win, QuestionError> {
    game(rules).win_with(hand, settings)
}

/// Every decomposition of a complete hand. See [`Game::decompose_with`].
///
/// # Errors
/// As [`Game::decompose_with`].
pub fn decompose(
    hand: &Hand,
    rules: &RuleSet,
    settings: &Settings<'_>,
) -> Result<Decompositions, QuestionError> {
    game(rules).decompose_with(hand, settings)
}

/// Every winning tile of a hand that waits for one, and every tenpai decomposition. See [`Game::waits_with`].
///
/// # Errors
/// As [`Game::waits_with`].
pub fn waits(
    hand: &Hand,
    rules: &RuleSet,
    settings: &Settings<'_>,
) -> Result<Waits, QuestionError> {
    game(rules).waits_with(hand, settings)
}

/// How far each discard leaves a hand of 3n+2 tiles from a win, best first. See [`Game::discards_with`].
///
/// # Errors
/// As [`Game::discards_with`].
pub fn discards(
    hand: &Hand,
    rules: &RuleSet,
    settings: &Settings<'_>,
) -> Result<Discards, QuestionError> {
    game(rules).discards_with(hand, settings)
}

/// [`win`], confirmed by a second solver and by checking every decomposition. See [`Game::verified_win`].
///
/// # Errors
/// As [`Game::verified_win`].
pub fn verified_win(
    hand: &Hand,
    rules: &RuleSet,
    settings: &Settings<'_>,
) -> Result<Win, VerifyError> {
    game(rules).verified_win(hand, settings)
}

/// [`decompose`], confirmed by a second solver and by checking every decomposition. See [`Game::verified_decompose`].
///
/// # Errors
/// As [`Game::verified_decompose`].
pub fn verified_decompose(
    hand: &Hand,
    rules: &RuleSet,
    settings: &Settings<'_>,
) -> Result<Decompositions, VerifyError> {
    game(rules).verified_decompose(hand, settings)
}

/// [`waits`], confirmed by a second solver and by checking every decomposition. See [`Game::verified_waits`].
///
/// # Errors
/// As [`Game::verified_waits`].
pub fn verified_waits(
    hand: &Hand,
    rules: &RuleSet,
    settings: &Settings<'_>,
) -> Result<Waits, VerifyError> {
    game(rules).verified_waits(hand, settings)
}

/// The decompositions of a hand, best first. See [`Game::ranked`].
///
/// # Errors
/// As [`Game::ranked`].
pub fn ranked(
    hand: &Hand,
    rules: &RuleSet,
    settings: &Settings<'_>,
    objective: &Objective,
) -> Result<Ranked, QuestionError> {
    game(rules).ranked(hand, settings, objective)
}

/// [`ranked`], confirmed by a second solver and by checking every decomposition. See [`Game::verified_ranked`].
///
/// # Errors
/// As [`Game::verified_ranked`].
pub fn verified_ranked(
    hand: &Hand,
    rules: &RuleSet,
    settings: &Settings<'_>,
    objective: &Objective,
) -> Result<Ranked, VerifyError> {
    game(rules).verified_ranked(hand, settings, objective)
}

/// Shows each decomposition as it is found. See [`Game::visit`].
///
/// # Errors
/// As [`Game::visit`].
pub fn visit(
    hand: &Hand,
    rules: &RuleSet,
    settings: &Settings<'_>,
    visitor: &mut dyn FnMut(Decomposition) -> ControlFlow<()>,
) -> Result<Report, QuestionError> {
    game(rules).visit(hand, settings, visitor)
}

/// The models of a hand, one a form. See [`Game::models`].
///
/// # Errors
/// As [`Game::models`].
pub fn models(hand: &Hand, rules: &RuleSet) -> Result<Vec<Problem>, QuestionError> {
    game(rules).models(hand)
}
