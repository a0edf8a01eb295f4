//! Five scenarios as levels in `levels/platform`: a dead end, a maze, a long way that
//! wants a plan, several ways, and a way without long jumps. What a player of the exact
//! game does in them is tested elsewhere.

use std::collections::{BTreeSet, VecDeque};
use std::path::Path;

use playproof::engines::{ExplicitEngine, FixpointEngine, Threads};
use playproof::{Collection, Engine, Game, Playproof, Proof, Unlimited};
use playproof_platform::{Coarse, CoarseSettings, Style};

use crate::boards::Picture;
use crate::reading::Reading;

const GAME: &str = "platform-coarse";

/// The program with the coarse game alone, played like this.
pub fn playing(settings: CoarseSettings) -> Playproof {
    let games: Vec<Box<dyn Game>> = vec![Box::new(Coarse { settings })];
    let explicit = ExplicitEngine(Threads::new(1));
    let mut engines: Vec<Box<dyn Engine>> = games.iter().flat_map(|game| game.engines()).collect();
    engines.push(Box::new(explicit));
    engines.push(Box::new(FixpointEngine));
    Playproof::new(games, engines)
}

fn with_style(style: Style) -> Playproof {
    playing(CoarseSettings {
        style,
        ..CoarseSettings::default()
    })
}

pub fn scenario(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../levels/platform");
    std::fs::read_to_string(folder.join(name)).expect("a level of the project")
}

pub fn ask(playproof: &Playproof, text: &str, property: &str) -> Proof {
    let file: Collection = playproof.read("level", text.as_bytes()).expect("a drawing");
    let prepared = playproof.prepare(&file.levels[0], Some(GAME));
    let prepared = prepared.expect("a platform level");
    let property = Playproof::property(property).expect("a property");
    let proof = prepared.verify(&property, None, &mut Unlimited);
    proof.expect("a property of the game")
}

/// The picture of a level whose player begins at the left border, above the ground.
pub fn as_picture(text: &str) -> Picture {
    let letter = |c: char| match c {
        'X' => '#',
        '-' => '.',
        'E' => 'm',
        other => other,
    };
    let row = |row: &str| row.chars().map(letter).collect::<Vec<_>>();
    let mut picture: Picture = text.lines().map(row).collect();
    let above_ground = picture.len() - 2;
    picture[above_ground][0] = 'M';
    picture
}

/// The fewest moves that win, by the second reading.
fn fewest_moves(reading: &Reading) -> Option<u64> {
    let mut known = BTreeSet::new();
    let mut waiting = VecDeque::from([(reading.first(), 0)]);
    while let Some((mut situation, moves)) = waiting.pop_front() {
        if reading.won(&situation) {
            return Some(moves);
        }
        situation.used = 0;
        situation.coins.clear();
        situation.kills = 0;
        if known.insert(situation.clone()) {
            let next = reading.next(&situation).into_values();
            waiting.extend(next.map(|after| (after, moves + 1)));
        }
    }
    None
}

fn lengths_agree(name: &str) -> u64 {
    let text = scenario(name);
    let proof = ask(&Playproof::default(), &text, "solvable");
    assert!(proof.holds(), "{name}");
    let reading = Reading::new(&as_picture(&text));
    assert_eq!(proof.length, fewest_moves(&reading), "{name}");
    proof.length.expect("a run has a length")
}

#[test]
fn the_dead_end_is_left_by_going_back() {
    lengths_agree("dead-end.txt");
    let text = scenario("dead-end.txt");
    let all = Playproof::default();
    // The end of the lower road can be reached, and there is a way back from it.
    assert!(ask(&all, &text, "reach at(22, 9)").holds());
    assert!(ask(&all, &text, "AG (at(22, 9) -> EF win)").holds());
    let forwards = with_style(Style {
        backwards: false,
        ..Style::EXPERT
    });
    assert!(ask(&forwards, &text, "solvable").violated());
}

#[test]
fn the_maze_has_a_plan() {
    assert_eq!(lengths_agree("maze.txt"), 14);
    let all = Playproof::default();
    let text = scenario("maze.txt");
    // Whoever wins was in the upper storey, and went left in the middle one.
    assert!(ask(&all, &text, "A[at(3, 5) R !win]").holds());
    assert!(ask(&all, &text, "unlosable").holds());
}

#[test]
fn the_long_way_has_a_plan() {
    lengths_agree("guided.txt");
    let text = scenario("guided.txt");
    let all = Playproof::default();
    assert!(ask(&all, &text, "reach win && coins >= 7").holds());
    assert!(ask(&all, &text, "reach win && coins >= 8").violated());
}

#[test]
fn the_shortest_of_several_ways_is_found() {
    let shortest = lengths_agree("several-ways.txt");
    let all = Playproof::default();
    let text = scenario("several-ways.txt");
    // By the upper road, and by the lower one over the mushroom.
    assert!(ask(&all, &text, "E (F at(5, 3) && F win)").holds());
    assert!(ask(&all, &text, "E[!at(5, 3) U win]").holds());
    assert!(ask(&all, &text, &format!("reach win && moves < {shortest}")).violated());
}

#[test]
fn without_long_jumps_the_way_is_longer() {
    let text = scenario("no-long-jump.txt");
    let novice = with_style(Style::NOVICE);
    let proof = ask(&novice, &text, "solvable");
    let mut reading = Reading::new(&as_picture(&text));
    reading.no_long = true;
    assert_eq!(proof.length, fewest_moves(&reading));
    assert!(proof.length > Some(lengths_agree("no-long-jump.txt")));
    let run = proof.solution.expect("a run");
    assert!(run.iter().all(|action| action != "RJ" && action != "LJ"));
    // Without the bridge there is no other way.
    let gap: Vec<String> = text
        .lines()
        .enumerate()
        .map(|(y, row)| match y {
            3 => "-".repeat(row.len()),
            _ => row.to_owned(),
        })
        .collect();
    let gap = gap.join("\n") + "\n";
    assert!(ask(&with_style(Style::EXPERT), &gap, "solvable").holds());
    assert!(ask(&novice, &gap, "solvable").violated());
}

/// A shaft with a mushroom at its bottom, behind a wall that no jump gets over.
const SHAFT: &str = "-----X------
-----X------
-----X------
-----X------
XXXX-X------
XXXX-X------
XXXXE-------
XXXXXXXXXXXX
";

#[test]
fn without_killing_a_shaft_is_closed() {
    let pacifist = with_style(Style {
        kills: false,
        ..Style::EXPERT
    });
    assert!(ask(&with_style(Style::EXPERT), SHAFT, "never win && kills < 1").holds());
    assert!(ask(&with_style(Style::EXPERT), SHAFT, "solvable").holds());
    assert!(ask(&pacifist, SHAFT, "solvable").violated());
}

#[test]
fn nobody_walks_slowly_in_steps_of_a_tile() {
    let warnings = |style: &str| {
        let text = format!("platform\nlegend: mario\nstyle: {style}\nmap:\n-----\nXXXXX\n");
        let file = Playproof::default().read("level", text.as_bytes()).unwrap();
        let compiled = Coarse::default().compile(&file.levels[0]).unwrap();
        let said = compiled
            .warnings
            .iter()
            .map(|warning| warning.message.clone());
        said.collect::<Vec<_>>()
    };
    assert_eq!(warnings("novice, peaceful"), Vec::<String>::new());
    let said = warnings("walking, novice");
    assert!(
        said.len() == 1 && said[0].contains("changes nothing in this game"),
        "{said:?}"
    );
}
