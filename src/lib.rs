#![doc = "Ginga (銀河): a wildcard-aware constraint solver for mahjong hands."]
#![forbid(unsafe_code)]
#![deny(missing_docs)]

mod answer;
mod check;
mod columns;
mod group;
mod hand;
pub mod notation;
pub mod problem;
mod question;
pub mod rules;
pub mod solver;
mod tile;
mod verify;

pub use answer::*;
pub use check::{CheckFault, check};
pub use group::*;
pub use hand::*;
pub use notation::NotationError;
pub use question::*;
pub use rules::{Overrides, RuleSet, RulesError};
pub use solver::{NoGood, Stop, Unlimited};
pub use tile::*;
pub use verify::*;
