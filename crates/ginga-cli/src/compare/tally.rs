//! What the answers of many hands add up to: whole numbers, hand by hand in the order drawn.

use super::answerer::Said;
use super::statistics::{Paired, Sums};
use std::collections::BTreeMap;

/// What one rule set says, `None` of a hand that it does not admit.
pub type Says = Option<Said>;

/// All hands under one rule set.
#[derive(Debug, Clone, Default)]
pub struct Tally {
    pub not_admitted: u64,
    pub admitted: u64,
    /// How many are tenpai, or a win.
    pub yes: u64,
    /// Of the hands that are tenpai: winning tiles, the kinds they complete the hand as, copies left.
    pub tiles: Sums,
    pub kinds: Sums,
    pub left: Sums,
    /// How many hands have how many winning tiles.
    pub by_tiles: BTreeMap<usize, u64>,
    /// The solver that answered last.
    pub solver: Option<&'static str>,
}

impl Tally {
    fn count(&mut self, says: &Says) {
        let Some(said) = says else {
            self.not_admitted += 1;
            return;
        };
        self.admitted += 1;
        self.solver = Some(said.solver);
        *self.by_tiles.entry(said.tiles.len()).or_default() += 1;
        if said.yes {
            self.yes += 1;
            self.tiles.add(said.tiles.len() as u64);
            self.kinds.add(said.kinds);
            self.left.add(said.left());
        }
    }
}

/// The hands that a rule set and the first one both admit.
#[derive(Debug, Clone, Copy, Default)]
pub struct Pair {
    pub admitted: u64,
    /// How many differ in the verdict or in the winning tiles.
    pub differing: u64,
    /// How many have the same winning tiles with other copies left.
    pub other_copies: u64,
    pub paired: Paired,
}

impl Pair {
    fn count(&mut self, first: &Says, other: &Says) {
        let (Some(first), Some(other)) = (first, other) else { return };
        self.admitted += 1;
        self.paired.count(first.yes, other.yes);
        if !first.agrees(other) {
            self.differing += 1;
        } else if first.tiles != other.tiles {
            self.other_copies += 1;
        }
    }
}

/// A hand that differs, with what each rule set says.
#[derive(Debug)]
pub struct Shown {
    pub hand: String,
    pub says: Vec<Says>,
}

/// Everything counted so far.
#[derive(Debug)]
pub struct Tallies {
    pub hands: u64,
    /// A rule set each.
    pub rules: Vec<Tally>,
    /// A rule set each but for the first, which they are compared with.
    pub pairs: Vec<Pair>,
    /// How many hands differ between the first rule set and another.
    pub differing: u64,
    pub shown: Vec<Shown>,
    most_shown: usize,
}

impl Tallies {
    /// Nothing counted yet, for so many rule sets.
    pub fn new(rules: usize, most_shown: usize) -> Tallies {
        Tallies {
            hands: 0,
            rules: vec![Tally::default(); rules],
            pairs: vec![Pair::default(); rules.saturating_sub(1)],
            differing: 0,
            shown: Vec::new(),
            most_shown,
        }
    }

    /// One more hand: what each rule set says.
    pub fn count(&mut self, hand: &impl ToString, says: Vec<Says>) {
        self.hands += 1;
        self.rules.iter_mut().zip(&says).for_each(|(tally, says)| tally.count(says));
        let Some((first, others)) = says.split_first() else { return };
        let mut differs = false;
        for (pair, other) in self.pairs.iter_mut().zip(others) {
            let before = pair.differing;
            pair.count(first, other);
            differs |= pair.differing > before;
        }
        if differs {
            self.differing += 1;
            if self.shown.len() < self.most_shown {
                self.shown.push(Shown { hand: hand.to_string(), says });
            }
        }
    }
}
