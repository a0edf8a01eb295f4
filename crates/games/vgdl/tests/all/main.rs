//! Games in a text, ticks and verdicts out.

mod constructs;
mod fast;
mod faults;
mod in_rules;
mod natives;
mod odd;
mod order;
mod page;
mod py;
mod runs;
mod shipped;
mod tools;
