//! The coarse game as Rules. Trusted.
//!
//! The state is the player's place, the time that is left where there is a limit, and
//! which enemies are alive. Where an action leads is a table; a row of slots names the
//! enemies on the way in their order, and an enemy that is met alive, and not from
//! above, ends it. Which coins were taken is no part of the state unless somebody asks:
//! each coin is an observer, and `coins` is their sum.

use playproof_model::{Builder, E, Extent, Op, Rules, TableId, Val, VarId, set, set_elem};

use super::actions::{Action, NO_ACTION};
use super::path::{Event, Path, Terrain};
use super::settings::CoarseSettings;
use crate::canonical::{Board, Tile};

/// The Rules of a board, whose ways these are.
pub(super) fn rules(board: &Board, settings: &CoarseSettings, ways: &Ways) -> Rules {
    let terrain = Terrain::new(board, settings.exit);
    let (actions, start) = (&ways.actions, terrain.start());
    let mut b = Builder::default();
    let (n, limit) = (terrain.n_places(), settings.time.map(|time| time as Val));
    let player = b.variable("player", 0, n as Val - 1);
    let time = limit.map(|limit| b.variable("time", 0, limit));
    let n_enemies = terrain.enemies.len();
    // The last one is never alive: it fills the slots that name nobody.
    let enemies = (n_enemies > 0).then(|| b.array("enemy", n_enemies as u32 + 1, 0, 1));
    let mut w = Writer {
        b,
        terrain: &terrain,
        player,
        time,
        enemies,
    };
    let tables = w.tables(ways);
    let mut effects = Vec::new();
    for (i, action) in actions.iter().enumerate() {
        effects.push(w.command(i, action, &tables, settings));
    }
    let over = w.propositions(board);
    w.b.terminal(over);
    w.counters(&effects, &tables, ways);
    let mut first = vec![start as Val];
    first.extend(limit);
    if n_enemies > 0 {
        first.extend((0..=n_enemies).map(|enemy| Val::from(enemy < n_enemies)));
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
    if !terrain.stands(terrain.cell(terrain.start())) {
        actions.push(NO_ACTION);
    }
    actions
}

/// The ways of all actions from all places.
pub(super) struct Ways {
    pub actions: Vec<Action>,
    /// By action, in the order of the places where it is possible.
    all: Vec<Vec<(usize, Path)>>,
    n_places: usize,
}

/// What fills a slot.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Slot {
    /// The number of the enemy or coin.
    which: usize,
    /// Whether the enemy is met from above; how many enemies are met before the coin.
    detail: usize,
}

impl Ways {
    /// Every action ends on the ground or ends play, so that only there and at the start
    /// others begin.
    pub fn new(terrain: &Terrain, settings: &CoarseSettings) -> Ways {
        let (actions, start) = (actions(terrain, settings), terrain.start());
        let n_places = terrain.n_places();
        let begins = |&place: &usize| place == start || terrain.stands(terrain.cell(place));
        let places: Vec<usize> = (0..n_places).filter(begins).collect();
        let from = |action| {
            let path = |&place| Some((place, terrain.path(place, action)?));
            places.iter().filter_map(path).collect()
        };
        let all = actions.iter().map(from).collect();
        Ways {
            actions,
            all,
            n_places,
        }
    }

    /// The way of an action from a place, if it is possible there.
    pub fn path(&self, action: usize, place: usize) -> Option<&Path> {
        let row = &self.all[action];
        let at = row.binary_search_by_key(&place, |(place, _)| *place).ok()?;
        Some(&row[at].1)
    }

    /// A number for each action and place, and another where it is not possible.
    fn numbers(&self, number: impl Fn(&Path) -> usize, other: impl Fn(usize) -> usize) -> Vec<Val> {
        let mut cells = Vec::with_capacity(self.all.len() * self.n_places);
        for row in &self.all {
            let first = cells.len();
            cells.extend((0..self.n_places).map(|place| other(place) as Val));
            for (place, path) in row {
                cells[first + place] = number(path) as Val;
            }
        }
        cells
    }

    /// The most slots that any way fills.
    fn n_slots(&self, slots: impl Fn(&Path) -> Vec<Slot>) -> usize {
        let paths = self.all.iter().flatten();
        paths.map(|(_, path)| slots(path).len()).max().unwrap_or(0)
    }

    /// A number for each action, slot and place; `empty` where nothing fills the slot.
    fn slots(
        &self,
        n_slots: usize,
        slots: impl Fn(&Path) -> Vec<Slot>,
        number: impl Fn(Slot) -> usize,
        empty: usize,
    ) -> Vec<Val> {
        let mut cells = vec![empty as Val; self.all.len() * n_slots * self.n_places];
        for (action, row) in self.all.iter().enumerate() {
            for (place, path) in row {
                for (i, slot) in slots(path).into_iter().enumerate() {
                    cells[(action * n_slots + i) * self.n_places + place] = number(slot) as Val;
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

struct Tables {
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
}

impl Writer<'_> {
    fn tables(&mut self, ways: &Ways) -> Tables {
        let (n_actions, n) = (ways.all.len() as u32, self.terrain.n_places() as u32);
        let possible = ways.numbers(|_| 1, |_| 0);
        let end = ways.numbers(|path| path.end, |place| place);
        let possible = self.b.table("possible", &[n_actions, n], possible);
        let end = self.b.table("end", &[n_actions, n], end);
        let mut slots = |names: [&str; 2], of: fn(&Path) -> Vec<Slot>, nobody: usize| {
            let n_slots = ways.n_slots(of);
            let dims = [n_actions, n_slots as u32, n];
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
            ..
        } = self.terrain;
        let (n_enemy_slots, enemy) = slots(["met", "from_above"], enemies, all_enemies.len());
        let (n_coin_slots, coin) = slots(["coin", "met_before"], coins, all_coins.len());
        let grave = enemy.is_some().then(|| {
            let below = self.terrain.first_below();
            let graves = all_enemies.iter().map(|&(x, _)| below + x as usize);
            let graves = graves.chain([below]).map(|grave| grave as Val).collect();
            self.b
                .table("grave", &[all_enemies.len() as u32 + 1], graves)
        });
        Tables {
            possible,
            end,
            enemy,
            n_enemy_slots,
            coin,
            n_coin_slots,
            grave,
        }
    }

    /// What is in a slot of an action.
    fn slot(&mut self, table: TableId, action: usize, slot: usize) -> E {
        let (action, slot) = (self.b.constant(action as Val), self.b.constant(slot as Val));
        let at = self.b.var(self.player);
        self.b.lookup(table, &[action, slot, at])
    }

    fn command(
        &mut self,
        i: usize,
        action: &Action,
        tables: &Tables,
        settings: &CoarseSettings,
    ) -> Effect {
        let (at, which) = (self.b.var(self.player), self.b.constant(i as Val));
        let mut guard = self.b.lookup(tables.possible, &[which, at]);
        let mut end = self.b.lookup(tables.end, &[which, at]);
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
        let (mut lives, mut killed_by, mut survived) = (happens, Vec::new(), None);
        if let (Some(array), Some((enemy, above)), Some(grave)) =
            (self.enemies, tables.enemy, tables.grave)
        {
            let mut so_far = zero;
            for slot in 0..tables.n_enemy_slots {
                let who = self.slot(enemy, i, slot);
                let from_above = self.slot(above, i, slot);
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
        let id = self.b.action(action.name);
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
        let place = |cell: (i64, i64)| match board.tile(cell.0, cell.1).is(Tile::SOLID) {
            true => -1,
            false => self.terrain.place(cell) as Val,
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
        let actions = &ways.actions;
        self.b.counter("moves", |_| 1);
        let time = self.time;
        self.b
            .observer("time_used", Extent::Saturating, |b, own, command| {
                let mut cost = b.constant(actions[command].time() as Val);
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
                let (coin, before) = (self.slot(coin, i, slot), self.slot(before, i, slot));
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
        for (command, row) in ways.all.iter().enumerate() {
            for (_, path) in row {
                for (slot, coin) in coins(path).iter().enumerate() {
                    is_there[coin.which][command * n_slots + slot] = true;
                }
            }
        }
        let mut all_after = vec![Vec::new(); actions.len()];
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
