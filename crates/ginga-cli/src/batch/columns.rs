//! The columns of the answers as a table: one definition for CSV and Parquet.

use super::record::Outcome;
use crate::answers::{Answer, Answered, listed_waits};
use crate::makeplex;
use crate::request::{Question, QuestionRequest};
use ginga::Waits;
use itertools::Itertools;

/// What a column's cells hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CellType {
    Number,
    Truth,
    Text,
}

/// A cell; empty where there is nothing to say, as behind an error.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Cell {
    Empty,
    Number(i64),
    Truth(bool),
    Text(String),
}

impl Cell {
    /// The cell as text.
    pub fn into_text(self) -> String {
        match self {
            Cell::Empty => String::new(),
            Cell::Number(number) => number.to_string(),
            Cell::Truth(truth) => truth.to_string(),
            Cell::Text(text) => text,
        }
    }

    /// About how many bytes it takes.
    #[cfg(feature = "parquet")]
    pub fn size(&self) -> usize {
        let text = if let Cell::Text(text) = self { text.len() } else { 0 };
        size_of::<Cell>() + text
    }
}

/// A column of the table.
#[derive(Clone, Copy)]
pub struct Column {
    pub name: &'static str,
    #[cfg_attr(not(feature = "parquet"), expect(dead_code, reason = "CSV is all text"))]
    pub cell_type: CellType,
    value: fn(&QuestionRequest, &Outcome<'_>) -> Cell,
}

const fn column(
    name: &'static str,
    cell_type: CellType,
    value: fn(&QuestionRequest, &Outcome<'_>) -> Cell,
) -> Column {
    Column { name, cell_type, value }
}

/// What every table begins with.
const HEAD: &[Column] = &[
    column("line", CellType::Number, |_, outcome| {
        i64::try_from(outcome.number).map_or(Cell::Empty, Cell::Number)
    }),
    column("input", CellType::Text, |_, outcome| Cell::Text(outcome.input.clone())),
    column("error", CellType::Text, |_, outcome| match &outcome.result {
        Ok(_) => Cell::Empty,
        Err(fault) => Cell::Text(fault.message.clone()),
    }),
    column("rules", CellType::Text, |_, outcome| {
        of_answer(outcome, |answered| Cell::Text(answered.rules.set().name().to_owned()))
    }),
    column("solver", CellType::Text, |_, outcome| {
        of_answer(outcome, |answered| Cell::Text(answered.answer.report().solver.to_owned()))
    }),
    column("complete", CellType::Truth, |_, outcome| {
        of_answer(outcome, |answered| {
            Cell::Truth(answered.answer.report().completeness.is_complete())
        })
    }),
    column("stopped_by", CellType::Text, |_, outcome| {
        of_answer(outcome, |answered| {
            answered.stopped_by().map_or(Cell::Empty, |by| Cell::Text(by.to_owned()))
        })
    }),
];

const WIN: &[Column] = &[column("win", CellType::Truth, is_yes)];

const WAITS: &[Column] = &[
    column("tenpai", CellType::Truth, is_yes),
    column("waits", CellType::Text, |request, outcome| {
        of_waits(outcome, |waits| {
            let listed = listed_waits(request, waits).into_iter();
            joined(listed.map(|(tile, left)| format!("{tile}:{left}")))
        })
    }),
    column("kinds", CellType::Text, |_, outcome| {
        of_waits(outcome, |waits| joined(waits.kinds.iter().map(|kind| kind.to_string())))
    }),
    column("dead", CellType::Text, |_, outcome| {
        of_waits(outcome, |waits| joined(waits.dead.iter().map(|kind| kind.to_string())))
    }),
];

/// Counts may need more than 64 bits: as text nothing of them is lost.
const COUNTS: &[Column] = &[
    column("decompositions", CellType::Text, |_, outcome| {
        of_answer(outcome, |answered| {
            Cell::Text(answered.answer.counts().decompositions().to_string())
        })
    }),
    column("readings", CellType::Text, |_, outcome| {
        of_answer(outcome, |answered| Cell::Text(answered.answer.counts().readings().to_string()))
    }),
];

const GROUPS: &[Column] = &[column("groups", CellType::Text, |_, outcome| {
    of_answer(outcome, |answered| joined(makeplex::lines(answered)))
})];

/// The columns of a question's answers, in order.
pub fn columns(question: Question) -> Vec<Column> {
    let own: [&[Column]; 3] = match question {
        Question::Win => [WIN, COUNTS, &[]],
        Question::Waits => [WAITS, COUNTS, &[]],
        Question::Decompose => [COUNTS, GROUPS, &[]],
    };
    [&[HEAD], own.as_slice()].concat().concat()
}

/// The cells of one row.
pub fn row(columns: &[Column], request: &QuestionRequest, outcome: &Outcome<'_>) -> Vec<Cell> {
    columns.iter().map(|column| (column.value)(request, outcome)).collect()
}

fn of_answer(outcome: &Outcome<'_>, cell: impl FnOnce(&Answered<'_>) -> Cell) -> Cell {
    outcome.result.as_ref().map_or(Cell::Empty, cell)
}

fn of_waits(outcome: &Outcome<'_>, cell: impl FnOnce(&Waits) -> Cell) -> Cell {
    of_answer(outcome, |answered| match &answered.answer {
        Answer::Waits(waits) => cell(waits),
        _ => Cell::Empty,
    })
}

fn is_yes(_: &QuestionRequest, outcome: &Outcome<'_>) -> Cell {
    of_answer(outcome, |answered| Cell::Truth(answered.answer.is_yes()))
}

fn joined(mut items: impl Iterator<Item = String>) -> Cell {
    Cell::Text(items.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_columns_of_a_table_have_one_name() {
        for question in [Question::Win, Question::Waits, Question::Decompose] {
            let columns = columns(question);
            assert!(columns.iter().map(|column| column.name).all_unique(), "{}", question.name());
        }
    }
}
