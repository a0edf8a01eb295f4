//! Why a contest cannot be won, in words: who is nearer to what.

use playproof_walked::{Distance, Distances};

const NO_WAY: &str = "no way leads from the avatar to a goal";

/// Of a race that cannot be won. The opponent is nearer to a goal: the avatar moves first,
/// and whoever were on its shortest way before it would be nearer.
pub(crate) fn race(distances: &Distances) -> String {
    let Some(avatar) = distances.avatar else {
        return NO_WAY.to_owned();
    };
    let nearer = distances.opponent.filter(|opponent| *opponent < avatar);
    let nearer = nearer.map(|opponent| {
        let fewer = avatar - opponent;
        format!(", the opponent only {opponent}: {fewer} fewer")
    });
    let own = moves(avatar);
    format!(
        "the avatar has {own} to a goal{}",
        nearer.unwrap_or_default()
    )
}

/// Of a run that cannot be won.
pub(crate) fn run(distances: &Distances) -> String {
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
pub(crate) fn catch(distances: &Distances) -> String {
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
