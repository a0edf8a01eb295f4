//! One change of a dungeon, as a designer would make it.

use crate::canonical::{Map, Mark, Passage, Plan, What};

use crate::horn::words::rule_text;

/// One change. Numbers are those of the plan before any change.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Change {
    /// Another thing of a kind that is used up, where one lies already.
    Duplicate {
        /// Of which kind.
        kind: usize,
        /// Where.
        room: usize,
    },
    /// A thing of a kind into a room where none lies.
    Add {
        /// Of which kind.
        kind: usize,
        /// Where to.
        room: usize,
    },
    /// One thing of a kind from a room to another.
    Move {
        /// Of which kind.
        kind: usize,
        /// Where from.
        from: usize,
        /// Where to.
        to: usize,
    },
    /// No lock on a passage any more; others that share the lock keep it.
    Unlock {
        /// The passage.
        passage: usize,
    },
    /// A passage that is gone one way can be gone both ways.
    OpenBack {
        /// The passage.
        passage: usize,
    },
    /// A passage that is gone one way is gone the other way.
    Reverse {
        /// The passage.
        passage: usize,
    },
    /// Of rules: a fact that holds at the beginning.
    Give {
        /// The fact.
        fact: u32,
    },
    /// Of rules: a rule with one condition less.
    Drop {
        /// The rule.
        rule: u32,
        /// The condition.
        fact: u32,
    },
}

impl Change {
    /// What sort of change it is: a word for programs.
    pub fn sort(&self) -> &'static str {
        match self {
            Change::Duplicate { .. } => "duplicate",
            Change::Add { .. } => "add",
            Change::Move { .. } => "move",
            Change::Unlock { .. } => "unlock",
            Change::OpenBack { .. } => "open-back",
            Change::Reverse { .. } => "reverse",
            Change::Give { .. } => "give",
            Change::Drop { .. } => "drop-condition",
        }
    }

    /// It as an instruction.
    pub fn text(&self, plan: &Plan) -> String {
        match plan {
            Plan::Map(map) => self.of_map(map),
            Plan::Rules(rules) => match *self {
                Change::Drop { rule, fact } => {
                    let name = &rules.facts[fact as usize];
                    format!("drop {name} from {}", rule_text(rules, rule))
                }
                Change::Give { fact } => {
                    format!("give {} at the beginning", rules.facts[fact as usize])
                }
                _ => String::new(),
            },
        }
    }

    fn of_map(&self, map: &Map) -> String {
        let room = |room: usize| &map.rooms[room].name;
        let n_of = |kind: usize, in_room: usize| {
            let things = map.rooms[in_room].things.iter();
            things.filter(|thing| thing.kind == kind).count()
        };
        match *self {
            Change::Duplicate { kind, room: to } | Change::Add { kind, room: to } => {
                let is_first = (0..map.rooms.len()).all(|room| n_of(kind, room) == 0);
                let article = if is_first { "a" } else { "another" };
                format!("put {article} {} into {}", kind_text(map, kind), room(to))
            }
            Change::Move { kind, from, to } => {
                let article = if n_of(kind, from) > 1 { "one" } else { "the" };
                let kind = kind_text(map, kind);
                format!("move {article} {kind} from {} to {}", room(from), room(to))
            }
            Change::Unlock { passage } => format!("unlock {}", passage_text(map, passage)),
            Change::OpenBack { passage } => {
                format!("open {} in both directions", passage_text(map, passage))
            }
            Change::Reverse { passage } => format!("reverse {}", passage_text(map, passage)),
            Change::Give { .. } | Change::Drop { .. } => String::new(),
        }
    }

    /// Where what is changed stands in the text.
    pub fn mark(&self, plan: &Plan) -> Mark {
        match plan {
            Plan::Map(map) => match *self {
                Change::Duplicate { room, .. } | Change::Add { room, .. } => map.rooms[room].mark,
                Change::Move { kind, from, .. } => {
                    let mut things = map.rooms[from].things.iter();
                    let thing = things.rfind(|thing| thing.kind == kind);
                    thing.map_or(map.rooms[from].mark, |thing| thing.mark)
                }
                Change::Unlock { passage }
                | Change::OpenBack { passage }
                | Change::Reverse { passage } => map.passages[passage].mark,
                Change::Give { .. } | Change::Drop { .. } => Mark::default(),
            },
            Plan::Rules(rules) => match *self {
                Change::Give { fact } => rules.fact_marks[fact as usize],
                Change::Drop { rule, .. } => rules.rules[rule as usize].mark,
                _ => Mark::default(),
            },
        }
    }
}

/// A passage as it is written: `Hall - Vault`, or `Cellar > Pit` if it is one way.
pub fn passage_text(map: &Map, passage: usize) -> String {
    let Passage {
        from,
        to,
        is_one_way,
        ..
    } = map.passages[passage];
    let sign = if is_one_way { '>' } else { '-' };
    format!("{} {sign} {}", map.rooms[from].name, map.rooms[to].name)
}

/// What a thing of a kind is called: a key whose name does not say so is one.
pub fn kind_text(map: &Map, kind: usize) -> String {
    let kind = &map.kinds[kind];
    let says_so = kind.name.to_lowercase().contains("key");
    match kind.what == What::Key && !says_so {
        true => format!("{} key", kind.name),
        false => kind.name.clone(),
    }
}
