//! Wins and waits of melds and a pair: the need of a hand, from the needs of its suits and honours.
//!
//! Blue tiles of a number may be used in any suit, so every way to share them among the suits is tried.
//! Without such tiles a hand is one sum of table entries. This runs for every win and every wait, and
//! before every walk, which ends at once where the hand cannot be completed.

use crate::engine::digits::{BlueCounts, KindDigits, NUMBERS, PartDigits};
use crate::engine::need::tables::{Cost, Tables};
use crate::engine::packed_hand::PackedHand;
use crate::tile::KindSet;
use std::ops::ControlFlow;

/// The index of the first honour among the kinds.
const HONOURS_FROM: u32 = 27;

/// The concealed tiles of a hand by what they may be used as.
#[derive(Debug, Clone, Copy)]
pub(in crate::engine) struct TilesByUse<'h> {
    /// The tiles that may be used as their own kind alone.
    pub fixed: &'h KindDigits,
    /// How many tiles may be used as every kind.
    pub wilds: u32,
    pub blue: BlueCounts,
}

impl<'h> TilesByUse<'h> {
    /// The tiles of a hand without blue tiles, where only jokers are wild.
    #[inline(always)]
    pub fn with_jokers_only(hand: &'h PackedHand) -> TilesByUse<'h> {
        TilesByUse {
            fixed: hand.digits(),
            wilds: hand.jokers().into(),
            blue: BlueCounts::default(),
        }
    }

    /// The tiles of any hand. The plain tiles of the kinds `laizi` are wild; if there are such kinds, the
    /// other plain tiles are stored in `room`.
    pub fn of(hand: &'h PackedHand, laizi: KindSet, room: &'h mut KindDigits) -> TilesByUse<'h> {
        let blue = if hand.blue() == 0 { BlueCounts::default() } else { hand.blue_by_class() };
        let jokers = u32::from(hand.jokers());
        if laizi.is_empty() {
            return TilesByUse { fixed: hand.digits(), wilds: jokers, blue };
        }
        let wilds;
        (*room, wilds) = hand.digits_without(laizi);
        TilesByUse { fixed: room, wilds: jokers + wilds, blue }
    }

    /// True when every tile may be used as its own kind alone.
    pub fn has_no_wilds(&self) -> bool {
        self.wilds == 0 && self.blue == BlueCounts::default()
    }

    /// What winds and dragons need.
    #[inline]
    fn honours(&self, tables: &Tables) -> Cost {
        let &[.., honours] = self.fixed.parts();
        tables.honours(honours, self.blue)
    }

    /// True when the tiles are melds and a pair.
    #[inline(always)]
    pub fn wins(&self, tables: &Tables) -> bool {
        if !self.blue.numbers.is_empty() {
            return self.wins_with_blue(tables);
        }
        tables.hand(self.fixed, self.blue).with_one_pair() <= self.wilds
    }

    #[inline(never)]
    fn wins_with_blue(&self, tables: &Tables) -> bool {
        let splits = BlueSplits::new(self, tables, self.honours(tables), self.wilds);
        let see = &mut |cost: Cost, _: &[PartDigits]| {
            if cost.with_one_pair() <= self.wilds {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        };
        splits.visit(see).is_break()
    }

    /// The kinds whose addition makes the tiles melds and a pair. Where every kind does, all 34.
    #[inline(always)]
    pub fn holes(&self, tables: &Tables) -> KindSet {
        if !self.blue.numbers.is_empty() {
            return self.holes_with_blue(tables);
        }
        let &[man, pin, sou, _] = self.fixed.parts();
        let [man, pin, sou] = [man, pin, sou].map(|digits| tables.suit(digits));
        let numbers = tables.cost(man) + tables.cost(pin) + tables.cost(sou);
        match Lack::of(numbers + self.honours(tables), self.wilds) {
            Lack::Nothing => KindSet::ALL,
            Lack::More => KindSet::EMPTY,
            Lack::One { many } => {
                let suit = |suit, place| tables.helping(suit, many) << place;
                let numbers = suit(man, 0) | suit(pin, 9) | suit(sou, 18);
                KindSet::of_bits(numbers | self.helping_honours(tables, many))
            }
        }
    }

    #[inline]
    fn helping_honours(&self, tables: &Tables, many: bool) -> u64 {
        let &[.., honours] = self.fixed.parts();
        tables.helping_honours(honours, self.blue, many) << HONOURS_FROM
    }

    #[inline(never)]
    fn holes_with_blue(&self, tables: &Tables) -> KindSet {
        let wilds = self.wilds;
        let mut holes = 0;
        let splits = BlueSplits::new(self, tables, self.honours(tables), wilds + 1);
        let see = &mut |cost: Cost, suits: &[PartDigits]| {
            match Lack::of(cost, wilds) {
                Lack::Nothing => return ControlFlow::Break(()),
                Lack::More => {}
                Lack::One { many } => {
                    holes |= self.helping_honours(tables, many);
                    for (&suit, place) in suits.iter().zip(splits.places) {
                        holes |= tables.helping(tables.suit(suit), many) << place;
                    }
                }
            }
            ControlFlow::Continue(())
        };
        match splits.visit(see) {
            ControlFlow::Break(()) => KindSet::ALL,
            ControlFlow::Continue(()) => KindSet::of_bits(splits.spread(holes)),
        }
    }
}

/// What a hand of 3n+1 tiles lacks beyond its wild tiles.
enum Lack {
    /// Nothing in particular: any tile completes the hand, as a triplet with two spare wild tiles or as
    /// the pair with one.
    Nothing,
    /// A tile that lessens the need; `many` when more than one part holds a pair.
    One {
        many: bool,
    },
    More,
}

impl Lack {
    /// A tile either lessens a need by one or adds two to it.
    #[inline]
    fn of(cost: Cost, wilds: u32) -> Lack {
        let need = cost.with_one_pair();
        if need > wilds + 1 {
            Lack::More
        } else if need < wilds || cost.pairs() == 0 {
            Lack::Nothing
        } else {
            Lack::One { many: cost.pairs() > 1 }
        }
    }
}

/// The ways to share the blue numbers among the three suits.
///
/// Of several suits without a fixed tile only one is considered: groups of blue tiles spread over two
/// such suits could as well be in one. For example, with fixed tiles in man alone, blue tiles go to man
/// and to one other suit.
struct BlueSplits<'a> {
    tables: &'a Tables,
    /// The fixed tiles of the suits that are considered.
    suits: [PartDigits; 3],
    count: usize,
    /// The index of the first kind of each of them.
    places: [u32; 3],
    blue: PartDigits,
    honours: Cost,
    /// Shares with a need of more than this are skipped.
    budget: u32,
}

impl<'a> BlueSplits<'a> {
    fn new(
        view: &TilesByUse<'_>,
        tables: &'a Tables,
        honours: Cost,
        budget: u32,
    ) -> BlueSplits<'a> {
        let mut splits = BlueSplits {
            tables,
            suits: Default::default(),
            count: 0,
            places: [0; 3],
            blue: view.blue.numbers,
            honours,
            budget,
        };
        let suits = || view.fixed.parts()[..3].iter().zip([0, 9, 18]);
        let with_tiles = suits().filter(|(digits, _)| !digits.is_empty());
        let empty = suits().filter(|(digits, _)| digits.is_empty()).take(1);
        for (&digits, place) in with_tiles.chain(empty) {
            (splits.suits[splits.count], splits.places[splits.count]) = (digits, place);
            splits.count += 1;
        }
        splits
    }

    /// Shows the need of each way within the budget, with the digits of the suits.
    fn visit(
        &self,
        see: &mut impl FnMut(Cost, &[PartDigits]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let [one, two, _] = self.suits;
        if self.count == 1 {
            let only = one.plus(self.blue);
            return see(self.tables.numbers(only) + self.honours, &[only]);
        }
        let mut shares = Shares::of(self.blue);
        loop {
            let first = one.plus(shares.share);
            let cost = self.tables.numbers(first) + self.honours;
            if cost.at_least() <= self.budget {
                let rest = self.blue.minus(shares.share);
                if self.count == 2 {
                    let second = two.plus(rest);
                    see(cost + self.tables.numbers(second), &[first, second])?;
                } else {
                    self.visit_rest(first, cost, rest, see)?;
                }
            }
            if !shares.advance() {
                return ControlFlow::Continue(());
            }
        }
    }

    /// The ways to share the rest among the second and the third suit.
    fn visit_rest(
        &self,
        first: PartDigits,
        cost: Cost,
        rest: PartDigits,
        see: &mut impl FnMut(Cost, &[PartDigits]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let [_, two, three] = self.suits;
        let mut shares = Shares::of(rest);
        loop {
            let second = two.plus(shares.share);
            let cost = cost + self.tables.numbers(second);
            if cost.at_least() <= self.budget {
                let third = three.plus(rest.minus(shares.share));
                see(cost + self.tables.numbers(third), &[first, second, third])?;
            }
            if !shares.advance() {
                return ControlFlow::Continue(());
            }
        }
    }

    /// What helps the one suit without a fixed tile that is considered helps each such suit.
    fn spread(&self, holes: u64) -> u64 {
        const SUIT: u64 = (1 << NUMBERS) - 1;
        let last = self.count - 1;
        if !self.suits[last].is_empty() {
            return holes;
        }
        let with_tiles = &self.places[..last];
        let helps = holes >> self.places[last] & SUIT;
        let empty = [0, 9, 18].into_iter().filter(|place| !with_tiles.contains(place));
        empty.fold(holes, |holes, place| holes | helps << place)
    }
}

/// Goes through all shares of some tiles that one suit may take, counting up like an odometer.
struct Shares {
    places: [PlaceShare; NUMBERS],
    count: usize,
    /// The current share.
    share: PartDigits,
}

/// How many tiles of one number the share has, and may have at most.
#[derive(Clone, Copy, Default)]
struct PlaceShare {
    one: PartDigits,
    most: u8,
    at: u8,
}

impl Shares {
    fn of(whole: PartDigits) -> Shares {
        let mut shares =
            Shares { places: Default::default(), count: 0, share: PartDigits::default() };
        let mut rest = whole;
        while !rest.is_empty() {
            let place = rest.first_place();
            let (one, most) = (PartDigits::one(place), rest.get(place));
            shares.places[shares.count] = PlaceShare { one, most, at: 0 };
            shares.count += 1;
            rest = rest.minus(one.times(most.into()));
        }
        shares
    }

    /// Moves to the next share; false after the last.
    #[inline]
    fn advance(&mut self) -> bool {
        for place in &mut self.places[..self.count] {
            if place.at < place.most {
                place.at += 1;
                self.share = self.share.plus(place.one);
                return true;
            }
            self.share = self.share.minus(place.one.times(place.at.into()));
            place.at = 0;
        }
        false
    }
}
