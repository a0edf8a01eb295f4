//! The library as its users see it.

mod ask;
mod examples;
mod lying_reader;
