//! Dungeons to Rules. Trusted.
//!
//! The player walks from room to room and takes what lies there on entering. A
//! lock is opened, once for all, by who goes through with what it needs; things
//! that are used up are gone then. Reaching the goals is never undone, and play
//! goes on after it, so that one can ask what else could have been reached.
//!
//! Of a dungeon given as rules the state is which facts hold; each step makes one
//! more hold.

use std::sync::Arc;

use playproof_game::Meaning;
use playproof_level::{Diagnostic, Level};
use playproof_model::{
    Builder, E, KnownTheorem, Model, Op, Rules, Update, Val, VarId, set, set_elem,
};

use crate::canonical::{DungeonLevel, Goal, HornRules, Lock, Map, Need, Plan, no_dungeon};
use crate::game::Dungeon;
use crate::memory::{Memory, Numbered, in_room, rooms_of_kinds};
use crate::names::identifiers;
use crate::theorems::DungeonTheorems;

impl Meaning for Dungeon {
    fn model(&self, level: &Level) -> Result<Model, Diagnostic> {
        Ok(self.canonical(level)?.1)
    }

    fn canonical(&self, level: &Level) -> Result<(String, Model), Diagnostic> {
        let dungeon = DungeonLevel::of(level).ok_or_else(|| no_dungeon(level))?;
        let mut rules = match &dungeon.plan {
            Plan::Map(map) => of_map(map),
            Plan::Rules(horn) => of_horn(horn),
        };
        let theorems = DungeonTheorems::of(dungeon.plan.clone());
        rules.theorem = KnownTheorem(Some(Arc::new(theorems)));
        let text = dungeon.plan.text(level.title());
        Ok((text, Model::Rules(Box::new(rules))))
    }
}

/// The variables of a dungeon.
struct Variables<'d> {
    dungeon: &'d Map,
    memory: Memory,
    /// Where things of each kind lie, as often as there are things.
    lies_in: Vec<Vec<usize>>,
    room: VarId,
    has: Option<VarId>,
    held: Vec<Option<VarId>>,
    emptied: Option<VarId>,
    open: Option<VarId>,
    reached: Option<VarId>,
}

fn bit(b: &Builder, array: Option<VarId>, number: Option<usize>) -> E {
    let number = number.expect("what is asked for is remembered") as Val;
    b.elem(array.expect("numbered, so declared"), number)
}

fn set_bit(b: &Builder, array: Option<VarId>, number: usize) -> Update {
    let (number, one) = (b.constant(number as Val), b.constant(1));
    set_elem(array.expect("numbered, so declared"), number, one)
}

fn bits(b: &mut Builder, name: &str, numbered: &Numbered) -> Option<VarId> {
    (numbered.n > 0).then(|| b.array(name, numbered.n as u32, 0, 1))
}

impl<'d> Variables<'d> {
    /// In the order of [`Memory`].
    fn declare(b: &mut Builder, dungeon: &'d Map) -> Variables<'d> {
        let memory = Memory::of(dungeon);
        let room = b.variable("room", 0, dungeon.rooms.len() as Val - 1);
        let has = bits(b, "has", &memory.kept);
        let names = identifiers(dungeon.kinds.iter().map(|kind| kind.name.as_str()));
        let lies_in = rooms_of_kinds(dungeon);
        let held = dungeon.kinds.iter().zip(&names).zip(&lies_in);
        let held = held.map(|((kind, name), lies_in)| {
            let name = format!("held_{name}");
            let total = lies_in.len() as Val;
            kind.is_used_up.then(|| b.variable(&name, 0, total))
        });
        Variables {
            held: held.collect(),
            dungeon,
            lies_in,
            room,
            has,
            emptied: bits(b, "emptied", &memory.stores),
            open: bits(b, "open", &memory.locks),
            reached: bits(b, "reached", &memory.goals),
            memory,
        }
    }

    /// Whether what a lock needs is at hand.
    fn can_open(&self, b: &Builder, lock: &Lock) -> E {
        let needs = lock.needs.iter().map(|need| match self.held[need.kind] {
            Some(held) => {
                let held = b.var(held);
                b.cmp(Op::Le, self.needed(need), held)
            }
            None => bit(b, self.has, self.memory.kept.of[need.kind]),
        });
        b.all(needs.collect::<Vec<_>>())
    }

    /// How many there are of a kind.
    fn total(&self, kind: usize) -> Val {
        self.lies_in[kind].len() as Val
    }

    /// How many a lock needs: at most one more than there are, which is as much out
    /// of reach as any greater number.
    fn needed(&self, need: &Need) -> Val {
        let most = self.total(need.kind) + 1;
        Val::try_from(need.count).map_or(most, |count| count.min(most))
    }

    /// One way through a passage.
    fn walk(
        &self,
        b: &Builder,
        (from, to): (usize, usize),
        lock: Option<usize>,
    ) -> (E, Vec<Update>) {
        let here = b.is(b.var(self.room), from as Val);
        let mut updates = vec![set(self.room, b.constant(to as Val))];
        let lock = lock.map(|number| (&self.dungeon.locks[number], self.memory.locks.of[number]));
        // Whether going through uses things up, and whether one may go.
        let (spends, may_pass) = match lock {
            None => (None, b.constant(1)),
            Some((lock, None)) => (None, self.can_open(b, lock)),
            Some((lock, Some(number))) => {
                let (is_open, can_open) = (bit(b, self.open, Some(number)), self.can_open(b, lock));
                updates.push(set_bit(b, self.open, number));
                (Some((lock, b.not(is_open))), b.any([is_open, can_open]))
            }
        };
        let full = self.memory.stores.of[to].map(|store| {
            let emptied = bit(b, self.emptied, Some(store));
            updates.push(set_bit(b, self.emptied, store));
            b.not(emptied)
        });
        // The kinds of which the number may change, each once and in order.
        let spent = spends.iter().flat_map(|(lock, _)| &lock.needs);
        let taken = self.dungeon.rooms[to].things.iter();
        let mut kinds: Vec<usize> = spent.map(|need| need.kind).collect();
        kinds.extend(taken.map(|thing| thing.kind));
        kinds.sort_unstable();
        kinds.dedup();
        for kind in kinds {
            let Some(held) = self.held[kind] else {
                continue;
            };
            let mut after = b.var(held);
            let before = after;
            if let Some((lock, is_closed)) = &spends
                && let Some(need) = lock.needs.iter().find(|need| need.kind == kind)
            {
                after = b.sub(after, b.mul(self.needed(need), *is_closed));
            }
            let found = in_room(self.dungeon, to, kind);
            if let Some(full) = full.filter(|_| found > 0) {
                after = b.add(after, b.mul(found, full));
            }
            if after != before {
                // No more are ever held than there are.
                updates.push(set(held, b.clamp(after, 0, self.total(kind))));
            }
        }
        for kind in self.kept_in(to) {
            updates.push(set_bit(b, self.has, kind));
        }
        if let Some(goal) = self.memory.goals.of[to] {
            updates.push(set_bit(b, self.reached, goal));
        }
        (b.all([here, may_pass]), updates)
    }

    /// The kinds in a room that are kept, each once, by their places in `has`.
    fn kept_in(&self, room: usize) -> Vec<usize> {
        let things = self.dungeon.rooms[room].things.iter();
        let mut kinds: Vec<usize> = things
            .filter_map(|thing| self.memory.kept.of[thing.kind])
            .collect();
        kinds.sort_unstable();
        kinds.dedup();
        kinds
    }

    /// The first state: what lies in the first room is taken.
    fn first(&self) -> Vec<Val> {
        let (dungeon, start) = (self.dungeon, self.dungeon.start);
        let lies_here = |kind| in_room(dungeon, start, kind) > 0;
        let mut first = vec![start as Val];
        first.extend(self.memory.kept.values(lies_here));
        let used_up = (0..dungeon.kinds.len()).filter(|kind| dungeon.kinds[*kind].is_used_up);
        first.extend(used_up.map(|kind| in_room(dungeon, start, kind)));
        first.extend(self.memory.stores.values(|room| room == start));
        first.extend(self.memory.locks.values(|_| false));
        first.extend(self.memory.goals.values(|room| room == start));
        first
    }

    /// Whether there has been one of a kind.
    fn was_found(&self, b: &Builder, kind: usize) -> E {
        match self.memory.kept.of[kind] {
            kept @ Some(_) => bit(b, self.has, kept),
            None => {
                let mut rooms = self.lies_in[kind].clone();
                rooms.dedup();
                let emptied = |room: &usize| bit(b, self.emptied, self.memory.stores.of[*room]);
                b.any(rooms.iter().map(emptied).collect::<Vec<_>>())
            }
        }
    }
}

/// The Rules of a map.
fn of_map(dungeon: &Map) -> Rules {
    let mut b = Builder::default();
    let vars = Variables::declare(&mut b, dungeon);
    let actions = dungeon.rooms.iter().map(|room| b.action(&room.name));
    let actions: Vec<_> = actions.collect();
    for passage in &dungeon.passages {
        let (from, to) = (passage.from, passage.to);
        let back = (!passage.is_one_way).then_some((to, from));
        for (from, to) in [Some((from, to)), back].into_iter().flatten() {
            let (guard, updates) = vars.walk(&b, (from, to), passage.lock);
            let name = format!("{} > {}", dungeon.rooms[from].name, dungeon.rooms[to].name);
            b.command(&name, actions[to], guard, updates);
        }
    }
    let goals = dungeon.goals.iter().map(|goal| match goal {
        Goal::Room(room) => bit(&b, vars.reached, vars.memory.goals.of[*room]),
        Goal::Kind(kind) => vars.was_found(&b, *kind),
    });
    let win = b.all(goals.collect::<Vec<_>>());
    b.atom("win", win);
    let names = identifiers(dungeon.rooms.iter().map(|room| room.name.as_str()));
    for (room, name) in names.iter().enumerate() {
        let is_there = b.is(b.var(vars.room), room as Val);
        b.thing(&format!("in_{name}"), is_there);
    }
    let names = identifiers(dungeon.kinds.iter().map(|kind| kind.name.as_str()));
    for (kind, name) in names.iter().enumerate() {
        let found = vars.was_found(&b, kind);
        b.thing(&format!("found_{name}"), found);
    }
    b.counter("moves", |_| 1);
    b.initial(vars.first());
    b.finish()
        .expect("rooms lead to rooms, and counts are clamped")
}

/// The Rules of rules.
fn of_horn(horn: &HornRules) -> Rules {
    let mut b = Builder::default();
    let n = horn.facts.len();
    let fact = b.array("fact", n as u32, 0, 1);
    let holds = |b: &Builder, i: u32| b.elem(fact, i as Val);
    let actions: Vec<_> = horn.facts.iter().map(|name| b.action(name)).collect();
    for (number, rule) in horn.rules.iter().enumerate() {
        let conditions = horn.body(number).iter().map(|i| holds(&b, *i));
        let mut guard: Vec<E> = conditions.collect();
        guard.push(b.not(holds(&b, rule.head)));
        let guard = b.all(guard);
        let (head, one) = (b.constant(rule.head as Val), b.constant(1));
        let name = format!("rule {}", number + 1);
        let action = actions[rule.head as usize];
        b.command(&name, action, guard, vec![set_elem(fact, head, one)]);
    }
    let goals: Vec<E> = horn.goals.iter().map(|i| holds(&b, *i)).collect();
    let win = b.all(goals);
    b.atom("win", win);
    let names = identifiers(horn.facts.iter().map(String::as_str));
    for (i, name) in names.iter().enumerate() {
        let found = holds(&b, i as u32);
        b.thing(&format!("found_{name}"), found);
    }
    b.counter("moves", |_| 1);
    let mut first = vec![0; n];
    for i in &horn.init {
        first[*i as usize] = 1;
    }
    b.initial(first);
    b.finish().expect("facts are 0 or 1")
}
