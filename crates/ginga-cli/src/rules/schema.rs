//! The JSON Schema of rule files, for editors: from the list of keys.

use ginga::rules::{KEYS, RuleKey, Takes};
use serde_json::{Value, json};

/// The schema's text.
pub fn text() -> String {
    let mut root = object("a rule set of Ginga");
    for key in KEYS {
        let steps: Vec<&str> = key.path.split('.').collect();
        insert(&mut root, &steps, key);
    }
    let mut schema = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Ginga rule set, format 1",
        "required": ["format", "name"],
    });
    if let (Value::Object(schema), Value::Object(root)) = (&mut schema, root) {
        schema.extend(root);
    }
    let pretty = serde_json::to_string_pretty(&schema).unwrap_or_default();
    format!("{pretty}\n")
}

fn object(description: &str) -> Value {
    json!({ "type": "object", "description": description, "properties": {}, "additionalProperties": false })
}

/// What tables hold.
fn about_table(name: &str) -> &'static str {
    match name {
        "tiles" => "the tile set",
        "wild" => "wild tiles: plain kinds and jokers",
        "blue" => "blue tiles that are not used as their galaxy class says",
        "jokers" => "classes of jokers, each under its letter",
        "classes" => "plain kinds with a meaning of their own, each class under a name",
        "forms" => "what wins, each form under its name, in this order",
        _ => "",
    }
}

/// Puts a key into the schema of the table that its path leads to.
fn insert(table: &mut Value, steps: &[&str], key: &RuleKey) {
    let Some((&first, rest)) = steps.split_first() else { return };
    if rest.is_empty() {
        table["properties"][first] = schema_of(key);
        return;
    }
    let (below, new) = match first.strip_suffix("[]") {
        Some(list) => {
            let below = &mut table["properties"][list];
            if below.is_null() {
                *below = json!({ "type": "array", "description": "the groups of the form" });
            }
            (&mut below["items"], object("so many groups of one sort"))
        }
        None if first == "*" => (&mut table["additionalProperties"], object("")),
        None => (&mut table["properties"][first], object(about_table(first))),
    };
    if !below.is_object() {
        *below = new;
    }
    insert(below, rest, key);
}

fn schema_of(key: &RuleKey) -> Value {
    let integer =
        |least: u8, most: u8| json!({ "type": "integer", "minimum": least, "maximum": most });
    let list = |of: Value| json!({ "type": "array", "items": of });
    let text = || json!({ "type": "string" });
    let kinds =
        |example: &str| json!({ "type": "string", "examples": [example, "all -1s", "suited"] });
    let mut schema = match key.takes {
        Takes::Text => text(),
        Takes::Boolean => json!({ "type": "boolean" }),
        Takes::Integer(least, most) => integer(least, most),
        Takes::WordOrInteger(word, least, most) => {
            json!({ "anyOf": [{ "const": word }, integer(least, most)] })
        }
        Takes::Word(words) => json!({ "enum": words }),
        Takes::Words(words) => json!({ "anyOf": [list(json!({ "enum": words })), text()] }),
        Takes::WordsOrKinds(words) => {
            json!({ "anyOf": [list(text()), text()], "examples": words })
        }
        Takes::Kinds => kinds("19m5z"),
        Takes::Copies(least, most) => {
            json!({ "type": "object", "additionalProperties": integer(least, most) })
        }
        Takes::Flips => json!({ "type": "object", "additionalProperties": kinds("5z") }),
    };
    schema["description"] = json!(key.about);
    // The defaults are written in TOML; those of this format are JSON as well.
    if let Ok(default) = serde_json::from_str::<Value>(key.default) {
        schema["default"] = default;
    }
    schema
}
