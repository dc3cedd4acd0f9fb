//! Where the answers go: JSON lines, CSV or Parquet, written in order.

mod output_file;
#[cfg(feature = "parquet")]
mod parquet;
mod text;

pub use output_file::OutputFile;
#[cfg(feature = "parquet")]
pub use parquet::{Rows, Table};
pub use text::{Csv, Ndjson, Text};

use super::pool::Piece;
use super::record::Outcome;
use std::io;

/// What a form of output makes of an answer; many threads do so at once.
pub trait Form: Sync {
    type Content: Send;

    /// Everything that can be done before the answer's turn to be written.
    fn encode(&self, outcome: &Outcome<'_>) -> io::Result<Piece<Self::Content>>;
}

/// Takes the answers in order.
pub trait Sink<C>: Send {
    /// Adds an answer.
    fn write(&mut self, content: C) -> io::Result<()>;

    /// Lets whoever reads along have what is written.
    fn flush(&mut self) -> io::Result<()>;

    /// Writes what belongs behind the last answer.
    fn finish(self) -> io::Result<()>;
}
