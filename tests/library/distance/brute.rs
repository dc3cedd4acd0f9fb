//! Distance by two naive methods, from the definition alone.
//!
//! - By list: every multiset of the set's tiles that wins, and what a hand lacks of each.
//! - By play: every draw and every discard in turn, until some hand is complete.
//!
//! Both ask [`Game::is_win`] whether tiles are complete, which has a brute force of its own in
//! `tests/library/variants`, and nothing else of the library.

use fastrand::Rng;
use ginga::{Call, Game, Group, Hand, HandError, Kind, RuleSet, Tile, TileCounts};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::rc::Rc;

/// How many sorts of tiles a deck has at most.
const MOST_SORTS: usize = 20;

/// More copies than a hand can use: the supply of a tile whose copies do not count.
pub const UNBOUNDED: u8 = 15;

/// Copies of each tile of the deck, by its place in the list of the deck's tiles.
type Bag = [u8; MOST_SORTS];

/// What a hand is away from, by the definition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Nearest {
    /// How many tiles must be drawn; `None` where no win can be made of what is there.
    pub distance: Option<u8>,
    /// The tiles left that lessen the distance of a hand of 3n+1 tiles, in order.
    pub accepted: Vec<Tile>,
    /// What is drawn for each of the nearest wins, and what is discarded.
    pub wins: BTreeSet<(Vec<Tile>, Vec<Tile>)>,
}

/// What comes of play, as far as it was followed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Played {
    /// So many draws, and no fewer, complete the hand.
    Complete(u8),
    /// Nothing that can be drawn completes the hand.
    Never,
    /// More draws than these, if any number.
    Beyond(u8),
}

/// In how many orders of so many tiles left, each copy a tile of its own, the best play gets there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Chances {
    /// The orders in which the hand is complete after some draw.
    pub win: u128,
    /// The orders in which it waits for a tile that is left, before or after some draw.
    pub tenpai: u128,
    /// All orders.
    pub of: u128,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Goal {
    Win,
    Tenpai,
}

/// The winning multisets of one size beside the same called melds.
struct Wins {
    list: Vec<Bag>,
    set: HashSet<Bag>,
}

/// What was found of hands and tiles left, with so many draws to come.
type Known = HashMap<(Bag, Bag, u8), u128>;

/// One rule set's brute force; it keeps the wins that it has listed.
pub struct Brute {
    judge: Game,
    tiles: Vec<Tile>,
    wins: RefCell<BTreeMap<(String, usize), Rc<Wins>>>,
}

fn total(bag: &Bag) -> usize {
    bag.iter().map(|&count| usize::from(count)).sum()
}

fn and(mut bag: Bag, sort: usize) -> Bag {
    bag[sort] += 1;
    bag
}

fn less(mut bag: Bag, sort: usize) -> Bag {
    bag[sort] -= 1;
    bag
}

/// What the one has more than the other.
fn beyond(one: &Bag, other: &Bag) -> Bag {
    std::array::from_fn(|sort| one[sort].saturating_sub(other[sort]))
}

fn fits(one: &Bag, into: &Bag) -> bool {
    one.iter().zip(into).all(|(one, most)| one <= most)
}

/// The sorts of which there is a copy.
fn sorts(bag: &Bag) -> impl Iterator<Item = usize> + '_ {
    (0..MOST_SORTS).filter(|&sort| bag[sort] > 0)
}

impl Brute {
    /// The brute force of a rule set. What it finds complete may hold as many copies as the set has; where
    /// copies do not count, the rule set must have as many as a hand may use.
    pub fn new(rules: &RuleSet) -> Brute {
        let tiles: Vec<Tile> = Tile::all().filter(|&tile| rules.copies(tile) > 0).collect();
        assert!(tiles.len() <= MOST_SORTS, "{}: {} sorts of tiles", rules.name(), tiles.len());
        Brute { judge: Game::new(rules.clone()), tiles, wins: RefCell::default() }
    }

    /// The nearest wins of a hand of 3n+1 or 3n+2 concealed tiles, drawn from the supply.
    pub fn nearest(&self, hand: &Hand, supply: &TileCounts) -> Nearest {
        let (held, left) = (self.bag(hand.concealed()), self.bag(supply));
        let wins = self.wins_near(hand);
        let distance = least(&wins, &held, &left);
        let lessens = |sort: usize| {
            let distance_with = least(&wins, &and(held, sort), &less(left, sort));
            distance_with.is_some_and(|with| Some(with + 1) == distance)
        };
        let waiting = total(&held) % 3 == 1;
        let accepted = sorts(&left).filter(|&sort| waiting && lessens(sort));
        let accepted = accepted.map(|sort| self.tiles[sort]).collect();
        let pairs = wins.list.iter().filter_map(|win| {
            let draw = beyond(win, &held);
            let is_nearest = distance.map(usize::from) == Some(total(&draw)) && fits(&draw, &left);
            is_nearest.then(|| (self.listed(&draw), self.listed(&beyond(&held, win))))
        });
        Nearest { distance, accepted, wins: pairs.collect() }
    }

    /// What each discard of a hand of 3n+2 tiles leaves; the tile discarded is not left.
    pub fn discards(&self, hand: &Hand, supply: &TileCounts) -> BTreeMap<Tile, Nearest> {
        let tiles = hand.concealed().iter();
        tiles.map(|(tile, _)| (tile, self.nearest(&hand.without(tile), supply))).collect()
    }

    /// The fewest draws that complete the hand, by playing all of them, as long as no draw leads to more
    /// than so many states.
    pub fn played(&self, hand: &Hand, supply: &TileCounts, most_states: usize) -> Played {
        let wins = self.wins_near(hand);
        let mut states = HashSet::from([(self.bag(hand.concealed()), self.bag(supply))]);
        if hand.concealed().total() % 3 == 2 {
            if wins.set.contains(&self.bag(hand.concealed())) {
                return Played::Complete(0);
            }
            states = discarded(&states);
        }
        for draws in 1.. {
            let mut drawn = HashSet::new();
            for (held, left) in &states {
                drawn.extend(sorts(left).map(|sort| (and(*held, sort), less(*left, sort))));
            }
            if drawn.iter().any(|(held, _)| wins.set.contains(held)) {
                return Played::Complete(draws);
            }
            if drawn.is_empty() {
                return Played::Never;
            }
            if drawn.len() > most_states {
                return Played::Beyond(draws);
            }
            states = discarded(&drawn);
        }
        unreachable!("the supply ends")
    }

    /// The chances of a hand within so many draws of its own. A hand of 3n+2 tiles discards first, and what
    /// it discards is best for each chance apart.
    pub fn chances(&self, hand: &Hand, supply: &TileCounts, draws: u8) -> Chances {
        let (held, left) = (self.bag(hand.concealed()), self.bag(supply));
        let wins = self.wins_near(hand);
        let best = |goal| {
            let mut known = Known::new();
            match total(&held) % 3 {
                1 => ways(goal, &wins, (held, left, draws), &mut known),
                _ => best_discard(goal, &wins, (held, left, draws), &mut known),
            }
        };
        let of = orders(total(&left), draws);
        Chances { win: best(Goal::Win), tenpai: best(Goal::Tenpai), of }
    }

    /// A winning hand's tiles by chance, beside the called melds of another hand.
    pub fn any_win(&self, rng: &mut Rng, beside: &Hand, size: usize) -> Option<Vec<Tile>> {
        let wins = self.wins(beside, size);
        rng.choice(wins.list.iter()).map(|win| self.listed(win))
    }

    /// The wins of the hand's own size, or of the next where it is one tile short.
    fn wins_near(&self, hand: &Hand) -> Rc<Wins> {
        let held = hand.concealed().total();
        self.wins(hand, held + usize::from(held % 3 == 1))
    }

    fn wins(&self, beside: &Hand, size: usize) -> Rc<Wins> {
        let called: String = beside.called().map(|meld| format!("{meld:?}")).collect();
        if let Some(known) = self.wins.borrow().get(&(called.clone(), size)) {
            return known.clone();
        }
        let in_melds: TileCounts = beside.called().flat_map(Group::tiles).collect();
        let copies = |tile| self.judge.rules().copies(tile) - in_melds.get(tile);
        let mut there = [0; MOST_SORTS];
        self.tiles.iter().zip(&mut there).for_each(|(&tile, count)| *count = copies(tile));
        let mut list = multisets(&there, size);
        list.retain(|bag| self.is_win(bag, beside));
        let wins = Rc::new(Wins { set: list.iter().copied().collect(), list });
        self.wins.borrow_mut().insert((called, size), wins.clone());
        wins
    }

    fn is_win(&self, concealed: &Bag, beside: &Hand) -> bool {
        let tiles = self.listed(concealed);
        self.judge.is_win(&with_melds_of(beside, tiles, self.judge.rules()).unwrap()).unwrap()
    }

    fn bag(&self, tiles: &TileCounts) -> Bag {
        let mut bag = [0; MOST_SORTS];
        self.tiles.iter().zip(&mut bag).for_each(|(&tile, count)| *count = tiles.get(tile));
        assert_eq!(total(&bag), tiles.total(), "tiles of another deck: {tiles:?}");
        bag
    }

    fn listed(&self, bag: &Bag) -> Vec<Tile> {
        let copies = |sort: usize| std::iter::repeat_n(self.tiles[sort], usize::from(bag[sort]));
        sorts(bag).flat_map(copies).collect()
    }
}

/// Concealed tiles beside the called melds of another hand.
pub fn with_melds_of(beside: &Hand, tiles: Vec<Tile>, rules: &RuleSet) -> Result<Hand, HandError> {
    beside.called().try_fold(Hand::from_tiles(tiles, rules)?, |hand, meld| {
        let kinds: Vec<Kind> = meld.slots().iter().map(|slot| slot.kind).collect();
        let tiles: Vec<Tile> = meld.tiles().collect();
        hand.with_meld(&tiles, meld.call() == Call::ConcealedKan, Some(&kinds), rules)
    })
}

/// The least number of tiles that a win has more than the hand, all of them left.
fn least(wins: &Wins, held: &Bag, left: &Bag) -> Option<u8> {
    let lacking = wins.list.iter().map(|win| beyond(win, held)).filter(|draw| fits(draw, left));
    lacking.map(|draw| total(&draw) as u8).min()
}

/// Every multiset of so many of the tiles there.
fn multisets(there: &Bag, size: usize) -> Vec<Bag> {
    let mut found = vec![[0; MOST_SORTS]];
    for sort in 0..MOST_SORTS {
        let after: usize = there[sort + 1..].iter().map(|&copies| usize::from(copies)).sum();
        let grown = |bag: Bag| {
            (0..=there[sort]).filter_map(move |count| {
                let mut grown = bag;
                grown[sort] = count;
                let so_far = total(&grown);
                (so_far <= size && so_far + after >= size).then_some(grown)
            })
        };
        found = found.into_iter().flat_map(grown).collect();
    }
    found
}

/// Every discard of every state; what is discarded does not come back.
fn discarded(states: &HashSet<(Bag, Bag)>) -> HashSet<(Bag, Bag)> {
    let after = |(held, left): &(Bag, Bag)| {
        sorts(held).map(|sort| (less(*held, sort), *left)).collect::<Vec<_>>()
    };
    states.iter().flat_map(after).collect()
}

/// How many orders there are of so many of the tiles.
fn orders(tiles: usize, draws: u8) -> u128 {
    (0..usize::from(draws)).map(|drawn| tiles.saturating_sub(drawn) as u128).product()
}

/// The orders of the coming draws in which the best discards reach the goal.
fn ways(goal: Goal, wins: &Wins, (held, left, draws): (Bag, Bag, u8), known: &mut Known) -> u128 {
    let waits = || sorts(&left).any(|sort| wins.set.contains(&and(held, sort)));
    if goal == Goal::Tenpai && waits() {
        return orders(total(&left), draws);
    }
    if draws == 0 {
        return 0;
    }
    if let Some(&ways) = known.get(&(held, left, draws)) {
        return ways;
    }
    let mut found = 0;
    for sort in sorts(&left) {
        let (drawn, fewer) = (and(held, sort), less(left, sort));
        let of_copy = match goal == Goal::Win && wins.set.contains(&drawn) {
            true => orders(total(&fewer), draws - 1),
            false => best_discard(goal, wins, (drawn, fewer, draws - 1), known),
        };
        found += u128::from(left[sort]) * of_copy;
    }
    known.insert((held, left, draws), found);
    found
}

fn best_discard(
    goal: Goal,
    wins: &Wins,
    (held, left, draws): (Bag, Bag, u8),
    known: &mut Known,
) -> u128 {
    let after = sorts(&held).map(|sort| ways(goal, wins, (less(held, sort), left, draws), known));
    after.max().unwrap_or(0)
}
