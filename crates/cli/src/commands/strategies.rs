//! `playproof strategies`: the ways to the goal of a dungeon, or why there is none.

mod rule_sets;

use std::io;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use playproof::dungeon::{
    Difficulty, Order, Pricing, Strategies, Threshold, closure, room_by_room, stalemates,
};
use playproof::{Diagnostic, DungeonLevel, HornRules, Level, Plan};
use playproof_report::{
    Ways, result_text, stalemates_json, stalemates_text, strategies_json, strategies_text,
};

use crate::args::{Format, PlainFormat, StrategiesArgs};
use crate::console;
use crate::inputs::sources;
use crate::session::{Manner, Session};
use crate::status::Status;
use crate::watchdog;

/// Results are no rows here; the session serves Ctrl-C and the exit status.
const MANNER: Manner = Manner {
    text: result_text,
    status: Status::of,
};

/// Lists the strategies of all dungeons. Errors are those of writing.
pub fn run(args: &StrategiesArgs) -> io::Result<Status> {
    let session = Arc::new(Session::new(Format::Text, MANNER));
    watchdog::listen_for_cancellation(&session);
    for argument in &args.levels {
        let (files, problems) = sources(argument as &Path);
        problems
            .iter()
            .for_each(|problem| refuse(&session, problem));
        for source in files {
            let collection = match source.levels() {
                Ok(collection) => collection,
                Err(diagnostic) => {
                    refuse(&session, &diagnostic);
                    continue;
                }
            };
            collection.warnings.iter().for_each(console::complain_of);
            for level in &collection.levels {
                match level.dungeon() {
                    Some(dungeon) if args.rules => rule_sets::write(dungeon, args.format)?,
                    Some(dungeon) => one(args, &session, dungeon)?,
                    None => refuse(&session, &no_dungeon(level)),
                }
            }
        }
    }
    Ok(session.status())
}

fn refuse(session: &Session, diagnostic: &Diagnostic) {
    console::complain_of(diagnostic);
    session.reached(Status::BadInput);
}

fn no_dungeon(level: &Level) -> Diagnostic {
    level.error(
        "strategies are of dungeons",
        "a dungeon is a map in words or a set of rules: see `playproof formats`",
    )
}

fn one(args: &StrategiesArgs, session: &Session, level: &DungeonLevel) -> io::Result<()> {
    let of_map;
    let rules: &HornRules = match &level.plan {
        Plan::Rules(rules) => rules,
        Plan::Map(map) => {
            let found = room_by_room(map);
            if !found.is_exact {
                console::warn(&format!(
                    "{}: strategies know nothing of keys that are used up and of ways back; \
                     `playproof verify` does",
                    level.file
                ));
            }
            of_map = found.rules;
            &of_map
        }
    };
    if !closure(rules).reaches_goal() {
        session.reached(Status::Violated);
        let found = stalemates(rules);
        return match args.format {
            PlainFormat::Text => console::print(&stalemates_text(level, &found)),
            PlainFormat::Json => console::print_plain(&stalemates_json(level, &found)),
        };
    }
    let pricing = Pricing::default();
    let mut all = Strategies::of(rules, &pricing, Order::Cost);
    let mut found = Vec::new();
    let mut go_on = || match session.is_cancelled() {
        true => ControlFlow::Break(()),
        false => ControlFlow::Continue(()),
    };
    // One more tells whether there are others.
    let mut is_complete = false;
    while found.len() as u64 <= args.count {
        match all.next_within(&mut go_on) {
            ControlFlow::Continue(Some(strategy)) => found.push(strategy),
            ControlFlow::Continue(None) => {
                is_complete = true;
                break;
            }
            ControlFlow::Break(()) => break,
        }
    }
    found.truncate(args.count as usize);
    let difficulty = Difficulty::of(rules, &pricing, None, Threshold::Growing);
    let ways = Ways {
        rules,
        strategies: &found,
        is_complete,
        difficulty: args.experience.then_some(&difficulty),
    };
    match args.format {
        PlainFormat::Text => console::print(&strategies_text(level, &ways)),
        PlainFormat::Json => console::print_plain(&strategies_json(level, &ways)),
    }
}
