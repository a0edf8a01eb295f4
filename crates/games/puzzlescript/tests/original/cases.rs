//! PuzzleScript's own simulation cases: a game, keys, and the grid at the end.

use std::collections::BTreeMap;

use playproof_puzzlescript::compiled::object_words;
use playproof_puzzlescript::lots::Lots;
use playproof_puzzlescript::plain::{Input, Interpreter, State, Status};
use playproof_puzzlescript::source::{Source, Stage, read, salvage};
use serde_json::Value;

/// A game being played.
struct Play<'s> {
    source: &'s Source,
    stage: usize,
    interpreter: Interpreter,
    state: State,
    /// Grids to which undo goes back.
    before: Vec<Vec<u64>>,
    lots: Lots,
    /// Whether a message or the title is shown, so that nothing can be won.
    shows_text: bool,
}

impl<'s> Play<'s> {
    fn new(source: &'s Source, stage: usize, seed: &str) -> Option<Play<'s>> {
        let Stage::Level { board, .. } = &source.stages[stage] else {
            return None;
        };
        let mut lots = Lots::new(seed);
        let interpreter = Interpreter::new(source.game.clone(), board.clone());
        let state = interpreter.begin(&mut lots)?;
        Some(Play {
            source,
            stage,
            interpreter,
            state,
            before: Vec::new(),
            lots,
            shows_text: false,
        })
    }

    fn press(&mut self, key: &Value) {
        match key.as_str() {
            Some("undo") => self.undo(),
            Some("restart") => self.restart(),
            Some("tick") => {
                let next = self.interpreter.play(&self.state, None, &mut self.lots);
                self.go_to(next.expect("chains end"));
            }
            _ => {
                let input = match key.as_u64().expect("a key is a word or a number") {
                    0 => Input::Up,
                    1 => Input::Left,
                    2 => Input::Down,
                    3 => Input::Right,
                    _ => Input::Action,
                };
                let next = self
                    .interpreter
                    .play(&self.state, Some(input), &mut self.lots);
                self.before.push(self.state.objects.clone());
                self.go_to(next.expect("chains end"));
            }
        }
    }

    fn undo(&mut self) {
        if self.source.prelude.noundo {
            return;
        }
        while self.before.last() == Some(&self.state.objects) {
            self.before.pop();
        }
        if let Some(objects) = self.before.pop() {
            self.state.objects = objects;
        }
    }

    fn restart(&mut self) {
        if self.source.prelude.norestart {
            return;
        }
        self.before.push(self.state.objects.clone());
        let next = self.interpreter.restart(&self.state, &mut self.lots);
        self.go_to(next.expect("chains end"));
    }

    fn go_to(&mut self, next: State) {
        self.state = next;
        if self.state.status != Status::Won {
            return;
        }
        self.state.status = Status::Open;
        if self.shows_text {
            return;
        }
        self.stage += 1;
        match self.source.stages.get(self.stage) {
            Some(Stage::Level { .. }) => {
                let next = Play::new(self.source, self.stage, "next");
                *self = next.expect("it is a level that begins");
            }
            _ => self.shows_text = true,
        }
    }

    /// The grid, as the cases write it.
    fn grid(&self) -> String {
        let (game, board) = (&self.interpreter.game, &self.interpreter.board);
        let mut known: BTreeMap<String, usize> = BTreeMap::new();
        let mut grid = String::new();
        let words = object_words(game.objects.len());
        for (number, cell) in self.state.objects.chunks(words).enumerate() {
            let objects = game.objects.iter().enumerate();
            let here = objects.filter(|(o, _)| cell[o / 64] >> (o % 64) & 1 == 1);
            let mut names: Vec<&str> = here.map(|(_, object)| &object.name[..]).collect();
            names.sort_unstable();
            let names = names.join(" ");
            let n_known = known.len();
            match known.get(&names) {
                Some(known) => grid += &format!("{known},"),
                None => {
                    grid += &format!("{names}:{n_known},");
                    known.insert(names, n_known);
                }
            }
            if (number + 1) % board.width == 0 {
                grid.push('\n');
            }
        }
        grid
    }
}

pub fn check(case: &Value) -> Result<(), String> {
    let text = case["source"].as_str().expect("a case has a source");
    // Some of these games have errors, and are played all the same.
    let source = salvage(text).ok_or_else(|| format!("{:?}", read(text).notices))?;
    let level = &case["level"];
    let level = level.as_u64().or_else(|| level.as_str()?.parse().ok());
    let level = level.expect("a case has a level") as usize;
    let seed = case["seed"].as_str().unwrap_or("none");
    let mut play = Play::new(&source, level, seed).ok_or("does not begin")?;
    for key in case["inputs"].as_array().expect("a case has keys") {
        play.press(key);
    }
    let (grid, expected) = (play.grid(), case["final"].as_str().expect("a grid"));
    if grid == expected {
        Ok(())
    } else {
        Err(format!("expected\n{expected}\nbut got\n{grid}"))
    }
}
