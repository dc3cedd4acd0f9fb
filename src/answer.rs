//! Answers: what the questions return, complete and in canonical order.

use crate::group::{Group, GroupType, PartialGroup, Slot, WaitShape};
use crate::solver::Work;
use crate::tile::{Kind, KindSet, Tile, TileSet};
use itertools::Itertools;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A division of the hand into the groups of one form; for a tenpai hand one group is open.
///
/// The order of decompositions is canonical within a form: group by group, then by partial group.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Decomposition {
    form: Arc<str>,
    groups: Vec<Arc<Group>>,
    open: Option<Arc<PartialGroup>>,
}

impl Decomposition {
    /// A decomposition of these groups, in any order.
    pub fn new(
        form: Arc<str>,
        mut groups: Vec<Arc<Group>>,
        open: Option<Arc<PartialGroup>>,
    ) -> Decomposition {
        groups.sort_by(|one, other| (one.is_called(), one).cmp(&(other.is_called(), other)));
        Decomposition { form, groups, open }
    }

    /// A decomposition of concealed groups in canonical order, then called ones in any.
    pub(crate) fn of_walk(
        form: Arc<str>,
        concealed: Vec<Arc<Group>>,
        called: &[Arc<Group>],
        open: Option<Arc<PartialGroup>>,
    ) -> Decomposition {
        if called.is_empty() {
            return Decomposition { form, groups: concealed, open };
        }
        Decomposition::new(
            form,
            concealed.into_iter().chain(called.iter().cloned()).collect(),
            open,
        )
    }

    /// The form that it fits.
    pub fn form(&self) -> &str {
        &self.form
    }

    /// The complete groups in canonical order, called ones last.
    pub fn groups(&self) -> impl ExactSizeIterator<Item = &Group> + Clone {
        self.groups.iter().map(Arc::as_ref)
    }

    /// The partial group of a tenpai decomposition.
    pub fn partial(&self) -> Option<&PartialGroup> {
        self.open.as_deref()
    }

    /// The former name of [`Decomposition::partial`].
    #[deprecated(since = "0.3.0", note = "it is called partial")]
    pub fn open(&self) -> Option<&PartialGroup> {
        self.partial()
    }

    /// The complete decomposition that a tile in a hole of the partial group makes; `None` when there
    /// is no partial group, or the tile's kind is none that completes it.
    ///
    /// ```
    /// use ginga::{Hand, RuleSet, Settings, Slot};
    /// let riichi = RuleSet::builtin("riichi")?;
    /// let hand = Hand::parse("23m55p", &riichi)?;
    /// let waits = ginga::waits(&hand, &riichi, &Settings::default())?;
    /// let hole = &waits.decompositions[0].partial().unwrap().holes()[0];
    /// let drawn = Slot { kind: hole.kind, tile: hole.tiles[0] };
    /// let complete = waits.decompositions[0].completed(drawn).unwrap();
    /// let groups: Vec<String> = complete.groups().map(|group| group.to_string()).collect();
    /// assert_eq!(groups, ["123m", "55p"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn completed(&self, drawn: Slot) -> Option<Decomposition> {
        let open = self.open.as_ref()?;
        let hole = open.holes().iter().find(|hole| hole.kind == drawn.kind)?;
        let slots = open.slots().iter().copied().chain([drawn]).collect::<Vec<_>>();
        let types: &[GroupType] = match (hole.shape, slots.len()) {
            // Free tiles alone wait for any tile.
            (WaitShape::Any, _) => &[GroupType::Rest],
            (_, 1) => &[GroupType::Single],
            (_, 2) => &[GroupType::Pair],
            _ => &[GroupType::Triplet, GroupType::Run],
        };
        let group = types.iter().find_map(|&group| Group::new(group, slots.clone()))?;
        let groups = self.groups.iter().cloned().chain([Arc::new(group)]).collect();
        Some(Decomposition::new(self.form.clone(), groups, None))
    }

    /// The same decomposition with another partial group.
    pub(crate) fn with_open(mut self, open: PartialGroup) -> Decomposition {
        self.open = Some(Arc::new(open));
        self
    }

    /// The decomposition with its fillings forgotten.
    ///
    /// Decompositions that differ in their fillings alone have equal readings: which tiles fill a group
    /// may decide its place among groups that begin alike, and the reading forgets that as well.
    ///
    /// ```
    /// use ginga::{Hand, RuleSet, Settings};
    /// let galaxy = RuleSet::builtin("galaxy")?;
    /// let hand = Hand::parse("55p5P67s", &galaxy)?;
    /// let reading = ginga::decompose(&hand, &galaxy, &Settings::default())?.list[0].reading();
    /// let kinds = reading.groups().iter().flat_map(|group| &group.kinds);
    /// let kinds: Vec<String> = kinds.map(ToString::to_string).collect();
    /// assert_eq!(kinds, ["5p", "5p", "5s", "6s", "7s"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn reading(&self) -> Reading {
        let read = |group: &Group| ReadGroup {
            kinds: group.kinds().collect(),
            group_type: group.group_type(),
        };
        let groups = self.groups().map(|group| (group.is_called(), read(group))).sorted();
        let groups = groups.map(|(_, group)| group).collect();
        let open = self.partial().map(|open| open.kinds().collect());
        Reading { form: self.form.clone(), groups, open }
    }
}

/// A group by what it is read as.
///
/// The order is canonical: by first kind, then single, pair, triplet, run, then by the other kinds.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct ReadGroup {
    /// The kinds, sorted.
    pub kinds: Vec<Kind>,
    /// The type; `type` in JSON.
    #[cfg_attr(feature = "serde", serde(rename = "type"))]
    pub group_type: GroupType,
}

impl ReadGroup {
    fn order_key(&self) -> impl Ord + '_ {
        (self.kinds.first(), self.group_type, &self.kinds)
    }
}

impl PartialOrd for ReadGroup {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for ReadGroup {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.order_key().cmp(&other.order_key())
    }
}

/// What a decomposition is read as: types and kinds without fillings. Scoring depends on it alone.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Reading {
    form: Arc<str>,
    groups: Vec<ReadGroup>,
    open: Option<Vec<Kind>>,
}

impl Reading {
    #[cfg(feature = "serde")]
    pub(crate) fn new(form: Arc<str>, groups: Vec<ReadGroup>, open: Option<Vec<Kind>>) -> Reading {
        Reading { form, groups, open }
    }

    /// The form that it fits.
    pub fn form(&self) -> &str {
        &self.form
    }

    /// The complete groups in canonical order, called ones last.
    pub fn groups(&self) -> &[ReadGroup] {
        &self.groups
    }

    /// The kinds that the partial group of a tenpai reading is read as.
    pub fn partial(&self) -> Option<&[Kind]> {
        self.open.as_deref()
    }

    /// The former name of [`Reading::partial`].
    #[deprecated(since = "0.3.0", note = "it is called partial")]
    pub fn open(&self) -> Option<&[Kind]> {
        self.partial()
    }
}

/// The readings of a list of decompositions in canonical order, each with the number of its
/// fillings.
///
/// ```
/// use ginga::{Hand, RuleSet, Settings};
/// let galaxy = RuleSet::builtin("galaxy")?;
/// let hand = Hand::parse("224777z14Z", &galaxy)?;
/// let found = ginga::decompose(&hand, &galaxy, &Settings::default())?;
/// assert_eq!((found.list.len(), ginga::readings(&found.list).len()), (3, 2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn readings(decompositions: &[Decomposition]) -> Vec<(Reading, u64)> {
    let mut all = Vec::new();
    for of_form in decompositions.chunk_by(|one, other| one.form == other.form) {
        let mut fillings: BTreeMap<Reading, u64> = BTreeMap::new();
        for decomposition in of_form {
            *fillings.entry(decomposition.reading()).or_default() += 1;
        }
        all.extend(fillings);
    }
    all
}

/// How many decompositions and readings there are of one form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FormCounts {
    /// The form's name.
    pub form: Arc<str>,
    /// Its decompositions.
    pub decompositions: u128,
    /// Its readings.
    pub readings: u128,
}

/// How many decompositions and readings there are, for each form that the hand's size allows.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[must_use]
pub struct Counts {
    by_form: Vec<FormCounts>,
}

impl Counts {
    pub(crate) fn new(by_form: Vec<FormCounts>) -> Counts {
        Counts { by_form }
    }

    /// For each form the greater numbers of two counts of the same hand, of which each says how many there
    /// are at least.
    pub(crate) fn at_least(mut self, other: &Counts) -> Counts {
        for form in &mut self.by_form {
            if let Some(other) = other.of_form(&form.form) {
                form.decompositions = form.decompositions.max(other.decompositions);
                form.readings = form.readings.max(other.readings);
            }
        }
        self
    }

    /// All decompositions and all readings, unless a sum is out of range.
    #[cfg(feature = "serde")]
    pub(crate) fn checked_sums(&self) -> Option<(u128, u128)> {
        self.by_form.iter().try_fold((0u128, 0u128), |(decompositions, readings), form| {
            let decompositions = decompositions.checked_add(form.decompositions)?;
            Some((decompositions, readings.checked_add(form.readings)?))
        })
    }

    /// For each form, in the rule set's order.
    pub fn by_form(&self) -> &[FormCounts] {
        &self.by_form
    }

    /// The counts of one form, if the hand's size allows it.
    pub fn of_form(&self, form: &str) -> Option<&FormCounts> {
        self.by_form.iter().find(|counts| &*counts.form == form)
    }

    /// All decompositions.
    pub fn decompositions(&self) -> u128 {
        self.by_form.iter().map(|counts| counts.decompositions).sum()
    }

    /// All readings.
    pub fn readings(&self) -> u128 {
        self.by_form.iter().map(|counts| counts.readings).sum()
    }
}

/// Whether an answer is all there is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Completeness {
    /// It is, and that was proven.
    Complete,
    /// The run was cut short: there may be more.
    Stopped(StoppedBy),
}

impl Completeness {
    /// True for [`Completeness::Complete`].
    pub fn is_complete(self) -> bool {
        self == Completeness::Complete
    }
}

/// What cut a run short.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum StoppedBy {
    /// The list has as many decompositions as were asked for, and there is at least one more.
    Limit,
    /// The caller's [`Stop`](crate::Stop).
    Caller,
    /// The caller's visitor wanted no more.
    Visitor,
}

/// How an answer came about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Report {
    /// The name of the solver that gave the answer.
    pub solver: &'static str,
    /// Whether it is all there is.
    pub completeness: Completeness,
    /// The rows of all forms' problems.
    pub rows: usize,
    /// The columns of all forms' problems.
    pub columns: usize,
    /// What the solver did.
    pub work: Work,
}

/// Whether a hand wins, and in how many ways.
#[derive(Debug, Clone, PartialEq, Eq)]
#[must_use]
pub struct Win {
    /// The counts; after a run that was cut short, at least so many.
    pub counts: Counts,
    /// How the answer came about.
    pub report: Report,
}

impl Win {
    /// True when some decomposition was found.
    pub fn is_win(&self) -> bool {
        self.counts.decompositions() > 0
    }
}

/// Every decomposition of a complete hand.
#[derive(Debug, Clone, PartialEq, Eq)]
#[must_use]
pub struct Decompositions {
    /// The decompositions in canonical order.
    pub list: Vec<Decomposition>,
    /// How many there are, those that a limit cut off the list among them; after a run that was stopped
    /// otherwise, at least so many. Under a rule of the caller's own, how many are in the list.
    pub counts: Counts,
    /// How the answer came about, and whether the list is whole.
    pub report: Report,
}

/// A winning tile.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct Wait {
    /// The physical tile.
    pub tile: Tile,
    /// How many copies of it are left: the set's, less those in the hand, its melds and those seen
    /// elsewhere.
    pub left: u8,
}

/// The winning tiles of a hand, and every tenpai decomposition.
#[derive(Debug, Clone, PartialEq, Eq)]
#[must_use]
pub struct Waits {
    /// The winning tiles in order.
    pub tiles: Vec<Wait>,
    /// The kinds that the winning tiles complete the hand as.
    pub kinds: KindSet,
    /// The kinds that would complete the hand and that some tile of the set could be, but none left.
    pub dead: KindSet,
    /// The tenpai decompositions in canonical order; none where the caller wanted
    /// [no list](crate::Settings::no_list).
    pub decompositions: Vec<Decomposition>,
    /// How many there are, whether listed or not; after a run that was stopped, at least so many. Under
    /// a rule of the caller's own, how many are in the list.
    pub counts: Counts,
    /// How the answer came about. Where a [limit](crate::Settings::limit) cut the list, the winning tiles,
    /// kinds and counts are whole all the same.
    pub report: Report,
    /// For each of `kinds` the winning tiles that complete the hand as it.
    pub(crate) fillers: Fillers,
}

/// For each kind that completes a hand, in order, the tiles that do so.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Fillers(BTreeMap<Kind, TileSet>);

impl Fillers {
    /// Adds the holes of a partial group.
    pub fn add(&mut self, partial: &PartialGroup) {
        for hole in partial.holes() {
            let tiles = self.0.entry(hole.kind).or_insert(TileSet::EMPTY);
            hole.tiles.iter().for_each(|&tile| tiles.insert(tile));
        }
    }

    /// The tiles, in order.
    pub fn tiles(&self) -> impl Iterator<Item = Tile> + use<> {
        self.0.values().fold(TileSet::EMPTY, |all, &tiles| all.union(tiles)).iter()
    }

    /// The kinds.
    pub fn kinds(&self) -> KindSet {
        self.0.keys().copied().collect()
    }
}

impl FromIterator<(Kind, TileSet)> for Fillers {
    fn from_iter<I: IntoIterator<Item = (Kind, TileSet)>>(fillers: I) -> Fillers {
        Fillers(fillers.into_iter().collect())
    }
}

impl Waits {
    /// True when the hand waits on a tile.
    pub fn is_tenpai(&self) -> bool {
        !self.tiles.is_empty()
    }

    /// For each kind that a winning tile completes the hand as, how many tiles are left that do so. A wild
    /// tile counts for every kind that it completes the hand as.
    ///
    /// ```
    /// let galaxy = ginga::Game::builtin("galaxy")?;
    /// let waits = galaxy.waits(&galaxy.hand("23m5p5P")?)?;
    /// let left: Vec<String> =
    ///     waits.left_by_kind().iter().map(|(kind, left)| format!("{kind}x{left}")).collect();
    /// assert_eq!(left, ["1mx6", "4mx6"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn left_by_kind(&self) -> BTreeMap<Kind, u32> {
        let left = |tile: Tile| {
            let wait = self.tiles.iter().find(|wait| wait.tile == tile);
            wait.map_or(0, |wait| u32::from(wait.left))
        };
        let sum = |tiles: &TileSet| tiles.iter().map(left).sum();
        self.fillers.0.iter().map(|(&kind, tiles)| (kind, sum(tiles))).collect()
    }
}
