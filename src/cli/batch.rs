//! One hand a line in, one JSON object a line out, in the order of the input.

use super::answers::{Asked, QuestionName};
use super::args::{BatchArgs, BatchCommand};
use super::clock::Clock;
use super::failure::{AT_FAULT, Failure, INCOMPLETE, OWN_FAULT};
use super::input::{self, Written};
use super::json;
use ginga::notation::Span;
use ginga::{RuleSet, SolverChoice};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
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
    input::settings(&args.answer, SolverChoice::Search, &Clock::start_quietly(None))?;
    let batch = Batch { asked, rules, args };
    let mut code = 0;
    for (number, line) in (1..).zip(lines(&batch.args.file)?) {
        let line = line.map_err(|error| read_failure(&batch.args.file, &error))?;
        let (document, line_code) = batch.answer(number, &line);
        code = worse(code, line_code);
        let written = writeln!(out, "{document}");
        if let Err(error) = written {
            return super::output_failure(&error, code);
        }
    }
    Ok(code)
}

struct Batch {
    asked: Asked,
    rules: RuleSet,
    args: BatchArgs,
}

impl Batch {
    /// The document of one line and the exit code that it asks for.
    fn answer(&self, number: usize, line: &[u8]) -> (String, u8) {
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        let text = String::from_utf8_lossy(line);
        let fault = |message: &str, span: Option<Span>, code: u8| {
            let document = json::line_fault(number, &text, message, span);
            (document.unwrap_or_else(|error| error.to_string()), code)
        };
        if let Err(error) = std::str::from_utf8(line) {
            let at = String::from_utf8_lossy(&line[..error.valid_up_to()]).chars().count();
            return fault("the line is not UTF-8", Some(Span::new(at, at + 1)), AT_FAULT);
        }
        match self.found(&text) {
            Ok(found) => match json::answer(&self.asked, &found, Some(number)) {
                Ok(document) => {
                    (document, if found.exit_code() == INCOMPLETE { INCOMPLETE } else { 0 })
                }
                Err(error) => fault(&error.to_string(), None, OWN_FAULT),
            },
            Err(failure) => {
                fault(&failure.message, failure.place.map(|(_, span)| span), failure.code)
            }
        }
    }

    fn found(&self, text: &str) -> Result<super::answers::Found, Failure> {
        let written = Written::read(text, self.args.suit)?;
        let hand = written.under(&self.rules)?;
        let clock = Clock::start_quietly(self.args.answer.time_limit);
        let auto = SolverChoice::Search;
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

type Lines = Box<dyn Iterator<Item = io::Result<Vec<u8>>>>;

fn lines(path: &Path) -> Result<Lines, Failure> {
    if path == Path::new("-") {
        return Ok(Box::new(BufReader::new(io::stdin()).split(b'\n')));
    }
    let file = File::open(path).map_err(|error| read_failure(path, &error))?;
    Ok(Box::new(BufReader::new(file).split(b'\n')))
}

fn read_failure(path: &Path, error: &io::Error) -> Failure {
    let name =
        if path == Path::new("-") { "standard input".into() } else { path.to_string_lossy() };
    Failure::input(format!("{name}: {error}"))
}
