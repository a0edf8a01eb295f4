//! What designers ask, on levels with known answers: published formulas (of Tekik,
//! and of Chaba and Cohen, whom `docs/reproduce.md` cites), the named requirements,
//! and what they warn of.

use playproof::{Answer, Playproof, Proof, Unlimited};
use playproof_certify::{Engine, Task};
use playproof_conformance::games::sokoban::{Board, rules};
use playproof_conformance::unlimited::verify;
use playproof_engines::{AutomataEngine, ExplicitEngine, FixpointEngine};
use playproof_model::{Model, Property};

const FIRST: &str = include_str!("../../../../levels/maze/first.txt");
const WALLED_IN: &str = include_str!("../../../../levels/maze/walled-in.txt");
const DROP: &str = include_str!("../../../../levels/maze/drop.txt");
const TWO_WAYS: &str = "\
#########
#A  #   #
# # # # #
# #   # #
# ##### #
#      G#
#########";
const STRAIGHT: &str = "A000G";

fn prove(level: &str, property: &str) -> Proof {
    let proof = verify(level, property).unwrap_or_else(|e| panic!("{property}: {e}"));
    let certificate = proof
        .certificate
        .as_ref()
        .expect("a decided answer")
        .to_bytes(false);
    playproof::check(&certificate).unwrap_or_else(|e| panic!("{property}: {e}"));
    proof
}

fn holds(level: &str, property: &str) -> Proof {
    let proof = prove(level, property);
    assert!(proof.holds(), "{property}: {:?}", proof.verdict);
    proof
}

fn violated(level: &str, property: &str) -> Proof {
    let proof = prove(level, property);
    assert!(proof.violated(), "{property}: {:?}", proof.verdict);
    proof
}

fn error(level: &str, property: &str) -> String {
    verify(level, property).expect_err(property).to_string()
}

/// Section 3.3.2: refuting *never won* produces a shortest solution.
#[test]
fn tekik_producing_a_solution() {
    assert_eq!(violated(FIRST, "[] !win").length, Some(33));
    assert_eq!(
        violated(FIRST, "[](!(win))").solution,
        holds(FIRST, "solvable").solution
    );
    holds(WALLED_IN, "[] !win");
}

/// Section 3.3.1: the formula looks at the end only; read over all moves it
/// bounds the solution's length.
#[test]
fn tekik_continuous_progress() {
    violated(FIRST, "[](!win || moves > 33)");
    holds(FIRST, "[](!win || moves > 32)");
    let refused = error(FIRST, "[](!win || quiet_moves > 5)");
    assert!(refused.contains("what visible progress is"), "{refused}");
}

/// Section 3.3.3: more than one counterexample to *never won*. Different runs
/// are not enough, since walking to and fro makes any number of them.
#[test]
fn tekik_different_solutions() {
    assert_eq!(holds(TWO_WAYS, "alternatives >= 2").n_runs, Some(2));
    violated(TWO_WAYS, "alternatives >= 3");
    assert_eq!(violated(FIRST, "alternatives >= 2").n_runs, Some(1));
    holds(TWO_WAYS, "routes >= 2");
    violated(TWO_WAYS, "routes >= 3");
    violated(TWO_WAYS, "unique");
    holds(FIRST, "unique");
    violated(WALLED_IN, "unique");
    // What Tekik calls the counterexample, asked of all runs, is another
    // question: a player may wander for ever.
    let wandering = violated(TWO_WAYS, "<> win");
    assert!(wandering.repeats_from.is_some());
    holds(STRAIGHT, "assume GF win; <> win");
}

/// Section 3.3.4: turns and straights on the way to the goal.
#[test]
fn tekik_turning_and_straight_moves() {
    // Without a bound on the moves, to and fro is enough.
    violated(STRAIGHT, "[](!win || turns < 7)");
    violated(STRAIGHT, "[](!win || straights < 9)");
    violated(STRAIGHT, "some turns >= 1 within 4");
    assert_eq!(holds(STRAIGHT, "some turns >= 2 within 6").length, Some(6));
    holds(STRAIGHT, "some straights >= 3 within 4");
    violated(STRAIGHT, "some straights >= 4 within 5");
    holds(STRAIGHT, "some turns <= 0");
    // Of the only short solution's 33 moves 11 turn, and 21 go straight on.
    holds(FIRST, "some turns >= 11 within 33");
    violated(FIRST, "some turns >= 12 within 33");
    holds(FIRST, "every turns >= 11");
    violated(FIRST, "every turns >= 12");
    holds(FIRST, "some straights >= 21 within 33");
    violated(FIRST, "some straights >= 22 within 33");
    violated(FIRST, "every straights <= 21");
}

/// Section 3.3.5 and experiment 6: the ratio of turns to straights, and of
/// turns to all moves.
#[test]
fn tekik_twistiness() {
    holds(FIRST, "some twistiness >= 11/33 within 33");
    violated(FIRST, "some twistiness >= 12/33 within 33");
    holds(FIRST, "some turn-ratio >= 11/21 within 33");
    violated(FIRST, "some turn-ratio >= 12/21 within 33");
    holds(FIRST, "every twistiness >= 1/5 within 40");
    violated(STRAIGHT, "every twistiness >= 1/5 within 40");
    holds(STRAIGHT, "some twistiness <= 0 within 4");
    // Tekik's own question, on levels of that size.
    let (cavern, spiral) = (
        include_str!("../../../../levels/maze/cavern.txt"),
        include_str!("../../../../levels/maze/spiral.txt"),
    );
    holds(cavern, "some twistiness >= 1/5 within 55");
    holds(spiral, "shortest <= 55");
    violated(spiral, "some twistiness >= 1/5 within 55");
    let unbounded = error(FIRST, "some twistiness >= 1/5");
    assert!(
        unbounded.contains("column 23") && unbounded.contains("within N"),
        "{unbounded}"
    );
}

/// A reversal is one turn, a U-turn through a corridor is two, and the first
/// move is neither turn nor straight.
#[test]
fn what_counts_as_a_turn() {
    holds("GA", "every turns <= 0");
    holds("GA", "every straights <= 0 within 1");
    // Away and back: the second move reverses the first.
    holds(
        "GA0",
        "reach moves == 2 && turns == 1 && straights == 0 && !win",
    );
    let u_turn = "A0\n10\nG0";
    holds(u_turn, "some turns <= 2");
    violated(u_turn, "some turns <= 1");
    holds(
        u_turn,
        "reach win && moves == 4 && turns == 2 && straights == 1",
    );
}

#[test]
fn a_drop_is_a_trap() {
    let trap = violated(DROP, "unlosable");
    assert_eq!(trap.solution, Some(vec!["down".to_owned()]));
    assert_eq!(violated(DROP, "AG EF win").length, Some(1));
    violated(DROP, "dead-end-free");
    violated(DROP, "softlock-free");
    holds(FIRST, "unlosable");
    holds(FIRST, "softlock-free");
    // Where nothing can be won the trap is the start.
    assert_eq!(violated(WALLED_IN, "unlosable").length, Some(0));
}

#[test]
fn what_holds_for_want_of_a_trigger_warns() {
    let warned = |level: &str, property: &str| {
        let notes = holds(level, property).notes;
        notes.iter().any(|n| n.contains("never comes about"))
    };
    assert!(warned(WALLED_IN, "shortest >= 3"));
    assert!(!warned(FIRST, "shortest >= 3"));
    assert!(warned(WALLED_IN, "every turns >= 3"));
    assert!(warned(FIRST, "G (at(3, 1) -> F win)"));
    assert!(warned(FIRST, "AG (at(3, 1) -> EF win)"));
    assert!(!warned(FIRST, "AG (at(3, 2) -> EF win)"));
    // No run can be at a wall, or in a drop, again and again.
    let unfair = |level: &str, property: &str| {
        let notes = holds(level, property).notes;
        notes
            .iter()
            .any(|n| n.contains("no run keeps to the assumptions"))
    };
    assert!(unfair(DROP, "assume GF at(2, 2); F win"));
    assert!(unfair(FIRST, "assume GF false; F win"));
    assert!(!unfair(STRAIGHT, "assume GF win; F win"));
}

#[test]
fn what_is_neither_ltl_nor_ctl_is_refused() {
    let mixed = error(FIRST, "AG F EX win");
    assert!(
        mixed.contains("neither LTL nor CTL") && mixed.contains("column 9"),
        "{mixed}"
    );
    assert!(error(FIRST, "F EG win").contains("neither LTL nor CTL"));
    let fair = error(FIRST, "assume GF at(2, 2); AG EF win");
    assert!(
        fair.contains("`assume G F at(2, 2)` does not go with a CTL formula"),
        "{fair}"
    );
    assert!(error(FIRST, "assume F win; G win").contains("justice"));
    assert!(error(FIRST, "G (win").contains("`)` is missing"));
    assert!(error(FIRST, "G win)").contains("closes nothing"));
    assert!(error(FIRST, "G wni").contains("did you mean `win`?"));
    assert!(error(FIRST, "G heading <= 7").contains("outside the domain 0..=4"));
    assert!(error(FIRST, "G 5 * turns >= moves").contains("needs a bound on the moves"));
    let alone = error(FIRST, "win");
    assert!(alone.contains("reach win"), "{alone}");
}

#[test]
fn a_formula_whose_automaton_would_explode_is_refused() {
    let many: Vec<String> = (0..70).map(|i| format!("F moves == {i}")).collect();
    let refused = error(FIRST, &many.join(" && "));
    assert!(
        refused.contains("71 can be owed; 64 are treated"),
        "{refused}"
    );
    // Few enough subformulas, but each of them may still be open or not.
    let fair: Vec<String> = (0..14).map(|i| format!("G F player == {i}")).collect();
    let text = format!("!({})", fair.join(" && "));
    let playproof = Playproof::default();
    let levels = playproof::read("first", FIRST.as_bytes()).unwrap().levels;
    let prepared = playproof.prepare(&levels[0], None).unwrap();
    let property = text.parse().unwrap();
    let refused = prepared.verify(&property, Some("automata"), &mut Unlimited);
    let refused = refused.expect_err("too many").to_string();
    assert!(refused.contains("automaton is too large"), "{refused}");
    // Who needs no automaton finds a run that visits all of them.
    let proof = prepared.verify(&property, None, &mut Unlimited).unwrap();
    assert!(proof.violated(), "{proof:?}");
    assert_eq!(proof.engine, "sat-bmc");
}

/// Chaba and Cohen: justice, that boxes are again and again out of corners, and
/// compassion, that who heads right again and again heads left again and
/// again, and the reverse, and up and down likewise.
#[test]
fn chaba_and_cohen_justice_and_compassion() {
    let board = "#######\n#@ $ .#\n#     #\n#######";
    // The fourth corner is the goal.
    let corners = "assume GF !(box[0] || box[5] || box[9]);";
    let compassion = "assume GF heading == 2 -> GF heading == 1;\
                      assume GF heading == 1 -> GF heading == 2;\
                      assume GF heading == 3 -> GF heading == 4;\
                      assume GF heading == 4 -> GF heading == 3;";
    let answer = |text: &str| ask(board, text);
    // A fair player may still walk to and fro for ever.
    assert_eq!(
        answer(&format!("{corners}{compassion} F win")),
        Answer::Violated
    );
    // Who has put the box into a corner does not keep to justice.
    assert_eq!(answer("G (box[0] -> G !win)"), Answer::Holds);
    assert_eq!(answer("F G !box[0]"), Answer::Violated);
    assert_eq!(answer(&format!("{corners} F G !box[0]")), Answer::Holds);
    // Whoever keeps to compassion and heads right for ever heads left too.
    let both = "GF heading == 2 -> GF heading == 1";
    assert_eq!(answer(&format!("{compassion} {both}")), Answer::Holds);
    // Without it a won game is one that was left heading right.
    assert_eq!(answer(both), Answer::Violated);
}

/// The same by name in the game itself: justice, that no box is stuck, and
/// compassion in both pairs of directions.
#[test]
fn chaba_and_cohen_justice_and_compassion_by_name() {
    let level = "#######\n#@ $ .#\n#     #\n#######";
    let justice = "assume GF justice;";
    let compassion = "assume GF moved_right -> GF moved_left;\
                      assume GF moved_left -> GF moved_right;\
                      assume GF moved_up -> GF moved_down;\
                      assume GF moved_down -> GF moved_up;";
    violated(level, &format!("{justice}{compassion} F win"));
    // A box in a corner or on an edge without goal is stuck for good.
    holds(level, "G (!justice -> G (!justice && !win))");
    violated(level, "F G justice");
    holds(level, &format!("{justice} F G justice"));
    violated(level, "GF moved_right -> GF moved_left");
    holds(
        level,
        &format!("{compassion} GF moved_right -> GF moved_left"),
    );
    // The last move is the one that `heading` names.
    holds(level, "G (moved_left <-> heading == 1)");
    holds(level, "G (moved_down <-> heading == 4)");
    violated(level, "reach two_box_block");
    let room = "#######\n#@    #\n#  $ .#\n#     #\n#######";
    holds(room, "reach box_on_edge && !box_in_corner");
    holds(
        "#####\n#@  #\n# $$#\n#  .#\n# . #\n#####",
        "never two_box_block && win",
    );
}

/// Requirements about boxes on the game itself.
#[test]
fn pushes_and_progress_of_sokoban() {
    let level = "########\n#@$ .  #\n#  $   #\n#   .  #\n#      #\n########";
    holds(level, "some pushes <= 4");
    violated(level, "some pushes <= 3");
    holds(level, "every pushes >= 4");
    violated(level, "every pushes >= 5");
    holds(level, "some pushes >= 6 within 20");
    violated(level, "some pushes >= 6 within 6");
    assert!(error(level, "some pushes >= 6").contains("pushing to and fro"));
    assert!(error(FIRST, "some pushes <= 6").contains("nothing here is named `pushes`"));
    holds(level, "progress <= 3");
    violated(level, "progress <= 2");
    holds(level, "progress-at-win <= 0");
    // Off a goal and home again is no progress.
    let home = "########\n#@* $. #\n########";
    holds(home, "reach setback == 1");
    violated(home, "reach setback == 2");
    holds("#######\n#@*.$.#\n#######", "G (win -> quiet_moves == 0)");
    // A box is named by its place.
    holds(level, "reach box_at(5, 2) && box_at(5, 4) && at(4, 4)");
    holds(level, "G (win <-> box_at(5, 2) && box_at(5, 4))");
}

/// The right answer about a board, checked.
fn ask(board: &str, text: &str) -> Answer {
    let model = Model::Rules(Box::new(rules(&Board::parse(board))));
    let property: Property = text.parse().unwrap_or_else(|e| panic!("{text}: {e}"));
    let subject = model.elaborate(&property).unwrap();
    let task = Task::new(&subject, &property, &[]);
    let engines: [&dyn Engine; 3] = [&AutomataEngine, &FixpointEngine, &ExplicitEngine::default()];
    let engine = engines.iter().find(|e| e.supports(&task).is_ok());
    let verdict = engine
        .expect("an engine")
        .check(&task, &mut Unlimited)
        .finding;
    let (answer, evidence) = match verdict {
        playproof_certify::Finding::Holds(evidence) => (Answer::Holds, evidence),
        playproof_certify::Finding::Violated(evidence) => (Answer::Violated, evidence),
        playproof_certify::Finding::Unknown(reason) => panic!("{text}: {reason}"),
    };
    playproof_certify::check(&subject, answer, &evidence, &mut Unlimited).expect(text);
    answer
}

/// Progress is asked for all the way; Tekik's literal formula looks at the
/// end only.
#[test]
fn progress_all_the_way_and_at_the_end() {
    let board = "########\n#@$ .  #\n#  $   #\n#   .  #\n#      #\n########";
    let least = |form: &str| {
        let mut bounds = 0..60;
        bounds.find(|n| ask(board, &format!("{form} <= {n}")) == Answer::Holds)
    };
    // The last push makes progress, so that the end says nothing.
    assert_eq!(least("progress-at-win"), Some(0));
    let all_the_way = least("progress").expect("it can be won");
    assert!(all_the_way > 1, "{all_the_way}");
}

/// Engines refuse what they cannot decide, and nothing else happens if they
/// are asked all the same.
#[test]
fn engines_refuse_questions_of_other_kinds() {
    let playproof = Playproof::default();
    let board = Board::parse("#####\n#@$.#\n#####");
    let model = Model::Rules(Box::new(rules(&board)));
    for text in ["solvable", "F win", "AG EF win", "unique"] {
        let property: Property = text.parse().unwrap();
        let subject = model.elaborate(&property).unwrap();
        let task = Task::new(&subject, &property, &[]);
        let mut n_able = 0;
        for engine in playproof.engines() {
            let verdict = engine.check(&task, &mut Unlimited).finding;
            let refused = matches!(
                verdict,
                playproof_certify::Finding::Unknown(playproof::Reason::Unsupported(_))
            );
            assert_eq!(
                refused,
                engine.supports(&task).is_err(),
                "{text}, {}",
                engine.name()
            );
            n_able += usize::from(!refused);
        }
        assert!(n_able > 0, "{text}");
    }
}

#[test]
fn every_shipped_engine_is_named_and_says_what_it_does() {
    let playproof = Playproof::default();
    for name in ["automata", "fixpoint", "paths"] {
        assert!(
            playproof
                .engine(name)
                .is_ok_and(|e| !e.summary().is_empty())
        );
    }
}
