//! The way from a seed and a number to a level, with or without its stages kept.

use std::fmt;

use crate::generate::cells::Cells;
use crate::generate::connect::Joining;
use crate::generate::place::Placing;
use crate::generate::regions::Regions;
use crate::generate::settle::Settling;
use crate::generate::{
    Design, DesignError, Ending, NoProposal, NoRoom, SeedLine, Walls, elementary,
};
use playproof_game::Stream;

/// Whether time is over for a proposal that is being made.
pub type IsOver<'a> = &'a dyn Fn() -> bool;

const FOR_EVER: IsOver = &|| false;

/// Why there is no proposal where there is time for ever.
fn no_room(why: NoProposal) -> NoRoom {
    match why {
        NoProposal::NoRoom(no_room) => no_room,
        NoProposal::TimeIsOver => unreachable!("there is time for ever"),
    }
}

/// Proposes levels of one design. It keeps its memory from one to the next, and
/// nothing else: a proposal does not depend on those before it.
pub struct Generator {
    design: Design,
    walls: Walls,
    settling: Settling,
    level: Cells,
    regions: Regions,
    joining: Joining,
    placing: Placing,
}

/// A level: `1` for a wall, `0` for floor, and the letters of its [`Cast`](crate::generate::Cast).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Proposal {
    width: usize,
    height: usize,
    text: String,
}

/// How a proposal came about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stages {
    /// The line that the elementary automaton started from.
    pub line: SeedLine,
    /// What the elementary automaton made of it.
    pub elementary: Walls,
    /// What the life-like automaton made of that.
    pub life: Walls,
    /// How many generations of the life-like automaton there were.
    pub generations: u32,
    /// Why there were no more.
    pub ending: Ending,
    /// What was left when regions were joined and the others filled.
    pub connected: Walls,
    /// The level with its ring of walls and its sprites.
    pub level: Result<Proposal, NoRoom>,
}

impl Generator {
    /// A generator of levels of this design.
    pub fn new(design: Design) -> Result<Generator, DesignError> {
        design.validate()?;
        Ok(Generator {
            walls: Walls::new(design.size),
            settling: Settling::new(&design),
            level: Cells::new(design.size),
            regions: Regions::default(),
            joining: Joining::default(),
            placing: Placing::default(),
            design,
        })
    }

    /// What kind of levels it proposes.
    pub fn design(&self) -> &Design {
        &self.design
    }

    /// Proposal `number` of `seed`.
    pub fn propose(&mut self, seed: u64, number: u64) -> Result<Proposal, NoRoom> {
        let proposal = self.propose_in_time(seed, number, FOR_EVER);
        proposal.map_err(no_room)
    }

    /// The same unless time is over before it is made, which is asked every now and
    /// then. Most proposals take less than a millisecond, but generations may be many
    /// and the farthest cells of a wide floor hard to find.
    pub fn propose_in_time(
        &mut self,
        seed: u64,
        number: u64,
        is_over: IsOver,
    ) -> Result<Proposal, NoProposal> {
        let mut stream = Stream::new(seed, number);
        self.grow(&mut stream);
        let settled = self.settling.run(&mut self.walls, is_over);
        settled.ok_or(NoProposal::TimeIsOver)?;
        self.connect();
        self.place(&mut stream, is_over)
    }

    /// The same proposal with the stages it went through.
    pub fn stages(&mut self, seed: u64, number: u64) -> Stages {
        let mut stream = Stream::new(seed, number);
        self.grow(&mut stream);
        let elementary = self.walls.clone();
        let settled = self.settling.run(&mut self.walls, FOR_EVER);
        let (generations, ending) = settled.expect("there is time for ever");
        let life = self.walls.clone();
        self.connect();
        Stages {
            line: elementary.line(),
            elementary,
            life,
            generations,
            ending,
            connected: self.level.walls(self.design.size),
            level: self.place(&mut stream, FOR_EVER).map_err(no_room),
        }
    }

    /// Starts with a line and fills the rows below it.
    fn grow(&mut self, stream: &mut Stream) {
        self.start_line(stream);
        elementary::grow(self.design.rule, &mut self.walls);
    }

    fn connect(&mut self) {
        self.level.draw(&self.walls);
        if self.design.connect > 0 {
            let share = self.design.size.area() * usize::from(self.design.connect);
            let enough = share.div_ceil(100);
            let wanted = (enough, self.design.tie);
            self.joining.run(&mut self.level, &mut self.regions, wanted);
        }
    }

    fn place(&mut self, stream: &mut Stream, is_over: IsOver) -> Result<Proposal, NoProposal> {
        let wanted = (self.design.cast, self.design.placement);
        let (level, regions) = (&mut self.level, &mut self.regions);
        self.placing.run(level, regions, wanted, stream, is_over)?;
        Ok(Proposal::of(&self.level))
    }

    fn start_line(&mut self, stream: &mut Stream) {
        if let Some(line) = &self.design.line {
            for (x, &wall) in line.walls().iter().enumerate() {
                self.walls.set(x, 0, wall);
            }
            return;
        }
        let n_words = self.walls.words_per_row();
        for word in &mut self.walls.words_mut()[..n_words] {
            *word = stream.word();
        }
        self.walls.clip();
    }
}

impl Proposal {
    fn of(level: &Cells) -> Proposal {
        let (width, height) = (level.width(), level.height());
        let mut text = Vec::with_capacity((width + 1) * height);
        for row in level.letters().chunks_exact(width) {
            text.extend_from_slice(row);
            text.push(b'\n');
        }
        Proposal {
            width,
            height,
            text: String::from_utf8(text).expect("letters are ASCII"),
        }
    }

    /// The number of columns, with the ring of walls.
    pub fn width(&self) -> usize {
        self.width
    }

    /// The number of rows, with the ring of walls.
    pub fn height(&self) -> usize {
        self.height
    }

    /// The letter in column `x` of row `y`.
    ///
    /// # Panics
    /// If the level has no such cell.
    pub fn letter(&self, x: usize, y: usize) -> char {
        assert!(x < self.width, "no column {x}");
        char::from(self.text.as_bytes()[y * (self.width + 1) + x])
    }

    /// The level, one line a row.
    pub fn text(&self) -> &str {
        &self.text
    }
}

impl fmt::Display for Proposal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}
