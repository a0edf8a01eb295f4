//! Trusted: a turn, from the key to the end of its chain.

use std::collections::{BTreeSet, HashSet};

use crate::compiled::{
    ACTION, Board, Command, DOWN, Game, LEFT, Quantity, RIGHT, UP, WinCondition,
};
use crate::plain::chance::Chance;
use crate::plain::movement::{has, resolve, start};
use crate::plain::rules::Applier;
use crate::plain::scene::{Frame, Scene, State, Status};

/// How many turns without input may follow a key. Longer chains are not known to end.
pub const CHAIN_LIMIT: usize = 1000;

/// How often a turn is played again because a rigid group failed.
const REPLAYS: usize = 50;

/// A key.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Input {
    /// Up.
    Up,
    /// Down.
    Down,
    /// Left.
    Left,
    /// Right.
    Right,
    /// The action button.
    Action,
}

impl Input {
    /// As bits of a layer's movement.
    pub(crate) fn movement(self) -> u64 {
        match self {
            Input::Up => UP,
            Input::Down => DOWN,
            Input::Left => LEFT,
            Input::Right => RIGHT,
            Input::Action => ACTION,
        }
    }
}

/// Why it is not known what a key leads to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Doubt {
    /// More than [`CHAIN_LIMIT`] turns follow.
    LongChain,
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
#[derive(Clone, Debug)]
pub struct Interpreter {
    game: Game,
    board: Board,
    frame: Frame,
}

impl Interpreter {
    /// Plays this level.
    pub fn new(game: Game, board: Board) -> Interpreter {
        let frame = Frame::new(&game, &board);
        Interpreter { game, board, frame }
    }

    /// The game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The level.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The level as it is drawn, before anything happened.
    pub fn drawn(&self) -> State {
        State {
            objects: self.board.objects.clone(),
            checkpoint: self.board.objects.clone(),
            status: Status::Open,
        }
    }

    /// Where play begins.
    pub fn begin(&self, chance: &mut dyn Chance) -> Result<State, Doubt> {
        let drawn = self.drawn();
        if !self.game.runs_rules_on_level_start {
            return Ok(drawn);
        }
        self.chain(&drawn, None, Purpose::Begin, &mut None, chance)
    }

    /// Where a key leads, at the end of the chain of turns that it begins.
    pub fn play(
        &self,
        state: &State,
        input: Input,
        chance: &mut dyn Chance,
    ) -> Result<State, Doubt> {
        self.chain(state, Some(input), Purpose::Play, &mut None, chance)
    }

    /// Where the clock's tick leads in a game that has one.
    pub fn tick(&self, state: &State, chance: &mut dyn Chance) -> Result<State, Doubt> {
        self.chain(state, None, Purpose::Play, &mut None, chance)
    }

    /// The lines of the rules that do something when a key is pressed, or when the clock
    /// ticks, in order; without a state, when the level begins.
    pub fn fired(
        &self,
        state: Option<&State>,
        input: Option<Input>,
        chance: &mut dyn Chance,
    ) -> Vec<u32> {
        let mut fired = Some(Vec::new());
        let (state, purpose) = match state {
            Some(state) => (state.clone(), Purpose::Play),
            None => (self.drawn(), Purpose::Begin),
        };
        // A chain without an end has fired its rules all the same.
        let _ = self.chain(&state, input, purpose, &mut fired, chance);
        fired.unwrap_or_default()
    }

    /// Where the restart key leads.
    pub fn restart(&self, state: &State, chance: &mut dyn Chance) -> Result<State, Doubt> {
        let again = State {
            objects: state.checkpoint.clone(),
            ..state.clone()
        };
        if !self.game.runs_rules_on_level_start {
            return Ok(again);
        }
        self.chain(&again, None, Purpose::Begin, &mut None, chance)
    }

    fn chain(
        &self,
        state: &State,
        input: Option<Input>,
        purpose: Purpose,
        fired: &mut Option<Vec<u32>>,
        chance: &mut dyn Chance,
    ) -> Result<State, Doubt> {
        let mut scene = Scene::new(&self.frame, state);
        scene.fired = fired.take();
        let mut end = self.turn(&mut scene, input, purpose, chance);
        let mut seen = HashSet::new();
        let mut status = Status::Open;
        while end.goes_on {
            if !seen.insert((scene.objects.clone(), scene.checkpoint.clone())) {
                status = Status::Endless;
                break;
            }
            if seen.len() > CHAIN_LIMIT {
                *fired = scene.fired;
                return Err(Doubt::LongChain);
            }
            end = self.turn(&mut scene, None, Purpose::Play, chance);
        }
        if end.is_won {
            status = Status::Won;
        }
        *fired = scene.fired;
        Ok(State {
            objects: scene.objects,
            checkpoint: scene.checkpoint,
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
        let before = scene.objects.clone();
        let players = self.move_and_change(scene, &before, input, chance);
        let is_player_gone = |cell: &usize| {
            let objects = scene.objects_at(&self.frame, *cell);
            !self.game.player.objects.meets(objects)
        };
        if self.game.requires_player_movement
            && !players.is_empty()
            && !players.iter().any(is_player_gone)
        {
            scene.objects = before;
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
        chance: &mut dyn Chance,
    ) -> Vec<usize> {
        let (game, frame) = (&self.game, &self.frame);
        let mut applier = Applier {
            game,
            frame,
            scene,
            chance,
        };
        applier.scene.orders.clear();
        let mut players = Vec::new();
        let mut banned = BTreeSet::new();
        for _ in 0..REPLAYS {
            if let Some(input) = input {
                players = start(game, frame, applier.scene, input.movement());
            }
            applier.scene.survey(frame);
            applier.apply_book(&game.early, &banned);
            if !resolve(game, frame, applier.scene, &mut banned) {
                applier.apply_book(&game.late, &BTreeSet::new());
                break;
            }
            applier.scene.objects.copy_from_slice(before);
            applier.scene.orders.clear();
        }
        applier.scene.rest();
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
            scene.objects = before;
            end.has_changed = scene.orders.len() > 1;
            return end;
        }
        let restarts = scene.orders.contains(&Command::Restart);
        if restarts && purpose != Purpose::Try && !scene.is_restarting {
            scene.is_restarting = true;
            scene.objects = scene.checkpoint.clone();
            if self.game.runs_rules_on_level_start {
                end.goes_on = self.turn(scene, None, Purpose::Begin, chance).goes_on;
            }
            scene.is_restarting = false;
            scene.orders.clear();
        }
        end.has_changed = scene.objects != before;
        if purpose == Purpose::Try {
            if end.has_changed {
                scene.objects = before;
                return end;
            }
            if restarts || scene.orders.contains(&Command::Win) {
                end.has_changed = true;
                return end;
            }
        }
        // By order, or because every condition holds.
        let wins = || scene.orders.contains(&Command::Win) || self.fulfils(&scene.objects);
        end.is_won = purpose == Purpose::Play && wins();
        if end.is_won {
            end.goes_on = false;
            return end;
        }
        if scene.orders.contains(&Command::Checkpoint) {
            scene.checkpoint = scene.objects.clone();
        }
        if scene.orders.contains(&Command::Again) && end.has_changed {
            let fired = scene.fired.take();
            end.goes_on = self.turn(scene, None, Purpose::Try, chance).has_changed;
            scene.fired = fired;
        }
        end
    }

    /// Whether every condition holds, and there are any.
    pub fn fulfils(&self, objects: &[u64]) -> bool {
        let mut conditions = self.game.conditions.iter();
        conditions.len() > 0 && conditions.all(|condition| self.is_met(condition, objects))
    }

    /// Whether a condition holds.
    pub fn is_met(&self, condition: &WinCondition, objects: &[u64]) -> bool {
        let mut cells = objects.chunks(self.frame.object_words);
        let (what, on) = (&condition.what, &condition.on);
        match condition.quantity {
            Quantity::No => !cells.any(|cell| has(what, cell) && has(on, cell)),
            Quantity::Some => cells.any(|cell| has(what, cell) && has(on, cell)),
            Quantity::All => cells.all(|cell| !has(what, cell) || has(on, cell)),
        }
    }
}
