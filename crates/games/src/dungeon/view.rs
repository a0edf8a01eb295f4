//! How dungeons look: rooms on a lattice with corridors between neighbours, or, of
//! rules, one square a fact.

use std::collections::{HashMap, VecDeque};

use playproof_level::dungeon::{Dungeon, Goal, HornRules, Plan};
use playproof_model::Val;

use super::memory::Memory;
use crate::view::{Cell, Colour, Shape, Tile, TileId, View};

const ROCK: TileId = TileId(0);
const ROOM: TileId = TileId(1);
const GOAL: TileId = TileId(2);
const CORRIDOR: TileId = TileId(3);
const DOOR: TileId = TileId(4);
const PLAYER: TileId = TileId(5);
const THING: TileId = TileId(6);

/// The view of a plan.
pub(super) fn view(plan: &Plan) -> Box<dyn View> {
    match plan {
        Plan::Map(map) => Box::new(MapView::new(map)),
        Plan::Rules(horn) => Box::new(FactsView::new(horn)),
    }
}

/// The view of a map. Rooms are on cells with even coordinates.
struct MapView {
    size: (usize, usize),
    /// Where each room is.
    places: Vec<(usize, usize)>,
    ground: Vec<TileId>,
    /// Cells of doors, and the flat variables of what opens them: one that is 1
    /// once it is open, or all that must be.
    doors: Vec<(usize, Vec<usize>)>,
    /// Cells of rooms with something in them, and the flat variables that are all 1
    /// once it is taken.
    stores: Vec<(usize, Vec<usize>)>,
    goals: Vec<(usize, usize)>,
    legend: Vec<Tile>,
}

impl MapView {
    fn new(map: &Dungeon) -> MapView {
        let lattice = lattice(map);
        let left = lattice.iter().map(|place| place.0).min().unwrap_or(0);
        let top = lattice.iter().map(|place| place.1).min().unwrap_or(0);
        let place = |&(x, y): &(i64, i64)| ((x - left) as usize * 2, (y - top) as usize * 2);
        let places: Vec<(usize, usize)> = lattice.iter().map(place).collect();
        let width = places.iter().map(|place| place.0).max().unwrap_or(0) + 1;
        let height = places.iter().map(|place| place.1).max().unwrap_or(0) + 1;
        let mut ground = vec![ROCK; width * height];
        let goal_rooms = map.goals.iter().filter_map(|goal| match goal {
            Goal::Room(room) => Some(*room),
            Goal::Kind(_) => None,
        });
        let goal_rooms: Vec<usize> = goal_rooms.collect();
        for (room, (x, y)) in places.iter().enumerate() {
            let is_goal = goal_rooms.contains(&room);
            ground[y * width + x] = if is_goal { GOAL } else { ROOM };
        }
        let memory = Memory::of(map);
        let n_used_up = map.kinds.iter().filter(|kind| kind.is_used_up).count();
        let has = |kind: usize| memory.kept.of[kind].map(|number| 1 + number);
        let base = 1 + memory.kept.n + n_used_up;
        let mut doors = Vec::new();
        for passage in &map.passages {
            let (a, b) = (places[passage.from], places[passage.to]);
            let is_beside = a.0.abs_diff(b.0) + a.1.abs_diff(b.1) == 2;
            let Some(cell) = is_beside.then_some((a.1 + b.1) / 2 * width + (a.0 + b.0) / 2) else {
                continue;
            };
            ground[cell] = CORRIDOR;
            if let Some(lock) = passage.lock {
                let opened = memory.locks.of[lock].map(|n| vec![base + memory.stores.n + n]);
                let needs = || map.locks[lock].needs.iter();
                let kept = || needs().filter_map(|need| has(need.kind)).collect();
                doors.push((cell, opened.unwrap_or_else(kept)));
            }
        }
        let rooms = map.rooms.iter().enumerate();
        let rooms = rooms.filter(|(_, room)| !room.things.is_empty());
        let stores = rooms.map(|(number, room)| {
            let kept = room.things.iter().filter_map(|thing| has(thing.kind));
            let used_up = memory.stores.of[number].map(|n| base + n);
            let (x, y) = places[number];
            (y * width + x, kept.chain(used_up).collect())
        });
        MapView {
            size: (width, height),
            stores: stores.collect(),
            goals: goal_rooms.iter().map(|room| places[*room]).collect(),
            places,
            ground,
            doors,
            legend: legend(),
        }
    }
}

impl View for MapView {
    fn legend(&self) -> &[Tile] {
        &self.legend
    }

    fn size(&self) -> (usize, usize) {
        self.size
    }

    fn cells(&self, state: &[Val], out: &mut Vec<Cell>) {
        let first = out.len();
        out.extend(self.ground.iter().map(|&ground| Cell { ground, top: None }));
        let is_done = |vars: &[usize]| vars.iter().all(|var| state.get(*var) == Some(&1));
        for (cells, tile) in [(&self.doors, DOOR), (&self.stores, THING)] {
            for (cell, _) in cells.iter().filter(|(_, vars)| !is_done(vars)) {
                out[first + cell].top = Some(tile);
            }
        }
        if let Some((x, y)) = self.player(state) {
            out[first + y * self.size.0 + x].top = Some(PLAYER);
        }
    }

    fn player(&self, state: &[Val]) -> Option<(usize, usize)> {
        self.places.get(*state.first()? as usize).copied()
    }

    fn goals(&self) -> Vec<(usize, usize)> {
        self.goals.clone()
    }
}

/// Where rooms are drawn: where the text says, and else beside a neighbour.
fn lattice(map: &Dungeon) -> Vec<(i64, i64)> {
    let mut places: Vec<Option<(i64, i64)>> = Vec::new();
    let mut taken = HashMap::new();
    for (number, room) in map.rooms.iter().enumerate() {
        let place = room.at.map(|(x, y)| (i64::from(x), i64::from(y)));
        // Of two in one place the first has it.
        let place = place.filter(|place| *taken.entry(*place).or_insert(number) == number);
        places.push(place);
    }
    let mut neighbours = vec![Vec::new(); map.rooms.len()];
    for passage in &map.passages {
        neighbours[passage.from].push(passage.to);
        neighbours[passage.to].push(passage.from);
    }
    let mut seen = vec![false; map.rooms.len()];
    for first in std::iter::once(map.start).chain(0..map.rooms.len()) {
        if seen[first] {
            continue;
        }
        let mut queue = VecDeque::from([(first, (0, 0))]);
        seen[first] = true;
        while let Some((room, wish)) = queue.pop_front() {
            let place = *places[room].get_or_insert_with(|| nearest_free(wish, &taken));
            taken.entry(place).or_insert(room);
            for &next in &neighbours[room] {
                if !seen[next] {
                    seen[next] = true;
                    queue.push_back((next, place));
                }
            }
        }
    }
    places.into_iter().flatten().collect()
}

/// The free place nearest to another; ties go right, down, left, up.
fn nearest_free(from: (i64, i64), taken: &HashMap<(i64, i64), usize>) -> (i64, i64) {
    for distance in 0.. {
        for i in 0..distance.max(1) {
            let j = distance - i;
            let ring = [(j, i), (-i, j), (-j, -i), (i, -j)];
            let mut ring = ring.iter().map(|(x, y)| (from.0 + x, from.1 + y));
            if let Some(place) = ring.find(|place| !taken.contains_key(place)) {
                return place;
            }
        }
    }
    from
}

/// The view of rules: the facts in order, row by row.
struct FactsView {
    size: (usize, usize),
    is_goal: Vec<bool>,
    legend: Vec<Tile>,
}

impl FactsView {
    fn new(horn: &HornRules) -> FactsView {
        let n = horn.facts.len();
        let width = (n as f64).sqrt().ceil().max(1.0) as usize;
        let goals = (0..n).map(|fact| horn.goals.contains(&(fact as u32)));
        FactsView {
            size: (width, n.div_ceil(width)),
            is_goal: goals.collect(),
            legend: legend(),
        }
    }
}

impl View for FactsView {
    fn legend(&self) -> &[Tile] {
        &self.legend
    }

    fn size(&self) -> (usize, usize) {
        self.size
    }

    fn cells(&self, state: &[Val], out: &mut Vec<Cell>) {
        let cells = 0..self.size.0 * self.size.1;
        out.extend(cells.map(|i| match self.is_goal.get(i) {
            None => Cell {
                ground: ROCK,
                top: None,
            },
            Some(is_goal) => Cell {
                ground: if *is_goal { GOAL } else { ROOM },
                top: (state.get(i) == Some(&1)).then_some(THING),
            },
        }));
    }

    fn player(&self, _: &[Val]) -> Option<(usize, usize)> {
        None
    }
}

fn legend() -> Vec<Tile> {
    let square = |margin: f32, round: f32| Shape::Rect {
        x: margin,
        y: margin,
        width: 1.0 - 2.0 * margin,
        height: 1.0 - 2.0 * margin,
        round,
    };
    let disc = |x: f32, y: f32, radius: f32| Shape::Circle { x, y, radius };
    let bar = |x: f32, y: f32, width: f32, height: f32| Shape::Rect {
        x,
        y,
        width,
        height,
        round: 0.04,
    };
    let rock = (square(0.0, 0.0), Colour(0x3B, 0x3A, 0x45));
    let floor = Colour(0xF4, 0xF1, 0xEA);
    let gold = Colour(0xD9, 0x9A, 0x1E);
    let tile = |name, glyph, shapes| Tile {
        name,
        glyph,
        shapes,
    };
    vec![
        tile("rock", ' ', vec![rock.clone()]),
        tile("room", '.', vec![rock.clone(), (square(0.0, 0.12), floor)]),
        tile(
            "goal",
            'G',
            vec![
                rock.clone(),
                (square(0.0, 0.12), floor),
                (square(0.1, 0.1), Colour(0x9C, 0xCF, 0x8B)),
            ],
        ),
        tile(
            "corridor",
            '+',
            vec![rock, (square(0.22, 0.0), Colour(0xD8, 0xD2, 0xC4))],
        ),
        tile(
            "locked door",
            'X',
            vec![
                (square(0.2, 0.06), Colour(0x8A, 0x4B, 0x2A)),
                (disc(0.5, 0.5, 0.09), gold),
            ],
        ),
        tile(
            "player",
            '@',
            vec![(disc(0.5, 0.5, 0.32), Colour(0x2F, 0x6F, 0xB5))],
        ),
        tile(
            "key or item",
            'k',
            vec![
                (disc(0.36, 0.5, 0.16), gold),
                (bar(0.46, 0.46, 0.34, 0.08), gold),
                (bar(0.7, 0.5, 0.07, 0.14), gold),
            ],
        ),
    ]
}
