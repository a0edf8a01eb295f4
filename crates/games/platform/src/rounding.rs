//! A designer's numbers, rounded once into the tables of a profile.
//!
//! A tile is 16 pixels wide and high, and lengths are in parts of a pixel: sixteenths,
//! unless the designer wants it coarser. Rounding is to the nearest, and away from zero
//! where two are as near, so that left and right are alike.

use std::fmt;

use playproof_model::Val;

use crate::numbers::Numbers;
use crate::profile::Profile;

/// Why numbers are no game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WrongNumber {
    /// The name of the number at fault.
    pub key: &'static str,
    /// What is wrong with it.
    pub why: String,
}

impl fmt::Display for WrongNumber {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "`{}`: {}", self.key, self.why)
    }
}

impl std::error::Error for WrongNumber {}

impl WrongNumber {
    /// What to do about it.
    pub const HELP: &'static str = "change the number, or leave it out for the default";
}

fn nearest(x: f64) -> Val {
    x.round() as Val
}

fn wrong<T>(key: &'static str, why: impl Into<String>) -> Result<T, WrongNumber> {
    let why = why.into();
    Err(WrongNumber { key, why })
}

/// Refuses numbers that are none, or so large or small that no table can be made of them.
fn check_ranges(numbers: &Numbers) -> Result<(), WrongNumber> {
    if !(1..=16).contains(&numbers.fineness) {
        return wrong("fineness", "a pixel has 1 to 16 parts");
    }
    if !(0..=60).contains(&numbers.ticks) {
        return wrong("ticks", "a jump lasts 0 to 60 ticks after the first");
    }
    // No factor of 1: whoever is never slowed down has no greatest speed.
    for (key, factor) in [("friction", numbers.friction), ("drag", numbers.drag)] {
        if !(0.0..=0.999).contains(&factor) {
            return wrong(key, "expected a factor from 0 to 0.999");
        }
    }
    let lengths = [
        ("walk", numbers.walk),
        ("run", numbers.run),
        ("still", numbers.still),
        ("rise", numbers.rise),
        ("gravity", numbers.gravity),
        ("walker", numbers.walker),
    ];
    for (key, length) in lengths {
        if !(0.0..=16.0).contains(&length) {
            return wrong(key, "expected 0 to 16 pixels a tick");
        }
    }
    let parts = |pixels: f64| nearest(pixels * f64::from(numbers.fineness));
    // Who does not fall never comes to ground, and a jump that does not rise is none.
    for (key, length) in [("gravity", numbers.gravity), ("rise", numbers.rise)] {
        if parts(length) < 1 {
            let least = 1.0 / f64::from(numbers.fineness);
            let why = format!(
                "expected at least one part of a pixel, {least}: what is less is rounded to nothing"
            );
            return wrong(key, why);
        }
    }
    if parts(numbers.walker) >= 16 * numbers.fineness {
        return wrong(
            "walker",
            "a step of a walker must be less than a tile, 16 pixels",
        );
    }
    for (key, length) in [("width", numbers.body.0), ("height", numbers.body.1)] {
        if !(0.0..=16.0).contains(&length) || parts(length) < 1 {
            return wrong(
                key,
                "expected at least one part of a pixel and at most 16 pixels",
            );
        }
    }
    Ok(())
}

impl Profile {
    /// The tables of these numbers, or why they are no game.
    pub fn new(numbers: &Numbers) -> Result<Profile, WrongNumber> {
        check_ranges(numbers)?;
        let (unit, tile) = (f64::from(numbers.fineness), 16 * numbers.fineness);
        let sub = |pixels: f64| nearest(pixels * unit);
        let (walk, run, still) = (sub(numbers.walk), sub(numbers.run), sub(numbers.still));
        let advance = |speed: Val, push: Val| {
            let way = speed + push;
            if way.abs() < still { 0 } else { way }
        };
        let slowed = |way: Val| nearest(f64::from(way) * numbers.friction);
        let top = |push: Val| {
            let mut fastest = 0;
            loop {
                let next = slowed(advance(fastest, push));
                if next <= fastest {
                    break fastest;
                }
                fastest = next;
            }
        };
        let push = walk.max(run);
        let fastest = top(push);
        let furthest = advance(fastest, push);
        if furthest == 0 {
            return wrong(
                "run",
                "nobody ever sets off: a tick of it counts as standing still",
            );
        }
        if furthest >= tile {
            let pixels = f64::from(furthest) / unit;
            let why =
                format!("a step of {pixels} pixels in a tick; it must be less than a tile, 16");
            return wrong(if walk > run { "walk" } else { "run" }, why);
        }
        let gravity = sub(numbers.gravity);
        let rise = |left: Val| sub(numbers.rise * f64::from(left));
        let takeoff = rise(numbers.ticks.max(1));
        if takeoff >= tile {
            let pixels = f64::from(takeoff) / unit;
            let why = format!(
                "a jump rises {pixels} pixels in its first tick; it must be less than a tile, 16"
            );
            return wrong("rise", why);
        }
        let fall = |way: Val| nearest(f64::from(way) * numbers.drag) + gravity;
        let mut deepest = 0;
        while fall(deepest) > deepest {
            deepest = fall(deepest);
        }
        if deepest >= 2 * tile {
            let pixels = f64::from(deepest) / unit;
            let why =
                format!("one falls {pixels} pixels in a tick; it must be less than two tiles, 32");
            return wrong("gravity", why);
        }
        let speeds = -fastest..=fastest;
        let pushes = [-run, -walk, 0, walk, run];
        Ok(Profile {
            tile,
            body: (sub(numbers.body.0), sub(numbers.body.1)),
            fastest,
            strolling: top(walk),
            walker: sub(numbers.walker),
            advance: pushes.map(|push| speeds.clone().map(|v| advance(v, push)).collect()),
            slowed: (-furthest..=furthest).map(slowed).collect(),
            furthest,
            takeoff,
            rises: (0..=numbers.ticks).map(rise).collect(),
            vertical: (-takeoff, deepest),
            falls: (-takeoff..=deepest).map(fall).collect(),
            rest: fall(0),
        })
    }
}

impl Default for Profile {
    fn default() -> Self {
        Profile::new(&Numbers::default()).expect("the usual numbers are a game")
    }
}
