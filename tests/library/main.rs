//! Tests of the library through its public items, a file a subject.
//!
//! One program holds them all, so that they are linked once.

mod architecture;
mod at_once;
mod broken_rules;
mod builtin_rules;
mod cases;
mod census;
mod checker;
mod common;
mod distance;
mod distance_solvers;
mod docs;
#[cfg(feature = "serde")]
mod document;
mod engine;
mod every_rule_set;
mod help_by_kind;
mod independent;
mod keys;
mod model_texts;
mod notation;
mod outside_solver;
mod own_rules;
mod properties;
mod random_rules;
mod ranked;
mod semantics;
mod snapshots;
mod solvers;
mod stops;
mod variants;
