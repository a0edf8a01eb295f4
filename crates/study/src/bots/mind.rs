//! How a simulated player plays and judges: it knows a shortest run and strays from it,
//! takes moves back or starts over, gives up, and rates with noise.

use fastrand::Rng;
use playproof::{Limits, Playproof, Prepared, Val, Winnable};
use playproof_analysis::Walk;

use crate::levels::with_level;
use crate::step::{Deed, Event};

/// States that are looked at for a run.
const STATES: u64 = 200_000;

/// Moves after which nobody goes on.
const MOST_MOVES: usize = 2_000;

/// What a player is like.
pub struct Mind {
    chance: Rng,
    /// How often the next move is any that is possible.
    straying: f64,
    /// How often this player starts over before giving up.
    patience: u32,
    /// How long a move takes, in milliseconds.
    pace: f64,
}

/// What a player did with a level, and how it was.
pub struct Impression {
    pub events: Vec<Event>,
    /// When they went on.
    pub stopped: u64,
    /// How interesting and how difficult it was, before that becomes stars.
    pub interesting: f64,
    pub difficult: f64,
}

impl Mind {
    pub fn new(seed: u64) -> Mind {
        let mut chance = Rng::with_seed(seed);
        Mind {
            straying: 0.02 + 0.2 * chance.f64() * chance.f64(),
            patience: chance.u32(1..6),
            pace: 250.0 + 500.0 * chance.f64(),
            chance,
        }
    }

    /// Whether something comes about that does so as often.
    pub fn happens(&mut self, share: f64) -> bool {
        self.chance.f64() < share
    }

    /// A number around 0, mostly between -2 and 2.
    pub fn noise(&mut self) -> f64 {
        (0..12).map(|_| self.chance.f64()).sum::<f64>() - 6.0
    }

    /// Stars for something that is worth about so many.
    pub fn stars(&mut self, worth: f64) -> u8 {
        (worth + 0.6 * self.noise()).round().clamp(1.0, 5.0) as u8
    }

    /// Plays a level.
    pub fn play(&mut self, text: &str, playproof: &Playproof) -> Result<Impression, String> {
        with_level(playproof, text, |prepared| self.play_prepared(prepared))?
    }

    fn play_prepared(&mut self, prepared: &Prepared) -> Result<Impression, String> {
        let walk = Walk::of(prepared).map_err(|error| error.to_string())?;
        let first = walk.first().ok_or("play cannot begin")?;
        let insight = prepared.insight();
        let pieces = insight.as_ref().and_then(|insight| insight.pieces());
        let mut limits = Limits::states(STATES);
        let run = match prepared.winnable_from(first.clone(), &mut limits) {
            Some(Winnable::By(run)) => run.actions,
            _ => Vec::new(),
        };
        let mut game = Game {
            walk: &walk,
            is_push: &|before, after| pieces.is_some_and(|pieces| pieces.is_push(before, after)),
            states: vec![first],
            events: Vec::new(),
            t: 700.0 + 2_500.0 * self.chance.f64(),
            n_pushes: 0,
        };
        let (mut n_resets, mut place) = (0, 0);
        let is_solved = loop {
            if game.is_won() {
                game.deed(Deed::Solve, 5.0);
                break true;
            }
            if game.events.len() > MOST_MOVES {
                break false;
            }
            let wait = self.wait();
            match run.get(place) {
                Some(action) if !self.happens(self.straying) => {
                    place += 1;
                    game.step(action, wait);
                }
                _ => {
                    let possible = game.possible();
                    let Some(action) = self.chance.choice(&possible) else {
                        break false;
                    };
                    game.step(action, wait);
                    if game.is_won() {
                        continue;
                    }
                    if !run.is_empty() && self.happens(0.6) {
                        game.take_back(self.wait());
                        continue;
                    }
                    self.wander(&mut game);
                    if game.is_won() {
                        continue;
                    }
                    if n_resets == self.patience {
                        break false;
                    }
                    n_resets += 1;
                    game.start_over(2.0 * self.wait());
                    place = 0;
                }
            }
        };
        let stopped = game.t + 500.0 + 1_500.0 * self.chance.f64();
        let n_moves = game.events.len() as f64;
        let trouble = (n_moves / 12.0).ln_1p() + 0.4 * f64::from(n_resets);
        let effort = f64::from(game.n_pushes).ln_1p();
        Ok(Impression {
            events: game.events,
            stopped: stopped as u64,
            difficult: 0.8 + 1.2 * trouble + if is_solved { 0.0 } else { 0.8 },
            interesting: 1.0 + 0.9 * effort + 0.3 * trouble - if is_solved { 0.0 } else { 0.5 },
        })
    }

    fn wander(&mut self, game: &mut Game) {
        for _ in 0..self.chance.usize(1..6) {
            let possible = game.possible();
            let Some(action) = self.chance.choice(&possible) else {
                return;
            };
            game.step(action, self.wait());
            if game.is_won() {
                return;
            }
        }
    }

    fn wait(&mut self) -> f64 {
        self.pace * (0.3 - 0.7 * (1.0 - self.chance.f64()).ln())
    }
}

/// A level in the hands of a player.
struct Game<'a> {
    walk: &'a Walk,
    is_push: &'a dyn Fn(&[Val], &[Val]) -> bool,
    states: Vec<Vec<Val>>,
    events: Vec<Event>,
    t: f64,
    n_pushes: u32,
}

impl Game<'_> {
    fn now(&self) -> &[Val] {
        self.states.last().expect("the first state stays")
    }

    fn is_won(&self) -> bool {
        self.walk.is_won(self.now())
    }

    fn possible(&self) -> Vec<String> {
        let now = self.now();
        let moves = |action: &&str| self.walk.after(now, action).is_some_and(|next| next != now);
        self.walk
            .actions()
            .filter(moves)
            .map(str::to_owned)
            .collect()
    }

    fn deed(&mut self, e: Deed, wait: f64) {
        self.t += wait;
        let t = self.t as u64;
        self.events.push(Event { t, e });
    }

    fn step(&mut self, action: &str, wait: f64) {
        let Some(next) = self.walk.after(self.now(), action) else {
            return;
        };
        let is_push = (self.is_push)(self.now(), &next);
        if let Some(deed) = Deed::of_action(action, is_push) {
            self.n_pushes += u32::from(is_push);
            self.states.push(next);
            self.deed(deed, wait);
        }
    }

    fn take_back(&mut self, wait: f64) {
        self.states.pop();
        self.deed(Deed::Undo, wait);
    }

    fn start_over(&mut self, wait: f64) {
        self.states.truncate(1);
        self.deed(Deed::Reset, wait);
    }
}
