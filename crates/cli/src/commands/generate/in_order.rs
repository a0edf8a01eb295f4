//! Work that several threads do and one takes, in the order of its numbers: so
//! that what comes out does not depend on how many threads there are.

use std::collections::BTreeMap;
use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Condvar, Mutex, PoisonError, mpsc};
use std::thread;

/// How far the threads may be ahead of what was taken, for each thread.
const AHEAD: u64 = 64;

/// Gives each number to one of the workers, each made in its own thread, and
/// takes their results in order until that is enough.
pub fn in_order<T: Send, W: FnMut(u64) -> T>(
    numbers: Range<u64>,
    n_threads: usize,
    worker: impl Fn() -> W + Sync,
    mut take: impl FnMut(u64, T) -> ControlFlow<()>,
) {
    if n_threads == 1 {
        let mut work = worker();
        for number in numbers {
            if take(number, work(number)).is_break() {
                return;
            }
        }
        return;
    }
    let ahead = AHEAD * n_threads as u64;
    let next = AtomicU64::new(numbers.start);
    let gate = Gate::new(numbers.start.saturating_add(ahead));
    let (results, arrivals) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..n_threads {
            let (results, next, gate, worker) = (results.clone(), &next, &gate, &worker);
            let end = numbers.end;
            scope.spawn(move || {
                let _alarm = Alarm(gate);
                let mut work = worker();
                loop {
                    let after = |number| (number < end).then(|| number + 1);
                    let Ok(number) = next.fetch_update(Relaxed, Relaxed, after) else {
                        return;
                    };
                    if !gate.pass(number) {
                        return;
                    }
                    if results.send((number, work(number))).is_err() {
                        return;
                    }
                }
            });
        }
        drop(results);
        let mut early = BTreeMap::new();
        let mut wanted = numbers.start;
        // A thread that panics ends the scope, and with it the program.
        for (number, result) in arrivals {
            early.insert(number, result);
            while let Some(result) = early.remove(&wanted) {
                if take(wanted, result).is_break() {
                    gate.close();
                    return;
                }
                wanted += 1;
                gate.open_until(wanted.saturating_add(ahead));
            }
        }
    });
}

/// Opens the gate for nobody if its thread panics: the others would wait for
/// its result for ever.
struct Alarm<'g>(&'g Gate);

impl Drop for Alarm<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.close();
        }
    }
}

/// Lets numbers pass that are not too far ahead.
struct Gate {
    /// The first number that has to wait; none passes once it is 0.
    limit: Mutex<u64>,
    moved: Condvar,
}

impl Gate {
    fn new(limit: u64) -> Gate {
        Gate {
            limit: Mutex::new(limit),
            moved: Condvar::new(),
        }
    }

    /// Waits; false if the gate was closed.
    fn pass(&self, number: u64) -> bool {
        let limit = self.limit.lock().unwrap_or_else(PoisonError::into_inner);
        let must_wait = |limit: &mut u64| *limit != 0 && number >= *limit;
        let limit = self.moved.wait_while(limit, must_wait);
        *limit.unwrap_or_else(PoisonError::into_inner) != 0
    }

    fn open_until(&self, limit: u64) {
        *self.limit.lock().unwrap_or_else(PoisonError::into_inner) = limit;
        self.moved.notify_all();
    }

    fn close(&self) {
        self.open_until(0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_order_whatever_the_number_of_threads() {
        for n_threads in [1, 2, 3, 8] {
            let mut taken = Vec::new();
            let slow = |n: u64| {
                if n.is_multiple_of(7) {
                    thread::yield_now();
                }
                n * n
            };
            in_order(
                5..2000,
                n_threads,
                || slow,
                |number, square| {
                    taken.push((number, square));
                    match number {
                        1500 => ControlFlow::Break(()),
                        _ => ControlFlow::Continue(()),
                    }
                },
            );
            let expected: Vec<(u64, u64)> = (5..=1500).map(|n| (n, n * n)).collect();
            assert_eq!(taken, expected);
        }
    }

    #[test]
    fn the_last_numbers_of_all_are_numbers_too() {
        for n_threads in [1, 2] {
            let mut n_taken = 0;
            let numbers = u64::MAX - 3..u64::MAX;
            let take = |_, _| {
                n_taken += 1;
                ControlFlow::Continue(())
            };
            in_order(numbers, n_threads, || |n| n, take);
            assert_eq!(n_taken, 3);
        }
    }

    #[test]
    #[should_panic(expected = "scoped thread panicked")]
    fn a_panic_is_not_waited_for() {
        let work = |n: u64| assert!(n != 70, "as wanted");
        in_order(0..100_000, 2, || work, |_, ()| ControlFlow::Continue(()));
    }

    #[test]
    fn nothing_to_do_is_done_at_once() {
        for n_threads in [1, 4] {
            in_order(3..3, n_threads, || |n| n, |_, _| unreachable!());
        }
    }
}
