//! Trusted: what a VGDL game is once its text is understood.
//!
//! Kinds of sprites have numbers, in the order in which their names first occur; `wall`
//! is 0 and `avatar` 1, whether the game names them or not. Nothing here depends on a
//! level but [`Level`]: a speed is a part of a cell, and a cell has as many pixels as the
//! level says.

/// The number of a kind of sprites.
pub type KindId = usize;

/// A game.
#[derive(Clone, PartialEq, Debug)]
pub struct Game {
    /// The kinds of sprites, by number.
    pub kinds: Vec<Kind>,
    /// The kinds whose sprites are drawn, the lowest first. They act in reverse order.
    pub order: Vec<KindId>,
    /// All effects.
    pub effects: Vec<Effect>,
    /// What happens at the edge of the screen: whom each effect concerns, in order.
    pub edges: Vec<(KindId, EffectId)>,
    /// What happens where two sprites meet, in the order of the first rule of each pair.
    pub pairs: Vec<Pair>,
    /// When play ends, in order.
    pub endings: Vec<Ending>,
    /// The kinds that are collected or counted as resources, in increasing order: the
    /// pockets of each sprite.
    pub pockets: Vec<KindId>,
}

/// The number of an effect.
pub type EffectId = usize;

/// A kind of sprites.
#[derive(Clone, PartialEq, Debug)]
pub struct Kind {
    /// Its name.
    pub name: String,
    /// What its sprites do by themselves; none of a kind that only has parts.
    pub class: Option<Class>,
    /// The kinds it belongs to, the widest first, and itself.
    pub ancestors: Vec<KindId>,
    /// Whose sprites are meant where a rule names this kind, in order: those of the kinds
    /// that it belongs to, its own, and those of all its parts.
    pub family: Vec<KindId>,
    /// Whether there is only one sprite of the family at a time.
    pub is_singleton: bool,
    /// Cells a tick; -1 stands for 1 where a sprite drifts.
    pub speed: f64,
    /// Ticks between two moves, at least 1.
    pub cooldown: i32,
    /// Which way its sprites face at first.
    pub facing: Facing,
    /// Whether they have a direction at all.
    pub is_oriented: bool,
    /// Whether an avatar turns before it moves.
    pub turns_in_place: bool,
    /// Health at first.
    pub health: i32,
    /// What health stays below when some is added.
    pub health_limit: i32,
    /// How much of it can be in a pocket; 0 of what is no resource.
    pub limit: i32,
}

/// What the sprites of a kind do by themselves.
#[derive(Clone, PartialEq, Debug)]
pub enum Class {
    /// `Immovable` and `Door`: nothing.
    Immovable,
    /// `Portal`: nothing, but it has an exit.
    Portal {
        /// Where it leads, if that is a kind.
        exit: Option<KindId>,
    },
    /// `Passive` and `Missile`: they drift the way they face.
    Drifting,
    /// `Resource`: drifts too, and so much of it is collected at once.
    Resource {
        /// How much.
        value: i32,
    },
    /// `Flicker` and `OrientedFlicker`: vanishes when it is older than this.
    Flicker {
        /// The age.
        limit: i32,
    },
    /// `LookupChaser`: goes a shortest way to the nearest sprite of a family.
    Chaser {
        /// Whom it is after.
        target: KindId,
        /// What it goes round: kinds that throw it back.
        walls: Vec<KindId>,
    },
    /// An avatar that goes where the key says.
    Walker {
        /// Whether it then faces that way: `OrientedAvatar` does, `MovingAvatar` does not.
        faces_its_way: bool,
    },
    /// `ShootAvatar`: goes, and otherwise shoots.
    Shooter {
        /// What it shoots, the preferred first, each with the kind that this takes one
        /// out of the pocket of, if any.
        weapons: Vec<(KindId, Option<KindId>)>,
    },
    /// `MissileAvatar`: drifts whatever the key.
    Projectile,
    /// `OngoingTurningAvatar`: drifts, turns at right angles, and leaves a trail.
    Turner {
        /// What it leaves behind.
        trail: KindId,
    },
}

impl Class {
    /// Whether the player can be one of these.
    pub fn is_avatar(&self) -> bool {
        use Class::{Projectile, Shooter, Turner, Walker};
        matches!(
            self,
            Walker { .. } | Shooter { .. } | Projectile | Turner { .. }
        )
    }

    /// Whether its sprites never drift.
    pub fn is_static(&self) -> bool {
        matches!(self, Class::Immovable | Class::Portal { .. })
    }
}

/// Which way something faces or goes: a vector of which only the direction counts. None
/// where both are 0. A vector along an axis has length 1, so that equal directions along
/// an axis are equal values.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Facing {
    /// To the right.
    pub x: i32,
    /// Down.
    pub y: i32,
}

impl Facing {
    /// No direction.
    pub const NONE: Facing = Facing { x: 0, y: 0 };
    /// Up.
    pub const UP: Facing = Facing { x: 0, y: -1 };
    /// Down.
    pub const DOWN: Facing = Facing { x: 0, y: 1 };
    /// Left.
    pub const LEFT: Facing = Facing { x: -1, y: 0 };
    /// Right.
    pub const RIGHT: Facing = Facing { x: 1, y: 0 };

    /// The direction of a move by so many pixels.
    pub fn of(x: i32, y: i32) -> Facing {
        if x == 0 || y == 0 {
            return Facing {
                x: x.signum(),
                y: y.signum(),
            };
        }
        Facing { x, y }
    }

    /// The vector of length 1, as the Java engine computes it.
    pub fn unit(self) -> (f64, f64) {
        let (x, y) = (f64::from(self.x), f64::from(self.y));
        let length = (x * x + y * y).sqrt();
        match length {
            0.0 => (0.0, 0.0),
            _ => (x / length, y / length),
        }
    }

    /// Whether both are the same direction.
    pub fn is_same(self, other: Facing) -> bool {
        self.unit() == other.unit()
    }

    /// The opposite direction.
    pub fn back(self) -> Facing {
        Facing {
            x: -self.x,
            y: -self.y,
        }
    }
}

/// Two kinds, and what happens where their sprites meet.
#[derive(Clone, PartialEq, Debug)]
pub struct Pair {
    /// Whom it happens to, mostly.
    pub first: KindId,
    /// Who is met.
    pub second: KindId,
    /// What happens, in order.
    pub effects: Vec<EffectId>,
}

/// Something that happens.
#[derive(Clone, PartialEq, Debug)]
pub struct Effect {
    /// What.
    pub what: What,
    /// What it changes the score by, where it does happen.
    pub score: i64,
}

/// What can happen to a first sprite that meets a second one.
#[derive(Clone, PartialEq, Debug)]
pub enum What {
    /// `nullEffect`.
    Nothing,
    /// `stepBack`: the first is where it was before.
    StepBack {
        /// It stops at the second's edge instead.
        is_pixel_perfect: bool,
    },
    /// `undoAll`: everything is where it was before, but what is of these kinds.
    UndoAll {
        /// What stays.
        except: Vec<KindId>,
    },
    /// `bounceForward`: the first is pushed the way the second went.
    BounceForward,
    /// `killSprite`.
    KillSprite,
    /// `killBoth`.
    KillBoth,
    /// `killAll`: all sprites of this very kind.
    KillAll(KindId),
    /// `killIfHasLess`: if there is no more than that in its pocket.
    KillIfHasLess(KindId, i32),
    /// `killIfHasMore`: if there is at least that in its pocket.
    KillIfHasMore(KindId, i32),
    /// `killIfOtherHasMore`: if there is at least that in the second's pocket.
    KillIfOtherHasMore {
        /// What.
        resource: KindId,
        /// How much.
        limit: i32,
        /// Whether it is then taken out.
        subtract: bool,
    },
    /// `killIfScoreNegative`.
    KillIfScoreNegative,
    /// `transformTo`.
    TransformTo {
        /// What it becomes.
        kind: KindId,
        /// Whether the second vanishes.
        kills_second: bool,
        /// Whether it always keeps its direction.
        forces_facing: bool,
    },
    /// `transformToAll`: all sprites of a kind.
    TransformToAll {
        /// Which.
        from: KindId,
        /// What they become.
        to: KindId,
        /// Whether they always keep their direction.
        forces_facing: bool,
    },
    /// `collectResource`: the first goes into the second's pocket.
    CollectResource {
        /// Whether the first vanishes then.
        kills: bool,
    },
    /// `changeResource`: of the first's pocket.
    ChangeResource {
        /// Which.
        resource: KindId,
        /// By how much.
        value: i32,
        /// Whether the second vanishes then.
        kills: bool,
    },
    /// `spawn`: on the first.
    Spawn(KindId),
    /// `spawnIfHasMore`: on the first, if there is at least that in its pocket.
    SpawnIfHasMore {
        /// What comes.
        kind: KindId,
        /// What must be in the pocket.
        resource: KindId,
        /// How much of it.
        limit: i32,
        /// What is taken out.
        spend: i32,
    },
    /// `spawnAbove` and so on: beside the second.
    SpawnBeside {
        /// What comes.
        kind: KindId,
        /// On which side.
        side: Facing,
        /// Beside where the second was, if it has left that place.
        steps_back: bool,
    },
    /// `attractGaze`: the first faces where the second does.
    AttractGaze {
        /// Whether it also gets into line.
        aligns: bool,
    },
    /// `wrapAround`: to the opposite edge, so many cells from it.
    WrapAround(f64),
    /// `setSpeedForAll`: of a family.
    SetSpeedForAll(KindId, f64),
    /// `addHealthPoints`.
    AddHealth {
        /// How many.
        value: i32,
        /// Whether the second vanishes then.
        kills_second: bool,
    },
    /// `subtractHealthPoints`.
    SubtractHealth {
        /// Whose, instead of the first's: the first sprite of the family's last kind
        /// that has any.
        whose: Option<KindId>,
        /// How many.
        value: i32,
        /// With how many it vanishes.
        limit: i32,
        /// What that changes the score by, instead.
        score_if_killed: i64,
    },
    /// `addTimer`: something happens later, to nobody in particular.
    AddTimer {
        /// After how many ticks.
        ticks: i32,
        /// What.
        effect: EffectId,
        /// Whether it happens again and again.
        repeats: bool,
    },
    /// `pullWithIt`: the first goes along with the second, once a tick.
    PullWithIt {
        /// Whether it gets exactly onto the second.
        is_pixel_perfect: bool,
    },
    /// `teleportToExit`: to the exit of the second.
    TeleportToExit,
    /// `reverseDirection`.
    ReverseDirection,
    /// `turnAround`: two steps down, and the other way.
    TurnAround,
}

/// When play ends.
#[derive(Clone, PartialEq, Debug)]
pub struct Ending {
    /// When.
    pub when: When,
    /// Whether that is a win.
    pub wins: bool,
}

/// A condition on a state. Sprites of families are counted that are not disabled.
#[derive(Clone, PartialEq, Debug)]
pub enum When {
    /// `SpriteCounter`: at most so many.
    AtMost(KindId, i32),
    /// `SpriteCounterMore`: at least so many.
    AtLeast(KindId, i32),
    /// `MultiSpriteCounter`: so many of several families together, or more.
    Together {
        /// The families.
        kinds: Vec<KindId>,
        /// How many.
        limit: i32,
        /// Whether more will do.
        or_more: bool,
    },
    /// `Timeout`: so many ticks have passed before this one.
    Timeout(i32),
}

/// A level: where the sprites are at first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Level {
    /// Columns.
    pub width: i32,
    /// Rows.
    pub height: i32,
    /// Pixels a cell is wide and high.
    pub block: i32,
    /// Each sprite's kind, column and row, in the order of their making.
    pub sprites: Vec<(KindId, i32, i32)>,
}
