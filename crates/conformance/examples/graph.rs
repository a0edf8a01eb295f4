//! Prints a level's states and steps, as `scripts/oracles` reads them of a game with an
//! interpreter of its own.
//!
//! usage: graph FILE GAME PROPERTY STATES

use std::error::Error;

use playproof::Playproof;
use playproof_conformance::graph::graph;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [file, game, property, states] = &arguments[..] else {
        return Err("usage: graph FILE GAME PROPERTY STATES".into());
    };
    let playproof = Playproof::default();
    let read = playproof.read(file, &std::fs::read(file)?)?;
    let level = read.levels.first().ok_or("there is no level")?;
    let prepared = playproof.prepare(level, Some(game))?;
    let statement = prepared.statement(&Playproof::property(property)?)?;
    print!("{}", graph(&statement, states.parse()?));
    Ok(())
}
