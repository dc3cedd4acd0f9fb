//! Laizi 癞子: tiles that stand for any kind, by face or as jokers.
//!
//! ```text
//! cargo run --example laizi
//! ```

use ginga::notation::parse_kinds;
use ginga::{Hand, Overrides, RuleSet, Settings};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    // Jokers have no face; the rule set takes up to eight.
    let laizi = RuleSet::builtin("laizi")?;
    show("two jokers", "1334444556m34sjj", &laizi)?;

    // This round the 5m is the laizi: a plain 5m may be used as any kind, its own as well.
    let mut round = Overrides::default();
    round.add_wild(parse_kinds("5m")?);
    show("5m is wild", "5m12p99s", &RuleSet::builtin_with("laizi", &round)?)?;

    // Some tables forbid the laizi to be itself.
    round.set("wild.own_kind=false")?;
    show("5m is wild, never itself", "5m46m99s", &RuleSet::builtin_with("laizi", &round)?)?;

    // Red dragons stand for the 27 suited kinds.
    show("hongzhong", "12m55p7z", &RuleSet::builtin("hongzhong")?)?;
    Ok(())
}

/// Prints every decomposition of a complete hand.
fn show(title: &str, text: &str, rules: &RuleSet) -> Result<(), Box<dyn Error>> {
    let hand = Hand::parse(text, rules)?;
    let found = ginga::decompose(&hand, rules, &Settings::default())?;
    let counts = &found.counts;
    println!(
        "{title}: {hand}, {} decompositions, {} readings",
        counts.decompositions(),
        counts.readings()
    );
    for decomposition in &found.list {
        let groups: Vec<String> = decomposition.groups().map(|group| group.to_string()).collect();
        println!("  {}", groups.join("  "));
    }
    Ok(())
}
