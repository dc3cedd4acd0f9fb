//! A hand and the tiles left, as a form of groups sees them.

use super::kept::{KeptParts, Outcomes, PartKey};
use super::reached::{Drawn, Key, Reached, ReachedSet};
use super::walk::{Bounds, KindStock, OwnStock, PartStock, STATES_BETWEEN, choices};
use super::{Asked, Ended, FormAnswer};
use crate::engine::sweep::fields::Fields;
use crate::engine::sweep::plan::{GroupForm, MOST_CLASSES, Places, WILD_USES};
use crate::engine::sweep::{InQuestion, placed::called_wilds_left};
use crate::group::Group;
use crate::rules::RuleSet;
use crate::tile::{Kind, KindSet, Suits, Tile, TileSet};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::sync::Arc;

pub(super) struct Placed<'a, const S: usize> {
    /// The form's place in the rule set.
    place: usize,
    form: &'a GroupForm,
    asked: &'a Asked<'a>,
    stock: [KindStock; Kind::COUNT],
    /// Wild tiles that may be natural: kind, class, how many the hand has, how many are left to draw.
    own: Vec<(Kind, u8, u8, u8)>,
    held: [u8; MOST_CLASSES],
    drawable: [u8; MOST_CLASSES],
    counts: SmallVec<[u8; 8]>,
    wild_uses: u8,
    called_suits: Suits,
    kept: &'a KeptParts<S>,
}

impl<'a, const S: usize> Placed<'a, S> {
    /// `None` for a hand that cannot be of the form, whatever is drawn.
    pub fn of(
        rules: &RuleSet,
        in_question: &InQuestion<'_>,
        form: &'a GroupForm,
        asked: &'a Asked<'a>,
        kept: &'a KeptParts<S>,
    ) -> Option<Placed<'a, S>> {
        let called = || asked.hand.called().flat_map(Group::kinds);
        let mut placed = Placed {
            place: in_question.place,
            form,
            asked,
            stock: [KindStock::default(); Kind::COUNT],
            own: Vec::new(),
            held: [0; MOST_CLASSES],
            drawable: [0; MOST_CLASSES],
            counts: in_question.counts.iter().copied().collect(),
            wild_uses: called_wilds_left(rules, in_question.form, asked.hand)?,
            called_suits: Suits::of(called()),
            kept,
        };
        if form.most_suits < 3 && placed.called_suits.len() > form.most_suits {
            return None;
        }
        for kind in called().filter(|&kind| rules.most_alike(kind).is_some()) {
            placed.stock[kind.index()].called += 1;
        }
        Tile::all().for_each(|tile| placed.put(tile));
        Some(placed)
    }

    fn put(&mut self, tile: Tile) {
        // More than a hand has places for make no difference.
        let most = Fields::MOST;
        let held = self.asked.tiles.get(tile).min(most);
        let drawable = self.asked.supply.get(tile).min(most);
        if held == 0 && drawable == 0 {
            return;
        }
        let used = self.form.uses[tile.index()];
        match (used.natural, used.class) {
            (Some(kind), None) => {
                let stock = &mut self.stock[kind.index()];
                stock.held = (stock.held + held).min(most);
                stock.drawable = (stock.drawable + drawable).min(most);
            }
            (natural, Some(class)) => {
                let (all_held, all_drawable) =
                    (&mut self.held[usize::from(class)], &mut self.drawable[usize::from(class)]);
                *all_held = (*all_held + held).min(most);
                *all_drawable = (*all_drawable + drawable).min(most);
                self.own.extend(natural.map(|kind| (kind, class, held, drawable)));
            }
            // The form has no place for it.
            (None, None) => {}
        }
    }

    /// What the groups may use: exactly, or at most.
    fn bounds(&self, cost: u8) -> Bounds {
        let fields = |counts: &[u8; MOST_CLASSES]| {
            let classes = (0..self.form.classes.len()).zip(counts);
            classes.fold(Fields::default(), |all, (class, &count)| {
                all.plus(Fields::at(self.form.of_class(class), count))
            })
        };
        let patterns = self.counts.iter().enumerate();
        let patterns = patterns.map(|(pattern, &count)| (GroupForm::of_pattern(pattern), count));
        let residues =
            (0..self.form.residues()).map(|residue| (self.form.of_residue(residue as u8, 0), 1));
        let others = patterns.chain(residues).chain([(WILD_USES, self.wild_uses)]);
        let used = others
            .fold(fields(&self.held), |all, (place, number)| all.plus(Fields::at(place, number)));
        Bounds { fields: used, drawn: fields(&self.drawable), cost }
    }

    fn part(&self, part: usize, cost: u8) -> Result<Arc<Outcomes<S>>, Ended> {
        let compiled = &self.form.parts[part];
        let mut stock = PartStock::default();
        for (at, step) in compiled.steps.iter().enumerate() {
            stock.kinds.push(self.stock[step.kind.index()]);
            let own = self.own.iter().filter(|(own, ..)| *own == step.kind);
            stock.own.extend(own.map(|&(_, class, held, drawable)| OwnStock {
                step: at as u8,
                class,
                held,
                drawable,
            }));
        }
        let mut bounds = self.bounds(cost);
        // Classes that have no kind here leave the part as it is.
        for class in (0..self.form.classes.len()).filter(|class| compiled.classes >> class & 1 == 0)
        {
            let field = Fields::at(self.form.of_class(class), Fields::MOST);
            bounds.fields = bounds.fields.minus(bounds.fields.masked(field));
            bounds.drawn = bounds.drawn.minus(bounds.drawn.masked(field));
        }
        let key = PartKey { form: self.place, part, stock, bounds };
        let stop = self.asked.stop;
        self.kept.outcomes(key, |key| {
            let choices = choices(self.form, compiled, &key.stock, bounds, stop)?;
            Ok(Outcomes::new(choices, self.patterns()))
        })
    }

    /// The places of the numbers of groups.
    fn patterns(&self) -> Fields {
        let patterns = (0..self.form.patterns).map(GroupForm::of_pattern);
        patterns.fold(Fields::default(), |mask, place| mask.plus(Fields::at(place, Fields::MOST)))
    }

    /// The sums of the parts' choices that are the whole hand and draw as few tiles as any, up to so many.
    fn sums(&self, most: u8) -> Result<Vec<Reached<S>>, Ended> {
        let parts = (0..self.form.parts.len()).map(|part| self.part(part, most));
        let parts = parts.collect::<Result<Vec<_>, _>>()?;
        let whole = self.bounds(most).fields.masked(self.patterns());
        let behind = LeastBehind::new(&parts, whole);
        let Some(least) = behind.least(0, whole) else { return Ok(Vec::new()) };
        for cost in least..=most {
            let sums = self.sums_of(&parts, &behind, cost)?;
            if !sums.is_empty() {
                return Ok(sums);
            }
        }
        Ok(Vec::new())
    }

    /// The sums that are the whole hand and draw so many tiles at most.
    fn sums_of(
        &self,
        parts: &[Arc<Outcomes<S>>],
        behind: &LeastBehind,
        cost: u8,
    ) -> Result<Vec<Reached<S>>, Ended> {
        let (bounds, patterns) = (self.bounds(cost), self.patterns());
        let whole = bounds.fields.masked(patterns);
        let mut sums = vec![(Key::default(), Drawn::NOTHING)];
        let mut next = ReachedSet::default();
        for (place, part) in parts.iter().enumerate() {
            for (number, sum) in sums.iter().enumerate() {
                if number % STATES_BETWEEN == 0 && (self.asked.stop)() {
                    return Err(Ended::Stopped);
                }
                let (key, drawn) = sum;
                for group in &part.groups {
                    let groups = key.fields.masked(patterns).plus(group.patterns);
                    if !groups.within(whole) {
                        continue;
                    }
                    let Some(least) = behind.least(place + 1, whole.minus(groups)) else {
                        continue;
                    };
                    let Some(room) = cost.checked_sub(drawn.cost + least) else { continue };
                    let outcomes = &part.states[group.states.clone()];
                    let outcomes = outcomes.iter().take_while(|(_, more)| more.cost <= room);
                    let both = outcomes.filter_map(|outcome| beside(sum, outcome, &bounds));
                    both.for_each(|(key, drawn)| next.push(key, drawn));
                }
            }
            if next.are_too_many() {
                return Err(Ended::TooMany);
            }
            next.replace(&mut sums);
            if sums.is_empty() {
                break;
            }
        }
        sums.retain(|(key, _)| {
            self.form.most_suits >= 3
                || key.suits.union(self.called_suits).len() <= self.form.most_suits
        });
        Ok(sums)
    }

    /// The nearest wins of the form with so many tiles drawn at most.
    pub fn nearest(&self, cost: u8) -> Result<Option<FormAnswer>, Ended> {
        let sums = self.sums(cost)?;
        let Some(distance) = sums.iter().map(|(_, drawn)| drawn.cost).min() else {
            return Ok(None);
        };
        let mut answer = FormAnswer { distance, tiles: TileSet::EMPTY, kinds: KindSet::EMPTY };
        for (key, drawn) in sums.iter().filter(|(_, drawn)| drawn.cost == distance) {
            let used_up = key.fields.get(WILD_USES) >= self.wild_uses;
            let (kinds, wild) = drawn.kinds.split_at(S.div_ceil(2));
            for (&places, kinds) in self.form.places.iter().zip(kinds) {
                self.note(places, KindSet::of_bits(*kinds), used_up, &mut answer);
            }
            // What is drawn as wild may be any tile that can be.
            for (&places, kinds) in self.form.places.iter().zip(wild) {
                self.note(places, KindSet::of_bits(*kinds), false, &mut answer);
            }
        }
        Ok(Some(answer))
    }

    /// Notes the tiles left that may be drawn for places of a sort, as these kinds.
    fn note(&self, places: Places, drawn: KindSet, used_up: bool, answer: &mut FormAnswer) {
        if drawn.is_empty() {
            return;
        }
        for (tile, _) in self.asked.supply.iter() {
            let kinds = if places.free {
                self.form.free_kinds[tile.index()]
            } else {
                self.form.fills(tile, places.classes, used_up).intersection(drawn)
            };
            if !kinds.is_empty() {
                answer.tiles.insert(tile);
                answer.kinds = answer.kinds.union(kinds);
            }
        }
    }
}

/// What a choice and one of another part come to together, within the bounds.
fn beside<const S: usize>(
    (key, drawn): &Reached<S>,
    (more, more_drawn): &Reached<S>,
    bounds: &Bounds,
) -> Option<Reached<S>> {
    let key = Key {
        fields: key.fields.plus(more.fields),
        drawn: key.drawn.plus(more.drawn),
        suits: key.suits.union(more.suits),
        ..Key::default()
    };
    let fits = drawn.cost + more_drawn.cost <= bounds.cost
        && key.fields.within(bounds.fields)
        && key.drawn.within(bounds.drawn);
    fits.then(|| (key, drawn.plus(more_drawn)))
}

/// The least number of tiles that the parts behind a place draw for so many groups of each pattern, whatever
/// the limits on wild tiles are.
struct LeastBehind(Vec<FxHashMap<Fields, u8>>);

impl LeastBehind {
    fn new<const S: usize>(parts: &[Arc<Outcomes<S>>], whole: Fields) -> LeastBehind {
        let mut behind = vec![FxHashMap::from_iter([(Fields::default(), 0)])];
        for part in parts.iter().rev() {
            let mut with_part = FxHashMap::default();
            for (&others, &least) in &behind[behind.len() - 1] {
                for group in &part.groups {
                    let groups = others.plus(group.patterns);
                    if groups.within(whole) {
                        let least = least + group.least;
                        let known = with_part.entry(groups).or_insert(least);
                        *known = least.min(*known);
                    }
                }
            }
            behind.push(with_part);
        }
        behind.reverse();
        LeastBehind(behind)
    }

    /// `None` where the parts from a place on cannot make these groups.
    fn least(&self, place: usize, groups: Fields) -> Option<u8> {
        self.0[place].get(&groups).copied()
    }
}
