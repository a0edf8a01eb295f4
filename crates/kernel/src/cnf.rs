//! Clauses over numbered variables: what a SAT solver is asked to satisfy.
//!
//! Literals are written as in DIMACS files: variable `v` is `v`, its negation
//! `-v`, and 0 is none. Clauses are kept as they were given: a literal may
//! stand twice in one, and so may a variable and its negation.

/// Clauses that are to be true together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cnf {
    /// Not public: lowering it would leave literals out of range behind.
    n_vars: u32,
    literals: Vec<i32>,
    /// Where each clause ends among the literals; the next one begins there.
    ends: Vec<usize>,
}

impl Cnf {
    /// No clauses yet. Variables are numbered from 1; there are never more
    /// than an `i32` can name.
    pub fn new(n_vars: u32) -> Cnf {
        Cnf { n_vars: n_vars.min(i32::MAX as u32), literals: Vec::new(), ends: Vec::new() }
    }

    /// One more variable.
    pub(crate) fn fresh(&mut self) -> i32 {
        self.n_vars += 1;
        i32::try_from(self.n_vars).expect("the encoder limits the size, variables included")
    }

    /// Adds a clause.
    ///
    /// # Panics
    ///
    /// If one of these is not a literal of the variables there are.
    pub fn push(&mut self, clause: &[i32]) {
        let mut literals = clause.iter();
        let fits = literals.all(|&literal| self.has(literal));
        assert!(fits, "no literals of {} variables", self.n_vars);
        self.literals.extend_from_slice(clause);
        self.ends.push(self.literals.len());
    }

    /// Whether this is a literal of the variables there are.
    pub(crate) fn has(&self, literal: i32) -> bool {
        literal != 0 && literal.unsigned_abs() <= self.n_vars
    }

    /// The number of variables.
    pub fn n_vars(&self) -> u32 {
        self.n_vars
    }

    /// The number of clauses.
    pub fn n_clauses(&self) -> usize {
        self.ends.len()
    }

    /// The clauses in the order in which they were added.
    pub fn clauses(&self) -> impl Iterator<Item = &[i32]> {
        let mut begin = 0;
        self.ends.iter().map(move |&end| {
            let clause = &self.literals[begin..end];
            begin = end;
            clause
        })
    }

    /// The literals in all clauses and the variables, counted together.
    pub(crate) fn size(&self) -> usize {
        self.literals.len() + self.n_vars as usize
    }

    /// The memory that the clauses take.
    pub(crate) fn bytes(&self) -> u64 {
        (size_of_val(&self.literals[..]) + size_of_val(&self.ends[..])) as u64
    }
}
