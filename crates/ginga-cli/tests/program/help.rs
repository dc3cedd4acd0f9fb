//! What `--help` lists is what a command takes.

use crate::common::command::ginga;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Every command with calls of it, each with its standard input: an option is of use if it goes with
/// one of them. FILE is a picture that is written, RULES a rule file that is there.
const CALLS: &[(&str, &[(&str, &str)])] = &[
    ("win", &[("11m", "")]),
    ("decompose", &[("11m", "")]),
    ("waits", &[("1m", "")]),
    ("model", &[("1m", "")]),
    (
        "compare",
        &[
            ("1m", ""),
            ("1m --rules riichi", ""),
            ("--rules riichi", ""),
            ("--random 3 --rules riichi", ""),
        ],
    ),
    ("discards", &[("11m", ""), ("11m --visible 9p", "")]),
    ("distance", &[("11m", ""), ("11m --list", ""), ("11m --visible 9p", "")]),
    ("random", &[("", "")]),
    ("render", &[("1m", ""), ("1m -o FILE", "")]),
    ("bench", &[("--hands 1", ""), ("--only win", ""), ("--hands 1 --only win", "")]),
    ("batch win", &[("", "11m"), ("", "hand\n11m"), ("--from csv", "hand\n11m")]),
    ("batch waits", &[("", "1m"), ("", "hand\n1m"), ("--from csv", "hand\n1m")]),
    ("batch decompose", &[("", "11m"), ("", "hand\n11m"), ("--from csv", "hand\n11m")]),
    (
        "batch distance",
        &[
            ("", "11m"),
            ("--list", "11m"),
            ("--visible 9p", "11m"),
            ("", "hand\n11m"),
            ("--from csv", "hand\n11m"),
        ],
    ),
    (
        "batch discards",
        &[("", "11m"), ("--visible 9p", "11m"), ("", "hand\n11m"), ("--from csv", "hand\n11m")],
    ),
    ("rules list", &[("", "")]),
    ("rules show", &[("riichi", "")]),
    ("rules check", &[("RULES", "")]),
    ("rules new", &[("", "")]),
    ("rules schema", &[("", "")]),
    ("completions", &[("bash", "")]),
    ("man", &[("", "")]),
];

/// A value for each option that does not list its own.
const VALUES: &[(&str, &str)] = &[
    ("also", "2m"),
    ("blue", "0"),
    ("column", "hand"),
    ("concealed-kan", "1111p"),
    ("count", "2"),
    ("deck", "riichi"),
    ("decompositions", "1"),
    ("draws", "1"),
    ("form", "standard"),
    ("from", "galaxy"),
    ("hands", "1"),
    ("heatmap", "FILE"),
    ("indicator", "3p --rules daozhou"),
    ("limit", "1"),
    ("maximize", "runs"),
    ("meld", "123p"),
    ("minimize", "runs"),
    ("name", "own"),
    ("out", "FILE"),
    ("random", "3"),
    ("rules", "riichi"),
    ("seed", "1"),
    ("set", "dead_waits=count"),
    ("shanten", "6"),
    ("show", "1"),
    ("suit", "s"),
    ("switch", "dead_waits=count"),
    ("threads", "1"),
    ("tiles", "13"),
    ("time-limit", "5s"),
    ("visible", "9p"),
    ("wild", "5m"),
];

/// An option as `-h` lists it: its name, and its values one by one where those are listed.
struct Listed {
    name: String,
    takes_value: bool,
    values: Vec<String>,
}

fn help(command: &str) -> String {
    let mut args: Vec<&str> = command.split(' ').filter(|word| !word.is_empty()).collect();
    args.push("-h");
    let ran = ginga(&args, b"");
    assert_eq!(ran.code, 0, "{command}: {ran:?}");
    ran.stdout
}

fn listed_options(command: &str) -> Vec<Listed> {
    let help = help(command);
    let mut entries: Vec<String> = Vec::new();
    for line in help.lines().skip_while(|line| !line.starts_with("Options:")) {
        let text = line.trim_start();
        if line.starts_with(' ') && text.starts_with('-') {
            entries.push(text.to_owned());
        } else if let Some(entry) = entries.last_mut() {
            *entry += " ";
            *entry += text;
        }
    }
    let option = |entry: &String| {
        let (_, long) = entry.split_once("--").unwrap();
        let end = long.find(|c: char| !c.is_ascii_lowercase() && c != '-').unwrap_or(long.len());
        let (name, rest) = long.split_at(end);
        let values =
            entry.split_once("[possible values: ").and_then(|(_, rest)| rest.split_once(']'));
        Listed {
            name: name.to_owned(),
            takes_value: rest.starts_with(" <") || rest.starts_with("[="),
            values: values
                .map_or(Vec::new(), |(all, _)| all.split(", ").map(str::to_owned).collect()),
        }
    };
    entries.iter().map(option).filter(|option| option.name != "help").collect()
}

/// The commands that a help lists, in the way that they are called.
fn listed_commands(above: &str) -> Vec<String> {
    let help = help(above);
    let lines = help.lines().skip_while(|line| !line.starts_with("Commands:")).skip(1);
    let lines = lines.take_while(|line| !line.is_empty());
    let names =
        lines.filter_map(|line| line.split_whitespace().next()).filter(|name| *name != "help");
    names.map(|name| format!("{above} {name}").trim().to_owned()).collect()
}

/// A folder for what is written, gone at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let folder = std::env::temp_dir().join(format!("ginga-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        Folder(folder)
    }

    /// A file that is not there yet.
    fn file(&self, name: &str) -> String {
        let file = self.0.join(name);
        let _ = std::fs::remove_file(&file);
        file.to_str().unwrap().to_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Whether one of the command's calls takes the option.
fn is_taken(command: &str, option: &str, folder: &Folder) -> bool {
    let calls = CALLS.iter().find(|(name, _)| *name == command).unwrap().1;
    let rules = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../rules/riichi.toml");
    calls.iter().any(|(call, input)| {
        let call = format!("{command} {call} {option}");
        let call = call.replace("FILE", &folder.file("picture.svg"));
        let call = call.replace("RULES", rules.to_str().unwrap());
        let args: Vec<&str> = call.split(' ').filter(|word| !word.is_empty()).collect();
        ginga(&args, input.as_bytes()).code < 2
    })
}

#[test]
fn every_option_that_a_command_lists_is_taken() {
    let folder = Folder::new("listed-options");
    for (command, _) in CALLS {
        for Listed { name, takes_value, values } in listed_options(command) {
            let value = VALUES.iter().find(|(option, _)| *option == name).map(|(_, value)| *value);
            let given: Vec<String> = if !values.is_empty() {
                values.iter().map(|value| format!("--{name}={value}")).collect()
            } else if takes_value {
                vec![format!(
                    "--{name}={}",
                    value.unwrap_or_else(|| panic!("a value for --{name}"))
                )]
            } else {
                vec![format!("--{name}")]
            };
            for option in given {
                // Parquet is listed, and says how to get it where it is not built in.
                if option.ends_with("=parquet") {
                    continue;
                }
                assert!(is_taken(command, &option, &folder), "{command} lists {option}");
            }
        }
    }
}

/// No command is left out above but `serve`, which runs until it is ended.
#[test]
fn every_command_is_known_to_the_test() {
    let mut listed = BTreeSet::new();
    for command in listed_commands("") {
        let nested = listed_commands(&command);
        listed.extend(if nested.is_empty() { vec![command] } else { nested });
    }
    listed.remove("serve");
    assert_eq!(listed, CALLS.iter().map(|(command, _)| (*command).to_owned()).collect());
}

/// Which rule set plays where none is named.
#[test]
fn each_command_lists_its_own_default_rules() {
    let default = |command: &str| {
        let help = help(command).replace('\n', " ");
        let help = help.split_whitespace().collect::<Vec<_>>().join(" ");
        let (_, rest) = help.split_once("or a TOML file [default: ").unwrap();
        rest.split_once(']').unwrap().0.to_owned()
    };
    for command in ["win", "decompose", "waits", "discards", "model", "render"] {
        assert_eq!(
            default(command),
            "galaxy if the hand holds a blue tile, else riichi",
            "{command}"
        );
    }
    for command in ["batch win", "batch decompose", "batch waits"] {
        assert_eq!(default(command), "riichi", "{command}");
    }
    assert_eq!(default("random"), "galaxy with --blue, else riichi");

    // It is as they say.
    let rules_of = |args: &[&str], input: &str| {
        let ran = ginga(args, input.as_bytes());
        let answer: serde_json::Value = serde_json::from_str(ran.stdout.trim()).unwrap();
        answer["rules"].clone()
    };
    assert_eq!(rules_of(&["win", "11m", "--format", "json"], ""), "riichi");
    assert_eq!(rules_of(&["win", "1m1M", "--format", "json"], ""), "galaxy");
    assert_eq!(rules_of(&["batch", "win"], "11m"), "riichi");
    let blue = ginga(&["batch", "win"], b"1m1M");
    assert!(blue.code == 2 && blue.stdout.contains("blue tiles belong to the rule set galaxy"));
}
