//! Dungeons on the command line: strategies, and verdicts about them.

use insta::assert_snapshot;

use crate::support::Sandbox;

const MANY: &str = include_str!("../../../../levels/dungeon/seed-many.horn");
const BROKEN: &str = include_str!("../../../../levels/dungeon/seed-broken.horn");
const MILL: &str = include_str!("../../../../levels/dungeon/mill.dungeon");

const CASTLE: &str = include_str!("../../../../levels/dungeon/castle.dungeon");

const HALL: &str = "dungeon: Hall\nstart: Hall\ngoal: Vault\nused-up: small\n\
                    room Hall: small, small\nroom Pantry\nroom Vault\n\
                    Hall - Pantry: small\nHall - Vault: small\n";

#[test]
fn strategies_come_with_the_cheapest_first() {
    let sandbox = Sandbox::new(&[("many.horn", MANY)]);
    let said = sandbox.run(&["strategies", "many.horn"]);
    assert_eq!(said.status, 0, "{}", said.whole());
    let first = said.stdout.lines().next().unwrap();
    assert!(first.contains("8 strategies"), "{first}");
    let objects = sandbox.run(&["strategies", "many.horn", "--format", "json"]);
    let costs: Vec<u64> = objects
        .objects()
        .iter()
        .map(|o| o["cost"]["low"].as_u64().unwrap())
        .collect();
    assert_eq!(costs.len(), 8);
    assert!(costs.is_sorted(), "{costs:?}");
    let three = sandbox.run(&["strategies", "many.horn", "-n", "3"]);
    assert!(
        three.stdout.contains("the 3 cheapest of more"),
        "{}",
        three.whole()
    );
}

#[test]
fn without_a_strategy_the_places_are_named() {
    let sandbox = Sandbox::new(&[("broken.horn", BROKEN), ("maze.txt", "A0G\n")]);
    let said = sandbox.run(&["strategies", "broken.horn"]);
    assert_eq!(said.status, 1, "{}", said.whole());
    let messages: Vec<&str> = said.stdout.lines().skip(1).collect();
    assert_eq!(messages.len(), 2, "{}", said.whole());
    assert!(messages[0].ends_with("Cannot apply rule for: Key_B"));
    assert!(
        messages[1].ends_with("Cannot generate precondition Key_B for Door_D1 & Key_B => Door_B")
    );
    assert!(
        messages[0].trim_start().starts_with("broken.horn:"),
        "{}",
        messages[0]
    );
    let said = sandbox.run(&["strategies", "maze.txt"]);
    assert_eq!(said.status, 2, "{}", said.whole());
}

#[test]
fn a_dungeon_is_a_level_like_any_other() {
    let sandbox = Sandbox::new(&[("mill.dungeon", MILL), ("hall.dungeon", HALL)]);
    let said = sandbox.run(&[
        "verify",
        "mill.dungeon",
        "-p",
        "winnable",
        "-p",
        "goal-safe",
    ]);
    assert_eq!(said.status, 1, "{}", said.whole());
    assert!(
        said.stdout.contains("winnable holds, 8 moves, checked"),
        "{}",
        said.whole()
    );
    assert!(
        said.stdout.contains("goal-safe violated"),
        "{}",
        said.whole()
    );
    // Two keys and two doors: whoever opens the pantry can still open the vault.
    let said = sandbox.run(&[
        "verify",
        "hall.dungeon",
        "-p",
        "goal-safe",
        "--cert",
        "proofs",
    ]);
    assert_eq!(said.status, 0, "{}", said.whole());
    assert!(said.stdout.contains("(argument"), "{}", said.whole());
    let said = sandbox.run(&["check", "proofs/hall-1-unlosable.cert", "hall.dungeon"]);
    assert_eq!(said.status, 0, "{}", said.whole());
    // It says nothing about a dungeon with a key less.
    let less = HALL.replace("small, small", "small");
    sandbox.write("less.dungeon", less.as_bytes());
    let said = sandbox.run(&["check", "proofs/hall-1-unlosable.cert", "less.dungeon"]);
    assert_eq!(said.status, 4, "{}", said.whole());
}

#[test]
fn dungeons_are_made_to_measure() {
    let sandbox = Sandbox::new(&[]);
    let generate = |out: &str, more: &[&str]| {
        let fixed = ["generate", "dungeon", "--count", "6", "--out", out];
        sandbox.run(&[&fixed[..], more].concat())
    };
    let list = [
        "--keys",
        "4",
        "--consumable",
        "--spec",
        "winnable, goal-safe",
    ];
    let said = generate("safe", &list);
    assert_eq!(said.status, 0, "{}", said.whole());
    let names = sandbox.names("safe");
    let certificates: Vec<&String> = names.iter().filter(|n| n.ends_with(".cert")).collect();
    assert_eq!(certificates.len(), 12, "{names:?}");
    for certificate in certificates {
        let said = sandbox.run(&["check", &format!("safe/{certificate}")]);
        assert_eq!(said.status, 0, "{}", said.whole());
    }
    // Nothing is rejected where keys lie before their locks.
    let said = generate(
        "kept",
        &["--keys", "5", "--side-keys", "2", "-p", "winnable"],
    );
    assert_eq!(said.status, 0, "{}", said.whole());
    assert!(said.stdout.contains("6 proposed"), "{}", said.whole());
    let said = generate(
        "random",
        &["--random-locks", "--keys", "6", "-p", "winnable"],
    );
    assert_eq!(said.status, 0, "{}", said.whole());
    for wrong in [
        ["--rooms", "1"],
        ["--keys", "12"],
        ["--depth", "4"],
        ["--discard", "101"],
    ] {
        let said = generate("wrong", &wrong);
        assert_eq!(said.status, 2, "{}", said.whole());
    }
}

#[test]
fn a_drawn_dungeon_is_a_level_like_any_other() {
    let sandbox = Sandbox::new(&[("castle.dungeon", CASTLE)]);
    let said = sandbox.run(&["verify", "castle.dungeon", "--cert", "proofs"]);
    assert_eq!(said.status, 0, "{}", said.whole());
    assert!(
        said.stdout.contains("run: Hall Tower Hall Cellar Throne"),
        "{}",
        said.whole()
    );
    let said = sandbox.run(&["check", "proofs/castle-1-solvable.cert", "castle.dungeon"]);
    assert_eq!(said.status, 0, "{}", said.whole());
    // Whoever falls into the cellar without the key is lost.
    let said = sandbox.run(&["verify", "castle.dungeon", "-p", "goal-safe"]);
    assert_eq!(said.status, 1, "{}", said.whole());
    // The certificate says nothing about a castle with a wall more.
    let walled = CASTLE.replace("#.1.A.2.>", "#.1.#.2.>");
    sandbox.write("walled.dungeon", walled.as_bytes());
    let said = sandbox.run(&["check", "proofs/castle-1-solvable.cert", "walled.dungeon"]);
    assert_eq!(said.status, 4, "{}", said.whole());
    let gap = CASTLE.replace("#.1.A.2.>...3...#", "#.1.A.2.>...3...");
    sandbox.write("gap.dungeon", gap.as_bytes());
    sandbox.write("empty.dungeon", b"");
    let said = sandbox.run(&["verify", "gap.dungeon", "empty.dungeon"]);
    assert_eq!(said.status, 2, "{}", said.whole());
    assert_snapshot!(said.whole());
}

#[test]
fn rules_path_by_path_are_shown_beside_ours() {
    // The second door is beyond one for which there is no key.
    let lost = "dungeon: Lost\ngoal: g\nmap:\n#######\n#@aB..#\n####A##\n   #g.#\n   ####\n";
    let sandbox = Sandbox::new(&[
        ("castle.dungeon", CASTLE),
        ("lost.dungeon", lost),
        ("many.horn", MANY),
    ]);
    let rules = |file: &str, more: &[&str]| {
        let fixed = ["strategies", file, "--rules"];
        sandbox.run(&[&fixed[..], more].concat())
    };
    let said = rules("lost.dungeon", &[]);
    assert_eq!(said.status, 0, "{}", said.whole());
    assert_snapshot!(said.stdout);
    assert_snapshot!(rules("castle.dungeon", &[]).stdout);
    let objects = rules("lost.dungeon", &["--format", "json"]).objects();
    assert_eq!(objects.len(), 2);
    let of = |key: &str| [&objects[0][key], &objects[1][key]].map(Clone::clone);
    assert_eq!(of("made"), ["room-by-room", "path-by-path"]);
    assert_eq!(of("reaches_goal"), [false, true]);
    assert_eq!(
        objects[1]["unfounded"],
        serde_json::json!(["a => r2c5-r4c5", "r2c5-r4c5 => g"])
    );
    let said = rules("many.horn", &[]);
    assert!(
        said.stdout.contains("as they are written: 17 rules"),
        "{}",
        said.whole()
    );
}

#[test]
fn dungeons_have_figures_of_their_own() {
    let sandbox = Sandbox::new(&[("mill.dungeon", MILL), ("many.horn", MANY)]);
    assert_snapshot!(sandbox.run(&["analyze", "."]).whole());
    let objects = sandbox.run(&["analyze", "mill.dungeon", "--format", "json"]);
    let mill = &objects.objects()[0];
    assert_eq!(
        (&mill["depth"], &mill["linearity"]),
        (&3.into(), &0.8.into())
    );
    assert_eq!(mill["strategies_at_least"], 2);
    // One lock at a time is a chain, and the deepest are picked.
    for (out, more) in [
        ("chain", &["--branching", "1"][..]),
        ("deep", &["--maximize", "depth", "--of", "30"]),
    ] {
        let fixed = [
            "generate", "dungeon", "--rooms", "20", "--keys", "5", "--out", out,
        ];
        let said = sandbox.run(&[&fixed[..], more].concat());
        assert_eq!(said.status, 0, "{}", said.whole());
    }
    let depth = |folder: &str| {
        let said = sandbox.run(&["analyze", folder, "--format", "json"]);
        said.objects()[0]["depth"].as_u64().unwrap()
    };
    assert!(depth("deep") >= 3, "{}", depth("deep"));
    let chain = sandbox
        .run(&["analyze", "chain", "--format", "json"])
        .objects();
    assert_eq!(chain[0]["branching"], 1.0);
    let wrong = ["generate", "dungeon", "--branching", "0", "--out", "wrong"];
    assert_eq!(sandbox.run(&wrong).status, 2);
    let wrong = ["--branching", "2", "--random-locks", "--out", "wrong"];
    let said = sandbox.run(&[&["generate", "dungeon"], &wrong[..]].concat());
    assert_eq!(said.status, 2, "{}", said.whole());
}

const COSTLY: &str = "title: Castle\ninit: Key_A, Rope\ngoal: Crown\n\
                      Key_A => Hall [1,3]\nHall => Lamp [2,4]+1 level 2\n\
                      Hall & Rope => Tower [5,9] level 3\nHall => Cellar [4,6]\n\
                      Tower & Lamp => Crown [1,2]\nCellar & Lamp => Crown [2,2]+3\n";

#[test]
fn the_table_says_what_remains_winnable_by_whom() {
    let short = "init: A\ngoal: G\nA => G [2,4]\nA => B [1,1]\nB => G [1,1]\n";
    let sandbox = Sandbox::new(&[("castle.horn", COSTLY), ("short.horn", short)]);
    let said = sandbox.run(&["strategies", "castle.horn", "--experience"]);
    assert_eq!(said.status, 0, "{}", said.whole());
    insta::assert_snapshot!(said.stdout);
    // Whoever knows more puts up with less.
    let said = sandbox.run(&[
        "strategies",
        "short.horn",
        "--experience",
        "--scale",
        "4",
        "--threshold",
        "shrinking",
    ]);
    insta::assert_snapshot!(said.stdout);
    // A scale is one of experience.
    let said = sandbox.run(&["strategies", "castle.horn", "--scale", "4"]);
    assert_eq!(said.status, 2, "{}", said.whole());
}

#[test]
fn the_state_graph_and_short_sighted_play_stand_beside_the_strategies() {
    let sandbox = Sandbox::new(&[("castle.horn", COSTLY)]);
    let said = sandbox.run(&["strategies", "castle.horn", "--states", "--greedy"]);
    insta::assert_snapshot!(said.stdout);
    let said = sandbox.run(&[
        "strategies",
        "castle.horn",
        "--states",
        "--greedy",
        "--experience",
        "--format",
        "json",
    ]);
    let objects = said.objects();
    let last = &objects[objects.len() - 1];
    assert_eq!(objects.len(), 3, "{}", said.whole());
    assert_eq!(last["states"]["count"], 12);
    assert_eq!(last["greedy"]["cost"]["low"], 14);
    assert_eq!(last["experience"]["table"][1]["strategies"][0], 2);
}

#[test]
fn a_state_graph_without_end_is_counted_to_a_limit() {
    // Thirty switches make a thousand million sets.
    let rules: String = (0..30).map(|i| format!("Start => S{i}\n")).collect();
    let all: Vec<String> = (0..30).map(|i| format!("S{i}")).collect();
    let rules = format!(
        "init: Start\ngoal: End\n{rules}{} => End\n",
        all.join(" & ")
    );
    let sandbox = Sandbox::new(&[("many.horn", &rules)]);
    let said = sandbox.run(&["strategies", "many.horn", "--states", "--svg", "pictures"]);
    assert_eq!(said.status, 0, "{}", said.whole());
    assert!(
        said.stdout.contains("at least 100,000 sets"),
        "{}",
        said.whole()
    );
    assert!(said.stdout.contains("is not drawn"), "{}", said.whole());
    assert_eq!(sandbox.names("pictures"), ["many-1-strategy-1.svg"]);
}

#[test]
fn strategies_are_drawn() {
    let sandbox = Sandbox::new(&[("castle.horn", COSTLY), ("mill.dungeon", MILL)]);
    let draw = |folder: &str| {
        let said = sandbox.run(&[
            "strategies",
            "castle.horn",
            "mill.dungeon",
            "--states",
            "--svg",
            folder,
        ]);
        assert_eq!(said.status, 0, "{}", said.whole());
        sandbox.names(folder)
    };
    let names = draw("one");
    let expected = [
        "castle-1-states.svg",
        "castle-1-strategy-1.svg",
        "castle-1-strategy-2.svg",
        "mill-1-states.svg",
        "mill-1-strategy-1.svg",
        "mill-1-strategy-2.svg",
    ];
    assert_eq!(names, expected);
    assert_eq!(draw("two"), names);
    for name in &names {
        let [one, two] = ["one", "two"].map(|folder| sandbox.read(&format!("{folder}/{name}")));
        assert!(one == two, "{name} is the same every time");
    }
    let said = sandbox.run(&["strategies", "castle.horn", "--svg", "castle.horn"]);
    assert_eq!(said.status, 2, "{}", said.whole());
}

#[test]
fn costs_that_are_equal_are_called_so() {
    let tie = "init: A\ngoal: G\nA => B\nA => C\nB => G\nC => G\n";
    let never = "init: A\ngoal: G\nA => B [1,2]\nB => G [0,0]+1\nA => G [3,4]\n";
    let sandbox = Sandbox::new(&[("tie.horn", tie), ("never.horn", never)]);
    let said = sandbox.run(&["strategies", "tie.horn"]);
    assert_eq!(
        said.stdout.matches("as cheap as any other").count(),
        2,
        "{}",
        said.whole()
    );
    assert!(!said.stdout.contains("dearer"), "{}", said.whole());
    let said = sandbox.run(&["strategies", "never.horn"]);
    assert_eq!(
        said.stdout.matches("never dearer than any other").count(),
        1
    );
}

#[test]
fn the_picture_of_a_dungeon_has_words() {
    let sandbox = Sandbox::new(&[("mill.dungeon", MILL), ("many.horn", MANY)]);
    for (level, word) in [("mill.dungeon", "Kitchen"), ("many.horn", "Door_C+E")] {
        for picture in ["a.svg", "a.html", "a.gif"] {
            let said = sandbox.run(&["animate", level, "-o", picture]);
            assert_eq!(said.status, 0, "{}", said.whole());
            let bytes = sandbox.read(picture);
            let is_text = !picture.ends_with("gif");
            assert!(
                !is_text || String::from_utf8_lossy(&bytes).contains(word),
                "{picture}"
            );
        }
    }
}

#[test]
fn what_costs_nothing_costs_nothing_where_anything_costs_something() {
    let free = "init: S\ngoal: G\nS => A [0,0]\nS => B [0,1]\nA => G [0,0]\nB => G\n";
    let plain = "init: S\ngoal: G\nS => A\nA => G\n";
    let sandbox = Sandbox::new(&[("free.horn", free), ("plain.horn", plain)]);
    let objects = sandbox
        .run(&["strategies", "free.horn", "--format", "json"])
        .objects();
    let costs = objects
        .iter()
        .map(|o| (o["cost"]["low"].clone(), o["cost"]["high"].clone()));
    let costs: Vec<_> = costs.collect();
    assert_eq!(costs, [(0.into(), 0.into()), (0.into(), 1.into())]);
    assert_eq!(objects[0]["rules"][0], "S => A");
    let said = sandbox.run(&["strategies", "plain.horn"]);
    assert!(said.stdout.contains("cost 2"), "{}", said.whole());
}

#[test]
fn a_slip_in_a_list_of_requirements_is_named() {
    let sandbox = Sandbox::new(&[("mill.dungeon", MILL)]);
    let said = sandbox.run(&["verify", "mill.dungeon", "--spec", "winnable, goalsafe"]);
    assert_eq!(said.status, 2, "{}", said.whole());
    assert!(said.stderr.contains("goalsafe"), "{}", said.whole());
    assert!(!said.stderr.contains("No such file"), "{}", said.whole());
}
