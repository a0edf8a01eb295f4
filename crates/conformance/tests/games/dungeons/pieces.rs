//! Changed evidence about each thing, and runs where nothing is lost: what is accepted is
//! true, and what is put together wrongly is rejected.

use playproof::{
    Answer, Certificate, Evidence, Game, Playproof, Proof, Property, Unlimited, check, read,
};
use playproof_certify::{Argument, Piece, Trace};
use playproof_conformance::dungeon_oracle::Play;
use playproof_conformance::games::random_dungeon;
use playproof_dungeon::Dungeon as DungeonGame;
use playproof_dungeon::canonical::Map;

use super::n_dungeons;

/// What is said where nothing is ever lost.
fn nothing_is_lost(numbers: &[u32], run: Option<Trace>) -> Evidence {
    Evidence::Argument(Argument {
        axiom: "nothing-is-lost".to_owned(),
        numbers: numbers.to_vec(),
        run,
    })
}

fn proof(text: &str, property: &str) -> Proof {
    let playproof = Playproof::default();
    let file = read("dungeon", text.as_bytes()).expect("a dungeon");
    let prepared = playproof.prepare(&file.levels[0], None).expect("a dungeon");
    let property = Playproof::property(property).expect("a property");
    let proof = prepared.verify(&property, None, &mut Unlimited);
    proof.expect("it can be asked")
}

/// Dungeons of all kinds, those first in which few things differ.
fn dungeons() -> impl Iterator<Item = (u64, Map)> {
    (0..n_dungeons()).map(|seed| {
        let rng = &mut playproof_conformance::suite::random(seed);
        let dungeon = match seed % 2 {
            0 => random_dungeon::dungeon(rng),
            _ => random_dungeon::alike(rng),
        };
        (seed, dungeon)
    })
}

/// Evidence that is put together wrongly, whatever it is about.
fn broken(pieces: &[Piece], answer: Answer) -> Vec<Evidence> {
    let start = Trace {
        initial: 0,
        steps: Vec::new(),
    };
    let mut all = vec![
        Evidence::Pieces(Vec::new()),
        nothing_is_lost(&[0], None),
        nothing_is_lost(&[], Some(start)),
    ];
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
        for group in [pieces[at].group + 1, u32::MAX] {
            add(&mut |pieces| pieces[at].group = group);
        }
        for question in [2, u32::MAX] {
            add(&mut |pieces| pieces[at].question = question);
        }
        let inner = Evidence::Pieces(vec![pieces[at].clone()]);
        add(&mut |pieces| pieces[at].evidence = inner.clone());
        // The evidence of the two properties is of different kinds, but for runs.
        if answer == Answer::Holds && pieces[at].evidence.kind() != "trace" {
            add(&mut |pieces| pieces[at].question = 1 - pieces[at].question);
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
            check(&other.to_bytes(false)).is_ok()
        };
        let (answer, evidence) = (certificate.answer, certificate.evidence.clone());
        assert!(is_accepted(answer, evidence.clone()));
        assert!(!is_accepted(answer.opposite(), evidence.clone()), "{text}");
        let Evidence::Pieces(pieces) = evidence else {
            // Nothing is ever lost here.
            assert!(is_true && evidence == nothing_is_lost(&[], None));
            continue;
        };
        assert!(
            !is_accepted(Answer::Holds, nothing_is_lost(&[], None)),
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
        let rng = &mut playproof_conformance::suite::random(seed);
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
            let each = compiled.model.elaborate_each(&Property::CompleteSafe);
            let each = each.expect("things");
            let other = Certificate {
                level: level.levels[0].text(),
                statement: each.statement().clone(),
                ..certificate.clone()
            };
            assert!(check(&other.to_bytes(false)).is_err(), "not lost:\n{text}");
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
            let pieces = [(0, reached), (1, lost.evidence.clone())];
            let pieces = pieces.map(|(question, evidence)| Piece {
                group: room as u32,
                question,
                evidence,
            });
            let forged = Certificate {
                answer: Answer::Violated,
                evidence: Evidence::Pieces(pieces.into()),
                ..whole.clone()
            };
            assert!(check(&forged.to_bytes(false)).is_err(), "{name} of\n{text}");
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
    let start = Trace {
        initial: 0,
        steps: Vec::new(),
    };
    for (text, property, is_shown) in properties.chain(ways) {
        let file = read("dungeon", text.as_bytes()).expect("a dungeon");
        let compiled = DungeonGame.compile(&file.levels[0]).expect("a dungeon");
        let parsed = Playproof::property(&property).expect("a property");
        let subject = compiled.model.elaborate(&parsed).expect("it fits");
        let certificate = Certificate {
            game: "dungeon".to_owned(),
            property: parsed.to_string(),
            core: parsed.core(),
            answer: Answer::Holds,
            statement: subject.statement().clone(),
            level: file.levels[0].text(),
            // What is to be reached is true at the start.
            evidence: nothing_is_lost(&[], Some(start.clone())),
        };
        let accepted = check(&certificate.to_bytes(false));
        assert_eq!(accepted.is_ok(), is_shown, "`{property}` of\n{text}");
        if let Ok(accepted) = accepted {
            assert_eq!(accepted.accepted.axioms(), ["nothing-is-lost"]);
        }
        // Without the axiom, or without the run, it shows nothing.
        for evidence in [
            Evidence::Trace(start.clone()),
            nothing_is_lost(&[], None),
            nothing_is_lost(&[0], Some(start.clone())),
            Evidence::Argument(Argument {
                axiom: "keys-pay-for-doors".to_owned(),
                numbers: Vec::new(),
                run: Some(start.clone()),
            }),
        ] {
            let other = Certificate {
                evidence,
                ..certificate.clone()
            };
            assert!(check(&other.to_bytes(false)).is_err(), "{property}\n{text}");
        }
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
                core: parsed.core(),
                answer: Answer::Holds,
                statement: subject.statement().clone(),
                level: file.levels[0].text(),
                evidence: nothing_is_lost(&[], Some(run.clone())),
            };
            check(&certificate.to_bytes(false)).is_ok()
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
