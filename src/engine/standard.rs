//! Melds and a pair: what the whole hand needs, from what its parts need.

use super::automaton::NUMBERS;
use super::packed::PackedHand;
use super::row::{Row, Rows};
use super::tables::{Cost, Tables};
use crate::tile::KindSet;
use std::ops::ControlFlow;

/// Where the honours begin among the kinds.
const HONOURS_FROM: u32 = 27;

/// A concealed hand by what its tiles may be used as.
#[derive(Debug, Clone, Copy)]
pub(super) struct View<'h> {
    /// The tiles that stand for their own kind alone.
    pub fixed: &'h Rows,
    /// How many tiles stand for every kind.
    pub wilds: u32,
    pub blue: Blue,
}

/// Blue tiles by what they may be used as.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Blue {
    pub numbers: Row,
    pub winds: u32,
    pub dragons: u32,
}

impl<'h> View<'h> {
    /// A hand without blue tiles; only jokers are wild.
    #[inline(always)]
    pub fn plain(hand: &'h PackedHand) -> View<'h> {
        View { fixed: hand.rows(), wilds: hand.jokers().into(), blue: Blue::default() }
    }

    /// Plain tiles of some kinds are wild; `room` is to hold the others.
    pub fn of(hand: &'h PackedHand, laizi: KindSet, room: &'h mut Rows) -> View<'h> {
        let blue = if hand.blue() == 0 { Blue::default() } else { hand.blue_by_class() };
        let jokers = u32::from(hand.jokers());
        if laizi.is_empty() {
            return View { fixed: hand.rows(), wilds: jokers, blue };
        }
        let wilds;
        (*room, wilds) = hand.rows_without(laizi);
        View { fixed: room, wilds: jokers + wilds, blue }
    }

    /// True when every tile stands for its own kind alone.
    pub fn is_plain(&self) -> bool {
        self.wilds == 0 && self.blue == Blue::default()
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
        tables.rows(self.fixed, self.blue).with_one_pair() <= self.wilds
    }

    #[inline(never)]
    fn wins_with_blue(&self, tables: &Tables) -> bool {
        let splits = Splits::new(self, tables, self.honours(tables), self.wilds);
        let see = &mut |cost: Cost, _: &[Row]| {
            if cost.with_one_pair() <= self.wilds {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        };
        splits.visit(see).is_break()
    }

    /// The kinds whose addition makes the tiles melds and a pair; where any would, all there are.
    #[inline(always)]
    pub fn holes(&self, tables: &Tables) -> KindSet {
        if !self.blue.numbers.is_empty() {
            return self.holes_with_blue(tables);
        }
        let &[man, pin, sou, _] = self.fixed.parts();
        let [man, pin, sou] = [man, pin, sou].map(|row| tables.suit(row));
        let numbers = tables.cost(man) + tables.cost(pin) + tables.cost(sou);
        match Lack::of(numbers + self.honours(tables), self.wilds) {
            Lack::Nothing => KindSet::ALL,
            Lack::More => KindSet::EMPTY,
            Lack::One { many } => {
                let suit = |suit, place| tables.helping(suit, many) << place;
                let numbers = suit(man, 0) | suit(pin, 9) | suit(sou, 18);
                KindSet::from_bits(numbers | self.helping_honours(tables, many))
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
        let splits = Splits::new(self, tables, self.honours(tables), wilds + 1);
        let see = &mut |cost: Cost, rows: &[Row]| {
            match Lack::of(cost, wilds) {
                Lack::Nothing => return ControlFlow::Break(()),
                Lack::More => {}
                Lack::One { many } => {
                    holes |= self.helping_honours(tables, many);
                    for (&row, place) in rows.iter().zip(splits.places) {
                        holes |= tables.helping(tables.suit(row), many) << place;
                    }
                }
            }
            ControlFlow::Continue(())
        };
        match splits.visit(see) {
            ControlFlow::Break(()) => KindSet::ALL,
            ControlFlow::Continue(()) => KindSet::from_bits(splits.spread(holes)),
        }
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

/// The ways to deal the blue numbers to the three suits.
///
/// A suit without a plain tile is as good as another: of several such suits one takes all blue tiles
/// that go to any of them, since groups of two suits are groups of one as well.
struct Splits<'a> {
    tables: &'a Tables,
    /// The plain tiles of the suits that are told apart.
    suits: [Row; 3],
    count: usize,
    /// Where the kinds of each of them begin.
    places: [u32; 3],
    blue: Row,
    honours: Cost,
    /// What is not worth looking at: a need of more than this.
    budget: u32,
}

impl<'a> Splits<'a> {
    fn new(view: &View<'_>, tables: &'a Tables, honours: Cost, budget: u32) -> Splits<'a> {
        let mut splits = Splits {
            tables,
            suits: Default::default(),
            count: 0,
            places: [0; 3],
            blue: view.blue.numbers,
            honours,
            budget,
        };
        let suits = || view.fixed.parts()[..3].iter().zip([0, 9, 18]);
        let with_tiles = suits().filter(|(row, _)| !row.is_empty());
        let empty = suits().filter(|(row, _)| row.is_empty()).take(1);
        for (&row, place) in with_tiles.chain(empty) {
            (splits.suits[splits.count], splits.places[splits.count]) = (row, place);
            splits.count += 1;
        }
        splits
    }

    /// Shows what each way within the budget needs, with its suits.
    fn visit(&self, see: &mut impl FnMut(Cost, &[Row]) -> ControlFlow<()>) -> ControlFlow<()> {
        let [one, two, _] = self.suits;
        if self.count == 1 {
            let only = one.plus(self.blue);
            return see(self.tables.numbers(only) + self.honours, &[only]);
        }
        let mut deals = Deals::of(self.blue);
        loop {
            let first = one.plus(deals.row);
            let cost = self.tables.numbers(first) + self.honours;
            if cost.at_least() <= self.budget {
                let rest = self.blue.minus(deals.row);
                if self.count == 2 {
                    let second = two.plus(rest);
                    see(cost + self.tables.numbers(second), &[first, second])?;
                } else {
                    self.visit_rest(first, cost, rest, see)?;
                }
            }
            if !deals.advance() {
                return ControlFlow::Continue(());
            }
        }
    }

    /// The ways to deal the rest to the second and the third suit.
    fn visit_rest(
        &self,
        first: Row,
        cost: Cost,
        rest: Row,
        see: &mut impl FnMut(Cost, &[Row]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let [_, two, three] = self.suits;
        let mut deals = Deals::of(rest);
        loop {
            let second = two.plus(deals.row);
            let cost = cost + self.tables.numbers(second);
            if cost.at_least() <= self.budget {
                let third = three.plus(rest.minus(deals.row));
                see(cost + self.tables.numbers(third), &[first, second, third])?;
            }
            if !deals.advance() {
                return ControlFlow::Continue(());
            }
        }
    }

    /// What helps the suit that stands for all suits without a plain tile helps each of them.
    fn spread(&self, holes: u64) -> u64 {
        const SUIT: u64 = (1 << NUMBERS) - 1;
        let last = self.count - 1;
        if !self.suits[last].is_empty() {
            return holes;
        }
        let told_apart = &self.places[..last];
        let helps = holes >> self.places[last] & SUIT;
        let empty = [0, 9, 18].into_iter().filter(|place| !told_apart.contains(place));
        empty.fold(holes, |holes, place| holes | helps << place)
    }
}

/// Goes through all parts of a row, counting up like a clock.
struct Deals {
    wheels: [Wheel; NUMBERS],
    count: usize,
    /// The part at present.
    row: Row,
}

#[derive(Clone, Copy, Default)]
struct Wheel {
    one: Row,
    most: u8,
    at: u8,
}

impl Deals {
    fn of(whole: Row) -> Deals {
        let mut deals = Deals { wheels: Default::default(), count: 0, row: Row::default() };
        let mut rest = whole;
        while !rest.is_empty() {
            let place = rest.first_place();
            let (one, most) = (Row::one(place), rest.get(place));
            deals.wheels[deals.count] = Wheel { one, most, at: 0 };
            deals.count += 1;
            rest = rest.minus(one.times(most.into()));
        }
        deals
    }

    /// The next part; false after the last.
    #[inline]
    fn advance(&mut self) -> bool {
        for wheel in &mut self.wheels[..self.count] {
            if wheel.at < wheel.most {
                wheel.at += 1;
                self.row = self.row.plus(wheel.one);
                return true;
            }
            self.row = self.row.minus(wheel.one.times(wheel.at.into()));
            wheel.at = 0;
        }
        false
    }
}
