//! Verdicts and winning tiles under random rule files, against the search and the ILP.

pub mod rule_file;

use crate::common::{After, settings, share};
use crate::every_rule_set::deal;
use fastrand::Rng;
use ginga::rules::KEYS;
use ginga::{
    Completeness, Counts, Decomposition, Game, Hand, HandSize, KindSet, NoGood, Overrides, Report,
    RuleSet, Settings, SolverChoice, Tile,
};
use rule_file::{RuleFile, Scale};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

/// How many files: those of the run, or as many as the environment variable says.
fn files(all: usize) -> usize {
    let said = std::env::var("GINGA_RANDOM_RULES").ok();
    said.map_or_else(|| share(all), |files| files.parse().unwrap())
}

/// What is said of a hand: winning tiles, their kinds, dead kinds; of a complete hand whether it wins.
#[derive(Debug, PartialEq, Eq)]
enum Verdict {
    Win(bool),
    Waits(Vec<Tile>, KindSet, KindSet),
}

impl Verdict {
    fn at_once(game: &Game, hand: &Hand) -> Verdict {
        if hand.size() == Some(HandSize::Complete) {
            return Verdict::Win(game.is_win(hand).unwrap());
        }
        let found = game.winning_tiles(hand).unwrap();
        Verdict::Waits(found.tiles().collect(), found.kinds(), found.dead())
    }

    /// By a solver over the model; `None` where that takes too long.
    fn by(solver: SolverChoice, looks: u64, game: &Game, hand: &Hand) -> Option<Verdict> {
        let stop = After::new(looks);
        let settings = Settings { stop: &stop, ..settings(solver) };
        let whole = |report: &Report| report.completeness == Completeness::Complete;
        if hand.size() == Some(HandSize::Complete) {
            let win = game.win_with(hand, &settings).unwrap();
            return (whole(&win.report) || win.is_win()).then(|| Verdict::Win(win.is_win()));
        }
        let waits = game.waits_with(hand, &settings).unwrap();
        let tiles = waits.tiles.iter().map(|wait| wait.tile).collect();
        whole(&waits.report).then_some(Verdict::Waits(tiles, waits.kinds, waits.dead))
    }

    fn is_answer(&self) -> bool {
        match self {
            Verdict::Win(wins) => *wins,
            Verdict::Waits(tiles, ..) => !tiles.is_empty(),
        }
    }
}

/// What is listed of a hand, and how much there is by form.
#[derive(Debug, PartialEq, Eq)]
struct Told {
    list: Vec<Decomposition>,
    counts: Counts,
    /// Of the same hand without a list.
    counts_alone: Counts,
    /// All that is shown while it is found, in canonical order.
    seen: Vec<Decomposition>,
}

impl Told {
    /// By whichever solver; `None` where that takes too long. True with what the engine answered.
    fn by(solver: SolverChoice, game: &Game, hand: &Hand) -> Option<(Told, bool)> {
        let stop = After::new(LOOKS);
        let settings = Settings { stop: &stop, ..settings(solver) };
        let without = Settings { no_list: true, ..settings.clone() };
        let complete = hand.size() == Some(HandSize::Complete);
        let (list, counts, report) = if complete {
            let found = game.decompose_with(hand, &settings).unwrap();
            (found.list, found.counts, found.report)
        } else {
            let found = game.waits_with(hand, &settings).unwrap();
            (found.decompositions, found.counts, found.report)
        };
        let (counts_alone, alone) = if complete {
            let found = game.win_with(hand, &without).unwrap();
            (found.counts, found.report)
        } else {
            let found = game.waits_with(hand, &without).unwrap();
            (found.counts, found.report)
        };
        let mut seen = Vec::new();
        let see = &mut |decomposition| {
            seen.push(decomposition);
            ControlFlow::Continue(())
        };
        let shown = game.visit(hand, &settings, see).unwrap();
        // A search shows in no order.
        let mut places: HashMap<&Decomposition, usize> = HashMap::new();
        list.iter().enumerate().for_each(|(place, one)| {
            places.insert(one, place);
        });
        seen.sort_by_key(|one| places.get(one).copied());
        let whole =
            [&report, &alone, &shown].iter().all(|report| report.completeness.is_complete());
        let by_engine = report.solver == "engine";
        whole.then_some((Told { list, counts, counts_alone, seen }, by_engine))
    }

    /// What the engine lists and counts has against the search, if anything; whether it was the engine.
    fn compared(game: &Game, hand: &Hand) -> Option<Result<bool, String>> {
        let (right, _) = Told::by(SolverChoice::Search, game, hand)?;
        let (found, by_engine) = Told::by(SolverChoice::Fastest, game, hand)?;
        Some(match found == right {
            true => Ok(by_engine),
            false => Err(format!("{hand}: {found:?}, the search {right:?}")),
        })
    }
}

/// How far the search goes for one hand.
const LOOKS: u64 = 400;

/// What was compared of a hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Compared {
    /// The hand has no answer.
    Nothing,
    /// The verdict; lists take the search too long.
    Verdict,
    /// Lists and counts as well.
    Told { by_engine: bool },
}

/// What a hand's verdict at once has against the search's, if anything; `None` where the search takes
/// too long.
fn compared(game: &Game, hand: &Hand) -> Option<Result<Compared, String>> {
    let right = Verdict::by(SolverChoice::Search, LOOKS, game, hand)?;
    let found = catch_unwind(AssertUnwindSafe(|| Verdict::at_once(game, hand)));
    Some(match found {
        Ok(found) if found == right && right.is_answer() => {
            let told = catch_unwind(AssertUnwindSafe(|| Told::compared(game, hand)));
            match told {
                Ok(Some(Err(fault))) => Err(fault),
                Ok(Some(Ok(by_engine))) => Ok(Compared::Told { by_engine }),
                Ok(None) => Ok(Compared::Verdict),
                Err(_) => Err(format!("{hand}: a panic in its list")),
            }
        }
        Ok(found) if found == right => Ok(Compared::Nothing),
        Ok(found) => Err(format!("{hand}: {found:?}, the search {right:?}")),
        Err(_) => Err(format!("{hand}: a panic, the search {right:?}")),
    })
}

/// A hand for the rules: near-winning or dealt from the wall, small or full.
fn hand(rng: &mut Rng, rules: &RuleSet) -> Option<Hand> {
    let waits = rng.bool();
    if rng.u8(..4) > 0 {
        return (0..200).find_map(|_| deal::attempt(rng, rules, waits));
    }
    let melds = match rng.bool() {
        true => rules.melds().into(),
        false => rng.usize(0..=rules.melds().into()),
    };
    let size = if waits { HandSize::Waiting } else { HandSize::Complete }.tiles(melds);
    let mut wall: Vec<Tile> = rules.wall().collect();
    rng.shuffle(&mut wall);
    (wall.len() >= size).then(|| Hand::from_tiles(wall.into_iter().take(size), rules).ok())?
}

/// The file with as few lines as its fault needs, and the fault.
fn told(file: &RuleFile, hand: &Hand, fault: &str) -> String {
    let differs = |rules: &RuleSet| {
        let game = Game::new(rules.clone());
        let hand = game.admit(hand.clone()).ok()?;
        compared(&game, &hand)?.err()
    };
    let small = file.shrunk(|rules| differs(rules).is_some());
    let fault = small.rules().ok().and_then(|rules| differs(&rules)).unwrap_or(fault.to_owned());
    format!("{}\n{fault}\n", small.text())
}

#[derive(Debug, Default)]
struct Tally {
    hands: usize,
    with_answers: usize,
    /// Lists and counts compared, and those by the engine.
    told: usize,
    told_by_engine: usize,
    too_long: usize,
    by_ilp: usize,
    /// Why files are not served, and how many.
    refused: BTreeMap<String, usize>,
    keys: BTreeSet<&'static str>,
    faults: Vec<String>,
}

impl Tally {
    fn file(&mut self, number: usize, hands: usize) {
        let mut rng = Rng::with_seed(number as u64);
        let (file, rules) = RuleFile::sound(&mut rng, Scale::Usual);
        self.keys.extend(file.keys());
        let game = Game::new(rules.clone());
        if let Err(refused) = game.served() {
            *self.refused.entry(refused.to_string()).or_default() += 1;
            return;
        }
        for _ in 0..hands {
            let Some(hand) = hand(&mut rng, &rules) else { continue };
            self.hands += 1;
            match compared(&game, &hand) {
                None => self.too_long += 1,
                Some(Ok(compared)) => {
                    self.with_answers += usize::from(compared != Compared::Nothing);
                    self.told += usize::from(matches!(compared, Compared::Told { .. }));
                    self.told_by_engine +=
                        usize::from(compared == Compared::Told { by_engine: true });
                }
                Some(Err(fault)) => {
                    self.faults.push(format!("file {number}\n{}", told(&file, &hand, &fault)));
                    return;
                }
            }
            if self.hands.is_multiple_of(25) {
                self.ilp(&file, &game, &hand);
            }
        }
    }

    /// Compares search and ILP, where neither takes long.
    fn ilp(&mut self, file: &RuleFile, game: &Game, hand: &Hand) {
        let Some(right) = Verdict::by(SolverChoice::Search, 2, game, hand) else { return };
        let ilp = SolverChoice::Ilp(NoGood::Bounds);
        if let Some(found) = Verdict::by(ilp, 30, game, hand) {
            self.by_ilp += 1;
            if found != right {
                let fault = format!("{hand}: the ILP {found:?}, the search {right:?}");
                self.faults.push(format!("{}\n{fault}\n", file.text()));
            }
        }
    }
}

#[test]
fn random_rule_files_have_the_verdicts_of_the_search() {
    let mut tally = Tally::default();
    let count = files(200);
    let first = std::env::var("GINGA_FIRST_RULES").map_or(0, |first| first.parse().unwrap());
    for number in first..first + count {
        tally.file(number, 40);
        if tally.faults.len() >= 20 {
            break;
        }
    }
    let Tally {
        hands,
        with_answers,
        told,
        told_by_engine,
        too_long,
        by_ilp,
        refused,
        keys,
        faults,
    } = tally;
    println!(
        "{count} files, {hands} hands: {with_answers} with answers, {told} \
         with lists compared, {told_by_engine} of the engine, {too_long} too long for the search, \
         {by_ilp} by the ILP as well"
    );
    println!("refused: {refused:#?}");
    assert!(faults.is_empty(), "{} faults\n{}", faults.len(), faults.join("\n"));
    assert!(3 * with_answers > hands && 10 * too_long < hands);
    assert!(10 * told > 9 * with_answers && 5 * told_by_engine > 4 * told);
    assert!(4 * refused.values().sum::<usize>() < count || count < 25);
    if count >= 200 {
        let of_files = ["name", "summary", "source"];
        let all = KEYS.iter().map(|key| key.path).filter(|path| !of_files.contains(path));
        let never: Vec<&str> = all.filter(|path| !keys.contains(path)).collect();
        assert!(never.is_empty(), "{never:?}");
    }
}

#[test]
fn wild_tiles_of_called_melds_count_in_forms_of_every_sort() {
    const FORMS: &[&str] = &[
        r#"{ type = "rest", size = "hand" }"#,
        r#"{ type = "rest", size = 5 }"#,
        r#"{ type = "meld", count = "melds" }, { type = "pair" }"#,
        r#"{ type = "rest", size = 1 }, { type = "single" }, { type = "meld", count = "melds" }"#,
        r#"{ type = "pair", count = 4 }"#,
        r#"{ type = "single", count = 5 }"#,
    ];
    let mut with_answers = 0;
    for (form, groups) in FORMS.iter().enumerate() {
        for (most, called) in itertools::iproduct!(0..=3, 0..=2_usize) {
            let text = format!(
                "format = 1\nname = \"called\"\ntiles.kinds = \"all\"\ntiles.jokers = 4\nwild.most = {most}\n\
                 forms.one.groups = [{groups}]\n"
            );
            let text = if groups.contains("hand") || groups.contains("melds") {
                text
            } else {
                text + &format!("forms.one.called = {called}\n")
            };
            let game = Game::new(RuleSet::from_toml(&text, &Overrides::default()).unwrap());
            for concealed in
                ["11m", "1m", "11m2233p44s", "11m2233p4s", "12345s", "1234s", "1m234sj"]
            {
                for wilds in 0..=2 * called {
                    let melds = [wilds.min(2), usize::saturating_sub(wilds, 2)];
                    let melds = melds.iter().take(called).map(|&wilds| match wilds {
                        0 => "[999p=999p]",
                        1 => "[99pj=999p]",
                        _ => "[9pjj=999p]",
                    });
                    let text = format!("{concealed}{}", melds.collect::<String>());
                    let Ok(hand) = game.hand(&text) else { continue };
                    match compared(&game, &hand) {
                        Some(Ok(compared)) => {
                            with_answers += usize::from(compared != Compared::Nothing)
                        }
                        fault => panic!("{most} of form {form}: {fault:?}"),
                    }
                }
            }
        }
    }
    assert!(with_answers > 100, "{with_answers}");
}

/// A full hand, often of wild tiles alone.
fn wild_hand(rng: &mut Rng, rules: &RuleSet) -> Option<Hand> {
    let mut wall: Vec<Tile> = rules.wall().collect();
    rng.shuffle(&mut wall);
    let wilds = rng.usize(0..=20);
    let (wild, others): (Vec<Tile>, Vec<Tile>) =
        wall.into_iter().partition(|&tile| rules.is_wild(tile));
    let tiles: Vec<Tile> = wild.into_iter().take(wilds).chain(others).collect();
    let size = if rng.bool() { HandSize::Waiting } else { HandSize::Complete };
    let size = size.tiles(rules.melds().into());
    (tiles.len() >= size).then(|| Hand::from_tiles(tiles.into_iter().take(size), rules).ok())?
}

#[test]
fn extreme_rule_files_are_compiled_and_answered_in_time() {
    let (mut refused, mut asked) = (BTreeMap::<String, usize>::new(), 0);
    let mut slowest = [(Duration::ZERO, String::new()), (Duration::ZERO, String::new())];
    let mut note = |which: usize, since: Instant, what: &dyn Fn() -> String| {
        let took = since.elapsed();
        if took > slowest[which].0 {
            slowest[which] = (took, what());
        }
    };
    for number in 0..files(1_000) {
        let mut rng = Rng::with_seed(number as u64);
        let scale = if number % 2 == 0 { Scale::Extreme } else { Scale::Usual };
        let (file, rules) = RuleFile::sound(&mut rng, scale);
        let start = Instant::now();
        let game = Game::new(rules.clone());
        let served = game.served();
        note(0, start, &|| format!("file {number}\n{}", file.text()));
        if let Err(fault) = served {
            *refused.entry(fault.to_string()).or_default() += 1;
            continue;
        }
        let Some(hand) = wild_hand(&mut rng, &rules) else { continue };
        let most = hand.concealed().iter().map(|(_, count)| count).max();
        if most > Some(7) {
            continue;
        }
        asked += 1;
        let start = Instant::now();
        let verdict = catch_unwind(AssertUnwindSafe(|| Verdict::at_once(&game, &hand)));
        note(1, start, &|| format!("file {number}\n{}\n{hand}", file.text()));
        assert!(verdict.is_ok(), "{}\n{hand}", file.text());
    }
    println!("{asked} hands; refused: {refused:#?}");
    for ((took, what), which) in slowest.iter().zip(["file", "hand"]) {
        println!("slowest {which}: {took:?}\n{what}");
    }
    assert!(slowest.iter().all(|(took, _)| *took < Duration::from_secs(60)));
}
