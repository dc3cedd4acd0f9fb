//! Exact cover by recursion over the problem: the second opinion, and the native counter.
//!
//! The scarcest constraint that is still open is covered next, by each column that can be the first to
//! cover it; columns of one constraint are taken in a fixed order, so that no solution comes twice. An open
//! group without a tile covers none: it is chosen in the end, where its holes count as one.

use super::readings::count_readings;
use super::{Ended, Run, Solution, Solver, SolverFault, Stop, Tally, Visit, Work, tally_up_to};
use crate::group::Hole;
use crate::problem::{Column, ColumnId, ColumnMeaning, Problem, Suits, fits, give_back, take};
use smallvec::SmallVec;
use std::collections::{BTreeMap, HashMap};
use std::ops::ControlFlow;

/// Up to how many decompositions are counted one by one.
const MOST_LOOKED_AT: u128 = 2_000;

/// How many nodes go by between two looks at the caller's [`Stop`].
const NODES_BETWEEN_POLLS: u64 = 1 << 10;

/// The exact-cover search. It serves every form and rule set and counts without listing.
#[derive(Debug, Clone, Copy, Default)]
pub struct Search;

impl Solver for Search {
    fn name(&self) -> &'static str {
        "search"
    }

    fn enumerate(
        &self,
        problem: &Problem,
        stop: &dyn Stop,
        visit: &mut Visit<'_>,
    ) -> Result<Run, SolverFault> {
        let mut descent = Descent::new(problem, stop);
        let mut chosen = Vec::new();
        let ended = match descent.visit(0, 0, &mut chosen, visit) {
            ControlFlow::Continue(()) => Ended::Exhausted,
            ControlFlow::Break(ended) => ended,
        };
        Ok(Run { ended, work: Work { solves: descent.nodes, cuts: 0 } })
    }

    fn tally(&self, problem: &Problem, stop: &dyn Stop) -> Result<Tally, SolverFault> {
        // To look at each of a few decompositions takes less time than to keep every node in mind.
        let few =
            tally_up_to(MOST_LOOKED_AT, |visit| self.enumerate(problem, stop, visit), problem)?;
        if few.run.ended != Ended::ByVisitor {
            return Ok(few);
        }
        let mut descent = Descent::new(problem, stop);
        let mut holes = HoleSets::new(problem);
        let Below { decompositions, holes: found } = descent.count(0, 0, &mut holes);
        // Where every column has a reading of its own, readings need no count of their own.
        let last = problem.columns().iter().map(|column| column.reading() + 1).max().unwrap_or(0);
        let (readings, stopped) = if last == problem.columns().len() {
            (decompositions, descent.stopped)
        } else {
            let (readings, stopped) = count_readings(problem, stop);
            (readings, stopped || descent.stopped)
        };
        let ended = if stopped { Ended::ByStop } else { Ended::Exhausted };
        let work = Work { solves: descent.nodes, cuts: 0 };
        // Both counts of a run that was stopped are lower bounds, and each implies the other's first.
        let readings = readings.max(decompositions.min(1));
        let decompositions = decompositions.max(readings);
        let partials = holes.columns(&found);
        Ok(Tally { decompositions, readings, partials, run: Run { ended, work } })
    }
}

/// The state of one recursion.
struct Descent<'a> {
    problem: &'a Problem,
    stop: &'a dyn Stop,
    /// The constraints to be met exactly, in the order in which they are covered; but for those in `last`.
    order: Vec<usize>,
    /// The constraints to be met exactly that a partial group without a tile takes of. Such a group is no
    /// choice until all others are made: then those that fit are looked for.
    last: Vec<usize>,
    /// For each place in `order` the columns whose first constraint in that order it is.
    first_covers: Vec<Vec<ColumnId>>,
    left: Vec<u8>,
    suits: Suits,
    nodes: u64,
    stopped: bool,
}

/// A node of the recursion: what is left, the suits used, the constraint at work and its next column.
type Node = (Box<[u8]>, Suits, usize, usize);

/// What lies below a node.
#[derive(Clone, Default)]
struct Below {
    decompositions: u128,
    /// The holes of their partial groups.
    holes: Numbers,
}

/// A set of numbers, one bit each.
type Numbers = SmallVec<[u64; 2]>;

/// So many nodes are kept in mind: some hundred megabytes. Those beyond are counted each time.
pub(super) const MOST_KNOWN: usize = 1 << 20;

/// What is known of nodes, and which partial groups have the same holes.
struct HoleSets {
    known: HashMap<Node, Below>,
    /// For each column of a partial group the number of its holes: equal holes have one number.
    numbers: BTreeMap<ColumnId, usize>,
}

impl HoleSets {
    fn new(problem: &Problem) -> HoleSets {
        let mut of_holes: HashMap<&[Hole], usize> = HashMap::new();
        let mut numbers = BTreeMap::new();
        for (id, column) in problem.columns_with_ids() {
            if let ColumnMeaning::Partial(open) = column.meaning() {
                let next = of_holes.len();
                numbers.insert(id, *of_holes.entry(open.holes()).or_insert(next));
            }
        }
        HoleSets { known: HashMap::new(), numbers }
    }

    /// Adds the holes of a column, if it is a partial group.
    fn add(&self, set: &mut Numbers, id: ColumnId) {
        if let Some(&number) = self.numbers.get(&id) {
            let (word, bit) = (number / 64, number % 64);
            set.resize(set.len().max(word + 1), 0);
            set[word] |= 1 << bit;
        }
    }

    /// For each choice of holes in a set a column that has them.
    fn columns(&self, set: &Numbers) -> Vec<ColumnId> {
        let mut seen = Numbers::new();
        let is_new = |&(&id, &number): &(&ColumnId, &usize)| {
            let contains = |set: &Numbers| {
                set.get(number / 64).is_some_and(|word| word >> (number % 64) & 1 == 1)
            };
            let new = contains(set) && !contains(&seen);
            if new {
                self.add(&mut seen, id);
            }
            new
        };
        self.numbers.iter().filter(is_new).map(|(&id, _)| id).collect()
    }
}

fn add_all(set: &mut Numbers, other: &Numbers) {
    set.resize(set.len().max(other.len()), 0);
    set.iter_mut().zip(other).for_each(|(word, other)| *word |= other);
}

impl<'a> Descent<'a> {
    fn new(problem: &'a Problem, stop: &'a dyn Stop) -> Descent<'a> {
        let covering = problem.columns_by_constraint();
        let lone = |id: &ColumnId| problem.lone_holes().contains(id);
        let (last, mut order): (Vec<usize>, Vec<usize>) = (0..problem.constraints().len())
            .filter(|&constraint| problem.constraints()[constraint].exact)
            .partition(|&constraint| covering[constraint].iter().any(lone));
        order.sort_by_key(|&constraint| covering[constraint].len());
        let mut place = vec![usize::MAX; problem.constraints().len()];
        for (at, &constraint) in order.iter().enumerate() {
            place[constraint] = at;
        }
        let mut first_covers = vec![Vec::new(); order.len()];
        for (id, column) in problem.columns_with_ids() {
            let places = column.entries().iter().map(|entry| place[entry.constraint.index()]);
            // Every column covers a tile or counts towards a pattern without such a partial group.
            if let Some(covers) = places.min().and_then(|at| first_covers.get_mut(at)) {
                covers.push(id);
            }
        }
        Descent {
            problem,
            stop,
            order,
            last,
            first_covers,
            left: problem.constraints().iter().map(|constraint| constraint.bound).collect(),
            suits: problem.suit_limit().map_or(Suits::default(), |limit| limit.used),
            nodes: 0,
            stopped: false,
        }
    }

    /// Counts a node; true when the run should end.
    fn enter(&mut self) -> bool {
        if self.nodes.is_multiple_of(NODES_BETWEEN_POLLS) && self.stop.should_stop() {
            self.stopped = true;
        }
        self.nodes += 1;
        self.stopped
    }

    /// The first constraint still open, from a place in the order on; with it the first column to try.
    fn next_open(&self, mut at: usize, mut from: usize) -> Option<(usize, usize)> {
        while self.left[*self.order.get(at)?] == 0 {
            (at, from) = (at + 1, 0);
        }
        Some((at, from))
    }

    /// Takes a column if it fits; returns the suits used before.
    fn try_take(&mut self, id: ColumnId) -> Option<Suits> {
        let column = self.problem.column_at(id);
        (self.allows(column) && fits(column, &self.left)).then(|| {
            take(column, &mut self.left);
            let suits = self.suits.union(column.suits());
            std::mem::replace(&mut self.suits, suits)
        })
    }

    /// Whether the limit on suits allows a column.
    fn allows(&self, column: &Column) -> bool {
        let limit = self.problem.suit_limit();
        limit.is_none_or(|limit| self.suits.union(column.suits()).len() <= limit.most)
    }

    fn undo(&mut self, id: ColumnId, suits: Suits) {
        give_back(self.problem.column_at(id), &mut self.left);
        self.suits = suits;
    }

    fn visit(
        &mut self,
        at: usize,
        from: usize,
        chosen: &mut Vec<ColumnId>,
        visit: &mut Visit<'_>,
    ) -> ControlFlow<Ended> {
        if self.enter() {
            return ControlFlow::Break(Ended::ByStop);
        }
        let Some((at, from)) = self.next_open(at, from) else {
            let told = self.endings().try_for_each(|lone_hole| {
                visit(Solution::new(chosen.iter().copied().chain(lone_hole).collect()))
            });
            return told.map_break(|()| Ended::ByVisitor);
        };
        for next in from..self.first_covers[at].len() {
            let id = self.first_covers[at][next];
            let Some(suits) = self.try_take(id) else { continue };
            chosen.push(id);
            let flow = self.visit(at, next, chosen, visit);
            chosen.pop();
            self.undo(id, suits);
            flow?;
        }
        ControlFlow::Continue(())
    }

    /// What makes the columns taken a solution once no tile is left: nothing more, or each partial group
    /// without a tile that meets what is still to be met.
    fn endings(&self) -> impl Iterator<Item = Option<ColumnId>> {
        let met = self.last.iter().all(|&constraint| self.left[constraint] == 0);
        let lone_holes = self.problem.lone_holes().iter().filter(move |_| !met);
        let fitting = lone_holes.filter(|&&id| self.ends_with(self.problem.column_at(id)));
        met.then_some(None).into_iter().chain(fitting.map(|&id| Some(id)))
    }

    /// Whether a column fits and meets all that is still to be met.
    fn ends_with(&self, column: &Column) -> bool {
        let taken = |constraint| {
            column.entries().iter().find(|entry| entry.constraint.index() == constraint)
        };
        let meets = |&constraint: &usize| {
            self.left[constraint] == taken(constraint).map_or(0, |entry| entry.amount)
        };
        self.allows(column) && fits(column, &self.left) && self.last.iter().all(meets)
    }

    /// How many decompositions lie below a node, and with which holes; after a stop, at least so many.
    fn count(&mut self, at: usize, from: usize, sets: &mut HoleSets) -> Below {
        let mut below = Below::default();
        if self.enter() {
            return below;
        }
        let Some((at, from)) = self.next_open(at, from) else {
            for lone_hole in self.endings() {
                below.decompositions = 1;
                lone_hole.into_iter().for_each(|id| sets.add(&mut below.holes, id));
            }
            return below;
        };
        let node = (self.left.as_slice().into(), self.suits, at, from);
        if let Some(known) = sets.known.get(&node) {
            return known.clone();
        }
        for next in from..self.first_covers[at].len() {
            let id = self.first_covers[at][next];
            let Some(suits) = self.try_take(id) else { continue };
            let found = self.count(at, next, sets);
            self.undo(id, suits);
            if found.decompositions > 0 {
                below.decompositions += found.decompositions;
                add_all(&mut below.holes, &found.holes);
                sets.add(&mut below.holes, id);
            }
        }
        if !self.stopped && sets.known.len() < MOST_KNOWN {
            sets.known.insert(node, below.clone());
        }
        below
    }
}
