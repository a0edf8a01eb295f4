//! Sokoban by brute force, from the drawing: nothing here is shared with the
//! game or with any engine. For small levels only.

use std::collections::{HashSet, VecDeque};

/// A place: column and row, from 0.
pub type At = (usize, usize);

/// A level as it is drawn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Drawing {
    /// Its rows, all of one length.
    pub rows: Vec<Vec<char>>,
}

/// Where the player is, and where boxes are, in order.
pub type Position = (At, Vec<At>);

/// A change of a drawing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Edit {
    /// `wall`, `box` or `goal`.
    pub what: &'static str,
    /// Where it is.
    pub at: At,
    /// Where it goes.
    pub to: Option<At>,
    /// How large it is.
    pub size: usize,
}

impl Drawing {
    /// A drawing, from its text.
    pub fn new(text: &str) -> Drawing {
        Drawing {
            rows: text.lines().map(|row| row.chars().collect()).collect(),
        }
    }

    /// A small random level with walls around it, as often as not one that
    /// cannot be won.
    pub fn random(rng: &mut fastrand::Rng) -> Drawing {
        let (width, height) = (rng.usize(3..7), rng.usize(2..5));
        let mut rows = vec![vec!['#'; width + 2]; height + 2];
        let mut places = Vec::new();
        for (y, row) in rows.iter_mut().enumerate().skip(1).take(height) {
            for (x, cell) in row.iter_mut().enumerate().skip(1).take(width) {
                *cell = if rng.u32(0..7) == 0 { '#' } else { ' ' };
                places.push((x, y));
            }
        }
        let n_boxes = rng.usize(1..4).min(places.len() / 3);
        let mut drawing = Drawing { rows };
        rng.shuffle(&mut places);
        for &(x, y) in &places[..n_boxes + rng.usize(0..2)] {
            drawing.rows[y][x] = '.';
        }
        rng.shuffle(&mut places);
        for &at in &places[..n_boxes] {
            drawing.put(at, '$', '*');
        }
        drawing.put(places[n_boxes], '@', '+');
        drawing
    }

    fn put(&mut self, (x, y): At, plain: char, on_goal: char) {
        let cell = &mut self.rows[y][x];
        *cell = if *cell == '.' { on_goal } else { plain };
    }

    /// The text.
    pub fn text(&self) -> String {
        let rows = self.rows.iter().map(|row| row.iter().collect::<String>());
        rows.map(|row| row + "\n").collect()
    }

    /// All places with one of these letters, row by row.
    pub fn find(&self, letters: &str) -> Vec<At> {
        let mut found = Vec::new();
        for (y, row) in self.rows.iter().enumerate() {
            let here = row
                .iter()
                .enumerate()
                .filter(|(_, c)| letters.contains(**c));
            found.extend(here.map(|(x, _)| (x, y)));
        }
        found
    }

    fn get(&self, (x, y): At) -> Option<char> {
        self.rows.get(y)?.get(x).copied()
    }

    fn is_goal(&self, at: At) -> bool {
        self.get(at).is_some_and(|c| ".*+".contains(c))
    }

    /// Where play begins.
    pub fn start(&self) -> Position {
        (self.find("@+")[0], self.find("$*"))
    }

    /// The place next to another; `None` in a wall or off the map.
    fn step(&self, at: At, direction: char) -> Option<At> {
        let to = match direction {
            'l' => (at.0.checked_sub(1)?, at.1),
            'r' => (at.0 + 1, at.1),
            'u' => (at.0, at.1.checked_sub(1)?),
            _ => (at.0, at.1 + 1),
        };
        self.get(to).filter(|c| *c != '#').map(|_| to)
    }

    /// A position after a move.
    pub fn after(&self, (player, boxes): &Position, direction: char) -> Option<Position> {
        let to = self.step(*player, direction)?;
        let mut boxes = boxes.clone();
        if let Some(pushed) = boxes.iter().position(|b| *b == to) {
            let beyond = self.step(to, direction)?;
            if boxes.contains(&beyond) {
                return None;
            }
            boxes[pushed] = beyond;
            boxes.sort_by_key(|&(x, y)| (y, x));
        }
        Some((to, boxes))
    }

    /// Whether a position is won.
    pub fn is_won(&self, (_, boxes): &Position) -> bool {
        boxes.iter().all(|b| self.is_goal(*b))
    }

    /// Whether a position can be won.
    pub fn is_winnable(&self, position: Position) -> bool {
        let mut seen = HashSet::from([position.clone()]);
        let mut queue = VecDeque::from([position]);
        while let Some(position) = queue.pop_front() {
            if self.is_won(&position) {
                return true;
            }
            for next in "lrud".chars().filter_map(|d| self.after(&position, d)) {
                if seen.insert(next.clone()) {
                    queue.push_back(next);
                }
            }
        }
        false
    }

    /// Whether the level can be won.
    pub fn is_solvable(&self) -> bool {
        self.is_winnable(self.start())
    }

    /// The places the player could get to were there no boxes, row by row;
    /// `None` if the edge of the map is among them.
    pub fn floor(&self) -> Option<Vec<At>> {
        let mut found = vec![self.start().0];
        let mut i = 0;
        while i < found.len() {
            let (x, y) = found[i];
            if x == 0 || y == 0 || y + 1 == self.rows.len() || x + 1 == self.rows[y].len() {
                return None;
            }
            for next in "lrud".chars().filter_map(|d| self.step((x, y), d)) {
                if !found.contains(&next) {
                    found.push(next);
                }
            }
            i += 1;
        }
        found.sort_by_key(|&(x, y)| (y, x));
        Some(found)
    }

    /// All changes, the smallest first.
    pub fn edits(&self) -> Vec<Edit> {
        let mut edits = Vec::new();
        for at in self.find("#") {
            edits.push(Edit {
                what: "wall",
                at,
                to: None,
                size: 1,
            });
        }
        let floor = self.floor().unwrap_or_default();
        for (what, letters) in [("box", "$*"), ("goal", ".*+")] {
            for at in self.find(letters) {
                for &to in &floor {
                    edits.push(Edit {
                        what,
                        at,
                        to: Some(to),
                        size: at.0.abs_diff(to.0) + at.1.abs_diff(to.1),
                    });
                }
            }
        }
        edits.retain(|edit| self.edited(std::slice::from_ref(edit)).is_some());
        edits.sort_by_key(|edit| edit.size);
        edits
    }

    /// The drawing after changes, if they are possible and leave it closed.
    pub fn edited(&self, edits: &[Edit]) -> Option<Drawing> {
        let mut drawing = self.clone();
        for edit in edits {
            drawing.make(edit)?;
        }
        drawing.floor().is_some().then_some(drawing)
    }

    fn make(&mut self, edit: &Edit) -> Option<()> {
        let swap = |c: char, from: &str, to: &str| {
            let i = from.chars().position(|f| f == c)?;
            to.chars().nth(i)
        };
        let old = self.get(edit.at)?;
        let (left, gone_to) = match edit.what {
            "wall" => (swap(old, "#", " ")?, None),
            "box" => {
                let there = self.get(edit.to?)?;
                (swap(old, "$*", " .")?, Some(swap(there, " .", "$*")?))
            }
            _ => {
                let there = self.get(edit.to?)?;
                (swap(old, ".*+", " $@")?, Some(swap(there, " $@", ".*+")?))
            }
        };
        self.rows[edit.at.1][edit.at.0] = left;
        if let (Some((x, y)), Some(letter)) = (edit.to, gone_to) {
            self.rows[y][x] = letter;
        }
        Some(())
    }

    /// The drawing with these boxes only.
    pub fn with_only(&self, boxes: &[At]) -> Drawing {
        let mut drawing = self.clone();
        for at in self.find("$*").into_iter().filter(|at| !boxes.contains(at)) {
            let cell = &mut drawing.rows[at.1][at.0];
            *cell = if *cell == '*' { '.' } else { ' ' };
        }
        drawing
    }
}
