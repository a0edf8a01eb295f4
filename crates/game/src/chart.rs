//! Levels whose squares alone would not say enough: boxes with words in them and
//! lines between. Where each is drawn, and how large, is decided elsewhere.

/// A level as boxes and links.
///
/// What of it is done in a state is one truth value a part, parts being numbered
/// thus: the boxes, then the things of all boxes, then the links.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chart {
    /// What the places of the boxes mean.
    pub arrangement: Arrangement,
    /// The boxes.
    pub boxes: Vec<ChartBox>,
    /// The links between them.
    pub links: Vec<ChartLink>,
}

/// What the places of boxes mean.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Arrangement {
    /// Columns and rows of a lattice.
    Lattice,
    /// Only the rows count, from above; in each, boxes are put in a good order.
    Layers,
}

/// A room, or a fact.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ChartBox {
    /// Its name.
    pub name: String,
    /// What is written below the name, if anything.
    pub note: String,
    /// Column and row, as the chart's arrangement has them.
    pub place: (usize, usize),
    /// The cell of the view that shows it too.
    pub cell: (usize, usize),
    /// Whether play begins there or with it.
    pub is_start: bool,
    /// Whether it is to be reached.
    pub is_goal: bool,
    /// What lies in it.
    pub things: Vec<ChartThing>,
}

/// Something in a box.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChartThing {
    /// Its name, with how many there are.
    pub name: String,
    /// The sign beside the name.
    pub sign: Sign,
}

/// What is drawn beside the name of a thing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sign {
    /// A key.
    Key,
    /// A gem.
    Gem,
    /// A switch.
    Switch,
}

/// A way from one box to another, or from several together.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ChartLink {
    /// From here; from several, all of them are needed.
    pub from: Vec<usize>,
    /// To here.
    pub to: usize,
    /// Whether it leads there only.
    pub is_one_way: bool,
    /// What closes it: a line each; none where it is free.
    pub lock: Vec<String>,
    /// What is written beside it, if anything.
    pub label: String,
}

impl Chart {
    /// The number of parts.
    pub fn n_parts(&self) -> usize {
        self.first_link() + self.links.len()
    }

    /// The part that is the first thing of a box; of the number of boxes, what
    /// follows the last thing.
    pub fn first_thing(&self, of: usize) -> usize {
        let before = self.boxes[..of].iter().map(|b| b.things.len());
        self.boxes.len() + before.sum::<usize>()
    }

    /// The part that is the first link.
    pub fn first_link(&self) -> usize {
        self.first_thing(self.boxes.len())
    }
}
