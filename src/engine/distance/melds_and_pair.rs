//! How far a hand is from melds and a pair, by tables.
//!
//! Blue tiles of a number may be used in any suit, and where suits are limited some are left aside: every
//! way to do so is tried, each a few look-ups.

use super::InForm;
use super::tables::{Part, Tables};
use crate::engine::digits::{BlueCounts, KindDigits, NUMBERS, PartDigits, digit_of};
use crate::tile::{Kind, KindSet, Suit, Suits};
use smallvec::SmallVec;

/// The most tiles of a kind that tables look up.
const MOST_HELD: u8 = 4;

/// The tiles of a hand, and what the rules have of kinds.
#[derive(Clone, Copy)]
pub(super) struct Tiles {
    /// The tiles that may be used as their own kind alone.
    pub fixed: KindDigits,
    pub blue: BlueCounts,
    /// How many tiles may be used as every kind.
    pub wilds: u8,
    /// How many melds the hand is to have.
    pub melds: usize,
    /// The parts of which kinds are in play: man, pin, sou, honours.
    pub in_play: [bool; 4],
    /// The suits that called melds are of, and how many suits there may be.
    pub called_suits: Suits,
    pub most_suits: u8,
}

/// One way to use blue numbers and to leave suits aside.
struct Way {
    suits: [PartDigits; 3],
    used: [bool; 3],
}

impl Tiles {
    /// The distance and the kinds that help; `None` where a kind has more tiles than the tables look up, and
    /// where called melds are of too many suits.
    pub fn nearest(&self, tables: &Tables, wants_kinds: bool) -> Option<InForm> {
        let mut nearest = Nearest { tables, tiles: self, least: u8::MAX, ways: SmallVec::new() };
        let [man, pin, sou, _] = *self.fixed.parts();
        nearest.deal([man, pin, sou], 0)?;
        if nearest.ways.is_empty() {
            return None;
        }
        let distance = nearest.least.saturating_sub(self.wilds);
        let kinds = match wants_kinds && distance > 0 {
            true => nearest.kinds(),
            false => KindSet::EMPTY,
        };
        Some(InForm { distance, kinds })
    }

    /// The distance alone.
    pub fn distance(&self, tables: &Tables) -> Option<u8> {
        self.nearest(tables, false).map(|nearest| nearest.distance)
    }

    /// The same tiles and some more of a kind.
    pub fn with(&self, kind: Kind, more: u8) -> Tiles {
        let mut tiles = *self;
        tiles.fixed.add(digit_of(kind), more.into());
        tiles
    }
}

/// The sets of numbered suits that groups may be of, a bit each, beside those of called melds: as many as
/// are allowed.
pub(super) fn suit_sets(called: Suits, most: u8) -> impl Iterator<Item = Suits> {
    let all = most >= 3;
    let sets = if all { 7..8 } else { 0..8 };
    let fits = move |suits: &Suits| all || called.union(*suits) == *suits && suits.len() == most;
    sets.map(Suits::of_bits).filter(fits)
}

/// The nearest ways so far.
struct Nearest<'a> {
    tables: &'a Tables,
    tiles: &'a Tiles,
    least: u8,
    ways: SmallVec<[Way; 8]>,
}

impl Nearest<'_> {
    /// Deals the blue tiles of a number and of those behind it to the suits.
    fn deal(&mut self, suits: [PartDigits; 3], from: usize) -> Option<()> {
        let blue = self.tiles.blue.numbers;
        let Some(place) = (from..NUMBERS).find(|&place| blue.get(place) > 0) else {
            self.try_all(suits);
            return Some(());
        };
        let count = blue.get(place);
        for man in 0..=count {
            for pin in 0..=count - man {
                let mut dealt = suits;
                for (suit, share) in dealt.iter_mut().zip([man, pin, count - man - pin]) {
                    if suit.get(place) + share > MOST_HELD {
                        return None;
                    }
                    *suit = suit.plus(PartDigits::one(place).times(share.into()));
                }
                self.deal(dealt, place + 1)?;
            }
        }
        Some(())
    }

    fn try_all(&mut self, suits: [PartDigits; 3]) {
        let Tiles { called_suits, most_suits, in_play, .. } = *self.tiles;
        for allowed in suit_sets(called_suits, most_suits) {
            let used = Suit::NUMBERED.map(|suit| in_play[suit as usize] && allowed.contains(suit));
            let way = Way { suits, used };
            let [man, pin, sou, honours] = self.parts(&way);
            let three = self.tables.three(pin, self.tables.two(sou, honours));
            let distance = self.tables.distance(three, man, self.tiles.melds);
            if distance < self.least {
                self.least = distance;
                self.ways.clear();
            }
            if distance == self.least {
                self.ways.push(way);
            }
        }
    }

    fn parts(&self, way: &Way) -> [Part; 4] {
        let suit = |suit: usize| match way.used[suit] {
            true => self.tables.suit(way.suits[suit]),
            false => self.tables.absent(),
        };
        [suit(0), suit(1), suit(2), self.honours(self.tiles.fixed.parts()[3])]
    }

    fn honours(&self, digits: PartDigits) -> Part {
        match self.tiles.in_play[3] {
            true => self.tables.honours(digits, self.tiles.blue),
            false => self.tables.absent(),
        }
    }

    /// The kinds of which one tile more brings some of the nearest ways nearer.
    fn kinds(&self) -> KindSet {
        let helping = self.ways.iter().map(|way| self.kinds_of(way));
        KindSet::of_bits(helping.fold(0, |all, kinds| all | kinds))
    }

    fn kinds_of(&self, way: &Way) -> u64 {
        let (tables, melds) = (self.tables, self.tiles.melds);
        let [man, pin, sou, honours] = self.parts(way);
        let (front, back) = (tables.two(man, pin), tables.two(sou, honours));
        let others =
            [tables.three(pin, back), tables.three(man, back), tables.three(honours, front)];
        let mut kinds = 0;
        for (suit, others) in others.into_iter().enumerate().filter(|(suit, _)| way.used[*suit]) {
            let around = tables.suits_around(way.suits[suit]);
            for (place, part) in around.into_iter().enumerate() {
                let nearer = tables.distance(others, part, melds) < self.least;
                kinds |= u64::from(nearer) << (suit * NUMBERS + place);
            }
        }
        if self.tiles.in_play[3] {
            let others = tables.three(sou, front);
            let digits = self.tiles.fixed.parts()[3];
            for place in 0..7 {
                let part = self.honours(digits.plus(PartDigits::one(place)));
                let nearer = tables.distance(others, part, melds) < self.least;
                kinds |= u64::from(nearer) << (3 * NUMBERS + place);
            }
        }
        kinds
    }
}
