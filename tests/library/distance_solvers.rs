//! Distances, helping tiles and nearest wins: the engine, the ILP and the search agree, under every
//! built-in rule set and under random rule files; and a hand is one tile away exactly when it is tenpai.

use crate::common::{After, settings, share};
use crate::every_rule_set::deal;
use crate::random_rules::rule_file::{RuleFile, Scale};
use fastrand::Rng;
use ginga::{
    Acceptance, CheckFault, Game, Hand, KindSet, NoGood, RuleSet, Settings, SolverChoice, Tile,
};

/// How many hands of each rule set: a few in a quick run, or as many as the environment variable says.
fn hands(all: usize) -> usize {
    let said = std::env::var("GINGA_DISTANCE_HANDS").ok();
    said.map_or_else(|| share(all), |hands| hands.parse().unwrap())
}

/// All that is said of a hand.
#[derive(Debug, PartialEq, Eq)]
struct Told {
    by_form: Vec<(String, Option<u8>)>,
    helping: Vec<(Tile, u8)>,
    kinds: KindSet,
    /// Where they were asked for: the tiles to draw and to discard.
    wins: Option<Vec<(Vec<Tile>, Vec<Tile>)>>,
}

/// How far a solver goes for one hand.
fn looks(solver: SolverChoice) -> u64 {
    if matches!(solver, SolverChoice::Ilp(_)) { 60 } else { 300 }
}

/// `None` where it takes too long.
fn told(game: &Game, hand: &Hand, solver: SolverChoice, wins: bool) -> Option<Told> {
    let stop = After::new(looks(solver));
    let settings = Settings { stop: &stop, ..settings(solver) };
    let Acceptance { distance, tiles, kinds } = game.acceptance_with(hand, &settings).unwrap();
    if !distance.report.completeness.is_complete() {
        return None;
    }
    let wins = if wins {
        let nearest = game.nearest(hand, &settings).unwrap();
        if !nearest.completeness.is_complete() {
            return None;
        }
        let told = |win: &ginga::NearestWin| {
            (win.draw.tiles().collect::<Vec<_>>(), win.discard.tiles().collect::<Vec<_>>())
        };
        Some(nearest.wins.iter().map(told).collect())
    } else {
        None
    };
    let by_form = distance.by_form.iter().map(|form| (form.form.to_string(), form.distance));
    let helping = tiles.iter().map(|wait| (wait.tile, wait.left)).collect();
    Some(Told { by_form: by_form.collect(), helping, kinds, wins })
}

/// A hand for the rules: near-winning, with some tiles exchanged, or dealt from the wall.
fn hand(rng: &mut Rng, rules: &RuleSet) -> Option<Hand> {
    let waits = rng.bool();
    let near = (0..300).find_map(|_| deal::attempt(rng, rules, waits))?;
    let exchanged = rng.usize(0..=3);
    let mut wall: Vec<Tile> = rules.wall().collect();
    rng.shuffle(&mut wall);
    let mut tiles: Vec<Tile> = near.concealed().tiles().collect();
    rng.shuffle(&mut tiles);
    for (tile, other) in tiles.iter_mut().zip(&wall).take(exchanged) {
        *tile = *other;
    }
    let text: String = tiles.iter().map(Tile::to_string).collect();
    let called: String = near.to_string().chars().skip_while(|c| !"[(".contains(*c)).collect();
    Hand::parse(&(text + &called), rules).ok()
}

/// What was compared, and what differed.
#[derive(Default)]
struct Tally {
    hands: usize,
    /// How many hands so many solvers have told of.
    by_solvers: [usize; 4],
    with_wins: usize,
    faults: Vec<String>,
}

impl Tally {
    /// Compares the solvers on a hand, where each tells in time.
    fn compare(
        &mut self,
        game: &Game,
        hand: &Hand,
        solvers: &[SolverChoice],
        wins: bool,
        rules: &dyn Fn() -> String,
    ) {
        self.hands += 1;
        let told =
            solvers.iter().filter_map(|&solver| Some((solver, told(game, hand, solver, wins)?)));
        let told: Vec<(SolverChoice, Told)> = told.collect();
        self.by_solvers[told.len()] += 1;
        self.with_wins += usize::from(wins && told.len() > 1);
        for two in told.windows(2).filter(|two| two[0].1 != two[1].1) {
            self.faults.push(format!("{hand} {}\n  {:?}\n  {:?}", rules(), two[0], two[1]));
        }
    }

    fn finish(self) {
        let Tally { hands, by_solvers, with_wins, faults } = self;
        println!(
            "{hands} hands, by so many solvers {by_solvers:?}, {with_wins} with all their wins"
        );
        assert!(faults.is_empty(), "{} faults\n{}", faults.len(), faults.join("\n"));
        let [.., by_two, by_three] = by_solvers;
        assert!(2 * (by_two + by_three) > hands && 30 * by_three > hands && 20 * with_wins > hands);
    }
}

/// The solvers for a round: the ILP is asked now and then, in both its forms.
fn solvers(round: usize) -> Vec<SolverChoice> {
    let by_ilp = match round % 16 {
        0 => Some(SolverChoice::Ilp(NoGood::Bounds)),
        8 => Some(SolverChoice::Ilp(NoGood::Rows)),
        _ => None,
    };
    by_ilp.into_iter().chain([SolverChoice::Search, SolverChoice::Fastest]).collect()
}

#[test]
fn distance_solvers_agree_under_every_rule_set() {
    let mut rng = Rng::with_seed(11);
    let mut tally = Tally::default();
    let mut round = 0;
    for table in deal::tables(&mut rng, &[]) {
        let game = Game::new(table.rules.clone());
        for _ in 0..hands(24) {
            round += 1;
            let Some(hand) = hand(&mut rng, &table.rules) else { continue };
            tally.compare(&game, &hand, &solvers(round), round % 4 == 0, &|| table.arguments());
        }
    }
    tally.finish();
}

#[test]
fn distance_solvers_agree_where_dead_waits_count() {
    let mut rng = Rng::with_seed(13);
    let mut tally = Tally::default();
    let mut round = 0;
    for table in deal::tables(&mut rng, &["dead_waits=count"]) {
        let game = Game::new(table.rules.clone());
        for _ in 0..hands(8) {
            round += 1;
            let Some(hand) = hand(&mut rng, &table.rules) else { continue };
            tally.compare(&game, &hand, &solvers(round), round % 4 == 0, &|| table.arguments());
        }
    }
    tally.finish();
}

#[test]
fn distance_solvers_agree_under_random_rule_files() {
    let mut tally = Tally::default();
    let mut round = 0;
    for number in 0..hands(200) {
        let mut rng = Rng::with_seed(number as u64);
        let (file, rules) = RuleFile::sound(&mut rng, Scale::Usual);
        let game = Game::new(rules.clone());
        for _ in 0..6 {
            round += 1;
            let Some(hand) = hand(&mut rng, &rules) else { continue };
            let rules = || format!("file {number}\n{}", file.text());
            tally.compare(&game, &hand, &solvers(round), round % 4 == 0, &rules);
        }
    }
    tally.finish();
}

/// One tile away, with the tiles that help, is what `winning_tiles` tells in another way.
#[test]
fn distance_is_one_exactly_for_hands_that_wait() {
    let mut rng = Rng::with_seed(14);
    let (mut asked, mut waiting, mut faults) = (0, 0, Vec::new());
    for table in deal::tables(&mut rng, &[]) {
        let game = Game::new(table.rules.clone());
        if game.served().is_err() {
            continue;
        }
        for _ in 0..hands(1_000) {
            let hand = (0..300).find_map(|_| deal::attempt(&mut rng, &table.rules, true));
            let Some(hand) = hand else { continue };
            let found = game.acceptance(&hand).unwrap();
            if !found.distance.report.completeness.is_complete() {
                continue;
            }
            let winning = game.winning_tiles(&hand).unwrap();
            let waits = found.distance.tiles() == Some(1);
            asked += 1;
            waiting += usize::from(waits);
            let same = waits == winning.tiles().next().is_some()
                && (!waits || winning.tiles().eq(found.tiles.iter().map(|wait| wait.tile)))
                && (!waits || winning.kinds() == found.kinds);
            if !same {
                faults.push(format!("{hand} {}: {found:?}, {winning:?}", table.arguments()));
                break;
            }
        }
    }
    println!("{asked} hands, {waiting} wait");
    assert!(faults.is_empty(), "{} faults\n{}", faults.len(), faults.join("\n"));
    assert!(2 * waiting > asked && waiting < asked);
}

/// Two solvers and the checker confirm what is said of hands of every rule set.
#[test]
fn distance_verifies_under_every_rule_set() {
    let mut rng = Rng::with_seed(15);
    let mut with_wins = 0;
    for table in deal::tables(&mut rng, &[]) {
        let game = Game::new(table.rules.clone());
        for _ in 0..hands(16) {
            let Some(hand) = hand(&mut rng, &table.rules) else { continue };
            let stop = After::new(300);
            let settings = Settings { stop: &stop, ..settings(SolverChoice::Fastest) };
            let context = |what: &str| format!("{what} {hand} {}", table.arguments());
            let acceptance = game.verified_acceptance(&hand, &settings);
            let found =
                acceptance.unwrap_or_else(|error| panic!("{}: {error}", context("distance")));
            with_wins += usize::from(found.distance.tiles().is_some());
        }
    }
    assert!(with_wins > 50, "{with_wins}");
}

#[test]
fn distance_of_every_discard_verifies() {
    for (name, hands) in [
        ("riichi", ["123m456889p11356s", "19m19p19s12345677z", "1112345678999m1p"]),
        ("galaxy", ["24m6M17p2334s1S3z14Z9m", "5m5p67s1Z", "1m1M23m4M56p456s3Z4z4Z9s"]),
    ] {
        let game = Game::builtin(name).unwrap();
        for hand in hands {
            let hand = game.hand(hand).unwrap();
            let settings = Settings { deep: hand.concealed().total() < 6, ..Settings::default() };
            let discards = game.verified_discards(&hand, &settings).unwrap();
            assert_eq!(discards.list.len(), hand.concealed().iter().count());
        }
    }
}

/// The checker tells what is wrong with a win that is not a nearest one.
#[test]
fn distance_checker_rejects_what_is_no_nearest_win() {
    let game = Game::builtin("riichi").unwrap();
    let galaxy = Game::builtin("galaxy").unwrap();
    let checked = |game: &Game, hand: &str, win: &str, seen: &str| {
        let [hand, win] = [hand, win].map(|text| game.hand(text).unwrap());
        let decompositions = game.decompose(&win).unwrap().list;
        let seen = game.hand(seen).unwrap().concealed().clone();
        ginga::check_nearest(&hand, &win, game.rules(), &seen, &decompositions[0])
    };
    assert_eq!(checked(&game, "123m46p11s", "123m456p11s", "1z"), Ok(()));
    assert_eq!(checked(&game, "123m46p11s1z", "123m456p11s", "1z"), Ok(()));
    assert_eq!(checked(&game, "123m46p11s", "11s", "1z"), Err(CheckFault::OtherWin));
    assert_eq!(checked(&game, "123m46p11s", "123m456p11s[777z]", "1z"), Err(CheckFault::OtherWin));
    let five = "5p".parse::<KindSet>().unwrap().iter().map(ginga::Tile::plain).next().unwrap();
    assert_eq!(
        checked(&game, "123m46p11s", "123m456p11s", "5555p"),
        Err(CheckFault::NotLeft(five))
    );
    // The blue 5p is a 5m already.
    assert_eq!(checked(&galaxy, "46m5P11z", "456m11z", "1s"), Err(CheckFault::Nearer(0)));
    assert_eq!(checked(&galaxy, "46m5P11z", "46m5P11z", "1s"), Ok(()));
}
