//! The `playproof` command.
fn main() {}
