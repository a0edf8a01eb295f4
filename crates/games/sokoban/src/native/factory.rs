//! Which questions the push model answers.

use std::any::Any;
use std::sync::Arc;

use playproof_model::{
    Formula, Machine, NativeFactory, NativeModel, Node, Property, Quantity, Subject, Unsupported,
};

use super::model::{PushModel, Target};
use crate::canonical::Board;
use crate::rules::MOST_LOOKED_AT;

/// What a push model leaves out of a search for a win. Everything, unless
/// somebody wants to know what it is good for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Prunings {
    /// Boxes on cells from which they come to no home.
    pub dead_cells: bool,
    /// Boxes that block each other for ever.
    pub groups: bool,
    /// Pairs of boxes that cannot both come home.
    pub pairs: bool,
    /// States too far from a win, where pushes are limited.
    pub bounds: bool,
}

impl Prunings {
    /// All of them.
    pub const ALL: Prunings = Prunings {
        dead_cells: true,
        groups: true,
        pairs: true,
        bounds: true,
    };

    /// None: every push state is visited.
    pub const NONE: Prunings = Prunings {
        dead_cells: false,
        groups: false,
        pairs: false,
        bounds: false,
    };
}

/// Makes push models of one board.
pub struct PushFactory {
    board: Arc<Board>,
    prunings: Prunings,
}

impl PushFactory {
    /// Push models that leave out these.
    pub fn new(board: impl Into<Arc<Board>>, prunings: Prunings) -> PushFactory {
        PushFactory {
            board: board.into(),
            prunings,
        }
    }

    /// The board that is played on.
    pub(crate) fn board(&self) -> &Board {
        &self.board
    }
}

impl NativeFactory for PushFactory {
    fn name(&self) -> &'static str {
        "push"
    }

    fn model(
        &self,
        subject: &Subject,
        property: &Property,
    ) -> Result<Box<dyn NativeModel>, Unsupported> {
        let unsupported = |why: &str| Err(Unsupported(why.to_owned()));
        let too_large = "the level has more cells or beginnings than push states can name";
        if self.board.n_cells() > MOST_LOOKED_AT {
            return unsupported(too_large);
        }
        let rules = subject.machine();
        let Some(reach) = subject.question().reach() else {
            return unsupported("a push is several steps");
        };
        let n_own = if self.board.n_holes > 0 { 3 } else { 2 };
        let counter = match &rules.vars[n_own..] {
            [] => None,
            [counter] if counter.name == "pushes" => Some(rules.bases()[n_own] as u32),
            _ => return unsupported("a push is several moves, so that only pushes are counted"),
        };
        let target = rules.atoms[reach.target.index()].holds;
        if reads_player(rules)[target.index()] {
            return unsupported("where the player stands does not survive in push states");
        }
        let target = match property {
            Property::Solvable | Property::Unsolvable => Target::Win,
            Property::Never(p) if *p == Formula::name("win") => Target::Win,
            Property::Measured(m) if m.quantity == Quantity::Pushes && m.within.is_none() => {
                Target::Win
            }
            // Play is over where it is won, and nowhere else.
            _ if Some(target) == subject.end_of_play() => Target::AnyWin,
            _ => Target::Other(reach.target),
        };
        match PushModel::new(&self.board, subject, target, counter, self.prunings) {
            Some(model) => Ok(Box::new(model)),
            None => unsupported(too_large),
        }
    }

    fn as_any(&self) -> Option<&dyn Any> {
        Some(self)
    }
}

/// Which nodes read the player's place.
fn reads_player(rules: &Machine) -> Vec<bool> {
    let mut reads: Vec<bool> = Vec::with_capacity(rules.nodes.len());
    for node in &rules.nodes {
        let own = matches!(node, Node::Var(v) if v.index() == 0);
        reads.push(own || node.operands().any(|e| reads[e.index()]));
    }
    reads
}
