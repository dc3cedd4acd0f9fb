//! A hand that costs nothing to fill: indices into the tables, kept as tiles come and go.

use super::automaton::NUMBERS;
use super::tables::{BASE, FIRST as FIRST_OF_INDEX, MOST_TILES, WEIGHTS};
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
    /// Plain concealed tiles, as indices into the tables.
    parts: Parts,
    /// The kinds of which the concealed hand has one, two, three, four plain tiles.
    at_least: [u64; MOST_PLAIN],
    /// The kinds of which the concealed hand has the blue tile.
    blue: u64,
    /// How many blue tiles of each number there are, the first number highest.
    blue_numbers: u64,
    jokers: u8,
    tiles: u8,
    called: Called,
}

/// Called melds, as far as they matter to the rest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
struct Called {
    melds: u8,
    jokers: u8,
    suits: Suits,
    /// As of the concealed hand.
    at_least: [u64; MOST_PLAIN],
    blue: u64,
}

/// Indices of three suits, the winds and the dragons.
pub(super) type Parts = [u32; 5];

/// Where a plain tile counts: its part and its weight there.
#[derive(Clone, Copy)]
struct Role {
    part: u8,
    weight: u32,
}

const ROLES: [Role; Kind::COUNT] = {
    let mut roles = [Role { part: 0, weight: 0 }; Kind::COUNT];
    let mut kind = 0;
    while kind < Kind::COUNT {
        roles[kind] = match kind {
            0..27 => Role { part: (kind / 9) as u8, weight: WEIGHTS[kind % 9] },
            27..31 => Role { part: 3, weight: BASE.pow(30 - kind as u32) },
            _ => Role { part: 4, weight: BASE.pow(33 - kind as u32) },
        };
        kind += 1;
    }
    roles
};

/// What one tile of the kind with this index weighs in its part of the tables.
pub(super) fn weight_of(index: usize) -> u32 {
    ROLES[index].weight
}

/// The part of the tables that a kind's tiles count in, and what one of them weighs there.
pub(super) fn role(kind: Kind) -> (usize, u32) {
    let Role { part, weight } = ROLES[kind.index()];
    (part.into(), weight)
}

/// One more of a kind of which there are not four.
fn raise(at_least: &mut [u64; MOST_PLAIN], kind: u64) {
    let mut more = kind;
    for kinds in at_least {
        (*kinds, more) = (*kinds | more, *kinds & more);
    }
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
    /// tiles of a kind, two blue ones alike, jokers of a class, or more than 17 concealed tiles.
    pub fn of(hand: &Hand) -> Option<PackedHand> {
        let mut packed = PackedHand::default();
        let concealed = hand.concealed().tiles().all(|tile| packed.add(tile));
        (concealed && hand.called().all(|group| packed.call(group))).then_some(packed)
    }

    /// A hand of plain tiles from their counts by kind, see [`Kind::from_index`]; `None` for more than
    /// four of a kind or 17 in all.
    ///
    /// ```
    /// use ginga::engine::PackedHand;
    /// let mut counts = [0; 34];
    /// (counts[0], counts[33]) = (3, 2); // 111m77z
    /// assert_eq!(PackedHand::from_counts(&counts).unwrap().tiles(), 5);
    /// counts[0] = 5;
    /// assert!(PackedHand::from_counts(&counts).is_none());
    /// ```
    pub fn from_counts(counts: &[u8; Kind::COUNT]) -> Option<PackedHand> {
        let words = Words::of(counts);
        let tiles = words.total()?;
        let [units, twos, fours] = words.planes();
        let suit = |suit| words.numbers(counts, suit);
        let [east, south, west, north, white, green, red] = honours(counts);
        let base = |number: u32, count: u8| number * BASE + u32::from(count);
        Some(PackedHand {
            tiles,
            parts: [
                suit(0),
                suit(1),
                suit(2),
                [east, south, west, north].into_iter().fold(0, base),
                [white, green, red].into_iter().fold(0, base),
            ],
            // No count is more than four: a unit with a two is a three.
            at_least: [units | twos | fours, twos | fours, units & twos | fours, fours],
            ..PackedHand::default()
        })
    }

    /// Adds a concealed tile. False, and nothing is added, when there is no room: five plain tiles of
    /// one kind, two blue tiles of one kind, an eighteenth tile, a joker of a class.
    #[inline]
    pub fn add(&mut self, tile: Tile) -> bool {
        if usize::from(self.tiles) >= MOST_TILES || !self.has_room(tile) {
            return false;
        }
        self.tiles += 1;
        match tile.kind() {
            Some(kind) if tile.is_galaxy() => {
                self.blue |= 1 << kind.index();
                if kind.suit().is_numbered() {
                    self.blue_numbers += 1 << nibble(kind);
                }
            }
            Some(kind) => {
                raise(&mut self.at_least, 1 << kind.index());
                let Role { part, weight } = ROLES[kind.index()];
                self.parts[usize::from(part)] += weight;
            }
            None => self.jokers += 1,
        }
        true
    }

    /// Takes a concealed tile away; false when there is none.
    pub fn remove(&mut self, tile: Tile) -> bool {
        if self.count(tile) == 0 {
            return false;
        }
        self.tiles -= 1;
        match tile.kind() {
            Some(kind) if tile.is_galaxy() => {
                self.blue ^= 1 << kind.index();
                if kind.suit().is_numbered() {
                    self.blue_numbers -= 1 << nibble(kind);
                }
            }
            Some(kind) => {
                lower(&mut self.at_least, 1 << kind.index());
                let Role { part, weight } = ROLES[kind.index()];
                self.parts[usize::from(part)] -= weight;
            }
            None => self.jokers -= 1,
        }
        true
    }

    /// Adds a called meld or kan. False, and nothing is added, when one of its tiles has no room.
    pub fn call(&mut self, group: &Group) -> bool {
        let before = self.called;
        for tile in group.tiles() {
            if !self.has_room(tile) {
                self.called = before;
                return false;
            }
            match tile.kind() {
                Some(kind) if tile.is_galaxy() => self.called.blue |= 1 << kind.index(),
                Some(kind) => raise(&mut self.called.at_least, 1 << kind.index()),
                None => self.called.jokers += 1,
            }
        }
        self.called.melds += 1;
        self.called.suits = self.called.suits.union(Suits::of(group.kinds()));
        true
    }

    /// Whether the hand, called melds included, may hold one more of a tile.
    #[inline]
    fn has_room(&self, tile: Tile) -> bool {
        if tile.joker_class().is_some() {
            return false;
        }
        match tile.kind() {
            Some(kind) if tile.is_galaxy() => {
                (self.blue | self.called.blue) >> kind.index() & 1 == 0
            }
            Some(kind) if self.called.melds == 0 && self.called.at_least[0] == 0 => {
                self.at_least[MOST_PLAIN - 1] >> kind.index() & 1 == 0
            }
            Some(_) => usize::from(self.held(tile)) < MOST_PLAIN,
            None => self.held(tile) < u8::MAX,
        }
    }

    /// How many concealed tiles there are.
    pub fn tiles(&self) -> usize {
        usize::from(self.tiles)
    }

    /// How many called melds there are.
    pub fn called(&self) -> usize {
        usize::from(self.called.melds)
    }

    /// How many concealed copies of a tile there are.
    pub fn count(&self, tile: Tile) -> u8 {
        count_of(tile, &self.at_least, self.blue, self.jokers)
    }

    /// How many copies of a tile there are, those in called melds included.
    pub fn held(&self, tile: Tile) -> u8 {
        let Called { at_least, blue, jokers, .. } = &self.called;
        self.count(tile).saturating_add(count_of(tile, at_least, *blue, *jokers))
    }

    /// Shows each different concealed tile with its count, in tile order.
    pub(super) fn each_tile(&self, mut see: impl FnMut(Tile, u8)) {
        let mut kinds = self.at_least[0] | self.blue;
        while kinds != 0 {
            let index = kinds.trailing_zeros();
            kinds &= kinds - 1;
            let Some(kind) = Kind::from_index(index as usize) else { return };
            let plain: u64 = self.at_least.iter().map(|kinds| kinds >> index & 1).sum();
            if plain > 0 {
                see(Tile::plain(kind), plain as u8);
            }
            if self.blue >> index & 1 == 1 {
                see(Tile::galaxy(kind), 1);
            }
        }
        if self.jokers > 0 {
            see(Tile::JOKER, self.jokers);
        }
    }

    /// The plain tiles, as the tables take them.
    pub(super) fn parts(&self) -> Parts {
        self.parts
    }

    /// The kinds of which there are one, two, three, four plain tiles.
    pub(super) fn at_least(&self) -> &[u64; MOST_PLAIN] {
        &self.at_least
    }

    /// The plain tiles without those of some kinds; with how many those are.
    pub(super) fn parts_without(&self, kinds: KindSet) -> (Parts, u32) {
        let (mut parts, mut without) = (self.parts, 0);
        for kind in kinds.intersection(KindSet::from_bits(self.at_least[0])).iter() {
            let count = u32::from(self.count(Tile::plain(kind)));
            let Role { part, weight } = ROLES[kind.index()];
            parts[usize::from(part)] -= count * weight;
            without += count;
        }
        (parts, without)
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
        let kinds =
            KindSet::from_bits(self.at_least[0] | self.called.at_least[0]).union(self.held_blue());
        kinds.iter().next().map_or(Suit::Man, Kind::suit)
    }

    /// Notes suits that called melds are of, where the melds themselves are not known.
    pub(crate) fn use_suits(&mut self, suits: Suits) {
        self.called.suits = self.called.suits.union(suits);
    }

    pub(super) fn called_suits(&self) -> Suits {
        self.called.suits
    }

    /// The kinds of which so many plain tiles are held, one at least.
    pub(super) fn held_at_least(&self, count: usize) -> KindSet {
        let of = |at_least: &[u64; MOST_PLAIN], count: usize| {
            count.checked_sub(1).map_or(KindSet::ALL.bits(), |at| at_least[at.min(MOST_PLAIN - 1)])
        };
        if self.called.at_least[0] == 0 {
            return KindSet::from_bits(of(&self.at_least, count));
        }
        let held = (0..=count.min(MOST_PLAIN)).fold(0, |held, called| {
            held | of(&self.called.at_least, called) & of(&self.at_least, count - called)
        });
        KindSet::from_bits(held)
    }

    /// The kinds of which the blue tile is held.
    pub(super) fn held_blue(&self) -> KindSet {
        KindSet::from_bits(self.blue | self.called.blue)
    }
}

/// The copies of a tile among these.
fn count_of(tile: Tile, at_least: &[u64; MOST_PLAIN], blue: u64, jokers: u8) -> u8 {
    let of = |kinds: u64, kind: Kind| (kinds >> kind.index() & 1) as u8;
    match (tile.mark(), tile.kind()) {
        (Mark::Plain, Some(kind)) => at_least.iter().map(|&kinds| of(kinds, kind)).sum(),
        (Mark::Galaxy, Some(kind)) => of(blue, kind),
        _ if tile == Tile::JOKER => jokers,
        _ => 0,
    }
}

/// The counts of the seven honours.
fn honours(counts: &[u8; Kind::COUNT]) -> [u8; 7] {
    std::array::from_fn(|honour| counts[3 * NUMBERS + honour])
}

/// The counts of all kinds, eight in a word, the first in the lowest byte.
struct Words([u64; Kind::COUNT.div_ceil(8)]);

impl Words {
    /// One in each byte.
    const ONES: u64 = 0x0101_0101_0101_0101;

    fn of(counts: &[u8; Kind::COUNT]) -> Words {
        let mut padded = [0; Kind::COUNT.next_multiple_of(8)];
        padded[..Kind::COUNT].copy_from_slice(counts);
        Words(std::array::from_fn(|at| word(&padded, 8 * at)))
    }

    /// How many tiles there are; `None` for more than four of a kind or a hand has.
    fn total(&self) -> Option<u8> {
        let all = self.0.iter().fold(0, |all, word| all | word);
        // Up to seven in each byte, the bytes of five words add up without a carry.
        if all & !(7 * Words::ONES) != 0 {
            return None;
        }
        let more_than_four = (all + 3 * Words::ONES) & (8 * Words::ONES);
        let bytes: u64 = self.0.iter().sum();
        // `all` may join a one and a four of two kinds to a five: then each is looked at.
        let crowded = more_than_four != 0
            && self.0.iter().any(|word| (word + 3 * Words::ONES) & (8 * Words::ONES) != 0);
        let tiles = bytes_added(bytes);
        (!crowded && tiles <= MOST_TILES as u64).then_some(tiles as u8)
    }

    /// The kinds whose count has a one, a two, a four in it.
    fn planes(&self) -> [u64; 3] {
        std::array::from_fn(|plane| {
            let gathered = self.0.iter().map(|word| lowest_bits(word >> plane));
            gathered.enumerate().fold(0, |kinds, (at, bits)| kinds | bits << (8 * at))
        })
    }

    /// The index of a numbered suit in the tables.
    fn numbers(&self, counts: &[u8; Kind::COUNT], suit: usize) -> u32 {
        const EVEN_BYTES: u64 = 0x00ff_00ff_00ff_00ff;
        const EVEN_PAIRS: u64 = 0x0000_ffff_0000_ffff;
        let base = u64::from(BASE);
        let first = suit * NUMBERS;
        let eight = word(counts, first + 1);
        let twos = (eight & EVEN_BYTES) * base + (eight >> 8 & EVEN_BYTES);
        let fours = (twos & EVEN_PAIRS) * (base * base) + (twos >> 16 & EVEN_PAIRS);
        let (low, high) = (fours as u32, (fours >> 32) as u32);
        (u32::from(counts[first]) * BASE.pow(4) + low) * WEIGHTS[FIRST_OF_INDEX - 1] + high
    }
}

/// Eight bytes as one word, the first lowest.
fn word(bytes: &[u8], at: usize) -> u64 {
    let mut eight = [0; 8];
    eight.copy_from_slice(&bytes[at..at + 8]);
    u64::from_le_bytes(eight)
}

/// The sum of a word's bytes, less than 256.
fn bytes_added(word: u64) -> u64 {
    word.wrapping_mul(Words::ONES) >> 56
}

/// The lowest bit of each byte, side by side.
fn lowest_bits(word: u64) -> u64 {
    (word & Words::ONES).wrapping_mul(0x0102_0408_1020_4080) >> 56
}

fn nibble(kind: Kind) -> u32 {
    (NUMBERS as u32 - u32::from(kind.number())) * NIBBLE
}

/// Counts of the nine numbers, four bits each, the first number highest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Row(u64);

impl Row {
    /// The row of a suit with this index.
    pub fn of_index(index: u32) -> Row {
        let counts = super::tables::counts_of(index);
        Row(counts.iter().fold(0, |row, &count| row << NIBBLE | u64::from(count)))
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
    fn counts_and_tiles_make_the_same_hand() {
        let mut counts = [0; Kind::COUNT];
        let mut hand = PackedHand::default();
        for (kind, count) in [(0, 4), (8, 1), (15, 3), (26, 2), (27, 1), (33, 4)] {
            counts[kind] = count;
            (0..count)
                .for_each(|_| assert!(hand.add(Tile::plain(Kind::from_index(kind).unwrap()))));
        }
        assert_eq!(PackedHand::from_counts(&counts), Some(hand));
        counts[5] = 3;
        assert_eq!(PackedHand::from_counts(&counts), None);
    }

    #[test]
    fn counts_are_summed_as_tiles_are_added() {
        // Each kind beside each other one, in every number of copies; beyond four there is no hand.
        for (one, other) in (0..Kind::COUNT).flat_map(|one| (0..one).map(move |other| (one, other)))
        {
            for (first, second) in
                (0..=8).flat_map(|first| (0..=8).map(move |second| (first, second)))
            {
                let mut counts = [0; Kind::COUNT];
                (counts[one], counts[other]) = (first, second);
                let mut hand = Some(PackedHand::default());
                for (kind, count) in [(one, first), (other, second)] {
                    let tile = Tile::plain(Kind::from_index(kind).unwrap());
                    for _ in 0..count {
                        hand = hand.and_then(|mut hand| hand.add(tile).then_some(hand));
                    }
                }
                assert_eq!(
                    PackedHand::from_counts(&counts),
                    hand,
                    "{one} {other} {first} {second}"
                );
            }
        }
        for most in [255, 128, 9] {
            assert_eq!(PackedHand::from_counts(&[most; Kind::COUNT]), None);
        }
        assert_eq!(PackedHand::from_counts(&[1; Kind::COUNT]), None);
    }

    #[test]
    fn called_tiles_take_room() {
        let kind = Kind::from_index(5).unwrap();
        let tile = Tile::plain(kind);
        let slots = vec![crate::group::Slot { kind, tile }; 3];
        let pon = Group::new(crate::group::GroupType::Triplet, slots).unwrap();
        let mut hand = PackedHand::default();
        assert!(hand.call(&pon) && hand.add(tile) && !hand.add(tile));
        assert_eq!((hand.held(tile), hand.count(tile)), (4, 1));
        assert!(hand.held_at_least(4).contains(kind) && !hand.call(&pon));
        assert_eq!((hand.called(), hand.tiles()), (1, 1));
    }

    #[test]
    fn a_row_is_crowded_from_five_on() {
        let four = (0..4).fold(Row::default(), |row, _| row.plus(Row::one(3)));
        assert!(!four.is_crowded() && four.plus(Row::one(3)).is_crowded());
        assert_eq!(Row::of_index(4 * WEIGHTS[3]), four);
    }
}
