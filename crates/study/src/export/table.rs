//! The columns of exports.

use std::collections::{BTreeMap, BTreeSet};

use crate::play::{Measures, Play};

/// One value of each play, by the kind of the column.
#[derive(Debug, PartialEq)]
pub enum Values {
    Texts(Vec<String>),
    Whole(Vec<i32>),
    Numbers(Vec<f64>),
    Truths(Vec<bool>),
    /// Numbers that are not known of every level.
    Some(Vec<Option<f64>>),
}

/// A column.
#[derive(Debug, PartialEq)]
pub struct Column {
    pub name: String,
    pub values: Values,
}

/// The columns of these plays, with those of their levels' measures behind.
pub fn columns(plays: &[Play], measures: &BTreeMap<String, Measures>) -> Vec<Column> {
    let texts = |of: fn(&Play) -> &str| {
        Values::Texts(plays.iter().map(|play| of(play).to_owned()).collect())
    };
    let whole = |of: fn(&Play) -> u32| {
        let values = plays
            .iter()
            .map(|play| i32::try_from(of(play)).unwrap_or(i32::MAX));
        Values::Whole(values.collect())
    };
    let truths = |of: fn(&Play) -> bool| Values::Truths(plays.iter().map(of).collect());
    let quickest = plays.iter().map(|play| {
        let moves = play.quickest.map(i32::try_from);
        moves.map_or(-1, |moves| moves.unwrap_or(i32::MAX))
    });
    let own = [
        ("participant", whole(|play| play.participant)),
        ("is_bot", truths(|play| play.is_bot)),
        ("round", texts(|play| &play.round)),
        ("set", texts(|play| &play.set)),
        ("position", whole(|play| play.position.into())),
        ("level", texts(|play| &play.level)),
        (
            "seconds",
            Values::Numbers(plays.iter().map(|play| play.seconds).collect()),
        ),
        ("moves", whole(|play| play.moves)),
        ("pushes", whole(|play| play.pushes)),
        ("resets", whole(|play| play.resets)),
        ("solves", whole(|play| play.solves)),
        ("quickest", Values::Whole(quickest.collect())),
        ("interesting", whole(|play| play.interesting.into())),
        ("difficult", whole(|play| play.difficult.into())),
        ("more_interesting", truths(|play| play.more_interesting)),
        ("more_difficult", truths(|play| play.more_difficult)),
        ("suspect", truths(|play| play.is_suspect)),
    ];
    let own = own.map(|(name, values)| Column {
        name: name.to_owned(),
        values,
    });
    let of_play = |play: &Play| measures.get(&play.level);
    let names = plays.iter().filter_map(of_play).flat_map(Measures::keys);
    let names: BTreeSet<&String> = names.collect();
    let measured = names.into_iter().map(|name| {
        let values = plays.iter().map(|play| of_play(play)?.get(name).copied());
        Column {
            name: format!("measure_{name}"),
            values: Values::Some(values.collect()),
        }
    });
    own.into_iter().chain(measured).collect()
}

#[cfg(test)]
pub mod tests {
    use super::*;

    /// Two plays, one of a level with measures.
    pub fn some() -> (Vec<Play>, BTreeMap<String, Measures>) {
        let play = Play {
            participant: 7,
            is_bot: true,
            round: "one, \"two\"".to_owned(),
            set: "improved".to_owned(),
            position: 1,
            level: "a/1.xsb#1".to_owned(),
            seconds: 12.345,
            moves: 30,
            pushes: 9,
            resets: 1,
            solves: 1,
            quickest: Some(21),
            interesting: 4,
            difficult: 2,
            more_interesting: true,
            more_difficult: false,
            is_suspect: false,
        };
        let other = Play {
            position: 2,
            level: "b/1.xsb#1".to_owned(),
            solves: 0,
            quickest: None,
            is_suspect: true,
            ..play.clone()
        };
        let insight = BTreeMap::from([("insight".to_owned(), 0.1)]);
        let measures = BTreeMap::from([("a/1.xsb#1".to_owned(), insight)]);
        (vec![play, other], measures)
    }
}
