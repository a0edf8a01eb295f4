//! Dungeons: how they are read, reasoned about and proposed.

mod canonical_text;
mod drawn_dungeon_laws;
mod drawn_dungeons;
mod dungeon_diagnostics;
mod dungeon_laws;
mod dungeons;
mod layouts;
mod other_peoples_dungeons;
mod proposals;
mod rules;
