//! The model of a hand as a table, as JSON or as text that other solvers read.

use super::args::{ModelArgs, ModelFormat, Modelled};
use super::draw_model;
use super::failure::Failure;
use super::json;
use super::note;
use super::request::HandUnderRules;
use super::text::blue;
use crate::output::printed;
use ginga::document;
use ginga::problem::{Column, ColumnId, ColumnMeaning, Entry, Problem, Relation};
use itertools::Itertools;
use std::io::Write;
use std::sync::Arc;

/// Writes the model; an output error comes back as a failure of its own.
pub fn run(args: &ModelArgs, out: &mut dyn Write) -> Result<u8, Failure> {
    let rules = args.rules.choice()?;
    let input = args.hand.request().read()?;
    let HandUnderRules { hand, rules } = HandUnderRules::new(&input, &rules)?;
    if args.format == ModelFormat::Table {
        note::all_blue(&input, rules.set());
    }
    if args.question == Modelled::Distance {
        return draw_model::run(args, &hand, &rules, out);
    }
    let models = chosen(rules.game.models(&hand)?, |model| model.form(), args.form.as_deref())?;
    let text = match args.format {
        ModelFormat::Table => models.iter().map(table).join("\n"),
        ModelFormat::Lp => first_as(Problem::write_lp, &models)?,
        ModelFormat::Mps => first_as(Problem::write_mps, &models)?,
        ModelFormat::Dlx => first_as(Problem::write_dlx, &models)?,
        ModelFormat::Json => {
            let about = rules.about(&hand);
            let written = json::write_line(out, &document::models(about, &models));
            return printed(written, 0);
        }
    };
    printed(out.write_all(text.as_bytes()), 0)
}

/// The models of the form asked for, or all of them.
pub fn chosen<M>(
    models: Vec<M>,
    of: impl Fn(&M) -> &Arc<str>,
    form: Option<&str>,
) -> Result<Vec<M>, Failure> {
    let names = models.iter().map(|model| of(model).to_string()).join(", ");
    let models: Vec<M> =
        models.into_iter().filter(|model| form.is_none_or(|form| **of(model) == *form)).collect();
    match (models.is_empty(), form) {
        (false, _) => Ok(models),
        (true, Some(form)) => {
            Err(Failure::input(format!("no form {form:?} for this hand; there are {names}")))
        }
        (true, None) => Err(Failure::input("no form of the rule set has this hand's size")),
    }
}

/// Writes a model in the format of other solvers.
pub type WriteModel<M> = fn(&M, &mut dyn std::fmt::Write) -> std::fmt::Result;

/// The text that other solvers read says one model.
pub fn first_as<M>(write: WriteModel<M>, models: &[M]) -> Result<String, Failure> {
    let mut text = String::new();
    if let Some(first) = models.first() {
        write(first, &mut text).map_err(Failure::input)?;
    }
    Ok(text)
}

pub fn relation_sign(relation: Relation) -> &'static str {
    match relation {
        Relation::Exactly => "=",
        Relation::AtMost => "≤",
    }
}

/// Rows and side constraints in a line each, then the columns.
fn table(model: &Problem) -> String {
    let rows = model.rows().iter().map(|row| format!("{}×{}", row.tile, row.count)).join(" ");
    let sides = model
        .side_constraints()
        .iter()
        .map(|side| format!("{} {} {}", side.name, relation_sign(side.relation), side.bound));
    let limit = model.suit_limit().map(|limit| format!("suits ≤ {}", limit.most));
    let sides = sides.chain(limit).join("   ");
    let head = format!(
        "form {}: {} rows, {} side constraints, {} columns\nrows   {}\nsides  {sides}\n",
        model.form(),
        model.rows().len(),
        model.side_constraints().len(),
        model.columns().len(),
        blue(&rows),
    );
    let lines: Vec<[String; 5]> =
        model.columns_with_ids().map(|(id, column)| table_line(model, id, column)).collect();
    let titles = ["column", "group", "most", "takes", "counts for"].map(str::to_owned);
    head + &aligned(titles, &lines)
}

/// Lines of cells under their titles.
pub fn aligned<const N: usize>(titles: [String; N], lines: &[[String; N]]) -> String {
    let width = |place: usize| {
        let lines = lines.iter().chain([&titles]);
        lines.map(|line| line[place].chars().count()).max().unwrap_or(0)
    };
    let widths: [usize; N] = std::array::from_fn(width);
    let mut text = String::new();
    for line in [&titles].into_iter().chain(lines) {
        let cells = line.iter().zip(widths).map(|(cell, width)| format!("{cell:width$}"));
        text += blue(&cells.collect_vec().join("  ")).trim_end();
        text.push('\n');
    }
    text
}

fn table_line(model: &Problem, id: ColumnId, column: &Column) -> [String; 5] {
    let group = match column.meaning() {
        ColumnMeaning::Complete(group) => format!("{} {group}", group.group_type().name()),
        ColumnMeaning::Partial(open) => {
            let holes = open.holes().iter().map(|hole| hole.kind).join(" ");
            format!("open [{open}] for {holes}")
        }
        ColumnMeaning::Spare(tile) => format!("spare {tile}"),
    };
    let (rows, sides): (Vec<&Entry>, Vec<&Entry>) =
        column.entries().iter().partition(|entry| entry.constraint.index() < model.rows().len());
    let times = |name: String, entry: &Entry| match entry.amount {
        1 => name,
        amount => format!("{name}×{amount}"),
    };
    let tile = |entry: &Entry| model.rows()[entry.constraint.index()].tile.to_string();
    let takes = rows.iter().map(|entry| times(tile(entry), entry)).join(" ");
    let counts_for =
        sides.iter().map(|entry| times(model.constraint_name(entry.constraint), entry)).join(" ");
    [id.index().to_string(), group, column.most().to_string(), takes, counts_for]
}
