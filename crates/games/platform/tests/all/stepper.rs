//! The Rules of a board, played by the kernel and told as situations.

use std::collections::{BTreeMap, BTreeSet};

use playproof::Playproof;
use playproof::model::{Subject, Val, elaborate};
use playproof_platform::{Board, Coarse, CoarseSettings};

use crate::reading::Situation;

pub struct Stepper {
    subject: Subject,
    board: Board,
    n_coins: usize,
    n_enemies: usize,
    is_timed: bool,
    coins: Vec<(i32, i32)>,
    enemies: Vec<(i32, i32)>,
    blocks: Vec<(i32, i32)>,
}

impl Stepper {
    pub fn new(board: Board, settings: CoarseSettings) -> Stepper {
        use playproof_platform::Tile;
        let rules = Coarse { settings }.rules(&board);
        // Every counter is read, so that every counter is in the state.
        let all = "reach win && time_used >= 9999 && kills >= 99 && coins >= 99";
        let property = Playproof::property(all).unwrap();
        let subject = elaborate(&rules, &property).unwrap();
        let having = |property| -> Vec<(i32, i32)> {
            let tiles = board.tiles.iter().enumerate();
            let those = tiles.filter(|(_, tile)| tile.is(property));
            let width = board.width;
            those
                .map(|(i, _)| ((i % width) as i32, (i / width) as i32))
                .collect()
        };
        let (coins, enemies) = (having(Tile::COIN), having(Tile::STOMPABLE));
        Stepper {
            blocks: having(Tile::BREAKS),
            subject,
            n_coins: coins.len(),
            n_enemies: enemies.len(),
            is_timed: settings.time.is_some(),
            coins,
            enemies,
            board,
        }
    }

    pub fn initial(&self) -> Vec<Val> {
        let mut first = Vec::new();
        self.subject.initial(&mut |state| first = state.to_vec());
        first
    }

    pub fn next(&self, state: &[Val]) -> BTreeMap<String, Vec<Val>> {
        let mut all = BTreeMap::new();
        let actions = &self.subject.machine().actions;
        self.subject.successors(state, &mut |action, next| {
            let before = all.insert(actions[action.index()].name.clone(), next.to_vec());
            assert!(before.is_none(), "an action leads to one state");
        });
        all
    }

    /// A state without the time that was used, of which there is no end.
    pub fn apart_from_time(&self, state: &[Val]) -> Situation {
        Situation {
            used: 0,
            ..self.situation(state)
        }
    }

    /// Whether play is over.
    pub fn is_over(&self, state: &[Val]) -> bool {
        self.subject.terminal(state)
    }

    /// A state as a situation. That `coins` is the sum of the single ones is asserted.
    pub fn situation(&self, state: &[Val]) -> Situation {
        let mut values = state.iter().copied();
        let mut next = || values.next().expect("a value");
        let (player, width) = (next(), self.board.width as i32);
        let at = (player % width, player / width - 1);
        let left = self.is_timed.then(|| next() as u32);
        let mut mushrooms = BTreeSet::new();
        for &enemy in &self.enemies {
            if next() == 1 {
                mushrooms.insert(enemy);
            }
        }
        if self.n_enemies > 0 {
            assert_eq!(next(), 0, "nobody is never alive");
        }
        let dead = at.1 == self.board.height as i32;
        let mut blocks = BTreeSet::new();
        for &block in &self.blocks {
            if next() == 1 && !dead {
                blocks.insert(block);
            }
        }
        if !self.blocks.is_empty() {
            assert_eq!(next(), 0, "nobody is never whole");
        }
        let (used, kills) = (next() as u32, next() as u32);
        let mut coins = BTreeSet::new();
        for &coin in &self.coins {
            if next() == 0 {
                coins.insert(coin);
            }
        }
        assert_eq!(next() as usize, self.n_coins - coins.len());
        Situation {
            dead,
            blocks,
            at,
            left,
            mushrooms,
            coins,
            kills,
            used,
        }
    }
}
