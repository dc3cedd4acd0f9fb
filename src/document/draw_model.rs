//! The document of the models of a hand's nearest wins.

use super::head::{About, Head};
use super::model::{SidePart, SuitLimitPart, side_parts, suit_limit};
use crate::group::GroupType;
use crate::problem::DrawModel;
use crate::tile::{Kind, Tile, TileCounts};
use serde::Serialize;
use std::collections::BTreeMap;

/// The document of the [`draw_models`](crate::Game::draw_models) of a hand: for each form the tiles of the
/// hand and those left, the sorts of places with the tiles that fill them, and the groups.
///
/// ```
/// use ginga::document::{self, About};
/// use ginga::{Game, Overrides, Settings};
///
/// let galaxy = Game::builtin("galaxy")?;
/// let hand = galaxy.hand("23m5p5P")?;
/// let models = galaxy.draw_models(&hand, &Settings::default())?;
/// let about = About { hand: &hand, rules: galaxy.rules(), overrides: &Overrides::default() };
/// let document = serde_json::to_value(document::draw_models(about, &models))?;
/// assert_eq!(document["models"][0]["tiles"], 5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn draw_models<'a>(about: About<'a>, models: &'a [DrawModel]) -> DrawModels<'a> {
    let models = models.iter().map(model).collect();
    DrawModels { head: Head::new("model", about), question: "distance", models }
}

/// The document of [`draw_models`].
#[derive(Debug, Clone, Serialize)]
pub struct DrawModels<'a> {
    #[serde(flatten)]
    head: Head<'a>,
    question: &'static str,
    models: Vec<ModelPart<'a>>,
}

#[derive(Debug, Clone, Serialize)]
struct ModelPart<'a> {
    form: &'a str,
    tiles: usize,
    held: Vec<CountPart>,
    left: Vec<CountPart>,
    sides: Vec<SidePart<'a>>,
    suit_limit: Option<SuitLimitPart>,
    most_wilds: Option<u8>,
    places: Vec<PlacePart>,
    groups: Vec<GroupPart<'a>>,
}

#[derive(Debug, Clone, Serialize)]
struct CountPart {
    tile: Tile,
    count: u8,
}

#[derive(Debug, Clone, Serialize)]
struct PlacePart {
    name: String,
    kind: Option<Kind>,
    tiles: Vec<Tile>,
    wild: Vec<Tile>,
}

#[derive(Debug, Clone, Serialize)]
struct GroupPart<'a> {
    name: String,
    #[serde(rename = "type")]
    group_type: GroupType,
    kinds: &'a [Kind],
    most: u8,
    places: Vec<String>,
    takes: BTreeMap<&'a str, u8>,
}

fn counts(tiles: &TileCounts) -> Vec<CountPart> {
    tiles.iter().map(|(tile, count)| CountPart { tile, count }).collect()
}

fn model(model: &DrawModel) -> ModelPart<'_> {
    let places = model.places().iter().enumerate().map(|(number, place)| PlacePart {
        name: model.place_name(number),
        kind: place.kind(),
        tiles: place.tiles().iter().collect(),
        wild: place.wild().iter().collect(),
    });
    let sides = model.side_constraints();
    let groups = model.shapes().iter().enumerate().map(|(number, shape)| {
        let takes = shape.sides().iter();
        GroupPart {
            name: model.shape_name(number),
            group_type: shape.group_type(),
            kinds: shape.kinds(),
            most: shape.most(),
            places: shape.places().map(|place| model.place_name(place)).collect(),
            takes: takes.map(|&(side, amount)| (&*sides[side].name, amount)).collect(),
        }
    });
    ModelPart {
        form: model.form(),
        tiles: model.tiles(),
        held: counts(model.held()),
        left: counts(model.left()),
        sides: side_parts(sides),
        suit_limit: model.suit_limit().map(suit_limit),
        most_wilds: model.most_wilds(),
        places: places.collect(),
        groups: groups.collect(),
    }
}
