//! Several engines at one task: the first answer counts.

mod contest;
mod track;

pub use contest::{Contender, Finish, HEAD_START, Portfolio, PortfolioOutcome};
