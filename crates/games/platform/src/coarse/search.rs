//! The search over the best states of the coarse game.
//!
//! A state is a place, the time left, and what the player has *got*: coins taken and
//! enemies killed. One in the same place with at least as much time and with all that the
//! other has got is as good: whatever the other can do, it can do too, and ends up as
//! good again. So a state that is no better than one that was kept is forgotten. Of blocks
//! that break neither is better, whole or gone: there the two must be alike.
//!
//! Three more things make states fewer. Each reads the graph without enemies and limit, in
//! which nothing takes longer than in the game.
//!
//! - Who has less time than the way to a target takes is *late*, and so is whatever
//!   becomes of him. All late states of a place are one box.
//! - Who has no time left for enough coins or kills is late too. He gets at once all that
//!   there is still time for, each by itself, and more, as long as it is not enough. So
//!   many become one.
//! - An enemy that nobody can run into and still be in time may as well be dead.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::ops::Range;

use playproof_certify::{Budget, Progress, Stop};
use playproof_model::{ActionId, Step, Val};

use super::graph::{Edge, Graph, NEVER, NodeId};
use super::path::{Event, Need, Terrain};
use super::settings::CoarseSettings;
use super::wanted::Wanted;

/// The time left where there is no limit.
const FOREVER: Val = NEVER - 1;

/// States in each place up to which a search is easy.
const FEW: usize = 2;

/// Which state is looked at next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Order {
    /// That on a run with the fewest moves.
    Moves,
    /// That with the most time left, then that which has got most. What is looked at
    /// then is hardly ever found to be worse than another later.
    Time,
    /// That which has got most. It finds good runs early.
    Got,
}

/// How a search ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum End {
    /// With a run to what is wanted: its last label.
    Met(u32),
    /// There is none.
    Exhausted,
}

/// A state, and how it was come to.
#[derive(Clone, Copy)]
struct Label {
    node: NodeId,
    left: Val,
    before: u32,
    action: u32,
    moves: u32,
    /// Whether it was made richer than it is, since it is too late for it.
    is_late: bool,
}

/// A state that was kept, for the closed set.
pub(super) struct Kept<'s> {
    pub place: usize,
    pub left: Val,
    /// Bits: the enemies that are dead, then the coins that were taken; in words of their own
    /// the blocks that are gone.
    pub got: &'s [u64],
}

pub(super) struct Search<'a> {
    graph: &'a Graph<'a>,
    pub settings: &'a CoarseSettings,
    pub wanted: Wanted,
    n_enemies: usize,
    /// Enemies and coins.
    n_things: usize,
    /// The words that the bits of one label fill with what was got, and with all.
    n_got_words: usize,
    n_words: usize,
    /// The fewest moves and the least time to a target.
    moves_ahead: Vec<Val>,
    time_ahead: Vec<Val>,
    /// What counts, by its bit, and the least time from each place to a target through
    /// where it is got.
    counted: Vec<(usize, Vec<Val>)>,
    /// For each enemy that was killed, the least time to a target through it.
    through_enemy: Vec<(usize, Vec<Val>)>,
    labels: Vec<Label>,
    bits: Vec<u64>,
    kept: Vec<Vec<u32>>,
    open: BinaryHeap<Reverse<([Val; 2], u32)>>,
    /// Whether more is wanted than when the first labels were added.
    is_raised: bool,
    /// Bits at hand.
    scratch: Vec<u64>,
}

impl<'a> Search<'a> {
    pub fn new(
        graph: &'a Graph<'a>,
        settings: &'a CoarseSettings,
        wanted: Wanted,
        terrain: &Terrain,
    ) -> Search<'a> {
        let (n_enemies, n_coins) = (terrain.enemies.len(), terrain.coins.len());
        let n_coins = if wanted.counts() { n_coins } else { 0 };
        let is_target = |place: usize| wanted.places[place];
        let time_ahead = graph.ahead(|edge| edge.time, is_target);
        let through =
            |event: Event| graph.through(&time_ahead, |edge| edge.events.contains(&event));
        let mut counted = Vec::new();
        if wanted.n_kills > 0 {
            counted.extend((0..n_enemies).map(|enemy| (enemy, through(Event::Stomp(enemy)))));
        }
        let wants_coins = wanted.n_coins > 0 || !wanted.coins.is_empty();
        for coin in (0..n_coins).filter(|_| wants_coins) {
            counted.push((n_enemies + coin, through(Event::Coin(coin))));
        }
        let n_got_words = (n_enemies + n_coins).div_ceil(64).max(1);
        Search {
            graph,
            settings,
            n_enemies,
            n_things: n_enemies + n_coins,
            n_got_words,
            n_words: n_got_words + terrain.blocks.len().div_ceil(64),
            moves_ahead: graph.ahead(|_| 1, is_target),
            time_ahead,
            counted,
            through_enemy: Vec::new(),
            labels: Vec::new(),
            bits: Vec::new(),
            kept: Vec::new(),
            open: BinaryHeap::new(),
            is_raised: false,
            scratch: Vec::new(),
            wanted,
        }
    }

    /// How many states were seen.
    pub fn n_states(&self) -> u64 {
        self.labels.len() as u64
    }

    /// Searches from the start until what is wanted is met.
    pub fn run(&mut self, order: Order, budget: &mut dyn Budget) -> Result<End, Stop> {
        self.labels.clear();
        self.bits.clear();
        self.kept = vec![Vec::new(); self.graph.n_nodes()];
        self.open.clear();
        self.is_raised = false;
        let first = Label {
            node: 0,
            left: self.settings.time.map_or(FOREVER, |time| time as Val),
            before: u32::MAX,
            action: 0,
            moves: 0,
            is_late: false,
        };
        self.add(first, &mut vec![0; self.n_words], order);
        self.go_on(order, budget)
    }

    /// Wants so many coins and kills from now on, which is no less than before.
    pub fn raise(&mut self, (n_coins, n_kills): (usize, usize)) {
        self.wanted.n_coins = n_coins;
        self.wanted.n_kills = n_kills;
        self.is_raised = true;
    }

    /// Goes on with a search that has met what was wanted, where play was over.
    pub fn go_on(&mut self, order: Order, budget: &mut dyn Budget) -> Result<End, Stop> {
        let graph = self.graph;
        let mut got = Vec::new();
        while let Some(Reverse((_, number))) = self.open.pop() {
            if self.is_raised {
                self.widen_again(number);
            }
            if !self.keep(number) {
                continue;
            }
            let label = self.labels[number as usize];
            let is_there = self.wanted.places[graph.places[label.node as usize]];
            if is_there && !label.is_late && self.is_enough(self.got(number)) {
                return Ok(End::Met(number));
            }
            for edge in graph.edges_from(label.node) {
                got.clear();
                got.extend_from_slice(self.got(number));
                if let Some(next) = self.step(number, edge, &mut got) {
                    self.add(next, &mut got, order);
                }
            }
            if self.labels.len() % 512 < 8 {
                let bytes = size_of::<Label>() + self.n_words * 8 + 24;
                let progress = Progress {
                    states: self.n_states(),
                    bytes: self.n_states() * bytes as u64,
                    ..Progress::default()
                };
                if let Some(stop) = budget.spend(&progress).break_value() {
                    return Err(stop);
                }
            }
        }
        Ok(End::Exhausted)
    }

    /// The moves to a label.
    pub fn steps(&self, last: u32) -> Vec<Step> {
        let mut steps = Vec::new();
        let mut at = &self.labels[last as usize];
        while at.before != u32::MAX {
            steps.push(Step::Act {
                action: ActionId(at.action),
                choice: 0,
            });
            at = &self.labels[at.before as usize];
        }
        steps.reverse();
        steps
    }

    /// What was kept.
    pub fn kept(&self) -> impl Iterator<Item = Kept<'_>> {
        self.kept.iter().flatten().map(|&number| {
            let label = &self.labels[number as usize];
            Kept {
                place: self.graph.places[label.node as usize],
                left: label.left,
                got: self.got(number),
            }
        })
    }

    /// The most states that were kept in one place.
    pub fn most_in_a_place(&self) -> usize {
        self.kept.iter().map(Vec::len).max().unwrap_or(0)
    }

    /// Each place with the most time that is too little there.
    pub fn late(&self) -> impl Iterator<Item = (usize, Val)> {
        let all = self.graph.places.iter().zip(&self.time_ahead);
        // Without a limit nobody is late but where no way leads on.
        let least = if self.settings.time.is_some() {
            1
        } else {
            NEVER
        };
        let late = all.filter(move |(_, time)| **time >= least);
        late.map(|(place, time)| (*place, *time - 1))
    }

    /// How many coins and kills a label has got.
    pub fn numbers(&self, number: u32) -> (usize, usize) {
        self.counts(self.got(number))
    }

    /// How many coins and kills these bits are.
    pub fn counts(&self, got: &[u64]) -> (usize, usize) {
        let words = got[..self.n_got_words].iter();
        let n_all: u32 = words.map(|word| word.count_ones()).sum();
        let n_kills = (0..self.n_enemies).filter(|&bit| has(got, bit)).count();
        (n_all as usize - n_kills, n_kills)
    }

    /// How many coins and kills there is a way to, each by itself.
    pub fn most_there_can_be(&self) -> (usize, usize) {
        let mut got = vec![0; self.n_words];
        let left = self.settings.time.map_or(FOREVER, |time| time as Val);
        self.enrich(0, left, &mut got);
        self.counts(&got)
    }

    /// Whether a block is gone, by these bits.
    pub fn is_broken(&self, got: &[u64], block: usize) -> bool {
        has(got, self.n_got_words * 64 + block)
    }

    fn got(&self, number: u32) -> &[u64] {
        &self.bits[number as usize * self.n_words..][..self.n_words]
    }

    fn is_enough(&self, got: &[u64]) -> bool {
        if !self.wanted.counts() {
            return true;
        }
        let (n_coins, n_kills) = self.counts(got);
        let mut single = self.wanted.coins.iter();
        n_coins >= self.wanted.n_coins
            && n_kills >= self.wanted.n_kills
            && single.all(|&coin| has(got, self.n_enemies + coin))
    }

    /// Keeps a label, unless one that was kept is as good. Those that it is as good as
    /// are forgotten.
    fn keep(&mut self, number: u32) -> bool {
        let Search {
            labels,
            bits,
            kept,
            n_words,
            n_got_words,
            ..
        } = self;
        let of = |number: u32| {
            let got = &bits[number as usize * *n_words..][..*n_words];
            (labels[number as usize].left, got)
        };
        let is_as_good = |a: u32, b: u32| {
            let ((left, got), (other_left, others)) = (of(a), of(b));
            let (others, other_blocks) = others.split_at(*n_got_words);
            let (got, blocks) = got.split_at(*n_got_words);
            left >= other_left
                && others.iter().zip(got).all(|(other, own)| other & !own == 0)
                && blocks == other_blocks
        };
        let here = &mut kept[labels[number as usize].node as usize];
        if here.iter().any(|&other| is_as_good(other, number)) {
            return false;
        }
        here.retain(|&other| !is_as_good(number, other));
        here.push(number);
        true
    }

    /// What an edge leads to; nothing if that is death or lost time.
    fn step(&self, number: u32, edge: &Edge, got: &mut [u64]) -> Option<Label> {
        let mut next = self.labels[number as usize];
        if self.settings.time.is_some() {
            next.left -= edge.time;
        }
        let has_coins = self.wanted.counts();
        let first_block = self.n_got_words * 64;
        let is_so = |&(block, is_whole): &Need| has(got, first_block + block) != is_whole;
        if !edge.path.meets().needs.iter().all(is_so) {
            return None;
        }
        // Whom an enemy kills before does not get anywhere.
        if let Some(broken) = edge.path.meets().breaks {
            set(got, first_block + broken.block);
        }
        for event in edge.events {
            match *event {
                Event::Coin(coin) if has_coins => set(got, self.n_enemies + coin),
                Event::Coin(_) => {}
                Event::Stomp(enemy) if self.settings.style.kills => set(got, enemy),
                Event::Stomp(enemy) | Event::Hit(enemy) => {
                    if !has(got, enemy) {
                        return None;
                    }
                }
            }
        }
        Some(Label {
            node: edge.to,
            before: number,
            action: edge.action,
            moves: next.moves + 1,
            ..next
        })
    }

    /// Lets a label wait for its turn, unless it is late.
    fn add(&mut self, mut label: Label, got: &mut [u64], order: Order) {
        let node = label.node as usize;
        if self.time_ahead[node] > label.left {
            return;
        }
        let number = self.labels.len() as u32;
        self.widen(&mut label, got);
        let got_words = &got[..self.n_got_words];
        let n_got = || {
            got_words
                .iter()
                .map(|word| word.count_ones() as Val)
                .sum::<Val>()
        };
        let key = match order {
            Order::Moves => {
                let ahead = self.moves_ahead[node];
                [label.moves as Val + ahead, ahead]
            }
            Order::Time => [-label.left, -n_got()],
            Order::Got => [-n_got(), -label.left],
        };
        self.bits.extend_from_slice(got);
        self.labels.push(label);
        self.open.push(Reverse((key, number)));
    }

    /// Makes a label richer where that changes nothing: the second and the third of the
    /// three things above.
    fn widen(&mut self, label: &mut Label, got: &mut [u64]) {
        let node = label.node as usize;
        if !self.counted.is_empty() && !label.is_late {
            let mut most = std::mem::take(&mut self.scratch);
            most.clear();
            most.extend_from_slice(got);
            self.enrich(node, label.left, &mut most);
            if !self.is_enough(&most) {
                label.is_late = true;
                self.fill(&mut most);
                got.copy_from_slice(&most);
            }
            self.scratch = most;
        }
        // Where there are few states in a place, nothing is to be gained.
        let is_easy = self.labels.len() < FEW * self.graph.n_nodes();
        if self.wanted.n_kills > 0 || label.is_late || is_easy {
            return;
        }
        for enemy in (0..self.n_enemies).filter(|&enemy| has(got, enemy)) {
            if !self.through_enemy.iter().any(|(known, _)| *known == enemy) {
                let kills = self.settings.style.kills;
                let event = |event: &Event| match *event {
                    Event::Hit(other) => other == enemy,
                    Event::Stomp(other) => other == enemy && !kills,
                    Event::Coin(_) => false,
                };
                let meets = |edge: &Edge| edge.events.iter().any(event);
                let through = self.graph.through(&self.time_ahead, meets);
                self.through_enemy.push((enemy, through));
            }
        }
        for (enemy, through) in &self.through_enemy {
            if through[node] > label.left {
                set(got, *enemy);
            }
        }
    }

    /// Gets as much as there can be without its being enough, the first things first.
    fn fill(&self, got: &mut [u64]) {
        let (enemies, coins) = (0..self.n_enemies, self.n_enemies..self.n_things);
        let all = |got: &mut [u64], bits: Range<usize>| bits.for_each(|bit| set(got, bit));
        let (n_coins, n_kills) = self.counts(got);
        if n_coins < self.wanted.n_coins {
            all(got, enemies);
            let missing = coins.filter(|&coin| !has(got, coin)).collect::<Vec<_>>();
            let more = self.wanted.n_coins - 1 - n_coins;
            missing.iter().take(more).for_each(|&coin| set(got, coin));
        } else if n_kills < self.wanted.n_kills {
            all(got, coins);
            let missing = enemies
                .filter(|&enemy| !has(got, enemy))
                .collect::<Vec<_>>();
            let more = self.wanted.n_kills - 1 - n_kills;
            missing.iter().take(more).for_each(|&enemy| set(got, enemy));
        } else {
            let mut single = self.wanted.coins.iter().map(|coin| self.n_enemies + coin);
            let missing = single.find(|&coin| !has(got, coin));
            let rest = (0..self.n_things).filter(|&bit| Some(bit) != missing);
            rest.for_each(|bit| set(got, bit));
        }
    }

    /// The same for one that waits.
    fn widen_again(&mut self, number: u32) {
        let (mut label, mut got) = (self.labels[number as usize], self.got(number).to_vec());
        self.widen(&mut label, &mut got);
        self.labels[number as usize] = label;
        self.bits[number as usize * self.n_words..][..self.n_words].copy_from_slice(&got);
    }

    /// Gets all that there is still time for, each by itself.
    fn enrich(&self, node: usize, left: Val, got: &mut [u64]) {
        for (bit, through) in &self.counted {
            if through[node] <= left {
                set(got, *bit);
            }
        }
    }
}

/// Whether a bit is set.
pub(super) fn has(bits: &[u64], bit: usize) -> bool {
    bits[bit / 64] >> (bit % 64) & 1 != 0
}

fn set(bits: &mut [u64], bit: usize) {
    bits[bit / 64] |= 1 << (bit % 64);
}
