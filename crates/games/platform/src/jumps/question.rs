//! Whether somebody who stands in one place can come to stand in another: the kernel looks
//! at every answer.

use std::ops::RangeInclusive;

use playproof_certify::{Budget, CheckError, Evidence, Stop, check};
use playproof_model::{Answer, Model, Property, Question, Subject, Val};

use super::direct;
use crate::canonical::{Board, ExitRule, Tile};
use crate::engine::{Input, Swept, Target, closed_set, decide, trace};
use crate::native::{Body, Broken, Foothold, Pose, World};
use crate::profile::Profile;
use crate::rules::{Bounds, Stage, rules};

/// A column and a row, from 0.
pub type Cell = (usize, usize);

/// What is asked of a jump.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct JumpQuestion {
    /// Where it begins: in the middle of this place.
    pub from: Cell,
    /// Where it ends.
    pub to: Cell,
    /// Whether it may begin at any speed, and not only from a stand.
    pub is_running: bool,
    /// Whether no ground may be touched but the ledges of the two places.
    pub is_direct: bool,
}

/// What there is to say of a jump.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum JumpAnswer {
    /// A run, which the kernel has accepted: the speed at which it begins, and its inputs.
    Possible(Val, Vec<Input>),
    /// Nobody can do it: so many ranges of places are a closed set, which the kernel has
    /// accepted.
    Impossible(usize),
}

/// Why there is no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NoJump {
    /// It is no question about this level: the place at fault, if it is one, and why.
    Asked(Option<Cell>, String),
    /// It was stopped.
    Stopped(Stop),
    /// The only run that was found touches other ground for a tick, or the kernel rejected what was
    /// found.
    Undecided(String),
}

/// A question about a level.
pub struct Jump {
    question: JumpQuestion,
    stage: Stage,
    /// Where play is said to have come to the end of the jump.
    landing: Foothold,
    foothold: Option<Foothold>,
    firsts: Vec<Body>,
}

impl Jump {
    /// The question about a stage, whose exit, time and walkers do not count.
    pub fn new(stage: &Stage, question: JumpQuestion) -> Result<Jump, NoJump> {
        let stage = bare(stage)?;
        let (board, profile) = (&stage.board, &stage.profile);
        for cell in [question.from, question.to] {
            if cell.0 >= board.width || cell.1 >= board.height || !board.is_stand(cell.0, cell.1) {
                let why = "nobody can stand there: expected a free place with ground below it";
                return Err(NoJump::Asked(Some(cell), why.to_owned()));
            }
        }
        let (from, to) = (ledge(board, question.from), ledge(board, question.to));
        let is_same = question.from.1 == question.to.1 && from == to;
        if question.is_direct && is_same {
            let why = "both places are on one ledge: there is nothing to jump over";
            return Err(NoJump::Asked(Some(question.to), why.to_owned()));
        }
        let right = Bounds::new(board, profile).right;
        let landing = match question.is_direct {
            true => on_ledge(profile, right, question.to.1, &to, 0),
            false => in_middle(profile, right, question.to),
        };
        // Whoever goes over the edge of the ledge in a tick still counts as standing after it.
        let foothold = question.is_direct.then(|| {
            let beyond = profile.furthest;
            on_ledge(profile, right, question.from.1, &from, beyond)
        });
        let firsts = firsts(&stage, question);
        Ok(Jump {
            question,
            stage,
            landing,
            foothold,
            firsts,
        })
    }

    /// The columns of the ledges of both places.
    pub fn ledges(&self) -> [RangeInclusive<usize>; 2] {
        [self.question.from, self.question.to].map(|cell| ledge(&self.stage.board, cell))
    }

    /// The answer.
    pub fn decide(&self, budget: &mut dyn Budget) -> Result<JumpAnswer, NoJump> {
        let mut world = World::new(&self.stage).begun_in(self.firsts.clone());
        if let Some(foothold) = self.foothold {
            world = world.held_to(foothold);
        }
        let beginning = |inputs: &[Input]| self.beginning(&world, inputs);
        proved(&self.subject(), &world, &beginning, budget)
    }

    /// What the kernel is asked.
    fn subject(&self) -> Subject {
        let mut rules = rules(&self.stage);
        direct::begun_in(&mut rules, &self.firsts);
        if let Some(foothold) = self.foothold {
            direct::held_to(&mut rules, foothold);
        }
        let Foothold { y, x: (from, to) } = self.landing;
        let property = format!("reach ground == 1 && y == {y} && x >= {from} && x <= {to}");
        let property: Property = property.parse().expect("a property");
        let model = Model::Rules(Box::new(rules));
        model
            .elaborate(&property)
            .expect("these are variables and values of theirs")
    }

    /// The first state, by number and speed, from which the inputs are a run, one that
    /// touches no ground that it must not touch.
    fn beginning(&self, world: &World, inputs: &[Input]) -> Result<(u32, Val), NoJump> {
        let mut leads = false;
        for (number, first) in self.firsts.iter().enumerate() {
            let (mut body, mut is_clean) = (*first, true);
            for &(gait, presses) in inputs {
                let next = world.tick(&body, gait.into(), presses);
                is_clean &= !next.pose.ground || self.may_touch(body.x, next.pose);
                body = next;
            }
            if body.pose.ground && self.landing.allows(&body) {
                leads = true;
                if is_clean {
                    return Ok((number as u32, first.vx));
                }
            }
        }
        let why = match leads {
            true => "the only run that was found touches other ground for a tick",
            false => "what was found is no run",
        };
        Err(NoJump::Undecided(why.to_owned()))
    }

    /// Whether feet that came down there touch a ledge that may be touched.
    fn may_touch(&self, x: Val, pose: Pose) -> bool {
        let Profile { tile, body, .. } = self.stage.profile;
        if !self.question.is_direct {
            return true;
        }
        let columns = x.div_euclid(tile)..=(x + body.0 - 1).div_euclid(tile);
        let places = [self.question.from, self.question.to];
        places.into_iter().zip(self.ledges()).any(|(cell, ledge)| {
            let is_level = pose.y == (cell.1 as Val + 1) * tile;
            let (first, last) = (*ledge.start() as Val, *ledge.end() as Val);
            is_level && *columns.start() <= last && first <= *columns.end()
        })
    }
}

/// The number and the speed of the first state that a run begins in, or why it is none.
type Beginning<'a> = dyn Fn(&[Input]) -> Result<(u32, Val), NoJump> + 'a;

/// Whether somebody gets to the target of a subject: decided, and accepted by the kernel.
pub(super) fn proved(
    subject: &Subject,
    world: &World,
    beginning: &Beginning,
    budget: &mut dyn Budget,
) -> Result<JumpAnswer, NoJump> {
    let Question::Reach(reach) = subject.question() else {
        unreachable!("what can be reached is asked");
    };
    let holds = subject.machine().atoms[reach.target.index()].holds;
    let mut target = Target::new(subject, holds, world);
    let swept = decide(world, &mut target, budget).map_err(NoJump::Stopped)?;
    let (answer, evidence, said) = match swept {
        Swept::Closed(places) => (
            Answer::Violated,
            Evidence::ClosedSet(closed_set(subject, world, &places)),
            JumpAnswer::Impossible(places.len()),
        ),
        Swept::Run(inputs) => {
            let (first, vx) = beginning(&inputs)?;
            let mut run = trace(world, &inputs);
            run.initial = first;
            let said = JumpAnswer::Possible(vx, inputs);
            (Answer::Holds, Evidence::Trace(run), said)
        }
        Swept::Meets => unreachable!("nobody walks there, and there is no time limit"),
    };
    match check(subject, answer, &evidence, budget) {
        Ok(_) => Ok(said),
        Err(CheckError::Stopped(stop)) => Err(NoJump::Stopped(stop)),
        Err(CheckError::Rejected(why)) => {
            Err(NoJump::Undecided(format!("the kernel rejected it: {why}")))
        }
    }
}

/// The stage without an exit, a time limit and walkers.
fn bare(stage: &Stage) -> Result<Stage, NoJump> {
    let mut board = stage.board.clone();
    for tile in &mut board.tiles {
        if tile.is(Tile::WALKS) || tile.is(Tile::EXIT) {
            *tile = Tile::AIR;
        }
    }
    board.settings.exit = ExitRule::Touch;
    board.settings.time = None;
    let stage = Stage::new(board, stage.profile.clone());
    let stage = stage.map_err(|why| NoJump::Asked(None, why))?;
    match stage.walkers.first() {
        None => Ok(stage),
        Some(met) => {
            let why = "jumps are not asked of levels with what is met from one side";
            Err(NoJump::Asked(Some(met.place), why.to_owned()))
        }
    }
}

/// The columns of the ground that a place is on, as far as one can go on it.
fn ledge(board: &Board, (column, row): Cell) -> RangeInclusive<usize> {
    let is_on = |column: &usize| board.is_stand(*column, row);
    let first = (0..=column).rev().take_while(is_on).last();
    let last = (column..board.width).take_while(is_on).last();
    first.unwrap_or(column)..=last.unwrap_or(column)
}

/// Where the feet are over a ledge, and so far beyond its ends.
fn on_ledge(
    profile: &Profile,
    right: Val,
    row: usize,
    columns: &RangeInclusive<usize>,
    beyond: Val,
) -> Foothold {
    let (tile, width) = (profile.tile, profile.body.0);
    let first = *columns.start() as Val * tile - width + 1 - beyond;
    let last = (*columns.end() as Val + 1) * tile - 1 + beyond;
    Foothold {
        y: (row as Val + 1) * tile,
        x: (first.max(0), last.min(right)),
    }
}

/// Where the middle of the body is in a place.
fn in_middle(profile: &Profile, right: Val, (column, row): Cell) -> Foothold {
    let (tile, half) = (profile.tile, profile.body.0 / 2);
    let first = column as Val * tile - half;
    Foothold {
        y: (row as Val + 1) * tile,
        x: (first.max(0), (first + tile - 1).min(right)),
    }
}

/// Who stands in the middle of the first place: still, or at any speed, beginning with the
/// greatest towards the other place.
fn firsts(stage: &Stage, question: JumpQuestion) -> Vec<Body> {
    let Profile { tile, body, .. } = stage.profile;
    let (column, row) = (question.from.0 as Val, question.from.1 as Val);
    let right = Bounds::new(&stage.board, &stage.profile).right;
    let at = |vx: Val| Body {
        x: (column * tile + (tile - body.0) / 2).min(right),
        vx,
        pose: Pose {
            y: (row + 1) * tile,
            vy: stage.profile.rest,
            jump: 0,
            ground: true,
            broken: Broken::NONE,
        },
    };
    if !question.is_running {
        return vec![at(0)];
    }
    let fastest = match stage.board.settings.style.runs {
        true => stage.profile.fastest,
        false => stage.profile.strolling,
    };
    let towards = if question.to.0 < question.from.0 {
        -1
    } else {
        1
    };
    (-fastest..=fastest)
        .rev()
        .map(|vx| at(vx * towards))
        .collect()
}
