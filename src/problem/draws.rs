//! The model of a hand that draws: which groups the win has, and which tile fills each of their places.
//!
//! A set-partition model divides the tiles of a hand. Here the groups come first, by what they are read as
//! alone, and tiles fill their **places**: tiles of the hand, kept, or tiles that are left, drawn. Places
//! that the same tiles may fill are of one sort ([`Places`]). With `x` how often each group is made, `u` a
//! tile of the hand and `v` a tile drawn in places of a sort:
//!
//! - for each sort of places, the places of the groups made are filled: `Σ x − Σ u − Σ v = 0`;
//! - for each tile, `keep = Σ u` is not more than the hand has, `draw = Σ v` not more than are left;
//! - side constraints bind the groups: so many of each pattern, no two alike, so many suits;
//! - a limit on wild tiles binds the `u` and `v` in which a tile is used as wild.
//!
//! The least sum of `draw` is the distance of the hand from a win of the form.

use super::linear::{Constraint, Linear};
use super::{Relation, SideConstraint, SuitLimit};
use crate::group::GroupType;
use crate::tile::{Kind, KindSet, Suits, Tile, TileCounts, TileSet};
use itertools::Itertools;
use std::fmt;
use std::sync::Arc;

/// Places of groups that the same tiles may fill.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Places {
    pub(crate) kind: Option<Kind>,
    pub(crate) tiles: TileSet,
    pub(crate) wild: TileSet,
    /// Of free tiles, what each may be read as.
    pub(crate) free: Vec<(Tile, KindSet)>,
}

impl Places {
    /// The kind that a tile is read as here; `None` for free tiles.
    pub fn kind(&self) -> Option<Kind> {
        self.kind
    }

    /// The tiles of the hand, and of those left, that may fill such a place.
    pub fn tiles(&self) -> TileSet {
        self.tiles
    }

    /// Those of them that are used as wild here.
    pub fn wild(&self) -> TileSet {
        self.wild
    }

    /// The kinds as which a tile may fill such a place.
    pub fn kinds_of(&self, tile: Tile) -> KindSet {
        let known = self.free.iter().find(|(free, _)| *free == tile);
        known.map_or_else(|| self.kind.into_iter().collect(), |(_, kinds)| *kinds)
    }
}

/// A group that may be made: its type and what it is read as, before it is known which tiles fill it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GroupShape {
    pub(crate) group_type: GroupType,
    pub(crate) kinds: Vec<Kind>,
    pub(crate) places: Vec<u16>,
    pub(crate) sides: Vec<(usize, u8)>,
    pub(crate) suits: Suits,
    pub(crate) most: u8,
}

impl GroupShape {
    /// The type of the group.
    pub fn group_type(&self) -> GroupType {
        self.group_type
    }

    /// The kinds that it is read as; none for a free tile.
    pub fn kinds(&self) -> &[Kind] {
        &self.kinds
    }

    /// Its places, one a tile, by their position in [`DrawModel::places`].
    pub fn places(&self) -> impl ExactSizeIterator<Item = usize> + Clone + '_ {
        self.places.iter().map(|&place| usize::from(place))
    }

    /// How much one such group takes of side constraints, by their position in
    /// [`DrawModel::side_constraints`]. The first counts the groups of its pattern.
    pub fn sides(&self) -> &[(usize, u8)] {
        &self.sides
    }

    /// The numbered suits that it is read in.
    pub fn suits(&self) -> Suits {
        self.suits
    }

    /// How often it may be made.
    pub fn most(&self) -> u8 {
        self.most
    }
}

/// The model of the nearest wins of one form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DrawModel {
    pub(crate) form: Arc<str>,
    pub(crate) tiles: usize,
    pub(crate) held: TileCounts,
    pub(crate) left: TileCounts,
    pub(crate) places: Vec<Places>,
    pub(crate) shapes: Vec<GroupShape>,
    pub(crate) sides: Vec<SideConstraint>,
    pub(crate) suit_limit: Option<SuitLimit>,
    pub(crate) most_wilds: Option<u8>,
}

impl DrawModel {
    /// Leaves out groups that cannot be filled or that a side constraint forbids, and says how often the
    /// others may be made.
    pub(crate) fn pruned(mut self) -> DrawModel {
        let (places, sides) = (&self.places, &self.sides);
        let copies = |place: u16| {
            let tiles = places[usize::from(place)].tiles.iter();
            tiles.map(|tile| usize::from(self.held.get(tile)) + usize::from(self.left.get(tile)))
        };
        let filled = |shape: &GroupShape| {
            let counts = shape.places.iter().counts();
            counts.into_iter().map(|(&place, count)| copies(place).sum::<usize>() / count).min()
        };
        for shape in &mut self.shapes {
            let bounds = shape.sides.iter().map(|&(side, amount)| sides[side].bound / amount);
            let most = bounds.min().unwrap_or(0);
            shape.most = filled(shape).map_or(most, |filled| most.min(filled.min(255) as u8));
        }
        self.shapes.retain(|shape| shape.most > 0);
        self
    }

    /// Whether there is some group of each pattern of which there must be groups: without one there is no
    /// win.
    pub(crate) fn has_groups(&self) -> bool {
        let exact = self.sides.iter().enumerate();
        let mut exact = exact.filter(|(_, side)| side.relation == Relation::Exactly);
        exact.all(|(number, side)| {
            side.bound == 0 || self.shapes.iter().any(|shape| shape.sides[0].0 == number)
        })
    }

    /// The name of the form that the model states.
    pub fn form(&self) -> &Arc<str> {
        &self.form
    }

    /// How many concealed tiles a win has.
    pub fn tiles(&self) -> usize {
        self.tiles
    }

    /// The concealed tiles of the hand.
    pub fn held(&self) -> &TileCounts {
        &self.held
    }

    /// The tiles that may be drawn.
    pub fn left(&self) -> &TileCounts {
        &self.left
    }

    /// The sorts of places.
    pub fn places(&self) -> &[Places] {
        &self.places
    }

    /// The groups that may be made.
    pub fn shapes(&self) -> &[GroupShape] {
        &self.shapes
    }

    /// What binds the groups that are made.
    pub fn side_constraints(&self) -> &[SideConstraint] {
        &self.sides
    }

    /// The limit on suits, if the rules have one.
    pub fn suit_limit(&self) -> Option<SuitLimit> {
        self.suit_limit
    }

    /// How many tiles may be used as wild, called melds left out; `None` for any number.
    pub fn most_wilds(&self) -> Option<u8> {
        self.most_wilds
    }

    /// How many rows and columns the model has: a row a sort of places and a side constraint, a column a
    /// group and a tile in places of a sort, kept or drawn.
    pub(crate) fn size(&self) -> (usize, usize) {
        let uses = |tiles: &TileCounts| {
            let there = tiles.iter().map(|(tile, _)| tile).collect();
            let of_places = |places: &Places| places.tiles.intersection(there).len();
            self.places.iter().map(of_places).sum::<usize>()
        };
        let columns = self.shapes.len() + uses(&self.held) + uses(&self.left);
        (self.places.len() + self.sides.len(), columns)
    }

    /// What files say the model is, in one line.
    fn title(&self) -> String {
        format!("Ginga model of the nearest wins, form {}", self.form)
    }

    /// The name of a group in tables and files, as in `x7_run_3m4m5m`.
    pub fn shape_name(&self, shape: usize) -> String {
        let GroupShape { group_type, kinds, .. } = &self.shapes[shape];
        let kinds = if kinds.is_empty() { "free".to_owned() } else { kinds.iter().join("") };
        format!("x{shape}_{}_{kinds}", group_type.name())
    }

    /// The name of a sort of places in tables and files, as in `place4_5m`.
    pub fn place_name(&self, place: usize) -> String {
        let kind = self.places[place].kind;
        format!("place{place}_{}", kind.map_or("free".to_owned(), |kind| kind.to_string()))
    }

    /// Writes the model in LP format. The objective is the number of tiles drawn, the sum of the variables
    /// `draw_3m`; the least is the distance.
    ///
    /// # Errors
    /// Those of the writer alone.
    ///
    /// ```
    /// use ginga::{Game, Settings};
    /// let riichi = Game::builtin("riichi")?;
    /// let hand = riichi.hand("1235p")?;
    /// let models = riichi.draw_models(&hand, &Settings::default())?;
    /// let mut text = String::new();
    /// models[0].write_lp(&mut text)?;
    /// assert!(text.contains("draws_5p: 0 nothing"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn write_lp(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        self.linear().linear.write_lp(&self.title(), out)
    }

    /// Writes the model in free MPS format: what [`DrawModel::write_lp`] says.
    ///
    /// # Errors
    /// Those of the writer alone.
    pub fn write_mps(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        self.linear().linear.write_mps(&self.title(), out)
    }

    /// The model as linear constraints.
    pub(crate) fn linear(&self) -> LinearDraws {
        let mut linear = Linear::default();
        for (number, shape) in self.shapes.iter().enumerate() {
            linear.variable(self.shape_name(number), shape.most);
        }
        self.bind_groups(&mut linear);
        let mut places: Vec<Constraint> = (0..self.places.len())
            .map(|place| Constraint::new(self.place_name(place), true, 0))
            .collect();
        for (number, shape) in self.shapes.iter().enumerate() {
            for (&place, count) in shape.places.iter().counts() {
                places[usize::from(place)].terms.push((count as i64, number));
            }
        }
        let mut wilds =
            Constraint::new("wilds".to_owned(), false, self.most_wilds.map_or(i64::MAX, i64::from));
        let mut used = Vec::new();
        let mut totals = [Vec::new(), Vec::new()];
        let tiles = Tile::all().filter(|&tile| self.held.get(tile) > 0 || self.left.get(tile) > 0);
        for tile in tiles {
            let sides = [("u", "keep", &self.held), ("v", "draw", &self.left)];
            for ((letter, word, copies), totals) in sides.into_iter().zip(&mut totals) {
                let most = copies.get(tile).min(self.tiles.min(255) as u8);
                if most == 0 {
                    continue;
                }
                let total = linear.variable(format!("{word}_{tile}"), most);
                let mut sum = Constraint::new(format!("{word}s_{tile}"), true, 0);
                sum.terms.push((-1, total));
                for (place, sort) in self.places.iter().enumerate() {
                    if !sort.tiles.contains(tile) || places[place].terms.is_empty() {
                        continue;
                    }
                    let name = format!("{letter}_{tile}_in_{}", self.place_name(place));
                    let variable = linear.variable(name, most);
                    sum.terms.push((1, variable));
                    places[place].terms.push((-1, variable));
                    if sort.wild.contains(tile) {
                        wilds.terms.push((1, variable));
                    }
                    used.push(Used { tile, place, drawn: word == "draw", variable });
                }
                linear.constraints.push(sum);
                totals.push((tile, total));
            }
        }
        linear.constraints.extend(places.into_iter().filter(|place| !place.terms.is_empty()));
        linear.constraints.extend(Some(wilds).filter(|_| self.most_wilds.is_some()));
        let [keep, draw] = totals;
        linear.objective = draw.iter().map(|&(_, variable)| (1, variable)).collect();
        // Once the groups are chosen, tiles go to places as in a network: its vertices are whole.
        let network = self.most_wilds.is_none();
        let tiles = linear.variables.iter_mut().skip(self.shapes.len());
        tiles.for_each(|variable| variable.whole = !network);
        let suits = self.shapes.iter().map(|shape| (shape.suits, shape.most));
        linear.limit_suits(self.suit_limit, &suits.collect_vec());
        LinearDraws { linear, keep, draw, used }
    }

    /// The side constraints.
    fn bind_groups(&self, linear: &mut Linear) {
        for (number, side) in self.sides.iter().enumerate() {
            let exact = side.relation == Relation::Exactly;
            let mut sum = Constraint::new(side.name.clone(), exact, side.bound.into());
            for (shape, GroupShape { sides, .. }) in self.shapes.iter().enumerate() {
                let of_side = sides.iter().filter(|(side, _)| *side == number);
                sum.terms.extend(of_side.map(|&(_, amount)| (amount.into(), shape)));
            }
            linear.constraints.push(sum);
        }
    }
}

/// The linear constraints of a [`DrawModel`], with what their variables mean.
#[cfg_attr(not(feature = "ilp"), expect(dead_code, reason = "the ILP alone reads solutions back"))]
pub(crate) struct LinearDraws {
    pub linear: Linear,
    /// For each tile of the hand the variable that says how many are kept.
    pub keep: Vec<(Tile, usize)>,
    /// For each tile left the variable that says how many are drawn.
    pub draw: Vec<(Tile, usize)>,
    /// The uses of tiles in places.
    pub used: Vec<Used>,
}

/// A tile in places of a sort.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(not(feature = "ilp"), expect(dead_code, reason = "the ILP alone reads solutions back"))]
pub(crate) struct Used {
    pub tile: Tile,
    pub place: usize,
    pub drawn: bool,
    pub variable: usize,
}
