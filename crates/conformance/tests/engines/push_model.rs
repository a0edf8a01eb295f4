//! Sokoban by pushes against Sokoban by steps and against plain search.

use std::collections::{HashMap, HashSet, VecDeque};
use std::path::PathBuf;

use playproof_certify::{Engine, Evidence, Finding, Task, Unlimited, check};
use playproof_conformance::games::random_sokoban;
use playproof_conformance::oracle;
use playproof_conformance::suite::{Case, Counts, conforms, n_cases};
use playproof_engines::{ExplicitEngine, NativeEngine, Search, SearchPlan};
use playproof_model::{
    Answer, Dom, Model, NativeFactory, NativeModel, PackedModel, Property, Subject, Val, steps,
};
use playproof_sokoban::{Prunings, PushFactory, canonical::Board, rules::rules};

fn board(text: &str) -> Option<Board> {
    let file = playproof_level::read("level", text.as_bytes()).expect(text);
    Board::read(&file.levels[0]).ok().map(|(board, _)| board)
}

fn model(board: &Board) -> Model {
    Model::Rules(Box::new(rules(board)))
}

fn property(text: &str) -> Property {
    text.parse().expect(text)
}

/// The fewest pushes of a winning run: every step is looked at, walks first.
fn fewest_pushes(board: &Board) -> Option<u32> {
    let subject = model(board).elaborate(&Property::Solvable).unwrap();
    let target = subject.question().reach().unwrap().target;
    let mut best: HashMap<Vec<Val>, u32> = HashMap::new();
    let mut queue = VecDeque::new();
    subject.initial(&mut |state| queue.push_back((state.to_vec(), 0)));
    while let Some((state, pushes)) = queue.pop_front() {
        if best.contains_key(&state) {
            continue;
        }
        best.insert(state.clone(), pushes);
        if subject.holds(&state, target) {
            return Some(pushes);
        }
        subject.successors(&state, &mut |_, next| match state[1..] == next[1..] {
            true => queue.push_front((next.to_vec(), pushes)),
            false => queue.push_back((next.to_vec(), pushes + 1)),
        });
    }
    None
}

/// Both engines, with every combination of prunings, on random levels: the
/// same answers as exhaustive search, all evidence accepted, mutants of it
/// rejected.
#[test]
fn engines_agree_on_random_levels() {
    let mut counts = Counts::default();
    let (mut n_won, mut n_lost) = (0, 0);
    for seed in 0..n_cases() {
        let rng = &mut playproof_conformance::suite::random(seed);
        let text = random_sokoban::level(rng);
        let Some(board) = board(&text) else {
            continue;
        };
        let fewest = fewest_pushes(&board);
        match fewest {
            Some(_) => n_won += 1,
            None => n_lost += 1,
        }
        let n = fewest.unwrap_or(3);
        let properties = ["solvable", "unsolvable"].map(str::to_owned).into_iter();
        let bounds = [n.saturating_sub(1), n, n + 1].into_iter().flat_map(|n| {
            [
                format!("some pushes <= {n}"),
                format!("every pushes >= {n}"),
            ]
        });
        let bit = |i: u32| rng.u32(0..2) == 0 || i == 0;
        let mut bit = bit;
        let some = Prunings {
            dead_cells: bit(1),
            groups: bit(1),
            pairs: bit(1),
            bounds: bit(1),
        };
        let properties: Vec<String> = properties.chain(bounds).collect();
        for prunings in [Prunings::ALL, Prunings::NONE, some] {
            if seed % 20 != 0 {
                decide_all(&board, &properties, prunings, fewest, &text);
                continue;
            }
            let case = Case {
                name: format!("seed {seed}\n{text}\n{prunings:?}"),
                model: model(&board),
                natives: vec![Box::new(PushFactory::new(board.clone(), prunings))],
                properties: properties.clone(),
            };
            counts += conforms(&NativeEngine::default(), &case, rng);
            if prunings == Prunings::ALL {
                counts += conforms(&ExplicitEngine::default(), &case, rng);
            }
        }
    }
    println!("{n_won} winnable, {n_lost} not; {counts:?}");
    assert!(n_won > 10 && n_lost > 10);
    assert_eq!(counts.unsupported, 0);
}

/// Decides properties about winning with both engines, checks the evidence
/// and compares the answers with the fewest pushes.
fn decide_all(
    board: &Board,
    properties: &[String],
    prunings: Prunings,
    fewest: Option<u32>,
    text: &str,
) {
    let natives: Vec<Box<dyn NativeFactory>> =
        vec![Box::new(PushFactory::new(board.clone(), prunings))];
    for asked in properties {
        let property = property(asked);
        let subject = model(board).elaborate(&property).unwrap();
        let task = Task::new(&subject, &property, &natives);
        let number = asked.rsplit(' ').next().and_then(|n| n.parse::<u32>().ok());
        let holds = match (&asked[..4], number) {
            ("solv", _) => fewest.is_some(),
            ("unso", _) => fewest.is_none(),
            ("some", Some(n)) => fewest.is_some_and(|fewest| fewest <= n),
            ("ever", Some(n)) => fewest.is_none_or(|fewest| fewest >= n),
            _ => unreachable!("{asked}"),
        };
        let engines: [&dyn Engine; 2] = [&NativeEngine::default(), &ExplicitEngine::default()];
        for engine in engines {
            let (answer, evidence) = match engine.check(&task, &mut Unlimited).finding {
                Finding::Holds(evidence) => (Answer::Holds, evidence),
                Finding::Violated(evidence) => (Answer::Violated, evidence),
                Finding::Unknown(why) => panic!("{text}, {asked}: {why}"),
            };
            assert_eq!(
                answer == Answer::Holds,
                holds,
                "{text}, {asked}, {prunings:?}"
            );
            let checked = check(&subject, answer, &evidence, &mut Unlimited);
            checked.unwrap_or_else(|e| panic!("{text}, {asked}, {prunings:?}: {e}"));
        }
    }
}

fn members(dom: &Dom) -> Vec<Val> {
    match dom {
        Dom::Range(lo, hi) => (*lo..=*hi).collect(),
        Dom::Set(bits) => (0..bits.len() * 64)
            .filter(|i| bits[i / 64] >> (i % 64) & 1 == 1)
            .map(|i| i as Val)
            .collect(),
    }
}

fn native(subject: &Subject, board: &Board, property: &Property) -> Box<dyn NativeModel> {
    let factory = PushFactory::new(board.clone(), Prunings::NONE);
    factory.model(subject, property).unwrap()
}

/// All rows of a push model, by breadth-first search without prunings.
fn plain_search(subject: &Subject, model: &dyn PackedModel) -> Search {
    let plan = SearchPlan {
        target: subject.question().reach().unwrap().target,
        max_depth: None,
        threads: 1,
        worth_sharing: 0,
    };
    Search::run(model, plan, &mut Unlimited)
}

/// The rows of the push model are the classes of the reachable step states
/// that differ by a walk, and its edges are the pushes between them.
#[test]
fn push_rows_are_classes_of_step_states() {
    for seed in 0..n_cases() {
        let rng = &mut playproof_conformance::suite::random(seed);
        let text = random_sokoban::level(rng);
        let Some(board) = board(&text) else {
            continue;
        };
        let never = property("never false");
        let subject = model(&board).elaborate(&never).unwrap();
        let native = native(&subject, &board, &never);
        let search = plain_search(&subject, &*native);
        let mut owner: HashMap<Vec<Val>, usize> = HashMap::new();
        for (i, id) in search.visited.ids().enumerate() {
            let (mut state, mut doms) = (Vec::new(), Vec::new());
            native.valuation(search.visited.row(id), &mut state);
            native.cube(search.visited.row(id), &mut doms);
            for player in members(&doms[0]) {
                state[0] = player;
                assert!(owner.insert(state.clone(), i).is_none(), "{text}");
            }
        }
        // Where play is over the player no longer walks, while the row of a
        // won state knows only the region.
        let reachable = oracle::reachable(&subject);
        let playing = |state: &&Vec<Val>| !subject.terminal(state);
        let found: HashSet<_> = owner.keys().filter(playing).collect();
        let wanted: HashSet<_> = reachable.keys().filter(playing).collect();
        assert_eq!(found, wanted, "{text}");
        assert!(reachable.keys().all(|s| owner.contains_key(s)), "{text}");
        // The pushes of all states of a class are the edges of its row.
        let mut pushes: HashSet<(usize, usize)> = HashSet::new();
        for state in reachable.keys() {
            steps(&subject, state, &mut |_, next| {
                if state[1..] != next[1..] {
                    pushes.insert((owner[state], owner[next]));
                }
            });
        }
        let mut edges: HashSet<(usize, usize)> = HashSet::new();
        let number: HashMap<&[u64], usize> = search
            .visited
            .ids()
            .enumerate()
            .map(|(i, id)| (search.visited.row(id), i))
            .collect();
        for (i, id) in search.visited.ids().enumerate() {
            let mut out = playproof_model::Batch::default();
            native.expand(search.visited.row(id), &mut out);
            let rows = out.rows.chunks_exact(native.words());
            edges.extend(rows.map(|row| (i, number[row])));
        }
        assert_eq!(edges, pushes, "{text}");
    }
}

/// Where other people's levels are, unless there are none.
fn microban() -> Option<Vec<playproof_level::Level>> {
    let beside = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/levels");
    let folder = std::env::var_os("PLAYPROOF_LEVELS").map_or(PathBuf::from(beside), PathBuf::from);
    let path = folder.join("sokoban/microban.xsb");
    match std::fs::read(&path) {
        Ok(bytes) => Some(
            playproof_level::read("microban.xsb", &bytes)
                .unwrap()
                .levels,
        ),
        Err(_) => {
            println!("skipped: no levels of other people at {}", folder.display());
            None
        }
    }
}

/// On the levels of Microban that have few push states (20,000 here; 200,000
/// if `PLAYPROOF_CASES` asks for many): the fewest pushes are those of plain
/// breadth-first search, whatever is pruned.
#[test]
fn prunings_keep_the_optimum_of_microban() {
    let Some(levels) = microban() else { return };
    let most = if n_cases() >= 1000 { 200_000 } else { 5_000 };
    let mut n_levels = 0;
    for level in &levels {
        let (board, _) = Board::read(level).unwrap();
        let title = level.title().unwrap_or_default();
        let solvable = Property::Solvable;
        let subject = model(&board).elaborate(&solvable).unwrap();
        // The target ends the search, so look for something that never is.
        let never = property("never false");
        let whole = model(&board).elaborate(&never).unwrap();
        let plan = SearchPlan {
            target: whole.question().reach().unwrap().target,
            max_depth: None,
            threads: 1,
            worth_sharing: 0,
        };
        let mut few = playproof::Limits {
            max_states: Some(most),
            max_bytes: None,
            poll: |_: &playproof::Progress| std::ops::ControlFlow::Continue(()),
        };
        let search = Search::run(&*native(&whole, &board, &never), plan, &mut few);
        if !matches!(search.end, playproof_engines::End::Exhausted) {
            continue;
        }
        n_levels += 1;
        let plain = plain_search(&subject, &*native(&subject, &board, &solvable));
        let playproof_engines::End::Found(won) = plain.end else {
            panic!("{title} can be won");
        };
        let fewest = plain.visited.depth_of(won);
        let off = |change: fn(&mut Prunings)| {
            let mut prunings = Prunings::ALL;
            change(&mut prunings);
            prunings
        };
        let all = [
            Prunings::ALL,
            Prunings::NONE,
            off(|p| p.dead_cells = false),
            off(|p| p.groups = false),
            off(|p| p.pairs = false),
            off(|p| p.bounds = false),
        ];
        for prunings in all {
            let natives: Vec<Box<dyn NativeFactory>> =
                vec![Box::new(PushFactory::new(board.clone(), prunings))];
            let decide = |text: String| {
                let property = property(&text);
                let subject = model(&board).elaborate(&property).unwrap();
                let task = Task::new(&subject, &property, &natives);
                let outcome = NativeEngine::default().check(&task, &mut Unlimited);
                let (answer, evidence) = match outcome.finding {
                    Finding::Holds(evidence) => (Answer::Holds, evidence),
                    Finding::Violated(evidence) => (Answer::Violated, evidence),
                    Finding::Unknown(why) => panic!("{title}, {text}: {why}"),
                };
                let checked = check(&subject, answer, &evidence, &mut Unlimited);
                checked.unwrap_or_else(|e| panic!("{title}, {text}, {prunings:?}: {e}"));
                (answer, evidence)
            };
            let (some, run) = decide(format!("some pushes <= {fewest}"));
            assert_eq!(some, Answer::Holds, "{title}, {prunings:?}");
            assert!(matches!(run, Evidence::Trace(_)));
            let (every, _) = decide(format!("every pushes >= {fewest}"));
            assert_eq!(every, Answer::Holds, "{title}, {prunings:?}");
        }
    }
    println!("{n_levels} levels have at most {most} push states");
    assert!(n_levels > 20);
}
