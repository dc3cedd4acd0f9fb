//! What the tests share: running the program, talking to its server, driving a browser.

#[cfg(feature = "serve")]
pub mod browser;
pub mod command;
#[cfg(feature = "serve")]
pub mod questions;
#[cfg(feature = "serve")]
pub mod server;
