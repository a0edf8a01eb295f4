//! Counters that the search itself can keep.
//!
//! In `win && moves <= N` the counter only limits how late the target counts,
//! and breadth-first search reaches every state with the least `moves` anyway.
//! So the counter stays out of the searched state, the depth takes its place,
//! and in the evidence it is an interval: from the depth to the cap.

use playproof_model::{E, Node, Op, Subject, Val, VarId};

/// A variable that counts steps, where the target asks for few of them.
pub struct StepCounter {
    /// The variable.
    pub var: VarId,
    /// Whether the target asks nothing else about it, so that it can be left
    /// out of the searched state. Where it must stay, as in a ratio, runs are
    /// still searched no further than the limit.
    pub can_be_left_out: bool,
    /// The target needs at most this many; -1 if none is few enough.
    pub limit: Val,
    /// Where the counter stays.
    pub cap: Val,
}

impl StepCounter {
    /// The step counter of a question, if it has one.
    pub fn of(subject: &Subject) -> Option<StepCounter> {
        let bases = subject.machine().bases();
        let counts = |v: &VarId| {
            let amounts = subject.machine().counted(bases[v.index()] as u32);
            amounts.is_some_and(|amounts| amounts.iter().all(|&amount| amount == 1))
        };
        let vars = (0..bases.len() as u32).map(VarId);
        vars.filter(counts).find_map(|v| counter(subject, v))
    }

    /// The counter at this flat variable, whatever it counts, if it can be
    /// left out.
    pub fn at(subject: &Subject, flat: u32) -> Option<StepCounter> {
        let mut bases = subject.machine().bases().into_iter();
        let var = VarId(bases.position(|base| base == flat as usize)? as u32);
        subject.machine().counted(flat)?;
        counter(subject, var).filter(|counter| counter.can_be_left_out)
    }

    /// The same, if it can be left out.
    pub fn left_out(subject: &Subject) -> Option<StepCounter> {
        StepCounter::of(subject).filter(|counter| counter.can_be_left_out)
    }
}

fn counter(subject: &Subject, var: VarId) -> Option<StepCounter> {
    let rules = subject.machine();
    let decl = &rules.vars[var.index()];
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
    let only = limit_in(&rules.nodes, &reads, var, target);
    let limit = only.or_else(|| limit_among(&rules.nodes, var, target))?;
    (limit < decl.hi).then_some(StepCounter {
        var,
        can_be_left_out: only.is_some(),
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
        comparison => limit_of(nodes, var, comparison),
    }
}

/// The least N of the conjuncts `var <= N`, if there is one.
fn limit_among(nodes: &[Node], var: VarId, e: E) -> Option<Val> {
    match nodes[e.index()] {
        Node::Min(a, b) => {
            let limits = [a, b].map(|part| limit_among(nodes, var, part));
            limits.into_iter().flatten().min()
        }
        comparison => limit_of(nodes, var, comparison),
    }
}

/// The N of `var <= N`, also where it is written as not `N < var`.
fn limit_of(nodes: &[Node], var: VarId, comparison: Node) -> Option<Val> {
    let node = |e: E| nodes[e.index()];
    let limit = match comparison {
        Node::Cmp(op, a, b) => match (node(a), op, node(b)) {
            (Node::Var(v), Op::Le, Node::Const(n)) if v == var => n,
            (Node::Var(v), Op::Lt, Node::Const(n)) if v == var => n.saturating_sub(1),
            _ => return None,
        },
        Node::Sub(one, e) if node(one) == Node::Const(1) => match node(e) {
            Node::Cmp(op, a, b) => match (node(a), op, node(b)) {
                (Node::Const(n), Op::Lt, Node::Var(v)) if v == var => n,
                (Node::Const(n), Op::Le, Node::Var(v)) if v == var => n.saturating_sub(1),
                _ => return None,
            },
            _ => return None,
        },
        _ => return None,
    };
    Some(limit.max(-1))
}
