//! Certificates and proofs as they are written and read.

mod lrat;
mod round_trip;
