//! The engine: wins, waits, counts and decompositions in bulk, by tables.
//!
//! An [`Engine`] is a rule set made ready; a [`PackedHand`] is a hand made ready. Together they
//! answer without looking at groups one by one:
//!
//! - **Melds and a pair.** A table says for each suit the least number of wild tiles `f` that makes
//!   it groups alone. The suit's tiles and `f` together leave 0 or 2 over when divided by three, which
//!   says whether it holds the pair then. Holding no pair although it could costs one wild tile more,
//!   holding one although it need not costs two. So the hand needs `Σf + E − 1` wild tiles, `E` being
//!   the number of parts that hold a pair, or `Σf + 2` when none does; it wins with `k` wild tiles
//!   when it needs at most `k`. Two more tables have the kinds that lessen `f`: they are the waits.
//!   A suit is looked up half by half: what its first five numbers mean to its last four is one of
//!   some 160 classes, and the other way round one of some 100, so that the tables are small.
//! - **Blue tiles** of a number go to one of three suits. They are dealt suit by suit; what the first
//!   suit cannot use within the wild tiles at hand is never dealt on. Blue winds and dragons are part
//!   of their own table.
//! - **Pairs and orphans** are operations on sets of kinds.
//!
//! ```
//! use ginga::engine::{Engine, PackedHand};
//! use ginga::{Hand, RuleSet};
//! let galaxy = RuleSet::builtin("galaxy")?;
//! let engine = Engine::new(&galaxy)?;
//! let hand = PackedHand::of(&Hand::parse("23m5p5P", &galaxy)?).unwrap();
//! let waits = engine.waits(&hand);
//! assert_eq!(waits.kinds().to_string(), "1m4m");
//! let tiles: String = waits.tiles().map(|tile| tile.to_string()).collect();
//! assert_eq!(tiles, "1m1M4m4M1P4P1S4S");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Memory and start: less than 1 MB of tables for the whole process, built in some 10 ms by the first
//! [`Engine::new`]; visits and counts of hands without wild tiles add the ways of every suit at their
//! first use, 0.8 MB in 5 ms for complete hands and 4.3 MB in 35 ms for hands that wait. An engine
//! itself takes some hundred bytes and a packed hand 64, one line of the cache; any thread may use
//! them.

mod apart;
mod automaton;
mod bulk;
mod classes;
mod count;
mod deck;
mod divisions;
mod left;
mod list;
mod packed;
mod piece;
mod plain;
mod plan;
mod read;
mod row;
mod special;
mod standard;
mod tables;
mod way_table;
mod ways;

pub use bulk::Count;
pub use divisions::Divisions;
pub use packed::PackedHand;
pub(crate) use piece::Visitor;
pub use piece::{Division, OpenPiece, Piece};
pub use plan::NotServed;

use crate::rules::RuleSet;
use crate::tile::{Kind, KindSet, Suit, Tile};
use plan::Plan;
use row::Rows;
use special::{Layout, Tiles};
use standard::View;
use tables::Tables;

/// A rule set made ready for hands in bulk.
#[derive(Clone)]
pub struct Engine {
    plan: Plan,
    tables: &'static Tables,
}

impl std::fmt::Debug for Engine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Engine").field("plan", &self.plan).finish_non_exhaustive()
    }
}

/// The tiles that complete a hand and are left.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct WinningTiles {
    plain: KindSet,
    blue: KindSet,
    joker: bool,
    kinds: KindSet,
    dead: KindSet,
}

impl WinningTiles {
    /// The kinds whose plain tile wins.
    pub fn plain(&self) -> KindSet {
        self.plain
    }

    /// The kinds whose blue tile wins.
    pub fn blue(&self) -> KindSet {
        self.blue
    }

    /// Whether a joker wins.
    pub fn joker(&self) -> bool {
        self.joker
    }

    /// The kinds that the winning tiles complete the hand as.
    pub fn kinds(&self) -> KindSet {
        self.kinds
    }

    /// The kinds that would complete the hand but that no tile left can fill.
    pub fn dead(&self) -> KindSet {
        self.dead
    }

    /// True when the hand waits on no tile.
    pub fn is_empty(&self) -> bool {
        self.kinds.is_empty()
    }

    /// The winning tiles in order.
    pub fn tiles(&self) -> impl Iterator<Item = Tile> + Clone + use<> {
        let WinningTiles { plain, blue, joker, .. } = *self;
        Tile::all().filter(move |tile| match tile.kind() {
            Some(kind) if tile.is_galaxy() => blue.contains(kind),
            Some(kind) => plain.contains(kind),
            None => joker && *tile == Tile::JOKER,
        })
    }
}

impl Engine {
    /// Makes a rule set ready; the first engine of a process builds the tables.
    ///
    /// # Errors
    /// [`NotServed`] names what the tables cannot express; [`Search`](crate::solver::Search) answers
    /// for every rule set.
    pub fn new(rules: &RuleSet) -> Result<Engine, NotServed> {
        Ok(Engine { plan: Plan::of(rules)?, tables: Tables::get() })
    }

    /// Whether a hand of 3n+2 concealed tiles is complete; false for any other number and for more
    /// melds than the rule set has. That the rule set has the tiles is not checked: a [`Hand`] is, and
    /// [`PackedHand::of`] packs one.
    ///
    /// ```
    /// use ginga::engine::{Engine, PackedHand};
    /// use ginga::{Hand, RuleSet};
    /// let laizi = RuleSet::builtin("laizi")?;
    /// let hand = PackedHand::of(&Hand::parse("123m456p789s11zjjj", &laizi)?).unwrap();
    /// assert!(Engine::new(&laizi)?.is_win(&hand));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// [`Hand`]: crate::Hand
    pub fn is_win(&self, hand: &PackedHand) -> bool {
        if !self.has_size(hand, 2) {
            return false;
        }
        match self.plain_view(hand) {
            Some(view) => self.is_complete(hand, &view),
            None => self.is_win_in_general(hand),
        }
    }

    #[inline(never)]
    fn is_win_in_general(&self, hand: &PackedHand) -> bool {
        let mut room = Rows::EMPTY;
        self.view(hand, &mut room).is_some_and(|view| self.is_complete(hand, &view))
    }

    /// Any hand by what its tiles may be used as; `None` where it has more suits than the rule set allows.
    #[inline]
    fn view<'h>(&self, hand: &'h PackedHand, room: &'h mut Rows) -> Option<View<'h>> {
        let view = View::of(hand, self.plan.laizi, room);
        self.has_suits(hand, &view).then_some(view)
    }

    /// The hand as it is, where only jokers are wild and the rule set does not limit suits: most hands,
    /// which need not be looked at any further.
    #[inline(always)]
    fn plain_view<'h>(&self, hand: &'h PackedHand) -> Option<View<'h>> {
        let plain = hand.blue() == 0 && self.plan.laizi.is_empty() && self.plan.max_suits >= 3;
        plain.then(|| View::plain(hand))
    }

    // What follows is inlined into either case of its callers: with a plain view most of it falls away.
    #[inline(always)]
    fn is_complete(&self, hand: &PackedHand, view: &View<'_>) -> bool {
        self.plan.standard && view.wins(self.tables) || self.is_complete_in(&self.plan.apart, hand)
    }

    /// Whether the hand is complete in one of these layouts.
    #[inline(always)]
    fn is_complete_in(&self, layouts: &[Layout], hand: &PackedHand) -> bool {
        if hand.called() > 0 {
            return false;
        }
        for layout in layouts {
            let complete = layout.tiles() == hand.tiles()
                && match self.has_wilds(hand) {
                    false => layout.win_plain(hand),
                    true => self.wins_with_wilds(layout, hand),
                };
            if complete {
                return true;
            }
        }
        false
    }

    /// The kinds whose addition completes one of these layouts.
    #[inline(always)]
    fn holes_of(&self, layouts: &[Layout], hand: &PackedHand) -> u64 {
        if hand.called() > 0 {
            return 0;
        }
        let mut holes = 0;
        for layout in layouts {
            if layout.tiles() != hand.tiles() + 1 {
                continue;
            }
            holes |= match self.has_wilds(hand) {
                false => layout.holes_plain(hand),
                true => self.holes_with_wilds(layout, hand),
            };
        }
        holes
    }

    // Calls of their own, or the compiler makes the sets of kinds for every hand, asked for or not.
    #[inline(never)]
    fn wins_with_wilds(&self, layout: &Layout, hand: &PackedHand) -> bool {
        layout.win(&Tiles::new(hand, self.plan.laizi))
    }

    #[inline(never)]
    fn holes_with_wilds(&self, layout: &Layout, hand: &PackedHand) -> u64 {
        layout.holes(&Tiles::new(hand, self.plan.laizi))
    }

    /// Whether the hand may hold a tile that stands for another kind.
    #[inline]
    fn has_wilds(&self, hand: &PackedHand) -> bool {
        hand.jokers() > 0 || hand.blue() != 0 || !self.plan.laizi.is_empty()
    }

    /// The tiles that complete a hand of 3n+1 concealed tiles and are left; none for any other number
    /// and for more melds than the rule set has. As in [`Engine::is_win`], the tiles are not checked.
    ///
    /// ```
    /// use ginga::engine::{Engine, PackedHand};
    /// use ginga::{Hand, RuleSet};
    /// let riichi = RuleSet::builtin("riichi")?;
    /// let hand = PackedHand::of(&Hand::parse("2344m", &riichi)?).unwrap();
    /// let waits = Engine::new(&riichi)?.waits(&hand);
    /// assert_eq!(waits.kinds().to_string(), "1m4m");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn waits(&self, hand: &PackedHand) -> WinningTiles {
        if !self.has_size(hand, 1) {
            return WinningTiles::default();
        }
        match self.plain_view(hand) {
            Some(view) => self.waits_of(hand, &view),
            None => self.waits_in_general(hand),
        }
    }

    #[inline(never)]
    fn waits_in_general(&self, hand: &PackedHand) -> WinningTiles {
        let mut room = Rows::EMPTY;
        let view = self.view(hand, &mut room);
        view.map_or_else(WinningTiles::default, |view| self.waits_of(hand, &view))
    }

    #[inline(always)]
    fn waits_of(&self, hand: &PackedHand, view: &View<'_>) -> WinningTiles {
        let standard = if self.plan.standard { view.holes(self.tables).bits() } else { 0 };
        let holes = standard | self.holes_of(&self.plan.apart, hand);
        if holes == 0 {
            return WinningTiles::default();
        }
        let allowed = self.playable(hand, view);
        self.filled(hand, KindSet::from_bits(holes).intersection(allowed))
    }

    /// Whether the hand is of a size to be asked for: so many tiles over when divided by three, no
    /// more melds than there are.
    #[inline]
    fn has_size(&self, hand: &PackedHand, remainder: usize) -> bool {
        let tiles = hand.tiles();
        tiles % 3 == remainder && tiles / 3 + hand.called() <= usize::from(self.plan.melds)
    }

    /// Whether fixed tiles and called melds are within the limit on suits.
    #[inline]
    fn has_suits(&self, hand: &PackedHand, view: &View<'_>) -> bool {
        let most = u32::from(self.plan.max_suits);
        most >= 3 || self.suits_used(hand, view).count_ones() <= most
    }

    /// The numbered suits that fixed tiles and called melds are of, one bit each.
    fn suits_used(&self, hand: &PackedHand, view: &View<'_>) -> u8 {
        Suit::NUMBERED.into_iter().fold(0, |used, suit| {
            let here =
                !view.fixed.parts()[suit as usize].is_empty() || hand.called_suits().contains(suit);
            used | u8::from(here) << suit as u8
        })
    }

    /// The kinds that a tile drawn may be used as.
    #[inline]
    fn playable(&self, hand: &PackedHand, view: &View<'_>) -> KindSet {
        let readable = self.readable(hand);
        if self.plan.max_suits >= 3 {
            return readable;
        }
        let used = self.suits_used(hand, view);
        if used.count_ones() < self.plan.max_suits.into() {
            return readable;
        }
        // No further suit may be begun.
        let allowed =
            |kind: &Kind| !kind.suit().is_numbered() || used >> kind.suit() as u8 & 1 == 1;
        readable.iter().filter(allowed).collect()
    }
}
