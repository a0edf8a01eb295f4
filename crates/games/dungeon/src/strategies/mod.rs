//! `strategies`: the ways to the goal of a dungeon, or why there is none.

mod experience;
mod graphs;
mod rule_sets;
mod told;

use std::ops::ControlFlow;

use playproof_game::{
    CommandHelp, Drawing, Drawn, GameCommand, GameOption, OptionKind, Options, Told,
};
use playproof_level::{Diagnostic, Level};

use crate::canonical::{DungeonLevel, HornRules, Plan};
use crate::horn::cost::GoOn;
use crate::{
    Difficulty, End, Followed, Order, Pricing, StateGraph, Strategies, Strategy, Table, Threshold,
    closure, greedy_play, path_wise, room_by_room, stalemates, state_graph,
};
use experience::Experience;
use graphs::{MAX_DRAWN_STATES, states_graph, strategy_graph};
use rule_sets::{RuleSets, rule_sets_json, rule_sets_text};
pub use told::places;
use told::{Ways, stalemates_json, stalemates_text, strategies_json, strategies_text};

/// Lists the strategies of a dungeon.
pub struct StrategiesCommand;

const AFTER_HELP: &str = "\
Examples:
  playproof strategies castle.horn                    the ten cheapest ways to the goal
  playproof strategies castle.horn -n 1000 --format json | jq -r .cost.low
  playproof strategies castle.horn --svg pictures     each as a graph: castle-1-strategy-1.svg
  playproof strategies castle.horn --states --greedy  how much larger the state graph is, and
                                                      what short-sighted play costs
  playproof strategies castle.dungeon --experience    which of them a beginner can follow
  playproof strategies castle.dungeon --rules         the rules that they are made of
  playproof strategies castle.dungeon --experience --scale 10 --threshold shrinking

A strategy picks one rule for each thing that is needed and not there at the
beginning, never in a circle. Its cost is that of a tree, in which what is needed
twice is paid twice; beside it is the cost with everything paid once. Where the
goal cannot be reached, the places are named where the way back from it ends, and
the status is 1.

The state graph has all sets of things that can be held; it is counted up to 100,000
sets, and with --svg drawn where it has at most 200. Short-sighted play always takes
the cheapest thing that is new.

With --experience, a player of experience χ of X has no use for what asks for more
experience, nor for what costs more than M·χ/X at least, M being the greatest cost of
all. The table says which strategies remain for whom.";

const OPTIONS: &[GameOption] = &[
    GameOption {
        short: Some('n'),
        ..GameOption::new(
            "count",
            "N",
            "How many strategies, the cheapest first.",
            Some("10"),
            OptionKind::Number(1, i64::MAX),
        )
    },
    GameOption::new(
        "rank",
        "END",
        "Rank strategies by this end of their range of costs.",
        Some("least"),
        OptionKind::Choice(&[
            ("least", "The least that it costs"),
            ("most", "The most that it costs"),
        ]),
    ),
    GameOption::switch(
        "states",
        "Count all sets of things that the player can hold; with --svg also draw them, if they are few.",
    ),
    GameOption::switch(
        "greedy",
        "Say what a short-sighted player pays, who always takes the cheapest step.",
    ),
    GameOption::switch(
        "experience",
        "Say which players can follow each: levels of experience against strategies.",
    ),
    GameOption {
        conflicts: &["count", "experience"],
        ..GameOption::switch(
            "rules",
            "Show the rules instead: those made room by room, beside those made path by path, with a mark on rules that give what nobody can reach.",
        )
    },
    GameOption {
        requires: &["experience"],
        ..GameOption::new(
            "scale",
            "X",
            "The greatest experience, X [default: the greatest that any thing asks for].",
            None,
            OptionKind::Number(1, u32::MAX as i64),
        )
    },
    GameOption {
        requires: &["experience"],
        ..GameOption::new(
            "threshold",
            "T",
            "How much a thing may cost a player of experience χ.",
            Some("growing"),
            OptionKind::Choice(&[
                ("growing", "M·χ/X: who knows more can do more"),
                ("shrinking", "M/χ: who knows more puts up with less"),
            ]),
        )
    },
];

impl GameCommand for StrategiesCommand {
    fn help(&self) -> CommandHelp {
        CommandHelp {
            name: "strategies",
            about: "List the ways to the goal of a dungeon, the cheapest first, or why there is none",
            after: AFTER_HELP,
            options: OPTIONS,
        }
    }

    fn run(
        &self,
        level: &Level,
        options: &Options,
        go_on: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Result<Told, Diagnostic> {
        let Some(dungeon) = DungeonLevel::of(level) else {
            return Err(level.error(
                "strategies are of dungeons",
                "a dungeon is a map in words or a set of rules: see `playproof formats`",
            ));
        };
        Ok(match options.is_on("rules") {
            true => rules_of(dungeon),
            false => ways_of(dungeon, options, go_on),
        })
    }
}

/// The rules of a dungeon, and those that are made of a map path by path beside them.
fn rules_of(level: &DungeonLevel) -> Told {
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
    Told {
        text: rule_sets_text(level, &sets),
        json: rule_sets_json(level, &sets),
        ..Told::default()
    }
}

fn ways_of(level: &DungeonLevel, options: &Options, go_on: GoOn) -> Told {
    let mut warnings = Vec::new();
    let of_map;
    let rules: &HornRules = match &level.plan {
        Plan::Rules(rules) => rules,
        Plan::Map(map) => {
            let found = room_by_room(map);
            if !found.is_exact {
                warnings.push(format!(
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
        let found = stalemates(rules);
        return Told {
            warnings,
            text: stalemates_text(level, &found),
            json: stalemates_json(level, &found),
            drawings: Vec::new(),
            is_violated: true,
        };
    }
    let end = match options.get("rank") {
        Some("most") => End::High,
        _ => End::Low,
    };
    let pricing = Pricing::as_written(rules, end);
    let (found, is_complete) = cheapest(options, go_on, rules, &pricing);
    let states = options
        .is_on("states")
        .then(|| counted_states(go_on, rules));
    let greedy = options
        .is_on("greedy")
        .then(|| greedy_play(rules, &pricing));
    let experience = options
        .is_on("experience")
        .then(|| experience(options, go_on, rules, &pricing, &found, is_complete));
    let ways = Ways {
        rules,
        strategies: &found,
        is_complete,
        experience: experience.as_ref(),
        states: states.as_ref(),
        greedy: greedy.as_ref(),
    };
    Told {
        warnings,
        text: strategies_text(level, &ways),
        json: strategies_json(level, &ways),
        drawings: drawings(level, &pricing, &ways),
        is_violated: false,
    }
}

/// Each strategy and the state graph as graphs.
fn drawings(level: &DungeonLevel, pricing: &Pricing, ways: &Ways) -> Vec<Drawing> {
    let strategies = (1..).zip(ways.strategies).map(|(number, strategy)| {
        let graph = strategy_graph(level, ways.rules, pricing, strategy, number);
        Drawing {
            name: format!("strategy-{number}"),
            drawn: graph
                .map(Drawn::Graph)
                .ok_or_else(|| format!("strategy {number} is too large to be drawn")),
        }
    });
    let states = ways.states.map(|graph| Drawing {
        name: "states".to_owned(),
        drawn: states_graph(level, ways.rules, graph)
            .map(Drawn::Graph)
            .ok_or_else(|| {
                format!("the state graph is not drawn: it has more than {MAX_DRAWN_STATES} sets")
            }),
    });
    strategies.chain(states).collect()
}

/// As many strategies as are asked for, and whether these are all.
fn cheapest(
    options: &Options,
    go_on: GoOn,
    rules: &HornRules,
    pricing: &Pricing,
) -> (Vec<Strategy>, bool) {
    let count: usize = options.parsed("count").expect("it has a default");
    let mut all = Strategies::of(rules, pricing, Order::Cost);
    let mut found = Vec::new();
    // One more tells whether there are others.
    let mut is_complete = false;
    while found.len() <= count {
        match all.next_within(go_on) {
            ControlFlow::Continue(Some(strategy)) => found.push(strategy),
            ControlFlow::Continue(None) => {
                is_complete = true;
                break;
            }
            ControlFlow::Break(()) => break,
        }
    }
    found.truncate(count);
    (found, is_complete)
}

/// The most sets that are counted, and the most steps between them.
const MAX_STATES: usize = 100_000;
const MAX_STEPS: usize = 2_000_000;

/// The most bytes that those sets take together.
const MAX_STATE_BYTES: usize = 1 << 28;

/// How often long work may ask whether it goes on, so that it ends in seconds.
const MAX_ROUNDS: u32 = 4_000;

fn patience<'a>(go_on: GoOn<'a>) -> impl FnMut() -> ControlFlow<()> + 'a {
    let mut n_rounds = 0;
    move || {
        n_rounds += 1;
        match n_rounds > MAX_ROUNDS {
            true => ControlFlow::Break(()),
            false => go_on(),
        }
    }
}

fn counted_states(go_on: GoOn, rules: &HornRules) -> StateGraph {
    // Each is kept twice.
    let bytes = 2 * rules.facts.len().div_ceil(64) * 8;
    let most = (MAX_STATE_BYTES / bytes.max(1)).clamp(2, MAX_STATES);
    state_graph(rules, most, MAX_STEPS, &mut patience(go_on))
}

fn experience(
    options: &Options,
    go_on: GoOn,
    rules: &HornRules,
    pricing: &Pricing,
    found: &[Strategy],
    is_complete: bool,
) -> Experience {
    let threshold = match options.get("threshold") {
        Some("shrinking") => Threshold::Shrinking,
        _ => Threshold::Growing,
    };
    let difficulty = Difficulty::of(rules, pricing, options.parsed("scale"), threshold);
    let rows = found.iter().map(|strategy| Followed {
        strategy: strategy.clone(),
        levels: difficulty.levels_of(strategy),
    });
    let table = Table {
        rows: rows.collect(),
        is_complete,
    };
    // A round here goes through all rules.
    let mut n_rules = 0;
    let mut within = || {
        n_rules += rules.rules.len();
        match n_rules > MAX_ROUNDS as usize * 10_000 {
            true => ControlFlow::Break(()),
            false => go_on(),
        }
    };
    let winners = match difficulty.winners(rules, &mut within) {
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
