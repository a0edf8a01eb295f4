//! Ways on: that nobody ever gets stuck, shown by boxes that name what to do.
//!
//! Every place that can be reached at any speed must be in a box that names an input, which
//! leads to boxes of lower rank and so to the goal, or in one that needs none, since all that
//! can be done leads to lower ranks or to a loss. They are found backwards:
//!
//! 1. from ground to ground, the nearest to the goal first: a run from a place of rest to what
//!    is known to be good, for some places side by side; short walks from all other places of
//!    rest to those; and how whoever is not too fast comes to rest;
//! 2. in the air, whoever does nothing, or steers one way, and comes down on good ground;
//! 3. at edges, whoever is too fast to stop there: a run for some places and speeds together;
//! 4. for the rest that all that can be done leads to what is good, down, or to a loss.
//!
//! Where that fails nothing is shown.

mod known;
mod steps;

use playproof_certify::{Budget, Progress, Stop, Way, Ways};
use playproof_kernel::EscapeKind;
use playproof_model::{AtomId, Subject, Val};
use rustc_hash::FxHashMap;

use self::known::{Boxes, Known, Span};
use self::steps::{after, allowed};
use crate::engine::Moment;
use crate::engine::sweep::{Place, Precision, sweep_from};
use crate::engine::target::Target;
use crate::engine::walk::{Aim, Grain, Input, walk_from};
use crate::native::{Body, Pose, World};

/// How many states a walk from a place of rest may see, and one from an edge.
const MOST_FROM_REST: usize = 200_000;
const MOST_FROM_EDGE: usize = 10_000;

/// How many walks from edges may find nothing, for each ground.
const FAILURES: usize = 40;

/// What counts as the same in walks.
const GRAIN: Grain = Grain {
    x: 4,
    vx: 4,
    ticks: 2,
};

/// Places side by side from which one run is tried, to either side of the middle.
const BESIDE: Val = 13;

/// For how many ticks one steers on after a run.
const LATER: usize = 30;

/// How far apart parts of ground are looked at where somebody is too fast.
const FINE: Val = 16;

/// Ground: below the feet, and from where to where.
type Ground = (Val, (Val, Val));

pub(super) struct Finder<'a> {
    world: &'a World,
    subject: &'a Subject,
    goal: Target<'a>,
    /// What may be there instead, and whether it suffices that it cannot be avoided.
    other: Option<(Target<'a>, bool)>,
    boxes: Boxes,
    /// The places that can be reached at any speed, by vertical state.
    reached: FxHashMap<Pose, Vec<(Val, Val)>>,
    edges: Vec<Val>,
    inputs: Vec<Input>,
    /// Runs that were of use at edges.
    tried: Vec<Vec<Input>>,
    /// How often none may still be missing there.
    patience: usize,
}

impl<'a> Finder<'a> {
    /// What a formula of this form asks for.
    pub fn new(
        world: &'a World,
        subject: &'a Subject,
        target: AtomId,
        kind: EscapeKind,
    ) -> Option<Finder<'a>> {
        let atom = |id: AtomId| {
            let holds = subject.machine().atoms[id.index()].holds;
            Target::new(subject, holds, world)
        };
        let other = match kind {
            EscapeKind::Always | EscapeKind::UntilThen => None,
            EscapeKind::Unless(q) => Some((atom(q), false)),
            EscapeKind::OrInevitably(q) => Some((atom(q), true)),
        };
        if world.has_clock() || world.has_blocks() {
            return None;
        }
        let gaits = world.gaits().map(|gait| gait as u8);
        let inputs = gaits
            .flat_map(|gait| [(gait, false), (gait, true)])
            .collect();
        let (first, last) = world.exit();
        let mut edges = world.edges();
        edges.extend([first, last + 1]);
        edges.sort_unstable();
        edges.dedup();
        Some(Finder {
            world,
            subject,
            goal: atom(target),
            other,
            boxes: Boxes::new(world.profile().tile),
            reached: FxHashMap::default(),
            edges,
            inputs,
            tried: Vec::new(),
            patience: 0,
        })
    }

    /// Looks for ways from everywhere.
    pub fn find(&mut self, budget: &mut dyn Budget) -> Result<Option<Ways>, Stop> {
        let world = self.world;
        let all = sweep_from(world, world.firsts(), Precision::AnySpeed, budget)?;
        for place in &all {
            self.reached.entry(place.pose).or_default().push(place.x);
        }
        let mut pending = Vec::new();
        for place in &all {
            if !self.ends(place, &mut pending) {
                return Ok(None);
            }
        }
        self.grounds(&all, budget)?;
        let order: FxHashMap<Pose, u32> = self
            .reached
            .keys()
            .map(|&pose| (pose, self.flight(pose)))
            .collect();
        pending.sort_by_key(|(pose, span)| (order[pose], pose.y, span.x));
        self.settle(&mut pending, true, budget)?;
        while !pending.is_empty() && self.leave_edges(&pending, budget)? {
            self.settle(&mut pending, true, budget)?;
        }
        if self
            .other
            .as_ref()
            .is_some_and(|(_, is_inevitable)| *is_inevitable)
        {
            self.split_fast(&mut pending);
            self.settle(&mut pending, false, budget)?;
        }
        Ok(pending.is_empty().then(|| self.ways()))
    }

    /// Where play is over; the rest of a place is still to be looked at. False if somebody is
    /// stuck there.
    fn ends(&mut self, place: &Place, pending: &mut Vec<(Pose, Span)>) -> bool {
        let v = self.all_speeds();
        let mut going = Vec::new();
        self.world.going_on(place.pose, place.x, |x| going.push(x));
        let mut from = place.x.0;
        let mut over = Vec::new();
        for &x in &going {
            if from < x.0 {
                over.push((from, x.0 - 1));
            }
            from = x.1 + 1;
        }
        if from <= place.x.1 {
            over.push((from, place.x.1));
        }
        pending.extend(going.into_iter().map(|x| (place.pose, Span { x, v })));
        let cells: Vec<(Val, Val)> = over.into_iter().flat_map(|x| self.cells(x)).collect();
        for x in cells {
            let body = Body {
                x: x.0,
                vx: 0,
                pose: place.pose,
            };
            let is_other = |other: &mut Option<(Target, bool)>| {
                other
                    .as_mut()
                    .is_some_and(|(target, _)| target.is_met(&body, [].into_iter()))
            };
            let command = match self.goal.is_met(&body, [].into_iter()) {
                true => 1,
                false if is_other(&mut self.other) => 0,
                false => return false,
            };
            self.boxes.add(Known {
                pose: place.pose,
                span: Span { x, v },
                command,
                rank: 0,
            });
        }
        true
    }

    fn all_speeds(&self) -> (Val, Val) {
        let fastest = self.world.profile().fastest;
        (-fastest, fastest)
    }

    /// A range, cut at all edges.
    fn cells(&self, (mut from, to): (Val, Val)) -> Vec<(Val, Val)> {
        let mut cells = Vec::new();
        let begin = self.edges.partition_point(|&edge| edge <= from);
        for &edge in self.edges[begin..].iter().take_while(|&&edge| edge <= to) {
            cells.push((from, edge - 1));
            from = edge;
        }
        cells.push((from, to));
        cells
    }

    /// The number of a command plus 1.
    fn command(&self, (gait, presses): Input) -> u32 {
        let action = self.world.action(gait.into(), presses);
        let mut commands = self.subject.machine().commands.iter();
        commands
            .position(|c| c.action.0 == action)
            .map_or(0, |at| at as u32 + 1)
    }

    /// For how many ticks somebody falls who does nothing and meets nothing.
    fn flight(&self, pose: Pose) -> u32 {
        let (mut at, mut ticks) = (pose, u32::from(!pose.ground));
        while !self.world.is_dead(at) && ticks < 10_000 {
            let free = self.world.fall(at, false).outcomes[0];
            at = free.expect("one may meet nothing");
            ticks += 1;
        }
        ticks
    }

    fn poll(&self, budget: &mut dyn Budget) -> Result<(), Stop> {
        let states = self.boxes.all().len() as u64;
        let progress = Progress {
            states,
            bytes: states * 120,
            ..Progress::default()
        };
        match budget.spend(&progress).break_value() {
            Some(stop) => Err(stop),
            None => Ok(()),
        }
    }

    /// Ground from which the goal is reached.
    fn grounds(&mut self, all: &[Place], budget: &mut dyn Budget) -> Result<(), Stop> {
        let world = self.world;
        let standing = all.iter().filter(|place| place.pose.ground);
        let standing = standing.flat_map(|place| world.landed(place.pose.y, place.x));
        let mut standing: Vec<Ground> = standing.collect();
        standing.sort_unstable();
        let mut grounds: Vec<Ground> = Vec::new();
        for (y, x) in standing {
            match grounds.last_mut() {
                Some(last) if last.0 == y && x.0 <= last.1.1 + 1 => last.1.1 = last.1.1.max(x.1),
                _ => grounds.push((y, x)),
            }
        }
        let mut open = Vec::new();
        for (y, x) in grounds {
            let pose = world.standing(y, x.0).pose;
            world.going_on(pose, x, |x| open.push((y, x)));
        }
        let (lo, hi) = self.goal.span;
        open.sort_by_key(|(_, x)| (lo - x.1).max(x.0 - hi));
        self.patience = FAILURES * open.len();
        loop {
            let mut left = Vec::new();
            let n_before = open.len();
            for ground in open {
                if !self.ground(ground, budget)? {
                    left.push(ground);
                }
            }
            if left.is_empty() || left.len() == n_before {
                return Ok(());
            }
            open = left;
        }
    }

    /// One ground: a run from some of it, walks to there, and how to come to rest on it.
    fn ground(&mut self, (y, x): Ground, budget: &mut dyn Budget) -> Result<bool, Stop> {
        let world = self.world;
        let width = x.1 - x.0;
        for part in [4, 2, 6, 1, 7] {
            let middle = x.0 + width / 8 * part;
            let from = Moment {
                body: world.standing(y, middle),
                ..Moment::first(world)
            };
            let right = world.bounds().right;
            let mut aim = Good {
                boxes: &self.boxes,
                right,
                beside: (BESIDE, 0),
            };
            let walked = walk_from(world, &from, &mut aim, GRAIN, MOST_FROM_REST, budget)?;
            if !walked.is_met {
                continue;
            }
            let begin = ((middle - BESIDE).max(x.0), (middle + BESIDE).min(x.1));
            let span = Span {
                x: begin,
                v: (0, 0),
            };
            let pose = from.body.pose;
            if self.along(pose, span, &walked.inputs) {
                self.walks(y, x, begin);
                self.rests(y, x);
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Names these inputs from a box on, if they lead to what is good.
    fn along(&mut self, pose: Pose, span: Span, inputs: &[Input]) -> bool {
        let last = self.inputs.len() - 2;
        [last / 2 / 2 * 2, 0, last].iter().any(|&at| {
            let more = std::iter::repeat_n(self.inputs[at], LATER);
            let inputs: Vec<Input> = inputs.iter().copied().chain(more).collect();
            self.just_along(pose, span, &inputs)
        })
    }

    fn just_along(&mut self, pose: Pose, span: Span, inputs: &[Input]) -> bool {
        let (mut now, mut named) = (vec![(pose, span)], Vec::new());
        let mut rank = 0;
        for (i, &input) in inputs.iter().enumerate() {
            let mut next = Vec::new();
            for (pose, span) in now {
                if let Some(own) = self.boxes.cover(pose, span, true) {
                    rank = rank.max(own);
                    continue;
                }
                let mut going = Vec::new();
                self.world.going_on(pose, span.x, |x| going.push(x));
                let is_over = going != [span.x];
                if is_over || !allowed(self.world, pose, span.v, input).0 {
                    return false;
                }
                named.push((pose, span, input, i));
                next.extend(after(self.world, pose, span, input));
            }
            if next.len() > 50 {
                return false;
            }
            if next.is_empty() {
                now = next;
                break;
            }
            now = next;
        }
        for (pose, span) in now {
            match self.boxes.cover(pose, span, true) {
                Some(own) => rank = rank.max(own),
                None => return false,
            }
        }
        for (pose, span, input, i) in named {
            let rank = rank + (inputs.len() - i) as u32;
            self.boxes.add(Known {
                pose,
                span,
                command: self.command(input),
                rank,
            });
        }
        true
    }

    /// Short walks from all of some ground to where a run begins.
    fn walks(&mut self, y: Val, whole: (Val, Val), mut begin: (Val, Val)) {
        let pose = self.world.standing(y, whole.0).pose;
        loop {
            let before = begin;
            // To the right and to the left.
            for gait in [3, 1] {
                for n_ticks in (1..=60).rev() {
                    let room = if gait > 2 {
                        begin.0 - whole.0
                    } else {
                        whole.1 - begin.1
                    };
                    let inputs = self.walk(gait, n_ticks);
                    let far = self.far(&inputs).abs();
                    if room == 0 || far == 0 || far > begin.1 - begin.0 + 1 {
                        continue;
                    }
                    let x = match gait > 2 {
                        true => ((begin.0 - far).max(whole.0), begin.0 - 1),
                        false => (begin.1 + 1, (begin.1 + far).min(whole.1)),
                    };
                    if self.along(pose, Span { x, v: (0, 0) }, &inputs) {
                        begin = (begin.0.min(x.0), begin.1.max(x.1));
                        break;
                    }
                }
            }
            if begin == before {
                return;
            }
        }
    }

    /// So many ticks of a gait, and then nothing until one stands still.
    fn walk(&self, gait: u8, n_ticks: usize) -> Vec<Input> {
        let profile = self.world.profile();
        let mut inputs = vec![(gait, false); n_ticks];
        let mut vx = 0;
        let next = |vx: Val, gait: u8| {
            let way = profile.advance[usize::from(gait)][(vx + profile.fastest) as usize];
            profile.slowed[(way + profile.furthest) as usize]
        };
        for _ in 0..n_ticks {
            vx = next(vx, gait);
        }
        while vx != 0 && inputs.len() < 200 {
            inputs.push((2, false));
            vx = next(vx, 2);
        }
        inputs
    }

    /// How far inputs lead from a stand where nothing is in the way.
    fn far(&self, inputs: &[Input]) -> Val {
        let profile = self.world.profile();
        let (mut x, mut vx) = (0, 0);
        for &(gait, _) in inputs {
            let way = profile.advance[usize::from(gait)][(vx + profile.fastest) as usize];
            x += way;
            vx = profile.slowed[(way + profile.furthest) as usize];
        }
        x
    }

    /// How whoever is on some ground and not too fast comes to rest on it.
    fn rests(&mut self, y: Val, whole: (Val, Val)) {
        let world = self.world;
        let still = world.standing(y, whole.0).pose;
        let pressed = Pose {
            jump: world.profile().held(),
            ..still
        };
        let mut braking = self.braking();
        braking.sort_by_key(|(n, ..)| *n);
        for (_, v, gait) in braking {
            for pose in [still, pressed] {
                let own: Vec<(Val, Val)> = self.reached.get(&pose).cloned().unwrap_or_default();
                for x in own {
                    let x = (x.0.max(whole.0), x.1.min(whole.1));
                    if x.0 <= x.1 {
                        self.brakes(pose, Span { x, v }, (gait, false));
                    }
                }
            }
        }
    }

    /// Names an input for as many of these places as it is good for.
    fn brakes(&mut self, pose: Pose, span: Span, input: Input) {
        // Only near the ends may it fail, so they are drawn in: each as far as the half at its
        // side needs.
        let (lo, hi) = span.x;
        let middle = lo + (hi - lo) / 2;
        let is_fine = |x: (Val, Val)| {
            x.0 <= x.1
                && self
                    .rank_after(pose, Span { x, ..span }, input, true)
                    .is_some()
        };
        let least = |most: Val, part: &dyn Fn(Val) -> (Val, Val)| {
            if is_fine(part(0)) {
                return 0;
            }
            let (mut bad, mut good) = (0, most + 1);
            while good - bad > 1 {
                let out = (good + bad) / 2;
                match is_fine(part(out)) {
                    true => good = out,
                    false => bad = out,
                }
            }
            good
        };
        let from_left = least(middle - lo, &|out| (lo + out, middle));
        let from_right = least(hi - middle - 1, &|out| (middle + 1, hi - out));
        let x = (lo + from_left, hi - from_right);
        if x.0 <= x.1 {
            self.names(pose, Span { x, ..span }, &[input]);
        }
    }

    /// The speeds at which one comes to rest after so many ticks, and how.
    fn braking(&self) -> Vec<(u32, (Val, Val), u8)> {
        let profile = self.world.profile();
        let fastest = profile.fastest;
        let mut known: FxHashMap<Val, (u32, u8)> = FxHashMap::default();
        let mut speeds: Vec<Val> = (-fastest..=fastest).collect();
        speeds.sort_by_key(|v| v.abs());
        let mut all: Vec<(u32, (Val, Val), u8)> = Vec::new();
        for vx in speeds {
            let best = self.world.gaits().filter_map(|gait| {
                let way = profile.advance[gait][(vx + fastest) as usize];
                let next = profile.slowed[(way + profile.furthest) as usize];
                let n = match next {
                    0 => 1,
                    _ => known.get(&next)?.0 + 1,
                };
                Some((n, way.abs(), gait as u8))
            });
            if let Some((n, _, gait)) = best.min() {
                known.insert(vx, (n, gait));
            }
        }
        for vx in -fastest..=fastest {
            let Some(&(n, gait)) = known.get(&vx) else {
                continue;
            };
            match all.last_mut() {
                Some((m, v, g)) if (*m, *g) == (n, gait) && v.1 == vx - 1 => v.1 = vx,
                _ => all.push((n, (vx, vx), gait)),
            }
        }
        all
    }

    /// The greatest rank that an input leads to, if all that it leads to is known.
    fn rank_after(&self, pose: Pose, span: Span, input: Input, is_named: bool) -> Option<u32> {
        let next = after(self.world, pose, span, input);
        let ranks = next
            .into_iter()
            .map(|(pose, span)| self.boxes.cover(pose, span, is_named));
        ranks
            .collect::<Option<Vec<u32>>>()
            .map(|ranks| ranks.into_iter().max().unwrap_or(0))
    }

    /// Names the first of these inputs that leads to what is good.
    fn names(&mut self, pose: Pose, span: Span, inputs: &[Input]) -> bool {
        for &input in inputs {
            if !allowed(self.world, pose, span.v, input).0 {
                continue;
            }
            if let Some(rank) = self.rank_after(pose, span, input, true) {
                let command = self.command(input);
                self.boxes.add(Known {
                    pose,
                    span,
                    command,
                    rank: rank + 1,
                });
                return true;
            }
        }
        false
    }

    /// Whether all that can be done leads to what is known.
    fn sinks(&mut self, pose: Pose, span: Span) -> bool {
        let mut rank = 0;
        for &input in &self.inputs {
            if allowed(self.world, pose, span.v, input).1 {
                match self.rank_after(pose, span, input, false) {
                    Some(own) => rank = rank.max(own),
                    None => return false,
                }
            }
        }
        self.boxes.add(Known {
            pose,
            span,
            command: 0,
            rank: rank + 1,
        });
        true
    }

    /// Goes through what is left until nothing more becomes known.
    fn settle(
        &mut self,
        pending: &mut Vec<(Pose, Span)>,
        is_named: bool,
        budget: &mut dyn Budget,
    ) -> Result<(), Stop> {
        loop {
            let mut left = Vec::new();
            let mut is_new = false;
            for (pose, span) in std::mem::take(pending) {
                self.poll(budget)?;
                let n_before = left.len();
                let was = self.boxes.all().len();
                self.settled(pose, span, is_named, &mut left);
                is_new |= self.boxes.all().len() > was;
                // What is still together is kept together.
                let parts = left.split_off(n_before);
                left.extend(joined(parts));
            }
            *pending = left;
            if !is_new || pending.is_empty() {
                return Ok(());
            }
        }
    }

    fn settled(&mut self, pose: Pose, span: Span, is_named: bool, left: &mut Vec<(Pose, Span)>) {
        if self.boxes.cover(pose, span, is_named).is_some() {
            return;
        }
        let known = match is_named {
            true => {
                let last = self.inputs.len() / 2 - 1;
                let steer = [last / 2, 0, last].map(|at| self.inputs[at * 2]);
                self.names(pose, span, &steer)
            }
            false => self.sinks(pose, span),
        };
        if known {
            return;
        }
        let middle = span.x.0 + (span.x.1 - span.x.0) / 2;
        let at = self.edges.partition_point(|&edge| edge <= middle);
        let near = self.edges[at.saturating_sub(1)..].iter().take(2);
        let inside = near
            .copied()
            .filter(|&edge| span.x.0 < edge && edge <= span.x.1);
        match inside.min_by_key(|edge| (edge - middle).abs()) {
            Some(edge) => {
                self.settled(
                    pose,
                    Span {
                        x: (span.x.0, edge - 1),
                        ..span
                    },
                    is_named,
                    left,
                );
                self.settled(
                    pose,
                    Span {
                        x: (edge, span.x.1),
                        ..span
                    },
                    is_named,
                    left,
                );
            }
            None => left.push((pose, span)),
        }
    }

    /// Looks for runs of those who can take off from ground that they are too fast for.
    fn leave_edges(
        &mut self,
        pending: &[(Pose, Span)],
        budget: &mut dyn Budget,
    ) -> Result<bool, Stop> {
        let was = self.boxes.all().len();
        let speeds: Vec<(Val, Val)> = self.braking().into_iter().map(|(_, v, _)| v).collect();
        for &(pose, span) in pending
            .iter()
            .filter(|(pose, _)| pose.ground && pose.jump == 0)
        {
            for &v in &speeds {
                let v = (v.0.max(span.v.0), v.1.min(span.v.1));
                if v.0 > v.1 {
                    continue;
                }
                for part in self.boxes.uncovered(pose, Span { v, ..span }, true) {
                    self.leaves(pose, part, 3, budget)?;
                }
            }
        }
        Ok(self.boxes.all().len() > was)
    }

    fn leaves(
        &mut self,
        pose: Pose,
        span: Span,
        depth: u32,
        budget: &mut dyn Budget,
    ) -> Result<bool, Stop> {
        if self.patience == 0 {
            return Ok(false);
        }
        for i in (0..self.tried.len()).rev() {
            let inputs = self.tried[i].clone();
            if self.along(pose, span, &inputs) {
                return Ok(true);
            }
        }
        let middle = |(lo, hi): (Val, Val)| lo + (hi - lo) / 2;
        let body = Body {
            x: middle(span.x),
            vx: middle(span.v),
            pose,
        };
        let from = Moment {
            body,
            ..Moment::first(self.world)
        };
        let right = self.world.bounds().right;
        let beside = ((span.x.1 - span.x.0) / 2, 0);
        let mut aim = Good {
            boxes: &self.boxes,
            right,
            beside,
        };
        let walked = walk_from(self.world, &from, &mut aim, GRAIN, MOST_FROM_EDGE, budget)?;
        if walked.is_met && self.along(pose, span, &walked.inputs) {
            self.tried.push(walked.inputs);
            if self.tried.len() > 20 {
                self.tried.remove(0);
            }
            return Ok(true);
        }
        self.patience = self.patience.saturating_sub(1);
        if depth == 0 || !walked.is_met || self.patience == 0 {
            return Ok(false);
        }
        let (x, v) = (middle(span.x), middle(span.v));
        let halves = match span.x.1 - span.x.0 > span.v.1 - span.v.0 {
            true => [
                Span {
                    x: (span.x.0, x),
                    ..span
                },
                Span {
                    x: (x + 1, span.x.1),
                    ..span
                },
            ],
            false => [
                Span {
                    v: (span.v.0, v),
                    ..span
                },
                Span {
                    v: (v + 1, span.v.1),
                    ..span
                },
            ],
        };
        let mut all = true;
        for half in halves {
            let is_whole = half.x.0 <= half.x.1 && half.v.0 <= half.v.1;
            all &= is_whole && self.leaves(pose, half, depth - 1, budget)?;
        }
        Ok(all)
    }

    /// Cuts what is left on the ground into speeds and small parts.
    fn split_fast(&mut self, pending: &mut Vec<(Pose, Span)>) {
        let speeds: Vec<(Val, Val)> = self.braking().into_iter().map(|(_, v, _)| v).collect();
        let mut parts = Vec::new();
        for (pose, span) in std::mem::take(pending) {
            if !pose.ground {
                parts.push((pose, span));
                continue;
            }
            for &v in &speeds {
                for from in (span.x.0..=span.x.1).step_by(FINE as usize) {
                    let x = (from, (from + FINE - 1).min(span.x.1));
                    let uncovered = self.boxes.uncovered(pose, Span { x, v }, true);
                    parts.extend(uncovered.into_iter().map(|part| (pose, part)));
                }
            }
        }
        *pending = parts;
    }

    /// All boxes, as the kernel reads them.
    fn ways(&self) -> Ways {
        let way = |known: &Known| {
            let body = Body {
                x: 0,
                vx: 0,
                pose: known.pose,
            };
            let mut ranges: Vec<(Val, Val)> = body.values().map(|v| (v, v)).to_vec();
            ranges[0] = known.span.x;
            ranges[1] = known.span.v;
            Way {
                ranges,
                command: known.command,
                rank: known.rank,
            }
        };
        // The largest first, which cover most.
        let mut all: Vec<&Known> = self.boxes.all().iter().collect();
        all.sort_by_key(|known| -known.span.size());
        Ways {
            boxes: all.into_iter().map(way).collect(),
            cuts: vec![(0, self.edges.clone())],
        }
    }
}

/// Parts of one vertical state, where those are one that go on where another ends.
fn joined(parts: Vec<(Pose, Span)>) -> Vec<(Pose, Span)> {
    let mut all: Vec<(Pose, Span)> = Vec::new();
    for (pose, span) in parts {
        match all.last_mut() {
            Some((_, last)) if last.x.1 + 1 == span.x.0 && last.v == span.v => last.x.1 = span.x.1,
            _ => all.push((pose, span)),
        }
    }
    all
}

/// To come to what is known to be good.
struct Good<'b> {
    boxes: &'b Boxes,
    right: Val,
    /// How many places and speeds to either side must be good as well.
    beside: (Val, Val),
}

impl Aim for Good<'_> {
    fn is_met(&mut self, body: &Body, _: &mut dyn Iterator<Item = Val>) -> bool {
        let (x, v) = self.beside;
        let x = ((body.x - x).max(0), (body.x + x).min(self.right));
        let point = Span {
            x: (body.x, body.x),
            v: (body.vx, body.vx),
        };
        let span = Span {
            x,
            v: (body.vx - v, body.vx + v),
        };
        self.boxes.cover(body.pose, point, true).is_some()
            && self.boxes.cover(body.pose, span, true).is_some()
    }

    fn span(&self) -> (Val, Val) {
        (0, self.right)
    }
}
