//! The rule-file format, version 1: from TOML to a [`RuleSet`], every value checked.

use super::fault::{Faults, Origin, RulesError};
use super::form::{Count, Form, Pattern, PatternSort};
use super::tree::{Reader, Table, Value, override_value};
use super::{DeadWaits, FORMAT, RuleSet, Stock};
use crate::group::{GroupType, WaitShape};
use crate::notation::parse_kinds;
use crate::tile::{Kind, KindSet, Tile};
use itertools::Itertools;
use std::collections::BTreeMap;

/// The most parts of an override's key; no key of the format has more than three. Tables in tables
/// without end would use up the stack.
const DEEPEST_KEY: usize = 16;
/// The most melds that a hand may have; with its pair that is twenty tiles.
const MOST_MELDS: u8 = 6;
/// The most copies of one physical tile; sixteen allows four sets mixed.
const MOST_COPIES: u8 = 16;

/// Changes to a rule set for one call: keys by their dotted TOML name, and more wild kinds.
///
/// ```
/// use ginga::{Overrides, RuleSet};
/// let mut overrides = Overrides::default();
/// overrides.set("forms.seven-pairs.enabled=true")?;
/// overrides.add_wild(ginga::notation::parse_kinds("5m").unwrap());
/// let rules = RuleSet::builtin_with("laizi", &overrides)?;
/// assert_eq!(rules.forms().len(), 2);
/// # Ok::<(), ginga::RulesError>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Overrides {
    set: Vec<(String, String)>,
    wild: KindSet,
}

impl Overrides {
    /// Adds `key=value`: the value is TOML, or a string without its quotes.
    ///
    /// # Errors
    /// [`RulesError::BadOverride`] when there is no key or no `=`. Whether the key exists shows
    /// when a rule set is read with these overrides.
    pub fn set(&mut self, assignment: &str) -> Result<(), RulesError> {
        let bad = || RulesError::BadOverride(assignment.to_owned());
        let (key, value) = assignment.split_once('=').ok_or_else(bad)?;
        let (key, value) = (key.trim(), value.trim());
        if key.split('.').any(str::is_empty) {
            return Err(bad());
        }
        self.set.push((key.to_owned(), value.to_owned()));
        Ok(())
    }

    /// Makes these plain kinds wild, beside those that the rule set makes so.
    pub fn add_wild(&mut self, kinds: KindSet) {
        self.wild = self.wild.union(kinds);
    }

    /// The keys changed with their new values, each key once and in order: of a value that was
    /// overridden twice the last, and of `wild.kinds` all that are wild under `rules`, which were read
    /// with these overrides.
    pub fn changes(&self, rules: &RuleSet) -> BTreeMap<String, String> {
        let value = |text: &str| match override_value(text, Origin::Override(0)).value {
            Value::Text(text) => text,
            Value::Integer(number) => number.to_string(),
            _ => text.to_owned(),
        };
        let mut changes: BTreeMap<String, String> =
            self.set.iter().map(|(key, text)| (key.clone(), value(text))).collect();
        if !self.wild.is_empty() {
            changes.insert("wild.kinds".to_owned(), rules.laizi().to_string());
        }
        changes
    }
}

/// Reads a rule file.
pub(super) fn read(text: &str, overrides: &Overrides) -> Result<RuleSet, RulesError> {
    let faults = Faults::default();
    let keys: Vec<&str> = overrides.set.iter().map(|(key, _)| key.as_str()).collect();
    let Some(mut table) = Table::parse(text, &faults) else {
        // `finish` returns the syntax errors; without any there would have been a table.
        faults.finish(text, &keys)?;
        return Err(RulesError::Faults(Vec::new()));
    };
    for (number, (key, value)) in overrides.set.iter().enumerate() {
        let origin = Origin::Override(number);
        let path: Vec<&str> = key.split('.').collect();
        if path.len() > DEEPEST_KEY {
            faults.unknown_key(origin, key.clone());
            continue;
        }
        table.set(&path, override_value(value, origin));
    }
    let rules = read_root(&table, overrides, &faults);
    faults.finish(text, &keys)?;
    Ok(rules)
}

fn read_root(table: &Table, overrides: &Overrides, faults: &Faults) -> RuleSet {
    let root = Reader::root(table, faults);
    if !root.has("format") {
        let message = format!("a rule file begins with format = {FORMAT}");
        root.fault(root.origin, message);
    } else if root.integer("format", 1, u8::MAX, FORMAT) != FORMAT {
        let message = format!("this program reads rule files with format = {FORMAT}");
        root.fault(root.origin_of("format"), message);
    }
    let text = |key| root.text(key).map(|(text, _)| text.to_owned());
    let name = text("name").unwrap_or_default();
    if !is_name(&name) {
        let message =
            "a rule set needs a name of letters, digits, - and _, as in name = \"house-rules\"";
        root.fault(root.origin_of("name"), message.to_owned());
    }
    let (stock, deck) = read_tiles(&root);
    let (stands_for, laizi) = read_wild(&root, &stock, deck, overrides.wild);
    let rules = RuleSet {
        name,
        summary: text("summary").unwrap_or_default(),
        source: text("source").unwrap_or_default(),
        melds: root.integer("melds", 1, MOST_MELDS, 4),
        max_suits: root.integer("max_suits", 1, 3, 3),
        dead_waits: root.word(
            "dead_waits",
            &[("drop", DeadWaits::Drop), ("count", DeadWaits::Count)],
            DeadWaits::Drop,
        ),
        stands_for,
        laizi,
        stock,
        forms: read_forms(&root),
    };
    root.finish();
    rules
}

/// Names go into answers and into the text of models: no blanks, no control characters.
fn is_name(text: &str) -> bool {
    let allowed = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_');
    !text.is_empty() && text.chars().all(allowed)
}

/// The tile set and the kinds it has.
fn read_tiles(root: &Reader<'_>) -> (Stock, KindSet) {
    let mut stock = Stock { copies: [0; Tile::COUNT], jokers_drawn: false, one_suit: false };
    let Some(tiles) = root.table("tiles") else {
        if !root.has("tiles") {
            root.fault(root.origin, "a rule set needs a table [tiles]: its tile set".to_owned());
        }
        return (stock, KindSet::ALL);
    };
    let deck = kinds(&tiles, "kinds").within(KindSet::ALL);
    if deck.is_empty() {
        tiles.fault(tiles.origin_of("kinds"), "tiles.kinds names no kind at all".to_owned());
    }
    let plain = tiles.integer("plain", 0, MOST_COPIES, 4);
    let blue = tiles.integer("blue", 0, MOST_COPIES, 0);
    for kind in deck.iter() {
        stock.copies[Tile::plain(kind).index()] = plain;
        stock.copies[Tile::galaxy(kind).index()] = blue;
    }
    stock.copies[Tile::JOKER.index()] = tiles.integer("jokers", 0, MOST_COPIES, 0);
    stock.jokers_drawn = tiles.boolean("jokers_drawn", true);
    stock.one_suit = tiles.boolean("one_suit", false);
    if stock.one_suit && deck.iter().any(|kind| !kind.suit().is_numbered()) {
        let message = "tiles.one_suit goes with suited kinds alone, tiles.kinds has honours";
        tiles.fault(tiles.origin_of("one_suit"), message.to_owned());
    }
    tiles.finish();
    (stock, deck)
}

/// What each physical tile may be used as.
fn read_wild(
    root: &Reader<'_>,
    stock: &Stock,
    deck: KindSet,
    more_wild: KindSet,
) -> ([KindSet; Tile::COUNT], KindSet) {
    let wild = root.table("wild");
    let list = |key| wild.as_ref().map_or(Kinds::All, |wild| kinds(wild, key));
    let named = wild.as_ref().filter(|wild| wild.has("kinds")).map(|wild| kinds(wild, "kinds"));
    let named = named.map_or(KindSet::EMPTY, |named| named.within(deck));
    let laizi = named.union(more_wild);
    let laizi_stands_for = list("stands_for");
    let joker_stands_for = list("joker_stands_for").within(deck);
    let own_kind = wild.as_ref().is_none_or(|wild| wild.boolean("own_kind", true));
    let origin_of = |key| wild.as_ref().map_or(root.origin, |wild| wild.origin_of(key));

    let single = |kind: Kind| [kind].into_iter().collect::<KindSet>();
    // A list means exactly its kinds; "all" leaves out the own kind where `own_kind` forbids it.
    let without_own = |own| match laizi_stands_for {
        Kinds::All => deck.iter().filter(|&kind| kind != own).collect(),
        Kinds::List(kinds) => kinds,
    };
    let mut stands_for = [KindSet::EMPTY; Tile::COUNT];
    for kind in deck.iter() {
        stands_for[Tile::plain(kind).index()] = match (laizi.contains(kind), own_kind) {
            (false, _) => single(kind),
            (true, true) => laizi_stands_for.within(deck).union(single(kind)),
            (true, false) => without_own(kind),
        };
        stands_for[Tile::galaxy(kind).index()] = kind.galaxy_class().intersection(deck);
    }
    stands_for[Tile::JOKER.index()] = joker_stands_for;

    for kind in laizi.iter().filter(|&kind| !deck.contains(kind)) {
        let origin = if named.contains(kind) { origin_of("kinds") } else { Origin::AddedWild };
        root.fault(origin, format!("wild.kinds: {kind} is not in the tile set"));
    }
    let present = Tile::all().filter(|tile| stock.copies[tile.index()] > 0);
    for tile in present.filter(|tile| stands_for[tile.index()].is_empty()) {
        let list = if tile == Tile::JOKER { "joker_stands_for" } else { "stands_for" };
        root.fault(origin_of(list), format!("the wild tile {tile} may stand for nothing"));
    }
    if let Some(wild) = wild {
        wild.finish();
    }
    (stands_for, laizi)
}

/// The forms that are enabled, in the file's order.
fn read_forms(root: &Reader<'_>) -> Vec<Form> {
    let Some(forms) = root.table("forms") else {
        if !root.has("forms") {
            root.fault(root.origin, "a rule set needs a table [forms]: what wins".to_owned());
        }
        return Vec::new();
    };
    let all: Vec<_> =
        forms.tables().into_iter().map(|(name, form)| read_form(name, form)).collect();
    let origin = forms.origin;
    forms.finish();
    let enabled: Vec<Form> =
        all.into_iter().filter(|(enabled, _)| *enabled).map(|(_, form)| form).collect();
    if enabled.is_empty() {
        root.fault(origin, "no form is enabled: no hand could ever win".to_owned());
    }
    enabled
}

fn read_form(name: &str, form: Reader<'_>) -> (bool, Form) {
    let enabled = form.boolean("enabled", true);
    let quads_as_two_pairs = form.boolean("quads_as_two_pairs", false);
    let groups = form.array_of_tables("groups").unwrap_or_default();
    if !is_name(name) {
        let message = format!("a form's name has letters, digits, - and _ alone, not {name:?}");
        form.fault(form.origin, message);
    }
    if groups.is_empty() {
        let message = format!(
            "the form {name:?} has no groups; the built-in files call theirs standard, seven-pairs \
             and thirteen-orphans"
        );
        form.fault(form.origin_of("groups"), message);
    }
    let patterns: Vec<Pattern> = groups.into_iter().filter_map(read_pattern).collect();
    let is_rest = |pattern: &Pattern| matches!(pattern.sort, PatternSort::Rest { .. });
    if patterns.len() > 1 && patterns.iter().any(is_rest) {
        form.fault(form.origin, "a group of type \"rest\" stands alone in its form".to_owned());
    }
    if let Some(shared) = shared_groups(&patterns) {
        let message = format!("two groups of the form {name:?} could both be the same {shared}");
        form.fault(form.origin, message);
    }
    form.finish();
    (enabled, Form { name: name.to_owned(), patterns, quads_as_two_pairs })
}

/// A type of group that two patterns accept, read as the same kinds: every decomposition with one
/// would come twice.
fn shared_groups(patterns: &[Pattern]) -> Option<&'static str> {
    patterns.iter().array_combinations().find_map(|[one, other]| {
        let kinds = one.kinds.intersection(other.kinds);
        let both = |group: &&GroupType| types(other.sort).contains(group) && fits(**group, kinds);
        types(one.sort).iter().find(both).map(|group| group.name())
    })
}

/// The types of groups that a pattern accepts; none for a free rest.
fn types(sort: PatternSort) -> &'static [GroupType] {
    match sort {
        PatternSort::Groups(types) => types,
        PatternSort::Rest { .. } => &[],
    }
}

/// Whether some group of the type can be read within these kinds.
fn fits(group: GroupType, kinds: KindSet) -> bool {
    let next = |kind: Kind, offset| kind.shifted(offset).is_some_and(|kind| kinds.contains(kind));
    match group {
        GroupType::Run => kinds.iter().any(|kind| next(kind, 1) && next(kind, 2)),
        _ => !kinds.is_empty(),
    }
}

/// What the `type` key may say; `None` is the free rest.
const SORTS: [(&str, Option<&[GroupType]>); 6] = [
    ("meld", Some(&[GroupType::Triplet, GroupType::Run])),
    ("triplet", Some(&[GroupType::Triplet])),
    ("run", Some(&[GroupType::Run])),
    ("pair", Some(&[GroupType::Pair])),
    ("single", Some(&[GroupType::Single])),
    ("rest", None),
];

fn read_pattern(group: Reader<'_>) -> Option<Pattern> {
    if !group.has("type") {
        let known = SORTS.map(|(word, _)| word).join(", ");
        group.fault(group.origin, format!("a group needs its type: one of {known}"));
    }
    let sort = match group.word("type", &SORTS, Some(&[])) {
        Some(types) => PatternSort::Groups(types),
        None => PatternSort::Rest {
            size: group.integer("size", 1, 3 * MOST_MELDS + 2, 14),
            blue: group.word("tiles", &[("all", false), ("blue", true)], false),
        },
    };
    let count = match group.word_or_integer("count", "melds", 3 * MOST_MELDS + 2, 1) {
        Some(count) => Count::Exactly(count),
        None => Count::Melds,
    };
    let kinds = kinds(&group, "kinds").within(KindSet::ALL);
    let shapes = wait_shapes(sort).map(|shape| (shape.name(), Some(shape)));
    let wait = group.word("wait", &shapes.collect_vec(), None);
    match sort {
        PatternSort::Rest { .. } if count != Count::Exactly(1) => {
            let message = "there is one group of type \"rest\" or none".to_owned();
            group.fault(group.origin_of("count"), message);
        }
        PatternSort::Rest { .. } => {}
        PatternSort::Groups(types) => {
            group.refuse("size", "type = \"rest\" alone");
            group.refuse("tiles", "type = \"rest\" alone");
            if !types.is_empty() && !types.iter().any(|&group| fits(group, kinds)) {
                let message = format!("no group of this type can be made of the kinds {kinds}");
                group.fault(group.origin_of("kinds"), message);
            }
        }
    }
    group.finish();
    Some(Pattern { sort, count, kinds, wait })
}

/// The names that the wait of an open group may have: those of groups with as many tiles.
fn wait_shapes(sort: PatternSort) -> impl Iterator<Item = WaitShape> {
    use WaitShape::{
        Any, Kanchan, OrphansSingle, OrphansThirteen, Penchan, RunOther, Ryanmen, SevenPairs,
        Shanpon, Tanki,
    };
    let of_type = |group: &GroupType| -> &'static [WaitShape] {
        match group {
            GroupType::Single => &[OrphansSingle],
            GroupType::Pair => &[Tanki, SevenPairs, OrphansThirteen],
            GroupType::Triplet | GroupType::Kan => &[Shanpon],
            GroupType::Run => &[Ryanmen, Kanchan, Penchan, RunOther],
            GroupType::Rest => &[Any],
        }
    };
    let rest: &[GroupType] = &[GroupType::Rest];
    let types = if types(sort).is_empty() { rest } else { types(sort) };
    types.iter().flat_map(of_type).copied()
}

/// The value of a key that names kinds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kinds {
    /// The word `all`, or nothing said: whatever the set has.
    All,
    /// Exactly these.
    List(KindSet),
}

impl Kinds {
    fn within(self, everything: KindSet) -> KindSet {
        match self {
            Kinds::All => everything,
            Kinds::List(kinds) => kinds,
        }
    }
}

/// A list of kinds in the notation, or the word `all`.
fn kinds(reader: &Reader<'_>, key: &str) -> Kinds {
    match reader.text(key) {
        None | Some(("all", _)) => Kinds::All,
        Some((text, origin)) => match parse_kinds(text) {
            Ok(kinds) => Kinds::List(kinds),
            Err(error) => {
                let (from, to) = (error.span.start + 1, error.span.end);
                let place = format!("{key} = {text:?}, characters {from} to {to}");
                reader.fault(origin, format!("{place}: {error}"));
                Kinds::All
            }
        },
    }
}
