//! What random hands came to, as a table or as JSON.

use super::answerer::Said;
use super::random::Survey;
use super::statistics::{Interval, Mean, Sums, wilson};
use super::table::Table;
use super::tally::{Pair, Says, Shown, Tally};
use super::titles;
use crate::args::TenpaiUnder;
use crate::json;
use crate::text::grouped;
use ginga::Tile;
use ginga::document::{Changes, SCHEMA, changes};
use itertools::Itertools;
use serde::Serialize;
use std::collections::BTreeSet;
use std::io::{self, Write};

/// How many winning tiles of a hand are listed.
const MOST_TILES: usize = 8;

impl Survey {
    fn asks_waits(&self) -> bool {
        self.draw.tiles % 3 == 1
    }

    /// `tenpai` or `win`.
    fn verdict(&self) -> &'static str {
        if self.asks_waits() { "tenpai" } else { "win" }
    }

    /// `Winning tiles of 10,000 random hands, seed 7`.
    pub fn title(&self) -> String {
        format!("Winning tiles of {}, seed {}", self.hands_in_words(), self.seed)
    }

    fn hands_in_words(&self) -> String {
        let hands = self.tallies.hands;
        format!("{} random {}", grouped(hands), if hands == 1 { "hand" } else { "hands" })
    }

    /// What is special about the hands: `13 tiles from the tile set of riichi`.
    pub fn draw_in_words(&self) -> String {
        let deck = self.deck.rules().name();
        let mut words = format!("{} tiles from the tile set of {deck}", self.draw.tiles);
        if let Some(blue) = self.draw.blue {
            words += &format!(", {blue} of them blue");
        }
        match self.tenpai {
            None => {}
            Some(TenpaiUnder::Deck) => words += &format!("; tenpai under {deck}"),
            Some(TenpaiUnder::Any) => {
                let drawn = grouped(self.drawn);
                words +=
                    &format!("; tenpai under one rule set at least, as of {drawn} hands drawn");
            }
        }
        words
    }
}

/// Writes tables.
pub fn write_text(out: &mut dyn Write, survey: &Survey) -> io::Result<()> {
    writeln!(out, "{}, seed {}", survey.hands_in_words(), survey.seed)?;
    writeln!(out, "{}\n", survey.draw_in_words())?;
    shares(survey).write(out)?;
    writeln!(
        out,
        "\n95 % intervals: Wilson's for shares, Student's for the means of tenpai hands"
    )?;
    let first = survey.candidates.first().map_or("", |first| first.title.as_str());
    for (candidate, pair) in survey.candidates.iter().skip(1).zip(&survey.tallies.pairs) {
        write_pair(out, survey.verdict(), first, &candidate.title, pair)?;
    }
    write_shown(out, survey)?;
    if let Some(by) = survey.stopped_by {
        let by = if by == "interrupt" { "Ctrl-C".to_owned() } else { format!("--{by}") };
        let (hands, wanted) = (grouped(survey.tallies.hands), grouped(survey.wanted));
        writeln!(out, "\nincomplete: stopped by {by}, {hands} of {wanted} hands answered")?;
    }
    Ok(())
}

fn shares(survey: &Survey) -> Table {
    let tallies = &survey.tallies.rules;
    let cells = |value: &dyn Fn(&Tally) -> String| tallies.iter().map(value).collect_vec();
    let mut table = Table::new(titles(&survey.candidates), true);
    table.add("not admitted", cells(&|tally| grouped(tally.not_admitted)));
    table.add(survey.verdict(), cells(&|tally| grouped(tally.yes)));
    table.add("share", cells(&share));
    if !survey.asks_waits() {
        return table;
    }
    table.add("winning tiles, mean", cells(&|tally| mean(&tally.tiles)));
    table.add("winning kinds, mean", cells(&|tally| mean(&tally.kinds)));
    table.add("copies left, mean", cells(&|tally| mean(&tally.left)));
    let numbers: BTreeSet<usize> =
        tallies.iter().flat_map(|tally| tally.by_tiles.keys().copied()).collect();
    for number in numbers {
        let plural = if number == 1 { "tile" } else { "tiles" };
        let hands = |tally: &Tally| grouped(tally.by_tiles.get(&number).copied().unwrap_or(0));
        table.add(format!("{number} winning {plural}"), cells(&hands));
    }
    table
}

fn share(tally: &Tally) -> String {
    let Some(Interval(low, high)) = wilson(tally.yes, tally.admitted) else {
        return "–".to_owned();
    };
    let share = tally.yes as f64 / tally.admitted as f64;
    format!("{} % ({} to {})", percent(share), percent(low), percent(high))
}

fn mean(sums: &Sums) -> String {
    match sums.mean() {
        None => "–".to_owned(),
        Some(Mean { mean, interval: None }) => format!("{mean:.2}"),
        Some(Mean { mean, interval: Some(Interval(low, high)) }) => {
            format!("{mean:.2} ({low:.2} to {high:.2})")
        }
    }
}

/// A share in hundredths, to about three digits.
pub fn percent(share: f64) -> String {
    let hundredths = share * 100.0;
    let digits = match hundredths.abs() {
        0.0 => 0,
        size if size >= 99.95 => 0,
        size if size >= 10.0 => 1,
        size if size >= 0.1 => 2,
        size if size >= 0.01 => 3,
        size if size >= 0.001 => 4,
        _ => 6,
    };
    format!("{hundredths:.digits$}").replace('-', "−")
}

/// With its sign, as a difference has.
fn signed(share: f64) -> String {
    let plus = if share > 0.0 { "+" } else { "" };
    format!("{plus}{}", percent(share))
}

fn write_pair(
    out: &mut dyn Write,
    verdict: &str,
    first: &str,
    other: &str,
    pair: &Pair,
) -> io::Result<()> {
    let hands =
        |hands: u64| format!("{} {}", grouped(hands), if hands == 1 { "hand" } else { "hands" });
    writeln!(out, "\n{other} against {first}: {} that both admit", hands(pair.admitted))?;
    let paired = &pair.paired;
    let Some((difference, Interval(low, high))) = paired.difference() else { return Ok(()) };
    let (what, differing) = match verdict {
        "tenpai" => ("other winning tiles in", hands(pair.differing)),
        _ => ("another verdict in", hands(pair.differing)),
    };
    writeln!(out, "  {what} {differing}{}", share_of(pair.differing, pair.admitted))?;
    if pair.other_copies > 0 {
        writeln!(out, "  the same with other copies left in {}", hands(pair.other_copies))?;
    }
    writeln!(
        out,
        "  {verdict} under both {}, {first} alone {}, {other} alone {}, neither {}",
        grouped(paired.both),
        grouped(paired.first_alone),
        grouped(paired.second_alone),
        grouped(paired.neither),
    )?;
    writeln!(
        out,
        "  difference {} % ({} to {}; the same hands: Newcombe's interval for pairs)",
        signed(difference),
        signed(low),
        signed(high),
    )
}

fn share_of(hands: u64, all: u64) -> String {
    wilson(hands, all).map_or(String::new(), |Interval(low, high)| {
        let share = percent(hands as f64 / all as f64);
        format!(", {share} % ({} to {})", percent(low), percent(high))
    })
}

fn write_shown(out: &mut dyn Write, survey: &Survey) -> io::Result<()> {
    let (shown, differing) = (&survey.tallies.shown, survey.tallies.differing);
    if shown.is_empty() {
        return Ok(());
    }
    let of = match shown.len() as u64 {
        all if all == differing => "the hands that differ".to_owned(),
        some => format!("the first {some} of {} hands that differ", grouped(differing)),
    };
    writeln!(out, "\n{of}, in the order drawn:\n")?;
    let mut table = Table::new(titles(&survey.candidates), false);
    for Shown { hand, says } in shown {
        table.add(hand, says.iter().map(|says| said_in_words(survey, says)).collect());
    }
    table.write(out)
}

fn said_in_words(survey: &Survey, says: &Says) -> String {
    let verdict = survey.verdict();
    let Some(Said { yes, tiles, .. }) = says else { return "not admitted".to_owned() };
    match (yes, tiles.as_slice()) {
        (true, []) => verdict.to_owned(),
        (false, _) if verdict == "win" => "no win".to_owned(),
        (false, _) => "not tenpai".to_owned(),
        (true, tiles) => {
            let listed = tiles.iter().take(MOST_TILES);
            let listed = listed.map(|(tile, left)| format!("{tile}×{left}")).join(" ");
            match tiles.len().saturating_sub(MOST_TILES) {
                0 => listed,
                more => format!("{listed} and {more} more"),
            }
        }
    }
}

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
pub fn write_json(out: &mut dyn Write, survey: &Survey) -> io::Result<()> {
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
