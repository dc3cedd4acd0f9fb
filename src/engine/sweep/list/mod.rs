//! Decompositions of a hand in one form, as the sweep finds them.
//!
//! The sweep's choices are followed from the first kind to the last, those alone that reach the end. Each
//! path has groups of its own, which are a reading. Of a hand that waits for a tile the paths lead to
//! complete groups, one place left open; paths that are alike without the open place are one reading, and
//! their places its holes. Then tiles are put in the places of each reading. All is kept, put in canonical
//! order, and handed over; a hand with too many decompositions is not listed.

mod fillings;
mod holes;
mod paths;
mod shapes;

use super::placed::Placed;
use super::{CompiledForm, InQuestion, Sweep};
use crate::group::{Group, GroupType, Hole, PartialGroup, Slot};
use crate::hand::Hand;
use crate::rules::DeadWaits;
use crate::tile::{Kind, Tile};
use fillings::{Filled, TilesLeft, ToFill, fillings};
use holes::{Holes, Lacking};
use paths::{PathGroup, PathGroups, Paths};
use rustc_hash::FxHashMap;
use shapes::{Shape, Shapes, Uses};
use smallvec::{SmallVec, smallvec};
use std::ops::ControlFlow;
use std::sync::Arc;

/// A hand with more decompositions than these is not listed.
const MOST_LISTED: usize = 1 << 13;

/// With more paths than these, or tries to fill a place, it takes too long: some ten milliseconds.
const MOST_PATHS: u64 = 1 << 14;
const MOST_TRIES: u32 = 1 << 18;

/// The decompositions of a hand in one form, in canonical order.
#[derive(Debug, Default)]
pub(crate) struct SweptList {
    groups: Vec<Arc<Group>>,
    partials: Vec<Arc<PartialGroup>>,
    list: Vec<Listed>,
    /// How many readings they have.
    pub readings: usize,
    /// Whether the run was stopped, so that there may be more.
    pub stopped: bool,
    /// How many steps the run took.
    pub steps: u64,
}

/// A decomposition, by the places of its groups.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Listed {
    groups: SmallVec<[u16; 14]>,
    partial: Option<u16>,
    reading: u32,
}

impl SweptList {
    /// A hand that is one group.
    pub fn of_one_group(group: Group) -> SweptList {
        let one = Listed { groups: smallvec![0], partial: None, reading: 0 };
        let groups = vec![Arc::new(group)];
        SweptList { groups, list: vec![one], readings: 1, ..SweptList::default() }
    }

    /// A hand that is one partial group.
    pub fn of_one_partial(partial: PartialGroup) -> SweptList {
        let one = Listed { groups: smallvec![], partial: Some(0), reading: 0 };
        let partials = vec![Arc::new(partial)];
        SweptList { partials, list: vec![one], readings: 1, ..SweptList::default() }
    }

    /// How many decompositions there are.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// The decompositions in canonical order: concealed groups, the partial group, and a number that two of
    /// them share when they are read alike.
    pub fn iter(
        &self,
    ) -> impl Iterator<Item = (Vec<Arc<Group>>, Option<Arc<PartialGroup>>, usize)> + '_ {
        self.list.iter().map(|one| {
            let groups = one.groups.iter().map(|&place| self.groups[usize::from(place)].clone());
            let partial = one.partial.map(|place| self.partials[usize::from(place)].clone());
            (groups.collect(), partial, one.reading as usize)
        })
    }
}

impl Sweep {
    /// The decompositions of a hand in the form at this place; `None` for a form that the sweep does not
    /// serve and for a hand with too many choices.
    pub fn list(
        &self,
        hand: &Hand,
        place: usize,
        stopped: &mut dyn FnMut() -> bool,
    ) -> Option<SweptList> {
        let Some(form) = self.forms(hand, &[]).find(|form| form.place == place) else {
            return Some(SweptList::default());
        };
        match self.forms[place].as_ref().ok()? {
            CompiledForm::Never => Some(SweptList::default()),
            CompiledForm::Free(free) => {
                let dead_count = self.rules.dead_waits() == DeadWaits::Count;
                Some(free.list(hand, &self.wall.unseen(hand), dead_count))
            }
            CompiledForm::Groups(groups) => match Placed::of(&self.rules, &form, groups, hand)? {
                Some(placed) => self.list_of(hand, &form, &placed, stopped),
                None => Some(SweptList::default()),
            },
        }
    }

    fn list_of(
        &self,
        hand: &Hand,
        form: &InQuestion<'_>,
        placed: &Placed<'_>,
        stopped: &mut dyn FnMut() -> bool,
    ) -> Option<SweptList> {
        let paths = Paths::of(placed, &self.kept)?;
        let uses = Uses {
            rules: &self.rules,
            form: form.form,
            compiled: placed.form,
            readable: self.rules.kinds_in_play().without(self.rules.absent()),
        };
        let tiles = TilesLeft::new(hand, |tile| uses.only_kind(tile));
        let mut lister = Lister {
            shapes: Shapes::new(uses, hand, &paths),
            holes: Holes::new(uses, self.wall.unseen(hand), placed.called_as),
            tiles,
            most_wild: form.wild_uses,
            tries: MOST_TRIES,
            found: Found::default(),
            stopped,
        };
        let whole = match placed.waits {
            false => lister.complete(&paths),
            true => lister.tenpai(&paths),
        };
        let Lister { mut found, .. } = lister;
        found.list.steps += paths.looked_at;
        (whole.is_continue() || found.list.stopped).then(|| found.in_order())
    }
}

/// The groups of a waiting hand by what they are read as, but for its holes.
#[derive(PartialEq, Eq, Hash)]
struct Waiting {
    complete: PathGroups,
    pattern: u8,
    /// The kinds of the partial group's tiles.
    has: SmallVec<[Kind; 2]>,
}

/// What completes the partial group of a waiting hand, and one of the groups that it then is.
struct Completions {
    group: PathGroup,
    /// The place of that group that is open.
    without: usize,
    lacking: SmallVec<[Lacking; 2]>,
}

/// Makes the list.
struct Lister<'a, 's> {
    shapes: Shapes<'a>,
    holes: Holes<'a>,
    tiles: TilesLeft,
    /// How many tiles may be used as wild.
    most_wild: u8,
    /// How often a place may still be tried to fill.
    tries: u32,
    found: Found,
    stopped: &'s mut dyn FnMut() -> bool,
}

impl Lister<'_, '_> {
    /// One step more; a break when the run should end.
    fn step(&mut self) -> ControlFlow<()> {
        self.found.list.steps += 1;
        if self.found.list.steps > MOST_PATHS {
            return ControlFlow::Break(());
        }
        if (self.stopped)() {
            self.found.list.stopped = true;
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }

    fn complete(&mut self, paths: &Paths<'_>) -> ControlFlow<()> {
        paths.see(&mut |groups, _| {
            self.step()?;
            self.fill(groups, None)
        })
    }

    fn tenpai(&mut self, paths: &Paths<'_>) -> ControlFlow<()> {
        let mut places: FxHashMap<Waiting, usize> = FxHashMap::default();
        let mut completions: Vec<Completions> = Vec::new();
        paths.see(&mut |groups, hole| {
            self.step()?;
            let Some(hole) = hole else { return ControlFlow::Continue(()) };
            for (at, &group) in groups.iter().enumerate() {
                self.shapes.make(group);
                let Some(shape) = self.shapes.get(group) else { continue };
                let again = at > 0 && groups[at - 1] == group;
                let without = shape.kinds.iter().position(|&kind| kind == hole);
                let Some(without) = without.filter(|_| !again) else { continue };
                let mut complete = groups.clone();
                complete.remove(at);
                let mut has: SmallVec<[_; 2]> = shape.kinds.iter().copied().collect();
                has.remove(without);
                let lacking = Lacking {
                    kind: hole,
                    shape: shape.wait(self.shapes.uses.form, hole),
                    group: shape.group,
                };
                let next = completions.len();
                let waiting = Waiting { complete, pattern: shape.pattern, has };
                let place = *places.entry(waiting).or_insert(next);
                if place == next {
                    completions.push(Completions { group, without, lacking: SmallVec::new() });
                }
                completions[place].lacking.push(lacking);
            }
            match completions.len() > MOST_LISTED {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        })?;
        for (waiting, place) in places {
            self.step()?;
            self.fill(&waiting.complete, Some(&completions[place]))?;
        }
        ControlFlow::Continue(())
    }

    /// Fills the groups of a reading, and if there is one the partial group.
    fn fill(&mut self, complete: &PathGroups, partial: Option<&Completions>) -> ControlFlow<()> {
        complete.iter().for_each(|&group| self.shapes.make(group));
        let mut groups: SmallVec<[ToFill<'_>; 16]> = SmallVec::new();
        for (at, &group) in complete.iter().enumerate() {
            let again = at > 0 && complete[at - 1] == group;
            groups.extend(self.shapes.get(group).map(|shape| ToFill {
                shape,
                without: None,
                again,
            }));
        }
        let open = partial.and_then(|partial| {
            let shape = self.shapes.get(partial.group)?;
            Some(ToFill { shape, without: Some(partial.without), again: false })
        });
        groups.extend(open);
        let mut holes = partial.map(|partial| self.holes.of(&groups, &partial.lacking));
        let reading = self.found.list.readings;
        let before = self.found.list.list.len();
        let (found, tiles) = (&mut self.found, &self.shapes.tiles);
        let (most_wild, tries) = (self.most_wild, &mut self.tries);
        let flow = fillings(&self.tiles, &groups, most_wild, tries, &mut |filled, wild| {
            let used_up = wild == most_wild;
            let holes = match &mut holes {
                Some(holes) => match self.holes.found(holes, used_up) {
                    [] => return ControlFlow::Continue(()),
                    some => Some(some),
                },
                None => None,
            };
            found.add(tiles, complete, &groups, filled, holes, reading)
        });
        if self.found.list.list.len() > before {
            self.found.list.readings += 1;
        }
        flow
    }
}

/// Groups and decompositions found so far.
#[derive(Default)]
struct Found {
    list: SweptList,
    /// The places of groups, by the group and the places of its tiles.
    groups: FxHashMap<(PathGroup, [u8; 3]), u16>,
    partials: FxHashMap<PartialGroup, u16>,
}

impl Found {
    fn add(
        &mut self,
        tiles: &[Tile],
        complete: &PathGroups,
        groups: &[ToFill<'_>],
        filled: &Filled,
        holes: Option<&[Hole]>,
        reading: usize,
    ) -> ControlFlow<()> {
        let full = |count: usize| count >= usize::from(u16::MAX);
        if self.list.list.len() >= MOST_LISTED
            || full(self.list.groups.len() + 16)
            || full(self.list.partials.len() + 1)
        {
            return ControlFlow::Break(());
        }
        let mut at = 0;
        let mut one = Listed { groups: SmallVec::new(), partial: None, reading: reading as u32 };
        for (group, to_fill) in complete.iter().zip(groups) {
            let size = to_fill.shape.kinds.len();
            let mut key = [u8::MAX; 3];
            key[..size].copy_from_slice(&filled[at..at + size]);
            at += size;
            let place = *self.groups.entry((*group, key)).or_insert_with(|| {
                let group = complete_group(to_fill.shape, tiles, &key[..size]);
                self.list.groups.push(Arc::new(group));
                self.list.groups.len() as u16 - 1
            });
            one.groups.push(place);
        }
        if let (Some(holes), Some(to_fill)) = (holes, groups.last()) {
            let kinds = to_fill.shape.kinds.iter().enumerate();
            let kinds = kinds.filter(|(place, _)| to_fill.without != Some(*place));
            let slot =
                |((_, &kind), &tile): (_, &u8)| Slot { kind, tile: tiles[usize::from(tile)] };
            let slots: SmallVec<[Slot; 2]> = kinds.zip(&filled[at..]).map(slot).collect();
            let partial = PartialGroup::of_sorted(&slots, holes.to_vec());
            let next = self.list.partials.len() as u16;
            let place = *self.partials.entry(partial).or_insert_with_key(|partial| {
                self.list.partials.push(Arc::new(partial.clone()));
                next
            });
            one.partial = Some(place);
        }
        self.list.list.push(one);
        ControlFlow::Continue(())
    }

    /// The list in canonical order.
    fn in_order(mut self) -> SweptList {
        let groups = in_order(&mut self.list.groups);
        let partials = in_order(&mut self.list.partials);
        for one in &mut self.list.list {
            one.groups.iter_mut().for_each(|group| *group = groups[usize::from(*group)]);
            one.groups.sort_unstable();
            one.partial = one.partial.map(|partial| partials[usize::from(partial)]);
        }
        self.list.list.sort_unstable();
        self.list
    }
}

/// Sorts, and says for each place the new one.
fn in_order<T: Ord>(sorted: &mut Vec<Arc<T>>) -> Vec<u16> {
    let mut order: Vec<u16> = (0..sorted.len() as u16).collect();
    order.sort_by(|&one, &other| sorted[usize::from(one)].cmp(&sorted[usize::from(other)]));
    let mut places = vec![0; sorted.len()];
    (0..).zip(&order).for_each(|(place, &from)| places[usize::from(from)] = place);
    *sorted = order.iter().map(|&from| sorted[usize::from(from)].clone()).collect();
    places
}

fn complete_group(shape: &Shape, tiles: &[Tile], filled: &[u8]) -> Group {
    let slots = shape.kinds.iter().zip(filled);
    let slots = slots.map(|(&kind, &tile)| Slot { kind, tile: tiles[usize::from(tile)] });
    Group::of_sorted(shape.group, slots)
}

/// Whether the places of a group count towards limits: those of free tiles do not.
fn counts(group: GroupType) -> bool {
    group != GroupType::Rest
}
