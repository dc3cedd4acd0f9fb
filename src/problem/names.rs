//! The names of columns and constraints in tables and files, and the way back.

use super::{ColumnId, ColumnMeaning, ConstraintId, Problem};
use crate::tile::{Kind, Tile};
use itertools::Itertools;

impl Problem {
    /// The name of a column in tables and files: its index, then its group, in letters, digits and
    /// underscores, as in `x7_run_3m4M5p_as_3m4m5m`.
    ///
    /// # Panics
    /// If the index comes from another, larger problem.
    pub fn column_name(&self, id: ColumnId) -> String {
        let list = |tiles: &mut dyn Iterator<Item = Tile>| tiles.join("");
        let name = |group: &str, tiles: String, kinds: String| {
            let number = self.column_short_name(id);
            if tiles == kinds {
                format!("{number}_{group}_{tiles}")
            } else {
                format!("{number}_{group}_{tiles}_as_{kinds}")
            }
        };
        let plain = |kinds: &mut dyn Iterator<Item = Kind>| kinds.map(Tile::plain).join("");
        match self.column_at(id).meaning() {
            ColumnMeaning::Complete(group) => {
                name(group.group_type().name(), list(&mut group.tiles()), plain(&mut group.kinds()))
            }
            ColumnMeaning::Partial(open) => {
                let holes = plain(&mut open.holes().iter().map(|hole| hole.kind));
                let open = name("open", list(&mut open.tiles()), plain(&mut open.kinds()));
                format!("{open}_for_{holes}")
            }
            ColumnMeaning::Spare(tile) => format!("{}_spare_{tile}", self.column_short_name(id)),
        }
    }

    /// What [`Problem::column_name`] begins with and what tells a column from all others: `x7`.
    pub(super) fn column_short_name(&self, id: ColumnId) -> String {
        format!("x{}", id.index())
    }

    /// The column of a name as tables and files have it, whole or short (`x7`); `None` for every
    /// other text, also when it names a column of another problem.
    ///
    /// ```
    /// use ginga::{Hand, RuleSet};
    /// let galaxy = RuleSet::builtin("galaxy")?;
    /// let hand = Hand::parse("23m5p5P", &galaxy)?;
    /// let [model] = ginga::models(&hand, &galaxy)?.try_into().unwrap();
    /// let pair = model.column_by_name("x0_pair_5p5P_as_5p5p").unwrap();
    /// assert_eq!(model.column_name(pair), "x0_pair_5p5P_as_5p5p");
    /// assert_eq!(model.column_by_name("x0"), Some(pair));
    /// assert_eq!(model.column_by_name("x0_pair_5p5p"), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn column_by_name(&self, name: &str) -> Option<ColumnId> {
        let digits = name.strip_prefix('x')?.split('_').next()?;
        let number: u32 = digits.parse().ok()?;
        let id = ColumnId(number);
        self.columns.get(id.index())?;
        let known = name == self.column_short_name(id) || name == self.column_name(id);
        known.then_some(id)
    }

    /// What files say they are, in one line.
    pub(super) fn title(&self) -> String {
        format!("Ginga set-partition model, form {}", self.form)
    }

    /// The name of a constraint: `row_4M`, or the side constraint's own.
    ///
    /// # Panics
    /// If the index comes from another, larger problem.
    pub fn constraint_name(&self, constraint: ConstraintId) -> String {
        match self.rows.get(constraint.index()) {
            Some(row) => format!("row_{}", row.tile),
            None => self.sides[constraint.index() - self.rows.len()].name.clone(),
        }
    }
}
