//! Dungeons through the facade: random ones against exhaustive search, payments against
//! their definition, rules against their closure.

mod payments;
mod pieces;
mod rules;

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use playproof::{
    Error, Game, Limits, Playproof, Progress, Proof, Stop, Unlimited, Verdict, check, read,
};
use playproof_conformance::dungeon_oracle::Play;
use playproof_conformance::games::random_dungeon;
use playproof_conformance::payment_oracle::Counted;
use playproof_conformance::suite::n_cases;
use playproof_dungeon::Dungeon as DungeonGame;
use playproof_dungeon::canonical::Map;

/// How many dungeons: 300, or 3,000 if `PLAYPROOF_CASES` is 1000.
fn n_dungeons() -> u64 {
    3 * n_cases()
}

/// What an engine said, all told.
#[derive(Clone, Copy, Debug, Default)]
struct Said {
    holds: usize,
    violated: usize,
    unknown: usize,
}

/// What all engines said.
type Tally = BTreeMap<&'static str, Said>;

/// How long an engine may think that is not the favourite.
const PATIENCE: Duration = Duration::from_secs(2);

/// A question and its answer.
struct Question {
    text: String,
    holds: bool,
    /// The length of the run that shows it, if there is one that is the shortest.
    length: Option<u64>,
}

impl Question {
    fn new(text: impl Into<String>, holds: bool) -> Question {
        Question {
            text: text.into(),
            holds,
            length: None,
        }
    }

    fn solvable(shortest: Option<u32>) -> Question {
        Question {
            length: shortest.map(u64::from),
            ..Question::new("solvable", shortest.is_some())
        }
    }

    /// Questions about the number of moves, near to where the answers change.
    fn about_length(shortest: Option<u32>) -> Vec<Question> {
        let near = shortest.unwrap_or(3);
        let numbers = near.saturating_sub(1)..=near + 1;
        let pairs = numbers.flat_map(|n| {
            let at_most = shortest.is_some_and(|shortest| shortest <= n);
            let at_least = shortest.is_none_or(|shortest| shortest >= n);
            [
                Question::new(format!("shortest <= {n}"), at_most),
                Question::new(format!("shortest >= {n}"), at_least),
            ]
        });
        pairs.collect()
    }
}

/// Asks the favourite, which must decide, and then some others, which must not
/// contradict it.
fn agree(
    playproof: &Playproof,
    text: &str,
    questions: &[Question],
    is_asked: impl Fn(&str) -> bool,
    tally: &mut Tally,
) {
    let file = read("dungeon", text.as_bytes()).unwrap_or_else(|e| panic!("{e}\n{text}"));
    let prepared = playproof.prepare(&file.levels[0], None);
    let prepared = prepared.unwrap_or_else(|e| panic!("{e}\n{text}"));
    assert_eq!(prepared.game().name(), "dungeon");
    for Question {
        text: question,
        holds,
        length,
    } in questions
    {
        let property = Playproof::property(question).expect("a property");
        let what = |engine: &str| format!("{engine}: `{question}` should be {holds} of\n{text}");
        let proof = prepared.verify(&property, None, &mut Unlimited);
        let proof = proof.unwrap_or_else(|e| panic!("{e}: {}", what("favourite")));
        assert_eq!(
            decided(&proof, &what),
            Some(*holds),
            "{}",
            what("favourite")
        );
        if length.is_some() {
            assert_eq!(proof.length, *length, "{}", what("length"));
        }
        let favourite = proof.engine;
        count(tally, &proof);
        for engine in playproof.engines().map(|engine| engine.name()) {
            if engine == favourite || !is_asked(engine) {
                continue;
            }
            let end = Instant::now() + PATIENCE;
            let mut budget = Limits {
                max_states: None,
                max_bytes: None,
                poll: |_: &Progress| match Instant::now() < end {
                    true => ControlFlow::Continue(()),
                    false => ControlFlow::Break(Stop::Time),
                },
            };
            match prepared.decide(&property, Some(engine), &mut budget) {
                Ok(proof) => {
                    let found = decided(&proof, &what);
                    assert!(
                        found.is_none_or(|found| found == *holds),
                        "{}",
                        what(engine)
                    );
                    count(tally, &proof);
                }
                Err(Error::Unsupported { .. }) => {}
                Err(error) => panic!("{error}: {}", what(engine)),
            }
        }
    }
}

/// The answer, whose certificate is checked once more from its bytes.
fn decided(proof: &Proof, what: &impl Fn(&str) -> String) -> Option<bool> {
    match &proof.verdict {
        Verdict::Unknown(_) => return None,
        Verdict::Rejected(why) => panic!("{why:?}: {}", what(proof.engine)),
        Verdict::Decided(_) => {}
    }
    let certificate = proof.certificate.as_ref().expect("it is decided");
    check(&certificate.to_bytes(false)).unwrap_or_else(|e| panic!("{e}: {}", what(proof.engine)));
    Some(proof.holds())
}

fn count(tally: &mut Tally, proof: &Proof) {
    let said = tally.entry(proof.engine).or_default();
    match proof.verdict {
        Verdict::Decided(_) if proof.holds() => said.holds += 1,
        Verdict::Decided(_) => said.violated += 1,
        _ => said.unknown += 1,
    }
}

/// The three questions and their parts, with the right answers.
fn questions(dungeon: &Map, play: &Play) -> Vec<Question> {
    let mut all = vec![
        Question::solvable(play.shortest()),
        Question::new("unlosable", play.is_goal_safe()),
        Question::new("complete-safe", play.is_complete_safe()),
    ];
    for (room, name) in dungeon.rooms.iter().map(|room| &room.name).enumerate() {
        let is_always = play.is_always_possible(|state| state.room == room);
        let is_kept = play.is_always_possible(|state| state.entered.has(room));
        all.push(Question::new(
            format!("A[in_{name} R EF in_{name}]"),
            is_kept,
        ));
        if play.is_possible(|state| state.room == room) {
            all.push(Question::new(format!("AG EF in_{name}"), is_always));
        } else {
            all.push(Question::new(format!("never in_{name}"), true));
            all.push(Question::new(format!("AG EF in_{name}"), false));
        }
    }
    for (kind, name) in dungeon.kinds.iter().map(|kind| &kind.name).enumerate() {
        let is_found = |state: &_| play.n_found(state, kind) > 0;
        if play.is_possible(is_found) {
            let is_always = play.is_always_possible(is_found);
            all.push(Question::new(format!("AG EF found_{name}"), is_always));
        } else {
            all.push(Question::new(format!("never found_{name}"), true));
        }
    }
    all
}

fn random_dungeons(name: &str, random: impl Fn(&mut fastrand::Rng) -> Map) {
    let playproof = Playproof::default();
    let mut tally = Tally::new();
    let (mut won, mut safe, mut complete, mut n_states) = (0, 0, 0, 0);
    for seed in 0..n_dungeons() {
        let dungeon = random(&mut playproof_conformance::suite::random(seed));
        let play = Play::new(&dungeon);
        won += usize::from(play.is_winnable());
        safe += usize::from(play.is_goal_safe());
        complete += usize::from(play.is_complete_safe());
        n_states = n_states.max(play.n_states());
        // Those who write long proofs or look at runs one by one are asked now and then.
        let is_small = seed % 20 == 0 && play.n_states() < 2000;
        let is_asked = |engine: &str| {
            is_small || ["payment", "horn", "fixpoint", "explicit", "astar"].contains(&engine)
        };
        let text = random_dungeon::text(&dungeon);
        agree(
            &playproof,
            &text,
            &questions(&dungeon, &play),
            is_asked,
            &mut tally,
        );
    }
    println!(
        "{name}: {} dungeons of up to {n_states} states, \
         {won} winnable, {safe} goal-safe, {complete} complete-safe",
        n_dungeons()
    );
    for (engine, said) in &tally {
        println!("  {engine}: {said:?}");
    }
    let n = n_dungeons() as usize;
    assert!(10 * won > n && 10 * (n - won) > n && 10 * safe > n && won > safe);
    assert!(complete > 0);
}

#[test]
fn random_dungeons_are_those_of_the_oracle() {
    random_dungeons("any", random_dungeon::dungeon);
}

#[test]
fn random_dungeons_with_keys_that_are_alike_are_those_of_the_oracle() {
    random_dungeons("alike", random_dungeon::alike);
}

#[test]
fn the_fewest_moves_are_those_of_the_oracle() {
    let playproof = Playproof::default();
    let mut tally = Tally::new();
    for seed in 0..n_dungeons() {
        let dungeon = random_dungeon::dungeon(&mut playproof_conformance::suite::random(seed));
        let questions = Question::about_length(Play::new(&dungeon).shortest());
        let is_asked = |_: &str| seed % 10 == 0;
        let text = random_dungeon::text(&dungeon);
        agree(&playproof, &text, &questions, is_asked, &mut tally);
        let horn = rules::Horn::random(&mut playproof_conformance::suite::random(seed));
        let questions = Question::about_length(horn.shortest());
        agree(&playproof, &horn.text(), &questions, is_asked, &mut tally);
    }
    for (engine, said) in &tally {
        println!("  {engine}: {said:?}");
    }
}

/// The theorem of `docs/dungeons.md`: what it is about is decided.
#[test]
fn the_payment_engine_says_nothing_wrong() {
    let playproof = Playproof::default();
    let (mut asked, mut shown, mut lost, mut refused) = (0, 0, 0, 0);
    for seed in 0..n_dungeons() {
        let dungeon = random_dungeon::alike(&mut playproof_conformance::suite::random(seed));
        let text = random_dungeon::text(&dungeon);
        let play = Play::new(&dungeon);
        let counted = Counted::new(&dungeon);
        let file = read("dungeon", text.as_bytes()).expect("a dungeon");
        let prepared = playproof.prepare(&file.levels[0], None).expect("a dungeon");
        let rooms = (0..dungeon.rooms.len()).map(|room| {
            let is_safe = play.is_always_possible(|state| state.room == room);
            let goal = counted.as_ref().map(|counted| counted.region[room]);
            (format!("AG EF in_r{room}"), is_safe, goal)
        });
        let goal = counted.as_ref().and_then(|counted| counted.goal(&dungeon));
        let whole = ("unlosable".to_owned(), play.is_goal_safe(), goal);
        for (question, is_safe, goal) in rooms.chain([whole]) {
            let property = Playproof::property(&question).expect("a property");
            let proof = prepared.decide(&property, Some("payment"), &mut Unlimited);
            let proof = proof.ok();
            let holds = proof.as_ref().is_some_and(|proof| proof.holds());
            let violated = proof.as_ref().is_some_and(|proof| proof.violated());
            assert!(is_safe || !holds, "`{question}` is not true of\n{text}");
            assert!(!is_safe || !violated, "`{question}` is true of\n{text}");
            let Some((counted, goal)) = counted.as_ref().zip(goal) else {
                refused += usize::from(is_safe && !holds);
                continue;
            };
            let is_connected = counted.is_connected(goal);
            if goal != counted.start && is_connected {
                let can_be_lost = counted.can_be_lost(goal);
                assert_eq!(
                    can_be_lost, !is_safe,
                    "the theorem: `{question}` of\n{text}"
                );
            }
            if goal == counted.start || is_connected {
                assert!(holds || violated, "undecided: `{question}` of\n{text}");
            }
            asked += usize::from(is_connected);
            shown += usize::from(holds);
            lost += usize::from(violated);
        }
    }
    println!(
        "the theorem applies to {asked} questions: {shown} are shown by arguments, {lost} refuted by \
         plays; it does not apply to {refused} others whose answer is yes"
    );
    assert!(shown > 10 && lost > 10);
}

/// Where nothing can be done, what is not there at the beginning is never there.
#[test]
fn a_dungeon_without_passages_or_rules_is_as_it_begins() {
    let playproof = Playproof::default();
    for (text, never, is_winnable) in [
        ("goal: a\n", "never found_a", false),
        ("init: a\ngoal: a\n", "never found_a", true),
        (
            "dungeon\nstart: a\ngoal: b\nroom a\nroom b\n",
            "never in_b",
            false,
        ),
        (
            "dungeon\nstart: a\ngoal: a\nroom a\nroom b\n",
            "never in_a",
            true,
        ),
    ] {
        let questions = [
            Question::new("solvable", is_winnable),
            Question::new("unlosable", is_winnable),
            Question::new(never, !is_winnable),
        ];
        agree(&playproof, text, &questions, |_| true, &mut Tally::new());
    }
}

/// Names that come out alike get numbers, in the order of the text, and each room and kind
/// is asked about.
#[test]
fn names_that_come_out_alike_stay_apart() {
    let text = "dungeon\nstart: \"a b\"\ngoal: win\nused-up: \"ö\"\nroom \"a b\": \"é\"\n\
                room \"a-b\": \"ö\"\nroom a_b_2\nroom win\nroom \"a.b\": \"ü\"\n\
                \"a b\" > \"a-b\"\n\"a-b\" > a_b_2: \"ö\"\na_b_2 > win\n";
    let file = read("dungeon", text.as_bytes()).expect("a dungeon");
    let compiled = DungeonGame.compile(&file.levels[0]).expect("a dungeon");
    let things = compiled.model.things().expect("rooms and kinds");
    let names: Vec<&str> = things.iter().map(|thing| thing.name.as_str()).collect();
    let rooms = ["in_a_b", "in_a_b_2", "in_a_b_2_2", "in_win", "in_a_b_3"];
    let kinds = ["found__", "found___2", "found___3"];
    // Kinds are numbered as they are first mentioned: `ö`, `é`, `ü`.
    assert_eq!(names, [&rooms[..], &kinds[..]].concat());
    let questions = [
        ("complete-safe", true),
        ("unlosable", true),
        ("A[in_a_b R !in_win]", true),
        ("AG (in_a_b || EX in_a_b_2_2 || in_a_b_2_2 || in_win)", true),
        ("AG EF in_a_b_2", false),
        ("A[in_a_b_2 R EF in_a_b_2]", true),
        ("AG EF in_a_b_2_2", false),
        ("AG EF in_win", true),
        ("never in_a_b_3", true),
        ("never in_a_b_2_2", false),
        ("never !found___2", true),
        ("never !found__", false),
        ("never (found__ && in_a_b)", true),
        ("AG EF found__", true),
        ("never found___3", true),
        ("AG EF found___3", false),
    ];
    let questions = questions.map(|(question, holds)| Question::new(question, holds));
    let playproof = Playproof::default();
    agree(&playproof, text, &questions, |_| true, &mut Tally::new());
}

/// With a key for each door nothing can be lost; with one less it can be wasted.
#[test]
fn a_hall_with_many_dead_ends() {
    let playproof = Playproof::default();
    let unlosable = Playproof::property("unlosable").expect("a property");
    let ask = |n_dead_ends, n_keys, engine| {
        let text = random_dungeon::text(&random_dungeon::hub(n_dead_ends, n_keys));
        let file = read("hub", text.as_bytes()).expect("a dungeon");
        let prepared = playproof.prepare(&file.levels[0], None).expect("a dungeon");
        prepared.verify(&unlosable, engine, &mut Unlimited)
    };
    let begin = Instant::now();
    let proof = ask(20, 21, None).expect("it is decided");
    println!("the hub: {:?} with reading and checking", begin.elapsed());
    assert_eq!(
        (proof.engine, proof.holds(), proof.states),
        ("payment", true, 0)
    );
    check(&proof.certificate.expect("it is decided").to_bytes(false)).expect("it is right");
    let proof = ask(20, 20, None).expect("it is decided");
    assert_eq!((proof.engine, proof.violated()), ("payment", true));
    check(&proof.certificate.expect("it is decided").to_bytes(false)).expect("it is right");
    for n in 0..7 {
        for n_keys in 0..n + 3 {
            let dungeon = random_dungeon::hub(n, n_keys);
            let is_safe = Play::new(&dungeon).is_goal_safe();
            assert_eq!(is_safe, n_keys > n, "{n} dead ends and {n_keys} keys");
            let proof = ask(n, n_keys, None).expect("it is decided");
            assert_eq!(proof.holds(), is_safe, "{n} dead ends and {n_keys} keys");
            assert_eq!(
                proof.violated(),
                !is_safe,
                "{n} dead ends and {n_keys} keys"
            );
        }
    }
}
