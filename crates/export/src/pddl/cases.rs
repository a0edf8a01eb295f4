//! Expressions by cases: for which values of which variables a condition is
//! true, and what the values of other expressions are then. Variables are asked
//! only where the answer depends on them, so that a step that pushes is one case
//! for each place of the player and what lies before it.

use playproof_kernel::{Code, Interval};
use playproof_model::{E, Machine, Node, Val, reachable};

use crate::ranges::{domains, evaluate, known};

/// Values of flat variables.
pub type Case = Vec<(usize, Val)>;

/// There are more cases than are wanted.
pub struct TooMany;

/// Cases of some expressions.
pub struct Cases<'a> {
    machine: &'a Machine,
    bases: Vec<usize>,
    condition: E,
    others: Vec<E>,
    program: Vec<E>,
    ranges: Vec<Interval>,
    at_most: usize,
    found: usize,
}

impl<'a> Cases<'a> {
    /// Those in which a condition is true, with the values of other
    /// expressions. `never` is taken to be false.
    pub fn new(
        machine: &'a Machine,
        condition: E,
        others: Vec<E>,
        never: Option<E>,
        at_most: usize,
    ) -> Cases<'a> {
        let roots = [condition].into_iter().chain(others.iter().copied());
        let mut program = reachable(&machine.nodes, roots);
        program.retain(|e| Some(*e) != never);
        Cases {
            machine,
            bases: machine.bases(),
            condition,
            others,
            program,
            ranges: vec![Interval::default(); machine.nodes.len()],
            at_most,
            found: 0,
        }
    }

    /// Shows each case with the values of the other expressions.
    pub fn each(&mut self, emit: &mut dyn FnMut(&Case, &[Val])) -> Result<(), TooMany> {
        self.split(&mut domains(self.machine), &mut Vec::new(), emit)
    }

    fn split(
        &mut self,
        state: &mut Vec<Interval>,
        case: &mut Case,
        emit: &mut dyn FnMut(&Case, &[Val]),
    ) -> Result<(), TooMany> {
        let code = Code::new(self.machine, &self.bases);
        evaluate(code, &self.program, state, &mut self.ranges);
        if known(self.range(self.condition)) == Some(0) {
            return Ok(());
        }
        let mut roots = [self.condition].into_iter().chain(self.others.clone());
        let Some(open) = roots.find(|e| known(self.range(*e)).is_none()) else {
            self.found += 1;
            if self.found > self.at_most {
                return Err(TooMany);
            }
            let value = |e: &E| self.range(*e).lo as Val;
            let values: Vec<Val> = self.others.iter().map(value).collect();
            emit(case, &values);
            return Ok(());
        };
        let place = self.reason(open);
        let domain = state[place];
        for value in domain.lo..=domain.hi {
            let value = value as Val;
            state[place] = Interval::from((value, value));
            case.push((place, value));
            self.split(state, case, emit)?;
            case.pop();
        }
        state[place] = domain;
        Ok(())
    }

    fn range(&self, e: E) -> Interval {
        self.ranges[e.index()]
    }

    /// A flat variable that an expression is open for.
    fn reason(&self, open: E) -> usize {
        let is_open = |e: &E| known(self.range(*e)).is_none();
        let mut e = open;
        loop {
            let node = self.machine.nodes[e.index()];
            e = match node {
                Node::Var(v) => return self.bases[v.index()],
                Node::Elem(v, i) => match known(self.range(i)) {
                    Some(i) => return self.bases[v.index()] + i as usize,
                    None => i,
                },
                // A condition decides which of the others matters.
                _ => node
                    .operands()
                    .find(is_open)
                    .expect("what is open has an open part"),
            };
        }
    }
}
