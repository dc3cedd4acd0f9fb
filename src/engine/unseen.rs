//! The tiles that are unseen, and which of them fill a hand's holes.
//!
//! A copy of a tile is unseen when the set has it and the hand does not hold it. A hole is a kind that
//! completes the hand; it is dead when tiles of the set can be used as that kind, but no unseen one. [`Engine::waits`] comes
//! here last, to turn holes into winning tiles.
//!
//! [`Engine::waits`]: super::Engine::waits

use crate::engine::compile::CompiledRules;
use crate::engine::digits::{DRAGON_KINDS, MOST_PLAIN, WIND_KINDS};
use crate::engine::packed_hand::PackedHand;
use crate::tile::{KindSet, Tile, TileSet};

/// The tiles that complete a hand and of which a copy is unseen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[must_use]
pub struct WinningTiles {
    plain: KindSet,
    blue: KindSet,
    jokers: Jokers,
    kinds: KindSet,
    dead: KindSet,
}

/// Jokers, of a class or of none: a bit each.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
struct Jokers(u32);

impl Jokers {
    fn bit(joker: Tile) -> u32 {
        joker.index().checked_sub(Tile::JOKER.index()).map_or(0, |place| 1 << place)
    }

    fn of_no_class(wins: bool) -> Jokers {
        Jokers(u32::from(wins))
    }

    fn contains(self, joker: Tile) -> bool {
        self.0 & Jokers::bit(joker) != 0
    }
}

impl WinningTiles {
    /// The same without dead kinds.
    pub(crate) fn live(self) -> WinningTiles {
        WinningTiles { dead: KindSet::EMPTY, ..self }
    }

    /// These tiles, which complete a hand as these kinds, and the kinds of which no tile is left.
    pub(crate) fn new(tiles: TileSet, kinds: KindSet, dead: KindSet) -> WinningTiles {
        let mut winning = WinningTiles { kinds, dead, ..WinningTiles::default() };
        for tile in tiles.iter() {
            match tile.kind() {
                Some(kind) if tile.is_galaxy() => winning.blue.insert(kind),
                Some(kind) => winning.plain.insert(kind),
                None => winning.jokers.0 |= Jokers::bit(tile),
            }
        }
        winning
    }

    /// The kinds whose plain tile wins.
    pub fn plain(&self) -> KindSet {
        self.plain
    }

    /// The kinds whose blue tile wins.
    pub fn blue(&self) -> KindSet {
        self.blue
    }

    /// Whether a joker of no class wins; for those of classes see [`WinningTiles::tiles`].
    pub fn joker(&self) -> bool {
        self.jokers.contains(Tile::JOKER)
    }

    /// The kinds that complete the hand and that a winning tile can be used as.
    pub fn kinds(&self) -> KindSet {
        self.kinds
    }

    /// The kinds that would complete the hand, but no unseen tile can be used as them, though some tile
    /// of the set could: dead waits.
    pub fn dead(&self) -> KindSet {
        self.dead
    }

    /// True when the hand waits on no tile.
    pub fn is_empty(&self) -> bool {
        self.kinds.is_empty()
    }

    /// The winning tiles in order.
    pub fn tiles(&self) -> impl Iterator<Item = Tile> + Clone + use<> {
        let WinningTiles { plain, blue, jokers, .. } = *self;
        Tile::all().filter(move |tile| match tile.kind() {
            Some(kind) if tile.is_galaxy() => blue.contains(kind),
            Some(kind) => plain.contains(kind),
            None => jokers.contains(*tile),
        })
    }
}

impl CompiledRules {
    /// How many copies of a tile can be drawn by a player who holds none.
    pub fn drawable(&self, tile: Tile) -> u8 {
        match tile.kind() {
            None if tile == Tile::JOKER => self.jokers,
            None => 0,
            Some(kind) if tile.is_galaxy() => u8::from(self.blue.contains(kind)),
            Some(kind) if self.plain.contains(kind) => MOST_PLAIN - self.short_of_four.get(kind),
            Some(_) => 0,
        }
    }

    /// The tiles of which the hand does not hold every copy.
    #[inline]
    fn unseen(&self, hand: &PackedHand) -> UnseenTiles {
        UnseenTiles {
            plain: self.plain.without(hand.held_as_if_four(&self.short_of_four)),
            blue: self.blue.without(hand.held_blue()),
            joker: self.jokers > hand.held_jokers(),
        }
    }

    /// The tiles of which the set has a copy to draw, whatever the hand holds.
    fn all_drawable(&self) -> UnseenTiles {
        UnseenTiles { plain: self.plain, blue: self.blue, joker: self.jokers > 0 }
    }

    /// The kinds that some unseen tile can fill. Where the rule set counts dead waits, the kinds that
    /// some tile of the set can fill. Empty for a hand of 3n+2 tiles, which has no holes.
    pub fn live_kinds(&self, hand: &PackedHand) -> KindSet {
        if !hand.waits() {
            return KindSet::EMPTY;
        }
        let tiles = if self.dead_count { self.all_drawable() } else { self.unseen(hand) };
        tiles.can_fill(self.playable_by(hand), self.laizi)
    }

    /// The unseen tiles that fill these holes.
    #[inline(always)]
    pub fn winning_tiles(&self, hand: &PackedHand, holes: KindSet) -> WinningTiles {
        let unseen = self.unseen(hand);
        let live = unseen.can_fill(holes, self.laizi);
        let mut winning = unseen.filling(live, self.laizi);
        let unfilled = holes.without(live);
        if unfilled.is_empty() {
            return winning;
        }
        // A kind that no tile of the set could fill completes nothing.
        let drawable = self.all_drawable();
        let gone = drawable.can_fill(unfilled, self.laizi);
        if self.dead_count {
            let more = drawable.filling(gone, self.laizi);
            winning.plain = winning.plain.union(more.plain);
            winning.blue = winning.blue.union(more.blue);
            winning.jokers.0 |= more.jokers.0;
            winning.kinds = winning.kinds.union(gone);
        } else {
            winning.dead = gone;
        }
        winning
    }
}

/// The tiles that can still be drawn: the kinds of the plain and of the blue ones, and whether a joker
/// is among them.
pub(super) struct UnseenTiles {
    plain: KindSet,
    blue: KindSet,
    joker: bool,
}

impl UnseenTiles {
    /// Whether one of them may be used as every kind.
    #[inline]
    fn has_wild(&self, laizi: KindSet) -> bool {
        self.joker || !self.plain.intersection(laizi).is_empty()
    }

    /// The holes that some of these tiles can fill.
    #[inline]
    pub fn can_fill(&self, holes: KindSet, laizi: KindSet) -> KindSet {
        if self.has_wild(laizi) {
            return holes;
        }
        holes.intersection(self.plain.without(laizi).union(classes_of(self.blue)))
    }

    /// The tiles that can fill one of these holes, each of which some tile can fill.
    #[inline]
    fn filling(&self, holes: KindSet, laizi: KindSet) -> WinningTiles {
        if holes.is_empty() {
            return WinningTiles::default();
        }
        let fixed = self.plain.without(laizi).intersection(holes);
        WinningTiles {
            plain: fixed.union(self.plain.intersection(laizi)),
            blue: if self.blue.is_empty() {
                self.blue
            } else {
                self.blue.intersection(classes_of(holes))
            },
            jokers: Jokers::of_no_class(self.joker),
            kinds: holes,
            dead: KindSet::EMPTY,
        }
    }
}

/// The kinds that share a galaxy class with one of these.
fn classes_of(kinds: KindSet) -> KindSet {
    const SUIT: u64 = (1 << 9) - 1;
    let bits = kinds.bits();
    let numbers = (bits | bits >> 9 | bits >> 18) & SUIT;
    let all = |class: u64| if bits & class == 0 { 0 } else { class };
    let numbers = numbers * (1 | 1 << 9 | 1 << 18);
    KindSet::of_bits(numbers | all(WIND_KINDS) | all(DRAGON_KINDS))
}
