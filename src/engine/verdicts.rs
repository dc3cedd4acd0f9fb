//! Verdicts and winning tiles under any rule set: by the tables where they serve a form, else by the sweep.

use super::sweep::{Filling, Sweep, SweptList};
use super::{Engine, NotServed, PackedHand, WinningTiles};
use crate::hand::Hand;
use crate::rules::{Form, RuleSet};
use crate::size::HandSize;

/// A rule set compiled for verdicts.
#[derive(Debug, Clone)]
pub(crate) struct Verdicts {
    /// The engine of those forms that the tables serve.
    tables: Option<Engine>,
    /// For each form whether the tables serve it.
    by_tables: Vec<bool>,
    sweep: Sweep,
}

/// Which forms have an answer for a hand.
pub(crate) struct Judgement {
    /// For each form whether it may have a decomposition; where it has none for certain, false.
    pub forms: Vec<bool>,
    /// Of a hand that waits for a tile: what fills its holes.
    pub filling: Option<Filling>,
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

    /// In which forms a hand is complete or waits for a tile, as its size asks; `None` for a hand that there
    /// is no room for.
    pub fn judge(&self, hand: &Hand) -> Option<Judgement> {
        let waits = hand.size() == Some(HandSize::Waiting);
        let mut forms = vec![false; self.by_tables.len()];
        let packed = self.packed(hand);
        let leave_out = if packed.is_some() { &*self.by_tables } else { &[] };
        let mark = |forms: &mut Vec<bool>| {
            // The tables say of all their forms together whether there is an answer.
            forms.iter_mut().zip(&self.by_tables).for_each(|(form, tables)| *form |= tables);
        };
        if !waits {
            if packed.is_some_and(|(engine, packed)| engine.is_win(&packed)) {
                mark(&mut forms);
            }
            self.sweep.mark_wins(hand, leave_out, &mut forms)?;
            return Some(Judgement { forms, filling: None });
        }
        let known = packed.map(|(engine, packed)| engine.waits(&packed)).unwrap_or_default();
        if !known.is_empty() {
            mark(&mut forms);
        }
        let filling = self.sweep.filled(hand, leave_out, known, &mut forms)?;
        Some(Judgement { forms, filling: Some(filling) })
    }

    /// The forms that the hand may be of by its size and called melds, with their places.
    pub fn in_question<'a>(&'a self, hand: &'a Hand) -> impl Iterator<Item = (usize, &'a Form)> {
        self.sweep.in_question(hand)
    }

    /// The decompositions of a hand in the form at this place; `None` where the sweep does not list them.
    pub fn list(
        &self,
        hand: &Hand,
        form: usize,
        stopped: &mut dyn FnMut() -> bool,
    ) -> Option<SweptList> {
        self.sweep.list(hand, form, stopped)
    }

    fn packed(&self, hand: &Hand) -> Option<(&Engine, PackedHand)> {
        let engine = self.tables.as_ref()?;
        Some((engine, PackedHand::of(hand)?))
    }
}
