//! Who is met on the way, and where they may be met at all.

use playproof_model::Val;

use crate::canonical::{PlayerStyle, Tile};
use crate::native::{Body, Pose, World};
use crate::profile::Profile;
use crate::walkers::Walker;

/// How somebody is met.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Meeting {
    /// Not at all.
    None,
    /// From above: it dies, and the player is thrown up from the height of its head.
    OnHead(Val),
    /// In a way that kills the player.
    Deadly,
}

/// Where a walker walks that dies of who comes down on it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Zone {
    /// The places of the player's left edge from which it may be met.
    pub(super) x: (Val, Val),
    /// Below its feet, and its head.
    feet: Val,
    head: Val,
}

impl Zone {
    /// The zones of all that may be met from above and die.
    pub(super) fn of(walkers: &[Walker], profile: &Profile, style: PlayerStyle) -> Vec<Zone> {
        let dies = |walker: &&Walker| style.kills && walker.tile.is(Tile::STOMPABLE);
        let pieces = walkers
            .iter()
            .filter(dies)
            .flat_map(|walker| &walker.pieces);
        let zone = pieces.filter_map(|piece| {
            let ends = [piece.x, piece.x + piece.step * (piece.len - 1)];
            let near = profile.body.0 - 1;
            let (least, greatest) = (ends[0].min(ends[1]), ends[0].max(ends[1]));
            let feet = piece.ground()?;
            Some(Zone {
                x: (least - near, greatest + near),
                feet,
                head: feet - profile.body.1,
            })
        });
        zone.collect()
    }

    /// Whether somebody in this vertical state may meet it from above. That ground may be
    /// in between is left out: then it depends on nothing but the vertical state.
    fn is_below(&self, pose: Pose) -> bool {
        let falls = !pose.ground && pose.vy > 0;
        falls && pose.y <= self.feet && self.head < pose.y + pose.vy
    }
}

impl World {
    /// The parts of a range of places from which somebody may be met from above, each with
    /// the height of the head.
    pub fn heads(&self, pose: Pose, (lo, hi): (Val, Val)) -> Vec<(Val, (Val, Val))> {
        let below = self.zones.iter().filter(|zone| zone.is_below(pose));
        let parts = below.map(|zone| (zone.head, (lo.max(zone.x.0), hi.min(zone.x.1))));
        let mut parts: Vec<_> = parts.filter(|(_, part)| part.0 <= part.1).collect();
        parts.sort_unstable();
        parts.dedup_by(|next, part| {
            let joins = next.0 == part.0 && next.1.0 <= part.1.1 + 1;
            if joins {
                part.1.1 = part.1.1.max(next.1.1);
            }
            joins
        });
        parts
    }

    /// Whether something in the level can be met one by one.
    pub fn has_walkers(&self) -> bool {
        !self.walkers.is_empty()
    }

    /// How many there are.
    pub fn n_walkers(&self) -> usize {
        self.walkers.len()
    }

    /// The phase of a walker after so many ticks, if nobody kills it.
    pub fn phase(&self, walker: usize, ticks: u32) -> Val {
        let walker = &self.walkers[walker];
        let (ticks, gone) = (ticks as Val, walker.gone());
        match walker.again {
            Some(again) if ticks >= gone => again + (ticks - again) % (gone - again),
            _ => ticks.min(gone),
        }
    }

    /// The phase in which a walker is gone.
    pub fn last_phase(&self, walker: usize) -> Val {
        self.walkers[walker].gone()
    }

    /// Who is met after so many ticks, of those that are alive; those who are met from
    /// above and die of it are told.
    pub fn meeting(
        &self,
        body: &Body,
        ticks: u32,
        is_alive: impl Fn(usize) -> bool,
        mut dies: impl FnMut(usize),
    ) -> Meeting {
        let mut heads: Vec<(Val, usize)> = Vec::new();
        let (wide, high) = self.profile().body;
        let kills = self.style().kills;
        let (y, is_falling) = (body.pose.y, !body.pose.ground && body.pose.vy > 0);
        let mut lands = None;
        for (number, walker) in self.walkers.iter().enumerate() {
            if !is_alive(number) {
                continue;
            }
            let at = walker.at(self.phase(number, ticks));
            let Some((_, feet, falls)) = at.filter(|at| (at.0 - body.x).abs() < wide) else {
                continue;
            };
            let mut comes_to = || {
                *lands.get_or_insert_with(|| {
                    let fall = self.fall(body.pose, false);
                    self.fallen(body, &fall).y
                })
            };
            let is_above = is_falling && !falls && y <= feet && feet - high < comes_to();
            let overlaps = feet - high < y && y - high < feet;
            let tile = walker.tile;
            let is_deadly = match is_above {
                true => tile.is(Tile::DEADLY_ABOVE) || (tile.is(Tile::STOMPABLE) && !kills),
                false => overlaps && tile.is(Tile::DEADLY_SIDE),
            };
            if is_deadly {
                return Meeting::Deadly;
            }
            if is_above && kills && tile.is(Tile::STOMPABLE) {
                heads.push((feet - high, number));
            }
        }
        let Some(&(highest, _)) = heads.iter().min() else {
            return Meeting::None;
        };
        let met = heads.iter().filter(|(head, _)| *head == highest);
        met.for_each(|&(_, walker)| dies(walker));
        Meeting::OnHead(highest)
    }
}
