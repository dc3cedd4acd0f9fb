//! Counting readings without listing decompositions.
//!
//! A reading is a choice of *classes* of columns, a class being the columns that differ in their
//! filling alone. Going through the classes in order, the set of all remainders that some filling
//! leaves is followed at once, as an automaton is made deterministic: a choice of classes is a
//! reading exactly when some filling leaves nothing.

use super::Stop;
use crate::problem::{ColumnId, Problem, Suits, fits, take};
use std::collections::{BTreeSet, HashMap};

/// What some filling leaves: of each item, and the suits that it has used.
type Remainder = (Box<[u8]>, Suits);

/// The number of readings, and whether the run was stopped before it knew them all.
pub(super) fn count_readings(problem: &Problem, stop: &dyn Stop) -> (u128, bool) {
    let mut counter = Counter::new(problem, stop);
    let full = problem.items().iter().map(|item| item.bound).collect();
    let used = problem.suit_limit().map_or(Suits::default(), |limit| limit.used);
    let start = counter.without_hopeless(0, BTreeSet::from([(full, used)]));
    let readings = counter.count(0, start);
    (readings, counter.stopped)
}

struct Counter<'a> {
    problem: &'a Problem,
    stop: &'a dyn Stop,
    classes: Vec<Vec<ColumnId>>,
    /// For each class, and for the end, the exact items that no class from there on covers.
    covered_before: Vec<Vec<usize>>,
    known: HashMap<(usize, BTreeSet<Remainder>), u128>,
    stopped: bool,
}

impl<'a> Counter<'a> {
    fn new(problem: &'a Problem, stop: &'a dyn Stop) -> Counter<'a> {
        let mut classes: Vec<Vec<ColumnId>> = Vec::new();
        for (id, column) in problem.columns_with_ids() {
            let class = column.reading();
            if class >= classes.len() {
                classes.resize(class + 1, Vec::new());
            }
            classes[class].push(id);
        }
        let mut last_cover = vec![0; problem.items().len()];
        for (class, columns) in classes.iter().enumerate() {
            for &id in columns {
                for entry in problem.column_at(id).entries() {
                    last_cover[entry.item.index()] = class + 1;
                }
            }
        }
        let exact = |&item: &usize| problem.items()[item].exact;
        let covered_before = (0..=classes.len())
            .map(|class| {
                let done = |&item: &usize| last_cover[item] <= class;
                (0..last_cover.len()).filter(exact).filter(done).collect()
            })
            .collect();
        Counter { problem, stop, classes, covered_before, known: HashMap::new(), stopped: false }
    }

    /// Drops the remainders in which an item is open that no class from here on covers.
    fn without_hopeless(
        &self,
        class: usize,
        mut remainders: BTreeSet<Remainder>,
    ) -> BTreeSet<Remainder> {
        let done = &self.covered_before[class];
        remainders.retain(|(left, _)| done.iter().all(|&item| left[item] == 0));
        remainders
    }

    /// How many choices among the classes from `class` on end in a remainder of nothing.
    fn count(&mut self, class: usize, remainders: BTreeSet<Remainder>) -> u128 {
        if remainders.is_empty() {
            return 0;
        }
        if class == self.classes.len() {
            return 1;
        }
        self.stopped = self.stopped || self.stop.should_stop();
        if self.stopped {
            return 0;
        }
        let key = (class, remainders);
        if let Some(&count) = self.known.get(&key) {
            return count;
        }
        let mut total = 0;
        let mut current = key.1.clone();
        while !current.is_empty() {
            let next = self.without_hopeless(class + 1, current.clone());
            total += self.count(class + 1, next);
            current = self.after_one_more(class, &current);
        }
        if !self.stopped {
            self.known.insert(key, total);
        }
        total
    }

    /// What any filling of one more group of this class leaves.
    fn after_one_more(
        &self,
        class: usize,
        remainders: &BTreeSet<Remainder>,
    ) -> BTreeSet<Remainder> {
        let limit = self.problem.suit_limit();
        let mut after = BTreeSet::new();
        for (left, used) in remainders {
            for &id in &self.classes[class] {
                let column = self.problem.column_at(id);
                let suits = used.union(column.suits());
                if fits(column, left) && limit.is_none_or(|limit| suits.len() <= limit.most) {
                    let mut left = left.clone();
                    take(column, &mut left);
                    after.insert((left, suits));
                }
            }
        }
        after
    }
}
