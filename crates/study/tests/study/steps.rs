//! The study by hand, step for step.

use serde_json::json;

use super::support::{Running, answers, folder, read, way};

#[test]
fn the_whole_study_by_hand() {
    let folder = folder(2);
    let study = Running::new(folder.path());
    let player = study.participant();
    let consent = json!({
        "step": "consent",
        "title": "Which level?",
        "text": "Moves and answers are stored, and nothing else.",
    });
    assert_eq!(player.now(), consent);
    let tutorial = player.done("consent", &json!({ "agreed": true }));
    assert_eq!(
        (&tutorial["step"], &tutorial["n"], &tutorial["of"]),
        (&json!("tutorial"), &json!(1), &json!(1))
    );
    let mut step = player.done("tutorial", &json!({ "n": 1 }));
    let mut n_moves = Vec::new();
    for round in 1..=2 {
        for position in 1..=2 {
            assert_eq!(step["step"], "play", "{step}");
            assert_eq!(
                (&step["round"], &step["rounds"]),
                (&json!(round), &json!(2))
            );
            assert_eq!(step["position"], position);
            assert_eq!(
                (&step["seq"], &step["played"]["log"]),
                (&json!(0), &json!(""))
            );
            // Nothing tells the set.
            let shown = step.to_string();
            assert!(
                !shown.contains("plain") && !shown.contains("better"),
                "{shown}"
            );
            assert_eq!(step["level"]["file"], "level.xsb");
            let (n, then) = player.win(&step);
            n_moves.push(n);
            step = then;
        }
        assert_eq!(step["step"], "questions");
        assert_eq!(step["levels"].as_array().unwrap().len(), 2);
        step = player.done("answers", &answers(round));
    }
    assert_eq!(step, json!({ "step": "done" }));
    assert_eq!(player.now(), step);

    let read = read(folder.path());
    assert_eq!(read.plays.len(), 4);
    for (i, play) in read.plays.iter().enumerate() {
        assert_eq!(play.round, ["early", "late"][i / 2]);
        assert_eq!(usize::from(play.position), i % 2 + 1);
        assert_eq!((play.interesting, play.difficult), [(4, 2), (3, 5)][i % 2]);
        assert_eq!(
            (play.more_interesting, play.more_difficult),
            [(true, false), (false, true)][i % 2]
        );
        assert_eq!(
            (play.moves, play.solves, play.quickest),
            (n_moves[i], 1, Some(n_moves[i]))
        );
        assert_eq!(play.seconds, 29.5);
        assert!(!play.is_bot && !play.is_suspect);
        let folder = format!("{}-{}/", play.round, play.set);
        assert!(
            play.level.starts_with(&folder) && play.level.ends_with(".xsb#1"),
            "{play:?}"
        );
        // As it is measured, the quickest way is the one that was gone.
        assert_eq!(read.measures[&play.level]["moves"], f64::from(n_moves[i]));
    }
    let sets: Vec<&str> = read.plays[..2].iter().map(|play| &play.set[..]).collect();
    assert_ne!(sets[0], sets[1]);
}

#[test]
fn whoever_declines_leaves_nothing() {
    let folder = folder(1);
    let study = Running::new(folder.path());
    let player = study.participant();
    let answer = player.done("consent", &json!({ "agreed": false }));
    assert_eq!(answer, json!({ "step": "done" }));
    assert_eq!(player.ask("GET", "/study/api/now", None).status, 401);
    // Later it is too late for that.
    let player = study.participant();
    player.begin();
    let answer = player.post("consent", &json!({ "agreed": false }));
    assert_eq!(
        (answer.status, &answer.body["now"]["step"]),
        (409, &json!("play"))
    );
}

#[test]
fn without_levels_the_study_is_complete() {
    let folder = folder(1);
    let study = Running::new(folder.path());
    let (first, second) = (study.participant(), study.participant());
    second.done("consent", &json!({ "agreed": true }));
    first.begin();
    // One came in between agreeing and playing, one comes later.
    assert_eq!(
        second.done("tutorial", &json!({ "n": 1 })),
        json!({ "step": "full" })
    );
    assert_eq!(study.participant().now(), json!({ "step": "full" }));
}

#[test]
fn requests_that_are_repeated_change_nothing() {
    let folder = folder(1);
    let study = Running::new(folder.path());
    let player = study.participant();
    let step = player.begin();
    assert_eq!(player.done("tutorial", &json!({ "n": 1 })), step);
    assert_eq!(player.done("consent", &json!({ "agreed": true })), step);
    let (_, then) = player.win(&step);
    // Events and the end of a level, sent again since the answer was lost.
    let words = way(&step);
    let event = |n: usize| json!({ "t": 500 * (n + 1), "e": words[n] });
    let sent = json!({ "round": 1, "position": 1, "from": 0, "events": [event(0)] });
    assert_eq!(player.done("events", &sent), json!({ "seq": words.len() }));
    let on = json!({ "round": 1, "position": 1, "t": 30000 });
    assert_eq!(player.done("continue", &on), then);
    let other = json!({ "round": 1, "position": 1, "t": 30001 });
    let answer = player.post("continue", &other);
    assert_eq!((answer.status, &answer.body["now"]), (409, &then));
    let (_, questions) = player.win(&then);
    let then = player.done("answers", &answers(1));
    assert_eq!(questions["step"], "questions");
    assert_eq!(player.done("answers", &answers(1)), then);
    let mut other = answers(1);
    other["more_difficult"] = json!(1);
    let answer = player.post("answers", &other);
    assert_eq!((answer.status, &answer.body["now"]), (409, &then));
    assert_eq!(read(folder.path()).plays.len(), 2);
}

#[test]
fn what_is_out_of_turn_or_nonsense_is_refused() {
    let folder = folder(1);
    let study = Running::new(folder.path());
    let player = study.participant();
    let events = |from: u64, e: &str| json!({ "round": 1, "position": 1, "from": from, "events": [{ "t": 1, "e": e }] });
    let consent = player.now();
    for (what, body) in [
        ("tutorial", json!({ "n": 1 })),
        ("events", events(0, "r")),
        ("continue", json!({ "round": 1, "position": 1, "t": 1 })),
        ("answers", answers(1)),
    ] {
        let answer = player.post(what, &body);
        assert_eq!(
            (answer.status, &answer.body["now"]),
            (409, &consent),
            "{what}"
        );
    }
    let step = player.begin();
    for (what, body) in [
        ("tutorial", json!({ "n": "one" })),
        ("consent", json!({})),
        ("events", events(0, "jump")),
        (
            "events",
            json!({ "round": 3, "position": 1, "from": 0, "events": [] }),
        ),
        (
            "events",
            json!({ "round": 1, "position": 3, "from": 0, "events": [] }),
        ),
        (
            "events",
            json!({ "round": 1, "position": 1, "from": 0, "events": [{ "t": -1, "e": "r" }] }),
        ),
        (
            "events",
            json!({ "round": 1, "position": 1, "from": 0, "events": vec![json!({ "t": 1, "e": "r" }); 501] }),
        ),
        (
            "continue",
            json!({ "round": 1, "position": 1, "t": 1u64 << 60 }),
        ),
        ("answers", json!({ "round": 1 })),
    ] {
        let answer = player.post(what, &body);
        assert_eq!(answer.status, 400, "{what} {body}: {}", answer.body);
        assert!(answer.body["error"]["message"].is_string());
    }
    // A gap names what is there.
    let answer = player.post("events", &events(1, "r"));
    assert_eq!((answer.status, &answer.body["seq"]), (409, &json!(0)));
    // Stars that there are not.
    let (_, step) = player.win(&step);
    player.win(&step);
    for (key, value) in [("more_interesting", json!(0)), ("more_difficult", json!(3))] {
        let mut body = answers(1);
        body[key] = value;
        assert_eq!(player.post("answers", &body).status, 400, "{key}");
    }
    for n in [0, 6] {
        let mut body = answers(1);
        body["stars"][1]["difficult"] = json!(n);
        assert_eq!(player.post("answers", &body).status, 400, "{n} stars");
    }
    let large = json!({ "n": 1, "x": "x".repeat(70_000) });
    assert_eq!(player.post("tutorial", &large).status, 413);
}

#[test]
fn a_closed_tab_goes_on_where_it_was() {
    let folder = folder(1);
    let study = Running::new(folder.path());
    let player = study.participant();
    player.begin();
    let sent = json!({ "round": 1, "position": 1, "from": 0,
        "events": [{ "t": 900, "e": "reset" }, { "t": 1000, "e": "reset" }] });
    player.done("events", &sent);
    let step = player.now();
    assert_eq!(step["seq"], 2);
    assert_eq!(step["played"], json!({ "log": "reset reset", "t": 1000 }));
    drop(study);
    // After a new launch, too.
    let study = Running::new(folder.path());
    let again = super::support::Participant::of(study.address, player.token.clone());
    assert_eq!(again.now(), step);
}

#[test]
fn two_players_with_one_token_are_told_and_nothing_is_mixed() {
    let folder = folder(1);
    let study = Running::new(folder.path());
    let player = study.participant();
    player.begin();
    let sent = |e: [&str; 2]| {
        json!({ "round": 1, "position": 1, "from": 0,
            "events": [{ "t": 900, "e": e[0] }, { "t": 1000, "e": e[1] }] })
    };
    player.done("events", &sent(["reset", "reset"]));
    let answer = player.post("events", &sent(["reset", "undo"]));
    assert_eq!((answer.status, &answer.body["seq"]), (409, &json!(2)));
    assert_eq!(answer.body["now"]["played"]["log"], "reset reset");
    let told = answer.body["error"]["message"].as_str().unwrap();
    assert!(told.contains("another tab"), "{told}");
    assert_eq!(player.now()["seq"], 2);
    // The other page goes on to the next level: this one is told where they are.
    player.done("continue", &json!({ "round": 1, "position": 1, "t": 5000 }));
    let late =
        json!({ "round": 1, "position": 1, "from": 2, "events": [{ "t": 1100, "e": "reset" }] });
    let answer = player.post("events", &late);
    assert_eq!(
        (answer.status, &answer.body["now"]["position"]),
        (409, &json!(2))
    );
}

#[test]
fn a_log_that_does_not_fit_the_rules_is_stored_and_marked() {
    let folder = folder(1);
    let study = Running::new(folder.path());
    let player = study.participant();
    player.begin();
    let sent = json!({ "round": 1, "position": 1, "from": 0,
        "events": [{ "t": 900, "e": "u" }, { "t": 1000, "e": "solve" }] });
    player.done("events", &sent);
    let step = player.done("continue", &json!({ "round": 1, "position": 1, "t": 9000 }));
    player.win(&step);
    player.done("answers", &answers(1));
    let plays = read(folder.path()).plays;
    assert!(plays[0].is_suspect && !plays[1].is_suspect, "{plays:?}");
    assert_eq!((plays[0].solves, plays[0].quickest), (0, None));
}
