//! The numbers by which a player moves, as a designer gives them.

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
    /// The player's width and height, and a walker's.
    pub body: (f64, f64),
    /// How far a walker goes in a tick.
    pub walker: f64,
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
            walker: 1.75,
        }
    }
}

/// One of the numbers.
enum Number<'a> {
    Whole(&'a mut Val),
    Decimal(&'a mut f64),
}

impl Numbers {
    /// What the numbers are called.
    pub const KEYS: [&'static str; 12] = [
        "fineness", "walk", "run", "friction", "still", "rise", "ticks", "drag", "gravity",
        "width", "height", "walker",
    ];

    /// The profiles that have a name.
    pub const NAMES: [&'static str; 2] = ["default", "quarter"];

    /// The profile of this name.
    pub fn named(name: &str) -> Option<Numbers> {
        match name {
            "default" => Some(Numbers::default()),
            "quarter" => Some(Numbers {
                fineness: 4,
                ..Numbers::default()
            }),
            _ => None,
        }
    }

    /// The name of this profile, if it has one.
    pub fn name(&self) -> Option<&'static str> {
        let is_this = |name: &&str| Numbers::named(name).as_ref() == Some(self);
        Numbers::NAMES.into_iter().find(is_this)
    }

    /// The number of this name as text: the shortest that is read as the same number.
    /// Nothing if none is called so.
    pub fn text(&self, key: &str) -> Option<String> {
        Some(match self.clone().number(key)? {
            Number::Whole(n) => n.to_string(),
            Number::Decimal(x) => x.to_string(),
        })
    }

    /// Sets the number of this name, or says why it cannot be this one.
    pub fn set(&mut self, key: &str, value: f64) -> Result<(), String> {
        match self.number(key) {
            None => Err(format!("there is no number `{key}`")),
            Some(Number::Whole(n)) if value.fract() == 0.0 && value.abs() < 1e6 => {
                *n = value as Val;
                Ok(())
            }
            Some(Number::Whole(_)) => Err(format!("`{key}` is a whole number")),
            Some(Number::Decimal(x)) => {
                *x = value;
                Ok(())
            }
        }
    }

    fn number(&mut self, key: &str) -> Option<Number<'_>> {
        Some(match key {
            "fineness" => Number::Whole(&mut self.fineness),
            "walk" => Number::Decimal(&mut self.walk),
            "run" => Number::Decimal(&mut self.run),
            "friction" => Number::Decimal(&mut self.friction),
            "still" => Number::Decimal(&mut self.still),
            "rise" => Number::Decimal(&mut self.rise),
            "ticks" => Number::Whole(&mut self.ticks),
            "drag" => Number::Decimal(&mut self.drag),
            "gravity" => Number::Decimal(&mut self.gravity),
            "width" => Number::Decimal(&mut self.body.0),
            "height" => Number::Decimal(&mut self.body.1),
            "walker" => Number::Decimal(&mut self.walker),
            _ => return None,
        })
    }
}
