//! The six slice patterns of the report that the game grew from, as an oracle. Where
//! they differ from the Rules, `docs/platform-coarse.md` names the difference, and so
//! does the test.

use playproof_platform::CoarseSettings;

use crate::boards::{Picture, board};
use crate::reading::Situation;
use crate::stepper::Stepper;

/// All slices of a length over these letters with one `M`.
fn slices(letters: &[char], length: usize) -> Vec<String> {
    let mut all = vec![String::new()];
    for _ in 0..length {
        let longer = |slice: &String| {
            let with_player = letters.iter().chain(&['M']);
            with_player
                .map(move |c| format!("{slice}{c}"))
                .collect::<Vec<_>>()
        };
        all = all.iter().flat_map(longer).collect();
    }
    all.retain(|slice| slice.matches('M').count() == 1);
    all
}

fn around(slice: &str) -> (&str, &str) {
    slice.split_once('M').expect("a player")
}

/// `M(Y|A|H)*B+`
fn top(slice: &str) -> bool {
    let below = around(slice).1.trim_start_matches(['Y', 'A', 'H']);
    below.starts_with('B')
}

/// `M(Y|A|H|B)*E|E(Y|A|H|B)*M`; a slice has nothing else than these letters.
fn win(slice: &str) -> bool {
    slice.contains('E')
}

/// `M(Y|A|H)*$`, and `H+(A|Y)*(?!B)M`, whose look ahead sees the `M` and is always true.
fn down(slice: &str) -> [bool; 2] {
    let (above, below) = around(slice);
    [
        below.chars().all(|c| "YAH".contains(c)),
        above.trim_end_matches(['A', 'Y']).ends_with('H'),
    ]
}

/// `(A|Y|E)+MB`
fn may_jump(slice: &str) -> bool {
    let (above, below) = around(slice);
    above.ends_with(['A', 'Y', 'E']) && below.starts_with('B')
}

/// `^(Y|A)|(A|Y)$`
fn free(slice: &str) -> bool {
    slice.starts_with(['Y', 'A']) || slice.ends_with(['A', 'Y'])
}

/// How often `(?<!B)Y` is found.
fn coins_to_collect(slice: &str) -> usize {
    let all = slice.char_indices().filter(|(_, c)| *c == 'Y');
    all.filter(|(i, _)| !slice[..*i].ends_with('B')).count()
}

fn ours(letter: char) -> char {
    match letter {
        'A' => '.',
        'B' => '#',
        'Y' => 'o',
        'H' => 'm',
        same => same,
    }
}

struct Played {
    stepper: Stepper,
    first: Vec<i32>,
}

impl Played {
    fn new(picture: &Picture) -> Played {
        let stepper = Stepper::new(board(picture), CoarseSettings::default());
        let first = stepper.initial();
        Played { stepper, first }
    }

    /// A vertical slice, with an exit somewhere else unless it has one.
    fn upright(slice: &str) -> Played {
        let rows = slice.chars().map(|letter| vec![ours(letter), '#']);
        Played::new(&rows.collect())
    }

    fn can(&self, action: &str) -> bool {
        self.stepper.next(&self.first).contains_key(action)
    }

    fn after(&self, action: &str) -> Option<Situation> {
        let next = self.stepper.next(&self.first);
        next.get(action).map(|state| self.stepper.situation(state))
    }

    /// Whether play is won before anything is done.
    fn is_won(&self) -> bool {
        self.stepper.is_over(&self.first)
    }
}

fn each_upright(mut see: impl FnMut(&str, &Played)) {
    for length in 1..=5 {
        for slice in slices(&['A', 'B', 'Y', 'H', 'E'], length) {
            see(&slice, &Played::upright(&slice));
        }
    }
}

#[test]
fn the_win_pattern_is_the_column() {
    each_upright(|slice, played| assert_eq!(win(slice), played.is_won(), "{slice}"));
}

#[test]
fn the_top_and_the_down_pattern_are_the_fall() {
    let mut overhead = 0;
    each_upright(|slice, played| {
        if win(slice) {
            return;
        }
        let dies = played.after("N").is_some_and(|after| after.dead);
        let [falls_out, mushroom_overhead] = down(slice);
        assert_eq!(top(slice), !dies, "{slice}");
        assert_eq!(falls_out, dies, "{slice}");
        // The difference *mushroom overhead*: the pattern says that a player dies below a
        // mushroom; here nothing comes down, and ground below saves.
        overhead += u32::from(mushroom_overhead && !dies);
    });
    assert!(overhead > 0);
}

#[test]
fn the_jump_pattern_is_the_jump_axiom() {
    let mut differences = [0; 2];
    each_upright(|slice, played| {
        if win(slice) {
            return;
        }
        let (above, below) = around(slice);
        let on_ground = below.starts_with('B');
        let name = match above.chars().last() {
            // *jump at the top* and *jump under a mushroom*
            None if on_ground => Some(0),
            Some('H') if on_ground => Some(1),
            _ => None,
        };
        let agrees = may_jump(slice) == played.can("J");
        assert_eq!(agrees, name.is_none(), "{slice}");
        if let Some(difference) = name {
            differences[difference] += 1;
            assert!(played.can("J"), "{slice}");
        }
        if name == Some(1) {
            assert!(played.after("J").is_some_and(|after| after.dead), "{slice}");
        }
    });
    assert!(differences.iter().all(|&n| n > 0), "{differences:?}");
}

#[test]
fn the_free_place_pattern_is_the_move_axiom() {
    for letter in ['A', 'Y', 'B', 'H', 'E'] {
        for (action, slice) in [("R", format!("M{letter}")), ("L", format!("{letter}M"))] {
            let row: Vec<char> = slice.chars().map(ours).collect();
            let mut picture = vec![row, vec!['#'; 2]];
            if letter != 'E' {
                // The exit is elsewhere.
                picture.iter_mut().for_each(|row| row.push('#'));
            }
            let played = Played::new(&picture);
            // *free place*: a mushroom and the exit can be entered.
            let is_named = ['H', 'E'].contains(&letter);
            assert_eq!(free(&slice) == played.can(action), !is_named, "{slice}");
            if is_named {
                let after = played.after(action).expect("it can be entered");
                assert_eq!(after.dead, letter == 'H', "{slice}");
            }
        }
    }
}

#[test]
fn the_coin_pattern_counts_what_a_long_jump_passes() {
    let (mut same, mut behind) = (0, 0);
    let letters = ['A', 'Y', 'B', 'H'];
    for code in 0..4usize.pow(4) {
        let slice: String = (0..4).map(|i| letters[code / 4usize.pow(i) % 4]).collect();
        let flight: Vec<char> = slice.chars().map(ours).collect();
        let picture = vec![
            [vec!['.'], flight, vec!['#']].concat(),
            "M....#".chars().collect(),
            vec!['#'; 6],
        ];
        let played = Played::new(&picture);
        let after = played.after("RJ").expect("nothing is above");
        let taken = slice.matches('Y').count() - after.coins.len();
        // *coin behind a block* and *coin behind a mushroom*: the pattern counts those
        // that nobody gets to.
        let stop = slice.find(['B', 'H']).unwrap_or(slice.len());
        let is_named = coins_to_collect(&slice[stop..]) > 0;
        assert_eq!(coins_to_collect(&slice) == taken, !is_named, "{slice}");
        assert_eq!(taken, slice[..stop].matches('Y').count(), "{slice}");
        same += u32::from(!is_named);
        behind += u32::from(is_named);
    }
    assert!(same > 0 && behind > 0);
}
