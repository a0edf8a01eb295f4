//! Trusted for `--as-rules`: what can come to be in a level, from what it begins with.

use std::collections::{BTreeMap, BTreeSet};

use super::MOST_CASES;
use crate::compiled::{Class, Game, KindId, When};
use crate::local::{Content, INPUTS, Local, Outside, Rest, Who, bits, one, total};
use crate::plain::{Interpreter, State, comes};

/// A case: who is the player, the key, the cells before the edge, and what is in them.
/// And whether something far away undoes what moves.
pub(super) type Case = (usize, usize, usize, [Content; 3], bool);

/// What it comes to: the player, whether it moved, the cells, and what is killed everywhere.
pub(super) type Outcome = (usize, bool, [Content; 3], Content);

/// What can come to be.
pub(super) struct Reached<'a> {
    pub interpreter: &'a Interpreter,
    pub local: Local,
    pub whos: Vec<Who>,
    /// What may be in each cell.
    pub cells: Vec<BTreeSet<Content>>,
    /// Who may be where.
    pub players: BTreeSet<(usize, usize)>,
    /// The same once play is over.
    pub last: (Vec<BTreeSet<Content>>, BTreeSet<(usize, usize)>),
    /// What ends play if the only sprite of these is gone, and if so many are there.
    pub ends: (Vec<Content>, Vec<(Content, u32)>),
    /// What undoes moves from afar, and by which rules.
    pub stirring: Option<(Content, u64)>,
    pub cases: BTreeMap<Case, Outcome>,
}

impl Reached<'_> {
    /// The cells that a key is about: those on the board.
    pub fn ahead(&self, at: usize, key: usize) -> Vec<usize> {
        let (level, way) = (&self.interpreter.level, INPUTS[key].facing());
        let (x, y) = (at as i32 % level.width, at as i32 / level.width);
        let reach = if (way.x, way.y) == (0, 0) { 0 } else { 2 };
        let places = (0..=reach).map(|n| (x + n * way.x, y + n * way.y));
        let is_inside =
            |&(x, y): &(i32, i32)| (0..level.width).contains(&x) && (0..level.height).contains(&y);
        places
            .filter(is_inside)
            .map(|(x, y)| (y * level.width + x) as usize)
            .collect()
    }

    /// Plays every case that may come, once; whether there was anything new.
    pub fn grow(&mut self) -> Result<bool, Outside> {
        let before = (self.cells.clone(), self.players.clone());
        self.look_around()?;
        for &(who, at) in &before.1 {
            // Whoever is dead plays no more where that ends play.
            if self.whos[who].sprite.is_disabled && self.ends_with_death() {
                continue;
            }
            for key in 0..INPUTS.len() {
                let places = self.ahead(at, key);
                let sets: Vec<Vec<Content>> = (0..3)
                    .map(|n| {
                        places
                            .get(n)
                            .map_or(vec![0], |&cell| before.0[cell].iter().copied().collect())
                    })
                    .collect();
                for &first in &sets[0] {
                    for &second in &sets[1] {
                        for &third in &sets[2] {
                            for is_far in [false, true] {
                                if is_far && self.stirring.is_none() {
                                    continue;
                                }
                                let cells = [first, second, third];
                                let case = (who, key, places.len(), cells, is_far);
                                let outcome = self.play(case)?;
                                self.add(at, &places, cells, outcome);
                            }
                        }
                    }
                }
            }
        }
        Ok((&self.cells, &self.players) != (&before.0, &before.1))
    }

    /// Adds what a case comes to.
    fn add(&mut self, at: usize, places: &[usize], before: [Content; 3], outcome: Outcome) {
        let (who, has_moved, cells, killed) = outcome;
        let held = |cells: [Content; 3], kinds: Content| -> u32 {
            cells.iter().map(|content| total(content & kinds)).sum()
        };
        let (gone, there) = &self.ends;
        let is_gone = |&kinds: &Content| held(before, kinds) > 0 && held(cells, kinds) == 0;
        let player = &self.whos[who];
        let own =
            |kinds: Content| u32::from(!player.sprite.is_disabled && kinds & one(player.kind) != 0);
        let is_there = |(kinds, n): &(Content, u32)| held(cells, *kinds) + own(*kinds) >= *n;
        let is_over = gone.iter().any(is_gone) || there.iter().any(is_there);
        let (all, players) = match is_over && killed == 0 {
            true => (&mut self.last.0, &mut self.last.1),
            false => (&mut self.cells, &mut self.players),
        };
        for (&cell, content) in places.iter().zip(cells) {
            all[cell].insert(content);
        }
        players.insert((who, if has_moved { places[1] } else { at }));
        for contents in self.cells.iter_mut().filter(|_| killed != 0) {
            let left: Vec<Content> = contents.iter().map(|content| content & !killed).collect();
            contents.extend(left);
        }
    }

    /// Finds what acts where nobody goes: at most, it may undo what moves, by the same rules
    /// everywhere.
    fn look_around(&mut self) -> Result<(), Outside> {
        for &content in self.cells.iter().flatten() {
            let (known, rules) = match (self.local.rest(content), self.stirring) {
                (Rest::Quiet, _) => continue,
                (Rest::Undoes(rules), None) => (rules, rules),
                (Rest::Undoes(rules), Some((_, known))) => (known, rules),
                (Rest::Acts, _) => (0, 1),
            };
            if known != rules {
                return Err(Outside::Game(
                    "something happens in cells where nobody goes",
                ));
            }
            self.stirring.get_or_insert((content, rules));
        }
        Ok(())
    }

    fn play(&mut self, case: Case) -> Result<Outcome, Outside> {
        if let Some(outcome) = self.cases.get(&case) {
            return Ok(*outcome);
        }
        let (who, key, n_cells, cells, is_far) = case;
        let far = self.stirring.filter(|_| is_far).map_or(0, |far| far.0);
        let step = self.local.step(&self.whos[who], key, cells, n_cells, far);
        let step = step.ok_or(Outside::Game(
            "a step leads out of the level, or its outcome is not known",
        ))?;
        let known = self.whos.iter().position(|who| *who == step.who);
        let then = known.unwrap_or_else(|| {
            self.whos.push(step.who);
            self.whos.len() - 1
        });
        let outcome = (then, step.has_moved, step.cells, step.killed);
        self.cases.insert(case, outcome);
        if self.cases.len() > MOST_CASES {
            return Err(Outside::Game("there are too many different cells"));
        }
        Ok(outcome)
    }

    /// Whether it never matters to a key what is in the player's own cell, nor changes there.
    pub fn ignores_first(&self, key: usize) -> bool {
        let mut known = BTreeMap::new();
        let mut cases = self.cases.iter().filter(|(case, _)| case.1 == key);
        cases.all(
            |(&(who, _, n_cells, [first, rest @ ..], is_far), outcome)| {
                let (then, has_moved, [own, after @ ..], killed) = *outcome;
                let outcome = (then, has_moved, after, killed);
                own == first
                    && *known.entry((who, n_cells, rest, is_far)).or_insert(outcome) == outcome
            },
        )
    }

    /// Whether play is over once the player is dead: an ending counts nothing but avatars.
    fn ends_with_death(&self) -> bool {
        let game = &self.interpreter.game;
        let held = self
            .cells
            .iter()
            .flatten()
            .fold(0, |all, content| all | content);
        let counts = |kind: &KindId| bits(&game.kinds[*kind].family) & held != 0;
        game.endings.iter().any(|ending| match &ending.when {
            When::AtMost(kinds, limit) => *limit >= 0 && !kinds.iter().any(counts),
            _ => false,
        })
    }
}

/// Whether an ending is true of a state.
pub(super) fn is_over(game: &Game, state: &State) -> bool {
    let count = |kinds: &[KindId]| {
        let parts = kinds.iter().flat_map(|&kind| &game.kinds[kind].family);
        let sprites = parts.flat_map(|&part| state.sprites[part].iter());
        sprites.filter(|sprite| !sprite.is_disabled).count() as i64
    };
    game.endings.iter().any(|ending| match &ending.when {
        When::AtMost(kinds, limit) => count(kinds) <= i64::from(*limit),
        When::AtLeast(kinds, limit) => count(kinds) >= i64::from(*limit),
        When::Exactly(kinds, limit) => count(kinds) == i64::from(*limit),
        // A time limit that only loses is not played.
        When::Timeout(_) => false,
    })
}

/// What ends play: the families of which there is one sprite at first and never comes another,
/// where its going is an ending; and those of which it takes some to be there.
pub(super) fn ends(
    interpreter: &Interpreter,
    cells: &[Content],
) -> (Vec<Content>, Vec<(Content, u32)>) {
    let game = &interpreter.game;
    let made = game.acts().filter_map(comes);
    let made = bits(&made.collect::<Vec<_>>());
    let is_avatar = |kind: &KindId| {
        let class = game.kinds[*kind].class.as_ref();
        class.is_some_and(Class::is_avatar)
    };
    let (mut gone, mut there) = (Vec::new(), Vec::new());
    for ending in &game.endings {
        match &ending.when {
            When::AtMost(kinds, limit) if *limit >= 0 && kinds.len() == 1 => {
                let family = &game.kinds[kinds[0]].family;
                let kinds = bits(family);
                let n: u32 = cells.iter().map(|content| total(content & kinds)).sum();
                if n == 1 && made & kinds == 0 && !family.iter().any(is_avatar) {
                    gone.push(kinds);
                }
            }
            When::AtLeast(kinds, limit) if *limit >= 1 && kinds.len() == 1 => {
                there.push((bits(&game.kinds[kinds[0]].family), *limit as u32));
            }
            _ => {}
        }
    }
    (gone, there)
}
