//! The peers of crates.io, each in its own words: hands in the form that its own call takes, made
//! beforehand, and the call that comes nearest to the task.

pub mod agari;
#[cfg(test)]
pub mod distance;
pub mod mahc;
pub mod riichi_decomp;
pub mod riichienv;
pub mod xiangting;
