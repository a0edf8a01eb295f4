//! What a round says of its sets: shares, and least, mean and greatest values.

use serde::Serialize;

use super::answers::{Answers, Question};
use super::chance::{holm, sign_test};
use super::share::{Sample, SampleSize, Share};
use crate::play::Play;

/// A round.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RoundFigures {
    /// Its name.
    pub round: String,
    /// How many participants compared two levels.
    pub comparisons: u32,
    /// Its sets, by name.
    pub sets: Vec<SetFigures>,
    /// Each two sets that somebody compared.
    pub pairs: Vec<PairFigures>,
}

/// A set in a round.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SetFigures {
    /// Its name.
    pub set: String,
    /// How often one of its levels was played.
    pub plays: usize,
    /// How often its level was the more interesting one of a comparison.
    pub more_interesting: Share,
    /// How often its level was the more difficult one.
    pub more_difficult: Share,
    /// Plays with a log that fits the rules; the figures from here to `resets` are theirs.
    pub logged: usize,
    /// Plays in which the level was solved.
    pub solved: usize,
    /// Seconds.
    pub seconds: Option<Spread>,
    /// Moves of the quickest solve, of those who solved it.
    pub quickest: Option<Spread>,
    /// Moves.
    pub moves: Option<Spread>,
    /// Pushes.
    pub pushes: Option<Spread>,
    /// How often somebody started over.
    pub resets: Option<Spread>,
    /// Stars for interest.
    pub interesting: Option<Spread>,
    /// Stars for difficulty.
    pub difficult: Option<Spread>,
    /// How often one to five stars were given for interest.
    pub interesting_stars: [u32; 5],
    /// How often one to five stars were given for difficulty.
    pub difficult_stars: [u32; 5],
}

/// Least, mean and greatest value.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Spread {
    /// Of how many values.
    pub n: usize,
    /// The least.
    pub min: f64,
    /// The mean.
    pub mean: f64,
    /// The greatest.
    pub max: f64,
}

impl Spread {
    fn of(values: impl Iterator<Item = f64>) -> Option<Spread> {
        let values: Vec<f64> = values.filter(|value| value.is_finite()).collect();
        let n = values.len();
        (n > 0).then(|| Spread {
            n,
            min: values.iter().copied().fold(f64::INFINITY, f64::min),
            mean: values.iter().sum::<f64>() / n as f64,
            max: values.iter().copied().fold(f64::NEG_INFINITY, f64::max),
        })
    }
}

/// Two sets, compared directly.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PairFigures {
    /// The first set, by name.
    pub first: String,
    /// The second.
    pub second: String,
    /// How many compared them.
    pub comparisons: u32,
    /// The margin that so many answers have.
    pub margin: Option<f64>,
    /// Which was the more interesting.
    pub interesting: SignTest,
    /// Which was the more difficult.
    pub difficult: SignTest,
}

/// Whether one of two sets won more often than a coin would.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SignTest {
    /// How often the first set's level was more so.
    pub first: u32,
    /// How often the second's.
    pub second: u32,
    /// The chance of a difference as large, or larger, if neither set was more so.
    pub p: Option<f64>,
    /// The same, corrected for all these tests of the report.
    pub p_holm: Option<f64>,
}

/// The figures of each round.
pub(super) fn rounds(answers: &Answers, sample: &Sample) -> Vec<RoundFigures> {
    let size = SampleSize::new(sample);
    let each = answers.rounds.iter().map(|round| {
        let names = answers.sets(round);
        let of_round = answers.comparisons.iter();
        let of_round = of_round.filter(|comparison| comparison.plays[0].round == *round);
        let mut pairs = Vec::new();
        for (i, first) in names.iter().enumerate() {
            for second in &names[i + 1..] {
                pairs.extend(pair(answers, round, (first, second), &size));
            }
        }
        RoundFigures {
            round: (*round).to_owned(),
            comparisons: of_round.count() as u32,
            sets: names
                .iter()
                .map(|set| set_figures(answers, round, set, sample))
                .collect(),
            pairs,
        }
    });
    let mut rounds: Vec<RoundFigures> = each.collect();
    let tests = |rounds: &mut [RoundFigures], with: &mut dyn FnMut(&mut SignTest)| {
        for pair in rounds.iter_mut().flat_map(|round| &mut round.pairs) {
            with(&mut pair.interesting);
            with(&mut pair.difficult);
        }
    };
    let mut chances = Vec::new();
    tests(&mut rounds, &mut |test| chances.push(test.p));
    let mut corrected = holm(&chances).into_iter();
    tests(&mut rounds, &mut |test| {
        test.p_holm = corrected.next().flatten()
    });
    rounds
}

fn set_figures(answers: &Answers, round: &str, set: &str, sample: &Sample) -> SetFigures {
    let plays = answers.of_set(round, set);
    let compared = answers
        .comparisons
        .iter()
        .filter_map(|comparison| comparison.of_set(set));
    let compared: Vec<&Play> = compared.filter(|play| play.round == round).collect();
    let share = |question: Question| {
        let count = compared
            .iter()
            .filter(|play| question.is_more(play))
            .count();
        Share::new(count as u32, compared.len() as u32, sample)
    };
    let logged = || plays.iter().copied().filter(|play| !play.is_suspect);
    let of_log = |value: fn(&Play) -> f64| Spread::of(logged().map(value));
    let stars = |question: Question| plays.iter().map(move |play| question.stars(play));
    let each_star = |question: Question| {
        let given = |wanted: u8| stars(question).filter(|stars| *stars == wanted).count() as u32;
        [1, 2, 3, 4, 5].map(given)
    };
    let quickest = logged().filter_map(|play| play.quickest).map(f64::from);
    SetFigures {
        set: set.to_owned(),
        plays: plays.len(),
        more_interesting: share(Question::Interesting),
        more_difficult: share(Question::Difficult),
        logged: logged().count(),
        solved: logged().filter(|play| play.solves > 0).count(),
        seconds: of_log(|play| play.seconds),
        quickest: Spread::of(quickest),
        moves: of_log(|play| f64::from(play.moves)),
        pushes: of_log(|play| f64::from(play.pushes)),
        resets: of_log(|play| f64::from(play.resets)),
        interesting: Spread::of(stars(Question::Interesting).map(f64::from)),
        difficult: Spread::of(stars(Question::Difficult).map(f64::from)),
        interesting_stars: each_star(Question::Interesting),
        difficult_stars: each_star(Question::Difficult),
    }
}

/// Two sets of a round; none if nobody compared them.
fn pair(
    answers: &Answers,
    round: &str,
    (first, second): (&str, &str),
    size: &SampleSize,
) -> Option<PairFigures> {
    let of_round = answers
        .comparisons
        .iter()
        .filter(|c| c.plays[0].round == round);
    let both = of_round.filter_map(|c| c.of_set(first).filter(|_| c.of_set(second).is_some()));
    let of_first: Vec<&Play> = both.collect();
    let n = of_first.len() as u32;
    let test = |question: Question| {
        let won = of_first
            .iter()
            .filter(|play| question.is_more(play))
            .count() as u32;
        SignTest {
            first: won,
            second: n - won,
            p: sign_test(won, n),
            p_holm: None,
        }
    };
    (n > 0).then(|| PairFigures {
        first: first.to_owned(),
        second: second.to_owned(),
        comparisons: n,
        margin: size.margin_of(n),
        interesting: test(Question::Interesting),
        difficult: test(Question::Difficult),
    })
}
