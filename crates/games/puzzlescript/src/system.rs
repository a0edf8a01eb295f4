//! Trusted: a level as a system of states, actions and propositions.

use playproof_game::BoardAtom;
use playproof_model::{Action, ActionId, System, Val, VarDecl};

use crate::canonical::print;
use crate::compiled::{Board, Command, Game};
use crate::encoding::Encoding;
use crate::plain::chance::EveryDraw;
use crate::plain::{Input, Interpreter, State, Status};
use crate::propositions::Propositions;

/// How many ways chance is followed in one turn. Where there are more, it is not known
/// where the turn leads.
pub(crate) const MOST_DRAWS: usize = 4096;

/// Counts meanings of the same text.
const VERSION: u32 = 1;

/// What a player can do, by name; `tick` is what the clock does.
const INPUTS: [(Option<Input>, &str); 6] = [
    (Some(Input::Up), "up"),
    (Some(Input::Down), "down"),
    (Some(Input::Left), "left"),
    (Some(Input::Right), "right"),
    (Some(Input::Action), "action"),
    (None, "tick"),
];

/// One level of a game.
pub struct PuzzleSystem {
    /// Who plays it.
    pub interpreter: Interpreter,
    /// How its states are written.
    pub encoding: Encoding,
    /// The key of each action; none for the clock's tick.
    pub inputs: Vec<Option<Input>>,
    /// Whether the player has all the luck: every way that chance can go is one to take.
    pub has_luck: bool,
    pub(crate) propositions: Propositions,
    source: String,
    actions: Vec<Action>,
    /// Whether a rule restarts; otherwise nothing depends on where a restart would begin.
    restarts: bool,
}

impl PuzzleSystem {
    /// This level.
    pub fn new(game: Game, board: Board, has_luck: bool) -> PuzzleSystem {
        let inputs = INPUTS.into_iter().filter(|(input, _)| match input {
            None => game.has_clock,
            Some(input) => *input != Input::Action || !game.has_no_action,
        });
        let (inputs, names): (Vec<_>, Vec<&str>) = inputs.unzip();
        let luck = if has_luck { "luck\n" } else { "" };
        PuzzleSystem {
            source: format!("{luck}{}", print(&game, &board)),
            encoding: Encoding::new(&game, &board),
            propositions: Propositions::new(&game, &board),
            restarts: orders(&game, &Command::Restart),
            interpreter: Interpreter::new(game, board),
            actions: names.into_iter().map(action).collect(),
            inputs,
            has_luck,
        }
    }

    /// The values of a state. They are read again, so that nobody need trust how they are
    /// written: where they do not say all that matters, there are none.
    fn encode(&self, state: &State) -> Option<Vec<Val>> {
        let values = self.encoding.encode(state)?;
        let again = self.encoding.decode(&values);
        let is_same = again.objects == state.objects
            && again.status == state.status
            && (again.checkpoint == state.checkpoint || !self.restarts);
        is_same.then_some(values)
    }

    /// All states to which chance can lead; `None` if not all are known.
    fn outcomes(
        &self,
        mut play: impl FnMut(&mut EveryDraw) -> Option<State>,
    ) -> Option<Vec<State>> {
        let mut draws = EveryDraw::default();
        let mut outcomes = Vec::new();
        for _ in 0..MOST_DRAWS {
            let outcome = play(&mut draws)?;
            if !outcomes.contains(&outcome) {
                outcomes.push(outcome);
            }
            if !draws.advance() {
                return Some(outcomes);
            }
            // Where the player needs no luck, it is enough to know that chance matters.
            if !self.has_luck && outcomes.len() > 1 {
                return None;
            }
        }
        None
    }
}

fn action(name: &str) -> Action {
    Action {
        name: name.to_owned(),
    }
}

impl System for PuzzleSystem {
    fn name(&self) -> &str {
        "puzzlescript"
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
        self.propositions.atoms.examples()
    }

    fn atom(&self, name: &str) -> Option<usize> {
        self.propositions.atoms.find(name)
    }

    fn initial(&self, emit: &mut dyn FnMut(&[Val])) {
        let begun = self.outcomes(|draws| self.interpreter.begin(draws));
        let begun = begun.filter(|states| states.len() == 1 || self.has_luck);
        let encode = |state: &State| self.encode(state);
        let known: Option<Vec<_>> = begun.and_then(|states| states.iter().map(encode).collect());
        match known {
            Some(states) => states.iter().for_each(|state| emit(state)),
            // It is not known how the level begins, and so not where anything leads.
            None => {
                let drawn = State {
                    status: Status::Unknown,
                    ..self.interpreter.drawn()
                };
                let drawn = self.encode(&drawn);
                emit(&drawn.expect("what is drawn differs nowhere from itself"));
            }
        }
    }

    fn successors(&self, values: &[Val], emit: &mut dyn FnMut(ActionId, Option<&[Val]>)) {
        let state = self.encoding.decode(values);
        match state.status {
            Status::Won | Status::Endless => return,
            Status::Unknown => return emit(ActionId(0), None),
            Status::Open => {}
        }
        for (number, input) in self.inputs.iter().enumerate() {
            let action = ActionId(number as u32);
            let play = |draws: &mut EveryDraw| self.interpreter.play(&state, *input, draws);
            let outcomes = match self.outcomes(play) {
                Some(outcomes) if outcomes.len() == 1 || self.has_luck => outcomes,
                _ => {
                    emit(action, None);
                    continue;
                }
            };
            for outcome in &outcomes {
                let next = self.encode(outcome);
                // A key that changes nothing is no move.
                if next.as_deref() != Some(values) {
                    emit(action, next.as_deref());
                }
            }
        }
    }

    fn holds(&self, values: &[Val], atom: usize) -> bool {
        // These two are asked of every state.
        if let BoardAtom::Word(word) = self.propositions.atoms.get(atom) {
            return self.encoding.status(values) == [Status::Won, Status::Endless][word];
        }
        let state = self.encoding.decode(values);
        self.propositions.holds(atom, &self.interpreter, &state)
    }
}

/// Whether some rule gives this order.
pub(crate) fn orders(game: &Game, command: &Command) -> bool {
    let books = [&game.early, &game.late];
    let groups = books.iter().flat_map(|book| &book.groups);
    let mut rules = groups.flat_map(|group| &group.rules);
    rules.any(|rule| rule.commands.contains(command))
}
