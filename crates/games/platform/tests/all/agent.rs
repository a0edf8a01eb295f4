//! The player that sees one screen: where it wins, and where it loses though others win.

use playproof_certify::Unlimited;
use playproof_platform::native::World;
use playproof_platform::{Agent, Fate, Stage};

use crate::coarse_scenarios::scenario;
use crate::hybrid::{command, is_won_by, level};

const AGENT: Agent = Agent {
    screen: 22,
    states: 5000,
};

fn stage(name: &str) -> Stage {
    Stage::read(&level(&scenario(name))).expect("a level").0
}

fn proved(name: &str) -> playproof::Proof {
    let proof = playproof::verify(&scenario(name), "solvable", &mut playproof::Unlimited);
    proof.expect("a platform level")
}

#[test]
fn the_agent_gives_up_in_a_dead_end_that_the_engine_wins() {
    for (name, wall) in [("dead-end.txt", 22), ("guided.txt", 54)] {
        let stage = stage(name);
        let played = AGENT.play(&World::new(&stage), &mut Unlimited).unwrap();
        assert_eq!(played.fate, Fate::GaveUp, "{name}");
        // It stands at the wall, the last column before it.
        let tile = stage.profile.tile;
        assert_eq!(played.furthest.body.x, wall * tile - stage.profile.body.0);
        assert_eq!(played.last.body.x / tile, wall - 1, "{name}");
        assert!(proved(name).holds(), "{name}");
    }
}

#[test]
fn with_a_wider_screen_and_more_thought_the_agent_wins() {
    let agent = Agent {
        screen: 28,
        states: 100_000,
    };
    let stage = stage("dead-end.txt");
    let played = agent.play(&World::new(&stage), &mut Unlimited).unwrap();
    assert_eq!(played.fate, Fate::Won);
    assert!(is_won_by(&stage, &played.inputs));
}

#[test]
fn a_run_of_the_agent_past_a_walker_is_one_of_the_rules() {
    let stage = stage("first.txt");
    assert!(!stage.walkers.is_empty());
    let played = AGENT.play(&World::new(&stage), &mut Unlimited).unwrap();
    assert_eq!(played.fate, Fate::Won);
    assert!(is_won_by(&stage, &played.inputs));
}

#[test]
fn where_nobody_wins_the_agent_says_nothing_and_the_engine_does() {
    let gap = "--------------------\n".repeat(4) + "XXX--------------XXX\n";
    let told = command("agent", &gap, &[]);
    assert!(told.text.contains("The agent "), "{}", told.text);
    assert!(
        told.text.contains("Nobody can win the level"),
        "{}",
        told.text
    );
    // An agent that loses is nothing that is wrong with the level.
    assert!(!told.is_violated);
}

#[test]
fn the_agent_is_drawn_beside_the_run_that_exists() {
    let told = command("agent", &scenario("dead-end.txt"), &[]);
    assert!(told.text.contains("gave up in column 22"), "{}", told.text);
    assert!(told.text.contains("can be won: a run of"), "{}", told.text);
    let Ok(playproof_game::Drawn::Board(drawing)) = &told.drawings[0].drawn else {
        panic!("a picture of the level");
    };
    let [lost, won] = &drawing.ways[..] else {
        panic!("the agent's line and the run's");
    };
    let end = |way: &playproof_game::BoardWay| way.points.last().expect("a line ends").0;
    assert!(lost.is_bad && !won.is_bad);
    assert_eq!(end(lost) as usize, 21);
    // Half a body further is the exit, the last column.
    assert!(end(won) + 4.5 / 16.0 > 27.0, "{}", end(won));
}
