//! The search: cubes that lead to the target are excluded from one frame after
//! the other, each with as many other states as can be, until some frame
//! excludes all that the next one does: then no step leaves it.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use playproof_certify::{Budget, Stop};
use rustc_hash::FxHashMap;

use super::cube::{Cube, Initial};
use super::frames::{Entered, Frames};
use super::lifting::Lifting;
use crate::transition::Transition;

/// How the search ended.
pub(super) enum End {
    /// Cubes, each of which leads into the next by one step; the first holds
    /// an initial state, the last only states with the target.
    Reached(Vec<Cube>),
    /// No run gets into these cubes, and all states with the target are in one.
    Never(Vec<Cube>),
}

/// Cubes from which the target is reached, each with the one it leads to.
struct Obligation {
    cube: Cube,
    then: Option<usize>,
}

pub(super) struct Search<'a> {
    frames: Frames<'a>,
    lifting: Lifting<'a>,
    obligations: Vec<Obligation>,
    /// How often each literal was needed, newer counts weighing more.
    activity: FxHashMap<i32, f64>,
    weight: f64,
}

impl<'a> Search<'a> {
    pub fn new(transition: &'a Transition, initial: Initial) -> Self {
        Search {
            frames: Frames::new(transition, initial),
            lifting: Lifting::new(transition),
            obligations: Vec::new(),
            activity: FxHashMap::default(),
            weight: 1.0,
        }
    }

    /// How many steps were shown not to reach the target.
    pub fn lower_bound(&self) -> u32 {
        self.frames.last() as u32
    }

    pub fn run(&mut self, budget: &mut dyn Budget) -> Result<End, Stop> {
        loop {
            while let Some(state) = self.frames.target(budget)? {
                let cube = self.lifting.targets(&state, budget)?;
                self.obligations.clear();
                if let Some(way) = self.block(cube, budget)? {
                    return Ok(End::Reached(way));
                }
            }
            self.frames.add_frame();
            if let Some(closed) = self.push(budget)? {
                return Ok(End::Never(closed));
            }
        }
    }

    /// Excludes a cube from the last frame, and whatever leads to it from the
    /// frames before; or finds a way to it from an initial state.
    fn block(&mut self, cube: Cube, budget: &mut dyn Budget) -> Result<Option<Vec<Cube>>, Stop> {
        let last = self.frames.last();
        // Earlier frames first; of one frame, the latest found.
        let mut queue = BinaryHeap::new();
        if let Some(way) = self.oblige(cube, None) {
            return Ok(Some(way));
        }
        queue.push((Reverse(last), 0));
        while let Some((Reverse(frame), at)) = queue.pop() {
            if frame == 0 {
                // Frame 0 is met only with no steps left: its states are
                // initial, and obligations have none.
                continue;
            }
            let cube = self.obligations[at].cube.clone();
            if self.frames.excludes(&cube, frame) {
                if frame < last {
                    queue.push((Reverse(frame + 1), at));
                }
                continue;
            }
            match self.frames.entered(&cube, frame, budget)? {
                Entered::From { state, command } => {
                    let before = self.lifting.predecessors(&state, command, &cube, budget)?;
                    if let Some(way) = self.oblige(before, Some(at)) {
                        return Ok(Some(way));
                    }
                    queue.push((Reverse(frame - 1), self.obligations.len() - 1));
                    queue.push((Reverse(frame), at));
                }
                Entered::Never(larger) => {
                    let larger = self.generalised(larger, frame, budget)?;
                    let (larger, frame) = self.pushed(larger, frame, budget)?;
                    self.frames.exclude(larger, frame);
                    if frame < last {
                        queue.push((Reverse(frame + 1), at));
                    }
                }
            }
        }
        Ok(None)
    }

    /// Notes a cube that leads to the target; the way there, if it holds an
    /// initial state.
    fn oblige(&mut self, cube: Cube, then: Option<usize>) -> Option<Vec<Cube>> {
        let is_start = self.frames.initial.meets(&cube);
        self.obligations.push(Obligation { cube, then });
        if !is_start {
            return None;
        }
        let mut at = Some(self.obligations.len() - 1);
        let mut way = Vec::new();
        while let Some(i) = at {
            way.push(self.obligations[i].cube.clone());
            at = self.obligations[i].then;
        }
        Some(way)
    }

    /// A cube with fewer literals that cannot be entered either. Those that
    /// were needed least are dropped first.
    fn generalised(
        &mut self,
        cube: Cube,
        frame: usize,
        budget: &mut dyn Budget,
    ) -> Result<Cube, Stop> {
        let mut cube = cube;
        let mut order = cube.literals().to_vec();
        let activity = |l: &i32| self.activity.get(l).copied().unwrap_or(0.0);
        order.sort_by(|a, b| activity(a).total_cmp(&activity(b)).then(a.cmp(b)));
        for literal in order {
            if cube.literals().len() == 1 || !cube.literals().contains(&literal) {
                continue;
            }
            let smaller = cube.without(literal);
            if self.frames.initial.meets(&smaller) {
                continue;
            }
            if let Entered::Never(larger) = self.frames.entered(&smaller, frame, budget)? {
                cube = larger;
            }
        }
        self.weight *= 1.05;
        if self.weight > 1e100 {
            self.activity.values_mut().for_each(|a| *a /= 1e100);
            self.weight /= 1e100;
        }
        for &literal in cube.literals() {
            *self.activity.entry(literal).or_default() += self.weight;
        }
        Ok(cube)
    }

    /// The last frame that a cube cannot be entered in.
    fn pushed(
        &mut self,
        cube: Cube,
        frame: usize,
        budget: &mut dyn Budget,
    ) -> Result<(Cube, usize), Stop> {
        let (mut cube, mut frame) = (cube, frame);
        while frame < self.frames.last() {
            match self.frames.entered(&cube, frame + 1, budget)? {
                Entered::From { .. } => break,
                Entered::Never(larger) => {
                    cube = larger;
                    frame += 1;
                }
            }
        }
        Ok((cube, frame))
    }

    /// Moves every cube on to the next frame where it cannot be entered there
    /// either. A frame that is left with none of its own is like the next.
    fn push(&mut self, budget: &mut dyn Budget) -> Result<Option<Vec<Cube>>, Stop> {
        for frame in 1..self.frames.last() {
            let mut own = self.frames.own(frame).to_vec();
            own.sort_by_key(|cube| cube.literals().len());
            for cube in own {
                // A smaller clause may have taken its place meanwhile.
                if !self.frames.own(frame).contains(&cube) {
                    continue;
                }
                if let Entered::Never(larger) = self.frames.entered(&cube, frame + 1, budget)? {
                    self.frames.exclude(larger, frame + 1);
                }
            }
            if self.frames.own(frame).is_empty() {
                let later = frame + 1..=self.frames.last();
                let closed = later.flat_map(|later| self.frames.own(later).to_vec());
                return Ok(Some(closed.collect()));
            }
        }
        Ok(None)
    }
}
