//! Distances, helping tiles and nearest wins: the engine, the ILP and the search agree, under every
//! built-in rule set and under random rule files; and a hand is one tile away exactly when it is tenpai.

use crate::common::{SOLVERS, settings, share};
use crate::every_rule_set::deal;
use crate::random_rules::rule_file::{RuleFile, Scale};
use fastrand::Rng;
use ginga::{
    Acceptance, Game, Hand, HandSize, KindSet, NoGood, RuleSet, Settings, SolverChoice, Stop, Tile,
};
use std::sync::atomic::{AtomicU64, Ordering};

/// How many hands of each rule set: a few in a quick run, or as many as the environment variable says.
fn hands(all: usize) -> usize {
    let said = std::env::var("GINGA_DISTANCE_HANDS").ok();
    said.map_or_else(|| share(all), |hands| hands.parse().unwrap())
}

/// Says stop after so many looks, however long they take.
struct After {
    looks: u64,
    looked: AtomicU64,
}

impl After {
    fn new(looks: u64) -> After {
        After { looks, looked: AtomicU64::new(0) }
    }
}

impl Stop for After {
    fn should_stop(&self) -> bool {
        self.looked.fetch_add(1, Ordering::Relaxed) >= self.looks
    }
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
const LOOKS: u64 = 600;

/// `None` where it takes too long.
fn told(game: &Game, hand: &Hand, solver: SolverChoice, wins: bool) -> Option<Told> {
    let stop = After::new(LOOKS);
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

/// Compares the solvers on a hand; the first of them that differs, if any.
fn compared(game: &Game, hand: &Hand, solvers: &[SolverChoice], wins: bool) -> Option<String> {
    let mut first: Option<(SolverChoice, Told)> = None;
    for &solver in solvers {
        let Some(told) = told(game, hand, solver, wins) else { continue };
        match &first {
            None => first = Some((solver, told)),
            Some((other, right)) if *right != told => {
                return Some(format!("{hand}\n  {other:?}: {right:?}\n  {solver:?}: {told:?}"));
            }
            Some(_) => {}
        }
    }
    None
}

#[test]
fn distance_solvers_agree_under_every_rule_set() {
    let mut rng = Rng::with_seed(11);
    let mut faults = Vec::new();
    for table in deal::tables(&mut rng, &[]) {
        let game = Game::new(table.rules.clone());
        for round in 0..hands(40) {
            let Some(hand) = hand(&mut rng, &table.rules) else { continue };
            let by_ilp = round % 8 == 0;
            let solvers = if by_ilp { &SOLVERS[..] } else { &SOLVERS[1..] };
            if let Some(fault) = compared(&game, &hand, solvers, round % 4 == 0) {
                faults.push(format!("{} {fault}", table.arguments()));
                break;
            }
        }
    }
    assert!(faults.is_empty(), "{} faults\n{}", faults.len(), faults.join("\n"));
}

#[test]
fn distance_time() {
    let mut rng = Rng::with_seed(12);
    for name in ["riichi", "galaxy", "laizi", "american", "mcr"] {
        let table = deal::Table::new(&mut rng, name, false, &[]);
        let game = Game::new(table.rules.clone());
        let hands: Vec<Hand> = (0..12).filter_map(|_| hand(&mut rng, &table.rules)).collect();
        for solver in SOLVERS {
            for wins in [false] {
                let mut worst = (std::time::Duration::ZERO, String::new());
                let mut late = 0;
                let all = std::time::Instant::now();
                for hand in &hands {
                    let start = std::time::Instant::now();
                    late += usize::from(told(&game, hand, solver, wins).is_none());
                    if start.elapsed() > worst.0 { worst = (start.elapsed(), hand.to_string()); }
                }
                println!("{name} {solver:?} wins {wins}: {:?} all, worst {:?}, {late} late", all.elapsed(), worst);
            }
        }
    }
}
