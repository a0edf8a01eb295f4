//! What a game knows of its levels beyond their rules: for those who explain
//! why one cannot be won, and how little would mend it.

use std::borrow::Cow;
use std::fmt;

use playproof_certify::Budget;
use playproof_level::Level;
use playproof_model::{Property, Val};

/// A place in a level's drawing: column and row, from 0.
pub type Spot = (usize, usize);

/// What a game knows of one level. Nothing of it is trusted: whoever makes a
/// claim of it has the changed level verified.
pub trait Insight: Send + Sync {
    /// What is known of the level's pieces, in games where pieces can be stuck.
    fn pieces(&self) -> Option<&dyn Pieces> {
        None
    }
    /// In words what stands against winning in a level that cannot be won, if
    /// there is more to say than which pieces are stuck.
    fn why_lost(&self) -> Option<String> {
        None
    }
    /// In words what stands against a property that no run fulfils, other than winning.
    fn why_unreached(&self, _what: &Property) -> Option<String> {
        None
    }
    /// Where everybody stops in a level that cannot be won, in games that are walked far.
    fn standstill(&self) -> Option<Standstill> {
        None
    }
    /// All changes that can be made, the smallest first.
    fn changes(&self) -> Vec<Change>;
    /// The level after changes. `None` if they are not possible together, or
    /// if what comes out is no level.
    fn changed(&self, changes: &[Change]) -> Option<Level>;
    /// Whether a changed level is shown in the letters of its file, since those of
    /// pictures may not be read again.
    fn keeps_letters(&self) -> bool {
        false
    }
    /// Why no number of changes can help, if that is plain to see.
    fn beyond_repair(&self) -> Option<String> {
        None
    }
    /// Who looks for repairs, where to try all changes one after the other would take
    /// too long.
    fn seeker(&self) -> Option<Box<dyn Seeker + '_>> {
        None
    }
}

/// Where everybody stops.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Standstill {
    /// Where the player can stay.
    pub reached: Vec<Spot>,
    /// The place among them that is nearest to the goal.
    pub furthest: Spot,
    /// What is in the way there, if that is plain to see.
    pub barrier: Vec<Spot>,
}

/// Proposes changes that may mend a level, the fewest first.
pub trait Seeker {
    /// The next proposal: changes to make together. Whoever asks again has seen that the
    /// last one does not help. `None` if there are no more, or the budget is spent.
    fn next(&mut self, budget: &mut dyn Budget) -> Option<Vec<Change>>;
}

/// What a game knows of the pieces of one level that are pushed about.
pub trait Pieces {
    /// The pieces of which some can be taken away: a run that wins still wins
    /// without them. None where the game cannot promise that.
    fn spots(&self) -> &[Spot];
    /// What a piece is called: one, and several.
    fn name(&self) -> [&'static str; 2];
    /// The level with these pieces only.
    fn with_only(&self, pieces: &[Spot]) -> Option<Level>;
    /// Where a piece is lost, even if it is the only one and wherever the
    /// player is.
    fn dead(&self) -> Vec<Spot>;
    /// In words why winning is impossible with these pieces alone, if that has
    /// a name.
    fn why_stuck(&self, pieces: &[Spot]) -> Option<String>;
    /// Whether a step moved more than the player.
    fn is_push(&self, before: &[Val], after: &[Val]) -> bool;
    /// The level as it stands in a state of play.
    fn level_at(&self, _state: &[Val]) -> Option<Level> {
        None
    }
    /// The place of which a variable, by its flat number, says whether a piece is there.
    fn place_of(&self, _flat: u32) -> Option<Spot> {
        None
    }
    /// What is in the way of an action, in words.
    fn obstacle(&self, state: &[Val], action: &str) -> Option<String>;
}

/// One change of a level.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Change {
    /// What is changed.
    pub what: Cow<'static, str>,
    /// Where it is, or where it comes.
    pub at: Spot,
    /// What is done to it.
    pub edit: Edit,
    /// How large the change is.
    pub size: u32,
}

/// What a change does.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Edit {
    /// Puts a new one there.
    Add,
    /// Takes it away.
    Remove,
    /// Takes it elsewhere.
    MoveTo(Spot),
}

impl Change {
    /// Where a thing goes that is moved.
    pub fn to(&self) -> Option<Spot> {
        match self.edit {
            Edit::MoveTo(to) => Some(to),
            Edit::Add | Edit::Remove => None,
        }
    }
}

/// As an instruction, with lines and columns of the drawing from 1.
impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (what, at) = (&self.what, at(self.at));
        let to = match self.edit {
            Edit::Add => return write!(f, "add a {what} at {at}"),
            Edit::Remove => return write!(f, "remove the {what} at {at}"),
            Edit::MoveTo(to) => to,
        };
        let ways = [
            (to.0 as isize - self.at.0 as isize, "left", "right"),
            (to.1 as isize - self.at.1 as isize, "up", "down"),
        ];
        let ways = ways.iter().filter(|(n, ..)| *n != 0);
        let ways: Vec<String> = ways
            .map(|(n, back, forth)| format!("{} {}", n.abs(), if *n < 0 { back } else { forth }))
            .collect();
        let ways = ways.join(" and ");
        write!(f, "move the {what} at {at} by {ways}, to {}", self::at(to))
    }
}

/// A place as people count.
pub fn at((x, y): Spot) -> String {
    format!("line {}, column {}", y + 1, x + 1)
}

/// A level with other letters in some places. `None` if it is not read as it was
/// drawn.
pub fn redrawn(level: &Level, letters: &[(Spot, char)]) -> Option<Level> {
    let grid = level.grid()?;
    let mut cells = grid.cells().to_vec();
    for &((x, y), letter) in letters {
        cells[y * grid.width() + x] = letter;
    }
    let mut text = String::with_capacity(cells.len() + grid.height());
    for row in cells.chunks(grid.width()) {
        text.extend(row);
        text.push('\n');
    }
    let file = playproof_level::read(level.file(), text.as_bytes()).ok()?;
    let [read] = <[Level; 1]>::try_from(file.levels).ok()?;
    let Level::Grid(read) = read else {
        return None;
    };
    let is_whole = read.grid.cells() == cells;
    let redrawn = is_whole.then(|| level.with_grid(read.grid));
    redrawn.flatten()
}
