//! Zones of a level: what each looks like, and how often each comes.

use playproof_game::Stream;

use super::canvas::{BLOCK, COIN, Canvas, GROUND, SURPRISE, WALKER};
use super::limits::Limits;

/// A zone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Zone {
    Straight,
    Hill,
    Gap,
    Pipes,
    Stairs,
    Enemies,
    Coins,
}

/// The zones with their names and their usual weights, at difficulty 0 and at 10.
pub(super) const ZONES: [(&str, Zone, [usize; 2]); 7] = [
    ("straight", Zone::Straight, [6, 1]),
    ("hill", Zone::Hill, [3, 2]),
    ("gap", Zone::Gap, [1, 5]),
    ("pipes", Zone::Pipes, [2, 3]),
    ("stairs", Zone::Stairs, [1, 2]),
    ("enemies", Zone::Enemies, [1, 4]),
    ("coins", Zone::Coins, [3, 1]),
];

/// The greatest weight that can be asked for.
const MOST: usize = 1000;

/// The weights that were asked for, in the order of [`ZONES`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Weights([Option<usize>; ZONES.len()]);

impl Weights {
    /// Reads weights such as `gap=3,pipes=1`, or says what is wrong with them.
    pub(super) fn read(text: &str) -> Result<Weights, String> {
        let mut weights = Weights::default();
        for part in text.split(',') {
            let (name, weight) = part
                .split_once('=')
                .ok_or_else(|| format!("`{part}` is no weight of a zone, such as `gap=3`"))?;
            let at = ZONES.iter().position(|(known, ..)| *known == name.trim());
            let at = at.ok_or_else(|| {
                let names = ZONES.map(|(name, ..)| name).join(", ");
                format!("unknown zone `{}`; there are {names}", name.trim())
            })?;
            let number = weight.trim().parse().ok().filter(|n| *n <= MOST);
            let number = number.ok_or_else(|| {
                let weight = weight.trim();
                format!("`{weight}` is no weight: expected a whole number up to {MOST}")
            })?;
            if weights.0[at].replace(number).is_some() {
                return Err(format!("a second weight of `{}`", name.trim()));
            }
        }
        match (0..=10).all(|difficulty| weights.all(difficulty).iter().sum::<usize>() > 0) {
            true => Ok(weights),
            false => Err("no zone is left: every weight is 0".to_owned()),
        }
    }

    /// What was asked for, so that it is read as the same.
    pub(super) fn text(&self) -> Option<String> {
        let asked = ZONES.iter().zip(self.0);
        let asked = asked.filter_map(|((name, ..), weight)| Some(format!("{name}={}", weight?)));
        let asked: Vec<String> = asked.collect();
        (!asked.is_empty()).then(|| asked.join(","))
    }

    /// Ten times the weights at a difficulty.
    fn all(&self, difficulty: usize) -> [usize; ZONES.len()] {
        std::array::from_fn(|i| {
            let [easy, hard] = ZONES[i].2;
            let usual = easy * (10 - difficulty) + hard * difficulty;
            self.0[i].map_or(usual, |weight| weight * 10)
        })
    }

    /// A zone by lot.
    pub(super) fn draw(&self, difficulty: usize, stream: &mut Stream) -> Zone {
        let weights = self.all(difficulty);
        let mut left = stream.below(weights.iter().sum());
        for (weight, (_, zone, _)) in weights.iter().zip(ZONES) {
            if left < *weight {
                return zone;
            }
            left -= weight;
        }
        Zone::Straight
    }
}

/// Draws zones, from left to right.
pub(super) struct Builder {
    pub canvas: Canvas,
    pub stream: Stream,
    pub limits: Limits,
    /// How high the ground is now.
    pub floor: usize,
    pub has_walkers: bool,
}

impl Builder {
    /// Adds a zone.
    pub(super) fn add(&mut self, zone: Zone) {
        match zone {
            Zone::Straight => self.straight(),
            Zone::Hill => self.hill(),
            Zone::Gap => self.gap(),
            Zone::Pipes => self.pipes(),
            Zone::Stairs => self.stairs(),
            Zone::Enemies => self.enemies(),
            Zone::Coins => self.coins(),
        }
    }

    /// Flat ground of so many columns.
    pub(super) fn flat(&mut self, n: usize) {
        for _ in 0..n {
            self.canvas.push(self.floor);
        }
    }

    /// A number from one to another.
    fn among(&mut self, least: usize, most: usize) -> usize {
        least + self.stream.below(most.max(least) - least + 1)
    }

    /// Flat ground, sometimes with blocks above it that one can stand on.
    fn straight(&mut self) {
        let n = self.among(6, 12);
        self.flat(n);
        if self.stream.below(2) == 0 {
            let length = self.among(1, 4);
            for i in 0..length {
                let letter = [BLOCK, SURPRISE][(i + length) % 2];
                self.canvas.put(1 + i, self.floor + 3, letter);
            }
        }
    }

    /// Ground of another height.
    fn hill(&mut self) {
        let step = self.among(1, self.limits.rise);
        self.floor = match self.stream.below(2) {
            0 if self.floor + step <= self.limits.floor => self.floor + step,
            _ if self.floor > step => self.floor - step,
            _ => (self.floor + 1).min(self.limits.floor),
        };
        let n = self.among(4, 9);
        self.flat(n);
    }

    /// A gap. The higher the other side, the narrower it is.
    fn gap(&mut self) {
        let width = self.among(2, self.limits.gap);
        // A long jump needs a run-up.
        self.flat(if width > 4 { 10 } else { 3 });
        let most = self.limits.rise.min(width - 1).min(2);
        let up = self.stream.below(most + 1);
        self.floor = match self.stream.below(3) {
            0 if self.floor + up <= self.limits.floor => self.floor + up,
            1 if self.floor > up => self.floor - up,
            _ => self.floor,
        };
        for _ in 0..width.saturating_sub(up).max(2) {
            self.canvas.push(0);
        }
        let n = self.among(3, 6);
        self.flat(n);
    }

    /// Pipes of two columns each, as high as one can jump.
    fn pipes(&mut self) {
        let most = self.limits.rise.max(2);
        for _ in 0..self.among(1, 3) {
            let space = self.among(3, 6);
            self.flat(space + 2);
            let height = self.among(2, most);
            for h in 0..height {
                let [left, right] = if h + 1 == height {
                    ['<', '>']
                } else {
                    ['[', ']']
                };
                self.canvas.put(1, self.floor + h, left);
                self.canvas.put(0, self.floor + h, right);
            }
        }
        self.flat(3);
    }

    /// Stairs up, sometimes a gap, and stairs down.
    fn stairs(&mut self) {
        let room = self.limits.floor.saturating_sub(self.floor);
        let steps = self.among(2, 4).min(room.max(1));
        self.flat(3);
        for step in 1..=steps {
            self.canvas.push(self.floor + step);
        }
        if self.stream.below(2) == 0 {
            for _ in 0..self.among(2, 3).min(self.limits.gap) {
                self.canvas.push(0);
            }
        }
        for step in (1..=steps).rev() {
            self.canvas.push(self.floor + step);
        }
        self.flat(3);
    }

    /// Walkers on flat ground, a few columns apart.
    fn enemies(&mut self) {
        let n = self.among(1, self.limits.walkers);
        self.flat(4);
        for _ in 0..n {
            let space = self.among(3, 5);
            self.flat(space);
            if self.has_walkers {
                self.canvas.put(0, self.floor, WALKER);
            }
        }
        self.flat(3);
    }

    /// A bow of coins, or a row of them on blocks.
    fn coins(&mut self) {
        let n = self.among(3, 7);
        self.flat(n + 4);
        let is_bow = self.stream.below(2) == 0;
        for i in 0..n {
            if is_bow {
                let up = i.min(n - 1 - i).min(2);
                self.canvas.put(2 + i, self.floor + 1 + up, COIN);
            } else {
                self.canvas.put(2 + i, self.floor + 3, GROUND);
                self.canvas.put(2 + i, self.floor + 4, COIN);
            }
        }
    }
}
