//! The library's modules stand one above the other: none uses one that stands above it. And the
//! checker stands behind a wall: it shares nothing with what makes the answers that it checks.
//!
//! The order is the one that `docs/architecture.md` shows.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The modules of `src`, from the bottom up. Each uses those before it alone.
const ORDER: [&str; 18] = [
    "size",
    "tile",
    "notation",
    "group",
    "rules",
    "hand",
    "wall",
    "problem",
    "columns",
    "engine",
    "solver",
    "answer",
    "objective",
    "check",
    "game",
    "question",
    "examine",
    "document",
];

/// What the checker takes from the rest of the library: tiles and groups, the hand and the answer that
/// it checks, and the rules' keys as they were read.
const CHECKER_USES: [&str; 27] = [
    "answer::Decomposition",
    "group::Call",
    "group::Group",
    "group::GroupType",
    "group::PartialGroup",
    "group::Slot",
    "group::WaitShape",
    "hand::Hand",
    "hand::HandError",
    "rules::Spacing",
    "rules::Count",
    "rules::DeadWaits",
    "rules::Form",
    "rules::MOST_TILES",
    "rules::Pattern",
    "rules::PatternSort",
    "rules::RestSize",
    "rules::RuleSet",
    "rules::RunSort",
    "rules::Stock",
    "rules::Use",
    "tile::Kind",
    "tile::KindSet",
    "tile::Suit",
    "tile::Tile",
    "tile::TileCounts",
    "tile::TileSet",
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

    /// Every path of the code that begins with `crate::`, without that; lists written out.
    fn used(&self) -> BTreeSet<String> {
        self.code.split("crate::").skip(1).flat_map(paths).collect()
    }

    /// The names of the functions that the file defines.
    fn functions(&self) -> BTreeSet<&str> {
        self.code.split("fn ").skip(1).map(name).filter(|name| !name.is_empty()).collect()
    }

    /// The names of the functions that the file calls.
    fn called(&self) -> BTreeSet<&str> {
        let before_brackets = self.code.match_indices('(').map(|(at, _)| &self.code[..at]);
        let names = before_brackets.map(|code| &code[code.trim_end_matches(is_of_name).len()..]);
        names.filter(|name| !name.is_empty()).collect()
    }
}

/// The paths that a text begins with: one, or those of a list in braces.
fn paths(text: &str) -> Vec<String> {
    let text = text.trim_start();
    let Some(list) = text.strip_prefix('{') else {
        let first = name(text);
        let rest = text[first.len()..].strip_prefix("::").map(paths).unwrap_or_default();
        if rest.is_empty() {
            return if first.is_empty() { Vec::new() } else { vec![first.to_owned()] };
        }
        return rest.into_iter().map(|rest| format!("{first}::{rest}")).collect();
    };
    let mut found = paths(list);
    let mut depth = 0;
    for (at, letter) in list.char_indices() {
        match letter {
            '{' => depth += 1,
            '}' if depth == 0 => break,
            '}' => depth -= 1,
            ',' if depth == 0 => found.extend(paths(&list[at + 1..])),
            _ => {}
        }
    }
    found
}

/// The name that a text begins with.
fn name(text: &str) -> &str {
    &text[..text.find(|letter| !is_of_name(letter)).unwrap_or(text.len())]
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
            if place(name(&used)).is_none_or(|place| place > own) {
                wrong.push(format!("src/{}: crate::{used}", source.path.display()));
            }
        }
        seen.insert(module);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(seen.len(), ORDER.len(), "of {ORDER:?} there are {seen:?}");
}

#[test]
fn the_checker_uses_nothing_that_makes_answers() {
    let sources = sources();
    let checker = || sources.iter().filter(|source| source.module() == "check");
    let used: BTreeSet<String> = checker().flat_map(Source::used).collect();
    let allowed = CHECKER_USES.map(str::to_owned).into_iter().collect();
    assert_eq!(used, allowed);
}

/// The checker reads the keys of the rules; what the rules' own functions make of them it does not ask.
#[test]
fn the_checker_asks_the_rules_nothing() {
    let sources = sources();
    let of = |modules: &[&str]| {
        let files = sources.iter().filter(|source| modules.contains(&source.module().as_str()));
        files.flat_map(Source::functions).collect::<BTreeSet<&str>>()
    };
    // Names that tiles, groups, hands, answers and the checker have as well say nothing.
    let of_data = of(&["tile", "group", "hand", "answer"]);
    let types = ["mod.rs", "form.rs", "run.rs", "wild.rs"];
    let rules = sources.iter().filter(|source| {
        let file = source.path.file_name().unwrap().to_str().unwrap();
        source.path.starts_with("rules")
            && source.path.components().count() == 2
            && types.contains(&file)
    });
    let decide: BTreeSet<&str> =
        rules.flat_map(Source::functions).filter(|name| !of_data.contains(name)).collect();
    assert!(
        ["stands_for", "is_wild_use", "most_alike", "counts"]
            .iter()
            .all(|name| decide.contains(name))
    );
    for source in sources.iter().filter(|source| source.module() == "check") {
        let asked: Vec<&str> = source.called().intersection(&decide).copied().collect();
        assert!(asked.is_empty(), "src/{}: {asked:?}", source.path.display());
    }
}

#[test]
fn names_are_found_in_code() {
    let code = "use crate::tile::{Kind, Tile};\nuse crate::{hand, rules::{Form, RuleSet}, solver::Ilp};\nfn one() { crate::notation::parse(a.kinds()) }\n";
    let source = Source { path: "group.rs".into(), code: code.to_owned() };
    let used = [
        "hand",
        "notation::parse",
        "rules::Form",
        "rules::RuleSet",
        "solver::Ilp",
        "tile::Kind",
        "tile::Tile",
    ];
    assert_eq!(source.used(), used.map(str::to_owned).into_iter().collect());
    assert_eq!(source.functions(), ["one"].into_iter().collect());
    assert_eq!(source.called(), ["kinds", "one", "parse"].into_iter().collect());
}
