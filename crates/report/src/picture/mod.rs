//! Runs as pictures: one drawing for all games, which give tiles and cells
//! through their [`View`](playproof::View).
//!
//! A [`Scene`] holds the run: its first picture whole, and of every later one
//! what changes. From it come a still ([`svg`]), an animation ([`gif`]), a page
//! to step through ([`html`]) and plain characters ([`text`]). Apart from runs,
//! [`stages_svg`] shows how a level came to be, and [`gallery()`] many levels side by side.

mod board;
mod caption;
mod chart;
mod error;
mod gallery;
mod gif;
mod heat;
mod html;
mod opponents;
mod path;
mod pixels;
mod proof;
mod raster;
mod scene;
mod sprites;
mod stages;
mod svg;
#[cfg(test)]
mod test_runs;
mod text;
mod ways;

pub use board::board_svg;
pub use caption::{Caption, drawn_text};
pub use chart::graph_svg;
pub use error::PictureError;
pub(crate) use gallery::cards_html;
pub use gallery::{Card, gallery};
pub use gif::{MAX_GIF_FRAMES, gif};
pub use html::{film, html, tile_json};
pub use proof::{Carried, proof_film, proof_html};
pub use scene::{Mark, Scene};
pub use stages::{StagePicture, stages_svg};
pub(crate) use svg::escaped;
pub use svg::svg;
pub(crate) use text::{Note, STILL, again, frames};
pub use text::{first_frame, text};
