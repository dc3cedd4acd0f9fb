//! Forms that leave the whole concealed hand free.

use super::distance::{Asked, FormAnswer};
use super::plan::free_kinds;
use super::{Filling, SweptList};
use crate::group::{Group, GroupType, Hole, PartialGroup, Slot, WaitShape};
use crate::hand::Hand;
use crate::rules::{Form, Pattern, PatternSort, RestSize, RuleSet};
use crate::size::HandSize;
use crate::tile::{Kind, KindSet, Suits, Tile, TileSet};
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
        let mut suits = Suits::of(hand.called().flat_map(Group::kinds));
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
            3.. => self.read_as(tile),
            _ => self.read_as(tile).iter().filter(allowed).collect(),
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

    /// What a tile drawn counts as: where suits are limited, what it is read as in the complete hand.
    fn read_as(&self, tile: Tile) -> KindSet {
        match self.most_suits {
            3.. => self.kinds[tile.index()],
            _ => self.kind(tile).into_iter().collect(),
        }
    }

    /// The nearest wins: a win is as many tiles as the hand is to have, of few enough suits and with wild
    /// tiles enough.
    pub fn nearest(&self, asked: &Asked<'_>) -> Option<FormAnswer> {
        if self.size.is_some_and(|size| usize::from(size) != asked.complete)
            || usize::from(self.least_wilds) > asked.complete
        {
            return None;
        }
        let distance = self.distance(asked, None)?;
        let mut answer = FormAnswer { distance, tiles: TileSet::EMPTY, kinds: KindSet::EMPTY };
        for (tile, _) in asked.supply.iter() {
            if self.distance(asked, Some(tile)).is_some_and(|nearer| nearer < distance) {
                answer.tiles.insert(tile);
                answer.kinds = answer.kinds.union(self.read_as(tile));
            }
        }
        Some(answer)
    }

    /// How many tiles must be drawn once a tile is.
    fn distance(&self, asked: &Asked<'_>, drawn: Option<Tile>) -> Option<u8> {
        let called = Suits::of(asked.hand.called().flat_map(Group::kinds));
        let in_suits = |suits: Suits| {
            let fits = |tile: Tile| {
                let kind = self.kind(tile)?;
                let suits_fit = self.most_suits >= 3
                    || Suits::of([kind]).union(suits) == suits && suits.len() <= self.most_suits;
                suits_fit.then_some(self.wild[tile.index()])
            };
            // How many tiles may be in the hand, and how many of them are wild.
            let count = |tiles: &mut dyn Iterator<Item = (Tile, u8)>| {
                tiles.fold((0, 0), |(all, wild), (tile, count)| match fits(tile) {
                    Some(is_wild) => {
                        let count = usize::from(count);
                        (all + count, wild + if is_wild { count } else { 0 })
                    }
                    None => (all, wild),
                })
            };
            let (held, held_wild) =
                count(&mut asked.tiles.iter().chain(drawn.map(|tile| (tile, 1))));
            let (left, left_wild) = count(&mut asked.supply.iter());
            let lacking_wild = usize::from(self.least_wilds).saturating_sub(held_wild);
            let lacking = asked.complete.saturating_sub(held).max(lacking_wild);
            (left >= lacking && left_wild >= lacking_wild).then_some(lacking as u8)
        };
        let of_bits = (0..8).map(Suits::of_bits);
        of_bits.filter(|suits| suits.union(called) == *suits).filter_map(in_suits).min()
    }
}
