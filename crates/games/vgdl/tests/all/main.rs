//! Games in a text, ticks and verdicts out.

mod faults;
mod runs;
mod tools;
