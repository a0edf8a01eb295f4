//! Levels to play, budgets that count, and what is true of every player.

use std::collections::VecDeque;
use std::ops::ControlFlow;

use playproof_certify::{Budget, Evidence, Progress, Stop, Unlimited, check};
use playproof_game::{Game, View};
use playproof_maze::Maze;
use playproof_model::{Answer, Builder, Model, Property, Subject, Val, set};
use playproof_players::{Board, Played, Player};

/// A level that is ready to be played.
pub struct Table {
    pub subject: Subject,
    view: Option<Box<dyn View>>,
}

impl Table {
    /// A maze, its rows indented or not.
    pub fn maze(picture: &str) -> Table {
        let rows: Vec<_> = picture.split_whitespace().collect();
        let file = playproof_level::read("level", rows.join("\n").as_bytes()).expect("a level");
        let maze = Maze.compile(&file.levels[0]).expect("a maze");
        Table {
            subject: maze.model.elaborate(&Property::Solvable).expect("it can"),
            view: Some(maze.view),
        }
    }

    /// A line of cells from 0 to 6 with pits at 0 and 3 and the goal at 6. One
    /// walks left by one, or jumps right by one or two as it happens. There
    /// are two places to begin at, and in the first play is lost already.
    pub fn pits() -> Table {
        let mut b = Builder::default();
        let player = b.variable("player", 0, 6);
        let at = b.var(player);
        let always = b.constant(1);
        let walk = b.action("walk");
        let jump = b.action("jump");
        for (name, action, by) in [("walk", walk, -1), ("hop", jump, 1), ("leap", jump, 2)] {
            let by = b.constant(by);
            let there = b.add(at, by);
            let there = b.clamp(there, 0, 6);
            b.command(name, action, always, vec![set(player, there)]);
        }
        let ends = [0, 3, 6].map(|cell| b.is(at, cell));
        b.atom("win", ends[2]);
        let over = b.any(ends);
        b.terminal(over);
        b.initial(vec![3]);
        b.initial(vec![1]);
        let model = Model::Rules(Box::new(b.finish().expect("everything is clamped")));
        Table {
            subject: model.elaborate(&Property::Solvable).expect("it can"),
            view: None,
        }
    }

    /// Lets a player play, and has the checker look at a run that wins.
    pub fn play(&self, player: &dyn Player, budget: &mut dyn Budget) -> Played {
        let place = |state: &[Val]| self.view.as_ref()?.player(state);
        let board = Board {
            game: &self.subject,
            win: self.subject.question().reach().expect("solvable").target,
            place: &place,
            goals: self.view.as_ref().map_or(Vec::new(), |v| v.goals()),
        };
        let played = player.play(&board, budget);
        if played.won {
            assert_eq!(played.stopped, None);
            let evidence = Evidence::Trace(played.run.clone());
            let checked = check(&self.subject, Answer::Holds, &evidence, &mut Unlimited);
            assert!(checked.is_ok(), "{} did not win", player.name());
        }
        played
    }
}

/// So many states; remembers what it was told.
pub struct AtMost {
    pub states: u64,
    pub told: Vec<Progress>,
}

impl AtMost {
    pub fn new(states: u64) -> AtMost {
        AtMost {
            states,
            told: Vec::new(),
        }
    }
}

impl Budget for AtMost {
    fn spend(&mut self, progress: &Progress) -> ControlFlow<Stop> {
        self.told.push(*progress);
        if progress.states >= self.states {
            ControlFlow::Break(Stop::States)
        } else {
            ControlFlow::Continue(())
        }
    }
}

/// A maze of random size and walls.
pub fn random_maze(rng: &mut fastrand::Rng) -> String {
    let (width, height) = (rng.usize(2..14), rng.usize(1..14));
    let walls = rng.f64() * 0.5;
    let mut cells: Vec<u8> = std::iter::repeat_with(|| if rng.f64() < walls { b'1' } else { b'0' })
        .take(width * height)
        .collect();
    for _ in 0..rng.usize(1..4) {
        let at = rng.usize(..cells.len());
        cells[at] = b'G';
    }
    let others: Vec<_> = (0..cells.len()).filter(|&i| cells[i] != b'G').collect();
    match others.is_empty() {
        true => cells[0] = b'A',
        false => cells[others[rng.usize(..others.len())]] = b'A',
    }
    if !cells.contains(&b'G') {
        cells[1] = b'G';
    }
    let rows = cells.chunks(width).map(|row| String::from_utf8_lossy(row));
    rows.collect::<Vec<_>>().join("\n")
}

/// The fewest steps to a goal, and how many cells can be walked to.
pub fn breadth_first(picture: &str) -> (Option<usize>, usize) {
    let rows: Vec<_> = picture.lines().map(str::as_bytes).collect();
    let (width, height) = (rows[0].len(), rows.len());
    let cells = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
    let start = cells.into_iter().find(|&(x, y)| rows[y][x] == b'A');
    let start = start.expect("an avatar");
    let mut steps = vec![vec![None; width]; height];
    steps[start.1][start.0] = Some(0);
    let mut open = VecDeque::from([start]);
    let (mut nearest, mut n_seen) = (None, 0);
    while let Some((x, y)) = open.pop_front() {
        n_seen += 1;
        let here: usize = steps[y][x].expect("it was reached");
        if rows[y][x] == b'G' {
            nearest = nearest.or(Some(here));
            continue;
        }
        let neighbours = [
            (x.wrapping_sub(1), y),
            (x + 1, y),
            (x, y.wrapping_sub(1)),
            (x, y + 1),
        ];
        for (x, y) in neighbours {
            let open_cell = x < width && y < height && rows[y][x] != b'1';
            if open_cell && steps[y][x].is_none() {
                steps[y][x] = Some(here + 1);
                open.push_back((x, y));
            }
        }
    }
    (nearest, n_seen)
}
