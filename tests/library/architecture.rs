//! The library's modules stand one above the other: none uses one that stands above it.
//!
//! The order is the one that `docs/architecture.md` shows.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The modules of `src`, from the bottom up. Each uses those before it alone.
const ORDER: [&str; 16] = [
    "tile",
    "notation",
    "group",
    "rules",
    "hand",
    "problem",
    "columns",
    "engine",
    "solver",
    "answer",
    "objective",
    "check",
    "question",
    "verify",
    "examine",
    "serial",
];

/// A file of the library: its path from `src` on, and its code without comments and tests.
struct Source {
    path: PathBuf,
    code: String,
}

impl Source {
    /// The module at the root of the library that the file belongs to.
    fn module(&self) -> String {
        let first = self.path.components().next().unwrap();
        Path::new(&first).file_stem().unwrap().to_str().unwrap().to_owned()
    }

    /// Every `crate::name` of the code, as its name.
    fn used(&self) -> BTreeSet<&str> {
        let paths = self.code.split("crate::").skip(1);
        let names = paths.flat_map(|path| match path.strip_prefix('{') {
            Some(list) => first_names(list),
            None => vec![path],
        });
        names.map(|path| &path[..path.find(|c| !is_of_name(c)).unwrap_or(path.len())]).collect()
    }
}

/// The beginnings of the paths in a list that goes on to its `}`.
fn first_names(list: &str) -> Vec<&str> {
    let mut depth = 0;
    let mut names = vec![list.trim_start()];
    for (at, letter) in list.char_indices() {
        match letter {
            '{' => depth += 1,
            '}' if depth == 0 => break,
            '}' => depth -= 1,
            ',' if depth == 0 => names.push(list[at + 1..].trim_start()),
            _ => {}
        }
    }
    names.retain(|name| name.starts_with(is_of_name));
    names
}

fn is_of_name(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || letter == '_'
}

/// Every file of the library.
fn sources() -> Vec<Source> {
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/src"));
    let mut folders = vec![root.to_owned()];
    let mut sources = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let text = std::fs::read_to_string(&path).unwrap();
            let text = text.split("#[cfg(test)]\nmod ").next().unwrap();
            let is_code = |line: &&str| !line.trim_start().starts_with("//");
            let code = text.lines().filter(is_code).flat_map(|line| [line, "\n"]).collect();
            sources.push(Source { path: path.strip_prefix(root).unwrap().to_owned(), code });
        }
    }
    sources
}

#[test]
fn each_module_uses_those_below_it_alone() {
    let mut wrong = Vec::new();
    let mut seen = BTreeSet::new();
    let place = |module: &str| ORDER.iter().position(|known| *known == module);
    for source in sources().iter().filter(|source| source.module() != "lib") {
        let module = source.module();
        let Some(own) = place(&module) else {
            wrong.push(format!("src/{}: {module} is not in the order", source.path.display()));
            continue;
        };
        for used in source.used() {
            if place(used).is_none_or(|place| place > own) {
                wrong.push(format!("src/{}: crate::{used}", source.path.display()));
            }
        }
        seen.insert(module);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(seen.len(), ORDER.len(), "of {ORDER:?} there are {seen:?}");
}

#[test]
fn names_are_found_in_paths_and_lists() {
    let code = "use crate::tile::{Kind, Tile};\nuse crate::{hand, rules::{Form, RuleSet}, solver::Ilp};\nlet kind = crate::notation::parse();\n";
    let source = Source { path: "group.rs".into(), code: code.to_owned() };
    let expected = ["tile", "hand", "rules", "solver", "notation"];
    assert_eq!(source.used(), expected.into_iter().collect());
}
