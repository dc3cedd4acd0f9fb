//! How much one request may take: bytes, time, decompositions, and a place among the questions.

use super::fault::Fault;
use crate::clock::Clock;
use axum::http::StatusCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use tokio::sync::Semaphore;

/// The longest body, in bytes.
pub const LONGEST_BODY: usize = 256 * 1024;
/// The most connections at once; more wait in the system's queue.
pub const MOST_CONNECTIONS: usize = 512;
/// The longest head of a request, in bytes, and its most headers.
pub const LONGEST_HEAD: usize = 16 * 1024;
pub const MOST_HEADERS: usize = 64;
/// Decompositions that an answer lists unless `limit` says otherwise, and the most that it may say.
/// Longer lists are streamed.
pub const LISTED: u64 = 1_000;
pub const MOST_LISTED: u64 = 10_000;
/// The most columns of a model that is shown, and of all models that a question may have to build:
/// building them is the one thing that does not look at the clock.
pub const MOST_COLUMNS: usize = 50_000;
pub const MOST_BUILT: usize = 1_000_000;
/// From how many bytes on an answer is a large one, and how many large ones may be on their way to
/// their clients: what clients that read slowly make the server hold.
pub const LARGE: usize = 256 * 1024;
pub const MOST_LARGE: usize = 32;
/// How many times the patience with a client a large answer may take to be read.
pub const LARGE_PATIENCE: u32 = 6;
/// The most rule sets, and hands, that one request compares.
pub const MOST_COMPARED: usize = 8;

/// The limits that the options set.
pub struct Limits {
    /// The longest that a question may take.
    pub question: Duration,
    /// How long a client may take to send a request or to read on.
    pub patience: Duration,
}

/// The questions that are answered at once: as many as there are cores, the others wait.
pub struct Questions {
    places: Arc<Semaphore>,
    patience: Duration,
}

impl Questions {
    /// As many places as there are cores.
    pub fn new(patience: Duration) -> Questions {
        let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        Questions { places: Arc::new(Semaphore::new(cores)), patience }
    }

    /// Runs `question` on a thread of its own once there is a place. A caller that goes away ends
    /// it: `cancelled` is set then.
    pub async fn run<T: Send + 'static>(
        &self,
        cancelled: Arc<AtomicBool>,
        question: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Fault> {
        let guard = Withdrawal(cancelled);
        let place = tokio::time::timeout(self.patience, self.places.clone().acquire_owned());
        let Ok(Ok(place)) = place.await else {
            let message = "too many questions are being answered; ask again";
            return Err(Fault::new(StatusCode::SERVICE_UNAVAILABLE, "busy", message));
        };
        let answer = tokio::task::spawn_blocking(move || {
            let answer = question();
            drop(place);
            answer
        });
        let answer = answer.await;
        drop(guard);
        answer.map_err(|_| {
            let message = "the question could not be answered";
            Fault::new(StatusCode::INTERNAL_SERVER_ERROR, "own_fault", message)
        })
    }
}

/// Withdraws a question when it is dropped.
struct Withdrawal(Arc<AtomicBool>);

impl Drop for Withdrawal {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// The time that one request has for all its questions.
pub struct Allowance {
    end: Instant,
    cancelled: Arc<AtomicBool>,
}

impl Allowance {
    /// Begins now.
    pub fn start(limit: Duration, cancelled: Arc<AtomicBool>) -> Allowance {
        Allowance { end: Instant::now() + limit, cancelled }
    }

    /// The time left.
    pub fn left(&self) -> Duration {
        self.end.saturating_duration_since(Instant::now())
    }

    /// A clock for the next question.
    pub fn clock(&self) -> Clock {
        Clock::start_withdrawable(self.left(), self.cancelled.clone())
    }
}
