//! Rank correlation with an interval and a chance, both by drawing lots.
//!
//! Ranks are doubled and counted from their middle, so that they are whole numbers even
//! where plays share a rank, and comparisons of them are exact.

use playproof_treesearch::Random;

/// How many samples of participants an interval rests on.
pub const N_RESAMPLES: usize = 2_000;
/// How many shuffles a chance rests on.
pub const N_SHUFFLES: usize = 9_999;
/// How sure intervals of correlations are.
pub const CONFIDENCE: f64 = 0.95;
/// The fewest participants that are worth an interval.
pub const FEWEST_PARTICIPANTS: usize = 5;

const SEED_OF_RESAMPLES: u64 = 1;
const SEED_OF_SHUFFLES: u64 = 2;

/// A column of numbers as places: equal numbers have one place. Plays of different groups
/// never share one, and are ranked apart.
pub(super) struct Places {
    place: Vec<usize>,
    /// The group of each place; places are in the order of groups, and by rising numbers.
    group: Vec<usize>,
}

impl Places {
    /// One column, in one group.
    pub fn new(values: &[f64]) -> Places {
        Places::within(values, &vec![0; values.len()])
    }

    /// One column, in groups.
    pub fn within(values: &[f64], groups: &[usize]) -> Places {
        let mut sorted: Vec<(usize, f64)> =
            groups.iter().copied().zip(values.iter().copied()).collect();
        sorted.sort_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)));
        sorted.dedup();
        // Zero and minus zero are equal, and may be in either order.
        let place = |(group, value): (&usize, &f64)| {
            sorted
                .partition_point(|known| known.0 < *group || known.0 == *group && known.1 < *value)
        };
        Places {
            place: groups.iter().zip(values).map(place).collect(),
            group: sorted.into_iter().map(|(group, _)| group).collect(),
        }
    }

    /// Ranks of plays of which each counts `times` often: doubled, from the middle rank of
    /// their group.
    fn ranks(&self, times: &[u32]) -> Vec<i64> {
        let mut at = vec![0_i64; self.group.len()];
        for (place, times) in self.place.iter().zip(times) {
            at[*place] += i64::from(*times);
        }
        let mut rest = &mut at[..];
        for group in self.group.chunk_by(|a, b| a == b) {
            let (of_group, others) = rest.split_at_mut(group.len());
            let n: i64 = of_group.iter().sum();
            let mut before = 0;
            for count in of_group {
                let rank = 2 * before + *count - n;
                before += *count;
                *count = rank;
            }
            rest = others;
        }
        self.place.iter().map(|place| at[*place]).collect()
    }
}

/// Spearman's correlation of plays that count `times` often; none where ranks do not differ.
fn spearman(a: &Places, b: &Places, times: &[u32]) -> Option<f64> {
    let (a, b) = (a.ranks(times), b.ranks(times));
    let (mut aa, mut bb, mut ab) = (0.0, 0.0, 0.0);
    for ((a, b), times) in a.iter().zip(&b).zip(times) {
        let times = f64::from(*times);
        aa += times * (a * a) as f64;
        bb += times * (b * b) as f64;
        ab += times * (a * b) as f64;
    }
    (aa > 0.0 && bb > 0.0).then(|| (ab / (aa * bb).sqrt()).clamp(-1.0, 1.0))
}

/// A rank correlation, and what is known of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Association {
    pub rho: f64,
    pub interval: Option<(f64, f64)>,
    pub chance: f64,
    /// The correlation of ranks within groups, and its interval.
    pub within: Option<Correlation>,
}

/// A rank correlation, and its interval.
pub(super) type Correlation = (f64, Option<(f64, f64)>);

/// How a measure goes together with each of several columns of stars, over the same
/// plays; `participants` says whose each is, and `groups` what is compared with its like
/// only in the correlation within groups. None where a column is constant.
pub(super) fn associations(
    measure: &[f64],
    stars: &[Vec<f64>],
    participants: &[u32],
    groups: &[usize],
) -> Vec<Option<Association>> {
    let once = vec![1; measure.len()];
    let ranks = |values: &[f64]| Places::new(values).ranks(&once);
    let columns: Vec<Vec<i64>> = stars.iter().map(|stars| ranks(stars)).collect();
    let chances = shuffled(&ranks(measure), &columns);
    let each = stars.iter().zip(chances).map(|(stars, chance)| {
        let (rho, interval) = rank_correlation(measure, stars, participants)?;
        let within = [measure, stars].map(|values| Places::within(values, groups));
        Some(Association {
            rho,
            interval,
            chance,
            within: with_interval(&within, participants),
        })
    });
    each.collect()
}

/// Spearman's correlation, with an interval.
pub(super) fn rank_correlation(a: &[f64], b: &[f64], participants: &[u32]) -> Option<Correlation> {
    with_interval(&[a, b].map(Places::new), participants)
}

fn with_interval([a, b]: &[Places; 2], participants: &[u32]) -> Option<Correlation> {
    let rho = spearman(a, b, &vec![1; participants.len()])?;
    Some((rho, interval(participants, |times| spearman(a, b, times))))
}

/// For each column, how likely a shuffled one goes together with the measure as well as it
/// does, in either direction.
fn shuffled(measure: &[i64], columns: &[Vec<i64>]) -> Vec<f64> {
    let n = measure.len();
    let together = |column: &[i64], order: &[usize]| -> i64 {
        let pairs = measure.iter().zip(order);
        pairs.map(|(measure, i)| measure * column[*i]).sum()
    };
    let unmoved: Vec<usize> = (0..n).collect();
    let found = columns
        .iter()
        .map(|column| together(column, &unmoved).abs());
    let found: Vec<i64> = found.collect();
    let mut as_far = vec![1_u32; columns.len()];
    let mut random = Random::new(SEED_OF_SHUFFLES);
    let mut order = unmoved.clone();
    for _ in 0..N_SHUFFLES {
        order.copy_from_slice(&unmoved);
        shuffle(&mut order, &mut random);
        for ((column, found), as_far) in columns.iter().zip(&found).zip(&mut as_far) {
            *as_far += u32::from(together(column, &order).abs() >= *found);
        }
    }
    let chance = |as_far: &u32| f64::from(*as_far) / (N_SHUFFLES + 1) as f64;
    as_far.iter().map(chance).collect()
}

/// Puts what there is into a random order.
pub(super) fn shuffle<T>(items: &mut [T], random: &mut Random) {
    for last in (1..items.len()).rev() {
        items.swap(last, random.below(last as u32 + 1) as usize);
    }
}

/// The bootstrap interval of a figure: participants are drawn with all that they played,
/// as many as there are, and `figure` is asked how often each play then counts. None if
/// there are too few participants, or if most samples have no such figure.
pub(super) fn interval(
    participants: &[u32],
    figure: impl Fn(&[u32]) -> Option<f64>,
) -> Option<(f64, f64)> {
    let mut everyone = participants.to_vec();
    everyone.sort_unstable();
    everyone.dedup();
    if everyone.len() < FEWEST_PARTICIPANTS {
        return None;
    }
    let number = |participant: &u32| everyone.partition_point(|known| known < participant);
    let numbers: Vec<usize> = participants.iter().map(number).collect();
    let mut random = Random::new(SEED_OF_RESAMPLES);
    let mut figures = Vec::with_capacity(N_RESAMPLES);
    for _ in 0..N_RESAMPLES {
        let mut drawn = vec![0; everyone.len()];
        for _ in 0..everyone.len() {
            drawn[random.below(everyone.len() as u32) as usize] += 1;
        }
        let times: Vec<u32> = numbers.iter().map(|number| drawn[*number]).collect();
        figures.extend(figure(&times));
    }
    if figures.len() * 2 < N_RESAMPLES {
        return None;
    }
    figures.sort_by(f64::total_cmp);
    let tail = (1.0 - CONFIDENCE) / 2.0;
    Some((quantile(&figures, tail), quantile(&figures, 1.0 - tail)))
}

/// The value that the given share of the sorted values is below, between two neighbours
/// where it is not exactly one.
fn quantile(sorted: &[f64], share: f64) -> f64 {
    let place = share * (sorted.len() - 1) as f64;
    let (left, part) = (place.floor() as usize, place.fract());
    let right = (left + 1).min(sorted.len() - 1);
    sorted[left] + (sorted[right] - sorted[left]) * part
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(a: &[f64], b: &[f64]) -> Option<f64> {
        spearman(&Places::new(a), &Places::new(b), &vec![1; a.len()])
    }

    #[test]
    fn spearman_by_hand() {
        // Ranks 1 2 3 4 and 2 1 4 3: 1 − 6 · 4 / (4 · 15).
        let rho = plain(&[1.0, 2.0, 3.0, 9.0], &[5.0, 4.0, 80.0, 8.0]).expect("differ");
        assert!((rho - 0.6).abs() < 1e-12, "{rho}");
        // Ranks 1.5 1.5 3 and 1 2 3.
        let rho = plain(&[0.0, -0.0, 1.0], &[1.0, 2.0, 3.0]).expect("differ");
        assert!((rho - 3.0_f64.sqrt() / 2.0).abs() < 1e-12, "{rho}");
        assert_eq!(plain(&[1.0, 1.0], &[1.0, 2.0]), None);
        assert_eq!(plain(&[], &[]), None);
    }

    #[test]
    fn groups_are_ranked_apart() {
        // In all, more of one comes with more of the other; in each group, with less.
        let (a, b) = ([2.0, 1.0, 20.0, 10.0], [1.0, 2.0, 10.0, 20.0]);
        let found = associations(&a, &[b.to_vec()], &[1, 2, 3, 4], &[7, 7, 8, 8]);
        let found = found[0].expect("differ");
        assert!((found.rho - 0.6).abs() < 1e-12, "{found:?}");
        assert_eq!(found.within, Some((-1.0, None)));
        let found = associations(&a, &[b.to_vec()], &[1, 2, 3, 4], &[1, 2, 3, 4]);
        assert_eq!(found[0].expect("differ").within, None);
    }

    #[test]
    fn a_play_that_counts_twice_is_two_plays() {
        let (a, b) = ([3.0, 1.0, 2.0, 2.0], [1.0, 4.0, 4.0, 2.0]);
        let counted = spearman(&Places::new(&a), &Places::new(&b), &[2, 0, 1, 3]);
        let written = plain(
            &[3.0, 3.0, 2.0, 2.0, 2.0, 2.0],
            &[1.0, 1.0, 4.0, 2.0, 2.0, 2.0],
        );
        assert!((counted.expect("differ") - written.expect("differ")).abs() < 1e-12);
    }

    #[test]
    fn what_goes_together_is_hardly_chance() {
        let measure: Vec<f64> = (0..30).map(f64::from).collect();
        let same: Vec<f64> = measure.iter().map(|x| (x / 7.0).floor()).collect();
        let other: Vec<f64> = (0..30).map(|i| f64::from(i * 7 % 5)).collect();
        let participants: Vec<u32> = (0..30).map(|i| i / 2).collect();
        let found = associations(&measure, &[same, other], &participants, &[0; 30]);
        let [Some(same), Some(other)] = found[..] else {
            panic!("{found:?}")
        };
        assert!(same.rho > 0.9 && same.chance == 1e-4, "{same:?}");
        assert!(other.chance > 0.2, "{other:?}");
        let (low, high) = same.interval.expect("enough participants");
        assert!(0.8 < low && low <= same.rho && same.rho <= high && high <= 1.0);
        let (low, high) = other.interval.expect("enough participants");
        assert!(low < 0.0 && high > 0.0, "{other:?}");
    }

    #[test]
    fn few_participants_have_no_interval() {
        let column = [1.0, 2.0, 3.0, 4.0];
        let found = associations(&column, &[column.to_vec()], &[1, 1, 2, 2], &[0; 4]);
        let found = found[0].expect("differ");
        assert_eq!((found.rho, found.interval), (1.0, None));
        // Two of the 24 orders are as far from chance.
        assert!((found.chance - 2.0 / 24.0).abs() < 0.01, "{found:?}");
        assert_eq!(associations(&[], &[Vec::new()], &[], &[]), [None]);
        assert_eq!(
            associations(&[1.0, 1.0], &[vec![1.0, 2.0]], &[1, 2], &[0, 1]),
            [None]
        );
    }
}
