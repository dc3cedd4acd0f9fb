//! What the tasks ask for, in a form that every contestant's answer can be brought to.

use crate::measure::Answer;
use ginga::Kind;

impl Answer for bool {
    fn same(&self, other: &bool) -> bool {
        self == other
    }

    fn total(&self) -> u64 {
        u64::from(*self)
    }

    fn show(&self) -> String {
        if *self { "a win".to_owned() } else { "no win".to_owned() }
    }
}

/// A set of winning tiles: a bit for each kind of plain tile, above them one for each kind of blue
/// tile, and one for the joker.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Mask(pub u128);

impl Mask {
    /// The plain tiles of these kinds, by their indices.
    pub fn of(kinds: impl IntoIterator<Item = usize>) -> Mask {
        Mask(kinds.into_iter().fold(0, |mask, kind| mask | 1 << kind))
    }
}

impl Answer for Mask {
    fn same(&self, other: &Mask) -> bool {
        self == other
    }

    fn total(&self) -> u64 {
        u64::from(self.0.count_ones())
    }

    fn show(&self) -> String {
        let plain: String = Kind::all()
            .filter(|kind| self.0 >> kind.index() & 1 == 1)
            .map(|kind| kind.to_string())
            .collect();
        if plain.is_empty() { "no wait".to_owned() } else { format!("waits {plain}") }
    }
}

/// How many tiles must be drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Draws(pub u8);

impl Answer for Draws {
    fn same(&self, other: &Draws) -> bool {
        self == other
    }

    fn total(&self) -> u64 {
        self.0.into()
    }

    fn show(&self) -> String {
        format!("{} to draw", self.0)
    }
}

/// How many tiles must be drawn, and which help.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Helping(pub Draws, pub Mask);

impl Answer for Helping {
    fn same(&self, other: &Helping) -> bool {
        self == other
    }

    fn total(&self) -> u64 {
        self.1.total()
    }

    fn show(&self) -> String {
        format!("{}, {}", self.0.show(), self.1.show())
    }
}

/// A decomposition of the standard form: its groups sorted, and the kind it waits for.
pub type Shape = ([u8; 5], Option<u8>);

/// The code of a group in a [`Shape`].
#[derive(Clone, Copy)]
pub enum Group {
    /// Two of a kind.
    Pair(usize),
    /// A run from this kind up.
    Run(usize),
    /// Three of a kind.
    Triplet(usize),
}

impl Group {
    /// The group of these kinds.
    pub fn of(mut kinds: Vec<usize>) -> Group {
        kinds.sort_unstable();
        match kinds[..] {
            [kind, _] => Group::Pair(kind),
            [kind, next, _] if kind != next => Group::Run(kind),
            _ => Group::Triplet(kinds[0]),
        }
    }

    fn code(self) -> u8 {
        match self {
            Group::Pair(kind) => kind as u8,
            Group::Run(kind) => (Kind::COUNT + kind) as u8,
            Group::Triplet(kind) => (2 * Kind::COUNT + kind) as u8,
        }
    }
}

/// Set in the code of a group that lacks a tile.
const OPEN: u8 = 128;

/// The shape of these groups; `open` is one that lacks the kind told, coded as if it were there.
pub fn shape(whole: impl IntoIterator<Item = Group>, open: Option<(Group, usize)>) -> Shape {
    let mut codes = [0; 5];
    let open_code = open.map(|(group, _)| group.code() | OPEN);
    let all = whole.into_iter().map(Group::code).chain(open_code);
    codes.iter_mut().zip(all).for_each(|(code, group)| *code = group);
    codes.sort_unstable();
    (codes, open.map(|(_, lacking)| lacking as u8))
}

/// The decompositions of a hand. Of a hand that waits each comes once for each tile that it waits
/// for, since that is how they can be counted alike.
#[derive(Debug, Default)]
pub struct Listing {
    /// Those of the standard form, as listed.
    pub standard: Vec<Shape>,
    /// How many there are of other forms; not compared, since some contestants list none of them.
    pub other: usize,
    /// The winning tiles of a hand that waits.
    pub waits: Mask,
}

impl Listing {
    fn distinct(&self) -> Vec<Shape> {
        let mut shapes = self.standard.clone();
        shapes.sort_unstable();
        shapes.dedup();
        shapes
    }
}

impl Answer for Listing {
    /// Compares sets: who lists one twice says nothing else than who does not.
    fn same(&self, other: &Listing) -> bool {
        self.waits == other.waits && self.distinct() == other.distinct()
    }

    fn total(&self) -> u64 {
        (self.standard.len() + self.other) as u64
    }

    fn show(&self) -> String {
        let listed = self.standard.len();
        let twice = listed - self.distinct().len();
        format!(
            "{listed} standard ({twice} of them again), {} other; {}",
            self.other,
            self.waits.show()
        )
    }
}
