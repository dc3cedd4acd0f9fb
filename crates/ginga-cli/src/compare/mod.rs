//! The same question under several rule sets, side by side: of given hands, or of random ones.

mod answerer;
pub(crate) mod document;
mod given;
mod heatmap;
mod random;
mod report;
mod statistics;
mod table;
mod tally;

use super::answers::{Asked, QuestionName};
use super::args::{CompareArgs, RulesArgs};
use super::failure::Failure;
use super::{input, picture};
use ginga::RuleSet;
use itertools::Itertools;
use std::io::Write;

/// Answers and prints; 3 when the random hands were cut short.
pub fn run(args: &CompareArgs, out: &mut dyn Write) -> Result<u8, Failure> {
    if let Some(file) = &args.heatmap {
        picture::check(file)?;
    }
    match args.draw.random {
        Some(wanted) => random::run(args, wanted, out),
        None => given::run(args, out),
    }
}

/// A rule set of the comparison.
struct Contender {
    /// What a person reads: its name, its file where others have the same name, or its switch.
    title: String,
    rules: RuleSet,
    asked: Asked,
}

/// All rule sets: those named, then the first one with each switch.
fn contenders(args: &CompareArgs, question: QuestionName) -> Result<Vec<Contender>, Failure> {
    let contender = |named: &str, switch: Option<&String>| {
        let set = args.set.iter().chain(switch).cloned().collect();
        let mut rules_args =
            RulesArgs { rules: None, wild: args.wild.clone(), indicator: None, set };
        if args.indicator.is_some() && input::takes_indicator(named, &rules_args)? {
            rules_args.indicator.clone_from(&args.indicator);
        }
        let mut asked = Asked::new(question, &rules_args)?;
        asked.stats = args.answer.stats;
        let rules = input::rule_set(named, &asked.overrides)?;
        let title = switch.map_or(rules.name(), String::as_str).to_owned();
        Ok(Contender { title, rules, asked })
    };
    let named = args.rules.iter().map(|named| contender(named, None));
    let first = args.rules.first().into_iter();
    let switched = first.flat_map(|first| args.switch.iter().map(move |key| (first, key)));
    let switched = switched.map(|(first, key)| contender(first, Some(key)));
    let mut contenders: Vec<Contender> = named.chain(switched).collect::<Result<_, Failure>>()?;
    let twice = contenders.iter().map(|contender| contender.title.clone()).duplicates();
    let twice = twice.collect_vec();
    for (contender, named) in contenders.iter_mut().zip(&args.rules) {
        if twice.contains(&contender.title) {
            contender.title.clone_from(named);
        }
    }
    Ok(contenders)
}

fn titles(contenders: &[Contender]) -> Vec<String> {
    contenders.iter().map(|contender| contender.title.clone()).collect()
}

/// What hands of so many concealed tiles are asked.
fn question_of(tiles: usize) -> QuestionName {
    if tiles % 3 == 1 { QuestionName::Waits } else { QuestionName::Win }
}

/// What a heat map needs of the hands.
fn check_heatmap(args: &CompareArgs, question: QuestionName) -> Result<(), Failure> {
    if args.heatmap.is_some() && question != QuestionName::Waits {
        let message = "--heatmap shows how many winning tiles there are: the hands need 3n+1 tiles";
        return Err(Failure::input(message));
    }
    Ok(())
}
