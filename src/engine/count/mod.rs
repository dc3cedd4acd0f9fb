//! Counts of decompositions and readings.
//!
//! Up to 500 decompositions are listed and counted one by one, and so are all of a hand without wild
//! tiles. Of more, decompositions and readings are each counted kind by kind: the states that the choices
//! so far lead to are kept with the number of ways to each, and nothing is listed.

mod decompositions;
mod kind_order;
mod readings;

use crate::engine::Engine;
use crate::engine::decomposition::{DecompositionRef, Visitor};
use crate::engine::digits::KindDigits;
use crate::engine::need::melds_and_pair::TilesByUse;
use crate::engine::packed_hand::PackedHand;
use crate::tile::{Kind, KindSet, Tile};
use decompositions::DecompositionCounter;
use readings::TileCounts;
use std::collections::HashSet;
use std::ops::ControlFlow;

/// How many decompositions a hand has, and how many readings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
#[must_use]
pub struct DecompositionCount {
    /// Decompositions.
    pub decompositions: u128,
    /// Readings: decompositions that use other tiles for the same kinds are one reading.
    pub readings: u128,
}

impl std::ops::AddAssign for DecompositionCount {
    fn add_assign(&mut self, other: DecompositionCount) {
        self.decompositions += other.decompositions;
        self.readings += other.readings;
    }
}

/// A hand with wild tiles and up to so many decompositions is counted by listing them.
const MOST_LISTED: usize = 500;

/// Counts decompositions by listing them, and gives up when they turn out to be many.
struct CountByListing<'a> {
    /// Without wild tiles each decomposition is a reading of its own.
    without_wilds: bool,
    decompositions: u128,
    readings: HashSet<u128>,
    stop: &'a mut dyn FnMut() -> bool,
    stopped: bool,
}

impl<'a> CountByListing<'a> {
    fn new(without_wilds: bool, stop: &'a mut dyn FnMut() -> bool) -> CountByListing<'a> {
        let readings = HashSet::new();
        CountByListing { without_wilds, decompositions: 0, readings, stop, stopped: false }
    }

    fn count(&self) -> DecompositionCount {
        let readings =
            if self.without_wilds { self.decompositions } else { self.readings.len() as u128 };
        DecompositionCount { decompositions: self.decompositions, readings }
    }
}

impl Visitor for CountByListing<'_> {
    fn see(&mut self, decomposition: &DecompositionRef<'_>) -> ControlFlow<()> {
        self.decompositions += 1;
        if self.without_wilds {
            return ControlFlow::Continue(());
        }
        self.readings.insert(decomposition.reading_key());
        if self.decompositions > MOST_LISTED as u128 {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }

    fn step(&mut self) -> ControlFlow<()> {
        self.stopped = (self.stop)();
        if self.stopped { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

impl Engine {
    /// How many decompositions and readings the hand has, over all forms: complete ones for 3n+2
    /// concealed tiles, tenpai ones for 3n+1.
    ///
    /// Up to some 500 are listed. More are counted without a list, in a time that does not grow with
    /// their number.
    /// Hands without wild tiles allocate nothing.
    ///
    /// ```
    /// use ginga::engine::{Engine, PackedHand};
    /// use ginga::{Hand, RuleSet};
    /// let laizi = RuleSet::builtin("laizi")?;
    /// let hand = PackedHand::of(&Hand::parse("123456mjjjjjjjj", &laizi)?).unwrap();
    /// assert_eq!(Engine::new(&laizi)?.count(&hand).decompositions, 194_026);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn count(&self, hand: &PackedHand) -> DecompositionCount {
        let mut total = DecompositionCount::default();
        let live = self.live_kinds(hand);
        for form in 0..self.rules.forms.len() {
            total += self.count_form(hand, form, live, &mut || false).unwrap_or_default();
        }
        total
    }

    /// The same as [`Engine::count`] for one form. `None` when stopped; `stop` is polled often.
    pub(crate) fn count_form(
        &self,
        hand: &PackedHand,
        form: usize,
        live: KindSet,
        stop: &mut dyn FnMut() -> bool,
    ) -> Option<DecompositionCount> {
        let mut room = KindDigits::EMPTY;
        let Some(tiles) = self.tiles_of_hand(hand, &mut room) else {
            return Some(DecompositionCount::default());
        };
        let mut listing = CountByListing::new(tiles.has_no_wilds(), stop);
        if self.walk_form(hand, &tiles, form, live, &mut listing).is_continue() {
            return Some(listing.count());
        } else if listing.stopped {
            return None;
        }
        let Some((context, form)) = self.walk_context(hand, &tiles, form, live) else {
            return Some(DecompositionCount::default());
        };
        let concealed = self.concealed_tiles(hand, &context);
        let decompositions = DecompositionCounter::new(context, form, concealed, stop).count()?;
        let counts = self.tile_counts(hand, &tiles, context.playable);
        let readings = readings::count(context, form, &counts, stop)?;
        Some(DecompositionCount { decompositions, readings })
    }

    fn tile_counts(&self, hand: &PackedHand, tiles: &TilesByUse<'_>, kinds: KindSet) -> TileCounts {
        let fixed = |index: usize| match Kind::from_index(index) {
            Some(kind) if !self.rules.laizi.contains(kind) => hand.count(Tile::plain(kind)),
            _ => 0,
        };
        TileCounts {
            fixed: std::array::from_fn::<u8, { Kind::COUNT }, _>(fixed),
            blue: KindSet::of_bits(hand.blue()),
            wilds: tiles.wilds as u8,
            kinds,
        }
    }
}
