//! A play-test study: people play levels of two sets without knowing which, and say which
//! they found more interesting.
//!
//! Participants ask the routes below `/study/api` with tokens that open nothing else. What
//! they do is stored in SQLite in the study's folder, and each finished round in a journal
//! beside it, before it is answered. Figures of plays come from the logs, made again by the
//! game's rules.
#![forbid(unsafe_code)]

pub mod bots;
pub mod export;
pub mod report;

mod assign;
mod create;
mod fault;
mod levels;
mod log;
mod pace;
mod plan;
mod play;
mod routes;
mod serve;
mod step;
mod store;

pub use create::{NewRound, NewSet, NewStudy, write_new};
pub use fault::Fault;
pub use plan::{FILE, Plan, Round};
pub use play::{Measures, Play};
pub use serve::{Settings, StudyServer};
pub use store::{DATABASE, JOURNAL, Progress, Read, read};
