//! Reads dungeons written as rooms and passages.
//!
//! Lines may stand in any order: names are looked up when the dungeon ends. Kinds and
//! locks have numbers in the order in which they are first mentioned, rooms and
//! passages in the order of their lines. The canonical text keeps these orders, so
//! that whoever refers to a room or lock by number may read the text again.
//!
//! Below a line `map:` the dungeon is drawn; what is drawn comes after what is said in
//! words (`drawn_map.rs`).

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;

use super::drawing::{Drawing, is_door, is_known};
use super::legend::{self, Entry, Legend, Means};
use super::nearest::did_you_mean;
use super::recognise::header;
use super::scanner::{Scanner, Token};
use crate::canonical::limits::{MAX_NEEDS, MAX_PASSAGES, MAX_ROOMS, MAX_THINGS, too_many};
use crate::canonical::{
    DungeonLevel, Goal, Kind, Lock, Map, Mark, Need, Passage, Plan, Room, Thing, What,
};
use playproof_level::Diagnostic;
use playproof_level::clean_title;
use playproof_level::source::lines;

/// What is wrong with a drawing without a line above it, and what to do.
pub(super) const WITHOUT_MAP: [&str; 2] = [
    "this is a drawing, and no line `map:` comes before it",
    "write `map:` on a line of its own above the drawing; without it a line that begins with \
     `#` is a comment",
];

/// Reads every dungeon of a file. The first begins with the first line that says something,
/// be that a header or not.
pub(crate) fn read_maps(file: &str, text: &Arc<str>) -> Result<Vec<DungeonLevel>, Diagnostic> {
    let mut levels = Vec::new();
    let mut draft: Option<Draft> = None;
    let level_at = |index: usize, title: &str, mark: Mark| DungeonLevel {
        file: file.to_owned(),
        index,
        title: clean_title(title),
        source: Arc::clone(text),
        mark,
        plan: Plan::Map(Map::default()),
    };
    for line in lines(text) {
        let mut scan = Scanner::new(file, text, line);
        if let Some(title) = header(line.of(text), "dungeon") {
            let index = levels.len() + usize::from(draft.is_some());
            let level = level_at(index, title, scan.mark);
            let earlier = draft.replace(Draft::new(level));
            levels.extend(earlier.map(Draft::finish).transpose()?);
        } else if let Some(draft) = &mut draft
            && let Some(drawing) = &mut draft.drawing
        {
            drawing.line(&draft.level, line.number, line.of(text))?;
        } else {
            let is_row = is_row(line.of(text));
            if is_row || scan.token != Token::End {
                let mark = Mark {
                    line: line.number,
                    column: 1,
                };
                let begin = || Draft::new(level_at(levels.len(), "", mark));
                let draft = draft.get_or_insert_with(begin);
                if is_row {
                    draft.undrawn.get_or_insert(mark);
                } else {
                    draft.line(&mut scan)?;
                }
            }
        }
    }
    levels.extend(draft.map(Draft::finish).transpose()?);
    Ok(levels)
}

/// Whether this comment looks like a row of a drawing with the start in it.
fn is_row(line: &str) -> bool {
    let line = line.trim();
    let is_walled = line.len() > 2 && line.starts_with('#') && line.ends_with('#');
    is_walled && line.contains('@') && line.chars().all(is_known)
}

/// A name and where it stands.
pub(crate) type Named<'a> = (&'a str, Mark);

/// What was read of a dungeon so far.
pub(crate) struct Draft<'a> {
    pub(crate) level: DungeonLevel,
    pub(crate) dungeon: Map,
    pub(crate) rooms: HashMap<Cow<'a, str>, usize>,
    pub(crate) kinds: HashMap<&'a str, usize>,
    locks: HashMap<&'a str, usize>,
    start: Option<Named<'a>>,
    goals: Vec<Named<'a>>,
    /// The two rooms of each passage.
    ends: Vec<[Named<'a>; 2]>,
    /// For each kind whether a line says what it is called.
    is_called: Vec<bool>,
    /// Kinds of which a lock needs several, and where it says so.
    several: Vec<(usize, Mark)>,
    pub(crate) n_things: usize,
    /// What the letters of the drawing mean.
    pub(crate) legend: Legend<'a>,
    /// The drawing, once its first line was met.
    drawing: Option<Drawing<'a>>,
    /// The first comment that looks like a row of a drawing.
    undrawn: Option<Mark>,
    /// The room with the `@` of the drawing.
    pub(crate) drawn_start: Option<(usize, Mark)>,
    /// The rooms with a `G`.
    pub(crate) drawn_goals: Vec<usize>,
}

impl<'a> Draft<'a> {
    fn new(level: DungeonLevel) -> Draft<'a> {
        Draft {
            level,
            dungeon: Map::default(),
            rooms: HashMap::new(),
            kinds: HashMap::new(),
            locks: HashMap::new(),
            start: None,
            goals: Vec::new(),
            ends: Vec::new(),
            is_called: Vec::new(),
            several: Vec::new(),
            n_things: 0,
            legend: Legend::new(),
            drawing: None,
            undrawn: None,
            drawn_start: None,
            drawn_goals: Vec::new(),
        }
    }

    fn line(&mut self, scan: &mut Scanner<'a>) -> Result<(), Diagnostic> {
        if let Some((key, mark)) = scan.key() {
            return self.key(scan, key, mark);
        }
        if scan.word_before_name("room") {
            return self.room(scan);
        }
        if scan.word_before_name("lock") {
            return self.lock(scan);
        }
        self.passage(scan)
    }

    fn key(&mut self, scan: &mut Scanner<'a>, key: &str, mark: Mark) -> Result<(), Diagnostic> {
        // A single letter is one of the drawing, in which `a` and `A` differ.
        let word = match key.len() {
            1 => key.to_owned(),
            _ => key.to_ascii_lowercase(),
        };
        match &word[..] {
            "start" => {
                let start = scan.name("the room where play begins")?;
                if scan.token == Token::Comma || self.start.is_some() {
                    let message = "a second start";
                    let at = if scan.token == Token::Comma {
                        scan.mark
                    } else {
                        start.1
                    };
                    return Err(scan.error(at, message, "play begins in one room"));
                }
                self.start = Some(start);
            }
            "goal" => self
                .goals
                .extend(scan.names("a room or a thing to be reached")?),
            "used-up" => {
                for name in scan.names("a kind of thing")? {
                    let kind = self.kind(name);
                    self.dungeon.kinds[kind].is_used_up = true;
                }
            }
            "key" => self.called(scan, What::Key)?,
            "item" => self.called(scan, What::Item)?,
            "switch" => self.called(scan, What::Switch)?,
            "map" => {
                self.drawing = Some(Drawing::new(mark));
                return scan.end("the end of the line; the drawing comes below");
            }
            _ => match legend::letter(key) {
                Some(letter) => self.letter(scan, letter, mark)?,
                None => {
                    let known = ["start", "goal", "used-up", "key", "item", "switch", "map"];
                    let otherwise = "expected one of start, goal, used-up, key, item, switch, map";
                    let help = did_you_mean(key, known.into_iter(), otherwise);
                    return Err(scan.error(mark, format!("a dungeon has no `{key}:`"), help));
                }
            },
        }
        scan.end("a comma or the end of the line")
    }

    /// Reads what a letter of the drawing means.
    fn letter(&mut self, scan: &mut Scanner<'a>, letter: u8, mark: Mark) -> Result<(), Diagnostic> {
        legend::refuse_fixed(scan, letter, mark)?;
        if let Some(earlier) = self.legend.get(&letter) {
            let message = format!("a second meaning of `{}`", letter as char);
            let help = format!("the first is in line {}", earlier.mark.line);
            return Err(scan.error(mark, message, help));
        }
        let means = if is_door(letter) {
            Means::Needs(self.needs(scan)?)
        } else if letter.is_ascii_digit() {
            Means::Name(scan.name("the name of a room")?.0)
        } else {
            let name = scan.name("the name of a thing")?;
            self.kind(name);
            Means::Name(name.0)
        };
        let has_terms = !letter.is_ascii_digit();
        let terms = has_terms.then(|| scan.terms()).transpose()?;
        let (cost, experience) = terms.unwrap_or_default();
        let entry = Entry {
            means,
            cost,
            experience,
            mark,
        };
        self.legend.insert(letter, entry);
        Ok(())
    }

    /// Reads the names of kinds that are called the same.
    fn called(&mut self, scan: &mut Scanner<'a>, what: What) -> Result<(), Diagnostic> {
        for (name, mark) in scan.names("a kind of thing")? {
            let kind = self.kind((name, mark));
            let called = &mut self.dungeon.kinds[kind].what;
            if self.is_called[kind] && *called != what {
                return Err(scan.error(
                    mark,
                    format!("`{name}` is called something else above"),
                    "a kind of thing is a key, an item or a switch",
                ));
            }
            *called = what;
            self.is_called[kind] = true;
        }
        Ok(())
    }

    /// `room Name at x,y: things`
    fn room(&mut self, scan: &mut Scanner<'a>) -> Result<(), Diagnostic> {
        let (name, mark) = scan.name("the name of a room")?;
        let number = self.dungeon.rooms.len();
        if number == MAX_ROOMS {
            return Err(too_many(scan, mark, "rooms", MAX_ROOMS));
        }
        if let Some(earlier) = self.rooms.insert(Cow::Borrowed(name), number) {
            let line = self.dungeon.rooms[earlier].mark.line;
            return Err(scan.error(
                mark,
                format!("a second room `{name}`"),
                format!("the first is declared in line {line}; give each a name of its own"),
            ));
        }
        let mut room = Room {
            name: name.to_owned(),
            mark,
            ..Room::default()
        };
        if scan.eat(Token::Bare("at")) {
            let column = scan.coordinate()?;
            scan.expect(Token::Comma, "a comma and the row")?;
            room.at = Some((column, scan.coordinate()?));
        }
        if scan.eat(Token::Colon) {
            self.things(scan, &mut room.things)?;
            scan.end("a comma or the end of the line")?;
        } else {
            scan.end("`:` and what lies in the room, or the end of the line")?;
        }
        self.dungeon.rooms.push(room);
        Ok(())
    }

    fn things(
        &mut self,
        scan: &mut Scanner<'a>,
        things: &mut Vec<Thing>,
    ) -> Result<(), Diagnostic> {
        loop {
            let (name, mark) = scan.name("a thing")?;
            let kind = self.kind((name, mark));
            let count = count(scan)? as usize;
            let (cost, experience) = scan.terms()?;
            self.n_things = self.n_things.saturating_add(count);
            if self.n_things > MAX_THINGS {
                return Err(too_many(scan, mark, "things", MAX_THINGS));
            }
            let thing = Thing {
                kind,
                cost,
                experience,
                mark,
            };
            things.extend(std::iter::repeat_n(thing, count));
            if !scan.eat(Token::Comma) {
                return Ok(());
            }
        }
    }

    /// `lock Name: needs`
    fn lock(&mut self, scan: &mut Scanner<'a>) -> Result<(), Diagnostic> {
        let (name, mark) = scan.name("the name of a lock")?;
        let lock = self.named_lock((name, mark));
        scan.expect(Token::Colon, "`:` and what opens the lock")?;
        let needs = self.needs(scan)?;
        scan.end("`&` or the end of the line")?;
        let lock = &mut self.dungeon.locks[lock];
        if !lock.needs.is_empty() {
            let help = format!("the first is declared in line {}", lock.mark.line);
            return Err(scan.error(mark, format!("a second lock `{name}`"), help));
        }
        lock.needs = needs;
        lock.mark = mark;
        Ok(())
    }

    /// `Room - Room: needs`, or with `>` if there is no way back.
    fn passage(&mut self, scan: &mut Scanner<'a>) -> Result<(), Diagnostic> {
        let from = scan.name("a room, a passage between rooms, or a key such as `start:`")?;
        let is_one_way = match scan.token {
            Token::Dash => false,
            Token::OneWay => true,
            _ => {
                let expected = "` - ` or ` > ` and another room, with blanks around the sign";
                return Err(scan.unexpected(expected));
            }
        };
        scan.advance();
        let to = scan.name("the room at the other end")?;
        let mut lock = None;
        let mut expected = "`:` and what the passage needs, or the end of the line";
        if scan.eat(Token::Colon) {
            expected = "`&` or the end of the line";
            lock = Some(if scan.word_before_name("lock") {
                let name = scan.name("the name of a lock")?;
                self.named_lock(name)
            } else {
                let mark = scan.mark;
                let needs = self.needs(scan)?;
                self.dungeon.locks.push(Lock {
                    name: None,
                    needs,
                    mark,
                });
                self.dungeon.locks.len() - 1
            });
        }
        let (cost, experience) = scan.terms()?;
        scan.end(expected)?;
        if self.ends.len() == MAX_PASSAGES {
            return Err(too_many(scan, from.1, "passages", MAX_PASSAGES));
        }
        self.ends.push([from, to]);
        self.dungeon.passages.push(Passage {
            is_one_way,
            lock,
            cost,
            experience,
            mark: from.1,
            ..Passage::default()
        });
        Ok(())
    }

    /// What opens a lock: kinds with `&` or commas between them.
    fn needs(&mut self, scan: &mut Scanner<'a>) -> Result<Vec<Need>, Diagnostic> {
        let mut needs: Vec<Need> = Vec::new();
        loop {
            let (name, mark) = scan.name("what opens the lock")?;
            let kind = self.kind((name, mark));
            let mut count = count(scan)?;
            if let Some(need) = needs.iter_mut().find(|need| need.kind == kind) {
                let overflow = || scan.error(mark, "too many of one kind", "write a lower number");
                count = need.count.checked_add(count).ok_or_else(overflow)?;
                need.count = count;
            } else if needs.len() == MAX_NEEDS {
                return Err(too_many(
                    scan,
                    mark,
                    "kinds of things for one lock",
                    MAX_NEEDS,
                ));
            } else {
                needs.push(Need { kind, count });
            }
            if count > 1 {
                self.several.push((kind, mark));
            }
            if !scan.eat(Token::And) && !scan.eat(Token::Comma) {
                return Ok(needs);
            }
        }
    }

    /// The number of a kind; this may be its first mention.
    pub(crate) fn kind(&mut self, (name, mark): Named<'a>) -> usize {
        let number = *self.kinds.entry(name).or_insert(self.dungeon.kinds.len());
        if number == self.dungeon.kinds.len() {
            let name = name.to_owned();
            self.dungeon.kinds.push(Kind {
                name,
                mark,
                ..Kind::default()
            });
            self.is_called.push(false);
        }
        number
    }

    /// The number of a lock with a name. Until it is declared it needs nothing.
    fn named_lock(&mut self, (name, mark): Named<'a>) -> usize {
        let number = *self.locks.entry(name).or_insert(self.dungeon.locks.len());
        if number == self.dungeon.locks.len() {
            let name = Some(name.to_owned());
            self.dungeon.locks.push(Lock {
                name,
                mark,
                ..Lock::default()
            });
        }
        number
    }

    /// Looks up all names.
    fn finish(mut self) -> Result<DungeonLevel, Diagnostic> {
        if let Some(row) = self.undrawn.filter(|_| self.drawing.is_none())
            && self.rooms.is_empty()
        {
            let [message, help] = WITHOUT_MAP;
            return Err(self.level.error_at(row, message, help));
        }
        let drawing = self.drawing.take();
        let is_drawn = drawing.is_some();
        if let Some(drawing) = drawing {
            self.draw(&drawing)?;
        } else if let Some(entry) = self.legend.values().min_by_key(|entry| entry.mark.line) {
            return Err(self.level.error_at(
                entry.mark,
                "this line speaks of a drawing, and there is none",
                "a line `map:` comes before the rows of a drawing",
            ));
        }
        self.dungeon.start = match (self.start, self.drawn_start) {
            (Some(start), None) => self.declared_room(start)?,
            (None, Some((room, _))) => room,
            (Some((_, mark)), Some((_, drawn))) => {
                let help = format!("`@` is drawn in line {}: play begins there", drawn.line);
                return Err(self.level.error_at(mark, "a second start", help));
            }
            (None, None) if is_drawn => {
                return Err(self.missing("no start", "an `@` in the drawing"));
            }
            (None, None) => return Err(self.missing("no start", "a line such as `start: Hall`")),
        };
        if self.goals.is_empty() && self.drawn_goals.is_empty() {
            let example = match is_drawn {
                true => "a `G` in the drawing, or a line such as `goal: Crown`",
                false => "a line such as `goal: Vault`",
            };
            return Err(self.missing("no goal", example));
        }
        for i in 0..self.ends.len() {
            self.dungeon.passages[i].from = self.declared_room(self.ends[i][0])?;
            self.dungeon.passages[i].to = self.declared_room(self.ends[i][1])?;
        }
        let mut is_goal = std::collections::HashSet::new();
        let said = self.goals.iter().map(|goal| self.goal(*goal));
        let said: Vec<Goal> = said.collect::<Result<_, _>>()?;
        let drawn = self.drawn_goals.iter().map(|room| Goal::Room(*room));
        for goal in said.into_iter().chain(drawn) {
            if is_goal.insert(goal) {
                self.dungeon.goals.push(goal);
            }
        }
        if let Some(lock) = self.dungeon.locks.iter().find(|lock| lock.needs.is_empty()) {
            let name = lock.name.as_deref().unwrap_or_default();
            let declared = self
                .dungeon
                .locks
                .iter()
                .filter(|lock| !lock.needs.is_empty());
            let names = declared.filter_map(|lock| lock.name.as_deref());
            let otherwise = format!("declare it: lock {name}: what opens it");
            let help = did_you_mean(name, names, &otherwise);
            return Err(self
                .level
                .error_at(lock.mark, format!("there is no lock `{name}`"), help));
        }
        let is_kept = |(kind, _): &&(usize, Mark)| !self.dungeon.kinds[*kind].is_used_up;
        if let Some((kind, mark)) = self.several.iter().find(is_kept) {
            let name = &self.dungeon.kinds[*kind].name;
            let message = format!("a lock needs several `{name}`, but they are not used up");
            let help = format!("one is enough; or write a line `used-up: {name}`");
            return Err(self.level.error_at(*mark, message, help));
        }
        self.level.plan = Plan::Map(self.dungeon);
        Ok(self.level)
    }

    fn missing(&self, message: &str, expected: &str) -> Diagnostic {
        let message = format!("this dungeon has {message}");
        let help = format!("expected {expected}");
        self.level.error_at(self.level.mark, message, help)
    }

    fn declared_room(&self, (name, mark): Named<'a>) -> Result<usize, Diagnostic> {
        self.rooms.get(name).copied().ok_or_else(|| {
            let rooms = self.dungeon.rooms.iter().map(|room| room.name.as_str());
            let help = did_you_mean(
                name,
                rooms,
                "declare it with a line that begins with `room`",
            );
            self.level
                .error_at(mark, format!("there is no room `{name}`"), help)
        })
    }

    fn goal(&self, (name, mark): Named<'a>) -> Result<Goal, Diagnostic> {
        match (self.rooms.get(name), self.kinds.get(name)) {
            (Some(room), None) => Ok(Goal::Room(*room)),
            (None, Some(kind)) => Ok(Goal::Kind(*kind)),
            (Some(_), Some(_)) => Err(self.level.error_at(
                mark,
                format!("`{name}` is both a room and a thing"),
                "give one of them another name",
            )),
            (None, None) => {
                let rooms = self.dungeon.rooms.iter().map(|room| room.name.as_str());
                let kinds = self.dungeon.kinds.iter().map(|kind| kind.name.as_str());
                let otherwise = "a goal is a room that is declared or a thing that lies in one";
                let help = did_you_mean(name, rooms.chain(kinds), otherwise);
                let message = format!("there is no room and no thing `{name}`");
                Err(self.level.error_at(mark, message, help))
            }
        }
    }
}

/// `*n` after a kind, or 1.
fn count(scan: &mut Scanner<'_>) -> Result<u32, Diagnostic> {
    if !scan.eat(Token::Times) {
        return Ok(1);
    }
    let mark = scan.mark;
    match scan.number()? {
        0 => Err(scan.error(mark, "none of a kind", "a count is at least 1")),
        count => Ok(count),
    }
}
