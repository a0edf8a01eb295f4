//! The figures of Sokoban against brute force: every state by steps, with the
//! reference interpreter, and from there what pushes there are and what they
//! lose.

use std::collections::{HashMap, HashSet};

use playproof::{Playproof, Run, Unlimited, Value};
use playproof_analysis::{Cost, Difficulty, Measuring, Metrics, Optimizing};
use playproof_conformance::games::random_sokoban;
use playproof_conformance::suite::n_cases;
use playproof_model::{Subject, Val};
use playproof_sokoban::canonical::Board;

type State = Vec<Val>;

/// All states by steps.
struct Steps<'a> {
    board: &'a Board,
    next: HashMap<State, Vec<State>>,
    winnable: HashSet<State>,
}

/// A state of which only the boxes, the holes and the player's region count.
fn by_pushes(board: &Board, state: &[Val]) -> State {
    let firm = |cell: usize| {
        let hole = board
            .hole(cell)
            .map(|hole| state[2 + board.n_cells() + hole]);
        state[1 + cell] == 0 && hole != Some(1)
    };
    let mut met = HashSet::from([state[0] as usize]);
    let mut open = vec![state[0] as usize];
    while let Some(cell) = open.pop() {
        for next in board.neighbours(cell).into_iter().flatten() {
            if firm(next) && met.insert(next) {
                open.push(next);
            }
        }
    }
    let least = met.into_iter().min().expect("the player's own cell");
    let mut state = state.to_vec();
    state[0] = least as Val;
    state
}

impl Steps<'_> {
    fn of<'a>(board: &'a Board, subject: &Subject) -> Steps<'a> {
        let target = subject.question().reach().expect("winning").target;
        let mut next: HashMap<State, Vec<State>> = HashMap::new();
        let mut open = Vec::new();
        subject.initial(&mut |state| open.push(state.to_vec()));
        while let Some(state) = open.pop() {
            if next.contains_key(&state) {
                continue;
            }
            let mut after = Vec::new();
            subject.successors(&state, &mut |_, state| after.push(state.to_vec()));
            open.extend(after.iter().cloned());
            next.insert(state, after);
        }
        let won = next.keys().filter(|state| subject.holds(state, target));
        let mut winnable: HashSet<State> = won.cloned().collect();
        loop {
            let before = winnable.len();
            for (state, after) in &next {
                if after.iter().any(|state| winnable.contains(state)) {
                    winnable.insert(state.clone());
                }
            }
            if winnable.len() == before {
                break;
            }
        }
        Steps {
            board,
            next,
            winnable,
        }
    }

    /// How many states there are by pushes, and how many of them are dead.
    fn counts(&self) -> (u64, u64) {
        let by_pushes = |state: &State| by_pushes(self.board, state);
        let all: HashSet<State> = self.next.keys().map(by_pushes).collect();
        let alive: HashSet<State> = self.winnable.iter().map(by_pushes).collect();
        (all.len() as u64, (all.len() - alive.len()) as u64)
    }

    /// The pushes that are possible after a walk: whether each can be won.
    fn pushes(&self, state: &State) -> Vec<bool> {
        let (mut met, mut open) = (HashSet::from([state.clone()]), vec![state.clone()]);
        let mut pushes: HashMap<State, bool> = HashMap::new();
        while let Some(state) = open.pop() {
            for next in &self.next[&state] {
                if next[1..] != state[1..] {
                    let winnable = self.winnable.contains(next);
                    pushes.insert(by_pushes(self.board, next), winnable);
                } else if met.insert(next.clone()) {
                    open.push(next.clone());
                }
            }
        }
        pushes.into_values().collect()
    }

    /// What the figures should be: possible and killing pushes, key moves.
    fn along(&self, run: &Run) -> [u64; 3] {
        let n_own = self.next.keys().next().expect("a beginning").len();
        let mut sums = [0; 3];
        for pair in run.states.windows(2) {
            let (before, after) = (&pair[0][..n_own], &pair[1][..n_own]);
            if before[1..] == after[1..] {
                continue;
            }
            let pushes = self.pushes(&before.to_vec());
            let n_kept = pushes.iter().filter(|winnable| **winnable).count();
            sums[0] += pushes.len() as u64;
            sums[1] += (pushes.len() - n_kept) as u64;
            sums[2] += u64::from(n_kept == 1);
        }
        sums
    }
}

/// Pushes, box lines, box changes and pushing sessions from the boxes' names.
fn hand_count(board: &Board, run: &Run) -> [u64; 4] {
    let n = board.n_cells();
    let mut name: Vec<Option<usize>> = (0..n).map(|c| board.boxes[c].then_some(c)).collect();
    // For each step, the box pushed and the way.
    let mut steps: Vec<Option<(usize, &str)>> = Vec::new();
    for (pair, action) in run.states.windows(2).zip(&run.actions) {
        let from = (0..n).find(|&c| pair[0][1 + c] > pair[1][1 + c]);
        let to = (0..n).find(|&c| pair[0][1 + c] < pair[1][1 + c]);
        let pushed = from.and_then(|from| name[from].take());
        if let Some(to) = to {
            name[to] = pushed;
        }
        steps.push(pushed.map(|pushed| (pushed, &action[..])));
    }
    let pushes: Vec<_> = steps.iter().flatten().collect();
    let changes = pushes.chunk_by(|a, b| a.0 == b.0).count();
    let lines = steps.chunk_by(|a, b| a == b);
    let lines = lines.filter(|line| line[0].is_some()).count();
    let sessions = steps.chunk_by(|a, b| a.is_some() == b.is_some());
    let sessions = sessions.filter(|session| session[0].is_some()).count();
    [pushes.len(), lines, changes, sessions].map(|n| n as u64)
}

fn of(metrics: &Metrics, name: &str) -> Option<u64> {
    let figure = metrics.figures.iter().find(|figure| figure.name == name);
    match figure.expect(name).value {
        Value::Count(n) => Some(n),
        Value::Unknown => None,
        other => panic!("{name} is {other:?}"),
    }
}

#[test]
fn figures_of_random_levels() {
    let playproof = Playproof::default();
    let (mut n_won, mut n_dead, mut n_by_search, mut n_keys) = (0, 0, 0, 0);
    for seed in 0..n_cases() {
        let rng = &mut playproof_conformance::suite::random(seed);
        let text = random_sokoban::level(rng);
        let file = playproof::read("level", text.as_bytes()).expect(&text);
        let Ok((board, _)) = Board::read(&file.levels[0]) else {
            continue;
        };
        let prepared = playproof.prepare(&file.levels[0], Some("sokoban"));
        let prepared = prepared.expect(&text);
        let metrics = prepared.metrics(1_000_000, &mut Unlimited).expect(&text);
        assert_eq!(metrics.open, None, "{text}");
        let subject = prepared.play().expect(&text);
        let steps = Steps::of(&board, &subject);
        let (all, dead) = steps.counts();
        let counted = (metrics.states, of(&metrics, "dead_states"));
        assert_eq!(counted, (Some(all), Some(dead)), "{text}");
        n_dead += u64::from(dead > 0 && dead < all);
        if metrics.solvable == Some(false) {
            assert_eq!(dead, all, "{text}");
            continue;
        }
        let best = prepared.cheapest(Cost::Pushes, &mut Unlimited, &mut |_| ());
        let mut best = best.expect(&text);
        let then = prepared.then_moves(&mut best, &mut Unlimited);
        then.expect(&text);
        let best = best.found.certificate.expect(&text);
        let run = prepared.run_of(&best).expect(&text);
        let names = ["pushes", "box_lines", "box_changes", "pushing_sessions"];
        let wanted = hand_count(&board, &run);
        assert_eq!(
            names.map(|name| of(&metrics, name)),
            wanted.map(Some),
            "{text}"
        );
        let names = ["possible_pushes", "killing_pushes", "key_moves"];
        let along = steps.along(&run);
        assert_eq!(
            names.map(|name| of(&metrics, name)),
            along.map(Some),
            "{text}"
        );
        let difficulty = wanted[0] + wanted[2] + along[1];
        assert_eq!(
            metrics.difficulty(),
            Difficulty::Known(difficulty),
            "{text}"
        );
        (n_won, n_keys) = (n_won + 1, n_keys + along[2]);

        // Where not all states fit, searches know the same or nothing.
        for max_graph in [1, all / 2, all - 1] {
            let some = prepared.metrics(max_graph, &mut Unlimited).expect(&text);
            assert_eq!(some.states.is_some(), all <= max_graph, "{text}");
            assert_eq!(of(&some, "possible_pushes"), Some(along[0]), "{text}");
            let killing = of(&some, "killing_pushes").expect("a count");
            let undecided = of(&some, "undecided_pushes").expect("a count");
            let range = killing..=killing + undecided;
            assert!(range.contains(&along[1]), "{text}{range:?} {along:?}");
            let known = of(&some, "key_moves");
            assert!(known.is_none_or(|n| n == along[2]), "{text}");
            let known = some.difficulty().known();
            assert_eq!(known, (undecided == 0).then_some(difficulty), "{text}");
            n_by_search += u64::from(some.states.is_none() && undecided == 0);
        }
    }
    assert!(n_won > 10 && n_dead > 10 && n_by_search > 10 && n_keys > 10);
}
