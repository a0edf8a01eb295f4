//! Bit-blasting: Rules over the bits of a state, each node once.
//!
//! Numbers are maps from value to condition, because what games compute are
//! places and small counts that come out of tables: a table only regroups the
//! conditions of its index. What would be too large as a map is refused.

use std::collections::BTreeMap;

use playproof_model::{AtomId, E, Encoding, Machine, Node, Val, VarId, reachable};
use rustc_hash::FxHashMap;

use super::algebra::Algebra;
use super::encoding::{is_state, is_valid};
use super::lookup::lookup;
use super::value_map::{TooLarge, Value};

/// A flat variable and its next bits, lowest first.
pub type NextBits<B> = (usize, Vec<B>);

/// A command in bits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BlastedCommand<B> {
    /// Where it is enabled.
    pub guard: B,
    /// The next bits of each flat variable that it may write, by flat variable;
    /// all others keep theirs. They mean something only where it is enabled.
    pub writes: Vec<NextBits<B>>,
}

/// All of the Rules in bits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Blasted<B> {
    /// The commands in their order.
    pub commands: Vec<BlastedCommand<B>>,
    /// Where each proposition is true.
    pub atoms: Vec<B>,
}

/// The whole of elaborated Rules over the bits of a state.
pub fn blast<A: Algebra>(
    rules: &Machine,
    algebra: &mut A,
    state: &[A::Bit],
) -> Result<Blasted<A::Bit>, TooLarge> {
    let mut blaster = Blaster::new(rules, algebra, state);
    let commands = (0..rules.commands.len()).map(|i| blaster.command(i));
    let commands = commands.collect::<Result<_, _>>()?;
    let atoms = (0..rules.atoms.len()).map(|i| blaster.atom(AtomId(i as u32)));
    let atoms = atoms.collect::<Result<_, _>>()?;
    Ok(Blasted { commands, atoms })
}

/// Rules over the bits of one state, worked out as they are asked for.
///
/// Every answer holds for states within all domains and says nothing of other
/// bits: who does not start from such a state must demand
/// [`valid`](Blaster::valid).
///
/// ```
/// use playproof_engines::{Blaster, Cnf, Encoding};
/// use playproof_model::{Builder, Property, elaborate, set};
///
/// // A lamp that can be switched.
/// let mut b = Builder::default();
/// let lamp = b.variable("lamp", 0, 1);
/// let (now, always) = (b.var(lamp), b.constant(1));
/// let other = b.not(now);
/// let switch = b.action("switch");
/// b.command("switch", switch, always, vec![set(lamp, other)]);
/// b.atom("win", now);
/// b.initial(vec![0]);
/// let rules = b.finish().unwrap();
/// let subject = elaborate(&rules, &Property::Solvable).unwrap();
/// let rules = subject.machine();
///
/// let mut cnf = Cnf::default();
/// let n_bits = Encoding::new(rules).n_bits();
/// let state: Vec<i32> = (0..n_bits).map(|_| cnf.fresh()).collect();
/// let step = Blaster::new(rules, &mut cnf, &state).command(0).unwrap();
/// assert_eq!(step.writes, [(0, vec![-state[0]])]);
/// ```
pub struct Blaster<'a, A: Algebra> {
    rules: &'a Machine,
    algebra: &'a mut A,
    state: &'a [A::Bit],
    encoding: Encoding,
    bases: Vec<usize>,
    /// What each node is, once it was needed.
    nodes: Vec<Option<Value<A::Bit>>>,
    /// What each flat variable is.
    flat: Vec<Option<Value<A::Bit>>>,
    /// Nodes as digits of variables: by node, least value and width.
    digits: FxHashMap<(E, Val, usize), Vec<A::Bit>>,
}

impl<'a, A: Algebra> Blaster<'a, A> {
    /// For elaborated Rules and as many bits as their [`Encoding`] has.
    pub fn new(rules: &'a Machine, algebra: &'a mut A, state: &'a [A::Bit]) -> Self {
        let encoding = Encoding::new(rules);
        assert_eq!(state.len(), encoding.n_bits(), "one bit a bit of the state");
        Blaster {
            rules,
            algebra,
            state,
            bases: rules.bases(),
            nodes: vec![None; rules.nodes.len()],
            flat: vec![None; encoding.n_flat()],
            digits: FxHashMap::default(),
            encoding,
        }
    }

    /// Has a flat variable be read by these conditions, one for each value of
    /// its domain in rising order, instead of by its digits. It is for the
    /// caller to see to it that they say the same.
    pub fn read_by(&mut self, flat: usize, conditions: &[A::Bit]) {
        let (lo, hi) = self.encoding.domain(flat);
        let entries = (lo..=hi).zip(conditions.iter().cloned()).collect();
        self.flat[flat] = Some(Value::of_entries(self.algebra, entries));
    }

    /// The values that an expression can have, rising, each with the condition
    /// under which it has it.
    pub fn values(&mut self, e: E) -> Result<Vec<(Val, A::Bit)>, TooLarge> {
        self.work_out(e)?;
        let entries = known(&self.nodes, e).entries(self.algebra);
        Ok(entries.into_owned())
    }

    /// Where all values lie within their domains.
    pub fn valid(&mut self) -> A::Bit {
        is_valid(&self.encoding, self.algebra, self.state)
    }

    /// Where the state is an initial one.
    pub fn initial(&mut self) -> A::Bit {
        let states = self.rules.initial.iter();
        let is = states.map(|values| is_state(&self.encoding, self.algebra, self.state, values));
        let is: Vec<A::Bit> = is.collect();
        self.algebra.any(&is)
    }

    /// Where a proposition is true.
    pub fn atom(&mut self, atom: AtomId) -> Result<A::Bit, TooLarge> {
        self.condition(self.rules.atoms[atom.index()].holds)
    }

    /// Where a command is enabled, and what it writes.
    pub fn command(&mut self, command: usize) -> Result<BlastedCommand<A::Bit>, TooLarge> {
        Ok(BlastedCommand {
            guard: self.guard(command)?,
            writes: self.writes(command)?,
        })
    }

    /// Where a command is enabled.
    pub fn guard(&mut self, command: usize) -> Result<A::Bit, TooLarge> {
        self.condition(self.rules.commands[command].guard)
    }

    /// The next bits of each flat variable that a command may write.
    pub fn writes(&mut self, command: usize) -> Result<Vec<NextBits<A::Bit>>, TooLarge> {
        let rules = self.rules;
        let mut next: BTreeMap<usize, Vec<A::Bit>> = BTreeMap::new();
        // In order, each over what the ones before left: the later write wins.
        for update in &rules.commands[command].updates {
            let base = self.bases[update.var.index()];
            let value = self.digits(update.value, base)?;
            let Some(index) = update.index else {
                next.insert(base, value);
                continue;
            };
            self.work_out(index)?;
            let hits = known(&self.nodes, index).entries(self.algebra);
            for (element, hit) in hits.iter() {
                let Some(flat) = element_of(rules, &self.bases, update.var, *element) else {
                    continue;
                };
                let old = || self.state[self.encoding.bits(flat)].to_vec();
                let bits = next.entry(flat).or_insert_with(old);
                for (bit, new) in bits.iter_mut().zip(&value) {
                    *bit = self.algebra.ite(hit, new, bit);
                }
            }
        }
        Ok(next.into_iter().collect())
    }

    fn condition(&mut self, e: E) -> Result<A::Bit, TooLarge> {
        self.work_out(e)?;
        Ok(known(&self.nodes, e).is_true(self.algebra))
    }

    /// An expression as the digits of a flat variable that it is written to.
    pub fn digits(&mut self, e: E, flat: usize) -> Result<Vec<A::Bit>, TooLarge> {
        let (lo, _) = self.encoding.domain(flat);
        let n = self.encoding.bits(flat).len();
        if let Some(digits) = self.digits.get(&(e, lo, n)) {
            return Ok(digits.clone());
        }
        let digits = match self.copied(e) {
            Some(from) if self.encoding.domain(from).0 == lo => {
                let mut digits = self.state[self.encoding.bits(from)].to_vec();
                digits.resize(n, self.algebra.constant(false));
                digits
            }
            _ => {
                self.work_out(e)?;
                known(&self.nodes, e).digits(self.algebra, lo, n)
            }
        };
        self.digits.insert((e, lo, n), digits.clone());
        Ok(digits)
    }

    /// The flat variable that an expression is, if it is one: its bits are
    /// there already.
    fn copied(&self, e: E) -> Option<usize> {
        match self.rules.nodes[e.index()] {
            Node::Var(v) => Some(self.bases[v.index()]),
            _ => None,
        }
    }

    /// Works out a node after all that it reads.
    fn work_out(&mut self, e: E) -> Result<(), TooLarge> {
        if self.nodes[e.index()].is_some() {
            return Ok(());
        }
        let rules = self.rules;
        for e in reachable(&rules.nodes, [e]) {
            if self.nodes[e.index()].is_none() {
                let value = self.node(rules.nodes[e.index()])?;
                self.nodes[e.index()] = Some(value);
            }
        }
        Ok(())
    }

    fn node(&mut self, node: Node) -> Result<Value<A::Bit>, TooLarge> {
        match node {
            Node::Var(v) => return self.variable(self.bases[v.index()]),
            Node::Elem(v, index) => return self.element(v, index),
            _ => {}
        }
        let (nodes, algebra) = (&self.nodes, &mut *self.algebra);
        let of = |e: E| known(nodes, e);
        Ok(match node {
            Node::Var(_) | Node::Elem(..) => unreachable!("read above"),
            Node::Const(value) => Value::Const(value),
            Node::Tab(t, index) => {
                let index: Vec<_> = index.iter().flatten().map(|&e| of(e)).collect();
                lookup(algebra, &self.rules.tables[t.0 as usize], &index)?
            }
            Node::Add(a, b) => Value::join(algebra, of(a), of(b), |a, b| a + b)?,
            Node::Sub(a, b) => match (of(a), of(b)) {
                (Value::Const(1), b @ Value::Bool(_)) => b.negated(algebra),
                (a, b) => Value::join(algebra, a, b, |a, b| a - b)?,
            },
            Node::Min(a, b) => Value::extreme(algebra, of(a), of(b), true)?,
            Node::Max(a, b) => Value::extreme(algebra, of(a), of(b), false)?,
            Node::Mul(k, a) => of(a).rename(algebra, |a| k * a)?,
            Node::Div(k, a) => of(a).rename(algebra, |a| a.div_euclid(k))?,
            Node::Cmp(op, a, b) => Value::compare(algebra, op, of(a), of(b)),
            Node::Ite(c, a, b) => match of(c) {
                Value::Const(c) => of(if *c == 1 { a } else { b }).clone(),
                c => {
                    let condition = c.is_true(algebra);
                    Value::choose(algebra, &condition, of(a), of(b))?
                }
            },
        })
    }

    fn variable(&mut self, flat: usize) -> Result<Value<A::Bit>, TooLarge> {
        if let Some(value) = &self.flat[flat] {
            return Ok(value.clone());
        }
        let digits = &self.state[self.encoding.bits(flat)];
        let value = Value::of_digits(self.algebra, digits, self.encoding.domain(flat))?;
        self.flat[flat] = Some(value.clone());
        Ok(value)
    }

    /// An element of an array: each digit chosen by the index.
    fn element(&mut self, v: VarId, index: E) -> Result<Value<A::Bit>, TooLarge> {
        let base = self.bases[v.index()];
        if let Value::Const(i) = known(&self.nodes, index) {
            return self.variable(base + *i as usize);
        }
        let n_digits = self.encoding.bits(base).len();
        let hits = known(&self.nodes, index).entries(self.algebra);
        let mut ways = vec![Vec::with_capacity(hits.len()); n_digits];
        for (element, hit) in hits.iter() {
            let Some(flat) = element_of(self.rules, &self.bases, v, *element) else {
                continue;
            };
            let digits = &self.state[self.encoding.bits(flat)];
            for (ways, digit) in ways.iter_mut().zip(digits) {
                ways.push(self.algebra.and(hit, digit));
            }
        }
        let digits: Vec<A::Bit> = ways.iter().map(|ways| self.algebra.any(ways)).collect();
        Value::of_digits(self.algebra, &digits, self.encoding.domain(base))
    }
}

/// A node that was worked out.
fn known<B>(nodes: &[Option<Value<B>>], e: E) -> &Value<B> {
    let value = nodes[e.index()].as_ref();
    value.expect("operands come before their users")
}

/// The flat variable of an array's element. Validated Rules read no other
/// element, whatever the state.
fn element_of(rules: &Machine, bases: &[usize], v: VarId, element: Val) -> Option<usize> {
    let element = usize::try_from(element).ok()?;
    (element < rules.vars[v.index()].n_flat()).then(|| bases[v.index()] + element)
}
