//! Rule sets: which tiles exist, which are wild, which forms win. Data, not code.
//!
//! A [`RuleSet`] is read from TOML, either one of the built-in files or a caller's own, with
//! [`Overrides`] on top; reading checks everything, so a `RuleSet` is always sound.

mod builtin;
mod contradictions;
mod fault;
mod flip;
mod form;
mod keys;
mod overrides;
mod read;
mod run;
mod starter;
mod tree;
mod wild;

pub(crate) use contradictions::free_of_contradictions;
pub use fault::{RuleFault, RulePlace, RulesError};
pub use form::{Count, Form, Pattern, PatternSort, RestSize, Spacing};

/// The former name of [`Spacing`].
#[deprecated(since = "0.3.0", note = "it is called Spacing")]
pub type Apart = Spacing;

pub(crate) use keys::MOST_TILES;
pub use keys::{KEYS, RuleKey, Takes};
pub use overrides::Overrides;
pub use run::RunSort;
pub use starter::{starter, whole_text};
pub(crate) use wild::Use;

use crate::group::{GroupType, GroupTypes};
use crate::tile::{Kind, KindSet, Suit, Tile, TileSet};
use builtin::BUILTIN;
use itertools::Itertools;
use std::borrow::Cow;

/// The version of the rule-file format that this crate reads.
pub const FORMAT: u8 = 1;

/// A checked rule set.
///
/// The crate's own modules see its fields, so that whoever decides by all keys takes the rule set apart
/// without `..`: a further key is then an error of the compiler in each place that must think of it.
///
/// ```
/// use ginga::{Kind, Overrides, RuleSet, Suit, Tile};
/// let galaxy = RuleSet::builtin("galaxy")?;
/// let four = Kind::new(Suit::Man, 4).unwrap();
/// assert_eq!(galaxy.stands_for(Tile::galaxy(four)).to_string(), "4m4p4s");
///
/// let mut overrides = Overrides::default();
/// overrides.set("melds=5")?;
/// assert_eq!(RuleSet::builtin_with("riichi", &overrides)?.melds(), 5);
/// # Ok::<(), ginga::RulesError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RuleSet {
    pub(crate) name: String,
    pub(crate) summary: String,
    pub(crate) source: String,
    pub(crate) melds: u8,
    pub(crate) max_suits: u8,
    pub(crate) dead_waits: DeadWaits,
    pub(crate) runs: Vec<RunSort>,
    pub(crate) absent: KindSet,
    pub(crate) calls: GroupTypes,
    pub(crate) stock: Stock,
    /// What each tile may be used as, by its index.
    pub(crate) uses: [Use; Tile::COUNT],
    pub(crate) laizi: KindSet,
    /// [`MOST_TILES`] for any number.
    pub(crate) most_wilds: u8,
    pub(crate) fifth_copy: bool,
    pub(crate) flips: bool,
    pub(crate) blue_is_redefined: bool,
    pub(crate) forms: Vec<Form>,
}

/// What becomes of a wait of which no copy is left.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DeadWaits {
    /// It does not count: a hand with only such waits is not tenpai.
    Drop,
    /// It counts like any other, with no copy left.
    Count,
}

impl DeadWaits {
    /// The names in rule files.
    const NAMES: [(&'static str, DeadWaits); 2] =
        [("drop", DeadWaits::Drop), ("count", DeadWaits::Count)];
}

/// How many copies of each physical tile there are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Stock {
    pub kinds: KindSet,
    /// How many copies of each tile, by its index.
    pub copies: [u8; Tile::COUNT],
    /// Tiles that a hand may hold and that cannot be drawn.
    pub undrawn: TileSet,
    pub one_suit: bool,
}

impl RuleSet {
    /// The names of the built-in rule sets.
    pub fn builtin_names() -> impl ExactSizeIterator<Item = &'static str> {
        BUILTIN.iter().map(|builtin| builtin.name)
    }

    /// The TOML text of a built-in rule set.
    ///
    /// # Errors
    /// [`RulesError::UnknownName`], with the nearest name there is.
    pub fn builtin_text(name: &str) -> Result<&'static str, RulesError> {
        let known = || RuleSet::builtin_names();
        let found = BUILTIN.iter().find(|builtin| builtin.name == name);
        found.map(|builtin| builtin.text).ok_or_else(|| RulesError::UnknownName {
            name: name.to_owned(),
            nearest: fault::nearest(name, known()).map(str::to_owned),
            known: known().collect(),
        })
    }

    /// A built-in rule set as it stands.
    ///
    /// # Errors
    /// [`RulesError::UnknownName`].
    pub fn builtin(name: &str) -> Result<RuleSet, RulesError> {
        RuleSet::builtin_with(name, &Overrides::default())
    }

    /// A built-in rule set with some keys overridden.
    ///
    /// # Errors
    /// [`RulesError::UnknownName`], or [`RulesError::Faults`] when an override is at fault.
    pub fn builtin_with(name: &str, overrides: &Overrides) -> Result<RuleSet, RulesError> {
        RuleSet::from_toml(RuleSet::builtin_text(name)?, overrides)
    }

    /// Reads a rule set from TOML, with some keys overridden.
    ///
    /// # Errors
    /// [`RulesError::Faults`] with every fault found: syntax, unknown keys, values out of range,
    /// contradictions.
    pub fn from_toml(text: &str, overrides: &Overrides) -> Result<RuleSet, RulesError> {
        read::read(text, overrides)
    }

    /// The name that answers carry.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// One line that says what game this is.
    pub fn summary(&self) -> &str {
        &self.summary
    }

    /// Where the rules come from, in words.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// The melds of a full hand, called ones included.
    pub fn melds(&self) -> u8 {
        self.melds
    }

    /// In how many of the three numbered suits a winning hand's tiles may be read.
    pub fn max_suits(&self) -> u8 {
        self.max_suits
    }

    /// What becomes of a wait of which no copy is left.
    pub fn dead_waits(&self) -> DeadWaits {
        self.dead_waits
    }

    /// The forms that win, in the rule file's order.
    pub fn forms(&self) -> &[Form] {
        &self.forms
    }

    /// The kinds that a physical tile may be used as; empty for a tile that is not in the set. In
    /// which groups it may, [`RuleSet::allows`] says.
    pub fn stands_for(&self, tile: Tile) -> KindSet {
        self.uses[tile.index()].kinds
    }

    /// The kinds that a tile may be used as in one form.
    pub fn stands_for_in(&self, form: &Form, tile: Tile) -> KindSet {
        let kinds = self.stands_for(tile);
        let own: KindSet = tile.kind().into_iter().collect();
        match form.own_kind() {
            Some(true) if !kinds.is_empty() => kinds.union(own),
            Some(false) if kinds != own => kinds.without(own),
            _ => kinds,
        }
    }

    /// Whether a tile that may be used as a kind may be so in a concealed group of this type. Its own
    /// kind it may be in every group.
    pub fn allows(&self, tile: Tile, kind: Kind, group: GroupType) -> bool {
        tile.kind() == Some(kind) || self.uses[tile.index()].groups.contains(group)
    }

    /// As [`RuleSet::allows`], in a called meld.
    pub fn allows_called(&self, tile: Tile, kind: Kind, group: GroupType) -> bool {
        tile.kind() == Some(kind) || self.uses[tile.index()].called.contains(group)
    }

    /// True when the tile as this kind is a wild tile used as one: not as its own kind, and no
    /// stand-in.
    pub fn is_wild_use(&self, tile: Tile, kind: Kind) -> bool {
        tile.kind() != Some(kind) && self.uses[tile.index()].counts_as_wild
    }

    /// How many wild tiles may be used as wild in a hand of this form, called melds included; `None`
    /// for any number.
    pub fn most_wilds(&self, form: &Form) -> Option<u8> {
        Some(form.most_wilds.unwrap_or(self.most_wilds)).filter(|&most| most < MOST_TILES)
    }

    /// How many tiles, a hole's and those of called melds included, may be read as one kind: `None`
    /// for any number, else as many as the set has with that face, four where it has none.
    pub fn most_alike(&self, kind: Kind) -> Option<u8> {
        let copies = |tile| self.stock.copies[Tile::index(tile)];
        let faces = copies(Tile::plain(kind)).saturating_add(copies(Tile::galaxy(kind)));
        (!self.fifth_copy).then_some(if faces == 0 { 4 } else { faces })
    }

    /// In how many numbered suits a winning hand of this form may be read.
    pub fn most_suits(&self, form: &Form) -> u8 {
        form.max_suits().unwrap_or(self.max_suits)
    }

    /// The kinds that no tile of a winning hand may be read as, free ones included.
    pub fn absent(&self) -> KindSet {
        self.absent
    }

    /// Which melds may be called; a kan is a triplet here.
    pub fn calls(&self) -> GroupTypes {
        self.calls
    }

    /// The sorts of runs that there are.
    pub fn run_sorts(&self) -> &[RunSort] {
        &self.runs
    }

    /// True when the rules name the wild kinds by a tile turned up.
    pub fn takes_indicator(&self) -> bool {
        self.flips
    }

    /// True when the rules name the wild kinds by a tile turned up and none was named yet: without
    /// it, no tile of these kinds is wild. [`Overrides::turn_up`] names it.
    pub fn lacks_indicator(&self) -> bool {
        self.flips && self.laizi.is_empty()
    }

    /// True when limits beside the tiles' meanings bind what wild tiles are used for.
    pub(crate) fn limits_wilds(&self) -> bool {
        let RuleSet {
            uses,
            fifth_copy,
            forms,
            // Each form says it anew.
            most_wilds: _,
            // By whatever way a tile came to be wild, `uses` says what it is.
            laizi: _,
            flips: _,
            blue_is_redefined: _,
            stock: _,
            // These bind all tiles alike.
            melds: _,
            max_suits: _,
            dead_waits: _,
            runs: _,
            absent: _,
            calls: _,
            // Words about the rules.
            name: _,
            summary: _,
            source: _,
        } = self;
        let limited = |form: &Form| self.most_wilds(form).is_some() || form.limits_wilds();
        !fifth_copy || uses.iter().any(Use::is_limited) || forms.iter().any(limited)
    }

    /// True when blue tiles are not used as their galaxy class says.
    pub fn blue_is_redefined(&self) -> bool {
        self.blue_is_redefined
    }

    /// The kinds that the tile set has.
    pub fn kinds(&self) -> KindSet {
        self.stock.kinds
    }

    /// True when the tile may be used as another kind than its own.
    pub fn is_wild(&self, tile: Tile) -> bool {
        let own: KindSet = tile.kind().into_iter().collect();
        self.stands_for(tile) != own && self.copies(tile) > 0
    }

    /// How many copies of a tile a hand and its melds may hold together.
    pub fn copies(&self, tile: Tile) -> u8 {
        self.stock.copies[tile.index()]
    }

    /// How many copies of a tile can be drawn from the full tile set: [`RuleSet::copies`], except
    /// for jokers that a hand may hold but the wall does not.
    pub fn drawable(&self, tile: Tile) -> u8 {
        if self.stock.undrawn.contains(tile) { 0 } else { self.copies(tile) }
    }

    /// The full tile set: every tile that can be drawn, as often as it is there. Where a hand has one
    /// suit alone, these are the tiles of the first suit of which there are any, and the jokers.
    pub fn wall(&self) -> impl Iterator<Item = Tile> + '_ {
        let suit = self.shown_suit(std::iter::empty());
        let there = move |kind: Kind| suit.is_none_or(|suit| kind.suit() == suit);
        let tiles = Tile::all().filter(move |tile| tile.kind().is_none_or(there));
        tiles.flat_map(|tile| std::iter::repeat_n(tile, usize::from(self.drawable(tile))))
    }

    /// The kinds that groups are made of: those on the faces of the set's tiles, and those that some
    /// tile may be used as.
    pub fn kinds_in_play(&self) -> KindSet {
        let present = Tile::all().filter(|&tile| self.copies(tile) > 0);
        let kinds =
            |tile: Tile| tile.kind().into_iter().collect::<KindSet>().union(self.stands_for(tile));
        present.fold(KindSet::EMPTY, |all, tile| all.union(kinds(tile)))
    }

    /// The plain kinds declared wild (laizi).
    pub fn laizi(&self) -> KindSet {
        self.laizi
    }

    /// The sets of three kinds that make a run, all in play, each once and in order of their kinds.
    pub fn runs(&self) -> impl Iterator<Item = [Kind; 3]> + '_ {
        self.runs_of(&self.runs)
    }

    /// The runs of these sorts that are in play, each once and in order of their kinds.
    pub(crate) fn runs_of(&self, sorts: &[RunSort]) -> impl Iterator<Item = [Kind; 3]> + use<> {
        let in_play = self.kinds_in_play();
        let runs = sorts.iter().flat_map(|sort| sort.runs());
        runs.filter(move |run| run.iter().all(|&kind| in_play.contains(kind))).sorted().dedup()
    }

    /// True when a hand's tile set has but the suit that the hand itself shows.
    pub fn is_one_suit(&self) -> bool {
        self.stock.one_suit
    }

    /// The suit that these tiles of a hand show, where the rules have one suit alone: that of the first
    /// tile that has a suit. Jokers alone show none; they are of the first suit of which the set has
    /// tiles. `None` where the rules have all their suits.
    pub(crate) fn shown_suit(&self, tiles: impl Iterator<Item = Tile>) -> Option<Suit> {
        let of_set = Tile::all().filter(|&tile| self.copies(tile) > 0);
        let suit = || tiles.chain(of_set).find_map(Tile::kind).map_or(Suit::Man, Kind::suit);
        self.is_one_suit().then(suit)
    }

    /// The rules as these tiles of a hand play them: the rule set itself, or its one suit.
    pub(crate) fn as_played_by(&self, tiles: impl Iterator<Item = Tile>) -> Cow<'_, RuleSet> {
        match self.shown_suit(tiles) {
            None => Cow::Borrowed(self),
            Some(suit) => Cow::Owned(self.narrowed_to(suit)),
        }
    }

    /// The same rules with the tiles of one suit alone, as a hand of that suit plays them.
    pub(crate) fn narrowed_to(&self, suit: Suit) -> RuleSet {
        let outside = |kind: Kind| kind.suit() != suit;
        let in_suit: KindSet = Kind::all().filter(|&kind| !outside(kind)).collect();
        let mut narrowed = self.clone();
        for tile in Tile::all() {
            let kinds = &mut narrowed.uses[tile.index()].kinds;
            *kinds = kinds.intersection(in_suit);
            if tile.kind().is_some_and(outside) {
                narrowed.stock.copies[tile.index()] = 0;
            }
        }
        narrowed.stock.kinds = narrowed.stock.kinds.intersection(in_suit);
        narrowed
    }
}
