//! What random hands came to, as tables.

use super::answerer::Said;
use super::candidates::titles;
use super::statistics::{Interval, Mean, Sums, percent, wilson};
use super::survey::Survey;
use super::table::Table;
use super::tally::{Pair, Says, Shown, Tally};
use crate::text::grouped;
use itertools::Itertools;
use std::collections::BTreeSet;
use std::io::{self, Write};

/// How many winning tiles of a hand are listed.
const MOST_TILES: usize = 8;

/// Writes tables.
pub fn write(out: &mut dyn Write, survey: &Survey) -> io::Result<()> {
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
