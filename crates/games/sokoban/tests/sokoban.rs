//! Sokoban levels in; what is wrong with them, and what their rules say, out.
//! Everything about boxes is worked out once more here, on the picture itself.

use std::fmt::Write;

use playproof_game::Game;
use playproof_level::{Level, Severity};
use playproof_maze::Maze;
use playproof_model::{AtomId, Property, Subject, Val, elaborate};
use playproof_sokoban::Sokoban;
use playproof_sokoban::canonical::{Board, DIRECTIONS};
use playproof_sokoban::rules::{rules, rules_by};

fn level(picture: &str) -> Level {
    let file = playproof_level::read("level.xsb", picture.as_bytes()).expect("a level");
    file.levels[0].clone()
}

/// What is said about a level: one line each, the place marked in the row.
fn said(picture: &str) -> String {
    let level = level(picture);
    let diagnostics = match Board::read(&level) {
        Ok((_, warnings)) => warnings,
        Err(error) => vec![error],
    };
    let mut text = String::new();
    for d in diagnostics {
        let severity = match d.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        };
        writeln!(text, "{severity}: {d}").unwrap();
        let place = d.place.expect("every complaint has a place");
        let caret = " ".repeat(place.column_in_text as usize - 1);
        writeln!(text, "    {}\n    {caret}^", place.text).unwrap();
    }
    text
}

#[test]
fn what_is_wrong_with_a_level() {
    let levels = [
        ("an unknown letter", "#####\n#@$G#\n#####"),
        ("no player", "#####\n# $.#\n#####"),
        ("two players", "######\n#@$ .#\n#   +#\n######"),
        ("no boxes", "#####\n#@ .#\n#####"),
        ("boxes but no goals", "#####\n#@$ #\n#####"),
        ("more boxes than goals", "######\n#@$$.#\n######"),
        ("more boxes than holes", "wwwwww\nwABBHw\nwwwwww"),
        (
            "more boxes than goals within reach",
            "########\n#@$$.#.#\n########",
        ),
        ("more goals than boxes", "######\n#+$ .#\n######"),
        (
            "more holes than boxes are nothing odd",
            "wwwwww\nwAB0Hw\nw000Hw\nwwwwww",
        ),
        ("open at the edge of the drawing", "#####\n#@$.\n#####"),
        ("open at the top", "## ##\n#@$.#\n#####"),
        (
            "open to the blank outside",
            "  ######\n  #@$ .#\n  # ####\n  #  #\n  ##\n #####",
        ),
        (
            "a gap inside the drawing",
            "         \n ####### \n #@ $ .# \n ### ### \n        \n",
        ),
        ("without walls", "@$."),
        ("a box out of reach", "#########\n#@$.#$ .#\n#########"),
        ("boxes out of reach", "#########\n#@$.#$$.#\n#########"),
        ("a box at home out of reach", "########\n#@$.# *#\n########"),
        (
            "only boxes at home out of reach",
            "########\n#@  #**#\n########",
        ),
        ("nothing", "#####\n#@$.#\n#####"),
    ];
    let mut text = String::new();
    for (what, picture) in levels {
        writeln!(text, "== {what}\n{}", said(picture)).unwrap();
    }
    insta::assert_snapshot!(text);
}

#[test]
fn mazes_stay_mazes_and_sokobans_are_recognised() {
    let liker = |picture: &str| {
        let level = level(picture);
        let (maze, sokoban) = (Maze.likeness(&level), Sokoban.likeness(&level));
        match maze.cmp(&sokoban) {
            std::cmp::Ordering::Greater => "maze",
            std::cmp::Ordering::Less => "sokoban",
            std::cmp::Ordering::Equal => "both",
        }
    };
    for maze in [
        "#####\n#A-G#\n#####",
        "1A0G1",
        "wwwww\nwA Gw",
        "A>G",
        "# # #",
        "#H#",
        "#B#",
    ] {
        assert_eq!(liker(maze), "maze", "{maze}");
        assert_eq!(Sokoban.likeness(&level(maze)), 0, "{maze}");
    }
    let sokobans = [
        "#####\n#@$.#\n#####",
        "#####\n#@--#\n#####",
        "#####\n#$+*#\n#####",
        "wwwww\nwABHw\nwwwww",
        "11111\n1A0B1\n11111",
        "11111\n1A0H1\n11111",
    ];
    for sokoban in sokobans {
        assert_eq!(liker(sokoban), "sokoban", "{sokoban}");
    }
}

#[test]
fn cells_are_those_within_reach_and_boxes_off_goals() {
    let picture = "  #######\n###  #$ #\n#@ $.#* #\n#########\n#. #\n####";
    let (board, _) = Board::read(&level(picture)).unwrap();
    assert_eq!(board.size, (9, 6));
    let places = [(3, 1), (4, 1), (6, 1), (1, 2), (2, 2), (3, 2), (4, 2)];
    assert_eq!(board.places, places);
    assert_eq!(board.player, 3);
    let marked = |bits: &[bool]| -> Vec<usize> { (0..7).filter(|&c| bits[c]).collect() };
    assert_eq!(
        (marked(&board.boxes), marked(&board.goals)),
        (vec![2, 5], vec![6])
    );
    assert_eq!(board.neighbours(0), [None, Some(1), None, Some(5)]);
    assert_eq!(board.neighbours(2), [None; 4]);
    for cell in 0..board.n_cells() {
        for (d, other) in board.neighbours(cell).into_iter().enumerate() {
            assert!(other.is_none_or(|other| board.neighbours(other)[d ^ 1] == Some(cell)));
        }
    }
}

/// A level as a picture that is played on, apart from the rules.
#[derive(Clone)]
struct Picture {
    rows: Vec<Vec<char>>,
    player: (usize, usize),
}

impl Picture {
    fn new(text: &str) -> Picture {
        let rows: Vec<Vec<char>> = text.lines().map(|row| row.chars().collect()).collect();
        let mut picture = Picture {
            rows,
            player: (0, 0),
        };
        for (x, y) in picture.places() {
            let letter = picture.rows[y][x];
            if "@+A".contains(letter) {
                picture.player = (x, y);
                picture.rows[y][x] = if letter == '+' { '.' } else { ' ' };
            }
        }
        picture
    }

    fn places(&self) -> Vec<(usize, usize)> {
        let rows = self.rows.iter().enumerate();
        rows.flat_map(|(y, row)| (0..row.len()).map(move |x| (x, y)))
            .collect()
    }

    fn at(&self, (x, y): (usize, usize)) -> char {
        self.rows[y][x]
    }

    fn step((x, y): (usize, usize), d: usize) -> (usize, usize) {
        let (_, dx, dy) = DIRECTIONS[d];
        (x.wrapping_add_signed(dx), y.wrapping_add_signed(dy))
    }

    fn is_box(&self, place: (usize, usize)) -> bool {
        "$*B".contains(self.at(place))
    }

    /// The edge of the drawing is as good as a wall.
    fn is_wall(&self, (x, y): (usize, usize)) -> bool {
        let letter = self.rows.get(y).and_then(|row| row.get(x));
        letter.is_none_or(|letter| "#w1".contains(*letter))
    }

    fn n_off_goals(&self) -> usize {
        self.places()
            .iter()
            .filter(|&&p| "$B".contains(self.at(p)))
            .count()
    }

    /// Moves if that is possible, and says whether a box was moved.
    fn go(&mut self, d: usize) -> Option<bool> {
        let there = Picture::step(self.player, d);
        if self.is_wall(there) || self.at(there) == 'H' {
            return None;
        }
        let pushes = self.is_box(there);
        if pushes {
            let beyond = Picture::step(there, d);
            let lands = match self.at(beyond) {
                ' ' | '0' | '-' | '_' => '$',
                '.' => '*',
                // The hole is floor from now on.
                'H' => ' ',
                _ => return None,
            };
            self.rows[beyond.1][beyond.0] = lands;
            let left = if self.at(there) == '*' { '.' } else { ' ' };
            self.rows[there.1][there.0] = left;
        }
        self.player = there;
        Some(pushes)
    }

    fn in_corner(&self, p: (usize, usize)) -> bool {
        let wall = |d| self.is_wall(Picture::step(p, d));
        (wall(0) || wall(1)) && (wall(2) || wall(3))
    }

    /// Along a wall on some side, from wall to wall, no goal and no open hole.
    fn on_edge(&self, p: (usize, usize)) -> bool {
        (0..4).any(|side| {
            let mut row = vec![p];
            for along in if side < 2 { [2, 3] } else { [0, 1] } {
                let mut q = Picture::step(p, along);
                while !self.is_wall(q) {
                    row.push(q);
                    q = Picture::step(q, along);
                }
            }
            row.iter()
                .all(|&q| self.is_wall(Picture::step(q, side)) && !".*H".contains(self.at(q)))
        })
    }

    fn in_block(&self, p: (usize, usize)) -> bool {
        (0..4).any(|side| {
            let along = if side < 2 { [2, 3] } else { [0, 1] };
            along.iter().any(|&d| {
                let q = Picture::step(p, d);
                let wall = |place| self.is_wall(Picture::step(place, side));
                self.is_box(q) && wall(p) && wall(q)
            })
        })
    }

    fn some_off_goal(&self, stuck: impl Fn((usize, usize)) -> bool) -> bool {
        let places = self.places();
        places
            .iter()
            .any(|&p| "$B".contains(self.at(p)) && stuck(p))
    }
}

/// A small level with walls around it in which the player gets everywhere.
fn random(rng: &mut fastrand::Rng) -> String {
    loop {
        let text = random_anyhow(rng, 6);
        let (board, _) = Board::read(&level(&text)).unwrap_or_else(|e| panic!("{e}\n{text}"));
        if board.n_cells() == n_floor(&text) {
            return text;
        }
    }
}

/// One with floor that the player does not get to.
fn random_in_parts(rng: &mut fastrand::Rng) -> String {
    loop {
        let text = random_anyhow(rng, 3);
        let (board, _) = Board::read(&level(&text)).unwrap_or_else(|e| panic!("{e}\n{text}"));
        if board.n_cells() < n_floor(&text) {
            return text;
        }
    }
}

fn n_floor(text: &str) -> usize {
    text.chars().filter(|c| !"#\n".contains(*c)).count()
}

/// One where each place inside is a wall with this chance: one in so many.
fn random_anyhow(rng: &mut fastrand::Rng, one_in: u8) -> String {
    loop {
        let (width, height) = (rng.usize(3..7), rng.usize(2..5));
        let mut cells = vec![' '; width * height];
        cells.fill_with(|| if rng.u8(0..one_in) == 0 { '#' } else { ' ' });
        let mut order: Vec<usize> = (0..cells.len()).collect();
        rng.shuffle(&mut order);
        let n_boxes = rng.usize(1..4).min(cells.len() - 2);
        let homes = ['.', 'H'][rng.usize(0..2)];
        order[..n_boxes].iter().for_each(|&at| cells[at] = homes);
        if homes == 'H' && rng.bool() {
            cells[order[0]] = '.';
        }
        rng.shuffle(&mut order);
        let mut free = order.iter().filter(|&&at| cells[at] != 'H');
        let places: Vec<usize> = free.by_ref().take(n_boxes + 1).copied().collect();
        if places.len() <= n_boxes {
            continue;
        }
        for &at in &places[1..] {
            cells[at] = if cells[at] == '.' { '*' } else { '$' };
        }
        cells[places[0]] = if cells[places[0]] == '.' { '+' } else { '@' };
        let wall = "#".repeat(width + 2);
        let rows = cells
            .chunks(width)
            .map(|row| format!("#{}#", String::from_iter(row)));
        let rows: Vec<String> = rows.collect();
        return format!("{wall}\n{}\n{wall}\n", rows.join("\n"));
    }
}

/// Where a variable is in a state.
fn place_of(subject: &Subject, name: &str) -> usize {
    let vars = &subject.machine().vars;
    let v = vars.iter().position(|v| v.name == name).expect(name);
    vars[..v].iter().map(|v| v.n_flat()).sum()
}

/// What the rules say about random play is what the picture says.
#[test]
fn rules_and_counters_follow_the_picture() {
    let mut rng = fastrand::Rng::with_seed(7);
    let property: Property =
        "reach quiet_moves == 900 && pushes == 900 && penalty == 90000 && moves == 900 \
                              && setback == 0"
            .parse()
            .unwrap();
    for round in 0..300 {
        let text = random(&mut rng);
        let (board, _) = Board::read(&level(&text)).unwrap();
        // Large boards count boxes off goals; it must come to the same.
        let counts = round % 2 == 1;
        let subject = elaborate(&rules_by(&board, counts), &property).unwrap();
        let [quiet_moves, pushes, penalty, moves, setback] =
            ["quiet_moves", "pushes", "penalty", "moves", "setback"].map(|n| place_of(&subject, n));
        let mut picture = Picture::new(&text);
        let mut state = Vec::new();
        subject.initial(&mut |s| state = s.to_vec());
        let n_holes = |picture: &Picture| {
            picture
                .places()
                .iter()
                .filter(|&&p| picture.at(p) == 'H')
                .count()
        };
        let all_holes = n_holes(&picture);
        let (mut quiet, mut n_pushes) = (0, 0);
        let mut fewest = picture.n_off_goals();
        for n_moves in 0..60 {
            assert_eq!(
                subject.terminal(&state),
                picture.n_off_goals() == 0,
                "{text}"
            );
            let mut next: Vec<(usize, Vec<Val>)> = Vec::new();
            subject.successors(&state, &mut |a, s| next.push((a.index(), s.to_vec())));
            if subject.terminal(&state) {
                assert!(next.is_empty());
                break;
            }
            let possible: Vec<usize> = (0..4)
                .filter(|&d| picture.clone().go(d).is_some())
                .collect();
            let actions: Vec<usize> = next.iter().map(|(a, _)| *a).collect();
            assert_eq!(actions, possible, "{text}");
            let Some((d, after)) = rng.choice(next) else {
                break;
            };
            n_pushes += Val::from(picture.go(d) == Some(true));
            state = after;
            quiet += 1;
            if picture.n_off_goals() < fewest {
                (fewest, quiet) = (picture.n_off_goals(), 0);
            }
            let drops = (all_holes - n_holes(&picture)) as Val;
            assert_eq!(state[moves], n_moves + 1);
            assert_eq!(state[quiet_moves], quiet, "{text}");
            assert_eq!(state[pushes], n_pushes);
            assert_eq!(state[penalty], n_moves + 1 + 100 * drops);
            assert_eq!(state[setback] as usize, picture.n_off_goals() - fewest);
            if counts {
                let off_goals = state[place_of(&subject, "off_goals")];
                assert_eq!(off_goals as usize, picture.n_off_goals());
            }
            assert_eq!(board.places[state[0] as usize], picture.player);
            for (cell, &place) in board.places.iter().enumerate() {
                assert_eq!(state[1 + cell] == 1, picture.is_box(place));
                let hole = board
                    .hole(cell)
                    .map(|hole| state[2 + board.n_cells() + hole]);
                assert_eq!(hole == Some(1), picture.at(place) == 'H');
            }
        }
    }
}

/// The propositions about stuck boxes, against the picture, in states that
/// play may never lead to.
#[test]
fn stuck_boxes_are_those_of_the_picture() {
    stuck_boxes_agree(random);
}

/// Floor out of reach is no wall, and what is there stays there.
#[test]
fn stuck_boxes_out_of_reach_are_those_of_the_picture() {
    stuck_boxes_agree(random_in_parts);
}

fn stuck_boxes_agree(random: fn(&mut fastrand::Rng) -> String) {
    let mut rng = fastrand::Rng::with_seed(11);
    let mut n_true = [0; 4];
    for _ in 0..600 {
        let text = random(&mut rng);
        let (board, _) = Board::read(&level(&text)).unwrap();
        let rules = rules(&board);
        let subjects = ["box_in_corner", "box_on_edge", "two_box_block", "justice"].map(|name| {
            let property: Property = format!("reach {name}").parse().unwrap();
            elaborate(&rules, &property).unwrap()
        });
        let mut state = rules.initial[0].clone();
        for _ in 0..20 {
            let mut picture = Picture::new(&text);
            for (cell, &(x, y)) in board.places.iter().enumerate() {
                let open = board.hole(cell).map(|_| rng.bool());
                if let Some(hole) = board.hole(cell) {
                    state[2 + board.n_cells() + hole] = Val::from(open == Some(true));
                }
                let has_box = open != Some(true) && rng.u8(0..4) == 0;
                state[1 + cell] = Val::from(has_box);
                picture.rows[y][x] = match (has_box, board.goals[cell], open) {
                    (true, true, _) => '*',
                    (true, false, _) => '$',
                    (false, true, _) => '.',
                    (false, false, Some(true)) => 'H',
                    (false, false, _) => ' ',
                };
            }
            let corner = picture.some_off_goal(|p| picture.in_corner(p));
            let edge = picture.some_off_goal(|p| picture.on_edge(p));
            let block = picture.some_off_goal(|p| picture.in_block(p));
            let wanted = [corner, edge, block, !(corner || edge || block)];
            for i in 0..4 {
                let holds = subjects[i].holds(&state, AtomId(0));
                assert_eq!(holds, wanted[i], "{i} in {text}{state:?}");
                n_true[i] += usize::from(holds);
            }
        }
    }
    assert!(n_true.iter().all(|&n| n > 100), "{n_true:?}");
}

/// What the start of a level says of the box that is out of reach.
fn stuck_at_the_start(picture: &str) -> Vec<&'static str> {
    let (board, _) = Board::read(&level(picture)).unwrap();
    let rules = rules(&board);
    let names = ["box_in_corner", "box_on_edge", "two_box_block"];
    let is_so = |name: &&str| {
        let property: Property = format!("reach {name}").parse().unwrap();
        elaborate(&rules, &property)
            .unwrap()
            .holds(&rules.initial[0], AtomId(0))
    };
    names.into_iter().filter(is_so).collect()
}

#[test]
fn floor_out_of_reach_is_no_wall() {
    let free = "#########\n#@$.#---#\n#####-$-#\n#---#---#\n#########";
    assert_eq!(stuck_at_the_start(free), [""; 0]);
    let edge = |row: &str| format!("########\n#@$.####\n########\n#{row}#\n##---###\n########");
    assert_eq!(stuck_at_the_start(&edge("--$---")), ["box_on_edge"]);
    assert_eq!(
        stuck_at_the_start(&edge("--$--.")),
        [""; 0],
        "a goal on the row"
    );
    assert_eq!(
        stuck_at_the_start(&edge("--$--H")),
        [""; 0],
        "a hole stays open"
    );
    // A goal on the row to the right, and a column of one place.
    assert_eq!(
        stuck_at_the_start(&edge("$---*-")),
        ["box_in_corner", "box_on_edge"]
    );
    // A box that is left out of the state is still beside the other.
    assert_eq!(stuck_at_the_start(&edge("--$*--")), ["two_box_block"]);
    assert_eq!(stuck_at_the_start(&edge("--**--")), [""; 0]);
    // The drawing's edge is as good as a wall.
    assert_eq!(
        stuck_at_the_start("#####-\n#@$.#-\n#####$"),
        ["box_in_corner", "box_on_edge"]
    );
}

/// The page on properties says which cells are counted.
#[test]
fn the_players_place_is_a_number_of_a_cell() {
    let page = include_str!("../../../../docs/properties.md");
    let (_, page) = page.split_once("<!-- counted -->\n").expect("the passage");
    let (passage, _) = page.split_once("<!-- end of counted -->").expect("its end");
    let (drawing, said) = passage
        .split_once("```text\n")
        .unwrap()
        .1
        .split_once("```")
        .unwrap();
    let words: Vec<&str> = said.split('`').collect();
    let [at, number] = ["at(", "player == "].map(|begin| {
        let word = words.iter().find(|word| word.starts_with(begin));
        *word.unwrap_or_else(|| panic!("no {begin} in {said}"))
    });
    let (board, _) = Board::read(&level(drawing)).unwrap();
    let rules = rules(&board);
    let [by_place, by_number] = [at, number].map(|condition| {
        let property: Property = format!("reach {condition}").parse().unwrap();
        elaborate(&rules, &property).unwrap()
    });
    let mut state = rules.initial[0].clone();
    let mut n_true = 0;
    for player in 0..board.n_cells() {
        state[0] = player as Val;
        let is_there = by_place.holds(&state, AtomId(0));
        assert_eq!(is_there, by_number.holds(&state, AtomId(0)), "{player}");
        n_true += usize::from(is_there);
    }
    assert_eq!(n_true, 1);
    // Floor out of reach comes before this cell, and would be counted in a maze.
    let (x, y) = board.places[number.rsplit(' ').next().unwrap().parse::<usize>().unwrap()];
    let before = drawing.lines().flat_map(|row| row.chars().chain(['#']));
    let n_before = y * (drawing.lines().next().unwrap().len() + 1) + x;
    let n_floor = before.take(n_before).filter(|c| *c != '#').count();
    assert!(number != format!("player == {n_floor}"));
}

/// A step changes what two pictures differ in, and no more.
#[test]
fn changes_lead_from_one_picture_to_the_next() {
    let mut rng = fastrand::Rng::with_seed(3);
    for _ in 0..100 {
        let level = level(&random(&mut rng));
        let compiled = Sokoban.compile(&level).unwrap();
        let (board, _) = Board::read(&level).unwrap();
        let subject = elaborate(&rules(&board), &Property::Solvable).unwrap();
        let picture = |state: &[Val]| {
            let mut cells = Vec::new();
            compiled.view.cells(state, &mut cells);
            cells
        };
        let mut state = Vec::new();
        subject.initial(&mut |s| state = s.to_vec());
        for _ in 0..30 {
            let mut next = Vec::new();
            subject.successors(&state, &mut |_, s| next.push(s.to_vec()));
            let Some(after) = rng.choice(next) else { break };
            let mut cells = picture(&state);
            let mut changes = Vec::new();
            compiled.view.changes(&state, &after, &mut changes);
            assert!(changes.is_sorted_by_key(|(at, _)| *at));
            for &(at, cell) in &changes {
                assert_ne!(cells[at], cell);
                cells[at] = cell;
            }
            assert_eq!(cells, picture(&after));
            state = after;
        }
    }
}

/// What a level looks like in characters is how it was drawn.
#[test]
fn the_terminal_shows_the_usual_letters() {
    let pictures = [
        "  #####\n###   #\n#@$.* #\n###  +#".replace('+', "."),
        "#####\n#+$ #\n#####".to_owned(),
        "#######\n#@ B H#\n#######".replace('B', "$"),
    ];
    for text in pictures {
        let text = if text.starts_with("  ") {
            text + "\n  #####"
        } else {
            text
        };
        let level = level(&text);
        let compiled = Sokoban.compile(&level).unwrap();
        let (board, _) = Board::read(&level).unwrap();
        let state = &rules(&board).initial[0];
        let mut cells = Vec::new();
        compiled.view.cells(state, &mut cells);
        let glyph = |id: playproof_game::TileId| compiled.view.legend()[id.0 as usize].glyph;
        let shown: String = cells
            .iter()
            .map(|c| glyph(c.top.unwrap_or(c.ground)))
            .collect();
        let drawn: String = level.grid().unwrap().cells().iter().collect();
        assert_eq!(shown, drawn);
    }
}

/// Reading is linear in the size of the level.
#[test]
fn a_level_of_the_largest_size_is_read() {
    let side = playproof_level::MAX_SIDE;
    let wall = "#".repeat(side);
    let inside = format!("#{}#", " ".repeat(side - 2));
    let mut rows = vec![wall.clone()];
    rows.push(format!("#@$.{}#", " ".repeat(side - 5)));
    rows.resize(side - 1, inside);
    rows.push(wall);
    let (board, warnings) = Board::read(&level(&rows.join("\n"))).unwrap();
    assert_eq!(board.n_cells(), (side - 2) * (side - 2));
    assert!(warnings.is_empty());
}
