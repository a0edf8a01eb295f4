//! Why a contest cannot be won, in words: who is nearer to what.

use crate::floor_insight::{Distance, Distances};

const NO_WAY: &str = "no way leads from the avatar to a goal";

/// Of a race that cannot be won. The avatar moves first: with as many moves as the
/// opponent it would be there first, were the opponent not in its way.
pub(super) fn race(distances: &Distances) -> String {
    let Some(avatar) = distances.avatar else {
        return NO_WAY.to_owned();
    };
    let own = moves(avatar);
    match distances.opponent {
        Some(opponent) if opponent < avatar => format!(
            "the avatar has {own} to a goal, the opponent only {opponent}: {} fewer",
            avatar - opponent
        ),
        Some(opponent) => {
            let its = moves(opponent);
            format!(
                "the avatar has {own} to a goal, but the opponent, who has {its}, is in its way"
            )
        }
        None => format!(
            "the avatar has {own} to a goal, but the opponent, who has no way there, is in its way"
        ),
    }
}

/// Of a run that cannot be won.
pub(super) fn run(distances: &Distances) -> String {
    let Some(avatar) = distances.avatar else {
        return NO_WAY.to_owned();
    };
    format!(
        "the avatar has {} to a goal; the chaser, which it cannot get past, has {} to a goal and {} to the avatar",
        moves(avatar),
        moves_or_none(distances.opponent),
        moves_or_none(distances.to_avatar)
    )
}

/// Of a catch that cannot be won.
pub(super) fn catch(distances: &Distances) -> String {
    format!(
        "the runner, which cannot be caught, has {} to a goal; the avatar has {} to a goal and {} to the runner",
        moves_or_none(distances.opponent),
        moves_or_none(distances.avatar),
        moves_or_none(distances.to_opponent)
    )
}

fn moves(n: u32) -> String {
    match n {
        1 => "1 move".to_owned(),
        n => format!("{n} moves"),
    }
}

fn moves_or_none(distance: Distance) -> String {
    distance.map_or_else(|| "no way".to_owned(), moves)
}
