//! How a maze is written. The letters are those of all games that are walked
//! (`walked/src/floor.rs` reads them). Trusted.

use playproof_walked::Words;

/// What a maze calls things: nobody moves but the avatar.
pub(crate) const WORDS: Words = Words {
    level: "a maze",
    opponent: None,
    letters: "a maze is written with 1, w or # (wall), 0, - or a blank (floor), \
              A (avatar), G (goal) and < > ^ v (one-way floor)",
};
