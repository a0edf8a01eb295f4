//! The coarse game as Rules. Trusted.
//!
//! The state is the player's place, the time that is left where there is a limit,
//! which enemies are alive, and which of the blocks that break are whole. Where an action leads
//! is a table of the places where actions begin; a row of slots names the
//! enemies on the way in their order, and an enemy that is met alive, and not from
//! above, ends it. Where the way depends on blocks, the action has a command for each case.
//! Which coins were taken is no part of the state unless somebody asks:
//! each coin is an observer, and `coins` is their sum.

use playproof_model::{
    ActionId, Builder, E, Extent, Op, Rules, TableId, Val, VarId, set, set_elem,
};

use super::actions::{Action, NO_ACTION};
use super::path::{Event, Path, Terrain};
use super::settings::CoarseSettings;
use crate::canonical::{Board, Tile};

/// The Rules of a board, whose ways these are.
pub(super) fn rules(board: &Board, settings: &CoarseSettings, ways: &Ways) -> Rules {
    let terrain = Terrain::new(board, settings.exit);
    let start = terrain.start();
    let mut b = Builder::default();
    let (n, limit) = (terrain.n_places(), settings.time.map(|time| time as Val));
    let player = b.variable("player", 0, n as Val - 1);
    let time = limit.map(|limit| b.variable("time", 0, limit));
    let n_enemies = terrain.enemies.len();
    // The last one is never alive: it fills the slots that name nobody.
    let enemies = (n_enemies > 0).then(|| b.array("enemy", n_enemies as u32 + 1, 0, 1));
    // The last one is never whole, likewise.
    let n_blocks = terrain.blocks.len();
    let blocks = (n_blocks > 0).then(|| b.array("block", n_blocks as u32 + 1, 0, 1));
    let mut w = Writer {
        b,
        terrain: &terrain,
        player,
        time,
        enemies,
        blocks,
    };
    let tables = w.tables(ways);
    let (mut effects, mut ids) = (Vec::new(), Vec::new());
    for (i, row) in ways.rows.iter().enumerate() {
        if ids.len() == row.number as usize {
            ids.push(w.b.action(row.action.name));
        }
        let id = ids[row.number as usize];
        effects.push(w.command(i, (&row.action, id), &tables, settings));
    }
    let over = w.propositions(board);
    w.b.terminal(over);
    w.counters(&effects, &tables, ways);
    let mut first = vec![start as Val];
    first.extend(limit);
    if n_enemies > 0 {
        first.extend((0..=n_enemies).map(|enemy| Val::from(enemy < n_enemies)));
    }
    if n_blocks > 0 {
        first.extend((0..=n_blocks).map(|block| Val::from(block < n_blocks)));
    }
    w.b.initial(first);
    w.b.finish()
        .expect("every way ends in a place and every slot names an enemy or nobody")
}

/// The actions that there are on a board.
fn actions(terrain: &Terrain, settings: &CoarseSettings) -> Vec<Action> {
    let mut actions = settings.jumps.actions().to_vec();
    actions.retain(|action| settings.style.allows(action));
    // Only a start can be in the air.
    if !terrain.may_stand(terrain.cell(terrain.start())) {
        actions.push(NO_ACTION);
    }
    actions
}

/// The ways of all actions from all places.
pub(super) struct Ways {
    pub rows: Vec<Row>,
    /// The places where actions begin, in their order.
    pub begins: Vec<usize>,
    n_places: usize,
}

/// An action, in one of the cases of blocks that make its way another.
pub(super) struct Row {
    pub action: Action,
    /// Its number among the actions.
    pub number: u32,
    /// By the number of the place where it begins, in the order of these.
    pub ways: Vec<(usize, Path)>,
}

/// What fills a slot: the number of the enemy, coin or block; and whether the enemy is met from
/// above, how many enemies are met before the coin, or whether the block must be whole.
type Slot = (usize, usize);

impl Ways {
    /// Every action ends on the ground or ends play, so that only there and at the start
    /// others begin.
    pub fn new(terrain: &Terrain, settings: &CoarseSettings) -> Ways {
        let start = terrain.start();
        let n_places = terrain.n_places();
        let begins = |&place: &usize| place == start || terrain.may_stand(terrain.cell(place));
        let begins: Vec<usize> = (0..n_places).filter(begins).collect();
        let mut rows = Vec::new();
        for (number, action) in actions(terrain, settings).into_iter().enumerate() {
            // One row more wherever a place has more cases than those before.
            let mut cases = vec![Vec::with_capacity(begins.len())];
            for (begin, &place) in begins.iter().enumerate() {
                for (case, path) in terrain.paths(place, &action).into_iter().enumerate() {
                    if case == cases.len() {
                        cases.push(Vec::new());
                    }
                    cases[case].push((begin, path));
                }
            }
            rows.extend(cases.into_iter().map(|ways| Row {
                action: action.clone(),
                number: number as u32,
                ways,
            }));
        }
        Ways {
            rows,
            begins,
            n_places,
        }
    }

    /// How many places there are in a table: those where actions begin, and one for all
    /// others.
    fn n_begins(&self) -> usize {
        self.begins.len() + 1
    }

    /// For each place its number among those where actions begin.
    fn numbered(&self) -> Vec<Val> {
        let mut numbers = vec![self.begins.len() as Val; self.n_places];
        for (number, place) in self.begins.iter().enumerate() {
            numbers[*place] = number as Val;
        }
        numbers
    }

    /// A number for each row and place, and another where it is not possible.
    fn numbers(&self, number: impl Fn(&Path) -> usize, other: usize) -> Vec<Val> {
        let mut cells = vec![other as Val; self.rows.len() * self.n_begins()];
        for (i, row) in self.rows.iter().enumerate() {
            for (begin, path) in &row.ways {
                cells[i * self.n_begins() + begin] = number(path) as Val;
            }
        }
        cells
    }

    /// The most slots that any way fills.
    fn n_slots(&self, slots: impl Fn(&Path) -> Vec<Slot>) -> usize {
        let paths = self.rows.iter().flat_map(|row| &row.ways);
        paths.map(|(_, path)| slots(path).len()).max().unwrap_or(0)
    }

    /// A number for each row, slot and place; `empty` where nothing fills the slot.
    fn slots(
        &self,
        n_slots: usize,
        slots: impl Fn(&Path) -> Vec<Slot>,
        number: impl Fn(Slot) -> usize,
        empty: usize,
    ) -> Vec<Val> {
        let mut cells = vec![empty as Val; self.rows.len() * n_slots * self.n_begins()];
        for (at, row) in self.rows.iter().enumerate() {
            for (begin, path) in &row.ways {
                for (i, slot) in slots(path).into_iter().enumerate() {
                    cells[(at * n_slots + i) * self.n_begins() + begin] = number(slot) as Val;
                }
            }
        }
        cells
    }
}

/// The enemies on a way, in their order.
fn enemies(path: &Path) -> Vec<Slot> {
    let slot = |event: &Event| match *event {
        Event::Coin(_) => None,
        Event::Stomp(enemy) => Some((enemy, 1)),
        Event::Hit(enemy) => Some((enemy, 0)),
    };
    path.meets().events.iter().filter_map(slot).collect()
}

/// The coins on a way, each with the number of enemies that are met before it.
fn coins(path: &Path) -> Vec<Slot> {
    let (mut slots, mut n_enemies) = (Vec::new(), 0);
    for event in &path.meets().events {
        match *event {
            Event::Coin(coin) => slots.push((coin, n_enemies)),
            Event::Stomp(_) | Event::Hit(_) => n_enemies += 1,
        }
    }
    slots
}

/// The blocks that a way needs to be whole or gone.
fn needs(path: &Path) -> Vec<Slot> {
    let needs = path.meets().needs.iter();
    needs
        .map(|&(block, is_whole)| (block, is_whole.into()))
        .collect()
}

/// Tables of slots: by row, slot and place.
struct Slots {
    n: usize,
    which: TableId,
    detail: TableId,
}

struct Tables {
    /// The number of a place among those where actions begin.
    begin: TableId,
    /// Whether an action is possible, and where it leads.
    possible: TableId,
    end: TableId,
    /// The enemy in a slot, and whether it is met from above.
    enemies: Option<Slots>,
    /// The coin in a slot, and how many enemies come before it.
    coins: Option<Slots>,
    /// Where whoever is killed by an enemy ends.
    grave: Option<TableId>,
    /// The block in a slot, and whether it must be whole.
    needs: Option<Slots>,
    /// The block that is broken, where there are any.
    breaks: Option<TableId>,
    /// How many enemies are met before it is, where that ever happens.
    met_before_break: Option<TableId>,
}

/// What an action does, for those who count.
struct Effect {
    /// Whether the enemy in each slot is killed.
    killed: Vec<E>,
    /// How many of the slots were lived through; `None` where there are none.
    survived: Option<E>,
    /// Whether the action took place: there was time for it.
    happens: E,
}

struct Writer<'a> {
    b: Builder,
    terrain: &'a Terrain<'a>,
    player: VarId,
    time: Option<VarId>,
    enemies: Option<VarId>,
    blocks: Option<VarId>,
}

impl Writer<'_> {
    fn tables(&mut self, ways: &Ways) -> Tables {
        let (n_rows, n) = (ways.rows.len() as u32, ways.n_begins() as u32);
        let Terrain {
            enemies: all_enemies,
            coins: all_coins,
            blocks: all_blocks,
            ..
        } = self.terrain;
        let b = &mut self.b;
        let n_places = self.terrain.n_places() as u32;
        let begin = b.table("begin", &[n_places], ways.numbered());
        let possible = b.table("possible", &[n_rows, n], ways.numbers(|_| 1, 0));
        let end = b.table("end", &[n_rows, n], ways.numbers(|path| path.end, 0));
        let mut slots = |names: [&str; 2], of: fn(&Path) -> Vec<Slot>, nobody: usize| {
            let n_slots = ways.n_slots(of);
            let dims = [n_rows, n_slots as u32, n];
            (n_slots > 0).then(|| {
                let which = ways.slots(n_slots, of, |slot| slot.0, nobody);
                let detail = ways.slots(n_slots, of, |slot| slot.1, 0);
                Slots {
                    n: n_slots,
                    which: b.table(names[0], &dims, which),
                    detail: b.table(names[1], &dims, detail),
                }
            })
        };
        let needs = slots(["near", "whole"], needs, all_blocks.len());
        let enemies = slots(["met", "from_above"], enemies, all_enemies.len());
        let coins = slots(["coin", "met_before"], coins, all_coins.len());
        let grave = enemies.is_some().then(|| {
            let below = self.terrain.first_below();
            let graves = all_enemies.iter().map(|&(x, _)| below + x as usize);
            let graves = graves.chain([below]).map(|grave| grave as Val).collect();
            b.table("grave", &[all_enemies.len() as u32 + 1], graves)
        });
        let n_blocks = all_blocks.len();
        let breaks = needs.is_some().then(|| {
            let block = |path: &Path| path.meets().breaks.map_or(n_blocks, |broken| broken.block);
            b.table("breaks", &[n_rows, n], ways.numbers(block, n_blocks))
        });
        let met_before = |path: &Path| path.meets().breaks.map_or(0, |broken| broken.met_before);
        let met_before = breaks.map(|_| ways.numbers(met_before, 0));
        let met_before = met_before.filter(|cells| cells.iter().any(|&n| n > 0));
        let table = |cells| b.table("met_before_break", &[n_rows, n], cells);
        Tables {
            begin,
            possible,
            end,
            enemies,
            coins,
            grave,
            needs,
            breaks,
            met_before_break: met_before.map(table),
        }
    }

    /// Where the player is among the places where actions begin.
    fn begin(&self, tables: &Tables) -> E {
        self.b.lookup(tables.begin, &[self.b.var(self.player)])
    }

    /// What is in a slot of a row.
    fn slot(&self, tables: &Tables, slots: &Slots, row: usize, slot: usize) -> [E; 2] {
        let b = &self.b;
        [slots.which, slots.detail].map(|table| {
            let (row, slot) = (b.constant(row as Val), b.constant(slot as Val));
            b.lookup(table, &[row, slot, self.begin(tables)])
        })
    }

    fn command(
        &mut self,
        i: usize,
        (action, id): (&Action, ActionId),
        tables: &Tables,
        settings: &CoarseSettings,
    ) -> Effect {
        let b = &self.b;
        let (at, row) = (b.var(self.player), b.constant(i as Val));
        let begin = self.begin(tables);
        let mut guard = b.lookup(tables.possible, &[row, begin]);
        if let (Some(array), Some(needs)) = (self.blocks, &tables.needs) {
            // Whether the blocks that matter are as the row needs them.
            let case = (0..needs.n).map(|slot| {
                let [block, needed] = self.slot(tables, needs, i, slot);
                b.cmp(Op::Eq, b.elem(array, block), needed)
            });
            let case: Vec<E> = case.chain([guard]).collect();
            guard = b.all(case);
        }
        let mut end = b.lookup(tables.end, &[row, begin]);
        let (one, zero) = (b.constant(1), b.constant(0));
        let cost = b.constant(action.time() as Val);
        let mut writes = Vec::new();
        // What there is no time for does not take place, and then time is up.
        let happens = match self.time {
            None => one,
            Some(time) => {
                let left = b.var(time);
                writes.push(set(time, b.max(b.sub(left, cost), zero)));
                b.cmp(Op::Le, cost, left)
            }
        };
        let before_enemies = writes.len();
        let (mut lives, mut killed_by, mut survived) = (happens, Vec::new(), None);
        if let (Some(array), Some(slots), Some(grave)) =
            (self.enemies, &tables.enemies, tables.grave)
        {
            let mut so_far = zero;
            for slot in 0..slots.n {
                let [who, from_above] = self.slot(tables, slots, i, slot);
                let alive = b.elem(array, who);
                let meets = b.min(lives, alive);
                let killed = b.min(meets, from_above);
                let dies = b.min(meets, b.not(from_above));
                let spared = b.max(b.sub(alive, killed), zero);
                writes.push(set_elem(array, who, spared));
                end = b.ite(dies, b.lookup(grave, &[who]), end);
                lives = b.min(lives, b.not(dies));
                killed_by.push(killed);
                so_far = b.add(so_far, lives);
            }
            survived = Some(so_far);
        }
        if let (Some(array), Some(breaks)) = (self.blocks, tables.breaks) {
            let broken = b.lookup(breaks, &[row, begin]);
            let is_whole = b.elem(array, broken);
            let mut breaks = happens;
            if let (Some(met_before), Some(survived)) = (tables.met_before_break, survived) {
                let met_before = b.lookup(met_before, &[row, begin]);
                breaks = b.min(happens, b.cmp(Op::Le, met_before, survived));
            }
            let left = b.min(is_whole, b.not(breaks));
            writes.insert(before_enemies, set_elem(array, broken, left));
        }
        if !settings.style.kills {
            let kills = killed_by.iter().fold(zero, |sum, &one| b.add(sum, one));
            guard = b.min(guard, b.is(kills, 0));
        }
        writes.push(set(self.player, b.ite(happens, end, at)));
        self.b.command(action.name, id, guard, writes);
        Effect {
            killed: killed_by,
            survived,
            happens,
        }
    }

    /// Names what can be asked for, and says where play is over.
    fn propositions(&mut self, board: &Board) -> E {
        let b = &mut self.b;
        let at = b.var(self.player);
        let n = self.terrain.n_places();
        let wins = (0..n).map(|place| Val::from(self.terrain.wins(self.terrain.cell(place))));
        let wins = b.table("exit", &[n as u32], wins.collect());
        let win = b.lookup(wins, &[at]);
        let mut lose = b.cmp(Op::Le, self.terrain.first_below() as Val, at);
        if let Some(time) = self.time {
            let is_up = b.is(b.var(time), 0);
            lose = b.max(lose, b.min(is_up, b.not(win)));
        }
        b.atom("win", win);
        b.atom("lose", lose);
        // The column is named first in `at(x, y)`. Nobody is ever in a block.
        let (width, height) = (board.width as i64, board.height as i64);
        let columns = (0..width).flat_map(|x| (0..height).map(move |y| (x, y)));
        let place = |cell: (i64, i64)| match board.tile(cell.0, cell.1) {
            tile if tile.is(Tile::SOLID) && !tile.is(Tile::BREAKS) => -1,
            _ => self.terrain.place(cell) as Val,
        };
        let size = [width as u32, height as u32];
        let place = b.table("place", &size, columns.map(place).collect());
        b.locator("at", self.player, place);
        b.max(win, lose)
    }

    /// What can be counted: `moves`, `time_used`, `kills`, each coin and `coins`.
    fn counters(&mut self, effects: &[Effect], tables: &Tables, ways: &Ways) {
        let (rows, time) = (&ways.rows, self.time);
        self.b.counter("moves", |_| 1);
        let extent = Extent::Saturating;
        self.b.observer("time_used", extent, |b, own, command| {
            let cost = b.constant(rows[command].action.time() as Val);
            let cost = time.map_or(cost, |time| b.min(cost, b.var(time)));
            b.add(own, cost)
        });
        // Nobody dies but by the player: who was dead before, and who is killed now. So
        // the number follows from who is alive, which a box of states cannot say of two
        // numbers that are counted apart.
        let n_enemies = self.terrain.enemies.len();
        let zero = self.b.constant(0);
        let mut dead = self.b.constant(n_enemies as Val);
        if let Some(array) = self.enemies {
            for enemy in 0..n_enemies {
                dead = self.b.sub(dead, self.b.elem(array, enemy as Val));
            }
        }
        let all_dead = effects.iter().map(|effect| {
            let b = &self.b;
            let killed = effect.killed.iter();
            killed.fold(dead, |sum, &killed| b.add(sum, b.ite(killed, 1, zero)))
        });
        let all_dead: Vec<_> = all_dead.collect();
        self.b
            .observer("kills", extent, |_, _, command| all_dead[command]);
        // Whether the coin in a slot is met, for each action and slot.
        let met = effects.iter().enumerate().map(|(i, effect)| {
            let slots = tables.coins.iter();
            let slots = slots.flat_map(|slots| (0..slots.n).map(move |slot| (slots, slot)));
            let met = slots.map(|(slots, slot)| {
                let [coin, before] = self.slot(tables, slots, i, slot);
                let survived = effect.survived.map(|n| self.b.cmp(Op::Le, before, n));
                let in_time = survived.unwrap_or_else(|| self.b.constant(1));
                (coin, self.b.min(in_time, effect.happens))
            });
            met.collect::<Vec<_>>()
        });
        let met: Vec<_> = met.collect();
        // Which coins any way has in a slot.
        let none: Vec<_> = met.iter().map(|met| vec![false; met.len()]).collect();
        let mut is_there = vec![none; self.terrain.coins.len()];
        for (command, row) in rows.iter().enumerate() {
            for (_, path) in &row.ways {
                for (slot, coin) in coins(path).iter().enumerate() {
                    is_there[coin.0][command][slot] = true;
                }
            }
        }
        let mut all_after = vec![Vec::new(); rows.len()];
        for (number, is_there) in is_there.iter().enumerate() {
            let name = format!("coin_{}", number + 1);
            self.b.observer(&name, Extent::UpTo(1), |b, own, command| {
                let slots = met[command].iter().zip(&is_there[command]);
                let slots = slots.filter(|(_, is_there)| **is_there);
                let taken = slots.fold(own, |taken, ((coin, comes), _)| {
                    b.max(taken, b.min(b.is(*coin, number as Val), *comes))
                });
                all_after[command].push(taken);
                taken
            });
        }
        self.b.observer("coins", extent, |b, _, command| {
            let taken = all_after[command].iter();
            taken.fold(b.constant(0), |sum, &one| b.add(sum, one))
        });
    }
}
