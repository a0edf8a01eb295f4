//! The report as one HTML file: no scripts, nothing from elsewhere.

mod charts;
mod document;
mod predicted;
mod sets;
mod table;

pub use document::html;
