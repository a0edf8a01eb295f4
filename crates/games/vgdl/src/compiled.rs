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
    /// Whether it is played as py-vgdl plays it, instead of GVGAI (`dialect.rs`).
    pub is_py: bool,
    /// Whether the score is part of a state although no rule reads it, to ask about it.
    pub counts_score: bool,
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
        /// What it shoots, the preferred first.
        weapons: Vec<Weapon>,
    },
    /// `MissileAvatar`: drifts whatever the key.
    Projectile,
    /// `OngoingTurningAvatar`: drifts, turns at right angles, and leaves a trail.
    Turner {
        /// What it leaves behind.
        trail: KindId,
    },
}

/// What is shot, and the kind of ammunition that this takes, if any.
pub type Weapon = (KindId, Option<KindId>);

impl Class {
    /// Whether the player can be one of these.
    pub fn is_avatar(&self) -> bool {
        use Class::{Projectile, Shooter, Turner, Walker};
        matches!(
            self,
            Walker { .. } | Shooter { .. } | Projectile | Turner { .. }
        )
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

/// Something that happens: what is done if a condition holds. Each rule of a game's text
/// comes to a few simple acts, so that what is trusted is their meaning, and which acts a
/// rule comes to can be seen in the statement.
#[derive(Clone, PartialEq, Debug)]
pub struct Effect {
    /// What must be so.
    pub condition: Condition,
    /// What is done, one after the other until one cannot be done.
    pub acts: Vec<Act>,
    /// What it changes the score by, where it does happen.
    pub score: i64,
}

/// One of two sprites that meet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Who {
    /// Whom the rule names first.
    First,
    /// Whom it names second.
    Second,
}

/// What must be so for something to happen.
#[derive(Clone, PartialEq, Debug)]
pub enum Condition {
    /// Nothing.
    Always,
    /// There is at most so much of a resource in a pocket.
    HasAtMost(Who, KindId, i32),
    /// There is at least so much of it.
    HasAtLeast(Who, KindId, i32),
    /// The first's health stays below its limit when so much is added.
    CanHeal(i32),
    /// The second's pocket is not full of the first, if that is a resource.
    Fits,
}

/// What can be done where a first sprite meets a second one.
#[derive(Clone, PartialEq, Debug)]
pub enum Act {
    /// One of them is killed.
    Kill(Who),
    /// One of them vanishes, even if it is an avatar.
    Vanish(Who),
    /// So much is added to what one of them has of a resource.
    Add(Who, KindId, i32),
    /// The first is where it was when the tick began.
    PutBack,
    /// The first is at the edge of the second, on the side that it came from.
    PutToEdge,
    /// Everything is where it was when the tick began, but what is of these kinds.
    PutAllBack(Vec<KindId>),
    /// The first is pushed the way the second went.
    Push,
    /// All sprites of this very kind are killed.
    KillAll(KindId),
    /// The first is killed if the score is negative.
    KillIfScoreNegative,
    /// The first becomes another.
    Become(Form),
    /// All sprites of a kind become others.
    BecomeAll(KindId, Form),
    /// The first, if it is a resource, is counted in the second's pocket.
    Collect,
    /// Something comes where the first is.
    Make(KindId),
    /// Something comes beside the second, on this side.
    MakeBeside(KindId, Facing),
    /// The same beside where the second was, if it has left that place.
    MakeBehind(KindId, Facing),
    /// The first faces where the second does.
    Attract,
    /// It also gets into line with it.
    Align,
    /// The first comes in at the opposite edge, so many cells from it.
    Wrap(f64),
    /// The speed of all of a family.
    SetSpeed(KindId, f64),
    /// The first's health grows.
    Heal(i32),
    /// Health is lost: the first's, or instead that of the first sprite of a family's last
    /// kind that has any.
    Hurt(Option<KindId>, Harm),
    /// An effect happens after so many ticks, to nobody in particular.
    SetTimer(i32, EffectId),
    /// The first goes along with the second, once a tick.
    Pull,
    /// The same, and it gets exactly onto the second.
    PullOnto,
    /// The first goes to the exit of the second.
    Teleport,
    /// The first faces the opposite way.
    TurnBack,
    /// The first goes two steps down.
    StepDown,
}

/// What a sprite becomes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Form {
    /// A sprite of this kind.
    pub kind: KindId,
    /// Whether it always keeps its direction.
    pub keeps_facing: bool,
}

/// What a loss of health is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Harm {
    /// How much is lost.
    pub value: i32,
    /// With how much a sprite dies.
    pub limit: i32,
    /// What its death changes the score by, beside the effect's own change.
    pub score: i64,
}

impl Game {
    /// All that can be done.
    pub fn acts(&self) -> impl Iterator<Item = &Act> {
        self.effects.iter().flat_map(|effect| &effect.acts)
    }
}

/// When play ends.
#[derive(Clone, PartialEq, Debug)]
pub struct Ending {
    /// When.
    pub when: When,
    /// Whether that is a win.
    pub wins: bool,
}

/// A condition on a state: how many sprites of several families there are that are not
/// disabled.
#[derive(Clone, PartialEq, Debug)]
pub enum When {
    /// At most so many.
    AtMost(Vec<KindId>, i32),
    /// At least so many.
    AtLeast(Vec<KindId>, i32),
    /// So many.
    Exactly(Vec<KindId>, i32),
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

impl Level {
    /// Whether cells at these places overlap.
    pub fn overlap(&self, a: (i32, i32), b: (i32, i32)) -> bool {
        (a.0 - b.0).abs() < self.block && (a.1 - b.1).abs() < self.block
    }
}
