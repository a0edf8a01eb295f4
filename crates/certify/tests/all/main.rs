//! Certificates and proofs as they are written and read.

mod lrat;
mod lrat_text;
mod round_trip;
