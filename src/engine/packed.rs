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
        const EIGHT: usize = 8;
        let tiles = counts.iter().map(|&count| u32::from(count)).sum::<u32>();
        let most = counts.iter().fold(0, |most, &count| count.max(most));
        if usize::from(most) > MOST_PLAIN || tiles > MOST_TILES as u32 {
            return None;
        }
        let mut hand = PackedHand { tiles: tiles as u8, ..PackedHand::default() };
        // Part by part, so that the sums need not wait for each other.
        let mut at = 0;
        for (index, size) in hand.parts.iter_mut().zip([9, 9, 9, 4, 3]) {
            let of_part = counts[at..at + size].iter().zip(&ROLES[at..at + size]);
            *index = of_part.map(|(&count, role)| u32::from(count) * role.weight).sum();
            at += size;
        }
        let mut padded = [0; Kind::COUNT.next_multiple_of(EIGHT)];
        padded[..Kind::COUNT].copy_from_slice(counts);
        for (at, eight) in padded.chunks_exact(EIGHT).enumerate() {
            let mut word = [0; EIGHT];
            word.copy_from_slice(eight);
            let eight = u64::from_le_bytes(word);
            for (less, kinds) in hand.at_least.iter_mut().enumerate() {
                *kinds |= above(eight, less as u64) << (EIGHT * at);
            }
        }
        Some(hand)
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

/// One bit for each of eight bytes that is more than `less`; none is more than 127.
fn above(eight: u64, less: u64) -> u64 {
    const ONES: u64 = 0x0101_0101_0101_0101;
    let high = (eight + ONES * (127 - less)) >> 7 & ONES;
    // Gathers the lowest bit of each byte.
    high.wrapping_mul(0x0102_0408_1020_4080) >> 56
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
