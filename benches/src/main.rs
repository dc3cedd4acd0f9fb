//! Measures Ginga and its peers side by side, in one process, on the same hands.
//!
//! Answers are compared before anything is timed, and every difference is printed. Then each set
//! of hands is given to everybody in turns, several times, and the median is told. `BENCHMARKS.md`
//! says what each peer's call does and does not do.

#![forbid(unsafe_code)]

mod answers;
mod args;
#[cfg(test)]
mod distance;
mod hands;
mod measure;
mod ours;
mod peers;
mod reference;
mod tasks;

use args::{Options, USAGE};
use std::process::ExitCode;

/// The crates whose versions the header tells.
const MEASURED: [&str; 6] =
    ["ginga", "xiangting", "agari", "riichi-decomp", "riichienv-core", "mahc"];

fn main() -> ExitCode {
    let options = match Options::parse(std::env::args().skip(1)) {
        Ok(options) => options,
        Err(fault) => {
            eprintln!("{fault}\n\n{USAGE}");
            return ExitCode::from(2);
        }
    };
    header(&options);
    match tasks::run(&options) {
        Ok(()) => ExitCode::SUCCESS,
        Err(fault) => {
            eprintln!("{fault}");
            ExitCode::FAILURE
        }
    }
}

fn header(options: &Options) {
    println!("- processor: {}", processor());
    println!("- compiler: {}, lto = thin, codegen-units = 1, for all alike", env!("RUSTC_VERSION"));
    let versions: Vec<String> =
        MEASURED.iter().map(|name| format!("{name} {}", version(name))).collect();
    println!("- {}", versions.join(", "));
    println!("- {} hands in each set, {} rounds in turns", options.hands, options.rounds);
}

fn processor() -> String {
    let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = info.lines().find(|line| line.starts_with("model name"));
    let name = model.and_then(|line| line.split(':').nth(1)).unwrap_or("unknown").trim();
    let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get());
    format!("{name}, {cores} cores; one is used")
}

/// The version that was built, as the lock file says.
fn version(name: &str) -> &'static str {
    let lock = include_str!("../Cargo.lock");
    let entry = lock
        .split("[[package]]")
        .find(|entry| entry.lines().any(|line| line == format!("name = \"{name}\"")));
    let line = entry.and_then(|entry| entry.lines().find(|line| line.starts_with("version = ")));
    line.and_then(|line| line.split('"').nth(1)).unwrap_or("unknown")
}
