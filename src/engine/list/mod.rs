//! Lists: every decomposition of a hand in canonical order, by the walk that serves its form.
//!
//! | form | hand | walk |
//! |---|---|---|
//! | melds and a pair | up to 14 tiles, none wild | [`without_wilds::walk_melds_and_pair`] |
//! | melds and a pair | any other | [`MeldsAndPairWalk`] |
//! | pairs, orphans | no tile wild | [`without_wilds::walk_pairs_or_orphans`] |
//! | pairs, orphans | some tile wild | [`PairsAndOrphansWalk`] |

pub(super) mod concealed;
pub(super) mod context;
mod melds_and_pair;
mod pairs_and_orphans;
mod suit_decompositions;
mod suit_table;
mod without_wilds;

use crate::engine::Engine;
use crate::engine::compile::CompiledForm;
use crate::engine::decomposition::{DecompositionList, DecompositionRef, Visitor};
use crate::engine::digits::KindDigits;
use crate::engine::need::melds_and_pair::TilesByUse;
use crate::engine::need::pairs_and_orphans::PairsOrOrphans;
use crate::engine::packed_hand::PackedHand;
use crate::tile::{KindSet, Mark, Tile};
use concealed::ConcealedTiles;
use context::WalkContext;
use melds_and_pair::MeldsAndPairWalk;
use pairs_and_orphans::PairsAndOrphansWalk;
use std::ops::ControlFlow;

impl Engine {
    /// Every decomposition of a hand, as [`Engine::visit`] shows them, in a list. Hands with wild tiles
    /// may have millions: [`Engine::count`] says how many without listing them.
    ///
    /// ```
    /// use ginga::engine::{Engine, PackedHand};
    /// use ginga::{Hand, RuleSet};
    /// let riichi = RuleSet::builtin("riichi")?;
    /// let hand = PackedHand::of(&Hand::parse("22334455667788s", &riichi)?).unwrap();
    /// assert_eq!(Engine::new(&riichi)?.list(&hand).len(), 4);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn list(&self, hand: &PackedHand) -> DecompositionList {
        let mut list = DecompositionList::default();
        let _ = self.visit(hand, &mut |decomposition| {
            list.push(decomposition);
            ControlFlow::Continue(())
        });
        list
    }

    /// Shows every decomposition of the hand, form after form in the rule set's order, and each form's
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
    /// let _ = Engine::new(&riichi)?.visit(&hand, &mut |decomposition| {
    ///     forms.push(riichi.forms()[decomposition.form()].name());
    ///     ControlFlow::Continue(())
    /// });
    /// assert_eq!(forms, ["standard", "standard", "standard", "seven-pairs"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn visit(
        &self,
        hand: &PackedHand,
        visit: &mut impl FnMut(&DecompositionRef<'_>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut room = KindDigits::EMPTY;
        let Some(tiles) = self.tiles_of_hand(hand, &mut room) else {
            return ControlFlow::Continue(());
        };
        let live = self.live_kinds(hand);
        let mut forms = 0..self.rules.forms.len();
        forms.try_for_each(|form| self.walk_form(hand, &tiles, form, live, visit))
    }

    /// The same as [`Engine::visit`] for one form. Partial groups must have a hole among `live`.
    pub(crate) fn walk(
        &self,
        hand: &PackedHand,
        form: usize,
        live: KindSet,
        visit: &mut impl Visitor,
    ) -> ControlFlow<()> {
        let mut room = KindDigits::EMPTY;
        let Some(tiles) = self.tiles_of_hand(hand, &mut room) else {
            return ControlFlow::Continue(());
        };
        self.walk_form(hand, &tiles, form, live, visit)
    }

    pub(in crate::engine) fn walk_form(
        &self,
        hand: &PackedHand,
        tiles: &TilesByUse<'_>,
        form: usize,
        live: KindSet,
        visit: &mut impl Visitor,
    ) -> ControlFlow<()> {
        if tiles.has_no_wilds() {
            let walked = match self.rules.forms.get(form) {
                Some(CompiledForm::MeldsAndPair) => {
                    let playable = self.rules.playable_by(hand);
                    without_wilds::walk_melds_and_pair(form, hand, live, playable, visit)
                }
                Some(&CompiledForm::PairsOrOrphans(of)) if self.is_complete_or_tenpai(of, hand) => {
                    Some(without_wilds::walk_pairs_or_orphans(form, of, hand, live, visit))
                }
                _ => Some(ControlFlow::Continue(())),
            };
            if let Some(flow) = walked {
                return flow;
            }
        }
        let Some((context, form)) = self.walk_context(hand, tiles, form, live) else {
            return ControlFlow::Continue(());
        };
        let concealed = self.concealed_tiles(hand, &context);
        match form {
            CompiledForm::MeldsAndPair => MeldsAndPairWalk::new(context, concealed, visit).run(),
            CompiledForm::PairsOrOrphans(form) => {
                PairsAndOrphansWalk::new(context, form, concealed, visit).run()
            }
        }
    }

    /// The hand's tiles by what they may be used as. `None` where no hand with so many tiles and melds,
    /// or with so many suits, is complete or tenpai.
    #[inline(always)]
    pub(in crate::engine) fn tiles_of_hand<'h>(
        &self,
        hand: &'h PackedHand,
        room: &'h mut KindDigits,
    ) -> Option<TilesByUse<'h>> {
        let has_size = hand.size().is_some_and(|size| self.has_size(hand, size));
        if has_size { self.tiles_by_use(hand, room) } else { None }
    }

    /// Whether the hand is complete in a form of pairs or orphans, or one tile short of it.
    #[inline]
    fn is_complete_or_tenpai(&self, form: PairsOrOrphans, hand: &PackedHand) -> bool {
        if hand.waits() {
            self.holes_of(&[form], hand) != 0
        } else {
            self.is_complete_in(&[form], hand)
        }
    }

    /// What a walk needs to know. `None` where the hand is neither complete in the form nor one tile
    /// short of it.
    pub(in crate::engine) fn walk_context(
        &self,
        hand: &PackedHand,
        by_use: &TilesByUse<'_>,
        form: usize,
        live: KindSet,
    ) -> Option<(WalkContext, CompiledForm)> {
        let (tiles, waits) = (hand.tiles(), hand.waits());
        let compiled = *self.rules.forms.get(form)?;
        let possible = match compiled {
            CompiledForm::MeldsAndPair if waits => !by_use.holes(self.tables).is_empty(),
            CompiledForm::MeldsAndPair => by_use.wins(self.tables),
            CompiledForm::PairsOrOrphans(form) => self.is_complete_or_tenpai(form, hand),
        };
        if !possible {
            return None;
        }
        let context = WalkContext {
            form,
            tiles,
            waits,
            live,
            playable: self.rules.playable_by(hand),
            max_suits: self.rules.max_suits,
            called_suits: hand.called_suits(),
        };
        Some((context, compiled))
    }

    pub(in crate::engine) fn concealed_tiles(
        &self,
        hand: &PackedHand,
        context: &WalkContext,
    ) -> ConcealedTiles {
        ConcealedTiles::new(hand, |tile| self.meaning(tile, context.playable))
    }

    /// The kinds that a tile may be used as in a group.
    fn meaning(&self, tile: Tile, playable: KindSet) -> KindSet {
        match (tile.mark(), tile.kind()) {
            (Mark::Plain, Some(kind)) if !self.rules.laizi.contains(kind) => {
                std::iter::once(kind).collect()
            }
            (Mark::Galaxy, Some(kind)) => kind.galaxy_class(),
            _ => playable,
        }
    }
}
