//! The models of several dozen hands: every built-in rule set, every form, complete and waiting
//! hands, with and without solutions.

use crate::common::rules;
use ginga::problem::{ColumnId, Problem};
use ginga::solver::{Search, Solver};
use ginga::{Hand, Unlimited};
use std::ops::ControlFlow;

/// Rule set, overrides, wild kinds, hands.
type Table = (&'static str, &'static [&'static str], &'static str, &'static [&'static str]);

const EVERY_FORM: &[&str] =
    &["forms.seven-pairs.enabled=true", "forms.thirteen-orphans.enabled=true"];

/// Six jokers that may be drawn, so that suits are often to be chosen.
/// Caps on wild tiles and on copies: partial groups come as a column a case.
const CAPPED: &[&str] = &["wild.most=1", "wild.fifth_copy=false"];
/// Singles that keep apart.
const SCATTERED: &[&str] = &["forms.scattered.groups=[{ type = \"single\", count = 5, gap = 3 }]"];
const JOKERS: &[&str] = &["tiles.jokers=6"];

const TABLES: &[Table] = &[
    (
        "riichi",
        &[],
        "",
        &[
            "11m",
            "12m",
            "1m",
            "22334455667788s",
            "11122233344455p",
            "111222333m11122p",
            "19m19p19s12345677z",
            "1122m3344p5566s77z",
            "1133m3344p5566s77z",
            "147m258p369s12345z",
            "11m[123p][777z](1111s)",
            "1112345678999m",
            "1112224588899m",
            "1122334455667p",
            "19m19p19s1234567z",
            "19m19p19s1234566z",
            "123456789m1111p",
            "1111m[123p][456p][789p]",
            "147m258p369s1234z",
            "11188m4499p6699s",
            "556667777p567s66z",
        ],
    ),
    ("riichi", &["melds=5", "dead_waits=count"], "", &["111222333m11122233p", "1111m[123p]"]),
    (
        "galaxy",
        &[],
        "",
        &[
            "1m1M23m4M56p456s3Z4z4Z",
            "4M",
            "6p6P66s",
            "7P11s6S",
            "56677z567Z",
            "224777z14Z",
            "2P11244557788s14Z",
            "19m1M9p19s12467z236Z",
            "5M5p67s[3M3P3S=333p][23m4M]",
            "1m2M3p4P5s",
            "23445p34455s11z4Z",
            "9m5P56677889s",
        ],
    ),
    ("galaxy", &[], "5m", &["5m5M46p1z", "55m5M46p"]),
    (
        "galaxy",
        &["forms.fourteen-blue.enabled=true"],
        "",
        &["147M258P369S1234Z", "147M258P369S12345Z"],
    ),
    (
        "laizi",
        EVERY_FORM,
        "3p",
        &[
            "1334444556m34sjj",
            "12m3p55s",
            "1122m445566p77z33p",
            "19m19p19s123456zjj",
            "335s245zj[456s]",
        ],
    ),
    (
        "laizi",
        &[],
        "7z",
        &["1111m7z", "jj", "11mjjj", "123m5pj", "23m7z7z", "123456m45p78sjjjj", "1m4p7s1zjjj"],
    ),
    ("laizi", &["wild.own_kind=false"], "3p", &["12p3p55s", "333p1m", "3p"]),
    (
        "hongzhong",
        &[],
        "",
        &["12m55p7z", "1111m3344p557s99s7z", "1111m33p55s77z", "1m5p9s7z", "12347m1233p234s7z"],
    ),
    (
        "sichuan",
        &[],
        "9s",
        &[
            "12m9s55p45m",
            "123m456p78s11m",
            "11m9s9s9s",
            "1m2p9s9s",
            "1m2p3s9s",
            "1p9s[123m][456s]",
            "44m9s9s[123m][444p]",
            "1122m3344p5577p9s9s",
        ],
    ),
    ("sichuan", JOKERS, "9s", &["1m1pjj", "2m2p2sjj", "9s9sjj1m", "2pjjj[123m]"]),
    (
        "laizi",
        CAPPED,
        "5m",
        &["12355m", "1235m", "115m3z", "1155m4z", "34m5m1z", "1115m", "11155m"],
    ),
    ("laizi", SCATTERED, "1m", &["147m2p1z", "1479m", "135m7p2z", "147m2p", "1m25p1z"]),
    ("mcr", &[], "", &["147m258p36s123456z", "147m258p369s4445z"]),
    ("chinitsu", &[], "", &["3334445556667m", "1223344888999m", "23344456677788m", "11m"]),
];

/// The same hands under every limit on suits: it decides how many solutions there are.
pub const LIMITED: &[&str] = &["12m456p99s", "12m45p999s", "456p99s[123m]", "3m3pjj"];

/// A model with a name for messages.
pub struct Named {
    pub name: String,
    pub problem: Problem,
}

/// The models of all these hands, one a hand and form.
pub fn all() -> Vec<Named> {
    let limited = (1..=3).flat_map(limited_to);
    TABLES.iter().copied().flat_map(of_table).chain(limited).collect()
}

/// The models of [`LIMITED`] with so many suits.
pub fn limited_to(suits: u8) -> Vec<Named> {
    let limit: &[&str] = match suits {
        1 => &["max_suits=1", "tiles.jokers=6", "wild.stands_for=3m3p3s6p"],
        2 => &["max_suits=2", "tiles.jokers=6", "wild.stands_for=3m3p3s6p"],
        _ => &["max_suits=3", "tiles.jokers=6", "wild.stands_for=3m3p3s6p"],
    };
    of_table(("sichuan", limit, "9s", LIMITED))
}

fn of_table((name, set, wild, hands): Table) -> Vec<Named> {
    let set: Vec<String> = set.iter().map(|assignment| assignment.to_string()).collect();
    let rules = rules(name, &set, wild);
    let of_hand = |text: &&str| {
        let hand =
            Hand::parse(text, &rules).unwrap_or_else(|error| panic!("{text} ({name}): {error}"));
        let models = ginga::models(&hand, &rules).unwrap_or_else(|error| panic!("{text}: {error}"));
        let named = |problem: Problem| {
            let form = problem.form();
            Named { name: format!("{text} ({name} {set:?} {wild}, {form})"), problem }
        };
        models.into_iter().map(named).collect::<Vec<_>>()
    };
    hands.iter().flat_map(of_hand).collect()
}

/// The solutions that the search finds, sorted; `None` where there are more than `most`.
pub fn solutions(problem: &Problem, most: usize) -> Option<Vec<Vec<ColumnId>>> {
    let mut found = Vec::new();
    let visit = &mut |solution: ginga::solver::Solution| {
        found.push(solution.columns().to_vec());
        if found.len() > most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    Search.enumerate(problem, &Unlimited, visit).unwrap();
    found.sort_unstable();
    (found.len() <= most).then_some(found)
}
