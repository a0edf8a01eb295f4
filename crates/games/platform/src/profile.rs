//! How the player moves: a designer's numbers, rounded once into tables. The tables are
//! the game. Trusted.
//!
//! A tile is 16 pixels wide and high, and lengths are in parts of a pixel: sixteenths,
//! unless the designer wants it coarser. Rounding is to the nearest, and away from zero
//! where two are as near, so that left and right are alike.

use playproof_model::Val;

/// A designer's numbers: pixels, pixels a tick, or factors.
#[derive(Clone, PartialEq, Debug)]
pub struct Numbers {
    /// The parts that a pixel has.
    pub fineness: Val,
    /// Added to the speed in every tick of walking.
    pub walk: f64,
    /// Added to the speed in every tick of running.
    pub run: f64,
    /// What is left of the speed after a tick.
    pub friction: f64,
    /// Slower than this is standing still.
    pub still: f64,
    /// How far one tick of a jump rises for each tick that is left of it.
    pub rise: f64,
    /// How many ticks a jump lasts at most after the first.
    pub ticks: Val,
    /// What is left of the vertical speed after a tick.
    pub drag: f64,
    /// Added to the vertical speed in every tick, downwards.
    pub gravity: f64,
    /// The player's width and height.
    pub body: (f64, f64),
}

impl Default for Numbers {
    /// Those that give the usual reach of jumps.
    fn default() -> Self {
        Numbers {
            fineness: 16,
            walk: 0.6,
            run: 1.2,
            friction: 228.0 / 256.0,
            still: 0.5,
            rise: 1.9,
            ticks: 7,
            drag: 0.85,
            gravity: 3.0,
            body: (9.0, 13.0),
        }
    }
}

/// How one goes: what is added to the speed.
pub const GAITS: [&str; 5] = ["run-left", "left", "stay", "right", "run-right"];

/// The tables.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Profile {
    /// A tile's side.
    pub tile: Val,
    /// The player's width and height.
    pub body: (Val, Val),
    /// The greatest speed after a tick; the least is its opposite.
    pub fastest: Val,
    /// For each gait and speed, from the least on, how far one tick leads.
    pub advance: [Vec<Val>; 5],
    /// For each way gone in a tick, from `-furthest` on, the speed after it.
    pub slowed: Vec<Val>,
    /// The longest way gone in a tick.
    pub furthest: Val,
    /// How far a jump rises in its first tick, and with so many ticks left, from 0 on.
    pub takeoff: Val,
    /// The same after the first tick: with `k` ticks left; nothing with none.
    pub rises: Vec<Val>,
    /// The highest rise in a tick and the deepest fall.
    pub vertical: (Val, Val),
    /// For each vertical way gone in a tick, from the highest rise on, the speed after it.
    pub falls: Vec<Val>,
    /// The vertical speed of whoever has not moved vertically.
    pub rest: Val,
}

fn nearest(x: f64) -> Val {
    x.round() as Val
}

impl Profile {
    /// The tables of these numbers, or why they are no game.
    pub fn new(numbers: &Numbers) -> Result<Profile, String> {
        if !(1..=16).contains(&numbers.fineness) {
            return Err("a pixel has 1 to 16 parts".to_owned());
        }
        let (unit, tile) = (f64::from(numbers.fineness), 16 * numbers.fineness);
        let sub = |pixels: f64| nearest(pixels * unit);
        let (walk, run, still) = (sub(numbers.walk), sub(numbers.run), sub(numbers.still));
        let in_reach = |x: f64, most: f64| x.is_finite() && (0.0..=most).contains(&x);
        let factors = [numbers.friction, numbers.drag];
        if !factors.iter().all(|&f| in_reach(f, 0.999)) {
            return Err("friction and drag are factors from 0 to 0.999".to_owned());
        }
        let lengths = [
            numbers.walk,
            numbers.run,
            numbers.still,
            numbers.rise,
            numbers.gravity,
        ];
        if !lengths.iter().all(|&x| in_reach(x, 16.0)) || numbers.gravity * unit < 1.0 {
            return Err("speeds lie between 0 and 16 pixels a tick, and things fall".to_owned());
        }
        let advance = |speed: Val, push: Val| {
            let way = speed + push;
            if way.abs() < still { 0 } else { way }
        };
        let slowed = |way: Val| nearest(f64::from(way) * numbers.friction);
        let (mut fastest, push) = (0, walk.max(run));
        loop {
            let next = slowed(advance(fastest, push));
            if next <= fastest {
                break;
            }
            fastest = next;
        }
        let furthest = advance(fastest, push);
        if furthest >= tile {
            let pixels = f64::from(furthest) / unit;
            return Err(format!("a step of {pixels} pixels in a tick: a tile is 16"));
        }
        let body = (sub(numbers.body.0), sub(numbers.body.1));
        if !(1..=tile).contains(&body.0) || !(1..=tile).contains(&body.1) {
            return Err("the player is at most 16 pixels wide and high".to_owned());
        }
        if !(0..=60).contains(&numbers.ticks) {
            return Err("a jump lasts at most 60 ticks".to_owned());
        }
        let gravity = sub(numbers.gravity);
        let rise = |left: Val| sub(numbers.rise * f64::from(left));
        let takeoff = rise(numbers.ticks.max(1));
        if takeoff >= tile {
            return Err("a jump rises less than a tile in a tick".to_owned());
        }
        let fall = |way: Val| nearest(f64::from(way) * numbers.drag) + gravity;
        let mut deepest = 0;
        while fall(deepest) > deepest {
            deepest = fall(deepest);
        }
        if deepest >= 2 * tile {
            return Err("a fall is shorter than two tiles in a tick".to_owned());
        }
        let speeds = -fastest..=fastest;
        let pushes = [-run, -walk, 0, walk, run];
        Ok(Profile {
            tile,
            body,
            fastest,
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

    /// How many ticks a jump lasts at most after the first.
    pub fn ticks(&self) -> Val {
        self.rises.len() as Val - 1
    }

    /// How far the highest jump rises.
    pub fn highest(&self) -> Val {
        self.takeoff + self.rises.iter().sum::<Val>() + {
            // The speed that is left carries a little further.
            let (mut way, mut more) = (self.falls[0].min(0), 0);
            while way < 0 {
                more -= way;
                way = self.falls[(way - self.vertical.0) as usize];
            }
            more
        }
    }
}

impl Default for Profile {
    fn default() -> Self {
        Profile::new(&Numbers::default()).expect("the usual numbers are a game")
    }
}
