//! A second interpreter of the exact game, written from `docs/platform.md` alone. It
//! steps walkers one by one and looks at letters, so that it shares neither tables nor
//! thoughts with the Rules. Where the page leaves something open, a comment says what
//! the program settled. Lengths are parts, 16 of them a pixel.

use super::drawing::{Drawing, HEIGHT, Is, Stop, TILE, WIDTH, can_be_met, has, is_solid, is_spike};

/// 3 pixels: what `vy` is after not moving.
const GRAVITY: i32 = 48;
/// The ticks of a jump after the first.
const JUMP_TICKS: i32 = 7;

/// Quotients are rounded to the nearest, away from zero where two are as near.
fn nearest(number: i32, by: i32) -> i32 {
    number.signum() * ((2 * number.abs() + by) / (2 * by))
}

/// Tenths of a pixel as parts.
fn tenths(n: i32) -> i32 {
    nearest(n * 16, 10)
}

/// `vy` after a way up or down. Open: what is rounded is the product, not the sum.
fn vy_after(way: i32) -> i32 {
    (nearest(85 * way, 100) + GRAVITY).min(tenths(198))
}

/// Somebody who walks, or stands and can be met.
#[derive(Clone)]
pub struct Creature {
    letter: char,
    pub x: i32,
    pub y: i32,
    pub falls: bool,
    pub is_there: bool,
    vy: i32,
    direction: i32,
}

impl Creature {
    fn tick(&mut self, drawing: &Drawing, events: &mut Vec<&'static str>) {
        if !has(self.letter, Is::Walks) || !self.is_there {
            return;
        }
        let (y, stop) = drawing.rise_or_fall(self.x, self.y, self.vy);
        self.falls = stop != Stop::Ground;
        self.vy = vy_after(if self.falls { y - self.y } else { 0 });
        self.y = y;
        // 1.75 pixels.
        let way = 28 * self.direction;
        let x = drawing.sideways(self.x, self.y, way);
        if x == self.x + way {
            self.x = x;
        } else {
            self.direction = -self.direction;
            events.push("walker turns");
        }
        if self.y > drawing.bottom() {
            self.is_there = false;
            events.push("walker falls out");
        }
        let is_at_bottom = self.y == drawing.bottom();
        events.extend(is_at_bottom.then_some("walker at the bottom"));
    }
}

/// How play stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    Open,
    Won,
    Lost(&'static str),
}

/// What is done in a tick: a gait from -2 to 2, and the button.
#[derive(Clone, Copy, Debug)]
pub struct Input {
    pub gait: i32,
    pub presses: bool,
}

#[derive(Clone)]
pub struct Game<'d> {
    drawing: &'d Drawing,
    pub x: i32,
    pub vx: i32,
    pub y: i32,
    pub vy: i32,
    pub ground: bool,
    /// Whether the button was pressed in the tick before.
    pub held: bool,
    /// Ticks of the jump that are left.
    pub left: i32,
    pub time: Option<i32>,
    pub creatures: Vec<Creature>,
    /// What happened in the last tick, for those who count.
    pub events: Vec<&'static str>,
}

/// The middle of a place, with the feet at its bottom.
fn middle(column: usize, row: usize) -> (i32, i32) {
    let x = column as i32 * TILE + (TILE - WIDTH) / 2;
    (x, (row as i32 + 1) * TILE)
}

impl<'d> Game<'d> {
    pub fn new(drawing: &'d Drawing) -> Game<'d> {
        let mut creatures = Vec::new();
        for (row, letters) in drawing.rows.iter().enumerate() {
            for (column, &letter) in letters.iter().enumerate() {
                let (x, y) = middle(column, row);
                creatures.extend(can_be_met(letter).then(|| Creature {
                    letter,
                    x,
                    y,
                    falls: has(letter, Is::Walks),
                    is_there: true,
                    vy: GRAVITY,
                    direction: -1,
                }));
            }
        }
        let (x, y) = middle(drawing.start.0, drawing.start.1);
        Game {
            drawing,
            x,
            vx: 0,
            y,
            vy: GRAVITY,
            // Open: whether one stands at first. Nobody does before a tick found ground.
            ground: false,
            held: false,
            left: 0,
            time: drawing.time.map(|ticks| ticks as i32),
            creatures,
            events: Vec::new(),
        }
    }

    /// Whether a creature is met from above.
    fn meets_from_above(&self, creature: &Creature) -> bool {
        if creature.falls || self.ground || self.vy <= 0 || self.y > creature.y {
            return false;
        }
        let (feet, _) = self.drawing.rise_or_fall(self.x, self.y, self.vy);
        self.is_beside(creature) && feet > creature.y - HEIGHT
    }

    fn is_beside(&self, creature: &Creature) -> bool {
        creature.is_there && (self.x - creature.x).abs() < WIDTH
    }

    fn meets_from_side(&self, creature: &Creature) -> bool {
        let overlap = (self.y - creature.y).abs() < HEIGHT;
        self.is_beside(creature) && overlap && !self.meets_from_above(creature)
    }

    pub fn outcome(&self) -> Outcome {
        let drawing = self.drawing;
        if self.y > drawing.bottom() {
            return Outcome::Lost("below the map");
        }
        let column = drawing.exit_column as i32 * TILE;
        let in_column = self.x < column + TILE && self.x + WIDTH > column;
        let wins = match drawing.must_touch {
            true => drawing.touches(self.x, self.y, |letter| has(letter, Is::Exit)),
            false => in_column,
        };
        if wins {
            return Outcome::Won;
        }
        if drawing.touches(self.x, self.y, is_spike) {
            return Outcome::Lost("spike");
        }
        for creature in &self.creatures {
            let is = |property| has(creature.letter, property);
            if is(Is::DeadlySide) && self.meets_from_side(creature) {
                return Outcome::Lost("met from the side");
            }
            if self.meets_from_above(creature) {
                if is(Is::DeadlyAbove) {
                    return Outcome::Lost("met from above");
                }
                if is(Is::Stompable) && drawing.is_peaceful {
                    return Outcome::Lost("killed in peace");
                }
            }
        }
        match self.time {
            Some(0) => Outcome::Lost("no time"),
            _ => Outcome::Open,
        }
    }

    /// Whether the player touches the place.
    pub fn is_in(&self, (column, row): (usize, usize)) -> bool {
        let (left, top) = (column as i32 * TILE, row as i32 * TILE);
        let beside = self.x < left + TILE && self.x + WIDTH > left;
        beside && self.y > top && self.y - HEIGHT < top + TILE
    }

    /// The speed that a player has who walks for ever.
    fn walking_speed() -> i32 {
        let mut speed = 0;
        loop {
            let next = nearest((speed + tenths(6)) * 228, 256);
            if next == speed {
                return speed;
            }
            speed = next;
        }
    }

    /// Whether the player may do so, where play is not over.
    pub fn may(&self, input: Input) -> bool {
        let is_fast = self.vx.abs() > Self::walking_speed();
        // Open: whether a button that is held already may stay so. It may.
        let takes_off = self.ground && input.presses && !self.held;
        !(self.drawing.is_novice && is_fast && takes_off)
    }

    /// A tick in which play is not over, and the player may do so.
    pub fn tick(&mut self, input: Input) {
        self.events.clear();
        // Open: whether somebody higher who does not die protects those below. No.
        let stomped = |c: &&Creature| has(c.letter, Is::Stompable) && self.meets_from_above(c);
        let highest = self.creatures.iter().filter(stomped).map(|c| c.y).min();
        match highest {
            Some(feet) => self.stomp(feet, input.presses),
            None => self.up_or_down(input.presses),
        }
        self.held = input.presses;
        self.go(input.gait);
        for creature in &mut self.creatures {
            creature.tick(self.drawing, &mut self.events);
        }
        self.time = self.time.map(|time| time - 1);
    }

    fn stomp(&mut self, feet: i32, presses: bool) {
        let met = self.creatures.iter().map(|c| self.meets_from_above(c));
        let met: Vec<bool> = met.collect();
        let mut n_dead = 0;
        for (creature, is_met) in self.creatures.iter_mut().zip(met) {
            if !is_met {
                continue;
            }
            if !has(creature.letter, Is::Stompable) {
                let is_above = creature.y < feet;
                self.events
                    .extend(is_above.then_some("stomp below another"));
            } else if creature.y == feet {
                creature.is_there = false;
                n_dead += 1;
            } else {
                self.events.push("only the highest dies");
            }
        }
        let event = if n_dead > 1 {
            "two die at once"
        } else {
            "stomp"
        };
        self.events.push(event);
        let head = feet - HEIGHT;
        let (mut y, mut stop) = (head, Stop::Nothing);
        if head < self.y {
            (y, stop) = self.drawing.rise_or_fall(self.x, self.y, head - self.y);
        }
        self.y = y;
        self.vy = vy_after(-tenths(133));
        self.left = if presses { JUMP_TICKS } else { 0 };
        if stop == Stop::Ceiling {
            // Open: whether it is like a bump in `vy` too. It is.
            (self.vy, self.left) = (vy_after(0), 0);
            self.events.push("stomp under a ceiling");
        }
    }

    fn up_or_down(&mut self, presses: bool) {
        let takes_off = presses && self.ground && !self.held;
        let way = if takes_off {
            self.events.push("take-off");
            self.left = JUMP_TICKS;
            -tenths(133)
        } else if presses && self.left > 0 {
            self.left -= 1;
            -tenths(19 * (self.left + 1))
        } else {
            self.left = 0;
            self.vy
        };
        let (y, stop) = self.drawing.rise_or_fall(self.x, self.y, way);
        // Open: how far one falls out. A fall ends one part below the map.
        let falls_out = y > self.drawing.bottom();
        let y = y.min(self.drawing.bottom() + 1);
        let was_in_air = !self.ground;
        self.ground = stop == Stop::Ground;
        let is_stopped = stop != Stop::Nothing || falls_out;
        self.vy = vy_after(if is_stopped { 0 } else { way });
        let is_fastest = self.vy == tenths(198);
        self.events.extend(is_fastest.then_some("fastest fall"));
        self.y = y;
        if stop == Stop::Ceiling {
            self.left = 0;
            self.events.push("bump");
        }
        if self.ground && was_in_air {
            let on_solid = self.drawing.row_is(self.x, y / TILE, is_solid);
            let event = if on_solid {
                "landing"
            } else {
                "landing on a platform"
            };
            self.events.push(event);
        }
    }

    fn go(&mut self, gait: i32) {
        let push = [0, tenths(6), tenths(12)][gait.unsigned_abs() as usize];
        let mut way = self.vx + gait.signum() * push;
        if way.abs() < 8 {
            way = 0;
        }
        let x = self.drawing.sideways(self.x, self.y, way);
        if x == self.x + way {
            self.vx = nearest(way * 228, 256);
        } else {
            self.vx = 0;
            let at_edge = x == 0 || x + WIDTH == self.drawing.width();
            self.events.push(if at_edge { "edge" } else { "wall" });
        }
        self.x = x;
    }
}
