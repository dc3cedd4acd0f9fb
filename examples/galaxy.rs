//! Galaxy hands with their waits: a set of tricky ones, or those given as arguments.
//!
//! ```text
//! cargo run --release --example galaxy
//! cargo run --release --example galaxy 23m5p5P 4M
//! ```

use ginga::{Decomposition, Hand, NoGood, RuleSet, Settings, SolverChoice};
use std::process::ExitCode;

/// Hands in which the blue tiles matter, each with what is worth a look.
const HANDS: [(&str, &str); 8] = [
    ("1m1M23m4M56p456s3Z4z4Z", "three blue numbers, three ways to use the blue 1"),
    ("23m5p5P", "an ordinary two-sided wait, seen from both suits"),
    ("4M", "one blue tile alone waits as three kinds"),
    ("7P11s6S", "two blue tiles make one run, in any suit"),
    ("6p6P66s", "a pair in one suit or in the other"),
    ("11m1M33p55s114477z", "seven pairs: the third 1 completes another suit's pair"),
    ("19M1p9P9s1357z2467Z", "thirteen orphans with blue honours"),
    ("123456789M1234Z", "all blue: nine numbers, four winds"),
];

fn main() -> ExitCode {
    let rules = match RuleSet::builtin("galaxy") {
        Ok(rules) => rules,
        Err(error) => return fail(&error.to_string()),
    };
    let given: Vec<String> = std::env::args().skip(1).collect();
    let hands: Vec<(&str, &str)> = if given.is_empty() {
        HANDS.to_vec()
    } else {
        given.iter().map(|hand| (hand.as_str(), "")).collect()
    };
    for (text, remark) in hands {
        if let Err(message) = show(text, remark, &rules) {
            return fail(&format!("{text}: {message}"));
        }
    }
    ExitCode::SUCCESS
}

fn fail(message: &str) -> ExitCode {
    eprintln!("error: {message}");
    ExitCode::from(2)
}

/// Prints the waits of a hand and some of its decompositions.
fn show(text: &str, remark: &str, rules: &RuleSet) -> Result<(), Box<dyn std::error::Error>> {
    const SHOWN: usize = 4;
    let hand = Hand::parse(text, rules)?;
    // The integer program answers, as it was first meant to: solved again and again, each solution cut off.
    let solver = SolverChoice::Ilp(NoGood::Bounds);
    let found = ginga::waits(&hand, rules, &Settings { solver, ..Settings::default() })?;
    println!("{hand}  {remark}");
    let tiles: Vec<String> =
        found.tiles.iter().map(|wait| format!("{}×{}", wait.tile, wait.left)).collect();
    if tiles.is_empty() {
        println!("  not tenpai\n");
        return Ok(());
    }
    println!("  waits  {}", tiles.join(" "));
    let kinds: Vec<String> = found.kinds.iter().map(|kind| kind.to_string()).collect();
    println!("  kinds  {}", kinds.join(" "));
    for decomposition in found.decompositions.iter().take(SHOWN) {
        println!("    {}", line(decomposition));
    }
    if let Some(more) = found.decompositions.len().checked_sub(SHOWN + 1) {
        println!("    … and {} more", more + 1);
    }
    println!();
    Ok(())
}

/// Groups side by side, the open one in square brackets.
fn line(decomposition: &Decomposition) -> String {
    let groups = decomposition.groups().map(|group| format!("({group})"));
    let open = decomposition.partial().map(|open| format!("[{open}]"));
    groups.chain(open).collect::<Vec<_>>().join(" ")
}
