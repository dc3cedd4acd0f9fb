//! A hand as the tables are indexed: digits that change as tiles come and go.
//!
//! Adding or removing a tile changes a few numbers and allocates nothing. The hand is 64 bytes, one
//! cache line.

use crate::engine::digits::{
    BlueCounts, DIGIT, DRAGON_KINDS, KindDigits, MOST_PLAIN, NUMBERS, PartDigits, WIND_KINDS,
    digit_of,
};
use crate::group::Group;
use crate::hand::Hand;
use crate::notation::{RedFives, write_tiles};
use crate::size::HandSize;
use crate::tile::{Kind, KindSet, Mark, Suit, Suits, Tile};
use std::{fmt, iter};

/// The most melds of a hand.
pub(super) const MOST_MELDS: u8 = 5;
/// The most concealed tiles of a hand: so many melds and a pair.
pub(super) const MOST_TILES: usize = HandSize::Complete.tiles(MOST_MELDS as usize);

/// The concealed tiles and called melds of a hand, in the form that the tables of an
/// [`Engine`](super::Engine) are indexed by. It holds no rules, so any engine takes it.
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
// One cache line: of many hands read once, loading takes longer than answering.
#[repr(align(64))]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct PackedHand {
    /// Plain concealed tiles.
    plain: KindDigits,
    /// The kinds of which the concealed hand has the blue tile.
    blue: u64,
    /// How many blue tiles of each number there are.
    blue_numbers: PartDigits,
    jokers: u8,
    tiles: u8,
    /// How many called melds there are, and their suits.
    melds: u8,
    suits: Suits,
    /// The plain and blue tiles and the jokers of called melds.
    called: KindDigits,
    called_blue: u64,
    called_jokers: u8,
}

const _: () = assert!(size_of::<PackedHand>() == 64);

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
    // Inlined, so that the caller's hand is written once and not copied.
    #[inline]
    pub fn from_counts(counts: &[u8; Kind::COUNT]) -> Option<PackedHand> {
        let words = CountWords::of(counts);
        // Checked first: digits hold counts of up to seven.
        let tiles = words.total()?;
        Some(PackedHand { tiles, plain: words.digits(), ..PackedHand::default() })
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
                    self.blue_numbers = self.blue_numbers.plus(digit_of(kind).1);
                }
            }
            Some(kind) => self.plain.add(digit_of(kind), 1),
            None => self.jokers += 1,
        }
        true
    }

    /// Removes a concealed tile; false when there is none.
    pub fn remove(&mut self, tile: Tile) -> bool {
        if self.count(tile) == 0 {
            return false;
        }
        self.tiles -= 1;
        match tile.kind() {
            Some(kind) if tile.is_galaxy() => {
                self.blue ^= 1 << kind.index();
                if kind.suit().is_numbered() {
                    self.blue_numbers = self.blue_numbers.minus(digit_of(kind).1);
                }
            }
            Some(kind) => self.plain.take(digit_of(kind), 1),
            None => self.jokers -= 1,
        }
        true
    }

    /// Adds a called meld or kan. False, and nothing is added, when one of its tiles has no room, or the
    /// meld itself beside 255 others.
    pub fn call(&mut self, group: &Group) -> bool {
        let before = *self;
        for tile in group.tiles() {
            if !self.has_room(tile) {
                *self = before;
                return false;
            }
            match tile.kind() {
                Some(kind) if tile.is_galaxy() => self.called_blue |= 1 << kind.index(),
                Some(kind) => self.called.add(digit_of(kind), 1),
                None => self.called_jokers += 1,
            }
        }
        let Some(melds) = self.melds.checked_add(1) else {
            *self = before;
            return false;
        };
        self.melds = melds;
        self.use_suits(Suits::of(group.kinds()));
        true
    }

    /// Whether the hand, called melds included, may hold one more of a tile.
    #[inline]
    fn has_room(&self, tile: Tile) -> bool {
        match tile.kind() {
            Some(kind) if tile.is_galaxy() => !self.held_blue().contains(kind),
            Some(kind) => self.plain.get(kind) + self.called.get(kind) < MOST_PLAIN,
            None => tile == Tile::JOKER && self.held_jokers() < u8::MAX,
        }
    }

    /// What the number of concealed tiles makes the hand.
    #[inline]
    pub(super) fn size(&self) -> Option<HandSize> {
        HandSize::of(self.tiles())
    }

    /// Whether the hand has 3n+1 concealed tiles, and so may wait for a tile.
    #[inline]
    pub(super) fn waits(&self) -> bool {
        self.size() == Some(HandSize::Waiting)
    }

    /// How many concealed tiles there are.
    pub fn tiles(&self) -> usize {
        usize::from(self.tiles)
    }

    /// How many called melds there are.
    pub fn called(&self) -> usize {
        usize::from(self.melds)
    }

    /// How many concealed copies of a tile there are.
    pub fn count(&self, tile: Tile) -> u8 {
        count_of(tile, &self.plain, self.blue, self.jokers)
    }

    /// How many copies of a tile there are, those in called melds included.
    pub fn held(&self, tile: Tile) -> u8 {
        let called = count_of(tile, &self.called, self.called_blue, self.called_jokers);
        self.count(tile).saturating_add(called)
    }

    /// Shows each different concealed tile with its count, in tile order.
    pub(super) fn each_tile(&self, mut see: impl FnMut(Tile, u8)) {
        let kinds = self.plain.at_least(1).union(KindSet::of_bits(self.blue));
        for kind in kinds.iter() {
            let plain = self.plain.get(kind);
            if plain > 0 {
                see(Tile::plain(kind), plain);
            }
            if self.blue >> kind.index() & 1 == 1 {
                see(Tile::galaxy(kind), 1);
            }
        }
        if self.jokers > 0 {
            see(Tile::JOKER, self.jokers);
        }
    }

    /// The plain concealed tiles.
    #[inline]
    pub(super) fn digits(&self) -> &KindDigits {
        &self.plain
    }

    /// The plain concealed tiles without those of some kinds, and how many those are.
    pub(super) fn digits_without(&self, kinds: KindSet) -> (KindDigits, u32) {
        let (mut digits, mut without) = (self.plain, 0);
        for kind in kinds.intersection(digits.at_least(1)).iter() {
            let count = u32::from(self.plain.get(kind));
            digits.take(digit_of(kind), count);
            without += count;
        }
        (digits, without)
    }

    /// The kinds of the blue concealed tiles, one bit a kind.
    #[inline]
    pub(super) fn blue(&self) -> u64 {
        self.blue
    }

    /// The blue concealed tiles by what they may be used as.
    #[inline(never)]
    pub(super) fn blue_by_class(&self) -> BlueCounts {
        let of = |kinds: u64| (self.blue & kinds).count_ones();
        BlueCounts { numbers: self.blue_numbers, winds: of(WIND_KINDS), dragons: of(DRAGON_KINDS) }
    }

    pub(super) fn jokers(&self) -> u8 {
        self.jokers
    }

    /// The suit of the first tile of all that are held; `None` for jokers alone.
    pub(super) fn first_suit(&self) -> Option<Suit> {
        let kinds = self.held_plain().union(self.held_blue());
        kinds.iter().next().map(Kind::suit)
    }

    /// Notes the suits of called melds where the melds themselves are not known.
    pub(crate) fn use_suits(&mut self, suits: Suits) {
        self.suits = self.suits.union(suits);
    }

    pub(super) fn called_suits(&self) -> Suits {
        self.suits
    }

    /// The kinds of which plain tiles are held.
    pub(super) fn held_plain(&self) -> KindSet {
        self.plain.plus(&self.called).at_least(1)
    }

    /// The kinds of which the hand would hold four plain tiles if it held `more` tiles of each, up to
    /// three.
    #[inline]
    pub(super) fn held_as_if_four(&self, more: &KindDigits) -> KindSet {
        self.plain.plus(&self.called).plus(more).at_least_four()
    }

    /// How many jokers are held.
    #[inline]
    pub(super) fn held_jokers(&self) -> u8 {
        self.jokers.saturating_add(self.called_jokers)
    }

    /// The kinds of which the blue tile is held.
    #[inline]
    pub(super) fn held_blue(&self) -> KindSet {
        KindSet::of_bits(self.blue | self.called_blue)
    }
}

/// The hand in the notation: the concealed tiles in their order and, in one bracket behind them, the
/// tiles of all called melds. A packed hand keeps how many melds are called and of which tiles, but
/// not which tiles make a meld. So the text can be read again as a hand when at most one meld is called, and
/// then a concealed kan reads as an open one.
///
/// ```
/// use ginga::engine::PackedHand;
/// use ginga::{Hand, RuleSet};
/// let galaxy = RuleSet::builtin("galaxy")?;
/// let packed = |text| PackedHand::of(&Hand::parse(text, &galaxy).unwrap()).unwrap();
/// assert_eq!(packed("7z 3P1p2p 9s [4m5m6M]").to_string(), "12p3P9s7z[45m6M]");
/// assert_eq!(packed("1z [333p] [456m]").to_string(), "1z[456m333p]");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
impl fmt::Display for PackedHand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = |count: &dyn Fn(Tile) -> u8| {
            let tiles = Tile::all().flat_map(|tile| iter::repeat_n(tile, usize::from(count(tile))));
            write_tiles(&tiles.collect(), RedFives::default())
        };
        f.write_str(&text(&|tile| self.count(tile)))?;
        if self.called() == 0 {
            return Ok(());
        }
        write!(f, "[{}]", text(&|tile| self.held(tile) - self.count(tile)))
    }
}

/// The copies of a tile among these.
fn count_of(tile: Tile, plain: &KindDigits, blue: u64, jokers: u8) -> u8 {
    match (tile.mark(), tile.kind()) {
        (Mark::Plain, Some(kind)) => plain.get(kind),
        (Mark::Galaxy, Some(kind)) => (blue >> kind.index() & 1) as u8,
        _ if tile == Tile::JOKER => jokers,
        _ => 0,
    }
}

/// The counts of all kinds, one in each byte, the first of a word in the lowest.
struct CountWords {
    /// The first eight numbers of each suit.
    suits: [u64; 3],
    /// The ninth number of man, and that of pin.
    ninths: [u64; 2],
    /// The ninth number of sou, then the honours.
    honours: u64,
}

impl CountWords {
    /// One in each byte.
    const ONES: u64 = 0x0101_0101_0101_0101;

    #[inline]
    fn of(counts: &[u8; Kind::COUNT]) -> CountWords {
        CountWords {
            suits: [0, 9, 18].map(|first| word(counts, first)),
            ninths: [8, 17].map(|ninth| counts[ninth].into()),
            honours: word(counts, 26),
        }
    }

    /// How many tiles there are; `None` for more than four of a kind or a hand has.
    #[inline]
    fn total(&self) -> Option<u8> {
        let [man, pin, sou] = self.suits;
        let [man_9, pin_9] = self.ninths;
        let words = [man, pin, sou, self.honours, man_9 | pin_9 << 8];
        let all = words.iter().fold(0, |all, word| all | word);
        // Up to seven in each byte, more than four of a kind reach the fourth bit with three added, and
        // the bytes of five words add up without a carry.
        let with_three = |word: &u64| word.wrapping_add(3 * CountWords::ONES);
        let raised = words.iter().map(with_three).fold(0, |all, word| all | word);
        let crowded = all & !(7 * CountWords::ONES) | raised & (8 * CountWords::ONES);
        let sum = words.iter().fold(0, |sum: u64, &word| sum.wrapping_add(word));
        let tiles = sum.wrapping_mul(CountWords::ONES) >> 56;
        (crowded == 0 && tiles <= MOST_TILES as u64).then_some(tiles as u8)
    }

    /// The counts, up to seven each, as digits.
    #[inline]
    fn digits(&self) -> KindDigits {
        const NINTH: u32 = DIGIT * (NUMBERS as u32 - 1);
        let [man, pin, sou] = self.suits.map(eight_digits);
        let [man_9, pin_9] = self.ninths.map(|ninth| ninth as u32);
        let honours = eight_digits(self.honours);
        let sou_9 = honours & PartDigits::MOST;
        let parts =
            [man | man_9 << NINTH, pin | pin_9 << NINTH, sou | sou_9 << NINTH, honours >> DIGIT];
        KindDigits::of_parts(parts.map(PartDigits::of_bits))
    }
}

/// Eight counts of up to seven as digits.
#[inline]
fn eight_digits(eight: u64) -> u32 {
    // Each step brings neighbours together: the bits of one come right behind those of the other.
    let twos = (eight | eight >> (8 - DIGIT)) & 0x003f_003f_003f_003f;
    let fours = (twos | twos >> (16 - 2 * DIGIT)) & 0x0000_0fff_0000_0fff;
    ((fours | fours >> (32 - 4 * DIGIT)) & 0x00ff_ffff) as u32
}

/// Eight bytes as one word, the first lowest.
#[inline]
fn word(bytes: &[u8], at: usize) -> u64 {
    let mut eight = [0; 8];
    eight.copy_from_slice(&bytes[at..at + 8]);
    u64::from_le_bytes(eight)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::parse_hand;

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
    fn a_hand_prints_what_it_holds() {
        let tiles: Vec<Tile> = Tile::all().filter(|tile| tile.joker_class().is_none()).collect();
        let mut rng = fastrand::Rng::with_seed(1);
        for _ in 0..1_000 {
            let mut hand = PackedHand::default();
            for _ in 0..rng.usize(1..=MOST_TILES) {
                hand.add(tiles[rng.usize(0..tiles.len())]);
            }
            let mut again = PackedHand::default();
            let written = parse_hand(&hand.to_string(), None).unwrap();
            assert!(written.concealed.iter().all(|placed| again.add(placed.tile)), "{hand}");
            assert_eq!(again, hand);
        }
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
        assert!(hand.held_as_if_four(&KindDigits::EMPTY).contains(kind) && !hand.call(&pon));
        assert_eq!((hand.called(), hand.tiles()), (1, 1));
    }
}
