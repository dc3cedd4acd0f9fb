//! A time means nothing where the answer is wrong: the search answers a sample first.

use crate::args::bench::Task;
use crate::failure::{Failure, OWN_FAULT};
use crate::policy::MOST_BY_ILP;
use ginga::engine::{Engine, PackedHand};
use ginga::{Acceptance, Game, Hand, HandSize, RuleSet, Settings, SolverChoice, Tile};
use std::fmt::Debug;
use std::ops::ControlFlow;

/// Compares the engine's answers to these tasks about one hand with the search's; false when the hand
/// has too many decompositions for the search to go through.
pub fn agree(tasks: &[Task], engine: &Engine, game: &Game, hand: &Hand) -> Result<bool, Failure> {
    let rules = game.rules();
    let packed =
        PackedHand::of(hand).ok_or_else(|| fault(hand, rules, "the engine has no room"))?;
    let Some(visited) = visited(engine, &packed) else { return Ok(false) };
    let settings = Settings { solver: SolverChoice::Search, ..Settings::default() };
    if hand.size() == Some(HandSize::Waiting) {
        let waits = game.waits_with(hand, &settings)?;
        let searched: Vec<Tile> = waits.tiles.iter().map(|wait| wait.tile).collect();
        let found: Vec<Tile> = engine.waits(&packed).tiles().collect();
        same(hand, rules, "the winning tiles", found, searched)?;
        if tasks.contains(&Task::Distance) {
            let searched = far(&game.acceptance_with(hand, &settings)?);
            let found = engine
                .acceptance(&packed)
                .map(|found| (Some(found.distance()), found.tiles().tiles().collect()));
            let found = found.map_or_else(|| game.acceptance(hand).map(|found| far(&found)), Ok)?;
            same(hand, rules, "the distance and the tiles that help", found, searched)?;
        }
        return Ok(true);
    }
    let win = game.win_with(hand, &settings)?;
    let (decompositions, readings) = (win.counts.decompositions(), win.counts.readings());
    same(hand, rules, "a win", engine.is_win(&packed), win.is_win())?;
    same(hand, rules, "decompositions shown", visited, decompositions)?;
    if tasks.contains(&Task::Count) {
        let count = engine.count(&packed);
        same(hand, rules, "decompositions", count.decompositions, decompositions)?;
        same(hand, rules, "readings", count.readings, readings)?;
    }
    Ok(true)
}

/// The distance and the tiles that help.
fn far(found: &Acceptance) -> (Option<u8>, Vec<Tile>) {
    (found.distance.tiles(), found.tiles.iter().map(|wait| wait.tile).collect())
}

/// Compares what a game says of wins or winning tiles with the search; false when the hand has too many
/// decompositions for the search to go through.
pub fn game_agrees(task: Task, game: &Game, hand: &Hand) -> Result<bool, Failure> {
    let settings = Settings { solver: SolverChoice::Search, ..Settings::default() };
    let mut visited = 0;
    let report = game.visit(hand, &settings, &mut |_| {
        visited += 1;
        if visited > MOST_BY_ILP { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })?;
    if !report.completeness.is_complete() {
        return Ok(false);
    }
    if task == Task::Win {
        same(hand, game.rules(), "a win", game.is_win(hand)?, visited > 0)?;
        return Ok(true);
    }
    let waits = game.waits_with(hand, &settings)?;
    let searched: Vec<Tile> = waits.tiles.iter().map(|wait| wait.tile).collect();
    let found: Vec<Tile> = game.winning_tiles(hand)?.tiles().collect();
    same(hand, game.rules(), "the winning tiles", found, searched)?;
    Ok(true)
}

/// How many decompositions the engine shows; `None` for more than the search is asked to go through.
fn visited(engine: &Engine, hand: &PackedHand) -> Option<u128> {
    let mut visited = 0;
    let end = engine.visit(hand, &mut |_| {
        visited += 1;
        if visited > u128::from(MOST_BY_ILP) {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    end.is_continue().then_some(visited)
}

fn same<A: PartialEq + Debug>(
    hand: &Hand,
    rules: &RuleSet,
    what: &str,
    engine: A,
    search: A,
) -> Result<(), Failure> {
    if engine == search {
        return Ok(());
    }
    Err(fault(hand, rules, &format!("{what}: {engine:?} by the engine, {search:?} by the search")))
}

/// A difference, or a hand that should not have been made.
fn fault(hand: &Hand, rules: &RuleSet, what: &str) -> Failure {
    let message = format!("{hand} under {}: {what}", rules.name());
    Failure { code: OWN_FAULT, message, place: None }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [Task; 5] =
        [Task::Win, Task::Waits, Task::Distance, Task::Count, Task::Decompositions];

    #[test]
    fn a_difference_is_a_fault_that_names_the_hand() {
        let [riichi, laizi] = ["riichi", "laizi"].map(|name| Game::builtin(name).unwrap());
        let pairs = riichi.hand("1133557799m1133p").unwrap();
        assert!(agree(&ALL, riichi.engine().unwrap(), &riichi, &pairs).unwrap());
        // An engine of other rules is one that is wrong.
        let failure = agree(&ALL, laizi.engine().unwrap(), &riichi, &pairs).unwrap_err();
        assert_eq!(failure.code, OWN_FAULT);
        assert!(failure.message.starts_with("1133557799m1133p under riichi: a win"), "{failure}");
        let waiting = riichi.hand("133557799m1133p").unwrap();
        let failure = agree(&ALL, laizi.engine().unwrap(), &riichi, &waiting).unwrap_err();
        assert!(failure.message.contains("the winning tiles"), "{failure}");
    }
}
