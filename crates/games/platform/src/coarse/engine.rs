//! The engine for the coarse game: earliest arrivals.
//!
//! Of two states in the same place, one with at least as much time left and with no
//! enemy alive that is dead in the other is as good: whatever the other can do, it can
//! do too, and ends up as good again. So a search by the number of moves forgets every
//! state that is no better than one it has seen, and its runs are still shortest. If it
//! ends without a run, the states no better than those it has kept, and all the dead,
//! are a set that nobody leaves.
//!
//! Enemies and the time are left out first. From where there is no way to the target
//! even so nothing is searched: all states there belong to that set.

use std::any::Any;
use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

use playproof_certify::{
    Ability, Budget, ClosedSet, Column, Engine, Evidence, Outcome, Progress, QuestionKind, Reason,
    Stop, Task, Trace,
};
use playproof_model::{
    ActionId, NativeFactory, NativeModel, Node, Property, Question, Reach, Step, Subject,
    Unsupported, Val, VarId,
};

use super::actions::{Action, JUMP_TIME, STEP_TIME};
use super::path::{Event, Path, Terrain};
use super::rules::{Ways, actions};
use super::settings::CoarseSettings;
use crate::canonical::Board;

/// What the engine reads of a level.
pub(super) struct CoarseLevel {
    pub board: Board,
    pub settings: CoarseSettings,
}

impl NativeFactory for CoarseLevel {
    fn name(&self) -> &'static str {
        "coarse"
    }

    fn model(&self, _: &Subject, _: &Property) -> Result<Box<dyn NativeModel>, Unsupported> {
        Err(Unsupported("the coarse game has an engine".to_owned()))
    }

    fn as_any(&self) -> Option<&dyn Any> {
        Some(self)
    }
}

/// Decides whether a place of the coarse game can be reached.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct EarliestEngine;

impl Engine for EarliestEngine {
    fn name(&self) -> &'static str {
        "earliest"
    }

    fn summary(&self) -> &'static str {
        "for platform levels in steps of a tile: of states in one place only the best are kept"
    }

    fn abilities(&self) -> &'static [Ability] {
        &[Ability {
            question: QuestionKind::Reach,
            yes: &["trace"],
            no: &["closed-set"],
        }]
    }

    fn supports(&self, task: &Task) -> Result<(), Unsupported> {
        asked(task).map(|_| ())
    }

    fn check(&self, task: &Task, budget: &mut dyn Budget) -> Outcome {
        let (level, reach) = match asked(task) {
            Ok(found) => found,
            Err(why) => return Outcome::unsupported(why),
        };
        let terrain = Terrain::new(&level.board, level.settings.exit);
        let actions = actions(&terrain, &level.settings);
        let ways = Ways::new(&terrain, &actions, terrain.start());
        let search = Search {
            subject: task.subject,
            terrain: &terrain,
            settings: &level.settings,
            actions: &actions,
            ways: &ways,
            targets: targets(task.subject, &terrain, reach),
        };
        match search.decide(budget) {
            Ok((Found::Run(steps), states)) => {
                let trace = Evidence::Trace(Trace { initial: 0, steps });
                Outcome::decided(reach.on_reach, trace, states)
            }
            Ok((Found::Closed(set), states)) => {
                let set = Evidence::ClosedSet(set);
                Outcome::decided(reach.on_reach.opposite(), set, states)
            }
            Err((stop, states)) => Outcome::unknown(Reason::Stopped(stop), states),
        }
    }
}

/// The level and the question, if it is about the player's place alone.
fn asked<'t>(task: &Task<'t>) -> Result<(&'t CoarseLevel, &'t Reach), Unsupported> {
    let own = |native: &'t dyn NativeFactory| native.as_any()?.downcast_ref::<CoarseLevel>();
    let level = task.natives.iter().find_map(|native| own(&**native));
    let level = level
        .ok_or_else(|| Unsupported("this is for platform levels in steps of a tile".to_owned()))?;
    let subject = task.subject;
    let Question::Reach(reach) = subject.question() else {
        return Err(Unsupported("this is for what can be reached".to_owned()));
    };
    let terrain = Terrain::new(&level.board, level.settings.exit);
    let n_enemies = terrain.enemies.len();
    let n_own = 1 + usize::from(level.settings.time.is_some()) + usize::from(n_enemies > 0);
    let machine = subject.machine();
    if machine.vars.len() != n_own {
        return Err(Unsupported("nothing is counted here".to_owned()));
    }
    let holds = machine.atoms[reach.target.index()].holds;
    let is_other = |node: &Node| matches!(node, Node::Var(v) if *v != VarId(0));
    let mut read = playproof_kernel::reachable(&machine.nodes, vec![holds]).into_iter();
    let reads_more = read.any(|e| {
        let node = machine.nodes[e.index()];
        is_other(&node) || matches!(node, Node::Elem(..))
    });
    if reads_more {
        return Err(Unsupported("this is for the player's place".to_owned()));
    }
    let targets = targets(subject, &terrain, reach);
    if targets[terrain.first_below()..].contains(&true) {
        // Of the dead those that are no better are not looked for.
        return Err(Unsupported("this is for the living".to_owned()));
    }
    if n_enemies > 64 * WORDS {
        return Err(Unsupported("there are too many enemies".to_owned()));
    }
    Ok((level, reach))
}

/// The places where the target is true.
fn targets(subject: &Subject, terrain: &Terrain, reach: &Reach) -> Vec<bool> {
    let mut state = Vec::new();
    subject.initial(&mut |first| state = first.to_vec());
    let mut play = subject.play();
    let mut at = |place: usize| {
        state[0] = place as Val;
        play.holds(&state, reach.target)
    };
    (0..terrain.n_places()).map(&mut at).collect()
}

const WORDS: usize = 4;

/// Who is alive.
type Alive = [u64; WORDS];

/// A state, and how it was come to.
#[derive(Clone, Copy)]
struct Label {
    place: u32,
    left: Val,
    alive: Alive,
    before: u32,
    action: u32,
    moves: u32,
}

impl Label {
    fn is_as_good_as(&self, other: &Label) -> bool {
        let mut words = self.alive.iter().zip(&other.alive);
        self.left >= other.left && words.all(|(own, others)| own & !others == 0)
    }
}

enum Found {
    Run(Vec<Step>),
    Closed(ClosedSet),
}

struct Search<'a> {
    subject: &'a Subject,
    terrain: &'a Terrain<'a>,
    settings: &'a CoarseSettings,
    actions: &'a [Action],
    ways: &'a Ways,
    targets: Vec<bool>,
}

impl Search<'_> {
    fn decide(&self, budget: &mut dyn Budget) -> Result<(Found, u64), (Stop, u64)> {
        let ahead = self.moves_ahead();
        let start = self.terrain.start();
        let hopeless = self.hopeless(&ahead);
        if ahead[start].is_none() {
            let n_places = hopeless.len() as u64;
            return Ok((Found::Closed(self.closed_set(hopeless)), n_places));
        }
        let mut alive = [0; WORDS];
        for enemy in 0..self.terrain.enemies.len() {
            alive[enemy / 64] |= 1 << (enemy % 64);
        }
        let mut labels = vec![Label {
            place: start as u32,
            left: self.settings.time.map_or(0, |time| time as Val),
            alive,
            before: u32::MAX,
            action: 0,
            moves: 0,
        }];
        let mut kept: Vec<Vec<u32>> = vec![Vec::new(); self.terrain.n_places()];
        // By the moves in all at least, then those that are nearest.
        let mut open = BinaryHeap::from([Reverse((ahead[start].unwrap_or(0), 0, 0u32))]);
        while let Some(Reverse((_, _, number))) = open.pop() {
            let label = labels[number as usize];
            let place = label.place as usize;
            let mut others = kept[place].iter().map(|&other| &labels[other as usize]);
            if others.any(|other| other.is_as_good_as(&label)) {
                continue;
            }
            kept[place].push(number);
            if self.targets[place] {
                return Ok((Found::Run(run(&labels, number)), labels.len() as u64));
            }
            if self.is_over(&label) {
                continue;
            }
            for action in 0..self.actions.len() {
                let Some(next) = self.step(&label, action) else {
                    continue;
                };
                let Some(further) = ahead[next.place as usize] else {
                    continue;
                };
                let next = Label {
                    before: number,
                    action: action as u32,
                    moves: label.moves + 1,
                    ..next
                };
                open.push(Reverse((
                    next.moves + further,
                    further,
                    labels.len() as u32,
                )));
                labels.push(next);
            }
            let states = labels.len() as u64;
            if states % 512 < 8 {
                let progress = Progress {
                    states,
                    bytes: states * (size_of::<Label>() as u64 + 20),
                    ..Progress::default()
                };
                if let Some(stop) = budget.spend(&progress).break_value() {
                    return Err((stop, states));
                }
            }
        }
        let best = kept.iter().flatten().map(|&number| {
            let label = &labels[number as usize];
            (label.place as usize, label.left, label.alive)
        });
        let set = self.closed_set(best.chain(hopeless).collect());
        Ok((Found::Closed(set), labels.len() as u64))
    }

    fn is_over(&self, label: &Label) -> bool {
        let place = label.place as usize;
        let is_late = self.settings.time.is_some() && label.left == 0;
        is_late || self.is_end(place)
    }

    fn is_end(&self, place: usize) -> bool {
        place >= self.terrain.first_below() || self.terrain.wins(self.terrain.cell(place))
    }

    fn path(&self, place: usize, action: usize) -> Option<&Path> {
        self.ways.all[action][place].as_ref()
    }

    /// What an action leads to; nothing if that is death or lost time.
    fn step(&self, label: &Label, action: usize) -> Option<Label> {
        let path = self.path(label.place as usize, action)?;
        let mut next = *label;
        if self.settings.time.is_some() {
            next.left -= self.actions[action].time() as Val;
        }
        if next.left < 0 || path.end >= self.terrain.first_below() {
            return None;
        }
        for event in &path.events {
            match *event {
                Event::Coin(_) => {}
                Event::Stomp(enemy) => {
                    let bit = 1 << (enemy % 64);
                    if next.alive[enemy / 64] & bit != 0 && !self.settings.style.kills {
                        return None;
                    }
                    next.alive[enemy / 64] &= !bit;
                }
                Event::Hit(enemy) => {
                    if next.alive[enemy / 64] & 1 << (enemy % 64) != 0 {
                        return None;
                    }
                }
            }
        }
        next.place = path.end as u32;
        Some(next)
    }

    /// Where one gets from the start if there are neither enemies nor a limit, and from
    /// where there is no way to a target even so: any state there.
    fn hopeless(&self, ahead: &[Option<u32>]) -> Vec<(usize, Val, Alive)> {
        let start = self.terrain.start();
        let mut known = vec![false; self.terrain.n_places()];
        known[start] = true;
        let mut all = vec![start];
        let mut next = 0;
        while let Some(&place) = all.get(next) {
            next += 1;
            if self.is_end(place) {
                continue;
            }
            for action in 0..self.actions.len() {
                if let Some(path) = self.path(place, action)
                    && path.end < self.terrain.first_below()
                    && !std::mem::replace(&mut known[path.end], true)
                {
                    all.push(path.end);
                }
            }
        }
        all.retain(|&place| ahead[place].is_none());
        let any_state = |place| (place, Val::MAX, [0; WORDS]);
        all.into_iter().map(any_state).collect()
    }

    /// The fewest moves from each place to a target, without enemies and limit.
    fn moves_ahead(&self) -> Vec<Option<u32>> {
        let n = self.terrain.n_places();
        let mut before: Vec<Vec<u32>> = vec![Vec::new(); n];
        for place in (0..n).filter(|&place| !self.is_end(place)) {
            for action in 0..self.actions.len() {
                if let Some(path) = self.path(place, action) {
                    before[path.end].push(place as u32);
                }
            }
        }
        let mut ahead = vec![None; n];
        let mut waiting: VecDeque<usize> = (0..n).filter(|&place| self.targets[place]).collect();
        waiting.iter().for_each(|&place| ahead[place] = Some(0));
        while let Some(place) = waiting.pop_front() {
            let moves = ahead[place].map(|moves| moves + 1);
            for &from in &before[place] {
                if ahead[from as usize].is_none() {
                    ahead[from as usize] = moves;
                    waiting.push_back(from as usize);
                }
            }
        }
        ahead
    }

    /// All states no better than these, and the dead.
    fn closed_set(&self, best: Vec<(usize, Val, Alive)>) -> ClosedSet {
        let nobody = [0; WORDS];
        let below = self.terrain.first_below()..self.terrain.n_places();
        let dead = below.map(|place| (place, Val::MAX, nobody));
        let all: Vec<_> = best.into_iter().chain(dead).collect();
        let mut set = ClosedSet::default();
        let mut n_flat = 1;
        if let Some(limit) = self.settings.time {
            let lefts = all
                .iter()
                .map(|(_, left, _)| (0, (*left).min(limit as Val)));
            set.free.push(n_flat);
            set.columns.push(Column::Ranges(lefts.collect()));
            // What there is time for changes at these.
            let times = [STEP_TIME, JUMP_TIME].map(|time| time as Val);
            set.cuts.push((n_flat, times.to_vec()));
            n_flat += 1;
        }
        for enemy in 0..self.terrain.enemies.len() {
            let least = |alive: &Alive| (alive[enemy / 64] >> (enemy % 64) & 1) as Val;
            let ranges = all.iter().map(|(_, _, alive)| (least(alive), 1));
            set.free.push(n_flat);
            set.columns.push(Column::Ranges(ranges.collect()));
            n_flat += 1;
        }
        // Free variables are at their least value, and so is nobody.
        let mut point = vec![0; self.subject.signature().n_flat()];
        for (place, ..) in &all {
            point[0] = *place as Val;
            self.subject.layout().pack(&point, &mut set.points);
        }
        set
    }
}

fn run(labels: &[Label], last: u32) -> Vec<Step> {
    let mut steps = Vec::new();
    let mut at = &labels[last as usize];
    while at.before != u32::MAX {
        steps.push(Step::Act {
            action: ActionId(at.action),
            choice: 0,
        });
        at = &labels[at.before as usize];
    }
    steps.reverse();
    steps
}
