//! Games in a text, ticks and verdicts out.

mod faults;
mod natives;
mod odd;
mod order;
mod runs;
mod shipped;
mod tools;
