//! One hand a line in, one JSON object a line out, in the order of the input.

use super::answers::{Asked, Found, QuestionName};
use super::args::{BatchArgs, BatchCommand};
use super::clock::{Clock, is_interrupted};
use super::failure::{AT_FAULT, Failure, INCOMPLETE, OWN_FAULT};
use super::input::{self, Written};
use super::json;
use ginga::notation::Span;
use ginga::{RuleSet, SolverChoice};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::fs::File;
use std::io::{self, BufRead, BufReader, IsTerminal, Read, Write};
use std::path::Path;

/// The rule set where none is named: a batch never guesses.
const DEFAULT_RULES: &str = "riichi";

/// Answers every line; returns the exit code.
pub fn run(command: BatchCommand, out: &mut dyn Write) -> Result<u8, Failure> {
    let (question, args) = match command {
        BatchCommand::Win(args) => (QuestionName::Win, args),
        BatchCommand::Waits(args) => (QuestionName::Waits, args),
        BatchCommand::Decompose(args) => (QuestionName::Decompose, args),
    };
    let mut asked = Asked::new(question, &args.rules)?;
    asked.kinds = args.kinds;
    asked.readings = args.readings;
    asked.stats = args.answer.stats;
    let rules = args.rules.rules.as_deref().unwrap_or(DEFAULT_RULES);
    let rules = input::rule_set(rules, &asked.overrides)?;
    // Faults of the options are the call's, not each line's.
    input::settings(&args.answer, SolverChoice::Engine, &Clock::start_quietly(None))?;
    Batch { asked, rules, args }.run(out)
}

struct Batch {
    asked: Asked,
    rules: RuleSet,
    args: BatchArgs,
}

impl Batch {
    fn run(&self, out: &mut dyn Write) -> Result<u8, Failure> {
        let path = &self.args.file;
        let unreadable = |error: io::Error| read_failure(path, &error);
        let (mut lines, progress) = open(path).map_err(unreadable)?;
        let mut code = 0;
        let mut line = Vec::new();
        for number in 1.. {
            line.clear();
            let length = lines.read_until(b'\n', &mut line).map_err(unreadable)?;
            if length == 0 {
                break;
            }
            let (mut document, line_code) = self.answer(number, &line);
            document.push(b'\n');
            let mut written = out.write_all(&document);
            // Whoever waits for this answer before it sends the next line must not wait for ever.
            if lines.buffer().is_empty() {
                written = written.and_then(|()| out.flush());
            }
            code = worse(code, line_code);
            if written.is_err() {
                return super::printed(written, code);
            }
            progress.inc(length as u64);
            if is_interrupted() {
                code = worse(code, INCOMPLETE);
                break;
            }
        }
        progress.finish_and_clear();
        Ok(code)
    }

    /// The document of one line and the exit code that it asks for.
    fn answer(&self, number: usize, line: &[u8]) -> (Vec<u8>, u8) {
        let line = line.strip_suffix(b"\n").unwrap_or(line);
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        let text = String::from_utf8_lossy(line);
        let fault = |message: &str, span: Option<Span>, code: u8| {
            let document = json::line_fault(number, &text, message, span);
            (document.unwrap_or_else(|error| error.to_string()).into_bytes(), code)
        };
        if let Err(error) = std::str::from_utf8(line) {
            let at = String::from_utf8_lossy(&line[..error.valid_up_to()]).chars().count();
            return fault("the line is not UTF-8", Some(Span::new(at, at + 1)), AT_FAULT);
        }
        let found = match self.found(&text) {
            Ok(found) => found,
            Err(failure) => {
                let span = failure.place.map(|(_, span)| span);
                return fault(&failure.message, span, failure.code);
            }
        };
        let mut document = Vec::new();
        match json::write_answer(&mut document, &self.asked, &found, Some(number)) {
            Ok(()) => (document, if found.exit_code() == INCOMPLETE { INCOMPLETE } else { 0 }),
            Err(error) => fault(&error.to_string(), None, OWN_FAULT),
        }
    }

    fn found(&self, text: &str) -> Result<Found, Failure> {
        let written = Written::read(text, self.args.suit)?;
        let hand = written.under(&self.rules)?;
        let clock = Clock::start_quietly(self.args.answer.time_limit);
        let auto = SolverChoice::Engine;
        self.asked.ask(hand, self.rules.clone(), &self.args.answer, auto, &clock)
    }
}

/// The exit code of two lines: a fault of our own before a fault of the input before a limit.
fn worse(one: u8, other: u8) -> u8 {
    let rank = |code: u8| match code {
        OWN_FAULT => 3,
        AT_FAULT => 2,
        INCOMPLETE => 1,
        _ => 0,
    };
    if rank(other) > rank(one) { other } else { one }
}

/// The lines of a file or of standard input, and a bar that shows how far they are read: on a
/// terminal alone, and only where the answers go elsewhere.
fn open(path: &Path) -> io::Result<(BufReader<Box<dyn Read>>, ProgressBar)> {
    let (input, length): (Box<dyn Read>, Option<u64>) = if path == Path::new("-") {
        (Box::new(io::stdin()), None)
    } else {
        let file = File::open(path)?;
        let length = file.metadata()?.len();
        (Box::new(file), Some(length))
    };
    let progress = match length {
        Some(length) => ProgressBar::new(length),
        None => ProgressBar::new_spinner(),
    };
    let shown = io::stderr().is_terminal() && !io::stdout().is_terminal();
    if !shown {
        progress.set_draw_target(ProgressDrawTarget::hidden());
    }
    let template = match length {
        Some(_) => "{bar:40} {bytes}/{total_bytes}, {eta} left",
        None => "{spinner} {bytes} read, {elapsed}",
    };
    if let Ok(style) = ProgressStyle::with_template(template) {
        progress.set_style(style);
    }
    Ok((BufReader::new(input), progress))
}

fn read_failure(path: &Path, error: &io::Error) -> Failure {
    let name =
        if path == Path::new("-") { "standard input".into() } else { path.to_string_lossy() };
    Failure::input(format!("{name}: {error}"))
}
