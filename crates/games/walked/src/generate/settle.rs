//! Generations of a life-like automaton until little changes any more.

use std::mem::swap;

use crate::generate::generator::IsOver;
use crate::generate::life::Life;
use crate::generate::{Design, Walls};

/// Why no more generations followed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ending {
    /// The last generation changed at most one cell in 144, rounded down: four
    /// cells of a square of 24, one of a square of 16, none of a square of 8.
    Settled,
    /// A generation came back, so they would have repeated for ever.
    Oscillates,
    /// There were as many generations as the design allows.
    Cap,
}

/// Runs the life-like rule of a design.
pub(crate) struct Settling {
    life: Life,
    in_place: bool,
    max_generations: u32,
    /// How many cells a generation may change and count as settled.
    quiet: usize,
    next: Walls,
    /// The generation before the present one.
    last: Walls,
    /// An earlier generation that each new one is compared with. It is replaced
    /// after 1, 2, 4, 8 and so on generations: in the end it is in the cycle and
    /// stays for longer than the cycle is long, so that every cycle is noticed.
    mark: Walls,
}

impl Settling {
    pub(crate) fn new(design: &Design) -> Settling {
        Settling {
            life: Life::new(design.life),
            in_place: design.in_place,
            max_generations: design.max_generations,
            quiet: design.size.area() / 144,
            next: Walls::new(design.size),
            last: Walls::new(design.size),
            mark: Walls::new(design.size),
        }
    }

    /// Replaces `now` by the last generation that follows it, and says how many there
    /// were and why no more; nothing if time was over before.
    pub(crate) fn run(&mut self, now: &mut Walls, is_over: IsOver) -> Option<(u32, Ending)> {
        self.last.copy_from(now);
        self.mark.copy_from(now);
        let mut mark_expires = 1;
        for generation in 1..=self.max_generations {
            if is_over() {
                return None;
            }
            if self.in_place {
                self.life.in_place(now, &mut self.next);
            } else {
                self.life.all_at_once(now, &mut self.next);
            }
            let n_changes = now.n_differences(&self.next);
            let returns = self.next == self.last || self.next == self.mark;
            swap(&mut self.last, now);
            swap(now, &mut self.next);
            if n_changes <= self.quiet {
                return Some((generation, Ending::Settled));
            }
            if returns {
                return Some((generation, Ending::Oscillates));
            }
            if generation == mark_expires {
                self.mark.copy_from(now);
                mark_expires = generation.saturating_mul(2);
            }
        }
        Some((self.max_generations, Ending::Cap))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::{Cast, Size};

    fn run(rule: &str, picture: &str, max_generations: u32) -> (u32, Ending, String) {
        let rows: Vec<&str> = picture.split_whitespace().collect();
        let size = Size::new(rows[0].len(), rows.len()).unwrap();
        let mut design = Design::new(Cast::ALONE, size);
        design.life = rule.parse().unwrap();
        design.max_generations = max_generations;
        let mut walls = Walls::new(size);
        for (y, row) in rows.iter().enumerate() {
            for (x, cell) in row.bytes().enumerate() {
                walls.set(x, y, cell == b'1');
            }
        }
        let settled = Settling::new(&design).run(&mut walls, &|| false);
        let (generations, ending) = settled.expect("time enough");
        (generations, ending, walls.to_string())
    }

    #[test]
    fn a_blinker_oscillates() {
        let (generations, ending, walls) = run("B3/S23", "00000 00000 01110 00000 00000", 100);
        assert_eq!((generations, ending), (2, Ending::Oscillates));
        assert_eq!(walls, "00000\n00000\n01110\n00000\n00000\n");
    }

    #[test]
    fn a_block_settles() {
        let (generations, ending, _) = run("B3/S23", "0000 0110 0110 0000", 100);
        assert_eq!((generations, ending), (1, Ending::Settled));
    }

    #[test]
    fn a_blinker_is_cut_short() {
        assert_eq!(run("B3/S23", "000 111 000", 1).1, Ending::Cap);
        assert_eq!(run("B3/S23", "000 111 000", 0).0, 0);
    }

    #[test]
    fn a_long_cycle_is_noticed() {
        // Figure eight, of period 8, with room around it.
        let eight = "000000000000 000000000000 000000000000 000111000000 000111000000
            000111000000 000000111000 000000111000 000000111000 000000000000
            000000000000 000000000000";
        let (generations, ending, _) = run("B3/S23", eight, 100);
        assert_eq!(ending, Ending::Oscillates);
        assert!(generations <= 24, "{generations}");
    }
}
