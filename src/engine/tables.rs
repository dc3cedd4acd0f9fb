//! The tables: what every suit and every class of honours needs, and which tiles help it.
//!
//! One [`Entry`] is four bytes. A numbered suit is looked up by its counts in base 5, the first five
//! numbers and the last four apart: the entries of one first part lie together, and within them, as
//! among the first parts, those of few tiles come first. So hands as they are share few cache lines
//! of the table, and suits of more than 17 tiles have no entry. Winds and dragons are looked up by
//! their counts and the blue tiles among them. The tables are built at first use.

use super::automaton::{Automaton, NUMBERS, Need, Reading};
use std::sync::LazyLock;

/// Plain copies of a kind are counted in base 5: nought to four.
pub(super) const BASE: u32 = 5;

/// The most concealed tiles of a hand: five melds and a pair.
pub(super) const MOST_TILES: usize = 17;

/// How many numbers are in the first part of a suit's index.
pub(super) const FIRST: usize = 5;

/// Where the first part of an index begins.
const FIRST_SHIFT: u32 = 16;

/// How many counts the last part has.
const LAST_PARTS: usize = (BASE * BASE * BASE * BASE) as usize;

/// The weight of each number in a suit's index: base 5 in either part, the parts apart in their bits,
/// so that indices of tiles add up to the index of all of them.
pub(super) const WEIGHTS: [u32; NUMBERS] = {
    let mut weights = [1; NUMBERS];
    let mut number = NUMBERS - 1;
    while number > 0 {
        weights[number - 1] =
            if number == FIRST { 1 << FIRST_SHIFT } else { weights[number] * BASE };
        number -= 1;
    }
    weights
};

/// The counts of a suit's index.
pub(super) fn counts_of(index: u32) -> [u8; NUMBERS] {
    let mut counts = [0; NUMBERS];
    let (mut first, mut last) = (index >> FIRST_SHIFT, index & ((1 << FIRST_SHIFT) - 1));
    for number in (0..NUMBERS).rev() {
        let part = if number < FIRST { &mut first } else { &mut last };
        counts[number] = (*part % BASE) as u8;
        *part /= BASE;
    }
    counts
}

/// What some tiles need to be groups alone, and which one more tile changes that.
///
/// From low to high: eight bits of the least number of wild tiles, three that count the pair held
/// then, nine kinds that lessen the need by one, nine kinds that turn a pair held into a meld at the
/// same need.
#[derive(Debug, Clone, Copy)]
pub(super) struct Entry(u32);

const PAIR: u32 = 1 << 8;
const COST: u32 = (1 << 11) - 1;
const HELPS: u32 = 11;
const FREES: u32 = 20;
const KINDS: u32 = (1 << 9) - 1;

impl Entry {
    fn new(need: Need, after: impl Iterator<Item = Need>) -> Entry {
        let mut entry = u32::from(need.wilds) | if need.pair { PAIR } else { 0 };
        for (kind, after) in after.enumerate() {
            if after.wilds + 1 == need.wilds && after.pair == need.pair {
                entry |= 1 << (HELPS + kind as u32);
            }
            if need.pair && !after.pair && after.wilds == need.wilds {
                entry |= 1 << (FREES + kind as u32);
            }
        }
        Entry(entry)
    }

    /// The need alone.
    #[inline]
    pub fn cost(self) -> Cost {
        Cost(self.0 & COST)
    }

    /// The kinds, by their place, that lessen the need by one.
    #[inline]
    pub fn helps(self) -> u64 {
        u64::from(self.0 >> HELPS & KINDS)
    }

    /// The kinds that make the pair held a meld, so that another suit may hold the pair.
    #[inline]
    pub fn frees(self) -> u64 {
        u64::from(self.0 >> FREES & KINDS)
    }
}

/// A sum of needs: wild tiles, and how many of the parts hold a pair.
///
/// A part that holds a pair makes it a meld with one wild tile more; one that holds none makes one
/// with two more. So the whole, which holds exactly one pair, needs the sum, one more for each pair
/// beyond the first, and two more when there is none.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Cost(u32);

impl std::ops::Add for Cost {
    type Output = Cost;

    fn add(self, other: Cost) -> Cost {
        Cost(self.0 + other.0)
    }
}

impl Cost {
    /// The wild tiles that the parts need, each as it is least.
    pub fn wilds(self) -> u32 {
        self.0 & 0xff
    }

    /// The sum without one of its parts.
    pub fn less(self, part: Cost) -> Cost {
        Cost(self.0 - part.0)
    }

    /// How many parts hold a pair.
    pub fn pairs(self) -> u32 {
        self.0 >> 8
    }

    /// The wild tiles that the whole needs with exactly one pair in it.
    #[inline]
    pub fn with_one_pair(self) -> u32 {
        self.wilds() + if self.pairs() == 0 { 2 } else { self.pairs() - 1 }
    }

    /// The wild tiles that the whole needs with no pair in it.
    pub fn without_pair(self) -> u32 {
        self.wilds() + self.pairs()
    }

    /// No completion of more parts needs less than this.
    pub fn at_least(self) -> u32 {
        self.wilds() + self.pairs().saturating_sub(1)
    }
}

pub(super) struct Tables {
    automaton: Automaton,
    /// Where the entries of each first part begin.
    begins: Box<[u32]>,
    /// Where among them each last part is.
    ranks: [u16; LAST_PARTS],
    numbers: Box<[Entry]>,
    /// The costs of `numbers` again, a byte each: a question that asks for no more touches a quarter
    /// of the memory.
    costs: Box<[u8]>,
    winds: Box<[Entry]>,
    dragons: Box<[Entry]>,
}

/// The bit of a cost's byte that says that the suit holds a pair.
const PAIR_OF_BYTE: u32 = 7;

static TABLES: LazyLock<Tables> = LazyLock::new(Tables::build);

impl Tables {
    /// The tables, built by whoever comes first.
    pub fn get() -> &'static Tables {
        &TABLES
    }

    fn build() -> Tables {
        let (winds, dragons) = (honours::<4>(), honours::<3>());
        let mut tables = Tables {
            automaton: Automaton::build(),
            begins: vec![0; BASE.pow(FIRST as u32) as usize].into(),
            ranks: [0; LAST_PARTS],
            numbers: Box::default(),
            costs: Box::default(),
            winds,
            dragons,
        };
        tables.numbers = vec![Entry(COST); tables.arrange()].into();
        let mut entries = std::mem::take(&mut tables.numbers);
        let mut filling = Filling { tables: &tables, entries: &mut entries };
        filling.fill(0, 0, MOST_TILES, &mut [Reading::default(); NUMBERS + 1]);
        tables.numbers = entries;
        let byte = |entry: &Entry| {
            let cost = entry.cost();
            (cost.wilds() | cost.pairs().min(1) << PAIR_OF_BYTE) as u8
        };
        tables.costs = tables.numbers.iter().map(byte).collect();
        tables
    }

    /// Gives every suit its place; says how many there are.
    fn arrange(&mut self) -> usize {
        let sum =
            |part: u32| counts_of(part).iter().map(|&count| usize::from(count)).sum::<usize>();
        let mut last: Vec<u32> = (0..LAST_PARTS as u32).collect();
        last.sort_by_key(|&part| sum(part));
        for (rank, &part) in last.iter().enumerate() {
            self.ranks[part as usize] = rank as u16;
        }
        let mut first: Vec<u32> = (0..self.begins.len() as u32).collect();
        first.sort_by_key(|&part| sum(part << FIRST_SHIFT));
        let mut begin = 0;
        for part in first {
            self.begins[part as usize] = begin as u32;
            let room = MOST_TILES.checked_sub(sum(part << FIRST_SHIFT));
            begin += room.map_or(0, |room| last.partition_point(|&part| sum(part) <= room));
        }
        begin
    }

    #[inline]
    fn place(&self, index: u32) -> usize {
        let begin = self.begins[(index >> FIRST_SHIFT) as usize] as usize;
        begin + usize::from(self.ranks[(index & ((1 << FIRST_SHIFT) - 1)) as usize])
    }

    /// The entry of a numbered suit of up to four tiles a number and 17 in all.
    #[inline]
    pub fn numbers(&self, index: u32) -> Entry {
        self.numbers[self.place(index)]
    }

    /// The cost of a numbered suit of up to four tiles a number and 17 in all.
    #[inline]
    pub fn numbers_cost(&self, index: u32) -> Cost {
        let byte = u32::from(self.costs[self.place(index)]);
        let pair = byte >> PAIR_OF_BYTE;
        Cost((byte & ((1 << PAIR_OF_BYTE) - 1)) + pair * PAIR)
    }

    /// The entry of a numbered suit of more tiles a number than the table has.
    pub fn crowded(&self, counts: &[u8; NUMBERS]) -> Entry {
        let after = (0..NUMBERS).map(|number| {
            let mut counts = *counts;
            counts[number] += 1;
            self.automaton.need_of(&counts)
        });
        Entry::new(self.automaton.need_of(counts), after)
    }

    /// The entry of the winds, `blue` of them blue.
    #[inline]
    pub fn winds(&self, index: u32, blue: u32) -> Entry {
        self.winds[(index * BASE + blue) as usize]
    }

    /// The entry of the dragons, `blue` of them blue.
    #[inline]
    pub fn dragons(&self, index: u32, blue: u32) -> Entry {
        self.dragons[(index * BASE + blue) as usize]
    }

    /// How many bytes the tables take.
    #[cfg(test)]
    fn bytes(&self) -> usize {
        let entries = self.numbers.len() + self.winds.len() + self.dragons.len();
        entries * size_of::<Entry>()
            + self.costs.len()
            + size_of_val(&*self.begins)
            + size_of_val(&self.ranks)
    }
}

/// Fills the table of numbered suits number by number.
struct Filling<'a> {
    tables: &'a Tables,
    entries: &'a mut [Entry],
}

impl Filling<'_> {
    /// `readings[0]` is the suit as it is, `readings[n + 1]` with one more tile of number `n`.
    fn fill(
        &mut self,
        number: usize,
        index: u32,
        room: usize,
        readings: &mut [Reading; NUMBERS + 1],
    ) {
        let automaton = &self.tables.automaton;
        if number == NUMBERS {
            let after = readings[1..].iter().map(|&reading| automaton.need(reading));
            let entry = Entry::new(automaton.need(readings[0]), after);
            self.entries[self.tables.place(index)] = entry;
            return;
        }
        for count in 0..(BASE as usize).min(room + 1) {
            let mut next = *readings;
            for reading in &mut next[..=number] {
                *reading = automaton.read(*reading, number, count);
            }
            next[number + 1] = automaton.read(readings[0], number, count + 1);
            let index = index + count as u32 * WEIGHTS[number];
            self.fill(number + 1, index, room - count, &mut next);
        }
    }
}

/// The entries of a class of `KINDS` honours, by counts in base 5 and, as the last digit, how many
/// blue tiles of the class there are beside them.
fn honours<const KINDS: usize>() -> Box<[Entry]> {
    let entry = |index: u32| {
        let mut rest = index / BASE;
        let mut counts = [0; KINDS];
        for count in counts.iter_mut().rev() {
            (*count, rest) = (rest % BASE, rest / BASE);
        }
        let blue = index % BASE;
        let after = (0..KINDS).map(|kind| {
            let mut counts = counts;
            counts[kind] += 1;
            honours_need(&counts, blue)
        });
        Entry::new(honours_need(&counts, blue), after)
    };
    (0..BASE.pow(KINDS as u32 + 1)).map(entry).collect()
}

/// What a class of honours needs: triplets of its kinds and at most one pair, every blue tile used.
fn honours_need(counts: &[u32], blue: u32) -> Need {
    let need = |pair: Option<usize>| {
        let read = counts.iter().enumerate().map(|(kind, &count)| match pair {
            Some(pair) if pair == kind => 2 + count.saturating_sub(2).div_ceil(3) * 3,
            _ => count.div_ceil(3) * 3,
        });
        let places = read.sum::<u32>() - counts.iter().sum::<u32>();
        let more = blue.saturating_sub(places).div_ceil(3) * 3;
        let wilds = (places + more - blue) as u8;
        Need { wilds, pair: pair.is_some() }
    };
    let needs = (0..counts.len()).map(|kind| need(Some(kind))).chain([need(None)]);
    // No two of them are equal unless both hold a pair: their tiles differ by two of three.
    needs.min_by_key(|need| need.wilds).unwrap_or(Need { wilds: 0, pair: false })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_are_as_large_as_documented() {
        // All ways to hold up to 17 tiles of a suit, four of a number: 1.2 million.
        let bytes = Tables::get().bytes();
        assert!((4_000_000..8_000_000).contains(&bytes), "{bytes}");
    }

    #[test]
    fn an_index_holds_its_counts() {
        for counts in [[3, 1, 1, 1, 1, 1, 1, 1, 3], [0, 2, 4, 1, 0, 0, 0, 3, 0], [4; 9]] {
            let weighed =
                counts.iter().zip(WEIGHTS).map(|(&count, weight)| u32::from(count) * weight);
            assert_eq!(counts_of(weighed.sum()), counts);
        }
    }

    #[test]
    fn a_crowded_suit_and_the_table_agree() {
        let tables = Tables::get();
        for counts in [[3, 1, 1, 1, 1, 1, 1, 1, 3], [0, 2, 4, 1, 0, 0, 0, 3, 0], [0; 9]] {
            let index =
                counts.iter().zip(WEIGHTS).map(|(&count, weight)| u32::from(count) * weight);
            let index = index.sum();
            assert_eq!(tables.numbers(index).0, tables.crowded(&counts).0);
            assert_eq!(tables.numbers(index).cost(), tables.numbers_cost(index));
        }
    }
}
