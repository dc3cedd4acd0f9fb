//! The clock.

use crate::args::bench::Task;
use crate::clock::is_interrupted;
use ginga::engine::{Engine, PackedHand};
use ginga::{Game, Hand};
use std::hint::black_box;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

/// The fewest rounds that have a median.
const FEWEST_ROUNDS: usize = 3;

/// More rounds than these make a median no better.
const MOST_ROUNDS: usize = 25;

/// How long rounds go on, once there are the fewest.
const ENOUGH: Duration = Duration::from_millis(60);

/// What came of one task on one set.
#[derive(Debug, Clone, Copy)]
pub struct Measured {
    /// The hands whose answer is yes or not empty.
    pub answers: usize,
    /// Nanoseconds a hand, the median of the rounds.
    pub nanoseconds: f64,
}

/// What a game takes when it meets hands first.
#[derive(Debug, Clone, Copy)]
pub struct Passes {
    /// Nanoseconds a hand in a first pass, the quickest of three: the parts of the hands are new.
    pub first: f64,
    /// The slowest hand of a first pass, the quicker of two tries.
    pub slowest: Duration,
}

/// Measures wins or winning tiles by games that have answered nothing, each with the same hands: `None`
/// when Ctrl-C ended it. The times measured are those of hands whose parts are known.
pub fn passes(task: Task, games: [(Game, Vec<Hand>); 3]) -> Option<(Measured, Passes)> {
    let ask = |game: &Game, hand: &Hand| match task {
        Task::Win => game.is_win(hand).is_ok_and(|wins| wins),
        _ => game.winning_tiles(hand).is_ok_and(|tiles| !black_box(tiles).is_empty()),
    };
    let [(game, hands), tries @ ..] = games;
    let (_, first) = round(&hands, SLOW, |hand| ask(&game, hand))?;
    let measured = rounds(&hands, SLOW, |hand| ask(&game, hand))?;
    let [one, other] = tries.map(|(game, hands)| {
        let time = |hand| {
            let start = Instant::now();
            black_box(ask(&game, black_box(hand)));
            start.elapsed()
        };
        hands.iter().take_while(|_| !is_interrupted()).map(time).collect::<Vec<_>>()
    });
    if is_interrupted() {
        return None;
    }
    // What else the machine does falls on one of them.
    let first = [first, one.iter().sum(), other.iter().sum()].into_iter().min()?;
    let first = first.as_secs_f64() * 1e9 / hands.len() as f64;
    let slowest = one.into_iter().zip(other).map(|(one, other)| one.min(other)).max()?;
    Some((measured, Passes { first, slowest }))
}

/// Measures a task on these hands; `None` when Ctrl-C ended it.
pub fn measure(
    task: Task,
    engine: &Engine,
    game: &Game,
    hands: &[PackedHand],
    whole: &[Hand],
) -> Option<Measured> {
    match task {
        Task::Distance => {
            let hands: Vec<(&PackedHand, &Hand)> = hands.iter().zip(whole).collect();
            rounds(&hands, SLOW, |(packed, hand)| is_near(engine, game, packed, hand))
        }
        Task::Win => rounds(hands, QUICK, |hand| engine.is_win(hand)),
        Task::Waits => rounds(hands, QUICK, |hand| !black_box(engine.waits(hand)).is_empty()),
        Task::Count => rounds(hands, SLOW, |hand| black_box(engine.count(hand)).decompositions > 0),
        Task::Decompositions => rounds(hands, SLOW, |hand| {
            let mut any = false;
            let _ = engine.visit(hand, &mut |decomposition| {
                black_box(decomposition);
                any = true;
                ControlFlow::Continue(())
            });
            any
        }),
    }
}

/// Whether a hand waits or wins; the game tells it where the tables do not.
fn is_near(engine: &Engine, game: &Game, packed: &PackedHand, hand: &Hand) -> bool {
    match engine.acceptance(packed) {
        Some(acceptance) => black_box(acceptance).distance() <= 1,
        None => game.acceptance(hand).is_ok_and(|found| {
            black_box(found).distance.tiles().is_some_and(|distance| distance <= 1)
        }),
    }
}

/// After how many hands Ctrl-C is looked at, and the clock with it: seldom where a hand takes as long
/// as that, often where it may take a hundredth of a second.
const QUICK: usize = 4096;
const SLOW: usize = 64;

/// The first round warms up and counts the answers; the others are timed.
fn rounds<H>(hands: &[H], stretch: usize, ask: impl Fn(&H) -> bool) -> Option<Measured> {
    let (answers, _) = round(hands, stretch, &ask)?;
    let mut times = Vec::with_capacity(MOST_ROUNDS);
    let mut total = Duration::ZERO;
    while times.len() < FEWEST_ROUNDS || total < ENOUGH && times.len() < MOST_ROUNDS {
        let (_, time) = round(hands, stretch, &ask)?;
        total += time;
        times.push(time);
    }
    let each = median(&mut times)?.as_secs_f64() * 1e9 / hands.len() as f64;
    Some(Measured { answers, nanoseconds: each })
}

/// All hands once: how many answers are yes, and the time they took.
fn round<H>(hands: &[H], stretch: usize, ask: impl Fn(&H) -> bool) -> Option<(usize, Duration)> {
    let mut answers = 0;
    let mut time = Duration::ZERO;
    for hands in hands.chunks(stretch) {
        if is_interrupted() {
            return None;
        }
        let start = Instant::now();
        for hand in hands {
            answers += usize::from(black_box(ask(black_box(hand))));
        }
        time += start.elapsed();
    }
    Some((answers, time))
}

/// The middle one, the lesser of two.
fn median(times: &mut [Duration]) -> Option<Duration> {
    times.sort_unstable();
    times.get(times.len().checked_sub(1)? / 2).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_is_the_middle() {
        let of = |times: &[u64]| {
            median(&mut times.iter().map(|&time| Duration::from_nanos(time)).collect::<Vec<_>>())
        };
        assert_eq!(of(&[]), None);
        assert_eq!(of(&[3, 1, 2]), Some(Duration::from_nanos(2)));
        assert_eq!(of(&[9, 1, 5, 7]), Some(Duration::from_nanos(5)));
    }
}
