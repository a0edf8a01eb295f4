//! `playproof strategies --rules`: the rules that strategies are of, and those that are
//! made of a map path by path beside them.

use std::io;

use playproof::dungeon::{path_wise, room_by_room};
use playproof::{DungeonLevel, Plan};
use playproof_report::{RuleSets, rule_sets_json, rule_sets_text};

use crate::args::PlainFormat;
use crate::console;

/// Writes the rules of a dungeon.
pub fn write(level: &DungeonLevel, format: PlainFormat) -> io::Result<()> {
    let (ours, theirs);
    let sets = match &level.plan {
        Plan::Rules(rules) => RuleSets {
            rules,
            of_map: None,
        },
        Plan::Map(map) => {
            (ours, theirs) = (room_by_room(map), path_wise(map));
            RuleSets {
                rules: &ours.rules,
                of_map: Some((&ours, &theirs)),
            }
        }
    };
    match format {
        PlainFormat::Text => console::print(&rule_sets_text(level, &sets)),
        PlainFormat::Json => console::print_plain(&rule_sets_json(level, &sets)),
    }
}
