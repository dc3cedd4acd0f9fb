//! Groups by what they are read as, and which tiles of a hand may fill their places.

use super::paths::{PathGroup, Paths};
use crate::engine::sweep::plan::GroupForm;
use crate::group::{GroupType, WaitShape};
use crate::hand::Hand;
use crate::rules::{Form, Pattern, RuleSet};
use crate::tile::{Kind, KindSet, Tile};
use smallvec::SmallVec;

/// A tile of the hand, by place, that may fill a place of a group, and whether it is wild there.
#[derive(Debug, Clone, Copy)]
pub(super) struct Fitting {
    pub tile: u8,
    pub wild: bool,
}

/// A group by what it is read as.
#[derive(Debug, Clone)]
pub(super) struct Shape {
    pub pattern: u8,
    pub group: GroupType,
    pub kinds: SmallVec<[Kind; 3]>,
    /// For each place the tiles that may fill it.
    pub fitting: SmallVec<[SmallVec<[Fitting; 4]>; 3]>,
}

impl Shape {
    /// How the group waits for a kind of it.
    pub fn wait(&self, form: &Form, hole: Kind) -> WaitShape {
        let pattern = &form.patterns()[usize::from(self.pattern)];
        match self.group {
            GroupType::Rest => WaitShape::Any,
            group => pattern.wait.unwrap_or_else(|| WaitShape::of(group, hole, &self.kinds)),
        }
    }
}

/// What tiles may be used as in the groups of a form.
#[derive(Clone, Copy)]
pub(super) struct Uses<'a> {
    pub rules: &'a RuleSet,
    pub form: &'a Form,
    pub compiled: &'a GroupForm,
    pub readable: KindSet,
}

impl Uses<'_> {
    /// The kinds that a tile may be read as in groups.
    pub fn kinds(&self, tile: Tile) -> KindSet {
        self.rules.stands_for_in(self.form, tile).intersection(self.readable)
    }

    /// Whether a tile may take the place of a kind in a group of this type and pattern.
    pub fn fits(&self, tile: Tile, kind: Kind, group: GroupType, pattern: &Pattern) -> bool {
        self.kinds(tile).contains(kind)
            && self.rules.allows(tile, kind, group)
            && (pattern.wilds || !self.rules.is_wild_use(tile, kind))
    }

    /// The kinds that a tile may be drawn as where it is free.
    pub fn free_kinds(&self, tile: Tile) -> KindSet {
        self.compiled.free_kinds[tile.index()]
    }

    /// The kind that a free tile of a complete hand is read as.
    fn free_kind(&self, tile: Tile) -> Option<Kind> {
        let kinds = self.free_kinds(tile);
        tile.kind().filter(|&own| kinds.contains(own)).or_else(|| kinds.iter().next())
    }

    /// The one kind that a tile of the hand may be read as, if there is but one.
    pub fn only_kind(&self, tile: Tile) -> Option<Kind> {
        let all = self.kinds(tile).union(self.free_kind(tile).into_iter().collect());
        all.iter().next().filter(|_| all.len() == 1)
    }
}

/// The groups that paths of a hand have, each made when it is first asked for.
pub(super) struct Shapes<'a> {
    pub uses: Uses<'a>,
    /// The tiles of the hand, each once, in order.
    pub tiles: Vec<Tile>,
    paths: &'a Paths<'a>,
    known: Vec<Option<Box<Shape>>>,
}

impl<'a> Shapes<'a> {
    pub fn new(uses: Uses<'a>, hand: &Hand, paths: &'a Paths<'a>) -> Shapes<'a> {
        let tiles = hand.concealed().iter().map(|(tile, _)| tile).collect();
        Shapes { uses, tiles, paths, known: vec![None; paths.numbers()] }
    }

    /// The group, which [`Shapes::make`] has made.
    pub fn get(&self, group: PathGroup) -> Option<&Shape> {
        self.known[group.number()].as_deref()
    }

    pub fn make(&mut self, group: PathGroup) {
        if self.known[group.number()].is_none() {
            self.known[group.number()] = Some(Box::new(self.shape(group)));
        }
    }

    fn shape(&self, group: PathGroup) -> Shape {
        let (part, step, place) = self.paths.beginning(group);
        let (pattern, group, kinds): (u8, GroupType, SmallVec<[Kind; 3]>) =
            match step.alike.get(place) {
                Some(alike) => {
                    let free = self.uses.compiled.places[usize::from(alike.places)].free;
                    let group = match alike.size {
                        1 if free => GroupType::Rest,
                        1 => GroupType::Single,
                        2 => GroupType::Pair,
                        _ => GroupType::Triplet,
                    };
                    (alike.pattern, group, SmallVec::from_elem(step.kind, alike.size.into()))
                }
                None => {
                    let run = &step.begins[place - step.alike.len()];
                    let mut steps = part.steps.iter();
                    let behind = steps.by_ref().filter(|step| {
                        step.begins.iter().chain(&step.goes_on).any(|at| at.run == run.run)
                    });
                    (run.pattern, GroupType::Run, behind.map(|step| step.kind).collect())
                }
            };
        let of_pattern = &self.uses.form.patterns()[usize::from(pattern)];
        let fitting = kinds.iter().map(|&kind| self.fitting(kind, group, of_pattern)).collect();
        Shape { pattern, group, kinds, fitting }
    }

    /// The tiles that may take the place of a kind.
    fn fitting(&self, kind: Kind, group: GroupType, pattern: &Pattern) -> SmallVec<[Fitting; 4]> {
        let uses = &self.uses;
        let tiles = (0..).zip(&self.tiles);
        let fits = tiles.filter(|&(_, &tile)| match group {
            GroupType::Rest => uses.free_kind(tile) == Some(kind),
            _ => uses.fits(tile, kind, group, pattern),
        });
        let wild = |tile| group != GroupType::Rest && uses.rules.is_wild_use(tile, kind);
        fits.map(|(place, &tile)| Fitting { tile: place, wild: wild(tile) }).collect()
    }
}
