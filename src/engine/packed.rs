//! A hand that costs nothing to fill: indices into the tables, kept as tiles come and go.

use super::automaton::NUMBERS;
use super::tables::{BASE, MOST_TILES, WEIGHTS};
use crate::group::Group;
use crate::hand::Hand;
use crate::problem::Suits;
use crate::tile::{Kind, KindSet, Mark, Suit, Tile};

/// How many plain copies of a kind a hand may hold.
pub(super) const MOST_PLAIN: usize = 4;

/// Bits of one count in a row of nine.
const NIBBLE: u32 = 4;

/// The concealed tiles and called melds of a hand, ready for the tables of an
/// [`Engine`](super::Engine). It knows no rules: any engine takes it.
///
/// Tiles come from kinds and marks, see [`Tile`]; kinds from indices 0–33, see [`Kind::from_index`].
///
/// ```
/// use ginga::engine::PackedHand;
/// use ginga::{Kind, Tile};
/// let mut hand = PackedHand::default();
/// for index in [0, 0, 8, 33] {
///     assert!(hand.add(Tile::plain(Kind::from_index(index).unwrap()))); // 1m 1m 9m 7z
/// }
/// assert_eq!(hand.tiles(), 4);
/// assert!(hand.remove(Tile::plain(Kind::from_index(8).unwrap())));
/// assert_eq!(hand.tiles(), 3);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct PackedHand {
    /// Plain concealed tiles of each numbered suit, an index into the tables.
    numbers: [u32; 3],
    winds: u16,
    dragons: u16,
    /// The kinds of which the concealed hand has one, two, three, four plain tiles.
    at_least: [u64; MOST_PLAIN],
    /// The kinds of which the concealed hand has the blue tile.
    blue: u64,
    /// How many blue tiles of each number there are, the first number highest.
    blue_numbers: u64,
    jokers: u8,
    tiles: u8,
    called: u8,
    called_suits: Suits,
    /// As `at_least`, `blue` and `jokers`, with the called melds.
    held: [u64; MOST_PLAIN],
    held_blue: u64,
    held_jokers: u8,
}

/// One more of a kind; false when there are as many as can be.
fn raise(at_least: &mut [u64; MOST_PLAIN], kind: u64) -> bool {
    let mut more = kind;
    for kinds in at_least {
        (*kinds, more) = (*kinds | more, *kinds & more);
    }
    more == 0
}

/// One less of a kind that there is.
fn lower(at_least: &mut [u64; MOST_PLAIN], kind: u64) {
    let mut less = kind;
    for kinds in at_least.iter_mut().rev() {
        let here = *kinds & less;
        (*kinds, less) = (*kinds ^ here, less ^ here);
    }
}

impl PackedHand {
    /// The hand's tiles and melds; `None` when they are more than an engine takes: over four plain
    /// tiles of a kind, two blue ones alike, or more than 17 concealed tiles.
    pub fn of(hand: &Hand) -> Option<PackedHand> {
        let mut packed = PackedHand::default();
        let concealed = hand.concealed().tiles().all(|tile| packed.add(tile));
        (concealed && hand.called().all(|group| packed.call(group))).then_some(packed)
    }

    /// Adds a concealed tile. False, and nothing is added, when there is no room: five plain tiles of
    /// one kind, two blue tiles of one kind, or an eighteenth tile.
    pub fn add(&mut self, tile: Tile) -> bool {
        if usize::from(self.tiles) >= MOST_TILES || !self.hold(tile) {
            return false;
        }
        self.tiles += 1;
        match (tile.mark(), tile.kind()) {
            (Mark::Plain, Some(kind)) => {
                raise(&mut self.at_least, 1 << kind.index());
                self.shift(kind, true);
            }
            (Mark::Galaxy, Some(kind)) => {
                self.blue |= 1 << kind.index();
                if kind.suit().is_numbered() {
                    self.blue_numbers += 1 << nibble(kind);
                }
            }
            _ => self.jokers += 1,
        }
        true
    }

    /// Takes a concealed tile away; false when there is none.
    pub fn remove(&mut self, tile: Tile) -> bool {
        if self.count(tile) == 0 {
            return false;
        }
        self.tiles -= 1;
        match (tile.mark(), tile.kind()) {
            (Mark::Plain, Some(kind)) => {
                lower(&mut self.at_least, 1 << kind.index());
                lower(&mut self.held, 1 << kind.index());
                self.shift(kind, false);
            }
            (Mark::Galaxy, Some(kind)) => {
                self.blue ^= 1 << kind.index();
                self.held_blue ^= 1 << kind.index();
                if kind.suit().is_numbered() {
                    self.blue_numbers -= 1 << nibble(kind);
                }
            }
            _ => (self.jokers, self.held_jokers) = (self.jokers - 1, self.held_jokers - 1),
        }
        true
    }

    /// Adds a called meld or kan. False, and nothing is added, when one of its tiles has no room.
    pub fn call(&mut self, group: &Group) -> bool {
        let mut hand = *self;
        if !group.tiles().all(|tile| hand.hold(tile)) {
            return false;
        }
        hand.called += 1;
        hand.called_suits = hand.called_suits.union(Suits::of(group.kinds()));
        *self = hand;
        true
    }

    /// How many concealed tiles there are.
    pub fn tiles(&self) -> usize {
        usize::from(self.tiles)
    }

    /// How many called melds there are.
    pub fn called(&self) -> usize {
        usize::from(self.called)
    }

    /// How many concealed copies of a tile there are.
    pub fn count(&self, tile: Tile) -> u8 {
        let of = |kinds: u64, kind: Kind| (kinds >> kind.index() & 1) as u8;
        match (tile.mark(), tile.kind()) {
            (Mark::Plain, Some(kind)) => self.at_least.iter().map(|&kinds| of(kinds, kind)).sum(),
            (Mark::Galaxy, Some(kind)) => of(self.blue, kind),
            _ => self.jokers,
        }
    }

    /// How many copies of a tile there are, those in called melds included.
    pub fn held(&self, tile: Tile) -> u8 {
        let of = |kinds: u64, kind: Kind| (kinds >> kind.index() & 1) as u8;
        match (tile.mark(), tile.kind()) {
            (Mark::Plain, Some(kind)) => self.held.iter().map(|&kinds| of(kinds, kind)).sum(),
            (Mark::Galaxy, Some(kind)) => of(self.held_blue, kind),
            _ => self.held_jokers,
        }
    }

    /// Counts a tile among all that the hand holds, if there is room.
    fn hold(&mut self, tile: Tile) -> bool {
        match (tile.mark(), tile.kind()) {
            (Mark::Plain, Some(kind)) => raise(&mut self.held, 1 << kind.index()),
            (Mark::Galaxy, Some(kind)) => {
                let before = self.held_blue;
                self.held_blue |= 1 << kind.index();
                self.held_blue != before
            }
            _ => {
                self.held_jokers = self.held_jokers.saturating_add(1);
                self.held_jokers < u8::MAX
            }
        }
    }

    fn shift(&mut self, kind: Kind, more: bool) {
        let place = usize::from(kind.number()) - 1;
        let by = |index: u32, weight: u32| if more { index + weight } else { index - weight };
        match kind.suit() {
            Suit::Honour if kind.is_wind() => {
                self.winds = by(self.winds.into(), BASE.pow(3 - place as u32)) as u16;
            }
            Suit::Honour => {
                self.dragons = by(self.dragons.into(), BASE.pow(6 - place as u32)) as u16;
            }
            suit => {
                let index = &mut self.numbers[suit as usize];
                *index = by(*index, WEIGHTS[place]);
            }
        }
    }

    /// The plain tiles alone, as the tables take them.
    pub(super) fn plain(&self) -> Indices {
        Indices {
            numbers: self.numbers,
            winds: self.winds.into(),
            dragons: self.dragons.into(),
            at_least: self.at_least,
        }
    }

    pub(super) fn blue(&self) -> u64 {
        self.blue
    }

    pub(super) fn blue_numbers(&self) -> Row {
        Row(self.blue_numbers)
    }

    pub(super) fn jokers(&self) -> u8 {
        self.jokers
    }

    /// The suit of the first tile of all that are held, man for jokers alone.
    pub(super) fn first_suit(&self) -> Suit {
        let kinds = KindSet::from_bits(self.held[0] | self.held_blue);
        kinds.iter().next().map_or(Suit::Man, Kind::suit)
    }

    pub(super) fn called_suits(&self) -> Suits {
        self.called_suits
    }

    /// The kinds of which so many plain tiles are held.
    pub(super) fn held_at_least(&self, count: usize) -> KindSet {
        let kinds = count.checked_sub(1).and_then(|at| self.held.get(at));
        kinds.map_or(KindSet::EMPTY, |&kinds| KindSet::from_bits(kinds))
    }

    /// The kinds of which the blue tile is held.
    pub(super) fn held_blue(&self) -> KindSet {
        KindSet::from_bits(self.held_blue)
    }
}

fn nibble(kind: Kind) -> u32 {
    (NUMBERS as u32 - u32::from(kind.number())) * NIBBLE
}

/// Counts of the nine numbers, four bits each, the first number highest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Row(u64);

impl Row {
    /// The row of a suit with this index.
    pub fn of_index(mut index: u32) -> Row {
        let mut row = 0;
        for place in 0..NUMBERS as u32 {
            row |= u64::from(index % BASE) << (NIBBLE * place);
            index /= BASE;
        }
        Row(row)
    }

    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many of the number at this place, 0 to 8.
    pub fn get(self, place: usize) -> u8 {
        (self.0 >> (NIBBLE * (NUMBERS - 1 - place) as u32) & 0xf) as u8
    }

    /// One of the number at this place.
    pub fn one(place: usize) -> Row {
        Row(1 << (NIBBLE * (NUMBERS - 1 - place) as u32))
    }

    pub fn plus(self, other: Row) -> Row {
        Row(self.0 + other.0)
    }

    pub fn minus(self, other: Row) -> Row {
        Row(self.0 - other.0)
    }

    /// True when some count is more than four.
    pub fn is_crowded(self) -> bool {
        (self.0 + 0x3_3333_3333) & 0x8_8888_8888 != 0
    }

    pub fn counts(self) -> [u8; NUMBERS] {
        std::array::from_fn(|place| self.get(place))
    }
}

/// Plain tiles as the tables take them, and as sets of kinds.
#[derive(Debug, Clone, Copy)]
pub(super) struct Indices {
    pub numbers: [u32; 3],
    pub winds: u32,
    pub dragons: u32,
    pub at_least: [u64; MOST_PLAIN],
}

impl Indices {
    /// Takes all tiles of a kind out; says how many there were.
    pub fn take_all(&mut self, kind: Kind) -> u32 {
        let count = self.at_least.iter().map(|kinds| (kinds >> kind.index() & 1) as u32).sum();
        for kinds in &mut self.at_least {
            *kinds &= !(1 << kind.index());
        }
        let place = usize::from(kind.number()) - 1;
        match kind.suit() {
            Suit::Honour if kind.is_wind() => self.winds -= count * BASE.pow(3 - place as u32),
            Suit::Honour => self.dragons -= count * BASE.pow(6 - place as u32),
            suit => self.numbers[suit as usize] -= count * WEIGHTS[place],
        }
        count
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tiles_come_and_go() {
        let mut hand = PackedHand::default();
        let tiles = [0, 0, 1, 16, 17, 54, 60, 66, 67, 68, 68].map(|i| Tile::from_index(i).unwrap());
        let mut filled = vec![hand];
        for tile in tiles {
            assert!(hand.add(tile));
            filled.push(hand);
        }
        assert_eq!((hand.tiles(), hand.count(tiles[0]), hand.count(Tile::JOKER)), (11, 2, 2));
        for tile in tiles.into_iter().rev() {
            assert_eq!(filled.pop(), Some(hand));
            assert!(hand.remove(tile) && !hand.remove(Tile::from_index(40).unwrap()));
        }
        assert_eq!(hand, PackedHand::default());
    }

    #[test]
    fn a_tile_without_room_changes_nothing() {
        let plain = Tile::plain(Kind::from_index(5).unwrap());
        let blue = Tile::galaxy(Kind::from_index(5).unwrap());
        let mut hand = PackedHand::default();
        assert!((0..4).all(|_| hand.add(plain)) && hand.add(blue));
        let full = hand;
        assert!(!hand.add(plain) && !hand.add(blue));
        assert_eq!(hand, full);
        while hand.add(Tile::JOKER) {}
        assert_eq!(hand.tiles(), MOST_TILES);
    }

    #[test]
    fn a_row_is_crowded_from_five_on() {
        let four = (0..4).fold(Row::default(), |row, _| row.plus(Row::one(3)));
        assert!(!four.is_crowded() && four.plus(Row::one(3)).is_crowded());
        assert_eq!(Row::of_index(4 * WEIGHTS[3]), four);
    }
}
