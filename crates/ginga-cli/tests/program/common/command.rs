//! Runs the program itself.

use serde_json::Value;
use std::ffi::OsStr;
use std::io::Write;
use std::process::{Command, Output, Stdio};

/// What a run printed, and how it ended.
#[derive(Debug)]
pub struct Ran {
    pub stdout: String,
    pub stderr: String,
    pub code: i32,
}

/// Runs `ginga` with these arguments and this standard input.
pub fn ginga<S: AsRef<OsStr>>(args: &[S], input: &[u8]) -> Ran {
    let mut child = Command::new(env!("CARGO_BIN_EXE_ginga"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // Large inputs and outputs must not wait for each other.
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_vec();
    let writer = std::thread::spawn(move || {
        // A program that does not read its input has ended before it was all written.
        let _ = stdin.write_all(&input);
    });
    let Output { status, stdout, stderr } = child.wait_with_output().unwrap();
    writer.join().unwrap();
    Ran {
        stdout: String::from_utf8(stdout).unwrap(),
        stderr: String::from_utf8(stderr).unwrap(),
        code: status.code().unwrap_or(-1),
    }
}

/// Runs `ginga` with the words of a call and nothing on standard input.
pub fn run(call: &str) -> Ran {
    ginga(&call.split_whitespace().collect::<Vec<_>>(), b"")
}

/// The JSON that a call answers, without a word on standard error.
pub fn json_of(call: &str) -> Value {
    let ran = run(&format!("{call} --format json"));
    assert!(ran.stderr.is_empty(), "{ran:?}");
    serde_json::from_str(&ran.stdout).unwrap()
}
