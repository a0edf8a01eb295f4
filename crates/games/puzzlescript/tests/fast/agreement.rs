//! Random walks on which both interpreters are asked at every step.

use std::sync::Arc;
use std::time::{Duration, Instant};

use fastrand::Rng;
use playproof_model::{Batch, Model, NativeFactory, Property, Subject, System};
use playproof_puzzlescript::compiled::{Board, Game};
use playproof_puzzlescript::{FastFactory, PuzzleSystem};

/// What a walk saw.
#[derive(Clone, Copy, Default, Debug)]
pub struct Walked {
    /// Steps that both took.
    pub steps: usize,
    /// Whether the fast interpreter plays the level at all.
    pub is_played: bool,
    /// Whether where a step leads was not known.
    pub is_in_doubt: bool,
}

/// Walks at random through a level, a new start wherever play is over, and compares all
/// successors of each state on the way.
pub fn walk(
    name: &str,
    game: &Game,
    board: &Board,
    has_luck: bool,
    steps: usize,
    rng: &mut Rng,
) -> Walked {
    let system = Arc::new(PuzzleSystem::new(game.clone(), board.clone(), has_luck));
    let source = system.source().to_owned();
    let model = Model::System(system.clone());
    let subject = model
        .elaborate(&Property::Solvable)
        .expect("a win is asked for");
    let mut walked = Walked::default();
    let Some(fast) = FastFactory::new(system).own_states(&subject) else {
        return walked;
    };
    walked.is_played = true;
    let layout = subject.layout();
    let mut begin = Batch::default();
    fast.initial(&mut begin);
    let mut row = begin.rows[..layout.words].to_vec();
    let (mut batch, mut play) = (Batch::default(), subject.play());
    let begun = Instant::now();
    // Games that loop for ever take long, and another game tells more.
    let patience = Duration::from_millis(100 + 20 * steps as u64);
    for _ in 0..steps {
        if begun.elapsed() > patience {
            break;
        }
        let known = successors(&subject, &mut play, &row);
        batch.clear();
        fast.expand(&row, &mut batch);
        let rows = batch.rows.chunks(layout.words).map(<[u64]>::to_vec);
        let found: Vec<(u32, Vec<u64>)> = batch.edge.iter().copied().zip(rows).collect();
        assert_eq!(
            known, found,
            "{name}: the interpreters differ after {} steps, in the row {row:x?} of\n{source}",
            walked.steps
        );
        assert_eq!(
            play.is_in_doubt,
            fast.doubt().is_some(),
            "{name}: the interpreters know different things in the row {row:x?} of\n{source}"
        );
        walked.steps += 1;
        row = match found.is_empty() || rng.usize(..200) == 0 {
            true => begin.rows[..layout.words].to_vec(),
            false => found[rng.usize(..found.len())].1.clone(),
        };
        if found.is_empty() && row == begin.rows[..layout.words] && walked.steps > 20 {
            break;
        }
    }
    walked.is_in_doubt = play.is_in_doubt;
    walked
}

fn successors(
    subject: &Subject,
    play: &mut playproof_model::Play,
    row: &[u64],
) -> Vec<(u32, Vec<u64>)> {
    let (mut state, mut known) = (Vec::new(), Vec::new());
    subject.layout().unpack(row, &mut state);
    subject.successors_in(play, &state, &mut |action, next| {
        let mut row = Vec::new();
        subject.layout().pack(next, &mut row);
        known.push((action.0, row));
    });
    known
}
