//! Verdicts and diagnostics for people (text) and for programs (JSON).
//!
//! A [`Row`] is one result: a [`Topic`], which is a level and a property, and
//! what came of it. Nothing here reads or
//! writes; every function returns a string, and who prints it decides where.
//! Text is styled with ANSI escapes, which the printer strips where they are
//! not wanted.
//!
//! ```
//! use playproof::{Phase, Playproof, Unlimited};
//! use playproof_report::Row;
//!
//! let file = playproof::read("tiny.txt", b"A0G\n").unwrap();
//! let property = Playproof::property("solvable").unwrap();
//! let playproof = Playproof::default();
//! let prepared = playproof.prepare(&file.levels[0], None).unwrap();
//! let proof = prepared.verify(&property, None, &mut Unlimited).unwrap();
//!
//! let mut row = Row::asked(&file.levels[0], 1, &property);
//! row.answered(&proof, Phase::Checking);
//! assert!(row.json().contains(r#""verdict":"holds""#));
//! assert!(playproof_report::result_text(&row).starts_with("tiny.txt: solvable"));
//! ```
#![forbid(unsafe_code)]

mod attempts;
pub mod base64;
mod columns;
mod conclusion;
mod contenders;
mod diagnostic;
mod english;
mod explained;
mod figures;
mod finding;
mod found_run;
mod github;
mod junit;
mod list;
mod lost;
mod lost_json;
mod metrics;
mod metrics_page;
mod metrics_table;
pub mod picture;
mod printable;
mod progress;
mod requirements;
mod row;
mod row_json;
mod run;
mod sarif;
mod search;
mod story;
mod summary;
mod text;
mod topic;
mod wording;

pub use attempts::{Attempt, disagreement};
pub use conclusion::{Checked, Conclusion, Graded, Why};
pub use contenders::ContenderRow;
pub use diagnostic::{diagnostic_json, diagnostic_text, message_text, property_error_text};
pub use english::english;
pub use explained::{explained_collection_text, explained_text};
pub use finding::{Ending, Finding};
pub use found_run::{FoundRun, Quality};
pub use github::{github_annotations, github_summary};
pub use junit::junit_xml;
pub use list::{engines_json, engines_text, list_json, list_text};
pub use lost::{
    Told, dead_text, fate_text, fate_told, impossible_text, no_stuck_text, repair_text,
    standstill_text, stuck_text, why_lost_text,
};
pub use lost_json::{LostLevel, lost_json};
pub use metrics::{MetricsRow, metrics_csv};
pub use metrics_page::{Extreme, metrics_page};
pub use metrics_table::metrics_table;
pub use progress::progress_text;
pub use requirements::requirements_table;
pub use row::Row;
pub use row_json::SCHEMA;
pub use run::run_text;
pub use sarif::sarif;
pub use search::{Search, Stage, Stages};
pub use story::{Map, Story, story_text};
pub use summary::{Summary, Words};
pub use text::{check_text, result_text, sentence, solve_text};
pub use topic::Topic;
