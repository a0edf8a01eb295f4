//! The plain encoder: elaborated Rules as clauses over the bits of states.
//!
//! What an expression can be is a list of its values, each with the condition
//! under which it has it. Of the bits of a state it is demanded that they are
//! values within all domains; then exactly one condition of a list is true.
//! Operations go through all combinations of their operands' values: no
//! arithmetic on digits, no case that is clever. What gets too large is refused.

use std::collections::BTreeMap;
use std::rc::Rc;

use playproof_model::{Command, E, Encoding, Node, Rules, Table, Val, VarId, reachable};
use thiserror::Error;

use crate::check::poll;
use crate::gates::{FALSE, Gates, TRUE};
use crate::task::{Budget, Stop};
use crate::{CheckError, Cnf};

/// The most combinations of values that one operation may go through.
const MAX_PAIRS: usize = 1 << 20;

/// The most literals in all clauses together.
const MAX_LITERALS: usize = 1 << 27;

/// Literals written between two questions to the budget.
const BATCH_LITERALS: usize = 1 << 18;

/// What a literal may take with all that is kept beside it.
const BYTES_A_LITERAL: u64 = 32;

/// Why there are no clauses.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum NotEncoded {
    /// There would be too many.
    #[error("the rules are too large to be written as clauses")]
    TooLarge,
    /// The budget ended.
    #[error("not encoded: {0}")]
    Stopped(Stop),
}

impl From<NotEncoded> for CheckError {
    fn from(why: NotEncoded) -> CheckError {
        match why {
            NotEncoded::Stopped(stop) => CheckError::Stopped(stop),
            NotEncoded::TooLarge => CheckError::Rejected(crate::Rejection(why.to_string())),
        }
    }
}

/// The values of an expression in rising order, each with its condition.
type Values = Rc<Vec<(Val, i32)>>;

/// Clauses about some states of the same Rules.
pub(crate) struct Encoder<'a> {
    rules: &'a Rules,
    encoding: Encoding,
    bases: Vec<usize>,
    gates: Gates,
    budget: &'a mut dyn Budget,
    asked_at: usize,
}

/// A state that clauses are about.
pub(crate) struct State {
    /// Its bits.
    pub bits: Vec<i32>,
    /// What each node is there, once it was needed.
    nodes: Vec<Option<Values>>,
    /// What each flat variable is there.
    flats: Vec<Option<Values>>,
}

impl State {
    /// Keeps its bits alone: nothing more will be asked of it.
    pub fn forget(&mut self) {
        self.nodes = Vec::new();
        self.flats = Vec::new();
    }
}

impl<'a> Encoder<'a> {
    /// No clauses yet.
    pub fn new(rules: &'a Rules, budget: &'a mut dyn Budget) -> Encoder<'a> {
        Encoder {
            rules,
            encoding: Encoding::new(rules),
            bases: rules.bases(),
            gates: Gates::new(),
            budget,
            asked_at: 0,
        }
    }

    /// The clauses.
    pub fn into_cnf(self) -> Cnf {
        self.gates.into_cnf()
    }

    /// The conditions.
    pub fn gates(&mut self) -> &mut Gates {
        &mut self.gates
    }

    /// Some state: all its values lie within their domains.
    pub fn state(&mut self) -> Result<State, NotEncoded> {
        let n_bits = self.encoding.n_bits();
        let bits: Vec<i32> = (0..n_bits).map(|_| self.gates.fresh()).collect();
        for flat in 0..self.encoding.n_flat() {
            let (lo, hi) = self.encoding.domain(flat);
            let greatest = Encoding::above(lo, hi);
            let digits = &bits[self.encoding.bits(flat)];
            // A number is greater if it has a 1 where the greatest has a 0
            // and 1s wherever the greatest has them above that.
            for k in 0..digits.len() {
                if greatest >> k & 1 == 0 {
                    let above = (k + 1..digits.len()).filter(|j| greatest >> j & 1 == 1);
                    let mut clause: Vec<i32> = above.map(|j| -digits[j]).collect();
                    clause.push(-digits[k]);
                    self.gates.demand(&clause);
                }
            }
        }
        self.ask()?;
        Ok(State {
            bits,
            nodes: vec![None; self.rules.nodes.len()],
            flats: vec![None; self.encoding.n_flat()],
        })
    }

    /// Demands that a state be an initial one.
    pub fn demand_initial(&mut self, state: &State) -> Result<(), NotEncoded> {
        let mut is_one = Vec::new();
        for values in &self.rules.initial {
            let wanted = self.encoding.encode(values);
            let digits = state.bits.iter().zip(wanted);
            let digits: Vec<i32> = digits
                .map(|(&bit, is)| if is { bit } else { -bit })
                .collect();
            is_one.push(self.gates.and(&digits));
            self.ask()?;
        }
        self.gates.demand(&is_one);
        Ok(())
    }

    /// Where an expression is 1 in a state.
    pub fn condition(&mut self, state: &mut State, e: E) -> Result<i32, NotEncoded> {
        let values = self.values(state, e)?;
        let one = values.iter().find(|(value, _)| *value == 1);
        Ok(one.map_or(FALSE, |&(_, condition)| condition))
    }

    /// Demands that one command lead from a state to another, or that
    /// `otherwise` be true.
    pub fn demand_step(
        &mut self,
        from: &mut State,
        to: &State,
        otherwise: i32,
    ) -> Result<(), NotEncoded> {
        let rules = self.rules;
        let mut taken = vec![otherwise];
        for command in &rules.commands {
            let guard = self.condition(from, command.guard)?;
            let takes = self.gates.fresh();
            self.gates.demand(&[-takes, guard]);
            self.demand_updates(takes, command, from, to)?;
            taken.push(takes);
        }
        self.gates.demand(&taken);
        Ok(())
    }

    /// Demands the updates of a command where it is taken. Each place has the
    /// value of the last update that hits it, and its old one if none does.
    fn demand_updates(
        &mut self,
        takes: i32,
        command: &Command,
        from: &mut State,
        to: &State,
    ) -> Result<(), NotEncoded> {
        let rules = self.rules;
        let mut updates = Vec::new();
        for update in &command.updates {
            let value = self.values(from, update.value)?;
            let index = match update.index {
                None => Rc::new(vec![(0, TRUE)]),
                Some(index) => self.values(from, index)?,
            };
            updates.push((update.var, index, value));
        }
        for (v, var) in rules.vars.iter().enumerate() {
            for element in 0..var.n_flat() {
                let flat = self.bases[v] + element;
                // Not taken, or hit by a later update.
                let mut unless = vec![-takes];
                let of_var = updates.iter().rev().filter(|(w, ..)| w.index() == v);
                for (_, index, value) in of_var {
                    let hit = index.binary_search_by_key(&(element as Val), |&(i, _)| i);
                    let Ok(hit) = hit.map(|place| index[place].1) else {
                        continue;
                    };
                    for &(value, condition) in value.iter() {
                        let when = [-hit, -condition];
                        self.demand_value(&unless, &when, to, flat, value);
                    }
                    unless.push(hit);
                }
                for bit in self.encoding.bits(flat) {
                    let (old, new) = (from.bits[bit], to.bits[bit]);
                    self.demand_with(&unless, &[-old, new]);
                    self.demand_with(&unless, &[old, -new]);
                }
            }
            self.ask()?;
        }
        Ok(())
    }

    /// Demands a value of a flat variable, unless some literal is true.
    fn demand_value(
        &mut self,
        unless: &[i32],
        when: &[i32],
        state: &State,
        flat: usize,
        value: Val,
    ) {
        let (lo, _) = self.encoding.domain(flat);
        let above = Encoding::above(lo, value);
        for (k, bit) in self.encoding.bits(flat).enumerate() {
            let bit = state.bits[bit];
            let digit = if above >> k & 1 == 1 { bit } else { -bit };
            self.demand_with(unless, &[when, &[digit]].concat());
        }
    }

    /// Demands a clause, unless it is true anyway.
    fn demand_with(&mut self, unless: &[i32], clause: &[i32]) {
        let mut literals = [unless, clause].concat();
        if !literals.contains(&TRUE) {
            literals.retain(|&literal| literal != FALSE);
            self.gates.demand(&literals);
        }
    }

    /// What an expression can be in a state.
    fn values(&mut self, state: &mut State, e: E) -> Result<Values, NotEncoded> {
        if let Some(values) = &state.nodes[e.index()] {
            return Ok(values.clone());
        }
        for e in reachable(&self.rules.nodes, [e]) {
            if state.nodes[e.index()].is_none() {
                let values = self.node(state, self.rules.nodes[e.index()])?;
                state.nodes[e.index()] = Some(values);
                self.ask()?;
            }
        }
        Ok(of(state, e))
    }

    fn node(&mut self, state: &mut State, node: Node) -> Result<Values, NotEncoded> {
        match node {
            Node::Const(value) => Ok(Rc::new(vec![(value, TRUE)])),
            Node::Var(v) => self.flat(state, self.bases[v.index()]),
            Node::Elem(v, index) => self.element(state, v, of(state, index)),
            Node::Tab(table, index) => {
                let index: Vec<Values> = index.iter().flatten().map(|&e| of(state, e)).collect();
                self.cell(&self.rules.tables[table.index()], &index)
            }
            Node::Add(a, b) => self.pairs(of(state, a), of(state, b), |a, b| a + b),
            Node::Sub(a, b) => self.pairs(of(state, a), of(state, b), |a, b| a - b),
            Node::Min(a, b) => self.pairs(of(state, a), of(state, b), Val::min),
            Node::Max(a, b) => self.pairs(of(state, a), of(state, b), Val::max),
            Node::Mul(k, a) => {
                let constant = Rc::new(vec![(k, TRUE)]);
                self.pairs(of(state, a), constant, |a, k| a * k)
            }
            Node::Cmp(op, a, b) => {
                self.pairs(of(state, a), of(state, b), |a, b| Val::from(op.on(a, b)))
            }
            Node::Ite(c, a, b) => {
                let mut groups = Groups::default();
                for &(truth, when) in of(state, c).iter() {
                    let branch = of(state, if truth == 1 { a } else { b });
                    for &(value, condition) in branch.iter() {
                        groups.add(value, &[when, condition]);
                    }
                }
                self.grouped(groups)
            }
        }
    }

    /// What a flat variable can be: each value is one pattern of its bits.
    fn flat(&mut self, state: &mut State, flat: usize) -> Result<Values, NotEncoded> {
        if let Some(values) = &state.flats[flat] {
            return Ok(values.clone());
        }
        let (lo, hi) = self.encoding.domain(flat);
        few(Encoding::above(lo, hi) as usize)?;
        let digits = &state.bits[self.encoding.bits(flat)];
        let mut groups = Groups::default();
        for value in lo..=hi {
            let above = Encoding::above(lo, value);
            let digit = |(k, &bit): (usize, &i32)| if above >> k & 1 == 1 { bit } else { -bit };
            let pattern: Vec<i32> = digits.iter().enumerate().map(digit).collect();
            groups.add(value, &pattern);
        }
        let values = self.grouped(groups)?;
        state.flats[flat] = Some(values.clone());
        Ok(values)
    }

    /// An element of an array: that of the index, whichever it is.
    fn element(
        &mut self,
        state: &mut State,
        v: VarId,
        index: Values,
    ) -> Result<Values, NotEncoded> {
        let mut groups = Groups::default();
        for &(element, at) in index.iter() {
            let flat = self.bases[v.index()] + element as usize;
            for &(value, condition) in self.flat(state, flat)?.iter() {
                groups.add(value, &[at, condition]);
            }
        }
        few(groups.n_ways)?;
        self.grouped(groups)
    }

    /// A cell of a table. Along the last dimension the indices that lead to
    /// the same cell are joined before they meet those of the others.
    fn cell(&mut self, table: &Table, index: &[Values]) -> Result<Values, NotEncoded> {
        let Some((last, before)) = index.split_last() else {
            return Err(NotEncoded::TooLarge);
        };
        let mut rows = vec![(0, TRUE)];
        for (index, &size) in before.iter().zip(&table.dims) {
            few(rows.len().saturating_mul(index.len()))?;
            let mut longer = Vec::new();
            for &(row, in_row) in &rows {
                for &(i, at) in index.iter() {
                    let both = self.gates.and(&[in_row, at]);
                    longer.push((row * size as usize + i as usize, both));
                }
            }
            rows = longer;
        }
        few(rows.len().saturating_mul(last.len()))?;
        let size = table.dims[before.len()] as usize;
        let mut groups = Groups::default();
        for (row, in_row) in rows {
            let mut cells: BTreeMap<Val, Vec<i32>> = BTreeMap::new();
            for &(i, at) in last.iter() {
                let cell = table.cells[row * size + i as usize];
                cells.entry(cell).or_default().push(at);
            }
            for (cell, ways) in cells {
                let here = self.gates.or(&ways);
                groups.add(cell, &[in_row, here]);
            }
            self.ask()?;
        }
        self.grouped(groups)
    }

    /// Any operation on two values, by all their combinations.
    fn pairs(
        &mut self,
        a: Values,
        b: Values,
        operation: impl Fn(Val, Val) -> Val,
    ) -> Result<Values, NotEncoded> {
        few(a.len().saturating_mul(b.len()))?;
        let mut groups = Groups::default();
        for &(x, at_x) in a.iter() {
            // Values of `b` with the same result are joined first.
            let mut results: BTreeMap<Val, Vec<i32>> = BTreeMap::new();
            for &(y, at_y) in b.iter() {
                results.entry(operation(x, y)).or_default().push(at_y);
            }
            for (result, ways) in results {
                let any = match ways.len() == b.len() {
                    true => TRUE,
                    false => self.gates.or(&ways),
                };
                groups.add(result, &[at_x, any]);
            }
        }
        self.grouped(groups)
    }

    /// Each value with the condition that one of its ways is true. Of two
    /// values each is there where the other is not.
    fn grouped(&mut self, groups: Groups) -> Result<Values, NotEncoded> {
        let all: Vec<_> = groups.ways.into_iter().collect();
        Ok(Rc::new(match &all[..] {
            [(only, _)] => vec![(*only, TRUE)],
            [(a, a_ways), (b, b_ways)] if a_ways.len() < b_ways.len() => {
                let at_a = self.one_of(a_ways)?;
                vec![(*a, at_a), (*b, -at_a)]
            }
            [(a, _), (b, b_ways)] => {
                let at_b = self.one_of(b_ways)?;
                vec![(*a, -at_b), (*b, at_b)]
            }
            _ => {
                let mut values = Vec::with_capacity(all.len());
                for (value, ways) in &all {
                    values.push((*value, self.one_of(ways)?));
                }
                values
            }
        }))
    }

    /// Where one of these ways is true.
    fn one_of(&mut self, ways: &[Vec<i32>]) -> Result<i32, NotEncoded> {
        let mut conditions = Vec::with_capacity(ways.len());
        for way in ways {
            conditions.push(self.gates.and(way));
            self.ask()?;
        }
        Ok(self.gates.or(&conditions))
    }

    /// Asks the budget now and then.
    pub fn ask(&mut self) -> Result<(), NotEncoded> {
        let n_literals = self.gates.n_literals();
        if n_literals > MAX_LITERALS {
            return Err(NotEncoded::TooLarge);
        }
        if n_literals >= self.asked_at + BATCH_LITERALS {
            self.asked_at = n_literals;
            // Clauses, the gates by operands, and what is known of the
            // states at hand.
            let bytes = n_literals as u64 * BYTES_A_LITERAL;
            if let Err(CheckError::Stopped(stop)) = poll(self.budget, 0, bytes) {
                return Err(NotEncoded::Stopped(stop));
            }
        }
        Ok(())
    }
}

/// The ways to each value: lists of literals that are true together.
#[derive(Default)]
struct Groups {
    ways: BTreeMap<Val, Vec<Vec<i32>>>,
    n_ways: usize,
}

impl Groups {
    /// One more way to a value, unless it is impossible.
    fn add(&mut self, value: Val, way: &[i32]) {
        if !way.contains(&FALSE) {
            self.ways.entry(value).or_default().push(way.to_vec());
            self.n_ways += 1;
        }
    }
}

/// What a node is that was worked out before.
fn of(state: &State, e: E) -> Values {
    let values = state.nodes[e.index()].as_ref();
    values.expect("operands come before their users").clone()
}

/// Refuses what would have too many combinations.
fn few(n: usize) -> Result<(), NotEncoded> {
    match n > MAX_PAIRS {
        true => Err(NotEncoded::TooLarge),
        false => Ok(()),
    }
}
