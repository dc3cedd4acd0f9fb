//! From a hand and the tiles left to the models of its nearest wins.

use super::{Generator, ModelContext, ModelQuestion, SideConstraints, groups_name, spacing};
use crate::group::{Group, GroupType, Slot};
use crate::hand::Hand;
use crate::problem::{DrawModel, GroupShape, Places, Relation};
use crate::rules::{Form, Pattern, PatternSort, RestSize, RuleSet};
use crate::tile::{Kind, KindSet, Suit, Suits, Tile, TileCounts, TileSet};
use crate::wall::Wall;
use itertools::Itertools;

/// The tiles that a win is made of.
pub(crate) struct Supply<'a> {
    /// The concealed tiles: any number of them.
    pub held: &'a TileCounts,
    /// The tiles that may be drawn.
    pub left: &'a TileCounts,
    /// How many concealed tiles the win has.
    pub complete: usize,
}

/// The models of the nearest wins, one for each form that a hand of so many tiles and with these called
/// melds may be of, in the rule set's order.
///
/// The rules must be those that admit the hand, narrowed to its suit where they have but one; the wall is
/// theirs.
pub(crate) fn draw_models(
    hand: &Hand,
    rules: &RuleSet,
    wall: &Wall,
    supply: &Supply<'_>,
) -> Vec<DrawModel> {
    let called_kinds: KindSet = hand.called().flat_map(Group::kinds).collect();
    if !called_kinds.intersection(rules.absent()).is_empty() {
        return Vec::new();
    }
    let unseen = wall.unseen(hand);
    let context = ModelContext::new(hand, rules, unseen, ModelQuestion::Complete);
    let of_form = |form: &Form| {
        let counts = form.counts(supply.complete, hand.called().len())?;
        let called = hand.called().all(|meld| form.takes_called(meld, rules));
        called.then(|| Generator::new(&context, form).draw_model(&counts, supply))?
    };
    rules.forms().iter().filter_map(of_form).collect()
}

/// The groups of a model in the making, with the patterns that they are of.
#[derive(Default)]
struct Shapes<'p> {
    places: Vec<Places>,
    shapes: Vec<GroupShape>,
    patterns: Vec<&'p Pattern>,
}

impl<'p> Shapes<'p> {
    /// The position of a sort of places.
    fn place(&mut self, places: Places) -> u16 {
        let known = self.places.iter().position(|known| *known == places);
        let place = known.unwrap_or_else(|| {
            self.places.push(places);
            self.places.len() - 1
        });
        place as u16
    }

    fn add(&mut self, pattern: &'p Pattern, shape: GroupShape) {
        self.shapes.push(shape);
        self.patterns.push(pattern);
    }
}

impl Generator<'_> {
    /// The model of the nearest wins; `None` when the called melds alone use too many tiles as wild.
    fn draw_model(&self, counts: &[u8], supply: &Supply<'_>) -> Option<DrawModel> {
        let called = || self.context.hand.called().flat_map(Group::slots);
        let is_wild = |slot: &&Slot| self.rules.is_wild_use(slot.tile, slot.kind);
        let most_wilds = match self.rules.most_wilds(self.form) {
            None => None,
            Some(most) => {
                let most = usize::from(most).checked_sub(called().filter(is_wild).count())?;
                u8::try_from(most).ok().filter(|_| most < supply.complete)
            }
        };
        let there: TileSet =
            supply.held.iter().chain(supply.left.iter()).map(|(tile, _)| tile).collect();
        let mut sides = SideConstraints { list: Vec::new() };
        let mut shapes = Shapes::default();
        for (pattern, &count) in self.form.patterns().iter().zip(counts) {
            match pattern.sort {
                PatternSort::Rest { .. } => {
                    self.free_shapes(pattern, there, supply.complete, &mut sides, &mut shapes);
                }
                PatternSort::Groups(_) => {
                    let side = sides.add(groups_name(pattern.sort), Relation::Exactly, count);
                    self.group_shapes(pattern, there, side, &mut shapes);
                }
            }
        }
        let Shapes { places, mut shapes, patterns } = shapes;
        let firsts = shapes.iter().map(|shape| shape.kinds.first().copied());
        let groups = patterns.into_iter().zip(firsts).collect_vec();
        for (at, side) in spacing::keep_apart(self.form, counts, &groups, &mut sides) {
            shapes[at].sides.push((side, 1));
        }
        self.limit_alike(&called().copied().collect_vec(), supply, &mut sides, &mut shapes);
        let model = DrawModel {
            form: self.form.shared_name(),
            tiles: supply.complete,
            held: supply.held.clone(),
            left: supply.left.clone(),
            places,
            shapes,
            sides: sides.list,
            suit_limit: self.suit_limit,
            most_wilds,
        };
        Some(model.pruned())
    }

    /// The groups of a pattern, each place with the tiles that may fill it.
    fn group_shapes<'p>(
        &self,
        pattern: &'p Pattern,
        there: TileSet,
        side: usize,
        shapes: &mut Shapes<'p>,
    ) {
        for (group_type, kinds) in self.shapes(pattern) {
            let place = |&kind: &Kind| {
                let fits = |&tile: &Tile| self.fits(tile, kind, group_type, pattern);
                let tiles: TileSet = there.iter().filter(fits).collect();
                let wild = |&tile: &Tile| self.rules.is_wild_use(tile, kind);
                let wild = tiles.iter().filter(wild).collect();
                Places { kind: Some(kind), tiles, wild, free: Vec::new() }
            };
            let places = kinds.iter().map(|kind| shapes.place(place(kind))).collect();
            let suits = Suits::of(kinds.iter().copied());
            let sides = vec![(side, 1)];
            shapes.add(pattern, GroupShape { group_type, kinds, places, sides, suits, most: 0 });
        }
    }

    /// Free tiles, each a group of its own: so many that must be wild, and the others. Where suits are
    /// limited, those of each suit apart.
    fn free_shapes<'p>(
        &self,
        pattern: &'p Pattern,
        there: TileSet,
        complete: usize,
        sides: &mut SideConstraints,
        shapes: &mut Shapes<'p>,
    ) {
        let PatternSort::Rest { size, least_wilds, .. } = pattern.sort else { return };
        let size = match size {
            RestSize::Exactly(size) => size,
            RestSize::Hand => complete.min(255) as u8,
        };
        let suit_of = |tile: Tile| self.free_kind(tile, pattern).map(|kind| Suits::of([kind]));
        let mut suits = vec![Suits::default()];
        if self.suit_limit.is_some() {
            suits.extend(Suit::NUMBERED.map(|suit| Suits::of(Kind::new(suit, 1))));
        }
        // More wild tiles than there are free ones are never there.
        let others = size.saturating_sub(least_wilds);
        for (name, count, must_be_wild) in
            [("wild_rest", least_wilds, true), ("rest", others, false)]
        {
            if count == 0 {
                continue;
            }
            let side = sides.add(name, Relation::Exactly, count);
            for &suits in &suits {
                let fits = |&tile: &Tile| {
                    let of_suit = suit_of(tile)
                        .is_some_and(|suit| self.suit_limit.is_none() || suit == suits);
                    of_suit && (!must_be_wild || self.is_wild(tile))
                };
                let tiles: TileSet =
                    there.iter().filter(fits).filter(|_| least_wilds <= size).collect();
                let read = |tile: Tile| match self.suit_limit {
                    None => self.free_kinds(tile, pattern),
                    Some(_) => self.free_kind(tile, pattern).into_iter().collect(),
                };
                let free = tiles.iter().map(|tile| (tile, read(tile))).collect();
                let places = Places { kind: None, tiles, wild: TileSet::EMPTY, free };
                let places = vec![shapes.place(places)];
                let (group_type, kinds, sides) = (GroupType::Rest, Vec::new(), vec![(side, 1)]);
                shapes
                    .add(pattern, GroupShape { group_type, kinds, places, sides, suits, most: 0 });
            }
        }
    }

    /// No more tiles read as one kind than the rules allow, called ones counted.
    fn limit_alike(
        &self,
        called: &[Slot],
        supply: &Supply<'_>,
        sides: &mut SideConstraints,
        shapes: &mut [GroupShape],
    ) {
        for kind in self.context.readable.iter() {
            let Some(most) = self.rules.most_alike(kind) else { continue };
            let of_called = called.iter().filter(|slot| slot.kind == kind).count();
            let bound = most.saturating_sub(of_called.min(255) as u8);
            let readers = Tile::all().filter(|&tile| self.stands_for(tile).contains(kind));
            let copies =
                |tile| usize::from(supply.held.get(tile)) + usize::from(supply.left.get(tile));
            if readers.map(copies).sum::<usize>() <= bound.into() {
                continue;
            }
            let side = sides.add(&format!("as_{kind}"), Relation::AtMost, bound);
            for shape in shapes.iter_mut() {
                let alike = shape.kinds.iter().filter(|&&other| other == kind).count();
                if alike > 0 {
                    shape.sides.push((side, alike as u8));
                }
            }
        }
    }
}
