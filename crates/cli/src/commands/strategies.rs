//! `playproof strategies`: the ways to the goal of a dungeon, or why there is none.

mod drawings;
mod rule_sets;

use std::io;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use playproof::dungeon::{
    Difficulty, End, Order, Pricing, Row, StateGraph, Strategies, Strategy, Table, Threshold,
    closure, greedy_play, room_by_room, stalemates, state_graph,
};
use playproof::{Diagnostic, DungeonLevel, HornRules, Level, Plan};
use playproof_report::{
    Experience, Ways, result_text, stalemates_json, stalemates_text, strategies_json,
    strategies_text,
};

use self::drawings::Drawings;
use crate::args::{Format, PlainFormat, RankArg, StrategiesArgs, ThresholdArg};
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
    let mut drawings = args.svg.as_deref().map(Drawings::new);
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
                match DungeonLevel::of(level) {
                    Some(dungeon) if args.rules => rule_sets::write(dungeon, args.format)?,
                    Some(dungeon) => {
                        if let Some(drawings) = &mut drawings {
                            drawings.begin(&source.stem(), dungeon.index);
                        }
                        one(args, &session, dungeon, drawings.as_mut())?;
                    }
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

fn one(
    args: &StrategiesArgs,
    session: &Session,
    level: &DungeonLevel,
    drawings: Option<&mut Drawings>,
) -> io::Result<()> {
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
    let end = match args.rank {
        RankArg::Least => End::Low,
        RankArg::Most => End::High,
    };
    let pricing = Pricing::as_written(rules, end);
    let (found, is_complete) = cheapest(args, session, rules, &pricing);
    let states = args.states.then(|| counted_states(session, rules));
    let greedy = args.greedy.then(|| greedy_play(rules, &pricing));
    let experience = args
        .experience
        .then(|| experience(args, session, rules, &pricing, &found, is_complete));
    let ways = Ways {
        rules,
        strategies: &found,
        is_complete,
        experience: experience.as_ref(),
        states: states.as_ref(),
        greedy: greedy.as_ref(),
    };
    match args.format {
        PlainFormat::Text => console::print(&strategies_text(level, &ways))?,
        PlainFormat::Json => console::print_plain(&strategies_json(level, &ways))?,
    }
    let Some(drawings) = drawings else {
        return Ok(());
    };
    match drawings.draw(session, level, &pricing, &ways) {
        Ok(said) if args.format == PlainFormat::Text => console::print(&said),
        Ok(_) => Ok(()),
        Err(message) => {
            console::error(&message);
            session.reached(Status::BadInput);
            Ok(())
        }
    }
}

/// As many strategies as are asked for, and whether these are all.
fn cheapest(
    args: &StrategiesArgs,
    session: &Session,
    rules: &HornRules,
    pricing: &Pricing,
) -> (Vec<Strategy>, bool) {
    let mut all = Strategies::of(rules, pricing, Order::Cost);
    let mut found = Vec::new();
    let mut go_on = || not_cancelled(session);
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
    (found, is_complete)
}

fn not_cancelled(session: &Session) -> ControlFlow<()> {
    match session.is_cancelled() {
        true => ControlFlow::Break(()),
        false => ControlFlow::Continue(()),
    }
}

/// The most sets that are counted, and the most steps between them.
const MAX_STATES: usize = 100_000;
const MAX_STEPS: usize = 2_000_000;

/// The most bytes that those sets take together.
const MAX_STATE_BYTES: usize = 1 << 28;

/// How often long work may ask whether it goes on, so that it ends in seconds.
const MAX_ROUNDS: u32 = 4_000;

fn patience(session: &Session) -> impl FnMut() -> ControlFlow<()> + '_ {
    let mut n_rounds = 0;
    move || {
        n_rounds += 1;
        match n_rounds > MAX_ROUNDS {
            true => ControlFlow::Break(()),
            false => not_cancelled(session),
        }
    }
}

fn counted_states(session: &Session, rules: &HornRules) -> StateGraph {
    // Each is kept twice.
    let bytes = 2 * rules.facts.len().div_ceil(64) * 8;
    let most = (MAX_STATE_BYTES / bytes.max(1)).clamp(2, MAX_STATES);
    state_graph(rules, most, MAX_STEPS, &mut patience(session))
}

fn experience(
    args: &StrategiesArgs,
    session: &Session,
    rules: &HornRules,
    pricing: &Pricing,
    found: &[Strategy],
    is_complete: bool,
) -> Experience {
    let threshold = match args.threshold {
        ThresholdArg::Growing => Threshold::Growing,
        ThresholdArg::Shrinking => Threshold::Shrinking,
    };
    let difficulty = Difficulty::of(rules, pricing, args.scale, threshold);
    let rows = found.iter().map(|strategy| Row {
        strategy: strategy.clone(),
        levels: difficulty.levels_of(strategy),
    });
    let table = Table {
        rows: rows.collect(),
        is_complete,
    };
    // A round here goes through all rules.
    let mut n_rules = 0;
    let mut go_on = || {
        n_rules += rules.rules.len();
        match n_rules > MAX_ROUNDS as usize * 10_000 {
            true => ControlFlow::Break(()),
            false => not_cancelled(session),
        }
    };
    let winners = match difficulty.winners(rules, &mut go_on) {
        ControlFlow::Continue(winners) => Some(winners),
        ControlFlow::Break(()) => None,
    };
    Experience {
        difficulty,
        threshold,
        table,
        winners,
    }
}
