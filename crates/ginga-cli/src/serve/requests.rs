//! From the body of a request over HTTP to requests as everything that answers takes them.

use super::body::{Body, Named, SolverWord};
use super::fault::Fault;
use super::limits::MOST_LISTED;
use crate::request::{
    self, AnswerOptions, DistanceRequest, HandRequest, HandSource, Question, QuestionRequest,
    RulesChoice, RulesSource, SolverPolicy, Why,
};
use ginga::notation::{parse_kinds, parse_tiles};
use ginga::{Chances, Direction, KindSet, NoGood, Objective, Overrides, SolverChoice, Suit};
use std::num::NonZeroU64;
use std::time::Duration;

/// The hand of a text, with the melds beside it.
pub fn hand(body: &Body, text: &str) -> Result<HandRequest, Fault> {
    let suit = match body.suit.as_deref() {
        None => None,
        Some("m") => Some(Suit::Man),
        Some("p") => Some(Suit::Pin),
        Some("s") => Some(Suit::Sou),
        Some(_) => return Err(Fault::field("suit", "write \"m\", \"p\" or \"s\"")),
    };
    Ok(HandRequest {
        // The lone word `-` is standard input to the command line; here it is a hand like any other.
        source: HandSource::Text(text.to_owned()),
        melds: body.melds.clone(),
        concealed_kans: body.concealed_kans.clone(),
        suit,
    })
}

/// The rules, with all that the body changes of them.
pub fn rules(body: &Body, named: Option<Named>) -> Result<RulesChoice, Fault> {
    let overrides = overrides(body)?;
    let turned_up = body.indicator.as_deref().map(|tiles| kinds("indicator", tiles)).transpose()?;
    let source = named.map(|named| match named {
        Named::Name(name) => RulesSource::Builtin(name),
        Named::Toml(text) => RulesSource::Text(text),
    });
    Ok(RulesChoice { source, overrides, turned_up })
}

/// What `set` and `wild` change.
fn overrides(body: &Body) -> Result<Overrides, Fault> {
    if let Some(key) = body.set.keys().find(|key| key.contains('=')) {
        return Err(Fault::field("set", format!("there is no key {key:?}")));
    }
    let mut overrides = Overrides::default();
    for (key, value) in &body.set {
        let set = overrides.set(&format!("{key}={value}"));
        set.map_err(|error| Fault::field("set", error))?;
    }
    if let Some(wild) = &body.wild {
        overrides.add_wild(kinds("wild", wild)?);
    }
    Ok(overrides)
}

fn kinds(field: &'static str, text: &str) -> Result<KindSet, Fault> {
    parse_kinds(text).map_err(|error| Fault::field(field, &error).within(field, Some(error.span)))
}

/// A question about a hand; `options` says how its answer is found.
pub fn question(
    question: Question,
    body: &Body,
    options: AnswerOptions,
) -> Result<QuestionRequest, Fault> {
    let objective = match (&body.minimize, &body.maximize) {
        (None, None) => None,
        (Some(terms), None) => Some(("minimize", Direction::Minimize, terms)),
        (None, Some(terms)) => Some(("maximize", Direction::Maximize, terms)),
        (Some(_), Some(_)) => {
            return Err(Fault::field("maximize", "write `minimize` or `maximize`, not both"));
        }
    };
    if objective.is_some() && body.readings {
        return Err(Fault::field("readings", "an objective orders decompositions, not readings"));
    }
    let objective = objective.map(|(field, direction, terms)| {
        Objective::parse(direction, terms).map_err(|error| Fault::field(field, error))
    });
    let request = QuestionRequest {
        objective: objective.transpose()?,
        kinds: body.kinds,
        readings: body.readings,
        why: if body.why { Why::All } else { Why::Distance },
        ..QuestionRequest::new(question, options)
    };
    match request.list_asked_for() {
        Some(asked) if body.no_list => {
            let message = format!("`no_list` leaves nothing of {asked}, which is a list");
            Err(Fault::field("no_list", message))
        }
        _ => Ok(request),
    }
}

/// How far a hand is.
pub fn distance(body: &Body) -> Result<DistanceRequest, Fault> {
    let most = Chances::MOST_DRAWS;
    if body.draws.is_some_and(|draws| !(1..=most).contains(&draws)) {
        return Err(Fault::field("draws", format!("`draws` is a whole number from 1 to {most}")));
    }
    if body.limit.is_some() && !body.list {
        return Err(Fault::field("limit", "`limit` is of the `list` of the nearest wins"));
    }
    let options = options(body, None, 1)?;
    Ok(DistanceRequest { options, list: body.list, draws: body.draws, kinds: body.kinds })
}

/// The options of an answer; `listed` is how many decompositions it lists by default, if not all,
/// and `lists` how many such lists it makes.
pub fn options(body: &Body, listed: Option<u64>, lists: usize) -> Result<AnswerOptions, Fault> {
    let most = (MOST_LISTED / (lists.max(1) as u64)).max(1);
    let listed = listed.map(|listed| listed.min(most));
    let limit = body.limit.or_else(|| listed.and_then(NonZeroU64::new));
    if limit.is_some_and(|limit| limit.get() > most) {
        let message = format!(
            "this answer takes a limit up to {most}; with the header Accept: application/x-ndjson \
             waits and decompose send one decomposition a line, as many as there are"
        );
        return Err(Fault::field("limit", message));
    }
    Ok(AnswerOptions { limit, ..unlimited(body)? })
}

/// The options of a list that is sent as it is found: its limit may be any number.
pub fn unlimited(body: &Body) -> Result<AnswerOptions, Fault> {
    let solver = match body.solver {
        None | Some(SolverWord::Auto) => SolverPolicy::Fastest,
        Some(SolverWord::Ilp) => SolverPolicy::Named(SolverChoice::Ilp(NoGood::Bounds)),
        Some(SolverWord::Search) => SolverPolicy::Named(SolverChoice::Search),
        Some(SolverWord::Engine) => SolverPolicy::Named(SolverChoice::Fastest),
    };
    let mut options = AnswerOptions::by(solver);
    options.limit = body.limit;
    options.no_list = body.no_list;
    options.stats = body.stats;
    options.strict_visible = body.strict_visible;
    options.deep = body.deep;
    if let Some(tiles) = &body.visible {
        let placed = parse_tiles(tiles, None)
            .map_err(|error| Fault::field("visible", &error).within("visible", Some(error.span)))?;
        options.visible = placed.iter().map(|placed| placed.tile).collect();
    }
    Ok(options)
}

/// How long a question may take: what the body wants, within the server's limit.
pub fn time_limit(body: &Body, most: Duration) -> Result<Duration, Fault> {
    let wanted = body.time_limit.as_deref().map(request::time_limit).transpose();
    let wanted = wanted.map_err(|message| Fault::field("time_limit", message))?;
    Ok(wanted.map_or(most, |wanted| wanted.min(most)))
}
