//! Replays that carry their proof: pages that check what they show when they are opened.
//!
//! A page holds a certificate and a module for browsers. The module reads the certificate's
//! level, makes the statement anew, has the kernel check the evidence, and makes the picture
//! anew, with which the page compares what it shows. The module is this crate too, for one
//! family of games each, and knows no engine. It has no imports; its calls are those of
//! `playproof.wasm` (`docs/page.md`), and [`check`] says what it is asked and answers.
#![cfg_attr(not(target_arch = "wasm32"), forbid(unsafe_code))]

mod check;
mod module;
#[cfg(not(target_arch = "wasm32"))]
mod page;

pub use check::{Filming, check};
#[cfg(not(target_arch = "wasm32"))]
pub use page::{Games, NoReplay, Replay, family};

#[cfg(all(target_arch = "wasm32", feature = "drawn"))]
exports!(|request: &[u8]| crate::check(&playproof::drawn(), request));
#[cfg(all(target_arch = "wasm32", feature = "described"))]
exports!(|request: &[u8]| crate::check(&playproof::described(), request));
