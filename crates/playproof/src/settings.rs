//! What there is unless one brings one's own, and how it is set up.

use playproof_certify::Engine;
use playproof_dungeon::Dungeon;
use playproof_engines::{
    AStarEngine, AutomataEngine, BitstateEngine, DepthFirstEngine, ExplicitEngine, FixpointEngine,
    NativeEngine, PathsEngine, Threads,
};
use playproof_game::{Checkable, Game};
use playproof_maze::Maze;
use playproof_race::{Catch, Race, Run};
use playproof_sokoban::Sokoban;

/// How engines are set up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settings {
    /// Threads to search with, the calling one included.
    pub threads: usize,
    /// How long the runs may be that a bounded search looks at.
    pub bound: u32,
}

impl Settings {
    /// The bound, unless another is asked for.
    pub const BOUND: u32 = 100;

    /// Whether an engine goes by the bound. Induction over the length of runs
    /// ends by itself, and is not held up by it.
    pub fn bounds(engine: &str) -> bool {
        engine == "sat-bmc"
    }
}

impl Default for Settings {
    /// One thread: a library starts no others unasked.
    fn default() -> Self {
        Settings {
            threads: 1,
            bound: Settings::BOUND,
        }
    }
}

/// The built-in games, as trait objects of a kind: all, or those of one part. Games that have
/// most of their meaning in common are one part; the order is that in which games are asked.
macro_rules! built_in {
    ($kind:ty, $part:expr) => {{
        let mut games: Vec<Box<$kind>> = Vec::new();
        // Each condition is known when this is compiled: what is not asked for is not there.
        if $part == ALL || $part == 0 {
            games.push(Box::new(Maze));
            games.push(Box::new(Race));
            games.push(Box::new(Run));
            games.push(Box::new(Catch));
        }
        if $part == ALL || $part == 1 {
            games.push(Box::new(Sokoban));
        }
        if $part == ALL || $part == 2 {
            games.push(Box::new(playproof_vgdl::Vgdl));
        }
        if $part == ALL || $part == 3 {
            // Its format is asked before the next one's, which takes any text with `=>`.
            games.push(Box::new(playproof_platform::Platform));
        }
        if $part == ALL || $part == 4 {
            games.push(Box::new(Dungeon));
        }
        if $part == ALL || $part == 0 {
            games.push(Box::new(playproof_ice::Ice));
        }
        if $part == ALL || $part == 3 {
            games.push(Box::new(playproof_platform::Coarse::default()));
        }
        if $part == ALL || $part == 5 {
            // Its levels are in a format of its own, which asks for sections that none has.
            games.push(Box::new(playproof_puzzlescript::PuzzleScript));
        }
        games
    }};
}

/// No part, but all of them.
const ALL: usize = usize::MAX;

/// How many parts there are.
pub const N_PARTS: usize = 6;

/// The built-in games.
pub(crate) fn games() -> Vec<Box<dyn Game>> {
    built_in!(dyn Game, ALL)
}

/// The built-in games of a part, as far as certificates about them are checked: a program that
/// asks for one part holds nothing of the others. There are none in a part that there is not.
pub fn checkable<const PART: usize>() -> Vec<Box<dyn Checkable>> {
    built_in!(dyn Checkable, PART)
}

/// What propositions say, game by game.
pub(crate) const WORDS: &[&[(&str, [&str; 2])]] = &[playproof_sokoban::WORDS];

/// The engines that games bring along and the built-in ones. The first that supports a
/// task and does not give way is its favourite.
pub(crate) fn engines(games: &[Box<dyn Game>], settings: Settings) -> Vec<Box<dyn Engine>> {
    let threads = Threads::new(settings.threads);
    let of_games = games.iter().flat_map(|game| game.engines());
    let general: Vec<Box<dyn Engine>> = vec![
        Box::new(NativeEngine(threads)),
        Box::new(ExplicitEngine(threads)),
        Box::new(AStarEngine),
        Box::new(AutomataEngine),
        Box::new(FixpointEngine),
        Box::new(PathsEngine),
        Box::new(DepthFirstEngine),
        Box::new(BitstateEngine::default()),
        Box::new(BitstateEngine::native()),
        #[cfg(feature = "bdd")]
        Box::new(playproof_bdd::BddEngine::default()),
        #[cfg(feature = "sat")]
        Box::new(playproof_sat::BmcEngine {
            bound: settings.bound,
        }),
        #[cfg(feature = "sat")]
        Box::new(playproof_sat::KInductionEngine::default()),
        #[cfg(feature = "sat")]
        Box::new(playproof_sat::Ic3Engine),
    ];
    of_games.chain(general).collect()
}
