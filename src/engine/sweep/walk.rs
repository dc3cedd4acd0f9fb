//! The sweep itself: from kind to kind of a part, every choice of groups there.

use super::fields::Fields;
use super::plan::{
    ALL_WILD, Alike, Apart, GroupForm, MOST_CLASSES, MOST_PLACES, Part, RunStep, Step, WILD_USES,
};
use super::state::{HolePlace, LastNumbers, State, States};
use smallvec::SmallVec;

/// The tiles of one kind in a hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct KindTiles {
    /// Tiles that are natural and nothing else.
    pub naturals: u8,
    /// How many tiles are read as the kind in called melds; zero where no limit asks.
    pub called: u8,
}

/// Wild tiles of a class that are natural as this kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct OwnTiles {
    /// The place of the kind among the part's steps.
    pub step: u8,
    pub class: u8,
    pub count: u8,
}

/// The tiles of a part.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct PartTiles {
    pub kinds: SmallVec<[KindTiles; 9]>,
    pub own: SmallVec<[OwnTiles; 4]>,
}

/// Every choice of complete groups of a part, and if asked for those with one place open, which uses all
/// its natural tiles and stays within the limits; `None` where they are too many.
pub(super) fn choices(
    form: &GroupForm,
    part: &Part,
    tiles: &PartTiles,
    limits: Fields,
    open: bool,
) -> Option<Vec<State>> {
    let mut states = vec![State::default()];
    let mut next = States::default();
    for (place, step) in part.steps.iter().enumerate() {
        let at = At::new(form, part, tiles, place, limits, open);
        for state in &mut states {
            if step.begins_suit {
                state.set_last(LastNumbers::default());
            }
            at.go(*state, &mut next);
            if next.are_too_many() {
                return None;
            }
        }
        next.replace(&mut states);
    }
    for state in &mut states {
        state.set_last(LastNumbers::default());
    }
    State::merge(&mut states);
    Some(states)
}

/// Takes the choices at a kind.
pub(super) trait Next {
    /// Which groups a choice begins, as far as that is of interest.
    type Groups: Groups;

    /// The choices to come begin these groups.
    fn begin(&mut self, groups: Self::Groups);

    fn push(&mut self, state: State);
}

/// Which groups a choice begins at a kind.
pub(super) trait Groups: Copy + Default {
    /// One more of those that have this place among the kind's groups: groups alike, then runs.
    fn add(&mut self, place: usize);
}

/// Wins and waits do not ask which groups there are.
impl Groups for () {
    #[inline]
    fn add(&mut self, _: usize) {}
}

impl Next for States {
    type Groups = ();

    #[inline]
    fn begin(&mut self, (): ()) {}

    #[inline]
    fn push(&mut self, state: State) {
        States::push(self, state);
    }
}

/// One kind, with the hand's tiles of it.
pub(super) struct At<'a> {
    form: &'a GroupForm,
    step: &'a Step,
    tiles: KindTiles,
    /// The runs that need a tile of the next two kinds, and the natural tiles there.
    ahead: SmallVec<[(&'a [RunStep], u8); 2]>,
    own: SmallVec<[OwnTiles; 4]>,
    limits: Fields,
    open: bool,
    /// The classes of which the hand has tiles.
    classes: u32,
    /// How many places may be filled by other than natural tiles at most.
    reach: u8,
}

/// How many places of each sort are to be filled at the kind.
type Demands = [u8; MOST_PLACES];

/// A choice of groups at the kind, before it is known which tiles fill them.
#[derive(Clone, Copy)]
struct Choice<G> {
    state: State,
    groups: G,
    demands: Demands,
    total: u8,
    /// Whether there is a single or pair that no other may stand beside.
    distinct: bool,
}

impl<'a> At<'a> {
    pub fn new(
        form: &'a GroupForm,
        part: &'a Part,
        tiles: &PartTiles,
        place: usize,
        limits: Fields,
        open: bool,
    ) -> At<'a> {
        let own = tiles.own.iter().filter(|own| usize::from(own.step) == place).copied().collect();
        let ahead = (1..=2).filter_map(|on| {
            let step = part.steps.get(place + on)?;
            Some((step.goes_on.as_slice(), tiles.kinds[place + on].naturals))
        });
        let mut at = At {
            form,
            step: &part.steps[place],
            tiles: tiles.kinds[place],
            ahead: ahead.collect(),
            own,
            limits,
            open,
            classes: 0,
            reach: 0,
        };
        at.look_for_wilds();
        at
    }

    pub fn go<N: Next>(&self, state: State, next: &mut N) {
        let mut choice = Choice {
            state,
            groups: N::Groups::default(),
            demands: [0; MOST_PLACES],
            total: 0,
            distinct: false,
        };
        for run in &self.step.goes_on {
            let count = choice.state.begun.of(run.run);
            if count > 0 {
                choice.add(run.places, count);
                if run.last {
                    choice.state.begun = choice.state.begun.without(run.run);
                }
            }
        }
        self.choose_alike(&choice, 0, self.supply(&state), next);
    }

    /// Finds out which wild tiles there are for this kind.
    fn look_for_wilds(&mut self) {
        let free = self.form.places.iter().filter(|places| places.free);
        let here = free.fold(self.step.classes, |classes, places| classes | places.classes);
        for class in 0..self.form.classes.len() {
            let count = self.limits.get(self.form.of_class(class));
            if count > 0 {
                self.classes |= 1 << class;
                if here >> class & 1 == 1 {
                    self.reach += count;
                }
            }
        }
        // Of a class that has not the kind, tiles may be natural as it.
        let natural = self.own.iter().filter(|own| here >> own.class & 1 == 0);
        self.reach += natural.map(|own| own.count).sum::<u8>() + u8::from(self.open);
    }

    /// The most places that can be filled at the kind.
    fn supply(&self, state: &State) -> u8 {
        let left = self.limits.get(ALL_WILD).saturating_sub(state.fields.get(ALL_WILD));
        self.tiles.naturals.saturating_add(left.min(self.reach))
    }

    fn choose_alike<N: Next>(
        &self,
        choice: &Choice<N::Groups>,
        from: usize,
        supply: u8,
        next: &mut N,
    ) {
        let Some(alike) = self.step.alike.get(from) else {
            return self.choose_runs(choice, 0, supply, next);
        };
        self.choose_alike(choice, from + 1, supply, next);
        let mut more = *choice;
        while self.begin_alike(&mut more, alike, supply) {
            more.groups.add(from);
            self.choose_alike(&more, from + 1, supply, next);
        }
    }

    /// Adds a group of the kind, if it may be.
    fn begin_alike<G>(&self, choice: &mut Choice<G>, alike: &Alike, supply: u8) -> bool {
        if choice.total + alike.size > supply || alike.distinct && choice.distinct {
            return false;
        }
        choice.distinct |= alike.distinct;
        choice.add(alike.places, alike.size);
        self.begin(&mut choice.state, alike.pattern, alike.spacing)
    }

    fn choose_runs<N: Next>(
        &self,
        choice: &Choice<N::Groups>,
        from: usize,
        supply: u8,
        next: &mut N,
    ) {
        let Some(run) = self.step.begins.get(from) else {
            return self.fill(choice, next);
        };
        self.choose_runs(choice, from + 1, supply, next);
        let mut more = *choice;
        while self.begin_run(&mut more, run, supply) {
            more.groups.add(self.step.alike.len() + from);
            self.choose_runs(&more, from + 1, supply, next);
        }
    }

    fn begin_run<G>(&self, choice: &mut Choice<G>, run: &RunStep, supply: u8) -> bool {
        if choice.total >= supply || choice.state.begun.of(run.run) == 7 {
            return false;
        }
        choice.add(run.places, 1);
        choice.state.begun = choice.state.begun.with(run.run, 1);
        self.begin(&mut choice.state, run.pattern, run.spacing)
    }

    /// Counts a group that begins at the kind; false where a limit forbids it.
    fn begin(&self, state: &mut State, pattern: u8, spacing: Option<Apart>) -> bool {
        let mut used = Fields::at(GroupForm::of_pattern(pattern.into()), 1);
        if let Some(apart) = spacing {
            let Some((last, first)) = state.last().begin(apart, self.step.kind) else {
                return false;
            };
            state.set_last(last);
            if first && apart.is_knitted() {
                used = used.plus(Fields::at(
                    self.form.of_residue(apart.residues, self.step.kind.number()),
                    1,
                ));
            }
        }
        state.fields = state.fields.plus(used);
        state.fields.within(self.limits)
    }

    fn fill<N: Next>(&self, choice: &Choice<N::Groups>, next: &mut N) {
        if choice.total < self.tiles.naturals {
            return;
        }
        let wild = choice.total - self.tiles.naturals;
        let left = self.limits.get(ALL_WILD).saturating_sub(choice.state.fields.get(ALL_WILD));
        if wild > self.reach || wild + self.due(choice) > left {
            return;
        }
        if let Some(most) = self.step.most_alike {
            let places = self.form.places.iter().zip(&choice.demands);
            let read: u8 =
                places.filter(|(places, _)| !places.free).map(|(_, demand)| demand).sum();
            if read > 0 && read + self.tiles.called > most {
                return;
            }
        }
        let mut state = choice.state;
        if choice.total > 0 {
            state.use_suits(self.step.suits);
        }
        next.begin(choice.groups);
        self.fill_places(
            state,
            &choice.demands[..self.form.places.len()],
            0,
            self.tiles.naturals,
            next,
        );
    }

    /// How many tiles beside natural ones the runs begun need at the next two kinds, at least.
    fn due<G>(&self, choice: &Choice<G>) -> u8 {
        if choice.state.begun.is_empty() {
            return 0;
        }
        let due = |(runs, naturals): &(&[RunStep], u8)| {
            let due: u8 = runs.iter().map(|run| choice.state.begun.of(run.run)).sum();
            due.saturating_sub(*naturals)
        };
        self.ahead.iter().map(due).sum()
    }

    /// Fills the places of a sort, and those of the sorts behind it.
    fn fill_places<N: Next>(
        &self,
        state: State,
        demands: &[u8],
        sort: usize,
        naturals: u8,
        next: &mut N,
    ) {
        let Some(&demand) = demands.get(sort) else {
            if naturals == 0 {
                let mut state = state;
                state.forget_own();
                next.push(state);
            }
            return;
        };
        if demand == 0 {
            return self.fill_places(state, demands, sort + 1, naturals, next);
        }
        let behind: u8 = demands[sort + 1..].iter().sum();
        let least = naturals.saturating_sub(behind);
        for natural in least..=naturals.min(demand) {
            let left = demand - natural;
            let go_on = |state, next: &mut N| {
                self.fill_places(state, demands, sort + 1, naturals - natural, next);
            };
            self.fill_own(state, sort, 0, left, next, &go_on);
            if self.open && left > 0 && !state.waits() {
                let places = self.form.places[sort];
                let hole = if places.free {
                    HolePlace::Free
                } else {
                    HolePlace::Of(places.classes as u16)
                };
                let mut waiting = state.waiting(hole, self.step.kind);
                waiting.fields = waiting.fields.plus(Fields::at(ALL_WILD, 1));
                if waiting.fields.within(self.limits) {
                    self.fill_own(waiting, sort, 0, left - 1, next, &go_on);
                }
            }
        }
    }

    /// Fills places with wild tiles as what they are, from one of the kind's sorts of such tiles on, and
    /// the others with wild tiles as such.
    fn fill_own<N: Next>(
        &self,
        state: State,
        sort: usize,
        from: usize,
        left: u8,
        next: &mut N,
        go_on: &dyn Fn(State, &mut N),
    ) {
        let places = self.form.places[sort];
        let own = self.own.get(from).filter(|_| !places.free);
        let Some(own) = own else {
            let classes =
                if places.free { places.classes } else { places.classes & self.step.classes };
            return self.fill_wild(state, places.free, classes & self.classes, left, next, go_on);
        };
        let each =
            Fields::at(self.form.of_class(own.class.into()), 1).plus(Fields::at(ALL_WILD, 1));
        let (mut state, mut left) = (state, left);
        let mut used = state.own(from);
        loop {
            self.fill_own(state, sort, from + 1, left, next, go_on);
            if left == 0 || used == own.count {
                return;
            }
            state.fields = state.fields.plus(each);
            if !state.fields.within(self.limits) {
                return;
            }
            (left, used) = (left - 1, used + 1);
            state.use_own(from);
        }
    }

    /// Fills places with wild tiles of these classes.
    fn fill_wild<N: Next>(
        &self,
        state: State,
        free: bool,
        classes: u32,
        left: u8,
        next: &mut N,
        go_on: &dyn Fn(State, &mut N),
    ) {
        if left == 0 {
            return go_on(state, next);
        }
        if classes == 0 {
            return;
        }
        let class = classes.trailing_zeros() as usize;
        debug_assert!(class < MOST_CLASSES);
        let others = classes & (classes - 1);
        let counts = !free && self.form.classes[class].counts;
        let each = Fields::at(self.form.of_class(class), 1)
            .plus(Fields::at(ALL_WILD, 1))
            .plus(Fields::at(WILD_USES, u8::from(counts)));
        let mut state = state;
        for used in 0..=left {
            if used > 0 {
                state.fields = state.fields.plus(each);
                if !state.fields.within(self.limits) {
                    return;
                }
            }
            self.fill_wild(state, free, others, left - used, next, go_on);
        }
    }
}

impl<G> Choice<G> {
    fn add(&mut self, places: u8, count: u8) {
        self.demands[usize::from(places)] += count;
        self.total += count;
    }
}
