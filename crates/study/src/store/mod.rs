//! What a study stores, in SQLite and in a journal of finished answers beside it.

mod answering;
mod journal;
mod open;
mod progress;
mod reading;
mod schema;
mod steps;

pub use answering::EventsAt;
pub use journal::JOURNAL;
pub use open::{DATABASE, Store};
pub use progress::Progress;
pub use reading::{Read, read};
pub use steps::Refused;
