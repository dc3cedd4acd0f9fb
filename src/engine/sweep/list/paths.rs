//! The choices of a hand, kind by kind, as paths: each from the first kind to the last is a way to win.

use crate::engine::sweep::kept::Kept;
use crate::engine::sweep::placed::Placed;
use crate::engine::sweep::plan::{Part, Step};
use crate::engine::sweep::state::{LastNumbers, State};
use crate::engine::sweep::walk::{At, Groups, Next};
use crate::tile::Kind;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::ops::ControlFlow;

/// With more choices than these a hand is not listed.
const MOST_CHOICES: usize = 1 << 14;

/// How many groups of each sort begin at a kind: four bits each.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
struct BegunHere(u64);

impl BegunHere {
    /// How many sorts there is room for.
    const ROOM: usize = 16;

    /// The sorts by place, each as often as a group of it begins.
    fn places(self) -> impl Iterator<Item = usize> {
        let count = move |place: usize| (self.0 >> (4 * place) & 15) as usize;
        (0..Self::ROOM).flat_map(move |place| std::iter::repeat_n(place, count(place)))
    }
}

impl Groups for BegunHere {
    fn add(&mut self, place: usize) {
        self.0 += 1 << (4 * place);
    }
}

/// A choice at a kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Edge {
    from: u32,
    begun: BegunHere,
    /// Whether it leaves the place open that is waited for.
    waits: bool,
    to: u32,
}

/// The choices at one kind from which the end can be reached, those from one state side by side.
struct Layer<'a> {
    part: &'a Part,
    step: &'a Step,
    edges: Vec<Edge>,
    /// How many states there are before the kind.
    states: usize,
    /// For each state where its choices begin, and behind the last where they end.
    first: Vec<u32>,
}

/// The choices at every kind.
pub(super) struct Paths<'a> {
    layers: Vec<Layer<'a>>,
    /// How many choices were looked at.
    pub looked_at: u64,
}

/// A group that a path has: the layer where it begins, and its place among the groups that begin there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct PathGroup {
    layer: u8,
    place: u8,
}

impl PathGroup {
    /// A number below [`Paths::numbers`].
    pub fn number(self) -> usize {
        usize::from(self.layer) * BegunHere::ROOM + usize::from(self.place)
    }
}

/// The groups of a path in order.
pub(super) type PathGroups = SmallVec<[PathGroup; 14]>;

/// Sees the groups of each path, and the kind that it waits for.
pub(super) type SeePath<'a> = dyn FnMut(&PathGroups, Option<Kind>) -> ControlFlow<()> + 'a;

/// States of the next kind as they are found.
struct NextLayer {
    from: u32,
    waits_before: bool,
    ends_part: bool,
    begun: BegunHere,
    edges: Vec<Edge>,
    known: FxHashMap<State, u32>,
    states: Vec<State>,
}

impl Next for NextLayer {
    type Groups = BegunHere;

    fn begin(&mut self, groups: BegunHere) {
        self.begun = groups;
    }

    fn push(&mut self, state: State) {
        if self.edges.len() > MOST_CHOICES {
            return;
        }
        let mut state = state.of_any_hole();
        if self.ends_part {
            state.set_last(LastNumbers::default());
        }
        let to = *self.known.entry(state).or_insert_with(|| {
            self.states.push(state);
            self.states.len() as u32 - 1
        });
        let waits = state.waits() && !self.waits_before;
        self.edges.push(Edge { from: self.from, begun: self.begun, waits, to });
    }
}

impl<'a> Paths<'a> {
    /// The paths of a hand; `None` where it has too many choices.
    pub fn of(placed: &Placed<'a>, kept: &Kept) -> Option<Paths<'a>> {
        let mut paths = Paths { layers: Vec::new(), looked_at: 0 };
        let Some(parts) = placed.parts(kept) else { return Some(paths) };
        let mut states = vec![State::default()];
        for (part, tiles, limits) in parts {
            for (place, step) in part.steps.iter().enumerate() {
                if step.alike.len() + step.begins.len() > BegunHere::ROOM {
                    return None;
                }
                let at = At::new(placed.form, part, &tiles, place, limits, placed.waits);
                let mut next = NextLayer {
                    from: 0,
                    waits_before: false,
                    ends_part: place + 1 == part.steps.len(),
                    begun: BegunHere::default(),
                    edges: Vec::new(),
                    known: FxHashMap::default(),
                    states: Vec::new(),
                };
                let before = states.len();
                for (from, mut state) in (0..).zip(states) {
                    if step.begins_suit {
                        state.set_last(LastNumbers::default());
                    }
                    (next.from, next.waits_before) = (from, state.waits());
                    at.go(state, &mut next);
                }
                paths.looked_at += next.edges.len() as u64;
                if paths.looked_at > MOST_CHOICES as u64 {
                    return None;
                }
                states = next.states;
                paths.layers.push(Layer {
                    part,
                    step,
                    edges: next.edges,
                    states: before,
                    first: Vec::new(),
                });
            }
        }
        paths.keep(states.iter().map(|state| placed.is_whole(state)).collect());
        Some(paths)
    }

    /// Keeps the choices from which an end can be reached, those ends being known.
    fn keep(&mut self, ends: Vec<bool>) {
        let mut reach = ends;
        for layer in self.layers.iter_mut().rev() {
            let before = layer.states;
            layer.edges.retain(|edge| reach[edge.to as usize]);
            layer.edges.sort_unstable();
            layer.edges.dedup();
            reach = vec![false; before];
            layer.first = vec![0; before + 1];
            for edge in &layer.edges {
                reach[edge.from as usize] = true;
                layer.first[edge.from as usize + 1] += 1;
            }
            for place in 0..before {
                layer.first[place + 1] += layer.first[place];
            }
        }
    }

    /// Above the numbers of all groups.
    pub fn numbers(&self) -> usize {
        self.layers.len() * BegunHere::ROOM
    }

    /// The part and step where a group begins, and its place among the groups there.
    pub fn beginning(&self, group: PathGroup) -> (&'a Part, &'a Step, usize) {
        let layer = &self.layers[usize::from(group.layer)];
        (layer.part, layer.step, group.place.into())
    }

    /// Shows every path that has groups of its own or waits for a kind of its own.
    pub fn see(&self, see: &mut SeePath<'_>) -> ControlFlow<()> {
        if self.layers.first().is_none_or(|layer| layer.edges.is_empty()) {
            return ControlFlow::Continue(());
        }
        self.go_on(0, &[0], &mut PathGroups::new(), None, see)
    }

    /// Goes on from a kind where the groups so far leave these states.
    fn go_on(
        &self,
        at: usize,
        from: &[u32],
        groups: &mut PathGroups,
        hole: Option<Kind>,
        see: &mut SeePath<'_>,
    ) -> ControlFlow<()> {
        let Some(layer) = self.layers.get(at) else { return see(groups, hole) };
        let mut edges: SmallVec<[(BegunHere, bool, u32); 16]> = SmallVec::new();
        for &from in from {
            let [begin, end] = [0, 1].map(|on| layer.first[from as usize + on] as usize);
            let of_state = layer.edges[begin..end].iter();
            edges.extend(of_state.map(|edge| (edge.begun, edge.waits, edge.to)));
        }
        edges.sort_unstable();
        edges.dedup();
        for alike in edges.chunk_by(|one, other| (one.0, one.1) == (other.0, other.1)) {
            let (begun, waits, _) = alike[0];
            let before = groups.len();
            let group = |place: usize| PathGroup { layer: at as u8, place: place as u8 };
            groups.extend(begun.places().map(group));
            let to: SmallVec<[u32; 8]> = alike.iter().map(|(.., to)| *to).collect();
            let hole = if waits { Some(layer.step.kind) } else { hole };
            self.go_on(at + 1, &to, groups, hole, see)?;
            groups.truncate(before);
        }
        ControlFlow::Continue(())
    }
}
