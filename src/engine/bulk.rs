//! Counts and decompositions of an engine: which walk serves which form.

use super::apart::{ApartWalk, Layout};
use super::count::{Counter, Layouts};
use super::deck::Deck;
use super::list::{Setting, Walk};
use super::packed::PackedHand;
use super::piece::{Division, Visitor};
use super::plain::PlainWalk;
use super::plan::Shape;
use super::read::{self, Demand};
use super::special::{Orphans, Pairs};
use super::standard::View;
use super::{Engine, Left};
use crate::tile::{Kind, KindSet, Mark, Tile};
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

impl Engine {
    /// How many decompositions and readings the hand has, over all forms: complete ones for 3n+2
    /// concealed tiles, tenpai ones for 3n+1.
    ///
    /// A hand without wild tiles is gone through; of others nothing is listed, the time does not grow
    /// with the number. Only those allocate.
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
        for form in 0..self.plan.shapes.len() {
            total +=
                self.count_form(hand, form, self.fillable(hand), &mut || false).unwrap_or_default();
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
        let live = self.fillable(hand);
        (0..self.plan.shapes.len()).try_for_each(|form| self.walk(hand, form, live, visit))
    }

    /// As [`Engine::visit`], for one form; open groups count where one of their holes is in `live`.
    pub(crate) fn walk(
        &self,
        hand: &PackedHand,
        form: usize,
        live: KindSet,
        visit: &mut impl Visitor,
    ) -> ControlFlow<()> {
        let Some((setting, layouts, view)) = self.setting(hand, form, live) else {
            return ControlFlow::Continue(());
        };
        if layouts == Layouts::Standard {
            if !self.may_be_standard(&setting, &view) {
                return ControlFlow::Continue(());
            }
            if view.wilds == 0
                && hand.blue() == 0
                && let Some(walk) = PlainWalk::new(form, &view.fixed, setting.waits(), live)
            {
                return walk.run(visit);
            }
        }
        let deck = self.deck(hand, &setting);
        match layouts {
            Layouts::Standard => Walk::new(setting, deck, visit).run(),
            Layouts::Apart(layout) => ApartWalk::new(setting, layout, deck, visit).run(),
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
        let Some((setting, layouts, view)) = self.setting(hand, form, live) else {
            return Some(Count::default());
        };
        if layouts == Layouts::Standard && !self.may_be_standard(&setting, &view) {
            return Some(Count::default());
        }
        if view.wilds == 0 && hand.blue() == 0 {
            let mut decompositions = 0;
            let _ = self.walk(hand, form, live, &mut |_: &Division<'_>| {
                decompositions += 1;
                ControlFlow::Continue(())
            });
            return Some(Count { decompositions, readings: decompositions });
        }
        let deck = self.deck(hand, &setting);
        let decompositions = Counter::new(setting, layouts, deck, stop).count()?;
        let demand = self.demand(hand, &view, setting.playable);
        let readings = read::count(setting, layouts, &demand, stop)?;
        Some(Count { decompositions, readings })
    }

    /// The position of a form of the rule set by its name.
    pub(crate) fn form_index(&self, name: &str) -> Option<usize> {
        self.plan.names.iter().position(|form| form == name)
    }

    /// Whether the tables find the hand complete, or one tile off.
    fn may_be_standard(&self, setting: &Setting, view: &View) -> bool {
        if setting.waits() {
            view.holes(self.tables) != super::standard::Holes::Some(0)
        } else {
            view.wins(self.tables)
        }
    }

    /// What walks need to know, if the hand has the form's size.
    fn setting(
        &self,
        hand: &PackedHand,
        form: usize,
        live: KindSet,
    ) -> Option<(Setting, Layouts, View)> {
        let tiles = hand.tiles();
        let waits = tiles % 3 == 1;
        let complete = tiles + usize::from(waits);
        let shape = *self.plan.shapes.get(form)?;
        let fits = |size: usize| complete == size && hand.called() == 0;
        let layouts = match shape {
            Shape::Standard => Layouts::Standard,
            Shape::Pairs { count, quads_as_two } => {
                let count = usize::from(count);
                fits(2 * count).then_some(Layouts::Apart(Layout::Pairs { count, quads_as_two }))?
            }
            Shape::Orphans { kinds } => {
                fits(kinds.len() + 1).then_some(Layouts::Apart(Layout::Orphans { kinds }))?
            }
        };
        let view = self.view(hand, tiles % 3)?;
        let sets = view.sets(hand);
        let possible = match (shape, waits) {
            (Shape::Standard, _) => true,
            (Shape::Pairs { count, quads_as_two }, true) => {
                Pairs { count: count.into(), quads_as_two }.holes(&sets) != 0
            }
            (Shape::Pairs { count, quads_as_two }, false) => {
                Pairs { count: count.into(), quads_as_two }.win(&sets)
            }
            (Shape::Orphans { kinds }, true) => Orphans { kinds: kinds.bits() }.holes(&sets) != 0,
            (Shape::Orphans { kinds }, false) => Orphans { kinds: kinds.bits() }.win(&sets),
        };
        if !possible {
            return None;
        }
        let setting = Setting {
            form,
            tiles,
            live,
            playable: self.readable(hand),
            max_suits: self.plan.max_suits,
            called_suits: hand.called_suits(),
        };
        Some((setting, layouts, view))
    }

    /// The kinds that groups of this hand may be read as.
    fn readable(&self, hand: &PackedHand) -> KindSet {
        if !self.plan.one_suit {
            return self.plan.playable;
        }
        let shown = hand.first_suit();
        self.plan.playable.iter().filter(|kind| kind.suit() == shown).collect()
    }

    /// The kinds that some tile left can fill; where dead waits count, that some tile could.
    pub(crate) fn fillable(&self, hand: &PackedHand) -> KindSet {
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

    fn demand(&self, hand: &PackedHand, view: &View, kinds: KindSet) -> Demand {
        let fixed = |index: usize| {
            view.fixed.at_least.iter().map(|kinds| (kinds >> index & 1) as u8).sum::<u8>()
        };
        Demand {
            fixed: std::array::from_fn::<u8, { Kind::COUNT }, _>(fixed),
            blue: KindSet::from_bits(hand.blue()),
            wilds: view.wilds as u8,
            kinds,
        }
    }

    /// The tiles left beside a hand.
    pub(super) fn left_of(&self, hand: &PackedHand) -> Left {
        let mut plain = KindSet::EMPTY;
        for (copies, &kinds) in (1..).zip(&self.plan.plain) {
            plain = plain.union(kinds.without(hand.held_at_least(copies)));
        }
        let blue = self.plan.blue.without(hand.held_blue());
        Left { plain, blue, joker: self.plan.jokers > hand.held(Tile::JOKER) }
    }

    /// Every tile of the set that can be drawn.
    pub(super) fn any(&self) -> Left {
        let plain = self.plan.plain.iter().fold(KindSet::EMPTY, |all, &kinds| all.union(kinds));
        Left { plain, blue: self.plan.blue, joker: self.plan.jokers > 0 }
    }
}
