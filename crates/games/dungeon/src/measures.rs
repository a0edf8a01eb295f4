//! The figures of dungeons: how they are laid out, and how often the measured run comes
//! back to where it was. `docs/metrics.md` defines each of them.

use std::collections::HashSet;

use playproof_game::{Figure, Value};

use crate::canonical::{DungeonLevel, Plan};
use crate::layout::{Counted, Layout};

/// The figures of a dungeon; `moves` are those of the
/// measured winning run, if there is one.
pub(crate) fn figures(level: &DungeonLevel, moves: Option<&[String]>) -> Vec<Figure> {
    let layout = Layout::of(&level.plan);
    let back = moves.and_then(|moves| moves_back(&level.plan, moves));
    let moves = moves.map(|moves| moves.len() as u64);
    let (strategies, at_least) = match layout.strategies {
        Counted::Exactly(n) => (Value::Count(n), n),
        Counted::AtLeast(n) => (Value::AtLeast(n), n),
    };
    let shown = |name, value| Figure::shown(name, name, value);
    let exact = Figure::exact;
    vec![
        shown("depth", Value::count(layout.depth)),
        exact("locks", Value::Count(layout.locks)),
        exact("needed_locks", Value::count(layout.needed)),
        shown("linearity", Value::ratio(layout.needed, Some(layout.locks))),
        exact("locks_before_goal", Value::count(layout.in_rounds)),
        shown("branching", Value::ratio(layout.in_rounds, layout.depth)),
        exact("moves_back", Value::count(back)),
        shown("backtracking", Value::ratio(back, moves)),
        shown("strategies", strategies),
        exact("strategies_at_least", Value::Count(at_least)),
    ]
}

/// The moves into rooms where it was before. Rules have no rooms.
fn moves_back(plan: &Plan, moves: &[String]) -> Option<u64> {
    let Plan::Map(map) = plan else {
        return None;
    };
    // An action is called by the room that it leads to.
    let mut visited = HashSet::from([map.rooms[map.start].name.as_str()]);
    let back = moves.iter().filter(|room| !visited.insert(room));
    Some(back.count() as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn figures_of(text: &str, moves: Option<&[&str]>) -> Vec<(&'static str, Value)> {
        let file = crate::read("level", text.as_bytes()).unwrap();
        let level = DungeonLevel::of(&file.levels[0]).unwrap();
        let moves: Option<Vec<String>> =
            moves.map(|moves| moves.iter().map(|&room| room.to_owned()).collect());
        let figures = figures(level, moves.as_deref());
        figures
            .iter()
            .map(|figure| (figure.name, figure.value))
            .collect()
    }

    #[test]
    fn a_key_behind_the_start_is_fetched() {
        // To the key and back, then through the door: one move of three comes back.
        let figures = figures_of(
            "dungeon\nstart: Hall\ngoal: Vault\nroom Hall\nroom Cell: Key\nroom Vault\n\
                               Hall - Cell\nHall - Vault: Key\n",
            Some(&["Cell", "Hall", "Vault"]),
        );
        let expected = [
            ("depth", Value::Count(1)),
            ("locks", Value::Count(1)),
            ("needed_locks", Value::Count(1)),
            ("linearity", Value::Ratio(1, 1)),
            ("locks_before_goal", Value::Count(1)),
            ("branching", Value::Ratio(1, 1)),
            ("moves_back", Value::Count(1)),
            ("backtracking", Value::Ratio(1, 3)),
            ("strategies", Value::Count(1)),
            ("strategies_at_least", Value::Count(1)),
        ];
        assert_eq!(figures, expected);
    }

    #[test]
    fn what_cannot_be_won_has_locks_only() {
        let figures = figures_of("init: a\ngoal: c\na => b\n", None);
        let known = figures.iter().filter(|(_, value)| *value != Value::Unknown);
        let known: Vec<&str> = known.map(|(name, _)| *name).collect();
        assert_eq!(known, ["locks", "strategies", "strategies_at_least"]);
    }
}
