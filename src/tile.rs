//! Tiles and kinds: what a mahjong set is made of.
//!
//! A [`Kind`] is one of the 34 faces. A [`Tile`] is a physical tile: a kind with a [`Mark`], or a
//! joker, which has no kind of its own but may be of a class. Both are small integers behind checked constructors; their
//! order is the order in which every list of tiles is printed.

use std::fmt;

/// Every tile's name in the order of [`Tile::index`], two characters each; of the two of the joker without
/// a class the first is its name. Answers are full of names: they are looked up, not put together.
const TILE_NAMES: &str = "1m1M2m2M3m3M4m4M5m5M6m6M7m7M8m8M9m9M\
    1p1P2p2P3p3P4p4P5p5P6p6P7p7P8p8P9p9P\
    1s1S2s2S3s3S4s4S5s5S6s6S7s7S8s8S9s9S\
    1z1Z2z2Z3z3Z4z4Z5z5Z6z6Z7z7Z\
    jjjajbjcjdjejfjgjhjijkjljmjnjojpjqjrjsjtjujvjwjxjyjz";

/// A family of kinds: three numbered suits and the honours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Suit {
    /// Man (characters), written `m`.
    Man,
    /// Pin (dots), written `p`.
    Pin,
    /// Sou (bamboo), written `s`.
    Sou,
    /// Honours, written `z`: `1z`–`4z` are the winds, `5z`–`7z` the dragons.
    Honour,
}

impl Suit {
    /// The four families in printing order.
    pub const ALL: [Suit; 4] = [Suit::Man, Suit::Pin, Suit::Sou, Suit::Honour];

    /// The three numbered suits.
    pub const NUMBERED: [Suit; 3] = [Suit::Man, Suit::Pin, Suit::Sou];

    /// The lower-case letter of the notation.
    ///
    /// ```
    /// assert_eq!(ginga::Suit::Pin.letter(), 'p');
    /// ```
    pub const fn letter(self) -> char {
        match self {
            Suit::Man => 'm',
            Suit::Pin => 'p',
            Suit::Sou => 's',
            Suit::Honour => 'z',
        }
    }

    /// The suit of a lower-case letter `m p s z`; `None` for any other character.
    pub const fn from_letter(letter: char) -> Option<Suit> {
        match letter {
            'm' => Some(Suit::Man),
            'p' => Some(Suit::Pin),
            's' => Some(Suit::Sou),
            'z' => Some(Suit::Honour),
            _ => None,
        }
    }

    /// How many kinds the family has: nine, or seven honours.
    pub const fn size(self) -> u8 {
        match self {
            Suit::Honour => 7,
            _ => 9,
        }
    }

    /// The kinds of the family, in order.
    pub(crate) fn kinds(self) -> impl Iterator<Item = Kind> + Clone {
        let first = self as u8 * 9;
        (first..first + self.size()).map(Kind)
    }

    /// True for man, pin and sou, in which runs are made.
    pub const fn is_numbered(self) -> bool {
        !matches!(self, Suit::Honour)
    }
}

/// One of the 34 faces.
///
/// Encoded as `0..34`: `1m`–`9m`, `1p`–`9p`, `1s`–`9s`, then East, South, West, North, White,
/// Green, Red (`1z`–`7z`).
///
/// ```
/// use ginga::{Kind, Suit};
/// let red_dragon = Kind::new(Suit::Honour, 7).unwrap();
/// assert_eq!(red_dragon.to_string(), "7z");
/// assert_eq!(red_dragon.index(), 33);
/// assert!(Kind::new(Suit::Honour, 8).is_none());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Kind(u8);

impl Kind {
    /// How many kinds there are.
    pub const COUNT: usize = 34;

    /// The first of them, `1m`.
    pub const FIRST: Kind = Kind(0);

    /// The kind of a suit with this number; `None` when the suit has no such number.
    pub const fn new(suit: Suit, number: u8) -> Option<Kind> {
        if number == 0 || number > suit.size() {
            return None;
        }
        Some(Kind(suit as u8 * 9 + number - 1))
    }

    /// The kind with this index (`0..34`, see the type's encoding); `None` outside.
    pub const fn from_index(index: usize) -> Option<Kind> {
        if index < Kind::COUNT { Some(Kind(index as u8)) } else { None }
    }

    /// The index of the kind, `0..34`.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The suit that the kind belongs to.
    pub const fn suit(self) -> Suit {
        match self.0 / 9 {
            0 => Suit::Man,
            1 => Suit::Pin,
            2 => Suit::Sou,
            _ => Suit::Honour,
        }
    }

    /// The number within the suit: 1–9, honours 1–7.
    pub const fn number(self) -> u8 {
        self.0 % 9 + 1
    }

    /// The kind `offset` numbers further in the same numbered suit; `None` past an end or for an
    /// honour.
    pub fn shifted(self, offset: i8) -> Option<Kind> {
        if !self.suit().is_numbered() {
            return None;
        }
        Kind::new(self.suit(), self.number().checked_add_signed(offset)?)
    }

    /// All 34 kinds in order.
    pub fn all() -> impl DoubleEndedIterator<Item = Kind> + Clone {
        (0..Kind::COUNT as u8).map(Kind)
    }

    /// The kinds that the galaxy (blue) tile of this kind may be used as: the same number in any
    /// suit, any wind for a wind, any dragon for a dragon. Never across these classes.
    ///
    /// ```
    /// use ginga::{Kind, Suit};
    /// let four = Kind::new(Suit::Man, 4).unwrap();
    /// assert_eq!(four.galaxy_class().to_string(), "4m4p4s");
    /// ```
    pub fn galaxy_class(self) -> KindSet {
        let same_class = |other: &Kind| match (self.suit(), other.suit()) {
            (Suit::Honour, Suit::Honour) => self.is_wind() == other.is_wind(),
            (Suit::Honour, _) | (_, Suit::Honour) => false,
            _ => self.number() == other.number(),
        };
        Kind::all().filter(same_class).collect()
    }

    /// The kind in the notation: its number and the letter of its suit.
    ///
    /// ```
    /// use ginga::Kind;
    /// assert_eq!(Kind::FIRST.name(), "1m");
    /// ```
    pub fn name(self) -> &'static str {
        Tile::plain(self).name()
    }

    /// True for East, South, West and North.
    pub const fn is_wind(self) -> bool {
        matches!(self.suit(), Suit::Honour) && self.number() <= 4
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Debug for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// What distinguishes physical tiles of one kind, or a tile without a kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mark {
    /// An ordinary tile. A rule set may still declare its kind wild (laizi).
    Plain,
    /// The blue copy of a kind, a galaxy tile: it may be used as any kind of its class.
    Galaxy,
    /// A tile without a kind of its own, of no class or of one that the rule set declares.
    Joker,
}

/// A physical tile. Two tiles that are equal are interchangeable.
///
/// Encoded as `2 × kind` for the plain tile, one more for the blue one, 68 for the joker and from 69
/// on for the joker classes `a` to `z` without `j`; the order is that of every tile list: suits m p s z, then
/// number, plain before blue, jokers last.
///
/// ```
/// use ginga::{Kind, Mark, Suit, Tile};
/// let four = Kind::new(Suit::Man, 4).unwrap();
/// let blue = Tile::galaxy(four);
/// assert_eq!(blue.to_string(), "4M");
/// assert_eq!((blue.kind(), blue.mark()), (Some(four), Mark::Galaxy));
/// assert!(Tile::plain(four) < blue && blue < Tile::JOKER);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tile(u8);

impl Tile {
    /// How many different physical tiles there are: 34 plain, 34 blue, the joker and those of the 25
    /// joker classes.
    pub const COUNT: usize = 2 * Kind::COUNT + 1 + 25;

    /// The joker, written `j`.
    pub const JOKER: Tile = Tile(2 * Kind::COUNT as u8);

    /// The plain tile of a kind.
    pub const fn plain(kind: Kind) -> Tile {
        Tile(2 * kind.0)
    }

    /// The galaxy (blue) tile of a kind.
    pub const fn galaxy(kind: Kind) -> Tile {
        Tile(2 * kind.0 + 1)
    }

    /// The joker of a class, written `j` and the class's letter; `None` for any other character than
    /// `a` to `z`, and for `j`: `jj` is two jokers.
    ///
    /// ```
    /// let joker = ginga::Tile::joker_of('b').unwrap();
    /// assert_eq!((joker.to_string().as_str(), joker.joker_class()), ("jb", Some('b')));
    /// ```
    pub const fn joker_of(class: char) -> Option<Tile> {
        match class {
            'a'..='i' => Some(Tile(Tile::JOKER.0 + 1 + (class as u8 - b'a'))),
            'k'..='z' => Some(Tile(Tile::JOKER.0 + (class as u8 - b'a'))),
            _ => None,
        }
    }

    /// The letter of a joker's class; `None` for a joker of no class and for every other tile.
    pub const fn joker_class(self) -> Option<char> {
        match self.0.checked_sub(Tile::JOKER.0 + 1) {
            Some(class) if class < b'j' - b'a' => Some((b'a' + class) as char),
            Some(class) => Some((b'b' + class) as char),
            None => None,
        }
    }

    /// The kind on the tile's face; `None` for a joker.
    pub const fn kind(self) -> Option<Kind> {
        Kind::from_index((self.0 / 2) as usize)
    }

    /// The tile's mark.
    pub const fn mark(self) -> Mark {
        match self.0 {
            joker if joker >= Tile::JOKER.0 => Mark::Joker,
            face if face % 2 == 1 => Mark::Galaxy,
            _ => Mark::Plain,
        }
    }

    /// True for a blue tile.
    pub const fn is_galaxy(self) -> bool {
        matches!(self.mark(), Mark::Galaxy)
    }

    /// The index of the tile, below [`Tile::COUNT`] (see the type's encoding).
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The tile with this index; `None` from [`Tile::COUNT`] on.
    pub const fn from_index(index: usize) -> Option<Tile> {
        if index < Tile::COUNT { Some(Tile(index as u8)) } else { None }
    }

    /// The tile in the notation: `4m`, the blue `4M`, `j`, or `jb` of the class `b`.
    ///
    /// ```
    /// use ginga::Tile;
    /// assert_eq!(Tile::JOKER.name(), "j");
    /// assert_eq!(Tile::joker_of('b').unwrap().name(), "jb");
    /// ```
    pub fn name(self) -> &'static str {
        let (start, len) = (2 * self.index(), if self == Tile::JOKER { 1 } else { 2 });
        &TILE_NAMES[start..start + len]
    }

    /// All physical tiles in order.
    pub fn all() -> impl DoubleEndedIterator<Item = Tile> + Clone {
        (0..Tile::COUNT as u8).map(Tile)
    }
}

impl fmt::Display for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Debug for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// Writes the set type over one integer; both sets have the same operations.
macro_rules! bit_set {
    ($(#[$doc:meta])* $name:ident, $bits:ty, $element:ty) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
        #[must_use]
        pub struct $name($bits);

        impl $name {
            /// The set with no element.
            pub const EMPTY: $name = $name(0);

            /// Every element there is.
            pub const ALL: $name = $name((1 << <$element>::COUNT) - 1);

            /// True when the element belongs to the set.
            pub const fn contains(self, element: $element) -> bool {
                self.0 >> element.index() & 1 == 1
            }

            /// Adds an element.
            pub fn insert(&mut self, element: $element) {
                self.0 |= 1 << element.index();
            }

            /// The elements of either set.
            pub const fn union(self, other: $name) -> $name {
                $name(self.0 | other.0)
            }

            /// The elements of both sets.
            pub const fn intersection(self, other: $name) -> $name {
                $name(self.0 & other.0)
            }

            /// The elements that the other set has not.
            pub const fn without(self, other: $name) -> $name {
                $name(self.0 & !other.0)
            }

            /// How many elements the set has.
            pub const fn len(self) -> usize {
                self.0.count_ones() as usize
            }

            /// True when the set has no element.
            pub const fn is_empty(self) -> bool {
                self.0 == 0
            }

            /// The elements in order.
            pub fn iter(self) -> impl Iterator<Item = $element> + Clone {
                let mut rest = self.0;
                std::iter::from_fn(move || {
                    let element = <$element>::from_index(rest.trailing_zeros() as usize)?;
                    rest &= rest - 1;
                    Some(element)
                })
            }
        }

        impl FromIterator<$element> for $name {
            fn from_iter<I: IntoIterator<Item = $element>>(elements: I) -> Self {
                let mut set = $name::EMPTY;
                elements.into_iter().for_each(|element| set.insert(element));
                set
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.iter().try_for_each(|element| write!(f, "{element}"))
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{{{self}}}")
            }
        }
    };
}

bit_set! {
    /// A set of kinds.
    ///
    /// ```
    /// use ginga::{Kind, KindSet};
    /// let set: KindSet = Kind::all().take(3).collect();
    /// assert_eq!(set.to_string(), "1m2m3m");
    /// assert_eq!(set.len(), 3);
    /// ```
    KindSet, u64, Kind
}

impl KindSet {
    /// The kinds as bits: bit `i` is set when the kind with the index `i` belongs to the set.
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// The set with these [bits](KindSet::bits); `None` when a bit is set that belongs to no kind.
    ///
    /// ```
    /// use ginga::KindSet;
    /// let set: KindSet = "1m3m1p".parse()?;
    /// assert_eq!(set.bits(), 0b10_0000_0101);
    /// assert_eq!(KindSet::from_bits(0b10_0000_0101), Some(set));
    /// assert_eq!(KindSet::from_bits(1 << 34), None);
    /// # Ok::<(), ginga::NotationError>(())
    /// ```
    pub const fn from_bits(bits: u64) -> Option<KindSet> {
        if bits & !KindSet::ALL.0 == 0 { Some(KindSet(bits)) } else { None }
    }

    /// The set with these bits, those that belong to no kind left out.
    pub(crate) const fn of_bits(bits: u64) -> KindSet {
        KindSet(bits & KindSet::ALL.0)
    }
}

bit_set! {
    /// A set of physical tiles.
    ///
    /// ```
    /// use ginga::{Tile, TileSet};
    /// let set: TileSet = [Tile::JOKER].into_iter().collect();
    /// assert!(set.contains(Tile::JOKER));
    /// ```
    TileSet, u128, Tile
}

/// A set of the three numbered suits.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[must_use]
pub struct Suits(u8);

impl Suits {
    /// All three.
    pub const ALL: Suits = Suits(0b111);

    /// The numbered suits among these kinds' suits.
    pub fn of(kinds: impl IntoIterator<Item = Kind>) -> Suits {
        let numbered = kinds.into_iter().map(Kind::suit).filter(|suit| suit.is_numbered());
        Suits(numbered.fold(0, |bits, suit| bits | 1 << suit as u8))
    }

    /// The set with these bits, one a suit.
    pub(crate) const fn of_bits(bits: u8) -> Suits {
        Suits(bits)
    }

    /// One bit a suit.
    pub(crate) const fn bits(self) -> u8 {
        self.0
    }

    /// The suits of either set.
    pub const fn union(self, other: Suits) -> Suits {
        Suits(self.0 | other.0)
    }

    /// The suits of both sets.
    pub const fn intersection(self, other: Suits) -> Suits {
        Suits(self.0 & other.0)
    }

    /// How many suits there are.
    pub const fn len(self) -> u8 {
        self.0.count_ones() as u8
    }

    /// True when no suit is in the set.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// True when the suit is in the set.
    pub const fn contains(self, suit: Suit) -> bool {
        self.0 >> suit as u8 & 1 == 1
    }
}

/// How many copies of each physical tile: a multiset of tiles.
///
/// ```
/// use ginga::{Tile, TileCounts};
/// let counts: TileCounts = [Tile::JOKER, Tile::JOKER].into_iter().collect();
/// assert_eq!((counts.get(Tile::JOKER), counts.total()), (2, 2));
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
#[must_use]
pub struct TileCounts([u8; Tile::COUNT]);

impl TileCounts {
    /// No tile at all.
    pub const EMPTY: TileCounts = TileCounts([0; Tile::COUNT]);

    /// Copies of one tile.
    pub const fn get(&self, tile: Tile) -> u8 {
        self.0[tile.index()]
    }

    /// Adds one copy; at 255 copies the count stays there, far above any tile set.
    pub fn add(&mut self, tile: Tile) {
        let count = &mut self.0[tile.index()];
        *count = count.saturating_add(1);
    }

    /// Takes one copy away, if there is one.
    pub fn remove(&mut self, tile: Tile) {
        let count = &mut self.0[tile.index()];
        *count = count.saturating_sub(1);
    }

    /// The copies that are more than another has, tile by tile.
    pub(crate) fn minus(&self, other: &TileCounts) -> TileCounts {
        TileCounts(std::array::from_fn(|tile| self.0[tile].saturating_sub(other.0[tile])))
    }

    /// How many tiles there are in all.
    pub fn total(&self) -> usize {
        self.0.iter().map(|&count| usize::from(count)).sum()
    }

    /// The tiles present with their counts, in tile order.
    pub fn iter(&self) -> impl Iterator<Item = (Tile, u8)> + Clone + '_ {
        Tile::all().map(|tile| (tile, self.get(tile))).filter(|&(_, count)| count > 0)
    }

    /// Every tile as often as it is there, in tile order.
    pub fn tiles(&self) -> impl Iterator<Item = Tile> + Clone + '_ {
        self.iter().flat_map(|(tile, count)| std::iter::repeat_n(tile, usize::from(count)))
    }
}

impl Default for TileCounts {
    /// No tile at all.
    fn default() -> TileCounts {
        TileCounts::EMPTY
    }
}

impl FromIterator<Tile> for TileCounts {
    fn from_iter<I: IntoIterator<Item = Tile>>(tiles: I) -> Self {
        let mut counts = TileCounts::EMPTY;
        counts.extend(tiles);
        counts
    }
}

impl Extend<Tile> for TileCounts {
    fn extend<I: IntoIterator<Item = Tile>>(&mut self, tiles: I) {
        tiles.into_iter().for_each(|tile| self.add(tile));
    }
}

impl fmt::Debug for TileCounts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_the_number_and_the_letter() {
        for tile in Tile::all() {
            let letter = |kind: Kind| match tile.is_galaxy() {
                true => kind.suit().letter().to_ascii_uppercase(),
                false => kind.suit().letter(),
            };
            let name = match (tile.kind(), tile.joker_class()) {
                (Some(kind), _) => format!("{}{}", kind.number(), letter(kind)),
                (None, None) => "j".to_owned(),
                (None, Some(class)) => format!("j{class}"),
            };
            assert_eq!(tile.name(), name);
        }
        for kind in Kind::all() {
            assert_eq!(kind.name(), Tile::plain(kind).name());
        }
    }
}
