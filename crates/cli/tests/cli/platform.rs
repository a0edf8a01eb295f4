//! Platform levels on the command line: a game's commands below its name, par, where
//! everybody stops, and runs as animations.

use crate::support::Sandbox;

const OPEN: &str = "--------\n--------\n---XX---\nXX-XX-XX\n";
const SHUT: &str = "\
------------------------------
------------------------------
------------------------------
XXXXXXXXXX--------------XXXXXX
";

#[test]
fn commands_of_a_game_are_also_below_its_name() {
    let sandbox = Sandbox::new(&[("open.txt", OPEN)]);
    for command in [
        &["jump", "open.txt", "--from", "1,3", "--to", "7,3"][..],
        &["profile", "open.txt", "--tables"],
        &["reach", "open.txt", "--format", "json"],
    ] {
        let plain = sandbox.run(command);
        assert_eq!(plain.status, 0, "{}", plain.whole());
        let below = sandbox.run(&[&["platform"], command].concat());
        assert_eq!(below.stdout, plain.stdout);
    }
    let coarse = ["zone", "open.txt", "--from", "1,3"];
    let below = sandbox.run(&[&["platform-coarse"], &coarse[..]].concat());
    assert_eq!(below.stdout, sandbox.run(&coarse).stdout);
    // Commands of another game, of no game, and none at all.
    for wrong in [
        &["platform", "zone", "open.txt"][..],
        &["platform", "verify"],
    ] {
        let said = sandbox.run(wrong);
        assert_eq!(said.status, 2, "{}", said.whole());
        assert!(
            said.stderr.contains("unrecognized subcommand"),
            "{}",
            said.stderr
        );
    }
    let said = sandbox.run(&["platform", "--help"]);
    assert!(said.stdout.contains("jump") && said.stdout.contains("profile"));
}

#[test]
fn the_places_of_a_jump_need_no_names() {
    let sandbox = Sandbox::new(&[("open.txt", OPEN)]);
    let named = sandbox.run(&["jump", "open.txt", "--from", "1,3", "--to", "7,3"]);
    for short in [
        &["platform", "jump", "open.txt", "1,3", "7,3"][..],
        &["jump", "1,3", "7,3", "open.txt"],
        &["jump", "open.txt", "--from", "1,3", "7,3"],
    ] {
        let said = sandbox.run(short);
        assert_eq!(
            (said.status, &said.stdout),
            (0, &named.stdout),
            "{}",
            said.stderr
        );
    }
    let said = sandbox.run(&["jump", "1,3", "7,3"]);
    assert_eq!(said.status, 2);
    assert!(said.stderr.contains("no level is named"), "{}", said.stderr);
    let said = sandbox.run(&["jump", "open.txt", "1,3"]);
    assert_eq!(said.status, 2);
    assert!(
        said.stderr.contains("not said where the jump ends"),
        "{}",
        said.stderr
    );
}

/// Par is a quarter more than the run that is found, and that many ticks are proved to do.
#[test]
fn par_is_certified() {
    let sandbox = Sandbox::new(&[("open.txt", OPEN)]);
    for game in ["platform", "platform-coarse"] {
        let said = sandbox.run(&["analyze", "open.txt", "--game", game, "--format", "json"]);
        assert_eq!(said.status, 0, "{}", said.whole());
        let par = said.objects()[0]["par"].as_u64().expect("par is known");
        let within = match game {
            "platform" => format!("shortest <= {par}"),
            _ => format!("reach win && time_used <= {par}"),
        };
        let said = sandbox.run(&["verify", "open.txt", "--game", game, "-p", &within]);
        assert_eq!(said.status, 0, "{}", said.whole());
        let far = match game {
            "platform" => "shortest <= 5".to_owned(),
            _ => "reach win && time_used <= 2".to_owned(),
        };
        let said = sandbox.run(&["verify", "open.txt", "--game", game, "-p", &far]);
        assert_eq!(said.status, 1, "{}", said.whole());
    }
    let sandbox = Sandbox::new(&[("shut.txt", SHUT)]);
    let said = sandbox.run(&[
        "analyze", "shut.txt", "--game", "platform", "--format", "json",
    ]);
    assert!(said.objects()[0]["par"].is_null(), "{}", said.whole());
}

#[test]
fn where_everybody_stops_is_drawn() {
    let sandbox = Sandbox::new(&[("shut.txt", SHUT), ("open.txt", OPEN)]);
    let args = [
        "explain",
        "shut.txt",
        "--game",
        "platform",
        "--no-repair",
        "-o",
        "stop.svg",
    ];
    let said = sandbox.run(&args);
    assert_eq!(said.status, 1, "{}", said.whole());
    let drawn = "\
nobody stands beyond column 10 (row 3): a gap of 14 tiles comes next

the farthest a player gets, marked *; what is in the way, marked x; where a player can stand, marked \u{b7}
------------------------------
------------------------------
M\u{b7}\u{b7}\u{b7}\u{b7}\u{b7}\u{b7}\u{b7}\u{b7}*--------------------
XXXXXXXXXXxxxxxxxxxxxxxxXXXXXX
";
    assert!(said.stdout.contains(drawn), "{}", said.stdout);
    let picture = String::from_utf8(sandbox.read("stop.svg")).unwrap();
    assert_eq!(picture.matches("class=\"cut\"").count(), 14, "{picture}");
    assert_eq!(picture.matches("class=\"again\"").count(), 1, "{picture}");
    let said = sandbox.run(&["reach", "shut.txt", "--svg", "."]);
    assert_eq!(said.status, 0, "{}", said.whole());
    let stop = "the exit is out of reach: nobody stands beyond column 10 (row 3)";
    assert!(said.stdout.contains(stop), "{}", said.stdout);
    let picture = String::from_utf8(sandbox.read("shut-1-reach.svg")).unwrap();
    assert!(picture.contains("class=\"way bad\""), "{picture}");
    let said = sandbox.run(&["reach", "open.txt", "--svg", "."]);
    assert!(
        !said.stdout.contains("out of reach: nobody"),
        "{}",
        said.stdout
    );
    let picture = String::from_utf8(sandbox.read("open-1-reach.svg")).unwrap();
    assert!(!picture.contains("class=\"way bad\""), "{picture}");
}

#[test]
fn a_run_is_an_animation() {
    let sandbox = Sandbox::new(&[("open.txt", OPEN)]);
    let said = sandbox.run(&["animate", "open.txt", "--game", "platform", "-o", "run.gif"]);
    assert_eq!(said.status, 0, "{}", said.whole());
    let gif = sandbox.read("run.gif");
    assert!(gif.starts_with(b"GIF89a") && gif.ends_with(&[0x3b]));
    // A run of eight columns takes more than ten ticks, and each is a picture.
    let pictures = gif.windows(3).filter(|bytes| *bytes == [0x21, 0xf9, 0x04]);
    assert!(pictures.count() > 10);
}

#[test]
fn generated_levels_of_two_hundred_columns_are_certified() {
    let sandbox = Sandbox::new(&[]);
    let args = "generate platform --columns 200 --style novice --count 4 --out runs";
    let said = sandbox.run(&args.split(' ').collect::<Vec<_>>());
    assert_eq!(said.status, 0, "{}", said.whole());
    let names = sandbox.names("runs");
    let levels: Vec<&String> = names.iter().filter(|name| name.ends_with(".txt")).collect();
    assert_eq!(levels.len(), 4, "{names:?}");
    for name in levels {
        let level = String::from_utf8(sandbox.read(&format!("runs/{name}"))).unwrap();
        assert!(level.contains("\nstyle: novice\n"), "{level}");
        assert_eq!(level.lines().last().map(str::len), Some(200));
    }
    let said = sandbox.run(&["check", "runs"]);
    assert_eq!(said.status, 0, "{}", said.whole());
    let certificates = names.iter().filter(|name| name.contains(".cert"));
    assert_eq!(certificates.count(), 4, "{names:?}");
}
