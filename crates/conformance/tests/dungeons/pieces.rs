//! Changed evidence about each thing, and runs where nothing is lost: what is accepted is
//! true, and what is put together wrongly is rejected.

use playproof::{Answer, Certificate, Evidence, Game, Playproof, Proof, Unlimited, check, read};
use playproof_certify::{Piece, Trace};
use playproof_conformance::dungeon_oracle::Play;
use playproof_conformance::games::random_dungeon;
use playproof_games::dungeon::Dungeon as DungeonGame;
use playproof_level::dungeon::Dungeon;

use crate::n_dungeons;

fn proof(text: &str, property: &str) -> Proof {
    let playproof = Playproof::default();
    let file = read("dungeon", text.as_bytes()).expect("a dungeon");
    let prepared = playproof.prepare(&file.levels[0], None).expect("a dungeon");
    let property = Playproof::property(property).expect("a property");
    let proof = prepared.verify(&property, None, &mut Unlimited);
    proof.expect("it can be asked")
}

/// Dungeons of all kinds, those first in which few things differ.
fn dungeons() -> impl Iterator<Item = (u64, Dungeon)> {
    (0..n_dungeons()).map(|seed| {
        let rng = &mut fastrand::Rng::with_seed(seed);
        let dungeon = match seed % 2 {
            0 => random_dungeon::dungeon(rng),
            _ => random_dungeon::alike(rng),
        };
        (seed, dungeon)
    })
}

/// Evidence that is put together wrongly, whatever it is about.
fn broken(pieces: &[Piece], answer: Answer) -> Vec<Evidence> {
    let mut all = vec![Evidence::Pieces(Vec::new()), Evidence::Argument(vec![0])];
    let mut add = |change: &mut dyn FnMut(&mut Vec<Piece>)| {
        let mut other = pieces.to_vec();
        change(&mut other);
        if other != pieces {
            all.push(Evidence::Pieces(other));
        }
    };
    for at in 0..pieces.len() {
        add(&mut |pieces| {
            pieces.remove(at);
        });
        add(&mut |pieces| pieces.push(pieces[at].clone()));
        add(&mut |pieces| pieces.swap(0, at));
        for thing in [pieces[at].thing + 1, u32::MAX] {
            add(&mut |pieces| pieces[at].thing = thing);
        }
        // The evidence of the two properties is of different kinds, but for runs.
        if answer == Answer::Holds && pieces[at].evidence.kind() != "trace" {
            add(&mut |pieces| pieces[at].is_kept = !pieces[at].is_kept);
        }
    }
    all
}

#[test]
fn pieces_are_accepted_only_together_and_for_what_is_true() {
    let (mut n_broken, mut n_moved, mut n_true) = (0, 0, 0);
    for (seed, dungeon) in dungeons() {
        let text = random_dungeon::text(&dungeon);
        let is_true = Play::new(&dungeon).is_complete_safe();
        let certificate = proof(&text, "complete-safe").certificate;
        let certificate = certificate.unwrap_or_else(|| panic!("undecided:\n{text}"));
        assert_eq!(certificate.answer == Answer::Holds, is_true, "{text}");
        let is_accepted = |answer: Answer, evidence: Evidence| {
            let other = Certificate {
                answer,
                evidence,
                ..certificate.clone()
            };
            check(&other.to_bytes()).is_ok()
        };
        let (answer, evidence) = (certificate.answer, certificate.evidence.clone());
        assert!(is_accepted(answer, evidence.clone()));
        assert!(!is_accepted(answer.opposite(), evidence.clone()), "{text}");
        let Evidence::Pieces(pieces) = evidence else {
            // Nothing is ever lost here.
            assert!(is_true && evidence == Evidence::Argument(Vec::new()));
            continue;
        };
        assert!(
            !is_accepted(Answer::Holds, Evidence::Argument(Vec::new())),
            "something may be lost in\n{text}"
        );
        for evidence in broken(&pieces, answer) {
            n_broken += 1;
            assert!(
                !is_accepted(answer, evidence.clone()),
                "{evidence:?}\n{text}"
            );
        }
        // The evidence of one piece for another: right now and then.
        let rng = &mut fastrand::Rng::with_seed(seed);
        for _ in 0..8 {
            let (to, from) = (rng.usize(0..pieces.len()), rng.usize(0..pieces.len()));
            let mut other = pieces.clone();
            other[to].evidence = pieces[from].evidence.clone();
            n_moved += 1;
            if is_accepted(answer, Evidence::Pieces(other)) {
                n_true += 1;
            }
        }
        // A play that loses one thing is no proof about another dungeon.
        if answer == Answer::Violated {
            let (_, safe) = dungeons()
                .skip(rng.usize(0..50))
                .find(|(_, other)| Play::new(other).is_complete_safe())
                .expect("one of them is");
            let text = random_dungeon::text(&safe);
            let level = read("other", text.as_bytes()).expect("a dungeon");
            let compiled = DungeonGame.compile(&level.levels[0]).expect("a dungeon");
            let other = Certificate {
                level: level.levels[0].text(),
                rules: compiled.model.fingerprint_of_each().expect("things"),
                ..certificate.clone()
            };
            assert!(check(&other.to_bytes()).is_err(), "not lost:\n{text}");
        }
    }
    println!("{n_broken} broken, {n_moved} moved, of which {n_true} fit");
    assert!(n_broken > 100 && n_moved > 100 && n_true < n_moved);
}

/// Whatever was never within reach is not lost: a thing must be reached by one run before
/// it counts that play leads to where it cannot be.
#[test]
fn what_can_never_be_reached_is_not_lost() {
    let mut n_tried = 0;
    for (_, dungeon) in dungeons() {
        let play = Play::new(&dungeon);
        let rooms = 0..dungeon.rooms.len();
        let mut out_of_reach = rooms.filter(|room| !play.is_possible(|state| state.room == *room));
        let Some(room) = out_of_reach.next().filter(|_| play.is_complete_safe()) else {
            continue;
        };
        let text = random_dungeon::text(&dungeon);
        let name = format!("in_{}", dungeon.rooms[room].name);
        let evidence = |property: &str| {
            let certificate = proof(&text, property).certificate;
            certificate.unwrap_or_else(|| panic!("undecided: {property} of\n{text}"))
        };
        let lost = evidence(&format!("A[{name} R EF {name}]"));
        let never = evidence(&format!("never {name}"));
        assert_eq!(
            (lost.answer, never.answer),
            (Answer::Violated, Answer::Holds)
        );
        let whole = evidence("complete-safe");
        let nowhere = Evidence::Trace(Trace {
            initial: 0,
            steps: Vec::new(),
        });
        for reached in [nowhere, never.evidence, lost.evidence.clone()] {
            n_tried += 1;
            let pieces = [(false, reached), (true, lost.evidence.clone())];
            let pieces = pieces.map(|(is_kept, evidence)| Piece {
                thing: room as u32,
                is_kept,
                evidence,
            });
            let forged = Certificate {
                answer: Answer::Violated,
                evidence: Evidence::Pieces(pieces.into()),
                ..whole.clone()
            };
            assert!(check(&forged.to_bytes()).is_err(), "{name} of\n{text}");
        }
    }
    println!("{n_tried} things out of reach");
    assert!(n_tried > 10);
}

/// Where nothing is lost one may still have too much: a run to where something was not yet
/// found, opened or counted shows nothing about all orders of play.
#[test]
fn a_run_is_enough_only_for_rooms_and_things() {
    let map = "dungeon\nstart: A\ngoal: B\nused-up: coin\nroom A\nroom B: key, coin\nroom C\n\
               A - B\nB - C: key\n";
    let rules = "init: a\ngoal: b\na => b\nb => c\n";
    let of_map = [
        "!win",
        "!found_key",
        "(in_A && !found_key)",
        "(in_A || in_B)",
        "room == 0",
        "room != 2",
        "has[0] == 0",
        "held_coin == 0",
        "moves <= 3",
        "moves == 0",
    ];
    let of_rules = ["!win", "!found_b", "(found_a && !found_c)", "fact[1] == 0"];
    let rooms = [(map, "in_A", true), (rules, "found_a", true)];
    let of_map = of_map.map(|p| (map, p, false));
    let of_rules = of_rules.map(|p| (rules, p, false));
    let targets = of_map.into_iter().chain(of_rules).chain(rooms);
    let properties = targets.flat_map(|(text, target, is_shown)| {
        let always = format!("AG EF {target}");
        let until = format!("A[{target} R EF {target}]");
        [(text, always, is_shown), (text, until, is_shown)]
    });
    // The way there may be barred later on.
    let ways = ["AG E[!found_key U in_A]", "A[in_A R E[!found_key U in_A]]"];
    let ways = ways.map(|property| (map, property.to_owned(), false));
    for (text, property, is_shown) in properties.chain(ways) {
        let file = read("dungeon", text.as_bytes()).expect("a dungeon");
        let compiled = DungeonGame.compile(&file.levels[0]).expect("a dungeon");
        let parsed = Playproof::property(&property).expect("a property");
        let subject = compiled.model.elaborate(&parsed).expect("it fits");
        let certificate = Certificate {
            game: "dungeon".to_owned(),
            property: parsed.to_string(),
            answer: Answer::Holds,
            rules: subject.semantics().fingerprint(),
            level: file.levels[0].text(),
            // What is to be reached is true at the start.
            evidence: Evidence::Trace(Trace {
                initial: 0,
                steps: Vec::new(),
            }),
        };
        let accepted = check(&certificate.to_bytes()).is_ok();
        assert_eq!(accepted, is_shown, "`{property}` of\n{text}");
    }
}

#[test]
fn a_run_is_enough_only_where_nothing_is_lost() {
    let (mut accepted, mut rejected) = (0, 0);
    for (_, dungeon) in dungeons() {
        let text = random_dungeon::text(&dungeon);
        let reached = proof(&text, "solvable");
        let Some(Evidence::Trace(run)) = reached.certificate.map(|c| c.evidence) else {
            continue;
        };
        let file = read("dungeon", text.as_bytes()).expect("a dungeon");
        let compiled = DungeonGame.compile(&file.levels[0]).expect("a dungeon");
        let is_accepted = |property: &str, run: &Trace| {
            let parsed = Playproof::property(property).expect("a property");
            let subject = compiled.model.elaborate(&parsed).expect("it fits");
            let certificate = Certificate {
                game: "dungeon".to_owned(),
                property: parsed.to_string(),
                answer: Answer::Holds,
                rules: subject.semantics().fingerprint(),
                level: file.levels[0].text(),
                evidence: Evidence::Trace(run.clone()),
            };
            check(&certificate.to_bytes()).is_ok()
        };
        let uses_up = |kind: usize| dungeon.kinds[kind].is_used_up;
        let nothing_is_lost = dungeon.passages.iter().all(|passage| {
            let needs = passage.lock.iter().flat_map(|l| &dungeon.locks[*l].needs);
            !passage.is_one_way && !needs.into_iter().any(|need| uses_up(need.kind))
        });
        for property in ["unlosable", "AG EF win", "A[win R EF win]"] {
            assert_eq!(is_accepted(property, &run), nothing_is_lost, "{text}");
        }
        match nothing_is_lost {
            true => {
                accepted += 1;
                assert!(Play::new(&dungeon).is_goal_safe(), "{text}");
            }
            false => rejected += 1,
        }
        let mut shorter = run.clone();
        if shorter.steps.pop().is_some() {
            assert!(!is_accepted("unlosable", &shorter), "too short:\n{text}");
        }
        for property in [
            "AG win",
            "AF win",
            "AG EF !win",
            "AG EX win",
            "A[true R EF win]",
        ] {
            let is_true = matches!(property, "A[true R EF win]");
            assert!(
                !is_accepted(property, &run) || is_true,
                "{property}\n{text}"
            );
        }
    }
    println!("{accepted} accepted, {rejected} rejected");
    assert!(accepted > 0 && rejected > 0);
}
