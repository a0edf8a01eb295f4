//! Dungeons from the graphs of The VGLC (Video Game Level Corpus): nodes are rooms,
//! edges are doors, and labels are letters with commas between them.
//!
//! What the letters of the corpus's legend mean here:
//! - in a room `k` is a small key, which is used up; `K` the boss key and `I` the key
//!   item, which are kept; `S` a switch; `s` the start; `t` the triforce, the goal.
//!   Enemies `e`, bosses `b` and puzzles `p` can be dealt with, so they close nothing.
//! - on a door `k`, `K`, `I` and `S` say what opens it, several letters all of it.
//!   `l` (soft locked) opens once the room is dealt with and `b` (bombable) with bombs,
//!   which the graphs do not count: both are open. `s` is seen but never passed: no door.
//! - a number after a letter tells several of a sort apart: `S1` is opened by `S1`.
//!
//! A letter that the legend does not know gives a warning and means nothing.
//! Doors in both directions that need the same are one passage with one lock.

use std::collections::HashMap;
use std::sync::Arc;

use super::dot::{Edge, Graph, Words, parse};
use super::findings::Finding;
use super::nearest::did_you_mean;
use crate::canonical::limits::{MAX_NAME, MAX_NEEDS, MAX_PASSAGES, MAX_ROOMS, MAX_THINGS};
use crate::canonical::{
    DungeonLevel, Goal, Kind, Lock, Map, Mark, Need, Passage, Plan, Room, Thing, What,
};
use playproof_level::Diagnostic;
use playproof_level::clean_title;

/// Reads the one dungeon of a file, and what was odd about it.
pub(crate) fn read_graph(
    file: &str,
    text: &Arc<str>,
) -> Result<(DungeonLevel, Vec<Finding>), Diagnostic> {
    let graph = parse(file, text)?;
    let level = DungeonLevel {
        file: file.to_owned(),
        index: 0,
        title: graph.name.and_then(clean_title),
        source: Arc::clone(text),
        mark: graph.mark,
        plan: Plan::Map(Map::default()),
    };
    let mut builder = Builder {
        level,
        dungeon: Map::default(),
        rooms: HashMap::new(),
        kinds: HashMap::new(),
        start: None,
        n_things: 0,
        unknown: Vec::new(),
    };
    builder.rooms(&graph)?;
    builder.doors(&graph)?;
    builder.finish()
}

/// The most letters without a meaning that are told. A file of nothing but different
/// ones needs no complete list.
const MAX_UNKNOWN: usize = 20;

/// A letter that means nothing: the first mention, and how many there are.
struct Unknown<'a> {
    words: Words<'a>,
    on: &'static str,
    count: usize,
}

struct Builder<'a> {
    level: DungeonLevel,
    dungeon: Map,
    rooms: HashMap<&'a str, usize>,
    kinds: HashMap<&'a str, usize>,
    start: Option<usize>,
    n_things: usize,
    unknown: Vec<Unknown<'a>>,
}

impl<'a> Builder<'a> {
    fn rooms(&mut self, graph: &Graph<'a>) -> Result<(), Diagnostic> {
        for node in &graph.nodes {
            let Words { text: name, mark } = node.id;
            let number = self.dungeon.rooms.len();
            if number == MAX_ROOMS {
                return Err(self.too_many(mark, "rooms", MAX_ROOMS));
            }
            if name.is_empty() || name.contains('"') || name.len() > MAX_NAME {
                let help = format!("a name has letters, no quotes and at most {MAX_NAME} bytes");
                return Err(self
                    .level
                    .error_at(mark, "this is no name for a room", help));
            }
            if let Some(earlier) = self.rooms.insert(name, number) {
                let line = self.dungeon.rooms[earlier].mark.line;
                let help = format!("the first is declared in line {line}");
                return Err(self
                    .level
                    .error_at(mark, format!("a second room `{name}`"), help));
            }
            let mut room = Room {
                name: name.to_owned(),
                mark,
                ..Room::default()
            };
            for letter in node.label.into_iter().flat_map(letters) {
                self.in_room(letter, number, &mut room)?;
            }
            self.dungeon.rooms.push(room);
        }
        Ok(())
    }

    fn in_room(
        &mut self,
        letter: Words<'a>,
        number: usize,
        room: &mut Room,
    ) -> Result<(), Diagnostic> {
        let mark = letter.mark;
        match letter.text {
            "e" | "b" | "p" => {}
            "s" if self.start.is_some_and(|start| start != number) => {
                let help = "play begins in one room, the one with `s`";
                return Err(self.level.error_at(mark, "a second start", help));
            }
            "s" => self.start = Some(number),
            "t" => {
                let goal = Goal::Room(number);
                if self.dungeon.goals.last() != Some(&goal) {
                    self.dungeon.goals.push(goal);
                }
            }
            text => match self.kind(text, mark) {
                Some(kind) => {
                    self.n_things += 1;
                    if self.n_things > MAX_THINGS {
                        return Err(self.too_many(mark, "things", MAX_THINGS));
                    }
                    room.things.push(Thing {
                        kind,
                        mark,
                        ..Thing::default()
                    });
                }
                None => self.meaningless(letter, "room"),
            },
        }
        Ok(())
    }

    fn doors(&mut self, graph: &Graph<'a>) -> Result<(), Diagnostic> {
        // One-way passages that wait for their way back: from, to and needs.
        let mut waiting: HashMap<(usize, usize, Vec<usize>), Vec<usize>> = HashMap::new();
        for edge in &graph.edges {
            let from = self.declared(edge.from)?;
            let to = self.declared(edge.to)?;
            let Some(needs) = self.needs(edge)? else {
                continue;
            };
            let back = waiting.get_mut(&(to, from, needs.clone()));
            if edge.is_one_way
                && let Some(passage) = back.and_then(Vec::pop)
            {
                self.dungeon.passages[passage].is_one_way = false;
                continue;
            }
            let number = self.dungeon.passages.len();
            let mark = edge.from.mark;
            if number == MAX_PASSAGES {
                return Err(self.too_many(mark, "passages", MAX_PASSAGES));
            }
            let lock = (!needs.is_empty()).then(|| {
                let needs = needs.iter().map(|&kind| Need { kind, count: 1 }).collect();
                self.dungeon.locks.push(Lock {
                    name: None,
                    needs,
                    mark,
                });
                self.dungeon.locks.len() - 1
            });
            let is_one_way = edge.is_one_way;
            let passage = Passage {
                from,
                to,
                is_one_way,
                lock,
                mark,
                ..Passage::default()
            };
            self.dungeon.passages.push(passage);
            if is_one_way {
                waiting.entry((from, to, needs)).or_default().push(number);
            }
        }
        Ok(())
    }

    /// The kinds that open a door, in their order, or nothing if there is no door.
    fn needs(&mut self, edge: &Edge<'a>) -> Result<Option<Vec<usize>>, Diagnostic> {
        let mut needs = Vec::new();
        for letter in edge.label.into_iter().flat_map(letters) {
            match letter.text {
                "s" => return Ok(None),
                "l" | "b" => {}
                text => match self.kind(text, letter.mark) {
                    Some(kind) => needs.push(kind),
                    None => self.meaningless(letter, "door"),
                },
            }
        }
        needs.sort_unstable();
        needs.dedup();
        if needs.len() > MAX_NEEDS {
            return Err(self.too_many(edge.from.mark, "things for one lock", MAX_NEEDS));
        }
        Ok(Some(needs))
    }

    /// The number of the kind that a letter stands for, with or without a number after
    /// it; this may be its first mention.
    fn kind(&mut self, letter: &'a str, mark: Mark) -> Option<usize> {
        if let Some(kind) = self.kinds.get(letter) {
            return Some(*kind);
        }
        let digits = letter.get(1..)?;
        let (name, is_used_up, what) = match letter.get(..1)? {
            "k" => ("key", true, What::Key),
            "K" => ("boss-key", false, What::Key),
            "I" => ("key-item", false, What::Item),
            "S" => ("switch", false, What::Switch),
            _ => return None,
        };
        let name = match digits {
            "" => name.to_owned(),
            _ if digits.bytes().all(|b| b.is_ascii_digit()) => format!("{name}-{digits}"),
            _ => return None,
        };
        let number = self.dungeon.kinds.len();
        self.dungeon.kinds.push(Kind {
            name,
            is_used_up,
            what,
            mark,
        });
        self.kinds.insert(letter, number);
        Some(number)
    }

    fn declared(&self, room: Words<'a>) -> Result<usize, Diagnostic> {
        self.rooms.get(room.text).copied().ok_or_else(|| {
            let name: String = room.text.chars().take(40).collect();
            let rooms = self.dungeon.rooms.iter().map(|room| room.name.as_str());
            let otherwise = format!("declare it with a line such as `{name} [label=\"\"]`");
            // A number is near to every other number, so that says nothing.
            let is_number = room.text.bytes().all(|b| b.is_ascii_digit());
            let help = match is_number {
                true => otherwise,
                false => did_you_mean(room.text, rooms, &otherwise),
            };
            self.level
                .error_at(room.mark, format!("room `{name}` is undeclared"), help)
        })
    }

    fn meaningless(&mut self, words: Words<'a>, on: &'static str) {
        let is_it = |u: &&mut Unknown<'_>| (u.words.text, u.on) == (words.text, on);
        if let Some(unknown) = self.unknown.iter_mut().find(is_it) {
            unknown.count += 1;
        } else if self.unknown.len() < MAX_UNKNOWN {
            self.unknown.push(Unknown {
                words,
                on,
                count: 1,
            });
        }
    }

    fn too_many(&self, mark: Mark, what: &str, limit: usize) -> Diagnostic {
        let help = format!("there may be at most {limit}");
        self.level.error_at(mark, format!("too many {what}"), help)
    }

    fn finish(mut self) -> Result<(DungeonLevel, Vec<Finding>), Diagnostic> {
        let whole = self.level.mark;
        let Some(start) = self.start else {
            let help = "expected a room with `s` in its label";
            return Err(self
                .level
                .error_at(whole, "this dungeon has no start", help));
        };
        if self.dungeon.goals.is_empty() {
            let help = "expected a room with `t` (triforce) in its label";
            return Err(self.level.error_at(whole, "this dungeon has no goal", help));
        }
        self.dungeon.start = start;
        let mut odd: Vec<Finding> = self
            .unknown
            .iter()
            .map(|unknown| {
                let Unknown { words, on, count } = unknown;
                let shown: String = words.text.chars().take(40).collect();
                let message = format!(
                    "the legend does not know `{shown}` on a {on}; labels with it: {count}"
                );
                (words.mark, message, "it is read as nothing")
            })
            .collect();
        if let Some(Goal::Room(second)) = self.dungeon.goals.get(1) {
            let mark = self.dungeon.rooms[*second].mark;
            let message = format!("rooms with a triforce: {}", self.dungeon.goals.len());
            odd.push((mark, message, "all of them must be reached"));
        }
        self.level.plan = Plan::Map(self.dungeon);
        Ok((self.level, odd))
    }
}

/// The letters of a label, without the blanks around them.
fn letters(label: Words<'_>) -> impl Iterator<Item = Words<'_>> {
    let mut column = label.mark.column;
    label.text.split(',').filter_map(move |part| {
        let start = column;
        column += part.chars().count() as u32 + 1;
        let n_blanks = part.chars().take_while(|c| c.is_whitespace()).count();
        let mark = Mark {
            column: start + n_blanks as u32,
            ..label.mark
        };
        let text = part.trim();
        (!text.is_empty()).then_some(Words { text, mark })
    })
}
