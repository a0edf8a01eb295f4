//! The search: selection, expansion, roll-out and back-propagation.
//!
//! With jumps, states that are reached in several ways share a node, so that the tree
//! becomes a graph, which may have cycles. Two rules keep it sound. A way from the root
//! never visits a node twice: children that are on it already are passed over, and where
//! no other is left, the roll-out starts. And a score goes up the way that was taken and
//! no other. A jump is judged by what the node that it stands for has learned on all ways,
//! and by its own visits.

use rustc_hash::FxHashMap;

use crate::budget::Budget;
use crate::construction::Construction;
use crate::node::{NONE, Node, UNCOUNTED};
use crate::random::Random;
use crate::stats::{Point, Stats};

/// How the tree is searched.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// The constant C of the bound e + C √(ln v(parent) / v(child)).
    pub exploration: f32,
    /// What e is.
    pub estimate: Estimate,
    /// Whether states with the same identity share a node.
    pub jumps: bool,
    /// After so many iterations each the search steps down to the most promising child
    /// of its root, by the bound. From a child that is a leaf it goes back to the top.
    pub step_down: Option<u64>,
    /// Roll-outs that need more alterations are worth nothing.
    pub longest: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            exploration: 5.0 * core::f32::consts::SQRT_2,
            estimate: Estimate::Mean,
            jumps: false,
            step_down: None,
            longest: 1_000,
        }
    }
}

/// What a node is taken to be worth.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Estimate {
    /// The mean of its scores.
    #[default]
    Mean,
    /// Half the mean and half the greatest of its scores.
    MeanAndMax,
}

/// An alteration, and how the state is turned after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step<A> {
    /// What is done.
    pub alteration: A,
    /// What [`Construction::turn`] does then; 0 is nothing.
    pub symmetry: u8,
}

/// The best leaf so far.
#[derive(Clone, Debug, PartialEq)]
pub struct Best<A> {
    /// Its score, from 0 to 1.
    pub score: f32,
    /// What leads to it from the root.
    pub steps: Vec<Step<A>>,
}

/// A search that can go on at any time.
pub struct TreeSearch<C: Construction> {
    construction: C,
    settings: Settings,
    random: Random,
    pub(crate) nodes: Vec<Node<C::Alteration>>,
    /// The node of each identity, where there are jumps.
    known: FxHashMap<u128, u32>,
    /// Where iterations start: the root, or below it where the search steps down.
    top: Top<C>,
    best: Option<Best<C::Alteration>>,
    stats: Stats,
    curve: Vec<Point>,
    path: Vec<u32>,
    steps: Vec<Step<C::Alteration>>,
    scratch: Vec<C::Alteration>,
}

struct Top<C: Construction> {
    node: u32,
    state: C::State,
    steps: Vec<Step<C::Alteration>>,
}

const ROOT: u32 = 0;

impl<C: Construction> TreeSearch<C> {
    /// A search that has not looked at anything yet.
    pub fn new(construction: C, settings: Settings, seed: u64) -> Self {
        const { assert!(size_of::<Node<C::Alteration>>() <= 32) };
        let mut state = construction.root();
        let mut root = Node::new(C::Alteration::default(), 0);
        let mut known = FxHashMap::default();
        if settings.jumps {
            root.symmetry = construction.symmetry(&state);
            construction.turn(&mut state, root.symmetry);
            known.extend(
                construction
                    .identity(&state)
                    .map(|identity| (identity, ROOT)),
            );
        }
        TreeSearch {
            top: Top {
                node: ROOT,
                state,
                steps: Vec::new(),
            },
            construction,
            settings,
            random: Random::new(seed),
            nodes: vec![root],
            known,
            best: None,
            stats: Stats::default(),
            curve: Vec::new(),
            path: Vec::new(),
            steps: Vec::new(),
            scratch: Vec::new(),
        }
    }

    /// Goes on for as long as the budget allows.
    pub fn run(&mut self, budget: &mut Budget) {
        self.run_watched(budget, |_, _| ());
    }

    /// The same; `watch` sees every leaf and its score.
    pub fn run_watched(&mut self, budget: &mut Budget, mut watch: impl FnMut(&C::State, f32)) {
        for n in 0..budget.n_iterations {
            // The tree is full: nodes are numbered with 32 bits.
            if self.nodes.len() >= NONE as usize - 2 || n % 256 == 0 && (budget.is_over)() {
                break;
            }
            if self.iterate(&mut watch) {
                let best = self.best.as_ref().expect("it was just improved");
                self.curve.push(Point {
                    iteration: self.stats.n_iterations,
                    seconds: (budget.seconds)(),
                    score: best.score,
                });
            }
            let steps_down = |every: u64| self.stats.n_iterations.is_multiple_of(every.max(1));
            if self.settings.step_down.is_some_and(steps_down) {
                self.step_down();
            }
        }
    }

    /// The best leaf so far; none before the first iteration.
    pub fn best(&self) -> Option<&Best<C::Alteration>> {
        self.best.as_ref()
    }

    /// What was done so far.
    pub fn stats(&self) -> &Stats {
        &self.stats
    }

    /// Where the best score grew.
    pub fn curve(&self) -> &[Point] {
        &self.curve
    }

    /// How many nodes there are.
    pub fn n_nodes(&self) -> usize {
        self.nodes.len()
    }

    /// What is built.
    pub fn construction(&self) -> &C {
        &self.construction
    }

    /// How the root's state was turned before the first step; 0 is not at all.
    pub fn root_symmetry(&self) -> u8 {
        self.nodes[ROOT as usize].symmetry
    }

    /// The state that some steps lead to from the root.
    pub fn state_after(&self, steps: &[Step<C::Alteration>]) -> C::State {
        let mut state = self.construction.root();
        self.turn(&mut state, self.root_symmetry());
        for step in steps {
            self.construction.apply(&mut state, step.alteration);
            self.turn(&mut state, step.symmetry);
        }
        state
    }

    /// One iteration; whether it found something better than before.
    fn iterate(&mut self, watch: &mut impl FnMut(&C::State, f32)) -> bool {
        let mut state = self.top.state.clone();
        self.path.clear();
        self.steps.clear();
        self.steps.extend_from_slice(&self.top.steps);
        self.descend(&mut state);
        let is_whole = self.roll_out(&mut state);
        let score = match is_whole {
            true => self.construction.score(&state).clamp(0.0, 1.0),
            false => 0.0,
        };
        for &node in &self.path {
            self.nodes[node as usize].add(score);
        }
        let depth = self.steps.len() as u64 + 1;
        self.stats.n_iterations += 1;
        self.stats.sum_roll_outs += depth;
        if !is_whole {
            self.stats.n_cut_off += 1;
            return false;
        }
        watch(&state, score);
        let is_better = self.best.as_ref().is_none_or(|best| score > best.score);
        if is_better {
            self.stats.n_improvements += 1;
            self.stats.sum_improvements += depth;
            let best = self.best.get_or_insert_with(|| Best {
                score,
                steps: Vec::new(),
            });
            best.score = score;
            best.steps.clone_from(&self.steps);
        }
        is_better
    }

    /// Goes down to a node that is not expanded yet and adds a child, or to a leaf.
    fn descend(&mut self, state: &mut C::State) {
        let mut at = self.top.node;
        self.path.push(at);
        loop {
            let node = &mut self.nodes[at as usize];
            if node.n_alternatives == UNCOUNTED {
                let n = self.construction.count(state, &mut self.scratch);
                node.n_alternatives = u16::try_from(n)
                    .ok()
                    .filter(|&n| n != UNCOUNTED)
                    .expect("fewer alternatives than 65,535");
            }
            if node.n_alternatives == 0 {
                return;
            }
            if node.n_expanded < node.n_alternatives {
                return self.expand(at, state);
            }
            let Some(child) = self.most_promising(at) else {
                return;
            };
            self.enter(child, state);
            at = self.meant(child);
            if at != child {
                self.path.push(at);
            }
        }
    }

    /// The next child of a node, in the order of its alternatives.
    fn expand(&mut self, at: u32, state: &mut C::State) {
        let index = u32::try_from(self.nodes.len()).expect("the tree is not full");
        let parent = &mut self.nodes[at as usize];
        let n = usize::from(parent.n_expanded);
        let alteration = self.construction.nth(state, n, &mut self.scratch);
        let mut child = Node::new(alteration, 0);
        child.next_sibling = parent.first_child;
        parent.first_child = index;
        parent.n_expanded += 1;
        self.construction.apply(state, alteration);
        let mut target = None;
        if self.settings.jumps {
            child.symmetry = self.construction.symmetry(state);
            self.turn(state, child.symmetry);
            if let Some(identity) = self.construction.identity(state) {
                let first = *self.known.entry(identity).or_insert(index);
                target = (first != index).then_some(first);
            }
        }
        if let Some(target) = target {
            child.is_jump = true;
            child.first_child = target;
        }
        self.steps.push(Step {
            alteration,
            symmetry: child.symmetry,
        });
        self.nodes.push(child);
        self.path.push(index);
        let unseen = target.filter(|target| !self.path.contains(target));
        self.path.extend(unseen);
        self.stats.n_expansions += 1;
        self.stats.sum_expansions += self.steps.len() as u64 + 1;
    }

    /// Goes to a leaf by random alterations; whether there was one near enough.
    fn roll_out(&mut self, state: &mut C::State) -> bool {
        while let Some(alteration) =
            self.construction
                .draw(state, &mut self.random, &mut self.scratch)
        {
            if self.steps.len() >= self.settings.longest {
                return false;
            }
            self.construction.apply(state, alteration);
            self.steps.push(Step {
                alteration,
                symmetry: 0,
            });
        }
        true
    }

    fn enter(&mut self, child: u32, state: &mut C::State) {
        let node = &self.nodes[child as usize];
        let step = Step {
            alteration: node.alteration,
            symmetry: node.symmetry,
        };
        self.construction.apply(state, step.alteration);
        self.turn(state, step.symmetry);
        self.steps.push(step);
        self.path.push(child);
    }

    fn turn(&self, state: &mut C::State, symmetry: u8) {
        if symmetry != 0 {
            self.construction.turn(state, symmetry);
        }
    }

    /// The node itself, or the one that a jump stands for.
    fn meant(&self, index: u32) -> u32 {
        let node = &self.nodes[index as usize];
        if node.is_jump {
            node.first_child
        } else {
            index
        }
    }

    /// The expanded child with the greatest bound that is not on the way already.
    fn most_promising(&self, parent: u32) -> Option<u32> {
        let parent = &self.nodes[parent as usize];
        let log = (parent.visits.max(1) as f32).ln();
        let (mut best, mut child) = (None, parent.first_child);
        let mut greatest = f32::NEG_INFINITY;
        while child != NONE {
            let node = &self.nodes[child as usize];
            let bound = self.bound(node, log);
            let is_on_the_way = || self.settings.jumps && self.path.contains(&self.meant(child));
            if bound > greatest && !is_on_the_way() {
                (greatest, best) = (bound, Some(child));
            }
            child = node.next_sibling;
        }
        best
    }

    /// The bound of a node whose parent's visits have this logarithm.
    #[inline]
    pub(crate) fn bound(&self, node: &Node<C::Alteration>, log: f32) -> f32 {
        let known = match node.is_jump {
            true => &self.nodes[node.first_child as usize],
            false => node,
        };
        let estimate = match self.settings.estimate {
            Estimate::Mean => known.mean(),
            Estimate::MeanAndMax => (known.mean() + known.max) / 2.0,
        };
        estimate + self.settings.exploration * (log / node.visits.max(1) as f32).sqrt()
    }

    /// Makes the most promising child the top.
    fn step_down(&mut self) {
        self.path.clear();
        let next = self.most_promising(self.top.node);
        let is_leaf = |child: u32| self.nodes[self.meant(child) as usize].n_alternatives == 0;
        match next.filter(|&child| !is_leaf(child)) {
            Some(child) => {
                let mut state = self.top.state.clone();
                self.steps.clone_from(&self.top.steps);
                self.enter(child, &mut state);
                self.top = Top {
                    node: self.meant(child),
                    state,
                    steps: self.steps.clone(),
                };
            }
            None => {
                self.top = Top {
                    node: ROOT,
                    state: self.state_after(&[]),
                    steps: Vec::new(),
                }
            }
        }
    }
}
