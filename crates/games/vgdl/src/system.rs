//! Trusted: a level as a system of states, actions and propositions.

use playproof_model::{Action, ActionId, System, Val, VarDecl};

use crate::canonical::print;
use crate::compiled::{Class, Game, Level};
use crate::encoding::Encoding;
use crate::plain::{Input, Interpreter, Status};
use crate::propositions::{Proposition, propositions};

/// Counts meanings of the same text.
const VERSION: u32 = 1;

/// One level of a game.
pub struct VgdlSystem {
    interpreter: Interpreter,
    encoding: Encoding,
    source: String,
    actions: Vec<Action>,
    inputs: Vec<Input>,
    atoms: Vec<String>,
    propositions: Vec<Proposition>,
}

impl VgdlSystem {
    /// This level; `None` without an avatar, or if its numbers are beyond what states hold.
    pub fn new(game: Game, level: Level) -> Option<VgdlSystem> {
        let mut inputs = vec![
            (Input::Up, "up"),
            (Input::Down, "down"),
            (Input::Left, "left"),
            (Input::Right, "right"),
        ];
        let is_shooter = |class: &Class| matches!(class, Class::Shooter { .. });
        let mut classes = game.kinds.iter().filter_map(|kind| kind.class.as_ref());
        if classes.any(is_shooter) {
            inputs.push((Input::Use, "use"));
        }
        inputs.push((Input::Wait, "wait"));
        let (atoms, propositions) = propositions(&game, &level).into_iter().unzip();
        let source = print(&game, &level);
        let interpreter = Interpreter::new(game, level);
        let begun = interpreter.begin()?;
        let encoding = Encoding::new(&interpreter, begun);
        encoding.encode(encoding.begun())?;
        Some(VgdlSystem {
            source,
            encoding,
            interpreter,
            actions: inputs.iter().map(|(_, name)| action(name)).collect(),
            inputs: inputs.into_iter().map(|(input, _)| input).collect(),
            atoms,
            propositions,
        })
    }

    /// Who plays it.
    pub fn interpreter(&self) -> &Interpreter {
        &self.interpreter
    }

    /// How its states are written.
    pub fn encoding(&self) -> &Encoding {
        &self.encoding
    }

    /// What the player does in each action.
    pub fn inputs(&self) -> &[Input] {
        &self.inputs
    }
}

fn action(name: &str) -> Action {
    Action {
        name: name.to_owned(),
    }
}

impl System for VgdlSystem {
    fn name(&self) -> &str {
        "vgdl"
    }

    fn version(&self) -> u32 {
        VERSION
    }

    fn source(&self) -> &str {
        &self.source
    }

    fn vars(&self) -> &[VarDecl] {
        self.encoding.vars()
    }

    fn actions(&self) -> &[Action] {
        &self.actions
    }

    fn atoms(&self) -> &[String] {
        &self.atoms
    }

    fn initial(&self, emit: &mut dyn FnMut(&[Val])) {
        let begun = self.encoding.encode(self.encoding.begun());
        emit(&begun.expect("the beginning differs nowhere from itself"));
    }

    fn successors(&self, values: &[Val], emit: &mut dyn FnMut(ActionId, Option<&[Val]>)) {
        let state = self.encoding.decode(values);
        if state.status != Status::Open {
            return;
        }
        for (number, &input) in self.inputs.iter().enumerate() {
            let next = self.interpreter.tick(&state, input).ok();
            let next = next.and_then(|next| self.encoding.encode(&next));
            emit(ActionId(number as u32), next.as_deref());
        }
    }

    fn holds(&self, values: &[Val], atom: usize) -> bool {
        let (game, level) = (self.interpreter.game(), self.interpreter.level());
        self.propositions[atom].holds(game, level, &self.encoding.decode(values))
    }
}
