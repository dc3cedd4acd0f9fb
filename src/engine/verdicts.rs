//! Verdicts and winning tiles under any rule set: by the tables where they serve a form, else by the sweep.

use super::sweep::distance::{Asked, FormAnswer, Unanswered};
use super::sweep::{Filling, Sweep, SweptList};
use super::{Engine, NotServed, PackedHand, WinningTiles};
use crate::hand::Hand;
use crate::rules::{Form, RuleSet};
use crate::size::HandSize;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

/// A rule set compiled for verdicts.
#[derive(Debug, Clone)]
pub(crate) struct Verdicts {
    /// The engine of those forms that the tables serve.
    tables: Option<Engine>,
    /// For each form whether the tables serve it.
    by_tables: Vec<bool>,
    sweep: Sweep,
    /// How many distances were asked for, up to [`FEW`].
    distances_asked: Arc<AtomicU32>,
}

/// So many distances are told without tables of them.
const FEW: u32 = 100;

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
            None => Ok(Verdicts {
                tables: tables.flatten(),
                by_tables,
                sweep,
                distances_asked: Arc::default(),
            }),
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

    /// For each form that a hand may be of, its place in the rule set and its nearest wins, if there are
    /// any.
    pub fn nearest(
        &self,
        asked: &Asked<'_>,
    ) -> Result<Vec<(usize, Option<FormAnswer>)>, Unanswered> {
        let by_tables = if self.may_use_tables() { self.nearest_by_tables(asked) } else { None };
        let leave_out = if by_tables.is_some() { &*self.by_tables } else { &[] };
        let mut answers = self.sweep.nearest(asked, leave_out)?;
        answers.extend(by_tables.into_iter().flatten());
        answers.sort_unstable_by_key(|(place, _)| *place);
        Ok(answers)
    }

    /// Whether tables of distances are to be used: to build them takes longer than to answer some hundred
    /// questions without.
    fn may_use_tables(&self) -> bool {
        let before = self.distances_asked.load(Ordering::Relaxed);
        if before < FEW {
            self.distances_asked.fetch_add(1, Ordering::Relaxed);
        }
        before >= FEW
    }

    /// The answers of those forms that the tables serve; `None` where they do not tell.
    fn nearest_by_tables(&self, asked: &Asked<'_>) -> Option<Vec<(usize, Option<FormAnswer>)>> {
        let engine = self.tables.as_ref()?;
        let size = HandSize::of(asked.tiles.total())?;
        if asked.tiles.total() + size.lacking() != asked.complete {
            return None;
        }
        let hand = PackedHand::of(&asked.hand.with_concealed(asked.tiles.clone()))?;
        let left = engine.left_of(&hand, |tile| asked.supply.get(tile));
        let forms = engine.nearest(&hand, &left)?;
        let places = (0..).zip(&self.by_tables).filter(|(_, tables)| **tables);
        let answers = places.zip(forms).filter_map(|((place, _), form)| {
            let form = form?;
            Some((place, Some(self.sweep.with_tiles(asked, place, form.distance, form.kinds))))
        });
        Some(answers.collect())
    }

    /// Whether a hand wins when so many tiles are drawn.
    pub fn wins_within(&self, asked: &Asked<'_>, draws: u8) -> Result<bool, Unanswered> {
        self.sweep.wins_within(asked, draws)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tile::{Kind, Suit, Tile, TileCounts};
    use crate::wall::Wall;
    use fastrand::Rng;
    use std::collections::BTreeMap;

    /// A hand of tiles from the wall, some of them drawn from few kinds so that wins are near, and a supply
    /// that may lack some tiles.
    fn deal(rng: &mut Rng, rules: &RuleSet) -> Option<(Hand, TileCounts)> {
        let mut wall: Vec<Tile> = rules.wall().collect();
        rng.shuffle(&mut wall);
        let suit = rules.is_one_suit().then_some(Suit::Man);
        let span = rng.u8(2..=9);
        let near = |tile: &Tile| {
            let kind = tile.kind();
            let of_suit = suit.is_none_or(|suit| kind.is_none_or(|kind| kind.suit() == suit));
            of_suit && kind.is_none_or(|kind: Kind| kind.number() <= span || span == 9)
        };
        let melds = rng.usize(0..=usize::from(rules.melds().min(5)));
        let size = 3 * melds + rng.usize(1..=2);
        let jokers = rng.usize(0..=5).min(usize::from(rules.copies(Tile::JOKER))).min(size - 1);
        let jokers = if rng.bool() { jokers } else { 0 };
        let jokers = std::iter::repeat_n(Tile::JOKER, jokers);
        let tiles = wall.iter().copied().filter(near).take(size - jokers.len()).chain(jokers);
        let mut hand = Hand::from_tiles(tiles, rules).ok()?;
        hand.size()?;
        while hand.melds() < usize::from(rules.melds()) && rng.u8(..3) == 0 {
            let kind = Kind::from_index(rng.usize(..Kind::COUNT))?;
            let alike = rng.bool();
            let next = |on| if alike { Some(kind) } else { kind.shifted(on) };
            let meld = [Some(kind), next(1), next(2)].into_iter().flatten().map(Tile::plain);
            let meld: Vec<Tile> = meld.collect();
            if let Ok(called) = hand.clone().with_meld(&meld, false, None, rules) {
                hand = called;
            }
        }
        let mut supply = Wall::of(rules).unseen(&hand).counts().clone();
        for _ in 0..rng.usize(0..6) {
            let kind = Kind::from_index(rng.usize(..Kind::COUNT))?;
            supply.remove(if rng.bool() { Tile::plain(kind) } else { Tile::galaxy(kind) });
        }
        Some((hand, supply))
    }

    #[test]
    fn tables_tell_the_distances_that_the_sweep_tells() {
        let mut rng = Rng::with_seed(14);
        let mut told = BTreeMap::new();
        for name in RuleSet::builtin_names() {
            let rules = RuleSet::builtin(name).unwrap();
            let rules = if rules.is_one_suit() { rules.narrowed_to(Suit::Man) } else { rules };
            let verdicts = Verdicts::new(&rules).unwrap();
            for _ in 0..150 {
                let Some((hand, supply)) = deal(&mut rng, &rules) else { continue };
                let complete = hand.concealed().total() + hand.size().map_or(0, HandSize::lacking);
                let tiles = hand.concealed();
                let asked =
                    Asked { hand: &hand, tiles, supply: &supply, complete, stop: &|| false };
                let Some(by_tables) = verdicts.nearest_by_tables(&asked) else { continue };
                let by_sweep = verdicts.sweep.nearest(&asked, &[]).unwrap();
                let is_told = |(place, _): &(usize, _)| verdicts.by_tables[*place];
                let by_sweep: Vec<_> = by_sweep.into_iter().filter(is_told).collect();
                let distances = |answers: &[(usize, Option<FormAnswer>)]| -> Vec<_> {
                    let of = |&(place, answer): &(usize, Option<FormAnswer>)| {
                        (place, answer.map(|answer| answer.distance))
                    };
                    answers.iter().map(of).collect()
                };
                let nearest = |answers: &[(usize, Option<FormAnswer>)]| -> Vec<FormAnswer> {
                    let all = || answers.iter().filter_map(|(_, answer)| *answer);
                    let least = all().map(|answer| answer.distance).min();
                    all().filter(|answer| Some(answer.distance) == least).collect()
                };
                let context = || format!("{name} {hand}, left {supply:?}");
                assert_eq!(distances(&by_tables), distances(&by_sweep), "{}", context());
                assert_eq!(nearest(&by_tables), nearest(&by_sweep), "{}", context());
                *told.entry(name).or_insert(0) += 1;
            }
        }
        assert!(told.len() >= 8 && told.values().all(|&told| told > 40), "{told:?}");
    }
}
