//! How far a hand is from melds and a pair, by tables.
//!
//! Blue tiles of a number may be used in any suit, and where suits are limited some are left aside: every
//! way to do so is tried, each a few look-ups.

use super::tables::{Part, Parts, Tables};
use crate::engine::digits::{BlueCounts, KindDigits, NUMBERS, PartDigits, digit_of};
use crate::tile::{Kind, KindSet, Suit, Suits};
use smallvec::SmallVec;

/// The most tiles of a kind that tables look up.
const MOST_HELD: u8 = 4;

/// The part of the honours.
const HONOURS: usize = 3;

/// The tiles of a hand, and what the rules have of kinds.
#[derive(Clone, Copy)]
pub(super) struct Tiles<'a> {
    /// The tiles that may be used as their own kind alone.
    pub fixed: &'a KindDigits,
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

impl Tiles<'_> {
    /// The distance; `None` where a kind has more tiles than the tables look up, and where called melds are of
    /// too many suits.
    #[inline]
    pub fn distance(&self, tables: &Tables) -> Option<u8> {
        let lacking = match self.has_one_way() {
            true => Way::of(self, tables, self.suits(), Suits::ALL).distance(tables, self.melds),
            false => self.least_of_ways(tables)?,
        };
        Some(lacking.saturating_sub(self.wilds))
    }

    /// The kinds that bring the hand nearer, which is not complete; `None` as for the distance.
    #[inline]
    pub fn helping(&self, tables: &Tables) -> Option<KindSet> {
        if !self.has_one_way() {
            return self.helping_ways(tables);
        }
        let way = Way::of(self, tables, self.suits(), Suits::ALL);
        let distance = way.distance(tables, self.melds);
        Some(KindSet::of_bits(way.kinds(self, tables, distance)))
    }

    /// Whether there is one way alone to use the tiles.
    #[inline]
    fn has_one_way(&self) -> bool {
        self.blue.numbers.is_empty() && self.most_suits >= 3
    }

    /// The ways that limited suits leave, where no number is blue.
    fn ways(&self, tables: &Tables) -> SmallVec<[Way; 3]> {
        let sets = suit_sets(self.called_suits, self.most_suits);
        sets.map(|allowed| Way::of(self, tables, self.suits(), allowed)).collect()
    }

    #[inline(never)]
    fn least_of_ways(&self, tables: &Tables) -> Option<u8> {
        if !self.blue.numbers.is_empty() {
            return Shares::new(self, tables)?.least();
        }
        self.ways(tables).iter().map(|way| way.distance(tables, self.melds)).min()
    }

    #[inline(never)]
    fn helping_ways(&self, tables: &Tables) -> Option<KindSet> {
        if !self.blue.numbers.is_empty() {
            return Shares::new(self, tables)?.helping();
        }
        let ways = self.ways(tables);
        let distance = |way: &Way| way.distance(tables, self.melds);
        let least = ways.iter().map(distance).min()?;
        let nearest = ways.iter().filter(|way| distance(way) == least);
        Some(KindSet::of_bits(nearest.fold(0, |kinds, way| kinds | way.kinds(self, tables, least))))
    }

    /// The distance with some more tiles of a kind.
    pub fn distance_with(&self, kind: Kind, more: u8, tables: &Tables) -> Option<u8> {
        let mut fixed = *self.fixed;
        fixed.add(digit_of(kind), more.into());
        Tiles { fixed: &fixed, ..*self }.distance(tables)
    }

    fn suits(&self) -> [PartDigits; 3] {
        let &[man, pin, sou, _] = self.fixed.parts();
        [man, pin, sou]
    }

    #[inline]
    fn honours(&self, tables: &Tables, digits: PartDigits) -> Part {
        if self.in_play[HONOURS] { tables.honours(digits, self.blue) } else { tables.absent() }
    }

    #[inline]
    fn suit(&self, tables: &Tables, suit: usize, digits: PartDigits) -> Part {
        if self.in_play[suit] { tables.suit(digits) } else { tables.absent() }
    }
}

/// The sets of numbered suits that groups may be of, beside those of called melds: as many as are allowed.
pub(super) fn suit_sets(called: Suits, most: u8) -> impl Iterator<Item = Suits> {
    let all = most >= 3;
    let sets = if all { 7..8 } else { 0..8 };
    let fits = move |suits: &Suits| all || called.union(*suits) == *suits && suits.len() == most;
    sets.map(Suits::of_bits).filter(fits)
}

/// One way to use blue numbers and to leave suits aside: the tiles of the suits, and the parts.
struct Way {
    suits: [PartDigits; 3],
    used: [bool; 3],
    parts: [Part; 4],
}

impl Way {
    #[inline]
    fn of(tiles: &Tiles<'_>, tables: &Tables, suits: [PartDigits; 3], allowed: Suits) -> Way {
        let used =
            Suit::NUMBERED.map(|suit| tiles.in_play[suit as usize] && allowed.contains(suit));
        let part = |suit: usize| {
            if used[suit] { tables.suit(suits[suit]) } else { tables.absent() }
        };
        let honours = tiles.honours(tables, tiles.fixed.parts()[HONOURS]);
        Way { suits, used, parts: [part(0), part(1), part(2), honours] }
    }

    #[inline]
    fn distance(&self, tables: &Tables, melds: usize) -> u8 {
        let [man, pin, sou, honours] = self.parts;
        tables.distance(tables.three(pin, tables.two(sou, honours)), man, melds)
    }

    /// The kinds of which one tile more brings the way nearer, which is so far away.
    fn kinds(&self, tiles: &Tiles<'_>, tables: &Tables, distance: u8) -> u64 {
        let [man, pin, sou, honours] = self.parts;
        let (front, back) = (tables.two(man, pin), tables.two(sou, honours));
        let others =
            [tables.three(pin, back), tables.three(man, back), tables.three(honours, front)];
        let mut kinds = 0;
        for (suit, others) in others.into_iter().enumerate().filter(|(suit, _)| self.used[*suit]) {
            let nearer = tables.nearer(others, tiles.melds, distance);
            for (place, part) in tables.suits_around(self.suits[suit]).into_iter().enumerate() {
                kinds |= u64::from(nearer.with(part)) << (suit * NUMBERS + place);
            }
        }
        if tiles.in_play[HONOURS] {
            let nearer = tables.nearer(tables.three(sou, front), tiles.melds, distance);
            let digits = tiles.fixed.parts()[HONOURS];
            for place in 0..7 {
                let part = tables.honours(digits.plus(PartDigits::one(place)), tiles.blue);
                kinds |= u64::from(nearer.with(part)) << (HONOURS * NUMBERS + place);
            }
        }
        kinds
    }
}

/// A suit with some of the blue tiles.
#[derive(Clone, Copy)]
struct WithShare {
    digits: PartDigits,
    part: Part,
}

/// All shares of the blue numbers that a suit may have, numbered: a digit a number that is blue.
struct Shares<'a> {
    tiles: &'a Tiles<'a>,
    tables: &'a Tables,
    /// Each suit with each share.
    suits: [SmallVec<[WithShare; 32]>; 3],
    /// The shares of man and of pin together: the rest is that of sou.
    pairs: SmallVec<[(u16, u16); 128]>,
}

impl<'a> Shares<'a> {
    /// `None` where a number would have too many tiles for the tables.
    fn new(tiles: &'a Tiles<'a>, tables: &'a Tables) -> Option<Shares<'a>> {
        let blue = tiles.blue.numbers;
        let numbers =
            || (0..NUMBERS).map(|place| (place, blue.get(place))).filter(|(_, count)| *count > 0);
        let mut suits: [SmallVec<[WithShare; 32]>; 3] = Default::default();
        let mut digits: [SmallVec<[PartDigits; 32]>; 3] =
            tiles.suits().map(|digits| SmallVec::from_slice(&[digits]));
        let mut pairs: SmallVec<[(u16, u16); 128]> = SmallVec::from_slice(&[(0, 0)]);
        for (place, count) in numbers() {
            let one = PartDigits::one(place);
            let size = digits[0].len() as u16;
            for suit in &mut digits {
                if suit[0].get(place) + count > MOST_HELD {
                    return None;
                }
                let without = suit.clone();
                for share in 1..=count {
                    suit.extend(without.iter().map(|digits| digits.plus(one.times(share.into()))));
                }
            }
            let without = pairs.clone();
            let shares = (0..=count).flat_map(|man| (0..=count - man).map(move |pin| (man, pin)));
            for (man, pin) in shares.skip(1) {
                let (man, pin) = (size * u16::from(man), size * u16::from(pin));
                pairs.extend(without.iter().map(|(of_man, of_pin)| (of_man + man, of_pin + pin)));
            }
        }
        for (suit, (with_shares, digits)) in suits.iter_mut().zip(digits).enumerate() {
            let with_share = |digits| WithShare { digits, part: tiles.suit(tables, suit, digits) };
            *with_shares = digits.into_iter().map(with_share).collect();
        }
        Some(Shares { tiles, tables, suits, pairs })
    }

    /// The parts of sou with the honours, by the share of sou.
    fn back(&self, honours: Part) -> SmallVec<[Parts; 32]> {
        self.suits[2].iter().map(|sou| self.tables.two(sou.part, honours)).collect()
    }

    fn honours(&self) -> Part {
        self.tiles.honours(self.tables, self.tiles.fixed.parts()[HONOURS])
    }

    #[inline]
    fn distance(&self, back: &[Parts], (of_man, of_pin): (u16, u16)) -> u8 {
        let (of_man, of_pin) = (usize::from(of_man), usize::from(of_pin));
        let back = back[back.len() - 1 - of_man - of_pin];
        let three = self.tables.three(self.suits[1][of_pin].part, back);
        self.tables.distance(three, self.suits[0][of_man].part, self.tiles.melds)
    }

    fn least(&self) -> Option<u8> {
        let back = self.back(self.honours());
        self.pairs.iter().map(|&pair| self.distance(&back, pair)).min()
    }

    fn helping(&self) -> Option<KindSet> {
        let honours = self.honours();
        let back = self.back(honours);
        let least = self.pairs.iter().map(|&pair| self.distance(&back, pair)).min()?;
        let nearest = self.pairs.iter().filter(|pair| self.distance(&back, **pair) == least);
        let kinds = nearest.map(|&(of_man, of_pin)| {
            let (of_man, of_pin) = (usize::from(of_man), usize::from(of_pin));
            let [man, pin, sou] = &self.suits;
            let suits = [man[of_man], pin[of_pin], sou[sou.len() - 1 - of_man - of_pin]];
            let way = Way {
                suits: suits.map(|suit| suit.digits),
                used: [0, 1, 2].map(|suit| self.tiles.in_play[suit]),
                parts: [suits[0].part, suits[1].part, suits[2].part, honours],
            };
            way.kinds(self.tiles, self.tables, least)
        });
        Some(KindSet::of_bits(kinds.fold(0, |all, kinds| all | kinds)))
    }
}
