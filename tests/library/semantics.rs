//! The fixed examples of the game's meaning, exactly.

use crate::common::{decompose, rules, rules_turned_up, tiles_text, waits};
use ginga::engine::{Engine, PackedHand};
use ginga::notation::{RedFives, write_tiles};
use ginga::{Hand, HandSize, Overrides, RuleSet, Tile, TileCounts, Waits};

fn ask(name: &str, hand: &str) -> Waits {
    let rules = rules(name, &[], "");
    waits(&Hand::parse(hand, &rules).unwrap(), &rules)
}

fn kinds(waits: &Waits) -> String {
    waits.kinds.to_string()
}

#[test]
fn one_decomposition_with_two_holes() {
    let found = ask("riichi", "1112224588899m");
    assert_eq!(kinds(&found), "3m6m");
    assert_eq!(found.decompositions.len(), 1);
    let groups: Vec<String> = found.decompositions[0].groups().map(|g| g.to_string()).collect();
    assert_eq!(groups, ["111m", "222m", "888m", "99m"]);
    let open = found.decompositions[0].partial().unwrap();
    assert_eq!(open.to_string(), "45m");
    assert_eq!(open.holes().len(), 2);
}

#[test]
fn waits_of_one_suit_hands() {
    assert_eq!(kinds(&ask("riichi", "1122335556799m")), "5m8m9m");
    for (hand, waits, decompositions) in [
        ("1112223335559m", "9m", 2),
        ("1223344888999m", "1m4m", 3),
        ("1112345678999m", "1m2m3m4m5m6m7m8m9m", 11),
    ] {
        let found = ask("riichi", hand);
        assert_eq!(kinds(&found), waits, "{hand}");
        assert_eq!(found.decompositions.len(), decompositions, "{hand}");
    }
}

#[test]
fn the_galaxy_hand() {
    let found = ask("galaxy", "1m1M23m4M56p456s3Z4z4Z");
    assert_eq!(kinds(&found), "1m4m1p4p7p1s");
    assert_eq!(tiles_text(&found), "14m7M147p147P1s147S");
    assert_eq!(found.decompositions.len(), 6);
}

#[test]
fn the_fifth_copy_does_not_exist() {
    let found = ask("riichi", "1111m[123p][456p][789p]");
    assert!(!found.is_tenpai());
    assert_eq!((kinds(&found), found.dead.to_string()), (String::new(), "1m".to_owned()));
}

#[test]
fn a_dead_wait_counts_where_the_rules_say_so() {
    let rules = rules("riichi", &["dead_waits=count".into()], "");
    let found = waits(&Hand::parse("123456789m1111p", &rules).unwrap(), &rules);
    assert_eq!(tiles_text(&found), "1p");
    assert_eq!(found.tiles[0].left, 0);
    assert!(found.dead.is_empty() && found.is_tenpai());
}

#[test]
fn visible_tiles_lower_the_copies_left_alone() {
    let rules = rules("riichi", &[], "");
    let hand = Hand::parse("23m55p", &rules).unwrap();
    let visible = ginga::notation::parse_tiles("1111m4m", None).unwrap();
    let visible = visible.iter().map(|placed| placed.tile).collect();
    let settings = ginga::Settings { visible, ..ginga::Settings::default() };
    let found = ginga::waits(&hand, &rules, &settings).unwrap();
    let left: Vec<String> =
        found.tiles.iter().map(|wait| format!("{} {}", wait.tile, wait.left)).collect();
    assert_eq!(left, ["1m 0", "4m 3"]);
    assert_eq!(found.decompositions.len(), 1);
}

#[test]
fn a_lone_blue_tile_is_three_tenpai_decompositions() {
    let found = ask("galaxy", "4M");
    assert_eq!(found.decompositions.len(), 3);
    assert_eq!(kinds(&found), "4m4p4s");
    // The hand holds the one blue 4m: the others are left.
    assert_eq!(tiles_text(&found), "4m4p4P4s4S");
}

#[test]
fn thirteen_orphans_wait_on_thirteen_kinds_or_one() {
    let thirteen = ask("riichi", "19m19p19s1234567z");
    assert_eq!(thirteen.decompositions.len(), 13);
    assert_eq!(thirteen.kinds.len(), 13);
    let one = ask("riichi", "19m19p19s1234566z");
    assert_eq!((one.decompositions.len(), kinds(&one)), (1, "7z".to_owned()));
    assert!(one.decompositions[0].partial().unwrap().slots().is_empty());
}

#[test]
fn red_fives_are_fives() {
    let rules = rules("riichi", &[], "");
    let red = Hand::parse("406m05p", &rules).unwrap();
    let plain = Hand::parse("456m55p", &rules).unwrap();
    assert_eq!(red.to_string(), "406m05p");
    assert_eq!(decompose(&red, &rules).list, decompose(&plain, &rules).list);
}

#[test]
fn a_kan_counts_as_three_tiles_and_uses_four() {
    let found = ask("riichi", "23m55p[1111m](4444p)");
    // 1m is called away; one 4m is as live as ever.
    assert_eq!(tiles_text(&found), "4m");
    assert_eq!(kinds(&found), "4m");
    assert_eq!(found.dead.to_string(), "1m");
    let groups: Vec<String> = found.decompositions[0].groups().map(|g| g.to_string()).collect();
    assert_eq!(groups, ["55p", "1111m", "4444p"]);
}

#[test]
fn sichuan_hands_have_at_most_two_suits() {
    let rules = rules("sichuan", &[], "");
    let wins = |hand: &str| !decompose(&Hand::parse(hand, &rules).unwrap(), &rules).list.is_empty();
    assert!(wins("123m55m456p"));
    assert!(!wins("123m55p456s"));
    assert!(!wins("123m55p[456s]"));
    // With a wild tile the suits that are read count, not those on the tiles.
    let wild = crate::common::rules("sichuan", &[], "9s");
    let hand = Hand::parse("12m9s55p", &wild).unwrap();
    assert_eq!(decompose(&hand, &wild).list.len(), 1);
    let hand = Hand::parse("12m9s55p[123s]", &wild).unwrap();
    assert!(decompose(&hand, &wild).list.is_empty());
}

#[test]
fn fourteen_blue_tiles_win_in_any_shape_where_switched_on() {
    let off = rules("galaxy", &[], "");
    let on = rules("galaxy", &["forms.fourteen-blue.enabled=true".into()], "");
    let shapeless = "14M25P36S1234567Z8M";
    let by = |rules| decompose(&Hand::parse(shapeless, rules).unwrap(), rules).list.len();
    assert_eq!((by(&off), by(&on)), (0, 1));
    let with_plain = Hand::parse("14M25P36S1234567Z8m", &on).unwrap();
    assert!(decompose(&with_plain, &on).list.is_empty());
    // Thirteen wait on every other blue tile, by a free group that lacks one.
    let alone = ["forms.fourteen-blue.enabled=true", "forms.standard.enabled=false"];
    let alone = rules("galaxy", &alone.map(str::to_owned), "");
    let thirteen = waits(&Hand::parse("14M25P36S1234567Z", &alone).unwrap(), &alone);
    assert_eq!(thirteen.decompositions.len(), 1);
    assert_eq!(thirteen.tiles.len(), 34 - 13);
    assert!(thirteen.tiles.iter().all(|wait| wait.tile.is_galaxy() && wait.left == 1));
}

#[test]
fn the_one_suit_puzzle_takes_any_suit() {
    for suit in ["m", "p", "s"] {
        let found = ask("chinitsu", &format!("1112345678999{suit}"));
        assert_eq!(found.decompositions.len(), 11);
    }
    let rules = rules("chinitsu", &[], "");
    let mixed = Hand::parse("12m3p", &rules).unwrap_err();
    assert_eq!(mixed.span, Some(ginga::notation::Span::new(3, 4)));
    assert!(Hand::parse("1z", &rules).is_err());
}

/// A hand that shows no suit is of the first suit of which the set has tiles. So it has the answers of
/// a set of that suit alone.
#[test]
fn jokers_alone_are_of_a_suit_that_the_set_has() {
    let sets =
        [("man", "man"), ("pin", "pin"), ("sou", "sou"), ("man sou", "man"), ("pin sou", "pin")];
    // The last set has kinds of man, and no tile of them.
    let sets = sets.map(|(kinds, first)| (vec![format!("tiles.kinds={kinds}")], first));
    let no_man = (1..=9).map(|number| format!("tiles.copies.{number}m=0")).collect();
    for (set, first) in sets.into_iter().chain([(no_man, "pin")]) {
        let with = |more: &[&str]| {
            let more = more.iter().map(|&more| more.to_owned());
            rules("chinitsu", &set.iter().cloned().chain(more).collect::<Vec<_>>(), "")
        };
        let one_suit = with(&["tiles.jokers=8"]);
        let kinds = format!("tiles.kinds={first}");
        let alone = ["tiles.jokers=8", "tiles.one_suit=false", &kinds].map(str::to_owned);
        let alone = rules("chinitsu", &alone, "");
        let engine = Engine::new(&one_suit).unwrap();
        for text in ["j", "jj", "jjjj", "jjjjj"] {
            let hand = Hand::parse(text, &one_suit).unwrap();
            let packed = PackedHand::of(&hand).unwrap();
            if hand.size() == Some(HandSize::Complete) {
                let (found, wanted) = (decompose(&hand, &one_suit), decompose(&hand, &alone));
                assert!(!wanted.list.is_empty());
                assert_eq!(found.list, wanted.list, "{text} {set:?}");
                assert!(engine.is_win(&packed), "{text} {set:?}");
            } else {
                let (found, wanted) = (waits(&hand, &one_suit), waits(&hand, &alone));
                assert_eq!(wanted.kinds.len(), 9);
                let answers = |waits: &Waits| {
                    (waits.tiles.clone(), waits.kinds, waits.dead, waits.decompositions.clone())
                };
                assert_eq!(answers(&found), answers(&wanted), "{text} {set:?}");
                let by_engine: Vec<Tile> = engine.waits(&packed).tiles().collect();
                let tiles: Vec<Tile> = wanted.tiles.iter().map(|wait| wait.tile).collect();
                assert_eq!(by_engine, tiles, "{text} {set:?}");
            }
        }
    }
}

/// A form is filled if a hand of some suit fills it, its jokers counted.
#[test]
fn a_form_that_one_suit_fills_is_no_contradiction() {
    let whole = RuleSet::builtin_text("chinitsu").unwrap();
    let kinds = whole.lines().find(|line| line.starts_with("kinds = \"1")).unwrap();
    let jokers = whole.lines().find(|line| line.starts_with("jokers =")).unwrap();
    let examined = |set: &str, count: u8| {
        let text = whole.replace(kinds, &format!("kinds = {set:?}"));
        ginga::examine(&text.replace(jokers, &format!("jokers = {count}"))).map(|_| ())
    };
    // Fourteen tiles are to come from one suit and the jokers; two kinds are but eight.
    assert!(examined("1m 123456789p", 0).is_ok());
    assert!(examined("123456789m 1p", 0).is_ok());
    assert!(examined("1m5m", 8).is_ok());
    let none = examined("15m 15p 15s", 0).unwrap_err().to_string();
    assert!(none.contains("no hand of this tile set fills"), "{none}");
}

/// The wall of such a set has the tiles of one suit, and the jokers.
#[test]
fn the_wall_of_one_suit_has_the_jokers() {
    let set = ["tiles.kinds=pin sou", "tiles.jokers=8"].map(str::to_owned);
    let wall: TileCounts = rules("chinitsu", &set, "").wall().collect();
    let pin: String = (1..=9).map(|number| number.to_string().repeat(4)).collect();
    assert_eq!(write_tiles(&wall, RedFives::default()), format!("{pin}pjjjjjjjj"));
}

#[test]
fn the_free_form_waits_in_any_suit_that_the_limit_allows() {
    let set = [
        "forms.fourteen-blue.enabled=true",
        "forms.standard.enabled=false",
        "forms.seven-pairs.enabled=false",
        "forms.thirteen-orphans.enabled=false",
        "max_suits=2",
    ];
    let rules = rules("galaxy", &set.map(str::to_owned), "");
    // Two suits are there: any third blue tile of them, or an honour, but no sou.
    let found = waits(&Hand::parse("1234567M123456P", &rules).unwrap(), &rules);
    assert_eq!(tiles_text(&found), "89M789P1234567Z");
    // One suit is there: a tile of any other is the second.
    let found = waits(&Hand::parse("123456789M1234Z", &rules).unwrap(), &rules);
    assert_eq!(found.tiles.len(), 34 - 13);
}

#[test]
fn a_kind_that_no_tile_may_be_used_as_is_not_dead() {
    let set = ["wild.own_kind=false".to_owned(), "wild.stands_for=5m".to_owned()];
    let rules = rules("sichuan", &set, "6s");
    let found = waits(&Hand::parse("78s55p", &rules).unwrap(), &rules);
    assert_eq!((kinds(&found), found.dead.to_string()), ("9s".to_owned(), String::new()));
}

#[test]
fn a_free_tile_is_waited_for_as_every_kind_that_it_may_be() {
    let rules = rules_turned_up("huangshi", &[], "5z");
    // Twos, fives and eights in any shape: all four 2s are held, the last 6z may be a 2s.
    let found = waits(&Hand::parse("2m2p22225558s666z", &rules).unwrap(), &rules);
    assert_eq!((kinds(&found), found.dead.to_string()), ("2m5m8m2p5p8p2s5s8s".into(), "".into()));
}

#[test]
fn an_open_group_without_a_tile_is_one_with_all_its_holes() {
    let set = ["forms.thirteen-orphans.groups=[{type=\"single\",count=14}]".to_owned()];
    let rules = rules("riichi", &set, "");
    let found = waits(&Hand::parse("1234567m123456p", &rules).unwrap(), &rules);
    let singles = found.counts.of_form("thirteen-orphans").unwrap();
    assert_eq!((singles.decompositions, singles.readings), (1, 1));
    let singles = found.decompositions.iter().find(|one| one.form() == "thirteen-orphans");
    assert_eq!(singles.unwrap().partial().unwrap().holes().len(), 21);
    assert_eq!(found.counts.readings(), ginga::readings(&found.decompositions).len() as u128);
}

/// Riichi with forms of one's own beside the standard one.
fn with_forms(forms: &str) -> RuleSet {
    let text = format!("{}\n{forms}", RuleSet::builtin_text("riichi").unwrap());
    RuleSet::from_toml(&text, &Overrides::default()).unwrap()
}

#[test]
fn two_singles_are_of_two_kinds() {
    let rules = with_forms(
        "[forms.two-singles]\nenabled = true\ngroups = [{ type = \"single\", count = 2 }]\n",
    );
    let singles = |text: &str| {
        let hand = Hand::parse(text, &rules).unwrap();
        decompose(&hand, &rules).counts.of_form("two-singles").unwrap().decompositions
    };
    assert_eq!((singles("19m"), singles("11m")), (1, 0));
}

#[test]
fn pairs_apart_may_share_a_kind_with_a_meld() {
    let rules = with_forms(
        "[forms.four-pairs]\nenabled = true\n\
         groups = [{ type = \"pair\", count = 4 }, { type = \"meld\", count = 1 }]\n",
    );
    let of_form = |counts: &ginga::Counts| counts.of_form("four-pairs").unwrap().decompositions;
    let hand = Hand::parse("11123m557799p", &rules).unwrap();
    assert_eq!(of_form(&decompose(&hand, &rules).counts), 1);
    // 11m and the open 12m begin alike, too.
    let hand = Hand::parse("1112m557799p", &rules).unwrap();
    let waits = waits(&hand, &rules);
    assert_eq!(of_form(&waits.counts), 2);
    assert_eq!(waits.kinds.to_string(), "2m3m");
}
