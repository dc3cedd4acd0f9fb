//! Long lists of one hand, written while they are found.
//!
//! The answer is found without its list first, which takes no time to speak of. Then each decomposition
//! is written as the engine shows it, in canonical order: a time limit ends the writing as well, and memory
//! does not grow with the list. Other solvers find decompositions in no order: their lists are kept and
//! sorted, in a part of the time, and written in the rest.

use super::answers::{self, Answer, Answered, exit_code};
use super::args::Format;
use super::clock::Clock;
use super::failure::Failure;
use super::json;
use super::makeplex;
use super::output::printed;
use super::request::{Question, QuestionRequest, ReadyRules};
use super::text::{self, LongList};
use ginga::document::{self, Options};
use ginga::engine::PackedHand;
use ginga::{
    Completeness, Decomposition, Decompositions, Hand, Report, Settings, SolverChoice, Stop,
    StoppedBy, Win,
};
use std::io::{self, Write};
use std::ops::ControlFlow;

/// Up to how many decompositions an answer is kept before it is written.
const MOST_KEPT: usize = 10_000;

/// The hundredths of the time in which decompositions are counted before the list is written.
const TO_COUNT: u32 = 25;

/// The hundredths of the time in which a list is found that is kept: to sort and to write it takes the rest.
fn to_find(solver: SolverChoice, request: &QuestionRequest) -> u32 {
    let lists = request.list_asked_for().is_some() || request.question == Question::Waits;
    if !lists || request.options.no_list || request.options.verify {
        return 100;
    }
    match solver {
        // It finds some ten thousand a second, the others a million.
        SolverChoice::Ilp(_) => 75,
        // To put all in order by an objective takes the longest.
        _ if request.objective.is_some() => 10,
        _ => 20,
    }
}

/// How many decompositions are written between two looks at the clock.
const BETWEEN_LOOKS: u64 = 1 << 6;

/// An answer, and how its list is written.
pub enum Found<'a> {
    /// As a whole.
    Short(Answered<'a>),
    /// Without its list, which comes from the engine or is kept here.
    Long(Answered<'a>, Option<Vec<Decomposition>>),
}

/// Finds an answer; its list apart, if it is a long one.
pub fn answer<'a>(
    request: &QuestionRequest,
    hand: Hand,
    rules: &'a ReadyRules,
    clock: &Clock,
) -> Result<Found<'a>, Failure> {
    let solver = answers::solver(request, &hand, rules, clock)?;
    let is_plain = is_plain_list(request);
    if is_plain && let Some(answered) = without_list(solver, request, &hand, rules, clock)? {
        return Ok(Found::Long(answered, None));
    }
    let part = clock.part(to_find(solver, request));
    let mut answered = answers::answer_by(solver, request, hand, rules, &part)?;
    if !is_plain || answered.answer.list().len() <= MOST_KEPT {
        return Ok(Found::Short(answered));
    }
    let kept = answered.answer.take_list();
    Ok(Found::Long(answered, Some(kept)))
}

/// Whether decompositions are listed in canonical order, and nothing else is made of the list.
fn is_plain_list(request: &QuestionRequest) -> bool {
    let options = &request.options;
    let otherwise = options.verify || request.readings || request.objective.is_some();
    request.question != Question::Win && !options.no_list && !otherwise
}

/// The answer without its list, if that is a long one that the engine shows in its order.
fn without_list<'a>(
    solver: SolverChoice,
    request: &QuestionRequest,
    hand: &Hand,
    rules: &'a ReadyRules,
    clock: &Clock,
) -> Result<Option<Answered<'a>>, Failure> {
    let by_engine = solver == SolverChoice::Fastest
        && hand.size() == Some(request.question.hand_size())
        && PackedHand::of(hand).is_some()
        && rules.game.engine().is_ok();
    if !by_engine {
        return Ok(None);
    }
    let (game, to_count) = (&rules.game, clock.part(TO_COUNT));
    let settings = Settings { no_list: true, ..request.options.settings(&to_count) };
    let mut answer = if request.question == Question::Waits {
        Answer::Waits(game.waits_with(hand, &settings)?)
    } else {
        let Win { counts, report } = game.win_with(hand, &settings)?;
        let mut list = Vec::new();
        if !report.completeness.is_complete() {
            // Too many to be counted in time: one of them says that there are some.
            game.visit(hand, &request.options.settings(clock), &mut |first| {
                list.push(first);
                ControlFlow::Break(())
            })?;
        }
        Answer::Decompositions(Decompositions { list, counts, report })
    };
    let mut report = *answer.report();
    if report.completeness.is_complete() {
        let all = answer.counts().decompositions();
        let limit = request.options.limit.map_or(u128::MAX, |limit| limit.get().into());
        if all.min(limit) <= MOST_KEPT as u128 {
            return Ok(None);
        }
        if limit < all {
            report.completeness = Completeness::Stopped(StoppedBy::Limit);
            answer.set_report(report);
        }
    } else if !answer.is_yes() {
        return Ok(None);
    }
    Ok(Some(Answered::without_list(hand.clone(), rules, answer, clock)))
}

/// Writes an answer and its list; returns the exit code.
pub fn write(
    out: &mut dyn Write,
    request: &QuestionRequest,
    (mut answered, kept): (Answered<'_>, Option<Vec<Decomposition>>),
    format: Format,
    clock: Clock,
) -> Result<u8, Failure> {
    let mut list = List { request, clock, kept };
    let (written, report) = match format {
        Format::Text => list.text(out, &mut answered),
        Format::Json => list.json(out, &answered),
        Format::Makeplex => list.makeplex(out, &answered),
    };
    // The program ends now: to give back millions of decompositions one by one would take its time.
    std::mem::forget(list.kept.take());
    printed(written, exit_code(answered.answer.is_yes(), report.completeness))
}

/// A list on its way.
struct List<'a> {
    request: &'a QuestionRequest,
    clock: Clock,
    kept: Option<Vec<Decomposition>>,
}

impl List<'_> {
    /// Shows each decomposition until the list ends or time does, or the writer breaks off.
    fn each(
        &self,
        answered: &Answered<'_>,
        write: &mut dyn FnMut(&Decomposition) -> ControlFlow<()>,
    ) -> Report {
        let (mut shown, mut late) = (0u64, false);
        let mut show = |decomposition: &Decomposition| {
            shown += 1;
            late = shown.is_multiple_of(BETWEEN_LOOKS) && self.clock.should_stop();
            if late { ControlFlow::Break(()) } else { write(decomposition) }
        };
        let mut report = *answered.answer.report();
        match &self.kept {
            // Whether the reader went away shows elsewhere.
            Some(list) => drop(list.iter().try_for_each(show)),
            None => {
                let settings = self.request.options.settings(&self.clock);
                let settings = settings.with_solver(SolverChoice::Fastest);
                let game = &answered.rules.game;
                let shown = game.visit(&answered.hand, &settings, &mut |one| show(&one));
                // The question above was put to the engine as well, and had no fault.
                let completeness = shown.map_or(report.completeness, |shown| shown.completeness);
                if report.completeness != Completeness::Stopped(StoppedBy::Caller) {
                    report.completeness = completeness;
                }
            }
        }
        if late {
            report.completeness = Completeness::Stopped(StoppedBy::Caller);
        }
        report
    }

    /// Shows each to a writer that may fail.
    fn each_written(
        &self,
        answered: &Answered<'_>,
        write: &mut dyn FnMut(&Decomposition) -> io::Result<()>,
    ) -> (io::Result<()>, Report) {
        let mut written = Ok(());
        let report = self.each(answered, &mut |decomposition| {
            written = write(decomposition);
            if written.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        (written, report)
    }

    fn text(&self, out: &mut dyn Write, answered: &mut Answered<'_>) -> (io::Result<()>, Report) {
        let mut report = *answered.answer.report();
        let mut write = || {
            text::write_head(out, self.request, answered)?;
            let mut list = LongList::begin(out, answered.answer.counts())?;
            let written;
            (written, report) = self.each_written(answered, &mut |one| list.add(one));
            written?;
            list.flush()?;
            answered.end(report, &self.clock);
            text::finish(out, self.request, answered)
        };
        (write(), report)
    }

    fn json(&self, out: &mut dyn Write, answered: &Answered<'_>) -> (io::Result<()>, Report) {
        let report = std::cell::Cell::new(*answered.answer.report());
        let each = |write: &mut dyn FnMut(&Decomposition) -> ControlFlow<()>| {
            report.set(self.each(answered, write));
            let elapsed = self.request.options.stats.then(|| self.clock.elapsed());
            let interrupted = self.clock.interrupted();
            (report.get(), Options { interrupted, elapsed, ..Options::default() })
        };
        let head = answered.head_document(self.request);
        let written = json::write_line(out, &document::streamed(head, &each));
        (written, report.get())
    }

    fn makeplex(&self, out: &mut dyn Write, answered: &Answered<'_>) -> (io::Result<()>, Report) {
        let line = makeplex::line_of(answered);
        self.each_written(answered, &mut |one| writeln!(out, "{}", line(one)))
    }
}
