//! The peers of crates.io, each in its own words: hands in the form that its own call takes, made
//! beforehand, and the call that comes nearest to the task.

pub mod agari;
pub mod mahc;
pub mod riichi_decomp;
pub mod riichienv;
pub mod xiangting;

use crate::hands::{Counts, Deal};

/// The plain tiles; the tasks that have peers have no others.
fn counts(deals: &[Deal]) -> Vec<Counts> {
    deals.iter().map(|deal| deal.plain).collect()
}
