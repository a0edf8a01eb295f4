//! Charts: levels that are boxes with words in them and links between, such as
//! dungeons. A [`Sketch`] says where everything is, [`parts`] how it looks; the rest
//! makes files of it.

mod film;
mod graph;
mod ink;
mod layers;
mod letters;
mod page;
mod parts;
mod routes;
mod run;
mod sketch;
mod still;
#[cfg(test)]
mod tests;

pub(super) use film::gif;
pub use graph::graph_svg;
pub(super) use page::{board, data};
pub(super) use run::ChartRun;
pub(super) use still::svg;
