//! Play through a map told in words, and what it lacks where it is stuck.

use crate::Situation;
use crate::canonical::{Map, Need};

use crate::insight::change::{kind_text, passage_text};

/// One move, as an instruction: what is opened with what, and what is found.
pub fn move_text(map: &Map, before: &Situation, after: &Situation) -> String {
    let room = &map.rooms[after.room].name;
    let opened = (0..map.locks.len()).find(|&lock| after.opened[lock] && !before.opened[lock]);
    let spent = |kind: usize| {
        let needs = opened.iter().flat_map(|&lock| &map.locks[lock].needs);
        let needs = needs.filter(|need| need.kind == kind && map.kinds[kind].is_used_up);
        needs.map(|need| need.count).sum::<u32>()
    };
    let mut text = match opened.and_then(|lock| through(map, before.room, after.room, lock)) {
        Some(passage) => {
            let with = opened.map(|lock| needs_text(map, &map.locks[lock].needs));
            let with = with.unwrap_or_default();
            format!(
                "open {} with {with}, go to {room}",
                passage_text(map, passage)
            )
        }
        None => format!("go to {room}"),
    };
    let found = (0..map.kinds.len()).filter_map(|kind| {
        let left = before.held[kind].saturating_sub(spent(kind));
        let found = after.held[kind].saturating_sub(left);
        (found > 0).then(|| several(map, kind, found))
    });
    let found: Vec<String> = found.collect();
    if !found.is_empty() {
        text.push_str(&format!(": find {}", found.join(", ")));
    }
    text
}

/// What is held, as a list; nothing if nothing is.
pub fn held_text(map: &Map, situation: &Situation) -> Option<String> {
    let held = (0..map.kinds.len()).filter(|&kind| situation.held[kind] > 0);
    let held: Vec<String> = held
        .map(|kind| several(map, kind, situation.held[kind]))
        .collect();
    (!held.is_empty()).then(|| held.join(", "))
}

/// Things that open a lock, as a list.
pub fn needs_text(map: &Map, needs: &[Need]) -> String {
    let needs = needs.iter().map(|need| several(map, need.kind, need.count));
    needs.collect::<Vec<_>>().join(" and ")
}

/// What stands before one of many.
pub(crate) fn article(name: &str) -> &'static str {
    match name.to_lowercase().chars().next() {
        Some('a' | 'e' | 'i' | 'o' | 'u') => "an",
        _ => "a",
    }
}

/// So many things of a kind.
fn several(map: &Map, kind: usize, n: u32) -> String {
    let name = kind_text(map, kind);
    match (n, map.kinds[kind].is_used_up) {
        (1, true) => format!("{} {name}", article(&name)),
        (1, false) => name,
        (n, _) => format!("{n} of {name}"),
    }
}

/// The passage with this lock between two rooms.
fn through(map: &Map, from: usize, to: usize, lock: usize) -> Option<usize> {
    let leads = |&passage: &usize| {
        let passage = &map.passages[passage];
        let there = (passage.from, passage.to) == (from, to);
        let back = (passage.to, passage.from) == (from, to) && !passage.is_one_way;
        passage.lock == Some(lock) && (there || back)
    };
    (0..map.passages.len()).find(leads)
}

/// Play that can go on only in a part of the map.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Confined {
    /// The rooms that can still be entered, the one where play is included.
    pub rooms: Vec<usize>,
    /// Why no passage leads out.
    pub borders: Vec<Border>,
}

/// A passage at the edge of what can still be reached.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Border {
    /// The passage.
    pub passage: usize,
    /// What its lock needs that is never at hand, each with how many are at best;
    /// nothing if it leads only inwards.
    pub lacks: Vec<(Need, u32)>,
}

impl Confined {
    /// What can be reached, given every situation that play can still come to.
    pub fn of(map: &Map, situations: &[Situation]) -> Confined {
        let mut is_inside = vec![false; map.rooms.len()];
        for situation in situations {
            is_inside[situation.room] = true;
        }
        let best = |kind: usize| {
            let held = situations.iter().map(|situation| situation.held[kind]);
            held.max().unwrap_or(0)
        };
        let all = map.passages.iter().enumerate();
        let at_edge = all.filter(|(_, p)| is_inside[p.from] != is_inside[p.to]);
        let borders = at_edge.map(|(number, passage)| {
            let leads_out = is_inside[passage.from] || !passage.is_one_way;
            let lock = passage.lock.filter(|_| leads_out);
            let needs = lock.iter().flat_map(|&lock| &map.locks[lock].needs);
            let needs = needs.map(|need| (*need, best(need.kind)));
            let (mut lacks, at_hand): (Vec<_>, Vec<_>) =
                needs.partition(|(need, best)| *best < need.count);
            // Each can be had, but never all of them together.
            if lacks.is_empty() {
                lacks = at_hand;
            }
            Border {
                passage: number,
                lacks,
            }
        });
        Confined {
            borders: borders.collect(),
            rooms: (0..map.rooms.len())
                .filter(|&room| is_inside[room])
                .collect(),
        }
    }
}

impl Border {
    /// Why nobody gets out here.
    pub fn text(&self, map: &Map) -> String {
        let passage = passage_text(map, self.passage);
        if self.lacks.is_empty() {
            return format!("{passage} leads only this way");
        }
        let lacks = self.lacks.iter().map(|&(need, best)| {
            let wanted = several(map, need.kind, need.count);
            match best {
                0 => format!("{wanted}, and none can be had any more"),
                n if n < need.count => format!("{wanted}, and no more than {n} can be had"),
                _ => format!("{wanted}, which goes for something else before"),
            }
        });
        let lacks: Vec<String> = lacks.collect();
        format!("{passage} needs {}", lacks.join("; "))
    }
}
