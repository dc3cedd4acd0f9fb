//! Decompositions to keep.

use super::Engine;
use super::packed::PackedHand;
use super::piece::{Division, MOST_GROUPS, OpenPiece, Piece};
use crate::group::GroupType;
use crate::tile::Kind;
use smallvec::SmallVec;
use std::ops::ControlFlow;

/// Decompositions in a list, as [`Engine::visit`] shows them and in its order.
///
/// ```
/// use ginga::engine::{Divisions, Engine, PackedHand};
/// use ginga::{Hand, RuleSet};
/// let riichi = RuleSet::builtin("riichi")?;
/// let engine = Engine::new(&riichi)?;
/// let hand = PackedHand::of(&Hand::parse("111222333m11p444z", &riichi)?).unwrap();
/// let listed = engine.list(&hand);
/// let shown: Vec<String> = listed
///     .iter()
///     .map(|division| {
///         let tiles = |piece: &ginga::engine::Piece| -> String {
///             piece.slots().map(|slot| slot.tile.to_string()).collect()
///         };
///         division.groups().iter().map(tiles).collect::<Vec<_>>().join(" ")
///     })
///     .collect();
/// assert_eq!(shown, ["1m1m1m 2m2m2m 3m3m3m 1p1p 4z4z4z", "1m2m3m 1m2m3m 1m2m3m 1p1p 4z4z4z"]);
///
/// // One list for many hands keeps its memory.
/// let mut kept = Divisions::default();
/// for _ in 0..3 {
///     kept.clear();
///     let _ = engine.visit(&hand, &mut |division| {
///         kept.push(division);
///         std::ops::ControlFlow::Continue(())
///     });
/// }
/// assert_eq!(kept.len(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Divisions {
    // One or two, as most hands have, take no memory but the list's own.
    kept: SmallVec<[Kept; 2]>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Kept {
    form: usize,
    groups: [Piece; MOST_GROUPS],
    len: usize,
    open: Option<OpenPiece>,
}

impl Divisions {
    /// Adds a decomposition behind the others.
    #[inline]
    pub fn push(&mut self, division: &Division<'_>) {
        let mut groups = [Piece::plain(GroupType::Pair, Kind::FIRST); MOST_GROUPS];
        let len = division.groups.len();
        // Nearly all have as many as a full hand: no loop.
        match division.groups {
            five if len == 5 => groups[..5].copy_from_slice(five),
            four if len == 4 => groups[..4].copy_from_slice(four),
            others => groups[..len].copy_from_slice(others),
        }
        self.kept.push(Kept { form: division.form, groups, len, open: division.open.copied() });
    }

    /// Takes all decompositions away; the memory is kept.
    pub fn clear(&mut self) {
        self.kept.clear();
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.kept.len()
    }

    /// True when there is none.
    pub fn is_empty(&self) -> bool {
        self.kept.is_empty()
    }

    /// The decompositions in their order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Division<'_>> + Clone {
        self.kept.iter().map(|Kept { form, groups, len, open }| Division {
            form: *form,
            groups: &groups[..*len],
            open: open.as_ref(),
        })
    }
}

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
    pub fn list(&self, hand: &PackedHand) -> Divisions {
        let mut list = Divisions::default();
        let _ = self.visit(hand, &mut |division| {
            list.push(division);
            ControlFlow::Continue(())
        });
        list
    }
}
