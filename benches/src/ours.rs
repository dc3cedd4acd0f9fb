//! Ginga's side, all that the measurements know of it.

use crate::answers::{Draws, Group, Helping, Listing, Mask, shape};
use crate::hands::{Counts, Deal};
use ginga::engine::{DecompositionList, Engine, PackedAcceptance, PackedHand, WinningTiles};
use ginga::{Game, Hand, Kind, RuleSet, Settings, SolverChoice, Tile, Waits};
use std::error::Error;
use std::num::NonZeroU64;

/// A rule set ready to answer.
pub struct Ours {
    engine: Engine,
    game: Game,
    rules: RuleSet,
    settings: Settings<'static>,
    first: Settings<'static>,
}

impl Ours {
    /// Prepares a built-in rule set.
    pub fn new(rules: &str) -> Result<Ours, Box<dyn Error>> {
        let rules = RuleSet::builtin(rules)?;
        let settings = Settings { solver: SolverChoice::Search, ..Settings::default() };
        let first = Settings { limit: Some(NonZeroU64::MIN), ..settings.clone() };
        let game = Game::new(rules.clone());
        Ok(Ours { engine: Engine::new(&rules)?, game, rules, settings, first })
    }

    /// The hands as the engine takes them.
    pub fn pack(&self, deals: &[Deal]) -> Vec<PackedHand> {
        let pack = |deal: &Deal| {
            let mut hand = PackedHand::default();
            deal.tiles().for_each(|tile| assert!(hand.add(tile), "a hand that an engine takes"));
            hand
        };
        deals.iter().map(pack).collect()
    }

    /// A hand of plain tiles, packed from its counts.
    pub fn packed(counts: &Counts) -> PackedHand {
        PackedHand::from_counts(counts).expect("a hand that an engine takes")
    }

    /// The hands as the exact cover takes them.
    pub fn pack_to_search(&self, deals: &[Deal]) -> Vec<Hand> {
        let pack = |deal: &Deal| Hand::from_tiles(deal.tiles(), &self.rules);
        deals.iter().map(|deal| pack(deal).expect("a hand of the rule set")).collect()
    }

    /// Whether a hand wins, in any form of the rule set.
    pub fn is_win(&self, hand: &PackedHand) -> bool {
        self.engine.is_win(hand)
    }

    /// All winning tiles.
    pub fn waits(&self, hand: &PackedHand) -> WinningTiles {
        self.engine.waits(hand)
    }

    /// The winning tiles as a mask.
    pub fn mask(waits: &WinningTiles) -> Mask {
        mask(waits.tiles())
    }

    /// How far a hand without wild tiles is from a win.
    pub fn plain_distance(&self, hand: &PackedHand) -> u8 {
        self.engine.distance(hand).expect("tables tell of hands that have no wild tiles")
    }

    /// How far a hand without wild tiles is from a win, and which tiles help.
    pub fn plain_acceptance(&self, hand: &PackedHand) -> PackedAcceptance {
        self.engine.acceptance(hand).expect("tables tell of hands that have no wild tiles")
    }

    /// What was found, to be compared.
    pub fn helping(found: PackedAcceptance) -> Helping {
        Helping(Draws(found.distance()), mask(found.tiles().tiles()))
    }

    /// How far a hand is from a win; by the game where the tables do not tell.
    pub fn distance(&self, hand: &PackedHand, whole: &Hand) -> u8 {
        self.engine.distance(hand).unwrap_or_else(|| {
            self.game.distance(whole).expect("an answer").tiles().expect("a way to a win")
        })
    }

    /// How far a hand is from a win, and which tiles help.
    pub fn acceptance(&self, hand: &PackedHand, whole: &Hand) -> Helping {
        if let Some(found) = self.engine.acceptance(hand) {
            return Ours::helping(found);
        }
        let found = self.game.acceptance(whole).expect("an answer");
        let distance = found.distance.tiles().expect("a way to a win");
        Helping(Draws(distance), mask(found.tiles.iter().map(|wait| wait.tile)))
    }

    /// As [`Ours::is_win`], by the exact cover.
    pub fn is_win_by_search(&self, hand: &Hand) -> bool {
        ginga::win(hand, &self.rules, &self.first).expect("an answer").is_win()
    }

    /// As [`Ours::waits`], by the exact cover, which lists every decomposition on the way.
    pub fn waits_by_search(&self, hand: &Hand) -> Waits {
        ginga::waits(hand, &self.rules, &self.settings).expect("an answer")
    }

    /// The winning tiles as a mask.
    pub fn mask_by_search(waits: &Waits) -> Mask {
        mask(waits.tiles.iter().map(|wait| wait.tile))
    }

    /// Every decomposition of a complete hand, or every one of a hand that waits, in a list as the
    /// peers make theirs.
    pub fn list(&self, hand: &PackedHand) -> DecompositionList {
        self.engine.list(hand)
    }

    /// What was listed, to be compared; holes that no tile is left for are dropped.
    pub fn listing(&self, found: &DecompositionList, hand: &PackedHand) -> Listing {
        let mut listing = Listing::default();
        for one in found.iter() {
            let live = |kind: &Kind| self.engine.unseen(hand, Tile::plain(*kind)) > 0;
            let holes: Vec<Kind> =
                one.partial().iter().flat_map(|open| open.holes().iter()).filter(live).collect();
            for hole in &holes {
                listing.waits.0 |= 1 << hole.index();
            }
            if self.rules.forms()[one.form()].name() != "standard" {
                listing.other += holes.len().max(1);
                continue;
            }
            let whole = || {
                let groups = one.groups().iter();
                groups.map(|group| group_of(group.slots().map(|slot| slot.kind)))
            };
            match one.partial() {
                None => listing.standard.push(shape(whole(), None)),
                Some(open) => listing.standard.extend(holes.iter().map(|hole| {
                    let kinds = open.slots().iter().map(|slot| slot.kind);
                    shape(whole(), Some((group_of(kinds.chain([*hole])), hole.index())))
                })),
            }
        }
        listing
    }
}

fn group_of(kinds: impl Iterator<Item = Kind>) -> Group {
    Group::of(kinds.map(Kind::index).collect())
}

/// A bit for each kind of plain tile, then for each of blue tile, then for the joker.
fn mask(tiles: impl Iterator<Item = Tile>) -> Mask {
    let bit = |tile: Tile| match tile.kind() {
        None => 2 * Kind::COUNT,
        Some(kind) if tile.is_galaxy() => Kind::COUNT + kind.index(),
        Some(kind) => kind.index(),
    };
    Mask(tiles.fold(0, |mask, tile| mask | 1 << bit(tile)))
}
