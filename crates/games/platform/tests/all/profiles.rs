//! Profiles: settings, files, named ones, and numbers that are no game.

use playproof::Playproof;
use playproof_certify::Unlimited;
use playproof_game::{OptionFile, Options};
use playproof_level::{Diagnostic, Level, read_with};
use playproof_model::{ActionId, Model, Property, Step};
use playproof_platform::native::{Body, World};
use playproof_platform::{
    LEVEL_OPTIONS, Numbers, PlatformFormat, Profile, Settings, Stage, rules, with_options,
};

use crate::formats::level;
use crate::jumps::command;

const DRAWING: &str = "map:\n------\n------\nXX--XX\n";

fn with(settings: &str) -> Level {
    level(&format!("platform\n{settings}{DRAWING}"))
}

fn refused(settings: &str) -> String {
    let text = format!("platform\n{settings}{DRAWING}");
    let read = read_with("a.txt", text.as_bytes(), &[&PlatformFormat]);
    read.expect_err(settings).to_string()
}

fn from_file(text: &str) -> Result<Level, Diagnostic> {
    let mut options = Options::default();
    let file = OptionFile {
        name: "own.profile".to_owned(),
        text: text.into(),
    };
    options.set_file("profile", file);
    with_options(&with(""), &options)
}

#[test]
fn a_profile_is_part_of_the_level() {
    for (settings, canonical) in [
        ("profile: default\n", ""),
        ("profile: quarter\n", "profile: quarter\n"),
        ("profile fineness: 4\n", "profile: quarter\n"),
        ("profile run: 1.50\n", "profile run: 1.5\n"),
        // In any order: the numbers go before those of the named profile.
        (
            "profile gravity: 2.25\nprofile run: 01.1\nprofile: quarter\n",
            "profile fineness: 4\nprofile run: 1.1\nprofile gravity: 2.25\n",
        ),
        (
            "profile walk: 0.1000000000000000055511151231257827\n",
            "profile walk: 0.1\n",
        ),
    ] {
        let told = with(settings);
        let text = format!("platform\n{canonical}{DRAWING}");
        assert_eq!(told.text(), text);
        assert!(level(&text).same_level(&told), "{settings}");
        assert!(!with("profile run: 1.3\n").same_level(&told));
    }
}

/// Whatever numbers are taken, their text gives the same ones and so the same tables.
#[test]
fn numbers_are_read_as_they_were_written() {
    let mut rng = fastrand::Rng::with_seed(5);
    for _ in 0..200 {
        let mut numbers = Numbers {
            fineness: rng.i32(1..=16),
            ..Numbers::default()
        };
        for key in ["walk", "run", "friction", "still", "width", "walker"] {
            numbers.set(key, rng.f64()).unwrap();
        }
        if Profile::new(&numbers).is_err() {
            continue;
        }
        let drawn = Settings {
            profile: numbers.clone(),
            ..Settings::default()
        };
        let lines: String = Numbers::KEYS
            .map(|key| format!("profile {key}: {}\n", numbers.text(key).unwrap()))
            .concat();
        assert_eq!(Settings::of(&with(&lines)).profile, numbers);
        let again = level(&with(&lines).text());
        assert_eq!(Settings::of(&again), drawn);
    }
}

#[test]
fn options_give_profiles() {
    assert!(LEVEL_OPTIONS.iter().any(|option| option.name == "profile"));
    let mut options = Options::default();
    options.set("profile", "quarter".to_owned());
    let told = with_options(&with("profile run: 1.3\n"), &options).unwrap();
    assert!(told.same_level(&with("profile: quarter\n")));
    let text = "; a heavy one\n\n gravity = 4 ; more\nticks=8\n";
    let told = from_file(text).unwrap();
    assert!(told.same_level(&with("profile ticks: 8\nprofile gravity: 4\n")));
    let usual = from_file("run = 1.2").unwrap();
    assert!(usual.same_level(&with("")));
}

#[test]
fn a_wrong_profile_is_refused_where_it_is_wrong() {
    let change = "change the number, or leave it out for the default";
    let all = Numbers::KEYS.join(", ");
    for (text, expected) in [
        ("run 1.2", "own.profile:1:1: this line gives no number; expected a name, `=` and a number, such as `run = 1.2`".to_owned()),
        ("; c\n  gravty = 3", "own.profile:2:3: unknown number `gravty`; did you mean `gravity`?".to_owned()),
        ("speed of light = 3", format!("own.profile:1:1: unknown number `speed of light`; there are {all}")),
        ("run =  fast", "own.profile:1:8: `fast` is no number; expected such as 7 or 1.2".to_owned()),
        ("run = nan", "own.profile:1:7: `nan` is no number; expected such as 7 or 1.2".to_owned()),
        ("run = -1", "own.profile:1:7: `-1` is no number; expected such as 7 or 1.2".to_owned()),
        ("run =", "own.profile:1:6: `` is no number; expected such as 7 or 1.2".to_owned()),
        ("ticks = 7.5", "own.profile:1:9: `ticks` is a whole number; expected such as 7 or 1.2".to_owned()),
        ("run = 1\nrun = 1", "own.profile:2:1: a second `run`; a profile has each number once".to_owned()),
        ("", "own.profile: no number in this profile; expected lines such as `run = 1.2`".to_owned()),
        ("walk = 1\nrun = 3", format!("own.profile:2:7: `run`: a step of 27.1875 pixels in a tick; it must be less than a tile, 16; {change}")),
        ("gravity = 0", format!("own.profile:1:11: `gravity`: expected at least one part of a pixel, 0.0625: what is less is rounded to nothing; {change}")),
        // The number at fault is not the one that was given.
        ("drag = 0.95", format!("own.profile:1:8: `gravity`: one falls 59.4375 pixels in a tick; it must be less than two tiles, 32; {change}")),
    ] {
        assert_eq!(from_file(text).unwrap_err().to_string(), expected);
    }
    for (settings, expected) in [
        (
            "profile: quarters\n",
            "a.txt:2:10: unknown profile `quarters`; did you mean `quarter`?".to_owned(),
        ),
        (
            "profile rum: 1\n",
            "a.txt:2:9: unknown number `rum`; did you mean `run`?".to_owned(),
        ),
        (
            "profile run: x\n",
            "a.txt:2:14: `x` is no number; expected such as 7 or 1.2".to_owned(),
        ),
        (
            "profile run: 1\nprofile run: 1\n",
            "a.txt:3:9: a second `run`; a profile has each number once".to_owned(),
        ),
        (
            "profile: quarter\nprofile: quarter\n",
            "a.txt:3:1: a second `profile`; a level has each setting once".to_owned(),
        ),
        (
            "profile rise: 9\n",
            format!(
                "a.txt:2:15: `rise`: a jump rises 63 pixels in its first tick; it must be less than a tile, 16; {change}"
            ),
        ),
    ] {
        assert_eq!(refused(settings), expected);
    }
}

/// Plays at random and compares the fast tick with the Rules; how many ticks it took.
fn plays_alike(stage: &Stage, rng: &mut fastrand::Rng) -> usize {
    let world = World::new(stage);
    let model = Model::Rules(Box::new(rules(stage)));
    let subject = model.elaborate(&Property::Solvable).unwrap();
    let mut play = subject.play();
    let (mut body, mut n_ticks) = (world.first(), 0);
    let (mut gait, mut presses) = (2, false);
    while n_ticks < 200 && !world.is_over(&body) {
        if rng.u8(0..4) == 0 {
            (gait, presses) = (rng.usize(0..5), rng.bool());
        }
        let mut state = body.values().to_vec();
        let step = Step::Act {
            action: ActionId(world.action(gait, presses)),
            choice: 0,
        };
        assert!(play.take(&mut state, step));
        let next = world.tick(&body, gait, presses);
        assert_eq!(
            Body::from_values(&state),
            next,
            "{body:?} {:?}",
            stage.profile
        );
        (body, n_ticks) = (next, n_ticks + 1);
    }
    n_ticks
}

/// The jumps that `playproof profile` prints are those that are made.
#[test]
fn jumps_are_as_high_and_long_as_is_said() {
    for settings in [
        "",
        "profile: quarter\n",
        "profile ticks: 0\nprofile rise: 9\n",
        "profile ticks: 1\n",
        "profile gravity: 1\nprofile drag: 0.9\n",
    ] {
        let air = "----\n".repeat(12);
        let text = format!("platform\nlegend: vglc\n{settings}map:\n{air}XXXX\n");
        let (stage, _) = Stage::read(&level(&text)).unwrap();
        let told = command("profile", &level(&text), &[("no-gaps", "true")]).unwrap();
        let json: serde_json::Value = serde_json::from_str(&told.json).unwrap();
        let jumps = json["jumps"].as_array().unwrap();
        assert_eq!(jumps.len() as i32, stage.profile.ticks() + 1);
        let world = World::new(&stage);
        let ground = world.tick(&world.first(), 2, false);
        for (held, jump) in (1..).zip(jumps) {
            let (mut body, mut ticks, mut top) = (ground, 0, ground.pose.y);
            while ticks == 0 || !body.pose.ground {
                body = world.tick(&body, 2, ticks < held);
                (ticks, top) = (ticks + 1, top.min(body.pose.y));
            }
            let made = serde_json::json!({
                "held": held, "height": ground.pose.y - top, "ticks": ticks,
            });
            assert_eq!(*jump, made, "{settings}");
        }
    }
}

/// Any numbers at all are made tables or refused; and of those that are taken the Rules
/// stay within their bounds.
#[test]
fn no_number_does_harm() {
    let odd = [
        f64::NAN,
        f64::INFINITY,
        f64::NEG_INFINITY,
        f64::MAX,
        f64::MIN,
        f64::MIN_POSITIVE,
        f64::EPSILON,
        -0.0,
        0.0,
        -1.0,
        0.031,
        0.0625,
        0.5,
        0.999,
        0.9995,
        1.0,
        15.97,
        16.0,
        1e9,
    ];
    let mut rng = fastrand::Rng::with_seed(6);
    let board = playproof_platform::Board::read(&with("")).unwrap();
    let (mut n_taken, mut n_ticks) = (0, 0);
    for _ in 0..4000 {
        let mut numbers = Numbers::named(rng.choice(Numbers::NAMES).unwrap()).unwrap();
        for _ in 0..rng.usize(1..4) {
            let key = rng.choice(Numbers::KEYS).unwrap();
            let scale = rng.choice([0.1, 1.0, 4.0, 20.0]).unwrap();
            let value = match rng.u8(0..3) {
                0 => rng.choice(odd).unwrap(),
                1 => (rng.f64() * scale * 4.0).round(),
                _ => rng.f64() * scale,
            };
            // A whole number may be any, too.
            match key {
                "ticks" => numbers.ticks = value as i32,
                "fineness" => numbers.fineness = value as i32,
                _ => numbers.set(key, value).unwrap(),
            }
        }
        let Ok(profile) = Profile::new(&numbers) else {
            continue;
        };
        n_taken += 1;
        assert!(profile.furthest < profile.tile && profile.furthest > 0);
        assert!(profile.falls.windows(2).all(|pair| pair[0] <= pair[1]));
        let ways = profile.vertical.0..=profile.vertical.1;
        for (way, speed) in ways.clone().zip(&profile.falls) {
            // Sooner or later everybody falls.
            assert!(*speed > way || way == profile.vertical.1, "{numbers:?}");
            assert!(ways.contains(speed));
        }
        if n_taken % 10 == 0 {
            n_ticks += plays_alike(&Stage::new(board.clone(), profile).unwrap(), &mut rng);
        }
    }
    println!("{n_taken} of 4000 are games; {n_ticks} ticks");
    assert!(n_taken > 400 && n_ticks > 4000);
}

/// The statement of a level in quarters of a pixel is another one, and is decided.
#[test]
fn quarters_are_a_game_of_their_own() {
    let playproof = Playproof::default();
    let property = "solvable".parse().unwrap();
    let level = |profile: &str, gap: usize| {
        let (air, pit) = ("-".repeat(24 + gap), "-".repeat(gap));
        let ground = "X".repeat(12);
        let drawing = format!("map:\n{air}\n{air}\n{air}\n{air}\n{ground}{pit}{ground}\n");
        crate::formats::level(&format!("platform\nlegend: vglc\n{profile}{drawing}"))
    };
    let mut statements = Vec::new();
    for profile in ["", "profile: quarter\n"] {
        for (gap, wins) in [(8, true), (15, false)] {
            let level = level(profile, gap);
            let prepared = playproof.prepare(&level, Some("platform")).unwrap();
            let proof = prepared.verify(&property, None, &mut Unlimited).unwrap();
            assert_eq!(proof.holds(), wins, "{profile}{gap}");
            let certificate = proof.certificate.expect("it is decided");
            let is_coarse = certificate.level.contains("\ntile: 64\n");
            assert_eq!(is_coarse, !profile.is_empty());
            statements.push(certificate.statement.fingerprint());
        }
    }
    assert_ne!(statements[0], statements[2]);
    // The coarse game has no profiles.
    let level = level("profile: quarter\n", 2);
    let coarse = playproof.prepare(&level, Some("platform-coarse"));
    let error = coarse.err().expect("it is refused").to_string();
    assert!(
        error.contains("the setting `profile` is not part of this game"),
        "{error}"
    );
}
