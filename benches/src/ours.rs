//! Ginga's side, all that the measurements know of it.

use crate::answers::{Group, Listing, Mask, shape};
use crate::hands::Deal;
use ginga::{Decomposition, Hand, RuleSet, Settings, SolverChoice, Waits};
use std::error::Error;
use std::num::NonZeroU64;

/// A rule set ready to answer.
pub struct Ours {
    rules: RuleSet,
    settings: Settings<'static>,
    first: Settings<'static>,
}

impl Ours {
    /// Prepares a built-in rule set.
    pub fn new(rules: &str) -> Result<Ours, Box<dyn Error>> {
        let settings = Settings { solver: SolverChoice::Search, ..Settings::default() };
        let first = Settings { limit: Some(NonZeroU64::MIN), ..settings.clone() };
        Ok(Ours { rules: RuleSet::builtin(rules)?, settings, first })
    }

    /// The hands as [`Ours::is_win`] and [`Ours::waits`] take them.
    pub fn pack(&self, deals: &[Deal]) -> Vec<Hand> {
        let pack = |deal: &Deal| Hand::from_tiles(deal.tiles(), &self.rules);
        deals.iter().map(|deal| pack(deal).expect("a hand of the rule set")).collect()
    }

    /// The hands as [`Ours::list`] takes them.
    pub fn pack_to_list(&self, deals: &[Deal]) -> Vec<Hand> {
        self.pack(deals)
    }

    /// Whether a hand wins, in any form of the rule set.
    pub fn is_win(&self, hand: &Hand) -> bool {
        ginga::win(hand, &self.rules, &self.first).expect("an answer").is_win()
    }

    /// All winning tiles.
    pub fn waits(&self, hand: &Hand) -> Waits {
        ginga::waits(hand, &self.rules, &self.settings).expect("an answer")
    }

    /// The winning tiles as a mask.
    pub fn mask(waits: &Waits) -> Mask {
        Mask(waits.tiles.iter().fold(0, |mask, wait| mask | 1 << bit(wait.tile)))
    }

    /// Every decomposition of a complete hand, or every one of a hand that waits.
    pub fn list(&self, hand: &Hand) -> Vec<Decomposition> {
        if hand.concealed().total() % 3 == 2 {
            ginga::decompose(hand, &self.rules, &self.settings).expect("an answer").list
        } else {
            self.waits(hand).decompositions
        }
    }

    /// What was listed, to be compared.
    pub fn listing(found: &[Decomposition]) -> Listing {
        let mut listing = Listing::default();
        for one in found {
            let holes = one.open().map(|open| open.holes()).unwrap_or_default();
            for hole in holes {
                listing.waits.0 |= 1 << hole.kind.index();
            }
            if one.form() != "standard" {
                listing.other += holes.len().max(1);
                continue;
            }
            let whole = || one.groups().map(|group| group_of(group.kinds()));
            match one.open() {
                None => listing.standard.push(shape(whole(), None)),
                Some(open) => listing.standard.extend(holes.iter().map(|hole| {
                    let group = group_of(open.kinds().chain([hole.kind]));
                    shape(whole(), Some((group, hole.kind.index())))
                })),
            }
        }
        listing
    }
}

fn group_of(kinds: impl Iterator<Item = ginga::Kind>) -> Group {
    Group::of(kinds.map(ginga::Kind::index).collect())
}

/// The place of a tile in a [`Mask`].
fn bit(tile: ginga::Tile) -> usize {
    match tile.kind() {
        None => 2 * ginga::Kind::COUNT,
        Some(kind) if tile.is_galaxy() => ginga::Kind::COUNT + kind.index(),
        Some(kind) => kind.index(),
    }
}
