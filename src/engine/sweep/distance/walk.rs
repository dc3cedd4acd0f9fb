//! The sweep of one part when tiles may be drawn and tiles of the hand may stay out.
//!
//! Natural tiles of the hand can serve at their own kind alone, so that leaving one out in favour of
//! another tile never helps; nor does drawing a wild tile where a natural one is left to draw. Both are
//! taken first. Whether a wild tile of the hand serves here or elsewhere is tried both ways.

use super::Ended;
use super::reached::{Drawn, Key, Reached, ReachedSet};
use crate::engine::sweep::fields::Fields;
use crate::engine::sweep::plan::{
    Alike, Apart, GroupForm, MOST_PLACES, Part, RunStep, Step, WILD_USES,
};
use crate::engine::sweep::state::LastNumbers;
use smallvec::SmallVec;

/// The tiles of one kind, and of that kind alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(super) struct KindStock {
    pub held: u8,
    pub drawable: u8,
    /// How many tiles are read as the kind in called melds; zero where no limit asks.
    pub called: u8,
}

/// The most sorts of wild tiles that may be natural as one kind.
const MOST_OWN: usize = 2;

/// Wild tiles of a class that may be natural as a kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct OwnStock {
    /// The place of the kind among the part's steps.
    pub step: u8,
    pub class: u8,
    pub held: u8,
    pub drawable: u8,
}

/// The tiles of a part.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub(super) struct PartStock {
    pub kinds: SmallVec<[KindStock; 9]>,
    pub own: SmallVec<[OwnStock; 4]>,
}

/// What choices may use.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(super) struct Bounds {
    /// As of [`Key::fields`].
    pub fields: Fields,
    /// As of [`Key::drawn`].
    pub drawn: Fields,
    /// The most tiles to draw.
    pub cost: u8,
}

/// How many choices go by between two looks at the caller's wish to stop.
pub(super) const STATES_BETWEEN: usize = 64;

/// The choices of complete groups of a part within the bounds.
pub(super) fn choices<const S: usize>(
    form: &GroupForm,
    part: &Part,
    stock: &PartStock,
    bounds: Bounds,
    stop: &dyn Fn() -> bool,
) -> Result<Vec<Reached<S>>, Ended> {
    let mut reached = vec![(Key::default(), Drawn::NOTHING)];
    let mut next = ReachedSet::default();
    for (place, step) in part.steps.iter().enumerate() {
        let own = stock.own.iter().filter(|own| usize::from(own.step) == place).copied().collect();
        let at = At { form, step, stock: stock.kinds[place], own, bounds };
        for (number, (mut key, drawn)) in reached.drain(..).enumerate() {
            if number % STATES_BETWEEN == 0 && stop() {
                return Err(Ended::Stopped);
            }
            if step.begins_suit {
                key.last = LastNumbers::default();
            }
            at.go(key, drawn, &mut next);
            if next.are_too_many() {
                return Err(Ended::TooMany);
            }
        }
        next.replace(&mut reached);
    }
    for (mut key, drawn) in reached.drain(..) {
        key.last = LastNumbers::default();
        next.push(key, drawn);
    }
    next.replace(&mut reached);
    Ok(reached)
}

/// One kind, with the tiles of it.
struct At<'a> {
    form: &'a GroupForm,
    step: &'a Step,
    stock: KindStock,
    own: SmallVec<[OwnStock; MOST_OWN]>,
    bounds: Bounds,
}

/// A choice of groups at the kind, before it is known which tiles fill them.
#[derive(Clone, Copy)]
struct Choice {
    key: Key,
    /// How many places of each sort are to be filled.
    demands: [u8; MOST_PLACES],
    total: u8,
    /// Whether there is a single or pair that no other may stand beside.
    distinct: bool,
}

/// Places on the way to be filled.
#[derive(Clone, Copy)]
struct Filling<'c, const S: usize> {
    key: Key,
    drawn: Drawn<S>,
    demands: &'c [u8],
    /// The sort of places at hand, and how many of them are not filled.
    sort: usize,
    places_left: u8,
    /// Natural tiles of the hand that are yet to be placed, and those that may be drawn.
    held: u8,
    drawable: u8,
    own_held: [u8; MOST_OWN],
    own_drawable: [u8; MOST_OWN],
}

impl At<'_> {
    fn go<const S: usize>(&self, key: Key, drawn: Drawn<S>, next: &mut ReachedSet<S>) {
        let mut choice = Choice { key, demands: [0; MOST_PLACES], total: 0, distinct: false };
        for run in &self.step.goes_on {
            let count = choice.key.begun.of(run.run);
            if count > 0 {
                choice.add(run.places, count);
                if run.last {
                    choice.key.begun = choice.key.begun.without(run.run);
                }
            }
        }
        let most = self.most_places(&key, &drawn);
        if choice.total <= most {
            self.choose_alike(&choice, 0, most, &mut |choice| self.fill(choice, drawn, next));
        }
    }

    /// The most places that can be filled at the kind.
    fn most_places<const S: usize>(&self, key: &Key, drawn: &Drawn<S>) -> u8 {
        let free = self.form.places.iter().filter(|places| places.free);
        let here = free.fold(self.step.classes, |classes, places| classes | places.classes);
        let own = self.own.iter().fold(0, |classes, own| classes | 1 << own.class);
        let (mut held, mut drawable) = (self.stock.held, self.stock.drawable);
        for class in (0..self.form.classes.len()).filter(|class| (here | own) >> class & 1 == 1) {
            let field = self.form.of_class(class);
            held = held.saturating_add(self.bounds.fields.get(field) - key.fields.get(field));
            drawable = drawable.saturating_add(self.bounds.drawn.get(field) - key.drawn.get(field));
        }
        held.saturating_add(drawable.min(self.bounds.cost - drawn.cost))
    }

    fn choose_alike(&self, choice: &Choice, from: usize, most: u8, fill: &mut impl FnMut(&Choice)) {
        let Some(alike) = self.step.alike.get(from) else {
            return self.choose_runs(choice, 0, most, fill);
        };
        self.choose_alike(choice, from + 1, most, fill);
        let mut more = *choice;
        while self.begin_alike(&mut more, alike, most) {
            self.choose_alike(&more, from + 1, most, fill);
        }
    }

    /// Adds a group of the kind, if it may be.
    fn begin_alike(&self, choice: &mut Choice, alike: &Alike, most: u8) -> bool {
        if choice.total + alike.size > most || alike.distinct && choice.distinct {
            return false;
        }
        choice.distinct |= alike.distinct;
        choice.add(alike.places, alike.size);
        self.begin(&mut choice.key, alike.pattern, alike.spacing)
    }

    fn choose_runs(&self, choice: &Choice, from: usize, most: u8, fill: &mut impl FnMut(&Choice)) {
        let Some(run) = self.step.begins.get(from) else {
            return fill(choice);
        };
        self.choose_runs(choice, from + 1, most, fill);
        let mut more = *choice;
        while self.begin_run(&mut more, run, most) {
            self.choose_runs(&more, from + 1, most, fill);
        }
    }

    fn begin_run(&self, choice: &mut Choice, run: &RunStep, most: u8) -> bool {
        if choice.total >= most || choice.key.begun.of(run.run) == 7 {
            return false;
        }
        choice.add(run.places, 1);
        choice.key.begun = choice.key.begun.with(run.run, 1);
        self.begin(&mut choice.key, run.pattern, run.spacing)
    }

    /// Counts a group that begins at the kind; false where a limit forbids it.
    fn begin(&self, key: &mut Key, pattern: u8, spacing: Option<Apart>) -> bool {
        let mut used = Fields::at(GroupForm::of_pattern(pattern.into()), 1);
        if let Some(apart) = spacing {
            let Some((last, first)) = key.last.begin(apart, self.step.kind) else {
                return false;
            };
            key.last = last;
            if first && apart.is_knitted() {
                let number = self.step.kind.number();
                used = used.plus(Fields::at(self.form.of_residue(apart.residues, number), 1));
            }
        }
        key.fields = key.fields.plus(used);
        key.fields.within(self.bounds.fields)
    }

    fn fill<const S: usize>(&self, choice: &Choice, drawn: Drawn<S>, next: &mut ReachedSet<S>) {
        if let Some(most) = self.step.most_alike {
            let places = self.form.places.iter().zip(&choice.demands);
            let read: u8 =
                places.filter(|(places, _)| !places.free).map(|(_, demand)| demand).sum();
            if read > 0 && read + self.stock.called > most {
                return;
            }
        }
        let mut key = choice.key;
        if choice.total > 0 && self.form.most_suits < 3 {
            key.suits = key.suits.union(self.step.suits);
        }
        let of_own = |count: fn(&OwnStock) -> u8| {
            let mut counts = [0; MOST_OWN];
            counts.iter_mut().zip(&self.own).for_each(|(to, own)| *to = count(own));
            counts
        };
        self.fill_sort(
            Filling {
                key,
                drawn,
                demands: &choice.demands[..self.form.places.len()],
                sort: 0,
                places_left: choice.demands[0],
                held: self.stock.held.min(choice.total),
                drawable: self.stock.drawable,
                own_held: of_own(|own| own.held),
                own_drawable: of_own(|own| own.drawable),
            },
            next,
        );
    }

    /// Fills the places of the sort at hand, and those of the sorts behind it.
    fn fill_sort<const S: usize>(&self, filling: Filling<'_, S>, next: &mut ReachedSet<S>) {
        if filling.sort == filling.demands.len() {
            return next.push(filling.key, filling.drawn);
        }
        // All natural tiles that there is room for are placed, here or behind.
        let behind: u8 = filling.demands[filling.sort + 1..].iter().sum();
        let least = filling.held.saturating_sub(behind);
        for natural in least..=filling.held.min(filling.places_left) {
            let mut filling = filling;
            filling.held -= natural;
            filling.places_left -= natural;
            self.fill_own(filling, 0, next);
        }
    }

    fn next_sort<const S: usize>(&self, mut filling: Filling<'_, S>, next: &mut ReachedSet<S>) {
        filling.sort += 1;
        filling.places_left = filling.demands.get(filling.sort).copied().unwrap_or(0);
        self.fill_sort(filling, next);
    }

    /// Fills places with wild tiles of the hand as what they are, from one of the kind's sorts of such
    /// tiles on.
    fn fill_own<const S: usize>(
        &self,
        filling: Filling<'_, S>,
        from: usize,
        next: &mut ReachedSet<S>,
    ) {
        let own = self.own.get(from).filter(|_| !self.form.places[filling.sort].free);
        let Some(own) = own.filter(|_| filling.places_left > 0) else {
            return self.fill_wild(filling, self.classes(&filling), next);
        };
        let one = Fields::at(self.form.of_class(own.class.into()), 1);
        let mut filling = filling;
        loop {
            self.fill_own(filling, from + 1, next);
            if filling.places_left == 0 || filling.own_held[from] == 0 {
                return;
            }
            filling.own_held[from] -= 1;
            filling.places_left -= 1;
            filling.key.fields = filling.key.fields.plus(one);
            if !filling.key.fields.within(self.bounds.fields) {
                return;
            }
        }
    }

    /// The classes that may fill places of the sort at hand.
    fn classes<const S: usize>(&self, filling: &Filling<'_, S>) -> u32 {
        let places = self.form.places[filling.sort];
        if places.free { places.classes } else { places.classes & self.step.classes }
    }

    /// What a wild tile of a class uses of the limits.
    fn of_wild<const S: usize>(&self, filling: &Filling<'_, S>, class: usize) -> (Fields, Fields) {
        let counts = !self.form.places[filling.sort].free && self.form.classes[class].counts;
        (Fields::at(self.form.of_class(class), 1), Fields::at(WILD_USES, u8::from(counts)))
    }

    /// Fills places with wild tiles of the hand of these classes, the others with tiles drawn.
    fn fill_wild<const S: usize>(
        &self,
        filling: Filling<'_, S>,
        classes: u32,
        next: &mut ReachedSet<S>,
    ) {
        if classes == 0 || filling.places_left == 0 {
            return self.draw(filling, next);
        }
        let others = classes & (classes - 1);
        let (tile, wild) = self.of_wild(&filling, classes.trailing_zeros() as usize);
        let mut filling = filling;
        loop {
            self.fill_wild(filling, others, next);
            if filling.places_left == 0 {
                return;
            }
            filling.places_left -= 1;
            filling.key.fields = filling.key.fields.plus(tile).plus(wild);
            if !filling.key.fields.within(self.bounds.fields) {
                return;
            }
        }
    }

    /// Draws tiles for all places left of the sort: natural ones first.
    fn draw<const S: usize>(&self, filling: Filling<'_, S>, next: &mut ReachedSet<S>) {
        if filling.places_left == 0 {
            return self.next_sort(filling, next);
        }
        let mut filling = filling;
        filling.drawn.cost += filling.places_left;
        if filling.drawn.cost > self.bounds.cost {
            return;
        }
        filling.drawn.note(filling.sort, self.step.kind);
        let most = filling.drawable.min(filling.places_left);
        let behind: u8 = filling.demands[filling.sort + 1..].iter().sum();
        // Places behind may be such as only natural tiles fill.
        for natural in most.saturating_sub(behind)..=most {
            let mut filling = filling;
            filling.drawable -= natural;
            filling.places_left -= natural;
            self.draw_own(filling, 0, next);
        }
    }

    /// Draws wild tiles as what they are, from one of the kind's sorts of such tiles on.
    fn draw_own<const S: usize>(
        &self,
        filling: Filling<'_, S>,
        from: usize,
        next: &mut ReachedSet<S>,
    ) {
        let own = self.own.get(from).filter(|_| !self.form.places[filling.sort].free);
        let Some(own) = own.filter(|_| filling.places_left > 0) else {
            return self.draw_wild(filling, self.classes(&filling), next);
        };
        let one = Fields::at(self.form.of_class(own.class.into()), 1);
        let mut filling = filling;
        loop {
            self.draw_own(filling, from + 1, next);
            if filling.places_left == 0 || filling.own_drawable[from] == 0 {
                return;
            }
            filling.own_drawable[from] -= 1;
            filling.places_left -= 1;
            filling.key.drawn = filling.key.drawn.plus(one);
            if !filling.key.drawn.within(self.bounds.drawn) {
                return;
            }
        }
    }

    fn draw_wild<const S: usize>(
        &self,
        filling: Filling<'_, S>,
        classes: u32,
        next: &mut ReachedSet<S>,
    ) {
        if filling.places_left == 0 {
            return self.next_sort(filling, next);
        }
        if classes == 0 {
            return;
        }
        let others = classes & (classes - 1);
        let (tile, wild) = self.of_wild(&filling, classes.trailing_zeros() as usize);
        let mut filling = filling;
        loop {
            self.draw_wild(filling, others, next);
            if filling.places_left == 0 {
                return;
            }
            filling.places_left -= 1;
            filling.key.drawn = filling.key.drawn.plus(tile);
            filling.key.fields = filling.key.fields.plus(wild);
            if wild != Fields::default() {
                filling.drawn.note_wild(filling.sort, self.step.kind);
            }
            let fits = filling.key.fields.within(self.bounds.fields)
                && filling.key.drawn.within(self.bounds.drawn);
            if !fits {
                return;
            }
        }
    }
}

impl Choice {
    fn add(&mut self, places: u8, count: u8) {
        self.demands[usize::from(places)] += count;
        self.total += count;
    }
}
