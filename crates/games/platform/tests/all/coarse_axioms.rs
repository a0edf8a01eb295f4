//! Each axiom of `docs/platform-coarse.md` against the Rules on all small boards.

use std::collections::BTreeSet;

use playproof_platform::CoarseSettings;

use crate::boards::{Picture, board, exit_column, text};
use crate::coarse_steps::random_picture;
use crate::reading::{Reading, Situation};
use crate::stepper::Stepper;

type Cell = (i32, i32);

/// The way of an action if nothing stopped it: each place, and whether it is come to in
/// a fall; where it lands, if it does.
struct Way {
    places: Vec<(Cell, bool)>,
    lands: Option<Cell>,
}

/// What an action is made of: up, and sideways.
fn shape(action: &str) -> (i32, i32) {
    match action {
        "R" => (0, 1),
        "L" => (0, -1),
        "J" => (2, 0),
        "RJ" => (1, 4),
        "LJ" => (1, -4),
        "JR" => (2, 1),
        "JL" => (2, -1),
        _ => (0, 0),
    }
}

fn way(reading: &Reading, (x, y): Cell, action: &str, rows: i32) -> Way {
    let (up, aside) = shape(action);
    let is_free = |cell: &Cell| reading.letter(*cell) != '#';
    let rise: Vec<Cell> = (1..=up).map(|i| (x, y - i)).take_while(is_free).collect();
    let top = rise.last().map_or(y, |cell| cell.1);
    let drift = (1..=aside.abs()).map(|i| (x + i * aside.signum(), top));
    let drift: Vec<Cell> = drift.take_while(is_free).collect();
    let column = drift.last().map_or(x, |cell| cell.0);
    let ground = (top..rows).find(|&row| reading.stands((column, row)));
    let fall = (top + 1..=ground.unwrap_or(rows - 1)).map(|row| (column, row));
    let there = rise.into_iter().chain(drift).map(|cell| (cell, false));
    Way {
        places: there.chain(fall.map(|cell| (cell, true))).collect(),
        lands: ground.map(|row| (column, row)),
    }
}

/// How often the precondition of each axiom was true.
#[derive(Default, Debug)]
struct Seen {
    survival: u32,
    death: u32,
    win: u32,
    coin: u32,
    stomp: u32,
    hit: u32,
    jump: [u32; 2],
    step: [u32; 2],
    win_before_death: u32,
    coin_of_the_dead: u32,
}

fn check(picture: &Picture, seen: &mut Seen) {
    let reading = Reading::new(picture);
    let stepper = Stepper::new(board(picture), CoarseSettings::default());
    let mut known = BTreeSet::from([stepper.apart_from_time(&stepper.initial())]);
    let mut waiting = vec![stepper.initial()];
    let rows = picture.len() as i32;
    while let Some(state) = waiting.pop() {
        if stepper.is_over(&state) {
            continue;
        }
        let before = stepper.situation(&state);
        let successors = stepper.next(&state);
        possible(&reading, &before, &successors.keys().collect(), seen);
        for (action, next) in successors {
            let after = stepper.situation(&next);
            let way = way(&reading, before.at, &action, rows);
            let context = format!("{action} from {before:?}\nto {after:?}\n{}", text(picture));
            triples(picture, &way, &before, &after, stepper.is_over(&next), seen).expect(&context);
            if known.len() < 400 && known.insert(stepper.apart_from_time(&next)) {
                waiting.push(next);
            }
        }
    }
}

/// The axioms of jumps and moves: what can be done.
fn possible(reading: &Reading, s: &Situation, actions: &Vec<&String>, seen: &mut Seen) {
    let (x, y) = s.at;
    let can = |name: &str| actions.iter().any(|action| *action == name);
    let jumps = reading.stands(s.at) && reading.letter((x, y - 1)) != '#';
    seen.jump[usize::from(jumps)] += 1;
    for name in ["J", "RJ", "LJ", "JR", "JL"] {
        assert_eq!(can(name), jumps, "{name}");
    }
    for (name, beside) in [("R", x + 1), ("L", x - 1)] {
        let steps = reading.letter((beside, y)) != '#';
        seen.step[usize::from(steps)] += 1;
        assert_eq!(can(name), steps, "{name}");
    }
}

/// The other five, with what comes before what.
fn triples(
    picture: &Picture,
    way: &Way,
    before: &Situation,
    after: &Situation,
    is_over: bool,
    seen: &mut Seen,
) -> Result<(), &'static str> {
    let ensure = |holds: bool, axiom| if holds { Ok(()) } else { Err(axiom) };
    let exit = exit_column(picture) as i32;
    let places = || way.places.iter().enumerate();
    let arrives = places().find(|(_, (cell, _))| cell.0 == exit);
    let arrives = arrives.map(|(i, _)| i);
    let first_visit = |i: usize, cell: Cell| places().take(i).all(|(_, (c, _))| *c != cell);
    let mut meets =
        places().filter(|(i, (cell, _))| before.mushrooms.contains(cell) && first_visit(*i, *cell));
    let dies = meets.clone().find(|(_, (_, falls))| !falls);
    let dies = dies.map(|(i, _)| i);
    // Winning before death, also in one place.
    let wins = arrives.filter(|&i| dies.is_none_or(|d| i <= d));
    let dies = dies.filter(|_| wins.is_none());
    let end = wins.or(dies).unwrap_or(way.places.len());
    if let Some(i) = wins {
        seen.win += 1;
        seen.win_before_death += u32::from(before.mushrooms.contains(&way.places[i].0));
        let (x, y) = way.places[i].0;
        ensure(is_over && !after.dead && after.at == (x, y.max(-1)), "win")?;
    }
    for (i, (cell, _)) in places().filter(|(i, _)| *i <= end) {
        if before.coins.contains(cell) && first_visit(i, *cell) {
            seen.coin += 1;
            seen.coin_of_the_dead += u32::from(after.dead);
            ensure(!after.coins.contains(cell), "coin")?;
        }
    }
    let on_the_way = |cell: &Cell| places().any(|(i, (c, _))| i <= end && c == cell);
    ensure(
        before
            .coins
            .iter()
            .all(|coin| on_the_way(coin) || after.coins.contains(coin)),
        "coin: no others",
    )?;
    let stomped = meets.by_ref().filter(|(i, (_, falls))| *i < end && *falls);
    let stomped: BTreeSet<Cell> = stomped.map(|(_, (cell, _))| *cell).collect();
    seen.stomp += stomped.len() as u32;
    let left: BTreeSet<Cell> = before.mushrooms.difference(&stomped).copied().collect();
    ensure(after.mushrooms == left, "enemy: from above")?;
    ensure(
        (after.kills - before.kills) as usize == stomped.len(),
        "enemy: counted",
    )?;
    if dies.is_some() {
        seen.hit += 1;
        ensure(after.dead && is_over, "enemy: otherwise")?;
    }
    if wins.is_none() && dies.is_none() {
        match way.lands {
            Some(ground) => {
                seen.survival += 1;
                ensure(!after.dead && !is_over && after.at == ground, "survival")?;
            }
            None => {
                seen.death += 1;
                ensure(after.dead && is_over, "death")?;
            }
        }
    }
    Ok(())
}

/// All pictures of a size with one start and exits in one column at most.
fn each_picture(width: usize, height: usize, mut see: impl FnMut(&Picture)) {
    const LETTERS: [char; 5] = ['.', '#', 'o', 'm', 'E'];
    let n = width * height;
    for start in 0..n {
        for code in 0..5usize.pow(n as u32 - 1) {
            let (mut rest, mut exit, mut picture) = (code, None, vec![vec!['M'; width]; height]);
            let mut fits = true;
            for i in (0..n).filter(|&i| i != start) {
                let letter = LETTERS[rest % 5];
                rest /= 5;
                if letter == 'E' {
                    fits &= *exit.get_or_insert(i % width) == i % width;
                }
                picture[i / width][i % width] = letter;
            }
            if fits {
                see(&picture);
            }
        }
    }
}

#[test]
fn axioms_hold_on_all_boards_of_up_to_six_places() {
    let (mut seen, mut n) = (Seen::default(), 0);
    for (width, height) in (1..=6).flat_map(|w| (1..=6 / w).map(move |h| (w, h))) {
        each_picture(width, height, |picture| {
            n += 1;
            check(picture, &mut seen);
        });
    }
    println!("{n} boards, {seen:?}");
    assert!(n > 20_000, "{n} boards");
}

#[test]
fn axioms_hold_on_random_boards() {
    let (mut seen, mut random) = (Seen::default(), fastrand::Rng::with_seed(21));
    for _ in 0..4000 {
        let (width, height) = (random.usize(3..8), random.usize(3..7));
        let mut picture = random_picture(&mut random, width, height);
        // The axioms speak of six kinds of places.
        for letter in picture.iter_mut().flatten() {
            *letter = match *letter {
                '=' => '#',
                '^' => 'm',
                other => other,
            };
        }
        check(&picture, &mut seen);
    }
    let Seen {
        survival,
        death,
        win,
        coin,
        stomp,
        hit,
        jump,
        step,
        win_before_death,
        coin_of_the_dead,
    } = seen;
    let often = [
        survival,
        death,
        win,
        coin,
        stomp,
        hit,
        win_before_death,
        coin_of_the_dead,
    ];
    let all = often.iter().chain(&jump).chain(&step);
    assert!(all.clone().all(|&n| n >= 20), "{often:?} {jump:?} {step:?}");
}
