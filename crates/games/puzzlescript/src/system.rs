//! Trusted: a level as a system of states, actions and propositions.

use playproof_model::{Action, ActionId, System, Val, VarDecl};

use crate::canonical::{print, print_names};
use crate::compiled::{Board, Command, Filter, Game};
use crate::encoding::Encoding;
use crate::plain::chance::EveryDraw;
use crate::plain::{Input, Interpreter, State, Status};
use crate::propositions::Propositions;

/// How many ways chance is followed in one turn. Where there are more, it is not known
/// where the turn leads.
pub(crate) const MOST_DRAWS: usize = 4096;

/// Counts meanings of the same text.
const VERSION: u32 = 1;

/// One level of a game.
pub struct PuzzleSystem {
    interpreter: Interpreter,
    encoding: Encoding,
    source: String,
    actions: Vec<Action>,
    inputs: Vec<Input>,
    pub(crate) propositions: Propositions,
    /// Whether a rule restarts; otherwise nothing depends on where a restart would begin.
    restarts: bool,
    /// Whether the game has a clock, whose tick comes after all keys.
    has_clock: bool,
    /// Whether the player has all the luck: every way that chance can go is one to take.
    has_luck: bool,
}

impl PuzzleSystem {
    /// This level.
    pub fn new(game: Game, board: Board, has_luck: bool) -> PuzzleSystem {
        let mut inputs = vec![
            (Input::Up, "up"),
            (Input::Down, "down"),
            (Input::Left, "left"),
            (Input::Right, "right"),
        ];
        if !game.has_no_action {
            inputs.push((Input::Action, "action"));
        }
        let propositions = Propositions::new(&game, &board, &[]);
        let luck = if has_luck { "luck\n" } else { "" };
        PuzzleSystem {
            source: format!("{luck}{}", print(&game, &board)),
            encoding: Encoding::new(&game, &board),
            restarts: orders(&game, &Command::Restart),
            interpreter: Interpreter::new(game, board),
            actions: inputs.iter().map(|(_, name)| action(name)).collect(),
            inputs: inputs.into_iter().map(|(input, _)| input).collect(),
            propositions,
            has_clock: false,
            has_luck,
        }
    }

    /// The same where questions may use these names too, beside those of objects.
    pub fn with_names(mut self, names: &[(String, Filter)]) -> PuzzleSystem {
        let (game, board) = (self.interpreter.game(), self.interpreter.board());
        self.source = format!("{}{}", print_names(game, names), self.source);
        self.propositions = Propositions::new(game, board, names);
        self
    }

    /// The same with a clock: its tick is one more thing to happen, whenever one likes.
    pub fn with_clock(mut self) -> PuzzleSystem {
        self.source = format!("clock\n{}", self.source);
        self.actions.push(action("tick"));
        self.has_clock = true;
        self
    }

    /// Who plays it.
    pub fn interpreter(&self) -> &Interpreter {
        &self.interpreter
    }

    /// How its states are written.
    pub fn encoding(&self) -> &Encoding {
        &self.encoding
    }

    /// The key of each action.
    pub fn inputs(&self) -> &[Input] {
        &self.inputs
    }

    /// Whether time goes by without a key.
    pub fn has_clock(&self) -> bool {
        self.has_clock
    }

    /// Whether the player has all the luck.
    pub fn has_luck(&self) -> bool {
        self.has_luck
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
        let begun = self.outcomes(|draws| self.interpreter.begin(draws).ok());
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
        let keys = self.inputs.iter().map(|input| Some(*input));
        let tick = self.has_clock.then_some(None);
        for (number, input) in keys.chain(tick).enumerate() {
            let action = ActionId(number as u32);
            let play = |draws: &mut EveryDraw| {
                let played = match input {
                    Some(input) => self.interpreter.play(&state, input, draws),
                    None => self.interpreter.tick(&state, draws),
                };
                played.ok()
            };
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
