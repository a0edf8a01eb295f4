//! Trusted for `--as-rules`: a game as Rules, if a tick concerns three cells in a row at most.
//!
//! The state is the player's cell, which sprite the player is, and for each cell what else is
//! in it, as a number (`codes.rs`). A key is one command: tables say what becomes of the
//! player's cell, the next and the one beyond, by what is in them. They are filled by playing
//! every case (`local.rs`), and the cases are those of a fixed point: from what the level has,
//! whatever can come to be in a cell is added to what the cell may hold, until nothing is added.

mod cases;
mod codes;
mod refused;
mod words;

use std::collections::{BTreeMap, BTreeSet};

use playproof_model::{Builder, E, Op, Rules, Val, VarId, set, set_elem};

use self::cases::{Outcome, Reached, ends, is_over};
pub(crate) use self::codes::Codes;
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
        let places: BTreeSet<usize> = self.players.iter().map(|(_, cell)| *cell).collect();
        let places: Vec<usize> = places.into_iter().collect();
        let n_places = places.len();
        let n_cells = self.cells.len() as Val;
        let n_far = 1 + usize::from(self.stirring.is_some());
        let ignores_first: Vec<bool> = (0..INPUTS.len()).map(|n| self.ignores_first(n)).collect();
        let most = [
            n_places - 1,
            self.whos.len() - 1,
            (n_far - 1) * self.cells.len(),
        ];
        let n_bits = most.map(|most| (usize::BITS - most.leading_zeros()) as usize);
        let codes = [false, true]
            .map(|is_coarse| Codes::new(&self.cells, n_bits.iter().sum(), is_coarse))
            .into_iter()
            .find(|codes| {
                let n_first = |ignores: &bool| if *ignores { 1 } else { codes.n_codes() };
                let n_first = ignores_first.iter().map(n_first).max().unwrap_or(1);
                n_far * self.whos.len() * n_first * codes.n_codes().pow(2) <= MOST_CASES
            });
        let codes = codes.ok_or(Outside::Game("there are too many different cells"))?;
        // The edge is a code of its own, after all others.
        let (contents, edge) = (codes.contents(), codes.n_codes() - 1);

        let mut b = Builder::default();
        let player = b.variable("player", 0, n_places as Val - 1);
        let who = (self.whos.len() > 1).then(|| b.variable("who", 0, self.whos.len() as Val - 1));
        let names = ["cell", "more"].into_iter().zip(&codes.arrays);
        let held: Vec<VarId> = names
            .map(|(name, array)| b.array(name, array.len as u32, 0, array.most))
            .collect();
        // In how many cells something is that undoes what moves.
        let stirred = { self.stirring }.map(|_| b.variable("stirred", 0, n_cells));
        let stirs = |content: Content| Val::from(self.local.rest(content) != Rest::Quiet);
        let stirring = contents.iter().map(|&content| stirs(content));
        let stirring: Vec<Val> = stirring.chain([0]).collect();
        let stirring_table = b.table("stirring", &[edge as u32 + 1], stirring.clone());
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
        let n_codes = codes.n_codes();
        let numbers: Vec<Vec<Val>> = (0..held.len()).map(|array| codes.numbers(array)).collect();
        let n_numbers = codes
            .arrays
            .iter()
            .map(|array| array.most)
            .max()
            .unwrap_or(0) as usize
            + 1;
        for (key, (input, name)) in names.into_iter().enumerate() {
            debug_assert_eq!(INPUTS[key], input);
            let action = b.action(name);
            // Where it never matters what is in the player's cell, tables do not ask.
            let n_first = if ignores_first[key] { 1 } else { n_codes };
            let index = |who: usize, is_far: bool, codes: [usize; 3]| {
                let who = usize::from(is_far) * self.whos.len() + who;
                ((who * n_first + codes[0] % n_first) * n_codes + codes[1]) * n_codes + codes[2]
            };
            // What each place in the tables is where nothing was played: what it was.
            let size = n_far * self.whos.len() * n_first * n_codes.pow(2);
            let code_of = |part: usize, n: usize| match part {
                0 => n / n_codes / n_codes % n_first,
                1 => n / n_codes % n_codes,
                _ => n % n_codes,
            };
            let unchanged = |part: usize, of: &[Val]| -> Vec<Val> {
                (0..size).map(|n| of[code_of(part, n)]).collect()
            };
            let own_number = |n: usize| (n / n_codes.pow(2) / n_first % self.whos.len()) as Val;
            let same: Vec<Val> = (0..size).map(own_number).collect();
            let mut after: [Vec<Vec<Val>>; 3] =
                [0, 1, 2].map(|n| numbers.iter().map(|of| unchanged(n, of)).collect());
            let mut stirs_after = [0, 1, 2].map(|n| unchanged(n, &stirring));
            let (mut then, mut moves, mut kills) = (same.clone(), vec![0; size], vec![0; size]);
            let mut killed: Vec<Content> = Vec::new();
            for (&(who, _, n_cells, cells, is_far), outcome) in
                self.cases.iter().filter(|(case, _)| case.1 == key)
            {
                let (next_who, has_moved, cells_after, dies) = *outcome;
                let die = if dies == 0 {
                    0
                } else {
                    let known = killed.iter().position(|mask| *mask == dies);
                    known.unwrap_or_else(|| {
                        killed.push(dies);
                        killed.len() - 1
                    }) + 1
                };
                // The same may be in cells of several classes.
                let all = [0, 1, 2].map(|n| match n < n_cells {
                    true => codes.codes(cells[n]),
                    false => vec![edge],
                });
                let becomes = |n: usize, code: usize| match n < n_cells {
                    true => codes.instead(code, cells_after[n]),
                    false => Some(edge),
                };
                let firsts = if n_first == 1 {
                    &all[0][..1]
                } else {
                    &all[0][..]
                };
                for &first in firsts {
                    for (&second, &third) in all[1]
                        .iter()
                        .flat_map(|one| all[2].iter().map(move |two| (one, two)))
                    {
                        let before = [first, second, third];
                        let now = [0, 1, 2].map(|n| becomes(n, before[n]));
                        // No cells that play goes on in are like that.
                        let [Some(_), Some(_), Some(_)] = now else {
                            continue;
                        };
                        let place = index(who, is_far, before);
                        for (n, code) in now.into_iter().flatten().enumerate() {
                            for (table, numbers) in after[n].iter_mut().zip(&numbers) {
                                table[place] = numbers[code];
                            }
                            stirs_after[n][place] = stirring[code];
                        }
                        then[place] = next_who as Val;
                        moves[place] = Val::from(has_moved);
                        kills[place] = die as Val;
                    }
                }
            }
            let ahead: Vec<Vec<usize>> = places.iter().map(|&cell| self.ahead(cell, key)).collect();
            // Where the numbers of the cells are, and what they then are.
            let slots: [Vec<E>; 3] = [0, 1, 2].map(|n| {
                let arrays = codes.arrays.iter().enumerate();
                let slots = arrays.map(|(number, array)| {
                    let slot =
                        |cells: &Vec<usize>| cells.get(n).map_or(0, |&cell| array.slots[cell]);
                    let slots = ahead.iter().map(|cells| slot(cells) as Val).collect();
                    let table = format!("slot{n}{number}_{name}");
                    let table = b.table(&table, &[n_places as u32], slots);
                    b.lookup(table, &[here])
                });
                slots.collect()
            });
            let near = [0, 1, 2].map(|n| {
                let code = |cells: &Vec<usize>, number: usize| {
                    cells.get(n).map_or(edge, |&cell| codes.code(cell, number)) as Val
                };
                let code = ahead
                    .iter()
                    .flat_map(|cells| (0..n_numbers).map(move |k| code(cells, k)));
                let dims = [n_places as u32, n_numbers as u32];
                let table = b.table(&format!("code{n}_{name}"), &dims, code.collect());
                let numbers = held
                    .iter()
                    .zip(&slots[n])
                    .map(|(&held, &slot)| b.elem(held, slot));
                // All but one are 0.
                let number = b.any(numbers.collect::<Vec<E>>());
                b.lookup(table, &[here, number])
            });
            let near_by = near.map(|code| b.lookup(stirring_table, &[code]));
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
                    b.add(scaled, near[0])
                }
            };
            let dims = [
                (n_far * self.whos.len() * n_first) as u32,
                n_codes as u32,
                n_codes as u32,
            ];
            let look = |b: &mut Builder, what: &str, cells: Vec<Val>| {
                let table = b.table(&format!("{what}_{name}"), &dims, cells);
                b.lookup(table, &[first, near[1], near[2]])
            };
            let mut updates = Vec::new();
            let mut change = stirred.map(|stirred| b.var(stirred));
            for n in (0..3).filter(|n| *n > 0 || n_first > 1) {
                for (array, table) in std::mem::take(&mut after[n]).into_iter().enumerate() {
                    if table != unchanged(n, &numbers[array]) {
                        let value = look(&mut b, &format!("after{n}{array}"), table);
                        updates.push(set_elem(held[array], slots[n][array], value));
                    }
                }
                let stirs = std::mem::take(&mut stirs_after[n]);
                if let Some(sum) = change.filter(|_| stirs != unchanged(n, &stirring)) {
                    let stirs = look(&mut b, &format!("stirs{n}"), stirs);
                    let more = b.add(sum, stirs);
                    change = Some(b.sub(more, near_by[n]));
                }
            }
            if let (Some(stirred), Some(sum)) = (stirred, change) {
                let number = b.clamp(sum, 0, n_cells);
                updates.push(set(stirred, number));
            }
            if let Some(var) = who.filter(|_| then != same) {
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
                let mut all = Vec::new();
                for cell in (0..self.cells.len()).filter(|_| mask != 0) {
                    let Some((array, slot)) = codes.place(cell) else {
                        continue;
                    };
                    let there = codes.in_cell(cell);
                    let left = |number: Val| {
                        let content = there
                            .get(number as usize)
                            .map_or(0, |content| content & !mask);
                        there
                            .binary_search(&content)
                            .map_or(number, |left| left as Val)
                    };
                    let left: Vec<Val> = (0..=codes.arrays[array].most).map(left).collect();
                    let table = format!("left{number}_{name}_{cell}");
                    let table = b.table(&table, &[left.len() as u32], left);
                    let slot = b.constant(slot as Val);
                    let now = b.elem(held[array], slot);
                    let value = b.lookup(table, &[now]);
                    all.push(set_elem(held[array], slot, value));
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
            codes,
        };
        let mut words = Words {
            reading: &reading,
            possible: &self.cells,
            here,
            own,
            held: &held,
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
            .chain(reading.codes.written(cells))
            .chain(n_stirred);
        b.initial(start.collect());
        let rules = b
            .finish()
            .map_err(|_| Outside::Game("its numbers are too large"))?;
        Ok(InRules { rules, reading })
    }
}
