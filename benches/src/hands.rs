//! The hands that are measured, the same for everybody and in every run.
//!
//! A [`Deal`] says what tiles a hand has and nothing of how anybody stores them.

use fastrand::Rng;
use ginga::{Kind, KindSet, Tile};
use std::fmt;

/// Copies of each of the 34 kinds.
pub type Counts = [u8; Kind::COUNT];

/// The tiles of a hand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Deal {
    /// The plain tiles.
    pub plain: Counts,
    /// The blue tiles.
    pub blue: Counts,
    /// Jokers.
    pub jokers: u8,
}

impl Deal {
    fn plain(plain: Counts) -> Deal {
        Deal { plain, blue: [0; Kind::COUNT], jokers: 0 }
    }

    /// Every tile as often as it is there.
    pub fn tiles(&self) -> impl Iterator<Item = Tile> + '_ {
        let copies = |tile, count| std::iter::repeat_n(tile, usize::from(count));
        Kind::all()
            .flat_map(move |kind| {
                copies(Tile::plain(kind), self.plain[kind.index()])
                    .chain(copies(Tile::galaxy(kind), self.blue[kind.index()]))
            })
            .chain(copies(Tile::JOKER, self.jokers))
    }
}

impl fmt::Display for Deal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", ginga::notation::write_sequence(self.tiles()))
    }
}

/// The plain tiles; the tasks that have peers have no others.
pub fn counts(deals: &[Deal]) -> Vec<Counts> {
    deals.iter().map(|deal| deal.plain).collect()
}

/// So many hands of one sort, from a seed of their own.
pub fn set(seed: u64, hands: usize, deal: impl Fn(&mut Rng) -> Deal) -> Vec<Deal> {
    let mut rng = Rng::with_seed(seed);
    (0..hands).map(|_| deal(&mut rng)).collect()
}

/// The first tiles of a shuffled wall of 136.
pub fn random(rng: &mut Rng, tiles: usize) -> Deal {
    Deal::plain(draw(rng, tiles, &[4; Kind::COUNT]))
}

/// The first tiles of the shuffled 36 of one suit.
pub fn one_suit(rng: &mut Rng, tiles: usize) -> Deal {
    let wall = one_suit_wall(rng.usize(0..3));
    Deal::plain(draw(rng, tiles, &wall))
}

/// Tiles of five kinds in a row: fours of a kind abound, and with them waits of which none is left.
pub fn crowded(rng: &mut Rng, tiles: usize) -> Deal {
    let first = 9 * rng.usize(0..3) + rng.usize(0..5);
    let wall = std::array::from_fn(|kind| if (first..first + 5).contains(&kind) { 4 } else { 0 });
    Deal::plain(draw(rng, tiles, &wall))
}

/// Terminals and honours alone: pairs, and orphans near and far.
#[cfg(test)]
pub fn among_orphans(rng: &mut Rng, tiles: usize) -> Deal {
    let is_orphan = |kind: usize| kind >= 27 || matches!(kind % 9, 0 | 8);
    let wall = std::array::from_fn(|kind| if is_orphan(kind) { 4 } else { 0 });
    Deal::plain(draw(rng, tiles, &wall))
}

/// A winning hand: four melds and a pair, one in twenty seven pairs, one in a hundred thirteen
/// orphans, so that every form is met.
pub fn winning(rng: &mut Rng) -> Deal {
    Deal::plain(match rng.u8(0..100) {
        0 => orphans(rng),
        1..=5 => seven_pairs(rng),
        _ => melds_and_pair(rng, &[4; Kind::COUNT]),
    })
}

/// Four melds and a pair.
pub fn winning_standard(rng: &mut Rng) -> Deal {
    Deal::plain(melds_and_pair(rng, &[4; Kind::COUNT]))
}

/// Four melds and a pair of one suit.
pub fn winning_one_suit(rng: &mut Rng) -> Deal {
    let wall = one_suit_wall(rng.usize(0..3));
    Deal::plain(melds_and_pair(rng, &wall))
}

/// The hand less one tile, not a joker: of a winning hand it leaves one that waits.
pub fn less_one(rng: &mut Rng, mut deal: Deal) -> Deal {
    let kind = pick(rng, &deal.plain);
    deal.plain[kind] -= 1;
    deal
}

/// The hand and one more plain tile of the wall.
pub fn and_one(rng: &mut Rng, mut deal: Deal) -> Deal {
    let copies = 4 - u8::from(deal.blue.iter().any(|&count| count > 0));
    let left: Counts = std::array::from_fn(|kind| copies - deal.plain[kind]);
    deal.plain[pick(rng, &left)] += 1;
    deal
}

/// The hand with so many of its plain tiles, at random, turned to jokers.
pub fn with_jokers(rng: &mut Rng, mut deal: Deal, jokers: u8) -> Deal {
    for _ in 0..jokers {
        deal = less_one(rng, deal);
        deal.jokers += 1;
    }
    deal
}

/// The hand with so many of its tiles, at random, turned to blue tiles that can be used as them,
/// three plain tiles and one blue one of each kind; `None` when no luck.
fn turned_blue(rng: &mut Rng, mut deal: Deal, blue: u8) -> Option<Deal> {
    for _ in 0..blue {
        let kind = pick(rng, &deal.plain);
        let free: Counts = std::array::from_fn(|other| {
            u8::from(class_of(kind).contains(kind_of(other)) && deal.blue[other] == 0)
        });
        if free.iter().all(|&count| count == 0) {
            return None;
        }
        deal.plain[kind] -= 1;
        deal.blue[pick(rng, &free)] += 1;
    }
    deal.plain.iter().all(|&count| count <= 3).then_some(deal)
}

/// A hand of the galaxy set that waits, with so many blue tiles.
pub fn galaxy_waiting(rng: &mut Rng, blue: u8) -> Deal {
    loop {
        let waiting = winning_standard(rng);
        let waiting = less_one(rng, waiting);
        if let Some(deal) = turned_blue(rng, waiting, blue) {
            return deal;
        }
    }
}

/// A winning hand of the galaxy set with so many blue tiles.
pub fn galaxy_winning(rng: &mut Rng, blue: u8) -> Deal {
    loop {
        let winning = winning_standard(rng);
        if let Some(deal) = turned_blue(rng, winning, blue) {
            return deal;
        }
    }
}

/// Tiles of the galaxy set, so many of them blue.
pub fn galaxy_random(rng: &mut Rng, tiles: usize, blue: u8) -> Deal {
    let of_blue = all_blue(rng, blue.into()).blue;
    Deal {
        plain: draw(rng, tiles - usize::from(blue), &[3; Kind::COUNT]),
        blue: of_blue,
        jokers: 0,
    }
}

/// Blue tiles alone.
pub fn all_blue(rng: &mut Rng, tiles: usize) -> Deal {
    let blue = draw(rng, tiles, &[1; Kind::COUNT]);
    Deal { plain: [0; Kind::COUNT], blue, jokers: 0 }
}

fn kind_of(index: usize) -> Kind {
    Kind::from_index(index).expect("an index below 34")
}

fn class_of(index: usize) -> KindSet {
    kind_of(index).galaxy_class()
}

fn one_suit_wall(suit: usize) -> Counts {
    std::array::from_fn(|kind| if kind / 9 == suit { 4 } else { 0 })
}

/// A kind, each tile as likely as the other.
fn pick(rng: &mut Rng, tiles: &Counts) -> usize {
    let total = tiles.iter().map(|&count| usize::from(count)).sum();
    let mut place = rng.usize(0..total);
    for (kind, &count) in tiles.iter().enumerate() {
        match place.checked_sub(usize::from(count)) {
            Some(rest) => place = rest,
            None => return kind,
        }
    }
    unreachable!("the place is below the total")
}

fn draw(rng: &mut Rng, tiles: usize, wall: &Counts) -> Counts {
    let mut left = *wall;
    let mut hand = [0; Kind::COUNT];
    for _ in 0..tiles {
        let kind = pick(rng, &left);
        left[kind] -= 1;
        hand[kind] += 1;
    }
    hand
}

/// Three runs to a triplet, as hands that are played have them; begun anew when a kind runs out.
fn melds_and_pair(rng: &mut Rng, wall: &Counts) -> Counts {
    let kinds: Vec<usize> = (0..Kind::COUNT).filter(|&kind| wall[kind] > 0).collect();
    let starts: Vec<usize> =
        kinds.iter().copied().filter(|&kind| kind < 27 && kind % 9 < 7).collect();
    loop {
        let mut hand = [0; Kind::COUNT];
        hand[kinds[rng.usize(0..kinds.len())]] += 2;
        for _ in 0..4 {
            if rng.u8(0..4) > 0 {
                let start = starts[rng.usize(0..starts.len())];
                hand[start..start + 3].iter_mut().for_each(|count| *count += 1);
            } else {
                hand[kinds[rng.usize(0..kinds.len())]] += 3;
            }
        }
        if hand.iter().all(|&count| count <= 4) {
            return hand;
        }
    }
}

fn seven_pairs(rng: &mut Rng) -> Counts {
    draw(rng, 7, &[1; Kind::COUNT]).map(|count| 2 * count)
}

fn orphans(rng: &mut Rng) -> Counts {
    let mut hand: Counts =
        std::array::from_fn(|kind| u8::from(kind >= 27 || matches!(kind % 9, 0 | 8)));
    let pair = pick(rng, &hand);
    hand[pair] += 1;
    hand
}
