//! Contestants: their answers compared first, then their times, in turns.

use crate::args::Options;
use crate::hands::Deal;
use std::hint::black_box;
use std::marker::PhantomData;
use std::time::{Duration, Instant};

/// An answer to a task.
pub trait Answer {
    /// Whether two contestants say the same.
    fn same(&self, other: &Self) -> bool;
    /// What is added up over the set: wins, waits, decompositions.
    fn total(&self) -> u64;
    /// The answer in a few words.
    fn show(&self) -> String;
}

/// Somebody who answers a task: hands in the form that is native to them, the call that is timed,
/// and how its result is read when answers are compared.
pub struct Contestant<'a, A> {
    name: &'static str,
    runner: Box<dyn Runner<A> + 'a>,
}

impl<'a, A: 'a> Contestant<'a, A> {
    /// `call` alone is timed; neither the making of `inputs` nor `read` is.
    pub fn new<I: 'a, O: 'a>(
        name: &'static str,
        inputs: Vec<I>,
        call: impl FnMut(&mut I) -> O + 'a,
        read: impl Fn(O) -> A + 'a,
    ) -> Self {
        let runner = Box::new(Timed { inputs, call, read, output: PhantomData });
        Contestant { name, runner }
    }
}

/// Hides the contestant's own types. A pass over all hands is one call, so that the indirection
/// costs nothing that a clock could see.
trait Runner<A> {
    fn answer(&mut self, hand: usize) -> A;
    fn pass(&mut self, hands: usize) -> Duration;
}

struct Timed<I, O, C, R> {
    inputs: Vec<I>,
    call: C,
    read: R,
    output: PhantomData<O>,
}

impl<A, I, O, C: FnMut(&mut I) -> O, R: Fn(O) -> A> Runner<A> for Timed<I, O, C, R> {
    fn answer(&mut self, hand: usize) -> A {
        (self.read)((self.call)(&mut self.inputs[hand]))
    }

    fn pass(&mut self, hands: usize) -> Duration {
        let start = Instant::now();
        for input in &mut self.inputs[..hands] {
            black_box((self.call)(black_box(input)));
        }
        start.elapsed()
    }
}

/// How many hands tell about how long one takes.
const TRIAL: usize = 64;

/// The least number of hands to measure, however slow.
const FEWEST: usize = 8;

/// How many differences are shown in full.
const SHOWN: usize = 3;

/// The rows of one task's table, and what is to be said below it.
pub struct Table<'o> {
    options: &'o Options,
    /// Whom and on what Ginga agrees with, and on how many hands.
    agreed: Vec<(String, usize)>,
    /// What is to be said of the others.
    differing: Vec<String>,
    /// Whether there is nobody to compare with.
    alone: bool,
}

impl<'o> Table<'o> {
    /// Begins the table of a task; `total` is what the answers' totals count.
    pub fn begin(title: &str, total: &str, options: &'o Options) -> Self {
        println!("\n### {title}\n");
        println!(
            "| hands | who | {total} | measured | median ns | least ns | × Ginga | by least |"
        );
        println!("|---|---|--:|--:|--:|--:|--:|--:|");
        Table { options, agreed: Vec::new(), differing: Vec::new(), alone: false }
    }

    /// Compares and measures the contestants on one set; the first is Ginga.
    pub fn run<A: Answer>(&mut self, set: &str, deals: &[Deal], mut who: Vec<Contestant<'_, A>>) {
        let totals = self.compare(set, deals, &mut who);
        let times = self.time(deals.len(), &mut who);
        let (ours, our_least) = (times[0].median, times[0].least);
        for ((contestant, total), time) in who.iter().zip(totals).zip(times) {
            println!(
                "| {set} | {} | {total} | {} | {} | {} | {} | {} |",
                contestant.name,
                time.hands,
                figure(time.median),
                figure(time.least),
                ratio(time.median / ours),
                ratio(time.least / our_least),
            );
        }
    }

    /// Says what the comparisons brought.
    pub fn end(self) {
        println!();
        if self.alone {
            println!("Nobody to compare with.");
        }
        self.differing.iter().for_each(|line| println!("{line}"));
        let most = self.agreed.iter().map(|&(_, hands)| hands).max();
        let Some(most) = most else { return };
        let all = if self.differing.is_empty() { "All" } else { "All others" };
        println!("{all} agree, on {most} hands of each set.");
        let fewer = self.agreed.iter().filter(|&&(_, hands)| hands < most);
        let fewer: Vec<String> = fewer.map(|(who, hands)| format!("{who}: {hands}")).collect();
        if !fewer.is_empty() {
            println!("Time was up before: {}.", fewer.join("; "));
        }
    }

    /// Compares everybody with the first; says what each answer's totals come to, and over how many
    /// hands. Time is up for each on their own, so that the slow do not keep the quick from being
    /// compared.
    fn compare<A: Answer>(
        &mut self,
        set: &str,
        deals: &[Deal],
        who: &mut [Contestant<'_, A>],
    ) -> Vec<String> {
        let mut ours: Vec<A> = Vec::new();
        let mut totals = Vec::new();
        self.alone = who.len() == 1;
        for (index, one) in who.iter_mut().enumerate() {
            let start = Instant::now();
            let (mut total, mut compared, mut differences) = (0, 0, 0);
            let mut shown = Vec::new();
            let most = if index == 0 { deals.len() } else { ours.len() };
            while compared < most && start.elapsed() < self.options.compare_time {
                let answer = one.runner.answer(compared);
                total += answer.total();
                if index == 0 {
                    ours.push(answer);
                } else if !answer.same(&ours[compared]) {
                    differences += 1;
                    if differences <= SHOWN {
                        let (deal, ours) = (&deals[compared], ours[compared].show());
                        let theirs = answer.show();
                        shown.push(format!("  - `{deal}`: Ginga {ours}; {} {theirs}", one.name));
                    }
                }
                compared += 1;
            }
            if differences > 0 {
                let name = one.name;
                let line = format!("- {set}: {name} differs on {differences} of {compared} hands");
                self.differing.push(line);
                self.differing.append(&mut shown);
            } else if index > 0 {
                self.agreed.push((format!("{} on {set}", one.name), compared));
            }
            let all = compared == deals.len();
            totals.push(if all { total.to_string() } else { format!("{total} of {compared}") });
        }
        totals
    }

    fn time<A>(&self, hands: usize, who: &mut [Contestant<'_, A>]) -> Vec<Time> {
        let measured: Vec<usize> = who
            .iter_mut()
            .map(|one| {
                let trial = hands.min(FEWEST);
                let slow = quicker(one.runner.as_mut(), trial);
                let (trial, taken) = if slow > self.options.round_time / 8 {
                    (trial, slow)
                } else {
                    let trial = hands.min(TRIAL);
                    (trial, quicker(one.runner.as_mut(), trial))
                };
                let each = taken.as_secs_f64() / trial as f64;
                let fitting = self.options.round_time.as_secs_f64() / each.max(1e-9);
                (fitting as usize).max(FEWEST).min(hands)
            })
            .collect();
        let mut rounds = vec![Vec::with_capacity(self.options.rounds); who.len()];
        for round in 0..self.options.rounds {
            // Each begins as often as any other, so that nobody always runs on what another left in the caches.
            for turn in 0..who.len() {
                let index = (round + turn) % who.len();
                let taken = who[index].runner.pass(measured[index]);
                rounds[index].push(taken.as_secs_f64() * 1e9 / measured[index] as f64);
            }
        }
        rounds.into_iter().zip(measured).map(|(rounds, hands)| Time::of(rounds, hands)).collect()
    }
}

/// The quicker of two passes: what else the machine does may fall into one.
fn quicker<A>(runner: &mut (dyn Runner<A> + '_), hands: usize) -> Duration {
    runner.pass(hands).min(runner.pass(hands))
}

/// Nanoseconds a hand.
struct Time {
    hands: usize,
    median: f64,
    least: f64,
}

impl Time {
    fn of(mut rounds: Vec<f64>, hands: usize) -> Time {
        rounds.sort_by(f64::total_cmp);
        Time { hands, median: rounds[rounds.len() / 2], least: rounds[0] }
    }
}

/// Three figures, no more than a clock on a shared machine can mean.
fn figure(nanoseconds: f64) -> String {
    if nanoseconds < 100.0 { format!("{nanoseconds:.1}") } else { format!("{nanoseconds:.0}") }
}

/// Two figures or three.
fn ratio(times: f64) -> String {
    match times {
        ..0.01 => format!("{times:.4}"),
        ..1.0 => format!("{times:.2}"),
        ..10.0 => format!("{times:.1}"),
        _ => format!("{times:.0}"),
    }
}
