//! From rows on a path to a run of the game, step by step.

use playproof_certify::Trace;
use playproof_model::{Batch, NativeModel, PackedModel, Step, Subject, Val, steps_in};

/// The run behind a path of rows, each a state in which the variables in
/// `open` do not matter. `None` if the rows are no path of the game, which
/// means a wrong packed model.
pub fn replay(
    subject: &Subject,
    model: &dyn PackedModel,
    path: &[&[u64]],
    open: &[u32],
) -> Option<Trace> {
    let alike = |state: &[Val], row: &[u64]| {
        let mut wanted = Vec::new();
        model.valuation(row, &mut wanted);
        let same = |i: usize| state[i] == wanted[i] || open.contains(&(i as u32));
        (0..state.len()).all(same)
    };
    let by_edges = || replay_by_edges(subject, model, path, &alike);
    let quick = open.is_empty().then(by_edges).flatten();
    quick.or_else(|| follow(subject, path.len(), &mut |i, state| alike(state, path[i])))
}

/// The same for a model whose edges have the numbers of commands, as those of
/// compiled Rules do: all rows are expanded at once, and one command a step is
/// tried. With other numbers it finds nothing.
fn replay_by_edges(
    subject: &Subject,
    model: &dyn PackedModel,
    path: &[&[u64]],
    alike: &dyn Fn(&[Val], &[u64]) -> bool,
) -> Option<Trace> {
    let (first, rest) = path.split_first()?;
    let (initial, mut state) = initial_like(subject, &mut |s| alike(s, first))?;
    let (mut out, words) = (Batch::default(), model.words());
    model.expand(&path[..rest.len()].concat(), &mut out);
    let mut commands = vec![None; rest.len()];
    for ((&src, &edge), row) in out.src.iter().zip(&out.edge).zip(out.rows.chunks(words)) {
        if row == rest[src as usize] {
            commands[src as usize].get_or_insert(edge as usize);
        }
    }
    let mut play = subject.play();
    let mut steps = Vec::with_capacity(commands.len());
    for (command, row) in commands.into_iter().zip(rest) {
        let step = subject.step_of(&mut play, &state, command?)?;
        let is_taken = play.take(&mut state, step) && alike(&state, row);
        steps.push(is_taken.then_some(step)?);
    }
    Some(Trace { initial, steps })
}

/// The run through these states. `None` if they are no run of the game.
pub fn run_through(subject: &Subject, states: &[Vec<Val>]) -> Option<Trace> {
    follow(subject, states.len(), &mut |i, state| state == states[i])
}

/// A run through so many states, each of which is accepted at its place.
fn follow(
    subject: &Subject,
    n_states: usize,
    accept: &mut dyn FnMut(usize, &[Val]) -> bool,
) -> Option<Trace> {
    if n_states == 0 {
        return None;
    }
    let (initial, mut state) = initial_like(subject, &mut |s| accept(0, s))?;
    let mut taken = Vec::new();
    let mut play = subject.play();
    for i in 1..n_states {
        let mut found = None;
        steps_in(subject, &mut play, &state, &mut |step, next| {
            if found.is_none() && accept(i, next) {
                found = Some((step, next.to_vec()));
            }
        });
        let (step, next) = found?;
        taken.push(step);
        state = next;
    }
    let steps = taken;
    Some(Trace { initial, steps })
}

/// The run behind a path of rows of a native model.
pub(crate) fn replay_native(
    subject: &Subject,
    model: &dyn NativeModel,
    path: &[&[u64]],
) -> Option<Trace> {
    let (first, rest) = path.split_first()?;
    let mut inits = Batch::default();
    model.initial(&mut inits);
    // Initial rows come in the order of the initial states.
    let position = inits
        .rows
        .chunks_exact(model.words())
        .position(|r| r == *first)?;
    let mut index = 0;
    let (initial, mut state) = initial_like(subject, &mut |_: &[Val]| {
        index += 1;
        index == position + 1
    })?;
    let mut taken = Vec::new();
    let mut play = subject.play();
    let (mut from, mut out, mut actions) = (first, Batch::default(), Vec::new());
    for row in rest {
        out.clear();
        model.expand(from, &mut out);
        let edge = out
            .rows
            .chunks_exact(model.words())
            .position(|r| r == *row)?;
        actions.clear();
        model.steps(&state, out.edge[edge], row, &mut actions);
        for &action in &actions {
            let step = Step::Act { action, choice: 0 };
            if !play.take(&mut state, step) {
                return None;
            }
            taken.push(step);
        }
        from = row;
    }
    let steps = taken;
    Some(Trace { initial, steps })
}

/// The first initial state that is accepted, with its position.
fn initial_like(
    subject: &Subject,
    accept: &mut dyn FnMut(&[Val]) -> bool,
) -> Option<(u32, Vec<Val>)> {
    let mut found = None;
    let mut index = 0;
    subject.initial(&mut |state| {
        if found.is_none() && accept(state) {
            found = Some((index, state.to_vec()));
        }
        index += 1;
    });
    found
}
