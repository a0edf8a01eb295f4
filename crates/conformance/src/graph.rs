//! A statement played: its states with what is true there, and their steps. For the
//! oracles in Python, which can read commands, but not play a game with an
//! interpreter of its own.

use std::collections::HashMap;
use std::fmt::Write;

use playproof_kernel::{Statement, Val};

/// The states breadth first, a line each: its propositions as 0 and 1, then `action:state`
/// for each step, and `?` where the interpreter cannot tell where some action leads.
/// States after the first `most` are there with `-` instead of their steps.
pub fn graph(statement: &Statement, most: usize) -> String {
    let machine = statement.machine();
    let mut play = statement.play();
    let (mut states, mut numbers) = (Vec::<Vec<Val>>::new(), HashMap::<Vec<Val>, usize>::new());
    let mut number = |state: &[Val], states: &mut Vec<Vec<Val>>| {
        *numbers.entry(state.to_vec()).or_insert_with(|| {
            states.push(state.to_vec());
            states.len() - 1
        })
    };
    let mut text = String::from("graph\n");
    for first in play.initial() {
        number(&first, &mut states);
    }
    let mut at = 0;
    while at < states.len() {
        let state = states[at].clone();
        let truth = play.letter(&state);
        text.extend(truth.iter().map(|&is_true| if is_true { '1' } else { '0' }));
        if at < most {
            play.is_in_doubt = false;
            play.each_successor(&state, |command, next| {
                let action = match machine.foreign {
                    Some(_) => command,
                    None => machine.commands[command].action.index(),
                };
                let (name, to) = (&machine.actions[action].name, number(next, &mut states));
                write!(text, " {name}:{to}").expect("text can be written");
            });
            text += if play.is_in_doubt { " ?" } else { "" };
        } else {
            text += " -";
        }
        text += "\n";
        at += 1;
    }
    text
}
