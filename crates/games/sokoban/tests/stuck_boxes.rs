//! What the engine for stuck boxes says of small levels, beside a search of all their
//! states that knows nothing of boxes that are stuck.

use std::collections::{HashMap, VecDeque};

use playproof::{Answer, Playproof, Proof, Unlimited, Verdict};

/// A drawing that is played step by step, by letters.
struct Drawing {
    width: usize,
    cells: Vec<char>,
}

/// The player's place, and where boxes are.
type State = (usize, Vec<usize>);

impl Drawing {
    fn first(&self) -> State {
        let all = self.cells.iter().enumerate();
        let places = |letters: &str| -> Vec<usize> {
            let these = all.clone().filter(|(_, c)| letters.contains(**c));
            these.map(|(at, _)| at).collect()
        };
        (places("@+")[0], places("$*"))
    }

    fn is_won(&self, (_, boxes): &State) -> bool {
        boxes.iter().all(|&at| ".*+".contains(self.cells[at]))
    }

    fn steps(&self, (player, boxes): &State) -> Vec<State> {
        let mut after = Vec::new();
        for way in [-1, 1, -(self.width as isize), self.width as isize] {
            let there = player.wrapping_add_signed(way);
            let beyond = there.wrapping_add_signed(way);
            if self.cells[there] == '#' {
                continue;
            }
            let mut boxes = boxes.clone();
            if let Some(pushed) = boxes.iter().position(|&at| at == there) {
                if self.cells[beyond] == '#' || boxes.contains(&beyond) {
                    continue;
                }
                boxes[pushed] = beyond;
                boxes.sort_unstable();
            }
            after.push((there, boxes));
        }
        after
    }

    /// The fewest moves after which no run wins; `None` if there is no such
    /// state.
    fn moves_to_lose(&self) -> Option<u64> {
        let mut number: HashMap<State, usize> = HashMap::from([(self.first(), 0)]);
        let mut states = vec![(self.first(), 0)];
        let mut into: Vec<Vec<usize>> = vec![Vec::new()];
        let mut at = 0;
        while at < states.len() {
            let (state, moves) = states[at].clone();
            if !self.is_won(&state) {
                for next in self.steps(&state) {
                    let known = *number.entry(next.clone()).or_insert_with(|| {
                        states.push((next, moves + 1));
                        into.push(Vec::new());
                        states.len() - 1
                    });
                    into[known].push(at);
                }
            }
            at += 1;
        }
        let mut wins: Vec<bool> = states.iter().map(|(state, _)| self.is_won(state)).collect();
        let mut queue: VecDeque<usize> = (0..states.len()).filter(|&i| wins[i]).collect();
        while let Some(state) = queue.pop_front() {
            for &before in &into[state] {
                if !wins[before] {
                    wins[before] = true;
                    queue.push_back(before);
                }
            }
        }
        let lost = states.iter().zip(&wins).filter(|(_, wins)| !**wins);
        lost.map(|((_, moves), _)| *moves).min()
    }

    fn text(&self) -> String {
        let rows = self.cells.chunks(self.width);
        rows.map(|row| String::from_iter(row) + "\n").collect()
    }
}

/// A small room with some walls; the numbers of boxes and goals may differ.
fn random_drawing(rng: &mut fastrand::Rng) -> Drawing {
    let (width, height) = (rng.usize(4..9), rng.usize(4..8));
    let mut cells = vec!['#'; width * height];
    for y in 1..height - 1 {
        for x in 1..width - 1 {
            if rng.u8(0..6) > 0 {
                cells[y * width + x] = ' ';
            }
        }
    }
    let mut free: Vec<usize> = (0..cells.len()).filter(|&at| cells[at] == ' ').collect();
    rng.shuffle(&mut free);
    let n_boxes = rng.usize(1..4);
    let n_goals = if rng.u8(0..12) == 0 {
        rng.usize(1..4)
    } else {
        n_boxes
    };
    let letters = ['@'].into_iter();
    let letters = letters.chain((0..n_boxes).map(|_| if rng.u8(0..6) == 0 { '*' } else { '$' }));
    let mut letters: Vec<char> = letters.collect();
    let n_homes = letters.iter().filter(|c| **c == '*').count();
    letters.extend((n_homes..n_goals).map(|_| '.'));
    for (&at, letter) in free.iter().zip(letters) {
        cells[at] = letter;
    }
    Drawing { width, cells }
}

fn proved(text: &str, property: &str, engine: Option<&str>) -> Option<Proof> {
    let file = playproof::read("level", text.as_bytes()).ok()?;
    let playproof = Playproof::default();
    let prepared = playproof
        .prepare(file.levels.first()?, Some("sokoban"))
        .ok()?;
    let property = Playproof::property(property).expect(property);
    let proof = prepared.verify(&property, engine, &mut Unlimited);
    Some(proof.unwrap_or_else(|error| panic!("{error}\n{text}")))
}

/// What is said of thousands of levels is what all their states show, and runs
/// that are called shortest are.
#[test]
fn small_levels_are_lost_as_all_their_states_say() {
    let mut rng = fastrand::Rng::with_seed(26);
    let (mut n_safe, mut n_missed, mut n_found, mut n_shortest) = (0, 0, 0, 0);
    for number in 0..3000 {
        let drawing = random_drawing(&mut rng);
        let text = drawing.text();
        let properties = ["unlosable", "dead-end-free", "softlock-free"];
        let property = properties[number % 3];
        let Some(proof) = proved(&text, property, Some("stuck-boxes")) else {
            continue;
        };
        let fewest = drawing.moves_to_lose();
        match (&proof.verdict, fewest) {
            (Verdict::Decided(accepted), Some(fewest)) => {
                assert_eq!(accepted.answer(), Answer::Violated, "{text}");
                let (length, bound) = (proof.length.unwrap(), proof.lower_bound.unwrap());
                assert!(length >= fewest && u64::from(bound) <= fewest, "{text}");
                n_found += 1;
                n_shortest += usize::from(length == u64::from(bound));
            }
            (Verdict::Unknown(_), Some(_)) => n_missed += 1,
            (Verdict::Unknown(_), None) => n_safe += 1,
            (verdict, _) => panic!("{verdict:?}\n{text}"),
        }
        // With the engines that come after it the answer is always there.
        if number % 10 == 0 {
            let proof = proved(&text, property, None).expect("a level");
            assert_eq!(proof.violated(), fewest.is_some(), "{text}");
            assert_eq!(proof.holds(), fewest.is_none(), "{text}");
        }
    }
    println!("{n_found} found, {n_shortest} of them shortest, {n_missed} missed, {n_safe} safe");
    assert!(n_safe > 30 && n_found > 2000);
    assert!(n_missed * 50 < n_found && n_shortest * 20 > n_found * 19);
}

/// Holes, other conditions, and other ways to lose.
#[test]
fn levels_of_other_questions_are_left_to_others() {
    let holes = "wwwwwww\nwA0B0Hw\nw00000w\nwwwwwww\n";
    let plain = "#######\n#@ $ .#\n#     #\n#######\n";
    let refused = |text: &str, property: &str| {
        let file = playproof::read("level", text.as_bytes()).unwrap();
        let playproof = Playproof::default();
        let prepared = playproof.prepare(&file.levels[0], Some("sokoban")).unwrap();
        let property = Playproof::property(property).unwrap();
        let proof = prepared.verify(&property, Some("stuck-boxes"), &mut Unlimited);
        proof.unwrap_err().to_string()
    };
    assert!(refused(holes, "unlosable").contains("holes"));
    assert!(refused(plain, "AG EF at(1, 1)").contains("winning"));
    assert!(refused(plain, "solvable").contains("winning"));
    assert!(refused(plain, "AG (at(2, 2) || EF win)").contains("rule"));
}
