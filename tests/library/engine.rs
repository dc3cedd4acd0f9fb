//! The engine against the search on random hands of many rule sets.

use crate::common::hands::Table;
use crate::common::{rules, settings, share};
use fastrand::Rng;
use ginga::engine::{DecompositionRef, Engine, PackedHand, PackedPartial};
use ginga::rules::DeadWaits;
use ginga::{
    Call, Decomposition, GroupType, Hand, Hole, Kind, NoGood, PartialGroup, RuleSet, Settings,
    SolverChoice, Tile, WaitShape,
};
use std::num::NonZeroU64;
use std::sync::Arc;

fn tables() -> Vec<Table> {
    let both = ["forms.seven-pairs.enabled=true", "forms.thirteen-orphans.enabled=true"];
    let both = both.map(str::to_owned);
    let quads = ["forms.seven-pairs.quads_as_two_pairs=true".to_owned()];
    let table = |rules, wild, jokers| Table { rules, wild, jokers };
    vec![
        table(rules("riichi", &[], ""), 0, 0),
        table(rules("galaxy", &[], ""), 3, 0),
        table(rules("galaxy", &[], ""), 13, 0),
        table(rules("galaxy", &quads, "5m"), 4, 0),
        table(rules("laizi", &both, "3p"), 2, 2),
        table(rules("laizi", &[], "1m7z"), 3, 2),
        table(rules("laizi", &[], "1m5p"), 5, 8),
        table(rules("hongzhong", &[], ""), 3, 0),
        table(rules("sichuan", &[], ""), 0, 0),
        table(rules("sichuan", &["tiles.jokers=4".into()], "9s"), 2, 1),
        table(rules("chinitsu", &[], ""), 0, 0),
        table(rules("chinitsu", &["tiles.jokers=2".into()], ""), 0, 2),
        table(rules("riichi", &["melds=5".into(), "dead_waits=count".into()], ""), 0, 0),
        table(rules("galaxy", &["dead_waits=count".into()], ""), 3, 0),
    ]
}

/// Lists are compared up to so many decompositions, counts always.
const MOST: u128 = 5_000;
/// The ILP is asked as well up to so many.
const MOST_ILP: u128 = 500;

const ILP: SolverChoice = SolverChoice::Ilp(NoGood::Bounds);

/// A caller's own rule, one that accepts everything: the answer is made from the filtered list then.
fn with_a_rule() -> Settings<'static> {
    Settings { accept: Some(&|_| true), ..settings(SolverChoice::Fastest) }
}

/// Compares engine, search and ILP on one hand, each in every way; says whether the hand has an answer.
fn agrees(engine: &Engine, hand: &Hand, rules: &RuleSet) -> bool {
    let packed = PackedHand::of(hand).unwrap();
    let counts = if hand.concealed().total() % 3 == 2 {
        let [one, other] = [SolverChoice::Search, SolverChoice::Fastest]
            .map(|solver| ginga::win(hand, rules, &settings(solver)).unwrap());
        assert_eq!((one.report.solver, other.report.solver), ("search", "engine"));
        assert_eq!(one.counts, other.counts, "{hand} under {}", rules.name());
        assert_eq!(engine.is_win(&packed), one.is_win(), "{hand} under {}", rules.name());
        if one.counts.decompositions() <= MOST {
            let [one, other] = [SolverChoice::Search, SolverChoice::Fastest]
                .map(|solver| ginga::decompose(hand, rules, &settings(solver)).unwrap().list);
            assert_eq!(one, other, "{hand} under {}", rules.name());
            let by_rule = ginga::decompose(hand, rules, &with_a_rule()).unwrap();
            assert_eq!((by_rule.report.solver, by_rule.list), ("engine", other), "{hand}");
            assert_eq!(visited(engine, hand, rules), one, "{hand} under {}", rules.name());
            if one.len() as u128 <= MOST_ILP {
                let ilp = ginga::decompose(hand, rules, &settings(ILP)).unwrap().list;
                assert_eq!(ilp, one, "{hand} under {}", rules.name());
            }
        }
        one.counts
    } else {
        let answer = engine.waits(&packed);
        let count = engine.count(&packed);
        if count.decompositions > MOST {
            let probed = probed_waits(hand, rules);
            assert_eq!(answer.tiles().collect::<Vec<_>>(), probed, "{hand} under {}", rules.name());
            return true;
        }
        let [one, other] = [SolverChoice::Search, SolverChoice::Fastest]
            .map(|solver| ginga::waits(hand, rules, &settings(solver)).unwrap());
        assert_eq!(one.decompositions, other.decompositions, "{hand} under {}", rules.name());
        assert_eq!(
            (&one.tiles, one.kinds, one.dead),
            (&other.tiles, other.kinds, other.dead),
            "{hand}"
        );
        let by_rule = ginga::waits(hand, rules, &with_a_rule()).unwrap();
        assert_eq!(by_rule.decompositions, other.decompositions, "{hand} under {}", rules.name());
        assert_eq!(
            (&by_rule.tiles, by_rule.kinds, by_rule.dead),
            (&other.tiles, other.kinds, other.dead),
            "{hand} under {}",
            rules.name()
        );
        if one.decompositions.len() as u128 <= MOST_ILP {
            let ilp = ginga::waits(hand, rules, &settings(ILP)).unwrap();
            assert_eq!(
                (&ilp.tiles, ilp.kinds, ilp.dead),
                (&one.tiles, one.kinds, one.dead),
                "{hand}"
            );
            assert_eq!(ilp.decompositions, one.decompositions, "{hand} under {}", rules.name());
        }
        assert_eq!(one.counts, other.counts, "{hand} under {}", rules.name());
        assert_eq!(
            visited(engine, hand, rules),
            one.decompositions,
            "{hand} under {}",
            rules.name()
        );
        let tiles: Vec<Tile> = one.tiles.iter().map(|wait| wait.tile).collect();
        assert_eq!(answer.tiles().collect::<Vec<_>>(), tiles, "{hand} under {}", rules.name());
        assert_eq!((answer.kinds(), answer.dead()), (one.kinds, one.dead), "{hand}");
        for wait in one.tiles {
            assert_eq!(engine.unseen(&packed, wait.tile), wait.left, "{} of {hand}", wait.tile);
        }
        one.counts
    };
    let count = engine.count(&packed);
    assert_eq!(count.decompositions, counts.decompositions(), "{hand} under {}", rules.name());
    assert_eq!(count.readings, counts.readings(), "readings of {hand} under {}", rules.name());
    counts.decompositions() > 0
}

/// The same with the engine's own answers and the search's lists alone, and where those are long with
/// the search's counts: a third of the time.
fn agrees_in_short(engine: &Engine, hand: &Hand, rules: &RuleSet) -> bool {
    let packed = PackedHand::of(hand).unwrap();
    let count = engine.count(&packed);
    let counted = |counts: &ginga::Counts| {
        let theirs = (counts.decompositions(), counts.readings());
        assert_eq!((count.decompositions, count.readings), theirs, "{hand} under {}", rules.name());
    };
    let by_search = settings(SolverChoice::Search);
    if hand.concealed().total() % 3 == 2 {
        assert_eq!(
            engine.is_win(&packed),
            count.decompositions > 0,
            "{hand} under {}",
            rules.name()
        );
        if count.decompositions > MOST {
            counted(&ginga::win(hand, rules, &by_search).unwrap().counts);
            return true;
        }
        let found = ginga::decompose(hand, rules, &by_search).unwrap();
        counted(&found.counts);
        assert_eq!(visited(engine, hand, rules), found.list, "{hand} under {}", rules.name());
    } else {
        let answer = engine.waits(&packed);
        let tiles: Vec<Tile> = answer.tiles().collect();
        if count.decompositions > MOST {
            assert_eq!(tiles, probed_waits(hand, rules), "{hand} under {}", rules.name());
            return true;
        }
        let found = ginga::waits(hand, rules, &by_search).unwrap();
        counted(&found.counts);
        let theirs: Vec<Tile> = found.tiles.iter().map(|wait| wait.tile).collect();
        assert_eq!(tiles, theirs, "{hand} under {}", rules.name());
        assert_eq!((answer.kinds(), answer.dead()), (found.kinds, found.dead), "{hand}");
        let list = visited(engine, hand, rules);
        assert_eq!(list, found.decompositions, "{hand} under {}", rules.name());
    }
    count.decompositions > 0
}

/// The tiles left that make the hand complete, one after another, by the search.
fn probed_waits(hand: &Hand, rules: &RuleSet) -> Vec<Tile> {
    let wins = |tile: &Tile| {
        let tiles = hand.concealed().tiles().chain([*tile]);
        let with = Hand::from_tiles(tiles, rules);
        let with = hand.called().fold(with, |with, group| {
            let tiles: Vec<Tile> = group.tiles().collect();
            let kinds: Vec<Kind> = group.kinds().collect();
            let concealed = group.call() == Call::ConcealedKan;
            with.and_then(|with| with.with_meld(&tiles, concealed, Some(&kinds), rules))
        });
        let first = Settings { limit: NonZeroU64::new(1), ..settings(SolverChoice::Search) };
        with.is_ok_and(|with| ginga::win(&with, rules, &first).unwrap().is_win())
    };
    Tile::all().filter(|&tile| rules.drawable(tile) > 0).filter(wins).collect()
}

/// What the engine's visit shows, in its order, kept in its list.
fn visited(engine: &Engine, hand: &Hand, rules: &RuleSet) -> Vec<Decomposition> {
    let packed = PackedHand::of(hand).unwrap();
    let fillable = |kind: Kind| {
        let stands =
            |tile: &Tile| rules.drawable(*tile) > 0 && rules.stands_for(*tile).contains(kind);
        let could: Vec<Tile> = Tile::all().filter(stands).collect();
        let left: Vec<Tile> =
            could.iter().copied().filter(|&tile| engine.unseen(&packed, tile) > 0).collect();
        if left.is_empty() && rules.dead_waits() == DeadWaits::Count { could } else { left }
    };
    let mut list = Vec::new();
    for decomposition in engine.list(&packed).iter() {
        let form: Arc<str> = rules.forms()[decomposition.form()].name().into();
        let groups = decomposition.groups().iter().map(|group| Arc::new(group.to_group().unwrap()));
        let groups = groups.chain(hand.called().cloned().map(Arc::new)).collect();
        let open = decomposition.partial().map(|open| {
            let holes = open.holes().iter().filter_map(|kind| {
                let tiles = fillable(kind);
                let shape = shape(&decomposition, open, kind);
                (!tiles.is_empty()).then_some(Hole { kind, shape, tiles })
            });
            Arc::new(PartialGroup::new(open.slots().to_vec(), holes.collect()))
        });
        list.push(Decomposition::new(form, groups, open));
    }
    list
}

/// How a partial group waits for a kind, by semantics §4.
fn shape(decomposition: &DecompositionRef<'_>, open: &PackedPartial, hole: Kind) -> WaitShape {
    match (open.slots(), decomposition.groups().first().map(|group| group.group_type())) {
        ([], _) => WaitShape::OrphansSingle,
        ([_], Some(GroupType::Single)) => WaitShape::OrphansThirteen,
        ([_], _) if decomposition.groups().len() == 6 => WaitShape::SevenPairs,
        ([_], _) => WaitShape::Tanki,
        ([low, high, ..], _) if low.kind == high.kind => WaitShape::Shanpon,
        ([low, ..], _) if low.kind > hole => {
            WaitShape::of_run(hole, std::array::from_fn(|at| hole.shifted(at as i8).unwrap()))
        }
        ([low, ..], _) => {
            WaitShape::of_run(hole, std::array::from_fn(|at| low.kind.shifted(at as i8).unwrap()))
        }
    }
}

/// Random hands of every table in turn; one in so many of each in every way, the others in short.
fn agree_on(seed: u64, rounds: usize, whole: usize) {
    let mut rng = Rng::with_seed(seed);
    let tables = tables();
    let engines: Vec<Engine> =
        tables.iter().map(|table| Engine::new(&table.rules).unwrap()).collect();
    let mut with_answers = 0;
    for round in 0..rounds {
        let at = round % tables.len();
        let hand = crate::common::hands::hand(&mut rng, &tables[at]);
        let agrees =
            if (round / tables.len()).is_multiple_of(whole) { agrees } else { agrees_in_short };
        with_answers += usize::from(agrees(&engines[at], &hand, &tables[at].rules));
    }
    assert!(with_answers >= rounds / 3, "{with_answers} hands with an answer");
}

#[test]
fn what_the_tables_cannot_serve_is_refused_by_name() {
    let refused = |name: &str, set: &[&str], wild: &str| {
        let set: Vec<String> = set.iter().map(ToString::to_string).collect();
        Engine::new(&rules(name, &set, wild)).unwrap_err().to_string()
    };
    for (refused, part) in [
        (refused("galaxy", &["forms.fourteen-blue.enabled=true"], ""), "the form fourteen-blue"),
        (refused("laizi", &["wild.own_kind=false"], "5m"), "what 5m may be used as"),
        (refused("laizi", &["wild.most=1"], "5m"), "limits on the use of wild tiles"),
        (refused("laizi", &["wild.groups=run"], "5m"), "limits on the use of wild tiles"),
        (refused("laizi", &["wild.fifth_copy=false"], "5m"), "limits on the use of wild tiles"),
        (refused("laizi", &["forms.standard.own_kind=false"], "5m"), "limits on the use of wild"),
        (refused("riichi", &["absent=sou"], ""), "kinds that must be absent"),
        (refused("riichi", &["runs=suit dragons"], ""), "other runs"),
        (refused("riichi", &["forms.standard.max_suits=1"], ""), "the form standard"),
        (refused("riichi", &["forms.standard.least_called=1"], ""), "the form standard"),
        (refused("riichi", &["jokers.a.copies=1"], ""), "what ja may be used as"),
        (refused("galaxy", &["blue.stands_for=all"], ""), "what 1M may be used as"),
        (refused("riichi", &["classes.x.kinds=5z", "classes.x.stands_for=1z"], ""), "what 5z may"),
        (refused("riichi", &["tiles.plain=5"], ""), "of 1m there are 5"),
        (refused("galaxy", &["tiles.blue=2"], ""), "of 1M there are 2"),
        (refused("laizi", &["tiles.kinds=2345m7z"], "7z"), "1m is not in play"),
        (refused("riichi", &["melds=6"], ""), "five melds, not 6"),
        (refused("galaxy", &["max_suits=2"], ""), "limit the suits"),
    ] {
        assert!(refused.contains(part), "{refused}");
    }
}

/// 112,000 hands in all where everything is compared, dealt to four tests so that cores share them.
const ROUNDS: usize = 28_000;

#[test]
fn the_solvers_agree_on_random_hands_of_the_first_deal() {
    agree_on(20_261_130, share(ROUNDS), 1);
}

#[test]
fn the_solvers_agree_on_random_hands_of_the_second_deal() {
    agree_on(20_261_131, share(ROUNDS), 1);
}

#[test]
fn the_solvers_agree_on_random_hands_of_the_third_deal() {
    agree_on(20_261_132, share(ROUNDS), 1);
}

#[test]
fn the_solvers_agree_on_random_hands_of_the_fourth_deal() {
    agree_on(20_261_133, share(ROUNDS), 1);
}

/// An hour or more: `GINGA_HANDS=10000000 cargo test --release --test library ten_million -- --ignored --nocapture`.
/// `GINGA_SEED` begins elsewhere, `GINGA_WHOLE=10` compares one hand in ten in every way, the ILP's included,
/// and the others in short.
#[test]
#[ignore = "takes an hour or more; BENCHMARKS.md says what it found"]
fn the_solvers_agree_on_ten_million_random_hands() {
    let number = |name: &str, default: u64| {
        std::env::var(name).map_or(default, |text| text.parse().expect("a whole number"))
    };
    let (hands, seed) = (number("GINGA_HANDS", 10_000_000), number("GINGA_SEED", 1));
    let whole = number("GINGA_WHOLE", 1).max(1) as usize;
    let workers = std::thread::available_parallelism().map_or(1, std::num::NonZero::get) as u64;
    const DEAL: u64 = 14_000;
    let done = std::sync::atomic::AtomicU64::new(0);
    std::thread::scope(|scope| {
        for worker in 0..workers {
            let done = &done;
            scope.spawn(move || {
                for deal in (worker..hands.div_ceil(DEAL)).step_by(workers as usize) {
                    agree_on(seed + deal, DEAL as usize, whole);
                    let so_far = DEAL + done.fetch_add(DEAL, std::sync::atomic::Ordering::Relaxed);
                    println!("{so_far} hands agree, deal {deal} last");
                }
            });
        }
    });
}

#[test]
fn the_short_comparison_agrees_as_well() {
    agree_on(20_261_134, 2_800, 10);
}

/// A rule set of one form of pairs, so many, that may be quads or not.
fn pairs_alone(count: u8, quads: bool) -> RuleSet {
    // As `shape` has it.
    let wait = if count == 7 { ", wait = \"seven-pairs\"" } else { "" };
    let text = format!(
        "format = 1\nname = \"pairs\"\nsummary = \"pairs\"\nsource = \"test\"\nmelds = 5\n\
         [tiles]\nkinds = \"all\"\nplain = 4\njokers = 4\n\
         [forms.pairs]\nquads_as_two_pairs = {quads}\n\
         groups = [{{ type = \"pair\", count = {count}{wait} }}]\n"
    );
    RuleSet::from_toml(&text, &ginga::rules::Overrides::default()).unwrap()
}

#[test]
fn pairs_of_every_number_are_complete_or_wait_but_never_both() {
    let kinds: Vec<Kind> = Kind::all().collect();
    for (count, quads) in (2..=8).flat_map(|count| [(count, false), (count, true)]) {
        let rules = pairs_alone(count, quads);
        let engine = Engine::new(&rules).unwrap();
        for (jokers, less) in [(0, 0), (0, 1), (2, 0), (2, 1)] {
            let kinds = kinds.iter().step_by(4).take(count.into());
            let tiles: Vec<Tile> = kinds.flat_map(|&kind| [Tile::plain(kind); 2]).collect();
            let wild = [Tile::JOKER; 2];
            let tiles = tiles[jokers + less..].iter().chain(&wild[..jokers]).copied();
            let Ok(hand) = Hand::from_tiles(tiles, &rules) else { continue };
            let packed = PackedHand::of(&hand).unwrap();
            let list = engine.list(&packed);
            let waits = hand.concealed().total() % 3 == 1;
            assert_eq!(engine.count(&packed).decompositions, list.len() as u128, "{hand}");
            assert!(
                list.iter().all(|decomposition| decomposition.partial().is_some() == waits),
                "{hand}"
            );
            assert!(waits || engine.is_win(&packed) != list.is_empty(), "{hand}");
            assert_eq!(!engine.waits(&packed).is_empty(), waits && !list.is_empty(), "{hand}");
            if !hand.concealed().total().is_multiple_of(3) {
                agrees_in_short(&engine, &hand, &rules);
            }
        }
    }
}

#[test]
fn jokers_of_a_game_with_one_kind_stay_apart_from_its_tiles() {
    let rules = rules("laizi", &["tiles.kinds=1z".into(), "melds=5".into()], "");
    let engine = Engine::new(&rules).unwrap();
    for text in ["1111zjjjj", "1111zjjjjj", "111zjjjjjjjj", "1111zjjjjjjjj", "11zjj"] {
        let hand = Hand::parse(text, &rules).unwrap();
        if !hand.concealed().total().is_multiple_of(3) {
            agrees_in_short(&engine, &hand, &rules);
        }
    }
}

#[test]
fn holes_are_kinds_in_play() {
    let part = ["tiles.kinds=2345678m7z", "melds=5", "forms.thirteen-orphans.enabled=false"];
    let rules = rules("riichi", &part.map(str::to_owned), "");
    let engine = Engine::new(&rules).unwrap();
    for text in ["23m777z44m", "23m456m77z", "33345678m", "23344555667788m7z"] {
        let hand = PackedHand::of(&Hand::parse(text, &rules).unwrap()).unwrap();
        let list = engine.list(&hand);
        let in_play = |open: &PackedPartial| {
            open.holes().iter().all(|hole| rules.kinds_in_play().contains(hole))
        };
        assert!(
            list.iter().filter_map(|decomposition| decomposition.partial()).all(in_play),
            "{text}"
        );
    }
}

#[test]
fn a_packed_hand_counts_its_melds_up_to_255() {
    let tile = Tile::JOKER;
    let kind = Kind::from_index(0).unwrap();
    let single =
        |tile| ginga::Group::new(GroupType::Single, vec![ginga::Slot { kind, tile }]).unwrap();
    let mut hand = PackedHand::default();
    while hand.call(&single(tile)) {}
    let full = hand;
    assert!(!hand.call(&single(Tile::plain(kind))));
    assert_eq!((hand, hand.called()), (full, 255));
}
