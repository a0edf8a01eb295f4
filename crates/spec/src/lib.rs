//! Requirements files: what a designer demands of a folder of levels, in TOML.
//!
//! Reading is a pure function from text to [`Spec`]; what is wrong comes as
//! diagnostics that point at their line and column. It is a crate of its own
//! so that a game which verifies levels while it runs carries no TOML.
//!
//! ```
//! use playproof::Playproof;
//! use playproof_spec::Spec;
//!
//! let text = "[[require]]\nname = \"winnable\"\nproperty = \"solvable\"\n";
//! let spec = Spec::read("design.toml", text, &Playproof::default()).unwrap();
//! assert_eq!(spec.requirements[0].name, "winnable");
//!
//! let text = text.replace("solvable", "solvabel");
//! let errors = Spec::read("design.toml", &text, &Playproof::default()).unwrap_err();
//! assert_eq!(
//!     errors[0].to_string(),
//!     "design.toml:3:13: there is no property `solvabel`; did you mean `solvable`?"
//! );
//! ```
#![forbid(unsafe_code)]

mod fields;
mod pattern;
mod read;
mod spec;
mod written;

pub use pattern::Pattern;
pub use spec::{Requirement, Spec};
pub use written::Written;
