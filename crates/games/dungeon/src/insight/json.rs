//! The same as in `words.rs`, for programs.

use serde_json::{Value, json};

use super::losing_play::LosingPlay;
use super::repair::{DungeonRepair, DungeonRepairs, Tried};
use crate::canonical::{DungeonLevel, HornRules, Plan};
use crate::{Change, MissingCore, Stalemate, held_text, move_text, passage_text};

/// What is wrong with a dungeon, as far as it was looked for.
pub struct DungeonFaults<'a> {
    /// The dungeon.
    pub level: &'a DungeonLevel,
    /// Its rules, or those of its map.
    pub rules: &'a HornRules,
    /// Where the way back from goals that cannot be reached ends, and what is missing.
    pub missing: Option<(&'a [Stalemate], &'a MissingCore)>,
    /// How a dungeon that can be won is lost.
    pub losing: Option<&'a LosingPlay>,
    /// What mends it.
    pub repairs: Option<&'a DungeonRepairs>,
}

/// One JSON object, on a line.
pub fn dungeon_faults_json(faults: &DungeonFaults) -> String {
    let DungeonFaults {
        level,
        rules,
        missing,
        losing,
        repairs,
    } = *faults;
    let stalemate = |stalemate: &Stalemate| {
        json!({
            "stalemate": stalemate.message,
            "line": stalemate.mark.line,
            "column": stalemate.mark.column,
        })
    };
    let names = |core: &MissingCore| -> Vec<&str> {
        let facts = core.facts.iter();
        facts.map(|&fact| &rules.facts[fact as usize][..]).collect()
    };
    let object = json!({
        "schema": 1,
        "level": level.file,
        "index": level.index,
        "title": level.title,
        "stalemates": missing.map(|(all, _)| all.iter().map(stalemate).collect::<Vec<_>>()),
        "missing": missing.map(|(_, core)| names(core)),
        "missing_is_smallest": missing.map(|(_, core)| core.is_smallest),
        "losing_play": losing.map(|play| losing_json(level, play)),
        "repairs": repairs.map(|repairs| {
            repairs.found.iter().map(|r| repair_json(level, r)).collect::<Vec<_>>()
        }),
        "repairs_are_smallest": repairs.map(DungeonRepairs::are_smallest),
        "tried": repairs.map(|repairs| json!({
            "single_changes": tried_json(&repairs.singles),
            "pairs": tried_json(&repairs.pairs),
        })),
    });
    format!("{object}\n")
}

fn losing_json(level: &DungeonLevel, play: &LosingPlay) -> Value {
    let mut object = json!({
        "actions": play.run.actions,
        "is_shortest": play.is_shortest,
    });
    let (Plan::Map(map), Some(trapped)) = (&level.plan, &play.trapped) else {
        return object;
    };
    let moves = trapped.situations.windows(2);
    let moves: Vec<String> = moves.map(|w| move_text(map, &w[0], &w[1])).collect();
    object["moves"] = json!(moves);
    let end = trapped.situations.last();
    object["held"] = json!(end.and_then(|end| held_text(map, end)));
    if let Some(confined) = &trapped.confined {
        let rooms = confined.rooms.iter().map(|&room| &map.rooms[room].name);
        object["rooms"] = json!(rooms.collect::<Vec<_>>());
        let borders = confined.borders.iter().map(|border| {
            let mark = map.passages[border.passage].mark;
            json!({
                "passage": passage_text(map, border.passage),
                "why": border.text(map),
                "line": mark.line,
                "column": mark.column,
            })
        });
        object["borders"] = borders.collect();
    }
    object
}

fn repair_json(level: &DungeonLevel, repair: &DungeonRepair) -> Value {
    let change = |change: &Change| {
        let mark = change.mark(&level.plan);
        json!({
            "sort": change.sort(),
            "change": change.text(&level.plan),
            "line": mark.line,
            "column": mark.column,
        })
    };
    json!({
        "changes": repair.changes.iter().map(change).collect::<Vec<_>>(),
        "others_alike": repair.n_alike,
        "level": repair.level.text(),
    })
}

fn tried_json(tried: &Tried) -> Value {
    json!({
        "helpful": tried.helpful,
        "futile": tried.futile,
        "undecided": tried.undecided,
        "all": tried.is_all,
    })
}
