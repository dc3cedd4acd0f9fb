//! Tricky hands, their whole answers. A snapshot shows what changed; the answers themselves are
//! confirmed in the same test by the second solver and by checking every decomposition.

use crate::common::{decompose, rules, tiles_text, waits};
use ginga::{Counts, Decomposition, Hand};

/// Snapshots live at the top level, beside the sources.
fn snapshot(name: &str, text: &str) {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("../../snapshots");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, text));
}

fn counts_text(counts: &Counts) -> String {
    let form = |form: &ginga::FormCounts| {
        format!("{}: {} decompositions, {} readings", form.form, form.decompositions, form.readings)
    };
    counts.by_form().iter().map(form).collect::<Vec<_>>().join("\n")
}

fn line(decomposition: &Decomposition) -> String {
    let groups = decomposition.groups().map(|group| format!("({group})"));
    let open = decomposition.partial().map(|open| {
        let holes = open.holes().iter().map(|hole| format!(" {} {}", hole.shape.name(), hole.kind));
        format!("[{open}]{}", holes.collect::<String>())
    });
    let parts: Vec<String> = groups.chain(open).collect();
    format!("{}: {}", decomposition.form(), parts.join(" "))
}

/// All about a hand under a rule set with overrides, as a text.
fn answer(name: &str, set: &[&str], wild: &str, hand: &str) -> String {
    let set: Vec<String> = set.iter().map(|assignment| assignment.to_string()).collect();
    let rules = rules(name, &set, wild);
    let hand = Hand::parse(hand, &rules).unwrap();
    let mut text = format!("{hand} ({name})\n");
    let list = if hand.concealed().total() % 3 == 1 {
        let found = waits(&hand, &rules);
        let left: Vec<String> =
            found.tiles.iter().map(|wait| format!("{}x{}", wait.tile, wait.left)).collect();
        text += &format!("waits {} = {}\n", tiles_text(&found), left.join(" "));
        text += &format!("kinds {}, dead {}\n", found.kinds, found.dead);
        text += &counts_text(&found.counts);
        found.decompositions
    } else {
        let found = decompose(&hand, &rules);
        text += &counts_text(&found.counts);
        found.list
    };
    let lines: Vec<String> = list.iter().map(line).collect();
    format!("{text}\n{}", lines.join("\n"))
}

/// Name, rule set, overrides, wild kinds, hand.
type Tricky = (&'static str, &'static str, &'static [&'static str], &'static str, &'static str);

const HANDS: &[Tricky] = &[
    ("galaxy_fixed_example", "galaxy", &[], "", "1m1M23m4M56p456s3Z4z4Z"),
    ("galaxy_one_blue_tile", "galaxy", &[], "", "4M"),
    ("galaxy_pair_or_pair", "galaxy", &[], "", "6p6P66s"),
    ("galaxy_two_suits_of_one_run", "galaxy", &[], "", "7P11s6S"),
    ("galaxy_winds_and_dragons", "galaxy", &[], "", "56677z567Z"),
    ("galaxy_seven_pairs_win", "galaxy", &[], "", "2P11244557788s14Z"),
    ("galaxy_orphans", "galaxy", &[], "", "19m1M9p19s12467z236Z"),
    ("galaxy_called_melds", "galaxy", &[], "", "5M5p67s[3M3P3S=333p][23m4M]"),
    ("galaxy_and_laizi", "galaxy", &[], "5m", "5m5M46p1z"),
    (
        "galaxy_fourteen_blue",
        "galaxy",
        &["forms.fourteen-blue.enabled=true", "forms.standard.enabled=false"],
        "",
        "147M258P369S1234Z",
    ),
    ("riichi_nine_gates", "riichi", &[], "", "1112345678999m"),
    ("riichi_three_readings_and_seven_pairs", "riichi", &[], "", "22334455667788s"),
    ("riichi_orphans_thirteen_waits", "riichi", &[], "", "19m19p19s1234567z"),
    ("riichi_orphans_one_wait", "riichi", &[], "", "19m19p19s1234566z"),
    ("riichi_dead_wait", "riichi", &[], "", "123456789m1111p"),
    ("riichi_dead_wait_counts", "riichi", &["dead_waits=count"], "", "123456789m1111p"),
    ("riichi_seven_pairs_or_runs", "riichi", &[], "", "1122334455667p"),
    ("laizi_two_jokers", "laizi", &[], "", "1334444556m34sjj"),
    ("laizi_own_kind", "laizi", &[], "3p", "12m3p55s"),
    ("laizi_not_its_own_kind", "laizi", &["wild.own_kind=false"], "3p", "12p3p55s"),
    ("laizi_five_alike", "laizi", &[], "7z", "1111m7z"),
    ("hongzhong_is_never_a_dragon", "hongzhong", &[], "", "12m55p7z"),
    ("hongzhong_seven_pairs_with_quads", "hongzhong", &[], "", "1111m3344p557s99s7z"),
    ("sichuan_two_suits_read", "sichuan", &[], "9s", "12m9s55p45m"),
    ("chinitsu_puzzle", "chinitsu", &[], "", "3334445556667m"),
];

#[test]
fn tricky_hands() {
    for (name, rules, set, wild, hand) in HANDS {
        snapshot(name, &answer(rules, set, wild, hand));
    }
}
