//! Bad input of every kind: a clear message, exit 2, nothing on standard output, no panic.

use crate::common::command::ginga;
use std::ffi::OsString;

/// Arguments separated by blanks, and a part of the message that they must give.
const CALLS: &[(&str, &str)] = &[
    // Notation.
    ("waits 12", "digits without a suit"),
    ("waits 12x3m", "unknown character 'x'"),
    ("waits m", "the suit letter 'm' has no digit"),
    ("waits 8z", "there is no 8z: honours are 1z to 7z"),
    ("waits 0z", "there is no 0z: honours are 1z to 7z"),
    ("waits 0M", "a red five is a plain tile, there is no blue one"),
    ("waits 0*m", "a red five is a plain tile, there is no blue one"),
    ("waits *1m", "a star marks the digit right before it"),
    ("waits 1**m", "a star marks the digit right before it"),
    ("waits 🀢", "no tile of a hand"),
    ("waits 12🀇", "digits without a suit"),
    ("waits １ｘ", "unknown character 'ｘ'"),
    ("waits 1,2m", "digits without a suit"),
    ("waits 1m-2", "digits without a suit"),
    ("waits m123p456", "the suit letter 'm' comes behind its digits, as in 123m456p"),
    ("waits E S W N", "East South West North are 1z 2z 3z 4z, White Green Red 5z 6z 7z"),
    ("waits S", "East South West North are 1z 2z 3z 4z"),
    ("waits 11EE", "East South West North are 1z 2z 3z 4z"),
    ("waits 1B2C3D", "characters are m, dots p, bamboo s"),
    ("waits 1m --visible m1", "comes behind its digits"),
    // Called melds.
    ("waits 1m[123m", "the bracket '[' is not closed"),
    ("waits 1m123m]", "the bracket ']' closes nothing"),
    ("waits 1m[123m)", "the bracket ')' closes nothing"),
    ("waits 1m[1[23m]]", "may not hold another bracket"),
    ("waits 1m[]", "no tile in this meld"),
    ("waits 1m[123m=]", "no tile in this meld"),
    ("waits 1m=1p", "'=' gives the reading of a called meld"),
    ("waits 1m[124m]", "124m is no meld"),
    ("waits 1m[12m]", "12m is no meld"),
    ("waits 1m[11111m]", "one 1m too many"),
    ("waits 1m[1z2z3z]", "123z is no meld"),
    ("waits 1m(222m)", "round brackets hold a concealed kan"),
    ("waits 1m[3M3P3S]", "333m or 333p or 333s"),
    ("waits 1m[3M3P3S=444p]", "cannot be read as 444p"),
    ("waits 1m[3M3P3S=3M3p3p]", "is no plain kind"),
    ("waits 1m --meld 124m", "124m is no meld"),
    ("waits 1m --meld [123m]", "may not hold another bracket"),
    ("waits 1m --concealed-kan 222m", "round brackets hold a concealed kan"),
    // The tile set.
    ("waits 11111m", "one 1m too many: the rule set riichi has 4 of it"),
    ("waits 1111m[111m]", "one 1m too many"),
    ("waits 11M23m", "one 1M too many: the rule set galaxy has 1 of it"),
    ("waits 1111m --rules galaxy", "one 1m too many: the rule set galaxy has 3 of it"),
    ("waits 1M --rules riichi", "blue tiles belong to the rule set galaxy"),
    ("waits j", "the rule set laizi takes jokers"),
    ("waits 1z --rules sichuan", "the rule set sichuan has no 1z"),
    ("waits 12m3m4p --rules chinitsu", "has one suit alone, here m: 4p is of another"),
    ("waits 1m --visible 1111m", "1m is seen 5 times"),
    ("win 11m --visible 111m", "1m is seen 5 times"),
    ("waits 1m --visible 12", "digits without a suit"),
    // Sizes.
    ("win 1m", "1 concealed tile: win, decompose and discards take 3n+2"),
    ("win 123m", "3 concealed tiles"),
    ("waits 11m", "2 concealed tiles: waits takes 3n+1"),
    ("waits 12m[123m][456m]", "2 concealed tiles"),
    ("waits [123m]", "0 concealed tiles"),
    ("decompose 123456789m12345p123s", "17 concealed tiles and 0 called melds make 5 melds"),
    ("waits 123456789m1234p[123s]", "13 concealed tiles and 1 called meld make 5 melds"),
    ("model 123m", "3 concealed tiles: a hand has 3n+1 to wait"),
    ("render 123m -o never.svg", "3 concealed tiles: a hand has 3n+1 to wait"),
    ("waits 1m --visible 1M", "1M is seen 1 time, in the hand and elsewhere"),
    // Rule sets.
    ("waits 1m --rules galaxi", "did you mean \"galaxy\"?"),
    ("waits 1m --rules \u{20}", "there is no rule set"),
    ("waits 1m --rules missing.toml", "missing.toml: "),
    ("rules show nothing", "there is no rule set \"nothing\""),
    ("rules check missing.toml", "missing.toml: "),
    ("waits 1m --set melds", "an override is written key=value"),
    ("waits 1m --set =3", "an override is written key=value"),
    ("waits 1m --set meld=3", "unknown key meld; did you mean melds?"),
    ("waits 1m --set own_kind=false", "did you mean wild.own_kind?"),
    ("waits 1m --set melds=0", "melds takes an integer from 1 to 6, not 0"),
    ("waits 1m --set melds=many", "melds takes an integer from 1 to 6, not \"many\""),
    ("waits 1m --set dead_waits=keep", "takes one of \"drop\", \"count\", not \"keep\""),
    ("waits 1m --set tiles.kinds=9z", "there is no 9z"),
    ("waits 1m --set tiles=3", "tiles takes a table, not 3"),
    ("waits 1m --set forms.standard.enabled=1", "takes true or false, not 1"),
    ("waits 1m --set forms.seven_pairs.enabled=true", "the form \"seven_pairs\" has no groups"),
    ("waits 1m --wild 5M", "5M is no plain kind"),
    ("waits 1m --wild 0m", "a red five is no plain kind"),
    ("waits 1m --wild j", "j is no plain kind"),
    ("waits 1m --wild 1z --rules sichuan", "1z is not in the tile set"),
    (
        "waits 1m --wild 7z --rules sichuan",
        "override wild.kinds: wild.kinds: 7z is not in the tile set",
    ),
    ("waits 1m --set format=2", "override format: this program reads rule files with format = 1"),
    ("waits 1m --set forms.standard.groups=[]", "override forms.standard.groups: the form"),
    // The called meld is read in the hand's own suit.
    ("win 55511m[666m=111p] --rules chinitsu --wild 6m", "666m cannot be read as 111p"),
    // Options that have nothing to act on.
    ("win 11m --kinds", "--kinds goes with waits"),
    ("win 11m --readings", "--readings goes with decompose and waits"),
    ("waits 1m --maximize runs", "--maximize goes with decompose"),
    ("win 11m --minimize wilds", "--minimize goes with decompose"),
    ("win 11m --count 3", "--count goes with random"),
    ("batch win --kinds", "--kinds goes with waits"),
    ("batch decompose --kinds", "--kinds goes with waits"),
    ("batch win --readings", "--readings goes with waits and decompose"),
    ("decompose 11m --maximize runs --readings", "an objective orders decompositions"),
    ("decompose 11m --maximize runs --minimize wilds", "cannot be used with"),
    ("decompose 11m --maximize dragons", "there is nothing called \"dragons\" to count"),
    ("decompose 11m --maximize runs=x", "the weight \"x\" is no whole number"),
    ("decompose 11m --maximize runs=1000001", "is no whole number between"),
    ("waits 1m --solver search --no-good rows", "--no-good says how the ILP forbids"),
    ("waits 1m --kinds --format makeplex", "prints decompositions and nothing else"),
    ("compare 1m", "required arguments were not provided"),
    ("compare 1m --rules riichi,galaxi", "did you mean \"galaxy\"?"),
    ("compare 1m --also 11m --rules riichi", "the hands ask different questions"),
    ("compare - --rules riichi", "there is no hand to compare"),
    ("discards 1m", "1 concealed tile: win, decompose and discards take 3n+2"),
    ("random --count 0", "--count is from 1 to"),
    ("random --tiles 15", "--tiles is from 1 to 14"),
    ("random --tiles 14 --tenpai", "--tenpai needs 3n+1 tiles"),
    ("random --blue 14", "--blue 14 is more than --tiles 13"),
    ("random --blue 1 --rules riichi", "the rule set riichi has 0 such tiles, not 1"),
    ("completions tcsh", "invalid value 'tcsh'"),
    // The call.
    ("waits 1m --limit 0", "write a whole number from 1 up"),
    ("waits 1m --limit -1", "write a whole number from 1 up"),
    ("waits 1m --limit x", "write a whole number from 1 up"),
    ("waits 1m --time-limit 0s", "a time limit of 0 leaves no time"),
    ("waits 1m --time-limit 5", "the unit is missing; write 5s or 5ms"),
    ("waits 1m --time-limit 5y5", "write a number and its unit"),
    ("waits 1m --time-limit -5s", "write a number and its unit"),
    ("waits 1m --suit z", "write m, p or s"),
    ("waits 1m --solver magic", "invalid value 'magic'"),
    ("waits 1m --format yaml", "invalid value 'yaml'"),
    ("win 11m --format makeplex", "--format makeplex goes with decompose and waits"),
    ("discards 11m --format makeplex", "--format makeplex goes with decompose and waits"),
    ("waits 1m --readings --format makeplex", "goes with waits and decompose"),
    ("waits", "required arguments were not provided"),
    ("model 1m --form ryanmen", "no form \"ryanmen\" for this hand"),
    ("batch waits missing.txt", "missing.txt: "),
    ("batch waits --set melds=7", "melds takes an integer from 1 to 6"),
    ("batch waits --visible 12", "digits without a suit"),
];

fn assert_fault(args: &[OsString], input: &[u8], message: &str) {
    let ran = ginga(args, input);
    assert_eq!(ran.code, 2, "{args:?}: {ran:?}");
    assert_eq!(ran.stdout, "", "{args:?}");
    assert!(ran.stderr.contains(message), "{args:?}: {message:?} is not in {}", ran.stderr);
    assert!(!ran.stderr.contains("panicked"), "{}", ran.stderr);
}

#[test]
fn every_kind_of_bad_call_gets_its_message() {
    for (call, message) in CALLS {
        let args: Vec<OsString> = call.split(' ').map(OsString::from).collect();
        // "\u{20}" cannot be written in a call that is split at blanks.
        let args: Vec<OsString> =
            args.into_iter().map(|arg| if arg.is_empty() { " ".into() } else { arg }).collect();
        assert_fault(&args, b"", message);
    }
}

#[test]
fn the_place_of_a_fault_is_marked() {
    let ran = ginga(&["waits", "12x3m"], b"");
    assert!(ran.stderr.contains("\n  12x3m\n    ^\n"), "{}", ran.stderr);
    let ran = ginga(&["waits", "🀇🀇🀢"], b"");
    assert!(ran.stderr.contains("\n  🀇🀇🀢\n    ^\n"), "{}", ran.stderr);
    // Wide characters take two columns each.
    let ran = ginga(&["waits", "一二萬３"], b"");
    assert!(ran.stderr.contains("\n  一二萬３\n        ^^\n"), "{}", ran.stderr);
}

#[test]
fn nothing_to_read() {
    assert_fault(&["waits".into(), "".into()], b"", "there is no tile here");
    assert_fault(&["waits".into(), "-".into()], b"", "there is no tile here");
    assert_fault(&["waits".into(), "-".into()], b" \n ", "there is no tile here");
    assert_fault(&["waits".into(), "1m".into(), "--wild".into(), "".into()], b"", "names no kind");
}

/// One of a thing is no plural, whatever a message counts.
#[test]
fn messages_count_as_people_do() {
    for tiles in 0..=19 {
        for called in ["", "[777z]", "[777z][666z]"] {
            let plain = "1123456789m123456789p".chars();
            let numbers: String = plain.filter(char::is_ascii_digit).take(tiles).collect();
            let split = numbers.len().min(10);
            let (man, pin) = numbers.split_at(split);
            let hand = [(man, "m"), (pin, "p")].map(|(numbers, suit)| {
                if numbers.is_empty() { String::new() } else { format!("{numbers}{suit}") }
            });
            let hand = hand.concat() + called;
            for command in ["win", "waits", "decompose", "discards", "model"] {
                let told = ginga(&[command, &hand], b"").stderr;
                let words: Vec<&str> = told.split(|c: char| !c.is_alphanumeric()).collect();
                for one in words.windows(3).filter(|three| three[0] == "1") {
                    let plural = ["tiles", "melds", "times"];
                    assert!(
                        !one.iter().any(|word| plural.contains(word)),
                        "{command} {hand}: {told}"
                    );
                }
            }
        }
    }
}

/// A hand a line is for `batch`: here it would be one hand of all lines' tiles.
#[test]
fn several_lines_where_one_hand_is_read() {
    let commands = ["win", "decompose", "waits", "discards", "model", "render"];
    for command in commands {
        let args = match command {
            "render" => vec![command, "-", "-o", "never.svg"],
            _ => vec![command, "-"],
        };
        let args: Vec<OsString> = args.into_iter().map(OsString::from).collect();
        for lines in ["1m\n1m\n", "1m\r\n\r\n1m", "\n12m\n3m 4p\n5p"] {
            assert_fault(&args, lines.as_bytes(), "`ginga batch waits`");
        }
    }
    // Empty lines around a hand are none of its own, and `compare` reads a hand a line.
    for hand in ["11m", "11m\n", "\n\n 11m \r\n\n"] {
        let ran = ginga(&["win", "-"], hand.as_bytes());
        assert_eq!((ran.code, ran.stderr.as_str()), (0, ""), "{hand:?}");
    }
    let ran = ginga(&["compare", "-", "--rules", "riichi"], b"11m\n22m\n");
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
}

#[test]
fn text_that_is_not_utf_8() {
    assert_fault(&["waits".into(), "-".into()], b"1m\xff", "UTF-8");
    #[cfg(unix)]
    {
        use std::os::unix::ffi::OsStringExt;
        let broken = OsString::from_vec(b"1m\xff".to_vec());
        assert_fault(&["waits".into(), broken], b"", "UTF-8");
    }
}

#[test]
fn a_megabyte_of_digits() {
    let digits = "1".repeat(1 << 20);
    assert_fault(&["waits".into(), "-".into()], digits.as_bytes(), "digits without a suit");
    let tiles = digits + "m";
    assert_fault(&["waits".into(), "-".into()], tiles.as_bytes(), "one 1m too many");
    let ran = ginga(&["waits", "-"], tiles.as_bytes());
    assert!(ran.stderr.len() < 1_000, "{} bytes of message", ran.stderr.len());
}

#[test]
fn deep_brackets_and_long_melds() {
    let brackets = "[".repeat(100_000);
    assert_fault(
        &["waits".into(), "-".into()],
        brackets.as_bytes(),
        "may not hold another bracket",
    );
    let meld = format!("1m[{}]", "2m".repeat(100_000));
    assert_fault(&["waits".into(), "-".into()], meld.as_bytes(), "one 2m too many");
}

/// A key as long as that is told like any other unknown one: comparing it with the known keys letter
/// by letter took seconds, and tables in tables for each of its parts the whole stack.
#[test]
fn a_megabyte_of_a_key() {
    for key in ["k".repeat(1 << 20), vec!["k"; 1 << 19].join(".")] {
        let mut overrides = ginga::Overrides::default();
        overrides.set(&format!("{key}=1")).unwrap();
        let error = ginga::RuleSet::builtin_with("riichi", &overrides).unwrap_err();
        assert!(error.to_string().contains("unknown key k"));
    }
}

/// Broken rule files, and a part of the message with its place.
const RULE_FILES: &[(&str, &str)] = &[
    ("", "a rule file begins with format = 1"),
    ("format = 2", "line 1, column 1"),
    ("format = 1\nname = ", "line 2, column 8"),
    ("format = 1\nname = \"x\"\nname = \"y\"", "duplicate key"),
    ("format = 1\nname = \"x\"\n[tiles\n", "line 3"),
    (
        "format = 1\nname = \"x\"\n[tiles]\nplane = 4\n",
        "line 4, column 1: unknown key tiles.plane; did you mean tiles.plain?",
    ),
    (
        "format = 1\nname = \"x\"\n[tiles]\nplain = 1.5\n",
        "line 4, column 9: tiles.plain takes an integer from 0 to 16, not a float",
    ),
    (
        "format = 1\nname = \"x\"\n[tiles]\nkinds = \"12\"\n",
        "kinds = \"12\", characters 1 to 2: digits without a suit",
    ),
    ("format = 1\nname = \"x\"\n[tiles]\nkinds = \"\"\n", "tiles.kinds names no kind at all"),
    ("format = 1\nname = \"x\"\n[tiles]\none_suit = true\n", "goes with suited kinds alone"),
    (
        "format = 1\nname = \"x\"\n[tiles]\n[forms.f]\nenabled = false\ngroups = [{ type = \"pair\" }]\n",
        "no form is enabled",
    ),
    (
        "format = 1\nname = \"x\"\n[tiles]\n[forms.f]\ngroups = [{ type = \"pear\" }]\n",
        "takes one of \"meld\"",
    ),
    (
        "format = 1\nname = \"x\"\n[tiles]\n[forms.f]\ngroups = [{ count = 1 }]\n",
        "a group needs its type",
    ),
    (
        "format = 1\nname = \"x\"\n[tiles]\n[forms.f]\ngroups = [1]\n",
        "each entry of forms.f.groups is a table, not an integer",
    ),
    ("format = 1\nname = \"two words\"\n", "line 2, column 8: a rule set needs a name of letters"),
    (
        "format = 1\nname = \"x\"\n[tiles]\n[forms.\"a\\nb\"]\ngroups = [{ type = \"pair\" }]\n",
        "a form's name has letters",
    ),
    (
        "format = 1\nname = \"x\"\n[tiles]\n[forms.f]\ngroups = [{ type = \"pair\", tiles = \"blue\" }]\n",
        "forms.f.groups.tiles goes with type = \"rest\" alone",
    ),
    (
        "format = 1\nname = \"x\"\n[tiles]\n[forms.f]\ngroups = [{ type = \"run\", kinds = \"12m\" }]\n",
        "no group of this type can be made of the kinds 1m2m",
    ),
    (
        "format = 1\nname = \"x\"\n[tiles]\n[forms.f]\ngroups = [{ type = \"pair\", kinds = \"\" }]\n",
        "no group of this type can be made",
    ),
    (
        "format = 1\nname = \"x\"\n[tiles]\n[forms.f]\ngroups = [{ type = \"pair\", wait = \"ryanmen\" }]\n",
        "takes one of \"tanki\"",
    ),
    ("format = 1\nname = \"x\"\n[tiles]\n[forms.f]\ngroups = []\n", "the form \"f\" has no groups"),
    (
        "format = 1\nname = \"x\"\n[tiles]\n[forms.f]\ngroups = [{ type = \"pair\", count = \"some\" }]\n",
        "takes \"melds\" or an integer",
    ),
    (
        "format = 1\nname = \"x\"\n[tiles]\n[forms.f]\ngroups = [{ type = \"rest\" }, { type = \"pair\" }]\n",
        "stands alone in its form",
    ),
    (
        "format = 1\nname = \"x\"\n[tiles]\n[forms.f]\ngroups = [{ type = \"meld\", count = \"melds\" }, { type = \"triplet\" }]\n",
        "two groups of the form \"f\" could both be the same triplet",
    ),
    (
        "format = 1\nname = \"x\"\n[tiles]\n[wild]\nkinds = \"5m\"\nstands_for = \"\"\nown_kind = false\n",
        "the wild tile 5m may stand for nothing",
    ),
];

#[test]
fn broken_rule_files_name_line_and_column() {
    let folder = std::env::temp_dir().join(format!("ginga-broken-rules-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("house.toml");
    for (text, message) in RULE_FILES {
        std::fs::write(&file, text).unwrap();
        assert_fault(&["rules".into(), "check".into(), file.clone().into()], b"", message);
        assert_fault(
            &["waits".into(), "1m".into(), "--rules".into(), file.clone().into()],
            b"",
            message,
        );
    }
    // A syntax error is the one fault: what is missing behind it was not even read.
    std::fs::write(&file, "format = 1\nname = \n").unwrap();
    let ran = ginga(&["rules", "check", file.to_str().unwrap()], b"");
    assert_eq!(ran.stderr.trim_end().lines().count(), 1, "{}", ran.stderr);
    // A file of unknown keys is answered at once, and not at length.
    let keys: String = (0..100_000).map(|number| format!("k{number} = 1\n")).collect();
    std::fs::write(&file, keys).unwrap();
    let ran = ginga(&["rules", "check", file.to_str().unwrap()], b"");
    assert!(ran.code == 2 && ran.stderr.lines().count() < 40, "{}", ran.stderr.len());
    std::fs::write(&file, b"name = \"\xff\"").unwrap();
    assert_fault(&["rules".into(), "check".into(), file.clone().into()], b"", "UTF-8");
    std::fs::remove_dir_all(&folder).unwrap();
}
