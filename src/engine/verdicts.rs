//! Verdicts and winning tiles under any rule set: by the tables where they serve a form, else by the sweep.

use super::sweep::{Filling, Sweep};
use super::{Engine, NotServed, PackedHand, WinningTiles};
use crate::hand::Hand;
use crate::rules::{Form, RuleSet};

/// A rule set compiled for verdicts.
#[derive(Debug, Clone)]
pub(crate) struct Verdicts {
    /// The engine of those forms that the tables serve.
    tables: Option<Engine>,
    /// For each form whether the tables serve it.
    by_tables: Vec<bool>,
    sweep: Sweep,
}

impl Verdicts {
    /// Compiles a rule set.
    ///
    /// # Errors
    /// [`NotServed`] for a form that neither the tables nor the sweep serve.
    pub fn new(rules: &RuleSet) -> Result<Verdicts, NotServed> {
        let with_forms = |chosen: &dyn Fn(usize) -> bool| {
            let mut rules = rules.clone();
            let mut place = 0..;
            rules.forms.retain(|_| place.next().is_some_and(chosen));
            Engine::new(&rules).ok()
        };
        let forms = rules.forms().len();
        let by_tables: Vec<bool> =
            (0..forms).map(|form| with_forms(&|place| place == form).is_some()).collect();
        let tables = by_tables.contains(&true).then(|| with_forms(&|place| by_tables[place]));
        let sweep = Sweep::new(rules);
        let refused = |form: usize| sweep.refused(form).filter(|_| !by_tables[form]);
        match (0..forms).find_map(refused) {
            Some(refused) => Err(refused.clone()),
            None => Ok(Verdicts { tables: tables.flatten(), by_tables, sweep }),
        }
    }

    /// Whether a hand of 3n+2 concealed tiles is complete; `None` for one that there is no room for.
    pub fn is_win(&self, hand: &Hand) -> Option<bool> {
        match self.packed(hand) {
            Some((engine, packed)) => {
                if engine.is_win(&packed) {
                    return Some(true);
                }
                self.sweep.is_win(hand, &self.by_tables)
            }
            None => self.sweep.is_win(hand, &[]),
        }
    }

    /// The tiles that complete a hand of 3n+1 concealed tiles; `None` for a hand that there is no room for.
    pub fn waits(&self, hand: &Hand) -> Option<WinningTiles> {
        match self.packed(hand) {
            Some((engine, packed)) => {
                self.sweep.waits(hand, &self.by_tables, engine.waits(&packed))
            }
            None => self.sweep.waits(hand, &[], WinningTiles::default()),
        }
    }

    /// As [`Verdicts::waits`], with the tiles that fill each kind of hole.
    pub fn filled(&self, hand: &Hand) -> Option<Filling> {
        match self.packed(hand) {
            Some((engine, packed)) => {
                self.sweep.filled(hand, &self.by_tables, engine.waits(&packed))
            }
            None => self.sweep.filled(hand, &[], WinningTiles::default()),
        }
    }

    /// The forms that the hand may be of by its size and called melds.
    pub fn in_question<'a>(&'a self, hand: &'a Hand) -> impl Iterator<Item = &'a Form> {
        self.sweep.in_question(hand)
    }

    fn packed(&self, hand: &Hand) -> Option<(&Engine, PackedHand)> {
        let engine = self.tables.as_ref()?;
        Some((engine, PackedHand::of(hand)?))
    }
}
