#![doc = "Ginga (銀河): a wildcard-aware constraint solver for mahjong hands."]
#![forbid(unsafe_code)]
#![deny(missing_docs)]

mod answer;
mod columns;
mod group;
mod hand;
pub mod notation;
mod problem;
mod question;
pub mod rules;
pub mod solver;
mod tile;

pub use answer::*;
pub use group::*;
pub use hand::*;
pub use notation::NotationError;
pub use question::*;
pub use rules::{Overrides, RuleSet, RulesError};
pub use solver::{NoGood, Stop, Unlimited};
pub use tile::*;
