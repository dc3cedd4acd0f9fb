//! Requests: what is asked, wherever it comes from. The command line, HTTP and pictures make them;
//! what answers knows nothing else.
//!
//! ```text
//! HandRequest ── read ──► HandInput ─┐
//!                                    ├─► HandUnderRules ─► the library
//! RulesChoice ── ready ─► ReadyRules ┘        with QuestionRequest
//! ```

mod fault;
mod hand;
mod question;
mod rules;

#[cfg(feature = "serve")]
pub use fault::HandPart;
pub use fault::RequestFault;
pub use hand::{HandInput, HandRequest, HandSource, standard_input};
pub use question::{
    AnswerOptions, DistanceRequest, Question, QuestionRequest, SolverPolicy, Why, time_limit,
};
pub use rules::{HandUnderRules, ReadyRules, RulesChoice, RulesSource, rule_file};
