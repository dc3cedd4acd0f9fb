//! A hand in one form: its tiles by part, and the sums of what the parts come to.

use super::fields::Fields;
use super::kept::{Kept, Naturals, OutcomeKey};
use super::need::{Need, need, together};
use super::plan::{ALL_WILD, GroupForm, MOST_CLASSES, MOST_NATURALS, Part, WILD_USES};
use super::state::{HolePlace, State, States};
use super::walk::{KindTiles, OwnTiles, PartTiles, choices};
use super::{Filling, InQuestion};
use crate::engine::digits::{BlueCounts, KindDigits, digit_of};
use crate::engine::need::tables::Tables;
use crate::group::Group;
use crate::hand::Hand;
use crate::rules::{Form, RuleSet};
use crate::size::HandSize;
use crate::tile::{Kind, KindSet, Suits};
use itertools::Itertools;
use smallvec::SmallVec;
use std::sync::Arc;

/// With more pairs of choices than these the fitting ones are looked up.
const MANY_PAIRS: usize = 1 << 12;

/// With more pairs than these it takes too long: some hundred milliseconds.
const MOST_PAIRS: usize = 1 << 25;

/// The tiles of a hand as a form sees them.
pub(super) struct Placed<'a> {
    /// The form's place in the rule set.
    place: usize,
    pub form: &'a GroupForm,
    naturals: KindDigits,
    /// Wild tiles that may be natural: kind, class, how many.
    own: SmallVec<[(Kind, u8, u8); 8]>,
    of_class: [u8; MOST_CLASSES],
    /// Tiles that are not natural and nothing else, the tile waited for among them.
    wild: u8,
    pub waits: bool,
    counts: SmallVec<[u8; 8]>,
    /// How many more tiles may be used as wild.
    wild_uses: u8,
    called_suits: Suits,
    /// How many tiles of called melds are read as each kind that a limit is on.
    pub called_as: [u8; Kind::COUNT],
}

impl<'a> Placed<'a> {
    /// `Some(None)` for a hand that is not of the form whatever its groups are, `None` for one that there
    /// is no room for.
    pub fn of(
        rules: &RuleSet,
        in_question: &InQuestion<'_>,
        compiled: &'a GroupForm,
        hand: &Hand,
    ) -> Option<Option<Placed<'a>>> {
        let waits = hand.size() == Some(HandSize::Waiting);
        let mut placed = Placed {
            place: in_question.place,
            form: compiled,
            naturals: KindDigits::EMPTY,
            own: SmallVec::new(),
            of_class: [0; MOST_CLASSES],
            wild: u8::from(waits),
            waits,
            counts: in_question.counts.iter().copied().collect(),
            wild_uses: in_question.wild_uses,
            called_suits: Suits::default(),
            called_as: [0; Kind::COUNT],
        };
        for (tile, count) in hand.concealed().iter() {
            let used = compiled.uses[tile.index()];
            match (used.natural, used.class) {
                (Some(kind), None) => {
                    if placed.naturals.get(kind) + count > MOST_NATURALS {
                        return None;
                    }
                    placed.naturals.add(digit_of(kind), count.into());
                }
                (natural, Some(class)) => {
                    placed.of_class[usize::from(class)] += count;
                    placed.wild += count;
                    natural.into_iter().for_each(|kind| placed.own.push((kind, class, count)));
                }
                (None, None) => return Some(None),
            }
        }
        Some(placed.beside_called(rules, hand).then_some(placed))
    }

    /// Notes what called melds are read as; false where they are of too many suits.
    fn beside_called(&mut self, rules: &RuleSet, hand: &Hand) -> bool {
        self.called_suits = Suits::of(hand.called().flat_map(Group::kinds));
        if self.form.most_suits < 3 && self.called_suits.len() > self.form.most_suits {
            return false;
        }
        for kind in hand.called().flat_map(Group::kinds) {
            if rules.most_alike(kind).is_some() {
                self.called_as[kind.index()] += 1;
            }
        }
        true
    }

    fn naturals(&self, part: usize) -> Naturals {
        let digits = self.naturals.bits() & self.form.parts[part].digits;
        Naturals { part: (self.place << 8 | part) as u32, digits }
    }

    /// What melds and a pair of any sort need.
    fn tables_need(&self) -> u32 {
        Tables::get().hand(&self.naturals, BlueCounts::default()).with_one_pair()
    }

    /// What a part needs for melds and a pair of any sort. With more the pair becomes a triplet.
    fn need_by_tables(&self, part: usize) -> Need {
        let Some(first) = self.form.parts[part].steps.first() else {
            return Need { without: 0, with: 0 };
        };
        let (suit, _) = digit_of(first.kind);
        let cost = Tables::get().part(suit, self.naturals.parts()[suit]);
        Need { without: cost.without_pair() as u8, with: cost.wilds() as u8 }
    }

    /// What each part needs; `None` where the parts need more than there is.
    fn needs(&self, kept: &Kept) -> Option<SmallVec<[Need; 4]>> {
        if self.form.is_melds_and_pair && self.tables_need() > u32::from(self.wild) {
            return None;
        }
        let by_tables = self.form.is_melds_and_pair && self.form.has_all_melds;
        let need_of = |part: usize| match by_tables {
            true => self.need_by_tables(part),
            false => kept.need(self.naturals(part), || {
                let part = &self.form.parts[part];
                let naturals: Vec<u8> =
                    part.steps.iter().map(|step| self.naturals.get(step.kind)).collect();
                need(self.form, part, &naturals)
            }),
        };
        let mut needs: SmallVec<[Need; 4]> = SmallVec::new();
        for part in 0..self.form.parts.len() {
            needs.push(need_of(part));
            if together(needs.iter().copied()) > self.wild {
                return None;
            }
        }
        Some(needs)
    }

    /// The most tiles beside natural ones that each part may use; `None` where the parts need more than
    /// there are.
    fn budgets(&self, kept: &Kept) -> Option<SmallVec<[u8; 4]>> {
        let needs = self.needs(kept)?;
        let others = |part: usize| {
            together(
                needs.iter().enumerate().filter(|(other, _)| *other != part).map(|(_, need)| *need),
            )
        };
        Some((0..needs.len()).map(|part| self.wild.saturating_sub(others(part))).collect())
    }

    /// The parts in order, each with its tiles and the limits of what it and those before it use; `None`
    /// as for [`Placed::budgets`].
    pub fn parts(&self, kept: &Kept) -> Option<Vec<(&'a Part, PartTiles, Fields)>> {
        let needs = self.needs(kept)?;
        let limits = self.limits();
        let parts = self.form.parts.iter().enumerate();
        let parts = parts.map(|(place, part)| {
            let later = together(needs[place + 1..].iter().copied());
            (part, self.tiles(place), limits.minus(Fields::at(ALL_WILD, later)))
        });
        Some(parts.collect())
    }

    /// Whether a sum of all parts is the whole hand.
    pub fn is_whole(&self, sum: &State) -> bool {
        let exact = self.exact();
        sum.fields.masked(exact) == self.limits().masked(exact)
            && sum.waits() == self.waits
            && self.allows(sum)
    }

    /// Whether a sum is within the limit on suits.
    fn allows(&self, sum: &State) -> bool {
        let most = self.form.most_suits;
        most >= 3 || sum.suits().union(self.called_suits).len() <= most
    }

    /// The tiles of a part.
    fn tiles(&self, part: usize) -> PartTiles {
        let mut tiles = PartTiles::default();
        for (at, step) in self.form.parts[part].steps.iter().enumerate() {
            let kind = step.kind;
            tiles.kinds.push(KindTiles {
                naturals: self.naturals.get(kind),
                called: self.called_as[kind.index()],
            });
            let own = self.own.iter().filter(|(own, ..)| *own == kind);
            tiles.own.extend(own.map(|&(_, class, count)| OwnTiles {
                step: at as u8,
                class,
                count,
            }));
        }
        tiles
    }

    /// What the hand's groups use of each limit: exactly, or at most.
    fn limits(&self) -> Fields {
        let patterns = self.counts.iter().enumerate();
        let patterns = patterns.map(|(pattern, &count)| (GroupForm::of_pattern(pattern), count));
        let classes = (0..self.form.classes.len())
            .map(|class| (self.form.of_class(class), self.of_class[class]));
        let residues =
            (0..self.form.residues()).map(|residue| (self.form.of_residue(residue as u8, 0), 1));
        let fixed = [(ALL_WILD, self.wild), (WILD_USES, self.wild_uses)];
        let all = fixed.into_iter().chain(patterns).chain(classes).chain(residues);
        all.fold(Fields::default(), |limits, (place, number)| {
            limits.plus(Fields::at(place, number))
        })
    }

    /// The places whose numbers are met exactly.
    fn exact(&self) -> Fields {
        let others = GroupForm::of_pattern(0)..self.form.of_class(self.form.classes.len());
        let places = std::iter::once(ALL_WILD).chain(others);
        places.fold(Fields::default(), |mask, place| mask.plus(Fields::at(place, Fields::MOST)))
    }

    /// The outcomes of a part within its budget.
    fn outcomes(&self, part: usize, budget: u8, kept: &Kept) -> Option<Arc<[State]>> {
        let compiled = &self.form.parts[part];
        let naturals = self.naturals(part);
        let mut limits = Fields::at(ALL_WILD, budget).plus(Fields::at(WILD_USES, self.wild_uses));
        for (pattern, &count) in self.counts.iter().enumerate() {
            limits = limits.plus(Fields::at(GroupForm::of_pattern(pattern), count));
        }
        for (class, &count) in self.of_class[..self.form.classes.len()].iter().enumerate() {
            if compiled.classes >> class & 1 == 1 {
                limits = limits.plus(Fields::at(self.form.of_class(class), count.min(budget)));
            }
        }
        for residue in 0..self.form.residues() {
            limits = limits.plus(Fields::at(self.form.of_residue(residue as u8, 0), 1));
        }
        let tiles = self.tiles(part);
        let key = key(naturals, limits, self.waits, &tiles);
        kept.outcomes(key, || choices(self.form, compiled, &tiles, limits, self.waits))
    }

    /// The sums of the parts' outcomes that are the whole hand; `None` where there are too many outcomes.
    fn sums(&self, kept: &Kept) -> Option<Vec<State>> {
        let Some(budgets) = self.budgets(kept) else { return Some(Vec::new()) };
        let (limits, exact) = (self.limits(), self.exact());
        let whole = limits.masked(exact);
        let is_whole = |sum: &State| sum.fields.masked(exact) == whole && sum.waits() == self.waits;
        let last = budgets.len() - 1;
        let mut sums = vec![State::default()];
        let mut next = States::default();
        for (part, budget) in budgets.into_iter().enumerate() {
            let outcomes = self.outcomes(part, budget, kept)?;
            let fits = |both: &State| both.fields.within(limits) && (part < last || is_whole(both));
            if part == last && sums.len() * outcomes.len() > MANY_PAIRS {
                // Of many outcomes those are looked up that bring just what a sum lacks.
                let exactly = outcomes.iter().into_group_map_by(|state| state.fields.masked(exact));
                for sum in &sums {
                    let lacking = whole.minus(sum.fields.masked(exact));
                    let outcomes = exactly.get(&lacking).into_iter().flatten().copied();
                    next.extend(beside(sum, outcomes).filter(fits));
                }
            } else {
                if sums.len() * outcomes.len() > MOST_PAIRS {
                    return None;
                }
                for sum in &sums {
                    next.extend(beside(sum, outcomes.iter()).filter(fits));
                }
            }
            if next.are_too_many() {
                return None;
            }
            next.replace(&mut sums);
            if sums.is_empty() {
                break;
            }
        }
        sums.retain(|sum| self.allows(sum));
        Some(sums)
    }

    /// `None` where the hand has too many choices to go through.
    pub fn is_win(&self, kept: &Kept) -> Option<bool> {
        self.sums(kept).map(|sums| !sums.is_empty())
    }

    /// Notes what fills the hand's holes; `None` as for [`Placed::is_win`].
    pub fn waits(&self, kept: &Kept, filling: &mut Filling) -> Option<()> {
        for sum in self.sums(kept)? {
            let used_up = sum.fields.get(WILD_USES) >= self.wild_uses;
            match sum.hole() {
                HolePlace::None => {}
                HolePlace::Free => {
                    filling.note(KindSet::ALL, |tile| self.form.free_kinds[tile.index()])
                }
                HolePlace::Of(classes) => {
                    filling.note(sum.hole_kinds(), |tile| {
                        self.form.fills(tile, classes.into(), used_up)
                    });
                }
            }
        }
        Some(())
    }
}

/// What a choice and those of another part have used together, a hole at most once.
fn beside<'s>(
    sum: &'s State,
    outcomes: impl Iterator<Item = &'s State> + 's,
) -> impl Iterator<Item = State> + 's {
    let outcomes = outcomes.filter(|outcome| !(sum.waits() && outcome.waits()));
    outcomes.map(|outcome| sum.beside(outcome))
}

fn key(naturals: Naturals, limits: Fields, waits: bool, tiles: &PartTiles) -> OutcomeKey {
    let mut key = OutcomeKey::new();
    let [low, high] = limits.words();
    let (digits, more) = (naturals.digits as u64, (naturals.digits >> 64) as u64);
    key.extend([u64::from(naturals.part) << 1 | u64::from(waits), digits, more, low, high]);
    for own in &tiles.own {
        key.push(
            1 << 63 | u64::from(own.step) << 16 | u64::from(own.class) << 8 | u64::from(own.count),
        );
    }
    for (at, kind) in (0_u64..).zip(&tiles.kinds).filter(|(_, kind)| kind.called > 0) {
        key.push(1 << 62 | at << 8 | u64::from(kind.called));
    }
    key
}

/// How many tiles may be used as wild beside those of called melds; `None` where these are too many.
pub(super) fn called_wilds_left(rules: &RuleSet, form: &Form, hand: &Hand) -> Option<u8> {
    let Some(most) = rules.most_wilds(form) else { return Some(Fields::MOST) };
    let slots = hand.called().flat_map(Group::slots);
    let used = slots.filter(|slot| rules.is_wild_use(slot.tile, slot.kind)).count();
    usize::from(most).checked_sub(used).map(|left| left as u8)
}
