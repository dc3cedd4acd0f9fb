//! A record of the input, and what came of it.

use super::answer::BatchAnswer;
use crate::failure::{AT_FAULT, Failure, INCOMPLETE, OWN_FAULT};
use ginga::notation::Span;
use std::borrow::Cow;

/// The longest hand, in bytes: with its line end, or with the fields beside it.
pub const LONGEST: usize = 64 << 10;

/// What is said of a hand that is longer.
pub fn too_long(what: &str) -> String {
    format!("{what} has more than {LONGEST} bytes")
}

/// One hand of the input.
pub struct Record {
    /// Its place in the input, from 1: `line` in every answer.
    pub number: usize,
    /// The hand as it stands there, or why there is none.
    pub hand: Result<Vec<u8>, String>,
    /// How much of the input it took, in the unit of the source's extent.
    pub size: u64,
}

/// The records that are answered together. Its bounds are those of the memory that a batch takes.
#[derive(Default)]
pub struct Chunk {
    records: Vec<Record>,
    bytes: usize,
}

impl Chunk {
    const MOST_RECORDS: usize = 4096;
    const MOST_BYTES: usize = 1 << 20;

    /// Adds a record.
    pub fn push(&mut self, record: Record) {
        self.bytes += record.hand.as_ref().map_or(0, Vec::len);
        self.records.push(record);
    }

    /// True when no more should be added.
    pub fn is_full(&self) -> bool {
        self.records.len() >= Self::MOST_RECORDS || self.bytes >= Self::MOST_BYTES
    }

    /// The records in order.
    pub fn records(&self) -> &[Record] {
        &self.records
    }

    /// Forgets all records.
    pub fn clear(&mut self) {
        self.records.clear();
        self.bytes = 0;
    }
}

/// What came of a record.
pub struct Outcome<'a> {
    pub number: usize,
    /// The hand's text.
    pub input: Cow<'a, str>,
    pub result: Result<BatchAnswer<'a>, Fault>,
}

impl Outcome<'_> {
    /// The exit code that it asks for.
    pub fn code(&self) -> u8 {
        match &self.result {
            Ok(answered) if !answered.completeness().is_complete() => INCOMPLETE,
            Ok(_) => 0,
            Err(fault) => fault.code,
        }
    }
}

/// Why a record has no answer.
pub struct Fault {
    pub message: String,
    /// The place in the hand's text.
    pub span: Option<Span>,
    pub code: u8,
}

impl Fault {
    /// A fault of the input.
    pub fn input(message: String, span: Option<Span>) -> Fault {
        Fault { message, span, code: AT_FAULT }
    }
}

impl From<Failure> for Fault {
    fn from(failure: Failure) -> Fault {
        let span = failure.place.map(|(_, span)| span);
        Fault { message: failure.message, span, code: failure.code }
    }
}

/// The exit code of two records: a fault of our own before a fault of the input before a limit.
pub fn worse(one: u8, other: u8) -> u8 {
    let rank = |code: u8| match code {
        OWN_FAULT => 3,
        AT_FAULT => 2,
        INCOMPLETE => 1,
        _ => 0,
    };
    if rank(other) > rank(one) { other } else { one }
}
