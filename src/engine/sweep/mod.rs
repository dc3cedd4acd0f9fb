//! The sweep: wins, waits and lists under any rule set.
//!
//! A form is compiled to *parts*: sets of kinds that runs connect, such as a suit or the honours. The sweep
//! goes through the kinds of a part in order. At each it chooses the groups that begin there and what fills
//! the places there: natural tiles, wild tiles of a class, or the tile that is waited for. What a choice has
//! used of each limit is kept in one word of small numbers: groups of each pattern, wild tiles of each class,
//! uses as wild. Choices that go on alike become one, so that a part has some ten outcomes. The outcomes of
//! the parts are added; a sum that fits the hand is a way to win.
//!
//! Before that, the *need* of each part says how many wild tiles it wants at least. Nearly all hands need
//! more than they have, and end there. Needs and outcomes are kept for the parts of later hands.

pub(crate) mod distance;
mod fields;
mod free_hand;
mod kept;
mod list;
mod need;
mod placed;
mod plan;
mod state;
mod walk;

use crate::engine::{NotServed, WinningTiles};
use crate::group::Group;
use crate::hand::Hand;
use crate::rules::{Count, DeadWaits, Form, Pattern, PatternSort, RestSize, RuleSet};
use crate::size::HandSize;
use crate::tile::{Kind, KindSet, Tile, TileSet};
use crate::wall::Wall;
use distance::KeptDistances;
use free_hand::FreeHand;
use kept::Kept;
pub(crate) use list::SweptList;
use placed::{Placed, called_wilds_left};
use plan::GroupForm;
use std::sync::Arc;

/// A rule set compiled for the sweep.
#[derive(Debug, Clone)]
pub(crate) struct Sweep {
    rules: Arc<RuleSet>,
    wall: Wall,
    forms: Vec<Result<CompiledForm, NotServed>>,
    kept: Arc<Kept>,
    distances: Arc<KeptDistances>,
}

#[derive(Debug, Clone)]
enum CompiledForm {
    Groups(Box<GroupForm>),
    Free(FreeHand),
    /// A form that no hand is of.
    Never,
}

/// A form that a hand may be of.
struct InQuestion<'a> {
    place: usize,
    form: &'a Form,
    /// How many groups of each pattern it has.
    counts: Vec<u8>,
    /// How many tiles may be used as wild beside those of called melds.
    wild_uses: u8,
}

/// Turns holes into the tiles that fill them.
pub(crate) struct Filling {
    unseen: TileSet,
    wall: TileSet,
    dead_count: bool,
    /// For each kind of hole the tiles that fill it.
    fillers: [TileSet; Kind::COUNT],
    kinds: KindSet,
    /// The kinds of holes that some tile of the set could fill.
    all: KindSet,
    /// Whether the form at hand has a hole that counts.
    found: bool,
}

impl Sweep {
    /// Compiles a rule set; its parts are swept when hands come.
    pub fn new(rules: &RuleSet) -> Sweep {
        let forms = rules.forms().iter().map(|form| compile(rules, form)).collect();
        Sweep {
            rules: Arc::new(rules.clone()),
            wall: Wall::of(rules),
            forms,
            kept: Arc::default(),
            distances: Arc::default(),
        }
    }

    /// Why a form is not served, if it is not.
    pub fn refused(&self, form: usize) -> Option<&NotServed> {
        self.forms[form].as_ref().err()
    }

    /// Whether a hand of 3n+2 concealed tiles is complete in some form but those left out. `None` where a
    /// form is not served, for a hand with more natural tiles of one kind than there is room for, and for one
    /// whose wild tiles leave too many choices.
    pub fn is_win(&self, hand: &Hand, leave_out: &[bool]) -> Option<bool> {
        for form in self.forms(hand, leave_out) {
            if self.is_win_in(hand, &form)? {
                return Some(true);
            }
        }
        Some(false)
    }

    fn is_win_in(&self, hand: &Hand, form: &InQuestion<'_>) -> Option<bool> {
        Some(match self.forms[form.place].as_ref().ok()? {
            CompiledForm::Never => false,
            CompiledForm::Free(free) => free.is_win(hand),
            CompiledForm::Groups(groups) => {
                let placed = Placed::of(&self.rules, form, groups, hand)?;
                placed.map_or(Some(false), |placed| placed.is_win(&self.kept))?
            }
        })
    }

    /// Marks the forms, but those left out, in which a hand of 3n+2 concealed tiles is complete.
    pub fn mark_wins(&self, hand: &Hand, leave_out: &[bool], marks: &mut [bool]) -> Option<()> {
        for form in self.forms(hand, leave_out) {
            marks[form.place] = self.is_win_in(hand, &form)?;
        }
        Some(())
    }

    /// The tiles that complete a hand of 3n+1 concealed tiles in some form but those left out, beside
    /// winning tiles found already; `None` as for [`Sweep::is_win`].
    pub fn waits(
        &self,
        hand: &Hand,
        leave_out: &[bool],
        known: WinningTiles,
    ) -> Option<WinningTiles> {
        let mut filling = None;
        for form in self.forms(hand, leave_out) {
            let filling = filling.get_or_insert_with(|| self.filling(hand, known));
            self.fill(hand, &form, filling)?;
        }
        Some(filling.map_or(known, |filling| filling.winning()))
    }

    /// As [`Sweep::waits`], with the tiles that fill each kind of hole; marks the forms in which the hand
    /// waits for a tile.
    pub fn filled(
        &self,
        hand: &Hand,
        leave_out: &[bool],
        known: WinningTiles,
        marks: &mut [bool],
    ) -> Option<Filling> {
        let mut filling = self.filling(hand, known);
        for form in self.forms(hand, leave_out) {
            filling.found = false;
            self.fill(hand, &form, &mut filling)?;
            marks[form.place] = filling.found;
        }
        Some(filling)
    }

    fn fill(&self, hand: &Hand, form: &InQuestion<'_>, filling: &mut Filling) -> Option<()> {
        match self.forms[form.place].as_ref().ok()? {
            CompiledForm::Never => {}
            CompiledForm::Free(free) => free.waits(hand, filling),
            CompiledForm::Groups(groups) => {
                if let Some(placed) = Placed::of(&self.rules, form, groups, hand)? {
                    placed.waits(&self.kept, filling)?;
                }
            }
        }
        Some(())
    }

    fn filling(&self, hand: &Hand, known: WinningTiles) -> Filling {
        let unseen = self.wall.unseen(hand);
        let mut filling = Filling {
            unseen: unseen.iter().filter(|(_, copies)| *copies > 0).map(|(tile, _)| tile).collect(),
            wall: unseen.iter().map(|(tile, _)| tile).collect(),
            dead_count: self.rules.dead_waits() == DeadWaits::Count,
            fillers: [TileSet::EMPTY; Kind::COUNT],
            kinds: known.kinds(),
            all: known.kinds().union(known.dead()),
            found: false,
        };
        if !known.is_empty() {
            // What the tables know fills every hole of its kinds.
            let tiles: TileSet = known.tiles().collect();
            for kind in known.kinds().iter() {
                filling.fillers[kind.index()] = tiles.intersection(self.wall.of_kind(kind));
            }
        }
        filling
    }

    /// The forms that the hand may be of by its size and called melds, with their places.
    pub fn in_question<'a>(&'a self, hand: &'a Hand) -> impl Iterator<Item = (usize, &'a Form)> {
        self.forms(hand, &[]).map(|in_question| (in_question.place, in_question.form))
    }

    /// The forms that have the hand's size and take its called melds and the wild tiles in these.
    fn forms<'a>(
        &'a self,
        hand: &'a Hand,
        leave_out: &'a [bool],
    ) -> impl Iterator<Item = InQuestion<'a>> {
        let tiles = hand.concealed().total();
        let complete = tiles + hand.size().map_or(0, HandSize::lacking);
        self.forms_of(hand, complete, leave_out)
    }

    /// The same for hands that are to have so many concealed tiles.
    fn forms_of<'a>(
        &'a self,
        hand: &'a Hand,
        complete: usize,
        leave_out: &'a [bool],
    ) -> impl Iterator<Item = InQuestion<'a>> {
        let called = hand.called().len();
        let read: KindSet = hand.called().flat_map(Group::kinds).collect();
        let barred = !read.intersection(self.rules.absent()).is_empty();
        let forms = self.rules.forms().iter().enumerate();
        let forms = forms.filter(move |(place, _)| !barred && leave_out.get(*place) != Some(&true));
        forms.filter_map(move |(place, form)| {
            let counts = form.counts(complete, called)?;
            let wild_uses = called_wilds_left(&self.rules, form, hand)?;
            let taken = hand.called().all(|meld| form.takes_called(meld, &self.rules));
            taken.then_some(InQuestion { place, form, counts, wild_uses })
        })
    }
}

fn compile(rules: &RuleSet, form: &Form) -> Result<CompiledForm, NotServed> {
    let is_rest = |pattern: &&Pattern| matches!(pattern.sort, PatternSort::Rest { size, .. } if size != RestSize::Exactly(1));
    let rest = form.patterns().iter().find(is_rest);
    match rest {
        None => GroupForm::new(rules, form).map(|groups| CompiledForm::Groups(Box::new(groups))),
        // More than one free tile in a group is the whole hand, or nothing.
        Some(pattern)
            if form.patterns().len() == 1 && matches!(pattern.count, Count::Exactly(1)) =>
        {
            Ok(CompiledForm::Free(FreeHand::new(rules, form, pattern)))
        }
        Some(_) => Ok(CompiledForm::Never),
    }
}

impl Filling {
    /// For each kind that completes the hand the tiles that do so.
    pub fn fillers(&self) -> impl Iterator<Item = (Kind, TileSet)> + '_ {
        self.kinds.iter().map(|kind| (kind, self.fillers[kind.index()]))
    }

    /// The kinds that would complete the hand, had a tile been left to fill them.
    pub fn dead(&self) -> KindSet {
        self.all.without(self.kinds)
    }

    fn winning(&self) -> WinningTiles {
        let tiles = self.fillers.iter().fold(TileSet::EMPTY, |all, &tiles| all.union(tiles));
        WinningTiles::new(tiles, self.kinds, self.dead())
    }

    /// Notes holes of these kinds, where `kinds_of` says as which kinds a tile may fill them.
    fn note(&mut self, holes: KindSet, kinds_of: impl Fn(Tile) -> KindSet) {
        let (mut live, mut all) = (KindSet::EMPTY, KindSet::EMPTY);
        for tile in self.wall.iter() {
            let kinds = kinds_of(tile).intersection(holes);
            all = all.union(kinds);
            if self.unseen.contains(tile) {
                live = live.union(kinds);
                self.fill(kinds, tile);
            }
        }
        let gone = all.without(live);
        if self.dead_count && !gone.is_empty() {
            live = all;
            for tile in self.wall.iter() {
                self.fill(kinds_of(tile).intersection(gone), tile);
            }
        }
        self.found |= !live.is_empty();
        self.kinds = self.kinds.union(live);
        self.all = self.all.union(all);
    }

    fn fill(&mut self, kinds: KindSet, tile: Tile) {
        kinds.iter().for_each(|kind| self.fillers[kind.index()].insert(tile));
    }
}
