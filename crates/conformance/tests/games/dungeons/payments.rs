//! Changed payments, and payments for something else: accepted if and only if they are
//! payments by their definition.

use playproof::{Answer, Certificate, Evidence, Game, Playproof, Unlimited, check, read};
use playproof_certify::{Argument, Trace};
use playproof_conformance::dungeon_oracle::Play;
use playproof_conformance::games::random_dungeon;
use playproof_conformance::payment_oracle::Counted;
use playproof_dungeon::Dungeon as DungeonGame;
use playproof_dungeon::canonical::{Goal, Kind, Lock, Map, Need, Passage};

use super::n_dungeons;

const KEYS_PAY_FOR_DOORS: &str = "keys-pay-for-doors";

/// What a payment is to show.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Claim {
    Unlosable,
    Room(usize),
}

impl Claim {
    fn text(self) -> String {
        match self {
            Claim::Unlosable => "unlosable".to_owned(),
            Claim::Room(room) => format!("AG EF in_r{room}"),
        }
    }

    /// Whether it is true.
    fn is_true(self, dungeon: &Map) -> bool {
        let play = Play::new(dungeon);
        match self {
            Claim::Unlosable => play.is_goal_safe(),
            Claim::Room(room) => play.is_always_possible(|state| state.room == room),
        }
    }

    /// Whether the payers show it by the definition; nothing if the goal is more
    /// than a room, where to accept nothing is right, too.
    fn is_shown(self, dungeon: &Map, payers: &[u32]) -> Option<bool> {
        let Some(counted) = Counted::new(dungeon) else {
            return Some(false);
        };
        let goal = match self {
            Claim::Unlosable => counted.goal(dungeon)?,
            Claim::Room(room) => counted.region[room],
        };
        Some(counted.is_argument(goal, payers))
    }
}

#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    right: usize,
    wrong: usize,
    unspoken: usize,
}

impl Tally {
    /// Whether the checker accepts this if and only if it is right. The hash of the rules
    /// is always that of the dungeon, so that it is the payment that is judged.
    fn judge(&mut self, dungeon: &Map, claim: Claim, payers: &[u32]) {
        let text = random_dungeon::text(dungeon);
        let accepted = is_accepted(&text, &claim.text(), Answer::Holds, payers);
        let what = || format!("{payers:?} for `{}` of\n{text}", claim.text());
        match claim.is_shown(dungeon, payers) {
            Some(right) => {
                assert_eq!(accepted, right, "{}", what());
                *if right {
                    &mut self.right
                } else {
                    &mut self.wrong
                } += 1;
            }
            None => self.unspoken += 1,
        }
        if accepted {
            assert!(claim.is_true(dungeon), "not true: {}", what());
        }
    }
}

/// Whether payers are accepted, by the one axiom they are about and no other.
fn is_accepted(text: &str, property: &str, answer: Answer, payers: &[u32]) -> bool {
    let argument = |axiom: &str, run| Argument {
        axiom: axiom.to_owned(),
        numbers: payers.to_vec(),
        run,
    };
    let by_axiom = argument(KEYS_PAY_FOR_DOORS, None);
    let accepted = is_argued(text, property, answer, by_axiom);
    if accepted {
        // The same under other names, and with a run that nobody asked for.
        for axiom in ["nothing-is-lost", "keys-pay-for-door", ""] {
            let other = argument(axiom, None);
            assert!(!is_argued(text, property, answer, other), "{axiom}\n{text}");
        }
        let run = Trace {
            initial: 0,
            steps: Vec::new(),
        };
        let with_run = argument(KEYS_PAY_FOR_DOORS, Some(run));
        assert!(!is_argued(text, property, answer, with_run), "{text}");
    }
    accepted
}

fn is_argued(text: &str, property: &str, answer: Answer, argument: Argument) -> bool {
    let file = read("dungeon", text.as_bytes()).unwrap_or_else(|e| panic!("{e}\n{text}"));
    let compiled = DungeonGame.compile(&file.levels[0]).expect("a dungeon");
    let parsed = Playproof::property(property).expect("a property");
    // Some properties are about what a dungeon does not have, such as a loss.
    let Ok(subject) = compiled.model.elaborate(&parsed) else {
        return false;
    };
    let certificate = Certificate {
        game: "dungeon".to_owned(),
        property: parsed.to_string(),
        core: parsed.core(),
        answer,
        statement: subject.statement().clone(),
        level: file.levels[0].text(),
        evidence: Evidence::Argument(argument.clone()),
    };
    let accepted = check(&certificate.to_bytes(false)).ok();
    if let Some(accepted) = &accepted {
        let axioms = accepted.accepted.axioms();
        assert_eq!(axioms, std::slice::from_ref(&argument.axiom));
    }
    accepted.is_some()
}

/// Other lists of payers.
fn other_payers(payers: &[u32], n_regions: u32, rng: &mut fastrand::Rng) -> Vec<Vec<u32>> {
    let mut all = vec![Vec::new(), vec![0], payers.repeat(2)];
    let regions = || (0..n_regions + 1).chain([u32::MAX, 1 << 31]);
    for at in 0..payers.len() {
        for region in regions() {
            let mut other = payers.to_vec();
            other[at] = region;
            all.push(other);
        }
        let mut fewer = payers.to_vec();
        fewer.remove(at);
        all.push(fewer);
        let mut exchanged = payers.to_vec();
        exchanged.swap(at, rng.usize(0..payers.len()));
        all.push(exchanged);
    }
    for region in regions() {
        let mut more = payers.to_vec();
        more.insert(rng.usize(0..=payers.len()), region);
        all.push(more);
    }
    // Some that may be right, too.
    for _ in 0..4 {
        let other = payers.iter().map(|_| rng.u32(0..n_regions));
        all.push(other.collect());
        let mut shuffled = payers.to_vec();
        rng.shuffle(&mut shuffled);
        all.push(shuffled);
    }
    all
}

/// Dungeons that differ in one thing.
fn other_dungeons(dungeon: &Map, rng: &mut fastrand::Rng) -> Vec<Map> {
    let n_rooms = dungeon.rooms.len();
    let mut all = Vec::new();
    let mut add = |change: &mut dyn FnMut(&mut Map)| {
        let mut other = dungeon.clone();
        change(&mut other);
        all.push(other);
    };
    for room in 0..n_rooms {
        if !dungeon.rooms[room].things.is_empty() {
            add(&mut |d| {
                d.rooms[room].things.pop();
            });
            let to = rng.usize(0..n_rooms);
            add(&mut |d| {
                let thing = d.rooms[room].things.pop().expect("there is one");
                d.rooms[to].things.push(thing);
            });
            // Something that opens nothing lies there instead of a key.
            let is_used_up = rng.bool();
            add(&mut |d| {
                let thing = d.rooms[room].things.last_mut().expect("there is one");
                thing.kind = d.kinds.len();
                d.kinds.push(Kind {
                    name: "other".to_owned(),
                    is_used_up,
                    ..Kind::default()
                });
            });
        }
    }
    for _ in 0..3 {
        let (from, to) = (rng.usize(0..n_rooms), rng.usize(0..n_rooms));
        let at = rng.usize(0..=dungeon.passages.len());
        add(&mut |d| {
            d.locks.push(Lock {
                needs: vec![Need { kind: 0, count: 1 }],
                ..Lock::default()
            });
            let lock = Some(d.locks.len() - 1);
            let door = Passage {
                from,
                to,
                lock,
                ..Passage::default()
            };
            d.passages.insert(at, door);
        });
        add(&mut |d| {
            d.passages.push(Passage {
                from,
                to,
                ..Passage::default()
            });
        });
        let goal = rng.usize(0..n_rooms);
        add(&mut |d| d.goals = vec![Goal::Room(goal)]);
        if !dungeon.goals.contains(&Goal::Kind(0)) {
            add(&mut |d| d.goals.push(Goal::Kind(0)));
        }
        add(&mut |d| d.start = from);
    }
    for passage in 0..dungeon.passages.len() {
        add(&mut |d| d.passages[passage].is_one_way = true);
        add(&mut |d| {
            d.passages.remove(passage);
        });
    }
    for lock in 0..dungeon.locks.len() {
        if dungeon.kinds[dungeon.locks[lock].needs[0].kind].is_used_up {
            add(&mut |d| d.locks[lock].needs[0].count = 2);
        }
        let (from, to) = (rng.usize(0..n_rooms), rng.usize(0..n_rooms));
        add(&mut |d| {
            d.locks[lock].name = Some("shared".to_owned());
            d.passages.push(Passage {
                from,
                to,
                lock: Some(lock),
                ..Passage::default()
            });
        });
    }
    add(&mut |d| {
        d.kinds[0].is_used_up = false;
        let needs = d.locks.iter_mut().flat_map(|lock| &mut lock.needs);
        needs.for_each(|need| need.count = 1);
    });
    // The definition does not speak of locks that close no passage.
    for other in &mut all {
        drop_unused_locks(other);
    }
    all
}

fn drop_unused_locks(dungeon: &mut Map) {
    let used: Vec<usize> = (0..dungeon.locks.len())
        .filter(|lock| dungeon.passages.iter().any(|p| p.lock == Some(*lock)))
        .collect();
    for passage in &mut dungeon.passages {
        passage.lock = passage
            .lock
            .map(|lock| used.binary_search(&lock).expect("it is used"));
    }
    dungeon.locks = used
        .iter()
        .map(|&lock| dungeon.locks[lock].clone())
        .collect();
}

#[test]
fn what_is_accepted_is_a_payment_and_what_is_not_is_none() {
    let playproof = Playproof::default();
    let (mut payers_changed, mut dungeon_changed, mut claim_changed) =
        (Tally::default(), Tally::default(), Tally::default());
    let (mut n_certificates, mut n_other) = (0, 0);
    for seed in 0..n_dungeons().div_ceil(3) {
        let rng = &mut playproof_conformance::suite::random(seed);
        let dungeon = random_dungeon::alike(rng);
        let text = random_dungeon::text(&dungeon);
        let file = read("dungeon", text.as_bytes()).expect("a dungeon");
        let prepared = playproof.prepare(&file.levels[0], None).expect("a dungeon");
        let rooms = (0..dungeon.rooms.len()).map(Claim::Room);
        let claims: Vec<Claim> = rooms.chain([Claim::Unlosable]).collect();
        // One claim of each dungeon that a payment shows, and `unlosable`.
        let mut shown = Vec::new();
        for &claim in &claims {
            let property = Playproof::property(&claim.text()).expect("a property");
            let proof = prepared.decide(&property, Some("payment"), &mut Unlimited);
            let proof = proof.ok().filter(|proof| proof.holds());
            if let Some(certificate) = proof.and_then(|proof| proof.certificate) {
                let Evidence::Argument(payers) = certificate.evidence else {
                    panic!("evidence of the kind {}", certificate.evidence.kind());
                };
                assert_eq!(
                    (&payers.axiom[..], &payers.run),
                    (KEYS_PAY_FOR_DOORS, &None)
                );
                shown.push((claim, payers.numbers));
            }
        }
        while shown.len() > 2 {
            // The trivial ones go first.
            let empty = shown.iter().position(|(_, payers)| payers.is_empty());
            shown.remove(empty.unwrap_or_else(|| rng.usize(0..shown.len())));
        }
        for (claim, payers) in shown {
            n_certificates += 1;
            assert!(is_accepted(&text, &claim.text(), Answer::Holds, &payers));
            for other in other_payers(&payers, dungeon.rooms.len() as u32, rng) {
                payers_changed.judge(&dungeon, claim, &other);
            }
            for other in other_dungeons(&dungeon, rng) {
                dungeon_changed.judge(&other, claim, &payers);
            }
            for &other in claims.iter().filter(|other| **other != claim) {
                claim_changed.judge(&dungeon, other, &payers);
            }
            let is_violated = is_accepted(&text, &claim.text(), Answer::Violated, &payers);
            assert!(!is_violated, "both a proof and a refutation");
            // The same in other words may be known to be the same, or not.
            if is_accepted(&text, "AG EF win", Answer::Holds, &payers) {
                let is_shown = Claim::Unlosable.is_shown(&dungeon, &payers);
                assert_ne!(is_shown, Some(false), "{payers:?} of\n{text}");
            }
            if is_accepted(&text, "AG EF found_k0", Answer::Holds, &payers) {
                let play = Play::new(&dungeon);
                let is_true = play.is_always_possible(|state| play.n_found(state, 0) > 0);
                assert!(is_true, "{payers:?} for `AG EF found_k0` of\n{text}");
            }
            for property in [
                "solvable",
                "unsolvable",
                "AG win",
                "AF win",
                "AG AF win",
                "EF AG win",
                "AG EF !win",
                "AG AF in_r0",
                "AG in_r0",
                "EF in_r0",
                "AG EF (in_r0 && in_r1)",
                "AG EF !in_r0",
                "AG EX in_r0",
                "never in_r0",
                "shortest <= 1",
                "dead-end-free",
            ] {
                n_other += 1;
                let accepted = is_accepted(&text, property, Answer::Holds, &payers);
                assert!(!accepted, "{payers:?} for `{property}` of\n{text}");
            }
        }
    }
    println!("{n_certificates} payments");
    println!("  other payers: {payers_changed:?}");
    println!("  other dungeons: {dungeon_changed:?}");
    println!("  other claims: {claim_changed:?}");
    println!("  other properties: {n_other}, all rejected");
    assert!(payers_changed.wrong > 100 && dungeon_changed.wrong > 100 && claim_changed.wrong > 10);
    assert!(payers_changed.right > 10 && dungeon_changed.right > 10);
}
