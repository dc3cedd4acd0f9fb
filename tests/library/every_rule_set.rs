//! What holds of every answer under every built-in rule set, whichever solver gives it.

pub mod deal;
mod drawn;

use crate::common::{SOLVERS, rules_turned_up, settings};
use deal::Table;
use fastrand::Rng;
use ginga::{
    CheckFault, Counts, Decomposition, Direction, GroupType, Hand, Kind, Objective, RuleSet,
    Settings, Slot, SolverChoice, Tile, WaitShape, check, readings,
};
use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroU64;

/// Hands with more decompositions are left out; the ILP is asked up to fewer.
const MOST: u64 = 300;
const MOST_FOR_ILP: usize = 40;

/// What a decomposition is read as, in the test's own terms: the types and kinds of its groups in any
/// order, called ones told apart, and the partial group's kinds.
type Read = (String, Vec<(bool, GroupType, Vec<Kind>)>, Option<Vec<Kind>>);

fn read(decomposition: &Decomposition) -> Read {
    let groups = decomposition.groups();
    let mut groups: Vec<_> = groups
        .map(|group| (group.is_called(), group.group_type(), group.kinds().collect()))
        .collect();
    groups.sort();
    let open = decomposition.partial().map(|open| open.kinds().collect());
    (decomposition.form().to_owned(), groups, open)
}

/// The decompositions of a hand with their counts, complete or tenpai ones as its size says; `None`
/// when they are too many.
fn listed(
    hand: &Hand,
    rules: &RuleSet,
    solver: SolverChoice,
) -> Option<(Vec<Decomposition>, Counts)> {
    let settings = Settings { limit: NonZeroU64::new(MOST), ..settings(solver) };
    let (list, counts, report) = if hand.concealed().total() % 3 == 2 {
        let found = ginga::decompose(hand, rules, &settings).unwrap();
        (found.list, found.counts, found.report)
    } else {
        let found = ginga::waits(hand, rules, &settings).unwrap();
        (found.decompositions, found.counts, found.report)
    };
    report.completeness.is_complete().then_some((list, counts))
}

/// The solvers that answer for so many decompositions in no time.
fn solvers(decompositions: usize) -> impl Iterator<Item = SolverChoice> {
    SOLVERS.into_iter().skip(usize::from(decompositions > MOST_FOR_ILP))
}

/// Hands of every rule set, each shown with its table; so many of them have an answer.
fn on_hands(seed: u64, set: &[&str], rounds: usize, see: &mut dyn FnMut(&Table, &Hand) -> bool) {
    let mut rng = Rng::with_seed(seed);
    let (mut hands, mut with_answers) = (0, 0);
    for table in deal::tables(&mut rng, set) {
        for round in 0..rounds {
            let hand = deal::hand(&mut rng, &table.rules, round % 2 == 0);
            hands += 1;
            with_answers += usize::from(see(&table, &hand));
        }
    }
    assert!(hands > 40 * rounds && 2 * with_answers > hands, "{with_answers} of {hands} hands");
}

/// Each reading comes once in the list of readings and in every count, with as many fillings as there
/// are decompositions that are read so.
fn readings_are_told_once(table: &Table, hand: &Hand) -> bool {
    let Some((list, _)) = listed(hand, &table.rules, SolverChoice::Search) else { return false };
    let context = || format!("{hand} {}", table.arguments());
    let mut right: BTreeMap<Read, u64> = BTreeMap::new();
    list.iter().for_each(|one| *right.entry(read(one)).or_default() += 1);
    for solver in solvers(list.len()) {
        let (found, counts) = listed(hand, &table.rules, solver).unwrap();
        assert_eq!(found, list, "{} by {solver:?}", context());
        let told = readings(&found);
        assert_eq!(told.len(), right.len(), "readings of {} by {solver:?}", context());
        let mut fillings: Vec<u64> = told.iter().map(|(_, fillings)| *fillings).collect();
        let mut right_fillings: Vec<u64> = right.values().copied().collect();
        fillings.sort_unstable();
        right_fillings.sort_unstable();
        assert_eq!(fillings, right_fillings, "fillings of {} by {solver:?}", context());
        same_counts(&counts, &right, &format!("{} by {solver:?}", context()));
        if hand.concealed().total() % 3 == 2 {
            let counts = ginga::win(hand, &table.rules, &settings(solver)).unwrap().counts;
            same_counts(&counts, &right, &format!("{} by {solver:?}, win", context()));
        }
        let objective = Objective::parse(Direction::Maximize, "wilds").unwrap();
        let ranked = ginga::ranked(hand, &table.rules, &settings(solver), &objective).unwrap();
        same_counts(&ranked.counts, &right, &format!("{} by {solver:?}, ranked", context()));
    }
    !list.is_empty()
}

fn same_counts(counts: &Counts, right: &BTreeMap<Read, u64>, context: &str) {
    for of_form in counts.by_form() {
        let right = right.iter().filter(|((form, ..), _)| **form == *of_form.form);
        let right = (right.clone().map(|(_, fillings)| u128::from(*fillings)).sum(), right.count());
        let found = (of_form.decompositions, of_form.readings as usize);
        assert_eq!(found, right, "decompositions and readings of {}: {context}", of_form.form);
    }
    let sum = right.values().map(|fillings| u128::from(*fillings)).sum();
    assert_eq!(
        (counts.decompositions(), counts.readings() as usize),
        (sum, right.len()),
        "{context}"
    );
}

#[test]
fn a_reading_is_listed_and_counted_once() {
    on_hands(1, &[], 24, &mut readings_are_told_once);
}

/// The jings fill 3z and 4z either way round, so that the two runs change places.
#[test]
fn runs_that_begin_alike_and_change_places_are_one_reading() {
    let rules = rules_turned_up("nanchang", &[], "6p");
    let hand = Hand::parse("7p1223477z", &rules).unwrap();
    let found = ginga::decompose(&hand, &rules, &Settings::default()).unwrap();
    let told = readings(&found.list);
    assert_eq!((found.list.len(), found.counts.readings(), told.len()), (8, 5, 5));
    assert_eq!(told.iter().map(|(_, fillings)| *fillings).collect::<Vec<_>>(), [2, 2, 2, 1, 1]);
}

/// A partial group is told once, with all its holes: whatever keeps groups apart may tell holes apart, but
/// never makes several partial groups of one.
fn an_open_group_is_told_once(table: &Table, hand: &Hand) -> bool {
    if hand.concealed().total() % 3 != 1 {
        return true;
    }
    let Some((list, _)) = listed(hand, &table.rules, SolverChoice::Search) else { return false };
    for solver in solvers(list.len()) {
        let context = || format!("waits {hand} {} by {solver:?}", table.arguments());
        let (found, counts) = listed(hand, &table.rules, solver).unwrap();
        let open: BTreeSet<drawn::Open> = found.iter().map(|one| drawn::open_of(one).0).collect();
        assert_eq!(open.len(), found.len(), "tenpai decompositions of {}", context());
        assert_eq!(counts.decompositions(), open.len() as u128, "{}", context());
        let mut seen = BTreeSet::new();
        let see = &mut |one: Decomposition| {
            assert!(seen.insert(drawn::open_of(&one).0), "seen twice: {}", context());
            std::ops::ControlFlow::Continue(())
        };
        let _ = ginga::visit(hand, &table.rules, &settings(solver), see).unwrap();
        assert_eq!(seen.len(), open.len(), "seen of {}", context());
        let objective = Objective::parse(Direction::Maximize, "wilds").unwrap();
        let ranked = ginga::ranked(hand, &table.rules, &settings(solver), &objective).unwrap();
        assert_eq!(ranked.list.len(), open.len(), "ranked of {}", context());
        for decomposition in &found {
            let checked = check(hand, &table.rules, decomposition);
            assert!(checked.is_ok(), "{checked:?} of {decomposition:?}: {}", context());
        }
    }
    !list.is_empty()
}

#[test]
fn an_open_group_without_a_tile_is_one() {
    on_hands(4, &[], 12, &mut an_open_group_is_told_once);
}

/// What the wins with one tile more say of a waiting hand, and what each solver does.
fn waits_are_what_wins(table: &Table, hand: &Hand) -> bool {
    if hand.concealed().total() % 3 != 1 {
        return true;
    }
    let Some(right) = drawn::waits(table, hand, MOST) else { return true };
    if right.open.len() as u64 > MOST {
        return true;
    }
    for solver in solvers(right.open.len()) {
        let context = format!("waits {hand} {} by {solver:?}", table.arguments());
        let found = ginga::waits(hand, &table.rules, &settings(solver)).unwrap();
        let listed: BTreeMap<_, _> = found.decompositions.iter().map(drawn::open_of).collect();
        for (open, holes) in &right.open {
            assert_eq!(listed.get(open), Some(holes), "the holes of {open:?}: {context}");
        }
        assert_eq!(listed.len(), right.open.len(), "tenpai decompositions of {context}");
        assert_eq!(found.decompositions.len(), listed.len(), "each once: {context}");
        let tiles: BTreeSet<Tile> = found.tiles.iter().map(|wait| wait.tile).collect();
        assert_eq!(tiles, right.tiles, "winning tiles of {context}");
        assert_eq!((found.kinds, found.dead), (right.kinds, right.dead), "kinds, dead: {context}");
        // A rule of one's own that accepts everything changes nothing.
        let all = Settings { accept: Some(&|_| true), ..settings(solver) };
        let all = ginga::waits(hand, &table.rules, &all).unwrap();
        assert_eq!(
            (&all.tiles, all.kinds, all.dead),
            (&found.tiles, found.kinds, found.dead),
            "{context}"
        );
        assert_eq!(all.decompositions, found.decompositions, "{context}");
        for decomposition in &found.decompositions {
            let checked = check(hand, &table.rules, decomposition);
            assert!(checked.is_ok(), "{checked:?} of {decomposition:?}: {context}");
            are_completed(decomposition, table, hand);
        }
    }
    !right.open.is_empty()
}

/// The tiles of each hole complete a tenpai decomposition to one of the complete hand.
fn are_completed(decomposition: &Decomposition, table: &Table, hand: &Hand) {
    for hole in decomposition.partial().unwrap().holes() {
        for &tile in &hole.tiles {
            let complete = decomposition.completed(Slot { kind: hole.kind, tile }).unwrap();
            let Ok(drawn) = Hand::parse(&format!("{tile}{hand}"), &table.rules) else { continue };
            let checked = check(&drawn, &table.rules, &complete);
            // A free tile is read as its face in a complete hand, whatever it was waited for as.
            let is_free = hole.shape == WaitShape::Any;
            let right =
                checked.is_ok() || matches!(checked, Err(CheckFault::NotFree { .. })) && is_free;
            assert!(right, "{checked:?} of {complete:?}: {drawn} {}", table.arguments());
        }
    }
}

#[test]
fn waits_are_what_the_tiles_drawn_win() {
    on_hands(2, &[], 12, &mut waits_are_what_wins);
}

#[test]
fn waits_are_what_the_tiles_drawn_win_where_dead_ones_count() {
    on_hands(3, &["dead_waits=count"], 4, &mut waits_are_what_wins);
}

/// A limit cuts the list alone, and without a list the rest of the answer is the same.
fn a_limit_cuts_the_list_alone(table: &Table, hand: &Hand) -> bool {
    let complete = hand.concealed().total() % 3 == 2;
    let Some((list, counts)) = listed(hand, &table.rules, SolverChoice::Search) else {
        return false;
    };
    for solver in solvers(list.len()) {
        let context = format!("{hand} {} by {solver:?}", table.arguments());
        let wanted = |limit: u64, no_list| {
            let limit = NonZeroU64::new(limit);
            Settings { limit, no_list, ..settings(solver) }
        };
        for limit in [1, 2, MOST] {
            let settings = wanted(limit, false);
            let whole = list.len() as u64 <= limit;
            let (found, found_counts, report) = if complete {
                let found = ginga::decompose(hand, &table.rules, &settings).unwrap();
                (found.list, found.counts, found.report)
            } else {
                let found = ginga::waits(hand, &table.rules, &settings).unwrap();
                (found.decompositions, found.counts, found.report)
            };
            assert_eq!(found_counts, counts, "limit {limit}: {context}");
            assert_eq!(report.completeness.is_complete(), whole, "limit {limit}: {context}");
            assert_eq!(found.len(), list.len().min(limit as usize), "limit {limit}: {context}");
            assert!(found.iter().all(|one| list.contains(one)), "limit {limit}: {context}");
        }
        if complete {
            for (limit, no_list) in [(1, false), (0, true)] {
                let win = ginga::win(hand, &table.rules, &wanted(limit, no_list)).unwrap();
                assert_eq!((&win.counts, win.is_win()), (&counts, !list.is_empty()), "{context}");
                assert!(win.report.completeness.is_complete(), "{context}");
            }
            continue;
        }
        let whole = ginga::waits(hand, &table.rules, &settings(solver)).unwrap();
        for (limit, no_list) in [(1, false), (2, false), (0, true), (1, true)] {
            let found = ginga::waits(hand, &table.rules, &wanted(limit, no_list)).unwrap();
            assert_eq!(found.tiles, whole.tiles, "limit {limit}: {context}");
            assert_eq!((found.kinds, found.dead), (whole.kinds, whole.dead), "{limit}: {context}");
            assert_eq!(found.left_by_kind(), whole.left_by_kind(), "limit {limit}: {context}");
            assert_eq!(found.is_tenpai(), !list.is_empty(), "limit {limit}: {context}");
            if no_list {
                assert_eq!((&found.decompositions, &found.counts), (&Vec::new(), &counts));
                assert!(found.report.completeness.is_complete(), "{context}");
            }
        }
    }
    !list.is_empty()
}

#[test]
fn winning_tiles_and_counts_are_whole_whatever_is_listed() {
    on_hands(4, &[], 8, &mut a_limit_cuts_the_list_alone);
}

#[test]
fn winning_tiles_and_counts_are_whole_whatever_is_listed_where_dead_ones_count() {
    on_hands(5, &["dead_waits=count"], 2, &mut a_limit_cuts_the_list_alone);
}
