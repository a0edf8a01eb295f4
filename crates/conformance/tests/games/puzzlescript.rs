//! Games in PuzzleScript on the road: verdicts, lengths, certificates, reasons, chance,
//! clocks, and what is odd about a file.

use std::ops::ControlFlow;
use std::sync::Arc;

use playproof::{
    Answer, CertificateRejected, Collection, Error, Level, MAX_CERTIFICATE, Options, Playproof,
    Proof, Severity, Unlimited, Verdict,
};
use playproof_analysis::{Effort, Repairing, Replaying};
use playproof_conformance::games::{puzzles, random_sokoban};
use playproof_conformance::suite::random;
use playproof_model::Property;
use playproof_puzzlescript::PuzzleLevel;
use playproof_puzzlescript::compiled::Command;

macro_rules! example {
    ($name:literal) => {
        include_str!(concat!("../../../../levels/puzzlescript/", $name))
    };
}

fn read(text: &str) -> Collection {
    let playproof = Playproof::default();
    playproof.read("game.txt", text.as_bytes()).expect(text)
}

fn prove(level: &Level, property: &str) -> Proof {
    let playproof = Playproof::default();
    let prepared = playproof.prepare(level, None).expect("a level");
    let property: Property = property.parse().expect(property);
    let proof = prepared.verify(&property, None, &mut Unlimited);
    proof.unwrap_or_else(|error| panic!("{property}: {error}"))
}

#[test]
fn the_examples_have_these_answers() {
    let wanted = [
        (example!("warehouse.txt"), [Some(5), Some(17)]),
        (example!("gravity.txt"), [Some(4), Some(5)]),
        (example!("shut_in.txt"), [Some(7), None]),
    ];
    for (text, lengths) in wanted {
        let levels = read(text).levels;
        let found: Vec<_> = levels
            .iter()
            .map(|level| prove(level, "solvable"))
            .collect();
        assert!(
            found
                .iter()
                .all(|proof| matches!(proof.verdict, Verdict::Decided(_)))
        );
        let found: Vec<_> = found.iter().map(|proof| proof.length).collect();
        assert_eq!(found, lengths, "{text}");
    }
}

/// A level of a file has the text of its game, from which the same level is read.
#[test]
fn a_levels_text_is_a_game() {
    for level in read(example!("gravity.txt")).levels {
        let again = read(&level.text()).levels;
        assert_eq!(again.len(), 1);
        assert!(again[0].same_level(&level));
        assert_eq!(again[0].text(), level.text());
    }
}

#[test]
fn a_certificate_is_about_this_game_and_this_level() {
    let playproof = Playproof::default();
    let text = example!("shut_in.txt");
    let levels = read(text).levels;
    let proof = prove(&levels[1], "solvable");
    assert!(proof.violated());
    let certificate = proof.certificate.expect("decided");
    let bytes = certificate.to_bytes(false);
    let accepted = playproof.check(&bytes, MAX_CERTIFICATE, &mut Unlimited);
    let accepted = accepted.expect("it was accepted before");
    assert!(accepted.level.same_level(&levels[1]) && !accepted.level.same_level(&levels[0]));
    // The same claim about a game in which crates can be pulled.
    let other = text.replace("LEVELS\n", "LEVELS\n(other)\n");
    assert!(
        read(&other).levels[1].same_level(&levels[1]),
        "a comment is no rule"
    );
    let pulled = text.replace(
        "> Crate ]\n",
        "> Crate ]\n[ < Player | Crate ] -> [ < Player | < Crate ]\n",
    );
    let pulled = read(&pulled).levels;
    assert!(!pulled[1].same_level(&levels[1]));
    let mut forged = certificate.clone();
    forged.level = pulled[1].text();
    let verdict = playproof.check(&forged.to_bytes(false), MAX_CERTIFICATE, &mut Unlimited);
    assert!(
        matches!(verdict, Err(CertificateRejected::Wrong(_))),
        "{verdict:?}"
    );
}

/// A reader that takes a level for another one proves nothing: what a certificate is about is
/// read from its text.
#[test]
fn a_reader_that_lies_proves_nothing() {
    let playproof = Playproof::default();
    let levels = read(example!("shut_in.txt")).levels;
    let [won, lost] = &levels[..] else {
        panic!("two levels");
    };
    let [won, lost] = [won, lost].map(|level| PuzzleLevel::of(level).expect("a game").clone());
    let of_another_board = PuzzleLevel {
        board: lost.board.clone(),
        ..won.clone()
    };
    let lucky = PuzzleLevel {
        has_luck: true,
        ..won.clone()
    };
    let mut winning = (*lost.source).clone();
    winning.game.conditions.clear();
    winning.game.early.groups[0].rules[0]
        .commands
        .push(Command::Win);
    let of_other_rules = PuzzleLevel {
        source: Arc::new(winning),
        ..lost
    };
    let true_one = Level::of_words(won);
    for (lie, is_rejected) in [
        (true_one, false),
        (Level::of_words(of_another_board), true),
        (Level::of_words(of_other_rules), true),
        // Luck is in the text, so this is another level, of which it is true.
        (Level::of_words(lucky), false),
    ] {
        let certificate = prove(&lie, "solvable").certificate.expect("decided");
        let bytes = certificate.to_bytes(false);
        let checked = playproof.check(&bytes, MAX_CERTIFICATE, &mut Unlimited);
        assert_eq!(checked.is_err(), is_rejected, "{:?}", checked.err());
    }
}

/// Ours and theirs: the same verdicts and the same shortest lengths.
#[test]
fn two_sokobans_agree() {
    let wanted = std::env::var("PLAYPROOF_CASES").ok();
    let wanted = wanted.and_then(|n| n.parse().ok()).unwrap_or(500);
    let (mut n_levels, mut n_lost) = (0, 0);
    for seed in 0.. {
        if n_levels == wanted {
            break;
        }
        let mut rng = random(seed);
        let drawing = match rng.bool() {
            true => random_sokoban::winnable_of_size(&mut rng, 4, 4),
            false => random_sokoban::level_of_size(&mut rng, 3, 3),
        };
        let count = |letters: &str| drawing.chars().filter(|c| letters.contains(*c)).count();
        // Spare boxes, holes, and levels that are won at the start mean other things there.
        let is_plain = count("$*") == count(".*+") && count("$") > 0 && count("@+") == 1;
        if !is_plain || count("oO0") > 0 {
            continue;
        }
        let ours = read(&drawing).levels.remove(0);
        let theirs = read(&puzzles::sokoban(&drawing)).levels.remove(0);
        let [ours, theirs] = [ours, theirs].map(|level| prove(&level, "solvable"));
        assert_eq!(ours.game, "sokoban");
        assert_eq!(theirs.game, "puzzlescript");
        assert!(theirs.answer().is_some());
        assert_eq!(ours.answer(), theirs.answer(), "{drawing}");
        if theirs.holds() {
            let shortest = format!("shortest >= {}", theirs.length.expect("a run"));
            let ours = prove(&read(&drawing).levels[0], &shortest);
            assert!(ours.holds(), "{drawing}");
            let found = theirs.length.expect("a run");
            let shortest = format!("shortest <= {found}");
            assert!(
                prove(&read(&drawing).levels[0], &shortest).holds(),
                "{drawing}"
            );
        }
        n_levels += 1;
        n_lost += usize::from(theirs.violated());
    }
    println!("{n_levels} levels agree, of which {n_lost} cannot be won");
    assert!(n_lost > n_levels / 20 && n_lost < n_levels);
}

/// Ten levels that a wall more makes unwinnable: proved, with a reason, and mended.
#[test]
fn a_wall_too_many_is_proved_and_explained() {
    let playproof = Playproof::default();
    let mut n_found = 0;
    for seed in 0.. {
        let drawing = random_sokoban::winnable_of_size(&mut random(seed), 4, 3);
        let text = puzzles::sokoban(&drawing);
        let before = &read(&text).levels[0];
        if !drawing.contains('$') || !prove(before, "solvable").holds() {
            continue;
        }
        let begin = text.find("LEVELS").expect("levels");
        let floors = text.match_indices('.').filter(|(at, _)| *at > begin);
        let walled = floors.map(|(at, _)| {
            let mut walled = text.clone();
            walled.replace_range(at..at + 1, "#");
            walled
        });
        let lost = walled.map(|text| read(&text).levels.remove(0));
        let Some(level) = lost
            .into_iter()
            .find(|level| prove(level, "solvable").violated())
        else {
            continue;
        };
        let prepared = playproof.prepare(&level, None).expect("a level");
        let insight = prepared.insight().expect("an insight");
        let why = insight.why_lost().expect("a reason");
        assert!(
            why.contains("all target on crate") && why.contains("is not met"),
            "{why}"
        );
        let repairs = prepared.repair(&[], None, Effort::default(), &mut Unlimited);
        let repair = repairs.expect("no error").and_then(|repairs| repairs.found);
        let repair = repair.expect("the wall can be taken away again");
        assert!(repair.proof.holds());
        assert_eq!(repair.changes.len(), 1);
        n_found += 1;
        if n_found == 10 {
            break;
        }
    }
}

#[test]
fn questions_about_objects_and_names() {
    let level = &read(example!("warehouse.txt")).levels[0];
    let holds = [
        "never crate_at(1, 1)",
        "reach crate_at(5, 3)",
        "never count(crate) >= 2",
        "G !endless",
        "F (on(crate, target) || !win)",
        "AG (win -> on(crate, target))",
        "EF at(2, 2)",
    ];
    for property in holds {
        assert!(prove(level, property).holds(), "{property}");
    }
    for property in [
        "reach count(crate) >= 2",
        "never player_at(5, 2)",
        "unlosable",
    ] {
        assert!(prove(level, property).violated(), "{property}");
    }
    // A name of the legend.
    let level = &read(example!("gravity.txt")).levels[0];
    assert!(prove(level, "reach on(apple, basket)").holds());
    assert!(prove(level, "reach count(solid) >= 3").holds());
    assert!(prove(level, "never solid_at(2, 3)").violated());
}

/// The Sokoban with a crate that goes where it likes.
fn with_chance(rule: &str) -> String {
    let text = puzzles::sokoban("######\n#@$ .#\n######\n");
    text.replace("RULES\n", &format!("RULES\n\n{rule}\n"))
}

#[test]
fn chance_is_never_guessed() {
    let playproof = Playproof::default();
    let text = puzzles::sokoban("######\n#@$ .#\n######\n").replace(
        "[ > Player | Crate ] -> [ > Player | > Crate ]",
        "[ action Player ] [ Crate ] -> [ Player ] [ randomdir Crate ]",
    );
    let level = &read(&text).levels[0];
    let proof = prove(level, "solvable");
    assert_eq!(proof.answer(), None);
    let note = proof
        .notes
        .iter()
        .find(|note| note.contains("left to chance in line"));
    assert!(
        note.is_some_and(|note| note.contains("randomdir")),
        "{:?}",
        proof.notes
    );
    // Somebody lucky wins.
    let mut options = Options::default();
    options.set("luck", "true".to_owned());
    let lucky = playproof
        .with_options(level, None, &options)
        .expect("an option");
    let proof = prove(&lucky, "solvable");
    assert!(proof.holds() && proof.notes.iter().any(|note| note.starts_with("luck")));
    let certificate = proof.certificate.expect("decided");
    assert!(certificate.level.contains("luck") && certificate.statement.text().contains("luck"));
    assert!(!lucky.same_level(level));
    let bytes = certificate.to_bytes(false);
    let accepted = playproof.check(&bytes, MAX_CERTIFICATE, &mut Unlimited);
    assert!(accepted.expect("accepted").level.same_level(&lucky));
}

#[test]
fn where_chance_does_not_matter_it_is_decided() {
    // Only one place and one object to draw.
    let text = with_chance("random [ > Player | Crate ] -> [ > Player | > Crate ]");
    assert!(prove(&read(&text).levels[0], "solvable").holds());
}

#[test]
fn a_clock_is_played_and_not_proved() {
    let playproof = Playproof::default();
    let text = puzzles::sokoban("######\n#@$ .#\n######\n");
    let text = text.replace("title Test", "title Test\nrealtime_interval 0.5");
    let level = &read(&text).levels[0];
    let prepared = playproof.prepare(level, None).expect("a level");
    let refused = prepared.verify(&Property::Solvable, None, &mut Unlimited);
    let Err(Error::Level(diagnostic)) = refused else {
        panic!("{refused:?}");
    };
    assert!(diagnostic.message.contains("realtime_interval"));
    assert_eq!(diagnostic.place.map(|place| place.line), Some(3));
    let moves = ["right", "right"].map(str::to_owned);
    let run = prepared
        .follow(&moves)
        .expect("it is played")
        .expect("possible moves");
    assert_eq!(run.states.len(), 3);
    assert!(
        prepared
            .won_by(&run, &mut Unlimited)
            .expect("no error")
            .is_some()
    );
}

/// A chain of turns that never ends is a state without a way out.
/// A game in which a player between walls strikes a match, once, and these rules go on from there.
fn with_a_spark(rules: &str, width: usize) -> String {
    let objects = [
        "Background",
        "Wall",
        "Player",
        "Match",
        "Spark",
        "Glow",
        "Ember",
    ];
    let objects: String = objects.map(|name| format!("{name}\nred\n\n")).concat();
    let wall = "#".repeat(width);
    format!(
        "title Test\n\nOBJECTS\n\n{objects}\nLEGEND\n\n. = Background\n# = Wall\n\
         P = Player and Match\n\nSOUNDS\n\nCOLLISIONLAYERS\n\nBackground\nPlayer, Wall\nMatch\n\
         Spark, Glow, Ember\n\nRULES\n\n[ action Player Match ] -> [ Player Spark ]\n{rules}\n\
         WINCONDITIONS\n\nSome Glow on Wall\n\nLEVELS\n\n{wall}\n#P{}\n{wall}\n",
        &wall[2..]
    )
}

#[test]
fn an_endless_chain_is_stuck() {
    let flickers =
        "[ Spark ] -> [ Ember ] again\n[ Glow ] -> [ Spark ] again\nlate [ Ember ] -> [ Glow ]\n";
    let level = &read(&with_a_spark(flickers, 3)).levels[0];
    let proof = prove(level, "reach endless");
    assert!(proof.holds() && proof.length == Some(1));
    assert!(prove(level, "EF endless").holds());
    assert!(prove(level, "AG (endless -> AG endless)").holds());
    assert!(prove(level, "solvable").violated());
    assert!(prove(level, "unlosable").violated());
}

#[test]
fn of_a_chain_that_is_too_long_nothing_is_known() {
    let flies = "[ Spark ] -> [ right Spark ] again\n";
    let within = &read(&with_a_spark(flies, 900)).levels[0];
    assert!(prove(within, "reach spark_at(900, 2)").holds());
    assert!(prove(within, "reach endless").violated());
    assert!(prove(within, "solvable").violated());
    let beyond = &read(&with_a_spark(flies, 1100)).levels[0];
    assert_eq!(prove(beyond, "reach spark_at(1100, 2)").answer(), None);
    assert_eq!(prove(beyond, "solvable").answer(), None);
}

fn lint(text: &str) -> Vec<String> {
    let playproof = Playproof::default();
    let mut go_on = || ControlFlow::Continue(());
    let found = playproof.lint("game.txt", text.as_bytes(), None, 5_000, &mut go_on);
    let found = found.expect("it can be looked over");
    found
        .iter()
        .map(|d| {
            let line = d.place.as_ref().map_or(0, |place| place.line);
            let severity = if d.severity == Severity::Error {
                "error"
            } else {
                "warning"
            };
            format!("{severity} {line}: {}", d.message)
        })
        .collect()
}

#[test]
fn what_is_odd_is_said_with_its_line() {
    assert_eq!(lint(example!("warehouse.txt")), Vec::<String>::new());
    let found = lint(example!("shut_in.txt")).join("\n");
    assert!(found.contains("this level cannot be won"), "{found}");
    let text = puzzles::sokoban("######\n#@$ .#\n######\n");
    let line_of = |text: &str, what: &str| {
        text.lines()
            .position(|l| l.contains(what))
            .map_or(0, |n| n + 1)
    };
    // A rule about an object that is nowhere.
    let odd = text.replace("Target\nPlayer,", "Target\nGhost\nPlayer,");
    let odd = odd.replace("Target\nred\n", "Target\nred\n\nGhost\nwhite\n");
    let odd = odd.replace("RULES\n", "RULES\n\n[ Ghost ] -> [ ]\n");
    let found = lint(&odd).join("\n");
    let rule = format!(
        "warning {}: this rule never fires: that is proved",
        line_of(&odd, "[ Ghost ]")
    );
    assert!(found.contains(&rule), "{found}");
    let object = format!("warning {}: `ghost` never appears", line_of(&odd, "Ghost"));
    assert!(found.contains(&object), "{found}");
    let wanted = odd.replace("All Target on Crate", "Some Ghost on Target");
    let found = lint(&wanted).join("\n");
    let condition = format!(
        "warning {}: no rule can bring this",
        line_of(&wanted, "Some Ghost")
    );
    assert!(found.contains(&condition), "{found}");
    // Conditions of things that are there, and that play never brings about.
    for never in ["No Wall", "All Wall on Crate", "Some Player on Target"] {
        let odd = text.replace("All Target on Crate", &format!("{never}\nSome Crate"));
        let found = lint(&odd).join("\n");
        let condition = format!(
            "warning {}: this condition is never met",
            line_of(&odd, never)
        );
        assert_eq!(found.matches(&condition).count(), 1, "{found}");
        let other = format!("warning {}: this condition", line_of(&odd, "Some Crate"));
        assert!(!found.contains(&other), "{found}");
    }
    // Twice the same level, won at the start.
    let won = puzzles::sokoban("######\n#@ * #\n######\n");
    let rows = "######\n#P.@.#\n######\n";
    let found = lint(&format!("{won}\n{rows}")).join("\n");
    assert!(
        found.contains("all conditions are met before a key"),
        "{found}"
    );
    assert!(found.contains("the same as level 1"), "{found}");
    // All errors, not only the first.
    let wrong = text.replace("[ > Player | Crate ]", "[ > Plaier | Craet ]");
    let found = lint(&wrong);
    assert!(
        found
            .iter()
            .filter(|found| found.starts_with("error"))
            .count()
            >= 2,
        "{found:?}"
    );
}

#[test]
fn the_answer_of_a_level_is_the_same_in_its_certificate() {
    for level in read(example!("gravity.txt")).levels {
        let proof = prove(&level, "solvable");
        assert_eq!(proof.answer(), Some(Answer::Holds));
        let certificate = proof.certificate.expect("decided");
        assert_eq!(certificate.level, level.text());
    }
}
