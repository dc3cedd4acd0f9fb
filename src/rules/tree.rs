//! A rule file as a tree that remembers where each value came from, and a reader that notices keys
//! nobody asked for.

use super::fault::{Faults, Origin};
use std::cell::RefCell;
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
pub(super) struct Reader<'a> {
    table: &'a Table,
    path: String,
    /// Where the table itself stands, for faults about what is missing in it.
    pub origin: Origin,
    asked: RefCell<Vec<String>>,
    faults: &'a Faults,
}

impl<'a> Reader<'a> {
    pub fn root(table: &'a Table, faults: &'a Faults) -> Reader<'a> {
        Reader::new(table, String::new(), Origin::File(0), faults)
    }

    fn new(table: &'a Table, path: String, origin: Origin, faults: &'a Faults) -> Reader<'a> {
        Reader { table, path, origin, asked: RefCell::default(), faults }
    }

    /// The key's name from the root on.
    pub fn dotted(&self, key: &str) -> String {
        if self.path.is_empty() { key.to_owned() } else { format!("{}.{key}", self.path) }
    }

    fn ask(&self, key: &str) -> Option<&'a Node> {
        self.asked.borrow_mut().push(key.to_owned());
        self.faults.know(self.dotted(key));
        self.table.get(key)
    }

    /// Asks for a key whose value `pick` accepts; any other type is a fault.
    fn typed<T>(
        &self,
        key: &str,
        wanted: &str,
        pick: impl FnOnce(&'a Value) -> Option<T>,
    ) -> Option<(T, Origin)> {
        let node = self.ask(key)?;
        let picked = pick(&node.value);
        if picked.is_none() {
            let (dotted, found) = (self.dotted(key), node.value.described());
            self.fault(node.origin, format!("{dotted} takes {wanted}, not {found}"));
        }
        Some((picked?, node.origin))
    }

    /// Whether the table says anything for a key.
    pub fn has(&self, key: &str) -> bool {
        self.ask(key).is_some()
    }

    /// Whether a key is there and says anything else than these words, in a list or alone.
    pub fn says_other_than(&self, key: &str, words: &[&str]) -> bool {
        let is_word =
            |value: &Value| matches!(value, Value::Text(text) if words.contains(&text.as_str()));
        match self.table.value(key) {
            None => false,
            Some((Value::Array(nodes), _)) => !nodes.iter().map(|node| &node.value).all(is_word),
            Some((value, _)) => !is_word(value),
        }
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

    pub fn boolean(&self, key: &str, default: bool) -> bool {
        let found = self.typed(key, "true or false", |value| match value {
            Value::Boolean(boolean) => Some(*boolean),
            _ => None,
        });
        found.map_or(default, |(boolean, _)| boolean)
    }

    /// An integer within a range, both ends included.
    pub fn integer(&self, key: &str, least: u8, most: u8, default: u8) -> u8 {
        let wanted = format!("an integer from {least} to {most}");
        let picked = self.typed(key, &wanted, |value| match value {
            Value::Integer(number) => {
                u8::try_from(*number).ok().filter(|number| (least..=most).contains(number))
            }
            _ => None,
        });
        picked.map_or(default, |(number, _)| number)
    }

    /// One of several words.
    pub fn word<T: Copy>(&self, key: &str, words: &[(&str, T)], default: T) -> T {
        let known: Vec<_> = words.iter().map(|(word, _)| format!("{word:?}")).collect();
        let wanted = format!("one of {}", known.join(", "));
        let picked = self.typed(key, &wanted, |value| match value {
            Value::Text(text) => words.iter().find(|(word, _)| word == text),
            _ => None,
        });
        picked.map_or(default, |((_, meaning), _)| *meaning)
    }

    /// Either the given word, which `None` stands for, or an integer within the range.
    pub fn word_or_integer(
        &self,
        key: &str,
        word: &str,
        (least, most): (u8, u8),
        default: Option<u8>,
    ) -> Option<u8> {
        let wanted = format!("{word:?} or an integer from {least} to {most}");
        if !self.has(key) {
            return default;
        }
        let picked = self.typed(key, &wanted, |value| match value {
            Value::Text(text) if text == word => Some(None),
            Value::Integer(number) => {
                let number = u8::try_from(*number).ok();
                number.filter(|number| (least..=most).contains(number)).map(Some)
            }
            _ => None,
        });
        picked.map_or(default, |(picked, _)| picked)
    }

    /// A list of strings, each with its place: an array, or one string with blanks between them.
    pub fn texts(&self, key: &str) -> Option<Vec<(&'a str, Origin)>> {
        let node = self.ask(key)?;
        let wrong = |found: &Value, origin| {
            let (dotted, found) = (self.dotted(key), found.type_name());
            self.fault(origin, format!("{dotted} takes a list of strings, not {found}"));
        };
        match &node.value {
            Value::Text(text) => {
                Some(text.split_whitespace().map(|word| (word, node.origin)).collect())
            }
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
                wrong(other, node.origin);
                None
            }
        }
    }

    /// A list of words, each one of those known; `None` where the key is not there.
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
        let (table, origin) = self.typed(key, "a table", |value| match value {
            Value::Table(table) => Some(table),
            _ => None,
        })?;
        Some(Reader::new(table, self.dotted(key), origin, self.faults))
    }

    /// Every entry of this table, each of which must be a table: its name and a reader.
    pub fn tables(&self) -> Vec<(&'a str, Reader<'a>)> {
        let names = self.table.entries.iter().map(|(name, ..)| name.as_str());
        names.filter_map(|name| Some((name, self.table(name)?))).collect()
    }

    /// An array of tables: a reader each.
    pub fn array_of_tables(&self, key: &str) -> Option<Vec<Reader<'a>>> {
        let (nodes, _) = self.typed(key, "an array of tables", |value| match value {
            Value::Array(nodes) => Some(nodes),
            _ => None,
        })?;
        let path = self.dotted(key);
        let reader = |node: &'a Node| match &node.value {
            Value::Table(table) => Some(Reader::new(table, path.clone(), node.origin, self.faults)),
            other => {
                let found = other.type_name();
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
