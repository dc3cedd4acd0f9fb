//! A problem as text in the CPLEX LP format, which most ILP solvers read.

use super::{Column, ColumnId, Content, ItemId, Problem};
use crate::tile::{Kind, Suit, Tile};
use itertools::Itertools;
use std::fmt::{self, Write as _};

/// Lines are broken before this column; the format allows 255 at least.
const LINE: usize = 90;

impl Problem {
    /// The name of a column in LP text and tables: its index, then its group, in letters, digits
    /// and underscores, as in `x7_run_3m4M5p_as_3m4m5m`.
    ///
    /// # Panics
    /// If the index comes from another, larger problem.
    pub fn column_name(&self, id: ColumnId) -> String {
        let list = |tiles: &mut dyn Iterator<Item = Tile>| tiles.join("");
        let name = |group: &str, tiles: String, kinds: String| {
            let number = id.index();
            if tiles == kinds {
                format!("x{number}_{group}_{tiles}")
            } else {
                format!("x{number}_{group}_{tiles}_as_{kinds}")
            }
        };
        let plain = |kinds: &mut dyn Iterator<Item = Kind>| kinds.map(Tile::plain).join("");
        match self.column_at(id).content() {
            Content::Complete(group) => {
                name(group.group_type().name(), list(&mut group.tiles()), plain(&mut group.kinds()))
            }
            Content::Open(open) => {
                let holes = plain(&mut open.holes().iter().map(|hole| hole.kind));
                let open = name("open", list(&mut open.tiles()), plain(&mut open.kinds()));
                format!("{open}_for_{holes}")
            }
            Content::Spare(tile) => format!("x{}_spare_{tile}", id.index()),
        }
    }

    /// The name of an item: `row_4M`, or the side constraint's own.
    ///
    /// # Panics
    /// If the index comes from another, larger problem.
    pub fn item_name(&self, item: ItemId) -> String {
        match self.rows.get(item.index()) {
            Some(row) => format!("row_{}", row.tile),
            None => self.sides[item.index() - self.rows.len()].name.clone(),
        }
    }

    /// The indices of all items, rows first.
    pub fn item_ids(&self) -> impl Iterator<Item = ItemId> {
        (0..).map(ItemId).take(self.items.len())
    }

    /// Writes the problem in LP format: objective 0, a constraint an item, an integer variable a
    /// column; a limit on suits adds a binary a suit, set exactly when the suit is used.
    ///
    /// # Errors
    /// Those of the writer alone.
    pub fn write_lp(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        writeln!(out, "\\ Ginga set-partition model, form {}", self.form)?;
        // A variable that is always 0 keeps every line well formed, also without any column.
        writeln!(out, "Minimize\n obj: 0 nothing\nSubject To")?;
        let covering = self.columns_by_item();
        for item in self.item_ids() {
            let terms = covering[item.index()].iter().map(|&id| {
                let entry = self.column_at(id).entries().iter().find(|entry| entry.item == item);
                (i64::from(entry.map_or(0, |entry| entry.amount)), self.column_name(id))
            });
            let bound = self.items[item.index()];
            let relation = if bound.exact { "=" } else { "<=" };
            constraint(out, &self.item_name(item), terms, relation, i64::from(bound.bound))?;
        }
        self.write_suit_limit(out)?;
        writeln!(out, "Bounds\n 0 <= nothing <= 0")?;
        for (id, column) in self.columns_with_ids() {
            writeln!(out, " 0 <= {} <= {}", self.column_name(id), column.most())?;
        }
        writeln!(out, "General")?;
        for (id, _) in self.columns_with_ids() {
            writeln!(out, " {}", self.column_name(id))?;
        }
        if let Some(limit) = self.suit_limit {
            writeln!(out, "Binary")?;
            for suit in Suit::NUMBERED.into_iter().filter(|&suit| !limit.used.contains(suit)) {
                writeln!(out, " suit_{}", suit.letter())?;
            }
        }
        writeln!(out, "End")
    }

    fn write_suit_limit(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        let Some(limit) = self.suit_limit else { return Ok(()) };
        let free: Vec<Suit> =
            Suit::NUMBERED.into_iter().filter(|&suit| !limit.used.contains(suit)).collect();
        for &suit in &free {
            let letter = suit.letter();
            let of_suit = |(_, column): &(ColumnId, &Column)| column.suits().contains(suit);
            let columns: Vec<_> = self.columns_with_ids().filter(of_suit).collect();
            let all: i64 = columns.iter().map(|(_, column)| i64::from(column.most())).sum();
            let names = || columns.iter().map(|&(id, _)| (1, self.column_name(id)));
            let binary = format!("suit_{letter}");
            let needs = names().chain([(-all, binary.clone())]);
            constraint(out, &format!("needs_suit_{letter}"), needs, "<=", 0)?;
            let shows = names().map(|(_, name)| (-1, name)).chain([(1, binary)]);
            constraint(out, &format!("shows_suit_{letter}"), shows, "<=", 0)?;
        }
        let binaries = free.iter().map(|suit| (1, format!("suit_{}", suit.letter())));
        let most = i64::from(limit.most) - i64::from(limit.used.len());
        constraint(out, "suits", binaries, "<=", most)
    }
}

/// Writes one constraint, broken into lines.
fn constraint(
    out: &mut dyn fmt::Write,
    name: &str,
    terms: impl Iterator<Item = (i64, String)>,
    relation: &str,
    bound: i64,
) -> fmt::Result {
    let mut line = format!(" {name}: 0 nothing");
    for (factor, variable) in terms.filter(|(factor, _)| *factor != 0) {
        let sign = if factor < 0 { '-' } else { '+' };
        let term = match factor.abs() {
            1 => format!(" {sign} {variable}"),
            factor => format!(" {sign} {factor} {variable}"),
        };
        if line.len() + term.len() > LINE {
            writeln!(out, "{line}")?;
            line = " ".to_owned();
        }
        line.write_str(&term)?;
    }
    writeln!(out, "{line} {relation} {bound}")
}
