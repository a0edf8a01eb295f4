//! Answers requests without a browser: one JSON object a line in, one a line out.

use std::io::{BufRead, Write};

fn main() -> std::io::Result<()> {
    let mut out = std::io::stdout().lock();
    for request in std::io::stdin().lock().lines() {
        writeln!(out, "{}", playproof_page::call(&request?))?;
    }
    Ok(())
}
