//! A page's questions, and what it is told.

use playproof::Playproof;
use serde_json::{Value, json};

fn ask(request: &Value) -> Value {
    let answer = playproof_page::call(&request.to_string());
    serde_json::from_str(&answer).expect("an answer is JSON")
}

const CORNER: &str = "#######\n#$    #\n# @ $ #\n# . . #\n#######\n";
/// Two boxes in a hall: more than 50,000 states.
const HALL: &str = "##########\n#@       #\n#  $     #\n#        #\n#     $  #\n#       .#\n#      . #\n##########\n";
const ROOM: &str = "#######\n#     #\n#@$ . #\n#     #\n#######\n";

#[test]
fn every_game_has_an_example_that_its_letters_draw() {
    let games = ask(&json!({ "call": "games" }));
    for game in games["games"].as_array().unwrap() {
        let (id, example) = (&game["id"], &game["example"]);
        let request = json!({ "call": "open", "text": example["text"], "game": id });
        let opened = ask(&request);
        assert_eq!(opened["game"], *id, "{opened}");
        let Some(rows) = opened["levels"][0]["rows"].as_array() else {
            assert_eq!(game["palette"], json!([]), "{id}: nothing to draw on");
            continue;
        };
        let palette = opened["palette"].as_array().unwrap();
        let draws = |letter: char| {
            palette.iter().any(|brush| {
                let known = |field: &str| brush[field].as_str().unwrap().contains(letter);
                known("letter") || known("also")
            })
        };
        for letter in rows.iter().flat_map(|row| row.as_str().unwrap().chars()) {
            assert!(draws(letter), "{id}: no brush draws `{letter}`");
        }
        for brush in palette {
            assert!(!brush["tiles"].as_array().unwrap().is_empty(), "{brush}");
        }
        let request = json!({ "call": "verify", "text": example["text"], "game": id });
        let proved = &ask(&request)["results"][0];
        assert_eq!(
            (&proved["answer"], &proved["checked"]),
            (&json!("holds"), &json!(true))
        );
    }
}

#[test]
fn a_drawing_goes_into_its_file_and_nothing_else_changes() {
    for game in Playproof::default().games() {
        let Some((text, _)) = game.example() else {
            continue;
        };
        let opened = ask(&json!({ "call": "open", "text": text, "game": game.name() }));
        let Some(rows) = opened["levels"][0]["rows"].as_array() else {
            continue;
        };
        let same = json!({ "call": "write", "text": text, "game": game.name(), "rows": rows });
        assert_eq!(ask(&same)["text"], text, "{}", game.name());
        // One row more, as the first one.
        let mut more = rows.clone();
        more.insert(0, rows[0].clone());
        let request = json!({ "call": "write", "text": text, "game": game.name(), "rows": more });
        let written = ask(&request);
        let written = written["text"]
            .as_str()
            .unwrap_or_else(|| panic!("{written}"));
        assert_eq!(written.lines().count(), text.lines().count() + 1);
        let kept = |of: &str| of.lines().filter(|line| !line.is_empty()).count();
        assert_eq!(kept(written), kept(text) + 1);
        let again = ask(&json!({ "call": "open", "text": written, "game": game.name() }));
        assert_eq!(again["levels"][0]["rows"], Value::from(more));
    }
}

#[test]
fn a_row_without_a_letter_does_not_end_a_drawing() {
    let rows = ["#####", "#@$.#", "     ", "#####"];
    let request = json!({ "call": "write", "text": "#####\n#@$.#\n#####\n", "rows": rows });
    assert_eq!(ask(&request)["text"], "#####\n#@$.#\n-----\n#####\n");
}

#[test]
fn what_is_stuck_is_named_and_mended() {
    let explained = ask(&json!({ "call": "explain", "text": CORNER }));
    assert_eq!(explained["answer"], "violated");
    assert_eq!(explained["stuck"]["pieces"], json!([[1, 1]]));
    assert_eq!(explained["spare"], json!([[4, 2]]));
    let dead = explained["dead"].as_array().unwrap();
    assert!(dead.contains(&json!([1, 1])) && dead.contains(&json!([5, 2])));
    let mended = ask(&json!({ "call": "repair", "text": CORNER }));
    let repairs = mended["repairs"].as_array().unwrap();
    assert_eq!(repairs[0]["smallest"], true, "{mended}");
    assert!(repairs.len() > 1, "{mended}");
    for repair in repairs {
        let proved = ask(&json!({ "call": "verify", "text": repair["text"] }));
        assert_eq!(proved["results"][0]["answer"], "holds", "{repair}");
        let request = json!({ "call": "check", "certificate": repair["certificate"],
            "text": repair["text"] });
        assert_eq!(ask(&request)["is_about_level"], true);
    }
}

#[test]
fn the_shortest_way_to_lose_is_played() {
    let lost = ask(&json!({ "call": "lose", "text": ROOM }));
    assert_eq!(
        (&lost["can_lose"], &lost["checked"]),
        (&json!(true), &json!(true))
    );
    assert_eq!(lost["shortest"], true);
    let n = lost["fatal"].as_u64().unwrap() as usize;
    let moves = lost["moves"].as_array().unwrap();
    assert_eq!(moves.len(), n);
    let light = |moves: &[Value]| {
        let request = json!({ "call": "play", "text": ROOM, "moves": moves, "scene": false });
        ask(&request)["light"].clone()
    };
    assert_eq!(light(&moves[..n - 1]), "can-be-won");
    assert_eq!(light(moves), "cannot-be-won");
    let corridor = ask(&json!({ "call": "lose", "text": "A000G\n", "game": "maze" }));
    assert_eq!(corridor["can_lose"], false);
}

#[test]
fn play_by_hand_says_what_is_possible_and_hints_win() {
    let play = |moves: &Value| ask(&json!({ "call": "play", "text": ROOM, "moves": moves }));
    let begun = play(&json!([]));
    let names = begun["actions"].as_array().unwrap().iter();
    let names: Vec<&Value> = names.map(|action| &action["name"]).collect();
    assert_eq!(names, ["right", "up", "down"]);
    let wrong = play(&json!(["right", "jump"]));
    assert_eq!(wrong["impossible"]["number"], 2);
    assert_eq!(wrong["moves"], json!(["right"]));
    let mut moves = Vec::new();
    loop {
        let request = json!({ "call": "hint", "text": ROOM, "moves": moves });
        let hint = ask(&request);
        match hint["light"].as_str().unwrap() {
            "won" => break,
            light => assert_eq!(light, "can-be-won"),
        }
        moves.push(hint["move"].clone());
        assert!(moves.len() < 3, "a hint is part of a shortest win");
    }
    assert_eq!(play(&moves.into())["state"], "won");
}

/// A level of a game in VGDL, which has an interpreter of its own.
const PUSHED: &str = "BasicGame
    SpriteSet
        hole > Immovable
        box > Passive
        avatar > MovingAvatar
    InteractionSet
        avatar wall hole > stepBack
        box avatar > bounceForward
        box wall > undoAll
        box hole > killBoth scoreChange=5
    TerminationSet
        SpriteCounter stype=box win=True
    LevelMapping
        b > box
        h > hole
LevelSet
Level
|wwwwwww|
|wA b hw|
|wwwwwww|
";

#[test]
fn a_game_with_an_interpreter_of_its_own_is_played() {
    let opened = ask(&json!({ "call": "open", "text": PUSHED }));
    assert_eq!(opened["game"], "vgdl", "{opened}");
    let play = |moves: &Value| ask(&json!({ "call": "play", "text": PUSHED, "moves": moves }));
    let begun = play(&json!([]));
    let names = begun["actions"].as_array().unwrap().iter();
    let names: Vec<&Value> = names.map(|action| &action["name"]).collect();
    assert_eq!(names, ["up", "down", "left", "right", "wait"]);
    assert_eq!(play(&json!(["right", "right", "right"]))["state"], "won");
    let wrong = play(&json!(["right", "jump"]));
    assert_eq!(wrong["impossible"]["number"], 2);
    let hint = ask(&json!({ "call": "hint", "text": PUSHED, "moves": ["right"] }));
    assert_eq!(
        (&hint["light"], &hint["move"]),
        (&json!("can-be-won"), &json!("right"))
    );
}

#[test]
fn certificates_are_checked_and_mutants_are_not_accepted() {
    let text = "1111111\n1A0000G\n1111111\n";
    let proved = ask(&json!({ "call": "verify", "text": text }));
    let certificate = proved["results"][0]["certificate"].as_str().unwrap();
    let check = |certificate: &str| ask(&json!({ "call": "check", "certificate": certificate }));
    let accepted = check(certificate);
    assert_eq!(accepted["accepted"], true, "{accepted}");
    assert_eq!(accepted["moves"].as_array().unwrap().len(), 5);
    assert_eq!(accepted["level"]["text"], text);
    // Another letter anywhere is another certificate, and none of them proves this.
    let mut n_rejected = 0;
    for at in (0..certificate.len() - 4).step_by(7) {
        let mut mutant = certificate.to_owned().into_bytes();
        mutant[at] = if mutant[at] == b'A' { b'B' } else { b'A' };
        let mutant = check(std::str::from_utf8(&mutant).unwrap());
        let is_same = mutant["accepted"] == true && mutant["statement"] == accepted["statement"];
        assert!(
            !is_same || mutant["moves"] == accepted["moves"],
            "at {at}: {mutant}"
        );
        n_rejected += u32::from(mutant["accepted"] != true);
    }
    assert!(n_rejected > 50, "{n_rejected}");
    assert!(check("Zm9v")["error"]["message"].is_string());
}

#[test]
fn a_gallery_fills_one_level_at_a_time() {
    let mut from = 0;
    let mut known: Vec<Value> = Vec::new();
    while known.len() < 3 {
        let request = json!({ "call": "generate", "game": "maze", "seed": 5, "from": from,
            "properties": ["solvable", "shortest >= 10"], "known": known });
        let made = ask(&request);
        assert!(made["error"].is_null(), "{made}");
        for level in made["levels"].as_array().unwrap() {
            for result in level["results"].as_array().unwrap() {
                let request = json!({ "call": "check", "certificate": result["certificate"],
                    "text": level["text"], "game": "maze" });
                assert_eq!(ask(&request)["is_about_level"], true);
            }
            assert_eq!(level["scene"]["kind"], "cells");
            known.push(level["text"].clone());
        }
        assert!(made["next"].as_u64().unwrap() > from);
        from = made["next"].as_u64().unwrap();
    }
}

#[test]
fn limits_leave_the_answer_open() {
    let corridor = "#########\n#A     G#\n#########\n";
    let request = json!({ "call": "verify", "text": corridor, "limits": { "states": 3 } });
    let open = &ask(&request)["results"][0];
    assert_eq!(
        (&open["answer"], &open["stopped"]),
        (&json!("unknown"), &json!("states"))
    );
    assert_eq!(
        (&open["checked"], &open["certificate"]),
        (&json!(false), &Value::Null)
    );
}

#[test]
fn bad_input_is_answered() {
    let wrong: [(&str, &str); 9] = [
        ("", "this is no request"),
        ("[1]", "this is no request"),
        (r#"{"call": 3}"#, "this is no request"),
        (r#"{"call": "dance"}"#, "there is no call"),
        (r#"{"call": "verify"}"#, "needs the level's `text`"),
        (r#"{"call": "verify", "text": ""}"#, "no level in this file"),
        (
            r##"{"call": "verify", "text": "#A#", "level": 7}"##,
            "there is 1 level",
        ),
        (r##"{"call": "verify", "text": "AAG"}"##, "avatar"),
        (
            r#"{"call": "generate", "game": "maze", "options": {"wings": 2}}"#,
            "no option",
        ),
    ];
    for (request, expected) in wrong {
        let answer = playproof_page::call(request);
        let answer: Value = serde_json::from_str(&answer).unwrap();
        let message = answer["error"]["message"].as_str();
        let message = message.unwrap_or_else(|| panic!("{request}: {answer}"));
        assert!(message.contains(expected), "{request}: {message}");
    }
    let twice = ask(&json!({ "call": "verify", "text": "######\n#A A G\n######\n" }));
    assert_eq!(
        (&twice["error"]["line"], &twice["error"]["column"]),
        (&json!(2), &json!(4))
    );
    let broken = Playproof::default();
    let example = broken.game("puzzlescript").unwrap().example().unwrap().0;
    let broken = example.replace("[ > Player | Crate ]", "[ > Plaer | Crate ]");
    let opened = ask(&json!({ "call": "open", "text": broken }));
    assert_eq!(opened["diagnostics"][0]["line"], 75, "{opened}");
    // A property that is none leaves the others their answers.
    let request = json!({ "call": "verify", "text": ROOM, "properties": ["nonsense", "solvable"] });
    let results = ask(&request)["results"].clone();
    assert_eq!(results[0]["error"]["column"], 1);
    assert_eq!(results[1]["answer"], "holds");
}

#[test]
fn a_mebibyte_of_level_is_answered_too() {
    let wall = "#".repeat(1023) + "\n";
    let text = wall.repeat(1024);
    let answer = ask(&json!({ "call": "verify", "text": text }));
    assert!(answer["error"]["message"].is_string());
}

#[test]
fn a_small_level_is_laid_out_state_by_state() {
    let laid = ask(&json!({ "call": "states", "text": ROOM }));
    assert_eq!(laid["is_whole"], true, "{laid}");
    let n = laid["n_states"].as_u64().unwrap() as usize;
    assert_eq!(laid["sentence"], format!("All {n} states"));
    let numbers = |list: &Value| -> Vec<usize> {
        let numbers = list.as_array().unwrap().iter();
        numbers.map(|n| n.as_u64().unwrap() as usize).collect()
    };
    let region = numbers(&laid["nodes"]["region"]);
    let words = laid["regions"].as_array().unwrap();
    for (number, word) in words.iter().enumerate() {
        let counted = region.iter().filter(|other| **other == number).count();
        assert_eq!(laid["counts"][word.as_str().unwrap()], counted, "{word}");
    }
    // Whoever plays to a state finds there what the graph says.
    let actions = laid["actions"].as_array().unwrap();
    let nodes = &laid["nodes"];
    for node in 0..n {
        let mut moves = Vec::new();
        let mut at = node;
        while let Some(parent) = nodes["parent"][at].as_u64() {
            let action = nodes["action"][at].as_u64().unwrap();
            moves.insert(0, actions[action as usize].clone());
            at = parent as usize;
        }
        assert_eq!(nodes["depth"][node], moves.len());
        let request = json!({ "call": "play", "text": ROOM, "moves": moves, "scene": false });
        let played = ask(&request);
        assert_eq!(played["impossible"], Value::Null);
        let light = match words[region[node]].as_str().unwrap() {
            "won" => "won",
            "lost" => "cannot-be-won",
            _ => "can-be-won",
        };
        assert_eq!(played["light"], light, "state {node} after {moves:?}");
    }
    let way = numbers(&laid["way"]);
    let (from, to) = (
        numbers(&laid["moves"]["from"]),
        numbers(&laid["moves"]["to"]),
    );
    for pair in way.windows(2) {
        let mut moves = from.iter().zip(&to);
        assert!(moves.any(|(from, to)| (*from, *to) == (pair[0], pair[1])));
    }
    assert_eq!(words[region[*way.last().unwrap()]], "won");
}

#[test]
fn of_more_states_than_the_limit_the_nearest_are_laid_out() {
    let limits = json!({ "states": 5 });
    let laid = ask(&json!({ "call": "states", "text": CORNER, "limits": limits }));
    assert_eq!(
        (&laid["n_states"], &laid["is_whole"]),
        (&json!(5), &json!(false))
    );
    let sentence = laid["sentence"].as_str().unwrap();
    assert_eq!(sentence, "5 of more than 25 states, nearest to the start");
    assert_eq!(laid["way"], Value::Null);
    // The way of the solution that is shown is there, wherever it leads.
    let corridor = format!("#A{}G\n", " ".repeat(40));
    let moves = vec!["right"; 41];
    let request = json!({ "call": "states", "text": corridor, "limits": limits, "moves": moves });
    let laid = ask(&request);
    assert_eq!(laid["way"].as_array().map(Vec::len), Some(42), "{laid}");
    let sentence = laid["sentence"].as_str().unwrap();
    assert!(
        sentence.ends_with("and 37 more on the solution's way"),
        "{laid}"
    );
    assert_eq!(laid["counts"]["won"], 1);
    let request = json!({ "call": "states", "text": corridor, "limits": limits });
    assert_eq!(ask(&request)["counts"]["won"], 1);
    let request = json!({ "call": "states", "text": corridor, "moves": ["up"] });
    assert!(ask(&request)["error"]["message"].is_string());
    // No request gets more than there may be.
    let request = json!({ "call": "states", "text": HALL, "limits": { "states": 1_000_000 } });
    let laid = ask(&request);
    assert_eq!(laid["n_nearest"], 20_000);
    let sentence = laid["sentence"].as_str().unwrap();
    let n = laid["n_seen"].as_u64().unwrap();
    assert!((50_000..100_000).contains(&n), "{n}");
    assert!(
        sentence.contains(" states, nearest to the start, and"),
        "{sentence}"
    );
    assert_eq!(laid["counts"]["won"], 1, "the solution leads beyond them");
    // All that follows was seen, even where it is not laid out.
    assert_eq!(laid["counts"]["unknown"], 0);
    for (node, parent) in laid["nodes"]["parent"]
        .as_array()
        .unwrap()
        .iter()
        .enumerate()
    {
        assert!(node == 0 || parent.is_u64(), "no move leads to {node}");
    }
}
