//! A map as boxes and links: rooms with their things, passages with their locks.

use crate::canonical::{Goal, Map, Need, What};

use super::map_view::{Done, Whereabouts};
use playproof_game::{Arrangement, Chart, ChartBox, ChartLink, ChartThing, Sign};

/// More rooms or passages than this make no picture that could be read.
const MAX_ROOMS: usize = 250;
const MAX_PASSAGES: usize = 750;

/// The chart, and when each of its parts is done.
pub(crate) fn map_chart(
    map: &Map,
    places: &[(usize, usize)],
    whereabouts: &Whereabouts,
) -> Option<(Chart, Vec<Done>)> {
    if map.rooms.len() > MAX_ROOMS || map.passages.len() > MAX_PASSAGES {
        return None;
    }
    // A room is never done.
    let mut done = vec![Done(None); map.rooms.len()];
    let boxes = map.rooms.iter().enumerate().map(|(number, room)| {
        let mut things: Vec<(usize, usize)> = Vec::new();
        for thing in &room.things {
            match things.iter_mut().find(|(kind, _)| *kind == thing.kind) {
                Some((_, count)) => *count += 1,
                None => things.push((thing.kind, 1)),
            }
        }
        let (x, y) = places[number];
        let chips = things.iter().map(|&(kind, count)| {
            done.push(whereabouts.taken(number, kind));
            ChartThing {
                name: times(&map.kinds[kind].name, count),
                sign: match map.kinds[kind].what {
                    What::Key => Sign::Key,
                    What::Item => Sign::Gem,
                    What::Switch => Sign::Switch,
                },
            }
        });
        let is_goal = |goal: &Goal| match goal {
            Goal::Room(room) => *room == number,
            Goal::Kind(kind) => things.iter().any(|thing| thing.0 == *kind),
        };
        ChartBox {
            name: room.name.clone(),
            note: String::new(),
            place: (x, y),
            cell: (2 * x, 2 * y),
            is_start: map.start == number,
            is_goal: map.goals.iter().any(is_goal),
            things: chips.collect(),
        }
    });
    let boxes = boxes.collect();
    let links = map.passages.iter().map(|passage| {
        done.push(
            passage
                .lock
                .map_or(Done(None), |lock| whereabouts.open(lock)),
        );
        let lock = passage.lock.map(|lock| &map.locks[lock]);
        let name = lock.and_then(|lock| lock.name.as_ref());
        let need = |need: &Need| times(&map.kinds[need.kind].name, need.count as usize);
        let needs = lock.iter().flat_map(|lock| &lock.needs).map(need);
        ChartLink {
            from: vec![passage.from],
            to: passage.to,
            is_one_way: passage.is_one_way,
            lock: name
                .map(|name| format!("{name}:"))
                .into_iter()
                .chain(needs)
                .collect(),
            label: String::new(),
        }
    });
    let links = links.collect();
    let chart = Chart {
        arrangement: Arrangement::Lattice,
        boxes,
        links,
    };
    Some((chart, done))
}

fn times(name: &str, count: usize) -> String {
    match count {
        1 => name.to_owned(),
        n => format!("{name} ×{n}"),
    }
}
