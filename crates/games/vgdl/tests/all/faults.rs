//! What is wrong with a text: line, column, suggestion.

use std::sync::Arc;

use playproof_vgdl::source::{draw, read};

const HEAD: &str = "BasicGame\n SpriteSet\n  box > Passive\n";
const TAIL: &str = " InteractionSet\n  box wall > stepBack\n TerminationSet\n  SpriteCounter stype=box win=True\n LevelMapping\n  b > box\n";

fn fault(text: &str) -> String {
    match read("game.txt", &Arc::from(text)) {
        Err(error) => error.to_string(),
        Ok(_) => "accepted".to_owned(),
    }
}

fn with_sprite(line: &str) -> String {
    fault(&format!("{HEAD}  {line}\n{TAIL}"))
}

fn with_rule(line: &str) -> String {
    fault(&format!(
        "{HEAD} InteractionSet\n  {line}\n TerminationSet\n  SpriteCounter stype=box\n"
    ))
}

#[test]
fn words_that_are_unknown() {
    assert_eq!(
        with_sprite("npc > Imovable"),
        "game.txt:4:9: unknown class `Imovable`; did you mean `Immovable`?"
    );
    assert_eq!(
        with_rule("box wall > stepback"),
        "game.txt:5:14: unknown effect `stepback`; did you mean `stepBack`?"
    );
    assert_eq!(
        with_rule("bax wall > stepBack"),
        "game.txt:5:3: unknown sprite `bax`; did you mean `box`?"
    );
    assert_eq!(
        with_rule("box wall > transformTo stype=bix"),
        "game.txt:5:32: unknown sprite `bix`; did you mean `box`?"
    );
    let ending = fault(&format!("{HEAD} TerminationSet\n  SpriteCount stype=box\n"));
    assert_eq!(
        ending,
        "game.txt:5:3: unknown ending `SpriteCount`; did you mean `SpriteCounter`?"
    );
    assert_eq!(
        fault("BasicGame\n SpritSet\n"),
        "game.txt:2:2: unknown section `SpritSet`; did you mean `SpriteSet`?"
    );
}

#[test]
fn what_is_not_played_is_refused_by_name() {
    assert_eq!(
        with_sprite("npc > RandomNPC"),
        "game.txt:4:9: `RandomNPC` is not played; its sprites act by chance, so they are not played"
    );
    assert_eq!(
        with_rule("box wall > killSprite prob=0.5"),
        "game.txt:5:25: a rule that depends on chance; effects that happen by chance are not played"
    );
    assert!(
        with_rule("box wall > cloneSprite")
            .starts_with("game.txt:5:14: `cloneSprite` is not played; played are nullEffect, ")
    );
    assert!(
        with_sprite("a > Passive physicstype=CONT").contains("continuous physics is not played")
    );
    assert!(with_sprite("a > Passive timeToLive=3").contains("`timeToLive` is not played"));
}

#[test]
fn texts_that_are_no_games() {
    assert_eq!(
        with_sprite("a > Passive\n   a > Passive"),
        "game.txt:5:4: `a` is part of itself; give one of the two another name"
    );
    assert_eq!(
        with_sprite("stone Passive"),
        "game.txt:4:9: not a sprite; a sprite is written as `name > Class option=value`"
    );
    assert_eq!(
        fault(""),
        "game.txt: the game is empty; begin with BasicGame"
    );
    assert!(fault("www\nwAw\n").starts_with("game.txt:1:1: `www` is no game"));
    assert_eq!(
        with_rule("box EOS > bounceForward"),
        "game.txt:5:13: `bounceForward` needs a second sprite; EOS is none"
    );
    assert_eq!(
        with_rule("box wall > spawn"),
        "game.txt:5:14: the option `stype` is missing; say it with `stype=NAME`"
    );
}

#[test]
fn levels_that_cannot_be_drawn() {
    let source = read("game.txt", &Arc::from(format!("{HEAD}{TAIL}"))).expect("it is a game");
    let fault = |rows: &[&str]| {
        let rows: Vec<String> = rows.iter().map(|row| (*row).to_owned()).collect();
        draw(&source, "level.txt", &rows, 1)
            .expect_err("it is no level")
            .to_string()
    };
    assert_eq!(
        fault(&["wAw", "wXw"]),
        "level.txt:2:2: the letter `X` stands for nothing; LevelMapping has A (avatar), b (box), w (wall)"
    );
    assert_eq!(
        fault(&["www"]),
        "level.txt:1:1: there is no avatar; mark where it begins with A"
    );
}

#[test]
fn spellings_of_the_seed_are_accepted_with_a_warning() {
    let text = format!(
        "{HEAD}  racer > LookupChasear stype=box\n InteractionSet\n  box wall > NullEffect\n  box racer > killsprite\n TerminationSet\n  SpriteCounter stype=box\n"
    );
    let source = read("game.txt", &Arc::from(text)).expect("it is a game");
    let warnings: Vec<String> = source.warnings.iter().map(ToString::to_string).collect();
    assert_eq!(
        warnings,
        [
            "game.txt:4:11: `LookupChasear` is read as `LookupChaser`; write so",
            "game.txt:6:14: `NullEffect` is read as `nullEffect`; write so",
            "game.txt:7:15: `killsprite` is read as `killSprite`; write so",
        ]
    );
}

#[test]
fn a_letter_may_stand_for_nothing_known_if_no_level_has_it() {
    let text = format!("{HEAD}{TAIL}  q > qox box\n");
    let source = read("game.txt", &Arc::from(text)).expect("it is a game");
    let warnings: Vec<String> = source.warnings.iter().map(ToString::to_string).collect();
    assert_eq!(
        warnings,
        ["game.txt:10:7: unknown sprite `qox`; levels without `q` can be played"]
    );
    let drawn = |row: &str| {
        let drawn = draw(&source, "level.txt", &[row.to_owned()], 1);
        drawn.map_err(|error| error.to_string())
    };
    assert!(drawn("Ab").is_ok());
    assert_eq!(
        drawn("Aq").unwrap_err(),
        "game.txt:10:7: unknown sprite `qox`; did you mean `box`?"
    );
}

#[test]
fn classes_of_every_dialect_are_refused_by_name() {
    for (name, why) in [
        ("InertialAvatar", "continuous physics is not played"),
        ("AStarChaser", "this class is not played"),
        (
            "NoisyRotatingFlippingAvatar",
            "its sprites act by chance, so they are not played",
        ),
    ] {
        let wanted = format!("game.txt:4:9: `{name}` is not played; {why}");
        assert_eq!(with_sprite(&format!("npc > {name}")), wanted);
    }
}
