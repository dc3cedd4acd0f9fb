//! Forms that leave the whole concealed hand free.

use super::plan::free_kinds;
use super::{Filling, SweptList};
use crate::group::{Group, GroupType, Hole, PartialGroup, Slot, WaitShape};
use crate::hand::Hand;
use crate::rules::{Form, Pattern, PatternSort, RestSize, RuleSet};
use crate::size::HandSize;
use crate::tile::{Kind, KindSet, Suits, Tile};
use crate::wall::Unseen;

/// What each tile is as a free one.
#[derive(Debug, Clone)]
pub(super) struct FreeHand {
    /// The kinds that each tile may be read as.
    kinds: Box<[KindSet; Tile::COUNT]>,
    wild: Box<[bool; Tile::COUNT]>,
    size: Option<u8>,
    least_wilds: u8,
    most_suits: u8,
}

impl FreeHand {
    pub fn new(rules: &RuleSet, form: &Form, pattern: &Pattern) -> FreeHand {
        let readable = rules.kinds_in_play().without(rules.absent());
        let (size, blue, least_wilds) = match pattern.sort {
            PatternSort::Rest { size: RestSize::Exactly(size), blue, least_wilds } => {
                (Some(size), blue, least_wilds)
            }
            PatternSort::Rest { size: RestSize::Hand, blue, least_wilds } => {
                (None, blue, least_wilds)
            }
            PatternSort::Groups(_) => (None, false, 0),
        };
        let mut free = FreeHand {
            kinds: Box::new([KindSet::EMPTY; Tile::COUNT]),
            wild: Box::new([false; Tile::COUNT]),
            size,
            least_wilds,
            most_suits: rules.most_suits(form),
        };
        for tile in Tile::all().filter(|tile| rules.copies(*tile) > 0) {
            if !blue || tile.is_galaxy() {
                let kinds = rules.stands_for_in(form, tile);
                free.kinds[tile.index()] = free_kinds(tile, kinds, pattern, readable);
            }
            free.wild[tile.index()] =
                rules.stands_for(tile).iter().any(|kind| rules.is_wild_use(tile, kind));
        }
        free
    }

    /// The kind that a free tile is read as: its own where it may be.
    fn kind(&self, tile: Tile) -> Option<Kind> {
        let kinds = self.kinds[tile.index()];
        tile.kind().filter(|&own| kinds.contains(own)).or_else(|| kinds.iter().next())
    }

    /// The suits of the hand, and how many of its free tiles are wild; `None` where a tile may not be free
    /// or the size is not the form's.
    fn read(&self, hand: &Hand) -> Option<(Suits, usize)> {
        let complete = hand.concealed().total() + hand.size().map_or(0, HandSize::lacking);
        if self.size.is_some_and(|size| usize::from(size) != complete) {
            return None;
        }
        let mut suits = Suits::of(hand.called().flat_map(crate::group::Group::kinds));
        let mut wilds = 0;
        for (tile, count) in hand.concealed().iter() {
            suits = suits.union(Suits::of([self.kind(tile)?]));
            if self.wild[tile.index()] {
                wilds += usize::from(count);
            }
        }
        Some((suits, wilds))
    }

    fn allows(&self, suits: Suits) -> bool {
        self.most_suits >= 3 || suits.len() <= self.most_suits
    }

    pub fn is_win(&self, hand: &Hand) -> bool {
        self.read(hand).is_some_and(|(suits, wilds)| {
            wilds >= usize::from(self.least_wilds) && self.allows(suits)
        })
    }

    /// The kinds that a tile drawn may be where the hand is of these suits and has so many wild tiles.
    fn drawn_as(&self, tile: Tile, suits: Suits, wilds: usize) -> KindSet {
        if wilds + usize::from(self.wild[tile.index()]) < usize::from(self.least_wilds) {
            return KindSet::EMPTY;
        }
        let allowed = |kind: &Kind| self.allows(suits.union(Suits::of([*kind])));
        match self.most_suits {
            3.. => self.kinds[tile.index()],
            _ => self.kind(tile).into_iter().filter(allowed).collect(),
        }
    }

    /// The hand as one group, or lacking a tile, if it is of the form.
    pub fn list(&self, hand: &Hand, unseen: &Unseen, dead_count: bool) -> SweptList {
        let slot = |tile: Tile| Some(Slot { kind: self.kind(tile)?, tile });
        let slots: Option<Vec<Slot>> = hand.concealed().tiles().map(slot).collect();
        let Some(slots) = slots else { return SweptList::default() };
        if hand.size() != Some(HandSize::Waiting) {
            let group = Group::new(GroupType::Rest, slots).filter(|_| self.is_win(hand));
            return group.map_or_else(SweptList::default, SweptList::of_one_group);
        }
        let Some((suits, wilds)) = self.read(hand) else { return SweptList::default() };
        let hole = |kind: Kind| {
            let fills = |tile: Tile| self.drawn_as(tile, suits, wilds).contains(kind);
            let (tiles, live) = unseen.fillers_that(fills);
            let is_hole = live || dead_count && !tiles.is_empty();
            is_hole.then_some(Hole { kind, shape: WaitShape::Any, tiles })
        };
        let holes: Vec<Hole> = Kind::all().filter_map(hole).collect();
        match holes.is_empty() {
            true => SweptList::default(),
            false => SweptList::of_one_partial(PartialGroup::new(slots, holes)),
        }
    }

    pub fn waits(&self, hand: &Hand, filling: &mut Filling) {
        let Some((suits, wilds)) = self.read(hand) else { return };
        filling.note(KindSet::ALL, |tile| self.drawn_as(tile, suits, wilds));
    }
}
