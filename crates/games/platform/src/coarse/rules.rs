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
use super::path::{Event, Need, Path, Terrain};
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
    begins: Vec<usize>,
    n_places: usize,
}

/// An action, in one of the cases of blocks that make its way another.
pub(super) struct Row {
    pub action: Action,
    /// Its number among the actions.
    pub number: u32,
    /// By the number of the place where it begins, in the order of these.
    ways: Vec<(usize, Path)>,
}

/// What fills a slot.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Slot {
    /// The number of the enemy, coin or block.
    which: usize,
    /// Whether the enemy is met from above; how many enemies are met before the coin; whether
    /// the block must be whole.
    detail: usize,
}

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
            let mut cases: Vec<Vec<(usize, Path)>> = vec![Vec::new()];
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

    /// The ways from a place, each with the number of its row.
    pub fn paths(&self, place: usize) -> impl Iterator<Item = (usize, &Path)> {
        let begin = self.begins.binary_search(&place).ok();
        let rows = self.rows.iter().enumerate();
        rows.filter_map(move |(number, row)| {
            let at = row.ways.binary_search_by_key(&begin?, |(begin, _)| *begin);
            Some((number, &row.ways[at.ok()?].1))
        })
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
        Event::Stomp(which) => Some(Slot { which, detail: 1 }),
        Event::Hit(which) => Some(Slot { which, detail: 0 }),
    };
    path.events.iter().filter_map(slot).collect()
}

/// The coins on a way, each with the number of enemies that are met before it.
fn coins(path: &Path) -> Vec<Slot> {
    let (mut slots, mut detail) = (Vec::new(), 0);
    for event in &path.events {
        match *event {
            Event::Coin(which) => slots.push(Slot { which, detail }),
            Event::Stomp(_) | Event::Hit(_) => detail += 1,
        }
    }
    slots
}

/// The blocks that a way needs to be whole or gone.
fn needs(path: &Path) -> Vec<Slot> {
    let slot = |&(which, is_whole): &Need| Slot {
        which,
        detail: is_whole.into(),
    };
    path.needs.iter().map(slot).collect()
}

struct Tables {
    /// The number of a place among those where actions begin.
    begin: TableId,
    /// Whether an action is possible, and where it leads.
    possible: TableId,
    end: TableId,
    /// The enemy in a slot, and whether it is met from above.
    enemy: Option<(TableId, TableId)>,
    n_enemy_slots: usize,
    /// The coin in a slot, and how many enemies come before it.
    coin: Option<(TableId, TableId)>,
    n_coin_slots: usize,
    /// Where whoever is killed by an enemy ends.
    grave: Option<TableId>,
    /// The block in a slot, and whether it must be whole.
    need: Option<(TableId, TableId)>,
    n_need_slots: usize,
    /// The block that is broken, where there are any.
    breaks: Option<TableId>,
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
        let n_places = self.terrain.n_places() as u32;
        let begin = self.b.table("begin", &[n_places], ways.numbered());
        let possible = ways.numbers(|_| 1, 0);
        let end = ways.numbers(|path| path.end, 0);
        let possible = self.b.table("possible", &[n_rows, n], possible);
        let end = self.b.table("end", &[n_rows, n], end);
        let mut slots = |names: [&str; 2], of: fn(&Path) -> Vec<Slot>, nobody: usize| {
            let n_slots = ways.n_slots(of);
            let dims = [n_rows, n_slots as u32, n];
            let tables = (n_slots > 0).then(|| {
                let which = ways.slots(n_slots, of, |slot| slot.which, nobody);
                let detail = ways.slots(n_slots, of, |slot| slot.detail, 0);
                (
                    self.b.table(names[0], &dims, which),
                    self.b.table(names[1], &dims, detail),
                )
            });
            (n_slots, tables)
        };
        let Terrain {
            enemies: all_enemies,
            coins: all_coins,
            blocks: all_blocks,
            ..
        } = self.terrain;
        let (n_need_slots, need) = slots(["near", "whole"], needs, all_blocks.len());
        let (n_enemy_slots, enemy) = slots(["met", "from_above"], enemies, all_enemies.len());
        let (n_coin_slots, coin) = slots(["coin", "met_before"], coins, all_coins.len());
        let grave = enemy.is_some().then(|| {
            let below = self.terrain.first_below();
            let graves = all_enemies.iter().map(|&(x, _)| below + x as usize);
            let graves = graves.chain([below]).map(|grave| grave as Val).collect();
            self.b
                .table("grave", &[all_enemies.len() as u32 + 1], graves)
        });
        let n_blocks = all_blocks.len();
        let breaks = need.is_some().then(|| {
            let breaks = ways.numbers(|path| path.breaks.unwrap_or(n_blocks), n_blocks);
            self.b.table("breaks", &[n_rows, n], breaks)
        });
        Tables {
            need,
            n_need_slots,
            breaks,
            begin,
            possible,
            end,
            enemy,
            n_enemy_slots,
            coin,
            n_coin_slots,
            grave,
        }
    }

    /// Where the player is among the places where actions begin.
    fn begin(&mut self, tables: &Tables) -> E {
        let at = self.b.var(self.player);
        self.b.lookup(tables.begin, &[at])
    }

    /// What is in a slot of a row.
    fn slot(&mut self, tables: &Tables, table: TableId, row: usize, slot: usize) -> E {
        let (row, slot) = (self.b.constant(row as Val), self.b.constant(slot as Val));
        let begin = self.begin(tables);
        self.b.lookup(table, &[row, slot, begin])
    }

    /// Whether the blocks that matter are as a row needs them.
    fn case(&mut self, row: usize, tables: &Tables) -> Vec<E> {
        let (Some(array), Some((near, whole))) = (self.blocks, tables.need) else {
            return Vec::new();
        };
        let mut conditions = Vec::new();
        for slot in 0..tables.n_need_slots {
            let block = self.slot(tables, near, row, slot);
            let needed = self.slot(tables, whole, row, slot);
            let is_whole = self.b.elem(array, block);
            conditions.push(self.b.cmp(Op::Eq, is_whole, needed));
        }
        conditions
    }

    fn command(
        &mut self,
        i: usize,
        (action, id): (&Action, ActionId),
        tables: &Tables,
        settings: &CoarseSettings,
    ) -> Effect {
        let (at, row) = (self.b.var(self.player), self.b.constant(i as Val));
        let begin = self.begin(tables);
        let mut guard = self.b.lookup(tables.possible, &[row, begin]);
        let case = self.case(i, tables);
        if !case.is_empty() {
            guard = self.b.all(case.into_iter().chain([guard]));
        }
        let mut end = self.b.lookup(tables.end, &[row, begin]);
        let (one, zero) = (self.b.constant(1), self.b.constant(0));
        let cost = self.b.constant(action.time() as Val);
        let mut writes = Vec::new();
        // What there is no time for does not take place, and then time is up.
        let happens = match self.time {
            None => one,
            Some(time) => {
                let left = self.b.var(time);
                let rest = self.b.sub(left, cost);
                let rest = self.b.max(rest, zero);
                writes.push(set(time, rest));
                self.b.cmp(Op::Le, cost, left)
            }
        };
        if let (Some(array), Some(breaks)) = (self.blocks, tables.breaks) {
            let broken = self.b.lookup(breaks, &[row, begin]);
            let is_whole = self.b.elem(array, broken);
            let stays = self.b.not(happens);
            let left = self.b.min(is_whole, stays);
            writes.push(set_elem(array, broken, left));
        }
        let (mut lives, mut killed_by, mut survived) = (happens, Vec::new(), None);
        if let (Some(array), Some((enemy, above)), Some(grave)) =
            (self.enemies, tables.enemy, tables.grave)
        {
            let mut so_far = zero;
            for slot in 0..tables.n_enemy_slots {
                let who = self.slot(tables, enemy, i, slot);
                let from_above = self.slot(tables, above, i, slot);
                let alive = self.b.elem(array, who);
                let meets = self.b.all([lives, alive]);
                let killed = self.b.all([meets, from_above]);
                let otherwise = self.b.not(from_above);
                let dies = self.b.all([meets, otherwise]);
                let spared = self.b.sub(alive, killed);
                let spared = self.b.max(spared, zero);
                writes.push(set_elem(array, who, spared));
                let grave = self.b.lookup(grave, &[who]);
                end = self.b.ite(dies, grave, end);
                let goes_on = self.b.not(dies);
                lives = self.b.all([lives, goes_on]);
                killed_by.push(killed);
                so_far = self.b.add(so_far, lives);
            }
            survived = Some(so_far);
        }
        if !settings.style.kills {
            let kills = killed_by
                .iter()
                .fold(zero, |sum, &one| self.b.add(sum, one));
            let harmless = self.b.is(kills, 0);
            guard = self.b.all([guard, harmless]);
        }
        let end = self.b.ite(happens, end, at);
        writes.push(set(self.player, end));
        self.b.command(action.name, id, guard, writes);
        Effect {
            killed: killed_by,
            survived,
            happens,
        }
    }

    /// Names what can be asked for, and says where play is over.
    fn propositions(&mut self, board: &Board) -> E {
        let at = self.b.var(self.player);
        let n = self.terrain.n_places();
        let wins = (0..n).map(|place| Val::from(self.terrain.wins(self.terrain.cell(place))));
        let wins = wins.collect();
        let wins = self.b.table("exit", &[n as u32], wins);
        let win = self.b.lookup(wins, &[at]);
        let below = self.b.constant(self.terrain.first_below() as Val);
        let mut lose = self.b.cmp(Op::Le, below, at);
        if let Some(time) = self.time {
            let left = self.b.var(time);
            let (is_up, elsewhere) = (self.b.is(left, 0), self.b.not(win));
            let late = self.b.all([is_up, elsewhere]);
            lose = self.b.any([lose, late]);
        }
        self.b.atom("win", win);
        self.b.atom("lose", lose);
        // The column is named first in `at(x, y)`. Nobody is ever in a block.
        let (width, height) = (board.width as i64, board.height as i64);
        let columns = (0..width).flat_map(|x| (0..height).map(move |y| (x, y)));
        let place = |cell: (i64, i64)| match board.tile(cell.0, cell.1) {
            tile if tile.is(Tile::SOLID) && !tile.is(Tile::BREAKS) => -1,
            _ => self.terrain.place(cell) as Val,
        };
        let places = columns.map(place).collect();
        let place = self
            .b
            .table("place", &[width as u32, height as u32], places);
        self.b.locator("at", self.player, place);
        self.b.any([win, lose])
    }

    /// What can be counted: `moves`, `time_used`, `kills`, each coin and `coins`.
    fn counters(&mut self, effects: &[Effect], tables: &Tables, ways: &Ways) {
        let rows = &ways.rows;
        self.b.counter("moves", |_| 1);
        let time = self.time;
        self.b
            .observer("time_used", Extent::Saturating, |b, own, command| {
                let mut cost = b.constant(rows[command].action.time() as Val);
                if let Some(time) = time {
                    let left = b.var(time);
                    cost = b.min(cost, left);
                }
                b.add(own, cost)
            });
        // Nobody dies but by the player: who was dead before, and who is killed now. So
        // the number follows from who is alive, which a box of states cannot say of two
        // numbers that are counted apart.
        let (zero, n_enemies) = (self.b.constant(0), self.terrain.enemies.len());
        let mut dead = self.b.constant(n_enemies as Val);
        if let Some(array) = self.enemies {
            for enemy in 0..n_enemies {
                let enemy = self.b.constant(enemy as Val);
                let alive = self.b.elem(array, enemy);
                dead = self.b.sub(dead, alive);
            }
        }
        let mut all_dead = Vec::new();
        for effect in effects {
            let mut sum = dead;
            for &killed in &effect.killed {
                let one = self.b.constant(1);
                let killed = self.b.ite(killed, one, zero);
                sum = self.b.add(sum, killed);
            }
            all_dead.push(sum);
        }
        self.b
            .observer("kills", Extent::Saturating, |_, _, command| {
                all_dead[command]
            });
        // Whether the coin in a slot is met, for each action and slot.
        let mut met = Vec::new();
        for (i, effect) in effects.iter().enumerate() {
            for slot in 0..tables.n_coin_slots {
                let Some((coin, before)) = tables.coin else {
                    continue;
                };
                let coin = self.slot(tables, coin, i, slot);
                let before = self.slot(tables, before, i, slot);
                let in_time = match effect.survived {
                    Some(survived) => self.b.cmp(Op::Le, before, survived),
                    None => self.b.constant(1),
                };
                let comes = self.b.all([in_time, effect.happens]);
                met.push((coin, comes));
            }
        }
        let n_slots = tables.n_coin_slots;
        let mut is_there = vec![vec![false; met.len()]; self.terrain.coins.len()];
        for (command, row) in rows.iter().enumerate() {
            for (_, path) in &row.ways {
                for (slot, coin) in coins(path).iter().enumerate() {
                    is_there[coin.which][command * n_slots + slot] = true;
                }
            }
        }
        let mut all_after = vec![Vec::new(); rows.len()];
        for (number, is_there) in is_there.iter().enumerate() {
            let name = format!("coin_{}", number + 1);
            self.b.observer(&name, Extent::UpTo(1), |b, own, command| {
                let mut taken = own;
                let slots = command * n_slots..(command + 1) * n_slots;
                for slot in slots.filter(|&slot| is_there[slot]) {
                    let (coin, comes) = met[slot];
                    let is_it = b.is(coin, number as Val);
                    let takes = b.all([is_it, comes]);
                    taken = b.max(taken, takes);
                }
                all_after[command].push(taken);
                taken
            });
        }
        self.b
            .observer("coins", Extent::Saturating, |b, _, command| {
                let zero = b.constant(0);
                let taken = &all_after[command];
                taken.iter().fold(zero, |sum, &one| b.add(sum, one))
            });
    }
}
