//! A run as a sequence of frames: the first one whole, and of every other one
//! the cells that changed, so that long runs of large levels stay small.

use std::collections::HashMap;
use std::num::NonZeroUsize;

use playproof::{Cell, Run, Tile, Val, View};

use super::caption::Caption;
use super::chart::ChartRun;
use super::opponents::{Opponent, opponents};
use super::sprites::SpriteRun;
use crate::printable::printable;
use crate::run::{End, lasting};

/// A run, ready to be drawn.
#[derive(Clone, Debug)]
pub struct Scene {
    pub(super) caption: Caption,
    pub(super) legend: Vec<Tile>,
    /// What the side of a cell should be a multiple of.
    pub(super) grain: usize,
    /// Columns and rows.
    pub(super) size: (usize, usize),
    /// Every look that a cell has in the run, once.
    pub(super) looks: Vec<Cell>,
    /// The first frame.
    pub(super) first: Vec<Look>,
    pub(super) frames: Vec<Frame>,
    /// The changes of all frames, one frame after the other.
    changes: Vec<Change>,
    /// The names of the actions, once each.
    pub(super) actions: Vec<String>,
    /// The steps of the whole run.
    pub(crate) n_steps: usize,
    /// Frames show each step that is a multiple of this, and the last.
    pub(super) every: usize,
    /// How the run ends.
    pub(crate) end: End,
    /// Where the player is in each state of the whole run.
    pub(super) path: Path,
    /// The same with all places that are come through.
    pub(super) walk: Path,
    /// Who moves beside the player.
    pub(super) opponents: Vec<Opponent>,
    /// The ways of other runs.
    pub(super) other_paths: Vec<Path>,
    /// Places that stand out, in stills only.
    pub(super) marks: Vec<(Mark, Vec<(usize, usize)>)>,
    /// The run through boxes and links, of levels that are better drawn so.
    pub(super) chart: Option<ChartRun>,
    /// Everybody at their exact places, of games that say so.
    pub(super) sprites: Option<SpriteRun>,
}

/// Where somebody is in each state of a run.
pub(super) type Path = Vec<Option<(usize, usize)>>;

/// What marked places are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mark {
    /// The player can get there.
    Reached,
    /// The player must come through.
    Cut,
    /// What stands there is stuck.
    Stuck,
    /// What stands there does not matter.
    Spare,
    /// A piece there is lost.
    Dead,
    /// Nobody gets nearer to the goal.
    Furthest,
    /// It is in the way there.
    Barrier,
}

impl Mark {
    /// In characters.
    pub(crate) fn glyph(self) -> char {
        match self {
            Mark::Reached => '·',
            Mark::Cut | Mark::Dead | Mark::Barrier => 'x',
            Mark::Furthest => '*',
            Mark::Stuck => 'X',
            Mark::Spare => 'o',
        }
    }

    /// Whether it is about what stands in a place, and not about the place.
    pub(crate) fn is_of_piece(self) -> bool {
        matches!(self, Mark::Stuck | Mark::Spare)
    }

    /// Whether it is seen whatever stands there.
    pub(crate) fn is_on_top(self) -> bool {
        self.is_of_piece() || matches!(self, Mark::Furthest | Mark::Barrier)
    }
}

/// A look, as its place in [`Scene::looks`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(super) struct Look(pub u32);

/// A cell that looks different from now on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Change {
    pub at: usize,
    pub look: Look,
}

/// One frame.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Frame {
    /// The steps taken so far.
    pub step: usize,
    /// The last of them, as its place in [`Scene::actions`]; none at the start.
    pub action: Option<usize>,
    /// Where its changes end in [`Scene::changes`].
    end: usize,
}

impl Scene {
    /// The frames of a run with at least one state; of its steps, each that is
    /// a multiple of `every`, and the last. Where nothing can be done any more,
    /// the run goes on for ever, but there is nothing to be seen.
    pub fn new(view: &dyn View, run: &Run, every: NonZeroUsize, caption: &Caption) -> Scene {
        let every = every.get();
        let (actions, end) = lasting(&run.actions, run.repeats_from.map(|n| n as u64));
        let n_steps = actions.len();
        let states = &run.states[..run.states.len().min(n_steps + 1)];
        let mut scene = Scene {
            caption: Caption {
                title: printable(&caption.title),
                verdict: printable(&caption.verdict),
            },
            legend: view.legend().to_vec(),
            grain: view.grain().max(1),
            size: view.size(),
            looks: Vec::new(),
            first: Vec::new(),
            frames: Vec::new(),
            changes: Vec::new(),
            actions: Vec::new(),
            n_steps,
            every,
            end,
            path: path(view, states),
            walk: walk(view, states),
            opponents: opponents(view, states),
            other_paths: Vec::new(),
            marks: Vec::new(),
            chart: None,
            sprites: SpriteRun::new(view, states),
        };
        let mut looks = HashMap::new();
        let mut actions = HashMap::new();
        let (mut cells, mut plain) = (Vec::new(), Vec::new());
        if let Some(state) = run.states.first() {
            view.first_cells(state, &mut cells);
            view.cells(state, &mut plain);
        }
        let first = cells.iter().map(|&cell| scene.look(&mut looks, cell));
        scene.first = first.collect();
        scene.add_frame(0, None);
        let (mut changed, mut own) = (Vec::new(), Vec::new());
        for before in (0..n_steps).step_by(every) {
            let step = n_steps.min(before.saturating_add(every));
            changed.clear();
            view.changes(&run.states[before], &run.states[step], &mut changed);
            if before == 0 {
                // What was picked up before the first move is gone from here on.
                let same = |at: &usize| changed.iter().all(|(other, _)| other != at);
                let gone = (0..plain.len()).filter(|&at| cells[at] != plain[at]);
                let gone: Vec<usize> = gone.filter(same).collect();
                changed.extend(gone.into_iter().map(|at| (at, plain[at])));
            }
            for &(at, cell) in &changed {
                let look = scene.look(&mut looks, cell);
                scene.changes.push(Change { at, look });
            }
            let name = &run.actions[step - 1];
            // Where somebody bumps into something, say.
            own.clear();
            view.changes(&run.states[step - 1], &run.states[step], &mut own);
            let is_still = own.is_empty()
                && view.player(&run.states[step]).is_some()
                && view.sprites(&run.states[step - 1]) == view.sprites(&run.states[step]);
            let action = *actions.entry((name, is_still)).or_insert_with(|| {
                let still = if is_still { ", nothing moves" } else { "" };
                scene.actions.push(printable(name) + still);
                scene.actions.len() - 1
            });
            scene.add_frame(step, Some(action));
        }
        let shown: Vec<usize> = scene.frames.iter().map(|frame| frame.step).collect();
        scene.chart = ChartRun::new(view, states, &shown);
        scene
    }

    /// One state with marked places.
    pub fn marked(
        view: &dyn View,
        state: &[Val],
        marks: Vec<(Mark, Vec<(usize, usize)>)>,
        caption: &Caption,
    ) -> Scene {
        let run = Run {
            states: vec![state.to_vec()],
            actions: Vec::new(),
            repeats_from: None,
            breaks_at: None,
        };
        let mut scene = Scene::new(view, &run, NonZeroUsize::MIN, caption);
        scene.marks = marks;
        scene
    }

    /// Draws the ways of other runs too, where whole ways are drawn. Those are
    /// the player's: whoever else moves is followed in the first run only, so
    /// that the lines can still be told apart.
    pub fn add_ways(&mut self, view: &dyn View, runs: &[Run]) {
        let paths = runs.iter().map(|run| path(view, &run.states));
        self.other_paths.extend(paths);
    }

    /// Marks the places that are marked in another one, where the whole way is
    /// drawn.
    pub fn add_marks_of(&mut self, other: &Scene) {
        self.marks.clone_from(&other.marks);
    }

    /// Says something beside the action that led to a step, where its frame is shown.
    pub fn add_note(&mut self, step: usize, text: &str) {
        let frame = self.frames.iter_mut().find(|frame| frame.step == step);
        if let Some(action) = frame.and_then(|frame| frame.action.as_mut()) {
            let label = format!("{}: {text}", self.actions[*action]);
            *action = self.actions.len();
            self.actions.push(label);
        }
    }

    /// The same with nothing but the ground of cells, and with rows above the level, whose
    /// cells look as most do.
    pub(super) fn grounds(&self, rows_above: usize) -> Scene {
        let mut scene = self.clone();
        let grounds = scene.looks.iter_mut();
        grounds.for_each(|cell| *cell = Cell::new(cell.ground, None));
        let mut counts = vec![0; self.looks.len()];
        self.first.iter().for_each(|l| counts[l.0 as usize] += 1);
        let most = (0..self.looks.len() as u32).max_by_key(|&l| counts[l as usize]);
        let n_cells = rows_above * self.size.0;
        let above = std::iter::repeat_n(Look(most.unwrap_or(0)), n_cells);
        scene.first = above.chain(self.first.iter().copied()).collect();
        scene.size.1 += rows_above;
        scene
            .changes
            .iter_mut()
            .for_each(|change| change.at += n_cells);
        let marked = scene.marks.iter_mut().flat_map(|(_, places)| places);
        marked.for_each(|place| place.1 += rows_above);
        scene
    }

    fn add_frame(&mut self, step: usize, action: Option<usize>) {
        let end = self.changes.len();
        self.frames.push(Frame { step, action, end });
    }

    fn look(&mut self, known: &mut HashMap<Cell, Look>, cell: Cell) -> Look {
        *known.entry(cell).or_insert_with(|| {
            self.looks.push(cell);
            Look(self.looks.len() as u32 - 1)
        })
    }

    /// The steps of the whole run.
    pub fn n_steps(&self) -> usize {
        self.n_steps
    }

    /// The number of frames, the first one among them.
    pub fn n_frames(&self) -> usize {
        self.frames.len()
    }

    /// What a frame changes in the one before it.
    pub(super) fn changes(&self, frame: usize) -> &[Change] {
        let start = match frame {
            0 => 0,
            _ => self.frames[frame - 1].end,
        };
        &self.changes[start..self.frames[frame].end]
    }

    /// The name of the action that led to a frame.
    pub(super) fn action(&self, frame: &Frame) -> Option<&str> {
        Some(&self.actions[frame.action?])
    }

    /// The tiles of a look, from below.
    pub(super) fn tiles(&self, look: Look) -> impl Iterator<Item = &Tile> {
        let ids = self.looks[look.0 as usize].tiles();
        ids.map(|id| &self.legend[usize::from(id.0)])
    }

    /// Whether a tile of the legend comes up in the run.
    pub(super) fn is_seen(&self, id: usize) -> bool {
        let mut tiles = self.looks.iter().flat_map(|cell| cell.tiles());
        tiles.any(|tile| usize::from(tile.0) == id)
    }

    /// Pixels a side of a cell: about 480 in width, and never more than
    /// [`MAX_SIDE`] a side.
    pub(super) fn cell_side(&self) -> usize {
        let (columns, rows) = (self.size.0.max(1), self.size.1.max(1));
        let readable = (480 / columns).clamp(4, 32);
        let side = readable.min(MAX_SIDE / columns.max(rows)).max(1);
        match side / self.grain {
            0 => side,
            n_grains => n_grains * self.grain,
        }
    }

    /// How long a frame is shown, in milliseconds, if nobody says otherwise: a
    /// run takes some seconds, whatever its length.
    pub(super) fn pace(&self) -> u32 {
        (8000 / self.n_frames() as u32).clamp(40, 200)
    }
}

fn path(view: &dyn View, states: &[Vec<Val>]) -> Path {
    states.iter().map(|s| view.player(s)).collect()
}

fn walk(view: &dyn View, states: &[Vec<Val>]) -> Path {
    let first = states.iter().take(1).map(|state| view.player(state));
    let steps = states.windows(2).flat_map(|pair| {
        let between = view.between(&pair[0], &pair[1]).into_iter().map(Some);
        between.chain([view.player(&pair[1])])
    });
    first.chain(steps).collect()
}

/// The most pixels a picture has in each direction.
const MAX_SIDE: usize = 1600;

#[cfg(test)]
mod tests {
    use crate::picture::test_runs::{FIRST, OPEN, scene};

    #[test]
    fn frames_build_upon_each_other() {
        let scene = scene(FIRST, 1);
        assert_eq!(scene.n_frames(), 34);
        let mut cells = scene.first.clone();
        for k in 1..scene.n_frames() {
            let changes = scene.changes(k);
            assert_eq!(changes.len(), 2, "one cell is left, one entered");
            for change in changes {
                assert_ne!(cells[change.at], change.look);
                cells[change.at] = change.look;
            }
        }
        let avatar_on_goal = cells.iter().filter(|&&look| scene.tiles(look).count() == 2);
        assert_eq!(avatar_on_goal.count(), 1);
    }

    #[test]
    fn every_nth_step_is_kept_and_the_last() {
        let steps = |every| -> Vec<usize> {
            let scene = scene(OPEN, every);
            scene.frames.iter().map(|f| f.step).collect()
        };
        assert_eq!(steps(1), [0, 1, 2, 3, 4, 5]);
        assert_eq!(steps(2), [0, 2, 4, 5]);
        assert_eq!(steps(5), [0, 5]);
        assert_eq!(steps(usize::MAX), [0, 5]);
    }

    #[test]
    fn cells_have_a_side_that_suits_the_level() {
        let mut scene = scene(OPEN, 1);
        let mut side = |size| {
            scene.size = size;
            scene.cell_side()
        };
        assert_eq!(side((7, 4)), 32);
        assert_eq!(side((24, 24)), 20);
        assert_eq!(side((200, 10)), 4);
        assert_eq!(side((1024, 1024)), 1);
        assert_eq!(side((10, 1000)), 1);
        assert_eq!(side((10, 100)), 16);
    }
}
