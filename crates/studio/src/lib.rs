//! The page on this machine: a local server with native engines, threads and the files of a
//! folder. What it answers is what `playproof-page` answers; this crate adds who may ask,
//! how long, and which files.
//!
//! Whoever can reach the port is not trusted: every call carries the token of the launch,
//! which stands in the fragment of the page's address and so in no request and no page. A
//! foreign page in the same browser fails at `Host`, `Origin` and the token alike.
#![forbid(unsafe_code)]

pub mod calls;

mod browser;
mod export;
mod files;
mod gate;
mod jobs;
mod page;
mod routes;
mod serve;
mod token;
mod workers;

use std::net::SocketAddr;
use std::path::PathBuf;

pub use browser::open_browser;
pub use export::{Exported, export};
pub use routes::{INTERFACE, routes};
pub use serve::{Annex, Studio};
pub use token::Token;

/// Bytes of a request's body.
pub const MAX_BODY: usize = 1 << 20;

/// How a studio is set up.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The folder with the levels.
    pub folder: PathBuf,
    /// Where it listens; port 0 is any that is free.
    pub address: SocketAddr,
    /// Threads of native jobs.
    pub threads: usize,
}
