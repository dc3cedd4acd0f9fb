//! The nearest wins of a hand, each with its decompositions.

use super::text::aligned;
use ginga::notation::{RedFives, write_tiles};
use ginga::{
    Completeness, Decomposition, Decompositions, Game, Hand, Nearest, NearestWin, QuestionError,
    Settings, StoppedBy, TileCounts,
};
use std::io::{self, Write};
use std::num::NonZeroU64;

/// How many are listed where no limit says so: with jokers there are millions of decompositions.
const MOST_LISTED: NonZeroU64 = NonZeroU64::new(1_000).unwrap();

/// Nearest wins, and the decompositions of each in the same order.
pub struct NearestWins {
    pub nearest: Nearest,
    pub decompositions: Vec<Decompositions>,
}

impl NearestWins {
    /// Up to so many wins, and as many decompositions in all, but at least one of each win.
    pub fn of(
        game: &Game,
        hand: &Hand,
        settings: &Settings<'_>,
        limit: Option<NonZeroU64>,
    ) -> Result<NearestWins, QuestionError> {
        let limit = limit.unwrap_or(MOST_LISTED);
        let settings = Settings { limit: Some(limit), ..settings.clone() };
        let mut nearest = game.nearest(hand, &settings)?;
        let mut decompositions = Vec::new();
        let mut left = limit.get();
        for win in &nearest.wins {
            let settings = Settings { limit: NonZeroU64::new(left.max(1)), ..settings.clone() };
            let read = game.decompose_nearest(win, &settings)?;
            left = left.saturating_sub(read.list.len() as u64);
            if nearest.completeness.is_complete() {
                nearest.completeness = read.report.completeness;
            }
            decompositions.push(read);
        }
        Ok(NearestWins { nearest, decompositions })
    }

    /// Writes a line for each decomposition of each win.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let NearestWins { nearest, decompositions } = self;
        let lines = || {
            let of_win = |(win, read): (_, &'_ Decompositions)| {
                let list: Vec<_> = read.list.iter().map(|found| line(win, found)).collect();
                list
            };
            nearest.wins.iter().zip(decompositions).flat_map(of_win)
        };
        aligned(out, lines)?;
        if nearest.completeness == Completeness::Stopped(StoppedBy::Limit) {
            writeln!(out, "  … and more")?;
        }
        Ok(())
    }
}

fn line(win: &NearestWin, decomposition: &Decomposition) -> (Vec<String>, String) {
    let tiles = |tiles: &TileCounts| write_tiles(tiles, RedFives::default());
    let mut remark = Vec::new();
    for (verb, counts) in [("draw", &win.draw), ("discard", &win.discard)] {
        if counts.total() > 0 {
            remark.push(format!("{verb} {}", tiles(counts)));
        }
    }
    if decomposition.form() != "standard" {
        remark.push(decomposition.form().to_owned());
    }
    (decomposition.groups().map(|group| group.to_string()).collect(), remark.join(", "))
}
