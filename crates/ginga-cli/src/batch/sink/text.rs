//! Answers as text: JSON lines and CSV.

use super::{Form, Sink};
use crate::batch::answer::BatchRequest;
use crate::batch::columns::{Cell, Column, row};
use crate::batch::pool::Piece;
use crate::batch::record::Outcome;
use crate::json;
use ginga::document;
use std::io::{self, BufWriter, Write};

/// How much is written at once.
const BUFFER: usize = 64 << 10;

/// Room for an answer, in bytes; there may be more.
const ROOM: usize = 512;

/// One JSON object a line.
pub struct Ndjson<'a> {
    pub request: &'a BatchRequest,
}

impl Form for Ndjson<'_> {
    type Content = Vec<u8>;

    fn encode(&self, outcome: &Outcome<'_>) -> io::Result<Piece<Vec<u8>>> {
        let mut text = Vec::with_capacity(ROOM);
        match &outcome.result {
            Ok(answered) => {
                let document = answered.document(self.request, outcome.number);
                json::write_line(&mut text, &document)?;
            }
            Err(fault) => {
                let (number, input) = (outcome.number, &outcome.input);
                let document = document::line_fault(number, input, &fault.message, fault.span);
                json::write_line(&mut text, &document)?;
            }
        }
        Ok(piece(text))
    }
}

/// A row an answer, below a header.
pub struct Csv<'a> {
    pub request: &'a BatchRequest,
    pub columns: Vec<Column>,
}

impl Csv<'_> {
    /// The names of the columns.
    pub fn header(&self) -> io::Result<Vec<u8>> {
        csv_line(self.columns.iter().map(|column| column.name))
    }
}

impl Form for Csv<'_> {
    type Content = Vec<u8>;

    fn encode(&self, outcome: &Outcome<'_>) -> io::Result<Piece<Vec<u8>>> {
        let cells = row(&self.columns, self.request, outcome);
        csv_line(cells.map(Cell::into_text)).map(piece)
    }
}

fn csv_line(fields: impl Iterator<Item = impl AsRef<str>>) -> io::Result<Vec<u8>> {
    let line = Vec::with_capacity(ROOM);
    let mut writer = csv::WriterBuilder::new().buffer_capacity(ROOM).from_writer(line);
    for field in fields {
        writer.write_field(field.as_ref())?;
    }
    writer.write_record(None::<&[u8]>)?;
    writer.into_inner().map_err(|error| error.into_error())
}

fn piece(text: Vec<u8>) -> Piece<Vec<u8>> {
    Piece { bytes: text.capacity(), content: text }
}

/// Text, written as it comes.
pub struct Text {
    out: BufWriter<Box<dyn Write + Send>>,
}

impl Text {
    /// A text that begins with this.
    pub fn new(out: Box<dyn Write + Send>, header: &[u8]) -> io::Result<Text> {
        let mut out = BufWriter::with_capacity(BUFFER, out);
        out.write_all(header)?;
        Ok(Text { out })
    }
}

impl Sink<Vec<u8>> for Text {
    fn write(&mut self, text: Vec<u8>) -> io::Result<()> {
        self.out.write_all(&text)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }

    fn finish(mut self) -> io::Result<()> {
        self.out.flush()
    }
}
