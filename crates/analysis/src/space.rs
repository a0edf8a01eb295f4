//! The state space of a small level as a graph: every state up to a limit, those nearest to
//! the start first, the moves between them, and from which of them play is won, lost or safe.
//! Nothing is proved by it.
//!
//! Where there are more states than the limit, only what holds however the rest looks is
//! said: a state is lost if all that follows it was seen and none of it is won.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::Arc;

use playproof::{Error, Prepared, Run};
use playproof_certify::{Budget, Phase, Progress, Stop};
use playproof_model::{Step, Subject, Val, steps};

/// What a state is to somebody who wants to win.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Region {
    /// It is won.
    Won,
    /// Winning is impossible from here.
    Lost,
    /// Winning is possible, whatever is done.
    Safe,
    /// It can be won, and it can be lost.
    Open,
    /// What follows was not seen far enough.
    Unknown,
}

/// A move from a state to another one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Move {
    /// The state before it, by number.
    pub from: u32,
    /// The state after it.
    pub to: u32,
    /// The action, by its place in [`Space::actions`].
    pub action: u32,
}

/// A state of a [`Space`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Node {
    /// How many moves it is away from the start.
    pub depth: u32,
    /// The move by which it was found; none leads to the start.
    pub by: Option<Move>,
    /// Whether the names of the moves lead here. Where a move has several outcomes, names
    /// stand for the first.
    pub is_named: bool,
    /// Whether it is won.
    pub is_won: bool,
    /// Whether a move leads to a state that is not in the graph.
    pub is_cut: bool,
}

/// States of a level and the moves between them. Numbers go up with the distance from the
/// start.
#[derive(Clone, Debug)]
pub struct Space {
    states: Vec<Arc<[Val]>>,
    numbers: HashMap<Arc<[Val]>, u32>,
    nodes: Vec<Node>,
    moves: Vec<Move>,
    actions: Vec<String>,
    stopped: Option<Stop>,
}

/// Lays the states of a prepared level out.
pub trait Mapping {
    /// The states, at most so many. What the budget leaves out is cut off, too.
    fn space(&self, most: usize, budget: &mut dyn Budget) -> Result<Space, Error>;
}

impl Mapping for Prepared<'_> {
    fn space(&self, most: usize, budget: &mut dyn Budget) -> Result<Space, Error> {
        let subject = self.play()?;
        let actions = subject.signature().actions.iter();
        let mut space = Space {
            states: Vec::new(),
            numbers: HashMap::new(),
            nodes: Vec::new(),
            moves: Vec::new(),
            actions: actions.map(|action| action.name.clone()).collect(),
            stopped: None,
        };
        for state in self.first_states() {
            let is_named = space.states.is_empty();
            space.add(&subject, &state, 0, None, is_named);
        }
        let mut at = 0;
        while at < space.states.len() {
            space.expand(&subject, at as u32, most);
            at += 1;
            if at.is_multiple_of(64)
                && let ControlFlow::Break(stop) = budget.spend(&space.progress())
            {
                space.stopped = Some(stop);
                break;
            }
        }
        space.nodes[at..].iter_mut().for_each(|n| n.is_cut = true);
        Ok(space)
    }
}

impl Space {
    /// Adds a state, unless it is there.
    fn add(
        &mut self,
        subject: &Subject,
        state: &[Val],
        depth: u32,
        by: Option<Move>,
        is_named: bool,
    ) -> u32 {
        if let Some(&known) = self.numbers.get(state) {
            return known;
        }
        let number = self.states.len() as u32;
        let target = subject.question().reach().map(|reach| reach.target);
        self.nodes.push(Node {
            depth,
            by: by.map(|by| Move { to: number, ..by }),
            is_named,
            is_won: target.is_some_and(|target| subject.holds(state, target)),
            is_cut: false,
        });
        let state: Arc<[Val]> = state.into();
        self.states.push(Arc::clone(&state));
        self.numbers.insert(state, number);
        number
    }

    /// Goes through the moves from a state. Where there is no room for more states, they
    /// are cut off.
    fn expand(&mut self, subject: &Subject, from: u32, most: usize) {
        let state = Arc::clone(&self.states[from as usize]);
        let Node {
            depth, is_named, ..
        } = self.nodes[from as usize];
        let mut reached: Vec<(u32, u32)> = Vec::new();
        let mut is_cut = false;
        steps(subject, &state, &mut |step, after| {
            let Step::Act { action, choice } = step else {
                return;
            };
            if !self.numbers.contains_key(after) && self.states.len() >= most {
                is_cut = true;
                return;
            }
            let action = action.index() as u32;
            let by = Move {
                from,
                to: from,
                action,
            };
            let is_named = is_named && choice == 0;
            let to = self.add(subject, after, depth + 1, Some(by), is_named);
            // One move is enough to show that a state follows another.
            if to != from && !reached.iter().any(|(known, _)| *known == to) {
                reached.push((to, action));
            }
        });
        self.nodes[from as usize].is_cut = is_cut;
        let moves = reached
            .into_iter()
            .map(|(to, action)| Move { from, to, action });
        self.moves.extend(moves);
    }

    fn progress(&self) -> Progress {
        let n = self.states.len() as u64;
        let width = self.states.first().map_or(0, |state| state.len()) as u64;
        let n_moves = self.moves.len() as u64;
        Progress {
            phase: Phase::Searching,
            states: n,
            bytes: n * (width * size_of::<Val>() as u64 + 150) + n_moves * 12,
            depth: self.nodes.last().map_or(0, |node| node.depth),
        }
    }

    /// The states that a run passes, by number; those that are not in the graph are added.
    /// It ends where the run does something that is not possible.
    pub fn add_run(&mut self, prepared: &Prepared, run: &Run) -> Result<Vec<u32>, Error> {
        let subject = prepared.play()?;
        let width = self.states.first().map_or(0, |state| state.len());
        let known = self.states.len();
        let mut way: Vec<u32> = Vec::new();
        // Behind the game's own variables there may be others.
        for (i, state) in run.states.iter().map_while(|s| s.get(..width)).enumerate() {
            let by = way
                .last()
                .zip(i.checked_sub(1).and_then(|i| run.actions.get(i)));
            let by = by.and_then(|(&from, action)| {
                let action = self.actions.iter().position(|known| known == action)? as u32;
                Some(Move {
                    from,
                    to: from,
                    action,
                })
            });
            let is_named = match way.last() {
                Some(&before) => self.nodes[before as usize].is_named && by.is_some(),
                None => self.numbers.get(state) == Some(&0),
            };
            let depth = way.last().map_or(0, |&n| self.nodes[n as usize].depth + 1);
            way.push(self.add(&subject, state, depth, by, is_named));
        }
        if self.states.len() > known {
            // What was beyond the graph may be in it now.
            self.moves.clear();
            let most = self.states.len();
            for from in 0..most as u32 {
                self.expand(&subject, from, most);
            }
        }
        Ok(way)
    }

    /// The states on a shortest way to one that is won, if there is one in the graph.
    pub fn way_to_win(&self) -> Option<Vec<u32>> {
        let won = self.nodes.iter().position(|node| node.is_won)?;
        let mut way = vec![won as u32];
        while let Some(by) = self.nodes[way[way.len() - 1] as usize].by {
            way.push(by.from);
        }
        way.reverse();
        Some(way)
    }

    /// The states.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// The moves between them. Of several from one state to another there is one.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The names of all actions.
    pub fn actions(&self) -> &[String] {
        &self.actions
    }

    /// Whether these are all states.
    pub fn is_whole(&self) -> bool {
        !self.nodes.iter().any(|node| node.is_cut)
    }

    /// What stopped the search before it had seen as many states as it might.
    pub fn stopped(&self) -> Option<Stop> {
        self.stopped
    }

    /// What each state is.
    pub fn regions(&self) -> Vec<Region> {
        let before = self.before();
        let all = |is: &dyn Fn(usize, &Node) -> bool| -> Vec<bool> {
            let mut is_in: Vec<bool> = self
                .nodes
                .iter()
                .enumerate()
                .map(|(n, k)| is(n, k))
                .collect();
            let ends = (0..is_in.len() as u32).filter(|n| is_in[*n as usize]);
            let mut waiting: Vec<u32> = ends.collect();
            while let Some(state) = waiting.pop() {
                for &earlier in before.of(state) {
                    if !std::mem::replace(&mut is_in[earlier as usize], true) {
                        waiting.push(earlier);
                    }
                }
            }
            is_in
        };
        let can_win = all(&|_, node| node.is_won);
        let can_leave = all(&|_, node| node.is_cut);
        let is_lost = |n: usize| !can_win[n] && !can_leave[n];
        let can_lose = all(&|n, _| is_lost(n));
        let regions = self.nodes.iter().enumerate().map(|(n, node)| {
            match (node.is_won, is_lost(n), can_lose[n]) {
                (true, ..) => Region::Won,
                (_, true, _) => Region::Lost,
                (.., true) if can_win[n] => Region::Open,
                (.., false) if !can_leave[n] => Region::Safe,
                _ => Region::Unknown,
            }
        });
        regions.collect()
    }

    /// For each state those before it, one after the other.
    fn before(&self) -> Before {
        let mut starts = vec![0; self.nodes.len() + 1];
        for Move { to, .. } in &self.moves {
            starts[*to as usize + 1] += 1;
        }
        for n in 1..starts.len() {
            starts[n] += starts[n - 1];
        }
        let mut free = starts.clone();
        let mut states = vec![0; self.moves.len()];
        for Move { from, to, .. } in &self.moves {
            states[free[*to as usize]] = *from;
            free[*to as usize] += 1;
        }
        Before { starts, states }
    }
}

struct Before {
    starts: Vec<usize>,
    states: Vec<u32>,
}

impl Before {
    fn of(&self, state: u32) -> &[u32] {
        let n = state as usize;
        &self.states[self.starts[n]..self.starts[n + 1]]
    }
}

#[cfg(test)]
mod tests {
    use playproof::{Playproof, Property, Unlimited};
    use playproof_level::Collection;

    use super::*;

    const ROOM: &str = "######\n#@   #\n# $. #\n#    #\n######\n";

    fn read(text: &str) -> (Playproof, Collection) {
        let playproof = Playproof::default();
        let file = playproof.read("level", text.as_bytes()).unwrap();
        (playproof, file)
    }

    fn counts(space: &Space) -> [usize; 5] {
        let regions = space.regions();
        let all = [
            Region::Won,
            Region::Lost,
            Region::Safe,
            Region::Open,
            Region::Unknown,
        ];
        all.map(|region| regions.iter().filter(|other| **other == region).count())
    }

    #[test]
    fn regions_are_what_single_searches_say() {
        for text in [ROOM, "#######\n#A> G #\n# v####\n# ##\n####\n", "#A  G#\n"] {
            let (playproof, file) = read(text);
            let prepared = playproof.prepare(&file.levels[0], None).unwrap();
            let space = prepared.space(20_000, &mut Unlimited).unwrap();
            assert!(space.is_whole());
            let regions = space.regions();
            let follows = |from: u32| {
                let mut seen = vec![from];
                let mut at = 0;
                while let Some(&now) = seen.get(at) {
                    for m in space.moves().iter().filter(|m| m.from == now) {
                        if !seen.contains(&m.to) {
                            seen.push(m.to);
                        }
                    }
                    at += 1;
                }
                seen
            };
            let wins = |n: u32| {
                let state = space.states[n as usize].to_vec();
                let found = prepared.winnable_from(state, &mut Unlimited).unwrap();
                matches!(found, playproof::Winnable::By(_))
            };
            for n in 0..space.nodes().len() as u32 {
                let after = follows(n);
                let expected = match wins(n) {
                    _ if space.nodes()[n as usize].is_won => Region::Won,
                    false => Region::Lost,
                    true if after.iter().all(|k| wins(*k)) => Region::Safe,
                    true => Region::Open,
                };
                assert_eq!(regions[n as usize], expected, "state {n} of\n{text}");
            }
        }
    }

    #[test]
    fn what_is_said_of_a_part_is_true_of_the_whole() {
        let (playproof, file) = read(ROOM);
        let prepared = playproof.prepare(&file.levels[0], None).unwrap();
        let whole = prepared.space(20_000, &mut Unlimited).unwrap();
        let n = whole.nodes().len();
        let all = whole.regions();
        let mut n_told = 0;
        for most in 1..n {
            let part = prepared.space(most, &mut Unlimited).unwrap();
            assert_eq!(part.nodes().len(), most);
            assert!(!part.is_whole());
            // The nearest come first, so that numbers are the same.
            for (number, region) in part.regions().into_iter().enumerate() {
                assert_eq!(part.nodes()[number].depth, whole.nodes()[number].depth);
                if region != Region::Unknown {
                    assert_eq!(region, all[number], "state {number} of {most}");
                    n_told += 1;
                }
            }
        }
        assert!(n_told > n, "{n_told} of {n} states are told of at all");
        assert_eq!(counts(&whole)[4], 0);
    }

    #[test]
    fn a_way_beyond_the_limit_is_added_with_its_moves() {
        let (playproof, file) = read(ROOM);
        let prepared = playproof.prepare(&file.levels[0], None).unwrap();
        let proof = prepared.verify(&Property::Solvable, None, &mut Unlimited);
        let run = prepared.run_of(&proof.unwrap().certificate.unwrap());
        let run = run.unwrap();
        let mut part = prepared.space(3, &mut Unlimited).unwrap();
        assert_eq!(part.way_to_win(), None);
        let way = part.add_run(&prepared, &run).unwrap();
        assert_eq!(way.len(), run.states.len());
        for pair in way.windows(2) {
            let is_there = |m: &&Move| (m.from, m.to) == (pair[0], pair[1]);
            assert!(part.moves().iter().any(|m| is_there(&m)), "{way:?}");
        }
        let end = &part.nodes()[*way.last().unwrap() as usize];
        assert!(end.is_won && end.is_named);
        assert_eq!(part.way_to_win().map(|way| way.len()), Some(way.len()));
    }
}
