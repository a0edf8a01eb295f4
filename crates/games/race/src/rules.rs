//! Levels in which somebody else moves as well to Rules. Trusted.
//!
//! The state is the cell of the avatar and that of the opponent. In one step
//! the avatar moves, and then, unless play is over, the opponent moves as its
//! table says (`pursuit.rs`).
//!
//! - Race: both want to be on a goal first. Who runs into the other stays; the
//!   opponent, which goes round the avatar, never does.
//! - Run: the avatar wants to be on a goal before the opponent is where it is.
//! - Catch: the avatar wants to be where the opponent is before that is on a
//!   goal.

use playproof_game::Meaning;
use playproof_level::{Diagnostic, Level};
use playproof_model::{Builder, Model, Op, Rules, Val, set};

use crate::canonical::Contest;
use crate::pursuit::{Aim, next_cells};
use crate::{Catch, Race, Run};
use playproof_walked::{DIRECTIONS, Floor, Ways, is_goal, keep_score, locators};

impl Contest {
    pub(crate) fn model(self, level: &Level) -> Result<Model, Diagnostic> {
        let (floor, opponent) = self.read(level)?;
        Ok(Model::Rules(Box::new(rules(&floor, opponent, self))))
    }
}

impl Meaning for Race {
    fn model(&self, level: &Level) -> Result<Model, Diagnostic> {
        Contest::Race.model(level)
    }
}

impl Meaning for Run {
    fn model(&self, level: &Level) -> Result<Model, Diagnostic> {
        Contest::Run.model(level)
    }
}

impl Meaning for Catch {
    fn model(&self, level: &Level) -> Result<Model, Diagnostic> {
        Contest::Catch.model(level)
    }
}

/// The Rules of a contest on a floor with an opponent.
fn rules(floor: &Floor, opponent_start: usize, contest: Contest) -> Rules {
    let n = floor.n_cells();
    let mut b = Builder::default();
    let player = b.variable("player", 0, n as Val - 1);
    let opponent = b.variable("opponent", 0, n as Val - 1);
    let (at, other) = (b.var(player), b.var(opponent));
    let ways = Ways::declare(&mut b, floor);
    let goal = is_goal(&mut b, floor);
    let aim = match contest {
        Contest::Race | Contest::Catch => Aim::Goal,
        Contest::Run => Aim::Avatar,
    };
    let answers = next_cells(floor, aim);
    let answer = b.table("answer", &[n as u32, n as u32], answers);
    for (d, (name, ..)) in DIRECTIONS.iter().enumerate() {
        let action = b.action(name);
        let (open, there) = ways.step(&mut b, d, at);
        let meets = b.cmp(Op::Eq, there, other);
        let home = b.lookup(goal, &[there]);
        // Where the avatar gets to, and whether that ends play.
        let (arrives, over) = match contest {
            Contest::Race => (b.ite(meets, at, there), home),
            Contest::Run => (there, b.any([meets, home])),
            Contest::Catch => (there, meets),
        };
        let answered = b.lookup(answer, &[other, arrives]);
        let stays_or_goes = b.ite(over, other, answered);
        let updates = vec![set(player, arrives), set(opponent, stays_or_goes)];
        b.command(name, action, open, updates);
    }
    let (home, passed) = (b.lookup(goal, &[at]), b.lookup(goal, &[other]));
    let together = b.cmp(Op::Eq, at, other);
    // No state is both.
    let (first, second) = match contest {
        Contest::Race => (home, passed),
        Contest::Run => (together, home),
        Contest::Catch => (together, passed),
    };
    let not_first = b.not(first);
    let second = b.all([second, not_first]);
    let (win, lose) = match contest {
        Contest::Race | Contest::Catch => (first, second),
        Contest::Run => (second, first),
    };
    b.atom("win", win);
    b.atom("lose", lose);
    let over = b.any([win, lose]);
    b.terminal(over);
    keep_score(&mut b, &ways, at, win, lose);
    let names = [("at", player), ("opponent_at", opponent)];
    locators(&mut b, floor, &names);
    b.initial(vec![floor.start as Val, opponent_start as Val]);
    b.finish().expect("every cell leads to a cell")
}
