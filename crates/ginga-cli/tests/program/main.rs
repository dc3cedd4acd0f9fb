//! Tests that run the program `ginga` itself, a file a command or a promise.
//!
//! One program holds them all, so that they are linked once.

mod bad_input;
mod batch;
mod batch_distance;
mod bench_command;
mod browser;
mod cli;
mod common;
mod compare;
mod discards;
mod distance;
mod documents;
mod help;
mod layers;
mod model;
mod random;
mod render;
mod rules_command;
mod serve;
mod serve_harm;
