//! The encoder: a machine as clauses over the bits of states.
//!
//! What an expression can be is a list of its values, each with the condition
//! under which it has it. Of the bits of a state it is demanded that they are
//! values within all domains.
//!
//! Lemma: then exactly one condition of each list is true, that of the value
//! which the expression has in that state. For a variable each value is one
//! pattern of bits; and an operation goes through all combinations of its
//! operands' values, of which exactly one is there. There is no arithmetic on
//! digits, and no case that is clever. What gets too large is refused.
//!
//! The machine must be well-formed: every value that an operation can have,
//! whatever its operands are, fits 32 bits, indices are within their arrays and
//! tables, and what is written lies in its domain.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use crate::gates::{FALSE, Gates, TRUE};
use crate::{
    Budget, Checked, Code, Command, E, Encoding, Interval, Machine, Node, Val, ensure, poll,
};

/// The most combinations of values that one operation may go through.
const MAX_COMBINATIONS: usize = 1 << 20;

/// The most literals in all clauses together. Variables and the values of
/// expressions count like literals.
const MAX_LITERALS: usize = 1 << 27;

/// Literals that are not begun without a question to the budget.
const BATCH_LITERALS: usize = 1 << 18;

/// Parts of the work, which write few literals, between two questions.
const BATCH_PARTS: usize = 1 << 12;

/// What a literal may take with all that is kept beside it.
const BYTES_A_LITERAL: u64 = 32;

/// The values of an expression in rising order, each with its condition.
type Values = Rc<Vec<(Val, i32)>>;

/// For each value its ways: pairs of literals that are true together. Exactly
/// one of all these pairs is.
type Ways = BTreeMap<Val, Vec<[i32; 2]>>;

/// Clauses about some states of the same machine.
pub(crate) struct Encoder<'a> {
    machine: &'a Machine,
    encoding: Encoding,
    bases: Rc<[usize]>,
    /// The clauses, and what they define.
    pub gates: Gates,
    /// The size of all lists of values.
    n_kept: usize,
    budget: &'a mut dyn Budget,
    /// The work since the budget was asked.
    n_parts: usize,
}

/// A state that clauses are about.
pub(crate) struct State {
    /// Its bits.
    pub bits: Vec<i32>,
    /// What nodes are there that were needed.
    nodes: BTreeMap<E, Values>,
}

impl<'a> Encoder<'a> {
    /// No clauses yet. Only commands can be written as clauses, and a machine
    /// with an interpreter has steps that are none of them.
    pub fn new(machine: &'a Machine, budget: &'a mut dyn Budget) -> Checked<Encoder<'a>> {
        ensure(machine.foreign.is_none(), "a game with an interpreter of its own has no clauses")?;
        let (encoding, bases) = (Encoding::new(machine), machine.bases().into());
        let gates = Gates::new();
        Ok(Encoder { machine, encoding, bases, gates, n_kept: 0, budget, n_parts: 0 })
    }

    /// Some state: all its values lie within their domains.
    pub fn state(&mut self) -> Checked<State> {
        let n_bits = self.encoding.n_bits();
        self.expect(n_bits)?;
        let bits: Vec<i32> = (0..n_bits).map(|_| self.gates.cnf.fresh()).collect();
        for flat in 0..self.encoding.n_flat() {
            let greatest = self.encoding.domain(flat).1;
            let digits: Vec<(usize, bool)> = self.encoding.digits(flat, greatest).collect();
            // A number is greater exactly if for some digit it has a 1 where
            // the greatest has a 0, and above it 1s wherever the greatest has
            // them.
            for (k, &(bit, _)) in digits.iter().enumerate().filter(|(_, d)| !d.1) {
                let above = digits[k..].iter().filter(|digit| digit.1).map(|digit| digit.0);
                let clause: Vec<i32> = above.chain([bit]).map(|bit| -bits[bit]).collect();
                self.gates.demand(&clause);
            }
            self.ask()?;
        }
        Ok(State { bits, nodes: BTreeMap::new() })
    }

    /// A state that is known: its bits are constants.
    pub fn known(&self, values: &[Val]) -> State {
        let literal = |is_1| if is_1 { TRUE } else { FALSE };
        let bits = self.encoding.encode(values).into_iter().map(literal).collect();
        State { bits, nodes: BTreeMap::new() }
    }

    /// Demands that a state be an initial one.
    pub fn demand_initial(&mut self, state: &State) -> Checked {
        let mut is_one = Vec::new();
        for values in &self.machine.initial {
            let digits = |(flat, &value)| self.digits(state, flat, value);
            let digits: Vec<i32> = values.iter().enumerate().flat_map(digits).collect();
            is_one.push(self.gates.and(&digits));
            self.ask()?;
        }
        self.gates.demand(&is_one);
        Ok(())
    }

    /// The literals that are true together where a flat variable has a value.
    fn digits(&self, state: &State, flat: usize, value: Val) -> Vec<i32> {
        let literal =
            |(bit, is_1): (usize, bool)| if is_1 { state.bits[bit] } else { -state.bits[bit] };
        self.encoding.digits(flat, value).map(literal).collect()
    }

    /// Where an expression is 1 in a state.
    pub fn condition(&mut self, state: &mut State, e: E) -> Checked<i32> {
        Ok(condition_of(&self.values(state, e)?, 1))
    }

    /// Demands that one command lead from a state to another, or that
    /// `otherwise` be true.
    ///
    /// Lemma: where a step leads from one to the other, `takes` of its command
    /// can be true and all others false. Conversely, the guard of a command
    /// that is taken is true, and every place has the value it writes there.
    pub fn demand_step(&mut self, from: &mut State, to: &State, otherwise: i32) -> Checked {
        let mut taken = vec![otherwise];
        for command in &self.machine.commands {
            let guard = self.condition(from, command.guard)?;
            let takes = self.gates.cnf.fresh();
            self.gates.demand(&[-takes, guard]);
            self.demand_writes(takes, command, from, to)?;
            taken.push(takes);
        }
        self.gates.demand(&taken);
        Ok(())
    }

    /// Demands the updates of a command where it is taken. Each place has the
    /// value of the last update that hits it, and its old one if none does.
    fn demand_writes(&mut self, takes: i32, of: &Command, from: &mut State, to: &State) -> Checked {
        let mut updates = Vec::new();
        for update in of.updates.iter().rev() {
            let value = self.values(from, update.value)?;
            let index = match update.index {
                Some(index) => self.values(from, index)?,
                None => constant(0),
            };
            updates.push((update.var, index, value));
        }
        for (v, var) in self.machine.vars.iter().enumerate() {
            for element in 0..var.n_flat() {
                let flat = self.bases[v] + element;
                // Not taken, or hit by a later update.
                let mut unless = vec![-takes];
                for (_, index, value) in updates.iter().filter(|(w, ..)| w.index() == v) {
                    let hit = condition_of(index, element as Val);
                    if hit == FALSE {
                        continue;
                    }
                    for &(value, condition) in value.iter() {
                        for digit in self.digits(to, flat, value) {
                            let clause = [&unless[..], &[-hit, -condition, digit]];
                            self.gates.demand(&clause.concat());
                        }
                        self.ask()?;
                    }
                    unless.push(hit);
                }
                for bit in self.encoding.bits(flat) {
                    let (old, new) = (from.bits[bit], to.bits[bit]);
                    self.gates.demand(&[&unless[..], &[-old, new]].concat());
                    self.gates.demand(&[&unless[..], &[old, -new]].concat());
                }
                self.ask()?;
            }
        }
        Ok(())
    }

    /// What an expression can be in a state. What it reads comes first: an
    /// operand has a smaller id than its user.
    fn values(&mut self, state: &mut State, e: E) -> Checked<Values> {
        let nodes = &self.machine.nodes;
        let (mut missing, mut open) = (BTreeSet::new(), vec![e]);
        while let Some(e) = open.pop() {
            if !state.nodes.contains_key(&e) && missing.insert(e) {
                open.extend(nodes[e.index()].operands());
            }
        }
        for e in missing {
            let values = self.node(state, nodes[e.index()])?;
            // Two more for the list itself.
            self.n_kept += values.len() + 2;
            state.nodes.insert(e, values);
            self.ask()?;
        }
        Ok(state.nodes[&e].clone())
    }

    fn node(&mut self, state: &State, node: Node) -> Checked<Values> {
        let operands: Vec<Values> = node.operands().map(|e| state.nodes[&e].clone()).collect();
        match node {
            Node::Const(value) => Ok(constant(value)),
            Node::Var(v) => self.flat(state, self.bases[v.index()]),
            Node::Elem(v, _) => {
                let base = self.bases[v.index()];
                let (lo, hi) = self.encoding.domain(base);
                let n_values = Encoding::above(lo, hi) as usize + 1;
                self.few(operands[0].len().saturating_mul(n_values))?;
                let element = |&(i, at)| Ok((at, self.flat(state, base + i as usize)?));
                let elements: Checked<Vec<_>> = operands[0].iter().map(element).collect();
                self.choice(&elements?)
            }
            Node::Ite(..) => {
                let branch = |truth| operands[if truth == 1 { 1 } else { 2 }].clone();
                let case = |&(truth, when)| (when, branch(truth));
                self.choice(&operands[0].iter().map(case).collect::<Vec<_>>())
            }
            // Everything else by the laws of evaluation, value by value. Where an
            // operand stands twice, two different values of it are never true.
            node => {
                let bases = Rc::clone(&self.bases);
                let code = Code::new(self.machine, &bases);
                let places: Vec<E> = node.operands().collect();
                self.combine(&operands, |x| {
                    let place = |e: E| places.iter().position(|p| *p == e).unwrap_or(0);
                    let of = |e: E| Interval::from((x[place(e)], x[place(e)]));
                    code.apply(&node, of, |_| Interval::default()).ends().0
                })
            }
        }
    }

    /// What a flat variable can be: each value is one pattern of its bits. The
    /// second time the conditions are known.
    fn flat(&mut self, state: &State, flat: usize) -> Checked<Values> {
        let (lo, hi) = self.encoding.domain(flat);
        self.few(Encoding::above(lo, hi) as usize)?;
        let mut values = Vec::new();
        for value in lo..=hi {
            let digits = self.digits(state, flat, value);
            values.push((value, self.gates.and(&digits)));
            self.ask()?;
        }
        Ok(Rc::new(values))
    }

    /// Any operation on one operand or more, by all combinations of their
    /// values. Those of the last operand that lead to the same result are
    /// joined before they meet those of the others.
    fn combine(&mut self, operands: &[Values], f: impl Fn(&[Val]) -> Val) -> Checked<Values> {
        let (last, before) = operands.split_last().expect("operations have operands");
        let mut prefixes = vec![(vec![], TRUE)];
        for operand in before {
            self.few(prefixes.len().saturating_mul(operand.len()))?;
            let mut longer = Vec::new();
            for (prefix, here) in &prefixes {
                for &(value, at) in operand.iter() {
                    let both = self.gates.and(&[*here, at]);
                    longer.push(([&prefix[..], &[value]].concat(), both));
                }
                self.ask()?;
            }
            prefixes = longer;
        }
        self.few(prefixes.len().saturating_mul(last.len()))?;
        let mut cases = Vec::new();
        for (mut x, here) in prefixes {
            let mut ways = Ways::new();
            for &(value, at) in last.iter() {
                x.push(value);
                ways.entry(f(&x)).or_default().push([TRUE, at]);
                x.pop();
            }
            cases.push((here, self.grouped(&ways)?));
        }
        self.choice(&cases)
    }

    /// What is there in the case that is: exactly one of the conditions is
    /// true.
    fn choice(&mut self, cases: &[(i32, Values)]) -> Checked<Values> {
        self.few(cases.iter().map(|(_, values)| values.len()).sum())?;
        let mut ways = Ways::new();
        for (here, values) in cases {
            let possible = |at: i32| *here != FALSE && at != FALSE;
            for &(value, at) in values.iter().filter(|&&(_, at)| possible(at)) {
                ways.entry(value).or_default().push([*here, at]);
            }
        }
        self.grouped(&ways)
    }

    /// Each value with the condition that one of its ways is true. One value is
    /// always there: if there is only one it is that one, and of two values
    /// each is there where the other is not, so that one gate will do.
    fn grouped(&mut self, ways: &Ways) -> Checked<Values> {
        let mut groups: Vec<_> = ways.iter().collect();
        groups.sort_by_key(|(_, ways)| ways.len());
        let mut values: Vec<(Val, i32)> = Vec::with_capacity(groups.len());
        for &(&value, ways) in &groups {
            let condition = match (&values[..], groups.len()) {
                ([], 1) => TRUE,
                ([(_, first)], 2) => -first,
                _ => self.one_of(ways)?,
            };
            values.push((value, condition));
        }
        values.sort_unstable();
        Ok(Rc::new(values))
    }

    /// Where one of these ways is true.
    fn one_of(&mut self, ways: &[[i32; 2]]) -> Checked<i32> {
        let mut conditions = Vec::with_capacity(ways.len());
        for way in ways {
            conditions.push(self.gates.and(way));
            self.ask()?;
        }
        Ok(self.gates.or(&conditions))
    }

    /// Refuses what would have too many combinations.
    fn few(&mut self, n: usize) -> Checked {
        // A combination takes about as much as four literals, while they are
        // gone through.
        self.expect(if n > MAX_COMBINATIONS { usize::MAX } else { 4 * n })
    }

    /// How much there is: all literals, variables and values.
    pub fn size(&self) -> usize {
        self.gates.cnf.size() + self.n_kept
    }

    /// Asks the budget now and then.
    pub fn ask(&mut self) -> Checked {
        self.expect(0)
    }

    /// Asks the budget now and then, and always before much more is written.
    pub fn expect(&mut self, n_more: usize) -> Checked {
        let expected = self.size().saturating_add(n_more);
        ensure(expected <= MAX_LITERALS, "the game is too large to be written as clauses")?;
        self.n_parts += 1;
        if n_more >= BATCH_LITERALS || self.n_parts >= BATCH_PARTS {
            self.n_parts = 0;
            poll(self.budget, 0, expected as u64 * BYTES_A_LITERAL)?;
        }
        Ok(())
    }
}

/// One value, whatever the state is.
fn constant(value: Val) -> Values {
    Rc::new(vec![(value, TRUE)])
}

/// Where something has a value that it may not even have among its values.
fn condition_of(values: &Values, value: Val) -> i32 {
    let place = values.binary_search_by_key(&value, |&(value, _)| value);
    place.map_or(FALSE, |place| values[place].1)
}
