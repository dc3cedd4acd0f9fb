//! A rule file of one's own, and a rule that no file can say: a closure that accepts or rejects
//! each decomposition.
//!
//! ```text
//! cargo run --example custom_rules
//! ```

use ginga::{Decomposition, GroupType, Hand, Overrides, RuleSet, Settings};
use std::error::Error;

const HOUSE_RULES: &str = include_str!("house_rules.toml");

fn main() -> Result<(), Box<dyn Error>> {
    let rules = RuleSet::from_toml(HOUSE_RULES, &Overrides::default())?;
    println!("{}: {}", rules.name(), rules.summary());

    // The pair must be a 2, 5 or 8: the blue 5m may be the other 5p, the lone 3s may not wait.
    for text in ["123m456p789s5M", "123m456p789s3s", "1122m3344p5566s7M"] {
        let hand = Hand::parse(text, &rules)?;
        let waits = ginga::waits(&hand, &rules, &Settings::default())?;
        println!("{hand} waits on {}", kinds_or_nothing(&waits));
    }

    // A fault in a file is told with its line and column.
    let broken = HOUSE_RULES.replace("plain = 3", "plane = 3");
    if let Err(error) = RuleSet::from_toml(&broken, &Overrides::default()) {
        println!("{error}");
    }

    // At this table a hand of triplets alone does not win. The rule sees complete decompositions
    // only, those of a waiting hand as each winning tile completes them.
    let has_a_run = |decomposition: &Decomposition| {
        decomposition.form() != "standard"
            || decomposition.groups().any(|group| group.group_type() == GroupType::Run)
    };
    let hand = Hand::parse("111222333m55p", &rules)?;
    let all = ginga::win(&hand, &rules, &Settings::default())?;
    let settings = Settings { accept: Some(&has_a_run), ..Settings::default() };
    let accepted = ginga::win(&hand, &rules, &settings)?;
    println!(
        "{hand} wins in {} ways, {} of them with a run",
        all.counts.decompositions(),
        accepted.counts.decompositions()
    );
    let hand = Hand::parse("111222m55p34s", &rules)?;
    let waits = ginga::waits(&hand, &rules, &settings)?;
    println!("{hand} waits on {} with a run", kinds_or_nothing(&waits));
    Ok(())
}

fn kinds_or_nothing(waits: &ginga::Waits) -> String {
    if waits.is_tenpai() { waits.kinds.to_string() } else { "nothing".to_owned() }
}
