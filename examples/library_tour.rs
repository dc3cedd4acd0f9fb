//! The library in one go: hands from every source, the questions, the answers' parts.
//!
//! ```text
//! cargo run --example library_tour
//! ```

use ginga::solver::Solver;
use ginga::{
    Direction, Discard, Game, Hand, NoGood, Objective, RuleSet, Settings, SolverChoice, check,
    verified_waits,
};
use std::error::Error;
use std::ops::ControlFlow;

fn main() -> Result<(), Box<dyn Error>> {
    let riichi = RuleSet::builtin("riichi")?;
    let galaxy = RuleSet::builtin("galaxy")?;

    // A hand from the notation, from counts by kind, from the numbers of the 136 tiles.
    let text = Hand::parse("1112345678999m", &riichi)?;
    let counts = Hand::from_counts(&nine_gates(), &riichi)?;
    let ids = Hand::from_ids(&[0, 1, 2, 4, 8, 12, 17, 20, 24, 28, 32, 33, 34], &riichi)?;
    assert_eq!(text, counts);
    assert_eq!(counts.concealed(), ids.concealed());

    // Its waits, confirmed by a second solver and by the checker.
    let waits = verified_waits(&text, &riichi, &Settings::default())?;
    println!("{text} waits on {} in {} ways", waits.kinds, waits.decompositions.len());
    for wait in &waits.tiles {
        println!("  {} with {} left", wait.tile, wait.left);
    }

    // Each solver answers the same problem; the checker knows neither.
    let hand = Hand::parse("224777z14Z", &galaxy)?;
    for solver in [SolverChoice::Ilp(NoGood::Bounds), SolverChoice::Search] {
        let settings = Settings { solver, ..Settings::default() };
        let found = ginga::decompose(&hand, &galaxy, &settings)?;
        for decomposition in &found.list {
            check(&hand, &galaxy, decomposition)?;
        }
        println!("{hand} by {}: {} decompositions", found.report.solver, found.list.len());
    }

    // What to discard from a hand that is far off, blue tiles and all.
    let game = Game::new(galaxy.clone());
    let far = game.hand("24m6M17p2334s1S3z14Z9m")?;
    for Discard { tile, acceptance, .. } in game.discards(&far)?.list.iter().take(3) {
        if let Some(shanten) = acceptance.distance.shanten() {
            println!("{far} without {tile}: {shanten}-shanten, {} tiles help", acceptance.copies());
        }
    }

    // The best decomposition first, proven by ILP.
    let objective = Objective::parse(Direction::Minimize, "wilds")?;
    let ranked = ginga::ranked(&hand, &galaxy, &Settings::default(), &objective)?;
    if let Some((best, wilds)) = ranked.list.first() {
        let groups: Vec<String> = best.groups().map(|group| group.to_string()).collect();
        println!("fewest wild tiles, {wilds}: {}", groups.join(" "));
    }

    // Millions of decompositions pass by without being kept; the visitor breaks off when it likes.
    let laizi = RuleSet::builtin("laizi")?;
    let many = Hand::parse("12345mjjjjjjjj", &laizi)?;
    let mut seen = 0;
    ginga::visit(&many, &laizi, &Settings::default(), &mut |_| {
        seen += 1;
        if seen < 100_000 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    })?;
    println!("{many}: {seen} tenpai decompositions seen");

    // The model itself.
    let model = &ginga::models(&hand, &galaxy)?[0];
    let search = ginga::solver::Search;
    let tally = search.tally(model, &ginga::Unlimited)?;
    println!("{} columns, {} solutions", model.columns().len(), tally.decompositions);
    Ok(())
}

/// 1112345678999m, the nine gates.
fn nine_gates() -> [u8; 34] {
    let mut counts = [0; 34];
    counts[..9].copy_from_slice(&[3, 1, 1, 1, 1, 1, 1, 1, 3]);
    counts
}
