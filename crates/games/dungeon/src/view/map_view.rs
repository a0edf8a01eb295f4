//! How maps look: rooms on a lattice with corridors between neighbours, and a chart
//! with names, things and locks.

use std::sync::OnceLock;

use crate::canonical::{Goal, Map};
use playproof_model::Val;

use super::map_chart::map_chart;
use super::skin::{CORRIDOR, DOOR, GOAL, PLAYER, ROCK, ROOM, THING, legend};
use crate::lattice::lattice;
use crate::memory::Memory;
use playproof_game::Chart;
use playproof_game::{Cell, Tile, View};

/// The view of a map. It is worked out when it is first asked for: most levels are
/// never drawn.
pub(crate) struct MapView {
    map: Map,
    legend: Vec<Tile>,
    drawing: OnceLock<Drawing>,
}

/// Rooms are on cells with even coordinates.
struct Drawing {
    size: (usize, usize),
    /// Where each room is.
    places: Vec<(usize, usize)>,
    ground: Vec<playproof_game::TileId>,
    /// Cells of doors, and when they are open.
    doors: Vec<(usize, Done)>,
    /// Cells of rooms with something in them, and when all of it is taken.
    stores: Vec<(usize, Done)>,
    chart: Option<Chart>,
    /// When each part of the chart is done.
    parts: Vec<Done>,
}

/// Something is done once these flat variables are all 1; some things never are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Done(pub Option<Vec<usize>>);

impl Done {
    fn is_true(&self, state: &[Val]) -> bool {
        let is_one = |var: &usize| state.get(*var) == Some(&1);
        self.0.as_ref().is_some_and(|vars| vars.iter().all(is_one))
    }
}

/// Where a state remembers what was taken and opened.
pub(crate) struct Whereabouts<'d> {
    map: &'d Map,
    memory: Memory,
    /// The first flat variable after those that count things.
    base: usize,
}

impl Whereabouts<'_> {
    fn of(map: &Map) -> Whereabouts<'_> {
        let memory = Memory::of(map);
        let n_used_up = map.kinds.iter().filter(|kind| kind.is_used_up).count();
        let base = 1 + memory.kept.n + n_used_up;
        Whereabouts { map, memory, base }
    }

    /// When things of a kind that lie in a room are taken.
    pub(crate) fn taken(&self, room: usize, kind: usize) -> Done {
        let kept = self.memory.kept.of[kind].map(|number| 1 + number);
        let emptied = || self.memory.stores.of[room].map(|number| self.base + number);
        Done(kept.or_else(emptied).map(|var| vec![var]))
    }

    /// When a lock is open: once it was opened, or, where nothing is used up by it,
    /// once all that it needs is had.
    pub(crate) fn open(&self, lock: usize) -> Done {
        let first = self.base + self.memory.stores.n;
        let opened = self.memory.locks.of[lock].map(|number| vec![first + number]);
        let needs = || {
            let needs = self.map.locks[lock].needs.iter();
            let vars = needs.map(|need| self.memory.kept.of[need.kind].map(|number| 1 + number));
            vars.collect()
        };
        Done(opened.or_else(needs))
    }
}

impl MapView {
    pub(crate) fn new(map: &Map) -> MapView {
        MapView {
            map: map.clone(),
            legend: legend(),
            drawing: OnceLock::new(),
        }
    }

    fn drawing(&self) -> &Drawing {
        self.drawing.get_or_init(|| Drawing::of(&self.map))
    }

    fn goal_rooms(&self) -> impl Iterator<Item = usize> + '_ {
        goal_rooms(&self.map)
    }
}

fn goal_rooms(map: &Map) -> impl Iterator<Item = usize> + '_ {
    map.goals.iter().filter_map(|goal| match goal {
        Goal::Room(room) => Some(*room),
        Goal::Kind(_) => None,
    })
}

impl Drawing {
    fn of(map: &Map) -> Drawing {
        let lattice = lattice(map);
        let places: Vec<(usize, usize)> = lattice.iter().map(|(x, y)| (x * 2, y * 2)).collect();
        let width = places.iter().map(|place| place.0).max().unwrap_or(0) + 1;
        let height = places.iter().map(|place| place.1).max().unwrap_or(0) + 1;
        let mut ground = vec![ROCK; width * height];
        let cell = |(x, y): (usize, usize)| y * width + x;
        for place in &places {
            ground[cell(*place)] = ROOM;
        }
        for room in goal_rooms(map) {
            ground[cell(places[room])] = GOAL;
        }
        let whereabouts = Whereabouts::of(map);
        let mut doors = Vec::new();
        for passage in &map.passages {
            let (a, b) = (places[passage.from], places[passage.to]);
            if a.0.abs_diff(b.0) + a.1.abs_diff(b.1) != 2 {
                continue;
            }
            let between = cell(((a.0 + b.0) / 2, (a.1 + b.1) / 2));
            ground[between] = CORRIDOR;
            doors.extend(passage.lock.map(|lock| (between, whereabouts.open(lock))));
        }
        let rooms = map.rooms.iter().enumerate();
        let stores = rooms.flat_map(|(number, room)| {
            let things = room.things.iter();
            let taken = things.map(|thing| whereabouts.taken(number, thing.kind));
            let at = cell(places[number]);
            taken.map(move |done| (at, done)).collect::<Vec<_>>()
        });
        let stores = stores.collect();
        let (chart, parts) = map_chart(map, &lattice, &whereabouts).unzip();
        Drawing {
            size: (width, height),
            stores,
            places,
            ground,
            doors,
            chart,
            parts: parts.unwrap_or_default(),
        }
    }
}

impl View for MapView {
    fn legend(&self) -> &[Tile] {
        &self.legend
    }

    fn size(&self) -> (usize, usize) {
        self.drawing().size
    }

    fn cells(&self, state: &[Val], out: &mut Vec<Cell>) {
        let drawing = self.drawing();
        let first = out.len();
        let ground = drawing.ground.iter();
        out.extend(ground.map(|&ground| Cell::new(ground, None)));
        for (cells, tile) in [(&drawing.doors, DOOR), (&drawing.stores, THING)] {
            for (cell, _) in cells.iter().filter(|(_, done)| !done.is_true(state)) {
                out[first + cell].top = Some(tile);
            }
        }
        if let Some((x, y)) = self.player(state) {
            out[first + y * drawing.size.0 + x].top = Some(PLAYER);
        }
    }

    fn player(&self, state: &[Val]) -> Option<(usize, usize)> {
        let room = *state.first()? as usize;
        self.drawing().places.get(room).copied()
    }

    fn goals(&self) -> Vec<(usize, usize)> {
        let places = &self.drawing().places;
        self.goal_rooms().map(|room| places[room]).collect()
    }

    fn chart(&self) -> Option<&Chart> {
        self.drawing().chart.as_ref()
    }

    fn parts_done(&self, state: &[Val], out: &mut Vec<bool>) {
        let parts = self.drawing().parts.iter();
        out.extend(parts.map(|done| done.is_true(state)));
    }
}
