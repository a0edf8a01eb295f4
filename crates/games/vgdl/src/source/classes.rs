//! The classes of sprites that the language knows, and those that are played.
//!
//! Trusted for `--as-rules`: a statement then holds the Rules instead of the game as it was
//! understood.

/// What a class stands for, before the options are read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ClassName {
    Immovable,
    Portal,
    Passive,
    Missile,
    Resource,
    Flicker { is_oriented: bool },
    Chaser,
    Moving,
    Oriented,
    Shooter,
    Projectile,
    Turner,
}

/// The classes that are played.
pub(super) const PLAYED: [(&str, ClassName); 15] = [
    ("Immovable", ClassName::Immovable),
    ("Door", ClassName::Immovable),
    ("Portal", ClassName::Portal),
    ("Passive", ClassName::Passive),
    ("Missile", ClassName::Missile),
    ("Resource", ClassName::Resource),
    ("Flicker", ClassName::Flicker { is_oriented: false }),
    ("OrientedFlicker", ClassName::Flicker { is_oriented: true }),
    ("LookupChaser", ClassName::Chaser),
    ("MovingAvatar", ClassName::Moving),
    ("OrientedAvatar", ClassName::Oriented),
    ("ShootAvatar", ClassName::Shooter),
    ("MissileAvatar", ClassName::Projectile),
    ("OngoingTurningAvatar", ClassName::Turner),
    // The seed's spelling.
    ("LookupChasear", ClassName::Chaser),
];

/// The classes that are not, and why.
pub(super) const REFUSED: [(&str, &str); 45] = [
    ("Conveyor", OTHER),
    ("Spreader", CHANCE),
    ("ErraticMissile", CHANCE),
    ("RandomMissile", CHANCE),
    ("Walker", CHANCE),
    ("WalkerJumper", CHANCE),
    ("ResourcePack", OTHER),
    ("Chaser", CHANCE),
    ("PathChaser", CHANCE),
    ("Fleeing", CHANCE),
    ("RandomInertial", CHANCE),
    ("RandomNPC", CHANCE),
    ("AlternateChaser", CHANCE),
    ("RandomAltChaser", CHANCE),
    ("PathAltChaser", CHANCE),
    ("RandomPathAltChaser", CHANCE),
    ("LOSChaser", CHANCE),
    ("Bomber", CHANCE),
    ("RandomBomber", CHANCE),
    ("BomberRandomMissile", CHANCE),
    ("SpawnPoint", CHANCE),
    ("SpawnPointMultiSprite", CHANCE),
    ("SpriteProducer", OTHER),
    ("FlakAvatar", OTHER),
    ("HorizontalAvatar", OTHER),
    ("VerticalAvatar", OTHER),
    ("OngoingAvatar", OTHER),
    ("OngoingShootAvatar", OTHER),
    ("NullAvatar", OTHER),
    ("AimedAvatar", OTHER),
    ("ShootOnlyAvatar", OTHER),
    ("PlatformerAvatar", CONTINUOUS),
    ("BirdAvatar", CONTINUOUS),
    ("SpaceshipAvatar", CONTINUOUS),
    ("CarAvatar", CONTINUOUS),
    ("WizardAvatar", CONTINUOUS),
    ("LanderAvatar", CONTINUOUS),
    ("MarioAvatar", CONTINUOUS),
    ("InertialAvatar", CONTINUOUS),
    ("AimedFlakAvatar", OTHER),
    ("RotatingAvatar", OTHER),
    ("RotatingFlippingAvatar", OTHER),
    ("NoisyRotatingFlippingAvatar", CHANCE),
    ("ShootEverywhereAvatar", OTHER),
    ("AStarChaser", OTHER),
];

const CHANCE: &str = "its sprites act by chance, so they are not played";
const CONTINUOUS: &str = "continuous physics is not played";
const OTHER: &str = "this class is not played";

/// Options of sprites that are played.
pub(super) const PLAYED_OPTIONS: [&str; 13] = [
    "speed",
    "cooldown",
    "orientation",
    "rotateInPlace",
    "stype",
    "ammo",
    "limit",
    "value",
    "healthPoints",
    "maxHealthPoints",
    "limitHealthPoints",
    "spawnBehind",
    "singleton",
];

/// Options that change how a sprite moves and are not played.
pub(super) const REFUSED_OPTIONS: [&str; 15] = [
    "timeToLive",
    "wMult",
    "hMult",
    "is_static",
    "only_active",
    "is_avatar",
    "is_oriented",
    "is_npc",
    "is_resource",
    "isFirstTick",
    "lastmove",
    "age",
    "stationary",
    "is_stochastic",
    "itype",
];

/// Options that are known and change nothing that is played here.
pub(super) const IDLE_OPTIONS: [&str; 24] = [
    "img",
    "orientedImg",
    "color",
    "shrinkfactor",
    "invisible",
    "hidden",
    "autotiling",
    "randomtiling",
    "frameRate",
    "draw_arrow",
    "solid",
    "portal",
    "alternate_keys",
    "mass",
    "gravity",
    "friction",
    "jump_strength",
    "max_speed",
    "rotation",
    "name",
    "bucket",
    "physicstype",
    "stypes",
    "ammos",
];
