//! Any text as a rule file with any overrides: the reader finds its faults without a panic, and
//! a rule set that loads answers small hands, the solvers agreeing and the checker content.
//!
//! A line `--rules NAME` starts from a built-in file, `--set KEY=VALUE` and `--wild KINDS` are
//! overrides as on the command line; all other lines are the file.

#![no_main]

use ginga::notation::parse_kinds;
use ginga::{
    Hand, HandSize, NoGood, Overrides, QuestionError, RuleSet, RulesError, Settings, SolverChoice,
    Stop, Tile, VerifyError, verified_decompose, verified_waits, verified_win,
};
use libfuzzer_sys::fuzz_target;
use std::num::NonZeroU64;
use std::sync::atomic::{AtomicU32, Ordering};

/// Ends a run after so many polls; without a clock the same input always does the same.
struct Patience(AtomicU32);

impl Stop for Patience {
    fn should_stop(&self) -> bool {
        self.0.fetch_add(1, Ordering::Relaxed) >= 2_000
    }
}

fuzz_target!(|data: &[u8]| {
    let text = String::from_utf8_lossy(data);
    match load(&text) {
        Ok(rules) => questions(&rules, data),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
});

fn load(text: &str) -> Result<RuleSet, RulesError> {
    let mut file = String::new();
    let mut builtin = None;
    let mut overrides = Overrides::default();
    for line in text.lines() {
        if let Some(name) = line.strip_prefix("--rules ") {
            builtin = Some(name);
        } else if let Some(assignment) = line.strip_prefix("--set ") {
            overrides.set(assignment)?;
        } else if let Some(kinds) = line.strip_prefix("--wild ") {
            overrides.add_wild(parse_kinds(kinds).unwrap_or_default());
        } else {
            file.push_str(line);
            file.push('\n');
        }
    }
    match builtin {
        Some(name) => RuleSet::builtin_with(name, &overrides),
        None => RuleSet::from_toml(&file, &overrides),
    }
}

/// Hands of one to five tiles, from the first tiles of the set and from its last ones; one input in
/// sixteen is asked of the ILP first, which is slower.
fn questions(rules: &RuleSet, data: &[u8]) {
    let drawn = Tile::all().flat_map(|tile| std::iter::repeat_n(tile, rules.copies(tile).into()));
    let drawn: Vec<Tile> = drawn.collect();
    let sum = data.iter().fold(0u8, |sum, &byte| sum.wrapping_mul(31).wrapping_add(byte));
    let size = [1, 2, 4, 5][usize::from(sum % 4)].min(drawn.len());
    let solver = match sum / 4 % 16 {
        0 => SolverChoice::Ilp(NoGood::Bounds),
        _ => SolverChoice::Search,
    };
    let step = 1 + usize::from(sum) % 5;
    let hands = [
        drawn.iter().copied().step_by(step).take(size).collect::<Vec<_>>(),
        drawn.iter().copied().rev().step_by(step).take(size).collect(),
    ];
    for tiles in hands {
        // A set of one suit, or too few tiles, may not have this hand.
        let Ok(hand) = Hand::from_tiles(tiles, rules) else { continue };
        answer(&hand, rules, solver);
    }
}

fn answer(hand: &Hand, rules: &RuleSet, solver: SolverChoice) {
    let patience = Patience(AtomicU32::new(0));
    let limit = NonZeroU64::new(40);
    let settings = Settings { solver, limit, stop: &patience, ..Settings::default() };
    let answered = if solver == SolverChoice::Search {
        quick(hand, rules, &settings).map_err(VerifyError::from)
    } else {
        verified(hand, rules, &settings)
    };
    match answered {
        Ok(()) | Err(VerifyError::Question(QuestionError::WrongSize { .. })) => {}
        Err(VerifyError::Question(QuestionError::TooManyMelds { .. })) => {}
        Err(error) => panic!("{hand}: {error}"),
    }
}

/// Both solvers.
fn verified(hand: &Hand, rules: &RuleSet, settings: &Settings<'_>) -> Result<(), VerifyError> {
    if hand.size() == Some(HandSize::Complete) {
        verified_win(hand, rules, settings)?;
        verified_decompose(hand, rules, settings)?;
    } else {
        verified_waits(hand, rules, settings)?;
    }
    Ok(())
}

/// The search alone.
fn quick(hand: &Hand, rules: &RuleSet, settings: &Settings<'_>) -> Result<(), QuestionError> {
    let found = if hand.size() == Some(HandSize::Complete) {
        ginga::decompose(hand, rules, settings)?.list
    } else {
        ginga::waits(hand, rules, settings)?.decompositions
    };
    for decomposition in &found {
        ginga::check(hand, rules, decomposition)
            .unwrap_or_else(|fault| panic!("{hand}: {decomposition:?}: {fault}"));
    }
    Ok(())
}
