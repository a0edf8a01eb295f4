//! Replays that carry their proof: pages that check what they show when they are opened.
//!
//! A page holds a certificate and a module for browsers. The module reads the certificate's
//! level, makes the statement anew, has the kernel check the evidence, and makes the picture
//! anew, with which the page compares what it shows. The module is this crate too, for one
//! part of the games each, and knows no engine. It has no imports; its calls are those of
//! `playproof.wasm` (`docs/page.md`), and [`check`] says what it is asked and answers.
#![cfg_attr(not(target_arch = "wasm32"), forbid(unsafe_code))]

mod check;
mod module;
#[cfg(not(target_arch = "wasm32"))]
mod page;

pub use check::{Filming, check};
#[cfg(not(target_arch = "wasm32"))]
pub use page::{Games, NoReplay, PARTS, Part, Replay, part_of};

/// The part that this is the module of: the one digit that `scripts/build-page` says.
#[cfg(all(target_arch = "wasm32", feature = "module"))]
const PART: usize = match option_env!("PLAYPROOF_PART") {
    Some(digit) => (digit.as_bytes()[0] - b'0') as usize,
    None => 0,
};
#[cfg(all(target_arch = "wasm32", feature = "module"))]
exports!(|request: &[u8]| crate::check(&playproof::checkable::<{ crate::PART }>(), request));
