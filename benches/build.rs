//! Keeps the version of the compiler for the header of the tables.

use std::env::var_os;
use std::process::Command;

fn main() {
    let rustc = var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let version = Command::new(rustc).arg("--version").output();
    let text = version.ok().and_then(|output| String::from_utf8(output.stdout).ok());
    println!("cargo::rustc-env=RUSTC_VERSION={}", text.as_deref().unwrap_or("unknown").trim());
    println!("cargo::rerun-if-changed=build.rs");
}
