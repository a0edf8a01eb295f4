//! Strongly connected components of a product, found while it is explored, and
//! with them the first one in which a run can collect all marks.
//!
//! Depth-first, by the roots of components (after Tarjan, Gabow, Couvreur):
//! each root on the stack knows the marks of the steps inside its component so
//! far, and a step back into the stack melts the components above it into one.
//! `crate::components` is for a graph that is there as a whole: it numbers the
//! components, and knows neither marks nor an early end.

use playproof_certify::Budget;
use rustc_hash::FxHashMap;

use super::product::{Edge, Node, Product, Trouble};

/// A component that is complete: no step leads out of it to one that is not.
pub(crate) struct Component<'a> {
    /// Its nodes, by number.
    pub nodes: &'a [u32],
    /// The marks of the steps inside it.
    pub marks: u64,
    /// Whether there is such a step at all.
    pub is_cyclic: bool,
}

/// All nodes looked at, numbered in the order of discovery.
#[derive(Default)]
pub(crate) struct Nodes {
    pub list: Vec<Node>,
    pub numbers: FxHashMap<Node, u32>,
}

impl Nodes {
    fn entry(&mut self, node: Node) -> (u32, bool) {
        let next = self.list.len() as u32;
        let number = *self.numbers.entry(node).or_insert(next);
        if number == next {
            self.list.push(node);
        }
        (number, number == next)
    }

    /// Bytes in use, about.
    pub fn bytes(&self) -> u64 {
        (self.list.capacity() * 8 + self.numbers.capacity() * 16) as u64
    }
}

struct Root {
    node: u32,
    /// The marks of the step that leads to it from the component before.
    before: u64,
    marks: u64,
    is_cyclic: bool,
}

struct Frame {
    node: u32,
    /// Where its steps begin among those that are still to be taken.
    first_edge: usize,
}

/// When to end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Until {
    /// With the first component that has all marks.
    Found,
    /// When everything was looked at, or so many nodes.
    Done(usize),
}

/// How it ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Ended {
    /// This component, complete or not, has all marks.
    Found(Vec<u32>),
    /// Everything was looked at.
    Done,
    /// So many nodes were looked at that it was enough.
    Enough,
}

/// Steps between two looks at the budget.
const POLL: usize = 1024;

/// Goes through a product. `done` is told of every component.
pub(crate) fn components_on_the_fly(
    product: &mut dyn Product,
    nodes: &mut Nodes,
    until: Until,
    budget: &mut dyn Budget,
    done: &mut dyn FnMut(&Component),
) -> Result<Ended, Trouble> {
    let all = product.all_marks();
    let most = match until {
        Until::Found => usize::MAX,
        Until::Done(most) => most,
    };
    let mut roots: Vec<Root> = Vec::new();
    let mut frames: Vec<Frame> = Vec::new();
    let mut edges: Vec<Edge> = Vec::new();
    // The nodes of components that are not complete.
    let mut open: Vec<u32> = Vec::new();
    let mut is_open: Vec<bool> = Vec::new();
    let mut n_steps = 0;
    product.poll(budget, 0)?;
    for start in product.initial() {
        let mut entered = Some((start, 0));
        loop {
            if let Some((node, before)) = entered.take() {
                let (number, new) = nodes.entry(node);
                if new {
                    is_open.push(true);
                    open.push(number);
                    roots.push(Root {
                        node: number,
                        before,
                        marks: 0,
                        is_cyclic: false,
                    });
                    frames.push(Frame {
                        node: number,
                        first_edge: edges.len(),
                    });
                    product.edges(node, &mut edges)?;
                } else if is_open[number as usize] && !frames.is_empty() {
                    let mut marks = before;
                    while let Some(root) = roots.pop_if(|root| root.node > number) {
                        marks |= root.marks | root.before;
                    }
                    let root = roots.last_mut().expect("an open node has a root");
                    root.marks |= marks;
                    root.is_cyclic = true;
                    if root.marks == all && until == Until::Found {
                        let first = open.partition_point(|&n| n < root.node);
                        return Ok(Ended::Found(open.split_off(first)));
                    }
                }
                if nodes.list.len() > most {
                    return Ok(Ended::Enough);
                }
                n_steps += 1;
                if n_steps % POLL == 0 {
                    let own = edges.capacity() * size_of::<Edge>() + open.capacity() * 5;
                    product.poll(budget, nodes.bytes() + own as u64)?;
                }
            }
            let Some(frame) = frames.last() else { break };
            if edges.len() > frame.first_edge {
                let edge = edges.pop().expect("there is one more");
                entered = Some((edge.to, edge.marks));
                continue;
            }
            let node = frame.node;
            frames.pop();
            if let Some(root) = roots.pop_if(|root| root.node == node) {
                let first = open.partition_point(|&n| n < node);
                done(&Component {
                    nodes: &open[first..],
                    marks: root.marks,
                    is_cyclic: root.is_cyclic,
                });
                open.drain(first..)
                    .for_each(|n| is_open[n as usize] = false);
            }
        }
    }
    Ok(Ended::Done)
}
