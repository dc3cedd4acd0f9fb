//! Decompositions as walks find them, and a list that keeps them.

use crate::engine::packed_group::{MOST_GROUPS, PackedGroup, PackedPartial};
use crate::group::GroupType;
use crate::tile::Kind;
use smallvec::SmallVec;
use std::ops::ControlFlow;

/// What a walk calls for each decomposition that it finds.
pub(crate) trait Visitor {
    /// Called for every decomposition; breaking ends the walk.
    fn see(&mut self, decomposition: &DecompositionRef<'_>) -> ControlFlow<()>;

    /// Called at every step of the walk; breaking ends it.
    fn step(&mut self) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

impl<F: FnMut(&DecompositionRef<'_>) -> ControlFlow<()>> Visitor for F {
    fn see(&mut self, decomposition: &DecompositionRef<'_>) -> ControlFlow<()> {
        self(decomposition)
    }
}

/// A decomposition by reference, as a walk finds it: the complete concealed groups in canonical order
/// and, of a tenpai hand, the partial group.
#[derive(Debug, Clone, Copy)]
pub struct DecompositionRef<'a> {
    pub(super) form: usize,
    pub(super) groups: &'a [PackedGroup],
    pub(super) open: Option<&'a PackedPartial>,
}

impl<'a> DecompositionRef<'a> {
    /// The position of the form among the rule set's forms.
    pub fn form(&self) -> usize {
        self.form
    }

    /// The complete concealed groups, in canonical order; called melds are not among them.
    pub fn groups(&self) -> &'a [PackedGroup] {
        self.groups
    }

    /// The partial group of a tenpai hand: the group that lacks a tile.
    pub fn partial(&self) -> Option<&'a PackedPartial> {
        self.open
    }

    /// The reading of the hand as a number: two decompositions of one hand in one form have the same
    /// number when their groups are of the same kinds, whichever tiles are used for them. The digits of
    /// the number, from the highest: a one, so that lists of different lengths differ; a byte for each
    /// group, of its first kind and type; a byte for each kind of the partial group.
    pub(crate) fn reading_key(&self) -> u128 {
        let of_group = |group: &PackedGroup| match group.group_type() {
            // Singles and triplets are never in one form.
            GroupType::Single | GroupType::Triplet => 0,
            GroupType::Pair => 1,
            _ => 2,
        };
        let groups = self.groups.iter().fold(1, |number: u128, group| {
            number << 8 | (group.first().index() as u128) << 2 | of_group(group)
        });
        let open = self.open.map_or(&[][..], |open| open.slots());
        open.iter().fold(groups, |number, slot| number << 8 | slot.kind.index() as u128)
    }
}

/// Decompositions in a list, as [`Engine::visit`](super::Engine::visit) shows them and in its order.
///
/// ```
/// use ginga::engine::{DecompositionList, Engine, PackedHand};
/// use ginga::{Hand, RuleSet};
/// let riichi = RuleSet::builtin("riichi")?;
/// let engine = Engine::new(&riichi)?;
/// let hand = PackedHand::of(&Hand::parse("111222333m11p444z", &riichi)?).unwrap();
/// let listed = engine.list(&hand);
/// let shown: Vec<String> = listed
///     .iter()
///     .map(|decomposition| {
///         let tiles = |group: &ginga::engine::PackedGroup| -> String {
///             group.slots().map(|slot| slot.tile.to_string()).collect()
///         };
///         decomposition.groups().iter().map(tiles).collect::<Vec<_>>().join(" ")
///     })
///     .collect();
/// assert_eq!(shown, ["1m1m1m 2m2m2m 3m3m3m 1p1p 4z4z4z", "1m2m3m 1m2m3m 1m2m3m 1p1p 4z4z4z"]);
///
/// // One list for many hands keeps its memory.
/// let mut kept = DecompositionList::default();
/// for _ in 0..3 {
///     kept.clear();
///     let _ = engine.visit(&hand, &mut |decomposition| {
///         kept.push(decomposition);
///         std::ops::ControlFlow::Continue(())
///     });
/// }
/// assert_eq!(kept.len(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct DecompositionList {
    // Most hands have one or two: these are stored in the list itself, without allocation.
    entries: SmallVec<[Entry; 2]>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Entry {
    form: usize,
    groups: [PackedGroup; MOST_GROUPS],
    len: usize,
    open: Option<PackedPartial>,
}

impl DecompositionList {
    /// Adds a decomposition behind the others.
    #[inline]
    pub fn push(&mut self, decomposition: &DecompositionRef<'_>) {
        let mut groups = [PackedGroup::plain(GroupType::Pair, Kind::FIRST); MOST_GROUPS];
        let len = decomposition.groups.len();
        // Nearly all have as many as a full hand: for these no loop is needed.
        match decomposition.groups {
            five if len == 5 => groups[..5].copy_from_slice(five),
            four if len == 4 => groups[..4].copy_from_slice(four),
            others => groups[..len].copy_from_slice(others),
        }
        self.entries.push(Entry {
            form: decomposition.form,
            groups,
            len,
            open: decomposition.open.copied(),
        });
    }

    /// Removes all decompositions and keeps the memory.
    pub fn clear(&mut self) {
        self.entries.clear();
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// True when there is none.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The decompositions in their order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = DecompositionRef<'_>> + Clone {
        self.entries.iter().map(|Entry { form, groups, len, open }| DecompositionRef {
            form: *form,
            groups: &groups[..*len],
            open: open.as_ref(),
        })
    }
}
