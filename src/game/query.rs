//! What a question comes to once nothing speaks against it.

use super::settings::Settings;
use super::{Prepared, QuestionError};
use crate::answer::{Completeness, Counts, Decomposition, Fillers, Report, StoppedBy, Wait, Waits};
use crate::columns::{ModelQuestion, problems};
use crate::group::{Hole, PartialGroup, Slot};
use crate::hand::Hand;
use crate::problem::Problem;
use crate::size::HandSize;
use crate::tile::{KindSet, Tile, TileCounts};
use std::num::NonZeroU64;
use std::ops::ControlFlow;

/// Sees each decomposition as it is found.
pub(super) type Visitor<'a> = dyn FnMut(Decomposition) -> ControlFlow<()> + 'a;

/// A checked hand under the rules that it plays, and how to answer.
#[derive(Clone, Copy)]
pub(super) struct Query<'a> {
    pub prepared: &'a Prepared,
    pub hand: &'a Hand,
    pub settings: &'a Settings<'a>,
}

/// Decompositions in canonical order.
pub(super) struct Listed {
    pub list: Vec<Decomposition>,
    pub counts: Counts,
    pub report: Report,
}

/// What a list or a visit takes of the decompositions found.
pub(super) struct Taker<'a> {
    settings: &'a Settings<'a>,
    /// How many more are within the limit.
    room: u64,
}

impl Taker<'_> {
    /// What the caller's own rule leaves of a decomposition; a break where it would be one more than
    /// the limit, which proves that the limit cut something off.
    pub fn take(
        &mut self,
        decomposition: Decomposition,
    ) -> ControlFlow<StoppedBy, Option<Decomposition>> {
        let taken = accepted(self.settings, decomposition);
        if taken.is_some() {
            let Some(room) = self.room.checked_sub(1) else {
                return ControlFlow::Break(StoppedBy::Limit);
            };
            self.room = room;
        }
        ControlFlow::Continue(taken)
    }
}

impl Listed {
    /// No list, with counts of all there are.
    pub fn none((counts, report): (Counts, Report)) -> Listed {
        Listed { list: Vec::new(), counts, report }
    }

    /// The list that its limit cut, with counts of all there are.
    pub fn counted(mut self, (counts, report): (Counts, Report)) -> Listed {
        self.counts = counts.at_least(&self.counts);
        self.report.work += report.work;
        if !report.completeness.is_complete() {
            self.report.completeness = report.completeness;
        }
        self
    }

    /// Whether its limit cut the list.
    pub fn is_cut(&self) -> bool {
        self.report.completeness == Completeness::Stopped(StoppedBy::Limit)
    }
}

impl<'a> Query<'a> {
    /// Takes what the caller's own rule accepts, up to the limit.
    pub fn taker(&self) -> Taker<'a> {
        Taker { settings: self.settings, room: self.limit() }
    }

    /// The most decompositions of a list.
    pub fn limit(&self) -> u64 {
        self.settings.limit.map_or(u64::MAX, NonZeroU64::get)
    }

    /// Whether a list is made even where nobody wants it: the caller's own rule sees each decomposition.
    pub fn sees_each(&self) -> bool {
        self.settings.accept.is_some()
    }

    /// Waits of these winning tiles; those seen elsewhere are taken off the copies left.
    pub fn waits_of(&self, fillers: Fillers, dead: KindSet, listed: Listed) -> Waits {
        let Listed { list, counts, report } = listed;
        let (mut tiles, kinds) = (Vec::new(), fillers.kinds());
        // Most hands of many wait on nothing.
        if !kinds.is_empty() {
            let unseen = self.prepared.wall.unseen(self.hand).without(&self.settings.visible);
            tiles.extend(fillers.tiles().map(|tile| Wait { tile, left: unseen.copies(tile) }));
        }
        Waits { tiles, kinds, dead, decompositions: list, counts, report, fillers }
    }

    /// The question that the hand's size asks.
    pub fn question(&self) -> ModelQuestion {
        match self.hand.size() {
            Some(HandSize::Waiting) => ModelQuestion::Tenpai,
            _ => ModelQuestion::Complete,
        }
    }

    /// The models of a question about the hand, one a form.
    pub fn models(&self, question: ModelQuestion) -> Vec<Problem> {
        self.models_of(question, &|_| true)
    }

    /// The same for those forms alone, by their places in the rule set.
    pub fn models_of(
        &self,
        question: ModelQuestion,
        forms: &dyn Fn(usize) -> bool,
    ) -> Vec<Problem> {
        let Prepared { rules, wall, .. } = self.prepared;
        problems(self.hand, rules, wall, question, forms)
    }

    /// Checks that tiles seen elsewhere can be there beside those of the hand.
    pub fn check_visible(&self) -> Result<(), QuestionError> {
        let visible = &self.settings.visible;
        if *visible == TileCounts::EMPTY {
            return Ok(());
        }
        let rules = &self.prepared.rules;
        let held = self.hand.all_tiles();
        for (tile, elsewhere) in visible.iter() {
            let seen = usize::from(held.get(tile)) + usize::from(elsewhere);
            let copies = rules.copies(tile);
            if seen > usize::from(copies) {
                let rules = rules.name().to_owned();
                return Err(QuestionError::TooManyVisible { tile, seen, copies, rules });
            }
        }
        Ok(())
    }
}

/// The tiles that fill the holes of a list.
pub(super) fn fillers(list: &[Decomposition]) -> Fillers {
    let mut fillers = Fillers::default();
    list.iter().filter_map(Decomposition::partial).for_each(|partial| fillers.add(partial));
    fillers
}

/// What the caller's own rule leaves of a decomposition: all or nothing of a complete one; of a
/// tenpai one the holes, and of those the tiles, that complete it to one that the rule accepts.
pub(super) fn accepted(
    settings: &Settings<'_>,
    decomposition: Decomposition,
) -> Option<Decomposition> {
    let Some(accept) = settings.accept else { return Some(decomposition) };
    let Some(open) = decomposition.partial() else {
        return accept(&decomposition).then_some(decomposition);
    };
    let holes = open.holes().iter().filter_map(|hole| {
        let fits = |&&tile: &&Tile| {
            let complete = decomposition.completed(Slot { kind: hole.kind, tile });
            complete.is_some_and(|complete| accept(&complete))
        };
        let tiles: Vec<Tile> = hole.tiles.iter().filter(fits).copied().collect();
        (!tiles.is_empty()).then(|| Hole { tiles, ..hole.clone() })
    });
    let holes: Vec<Hole> = holes.collect();
    let open = PartialGroup::of_sorted(open.slots(), holes);
    (!open.holes().is_empty()).then(|| decomposition.with_open(open))
}
