//! Counters that the search itself can keep.
//!
//! In `win && moves <= N` the counter only limits how late the target counts,
//! and breadth-first search reaches every state with the least `moves` anyway.
//! So the counter stays out of the searched state, the depth takes its place,
//! and in the evidence it is an interval: from the depth to the cap.

use playproof_model::{CubeSemantics, E, Elaborated, Node, Op, Val, VarId};

/// A variable that counts steps, where the target asks only for few of them.
pub(crate) struct StepCounter {
    pub var: VarId,
    /// The target needs at most this many; -1 if none is few enough.
    pub limit: Val,
    /// Where the counter stays.
    pub cap: Val,
}

impl StepCounter {
    /// The step counter of a question, if it has one.
    pub fn of(subject: &Elaborated) -> Option<StepCounter> {
        let n_vars = subject.rules().vars.len() as u32;
        (0..n_vars).find_map(|v| counter(subject, VarId(v)))
    }
}

fn counter(subject: &Elaborated, var: VarId) -> Option<StepCounter> {
    let rules = subject.rules();
    let decl = &rules.vars[var.index()];
    if !subject.counts_steps(rules.bases()[var.index()] as u32) {
        return None;
    }
    let reads = reads_of(&rules.nodes, var);
    let read = |e: E| reads[e.index()];
    let game_reads = rules.commands.iter().any(|c| {
        let mut writes = c.updates.iter().filter(|u| u.var != var);
        read(c.guard) || writes.any(|u| read(u.value) || u.index.is_some_and(read))
    });
    if game_reads {
        return None;
    }
    let target = subject.question().reach()?.target;
    let target = rules.atoms[target.index()].holds;
    let limit = limit_in(&rules.nodes, &reads, var, target)?;
    (limit < decl.hi).then_some(StepCounter {
        var,
        limit,
        cap: decl.hi,
    })
}

/// Which nodes read the variable, directly or not.
fn reads_of(nodes: &[Node], var: VarId) -> Vec<bool> {
    let mut reads: Vec<bool> = Vec::with_capacity(nodes.len());
    for node in nodes {
        let own = matches!(*node, Node::Var(v) | Node::Elem(v, _) if v == var);
        reads.push(own || node.operands().any(|e| reads[e.index()]));
    }
    reads
}

/// The least N of the conjuncts `var <= N`, if the variable is read in such
/// conjuncts only.
fn limit_in(nodes: &[Node], reads: &[bool], var: VarId, e: E) -> Option<Val> {
    match nodes[e.index()] {
        Node::Min(a, b) => match (reads[a.index()], reads[b.index()]) {
            (true, true) => {
                let a = limit_in(nodes, reads, var, a)?;
                Some(a.min(limit_in(nodes, reads, var, b)?))
            }
            (true, false) => limit_in(nodes, reads, var, a),
            (false, _) => limit_in(nodes, reads, var, b),
        },
        Node::Cmp(op, a, b) if nodes[a.index()] == Node::Var(var) => match (op, nodes[b.index()]) {
            (Op::Le, Node::Const(n)) => Some(n.max(-1)),
            (Op::Lt, Node::Const(n)) => Some(n.saturating_sub(1).max(-1)),
            _ => None,
        },
        _ => None,
    }
}
