//! The checker's own reading of the rules.
//!
//! A rule set is taken apart into its keys, once; what they mean for a hand is worked out here, from
//! their descriptions, and never asked of the rules: a fault in how the rest of the library
//! understands a key is not a fault of the checker as well.

use crate::group::{Call, GroupType, Slot};
use crate::hand::Hand;
use crate::rules::{DeadWaits, Form, MOST_TILES, Pattern, RuleSet, RunSort, Stock, Use};
use crate::tile::{Kind, KindSet, Suit, Tile, TileSet};

/// What a rule set says of one form, for one hand.
pub(super) struct Rules<'a> {
    pub melds: u8,
    pub dead_waits: DeadWaits,
    pub runs: &'a [RunSort],
    pub absent: KindSet,
    pub patterns: &'a [Pattern],
    pub quads_as_two_pairs: bool,
    pub most_suits: u8,
    pub most_wilds: usize,
    pub called: Option<u8>,
    pub least_called: u8,
    own_kind: Option<bool>,
    fifth_copy: bool,
    blue_is_redefined: bool,
    uses: &'a [Use; Tile::COUNT],
    set: &'a Stock,
    /// The suit that the hand shows, where the set has no other.
    suit: Option<Suit>,
}

impl<'a> Rules<'a> {
    /// The rules for a hand in a form; `None` when there is no form of this name.
    pub fn of(rules: &'a RuleSet, form: &str, hand: &Hand) -> Option<Rules<'a>> {
        let RuleSet {
            melds,
            max_suits,
            dead_waits,
            runs,
            absent,
            stock: set,
            uses,
            most_wilds,
            fifth_copy,
            blue_is_redefined,
            forms,
            // What these make of tiles, `uses` says.
            laizi: _,
            flips: _,
            // A meld that the hand has was called; whether it may be is the hand's question.
            calls: _,
            // Words about the rules.
            name: _,
            summary: _,
            source: _,
        } = rules;
        let Form {
            patterns,
            quads_as_two_pairs,
            max_suits: suits_of_form,
            most_wilds: wilds_of_form,
            own_kind,
            called,
            least_called,
            name: _,
        } = forms.iter().find(|known| *known.name == *form)?;
        // Jokers alone are of the first suit of which the set has tiles.
        let of_set = || Tile::all().filter(|tile| set.copies[tile.index()] > 0);
        let shown = || {
            let first = hand.all_tiles().tiles().chain(of_set()).find_map(Tile::kind);
            first.map_or(Suit::Man, Kind::suit)
        };
        let most_wilds = wilds_of_form.unwrap_or(*most_wilds);
        Some(Rules {
            melds: *melds,
            dead_waits: *dead_waits,
            runs,
            absent: *absent,
            patterns,
            quads_as_two_pairs: *quads_as_two_pairs,
            most_suits: suits_of_form.unwrap_or(*max_suits),
            most_wilds: if most_wilds < MOST_TILES { most_wilds.into() } else { usize::MAX },
            called: *called,
            least_called: *least_called,
            own_kind: *own_kind,
            fifth_copy: *fifth_copy,
            blue_is_redefined: *blue_is_redefined,
            uses,
            set,
            suit: set.one_suit.then(shown),
        })
    }

    /// Whether the set, for this hand, has the suit of a kind.
    fn has_suit_of(&self, kind: Kind) -> bool {
        self.suit.is_none_or(|suit| suit == kind.suit())
    }

    /// How many copies of a tile the set has, for this hand.
    fn copies_of(&self, tile: Tile) -> u8 {
        let there = tile.kind().is_none_or(|kind| self.has_suit_of(kind));
        if there { self.set.copies[tile.index()] } else { 0 }
    }

    /// How many copies of a tile can be drawn.
    pub fn in_wall(&self, tile: Tile) -> u8 {
        let undrawn: &TileSet = &self.set.undrawn;
        if undrawn.contains(tile) { 0 } else { self.copies_of(tile) }
    }

    /// What a tile may be used as under the rule set, in called melds as well.
    pub fn meaning(&self, tile: Tile) -> KindSet {
        let meant = match tile.kind() {
            // A class is of the set's kinds.
            Some(face) if tile.is_galaxy() && !self.blue_is_redefined => {
                let class = Kind::all().filter(|&kind| is_of_one_class(kind, face));
                class.collect::<KindSet>().intersection(self.set.kinds)
            }
            _ => self.uses[tile.index()].kinds,
        };
        meant.iter().filter(|&kind| self.has_suit_of(kind)).collect()
    }

    /// What a tile may be used as in this form: with its own kind or without it where the form says
    /// so, and never what must be absent.
    pub fn meaning_in_form(&self, tile: Tile) -> KindSet {
        let meant = self.meaning(tile);
        let own: KindSet = tile.kind().into_iter().collect();
        let wild = meant != own && !meant.is_empty();
        let meant = match self.own_kind {
            Some(true) if wild => meant.union(own),
            Some(false) if wild => meant.without(own),
            _ => meant,
        };
        meant.without(self.absent)
    }

    /// Whether a tile that may be used as a kind may be so in a group of this type, concealed or
    /// called: as its own kind everywhere. A concealed kan is no call.
    pub fn has_room_for(&self, Slot { kind, tile }: Slot, group: GroupType, call: Call) -> bool {
        let Use { groups, called, kinds: _, counts_as_wild: _ } = self.uses[tile.index()];
        let where_else = if call == Call::Open { called } else { groups };
        let group = if group == GroupType::Kan { GroupType::Triplet } else { group };
        tile.kind() == Some(kind) || where_else.contains(group)
    }

    /// Whether a tile is used as wild: as another kind than its own, and not as a stand-in.
    pub fn is_wild_as(&self, Slot { kind, tile }: Slot) -> bool {
        tile.kind() != Some(kind) && self.uses[tile.index()].counts_as_wild
    }

    /// Whether a tile may be used as wild at all.
    pub fn may_be_wild(&self, tile: Tile) -> bool {
        self.meaning(tile).iter().any(|kind| self.is_wild_as(Slot { kind, tile }))
    }

    /// How many tiles may be read as a kind: as many as the set has with that face, of a kind that is
    /// on no face four.
    pub fn most_read_as(&self, kind: Kind) -> usize {
        if self.fifth_copy {
            return usize::MAX;
        }
        let faces = [Tile::plain(kind), Tile::galaxy(kind)];
        match faces.map(|tile| usize::from(self.copies_of(tile))) {
            [0, 0] => 4,
            [plain, blue] => plain + blue,
        }
    }
}

/// Whether two kinds are of one galaxy class: the same number, winds, dragons.
fn is_of_one_class(one: Kind, other: Kind) -> bool {
    match (one.suit(), other.suit()) {
        // Winds are 1z to 4z, dragons 5z to 7z.
        (Suit::Honour, Suit::Honour) => (one.number() < 5) == (other.number() < 5),
        (Suit::Honour, _) | (_, Suit::Honour) => false,
        _ => one.number() == other.number(),
    }
}
