//! Which questions the push model answers.

use playproof_model::{
    Elaborated, NativeFactory, NativeModel, Node, Property, Quantity, Rules, Unsupported,
};

use super::model::{PushModel, Target};
use crate::sokoban::board::Board;

/// Makes push models of one board.
pub struct PushFactory(pub Board);

impl NativeFactory for PushFactory {
    fn name(&self) -> &'static str {
        "push"
    }

    fn model(
        &self,
        subject: &Elaborated,
        property: &Property,
    ) -> Result<Box<dyn NativeModel>, Unsupported> {
        let unsupported = |why: &str| Err(Unsupported(why.to_owned()));
        let rules = subject.rules();
        let Some(reach) = subject.question().reach() else {
            return unsupported("a push is several steps");
        };
        let n_own = if self.0.n_holes > 0 { 3 } else { 2 };
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
            Property::Measured(m) if m.quantity == Quantity::Pushes && m.within.is_none() => {
                Target::Win
            }
            // Play is over where it is won, and nowhere else.
            _ if target == rules.terminal => Target::AnyWin,
            _ => Target::Other(reach.target),
        };
        match PushModel::new(&self.0, subject, target, counter) {
            Some(model) => Ok(Box::new(model)),
            None => unsupported("the level has more cells than push states can name"),
        }
    }
}

/// Which nodes read the player's place.
fn reads_player(rules: &Rules) -> Vec<bool> {
    let mut reads: Vec<bool> = Vec::with_capacity(rules.nodes.len());
    for node in &rules.nodes {
        let own = matches!(node, Node::Var(v) if v.index() == 0);
        reads.push(own || node.operands().any(|e| reads[e.index()]));
    }
    reads
}
