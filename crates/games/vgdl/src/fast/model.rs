//! A level's states, packed as its statement has them, with the fast interpreter behind.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use playproof_game::BoardAtom;
use playproof_model::{
    AtomId, Batch, NativeFactory, NativeModel, Node, PackedModel, Property, Subject, System,
    Unsupported, Val,
};

use super::rows::{Board, Rows};
use crate::compiled::{Game, KindId, When};
use crate::local::{Content, INPUTS, Local, Rest, Who, bits, n_of, one, total};
use crate::plain::Status;
use crate::system::VgdlSystem;

/// Plays a level fast for those who search its states.
pub struct FastFactory {
    system: Arc<VgdlSystem>,
}

impl FastFactory {
    /// For this level.
    pub fn new(system: Arc<VgdlSystem>) -> FastFactory {
        FastFactory { system }
    }
}

impl NativeFactory for FastFactory {
    fn name(&self) -> &'static str {
        "fast"
    }

    fn model(
        &self,
        _subject: &Subject,
        _property: &Property,
    ) -> Result<Box<dyn NativeModel>, Unsupported> {
        let why = "the fast interpreter goes through the game's own states";
        Err(Unsupported(why.to_owned()))
    }

    fn own_states(&self, subject: &Subject) -> Option<Box<dyn PackedModel>> {
        let foreign = subject.machine().foreign.as_ref()?;
        let is_own = foreign.name == self.system.name()
            && foreign.version == self.system.version()
            && foreign.source == self.system.source();
        let model = is_own.then(|| FastModel::new(Arc::clone(&self.system), subject))??;
        Some(Box::new(model))
    }
}

/// The states of a subject.
struct FastModel {
    system: Arc<VgdlSystem>,
    subject: Subject,
    local: Local,
    rows: Rows,
    /// For each action the number of its key among those that are tried alone.
    keys: Vec<usize>,
    flags: Vec<Flag>,
    /// Of each proposition of the statement the flag that it is, if it is one.
    atoms: Vec<Option<usize>>,
    endings: Vec<Ending>,
    /// How many sprites of each kind never change.
    n_still: Vec<u32>,
    /// What was found out, of those who work at a time.
    idle: Mutex<Vec<Known>>,
    is_in_doubt: AtomicBool,
}

/// A proposition of the game, with families as bits.
enum Flag {
    Is(Status),
    PlayerAt(usize),
    At(Content, usize),
    On(Content, Content),
    AtLeast(Vec<KindId>, usize),
}

/// An ending, with the kinds that are counted: one as often as it is named.
struct Ending {
    kinds: Vec<KindId>,
    is_true: fn(i64, i64) -> bool,
    limit: i64,
    status: Status,
}

/// The player as it was met, with its columns in a row.
struct Player {
    who: Who,
    columns: Vec<Val>,
    /// How many cells away it was last.
    last: (Val, Val),
    is_enabled: bool,
}

/// What a step comes to.
#[derive(Clone, Copy)]
struct Move {
    player: u32,
    has_moved: bool,
    cells: [Content; 3],
}

/// What was found out.
#[derive(Default)]
struct Known {
    players: Vec<Player>,
    /// The players by kind, by what rows say of them, and by where they were last.
    numbers: HashMap<(KindId, u64, (Val, Val)), u32, Fast>,
    /// None where the plain interpreter is to be asked.
    moves: HashMap<(u32, [Content; 3], Content), Option<Move>, Fast>,
    rests: HashMap<Content, Rest, Fast>,
    board: Board,
}

type Fast = BuildHasherDefault<Mixer>;

/// Mixes a few words.
#[derive(Default)]
struct Mixer(u64);

impl Hasher for Mixer {
    fn write(&mut self, bytes: &[u8]) {
        for word in bytes.chunks(8) {
            let mut whole = [0; 8];
            whole[..word.len()].copy_from_slice(word);
            self.write_u64(u64::from_le_bytes(whole));
        }
    }

    fn write_u128(&mut self, word: u128) {
        self.write_u64(word as u64);
        self.write_u64((word >> 64) as u64);
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(26) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }

    fn write_u32(&mut self, word: u32) {
        self.write_u64(u64::from(word));
    }

    fn write_usize(&mut self, word: usize) {
        self.write_u64(word as u64);
    }

    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 29
    }
}

impl FastModel {
    fn new(system: Arc<VgdlSystem>, subject: &Subject) -> Option<FastModel> {
        let interpreter = &system.interpreter;
        let (game, level) = (&interpreter.game, &interpreter.level);
        let begun = system.encoding.begun();
        let local = Local::new(interpreter, begun).ok()?;
        let (cells, ..) = local.read(interpreter, begun)?;
        if cells
            .iter()
            .any(|&content| local.rest(content) != Rest::Quiet)
        {
            return None;
        }
        let rows = Rows::new(&system, subject)?;
        let keys = { system.inputs.iter() }
            .map(|input| INPUTS.iter().position(|tried| tried == input))
            .collect::<Option<Vec<usize>>>()?;
        let machine = subject.machine();
        let family = |kind: KindId| bits(&game.kinds[kind].family);
        let cell = |n: usize| {
            let (x, y) = (n as i32 / level.height, n as i32 % level.height);
            (y * level.width + x) as usize
        };
        let flag = |name: &String| {
            let atom = system.atoms.find(name).map(|atom| system.atoms.get(atom));
            match atom.expect("a statement reads what the game says") {
                BoardAtom::Word(0) => Flag::Is(Status::Won),
                BoardAtom::Word(_) => Flag::Is(Status::Lost),
                BoardAtom::PlayerAt(n) => Flag::PlayerAt(cell(n)),
                BoardAtom::At(kind, n) => Flag::At(family(kind), cell(n)),
                BoardAtom::On(a, b) => Flag::On(family(a), family(b)),
                BoardAtom::AtLeast(kind, n) => Flag::AtLeast(game.kinds[kind].family.clone(), n),
            }
        };
        let foreign = machine.foreign.as_ref()?;
        let n_own = system.vars().len();
        let is_flag = |atom: &playproof_model::Atom| match machine.nodes[atom.holds.index()] {
            Node::Var(var) => var.index().checked_sub(n_own),
            _ => None,
        };
        Some(FastModel {
            keys,
            flags: foreign.flags.iter().map(flag).collect(),
            atoms: machine.atoms.iter().map(is_flag).collect(),
            endings: endings(game),
            n_still: (0..game.kinds.len())
                .map(|kind| rows.n_still(kind))
                .collect(),
            idle: Mutex::default(),
            is_in_doubt: AtomicBool::new(false),
            subject: subject.clone(),
            rows,
            local,
            system,
        })
    }

    /// Appends the successors of a row.
    fn expand_row(&self, known: &mut Known, number: u32, row: &[u64], out: &mut Batch) {
        if !self.rows.is_open(row) {
            return;
        }
        let n_before = out.src.len();
        if self.try_row(known, number, row, out).is_none() {
            out.src.truncate(n_before);
            out.edge.truncate(n_before);
            out.rows.truncate(n_before * self.rows.words);
            self.ask_plain(number, row, out);
        }
    }

    fn try_row(&self, known: &mut Known, number: u32, row: &[u64], out: &mut Batch) -> Option<()> {
        let mut board = std::mem::take(&mut known.board);
        let is_whole = self.rows.read(row, &mut board);
        let done = is_whole.then(|| self.try_board(known, &mut board, number, row, out));
        known.board = board;
        done.flatten()
    }

    fn try_board(
        &self,
        known: &mut Known,
        board: &mut Board,
        number: u32,
        row: &[u64],
        out: &mut Batch,
    ) -> Option<()> {
        let player = self.player(known, board.own, row)?;
        let stirring = self.stirring(known, board)?;
        for (action, &key) in self.keys.iter().enumerate() {
            let (places, n_cells) = self.ahead(board.at, key);
            let cells = places.map(|place| place.map_or(0, |place| board.cells[place]));
            // What undoes moves from afar.
            let is_far = |cell: &&(usize, Content)| !places.contains(&Some(cell.0));
            let far = stirring.iter().find(is_far).map_or(0, |cell| cell.1);
            let code = (player << 5) | (key as u32) << 2 | n_cells as u32;
            let found = known.moves.get(&(code, cells, far)).copied();
            let found = found.unwrap_or_else(|| {
                let step = self.find(known, player, key, (cells, n_cells), far);
                known.moves.insert((code, cells, far), step);
                step
            });
            let step = found?;
            let begin = out.rows.len();
            out.rows.extend_from_slice(row);
            let next = &mut out.rows[begin..];
            for ((place, before), now) in places.iter().zip(cells).zip(step.cells) {
                if let (Some(place), true) = (*place, before != now) {
                    if !self.rows.write_cell(next, place, before, now) {
                        return None;
                    }
                    self.count(board, before, now);
                    board.cells[place] = now;
                }
            }
            let at = if step.has_moved {
                places[1].unwrap_or(board.at)
            } else {
                board.at
            };
            let kind = known.players[step.player as usize].who.kind;
            let is_written = match (step.player == player, at == board.at) {
                (true, true) => true,
                (true, false) => {
                    self.rows
                        .write_place(next, kind, at, known.players[step.player as usize].last)
                }
                (false, _) => {
                    let now = &known.players[step.player as usize];
                    let (columns, last) = (&now.columns, now.last);
                    self.rows
                        .write_player(next, board.own.0, kind, columns, at, last)
                }
            };
            let now = &known.players[step.player as usize];
            let status = self.status(board, now);
            let flags = self
                .flags
                .iter()
                .map(|flag| flag.holds(self, board, now, at, status));
            self.rows.finish(next, status, flags);
            // The board is what it was again.
            for ((place, before), now) in places.iter().zip(cells).zip(step.cells) {
                if let (Some(place), true) = (*place, before != now) {
                    self.count(board, now, before);
                    board.cells[place] = before;
                }
            }
            if !is_written {
                return None;
            }
            out.src.push(number);
            out.edge.push(action as u32);
        }
        Some(())
    }

    /// The player's number, found in a row if it was never met.
    fn player(&self, known: &mut Known, own: (KindId, u64), row: &[u64]) -> Option<u32> {
        if let Some(&player) = known.numbers.get(&(own.0, own.1, (0, 0))) {
            return Some(player);
        }
        let mut values = Vec::new();
        self.subject.layout().unpack(row, &mut values);
        let n_own = values
            .len()
            .min(self.system.vars().iter().map(|var| var.n_flat()).sum());
        let state = self.system.encoding.decode(&values[..n_own]);
        let (_, who, _) = self.local.read(&self.system.interpreter, &state)?;
        self.meet(known, who)
    }

    fn meet(&self, known: &mut Known, who: Who) -> Option<u32> {
        let game = &self.system.interpreter.game;
        let (columns, own) = self
            .rows
            .columns(&self.system, game, who.kind, &who.sprite)?;
        let block = self.system.interpreter.level.block;
        let last = (who.sprite.last_x / block, who.sprite.last_y / block);
        if let Some(&player) = known.numbers.get(&(who.kind, own, last)) {
            // Rows are to tell players apart.
            return (known.players[player as usize].who == who).then_some(player);
        }
        let player = u32::try_from(known.players.len())
            .ok()
            .filter(|n| *n < 1 << 26)?;
        known.numbers.insert((who.kind, own, last), player);
        let is_enabled = !who.sprite.is_disabled;
        known.players.push(Player {
            who,
            columns,
            last,
            is_enabled,
        });
        Some(player)
    }

    /// The cells from which whatever moves is put back; none if cells are not alike in that,
    /// or something else comes of one by itself.
    fn stirring(&self, known: &mut Known, board: &Board) -> Option<Vec<(usize, Content)>> {
        let mut all: Vec<(usize, Content)> = Vec::new();
        let mut rules = None;
        for &cell in &board.touched {
            let content = board.cells[cell];
            let rest = known.rests.entry(content);
            match *rest.or_insert_with(|| self.local.rest(content)) {
                Rest::Quiet => {}
                Rest::Undoes(own) if rules.is_none_or(|rules| rules == own) => {
                    rules = Some(own);
                    all.push((cell, content));
                }
                _ => return None,
            }
        }
        Some(all)
    }

    /// Plays a step for the first time.
    fn find(
        &self,
        known: &mut Known,
        player: u32,
        key: usize,
        (cells, n_cells): ([Content; 3], usize),
        far: Content,
    ) -> Option<Move> {
        let who = &known.players[player as usize].who;
        let step = self.local.step(who, key, cells, n_cells, far)?;
        let acts = |content: &Content| self.local.rest(*content) == Rest::Acts;
        if step.cells.iter().any(acts) || step.killed != 0 {
            return None;
        }
        Some(Move {
            player: self.meet(known, step.who)?,
            has_moved: step.has_moved,
            cells: step.cells,
        })
    }

    /// The cells that a key is about, and how many of them there are before the edge.
    fn ahead(&self, at: usize, key: usize) -> ([Option<usize>; 3], usize) {
        let level = &self.system.interpreter.level;
        let way = INPUTS[key].facing();
        let (x, y) = (at as i32 % level.width, at as i32 / level.width);
        let mut places = [Some(at), None, None];
        let mut n_cells = 1;
        if (way.x, way.y) != (0, 0) {
            for distance in 1..3 {
                let (x, y) = (x + distance * way.x, y + distance * way.y);
                if (0..level.width).contains(&x) && (0..level.height).contains(&y) {
                    places[distance as usize] = Some((y * level.width + x) as usize);
                    n_cells += 1;
                }
            }
        }
        (places, n_cells)
    }

    fn count(&self, board: &mut Board, before: Content, now: Content) {
        let mut different = before ^ now;
        while different != 0 {
            let kind = different.trailing_zeros() as usize / 2;
            different &= !(3 * one(kind));
            let count = &mut board.counts[kind];
            *count = *count + n_of(now, kind) - n_of(before, kind);
        }
    }

    fn n_of(&self, board: &Board, player: &Player, kinds: &[KindId]) -> i64 {
        let own = |kind: KindId| u32::from(player.is_enabled && player.who.kind == kind);
        let of = |&kind: &KindId| i64::from(board.counts[kind] + self.n_still[kind] + own(kind));
        kinds.iter().map(of).sum()
    }

    fn status(&self, board: &Board, player: &Player) -> Status {
        let is_true = |ending: &&Ending| {
            (ending.is_true)(self.n_of(board, player, &ending.kinds), ending.limit)
        };
        let ending = self.endings.iter().find(is_true);
        ending.map_or(Status::Open, |ending| ending.status)
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

impl Flag {
    fn holds(
        &self,
        model: &FastModel,
        board: &Board,
        player: &Player,
        at: usize,
        status: Status,
    ) -> bool {
        let own = |cell: usize| match player.is_enabled && cell == at {
            true => one(player.who.kind),
            false => 0,
        };
        match self {
            Flag::Is(wanted) => status == *wanted,
            Flag::PlayerAt(cell) => own(*cell) != 0,
            Flag::At(family, cell) => (board.cells[*cell] | own(*cell)) & family != 0,
            Flag::On(a, b) => board.cells.iter().enumerate().any(|(cell, content)| {
                let there = content | own(cell);
                let (a, b) = (there & a, there & b);
                a != 0 && b != 0 && total(a | b) > 1
            }),
            Flag::AtLeast(kinds, n) => model.n_of(board, player, kinds) >= *n as i64,
        }
    }
}

fn endings(game: &Game) -> Vec<Ending> {
    let families = |kinds: &[KindId]| -> Vec<KindId> {
        let families = kinds.iter().flat_map(|&kind| &game.kinds[kind].family);
        families.copied().collect()
    };
    let ending = |ending: &crate::compiled::Ending| {
        let (kinds, is_true, limit): (_, fn(i64, i64) -> bool, _) = match &ending.when {
            When::AtMost(kinds, limit) => (families(kinds), |n, limit| n <= limit, *limit),
            When::AtLeast(kinds, limit) => (families(kinds), |n, limit| n >= limit, *limit),
            When::Exactly(kinds, limit) => (families(kinds), |n, limit| n == limit, *limit),
            // A time limit that only loses is not played.
            When::Timeout(_) => return None,
        };
        Some(Ending {
            kinds,
            is_true,
            limit: i64::from(limit),
            status: if ending.wins {
                Status::Won
            } else {
                Status::Lost
            },
        })
    };
    game.endings.iter().filter_map(ending).collect()
}

impl PackedModel for FastModel {
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
        let lock = || self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let mut known = lock().pop().unwrap_or_default();
        for (number, row) in rows.chunks_exact(self.rows.words).enumerate() {
            self.expand_row(&mut known, number as u32, row, out);
        }
        lock().push(known);
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
