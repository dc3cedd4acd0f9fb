//! The number of readings, without listing them.
//!
//! A reading is a choice of groups by their kinds, whichever tiles are used for them. It says how many
//! places each kind has. Tiles can fill the places exactly when each kind has places for its fixed tiles,
//! each galaxy class has further places for its blue tiles, and the wild tiles are as many as the places
//! that remain. So the kinds are gone through in order, and a state is: the unfinished runs, the places
//! of the current class without a fixed tile, and the groups made. For each state the number of ways to
//! it is kept. This runs for a hand with wild tiles that has many decompositions.

use crate::engine::compile::CompiledForm;
use crate::engine::count::kind_order::{closes_class, kinds_in_order};
use crate::engine::list::context::WalkContext;
use crate::engine::need::pairs_and_orphans::{Orphans, Pairs, PairsOrOrphans};
use crate::engine::packed_group::{holes_between, run_from};
use crate::tile::{Kind, KindSet, Suit, Suits};
use rustc_hash::FxHashMap;

/// The tiles of a hand by what they may be used as, counted by kind.
#[derive(Debug, Clone)]
pub(in crate::engine) struct TileCounts {
    /// For each kind the number of fixed tiles, which may be used as it alone.
    pub fixed: [u8; Kind::COUNT],
    /// The kinds of the blue tiles.
    pub blue: KindSet,
    /// How many tiles may be used as every kind.
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
    /// The places of the current galaxy class that no fixed tile fills.
    spare: u8,
    /// The places of earlier classes that neither fixed nor blue tiles fill, but wild ones.
    wilds: u8,
    groups: u8,
    pair: bool,
    open: bool,
    /// The higher kind of the partial group, while the count is at a lower kind.
    pending: Option<Kind>,
    suits: Suits,
}

impl State {
    /// The places of a kind in groups that began at a lower kind.
    fn places_at(&self, kind: Kind) -> u8 {
        let runs = match kind.suit() {
            Suit::Honour => 0,
            suit => self.begun[suit as usize] + self.older[suit as usize],
        };
        runs + u8::from(self.pending == Some(kind))
    }
}

/// A choice of groups at a kind: their places of that kind, and how many there are.
#[derive(Debug, Clone, Copy, Default)]
struct GroupsAtKind {
    places: u8,
    runs: u8,
    groups: u8,
    pair: bool,
    open: bool,
    pending: Option<Kind>,
}

/// The number of readings of one form; `None` when stopped, which is polled at every state.
pub(in crate::engine) fn count(
    context: WalkContext,
    form: CompiledForm,
    counts: &TileCounts,
    stop: &mut dyn FnMut() -> bool,
) -> Option<u128> {
    let mut counter = ReadingCounter { context, form, counts, next: FxHashMap::default() };
    let mut states = FxHashMap::from_iter([(State::default(), 1)]);
    for kind in kinds_in_order(counts.blue) {
        for (state, ways) in states.drain() {
            if stop() {
                return None;
            }
            counter.at_kind(kind, state, ways);
        }
        std::mem::swap(&mut states, &mut counter.next);
    }
    let (groups, pair, open) = counter.goal();
    let done = |state: &State| {
        (state.groups, state.pair, state.open) == (groups, pair, open)
            && state.wilds == counts.wilds
    };
    Some(states.into_iter().filter(|(state, _)| done(state)).map(|(_, ways)| ways).sum())
}

struct ReadingCounter<'a> {
    context: WalkContext,
    form: CompiledForm,
    counts: &'a TileCounts,
    next: FxHashMap<State, u128>,
}

impl ReadingCounter<'_> {
    fn goal(&self) -> (u8, bool, bool) {
        self.context.goal(self.form)
    }

    fn at_kind(&mut self, kind: Kind, state: State, ways: u128) {
        if !self.counts.kinds.contains(kind) {
            return self.pass(kind, state, GroupsAtKind::default(), ways);
        }
        let waits = self.context.waits && !state.open;
        match self.form {
            CompiledForm::MeldsAndPair => {
                self.melds(kind, state, GroupsAtKind::default(), ways);
                if waits {
                    self.open_melds(kind, state, ways);
                }
            }
            CompiledForm::PairsOrOrphans(PairsOrOrphans::Pairs(Pairs { quads_as_two, .. })) => {
                let most = if quads_as_two { self.goal().0 } else { 1 };
                for groups in 0..=most {
                    let choice =
                        GroupsAtKind { places: 2 * groups, groups, ..GroupsAtKind::default() };
                    self.pass(kind, state, choice, ways);
                    if waits && self.context.live.contains(kind) && (quads_as_two || groups == 0) {
                        let (places, groups) = (choice.places + 1, groups + 1);
                        let open = GroupsAtKind { places, groups, open: true, ..choice };
                        self.pass(kind, state, open, ways);
                    }
                }
            }
            CompiledForm::PairsOrOrphans(PairsOrOrphans::Orphans(Orphans { kinds, .. })) => {
                self.orphan(kind, kinds, state, ways);
            }
        }
    }

    fn orphan(&mut self, kind: Kind, kinds: KindSet, state: State, ways: u128) {
        let choice = GroupsAtKind { groups: 1, ..GroupsAtKind::default() };
        if !kinds.contains(kind) {
            return self.pass(kind, state, GroupsAtKind::default(), ways);
        }
        self.pass(kind, state, GroupsAtKind { places: 1, ..choice }, ways);
        if !state.pair {
            self.pass(kind, state, GroupsAtKind { places: 2, pair: true, ..choice }, ways);
        }
        if self.context.waits && !state.open && self.context.live.contains(kind) {
            self.pass(kind, state, GroupsAtKind { open: true, ..choice }, ways);
            if !state.pair {
                let open = GroupsAtKind { places: 1, pair: true, open: true, ..choice };
                self.pass(kind, state, open, ways);
            }
        }
    }

    /// Every number of triplets, runs and pairs that begin at a kind, beside the groups of `choice`: enough
    /// for all fixed tiles of the kind, and no more than its tiles can fill.
    fn melds(&mut self, kind: Kind, state: State, choice: GroupsAtKind, ways: u128) {
        let groups_to_make = self.goal().0.saturating_sub(state.groups + choice.groups);
        let may_run = run_from(kind)
            .is_some_and(|run| run.iter().all(|&kind| self.counts.kinds.contains(kind)));
        let fixed = self.counts.fixed[kind.index()];
        let before = state.places_at(kind) + choice.places;
        let Some(room) = (fixed + self.fillers(kind, &state)).checked_sub(before) else { return };
        for pair in [false, true] {
            let of_pair = 2 * u8::from(pair);
            if pair && (state.pair || choice.pair) || of_pair > room {
                continue;
            }
            let most_runs = if may_run { groups_to_make.min(room - of_pair) } else { 0 };
            for runs in 0..=most_runs {
                let fewest = fixed.saturating_sub(before + of_pair + runs).div_ceil(3);
                let most = (groups_to_make - runs).min((room - of_pair - runs) / 3);
                for triplets in fewest..=most {
                    let places = choice.places + runs + 3 * triplets + of_pair;
                    let groups = choice.groups + runs + triplets;
                    let pair = choice.pair || pair;
                    self.pass(
                        kind,
                        state,
                        GroupsAtKind { places, runs, groups, pair, ..choice },
                        ways,
                    );
                }
            }
        }
    }

    /// How many tiles beside its fixed ones may fill places of a kind: the blue ones of its class and the
    /// wild ones, less the earlier places that take such tiles.
    fn fillers(&self, kind: Kind, state: &State) -> u8 {
        let blue = self.counts.blue.intersection(kind.galaxy_class()).len() as u8;
        (blue + self.counts.wilds).saturating_sub(state.wilds + state.spare)
    }

    /// Every partial group that begins with the kind, with complete ones beside it.
    fn open_melds(&mut self, kind: Kind, state: State, ways: u128) {
        let open = GroupsAtKind { open: true, ..GroupsAtKind::default() };
        if !state.pair && self.context.live.contains(kind) {
            self.melds(kind, state, GroupsAtKind { places: 1, pair: true, ..open }, ways);
        }
        if state.groups == self.goal().0 {
            return;
        }
        for other in [Some(kind), kind.shifted(1), kind.shifted(2)].into_iter().flatten() {
            let holes = holes_between(kind, other).intersection(self.context.playable);
            if holes.intersection(self.context.live).is_empty()
                || !self.counts.kinds.contains(other)
            {
                continue;
            }
            let alike = other == kind;
            let places = if alike { 2 } else { 1 };
            let pending = (!alike).then_some(other);
            self.melds(kind, state, GroupsAtKind { places, groups: 1, pending, ..open }, ways);
        }
    }

    /// Adds the state after the choice at a kind, unless some tiles have no place.
    fn pass(&mut self, kind: Kind, state: State, choice: GroupsAtKind, ways: u128) {
        let mut after = state;
        let places = choice.places + state.places_at(kind);
        if kind.suit().is_numbered() {
            let suit = kind.suit() as usize;
            (after.older[suit], after.begun[suit]) = (state.begun[suit], choice.runs);
        }
        after.pending = state.pending.filter(|&pending| pending != kind);
        let Some(spare) = places.checked_sub(self.counts.fixed[kind.index()]) else { return };
        after.spare += spare;
        after.groups += choice.groups;
        after.pair |= choice.pair;
        after.open |= choice.open;
        after.pending = choice.pending.or(after.pending);
        if choice.groups > 0 || choice.pair || choice.open {
            after.suits = after.suits.union(Suits::of([kind]));
        }
        if !self.context.allows(after.suits) || after.groups > self.goal().0 {
            return;
        }
        let blue = self.counts.blue.intersection(kind.galaxy_class()).len() as u8;
        if blue == 0 || closes_class(kind) {
            let Some(wilds) = after.spare.checked_sub(blue) else { return };
            (after.spare, after.wilds) = (0, after.wilds + wilds);
        }
        if after.wilds <= self.counts.wilds {
            *self.next.entry(after).or_default() += ways;
        }
    }
}
