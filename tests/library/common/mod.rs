//! What the tests share: a question answered by every solver, with everything checked.

pub mod dlx;
pub mod hands;
pub mod models;

use ginga::notation::parse_kinds;
use ginga::{
    Decompositions, Hand, NoGood, Overrides, RuleSet, Settings, SolverChoice, Stop, Waits, Win,
    check,
};
use std::sync::atomic::{AtomicU64, Ordering};

/// How many of so many random hands or rounds a run goes through: one in eight, so that the README's
/// command is quick; all of them where the environment variable `GINGA_SHARE` is `all`, as in `.ci/run`.
pub fn share(all: usize) -> usize {
    let everything = std::env::var("GINGA_SHARE").is_ok_and(|share| share == "all");
    if everything { all } else { all.div_ceil(8) }
}

/// Says stop after so many looks, however long they take: the same hands are passed over in every run.
pub struct After {
    looks: u64,
    looked: AtomicU64,
}

impl After {
    pub fn new(looks: u64) -> After {
        After { looks, looked: AtomicU64::new(0) }
    }
}

impl Stop for After {
    fn should_stop(&self) -> bool {
        self.looked.fetch_add(1, Ordering::Relaxed) >= self.looks
    }
}

/// All solvers; the ILP comes first.
pub const SOLVERS: [SolverChoice; 3] =
    [SolverChoice::Ilp(NoGood::Bounds), SolverChoice::Search, SolverChoice::Fastest];

/// Assignments such as `melds=5`.
pub fn overrides(set: &[String]) -> Overrides {
    let mut overrides = Overrides::default();
    set.iter().for_each(|assignment| overrides.set(assignment).unwrap());
    overrides
}

/// A built-in rule set with assignments such as `melds=5` and wild kinds.
pub fn rules(name: &str, set: &[String], wild: &str) -> RuleSet {
    let mut overrides = overrides(set);
    overrides.add_wild(parse_kinds(wild).unwrap());
    built_in(name, set, &overrides)
}

/// A built-in rule set with assignments such as `melds=5`, and with tiles turned up.
pub fn rules_turned_up(name: &str, set: &[String], turned_up: &str) -> RuleSet {
    let mut overrides = overrides(set);
    overrides.turn_up(parse_kinds(turned_up).unwrap());
    built_in(name, set, &overrides)
}

fn built_in(name: &str, set: &[String], overrides: &Overrides) -> RuleSet {
    RuleSet::builtin_with(name, overrides).unwrap_or_else(|error| panic!("{name} {set:?}: {error}"))
}

pub fn settings(solver: SolverChoice) -> Settings<'static> {
    Settings { solver, ..Settings::default() }
}

/// The waits of a hand; all solvers agree on all of it and every decomposition passes the check.
pub fn waits(hand: &Hand, rules: &RuleSet) -> Waits {
    let [ilp, others @ ..] = SOLVERS.map(|solver| {
        ginga::waits(hand, rules, &settings(solver))
            .unwrap_or_else(|error| panic!("{hand}: {error}"))
    });
    for other in others {
        let solver = other.report.solver;
        assert_eq!(ilp.tiles, other.tiles, "winning tiles of {hand} by {solver}");
        let kinds = (other.kinds, other.dead);
        assert_eq!((ilp.kinds, ilp.dead), kinds, "kinds of {hand} by {solver}");
        assert_eq!(ilp.decompositions, other.decompositions, "{hand} by {solver}");
        assert_eq!(ilp.counts, other.counts, "counts of {hand} by {solver}");
    }
    for decomposition in &ilp.decompositions {
        check(hand, rules, decomposition)
            .unwrap_or_else(|fault| panic!("{hand}: {decomposition:?}: {fault}"));
    }
    ilp
}

/// The decompositions of a complete hand, with the same guarantees; `win` counts the same.
pub fn decompose(hand: &Hand, rules: &RuleSet) -> Decompositions {
    let [ilp, others @ ..] = SOLVERS.map(|solver| {
        ginga::decompose(hand, rules, &settings(solver))
            .unwrap_or_else(|error| panic!("{hand}: {error}"))
    });
    for other in others {
        assert_eq!(ilp.list, other.list, "{hand} by {}", other.report.solver);
        assert_eq!(ilp.counts, other.counts, "counts of {hand} by {}", other.report.solver);
    }
    for decomposition in &ilp.list {
        check(hand, rules, decomposition)
            .unwrap_or_else(|fault| panic!("{hand}: {decomposition:?}: {fault}"));
    }
    for solver in SOLVERS {
        let win: Win = ginga::win(hand, rules, &settings(solver)).unwrap();
        assert_eq!(win.counts, ilp.counts, "counts of {hand} by win, {}", win.report.solver);
    }
    ilp
}

/// The winning tiles in the compact notation.
pub fn tiles_text(waits: &Waits) -> String {
    let tiles = waits.tiles.iter().map(|wait| wait.tile).collect();
    ginga::notation::write_tiles(&tiles, ginga::notation::RedFives::default())
}
