//! Sets of facts, a bit each.

/// A set of facts out of a fixed number of them.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct FactSet {
    words: Vec<u64>,
}

impl FactSet {
    /// No fact out of `n_facts`.
    pub fn new(n_facts: usize) -> FactSet {
        FactSet {
            words: vec![0; n_facts.div_ceil(64)],
        }
    }

    /// These facts out of `n_facts`.
    pub fn of(n_facts: usize, facts: &[u32]) -> FactSet {
        let mut set = FactSet::new(n_facts);
        for &fact in facts {
            set.insert(fact);
        }
        set
    }

    /// Whether a fact is in it.
    pub fn contains(&self, fact: u32) -> bool {
        self.words[fact as usize / 64] >> (fact % 64) & 1 == 1
    }

    /// Whether all of these are in it.
    pub fn contains_all(&self, facts: &[u32]) -> bool {
        facts.iter().all(|&fact| self.contains(fact))
    }

    /// Adds a fact; whether it was not there before.
    pub fn insert(&mut self, fact: u32) -> bool {
        let word = &mut self.words[fact as usize / 64];
        let is_new = *word >> (fact % 64) & 1 == 0;
        *word |= 1 << (fact % 64);
        is_new
    }

    /// Takes a fact out.
    pub fn remove(&mut self, fact: u32) {
        self.words[fact as usize / 64] &= !(1 << (fact % 64));
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.words.iter().map(|w| w.count_ones() as usize).sum()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&w| w == 0)
    }

    /// Whether all of them are in the other one.
    pub fn is_subset(&self, other: &FactSet) -> bool {
        self.words
            .iter()
            .zip(&other.words)
            .all(|(a, b)| a & !b == 0)
    }

    /// The facts, in the order of their numbers.
    pub fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        self.words.iter().enumerate().flat_map(|(at, &word)| {
            let mut left = word;
            std::iter::from_fn(move || {
                let bit = (left != 0).then(|| left.trailing_zeros())?;
                left &= left - 1;
                Some(at as u32 * 64 + bit)
            })
        })
    }
}
