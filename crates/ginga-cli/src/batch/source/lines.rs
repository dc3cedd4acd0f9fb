//! A hand a line.

use super::{Input, Source};
use crate::batch::record::{Chunk, Record};
use crate::failure::Failure;
use std::io::BufRead;

/// Lines that end with LF or CRLF, the last one with or without.
pub struct Lines {
    input: Input,
    number: usize,
}

impl Lines {
    /// The lines of an input.
    pub fn new(input: Input) -> Lines {
        Lines { input, number: 0 }
    }
}

impl Source for Lines {
    fn read(&mut self, chunk: &mut Chunk) -> Result<(), Failure> {
        loop {
            let mut line = Vec::new();
            let length = self.input.bytes.read_until(b'\n', &mut line);
            let length = length.map_err(|error| self.input.failure(&error))?;
            if length == 0 {
                return Ok(());
            }
            if line.ends_with(b"\n") {
                line.pop();
            }
            if line.ends_with(b"\r") {
                line.pop();
            }
            self.number += 1;
            chunk.push(Record { number: self.number, hand: Ok(line), size: length as u64 });
            if chunk.is_full() || !self.input.bytes.buffer().contains(&b'\n') {
                return Ok(());
            }
        }
    }
}
