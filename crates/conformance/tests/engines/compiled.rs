//! The compiled successor generator is the kernel's play, only faster.

use playproof_conformance::games::{car, random_rules, sokoban, tokens};
use playproof_conformance::suite::n_cases;
use playproof_engines::CompiledModel;
use playproof_model::{
    ActionId, Batch, Machine, PackedModel, Property, Rules, Step, Subject, Val, elaborate,
};

/// Compares successors and target on these states, all in one batch.
fn same_as_play(subject: &Subject, states: &[Vec<Val>]) {
    let model = CompiledModel::new(subject);
    let mut play = subject.play();
    let layout = subject.layout();
    let mut rows = Vec::new();
    for state in states {
        layout.pack(state, &mut rows);
    }
    let mut wanted = Vec::new();
    for (i, state) in states.iter().enumerate() {
        play.each_successor(state, |command, next| {
            let mut row = Vec::new();
            layout.pack(next, &mut row);
            wanted.push((i as u32, command as u32, row));
        });
    }
    let mut out = Batch::default();
    model.expand(&rows, &mut out);
    let found = out
        .src
        .iter()
        .zip(&out.edge)
        .zip(out.rows.chunks_exact(layout.words));
    let mut found: Vec<_> = found.map(|((&s, &e), row)| (s, e, row.to_vec())).collect();
    found.sort();
    assert_eq!(found, wanted);
    let target = subject.question().reach().unwrap().target;
    let mut truth = Vec::new();
    model.holds(&rows, target, &mut Batch::default(), &mut truth);
    let right: Vec<bool> = states.iter().map(|s| subject.holds(s, target)).collect();
    assert_eq!(truth, right);
}

/// One step at a time, by action or by command, as all successors have it.
fn steps_are_successors(subject: &Subject, state: &[Val]) {
    let machine = subject.machine();
    let mut other = subject.play();
    let mut taken = vec![0; machine.actions.len()];
    let mut is_enabled = vec![false; machine.commands.len()];
    subject.play().each_successor(state, |command, next| {
        let action = machine.commands[command].action;
        let choice = taken[action.index()];
        taken[action.index()] += 1;
        is_enabled[command] = true;
        let step = Step::Act { action, choice };
        assert_eq!(subject.step_of(&mut other, state, command), Some(step));
        let mut after = state.to_vec();
        assert!(subject.take(&mut after, step));
        assert_eq!(after, next);
    });
    for (action, choice) in (0..).map(ActionId).zip(taken) {
        let mut after = state.to_vec();
        assert!(!subject.take(&mut after, Step::Act { action, choice }));
        assert_eq!(after, state);
    }
    let disabled = (0..is_enabled.len()).filter(|command| !is_enabled[*command]);
    for command in disabled {
        assert_eq!(subject.step_of(&mut other, state, command), None);
    }
    let mut after = state.to_vec();
    let unknown = ActionId(machine.actions.len() as u32);
    assert!(!subject.take(
        &mut after,
        Step::Act {
            action: unknown,
            choice: 0
        }
    ));
}

/// States anywhere in the domains, reachable or not.
fn random_states(machine: &Machine, n: usize, rng: &mut fastrand::Rng) -> Vec<Vec<Val>> {
    let flat: Vec<_> = machine
        .vars
        .iter()
        .flat_map(|v| vec![v; v.n_flat()])
        .collect();
    let state = |rng: &mut fastrand::Rng| flat.iter().map(|v| rng.i32(v.lo..=v.hi)).collect();
    (0..n).map(|_| state(rng)).collect()
}

fn check(rules: &Rules, property: &str, rng: &mut fastrand::Rng) -> usize {
    let property: Property = property.parse().unwrap();
    let subject = elaborate(rules, &property).unwrap();
    // More than one batch, and one that is not full.
    let states = random_states(subject.machine(), 300, rng);
    same_as_play(&subject, &states);
    for state in &states {
        steps_are_successors(&subject, state);
    }
    subject.layout().words
}

#[test]
fn on_random_rules() {
    for seed in 0..n_cases() {
        let rng = &mut playproof_conformance::suite::random(seed);
        let rules = random_rules::rules(rng);
        check(&rules, "reach odd && weight <= 3", rng);
    }
}

#[test]
fn on_rows_of_one_two_and_many_words() {
    let rng = &mut playproof_conformance::suite::random(3);
    for (width, height, words) in [(6, 7, 1), (10, 8, 2), (14, 13, 3), (20, 20, 7)] {
        let board = sokoban::Board::random_of_size(rng, width, height);
        let found = check(&sokoban::rules(&board), "shortest <= 30", rng);
        assert!(found <= words && found >= words - 1, "{found} words");
    }
}

#[test]
fn on_arithmetic_and_tables() {
    let rng = &mut playproof_conformance::suite::random(4);
    check(
        &car::rules(&[4, 2, 3, 1, 0], 7),
        "reach crash && fuel <= 3",
        rng,
    );
    check(
        &tokens::rules::<3>(&tokens::TokenGrid::new(7)),
        "solvable",
        rng,
    );
}
