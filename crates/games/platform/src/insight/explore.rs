//! What can be reached on a board, as guidance: where everybody stops, and which tiles
//! somebody touches. What walks is left out.

use playproof_certify::{Budget, Stop};
use playproof_model::{Model, Property, Question, Subject, Val};

use crate::canonical::Board;
use crate::engine::{Place, Precision, Swept, Target, sweep};
use crate::native::{Body, World};
use crate::profile::Profile;
use crate::rules::{Stage, rules};

/// How exactly a board is looked at, from cheap to exact.
const LADDER: [Precision; 3] = [Precision::AnySpeed, Precision::Gaps(16), Precision::Exact];

/// What came of looking at a board.
pub(super) enum Found {
    /// The exit may be reached.
    Exit,
    /// These places are reached, and the exit is not.
    Places(Vec<Place>),
}

/// Looks at boards of one size, with the exit in one place.
pub(super) struct Explorer {
    subject: Subject,
    profile: Profile,
}

impl Explorer {
    pub(super) fn new(board: &Board) -> Option<Explorer> {
        let profile = Profile::new(&board.settings.profile).ok()?;
        let stage = Stage::new(board.clone(), profile).ok()?;
        let model = Model::Rules(Box::new(rules(&stage)));
        let subject = model.elaborate(&Property::Solvable).ok()?;
        let profile = stage.profile;
        Some(Explorer { subject, profile })
    }

    pub(super) fn profile(&self) -> &Profile {
        &self.profile
    }

    /// What can be reached, with this precision, from the start or from another state.
    pub(super) fn explore(
        &self,
        board: &Board,
        from: Option<Body>,
        precision: Precision,
        budget: &mut dyn Budget,
    ) -> Result<Found, Stop> {
        let stage = Stage::new(board.clone(), self.profile.clone());
        let stage = stage.map_err(|_| Stop::Incomplete)?;
        let mut world = World::new(&stage);
        if let Some(body) = from {
            world = world.begun(body);
        }
        let Question::Reach(reach) = self.subject.question() else {
            return Err(Stop::Incomplete);
        };
        let holds = self.subject.machine().atoms[reach.target.index()].holds;
        let mut target = Target::new(&self.subject, holds, &world);
        Ok(match sweep(&world, &mut target, precision, budget)? {
            Swept::Closed(places) => Found::Places(places),
            Swept::Meets | Swept::Run(_) => Found::Exit,
        })
    }

    /// The same, ever more exactly as long as the exit may be reached: to verify a changed
    /// level takes far longer than a look at some of it.
    pub(super) fn explore_finely(
        &self,
        board: &Board,
        from: Option<Body>,
        precision: Precision,
        budget: &mut dyn Budget,
    ) -> Result<Found, Stop> {
        let mut found = self.explore(board, from, precision, budget)?;
        let finer = LADDER.iter().skip_while(|&&p| p != precision).skip(1);
        for &precision in finer {
            if let Found::Exit = found {
                found = self.explore(board, from, precision, budget)?;
            }
        }
        Ok(found)
    }

    /// The places that are reached if the exit is not, and how exactly one has to look to
    /// see that.
    pub(super) fn closed(
        &self,
        board: &Board,
        budget: &mut dyn Budget,
    ) -> Result<Option<(Precision, Vec<Place>)>, Stop> {
        for precision in LADDER {
            if let Found::Places(places) = self.explore(board, None, precision, budget)? {
                return Ok(Some((precision, places)));
            }
        }
        Ok(None)
    }
}

/// A column and a row.
pub(super) type Spot = (usize, usize);

/// The spot that a standing body is in: of the columns of its middle and its edges the
/// first that has ground.
fn spot(board: &Board, profile: &Profile, x: Val, y: Val) -> Option<Spot> {
    let row = usize::try_from((y - 1).div_euclid(profile.tile)).ok()?;
    let edges = [x + profile.body.0 / 2, x, x + profile.body.0 - 1];
    let columns = edges.map(|edge| usize::try_from(edge / profile.tile).ok());
    let mut columns = columns.into_iter().flatten();
    let column = columns.find(|&column| column < board.width && board.is_stand(column, row))?;
    (row < board.height).then_some((column, row))
}

/// The spots where somebody stands, each with a state in which that is.
pub(super) fn stands(board: &Board, profile: &Profile, places: &[Place]) -> Vec<(Spot, Body)> {
    let mut all: Vec<(Spot, Body)> = Vec::new();
    let mut known = vec![false; board.width * board.height];
    for place in places.iter().filter(|place| place.pose.ground) {
        let (from, to) = place.x;
        let steps = (from..=to).step_by(profile.tile as usize).chain([to]);
        for x in steps {
            let Some((column, row)) = spot(board, profile, x, place.pose.y) else {
                continue;
            };
            if !std::mem::replace(&mut known[row * board.width + column], true) {
                let body = Body {
                    x,
                    vx: place.vx.unwrap_or(0),
                    pose: place.pose,
                };
                all.push(((column, row), body));
            }
        }
    }
    all
}

/// The tiles that bodies overlap, in some columns: for each of the board's tiles whether.
pub(super) fn overlapped(
    board: &Board,
    profile: &Profile,
    places: &[Place],
    columns: std::ops::Range<usize>,
) -> Vec<bool> {
    let mut touched = vec![false; board.width * board.height];
    for place in places {
        let y = place.pose.y;
        let rows = (y - profile.body.1).div_euclid(profile.tile)..=(y - 1).div_euclid(profile.tile);
        let from = (place.x.0 / profile.tile) as usize;
        let to = ((place.x.1 + profile.body.0 - 1) / profile.tile) as usize;
        let within = from.max(columns.start)..(to + 1).min(columns.end);
        for row in rows.filter_map(|row| usize::try_from(row).ok()) {
            if row < board.height && within.start < within.end {
                touched[row * board.width..][within.clone()].fill(true);
            }
        }
    }
    touched
}
