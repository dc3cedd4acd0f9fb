//! Every decomposition of pairs alone and of orphans, in canonical order.

use super::deck::{Deck, Place, padded};
use super::list::Setting;
use super::piece::{Division, MOST_GROUPS, OpenPiece, Piece, Visitor};
use super::special::{Layout, Orphans, Pairs};
use crate::group::GroupType;
use crate::problem::Suits;
use crate::tile::Kind;
use std::ops::ControlFlow;

/// Goes through the decompositions of a form whose groups never share a kind.
pub(super) struct ApartWalk<'v, V> {
    setting: Setting,
    layout: Layout,
    visit: &'v mut V,
    deck: Deck,
    chosen: [Piece; MOST_GROUPS],
    depth: usize,
    has_pair: bool,
    suits: Suits,
}

impl<'v, V: Visitor> ApartWalk<'v, V> {
    pub fn new(setting: Setting, layout: Layout, deck: Deck, visit: &'v mut V) -> Self {
        let nothing = Piece::new(GroupType::Single, Kind::FIRST, [deck.tile(0); 3]);
        ApartWalk {
            setting,
            layout,
            visit,
            deck,
            chosen: [nothing; MOST_GROUPS],
            depth: 0,
            has_pair: false,
            suits: Suits::default(),
        }
    }

    /// Shows every decomposition.
    pub fn run(&mut self) -> ControlFlow<()> {
        match self.layout {
            Layout::Pairs(pairs) => self.choose_pairs(pairs, 0, [0; 2]),
            Layout::Orphans(Orphans { kinds, .. }) => self.choose_orphans(kinds.bits(), None),
        }
    }

    fn show(&mut self, open: Option<&OpenPiece>) -> ControlFlow<()> {
        let groups = &self.chosen[..self.depth];
        self.visit.see(&Division { form: self.setting.form, groups, open })
    }

    /// Takes each filling of a group in turn, and goes on as `next` says.
    fn each_group<const SIZE: usize>(
        &mut self,
        group_type: GroupType,
        kind: Kind,
        first: [Place; SIZE],
        next: &mut dyn FnMut(&mut Self, [Place; SIZE]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let (suits, has_pair) = (self.suits, self.has_pair);
        let with_group = suits.union(Suits::of([kind]));
        if !self.setting.allows(with_group) {
            return ControlFlow::Continue(());
        }
        for places in self.deck.fillings([kind; SIZE]).skip_while(|&places| places < first) {
            let tiles = padded(places).map(|place| self.deck.tile(place));
            self.chosen[self.depth] = Piece::new(group_type, kind, tiles);
            self.deck.take_all(&places);
            self.suits = with_group;
            self.has_pair |= group_type == GroupType::Pair;
            self.depth += 1;
            let flow = next(self, places);
            self.depth -= 1;
            (self.suits, self.has_pair) = (suits, has_pair);
            self.deck.give_all(&places);
            flow?;
        }
        ControlFlow::Continue(())
    }

    fn choose_pairs(&mut self, pairs: Pairs, from: usize, first: [Place; 2]) -> ControlFlow<()> {
        self.visit.step()?;
        let complete = usize::from(pairs.count) - usize::from(self.setting.waits);
        if self.depth == complete {
            return if self.setting.waits { self.show_open_pair(pairs) } else { self.show(None) };
        }
        let last = self.last_start();
        for kind in self.deck.reached().iter() {
            let index = kind.index();
            if index < from || index > last {
                continue;
            }
            let first = if index == from { first } else { [0; 2] };
            self.each_group(GroupType::Pair, kind, first, &mut |walk, places| {
                if pairs.quads_as_two {
                    walk.choose_pairs(pairs, index, places)
                } else {
                    walk.choose_pairs(pairs, index + 1, [0; 2])
                }
            })?;
        }
        ControlFlow::Continue(())
    }

    /// The last kind that the next pair may be of: some tile has no later chance. A hand that waits
    /// may leave one tile behind.
    fn last_start(&self) -> usize {
        let spare = u32::from(self.setting.waits);
        let mut last = Kind::COUNT;
        for place in self.deck.remaining() {
            let deadline = self.deck.meaning(place).bits().max(1).ilog2() as usize;
            let behind = self.deck.remaining().filter(|&other| {
                self.deck.meaning(other).bits().max(1).ilog2() as usize <= deadline
            });
            if behind.map(|other| u32::from(self.deck.left(other))).sum::<u32>() > spare {
                last = last.min(deadline);
            }
        }
        last
    }

    fn show_open_pair(&mut self, pairs: Pairs) -> ControlFlow<()> {
        let Some(place) = self.deck.remaining().next() else { return ControlFlow::Continue(()) };
        for kind in self.deck.meaning(place).iter() {
            let taken = self.chosen[..self.depth].iter().any(|piece| piece.first() == kind);
            if taken && !pairs.quads_as_two
                || !self.setting.allows(self.suits.union(Suits::of([kind])))
            {
                continue;
            }
            if let Some(open) = self.setting.open_pair(&self.deck, place, kind) {
                self.show(Some(&open))?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Goes on at the lowest kind of `kinds`; `without` is a kind that was passed over.
    fn choose_orphans(&mut self, kinds: u64, without: Option<Kind>) -> ControlFlow<()> {
        self.visit.step()?;
        let Some(kind) = Kind::from_index(kinds.trailing_zeros() as usize) else {
            return self.show_orphans(without);
        };
        let rest = kinds & (kinds - 1);
        self.each_group(GroupType::Single, kind, [0], &mut |walk, _| {
            walk.choose_orphans(rest, without)
        })?;
        if !self.has_pair {
            self.each_group(GroupType::Pair, kind, [0; 2], &mut |walk, _| {
                walk.choose_orphans(rest, without)
            })?;
        }
        if self.setting.waits && without.is_none() {
            self.choose_orphans(rest, Some(kind))?;
        }
        ControlFlow::Continue(())
    }

    fn show_orphans(&mut self, without: Option<Kind>) -> ControlFlow<()> {
        let place = self.deck.remaining().next();
        let open = match (without, place) {
            (None, None) if self.has_pair && !self.setting.waits => return self.show(None),
            (Some(kind), None) if self.has_pair && self.setting.live.contains(kind) => {
                Some(OpenPiece::new(&[], std::iter::once(kind).collect()))
            }
            (Some(kind), Some(place)) if !self.has_pair && self.deck.left(place) == 1 => {
                self.setting.open_pair(&self.deck, place, kind)
            }
            _ => None,
        };
        match open {
            Some(open) if self.deck.remaining().count() <= 1 => self.show(Some(&open)),
            _ => ControlFlow::Continue(()),
        }
    }
}
