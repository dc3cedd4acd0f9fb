//! The rule sets of a comparison, and the question that they are asked.

use crate::answers::Answered;
use crate::args::compare::CompareArgs;
use crate::args::requests::{option_kinds, overrides, rules_source};
use crate::clock::Clock;
use crate::failure::{Failure, OWN_FAULT};
use crate::request::{HandInput, Question, QuestionRequest, ReadyRules, RulesChoice};
use ginga::document::{self, Compared};
use ginga::{Hand, HandSize};
use itertools::Itertools;
use std::time::Duration;

/// A rule set of the comparison.
pub struct Candidate {
    /// What a person reads: its name, its file where others have the same name, or its switch.
    pub title: String,
    pub rules: ReadyRules,
}

/// All rule sets: those named, then the first one with each switch.
pub fn candidates(args: &CompareArgs) -> Result<Vec<Candidate>, Failure> {
    let overrides = overrides(&args.set, args.wild.as_deref())?;
    let turned_up = args.indicator.as_deref().map(|tiles| option_kinds("--indicator", tiles));
    let turned_up = turned_up.transpose()?;
    let candidate = |named: &str, switch: Option<&String>| {
        let mut overrides = overrides.clone();
        if let Some(assignment) = switch {
            overrides.set(assignment).map_err(Failure::input)?;
        }
        let choice = RulesChoice { source: Some(rules_source(named)), overrides, turned_up };
        let rules = choice.ready(named)?;
        let title = switch.map_or(rules.set().name(), String::as_str).to_owned();
        Ok(Candidate { title, rules })
    };
    let named = args.rules.iter().map(|named| candidate(named, None));
    let first = args.rules.first().into_iter();
    let switched = first.flat_map(|first| args.switch.iter().map(move |key| (first, key)));
    let switched = switched.map(|(first, key)| candidate(first, Some(key)));
    let mut candidates: Vec<Candidate> = named.chain(switched).collect::<Result<_, Failure>>()?;
    let twice = candidates.iter().map(|candidate| candidate.title.clone()).duplicates();
    let twice = twice.collect_vec();
    for (candidate, named) in candidates.iter_mut().zip(&args.rules) {
        if twice.contains(&candidate.title) {
            candidate.title.clone_from(named);
        }
    }
    Ok(candidates)
}

pub fn titles(candidates: &[Candidate]) -> Vec<String> {
    candidates.iter().map(|candidate| candidate.title.clone()).collect()
}

/// What hands of so many concealed tiles are asked.
pub fn question_of(tiles: usize) -> Question {
    match HandSize::of(tiles) {
        Some(HandSize::Waiting) => Question::Waits,
        _ => Question::Win,
    }
}

/// The one question that all hands ask by their size.
pub fn common_question(hands: &[HandInput]) -> Result<Question, Failure> {
    match hands.iter().map(|hand| question_of(hand.concealed())).all_equal_value() {
        Ok(question) => Ok(question),
        Err(_) => Err(Failure::input(
            "the hands ask different questions: some have 3n+1 concealed tiles, others 3n+2",
        )),
    }
}

/// The answer of one rule set in the document of a comparison, or why there is none.
pub fn compared<'a>(
    request: &QuestionRequest,
    input: &'a HandInput,
    rules: &'a ReadyRules,
    answer: Result<&'a Answered<'a>, &'a str>,
) -> Compared<'a> {
    match answer {
        Ok(answered) => Compared::Answer(answered.document(request, None)),
        Err(message) => {
            let question = request.question.name();
            Compared::None(document::no_answer(question, input.text(), rules.set(), message))
        }
    }
}

/// What a heat map needs of the hands.
pub fn check_heatmap(args: &CompareArgs, question: Question) -> Result<(), Failure> {
    if args.heatmap.is_some() && question != Question::Waits {
        let message = "--heatmap shows how many winning tiles there are: the hands need 3n+1 tiles";
        return Err(Failure::input(message));
    }
    Ok(())
}

/// The answer about a hand under the rules of a candidate, or why they have none for it.
pub fn cell<'a, A, E>(
    time_limit: Option<Duration>,
    candidate: &'a Candidate,
    input: &HandInput,
    ask: impl FnOnce(Hand, &'a ReadyRules, &Clock) -> Result<A, E>,
) -> Result<Result<A, String>, Failure>
where
    E: Into<Failure>,
{
    let rules = &candidate.rules;
    let clock = Clock::start(time_limit);
    let hand = input.under(&rules.game).map_err(Failure::from);
    match hand.and_then(|hand| ask(hand, rules, &clock).map_err(E::into)) {
        Ok(found) => Ok(Ok(found)),
        Err(failure) if failure.code == OWN_FAULT => Err(failure),
        Err(failure) => Ok(Err(failure.message)),
    }
}
