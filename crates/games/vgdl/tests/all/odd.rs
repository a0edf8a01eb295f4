//! What `lint` says of games.

use std::ops::ControlFlow;

use playproof::{OptionFile, Options, Playproof};

fn lint(name: &str, text: &str) -> Vec<String> {
    let go_on = &mut || ControlFlow::Continue(());
    let found = Playproof::default().lint(name, text.as_bytes(), None, 20_000, go_on);
    found.unwrap().iter().map(ToString::to_string).collect()
}

fn shipped(name: &str) -> Vec<String> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../levels/vgdl");
    let text = std::fs::read_to_string(format!("{path}/{name}.vgdl")).expect("it is shipped");
    lint(name, &text)
}

#[test]
fn the_printed_race_is_won_by_the_opponent() {
    let found = shipped("race-as-printed").join("\n");
    let wanted = "race-as-printed:12:9: level 1 is won after 1 ticks without a key, \
                  since `opponent` brings it about (line 16)";
    assert!(found.contains(wanted), "{found}");
    let corrected = shipped("race").join("\n");
    assert!(!corrected.contains("without a key"), "{corrected}");
}

#[test]
fn what_never_happens() {
    let found = lint(
        "game",
        "
BasicGame
    SpriteSet
        ghost > Immovable
        gem > Immovable
        avatar > MovingAvatar
    InteractionSet
        avatar wall > stepBack
        gem avatar > killSprite
        ghost avatar > killSprite
    TerminationSet
        SpriteCounter stype=gem win=True
        SpriteCounter stype=avatar win=False
    LevelMapping
        g > gem
LevelSet
Level
|wwwww|
|wA.gw|
|wwwww|
"
        .replace(".gw", " gw")
        .as_str(),
    );
    assert_eq!(
        found,
        [
            "game:4:9: there never is a `ghost` in these levels; put it into a level, or let a rule make it",
            "game:10:9: this rule never happens in these levels; its sprites never meet",
            "game:13:9: this ending never happens in these levels; no run gets there, or an earlier ending comes first",
        ]
    );
}

/// A cart that goes by itself gets to the gem, if the player has opened the gate: not on the run of
/// waiting, and not in the player's own tick.
#[test]
fn a_win_that_another_brings_about_later() {
    let text = "
BasicGame
    SpriteSet
        gem > Immovable
        gate > Immovable
        button > Immovable
        bird > Missile orientation=UP
        cart > Missile orientation=RIGHT
        avatar > MovingAvatar
    InteractionSet
        avatar wall > stepBack
        bird wall > reverseDirection
        bird wall > stepBack
        cart gate > stepBack
        gate button > nullEffect
        avatar button > killAll stype=gate
        gem cart > killSprite
    TerminationSet
        SpriteCounter stype=gem win=True
        SpriteCounter stype=avatar win=False
    LevelMapping
        g > gem
        d > gate
        b > button
        c > cart
        v > bird
LevelSet
Level
|wwwwwww|
|wc.d.gw|
|wAb...w|
|w....vw|
|wwwwwww|
";
    let found = lint("game", text).join("\n");
    let wanted = "game:19:9: level 1 can be won without a key in tick 5, since `cart` brings it \
                  about (line 17)";
    assert!(found.contains(wanted), "{found}");
    // The same win by the player itself is none of that.
    let own = text.replace("gem cart > killSprite", "gem avatar > killSprite");
    let found = lint("game", &own).join("\n");
    assert!(!found.contains("without a key"), "{found}");
}

#[test]
fn rules_alone() {
    let text = "
BasicGame
    SpriteSet
        ghost > Immovable
        gem > Immovable
        dust > Immovable
        avatar > MovingAvatar
    InteractionSet
        gem avatar > transformTo stype=dust
        dust avatar > killSprite
        ghost avatar > killSprite
    TerminationSet
        SpriteCounter stype=ghost win=True
        SpriteCounterMore stype=ghost limit=1 win=False
        SpriteCounter stype=gem win=True
    LevelMapping
        g > gem
";
    let mut options = Options::default();
    let file = OptionFile {
        name: "game".to_owned(),
        text: text.into(),
    };
    options.set_file("rules", file);
    let found = Playproof::default().lint_alone(&options).unwrap();
    let found: Vec<String> = found.iter().map(ToString::to_string).collect();
    assert_eq!(
        found,
        [
            "game:4:9: there never is a `ghost`; no letter stands for it, and no rule makes it",
            "game:11:9: this rule never happens; one of its sprites is never there",
            "game:13:9: this ending is true from the start; its sprites are never there",
            "game:14:9: this ending is never true; there are never so many of its sprites",
        ]
    );
    assert!(
        Playproof::default()
            .lint_alone(&Options::default())
            .is_none()
    );
}
