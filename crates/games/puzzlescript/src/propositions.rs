//! Trusted: what can be asked about a state.

use crate::compiled::{Board, Filter, Game, Mask, object_words};
use crate::plain::{Interpreter, State, Status, has};

/// Something that is true of a state or not.
#[derive(Clone, Debug)]
pub enum Proposition {
    /// The level is won.
    Win,
    /// Turns follow each other for ever without input.
    Endless,
    /// One of these objects, or all of them, is in this cell.
    At(Filter, usize),
    /// In some cell there are both.
    On(Filter, Filter),
    /// There are at least so many cells with it.
    AtLeast(Filter, usize),
}

impl Proposition {
    /// Whether it is true.
    pub fn holds(&self, interpreter: &Interpreter, state: &State) -> bool {
        let words = object_words(interpreter.game().objects.len());
        let mut cells = state.objects.chunks(words);
        match self {
            Proposition::Win => state.status == Status::Won,
            Proposition::Endless => state.status == Status::Endless,
            Proposition::At(what, cell) => cells.nth(*cell).is_some_and(|cell| has(what, cell)),
            Proposition::On(a, b) => cells.any(|cell| has(a, cell) && has(b, cell)),
            Proposition::AtLeast(what, n) => cells.filter(|cell| has(what, cell)).count() >= *n,
        }
    }
}

/// All propositions of a level with their names: places count from 1, columns before rows.
pub fn propositions(
    game: &Game,
    board: &Board,
    names: &[(String, Filter)],
) -> Vec<(String, Proposition)> {
    let words = object_words(game.objects.len());
    let mut all = vec![
        ("win".to_owned(), Proposition::Win),
        ("endless".to_owned(), Proposition::Endless),
    ];
    let single = |object: usize| {
        let mut objects = Mask::empty(words);
        objects.insert(object);
        Filter {
            objects,
            needs_all: false,
        }
    };
    let named = game.objects.iter().enumerate();
    let named: Vec<(&str, Filter)> = named
        .map(|(number, object)| (&object.name[..], single(number)))
        .chain(names.iter().map(|(name, what)| (&name[..], what.clone())))
        .collect();
    let places = |name: &str, what: &Filter, all: &mut Vec<_>| {
        for cell in 0..board.width * board.height {
            let (x, y) = (cell / board.height + 1, cell % board.height + 1);
            let place = Proposition::At(what.clone(), cell);
            all.push((format!("{name}({x}, {y})"), place));
        }
    };
    places("at", &game.player, &mut all);
    for (name, what) in &named {
        places(&format!("{name}_at"), what, &mut all);
        for n in 1..=board.width * board.height {
            let count = Proposition::AtLeast(what.clone(), n);
            all.push((format!("count({name}) >= {n}"), count));
        }
        for (other, with) in &named {
            let both = Proposition::On(what.clone(), with.clone());
            all.push((format!("on({name}, {other})"), both));
        }
    }
    all
}
