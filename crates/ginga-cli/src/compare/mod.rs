//! The same question under several rule sets, side by side: of given hands, or of random ones.

mod answerer;
mod candidates;
mod distance;
mod document;
mod given;
mod heatmap;
mod random;
mod report;
mod statistics;
mod survey;
mod table;
mod tally;

#[cfg(feature = "serve")]
pub use candidates::{common_question, compared};

use super::args::compare::CompareArgs;
use super::failure::Failure;
use super::picture;
use std::io::Write;

/// Answers and prints; 3 when the random hands were cut short.
pub fn run(args: &CompareArgs, out: &mut dyn Write) -> Result<u8, Failure> {
    if let Some(file) = &args.heatmap {
        picture::check(file)?;
    }
    match args.draw.random {
        Some(wanted) => random::run(args, wanted, out),
        None => given::run(args, out),
    }
}
