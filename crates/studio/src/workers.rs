//! An answer by the native engines: with limits on time, and never a panic for the server.

use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use playproof::{Playproof, Progress, Settings, Stop};
use playproof_page::Host;
use serde_json::Value;

/// States that a job may see.
const MOST_STATES: u64 = 200_000_000;

/// Bytes that a job's search may use.
const MOST_BYTES: u64 = 2 << 30;

/// Answers a request. `watch` is told how far it is, and says whether it goes on.
pub fn answered(
    request: &str,
    threads: usize,
    time: Option<Duration>,
    watch: &dyn Fn(&Progress) -> ControlFlow<Stop>,
) -> String {
    let begun = Instant::now();
    let settings = Settings {
        threads,
        ..Settings::default()
    };
    let watch = |progress: &Progress| match time {
        Some(time) if begun.elapsed() > time => ControlFlow::Break(Stop::Time),
        _ => watch(progress),
    };
    let called = catch_unwind(AssertUnwindSafe(|| {
        let playproof = Playproof::with(settings);
        let host = Host {
            playproof: &playproof,
            watch: &watch,
            most_states: MOST_STATES,
            most_bytes: MOST_BYTES,
        };
        host.call(request)
    }));
    let answer = called.unwrap_or_else(|_| {
        r#"{"error":{"message":"the engine failed at this request; that is a bug","line":null,"column":null,"help":null,"file":null}}"#.to_owned()
    });
    with_seconds(answer, begun.elapsed())
}

/// An answer with how long it took.
fn with_seconds(answer: String, time: Duration) -> String {
    match serde_json::from_str::<Value>(&answer) {
        Ok(Value::Object(mut object)) => {
            object.insert("seconds".to_owned(), time.as_secs_f64().into());
            Value::Object(object).to_string()
        }
        _ => answer,
    }
}
