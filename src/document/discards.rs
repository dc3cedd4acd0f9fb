//! The document of `discards`.

use super::Options;
use super::head::{About, Head};
use crate::answer::{Completeness, Counts, Wait, Win};
use crate::game::Discard;
use crate::tile::{KindSet, Tile};
use serde::Serialize;

/// The document of what [`discards`](crate::discards()) found of a hand, and whether the hand wins as
/// it is; of the options it takes the time and whether the run was interrupted.
///
/// ```
/// use ginga::document::{self, About, Options};
/// use ginga::{Game, Overrides};
///
/// let riichi = Game::builtin("riichi")?;
/// let hand = riichi.hand("235m55p")?;
/// let found = riichi.discards(&hand)?;
/// let about = About { hand: &hand, rules: riichi.rules(), overrides: &Overrides::default() };
/// let document = document::discards(about, &riichi.win(&hand)?, &found, &Options::default());
/// let document = serde_json::to_value(document)?;
/// assert_eq!(document["win"], false);
/// assert_eq!((&document["discards"][0]["discard"], &document["discards"][0]["left"]), (&"5m".into(), &8.into()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn discards<'a>(
    about: About<'a>,
    win: &Win,
    found: &'a [Discard],
    options: &Options,
) -> Discards<'a> {
    Discards {
        head: Head::new("discards", about).ended(completeness(win, found), options),
        win: win.is_win(),
        discards: found.iter().map(part).collect(),
        stats: options.micros().map(|micros| Stats { micros }),
    }
}

/// Whether it is known if the hand wins, and the waits of every discard are complete, or what cut one
/// of them short.
pub fn completeness(win: &Win, found: &[Discard]) -> Completeness {
    // In how many ways a hand wins is not asked.
    let verdict = Some(win.report.completeness).filter(|_| !win.is_win());
    let waits = found.iter().map(|discard| discard.waits.report.completeness);
    let mut all = verdict.into_iter().chain(waits);
    all.find(|completeness| !completeness.is_complete()).unwrap_or(Completeness::Complete)
}

/// The document of [`discards`].
#[derive(Debug, Clone, Serialize)]
pub struct Discards<'a> {
    #[serde(flatten)]
    head: Head<'a>,
    win: bool,
    discards: Vec<DiscardPart<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stats: Option<Stats>,
}

#[derive(Debug, Clone, Serialize)]
struct DiscardPart<'a> {
    discard: Tile,
    left: u32,
    solver: &'a str,
    waits: &'a [Wait],
    kinds: KindSet,
    dead: KindSet,
    counts: &'a Counts,
}

fn part(discard: &Discard) -> DiscardPart<'_> {
    let Discard { tile, waits, left } = discard;
    DiscardPart {
        discard: *tile,
        left: *left,
        solver: waits.report.solver,
        waits: &waits.tiles,
        kinds: waits.kinds,
        dead: waits.dead,
        counts: &waits.counts,
    }
}

#[derive(Debug, Clone, Serialize)]
struct Stats {
    micros: u64,
}
