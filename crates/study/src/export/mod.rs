//! All plays as one table, for notebooks and spreadsheets.

mod csv;
mod parquet;
mod table;

pub use self::csv::csv;
pub use self::parquet::parquet;
