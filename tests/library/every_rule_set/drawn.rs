//! The waits of a hand from the wins that each tile drawn makes: the meaning of the answer, word by word.
//!
//! A tile without a copy left is drawn from a set that has more of each.

use super::deal::Table;
use ginga::rules::{DeadWaits, Pattern, PatternSort};
use ginga::{
    Decomposition, Group, GroupType, Hand, Hole, Kind, KindSet, RuleSet, Settings, Slot,
    SolverChoice, Tile,
};
use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroU64;

/// A tenpai decomposition but for its holes: the form, the complete groups, the partial group's tiles.
pub type Open = (String, Vec<Group>, Vec<Slot>);

/// The kinds that complete a partial group, with the tiles that can be them.
pub type Holes = BTreeMap<Kind, BTreeSet<Tile>>;

/// What a hand waits for.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Drawn {
    pub open: BTreeMap<Open, Holes>,
    pub tiles: BTreeSet<Tile>,
    pub kinds: KindSet,
    pub dead: KindSet,
}

/// A decomposition as [`Drawn`] has it.
pub fn open_of(decomposition: &Decomposition) -> (Open, Holes) {
    let open = decomposition.partial().expect("a partial group");
    let hole = |hole: &Hole| (hole.kind, hole.tiles.iter().copied().collect());
    let groups = decomposition.groups().cloned().collect();
    let open_key = (decomposition.form().to_owned(), groups, open.slots().to_vec());
    (open_key, open.holes().iter().map(hole).collect())
}

/// The holes of one partial group by every tile of the set, whether a copy of it is left or not.
#[derive(Default)]
struct Filled {
    live: Holes,
    gone: Holes,
}

/// What a hand waits for, from the decompositions of the hand with one tile more; `None` when they are
/// too many, or when more copies would be another game.
pub fn waits(table: &Table, hand: &Hand, most: u64) -> Option<Drawn> {
    let rules = &table.rules;
    let limits_copies = Kind::all().any(|kind| rules.most_alike(kind).is_some());
    let plenty = if limits_copies { rules.clone() } else { table.plenty() };
    let held = hand.all_tiles();
    let mut all: BTreeMap<Open, Filled> = BTreeMap::new();
    for tile in
        Tile::all().filter(|&tile| rules.drawable(tile) > 0 && of_its_suit(tile, hand, rules))
    {
        let left = rules.drawable(tile).saturating_sub(held.get(tile)) > 0;
        if limits_copies && !left {
            return None;
        }
        let complete = Hand::parse(&format!("{tile}{hand}"), &plenty)
            .unwrap_or_else(|error| panic!("{tile}{hand} {}: {error}", table.arguments()));
        let limit = NonZeroU64::new(most);
        let settings = Settings { solver: SolverChoice::Search, limit, ..Settings::default() };
        let found = ginga::decompose(&complete, &plenty, &settings).unwrap();
        if !found.report.completeness.is_complete() {
            return None;
        }
        for decomposition in &found.list {
            for (open, kinds) in without(decomposition, tile, rules) {
                let filled = all.entry(open).or_default();
                let holes = if left { &mut filled.live } else { &mut filled.gone };
                for kind in kinds.iter() {
                    holes.entry(kind).or_default().insert(tile);
                }
            }
        }
    }
    Some(told(all, rules.dead_waits()))
}

/// Whether a tile is of the hand's suit, where the set has but one.
fn of_its_suit(tile: Tile, hand: &Hand, rules: &RuleSet) -> bool {
    let suit = |tile: Tile| tile.kind().map(Kind::suit);
    let shown = hand.all_tiles().tiles().find_map(suit);
    !rules.is_one_suit() || suit(tile).is_none() || suit(tile) == shown
}

/// What is left of a complete decomposition without one tile of this sort, in each of its places, with
/// the kinds that the tile may be there.
fn without(decomposition: &Decomposition, tile: Tile, rules: &RuleSet) -> Vec<(Open, KindSet)> {
    let form = rules.forms().iter().find(|form| form.name() == decomposition.form()).unwrap();
    let mut found = Vec::new();
    for (at, group) in decomposition.groups().enumerate().filter(|(_, group)| !group.is_called()) {
        for (place, slot) in group.slots().iter().enumerate().filter(|(_, slot)| slot.tile == tile)
        {
            let mut slots = group.slots().to_vec();
            slots.remove(place);
            let groups = decomposition.groups().enumerate().filter(|(other, _)| *other != at);
            let groups = groups.map(|(_, group)| group.clone()).collect();
            let mut kinds: KindSet = std::iter::once(slot.kind).collect();
            if group.group_type() == GroupType::Rest && rules.most_suits(form) == 3 {
                let rest = form.patterns().iter().find(|one| is_rest(one)).unwrap();
                kinds = free_kinds(tile, rest, rules.stands_for_in(form, tile), rules);
            }
            found.push(((decomposition.form().to_owned(), groups, slots), kinds));
        }
    }
    found
}

fn is_rest(pattern: &Pattern) -> bool {
    matches!(pattern.sort, PatternSort::Rest { .. })
}

/// What a tile drawn may be among free tiles: its own face, or what it may stand for.
fn free_kinds(tile: Tile, rest: &Pattern, stands_for: KindSet, rules: &RuleSet) -> KindSet {
    let own: KindSet = tile.kind().into_iter().collect();
    let kinds = if rest.wilds { own.union(stands_for) } else { own };
    kinds.intersection(rest.kinds).without(rules.absent())
}

/// A hole lists the tiles that are left for it. One that none is left for counts where the rules say
/// so, with those that were.
fn told(all: BTreeMap<Open, Filled>, dead_waits: DeadWaits) -> Drawn {
    let mut drawn = Drawn::default();
    let mut gone = KindSet::EMPTY;
    for (open, filled) in all {
        let mut holes = filled.live;
        for (kind, tiles) in filled.gone {
            if dead_waits == DeadWaits::Count {
                holes.entry(kind).or_insert(tiles);
            } else {
                gone.insert(kind);
            }
        }
        drawn.kinds = drawn.kinds.union(holes.keys().copied().collect());
        drawn.tiles.extend(holes.values().flatten());
        if !holes.is_empty() {
            drawn.open.insert(open, holes);
        }
    }
    drawn.dead = gone.without(drawn.kinds);
    drawn
}
