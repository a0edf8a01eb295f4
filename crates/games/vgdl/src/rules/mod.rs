//! Trusted for `--as-rules`: a game as Rules, if a tick concerns three cells in a row at most.
//!
//! The state is the player's cell, which sprite the player is, and for each cell what else is
//! in it, as a number. A key is one command: tables say what becomes of the player's cell, the
//! next and the one beyond, by what is in them. They are filled by playing every case
//! (`local.rs`), and the cases are those of a fixed point: from what the level has, whatever
//! can come to be in a cell is added to what the cell may hold, until nothing is added.
//!
//! Cells of which the fixed point knows one content only share a place in the state: writing
//! there what they hold changes nothing.

mod cases;
mod refused;
mod words;

use std::collections::{BTreeMap, BTreeSet};

use playproof_model::{Builder, E, Op, Rules, Val, set, set_elem};

use self::cases::{Outcome, Reached, ends, is_over};
pub(crate) use self::refused::in_rules;
use self::words::Words;
use crate::local::{Content, INPUTS, Local, Outside, Rest};
use crate::plain::{Input, Interpreter, State};
use crate::reading::Reading;

/// The most cases that tables have.
const MOST_CASES: usize = 300_000;

/// A level as Rules, and how to read their states.
pub(crate) struct InRules {
    pub rules: Rules,
    pub reading: Reading,
}

impl InRules {
    /// This level, or why it cannot be said so.
    pub fn new(interpreter: &Interpreter, begun: &State) -> Result<InRules, Outside> {
        let local = Local::new(interpreter, begun)?;
        // Rules end play before the first tick, and the game after it.
        if is_over(&interpreter.game, begun) {
            return Err(Outside::Game("play is over in the first tick"));
        }
        let odd = Outside::Game("two sprites of a kind begin in one cell, or an avatar is odd");
        let (cells, who, at) = local.read(interpreter, begun).ok_or(odd)?;
        let mut reached = Reached {
            interpreter,
            local,
            whos: vec![who],
            cells: cells
                .iter()
                .map(|&content| BTreeSet::from([content]))
                .collect(),
            players: BTreeSet::from([(0, at)]),
            last: (vec![BTreeSet::new(); cells.len()], BTreeSet::new()),
            ends: ends(interpreter, &cells),
            stirring: None,
            cases: BTreeMap::new(),
        };
        while reached.grow()? {}
        reached.rules(&cells, at)
    }
}

impl Reached<'_> {
    /// The Rules.
    fn rules(mut self, cells: &[Content], at: usize) -> Result<InRules, Outside> {
        for (cell, last) in self.cells.iter_mut().zip(&self.last.0) {
            cell.extend(last);
        }
        self.players.extend(&self.last.1);
        let all: BTreeSet<Content> = self.cells.iter().flatten().copied().collect();
        let contents: Vec<Content> = all.into_iter().collect();
        let code = |content: Content| contents.binary_search(&content).expect("it was reached");
        let places: BTreeSet<usize> = self.players.iter().map(|(_, cell)| *cell).collect();
        let places: Vec<usize> = places.into_iter().collect();
        let n_far = 1 + usize::from(self.stirring.is_some());
        if n_far * self.whos.len() * (contents.len() + 1).pow(3) > MOST_CASES {
            return Err(Outside::Game("there are too many different cells"));
        }
        // The edge is a content of its own, after all others.
        let edge = contents.len();
        let mut initial = Vec::new();
        let mut shared: BTreeMap<usize, usize> = BTreeMap::new();
        let mut slots = Vec::new();
        for (cell, possible) in self.cells.iter().enumerate() {
            let own = code(cells[cell]);
            let slot = match possible.len() {
                1 => *shared.entry(own).or_insert(initial.len()),
                _ => initial.len(),
            };
            if slot == initial.len() {
                initial.push(own as Val);
            }
            slots.push(slot);
        }
        let edge_slot = initial.len();
        initial.push(edge as Val);

        let mut b = Builder::default();
        let n_places = places.len();
        let player = b.variable("player", 0, n_places as Val - 1);
        let who = (self.whos.len() > 1).then(|| b.variable("who", 0, self.whos.len() as Val - 1));
        let held = b.array("cell", initial.len() as u32, 0, edge as Val);
        // In how many cells something is that undoes what moves.
        let n_cells = self.cells.len() as Val;
        let stirred = { self.stirring }.map(|_| b.variable("stirred", 0, n_cells));
        let stirs = |content: Content| Val::from(self.local.rest(content) != Rest::Quiet);
        let stirring = contents.iter().map(|&content| stirs(content));
        let stirring = stirring.chain([0]).collect();
        let stirring = b.table("stirring", &[edge as u32 + 1], stirring);
        let here = b.var(player);
        let own = match who {
            Some(who) => b.var(who),
            None => b.constant(0),
        };
        let names = [
            (Input::Up, "up"),
            (Input::Down, "down"),
            (Input::Left, "left"),
            (Input::Right, "right"),
            (Input::Wait, "wait"),
        ];
        let n_codes = contents.len() + 1;
        for (key, (input, name)) in names.into_iter().enumerate() {
            debug_assert_eq!(INPUTS[key], input);
            let action = b.action(name);
            // Where it never matters what is in the player's cell, tables do not ask.
            let n_first = if self.ignores_first(key) { 1 } else { n_codes };
            let index = |who: usize, is_far: bool, codes: [usize; 3]| {
                let who = usize::from(is_far) * self.whos.len() + who;
                ((who * n_first + codes[0] % n_first) * n_codes + codes[1]) * n_codes + codes[2]
            };
            // What each place in the tables is where nothing was played: what it was.
            let size = n_far * self.whos.len() * n_first * n_codes.pow(2);
            let unchanged = |part: usize| -> Vec<Val> {
                let part = |n: usize| match part {
                    0 => n / n_codes / n_codes % n_codes,
                    1 => n / n_codes % n_codes,
                    2 => n % n_codes,
                    _ => n / n_codes.pow(2) / n_first % self.whos.len(),
                };
                (0..size).map(|n| part(n) as Val).collect()
            };
            let mut after = [unchanged(0), unchanged(1), unchanged(2)];
            let (mut then, mut moves, mut kills) = (unchanged(3), vec![0; size], vec![0; size]);
            let mut killed: Vec<Content> = Vec::new();
            for (&(who, _, n_cells, cells, is_far), outcome) in
                self.cases.iter().filter(|(case, _)| case.1 == key)
            {
                let on_board =
                    |n: usize, content: Content| if n < n_cells { code(content) } else { edge };
                let number = |cells: [Content; 3]| [0, 1, 2].map(|n| on_board(n, cells[n]));
                let place = index(who, is_far, number(cells));
                let (who, has_moved, cells, dies) = *outcome;
                for (table, code) in after.iter_mut().zip(number(cells)) {
                    table[place] = code as Val;
                }
                then[place] = who as Val;
                moves[place] = Val::from(has_moved);
                if dies != 0 {
                    let known = killed.iter().position(|mask| *mask == dies);
                    let number = known.unwrap_or_else(|| {
                        killed.push(dies);
                        killed.len() - 1
                    });
                    kills[place] = number as Val + 1;
                }
            }
            let ahead: Vec<Vec<usize>> = places.iter().map(|&cell| self.ahead(cell, key)).collect();
            let slot = |n: usize| {
                ahead
                    .iter()
                    .map(|cells| cells.get(n).map_or(edge_slot, |&cell| slots[cell]) as Val)
                    .collect()
            };
            let near: [E; 3] = [0, 1, 2].map(|n| {
                let table = b.table(&format!("slot{n}_{name}"), &[n_places as u32], slot(n));
                b.lookup(table, &[here])
            });
            let codes = near.map(|slot| b.elem(held, slot));
            let near_by = codes.map(|code| b.lookup(stirring, &[code]));
            let who_and_far = match stirred {
                None => own,
                Some(stirred) => {
                    let all = b.var(stirred);
                    let far = near_by.iter().fold(all, |left, &near| b.sub(left, near));
                    let none = b.constant(0);
                    let is_far = b.cmp(Op::Lt, none, far);
                    let far = b.mul(self.whos.len() as Val, is_far);
                    b.add(far, own)
                }
            };
            let first = match n_first {
                1 => who_and_far,
                _ => {
                    let scaled = b.mul(n_codes as Val, who_and_far);
                    b.add(scaled, codes[0])
                }
            };
            let dims = [
                (n_far * self.whos.len() * n_first) as u32,
                n_codes as u32,
                n_codes as u32,
            ];
            let look = |b: &mut Builder, what: &str, cells: Vec<Val>| {
                let table = b.table(&format!("{what}_{name}"), &dims, cells);
                b.lookup(table, &[first, codes[1], codes[2]])
            };
            let mut updates = Vec::new();
            let is_kept = |n: usize| n == 0 && n_first == 1 || after[n] == unchanged(n);
            let is_changed: Vec<bool> = (0..3).map(|n| !is_kept(n)).collect();
            let mut change = stirred.map(|stirred| b.var(stirred));
            for (n, table) in after.into_iter().enumerate() {
                if is_changed[n] {
                    let value = look(&mut b, &format!("after{n}"), table);
                    updates.push(set_elem(held, near[n], value));
                    let stirs = b.lookup(stirring, &[value]);
                    change = change.map(|sum| b.add(sum, stirs));
                    change = change.map(|sum| b.sub(sum, near_by[n]));
                }
            }
            if let (Some(stirred), Some(sum)) = (stirred, change) {
                let number = b.clamp(sum, 0, n_cells);
                updates.push(set(stirred, number));
            }
            if let Some(var) = who.filter(|_| then != unchanged(3)) {
                let value = look(&mut b, "who", then);
                updates.push(set(var, value));
            }
            if moves.contains(&1) {
                let position = |cell: usize| places.binary_search(&cell).ok();
                let next = (0..n_places).map(|n| {
                    ahead[n]
                        .get(1)
                        .and_then(|&cell| position(cell))
                        .unwrap_or(n) as Val
                });
                let next = b.table(&format!("next_{name}"), &[n_places as u32], next.collect());
                let (there, has_moved) = (b.lookup(next, &[here]), look(&mut b, "moves", moves));
                let place = b.ite(has_moved, there, here);
                updates.push(set(player, place));
            }
            if killed.is_empty() {
                let always = b.constant(1);
                b.command(name, action, always, updates);
                continue;
            }
            let kills = look(&mut b, "kills", kills);
            for (number, mask) in std::iter::once(0).chain(killed).enumerate() {
                let left = contents.iter().map(|content| {
                    contents
                        .binary_search(&(content & !mask))
                        .map_or(0, |code| code as Val)
                });
                let left = left.chain([edge as Val]).collect();
                let left = b.table(&format!("left{number}_{name}"), &[n_codes as u32], left);
                let mut all = Vec::new();
                for slot in (0..edge_slot).filter(|_| mask != 0) {
                    let slot = b.constant(slot as Val);
                    let content = b.elem(held, slot);
                    let value = b.lookup(left, &[content]);
                    all.push(set_elem(held, slot, value));
                }
                // Of two writes to one place the later counts.
                all.extend(updates.iter().cloned());
                let guard = b.is(kills, number as Val);
                b.command(&format!("{name}-{number}"), action, guard, all);
            }
        }
        let n_stirred = stirred.map(|_| cells.iter().map(|&content| stirs(content)).sum());
        let kills = |outcome: &Outcome| outcome.3 != 0;
        if stirred.is_some() && self.cases.values().any(kills) {
            return Err(Outside::Game("rules undo moves and kill everywhere"));
        }
        let reading = Reading {
            interpreter: self.interpreter.clone(),
            places,
            whos: self.whos,
            contents,
            slots,
        };
        let mut words = Words {
            reading: &reading,
            possible: &self.cells,
            here,
            own,
            held,
            b: &mut b,
            tables: BTreeMap::new(),
        };
        words.endings_and_propositions();
        b.counter("moves", |_| 1);
        let position = reading
            .places
            .binary_search(&at)
            .expect("the player begins there");
        let start = std::iter::once(position as Val)
            .chain(who.map(|_| 0))
            .chain(initial)
            .chain(n_stirred);
        b.initial(start.collect());
        let rules = b
            .finish()
            .map_err(|_| Outside::Game("its numbers are too large"))?;
        Ok(InRules { rules, reading })
    }
}
