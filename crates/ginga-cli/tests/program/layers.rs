//! Which file of the program may know of what.

use std::fs;
use std::path::{Path, PathBuf};

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// The files of `src` whose code has this word, by their paths in it.
fn files_with(word: &str) -> Vec<String> {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut all = Vec::new();
    sources(&src, &mut all);
    let has_word = |path: &PathBuf| {
        let text = fs::read_to_string(path).unwrap();
        let mut code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
        code.any(|line| line.contains(word))
    };
    all.retain(has_word);
    let name =
        |path: &PathBuf| path.strip_prefix(&src).unwrap().to_string_lossy().replace('\\', "/");
    let mut names: Vec<String> = all.iter().map(name).collect();
    names.sort();
    names
}

/// The command line makes requests of what clap parsed; whatever answers takes requests alone.
#[test]
fn clap_is_known_to_the_arguments_alone() {
    let known = files_with("clap");
    assert!(known.contains(&"args.rs".to_owned()), "{known:?}");
    let allowed = |name: &String| name == "lib.rs" || name.starts_with("args");
    let others: Vec<&String> = known.iter().filter(|name| !allowed(name)).collect();
    assert!(others.is_empty(), "clap belongs into args: {others:?}");
}

/// A request may come from anywhere: what it is and how it is answered does not depend on the arguments
/// of the command line, and no more does HTTP, but for the arguments of its own command.
#[test]
fn requests_do_not_know_the_command_line() {
    let known = files_with("args::");
    let apart = |name: &&String| {
        let answers = ["answers.rs", "policy.rs", "text.rs", "makeplex.rs", "json.rs"];
        let http = name.starts_with("serve/") && *name != "serve/mod.rs";
        answers.contains(&name.as_str()) || name.starts_with("request/") || http
    };
    let wrong: Vec<&String> = known.iter().filter(apart).collect();
    assert!(wrong.is_empty(), "these are to take requests, not arguments: {wrong:?}");
}
