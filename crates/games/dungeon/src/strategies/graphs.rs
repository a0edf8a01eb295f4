//! Strategies and state graphs of dungeons as pictures.

use playproof_game::{Arrangement, Chart, ChartBox, ChartLink, Graph, counted};

use crate::canonical::{DungeonLevel, HornRules};
use crate::{Pricing, StateGraph, Strategy, rule_text};

/// State graphs with more states than this are not drawn: nobody could read them.
pub const MAX_DRAWN_STATES: usize = 200;

/// Strategies with more facts than this are not drawn either.
const MAX_DRAWN_FACTS: usize = 400;

/// Where there are more steps than this, the drawing does not name them.
const MAX_NAMED_STEPS: usize = 90;

/// The graph of a strategy: what is there at the beginning above, and each thing below
/// what it needs. None if it is too large to be read. `number` counts from 1.
pub fn strategy_graph(
    level: &DungeonLevel,
    rules: &HornRules,
    pricing: &Pricing,
    strategy: &Strategy,
    number: usize,
) -> Option<Graph> {
    if strategy.facts.len() > MAX_DRAWN_FACTS {
        return None;
    }
    let place = |fact: u32| strategy.facts.binary_search(&fact).ok();
    let mut boxes: Vec<ChartBox> = strategy
        .facts
        .iter()
        .map(|fact| ChartBox {
            name: rules.facts[*fact as usize].clone(),
            is_start: rules.init.contains(fact),
            is_goal: rules.goals.contains(fact),
            ..ChartBox::default()
        })
        .collect();
    let mut links = Vec::new();
    // Conditions come before what follows from them.
    for (step, (fact, rule)) in strategy.choices(rules).enumerate() {
        let Some(to) = place(fact) else { continue };
        let body = rules.body(rule as usize);
        let from: Vec<usize> = body.iter().filter_map(|fact| place(*fact)).collect();
        let above = from.iter().map(|from| boxes[*from].place.1 + 1).max();
        boxes[to].place.1 = above.unwrap_or(0);
        boxes[to].note = format!("{}. {}", step + 1, price(rules, pricing, rule));
        links.extend(from.into_iter().map(|from| ChartLink {
            from: vec![from],
            to,
            is_one_way: true,
            ..ChartLink::default()
        }));
    }
    let chart = Chart {
        arrangement: Arrangement::Layers,
        boxes,
        links,
    };
    let costs = match strategy.shared == strategy.tree {
        true => format!("cost {}", strategy.tree),
        false => format!(
            "cost {}, {} with everything paid once",
            strategy.tree, strategy.shared
        ),
    };
    let saying = format!("strategy {number}: {costs}");
    let steps = strategy.actions.iter().map(|rule| rule_text(rules, *rule));
    let steps: Vec<String> = steps.collect();
    let description = format!("In this order: {}.", steps.join("; "));
    Some(Graph {
        chart,
        title: name_of(level).to_owned(),
        saying,
        description,
    })
}

/// What a rule costs and whom it suits.
fn price(rules: &HornRules, pricing: &Pricing, rule: u32) -> String {
    let cost = pricing.of(rules, rule);
    match rules.rules[rule as usize].experience {
        0 | 1 => format!("cost {cost}"),
        level => format!("cost {cost}, level {level}"),
    }
}

/// All sets of things that can be held, each below those that it is reached from.
/// None if there are too many, or more than were found.
pub fn states_graph(level: &DungeonLevel, rules: &HornRules, graph: &StateGraph) -> Option<Graph> {
    if !graph.is_complete || graph.states.len() > MAX_DRAWN_STATES {
        return None;
    }
    let at_first = graph.states.first()?.len();
    let states = graph.states.iter().enumerate();
    let boxes = states.map(|(number, state)| ChartBox {
        name: (number + 1).to_string(),
        note: format!("{} held", state.len()),
        place: (0, state.len() - at_first),
        is_start: number == 0,
        is_goal: state.contains_all(&rules.goals),
        ..ChartBox::default()
    });
    let is_named = graph.edges.len() <= MAX_NAMED_STEPS;
    let mut links: Vec<ChartLink> = Vec::new();
    for edge in &graph.edges {
        let head = rules.rules[edge.rule as usize].head;
        let link = ChartLink {
            from: vec![edge.from as usize],
            to: edge.to as usize,
            is_one_way: true,
            label: match is_named {
                true => format!("+ {}", rules.facts[head as usize]),
                false => String::new(),
            },
            ..ChartLink::default()
        };
        // Several rules may give the same.
        if links.last() != Some(&link) && !links.contains(&link) {
            links.push(link);
        }
    }
    let chart = Chart {
        arrangement: Arrangement::Layers,
        boxes: boxes.collect(),
        links,
    };
    let saying = format!(
        "all sets of things that can be held: {}, {} between them",
        counted(graph.states.len() as u64, "set"),
        counted(graph.edges.len() as u64, "step")
    );
    let description = "Each set is below those that it is reached from by one step. Those with \
                       the goal are green.";
    Some(Graph {
        chart,
        title: name_of(level).to_owned(),
        saying,
        description: description.to_owned(),
    })
}

fn name_of(level: &DungeonLevel) -> &str {
    level.title.as_deref().unwrap_or(&level.file)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::canonical::Plan;
    use crate::{Order, Strategies, state_graph};

    const CASTLE: &str = "title: <Castle> & keep\ninit: Key_A, Rope\ngoal: Crown\n\
                          Key_A => Hall [1,3]\nHall => Lamp [2,4]+1 level 2\n\
                          Hall & Rope => Tower [5,9]\nTower & Lamp => Crown\n";

    fn drawn(draw: impl Fn(&DungeonLevel, &HornRules) -> Option<Graph>) -> Option<Graph> {
        let file = crate::read("castle.horn", CASTLE.as_bytes()).unwrap();
        let level = DungeonLevel::of(&file.levels[0]).expect("a dungeon");
        match &level.plan {
            Plan::Rules(rules) => draw(level, rules),
            Plan::Map(_) => panic!("a map"),
        }
    }

    #[test]
    fn a_strategy_is_drawn_from_above() {
        let graph = drawn(|level, rules| {
            let pricing = Pricing::default();
            let strategy = Strategies::of(rules, &pricing, Order::Cost).next()?;
            strategy_graph(level, rules, &pricing, &strategy, 1)
        });
        let graph = graph.unwrap();
        let row = |name: &str| {
            let found = graph.chart.boxes.iter().find(|b| b.name == name);
            found.expect(name).place.1
        };
        let order = ["Key_A", "Hall", "Lamp", "Crown"].map(row);
        assert!(order.is_sorted(), "{order:?}");
        let notes = graph.chart.boxes.iter().map(|b| &b.note);
        assert!(notes.clone().any(|n| n.contains("cost 3 to 5, level 2")));
        assert_eq!(graph.title, "<Castle> & keep");
    }

    #[test]
    fn a_state_graph_is_drawn_if_it_is_small_and_whole() {
        let draw = |most: usize| {
            drawn(|level, rules| {
                let mut go_on = || std::ops::ControlFlow::Continue(());
                let graph = state_graph(rules, most, 1000, &mut go_on);
                states_graph(level, rules, &graph)
            })
        };
        let graph = draw(100).unwrap();
        assert!(graph.chart.links.iter().any(|link| link.label == "+ Lamp"));
        assert!(graph.saying.contains("6 sets"), "{}", graph.saying);
        assert!(draw(3).is_none());
    }
}
