//! Rule sets: listed, shown, checked, begun, and described to editors.

mod schema;

use super::args::{PlainFormat, RulesCommand};
use super::failure::Failure;
use super::request::rule_file;
use crate::output::printed;
use ginga::document::SCHEMA;
use ginga::rules::{RuleFault, RulePlace, starter, whole_text};
use ginga::{RuleSet, RulesError, examine};
use serde_json::json;
use std::io::Write;
use std::path::Path;

/// Exit code for a rule file at fault.
const AT_FAULT: u8 = 2;

/// Does what the command says.
pub fn run(command: &RulesCommand, out: &mut dyn Write) -> Result<u8, Failure> {
    let text = match command {
        RulesCommand::List { words, format } => list(words, *format)?,
        RulesCommand::Show { name, whole } => {
            let text = if *whole {
                whole_text(name)
            } else {
                RuleSet::builtin_text(name).map(str::to_owned)
            };
            text.map_err(|error| Failure::rules(&error, name))?
        }
        RulesCommand::Check { files, format } => return check(files, *format, out),
        RulesCommand::New { from, name, out: file } => {
            let text = starter(from, name).map_err(|error| Failure::rules(&error, from))?;
            match file {
                Some(file) => return write_new(file, &text, out),
                None => text,
            }
        }
        RulesCommand::Schema => schema::text(),
    };
    printed(out.write_all(text.as_bytes()), 0)
}

/// The built-in rule sets in whose name, summary or source all words are.
fn list(words: &[String], format: PlainFormat) -> Result<String, Failure> {
    let words: Vec<String> = words.iter().map(|word| word.to_lowercase()).collect();
    let mut found = Vec::new();
    for name in RuleSet::builtin_names() {
        let rules = RuleSet::builtin(name).map_err(|error| Failure::rules(&error, name))?;
        let about = format!("{name} {} {}", rules.summary(), rules.source()).to_lowercase();
        if words.iter().all(|word| about.contains(word)) {
            found.push(rules);
        }
    }
    if found.is_empty() {
        eprintln!("no built-in rule set mentions {}", words.join(" and "));
    }
    Ok(match format {
        PlainFormat::Text => {
            let width = found.iter().map(|rules| rules.name().len()).max().unwrap_or(0);
            let line = |rules: &RuleSet| format!("{:width$}  {}\n", rules.name(), rules.summary());
            found.iter().map(line).collect()
        }
        PlainFormat::Json => {
            let rules: Vec<_> = found
                .iter()
                .map(|rules| {
                    json!({
                        "name": rules.name(),
                        "summary": rules.summary(),
                        "source": rules.source(),
                        "indicator": rules.lacks_indicator(),
                    })
                })
                .collect();
            format!("{}\n", json!({ "schema": SCHEMA, "command": "rules list", "rules": rules }))
        }
    })
}

/// Checks rule files, a line each, or a JSON object each.
fn check(
    files: &[std::path::PathBuf],
    format: PlainFormat,
    out: &mut dyn Write,
) -> Result<u8, Failure> {
    let mut code = 0;
    for file in files {
        let name = file.to_string_lossy();
        let checked = examine(&rule_file(&name)?);
        if checked.is_err() {
            code = AT_FAULT;
        }
        let line = match (format, checked) {
            (PlainFormat::Json, checked) => json_of(&name, &checked),
            (PlainFormat::Text, Ok(rules)) => {
                format!("{name}: the rule set {} has no fault", rules.name())
            }
            (PlainFormat::Text, Err(error)) => {
                eprintln!("{}", Failure::rules(&error, &name).message);
                continue;
            }
        };
        if let Err(error) = writeln!(out, "{line}") {
            return printed(Err(error), code);
        }
    }
    Ok(code)
}

fn json_of(name: &str, checked: &Result<RuleSet, RulesError>) -> String {
    let fault = |fault: &RuleFault| match &fault.place {
        RulePlace::File { line, column } => {
            json!({ "line": line, "column": column, "message": fault.message })
        }
        RulePlace::Override(key) => json!({ "override": key, "message": fault.message }),
    };
    let faults: Vec<_> = match checked {
        Ok(_) => Vec::new(),
        Err(RulesError::Faults(faults)) => faults.iter().map(fault).collect(),
        Err(other) => vec![json!({ "message": other.to_string() })],
    };
    let rules = checked.as_ref().ok().map(RuleSet::name);
    let object = json!({
        "schema": SCHEMA,
        "command": "rules check",
        "file": name,
        "rules": rules,
        "faults": faults,
    });
    object.to_string()
}

/// Writes a new file; one that is there stays as it is.
fn write_new(file: &Path, text: &str, out: &mut dyn Write) -> Result<u8, Failure> {
    let name = file.display();
    let created =
        std::fs::File::create_new(file).and_then(|mut new| new.write_all(text.as_bytes()));
    created.map_err(|error| Failure::input(format!("{name}: {error}")))?;
    let said =
        writeln!(out, "{name}: written; `ginga rules check {name}` finds what is wrong with it");
    printed(said, 0)
}
