//! Random clauses over few variables, and what brute force says of them.

use playproof_certify::Cnf;

/// A generator of numbers that is the same everywhere (SplitMix64).
pub struct Random(pub u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number below `n`, which is not 0.
    pub fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }

    pub fn literal(&mut self, n_vars: u32) -> i32 {
        let var = 1 + self.below(n_vars as usize) as i32;
        if self.below(2) == 0 { var } else { -var }
    }
}

#[derive(Clone, Debug)]
pub struct Problem {
    pub n_vars: u32,
    pub clauses: Vec<Vec<i32>>,
}

impl Problem {
    /// Clauses of three literals, some with one twice, or with a variable and
    /// its negation.
    pub fn random(random: &mut Random) -> Problem {
        let n_vars = 3 + random.below(10) as u32;
        let n_clauses = n_vars as usize * (4 + random.below(4));
        let mut clauses = Vec::new();
        while clauses.len() < n_clauses {
            let clause = [(); 3].map(|()| random.literal(n_vars));
            let [a, b, c] = clause.map(i32::abs);
            if (a != b && b != c && a != c) || random.below(16) == 0 {
                clauses.push(clause.to_vec());
            }
        }
        Problem { n_vars, clauses }
    }

    pub fn cnf(&self) -> Cnf {
        let mut cnf = Cnf::new(self.n_vars);
        self.clauses.iter().for_each(|clause| cnf.push(clause));
        cnf
    }

    /// All ways to choose the variables that make every clause true; bit
    /// `v - 1` is variable `v`.
    pub fn solutions(&self) -> Vec<u32> {
        let all = 0..1u32 << self.n_vars;
        all.filter(|&x| self.clauses.iter().all(|c| is_true(c, x)))
            .collect()
    }
}

pub fn is_true(clause: &[i32], x: u32) -> bool {
    clause
        .iter()
        .any(|l| (x >> (l.unsigned_abs() - 1) & 1 == 1) == (*l > 0))
}
