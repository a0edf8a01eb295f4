//! Trusted: a turn, from the key to the end of its chain.

use std::collections::{BTreeSet, HashSet};
use std::sync::Mutex;

use crate::compiled::{
    ACTION, Board, Command, DOWN, Filter, Game, LEFT, Quantity, RIGHT, UP, WinCondition,
};
use crate::plain::chance::Chance;
use crate::plain::movement::{resolve, start};
use crate::plain::rules::Applier;
use crate::plain::scene::{Frame, Scene, State, Status};

/// How many turns without input may follow a key. Longer chains are not known to end.
pub const CHAIN_LIMIT: usize = 1000;

/// How often a turn is played again because a rigid group failed.
const REPLAYS: usize = 50;

/// A key, as bits of a layer's movement.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u64)]
pub enum Input {
    /// Up.
    Up = UP,
    /// Down.
    Down = DOWN,
    /// Left.
    Left = LEFT,
    /// Right.
    Right = RIGHT,
    /// The action button.
    Action = ACTION,
}

/// What a turn is played for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Purpose {
    /// To play.
    Play,
    /// Because a level begins, which does not win it.
    Begin,
    /// To see whether it would change anything.
    Try,
}

/// How a turn ended.
#[derive(Clone, Copy, Default)]
struct End {
    has_changed: bool,
    goes_on: bool,
    is_won: bool,
}

/// Plays one level of a game.
#[derive(Debug)]
pub struct Interpreter {
    /// The game.
    pub game: Game,
    /// The level.
    pub board: Board,
    frame: Frame,
    /// The board of the last turn. What was looked for there in vain is known for the next.
    scene: Mutex<Scene>,
}

impl Interpreter {
    /// Plays this level.
    pub fn new(mut game: Game, board: Board) -> Interpreter {
        let frame = Frame::new(&mut game, &board);
        Interpreter {
            scene: Mutex::new(Scene::new(&frame)),
            game,
            board,
            frame,
        }
    }

    /// The level as it is drawn, before anything happened.
    pub fn drawn(&self) -> State {
        State {
            objects: self.board.objects.clone(),
            checkpoint: self.board.objects.clone(),
            status: Status::Open,
        }
    }

    /// Where play begins; `None` if more than [`CHAIN_LIMIT`] turns follow.
    pub fn begin(&self, chance: &mut dyn Chance) -> Option<State> {
        self.restart(&self.drawn(), chance)
    }

    /// Where the restart key leads.
    pub fn restart(&self, state: &State, chance: &mut dyn Chance) -> Option<State> {
        let again = State {
            objects: state.checkpoint.clone(),
            ..state.clone()
        };
        match self.game.runs_rules_on_level_start {
            true => self.chain(&again, None, Purpose::Begin, chance),
            false => Some(again),
        }
    }

    /// Where a key leads, or without one the clock's tick in a game that has one: at the end
    /// of the chain of turns that it begins.
    pub fn play(
        &self,
        state: &State,
        input: Option<Input>,
        chance: &mut dyn Chance,
    ) -> Option<State> {
        self.chain(state, input, Purpose::Play, chance)
    }

    fn chain(
        &self,
        state: &State,
        input: Option<Input>,
        purpose: Purpose,
        chance: &mut dyn Chance,
    ) -> Option<State> {
        let scene = &mut *self.scene.lock().expect("no turn breaks off");
        scene.set(&self.frame, &state.objects);
        scene.checkpoint.clone_from(&state.checkpoint);
        let mut end = self.turn(scene, input, purpose, chance);
        let mut seen = HashSet::new();
        let mut status = Status::Open;
        while end.goes_on {
            if !seen.insert((scene.objects(&self.frame), scene.checkpoint.clone())) {
                status = Status::Endless;
                break;
            }
            if seen.len() > CHAIN_LIMIT {
                return None;
            }
            end = self.turn(scene, None, Purpose::Play, chance);
        }
        if end.is_won {
            status = Status::Won;
        }
        Some(State {
            objects: scene.objects(&self.frame),
            checkpoint: scene.checkpoint.clone(),
            status,
        })
    }

    /// One turn: the rules, and then what they ordered.
    fn turn(
        &self,
        scene: &mut Scene,
        input: Option<Input>,
        purpose: Purpose,
        chance: &mut dyn Chance,
    ) -> End {
        let before = scene.objects(&self.frame);
        let players = self.move_and_change(scene, &before, input, purpose, chance);
        let is_player_gone = |cell: &usize| {
            let objects = scene.objects_at(&self.frame, *cell);
            !self.game.player.objects.meets(objects)
        };
        if self.game.requires_player_movement
            && !players.is_empty()
            && !players.iter().any(is_player_gone)
        {
            scene.set(&self.frame, &before);
            return End::default();
        }
        self.obey(scene, before, purpose, chance)
    }

    /// The key's movement, the rules before movement, movement, the rules after it; anew
    /// without the rigid groups that failed. Gives the cells where a player was.
    fn move_and_change(
        &self,
        scene: &mut Scene,
        before: &[u64],
        input: Option<Input>,
        purpose: Purpose,
        chance: &mut dyn Chance,
    ) -> Vec<usize> {
        let (game, frame) = (&self.game, &self.frame);
        let mut applier = Applier {
            game,
            frame,
            scene,
            chance,
            is_trial: purpose == Purpose::Try,
        };
        applier.scene.orders.clear();
        let mut players = Vec::new();
        let mut banned = BTreeSet::new();
        for _ in 0..REPLAYS {
            if let Some(input) = input {
                players = start(game, frame, applier.scene, input as u64);
            }
            applier.apply_book(&game.early, &banned);
            if !resolve(game, frame, applier.scene, &mut banned) {
                applier.apply_book(&game.late, &BTreeSet::new());
                break;
            }
            applier.scene.set(frame, before);
            applier.scene.orders.clear();
        }
        applier.scene.rest(frame);
        players
    }

    /// Does what the rules ordered.
    fn obey(
        &self,
        scene: &mut Scene,
        before: Vec<u64>,
        purpose: Purpose,
        chance: &mut dyn Chance,
    ) -> End {
        let mut end = End::default();
        if scene.orders.contains(&Command::Cancel) {
            scene.set(&self.frame, &before);
            end.has_changed = scene.orders.len() > 1;
            return end;
        }
        let restarts = scene.orders.contains(&Command::Restart);
        if restarts && purpose != Purpose::Try && !scene.is_restarting {
            scene.is_restarting = true;
            let checkpoint = scene.checkpoint.clone();
            scene.set(&self.frame, &checkpoint);
            if self.game.runs_rules_on_level_start {
                end.goes_on = self.turn(scene, None, Purpose::Begin, chance).goes_on;
            }
            scene.is_restarting = false;
            scene.orders.clear();
        }
        end.has_changed = !scene.has(&self.frame, &before);
        let wins = scene.orders.contains(&Command::Win);
        if purpose == Purpose::Try && (end.has_changed || restarts || wins) {
            scene.set(&self.frame, &before);
            end.has_changed = true;
            return end;
        }
        // By order, or because every condition holds.
        end.is_won = purpose == Purpose::Play && (wins || self.fulfils(scene));
        if end.is_won {
            end.goes_on = false;
            return end;
        }
        if scene.orders.contains(&Command::Checkpoint) {
            scene.checkpoint = scene.objects(&self.frame);
        }
        if scene.orders.contains(&Command::Again) && end.has_changed {
            end.goes_on = self.turn(scene, None, Purpose::Try, chance).has_changed;
        }
        end
    }

    /// Whether every condition holds, and there are any.
    fn fulfils(&self, scene: &Scene) -> bool {
        let is_met = |condition: &WinCondition| {
            let places = |f: &Filter| scene.places(&self.frame, &f.objects, f.needs_all);
            let (what, on) = (places(&condition.what), places(&condition.on));
            match condition.quantity {
                Quantity::No => !what.meets(&on.0),
                Quantity::Some => what.meets(&on.0),
                Quantity::All => what.is_within(&on.0),
            }
        };
        !self.game.conditions.is_empty() && self.game.conditions.iter().all(is_met)
    }
}
