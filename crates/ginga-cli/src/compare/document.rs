//! What random hands came to, as a JSON document.

use super::answerer::Said;
use super::statistics::{Interval, Mean, wilson};
use super::survey::Survey;
use super::tally::{Says, Shown, Tally};
use crate::args::compare::TenpaiUnder;
use crate::json;
use ginga::Tile;
use ginga::document::{Changes, SCHEMA, changes};
use itertools::Itertools;
use serde::Serialize;
use std::io::{self, Write};

#[derive(Serialize)]
struct Document<'a> {
    schema: u8,
    command: &'static str,
    question: &'static str,
    complete: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    stopped_by: Option<&'static str>,
    random: DrawPart,
    rules: Vec<RulesPart<'a>>,
    pairs: Vec<PairPart>,
    differing: u64,
    shown: Vec<ShownPart>,
}

#[derive(Serialize)]
struct DrawPart {
    hands: u64,
    answered: u64,
    drawn: u64,
    tiles: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    blue: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tenpai: Option<&'static str>,
    deck: String,
    seed: u64,
}

#[derive(Serialize)]
struct RulesPart<'a> {
    title: String,
    rules: String,
    overrides: Changes<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    solver: Option<&'static str>,
    admitted: u64,
    not_admitted: u64,
    yes: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    share: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    interval: Option<Interval>,
    #[serde(flatten)]
    waits: Option<WaitsPart>,
}

#[derive(Serialize)]
struct WaitsPart {
    #[serde(skip_serializing_if = "Option::is_none")]
    winning_tiles: Option<Mean>,
    #[serde(skip_serializing_if = "Option::is_none")]
    winning_kinds: Option<Mean>,
    #[serde(skip_serializing_if = "Option::is_none")]
    copies_left: Option<Mean>,
    by_winning_tiles: Vec<NumberPart>,
}

#[derive(Serialize)]
struct NumberPart {
    winning_tiles: usize,
    hands: u64,
}

#[derive(Serialize)]
struct PairPart {
    first: String,
    second: String,
    admitted: u64,
    differing: u64,
    other_copies: u64,
    both: u64,
    first_alone: u64,
    second_alone: u64,
    neither: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    difference: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    interval: Option<Interval>,
}

#[derive(Serialize)]
struct ShownPart {
    hand: String,
    answers: Vec<SaidPart>,
}

#[derive(Serialize)]
struct SaidPart {
    admitted: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    yes: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    waits: Option<Vec<WaitPart>>,
}

#[derive(Serialize)]
struct WaitPart {
    tile: Tile,
    left: u8,
}

/// One object.
pub fn write(out: &mut dyn Write, survey: &Survey) -> io::Result<()> {
    let document = Document {
        schema: SCHEMA,
        command: "compare",
        question: if survey.asks_waits() { "waits" } else { "win" },
        complete: survey.stopped_by.is_none(),
        stopped_by: survey.stopped_by,
        random: draw_part(survey),
        rules: rules_parts(survey),
        pairs: pair_parts(survey),
        differing: survey.tallies.differing,
        shown: survey.tallies.shown.iter().map(|shown| shown_part(survey, shown)).collect(),
    };
    json::write_line(out, &document)
}

fn draw_part(survey: &Survey) -> DrawPart {
    DrawPart {
        hands: survey.wanted,
        answered: survey.tallies.hands,
        drawn: survey.drawn,
        tiles: survey.draw.tiles,
        blue: survey.draw.blue,
        tenpai: survey.tenpai.map(|under| match under {
            TenpaiUnder::Deck => "deck",
            TenpaiUnder::Any => "any",
        }),
        deck: survey.deck.rules().name().to_owned(),
        seed: survey.seed,
    }
}

fn rules_parts(survey: &Survey) -> Vec<RulesPart<'_>> {
    let numbers = |tally: &Tally| {
        let part = |(&winning_tiles, &hands)| NumberPart { winning_tiles, hands };
        tally.by_tiles.iter().map(part).collect()
    };
    let all = survey.candidates.iter().zip(&survey.tallies.rules);
    all.map(|(candidate, tally)| RulesPart {
        title: candidate.title.clone(),
        rules: candidate.rules.set().name().to_owned(),
        overrides: changes(&candidate.rules.overrides, candidate.rules.set()),
        solver: tally.solver,
        admitted: tally.admitted,
        not_admitted: tally.not_admitted,
        yes: tally.yes,
        share: (tally.admitted > 0).then(|| tally.yes as f64 / tally.admitted as f64),
        interval: wilson(tally.yes, tally.admitted),
        waits: survey.asks_waits().then(|| WaitsPart {
            winning_tiles: tally.tiles.mean(),
            winning_kinds: tally.kinds.mean(),
            copies_left: tally.left.mean(),
            by_winning_tiles: numbers(tally),
        }),
    })
    .collect()
}

fn pair_parts(survey: &Survey) -> Vec<PairPart> {
    let Some((first, others)) = survey.candidates.split_first() else { return Vec::new() };
    let all = others.iter().zip(&survey.tallies.pairs);
    all.map(|(other, pair)| {
        let difference = pair.paired.difference();
        PairPart {
            first: first.title.clone(),
            second: other.title.clone(),
            admitted: pair.admitted,
            differing: pair.differing,
            other_copies: pair.other_copies,
            both: pair.paired.both,
            first_alone: pair.paired.first_alone,
            second_alone: pair.paired.second_alone,
            neither: pair.paired.neither,
            difference: difference.map(|(difference, _)| difference),
            interval: difference.map(|(_, interval)| interval),
        }
    })
    .collect()
}

fn shown_part(survey: &Survey, Shown { hand, says }: &Shown) -> ShownPart {
    let waits =
        |said: &Said| said.tiles.iter().map(|&(tile, left)| WaitPart { tile, left }).collect_vec();
    let part = |says: &Says| SaidPart {
        admitted: says.is_some(),
        yes: says.as_ref().map(|said| said.yes),
        waits: says.as_ref().filter(|_| survey.asks_waits()).map(waits),
    };
    ShownPart { hand: hand.clone(), answers: says.iter().map(part).collect() }
}
