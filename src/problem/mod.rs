//! The set-partition model that every solver gets: rows, columns, side constraints.
//!
//! - A **row** is a physical tile of the hand with its count: the chosen columns use it exactly so
//!   often.
//! - A **column** is a group that the form and the tiles allow, complete or open; it may be chosen
//!   several times.
//! - A **side constraint** bounds how many columns of some sort are chosen: so many melds, one open
//!   group, no two pairs of a kind.
//!
//! A solution is a decomposition, but for one thing: an open group without a tile is a column for each
//! kind that completes it, and solutions that differ in that column alone are one decomposition
//! ([`Problem::is_told`]).
//!
//! Rows and side constraints together are the problem's [`Item`]s: to a solver they are the same
//! thing, a number to be reached or not exceeded.
//!
//! [`Problem::write_lp`], [`Problem::write_mps`] and [`Problem::write_dlx`] hand a problem to other
//! programs, and [`Problem::column_by_name`] reads what they answer.

mod dlx;
mod joined;
mod linear;
mod lp;
mod mps;
mod names;

use crate::group::{Group, GroupType, OpenGroup};
use crate::tile::{Kind, Suit, Tile};
use std::collections::BTreeMap;
use std::sync::Arc;

pub use crate::tile::Suits;

/// A row: a physical tile of the hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Row {
    /// The tile.
    pub tile: Tile,
    /// How often the hand holds it.
    pub count: u8,
    /// Equal for two rows exactly when their tiles may stand for the same kinds, so that they can
    /// take each other's place in any group. Side constraints never tell such tiles apart.
    pub meaning: u16,
}

/// How a side constraint bounds its sum.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Relation {
    /// The sum equals the bound.
    Exactly,
    /// The sum is at most the bound.
    AtMost,
}

/// A side constraint: the sum of its columns against a bound.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Side {
    /// What it says, in letters, digits and underscores: so many `melds`, `pairs`, `open` groups; of
    /// pairs read `alike_5m` and of tiles that keep `apart` one at most; tiles used as `wilds` or read
    /// `as_5m` within a cap; `up_wilds`, `up_5m`: that a cap is used up, where an open group's column
    /// says so.
    pub name: String,
    /// How the bound binds.
    pub relation: Relation,
    /// The bound.
    pub bound: u8,
}

/// A row or a side constraint, as solvers see it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Item {
    /// The number to be reached, or not to be exceeded.
    pub bound: u8,
    /// True when the number must be reached.
    pub exact: bool,
}

/// The index of an item: rows first, then side constraints.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ItemId(u16);

impl ItemId {
    /// The position in [`Problem::items`].
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The index of a column. Its order is the canonical order of the columns' groups, complete ones
/// before open ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ColumnId(u32);

impl ColumnId {
    /// The position in [`Problem::columns`].
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// How much one choice of a column takes of an item.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Entry {
    /// The item.
    pub item: ItemId,
    /// How much of it, at least 1.
    pub amount: u8,
}

/// What choosing a column means.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Content {
    /// A complete group.
    Complete(Arc<Group>),
    /// The group that lacks a tile.
    Open(Arc<OpenGroup>),
    /// A tile that stays out, in a problem that looks for the nearest miss.
    Spare(Tile),
}

/// A column: a group, what it takes, and how often it may be chosen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Column {
    content: Content,
    entries: Vec<Entry>,
    pattern: ItemId,
    most: u8,
    suits: Suits,
    reading: u32,
}

impl Column {
    /// The group.
    pub fn content(&self) -> &Content {
        &self.content
    }

    /// What one choice takes, by item; no item twice.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The side constraint that counts the groups of its pattern: each column takes one of exactly
    /// one such constraint.
    pub fn pattern(&self) -> ItemId {
        self.pattern
    }

    /// How often the column may be chosen.
    pub fn most(&self) -> u8 {
        self.most
    }

    /// The numbered suits that the group is read in, its holes included.
    pub fn suits(&self) -> Suits {
        self.suits
    }

    /// True for an open group without a tile: all that it has is a hole.
    fn is_lone_hole(&self) -> bool {
        matches!(&self.content, Content::Open(open) if open.slots().is_empty())
    }

    /// Equal for two columns of one problem exactly when they differ in their filling alone.
    pub fn reading(&self) -> usize {
        self.reading as usize
    }
}

/// At most so many suits over all chosen columns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SuitLimit {
    /// How many suits may be used.
    pub most: u8,
    /// The suits that called melds use already.
    pub used: Suits,
}

impl SuitLimit {
    /// The suits that no called meld uses.
    pub fn free(self) -> impl Iterator<Item = Suit> {
        Suit::NUMBERED.into_iter().filter(move |&suit| !self.used.contains(suit))
    }
}

/// A column before it has its place in a problem: what it takes of rows by tile, and of sides.
#[derive(Debug, Clone)]
pub(crate) struct Draft {
    pub content: Content,
    /// The position in the list of sides of the one that counts the groups of its pattern.
    pub pattern: usize,
    /// Positions of further sides, with how much of each it takes.
    pub sides: Vec<(usize, u8)>,
}

/// The model of one form: choose columns so that every item is met.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    form: Arc<str>,
    rows: Vec<Row>,
    sides: Vec<Side>,
    items: Vec<Item>,
    columns: Vec<Column>,
    /// The columns of open groups without a tile.
    lone_holes: Vec<ColumnId>,
    suit_limit: Option<SuitLimit>,
}

impl Problem {
    /// Puts the parts together: columns in canonical order, those that no solution can use left out.
    pub(crate) fn new(
        form: &str,
        rows: Vec<Row>,
        sides: Vec<Side>,
        drafts: Vec<Draft>,
        suit_limit: Option<SuitLimit>,
    ) -> Problem {
        let row_items = rows.iter().map(|row| Item { bound: row.count, exact: true });
        let side_items = sides
            .iter()
            .map(|side| Item { bound: side.bound, exact: side.relation == Relation::Exactly });
        let items = row_items.chain(side_items).collect();
        let (columns, lone_holes) = (Vec::new(), Vec::new());
        let mut problem =
            Problem { form: form.into(), rows, sides, items, columns, lone_holes, suit_limit };
        problem.columns = drafts.into_iter().filter_map(|draft| problem.column(draft)).collect();
        problem.prune();
        problem.columns.sort_by(|one, other| one.content.cmp(&other.content));
        let lone = |(id, column): (ColumnId, &Column)| column.is_lone_hole().then_some(id);
        problem.lone_holes = problem.columns_with_ids().filter_map(lone).collect();
        problem.number_readings();
        problem
    }

    /// The column of a draft; `None` when it takes more of an item than there is.
    fn column(&self, draft: Draft) -> Option<Column> {
        let tiles: Vec<Tile> = match &draft.content {
            Content::Complete(group) => group.tiles().collect(),
            Content::Open(open) => open.tiles().collect(),
            Content::Spare(tile) => vec![*tile],
        };
        let mut amounts: BTreeMap<usize, u8> = BTreeMap::new();
        for tile in tiles {
            let row = self.rows.binary_search_by_key(&tile, |row| row.tile).ok()?;
            *amounts.entry(row).or_default() += 1;
        }
        for (side, amount) in draft.sides.into_iter().chain([(draft.pattern, 1)]) {
            *amounts.entry(self.rows.len() + side).or_default() += amount;
        }
        let bounds = amounts.iter().map(|(&item, amount)| self.items[item].bound / amount);
        let most = bounds.min().filter(|&most| most > 0)?;
        let suits = match &draft.content {
            Content::Complete(group) => Suits::of(group.kinds()),
            Content::Open(open) => {
                // The suit of a hole counts where no other hole avoids it.
                let holes = open.holes().iter().map(|hole| Suits::of([hole.kind]));
                let common = holes.reduce(Suits::intersection).unwrap_or_default();
                Suits::of(open.kinds()).union(common)
            }
            Content::Spare(_) => Suits::default(),
        };
        let item_id = |item| u16::try_from(item).ok().map(ItemId);
        let pattern = item_id(self.rows.len() + draft.pattern)?;
        let entry = |(item, amount)| Some(Entry { item: item_id(item)?, amount });
        let entries = amounts.into_iter().map(entry).collect::<Option<Vec<_>>>()?;
        Some(Column { content: draft.content, entries, pattern, most, suits, reading: 0 })
    }

    /// Drops columns until each one leaves, once taken, some column for every item still open.
    fn prune(&mut self) {
        let full: Vec<u8> = self.items.iter().map(|item| item.bound).collect();
        loop {
            let covering = self.columns_by_item();
            let usable: Vec<bool> = self
                .columns
                .iter()
                .map(|column| {
                    let mut left = full.clone();
                    take(column, &mut left);
                    (0..self.items.len()).all(|item| {
                        let open = self.items[item].exact && left[item] > 0;
                        !open
                            || covering[item]
                                .iter()
                                .any(|id| fits(&self.columns[id.index()], &left))
                    })
                })
                .collect();
            let before = self.columns.len();
            let mut keep = usable.into_iter();
            self.columns.retain(|_| keep.next().unwrap_or(true));
            if self.columns.len() == before {
                return;
            }
        }
    }

    fn number_readings(&mut self) {
        /// All that a reading keeps of a column.
        #[derive(PartialEq, Eq, PartialOrd, Ord)]
        enum Read {
            Complete(GroupType, Vec<Kind>),
            Open(Vec<Kind>),
            Spare(Tile),
        }
        let mut numbers: BTreeMap<Read, u32> = BTreeMap::new();
        for column in &mut self.columns {
            let reading = match &column.content {
                Content::Complete(group) => {
                    Read::Complete(group.group_type(), group.kinds().collect())
                }
                Content::Open(open) => Read::Open(open.kinds().collect()),
                Content::Spare(tile) => Read::Spare(*tile),
            };
            let next = numbers.len() as u32;
            column.reading = *numbers.entry(reading).or_insert(next);
        }
    }

    /// The name of the form that the problem states.
    pub fn form(&self) -> &Arc<str> {
        &self.form
    }

    /// The rows: the hand's concealed tiles, in tile order.
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// The side constraints.
    pub fn sides(&self) -> &[Side] {
        &self.sides
    }

    /// Rows, then side constraints, as numbers to be met.
    pub fn items(&self) -> &[Item] {
        &self.items
    }

    /// The indices of all items, rows first.
    pub fn item_ids(&self) -> impl Iterator<Item = ItemId> {
        (0..).map(ItemId).take(self.items.len())
    }

    /// The columns, in canonical order.
    pub fn columns(&self) -> &[Column] {
        &self.columns
    }

    /// The column with this index.
    ///
    /// # Panics
    /// If the index comes from another, larger problem.
    pub fn column_at(&self, id: ColumnId) -> &Column {
        &self.columns[id.index()]
    }

    /// The columns with their indices.
    pub fn columns_with_ids(&self) -> impl Iterator<Item = (ColumnId, &Column)> {
        (0..).map(ColumnId).zip(&self.columns)
    }

    /// The limit on suits, if the rules have one.
    pub fn suit_limit(&self) -> Option<SuitLimit> {
        self.suit_limit
    }

    /// For each item the columns that take some of it.
    pub fn columns_by_item(&self) -> Vec<Vec<ColumnId>> {
        let mut by_item = vec![Vec::new(); self.items.len()];
        for (id, column) in self.columns_with_ids() {
            for entry in column.entries() {
                by_item[entry.item.index()].push(id);
            }
        }
        by_item
    }

    /// Checks in whole numbers that these choices, repeats included, meet every item, bound and
    /// limit.
    pub fn is_solved_by(&self, chosen: &[ColumnId]) -> bool {
        let mut left: Vec<u8> = self.items.iter().map(|item| item.bound).collect();
        let mut suits = self.suit_limit.map_or(Suits::default(), |limit| limit.used);
        for &id in chosen {
            let Some(column) = self.columns.get(id.index()).filter(|column| fits(column, &left))
            else {
                return false;
            };
            take(column, &mut left);
            suits = suits.union(column.suits());
        }
        let met = self.items.iter().zip(&left).all(|(item, &left)| !item.exact || left == 0);
        met && self.suit_limit.is_none_or(|limit| suits.len() <= limit.most)
    }
}

/// True when `left` has room for one more choice of the column.
pub(crate) fn fits(column: &Column, left: &[u8]) -> bool {
    column.entries().iter().all(|entry| entry.amount <= left[entry.item.index()])
}

/// Takes one choice of a column that fits.
pub(crate) fn take(column: &Column, left: &mut [u8]) {
    for entry in column.entries() {
        left[entry.item.index()] -= entry.amount;
    }
}

/// Gives one choice of a column back.
pub(crate) fn give_back(column: &Column, left: &mut [u8]) {
    for entry in column.entries() {
        left[entry.item.index()] += entry.amount;
    }
}
