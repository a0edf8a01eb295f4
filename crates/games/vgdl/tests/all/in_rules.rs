//! Games said as Rules against the plain interpreter: in step with each other from the
//! beginning on, both know the same propositions in every state and the same keys lead on.

use std::collections::{BTreeMap, HashSet};

use playproof::{Playproof, Unlimited};
use playproof_model::{Model, Property, Question, Val};

use crate::fast::{MIXED, drawn, shipped};

/// The most states of a level that are compared.
const MOST: usize = 1500;

/// One level of a game, in a file of its own.
fn file(rules: &str, rows: &[String], is_in_rules: bool) -> String {
    let rows: String = rows.iter().map(|row| format!("|{row}|\n")).collect();
    let how = if is_in_rules { " as=rules" } else { "" };
    format!("{rules}\nLevelSet{how}\nLevel\n{rows}")
}

/// Goes through both together; how many pairs of states there were, or why there are no Rules.
fn compared(rules: &str, rows: &[String], properties: &[&str]) -> Result<usize, String> {
    let playproof = Playproof::default();
    let game = playproof.game("vgdl").expect("it is a game");
    let model = |is_in_rules: bool| -> Result<Model, String> {
        let text = file(rules, rows, is_in_rules);
        let file = playproof
            .read("level", text.as_bytes())
            .unwrap_or_else(|e| panic!("{e}"));
        let again = playproof
            .read("again", file.levels[0].text().as_bytes())
            .unwrap();
        assert!(again.levels[0].same_level(&file.levels[0]));
        game.model(&file.levels[0]).map_err(|e| e.message)
    };
    let (plain, said) = (model(false)?, model(true)?);
    assert!(matches!(said, Model::Rules(_)));
    let mut n = 0;
    for property in properties {
        let property: Property = property.parse().expect("it is a property");
        let subjects =
            [&plain, &said].map(|model| model.elaborate(&property).expect("it can be asked"));
        let mut begun: [Vec<Vec<Val>>; 2] = Default::default();
        for (subject, begun) in subjects.iter().zip(&mut begun) {
            subject.initial(&mut |state| begun.push(state.to_vec()));
        }
        let mut open = vec![begun.map(|states| states[0].clone())];
        let mut known = HashSet::new();
        while let Some(pair) = open.pop() {
            if known.len() >= MOST || !known.insert(pair.clone()) {
                continue;
            }
            let mut next: [Vec<(String, Vec<Val>)>; 2] = Default::default();
            let mut truths: [Vec<bool>; 2] = Default::default();
            for n in 0..2 {
                let (subject, mut play) = (&subjects[n], subjects[n].play());
                let names: Vec<String> = subject
                    .machine()
                    .actions
                    .iter()
                    .map(|a| a.name.clone())
                    .collect();
                subject.successors_in(&mut play, &pair[n], &mut |action, state| {
                    next[n].push((names[action.index()].clone(), state.to_vec()));
                });
                assert!(!play.is_in_doubt);
                next[n].sort();
                let Question::Reach(reach) = subject.question() else {
                    panic!("{property} asks whether a state is reached")
                };
                truths[n] = vec![play.holds(&pair[n], reach.target)];
            }
            assert_eq!(truths[0], truths[1], "{property}\n{rows:#?}");
            let [plain, said] = next;
            let names = |next: &[(String, Vec<Val>)]| -> Vec<String> {
                next.iter().map(|(name, _)| name.clone()).collect()
            };
            assert_eq!(names(&plain), names(&said), "{property}\n{rows:#?}");
            open.extend(
                plain
                    .into_iter()
                    .zip(said)
                    .map(|(one, other)| [one.1, other.1]),
            );
        }
        n += known.len();
    }
    Ok(n)
}

#[test]
fn shipped_games_are_the_same_as_rules() {
    let properties = ["solvable", "never lose", "never moves >= 6"];
    for name in ["maze", "sokoban", "keys", "fill"] {
        let (rules, levels) = shipped(name);
        for rows in &levels {
            let n = compared(&rules, rows, &properties);
            assert!(n.as_ref().is_ok_and(|n| *n > 0), "{name}: {n:?}");
        }
    }
    for name in ["race", "ice", "switches", "oneway"] {
        let (rules, levels) = shipped(name);
        let why = compared(&rules, &levels[0], &properties).unwrap_err();
        assert!(why.contains("cannot be said as Rules"), "{why}");
    }
}

#[test]
fn drawn_by_lot() {
    let properties = [
        "solvable",
        "never on(box, floor)",
        "never count(wood) >= 2",
        "never strong_at(2, 2) && win",
    ];
    let mut rng = fastrand::Rng::with_seed(8);
    let (mut n_states, mut refused) = (0, BTreeMap::new());
    for _ in 0..40 {
        // Nothing is pushed off the screen, and there is something to win.
        let rows = walled(&drawn(&mut rng));
        match compared(MIXED, &rows, &properties) {
            Ok(n) => n_states += n,
            Err(why) => *refused.entry(why).or_insert(0) += 1,
        }
    }
    assert!(n_states > 1000, "{n_states} {refused:#?}");
}

/// Crates that stand in one cell, floor that changes under the player, and a bell that clears the
/// crates of a sort away: so much may come to be in so many cells that these are of few classes.
const STACKED: &str = "
BasicGame
    SpriteSet
        floor > Immovable
        trodden > Immovable
        bell > Immovable
        goal > Immovable
        crate > Passive
            low >
            high >
            wide >
        avatar > MovingAvatar
    InteractionSet
        avatar wall > stepBack
        crate avatar > bounceForward
        crate wall > undoAll
        low low > undoAll
        high high > undoAll
        wide wide > undoAll
        floor avatar > transformTo stype=trodden
        bell avatar > killAll stype=low
        goal avatar > killSprite
    TerminationSet
        SpriteCounter stype=goal limit=0 win=True
    LevelMapping
        A > floor avatar
        . > floor
        l > floor low
        h > floor high
        i > floor wide
        b > floor bell
        g > floor goal
";

#[test]
fn stacked_crates_are_the_same_as_rules() {
    for (rows, least) in [
        (
            "wwwwwwwwww wA.l...b.w w.h.i....w w.l....g.w w........w wwwwwwwwww",
            3000,
        ),
        ("wwwwww wAlbgw w.h..w wwwwww", 450),
    ] {
        let rows: Vec<String> = rows.split(' ').map(str::to_owned).collect();
        let properties = ["solvable", "never on(high, wide)", "never count(low) == 1"];
        let n = compared(STACKED, &rows, &properties);
        assert!(n.as_ref().is_ok_and(|n| *n >= least), "{n:?}");
    }
}

/// What searches cannot do without Rules: engines on decision diagrams give the same answers.
#[test]
fn decision_diagrams_answer() {
    let playproof = Playproof::default();
    let (rules, levels) = shipped("sokoban");
    for (rows, is_won) in levels.iter().zip([true, true, false]) {
        let text = file(&rules, rows, true);
        let file = playproof.read("level", text.as_bytes()).unwrap();
        let prepared = playproof.prepare(&file.levels[0], None).unwrap();
        let proof = prepared
            .verify(&playproof::Property::Solvable, Some("bdd"), &mut Unlimited)
            .unwrap();
        assert_eq!((proof.holds(), proof.violated()), (is_won, !is_won));
    }
}

/// The same rows with walls around them, and with a goal.
fn walled(rows: &[String]) -> Vec<String> {
    let wall = "w".repeat(rows[0].len() + 2);
    let inner = rows
        .iter()
        .map(|row| format!("w{row}w"))
        .collect::<Vec<_>>();
    let mut text = inner.join("\n");
    if !text.contains('g') {
        text = text.replacen('.', "g", 1);
    }
    format!("{wall}\n{text}\n{wall}")
        .lines()
        .map(str::to_owned)
        .collect()
}
