//! What a run can take: coins, and walkers that die of who comes down on them.

use playproof_model::{Formula, Relation, Val};

use crate::canonical::Tile;
use crate::case::Case;
use crate::engine::{Aim, Input, Moment, Place};
use crate::native::{Body, World};

/// What is counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Of {
    /// Coins that are touched.
    Coins,
    /// Walkers, and others that can be met, that are killed.
    Kills,
}

impl Of {
    /// Its name in properties.
    pub fn name(self) -> &'static str {
        match self {
            Of::Coins => "coins",
            Of::Kills => "kills",
        }
    }

    pub(crate) fn among(self, (n_coins, n_kills): (usize, usize)) -> usize {
        match self {
            Of::Coins => n_coins,
            Of::Kills => n_kills,
        }
    }

    pub(crate) fn wanted(self, n: usize) -> (usize, usize) {
        match self {
            Of::Coins => (n, 0),
            Of::Kills => (0, n),
        }
    }
}

/// Something to take.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Prize {
    /// Its number among all of its kind, from 1: that of `coin_3`, or of `walker_3`.
    pub number: usize,
    /// The column and row in which it is drawn.
    pub place: (usize, usize),
    /// Where the left edge of the body is of whoever may take it.
    span: (Val, Val),
    /// Where a walker stands from which it may be met: below its feet, and `x` of whoever
    /// is near enough. A coin has none.
    grounds: Vec<(Val, (Val, Val))>,
}

/// All that can be taken in a level.
pub(super) struct Prizes<'c> {
    case: &'c Case,
    world: &'c World,
    pub of: Of,
    pub all: Vec<Prize>,
}

impl<'c> Prizes<'c> {
    pub fn of(case: &'c Case, of: Of) -> Prizes<'c> {
        let all = match of {
            Of::Coins => coins(case),
            Of::Kills => walkers(case),
        };
        let world = &case.world;
        Prizes {
            case,
            world,
            of,
            all,
        }
    }

    /// How far a prize is to the side in a moment: a walker where it is then.
    pub fn far(&self, number: usize, now: &Moment) -> Val {
        let prize = &self.all[number];
        match self.of {
            Of::Coins => {
                let ((lo, hi), x) = (prize.span, now.body.x);
                (lo - x).max(x - hi).max(0)
            }
            Of::Kills => {
                let walker = prize.number - 1;
                let phase = self.world.phase(walker, now.ticks);
                let at = self.case.stage.walkers[walker].at(phase);
                at.map_or(Val::MAX, |(x, _, _)| (x - now.body.x).abs())
            }
        }
    }

    /// What must be true at some time of a run that takes it, in the words of the Rules.
    /// Of a walker it is what `rules/met.rs` needs for coming down on it, with any phase.
    pub fn condition(&self, prize: &Prize) -> Formula {
        if self.of == Of::Coins {
            return Formula::name(&format!("coin_{}", prize.number));
        }
        let (_, high) = self.world.profile().body;
        let deepest = self.world.profile().vertical.1;
        // What no value can be is no question, so bounds stay among the values.
        let right = self.world.bounds().right;
        let (top, bottom) = (self.world.bounds().top, self.world.bounds().bottom);
        let is = |name: &str, relation, n| Formula::compare(name, relation, n);
        let falls = is("ground", Relation::Eq, 0).and(is("vy", Relation::Gt, 0));
        let near = prize.grounds.iter().map(|&(feet, (lo, hi))| {
            let beside = is("x", Relation::Ge, lo.clamp(0, right));
            let beside = beside.and(is("x", Relation::Le, hi.clamp(0, right)));
            let above = is("y", Relation::Le, feet.clamp(top, bottom));
            let highest = (feet - high - deepest + 1).clamp(top, bottom);
            let below = is("y", Relation::Ge, highest);
            beside.and(above).and(below)
        });
        let near = near.reduce(Formula::or).unwrap_or(Formula::Const(false));
        falls.and(near)
    }

    /// Whether the condition may be true in some of these places.
    pub fn may_be_taken(&self, prize: &Prize, place: &Place) -> bool {
        let is_beside = |(lo, hi): (Val, Val)| lo <= place.x.1 && place.x.0 <= hi;
        let (_, high) = self.world.profile().body;
        match self.of {
            Of::Coins => is_beside(prize.span) && self.is_in_rows(prize, place.pose.y),
            Of::Kills => {
                let pose = place.pose;
                let deepest = self.world.profile().vertical.1;
                let meets = |&(feet, x): &(Val, (Val, Val))| {
                    is_beside(x) && pose.y <= feet && pose.y > feet - high - deepest
                };
                !pose.ground && pose.vy > 0 && prize.grounds.iter().any(meets)
            }
        }
    }

    fn is_in_rows(&self, prize: &Prize, y: Val) -> bool {
        let profile = self.world.profile();
        let row = |height: Val| height.div_euclid(profile.tile);
        (row(y - profile.body.1)..=row(y - 1)).contains(&(prize.place.1 as Val))
    }

    fn is_touched(&self, prize: &Prize, body: &Body) -> bool {
        (prize.span.0..=prize.span.1).contains(&body.x) && self.is_in_rows(prize, body.pose.y)
    }

    /// Whether it was taken in one of these moments. The dead stay dead, so the last says
    /// who was killed.
    fn is_taken(&self, number: usize, moments: &[Moment]) -> bool {
        let prize = &self.all[number];
        match self.of {
            Of::Coins => moments.iter().any(|now| self.is_touched(prize, &now.body)),
            Of::Kills => moments
                .last()
                .is_some_and(|now| now.killed.contains(&(prize.number as u16 - 1))),
        }
    }

    /// Whether a run from the beginning takes it.
    pub fn is_taken_by(&self, run: &[Input], number: usize) -> bool {
        let moments = Moment::first(self.world).run(self.world, run);
        self.is_taken(number, &moments)
    }

    /// Which of them some moments take.
    pub fn taken(&self, moments: &[Moment]) -> Vec<bool> {
        let numbers = 0..self.all.len();
        numbers.map(|n| self.is_taken(n, moments)).collect()
    }
}

fn coins(case: &Case) -> Vec<Prize> {
    let (board, world) = (&case.stage.board, &case.world);
    let is_coin = |&at: &usize| board.tiles[at].is(Tile::COIN);
    let places = (0..board.tiles.len()).filter(is_coin);
    let coin = |(i, at): (usize, usize)| Prize {
        number: i + 1,
        place: (at % board.width, at / board.width),
        span: world.above((at % board.width) as Val),
        grounds: Vec::new(),
    };
    places.enumerate().map(coin).collect()
}

/// Those who die of whoever comes down on them, if the style kills at all.
fn walkers(case: &Case) -> Vec<Prize> {
    if !case.stage.board.settings.style.kills {
        return Vec::new();
    }
    let near = case.stage.profile.body.0 - 1;
    let mut all = Vec::new();
    for (i, walker) in case.stage.walkers.iter().enumerate() {
        let mut grounds: Vec<(Val, (Val, Val))> = Vec::new();
        for piece in &walker.pieces {
            let Some(feet) = piece.ground() else {
                continue;
            };
            let ends = [piece.x, piece.x + piece.step * (piece.len - 1)];
            let (lo, hi) = (ends[0].min(ends[1]) - near, ends[0].max(ends[1]) + near);
            match grounds.iter_mut().find(|(of, _)| *of == feet) {
                Some((_, x)) => *x = (x.0.min(lo), x.1.max(hi)),
                None => grounds.push((feet, (lo, hi))),
            }
        }
        let xs = || grounds.iter().map(|&(_, x)| x);
        let span = (xs().map(|x| x.0).min(), xs().map(|x| x.1).max());
        if let (true, (Some(lo), Some(hi))) = (walker.tile.is(Tile::STOMPABLE), span) {
            all.push(Prize {
                number: i + 1,
                place: walker.place,
                span: (lo, hi),
                grounds,
            });
        }
    }
    all
}

/// To take one prize, and perhaps to win in the same tick.
pub(super) struct Take<'p> {
    pub prizes: &'p Prizes<'p>,
    pub number: usize,
    pub wins: bool,
}

impl Aim for Take<'_> {
    fn is_met(&mut self, body: &Body, others: &mut dyn Iterator<Item = Val>) -> bool {
        let Prizes { world, of, all, .. } = self.prizes;
        let prize = &all[self.number];
        let ends_well = match self.wins {
            true => world.is_won(body),
            false => !world.is_over(body),
        };
        let is_taken = match of {
            Of::Coins => self.prizes.is_touched(prize, body),
            // Who is gone by itself is in the last phase too.
            Of::Kills => {
                let walker = prize.number - 1;
                let phases: Vec<Val> = others.collect();
                let ticks = *phases.last().expect("ticks come last") as u32;
                let last = world.last_phase(walker);
                phases[walker] == last && world.phase(walker, ticks) != last
            }
        };
        is_taken && ends_well
    }

    fn span(&self) -> (Val, Val) {
        match self.wins {
            true => self.prizes.world.exit(),
            false => self.prizes.all[self.number].span,
        }
    }

    fn goes_on(&self) -> bool {
        !self.wins
    }
}
