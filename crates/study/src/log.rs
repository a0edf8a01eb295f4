//! What a player did, made again by the game's rules: the figures of a play come from
//! that, not from the page.

use playproof::Prepared;
use playproof_analysis::Walk;

use crate::step::{Deed, Event};

/// The clock starts this long after a level was shown, unless a move comes first.
const LOOKING: u64 = 3_000;

/// What the log of one play says.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Figures {
    /// From the first move, or three seconds, to *continue*.
    pub seconds: f64,
    /// All moves, also those that were taken back.
    pub moves: u32,
    /// The pushes among them.
    pub pushes: u32,
    /// How often the player started over.
    pub resets: u32,
    /// How often the level was won.
    pub solves: u32,
    /// Moves of the quickest solve, without those taken back.
    pub quickest: Option<u32>,
    /// Whether the log does not fit the rules.
    pub is_suspect: bool,
}

/// Makes a log again. `stopped` is when the player went on, in milliseconds since the
/// level was shown. None if the level has no beginning.
pub fn figures(prepared: &Prepared, events: &[Event], stopped: u64) -> Option<Figures> {
    let walk = Walk::of(prepared).ok()?;
    let insight = prepared.insight();
    let pieces = insight.as_ref().and_then(|insight| insight.pieces());
    // The states of this attempt, without those that were taken back.
    let mut states = vec![walk.first()?];
    let mut figures = Figures {
        seconds: seconds(events, stopped),
        moves: 0,
        pushes: 0,
        resets: 0,
        solves: 0,
        quickest: None,
        is_suspect: !events.is_sorted_by_key(|event| event.t)
            || events.last().is_some_and(|event| event.t > stopped),
    };
    // Whether this very state was reached by a move that won, and nobody said so yet.
    let mut is_unsaid = false;
    for event in events {
        let now = states.last().expect("the first state stays");
        match (event.e, event.e.action()) {
            (_, Some((action, is_push))) => {
                let Some(next) = walk.after(now, action).filter(|next| next != now) else {
                    figures.is_suspect = true;
                    continue;
                };
                let pushed = pieces.map(|pieces| pieces.is_push(now, &next));
                figures.is_suspect |= is_unsaid || pushed.is_some_and(|pushed| pushed != is_push);
                figures.moves += 1;
                figures.pushes += u32::from(pushed.unwrap_or(is_push));
                is_unsaid = walk.is_won(&next);
                states.push(next);
                if is_unsaid {
                    let n = u32::try_from(states.len() - 1).unwrap_or(u32::MAX);
                    figures.solves += 1;
                    figures.quickest = Some(figures.quickest.map_or(n, |best| best.min(n)));
                }
            }
            (Deed::Solve, _) => {
                figures.is_suspect |= !is_unsaid;
                is_unsaid = false;
            }
            (Deed::Undo, _) => {
                figures.is_suspect |= states.len() == 1;
                states.truncate(states.len().saturating_sub(1).max(1));
                is_unsaid = false;
            }
            _ => {
                figures.resets += 1;
                states.truncate(1);
                is_unsaid = false;
            }
        }
    }
    Some(figures)
}

fn seconds(events: &[Event], stopped: u64) -> f64 {
    let first = events.iter().find(|event| event.e.action().is_some());
    let started = first.map_or(LOOKING, |event| event.t.min(LOOKING));
    stopped.saturating_sub(started) as f64 / 1000.0
}

#[cfg(test)]
mod tests {
    use super::*;

    const LEVEL: &str = "#######\n#@ $ .#\n#######\n";

    fn figures_of(log: &str, stopped: u64) -> Figures {
        let playproof = playproof::Playproof::default();
        let file = playproof.read("level", LEVEL.as_bytes()).unwrap();
        let prepared = playproof.prepare(&file.levels[0], None).unwrap();
        let events = (1..).zip(log.split_whitespace()).map(|(n, word)| Event {
            t: 1_000 * n,
            e: Deed::of_word(word).unwrap(),
        });
        let events: Vec<Event> = events.collect();
        figures(&prepared, &events, stopped).unwrap()
    }

    #[test]
    fn moves_resets_and_solves_are_counted_by_the_rules() {
        let played = figures_of("r l r R undo R R solve reset r R R solve", 20_000);
        let wanted = Figures {
            seconds: 19.0,
            moves: 9,
            pushes: 5,
            resets: 1,
            solves: 2,
            quickest: Some(3),
            is_suspect: false,
        };
        assert_eq!(played, wanted);
        // Moves to and fro count for the first solve, one that was taken back does not.
        assert_eq!(
            figures_of("r l r R undo R R solve", 20_000).quickest,
            Some(5)
        );
        assert_eq!(figures_of("r", 20_000).quickest, None);
    }

    #[test]
    fn the_clock_runs_from_the_first_move_or_three_seconds() {
        assert_eq!(figures_of("r", 9_000).seconds, 8.0);
        assert_eq!(figures_of("", 9_000).seconds, 6.0);
        assert_eq!(figures_of("reset reset reset r", 9_000).seconds, 6.0);
        assert_eq!(figures_of("", 1_000).seconds, 0.0);
    }

    #[test]
    fn what_does_not_fit_the_rules_is_suspect() {
        for (log, why) in [
            ("u", "a wall is there"),
            ("R", "this is no push"),
            ("r r", "this is a push"),
            ("solve", "it is not won"),
            ("undo", "there is nothing to take back"),
            ("r R R solve solve", "it was said already"),
            ("r R R solve l", "play is over"),
        ] {
            assert!(figures_of(log, 90_000).is_suspect, "{log}: {why}");
        }
        for log in ["r R R", "r R R solve undo R solve", "r reset"] {
            assert!(!figures_of(log, 90_000).is_suspect, "{log}");
        }
        assert!(figures_of("r l", 1_500).is_suspect, "it went on before");
    }
}
