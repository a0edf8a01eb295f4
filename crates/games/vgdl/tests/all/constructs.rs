//! One tiny game for each construct, with a run worked out by hand from what the Java engine
//! does.

use std::fmt::Write;
use std::sync::Arc;

use playproof_vgdl::VgdlSystem;
use playproof_vgdl::plain::Status;
use playproof_vgdl::source::{draw, read};

use crate::tools::{game, level, places, play};

/// A game of these sprites, rules and endings; letters stand for sprites of one name each.
fn text(sprites: &str, rules: &str, endings: &str, letters: &str) -> String {
    let lines = |part: &str| -> String {
        let lines = part.split(';').filter(|line| !line.trim().is_empty());
        lines.map(|line| format!("  {}\n", line.trim())).collect()
    };
    format!(
        "BasicGame square_size=10\n SpriteSet\n{} InteractionSet\n{} TerminationSet\n{} LevelMapping\n{}",
        lines(sprites),
        lines(rules),
        lines(endings),
        lines(letters)
    )
}

/// Where the sprites of a name are after some keys.
fn after(text: &str, rows: &str, keys: &str, name: &str) -> Vec<(f64, f64)> {
    let level = level(&game(text), rows);
    let state = play(&level, keys);
    places(&level, &state, name)
}

/// How play stands after some keys.
fn status(text: &str, rows: &str, keys: &str) -> Status {
    play(&level(&game(text), rows), keys).status
}

const NO_END: &str = "SpriteCounter stype=avatar limit=-1";

#[test]
fn attract_gaze_turns_and_aligns() {
    let shooting = |how: &str| {
        text(
            "shot > Missile orientation=RIGHT speed=0.5; sign > Immovable orientation=DOWN; avatar > MovingAvatar",
            &format!("shot sign > attractGaze {how}"),
            NO_END,
            "s > shot; d > sign",
        )
    };
    let rows = "s.d. .... ...A";
    // It rests for a tick, and goes half a cell in each of the others: in the fourth it is
    // half on the sign.
    assert_eq!(after(&shooting(""), rows, "....", "shot"), [(1.5, 0.0)]);
    assert_eq!(after(&shooting(""), rows, ".....", "shot"), [(1.5, 0.5)]);
    let aligned = shooting("align=True");
    assert_eq!(after(&aligned, rows, "....", "shot"), [(2.0, 0.0)]);
    assert_eq!(after(&aligned, rows, ".....", "shot"), [(2.0, 0.5)]);
    // What has no direction attracts nobody.
    let plain = shooting("").replace(" orientation=DOWN", "");
    assert_eq!(after(&plain, rows, ".....", "shot"), [(2.0, 0.0)]);
}

#[test]
fn spawn_if_has_more_counts_and_spends() {
    let text = text(
        "gem > Resource limit=5; altar > Immovable; ghost > Immovable; avatar > MovingAvatar",
        "gem avatar > collectResource; avatar altar > spawnIfHasMore resource=gem stype=ghost limit=2 spend=1",
        NO_END,
        "g > gem; a > altar",
    );
    assert_eq!(after(&text, "Agga", "rrr", "ghost"), [(3.0, 0.0)]);
    // One is spent, and one is not enough.
    assert_eq!(after(&text, "Agga", "rrr.", "ghost").len(), 1);
    assert_eq!(after(&text, "Ag.a", "rrr", "ghost"), []);
    assert_eq!(after(&text, "Aggga", "rrrr..", "ghost").len(), 2);
}

#[test]
fn spawning_beside_the_second() {
    let text = text(
        "button > Immovable; mark > Immovable; avatar > MovingAvatar",
        "avatar button > spawnAbove stype=mark; avatar button > spawnBelow stype=mark;
         avatar button > spawnLeft stype=mark; avatar button > spawnRight stype=mark",
        NO_END,
        "b > button",
    );
    // The avatar has left the cell in which a mark comes.
    assert_eq!(
        after(&text, "... Ab. ...", "r", "mark"),
        [(1.0, 0.0), (0.0, 1.0), (2.0, 1.0), (1.0, 2.0)]
    );
    for (name, place) in [
        ("spawnAbove", (1.0, 0.0)),
        ("spawnBelow", (1.0, 2.0)),
        ("spawnLeft", (0.0, 1.0)),
        ("spawnRight", (2.0, 1.0)),
    ] {
        let only = text
            .lines()
            .filter(|line| !line.contains("> spawn") || line.contains(name));
        let only: String = only.map(|line| format!("{line}\n")).collect();
        assert_eq!(after(&only, "... Ab. ...", "r", "mark"), [place], "{name}");
    }
}

#[test]
fn spawning_beside_where_the_second_was() {
    let text = text(
        "floor > Immovable; mark > Immovable; avatar > MovingAvatar",
        "floor avatar > spawnAbove stype=mark stepBack=True",
        NO_END,
        "f > floor",
    );
    assert_eq!(after(&text, "... Aff", "r", "mark"), [(0.0, 0.0)]);
    // Whoever has not left its place leaves no mark.
    assert_eq!(after(&text, "... Aff", "r..", "mark").len(), 1);
}

#[test]
fn speed_is_set_for_all_of_a_family() {
    let text = text(
        "cart > Missile orientation=RIGHT speed=0.5; button > Immovable; avatar > MovingAvatar",
        "avatar button > setSpeedForAll stype=cart value=1",
        NO_END,
        "c > cart; b > button",
    );
    let rows = "c... c... Ab..";
    assert_eq!(after(&text, rows, "..", "cart"), [(0.5, 0.0), (0.5, 1.0)]);
    assert_eq!(after(&text, rows, "r.", "cart"), [(1.0, 0.0), (1.0, 1.0)]);
}

#[test]
fn health_is_lost_and_gained() {
    let with_limit = |limit: u32| {
        text(
            &format!(
                "fire > Immovable; food > Immovable; avatar > MovingAvatar healthPoints=2 limitHealthPoints={limit}"
            ),
            "avatar fire > subtractHealthPoints value=1; avatar food > addHealthPoints value=1 killSecond=True",
            "SpriteCounter stype=avatar limit=0 win=False",
            "f > fire; o > food",
        )
    };
    assert_eq!(status(&with_limit(4), "fAo", "l"), Status::Open);
    assert_eq!(status(&with_limit(4), "fAo", "l."), Status::Lost);
    assert_eq!(after(&with_limit(4), "fAo", "r", "food"), []);
    assert_eq!(status(&with_limit(4), "fAo", "rll."), Status::Open);
    assert_eq!(status(&with_limit(4), "fAo", "rll.."), Status::Lost);
    // Health stays below its limit, and what does not help is left.
    assert_eq!(after(&with_limit(3), "fAo", "r", "food"), [(2.0, 0.0)]);
    assert_eq!(status(&with_limit(3), "fAo", "rll."), Status::Lost);
}

#[test]
fn health_of_others_is_lost() {
    let text = text(
        "button > Immovable; dragon > Immovable healthPoints=2; avatar > MovingAvatar",
        "avatar button > subtractHealthPoints stype=dragon",
        "SpriteCounter stype=dragon limit=0 win=True",
        "b > button; d > dragon",
    );
    assert_eq!(status(&text, "Ab.d", "r"), Status::Open);
    assert_eq!(status(&text, "Ab.d", "r."), Status::Won);
}

#[test]
fn pull_with_it_takes_along_once_a_tick() {
    let text = text(
        "cart > Missile orientation=RIGHT speed=0.5; avatar > MovingAvatar",
        "avatar cart > pullWithIt",
        NO_END,
        "c > cart; X > cart avatar; Y > cart cart avatar",
    );
    for rows in ["X...", "Y..."] {
        assert_eq!(after(&text, rows, ".", "avatar"), [(0.0, 0.0)], "{rows}");
        assert_eq!(after(&text, rows, "..", "avatar"), [(0.5, 0.0)], "{rows}");
        assert_eq!(after(&text, rows, "...", "avatar"), [(1.0, 0.0)], "{rows}");
    }
}

#[test]
fn turn_around_goes_two_steps_down_and_back() {
    let text = text(
        "shot > Missile orientation=RIGHT; avatar > MovingAvatar",
        "shot wall > turnAround",
        NO_END,
        "s > shot",
    );
    let rows = "s.w ... ... A..";
    assert_eq!(after(&text, rows, "..", "shot"), [(1.0, 0.0)]);
    assert_eq!(after(&text, rows, "...", "shot"), [(1.0, 2.0)]);
    assert_eq!(after(&text, rows, "....", "shot"), [(0.0, 2.0)]);
}

#[test]
fn change_resource_keeps_to_the_limit() {
    let text = text(
        "water > Resource limit=3; well > Immovable; avatar > MovingAvatar",
        "avatar well > changeResource resource=water value=2 killResource=True",
        NO_END,
        "q > well",
    );
    assert_eq!(after(&text, "Aqq", "r", "well"), [(2.0, 0.0)]);
    // Four are too many.
    assert_eq!(after(&text, "Aqq", "rr", "well"), [(2.0, 0.0)]);
    let level = level(&game(&text), "Aqq");
    assert_eq!(play(&level, "rr").sprites[1][0].pockets, [2]);
}

#[test]
fn a_negative_score_kills() {
    let text = text(
        "spike > Immovable; gem > Immovable; judge > Immovable; avatar > MovingAvatar",
        "avatar spike > nullEffect scoreChange=-1; gem avatar > killSprite scoreChange=1; avatar judge > killIfScoreNegative",
        "SpriteCounter stype=avatar limit=0 win=False",
        "s > spike; g > gem; j > judge",
    );
    assert_eq!(status(&text, "Asj", "rr"), Status::Lost);
    assert_eq!(status(&text, "A.j", "rr"), Status::Open);
    assert_eq!(status(&text, "Agsj", "rrr"), Status::Open);
    assert_eq!(status(&text, "Agsj", "rr.r"), Status::Lost);
}

#[test]
fn an_avatar_that_turns_and_leaves_a_trail() {
    let text = text(
        "tail > Immovable; avatar > OngoingTurningAvatar spawnBehind=tail",
        "avatar tail > killSprite",
        NO_END,
        "",
    );
    let rows = ".... A... ....";
    assert_eq!(after(&text, rows, ".", "avatar"), [(0.0, 1.0)]);
    assert_eq!(after(&text, rows, "..", "avatar"), [(1.0, 1.0)]);
    assert_eq!(after(&text, rows, "..", "tail"), [(0.0, 1.0)]);
    assert_eq!(after(&text, rows, "..u", "avatar"), [(1.0, 0.0)]);
    // It does not turn back.
    assert_eq!(after(&text, rows, "..l", "avatar"), [(2.0, 1.0)]);
    assert_eq!(after(&text, rows, "..l", "tail").len(), 2);
}

#[test]
fn a_flicker_vanishes_when_it_is_older_than_its_limit() {
    let text = text(
        "spark > Flicker limit=2; avatar > MovingAvatar",
        "",
        NO_END,
        "s > spark",
    );
    assert_eq!(after(&text, "As", "...", "spark").len(), 1);
    assert_eq!(after(&text, "As", "....", "spark").len(), 0);
}

#[test]
fn endings_that_count_several_kinds() {
    let ending = |how: &str| {
        text(
            "gem > Immovable; coin > Immovable; avatar > MovingAvatar",
            "gem coin avatar > killSprite",
            &format!("MultiSpriteCounter stype1=gem stype2=coin {how} win=True"),
            "g > gem; c > coin",
        )
        .replace(
            "gem coin avatar > killSprite",
            "gem avatar > killSprite\n  coin avatar > killSprite",
        )
    };
    assert_eq!(status(&ending("limit=1"), "cAg.g", "r"), Status::Open);
    assert_eq!(status(&ending("limit=1"), "cAg..", "r"), Status::Won);
    assert_eq!(status(&ending("limit=1"), "cAg..", "l"), Status::Won);
    // With `min` more will do, so play is over with the first tick.
    assert_eq!(
        status(&ending("limit=2 min=True"), "cAg.g", "."),
        Status::Won
    );
    assert_eq!(status(&ending("limit=2"), "cAg.g", "."), Status::Open);
}

#[test]
fn there_is_one_of_a_singleton() {
    let spawning = |how: &str| {
        text(
            &format!("ghost > Immovable {how}; button > Immovable; avatar > MovingAvatar"),
            "avatar button > spawn stype=ghost",
            NO_END,
            "b > button; g > ghost",
        )
    };
    assert_eq!(after(&spawning(""), "Ab.", "r..", "ghost").len(), 3);
    assert_eq!(
        after(&spawning("singleton=True"), "Ab.", "r..", "ghost").len(),
        1
    );
    // Nor does a level have more of it.
    assert_eq!(
        after(&spawning("singleton=True"), "Abgg", ".", "ghost"),
        [(2.0, 0.0)]
    );
}

#[test]
fn a_timeout_that_wins_is_part_of_the_state() {
    let timed = |wins: &str| {
        text(
            "avatar > MovingAvatar",
            "avatar wall > stepBack",
            &format!("Timeout limit=3 win={wins}"),
            "",
        )
    };
    assert_eq!(status(&timed("True"), "A..", "..."), Status::Open);
    assert_eq!(status(&timed("True"), "A..", "...."), Status::Won);
    // One that loses bounds nothing, so that the states are finitely many.
    assert_eq!(status(&timed("False"), "A..", "......."), Status::Open);
    let counts_ticks = |text: &str| {
        use playproof_model::System;
        let source = game(text);
        let (level, _) = draw(&source, "level", &["A..".to_owned()], 1).unwrap();
        let system = VgdlSystem::new(source.game, level).unwrap();
        system.vars().iter().any(|var| var.name == "ticks")
    };
    assert!(counts_ticks(&timed("True")));
    assert!(!counts_ticks(&timed("False")));
}

#[test]
fn tabs_indent() {
    let tabbed = "BasicGame square_size=10\n\tSpriteSet\n\t\tbox > Passive\n\t\t\twood >\n\t\t\tstone >\n\t\tavatar > MovingAvatar\n\tInteractionSet\n\t\tbox avatar > bounceForward\n\tTerminationSet\n\t\tSpriteCounter stype=box win=True\n\tLevelMapping\n\t\tb > wood\n\t\ts > stone\n";
    let spaced = tabbed.replace('\t', "    ");
    assert_eq!(game(tabbed).game, game(&spaced).game);
    assert_eq!(after(tabbed, "Ab..", "r", "wood"), [(2.0, 0.0)]);
    assert_eq!(after(tabbed, "As..", "rr", "stone"), [(3.0, 0.0)]);
}

#[test]
fn rows_are_as_wide_as_the_first() {
    let source = game(&text("avatar > MovingAvatar", "", NO_END, ""));
    let rows = ["A...", "w", "wwwwww"].map(str::to_owned);
    let (level, warnings) = draw(&source, "level", &rows, 1).unwrap();
    assert_eq!((level.width, level.height), (4, 3));
    let walls = level.sprites.iter().filter(|sprite| sprite.0 == 0);
    let walls: Vec<(i32, i32)> = walls.map(|&(_, x, y)| (x, y)).collect();
    assert_eq!(walls, [(0, 1), (0, 2), (1, 2), (2, 2), (3, 2)]);
    let warnings: Vec<String> = warnings.iter().map(ToString::to_string).collect();
    let cut = "level:3:5: this line is longer than the first; what is beyond is left out";
    assert!(
        warnings.iter().any(|warning| warning == cut),
        "{warnings:?}"
    );
}

/// A game of 500 rules: kinds in a row, of which each becomes the next.
fn long(last: &str) -> String {
    let (mut sprites, mut rules) = (String::new(), String::new());
    for n in 0..500 {
        write!(sprites, "k{n} > Immovable;").unwrap();
        let next = if n < 499 { n + 1 } else { 0 };
        let effect = if n < 499 { "transformTo" } else { last };
        write!(rules, "k{n} avatar > {effect} stype=k{next};").unwrap();
    }
    text(
        &format!("{sprites}avatar > MovingAvatar"),
        &rules,
        "SpriteCounter stype=k0 limit=0 win=True",
        "k > k0",
    )
}

#[test]
fn five_hundred_rules() {
    // Each rule finds what the one before it has made, and the last one makes the first.
    assert_eq!(after(&long("transformTo"), "Ak", "r", "k0"), [(1.0, 0.0)]);
    assert_eq!(status(&long("spawn"), "Ak", "r"), Status::Open);
    let wrong = long("transfromTo");
    let line = 1 + wrong
        .lines()
        .position(|line| line.contains("transfromTo"))
        .unwrap();
    let error = read("long.txt", &Arc::from(&wrong[..])).expect_err("an effect is unknown");
    let wanted =
        format!("long.txt:{line}:17: unknown effect `transfromTo`; did you mean `transformTo`?");
    assert_eq!(error.to_string(), wanted);
}

/// Of a million cells there are only a few names, until one is asked for.
#[test]
fn a_large_level_has_few_names() {
    use playproof_model::System;
    let source = game(&text(
        "box > Passive; avatar > MovingAvatar",
        "",
        NO_END,
        "",
    ));
    let mut rows = vec![" ".repeat(1000); 1000];
    rows[0].replace_range(..1, "A");
    let (level, _) = draw(&source, "level", &rows, 1).unwrap();
    let system = VgdlSystem::new(source.game, level).unwrap();
    assert!(system.atoms().len() < 20, "{:?}", system.atoms());
    let found = |name: &str| system.atom(name).is_some();
    assert!(found("box_at(1000, 1000)") && found("on(box, wall)") && found("count(box) >= 64"));
    assert!(!found("box_at(1001, 1)") && !found("count(box) >= 65"));
    let begun = system.encoding.encode(system.encoding.begun()).unwrap();
    assert!(system.holds(&begun, system.atom("at(1, 1)").unwrap()));
    assert!(!system.holds(&begun, system.atom("at(2, 1)").unwrap()));
}

#[test]
fn a_second_section_goes_on_where_the_first_ended() {
    let text = "BasicGame
  SpriteSet
    goal > Immovable
    mud > Immovable
  InteractionSet
    avatar wall > stepBack
  TerminationSet
    SpriteCounter stype=goal win=True
  InteractionSet
    goal avatar > killSprite
    avatar mud > killSprite
  TerminationSet
    SpriteCounter stype=avatar win=False
  LevelMapping
    g > goal
  LevelMapping
    m > mud";
    assert_eq!(status(text, "wmAgw", "r"), Status::Won);
    assert_eq!(status(text, "wmAgw", "l"), Status::Lost);
    assert_eq!(after(text, "wAg", "l", "avatar"), [(1.0, 0.0)]);
    let twice = text.replace("TerminationSet", "SpriteSet");
    let refused = read("game.txt", &Arc::from(&twice[..])).unwrap_err();
    assert_eq!(refused.message, "a second SpriteSet");
}
