//! What to measure wild tiles against, since no peer has any: the textbook method, done well.
//!
//! A table tells for each suit's tiles how many lack for so many melds, with or without a pair;
//! the suits are combined by the least sum. A hand wins when no more lack than it has wild tiles.
//! Waits are thirty-four such questions, asked one by one, or, faster, with the other three suits
//! combined once.

use crate::answers::Mask;
use crate::hands::Deal;
use crate::measure::Contestant;

/// Tiles that lack for 0–4 melds, without a pair and with one: `[2 * melds + pair]`.
type Distances = [u8; 10];

/// More than any hand lacks, and no sum of four overflows.
const FAR: u8 = 60;

const MELDS: usize = 5;
const NUMBERED: usize = 9;
const HONOURS: usize = 7;

/// More tiles than a hand has are looked up by nobody.
const MOST_TILES: u8 = 14;

/// A hand as the tables want it.
pub struct Packed {
    /// Each suit's counts as digits to the base of 5, the first kind the lowest.
    indices: [usize; 4],
    counts: [u8; 34],
    wilds: u8,
}

/// The tables: any numbered suit, the honours.
pub struct Reference {
    numbered: Vec<Distances>,
    honours: Vec<Distances>,
}

impl Reference {
    /// Makes the tables.
    pub fn new() -> Reference {
        Reference { numbered: table(NUMBERED, true), honours: table(HONOURS, false) }
    }

    /// Whether a hand of 14 tiles wins in the standard form.
    pub fn win<'a>(&'a self, deals: &[Deal]) -> Contestant<'a, bool> {
        Contestant::new("distance tables", pack(deals), |hand| self.is_win(hand), |win| win)
    }

    /// The winning tiles of a hand of 13.
    pub fn waits<'a>(&'a self, deals: &[Deal]) -> Contestant<'a, Mask> {
        Contestant::new("distance tables ×34", pack(deals), |hand| self.probe(hand), |waits| waits)
    }

    /// The same by asking thirty-four times whether the hand with a tile more wins, as programs do
    /// that have no other question.
    pub fn thirty_four_wins<'a>(&'a self, deals: &[Deal]) -> Contestant<'a, Mask> {
        let name = "distance tables, 34 wins";
        Contestant::new(name, pack(deals), |hand| self.ask_each(hand), |waits| waits)
    }

    fn ask_each(&self, hand: &Packed) -> Mask {
        let mut drawn = Packed { indices: hand.indices, counts: hand.counts, wilds: hand.wilds };
        let mut waits = 0;
        for kind in (0..34).filter(|&kind| hand.counts[kind] < 4) {
            let (suit, digit) = (kind / 9, 5usize.pow((kind % 9) as u32));
            drawn.indices[suit] += digit;
            waits |= u128::from(self.is_win(&drawn)) << kind;
            drawn.indices[suit] -= digit;
        }
        Mask(waits)
    }

    fn is_win(&self, hand: &Packed) -> bool {
        let [man, pin, sou, honours] = [0, 1, 2, 3].map(|suit| self.suit(hand, suit));
        let (front, back) = (sum(man, pin), sum(sou, honours));
        least_for_a_hand(&front, &back) <= hand.wilds
    }

    fn probe(&self, hand: &Packed) -> Mask {
        let suits = [0, 1, 2, 3].map(|suit| self.suit(hand, suit));
        let (front, back) = (sum(suits[0], suits[1]), sum(suits[2], suits[3]));
        // One tile more cannot make up for two that lack.
        if least_for_a_hand(&front, &back) > hand.wilds + 1 {
            return Mask::default();
        }
        let others = [
            sum(suits[1], &back),
            sum(suits[0], &back),
            sum(suits[3], &front),
            sum(suits[2], &front),
        ];
        let mut waits = 0;
        for (suit, others) in others.iter().enumerate() {
            let mut digit = 1;
            for kind in 9 * suit..(9 * suit + 9).min(34) {
                if hand.counts[kind] < 4 {
                    let drawn = &self.table(suit)[hand.indices[suit] + digit];
                    waits |= u128::from(least_for_a_hand(drawn, others) <= hand.wilds) << kind;
                }
                digit *= 5;
            }
        }
        Mask(waits)
    }

    fn table(&self, suit: usize) -> &[Distances] {
        if suit < 3 { &self.numbered } else { &self.honours }
    }

    fn suit(&self, hand: &Packed, suit: usize) -> &Distances {
        &self.table(suit)[hand.indices[suit]]
    }
}

fn pack(deals: &[Deal]) -> Vec<Packed> {
    let index = |suit: &[u8]| suit.iter().rev().fold(0, |index, &n| 5 * index + usize::from(n));
    let pack = |deal: &Deal| {
        let counts = deal.plain;
        let indices = [&counts[..9], &counts[9..18], &counts[18..27], &counts[27..]].map(index);
        Packed { indices, counts, wilds: deal.jokers }
    };
    deals.iter().map(pack).collect()
}

/// What lacks for so much in two lots of suits together.
fn sum(one: &Distances, other: &Distances) -> Distances {
    let mut least = [FAR; 10];
    for melds in 0..MELDS {
        for part in 0..=melds {
            let (here, there) = (2 * part, 2 * (melds - part));
            let both = 2 * melds;
            least[both] = least[both].min(one[here] + other[there]);
            let pair = (one[here + 1] + other[there]).min(one[here] + other[there + 1]);
            least[both + 1] = least[both + 1].min(pair);
        }
    }
    least
}

/// What lacks for four melds and a pair.
fn least_for_a_hand(one: &Distances, other: &Distances) -> u8 {
    let split = |melds: usize| {
        let (here, there) = (2 * melds, 2 * (4 - melds));
        (one[here + 1] + other[there]).min(one[here] + other[there + 1])
    };
    (0..MELDS).map(split).fold(FAR, u8::min)
}

/// The least cost up to some kind, by what is begun there: how many runs began at the kind before
/// the last and at the last one, 0–2 each, and what is made so far. Three runs alike are three
/// triplets.
type Front = [[Distances; 3]; 3];

fn table(kinds: usize, runs: bool) -> Vec<Distances> {
    let mut table = vec![[FAR; 10]; 5usize.pow(kinds as u32)];
    let mut start = [[[FAR; 10]; 3]; 3];
    start[0][0][0] = 0;
    fill(&mut table, Place { kind: 0, kinds, runs, index: 0, digit: 1, tiles: 0 }, &start);
    table
}

/// Where in the suit [`fill`] is, and with which tiles.
#[derive(Clone, Copy)]
struct Place {
    kind: usize,
    kinds: usize,
    runs: bool,
    index: usize,
    digit: usize,
    tiles: u8,
}

/// Goes through all counts of all kinds from here on.
fn fill(table: &mut [Distances], place: Place, front: &Front) {
    if place.kind == place.kinds {
        // Who has melds and a pair has the melds.
        let mut distances = front[0][0];
        for what in (0..8).rev() {
            distances[what] = distances[what].min(distances[what + 2]);
        }
        for melds in 0..MELDS {
            distances[2 * melds] = distances[2 * melds].min(distances[2 * melds + 1]);
        }
        table[place.index] = distances;
        return;
    }
    for count in 0..=4.min(MOST_TILES - place.tiles) {
        let next = Place {
            kind: place.kind + 1,
            index: place.index + usize::from(count) * place.digit,
            digit: 5 * place.digit,
            tiles: place.tiles + count,
            ..place
        };
        fill(table, next, &step(front, count, place));
    }
}

/// The front one kind further, of which the hand has `count`.
fn step(front: &Front, count: u8, place: Place) -> Front {
    let mut next = [[[FAR; 10]; 3]; 3];
    let most_runs = if place.runs && place.kind + 2 < place.kinds { 2 } else { 0 };
    for (earlier, row) in front.iter().enumerate() {
        for (last, made) in row.iter().enumerate() {
            for (new, target) in next[last].iter_mut().enumerate().take(most_runs + 1) {
                for (what, &cost) in made.iter().enumerate().filter(|&(_, &cost)| cost < FAR) {
                    for triplets in 0..MELDS {
                        for pair in 0..=1 - what % 2 {
                            let after = what + 2 * (new + triplets) + pair;
                            if after >= 10 {
                                continue;
                            }
                            let wanted = earlier + last + new + 3 * triplets + 2 * pair;
                            let cost = cost + (wanted as u8).saturating_sub(count);
                            target[after] = target[after].min(cost);
                        }
                    }
                }
            }
        }
    }
    next
}
