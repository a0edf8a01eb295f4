//! The Rules against a second reading of the page, state by state.

use std::collections::{BTreeSet, VecDeque};

use playproof_platform::{CoarseSettings, Exit, Jumps, Style};

use crate::boards::{Picture, board, text};
use crate::reading::Reading;
use crate::stepper::Stepper;

/// A picture by chance, with everything that there is.
pub fn random_picture(random: &mut fastrand::Rng, width: usize, height: usize) -> Picture {
    let letters: &[char] = match random.u32(0..3) {
        0 => &['.', '.', '.', '#', '#', 'o'],
        1 => &['.', '.', '.', '.', '#', '#', 'o', 'm', 'm'],
        _ => &['.', '.', '.', '.', '#', '#', 'o', 'm', '=', '^'],
    };
    let row = |random: &mut fastrand::Rng| -> Vec<char> {
        (0..width)
            .map(|_| letters[random.usize(..letters.len())])
            .collect()
    };
    let mut picture: Picture = (0..height).map(|_| row(random)).collect();
    if random.bool() {
        picture[height - 1].fill('#');
    }
    let exit = random.usize(..width);
    for _ in 0..random.u32(0..3) {
        picture[random.usize(..height)][exit] = 'E';
    }
    let (x, y) = (random.usize(..width), random.usize(..height));
    picture[y][x] = 'M';
    // Mostly on the ground.
    if y + 1 < height && random.u32(0..4) > 0 {
        picture[y + 1][x] = '#';
    }
    picture
}

/// Compares all states that can be reached, up to a number; how many were compared.
fn compare(picture: &Picture, reading: &Reading, settings: CoarseSettings) -> usize {
    let stepper = Stepper::new(board(picture), settings);
    let mut known = BTreeSet::from([stepper.apart_from_time(&stepper.initial())]);
    let mut waiting = VecDeque::from([stepper.initial()]);
    assert_eq!(stepper.situation(&stepper.initial()), reading.first());
    while let Some(state) = waiting.pop_front() {
        let situation = stepper.situation(&state);
        let over = reading.won(&situation) || reading.lost(&situation);
        assert_eq!(stepper.is_over(&state), over, "{}", text(picture));
        let (ours, theirs) = (stepper.next(&state), reading.next(&situation));
        let (ours_names, names): (Vec<_>, Vec<_>) =
            (ours.keys().collect(), theirs.keys().collect());
        assert_eq!(ours_names, names, "{}\n{situation:?}", text(picture));
        for (name, next) in ours {
            let expected = &theirs[&name[..]];
            let found = stepper.situation(&next);
            assert_eq!(
                found,
                *expected,
                "{name} from {situation:?} in\n{}",
                text(picture)
            );
            if known.len() < 400 && known.insert(stepper.apart_from_time(&next)) {
                waiting.push_back(next);
            }
        }
    }
    known.len()
}

#[test]
fn successors_are_those_of_a_second_reading() {
    let mut random = fastrand::Rng::with_seed(4);
    let (mut n_states, mut n_breaking) = (0, 0);
    for _ in 0..3000 {
        let (width, height) = (random.usize(1..13), random.usize(1..9));
        let mut picture = random_picture(&mut random, width, height);
        // Every third with blocks that break.
        if random.u32(0..3) == 0 {
            for letter in picture
                .iter_mut()
                .flatten()
                .filter(|letter| **letter == '#')
            {
                if random.u32(0..3) == 0 {
                    *letter = 'b';
                }
            }
            n_breaking += 1;
        }
        let mut reading = Reading::new(&picture);
        reading.limit = random.bool().then(|| random.u32(0..16));
        reading.touch = random.u32(0..4) == 0;
        reading.no_long = random.u32(0..4) == 0;
        reading.no_kills = random.u32(0..4) == 0;
        reading.tall = random.u32(0..4) == 0;
        let settings = CoarseSettings {
            jumps: if reading.tall {
                Jumps::TALL
            } else {
                Jumps::SHORT
            },
            time: reading.limit,
            exit: match reading.touch {
                true => Exit::Touch,
                false => Exit::Column,
            },
            style: Style {
                drift: if reading.no_long { 1 } else { u32::MAX },
                kills: !reading.no_kills,
                ..Style::EXPERT
            },
        };
        n_states += compare(&picture, &reading, settings);
    }
    assert!(n_states > 50_000 && n_breaking > 500, "{n_states} states");
}
