//! The need of a part: the least number of wild tiles with which its natural tiles can all be placed.
//!
//! Numbers of groups, classes and limits are left aside, so that a need depends on the natural tiles alone
//! and never says more than the truth. Nearly all hands need more than they have, and end here.

use super::plan::{GroupForm, Part, Step};
use super::state::{Begun, LastNumbers};
use smallvec::SmallVec;

/// A need that stands for itself and all above it.
pub(super) const MUCH: u8 = 12;

/// The need without a group of the pattern that a hand has one of, and with one at most.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Need {
    pub without: u8,
    pub with: u8,
}

/// The least that parts need together: one of them may have the group that there is one of.
pub(super) fn together(needs: impl Iterator<Item = Need>) -> u8 {
    let (mut sum, mut saved) = (0_u8, 0);
    for need in needs {
        sum = sum.saturating_add(need.without);
        saved = saved.max(need.without - need.with);
    }
    sum - saved
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Partly {
    begun: Begun,
    last: LastNumbers,
    with: bool,
    cost: u8,
}

impl Partly {
    /// All but the cost, and below it the cost, for sorting.
    fn key(&self) -> u128 {
        u128::from(self.begun.bits()) << 64
            | u128::from(self.last.bits()) << 32
            | u128::from(self.with) << 8
            | u128::from(self.cost)
    }
}

/// The need of a part's natural tiles, given by the part's steps.
pub(super) fn need(form: &GroupForm, part: &Part, naturals: &[u8]) -> Need {
    let mut states = vec![Partly::default()];
    let mut next = Vec::new();
    for (place, step) in part.steps.iter().enumerate() {
        let bound = |run: u8| runs_worth(part, naturals, run);
        let worth: SmallVec<[u8; 8]> = step.begins.iter().map(|begin| bound(begin.run)).collect();
        let at = At { form, step, naturals: naturals[place], worth: &worth };
        for mut state in states.drain(..) {
            if step.begins_suit {
                state.last = LastNumbers::default();
            }
            at.go(state, &mut next);
        }
        next.sort_unstable_by_key(Partly::key);
        next.dedup_by_key(|state| state.key() >> 8);
        std::mem::swap(&mut states, &mut next);
    }
    let least = |with: bool| {
        let all = states.iter().filter(|state| state.begun.is_empty() && (with || !state.with));
        all.map(|state| state.cost).min().unwrap_or(MUCH)
    };
    Need { without: least(false), with: least(true) }
}

/// The most runs of a sort that can each hold a natural tile.
fn runs_worth(part: &Part, naturals: &[u8], run: u8) -> u8 {
    let has = |step: &Step| step.begins.iter().chain(&step.goes_on).any(|at| at.run == run);
    let steps = part.steps.iter().zip(naturals);
    steps.filter(|(step, _)| has(step)).map(|(_, count)| count).sum::<u8>().min(7)
}

struct At<'a> {
    form: &'a GroupForm,
    step: &'a Step,
    naturals: u8,
    worth: &'a [u8],
}

impl At<'_> {
    fn go(&self, mut state: Partly, next: &mut Vec<Partly>) {
        let mut total = 0;
        for run in &self.step.goes_on {
            total += state.begun.of(run.run);
            if run.last {
                state.begun = state.begun.without(run.run);
            }
        }
        self.alike(state, total, 0, false, next);
    }

    /// Groups of the kind alone: each holds a natural tile that no other holds, or it is in vain.
    fn alike(&self, state: Partly, total: u8, from: usize, distinct: bool, next: &mut Vec<Partly>) {
        let Some(alike) = self.step.alike.get(from) else {
            return self.runs(state, total, 0, next);
        };
        let (mut state, mut total, mut distinct) = (state, total, distinct);
        loop {
            self.alike(state, total, from + 1, distinct, next);
            let only = self.form.only_one == Some(alike.pattern);
            if alike.distinct && distinct || only && state.with || total >= self.naturals {
                return;
            }
            if let Some(apart) = alike.spacing {
                let Some((last, _)) = state.last.begin(apart, self.step.kind) else { return };
                state.last = last;
            }
            state.with |= only;
            distinct |= alike.distinct;
            total += alike.size;
        }
    }

    fn runs(&self, state: Partly, total: u8, from: usize, next: &mut Vec<Partly>) {
        let Some(run) = self.step.begins.get(from) else {
            let Some(wild) = total.checked_sub(self.naturals) else { return };
            let cost = state.cost + wild;
            if cost < MUCH {
                next.push(Partly { cost, ..state });
            }
            return;
        };
        let (mut state, mut total) = (state, total);
        for begun in 0..=self.worth[from] {
            if begun > 0 {
                if let Some(apart) = run.spacing {
                    let Some((last, _)) = state.last.begin(apart, self.step.kind) else { return };
                    state.last = last;
                }
                state.begun = state.begun.with(run.run, 1);
                total += 1;
                if total > self.naturals.saturating_add(MUCH - state.cost) {
                    return;
                }
            }
            self.runs(state, total, from + 1, next);
        }
    }
}
