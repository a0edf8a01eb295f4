//! Trusted: who draws lots where a rule leaves something to chance, and hears what is done.

/// Draws lots.
pub trait Chance {
    /// A number below `n`, which is at least 1.
    fn draw(&mut self, n: usize) -> usize;

    /// A rule did something, or ordered it: its line. For those who explain.
    fn hear(&mut self, _line: u32) {}
}

/// Goes through all that chance can do: the draws of one turn are written down, and
/// [`EveryDraw::advance`] changes the last one that can still be changed.
#[derive(Clone, Debug, Default)]
pub struct EveryDraw {
    /// What was drawn, and out of how many.
    drawn: Vec<(usize, usize)>,
    at: usize,
}

impl EveryDraw {
    /// Prepares for the same turn with other draws. `false` if there are no others.
    pub fn advance(&mut self) -> bool {
        self.at = 0;
        while let Some((drawn, n)) = self.drawn.pop() {
            if drawn + 1 < n {
                self.drawn.push((drawn + 1, n));
                return true;
            }
        }
        false
    }
}

impl Chance for EveryDraw {
    fn draw(&mut self, n: usize) -> usize {
        if self.at == self.drawn.len() {
            self.drawn.push((0, n));
        }
        self.at += 1;
        self.drawn[self.at - 1].0
    }
}
