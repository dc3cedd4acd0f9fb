//! The answers, as the command line writes them.

use super::body::{Body, MELDS};
use super::fault::{Fault, FaultLine};
use super::games::ReadyGames;
use super::limits::{Allowance, LISTED, MOST_BUILT, MOST_COLUMNS, MOST_COMPARED};
use super::requests;
use crate::answers::{Answered, answer as answer_hand};
use crate::compare::{common_question, compared};
use crate::discards;
use crate::distance;
use crate::json;
use crate::model;
use crate::request::{
    HandInput, HandUnderRules, Question, QuestionRequest, ReadyRules, RequestFault,
};
use axum::http::StatusCode;
use ginga::document::{self, SCHEMA};
use ginga::{Hand, Kind, RuleSet, RulesError, Tile};
use serde::Serialize;
use serde_json::{Value, json};

/// The paths that answer something about hands.
#[derive(Debug, Clone, Copy)]
pub enum Route {
    Question(Question),
    Model,
    Compare,
    Discards,
    Distance,
}

impl Route {
    /// The route's name.
    pub const fn name(self) -> &'static str {
        match self {
            Route::Question(question) => question.name(),
            Route::Model => "model",
            Route::Compare => "compare",
            Route::Discards => "discards",
            Route::Distance => "distance",
        }
    }

    /// The fields that it takes beside those that all take, in groups.
    const fn fields(self) -> &'static [&'static [&'static str]] {
        const SEARCH: &[&str] = &["visible", "limit", "time_limit", "solver", "stats"];
        match self {
            Route::Question(Question::Win) => &[MELDS, SEARCH, &["why", "no_list"]],
            Route::Question(Question::Decompose) => {
                &[MELDS, SEARCH, &["why", "readings", "minimize", "maximize"]]
            }
            Route::Question(Question::Waits) => {
                &[MELDS, SEARCH, &["why", "readings", "kinds", "no_list"]]
            }
            Route::Model => &[MELDS, &["form"]],
            Route::Compare => &[SEARCH, &["also", "no_list"]],
            Route::Discards => &[MELDS, SEARCH, &["no_list", "strict_visible", "deep"]],
            Route::Distance => &[
                MELDS,
                &["visible", "strict_visible", "time_limit", "stats"],
                &["kinds", "list", "limit", "draws"],
            ],
        }
    }
}

/// Answers; the bytes are one line of JSON.
pub fn answer(
    route: Route,
    body: &Body,
    games: &ReadyGames,
    time: &Allowance,
) -> Result<Vec<u8>, Fault> {
    body.only(route.name(), route.fields())?;
    match route {
        Route::Question(question) => about_hand(question, body, games, time),
        Route::Model => models(body, games),
        Route::Compare => compare(body, games, time),
        Route::Discards => for_discards(body, games, time),
        Route::Distance => how_far(body, games, time),
    }
}

/// The hand of a body with its rules, unless they make more of it than one request may ask for.
pub fn hand_under_rules(body: &Body, games: &ReadyGames) -> Result<HandUnderRules, Fault> {
    let input = requests::hand(body, body.hand()?)?.read()?;
    let choice = requests::rules(body, body.one_rules()?)?;
    let rules = games.ready(choice, input.default_rules())?;
    let hand = input.under(&rules.game)?;
    check_size(&hand, rules.set())?;
    Ok(HandUnderRules { hand, rules })
}

/// Refuses a hand of which its rules make more than one request may ask for.
fn check_size(hand: &Hand, rules: &RuleSet) -> Result<(), Fault> {
    let patterns: usize = rules.forms().iter().map(|form| form.patterns().len()).sum();
    if most_columns(hand, rules).saturating_mul(patterns) > MOST_BUILT {
        let message = "so many wild tiles under so many forms are more than the server takes on; the \
                       command line has no limit";
        return Err(Fault::field("hand", message));
    }
    Ok(())
}

fn about_hand(
    question: Question,
    body: &Body,
    games: &ReadyGames,
    time: &Allowance,
) -> Result<Vec<u8>, Fault> {
    let HandUnderRules { hand, rules } = hand_under_rules(body, games)?;
    // Whether it is a win is counted, not listed.
    let listed = (question != Question::Win).then_some(LISTED);
    let request = requests::question(question, body, requests::options(body, listed, 1)?)?;
    let answered = put(&request, hand, &rules, time)?;
    line(&answered.document(&request, None))
}

fn put<'a>(
    request: &QuestionRequest,
    hand: Hand,
    rules: &'a ReadyRules,
    time: &Allowance,
) -> Result<Answered<'a>, Fault> {
    let answered = answer_hand(request, hand, rules, &time.clock());
    answered.map_err(|failure| Fault::of(failure, "hand"))
}

/// A document as it goes out.
fn line(document: &impl Serialize) -> Result<Vec<u8>, Fault> {
    let mut text = Vec::new();
    json::write_line(&mut text, document)
        .map_err(|error| Fault::new(StatusCode::INTERNAL_SERVER_ERROR, "own_fault", error))?;
    Ok(text)
}

fn how_far(body: &Body, games: &ReadyGames, time: &Allowance) -> Result<Vec<u8>, Fault> {
    let HandUnderRules { hand, rules } = hand_under_rules(body, games)?;
    let request = requests::distance(body)?;
    let found = distance::answer(&request, hand, &rules, &time.clock());
    let found = found.map_err(|error| Fault::of(error.into(), "hand"))?;
    line(&found.document(&request, None))
}

fn for_discards(body: &Body, games: &ReadyGames, time: &Allowance) -> Result<Vec<u8>, Fault> {
    let HandUnderRules { hand, rules } = hand_under_rules(body, games)?;
    let options = requests::options(body, None, 1)?;
    let found = discards::answer(&options, hand, &rules, &time.clock());
    let found = found.map_err(|error| Fault::of(error.into(), "hand"))?;
    line(&found.document(&options, None))
}

fn models(body: &Body, games: &ReadyGames) -> Result<Vec<u8>, Fault> {
    let HandUnderRules { hand, rules } = hand_under_rules(body, games)?;
    let columns = most_columns(&hand, rules.set());
    if columns > MOST_COLUMNS {
        let message = format!(
            "with so many wild tiles the model may have {columns} columns, the server shows up to \
             {MOST_COLUMNS}; `ginga model` has no limit"
        );
        return Err(Fault::field("hand", message));
    }
    let all = rules.game.models(&hand).map_err(|error| Fault::of(error.into(), "hand"))?;
    let models = model::chosen(all, |model| model.form(), body.form.as_deref());
    let models = models.map_err(|failure| Fault::of(failure, "form"))?;
    let about = rules.about(&hand);
    line(&document::models(about, &models))
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

fn compare(body: &Body, games: &ReadyGames, time: &Allowance) -> Result<Vec<u8>, Fault> {
    if body.also.len() >= MOST_COMPARED {
        let message = format!("one request compares at most {MOST_COMPARED} hands");
        return Err(Fault::field("also", message));
    }
    let all_rules: Vec<ReadyRules> = body
        .all_rules()?
        .into_iter()
        .map(|named| Ok(games.ready(requests::rules(body, Some(named))?, "")?))
        .collect::<Result<_, Fault>>()?;
    let mut hands = vec![requests::hand(body, body.hand()?)?.read()?];
    for text in &body.also {
        let input = HandInput::read(text, None);
        hands.push(input.map_err(|fault| Fault::of(fault.into(), "also"))?);
    }
    let question = common_question(&hands);
    let question = question.map_err(|failure| Fault::field("also", failure.message))?;
    let listed = (question != Question::Win).then_some(LISTED);
    let options = requests::options(body, listed, hands.len() * all_rules.len())?;
    let request = requests::question(question, body, options)?;
    let mut answers = Vec::new();
    for input in &hands {
        for rules in &all_rules {
            answers.push((input, rules, answer_or_message(&request, input, rules, time)?));
        }
    }
    let answers = answers.iter().map(|(input, rules, answer)| {
        compared(&request, input, rules, answer.as_ref().map_err(String::as_str))
    });
    line(&document::comparison(question.name(), answers.collect()))
}

/// The answer of one rule set, or why it has none.
fn answer_or_message<'a>(
    request: &QuestionRequest,
    input: &HandInput,
    rules: &'a ReadyRules,
    time: &Allowance,
) -> Result<Result<Answered<'a>, String>, Fault> {
    let hand = input.under(&rules.game).map_err(Fault::from).and_then(|hand| {
        check_size(&hand, rules.set())?;
        Ok(hand)
    });
    match hand.and_then(|hand| put(request, hand, rules, time)) {
        Ok(answered) => Ok(Ok(answered)),
        Err(fault) if fault.is_own() => Err(fault),
        Err(fault) => Ok(Err(fault.message().to_owned())),
    }
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
    let missing = || Fault::field("rules", "`rules` is missing: a name or {\"toml\": text}");
    let named = body.one_rules()?.ok_or_else(missing)?;
    match requests::rules(body, Some(named))?.read("") {
        Ok(rules) => {
            Ok(json!({"schema": SCHEMA, "valid": true, "rule_set": describe(rules.set())}))
        }
        Err(RequestFault::Rules { error: RulesError::Faults(faults), .. }) => {
            let faults: Vec<FaultLine> = faults.iter().map(FaultLine::of).collect();
            Ok(json!({"schema": SCHEMA, "valid": false, "faults": faults}))
        }
        Err(fault) => Err(fault.into()),
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
