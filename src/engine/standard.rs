//! Melds and a pair: what the whole hand needs, from what its parts need.

use super::packed::{Parts, Row};
use super::tables::{Cost, Entry, Tables};
use std::ops::ControlFlow;

/// Where the winds and the dragons begin among the kinds.
const WINDS: u32 = 27;
const DRAGONS: u32 = 31;

/// A concealed hand by what its tiles may be used as.
#[derive(Debug, Clone, Copy)]
pub(super) struct View {
    /// The tiles that stand for their own kind alone.
    pub fixed: Parts,
    /// How many tiles stand for every kind.
    pub wilds: u32,
    /// Blue tiles by number, winds and dragons.
    pub blue_numbers: Row,
    pub blue_winds: u32,
    pub blue_dragons: u32,
}

/// The kinds whose addition completes a hand, one bit each.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Holes {
    Some(u64),
    /// Every kind that can be played.
    All,
}

impl View {
    fn numbers(&self) -> [u32; 3] {
        let [man, pin, sou, ..] = self.fixed;
        [man, pin, sou]
    }

    /// True when every tile stands for its own kind alone.
    pub fn is_plain(&self) -> bool {
        self.wilds == 0
            && self.blue_numbers.is_empty()
            && self.blue_winds == 0
            && self.blue_dragons == 0
    }

    fn honours(&self, tables: &Tables) -> (Entry, Entry) {
        (
            tables.winds(self.fixed[3], self.blue_winds),
            tables.dragons(self.fixed[4], self.blue_dragons),
        )
    }

    /// True when the tiles are melds and a pair.
    #[inline]
    pub fn wins(&self, tables: &Tables) -> bool {
        if !self.blue_numbers.is_empty() {
            return self.wins_with_blue(tables);
        }
        let (winds, dragons) = self.honours(tables);
        let [man, pin, sou] = self.numbers().map(|index| tables.numbers_cost(index));
        (man + pin + sou + winds.cost() + dragons.cost()).with_one_pair() <= self.wilds
    }

    fn wins_with_blue(&self, tables: &Tables) -> bool {
        let (winds, dragons) = self.honours(tables);
        let splits = Splits::new(self, tables, winds.cost() + dragons.cost(), self.wilds);
        splits.visit(&mut |cost, _| {
            if cost.with_one_pair() <= self.wilds {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        }) == ControlFlow::Break(())
    }

    /// The kinds whose addition makes the tiles melds and a pair.
    #[inline]
    pub fn holes(&self, tables: &Tables) -> Holes {
        if !self.blue_numbers.is_empty() {
            return self.holes_with_blue(tables);
        }
        let (winds, dragons) = self.honours(tables);
        let [man, pin, sou] = self.numbers().map(|index| tables.numbers(index));
        let cost = man.cost() + pin.cost() + sou.cost() + winds.cost() + dragons.cost();
        match Lack::of(cost, self.wilds) {
            Lack::Nothing => Holes::All,
            Lack::More => Holes::Some(0),
            Lack::One { many } => {
                let numbers =
                    helping(man, many) | helping(pin, many) << 9 | helping(sou, many) << 18;
                Holes::Some(numbers | helping_honours(winds, dragons, many))
            }
        }
    }

    fn holes_with_blue(&self, tables: &Tables) -> Holes {
        let (winds, dragons) = self.honours(tables);
        let wilds = self.wilds;
        let mut holes = 0;
        let splits = Splits::new(self, tables, winds.cost() + dragons.cost(), wilds + 1);
        let all = splits.visit(&mut |cost, entries| {
            match Lack::of(cost, wilds) {
                Lack::Nothing => return ControlFlow::Break(()),
                Lack::More => {}
                Lack::One { many } => {
                    holes |= helping_honours(winds, dragons, many);
                    for (suit, &entry) in entries.iter().enumerate() {
                        holes |= helping(entry, many) << splits.places[suit];
                    }
                }
            }
            ControlFlow::Continue(())
        });
        if all == ControlFlow::Break(()) { Holes::All } else { Holes::Some(splits.spread(holes)) }
    }
}

/// What a hand that waits lacks beyond its wild tiles.
enum Lack {
    /// Any tile at all, one too many or as a pair with a wild tile.
    Nothing,
    /// One tile that lessens the need; `many` when more than one part holds a pair.
    One {
        many: bool,
    },
    More,
}

impl Lack {
    /// A tile more changes a need by one less or two more.
    fn of(cost: Cost, wilds: u32) -> Lack {
        let need = cost.with_one_pair();
        if need < wilds || need == wilds + 1 && cost.pairs() == 0 {
            Lack::Nothing
        } else if need == wilds + 1 {
            Lack::One { many: cost.pairs() > 1 }
        } else {
            Lack::More
        }
    }
}

/// The kinds of a part that lessen the need of the whole.
fn helping(entry: Entry, many: bool) -> u64 {
    entry.helps() | if many { entry.frees() } else { 0 }
}

fn helping_honours(winds: Entry, dragons: Entry, many: bool) -> u64 {
    helping(winds, many) << WINDS | helping(dragons, many) << DRAGONS
}

/// The ways to deal the blue numbers to the three suits.
///
/// A suit without a plain tile is as good as another: of several such suits one takes all blue tiles
/// that go to any of them, since groups of two suits are groups of one as well.
struct Splits<'a> {
    tables: &'a Tables,
    /// The suits that are told apart, with their plain tiles.
    suits: [(u32, Row); 3],
    count: usize,
    /// Where the kinds of each of them begin.
    places: [u32; 3],
    blue: Row,
    /// Whether a number of a suit might get more than four tiles.
    crowded: bool,
    honours: Cost,
    /// What is not worth looking at: a need of more than this.
    budget: u32,
}

impl<'a> Splits<'a> {
    fn new(view: &View, tables: &'a Tables, honours: Cost, budget: u32) -> Splits<'a> {
        let mut splits = Splits {
            tables,
            suits: Default::default(),
            count: 0,
            places: [0; 3],
            blue: view.blue_numbers,
            crowded: false,
            honours,
            budget,
        };
        let numbers = view.numbers();
        let with_tiles = (0..3).filter(|&suit| numbers[suit] > 0);
        let empty = (0..3).filter(|&suit| numbers[suit] == 0).take(1);
        for suit in with_tiles.chain(empty) {
            let row = Row::of_index(numbers[suit]);
            splits.crowded |= row.plus(splits.blue).is_crowded();
            splits.suits[splits.count] = (numbers[suit], row);
            splits.places[splits.count] = 9 * suit as u32;
            splits.count += 1;
        }
        splits
    }

    /// Shows what each way within the budget needs, with its suits' entries.
    fn visit(&self, see: &mut impl FnMut(Cost, &[Entry]) -> ControlFlow<()>) -> ControlFlow<()> {
        if self.count == 1 {
            let only = self.entry(0, self.blue, index_of(self.blue));
            return see(only.cost() + self.honours, &[only]);
        }
        let mut parts = Deals::of(self.blue);
        loop {
            let first = self.entry(0, parts.row, parts.index);
            let cost = first.cost() + self.honours;
            if cost.at_least() <= self.budget {
                let rest = self.blue.minus(parts.row);
                if self.count == 2 {
                    let second = self.entry(1, rest, parts.rest);
                    see(cost + second.cost(), &[first, second])?;
                } else {
                    self.visit_rest(first, cost, rest, see)?;
                }
            }
            if !parts.advance() {
                return ControlFlow::Continue(());
            }
        }
    }

    /// The ways to deal the rest to the second and the third suit.
    fn visit_rest(
        &self,
        first: Entry,
        cost: Cost,
        rest: Row,
        see: &mut impl FnMut(Cost, &[Entry]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut parts = Deals::of(rest);
        loop {
            let second = self.entry(1, parts.row, parts.index);
            let cost = cost + second.cost();
            if cost.at_least() <= self.budget {
                let third = self.entry(2, rest.minus(parts.row), parts.rest);
                see(cost + third.cost(), &[first, second, third])?;
            }
            if !parts.advance() {
                return ControlFlow::Continue(());
            }
        }
    }

    /// The entry of a suit with these blue tiles, and their index.
    fn entry(&self, suit: usize, blue: Row, index: u32) -> Entry {
        let (plain, row) = self.suits[suit];
        if self.crowded && row.plus(blue).is_crowded() {
            self.tables.crowded(&row.plus(blue).counts())
        } else {
            self.tables.numbers(plain + index)
        }
    }

    /// What helps the suit that stands for all suits without a plain tile helps each of them.
    fn spread(&self, holes: u64) -> u64 {
        const NUMBERS: u64 = (1 << 9) - 1;
        let last = self.count - 1;
        if self.suits[last].0 > 0 {
            return holes;
        }
        let told_apart = &self.places[..last];
        let helps = holes >> self.places[last] & NUMBERS;
        let empty = [0, 9, 18].into_iter().filter(|place| !told_apart.contains(place));
        empty.fold(holes, |holes, place| holes | helps << place)
    }
}

/// The index of a row of blue tiles.
fn index_of(row: Row) -> u32 {
    let weights = super::tables::WEIGHTS;
    (0..weights.len()).map(|place| u32::from(row.get(place)) * weights[place]).sum()
}

/// Goes through all parts of a row, counting up like a clock.
struct Deals {
    wheels: [Wheel; 9],
    count: usize,
    /// The part at present.
    row: Row,
    /// Its index.
    index: u32,
    /// The index of what the part leaves.
    rest: u32,
}

#[derive(Clone, Copy, Default)]
struct Wheel {
    one: Row,
    weight: u32,
    most: u8,
    at: u8,
}

impl Deals {
    fn of(whole: Row) -> Deals {
        let mut parts =
            Deals { wheels: Default::default(), count: 0, row: Row::default(), index: 0, rest: 0 };
        for (place, &weight) in super::tables::WEIGHTS.iter().enumerate() {
            let most = whole.get(place);
            if most > 0 {
                parts.wheels[parts.count] = Wheel { one: Row::one(place), weight, most, at: 0 };
                parts.count += 1;
                parts.rest += u32::from(most) * weight;
            }
        }
        parts
    }

    /// The next part; false after the last.
    fn advance(&mut self) -> bool {
        for wheel in &mut self.wheels[..self.count] {
            if wheel.at < wheel.most {
                wheel.at += 1;
                self.row = self.row.plus(wheel.one);
                self.index += wheel.weight;
                self.rest -= wheel.weight;
                return true;
            }
            for _ in 0..wheel.at {
                self.row = self.row.minus(wheel.one);
            }
            let back = u32::from(wheel.at) * wheel.weight;
            (self.index, self.rest, wheel.at) = (self.index - back, self.rest + back, 0);
        }
        false
    }
}
