//! The tiles left to draw, and which holes they fill.

use super::packed::{MOST_PLAIN, PackedHand};
use super::{Engine, WinningTiles};
use crate::tile::{KindSet, Tile};

impl Engine {
    /// How many copies of a tile are left to draw beside those that the hand holds.
    ///
    /// ```
    /// use ginga::engine::{Engine, PackedHand};
    /// use ginga::{Hand, Kind, RuleSet, Tile};
    /// let riichi = RuleSet::builtin("riichi")?;
    /// let hand = PackedHand::of(&Hand::parse("1112m", &riichi)?).unwrap();
    /// let engine = Engine::new(&riichi)?;
    /// let left = |index| engine.left(&hand, Tile::plain(Kind::from_index(index).unwrap()));
    /// assert_eq!((left(0), left(1), left(2)), (1, 3, 4));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn left(&self, hand: &PackedHand, tile: Tile) -> u8 {
        self.drawable(tile).saturating_sub(hand.held(tile))
    }

    fn drawable(&self, tile: Tile) -> u8 {
        match tile.kind() {
            None if tile == Tile::JOKER => self.plan.jokers,
            None => 0,
            Some(kind) if tile.is_galaxy() => u8::from(self.plan.blue.contains(kind)),
            Some(kind) if self.plan.plain.contains(kind) => {
                MOST_PLAIN - self.plan.short_of_four.get(kind)
            }
            Some(_) => 0,
        }
    }

    /// The tiles left beside a hand.
    #[inline]
    pub(super) fn left_of(&self, hand: &PackedHand) -> Left {
        let plan = &self.plan;
        Left {
            plain: plan.plain.without(hand.held_as_if_four(&plan.short_of_four)),
            blue: plan.blue.without(hand.held_blue()),
            joker: plan.jokers > hand.held_jokers(),
        }
    }

    /// Every tile of the set that can be drawn.
    pub(super) fn any(&self) -> Left {
        Left { plain: self.plan.plain, blue: self.plan.blue, joker: self.plan.jokers > 0 }
    }

    /// The tiles left that fill these holes.
    #[inline(always)]
    pub(super) fn filled(&self, hand: &PackedHand, holes: KindSet) -> WinningTiles {
        let plan = &self.plan;
        let left = self.left_of(hand);
        let live = left.can_fill(holes, plan.laizi);
        let mut winning = left.filling(live, plan.laizi);
        winning.dead = holes.without(live);
        if plan.dead_count && !winning.dead.is_empty() {
            let any = self.any();
            let counted = any.can_fill(winning.dead, plan.laizi);
            let more = any.filling(counted, plan.laizi);
            winning.plain = winning.plain.union(more.plain);
            winning.blue = winning.blue.union(more.blue);
            winning.joker |= more.joker;
            winning.kinds = winning.kinds.union(counted);
            winning.dead = KindSet::EMPTY;
        }
        winning
    }
}

/// The winds and the dragons, one bit a kind.
pub(super) const WIND_KINDS: u64 = 0b1111 << 27;
pub(super) const DRAGON_KINDS: u64 = 0b111 << 31;

/// Tiles that can be drawn.
pub(super) struct Left {
    plain: KindSet,
    blue: KindSet,
    joker: bool,
}

impl Left {
    #[inline]
    fn wild(&self, laizi: KindSet) -> bool {
        self.joker || !self.plain.intersection(laizi).is_empty()
    }

    /// Those of the holes that some tile fills.
    #[inline]
    pub fn can_fill(&self, holes: KindSet, laizi: KindSet) -> KindSet {
        if self.wild(laizi) {
            return holes;
        }
        holes.intersection(self.plain.without(laizi).union(classes_of(self.blue)))
    }

    /// The tiles that fill one of these holes.
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
            joker: self.joker,
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
    KindSet::from_bits(numbers | all(WIND_KINDS) | all(DRAGON_KINDS))
}
