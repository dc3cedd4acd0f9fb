//! Distance: how many tiles a hand must draw to win, under any rule set.
//!
//! It is the sweep once more. A place of a group is filled by a tile of the hand or by one drawn; tiles of
//! the hand may stay out. Of choices that go on alike the one is kept that draws fewest tiles, with the kinds
//! of places for which equally good ones draw. So the sums of the parts tell the distance and, without
//! trying a single tile, which tiles bring the hand nearer.

mod kept;
mod placed;
mod reached;
mod walk;

use super::fields::Fields;
use super::plan::MOST_PLACES;
use super::{CompiledForm, InQuestion, Sweep};
use crate::hand::Hand;
use crate::tile::{KindSet, TileCounts, TileSet};
use kept::KeptParts;
use placed::Placed;

/// A hand that is to win, and the tiles left.
pub(crate) struct Asked<'a> {
    /// The hand whose called melds count.
    pub hand: &'a Hand,
    /// The concealed tiles: any number of them.
    pub tiles: &'a TileCounts,
    /// The tiles that may be drawn.
    pub supply: &'a TileCounts,
    /// How many concealed tiles the complete hand has.
    pub complete: usize,
    /// Ends the run early.
    pub stop: &'a dyn Fn() -> bool,
}

/// The nearest wins of one form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct FormAnswer {
    /// How many tiles must be drawn.
    pub distance: u8,
    /// The tiles of which one brings the hand nearer; none where the hand is complete.
    pub tiles: TileSet,
    /// The kinds as which these tiles are read.
    pub kinds: KindSet,
}

/// Choices kept for later hands: for forms with one sort of places and no limit on uses as wild, and for
/// others.
#[derive(Debug, Default)]
pub(super) struct KeptDistances {
    simple: KeptParts<1>,
    several: KeptParts<{ 2 * MOST_PLACES }>,
}

/// How many tiles are drawn at most, tried one after the other: few are looked through sooner.
const BUDGETS: [u8; 4] = [3, 5, 8, u8::MAX >> 1];

/// Why the nearest wins were not found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Unanswered {
    /// A form is not served, or the hand has too many choices.
    NotServed,
    /// The caller stopped the run. The distance is not less than this.
    Stopped { at_least: u8 },
}

impl Sweep {
    /// For each form that the hand may be of, but those left out, its place in the rule set and its nearest
    /// wins, if there are any.
    pub fn nearest(
        &self,
        asked: &Asked<'_>,
        leave_out: &[bool],
    ) -> Result<Vec<(usize, Option<FormAnswer>)>, Unanswered> {
        let forms: Vec<InQuestion<'_>> =
            self.forms_of(asked.hand, asked.complete, leave_out).collect();
        let mut answers: Vec<_> = forms.iter().map(|form| (form.place, None)).collect();
        let mut at_least = 0;
        for budget in BUDGETS {
            for (form, (_, answer)) in forms.iter().zip(&mut answers) {
                if answer.is_none() {
                    let nearest = self.nearest_in(form, asked, budget);
                    *answer = nearest.map_err(|ended| ended.unanswered(at_least))?;
                }
            }
            let done = answers.iter().all(|(_, answer)| answer.is_some());
            if done || usize::from(budget) >= asked.complete {
                break;
            }
            let found =
                answers.iter().any(|(_, answer): &(_, Option<FormAnswer>)| answer.is_some());
            at_least = if found { at_least } else { budget + 1 };
        }
        Ok(answers)
    }

    /// The answer that a form is so far away, and that places of these kinds are lacking.
    pub fn with_tiles(
        &self,
        asked: &Asked<'_>,
        place: usize,
        distance: u8,
        lacking: KindSet,
    ) -> FormAnswer {
        let mut answer = FormAnswer { distance, tiles: TileSet::EMPTY, kinds: KindSet::EMPTY };
        let form = &self.rules.forms()[place];
        for (tile, _) in asked.supply.iter().filter(|_| !lacking.is_empty()) {
            let kinds = self.rules.stands_for_in(form, tile).intersection(lacking);
            if !kinds.is_empty() {
                answer.tiles.insert(tile);
                answer.kinds = answer.kinds.union(kinds);
            }
        }
        answer
    }

    /// Whether the hand wins in some form when so many tiles are drawn.
    pub fn wins_within(&self, asked: &Asked<'_>, draws: u8) -> Result<bool, Unanswered> {
        for form in self.forms_of(asked.hand, asked.complete, &[]) {
            let nearest = self.nearest_in(&form, asked, draws);
            let answer = nearest.map_err(|ended| ended.unanswered(0))?;
            if answer.is_some_and(|answer| answer.distance <= draws) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The nearest wins of a form with so many tiles drawn at most.
    fn nearest_in(
        &self,
        form: &InQuestion<'_>,
        asked: &Asked<'_>,
        budget: u8,
    ) -> Result<Option<FormAnswer>, Ended> {
        match self.forms[form.place].as_ref().map_err(|_| Ended::TooMany)? {
            CompiledForm::Never => Ok(None),
            CompiledForm::Free(free) => Ok(free.nearest(asked)),
            CompiledForm::Groups(groups)
                if groups.places.len() <= 1 && form.wild_uses == Fields::MOST =>
            {
                let kept = &self.distances.simple;
                let placed = Placed::of(&self.rules, form, groups, asked, kept);
                placed.map_or(Ok(None), |placed| placed.nearest(budget))
            }
            CompiledForm::Groups(groups) => {
                let kept = &self.distances.several;
                let placed = Placed::of(&self.rules, form, groups, asked, kept);
                placed.map_or(Ok(None), |placed| placed.nearest(budget))
            }
        }
    }
}

/// Why the choices of a form were not all gone through.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Ended {
    TooMany,
    Stopped,
}

impl Ended {
    /// The same for a hand whose distance is known not to be less than this.
    fn unanswered(self, at_least: u8) -> Unanswered {
        match self {
            Ended::TooMany => Unanswered::NotServed,
            Ended::Stopped => Unanswered::Stopped { at_least },
        }
    }
}
