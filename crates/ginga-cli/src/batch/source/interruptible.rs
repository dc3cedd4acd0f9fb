//! Reading from a pipe or a terminal, where the next bytes may be long in coming.

use crate::clock::is_interrupted;
use std::io::{self, Read};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::Duration;

/// How much is read at once: what a pipe holds.
const BLOCK: usize = 64 << 10;
/// How many blocks are read ahead.
const AHEAD: usize = 2;
/// How long it takes at most until Ctrl-C is seen.
const GLANCE: Duration = Duration::from_millis(50);

/// A reader whose waiting Ctrl-C ends, as if the input ended there: a thread of its own waits for
/// the bytes.
pub struct InterruptibleReader {
    blocks: Receiver<io::Result<Vec<u8>>>,
    block: Vec<u8>,
    /// How much of the block is given away.
    given: usize,
}

impl InterruptibleReader {
    /// Starts to read.
    pub fn new(input: impl Read + Send + 'static) -> InterruptibleReader {
        let (sender, blocks) = sync_channel(AHEAD);
        std::thread::spawn(move || pump(input, &sender));
        InterruptibleReader { blocks, block: Vec::new(), given: 0 }
    }
}

/// Passes on what comes until the input ends, fails, or nobody wants more.
fn pump(mut input: impl Read, blocks: &SyncSender<io::Result<Vec<u8>>>) {
    let mut buffer = vec![0; BLOCK];
    loop {
        let block = match input.read(&mut buffer) {
            Ok(0) => return,
            Ok(length) => Ok(buffer.get(..length).unwrap_or_default().to_vec()),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => Err(error),
        };
        let failed = block.is_err();
        if blocks.send(block).is_err() || failed {
            return;
        }
    }
}

impl Read for InterruptibleReader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.given == self.block.len() {
            match self.blocks.recv_timeout(GLANCE) {
                Ok(block) => (self.block, self.given) = (block?, 0),
                Err(RecvTimeoutError::Timeout) if !is_interrupted() => {}
                Err(_) => return Ok(0),
            }
        }
        let mut rest = self.block.get(self.given..).unwrap_or_default();
        let length = rest.read(buffer)?;
        self.given += length;
        Ok(length)
    }
}
