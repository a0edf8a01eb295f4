//! Random graphs as games: a state is a number, a move follows an arrow. Small
//! enough for everything about their runs to be counted.

use playproof_model::{Builder, Rules, Val, set};

/// A graph of up to nine states with up to three arrows each.
pub fn rules(rng: &mut fastrand::Rng) -> Rules {
    let n = rng.i32(2..10);
    let n_moves = rng.usize(1..4);
    let mut b = Builder::default();
    let place = b.variable("place", 0, n - 1);
    let at = b.var(place);
    for m in 0..n_moves {
        let next = (0..n).map(|_| rng.i32(0..n)).collect();
        let can = (0..n).map(|_| Val::from(rng.u32(0..4) > 0)).collect();
        let next = b.table(&format!("next{m}"), &[n as u32], next);
        let can = b.table(&format!("can{m}"), &[n as u32], can);
        let action = b.action(&format!("move{m}"));
        let (guard, to) = (b.lookup(can, &[at]), b.lookup(next, &[at]));
        b.command(&format!("move{m}"), action, guard, vec![set(place, to)]);
    }
    let likely = rng.u32(2..7);
    let won = (0..n).map(|_| Val::from(rng.u32(0..likely) == 0)).collect();
    let won = b.table("won", &[n as u32], won);
    let win = b.lookup(won, &[at]);
    b.atom("win", win);
    for name in ["red", "blue"] {
        let cells = (0..n).map(|_| Val::from(rng.bool())).collect();
        let table = b.table(name, &[n as u32], cells);
        let colour = b.lookup(table, &[at]);
        b.atom(name, colour);
    }
    if rng.bool() {
        b.terminal(win);
    }
    b.walking(n_moves as Val, |command| Some(command as Val));
    for _ in 0..rng.usize(1..3) {
        b.initial(vec![rng.i32(0..n)]);
    }
    b.finish().expect("every arrow leads to a state")
}
