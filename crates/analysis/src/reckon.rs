//! Rules played as they are, before a property is asked: for figures that are
//! only shown.

use playproof_kernel::{Code, Evaluator};
use playproof_model::{E, Rules, Val};

/// The value of an expression in a state.
pub fn value(rules: &Rules, state: &[Val], e: E) -> Val {
    let bases = rules.bases();
    let code = code(rules, &bases);
    let mut evaluator = Evaluator::default();
    evaluator.begin(code);
    evaluator.value(code, e, state)
}

/// Calls back with each enabled command and its successor, in order.
pub fn successors(rules: &Rules, state: &[Val], emit: &mut dyn FnMut(usize, &[Val])) {
    let bases = rules.bases();
    let code = code(rules, &bases);
    let mut evaluator = Evaluator::default();
    evaluator.begin(code);
    let mut value = |e: E| evaluator.value(code, e, state);
    for (i, command) in rules.commands.iter().enumerate() {
        if value(command.guard) != 1 {
            continue;
        }
        let mut next = state.to_vec();
        for u in &command.updates {
            let element = u.index.map_or(0, |e| value(e) as usize);
            next[bases[u.var.index()] + element] = value(u.value);
        }
        emit(i, &next);
    }
}

fn code<'r>(rules: &'r Rules, bases: &'r [usize]) -> Code<'r> {
    Code {
        nodes: &rules.nodes,
        tables: &rules.tables,
        bases,
    }
}
