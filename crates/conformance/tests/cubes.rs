//! Successors of cubes cover every successor of every state inside, and a
//! proposition that some state satisfies is one the cube may satisfy.

use std::collections::HashMap;

use playproof_certify::{CheckError, ClosedSet, Evidence, Unlimited, check};
use playproof_conformance::games::{random_rules, sokoban};
use playproof_conformance::suite::n_cases;
use playproof_model::{
    ActionId, Answer, CubeSemantics, Cubes, Dom, Model, Property, Rules, Semantics, Val, Workspace,
    elaborate,
};

type Ranges = Vec<(Val, Val)>;

fn random_box(rules: &Rules, rng: &mut fastrand::Rng) -> Ranges {
    let flat = rules.vars.iter().flat_map(|v| vec![v; v.n_flat()]);
    let range = |v: &playproof_model::VarDecl| {
        let lo = rng.i32(v.lo..=v.hi);
        let width = if rng.bool() { 0 } else { rng.i32(0..3) };
        (lo, (lo + width).min(v.hi))
    };
    flat.map(range).collect()
}

fn states(ranges: &Ranges) -> Vec<Vec<Val>> {
    let mut all = vec![Vec::new()];
    for &(lo, hi) in ranges {
        let longer = |s: Vec<Val>| (lo..=hi).map(move |x| [&s[..], &[x]].concat());
        all = all.into_iter().flat_map(longer).collect();
    }
    all
}

#[test]
fn successors_of_cubes_cover_those_of_their_states() {
    let (mut n_states, mut n_covered) = (0, 0);
    for seed in 0..n_cases() {
        let rng = &mut fastrand::Rng::with_seed(seed);
        let rules = random_rules::rules(rng);
        let property: Property = "reach odd && weight <= 2".parse().unwrap();
        let subject = elaborate(&rules, &property).unwrap();
        let boxes: Vec<Ranges> = (0..8).map(|_| random_box(subject.rules(), rng)).collect();
        let cubes = Cubes {
            n_flat: subject.rules().n_flat(),
            lo: boxes.iter().flatten().map(|r| r.0).collect(),
            hi: boxes.iter().flatten().map(|r| r.1).collect(),
        };
        let mut work = Workspace::default();
        let mut posts: HashMap<(usize, ActionId), Vec<Ranges>> = HashMap::new();
        subject.post(&cubes, &mut work, &mut |command, found| {
            let action = subject.rules().commands[command].action;
            for i in 0..found.len() {
                let cube = found.cube[i] as usize;
                let mut after = boxes[cube].clone();
                for w in found.of(i) {
                    after[w.flat as usize] = (w.lo, w.hi);
                }
                posts.entry((cube, action)).or_default().push(after);
            }
        });
        let target = subject.question().reach().unwrap().target;
        let mut may = Vec::new();
        subject.may(&cubes, target, &mut work, &mut may);
        for (cube, ranges) in boxes.iter().enumerate() {
            for state in states(ranges) {
                n_states += 1;
                assert!(may[cube] || !subject.holds(&state, target), "seed {seed}");
                subject.successors(&state, &mut |action, next| {
                    let inside =
                        |p: &Ranges| next.iter().zip(p).all(|(x, (lo, hi))| lo <= x && x <= hi);
                    let covered = posts
                        .get(&(cube, action))
                        .is_some_and(|p| p.iter().any(inside));
                    assert!(covered, "seed {seed}: {state:?} to {next:?}");
                    n_covered += 1;
                });
            }
        }
    }
    assert!(
        n_states > 1000 && n_covered > 1000,
        "{n_states} states, {n_covered} successors"
    );
}

/// A board whose right column holds no goal.
const BOARD: &str = "######\n#  . #\n# $  #\n#@  $#\n######\n";

/// "A box on this cell, whatever the rest", as a set of one pattern; the
/// player is enumerated, the other boxes are ranges.
fn box_on(cell: usize, board: &sokoban::Board) -> Evidence {
    let n = board.n_cells();
    let anywhere = Dom::Set(vec![u64::MAX >> (64 - n)]);
    let pattern = vec![(0, anywhere), (1 + cell as u32, Dom::Range(1, 1))];
    Evidence::ClosedSet(ClosedSet {
        patterns: vec![pattern],
        ..ClosedSet::default()
    })
}

#[test]
fn a_box_in_a_corner_is_a_closed_pattern() {
    let board = sokoban::Board::parse(BOARD);
    let model = Model::Rules(Box::new(sokoban::rules(&board)));
    let subject = model.elaborate(&Property::Unsolvable).unwrap();
    let corner = board.n_cells() - 1;
    assert!(board.boxes[corner]);
    let accepted = check(
        &subject,
        Answer::Holds,
        &box_on(corner, &board),
        &mut Unlimited,
    );
    assert_eq!(accepted, Ok(()));
    // The other box can be pushed away, so the same words about it are wrong.
    let other = board.boxes.iter().position(|&b| b).unwrap();
    let rejected = check(
        &subject,
        Answer::Holds,
        &box_on(other, &board),
        &mut Unlimited,
    );
    assert!(matches!(rejected, Err(CheckError::Rejected(_))));
}
