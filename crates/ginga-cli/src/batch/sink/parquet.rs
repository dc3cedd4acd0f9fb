//! Answers as a Parquet file.

use super::{Form, Sink};
use crate::batch::answer::BatchRequest;
use crate::batch::columns::{Cell, CellType, Column, row};
use crate::batch::pool::Piece;
use crate::batch::record::Outcome;
use parquet::basic::{Compression, ConvertedType, LogicalType, Repetition, Type as Physical};
use parquet::column::writer::ColumnWriter;
use parquet::data_type::ByteArray;
use parquet::errors::{ParquetError, Result};
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::types::Type;
use std::io::{self, Write};
use std::sync::Arc;

/// A row group is written once it has so many rows or bytes: it is held in memory until then.
const MOST_ROWS: usize = 100_000;
const MOST_BYTES: usize = 16 << 20;

/// The level of a cell that holds something.
const FULL: i16 = 1;

/// The cells of an answer.
pub struct Rows<'a> {
    pub request: &'a BatchRequest,
    pub columns: Vec<Column>,
}

impl Form for Rows<'_> {
    type Content = Vec<Cell<'static>>;

    fn encode(&self, outcome: &Outcome<'_>) -> io::Result<Piece<Self::Content>> {
        let cells = row(&self.columns, self.request, outcome);
        let content: Vec<Cell<'static>> = cells.map(Cell::into_owned).collect();
        let bytes = content.iter().map(Cell::size).sum();
        Ok(Piece { content, bytes })
    }
}

/// A file of row groups.
pub struct Table {
    file: SerializedFileWriter<Box<dyn Write + Send>>,
    columns: Vec<Values>,
    rows: usize,
    bytes: usize,
}

impl Table {
    /// A table of these columns without rows.
    pub fn new(out: Box<dyn Write + Send>, columns: &[Column]) -> io::Result<Table> {
        let properties = WriterProperties::builder().set_compression(Compression::SNAPPY).build();
        let file = schema(columns)
            .and_then(|schema| SerializedFileWriter::new(out, schema, Arc::new(properties)));
        let columns = columns.iter().map(|_| Values::new()).collect();
        Ok(Table { file: file.map_err(io_error)?, columns, rows: 0, bytes: 0 })
    }

    fn write_group(&mut self) -> Result<()> {
        if self.rows == 0 {
            return Ok(());
        }
        let mut group = self.file.next_row_group()?;
        for values in &mut self.columns {
            values.write_to(&mut group)?;
        }
        group.close()?;
        (self.rows, self.bytes) = (0, 0);
        Ok(())
    }
}

impl Sink<Vec<Cell<'static>>> for Table {
    fn write(&mut self, cells: Vec<Cell<'static>>) -> io::Result<()> {
        self.rows += 1;
        self.bytes += cells.iter().map(Cell::size).sum::<usize>();
        for (values, cell) in self.columns.iter_mut().zip(cells) {
            values.push(cell);
        }
        if self.rows >= MOST_ROWS || self.bytes >= MOST_BYTES {
            self.write_group().map_err(io_error)?;
        }
        Ok(())
    }

    /// Nobody reads along: a file without its footer is none.
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }

    fn finish(mut self) -> io::Result<()> {
        self.write_group().and_then(|()| self.file.close()).map_err(io_error)?;
        Ok(())
    }
}

fn schema(columns: &[Column]) -> Result<Arc<Type>> {
    let field = |column: &Column| {
        let (physical, converted, logical) = match column.cell_type {
            CellType::Number => (Physical::INT64, ConvertedType::NONE, None),
            CellType::Truth => (Physical::BOOLEAN, ConvertedType::NONE, None),
            CellType::Text => {
                (Physical::BYTE_ARRAY, ConvertedType::UTF8, Some(LogicalType::String))
            }
        };
        let field = Type::primitive_type_builder(column.name, physical)
            .with_repetition(Repetition::OPTIONAL)
            .with_converted_type(converted)
            .with_logical_type(logical);
        field.build().map(Arc::new)
    };
    let fields = columns.iter().map(field).collect::<Result<Vec<_>>>()?;
    Type::group_type_builder("answers").with_fields(fields).build().map(Arc::new)
}

/// The cells of one column of a row group: which are full, and what is in those.
struct Values {
    levels: Vec<i16>,
    numbers: Vec<i64>,
    truths: Vec<bool>,
    texts: Vec<ByteArray>,
}

impl Values {
    fn new() -> Values {
        Values { levels: Vec::new(), numbers: Vec::new(), truths: Vec::new(), texts: Vec::new() }
    }

    fn push(&mut self, cell: Cell<'static>) {
        self.levels.push(if cell == Cell::Empty { 0 } else { FULL });
        match cell {
            Cell::Empty => {}
            Cell::Number(number) => self.numbers.push(number),
            Cell::Truth(truth) => self.truths.push(truth),
            Cell::Text(text) => self.texts.push(text.into_owned().into_bytes().into()),
        }
    }

    /// Writes the next column of a row group, and is empty after it.
    fn write_to<W: Write + Send>(
        &mut self,
        group: &mut SerializedRowGroupWriter<'_, W>,
    ) -> Result<()> {
        let Values { levels, numbers, truths, texts } = std::mem::replace(self, Values::new());
        let Some(mut column) = group.next_column()? else { return Ok(()) };
        let levels = Some(levels.as_slice());
        match column.untyped() {
            ColumnWriter::Int64ColumnWriter(writer) => {
                writer.write_batch(&numbers, levels, None)?
            }
            ColumnWriter::BoolColumnWriter(writer) => writer.write_batch(&truths, levels, None)?,
            ColumnWriter::ByteArrayColumnWriter(writer) => {
                writer.write_batch(&texts, levels, None)?
            }
            _ => return Err(ParquetError::General("a column of a type that no cell has".into())),
        };
        column.close()
    }
}

fn io_error(error: ParquetError) -> io::Error {
    match error {
        ParquetError::External(inner) => match inner.downcast::<io::Error>() {
            Ok(error) => *error,
            Err(other) => io::Error::other(other),
        },
        other => io::Error::other(other),
    }
}
