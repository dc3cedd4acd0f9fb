//! Long lists, one JSON object a line, told as they are found.

use super::answer::hand_under_rules;
use super::body::{Body, MELDS};
use super::fault::Fault;
use super::games::ReadyGames;
use super::limits::Allowance;
use super::requests;
use crate::clock::is_interrupted;
use crate::json;
use crate::request::{AnswerOptions, HandUnderRules, Question};
use axum::body::Bytes;
use axum::http::StatusCode;
use ginga::document::{self, Options, SCHEMA};
use ginga::{Completeness, Decomposition, Settings, StoppedBy};
use http_body_util::channel::Sender;
use serde::Serialize;
use serde_json::json;
use std::ops::ControlFlow;
use std::time::Duration;
use tokio::runtime::Handle;

/// Lines are sent once they are so many bytes.
const CHUNK: usize = 16 * 1024;

/// The fields that a streamed list takes.
const FIELDS: &[&[&str]] = &[MELDS, &["visible", "limit", "time_limit"]];

/// A list that is ready to be told.
pub struct List {
    hand: HandUnderRules,
    options: AnswerOptions,
    /// How long it may take.
    pub time_limit: Duration,
}

impl List {
    /// Reads and checks everything, so that no fault comes after the first line; `most` is the longest
    /// that a question may take.
    pub fn new(
        question: Question,
        body: &Body,
        games: &ReadyGames,
        most: Duration,
    ) -> Result<List, Fault> {
        body.only("a streamed list", FIELDS)?;
        let hand = hand_under_rules(body, games)?;
        let wanted = question.hand_size();
        if hand.hand.size() != Some(wanted) {
            let tiles = hand.hand.concealed().total();
            let error = ginga::QuestionError::WrongSize { tiles, wanted };
            return Err(Fault::of(error.into(), "hand"));
        }
        let options = requests::unlimited(body)?;
        Ok(List { hand, options, time_limit: requests::time_limit(body, most)? })
    }

    /// Asks for one decomposition, for the faults that only asking shows.
    pub fn prove(&self, time: &Allowance) -> Result<(), Fault> {
        let clock = time.clock();
        let settings = self.options.settings(&clock);
        let HandUnderRules { hand, rules } = &self.hand;
        let first = rules.game.visit(hand, &settings, &mut |_| ControlFlow::Break(()));
        first.map(drop).map_err(|error| Fault::of(error.into(), "hand"))
    }

    /// Tells every decomposition and, in the last line, whether these were all.
    pub fn tell(&self, time: &Allowance, sender: Sender<Bytes>, patience: Duration) {
        let clock = time.clock();
        let settings = self.options.settings(&clock);
        let limit = settings.limit.map_or(u64::MAX, std::num::NonZero::get);
        let settings = Settings { limit: None, ..settings };
        let HandUnderRules { hand, rules } = &self.hand;
        let mut lines = Lines { sender, text: Vec::new(), told: 0 };
        let mut reached = false;
        let report = rules.game.visit(hand, &settings, &mut |decomposition| {
            if lines.told == limit {
                reached = true;
                return ControlFlow::Break(());
            }
            lines.tell(&decomposition, time)
        });
        match report {
            Ok(mut report) => {
                if reached {
                    report.completeness = Completeness::Stopped(StoppedBy::Limit);
                }
                let about = rules.about(hand);
                let options = Options { interrupted: is_interrupted(), ..Options::default() };
                let last = document::visited(about, &report, lines.told, &options);
                lines.end(&last, patience);
            }
            // A stream that has begun has no status to change: the last line says it.
            Err(error) => {
                let error = json!({"code": "own_fault", "message": error.to_string()});
                lines.end(&json!({"schema": SCHEMA, "error": error}), patience);
            }
        }
    }
}

/// The lines of a list on their way to a client that reads at its own pace.
struct Lines {
    sender: Sender<Bytes>,
    text: Vec<u8>,
    told: u64,
}

impl Lines {
    fn tell(&mut self, decomposition: &Decomposition, time: &Allowance) -> ControlFlow<()> {
        if json::write_line(&mut self.text, decomposition).is_err() {
            return ControlFlow::Break(());
        }
        self.told += 1;
        if self.text.len() >= CHUNK { self.send(time.left()) } else { ControlFlow::Continue(()) }
    }

    /// Waits for the client, but no longer than this.
    fn send(&mut self, longest: Duration) -> ControlFlow<()> {
        let text = Bytes::from(std::mem::take(&mut self.text));
        let sent = Handle::current()
            .block_on(async { tokio::time::timeout(longest, self.sender.send_data(text)).await });
        match sent {
            Ok(Ok(())) => ControlFlow::Continue(()),
            Ok(Err(_)) | Err(_) => ControlFlow::Break(()),
        }
    }

    fn end(mut self, last: &impl Serialize, patience: Duration) {
        if json::write_line(&mut self.text, last).is_ok() {
            let _ = self.send(patience);
        }
    }
}

/// A list is asked for by the header Accept.
pub const NDJSON: &str = "application/x-ndjson";

/// A list of a question that has none.
pub fn not_a_list(question: &str) -> Fault {
    let message = format!("{question} has no list to stream; waits and decompose have");
    Fault::new(StatusCode::NOT_ACCEPTABLE, "no_list", message)
}
