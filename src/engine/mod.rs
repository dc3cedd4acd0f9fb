//! The engine: wins, waits, counts and decompositions of many hands.
//!
//! Wins, winning tiles and lists of any rule set come from a sweep over the kinds (the module `sweep`), which
//! a [`Game`](crate::Game) asks. Forms without limits have a faster way: tables.
//!
//! An [`Engine`] is a rule set compiled for the tables. A [`PackedHand`] is a hand in the form that the
//! tables are indexed by. Together they answer without trying groups one by one:
//!
//! - **Melds and a pair.** For each suit a table holds its *need*: the least number of wild tiles that
//!   makes the suit groups alone, `f`, and whether one of those groups is then the pair. (The suit's
//!   tiles and `f` leave 0 or 2 over when divided by three; with 2 over there is a pair.) A suit whose
//!   need holds no pair can be given one for two wild tiles more. A suit whose need holds the pair can
//!   do without it for one wild tile more: the pair becomes a triplet. So the hand needs `Σf + E − 1`
//!   wild tiles where `E` parts hold a pair, and `Σf + 2` where none does. It is complete when it has
//!   at least that many. Two more tables hold the kinds that lessen a need by one: these are the waits.
//!   Each suit is looked up as two halves, numbers 1–5 and 6–9. What a half adds to a suit falls into
//!   one of some 160 classes for the first half and some 100 for the last, so the tables stay small.
//! - **Blue tiles** of a number may be used in any of three suits, so every way to share them among the
//!   suits is tried. A share with which the first suit alone needs more wild tiles than there are is
//!   dropped at once. Blue winds and dragons have entries of their own in the table of honours.
//! - **Pairs and orphans** are decided by operations on sets of kinds.
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
//! Memory and start: the tables of needs take less than 1 MB for the whole process, and the first
//! [`Engine::new`] builds them in some 10 ms. Lists and counts of hands without wild tiles also use
//! tables of every suit's decompositions, built at first use: 0.8 MB in 5 ms for complete hands, 4.3 MB
//! in 35 ms for tenpai hands. An engine itself takes some hundred bytes, a packed hand 64, one cache
//! line. Any number of threads may share them.

mod compile;
mod count;
mod decomposition;
mod digits;
mod distance;
mod list;
mod need;
mod packed_group;
mod packed_hand;
mod sweep;
mod unseen;
mod verdicts;

pub use compile::NotServed;
pub use count::DecompositionCount;
pub(crate) use decomposition::Visitor;
pub use decomposition::{DecompositionList, DecompositionRef};
pub use distance::{PackedAcceptance, PackedDiscard};
pub use packed_group::{PackedGroup, PackedPartial};
pub use packed_hand::PackedHand;
pub(crate) use sweep::SweptList;
pub(crate) use sweep::distance::{Asked, FormAnswer, Unanswered};
pub use unseen::WinningTiles;
pub(crate) use verdicts::{Judgement, Verdicts};

use crate::rules::RuleSet;
use crate::size::HandSize;
use crate::tile::{Kind, KindSet, Suit, Tile};
use compile::CompiledRules;
use digits::KindDigits;
use need::melds_and_pair::TilesByUse;
use need::pairs_and_orphans::{KindsByCount, PairsOrOrphans};
use need::tables::Tables;

/// [`DecompositionCount`] by its former name.
#[deprecated(note = "renamed to `DecompositionCount`")]
pub type Count = DecompositionCount;

/// [`DecompositionRef`] by its former name.
#[deprecated(note = "renamed to `DecompositionRef`")]
pub type Division<'a> = DecompositionRef<'a>;

/// [`DecompositionList`] by its former name.
#[deprecated(note = "renamed to `DecompositionList`")]
pub type Divisions = DecompositionList;

/// [`PackedGroup`] by its former name.
#[deprecated(note = "renamed to `PackedGroup`")]
pub type Piece = PackedGroup;

/// [`PackedPartial`] by its former name.
#[deprecated(note = "renamed to `PackedPartial`")]
pub type OpenPiece = PackedPartial;

/// A rule set compiled for the tables. Make one and use it for many hands.
#[derive(Clone)]
pub struct Engine {
    rules: CompiledRules,
    tables: &'static Tables,
}

impl std::fmt::Debug for Engine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Engine").field("rules", &self.rules).finish_non_exhaustive()
    }
}

impl Engine {
    /// Compiles a rule set for the tables. The first engine of a process builds the tables.
    ///
    /// # Errors
    /// [`NotServed`] names what the tables cannot express; [`Search`](crate::solver::Search) answers
    /// for every rule set.
    pub fn new(rules: &RuleSet) -> Result<Engine, NotServed> {
        Ok(Engine { rules: CompiledRules::of(rules)?, tables: Tables::get() })
    }

    /// Whether a hand of 3n+2 concealed tiles is complete. False for any other number of tiles, and for
    /// more melds than the rule set has. The engine does not check that the rule set has the tiles: a
    /// [`Hand`] is checked, and [`PackedHand::of`] packs one.
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
    #[must_use]
    pub fn is_win(&self, hand: &PackedHand) -> bool {
        if !self.has_size(hand, HandSize::Complete) {
            return false;
        }
        match self.with_jokers_only(hand) {
            Some(tiles) => self.is_complete(hand, &tiles),
            None => self.is_win_in_general(hand),
        }
    }

    #[inline(never)]
    fn is_win_in_general(&self, hand: &PackedHand) -> bool {
        let mut room = KindDigits::EMPTY;
        self.tiles_by_use(hand, &mut room).is_some_and(|tiles| self.is_complete(hand, &tiles))
    }

    /// The hand's tiles by what they may be used as. `None` where fixed tiles and called melds are of
    /// more suits than the rule set allows. `room` is where the fixed tiles are stored if need be.
    #[inline]
    fn tiles_by_use<'h>(
        &self,
        hand: &'h PackedHand,
        room: &'h mut KindDigits,
    ) -> Option<TilesByUse<'h>> {
        let tiles = TilesByUse::of(hand, self.rules.laizi, room);
        self.has_suits(hand, &tiles).then_some(tiles)
    }

    /// The same for a hand in which only jokers are wild, under a rule set that does not limit suits.
    /// Most hands are of this sort, and their tiles need not be sorted. `None` for all others.
    #[inline(always)]
    fn with_jokers_only<'h>(&self, hand: &'h PackedHand) -> Option<TilesByUse<'h>> {
        let only_jokers =
            hand.blue() == 0 && self.rules.laizi.is_empty() && self.rules.max_suits >= 3;
        only_jokers.then(|| TilesByUse::with_jokers_only(hand))
    }

    // The functions below are inlined into both cases of their callers. Where only jokers are wild, the
    // compiler then removes most of their code.
    #[inline(always)]
    fn is_complete(&self, hand: &PackedHand, tiles: &TilesByUse<'_>) -> bool {
        self.rules.has_melds_and_pair && tiles.wins(self.tables)
            || self.is_complete_in(&self.rules.pairs_and_orphans, hand)
    }

    /// Whether the hand is complete in one of these forms.
    #[inline(always)]
    fn is_complete_in(&self, forms: &[PairsOrOrphans], hand: &PackedHand) -> bool {
        if hand.called() > 0 {
            return false;
        }
        for form in forms {
            let complete = form.tiles() == hand.tiles()
                && match self.has_wilds(hand) {
                    false => form.win_without_wilds(hand),
                    true => self.wins_with_wilds(form, hand),
                };
            if complete {
                return true;
            }
        }
        false
    }

    /// The kinds whose addition completes one of these forms.
    #[inline(always)]
    fn holes_of(&self, forms: &[PairsOrOrphans], hand: &PackedHand) -> u64 {
        if hand.called() > 0 {
            return 0;
        }
        let mut holes = 0;
        for form in forms {
            if form.tiles() != hand.tiles() + 1 {
                continue;
            }
            holes |= match self.has_wilds(hand) {
                false => form.holes_without_wilds(hand),
                true => self.holes_with_wilds(form, hand),
            };
        }
        holes
    }

    // Not inlined: otherwise the compiler computes the sets of kinds for every hand, needed or not.
    #[inline(never)]
    fn wins_with_wilds(&self, form: &PairsOrOrphans, hand: &PackedHand) -> bool {
        form.win(&KindsByCount::new(hand, self.rules.laizi))
    }

    #[inline(never)]
    fn holes_with_wilds(&self, form: &PairsOrOrphans, hand: &PackedHand) -> u64 {
        form.holes(&KindsByCount::new(hand, self.rules.laizi))
    }

    /// Whether the hand may hold a tile that can be used as another kind than its own.
    #[inline]
    fn has_wilds(&self, hand: &PackedHand) -> bool {
        hand.jokers() > 0 || hand.blue() != 0 || !self.rules.laizi.is_empty()
    }

    /// The tiles that complete a hand of 3n+1 concealed tiles and of which a copy is unseen: one that
    /// the hand does not hold. None for any other number of tiles, and for more melds than the rule set
    /// has. As in [`Engine::is_win`], the tiles are not checked.
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
        if !self.has_size(hand, HandSize::Waiting) {
            return WinningTiles::default();
        }
        match self.with_jokers_only(hand) {
            Some(tiles) => self.waits_of(hand, &tiles),
            None => self.waits_in_general(hand),
        }
    }

    #[inline(never)]
    fn waits_in_general(&self, hand: &PackedHand) -> WinningTiles {
        let mut room = KindDigits::EMPTY;
        let tiles = self.tiles_by_use(hand, &mut room);
        tiles.map_or_else(WinningTiles::default, |tiles| self.waits_of(hand, &tiles))
    }

    #[inline(always)]
    fn waits_of(&self, hand: &PackedHand, tiles: &TilesByUse<'_>) -> WinningTiles {
        let of_melds =
            if self.rules.has_melds_and_pair { tiles.holes(self.tables).bits() } else { 0 };
        let holes = of_melds | self.holes_of(&self.rules.pairs_and_orphans, hand);
        if holes == 0 {
            return WinningTiles::default();
        }
        let allowed = self.kinds_to_draw(hand, tiles);
        self.rules.winning_tiles(hand, KindSet::of_bits(holes).intersection(allowed))
    }

    /// How many copies of a tile are unseen: in the set, and not in the hand.
    ///
    /// ```
    /// use ginga::engine::{Engine, PackedHand};
    /// use ginga::{Hand, Kind, RuleSet, Tile};
    /// let riichi = RuleSet::builtin("riichi")?;
    /// let hand = PackedHand::of(&Hand::parse("1112m", &riichi)?).unwrap();
    /// let engine = Engine::new(&riichi)?;
    /// let unseen = |index| engine.unseen(&hand, Tile::plain(Kind::from_index(index).unwrap()));
    /// assert_eq!((unseen(0), unseen(1), unseen(2)), (1, 3, 4));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn unseen(&self, hand: &PackedHand, tile: Tile) -> u8 {
        self.rules.drawable(tile).saturating_sub(hand.held(tile))
    }

    /// [`Engine::unseen`] by its former name.
    #[deprecated(note = "renamed to `unseen`")]
    pub fn left(&self, hand: &PackedHand, tile: Tile) -> u8 {
        self.unseen(hand, tile)
    }

    /// The kinds that can fill a hole of the hand: see [`CompiledRules::live_kinds`].
    pub(crate) fn live_kinds(&self, hand: &PackedHand) -> KindSet {
        self.rules.live_kinds(hand)
    }

    /// Whether the hand has a number of tiles of this size, and no more melds than the rule set has.
    #[inline]
    fn has_size(&self, hand: &PackedHand, size: HandSize) -> bool {
        let melds = HandSize::melds_of(hand.tiles()) + hand.called();
        hand.size() == Some(size) && melds <= usize::from(self.rules.melds)
    }

    /// Whether fixed tiles and called melds are within the limit on suits.
    #[inline]
    fn has_suits(&self, hand: &PackedHand, tiles: &TilesByUse<'_>) -> bool {
        let most = u32::from(self.rules.max_suits);
        most >= 3 || self.suits_used(hand, tiles).count_ones() <= most
    }

    /// The numbered suits of fixed tiles and called melds, one bit each.
    fn suits_used(&self, hand: &PackedHand, tiles: &TilesByUse<'_>) -> u8 {
        Suit::NUMBERED.into_iter().fold(0, |used, suit| {
            let here = !tiles.fixed.parts()[suit as usize].is_empty()
                || hand.called_suits().contains(suit);
            used | u8::from(here) << suit as u8
        })
    }

    /// The kinds that a drawn tile may be used as within the limit on suits.
    #[inline]
    fn kinds_to_draw(&self, hand: &PackedHand, tiles: &TilesByUse<'_>) -> KindSet {
        let playable = self.rules.playable_by(hand);
        if self.rules.max_suits >= 3 {
            return playable;
        }
        let used = self.suits_used(hand, tiles);
        if used.count_ones() < self.rules.max_suits.into() {
            return playable;
        }
        // No further suit may be begun.
        let allowed =
            |kind: &Kind| !kind.suit().is_numbered() || used >> kind.suit() as u8 & 1 == 1;
        playable.iter().filter(allowed).collect()
    }
}
