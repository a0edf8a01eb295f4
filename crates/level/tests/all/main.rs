//! Level text in, levels and diagnostics out.

mod collections;
mod examples;
mod laws;
mod other_peoples_collections;
