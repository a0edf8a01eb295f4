//! An archive over two figures: the best level of every cell (MAP-Elites).

/// A figure, cut into equal steps.
#[derive(Clone, PartialEq, Debug)]
pub struct Axis {
    /// The figure's name, for drawings.
    pub name: String,
    /// Where the first step begins; what is below is not kept.
    pub least: f64,
    /// How wide a step is.
    pub step: f64,
    /// How many steps there are; the last one holds all that is above.
    pub n_steps: usize,
}

impl Axis {
    /// The step that a value is in.
    pub fn step_of(&self, value: f64) -> Option<usize> {
        let steps = (value - self.least) / self.step;
        let is_in = steps >= 0.0 && self.n_steps > 0;
        is_in.then(|| (steps as usize).min(self.n_steps - 1))
    }

    /// The least value of a step.
    pub fn value(&self, step: usize) -> f64 {
        self.least + self.step * step as f64
    }
}

/// The best of one cell.
#[derive(Clone, PartialEq, Debug)]
pub struct Elite<T> {
    /// Its score: more is better.
    pub score: f64,
    /// What it is.
    pub level: T,
}

/// The best levels by two figures.
#[derive(Clone, PartialEq, Debug)]
pub struct Archive<T> {
    /// The figures, across and down.
    pub axes: [Axis; 2],
    cells: Vec<Option<Elite<T>>>,
}

impl<T> Archive<T> {
    /// An empty archive.
    pub fn new(across: Axis, down: Axis) -> Archive<T> {
        let n_cells = across.n_steps * down.n_steps;
        Archive {
            axes: [across, down],
            cells: (0..n_cells).map(|_| None).collect(),
        }
    }

    /// Keeps a level if its cell has none, or a worse one. Of two equally good
    /// ones the first stays.
    pub fn offer(&mut self, figures: [f64; 2], score: f64, level: T) -> bool {
        let Some(at) = self.cell(figures) else {
            return false;
        };
        let cell = &mut self.cells[at];
        let is_better = cell.as_ref().is_none_or(|elite| score > elite.score);
        if is_better {
            *cell = Some(Elite { score, level });
        }
        is_better
    }

    /// The best level at a step across and a step down.
    pub fn get(&self, across: usize, down: usize) -> Option<&Elite<T>> {
        let is_in = across < self.axes[0].n_steps;
        let at = down * self.axes[0].n_steps + across;
        self.cells.get(at).filter(|_| is_in)?.as_ref()
    }

    /// The cells that hold a level: step across, step down, and the level.
    pub fn elites(&self) -> impl Iterator<Item = ([usize; 2], &Elite<T>)> {
        let width = self.axes[0].n_steps;
        let cells = self.cells.iter().enumerate();
        cells.filter_map(move |(at, elite)| Some(([at % width, at / width], elite.as_ref()?)))
    }

    /// How many cells hold a level.
    pub fn n_filled(&self) -> usize {
        self.cells.iter().flatten().count()
    }

    /// The archive as text: the scores, rounded, largest step down on top.
    pub fn drawn(&self) -> Vec<String> {
        let [across, down] = &self.axes;
        let mut rows = vec![format!("{} (up), {} (right)", down.name, across.name)];
        for y in (0..down.n_steps).rev() {
            let mut row = format!("{:>7} |", down.value(y));
            for x in 0..across.n_steps {
                row += &match self.get(x, y) {
                    Some(elite) => format!("{:>5.0}", elite.score),
                    None => format!("{:>5}", "."),
                };
            }
            rows.push(row);
        }
        let values = (0..across.n_steps).map(|x| format!("{:>5}", across.value(x)));
        rows.push(format!("{:>9}{}", "", values.collect::<String>()));
        rows
    }

    /// The same archive with something else in place of each level.
    pub fn map<U>(self, mut change: impl FnMut(T) -> U) -> Archive<U> {
        let cells = self.cells.into_iter().map(|cell| {
            cell.map(|elite| Elite {
                score: elite.score,
                level: change(elite.level),
            })
        });
        Archive {
            axes: self.axes,
            cells: cells.collect(),
        }
    }

    fn cell(&self, figures: [f64; 2]) -> Option<usize> {
        let x = self.axes[0].step_of(figures[0])?;
        let y = self.axes[1].step_of(figures[1])?;
        Some(y * self.axes[0].n_steps + x)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn axis(name: &str) -> Axis {
        Axis {
            name: name.to_owned(),
            least: 10.0,
            step: 10.0,
            n_steps: 3,
        }
    }

    #[test]
    fn every_cell_keeps_its_best() {
        let mut archive = Archive::new(axis("pushes"), axis("moves"));
        assert!(archive.offer([12.0, 25.0], 1.0, "a"));
        assert!(!archive.offer([19.0, 29.0], 1.0, "b"));
        assert!(archive.offer([19.0, 29.0], 2.0, "c"));
        assert!(archive.offer([500.0, 10.0], 7.0, "d"));
        assert!(!archive.offer([9.0, 25.0], 9.0, "e"));
        assert_eq!(archive.n_filled(), 2);
        assert_eq!(archive.get(0, 1).map(|elite| elite.level), Some("c"));
        assert_eq!(archive.get(2, 0).map(|elite| elite.level), Some("d"));
        assert_eq!(archive.get(3, 0), None);
        let drawing = [
            "moves (up), pushes (right)",
            "     30 |    .    .    .",
            "     20 |    2    .    .",
            "     10 |    .    .    7",
            "            10   20   30",
        ];
        assert_eq!(archive.drawn(), drawing);
    }
}
