//! What holds of every answer, on random hands of every rule set.
//!
//! Runs are repeatable: the seed is fixed unless `PROPTEST_RNG_SEED` gives another, and
//! `PROPTEST_CASES` asks for more hands.

mod deal;
mod rename;
mod tamper;

use crate::common::share;
use deal::{Deal, complete_deals, deals, kinds, rules, waiting_deals};
use ginga::rules::{DeadWaits, Form, PatternSort};
use ginga::{
    Counts, Decomposition, Group, Hand, Kind, KindSet, NoGood, PartialGroup, RuleSet, Settings,
    SolverChoice, Tile, TileCounts, Wait, check, readings,
};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::{Config, RngSeed};
use rename::renamings;
use std::collections::{BTreeSet, HashSet};
use std::num::NonZeroU64;

/// Hands with more decompositions are left to the comparison of solvers.
const MOST: u64 = 300;

fn config(cases: u32) -> Config {
    let from_environment = Config::default();
    Config {
        cases: std::env::var("PROPTEST_CASES")
            .map_or_else(|_| share(cases as usize) as u32, |_| from_environment.cases),
        rng_seed: match from_environment.rng_seed {
            RngSeed::Random => RngSeed::Fixed(20_261_129),
            given => given,
        },
        // A failing case becomes a test of its own, with a name.
        failure_persistence: None,
        max_local_rejects: 10_000_000,
        ..from_environment
    }
}

/// The search's settings; 0 is no limit.
fn settings(limit: u64) -> Settings<'static> {
    let solver = SolverChoice::Search;
    Settings { solver, limit: NonZeroU64::new(limit), ..Settings::default() }
}

/// The answer to the question that a hand's size asks; without a winning tile for a complete hand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    pub list: Vec<Decomposition>,
    pub counts: Counts,
    pub waits: Vec<Wait>,
    pub kinds: KindSet,
    pub dead: KindSet,
}

/// Everything about a hand; `None` when that is too much.
fn ask(hand: &Hand, rules: &RuleSet) -> Option<Answer> {
    let most = settings(MOST);
    let (answer, report) = if hand.concealed().total() % 3 == 2 {
        let found = ginga::decompose(hand, rules, &most).unwrap();
        let (kinds, dead) = (KindSet::EMPTY, KindSet::EMPTY);
        let (list, counts) = (found.list, found.counts);
        (Answer { list, counts, waits: Vec::new(), kinds, dead }, found.report)
    } else {
        let found = ginga::waits(hand, rules, &most).unwrap();
        let list = found.decompositions;
        let (waits, kinds, dead) = (found.tiles, found.kinds, found.dead);
        (Answer { list, counts: found.counts, waits, kinds, dead }, found.report)
    };
    report.completeness.is_complete().then_some(answer)
}

fn wins(hand: &Hand, rules: &RuleSet) -> bool {
    ginga::win(hand, rules, &settings(1)).unwrap().is_win()
}

/// Whether the form leaves its tiles free, each its own face.
fn is_free(form: &Form) -> bool {
    form.patterns().iter().any(|one| matches!(one.sort, PatternSort::Rest { .. }))
}

/// Whether the hand wins by groups, not by tiles left free.
fn wins_by_groups(hand: &Hand, rules: &RuleSet) -> bool {
    let counts = ginga::win(hand, rules, &settings(0)).unwrap().counts;
    let ways = |form: &Form| counts.of_form(form.name()).map_or(0, |counts| counts.decompositions);
    rules.forms().iter().any(|form| !is_free(form) && ways(form) > 0)
}

/// What the decompositions of one form are sorted by.
pub fn group_key(decomposition: &Decomposition) -> (Vec<&Group>, Option<&PartialGroup>) {
    (decomposition.groups().collect(), decomposition.partial())
}

fn live(waits: &[Wait]) -> BTreeSet<Tile> {
    waits.iter().filter(|wait| wait.left > 0).map(|wait| wait.tile).collect()
}

/// How many copies of a tile can still be drawn; none of another suit than the hand's own where
/// the set has but one.
fn left(deal: &Deal, rules: &RuleSet, tile: Tile) -> u8 {
    let held = deal.held();
    let suit = |tile: Tile| tile.kind().map(Kind::suit);
    let own_suit = || held.iter().find_map(|(tile, _)| suit(tile));
    if rules.is_one_suit() && suit(tile).is_some() && suit(tile) != own_suit() {
        return 0;
    }
    rules.drawable(tile).saturating_sub(held.get(tile))
}

/// Random properties say little of hands that have no answer: most of the hands have one.
#[test]
fn the_hands_are_worth_asking() {
    let mut runner = proptest::test_runner::TestRunner::new(config(1));
    let (mut answered, mut heavy, mut called, mut wild) = (0, 0, 0, 0);
    let mut tables = BTreeSet::new();
    for _ in 0..1_000 {
        let deal = deals().new_tree(&mut runner).unwrap().current();
        let rules = deal.rules();
        called += usize::from(!deal.called.is_empty());
        wild += usize::from(deal.tiles.iter().any(|&tile| rules.is_wild(tile)));
        match ask(&deal.hand(), rules) {
            None => heavy += 1,
            Some(answer) if answer.list.is_empty() => {}
            Some(_) => {
                answered += 1;
                tables.insert(deal.table);
            }
        }
    }
    assert!(answered > 600, "{answered} hands of 1000 with an answer");
    assert!(heavy < 100, "{heavy} hands of 1000 too heavy");
    assert!(called > 100 && wild > 250, "{called} with a called meld, {wild} with wild tiles");
    assert_eq!(tables.len(), deal::TABLES.len());
}

proptest! {
    #![proptest_config(config(1_500))]

    #[test]
    fn tile_order_never_matters(
        deal in deals(),
        keys in prop::collection::vec(any::<u8>(), 30),
    ) {
        let shuffled = Deal {
            table: deal.table,
            tiles: shuffled(&deal.tiles, &keys),
            called: shuffled(&deal.called, &keys)
                .into_iter()
                .map(|mut meld| {
                    meld.tiles = shuffled(&meld.tiles, &keys);
                    meld.reading = shuffled(&meld.reading, &keys);
                    meld
                })
                .collect(),
        };
        prop_assert_eq!(shuffled.hand(), deal.hand());
        prop_assert_eq!(ask(&shuffled.hand(), deal.rules()), ask(&deal.hand(), deal.rules()));
    }

    #[test]
    fn a_renaming_renames_the_answer(deal in deals(), renaming in renamings()) {
        let renaming = renaming.within(deal.rules());
        let Some(answer) = ask(&deal.hand(), deal.rules()) else { return Ok(()) };
        let rules = renaming.rules(&deal);
        let of_renamed = ask(&renaming.deal(&deal).hand_under(&rules), &rules);
        prop_assert_eq!(of_renamed, Some(renaming.answer(&answer)));
    }
}

fn shuffled<T: Clone>(items: &[T], keys: &[u8]) -> Vec<T> {
    let mut keyed: Vec<(u8, T)> = keys.iter().copied().zip(items.iter().cloned()).collect();
    keyed.sort_by_key(|(key, _)| *key);
    keyed.into_iter().map(|(_, item)| item).collect()
}

proptest! {
    #![proptest_config(config(1_000))]

    #[test]
    fn a_joker_in_a_tiles_place_loses_no_win(deal in complete_deals(), place in any::<usize>()) {
        let table = deal.table();
        let set: Vec<&str> = table.set.iter().copied().chain(["tiles.jokers=8"]).collect();
        let with_jokers = rules(table.name, &set, &kinds(table.wild));
        if wins_by_groups(&deal.hand(), deal.rules()) {
            // The set has a suit as long as the hand shows it.
            let others = deal.tiles.iter().filter(|&&tile| tile != Tile::JOKER).count();
            let wilder = deal.with(place % deal.tiles.len(), Tile::JOKER);
            prop_assert!(others < 2 || wins(&wilder.hand_under(&with_jokers), &with_jokers));
        }
    }

    #[test]
    fn one_more_wild_kind_loses_no_win(deal in complete_deals(), place in any::<usize>()) {
        let Some(more) = deal.tiles[place % deal.tiles.len()].kind() else { return Ok(()) };
        let wilder = with_wild_kind(&deal, more);
        if wins(&deal.hand(), deal.rules()) {
            prop_assert!(wins(&deal.hand_under(&wilder), &wilder));
            let count = |rules| {
                let won = ginga::win(&deal.hand_under(rules), rules, &settings(0)).unwrap();
                won.counts.decompositions()
            };
            prop_assert!(count(&wilder) >= count(deal.rules()));
        }
    }

    #[test]
    fn one_more_wild_kind_loses_no_wait(deal in waiting_deals(), place in any::<usize>()) {
        let Some(more) = deal.tiles[place % deal.tiles.len()].kind() else { return Ok(()) };
        let wilder = with_wild_kind(&deal, more);
        let before = ask(&deal.hand(), deal.rules());
        let after = ask(&deal.hand_under(&wilder), &wilder);
        if let (Some(before), Some(after)) = (before, after) {
            prop_assert!(live(&after.waits).is_superset(&live(&before.waits)));
            // A hole may have come to life, but none is lost.
            let all = after.kinds.union(after.dead);
            prop_assert_eq!(all.union(before.kinds).union(before.dead), all);
        }
    }

    #[test]
    fn a_blue_tile_in_a_plain_ones_place_loses_no_win(
        deal in complete_deals(),
        place in any::<usize>(),
    ) {
        let place = place % deal.tiles.len();
        let Some(blue) = deal.tiles[place].kind().map(Tile::galaxy) else { return Ok(()) };
        let wilds = deal.table().wild;
        let laizi = deal.tiles[place].kind().is_some_and(|kind| kinds(wilds).contains(&kind));
        // A laizi may be any kind, its blue copy may not.
        if !laizi && left(&deal, deal.rules(), blue) > 0 && wins(&deal.hand(), deal.rules()) {
            prop_assert!(wins(&deal.with(place, blue).hand(), deal.rules()));
        }
    }

    #[test]
    fn one_tile_off_a_win_waits_for_it(deal in complete_deals(), place in any::<usize>()) {
        let place = place % deal.tiles.len();
        let tile = deal.tiles[place];
        let waiting = deal.without(place);
        if deal.rules().drawable(tile) > 0 && wins(&deal.hand(), deal.rules()) {
            let Some(found) = ask(&waiting.hand(), deal.rules()) else { return Ok(()) };
            let wait = Wait { tile, left: left(&waiting, deal.rules(), tile) };
            prop_assert!(wait.left > 0);
            prop_assert!(found.waits.contains(&wait), "{:?}: {:?}", waiting, found.waits);
        }
    }
}

/// The table's rules, with one more kind that may be used as any other and as itself.
fn with_wild_kind(deal: &Deal, more: Kind) -> RuleSet {
    let table = deal.table();
    let set: Vec<&str> = table.set.iter().copied().chain(["wild.own_kind=true"]).collect();
    let wild: Vec<Kind> = kinds(table.wild).into_iter().chain([more]).collect();
    rules(table.name, &set, &wild)
}

proptest! {
    #![proptest_config(config(700))]

    #[test]
    fn waits_are_the_tiles_that_win_when_drawn(deal in waiting_deals()) {
        let rules = deal.rules();
        let Some(found) = ask(&deal.hand(), rules) else { return Ok(()) };
        let drawable = Tile::all().filter(|&tile| left(&deal, rules, tile) > 0);
        let winning: Vec<Wait> = drawable
            .filter(|&tile| wins(&deal.and(tile).hand(), rules))
            .map(|tile| Wait { tile, left: left(&deal, rules, tile) })
            .collect();
        // Where dead waits count they come with no copy left.
        let live: Vec<Wait> = found.waits.iter().copied().filter(|wait| wait.left > 0).collect();
        prop_assert_eq!(live, winning);
        prop_assert!(rules.dead_waits() == DeadWaits::Count
            || found.waits.iter().all(|wait| wait.left > 0));
    }

    #[test]
    fn dead_kinds_live_where_the_set_has_more_copies(deal in waiting_deals()) {
        let table = deal.table();
        let set: Vec<&str> =
            table.set.iter().copied().chain(["tiles.plain=16"]).collect();
        let plenty = rules(table.name, &set, &kinds(table.wild));
        let few = ask(&deal.hand(), deal.rules());
        let many = ask(&deal.hand_under(&plenty), &plenty);
        if let (Some(few), Some(many)) = (few, many) {
            prop_assert_eq!(few.kinds.union(few.dead), many.kinds.union(many.dead));
            prop_assert!(few.kinds.intersection(few.dead).is_empty());
        }
    }

    #[test]
    fn visible_tiles_lower_the_copies_left_and_nothing_else(
        deal in waiting_deals(),
        seen in prop::collection::vec(any::<usize>(), 0..12),
    ) {
        let rules = deal.rules();
        let mut visible = TileCounts::EMPTY;
        for choice in seen {
            let tile = Tile::from_index(choice % Tile::COUNT).unwrap();
            if left(&deal, rules, tile) > visible.get(tile) {
                visible.add(tile);
            }
        }
        let Some(found) = ask(&deal.hand(), rules) else { return Ok(()) };
        let settings = Settings { visible: visible.clone(), ..settings(MOST) };
        let mut seen = ginga::waits(&deal.hand(), rules, &settings).unwrap();
        for wait in &mut seen.tiles {
            wait.left += visible.get(wait.tile);
        }
        prop_assert_eq!(seen.tiles, found.waits);
        prop_assert_eq!((seen.kinds, seen.dead), (found.kinds, found.dead));
        prop_assert_eq!(seen.decompositions, found.list);
    }

    #[test]
    fn counts_are_those_of_the_list(deal in deals()) {
        let (hand, rules) = (deal.hand(), deal.rules());
        let Some(found) = ask(&hand, rules) else { return Ok(()) };
        let listed: HashSet<&Decomposition> = found.list.iter().collect();
        prop_assert_eq!(listed.len(), found.list.len(), "a decomposition comes twice");
        prop_assert_eq!(found.counts.decompositions(), found.list.len() as u128);
        let read = readings(&found.list);
        prop_assert_eq!(found.counts.readings(), read.len() as u128);
        prop_assert_eq!(read.iter().map(|(_, fillings)| fillings).sum::<u64>(), listed.len() as u64);
        for counts in found.counts.by_form() {
            let listed = found.list.iter().filter(|one| one.form() == &*counts.form).count();
            let read = read.iter().filter(|(one, _)| one.form() == &*counts.form).count();
            prop_assert_eq!((counts.decompositions, counts.readings), (listed as u128, read as u128));
        }
        if deal.is_complete() {
            for solver in [SolverChoice::Search, SolverChoice::Ilp(NoGood::Bounds)] {
                let settings = Settings { solver, ..Settings::default() };
                let counted = ginga::win(&hand, rules, &settings).unwrap();
                prop_assert_eq!(&counted.counts, &found.counts);
            }
        }
    }

    #[test]
    fn the_checker_accepts_what_is_listed_and_nothing_else(deal in deals()) {
        let (hand, rules) = (deal.hand(), deal.rules());
        let Some(found) = ask(&hand, rules) else { return Ok(()) };
        let listed: HashSet<&Decomposition> = found.list.iter().collect();
        for decomposition in &found.list {
            let checked = check(&hand, rules, decomposition);
            prop_assert!(checked.is_ok(), "{:?}: {:?}", decomposition, checked);
        }
        for decomposition in found.list.iter().take(2) {
            // A partial group without tiles has so many holes to be changed that some are passed over.
            let changed = tamper::tampered(decomposition, rules);
            let step = changed.len().div_ceil(share(8_000)).max(1);
            for changed in changed.into_iter().step_by(step) {
                let accepted = check(&hand, rules, &changed).is_ok();
                prop_assert_eq!(accepted, listed.contains(&changed), "{:?}", changed);
            }
        }
    }
}

/// How a tile is written: `5m`, `5*m` or `5M`, `0m`, 🀋, each with blanks around it or not.
fn written(tile: Tile, style: u8) -> String {
    let plain = tile.to_string();
    let number = &plain[..1];
    let text = match (tile.kind(), style % 4) {
        (Some(kind), 0) if tile.is_galaxy() => format!("{number}*{}", kind.suit().letter()),
        (Some(kind), 0) if kind.number() == 5 && kind.suit().is_numbered() => {
            format!("0{}", kind.suit().letter())
        }
        (Some(kind), 1) if !tile.is_galaxy() => symbol(kind).to_string(),
        (None, 1) => '\u{1F02A}'.to_string(),
        _ => plain,
    };
    match style / 4 % 4 {
        0 => format!("{text} "),
        1 => format!("_{text}"),
        _ => text,
    }
}

/// The Unicode tile of a kind.
fn symbol(kind: Kind) -> char {
    let number = u32::from(kind.number());
    let code = match kind.suit() {
        ginga::Suit::Honour if number <= 4 => 0x1F000 + number - 1,
        // Red comes first among the dragons.
        ginga::Suit::Honour => 0x1F004 + 7 - number,
        ginga::Suit::Man => 0x1F007 + number - 1,
        ginga::Suit::Sou => 0x1F010 + number - 1,
        ginga::Suit::Pin => 0x1F019 + number - 1,
    };
    char::from_u32(code).unwrap()
}

proptest! {
    #![proptest_config(config(2_000))]

    #[test]
    fn a_hand_prints_as_it_reads(
        deal in deals(),
        styles in prop::collection::vec(any::<u8>(), 40),
    ) {
        let mut styles = styles.into_iter();
        let mut write = |tiles: &[Tile]| -> String {
            tiles.iter().zip(&mut styles).map(|(&tile, style)| written(tile, style)).collect()
        };
        let mut text = write(&deal.tiles);
        for meld in &deal.called {
            let brackets = if meld.concealed_kan { ['(', ')'] } else { ['[', ']'] };
            let reading: String = meld.reading.iter().map(Kind::to_string).collect();
            text += &format!("{}{}={reading}{}", brackets[0], write(&meld.tiles), brackets[1]);
        }
        let rules = deal.rules();
        let hand = Hand::parse(&text, rules).unwrap();
        let printed = hand.to_string();
        prop_assert_eq!(&Hand::parse(&printed, rules).unwrap(), &hand, "{}", printed);
        prop_assert_eq!(Hand::parse(&printed, rules).unwrap().to_string(), printed);
        // Red fives are fives in every answer.
        let plain = deal.hand();
        prop_assert_eq!(hand.concealed(), plain.concealed());
        prop_assert!(hand.called().eq(plain.called()));
    }
}
