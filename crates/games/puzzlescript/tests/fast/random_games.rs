//! Games that nobody would play: random rules of every kind.

use fastrand::Rng;
use playproof_puzzlescript::compiled::{
    Board, CellPattern, Command, Filter, Game, Mask, Object, Quantity, Replacement, Rule, RuleBook,
    RuleGroup, Slot, WinCondition, movement_words, object_words,
};

use crate::agreement::{Walked, walk};

#[test]
fn random_games_are_played_alike() {
    let n_games = std::env::var("PLAYPROOF_WALKS").map_or(300, |n| n.parse().expect("a number"));
    let mut rng = Rng::with_seed(1);
    let (mut steps, mut played, mut doubts) = (0, 0, 0);
    for number in 0..n_games {
        let (game, board) = random_game(&mut rng);
        let has_luck = rng.bool();
        let Walked {
            steps: more,
            is_played,
            is_in_doubt,
        } = walk(
            &format!("game {number}"),
            &game,
            &board,
            has_luck,
            40,
            &mut rng,
        );
        steps += more;
        played += usize::from(is_played);
        doubts += usize::from(is_in_doubt);
    }
    eprintln!("{n_games} games, {played} played fast, {doubts} in doubt, {steps} steps");
    assert!(played * 10 >= n_games * 9, "most games are played fast");
    assert!(doubts * 2 < n_games, "most games are known");
}

const WAYS: [u64; 4] = [1, 2, 4, 8];

struct Maker<'r> {
    rng: &'r mut Rng,
    /// The layer of each object.
    layers: Vec<usize>,
    n_layers: usize,
    has_chance: bool,
}

fn random_game(rng: &mut Rng) -> (Game, Board) {
    let sizes = [rng.usize(1..3), rng.usize(2..5), rng.usize(1..4)];
    let layers: Vec<usize> = { sizes.iter().enumerate() }
        .flat_map(|(layer, size)| vec![layer; *size])
        .collect();
    let n = layers.len();
    let objects = layers.iter().enumerate().map(|(number, layer)| Object {
        name: format!("o{number}"),
        layer: *layer,
    });
    let objects = objects.collect();
    let has_chance = rng.usize(..8) == 0;
    let mut maker = Maker {
        rng,
        layers,
        n_layers: 3,
        has_chance,
    };
    let early = maker.book(6, true);
    let late = maker.book(2, false);
    let player = sizes[0] + maker.rng.usize(..sizes[1]);
    let mut players = maker.none();
    players.insert(player);
    if maker.rng.usize(..4) == 0 {
        players.insert(n - 1);
    }
    let conditions = (0..maker.rng.usize(..3)).map(|_| WinCondition {
        quantity: [Quantity::No, Quantity::Some, Quantity::All][maker.rng.usize(..3)],
        what: maker.filter(),
        on: maker.filter(),
        line: 1,
    });
    let conditions = conditions.collect();
    let rng = maker.rng;
    let (width, height) = (rng.usize(2..7), rng.usize(2..7));
    let (width, height) = if rng.usize(..8) == 0 {
        (13, 11)
    } else {
        (width, height)
    };
    let mut board = Board {
        width,
        height,
        objects: vec![0; width * height],
    };
    for cell in &mut board.objects {
        *cell |= 1;
        if rng.usize(..3) == 0 {
            *cell |= 1 << (sizes[0] + rng.usize(..sizes[1]));
        }
        if rng.usize(..3) == 0 {
            *cell |= 1 << (sizes[0] + sizes[1] + rng.usize(..sizes[2]));
        }
    }
    let middle = ((1u64 << sizes[1]) - 1) << sizes[0];
    let home = rng.usize(..width * height);
    board.objects[home] = board.objects[home] & !middle | 1 << player;
    let game = Game {
        objects,
        n_layers: 3,
        player: Filter {
            objects: players,
            needs_all: false,
        },
        early,
        late,
        conditions,
        runs_rules_on_level_start: rng.usize(..4) == 0,
        requires_player_movement: rng.usize(..6) == 0,
        has_no_action: rng.usize(..4) == 0,
        has_clock: false,
        names: Vec::new(),
    };
    (game, board)
}

impl Maker<'_> {
    fn none(&self) -> Mask {
        Mask::empty(object_words(self.layers.len()))
    }

    fn still(&self) -> Mask {
        Mask::empty(movement_words(self.n_layers))
    }

    fn one_in(&mut self, n: usize) -> bool {
        self.rng.usize(..n) == 0
    }

    fn object(&mut self) -> usize {
        self.rng.usize(..self.layers.len())
    }

    fn filter(&mut self) -> Filter {
        let mut objects = self.none();
        for _ in 0..self.rng.usize(1..3) {
            let object = self.object();
            objects.insert(object);
        }
        Filter {
            objects,
            needs_all: self.one_in(3),
        }
    }

    fn book(&mut self, most: usize, is_early: bool) -> RuleBook {
        let n_groups = self.rng.usize(..=most);
        let groups: Vec<RuleGroup> = (0..n_groups)
            .map(|number| {
                let rigid = (is_early && self.one_in(8)).then_some(number as u32);
                let n_rules = self.rng.usize(1..4);
                RuleGroup {
                    rules: (0..n_rules).map(|_| self.rule(rigid.is_some())).collect(),
                    is_random: self.has_chance && self.one_in(6),
                    rigid,
                }
            })
            .collect();
        let mut loops = Vec::new();
        if n_groups > 0 && self.one_in(5) {
            let from = self.rng.usize(..n_groups);
            loops.push((self.rng.usize(from..=n_groups), from));
        }
        RuleBook { groups, loops }
    }

    fn rule(&mut self, may_be_rigid: bool) -> Rule {
        let n_rows = if self.one_in(4) { 2 } else { 1 };
        let rows = (0..n_rows).map(|_| {
            let mut row = Vec::new();
            let mut gaps = 0;
            for number in 0..self.rng.usize(1..4) {
                if number > 0 && gaps < 2 && self.one_in(6) {
                    row.push(Slot::Gap);
                    gaps += 1;
                }
                row.push(Slot::Cell(Box::new(self.cell())));
            }
            row
        });
        let rows: Vec<Vec<Slot>> = rows.collect();
        let all = [
            Command::Again,
            Command::Again,
            Command::Again,
            Command::Cancel,
            Command::Restart,
            Command::Win,
            Command::Checkpoint,
            Command::Checkpoint,
            Command::Message("hm".to_owned()),
        ];
        let n_commands = if self.one_in(4) {
            self.rng.usize(1..3)
        } else {
            0
        };
        Rule {
            direction: WAYS[self.rng.usize(..4)],
            rows,
            number: 0,
            is_rigid: may_be_rigid && self.rng.bool(),
            line: 1,
            commands: (0..n_commands)
                .map(|_| all[self.rng.usize(..all.len())].clone())
                .collect(),
        }
    }

    fn cell(&mut self) -> CellPattern {
        let (mut present, mut absent) = (self.none(), self.none());
        let (mut moving, mut not_moving) = (self.still(), self.still());
        let mut any = Vec::new();
        for layer in 0..self.n_layers {
            let here: Vec<usize> = (0..self.layers.len())
                .filter(|o| self.layers[*o] == layer)
                .collect();
            let object = here[self.rng.usize(..here.len())];
            match self.rng.usize(..9) {
                0..=2 => present.insert(object),
                3 => absent.insert(object),
                4 => {
                    let mut set = self.none();
                    set.insert(object);
                    let other = self.object();
                    set.insert(other);
                    any.push(set);
                }
                _ => {}
            }
            match self.rng.usize(..12) {
                0..=2 => moving.insert_movement(layer, WAYS[self.rng.usize(..4)]),
                3 => moving.insert_movement(layer, 16),
                4 => not_moving.insert_movement(layer, 0x1f),
                _ => {}
            }
        }
        let replacement = (!self.one_in(3)).then(|| self.replacement());
        CellPattern {
            present,
            absent,
            any,
            moving,
            not_moving,
            replacement,
        }
    }

    fn replacement(&mut self) -> Replacement {
        let mut becomes = Replacement {
            clear: self.none(),
            set: self.none(),
            stop: self.still(),
            start: self.still(),
            layers: self.still(),
            random_objects: self.none(),
            random_movements: self.still(),
        };
        for layer in 0..self.n_layers {
            let here: Vec<usize> = (0..self.layers.len())
                .filter(|o| self.layers[*o] == layer)
                .collect();
            let object = here[self.rng.usize(..here.len())];
            match self.rng.usize(..8) {
                0 => becomes.clear.insert(object),
                1 => {
                    here.iter().for_each(|object| becomes.clear.insert(*object));
                    becomes.set.insert(object);
                }
                2 if self.has_chance && self.one_in(4) && becomes.random_objects.is_empty() => {
                    here.iter()
                        .for_each(|object| becomes.random_objects.insert(*object));
                }
                _ => {}
            }
            match self.rng.usize(..8) {
                0 => becomes.stop.insert_movement(layer, 0x1f),
                1..=2 => {
                    becomes.layers.insert_movement(layer, 0x1f);
                    becomes
                        .start
                        .insert_movement(layer, WAYS[self.rng.usize(..4)]);
                }
                3 => becomes.layers.insert_movement(layer, 0x1f),
                4 if self.has_chance && self.one_in(4) => {
                    becomes.random_movements.insert_movement(layer, 1);
                }
                _ => {}
            }
        }
        becomes.stop.add(&becomes.layers);
        becomes
    }
}
