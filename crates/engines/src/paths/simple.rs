//! Runs that repeat no state, one after the other. No step is taken from which
//! the target cannot be reached any more without repeating a state, so that
//! between two runs there is only little work.

use playproof_certify::{Budget, Stop};

use super::field::Field;

/// Where the listing stands: a state of the run so far, and what else can
/// follow the one before it.
struct Fork {
    state: u32,
    others: Vec<u32>,
}

/// What came of the listing: the runs found, and the limit that ended it.
pub(super) struct Listing {
    pub runs: Vec<Vec<u32>>,
    pub stopped: Option<Stop>,
}

/// Lists up to `wanted` runs without repeated states; fewer only if there are
/// no more, or if a limit was hit.
pub(super) fn simple_runs(field: &Field, wanted: usize, budget: &mut dyn Budget) -> Listing {
    let mut listing = Listing {
        runs: Vec::new(),
        stopped: None,
    };
    let mut on_run = vec![false; field.graph.len()];
    let mut run: Vec<Fork> = Vec::new();
    let mut n_words = 0;
    let mut choices = by_distance(field, field.graph.initial().to_vec());
    while listing.runs.len() < wanted {
        // Forward, to the nearest target first.
        match choices.pop() {
            Some(state) => {
                run.push(Fork {
                    state,
                    others: std::mem::take(&mut choices),
                });
                on_run[state as usize] = true;
                if field.is_target[state as usize] {
                    n_words += run.len();
                    listing.runs.push(run.iter().map(|f| f.state).collect());
                } else {
                    choices = fruitful(field, state, &on_run);
                }
            }
            // Back, to what else could have been done.
            None => match run.pop() {
                Some(fork) => {
                    on_run[fork.state as usize] = false;
                    choices = fork.others;
                }
                None => return listing,
            },
        }
        if let Err(stop) = field.graph.poll(budget, n_words as u64 * 4) {
            listing.stopped = Some(stop);
            return listing;
        }
    }
    listing
}

/// The steps after which the target can still be reached without repeating a
/// state, the best one last. From the state itself it can be reached so.
fn fruitful(field: &Field, state: u32, on_run: &[bool]) -> Vec<u32> {
    let next = field.next(state).iter().copied();
    let next: Vec<u32> = next.filter(|&t| !on_run[t as usize]).collect();
    if let [_] = next[..] {
        return next;
    }
    let mut next = by_distance(field, next);
    next.retain(|&t| field.can_win(t, &|s| on_run[s as usize]));
    next
}

fn by_distance(field: &Field, mut states: Vec<u32>) -> Vec<u32> {
    states.retain(|&s| field.distance[s as usize] != u32::MAX);
    states.sort_by_key(|&s| std::cmp::Reverse(field.distance[s as usize]));
    states
}
