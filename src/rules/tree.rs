//! A rule file as a tree that remembers where each value came from, and a reader that notices keys
//! nobody asked for.

use super::fault::{Faults, Origin};
use super::keys::{KEYS, RuleKey, Takes};
use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::LazyLock;
use toml::de::{DeTable, DeValue};

/// A value with its origin.
#[derive(Debug, Clone)]
pub(super) struct Node {
    pub value: Value,
    pub origin: Origin,
}

/// The value types that rule files use.
#[derive(Debug, Clone)]
pub(super) enum Value {
    Text(String),
    Integer(i64),
    Boolean(bool),
    Array(Vec<Node>),
    Table(Table),
    /// A float or a date: no key takes one.
    Other(&'static str),
}

impl Value {
    /// What was written, where that is short; else its type.
    fn described(&self) -> String {
        match self {
            Value::Text(text) if text.chars().count() <= 20 => format!("{text:?}"),
            Value::Integer(number) => number.to_string(),
            Value::Boolean(boolean) => boolean.to_string(),
            other => other.type_name().to_owned(),
        }
    }

    fn type_name(&self) -> &'static str {
        match self {
            Value::Text(_) => "a string",
            Value::Integer(_) => "an integer",
            Value::Boolean(_) => "a boolean",
            Value::Array(_) => "an array",
            Value::Table(_) => "a table",
            Value::Other(name) => name,
        }
    }
}

/// A table's entries in the order of the file; each with the origin of its key.
#[derive(Debug, Clone, Default)]
pub(super) struct Table {
    entries: Vec<(String, Origin, Node)>,
}

impl Table {
    /// Reads TOML. Syntax errors go to `faults`, and there is no table: what could be made out of
    /// the rest would only bring faults that are none.
    pub fn parse(text: &str, faults: &Faults) -> Option<Table> {
        let (table, errors) = DeTable::parse_recoverable(text);
        for error in &errors {
            let start = error.span().map_or(0, |span| span.start);
            faults.add(Origin::File(start), error.message().to_owned());
        }
        errors.is_empty().then(|| Table::from_toml(table.get_ref()))
    }

    fn from_toml(table: &DeTable<'_>) -> Table {
        let mut entries: Vec<_> = table
            .iter()
            .map(|(key, value)| {
                let origin = Origin::File(key.span().start);
                let node = node_from_toml(value.get_ref(), Origin::File(value.span().start));
                (key.get_ref().to_string(), origin, node)
            })
            .collect();
        entries.sort_by_key(|(_, origin, _)| *origin);
        Table { entries }
    }

    /// Puts a value at a dotted path, making tables on the way.
    pub fn set(&mut self, path: &[&str], node: Node) {
        let Some((first, rest)) = path.split_first() else { return };
        let at = match self.entries.iter().position(|(name, ..)| name == first) {
            Some(at) => at,
            None => {
                let empty = Node { value: Value::Table(Table::default()), origin: node.origin };
                self.entries.push(((*first).to_owned(), node.origin, empty));
                self.entries.len() - 1
            }
        };
        let entry = &mut self.entries[at];
        if rest.is_empty() {
            entry.1 = node.origin;
            entry.2 = node;
            return;
        }
        if !matches!(entry.2.value, Value::Table(_)) {
            entry.2 = Node { value: Value::Table(Table::default()), origin: node.origin };
        }
        if let Value::Table(table) = &mut entry.2.value {
            table.set(rest, node);
        }
    }

    /// The value of a key, with where it stands.
    pub fn value(&self, key: &str) -> Option<(&Value, Origin)> {
        self.get(key).map(|node| (&node.value, node.origin))
    }

    /// The value at a path of keys.
    pub fn value_at(&self, path: &[&str]) -> Option<&Value> {
        let (last, tables) = path.split_last()?;
        self.table_at(tables)?.get(last).map(|node| &node.value)
    }

    /// The table at a path of keys.
    pub fn table_at(&self, path: &[&str]) -> Option<&Table> {
        path.iter().try_fold(self, |table, key| match &table.get(key)?.value {
            Value::Table(table) => Some(table),
            _ => None,
        })
    }

    /// The names and values of the entries.
    pub fn values(&self) -> impl Iterator<Item = (&str, &Value)> {
        self.entries.iter().map(|(name, _, node)| (name.as_str(), &node.value))
    }

    /// The names of the entries that are tables, each with whether it says `enabled = false`.
    pub fn tables(&self) -> impl Iterator<Item = (&str, bool)> {
        self.values().filter_map(|(name, value)| match value {
            Value::Table(table) => {
                let enabled = table.get("enabled").map(|node| &node.value);
                Some((name, matches!(enabled, Some(Value::Boolean(false)))))
            }
            _ => None,
        })
    }

    /// Drops a key, if it is there.
    pub fn remove(&mut self, key: &str) {
        self.entries.retain(|(name, ..)| name != key);
    }

    /// The same table, all of it at one place.
    pub fn moved_to(self, origin: Origin) -> Table {
        let moved = |(name, _, node)| (name, origin, with_origin(node, origin));
        Table { entries: self.entries.into_iter().map(moved).collect() }
    }

    /// Lays another table over this one: what it says counts, tables key by key.
    pub fn overlay(&mut self, over: Table) {
        for (name, origin, node) in over.entries {
            let below = self.entries.iter_mut().find(|(known, ..)| *known == name);
            match (below, node) {
                (Some((_, at, below)), node) => {
                    *at = origin;
                    match (&mut below.value, node) {
                        (Value::Table(table), Node { value: Value::Table(over), origin }) => {
                            below.origin = origin;
                            table.overlay(over);
                        }
                        (_, node) => *below = node,
                    }
                }
                (None, node) => self.entries.push((name, origin, node)),
            }
        }
    }

    fn get(&self, key: &str) -> Option<&Node> {
        self.entries.iter().find(|(name, ..)| name == key).map(|(.., node)| node)
    }
}

/// A TOML value of `--set`: TOML where it is TOML, else the text itself.
pub(super) fn override_value(text: &str, origin: Origin) -> Node {
    match DeValue::parse(text) {
        Ok(value) => with_origin(node_from_toml(value.get_ref(), origin), origin),
        Err(_) => Node { value: Value::Text(text.to_owned()), origin },
    }
}

/// The same value with one origin throughout: inside of `--set` there are no lines.
fn with_origin(node: Node, origin: Origin) -> Node {
    let value = match node.value {
        Value::Array(nodes) => {
            Value::Array(nodes.into_iter().map(|node| with_origin(node, origin)).collect())
        }
        Value::Table(table) => Value::Table(table.moved_to(origin)),
        value => value,
    };
    Node { value, origin }
}

fn node_from_toml(value: &DeValue<'_>, origin: Origin) -> Node {
    let value = match value {
        DeValue::String(text) => Value::Text(text.to_string()),
        DeValue::Integer(number) => i64::from_str_radix(number.as_str(), number.radix())
            .map_or(Value::Other("an integer out of range"), Value::Integer),
        DeValue::Boolean(boolean) => Value::Boolean(*boolean),
        DeValue::Array(values) => Value::Array(
            values
                .iter()
                .map(|value| node_from_toml(value.get_ref(), Origin::File(value.span().start)))
                .collect(),
        ),
        DeValue::Table(table) => Value::Table(Table::from_toml(table)),
        DeValue::Float(_) => Value::Other("a float"),
        DeValue::Datetime(_) => Value::Other("a date"),
    };
    Node { value, origin }
}

/// Reads one table, remembers which keys were asked for, and reports the others at the end.
///
/// What a key takes and what it is where it is not said, [`KEYS`] says.
pub(super) struct Reader<'a> {
    table: &'a Table,
    path: String,
    /// The path as [`KEYS`] has it: `*` for names of the file's own.
    general: String,
    /// Where the table itself stands, for faults about what is missing in it.
    pub origin: Origin,
    asked: RefCell<Vec<String>>,
    faults: &'a Faults,
}

/// A key of the format and its default as a value.
struct Known {
    key: &'static RuleKey,
    default: Option<Value>,
}

/// The key of this path, which has `*` and `[]` where [`KEYS`] has them.
fn find(path: &str) -> Option<&'static Known> {
    static BY_PATH: LazyLock<HashMap<&str, Known>> = LazyLock::new(|| {
        let known = |key: &'static RuleKey| {
            // Of a default there is no place at which it was written.
            let default = || override_value(key.default, Origin::File(0)).value;
            let default = (!key.default.is_empty()).then(default);
            (key.path, Known { key, default })
        };
        KEYS.iter().map(known).collect()
    });
    BY_PATH.get(path)
}

/// A table that says nothing.
static EMPTY: Table = Table { entries: Vec::new() };

/// A key of a table at a path.
fn below(path: &str, key: &str) -> String {
    if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") }
}

impl<'a> Reader<'a> {
    pub fn root(table: &'a Table, faults: &'a Faults) -> Reader<'a> {
        let (path, general) = (String::new(), String::new());
        Reader { table, path, general, origin: Origin::File(0), asked: RefCell::default(), faults }
    }

    /// A reader of a table in this one.
    fn reader(&self, table: &'a Table, key: &str, general: &str, origin: Origin) -> Reader<'a> {
        let (path, general) = (self.dotted(key), below(&self.general, general));
        Reader { table, path, general, origin, asked: RefCell::default(), faults: self.faults }
    }

    /// The key's name from the root on.
    pub fn dotted(&self, key: &str) -> String {
        below(&self.path, key)
    }

    fn ask(&self, key: &str) -> Option<&'a Node> {
        self.asked.borrow_mut().push(key.to_owned());
        self.faults.know(self.dotted(key));
        self.table.get(key)
    }

    /// What the key takes; of a table from tiles or kinds, what its entries take.
    fn takes(&self, key: &str) -> Option<Takes> {
        let listed = find(&below(&self.general, key)).map(|known| known.key.takes);
        listed.or_else(|| match find(&self.general)?.key.takes {
            Takes::Copies(least, most) => Some(Takes::Integer(least, most)),
            Takes::Flips => Some(Takes::Kinds),
            _ => None,
        })
    }

    /// The word that a number's key takes instead, if it takes one, and the number's bounds.
    fn bounds(&self, key: &str) -> (&'static str, u8, u8) {
        match self.takes(key) {
            Some(Takes::Integer(least, most)) => ("", least, most),
            Some(Takes::WordOrInteger(word, least, most)) => (word, least, most),
            // No other key is read as a number.
            _ => ("", 0, 0),
        }
    }

    /// What the key is where it is not said; `None` where nothing is.
    fn default(&self, key: &str) -> Option<&'static Value> {
        find(&below(&self.general, key))?.default.as_ref()
    }

    /// Asks for a key whose value `pick` accepts; any other type is a fault. Where it is not there or
    /// at fault, its default.
    fn typed<T>(
        &self,
        key: &str,
        wanted: &str,
        pick: impl Fn(&'a Value) -> Option<T>,
    ) -> Option<(T, Origin)> {
        if let Some(node) = self.ask(key) {
            if let Some(picked) = pick(&node.value) {
                return Some((picked, node.origin));
            }
            let (dotted, found) = (self.dotted(key), node.value.described());
            self.fault(node.origin, format!("{dotted} takes {wanted}, not {found}"));
        }
        Some((pick(self.default(key)?)?, self.origin))
    }

    /// Whether the table says anything for a key.
    pub fn has(&self, key: &str) -> bool {
        self.ask(key).is_some()
    }

    /// Whether a key is there and says anything else than what it is without.
    pub fn says_other_than_default(&self, key: &str) -> bool {
        let words = |value: &'a Value| match value {
            Value::Array(nodes) => nodes.iter().map(|node| &node.value).collect(),
            value => vec![value],
        };
        let alike = |one: &Value, other: &Value| match (one, other) {
            (Value::Text(one), Value::Text(other)) => one == other,
            (Value::Integer(one), Value::Integer(other)) => one == other,
            (Value::Boolean(one), Value::Boolean(other)) => one == other,
            _ => false,
        };
        let default = self.default(key).map(words).unwrap_or_default();
        let is_default = |value: &&Value| default.iter().any(|default| alike(value, default));
        let said = self.table.value(key).map(|(value, _)| words(value)).unwrap_or_default();
        !said.iter().all(is_default)
    }

    /// Where the value of a key stands, or else the table itself.
    pub fn origin_of(&self, key: &str) -> Origin {
        self.table.get(key).map_or(self.origin, |node| node.origin)
    }

    /// Reports a key that goes with something else alone.
    pub fn refuse(&self, key: &str, goes_with: &str) {
        if self.has(key) {
            let message = format!("{} goes with {goes_with}", self.dotted(key));
            self.fault(self.origin_of(key), message);
        }
    }

    pub fn text(&self, key: &str) -> Option<(&'a str, Origin)> {
        self.typed(key, "a string", |value| match value {
            Value::Text(text) => Some(text.as_str()),
            _ => None,
        })
    }

    /// The text that a key is where it is not said.
    pub fn default_text(&self, key: &str) -> Option<&'static str> {
        match self.default(key) {
            Some(Value::Text(text)) => Some(text),
            _ => None,
        }
    }

    /// A yes or no; `None` where nothing says it.
    pub fn said_boolean(&self, key: &str) -> Option<bool> {
        let found = self.typed(key, "true or false", |value| match value {
            Value::Boolean(boolean) => Some(*boolean),
            _ => None,
        });
        found.map(|(boolean, _)| boolean)
    }

    /// A yes or no that has a default.
    pub fn boolean(&self, key: &str) -> bool {
        self.said_boolean(key).unwrap_or_default()
    }

    /// An integer within the key's bounds; `None` where nothing says it.
    pub fn said_integer(&self, key: &str) -> Option<u8> {
        let (_, least, most) = self.bounds(key);
        self.integer_within(key, least, most)
    }

    /// An integer that has a default.
    pub fn integer(&self, key: &str) -> u8 {
        self.said_integer(key).unwrap_or_default()
    }

    /// An integer within a range, both ends included.
    pub fn integer_within(&self, key: &str, least: u8, most: u8) -> Option<u8> {
        let wanted = format!("an integer from {least} to {most}");
        self.typed(key, &wanted, |value| within(value, least, most)).map(|(number, _)| number)
    }

    /// One of several words; `None` where nothing says it.
    pub fn word<T: Copy>(&self, key: &str, words: &[(&str, T)]) -> Option<T> {
        let known: Vec<_> = words.iter().map(|(word, _)| format!("{word:?}")).collect();
        let wanted = format!("one of {}", known.join(", "));
        let picked = self.typed(key, &wanted, |value| match value {
            Value::Text(text) => words.iter().find(|(word, _)| word == text),
            _ => None,
        });
        picked.map(|((_, meaning), _)| *meaning)
    }

    /// Either the key's word, which `None` stands for, or an integer within its bounds.
    pub fn word_or_integer(&self, key: &str) -> Option<u8> {
        let (word, least, most) = self.bounds(key);
        let wanted = format!("{word:?} or an integer from {least} to {most}");
        let picked = self.typed(key, &wanted, |value| match value {
            Value::Text(text) if text == word => Some(None),
            value => within(value, least, most).map(Some),
        });
        picked.and_then(|(picked, _)| picked)
    }

    /// A limit within the key's bounds, of which its word stands for the highest; `None` where nothing
    /// says it.
    pub fn limit(&self, key: &str) -> Option<u8> {
        let (.., most) = self.bounds(key);
        let known = self.default(key).is_some() || self.has(key);
        known.then(|| self.word_or_integer(key).unwrap_or(most))
    }

    /// A list of strings, each with its place: an array, or one string with blanks between them.
    pub fn texts(&self, key: &str) -> Option<Vec<(&'a str, Origin)>> {
        let said = self.ask(key).map(|node| (&node.value, node.origin));
        let (value, origin) = match said {
            Some(said) => said,
            None => (self.default(key)?, self.origin),
        };
        let wrong = |found: &Value, origin| {
            let (dotted, found) = (self.dotted(key), found.type_name());
            self.fault(origin, format!("{dotted} takes a list of strings, not {found}"));
        };
        match value {
            Value::Text(text) => Some(text.split_whitespace().map(|word| (word, origin)).collect()),
            Value::Array(nodes) => {
                let text = |node: &'a Node| match &node.value {
                    Value::Text(text) => Some((text.as_str(), node.origin)),
                    other => {
                        wrong(other, node.origin);
                        None
                    }
                };
                Some(nodes.iter().filter_map(text).collect())
            }
            other => {
                wrong(other, origin);
                None
            }
        }
    }

    /// A list of words, each one of those known; `None` where nothing says it.
    pub fn words<T: Copy>(&self, key: &str, words: &[(&str, T)]) -> Option<Vec<T>> {
        let meaning = |(text, origin)| match words.iter().find(|(word, _)| *word == text) {
            Some((_, meaning)) => Some(*meaning),
            None => {
                let known: Vec<_> = words.iter().map(|(word, _)| format!("{word:?}")).collect();
                let (dotted, known) = (self.dotted(key), known.join(", "));
                self.fault(origin, format!("{dotted} takes a list of {known}, not {text:?}"));
                None
            }
        };
        Some(self.texts(key)?.into_iter().filter_map(meaning).collect())
    }

    /// The names of this table's entries, with their places.
    pub fn names(&self) -> impl Iterator<Item = (&'a str, Origin)> {
        self.table.entries.iter().map(|(name, origin, _)| (name.as_str(), *origin))
    }

    pub fn table(&self, key: &str) -> Option<Reader<'a>> {
        self.table_as(key, key)
    }

    /// The table of a name of the file's own.
    pub fn table_named(&self, name: &str) -> Option<Reader<'a>> {
        self.table_as(name, "*")
    }

    /// A table that says nothing where it is not there.
    pub fn table_or_empty(&self, key: &str) -> Reader<'a> {
        self.table(key).unwrap_or_else(|| self.reader(&EMPTY, key, key, self.origin))
    }

    fn table_as(&self, key: &str, general: &str) -> Option<Reader<'a>> {
        let (table, origin) = self.typed(key, "a table", |value| match value {
            Value::Table(table) => Some(table),
            _ => None,
        })?;
        Some(self.reader(table, key, general, origin))
    }

    /// Every entry of this table, each of which must be a table under a name of the file's own: the
    /// name and a reader.
    pub fn tables(&self) -> Vec<(&'a str, Reader<'a>)> {
        let names = self.table.entries.iter().map(|(name, ..)| name.as_str());
        names.filter_map(|name| Some((name, self.table_named(name)?))).collect()
    }

    /// An array of tables: a reader each.
    pub fn array_of_tables(&self, key: &str) -> Option<Vec<Reader<'a>>> {
        let (nodes, _) = self.typed(key, "an array of tables", |value| match value {
            Value::Array(nodes) => Some(nodes),
            _ => None,
        })?;
        let general = format!("{key}[]");
        let reader = |node: &'a Node| match &node.value {
            Value::Table(table) => Some(self.reader(table, key, &general, node.origin)),
            other => {
                let (path, found) = (self.dotted(key), other.type_name());
                self.fault(node.origin, format!("each entry of {path} is a table, not {found}"));
                None
            }
        };
        Some(nodes.iter().filter_map(reader).collect())
    }

    /// Reports a fault at a place in this table.
    pub fn fault(&self, origin: Origin, message: String) {
        self.faults.add(origin, message);
    }

    /// Reports every key that nobody asked for.
    pub fn finish(self) {
        let asked = self.asked.borrow();
        for (name, origin, _) in &self.table.entries {
            if !asked.contains(name) {
                self.faults.unknown_key(*origin, self.dotted(name));
            }
        }
    }
}

/// The integer that a value is, if it is one within these bounds.
fn within(value: &Value, least: u8, most: u8) -> Option<u8> {
    let Value::Integer(number) = value else { return None };
    u8::try_from(*number).ok().filter(|number| (least..=most).contains(number))
}
