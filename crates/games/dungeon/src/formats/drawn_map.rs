//! A drawing joined to what the words of its dungeon say.
//!
//! Each area is a room, each letter on it a thing, each door a passage with a lock of
//! its own, and each arrow a passage that is one-way. What is empty and has no way in
//! or out is no room: a hollow pillar.

use std::borrow::Cow;

use super::drawing::{Area, Drawing, Found, Way, is_thing};
use super::legend::{Means, name_of, own_name, what};
use super::map_reader::Draft;
use crate::canonical::limits::{MAX_PASSAGES, MAX_ROOMS, MAX_THINGS};
use crate::canonical::{Lock, Mark, Need, Passage, Room, Thing};
use playproof_level::Diagnostic;

impl<'a> Draft<'a> {
    /// Adds the rooms and passages that are drawn.
    pub(crate) fn draw(&mut self, drawing: &Drawing<'a>) -> Result<(), Diagnostic> {
        let found = drawing.find(&self.level)?;
        self.refuse_unused_letters(&found)?;
        let mut has_way = vec![false; found.areas.len()];
        for way in &found.ways {
            has_way[way.from] = true;
            has_way[way.to] = true;
        }
        // The number of each area's room; a hollow pillar has none, and no way asks.
        let mut room_of = vec![0; found.areas.len()];
        let first_room = self.dungeon.rooms.len();
        let mut places = Vec::new();
        for (number, area) in found.areas.iter().enumerate() {
            if has_way[number] || !area.letters.is_empty() {
                room_of[number] = self.dungeon.rooms.len();
                self.room_of_area(area)?;
                places.push(area.at);
            }
        }
        for way in &found.ways {
            let needs = self.needs_of(way)?;
            self.passage_of_way(way, needs, (room_of[way.from], room_of[way.to]));
        }
        self.refuse_letters_as_names()?;
        self.name_rooms(first_room, &places)?;
        self.refuse_too_many(first_room)
    }

    fn refuse_unused_letters(&self, found: &Found) -> Result<(), Diagnostic> {
        let on_floor = found.areas.iter().flat_map(|area| &area.letters);
        let on_floor = on_floor.map(|(letter, _)| *letter);
        let mut is_drawn = [false; 256];
        for letter in on_floor.chain(found.ways.iter().map(|way| way.letter)) {
            is_drawn[letter as usize] = true;
        }
        let mut unused = self.legend.iter();
        match unused.find(|(letter, _)| !is_drawn[**letter as usize]) {
            None => Ok(()),
            Some((letter, entry)) => {
                let what = what(*letter);
                let message = format!("the drawing has no {what} `{}`", *letter as char);
                let help = "draw it, or leave this line out";
                Err(self.level.error_at(entry.mark, message, help))
            }
        }
    }

    /// Adds a room with what lies there. It may be without a name for now.
    fn room_of_area(&mut self, area: &Area) -> Result<(), Diagnostic> {
        let number = self.dungeon.rooms.len();
        let mut room = Room {
            mark: area.mark,
            ..Room::default()
        };
        for &(letter, mark) in &area.letters {
            match letter {
                b'@' => {
                    if let Some((_, first)) = self.drawn_start {
                        let help = format!(
                            "the first is in line {}, column {}; play begins in one place",
                            first.line, first.column
                        );
                        return Err(self.level.error_at(mark, "a second start", help));
                    }
                    self.drawn_start = Some((number, mark));
                }
                b'G' => self.drawn_goals.push(number),
                letter if is_thing(letter) => {
                    let kind = self.kind((name_of(&self.legend, letter), mark));
                    let entry = self.legend.get(&letter);
                    let terms = entry.map(|entry| (entry.cost, entry.experience));
                    let (cost, experience) = terms.unwrap_or_default();
                    self.n_things += 1;
                    room.things.push(Thing {
                        kind,
                        cost,
                        experience,
                        mark,
                    });
                }
                digit => self.name_room(&mut room, number, digit, mark)?,
            }
        }
        self.dungeon.rooms.push(room);
        Ok(())
    }

    fn name_room(
        &mut self,
        room: &mut Room,
        number: usize,
        digit: u8,
        mark: Mark,
    ) -> Result<(), Diagnostic> {
        let name = name_of(&self.legend, digit);
        if room.name == name {
            return Ok(());
        }
        if !room.name.is_empty() {
            let message = format!("this room is called both `{}` and `{name}`", room.name);
            let help = "leave one of the digits out, or put a wall or a door between them";
            return Err(self.level.error_at(mark, message, help));
        }
        if let Some(earlier) = self.rooms.insert(Cow::Borrowed(name), number) {
            let line = self.dungeon.rooms[earlier].mark.line;
            let message = format!("a second room `{name}`");
            let help = format!("the first is in line {line}, and no floor joins the two");
            return Err(self.level.error_at(mark, message, help));
        }
        room.name = name.to_owned();
        Ok(())
    }

    /// What a door needs; nothing for an arrow.
    fn needs_of(&mut self, way: &Way) -> Result<Vec<Need>, Diagnostic> {
        if way.is_one_way() {
            return Ok(Vec::new());
        }
        if let Some(entry) = self.legend.get(&way.letter)
            && let Means::Needs(needs) = &entry.means
        {
            return Ok(needs.clone());
        }
        let key = way.letter.to_ascii_lowercase();
        if !is_thing(key) {
            return Err(self.level.error_at(
                way.mark,
                format!("nothing says what the door `{}` needs", way.letter as char),
                format!(
                    "`{}` is an arrow, so write a line such as `{}: a`",
                    key as char, way.letter as char
                ),
            ));
        }
        let kind = self.kind((name_of(&self.legend, key), way.mark));
        Ok(vec![Need { kind, count: 1 }])
    }

    fn passage_of_way(&mut self, way: &Way, needs: Vec<Need>, (from, to): (usize, usize)) {
        let lock = (!needs.is_empty()).then(|| {
            self.dungeon.locks.push(Lock {
                name: None,
                needs,
                mark: way.mark,
            });
            self.dungeon.locks.len() - 1
        });
        let entry = self.legend.get(&way.letter);
        let terms = entry.map(|entry| (entry.cost, entry.experience));
        let (cost, experience) = terms.unwrap_or_default();
        self.dungeon.passages.push(Passage {
            from,
            to,
            is_one_way: way.is_one_way(),
            lock,
            cost,
            experience,
            mark: way.mark,
        });
    }

    /// In words a thing is called by its name and not by its letter; otherwise
    /// `used-up: a` could speak of something that is nowhere.
    fn refuse_letters_as_names(&self) -> Result<(), Diagnostic> {
        for (&letter, entry) in &self.legend {
            if let Means::Name(name) = entry.means
                && is_thing(letter)
                && name != own_name(letter)
                && let Some(kind) = self.kinds.get(own_name(letter))
            {
                let mark = self.dungeon.kinds[*kind].mark;
                let message = format!("`{}` is called `{name}`", letter as char);
                let help = format!("line {} says so: write that name", entry.mark.line);
                return Err(self.level.error_at(mark, message, help));
            }
        }
        Ok(())
    }

    /// Names the rooms without a digit by the place of their first cell.
    fn name_rooms(
        &mut self,
        first_room: usize,
        places: &[(usize, usize)],
    ) -> Result<(), Diagnostic> {
        let rooms = self.dungeon.rooms.iter_mut().enumerate().skip(first_room);
        for ((number, room), (column, row)) in rooms.zip(places) {
            if room.name.is_empty() {
                let mut name = format!("r{row}c{column}");
                while self.rooms.contains_key(name.as_str())
                    || self.kinds.contains_key(name.as_str())
                {
                    name.push('_');
                }
                self.rooms.insert(Cow::Owned(name.clone()), number);
                room.name = name;
            } else if self.kinds.contains_key(room.name.as_str()) {
                let message = format!("`{}` is both a room and a thing", room.name);
                let help = "give one of them another name";
                return Err(self.level.error_at(room.mark, message, help));
            }
        }
        Ok(())
    }

    /// Words and a drawing together may be too much.
    fn refuse_too_many(&self, first_room: usize) -> Result<(), Diagnostic> {
        let counts = [
            (self.dungeon.rooms.len(), MAX_ROOMS, "rooms"),
            (self.dungeon.passages.len(), MAX_PASSAGES, "passages"),
            (self.n_things, MAX_THINGS, "things"),
        ];
        match counts.iter().find(|(n, most, _)| n > most) {
            None => Ok(()),
            Some((_, most, what)) => {
                let mark = self.dungeon.rooms[first_room..].first();
                let mark = mark.map_or(self.level.mark, |room| room.mark);
                let help = format!("there may be at most {most}");
                Err(self.level.error_at(mark, format!("too many {what}"), help))
            }
        }
    }
}
