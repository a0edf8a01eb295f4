//! What a reader has to know before any figure: who played, and what is missing.

use super::figures::Group;
use super::share::SampleSize;
use super::words::{counted, percent};

/// The notes: who played, what the caller knows to be missing, and what the answers lack.
pub(super) fn notes(
    people: Option<&Group>,
    bots: Option<&Group>,
    size: &SampleSize,
    missing: &[String],
) -> Vec<String> {
    let mut notes = Vec::new();
    match (people, bots) {
        (None, None) => notes.push("Nobody has finished a round yet.".to_owned()),
        (None, Some(_)) => notes.push(
            "All players were bots. Nothing here says what people find interesting or difficult."
                .to_owned(),
        ),
        (Some(_), Some(bots)) => notes.push(format!(
            "{} took part. They have a part of their own at the end and count in no figure of people.",
            counted(bots.participants, "bot", "bots")
        )),
        (Some(_), None) => {}
    }
    notes.extend_from_slice(missing);
    for (who, group) in [("People", people), ("Bots", bots)] {
        if let Some(group) = group {
            notes.extend(
                of_group(group, size)
                    .into_iter()
                    .map(|note| format!("{who}: {note}")),
            );
        }
    }
    notes
}

fn of_group(group: &Group, size: &SampleSize) -> Vec<String> {
    let mut notes = Vec::new();
    let pairs = group
        .rounds
        .iter()
        .flat_map(|round| round.pairs.iter().map(move |pair| (round, pair)));
    let few = pairs.filter_map(|(round, pair)| {
        let n = pair.comparisons;
        size.needed.filter(|needed| u64::from(n) < *needed)?;
        Some(format!(
            "{n} of {} and {} in round {}",
            pair.first, pair.second, round.round
        ))
    });
    let few: Vec<String> = few.collect();
    if let Some(needed) = size.needed.filter(|_| !few.is_empty()) {
        notes.push(format!(
            "too few answers. A confidence of {} and a margin of {} need {needed} comparisons of two sets; there are {}.",
            percent(Some(size.confidence)),
            percent(Some(size.margin)),
            few.join(", ")
        ));
    }
    if group.suspect > 0 {
        notes.push(format!(
            "{} a log that does not fit the rules. Their stars and comparisons count; their times, moves and solves do not.",
            has(group.suspect)
        ));
    }
    if group.unmeasured > 0 {
        notes.push(format!(
            "{} a level without measures. What predicts the stars is said without them.",
            has(group.unmeasured)
        ));
    }
    if group.broken > 0 {
        let rounds = counted(
            group.broken as usize,
            "round of a participant is",
            "rounds of participants are",
        );
        notes.push(format!(
            "{rounds} no comparison of two levels of two sets. Their plays count; as comparisons they do not."
        ));
    }
    notes
}

fn has(n_plays: usize) -> String {
    counted(n_plays, "play has", "plays have")
}
