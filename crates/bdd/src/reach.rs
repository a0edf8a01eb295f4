//! Reachability, forwards from the initial states, ring by ring: ring `n`
//! holds the states that a shortest run takes `n` steps to.

use std::sync::Arc;

use playproof_certify::Stop;
use playproof_model::AtomId;

use crate::circuit::Circuit;
use crate::diagrams::Set;
use crate::rows::Packing;
use crate::space::{Level, Space, Trouble};
use crate::watch::Watch;

/// How many states are listed between two looks at whether to go on.
const STATES_A_LOOK: usize = 4096;

/// What is searched.
pub(crate) struct Search {
    /// Where a counter is left out, the number of the ring takes its place.
    pub level: Level,
    pub target: AtomId,
    /// Runs longer than this do not count.
    pub max_depth: Option<u32>,
    /// The most states that are listed as evidence.
    pub max_listed: u64,
}

/// What came of it.
pub(crate) enum Found {
    /// A shortest run, state by state, packed.
    Run(Vec<Vec<u64>>),
    /// The target is in no ring.
    None(Rings),
    /// It is in no ring, but there are too many states to list; so many, if
    /// that is known, and here they are. Where runs may go on after the last
    /// ring, they are not all.
    TooMany {
        n_states: Option<u64>,
        reached: Circuit,
        cut_short: bool,
    },
}

/// All states that were reached.
pub(crate) struct Rings {
    /// Packed states, ring by ring.
    pub rows: Vec<u64>,
    /// How many each ring has.
    pub sizes: Vec<u64>,
    /// Whether runs may go on after the last ring.
    pub cut_short: bool,
}

impl Search {
    pub fn run(&self, watch: &Arc<Watch>) -> Result<Found, Trouble> {
        self.level.explored(watch, |space| self.in_space(space))
    }

    fn in_space(&self, space: &Space) -> Result<Found, Trouble> {
        let d = &space.diagrams;
        let target = &space.atoms[self.target.index()];
        let mut exploration = Exploration::new(space);
        let cut_short = loop {
            let here = d.and(exploration.frontier(), target);
            d.intact()?;
            if !d.is_empty(&here) {
                let run = exploration.run_to(&here)?;
                let packing = Packing::new(&self.level.layout, &space.encoding);
                let pack = |ones: &Vec<u32>| {
                    let mut row = Vec::new();
                    packing.push(ones, &mut row);
                    row
                };
                return Ok(Found::Run(run.iter().map(pack).collect()));
            }
            if self.max_depth == Some(exploration.depth()) {
                break true;
            }
            if !exploration.step()? {
                break false;
            }
        };
        self.list(&exploration, cut_short)
    }

    fn list(&self, exploration: &Exploration, cut_short: bool) -> Result<Found, Trouble> {
        let n_states = exploration.n_states;
        let space = exploration.space;
        if n_states.is_none_or(|n| n > self.max_listed) {
            return Ok(Found::TooMany {
                n_states,
                reached: Circuit::new(&space.diagrams, std::slice::from_ref(&exploration.reached)),
                cut_short,
            });
        }
        let packing = Packing::new(&self.level.layout, &space.encoding);
        let (mut rows, mut sizes) = (Vec::new(), Vec::new());
        for ring in &exploration.rings {
            let before = rows.len();
            list(space, &packing, ring, &mut rows)?;
            sizes.push(((rows.len() - before) / packing.words()) as u64);
        }
        Ok(Found::None(Rings {
            rows,
            sizes,
            cut_short,
        }))
    }
}

/// Appends all states of a set, packed.
pub(crate) fn list(
    space: &Space,
    packing: &Packing,
    set: &Set,
    rows: &mut Vec<u64>,
) -> Result<(), Stop> {
    let d = &space.diagrams;
    let circuit = Circuit::new(d, std::slice::from_ref(set));
    let (mut n, mut n_bytes) = (0, 8 * rows.capacity() as u64);
    circuit.states(0, &mut |ones| {
        packing.push(ones, rows);
        n += 1;
        if n % STATES_A_LOOK != 0 {
            return true;
        }
        let now = 8 * rows.capacity() as u64;
        d.watch().use_bytes(now - n_bytes);
        n_bytes = now;
        !d.watch().is_stopped()
    });
    match d.watch().is_stopped() {
        true => Err(Stop::Cancelled),
        false => d.intact(),
    }
}

/// All that can be reached within so many steps.
pub(crate) struct Exploration<'a> {
    space: &'a Space,
    pub reached: Set,
    rings: Vec<Set>,
    /// How many states there are in all, if a word can say it.
    pub n_states: Option<u64>,
}

impl<'a> Exploration<'a> {
    pub fn new(space: &'a Space) -> Exploration<'a> {
        let initial = space.initial.clone();
        let mut exploration = Exploration {
            space,
            reached: initial.clone(),
            rings: vec![initial],
            n_states: Some(0),
        };
        exploration.count();
        exploration
    }

    pub fn depth(&self) -> u32 {
        self.rings.len() as u32 - 1
    }

    fn frontier(&self) -> &Set {
        self.rings.last().expect("there are initial states")
    }

    /// Goes one step further, if that leads to new states.
    pub fn step(&mut self) -> Result<bool, Stop> {
        let d = &self.space.diagrams;
        let next = self.space.image(self.frontier());
        let new = d.without(&next, &self.reached);
        self.reached = d.or(&self.reached, &new);
        d.intact()?;
        if d.is_empty(&new) {
            return Ok(false);
        }
        self.rings.push(new);
        self.count();
        Ok(true)
    }

    fn count(&mut self) {
        let d = &self.space.diagrams;
        let circuit = Circuit::new(d, std::slice::from_ref(self.frontier()));
        let n = circuit.n_states(0);
        self.n_states = self.n_states.and_then(|all| all.checked_add(n?));
        let n_states = self.n_states.unwrap_or(u64::MAX);
        d.watch().report(n_states, self.depth());
    }

    /// A run through all rings to one of these states, which must be in the
    /// last: for each state the bits that are 1.
    pub fn run_to(&self, goal: &Set) -> Result<Vec<Vec<u32>>, Stop> {
        let d = &self.space.diagrams;
        let mut run = Vec::new();
        let mut choice = goal.clone();
        for ring in self.rings.iter().rev() {
            let (ones, state) = d.pick(&d.and(&choice, ring));
            run.push(ones);
            choice = self.space.preimage(&state);
            d.intact()?;
        }
        run.reverse();
        Ok(run)
    }
}
