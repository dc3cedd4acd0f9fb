//! The model of a hand's nearest wins as a table, as JSON or as text that other solvers read.

use super::args::{ModelArgs, ModelFormat};
use super::failure::Failure;
use super::json;
use super::model::{aligned, chosen, first_as, relation_sign};
use super::request::ReadyRules;
use super::text::blue;
use crate::output::printed;
use ginga::problem::DrawModel;
use ginga::{Hand, Settings, TileCounts, document};
use itertools::Itertools;
use std::io::Write;

/// Writes the model; an output error comes back as a failure of its own.
pub fn run(
    args: &ModelArgs,
    hand: &Hand,
    rules: &ReadyRules,
    out: &mut dyn Write,
) -> Result<u8, Failure> {
    if args.format == ModelFormat::Dlx {
        let message = "an exact cover has no objective, and a distance is the least of one: take \
                       --as lp or mps";
        return Err(Failure::input(message));
    }
    let all = rules.game.draw_models(hand, &Settings::default())?;
    let models = chosen(all, DrawModel::form, args.form.as_deref())?;
    let text = match args.format {
        ModelFormat::Lp => first_as(DrawModel::write_lp, &models)?,
        ModelFormat::Mps => first_as(DrawModel::write_mps, &models)?,
        ModelFormat::Json => {
            let about = rules.about(hand);
            let written = json::write_line(out, &document::draw_models(about, &models));
            return printed(written, 0);
        }
        _ => models.iter().map(table).join("\n"),
    };
    printed(out.write_all(text.as_bytes()), 0)
}

/// Tiles with their numbers.
fn counted(tiles: &TileCounts) -> String {
    tiles.iter().map(|(tile, count)| format!("{tile}×{count}")).join(" ")
}

/// The tiles and side constraints in a line each, then the sorts of places, then the groups.
fn table(model: &DrawModel) -> String {
    let sides = model.side_constraints().iter();
    let sides =
        sides.map(|side| format!("{} {} {}", side.name, relation_sign(side.relation), side.bound));
    let limit = model.suit_limit().map(|limit| format!("suits ≤ {}", limit.most));
    let wilds = model.most_wilds().map(|most| format!("wilds ≤ {most}"));
    let head = format!(
        "form {}: {} tiles, {} sorts of places, {} groups\nhand   {}\nleft   {}\nsides  {}\n",
        model.form(),
        model.tiles(),
        model.places().len(),
        model.shapes().len(),
        blue(&counted(model.held())),
        blue(&counted(model.left())),
        sides.chain(limit).chain(wilds).join("   "),
    );
    let places = model.places().iter().enumerate().map(|(number, place)| {
        [model.place_name(number), place.tiles().to_string(), place.wild().to_string()]
    });
    let groups = model.shapes().iter().enumerate().map(|(number, shape)| {
        let places = shape.places().map(|place| model.place_name(place)).join(" ");
        let sides = shape.sides().iter().map(|&(side, amount)| {
            let name = &model.side_constraints()[side].name;
            if amount == 1 { name.clone() } else { format!("{name}×{amount}") }
        });
        [model.shape_name(number), shape.most().to_string(), places, sides.collect_vec().join(" ")]
    });
    let of_places = ["places", "filled by", "wild"].map(str::to_owned);
    let of_groups = ["group", "most", "places", "counts for"].map(str::to_owned);
    head + &aligned(of_places, &places.collect_vec()) + &aligned(of_groups, &groups.collect_vec())
}
