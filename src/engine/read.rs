//! Counting readings without listing them.
//!
//! A reading fixes how many places there are of each kind. Tiles fill them exactly when every kind
//! has places for the tiles that stand for it alone, every class has places left for its blue tiles,
//! and wild tiles are as many as the places that are left then. So the kinds are gone through in turn,
//! and all that the rest depends on is: the runs under way, the places left over in a class with blue
//! tiles so far, and what groups are made.

use super::count::in_turn;
use super::list::Setting;
use super::piece::holes_between;
use super::plan::Shape;
use super::special::{Layout, Orphans, Pairs};
use crate::problem::Suits;
use crate::tile::{Kind, KindSet, Suit};
use rustc_hash::FxHashMap;

/// The tiles of a hand as far as readings depend on them.
#[derive(Debug, Clone)]
pub(super) struct Demand {
    /// For each kind, the tiles that stand for it alone.
    pub fixed: [u8; Kind::COUNT],
    /// The kinds of the blue tiles.
    pub blue: KindSet,
    /// How many tiles stand for every kind.
    pub wilds: u8,
    /// The kinds that groups may be read as.
    pub kinds: KindSet,
}

/// What the rest of a reading depends on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
struct State {
    /// Runs begun at the last number of each suit, and at the one before.
    begun: [u8; 3],
    older: [u8; 3],
    /// Places of this class without a tile of their own.
    spare: u8,
    wilds: u8,
    groups: u8,
    pair: bool,
    open: bool,
    /// The kind that the open group, begun already, is read as besides.
    pending: Option<Kind>,
    suits: Suits,
}

impl State {
    /// The places of a kind that groups begun before have.
    fn places_at(&self, kind: Kind) -> u8 {
        let runs = match kind.suit() {
            Suit::Honour => 0,
            suit => self.begun[suit as usize] + self.older[suit as usize],
        };
        runs + u8::from(self.pending == Some(kind))
    }
}

/// What stands at a kind: places, and groups made there.
#[derive(Debug, Clone, Copy, Default)]
struct Stand {
    places: u8,
    runs: u8,
    groups: u8,
    pair: bool,
    open: bool,
    pending: Option<Kind>,
}

/// The number of readings of one form; `None` when stopped, which is polled at every state.
pub(super) fn count(
    setting: Setting,
    shape: Shape,
    demand: &Demand,
    stop: &mut dyn FnMut() -> bool,
) -> Option<u128> {
    let mut reader = Reader { setting, shape, demand, next: FxHashMap::default() };
    let mut states = FxHashMap::from_iter([(State::default(), 1)]);
    for kind in in_turn(demand.blue) {
        for (state, ways) in states.drain() {
            if stop() {
                return None;
            }
            reader.at_kind(kind, state, ways);
        }
        std::mem::swap(&mut states, &mut reader.next);
    }
    let (groups, pair, open) = reader.full();
    let done = |state: &State| {
        (state.groups, state.pair, state.open) == (groups, pair, open)
            && state.wilds == demand.wilds
    };
    Some(states.into_iter().filter(|(state, _)| done(state)).map(|(_, ways)| ways).sum())
}

struct Reader<'a> {
    setting: Setting,
    shape: Shape,
    demand: &'a Demand,
    next: FxHashMap<State, u128>,
}

impl Reader<'_> {
    fn full(&self) -> (u8, bool, bool) {
        self.shape.full(&self.setting)
    }

    fn at_kind(&mut self, kind: Kind, state: State, ways: u128) {
        if !self.demand.kinds.contains(kind) {
            return self.pass(kind, state, Stand::default(), ways);
        }
        let waits = self.setting.waits && !state.open;
        match self.shape {
            Shape::Standard => {
                self.melds(kind, state, Stand::default(), ways);
                if waits {
                    self.open_melds(kind, state, ways);
                }
            }
            Shape::Apart(Layout::Pairs(Pairs { quads_as_two, .. })) => {
                let most = if quads_as_two { self.full().0 } else { 1 };
                for groups in 0..=most {
                    let stand = Stand { places: 2 * groups, groups, ..Stand::default() };
                    self.pass(kind, state, stand, ways);
                    if waits && self.setting.live.contains(kind) && (quads_as_two || groups == 0) {
                        let (places, groups) = (stand.places + 1, groups + 1);
                        let open = Stand { places, groups, open: true, ..stand };
                        self.pass(kind, state, open, ways);
                    }
                }
            }
            Shape::Apart(Layout::Orphans(Orphans { kinds, .. })) => {
                self.orphan(kind, kinds, state, ways);
            }
        }
    }

    fn orphan(&mut self, kind: Kind, kinds: KindSet, state: State, ways: u128) {
        let stand = Stand { groups: 1, ..Stand::default() };
        if !kinds.contains(kind) {
            return self.pass(kind, state, Stand::default(), ways);
        }
        self.pass(kind, state, Stand { places: 1, ..stand }, ways);
        if !state.pair {
            self.pass(kind, state, Stand { places: 2, pair: true, ..stand }, ways);
        }
        if self.setting.waits && !state.open && self.setting.live.contains(kind) {
            self.pass(kind, state, Stand { open: true, ..stand }, ways);
            if !state.pair {
                let open = Stand { places: 1, pair: true, open: true, ..stand };
                self.pass(kind, state, open, ways);
            }
        }
    }

    /// Every number of triplets, runs and pairs that begin at a kind, beside what stands there: as
    /// many as the kind's own tiles ask for, and no more than tiles can fill.
    fn melds(&mut self, kind: Kind, state: State, stand: Stand, ways: u128) {
        let groups_left = self.full().0.saturating_sub(state.groups + stand.groups);
        let may_run = super::list::run_from(kind)
            .is_some_and(|run| run.iter().all(|&kind| self.demand.kinds.contains(kind)));
        let fixed = self.demand.fixed[kind.index()];
        let before = state.places_at(kind) + stand.places;
        let Some(room) = (fixed + self.fillers(kind, &state)).checked_sub(before) else { return };
        for pair in [false, true] {
            let of_pair = 2 * u8::from(pair);
            if pair && (state.pair || stand.pair) || of_pair > room {
                continue;
            }
            let most_runs = if may_run { groups_left.min(room - of_pair) } else { 0 };
            for runs in 0..=most_runs {
                let asked = fixed.saturating_sub(before + of_pair + runs).div_ceil(3);
                let most = (groups_left - runs).min((room - of_pair - runs) / 3);
                for triplets in asked..=most {
                    let places = stand.places + runs + 3 * triplets + of_pair;
                    let groups = stand.groups + runs + triplets;
                    let pair = stand.pair || pair;
                    self.pass(kind, state, Stand { places, runs, groups, pair, ..stand }, ways);
                }
            }
        }
    }

    /// How many tiles may yet fill places of a kind beside its own: blue ones of its class and wild
    /// ones, less the places that wait for them.
    fn fillers(&self, kind: Kind, state: &State) -> u8 {
        let blue = self.demand.blue.intersection(kind.galaxy_class()).len() as u8;
        (blue + self.demand.wilds).saturating_sub(state.wilds + state.spare)
    }

    /// Every open group that begins with the kind, with the complete ones beside it.
    fn open_melds(&mut self, kind: Kind, state: State, ways: u128) {
        let open = Stand { open: true, ..Stand::default() };
        if !state.pair && self.setting.live.contains(kind) {
            self.melds(kind, state, Stand { places: 1, pair: true, ..open }, ways);
        }
        if state.groups == self.full().0 {
            return;
        }
        for other in [Some(kind), kind.shifted(1), kind.shifted(2)].into_iter().flatten() {
            let holes = holes_between(kind, other).intersection(self.setting.playable);
            if holes.intersection(self.setting.live).is_empty()
                || !self.demand.kinds.contains(other)
            {
                continue;
            }
            let alike = other == kind;
            let places = if alike { 2 } else { 1 };
            let pending = (!alike).then_some(other);
            self.melds(kind, state, Stand { places, groups: 1, pending, ..open }, ways);
        }
    }

    /// Notes the state after a kind at which so much stands, unless tiles find no place.
    fn pass(&mut self, kind: Kind, state: State, stand: Stand, ways: u128) {
        let mut after = state;
        let places = stand.places + state.places_at(kind);
        if kind.suit().is_numbered() {
            let suit = kind.suit() as usize;
            (after.older[suit], after.begun[suit]) = (state.begun[suit], stand.runs);
        }
        after.pending = state.pending.filter(|&pending| pending != kind);
        let Some(spare) = places.checked_sub(self.demand.fixed[kind.index()]) else { return };
        after.spare += spare;
        after.groups += stand.groups;
        after.pair |= stand.pair;
        after.open |= stand.open;
        after.pending = stand.pending.or(after.pending);
        if stand.groups > 0 || stand.pair || stand.open {
            after.suits = after.suits.union(Suits::of([kind]));
        }
        if !self.setting.allows(after.suits) || after.groups > self.full().0 {
            return;
        }
        let blue = self.demand.blue.intersection(kind.galaxy_class()).len() as u8;
        if blue == 0 || closes_class(kind) {
            let Some(wilds) = after.spare.checked_sub(blue) else { return };
            (after.spare, after.wilds) = (0, after.wilds + wilds);
        }
        if after.wilds <= self.demand.wilds {
            *self.next.entry(after).or_default() += ways;
        }
    }
}

/// True for the last kind of its class in either order.
fn closes_class(kind: Kind) -> bool {
    kind.galaxy_class().iter().last() == Some(kind)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_class_is_closed_by_the_last_of_its_kinds_in_order() {
        for blue in [KindSet::EMPTY, KindSet::ALL] {
            let order: Vec<Kind> = in_turn(blue).collect();
            for (at, &kind) in order.iter().enumerate() {
                let later =
                    order[at + 1..].iter().any(|&other| kind.galaxy_class().contains(other));
                assert_eq!(closes_class(kind), !later, "{kind}");
            }
        }
    }
}
