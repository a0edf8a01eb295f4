//! What `explain` says of dungeons, compared with brute force: the smallest repairs, the
//! shortest losing play, the fewest missing things.

use std::path::PathBuf;

use playproof::{Level, Playproof, Property, Unlimited, check, read};
use playproof_analysis::{Effort, FindingFaults};
use playproof_conformance::dungeon_oracle::Play;
use playproof_conformance::games::random_dungeon;
use playproof_conformance::suite::n_cases;
use playproof_dungeon::canonical::{DungeonLevel, Goal, HornRules, Map, Plan, Thing};
use playproof_dungeon::{
    Change, DungeonRepairs, as_rules, dungeon_repairs, losing_play, smallest_core,
};

/// Pairs are gone through by brute force where there are no more than this many.
const PAIRS: usize = 1_500;

/// What is wanted of a dungeon.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Wanted {
    Winnable,
    GoalSafe,
}

impl Wanted {
    fn property(self) -> Property {
        match self {
            Wanted::Winnable => Property::Solvable,
            Wanted::GoalSafe => Property::Unlosable,
        }
    }

    fn is_true(self, dungeon: &Map) -> bool {
        let play = Play::new(dungeon);
        match self {
            Wanted::Winnable => play.is_winnable(),
            Wanted::GoalSafe => play.is_goal_safe(),
        }
    }
}

fn map(level: &Level) -> &Map {
    match &DungeonLevel::of(level).expect("a dungeon").plan {
        Plan::Map(map) => map,
        Plan::Rules(_) => panic!("a map"),
    }
}

fn rules(level: &Level) -> &HornRules {
    match &DungeonLevel::of(level).expect("a dungeon").plan {
        Plan::Rules(rules) => rules,
        Plan::Map(_) => panic!("rules"),
    }
}

/// Reads a text and looks for repairs, with the shortest losing play if it is to be
/// goal-safe.
fn repairs(text: &str, wanted: Wanted) -> (Level, DungeonRepairs, Option<usize>) {
    let file = read("dungeon", text.as_bytes()).unwrap_or_else(|e| panic!("{e}\n{text}"));
    let level = file.levels.into_iter().next().expect("a level");
    let playproof = Playproof::default();
    let prepared = playproof.prepare(&level, None).expect("a dungeon");
    let dungeon = DungeonLevel::of(&level).expect("a dungeon");
    let property = wanted.property();
    let proof = prepared.verify(&property, None, &mut Unlimited);
    let proof = proof.expect("a property of dungeons");
    assert!(proof.violated(), "{wanted:?}:\n{text}");
    let certificate = proof.certificate.expect("decided");
    let mut unlimited = Unlimited;
    let mut prover = prepared.prover(Some(&certificate), Effort::default(), &mut unlimited);
    let mut moves = Vec::new();
    if wanted == Wanted::GoalSafe {
        let play = losing_play(&dungeon.plan, &mut prover);
        let play = play.expect("a dungeon").expect("a play");
        assert!(play.is_shortest, "{text}");
        moves = play.run.actions;
    }
    let mut prover = prepared.prover(Some(&certificate), Effort::default(), &mut unlimited);
    let found = dungeon_repairs(dungeon, &property, &moves, &mut prover);
    let found = prover
        .or_error(found)
        .unwrap_or_else(|e| panic!("{e}\n{text}"));
    let n_moves = (wanted == Wanted::GoalSafe).then_some(moves.len());
    // Whatever is offered was accepted by the checker, of the very text it is about.
    for repair in &found.found {
        let proof = prover.proof(repair.proof.proof);
        let certificate = proof.certificate.as_ref().expect("decided");
        let accepted =
            check(&certificate.to_bytes(false)).unwrap_or_else(|e| panic!("{e}\n{text}"));
        assert!(accepted.level.same_level(&repair.level));
        assert_eq!(certificate.property, property.to_string());
    }
    drop(prepared);
    (level, found, n_moves)
}

/// One change, worked out from the words of `docs/explain.md` alone.
type Edit<'a> = Box<dyn Fn(&mut Map) -> bool + 'a>;

/// The rooms that can be entered if nothing is used up and no way is one of no return.
fn within_reach(dungeon: &Map) -> Vec<bool> {
    let mut entered = vec![false; dungeon.rooms.len()];
    entered[dungeon.start] = true;
    for _ in 0..dungeon.rooms.len() + dungeon.passages.len() {
        let found = |kind: usize| {
            let rooms = dungeon.rooms.iter().zip(&entered);
            let mut things = rooms
                .filter(|(_, e)| **e)
                .flat_map(|(room, _)| &room.things);
            things.any(|thing| thing.kind == kind)
        };
        let opens = |lock: usize| dungeon.locks[lock].needs.iter().all(|n| found(n.kind));
        let passages = dungeon.passages.iter();
        let open: Vec<_> = passages.filter(|p| p.lock.is_none_or(opens)).collect();
        for passage in open {
            entered[passage.to] |= entered[passage.from];
            entered[passage.from] |= entered[passage.to] && !passage.is_one_way;
        }
    }
    entered
}

fn edits(dungeon: &Map) -> Vec<Edit<'_>> {
    let reach = within_reach(dungeon);
    let n_in = |room: usize, kind: usize| {
        let things = dungeon.rooms[room].things.iter();
        things.filter(|thing| thing.kind == kind).count()
    };
    let rooms = || 0..dungeon.rooms.len();
    let mut edits: Vec<Edit> = Vec::new();
    for (kind, what) in dungeon.kinds.iter().enumerate() {
        let is_goal = dungeon.goals.contains(&Goal::Kind(kind));
        let exists = rooms().any(|room| n_in(room, kind) > 0);
        let mut needs = dungeon.locks.iter().flat_map(|lock| &lock.needs);
        let is_needed = needs.any(|need| need.kind == kind);
        let is_of_use = |room: usize| reach[room] && (what.is_used_up || n_in(room, kind) == 0);
        if (is_goal && exists) || !(is_goal || is_needed) {
            continue;
        }
        let thing = Thing {
            kind,
            ..Thing::default()
        };
        for to in rooms().filter(|&to| is_of_use(to)) {
            let thing = thing.clone();
            edits.push(Box::new(move |map| {
                map.rooms[to].things.push(thing.clone());
                true
            }));
            for from in rooms().filter(|&from| from != to && n_in(from, kind) > 0) {
                let thing = Thing {
                    kind,
                    ..Thing::default()
                };
                edits.push(Box::new(move |map| {
                    let things = &mut map.rooms[from].things;
                    let at = things.iter().position(|thing| thing.kind == kind);
                    at.map(|at| things.remove(at));
                    map.rooms[to].things.push(thing.clone());
                    at.is_some()
                }));
            }
        }
    }
    for (number, passage) in dungeon.passages.iter().enumerate() {
        if passage.lock.is_some() {
            edits.push(Box::new(move |map| {
                map.passages[number].lock.take().is_some()
            }));
        }
        if passage.is_one_way && passage.from != passage.to {
            edits.push(Box::new(move |map| {
                std::mem::replace(&mut map.passages[number].is_one_way, false)
            }));
            edits.push(Box::new(move |map| {
                let passage = &mut map.passages[number];
                (passage.from, passage.to) = (passage.to, passage.from);
                passage.is_one_way
            }));
        }
    }
    edits
}

/// How many single changes help, and whether two do, if there are not too many.
fn by_force(dungeon: &Map, wanted: Wanted) -> (u64, Option<bool>) {
    let edits = edits(dungeon);
    let helps = |edits: &[&Edit]| {
        let mut changed = dungeon.clone();
        edits.iter().all(|edit| edit(&mut changed)) && wanted.is_true(&changed)
    };
    let n_single = edits.iter().filter(|edit| helps(&[edit])).count() as u64;
    let is_feasible = edits.len() * edits.len() <= 2 * PAIRS;
    let pairs = (n_single == 0 && is_feasible).then(|| {
        let mut pairs = edits.iter().enumerate();
        pairs.any(|(i, first)| edits[i..].iter().any(|second| helps(&[first, second])))
    });
    (n_single, pairs)
}

fn agree(random: impl Fn(&mut fastrand::Rng) -> Map, wanted: Wanted) {
    let mut rng = playproof_conformance::suite::random(7);
    let [mut single, mut double, mut none, mut unsafe_only] = [0; 4];
    let n = n_cases() + n_cases() / 2;
    let mut n_done = 0;
    while n_done < n {
        let dungeon = random(&mut rng);
        // Those that can be won and lost are rare, and so are given more room.
        let is_hopeless = wanted == Wanted::GoalSafe && !Wanted::Winnable.is_true(&dungeon);
        if wanted.is_true(&dungeon) || (is_hopeless && n_done % 3 != 0) {
            continue;
        }
        n_done += 1;
        let text = random_dungeon::text(&dungeon);
        let (_, found, n_moves) = repairs(&text, wanted);
        if wanted == Wanted::GoalSafe {
            let play = Play::new(&dungeon);
            let shortest = play.shortest_loss().map(|n| n as usize);
            assert_eq!(n_moves, shortest, "the shortest losing play of\n{text}");
            unsafe_only += usize::from(play.is_winnable());
        }
        for repair in &found.found {
            let changed = map(&repair.level);
            assert!(wanted.is_true(changed), "{:?} of\n{text}", repair.changes);
        }
        let (n_single, pairs) = by_force(&dungeon, wanted);
        assert_eq!(found.singles.undecided, 0, "{text}");
        assert!(found.singles.is_all, "{text}");
        assert_eq!(found.singles.helpful, n_single, "single changes of\n{text}");
        let n_alike: u64 = found.found.iter().map(|repair| 1 + repair.n_alike).sum();
        match n_single {
            0 => {
                double += usize::from(!found.found.is_empty());
                none += usize::from(found.found.is_empty());
                assert!(found.found.is_empty() || found.are_smallest(), "{text}");
                let is_found = pairs.is_none_or(|pairs| pairs != found.found.is_empty());
                assert!(is_found, "pairs of changes of\n{text}");
            }
            n => {
                single += 1;
                assert_eq!(n_alike, n, "{text}");
            }
        }
    }
    println!(
        "{wanted:?}: mended by one change {single}, by two {double}, by neither {none}; \
         {unsafe_only} could be won and lost"
    );
    assert!(single > 10 && double > 0 && none > 0);
}

#[test]
fn the_smallest_repairs_of_dungeons_that_cannot_be_won() {
    agree(random_dungeon::dungeon, Wanted::Winnable);
}

#[test]
fn the_smallest_repairs_of_dungeons_that_can_be_lost() {
    agree(random_dungeon::dungeon, Wanted::GoalSafe);
}

#[test]
fn the_smallest_repairs_where_keys_are_alike() {
    agree(random_dungeon::alike, Wanted::Winnable);
    agree(random_dungeon::alike, Wanted::GoalSafe);
}

/// What can be had, gone through again and again.
fn had(rules: &HornRules, given: &[u32], dropped: Option<(usize, u32)>) -> Vec<bool> {
    let mut had = vec![false; rules.facts.len()];
    let init = rules.init.iter().chain(given);
    init.for_each(|&fact| had[fact as usize] = true);
    for _ in 0..=rules.facts.len() {
        for (number, rule) in rules.rules.iter().enumerate() {
            let mut body = rules.body(number).iter();
            if body.all(|&fact| had[fact as usize] || dropped == Some((number, fact))) {
                had[rule.head as usize] = true;
            }
        }
    }
    had
}

#[test]
fn the_smallest_repairs_of_rules() {
    let mut rng = playproof_conformance::suite::random(11);
    let (mut n_done, mut mended) = (0, 0);
    while n_done < 2 * n_cases() {
        let n_facts = rng.usize(3..9);
        let mut text = format!("goal: f{}\ninit: f0\n", rng.usize(1..n_facts));
        for _ in 0..rng.usize(2..10) {
            let fact = |rng: &mut fastrand::Rng| format!("f{}", rng.usize(0..n_facts));
            let body: Vec<String> = (0..rng.usize(1..4)).map(|_| fact(&mut rng)).collect();
            text += &format!("{} => {}\n", body.join(" & "), fact(&mut rng));
        }
        let file = read("rules", text.as_bytes()).unwrap_or_else(|e| panic!("{e}\n{text}"));
        let wins = |rules: &HornRules, given: &[u32], dropped| {
            let had = had(rules, given, dropped);
            rules.goals.iter().all(|&goal| had[goal as usize])
        };
        if wins(rules(&file.levels[0]), &[], None) {
            continue;
        }
        n_done += 1;
        let (level, found, _) = repairs(&text, Wanted::Winnable);
        let before = rules(&level);
        let missing = had(before, &[], None);
        let conditions = (0..before.rules.len()).flat_map(|rule| {
            let body = before.body(rule).iter();
            body.map(move |&fact| (rule, fact))
        });
        let helpful = conditions.filter(|&(rule, fact)| {
            !missing[fact as usize] && wins(before, &[], Some((rule, fact)))
        });
        let n_by_force = helpful.count() as u64;
        let drops = found.found.iter();
        let drops = drops.filter(|repair| matches!(repair.changes[..], [Change::Drop { .. }]));
        let n_drops: u64 = drops.map(|repair| 1 + repair.n_alike).sum();
        assert_eq!(n_drops, n_by_force, "{text}");
        let playproof = Playproof::default();
        let prepared = playproof.prepare(&level, None).expect("a dungeon");
        let mut unlimited = Unlimited;
        let mut prover = prepared.prover(None, Effort::default(), &mut unlimited);
        let plan = &DungeonLevel::of(&level).expect("a dungeon").plan;
        let core = smallest_core(&as_rules(plan), &mut prover);
        assert!(
            core.is_smallest && wins(before, &core.facts, None),
            "{text}"
        );
        let mut given = found.found.iter();
        let is_given = given.any(|repair| matches!(repair.changes[..], [Change::Give { .. }]));
        assert_eq!(is_given, core.facts.len() == 1, "{text}");
        for repair in &found.found {
            mended += 1;
            assert!(wins(rules(&repair.level), &[], None), "{text}");
        }
    }
    println!("{n_done} sets of rules, {mended} repairs");
    assert!(mended > 50);
}

#[test]
fn graphs_of_other_people_that_can_be_lost() {
    let beside = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/levels");
    let folder = std::env::var_os("PLAYPROOF_LEVELS").map_or_else(|| beside.into(), PathBuf::from);
    if !folder.is_dir() {
        println!("skipped: no levels of other people at {}", folder.display());
        return;
    }
    for (name, n_moves, n_changes) in [("LoZ2_4", 8, 1), ("LoZ2_8", 10, 1), ("LoZ_4", 5, 2)] {
        let path = folder.join(format!("dungeon/zelda/{name}.dot"));
        let text = std::fs::read_to_string(path).expect(name);
        let (_, found, moves) = repairs(&text, Wanted::GoalSafe);
        assert_eq!(moves, Some(n_moves), "{name}");
        assert!(
            found.are_smallest() && found.singles.undecided == 0,
            "{name}"
        );
        let sizes: Vec<usize> = found.found.iter().map(|r| r.changes.len()).collect();
        assert!(!sizes.is_empty(), "{name}");
        assert!(
            sizes.iter().all(|&size| size == n_changes),
            "{name}: {sizes:?}"
        );
    }
}
