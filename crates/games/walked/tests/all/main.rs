//! Proposed levels, and designs that are refused.

mod proposals;
mod refusals;
mod walk;
