//! How states of dungeons look.

pub(crate) mod drawn;
pub(crate) mod facts_view;
mod map_chart;
pub(crate) mod map_view;
mod skin;
