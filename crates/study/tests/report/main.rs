//! The report, as its readers get it.

mod by_pandas;
mod page;
mod simulated;
