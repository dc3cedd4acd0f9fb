//! Partial groups without a tile: in the model a column for each hole, in answers one group.
//!
//! Fourteen singles of which one is missing have a partial group without a tile, and several kinds may
//! complete it. Which ones depends on the other groups: no two singles are alike, some keep a distance,
//! a hand has so many suits. The side constraints that say this of groups say it of holes when each hole
//! is a column of its own. Then solutions that differ in this column alone are one decomposition, and the
//! holes of its partial group are those of all these columns.

use super::{ColumnId, ColumnMeaning, Problem};
use crate::group::PartialGroup;
use std::sync::Arc;

impl Problem {
    /// The columns of partial groups without a tile, each with one hole.
    pub(crate) fn lone_holes(&self) -> &[ColumnId] {
        &self.lone_holes
    }

    /// Whether a solution is told as a decomposition. Of solutions that differ in the hole of an open
    /// group without a tile alone, the one with the lowest hole is.
    ///
    /// ```
    /// use ginga::solver::{Search, Solver};
    /// use ginga::{Hand, RuleSet, Unlimited};
    /// use std::ops::ControlFlow;
    /// // Any of 1p, 3s and 6s is the fourteenth of these knitted tiles.
    /// let mcr = RuleSet::builtin("mcr")?;
    /// let hand = Hand::parse("258m47p9s1234567z", &mcr)?;
    /// let model = ginga::models(&hand, &mcr)?.pop().unwrap();
    /// let (mut solutions, mut told) = (0, 0);
    /// Search.enumerate(&model, &Unlimited, &mut |solution| {
    ///     solutions += 1;
    ///     told += u32::from(model.is_told(solution.columns()));
    ///     ControlFlow::Continue(())
    /// })?;
    /// assert_eq!((solutions, told), (3, 1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn is_told(&self, chosen: &[ColumnId]) -> bool {
        match self.lone_hole(chosen) {
            Some(place) => self.in_its_place(chosen, place).next() == Some(chosen[place]),
            None => true,
        }
    }

    /// The column of a partial group among these.
    pub(crate) fn partial_of(&self, chosen: &[ColumnId]) -> Option<ColumnId> {
        let is_partial =
            |&id: &ColumnId| matches!(self.column_at(id).meaning(), ColumnMeaning::Partial(_));
        chosen.iter().copied().find(is_partial)
    }

    /// The partial group of a solution, with all its holes.
    pub(crate) fn open_group(&self, chosen: &[ColumnId]) -> Option<Arc<PartialGroup>> {
        let open = |&id: &ColumnId| match self.column_at(id).meaning() {
            ColumnMeaning::Partial(open) => Some(open),
            _ => None,
        };
        let Some(place) = self.lone_hole(chosen) else {
            return chosen.iter().find_map(open).cloned();
        };
        let columns: Vec<ColumnId> = self.in_its_place(chosen, place).collect();
        let holes = columns.iter().filter_map(open).flat_map(|open| open.holes());
        Some(Arc::new(PartialGroup::new(Vec::new(), holes.cloned().collect())))
    }

    /// The place of a partial group without a tile among the columns of a solution.
    fn lone_hole(&self, chosen: &[ColumnId]) -> Option<usize> {
        chosen.iter().position(|id| self.lone_holes.binary_search(id).is_ok())
    }

    /// The columns that solve the problem in the place of this one, itself among them.
    fn in_its_place(&self, chosen: &[ColumnId], place: usize) -> impl Iterator<Item = ColumnId> {
        let mut other = chosen.to_vec();
        self.lone_holes.iter().copied().filter(move |&id| {
            other[place] = id;
            self.is_solved_by(&other)
        })
    }
}
