//! Trusted: a level as a system of states, actions and propositions.

use playproof_game::BoardAtoms;
use playproof_model::{Action, ActionId, System, Val, VarDecl};

use crate::canonical::print;
use crate::compiled::{Class, Game, Kind, Level};
use crate::encoding::Encoding;
use crate::plain::{Input, Interpreter, Status};
use crate::propositions::{atoms, holds};

/// Counts meanings of the same text.
const VERSION: u32 = 1;

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
    /// Its propositions.
    pub(crate) atoms: BoardAtoms,
}

impl VgdlSystem {
    /// This level; `None` without an avatar, or if its numbers are beyond what states hold.
    pub fn new(game: Game, level: Level) -> Option<VgdlSystem> {
        let is_shooter = |kind: &Kind| matches!(kind.class, Some(Class::Shooter { .. }));
        let shoots = game.kinds.iter().any(is_shooter);
        let inputs = Input::ALL.into_iter();
        let inputs: Vec<Input> = inputs.filter(|&key| shoots || key != Input::Use).collect();
        // `up` is the name of `Up`.
        let name = |input: &Input| format!("{input:?}").to_lowercase();
        let actions = inputs.iter().map(|input| Action { name: name(input) });
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
            actions: actions.collect(),
            inputs,
            atoms,
        })
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
