//! A row a fact, a column a rule set; rows that differ are marked.

use crate::text::blue;
use itertools::Itertools;
use std::io::{self, Write};

/// The rows of a table below the titles of its columns.
pub struct Table {
    titles: Vec<String>,
    rows: Vec<(String, Vec<String>)>,
    marked: bool,
}

impl Table {
    /// A table without rows; `marked` says that rows whose cells differ are marked.
    pub fn new(titles: Vec<String>, marked: bool) -> Table {
        Table { titles, rows: Vec::new(), marked }
    }

    /// One more row, a cell a column.
    pub fn add(&mut self, name: impl Into<String>, cells: Vec<String>) {
        self.rows.push((name.into(), cells));
    }

    /// Writes it, aligned.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let lines = || self.rows.iter().map(|(name, cells)| (name.as_str(), cells));
        let all = || std::iter::once(("", &self.titles)).chain(lines());
        let width = |text: &str| text.chars().count();
        let widest = |place: usize| {
            all().filter_map(|(_, cells)| cells.get(place)).map(|cell| width(cell)).max()
        };
        let widths = (0..self.titles.len()).map(|place| widest(place).unwrap_or(0)).collect_vec();
        let name_width = lines().map(|(name, _)| width(name)).max().unwrap_or(0);
        for (place, (name, cells)) in all().enumerate() {
            let differs = self.marked && place > 0 && !cells.iter().all_equal();
            let mark = if differs { '≠' } else { ' ' };
            let cells = cells.iter().zip(&widths).map(|(cell, &width)| format!("{cell:width$}"));
            let line = format!("{mark} {name:name_width$}  {}", cells.collect_vec().join("  "));
            writeln!(out, "{}", blue(line.trim_end()))?;
        }
        Ok(())
    }
}
