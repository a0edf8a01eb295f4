//! Attempts at a level: simulations, and the moves that follow from them.

use std::ops::ControlFlow;

use playproof_certify::{Budget, Phase, Progress, Stop, Trace};
use playproof_model::Step;

use super::Mcts;
use super::record::Record;
use super::tree::{ROOT, Tree};
use crate::atlas::{Atlas, StateId};
use crate::board::{Board, Played};
use crate::meter::Meter;

/// States remembered for each node of the tree. Rollouts see more states than
/// the tree has; those of a small level are all remembered, those of a large
/// one are forgotten now and then.
const STATES_PER_NODE: usize = 4;

/// Playing one level.
pub(super) struct Play<'a, 'b> {
    params: &'a Mcts,
    atlas: Atlas<'a>,
    meter: Meter<'b>,
    /// What was really played in this attempt.
    run: Trace,
    record: Record,
    tree: Tree,
    rng: fastrand::Rng,
    /// The nodes that the simulation at hand passed.
    path: Vec<usize>,
    /// Its steps below them.
    rollout: Vec<Step>,
}

impl<'a, 'b> Play<'a, 'b> {
    pub fn new(params: &'a Mcts, board: &'a Board<'a>, budget: &'b mut dyn Budget) -> Self {
        Play {
            params,
            atlas: Atlas::new(board),
            meter: Meter::new(budget),
            run: Trace {
                initial: 0,
                steps: Vec::new(),
            },
            record: Record::default(),
            tree: Tree::new(StateId(0)),
            rng: fastrand::Rng::with_seed(0),
            path: Vec::new(),
            rollout: Vec::new(),
        }
    }

    /// Whether play is won or something can be done where it begins.
    pub fn can_begin(&mut self) -> bool {
        let initial = self.atlas.initial();
        initial.into_iter().any(|at| {
            let sight = self.atlas.look(at);
            sight.won || !sight.moves.is_empty()
        })
    }

    /// Plays from the start until play is over. Says whether it was won.
    pub fn attempt(&mut self, rng: fastrand::Rng) -> ControlFlow<Stop, bool> {
        self.rng = rng;
        let initial = self.atlas.initial();
        let drawn = self.rng.usize(..initial.len());
        self.run.initial = drawn as u32;
        self.run.steps.clear();
        self.tree = Tree::new(initial[drawn]);
        self.record.clear();
        self.record.play(self.atlas.tile(initial[drawn]));
        loop {
            let sight = self.atlas.look(self.tree.node(ROOT).state);
            if sight.won || sight.moves.is_empty() {
                // Play that ends at once makes no simulations, which would ask.
                self.ask()?;
                return ControlFlow::Continue(sight.won);
            }
            for _ in 0..self.params.iterations.max(1) {
                let won = self.simulate()?;
                if won && self.params.follow_wins {
                    let passed = self.path[1..].iter().map(|&n| self.tree.node(n).step);
                    self.run.steps.extend(passed);
                    self.run.steps.append(&mut self.rollout);
                    return ControlFlow::Continue(true);
                }
                self.forget();
            }
            let favourite = self.tree.favourite();
            let node = self.tree.node(favourite);
            self.run.steps.push(node.step);
            self.record.play(self.atlas.tile(node.state));
            self.tree.descend(favourite);
        }
    }

    /// What came of playing.
    pub fn played(self, won: bool, stopped: Option<Stop>) -> Played {
        Played {
            won,
            run: self.run,
            states: self.meter.looks(),
            stopped,
        }
    }

    /// One simulation: selection, expansion, rollout, and what is learned.
    /// Says whether it won.
    fn simulate(&mut self) -> ControlFlow<Stop, bool> {
        let leaf = self.select()?;
        let end = self.roll_out(self.tree.node(leaf).state)?;
        let worth = match end {
            End::Won => 1.0,
            End::Lost => 0.0,
            End::Open => (1.0 - self.params.punishment * self.record.punishment()) / 2.0,
        };
        self.tree.learn(&self.path, worth);
        self.record.take_back();
        ControlFlow::Continue(end == End::Won)
    }

    /// Goes down the tree to a node that was not passed before, or that has no
    /// children and gets none.
    fn select(&mut self) -> ControlFlow<Stop, usize> {
        let mut node = ROOT;
        self.path.clear();
        self.path.push(node);
        loop {
            let here = self.tree.node(node);
            if !here.is_expanded() {
                // The root's children are needed to play at all.
                let full = self.tree.n_nodes() >= self.params.max_nodes;
                if node != ROOT && (here.n_visits == 0 || full) {
                    return ControlFlow::Continue(node);
                }
                let moves = self.atlas.look(here.state).moves;
                if moves.is_empty() {
                    return ControlFlow::Continue(node);
                }
                self.tree.expand(node, self.atlas.moves(moves));
            }
            let exploration = self.params.exploration;
            node = self.tree.select(node, exploration, &mut self.rng);
            self.path.push(node);
            self.pass(self.tree.node(node).state)?;
        }
    }

    /// Moves at random from a state.
    fn roll_out(&mut self, mut at: StateId) -> ControlFlow<Stop, End> {
        self.rollout.clear();
        loop {
            let sight = self.atlas.look(at);
            if sight.won {
                return ControlFlow::Continue(End::Won);
            }
            if sight.moves.is_empty() {
                return ControlFlow::Continue(End::Lost);
            }
            if self.rollout.len() >= self.params.rollout as usize {
                return ControlFlow::Continue(End::Open);
            }
            let drawn = self.atlas.move_at(self.rng.usize(sight.moves));
            self.rollout.push(drawn.step());
            at = drawn.to;
            self.pass(at)?;
        }
    }

    /// A simulated move leads to this state.
    fn pass(&mut self, at: StateId) -> ControlFlow<Stop> {
        self.record.simulate(self.atlas.tile(at));
        self.ask()
    }

    fn ask(&mut self) -> ControlFlow<Stop> {
        let (tree, atlas, run) = (&self.tree, &self.atlas, &self.run);
        self.meter.look(|states| Progress {
            phase: Phase::Searching,
            states,
            bytes: tree.bytes() + atlas.bytes(),
            depth: run.steps.len() as u32,
        })
    }

    /// Keeps memory bounded: forgets the states that the tree does not hold.
    fn forget(&mut self) {
        if self.atlas.n_states() > self.params.max_nodes.saturating_mul(STATES_PER_NODE) {
            self.atlas.retain(self.tree.states_mut());
        }
    }
}

/// How a simulation ended.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    Won,
    Lost,
    /// It was long enough.
    Open,
}
