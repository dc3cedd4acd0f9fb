//! JSON as the program writes it: a document a line.

use serde::Serialize;
use std::io::{self, Write};

/// Writes a document and ends the line.
pub fn write_line<W: Write + ?Sized>(out: &mut W, document: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *out, document)?;
    writeln!(out)
}
