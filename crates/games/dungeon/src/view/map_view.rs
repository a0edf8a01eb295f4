//! How maps look: as they are drawn; or, where they are given in words, rooms on a lattice
//! with corridors between neighbours, and a chart with names, things and locks.

use std::collections::HashMap;
use std::sync::OnceLock;

use crate::canonical::{DungeonLevel, Goal, Map};
use playproof_model::Val;

use super::drawn::Sketch;
use super::map_chart::map_chart;
use super::skin::{CORRIDOR, DOOR, GOAL, PLAYER, ROCK, ROOM, THING, legend};
use crate::lattice::lattice;
use crate::memory::Memory;
use crate::{Situation, held_text, needs_text};
use playproof_game::Chart;
use playproof_game::{Cell, Stroll, Tile, TileId, View};

/// The view of a map. It is worked out when it is first asked for: most levels are
/// never drawn.
pub(crate) struct MapView {
    map: Map,
    dungeon: DungeonLevel,
    legend: Vec<Tile>,
    drawing: OnceLock<Drawing>,
}

/// On a lattice rooms are on cells with even coordinates.
struct Drawing {
    sketch: Option<Sketch>,
    /// The passages at each cell of a sketch.
    ways: HashMap<usize, Vec<usize>>,
    size: (usize, usize),
    /// Where each room is.
    places: Vec<(usize, usize)>,
    ground: Vec<TileId>,
    /// Doors, which are done when they are open.
    doors: Vec<Piece>,
    /// Things in rooms, which are done when they are taken.
    stores: Vec<Piece>,
    chart: Option<Chart>,
    /// When each part of the chart is done.
    parts: Vec<Done>,
}

/// What stands in a cell until it is done.
pub(crate) struct Piece {
    pub cell: usize,
    pub tile: TileId,
    /// Its letter in the drawing.
    pub letter: Option<char>,
    pub done: Done,
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
    pub(super) fn of(map: &Map) -> Whereabouts<'_> {
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
    pub(crate) fn new(dungeon: &DungeonLevel, map: &Map) -> MapView {
        MapView {
            map: map.clone(),
            dungeon: dungeon.clone(),
            legend: legend(),
            drawing: OnceLock::new(),
        }
    }

    fn drawing(&self) -> &Drawing {
        self.drawing
            .get_or_init(|| match Sketch::of(&self.dungeon) {
                Some(sketch) => Drawing::of_sketch(&self.map, sketch),
                None => Drawing::of_lattice(&self.map),
            })
    }

    fn goal_rooms(&self) -> impl Iterator<Item = usize> + '_ {
        goal_rooms(&self.map)
    }
}

pub(super) fn goal_rooms(map: &Map) -> impl Iterator<Item = usize> + '_ {
    map.goals.iter().filter_map(|goal| match goal {
        Goal::Room(room) => Some(*room),
        Goal::Kind(_) => None,
    })
}

impl Drawing {
    fn of_sketch(map: &Map, sketch: Sketch) -> Drawing {
        let shown = sketch.show(map, &Whereabouts::of(map));
        Drawing {
            size: sketch.size(),
            sketch: Some(sketch),
            ways: shown.ways,
            places: shown.places,
            ground: shown.ground,
            doors: shown.doors,
            stores: shown.stores,
            chart: None,
            parts: Vec::new(),
        }
    }

    fn of_lattice(map: &Map) -> Drawing {
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
            doors.extend(passage.lock.map(|lock| Piece {
                cell: between,
                tile: DOOR,
                letter: None,
                done: whereabouts.open(lock),
            }));
        }
        let rooms = map.rooms.iter().enumerate();
        let stores = rooms.flat_map(|(number, room)| {
            let things = room.things.iter();
            let taken = things.map(|thing| whereabouts.taken(number, thing.kind));
            let at = cell(places[number]);
            let piece = move |done| Piece {
                cell: at,
                tile: THING,
                letter: None,
                done,
            };
            taken.map(piece).collect::<Vec<_>>()
        });
        let stores = stores.collect();
        let (chart, parts) = map_chart(map, &lattice, &whereabouts).unzip();
        Drawing {
            sketch: None,
            ways: HashMap::new(),
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

impl MapView {
    /// The cells of a state, with those of the doors and things that are there.
    fn draw(&self, state: &[Val], out: &mut Vec<Cell>, is_there: impl Fn(&Piece) -> bool) {
        let drawing = self.drawing();
        let first = out.len();
        let ground = drawing.ground.iter().enumerate();
        out.extend(ground.map(|(cell, &ground)| {
            Cell {
                letter: drawing
                    .sketch
                    .as_ref()
                    .and_then(|sketch| sketch.letter(cell)),
                ..Cell::new(ground, None)
            }
        }));
        let pieces = drawing.doors.iter().chain(&drawing.stores);
        for piece in pieces.filter(|piece| is_there(piece)) {
            let cell = &mut out[first + piece.cell];
            (cell.top, cell.letter) = (Some(piece.tile), piece.letter);
        }
        if let Some((x, y)) = self.player(state) {
            let cell = &mut out[first + y * drawing.size.0 + x];
            (cell.top, cell.letter) = (Some(PLAYER), None);
        }
    }

    /// Whether nothing was done yet but to take what lies in the room at the start.
    fn is_untouched(&self, state: &[Val]) -> bool {
        let Some(situation) = Situation::of(&self.map, state) else {
            return false;
        };
        let whereabouts = Whereabouts::of(&self.map);
        let rooms = self.map.rooms.iter().enumerate();
        let mut elsewhere = rooms.filter(|(room, _)| *room != self.map.start);
        let at_start = &self.map.rooms[self.map.start].things;
        let is_had = |kind: usize| at_start.iter().any(|thing| thing.kind == kind);
        situation.room == self.map.start
            && situation.opened.iter().all(|is_open| !is_open)
            && elsewhere.all(|(room, of_room)| {
                let mut things = of_room.things.iter();
                things.all(|thing| {
                    let is_kept = !self.map.kinds[thing.kind].is_used_up;
                    (is_kept && is_had(thing.kind))
                        || !whereabouts.taken(room, thing.kind).is_true(state)
                })
            })
    }

    /// The room on the other side of a passage that can be gone from this one.
    fn beyond(&self, passage: usize, room: usize) -> Option<usize> {
        let passage = &self.map.passages[passage];
        match (passage.from == room, passage.to == room) {
            (true, _) => Some(passage.to),
            (_, true) if !passage.is_one_way => Some(passage.from),
            _ => None,
        }
    }

    fn through(&self, passage: usize, beyond: usize, to: (usize, usize)) -> Stroll {
        let lock = self.map.passages[passage].lock;
        let needs = lock.map(|lock| needs_text(&self.map, &self.map.locks[lock].needs));
        Stroll::Move {
            action: self.map.rooms[beyond].name.clone(),
            to,
            needs,
        }
    }

    /// To the nearest room straight ahead that a passage leads to.
    fn stroll_on_lattice(&self, room: usize, direction: usize) -> Stroll {
        let places = &self.drawing().places;
        let (x, y) = places[room];
        let ahead = |&(_, beyond): &(usize, usize)| {
            let there = places[beyond];
            let is_ahead = match direction {
                0 => there.1 == y && there.0 < x,
                1 => there.1 == y && there.0 > x,
                2 => there.0 == x && there.1 < y,
                _ => there.0 == x && there.1 > y,
            };
            is_ahead.then(|| there.0.abs_diff(x) + there.1.abs_diff(y))
        };
        let passages = 0..self.map.passages.len();
        let leads = passages.filter_map(|passage| Some((passage, self.beyond(passage, room)?)));
        let leads = leads.filter_map(|lead| Some((ahead(&lead)?, lead)));
        match leads.min() {
            Some((_, (passage, beyond))) => self.through(passage, beyond, places[beyond]),
            None => Stroll::Blocked,
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
        self.draw(state, out, |piece| !piece.done.is_true(state));
    }

    fn first_cells(&self, state: &[Val], out: &mut Vec<Cell>) {
        let is_first = self.drawing().sketch.is_some() && self.is_untouched(state);
        self.draw(state, out, |piece| is_first || !piece.done.is_true(state));
    }

    fn player(&self, state: &[Val]) -> Option<(usize, usize)> {
        let room = *state.first()? as usize;
        self.drawing().places.get(room).copied()
    }

    fn between(&self, before: &[Val], after: &[Val]) -> Vec<(usize, usize)> {
        let drawing = self.drawing();
        let room = |state: &[Val]| state.first().map(|room| *room as usize);
        let (Some(sketch), Some(from), Some(to)) = (&drawing.sketch, room(before), room(after))
        else {
            return Vec::new();
        };
        let leads = |passage: &usize| self.beyond(*passage, from) == Some(to);
        let is_shut = |piece: &Piece| !piece.done.is_true(after);
        let shut: Vec<usize> = drawing
            .doors
            .iter()
            .filter(|piece| is_shut(piece))
            .map(|piece| piece.cell)
            .collect();
        let ways = drawing
            .ways
            .iter()
            .filter(|(cell, passages)| passages.iter().any(leads) && !shut.contains(cell));
        let ways: Vec<usize> = ways.map(|(cell, _)| *cell).collect();
        let ends = (drawing.places[from], drawing.places[to]);
        sketch.walk(ends, [from, to], &ways)
    }

    fn goals(&self) -> Vec<(usize, usize)> {
        let places = &self.drawing().places;
        self.goal_rooms().map(|room| places[room]).collect()
    }

    fn held(&self, state: &[Val]) -> Option<String> {
        let situation = Situation::of(&self.map, state)?;
        let room = &self.map.rooms[situation.room].name;
        Some(match held_text(&self.map, &situation) {
            Some(held) => format!("you are in {room} and hold {held}"),
            None => format!("you are in {room}"),
        })
    }

    fn stroll(&self, state: &[Val], at: (usize, usize), direction: usize) -> Option<Stroll> {
        let room = *state.first()? as usize;
        let drawing = self.drawing();
        let Some(sketch) = &drawing.sketch else {
            return Some(self.stroll_on_lattice(room, direction));
        };
        let width = drawing.size.0;
        let Some(next) = sketch.beside(at.1 * width + at.0, direction) else {
            return Some(Stroll::Blocked);
        };
        if sketch.room_at(next) == Some(room) {
            return Some(Stroll::To((next % width, next / width)));
        }
        let passages = drawing.ways.get(&next).into_iter().flatten();
        let mut leads =
            passages.filter_map(|&passage| Some((passage, self.beyond(passage, room)?)));
        let Some((passage, beyond)) = leads.next() else {
            return Some(Stroll::Blocked);
        };
        // Straight on, or round a corner behind the door.
        let around = [direction, 0, 1, 2, 3].into_iter();
        let mut around = around.filter_map(|way| sketch.beside(next, way));
        let to = around.find(|cell| sketch.room_at(*cell) == Some(beyond));
        let place = to.map_or(drawing.places[beyond], |cell| (cell % width, cell / width));
        Some(self.through(passage, beyond, place))
    }

    fn chart(&self) -> Option<&Chart> {
        self.drawing().chart.as_ref()
    }

    fn parts_done(&self, state: &[Val], out: &mut Vec<bool>) {
        let parts = self.drawing().parts.iter();
        out.extend(parts.map(|done| done.is_true(state)));
    }
}
