//! Renamings under which the game stays the same: the suits change places, the numbers are
//! mirrored, winds change places among winds and dragons among dragons.

use super::deal::{CalledMeld, Deal, kinds, rules};
use super::{Answer, group_key};
use ginga::{
    Decomposition, Group, Hole, Kind, KindSet, PartialGroup, RuleSet, Slot, Suit, Tile, Wait,
};
use proptest::prelude::*;
use std::sync::Arc;

#[derive(Debug, Clone)]
pub struct Renaming {
    suits: [Suit; 3],
    mirror: bool,
    winds: [u8; 4],
    dragons: [u8; 3],
}

pub fn renamings() -> impl Strategy<Value = Renaming> {
    let suits = Just(Suit::NUMBERED).prop_shuffle();
    let honours = (Just([1, 2, 3, 4]).prop_shuffle(), Just([5, 6, 7]).prop_shuffle());
    (suits, any::<bool>(), honours).prop_map(|(suits, mirror, (winds, dragons))| Renaming {
        suits,
        mirror,
        winds,
        dragons,
    })
}

impl Renaming {
    /// The renaming as far as a rule set is closed under it: honours keep their names where the
    /// set has not all of them.
    pub fn within(self, rules: &RuleSet) -> Renaming {
        let has = |kind: Kind| rules.copies(Tile::plain(kind)) > 0;
        if Kind::all().filter(|kind| !kind.suit().is_numbered()).all(has) {
            return self;
        }
        Renaming { winds: [1, 2, 3, 4], dragons: [5, 6, 7], ..self }
    }

    pub fn kind(&self, kind: Kind) -> Kind {
        let number = kind.number();
        let mirrored = if self.mirror { 10 - number } else { number };
        let renamed = match kind.suit() {
            Suit::Honour if number <= 4 => {
                Kind::new(Suit::Honour, self.winds[usize::from(number) - 1])
            }
            Suit::Honour => Kind::new(Suit::Honour, self.dragons[usize::from(number) - 5]),
            suit => Kind::new(self.suits[suit as usize], mirrored),
        };
        renamed.unwrap()
    }

    pub fn tile(&self, tile: Tile) -> Tile {
        match tile.kind() {
            None => tile,
            Some(kind) if tile.is_galaxy() => Tile::galaxy(self.kind(kind)),
            Some(kind) => Tile::plain(self.kind(kind)),
        }
    }

    /// The table's rules with other wild kinds.
    pub fn rules(&self, deal: &Deal) -> RuleSet {
        let table = deal.table();
        let wild: Vec<Kind> = kinds(table.wild).into_iter().map(|kind| self.kind(kind)).collect();
        rules(table.name, table.set, &wild)
    }

    pub fn deal(&self, deal: &Deal) -> Deal {
        let meld = |meld: &CalledMeld| CalledMeld {
            tiles: meld.tiles.iter().map(|&tile| self.tile(tile)).collect(),
            reading: meld.reading.iter().map(|&kind| self.kind(kind)).collect(),
            concealed_kan: meld.concealed_kan,
        };
        Deal {
            table: deal.table,
            tiles: deal.tiles.iter().map(|&tile| self.tile(tile)).collect(),
            called: deal.called.iter().map(meld).collect(),
        }
    }

    fn kind_set(&self, kinds: KindSet) -> KindSet {
        kinds.iter().map(|kind| self.kind(kind)).collect()
    }

    fn slots(&self, slots: &[Slot]) -> Vec<Slot> {
        let slot = |slot: &Slot| Slot { kind: self.kind(slot.kind), tile: self.tile(slot.tile) };
        slots.iter().map(slot).collect()
    }

    fn group(&self, group: &Group) -> Arc<Group> {
        let renamed = Group::new(group.group_type(), self.slots(group.slots())).unwrap();
        Arc::new(renamed.called(group.call()))
    }

    fn open(&self, open: &PartialGroup) -> Arc<PartialGroup> {
        let hole = |hole: &Hole| {
            let mut tiles: Vec<Tile> = hole.tiles.iter().map(|&tile| self.tile(tile)).collect();
            tiles.sort();
            Hole { kind: self.kind(hole.kind), shape: hole.shape, tiles }
        };
        let holes = open.holes().iter().map(hole).collect();
        Arc::new(PartialGroup::new(self.slots(open.slots()), holes))
    }

    fn decomposition(&self, decomposition: &Decomposition) -> Decomposition {
        let groups = decomposition.groups().map(|group| self.group(group)).collect();
        let open = decomposition.partial().map(|open| self.open(open));
        Decomposition::new(decomposition.form().into(), groups, open)
    }

    /// The answer renamed and put in canonical order again.
    pub fn answer(&self, answer: &Answer) -> Answer {
        let mut list = Vec::new();
        for of_form in answer.list.chunk_by(|one, other| one.form() == other.form()) {
            let mut renamed: Vec<_> = of_form.iter().map(|one| self.decomposition(one)).collect();
            renamed.sort_by(|one, other| group_key(one).cmp(&group_key(other)));
            list.extend(renamed);
        }
        let wait = |wait: &Wait| Wait { tile: self.tile(wait.tile), left: wait.left };
        let mut waits: Vec<Wait> = answer.waits.iter().map(wait).collect();
        waits.sort();
        Answer {
            list,
            counts: answer.counts.clone(),
            waits,
            kinds: self.kind_set(answer.kinds),
            dead: self.kind_set(answer.dead),
        }
    }
}
