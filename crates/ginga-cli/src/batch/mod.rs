//! Many hands in, an answer for each out, in the order of the input.
//!
//! A chunk of records is read, answered by all threads, written in order; then comes the next. What
//! a run holds in memory is a chunk and its answers, however long the input is.

mod answer;
mod columns;
pub mod pool;
pub mod progress;
mod record;
mod sink;
mod source;

use super::args::batch::{
    BatchArgs, BatchCommand, BatchDiscardArgs, BatchDistanceArgs, BatchFiles, OutputForm,
};
use super::args::requests::has_list;
use super::clock::{Clock, is_interrupted};
use super::failure::{Failure, INCOMPLETE};
use super::request::{HandInput, Question, QuestionRequest, ReadyRules, SolverPolicy};
use crate::note::SlowNote;
use answer::{BatchAnswer, BatchRequest};
use columns::columns;
use ginga::notation::Span;
use pool::{OrderedPool, Piece};
use progress::Progress;
use record::{Chunk, Fault, Outcome, Record, worse};
use sink::{Csv, Form, Ndjson, OutputFile, Sink, Text};
use source::Source;
use std::io::{self, IsTerminal};

/// The rule set where none is named: a batch never guesses.
const DEFAULT_RULES: &str = "riichi";

/// Answers every record; returns the exit code.
pub fn run(command: BatchCommand) -> Result<u8, Failure> {
    let (request, files) = requested(command)?;
    let rules = files.rules.choice()?.ready(DEFAULT_RULES)?;
    check_output(&files, &request)?;
    let pool = OrderedPool::new(files.threads)?;
    let native = request.options().solver == SolverPolicy::Fastest;
    let slow = SlowNote::new(native.then_some(&rules.game));
    Batch { request, rules, files, pool, slow }.run()
}

/// What is asked about each hand, and where the hands are.
fn requested(command: BatchCommand) -> Result<(BatchRequest, BatchFiles), Failure> {
    let (question, BatchArgs { files, answer }, kinds, readings) = match command {
        BatchCommand::Win(batch) => (Question::Win, batch, false, false),
        BatchCommand::Waits(args) => (Question::Waits, args.batch, args.kinds, args.readings),
        BatchCommand::Decompose(args) => (Question::Decompose, args.batch, false, args.readings),
        BatchCommand::Distance(BatchDistanceArgs { files, distance }) => {
            return Ok((BatchRequest::Distance(distance.request()?), files));
        }
        BatchCommand::Discards(BatchDiscardArgs {
            batch: BatchArgs { files, answer },
            discard,
        }) => {
            let options = discard.of(answer.options(SolverPolicy::Fastest)?);
            return Ok((BatchRequest::Discards(options), files));
        }
    };
    let options = answer.options(SolverPolicy::Fastest)?;
    let mut request =
        QuestionRequest { kinds, readings, ..QuestionRequest::new(question, options) };
    has_list(&request)?;
    // A row has no room for a list: it is made to be checked alone.
    let shows_list = files.to == OutputForm::Ndjson || question == Question::Decompose;
    request.options.no_list |= !shows_list && !request.options.verify;
    Ok((BatchRequest::Question(request), files))
}

/// Options that a form of output has no place for are no options of the call.
fn check_output(files: &BatchFiles, request: &BatchRequest) -> Result<(), Failure> {
    if files.to == OutputForm::Ndjson {
        return Ok(());
    }
    if let Some(option) = request.beyond_tables() {
        let message = format!("{option} adds to the JSON objects alone: it goes with --to ndjson");
        return Err(Failure::input(message));
    }
    if files.to == OutputForm::Parquet && files.out.as_os_str() == "-" {
        return Err(Failure::input("--to parquet needs a file to write: --out FILE"));
    }
    Ok(())
}

struct Batch {
    request: BatchRequest,
    rules: ReadyRules,
    files: BatchFiles,
    pool: OrderedPool,
    slow: SlowNote,
}

impl Batch {
    fn run(&self) -> Result<u8, Failure> {
        #[cfg(not(feature = "parquet"))]
        if self.files.to == OutputForm::Parquet {
            return Err(source::without_parquet());
        }
        let (source, extent) = source::open(&self.files)?;
        let (file, out) = OutputFile::open(&self.files.out)?;
        let elsewhere = !file.is_standard() || !io::stdout().is_terminal();
        let progress = Progress::new(extent, elsewhere && io::stderr().is_terminal());
        let job = Job { batch: self, source, file, progress, code: 0 };
        let request = &self.request;
        match self.files.to {
            OutputForm::Ndjson => job.run(&Ndjson { request }, Text::new(out, b"")),
            OutputForm::Csv => {
                let form = Csv { request, columns: columns(request) };
                let sink = form.header().and_then(|header| Text::new(out, &header));
                job.run(&form, sink)
            }
            #[cfg(feature = "parquet")]
            OutputForm::Parquet => {
                let form = sink::Rows { request, columns: columns(request) };
                let sink = sink::Table::new(out, &form.columns);
                job.run(&form, sink)
            }
            #[cfg(not(feature = "parquet"))]
            OutputForm::Parquet => Err(source::without_parquet()),
        }
    }

    fn answer<'a>(&'a self, record: &'a Record) -> Outcome<'a> {
        let (input, result) = match &record.hand {
            Ok(hand) => match utf8(hand) {
                Ok(text) => (text.into(), self.answer_text(text).map_err(Fault::from)),
                Err(fault) => (String::from_utf8_lossy(hand), Err(fault)),
            },
            Err(message) => ("".into(), Err(Fault::input(message.clone(), None))),
        };
        Outcome { number: record.number, input, result }
    }

    fn answer_text(&self, text: &str) -> Result<BatchAnswer<'_>, Failure> {
        self.slow.look();
        let hand = HandInput::read(text, self.files.suit)?.under(&self.rules.game)?;
        let clock = Clock::start_quietly(self.request.options().time_limit);
        self.request.answer(hand, &self.rules, &clock)
    }
}

fn utf8(hand: &[u8]) -> Result<&str, Fault> {
    std::str::from_utf8(hand).map_err(|error| {
        let before = hand.get(..error.valid_up_to()).unwrap_or_default();
        let at = String::from_utf8_lossy(before).chars().count();
        Fault::input("the line is not UTF-8".to_owned(), Some(Span::new(at, at + 1)))
    })
}

/// One run from its input to its output.
struct Job<'a> {
    batch: &'a Batch,
    source: Box<dyn Source>,
    file: OutputFile,
    progress: Progress,
    /// The exit code so far.
    code: u8,
}

impl Job<'_> {
    /// Answers all there is and finishes the output, after Ctrl-C as well.
    fn run<F, S>(mut self, form: &F, sink: io::Result<S>) -> Result<u8, Failure>
    where
        F: Form,
        S: Sink<F::Content>,
    {
        let written = match sink {
            Ok(mut sink) => match self.answer_all(form, &mut sink)? {
                Ok(()) => sink.finish(),
                Err(error) => Err(error),
            },
            Err(error) => Err(error),
        };
        match written {
            Ok(()) => self.file.keep()?,
            // A reader that has gone away is no fault of ours: the answers stand.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {}
            Err(error) => return Err(self.file.failure(&error)),
        }
        Ok(self.code)
    }

    /// Chunk by chunk. A fault in reading is a failure; one in writing is handed back.
    fn answer_all<F, S>(&mut self, form: &F, sink: &mut S) -> Result<io::Result<()>, Failure>
    where
        F: Form,
        S: Sink<F::Content>,
    {
        let mut chunk = Chunk::default();
        loop {
            chunk.clear();
            self.source.read(&mut chunk)?;
            let done = chunk.records().is_empty();
            let written = self.answer_chunk(&chunk, form, sink).and_then(|()| sink.flush());
            if is_interrupted() {
                self.code = worse(self.code, INCOMPLETE);
            }
            if done || is_interrupted() || written.is_err() {
                return Ok(written);
            }
        }
    }

    fn answer_chunk<F, S>(&mut self, chunk: &Chunk, form: &F, sink: &mut S) -> io::Result<()>
    where
        F: Form,
        S: Sink<F::Content>,
    {
        let Job { batch, progress, code, .. } = self;
        let make = |record: &Record| {
            let outcome = batch.answer(record);
            let Piece { content, bytes } = form.encode(&outcome)?;
            Ok(Piece { content: (content, outcome.code()), bytes })
        };
        let write = |record: &Record, (content, record_code): (F::Content, u8)| {
            *code = worse(*code, record_code);
            sink.write(content)?;
            progress.advance(record.size);
            Ok(())
        };
        batch.pool.answer(chunk.records(), make, write)
    }
}
