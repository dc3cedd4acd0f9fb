//! A rule file to start from: laid over a built-in one, every key there with its value and meaning.

use super::fault::RulesError;
use super::keys::{KEYS, OF_THE_FILE, RuleKey};
use super::overrides::Overrides;
use super::read::{is_name, read_with_table};
use super::tree::{Table, Value};
use super::{FORMAT, RuleSet};
use std::fmt::Write as _;

/// The text of a rule file that extends a built-in rule set under a name of its own. Every key is
/// there, behind a `#`, with the value that it has in the built-in one and what it means.
///
/// # Errors
/// [`RulesError::UnknownName`] when there is no such rule set, [`RulesError::BadName`] when the name
/// is none.
///
/// ```
/// use ginga::{Overrides, RuleSet};
/// let text = ginga::rules::starter("galaxy", "house-galaxy")?;
/// let rules = RuleSet::from_toml(&text, &Overrides::default())?;
/// assert_eq!((rules.name(), rules.forms().len()), ("house-galaxy", 3));
/// assert!(text.contains("# blue = 1 "));
/// # Ok::<(), ginga::RulesError>(())
/// ```
pub fn starter(base: &str, name: &str) -> Result<String, RulesError> {
    let base_text = RuleSet::builtin_text(base)?;
    if !is_name(name) {
        return Err(RulesError::BadName(name.to_owned()));
    }
    let (_, table) = read_with_table(base_text, &Overrides::default())?;
    let mut text = format!(
        "# A rule set of your own, laid over {base}: what it does not say is as there. Take away the #\n\
         # before a key and change its value; `ginga rules check FILE` finds what is wrong with it.\n\n\
         format = {FORMAT}\n\
         name = \"{name}\"\n\
         summary = \"\"{pad}# {summary}\n\
         source = \"\"{pad} # {source}\n\
         extends = \"{base}\"\n\n",
        pad = " ".repeat(15),
        summary = about("summary"),
        source = about("source"),
    );
    let top = KEYS.iter().filter(|key| !key.path.contains('.') && !OF_THE_FILE.contains(&key.path));
    write_keys(&mut text, top, "", &table);
    for section in ["tiles", "wild"] {
        let _ = writeln!(text, "\n[{section}]");
        write_section(&mut text, &table, section, section);
    }
    for (section, named, comment) in [
        ("blue", "blue", "blue tiles that are not used as their galaxy class says"),
        ("jokers.*", "jokers.a", "a class of jokers, written ja in hands"),
        (
            "classes.*",
            "classes.white",
            "plain kinds with a meaning of their own: stand-ins, limited wild tiles",
        ),
    ] {
        let _ = writeln!(text, "\n# [{named}]  # {comment}");
        write_section(&mut text, &table, section, named);
    }
    let forms = table.table_at(&["forms"]);
    for (form, disabled) in forms.into_iter().flat_map(Table::tables) {
        let note = if disabled { "  # not enabled" } else { "" };
        let _ = writeln!(text, "\n[forms.{form}]{note}");
        write_section(&mut text, &table, "forms.*", &format!("forms.{form}"));
        write_groups(&mut text, &table, form);
    }
    let _ = writeln!(
        text,
        "\n# [forms.a-form-of-your-own]\n# groups = [{{ type = \"pair\", count = 7 }}]"
    );
    let _ = writeln!(text, "\n# What an entry of groups may say:");
    for key in KEYS.iter().filter(|key| key.path.starts_with("forms.*.groups[].")) {
        let name = key.path.rsplit('.').next().unwrap_or_default();
        let default =
            if key.default.is_empty() { String::new() } else { format!(" [{}]", key.default) };
        let _ = writeln!(text, "#   {name:12} {}{default}", key.about);
    }
    Ok(text)
}

fn about(path: &str) -> &'static str {
    KEYS.iter().find(|key| key.path == path).map_or("", |key| key.about)
}

/// Writes the keys of one table of the format; `named` is what it is called in the file.
fn write_section(text: &mut String, table: &Table, section: &str, named: &str) {
    let of_section = KEYS.iter().filter(|key| {
        let rest = key.path.strip_prefix(section).and_then(|rest| rest.strip_prefix('.'));
        rest.is_some_and(|rest| !rest.contains('.'))
    });
    write_keys(text, of_section, named, table);
}

/// Writes keys behind a `#`, each with its value and what it means.
fn write_keys<'a>(
    text: &mut String,
    keys: impl Iterator<Item = &'a RuleKey>,
    named: &str,
    table: &Table,
) {
    for key in keys {
        let name = key.path.rsplit('.').next().unwrap_or_default();
        let path: Vec<&str> =
            named.split('.').filter(|part| !part.is_empty()).chain([name]).collect();
        // A key without a default is not said at all; what it could be, its line says.
        let value = table.value_at(&path).map_or_else(|| key.default.to_owned(), to_toml);
        let said = format!("# {name} = {value}");
        let _ = writeln!(text, "{said:34}  # {}", key.about);
    }
}

fn write_groups(text: &mut String, table: &Table, form: &str) {
    let Some(Value::Array(groups)) = table.value_at(&["forms", form, "groups"]) else { return };
    let _ = writeln!(text, "# groups = [");
    for group in groups {
        let _ = writeln!(text, "#   {},", to_toml(&group.value));
    }
    let _ = writeln!(text, "# ]");
}

/// A value as TOML on one line.
fn to_toml(value: &Value) -> String {
    match value {
        Value::Text(text) => {
            let escaped = text.replace('\\', "\\\\").replace('"', "\\\"");
            format!("\"{}\"", escaped.replace('\n', "\\n"))
        }
        Value::Integer(number) => number.to_string(),
        Value::Boolean(boolean) => boolean.to_string(),
        Value::Array(nodes) => {
            let all: Vec<String> = nodes.iter().map(|node| to_toml(&node.value)).collect();
            format!("[{}]", all.join(", "))
        }
        Value::Table(table) => {
            let all = table.values().map(|(name, value)| format!("{name} = {}", to_toml(value)));
            let all: Vec<String> = all.collect();
            if all.is_empty() { "{}".to_owned() } else { format!("{{ {} }}", all.join(", ")) }
        }
        Value::Other(name) => (*name).to_owned(),
    }
}

/// The text of a built-in rule set with all that it inherits by `extends`; comments are left out.
///
/// # Errors
/// [`RulesError::UnknownName`] when there is no such rule set.
///
/// ```
/// use ginga::{Overrides, RuleSet, rules::whole_text};
/// let text = whole_text("hongzhong")?;
/// let whole = RuleSet::from_toml(&text, &Overrides::default())?;
/// assert_eq!(whole, RuleSet::builtin("hongzhong")?);
/// # Ok::<(), ginga::RulesError>(())
/// ```
pub fn whole_text(name: &str) -> Result<String, RulesError> {
    let (rules, table) = read_with_table(RuleSet::builtin_text(name)?, &Overrides::default())?;
    let mut text = String::new();
    // What a rule set is called comes first, wherever the file has it.
    for (key, value) in
        [("name", rules.name()), ("summary", rules.summary()), ("source", rules.source())]
    {
        let _ = writeln!(text, "{key} = {}", to_toml(&Value::Text(value.to_owned())));
    }
    let named = ["name", "summary", "source"];
    for (key, value) in table.values().filter(|(key, _)| !named.contains(key)) {
        if !matches!(value, Value::Table(_)) {
            let _ = writeln!(text, "{key} = {}", to_toml(value));
        }
    }
    for (key, value) in table.values() {
        if let Value::Table(table) = value {
            write_table(&mut text, key, table);
        }
    }
    Ok(text)
}

/// Writes a table under its header, then those in it; tables from tiles stay on a line.
fn write_table(text: &mut String, path: &str, table: &Table) {
    // A table that is the value of a key, from tiles or kinds, stays on its line.
    let is_own = |name: &str, value: &Value| {
        matches!(value, Value::Table(_))
            && !KEYS.iter().any(|key| key.path == format!("{path}.{name}"))
    };
    let lines = || table.values().filter(|(name, value)| !is_own(name, value));
    if lines().next().is_some() {
        let _ = writeln!(text, "\n[{path}]");
    }
    for (name, value) in lines() {
        match value {
            Value::Array(nodes)
                if nodes.iter().any(|node| matches!(node.value, Value::Table(_))) =>
            {
                let _ = writeln!(text, "{name} = [");
                for node in nodes {
                    let _ = writeln!(text, "  {},", to_toml(&node.value));
                }
                let _ = writeln!(text, "]");
            }
            value => {
                let _ = writeln!(text, "{name} = {}", to_toml(value));
            }
        }
    }
    for (name, value) in table.values() {
        if let (true, Value::Table(below)) = (is_own(name, value), value) {
            write_table(text, &format!("{path}.{name}"), below);
        }
    }
}
