//! The effects that the language knows, and those that are played.
//!
//! Trusted for `--as-rules`: a statement then holds the Rules instead of the game as it was
//! understood.

/// How many of the names below are effects, and not other spellings.
pub(super) const N_EFFECTS: usize = 31;

/// The effects that are played.
pub(super) const PLAYED: [&str; 34] = [
    "nullEffect",
    "stepBack",
    "undoAll",
    "bounceForward",
    "killSprite",
    "killBoth",
    "killAll",
    "killIfHasLess",
    "killIfHasMore",
    "killIfOtherHasMore",
    "killIfScoreNegative",
    "transformTo",
    "transformToAll",
    "collectResource",
    "changeResource",
    "spawn",
    "spawnIfHasMore",
    "spawnAbove",
    "spawnBelow",
    "spawnLeft",
    "spawnRight",
    "attractGaze",
    "wrapAround",
    "setSpeedForAll",
    "addHealthPoints",
    "subtractHealthPoints",
    "addTimer",
    "pullWithIt",
    "teleportToExit",
    "reverseDirection",
    "turnAround",
    // Spellings of the seed, accepted with a warning.
    "NullEffect",
    "killsprite",
    "nulleffect",
];

/// The effects that are not.
pub(super) const REFUSED: [&str; 34] = [
    "transformToSingleton",
    "transformIfCount",
    "transformToRandomChild",
    "cloneSprite",
    "flipDirection",
    "shieldFrom",
    "spawnIfHasLess",
    "spawnIfCounterSubTypes",
    "spawnBehind",
    "wallStop",
    "wallBounce",
    "wallReverse",
    "bounceDirection",
    "collectResourceIfHeld",
    "killIfFromAbove",
    "killIfFrontal",
    "killIfNotFrontal",
    "killIfSlow",
    "killIfFast",
    "killIfAlive",
    "killIfNotUpright",
    "align",
    "updateSpawnType",
    "updateMissile",
    "removeScore",
    "increaseSpeedToAll",
    "decreaseSpeedToAll",
    "addHealthPointsToMax",
    "waterPhysics",
    "halfSpeed",
    "conveySprite",
    "windGust",
    "slipForward",
    "killIfOtherHasLess",
];

/// The effects that are nothing without a second sprite.
pub(super) const NEED_SECOND: [&str; 12] = [
    "bounceForward",
    "killBoth",
    "killIfOtherHasMore",
    "collectResource",
    "changeResource",
    "spawnAbove",
    "spawnBelow",
    "spawnLeft",
    "spawnRight",
    "attractGaze",
    "pullWithIt",
    "teleportToExit",
];

/// Options of rules that are played.
pub(super) const PLAYED_OPTIONS: [&str; 21] = [
    "scoreChange",
    "repeat",
    "pixelPerfect",
    "notStype",
    "stype",
    "stypeTo",
    "resource",
    "limit",
    "value",
    "subtract",
    "killSecond",
    "killResource",
    "forceOrientation",
    "spend",
    "stepBack",
    "align",
    "offset",
    "scoreChangeIfKilled",
    "timer",
    "ftype",
    "repeating",
];

/// Options of rules that are not played.
pub(super) const REFUSED_OPTIONS: [&str; 3] = ["applyScore", "inBatch", "enabled"];
