//! The algebra of literals: each operation is a gate, defined by clauses in
//! both directions, and the same gate of the same operands is one variable.
//!
//! Constants and operands that are equal or opposite are simplified away, and
//! signs are moved out of *xor* and *if*. Variables are numbered in the order
//! of construction and hash tables are only looked up, so that the same Rules
//! give the same clauses.

use rustc_hash::FxHashMap;

use super::algebra::Algebra;

/// The literal that a unit clause makes true; its negation is false.
const TRUE: i32 = 1;

/// Clauses under construction. Variables count from 1; variable 1 is true.
#[derive(Clone, Debug)]
pub struct Cnf {
    n_vars: i32,
    n_clauses: usize,
    /// All clauses, each ended by a 0, as in DIMACS files.
    literals: Vec<i32>,
    gates: FxHashMap<Gate, i32>,
}

/// What a variable is defined as. Operands are in their normal order.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Gate {
    And(Box<[i32]>),
    Xor(i32, i32),
    Ite(i32, i32, i32),
}

impl Default for Cnf {
    fn default() -> Self {
        let mut cnf = Cnf {
            n_vars: TRUE,
            n_clauses: 0,
            literals: Vec::new(),
            gates: FxHashMap::default(),
        };
        cnf.add_clause(&[TRUE]);
        cnf
    }
}

impl Cnf {
    /// A new variable that nothing is known of, such as a bit of a state.
    pub fn fresh(&mut self) -> i32 {
        self.n_vars = self.n_vars.checked_add(1).expect("memory ends earlier");
        self.n_vars
    }

    /// Demands that one of these literals be true.
    pub fn add_clause(&mut self, clause: &[i32]) {
        self.literals.extend_from_slice(clause);
        self.literals.push(0);
        self.n_clauses += 1;
    }

    /// How many variables there are, the true one included.
    pub fn n_vars(&self) -> usize {
        self.n_vars as usize
    }

    /// How many clauses there are.
    pub fn n_clauses(&self) -> usize {
        self.n_clauses
    }

    /// The clauses in their order.
    pub fn clauses(&self) -> impl Iterator<Item = &[i32]> {
        let ended = self.literals.split_inclusive(|&literal| literal == 0);
        ended.map(|clause| &clause[..clause.len() - 1])
    }

    /// Takes all clauses away, each ended by a 0. Gates stay known: what is
    /// added later goes on from here.
    pub fn take_clauses(&mut self) -> Vec<i32> {
        self.n_clauses = 0;
        std::mem::take(&mut self.literals)
    }

    /// The variable of a gate, and whether its clauses are still to be added.
    fn gate(&mut self, gate: Gate) -> (i32, bool) {
        if let Some(&known) = self.gates.get(&gate) {
            return (known, false);
        }
        let new = self.fresh();
        self.gates.insert(gate, new);
        (new, true)
    }

    fn conjunction(&mut self, mut operands: Vec<i32>) -> i32 {
        // Opposite literals become neighbours.
        operands.sort_unstable_by_key(|literal| (literal.abs(), *literal));
        operands.dedup();
        operands.retain(|&literal| literal != TRUE);
        let contradicts = operands.windows(2).any(|pair| pair[0] == -pair[1]);
        if contradicts || operands.first() == Some(&-TRUE) {
            return -TRUE;
        }
        match operands[..] {
            [] => return TRUE,
            [one] => return one,
            _ => {}
        }
        let (g, is_new) = self.gate(Gate::And(operands.as_slice().into()));
        if is_new {
            for &literal in &operands {
                self.add_clause(&[-g, literal]);
            }
            operands.iter_mut().for_each(|literal| *literal = -*literal);
            operands.push(g);
            self.add_clause(&operands);
        }
        g
    }
}

impl Algebra for Cnf {
    type Bit = i32;

    fn constant(&mut self, value: bool) -> i32 {
        if value { TRUE } else { -TRUE }
    }

    fn not(&mut self, a: &i32) -> i32 {
        -a
    }

    fn and(&mut self, a: &i32, b: &i32) -> i32 {
        self.conjunction(vec![*a, *b])
    }

    fn xor(&mut self, a: &i32, b: &i32) -> i32 {
        let sign = a.signum() * b.signum();
        let (a, b) = (a.abs().min(b.abs()), a.abs().max(b.abs()));
        if a == b {
            return -TRUE * sign;
        }
        if a == TRUE {
            return -b * sign;
        }
        let (g, is_new) = self.gate(Gate::Xor(a, b));
        if is_new {
            self.add_clause(&[-g, a, b]);
            self.add_clause(&[-g, -a, -b]);
            self.add_clause(&[g, -a, b]);
            self.add_clause(&[g, a, -b]);
        }
        g * sign
    }

    fn ite(&mut self, c: &i32, a: &i32, b: &i32) -> i32 {
        let (c, a, b) = match *c < 0 {
            true => (-c, *b, *a),
            false => (*c, *a, *b),
        };
        if c == TRUE || a == b {
            return a;
        }
        if a == -b {
            return -self.xor(&c, &a);
        }
        // Where the condition decides a branch, that branch is a constant.
        if a == TRUE || a == c {
            return self.or(&c, &b);
        }
        if a == -TRUE || a == -c {
            return self.and(&-c, &b);
        }
        if b == TRUE || b == -c {
            return self.or(&-c, &a);
        }
        if b == -TRUE || b == c {
            return self.and(&c, &a);
        }
        let sign = a.signum();
        let (a, b) = (a * sign, b * sign);
        let (g, is_new) = self.gate(Gate::Ite(c, a, b));
        if is_new {
            self.add_clause(&[-c, -a, g]);
            self.add_clause(&[-c, a, -g]);
            self.add_clause(&[c, -b, g]);
            self.add_clause(&[c, b, -g]);
            // Implied, but a solver sees it only so before `c` is decided.
            self.add_clause(&[-a, -b, g]);
            self.add_clause(&[a, b, -g]);
        }
        g * sign
    }

    fn all(&mut self, bits: &[i32]) -> i32 {
        self.conjunction(bits.to_vec())
    }

    fn any(&mut self, bits: &[i32]) -> i32 {
        -self.conjunction(bits.iter().map(|literal| -literal).collect())
    }
}
