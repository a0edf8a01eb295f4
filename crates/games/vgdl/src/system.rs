//! Trusted: a level as a system of states, actions and propositions.

use playproof_game::{BoardAtom, BoardAtoms};
use playproof_model::{Action, ActionId, System, Val, VarDecl};

use crate::canonical::print;
use crate::compiled::{Class, Game, Kind, Level};
use crate::encoding::Encoding;
use crate::plain::{Input, Interpreter, Status};
use crate::propositions::{atoms, holds};

/// Counts meanings of the same text.
const VERSION: u32 = 1;

/// What the player can do, by name.
const INPUTS: [(Input, &str); 6] = [
    (Input::Up, "up"),
    (Input::Down, "down"),
    (Input::Left, "left"),
    (Input::Right, "right"),
    (Input::Use, "use"),
    (Input::Wait, "wait"),
];

/// One level of a game.
pub struct VgdlSystem {
    /// Who plays it.
    pub interpreter: Interpreter,
    /// How its states are written.
    pub encoding: Encoding,
    /// What the player does in each action.
    pub inputs: Vec<Input>,
    source: String,
    actions: Vec<Action>,
    atoms: BoardAtoms,
}

impl VgdlSystem {
    /// This level; `None` without an avatar, or if its numbers are beyond what states hold.
    pub fn new(game: Game, level: Level) -> Option<VgdlSystem> {
        let is_shooter = |kind: &Kind| matches!(kind.class, Some(Class::Shooter { .. }));
        let shoots = game.kinds.iter().any(is_shooter);
        let inputs = INPUTS
            .into_iter()
            .filter(|key| shoots || key.0 != Input::Use);
        let (inputs, names): (Vec<_>, Vec<_>) = inputs.unzip();
        let atoms = atoms(&game, &level);
        let source = print(&game, &level);
        let interpreter = Interpreter::new(game, level);
        let begun = interpreter.begin()?;
        let encoding = Encoding::new(&interpreter, begun);
        encoding.encode(encoding.begun())?;
        Some(VgdlSystem {
            source,
            encoding,
            interpreter,
            actions: names.into_iter().map(action).collect(),
            inputs,
            atoms,
        })
    }

    /// What a proposition of this name says, if there is one.
    pub(crate) fn proposition(&self, name: &str) -> Option<BoardAtom> {
        Some(self.atoms.get(self.atoms.find(name)?))
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
        self.atoms.examples()
    }

    fn atom(&self, name: &str) -> Option<usize> {
        self.atoms.find(name)
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
        let Interpreter { game, level, .. } = &self.interpreter;
        let state = self.encoding.decode(values);
        holds(self.atoms.get(atom), game, level, &state)
    }
}
