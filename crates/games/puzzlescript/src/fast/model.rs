//! A level's states, packed as its statement has them, with the fast interpreter behind.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use playproof_game::BoardAtom;
use playproof_model::{AtomId, Batch, Node, PackedModel, Subject, System, Val};

use super::bits::Word;
use super::level::{FastFilter, Level};
use super::rows::{Rows, blank};
use super::rules::Numbers;
use super::scene::Scene;
use crate::plain::Status;
use crate::plain::chance::EveryDraw;
use crate::possible::Possible;
use crate::propositions::Propositions;
use crate::system::{MOST_DRAWS, PuzzleSystem};

/// The states of a subject.
pub(super) struct FastModel<C, const W: usize> {
    system: Arc<PuzzleSystem>,
    subject: Subject,
    level: Level<C, W>,
    rows: Rows<C>,
    flags: Vec<Flag<C, W>>,
    /// Of each proposition of the statement the flag that it is, if it is one.
    atoms: Vec<Option<usize>>,
    /// Boards that nobody works with.
    idle: Mutex<Vec<Table<C, W>>>,
    is_in_doubt: AtomicBool,
    /// Whether something changed that was thought to last: then only the plain interpreter
    /// is asked.
    has_strayed: AtomicBool,
}

/// A board to play on, and the row that it shows.
struct Table<C, const W: usize> {
    scene: Scene<C, W>,
    row: Vec<u64>,
    /// Where a restart begins in the state that it shows.
    saved: Vec<C>,
}

/// A proposition of the game.
enum Flag<C, const W: usize> {
    Is(Status),
    At(FastFilter<C, W>, usize),
    On(FastFilter<C, W>, FastFilter<C, W>),
    AtLeast(FastFilter<C, W>, usize),
}

impl<C: Word, const W: usize> Flag<C, W> {
    fn holds(&self, scene: &Scene<C, W>, status: Status) -> bool {
        let cells = |filter: &FastFilter<C, W>| filter.cells(&scene.boards);
        match self {
            Flag::Is(wanted) => status == *wanted,
            Flag::At(what, cell) => cells(what).has(*cell),
            Flag::On(a, b) => !cells(a).and(&cells(b)).is_none(),
            Flag::AtLeast(what, n) => cells(what).count() as usize >= *n,
        }
    }
}

/// What a key led to.
enum Outcome {
    /// The row is written.
    Known { has_changed: bool },
    /// It is not known.
    Doubt,
    /// Something changed that should not have.
    Stray,
}

impl<C: Word, const W: usize> FastModel<C, W> {
    pub fn new(
        system: Arc<PuzzleSystem>,
        subject: &Subject,
        level: Level<C, W>,
        possible: &Possible,
        numbers: &Numbers,
    ) -> FastModel<C, W> {
        let (machine, interpreter) = (subject.machine(), &system.interpreter);
        let board = &interpreter.board;
        let filter = |filter| FastFilter::new(filter, board, possible, numbers);
        let flag = |name: &String| {
            let Propositions { things, atoms } = &system.propositions;
            let atom = atoms.find(name);
            match atoms.get(atom.expect("a statement reads what the game says")) {
                BoardAtom::Word(0) => Flag::Is(Status::Won),
                BoardAtom::Word(_) => Flag::Is(Status::Endless),
                BoardAtom::PlayerAt(cell) => Flag::At(filter(&interpreter.game.player), cell),
                BoardAtom::At(thing, cell) => Flag::At(filter(&things[thing]), cell),
                BoardAtom::On(a, b) => Flag::On(filter(&things[a]), filter(&things[b])),
                BoardAtom::AtLeast(thing, n) => Flag::AtLeast(filter(&things[thing]), n),
            }
        };
        let foreign = machine.foreign.iter();
        let flags = foreign.flat_map(|foreign| &foreign.flags).map(flag);
        let n_own = system.vars().len();
        let is_flag = |atom: &playproof_model::Atom| match machine.nodes[atom.holds.index()] {
            Node::Var(var) => var.index().checked_sub(n_own),
            _ => None,
        };
        FastModel {
            rows: Rows::new(&interpreter.game, &system.encoding, subject, numbers),
            flags: flags.collect(),
            atoms: machine.atoms.iter().map(is_flag).collect(),
            idle: Mutex::default(),
            is_in_doubt: AtomicBool::new(false),
            has_strayed: AtomicBool::new(false),
            subject: subject.clone(),
            system,
            level,
        }
    }

    fn table(&self) -> Table<C, W> {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        idle.pop().unwrap_or_else(|| {
            let (row, scene) = blank(&self.rows, &self.level);
            Table {
                saved: scene.checkpoint.clone(),
                scene,
                row,
            }
        })
    }

    /// Appends the successors of a row.
    fn expand_row(&self, table: &mut Table<C, W>, number: u32, row: &[u64], out: &mut Batch) {
        match self.rows.status(row) {
            Status::Won | Status::Endless => return,
            Status::Unknown => return self.is_in_doubt.store(true, Ordering::Relaxed),
            Status::Open => {}
        }
        if self.has_strayed.load(Ordering::Relaxed) {
            return self.ask_plain(number, row, out);
        }
        // A trial may leave where a restart begins elsewhere.
        table.scene.checkpoint.copy_from_slice(&table.saved);
        self.rows.read(row, &mut table.row, &mut table.scene);
        table.saved.copy_from_slice(&table.scene.checkpoint);
        table.scene.look_around();
        let n_before = out.src.len();
        for action in 0..self.system.inputs.len() {
            let is_good = match self.level.has_chance {
                false => self.act(table, number, row, action, out),
                true => self.act_by_lot(table, number, row, action, out),
            };
            if !is_good {
                out.src.truncate(n_before);
                out.edge.truncate(n_before);
                out.rows.truncate(n_before * self.rows.words);
                self.has_strayed.store(true, Ordering::Relaxed);
                return self.ask_plain(number, row, out);
            }
        }
    }

    /// Appends where an action leads. `false` if something changed that should not have.
    fn act(
        &self,
        table: &mut Table<C, W>,
        number: u32,
        row: &[u64],
        action: usize,
        out: &mut Batch,
    ) -> bool {
        let begin = out.rows.len();
        out.rows.extend_from_slice(row);
        let mut draws = EveryDraw::default();
        let outcome = self.play(table, action, &mut draws, &mut out.rows[begin..]);
        self.undo(table);
        match outcome {
            Outcome::Known { has_changed: true } => {
                out.src.push(number);
                out.edge.push(action as u32);
                return true;
            }
            Outcome::Known { has_changed: false } => {}
            Outcome::Doubt => self.is_in_doubt.store(true, Ordering::Relaxed),
            Outcome::Stray => return false,
        }
        out.rows.truncate(begin);
        true
    }

    /// The same with all that chance can do.
    fn act_by_lot(
        &self,
        table: &mut Table<C, W>,
        number: u32,
        row: &[u64],
        action: usize,
        out: &mut Batch,
    ) -> bool {
        let has_luck = self.system.has_luck;
        let mut draws = EveryDraw::default();
        // Where chance can lead: boards that differ in what rows do not hold count as several.
        let mut known: Vec<(Vec<C>, Vec<C>, Status)> = Vec::new();
        let mut outcomes: Vec<Option<Vec<u64>>> = Vec::new();
        let mut is_complete = false;
        for _ in 0..MOST_DRAWS {
            let mut next = row.to_vec();
            let outcome = self.play(table, action, &mut draws, &mut next);
            let scene = &table.scene;
            let status = self.rows.status(&next);
            let state = (scene.cells.clone(), scene.checkpoint.clone(), status);
            let is_cut = scene.is_chain_cut;
            self.undo(table);
            if matches!(outcome, Outcome::Stray) {
                return false;
            }
            if is_cut {
                break;
            }
            if !known.contains(&state) {
                known.push(state);
                match outcome {
                    Outcome::Known { has_changed: false } => {}
                    Outcome::Known { has_changed: true } => outcomes.push(Some(next)),
                    Outcome::Doubt | Outcome::Stray => outcomes.push(None),
                }
            }
            if !draws.advance() {
                is_complete = has_luck || known.len() == 1;
                break;
            }
            if !has_luck && known.len() > 1 {
                break;
            }
        }
        if !is_complete {
            self.is_in_doubt.store(true, Ordering::Relaxed);
            return true;
        }
        for outcome in outcomes {
            match outcome {
                Some(next) => {
                    out.rows.extend_from_slice(&next);
                    out.src.push(number);
                    out.edge.push(action as u32);
                }
                None => self.is_in_doubt.store(true, Ordering::Relaxed),
            }
        }
        true
    }

    /// Plays a key, and writes the state that it leads to over the row of the one before.
    fn play(
        &self,
        table: &mut Table<C, W>,
        action: usize,
        draws: &mut EveryDraw,
        row: &mut [u64],
    ) -> Outcome {
        let input = self.system.inputs[action].expect("a game with a clock is not played fast");
        let scene = &mut table.scene;
        let status = scene.play(&self.level, input, draws);
        if scene.has_strayed {
            return Outcome::Stray;
        }
        let Some(status) = status else {
            scene.is_chain_cut = true;
            return Outcome::Doubt;
        };
        let flags = self.flags.iter().map(|flag| flag.holds(scene, status));
        self.rows.finish(row, status, flags);
        let board = self.rows.write(scene, row);
        let saved = self.rows.write_saved(scene, &table.saved, row);
        match (board, saved) {
            (Some(board), Some(saved)) => Outcome::Known {
                has_changed: board || saved || status != Status::Open,
            },
            _ => Outcome::Doubt,
        }
    }

    fn undo(&self, table: &mut Table<C, W>) {
        let scene = &mut table.scene;
        scene.take_back();
        scene.settle();
        if self.level.sets_checkpoints {
            scene.checkpoint.copy_from_slice(&table.saved);
        }
        scene.has_strayed = false;
        scene.is_chain_cut = false;
    }

    /// Appends the successors of a row by the plain interpreter.
    fn ask_plain(&self, number: u32, row: &[u64], out: &mut Batch) {
        let layout = self.subject.layout();
        let mut state = Vec::with_capacity(layout.n_flat());
        layout.unpack(row, &mut state);
        let mut play = self.subject.play();
        let subject = &self.subject;
        subject.successors_in(&mut play, &state, &mut |action, next| {
            layout.pack(next, &mut out.rows);
            out.src.push(number);
            out.edge.push(action.0);
        });
        if play.is_in_doubt {
            self.is_in_doubt.store(true, Ordering::Relaxed);
        }
    }
}

impl<C: Word, const W: usize> PackedModel for FastModel<C, W> {
    fn words(&self) -> usize {
        self.rows.words
    }

    fn n_bits(&self) -> u32 {
        let used = self.subject.layout().used.iter();
        used.map(|word| word.count_ones()).sum()
    }

    fn initial(&self, out: &mut Batch) {
        let layout = self.subject.layout();
        self.subject
            .initial(&mut |state| layout.pack(state, &mut out.rows));
    }

    fn expand(&self, rows: &[u64], out: &mut Batch) {
        let mut table = self.table();
        for (number, row) in rows.chunks_exact(self.rows.words).enumerate() {
            self.expand_row(&mut table, number as u32, row, out);
        }
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        idle.push(table);
    }

    fn holds(&self, rows: &[u64], atom: AtomId, _work: &mut Batch, out: &mut Vec<bool>) {
        out.clear();
        let rows = rows.chunks_exact(self.rows.words);
        if let Some(flag) = self.atoms[atom.index()] {
            return out.extend(rows.map(|row| self.rows.flag(row, flag)));
        }
        let layout = self.subject.layout();
        let mut play = self.subject.play();
        let mut state = Vec::with_capacity(layout.n_flat());
        for row in rows {
            state.clear();
            layout.unpack(row, &mut state);
            out.push(play.holds(&state, atom));
        }
    }

    fn valuation(&self, row: &[u64], out: &mut Vec<Val>) {
        self.subject.layout().unpack(row, out);
    }

    fn doubt(&self) -> Option<String> {
        let is_in_doubt = self.is_in_doubt.load(Ordering::Relaxed);
        is_in_doubt.then(|| "the game's interpreter cannot tell where every step leads".into())
    }
}
