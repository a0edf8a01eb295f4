//! Every construct that the language knows, and what becomes of it, for those who list them.

use super::{classes, terminations, verbs};

/// What becomes of a construct.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Standing {
    /// It is played.
    Played,
    /// It changes nothing that is played.
    PassedOver,
    /// It is refused by name and line.
    Refused,
}

/// Classes, effects, endings and options, by name.
pub fn constructs() -> Vec<(&'static str, Standing)> {
    let played_classes = classes::PLAYED.map(|(name, _)| name);
    let refused_classes = classes::REFUSED.map(|(name, _)| name);
    let lists: [(&[&'static str], Standing); 11] = [
        (&played_classes, Standing::Played),
        (&classes::PLAYED_OPTIONS, Standing::Played),
        (&verbs::PLAYED, Standing::Played),
        (&verbs::PLAYED_OPTIONS, Standing::Played),
        (&terminations::PLAYED, Standing::Played),
        (&classes::IDLE_OPTIONS, Standing::PassedOver),
        (&refused_classes, Standing::Refused),
        (&classes::REFUSED_OPTIONS, Standing::Refused),
        (&verbs::REFUSED, Standing::Refused),
        (&terminations::REFUSED, Standing::Refused),
        (&verbs::REFUSED_OPTIONS, Standing::Refused),
    ];
    let refused_endings = terminations::REFUSED_OPTIONS.map(|name| (name, Standing::Refused));
    let all = lists.into_iter();
    let all = all.flat_map(|(names, standing)| names.iter().map(move |name| (*name, standing)));
    all.chain(refused_endings).collect()
}
