//! The clock that the library does not have: a time limit, Ctrl-C, and a sign of life on a terminal.

use ginga::Stop;
use indicatif::{ProgressBar, ProgressStyle};
use std::io::IsTerminal;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

/// How long a run may be silent.
const SILENT: Duration = Duration::from_secs(1);

/// Set by the first Ctrl-C.
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// The exit code of a program that Ctrl-C ended at once.
const KILLED: i32 = 130;

/// Lets the first Ctrl-C end the run in good order; a second one ends the program at once.
pub fn watch_for_interrupt() {
    // Without a handler Ctrl-C still ends the program, if less orderly.
    let _ = ctrlc::set_handler(|| {
        if INTERRUPTED.swap(true, Ordering::SeqCst) {
            std::process::exit(KILLED);
        }
    });
}

/// True once Ctrl-C was pressed.
pub fn is_interrupted() -> bool {
    INTERRUPTED.load(Ordering::SeqCst)
}

/// Measures one question.
pub struct Clock {
    start: Instant,
    limit: Option<Duration>,
    /// Whether a person watches standard error.
    watched: bool,
    /// Set by who asked and wants no answer any more.
    cancelled: Option<Arc<AtomicBool>>,
    spinner: OnceLock<ProgressBar>,
}

impl Clock {
    /// Starts to measure.
    pub fn start(limit: Option<Duration>) -> Clock {
        Clock::new(limit, std::io::stderr().is_terminal())
    }

    fn new(limit: Option<Duration>, watched: bool) -> Clock {
        let (start, spinner) = (Instant::now(), OnceLock::new());
        Clock { start, limit, watched, cancelled: None, spinner }
    }

    /// A clock for one line of many: the same limit, nothing shown.
    pub fn start_quietly(limit: Option<Duration>) -> Clock {
        Clock::new(limit, false)
    }

    /// A clock for a part of the work, with so many hundredths of the time that is left.
    pub fn part(&self, hundredths: u32) -> Clock {
        Clock::new(self.remaining().map(|left| left * hundredths / 100), self.watched)
    }

    /// A clock that shows nothing, for a question that may be withdrawn.
    #[cfg(feature = "serve")]
    pub fn start_withdrawable(limit: Duration, cancelled: Arc<AtomicBool>) -> Clock {
        let mut clock = Clock::new(Some(limit), false);
        clock.cancelled = Some(cancelled);
        clock
    }

    /// The time gone by.
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Whether Ctrl-C ended the run.
    pub fn interrupted(&self) -> bool {
        is_interrupted()
    }

    fn show_progress(&self) {
        self.spinner
            .get_or_init(|| {
                let spinner = ProgressBar::new_spinner();
                if let Ok(style) = ProgressStyle::with_template("{spinner} solving, {elapsed}") {
                    spinner.set_style(style);
                }
                spinner.with_elapsed(self.elapsed())
            })
            .tick();
    }
}

impl Stop for Clock {
    fn should_stop(&self) -> bool {
        let elapsed = self.elapsed();
        if self.watched && elapsed > SILENT {
            self.show_progress();
        }
        let cancelled = self.cancelled.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed));
        is_interrupted() || cancelled || self.limit.is_some_and(|limit| elapsed >= limit)
    }

    fn remaining(&self) -> Option<Duration> {
        Some(self.limit?.saturating_sub(self.elapsed()))
    }
}

impl Drop for Clock {
    fn drop(&mut self) {
        if let Some(spinner) = self.spinner.get() {
            spinner.finish_and_clear();
        }
    }
}
