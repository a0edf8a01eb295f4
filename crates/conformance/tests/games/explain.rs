//! What `explain` says of Sokoban levels, compared with brute force: the
//! smallest stuck set, the smallest repair, dead squares, fatal moves.

use playproof::{Change, Level, Playproof, Prepared, Unlimited};
use playproof_analysis::{Effort, Fate, Minimality, Repairing, Replaying};
use playproof_conformance::sokoban_oracle::{At, Drawing, Edit};
use playproof_conformance::suite::n_cases;

fn with_level<T>(drawing: &Drawing, then: impl FnOnce(&Prepared, &Level) -> T) -> T {
    let file = playproof::read("random", drawing.text().as_bytes()).expect("a level");
    let playproof = Playproof::default();
    let level = &file.levels[0];
    let prepared = playproof.prepare(level, Some("sokoban")).expect("Sokoban");
    then(&prepared, level)
}

/// Random levels that can be won, or that cannot.
fn levels(seed: u64, solvable: bool) -> impl Iterator<Item = Drawing> {
    let mut rng = playproof_conformance::suite::random(seed);
    let all = std::iter::repeat_with(move || Drawing::random(&mut rng));
    let levels = all.filter(move |drawing| drawing.is_solvable() == solvable);
    levels.take(n_levels())
}

/// Random levels that cannot be won; of every second one, each box alone can
/// be brought home.
fn stuck_levels(seed: u64) -> impl Iterator<Item = Drawing> {
    let mut rng = playproof_conformance::suite::random(seed);
    let mut n = 0;
    let all = std::iter::repeat_with(move || Drawing::random(&mut rng));
    all.filter(move |drawing| {
        let boxes = drawing.find("$*");
        let mut alone = boxes.chunks(1).map(|lone| drawing.with_only(lone));
        let fits = match n % 2 {
            0 => !drawing.is_solvable(),
            _ => alone.all(|alone| alone.is_solvable()) && !drawing.is_solvable(),
        };
        n += usize::from(fits);
        fits
    })
}

/// 20, or 200 if `PLAYPROOF_CASES` is 1000.
fn n_levels() -> usize {
    (n_cases() / 5) as usize
}

fn is_same(change: &Change, edit: &Edit) -> bool {
    (
        &change.what[..],
        change.at,
        change.to(),
        change.size as usize,
    ) == (edit.what, edit.at, edit.to, edit.size)
}

/// Two changes at once, in the order of their sizes together.
fn pairs(edits: &[Edit]) -> Vec<[Edit; 2]> {
    let mut pairs = Vec::new();
    for (i, first) in edits.iter().enumerate() {
        for second in &edits[i + 1..] {
            if (&first.what, first.at) != (&second.what, second.at) {
                pairs.push([first.clone(), second.clone()]);
            }
        }
    }
    pairs.sort_by_key(|[a, b]| a.size + b.size);
    pairs
}

#[test]
fn the_repair_is_the_smallest() {
    let (mut n_single, mut n_double, mut n_none) = (0, 0, 0);
    for drawing in stuck_levels(1) {
        if n_single + n_double == n_levels() {
            break;
        }
        let text = drawing.text();
        let repairs = with_level(&drawing, |prepared, _| {
            let stuck = prepared.stuck(Effort::default(), &mut Unlimited).unwrap();
            let stuck = stuck.expect("it cannot be won");
            let repairs = prepared.repair(&[], Some(&stuck), Effort::default(), &mut Unlimited);
            repairs.unwrap().expect("Sokoban knows changes")
        });
        let edits = drawing.edits();
        let helps = |edits: &[Edit]| drawing.edited(edits).is_some_and(|d| d.is_solvable());
        let first = edits
            .iter()
            .position(|edit| helps(std::slice::from_ref(edit)));
        let Some(found) = repairs.found else {
            assert_eq!(first, None, "{text}");
            n_none += 1;
            assert_eq!((repairs.exhausted, repairs.n_undecided), (2, 0), "{text}");
            assert!(!pairs(&edits).iter().any(|pair| helps(pair)), "{text}");
            continue;
        };
        assert_eq!(repairs.n_undecided, 0, "{text}");
        let changed = Drawing::new(&found.level.text());
        assert!(found.proof.holds() && changed.is_solvable(), "{text}");
        let certificate = found.proof.certificate.expect("it holds").to_bytes(false);
        let accepted = playproof::check(&certificate).expect("a good certificate");
        assert!(accepted.level.same_level(&found.level));
        match &found.changes[..] {
            [change] => {
                n_single += 1;
                let first = first.expect("a change that helps");
                assert!(is_same(change, &edits[first]), "{text}{change}");
                assert_eq!(repairs.n_futile, first as u64, "{text}");
            }
            [a, b] => {
                n_double += 1;
                assert_eq!(first, None, "{text}");
                let pairs = pairs(&edits);
                let smallest = pairs.iter().find(|pair| helps(&pair[..]));
                let [c, d] = smallest.expect("a pair that helps");
                assert!(
                    is_same(a, c) && is_same(b, d),
                    "{text}{a}, {b}: {c:?} {d:?}"
                );
            }
            _ => panic!("{text}"),
        }
    }
    println!("{n_single} single changes, {n_double} double ones; {n_none} levels need more");
    assert!(n_single > 0);
}

fn subsets(boxes: &[At], size: usize) -> Vec<Vec<At>> {
    let sets = 0u32..1 << boxes.len();
    let sets = sets.filter(|set| set.count_ones() as usize == size);
    let of = |set: u32| {
        let chosen = (0..boxes.len()).filter(|i| set >> i & 1 == 1);
        chosen.map(|i| boxes[i]).collect()
    };
    sets.map(of).collect()
}

#[test]
fn the_stuck_set_is_the_smallest() {
    let mut sizes = [0; 4];
    for drawing in stuck_levels(2).take(n_levels()) {
        let text = drawing.text();
        let stuck = with_level(&drawing, |prepared, _| {
            let stuck = prepared.stuck(Effort::default(), &mut Unlimited).unwrap();
            stuck.expect("it cannot be won")
        });
        let is_stuck = |boxes: &[At]| !drawing.with_only(boxes).is_solvable();
        assert_eq!(stuck.minimality, Minimality::Smallest, "{text}");
        assert!(is_stuck(&stuck.pieces), "{text}");
        let n = stuck.pieces.len();
        sizes[n] += 1;
        let boxes = drawing.find("$*");
        for smaller in (1..n).flat_map(|size| subsets(&boxes, size)) {
            assert!(!is_stuck(&smaller), "{text}{smaller:?}");
        }
    }
    println!("stuck sets of 0, 1, 2, 3 boxes: {sizes:?}");
}

#[test]
fn what_is_claimed_under_small_limits_is_true() {
    let effort = Effort {
        each: 3,
        in_all: 60_000,
    };
    let mut n_modest = 0;
    for drawing in stuck_levels(6).take(n_levels()) {
        let text = drawing.text();
        let (stuck, repairs) = with_level(&drawing, |prepared, _| {
            let stuck = prepared.stuck(effort, &mut Unlimited).unwrap();
            let repairs = prepared.repair(&[], stuck.as_ref(), effort, &mut Unlimited);
            (stuck, repairs.unwrap().expect("Sokoban knows changes"))
        });
        let is_stuck = |boxes: &[At]| !drawing.with_only(boxes).is_solvable();
        if let Some(stuck) = &stuck {
            assert!(is_stuck(&stuck.pieces), "{text}");
            if stuck.minimality == Minimality::Smallest {
                let sizes = 1..stuck.pieces.len();
                let mut smaller = sizes.flat_map(|size| subsets(&drawing.find("$*"), size));
                assert!(!smaller.any(|set| is_stuck(&set)), "{text}");
            }
        }
        let edits = drawing.edits();
        let helps = |edit: &&Edit| {
            let edited = drawing.edited(std::slice::from_ref(*edit));
            edited.is_some_and(|drawing| drawing.is_solvable())
        };
        let first = edits.iter().find(helps);
        let is_proved = repairs.n_undecided == 0;
        match repairs.found.as_ref().map(|found| &found.changes[..]) {
            Some([change]) if is_proved => {
                assert!(
                    is_same(change, first.expect("a change that helps")),
                    "{text}"
                );
            }
            Some([_, _]) if is_proved => assert_eq!(first, None, "{text}"),
            None if is_proved && repairs.exhausted > 0 => assert_eq!(first, None, "{text}"),
            _ => n_modest += 1,
        }
    }
    println!("{n_modest} levels without a smallest repair");
    assert!(n_modest > 0);
}

#[test]
fn dead_squares_are_those_where_a_lone_box_is_lost() {
    let mut n_dead = 0;
    for drawing in levels(3, true).chain(levels(4, false)) {
        let dead = with_level(&drawing, |prepared, _| {
            let insight = prepared.insight().expect("Sokoban");
            insight.pieces().expect("boxes").dead()
        });
        let floor = drawing.floor().expect("a closed level");
        let is_dead = |&&cell: &&At| {
            let mut players = floor.iter().filter(|&&player| player != cell);
            !players.any(|&player| drawing.is_winnable((player, vec![cell])))
        };
        let expected: Vec<At> = floor.iter().filter(is_dead).copied().collect();
        assert_eq!(dead, expected, "{}", drawing.text());
        n_dead += dead.len();
    }
    assert!(n_dead > 0);
}

#[test]
fn the_fatal_move_is_the_first_after_which_winning_is_impossible() {
    let mut rng = playproof_conformance::suite::random(5);
    let (mut n_fatal, mut n_open) = (0, 0);
    for drawing in levels(5, true) {
        let mut positions = vec![drawing.start()];
        let mut moves = String::new();
        while moves.len() < 30 && !drawing.is_won(positions.last().unwrap()) {
            let letter = rng.choice(['l', 'r', 'u', 'd']).unwrap();
            if let Some(next) = drawing.after(positions.last().unwrap(), letter) {
                positions.push(next);
                moves.push(letter);
            } else if positions.len() == 1 && rng.u32(0..50) == 0 {
                break;
            }
        }
        let names = moves.chars().map(|letter| match letter {
            'l' => "left",
            'r' => "right",
            'u' => "up",
            _ => "down",
        });
        let names: Vec<String> = names.map(str::to_owned).collect();
        let is_lost = |position: &(At, Vec<At>)| !drawing.is_winnable(position.clone());
        let expected = positions.iter().position(is_lost);
        let text = format!("{}{moves}", drawing.text());
        let fate = with_level(&drawing, |prepared, _| {
            let run = prepared.follow(&names).unwrap().expect("possible moves");
            let fate = prepared.fate(&run, Effort::default(), &mut Unlimited);
            fate.unwrap()
        });
        match &fate {
            Fate::Won => assert!(drawing.is_won(positions.last().unwrap()), "{text}"),
            Fate::Open(_) => {
                n_open += 1;
                assert_eq!(expected, None, "{text}");
            }
            Fate::Lost { .. } => {
                n_fatal += 1;
                assert_eq!(fate.fatal(), expected, "{text}");
            }
            Fate::NotKnown => panic!("{text}"),
        }
    }
    println!("{n_fatal} fatal moves, {n_open} levels still open");
    assert!(n_fatal > 0);
}
