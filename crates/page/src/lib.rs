//! The road for a page: one JSON request in, one JSON answer out.
//!
//! The same calls serve a browser, where this crate is a module without imports, and the
//! local server. Nothing here reads a clock, a file or the network, and nothing here is
//! trusted: whatever an answer calls *checked* the kernel accepted.
//!
//! ```
//! let answer = playproof_page::call(
//!     r#"{"call": "verify", "text": "1111111\n1A0000G\n1111111\n"}"#,
//! );
//! assert!(answer.contains(r#""answer":"holds""#), "{answer}");
//! assert!(answer.contains(r#""checked":true"#));
//! ```
//!
//! A search cannot be interrupted from within a browser's worker, so that long work comes
//! in slices: limits on states that a caller raises step by step, and generators that hand
//! out one level at a time. [`Host`] lets a server stop a search whenever it likes.

mod calls;
mod drawn;
mod host;
mod opened;
mod options;
mod problem;
mod request;
mod spots;

pub use calls::names as call_names;
pub use host::Host;

use problem::Problem;
use request::Request;

#[cfg(target_arch = "wasm32")]
playproof_proof::exports!(|request: &[u8]| crate::call(&String::from_utf8_lossy(request)));

/// Answers a request with the built-in games, without limits but its own.
pub fn call(request: &str) -> String {
    let playproof = playproof::Playproof::default();
    Host::new(&playproof).call(request)
}

impl Host<'_> {
    /// Answers a request. What is wrong with it is an answer too.
    pub fn call(&self, request: &str) -> String {
        let read = serde_json::from_str::<Request>(request);
        let answer = read
            .map_err(|error| Problem::new(format!("this is no request: {error}")))
            .and_then(|request| calls::answer(self, &request));
        let answer = answer.unwrap_or_else(|problem| problem.json());
        answer.to_string()
    }
}
