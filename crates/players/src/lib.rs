//! Players to compare provers with. They try to win a level; one that does not
//! win has shown nothing about the level.
//!
//! A player reads no clock and starts no threads: it polls a
//! [`Budget`](playproof_certify::Budget), which stops it. A run that wins is a
//! trace like any other, so that the checker can say whether it does.
//!
//! ```
//! use playproof_certify::{Evidence, Unlimited, check};
//! use playproof_game::Game;
//! use playproof_maze::Maze;
//! use playproof_model::{Answer, Property};
//! use playproof_players::{AStar, Board, Player};
//!
//! let file = playproof_level::read("level", b"A01\n10G\n").unwrap();
//! let maze = Maze.compile(&file.levels[0]).unwrap();
//! let subject = maze.model.elaborate(&Property::Solvable).unwrap();
//! let board = Board {
//!     game: &subject,
//!     win: subject.question().reach().unwrap().target,
//!     place: &|state| maze.view.player(state),
//!     goals: maze.view.goals(),
//! };
//!
//! let played = AStar.play(&board, &mut Unlimited);
//! assert!(played.won);
//! assert_eq!(played.run.steps.len(), 3);
//! let evidence = Evidence::Trace(played.run);
//! assert!(check(&subject, Answer::Holds, &evidence, &mut Unlimited).is_ok());
//! ```
#![forbid(unsafe_code)]

mod astar;
mod atlas;
mod board;
mod mcts;
mod meter;

pub use astar::AStar;
pub use board::{Board, Place, Played, Player};
pub use mcts::Mcts;
