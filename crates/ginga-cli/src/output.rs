//! Standard output, and what a fault in writing to it means.

use super::args::Color;
use super::failure::{Failure, OWN_FAULT};
use std::io::{self, BufWriter, Write};

/// Standard output, buffered; colours are left out where nobody would see them.
pub fn standard_output(color: Color) -> BufWriter<Box<dyn Write>> {
    let choice = match color {
        Color::Auto => anstream::ColorChoice::Auto,
        Color::Always => anstream::ColorChoice::Always,
        Color::Never => anstream::ColorChoice::Never,
    };
    BufWriter::new(Box::new(anstream::AutoStream::new(io::stdout(), choice)))
}

/// The exit code of an answer that was written. A reader that has gone away is no fault of ours:
/// the answer stands.
pub fn printed(result: io::Result<()>, code: u8) -> Result<u8, Failure> {
    match result {
        Ok(()) => Ok(code),
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(code),
        Err(error) => {
            let message = format!("standard output: {error}");
            Err(Failure { code: OWN_FAULT, message, place: None })
        }
    }
}
