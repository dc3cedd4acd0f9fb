//! A hand a row of a Parquet file, in a named column of text.

use super::{Source, column_of, is_standard, name, unreadable};
use crate::batch::progress::Extent;
use crate::batch::record::{Chunk, LONGEST, Record, too_long};
use crate::failure::Failure;
use parquet::basic::Type;
use parquet::column::reader::{ColumnReader, ColumnReaderImpl};
use parquet::data_type::{ByteArray, ByteArrayType};
use parquet::errors::ParquetError;
use parquet::file::reader::{FileReader, SerializedFileReader};
use std::cell::Cell;
use std::fs::File;
use std::panic::{self, AssertUnwindSafe};
use std::path::Path;

/// How many rows are read at once.
const ROWS: usize = 512;

/// Opens a file; the column must be there, and hold text.
pub fn open(path: &Path, column: &str) -> Result<(Box<dyn Source>, Extent), Failure> {
    if is_standard(path) {
        let message =
            "Parquet is read from a file, not from standard input: its index is at its end";
        return Err(Failure::input(message));
    }
    let name = name(path);
    let file = File::open(path).map_err(|error| unreadable(&name, error))?;
    keep_damage_quiet();
    let file = reading(|| SerializedFileReader::new(file));
    let file = file.map_err(|error| unreadable(&name, error))?;
    let schema = file.metadata().file_metadata().schema_descr();
    let names: Vec<String> = schema.columns().iter().map(|column| column.path().string()).collect();
    let index = column_of(&name, column, &names)?;
    let found = schema.column(index);
    if found.physical_type() != Type::BYTE_ARRAY || found.max_rep_level() > 0 {
        let kind = if found.max_rep_level() > 0 {
            "a list".to_owned()
        } else {
            found.physical_type().to_string()
        };
        let column = column.escape_debug();
        let message = format!("the column \"{column}\" holds {kind}, not text");
        return Err(unreadable(&name, message));
    }
    let full = found.max_def_level();
    let rows = file.metadata().file_metadata().num_rows();
    let extent = u64::try_from(rows).map_or(Extent::Unknown, Extent::Rows);
    let source = Rows { name, file, index, full, group: 0, column: None, number: 0 };
    Ok((Box::new(source), extent))
}

struct Rows {
    name: String,
    file: SerializedFileReader<File>,
    /// The place of the column of hands.
    index: usize,
    /// The definition level of a value that is there.
    full: i16,
    /// The next row group.
    group: usize,
    /// What is left of the row group before it.
    column: Option<ColumnReaderImpl<ByteArrayType>>,
    number: usize,
}

impl Rows {
    /// Reads some more rows, `None` for each without a value; none at all at the end.
    fn rows(&mut self) -> Result<Vec<Option<ByteArray>>, ParquetError> {
        loop {
            if let Some(column) = &mut self.column {
                let (mut levels, mut values) = (Vec::new(), Vec::new());
                let (read, ..) = column.read_records(ROWS, Some(&mut levels), None, &mut values)?;
                let mut values = values.into_iter();
                if read > 0 && self.full == 0 {
                    return Ok(values.map(Some).collect());
                }
                if read > 0 {
                    let value = |level| if level == self.full { values.next() } else { None };
                    return Ok(levels.into_iter().map(value).collect());
                }
            }
            if self.group >= self.file.num_row_groups() {
                return Ok(Vec::new());
            }
            let group = self.file.get_row_group(self.group)?;
            self.group += 1;
            self.column = match group.get_column_reader(self.index)? {
                ColumnReader::ByteArrayColumnReader(column) => Some(column),
                _ => None,
            };
        }
    }
}

impl Source for Rows {
    fn read(&mut self, chunk: &mut Chunk) -> Result<(), Failure> {
        while !chunk.is_full() {
            let rows = reading(|| self.rows());
            let rows = rows.map_err(|error| unreadable(&self.name, error))?;
            if rows.is_empty() {
                return Ok(());
            }
            for value in rows {
                self.number += 1;
                let hand = match value {
                    Some(value) if value.data().len() > LONGEST => Err(too_long("the hand")),
                    Some(value) => Ok(value.data().to_vec()),
                    None => Err("the hand is null".to_owned()),
                };
                chunk.push(Record { number: self.number, hand, size: 1 });
            }
        }
        Ok(())
    }
}

thread_local! {
    /// Whether this thread reads a file just now.
    static READING: Cell<bool> = const { Cell::new(false) };
}

/// Reads; the reader panics over some damaged files, which are at fault like any other.
fn reading<T>(read: impl FnOnce() -> Result<T, ParquetError>) -> Result<T, ParquetError> {
    READING.set(true);
    // After a panic nothing of the reader is used again: the run ends.
    let result = panic::catch_unwind(AssertUnwindSafe(read));
    READING.set(false);
    result.unwrap_or_else(|_| Err(ParquetError::General("the file is damaged".to_owned())))
}

/// Panics while reading are told as faults of the file, all others as ever.
fn keep_damage_quiet() {
    let told = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        if !READING.get() {
            told(info);
        }
    }));
}
