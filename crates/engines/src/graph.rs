//! The graph of a level's states, explored as far as somebody asks: states
//! have numbers, successors are lists of numbers, and the propositions of a
//! state are the bits of a word.

use std::ops::ControlFlow;

use playproof_certify::{Budget, Phase, Progress, Stop};
use playproof_model::{AtomId, Batch, PackedModel};

use crate::explicit::Shard;

/// States expanded together when all of them are wanted.
const BATCH: usize = 256;

/// The explored part of a state graph.
pub(crate) struct StateGraph<'a> {
    pub model: &'a dyn PackedModel,
    n_atoms: u32,
    seen: Shard,
    initial: Vec<u32>,
    /// For each state, where its successors begin and end; nothing, if it was
    /// not expanded.
    spans: Vec<(u32, u32)>,
    /// For each expanded state, its propositions as bits.
    letters: Vec<u64>,
    edges: Vec<u32>,
    out: Batch,
    truth: Vec<bool>,
}

const UNEXPANDED: (u32, u32) = (u32::MAX, u32::MAX);

impl<'a> StateGraph<'a> {
    /// The graph of a model with so many propositions, nothing explored yet.
    pub fn new(model: &'a dyn PackedModel, n_atoms: usize) -> StateGraph<'a> {
        let mut graph = StateGraph {
            model,
            n_atoms: n_atoms as u32,
            seen: Shard::new(model.words()),
            initial: Vec::new(),
            spans: Vec::new(),
            letters: Vec::new(),
            edges: Vec::new(),
            out: Batch::default(),
            truth: Vec::new(),
        };
        let mut out = Batch::default();
        model.initial(&mut out);
        for row in out.rows.chunks_exact(model.words()) {
            let state = graph.number(row);
            if !graph.initial.contains(&state) {
                graph.initial.push(state);
            }
        }
        graph
    }

    fn number(&mut self, row: &[u64]) -> u32 {
        let (place, new) = self.seen.entry(row);
        if new {
            self.spans.push(UNEXPANDED);
            self.letters.push(0);
        }
        place as u32
    }

    /// The initial states, each once.
    pub fn initial(&self) -> &[u32] {
        &self.initial
    }

    /// How many states are known.
    pub fn len(&self) -> usize {
        self.seen.len()
    }

    /// A state's packed row.
    pub fn row(&self, state: u32) -> &[u64] {
        self.seen.row(state as usize)
    }

    /// The state with this packed row, if it is known.
    pub fn find(&self, row: &[u64]) -> Option<u32> {
        self.seen.find(row).map(|place| place as u32)
    }

    /// The successors, each once, of a state that was expanded before; itself,
    /// if it has no other.
    pub fn known_successors(&self, state: u32) -> &[u32] {
        let (from, to) = self.spans[state as usize];
        &self.edges[from as usize..to as usize]
    }

    /// The same of any state.
    pub fn successors(&mut self, state: u32) -> &[u32] {
        self.expand(state);
        self.known_successors(state)
    }

    /// The propositions of a state, as bits.
    pub fn letter(&mut self, state: u32) -> u64 {
        self.expand(state);
        self.letters[state as usize]
    }

    /// Whether a proposition is true in a state that was expanded before.
    pub fn holds(&self, state: u32, atom: AtomId) -> bool {
        self.letters[state as usize] >> atom.0 & 1 == 1
    }

    fn expand(&mut self, state: u32) {
        if self.spans[state as usize] == UNEXPANDED {
            self.expand_batch(&[state]);
        }
    }

    fn expand_batch(&mut self, states: &[u32]) {
        let words = self.model.words();
        let rows: Vec<u64> = states
            .iter()
            .flat_map(|&s| self.seen.row(s as usize).to_vec())
            .collect();
        for atom in 0..self.n_atoms {
            let (work, truth) = (&mut self.out, &mut self.truth);
            self.model.holds(&rows, AtomId(atom), work, truth);
            for (&state, &t) in states.iter().zip(truth.iter()) {
                self.letters[state as usize] |= u64::from(t) << atom;
            }
        }
        let mut out = std::mem::take(&mut self.out);
        out.clear();
        self.model.expand(&rows, &mut out);
        // Successors come command by command; here they go state by state.
        let mut order: Vec<u32> = (0..out.src.len() as u32).collect();
        order.sort_by_key(|&i| out.src[i as usize]);
        let mut order = order.into_iter().peekable();
        for (position, &state) in states.iter().enumerate() {
            let from = self.edges.len();
            while let Some(i) = order.next_if(|&i| out.src[i as usize] as usize == position) {
                let next = self.number(&out.rows[i as usize * words..][..words]);
                if !self.edges[from..].contains(&next) {
                    self.edges.push(next);
                }
            }
            if self.edges.len() == from {
                self.edges.push(state);
            }
            self.spans[state as usize] = (from as u32, self.edges.len() as u32);
        }
        self.out = out;
    }

    /// Explores everything that can be reached, in breadth-first order.
    pub fn explore(&mut self, budget: &mut dyn Budget) -> Result<(), Stop> {
        let mut next = 0;
        while next < self.len() {
            let end = self.len().min(next + BATCH);
            let states: Vec<u32> = (next as u32..end as u32)
                .filter(|&s| self.spans[s as usize] == UNEXPANDED)
                .collect();
            self.expand_batch(&states);
            next = end;
            self.poll(budget, 0)?;
        }
        Ok(())
    }

    /// Asks the budget, `more` bytes being in use elsewhere.
    pub fn poll(&self, budget: &mut dyn Budget, more: u64) -> Result<(), Stop> {
        let numbers = self.edges.capacity() * 4 + self.spans.capacity() * 16;
        let progress = Progress {
            phase: Phase::Searching,
            states: self.len() as u64,
            bytes: self.seen.bytes() + numbers as u64 + more,
            depth: 0,
        };
        let too_many =
            self.seen.is_full(BATCH * 1024) || self.edges.len() > (u32::MAX / 2) as usize;
        match budget.spend(&progress) {
            ControlFlow::Break(stop) => Err(stop),
            ControlFlow::Continue(()) if too_many => Err(Stop::States),
            ControlFlow::Continue(()) => Ok(()),
        }
    }

    /// The same graph turned round: for each state, those it can be reached
    /// from by one step. Everything must have been explored.
    pub fn predecessors(&self) -> Predecessors {
        let n = self.len();
        let mut first = vec![0u32; n + 1];
        for state in 0..n as u32 {
            for &next in self.known_successors(state) {
                first[next as usize + 1] += 1;
            }
        }
        for i in 0..n {
            first[i + 1] += first[i];
        }
        let mut free = first.clone();
        let mut edges = vec![0u32; first[n] as usize];
        for state in 0..n as u32 {
            for &next in self.known_successors(state) {
                let slot = &mut free[next as usize];
                edges[*slot as usize] = state;
                *slot += 1;
            }
        }
        Predecessors { first, edges }
    }
}

/// Who leads to whom.
pub(crate) struct Predecessors {
    first: Vec<u32>,
    edges: Vec<u32>,
}

impl Predecessors {
    /// The states from which one step leads to this one.
    pub fn of(&self, state: u32) -> &[u32] {
        let (from, to) = (self.first[state as usize], self.first[state as usize + 1]);
        &self.edges[from as usize..to as usize]
    }
}
