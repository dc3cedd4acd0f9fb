//! Every decomposition of melds and a pair, in canonical order, without allocation.
//!
//! Groups are chosen in ascending order, so that each decomposition comes once and in its place. A
//! tile that can begin no later group bounds the next one, and the tables tell at every step whether
//! the rest can still be completed; only what a blue tile cannot be used as may lead astray.
//! The open group of a hand that waits is what is left in the end: two tiles, or one where no pair
//! was made.

use super::deck::{Deck, Place, padded};
use super::packed::MOST_TILES;
use super::piece::{Division, MOST_GROUPS, OpenPiece, Piece, Visitor, holes_between};
use super::tables::Tables;
use crate::group::{GroupType, Slot};
use crate::problem::Suits;
use crate::tile::{Kind, KindSet};
use std::ops::ControlFlow;

/// What every walk needs to know of hand and rules.
#[derive(Debug, Clone, Copy)]
pub(super) struct Setting {
    /// The position of the form, for [`Division::form`].
    pub form: usize,
    /// How many concealed tiles there are, and whether a tile is to be drawn.
    pub tiles: usize,
    pub waits: bool,
    /// The kinds that a tile left can fill: open groups without such a hole are none.
    pub live: KindSet,
    /// The kinds of the rule set's groups, holes included.
    pub playable: KindSet,
    pub max_suits: u8,
    pub called_suits: Suits,
}

impl Setting {
    /// True when groups of these suits are within the limit.
    pub fn allows(&self, suits: Suits) -> bool {
        self.max_suits >= 3 || suits.union(self.called_suits).len() <= self.max_suits
    }

    /// The open group of a lone tile, to be a pair.
    pub fn open_pair(&self, deck: &Deck, place: Place, kind: Kind) -> Option<OpenPiece> {
        let fits = deck.meaning(place).contains(kind) && self.live.contains(kind);
        let slot = Slot { kind, tile: deck.tile(place) };
        fits.then(|| OpenPiece::new(&[slot], std::iter::once(kind).collect()))
    }

    /// The open group of two tiles, to be a meld.
    pub fn open_meld(
        &self,
        deck: &Deck,
        places: [Place; 2],
        kinds: [Kind; 2],
    ) -> Option<OpenPiece> {
        let fits = |at: usize| deck.meaning(places[at]).contains(kinds[at]);
        let holes = holes_between(kinds[0], kinds[1]).intersection(self.playable);
        if !fits(0) || !fits(1) || holes.intersection(self.live).is_empty() {
            return None;
        }
        let slot = |at: usize| Slot { kind: kinds[at], tile: deck.tile(places[at]) };
        Some(OpenPiece::new(&[slot(0), slot(1)], holes))
    }
}

/// The last kind that a tile may stand for, and the tile.
type Deadline = (u8, u8);

/// Where the next group may begin: with this kind, type and filling, or after it.
type Cursor = (usize, GroupType, [Place; 3]);

const START: Cursor = (0, GroupType::Single, [0; 3]);

/// Goes through the decompositions of melds and a pair.
pub(super) struct Walk<'v, V> {
    setting: Setting,
    tables: &'static Tables,
    visit: &'v mut V,
    deck: Deck,
    /// Tiles by the last group that may take them.
    deadlines: [Deadline; MOST_TILES],
    /// How many complete groups there are.
    groups: usize,
    chosen: [Piece; MOST_GROUPS],
    depth: usize,
    has_pair: bool,
    suits: Suits,
}

impl<'v, V: Visitor> Walk<'v, V> {
    pub fn new(setting: Setting, deck: Deck, visit: &'v mut V) -> Walk<'v, V> {
        let mut deadlines = [(0, 0); MOST_TILES];
        for (place, deadline) in deadlines[..deck.len()].iter_mut().enumerate() {
            let last = deck.meaning(place).bits().max(1).ilog2();
            *deadline = (last as u8, place as u8);
        }
        deadlines[..deck.len()].sort_unstable();
        Walk {
            setting,
            tables: Tables::get(),
            visit,
            deadlines,
            groups: setting.tiles / 3 + usize::from(!setting.waits),
            chosen: [Piece::new(GroupType::Single, Kind::FIRST, [deck.tile(0); 3]); MOST_GROUPS],
            deck,
            depth: 0,
            has_pair: false,
            suits: Suits::default(),
        }
    }

    /// Shows every decomposition.
    pub fn run(&mut self) -> ControlFlow<()> {
        if self.can_be_completed() { self.choose(START) } else { ControlFlow::Continue(()) }
    }

    fn can_be_completed(&self) -> bool {
        let more = u32::from(self.setting.waits);
        self.deck.can_be_completed(self.tables, self.has_pair, more)
    }

    /// Chooses the next group and those after it.
    fn choose(&mut self, from: Cursor) -> ControlFlow<()> {
        self.visit.step()?;
        if self.depth == self.groups {
            return if self.setting.waits { self.show_open() } else { self.show(None) };
        }
        let keep_for_pair = usize::from(!self.has_pair && !self.setting.waits);
        let may_meld = self.depth + keep_for_pair < self.groups;
        let last = self.last_start();
        let mut kinds = self.deck.reached().bits() >> from.0 << from.0;
        while kinds != 0 {
            let index = kinds.trailing_zeros() as usize;
            kinds &= kinds - 1;
            let Some(kind) = Kind::from_index(index).filter(|_| index <= last) else { break };
            let from = if index == from.0 { from } else { (index, GroupType::Single, [0; 3]) };
            if !self.has_pair && from.1 <= GroupType::Pair {
                self.each_group(GroupType::Pair, [kind; 2], from)?;
            }
            if may_meld && from.1 <= GroupType::Triplet {
                self.each_group(GroupType::Triplet, [kind; 3], from)?;
            }
            if may_meld && let Some(run) = run_from(kind) {
                self.each_group(GroupType::Run, run, from)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// The last kind that the next group may begin with: some tile has no later chance. A hand that
    /// waits may leave two tiles behind.
    fn last_start(&self) -> usize {
        let mut spare = if self.setting.waits { 2 } else { 0 };
        for &(last, place) in &self.deadlines[..self.deck.len()] {
            let left = self.deck.left(place.into());
            if left > spare {
                return last.into();
            }
            spare -= left;
        }
        Kind::COUNT
    }

    /// Takes each filling of a group in turn and goes on from there.
    fn each_group<const SIZE: usize>(
        &mut self,
        group_type: GroupType,
        kinds: [Kind; SIZE],
        from: Cursor,
    ) -> ControlFlow<()> {
        let (suits, has_pair) = (self.suits, self.has_pair);
        let with_group = suits.union(Suits::of([kinds[0]]));
        if !self.setting.allows(with_group) {
            return ControlFlow::Continue(());
        }
        let first = if from.1 == group_type { from.2 } else { [0; 3] };
        for places in self.deck.fillings(kinds).skip_while(|&places| padded(places) < first) {
            let filling = padded(places);
            self.deck.take_all(&places);
            self.has_pair = has_pair || group_type == GroupType::Pair;
            let mut flow = ControlFlow::Continue(());
            if self.can_be_completed() {
                let tiles = filling.map(|place| self.deck.tile(place));
                self.chosen[self.depth] = Piece::new(group_type, kinds[0], tiles);
                self.suits = with_group;
                self.depth += 1;
                flow = self.choose((kinds[0].index(), group_type, filling));
                self.depth -= 1;
            }
            (self.suits, self.has_pair) = (suits, has_pair);
            self.deck.give_all(&places);
            flow?;
        }
        ControlFlow::Continue(())
    }

    fn show(&mut self, open: Option<&OpenPiece>) -> ControlFlow<()> {
        let groups = &self.chosen[..self.depth];
        self.visit.see(&Division { form: self.setting.form, groups, open })
    }

    /// Shows the chosen groups with each open group that the tiles left make, in order.
    fn show_open(&mut self) -> ControlFlow<()> {
        let (low, high) = {
            let mut left = self.deck.remaining();
            let Some(low) = left.next() else { return ControlFlow::Continue(()) };
            (low, left.next().unwrap_or(low))
        };
        for first in self.deck.reached().iter() {
            if !self.setting.allows(self.suits.union(Suits::of([first]))) {
                continue;
            }
            if !self.has_pair {
                self.show_if(self.setting.open_pair(&self.deck, low, first))?;
                continue;
            }
            let follows = [Some(first), first.shifted(1), first.shifted(2)];
            for second in follows.into_iter().flatten() {
                self.show_if(self.setting.open_meld(&self.deck, [low, high], [first, second]))?;
            }
            for second in follows.into_iter().skip(1).flatten().filter(|_| low != high) {
                self.show_if(self.setting.open_meld(&self.deck, [high, low], [first, second]))?;
            }
        }
        ControlFlow::Continue(())
    }

    fn show_if(&mut self, open: Option<OpenPiece>) -> ControlFlow<()> {
        open.map_or(ControlFlow::Continue(()), |open| self.show(Some(&open)))
    }
}

/// The run that begins with a kind.
pub(super) fn run_from(kind: Kind) -> Option<[Kind; 3]> {
    Some([kind, kind.shifted(1)?, kind.shifted(2)?])
}
