//! What is exported, and what is refused.

mod division;
mod refusals;
