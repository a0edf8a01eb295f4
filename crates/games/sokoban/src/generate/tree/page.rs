//! The top layers of a search tree as a page: boards, visits, bounds and the lines between
//! parents and children.

use core::fmt::Write;

use playproof_treesearch::{TopNode, TreeSearch};

use super::alteration::{Alteration, Change};
use super::bits::Bits;
use super::field::LETTERS;
use super::replay::replayed;
use super::state::{Phase, State};
use super::workshop::Workshop;

/// The side of a cell in the drawing.
const CELL: usize = 8;
/// Beneath a board: two lines of text.
const TEXT: usize = 34;
/// Between boards, and between layers.
const GAP: usize = 14;
const BETWEEN: usize = 46;

/// The page. The most visited children of a node are shown, and how many are left out.
pub fn page<B: Bits>(
    search: &TreeSearch<Workshop<B>>,
    n_layers: usize,
    n_children: usize,
) -> String {
    let nodes = search.top_layers(n_layers, n_children);
    let workshop = search.construction();
    let stats = search.stats();
    let drawing = Drawing::new(workshop, &nodes);
    let mut svg = drawing.lines(&nodes);
    for (at, node) in nodes.iter().enumerate() {
        let (state, _) = replayed(workshop, search.root_symmetry(), &node.steps);
        svg += &drawing.node(workshop, &state, node, at);
    }
    let (width, height) = drawing.size();
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
         <title>Search tree</title>\n<style>body{{font-family:sans-serif;margin:1.5em}}\
         .tree{{overflow:auto;border:1px solid #d5dae0}}</style></head><body>\n\
         <h1>The top of the search tree</h1>\n\
         <p>{} iterations, {} nodes. Each board has its last alteration, its visits (<i>v</i>), the mean of its \
         scores from 0 to 1 (<i>e</i>) and the bound (<i>b</i>) that its parent compares it by. \
         Of each node the {n_children} children with the most visits are shown. The line to the child with the \
         greatest bound is red, and lines are the thicker the more visits went along them. Grey: obstacles; \
         yellow: floor that the player used; brown: boxes; blue: the player.</p>\n\
         <div class=\"tree\"><svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         font-family=\"sans-serif\" font-size=\"9\">\n{svg}</svg></div>\n\
         <script>const tree = document.querySelector(\".tree\"); \
         tree.scrollLeft = (tree.scrollWidth - tree.clientWidth) / 2;</script>\n</body></html>\n",
        stats.n_iterations,
        search.n_nodes(),
    )
}

/// Where nodes are: children beneath their parents, every leaf in a column of its own.
struct Drawing {
    /// The middle of each node, in columns.
    columns: Vec<f64>,
    layers: Vec<usize>,
    board: (usize, usize),
}

impl Drawing {
    fn new<B: Bits>(workshop: &Workshop<B>, nodes: &[TopNode<Alteration>]) -> Self {
        let field = &workshop.field;
        let mut children = vec![Vec::new(); nodes.len()];
        for (at, node) in nodes.iter().enumerate() {
            if let Some(parent) = node.parent {
                children[parent].push(at);
            }
        }
        let mut drawing = Drawing {
            columns: vec![0.0; nodes.len()],
            layers: nodes.iter().map(|node| node.layer).collect(),
            board: (
                usize::from(field.width) * CELL,
                usize::from(field.height) * CELL,
            ),
        };
        drawing.set(&children, 0, &mut 0.0);
        drawing
    }

    fn set(&mut self, children: &[Vec<usize>], at: usize, next: &mut f64) {
        let Some((&first, &last)) = children[at].first().zip(children[at].last()) else {
            self.columns[at] = *next;
            *next += 1.0;
            return;
        };
        for &child in &children[at] {
            self.set(children, child, next);
        }
        self.columns[at] = (self.columns[first] + self.columns[last]) / 2.0;
    }

    /// A board's upper left corner.
    fn corner(&self, at: usize) -> (f64, f64) {
        let column = self.board.0.max(70) + GAP;
        let row = self.board.1 + TEXT + BETWEEN;
        (
            GAP as f64 + self.columns[at] * column as f64,
            (GAP + self.layers[at] * row) as f64,
        )
    }

    fn size(&self) -> (usize, usize) {
        let most = self.columns.iter().copied().fold(0.0, f64::max) as usize;
        let n_layers = self.layers.iter().max().map_or(1, |last| last + 1);
        (
            GAP + (most + 1) * (self.board.0.max(70) + GAP),
            GAP + n_layers * (self.board.1 + TEXT + BETWEEN),
        )
    }

    fn lines(&self, nodes: &[TopNode<Alteration>]) -> String {
        let mut svg = String::new();
        let half = self.board.0 as f64 / 2.0;
        for (at, node) in nodes.iter().enumerate() {
            let Some(parent) = node.parent else { continue };
            let siblings = nodes.iter().filter(|other| other.parent == Some(parent));
            let greatest = siblings.filter_map(|n| n.bound).fold(f32::MIN, f32::max);
            let colour = match node.bound == Some(greatest) {
                true => "#c0392b",
                false => "#9aa5b1",
            };
            let share = f64::from(node.visits) / f64::from(nodes[parent].visits.max(1));
            let ((x0, y0), (x1, y1)) = (self.corner(parent), self.corner(at));
            let _ = writeln!(
                svg,
                "<path d=\"M{:.1} {:.1}L{:.1} {:.1}\" stroke=\"{colour}\" stroke-width=\"{:.1}\"/>",
                x0 + half,
                y0 + (self.board.1 + TEXT) as f64,
                x1 + half,
                y1,
                0.5 + 5.0 * share
            );
        }
        svg
    }

    fn node<B: Bits>(
        &self,
        workshop: &Workshop<B>,
        state: &State<B>,
        node: &TopNode<Alteration>,
        at: usize,
    ) -> String {
        let (x, y) = self.corner(at);
        let mut svg = format!("<g transform=\"translate({x:.1} {y:.1})\">\n");
        svg += &board(workshop, state);
        let change = node.steps.last().map(|step| step.alteration.change());
        let what = change.map_or("root".to_owned(), |change| named(workshop, change));
        let jump = if node.is_jump { ", shared" } else { "" };
        let left_out = match node.n_left_out {
            0 => String::new(),
            n => format!(" (+{n})"),
        };
        let bound = node.bound.map_or(String::new(), |b| format!(" b {b:.3}"));
        let below = self.board.1;
        let _ = writeln!(
            svg,
            "<text y=\"{}\">{what}{jump}{left_out}</text><text y=\"{}\">v {}</text>\
             <text y=\"{}\">e {:.3}{bound}</text></g>",
            below + 10,
            below + 20,
            node.visits,
            below + 30,
            node.mean,
        );
        svg
    }
}

fn board<B: Bits>(workshop: &Workshop<B>, state: &State<B>) -> String {
    let field = &workshop.field;
    let (width, height) = (usize::from(field.width), usize::from(field.height));
    let mut svg = format!(
        "<rect width=\"{}\" height=\"{}\" fill=\"#5b6570\"/>\n",
        width * CELL,
        height * CELL
    );
    let is_finished = state.phase == Phase::Over;
    let level = workshop.finished(state);
    let (floor, boxes) = match is_finished {
        true => (level.floor, level.boxes),
        false => (state.floor, state.boxes),
    };
    let player = if is_finished {
        state.start
    } else {
        state.player
    };
    for cell in floor.cells() {
        let (x, y) = field.place(cell);
        let (x, y) = (usize::from(x) * CELL, usize::from(y) * CELL);
        let colour = match state.used.has(cell) {
            true => "#f6ecc4",
            false => "#ffffff",
        };
        let _ = write!(
            svg,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\" fill=\"{colour}\"/>"
        );
        let mark = |radius: usize, colour: &str| {
            let (x, y) = (x + CELL / 2, y + CELL / 2);
            format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"{colour}\"/>")
        };
        if boxes.has(cell) {
            let (x, y, side) = (x + 1, y + 1, CELL - 2);
            let _ = write!(
                svg,
                "<rect x=\"{x}\" y=\"{y}\" width=\"{side}\" height=\"{side}\" fill=\"#9c6b30\"/>"
            );
        }
        if is_finished && level.goals.has(cell) {
            svg += &mark(2, "#c0392b");
        }
        if player == cell {
            svg += &mark(3, "#2f6f9f");
        }
    }
    svg + "\n"
}

fn named<B: Bits>(workshop: &Workshop<B>, change: Change) -> String {
    let at = |cell: u8| {
        let (x, y) = workshop.field.place(cell);
        format!("{},{}", x + 1, y + 1)
    };
    let letter = |direction: u8| LETTERS[usize::from(direction)];
    match change {
        Change::Start(cell) => format!("start {}", at(cell)),
        Change::CutOut(number) => format!("cut-out {}", number + 1),
        Change::Delete(cell) => format!("delete {}", at(cell)),
        Change::Place(cell) => format!("box {}", at(cell)),
        Change::Freeze => "freeze".to_owned(),
        Change::Move(direction) => format!("move {}", letter(direction)),
        Change::Push(cell, direction) => format!("push {} {}", at(cell), letter(direction)),
        Change::Evaluate => "evaluate".to_owned(),
    }
}
