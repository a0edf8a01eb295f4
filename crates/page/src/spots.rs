//! Places and tiles as pages have them.

use playproof::{Spot, Tile};
use playproof_report::picture::tile_json;
use serde_json::{Value, json};

/// A column and a row, from 0.
pub fn spot((x, y): Spot) -> Value {
    json!([x, y])
}

/// Several of them.
pub fn spots(all: &[Spot]) -> Value {
    all.iter().copied().map(spot).collect()
}

/// Tiles, from below.
pub fn tiles(all: &[Tile]) -> Value {
    all.iter().map(tile_json).collect()
}
