//! Propositions about things on a board, by number and by name. Trusted.
//!
//! On a large board there are millions, so none is kept: its number says which one it is.
//! Places count from 1, columns before rows.

/// What can be asked about things on a board.
#[derive(Clone, Debug)]
pub struct BoardAtoms {
    words: [&'static str; 2],
    things: Vec<String>,
    width: usize,
    height: usize,
    most: usize,
    examples: Vec<String>,
}

/// A proposition. Things are numbered as their names are; cells go column by column.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BoardAtom {
    /// One of the words without a place or a thing.
    Word(usize),
    /// `at(x, y)`: the player is in this cell.
    PlayerAt(usize),
    /// `NAME_at(x, y)`: the thing is in this cell.
    At(usize, usize),
    /// `count(NAME) >= n`: there are at least so many of it.
    AtLeast(usize, usize),
    /// `on(NAME, OTHER)`: both are in one cell.
    On(usize, usize),
}

use BoardAtom::{At, AtLeast, On, PlayerAt, Word};

impl BoardAtoms {
    /// About these things, on a board of so many columns and rows; the most of a thing that is
    /// counted.
    pub fn new(
        words: [&'static str; 2],
        things: Vec<String>,
        (width, height): (usize, usize),
        most: usize,
    ) -> BoardAtoms {
        let mut atoms = BoardAtoms {
            words,
            things,
            width,
            height,
            most,
            examples: Vec::new(),
        };
        let of_each = |thing| [At(thing, 0), AtLeast(thing, 1), On(thing, 0)];
        let each = (0..atoms.things.len()).flat_map(of_each);
        let some = [Word(0), Word(1), PlayerAt(0)].into_iter().chain(each);
        atoms.examples = some.map(|atom| atoms.name(atom)).collect();
        atoms
    }

    /// The names of some of each sort.
    pub fn examples(&self) -> &[String] {
        &self.examples
    }

    /// All of them, by number.
    pub fn all(&self) -> impl Iterator<Item = BoardAtom> {
        (0..self.first(self.things.len())).map(|number| self.get(number))
    }

    /// The column and row of a cell, from 0.
    pub fn place(&self, cell: usize) -> (usize, usize) {
        (cell / self.height, cell % self.height)
    }

    /// The number of the first proposition about a thing.
    fn first(&self, thing: usize) -> usize {
        let n_cells = self.width * self.height;
        let n_each = n_cells + self.most + self.things.len();
        self.words.len() + n_cells + thing * n_each
    }

    /// The proposition of this number.
    pub fn get(&self, number: usize) -> BoardAtom {
        let n_cells = self.width * self.height;
        if number < self.words.len() {
            return Word(number);
        }
        if number < self.first(0) {
            return PlayerAt(number - self.words.len());
        }
        let thing = (number - self.first(0)) / (self.first(1) - self.first(0));
        match number - self.first(thing) {
            cell if cell < n_cells => At(thing, cell),
            n if n < n_cells + self.most => AtLeast(thing, n - n_cells + 1),
            other => On(thing, other - n_cells - self.most),
        }
    }

    /// The number of a proposition.
    fn number(&self, atom: BoardAtom) -> usize {
        let n_cells = self.width * self.height;
        match atom {
            Word(word) => word,
            PlayerAt(cell) => self.words.len() + cell,
            At(thing, cell) => self.first(thing) + cell,
            AtLeast(thing, n) => self.first(thing) + n_cells + n - 1,
            On(thing, other) => self.first(thing) + n_cells + self.most + other,
        }
    }

    /// The name of a proposition.
    pub fn name(&self, atom: BoardAtom) -> String {
        let place = |name: &str, cell: usize| {
            let (x, y) = self.place(cell);
            format!("{name}({}, {})", x + 1, y + 1)
        };
        let name = |thing: usize| &self.things[thing][..];
        match atom {
            Word(word) => self.words[word].to_owned(),
            PlayerAt(cell) => place("at", cell),
            At(thing, cell) => place(&format!("{}_at", name(thing)), cell),
            AtLeast(thing, n) => format!("count({}) >= {n}", name(thing)),
            On(thing, other) => format!("on({}, {})", name(thing), name(other)),
        }
    }

    /// The number of the proposition of this very name, if there is one.
    pub fn find(&self, name: &str) -> Option<usize> {
        let (head, rest) = name.split_once('(').unwrap_or((name, ""));
        let (inside, after) = rest.split_once(')').unwrap_or((rest, ""));
        let (first, second) = inside.split_once(", ").unwrap_or((inside, ""));
        let thing = |name: &str| self.things.iter().position(|thing| thing == name);
        let within = |text: &str, most: usize| {
            let n = text.parse::<usize>().ok();
            n.filter(|n| (1..=most).contains(n))
        };
        let cell = || {
            let (x, y) = (within(first, self.width)?, within(second, self.height)?);
            Some((x - 1) * self.height + y - 1)
        };
        let atom = match (head, head.strip_suffix("_at")) {
            ("at", _) => PlayerAt(cell()?),
            ("on", _) => On(thing(first)?, thing(second)?),
            ("count", _) => {
                let n = after.strip_prefix(" >= ")?;
                AtLeast(thing(inside)?, within(n, self.most)?)
            }
            (_, Some(name)) => At(thing(name)?, cell()?),
            _ => Word(self.words.iter().position(|word| *word == head)?),
        };
        (self.name(atom) == name).then(|| self.number(atom))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_names_are_each_others() {
        let things = vec!["box".to_owned(), "red_at".to_owned(), "at".to_owned()];
        let atoms = BoardAtoms::new(["win", "lose"], things, (3, 2), 4);
        let all: Vec<BoardAtom> = atoms.all().collect();
        assert_eq!(all.len(), 2 + 6 + 3 * (6 + 4 + 3));
        for (number, &atom) in all.iter().enumerate() {
            assert_eq!(atoms.find(&atoms.name(atom)), Some(number), "{atom:?}");
        }
        assert_eq!(atoms.name(all[2 + 2]), "at(2, 1)");
        for wrong in [
            "at(4, 1)",
            "at(0, 1)",
            "at(1,1)",
            "at(01, 1)",
            "box",
            "count(box) >= 5",
            "count(box)",
            "count(box) >= 0",
            "on(box, wall)",
            "win(1, 1)",
            "box_at(1, 1) ",
            "",
        ] {
            assert_eq!(atoms.find(wrong), None, "{wrong}");
        }
        assert!(
            atoms
                .examples()
                .iter()
                .all(|name| atoms.find(name).is_some())
        );
    }

    #[test]
    fn a_large_board_takes_no_memory() {
        let things = (0..100).map(|n| format!("thing{n}")).collect();
        let atoms = BoardAtoms::new(["win", "lose"], things, (10_000, 10_000), 64);
        assert!(atoms.examples().len() < 400);
        let number = atoms.find("thing99_at(10000, 10000)").unwrap();
        assert_eq!(atoms.get(number), At(99, 10_000 * 10_000 - 1));
    }
}
