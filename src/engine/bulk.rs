//! Counts and decompositions of an engine: which walk serves which form.

use super::Engine;
use super::apart::ApartWalk;
use super::count::Counter;
use super::deck::Deck;
use super::list::{Setting, Walk};
use super::packed::PackedHand;
use super::piece::{Division, Visitor};
use super::plain;
use super::plan::Shape;
use super::read::{self, Demand};
use super::row::Rows;
use super::special::Layout;
use super::standard::View;
use crate::tile::{Kind, KindSet, Mark, Tile};
use std::collections::HashSet;
use std::ops::ControlFlow;

/// How many decompositions a hand has, and how many readings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct Count {
    /// Decompositions.
    pub decompositions: u128,
    /// Decompositions that differ in more than their fillings.
    pub readings: u128,
}

impl std::ops::AddAssign for Count {
    fn add_assign(&mut self, other: Count) {
        self.decompositions += other.decompositions;
        self.readings += other.readings;
    }
}

/// Up to how many decompositions of a hand with wild tiles are gone through to be counted.
const FEW: usize = 500;

/// Counts decompositions by looking at them, unless they turn out to be many.
struct Few<'a> {
    /// Without wild tiles no two decompositions have one reading.
    plain: bool,
    decompositions: u128,
    readings: HashSet<u128>,
    stop: &'a mut dyn FnMut() -> bool,
    stopped: bool,
}

impl<'a> Few<'a> {
    fn new(plain: bool, stop: &'a mut dyn FnMut() -> bool) -> Few<'a> {
        let readings = HashSet::new();
        Few { plain, decompositions: 0, readings, stop, stopped: false }
    }

    fn count(&self) -> Count {
        let readings = if self.plain { self.decompositions } else { self.readings.len() as u128 };
        Count { decompositions: self.decompositions, readings }
    }
}

impl Visitor for Few<'_> {
    fn see(&mut self, division: &Division<'_>) -> ControlFlow<()> {
        self.decompositions += 1;
        if self.plain {
            return ControlFlow::Continue(());
        }
        self.readings.insert(division.reading());
        if self.decompositions > FEW as u128 {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }

    fn step(&mut self) -> ControlFlow<()> {
        self.stopped = (self.stop)();
        if self.stopped { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

impl Engine {
    /// How many decompositions and readings the hand has, over all forms: complete ones for 3n+2
    /// concealed tiles, tenpai ones for 3n+1.
    ///
    /// A few are gone through; of more nothing is listed, the time does not grow with their number.
    /// Hands without wild tiles allocate nothing.
    ///
    /// ```
    /// use ginga::engine::{Engine, PackedHand};
    /// use ginga::{Hand, RuleSet};
    /// let laizi = RuleSet::builtin("laizi")?;
    /// let hand = PackedHand::of(&Hand::parse("123456mjjjjjjjj", &laizi)?).unwrap();
    /// assert_eq!(Engine::new(&laizi)?.count(&hand).decompositions, 194_026);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn count(&self, hand: &PackedHand) -> Count {
        let mut total = Count::default();
        let live = self.fillable(hand);
        for form in 0..self.plan.shapes.len() {
            total += self.count_form(hand, form, live, &mut || false).unwrap_or_default();
        }
        total
    }

    /// Shows every decomposition of the hand, form after form in the rule set's order and each form's
    /// in canonical order: complete ones for 3n+2 concealed tiles, tenpai ones for 3n+1. Breaking
    /// ends the visit. Nothing is allocated.
    ///
    /// ```
    /// use ginga::engine::{Engine, PackedHand};
    /// use ginga::{Hand, RuleSet};
    /// use std::ops::ControlFlow;
    /// let riichi = RuleSet::builtin("riichi")?;
    /// let hand = PackedHand::of(&Hand::parse("22334455667788s", &riichi)?).unwrap();
    /// let mut forms = Vec::new();
    /// let _ = Engine::new(&riichi)?.visit(&hand, &mut |division| {
    ///     forms.push(riichi.forms()[division.form()].name());
    ///     ControlFlow::Continue(())
    /// });
    /// assert_eq!(forms, ["standard", "standard", "standard", "seven-pairs"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn visit(
        &self,
        hand: &PackedHand,
        visit: &mut impl FnMut(&Division<'_>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut room = Rows::EMPTY;
        let Some(view) = self.asked(hand, &mut room) else { return ControlFlow::Continue(()) };
        let live = self.fillable(hand);
        let mut forms = 0..self.plan.shapes.len();
        forms.try_for_each(|form| self.walk_form(hand, &view, form, live, visit))
    }

    /// As [`Engine::visit`], for one form; open groups count where one of their holes is in `live`.
    pub(crate) fn walk(
        &self,
        hand: &PackedHand,
        form: usize,
        live: KindSet,
        visit: &mut impl Visitor,
    ) -> ControlFlow<()> {
        let mut room = Rows::EMPTY;
        let Some(view) = self.asked(hand, &mut room) else { return ControlFlow::Continue(()) };
        self.walk_form(hand, &view, form, live, visit)
    }

    fn walk_form(
        &self,
        hand: &PackedHand,
        view: &View<'_>,
        form: usize,
        live: KindSet,
        visit: &mut impl Visitor,
    ) -> ControlFlow<()> {
        if view.is_plain() {
            let walked = match self.plan.shapes.get(form) {
                Some(Shape::Standard) => plain::walk(form, hand, live, self.readable(hand), visit),
                Some(&Shape::Apart(layout)) if self.is_or_waits(layout, hand) => {
                    Some(plain::walk_apart(form, layout, hand, live, visit))
                }
                _ => Some(ControlFlow::Continue(())),
            };
            if let Some(flow) = walked {
                return flow;
            }
        }
        let Some((setting, shape)) = self.setting(hand, view, form, live) else {
            return ControlFlow::Continue(());
        };
        let deck = self.deck(hand, &setting);
        match shape {
            Shape::Standard => Walk::new(setting, deck, visit).run(),
            Shape::Apart(layout) => ApartWalk::new(setting, layout, deck, visit).run(),
        }
    }

    /// As [`Engine::count`], for one form; `None` when stopped, which is polled often.
    pub(crate) fn count_form(
        &self,
        hand: &PackedHand,
        form: usize,
        live: KindSet,
        stop: &mut dyn FnMut() -> bool,
    ) -> Option<Count> {
        let mut room = Rows::EMPTY;
        let Some(view) = self.asked(hand, &mut room) else { return Some(Count::default()) };
        let mut few = Few::new(view.is_plain(), stop);
        if self.walk_form(hand, &view, form, live, &mut few).is_continue() {
            return Some(few.count());
        } else if few.stopped {
            return None;
        }
        let Some((setting, shape)) = self.setting(hand, &view, form, live) else {
            return Some(Count::default());
        };
        let deck = self.deck(hand, &setting);
        let decompositions = Counter::new(setting, shape, deck, stop).count()?;
        let demand = self.demand(hand, &view, setting.playable);
        let readings = read::count(setting, shape, &demand, stop)?;
        Some(Count { decompositions, readings })
    }

    /// The hand by what its tiles may be used as, if it may be asked for.
    #[inline]
    fn asked<'h>(&self, hand: &'h PackedHand, room: &'h mut Rows) -> Option<View<'h>> {
        let sized = self.has_size(hand, 1) || self.has_size(hand, 2);
        if sized { self.view(hand, room) } else { None }
    }

    /// Whether the hand is such a form, or lacks the tile to be drawn to be one.
    #[inline]
    fn is_or_waits(&self, layout: Layout, hand: &PackedHand) -> bool {
        if hand.waits() {
            self.holes_of(&[layout], hand) != 0
        } else {
            self.is_complete_in(&[layout], hand)
        }
    }

    /// What walks need to know, if the hand is complete in the form, or one tile off.
    fn setting(
        &self,
        hand: &PackedHand,
        view: &View<'_>,
        form: usize,
        live: KindSet,
    ) -> Option<(Setting, Shape)> {
        let (tiles, waits) = (hand.tiles(), hand.waits());
        let shape = *self.plan.shapes.get(form)?;
        let possible = match shape {
            Shape::Standard if waits => !view.holes(self.tables).is_empty(),
            Shape::Standard => view.wins(self.tables),
            Shape::Apart(layout) => self.is_or_waits(layout, hand),
        };
        if !possible {
            return None;
        }
        let setting = Setting {
            form,
            tiles,
            waits,
            live,
            playable: self.readable(hand),
            max_suits: self.plan.max_suits,
            called_suits: hand.called_suits(),
        };
        Some((setting, shape))
    }

    /// The kinds that groups of this hand may be read as.
    #[inline]
    pub(super) fn readable(&self, hand: &PackedHand) -> KindSet {
        if self.plan.one_suit { self.of_first_suit(hand) } else { self.plan.playable }
    }

    #[inline(never)]
    fn of_first_suit(&self, hand: &PackedHand) -> KindSet {
        let shown = hand.first_suit();
        self.plan.playable.iter().filter(|kind| kind.suit() == shown).collect()
    }

    /// The kinds that some tile left can fill; where dead waits count, that some tile could. None for
    /// a hand that does not wait: only an open group asks.
    pub(crate) fn fillable(&self, hand: &PackedHand) -> KindSet {
        if !hand.waits() {
            return KindSet::EMPTY;
        }
        let left = if self.plan.dead_count { self.any() } else { self.left_of(hand) };
        left.can_fill(self.readable(hand), self.plan.laizi)
    }

    fn meaning(&self, tile: Tile, readable: KindSet) -> KindSet {
        match (tile.mark(), tile.kind()) {
            (Mark::Plain, Some(kind)) if !self.plan.laizi.contains(kind) => {
                std::iter::once(kind).collect()
            }
            (Mark::Galaxy, Some(kind)) => kind.galaxy_class(),
            _ => readable,
        }
    }

    fn deck(&self, hand: &PackedHand, setting: &Setting) -> Deck {
        Deck::new(hand, |tile| self.meaning(tile, setting.playable))
    }

    fn demand(&self, hand: &PackedHand, view: &View<'_>, kinds: KindSet) -> Demand {
        let fixed = |index: usize| match Kind::from_index(index) {
            Some(kind) if !self.plan.laizi.contains(kind) => hand.count(Tile::plain(kind)),
            _ => 0,
        };
        Demand {
            fixed: std::array::from_fn::<u8, { Kind::COUNT }, _>(fixed),
            blue: KindSet::from_bits(hand.blue()),
            wilds: view.wilds as u8,
            kinds,
        }
    }
}
