//! Reasoning about rules, against brute force.

mod closure;
mod common;
mod costs;
mod reasons;
mod strategies;
