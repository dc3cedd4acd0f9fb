//! The answers, as the command line writes them.

use super::body::{Body, Named, SolverWord};
use super::fault::{Fault, FaultLine};
use super::limits::{Allowance, LISTED, MOST_BUILT, MOST_COLUMNS, MOST_COMPARED, MOST_LISTED};
use crate::answers::{Asked, Found, QuestionName, Why};
use crate::args::{AnswerArgs, NoGoodName, RulesArgs, SolverName};
use crate::compare::document::{self, Document};
use crate::input::{self, Written};
use crate::json::{self, SCHEMA};
use crate::policy::Auto;
use crate::{args, discards, model};
use axum::http::StatusCode;
use ginga::{Direction, Hand, Kind, KindSet, Objective, Overrides, RuleSet, Settings, Suit, Tile};
use serde_json::value::RawValue;
use serde_json::{Value, json};
use std::num::NonZeroU64;
use std::time::Duration;

/// What a route asks.
#[derive(Debug, Clone, Copy)]
pub enum Question {
    About(QuestionName),
    Model,
    Compare,
    Discards,
}

impl Question {
    /// The route's name.
    pub const fn name(self) -> &'static str {
        match self {
            Question::About(question) => question.name(),
            Question::Model => "model",
            Question::Compare => "compare",
            Question::Discards => "discards",
        }
    }

    /// The fields that it takes beside those that all take.
    const fn fields(self) -> &'static [&'static str] {
        match self {
            Question::About(QuestionName::Win) => &[
                "melds",
                "concealed_kans",
                "visible",
                "limit",
                "time_limit",
                "solver",
                "why",
                "stats",
            ],
            Question::About(QuestionName::Decompose) => &[
                "melds",
                "concealed_kans",
                "visible",
                "limit",
                "time_limit",
                "solver",
                "why",
                "stats",
                "readings",
                "minimize",
                "maximize",
            ],
            Question::About(QuestionName::Waits) => &[
                "melds",
                "concealed_kans",
                "visible",
                "limit",
                "time_limit",
                "solver",
                "why",
                "stats",
                "readings",
                "kinds",
            ],
            Question::Model => &["melds", "concealed_kans", "form"],
            Question::Compare => &["also", "visible", "limit", "time_limit", "solver", "stats"],
            Question::Discards => {
                &["melds", "concealed_kans", "visible", "limit", "time_limit", "solver", "stats"]
            }
        }
    }
}

/// Answers; the bytes are one line of JSON.
pub fn answer(question: Question, body: &Body, time: &Allowance) -> Result<Vec<u8>, Fault> {
    body.only(question.name(), question.fields())?;
    match question {
        Question::About(question) => about(question, body, time),
        Question::Model => models(body),
        Question::Compare => compare(body, time),
        Question::Discards => for_discards(body, time),
    }
}

/// How long a question may take: what the body wants, within the server's limit.
pub fn time_limit(body: &Body, most: Duration) -> Result<Duration, Fault> {
    let wanted = body.time_limit.as_deref().map(args::time_limit).transpose();
    let wanted = wanted.map_err(|message| Fault::field("time_limit", message))?;
    Ok(wanted.map_or(most, |wanted| wanted.min(most)))
}

/// A hand with the rules that it plays under.
pub struct Dealt {
    pub hand: Hand,
    pub rules: RuleSet,
    pub overrides: Overrides,
}

impl Dealt {
    /// Reads the hand and its rules.
    pub fn read(body: &Body) -> Result<Dealt, Fault> {
        let written = written(body, body.hand()?)?;
        let overrides = overrides(body)?;
        let named = body.one_rules()?;
        let named = named.unwrap_or_else(|| Named::Name(written.default_rules().to_owned()));
        let overrides = with_indicator(body, &named, overrides)?;
        let rules = rule_set(&named, &overrides)?;
        let hand = under(&written, &rules)?;
        Ok(Dealt { hand, rules, overrides })
    }
}

/// The hand under these rules, unless they make more of it than one request may ask for.
fn under(written: &Written, rules: &RuleSet) -> Result<Hand, Fault> {
    let hand = written.under(rules).map_err(|failure| Fault::of(failure, "hand"))?;
    let patterns: usize = rules.forms().iter().map(|form| form.patterns().len()).sum();
    if most_columns(&hand, rules).saturating_mul(patterns) > MOST_BUILT {
        let message = "so many wild tiles under so many forms are more than the server takes on; the \
                       command line has no limit";
        return Err(Fault::field("hand", message));
    }
    Ok(hand)
}

/// Reads the hand of a text, with the melds beside it.
fn written(body: &Body, text: &str) -> Result<Written, Fault> {
    let suit = match body.suit.as_deref() {
        None => None,
        Some("m") => Some(Suit::Man),
        Some("p") => Some(Suit::Pin),
        Some("s") => Some(Suit::Sou),
        Some(_) => return Err(Fault::field("suit", "write \"m\", \"p\" or \"s\"")),
    };
    // The lone word `-` is standard input to the command line; here it is a hand like any other.
    let mut written = Written::read(text, suit).map_err(|failure| Fault::of(failure, "hand"))?;
    let open = body.melds.iter().map(|meld| ("melds", meld, false));
    let kans = body.concealed_kans.iter().map(|meld| ("concealed_kans", meld, true));
    for (field, meld, concealed) in open.chain(kans) {
        written.call(meld, concealed, suit).map_err(|failure| Fault::of(failure, field))?;
    }
    Ok(written)
}

/// What `set` and `wild` change.
pub fn overrides(body: &Body) -> Result<Overrides, Fault> {
    if let Some(key) = body.set.keys().find(|key| key.contains('=')) {
        return Err(Fault::field("set", format!("there is no key {key:?}")));
    }
    let set = body.set.iter().map(|(key, value)| format!("{key}={value}")).collect();
    let overrides = input::overrides(&RulesArgs { rules: None, wild: None, indicator: None, set });
    let mut overrides = overrides.map_err(|failure| Fault::of(failure, "set"))?;
    if let Some(wild) = &body.wild {
        overrides.add_wild(kinds("wild", wild)?);
    }
    Ok(overrides)
}

fn kinds(field: &'static str, text: &str) -> Result<KindSet, Fault> {
    ginga::notation::parse_kinds(text)
        .map_err(|error| Fault::field(field, &error).within(field, Some(error.span)))
}

/// What else the indicator changes, for a rule set that takes one.
fn with_indicator(
    body: &Body,
    named: &Named,
    mut overrides: Overrides,
) -> Result<Overrides, Fault> {
    if let Some(indicator) = &body.indicator
        // A rule set at fault is told of where it is read for use.
        && read_rules(named, &overrides).is_ok_and(|rules| rules.takes_indicator())
    {
        overrides.turn_up(kinds("indicator", indicator)?);
    }
    Ok(overrides)
}

/// A rule set by name or from its text, never from a file.
pub fn rule_set(named: &Named, overrides: &Overrides) -> Result<RuleSet, Fault> {
    let rules = read_rules(named, overrides)?;
    if rules.lacks_indicator() {
        let message = format!(
            "the rule set {} finds its wild kinds by a tile turned up: say which by `indicator`, or \
             name the wild kinds by `wild`",
            rules.name()
        );
        return Err(Fault::field("indicator", message));
    }
    Ok(rules)
}

fn read_rules(named: &Named, overrides: &Overrides) -> Result<RuleSet, Fault> {
    let found = match named {
        Named::Name(name) => RuleSet::builtin_with(name, overrides),
        Named::Toml(text) => RuleSet::from_toml(text, overrides),
    };
    found.map_err(|error| Fault::rules("rules", &error))
}

/// The options of an answer; `listed` is how many decompositions it lists by default, if not all,
/// and `lists` how many such lists it makes.
fn options(body: &Body, listed: Option<u64>, lists: usize) -> Result<AnswerArgs, Fault> {
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
    Ok(AnswerArgs {
        solver: match body.solver.unwrap_or(SolverWord::Auto) {
            SolverWord::Auto => SolverName::Auto,
            SolverWord::Ilp => SolverName::Ilp,
            SolverWord::Search => SolverName::Search,
            SolverWord::Engine => SolverName::Engine,
        },
        no_good: NoGoodName::Bounds,
        verify: false,
        limit,
        time_limit: None,
        visible: body.visible.clone(),
        stats: body.stats,
    })
}

/// The settings of a question, with a fault's place in `visible`.
pub fn settings<'a>(
    options: &AnswerArgs,
    clock: &'a crate::clock::Clock,
) -> Result<Settings<'a>, Fault> {
    input::settings(options, clock).map_err(|failure| Fault::of(failure, "visible"))
}

/// The options of a list that is told as it is found: its limit may be any number.
pub fn streaming_options(body: &Body) -> Result<AnswerArgs, Fault> {
    let unlimited = options(&Body::default(), None, 1)?;
    Ok(AnswerArgs { limit: body.limit, visible: body.visible.clone(), ..unlimited })
}

fn about(question: QuestionName, body: &Body, time: &Allowance) -> Result<Vec<u8>, Fault> {
    let Dealt { hand, rules, overrides } = Dealt::read(body)?;
    let asked = asked(question, body, overrides)?;
    // Whether it is a win is counted, not listed.
    let listed = (question != QuestionName::Win).then_some(LISTED);
    let found = put(&asked, hand, rules, &options(body, listed, 1)?, time)?;
    written_answer(&asked, &found)
}

fn asked(question: QuestionName, body: &Body, overrides: Overrides) -> Result<Asked, Fault> {
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
    Ok(Asked {
        question,
        rules: None,
        overrides,
        kinds: body.kinds,
        readings: body.readings,
        stats: body.stats,
        why: if body.why { Why::All } else { Why::No },
        objective: objective.transpose()?,
    })
}

fn put(
    asked: &Asked,
    hand: Hand,
    rules: RuleSet,
    options: &AnswerArgs,
    time: &Allowance,
) -> Result<Found, Fault> {
    let clock = time.clock();
    // Names the field of a fault that `ask` would only describe.
    settings(options, &clock)?;
    let found = asked.ask(hand, rules, options, Auto::Fastest, &clock);
    found.map_err(|failure| Fault::of(failure, "hand"))
}

fn written_answer(asked: &Asked, found: &Found) -> Result<Vec<u8>, Fault> {
    let mut text = Vec::new();
    json::write_answer(&mut text, asked, found, None).map_err(unwritten)?;
    text.push(b'\n');
    Ok(text)
}

fn unwritten(error: impl ToString) -> Fault {
    Fault::new(StatusCode::INTERNAL_SERVER_ERROR, "own_fault", error)
}

fn for_discards(body: &Body, time: &Allowance) -> Result<Vec<u8>, Fault> {
    let Dealt { hand, rules, overrides } = Dealt::read(body)?;
    let lists = hand.concealed().iter().count();
    let options = options(body, Some(LISTED), lists)?;
    let clock = time.clock();
    let settings = settings(&options, &clock)?;
    let found = ginga::discards(&hand, &rules, &settings);
    let found = found.map_err(|error| Fault::of(error.into(), "hand"))?;
    let micros = u64::try_from(clock.elapsed().as_micros()).unwrap_or(u64::MAX);
    let stats = body.stats.then_some(discards::StatsPart { micros });
    let completeness = discards::completeness(&found);
    let mut text = Vec::new();
    discards::write_json(&mut text, &hand, &rules, &overrides, &found, completeness, stats)
        .map_err(unwritten)?;
    Ok(text)
}

fn models(body: &Body) -> Result<Vec<u8>, Fault> {
    let Dealt { hand, rules, overrides } = Dealt::read(body)?;
    let columns = most_columns(&hand, &rules);
    if columns > MOST_COLUMNS {
        let message = format!(
            "with so many wild tiles the model may have {columns} columns, the server shows up to \
             {MOST_COLUMNS}; `ginga model` has no limit"
        );
        return Err(Fault::field("hand", message));
    }
    let all = ginga::models(&hand, &rules).map_err(|error| Fault::of(error.into(), "hand"))?;
    let models = model::chosen(all, body.form.as_deref());
    let models = models.map_err(|failure| Fault::of(failure, "form"))?;
    Ok(model::json_text(&overrides, &hand, &rules, &models).into_bytes())
}

/// A bound on the columns of a model: in how many ways the hand's tiles may be read as three of a
/// kind or a run, and as less of them.
fn most_columns(hand: &Hand, rules: &RuleSet) -> usize {
    let tiles: Vec<Tile> = hand.concealed().iter().map(|(tile, _)| tile).collect();
    let readable =
        |kind: Kind| tiles.iter().filter(|&&tile| rules.stands_for(tile).contains(kind)).count();
    let alike = |kind| {
        let tiles = readable(kind);
        tiles * (tiles + 1) * (tiles + 2) / 6 + tiles * (tiles + 1) + 2 * tiles
    };
    let in_run = |[low, middle, high]: [Kind; 3]| {
        let (low, middle, high) = (readable(low), readable(middle), readable(high));
        low * middle * high + low * middle + middle * high + low * high
    };
    Kind::all().map(alike).sum::<usize>() + rules.runs().map(in_run).sum::<usize>()
}

fn compare(body: &Body, time: &Allowance) -> Result<Vec<u8>, Fault> {
    if body.also.len() >= MOST_COMPARED {
        let message = format!("one request compares at most {MOST_COMPARED} hands");
        return Err(Fault::field("also", message));
    }
    let overrides = overrides(body)?;
    let all_rules: Vec<(RuleSet, Overrides)> = body
        .all_rules()?
        .iter()
        .map(|named| {
            let overrides = with_indicator(body, named, overrides.clone())?;
            Ok((rule_set(named, &overrides)?, overrides))
        })
        .collect::<Result<_, Fault>>()?;
    let mut hands = vec![written(body, body.hand()?)?];
    for text in &body.also {
        hands.push(Written::read(text, None).map_err(|failure| Fault::of(failure, "also"))?);
    }
    let question = document::question(&hands);
    let question = question.map_err(|failure| Fault::field("also", failure.message))?;
    let listed = (question != QuestionName::Win).then_some(LISTED);
    let options = options(body, listed, hands.len() * all_rules.len())?;
    let mut answers = Vec::new();
    for written in &hands {
        for (rules, overrides) in &all_rules {
            let asked = asked(question, body, overrides.clone())?;
            answers.push(compared(&asked, written, rules, &options, time)?);
        }
    }
    let document = Document::of(question.name(), answers);
    let mut text = serde_json::to_vec(&document).map_err(unwritten)?;
    text.push(b'\n');
    Ok(text)
}

/// The answer of one rule set, or why it has none.
fn compared(
    asked: &Asked,
    written: &Written,
    rules: &RuleSet,
    options: &AnswerArgs,
    time: &Allowance,
) -> Result<Box<RawValue>, Fault> {
    let hand = under(written, rules);
    let text = match hand.and_then(|hand| put(asked, hand, rules.clone(), options, time)) {
        Ok(found) => written_answer(asked, &found)?,
        Err(fault) if fault.is_own() => return Err(fault),
        Err(fault) => {
            let command = asked.question.name();
            let none = document::no_answer(command, written, rules, fault.message());
            none.map_err(unwritten)?.into_bytes()
        }
    };
    let text = String::from_utf8(text).map_err(unwritten)?;
    RawValue::from_string(text).map_err(unwritten)
}

/// The built-in rule sets.
pub fn all_rules() -> Value {
    let described = RuleSet::builtin_names().filter_map(|name| {
        let rules = RuleSet::builtin(name).ok()?;
        let mut described = describe(&rules);
        described["toml"] = RuleSet::builtin_text(name).ok()?.into();
        Some(described)
    });
    json!({"schema": SCHEMA, "rules": described.collect::<Vec<_>>()})
}

/// Whether a rule set stands, and what it says; else its faults.
pub fn check_rules(body: &Body) -> Result<Value, Fault> {
    body.only("rules/check", &[])?;
    let overrides = overrides(body)?;
    let missing = || Fault::field("rules", "`rules` is missing: a name or {\"toml\": text}");
    let named = body.one_rules()?.ok_or_else(missing)?;
    let overrides = with_indicator(body, &named, overrides)?;
    let found = match &named {
        Named::Name(name) => RuleSet::builtin_with(name, &overrides),
        Named::Toml(text) => RuleSet::from_toml(text, &overrides),
    };
    match found {
        Ok(rules) => Ok(json!({"schema": SCHEMA, "valid": true, "rule_set": describe(&rules)})),
        Err(ginga::RulesError::Faults(faults)) => {
            let faults: Vec<FaultLine> = faults.iter().map(FaultLine::of).collect();
            Ok(json!({"schema": SCHEMA, "valid": false, "faults": faults}))
        }
        Err(error) => Err(Fault::rules("rules", &error)),
    }
}

/// What a rule set says about its tiles and forms.
fn describe(rules: &RuleSet) -> Value {
    let tiles = Tile::all().filter(|&tile| rules.copies(tile) > 0).map(|tile| {
        let mut about = json!({"tile": tile.to_string(), "copies": rules.copies(tile)});
        if rules.is_wild(tile) {
            about["stands_for"] = json!(rules.stands_for(tile));
        }
        about
    });
    json!({
        "name": rules.name(),
        "summary": rules.summary(),
        "source": rules.source(),
        "melds": rules.melds(),
        "one_suit": rules.is_one_suit(),
        "wild_kinds": rules.laizi(),
        "indicator": rules.takes_indicator(),
        "runs": rules.runs().collect::<Vec<_>>(),
        "forms": rules.forms().iter().map(|form| form.name()).collect::<Vec<_>>(),
        "tiles": tiles.collect::<Vec<_>>(),
    })
}
