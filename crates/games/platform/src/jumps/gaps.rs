//! How wide a gap can be jumped over under a profile, by how much higher the other side is.

use playproof_certify::{Budget, Stop};
use playproof_model::{Model, Property, Question, Subject};

use super::arcs::arcs;
use super::direct::begun_in;
use super::question::{JumpAnswer, NoJump, proved};
use crate::canonical::{Board, Tile};
use crate::engine::{Grain, Precision, Swept, Target, sweep, walk};
use crate::native::{Body, Broken, Pose, World};
use crate::profile::Profile;
use crate::rules::{Stage, rules};

/// Columns of ground before the gap.
const RUN_UP: usize = 30;
/// The row of that ground.
const FLOOR: i64 = 12;
/// States after which looking for a run is given up.
const ENOUGH: usize = 200_000;
/// Wider gaps are not looked at.
pub const WIDEST: usize = 64;
/// How much higher the other side is, in tiles.
pub const HEIGHTS: [i64; 8] = [-4, -2, 0, 1, 2, 3, 4, 5];

/// How somebody comes to the edge of a gap.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Approach {
    /// After running up over 30 tiles of flat ground.
    Running,
    /// Standing on one part of a pixel of ground, setting off in one tick and jumping in the
    /// next.
    Standing,
}

/// Ground, a gap of so many tiles, and ground that is so much higher; the exit is far away.
fn board(gap: usize, higher: i64, has_run_up: bool) -> Board {
    let (width, height) = (RUN_UP + gap + 20, 24);
    let mut tiles = vec![Tile::AIR; width * height];
    for (at, tile) in tiles.iter_mut().enumerate() {
        let (column, row) = (at % width, (at / width) as i64);
        let is_ground = if column < RUN_UP {
            has_run_up && row >= FLOOR
        } else {
            column >= RUN_UP + gap && row >= FLOOR - higher
        };
        if is_ground {
            *tile = Tile::SOLID;
        }
    }
    Board {
        width,
        height,
        tiles,
        start: (0, FLOOR as usize - 1),
        exit: width - 1,
        ..Board::default()
    }
}

/// A gap of so many tiles, the question whether somebody gets to the ground beyond it, and
/// where that begins.
struct Crossing {
    subject: Subject,
    world: World,
    first: Option<Body>,
}

impl Crossing {
    fn new(profile: &Profile, gap: usize, higher: i64, approach: Approach) -> Crossing {
        let stage = |has_run_up: bool| {
            let stage = Stage::new(board(gap, higher, has_run_up), profile.clone());
            stage.expect("nothing walks there")
        };
        let with_run_up = stage(true);
        let (mut rules_of, mut world) = (rules(&with_run_up), World::new(&with_run_up));
        let mut first = None;
        if approach == Approach::Standing {
            let pose = Pose {
                y: FLOOR as i32 * profile.tile,
                vy: profile.rest,
                jump: 0,
                ground: true,
                broken: Broken::NONE,
            };
            let standing = Body {
                x: RUN_UP as i32 * profile.tile - 1,
                vx: 0,
                pose,
            };
            let setting_off = world.tick(&standing, 4, false);
            let jumping = world.tick(&setting_off, 4, true);
            // Whoever jumps from a stand must not come back to run up.
            let bare = stage(false);
            rules_of = rules(&bare);
            begun_in(&mut rules_of, &[jumping]);
            world = World::new(&bare).begun(jumping);
            first = Some(jumping);
        }
        let beyond = (RUN_UP + gap) as i32 * profile.tile - profile.body.0 + 1;
        let property = format!("reach ground == 1 && x >= {beyond}");
        let property: Property = property.parse().expect("a property");
        let model = Model::Rules(Box::new(rules_of));
        let subject = model.elaborate(&property).expect("x is a variable");
        Crossing {
            subject,
            world,
            first,
        }
    }
}

/// Whether somebody gets to the ground beyond a gap of so many tiles. The kernel accepts the
/// answer.
pub fn crossing(
    profile: &Profile,
    gap: usize,
    higher: i64,
    approach: Approach,
    budget: &mut dyn Budget,
) -> Result<JumpAnswer, NoJump> {
    let Crossing {
        subject,
        world,
        first,
    } = Crossing::new(profile, gap, higher, approach);
    let vx = first.map_or(0, |first| first.vx);
    proved(&subject, &world, &|_| Ok((0, vx)), budget)
}

/// The same without the kernel: a sweep decides it.
pub fn is_crossed(
    profile: &Profile,
    gap: usize,
    higher: i64,
    approach: Approach,
    budget: &mut dyn Budget,
) -> Result<bool, Stop> {
    let Crossing { subject, world, .. } = Crossing::new(profile, gap, higher, approach);
    let Question::Reach(reach) = subject.question() else {
        unreachable!("what can be reached is asked");
    };
    let holds = subject.machine().atoms[reach.target.index()].holds;
    let mut target = Target::new(&subject, holds, &world);
    // What is impossible even with gaps of a pixel filled is seen soon, and so is most of
    // what is possible.
    let pixel = profile.tile / 16;
    if let Swept::Closed(_) = sweep(&world, &mut target, Precision::Gaps(pixel), budget)? {
        return Ok(false);
    }
    let grain = Grain {
        x: pixel.ilog2(),
        vx: pixel.ilog2(),
        ticks: 0,
    };
    if walk(&world, &mut target, grain, ENOUGH, budget)?.is_some() {
        return Ok(true);
    }
    let swept = sweep(&world, &mut target, Precision::Exact, budget)?;
    Ok(!matches!(swept, Swept::Closed(_)))
}

/// The widest gap to a side that is so much higher that can be crossed, where one that is
/// wider by a tile cannot be; 0 if none can. `near` is where to begin looking.
pub fn widest_gap(
    profile: &Profile,
    higher: i64,
    approach: Approach,
    near: usize,
    budget: &mut dyn Budget,
) -> Result<usize, Stop> {
    let mut crossed = |gap: usize| is_crossed(profile, gap, higher, approach, budget);
    let mut gap = near.max(1);
    if crossed(gap)? {
        while gap < WIDEST && crossed(gap + 1)? {
            gap += 1;
        }
        return Ok(gap);
    }
    while gap > 1 {
        gap -= 1;
        if crossed(gap)? {
            return Ok(gap);
        }
    }
    Ok(0)
}

/// How wide gaps can be jumped over, for each of [`HEIGHTS`].
pub fn gaps(
    profile: &Profile,
    approach: Approach,
    budget: &mut dyn Budget,
) -> Result<[usize; 8], Stop> {
    let mut widest = [0; 8];
    // Where to begin: at top speed all the time that a jump lasts, or at half of it.
    let longest = arcs(profile).iter().map(|arc| arc.ticks).max();
    let far = profile.furthest * longest.unwrap_or(0) / profile.tile;
    let mut near = match approach {
        Approach::Running => far as usize,
        Approach::Standing => far as usize / 2,
    };
    near = near.min(WIDEST);
    // The higher the other side, the narrower the gap, mostly: so little is to be looked at.
    for (slot, higher) in widest.iter_mut().zip(HEIGHTS) {
        *slot = widest_gap(profile, higher, approach, near, budget)?;
        near = *slot;
    }
    Ok(widest)
}
