//! Ginga (銀河, "galaxy"): a wildcard-aware constraint solver for mahjong hands.
//!
//! Given a hand and a rule set, Ginga answers exactly and completely: is it a win, in which ways
//! (every distinct decomposition), which tiles does it wait on, in which shapes. Any tile may be
//! wild: galaxy tiles (the blue copy of each kind), laizi 癞子, jokers.
//!
//! # A tour
//!
//! A [`RuleSet`] says which tiles exist, which are wild and which forms win; it is data, read from
//! TOML. A [`Hand`] is checked against it. [`win`], [`decompose`] and [`waits`] ask the questions.
//!
//! ```
//! use ginga::{Hand, RuleSet, Settings};
//!
//! let galaxy = RuleSet::builtin("galaxy")?;
//! // Upper-case suit letters are blue tiles: a blue 5p may be 5m, 5p or 5s.
//! let hand = Hand::parse("23m5p5P", &galaxy)?;
//! let waits = ginga::waits(&hand, &galaxy, &Settings::default())?;
//!
//! assert_eq!(waits.kinds.to_string(), "1m4m");
//! // Eight physical tiles win; the blue 1p and 1s may be used as 1m.
//! let left: Vec<String> =
//!     waits.tiles.iter().map(|wait| format!("{}x{}", wait.tile, wait.left)).collect();
//! assert_eq!(left.join(" "), "1mx3 1Mx1 4mx3 4Mx1 1Px1 4Px1 1Sx1 4Sx1");
//!
//! let [tenpai] = waits.decompositions.as_slice() else { panic!() };
//! let open = tenpai.partial().unwrap();
//! assert_eq!(open.to_string(), "23m");
//! assert_eq!(open.holes()[0].shape.name(), "ryanmen");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Rules change for one call by [`Overrides`], with the keys of the rule file:
//!
//! ```
//! use ginga::{Hand, Overrides, RuleSet, Settings};
//!
//! let mut overrides = Overrides::default();
//! overrides.add_wild(ginga::notation::parse_kinds("7z")?); // red dragons are laizi
//! overrides.set("forms.seven-pairs.enabled=true")?;
//! let rules = RuleSet::builtin_with("laizi", &overrides)?;
//! let hand = Hand::parse("1122m3344p556s77z7s", &rules)?;
//! assert!(ginga::win(&hand, &rules, &Settings::default())?.is_win());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # How it works
//!
//! [`models`] states the question once as a set-partition [`Problem`](problem::Problem): the rows
//! are the physical tiles, the columns are the candidate groups with their wild fillings, side
//! constraints say how many groups a form has. For waits the columns include the *open* groups,
//! which lack a tile; exactly one is chosen. Every [`Solver`](solver::Solver) answers the same
//! problem: [`Ilp`](solver::Ilp) by integer programs that forbid what was found,
//! [`Search`](solver::Search) by exact cover. [`check()`](check) confirms any decomposition without
//! sharing code with either, and [`verified_waits`] and its siblings put the three together.
//!
//! Who asks about millions of hands takes the [`engine`]: it answers from tables, without a model
//! and, for wins, waits and visits, without allocation.
//!
//! The library does no input or output and has no clock: a run is ended early by a limit on the
//! number of decompositions or by the caller's [`Stop`], and then the answer's
//! [`Completeness`] says so.

//! # Features
//!
//! `ilp` (default) is the integer program as a solver, with good_lp and microlp; without it a build is
//! half as large. `serde` writes answers as JSON documents (module
//! `document`), and reads their parts back.

#![forbid(unsafe_code)]
#![deny(missing_docs)]

mod answer;
mod check;
mod columns;
#[cfg(feature = "serde")]
pub mod document;
pub mod engine;
mod examine;
mod game;
mod group;
mod hand;
pub mod notation;
mod objective;
pub mod problem;
mod question;
pub mod rules;
mod size;
pub mod solver;
mod tile;
mod wall;

pub use answer::{
    Completeness, Counts, Decomposition, Decompositions, FormCounts, ReadGroup, Reading, Report,
    StoppedBy, Wait, Waits, Win, readings,
};
pub use check::{CheckFault, check, check_nearest};
pub use examine::examine;
pub use group::{Call, Group, GroupType, GroupTypes, Hole, PartialGroup, Slot, WaitShape};
pub use hand::{Hand, HandError, HandFault};

pub use size::HandSize;

/// The former name of [`PartialGroup`].
#[deprecated(since = "0.3.0", note = "it is called PartialGroup")]
pub type OpenGroup = PartialGroup;

/// The former name of [`HandSize`].
#[deprecated(since = "0.3.0", note = "it is called HandSize")]
pub type SizeWanted = HandSize;

pub use game::{
    Accept, Acceptance, Chances, Discard, Discards, Distance, FormDistance, Game, Nearest,
    NearestWin, Odds, QuestionError, Ranked, Settings, SolverChoice, VerifyError,
};
pub use notation::NotationError;
pub use objective::{Direction, Objective, ObjectiveError};
pub use question::{
    decompose, discards, models, ranked, verified_decompose, verified_ranked, verified_waits,
    verified_win, visit, waits, win,
};
pub use rules::{Overrides, RuleSet, RulesError, RunSort};
#[cfg(feature = "ilp")]
pub use solver::NoGood;
pub use solver::{SolverFault, Stop, Unlimited, Work};
pub use tile::{Kind, KindSet, Mark, Suit, Suits, Tile, TileCounts, TileSet};

/// Compiles and runs the Rust code of the README and of the page about the library as tests.
#[cfg(doctest)]
mod documents {
    #[doc = include_str!("../README.md")]
    struct Readme;

    #[doc = include_str!("../docs/library.md")]
    struct Library;
}
