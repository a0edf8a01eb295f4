//! Which two levels a participant compares, and in which order.
//!
//! Pairs of sets come about equally often, and within a pair each set comes first about
//! equally often; everything else is chance.

use std::collections::BTreeMap;

use fastrand::Rng;

/// The levels of each set that nobody got yet.
pub type Free = BTreeMap<String, Vec<i64>>;

/// The two sets that a participant compares, in the order of play, each with its level.
pub type Pair = [(String, i64); 2];

/// Chooses from the levels that are free in each set, after what earlier participants of
/// the round got. None if fewer than two sets have a free level.
pub fn choose(free: &Free, earlier: &[[String; 2]], chance: &mut Rng) -> Option<Pair> {
    let sets: Vec<&String> = free
        .iter()
        .filter(|(_, levels)| !levels.is_empty())
        .map(|(set, _)| set)
        .collect();
    let pairs = (0..sets.len()).flat_map(|i| (i + 1..sets.len()).map(move |j| (i, j)));
    let pairs = pairs.map(|(i, j)| [sets[i], sets[j]]);
    let count = |wanted: [&String; 2]| {
        let pairs = earlier.iter();
        pairs.filter(|[a, b]| [a, b] == wanted).count()
    };
    let counted = pairs.map(|[a, b]| (count([a, b]), count([b, a]), [a, b]));
    let counted: Vec<_> = counted.collect();
    let least = counted.iter().map(|(there, back, _)| there + back).min()?;
    let rare = counted
        .iter()
        .filter(|(there, back, _)| there + back == least);
    let rare: Vec<_> = rare.collect();
    let (there, back, [a, b]) = rare[chance.usize(..rare.len())];
    let is_turned = match there.cmp(back) {
        std::cmp::Ordering::Less => false,
        std::cmp::Ordering::Greater => true,
        std::cmp::Ordering::Equal => chance.bool(),
    };
    let order = if is_turned { [b, a] } else { [a, b] };
    Some(order.map(|set| {
        let levels = &free[*set];
        ((*set).clone(), levels[chance.usize(..levels.len())])
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rounds(n_sets: usize, n_levels: i64, n_players: usize) -> Vec<Pair> {
        let sets = ["a", "b", "c", "d"]
            .into_iter()
            .take(n_sets)
            .map(str::to_owned);
        let mut next = 0;
        let mut free: Free = sets
            .map(|set| {
                next += n_levels;
                (set, (next - n_levels..next).collect())
            })
            .collect();
        let (mut earlier, mut all) = (Vec::new(), Vec::new());
        for player in 0..n_players {
            let mut chance = Rng::with_seed(player as u64);
            let Some(pair) = choose(&free, &earlier, &mut chance) else {
                break;
            };
            for (set, level) in &pair {
                let levels = free.get_mut(set).unwrap();
                let place = levels.iter().position(|free| free == level);
                levels.remove(place.expect("it was free"));
            }
            earlier.push(pair.clone().map(|(set, _)| set));
            all.push(pair);
        }
        all
    }

    #[test]
    fn two_sets_come_first_equally_often_and_every_level_is_used_once() {
        let all = rounds(2, 40, 50);
        assert_eq!(all.len(), 40);
        assert_eq!(all.iter().filter(|pair| pair[0].0 == "a").count(), 20);
        let mut levels: Vec<i64> = all.iter().flatten().map(|(_, level)| *level).collect();
        levels.sort_unstable();
        assert_eq!(levels, (0..80).collect::<Vec<_>>());
        // By chance, not in turns.
        let first: String = all.iter().map(|pair| &pair[0].0[..]).collect();
        assert!(!first.starts_with("abababababab") && !first.starts_with("babababababa"));
    }

    #[test]
    fn of_four_sets_every_pair_comes_equally_often() {
        let mut counts: BTreeMap<[String; 2], usize> = BTreeMap::new();
        for pair in rounds(4, 40, 60) {
            let mut sets = pair.map(|(set, _)| set);
            sets.sort();
            *counts.entry(sets).or_default() += 1;
        }
        assert_eq!(counts.into_values().collect::<Vec<_>>(), [10; 6]);
    }

    #[test]
    fn one_set_alone_is_no_pair() {
        assert!(rounds(1, 10, 3).is_empty());
        let free = BTreeMap::from([("a".to_owned(), vec![1]), ("b".to_owned(), vec![])]);
        assert_eq!(choose(&free, &[], &mut Rng::with_seed(1)), None);
    }
}
