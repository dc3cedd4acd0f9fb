//! The rule-file format, version 1: from TOML to a [`RuleSet`], every value checked.

mod forms;
mod kinds;
mod wild;

use super::fault::{Faults, Origin, RulesError};
use super::keys::OF_THE_FILE;
use super::run::{NO_RUNS, RunSort};
use super::tree::{Reader, Table, Value, override_value};
use super::wild::CALLED_TYPES;
use super::{DeadWaits, FORMAT, Overrides, RuleSet, Stock};
use crate::group::{GroupType, GroupTypes};
use crate::notation::parse_tiles;
use crate::tile::{Kind, KindSet, Suit, Tile, TileSet};
use itertools::Itertools;
use kinds::{kinds, kinds_of};

/// The most parts of an override's key; no key of the format has more than four. Tables in tables
/// without end would use up the stack.
const DEEPEST_KEY: usize = 16;
/// How often one rule set may extend another.
const MOST_EXTENSIONS: usize = 8;

/// Reads a rule file.
pub(super) fn read(text: &str, overrides: &Overrides) -> Result<RuleSet, RulesError> {
    Ok(read_with_table(text, overrides)?.0)
}

/// Reads a rule file; with it comes all that it says and inherits.
pub(super) fn read_with_table(
    text: &str,
    overrides: &Overrides,
) -> Result<(RuleSet, Table), RulesError> {
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
    let Some(table) = extended(table, &faults, MOST_EXTENSIONS) else {
        // What is missing without the other rule set would only bring faults that are none.
        faults.finish(text, &keys)?;
        return Err(RulesError::Faults(Vec::new()));
    };
    let rules = read_root(&table, overrides, &faults);
    faults.finish(text, &keys)?;
    Ok((rules, table))
}

/// The kinds that a key of a table names; none where it is not there.
pub(super) fn named_kinds_of(reader: &Reader<'_>, key: &str, all: KindSet) -> KindSet {
    kinds(reader, key).unwrap_or_default().within(all)
}

/// The table with what it inherits by `extends`: every key that it does not say itself; `None` where
/// there is nothing of that name to extend.
fn extended(table: Table, faults: &Faults, most: usize) -> Option<Table> {
    let Some((value, origin)) = table.value("extends") else { return Some(table) };
    let Value::Text(name) = value else {
        let message = "extends takes the name of a built-in rule set, as in extends = \"riichi\"";
        faults.add(origin, message.to_owned());
        return None;
    };
    let base = match RuleSet::builtin_text(name) {
        Ok(base) if most > 0 => base,
        Ok(_) => {
            faults.add(origin, format!("extends = {name:?} goes round in a ring"));
            return None;
        }
        Err(error) => {
            faults.add(origin, format!("extends takes the name of a built-in rule set: {error}"));
            return None;
        }
    };
    let mut base = extended(Table::parse(base, faults)?, faults, most - 1)?.moved_to(origin);
    // What a rule set is called, where it comes from and how it is written is its own.
    OF_THE_FILE.iter().for_each(|key| base.remove(key));
    base.overlay(table);
    Some(base)
}

fn read_root(table: &Table, overrides: &Overrides, faults: &Faults) -> RuleSet {
    let root = Reader::root(table, faults);
    if !root.has("format") {
        let message = format!("a rule file begins with format = {FORMAT}");
        root.fault(root.origin, message);
    } else if root.integer_within("format", 1, u8::MAX).is_some_and(|format| format != FORMAT) {
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
    text("extends");
    let mut stock = read_tiles(&root);
    let runs = read_runs(&root, "runs").unwrap_or_default();
    let wild = wild::read(&root, &mut stock, overrides.wild);
    let rules = RuleSet {
        name,
        summary: text("summary").unwrap_or_default(),
        source: text("source").unwrap_or_default(),
        melds: root.integer("melds"),
        max_suits: root.integer("max_suits"),
        dead_waits: root.word("dead_waits", &DeadWaits::NAMES).unwrap_or(DeadWaits::Drop),
        absent: kinds(&root, "absent").unwrap_or_default().with(stock.kinds, wild.laizi),
        calls: read_types(&root, "calls", &CALLED_TYPES),
        forms: forms::read(&root, &runs, wild.laizi),
        runs,
        stock,
        uses: wild.uses,
        laizi: wild.laizi,
        most_wilds: wild.most,
        fifth_copy: wild.fifth_copy,
        flips: wild.flips,
        blue_is_redefined: wild.blue_is_redefined,
    };
    check_suits(&root, &rules);
    root.finish();
    rules
}

/// Reports runs that wait in two suits with the same two tiles, where the number of suits is limited:
/// which of the holes there are would depend on all other groups.
fn check_suits(root: &Reader<'_>, rules: &RuleSet) {
    let suits = |run: &[Kind; 3]| -> Vec<Suit> {
        let suits = run.iter().map(|kind| kind.suit()).filter(|suit| suit.is_numbered());
        suits.unique().collect()
    };
    let apart = |one: &[Kind; 3], other: &[Kind; 3]| {
        let shared = one.iter().filter(|kind| other.contains(kind)).count();
        shared == 2 && suits(one) != suits(other)
    };
    for form in rules.forms.iter().filter(|form| rules.most_suits(form) < 3) {
        for pattern in &form.patterns {
            let runs: Vec<_> =
                pattern.run_sorts(&rules.runs).iter().flat_map(|sort| sort.runs()).collect();
            let two = runs.iter().array_combinations().find(|[one, other]| apart(one, other));
            if let Some([one, other]) = two {
                let text = |run: &[Kind; 3]| run.iter().join("");
                let message = format!(
                    "the runs {} and {} wait in different suits with the same two tiles, which goes \
                     with max_suits = 3 alone; the form {:?} has fewer",
                    text(one),
                    text(other),
                    form.name
                );
                root.fault(root.origin_of("runs"), message);
            }
        }
    }
}

/// Names go into answers and into the text of models: no blanks, no control characters.
pub(super) fn is_name(text: &str) -> bool {
    let allowed = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_');
    !text.is_empty() && text.chars().all(allowed)
}

/// The tile set.
fn read_tiles(root: &Reader<'_>) -> Stock {
    let mut stock = Stock {
        kinds: KindSet::ALL,
        copies: [0; Tile::COUNT],
        undrawn: TileSet::EMPTY,
        one_suit: false,
    };
    let Some(tiles) = root.table("tiles") else {
        if !root.has("tiles") {
            root.fault(root.origin, "a rule set needs a table [tiles]: its tile set".to_owned());
        }
        return stock;
    };
    stock.kinds = named_kinds_of(&tiles, "kinds", KindSet::ALL);
    if stock.kinds.is_empty() {
        tiles.fault(tiles.origin_of("kinds"), "tiles.kinds names no kind at all".to_owned());
        // That nothing can be made of no kind is no fault of its own.
        stock.kinds = KindSet::ALL;
    }
    let plain = tiles.integer("plain");
    let blue = tiles.integer("blue");
    for kind in stock.kinds.iter() {
        stock.copies[Tile::plain(kind).index()] = plain;
        stock.copies[Tile::galaxy(kind).index()] = blue;
    }
    stock.copies[Tile::JOKER.index()] = tiles.integer("jokers");
    if !tiles.boolean("jokers_drawn") {
        stock.undrawn.insert(Tile::JOKER);
    }
    if let Some(copies) = tiles.table("copies") {
        read_copies(copies, &mut stock);
    }
    stock.one_suit = tiles.boolean("one_suit");
    if stock.one_suit && stock.kinds.iter().any(|kind| !kind.suit().is_numbered()) {
        let message = "tiles.one_suit goes with suited kinds alone, tiles.kinds has honours";
        tiles.fault(tiles.origin_of("one_suit"), message.to_owned());
    }
    tiles.finish();
    stock
}

/// How many copies there are of tiles that are not as many as the others: `7z = 6`, `5Z = 1`.
fn read_copies(copies: Reader<'_>, stock: &mut Stock) {
    let mut said = TileSet::EMPTY;
    for (name, origin) in copies.names() {
        let count = copies.integer(name);
        let tiles = parse_tiles(name, None).unwrap_or_default();
        match tiles.as_slice() {
            [placed] if !placed.red => match placed.tile.kind() {
                Some(kind) if !stock.kinds.contains(kind) => {
                    let message = format!("tiles.copies: {kind} is not in tiles.kinds");
                    copies.fault(origin, message);
                }
                Some(_) if said.contains(placed.tile) => {
                    copies.fault(origin, format!("tiles.copies counts {} twice", placed.tile));
                }
                Some(_) => {
                    said.insert(placed.tile);
                    stock.copies[placed.tile.index()] = count;
                }
                None => {
                    let message = "jokers are counted by tiles.jokers and jokers.X.copies";
                    copies.fault(origin, message.to_owned());
                }
            },
            _ => {
                let message = format!(
                    "tiles.copies counts one tile at a time, as in 7z = 6 or 5Z = 1, not {name:?}"
                );
                copies.fault(origin, message);
            }
        }
    }
    copies.finish();
}

/// The sorts of runs that a key lists; `None` where the key is not there.
fn read_runs(reader: &Reader<'_>, key: &str) -> Option<Vec<RunSort>> {
    let mut runs = Vec::new();
    let texts = reader.texts(key)?;
    for &(text, origin) in &texts {
        if text == NO_RUNS {
            stands_alone(reader, key, text, origin, texts.len());
            continue;
        }
        if let Some((_, sort)) = RunSort::NAMED.iter().find(|(name, _)| *name == text) {
            runs.push(*sort);
            continue;
        }
        if !text.starts_with(|first: char| first.is_ascii_digit()) {
            let known = RunSort::NAMED.map(|(name, _)| name).join(", ");
            let message = format!(
                "{key} takes a list of {known}, none or three kinds such as \"1s2z3z\", not {text:?}"
            );
            reader.fault(origin, message);
            continue;
        }
        let Some(kinds) = kinds_of(reader, text, origin) else { continue };
        match kinds.iter().collect::<Vec<_>>()[..] {
            [first, second, third] => runs.push(RunSort::Listed([first, second, third])),
            _ => {
                reader.fault(origin, format!("a run is of three different kinds, {text:?} is not"))
            }
        }
    }
    Some(runs)
}

/// The types of groups that a key lists, of those that it may.
fn read_types<const N: usize>(
    reader: &Reader<'_>,
    key: &str,
    types: &[(&str, &[GroupType]); N],
) -> GroupTypes {
    // What is no list at all was reported, and is no limit.
    let Some(listed) = reader.words(key, types) else { return GroupTypes::ALL };
    check_alone(reader, key);
    listed.concat().into_iter().collect()
}

/// Reports `any` and `none` in a list that says something else as well.
fn check_alone(reader: &Reader<'_>, key: &str) {
    let texts = reader.texts(key).unwrap_or_default();
    for &(text, origin) in texts.iter().filter(|(text, _)| matches!(*text, "any" | "none")) {
        stands_alone(reader, key, text, origin, texts.len());
    }
}

/// Reports a word that says it all, if it is not the only one.
fn stands_alone(reader: &Reader<'_>, key: &str, word: &str, origin: Origin, words: usize) {
    if words > 1 {
        reader.fault(origin, format!("{} is {word:?} or a list without it", reader.dotted(key)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::KEYS;
    use std::collections::BTreeSet;

    /// A file in which every table is there, so that every key is asked for.
    const EVERY_TABLE: &str = r#"
        format = 1
        name = "every-table"
        [tiles]
        kinds = "all"
        copies = { 7z = 6 }
        [wild]
        flip = "next"
        flips = { 7z = "5z" }
        [blue]
        [jokers.a]
        [classes.white]
        kinds = "5z"
        stands_for = "1z"
        [forms.standard]
        own_kind = true
        groups = [{ type = "meld", count = "melds" }, { type = "pair" }]
        [forms.rest]
        groups = [{ type = "rest" }]
    "#;

    #[test]
    fn the_keys_listed_are_those_that_are_read() {
        let faults = Faults::default();
        let table = Table::parse(EVERY_TABLE, &faults).unwrap();
        read_root(&table, &Overrides::default(), &faults);
        let names = [".a.", ".white.", ".standard.", ".rest."];
        let general = |path: &String| {
            let path = names.iter().fold(path.clone(), |path, name| path.replace(name, ".*."));
            path.replace(".groups.", ".groups[].")
        };
        let tables = ["tiles", "wild", "blue", "jokers", "classes", "forms", "forms.*.groups"];
        let known = faults.known();
        let read: BTreeSet<String> = known
            .iter()
            .map(general)
            .filter(|path| !tables.contains(&path.as_str()))
            // Names of the file's own, and what a joker is told that it cannot have.
            .filter(|path| {
                !["jokers.a", "classes.white", "forms.standard", "forms.rest"]
                    .contains(&path.as_str())
            })
            .filter(|path| !path.starts_with("tiles.copies.") && !path.starts_with("wild.flips."))
            .filter(|path| path != "jokers.*.own_kind")
            .collect();
        let listed: BTreeSet<String> = KEYS.iter().map(|key| key.path.to_owned()).collect();
        assert_eq!(read, listed);
        faults.finish(EVERY_TABLE, &[]).unwrap();
    }
}
