//! Tests of the library through its public items, a file a subject.
//!
//! One program holds them all, so that they are linked once.

mod broken_rules;
mod builtin_rules;
mod cases;
mod census;
mod checker;
mod common;
mod docs;
mod engine;
mod independent;
mod model_texts;
mod notation;
mod outside_solver;
mod own_rules;
mod properties;
mod ranked;
mod semantics;
#[cfg(feature = "serde")]
mod serial;
mod snapshots;
mod solvers;
mod stops;
mod variants;
