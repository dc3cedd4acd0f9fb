//! Every path that a document names exists.
//!
//! Looked at are the README, the guide for contributors, the newest entry of the changelog and the
//! pages of `docs`: their relative links, with the headings that they lead to, and what stands in
//! backticks and is a path by its looks. Blocks of code are left out.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

/// The endings by which a name without a slash is a file of the repository.
const ENDINGS: [&str; 4] = [".rs", ".md", ".toml", ".json"];

/// Names that are no files of the repository: a build makes them, or they are an example's.
const NO_FILES: [&str; 2] = ["application/json", "application/x-ndjson"];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The documents, with their text.
fn documents() -> Vec<(PathBuf, String)> {
    let pages = fs::read_dir(root().join("docs")).unwrap().map(|entry| entry.unwrap().path());
    let pages = pages.filter(|path| path.extension().is_some_and(|ending| ending == "md"));
    let read = |path: PathBuf| {
        let text = fs::read_to_string(&path).unwrap();
        (path, text)
    };
    let mut documents: Vec<_> = pages.map(read).collect();
    documents.extend(["README.md", "CONTRIBUTING.md"].map(|name| read(root().join(name))));
    let (changelog, text) = read(root().join("CHANGELOG.md"));
    let newest = text.split("\n## ").nth(1).expect("the changelog has an entry").to_owned();
    documents.push((changelog, newest));
    documents
}

/// The lines of a document outside its blocks of code.
fn prose(text: &str) -> impl Iterator<Item = &str> {
    let mut in_block = false;
    text.lines().filter(move |line| {
        let fence = line.trim_start().starts_with("```");
        in_block ^= fence;
        !fence && !in_block
    })
}

/// The paths in the backticks of a line: names with a slash or an ending that tells.
fn named_paths(line: &str) -> impl Iterator<Item = &str> {
    line.split('`').skip(1).step_by(2).filter(|name| {
        let path_characters = |character: char| {
            character.is_ascii_alphanumeric() || matches!(character, '/' | '.' | '_' | '-')
        };
        let looks_like_one = name.contains('/') || ENDINGS.iter().any(|end| name.ends_with(end));
        // What begins with a slash is a path of HTTP, what begins with a dot may be an ending.
        looks_like_one
            && name.chars().all(path_characters)
            && !name.starts_with('/')
            && !ENDINGS.contains(name)
            && !name.starts_with("target/")
            && !NO_FILES.contains(name)
    })
}

/// The targets of the links in a document's prose.
fn links(text: &str) -> Vec<String> {
    let prose: Vec<&str> = prose(text).collect();
    let prose = prose.join("\n");
    let targets = prose.split("](").skip(1).filter_map(|rest| rest.split_once(')'));
    targets.map(|(target, _)| target.to_owned()).filter(|target| !target.contains("://")).collect()
}

/// The anchor that a heading gets where documents are shown.
fn anchor(heading: &str) -> String {
    let kept = |character: char| match character {
        ' ' => Some('-'),
        '-' | '_' => Some(character),
        _ if character.is_alphanumeric() => Some(character.to_ascii_lowercase()),
        _ => None,
    };
    heading.trim_start_matches('#').trim().chars().filter_map(kept).collect()
}

fn has_heading(text: &str, wanted: &str) -> bool {
    prose(text).filter(|line| line.starts_with('#')).any(|heading| anchor(heading) == wanted)
}

#[test]
fn every_path_that_the_documents_name_exists() {
    let mut faults = String::new();
    for (document, text) in documents() {
        let folder = document.parent().unwrap();
        for name in prose(&text).flat_map(named_paths) {
            if !root().join(name).exists() && !folder.join(name).exists() {
                writeln!(faults, "{}: `{name}`", document.display()).unwrap();
            }
        }
    }
    assert!(faults.is_empty(), "the documents name paths that are not there:\n{faults}");
}

#[test]
fn every_link_of_the_documents_leads_somewhere() {
    let mut faults = String::new();
    for (document, text) in documents() {
        let folder = document.parent().unwrap();
        for link in links(&text) {
            let (path, heading) = link.split_once('#').unwrap_or((&link, ""));
            let target = if path.is_empty() { document.clone() } else { folder.join(path) };
            let leads = target.exists()
                && (heading.is_empty()
                    || has_heading(&fs::read_to_string(&target).unwrap(), heading));
            if !leads {
                writeln!(faults, "{}: ({link})", document.display()).unwrap();
            }
        }
    }
    assert!(faults.is_empty(), "the documents have links that lead nowhere:\n{faults}");
}
