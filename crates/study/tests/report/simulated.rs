//! Plays of made-up players.

use std::collections::BTreeMap;

use playproof_study::{Measures, Play};
use playproof_treesearch::Random;

/// Plays and measures of a study.
pub struct Simulated {
    pub plays: Vec<Play>,
    pub measures: BTreeMap<String, Measures>,
}

/// What players are like.
pub struct Players {
    pub first: u32,
    pub n: u32,
    pub are_bots: bool,
    pub seed: u64,
}

pub const PEOPLE: Players = Players {
    first: 1,
    n: 40,
    are_bots: false,
    seed: 11,
};

pub const BOTS: Players = Players {
    first: 101,
    n: 12,
    are_bots: true,
    seed: 12,
};

const ROUNDS: [&str; 2] = ["100000", "500000"];
const SETS: [&str; 3] = ["foundational", "handcrafted", "improved"];

impl Simulated {
    /// Two rounds of two of three sets each, with all that makes figures hard: ties, levels
    /// without measures, measures of some levels only, constant ones, logs that do not fit,
    /// levels that nobody solved. Stars follow `insight` a little, and pushes for difficulty.
    pub fn of(players: &[Players]) -> Simulated {
        let mut study = Simulated {
            plays: Vec::new(),
            measures: BTreeMap::new(),
        };
        for players in players {
            let mut random = Random::new(players.seed);
            for participant in players.first..players.first + players.n {
                for (i, round) in ROUNDS.iter().enumerate() {
                    let left_out = if random.below(8) == 0 {
                        random.below(3)
                    } else {
                        1
                    };
                    let mut sets: Vec<usize> =
                        (0..3).filter(|set| *set != left_out as usize).collect();
                    if random.below(2) == 0 {
                        sets.reverse();
                    }
                    let levels =
                        [i, i].map(|round| study.level(round, players.are_bots, &mut random));
                    study.compare(participant, players, round, &sets, &levels, &mut random);
                }
            }
        }
        study
    }

    /// A new level.
    fn level(&mut self, round: usize, is_of_bots: bool, random: &mut Random) -> String {
        let kind = if is_of_bots { "bots" } else { "people" };
        let name = format!("{kind}/{round}.xsb#{}", self.measures.len() + 1);
        let mut known = Measures::new();
        if random.below(25) > 0 {
            let pushes = 4 + random.below(20 + 10 * round as u32);
            let insight = f64::from(random.below(60)) / 7.0;
            known.insert("pushes".to_owned(), f64::from(pushes));
            known.insert("insight".to_owned(), insight);
            known.insert(
                "branching".to_owned(),
                f64::from(10 + random.below(30)) / f64::from(pushes),
            );
            known.insert(
                "box_lines".to_owned(),
                f64::from(1 + random.below(pushes / 2)),
            );
            known.insert("optimal".to_owned(), 1.0);
            if random.below(30) > 0 {
                known.insert("states".to_owned(), f64::from(random.below(90_000)));
            }
            if random.below(2) > 0 {
                known.insert(
                    "dead_share".to_owned(),
                    f64::from(random.below(100)) / 100.0,
                );
            }
        }
        self.measures.insert(name.clone(), known);
        name
    }

    fn compare(
        &mut self,
        participant: u32,
        players: &Players,
        round: &str,
        sets: &[usize],
        levels: &[String; 2],
        random: &mut Random,
    ) {
        let mut stars = |measure: &str, step: f64, set: usize, level: &str| {
            let value = self.measures[level].get(measure).copied().unwrap_or(10.0);
            let noise = f64::from(random.below(200)) / 100.0;
            (value / step + noise + 0.3 * set as f64).clamp(1.0, 5.0) as u8
        };
        let interesting = [0, 1].map(|i| stars("insight", 3.0, sets[i], &levels[i]));
        let difficult = [0, 1].map(|i| stars("pushes", 8.0, sets[i], &levels[i]));
        let mut first_is_more = |stars: [u8; 2]| match stars[0] == stars[1] {
            true => random.below(2) == 0,
            false => stars[0] > stars[1],
        };
        let first = [first_is_more(interesting), first_is_more(difficult)];
        for i in 0..2 {
            let moves = 8 + random.below(70);
            let is_solved = random.below(12) > 0;
            self.plays.push(Play {
                participant,
                is_bot: players.are_bots,
                round: round.to_owned(),
                set: SETS[sets[i]].to_owned(),
                position: i as u8 + 1,
                level: levels[i].clone(),
                seconds: f64::from(3_000 + random.below(120_000) + 500 * moves) / 1_000.0,
                moves,
                pushes: moves / 3 + random.below(5),
                resets: random.below(6) / 3,
                solves: u32::from(is_solved),
                quickest: is_solved.then(|| moves - random.below(7)),
                interesting: interesting[i],
                difficult: difficult[i],
                more_interesting: first[0] == (i == 0),
                more_difficult: first[1] == (i == 0),
                is_suspect: random.below(40) == 0,
            });
        }
    }
}
