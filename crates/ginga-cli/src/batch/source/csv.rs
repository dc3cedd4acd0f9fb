//! A hand a CSV record, in a named column.
//!
//! The parser is fed with what is read so far rather than given the input to read from: only so a
//! record is known to be complete before the next read, which may wait.

use super::{BYTE_ORDER_MARK, Input, Source, column_of, unreadable};
use crate::batch::record::{Chunk, LONGEST, Record, too_long};
use crate::failure::Failure;
use csv_core::ReadRecordResult;
use std::io::{self, BufRead};

/// The records below a header.
pub struct Csv {
    input: Input,
    record: RecordReader,
    /// The place of the column of hands.
    column: usize,
    name: String,
    number: usize,
}

impl Csv {
    /// Reads the header, which must name the column.
    pub fn new(mut input: Input, name: &str) -> Result<Csv, Failure> {
        let mut record = RecordReader::new();
        let step = record.read(&mut input, true).map_err(|error| input.failure(&error))?;
        let names: Vec<String> = match step {
            Step::Record => record.fields().map(lossy).collect(),
            Step::Waits | Step::End => Vec::new(),
        };
        if record.too_long {
            return Err(unreadable(&input.name, too_long("the header")));
        }
        let column = column_of(&input.name, name, &names)?;
        Ok(Csv { input, record, column, name: name.to_owned(), number: 0 })
    }

    fn hand(&self) -> Result<Vec<u8>, String> {
        if self.record.too_long {
            return Err(too_long("the record"));
        }
        if self.record.unclosed {
            return Err("the record has a quote that is not closed".to_owned());
        }
        let field = self.record.fields().nth(self.column);
        field.map(<[u8]>::to_vec).ok_or_else(|| {
            let (name, number) = (self.name.escape_debug(), self.column + 1);
            format!("the record ends before the column \"{name}\", number {number} of the header")
        })
    }
}

impl Source for Csv {
    fn read(&mut self, chunk: &mut Chunk) -> Result<(), Failure> {
        loop {
            let wait = chunk.records().is_empty();
            let step = self.record.read(&mut self.input, wait);
            match step.map_err(|error| self.input.failure(&error))? {
                Step::Record => self.number += 1,
                Step::Waits | Step::End => return Ok(()),
            }
            chunk.push(Record {
                number: self.number,
                hand: self.hand(),
                size: std::mem::take(&mut self.record.taken),
            });
            if chunk.is_full() {
                return Ok(());
            }
        }
    }
}

enum Step {
    Record,
    /// The next record is not there as a whole yet.
    Waits,
    End,
}

/// The record that is being read; what is there of it stays from call to call.
struct RecordReader {
    parser: csv_core::Reader,
    /// The fields without their quotes, one behind the other.
    text: Vec<u8>,
    filled: usize,
    /// Where each field ends in it.
    ends: Vec<usize>,
    ended: usize,
    /// Whether the record before is to be forgotten.
    complete: bool,
    /// Whether the input ended within quotes.
    unclosed: bool,
    /// Whether the record is longer than any may be: not all of it is here.
    too_long: bool,
    /// How many bytes were read since this was last asked.
    taken: u64,
    started: bool,
}

impl RecordReader {
    fn new() -> RecordReader {
        RecordReader {
            // Not by default(): that parser knows no commas.
            parser: csv_core::Reader::new(),
            text: Vec::new(),
            filled: 0,
            ends: Vec::new(),
            ended: 0,
            complete: false,
            unclosed: false,
            too_long: false,
            taken: 0,
            started: false,
        }
    }

    /// Goes on to the end of the next record; waits for more of the input only if told so.
    fn read(&mut self, input: &mut Input, wait: bool) -> io::Result<Step> {
        if std::mem::take(&mut self.complete) {
            (self.filled, self.ended, self.too_long) = (0, 0, false);
        }
        if !std::mem::replace(&mut self.started, true) {
            self.skip_mark(input)?;
        }
        loop {
            if input.bytes.buffer().is_empty() {
                if !wait {
                    return Ok(Step::Waits);
                }
                if input.bytes.fill_buf()?.is_empty() {
                    return Ok(self.end());
                }
            }
            let (result, used) = self.parse(input.bytes.buffer());
            input.bytes.consume(used);
            self.taken += used as u64;
            match result {
                ReadRecordResult::Record => {
                    self.complete = true;
                    return Ok(Step::Record);
                }
                ReadRecordResult::End => return Ok(Step::End),
                _ => {}
            }
        }
    }

    /// Feeds the parser, and makes room when it asks for some; says how much it took.
    fn parse(&mut self, bytes: &[u8]) -> (ReadRecordResult, usize) {
        let text = self.text.get_mut(self.filled..).unwrap_or_default();
        let ends = self.ends.get_mut(self.ended..).unwrap_or_default();
        let (result, used, filled, ended) = self.parser.read_record(bytes, text, ends);
        self.filled += filled;
        self.ended += ended;
        match result {
            ReadRecordResult::OutputFull | ReadRecordResult::OutputEndsFull
                if self.filled.max(self.ended) >= LONGEST =>
            {
                // What comes next is written over what is there.
                self.too_long = true;
                (self.filled, self.ended) = (0, 0);
            }
            ReadRecordResult::OutputFull => self.text.resize((2 * self.text.len()).max(256), 0),
            ReadRecordResult::OutputEndsFull => self.ends.resize((2 * self.ends.len()).max(16), 0),
            _ => {}
        }
        (result, used)
    }

    /// The record that the end of the input completes, if there is one.
    fn end(&mut self) -> Step {
        // A line break ends a record everywhere but within quotes, where it becomes text: a record
        // that goes on after it, to the end of the input, lacks a quote.
        let before = self.filled;
        loop {
            match self.parse(b"\n").0 {
                ReadRecordResult::OutputFull | ReadRecordResult::OutputEndsFull => {}
                ReadRecordResult::Record => break,
                _ if self.filled == before => return Step::End,
                _ => {
                    self.unclosed = true;
                    while !matches!(
                        self.parse(b"").0,
                        ReadRecordResult::Record | ReadRecordResult::End
                    ) {}
                    break;
                }
            }
        }
        self.complete = true;
        Step::Record
    }

    /// A byte order mark before the header is no part of it; a read may end within it.
    fn skip_mark(&mut self, input: &mut Input) -> io::Result<()> {
        for (seen, mark) in BYTE_ORDER_MARK.iter().enumerate() {
            if input.bytes.fill_buf()?.first() != Some(mark) {
                // Another text that begins alike is not lost.
                let mut rest = BYTE_ORDER_MARK.get(..seen).unwrap_or_default();
                while !rest.is_empty() {
                    let (_, used) = self.parse(rest);
                    rest = rest.get(used..).unwrap_or_default();
                }
                break;
            }
            input.bytes.consume(1);
        }
        Ok(())
    }

    fn fields(&self) -> impl Iterator<Item = &[u8]> {
        let ends = self.ends.get(..self.ended).unwrap_or_default();
        ends.iter().scan(0, |start, &end| {
            let field = self.text.get(*start..end).unwrap_or_default();
            *start = end;
            Some(field)
        })
    }
}

fn lossy(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}
