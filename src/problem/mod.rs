//! The set-partition model that every solver gets: rows, columns, side constraints.
//!
//! - A **row** is a physical tile of the hand with its count: the chosen columns use it exactly so
//!   often.
//! - A **column** is a group that the form and the tiles allow, complete or open; it may be chosen
//!   several times.
//! - A **side constraint** bounds how many columns of some sort are chosen: so many melds, one open
//!   group, no two pairs of a kind.
//!
//! A solution is a decomposition, but for one thing: a partial group without a tile is a column for each
//! kind that completes it, and solutions that differ in that column alone are one decomposition
//! ([`Problem::is_told`]).
//!
//! Rows and side constraints together are the problem's [`Constraint`]s: to a solver they are the same
//! thing, a number to be reached or not exceeded.
//!
//! [`Problem::write_lp`], [`Problem::write_mps`] and [`Problem::write_dlx`] hand a problem to other
//! programs, and [`Problem::column_by_name`] reads what they answer.

mod dlx;
mod draws;
mod joined;
mod linear;
mod lp;
mod mps;
mod names;

use crate::group::{Group, GroupType, PartialGroup};
use crate::tile::{Kind, Suit, Tile};
use std::collections::BTreeMap;
use std::sync::Arc;

pub use crate::tile::Suits;
pub use draws::{DrawModel, GroupShape, Places};
#[cfg(feature = "ilp")]
pub(crate) use draws::{LinearDraws, Used};
#[cfg(feature = "ilp")]
pub(crate) use linear::{Constraint as LinearConstraint, Linear};

/// The former name of [`ColumnMeaning`].
#[deprecated(since = "0.3.0", note = "it is called ColumnMeaning")]
pub type Content = ColumnMeaning;

/// The former name of [`SideConstraint`].
#[deprecated(since = "0.3.0", note = "it is called SideConstraint")]
pub type Side = SideConstraint;

/// The former name of [`Constraint`].
#[deprecated(since = "0.3.0", note = "it is called Constraint")]
pub type Item = Constraint;

/// The former name of [`ConstraintId`].
#[deprecated(since = "0.3.0", note = "it is called ConstraintId")]
pub type ItemId = ConstraintId;

/// A row: a physical tile of the hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Row {
    /// The tile.
    pub tile: Tile,
    /// How often the hand holds it.
    pub count: u8,
    /// Equal for two rows exactly when their tiles may stand for the same kinds, so that they can
    /// take each other's place in any group. SideConstraint constraints never tell such tiles apart.
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
pub struct SideConstraint {
    /// What it says, in letters, digits and underscores: so many `melds`, `pairs`, `open` groups; of
    /// pairs read `alike_5m` and of tiles that keep `apart` one at most; tiles used as `wilds` or read
    /// `as_5m` within a cap; `up_wilds`, `up_5m`: that a cap is used up, where a partial group's column
    /// says so.
    pub name: String,
    /// How the bound binds.
    pub relation: Relation,
    /// The bound.
    pub bound: u8,
}

/// A row or a side constraint, as solvers see it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Constraint {
    /// The number to be reached, or not to be exceeded.
    pub bound: u8,
    /// True when the number must be reached.
    pub exact: bool,
}

/// The index of a constraint: rows first, then side constraints.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ConstraintId(u16);

impl ConstraintId {
    /// The position in [`Problem::constraints`].
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

/// How much one choice of a column takes of a constraint.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Entry {
    /// The constraint.
    pub constraint: ConstraintId,
    /// How much of it, at least 1.
    pub amount: u8,
}

/// What choosing a column means.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum ColumnMeaning {
    /// A complete group.
    Complete(Arc<Group>),
    /// The group that lacks a tile.
    Partial(Arc<PartialGroup>),
    /// A tile that stays out, in a problem of a whole tile set.
    Spare(Tile),
}

/// A column: a group, what it takes, and how often it may be chosen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Column {
    meaning: ColumnMeaning,
    entries: Vec<Entry>,
    pattern: ConstraintId,
    most: u8,
    suits: Suits,
    reading: u32,
}

impl Column {
    /// The group.
    pub fn meaning(&self) -> &ColumnMeaning {
        &self.meaning
    }

    /// What one choice takes, by constraint; no constraint twice.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The side constraint that counts the groups of its pattern: each column takes one of exactly
    /// one such constraint.
    pub fn pattern(&self) -> ConstraintId {
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

    /// True for a partial group without a tile: all that it has is a hole.
    fn is_lone_hole(&self) -> bool {
        matches!(&self.meaning, ColumnMeaning::Partial(open) if open.slots().is_empty())
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
pub(crate) struct ColumnSpec {
    pub meaning: ColumnMeaning,
    /// The position in the list of sides of the one that counts the groups of its pattern.
    pub pattern: usize,
    /// Positions of further sides, with how much of each it takes.
    pub sides: Vec<(usize, u8)>,
}

/// The model of one form: choose columns so that every constraint is met.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    form: Arc<str>,
    rows: Vec<Row>,
    sides: Vec<SideConstraint>,
    constraints: Vec<Constraint>,
    columns: Vec<Column>,
    /// The columns of partial groups without a tile.
    lone_holes: Vec<ColumnId>,
    suit_limit: Option<SuitLimit>,
}

impl Problem {
    /// Puts the parts together: columns in canonical order, those that no solution can use left out.
    pub(crate) fn new(
        form: &str,
        rows: Vec<Row>,
        sides: Vec<SideConstraint>,
        specs: Vec<ColumnSpec>,
        suit_limit: Option<SuitLimit>,
    ) -> Problem {
        let row_constraints = rows.iter().map(|row| Constraint { bound: row.count, exact: true });
        let side_constraints = sides.iter().map(|side| Constraint {
            bound: side.bound,
            exact: side.relation == Relation::Exactly,
        });
        let constraints = row_constraints.chain(side_constraints).collect();
        let (columns, lone_holes) = (Vec::new(), Vec::new());
        let mut problem = Problem {
            form: form.into(),
            rows,
            sides,
            constraints,
            columns,
            lone_holes,
            suit_limit,
        };
        problem.columns = specs.into_iter().filter_map(|spec| problem.column(spec)).collect();
        problem.prune();
        problem.columns.sort_by(|one, other| one.meaning.cmp(&other.meaning));
        let lone = |(id, column): (ColumnId, &Column)| column.is_lone_hole().then_some(id);
        problem.lone_holes = problem.columns_with_ids().filter_map(lone).collect();
        problem.number_readings();
        problem
    }

    /// The column of a spec; `None` when it takes more of a constraint than there is.
    fn column(&self, spec: ColumnSpec) -> Option<Column> {
        let tiles: Vec<Tile> = match &spec.meaning {
            ColumnMeaning::Complete(group) => group.tiles().collect(),
            ColumnMeaning::Partial(open) => open.tiles().collect(),
            ColumnMeaning::Spare(tile) => vec![*tile],
        };
        let mut amounts: BTreeMap<usize, u8> = BTreeMap::new();
        for tile in tiles {
            let row = self.rows.binary_search_by_key(&tile, |row| row.tile).ok()?;
            *amounts.entry(row).or_default() += 1;
        }
        for (side, amount) in spec.sides.into_iter().chain([(spec.pattern, 1)]) {
            *amounts.entry(self.rows.len() + side).or_default() += amount;
        }
        let bounds =
            amounts.iter().map(|(&constraint, amount)| self.constraints[constraint].bound / amount);
        let most = bounds.min().filter(|&most| most > 0)?;
        let suits = match &spec.meaning {
            ColumnMeaning::Complete(group) => Suits::of(group.kinds()),
            ColumnMeaning::Partial(open) => {
                // The suit of a hole counts where no other hole avoids it.
                let holes = open.holes().iter().map(|hole| Suits::of([hole.kind]));
                let common = holes.reduce(Suits::intersection).unwrap_or_default();
                Suits::of(open.kinds()).union(common)
            }
            ColumnMeaning::Spare(_) => Suits::default(),
        };
        let constraint_id = |constraint| u16::try_from(constraint).ok().map(ConstraintId);
        let pattern = constraint_id(self.rows.len() + spec.pattern)?;
        let entry =
            |(constraint, amount)| Some(Entry { constraint: constraint_id(constraint)?, amount });
        let entries = amounts.into_iter().map(entry).collect::<Option<Vec<_>>>()?;
        Some(Column { meaning: spec.meaning, entries, pattern, most, suits, reading: 0 })
    }

    /// Drops columns until each one leaves, once taken, some column for every constraint still open.
    fn prune(&mut self) {
        let full: Vec<u8> = self.constraints.iter().map(|constraint| constraint.bound).collect();
        loop {
            let covering = self.columns_by_constraint();
            let usable: Vec<bool> = self
                .columns
                .iter()
                .map(|column| {
                    let mut left = full.clone();
                    take(column, &mut left);
                    (0..self.constraints.len()).all(|constraint| {
                        let open = self.constraints[constraint].exact && left[constraint] > 0;
                        !open
                            || covering[constraint]
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
            let reading = match &column.meaning {
                ColumnMeaning::Complete(group) => {
                    Read::Complete(group.group_type(), group.kinds().collect())
                }
                ColumnMeaning::Partial(open) => Read::Open(open.kinds().collect()),
                ColumnMeaning::Spare(tile) => Read::Spare(*tile),
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
    pub fn side_constraints(&self) -> &[SideConstraint] {
        &self.sides
    }

    /// Rows, then side constraints, as numbers to be met.
    pub fn constraints(&self) -> &[Constraint] {
        &self.constraints
    }

    /// The indices of all constraints, rows first.
    pub fn constraint_ids(&self) -> impl Iterator<Item = ConstraintId> {
        (0..).map(ConstraintId).take(self.constraints.len())
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

    /// For each constraint the columns that take some of it.
    pub fn columns_by_constraint(&self) -> Vec<Vec<ColumnId>> {
        let mut by_item = vec![Vec::new(); self.constraints.len()];
        for (id, column) in self.columns_with_ids() {
            for entry in column.entries() {
                by_item[entry.constraint.index()].push(id);
            }
        }
        by_item
    }

    /// Checks in whole numbers that these choices, repeats included, meet every constraint, bound and
    /// limit.
    pub fn is_solved_by(&self, chosen: &[ColumnId]) -> bool {
        let mut left: Vec<u8> =
            self.constraints.iter().map(|constraint| constraint.bound).collect();
        let mut suits = self.suit_limit.map_or(Suits::default(), |limit| limit.used);
        for &id in chosen {
            let Some(column) = self.columns.get(id.index()).filter(|column| fits(column, &left))
            else {
                return false;
            };
            take(column, &mut left);
            suits = suits.union(column.suits());
        }
        let met = self
            .constraints
            .iter()
            .zip(&left)
            .all(|(constraint, &left)| !constraint.exact || left == 0);
        met && self.suit_limit.is_none_or(|limit| suits.len() <= limit.most)
    }
}

/// True when `left` has room for one more choice of the column.
pub(crate) fn fits(column: &Column, left: &[u8]) -> bool {
    column.entries().iter().all(|entry| entry.amount <= left[entry.constraint.index()])
}

/// Takes one choice of a column that fits.
pub(crate) fn take(column: &Column, left: &mut [u8]) {
    for entry in column.entries() {
        left[entry.constraint.index()] -= entry.amount;
    }
}

/// Gives one choice of a column back.
pub(crate) fn give_back(column: &Column, left: &mut [u8]) {
    for entry in column.entries() {
        left[entry.constraint.index()] += entry.amount;
    }
}
