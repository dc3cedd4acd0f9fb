//! Does the ILP's time for a solution grow with their number? SideConstraint by side in one run: the ILP with
//! both forms of no-good and the search, on hands with about 20 to 20,000 decompositions.
//!
//! `cargo bench` prints the table of the README. Each figure is the median of several runs; nothing
//! passes or fails by time.

use ginga::{Hand, NoGood, RuleSet, Settings, SolverChoice};
use std::time::{Duration, Instant};

/// Rule set and hand, by growing number of decompositions.
const HANDS: [(&str, &str); 5] = [
    ("laizi", "2233445m55567sjj"),
    ("laizi", "123456m45p78sjjjj"),
    ("laizi", "12345m45p7sjjjjjj"),
    ("galaxy", "1234567M1234567P"),
    ("laizi", "234m34p45sjjjjjjj"),
];

/// The textbook no-good ends in reasonable time up to here.
const MOST_ROWS: u128 = 250;

const RUNS: usize = 5;

fn main() {
    println!(
        "| hand | decompositions | ilp, rows | ilp, bounds | search | ilp, bounds: a second |"
    );
    println!("|---|--:|--:|--:|--:|--:|");
    for (name, text) in HANDS {
        let rules = RuleSet::builtin(name).expect("a built-in rule set");
        let hand = Hand::parse(text, &rules).expect("a hand of the rule set");
        let (count, search) = measure(&hand, &rules, SolverChoice::Search);
        let (by_bounds, bounds) = measure(&hand, &rules, SolverChoice::Ilp(NoGood::Bounds));
        assert_eq!(count, by_bounds, "the solvers differ on {text}");
        let rows = (count <= MOST_ROWS).then(|| {
            let (by_rows, rows) = measure(&hand, &rules, SolverChoice::Ilp(NoGood::Rows));
            assert_eq!(count, by_rows, "the forms of no-good differ on {text}");
            rows
        });
        let rate = count as f64 / bounds.as_secs_f64();
        println!(
            "| `{text}` ({name}) | {count} | {} | {} | {} | {rate:.0} |",
            rows.map_or("–".to_owned(), milliseconds),
            milliseconds(bounds),
            milliseconds(search),
        );
    }
    let rules = RuleSet::builtin("galaxy").expect("a built-in rule set");
    let hand = Hand::parse("1m1M23m4M56p456s3Z4z4Z", &rules).expect("a hand of the rule set");
    let settings = Settings { solver: SolverChoice::Ilp(NoGood::Bounds), ..Settings::default() };
    let waits = median(|| {
        drop(ginga::waits(&hand, &rules, &settings).expect("an answer"));
    });
    println!("\nWaits of `{hand}` by ILP: {}", milliseconds(waits));
}

/// The number of decompositions and the median time to list them.
fn measure(hand: &Hand, rules: &RuleSet, solver: SolverChoice) -> (u128, Duration) {
    let settings = Settings { solver, ..Settings::default() };
    let mut count = 0;
    let time = median(|| {
        let found = ginga::decompose(hand, rules, &settings).expect("an answer");
        count = found.counts.decompositions();
    });
    (count, time)
}

fn median(mut run: impl FnMut()) -> Duration {
    let mut times: Vec<Duration> = (0..RUNS)
        .map(|_| {
            let start = Instant::now();
            run();
            start.elapsed()
        })
        .collect();
    times.sort_unstable();
    times[RUNS / 2]
}

fn milliseconds(time: Duration) -> String {
    format!("{:.1} ms", time.as_secs_f64() * 1e3)
}
