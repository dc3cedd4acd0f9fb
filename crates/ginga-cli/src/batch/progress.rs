//! How far a batch is: for a person at a terminal, and only where the answers go elsewhere.

use indicatif::{ProgressBar, ProgressState, ProgressStyle};
use std::fmt::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// How long an input is, as far as that is known.
#[derive(Debug, Clone, Copy)]
pub enum Extent {
    Bytes(u64),
    #[cfg(feature = "parquet")]
    Rows(u64),
    /// Hands that are drawn, not read.
    Drawn(u64),
    Unknown,
}

/// A bar on standard error, or nothing at all.
pub struct Progress {
    bar: Option<ProgressBar>,
    hands: Arc<AtomicU64>,
}

impl Progress {
    /// Starts at nothing; `shown` says that a person watches.
    pub fn new(extent: Extent, shown: bool) -> Progress {
        let hands = Arc::new(AtomicU64::new(0));
        let bar = shown.then(|| bar(extent, hands.clone()));
        Progress { bar, hands }
    }

    /// One more hand is answered and written; it took so much of the input.
    pub fn advance(&self, size: u64) {
        if let Some(bar) = &self.bar {
            self.hands.fetch_add(1, Ordering::Relaxed);
            bar.inc(size);
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

fn bar(extent: Extent, hands: Arc<AtomicU64>) -> ProgressBar {
    let (bar, template) = match extent {
        Extent::Bytes(bytes) => (
            ProgressBar::new(bytes),
            "{bar:30} {percent}% of {total_bytes}, {rate} hands/s, {eta} left",
        ),
        #[cfg(feature = "parquet")]
        Extent::Rows(rows) => (
            ProgressBar::new(rows),
            "{bar:30} {percent}% of {human_len} rows, {rate} hands/s, {eta} left",
        ),
        Extent::Drawn(hands) => {
            (ProgressBar::new(hands), "{bar:30} {pos} of {len} hands, {rate} hands/s, {eta} left")
        }
        Extent::Unknown => {
            (ProgressBar::new_spinner(), "{spinner} {bytes} read, {rate} hands/s, {elapsed}")
        }
    };
    let rate = move |state: &ProgressState, out: &mut dyn Write| {
        let seconds = state.elapsed().as_secs_f64().max(1e-3);
        let rate = hands.load(Ordering::Relaxed) as f64 / seconds;
        // A bar that cannot be drawn is no reason to end.
        let _ = write!(out, "{rate:.0}");
    };
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style.with_key("rate", rate));
    }
    bar
}
