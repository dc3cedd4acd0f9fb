//! The document of `discards`.

use super::Options;
use super::distance::{DistancePart, Micros};
use super::head::{About, Head};
use crate::answer::Wait;
use crate::game::{Discard, Discards as Found};
use crate::tile::{KindSet, Tile};
use serde::Serialize;

/// The document of what [`discards`](crate::discards()) found of a hand; of the options it takes the time
/// and whether the run was interrupted.
///
/// ```
/// use ginga::document::{self, About, Options};
/// use ginga::{Game, Overrides};
///
/// let riichi = Game::builtin("riichi")?;
/// let hand = riichi.hand("235m55p")?;
/// let found = riichi.discards(&hand)?;
/// let about = About { hand: &hand, rules: riichi.rules(), overrides: &Overrides::default() };
/// let document = document::discards(about, &found, &Options::default());
/// let document = serde_json::to_value(document)?;
/// assert_eq!(document["win"], false);
/// let best = &document["discards"][0];
/// assert_eq!((&best["discard"], &best["distance"], &best["left"]), (&"5m".into(), &1.into(), &8.into()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn discards<'a>(about: About<'a>, found: &'a Found, options: &Options) -> Discards<'a> {
    Discards {
        head: Head::new("discards", about).ended(found.completeness(), options),
        win: found.is_win(),
        distance: DistancePart::of(&found.distance),
        discards: found.list.iter().map(part).collect(),
        stats: options.micros().map(|micros| Micros { micros }),
    }
}

/// The document of [`discards`].
#[derive(Debug, Clone, Serialize)]
pub struct Discards<'a> {
    #[serde(flatten)]
    head: Head<'a>,
    win: bool,
    #[serde(flatten)]
    distance: DistancePart,
    discards: Vec<DiscardPart<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stats: Option<Micros>,
}

#[derive(Debug, Clone, Serialize)]
struct DiscardPart<'a> {
    discard: Tile,
    #[serde(flatten)]
    distance: DistancePart,
    copies: u32,
    acceptance: &'a [Wait],
    #[serde(skip_serializing_if = "Option::is_none")]
    next_copies: Option<u64>,
    #[serde(flatten)]
    waits: Option<WaitsPart<'a>>,
}

/// What a discard says that leaves the hand waiting.
#[derive(Debug, Clone, Serialize)]
struct WaitsPart<'a> {
    left: u32,
    waits: &'a [Wait],
    kinds: KindSet,
    dead: KindSet,
}

fn part(discard: &Discard) -> DiscardPart<'_> {
    let Discard { tile, acceptance, dead, next_copies } = discard;
    let waits = WaitsPart {
        left: acceptance.copies(),
        waits: &acceptance.tiles,
        kinds: acceptance.kinds,
        dead: *dead,
    };
    DiscardPart {
        discard: *tile,
        distance: DistancePart::of(&acceptance.distance),
        copies: acceptance.copies(),
        acceptance: &acceptance.tiles,
        next_copies: *next_copies,
        waits: (acceptance.distance.tiles() == Some(1)).then_some(waits),
    }
}
