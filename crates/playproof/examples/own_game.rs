//! A game and an engine of your own: a row of lamps, all of which must be dark.
//! Pressing a lamp switches it and its neighbours.
//!
//! The game says what a level means and how its states look. The built-in
//! engines decide about it at once, the kernel checks what they say, and the
//! certificate is checked by whoever has the game. The engine knows more about
//! lamps than they do; it is not trusted, since its evidence is checked too.
//!
//! Run it with `cargo run -p playproof --example own_game`.

use playproof::certify::{Engine, Evidence, Outcome, Reason, Task, Trace};
use playproof::game::{
    Cell, Checkable, Colour, Compiled, Game, Meaning, Shape, Tile, TileId, View,
};
use playproof::level::{Diagnostic, Level};
use playproof::model::{
    ActionId, Answer, Builder, Model, Property, Rules, Step, Unsupported, Val, set_elem, steps,
};
use playproof::{Budget, Limits, MAX_CERTIFICATE, Playproof, Stop};

/// A lamp that is lit, and one that is not.
const LETTERS: [char; 2] = ['x', 'o'];

/// The game.
pub struct Lamps;

impl Checkable for Lamps {
    fn name(&self) -> &'static str {
        "lamps"
    }

    fn view(&self, level: &Level) -> Result<Box<dyn View>, Diagnostic> {
        Ok(Box::new(Row::new(lit(level)?.len())))
    }
}

impl Game for Lamps {
    fn summary(&self) -> &'static str {
        "press lamps until all are dark; x is lit, o is dark"
    }

    fn likeness(&self, level: &Level) -> usize {
        let cells = level.grid().map_or(&[][..], |grid| grid.cells());
        cells.iter().filter(|cell| LETTERS.contains(cell)).count()
    }

    fn compile(&self, level: &Level) -> Result<Compiled, Diagnostic> {
        Ok(Compiled {
            model: self.model(level)?,
            view: self.view(level)?,
            natives: Vec::new(),
            warnings: Vec::new(),
        })
    }
}

/// What links a level to what is proved of it: trusted, as the rules are.
impl Meaning for Lamps {
    fn model(&self, level: &Level) -> Result<Model, Diagnostic> {
        Ok(Model::Rules(Box::new(rules(&lit(level)?))))
    }
}

/// Which lamps of a level are lit, or what is wrong with it.
fn lit(level: &Level) -> Result<Vec<bool>, Diagnostic> {
    let grid = level
        .grid()
        .filter(|grid| grid.height() == 1)
        .ok_or_else(|| level.error("lamps are one row", "write x and o in one line"))?;
    let strange = |x: &usize| !LETTERS.contains(&grid.get(*x, 0));
    if let Some(x) = (0..grid.width()).find(strange) {
        let message = format!("`{}` is no lamp", grid.get(x, 0));
        return Err(level.error_at(x, 0, message, "x is lit, o is dark"));
    }
    Ok(grid.cells().iter().map(|cell| *cell == 'x').collect())
}

/// The rules, trusted too, and so short.
fn rules(lit: &[bool]) -> Rules {
    let n = lit.len();
    let mut b = Builder::default();
    let lamps = b.array("lamps", n as u32, 0, 1);
    let always = b.constant(1);
    for pressed in 0..n {
        let name = format!("press {}", pressed + 1);
        let action = b.action(&name);
        let switched = (pressed.saturating_sub(1)..n).take_while(|&i| i <= pressed + 1);
        let updates = switched.map(|i| {
            let index = b.constant(i as Val);
            let now = b.elem(lamps, index);
            let other = b.not(now);
            set_elem(lamps, index, other)
        });
        let updates = updates.collect();
        b.command(&name, action, always, updates);
    }
    let dark = (0..n).map(|i| {
        let index = b.constant(i as Val);
        let now = b.elem(lamps, index);
        b.not(now)
    });
    let dark: Vec<_> = dark.collect();
    let win = b.all(dark);
    b.atom("win", win);
    b.terminal(win);
    b.initial(lit.iter().map(|&lit| Val::from(lit)).collect());
    b.finish().expect("a lamp is lit or not")
}

/// How a row of lamps looks.
struct Row {
    n: usize,
    legend: [Tile; 2],
}

impl Row {
    fn new(n: usize) -> Row {
        let lamp = |name, glyph, colour| {
            let (x, y, radius) = (0.5, 0.5, 0.4);
            let disc = Shape::Circle { x, y, radius };
            let shapes = vec![(disc, colour)];
            Tile::new(name, glyph, shapes)
        };
        Row {
            n,
            legend: [
                lamp("dark lamp", 'o', Colour(0x3B, 0x42, 0x52)),
                lamp("lit lamp", 'x', Colour(0xEB, 0xCB, 0x8B)),
            ],
        }
    }
}

impl View for Row {
    fn legend(&self) -> &[Tile] {
        &self.legend
    }

    fn size(&self) -> (usize, usize) {
        (self.n, 1)
    }

    fn cells(&self, state: &[Val], out: &mut Vec<Cell>) {
        // Behind the lamps there may be counters that a property reads.
        let lamps = &state[..self.n];
        out.extend(lamps.iter().map(|&lit| Cell::new(TileId(lit as u16), None)));
    }

    fn player(&self, _: &[Val]) -> Option<(usize, usize)> {
        None
    }
}

/// The engine: whether the first lamp is pressed decides about all others, so
/// that there are only two runs to try. It never says *no*.
pub struct ChaseTheLight;

impl Engine for ChaseTheLight {
    fn name(&self) -> &'static str {
        "chase-the-light"
    }

    fn summary(&self) -> &'static str {
        "presses whatever lamp follows a lit one"
    }

    fn supports(&self, task: &Task) -> Result<(), Unsupported> {
        let vars = &task.subject.signature().vars;
        let is_lamps = vars.len() == 1 && vars[0].name == "lamps";
        match is_lamps && *task.property == Property::Solvable {
            true => Ok(()),
            false => Err(Unsupported("it wins rows of lamps and nothing else".into())),
        }
    }

    // Others can also show that there is no run, so they are asked first.
    fn gives_way(&self, _: &Task) -> bool {
        true
    }

    fn check(&self, task: &Task, _: &mut dyn Budget) -> Outcome {
        let mut start = Vec::new();
        task.subject.initial(&mut |state| start = state.to_vec());
        for first in [false, true] {
            let mut state = start.clone();
            let mut taken = Vec::new();
            for i in 0..state.len() {
                let is_pressed = if i == 0 { first } else { state[i - 1] == 1 };
                // What is won is over.
                if !is_pressed || state.iter().all(|&lit| lit == 0) {
                    continue;
                }
                let press = Step::Act {
                    action: ActionId(i as u32),
                    choice: 0,
                };
                let mut next = None;
                steps(task.subject, &state, &mut |step, after| {
                    if step == press {
                        next = Some(after.to_vec());
                    }
                });
                state = next.expect("every lamp can be pressed before the win");
                taken.push(press);
            }
            if state.iter().all(|&lit| lit == 0) {
                let run = Evidence::Trace(Trace {
                    initial: 0,
                    steps: taken,
                });
                return Outcome::decided(Answer::Holds, run, 2 * state.len() as u64);
            }
        }
        Outcome::unknown(Reason::Stopped(Stop::Incomplete), 2 * start.len() as u64)
    }
}

/// Verifies a few rows of lamps and says what came of it, a line each.
pub fn run() -> Result<Vec<String>, Box<dyn std::error::Error>> {
    let playproof = Playproof::default()
        .with_game(Box::new(Lamps))
        .with_engine(Box::new(ChaseTheLight));
    let file = playproof.read("lamps.txt", b"xxooxx\n\nxo\n")?;
    let mut lines = Vec::new();
    for level in &file.levels {
        // The letters say which game it is.
        let prepared = playproof.prepare(level, None)?;
        for engine in [None, Some("chase-the-light")] {
            let mut budget = Limits::states(10_000);
            let proof = prepared.verify(&Property::Solvable, engine, &mut budget)?;
            let row = level.text();
            let mut line = format!("{} by {}:", row.trim(), proof.engine);
            match (&proof.solution, proof.answer()) {
                (Some(run), _) => line += &format!(" {}", run.join(", ")),
                (None, Some(answer)) => line += &format!(" solvable {answer}"),
                (None, None) => line += " unknown",
            }
            if let Some(certificate) = &proof.certificate {
                let bytes = certificate.to_bytes(false);
                let checked = playproof.check(&bytes, MAX_CERTIFICATE, &mut budget)?;
                line += &format!(" ({}, checked)", checked.certificate.evidence.kind());
            }
            lines.push(line);
        }
    }
    Ok(lines)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    for line in run()? {
        println!("{line}");
    }
    Ok(())
}
