//! The columns of the answers as a table: one definition for CSV and Parquet.

use super::answer::{BatchAnswer, BatchRequest};
use super::record::Outcome;
use crate::answers::{Answer, Answered, listed_waits};
use crate::makeplex;
use crate::request::Question;
use crate::shanten;
use ginga::{Acceptance, Discards, Distance, KindSet, Waits};
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
    value: for<'a> fn(&BatchRequest, &'a Outcome<'_>) -> Cell<'a>,
}

const fn column(
    name: &'static str,
    cell_type: CellType,
    value: for<'a> fn(&BatchRequest, &'a Outcome<'_>) -> Cell<'a>,
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
        of_answer(outcome, |answer| Cell::Text(answer.rules().set().name().into()))
    }),
    column("solver", CellType::Text, |_, outcome| {
        of_answer(outcome, |answer| Cell::Text(answer.solver().into()))
    }),
    column("complete", CellType::Truth, |_, outcome| {
        of_answer(outcome, |answer| Cell::Truth(answer.completeness().is_complete()))
    }),
    column("stopped_by", CellType::Text, |_, outcome| {
        of_answer(outcome, |answer| {
            answer.stopped_by().map_or(Cell::Empty, |by| Cell::Text(by.into()))
        })
    }),
];

const WIN: &[Column] = &[column("win", CellType::Truth, is_yes)];

const WAITS: &[Column] = &[
    column("tenpai", CellType::Truth, is_yes),
    column("waits", CellType::Text, |request, outcome| {
        let BatchRequest::Question(request) = request else { return Cell::Empty };
        of_waits(outcome, |waits| with_copies(listed_waits(request, waits)))
    }),
    column("kinds", CellType::Text, |_, outcome| of_waits(outcome, |waits| names(waits.kinds))),
    column("dead", CellType::Text, |_, outcome| of_waits(outcome, |waits| names(waits.dead))),
];

/// Counts may need more than 64 bits: as text nothing of them is lost.
const COUNTS: &[Column] = &[
    column("decompositions", CellType::Text, |_, outcome| {
        of_question(outcome, |answered| {
            Cell::Text(answered.answer.counts().decompositions().to_string().into())
        })
    }),
    column("readings", CellType::Text, |_, outcome| {
        of_question(outcome, |answered| {
            Cell::Text(answered.answer.counts().readings().to_string().into())
        })
    }),
];

const GROUPS: &[Column] = &[column("groups", CellType::Text, |_, outcome| {
    of_question(outcome, |answered| {
        joined(makeplex::lines(answered), |text, line| text.push_str(&line))
    })
})];

/// How far a hand is; empty where no draws make it a win, or the run was cut short.
const DISTANCE: &[Column] = &[
    column("distance", CellType::Number, |_, outcome| {
        of_distance(outcome, |distance| distance.tiles().map(i64::from))
    }),
    column("shanten", CellType::Number, |_, outcome| {
        of_distance(outcome, |distance| distance.shanten().map(i64::from))
    }),
];

const ACCEPTANCE: &[Column] = &[
    column("acceptance", CellType::Text, |request, outcome| {
        let BatchRequest::Distance(request) = request else { return Cell::Empty };
        of_answer(outcome, |answer| match answer {
            BatchAnswer::Distance(found) if request.kinds => {
                let kinds = found.acceptance.left_by_kind(found.rules.set());
                with_copies(kinds.into_iter().map(|(kind, left)| (kind.name(), left)))
            }
            BatchAnswer::Distance(found) => {
                let tiles = found.acceptance.tiles.iter();
                with_copies(tiles.map(|wait| (wait.tile.name(), wait.left.into())))
            }
            _ => Cell::Empty,
        })
    }),
    column("copies", CellType::Number, |_, outcome| {
        of_acceptance(outcome, |found| Cell::Number(found.copies().into()))
    }),
    column("kinds", CellType::Text, |_, outcome| {
        of_acceptance(outcome, |found| names(found.kinds))
    }),
];

const DISCARDS: &[Column] = &[
    column("best", CellType::Text, |_, outcome| {
        of_discards(outcome, |found| {
            found.list.first().map_or(Cell::Empty, |best| Cell::Text(best.tile.name().into()))
        })
    }),
    column("discards", CellType::Text, |_, outcome| {
        of_discards(outcome, |found| {
            joined(&found.list, |text, discard| {
                let shanten = shanten::number(&discard.acceptance.distance);
                let _ = write!(text, "{}:{shanten}:{}", discard.tile, discard.acceptance.copies());
            })
        })
    }),
];

/// The columns of a request's answers, in order.
pub fn columns(request: &BatchRequest) -> Vec<Column> {
    let own: [&[Column]; 3] = match request {
        BatchRequest::Question(request) => match request.question {
            Question::Win => [WIN, COUNTS, &[]],
            Question::Waits => [WAITS, COUNTS, &[]],
            Question::Decompose => [COUNTS, GROUPS, &[]],
        },
        BatchRequest::Distance(_) => [DISTANCE, ACCEPTANCE, &[]],
        BatchRequest::Discards(_) => [WIN, DISTANCE, DISCARDS],
    };
    [&[HEAD], own.as_slice()].concat().concat()
}

/// The cells of one row.
pub fn row<'a>(
    columns: &[Column],
    request: &BatchRequest,
    outcome: &'a Outcome<'_>,
) -> impl Iterator<Item = Cell<'a>> {
    columns.iter().map(|column| (column.value)(request, outcome))
}

fn of_answer<'a>(
    outcome: &'a Outcome<'_>,
    cell: impl FnOnce(&'a BatchAnswer<'_>) -> Cell<'a>,
) -> Cell<'a> {
    outcome.result.as_ref().map_or(Cell::Empty, cell)
}

fn of_question<'a>(
    outcome: &'a Outcome<'_>,
    cell: impl FnOnce(&'a Answered<'_>) -> Cell<'a>,
) -> Cell<'a> {
    of_answer(outcome, |answer| match answer {
        BatchAnswer::Question(answered) => cell(answered),
        _ => Cell::Empty,
    })
}

fn of_waits<'a>(outcome: &'a Outcome<'_>, cell: impl FnOnce(&'a Waits) -> Cell<'a>) -> Cell<'a> {
    of_question(outcome, |answered| match &answered.answer {
        Answer::Waits(waits) => cell(waits),
        _ => Cell::Empty,
    })
}

fn of_acceptance<'a>(
    outcome: &'a Outcome<'_>,
    cell: impl FnOnce(&'a Acceptance) -> Cell<'a>,
) -> Cell<'a> {
    of_answer(outcome, |answer| match answer {
        BatchAnswer::Distance(found) => cell(&found.acceptance),
        _ => Cell::Empty,
    })
}

fn of_discards<'a>(
    outcome: &'a Outcome<'_>,
    cell: impl FnOnce(&'a Discards) -> Cell<'a>,
) -> Cell<'a> {
    of_answer(outcome, |answer| match answer {
        BatchAnswer::Discards(found) => cell(&found.discards),
        _ => Cell::Empty,
    })
}

fn of_distance<'a>(
    outcome: &'a Outcome<'_>,
    number: impl FnOnce(&'a Distance) -> Option<i64>,
) -> Cell<'a> {
    of_answer(outcome, |answer| {
        let distance = match answer {
            BatchAnswer::Question(_) => return Cell::Empty,
            BatchAnswer::Distance(found) => &found.acceptance.distance,
            BatchAnswer::Discards(found) => &found.discards.distance,
        };
        number(distance).map_or(Cell::Empty, Cell::Number)
    })
}

fn is_yes<'a>(_: &BatchRequest, outcome: &'a Outcome<'_>) -> Cell<'a> {
    of_answer(outcome, |answer| match answer {
        BatchAnswer::Question(answered) => Cell::Truth(answered.answer.is_yes()),
        BatchAnswer::Discards(found) => Cell::Truth(found.discards.is_win()),
        BatchAnswer::Distance(_) => Cell::Empty,
    })
}

/// Tiles or kinds, each with the copies left.
fn with_copies(tiles: impl IntoIterator<Item = (&'static str, u32)>) -> Cell<'static> {
    joined(tiles, |text, (tile, left)| {
        let _ = write!(text, "{tile}:{left}");
    })
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
    use crate::request::{AnswerOptions, DistanceRequest, QuestionRequest, SolverPolicy};
    use itertools::Itertools;

    #[test]
    fn no_two_columns_of_a_table_have_one_name() {
        let options = || AnswerOptions::by(SolverPolicy::Fastest);
        let question = |question| QuestionRequest::new(question, options());
        let questions = [Question::Win, Question::Waits, Question::Decompose];
        let distance =
            DistanceRequest { options: options(), list: false, draws: None, kinds: false };
        let further = [BatchRequest::Distance(distance), BatchRequest::Discards(options())];
        let all = questions.map(|one| BatchRequest::Question(question(one)));
        for request in all.into_iter().chain(further) {
            let columns = columns(&request);
            let names: Vec<&str> = columns.iter().map(|column| column.name).collect();
            assert!(names.iter().all_unique(), "{names:?}");
        }
    }
}
