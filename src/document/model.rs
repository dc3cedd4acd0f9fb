//! The document of a hand's models.

use super::head::{About, Head};
use crate::group::{GroupType, Hole};
use crate::problem::{
    Column, ColumnId, ColumnMeaning, Problem, Relation, SideConstraint, SuitLimit,
};
use crate::tile::{Kind, Suit, Tile};
use serde::{Serialize, Serializer};

/// The document of the [`models`](crate::models()) of a hand: rows, side constraints and columns of each
/// form.
///
/// ```
/// use ginga::document::{self, About};
/// use ginga::{Game, Overrides};
///
/// let galaxy = Game::builtin("galaxy")?;
/// let hand = galaxy.hand("23m5p5P")?;
/// let models = galaxy.models(&hand)?;
/// let about = About { hand: &hand, rules: galaxy.rules(), overrides: &Overrides::default() };
/// let document = serde_json::to_value(document::models(about, &models))?;
/// let row = &document["models"][0]["rows"][0];
/// assert_eq!(*row, serde_json::json!({"tile": "2m", "count": 1}));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn models<'a>(about: About<'a>, models: &'a [Problem]) -> Models<'a> {
    let models = models.iter().map(model).collect();
    Models { head: Head::new("model", about), models }
}

/// The document of [`models`].
#[derive(Debug, Clone, Serialize)]
pub struct Models<'a> {
    #[serde(flatten)]
    head: Head<'a>,
    models: Vec<ModelPart<'a>>,
}

#[derive(Debug, Clone, Serialize)]
struct ModelPart<'a> {
    form: &'a str,
    rows: Vec<RowPart>,
    sides: Vec<SidePart<'a>>,
    suit_limit: Option<SuitLimitPart>,
    columns: ColumnParts<'a>,
}

#[derive(Debug, Clone, Serialize)]
struct RowPart {
    tile: Tile,
    count: u8,
}

#[derive(Debug, Clone, Serialize)]
pub(super) struct SidePart<'a> {
    name: &'a str,
    relation: &'static str,
    bound: u8,
}

#[derive(Debug, Clone, Serialize)]
pub(super) struct SuitLimitPart {
    most: u8,
    used: Vec<char>,
}

fn model(model: &Problem) -> ModelPart<'_> {
    ModelPart {
        form: model.form(),
        rows: model.rows().iter().map(|row| RowPart { tile: row.tile, count: row.count }).collect(),
        sides: side_parts(model.side_constraints()),
        suit_limit: model.suit_limit().map(suit_limit),
        columns: ColumnParts(model),
    }
}

pub(super) fn side_parts(sides: &[SideConstraint]) -> Vec<SidePart<'_>> {
    let relation = |relation| match relation {
        Relation::Exactly => "=",
        Relation::AtMost => "<=",
    };
    let of_side = sides.iter().map(|side| SidePart {
        name: &side.name,
        relation: relation(side.relation),
        bound: side.bound,
    });
    of_side.collect()
}

pub(super) fn suit_limit(limit: SuitLimit) -> SuitLimitPart {
    let used = Suit::NUMBERED.into_iter().filter(|&suit| limit.used.contains(suit));
    SuitLimitPart { most: limit.most, used: used.map(Suit::letter).collect() }
}

/// The columns of a model, made one by one as they are written.
#[derive(Debug, Clone)]
struct ColumnParts<'a>(&'a Problem);

impl Serialize for ColumnParts<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let columns = self.0.columns_with_ids();
        serializer.collect_seq(columns.map(|(id, column)| column_part(self.0, id, column)))
    }
}

#[derive(Serialize)]
struct ColumnPart<'a> {
    name: String,
    #[serde(flatten)]
    content: ContentPart,
    most: u8,
    takes: Takes<'a>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum ContentPart {
    Complete {
        #[serde(rename = "type")]
        group_type: GroupType,
        kinds: Vec<Kind>,
        tiles: Vec<Tile>,
    },
    Open {
        #[serde(rename = "type")]
        name: &'static str,
        kinds: Vec<Kind>,
        tiles: Vec<Tile>,
        holes: Vec<Kind>,
    },
    Spare {
        #[serde(rename = "type")]
        name: &'static str,
        tiles: [Tile; 1],
    },
}

fn column_part<'a>(model: &'a Problem, id: ColumnId, column: &'a Column) -> ColumnPart<'a> {
    let content = match column.meaning() {
        ColumnMeaning::Complete(group) => ContentPart::Complete {
            group_type: group.group_type(),
            kinds: group.kinds().collect(),
            tiles: group.tiles().collect(),
        },
        ColumnMeaning::Partial(open) => ContentPart::Open {
            name: "open",
            kinds: open.kinds().collect(),
            tiles: open.tiles().collect(),
            holes: open.holes().iter().map(|hole: &Hole| hole.kind).collect(),
        },
        ColumnMeaning::Spare(tile) => ContentPart::Spare { name: "spare", tiles: [*tile] },
    };
    let (name, takes) = (model.column_name(id), Takes { model, column });
    ColumnPart { name, content, most: column.most(), takes }
}

/// What one choice of a column takes: a map of rows and side constraints by their names.
struct Takes<'a> {
    model: &'a Problem,
    column: &'a Column,
}

impl Serialize for Takes<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let entries = self.column.entries().iter();
        serializer.collect_map(
            entries.map(|entry| (self.model.constraint_name(entry.constraint), entry.amount)),
        )
    }
}
