//! The answers of people, or those of bots: never both in one figure.

use std::collections::BTreeMap;

use crate::play::{Measures, Play};

/// The plays of one kind of players, in the order of participants, rounds and positions.
pub(super) struct Answers<'a> {
    /// The rounds, in the order in which they come.
    pub rounds: Vec<&'a str>,
    pub plays: Vec<&'a Play>,
    pub comparisons: Vec<Comparison<'a>>,
    /// Rounds of participants that are no comparison.
    pub n_broken: u32,
}

/// Two plays of a participant in a round, of different sets, of which one was the more
/// interesting, and one the more difficult.
#[derive(Clone, Copy)]
pub(super) struct Comparison<'a> {
    pub plays: [&'a Play; 2],
}

impl<'a> Answers<'a> {
    /// Those of bots, or those of people.
    pub fn of(plays: &'a [Play], are_bots: bool) -> Answers<'a> {
        let mut rounds: Vec<&str> = Vec::new();
        for play in plays {
            if !rounds.contains(&play.round.as_str()) {
                rounds.push(&play.round);
            }
        }
        let place = |play: &Play| rounds.iter().position(|round| *round == play.round);
        let mut plays: Vec<&Play> = plays
            .iter()
            .filter(|play| play.is_bot == are_bots)
            .collect();
        plays.sort_by_key(|play| (play.participant, place(play), play.position));
        rounds.retain(|round| plays.iter().any(|play| play.round == *round));

        let of_one_round =
            |a: &&Play, b: &&Play| a.participant == b.participant && a.round == b.round;
        let mut comparisons = Vec::new();
        let mut n_broken = 0;
        for chunk in plays.chunk_by(of_one_round) {
            match Comparison::of(chunk) {
                Some(comparison) => comparisons.push(comparison),
                None => n_broken += 1,
            }
        }
        Answers {
            rounds,
            plays,
            comparisons,
            n_broken,
        }
    }

    pub fn n_participants(&self) -> usize {
        let of_one = |a: &&Play, b: &&Play| a.participant == b.participant;
        self.plays.chunk_by(of_one).count()
    }

    /// The sets of a round, by name.
    pub fn sets(&self, round: &str) -> Vec<&'a str> {
        let of_round = self.plays.iter().filter(|play| play.round == round);
        let mut sets: Vec<&str> = of_round.map(|play| play.set.as_str()).collect();
        sets.sort_unstable();
        sets.dedup();
        sets
    }

    /// The plays of a set in a round.
    pub fn of_set(&self, round: &str, set: &str) -> Vec<&'a Play> {
        let plays = self.plays.iter().copied();
        plays
            .filter(|play| play.round == round && play.set == set)
            .collect()
    }

    /// Plays of levels of which no measure is known.
    pub fn n_unmeasured(&self, measures: &BTreeMap<String, Measures>) -> usize {
        let unmeasured = |play: &&&Play| measures.get(&play.level).is_none_or(BTreeMap::is_empty);
        self.plays.iter().filter(unmeasured).count()
    }
}

impl<'a> Comparison<'a> {
    fn of(plays: &[&'a Play]) -> Option<Comparison<'a>> {
        let [a, b] = *plays else { return None };
        let is_one = a.set != b.set
            && a.more_interesting != b.more_interesting
            && a.more_difficult != b.more_difficult;
        is_one.then_some(Comparison { plays: [a, b] })
    }

    /// The play of the set, if it took part.
    pub fn of_set(&self, set: &str) -> Option<&'a Play> {
        self.plays.into_iter().find(|play| play.set == set)
    }
}

/// The two questions that stars answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Question {
    /// How interesting was it?
    Interesting,
    /// How difficult was it?
    Difficult,
}

impl Question {
    /// Both.
    pub const ALL: [Question; 2] = [Question::Interesting, Question::Difficult];

    /// The word that was asked about.
    pub fn word(self) -> &'static str {
        match self {
            Question::Interesting => "interesting",
            Question::Difficult => "difficult",
        }
    }

    pub(super) fn stars(self, play: &Play) -> u8 {
        match self {
            Question::Interesting => play.interesting,
            Question::Difficult => play.difficult,
        }
    }

    pub(super) fn is_more(self, play: &Play) -> bool {
        match self {
            Question::Interesting => play.more_interesting,
            Question::Difficult => play.more_difficult,
        }
    }
}
