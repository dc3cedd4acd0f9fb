//! Counting readings without listing decompositions.
//!
//! A reading is a choice of *classes* of columns, a class being the columns that differ in their
//! filling alone. Going through the classes in order, the set of all remainders that some filling
//! leaves is followed at once, as an automaton is made deterministic: a choice of classes is a
//! reading exactly when some filling leaves nothing.
//!
//! Tiles that may stand for the same kinds take each other's place in any filling, so that their
//! rows are counted as one: two laizi kinds, or the blue 1m, 1p and 1s, make no more remainders than
//! one of them would.

use super::Stop;
use super::search::MOST_KNOWN;
use crate::problem::{Problem, Suits};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// What some filling leaves: of each merged constraint, and the suits that it has used.
type Remainder = (Box<[u8]>, Suits);

/// The number of readings, and whether the run was stopped before it knew them all.
pub(super) fn count_readings(problem: &Problem, stop: &dyn Stop) -> (u128, bool) {
    let merged = Merged::new(problem);
    let full = merged.bounds.clone();
    let mut counter = Counter { merged, stop, known: HashMap::new(), stopped: false };
    let used = problem.suit_limit().map_or(Suits::default(), |limit| limit.used);
    let start = counter.without_hopeless(0, BTreeSet::from([(full, used)]));
    let readings = counter.count(0, start);
    (readings, counter.stopped)
}

/// What one filling of a class takes of each merged constraint, and the suits it is in.
type Filling = (Vec<(usize, u8)>, Suits);

/// The problem with rows of one meaning merged.
struct Merged {
    bounds: Box<[u8]>,
    /// For each class the different things that its fillings take.
    classes: Vec<BTreeSet<Filling>>,
    /// For each class, and for the end, the exact constraints that no class from there on covers.
    covered_before: Vec<Vec<usize>>,
    most_suits: u8,
}

impl Merged {
    fn new(problem: &Problem) -> Merged {
        let rows = problem.rows();
        let meanings = rows.iter().map(|row| usize::from(row.meaning) + 1).max().unwrap_or(0);
        let place = |constraint: usize| match rows.get(constraint) {
            Some(row) => usize::from(row.meaning),
            None => meanings + constraint - rows.len(),
        };
        let mut bounds = vec![0; meanings + problem.side_constraints().len()];
        let mut exact = vec![false; bounds.len()];
        for (constraint, said) in problem.constraints().iter().enumerate() {
            bounds[place(constraint)] += said.bound;
            exact[place(constraint)] = said.exact;
        }
        let mut classes: Vec<BTreeSet<Filling>> = Vec::new();
        for column in problem.columns() {
            let class = column.reading();
            classes.resize(classes.len().max(class + 1), BTreeSet::new());
            let mut takes: BTreeMap<usize, u8> = BTreeMap::new();
            for entry in column.entries() {
                *takes.entry(place(entry.constraint.index())).or_default() += entry.amount;
            }
            classes[class].insert((takes.into_iter().collect(), column.suits()));
        }
        let covered_before = covered_before(&classes, &exact);
        let most_suits = problem.suit_limit().map_or(u8::MAX, |limit| limit.most);
        Merged { bounds: bounds.into(), classes, covered_before, most_suits }
    }

    /// What a filling leaves of a remainder, if it fits.
    fn after(&self, (left, used): &Remainder, (takes, suits): &Filling) -> Option<Remainder> {
        let used = used.union(*suits);
        let fits = takes.iter().all(|&(constraint, amount)| amount <= left[constraint]);
        (fits && used.len() <= self.most_suits).then(|| {
            let mut left = left.clone();
            takes.iter().for_each(|&(constraint, amount)| left[constraint] -= amount);
            (left, used)
        })
    }
}

/// For each class, and for the end, the exact constraints that no class from there on covers.
fn covered_before(classes: &[BTreeSet<Filling>], exact: &[bool]) -> Vec<Vec<usize>> {
    let mut last_cover = vec![0; exact.len()];
    for (class, fillings) in classes.iter().enumerate() {
        for &(constraint, _) in fillings.iter().flat_map(|(takes, _)| takes) {
            last_cover[constraint] = class + 1;
        }
    }
    let done = |class: usize| {
        let done = |&constraint: &usize| exact[constraint] && last_cover[constraint] <= class;
        (0..exact.len()).filter(done).collect()
    };
    (0..=classes.len()).map(done).collect()
}

struct Counter<'a> {
    merged: Merged,
    stop: &'a dyn Stop,
    known: HashMap<(usize, BTreeSet<Remainder>), u128>,
    stopped: bool,
}

impl Counter<'_> {
    /// Drops the remainders in which a constraint is open that no class from here on covers.
    fn without_hopeless(
        &self,
        class: usize,
        mut remainders: BTreeSet<Remainder>,
    ) -> BTreeSet<Remainder> {
        let done = &self.merged.covered_before[class];
        remainders.retain(|(left, _)| done.iter().all(|&constraint| left[constraint] == 0));
        remainders
    }

    /// How many choices among the classes from `class` on end in a remainder of nothing; after a
    /// stop, at least so many.
    fn count(&mut self, class: usize, remainders: BTreeSet<Remainder>) -> u128 {
        if remainders.is_empty() {
            return 0;
        }
        if class == self.merged.classes.len() {
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
        if !self.stopped && self.known.len() < MOST_KNOWN {
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
        let fillings = &self.merged.classes[class];
        let mut after = BTreeSet::new();
        for remainder in remainders {
            after.extend(
                fillings.iter().filter_map(|filling| self.merged.after(remainder, filling)),
            );
        }
        after
    }
}
