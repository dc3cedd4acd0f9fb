//! Groups: what a hand is divided into, complete or waiting for one tile.

use crate::notation::write_sequence;
use crate::tile::{Kind, Tile, TileSet};
use smallvec::SmallVec;

/// What sort of group it is. The order is that of groups that begin with the same kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum GroupType {
    /// One tile that stands alone (thirteen orphans).
    Single,
    /// Two tiles read as one kind.
    Pair,
    /// Three tiles read as one kind.
    Triplet,
    /// Three tiles read as three kinds that make a run under the rule set: most often numbers in
    /// sequence in one suit.
    Run,
    /// Four tiles read as one kind; only ever called.
    Kan,
    /// Tiles that a form leaves free, each read as its own face.
    Rest,
}

impl GroupType {
    /// Every type, in order.
    pub const ALL: [GroupType; 6] = [
        GroupType::Single,
        GroupType::Pair,
        GroupType::Triplet,
        GroupType::Run,
        GroupType::Kan,
        GroupType::Rest,
    ];

    /// The name in JSON and in rule files.
    pub const fn name(self) -> &'static str {
        match self {
            GroupType::Single => "single",
            GroupType::Pair => "pair",
            GroupType::Triplet => "triplet",
            GroupType::Run => "run",
            GroupType::Kan => "kan",
            GroupType::Rest => "rest",
        }
    }

    /// How many tiles such a group has; `None` for [`GroupType::Rest`], which has any number.
    pub const fn size(self) -> Option<usize> {
        match self {
            GroupType::Single => Some(1),
            GroupType::Pair => Some(2),
            GroupType::Triplet | GroupType::Run => Some(3),
            GroupType::Kan => Some(4),
            GroupType::Rest => None,
        }
    }
}

/// A set of group types. A kan is a triplet with one tile more: where triplets are, it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct GroupTypes(u8);

impl GroupTypes {
    /// Every type that tiles are used in: singles, pairs, triplets, runs, and kans with triplets.
    pub const ALL: GroupTypes = GroupTypes(0b1111);

    /// True when the type belongs to the set, or a kan's triplet does.
    pub const fn contains(self, group_type: GroupType) -> bool {
        let group_type = match group_type {
            GroupType::Kan => GroupType::Triplet,
            other => other,
        };
        self.0 >> group_type as u8 & 1 == 1
    }
}

impl FromIterator<GroupType> for GroupTypes {
    fn from_iter<I: IntoIterator<Item = GroupType>>(types: I) -> GroupTypes {
        GroupTypes(types.into_iter().fold(0, |bits, group_type| bits | 1 << group_type as u8))
    }
}

/// Whether a group was called, and how.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Call {
    /// Part of the concealed hand.
    Concealed,
    /// A called meld: chi, pon or open kan.
    Open,
    /// A concealed kan.
    ConcealedKan,
}

/// One physical tile in the place of one kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Slot {
    /// The kind that the tile is read as.
    pub kind: Kind,
    /// The tile itself.
    pub tile: Tile,
}

/// The tiles of a group. All groups but `rest` have four at most: those take no memory of their own.
type Slots = SmallVec<[Slot; 4]>;

/// A complete group: its type, the kinds it is read as and its filling.
///
/// Slots are sorted by kind, then by tile, so that two equal groups are equal values. Groups are
/// ordered by first kind, then type, then tiles.
///
/// ```
/// use ginga::{Group, GroupType, Kind, Slot, Suit, Tile};
/// let (four, five) = (Kind::new(Suit::Man, 4).unwrap(), Kind::new(Suit::Man, 5).unwrap());
/// let slot = |kind, tile| Slot { kind, tile };
/// let pair = [slot(five, Tile::galaxy(five)), slot(five, Tile::plain(five))];
/// let pair = Group::new(GroupType::Pair, pair.to_vec()).unwrap();
/// assert_eq!(pair.to_string(), "5m5M");
/// let mixed = [slot(five, Tile::plain(five)), slot(four, Tile::plain(four))];
/// assert!(Group::new(GroupType::Pair, mixed.to_vec()).is_none());
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Group {
    group_type: GroupType,
    slots: Slots,
    call: Call,
}

impl Group {
    /// A concealed group of these slots, in any order. `None` when the slots are no such group: a
    /// wrong number of them, other than one kind in a single, pair, triplet or kan, or a repeated
    /// kind in a run. *Which* three kinds make a run is the rule set's decision.
    pub fn new(group_type: GroupType, slots: Vec<Slot>) -> Option<Group> {
        let mut slots: Slots = slots.into_iter().collect();
        slots.sort_unstable();
        let size_fits = group_type.size().map_or(!slots.is_empty(), |size| slots.len() == size);
        let mut neighbours = slots.windows(2);
        let kinds_fit = match group_type {
            GroupType::Run => neighbours.all(|two| two[0].kind < two[1].kind),
            GroupType::Rest => true,
            _ => neighbours.all(|two| two[0].kind == two[1].kind),
        };
        (size_fits && kinds_fit).then_some(Group { group_type, slots, call: Call::Concealed })
    }

    /// A concealed group of slots that are known to be one, in order.
    pub(crate) fn of_sorted(group_type: GroupType, slots: impl IntoIterator<Item = Slot>) -> Group {
        let group = Group { group_type, slots: slots.into_iter().collect(), call: Call::Concealed };
        debug_assert_eq!(Group::new(group_type, group.slots.to_vec()).as_ref(), Some(&group));
        group
    }

    /// The same group, called in this way.
    pub fn called(mut self, call: Call) -> Group {
        self.call = call;
        self
    }

    /// What sort of group it is.
    pub fn group_type(&self) -> GroupType {
        self.group_type
    }

    /// The tiles with the kinds they are read as, sorted.
    pub fn slots(&self) -> &[Slot] {
        &self.slots
    }

    /// Whether the group was called.
    pub fn call(&self) -> Call {
        self.call
    }

    /// True for a called meld or kan.
    pub fn is_called(&self) -> bool {
        self.call != Call::Concealed
    }

    /// The kinds that the tiles are read as, one a tile.
    pub fn kinds(&self) -> impl ExactSizeIterator<Item = Kind> + Clone + '_ {
        self.slots.iter().map(|slot| slot.kind)
    }

    /// The physical tiles, in the order of [`Group::kinds`].
    pub fn tiles(&self) -> impl ExactSizeIterator<Item = Tile> + Clone + '_ {
        self.slots.iter().map(|slot| slot.tile)
    }

    /// The kind that places the group among others: its lowest.
    pub fn first_kind(&self) -> Option<Kind> {
        self.slots.first().map(|slot| slot.kind)
    }

    fn order_key(&self) -> impl Ord + '_ {
        (self.first_kind(), self.group_type, TilesThenKinds(&self.slots), self.call)
    }
}

impl PartialOrd for Group {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Group {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.order_key().cmp(&other.order_key())
    }
}

impl std::fmt::Display for Group {
    /// The tiles in the order of their kinds, then `=` and the kinds when some tile is read as
    /// another kind than its own.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write_slots(f, &self.slots)
    }
}

/// Orders slots by all their tiles first and by their kinds only among equal tiles.
#[derive(PartialEq, Eq)]
struct TilesThenKinds<'a>(&'a [Slot]);

impl PartialOrd for TilesThenKinds<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for TilesThenKinds<'_> {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        let tiles = self.0.iter().map(|slot| slot.tile);
        tiles.cmp(other.0.iter().map(|slot| slot.tile)).then_with(|| self.0.cmp(other.0))
    }
}

fn write_slots(f: &mut std::fmt::Formatter<'_>, slots: &[Slot]) -> std::fmt::Result {
    f.write_str(&write_sequence(slots.iter().map(|slot| slot.tile)))?;
    if slots.iter().any(|slot| slot.tile.kind() != Some(slot.kind)) {
        write!(f, "={}", write_sequence(slots.iter().map(|slot| Tile::plain(slot.kind))))?;
    }
    Ok(())
}

/// How a partial group waits for its tile.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum WaitShape {
    /// A lone tile waits for the pair's other tile.
    Tanki,
    /// A pair waits to become a triplet.
    Shanpon,
    /// A run open at either end.
    Ryanmen,
    /// A run open in its middle.
    Kanchan,
    /// A run at the edge of the suit: 3 of `12_`, 7 of `_89`.
    Penchan,
    /// The seventh pair.
    SevenPairs,
    /// Thirteen orphans with one kind missing.
    OrphansSingle,
    /// Thirteen orphans with every kind there, waiting on any of them.
    OrphansThirteen,
    /// A run that is not three numbers in sequence.
    RunOther,
    /// Any tile that the form's free part accepts.
    Any,
}

impl WaitShape {
    /// Every shape, in the order of their declaration.
    pub const ALL: [WaitShape; 10] = [
        WaitShape::Tanki,
        WaitShape::Shanpon,
        WaitShape::Ryanmen,
        WaitShape::Kanchan,
        WaitShape::Penchan,
        WaitShape::SevenPairs,
        WaitShape::OrphansSingle,
        WaitShape::OrphansThirteen,
        WaitShape::RunOther,
        WaitShape::Any,
    ];

    /// The name in JSON, in rule files and in text.
    pub const fn name(self) -> &'static str {
        match self {
            WaitShape::Tanki => "tanki",
            WaitShape::Shanpon => "shanpon",
            WaitShape::Ryanmen => "ryanmen",
            WaitShape::Kanchan => "kanchan",
            WaitShape::Penchan => "penchan",
            WaitShape::SevenPairs => "seven-pairs",
            WaitShape::OrphansSingle => "orphans-single",
            WaitShape::OrphansThirteen => "orphans-thirteen",
            WaitShape::RunOther => "run-other",
            WaitShape::Any => "any",
        }
    }

    /// How a group waits that lacks `hole`, where its form does not say: by the type of the complete
    /// group and its kinds, the hole among them, in order.
    ///
    /// ```
    /// use ginga::{GroupType, WaitShape, notation::parse_kinds};
    /// let run: Vec<_> = parse_kinds("123m")?.iter().collect();
    /// assert_eq!(WaitShape::of(GroupType::Run, run[2], &run), WaitShape::Penchan);
    /// assert_eq!(WaitShape::of(GroupType::Triplet, run[0], &[run[0]; 3]), WaitShape::Shanpon);
    /// # Ok::<(), ginga::NotationError>(())
    /// ```
    pub fn of(complete: GroupType, hole: Kind, kinds: &[Kind]) -> WaitShape {
        match (complete, kinds) {
            (GroupType::Run, &[first, second, third]) => {
                WaitShape::of_run(hole, [first, second, third])
            }
            (GroupType::Triplet, _) => WaitShape::Shanpon,
            (GroupType::Single, _) => WaitShape::OrphansSingle,
            (GroupType::Rest, _) => WaitShape::Any,
            _ => WaitShape::Tanki,
        }
    }

    /// The shape of a run that lacks `hole`; the run's kinds are in order.
    pub fn of_run(hole: Kind, run: [Kind; 3]) -> WaitShape {
        let [first, second, third] = run;
        if first.shifted(1) != Some(second) || first.shifted(2) != Some(third) {
            return WaitShape::RunOther;
        }
        match run {
            [_, middle, _] if middle == hole => WaitShape::Kanchan,
            [_, _, top] if top == hole && top.number() == 3 => WaitShape::Penchan,
            [bottom, ..] if bottom == hole && bottom.number() == 7 => WaitShape::Penchan,
            _ => WaitShape::Ryanmen,
        }
    }
}

/// A kind that completes a partial group.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct Hole {
    /// The kind that is lacking.
    pub kind: Kind,
    /// How the group waits for it.
    pub shape: WaitShape,
    /// The physical tiles that can fill the hole and of which a copy is left. Under
    /// `dead_waits = "count"` a hole that none can fill lists those that could, had one been left.
    pub tiles: Vec<Tile>,
}

/// A group that lacks one tile: the tiles it has, the kind each is read as, and the kinds that
/// complete it.
///
/// Where a single is missing, as in thirteen orphans, the partial group has no tiles at all; each kind
/// that completes the hand is a hole of it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct PartialGroup {
    slots: Slots,
    holes: Vec<Hole>,
}

impl PartialGroup {
    /// A partial group of these slots and holes, each in any order.
    pub fn new(slots: Vec<Slot>, mut holes: Vec<Hole>) -> PartialGroup {
        let mut slots: Slots = slots.into_iter().collect();
        slots.sort_unstable();
        holes.sort_unstable();
        PartialGroup { slots, holes }
    }

    /// A partial group of slots and holes that are in order.
    pub(crate) fn of_sorted(slots: &[Slot], holes: Vec<Hole>) -> PartialGroup {
        PartialGroup { slots: slots.iter().copied().collect(), holes }
    }

    /// The tiles with the kinds they are read as, sorted.
    pub fn slots(&self) -> &[Slot] {
        &self.slots
    }

    /// The kinds that complete the group, sorted.
    pub fn holes(&self) -> &[Hole] {
        &self.holes
    }

    /// The kinds that the tiles are read as.
    pub fn kinds(&self) -> impl ExactSizeIterator<Item = Kind> + Clone + '_ {
        self.slots.iter().map(|slot| slot.kind)
    }

    /// The physical tiles, in the order of [`PartialGroup::kinds`].
    pub fn tiles(&self) -> impl ExactSizeIterator<Item = Tile> + Clone + '_ {
        self.slots.iter().map(|slot| slot.tile)
    }

    /// The kind that places the partial group among others: its lowest, or the missing one.
    pub fn first_kind(&self) -> Option<Kind> {
        let hole = self.holes.first().map(|hole| hole.kind);
        self.slots.first().map(|slot| slot.kind).or(hole)
    }

    /// Every physical tile that completes the group and is left.
    pub fn winning_tiles(&self) -> TileSet {
        self.holes.iter().flat_map(|hole| hole.tiles.iter().copied()).collect()
    }

    fn order_key(&self) -> impl Ord + '_ {
        (self.first_kind(), self.slots.len(), TilesThenKinds(&self.slots), &self.holes)
    }
}

impl PartialOrd for PartialGroup {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for PartialGroup {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.order_key().cmp(&other.order_key())
    }
}

impl std::fmt::Display for PartialGroup {
    /// As a [`Group`] is written; nothing for a partial group without tiles.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write_slots(f, &self.slots)
    }
}
