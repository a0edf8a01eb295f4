//! A small Sokoban by steps: the Rules that the push quotient is tested on.

use playproof_level::Grid;
use playproof_model::{Builder, Rules, Val, set, set_elem};

/// The directions, in the order of the actions.
pub const DIRECTIONS: [(&str, i64, i64); 4] = [
    ("left", -1, 0),
    ("right", 1, 0),
    ("up", 0, -1),
    ("down", 0, 1),
];

/// A Sokoban level: the cells that are not wall, numbered.
#[derive(Clone, Debug)]
pub struct Board {
    /// For each cell and direction, the neighbour.
    pub neighbour: Vec<[Option<usize>; 4]>,
    /// Where the player starts.
    pub player: usize,
    /// Where boxes start.
    pub boxes: Vec<bool>,
    /// Where they should be.
    pub goals: Vec<bool>,
}

impl Board {
    /// Reads the usual letters: `# @ + $ * .` and blanks.
    pub fn new(grid: &Grid) -> Board {
        let places: Vec<_> = grid.find_all(|c| c != '#').collect();
        let number = |x: i64, y: i64| {
            let at = |&(px, py, _): &(usize, usize, char)| (px as i64, py as i64) == (x, y);
            places.iter().position(at)
        };
        let neighbours = |&(x, y, _): &(usize, usize, char)| {
            DIRECTIONS.map(|(_, dx, dy)| number(x as i64 + dx, y as i64 + dy))
        };
        Board {
            neighbour: places.iter().map(neighbours).collect(),
            player: places
                .iter()
                .position(|p| "@+".contains(p.2))
                .expect("a player"),
            boxes: places.iter().map(|p| "$*".contains(p.2)).collect(),
            goals: places.iter().map(|p| ".*+".contains(p.2)).collect(),
        }
    }

    /// Reads a picture.
    pub fn parse(text: &str) -> Board {
        let file = playproof_level::read("picture", text.as_bytes()).expect("a level");
        Board::new(file.levels[0].grid().expect("a grid"))
    }

    /// A small random board with walls around it; boxes may start stuck.
    pub fn random(rng: &mut fastrand::Rng) -> Board {
        let (width, height) = (rng.usize(3..6), rng.usize(2..4));
        Board::random_of_size(rng, width, height)
    }

    /// A random board of this size, walls around it not counted.
    pub fn random_of_size(rng: &mut fastrand::Rng, width: usize, height: usize) -> Board {
        let mut cells: Vec<char> = (0..width * height)
            .map(|_| if rng.u32(0..6) == 0 { '#' } else { ' ' })
            .collect();
        let n_boxes = rng.usize(1..4);
        let mut places: Vec<usize> = (0..cells.len()).collect();
        rng.shuffle(&mut places);
        let goals = &places[..n_boxes];
        goals.iter().for_each(|&p| cells[p] = '.');
        rng.shuffle(&mut places);
        let (boxes, rest) = places.split_at(n_boxes);
        for &p in boxes {
            cells[p] = if cells[p] == '.' { '*' } else { '$' };
        }
        cells[rest[0]] = if cells[rest[0]] == '.' { '+' } else { '@' };
        let wall = "#".repeat(width + 2);
        let rows = cells
            .chunks(width)
            .map(|row| format!("#{}#", String::from_iter(row)));
        let rows: Vec<String> = rows.collect();
        Board::parse(&format!("{wall}\n{}\n{wall}\n", rows.join("\n")))
    }

    /// How many cells there are.
    pub fn n_cells(&self) -> usize {
        self.neighbour.len()
    }
}

/// The Rules by steps. Winning is *no box off a goal*, so that a box on a dead
/// square is a closed pattern.
pub fn rules(board: &Board) -> Rules {
    let n = board.n_cells();
    let mut b = Builder::default();
    let player = b.variable("player", 0, n as Val - 1);
    let boxes = b.array("box", n as u32, 0, 1);
    let directed = |of: &dyn Fn(usize, Option<usize>) -> Val| {
        let cells = (0..4).flat_map(|d| (0..n).map(move |c| (d, c)));
        cells
            .map(|(d, c)| of(c, board.neighbour[c][d]))
            .collect::<Vec<Val>>()
    };
    let can = directed(&|_, there| Val::from(there.is_some()));
    let next = directed(&|here, there| there.unwrap_or(here) as Val);
    let can = b.table("can", &[4, n as u32], can);
    let next = b.table("next", &[4, n as u32], next);
    let at = b.var(player);
    let (empty, full) = (b.constant(0), b.constant(1));
    for (d, (name, ..)) in DIRECTIONS.iter().enumerate() {
        let action = b.action(name);
        let direction = b.constant(d as Val);
        let open = b.lookup(can, &[direction, at]);
        let there = b.lookup(next, &[direction, at]);
        let has_box = b.elem(boxes, there);
        let no_box = b.not(has_box);
        let walk = b.all([open, no_box]);
        b.command(
            &format!("walk-{name}"),
            action,
            walk,
            vec![set(player, there)],
        );
        let open_beyond = b.lookup(can, &[direction, there]);
        let beyond = b.lookup(next, &[direction, there]);
        let blocked = b.elem(boxes, beyond);
        let free = b.not(blocked);
        let push = b.all([open, has_box, open_beyond, free]);
        let updates = vec![
            set(player, there),
            set_elem(boxes, there, empty),
            set_elem(boxes, beyond, full),
        ];
        b.command(&format!("push-{name}"), action, push, updates);
    }
    let off_goal: Vec<_> = (0..n).filter(|&c| !board.goals[c]).collect();
    let clear: Vec<_> = off_goal
        .into_iter()
        .map(|c| {
            let cell = b.constant(c as Val);
            let has_box = b.elem(boxes, cell);
            b.not(has_box)
        })
        .collect();
    let win = b.all(clear);
    b.atom("win", win);
    b.terminal(win);
    // Walking and pushing in each direction.
    b.walking(4, |command| Some(command as Val / 2));
    b.counter("pushes", |command| (command % 2) as Val);
    let goal = board.goals.iter().map(|&g| Val::from(g)).collect();
    let goal = b.table("goal", &[n as u32], goal);
    b.quiet_moves(|b, command| {
        // A box comes to a goal from elsewhere.
        let direction = b.constant(command as Val / 2);
        let there = b.lookup(next, &[direction, at]);
        let beyond = b.lookup(next, &[direction, there]);
        let from = b.lookup(goal, &[there]);
        let (elsewhere, onto) = (b.not(from), b.lookup(goal, &[beyond]));
        let pushed = b.constant(command as Val % 2);
        b.all([pushed, elsewhere, onto])
    });
    let start = [board.player as Val].into_iter();
    b.initial(
        start
            .chain(board.boxes.iter().map(|&x| Val::from(x)))
            .collect(),
    );
    b.finish().expect("every cell leads to a cell")
}
