//! A hand a line.

use super::{BYTE_ORDER_MARK, Input, Source};
use crate::batch::record::{Chunk, LONGEST, Record, too_long};
use crate::failure::Failure;
use std::io::{self, BufRead};

/// Lines that end with LF or CRLF, the last one with or without. Empty ones are passed over, as is a byte
/// order mark before the first.
pub struct Lines {
    input: Input,
    number: usize,
}

impl Lines {
    /// The lines of an input.
    pub fn new(input: Input) -> Lines {
        Lines { input, number: 0 }
    }

    /// Reads the next line with its end. Of one that is too long no more is kept than shows that it is.
    fn next_line(&mut self, line: &mut Vec<u8>) -> io::Result<usize> {
        let mut length = 0;
        loop {
            let bytes = self.input.bytes.fill_buf()?;
            let end = bytes.iter().position(|&byte| byte == b'\n');
            let used = end.map_or(bytes.len(), |end| end + 1);
            let room = (LONGEST + 1).saturating_sub(line.len());
            line.extend(bytes.iter().take(used.min(room)));
            self.input.bytes.consume(used);
            length += used;
            if end.is_some() || used == 0 {
                return Ok(length);
            }
        }
    }
}

impl Source for Lines {
    fn read(&mut self, chunk: &mut Chunk) -> Result<(), Failure> {
        loop {
            let mut line = Vec::new();
            let length = self.next_line(&mut line).map_err(|error| self.input.failure(&error))?;
            if length == 0 {
                return Ok(());
            }
            self.number += 1;
            if self.number == 1 && line.starts_with(BYTE_ORDER_MARK) {
                line.drain(..BYTE_ORDER_MARK.len());
            }
            if line.ends_with(b"\n") {
                line.pop();
            }
            if line.ends_with(b"\r") {
                line.pop();
            }
            let size = length as u64;
            if length > LONGEST {
                chunk.push(Record { number: self.number, hand: Err(too_long("the line")), size });
            } else if !line.trim_ascii().is_empty() {
                chunk.push(Record { number: self.number, hand: Ok(line), size });
            }
            let waits = !self.input.bytes.buffer().contains(&b'\n');
            if chunk.is_full() || waits && !chunk.records().is_empty() {
                return Ok(());
            }
        }
    }
}
