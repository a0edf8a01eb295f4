//! A drawn dungeon as its text draws it: walls, floor, doors, arrows, things and goals
//! where they stand there.
//!
//! The map may be another than the one that was read, with a few changes. What a change
//! puts into a room stands on free floor of it.

use std::collections::{HashMap, HashSet, VecDeque};

use playproof_game::TileId;
use playproof_level::source::lines;

use super::map_view::{Done, Piece, Whereabouts, goal_rooms};
use super::skin::{
    ARROWS, DOOR, FLOOR, GOAL_FLOOR, OPEN_DOOR, PLAYER, ROCK, WALL, arrow_glyph, door,
    thing as thing_of,
};
use crate::canonical::{DungeonLevel, Map, Mark, Plan};
use crate::formats::drawing::{Drawing, Rectangle, is_door, is_thing};
use crate::formats::recognise::header;

/// The drawing of a dungeon and which room each cell belongs to.
pub(crate) struct Sketch {
    drawn: Rectangle,
    /// The room of each cell.
    room_at: Vec<Option<usize>>,
}

/// The cells of a map on its drawing.
pub(crate) struct OnDrawing {
    pub ground: Vec<TileId>,
    pub doors: Vec<Piece>,
    pub stores: Vec<Piece>,
    /// Where each room shows the player.
    pub places: Vec<(usize, usize)>,
    /// The passages at each door and arrow.
    pub ways: HashMap<usize, Vec<usize>>,
}

impl Sketch {
    /// That of a dungeon that was read from a drawing, and all of whose rooms are drawn.
    pub fn of(dungeon: &DungeonLevel) -> Option<Sketch> {
        let Plan::Map(map) = &dungeon.plan else {
            return None;
        };
        let text = &dungeon.source;
        let own = lines(text).skip_while(|line| line.number < dungeon.mark.line);
        let mut own = own.skip_while(|line| !is_map_line(line.of(text)));
        let first = own.next()?;
        let mark = Mark {
            line: first.number,
            column: 1,
        };
        let mut drawing = Drawing::new(mark);
        for line in own.take_while(|line| header(line.of(text), "dungeon").is_none()) {
            drawing.line(dungeon, line.number, line.of(text)).ok()?;
        }
        let found = drawing.find(dungeon).ok()?;
        let room_of_mark: HashMap<Mark, usize> =
            map.rooms.iter().map(|room| room.mark).zip(0..).collect();
        let rooms = found
            .areas
            .iter()
            .map(|area| room_of_mark.get(&area.mark).copied());
        let rooms: Vec<Option<usize>> = rooms.collect();
        let is_whole = rooms.iter().flatten().count() == map.rooms.len();
        let drawn = drawing.rectangle(&found);
        let room_at = drawn.areas.iter().map(|area| rooms[(*area)?]).collect();
        is_whole.then_some(Sketch { drawn, room_at })
    }

    pub fn size(&self) -> (usize, usize) {
        self.drawn.size
    }

    /// The room of a cell.
    pub fn room_at(&self, cell: usize) -> Option<usize> {
        self.room_at.get(cell).copied().flatten()
    }

    fn cell(&self, mark: Mark) -> Option<usize> {
        let row = self.drawn.lines.binary_search(&mark.line).ok()?;
        let column = (mark.column as usize).checked_sub(1)?;
        (column < self.drawn.size.0).then_some(row * self.drawn.size.0 + column)
    }

    fn place(&self, cell: usize) -> (usize, usize) {
        (cell % self.drawn.size.0, cell / self.drawn.size.0)
    }

    fn is_free(&self, cell: usize) -> bool {
        matches!(self.drawn.letters[cell], b'.' | b' ')
    }

    /// The map on the drawing.
    pub fn show(&self, map: &Map, whereabouts: &Whereabouts) -> OnDrawing {
        let goals: HashSet<usize> = goal_rooms(map).collect();
        let letters = self.drawn.letters.iter().enumerate();
        let ground = letters.map(|(cell, &letter)| match (letter, self.room_at[cell]) {
            (b'#', _) => WALL,
            (b'G', Some(room)) if goals.contains(&room) => GOAL_FLOOR,
            (_, Some(_)) => FLOOR,
            (letter, None) if is_door(letter) => OPEN_DOOR,
            _ => ROCK,
        });
        let mut shown = OnDrawing {
            ground: ground.collect(),
            doors: Vec::new(),
            stores: Vec::new(),
            places: Vec::new(),
            ways: HashMap::new(),
        };
        self.doors(map, whereabouts, &mut shown);
        let taken = self.things(map, whereabouts, &mut shown);
        let mut cells_of = vec![Vec::new(); map.rooms.len()];
        for (cell, room) in self.room_at.iter().enumerate() {
            cells_of[room.unwrap_or(0)].extend(room.map(|_| cell));
        }
        let places = cells_of
            .iter()
            .map(|cells| self.place(self.stand(cells, &taken)));
        shown.places = places.collect();
        shown
    }

    /// Doors are closed or open, arrows point where the passage leads.
    fn doors(&self, map: &Map, whereabouts: &Whereabouts, shown: &mut OnDrawing) {
        for (number, passage) in map.passages.iter().enumerate() {
            let Some(cell) = self.cell(passage.mark) else {
                continue;
            };
            let letter = self.drawn.letters[cell];
            if self.room_at[cell].is_some() || letter == b'#' {
                continue;
            }
            shown.ways.entry(cell).or_default().push(number);
            let arrow = ARROWS
                .iter()
                .position(|&tile| arrow_glyph(tile) == char::from(letter));
            shown.ground[cell] = match arrow.filter(|_| passage.is_one_way) {
                None => OPEN_DOOR,
                Some(arrow) => {
                    let ahead = self.beside(cell, arrow).and_then(|next| self.room_at(next));
                    // A change may have turned it round.
                    ARROWS[if ahead == Some(passage.to) {
                        arrow
                    } else {
                        arrow ^ 1
                    }]
                }
            };
            shown.doors.extend(passage.lock.map(|lock| {
                Piece {
                    cell,
                    tile: map.locks[lock]
                        .needs
                        .first()
                        .map_or(DOOR, |need| door(need.kind)),
                    letter: is_door(letter).then_some(char::from(letter)),
                    done: whereabouts.open(lock),
                }
            }));
        }
    }

    /// The things, each where it is drawn or else on free floor; and the cells they stand on.
    fn things(
        &self,
        map: &Map,
        whereabouts: &Whereabouts,
        shown: &mut OnDrawing,
    ) -> HashSet<usize> {
        let mut letter_of = HashMap::new();
        for thing in map.rooms.iter().flat_map(|room| &room.things) {
            let letter = self.cell(thing.mark).map(|cell| self.drawn.letters[cell]);
            if let Some(letter) = letter.filter(|letter| is_thing(*letter)) {
                letter_of.insert(thing.kind, char::from(letter));
            }
        }
        let mut taken = HashSet::new();
        for (number, room) in map.rooms.iter().enumerate() {
            for thing in &room.things {
                let drawn = self.cell(thing.mark);
                let drawn = drawn
                    .filter(|cell| self.room_at[*cell] == Some(number) && !taken.contains(cell));
                let free = || {
                    let own =
                        (0..self.room_at.len()).filter(|&cell| self.room_at[cell] == Some(number));
                    own.filter(|&cell| self.is_free(cell))
                        .find(|cell| !taken.contains(cell))
                };
                let Some(cell) = drawn.or_else(free) else {
                    continue;
                };
                taken.insert(cell);
                let done: Done = whereabouts.taken(number, thing.kind);
                shown.stores.push(Piece {
                    cell,
                    tile: thing_of(thing.kind, map.kinds[thing.kind].what),
                    letter: letter_of.get(&thing.kind).copied(),
                    done,
                });
            }
        }
        taken
    }

    /// Where the player stands in a room with these cells: at the start, on the goal, or
    /// on free floor nearest to the middle.
    fn stand(&self, cells: &[usize], taken: &HashSet<usize>) -> usize {
        let marked = |letter: u8| {
            cells
                .iter()
                .find(|&&cell| self.drawn.letters[cell] == letter)
        };
        if let Some(&cell) = marked(b'@').or_else(|| marked(b'G')) {
            return cell;
        }
        let n = cells.len().max(1);
        let sum = cells.iter().map(|&cell| self.place(cell));
        let sum = sum.fold((0, 0), |sum, place| (sum.0 + place.0, sum.1 + place.1));
        let distance = |cell: usize| {
            let (x, y) = self.place(cell);
            (x * n).abs_diff(sum.0) + (y * n).abs_diff(sum.1)
        };
        let free = cells
            .iter()
            .filter(|cell| self.is_free(**cell) && !taken.contains(cell));
        let nearest = free.min_by_key(|cell| distance(**cell));
        nearest.or(cells.first()).copied().unwrap_or(0)
    }

    /// The places on a shortest walk from one cell to another through two rooms and the cells
    /// between them, without its ends.
    pub fn walk(
        &self,
        (from, to): ((usize, usize), (usize, usize)),
        rooms: [usize; 2],
        ways: &[usize],
    ) -> Vec<(usize, usize)> {
        let width = self.drawn.size.0;
        let (first, last) = (from.1 * width + from.0, to.1 * width + to.0);
        let is_open = |cell: usize| {
            let room = self.room_at(cell);
            room.is_some_and(|room| rooms.contains(&room)) || ways.contains(&cell)
        };
        // From the end, so that the walk is read off forwards.
        let mut next = HashMap::from([(last, last)]);
        let mut queue = VecDeque::from([last]);
        while let Some(cell) = queue.pop_front() {
            for beside in (0..4).filter_map(|way| self.beside(cell, way)) {
                if is_open(beside) && !next.contains_key(&beside) {
                    next.insert(beside, cell);
                    queue.push_back(beside);
                }
            }
        }
        let cells = std::iter::successors(next.get(&first), |cell| next.get(*cell));
        let cells = cells.take_while(|cell| **cell != last);
        cells.map(|&cell| self.place(cell)).collect()
    }

    /// The cell left, right, above or below of another.
    pub fn beside(&self, cell: usize, direction: usize) -> Option<usize> {
        let (width, height) = self.drawn.size;
        let (x, y) = self.place(cell);
        let (x, y) = match direction {
            0 => (x.checked_sub(1)?, y),
            1 => (x + 1, y),
            2 => (x, y.checked_sub(1)?),
            _ => (x, y + 1),
        };
        (x < width && y < height).then_some(y * width + x)
    }

    /// The letter that a cell is drawn with, where its tile has another: a digit names its
    /// room.
    pub fn letter(&self, cell: usize) -> Option<char> {
        let letter = self.drawn.letters[cell];
        letter.is_ascii_digit().then_some(char::from(letter))
    }

    /// The drawing of a map at its start, as it could be written. Where a door lost its lock
    /// there is floor.
    pub fn text(&self, map: &Map) -> Vec<String> {
        let shown = self.show(map, &Whereabouts::of(map));
        let legend = super::skin::legend();
        let glyph = |tile: TileId| match tile {
            OPEN_DOOR => '.',
            tile => legend[usize::from(tile.0)].glyph,
        };
        let ground = shown.ground.iter().enumerate();
        let ground = ground.map(|(cell, &tile)| self.letter(cell).unwrap_or(glyph(tile)));
        let mut letters: Vec<char> = ground.collect();
        for piece in shown.doors.iter().chain(&shown.stores) {
            letters[piece.cell] = piece.letter.unwrap_or(glyph(piece.tile));
        }
        let (x, y) = shown.places[map.start];
        letters[y * self.drawn.size.0 + x] = glyph(PLAYER);
        let rows = letters.chunks(self.drawn.size.0.max(1));
        rows.map(|row| row.iter().collect::<String>().trim_end().to_owned())
            .collect()
    }
}

/// Whether the drawing begins below this line.
fn is_map_line(line: &str) -> bool {
    let line = line.trim_start();
    let word = line
        .get(..3)
        .filter(|word| word.eq_ignore_ascii_case("map"));
    word.is_some() && line[3..].trim_start().starts_with(':')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Change, changed};

    const CELLAR: &str = "dungeon: Cellar\nused-up: k\n1: Hall\n\nmap:\n; the door\n#######\n\
                          #@.K.1#  ##\n#k#####\n#.>..G#\n#######\n";

    fn dungeon(text: &str) -> DungeonLevel {
        let file = crate::read("test.dungeon", text.as_bytes()).expect("a dungeon");
        DungeonLevel::of(&file.levels[0])
            .expect("a dungeon")
            .clone()
    }

    fn drawn(dungeon: &DungeonLevel, changes: &[Change]) -> String {
        let sketch = Sketch::of(dungeon).expect("a drawing");
        match changed(&dungeon.plan, changes) {
            Some(Plan::Map(map)) => sketch.text(&map).join("\n"),
            _ => panic!("no map"),
        }
    }

    #[test]
    fn a_drawing_is_drawn_as_it_is() {
        let dungeon = dungeon(CELLAR);
        let rows = "#######\n#@.K.1#  ##\n#k#####\n#.>..G#\n#######";
        assert_eq!(drawn(&dungeon, &[]), rows);
    }

    #[test]
    fn changes_are_drawn_where_there_is_room() {
        let dungeon = dungeon(CELLAR);
        let more = [Change::Duplicate { kind: 0, room: 0 }];
        let rows = "#######\n#@kK.1#  ##\n#k#####\n#.>..G#\n#######";
        assert_eq!(drawn(&dungeon, &more), rows);
        let moved = [
            Change::Move {
                kind: 0,
                from: 0,
                to: 1,
            },
            Change::Reverse { passage: 1 },
        ];
        let rows = "#######\n#@.Kk1#  ##\n#.#####\n#.<..G#\n#######";
        assert_eq!(drawn(&dungeon, &moved), rows);
        let opened = [
            Change::Unlock { passage: 0 },
            Change::OpenBack { passage: 1 },
        ];
        let rows = "#######\n#@...1#  ##\n#k#####\n#....G#\n#######";
        assert_eq!(drawn(&dungeon, &opened), rows);
        // As it is drawn then it can be read again.
        let again = self::dungeon(&format!(
            "dungeon\n1: Hall\nmap:\n{}\n",
            drawn(&dungeon, &opened)
        ));
        assert!(Sketch::of(&again).is_some());
    }

    #[test]
    fn what_is_not_drawn_has_no_drawing() {
        let words = "dungeon\nstart: A\ngoal: B\nroom A\nroom B\nA - B\n";
        assert!(Sketch::of(&dungeon(words)).is_none());
        let both = CELLAR.replace("\nmap:", "\nroom Attic\nAttic - Hall\nmap:");
        assert!(Sketch::of(&dungeon(&both)).is_none());
        // The text of a certificate has no drawing.
        let level = playproof_level::Level::of_words(dungeon(CELLAR));
        assert!(Sketch::of(&dungeon(&level.text())).is_none());
    }
}
