//! The Rules of a question about jumps: where play begins, and which ground may be
//! touched. Trusted.

use playproof_model::{E, Node, Op, Rules, VarId};

use crate::native::{Body, Foothold};
use crate::rules::{GROUND, X, Y};

/// The same Rules, begun in these states of the player. There is nobody else, and no time.
pub fn begun_in(rules: &mut Rules, firsts: &[Body]) {
    rules.initial = firsts.iter().map(|body| body.values().to_vec()).collect();
}

/// The same Rules, in which play is over too for whoever stands elsewhere than there.
pub fn held_to(rules: &mut Rules, foothold: Foothold) {
    let over = rules.terminal;
    let mut add = |node: Node| {
        rules.nodes.push(node);
        E(rules.nodes.len() as u32 - 1)
    };
    let [x, y, ground] = [X, Y, GROUND].map(|var| add(Node::Var(VarId(var as u32))));
    let Foothold {
        y: height,
        x: (from, to),
    } = foothold;
    let [height, from, to] = [height, from, to].map(|value| add(Node::Const(value)));
    let left = add(Node::Cmp(Op::Lt, x, from));
    let right = add(Node::Cmp(Op::Lt, to, x));
    let other = add(Node::Cmp(Op::Ne, y, height));
    let beside = add(Node::Max(left, right));
    let elsewhere = add(Node::Max(beside, other));
    // Where one stands, `ground` is 1.
    let off = add(Node::Min(ground, elsewhere));
    rules.terminal = add(Node::Max(over, off));
}
