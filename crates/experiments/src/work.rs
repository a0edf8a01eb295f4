//! The published works whose experiments are repeated.

/// A published work.
pub(crate) struct Work {
    /// What the names of its experiments begin with, and its page is called.
    pub name: &'static str,
    /// What it is called in headings.
    pub short: &'static str,
    /// Author, title and year, in Markdown.
    pub citation: &'static str,
}

pub(crate) const TEKIK: Work = Work {
    name: "seed-000",
    short: "Tekik 2021",
    citation: "Onur Tekik, *Verifying Maze-Like Game Levels with Model Checker SPIN*, \
               master's thesis, Middle East Technical University, 2021",
};

pub(crate) const KARMAN: Work = Work {
    name: "seed-001",
    short: "Karman 2018",
    citation: "Simon Karman, *Generating Sokoban Levels that are Interesting to Play using Simulation*, \
               master's thesis, Utrecht University, 2018; its foundation is Bilal Kartal, Nick Sohre and Stephen Guy, \
               *Generating Sokoban Puzzle Game Levels with Monte Carlo Tree Search* and *Data-Driven Sokoban Puzzle \
               Generation with Monte Carlo Tree Search*, both 2016",
};

pub(crate) const CHABA_AND_COHEN: Work = Work {
    name: "seed-003",
    short: "Chaba and Cohen",
    citation: "Ziv Chaba and Hila Cohen, *Formal Verification and Synthesis Final Project*, undated",
};
