//! Where the hands come from: lines, CSV or Parquet, read a chunk at a time.

mod csv;
mod interruptible;
mod lines;
#[cfg(feature = "parquet")]
mod parquet;

use super::progress::Extent;
use super::record::Chunk;
use crate::args::batch::{BatchFiles, InputForm};
use crate::failure::Failure;
use interruptible::InterruptibleReader;
use itertools::Itertools;
use std::fmt;
use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::Path;

/// How much is read at once; a chunk of lines or of CSV is no longer, but for a single long record.
const BUFFER: usize = 256 << 10;

/// The column of hands where none is named.
const DEFAULT_COLUMN: &str = "hand";

/// What some programs write before a text in UTF-8.
const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// A reader of hands.
pub trait Source {
    /// Adds records to an empty chunk: at least one unless the input has ended, and after it only
    /// what is there without waiting. Whoever waits for the answers before it sends the next hand
    /// then has them.
    fn read(&mut self, chunk: &mut Chunk) -> Result<(), Failure>;
}

/// Opens the input of a batch; says how long it is as well.
pub fn open(args: &BatchFiles) -> Result<(Box<dyn Source>, Extent), Failure> {
    let form = args.from.unwrap_or_else(|| by_extension(&args.file));
    if form == InputForm::Lines && args.column.is_some() {
        let message = "--column goes with CSV and Parquet; name the form by --from";
        return Err(Failure::input(message));
    }
    let column = args.column.as_deref().unwrap_or(DEFAULT_COLUMN);
    match form {
        InputForm::Lines => {
            let (input, extent) = Input::open(&args.file)?;
            Ok((Box::new(lines::Lines::new(input)), extent))
        }
        InputForm::Csv => {
            let (input, extent) = Input::open(&args.file)?;
            Ok((Box::new(csv::Csv::new(input, column)?), extent))
        }
        #[cfg(feature = "parquet")]
        InputForm::Parquet => parquet::open(&args.file, column),
        #[cfg(not(feature = "parquet"))]
        InputForm::Parquet => Err(without_parquet()),
    }
}

/// The fault of a call that wants Parquet of a program without it.
#[cfg(not(feature = "parquet"))]
pub fn without_parquet() -> Failure {
    Failure::input(
        "Parquet is not built into this program: build it with the cargo feature `parquet`, as by \
         `cargo install --path crates/ginga-cli --features parquet`",
    )
}

fn by_extension(path: &Path) -> InputForm {
    let is =
        |wanted: &str| path.extension().is_some_and(|found| found.eq_ignore_ascii_case(wanted));
    match () {
        () if is("csv") => InputForm::Csv,
        () if is("parquet") => InputForm::Parquet,
        () => InputForm::Lines,
    }
}

/// A stream of bytes with its name for messages.
struct Input {
    name: String,
    bytes: BufReader<Box<dyn Read>>,
}

impl Input {
    fn open(path: &Path) -> Result<(Input, Extent), Failure> {
        let name = name(path);
        let (bytes, extent): (Box<dyn Read>, Extent) = if is_standard(path) {
            (Box::new(InterruptibleReader::new(io::stdin())), Extent::Unknown)
        } else {
            let open = || File::open(path).and_then(|file| Ok((file.metadata()?, file)));
            let (metadata, file) = open().map_err(|error| unreadable(&name, &error))?;
            if metadata.is_file() {
                (Box::new(file), Extent::Bytes(metadata.len()))
            } else {
                (Box::new(InterruptibleReader::new(file)), Extent::Unknown)
            }
        };
        let bytes = BufReader::with_capacity(BUFFER, bytes);
        Ok((Input { name, bytes }, extent))
    }

    fn failure(&self, error: &io::Error) -> Failure {
        unreadable(&self.name, error)
    }
}

fn is_standard(path: &Path) -> bool {
    path == Path::new("-")
}

fn name(path: &Path) -> String {
    if is_standard(path) { "standard input".into() } else { path.to_string_lossy().into_owned() }
}

fn unreadable(name: &str, error: impl fmt::Display) -> Failure {
    Failure::input(format!("{name}: {error}"))
}

/// The place of the column of hands among these, which must have that name once.
fn column_of<S: AsRef<str>>(name: &str, wanted: &str, columns: &[S]) -> Result<usize, Failure> {
    let mut places = columns.iter().positions(|column| column.as_ref() == wanted);
    match (places.next(), places.count()) {
        (Some(place), 0) => Ok(place),
        (Some(_), more) => {
            let (wanted, times) = (wanted.escape_debug(), more + 1);
            Err(unreadable(
                name,
                format!("{times} columns are named \"{wanted}\": which is meant?"),
            ))
        }
        (None, _) => Err(no_column(name, wanted, columns)),
    }
}

/// The failure of a table without the column of hands.
fn no_column<S: AsRef<str>>(name: &str, wanted: &str, columns: &[S]) -> Failure {
    let quoted = |column: &S| format!("\"{}\"", column.as_ref().escape_debug());
    let there = match columns {
        [] => "there are no columns".to_owned(),
        columns => {
            let columns: Vec<String> = columns.iter().map(quoted).collect();
            format!("the columns are {}; --column names the one to read", columns.join(", "))
        }
    };
    Failure::input(format!("{name}: no column \"{}\": {there}", wanted.escape_debug()))
}
