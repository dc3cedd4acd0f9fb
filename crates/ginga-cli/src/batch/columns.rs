//! The columns of the answers as a table: one definition for CSV and Parquet.

use super::record::Outcome;
use crate::answers::{Answer, Answered, listed_waits};
use crate::makeplex;
use crate::request::{Question, QuestionRequest};
use ginga::{KindSet, Waits};
use std::borrow::Cow;
use std::fmt::Write as _;

/// What a column's cells hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CellType {
    Number,
    Truth,
    Text,
}

/// A cell; empty where there is nothing to say, as behind an error.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Cell<'a> {
    Empty,
    Number(i64),
    Truth(bool),
    Text(Cow<'a, str>),
}

impl<'a> Cell<'a> {
    /// The cell as text.
    pub fn into_text(self) -> Cow<'a, str> {
        match self {
            Cell::Empty => "".into(),
            Cell::Number(number) => number.to_string().into(),
            Cell::Truth(truth) => if truth { "true" } else { "false" }.into(),
            Cell::Text(text) => text,
        }
    }

    /// The cell for as long as one likes.
    #[cfg(feature = "parquet")]
    pub fn into_owned(self) -> Cell<'static> {
        match self {
            Cell::Empty => Cell::Empty,
            Cell::Number(number) => Cell::Number(number),
            Cell::Truth(truth) => Cell::Truth(truth),
            Cell::Text(text) => Cell::Text(text.into_owned().into()),
        }
    }

    /// About how many bytes it takes.
    #[cfg(feature = "parquet")]
    pub fn size(&self) -> usize {
        let text = if let Cell::Text(text) = self { text.len() } else { 0 };
        size_of::<Cell<'_>>() + text
    }
}

/// A column of the table.
#[derive(Clone, Copy)]
pub struct Column {
    pub name: &'static str,
    #[cfg_attr(not(feature = "parquet"), expect(dead_code, reason = "CSV is all text"))]
    pub cell_type: CellType,
    value: for<'a> fn(&QuestionRequest, &'a Outcome<'_>) -> Cell<'a>,
}

const fn column(
    name: &'static str,
    cell_type: CellType,
    value: for<'a> fn(&QuestionRequest, &'a Outcome<'_>) -> Cell<'a>,
) -> Column {
    Column { name, cell_type, value }
}

/// What every table begins with.
const HEAD: &[Column] = &[
    column("line", CellType::Number, |_, outcome| {
        i64::try_from(outcome.number).map_or(Cell::Empty, Cell::Number)
    }),
    column("input", CellType::Text, |_, outcome| Cell::Text(Cow::Borrowed(&outcome.input))),
    column("error", CellType::Text, |_, outcome| match &outcome.result {
        Ok(_) => Cell::Empty,
        Err(fault) => Cell::Text(Cow::Borrowed(&fault.message)),
    }),
    column("rules", CellType::Text, |_, outcome| {
        of_answer(outcome, |answered| Cell::Text(answered.rules.set().name().into()))
    }),
    column("solver", CellType::Text, |_, outcome| {
        of_answer(outcome, |answered| Cell::Text(answered.answer.report().solver.into()))
    }),
    column("complete", CellType::Truth, |_, outcome| {
        of_answer(outcome, |answered| {
            Cell::Truth(answered.answer.report().completeness.is_complete())
        })
    }),
    column("stopped_by", CellType::Text, |_, outcome| {
        of_answer(outcome, |answered| {
            answered.stopped_by().map_or(Cell::Empty, |by| Cell::Text(by.into()))
        })
    }),
];

const WIN: &[Column] = &[column("win", CellType::Truth, is_yes)];

const WAITS: &[Column] = &[
    column("tenpai", CellType::Truth, is_yes),
    column("waits", CellType::Text, |request, outcome| {
        of_waits(outcome, |waits| {
            joined(listed_waits(request, waits), |text, (tile, left)| {
                let _ = write!(text, "{tile}:{left}");
            })
        })
    }),
    column("kinds", CellType::Text, |_, outcome| of_waits(outcome, |waits| names(waits.kinds))),
    column("dead", CellType::Text, |_, outcome| of_waits(outcome, |waits| names(waits.dead))),
];

/// Counts may need more than 64 bits: as text nothing of them is lost.
const COUNTS: &[Column] = &[
    column("decompositions", CellType::Text, |_, outcome| {
        of_answer(outcome, |answered| {
            Cell::Text(answered.answer.counts().decompositions().to_string().into())
        })
    }),
    column("readings", CellType::Text, |_, outcome| {
        of_answer(outcome, |answered| {
            Cell::Text(answered.answer.counts().readings().to_string().into())
        })
    }),
];

const GROUPS: &[Column] = &[column("groups", CellType::Text, |_, outcome| {
    of_answer(outcome, |answered| {
        joined(makeplex::lines(answered), |text, line| text.push_str(&line))
    })
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
pub fn row<'a>(
    columns: &[Column],
    request: &QuestionRequest,
    outcome: &'a Outcome<'_>,
) -> impl Iterator<Item = Cell<'a>> {
    columns.iter().map(|column| (column.value)(request, outcome))
}

fn of_answer<'a>(
    outcome: &'a Outcome<'_>,
    cell: impl FnOnce(&'a Answered<'_>) -> Cell<'a>,
) -> Cell<'a> {
    outcome.result.as_ref().map_or(Cell::Empty, cell)
}

fn of_waits<'a>(outcome: &'a Outcome<'_>, cell: impl FnOnce(&'a Waits) -> Cell<'a>) -> Cell<'a> {
    of_answer(outcome, |answered| match &answered.answer {
        Answer::Waits(waits) => cell(waits),
        _ => Cell::Empty,
    })
}

fn is_yes<'a>(_: &QuestionRequest, outcome: &'a Outcome<'_>) -> Cell<'a> {
    of_answer(outcome, |answered| Cell::Truth(answered.answer.is_yes()))
}

fn names(kinds: KindSet) -> Cell<'static> {
    joined(kinds.iter(), |text, kind| text.push_str(kind.name()))
}

/// Items with a space between two.
fn joined<T>(items: impl IntoIterator<Item = T>, write: impl Fn(&mut String, T)) -> Cell<'static> {
    let mut text = String::new();
    for (place, item) in items.into_iter().enumerate() {
        if place > 0 {
            text.push(' ');
        }
        write(&mut text, item);
    }
    Cell::Text(text.into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use itertools::Itertools;

    #[test]
    fn no_two_columns_of_a_table_have_one_name() {
        for question in [Question::Win, Question::Waits, Question::Decompose] {
            let columns = columns(question);
            assert!(columns.iter().map(|column| column.name).all_unique(), "{}", question.name());
        }
    }
}
