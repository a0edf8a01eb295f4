//! What the answers say: figures, and a page that shows them.
//!
//! Nothing here reads a file or knows a database: plays and measures come in, and
//! [`Figures`] or HTML go out. What is drawn by lot (intervals, chances, folds) has fixed
//! seeds, so that the same answers always give the same report.

mod answers;
mod chance;
mod correlation;
mod figures;
mod fit;
mod normal;
mod notes;
mod page;
mod predictors;
mod ranks;
mod ridge;
mod rounds;
mod share;
mod tables;
mod words;

pub use answers::Question;
pub use figures::{Figures, Group, figures};
pub use fit::Fit;
pub use page::html;
pub use predictors::{MeasureFigures, Predicted, Predictors};
pub use rounds::{PairFigures, RoundFigures, SetFigures, SignTest, Spread};
pub use share::{Sample, SampleSize, Share};
pub use tables::CorrelationTable;
