//! The coarse plan that guides the exact search.

use std::ops::ControlFlow;

use playproof_certify::{Evidence, Trace, Unlimited, check};
use playproof_game::{Game, Options, Told};
use playproof_level::Level;
use playproof_model::{ActionId, Answer, Model, Property, Step, Subject};
use playproof_platform::engine::{Input, Target};
use playproof_platform::native::World;
use playproof_platform::{Coarse, CoarseSettings, Jumps, Platform, Stage, guided, rules, unguided};

use crate::coarse_scenarios::scenario;

pub fn level(text: &str) -> Level {
    let levels = playproof::read("level.txt", text.as_bytes())
        .unwrap()
        .levels;
    levels.into_iter().next().unwrap()
}

/// What a command of the exact game says of a level.
pub fn command(name: &str, text: &str, options: &[(&'static str, &str)]) -> Told {
    let mut commands = Platform.commands().iter();
    let command = commands
        .find(|command| command.help().name == name)
        .unwrap();
    let mut all = Options::defaults(command.help().options);
    for (name, value) in options {
        all.set(name, (*value).to_owned());
    }
    let mut go_on = || ControlFlow::Continue(());
    command.run(&level(text), &all, &mut go_on).unwrap()
}

fn subject(stage: &Stage) -> Subject {
    let model = Model::Rules(Box::new(rules(stage)));
    model.elaborate(&Property::Solvable).unwrap()
}

/// Whether a run wins by the Rules.
pub fn is_won_by(stage: &Stage, inputs: &[Input]) -> bool {
    let world = World::new(stage);
    let step = |&(gait, presses): &Input| Step::Act {
        action: ActionId(world.action(gait.into(), presses)),
        choice: 0,
    };
    let run = Evidence::Trace(Trace {
        initial: 0,
        steps: inputs.iter().map(step).collect(),
    });
    check(&subject(stage), Answer::Holds, &run, &mut Unlimited).is_ok()
}

#[test]
fn the_plan_of_the_long_way_leads_to_a_run_and_saves_states() {
    let level = level(&scenario("guided.txt"));
    let (stage, _) = Stage::read(&level).unwrap();
    let (world, subject) = (World::new(&stage), subject(&stage));
    let holds = subject.machine().atoms[subject.question().reach().unwrap().target.index()].holds;
    let mut win = Target::new(&subject, holds, &world);
    let plain = unguided(&world, &mut win, &mut Unlimited).unwrap();
    assert!(plain.is_met && is_won_by(&stage, &plain.inputs));
    for jumps in [Jumps::SHORT, Jumps::TALL] {
        let settings = CoarseSettings {
            jumps,
            ..CoarseSettings::default()
        };
        let plan = Coarse { settings }
            .plan(&level, &mut Unlimited)
            .unwrap()
            .unwrap();
        let found = guided(&world, &plan, &mut win, &mut Unlimited).unwrap();
        let run = found.run.expect("a run by the plan");
        assert!(is_won_by(&stage, &run));
        assert!(!is_won_by(&stage, &run[..run.len() - 1]));
        let n_states: usize = found.legs.iter().map(|leg| leg.n_states).sum();
        assert_eq!(n_states, found.n_states);
        assert!(n_states * 5 < plain.n_states, "{n_states} states");
        let ticks: Option<usize> = found.legs.iter().map(|leg| leg.ticks).sum();
        assert_eq!(ticks, Some(run.len()));
    }
}

#[test]
fn a_plan_joins_from_place_to_place() {
    let level = level(&scenario("maze.txt"));
    let plan = Coarse::default()
        .plan(&level, &mut Unlimited)
        .unwrap()
        .unwrap();
    // As many as the fewest moves of the coarse game.
    assert_eq!(plan.len(), 14);
    assert!(plan.windows(2).all(|pair| pair[0].to == pair[1].from));
    assert_eq!(plan[0].from, (0, 8));
    assert_eq!(plan[13].to.0, 19);
}

#[test]
fn a_leg_that_fails_is_left_out_and_the_run_is_checked() {
    let told = command("hybrid", &scenario("dead-end.txt"), &[]);
    let left_out = told.text.lines().filter(|line| line.contains("left out"));
    assert_eq!(left_out.count(), 1, "{}", told.text);
    assert!(told.text.contains("By the plan a run of"), "{}", told.text);
    assert!(told.json.contains("\"by_plan\":true"), "{}", told.json);
}

/// A gap that only somebody who runs up crosses: the coarse game has no plan for it.
#[test]
fn without_a_plan_the_plain_search_is_asked() {
    let gap = "--------------------------------\n".repeat(6) + "XXXXXXXXXXXX---------XXXXXXXXXXX\n";
    let told = command("hybrid", &gap, &[]);
    assert!(
        told.text.contains("The coarse game has no plan."),
        "{}",
        told.text
    );
    assert!(told.text.contains("The plain search: "), "{}", told.text);
    assert!(told.json.contains("\"by_plan\":false"), "{}", told.json);
}

/// A way point is no use to somebody who meets the walker there and dies.
#[test]
fn nobody_dies_at_a_way_point() {
    let told = command("hybrid", &scenario("first.txt"), &[]);
    assert!(!told.text.contains("left out"), "{}", told.text);
    assert!(told.json.contains("\"by_plan\":true"), "{}", told.json);
}
