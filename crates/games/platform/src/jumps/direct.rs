//! The Rules of a question about jumps: where play begins, and which ground may be
//! touched. Trusted.

use playproof_model::{Builder, Op, Rules, VarId};

use crate::native::{Body, Foothold};
use crate::rules::{GROUND, X, Y};

/// The same Rules, begun in these states of the player. There is nobody else, and no time.
pub fn begun_in(rules: &mut Rules, firsts: &[Body]) {
    rules.initial = firsts.iter().map(|body| body.values().to_vec()).collect();
}

/// The same Rules, in which play is over too for whoever stands elsewhere than there.
pub fn held_to(rules: &mut Rules, foothold: Foothold) {
    let over = rules.terminal;
    let mut b = Builder::extend(std::mem::take(rules));
    let [x, y, ground] = [X, Y, GROUND].map(|var| b.var(VarId(var as u32)));
    let (from, to) = foothold.x;
    let beside = b.max(b.cmp(Op::Lt, x, from), b.cmp(Op::Lt, to, x));
    let elsewhere = b.max(b.cmp(Op::Ne, y, foothold.y), beside);
    // Where one stands, `ground` is 1.
    let off = b.min(ground, elsewhere);
    b.terminal(b.max(over, off));
    *rules = b.into_rules();
}
