//! Attacks that once worked, or were tried: each must fail cleanly.

use std::ops::ControlFlow;
use std::sync::Arc;

use playproof::{CertificateRejected, Playproof, Run, check as check_bytes};
use playproof_analysis::Scoring;
use playproof_certify::{
    Budget, Certificate, CheckError, ClosedSet, Evidence, Lasso, Progress, Stop, Trace, Unlimited,
    check,
};
use playproof_conformance::games::tokens::{self, TokenGrid};
use playproof_conformance::second_checker::{self, opinions};
use playproof_conformance::unlimited::verify;
use playproof_model::{
    Action, ActionId, Answer, Builder, Dom, E, Extent, Model, Observer, Property, Step, System,
    Val, VarDecl, VarId, validate,
};

const CORRIDOR: &str = "A0G\n";

fn certificate() -> Certificate {
    verify(CORRIDOR, "solvable").unwrap().certificate.unwrap()
}

/// A count that can fall, or that another one reads, must not saturate: its
/// cap depends on the property, and so would the answer.
#[test]
fn saturating_observers_only_grow() {
    let game = |next: &dyn Fn(&mut Builder, E) -> E, watched: bool| {
        let mut b = Builder::default();
        let x = b.variable("x", 0, 1);
        let (now, one) = (b.var(x), b.constant(1));
        let act = b.action("act");
        b.command("act", act, one, vec![]);
        b.atom("win", now);
        b.initial(vec![0]);
        let level = b.var(VarId(1));
        let after = next(&mut b, level);
        let five = b.is(level, 5);
        let mut rules = b.into_rules();
        let observer = |name: &str, extent, next| Observer {
            name: name.into(),
            initial: 0,
            extent,
            next: vec![next],
        };
        rules
            .observers
            .push(observer("level", Extent::Saturating, after));
        if watched {
            rules
                .observers
                .push(observer("peak", Extent::UpTo(1), five));
        }
        validate(&rules).map_err(|e| e.to_string())
    };
    let grow = |b: &mut Builder, own: E| {
        let one = b.constant(1);
        b.add(own, one)
    };
    let fall = |b: &mut Builder, own: E| {
        let (one, zero) = (b.constant(1), b.constant(0));
        let less = b.sub(own, one);
        b.max(less, zero)
    };
    let restart = |b: &mut Builder, own: E| {
        let (one, zero) = (b.constant(1), b.constant(0));
        let now = b.var(VarId(0));
        let more = b.add(own, one);
        b.ite(now, zero, more)
    };
    assert_eq!(game(&grow, false), Ok(()));
    assert_eq!(game(&restart, false), Ok(()));
    let may_grow = "observer `level`: it saturates, so it may only grow or start anew";
    assert_eq!(game(&fall, false), Err(may_grow.into()));
    let read = "observer `level`: it saturates, so no other observer may read it";
    assert_eq!(game(&grow, true), Err(read.into()));
}

#[test]
fn long_and_deep_properties_are_refused_or_read_back() {
    for joint in ["&&", "||", "->"] {
        let long = format!("reach {}win", format!("win {joint} ").repeat(100_000));
        assert!(long.parse::<Property>().is_err(), "{joint}");
        let mut bad = certificate();
        bad.property = long;
        let refused = check_bytes(&bad.to_bytes(false));
        assert!(
            matches!(refused, Err(CertificateRejected::Wrong(_))),
            "{joint}"
        );
    }
    for text in [
        format!("reach {}win", "win && ".repeat(499)),
        format!("reach {}win", "win -> ".repeat(100)),
        format!("reach {}win", "!".repeat(100)),
        format!("reach {}win{}", "(".repeat(100), ")".repeat(100)),
    ] {
        let property: Property = text.parse().unwrap();
        assert!(property.to_string().parse() == Ok(property));
        let proof = verify(CORRIDOR, &text).unwrap();
        check_bytes(&proof.certificate.unwrap().to_bytes(false)).unwrap();
    }
}

/// A run is as long as its steps, so that standing still must not count.
#[test]
fn a_padded_run_is_rejected() {
    let mut padded = certificate();
    let Evidence::Trace(Trace { steps, .. }) = &mut padded.evidence else {
        panic!("a corridor can be walked");
    };
    steps.push(Step::Stutter);
    assert!(matches!(
        check_bytes(&padded.to_bytes(false)),
        Err(CertificateRejected::Wrong(_))
    ));
}

/// Stops after some polls.
struct Few(u32);

impl Budget for Few {
    fn spend(&mut self, _: &Progress) -> ControlFlow<Stop> {
        self.0 = self.0.saturating_sub(1);
        match self.0 {
            0 => ControlFlow::Break(Stop::Time),
            _ => ControlFlow::Continue(()),
        }
    }
}

#[test]
fn points_that_collide_are_refused() {
    let model = Model::Rules(Box::new(tokens::rules::<2>(&TokenGrid::new(4))));
    let subject = model.elaborate(&Property::Unsolvable).unwrap();
    let same = |n: usize| {
        Evidence::ClosedSet(ClosedSet {
            points: vec![0; n],
            ..ClosedSet::default()
        })
    };
    let verdict = check(&subject, Answer::Holds, &same(200_000), &mut Unlimited);
    let Err(CheckError::Rejected(why)) = verdict else {
        panic!("{verdict:?}");
    };
    assert_eq!(why.to_string(), "too many cubes share a point");
    // And the budget is asked before that.
    let verdict = check(&subject, Answer::Holds, &same(200_000), &mut Few(1));
    assert_eq!(verdict, Err(CheckError::Stopped(Stop::Time)));
}

/// What a file stands for in memory counts, not only its bytes.
#[test]
fn small_files_cannot_demand_much_memory() {
    let steps = Evidence::Trace(Trace {
        initial: 0,
        steps: vec![Step::Stutter; 1_000_000],
    });
    let patterns = Evidence::ClosedSet(ClosedSet {
        patterns: vec![Vec::new(); 1_000_000],
        ..ClosedSet::default()
    });
    for evidence in [steps, patterns] {
        let bytes = Certificate {
            evidence,
            ..certificate()
        }
        .to_bytes(false);
        let small = playproof::packed(&bytes);
        assert!(small.len() < 20_000, "{} bytes", small.len());
        let check_within = |memory| Playproof::default().check(&small, memory, &mut Unlimited);
        let refused = check_within(500_000);
        assert!(matches!(
            refused,
            Err(CertificateRejected::Stopped(Stop::Memory))
        ));
        assert!(check_within(2_000_000).is_err());
        let file = playproof_kernel::Certificate::parse(&bytes).unwrap();
        assert!(file.evidence(2_000_000).is_err());
        assert!(file.evidence(100_000_000).is_ok());
        assert!(check_bytes(&bytes).is_err());
    }
    let crowd = Certificate {
        level: "a\nbb\n\n".repeat(1_000_000),
        ..certificate()
    };
    assert!(check_bytes(&crowd.to_bytes(false)).is_err());
}

#[test]
fn too_many_patterns_are_refused() {
    let model = Model::Rules(Box::new(tokens::rules::<2>(&TokenGrid::new(4))));
    let subject = model.elaborate(&Property::Unsolvable).unwrap();
    let everything = vec![(0, Dom::Range(0, 15)), (1, Dom::Range(0, 15))];
    let set = Evidence::ClosedSet(ClosedSet {
        patterns: vec![everything; 100_000],
        ..ClosedSet::default()
    });
    assert!(check(&subject, Answer::Holds, &set, &mut Unlimited).is_err());
}

/// An interpreted game with whatever variables and steps.
struct Odd {
    vars: Vec<VarDecl>,
    actions: [Action; 1],
    atoms: [String; 1],
    first: Vec<Val>,
    next: Vec<Val>,
}

impl Odd {
    fn model(names: &[&str], first: Vec<Val>, next: Vec<Val>) -> Model {
        let var = |name: &&str| VarDecl {
            name: (*name).into(),
            lo: 0,
            hi: 3,
            len: None,
        };
        Model::System(Arc::new(Odd {
            vars: names.iter().map(var).collect(),
            actions: [Action { name: "act".into() }],
            atoms: ["win".into()],
            first,
            next,
        }))
    }
}

impl System for Odd {
    fn name(&self) -> &str {
        "odd"
    }

    fn version(&self) -> u32 {
        1
    }

    fn source(&self) -> &str {
        "odd"
    }

    fn vars(&self) -> &[VarDecl] {
        &self.vars
    }

    fn actions(&self) -> &[Action] {
        &self.actions
    }

    fn atoms(&self) -> &[String] {
        &self.atoms
    }

    fn atom(&self, name: &str) -> Option<usize> {
        self.atoms.iter().position(|atom| atom == name)
    }

    fn initial(&self, emit: &mut dyn FnMut(&[Val])) {
        emit(&self.first);
    }

    fn successors(&self, _: &[Val], emit: &mut dyn FnMut(ActionId, Option<&[Val]>)) {
        emit(ActionId(0), Some(&self.next));
    }

    fn holds(&self, _: &[Val], _: usize) -> bool {
        true
    }
}

#[test]
fn interpreted_games_are_looked_at_before_they_are_trusted() {
    let refused = |model: Model| match model.elaborate(&Property::Unsolvable) {
        Ok(_) => panic!("it was accepted"),
        Err(error) => error.to_string(),
    };
    assert!(refused(Odd::model(&[], vec![], vec![])).contains("there is none"));
    let counter = refused(Odd::model(&["moves"], vec![0], vec![0]));
    assert!(
        counter.contains("the counter of steps, has this name"),
        "{counter}"
    );
}

#[test]
#[should_panic(expected = "keeps to the variables it declared")]
fn a_state_that_is_too_short_is_noticed() {
    let model = Odd::model(&["x", "y"], vec![0, 0], vec![0]);
    let subject = model
        .elaborate(&"never moves >= 3".parse().unwrap())
        .unwrap();
    subject.successors(&[0, 0, 0], &mut |_, _| ());
}

/// Long and shared sums in observers are looked at once a node.
#[test]
fn deep_observers_are_validated() {
    let mut b = Builder::default();
    let x = b.variable("x", 0, 1);
    let (now, one) = (b.var(x), b.constant(1));
    let act = b.action("act");
    b.command("act", act, one, vec![]);
    b.atom("win", now);
    b.initial(vec![0]);
    let own = b.var(VarId(1));
    let mut next = own;
    for _ in 0..60 {
        let more = b.add(next, one);
        next = b.ite(now, next, more);
    }
    for _ in 0..200_000 {
        next = b.add(next, now);
    }
    let mut rules = b.into_rules();
    rules.observers.push(Observer {
        name: "sum".into(),
        initial: 0,
        extent: Extent::Saturating,
        next: vec![next],
    });
    assert_eq!(validate(&rules), Ok(()));
    rules.observers[0].initial = i32::MAX;
    assert!(validate(&rules).is_err());
}

/// A condition over very many elements does not overflow the stack.
#[test]
fn deep_expressions_are_compiled() {
    let mut b = Builder::default();
    let n = 100_000;
    let cells = b.array("cell", n, 0, 1);
    let parts: Vec<E> = (0..n)
        .map(|i| {
            let i = b.constant(i as Val);
            b.elem(cells, i)
        })
        .collect();
    let win = b.all(parts);
    b.atom("win", win);
    b.initial(vec![0; n as usize]);
    let model = Model::Rules(Box::new(b.finish().unwrap()));
    let property = Property::Solvable;
    let subject = model.elaborate(&property).unwrap();
    let task = playproof_certify::Task::new(&subject, &property, &[]);
    use playproof_certify::Engine;
    let outcome = playproof_engines::ExplicitEngine::default().check(&task, &mut Unlimited);
    assert!(matches!(
        outcome.finding,
        playproof_certify::Finding::Violated(_)
    ));
}

/// Two entries for one state, the second with ranks that lead nowhere: the
/// checker reads the first, and so must whoever shows the run.
#[test]
fn claims_about_a_state_twice_lead_nobody_round() {
    let proof = verify(CORRIDOR, "!AG !win").unwrap();
    let mut certificate = proof.certificate.unwrap();
    let Evidence::Claims(claims) = &mut certificate.evidence else {
        panic!("claims");
    };
    let n = claims.ranks.len() as u32;
    claims.points.extend(claims.points.clone());
    claims.claims.extend(claims.claims.clone());
    claims.ranks.extend((0..n).map(|i| 1000 + i));
    match check_bytes(&certificate.to_bytes(false)) {
        Ok(accepted) => assert_eq!(accepted.solution, proof.solution),
        Err(error) => assert!(matches!(error, CertificateRejected::Wrong(_))),
    }
}

/// What is printed needs no more nesting than what was read, so that a
/// certificate can be read again.
#[test]
fn long_chains_survive_a_certificate() {
    for chain in [" <-> ", " U ", " -> ", " || "] {
        let terms = vec!["win"; 60];
        let text = format!("G ({})", terms.join(chain));
        let proof = verify(CORRIDOR, &text).unwrap_or_else(|e| panic!("{text}: {e}"));
        let certificate = proof.certificate.expect("a decided answer");
        assert!(check_bytes(&certificate.to_bytes(false)).is_ok(), "{chain}");
    }
}

/// Many alternatives at once are refused before they take time.
#[test]
fn alternatives_that_multiply_are_refused() {
    let pairs: Vec<String> = (0..12)
        .map(|i| format!("(X moves == {i} || X moves > {i})"))
        .collect();
    let padding = vec!["!win"; 300].join(" && ");
    let text = format!("E ({} && {padding})", pairs.join(" && "));
    let playproof = Playproof::default();
    let levels = playproof::read("corridor", CORRIDOR.as_bytes())
        .unwrap()
        .levels;
    let prepared = playproof.prepare(&levels[0], None).unwrap();
    let property = text.parse().unwrap();
    for engine in ["automata", "bdd"] {
        let answer = prepared.verify(&property, Some(engine), &mut Unlimited);
        let error = answer.expect_err("too many").to_string();
        assert!(error.contains("too large"), "{error}");
    }
}

/// Has room for little.
struct Small;

impl Budget for Small {
    fn spend(&mut self, progress: &Progress) -> ControlFlow<Stop> {
        match progress.bytes > 100_000 {
            true => ControlFlow::Break(Stop::Memory),
            false => ControlFlow::Continue(()),
        }
    }
}

/// That there is no other run is found out by going through all states.
#[test]
fn looking_for_other_runs_is_charged() {
    let judged = |side: usize| {
        let floor = format!("{}\n", "0".repeat(side)).repeat(side);
        let level = format!("A\n{floor}{}\nG\n", "1".repeat(side));
        let file = playproof_level::read("level", level.as_bytes()).unwrap();
        let maze = playproof_game::Game::compile(&playproof_maze::Maze, &file.levels[0]);
        let subject = maze.unwrap().model.elaborate(&Property::Alternatives(1));
        let none = Evidence::AllRuns(Vec::new());
        check(&subject.unwrap(), Answer::Violated, &none, &mut Small)
    };
    assert!(judged(5).is_ok());
    // Ten thousand states.
    assert_eq!(judged(100), Err(CheckError::Stopped(Stop::Memory)));
}

/// A short certificate may hold a long run, of which every step has a name.
#[test]
fn names_of_long_runs_are_charged() {
    let wandering = |rounds: usize| {
        let mut certificate = certificate();
        let Evidence::Trace(Trace { steps, .. }) = &mut certificate.evidence else {
            panic!("a corridor can be walked");
        };
        let [left, right] = [0, 1].map(|action| Step::Act {
            action: ActionId(action),
            choice: 0,
        });
        steps.splice(0..0, [right, left].repeat(rounds));
        let bytes = certificate.to_bytes(false);
        let checked = Playproof::default().check(&bytes, 1 << 20, &mut Small);
        checked.map(|accepted| accepted.solution.unwrap().len())
    };
    assert_eq!(wandering(10).ok(), Some(22));
    let stopped = wandering(5_000);
    assert!(matches!(
        stopped,
        Err(CertificateRejected::Stopped(Stop::Memory))
    ));
}

/// Counts have 32 bits: what could wrap is not told.
#[test]
fn runs_too_long_to_be_counted_have_no_score() {
    let playproof = Playproof::default();
    let file = playproof::read("corridor", CORRIDOR.as_bytes()).unwrap();
    let prepared = playproof.prepare(&file.levels[0], None).unwrap();
    let run = |n_steps: usize| Run {
        states: vec![prepared.first_states()[0].clone(); n_steps + 1],
        actions: vec!["left".to_owned(); n_steps],
        repeats_from: None,
        breaks_at: None,
    };
    let score = |n_steps| prepared.tally(&run(n_steps)).map(|tally| tally.score);
    assert_eq!(score(3), Some(-300));
    assert_eq!(score((1 << 20) + 1), None);
}

/// A run is held for as long as its evaluation fits, and many runs are charged
/// together.
#[test]
fn long_lassos_and_many_runs_are_charged() {
    let file = playproof_level::read("level", CORRIDOR.as_bytes()).unwrap();
    let maze = playproof_game::Game::compile(&playproof_maze::Maze, &file.levels[0]);
    let model = maze.unwrap().model;
    let [left, right] = [0, 1].map(|action| Step::Act {
        action: ActionId(action),
        choice: 0,
    });
    let wandering = model.elaborate(&"F win".parse().unwrap()).unwrap();
    let lasso = |rounds: usize| {
        Evidence::Lasso(Lasso {
            initial: 0,
            stem: Vec::new(),
            cycle: [right, left].repeat(rounds),
        })
    };
    let judged = |rounds| check(&wandering, Answer::Violated, &lasso(rounds), &mut Small);
    assert!(judged(10).is_ok());
    assert_eq!(judged(10_000), Err(CheckError::Stopped(Stop::Memory)));

    let subject = model.elaborate(&Property::Alternatives(1)).unwrap();
    let run = Trace {
        initial: 0,
        steps: vec![right; 2],
    };
    let one = Evidence::Runs(vec![run.clone()]);
    assert!(check(&subject, Answer::Holds, &one, &mut Small).is_ok());
    // All the same, which is found out once all were seen.
    let many = Evidence::Runs(vec![run; 10_000]);
    let verdict = check(&subject, Answer::Holds, &many, &mut Small);
    assert_eq!(verdict, Err(CheckError::Stopped(Stop::Memory)));
    let verdict = check(&subject, Answer::Holds, &many, &mut Unlimited);
    assert!(matches!(verdict, Err(CheckError::Rejected(_))));
}

/// What is refused here the second checker refuses as well, in whatever words.
#[test]
fn the_second_checker_withstands_these_attacks() {
    let act = |action| Step::Act {
        action: ActionId(action),
        choice: 0,
    };
    let mut files = Vec::new();
    let mut padded = certificate();
    if let Evidence::Trace(Trace { steps, .. }) = &mut padded.evidence {
        steps.push(Step::Stutter);
    }
    let mut others = vec![padded];
    let many_steps = Evidence::Trace(Trace {
        initial: 0,
        steps: vec![Step::Stutter; 100_000],
    });
    let empty_patterns = Evidence::ClosedSet(ClosedSet {
        patterns: vec![Vec::new(); 100_000],
        ..ClosedSet::default()
    });
    others.extend([many_steps, empty_patterns].map(|evidence| Certificate {
        evidence,
        ..certificate()
    }));
    files.extend(others.iter().map(|other| other.to_bytes(true)));

    let tokens = Model::Rules(Box::new(tokens::rules::<2>(&TokenGrid::new(4))));
    let subject = tokens.elaborate(&Property::Unsolvable).unwrap();
    let everything = vec![(0, Dom::Range(0, 15)), (1, Dom::Range(0, 15))];
    let same_points = ClosedSet {
        points: vec![0; 5_000],
        ..ClosedSet::default()
    };
    let many_patterns = ClosedSet {
        patterns: vec![everything; 70_000],
        ..ClosedSet::default()
    };
    for set in [same_points, many_patterns] {
        let evidence = Evidence::ClosedSet(set);
        assert!(check(&subject, Answer::Holds, &evidence, &mut Unlimited).is_err());
        files.push(second_checker::file(&subject, Answer::Holds, &evidence));
    }

    let file = playproof_level::read("level", CORRIDOR.as_bytes()).unwrap();
    let maze = playproof_game::Game::compile(&playproof_maze::Maze, &file.levels[0]);
    let subject = maze.unwrap().model.elaborate(&Property::Alternatives(1));
    let run = Trace {
        initial: 0,
        steps: vec![act(1); 2],
    };
    let many_runs = Evidence::Runs(vec![run; 5_000]);
    let none_else = Evidence::AllRuns(Vec::new());
    let subject = subject.unwrap();
    for (answer, evidence) in [(Answer::Holds, many_runs), (Answer::Violated, none_else)] {
        assert!(check(&subject, answer, &evidence, &mut Unlimited).is_err());
        files.push(second_checker::file(&subject, answer, &evidence));
    }
    for (n, opinion) in opinions(&files).iter().enumerate() {
        assert!(opinion.starts_with("rejected: "), "file {n}: {opinion}");
    }
}
